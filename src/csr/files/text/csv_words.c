/* Reads the fields of a table: the directions of edges, and numbers. */
#include "../../../io/number.h"
#include "csv.h"
#include <string.h>

static unsigned find_word(const kg__csv_field *field, const char *const words[4])
{
    for (unsigned ways = 1; ways < 4; ways++)
        if (kg__line_is_one_of((kg__line){field->begin, field->end}, words[ways]))
            return ways;
    return 0;
}

unsigned kg__csv_type(const kg__csv_field *field)
{
    static const char *const words[] = {[KG__CSV_FORWARD] = "directed one-way oneway fixed ",
        [KG__CSV_BACKWARD] = "reversed ",
        [KG__CSV_BOTH] = "undirected two-way twoway free "};

    return find_word(field, words);
}

unsigned kg__csv_oneway(const kg__csv_field *field)
{
    static const char *const words[] = {[KG__CSV_FORWARD] = "yes true 1 y t forward ",
        [KG__CSV_BACKWARD] = "-1 reverse backward ",
        [KG__CSV_BOTH] = "no false 0 n f both "};

    return field->begin == field->end ? KG__CSV_BOTH : find_word(field, words);
}

const char *kg__csv_number(const kg__csv_field *field, char separator, double *number)
{
    char copy[KG__TEXT_PAD] = {0};
    const size_t length = (size_t)(field->end - field->begin);
    const char *end;
    char *comma;

    if (separator != ';' || length >= sizeof copy || !memchr(field->begin, ',', length))
        return kg__parse_double(field->begin, number);
    memcpy(copy, field->begin, length);
    comma = memchr(copy, ',', length);
    *comma = '.';
    end = kg__parse_double(copy, number);
    return end ? field->begin + (end - copy) : NULL;
}

const char *kg__csv_find_ways(const kg__csv_columns *c, const kg__csv_field *oneway,
    const kg__csv_field *backward, double value[2], unsigned *which, const char **at)
{
    *which = KG__CSV_BOTH;
    value[1] = value[0];
    if (c->oneway != KG__CSV_NONE) {
        *which = kg__csv_oneway(oneway);
        *at = oneway->begin;
        if (!*which)
            return "expected yes, no or -1 as oneway";
    }
    if (c->backward == KG__CSV_NONE)
        return NULL;
    *at = backward->begin;
    value[1] = -1;
    if (backward->begin < backward->end &&
        kg__csv_number(backward, c->separator, &value[1]) != backward->end)
        return "expected a number of the range of a double as reverse_cost";
    *which &= (value[0] < 0 ? 0 : KG__CSV_FORWARD) | (value[1] < 0 ? 0 : KG__CSV_BACKWARD);
    return *which ? NULL : "expected an edge that goes at least one way";
}

void kg__csv_join_quotes(kg__csv_field *field)
{
    char *to = (char *)field->begin;

    for (const char *p = field->begin; p < field->end; p++) {
        *to++ = *p;
        p += *p == '"';
    }
    field->end = to;
}
