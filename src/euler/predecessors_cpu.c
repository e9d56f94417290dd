/*
 * Stage 2 on the CPU: which out-slot follows each edge.
 *
 * in   row[n+1], col[m]
 * out  next[m]: the slot that follows each edge; cursor[n] = row[v] + in-degree of v; from one
 *      thread also what find_pairs() of stage 3 finds, since next[] is in the cache here
 *
 * In edge order, each edge takes the next free slot of its target: that is the inverse of pred. The
 * cursors are reached at random, so they are prefetched. One thread does it in one pass. Several
 * must agree on the order of a vertex' in-edges, so each vertex has an owner:
 *
 *     A  thread t splits its part of the edges into one list of targets for each owner
 *     B  each owner goes through its lists, of parts 0, 1, ..., and replaces target by slot
 *     C  thread t deals its part's slots out again in edge order
 *
 * Only B is random access, and no two threads write near each other. O(n + m) work, m edges of
 * pool. Where degrees do not balance, slots are not in the target's row: stage 1 then says so.
 */
#include "euler_cpu.h"
#include <string.h>

enum {
    AHEAD = 32,       /* prefetch distance: 16 costs 10 % more, 64 gains nothing */
    OWNERS_MAX = 128, /* threads that this stage uses at most */
    RANGES = 4096     /* of vertices: a range is what an owner owns some of */
};

/* Who owns which vertices, and where the lists are. */
typedef struct owners {
    int threads;
    unsigned shift;                 /* of a vertex: its range */
    uint8_t owner[RANGES];          /* of a range */
    uint64_t bound[OWNERS_MAX + 1]; /* the first vertex of each owner; [threads]: n */
    uint64_t list[OWNERS_MAX]
                 [OWNERS_MAX + 1]; /* [part][owner] in the pool; [part][threads] the end */
} owners;

static inline kg_edge take_slot(kg_edge *cursor, kg_edge v)
{
    return cursor[v]++;
}

/* The slots that follow `count` edges from `first` on, up to 64, and what pairs they close. */
static inline __attribute__((always_inline)) void take_word(
    const kg__euler_work *w, kg__euler_cpu *s, uint64_t first, unsigned count, unsigned ahead)
{
    const kg_vertex *col = w->col + first;
    kg_edge *cursor = s->cursor, *next = s->next;
    uint64_t *label = s->label, closing = 0;

    for (unsigned k = 0; k < count; k++) {
        kg_edge e = (kg_edge)(first + k), f;

        __builtin_prefetch(&cursor[col[k + ahead]], 1);
        next[e] = f = take_slot(cursor, col[k]);
        if (kg__closes_pair(next, e, f)) {
            label[f >> 6] |= UINT64_C(1) << (f & 63);
            closing |= UINT64_C(1) << k;
        }
    }
    s->visited[first >> 6] = closing;
}

static void one_thread(kg__euler_work *w, kg__euler_cpu *s)
{
    uint64_t m = w->m, whole = m > AHEAD ? (m - AHEAD) & ~UINT64_C(63) : 0;

    memset(s->label, 0, ((m >> 6) + 1) * sizeof *s->label);
    for (uint64_t e = 0; e < whole; e += 64)
        take_word(w, s, e, 64, AHEAD);
    for (uint64_t e = whole; e <= m; e += 64)
        take_word(w, s, e, m - e < 64 ? (unsigned)(m - e) : 64, 0);
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

/* Counts how many of a part's edges each owner gets. Blocks of targets are compared with each
 * owner's bound, which the compiler turns into vector code; it could not do so for counting in a
 * table. */
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

/* A. The lists of one part begin where its edges would. */
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

static void many_threads(kg__euler_work *w, kg__euler_cpu *s, owners *all)
{
    choose_owners(w, all);
#pragma omp parallel num_threads(all->threads)
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

#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint64_t v = 0; v < w->n; v++)
        s->cursor[v] = w->row[v];
    if (threads == 1) {
        one_thread(w, s);
        goto out;
    }
    KG_TRY(kg__host_allocate(w->ctx, &all, 1, sizeof *all, "lists of edges by owner"));
    memset(all, 0, sizeof *all);
    all->threads = threads;
    many_threads(w, s, all);
out:
    kg__free(w->ctx, all);
    return status;
}
