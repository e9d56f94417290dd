/*
 * Reading drawings: segments, one a line, between places or between vertices with names.
 *
 * In:  a file; a file of places.
 * Out: the segments, their vertices numbered in the order in which the file first has them.
 * Method: fields stand between runs of commas, semicolons and blanks. The first record tells the
 *     form.
 * Work: O(segments), serial. Memory: some 20 bytes a segment, and what vertices.c takes.
 */
#include "drawing.h"
#include <math.h>
#include <string.h>

enum { FIELDS = 6 };

typedef struct field {
    const char *begin;
    size_t length;
} field;

typedef struct reading {
    kg_drawing *d;
    kg__lines lines;
    double tolerance;
    field field[FIELDS];
    unsigned fields;
    bool by_place, begun;
} reading;

/* ---- fields ---------------------------------------------------------------------------------- */

static bool is_separator(char c)
{
    return c == ',' || c == ';' || c == ' ' || c == '\t';
}

/* Splits the line. A field in double quotes may hold separators. */
static kg_status split(reading *r)
{
    const char *p = r->lines.line, *end = p + r->lines.length;

    for (r->fields = 0;; r->fields++) {
        const char *begin;

        while (p < end && is_separator(*p))
            p++;
        if (p == end || *p == '#')
            return KG_OK;
        if (r->fields == FIELDS)
            return kg__lines_fail(&r->lines, p, "more fields than a segment has");
        if (*p == '"') {
            begin = ++p;
            while (p < end && *p != '"')
                p++;
            if (p == end)
                return kg__lines_fail(&r->lines, begin - 1, "a quote that does not end");
            r->field[r->fields] = (field){begin, (size_t)(p++ - begin)};
        } else {
            begin = p;
            while (p < end && !is_separator(*p))
                p++;
            r->field[r->fields] = (field){begin, (size_t)(p - begin)};
        }
    }
}

/* The next line with fields; none: fields is 0. */
static kg_status next_record(reading *r)
{
    kg_status status;

    do {
        r->fields = 0;
        KG_TRY(kg__lines_next(&r->lines));
        if (!r->lines.line)
            return KG_OK;
        KG_TRY(split(r));
    } while (!r->fields);
out:
    return status;
}

static bool is_word(field f, const char *word)
{
    for (size_t i = 0; i < f.length; i++)
        if (!word[i] || ((f.begin[i] | 0x20) != word[i] && f.begin[i] != word[i]))
            return false;
    return word[f.length] == '\0';
}

static bool is_number(field f, double *number)
{
    return kg__parse_double(f.begin, number) == f.begin + f.length;
}

/* Whether a field says that a segment is fixed or free. */
static bool is_direction(field f, unsigned char *fixed)
{
    static const char *const words[][2] = {
        {"free", "fixed"}, {"undirected", "directed"}, {"two-way", "one-way"}};

    for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
        for (unsigned char k = 0; k < 2; k++)
            if (is_word(f, words[i][k])) {
                *fixed = k;
                return true;
            }
    return false;
}

static bool is_header(const reading *r)
{
    static const char *const names[][2] = {
        {"x1", "y1"}, {"source", "target"}, {"from", "to"}, {"name", "x"}, {"x", "y"}};

    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (r->fields >= 2 && is_word(r->field[0], names[i][0]) &&
            is_word(r->field[1], names[i][1]))
            return true;
    return false;
}

/* ---- segments -------------------------------------------------------------------------------- */

static kg_status add_segment(reading *r, const kg_vertex end[2], unsigned char fixed)
{
    kg_drawing *d = r->d;
    const uint64_t count = d->segments.count;
    kg_status status;

    if (count >= ((uint64_t)KG_NO_EDGE - 2) / 2)
        KG_TRY(kg__fail(
            d->ctx, KG_OVERFLOW, "%s: more segments than there are ids", r->lines.input->shown));
    KG_TRY(kg__host_grow(d->ctx, &d->end, &d->end_room, 2 * count + 2, sizeof *d->end, "segments"));
    KG_TRY(
        kg__host_grow(d->ctx, &d->fixed, &d->fixed_room, count + 1, sizeof *d->fixed, "segments"));
    memcpy(d->end + 2 * count, end, 2 * sizeof *end);
    d->fixed[count] = fixed;
    d->any_fixed |= fixed;
    d->segments.count++;
out:
    return status;
}

static kg_status parse_place(reading *r, unsigned first, double place[2])
{
    for (unsigned i = 0; i < 2; i++)
        if (first + i >= r->fields || !is_number(r->field[first + i], &place[i]) ||
            !(fabs(place[i]) <= 1e100))
            return kg__lines_fail(&r->lines,
                first + i < r->fields ? r->field[first + i].begin : r->lines.line + r->lines.length,
                "expected a coordinate, a number of at most 1e100 in size");
    return KG_OK;
}

static kg_status parse_line(reading *r)
{
    double place[4];
    kg_vertex end[2];
    unsigned char fixed = 0;
    kg_status status;

    for (unsigned i = 0; i < 2; i++)
        KG_TRY(parse_place(r, 2 * i, place + 2 * i));
    if (r->fields > 4 && (r->fields > 5 || !is_direction(r->field[4], &fixed)))
        return kg__lines_fail(&r->lines, r->field[r->fields > 5 ? 5 : 4].begin,
            "expected x1 y1 x2 y2, and fixed or free behind them");
    for (unsigned i = 0; i < 2; i++)
        KG_TRY(kg__drawing_find_place(r->d, r->tolerance, place + 2 * i, &end[i]));
    KG_TRY(add_segment(r, end, fixed));
out:
    return status;
}

static kg_status add_length(reading *r, double length, const char *place)
{
    kg_drawing *d = r->d;
    kg_status status;

    if (!(length >= 0 && isfinite(length)))
        return kg__lines_fail(&r->lines, place, "expected a length, a finite number of at least 0");
    if (d->lengths != d->segments.count)
        return kg__lines_fail(
            &r->lines, place, "a length: expected none, since lines before have none");
    KG_TRY(kg__host_grow(d->ctx, &d->length, &d->length_room, d->lengths + 1, sizeof *d->length,
        "lengths of segments"));
    d->length[d->lengths++] = length;
out:
    return status;
}

static kg_status parse_named(reading *r)
{
    kg_drawing *d = r->d;
    bool has_length = false, has_direction = false;
    unsigned char fixed = 0;
    kg_vertex end[2];
    double length;
    kg_status status;

    if (r->fields < 2)
        return kg__lines_fail(
            &r->lines, r->lines.line + r->lines.length, "expected two vertices, or x1 y1 x2 y2");
    for (unsigned i = 2; i < r->fields; i++) {
        if (!has_length && is_number(r->field[i], &length)) {
            KG_TRY(add_length(r, length, r->field[i].begin));
            has_length = true;
        } else if (!has_direction && is_direction(r->field[i], &fixed)) {
            has_direction = true;
        } else {
            return kg__lines_fail(&r->lines, r->field[i].begin,
                "expected a length and fixed or free behind two vertices, each at most once");
        }
    }
    if (d->lengths && !has_length)
        return kg__lines_fail(&r->lines, r->lines.line + r->lines.length,
            "expected a length, since lines before have one");
    for (unsigned i = 0; i < 2; i++) {
        const field *f = &r->field[i];

        if (!f->length)
            return kg__lines_fail(&r->lines, f->begin, "a name is empty");
        KG_TRY(kg__drawing_find_name(d, f->begin, f->length, &end[i]));
    }
    KG_TRY(add_segment(r, end, fixed));
out:
    return status;
}

/* Four numbers are places. */
static bool has_places(const reading *r)
{
    double number;

    for (unsigned i = 0; i < 4; i++)
        if (i >= r->fields || !is_number(r->field[i], &number))
            return false;
    return true;
}

static kg_status read_segments(reading *r)
{
    kg_status status;

    for (;;) {
        KG_TRY(next_record(r));
        if (!r->fields)
            break;
        if (!r->begun) {
            r->begun = true;
            if (is_header(r))
                continue;
            r->by_place = has_places(r);
        } else if (!r->d->segments.count) {
            r->by_place = has_places(r);
        }
        KG_TRY(r->by_place ? parse_line(r) : parse_named(r));
        if (r->lines.number % 65536 == 0)
            KG_TRY(kg__progress(r->d->ctx, "reading", r->lines.next, r->lines.input->size));
    }
out:
    return status;
}

/* ---- places of names ------------------------------------------------------------------------- */

static kg_status take_place(reading *r, uint64_t number)
{
    kg_drawing *d = r->d;
    char digits[KG__NUMBER_BYTES];
    field name = {digits, 0};
    uint64_t hash;
    double place[2];
    kg_vertex v;
    kg_status status;

    if (r->fields != 2 && r->fields != 3)
        return kg__lines_fail(&r->lines, r->field[0].begin, "expected name,x,y or x,y of a vertex");
    name.length = (size_t)(kg__print_label(digits, number) - digits);
    if (r->fields == 3)
        name = r->field[0];
    KG_TRY(parse_place(r, r->fields - 2, place));
    v = kg__drawing_look_up(d, name.begin, name.length, &hash);
    if (v == KG_NO_VERTEX)
        return KG_OK;
    if (!isnan(d->place[2 * (uint64_t)v]))
        return kg__lines_fail(&r->lines, r->field[0].begin, "the second place of this vertex");
    memcpy(d->place + 2 * (uint64_t)v, place, sizeof place);
out:
    return status;
}

static kg_status read_places(reading *names, const char *path)
{
    kg_drawing *d = names->d;
    kg_context *ctx = d->ctx;
    kg__input input = {.ctx = ctx, .fd = -1};
    reading r = {.d = d};
    uint64_t number = 0;
    kg_status status;

    kg__lines_open(&r.lines, &input);
    if (names->by_place)
        KG_TRY(kg__fail(ctx, KG_ARGUMENT,
            "%s: the segments have places of their own, and need none of a file",
            names->lines.input->shown));
    KG_TRY(kg__host_allocate(ctx, &d->place, d->segments.vertices, 2 * sizeof *d->place, "places"));
    for (uint64_t i = 0; i < 2 * d->segments.vertices; i++)
        d->place[i] = NAN;
    KG_TRY(kg__input_open(&input, ctx, path, NULL));
    for (;;) {
        KG_TRY(next_record(&r));
        if (!r.fields)
            break;
        if (number == 0 && !r.begun && is_header(&r)) {
            r.begun = true;
            continue;
        }
        KG_TRY(take_place(&r, number++));
    }
    for (uint64_t v = 0; v < d->segments.vertices; v++)
        if (isnan(d->place[2 * v]))
            KG_TRY(kg__fail(ctx, KG_FORMAT, "%s: no place for vertex '%.*s', expected one a vertex",
                input.shown,
                (int)(d->name[v + 1] - d->name[v] < 40 ? d->name[v + 1] - d->name[v] : 40),
                d->text + d->name[v]));
out:
    kg__lines_close(&r.lines);
    kg__input_close(&input);
    return status;
}

/* ---- the call -------------------------------------------------------------------------------- */

static kg_status read_drawing(void *result, const kg__input *input, const void *given)
{
    const kg_drawing_options *options = given;
    kg_drawing **drawing = result;
    kg_drawing *d = NULL;
    reading r = {.tolerance = options->tolerance};
    kg_status status;

    kg__lines_open(&r.lines, input);
    KG_TRY(kg__host_allocate(input->ctx, &d, 1, sizeof *d, "a drawing"));
    *d = (kg_drawing){.ctx = input->ctx};
    r.d = d;
    KG_TRY(read_segments(&r));
    if (options->places)
        KG_TRY(read_places(&r, options->places));
    d->segments.end = d->end;
    d->segments.fixed = d->any_fixed ? d->fixed : NULL;
    d->segments.length = d->length;
    d->segments.place = d->place;
    *drawing = d;
    d = NULL;
out:
    kg__lines_close(&r.lines);
    kg_drawing_destroy(d);
    return status;
}

static kg_status read_from(kg_drawing **drawing, kg_context *context, const kg__source *source,
    const kg_drawing_options *options)
{
    static const kg_drawing_options defaults = KG_DRAWING_OPTIONS_INIT;

    KG_NEED(context, drawing);
    *drawing = NULL;
    KG_NEED(context, context);
    kg__begin(context);
    options = options ? options : &defaults;
    if (!(options->tolerance >= 0 && isfinite(options->tolerance)))
        return kg__fail(context, KG_ARGUMENT,
            "tolerance is %g, expected a finite number of at least 0", options->tolerance);
    return kg__input_read_from(context, source, options->shown, read_drawing, drawing, options);
}

kg_status kg_drawing_read(
    kg_drawing **drawing, kg_context *context, const char *path, const kg_drawing_options *options)
{
    return read_from(drawing, context, KG__PATH(path), options);
}

kg_status kg_drawing_read_memory(kg_drawing **drawing, kg_context *context, const void *bytes,
    size_t size, const kg_drawing_options *options)
{
    return read_from(drawing, context, KG__MEMORY(bytes, size), options);
}

kg_status kg_drawing_read_file(
    kg_drawing **drawing, kg_context *context, FILE *file, const kg_drawing_options *options)
{
    return read_from(drawing, context, KG__FILE(file), options);
}
