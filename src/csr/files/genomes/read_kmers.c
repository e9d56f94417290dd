/*
 * Reading FASTA and FASTQ as the de Bruijn graph of their k-mers.
 *
 * In:  files of records: a line ">" and any text, and lines of letters. Any byte but A, C, G, T,
 *     small or capital, splits the sequence. Or FASTQ (fastq.c). Lines that begin with ; before the
 *     first record are skipped.
 * Out: a graph whose edges are the words of k letters and whose vertices are the words of k - 1, as
 *     konig/graph.h says.
 * Method: stretches.c lists the pieces between other letters, choose.c removes words. Words of
 *     k - 1 letters are numbered, piece by piece, and words.c ranks them. Two that follow each
 *     other in a piece are an edge.
 * Work: O(letters), and the sorts of words.c; with `distinct` or `min_count` those of choose.c too.
 * Memory: the files; 16 bytes a piece; the memory of ranking and 13 bytes a word.
 * Deterministic: the graph.
 */
#include "../../../base/bisect.h"
#include "../detect.h"
#include "stretches.h"
#include "words.h"

enum { BLOCK = 1 << 12 };

typedef struct reader {
    kg__stretches s;
    kg_vertex *rank; /* [vertices] of each word of k - 1 letters */
    uint64_t *same;  /* bits [vertices] it is less than its reverse complement */
} reader;

/* The number of words of k - 1 letters. */
static uint64_t ends_of(const reader *r)
{
    return kg__stretches_words(&r->s) + r->s.count;
}

/* Sets r->same, and the bits of vertices that are their own reverse complement. */
static void compare_words(const reader *r, const kg__rolled *rolled, uint64_t *one_sided)
{
    const uint64_t words = ends_of(r);

    KG_PARALLEL_FOR(r->s.threads)
    for (uint64_t block = 0; block < kg__words(words); block += BLOCK / 64) {
        const uint64_t first = 64 * block, last = words - first < BLOCK ? words : first + BLOCK;
        signed char order[BLOCK];

        kg__rolled_compare(rolled, first, last, order);
        for (uint64_t i = first; i < last; i++) {
            kg__mark_if(r->same, i, order[i - first] < 0);
            if (order[i - first] == 0)
                kg__mark_shared(one_sided, r->rank[i]);
        }
    }
}

/* ---- edges ----------------------------------------------------------------------------------- */

/* Edge e is word e of k letters. In piece p its ends are words e + p and e + p + 1 of k - 1. */
typedef struct edges {
    kg_vertex *end; /* [2 * count] */
    uint64_t *side; /* bits [2 * count], or NULL */
    uint64_t count;
} edges;

/* Fills edges 32 * first to 32 * last - 1, whose bits fill whole words. */
static void fill_edges(const reader *r, edges *all, uint64_t first, uint64_t last)
{
    const kg__stretch *list = r->s.list;
    const uint64_t end = 32 * last < all->count ? 32 * last : all->count;
    uint64_t e = 32 * first, piece = KG__LAST_WHERE(p, 0, r->s.count, list[p].first <= e);

    for (; e < end; e++) {
        uint64_t i;

        piece += e == list[piece + 1].first;
        i = e + piece;
        all->end[2 * e] = r->rank[i];
        all->end[2 * e + 1] = r->rank[i + 1];
        if (all->side) {
            kg__mark_if(all->side, 2 * e, kg__bitmap_has(r->same, i));
            kg__mark_if(all->side, 2 * e + 1, !kg__bitmap_has(r->same, i + 1));
        }
    }
}

/* ---- the graph ------------------------------------------------------------------------------- */

static kg_status build(reader *r, kg_graph **graph)
{
    kg_context *ctx = r->s.ctx;
    const uint64_t words = ends_of(r);
    const bool both = r->s.both;
    const kg__rolled rolled = {&r->s, r->s.k - 1};
    edges all = {.count = kg__stretches_words(&r->s)};
    uint64_t *one_sided = NULL;
    kg__word_list ranked = {0};
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &r->rank, words, sizeof *r->rank, "ranks of words"));
    kg__stage(ctx, "name vertices");
    KG_TRY(kg__words_rank(
        &ranked, r->rank, ctx, rolled.letters, words, kg__rolled_pack, &rolled, true));
    if (both) {
        KG_TRY(kg__bitmap_create(ctx, &r->same, words, "directions of words"));
        KG_TRY(kg__bitmap_create(ctx, &one_sided, ranked.n, "one-sided vertices"));
        KG_TRY(kg__bitmap_create(ctx, &all.side, 2 * all.count, "sides of half-edges"));
        compare_words(r, &rolled, one_sided);
    }
    KG_TRY(kg__host_allocate(ctx, &all.end, all.count, 2 * sizeof *all.end, "edges"));
    KG_PARALLEL_FOR(r->s.threads)
    for (uint64_t first = 0; first < kg__words(2 * all.count); first += BLOCK)
        fill_edges(r, &all, first, first + BLOCK);
    kg__stage(ctx, "build rows");
    if (all.count > (both ? KG__EDGES_MAX / 2 : KG__EDGES_MAX))
        KG_TRY(kg__fail(ctx, KG_OVERFLOW, "%llu words: at most %llu are possible",
            (unsigned long long)all.count,
            (unsigned long long)(both ? KG__EDGES_MAX / 2 : KG__EDGES_MAX)));
    KG_TRY((both ? kg__csr_build_undirected : kg__csr_build_runs)(
        graph, ctx, ranked.n, &(kg__edge_run){all.end, NULL, all.count, 0}, 1));
    if (both) {
        kg__graph_take_sides(*graph, all.side, one_sided);
        all.side = one_sided = NULL;
    }
    KG_TRY(kg__words_name(&ranked, *graph));
out:
    kg__free_all(ctx, all.end, all.side, one_sided);
    kg__words_free(&ranked, ctx);
    return status;
}

/* ---- the front ------------------------------------------------------------------------------- */

/* Makes the graph of files that have been read, and frees them. */
static kg_status make_graph(
    kg_graph **graph, kg_kmers_counts *counts, kg__stretches *s, const kg_kmers_options *options)
{
    reader r = {0};
    kg_status status = KG_OK;

    if (options->distinct || options->min_count > 1)
        KG_TRY(kg__stretches_choose(s, options->min_count, options->distinct, NULL));
    r.s = *s;
    KG_TRY(build(&r, graph));
    if (counts)
        *counts = s->counts;
out:
    kg__free_all(s->ctx, r.rank, r.same);
    kg__stretches_free(s);
    if (status != KG_OK) {
        kg_graph_destroy(*graph);
        *graph = NULL;
    }
    return status;
}

kg_status kg__read_kmers(kg_graph **graph, kg_kmers_counts *counts, const kg__input *input,
    const kg_kmers_options *options, size_t block_bytes)
{
    kg__stretches s = {.ctx = input->ctx, .k = options->k, .both = !options->single_strand};
    kg_status status;

    KG_TRY(kg__stretches_add(&s, input, block_bytes));
    KG_TRY(kg__stretches_list(&s, input->shown));
    return make_graph(graph, counts, &s, options);
out:
    kg__stretches_free(&s);
    return status;
}

kg_status kg_graph_read_kmers_files(kg_graph **graph, kg_kmers_counts *counts, kg_context *context,
    const char *const *path, uint64_t files, const kg_kmers_options *options)
{
    kg__stretches s = {.ctx = context};
    kg_status status;

    KG_NEED_RESULT(context, graph, context);
    if (counts)
        *counts = (kg_kmers_counts){0};
    kg__begin(context);
    KG_TRY(kg__stretches_read(&s, path, files, options));
    status = make_graph(graph, counts, &s, options);
out:
    kg__stretches_free(&s);
    kg__stage(context, NULL);
    return status;
}

kg_status kg_graph_read_kmers(kg_graph **graph, kg_kmers_counts *counts, kg_context *context,
    const char *path, const kg_kmers_options *options)
{
    return kg_graph_read_kmers_files(graph, counts, context, &path, 1, options);
}
