/*
 * Reading and writing bases of hierarchies.
 *
 * In:  a file in the layout of base_file.h, and a graph with the edges that it was made for.
 * Out: a base in the mapped file, or in a block if the input is not a regular file.
 * Method: nothing is allocated or mapped before the header and the size of the file agree. Then the
 *     checksums are compared, and everything that customizing relies on is checked: each vertex
 *     has a place, arcs lead up, rise in each row and are chordal, and each edge has an arc.
 * Work: O(n + m log n + arcs log n), and one pass over the graph for its checksum.
 */
#include "base_file.h"
#include "../../base/bisect.h"
#include "hierarchy_file.h"
#include <string.h>

/* GRAIN: places from which on another thread pays. */
enum { GRAIN = 4096 };

static const char NOUN[] = "base of hierarchies"; /* in messages */
static const char *const part_name[KG__BASE_PARTS] = {"vertices", "levels", "rows", "arcs"};

/* Lays out the sections that the counts imply, without their checksums. size: [out] of the file. */
static void lay_out(kg__base_header *h, uint64_t *size)
{
    h->section[KG__BASE_VERTEX].bytes = h->n * sizeof(kg_vertex);
    h->section[KG__BASE_LEVEL].bytes = (h->levels + 1) * sizeof(kg_vertex);
    h->section[KG__BASE_ROW].bytes = (h->n + 1) * sizeof(uint32_t);
    h->section[KG__BASE_HEAD].bytes = h->arcs * sizeof(kg_vertex);
    *size = kg__sections_lay_out(h->section, KG__BASE_PARTS, sizeof *h);
}

/* ---- writing --------------------------------------------------------------------------------- */

static kg_status write_to(kg_output *output, const kg_hierarchy_base *b)
{
    const void *bytes[KG__BASE_PARTS] = {b->vertex, b->level, b->row, b->head};
    kg__base_header h = {.version = KG__BASE_VERSION,
        .order = KG__SECTIONS_ORDER,
        .n = b->n,
        .m = b->m,
        .levels = b->levels,
        .arcs = b->row[b->n],
        .graph = b->sum};
    uint64_t size;
    kg_status status;

    memcpy(h.magic, KG__BASE_MAGIC, sizeof h.magic);
    lay_out(&h, &size);
    kg__sections_sum(h.section, KG__BASE_PARTS, bytes);
    h.sum = kg__sum_header(&h, sizeof h);
    KG_TRY(kg__output_write(output, &h, sizeof h));
    KG_TRY(kg__sections_write(output, h.section, KG__BASE_PARTS, bytes));
out:
    return status;
}

kg_status kg_hierarchy_base_write(kg_hierarchy_base *base, const char *path)
{
    kg_context *ctx = KG__CONTEXT(base);
    kg_output *output = NULL;
    kg_status status;

    KG_NEED(NULL, base);
    KG_NEED(ctx, path);
    kg__begin(ctx);
    kg__stage(ctx, "write");
    KG_TRY(kg__output_open(&output, ctx, path));
    KG_TRY(write_to(output, base));
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
    kg__base_header header;
} reader;

static kg_status damaged(const reader *r, const char *what)
{
    return kg__sections_damaged(r->input, NOUN, what);
}

static kg_status check_header(reader *r)
{
    const kg__base_header *h = &r->header;
    kg__base_header implied = *h;
    uint64_t size;
    kg_status status;

    KG_TRY(kg__sections_check_head(r->input, NOUN, h, sizeof *h, KG__BASE_VERSION));
    if (h->n >= KG__HIERARCHY_MOST || h->m >= KG__HIERARCHY_MOST || h->levels < 1 ||
        h->levels > h->n + 1 || h->arcs >= KG__DOWN)
        return damaged(r, "the header contradicts itself");
    memset(implied.zero, 0, sizeof implied.zero);
    lay_out(&implied, &size);
    KG_TRY(kg__sections_check_implied(r->input, NOUN, h, &implied, sizeof *h, size));
out:
    return status;
}

static kg_status check_graph(const reader *r, const kg_graph *graph)
{
    const kg__base_header *h = &r->header;

    if (h->n != graph->n || h->m != kg__edges(graph) ||
        h->graph != kg__hierarchy_sum_graph(graph, true))
        return kg__fail(r->ctx, KG_FORMAT,
            "%s: this is the base of hierarchies of another graph: that one has %llu vertices and "
            "%llu edges, this one %u and %llu, or edges differ; make a base of this one",
            r->input->shown, (unsigned long long)h->n, (unsigned long long)h->m, graph->n,
            (unsigned long long)kg__edges(graph));
    return KG_OK;
}

/* Returns whether the arcs of a place of level k are legal: the heads rise and are of higher
 * levels, and the lowest of them has arcs to all others. */
static bool are_arcs(const kg_hierarchy_base *b, uint32_t k, uint64_t place)
{
    const uint32_t begin = b->row[place], end = b->row[place + 1];
    kg_vertex lowest;

    if (begin == end)
        return true;
    lowest = b->head[end - 1];
    if (lowest >= b->level[k])
        return false;
    for (uint32_t i = begin; i + 1 < end; i++) {
        const kg_vertex head = b->head[i];
        const uint32_t last = b->row[lowest + 1];
        const uint32_t at = KG__FIRST_WHERE(j, b->row[lowest], last, b->head[j] >= head);

        if (head >= b->head[i + 1] || at == last || b->head[at] != head)
            return false;
    }
    return true;
}

/* The same for all places. No place is in level 0, the core. */
static bool are_all_arcs(const kg_hierarchy_base *b)
{
    const int threads = kg__threads(b->ctx, b->n, GRAIN);
    bool bad = b->level[1] != 0;

    KG_PARALLEL(threads, reduction(|| : bad))
    {
        for (uint32_t k = 1; k < b->levels; k++) {
            const uint64_t first = b->level[k], count = b->level[k + 1] - first;
            const int t = kg__thread_index(), team = kg__thread_count();
            const uint64_t end = first + kg__part(count, t + 1, team);

            for (uint64_t p = first + kg__part(count, t, team); p < end && !bad; p++)
                bad = !are_arcs(b, k, p);
        }
    }
    return !bad;
}

/* Points the arrays of b into the file, and checks them. */
static kg_status take(
    const reader *r, kg_hierarchy_base *b, const kg_graph *graph, const unsigned char *file)
{
    const kg__base_header *h = &r->header;
    bool legal;
    kg_status status;

    KG_TRY(kg__sections_check(r->input, NOUN, h->section, part_name, KG__BASE_PARTS, file));
    b->n = h->n;
    b->m = h->m;
    b->sum = h->graph;
    b->levels = (uint32_t)h->levels;
    b->vertex = (kg_vertex *)(file + h->section[KG__BASE_VERTEX].offset);
    b->level = (kg_vertex *)(file + h->section[KG__BASE_LEVEL].offset);
    b->row = (uint32_t *)(file + h->section[KG__BASE_ROW].offset);
    b->head = (kg_vertex *)(file + h->section[KG__BASE_HEAD].offset);
    KG_TRY(kg__places_of(b->ctx, &b->place, b->vertex, b->n, &legal));
    legal = legal && kg__rises(b->level, h->levels + 1, h->n) &&
            kg__rises(b->row, h->n + 1, h->arcs) && are_all_arcs(b);
    if (legal)
        KG_TRY(kg__base_derive(b, graph, &legal));
    if (!legal)
        status = damaged(r, "what it says of the graph is out of range");
out:
    return status;
}

static kg_status read_input(void *result, const kg__input *input, const void *options)
{
    kg_hierarchy_base **base = result, *made = NULL;
    const kg_graph *graph = options;
    reader r = {.ctx = input->ctx, .input = input};
    const size_t count = input->size < sizeof r.header ? (size_t)input->size : sizeof r.header;
    kg_status status;

    KG_TRY(kg__input_read(input, &r.header, 0, count));
    if (count < sizeof r.header.magic ||
        memcmp(r.header.magic, KG__BASE_MAGIC, sizeof r.header.magic) != 0)
        return kg__fail(r.ctx, KG_FORMAT,
            "%s: not the file of a base of hierarchies: it begins otherwise", input->shown);
    if (count < sizeof r.header)
        return damaged(&r, "it ends within its header");
    KG_TRY(check_header(&r));
    KG_TRY(check_graph(&r, graph));
    KG_TRY(kg__host_allocate(r.ctx, &made, 1, sizeof *made, "the base of hierarchies"));
    *made = (kg_hierarchy_base){.ctx = r.ctx};
    KG_TRY(kg__sections_hold(input, "the base of hierarchies", &made->map, &made->copy));
    KG_TRY(take(&r, made, graph, made->map ? made->map : made->copy));
    *base = made;
    made = NULL;
out:
    kg_hierarchy_base_destroy(made);
    return status;
}

static kg_status read_from(kg_hierarchy_base **base, kg_graph *graph, const kg__source *source)
{
    kg_context *ctx = KG__CONTEXT(graph);
    kg_status status;

    KG_NEED_RESULT(ctx, base, graph);
    KG_TRY(kg__begin_graph(graph));
    kg__stage(ctx, "read");
    KG_TRY(kg__hierarchy_check(graph));
    KG_TRY(kg__input_read_from(ctx, source, NULL, read_input, base, graph));
out:
    kg__stage(ctx, NULL);
    return status;
}

KG__READ_CALLS(kg_hierarchy_base_read, read_from, kg_hierarchy_base, kg_graph)
