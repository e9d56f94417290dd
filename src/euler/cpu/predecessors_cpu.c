/*
 * Stage 2 on the CPU: the out-slot that follows each edge.
 *
 * in   row[n+1], col[m]
 * out  next[m]: the slot that follows each edge; cursor[n] = row[v] + in-degree of v; without lists
 *      also most results of find_pairs() of stage 3, since next[] is in the cache here
 *
 * In edge order, each edge takes the next free slot of its target: this is the inverse of pred. The
 * accesses to cursors are random, so they are prefetched. One thread does it in one pass. Several
 * threads must agree on the order of a vertex' in-edges, so each vertex has an owner. Owners take
 * the slots of their vertices in one of two ways.
 *
 * By words, if consecutive edges lead to vertices near each other: most words of 64 edges then lead
 * to vertices of one owner only. A pass finds the owner of each word. Then every owner takes its
 * own words in edge order, and its own edges of the mixed words.
 *
 * By lists otherwise:
 *
 *     A  thread t splits its share of the edges into one list of targets for each owner
 *     B  each owner goes through its lists, of shares 0, 1, ..., and replaces target by slot
 *     C  thread t deals its share's slots out again in edge order
 *
 * Only B is random access, and no two threads write near each other. O(n + m) work, m edges of
 * pool; by words m / 64 bytes of it. If degrees do not balance, slots are not in the target's row;
 * stage 1 then reports it.
 */
#include "euler_cpu.h"
#include <string.h>

enum {
    AHEAD = 32,       /* prefetch distance: 16 costs 10 % more, 64 gains nothing */
    OWNERS_MAX = 128, /* the most threads that this stage uses */
    RANGES = 4096,    /* ranges of vertices: an owner owns whole ranges */
    MIXED = 255,      /* the owner of a word whose edges lead to several owners' vertices */
    SAMPLE = 64,      /* one word in this many is examined before the way is chosen */
    MIXED_MOST = 8    /* at most one word in this many may be mixed: each owner reads all of them */
};

/* The owners of vertices, and the places of the lists. */
typedef struct owners {
    int threads;
    unsigned shift;                 /* v >> shift: the range of vertex v */
    uint8_t owner[RANGES];          /* the owner of each range */
    uint64_t bound[OWNERS_MAX + 1]; /* the first vertex of each owner; [threads]: n */
    uint64_t list[OWNERS_MAX]
                 [OWNERS_MAX + 1]; /* [part][owner] in the pool; [part][threads] the end */
} owners;

static inline kg_edge take_slot(kg_edge *cursor, kg_edge v)
{
    return cursor[v]++;
}

/*
 * Finds the slots that follow `count` edges from `first` on, up to 64, and the pairs that they
 * close. If there are several owners, word_owner holds the owner of each word. This word, and those
 * whose pairs it closes, belong to t, so that no other thread writes their next[] and label[].
 */
static inline __attribute__((always_inline)) void take_word(const kg__euler_work *w,
    kg__euler_cpu *s, const uint8_t *word_owner, int t, uint64_t first, unsigned count,
    unsigned ahead)
{
    const kg_vertex *col = w->col + first;
    kg_edge *cursor = s->cursor, *next = s->next;
    uint64_t *label = s->label, closing = 0;

#pragma GCC unroll 4
    for (unsigned k = 0; k < count; k++) {
        kg_edge e = (kg_edge)(first + k), f;

        __builtin_prefetch(&cursor[col[k + ahead]], 1);
        next[e] = f = take_slot(cursor, col[k]);
        if (kg__is_shortly_before(f, e) && (!word_owner || word_owner[f >> 6] == t) &&
            next[f] == e) {
            label[f >> 6] |= UINT64_C(1) << (f & 63);
            closing |= UINT64_C(1) << k;
        }
    }
    s->visited[first >> 6] = closing;
}

static inline __attribute__((always_inline)) void take_all(kg__euler_work *w, kg__euler_cpu *s)
{
    uint64_t m = w->m, whole = m > AHEAD ? (m - AHEAD) & ~UINT64_C(63) : 0;

    memset(s->label, 0, ((m >> 6) + 1) * sizeof *s->label);
    for (uint64_t e = 0; e < whole; e += 64)
        take_word(w, s, NULL, 0, e, 64, AHEAD);
    for (uint64_t e = whole; e <= m; e += 64)
        take_word(w, s, NULL, 0, e, m - e < 64 ? (unsigned)(m - e) : 64, 0);
}

KG__NEWER static void take_all_newer(kg__euler_work *w, kg__euler_cpu *s)
{
    take_all(w, s);
}

static void one_thread(kg__euler_work *w, kg__euler_cpu *s)
{
    if (kg__is_newer())
        take_all_newer(w, s);
    else
        take_all(w, s);
}

/* Ranges go to owners so that each gets about as many edges: in-degrees are out-degrees here. */
static void choose_owners(const kg__euler_work *w, owners *all)
{
    uint64_t ranges;
    int owner = 0;

    while (((uint64_t)w->n - 1) >> all->shift >= RANGES)
        all->shift++;
    ranges = (((uint64_t)w->n - 1) >> all->shift) + 1;
    for (uint64_t r = 0; r < ranges; r++) {
        while (owner + 1 < all->threads &&
               w->row[r << all->shift] >= kg__part(w->m, owner + 1, all->threads))
            all->bound[++owner] = r << all->shift;
        all->owner[r] = (uint8_t)owner;
    }
    while (owner < all->threads)
        all->bound[++owner] = w->n;
}

/* ---- by words -------------------------------------------------------------------------------- */

/* Returns the owner of all vertices from `least` to `most`, or MIXED. */
static inline uint8_t owner_of_both(const owners *all, kg_vertex least, kg_vertex most)
{
    uint8_t owner = all->owner[least >> all->shift];

    return owner == all->owner[most >> all->shift] ? owner : MIXED;
}

/* Returns the owner of all vertices that `count` edges lead to, or MIXED. For a whole word, the
 * highest bit in which its vertices differ is nearly always enough to decide. It takes fewer
 * instructions than finding the least and the greatest vertex. */
static uint8_t owner_of_word(const kg_vertex *col, unsigned count, const owners *all)
{
    kg_vertex least = UINT32_MAX, most = 0, every = UINT32_MAX, any = 0, differ;
    kg_vertex last = (kg_vertex)(all->bound[all->threads] - 1);
    uint8_t owner = MIXED;

    if (count == 64) {
        for (unsigned k = 0; k < 64; k++) {
            every &= col[k];
            any |= col[k];
        }
        differ = every ^ any ? UINT32_MAX >> __builtin_clz(every ^ any) : 0;
        any |= differ;
        owner = owner_of_both(all, any ^ differ, any < last ? any : last);
    }
    if (owner != MIXED)
        return owner;
    for (unsigned k = 0; k < count; k++) {
        least = col[k] < least ? col[k] : least;
        most = col[k] > most ? col[k] : most;
    }
    return owner_of_both(all, least, most);
}

/* Returns whether few words are mixed, judged by a sample. */
static bool has_few_mixed(const kg__euler_work *w, const owners *all)
{
    uint64_t whole = (uint64_t)w->m >> 6, mixed = 0;

    KG_PARALLEL_FOR(all->threads, schedule(static) reduction(+ : mixed))
    for (uint64_t i = 0; i < whole; i += SAMPLE)
        mixed += owner_of_word(w->col + (i << 6), 64, all) == MIXED;
    return mixed * MIXED_MOST <= (whole + SAMPLE - 1) / SAMPLE;
}

/* Takes the slots of one owner's vertices. */
static inline __attribute__((always_inline)) void take_words(
    const kg__euler_work *w, kg__euler_cpu *s, const owners *all, const uint8_t *word_owner, int t)
{
    const kg_vertex *col = w->col;
    uint64_t words = ((uint64_t)w->m + 63) >> 6;

    for (uint64_t i = 0; i < words; i++) {
        uint64_t first = i << 6;
        unsigned count = w->m - first < 64 ? (unsigned)(w->m - first) : 64;

        if (word_owner[i] == t && count == 64 && i + 1 < words && word_owner[i + 1] == t &&
            w->m - first >= 64 + AHEAD) {
            take_word(w, s, word_owner, t, first, 64, AHEAD);
        } else if (word_owner[i] == t) {
            take_word(w, s, word_owner, t, first, count, 0);
        } else if (word_owner[i] == MIXED) {
            for (uint64_t e = first; e < first + count; e++)
                if (all->owner[col[e] >> all->shift] == t)
                    s->next[e] = take_slot(s->cursor, col[e]);
        }
    }
}

KG__NEWER static void take_words_newer(
    const kg__euler_work *w, kg__euler_cpu *s, const owners *all, const uint8_t *word_owner, int t)
{
    take_words(w, s, all, word_owner, t);
}

static void by_words(const kg__euler_work *w, kg__euler_cpu *s, const owners *all)
{
    uint64_t words = ((uint64_t)w->m + 63) >> 6;
    uint8_t *word_owner = (uint8_t *)s->pool;

    s->visited[w->m >> 6] = s->label[w->m >> 6] = 0; /* if m is a multiple of 64 */
    KG_PARALLEL(all->threads)
    {
#pragma omp for schedule(static)
        for (uint64_t i = 0; i < words; i++) {
            uint64_t left = w->m - (i << 6);

            word_owner[i] = owner_of_word(w->col + (i << 6), left < 64 ? (unsigned)left : 64, all);
            s->visited[i] = s->label[i] = 0;
        }
#pragma omp for schedule(static, 1)
        for (int t = 0; t < all->threads; t++)
            if (kg__is_newer())
                take_words_newer(w, s, all, word_owner, t);
            else
                take_words(w, s, all, word_owner, t);
    }
}

/* ---- by lists -------------------------------------------------------------------------------- */

/* Counts how many of a share's edges each owner gets. Blocks of targets are compared with each
 * owner's bound, because the compiler turns this into vector code, unlike counting in a table. */
static void count_edges(
    const kg_vertex *col, uint64_t begin, uint64_t end, const owners *all, uint64_t *count)
{
    enum { BLOCK = 4096 };

    for (; begin < end; begin += BLOCK) {
        uint32_t size = end - begin < BLOCK ? (uint32_t)(end - begin) : BLOCK, from = size;

        for (int o = 0; o < all->threads; o++) {
            kg_vertex last = (kg_vertex)(all->bound[o + 1] - 1);
            uint32_t behind = 0;

            for (uint32_t k = 0; k < size; k++)
                behind += col[begin + k] > last;
            count[o] += from - behind;
            from = behind;
        }
    }
}

/* A. The lists of one share begin where its edges would. */
static void split(const kg__euler_work *w, kg_edge *pool, owners *all, int part)
{
    const kg_vertex *col = w->col;
    uint64_t begin = kg__part(w->m, part, all->threads);
    uint64_t end = kg__part(w->m, part + 1, all->threads);
    uint64_t count[OWNERS_MAX] = {0}, at[OWNERS_MAX], *list = all->list[part];

    count_edges(col, begin, end, all, count);
    list[0] = begin;
    for (int o = 0; o < all->threads; o++) {
        at[o] = list[o];
        list[o + 1] = list[o] + count[o];
    }
    for (uint64_t e = begin; e < end; e++)
        pool[at[all->owner[col[e] >> all->shift]]++] = col[e];
}

/* B */
static void take_slots(kg_edge *cursor, kg_edge *pool, const owners *all, int owner)
{
    for (int part = 0; part < all->threads; part++) {
        uint64_t i = all->list[part][owner], end = all->list[part][owner + 1];

        for (; i + AHEAD < end; i++) {
            __builtin_prefetch(&cursor[pool[i + AHEAD]], 1);
            pool[i] = take_slot(cursor, pool[i]);
        }
        for (; i < end; i++)
            pool[i] = take_slot(cursor, pool[i]);
    }
}

/* C */
static void deal(const kg__euler_work *w, kg__euler_cpu *s, const owners *all, int part)
{
    const kg_vertex *col = w->col;
    uint64_t end = kg__part(w->m, part + 1, all->threads);
    uint64_t at[OWNERS_MAX];

    memcpy(at, all->list[part], sizeof at);
    for (uint64_t e = kg__part(w->m, part, all->threads); e < end; e++)
        s->next[e] = s->pool[at[all->owner[col[e] >> all->shift]]++];
}

static void by_lists(const kg__euler_work *w, kg__euler_cpu *s, owners *all)
{
    KG_PARALLEL(all->threads)
    {
        int count = kg__thread_count(), t = kg__thread_index();

        for (int part = t; part < all->threads; part += count)
            split(w, s->pool, all, part);
#pragma omp barrier
        for (int owner = t; owner < all->threads; owner += count)
            take_slots(s->cursor, s->pool, all, owner);
#pragma omp barrier
        for (int part = t; part < all->threads; part += count)
            deal(w, s, all, part);
    }
}

decl_euler_predecessors(kg__euler_predecessors_cpu)
{
    kg__euler_cpu *s = w->state;
    int threads = s->threads < OWNERS_MAX ? s->threads : OWNERS_MAX;
    owners *all = NULL;
    kg_status status = KG_OK;

    kg__euler_touch_cpu(w);
    KG_PARALLEL_FOR(threads, schedule(static))
    for (uint64_t v = 0; v < w->n; v++)
        s->cursor[v] = w->row[v];
    s->paired = threads == 1;
    if (threads == 1) {
        one_thread(w, s);
        goto out;
    }
    KG_TRY(kg__host_allocate(w->ctx, &all, 1, sizeof *all, "lists of edges by owner"));
    memset(all, 0, sizeof *all);
    all->threads = threads;
    choose_owners(w, all);
    s->paired = has_few_mixed(w, all);
    if (s->paired)
        by_words(w, s, all);
    else
        by_lists(w, s, all);
out:
    kg__free(w->ctx, all);
    return status;
}
