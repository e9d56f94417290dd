/*
 * Tables of streets.
 *
 * In:  lines of fields under a header that names the columns.
 * Out: a way of one segment a line.
 * Method: fields are split as in all of konig's tables (../csr/files/csv.h). Ends are crossings by
 *     their names, else by their places. All columns are tags.
 * Work: O(file).
 */
#include "../../csr/files/text/csv.h"
#include "../../io/lines.h"
#include "../../io/number.h"
#include "../streets.h"
#include <math.h>
#include <string.h>

enum { PLACE = 4, COLUMNS_MOST = 256 };

typedef struct table {
    kg__gathered *g;
    kg__lines lines;
    kg__csv_columns columns;
    unsigned place[PLACE]; /* the columns of coordinates */
    unsigned length, id;
    bool by_name, has_places;
    kg__csv_field field[COLUMNS_MOST];
    char *text;    /* the header's names and this line's fields, terminated */
    size_t header; /* bytes of the header's names */
    uint64_t text_room;
    const char *pair[2 * COLUMNS_MOST];
} table;

/* ---- lines ----------------------------------------------------------------------------------- */

static kg_status split(table *t, unsigned *count)
{
    const char *p = t->lines.line, *end = p + t->lines.length;

    for (*count = 0; *count < COLUMNS_MOST; p++) {
        kg__csv_fault fault = KG__CSV_FINE;
        kg__csv_field *field = &t->field[*count];

        p = kg__csv_next(p, end, t->columns.separator, false, field, &fault);
        if (!p)
            return kg__lines_fail(&t->lines, fault == KG__CSV_OPEN ? field->begin - 1 : field->end,
                "%s",
                fault == KG__CSV_OPEN     ? "a quote that does not end"
                : fault == KG__CSV_BEHIND ? "expected a separator behind a quote"
                                          : "a zero byte, expected text");
        if (field->doubled)
            kg__csv_join_quotes(field);
        ++*count;
        if (*p == '\n')
            return KG_OK;
    }
    return kg__lines_fail(&t->lines, p, "expected at most %d columns", COLUMNS_MOST);
}

/* Copies fields as terminated texts, keys or values of tags, after the first `used` bytes. */
static kg_status copy_fields(table *t, size_t used, unsigned count, unsigned which)
{
    size_t bytes = used;
    kg_status status;

    for (unsigned i = 0; i < count; i++)
        bytes += (size_t)(t->field[i].end - t->field[i].begin) + 1;
    KG_TRY(kg__host_grow(t->g->ctx, &t->text, &t->text_room, bytes, 1, "fields"));
    bytes = 0;
    for (unsigned i = 0; i < count && which; i++) { /* the block may have moved */
        t->pair[2 * i] = t->text + bytes;
        bytes += strlen(t->text + bytes) + 1;
    }
    bytes = used;
    for (unsigned i = 0; i < count; i++) {
        const size_t length = (size_t)(t->field[i].end - t->field[i].begin);

        t->pair[2 * i + which] = memcpy(t->text + bytes, t->field[i].begin, length);
        t->text[bytes + length] = '\0';
        bytes += length + 1;
    }
    if (!which)
        t->header = bytes;
out:
    return status;
}

/* ---- the header ------------------------------------------------------------------------------ */

static bool find_places(table *t, const char *line, const char *end)
{
    static const char *const names[][PLACE] = {{"lon1 ", "lat1 ", "lon2 ", "lat2 "},
        {"x1 ", "y1 ", "x2 ", "y2 "}, {"from_lon ", "from_lat ", "to_lon ", "to_lat "},
        {"from_x ", "from_y ", "to_x ", "to_y "}};
    bool found = false;

    for (size_t form = 0; !found && form < sizeof names / sizeof *names; form++) {
        found = true;
        for (unsigned i = 0; i < PLACE; i++) {
            t->place[i] = kg__csv_find_named(line, end, t->columns.separator, names[form][i]);
            found = found && t->place[i] != KG__CSV_NONE;
        }
    }
    return found;
}

static kg_status read_header(table *t)
{
    kg__csv_columns *c = &t->columns;
    const char *line, *end;
    kg_status status;

    KG_TRY(kg__lines_next_fields(&t->lines));
    if (t->lines.line)
        c->separator = kg__csv_named_separator(t->lines.line, t->lines.line + t->lines.length);
    if (c->separator)
        KG_TRY(kg__lines_next_fields(&t->lines));
    line = t->lines.line;
    if (!line)
        KG_TRY(
            kg__fail(t->g->ctx, KG_FORMAT, "%s: the file is empty, expected streets", t->g->shown));
    end = line + t->lines.length;
    if (!c->separator)
        c->separator = kg__csv_separator(line, end);
    c->type = c->oneway = c->backward = KG__CSV_NONE;
    t->by_name = kg__csv_find_pair(c, line, end);
    t->has_places = find_places(t, line, end);
    kg__csv_find_directions(c, line, end);
    if (c->backward == KG__CSV_NONE)
        c->backward = kg__csv_find_named(line, end, c->separator, "length_back ");
    t->length = kg__csv_find_named(line, end, c->separator, "length length_m ");
    if (t->length == KG__CSV_NONE && t->by_name && c->value < KG__CSV_MANY)
        t->length = c->value;
    t->id = kg__csv_find_named(line, end, c->separator, "id osmid osm_id way_id ");
    if (!t->by_name && !t->has_places)
        KG_TRY(kg__lines_fail(&t->lines, line,
            "expected streets: a map of OpenStreetMap, GeoJSON, or a table whose first line names "
            "its columns, source and target or lon1, lat1, lon2 and lat2 among them"));
    if (!t->has_places && t->length == KG__CSV_NONE)
        KG_TRY(kg__lines_fail(&t->lines, end, "expected a column of lengths, or of coordinates"));
    KG_TRY(kg__gather_file(t->g, !t->has_places ? KG__GATHERED_NAMES
                                 : t->by_name   ? KG__GATHERED_NAMED_PLACES
                                                : KG__GATHERED_PLACES));
    KG_TRY(split(t, &c->count));
    KG_TRY(copy_fields(t, 0, c->count, 0));
out:
    return status;
}

/* ---- a street -------------------------------------------------------------------------------- */

/* The field of a column; an empty one if the table does not have the column. */
static const kg__csv_field *field_at(const table *t, unsigned column)
{
    static const kg__csv_field none;

    return column < t->columns.count ? &t->field[column] : &none;
}

static kg_status fail_at(const table *t, unsigned column, const char *what)
{
    return kg__lines_fail(&t->lines, t->field[column].begin, "%s", what);
}

static bool read_number(const table *t, unsigned column, double *number)
{
    const kg__csv_field *field = &t->field[column];

    return field->begin < field->end &&
           kg__csv_number(field, t->columns.separator, number) == field->end;
}

static kg_status find_ends(table *t, kg_vertex v[2])
{
    kg__gathered *g = t->g;
    kg_status status = KG_OK;

    for (unsigned i = 0; i < 2; i++) {
        const kg__csv_field *name = field_at(t, i ? t->columns.to : t->columns.from);
        const unsigned *at = t->place + 2 * i;
        int32_t place[2] = {0};
        double degrees[2] = {0};

        for (unsigned k = 0; k < 2 && t->has_places; k++)
            if (!read_number(t, at[k], &degrees[k]))
                KG_TRY(fail_at(t, at[k], "expected a coordinate, in degrees"));
        if (!kg__degrees(degrees[0], degrees[1], place))
            KG_TRY(fail_at(t, at[fabs(degrees[0]) <= 180],
                "expected a longitude of at most 180 and a latitude of at most 90 degrees"));
        if (!t->by_name) {
            KG_TRY(kg__gather_find(g, (const char *)place, sizeof place, place, &v[i]));
            continue;
        }
        if (name->begin == name->end)
            KG_TRY(fail_at(t, i ? t->columns.to : t->columns.from, "a crossing's name is empty"));
        KG_TRY(kg__gather_find(g, name->begin, (size_t)(name->end - name->begin), place, &v[i]));
        if (g->place[2 * (uint64_t)v[i]] != place[0] ||
            g->place[2 * (uint64_t)v[i] + 1] != place[1])
            KG_TRY(fail_at(t, at[0],
                "the crossing has other coordinates on a line before, or in a file before"));
        if (!g->named[v[i]]) {
            g->named[v[i]] = true;
            KG_TRY(
                kg__gather_text(g, name->begin, (size_t)(name->end - name->begin), &g->name[v[i]]));
        }
    }
out:
    return status;
}

/* length: [in] from the first end, negative if the line has none; [out] there and back. */
static kg_status find_direction(const table *t, double length[2], int *direction)
{
    const kg__csv_columns *c = &t->columns;
    const kg__csv_field *type = field_at(t, c->type);
    const bool typed = type->begin < type->end;
    double value[2] = {length[0] < 0 ? 0 : length[0]};
    unsigned ways;
    const char *at, *wrong = kg__csv_find_ways(
                        c, field_at(t, c->oneway), field_at(t, c->backward), value, &ways, &at);

    if (wrong)
        return kg__lines_fail(&t->lines, at, "%s", wrong);
    if (typed && !kg__csv_type(type))
        return fail_at(t, c->type, "expected Directed or Undirected as type");
    ways &= typed ? kg__csv_type(type) : KG__CSV_BOTH;
    if (!ways)
        return fail_at(t, c->type, "the type and another column exclude each other");
    if (length[0] < 0 && c->backward != KG__CSV_NONE && value[1] > 0)
        return fail_at(t, c->backward, "expected a column `length` beside that of lengths back");
    if (!isfinite(value[1]))
        return fail_at(t, c->backward, "expected a finite length");
    length[1] = ways == KG__CSV_FORWARD || length[0] < 0 ? length[0] : value[1];
    length[0] = ways == KG__CSV_BACKWARD ? length[1] : length[0];
    *direction = ways == KG__CSV_BOTH ? 0 : ways == KG__CSV_FORWARD ? 1 : -1;
    return KG_OK;
}

static kg_status read_street(table *t)
{
    kg__gathered *g = t->g;
    const kg__tags tags = {t->pair, t->columns.count};
    uint64_t id = g->counts.ways++;
    int direction = 0;
    double length[2] = {-1, -1};
    unsigned count;
    bool numbered;
    kg_vertex v[2];
    kg_status status;

    KG_TRY(split(t, &count));
    if (count != t->columns.count)
        KG_TRY(kg__lines_fail(&t->lines, t->lines.line,
            "the line has %u fields, expected %u as in the first record", count, t->columns.count));
    KG_TRY(copy_fields(t, t->header, count, 1));
    if (t->length != KG__CSV_NONE &&
        (!read_number(t, t->length, &length[0]) || !(length[0] >= 0 && isfinite(length[0]))))
        KG_TRY(fail_at(t, t->length, "expected a length, a finite number of at least 0"));
    numbered = t->id != KG__CSV_NONE && t->field[t->id].begin < t->field[t->id].end;
    if (numbered &&
        (kg__parse_label(t->field[t->id].begin, &id) != t->field[t->id].end || id > INT64_MAX))
        KG_TRY(fail_at(t, t->id, "expected a number of a way, of at most 2^63 - 1"));
    KG_TRY(find_direction(t, length, &direction));
    if (kg__tag(tags, "highway") && !kg__network_has(g->options->network, tags))
        goto out;
    if (g->options->network == KG_STREETS_WALK)
        direction = 0;
    KG_TRY(find_ends(t, v));
    for (unsigned i = 0; i < 2; i++)
        KG_TRY(kg__gather_ref(g, v[i]));
    KG_TRY(kg__gather_way(g, (int64_t)id, tags, direction, length[0]));
    g->way[g->ways - 1].back = length[1];
    g->way[g->ways - 1].numbered = numbered;
    g->is_windy = g->is_windy || length[0] != length[1];
out:
    return status;
}

kg_status kg__streets_read_table(kg__gathered *g, const kg__input *input)
{
    table *t = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(g->ctx, &t, 1, sizeof *t, "a table"));
    *t = (table){.g = g};
    kg__lines_open(&t->lines, input);
    status = read_header(t);
    while (status == KG_OK) {
        status = kg__lines_next_fields(&t->lines);
        if (status != KG_OK || !t->lines.line)
            break;
        status = read_street(t);
        if (status == KG_OK)
            status = kg__progress(g->ctx, "reading streets", t->lines.next, input->size);
    }
    g->counts.nodes = g->nodes;
    kg__lines_close(&t->lines);
    kg__free(g->ctx, t->text);
out:
    kg__free(g->ctx, t);
    return status;
}
