/*
 * Reading drawings: segments, one a line, between places or between vertices with names.
 *
 * In:  the fields of a file's lines (fields.c), in columns or one after the other; those of a file
 *     of places.
 * Out: the segments, their vertices numbered in the order in which the file first has them.
 * Work: O(segments), serial. Memory: some 20 bytes a segment, and that of vertices.c.
 */
#include "../foreign/foreign.h"
#include "fields.h"
#include "svg/read_svg.h"
#include <math.h>
#include <string.h>

static const kg__expected for_segments = {"segments, a line x1 y1 x2 y2 each, or SVG"};
static const kg__expected for_places = {"the places of vertices, a line name,x,y each"};

typedef struct reading {
    kg_drawing *d;
    kg__fields fields;
    bool by_place, layered; /* layered: there is a column of layers */
} reading;

/* ---- segments -------------------------------------------------------------------------------- */

/* Reads the coordinates of a place, fields `first` and the next. */
static kg_status take_place(const kg__fields *f, unsigned first, double place[2])
{
    for (unsigned i = 0; i < 2; i++)
        if (!kg__fields_number(f, first + i, &place[i]) || !(fabs(place[i]) <= 1e100))
            return kg__fields_fail(
                f, first + i, "expected a coordinate, a number of at most 1e100 in size");
    return KG_OK;
}

static kg_status add_length(reading *r, double length, unsigned field)
{
    kg_drawing *d = r->d;
    kg_status status;

    if (!(length >= 0 && isfinite(length)))
        return kg__fields_fail(
            &r->fields, field, "expected a length, a finite number of at least 0");
    if (d->lengths != d->segments.count)
        return kg__fields_fail(
            &r->fields, field, "a length: expected none, since lines before have none");
    KG_TRY(kg__host_grow(d->ctx, &d->length, &d->length_room, d->lengths + 1, sizeof *d->length,
        "lengths of segments"));
    d->length[d->lengths++] = length;
out:
    return status;
}

static kg_status find_name(reading *r, unsigned field, kg_vertex *v)
{
    const kg__csv_field *f = &r->fields.field[field];

    if (f->begin == f->end)
        return kg__fields_fail(&r->fields, field, "a name is empty");
    return kg__drawing_find_name(r->d, f->begin, (size_t)(f->end - f->begin), v);
}

/* Finds the vertices at both ends of a segment. field: that of the first coordinate. */
static kg_status find_places(reading *r, unsigned field, kg_vertex end[2])
{
    double place[2][2];
    kg_status status;

    for (unsigned i = 0; i < 2; i++)
        KG_TRY(take_place(&r->fields, field + 2 * i, place[i]));
    for (unsigned i = 0; i < 2; i++)
        KG_TRY(kg__drawing_find_place(r->d, place[i], &end[i]));
out:
    return status;
}

/* Whether a field says that a segment is fixed or free. */
static bool is_direction(const kg__csv_field *field, unsigned char *fixed)
{
    const unsigned ways = kg__csv_type(field);

    *fixed = ways == KG__CSV_FORWARD;
    return ways == KG__CSV_FORWARD || ways == KG__CSV_BOTH;
}

/* Reads a segment outside tables: its ends, followed by its other properties in any order. */
static kg_status take_line(reading *r)
{
    const kg__fields *f = &r->fields;
    bool has_length = r->by_place, has_direction = false;
    unsigned char fixed = 0;
    kg_vertex end[2];
    double length;
    kg_status status;

    if (f->count < 2)
        KG_TRY(kg__fields_fail(f, f->count, "expected two vertices, or x1 y1 x2 y2"));
    for (unsigned i = r->by_place ? 4 : 2; i < f->count; i++) {
        if (!has_length && kg__fields_number(f, i, &length)) {
            KG_TRY(add_length(r, length, i));
            has_length = true;
        } else if (!has_direction && is_direction(&f->field[i], &fixed)) {
            has_direction = true;
        } else {
            KG_TRY(kg__fields_fail(f, i,
                r->by_place ? "expected x1 y1 x2 y2, and fixed or free behind them"
                            : "expected a length and fixed or free behind two vertices, each at "
                              "most once; names of columns have source and target among them"));
        }
    }
    if (r->d->lengths && !has_length)
        KG_TRY(kg__fields_fail(f, f->count, "expected a length, since lines before have one"));
    if (r->by_place)
        KG_TRY(find_places(r, 0, end));
    for (unsigned i = 0; i < 2 && !r->by_place; i++)
        KG_TRY(find_name(r, i, &end[i]));
    KG_TRY(kg__drawing_add(r->d, end, fixed));
out:
    return status;
}

/* Reads the directions of a segment, and its length, from the columns. */
static kg_status take_ways(const kg__fields *f, unsigned *ways, double *length)
{
    const kg__csv_field *type = &f->field[KG__FIELD_TYPE];
    double value[2] = {*length};
    const char *at, *wrong = kg__csv_find_ways(&f->columns, &f->field[KG__FIELD_ONEWAY],
                        &f->field[KG__FIELD_BACKWARD], value, ways, &at);
    const unsigned typed = type->begin < type->end ? kg__csv_type(type) : KG__CSV_BOTH;

    if (wrong)
        return kg__lines_fail(&f->lines, at, "%s", wrong);
    if (!typed)
        return kg__fields_fail(f, KG__FIELD_TYPE, "expected Directed or Undirected as type");
    *ways &= typed;
    if (!*ways)
        return kg__fields_fail(f, KG__FIELD_TYPE, "the type and another column exclude each other");
    if (*ways == KG__CSV_BOTH && value[0] != value[1])
        return kg__fields_fail(f, KG__FIELD_BACKWARD,
            "another length than there: expected one length for both directions");
    *length = *ways & KG__CSV_FORWARD ? value[0] : value[1];
    return KG_OK;
}

/* Reads a segment of a table. */
static kg_status take_row(reading *r)
{
    const kg__fields *f = &r->fields;
    const bool has_length = f->at[KG__FIELD_VALUE] != KG__CSV_NONE;
    double length = 0;
    kg_vertex end[2];
    unsigned ways;
    kg_status status;

    if (has_length && !kg__fields_number(f, KG__FIELD_VALUE, &length))
        KG_TRY(kg__fields_fail(f, KG__FIELD_VALUE, "expected a length, a number"));
    KG_TRY(take_ways(f, &ways, &length));
    if (has_length)
        KG_TRY(add_length(r, length, KG__FIELD_VALUE));
    if (r->by_place)
        KG_TRY(find_places(r, KG__FIELD_PLACE, end));
    for (unsigned i = 0; i < 2 && !r->by_place; i++)
        KG_TRY(find_name(r, i ? KG__FIELD_TO : KG__FIELD_FROM, &end[i]));
    if (ways == KG__CSV_BACKWARD) {
        const kg_vertex first = end[0];

        end[0] = end[1];
        end[1] = first;
    }
    KG_TRY(kg__drawing_add(r->d, end, ways != KG__CSV_BOTH));
    if (r->layered && f->at[KG__FIELD_LAYER] != KG__CSV_NONE) {
        const kg__csv_field *name = &f->field[KG__FIELD_LAYER];
        uint32_t layer;

        KG_TRY(kg__drawing_find_layer(
            r->d, name->begin, (size_t)(name->end - name->begin), "", &layer));
        KG_TRY(kg__drawing_set_layer(r->d, r->d->segments.count - 1, layer));
    }
out:
    return status;
}

/* Whether a line has four numbers, which are places. */
static bool has_places(const kg__fields *f)
{
    double number;

    for (unsigned i = 0; i < 4; i++)
        if (!kg__fields_number(f, i, &number))
            return false;
    return true;
}

static kg_status read_segments(reading *r)
{
    const kg__lines *lines = &r->fields.lines;
    kg_status status;

    for (;;) {
        KG_TRY(kg__fields_next(&r->fields));
        if (!r->fields.count)
            break;
        if (!r->d->segments.count)
            r->by_place = r->fields.table ? r->fields.at[KG__FIELD_PLACE] != KG__CSV_NONE
                                          : has_places(&r->fields);
        KG_TRY(r->fields.table ? take_row(r) : take_line(r));
        if (lines->number % 65536 == 0)
            KG_TRY(kg__progress(r->d->ctx, "reading", lines->next, lines->input->size));
    }
out:
    return status;
}

/* ---- places of names ------------------------------------------------------------------------- */

/* number: of the line, which is the name of the vertex if the file has no names. */
static kg_status place_vertex(kg_drawing *d, const kg__fields *f, uint64_t number)
{
    char digits[KG__NUMBER_BYTES];
    const bool named = f->table ? f->at[KG__FIELD_FROM] != KG__CSV_NONE : f->count == 3;
    kg__csv_field name = {.begin = digits, .end = kg__print_label(digits, number)};
    uint64_t hash;
    double place[2];
    kg_vertex v;
    kg_status status;

    if (!f->table && f->count != 2 && f->count != 3)
        KG_TRY(kg__fields_fail(f, 0, "expected name,x,y or x,y of a vertex"));
    if (named)
        name = f->field[KG__FIELD_FROM];
    KG_TRY(take_place(f, f->table ? KG__FIELD_PLACE : f->count - 2, place));
    v = kg__drawing_look_up(d, name.begin, (size_t)(name.end - name.begin), &hash);
    if (v == KG_NO_VERTEX)
        return KG_OK;
    if (!isnan(d->place[2 * (uint64_t)v]))
        KG_TRY(kg__fields_fail(f, named ? KG__FIELD_FROM : 0, "the second place of this vertex"));
    memcpy(d->place + 2 * (uint64_t)v, place, sizeof place);
out:
    return status;
}

static kg_status read_places(reading *segments, const char *path)
{
    kg_drawing *d = segments->d;
    kg_context *ctx = d->ctx;
    kg__input input = {.ctx = ctx, .fd = -1};
    kg__fields fields = {.places = true};
    uint64_t number = 0;
    kg_status status;

    kg__lines_open(&fields.lines, &input);
    if (segments->by_place)
        KG_TRY(kg__fail(ctx, KG_ARGUMENT,
            "%s: the segments have places of their own, and need none of a file",
            segments->fields.lines.input->shown));
    KG_TRY(kg__host_allocate(ctx, &d->place, d->segments.vertices, 2 * sizeof *d->place, "places"));
    for (uint64_t i = 0; i < 2 * d->segments.vertices; i++)
        d->place[i] = NAN;
    KG_TRY(kg__input_open(&input, ctx, path, NULL));
    KG_TRY(kg__foreign_refuse(&input, &for_places));
    for (;;) {
        KG_TRY(kg__fields_next(&fields));
        if (!fields.count)
            break;
        KG_TRY(place_vertex(d, &fields, number++));
    }
    for (uint64_t v = 0; v < d->segments.vertices; v++)
        if (isnan(d->place[2 * v]))
            KG_TRY(kg__fail(ctx, KG_FORMAT, "%s: no place for vertex '%s', expected one a vertex",
                input.shown, KG__SHOW(d->text + d->name[v], d->name[v + 1] - d->name[v])));
out:
    kg__lines_close(&fields.lines);
    kg__input_close(&input);
    return status;
}

/* ---- the call -------------------------------------------------------------------------------- */

static kg_status read_drawing(void *result, const kg__input *file, const void *given)
{
    const kg_drawing_options *options = given;
    kg_drawing **drawing = result;
    kg_drawing *d = NULL;
    kg__input rest = *file;
    const kg__input *input = &rest;
    reading r = {.fields.asked = options->columns, .layered = options->layers != KG_LAYERS_NONE};
    bool is_svg;
    kg_status status;

    kg__lines_open(&r.fields.lines, input);
    KG_TRY(kg__input_skip(&rest, file, options->skip_lines));
    r.fields.lines.number = rest.skipped_lines;
    KG_TRY(kg__foreign_is(input, "SVG", &is_svg));
    if (!is_svg)
        KG_TRY(kg__foreign_refuse(input, &for_segments));
    KG_TRY(kg__host_allocate(input->ctx, &d, 1, sizeof *d, "a drawing"));
    *d = (kg_drawing){.ctx = input->ctx, .layer_names.ctx = input->ctx};
    r.d = d;
    if (is_svg) {
        r.by_place = true;
        KG_TRY(kg__svg_read(d, input, options));
    } else {
        KG_TRY(read_segments(&r));
    }
    if ((options->split || options->distinct || options->straighten > 0 || options->retrace > 0) &&
        d->segments.count && !r.by_place)
        KG_TRY(kg__fail(input->ctx, KG_ARGUMENT,
            "%s: its vertices have names: only segments x1 y1 x2 y2 can be %s", input->shown,
            options->split         ? "split"
            : options->distinct    ? "made distinct"
            : options->retrace > 0 ? "retraced"
                                   : "straightened"));
    if (r.by_place && !is_svg)
        KG_TRY(kg__drawing_join(d, options));
    if (options->places)
        KG_TRY(read_places(&r, options->places));
    kg__drawing_lend(d);
    *drawing = d;
    d = NULL;
out:
    kg__lines_close(&r.fields.lines);
    kg_drawing_destroy(d);
    return status;
}

static kg_status read_from(kg_drawing **drawing, kg_context *context, const kg__source *source,
    const kg_drawing_options *options)
{
    kg_status status;

    KG_NEED_RESULT(context, drawing, context);
    kg__begin(context);
    options = options ? options : &(const kg_drawing_options)KG_DRAWING_OPTIONS_INIT;
    KG_TRY(kg__drawing_check(context, options));
    KG_TRY(kg__input_read_from(context, source, options->shown, read_drawing, drawing, options));
out:
    return status;
}

KG__READ_CALLS_WITH(kg_drawing_read, read_from, kg_drawing, kg_context, kg_drawing_options)
