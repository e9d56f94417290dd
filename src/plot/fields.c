/*
 * The fields of a drawing's lines.
 *
 * In:  the lines of a file.
 * Out: line by line, its fields.
 * Method: the first record tells the form. If it or the caller names columns, the file is a table
 *     like all of konig's (csr/files/text/csv.h), of which only some columns are kept. If it has
 *     semicolons, or the line "sep=" names a separator, each field stands between two separators.
 *     Otherwise fields stand between runs of commas, semicolons and blanks.
 */
#include "fields.h"
#include <string.h>

enum { MOST = 6 }; /* fields of a segment outside tables */

/* ---- splitting ------------------------------------------------------------------------------- */

static bool is_separator(char c)
{
    return c == ',' || c == ';' || c == ' ' || c == '\t';
}

/* Keeps a field of a line outside tables. */
static kg_status keep(kg__fields *f, const kg__csv_field *field)
{
    if (f->count == MOST)
        return kg__lines_fail(&f->lines, field->begin, "more fields than a segment has");
    f->field[f->count++] = *field;
    return KG_OK;
}

static kg_status fail_at_fault(const kg__fields *f, const kg__csv_field *field, kg__csv_fault fault)
{
    return kg__lines_fail(&f->lines, fault == KG__CSV_OPEN ? field->begin - 1 : field->end, "%s",
        fault == KG__CSV_OPEN     ? "a quote that does not end"
        : fault == KG__CSV_BEHIND ? "expected a separator behind a quote"
                                  : "a zero byte, expected text");
}

/* A field in double quotes may hold separators. */
static kg_status split_runs(kg__fields *f)
{
    const char *p = f->lines.line, *end = p + f->lines.length;
    kg_status status = KG_OK;

    for (;;) {
        kg__csv_field field = {0};

        while (p < end && is_separator(*p))
            p++;
        if (p == end || *p == '#')
            break;
        field.begin = p + (*p == '"');
        if (*p == '"') {
            do
                p++;
            while (p < end && *p != '"');
            if (p == end)
                KG_TRY(fail_at_fault(f, &field, KG__CSV_OPEN));
            field.end = p++;
            if (p < end && !is_separator(*p)) {
                field.end = p;
                KG_TRY(fail_at_fault(f, &field, KG__CSV_BEHIND));
            }
        } else {
            while (p < end && !is_separator(*p))
                p++;
            field.end = p;
        }
        KG_TRY(keep(f, &field));
    }
out:
    return status;
}

/* Keeps field i of a table's line if it is used. */
static void keep_column(kg__fields *f, unsigned i, kg__csv_field *field)
{
    if (field->doubled)
        kg__csv_join_quotes(field);
    for (unsigned k = 0; k < KG__FIELDS; k++)
        if (f->at[k] == i)
            f->field[k] = *field;
}

static kg_status split_columns(kg__fields *f)
{
    const char *p = f->lines.line, *end = p + f->lines.length;
    kg_status status = KG_OK;

    memset(f->field, 0, sizeof f->field);
    for (unsigned i = 0;; i++, p++) {
        kg__csv_fault fault = KG__CSV_FINE;
        kg__csv_field field;

        p = kg__csv_next(p, end, f->columns.separator, false, &field, &fault);
        if (!p)
            return fail_at_fault(f, &field, fault);
        if (f->table)
            keep_column(f, i, &field);
        else
            KG_TRY(keep(f, &field));
        if (*p != '\n')
            continue;
        if (!f->table)
            return KG_OK;
        f->count = KG__FIELDS;
        if (i + 1 == f->columns.count)
            return KG_OK;
        return kg__lines_fail(&f->lines, i + 1 < f->columns.count ? p : f->lines.line,
            "the line has %u fields, expected %u as in the first record", i + 1, f->columns.count);
    }
out:
    return status;
}

/* ---- the first record ------------------------------------------------------------------------ */

/* Finds the columns of places by their names, and that of lengths: `weight` and the like may be how
 * wide a line is. */
static bool find_places(kg__fields *f, const char *line, const char *end)
{
    static const char *const lines[][4] = {
        {"x1 ", "y1 ", "x2 ", "y2 "}, {"x0 ", "y0 ", "x1 ", "y1 "}};
    static const char *const points[4] = {"x lon longitude ", "y lat latitude "};
    const char separator = f->columns.separator;
    bool found = false;

    for (unsigned form = 0; !found && form < 2; form++) {
        const char *const *names = f->places ? points : lines[form];

        found = true;
        for (unsigned i = 0; i < 4 && names[i]; i++) {
            f->at[KG__FIELD_PLACE + i] = kg__csv_find_named(line, end, separator, names[i]);
            found = found && f->at[KG__FIELD_PLACE + i] != KG__CSV_NONE;
        }
    }
    if (found && f->places)
        f->at[KG__FIELD_FROM] =
            kg__csv_find_named(line, end, separator, "name id vertex node label city ");
    else if (found)
        f->at[KG__FIELD_VALUE] =
            kg__csv_find_named(line, end, separator, "length len distance dist ");
    return found;
}

/* Counts the columns of a header. */
static unsigned count_columns(const char *line, const char *end, char separator)
{
    kg__csv_field field;
    unsigned count = 0;

    while (kg__csv_step(&field, &line, end, separator))
        count++;
    return count;
}

/* Whether a header names only the ends, in the order of lines without a header. Other fields of a
 * segment then follow without names. */
static bool names_ends_alone(const kg__fields *f)
{
    const bool by_place = f->at[KG__FIELD_PLACE] != KG__CSV_NONE;
    const unsigned *at = f->at + (by_place ? KG__FIELD_PLACE : KG__FIELD_FROM);
    const unsigned ends = by_place ? 4 : 2;
    bool alone = !f->places && !f->asked && f->columns.count == ends;

    for (unsigned i = 0; i < ends; i++)
        alone = alone && at[i] == i;
    return alone;
}

/* Finds the columns from the first record, if there are any. */
static kg_status look_at_first(kg__fields *f)
{
    const char *line = f->lines.line, *end = line + f->lines.length;
    kg__csv_columns *c = &f->columns;
    const char named = c->separator;
    kg__load load = {.input = f->lines.input, .shown = "a table"};
    kg__record record = {
        .at = f->lines.begin + (uint64_t)(line - f->lines.buffer), .begin = line, .end = end};
    kg_status status = KG_OK;

    c->separator = named ? named : kg__csv_separator(line, end);
    if (!f->places && (f->asked || kg__csv_find_pair(c, line, end))) {
        KG_TRY(kg__csv_find_columns(c, &load, &record, c->separator, f->asked));
        f->pending = !c->header;
        f->at[KG__FIELD_FROM] = c->from;
        f->at[KG__FIELD_TO] = c->to;
        f->at[KG__FIELD_VALUE] = c->value;
    } else if (find_places(f, line, end)) {
        c->count = count_columns(line, end, c->separator);
        kg__csv_find_directions(c, line, end);
    } else {
        f->pending = true;
    }
    f->table = (f->asked || !f->pending) && !names_ends_alone(f);
    if (!f->table)
        c->separator = named || c->separator == ';' ? c->separator : 0;
    if (f->table && !f->pending && !f->places)
        f->at[KG__FIELD_LAYER] = kg__csv_find_named(line, end, c->separator, "layer pen ");
    f->at[KG__FIELD_TYPE] = c->type;
    f->at[KG__FIELD_ONEWAY] = c->oneway;
    f->at[KG__FIELD_BACKWARD] = c->backward;
out:
    return status;
}

static kg_status begin(kg__fields *f)
{
    kg_status status;

    f->begun = true;
    for (unsigned i = 0; i < KG__FIELDS; i++)
        f->at[i] = KG__CSV_NONE;
    KG_TRY(kg__lines_next_fields(&f->lines));
    if (f->lines.line)
        f->columns.separator =
            kg__csv_named_separator(f->lines.line, f->lines.line + f->lines.length);
    if (f->columns.separator)
        KG_TRY(kg__lines_next_fields(&f->lines));
    if (f->lines.line)
        KG_TRY(look_at_first(f));
out:
    return status;
}

/* ---- the calls ------------------------------------------------------------------------------- */

kg_status kg__fields_next(kg__fields *f)
{
    kg_status status = KG_OK;

    if (!f->begun)
        KG_TRY(begin(f));
    do {
        f->count = 0;
        if (!f->pending)
            KG_TRY(kg__lines_next_fields(&f->lines));
        f->pending = false;
        if (!f->lines.line)
            return KG_OK;
        KG_TRY(f->columns.separator ? split_columns(f) : split_runs(f));
    } while (!f->count);
out:
    return status;
}

bool kg__fields_number(const kg__fields *f, unsigned field, double *number)
{
    const kg__csv_field *one = &f->field[field];

    return field < f->count && one->begin < one->end &&
           kg__csv_number(one, f->columns.separator, number) == one->end;
}

kg_status kg__fields_fail(const kg__fields *f, unsigned field, const char *what)
{
    const char *place = field < f->count ? f->field[field].begin : NULL;

    return kg__lines_fail(&f->lines, place ? place : f->lines.line + f->lines.length, "%s", what);
}
