/* A .kcsr file, read as it is, and once more with its checksums set right: wrong ones would keep
 * the fuzzer from everything behind them. */
#include "csr/files/binary/kcsr.h"
#include "fuzz.h"

static void seal(uint8_t *bytes, size_t size)
{
    kg__kcsr_header h;

    memcpy(&h, bytes, sizeof h);
    for (int k = 0; k < KG__KCSR_PARTS; k++) {
        uint64_t offset = h.section[k].offset, padded = kg__kcsr_padded(h.section[k].bytes);

        if (padded && h.section[k].bytes < size && offset < size && padded <= size - offset)
            h.section[k].sum =
                kg__sum_join(h.section[k].bytes, kg__sum_piece(bytes + offset, padded));
    }
    h.sum = kg__kcsr_sum_header(&h);
    memcpy(bytes, &h, sizeof h);
}

static void read_it(const uint8_t *data, size_t size)
{
    kg_context *ctx = fuzz_context(1);
    kg_graph *graph, *other = NULL;
    const kg_edge *out, *in;
    kg_status status = fuzz_read(&graph, ctx, data, size, KG_FORMAT_KCSR, 0, 1);

    if (status == KG_OK) { /* touches all */
        if ((kg_graph_kind(graph) == KG_DIRECTED ? kg_graph_reverse(&other, NULL, graph)
                                                 : kg_graph_undirected(&other, graph)) == KG_OK)
            kg_graph_destroy(other);
        if (kg_graph_degrees(graph, &out, &in) != KG_OK)
            kg__begin(ctx);
    }
    kg_graph_destroy(graph);
    fuzz_settle(ctx, status);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t *copy;

    read_it(data, size);
    if (size < sizeof(kg__kcsr_header))
        return 0;
    copy = malloc(size);
    if (!copy)
        return 0;
    memcpy(copy, data, size);
    seal(copy, size);
    read_it(copy, size);
    free(copy);
    return 0;
}
