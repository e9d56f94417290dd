/* The readers: each has a row in the table of formats. */
#ifndef KG_READ_H
#define KG_READ_H

#include "../../foreign/foreign.h"
#include "text/text.h"

/* A file's first record: the first line that is neither blank nor a comment, and the text after. */
typedef struct kg__record {
    uint64_t start;    /* of the text: after a byte order mark */
    uint64_t at;       /* where in the file it begins */
    const char *begin; /* NULL if there is none */
    const char *end;   /* of what was read: at least the line, or 64 KiB of it; zeros follow */
} kg__record;

/* The record with the whole of its first line. text: [out] the memory of a long line, freed by the
 * caller; else NULL. */
kg_status kg__record_complete(
    kg__record *whole, char **text, const kg__input *input, const kg__record *record);

kg_status kg__read_edges(kg_graph **graph, const kg__input *input, const kg__record *record,
    const kg_read_options *options, size_t block_bytes);
kg_status kg__read_adjacency(kg_graph **graph, const kg__input *input, const kg__record *record,
    const kg_read_options *options, size_t block_bytes);
kg_status kg__read_kcsr(kg_graph **graph, const kg__input *input, const kg__record *record,
    const kg_read_options *options, size_t block_bytes);
kg_status kg__read_counted(kg_graph **graph, const kg__input *input, const kg__record *record,
    const kg_read_options *options, size_t block_bytes);
kg_status kg__read_csv(kg_graph **graph, const kg__input *input, const kg__record *record,
    const kg_read_options *options, size_t block_bytes);
kg_status kg__read_dimacs(kg_graph **graph, const kg__input *input, const kg__record *record,
    const kg_read_options *options, size_t block_bytes);
kg_status kg__read_gml(kg_graph **graph, const kg__input *input, const kg__record *record,
    const kg_read_options *options, size_t block_bytes);
kg_status kg__read_gfa(kg_graph **graph, const kg__input *input, const kg__record *record,
    const kg_read_options *options, size_t block_bytes);
kg_status kg__read_pajek(kg_graph **graph, const kg__input *input, const kg__record *record,
    const kg_read_options *options, size_t block_bytes);
kg_status kg__read_lgl(kg_graph **graph, const kg__input *input, const kg__record *record,
    const kg_read_options *options, size_t block_bytes);
kg_status kg__read_dl(kg_graph **graph, const kg__input *input, const kg__record *record,
    const kg_read_options *options, size_t block_bytes);
kg_status kg__read_graph6(kg_graph **graph, const kg__input *input, const kg__record *record,
    const kg_read_options *options, size_t block_bytes);
kg_status kg__read_tgf(kg_graph **graph, const kg__input *input, const kg__record *record,
    const kg_read_options *options, size_t block_bytes);
kg_status kg__read_gdf(kg_graph **graph, const kg__input *input, const kg__record *record,
    const kg_read_options *options, size_t block_bytes);
kg_status kg__read_matrix(kg_graph **graph, const kg__input *input, const kg__record *record,
    const kg_read_options *options, size_t block_bytes);
kg_status kg__read_json(kg_graph **graph, const kg__input *input, const kg__record *record,
    const kg_read_options *options, size_t block_bytes);
kg_status kg__read_graphml(kg_graph **graph, const kg__input *input, const kg__record *record,
    const kg_read_options *options, size_t block_bytes);
kg_status kg__read_gexf(kg_graph **graph, const kg__input *input, const kg__record *record,
    const kg_read_options *options, size_t block_bytes);
kg_status kg__read_metis(kg_graph **graph, const kg__input *input, const kg__record *record,
    const kg_read_options *options, size_t block_bytes);
kg_status kg__read_mtx(kg_graph **graph, const kg__input *input, const kg__record *record,
    const kg_read_options *options, size_t block_bytes);

kg_status kg__read_unitigs(kg_graph **graph, const kg__input *input, const kg__record *record,
    const kg_read_options *options, size_t block_bytes);

kg_status kg__read_dot(kg_graph **graph, const kg__input *input, const kg__record *record,
    const kg_read_options *options, size_t block_bytes);

/* The same over ranks: collective. Each rank reads a range of the file into its part, which is
 * empty. KG_UNSUPPORTED: ranks do not read such graphs in parts. */
kg_status kg__read_edges_part(kg_part *part, const kg__input *input, const kg__record *record,
    const kg_read_options *options, size_t block_bytes);
kg_status kg__read_mtx_part(kg_part *part, const kg__input *input, const kg__record *record,
    const kg_read_options *options, size_t block_bytes);
kg_status kg__read_kcsr_part(kg_part *part, const kg__input *input, const kg__record *record,
    const kg_read_options *options, size_t block_bytes);

/* Fails with KG_UNSUPPORTED and the reason. */
kg_status kg__part_refuse(const kg__input *input, const char *why);

/* The work of kg_graph_read_kmers() on an input; *graph must be NULL. */
kg_status kg__read_kmers(kg_graph **graph, kg_kmers_counts *counts, const kg__input *input,
    const kg_kmers_options *options, size_t block_bytes);

/* Counts as kg_graph_count_repeated_words() does, in a graph of unitigs. memory: how many bytes the
 * work may take, approximately, at least 64; it does not change the count. */
kg_status kg__count_repeats(const kg_graph *graph, uint64_t memory, uint64_t *repeated);

/* KG_ARGUMENT if options contradict each other. */
kg_status kg__check_read_options(kg_context *ctx, const kg_read_options *options);

/* Reads any format from an input. The size of the blocks does not change the graph. */
kg_status kg__graph_read_input(kg_graph **graph, const kg__input *input, const char *path,
    const kg_read_options *options, size_t block_bytes);

#endif
