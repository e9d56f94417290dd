/* The file of a base of hierarchies of a fixed graph, read as it is, and once more with its
 * checksums set right: wrong ones would keep the fuzzer from everything behind them. Whatever is
 * read gets lengths, and is asked for all paths. */
#include "fuzz.h"
#include "search/hierarchy/base_file.h"
#include "search/hierarchy/hierarchy_file.h"

enum { VERTICES = 6, EDGES = 8 };

static void seal(uint8_t *bytes, size_t size, const kg_graph *graph)
{
    kg__base_header h;

    memcpy(&h, bytes, sizeof h);
    h.graph = kg__hierarchy_sum_graph(graph, true);
    for (int k = 0; k < KG__BASE_PARTS; k++)
        if (h.section[k].offset < size && h.section[k].bytes <= size - h.section[k].offset)
            h.section[k].sum = kg__sum_bytes(bytes + h.section[k].offset, h.section[k].bytes);
    h.sum = kg__sum_header(&h, sizeof h);
    memcpy(bytes, &h, sizeof h);
}

static void read_it(kg_graph *graph, const uint8_t *data, size_t size)
{
    kg_hierarchy_base *base;
    kg_hierarchy *h = NULL;
    uint64_t count;

    if (kg_hierarchy_base_read_memory(&base, graph, data, size) != KG_OK)
        return;
    if (kg_hierarchy_customize(&h, base, graph, NULL) != KG_OK)
        abort();
    for (kg_vertex u = 0; u < VERTICES; u++)
        for (kg_vertex v = 0; v < VERTICES; v++)
            if (kg_hierarchy_path(h, u, v, NULL, NULL, NULL, &count) != KG_OK)
                abort();
    kg_hierarchy_destroy(h);
    kg_hierarchy_base_destroy(base);
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
    if (size >= sizeof(kg__base_header)) {
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
