/*
 * The header of a table of edges.
 *
 * In:  the first record of the file, and the columns that the user names, if any.
 * Out: the separator of fields, and which columns hold the source, the target, the value and the
 *     type of an edge.
 * Method: the separator is the first of tab, semicolon, comma and bar that the line has outside
 *     quotes, else blanks. Columns that the user names are looked up in the header. If the user
 *     names none, names in common use tell the columns; else two numbers in the first record show
 *     that there is no header. In all other cases an error lists the columns, because konig does
 *     not guess. It is also an error if several columns may hold the value, and none is called
 *     weight or value.
 */
#include "counts.h"
#include "csv.h"
#include <stdio.h>
#include <string.h>

enum { SOME_RECORDS = 64 }; /* of a file that are examined */

const char *kg__csv_quoted(const char *p, const char *end, char separator, bool across,
    kg__csv_field *field, kg__csv_fault *fault)
{
    const char *q = p + 1;

    *field = (kg__csv_field){.begin = q, .end = q, .quoted = true};
    for (;; q++) {
        if (*q == '"' && q[1] == '"') {
            field->doubled = true;
            q++;
        } else if (*q == '"') {
            break;
        } else if (q >= end || (*q == '\n' && (!across || q + 1 >= end))) {
            *fault = KG__CSV_OPEN;
            return NULL;
        } else if (*q == '\0') {
            field->end = q;
            *fault = KG__CSV_ZERO;
            return NULL;
        }
    }
    field->end = q;
    q = kg__csv_skip_blank(q + 1, separator);
    if (*q == '\n' || kg__csv_is_separator(*q, separator))
        return separator == ' ' && *kg__skip_blank(q) == '\n' ? kg__skip_blank(q) : q;
    field->end = q;
    *fault = *q ? KG__CSV_BEHIND : KG__CSV_ZERO;
    return NULL;
}

/* Names of columns in common use, in pairs, each followed by a blank. "sourceid" and such are other
 * programs' names. */
static const char *const pairs[][2] = {{"source ", "target "}, {"from ", "to "},
    {"src ", "dst dest target "}, {"fromnodeid ", "tonodeid "}, {"from_id ", "to_id "},
    {"source_id ", "target_id "}, {"sourceid ", "targetid "}, {"node1 ", "node2 "},
    {"node_1 ", "node_2 "}, {"id1 ", "id2 "}, {"id_1 ", "id_2 "}, {"vertex1 ", "vertex2 "},
    {":start_id ", ":end_id "}, {"tail ", "head "}, {"start ", "end "}, {"origin ", "destination "},
    {"u ", "v "}, {"i ", "j "}};

char kg__csv_separator(const char *p, const char *end)
{
    static const char separators[] = "\t;,|";
    size_t best = sizeof separators - 1;
    bool quoted = false;

    for (; p < end && *p != '\n'; p++) {
        const char *found = *p ? strchr(separators, *p) : NULL;

        quoted ^= *p == '"';
        if (found && !quoted && (size_t)(found - separators) < best)
            best = (size_t)(found - separators);
    }
    return separators[best] ? separators[best] : ' ';
}

char kg__csv_named_separator(const char *line, const char *end)
{
    const kg__line word = {line, line + 4};

    if (end - line < 5 || !kg__line_is(word, "sep=") || !strchr("\t;,|", line[4]))
        return 0;
    return *kg__skip_blank(line + 5) == '\n' || *kg__skip_blank(line + 5) == '\0' ? line[4] : 0;
}

bool kg__csv_step(kg__csv_field *field, const char **p, const char *end, char separator)
{
    kg__csv_fault fault;

    if (*p)
        *p = kg__csv_next(*p, end, separator, false, field, &fault);
    if (!*p)
        return false;
    *p = **p == '\n' ? NULL : *p + 1;
    return true;
}

bool kg__csv_find(
    kg__csv_field *field, const char *p, const char *end, char separator, unsigned index)
{
    for (unsigned i = 0; kg__csv_step(field, &p, end, separator); i++)
        if (i == index)
            return true;
    return false;
}

unsigned kg__csv_find_named(const char *line, const char *end, char separator, const char *words)
{
    kg__csv_field field;

    for (unsigned i = 0; kg__csv_step(&field, &line, end, separator); i++)
        if (kg__line_is_one_of((kg__line){field.begin, field.end}, words))
            return i;
    return KG__CSV_NONE;
}

/* The column of the value, KG__CSV_NONE or KG__CSV_MANY. */
static unsigned find_value(const char *line, const char *end, char separator)
{
    unsigned value = kg__csv_find_named(line, end, separator, "weight ");
    kg__csv_field field;

    if (value == KG__CSV_NONE)
        value = kg__csv_find_named(line, end, separator, "value ");
    if (value != KG__CSV_NONE)
        return value;
    for (unsigned i = 0; kg__csv_step(&field, &line, end, separator); i++)
        if (kg__line_is_one_of((kg__line){field.begin, field.end}, KG__CSV_LENGTHS))
            value = value == KG__CSV_NONE ? i : KG__CSV_MANY;
    return value;
}

void kg__csv_find_directions(kg__csv_columns *c, const char *line, const char *end)
{
    c->type = kg__csv_find_named(line, end, c->separator, "type ");
    c->oneway = kg__csv_find_named(line, end, c->separator, "oneway one_way one-way ");
    c->backward = kg__csv_find_named(line, end, c->separator, "reverse_cost ");
}

/* If blanks separate fields, only the first two names count. A line of two single letters may be an
 * edge. */
bool kg__csv_find_pair(kg__csv_columns *c, const char *line, const char *end)
{
    kg__csv_field field;

    for (unsigned i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        c->from = kg__csv_find_named(line, end, c->separator, pairs[i][0]);
        c->to = kg__csv_find_named(line, end, c->separator, pairs[i][1]);
        if (c->from != KG__CSV_NONE && c->to != KG__CSV_NONE &&
            (c->separator != ' ' || c->from + c->to == 1) &&
            (pairs[i][0][1] != ' ' || kg__csv_find(&field, line, end, c->separator, 2))) {
            c->value = find_value(line, end, c->separator);
            kg__csv_find_directions(c, line, end);
            return true;
        }
    }
    return false;
}

bool kg__csv_has_header(const kg__beginning *file)
{
    const char *at = file->begin;
    kg__csv_columns c;
    kg__line line;

    if (!kg__next_line(file, &at, "#%", &line) || kg__line_has(line, "->"))
        return false;
    if (kg__csv_named_separator(line.begin, file->end))
        return true;
    c.separator = kg__csv_separator(line.begin, line.end);
    return kg__csv_find_pair(&c, line.begin, file->end);
}

/* Whether each field of the first record begins and ends so; *at moves past it. */
static bool are_fields(
    const kg__beginning *file, const char **at, bool (*is)(kg__line field), unsigned *count)
{
    const char *p;
    kg__line line;

    if (!kg__next_line(file, at, "#%", &line))
        return false;
    p = line.begin;
    for (*count = 0; p < line.end; ++*count)
        if (!is(kg__next_field(&p, line.end)))
            return false;
    return true;
}

static bool is_word(kg__line field)
{
    return kg__line_is_letters((kg__line){field.begin, field.begin + 1}, "_");
}

static bool is_quoted(kg__line field)
{
    return kg__line_length(field) > 2 && *field.begin == '"' && field.end[-1] == '"';
}

/* Whether the first record has words, and those below have only numbers. */
static bool has_unknown_header(const kg__beginning *file)
{
    const char *at = file->begin, *p;
    unsigned count;
    int records = 0;
    kg__line line;
    uint64_t number;

    if (!are_fields(file, &at, is_word, &count))
        return false;
    for (; records < SOME_RECORDS && kg__next_line(file, &at, "#%", &line); records++) {
        if (at > file->end && !file->whole)
            break;
        p = line.begin;
        for (int i = 0; i < 2; i++)
            if (!kg__field_number(kg__next_field(&p, line.end), &number))
                return false;
    }
    return count > 1 && records > 0;
}

/* Whether the first record has fields in quotes. */
static bool has_quotes(const kg__beginning *file)
{
    const char *at = file->begin;
    kg__line line;
    unsigned count;

    if (are_fields(file, &at, is_quoted, &count) && count > 1)
        return true;
    at = file->begin; /* there may be blanks between the quotes */
    return kg__next_line(file, &at, "#%", &line) && is_quoted(line) &&
           (kg__line_has(line, "\",\"") || kg__line_has(line, "\" \"") ||
               kg__line_has(line, "\"\t\""));
}

/* Whether a line without blanks has both semicolons and commas: then commas are decimal commas. */
static bool has_decimal_commas(kg__line line, const char *semicolon)
{
    return kg__line_has(line, semicolon) && kg__line_has(line, ",") && !kg__line_has(line, " ") &&
           !kg__line_has(line, "\t");
}

bool kg__csv_has_separators(const kg__beginning *file)
{
    return kg__pattern_is_each(file, KG__BETWEEN(";")) ||
           kg__is_each(file, has_decimal_commas, ";") ||
           kg__pattern_is_each(file, KG__BETWEEN("|")) || has_unknown_header(file) ||
           has_quotes(file);
}

/* ---- what the user asks for ------------------------------------------------------------------ */

/* Fails with what is wrong, followed by the list of columns. */
static kg_status fail_with_columns(const kg__load *load, const kg__record *record, char separator,
    const char *wrong, const char *advice)
{
    char list[160] = "";
    size_t used = 0;
    const char *p = record->begin;
    kg__csv_field field;

    for (unsigned i = 0; kg__csv_step(&field, &p, record->end, separator); i++) {
        const char *name = KG__SHOW(field.begin, (size_t)(field.end - field.begin));

        if (used + strlen(name) + 10 > sizeof list) {
            snprintf(list + used, sizeof list - used, ", ...");
            break;
        }
        used += (size_t)snprintf(list + used, sizeof list - used, "%s'%s'", i ? ", " : "", name);
    }
    return kg__header_fail(
        load, record, record->begin, "%s; the columns are %s%s", wrong, list, advice);
}

/* Finds the column that the user gives by its number or its name. */
static kg_status find_asked(unsigned *column, bool *named, kg__csv_columns *c, const kg__load *load,
    const kg__record *record, kg__line word)
{
    char wrong[100];
    uint64_t number;
    kg__csv_field field;

    if (kg__field_number(word, &number)) {
        *column = (unsigned)(number - 1);
        if (number - 1 < c->count)
            return KG_OK;
    } else {
        const char *p = record->begin;

        *named = true;
        for (*column = 0; kg__csv_step(&field, &p, record->end, c->separator); ++*column)
            if (kg__line_length(word) == (size_t)(field.end - field.begin) &&
                memcmp(word.begin, field.begin, kg__line_length(word)) == 0)
                return KG_OK;
    }
    snprintf(wrong, sizeof wrong, "there is no column %s%s",
        KG__SHOW(word.begin, kg__line_length(word)),
        kg__field_number(word, &number) ? "" : ", which the option columns names");
    return fail_with_columns(load, record, c->separator, wrong, "");
}

/* Reads "from,to" or "from,to,value". */
static kg_status take_asked(
    kg__csv_columns *c, const kg__load *load, const kg__record *record, const char *asked)
{
    unsigned *const column[] = {&c->from, &c->to, &c->value};
    const char *end = asked + strlen(asked), *p = asked;
    bool named = false;
    kg_status status = KG_OK;

    c->header = kg__csv_find_pair(c, record->begin, record->end);
    c->from = c->to = c->value = KG__CSV_NONE;
    for (int i = 0; i < 3 && p <= end; i++) {
        const char *comma = memchr(p, ',', (size_t)(end - p));

        KG_TRY(find_asked(column[i], &named, c, load, record, (kg__line){p, comma ? comma : end}));
        p = (comma ? comma : end) + 1;
    }
    if (p <= end)
        KG_TRY(fail_with_columns(
            load, record, c->separator, "the option columns names more than three", ""));
    if (c->to == KG__CSV_NONE)
        KG_TRY(fail_with_columns(load, record, c->separator,
            "the option columns names one column, and an edge has two ends", ""));
    if (c->from == c->to || c->from == c->value || c->to == c->value)
        KG_TRY(fail_with_columns(
            load, record, c->separator, "the option columns names one column twice", ""));
    c->header = c->header || named;
    if (c->header)
        kg__csv_find_directions(c, record->begin, record->end);
    else
        c->type = c->oneway = c->backward = KG__CSV_NONE;
out:
    return status;
}

static bool is_number_field(const kg__csv_field *field)
{
    return !field->quoted && kg__is_integer(field->begin, field->end);
}

kg_status kg__csv_find_columns(kg__csv_columns *c, const kg__load *load, const kg__record *record,
    char separator, const char *asked)
{
    kg__csv_field field, second;
    const char *p = record->begin;

    *c = (kg__csv_columns){
        .separator = separator ? separator : kg__csv_separator(record->begin, record->end)};
    for (const char *next = p; next; c->count++) {
        kg__csv_fault fault = KG__CSV_FINE;

        next = kg__csv_next(next, record->end, c->separator, false, &field, &fault);
        if (!next)
            return kg__header_fail(load, record,
                fault == KG__CSV_OPEN ? field.begin - 1 : field.end, "%s",
                fault == KG__CSV_OPEN     ? "this quote does not end in the first line"
                : fault == KG__CSV_BEHIND ? "expected a separator behind the quoted field"
                                          : "a zero byte, expected text");
        next = *next == '\n' ? NULL : next + 1;
    }
    if (asked)
        return take_asked(c, load, record, asked);
    c->header = kg__csv_find_pair(c, record->begin, record->end);
    if (c->header && c->value == KG__CSV_MANY)
        return fail_with_columns(load, record, c->separator,
            "several columns may hold the values of the edges",
            ": name the ends and one of them, as in the option columns from,to,length");
    if (c->header)
        return KG_OK;
    c->from = 0;
    c->to = 1;
    c->type = c->oneway = c->backward = KG__CSV_NONE;
    c->value = c->count > 2 ? 2 : KG__CSV_NONE;
    if (kg__csv_find(&field, p, record->end, c->separator, 0) &&
        kg__csv_find(&second, p, record->end, c->separator, 1) && is_number_field(&field) &&
        is_number_field(&second))
        return KG_OK;
    return fail_with_columns(load, record, c->separator,
        c->count < 2 ? "a table of one column has no edges"
                     : "it is not known which columns are the ends of an edge",
        c->count < 2
            ? ""
            : ": name two of them, and a third for the values, as in the option columns NAME,NAME; "
              "where this line is an edge and no header, the option columns 1,2");
}
