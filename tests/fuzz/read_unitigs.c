/*
 * FASTA of unitigs, read as one part by one thread, and in small parts by three. Both must give the
 * same status and message, or the same graph. The first byte chooses k, the second the size of the
 * parts.
 */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    kg_context *one = fuzz_context(1), *three = fuzz_context(3);
    kg_read_options options = KG_READ_OPTIONS_INIT;
    kg_graph *graph, *other;
    kg_status status, other_status;

    if (size < 2)
        return 0;
    options.k = 2 + data[0];
    status = fuzz_read_options(&graph, one, data + 2, size - 2, &options, KG__TEXT_BLOCK);
    other_status = fuzz_read_options(&other, three, data + 2, size - 2, &options, 1u + data[1]);
    if (status != other_status || strcmp(kg_context_message(one), kg_context_message(three)) != 0 ||
        !kg_graph_equal(graph, other))
        abort();
    for (kg_edge e = 0; e < kg_graph_edges(graph); e++) {
        uint64_t length, other_length;
        const char *unitig = kg_graph_unitig(graph, e, &length, NULL);

        if (memcmp(unitig, kg_graph_unitig(other, e, &other_length, NULL), length) != 0 ||
            length != other_length || length < options.k)
            abort();
    }
    kg_graph_destroy(graph);
    kg_graph_destroy(other);
    fuzz_settle(one, status);
    fuzz_settle(three, other_status);
    return 0;
}
