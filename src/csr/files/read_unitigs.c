/*
 * Reading unitigs: FASTA whose sequences are the edges of a de Bruijn graph of words in two
 * directions.
 *
 * In:  records: a line ">" and any text, and lines of the letters A, C, G, T, small or capital, at
 *     least k in all. Lines that begin with ; before the first record are skipped.
 * Out: a bidirected graph. Its vertices are the words of k-1 letters with which unitigs begin or
 *     end; a word and its reverse complement are one vertex, called by the lesser of the two, and
 *     vertices stand in alphabetical order. A unitig is the edge from its first word to its last.
 *     The plus side of a vertex lies behind its name: an edge that begins with the name leaves it
 *     there, and one that ends with the name comes in on the minus side; with the reverse
 *     complement of the name it is the other side. A word that is its own reverse complement is
 *     one-sided. The letters stay with the graph.
 * Method: the file is read into memory and cut at records; threads check its letters, and move
 *     those of a record together where they stand in several lines. Words become ranks: the first
 *     32 letters by one sort, and each 16 more by another, of the rank so far and these letters.
 * Work: O(bytes), and 1 + (k - 33) / 16 sorts of two words a unitig.
 * Memory: the file; 24 bytes a unitig while its words are sorted, and the sort's; the names.
 * Deterministic: the graph, and which error is told, the first in the file.
 */
#include "../../scan/front.h"
#include "fasta.h"
#include "letters.h"

enum { FIRST_LETTERS = 32, MORE_LETTERS = 16, GRAIN = 1 << 14, LEAST_K = 2 };

typedef struct reader {
    kg_context *ctx;
    kg__unitigs *all;
    uint64_t m;
    uint64_t letters; /* of a word: k - 1 */
    int threads;
} reader;

/* ---- words ----------------------------------------------------------------------------------- */

/* The word of half-edge h as it stands in the file: the first of its unitig, or the last. */
static const char *word_of(const reader *r, uint64_t h)
{
    const kg__unitigs *all = r->all;
    const char *unitig = all->text + all->begin[h / 2];

    return h & 1 ? unitig + all->length[h / 2] - r->letters : unitig;
}

/* A letter of the word's reverse complement. */
static inline unsigned complement(const reader *r, const char *word, uint64_t i)
{
    return 3u - kg__letter_number(word[r->letters - 1 - i]);
}

/* Less than, equal to or greater than 0 as the word is less than its reverse complement, ... */
static int compare(const reader *r, const char *word)
{
    for (uint64_t i = 0; i < r->letters; i++) {
        const int a = (int)kg__letter_number(word[i]), b = (int)complement(r, word, i);

        if (a != b)
            return a - b;
    }
    return 0;
}

/* Letters from..to-1 of the lesser of the two, as a number. */
static uint64_t pack(const reader *r, const char *word, bool turned, uint64_t from, uint64_t to)
{
    uint64_t packed = 0;

    for (uint64_t i = from; i < to; i++)
        packed = packed << 2 | (turned ? complement(r, word, i) : kg__letter_number(word[i]));
    return packed;
}

/* rank: [out] [2m] the vertex of each half-edge. n: [out] how many there are. */
static kg_status rank_words(const reader *r, uint32_t *rank, uint64_t *n)
{
    const uint64_t halves = 2 * r->m;
    uint64_t *key = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(r->ctx, &key, halves, sizeof *key, "words"));
    KG_TRY(kg__require_positions(r->ctx, halves, sizeof *rank));
    *n = 0;
    for (uint64_t from = 0, to; halves && from < r->letters; from = to) {
        to = from + (from ? MORE_LETTERS : FIRST_LETTERS);
        to = to < r->letters ? to : r->letters;
#pragma omp parallel for num_threads(r->threads)
        for (uint64_t h = 0; h < halves; h++) {
            const char *word = word_of(r, h);

            key[h] = pack(r, word, compare(r, word) > 0, from, to) |
                     (from ? (uint64_t)rank[h] << 32 : 0);
        }
        KG_TRY(kg__array_host()->distinct_u64(r->ctx, key, n, rank, halves, key));
    }
out:
    kg__free(r->ctx, key);
    return status;
}

/* The sides of half-edges, and the vertices whose word is its own reverse complement. */
static kg_status set_sides(const reader *r, kg_graph *graph)
{
    const bool may_be_one = r->letters % 2 == 0;
    uint64_t *side = NULL, *one_sided = NULL;
    kg_status status;

    KG_TRY(kg__bitmap_create(r->ctx, &side, graph->m, "sides of half-edges"));
    if (may_be_one)
        KG_TRY(kg__bitmap_create(r->ctx, &one_sided, graph->n, "one-sided vertices"));
#pragma omp parallel for num_threads(r->threads)
    for (uint64_t i = 0; i < kg__words(graph->m); i++)
        for (uint64_t h = 64 * i; h < graph->m && h < 64 * i + 64; h++) {
            const int order = compare(r, word_of(r, h));
            const kg_vertex v = graph->end[h];

            if ((order < 0) == !(h & 1))
                side[i] |= UINT64_C(1) << h % 64;
            if (order == 0)
                __atomic_fetch_or(&one_sided[v / 64], UINT64_C(1) << v % 64, __ATOMIC_RELAXED);
        }
    kg__graph_take_sides(graph, side, one_sided);
    side = one_sided = NULL;
out:
    kg__free(r->ctx, side);
    kg__free(r->ctx, one_sided);
    return status;
}

/* Calls each vertex by its word. */
static kg_status name_words(const reader *r, kg_graph *graph)
{
    kg__names *names;
    kg_status status;

    KG_TRY(kg__names_create(&graph->names, r->ctx));
    names = graph->names;
    KG_TRY(kg__host_allocate(r->ctx, &names->text, graph->n * r->letters, 1, "text of names"));
    KG_TRY(kg__host_allocate(
        r->ctx, &names->begin, (uint64_t)graph->n + 1, sizeof *names->begin, "list of names"));
#pragma omp parallel for num_threads(r->threads)
    for (uint64_t v = 0; v < graph->n; v++) {
        const char *word = word_of(r, graph->half[graph->row[v]]);
        const bool turned = compare(r, word) > 0;

        names->begin[v] = v * r->letters;
        for (uint64_t i = 0; i < r->letters; i++)
            names->text[v * r->letters + i] =
                "ACGT"[turned ? complement(r, word, i) : kg__letter_number(word[i])];
    }
    names->begin[graph->n] = graph->n * r->letters;
out:
    return status;
}

static kg_status build(const reader *r, kg_graph **graph)
{
    kg_vertex *rank = NULL;
    uint64_t n;
    kg_status status;

    KG_TRY(kg__host_allocate(r->ctx, &rank, r->m, 2 * sizeof *rank, "ranks of words"));
    kg__stage(r->ctx, "name vertices");
    KG_TRY(rank_words(r, rank, &n));
    kg__stage(r->ctx, "build rows");
    KG_TRY(kg__csr_build_undirected(graph, r->ctx, n, &(kg__edge_run){rank, NULL, r->m, 0}, 1));
    KG_TRY(set_sides(r, *graph));
    KG_TRY(name_words(r, *graph));
out:
    kg__free(r->ctx, rank);
    return status;
}

kg_status kg__read_unitigs(kg_graph **graph, const kg__input *input, const kg__record *record,
    const kg_read_options *options, size_t block_bytes)
{
    kg_context *ctx = input->ctx;
    reader r = {.ctx = ctx, .letters = options->k - 1};
    kg__fasta fasta = {0};
    const kg__fasta_rules rules = {"a unitig", "unitigs", true, options->k};
    kg_status status;

    if (options->k < LEAST_K || options->k > UINT32_MAX)
        return kg__fail(ctx, KG_ARGUMENT,
            "%s: k is %llu: unitigs need the number of letters of their words, 2 or more: -k K",
            input->shown, (unsigned long long)options->k);
    if (options->ids)
        return kg__fail(ctx, KG_ARGUMENT,
            "%s: ids is for adjacency and edge lists; vertices of unitigs are words", input->shown);
    r.threads = kg__threads(ctx, input->size, GRAIN);
    KG_TRY(kg__host_allocate(ctx, &r.all, 1, sizeof *r.all, "the unitigs"));
    *r.all = (kg__unitigs){0};
    KG_TRY(kg__fasta_read(&fasta, input, record, &rules, block_bytes));
    *r.all = (kg__unitigs){
        .k = options->k, .text = fasta.text, .begin = fasta.begin, .length = fasta.length};
    r.m = fasta.count;
    fasta = (kg__fasta){0};
    if (r.m > KG__EDGES_MAX / 2)
        KG_TRY(kg__fail(ctx, KG_OVERFLOW, "%llu unitigs: at most %llu are possible",
            (unsigned long long)r.m, (unsigned long long)KG__EDGES_MAX / 2));
    KG_TRY(build(&r, graph));
    (*graph)->unitigs = r.all;
    r.all = NULL;
out:
    kg__fasta_free(&fasta, ctx);
    kg__unitigs_destroy(r.all, ctx);
    return status;
}
