/*
 * Reading and writing hierarchies.
 *
 * In:  a file in the layout of hierarchy_file.h, and the graph that it was made for.
 * Out: a hierarchy in the mapped file, or in a block if the input is not a regular file.
 * Method: nothing is allocated or mapped before the header and the size of the file agree. Then the
 *     checksums are compared, and everything that searches rely on is checked: each vertex has a
 *     place, arcs lead up, lengths are legal. Shortcuts are checked when a path goes through them
 *     (path.c).
 * Work: O(n + arcs), and one pass over the graph for its checksum.
 */
#include "hierarchy_file.h"
#include <string.h>

static const char NOUN[] = "hierarchy"; /* in messages */
static const char *const part_name[KG__HIERARCHY_PARTS] = {"vertices", "levels", "rows", "arcs",
    "rows of labels", "labels", "rows back", "arcs back", "rows of labels back", "labels back"};

uint64_t kg__hierarchy_sum_graph(const kg_graph *graph, bool unit)
{
    enum { TOGETHER = 4096 };
    const uint64_t n = graph->n, m = kg__edges(graph);
    uint64_t sum = kg__sum_join(n, m), row[TOGETHER];

    if (graph->half) {
        sum = kg__sum_join(sum, kg__sum_bytes(graph->end, 2 * m * sizeof *graph->end));
    } else {
        for (uint64_t v = 0; v < n; v += TOGETHER) {
            const uint64_t count = n - v < TOGETHER ? n - v : TOGETHER;

            for (uint64_t i = 0; i < count; i++)
                row[i] = graph->row[v + i];
            sum = kg__sum_join(sum, kg__sum_bytes(row, count * sizeof *row));
        }
        sum = kg__sum_join(sum, kg__sum_bytes(graph->col, m * sizeof *graph->col));
    }
    if (graph->value && !unit)
        sum = kg__sum_join(sum, kg__sum_bytes(graph->value, m * sizeof *graph->value));
    return sum;
}

/* Lays out the sections that the counts imply, without their checksums. size: [out] of the file. */
static void lay_out(kg__hierarchy_header *h, uint64_t *size)
{
    h->section[KG__VERTEX_PART].bytes = h->n * sizeof(kg_vertex);
    h->section[KG__LEVEL_PART].bytes = ((uint64_t)h->levels + 1) * sizeof(kg_vertex);
    for (int side = 0; side < 2; side++) {
        const bool is_there = side == 0 || h->flags & KG__HIERARCHY_TWO_SIDES;
        kg__section *part = h->section + side * KG__SIDE_PARTS;

        part[KG__ROW_PART].bytes = is_there ? (h->n + 1) * sizeof(uint32_t) : 0;
        part[KG__ARC_PART].bytes = h->arcs[side] * sizeof(kg__arc);
        part[KG__LABEL_ROW_PART].bytes = is_there ? (h->labelled + 1) * sizeof(uint32_t) : 0;
        part[KG__LABEL_PART].bytes = h->labels[side] * sizeof(kg__label);
    }
    *size = kg__sections_lay_out(h->section, KG__HIERARCHY_PARTS, sizeof *h);
}

/* ---- writing --------------------------------------------------------------------------------- */

static kg_status write_to(kg_output *output, const kg_hierarchy *hierarchy)
{
    const kg_graph *graph = hierarchy->graph;
    const void *bytes[KG__HIERARCHY_PARTS] = {hierarchy->vertex, hierarchy->level,
        hierarchy->row[0], hierarchy->arc[0], hierarchy->label_row[0], hierarchy->label[0],
        hierarchy->row[1], hierarchy->arc[1], hierarchy->label_row[1], hierarchy->label[1]};
    kg__hierarchy_header h = {.version = KG__HIERARCHY_VERSION,
        .order = KG__SECTIONS_ORDER,
        .n = graph->n,
        .m = kg__edges(graph),
        .levels = hierarchy->levels,
        .flags = (hierarchy->sides == 2 ? KG__HIERARCHY_TWO_SIDES : 0u) |
                 (hierarchy->unit ? KG__HIERARCHY_UNIT : 0u) |
                 (hierarchy->exact ? KG__HIERARCHY_EXACT : 0u),
        .graph = kg__hierarchy_sum_graph(graph, hierarchy->unit),
        .labelled = hierarchy->labelled,
        .unit_of_labels = hierarchy->labelled ? hierarchy->unit_of_labels : 1};
    uint64_t size;
    kg_status status;

    memcpy(h.magic, KG__HIERARCHY_MAGIC, sizeof h.magic);
    for (int side = 0; side < hierarchy->sides; side++) {
        h.arcs[side] = hierarchy->row[side][graph->n];
        h.labels[side] = hierarchy->label_row[side][hierarchy->labelled];
    }
    lay_out(&h, &size);
    kg__sections_sum(h.section, KG__HIERARCHY_PARTS, bytes);
    h.sum = kg__sum_header(&h, sizeof h);
    KG_TRY(kg__output_write(output, &h, sizeof h));
    KG_TRY(kg__sections_write(output, h.section, KG__HIERARCHY_PARTS, bytes));
out:
    return status;
}

kg_status kg_hierarchy_write(kg_hierarchy *hierarchy, const char *path)
{
    kg_context *ctx = KG__CONTEXT(hierarchy);
    kg_output *output = NULL;
    kg_status status;

    KG_NEED(NULL, hierarchy);
    KG_NEED(ctx, path);
    kg__begin(ctx);
    kg__stage(ctx, "write");
    KG_TRY(kg__output_open(&output, ctx, path));
    KG_TRY(write_to(output, hierarchy));
    KG_TRY(kg__output_close(output));
out:
    kg_output_destroy(output);
    kg__stage(ctx, NULL);
    return status;
}

/* ---- reading --------------------------------------------------------------------------------- */

typedef struct reader {
    kg_context *ctx;
    const kg__input *input;
    kg__hierarchy_header header;
} reader;

static kg_status damaged(const reader *r, const char *what)
{
    return kg__sections_damaged(r->input, NOUN, what);
}

static kg_status check_header(reader *r)
{
    const kg__hierarchy_header *h = &r->header;
    kg__hierarchy_header implied = *h;
    uint64_t size;
    kg_status status;

    KG_TRY(kg__sections_check_head(r->input, NOUN, h, sizeof *h, KG__HIERARCHY_VERSION));
    if (h->n >= KG__HIERARCHY_MOST || h->m >= KG__HIERARCHY_MOST || h->levels < 1 ||
        h->levels > h->n + 1 || h->arcs[0] > UINT32_MAX || h->arcs[1] > UINT32_MAX ||
        h->flags >= KG__HIERARCHY_FLAGS || h->labelled > h->n || h->labels[0] > UINT32_MAX ||
        h->labels[1] > UINT32_MAX || !(h->unit_of_labels > 0 && h->unit_of_labels < INFINITY) ||
        ((h->arcs[1] || h->labels[1]) && !(h->flags & KG__HIERARCHY_TWO_SIDES)))
        return damaged(r, "the header contradicts itself");
    memset(implied.zero, 0, sizeof implied.zero);
    lay_out(&implied, &size);
    KG_TRY(kg__sections_check_implied(r->input, NOUN, h, &implied, sizeof *h, size));
out:
    return status;
}

static kg_status check_graph(const reader *r, const kg_graph *graph)
{
    const kg__hierarchy_header *h = &r->header;

    if (h->n != graph->n || h->m != kg__edges(graph) ||
        (graph->half && h->flags & KG__HIERARCHY_TWO_SIDES) ||
        h->graph != kg__hierarchy_sum_graph(graph, h->flags & KG__HIERARCHY_UNIT))
        return kg__fail(r->ctx, KG_FORMAT,
            "%s: this is the hierarchy of another graph: that one has %llu vertices and %llu "
            "edges, this one %u and %llu, or edges or values differ; make one of this graph",
            r->input->shown, (unsigned long long)h->n, (unsigned long long)h->m, graph->n,
            (unsigned long long)kg__edges(graph));
    return KG_OK;
}

/* Returns whether an arc of a place of level k is legal. */
static bool is_arc(const kg_hierarchy *h, uint32_t k, uint64_t place, const kg__arc *arc)
{
    const uint32_t between = arc->via & ~KG__SHORTCUT;
    const bool is_up = arc->head < h->level[k ? k : 1] && arc->head != place;

    return is_up && arc->length >= 0 && arc->length < INFINITY &&
           (arc->via & KG__SHORTCUT ? between < h->graph->n && between >= h->level[k + 1]
                                    : arc->via < kg__edges(h->graph));
}

static bool are_arcs(const kg_hierarchy *h, int side)
{
    bool bad = false;

    for (uint32_t k = 0; k < h->levels; k++)
        for (uint64_t p = h->level[k]; p < h->level[k + 1]; p++)
            for (uint32_t i = h->row[side][p]; i < h->row[side][p + 1]; i++)
                bad |= !is_arc(h, k, p, &h->arc[side][i]);
    return !bad;
}

static bool are_labels(const kg_hierarchy *h, int side, uint64_t labels)
{
    bool bad = false;

    for (uint64_t i = 0; i < labels; i++)
        bad |= h->label[side][i].hub >= h->labelled;
    return !bad;
}

/* Points the arrays of h into the file, and checks them. */
static kg_status take(const reader *r, kg_hierarchy *h, const unsigned char *file)
{
    const kg__hierarchy_header *header = &r->header;
    const void *part[KG__HIERARCHY_PARTS];
    bool legal;
    kg_status status = KG_OK;

    KG_TRY(
        kg__sections_check(r->input, NOUN, header->section, part_name, KG__HIERARCHY_PARTS, file));
    for (int k = 0; k < KG__HIERARCHY_PARTS; k++)
        part[k] = file + header->section[k].offset;
    h->exact = header->flags & KG__HIERARCHY_EXACT;
    h->levels = header->levels;
    h->labelled = (uint32_t)header->labelled;
    h->unit_of_labels = header->unit_of_labels;
    h->vertex = (kg_vertex *)part[KG__VERTEX_PART];
    h->level = (kg_vertex *)part[KG__LEVEL_PART];
    for (int side = 0; side < 2; side++) {
        const void *const *of = part + (h->sides == 2 ? side * KG__SIDE_PARTS : 0);

        h->row[side] = (uint32_t *)of[KG__ROW_PART];
        h->arc[side] = (kg__arc *)of[KG__ARC_PART];
        h->label_row[side] = (uint32_t *)of[KG__LABEL_ROW_PART];
        h->label[side] = (kg__label *)of[KG__LABEL_PART];
    }
    KG_TRY(kg__hierarchy_place(h, &legal));
    legal = legal && kg__rises(h->level, (uint64_t)h->levels + 1, header->n);
    for (int side = 0; side < h->sides && legal; side++)
        legal = kg__rises(h->row[side], header->n + 1, header->arcs[side]) && are_arcs(h, side) &&
                kg__rises(h->label_row[side], header->labelled + 1, header->labels[side]) &&
                are_labels(h, side, header->labels[side]);
    if (!legal)
        status = damaged(r, "what it says of the graph is out of range");
out:
    return status;
}

static kg_status read_input(void *result, const kg__input *input, const void *options)
{
    kg_hierarchy **hierarchy = result, *made = NULL;
    kg_graph *graph = (kg_graph *)options;
    reader r = {.ctx = input->ctx, .input = input};
    const size_t count = input->size < sizeof r.header ? (size_t)input->size : sizeof r.header;
    kg_status status;

    KG_TRY(kg__input_read(input, &r.header, 0, count));
    if (count < sizeof r.header.magic ||
        memcmp(r.header.magic, KG__HIERARCHY_MAGIC, sizeof r.header.magic) != 0)
        return kg__fail(
            r.ctx, KG_FORMAT, "%s: not the file of a hierarchy: it begins otherwise", input->shown);
    if (count < sizeof r.header)
        return damaged(&r, "it ends within its header");
    KG_TRY(check_header(&r));
    KG_TRY(check_graph(&r, graph));
    KG_TRY(kg__hierarchy_create(&made, graph, r.header.flags & KG__HIERARCHY_UNIT,
        r.header.flags & KG__HIERARCHY_TWO_SIDES ? 2 : 1));
    KG_TRY(kg__sections_hold(input, "a hierarchy", &made->map, &made->copy));
    KG_TRY(take(&r, made, made->map ? made->map : made->copy));
    *hierarchy = made;
    made = NULL;
out:
    kg_hierarchy_destroy(made);
    return status;
}

static kg_status read_from(kg_hierarchy **hierarchy, kg_graph *graph, const kg__source *source)
{
    kg_context *ctx = KG__CONTEXT(graph);
    kg_status status;

    KG_NEED_RESULT(ctx, hierarchy, graph);
    KG_TRY(kg__begin_graph(graph));
    kg__stage(ctx, "read");
    KG_TRY(kg__hierarchy_check(graph));
    KG_TRY(kg__input_read_from(ctx, source, NULL, read_input, hierarchy, graph));
out:
    kg__stage(ctx, NULL);
    return status;
}

KG__READ_CALLS(kg_hierarchy_read, read_from, kg_hierarchy, kg_graph)
