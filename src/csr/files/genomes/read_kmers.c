/*
 * Reading FASTA as the graph of its words of k letters.
 *
 * In:  records: a line ">" and any text, and lines of letters, of which all but A, C, G, T, small
 *     or capital, split the sequence. Lines that begin with ; before the first record are skipped.
 * Out: a graph whose edges are the words of k letters and whose vertices are the words of k - 1, as
 *     konig/graph.h says.
 * Method: the pieces between other letters are listed. Words of k - 1 letters are numbered, piece
 *     by piece; words.c ranks them, and each two that follow each other in a piece are an edge. A
 *     word rolls: it and its reverse complement are shifted by a letter. Equal words of k letters
 *     begin with one vertex, in one direction, and end with one letter, which is a number to sort.
 * Work: O(letters), and the sorts of words.c; with `distinct` one more.
 * Memory: the file; 24 bytes a piece; what ranking takes and 13 bytes a word, with `distinct` 28.
 * Deterministic: the graph.
 */
#include "../../../base/bisect.h"
#include "../../../scan/array_ops.h"
#include "../detect.h"
#include "fasta.h"
#include "letters.h"
#include "words.h"
#include <string.h>

enum { LEAST_K = 2, MOST_K = 65, GRAIN = 1 << 14, BLOCK = 1 << 12 };

/* A word of up to 64 letters. */
typedef unsigned __int128 word;

/* Letters that follow each other, at least k. */
typedef struct stretch {
    uint64_t begin; /* in the text */
    uint64_t first; /* its first word of k - 1 letters; the next one's is where its words end */
} stretch;

typedef struct reader {
    kg_context *ctx;
    const kg_kmers_options *options;
    kg__fasta fasta;
    kg_kmers_counts counts;
    stretch *list; /* [count + 1] */
    uint64_t count;
    uint64_t letters; /* of a vertex: k - 1 */
    kg_vertex *rank;  /* [vertices] of each word of k - 1 letters */
    uint64_t *same;   /* bits [vertices] it is less than its reverse complement */
    int threads;
} reader;

/* ---- pieces ---------------------------------------------------------------------------------- */

/* Counts the pieces, and lists those that have words where there is a list. */
static void find_stretches(reader *r)
{
    const kg__fasta *all = &r->fasta;
    kg_kmers_counts *counts = &r->counts;
    uint64_t listed = 0, words = 0;

    *counts = (kg_kmers_counts){.sequences = all->count};
    for (uint64_t s = 0; s < all->count; s++) {
        const unsigned char *p = (const unsigned char *)all->text + all->begin[s];
        const unsigned char *const end = p + all->length[s];

        counts->letters += all->length[s];
        while (p < end) {
            const unsigned char *from = p;
            uint64_t length;

            while (p < end && kg__letter[*p] != KG__NO_LETTER)
                p++;
            length = (uint64_t)(p - from);
            counts->pieces += length > 0;
            counts->short_pieces += length > 0 && length <= r->letters;
            if (length > r->letters) {
                if (r->list)
                    r->list[listed] = (stretch){(uint64_t)((char *)from - all->text), words};
                listed++;
                words += length - r->letters + 1;
                counts->words += length - r->letters;
            }
            for (; p < end && kg__letter[*p] == KG__NO_LETTER; p++)
                counts->others++;
        }
    }
    r->count = listed;
    if (r->list)
        r->list[listed].first = words;
}

static kg_status list_stretches(reader *r, const char *shown)
{
    const kg_kmers_counts *counts = &r->counts;
    kg_status status;

    find_stretches(r);
    KG_TRY(kg__host_allocate(r->ctx, &r->list, r->count + 1, sizeof *r->list, "pieces"));
    find_stretches(r);
    if (counts->others)
        kg__warn(r->ctx,
            "%s: %llu letters other than A, C, G, T split %llu sequences into %llu pieces, of "
            "which "
            "%llu are shorter than k = %llu and left out",
            shown, (unsigned long long)counts->others, (unsigned long long)counts->sequences,
            (unsigned long long)counts->pieces, (unsigned long long)counts->short_pieces,
            (unsigned long long)r->options->k);
    else if (counts->short_pieces)
        kg__warn(r->ctx, "%s: %llu of %llu sequences are shorter than k = %llu and left out", shown,
            (unsigned long long)counts->short_pieces, (unsigned long long)counts->sequences,
            (unsigned long long)r->options->k);
out:
    return status;
}

/* The piece that word i of k - 1 letters is in. */
static uint64_t stretch_of(const reader *r, uint64_t i)
{
    return KG__LAST_WHERE(p, 0, r->count, r->list[p].first <= i);
}

/* ---- words ----------------------------------------------------------------------------------- */

/* A word of k - 1 letters that rolls through pieces. */
typedef struct rolling {
    const reader *r;
    uint64_t at, piece; /* of the word */
    const char *next;   /* the letter behind it */
    word forward, back; /* it and its reverse complement */
} rolling;

static void shift(rolling *roll)
{
    const unsigned top = 2 * (unsigned)(roll->r->letters - 1);
    const word letter = kg__letter_number(*roll->next++);

    roll->forward = (roll->forward & (((word)1 << top) - 1)) << 2 | letter;
    roll->back = roll->back >> 2 | (3 - letter) << top;
}

/* To word i of a piece. */
static void begin_at(rolling *roll, uint64_t piece, uint64_t i)
{
    const stretch *from = &roll->r->list[piece];

    roll->at = i;
    roll->piece = piece;
    roll->next = roll->r->fasta.text + from->begin + (i - from->first);
    roll->forward = roll->back = 0;
    for (uint64_t j = 0; j < roll->r->letters; j++)
        shift(roll);
}

/* To the next word, of the same piece or another. There is one. */
static void step(rolling *roll)
{
    if (++roll->at < roll->r->list[roll->piece + 1].first)
        shift(roll);
    else
        begin_at(roll, roll->piece + 1, roll->at);
}

static void pack_words(
    const void *user, uint64_t first, uint64_t last, uint64_t from, uint64_t to, uint64_t *key)
{
    const reader *r = user;
    const unsigned behind = 2 * (unsigned)(r->letters - to), bits = 2 * (unsigned)(to - from);
    rolling roll = {.r = r};

    begin_at(&roll, stretch_of(r, first), first);
    for (uint64_t i = first;;) {
        const bool turned = !r->options->single_strand && roll.back < roll.forward;

        *key++ =
            (uint64_t)((turned ? roll.back : roll.forward) >> behind) & (UINT64_MAX >> (64 - bits));
        if (++i == last)
            return;
        step(&roll);
    }
}

/* Sets r->same, and the bits of vertices that are their own reverse complement. */
static void compare_words(const reader *r, uint64_t *one_sided)
{
    const uint64_t words = r->list[r->count].first;

    KG_PARALLEL_FOR(r->threads)
    for (uint64_t block = 0; block < kg__words(words); block += BLOCK / 64) {
        const uint64_t first = 64 * block, last = words - first < BLOCK ? words : first + BLOCK;
        rolling roll = {.r = r};

        begin_at(&roll, stretch_of(r, first), first);
        for (uint64_t i = first;;) {
            kg__mark_if(r->same, i, roll.forward < roll.back);
            if (one_sided && roll.forward == roll.back)
                __atomic_fetch_or(
                    &one_sided[r->rank[i] / 64], UINT64_C(1) << r->rank[i] % 64, __ATOMIC_RELAXED);
            if (++i == last)
                break;
            step(&roll);
        }
    }
}

/* ---- edges ----------------------------------------------------------------------------------- */

/* Edges e of words i and i + 1: e = i less the number of pieces before. */
typedef struct edges {
    kg_vertex *end; /* [2 * count] */
    uint64_t *side; /* bits [2 * count], or NULL */
    uint64_t count;
} edges;

/* The first edge of a piece. */
static uint64_t first_edge(const reader *r, uint64_t piece)
{
    return r->list[piece].first - piece;
}

/* Edges 32 * first to 32 * last - 1: whole words of bits. */
static void fill_edges(const reader *r, edges *all, uint64_t first, uint64_t last)
{
    const uint64_t end = 32 * last < all->count ? 32 * last : all->count;
    uint64_t e = 32 * first, low = KG__LAST_WHERE(p, 0, r->count, first_edge(r, p) <= e);

    for (uint64_t i = e + low; e < end; e++, i++) {
        if (e == first_edge(r, low + 1)) {
            low++;
            i++;
        }
        all->end[2 * e] = r->rank[i];
        all->end[2 * e + 1] = r->rank[i + 1];
        if (all->side) {
            kg__mark_if(all->side, 2 * e, kg__bitmap_has(r->same, i));
            kg__mark_if(all->side, 2 * e + 1, !kg__bitmap_has(r->same, i + 1));
        }
    }
}

/* ---- distinct words -------------------------------------------------------------------------- */

/* A number of each word of k letters, the same for a word and its reverse complement: the lesser of
 * what the two begin with, vertex and direction, and end with. */
static void number_words(
    const reader *r, const edges *all, const uint64_t *one_sided, uint64_t *number)
{
    const bool both = !r->options->single_strand;

    KG_PARALLEL_FOR(r->threads)
    for (uint64_t s = 0; s < r->count; s++) {
        const char *text = r->fasta.text + r->list[s].begin;

        for (uint64_t i = r->list[s].first, e = first_edge(r, s); e < first_edge(r, s + 1);
             i++, e++, text++) {
            const uint64_t last = kg__letter_number(text[r->letters]);
            const uint64_t first = 3 - kg__letter_number(*text);
            const uint64_t from = (uint64_t)all->end[2 * e] << 3;
            const uint64_t to = (uint64_t)all->end[2 * e + 1] << 3;
            uint64_t there, back;

            number[e] = from | last;
            if (!both)
                continue;
            there = from | (uint64_t)kg__bitmap_has(r->same, i) << 2 | last;
            back = to | first;
            if (!kg__bitmap_has(r->same, i + 1) && !kg__bitmap_has(one_sided, r->rank[i + 1]))
                back |= 4;
            number[e] = there < back ? there : back;
        }
    }
}

/* Keeps the first edge of each word. */
static kg_status keep_firsts(const reader *r, edges *all, const uint64_t *one_sided)
{
    kg_context *ctx = r->ctx;
    uint64_t *number = NULL, *seen = NULL, distinct, kept = 0;
    uint32_t *which = NULL;
    kg_status status;

    if (all->count == 0)
        return KG_OK;
    KG_TRY(kg__host_allocate(ctx, &number, all->count, sizeof *number, "words"));
    KG_TRY(kg__host_allocate(ctx, &which, all->count, sizeof *which, "distinct words"));
    number_words(r, all, one_sided, number);
    KG_TRY(kg__array_host()->distinct_u64(ctx, number, &distinct, which, all->count, number));
    KG_TRY(kg__bitmap_create(ctx, &seen, distinct, "distinct words"));
    for (uint64_t e = 0; e < all->count; e++) {
        if (kg__bitmap_has(seen, which[e]))
            continue;
        kg__mark(seen, which[e]);
        all->end[2 * kept] = all->end[2 * e];
        all->end[2 * kept + 1] = all->end[2 * e + 1];
        if (all->side) {
            const uint64_t sides = all->side[e / 32] >> e % 32 * 2 & 3;
            uint64_t *to = &all->side[kept / 32];

            *to = (*to & ~(UINT64_C(3) << kept % 32 * 2)) | sides << kept % 32 * 2;
        }
        kept++;
    }
    all->count = kept;
out:
    kg__free_all(ctx, number, which, seen);
    return status;
}

/* ---- the graph ------------------------------------------------------------------------------- */

static kg_status build(reader *r, kg_graph **graph)
{
    kg_context *ctx = r->ctx;
    const uint64_t words = r->list[r->count].first;
    const bool both = !r->options->single_strand;
    edges all = {.count = r->counts.words};
    uint64_t *one_sided = NULL;
    kg__word_list ranked = {0};
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &r->rank, words, sizeof *r->rank, "ranks of words"));
    kg__stage(ctx, "name vertices");
    KG_TRY(kg__words_rank(&ranked, r->rank, ctx, r->letters, words, pack_words, r, true));
    if (both) {
        KG_TRY(kg__bitmap_create(ctx, &r->same, words, "directions of words"));
        KG_TRY(kg__bitmap_create(ctx, &one_sided, ranked.n, "one-sided vertices"));
        KG_TRY(kg__bitmap_create(ctx, &all.side, 2 * all.count, "sides of half-edges"));
        compare_words(r, one_sided);
    }
    KG_TRY(kg__host_allocate(ctx, &all.end, all.count, 2 * sizeof *all.end, "edges"));
    KG_PARALLEL_FOR(r->threads)
    for (uint64_t first = 0; first < kg__words(2 * all.count); first += BLOCK)
        fill_edges(r, &all, first, first + BLOCK);
    if (r->options->distinct)
        KG_TRY(keep_firsts(r, &all, one_sided));
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

kg_status kg__read_kmers(kg_graph **graph, kg_kmers_counts *counts, const kg__input *input,
    const kg_kmers_options *options, size_t block_bytes)
{
    static const kg__fasta_rules rules = {"a sequence", "FASTA", false, 0};
    kg_context *ctx = input->ctx;
    reader r = {.ctx = ctx,
        .options = options,
        .letters = options->k - 1,
        .threads = kg__threads(ctx, input->size, GRAIN)};
    kg__record record;
    char *head = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &head, KG__HEAD_BYTES + KG__TEXT_PAD, 1, "beginning of a file"));
    KG_TRY(kg__find_record(input, head, ";", &record));
    KG_TRY(kg__fasta_read(&r.fasta, input, &record, &rules, block_bytes));
    KG_TRY(list_stretches(&r, input->shown));
    KG_TRY(build(&r, graph));
    *counts = r.counts;
out:
    kg__free_all(ctx, head, r.list, r.rank, r.same);
    kg__fasta_free(&r.fasta, ctx);
    if (status != KG_OK) {
        kg_graph_destroy(*graph);
        *graph = NULL;
    }
    return status;
}

/* What the front asks for, and gets. */
typedef struct request {
    const kg_kmers_options *options;
    kg_graph *graph;
    kg_kmers_counts counts;
} request;

static kg_status read_input(void *asked, const kg__input *input, const void *none)
{
    request *r = asked;

    (void)none;
    return kg__read_kmers(&r->graph, &r->counts, input, r->options, KG__TEXT_BLOCK);
}

kg_status kg_graph_read_kmers(kg_graph **graph, kg_kmers_counts *counts, kg_context *context,
    const char *path, const kg_kmers_options *options)
{
    request asked = {.options = options};
    kg_status status;

    KG_NEED_RESULT(context, graph, context);
    kg__begin(context);
    KG_NEED(context, path);
    KG_NEED(context, options);
    if (options->k < LEAST_K || options->k > MOST_K)
        return kg__fail(context, KG_ARGUMENT, "k is %llu, expected %d to %d",
            (unsigned long long)options->k, LEAST_K, MOST_K);
    kg__stage(context, "read");
    status = kg__input_read_from(context, KG__PATH(path), options->shown, read_input, &asked, NULL);
    *graph = asked.graph;
    if (counts)
        *counts = asked.counts;
    kg__stage(context, NULL);
    return status;
}
