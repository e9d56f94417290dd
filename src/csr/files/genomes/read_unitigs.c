/*
 * Reading unitigs: sequences that are the edges of a de Bruijn graph of words in two directions.
 *
 * In:  FASTA, records: a line ">" and any text, and lines of the letters A, C, G, T, small or
 *     capital, at least k in all. Lines that begin with ; before the first record are skipped. Or
 *     GFA whose segments have such sequences.
 * Out: a bidirected graph. Its vertices are the words of k-1 letters with which unitigs begin or
 *     end. A word and its reverse complement are one vertex, called by the lesser of the two, and
 *     vertices stand in alphabetical order. A unitig is the edge from its first word to its last.
 *     An edge that begins with a vertex's name leaves the vertex on the plus side, and one that
 *     ends with it enters on the minus side. With the reverse complement of the name it is the
 *     other side. A word that is its own reverse complement is one-sided. The letters stay with the
 *     graph.
 * Method: fasta.c or gfa_unitigs.c, words.c.
 * Work: O(bytes), and 1 + (k - 33) / 16 sorts of two words a unitig.
 * Memory: the file; 4 bytes a unitig, 8 if one is longer than 2^32 letters or so, and as much
 *     again for its length meanwhile; the memory of ranking its words; the names.
 * Deterministic: the graph, and the reported error is the first in the file.
 */
#include "../detect.h"
#include "fasta.h"
#include "letters.h"
#include "words.h"

/* WHOLE: letters that are packed at once. */
enum { LEAST_K = 2, WHOLE = 32, GRAIN = 1 << 16 };

static const char what[] = "list of unitigs";

typedef struct reader {
    kg_context *ctx;
    kg__unitigs *all;
    uint64_t m;
    uint64_t letters; /* of a word: k - 1 */
    uint64_t *length; /* [m] of unitigs, or NULL: */
    uint32_t *width;
    uint64_t *side; /* bits of half-edges */
    uint64_t *same; /* bits of half-edges whose word is its own reverse complement; NULL if there
                       can be none */
} reader;

/* ---- words ----------------------------------------------------------------------------------- */

/* The word of half-edge h as the file has it: the first of its unitig, or the last. */
static const char *word_of(const reader *r, uint64_t h)
{
    const kg__unitigs *all = r->all;
    const char *unitig = all->text + kg__unitig_begin(all, h / 2);

    if (h & 1)
        unitig += (r->length ? r->length[h / 2] : r->width[h / 2]) - r->letters;
    return unitig;
}

/* Packs the first letters of words or of their reverse complements, whichever are less. */
static void pack_first(
    const reader *r, uint64_t first, uint64_t last, uint64_t count, uint64_t *key)
{
    for (uint64_t h = first; h < last; h++) {
        const char *word = word_of(r, h);
        const uint64_t there = kg__letters_pack(word, count);
        const uint64_t back = kg__letters_part(word, r->letters, true, 0, count);

        *key++ = there < back ? there : back;
    }
}

/* Packs the lesser of the word and its reverse complement, for half-edges from a multiple of 64 on.
 * With the first letters, also sets their sides, and marks words that equal their reverse
 * complement. */
static void pack_words(
    const void *user, uint64_t first, uint64_t last, uint64_t from, uint64_t to, uint64_t *key)
{
    const reader *r = user;
    const uint64_t letters = r->letters;
    uint64_t side = 0, same = 0;

    if (from == 0 && to == KG__WORDS_TOP && to < letters) {
        pack_first(r, first, last, to, key);
        return;
    }
    for (uint64_t h = first; h < last; h++) {
        const char *word = word_of(r, h);
        bool turned, equal;

        if (letters <= WHOLE) {
            const uint64_t there = letters > WHOLE - 8 ? kg__letters_pack_long(word, letters)
                                                       : kg__letters_pack(word, letters);
            const uint64_t back = kg__letters_complement(there, letters);

            turned = back < there;
            equal = back == there;
            *key++ = turned ? back : there;
        } else {
            const int order = kg__letters_compare(word, letters, 0);

            turned = order > 0;
            equal = order == 0;
            *key++ = kg__letters_part(word, letters, turned, from, to);
        }
        side |= (uint64_t)(turned == (h & 1) && !equal) << h % 64;
        same |= (uint64_t)equal << h % 64;
        if (from == 0 && (h % 64 == 63 || h + 1 == last)) {
            r->side[h / 64] = side;
            if (r->same)
                r->same[h / 64] = same;
            side = same = 0;
        }
    }
}

/* Marks the vertices whose word is its own reverse complement as one-sided. */
static kg_status set_sides(reader *r, kg_graph *graph)
{
    uint64_t *one_sided = NULL;
    kg_status status = KG_OK;

    if (r->same)
        KG_TRY(kg__bitmap_create(r->ctx, &one_sided, graph->n, "one-sided vertices"));
    for (uint64_t i = 0; r->same && i < kg__words(graph->m); i++)
        for (uint64_t bits = r->same[i]; bits; bits &= bits - 1) {
            const kg_vertex v = graph->end[64 * i + (unsigned)__builtin_ctzll(bits)];

            kg__mark(one_sided, v);
        }
    kg__graph_take_sides(graph, r->side, one_sided);
    r->side = NULL;
out:
    return status;
}

/* The places of words are half-edges, in the order of the rows of their vertices. */
static kg_status build(reader *r, kg_graph **graph, bool named)
{
    kg__word_list words = {0};
    kg_vertex *rank = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(r->ctx, &rank, r->m, 2 * sizeof *rank, "ranks of words"));
    KG_TRY(kg__bitmap_create(r->ctx, &r->side, 2 * r->m, "sides of half-edges"));
    if (r->letters % 2 == 0)
        KG_TRY(kg__bitmap_create(r->ctx, &r->same, 2 * r->m, "sides of half-edges"));
    kg__stage(r->ctx, "name vertices");
    KG_TRY(kg__words_rank(&words, rank, r->ctx, r->letters, 2 * r->m, pack_words, r, named));
    kg__stage(r->ctx, "build rows");
    KG_TRY(kg__csr_of_halves(graph, r->ctx, words.n, r->m, &words.row, &words.place, &rank));
    KG_TRY(set_sides(r, *graph));
    if (named)
        KG_TRY(kg__words_name(&words, *graph));
out:
    kg__free_all(r->ctx, r->side, r->same, rank);
    kg__words_free(&words, r->ctx);
    return status;
}

/* Whether places within 64 unitigs, and lengths, fit 32 bits. */
static bool is_short(const uint64_t *begin, const uint64_t *length, uint64_t count, int threads)
{
    uint64_t most = 0;

    KG_PARALLEL_FOR(threads, schedule(static) reduction(| : most))
    for (uint64_t i = 0; i < count; i++)
        most |= (begin[i] - begin[i / 64 * 64]) | length[i];
    return most <= UINT32_MAX;
}

/* Makes numbers half as wide, in their own memory. If base is not NULL, it gets each 64th number,
 * and that is subtracted from the 64. */
static void halve(uint64_t *number, uint64_t count, uint64_t *base)
{
    unsigned char *to = (unsigned char *)number;
    uint64_t less = 0;

    for (uint64_t i = 0; i < count; i++) {
        const uint64_t here = number[i];
        uint32_t half;

        if (base && i % 64 == 0)
            base[i / 64] = less = here;
        half = (uint32_t)(here - less);
        memcpy(to + sizeof half * i, &half, sizeof half);
    }
}

/* Takes places and lengths, in half the memory if they fit. */
static kg_status take_lists(reader *r, kg__fasta *fasta)
{
    kg__unitigs *all = r->all;
    const int threads = kg__threads(r->ctx, r->m, GRAIN);
    kg_status status = KG_OK;

    all->begin = fasta->begin;
    r->length = fasta->length;
    fasta->begin = fasta->length = NULL;
    if (!is_short(all->begin, r->length, r->m, threads))
        goto out;
    KG_TRY(kg__host_allocate(r->ctx, &all->base, r->m / 64 + 1, sizeof *all->base, what));
    KG_PARALLEL_FOR(threads, schedule(static, 1))
    for (int list = 0; list < 2; list++)
        halve(list ? r->length : all->begin, r->m, list ? NULL : all->base);
    all->offset = (uint32_t *)all->begin;
    all->begin = NULL;
    r->width = (uint32_t *)r->length;
    r->length = NULL;
    KG_TRY(kg__host_resize(r->ctx, &all->offset, r->m, sizeof *all->offset, what));
    KG_TRY(kg__host_resize(r->ctx, &r->width, r->m, sizeof *r->width, what));
out:
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
    KG_TRY(kg__host_allocate(ctx, &r.all, 1, sizeof *r.all, "the unitigs"));
    *r.all = (kg__unitigs){0};
    KG_TRY(read_sequences(&fasta, input, record, options, block_bytes));
    *r.all = (kg__unitigs){
        .k = options->k, .text = fasta.text, .bytes = fasta.bytes, .is_mapped = fasta.is_mapped};
    fasta.text = NULL;
    fasta.is_mapped = false;
    r.m = fasta.count;
    if (r.m > KG__EDGES_MAX / 2)
        KG_TRY(kg__fail(ctx, KG_OVERFLOW, "%llu unitigs: at most %llu are possible",
            (unsigned long long)r.m, (unsigned long long)KG__EDGES_MAX / 2));
    KG_TRY(take_lists(&r, &fasta));
    kg__fasta_free(&fasta, ctx);
    KG_TRY(build(&r, graph, !options->unnamed));
    (*graph)->unitigs = r.all;
    r.all = NULL;
out:
    kg__fasta_free(&fasta, ctx);
    kg__free_all(ctx, r.length, r.width);
    kg__unitigs_destroy(r.all, ctx);
    return status;
}
