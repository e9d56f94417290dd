/*
 * FASTA or FASTQ as the graph of its words, read as one part by one thread, and in small parts by
 * three. Both must give the same status, message and graph, with as many edges as were counted. The
 * first byte chooses k, the second the strands, whether words are distinct and how often they must
 * be there, the third the size of the parts.
 */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    kg_context *ctx[2] = {fuzz_context(1), fuzz_context(3)};
    kg_kmers_options options = KG_KMERS_OPTIONS_INIT;
    kg_kmers_counts counts[2] = {{0}};
    kg_graph *graph[2] = {NULL};
    kg_status status[2];

    if (size < 3)
        return 0;
    options.k = 2 + data[0] % 126;
    options.single_strand = data[1] & 1;
    options.distinct = data[1] & 2;
    options.min_count = data[1] >> 2 & 3;
    for (int i = 0; i < 2; i++) {
        const kg__input input = {.ctx = ctx[i],
            .shown = "fuzz",
            .fd = -1,
            .bytes = (const char *)data + 3,
            .size = size - 3};

        kg__begin(ctx[i]);
        status[i] = kg__read_kmers(
            &graph[i], &counts[i], &input, &options, i ? 1u + data[2] : KG__TEXT_BLOCK);
    }
    if (status[0] != status[1] || !kg_graph_equal(graph[0], graph[1]) ||
        strcmp(kg_context_message(ctx[0]), kg_context_message(ctx[1])) != 0 ||
        memcmp(&counts[0], &counts[1], sizeof counts[0]) != 0)
        abort();
    if (status[0] == KG_OK &&
        (options.distinct || options.min_count > 1 ? kg_graph_edges(graph[0]) > counts[0].words
                                                   : kg_graph_edges(graph[0]) != counts[0].words))
        abort();
    for (int i = 0; i < 2; i++) {
        kg_graph_destroy(graph[i]);
        fuzz_settle(ctx[i], status[i]);
    }
    return 0;
}
