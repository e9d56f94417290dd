/* The file of a hierarchy of a fixed graph, read as it is, and once more with its checksums set
 * right: wrong ones would keep the fuzzer from everything behind them. Whatever is read is asked
 * for all paths and trees. */
#include "fuzz.h"
#include "search/hierarchy/hierarchy_file.h"

enum { VERTICES = 6, EDGES = 8 };

static void seal(uint8_t *bytes, size_t size, const kg_graph *graph)
{
    kg__hierarchy_header h;

    memcpy(&h, bytes, sizeof h);
    h.graph = kg__hierarchy_sum_graph(graph, h.flags & KG__HIERARCHY_UNIT);
    for (int k = 0; k < KG__HIERARCHY_PARTS; k++)
        if (h.section[k].offset < size && h.section[k].bytes <= size - h.section[k].offset)
            h.section[k].sum = kg__sum_bytes(bytes + h.section[k].offset, h.section[k].bytes);
    h.sum = kg__sum_header(&h, sizeof h);
    memcpy(bytes, &h, sizeof h);
}

static void ask(kg_hierarchy *h)
{
    kg_distances *d;
    double length;
    uint64_t count;

    for (kg_vertex u = 0; u < VERTICES; u++) {
        const kg_distances_options quick = {.skip_verify = 1};

        for (kg_vertex v = 0; v < VERTICES; v++) {
            (void)kg_hierarchy_distance(h, u, v, &length);
            (void)kg_hierarchy_path(h, u, v, NULL, NULL, NULL, &count);
        }
        if (kg_hierarchy_tree(&d, h, &u, 1, &quick) == KG_OK)
            kg_distances_destroy(d);
    }
}

static void read_it(kg_graph *graph, const uint8_t *data, size_t size)
{
    kg_hierarchy *h;

    if (kg_hierarchy_read_memory(&h, graph, data, size) == KG_OK)
        ask(h);
    kg_hierarchy_destroy(h);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const kg_vertex end[2 * EDGES] = {0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 0, 0, 3, 1, 4};
    static const double value[EDGES] = {3, 1, 4, 1, 5, 9, 2, 6};
    kg_context *ctx = fuzz_context(1);
    kg_graph *graph;
    uint8_t *copy;

    if (kg_graph_build_undirected(&graph, ctx, VERTICES, EDGES, end, value) != KG_OK)
        abort();
    read_it(graph, data, size);
    if (size >= sizeof(kg__hierarchy_header)) {
        copy = malloc(size);
        if (!copy)
            abort();
        memcpy(copy, data, size);
        seal(copy, size, graph);
        read_it(graph, copy, size);
        free(copy);
    }
    kg_graph_destroy(graph);
    kg__begin(ctx);
    fuzz_settle(ctx, KG_OK);
    return 0;
}
