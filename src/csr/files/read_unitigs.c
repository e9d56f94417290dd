/*
 * Reading unitigs: sequences that are the edges of a de Bruijn graph of words in two directions.
 *
 * In:  FASTA, records: a line ">" and any text, and lines of the letters A, C, G, T, small or
 *     capital, at least k in all. Lines that begin with ; before the first record are skipped. Or
 *     GFA whose segments have such sequences.
 * Out: a bidirected graph. Its vertices are the words of k-1 letters with which unitigs begin or
 *     end; a word and its reverse complement are one vertex, called by the lesser of the two, and
 *     vertices stand in alphabetical order. A unitig is the edge from its first word to its last.
 *     The plus side of a vertex lies behind its name: an edge that begins with the name leaves it
 *     there, and one that ends with the name comes in on the minus side; with the reverse
 *     complement of the name it is the other side. A word that is its own reverse complement is
 *     one-sided. The letters stay with the graph.
 * Method: fasta.c or gfa_unitigs.c, words.c.
 * Work: O(bytes), and 1 + (k - 33) / 16 sorts of two words a unitig.
 * Memory: the file; 16 bytes a unitig; what ranking its words takes; the names.
 * Deterministic: the graph, and which error is told, the first in the file.
 */
#include "fasta.h"
#include "letters.h"
#include "words.h"

/* WHOLE: letters that are packed at once. */
enum { GRAIN = 1 << 14, LEAST_K = 2, WHOLE = 32 };

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

/* Letters from..to-1, at most 32, of the word or of its reverse complement. */
static uint64_t pack(const reader *r, const char *word, bool turned, uint64_t from, uint64_t to)
{
    if (turned)
        return kg__letters_complement(
            kg__letters_pack(word + (r->letters - to), to - from), to - from);
    return kg__letters_pack(word + from, to - from);
}

/* Less than, equal to or greater than 0 as the word is less than its reverse complement, ... */
static int compare(const reader *r, const char *word)
{
    for (uint64_t i = 0; i < r->letters; i += WHOLE) {
        const uint64_t to = r->letters - i < WHOLE ? r->letters : i + WHOLE;
        const uint64_t a = pack(r, word, false, i, to);
        const uint64_t b = r->letters <= WHOLE ? kg__letters_complement(a, r->letters)
                                               : pack(r, word, true, i, to);

        if (a != b)
            return a < b ? -1 : 1;
    }
    return 0;
}

/* Of half-edges: the lesser of the word and its reverse complement. */
static void pack_words(
    const void *user, uint64_t first, uint64_t last, uint64_t from, uint64_t to, uint64_t *key)
{
    const reader *r = user;

    for (uint64_t h = first; h < last; h++, key++) {
        const char *word = word_of(r, h);

        if (r->letters <= WHOLE) {
            const uint64_t there = kg__letters_pack(word, r->letters);
            const uint64_t back = kg__letters_complement(there, r->letters);

            *key = there < back ? there : back;
        } else {
            *key = pack(r, word, compare(r, word) > 0, from, to);
        }
    }
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

/* The places of words are half-edges, and stand as in the rows of their vertices. */
static kg_status build(const reader *r, kg_graph **graph, bool named)
{
    kg__word_list words = {0};
    kg_vertex *rank = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(r->ctx, &rank, r->m, 2 * sizeof *rank, "ranks of words"));
    kg__stage(r->ctx, "name vertices");
    KG_TRY(kg__words_rank(&words, rank, r->ctx, r->letters, 2 * r->m, pack_words, r, named));
    kg__stage(r->ctx, "build rows");
    KG_TRY(kg__csr_of_halves(graph, r->ctx, words.n, r->m, &words.row, &words.place, &rank));
    KG_TRY(set_sides(r, *graph));
    if (named)
        KG_TRY(kg__words_name(&words, *graph));
out:
    kg__free(r->ctx, rank);
    kg__words_free(&words, r->ctx);
    return status;
}

static kg_status read_sequences(kg__fasta *fasta, const kg__input *input, const kg__record *record,
    const kg_read_options *options, size_t block_bytes)
{
    const kg__fasta_rules rules = {"a unitig", "unitigs", true, options->k};
    const kg__beginning file = {record->begin, record->end, false};

    if (record->begin && *record->begin != '>' && kg__is_gfa(&file))
        return kg__gfa_sequences(fasta, input, record, options->k, block_bytes);
    if (record->begin && options->format == KG_FORMAT_GFA)
        return kg__input_fail(
            input, record->start, record->at, "expected a line of GFA (read as GFA of unitigs)");
    return kg__fasta_read(fasta, input, record, &rules, block_bytes);
}

kg_status kg__read_unitigs(kg_graph **graph, const kg__input *input, const kg__record *record,
    const kg_read_options *options, size_t block_bytes)
{
    kg_context *ctx = input->ctx;
    reader r = {.ctx = ctx, .letters = options->k - 1};
    kg__fasta fasta = {0};
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
    KG_TRY(read_sequences(&fasta, input, record, options, block_bytes));
    *r.all = (kg__unitigs){.k = options->k,
        .text = fasta.text,
        .is_mapped = fasta.is_mapped,
        .begin = fasta.begin,
        .length = fasta.length};
    r.m = fasta.count;
    fasta = (kg__fasta){0};
    if (r.m > KG__EDGES_MAX / 2)
        KG_TRY(kg__fail(ctx, KG_OVERFLOW, "%llu unitigs: at most %llu are possible",
            (unsigned long long)r.m, (unsigned long long)KG__EDGES_MAX / 2));
    KG_TRY(build(&r, graph, !options->unnamed));
    (*graph)->unitigs = r.all;
    r.all = NULL;
out:
    kg__fasta_free(&fasta, ctx);
    kg__unitigs_destroy(r.all, ctx);
    return status;
}
