/*
 * Unitigs of sequences.
 *
 * In:  sequences, k, and the least number of occurrences of a k-mer.
 * Out: unitigs, their counts and links, as konig/unitigs.h says.
 * Method: choose.c leaves each k-mer at its first place. A k-mer is an edge with two half-edges,
 *     one at the word of k - 1 letters at its beginning and one at that at its end; words.c brings
 *     the half-edges of a word together. If a word has one half-edge on each side, the two are
 *     mates. Walks from mate to mate find the unitigs, from both of their ends. k-mers that no walk
 *     has passed are in rings. A sort of their first k letters puts unitigs in order. k-mers are
 *     numbered by their places, so that walks go through memory in order.
 * Work: O(letters) and the sorts of words.c, of all k-mers, of the distinct ones, and of unitigs.
 * Memory: with edge ids of 32 bits 16 bytes a k-mer while they are counted; then 28 a distinct
 *     k-mer, 24 an end of a unitig, and the unitigs.
 * Deterministic: all.
 * Source: R. Chikhi, A. Limasset, P. Medvedev, "Compacting de Bruijn graphs from sequencing data
 *     quickly and in low memory", Bioinformatics 32 (2016), for the definition.
 */
#include "../../../base/bisect.h"
#include "stretches.h"
#include "words.h"
#include <konig/unitigs.h>

enum { GRAIN = 1 << 14, BLOCK = 1 << 12 };

static const kg_edge none = KG_NO_EDGE;

struct kg_unitigs {
    kg_context *ctx;
    uint64_t count;
    char *letters;         /* [begin[count]] */
    uint64_t *begin;       /* [count + 1] */
    uint64_t *occurrences; /* [count] */
    uint64_t *link, *row;  /* [row[2 count]], [2 count + 1] */
};

/* A unitig, walked from one of its ends. */
typedef struct walk {
    kg_edge first, last; /* half-edges at its two ends */
    uint64_t kmers, occurrences;
} walk;

typedef struct compactor {
    kg_context *ctx;
    kg__stretches s;
    uint64_t edges, words; /* of k letters, of k - 1 */
    kg_edge *times;        /* [edges] */
    kg_vertex *rank;       /* [words] */
    kg__word_list ranked;
    uint64_t *less, *same; /* bits [words] how it compares with its reverse complement */
    uint64_t *first;       /* bits [words] it is the first word of its stretch */
    uint64_t *before;      /* [words / 64 + 1] stretches that begin before each 64 words */
    kg_edge *mate;         /* [2 * edges], of half-edges, or none */
    uint64_t *used;        /* bits [edges] */
    walk *list;            /* [count] */
    uint64_t count, room;
} compactor;

/* ---- k-mers ---------------------------------------------------------------------------------- */

/* The stretch of edge e. guess: where to look first. */
static uint64_t stretch_of(const compactor *c, uint64_t e, uint64_t guess)
{
    const kg__stretch *list = c->s.list;

    if (list[guess].first <= e && e < list[guess + 1].first)
        return guess;
    return KG__LAST_WHERE(p, 0, c->s.count, list[p].first <= e);
}

static const char *text_of(const compactor *c, uint64_t e, uint64_t *stretch)
{
    *stretch = stretch_of(c, e, *stretch);
    return c->s.list[*stretch].begin + (e - c->s.list[*stretch].first);
}

/* Compares the k-mers of two half-edges, each read from its half-edge on. */
static int compare(const compactor *c, kg_edge a, kg_edge b)
{
    const uint64_t k = c->s.k;
    uint64_t stretch = 0;
    const char *const x = text_of(c, a / 2, &stretch), *const y = text_of(c, b / 2, &stretch);

    for (uint64_t from = 0, to; from < k; from = to) {
        uint64_t one, other;

        to = k - from < 32 ? k : from + 32;
        one = kg__letters_part(x, k, a & 1, from, to);
        other = kg__letters_part(y, k, b & 1, from, to);
        if (one != other)
            return one < other ? -1 : 1;
    }
    return 0;
}

/* ---- mates ----------------------------------------------------------------------------------- */

static void mark_first_words(compactor *c)
{
    uint64_t count = 0;

    for (uint64_t p = 0; p < c->s.count; p++)
        kg__mark(c->first, c->s.list[p].first + p);
    for (uint64_t i = 0; i <= c->words / 64; i++) {
        c->before[i] = count;
        if (64 * i < c->words)
            count += (unsigned)__builtin_popcountll(c->first[i]);
    }
}

static void compare_words(const compactor *c, const kg__rolled *rolled)
{
    KG_PARALLEL_FOR(c->s.threads)
    for (uint64_t first = 0; first < c->words; first += BLOCK) {
        const uint64_t last = c->words - first < BLOCK ? c->words : first + BLOCK;
        signed char order[BLOCK];

        kg__rolled_compare(rolled, first, last, order);
        for (uint64_t i = first; i < last; i++) {
            kg__mark_if(c->less, i, order[i - first] < 0);
            kg__mark_if(c->same, i, order[i - first] == 0);
        }
    }
}

/* The half-edges at word i, on its plus side and on its minus side; `none` if there is none. */
static void halves_of(const compactor *c, uint64_t i, kg_edge half[2])
{
    const uint64_t upto = c->first[i / 64] & (UINT64_MAX >> (63 - i % 64));
    const uint64_t e = i - (c->before[i / 64] + (unsigned)__builtin_popcountll(upto) - 1);
    const bool less = kg__bitmap_has(c->less, i);
    const bool is_last = i + 1 == c->words || kg__bitmap_has(c->first, i + 1);

    half[!less] = is_last ? none : (kg_edge)(2 * e);
    half[less] = kg__bitmap_has(c->first, i) ? none : (kg_edge)(2 * e - 1);
}

static void find_mates(const compactor *c)
{
    const kg__word_list *words = &c->ranked;

    KG_PARALLEL_FOR(c->s.threads, schedule(static))
    for (uint64_t v = 0; v < words->n; v++) {
        kg_edge half[2], only[2] = {none, none};
        bool is_simple = !kg__bitmap_has(c->same, words->place[words->row[v]]);

        for (uint64_t i = words->row[v]; i < words->row[v + 1]; i++) {
            halves_of(c, words->place[i], half);
            for (int side = 0; side < 2; side++)
                if (half[side] != none) {
                    is_simple &= only[side] == none;
                    only[side] = half[side];
                }
        }
        is_simple &= only[0] != none && only[1] != none;
        for (uint64_t i = words->row[v]; i < words->row[v + 1]; i++) {
            halves_of(c, words->place[i], half);
            for (int side = 0; side < 2; side++)
                if (half[side] != none)
                    c->mate[half[side]] = is_simple ? only[!side] : none;
        }
    }
}

static kg_status make_mates(compactor *c)
{
    kg_context *ctx = c->ctx;
    const kg__rolled rolled = {&c->s, c->s.k - 1};
    kg_status status;

    kg__stage(ctx, "join words");
    c->edges = kg__stretches_words(&c->s);
    c->words = c->edges + c->s.count;
    if (c->edges > KG__EDGES_MAX / 2)
        KG_TRY(kg__fail(ctx, KG_OVERFLOW, "%llu distinct words: at most %llu are possible",
            (unsigned long long)c->edges, (unsigned long long)KG__EDGES_MAX / 2));
    KG_TRY(kg__host_allocate(ctx, &c->rank, c->words, sizeof *c->rank, "ranks of words"));
    KG_TRY(kg__words_rank(
        &c->ranked, c->rank, ctx, rolled.letters, c->words, kg__rolled_pack, &rolled, false));
    KG_TRY(kg__bitmap_create(ctx, &c->less, c->words, "directions of words"));
    KG_TRY(kg__bitmap_create(ctx, &c->same, c->words, "directions of words"));
    KG_TRY(kg__bitmap_create(ctx, &c->first, c->words, "first words"));
    KG_TRY(kg__host_allocate(ctx, &c->before, c->words / 64 + 1, sizeof *c->before, "first words"));
    KG_TRY(kg__host_allocate(ctx, &c->mate, c->edges, 2 * sizeof *c->mate, "half-edges"));
    compare_words(c, &rolled);
    mark_first_words(c);
    find_mates(c);
out:
    return status;
}

/* ---- walks ----------------------------------------------------------------------------------- */

/* Walks from a half-edge to the other end of its unitig, or back to it in a ring. */
static walk walk_from(const compactor *c, kg_edge first)
{
    walk w = {.first = first};
    kg_edge h = first;

    do {
        w.last = h ^ 1;
        w.kmers++;
        w.occurrences += c->times[h / 2];
        h = c->mate[w.last];
    } while (h != none && h != first);
    return w;
}

static void use(const compactor *c, const walk *w)
{
    kg_edge h = w->first;

    for (uint64_t i = 0; i < w->kmers; i++) {
        kg__mark_shared(c->used, h / 2);
        h = c->mate[h ^ 1];
    }
}

/* Walks the unitigs that have ends, and keeps each in the direction that is alphabetically less. */
static kg_status walk_open(compactor *c)
{
    uint64_t ends = 0;
    kg_status status;

    for (uint64_t h = 0; h < 2 * c->edges; h++)
        ends += c->mate[h] == none;
    KG_TRY(kg__host_grow(c->ctx, &c->list, &c->room, ends, sizeof *c->list, "unitigs"));
    ends = 0;
    for (uint64_t h = 0; h < 2 * c->edges; h++)
        if (c->mate[h] == none)
            c->list[ends++].first = (kg_edge)h;
    KG_PARALLEL_FOR(c->s.threads, schedule(dynamic, 64))
    for (uint64_t i = 0; i < ends; i++) {
        walk w = walk_from(c, c->list[i].first);
        const int order = compare(c, w.first, w.last);

        if (order > 0 || (order == 0 && w.first > w.last))
            w.kmers = 0;
        c->list[i] = w;
        use(c, &w);
    }
    for (uint64_t i = 0; i < ends; i++)
        if (c->list[i].kmers)
            c->list[c->count++] = c->list[i];
out:
    return status;
}

/* The half-edge of a ring from which its k-mer is least. */
static kg_edge least_of(const compactor *c, const walk *ring)
{
    kg_edge least = ring->first, h = ring->first;

    for (uint64_t i = 0; i < ring->kmers; i++) {
        const kg_edge one = compare(c, h, h ^ 1) < 0 ? h : h ^ 1;

        if (compare(c, one, least) < 0)
            least = one;
        h = c->mate[h ^ 1];
    }
    return least;
}

static kg_status walk_rings(compactor *c)
{
    kg_status status = KG_OK;

    for (uint64_t e = 0; e < c->edges; e++) {
        walk ring;

        if (kg__bitmap_has(c->used, e))
            continue;
        ring = walk_from(c, (kg_edge)(2 * e));
        ring = walk_from(c, least_of(c, &ring));
        use(c, &ring);
        KG_TRY(kg__host_grow(c->ctx, &c->list, &c->room, c->count + 1, sizeof *c->list, "unitigs"));
        c->list[c->count++] = ring;
    }
out:
    return status;
}

/* The first k letters of unitigs, for kg__words_rank(). */
static void pack_first(
    const void *user, uint64_t first, uint64_t last, uint64_t from, uint64_t to, uint64_t *key)
{
    const compactor *c = user;
    uint64_t stretch = 0;

    for (uint64_t u = first; u < last; u++) {
        const kg_edge h = c->list[u].first;

        *key++ = kg__letters_part(text_of(c, h / 2, &stretch), c->s.k, h & 1, from, to);
    }
}

/* Puts the unitigs in alphabetical order. No two begin with the same k letters. */
static kg_status sort_walks(compactor *c)
{
    kg__word_list words = {0};
    kg_vertex *rank = NULL;
    walk *sorted = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(c->ctx, &rank, c->count, sizeof *rank, "order of unitigs"));
    KG_TRY(kg__words_rank(&words, rank, c->ctx, c->s.k, c->count, pack_first, c, false));
    KG_TRY(kg__host_allocate(c->ctx, &sorted, c->count, sizeof *sorted, "unitigs"));
    for (uint64_t u = 0; u < c->count; u++)
        sorted[rank[u]] = c->list[u];
    kg__free(c->ctx, c->list);
    c->list = sorted;
out:
    kg__free(c->ctx, rank);
    kg__words_free(&words, c->ctx);
    return status;
}

/* ---- unitigs --------------------------------------------------------------------------------- */

static void spell(const compactor *c, const walk *w, char *to)
{
    const uint64_t k = c->s.k;
    uint64_t stretch = 0;
    kg_edge h = w->first;

    for (uint64_t i = 0; i < w->kmers; i++) {
        const char *text = text_of(c, h / 2, &stretch);

        for (uint64_t at = i ? k - 1 : 0; at < k; at++)
            *to++ = "ACGT"[h & 1 ? 3 - kg__letter_number(text[k - 1 - at])
                                 : kg__letter_number(text[at])];
        h = c->mate[h ^ 1];
    }
}

static kg_status spell_all(const compactor *c, kg_unitigs *made)
{
    kg_context *ctx = c->ctx;
    kg_status status;

    kg__stage(ctx, "spell unitigs");
    made->count = c->count;
    KG_TRY(kg__host_allocate(ctx, &made->begin, c->count + 1, sizeof *made->begin, "unitigs"));
    KG_TRY(kg__host_allocate(
        ctx, &made->occurrences, c->count, sizeof *made->occurrences, "counts of unitigs"));
    made->begin[0] = 0;
    for (uint64_t u = 0; u < c->count; u++) {
        made->begin[u + 1] = made->begin[u] + c->list[u].kmers + c->s.k - 1;
        made->occurrences[u] = c->list[u].occurrences;
    }
    KG_TRY(kg__host_allocate(ctx, &made->letters, made->begin[c->count], 1, "letters of unitigs"));
    KG_PARALLEL_FOR(c->s.threads, schedule(dynamic, 64))
    for (uint64_t u = 0; u < c->count; u++)
        spell(c, &c->list[u], made->letters + made->begin[u]);
out:
    return status;
}

/* Lists the ends that follow the end of a unitig, half-edge h, and returns their number. Here, the
 * mates of ends are their numbers. link: [out] increasing; may be NULL. */
static uint64_t list_links(const compactor *c, kg_edge h, uint64_t *link)
{
    const uint64_t at = h / 2 + stretch_of(c, h / 2, 0) + (h & 1);
    const kg_vertex v = c->rank[at];
    const bool same = kg__bitmap_has(c->same, at);
    kg_edge half[2];
    uint64_t count = 0;
    int side;

    halves_of(c, at, half);
    side = half[1] == h;
    for (uint64_t i = c->ranked.row[v]; i < c->ranked.row[v + 1]; i++) {
        halves_of(c, c->ranked.place[i], half);
        for (int s = 0; s < 2; s++) {
            uint64_t to = count;

            if (half[s] == none || (s == side && !same))
                continue;
            count++;
            if (!link)
                continue;
            for (; to > 0 && link[to - 1] > c->mate[half[s]]; to--)
                link[to] = link[to - 1];
            link[to] = c->mate[half[s]];
        }
    }
    return count;
}

static kg_status link_all(const compactor *c, kg_unitigs *made)
{
    kg_context *ctx = c->ctx;
    const uint64_t ends = 2 * c->count;
    kg_status status;

    kg__stage(ctx, "link unitigs");
    for (uint64_t u = 0; u < c->count; u++) {
        c->mate[c->list[u].first] = (kg_edge)(2 * u);
        c->mate[c->list[u].last] = (kg_edge)(2 * u + 1);
    }
    KG_TRY(kg__host_allocate(ctx, &made->row, ends + 1, sizeof *made->row, "rows of links"));
    for (int list = 0; list < 2; list++) {
        uint64_t used = 0;

        KG_PARALLEL_FOR(c->s.threads, schedule(static))
        for (uint64_t end = 0; end < ends; end++) {
            const walk *w = &c->list[end / 2];
            const kg_edge h = end & 1 ? w->last : w->first;

            if (list)
                list_links(c, h, made->link + made->row[end]);
            else
                made->row[end] = list_links(c, h, NULL);
        }
        for (uint64_t end = 0; !list && end < ends; end++) {
            const uint64_t here = made->row[end];

            made->row[end] = used;
            used += here;
        }
        if (list)
            break;
        made->row[ends] = used;
        KG_TRY(kg__host_allocate(ctx, &made->link, used, sizeof *made->link, "links"));
    }
out:
    return status;
}

/* ---- the front ------------------------------------------------------------------------------- */

static kg_status make(compactor *c, kg_unitigs *made, uint64_t least)
{
    kg_status status;

    KG_TRY(kg__stretches_choose(&c->s, least, true, &c->times));
    KG_TRY(make_mates(c));
    kg__stage(c->ctx, "find unitigs");
    KG_TRY(kg__bitmap_create(c->ctx, &c->used, c->edges, "words in unitigs"));
    KG_TRY(walk_open(c));
    KG_TRY(walk_rings(c));
    KG_TRY(sort_walks(c));
    KG_TRY(spell_all(c, made));
    KG_TRY(link_all(c, made));
out:
    return status;
}

kg_status kg_unitigs_read(kg_unitigs **unitigs, kg_kmers_counts *counts, kg_context *context,
    const char *const *path, uint64_t files, const kg_kmers_options *options)
{
    compactor c = {.ctx = context, .s = {.ctx = context}};
    kg_unitigs *made = NULL;
    kg_status status;

    KG_NEED_RESULT(context, unitigs, context);
    if (counts)
        *counts = (kg_kmers_counts){0};
    kg__begin(context);
    KG_TRY(kg__stretches_read(&c.s, path, files, options));
    if (options->single_strand)
        KG_TRY(kg__fail(context, KG_UNSUPPORTED, "unitigs of a single strand are not supported"));
    KG_TRY(kg__host_allocate(context, &made, 1, sizeof *made, "unitigs"));
    *made = (kg_unitigs){.ctx = context};
    KG_TRY(make(&c, made, options->min_count));
    if (counts)
        *counts = c.s.counts;
    *unitigs = made;
    made = NULL;
out:
    kg__stretches_free(&c.s);
    kg__words_free(&c.ranked, context);
    kg__free_all(
        context, c.times, c.rank, c.less, c.same, c.first, c.before, c.mate, c.used, c.list);
    kg_unitigs_destroy(made);
    kg__stage(context, NULL);
    return status;
}

void kg_unitigs_destroy(kg_unitigs *unitigs)
{
    if (unitigs)
        kg__free_all(unitigs->ctx, unitigs->letters, unitigs->begin, unitigs->occurrences,
            unitigs->link, unitigs->row, unitigs);
}

KG__GETTER(uint64_t, kg_unitigs_count, kg_unitigs, unitigs, unitigs->count, 0)
KG__GETTER(
    const uint64_t *, kg_unitigs_occurrences, kg_unitigs, unitigs, unitigs->occurrences, NULL)

const char *kg_unitigs_letters(const kg_unitigs *unitigs, const uint64_t **begin)
{
    if (begin)
        *begin = unitigs ? unitigs->begin : NULL;
    return unitigs ? unitigs->letters : NULL;
}

const uint64_t *kg_unitigs_links(const kg_unitigs *unitigs, const uint64_t **row)
{
    if (row)
        *row = unitigs ? unitigs->row : NULL;
    return unitigs ? unitigs->link : NULL;
}
