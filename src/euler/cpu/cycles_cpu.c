/*
 * The cycles of a permutation of the edges, walked from many edges at once.
 *
 * A single walk would wait for memory at every edge. So each thread interleaves WALKERS walks and
 * prefetches the next edge of each: up to WALKERS cache misses are in flight at once. A walk writes
 * the edges that it visits to the pool, chunk by chunk. A segment is the edges that one walk writes
 * between its start and its end, within one chunk.
 *
 * The first walk knows nothing of the cycles. It has two parts. In the first part, walks start and
 * end at splitters (splitters_cpu.c). No walk comes to an edge of another, so each thread sets bits
 * of its own for the edges that it visits, and threads share nothing. This visits all edges except
 * those of cycles without a splitter, which are small. Walks of the second part start at an edge
 * that no walk has visited, and end at an edge that some walk has visited. As next[] is a
 * permutation, that edge is the start of a segment: another's, or its own. Here a walk visits an
 * edge by setting its bit, atomically if there are several threads.
 *
 * halves_cpu.c walks the circuits of an undirected graph, which have no direction yet.
 *
 * The second walk knows that there is one cycle, and goes from splitter to splitter.
 *
 * O(m) work; m + threads * WALKERS * CHUNK edges of pool. The segments depend on the timing of the
 * walks; the cycles, and all results computed from them, do not.
 */
#include "cycles_cpu.h"
#include <string.h>

/* ---- the first walk: the second part --------------------------------------------------------- */

/* The walk has come to an edge that was visited, or to the end of its chunk. False: out of
 * memory. */
static inline __attribute__((always_inline)) bool end_segment(
    kg__walks *all, kg__walk_list *own, kg__walker *k, kg_edge end, bool shared)
{
    kg__euler_cpu *s = all->s;

    if (k->out == k->begin)
        return true; /* another walk visited its first edge */
    kg__set_bit(s->start, k->start, shared);
    if (end != k->start)
        return kg__walk_record(all, own, k, end);
    return kg__walk_close(all, own, k, shared);
}

/* Sends the walk to an edge that is not visited yet. False: no block of edges is left. */
static inline __attribute__((always_inline)) bool begin_segment(kg__walks *all, kg__walker *k)
{
    uint64_t e;

    if (!kg__walk_find_start(all, k, &e))
        return false;
    k->at = k->start = k->least = (kg_edge)e;
    return true;
}

static inline __attribute__((always_inline)) void walk_first(
    kg__walks *all, kg__walk_list *own, kg__walker *walks, bool shared)
{
    const kg_edge *next = all->s->next;
    uint64_t *visited = all->s->visited;
    int active = 0;

    for (int i = 0; i < WALKERS; i++)
        active += begin_segment(all, &walks[active]);
    while (active > 0 && !(shared && __atomic_load_n(&all->failed, __ATOMIC_RELAXED)))
        for (int i = 0; i < active; i++) {
            kg__walker *k = &walks[i];
            kg_edge e = k->at;

            if (k->out == k->full) {
                if (!end_segment(all, own, k, e, shared))
                    return;
                kg__walk_take_chunk(all, k);
                k->start = k->least = e;
            }
            if (kg__set_bit(visited, e, shared)) {
                if (!end_segment(all, own, k, e, shared))
                    return;
                if (!begin_segment(all, k))
                    *k = walks[--active];
                continue;
            }
            *k->out++ = e;
            if (e < k->least)
                k->least = e;
            k->at = next[e];
            __builtin_prefetch(&next[k->at]);
            __builtin_prefetch(&visited[k->at >> 6], 1);
        }
}

/* ---- all walks ------------------------------------------------------------------------------- */

/* Makes one list of the segments of all threads. */
static kg_status gather(kg__walks *all, kg__walk_list *own, int threads)
{
    kg__segments *list = &all->s->segment;
    kg_context *ctx = all->w->ctx;
    kg_status status = KG_OK;
    size_t count = 0;

    for (int t = 0; t < threads; t++)
        count += own[t].segment.count;
    kg__free(ctx, list->at);
    *list = own[0].segment;
    own[0].segment = (kg__segments){NULL, 0, 0};
    if (count > list->room) {
        KG_TRY(kg__host_resize(ctx, &list->at, count, sizeof *list->at, "segments of the walk"));
        list->room = count;
    }
    for (int t = 1; t < threads; t++) {
        size_t more = own[t].segment.count;

        if (more)
            memcpy(list->at + list->count, own[t].segment.at, more * sizeof *list->at);
        list->count += more;
    }
out:
    return status;
}

typedef enum walks_of { CYCLES, HALVES, ONE_CYCLE } walks_of;

static kg_status walk(kg__euler_work *w, uint64_t *closed, walks_of what)
{
    kg__euler_cpu *s = w->state;
    int threads = s->threads;
    kg__walks all = {.w = w, .s = s, .shift = kg__walk_splitters_of(w->first)};
    kg__walk_list *own = NULL;
    kg_status status;

    if (threads > 1) { /* there is room for the bits of some 31 threads */
        uint64_t room = w->m * sizeof *s->root / ((w->m / 64 + 1) * sizeof *all.own);

        all.own = (uint64_t *)s->root;
        all.owns = (uint64_t)threads < room ? threads : (int)room;
    }
    *closed = 0;
    KG_TRY(kg__host_allocate(w->ctx, &own, (uint64_t)threads, sizeof *own, "lists of segments"));
    memset(own, 0, (size_t)threads * sizeof *own);
    KG_PARALLEL(threads)
    {
        int t = kg__thread_index();
        kg__walk_list *mine = &own[t];
        kg__walker walks[WALKERS];

        memset(walks, 0, sizeof walks);
        if (what == ONE_CYCLE) {
            kg__walk_second(&all, mine, walks, s->pairs > w->m / 4);
        } else if (what == HALVES) {
            kg__walk_halves(&all, mine);
        } else {
            kg__walk_from_splitters(&all, mine, walks, t);
            if (mine->status == KG_OK && threads > 1)
                walk_first(&all, mine, walks, true);
            else if (mine->status == KG_OK)
                walk_first(&all, mine, walks, false);
        }
    }
    s->pool_used = all.next_chunk;
    for (int t = 0; t < threads; t++) {
        KG_TRY(own[t].status);
        *closed += own[t].closed;
    }
    KG_TRY(gather(&all, own, threads));
out:
    for (int t = 0; own && t < threads; t++)
        kg__free(w->ctx, own[t].segment.at);
    kg__free(w->ctx, own);
    return status;
}

kg_status kg__euler_walk_cycles_cpu(kg__euler_work *w, uint64_t *closed)
{
    return walk(w, closed, CYCLES);
}

kg_status kg__euler_walk_halves_cpu(kg__euler_work *w, uint64_t *closed)
{
    return walk(w, closed, HALVES);
}

/* ---- the second walk ------------------------------------------------------------------------- */

/* Computes next[] of slots [from, to) from the twins of their places. */
static void take_steps(kg__euler_cpu *s, uint64_t from, uint64_t to)
{
    KG_PARALLEL_FOR(s->threads, schedule(static) if (from))
    for (uint64_t i = from; i < to; i++)
        s->next[i] = kg__euler_next(s, (kg_edge)i);
}

/* next[] takes the front of the memory of twin[]. One thread does the first slots. Then all threads
 * do the slots from each power of two to the next: they overwrite the twins of no slot among
 * them. */
static void take_all_steps(kg__euler_cpu *s, uint64_t m)
{
    for (uint64_t from = 0, to = GRAIN; from < m; from = to, to *= 2)
        take_steps(s, from, to < m ? to : m);
    s->twin = NULL;
}

kg_status kg__euler_walk_again_cpu(kg__euler_work *w)
{
    kg__euler_cpu *s = w->state;
    uint64_t closed;

    if (s->twin)
        take_all_steps(s, w->m);
    return walk(w, &closed, ONE_CYCLE);
}
