/*
 * The cycles of a permutation of the edges, walked from many edges at once.
 *
 * A single walk would wait for memory at every edge. So each thread interleaves WALKERS walks and
 * prefetches the next edge of each: that many cache misses are under way at once. A walk writes the
 * edges that it visits to the pool, chunk by chunk. A segment is what one walk writes between its
 * start and its end, within one chunk.
 *
 * The first walk knows nothing of the cycles. It starts at an edge that no walk has visited and
 * ends when it comes to an edge that one has visited. As next[] is a permutation, that edge is the
 * start of a segment: another's, or its own. Then it starts again elsewhere. To visit an edge is to
 * set its bit, atomically where there are several threads.
 *
 * The same walk finds the circuits of an undirected graph (orient_cpu.c), where a walk does not go
 * from edge to edge but from place to place, two of them a slot, and visits slots. Walks may come
 * from both sides there, so that a segment also ends where another one does.
 *
 * The second walk knows that there is one cycle. It starts and ends at splitters, one at a
 * scattered place in every 8192 edges, of which w->first is one; no edge needs a mark, so threads
 * share nothing. The splitters are taken in order: walks that go on at one time are near each other
 * where the graph is local. There few walks go on at one time, each a stride of edges without a
 * look at where it has come; what it visits beyond a splitter is forgotten.
 *
 * O(m) work; m + threads * WALKERS * CHUNK edges of pool. Which segments there are depends on the
 * walks' timing; the cycles, and all that is made of them, do not.
 * Allocates in the loop: records of segments, in lists that grow by half.
 */
#include "euler_cpu.h"
#include <assert.h>
#include <string.h>

enum {
    /* Edges among which one walk looks for its next start before it takes another such block. */
    SCAN_BLOCK = 1 << 14,
    /* Splitters of the second walk that are taken at once. */
    SPLITTER_BLOCK = 4
};

/* Each block of edges has one splitter, at place block * 5119 modulo the block's size. The factor
 * is nearly the golden ratio, which spreads the places. It is computed by shifts and additions, so
 * that vector units without a multiplication find it as fast. */
enum { SPLITTER_BITS = 13, SPLITTER_MASK = (1 << SPLITTER_BITS) - 1 };

/* How far edge e stands behind the splitter of its block. shift is added to the places of all
 * splitters, and chosen so that w->first is a splitter. */
static inline kg_edge behind_splitter(kg_edge e, kg_edge shift)
{
    kg_edge block = e >> SPLITTER_BITS;

    return (e - (block << 12) - (block << 10) + block - shift) & SPLITTER_MASK;
}

/* What the threads share. The counters are atomic. */
typedef struct shared_walks {
    kg__euler_work *w;
    kg__euler_cpu *s;
    uint64_t next_chunk; /* edges of the pool that are taken */
    uint64_t next_start; /* edges, or splitters, that were looked at for a start */
    kg_edge shift;       /* of all splitters in their blocks */
    const kg_edge *twin; /* [2m] of an undirected graph that is not oriented yet */
    uint64_t *second;    /* and bits [m] of its slots */
    bool failed;
} shared_walks;

/* What one thread owns. */
typedef struct walk_list {
    kg__segments segment;
    uint64_t closed;
    kg_status status;
} walk_list;

typedef struct walker {
    kg_edge at;           /* where it goes next */
    kg_edge start, least; /* of the segment that it walks */
    kg_edge *begin, *out; /* the segment in the pool so far */
    kg_edge *full;        /* the end of its chunk */
    uint64_t scan, scan_end;
} walker;

kg_status kg__segments_add(kg_context *ctx, kg__segments *list, kg__segment segment)
{
    kg_status status = KG_OK;

    if (list->count == list->room) {
        size_t room = list->room + list->room / 2 + 1024;

        KG_TRY(kg__host_resize(ctx, &list->at, room, sizeof *list->at, "segments of the walk"));
        list->room = room;
    }
    list->at[list->count++] = segment;
out:
    return status;
}

static bool record(shared_walks *all, walk_list *own, const walker *k, kg_edge end)
{
    kg__segment segment = {.place = (uint64_t)(k->begin - all->s->pool),
        .start = k->start,
        .end = end,
        .least = k->least,
        .length = (uint32_t)(k->out - k->begin) & KG__SEGMENT_MOST,
        .whole = k->start == end};

    own->status = kg__segments_add(all->w->ctx, &own->segment, segment);
    if (own->status != KG_OK)
        __atomic_store_n(&all->failed, true, __ATOMIC_RELAXED);
    return own->status == KG_OK;
}

static void take_chunk(shared_walks *all, walker *k)
{
    uint64_t place = __atomic_fetch_add(&all->next_chunk, CHUNK, __ATOMIC_RELAXED);

    assert(place + CHUNK <= all->s->pool_room);
    k->begin = k->out = all->s->pool + place;
    k->full = k->out + CHUNK;
}

/* ---- the first walk -------------------------------------------------------------------------- */

void kg__euler_name_slots(
    kg_edge *place, uint64_t count, bool turned, uint64_t *second, bool shared)
{
    for (uint64_t i = 0; i < count; i++) {
        if ((place[i] & 1) != turned)
            kg__set_bit(second, place[i] >> 1, shared);
        place[i] >>= 1;
    }
    for (uint64_t i = 0; turned && i < count / 2; i++) {
        const kg_edge slot = place[i];

        place[i] = place[count - 1 - i];
        place[count - 1 - i] = slot;
    }
}

/* The walk has come to an edge that was visited, or to the end of its chunk. */
static inline __attribute__((always_inline)) bool end_segment(
    shared_walks *all, walk_list *own, walker *k, kg_edge end, bool shared, bool halves)
{
    kg__euler_cpu *s = all->s;

    if (k->out == k->begin)
        return true; /* another walk visited its first edge */
    if (halves && end != k->start)
        return record(all, own, k, end);
    if (halves) {
        kg__euler_name_slots(
            k->begin, (uint64_t)(k->out - k->begin), !(k->least & 1), all->second, shared);
        k->least >>= 1;
        k->start = end = *k->begin;
    }
    kg__set_bit(s->start, k->start, shared);
    if (end != k->start)
        return record(all, own, k, end);
    kg__set_bit(s->label, k->least, shared);
    if (k->start != k->least)
        s->root[k->start] = k->least;
    return own->closed++ >= FEW || record(all, own, k, end);
}

/* Sends the walk to an edge that is not visited yet. False where no block of edges is left. */
static inline __attribute__((always_inline)) bool begin_segment(
    shared_walks *all, walker *k, bool halves)
{
    const uint64_t *visited = all->s->visited;
    uint64_t m = all->w->m;

    for (;;) {
        while (k->scan < k->scan_end) {
            uint64_t word = __atomic_load_n(&visited[k->scan >> 6], __ATOMIC_RELAXED);
            uint64_t free = ~word >> (k->scan & 63);
            uint64_t e = k->scan + (unsigned)__builtin_ctzll(free | UINT64_C(1) << 63);

            if (free && e < k->scan_end) {
                k->scan = e + 1;
                k->at = k->start = k->least = (kg_edge)(halves ? 2 * e + 1 : e);
                k->begin = k->out;
                return true;
            }
            k->scan = (k->scan | 63) + 1;
        }
        k->scan = __atomic_fetch_add(&all->next_start, SCAN_BLOCK, __ATOMIC_RELAXED);
        if (k->scan >= m)
            break;
        k->scan_end = k->scan + SCAN_BLOCK < m ? k->scan + SCAN_BLOCK : m;
    }
    if (k->out != k->full)
        *k->out = KG_NO_EDGE; /* the end of a chunk that is not full */
    return false;
}

static inline __attribute__((always_inline)) void walk_first(
    shared_walks *all, walk_list *own, bool shared, bool halves)
{
    const kg_edge *next = halves ? all->twin : all->s->next;
    uint64_t *visited = all->s->visited;
    walker walks[WALKERS];
    int active = 0;

    memset(walks, 0, sizeof walks);
    for (int i = 0; i < WALKERS; i++)
        active += begin_segment(all, &walks[active], halves);
    while (active > 0 && !(shared && __atomic_load_n(&all->failed, __ATOMIC_RELAXED)))
        for (int i = 0; i < active; i++) {
            walker *k = &walks[i];
            kg_edge e = k->at;

            if (k->out == k->full) {
                if (!end_segment(all, own, k, e, shared, halves))
                    return;
                take_chunk(all, k);
                k->start = k->least = e;
            }
            if (kg__set_bit(visited, halves ? e >> 1 : e, shared)) {
                if (!end_segment(all, own, k, e, shared, halves))
                    return;
                if (!begin_segment(all, k, halves))
                    *k = walks[--active];
                continue;
            }
            *k->out++ = e;
            if (e < k->least)
                k->least = e;
            k->at = halves ? next[e] ^ 1 : next[e];
            __builtin_prefetch(&next[k->at]);
            __builtin_prefetch(&visited[k->at >> (halves ? 7 : 6)], 1);
        }
}

/* ---- the second walk ------------------------------------------------------------------------- */

/* The next splitter from which no walk has started. */
static bool next_splitter(shared_walks *all, walker *k, kg_edge *splitter)
{
    uint64_t m = all->w->m, splitters = ((m - 1) >> SPLITTER_BITS) + 1;

    for (;;) {
        while (k->scan < k->scan_end) {
            kg_edge block = (kg_edge)(k->scan++ << SPLITTER_BITS);
            uint64_t e = block + (-behind_splitter(block, all->shift) & SPLITTER_MASK);

            if (e < m) {
                *splitter = (kg_edge)e;
                return true;
            }
        }
        k->scan = __atomic_fetch_add(&all->next_start, SPLITTER_BLOCK, __ATOMIC_RELAXED);
        if (k->scan >= splitters)
            return false;
        k->scan_end = k->scan + SPLITTER_BLOCK < splitters ? k->scan + SPLITTER_BLOCK : splitters;
    }
}

/*
 * The walk has come to edge *e, a splitter, or to the end of its chunk. Leaves the edge to visit
 * next. 1: it goes on, 0: there is no splitter left to start from, -1: out of memory.
 */
static int walk_on(shared_walks *all, walk_list *own, walker *k, kg_edge *e)
{
    if (k->out != k->begin && !record(all, own, k, *e))
        return -1;
    if (!behind_splitter(*e, all->shift) && !next_splitter(all, k, e))
        return 0;
    if (k->out == k->full)
        take_chunk(all, k);
    k->begin = k->out;
    k->start = *e;
    return 1;
}

/* What each step of the interleaved walks reads and writes. It is a struct of its own, so that the
 * compiler can keep it in registers. */
typedef struct steps {
    kg_edge at[WALKERS]; /* the successor before the swips of the edge visited last */
    kg_edge *out[WALKERS], *full[WALKERS];
    int active;
} steps;

/* Walk i has come to edge e, a splitter or the end of its chunk. False when out of memory; a walk
 * without work gives its place to the last. */
static bool step_on(shared_walks *all, walk_list *own, walker *walks, steps *s, int i, kg_edge e)
{
    int more;

    walks[i].out = s->out[i];
    more = walk_on(all, own, &walks[i], &e);
    if (more > 0) {
        s->out[i] = walks[i].out;
        s->full[i] = walks[i].full;
        *s->out[i]++ = e;
        s->at[i] = all->s->next[e];
    } else {
        s->active--;
        walks[i] = walks[s->active];
        s->at[i] = s->at[s->active];
        s->out[i] = s->out[s->active];
        s->full[i] = s->full[s->active];
    }
    return more >= 0;
}

/* One step of walk i. False when out of memory. */
static inline bool step(shared_walks *all, walk_list *own, walker *walks, steps *s, int i)
{
    kg_edge e = kg__swip(all->s->chosen, s->at[i]);

    if (__builtin_expect(!behind_splitter(e, all->shift) || s->out[i] == s->full[i], 0))
        return step_on(all, own, walks, s, i, e);
    *s->out[i]++ = e;
    s->at[i] = all->s->next[e];
    return true;
}

/*
 * Makes LOCAL_STRIDE steps of each of LOCAL_WALKERS walks, without looking for splitters on the
 * way. Returns a bit for each walk that passed one. `out` moves on only for the walks that passed
 * none.
 */
static unsigned stride(const kg_edge *next, const uint64_t *chosen, kg_edge shift, steps *s)
{
    kg_edge at[LOCAL_WALKERS], *out[LOCAL_WALKERS];
    unsigned met = 0;

    memcpy(at, s->at, sizeof at);
    memcpy(out, s->out, sizeof out);
    for (int k = 0; k < LOCAL_STRIDE; k++)
#pragma GCC unroll 4
        for (int i = 0; i < LOCAL_WALKERS; i++) {
            kg_edge e = kg__swip(chosen, at[i]);

            out[i][k] = e;
            at[i] = next[e];
        }
    memcpy(s->at, at, sizeof at);
    for (int i = 0; i < LOCAL_WALKERS; i++) {
        kg_edge found = 0; /* as wide as an edge: vector code */

        for (int k = 0; k < LOCAL_STRIDE; k++)
            found |= !behind_splitter(out[i][k], shift);
        met |= (found != 0) << i;
        s->out[i] += found ? 0 : LOCAL_STRIDE;
    }
    return met;
}

/*
 * Walks stride by stride as long as no walk has run out of work. False when out of memory. The
 * edges that a stride recorded behind a splitter belong to another segment: they are dropped, the
 * segment ends at the splitter, and the walk goes on from the next splitter that is free.
 */
static bool walk_near(shared_walks *all, walk_list *own, walker *walks, steps *s)
{
    while (s->active == LOCAL_WALKERS) {
        unsigned met = stride(all->s->next, all->s->chosen, all->shift, s);

        for (int i = LOCAL_WALKERS - 1; i >= 0; i--) {
            int active = s->active;

            if (met >> i & 1) {
                while (behind_splitter(*s->out[i], all->shift))
                    s->out[i]++;
                if (!step_on(all, own, walks, s, i, *s->out[i]))
                    return false;
            }
            while (s->active == active && s->full[i] - s->out[i] < LOCAL_STRIDE)
                if (!step(all, own, walks, s, i))
                    return false;
        }
    }
    return true;
}

/* near: the next edge is likely to be in the cache. */
static void walk_second(shared_walks *all, walk_list *own, bool near)
{
    const kg_edge *next = all->s->next;
    const uint64_t *chosen = all->s->chosen;
    walker walks[WALKERS];
    steps s;

    memset(walks, 0, sizeof walks);
    memset(&s, 0, sizeof s);
    for (int i = 0; i < (near ? LOCAL_WALKERS : WALKERS) && s.active == i; i++) {
        s.active++;
        if (!step_on(all, own, walks, &s, i, all->w->first))
            return;
    }
    if (near && !walk_near(all, own, walks, &s))
        return;
    while (s.active > 0)
        for (int i = 0; i < s.active; i++) {
            if (!step(all, own, walks, &s, i))
                return;
            __builtin_prefetch(&next[s.at[i]]);
            __builtin_prefetch(&chosen[s.at[i] >> 6]);
        }
}

/* ---- both ------------------------------------------------------------------------------------ */

/* One list of all threads' segments. */
static kg_status gather(shared_walks *all, walk_list *own, int threads)
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

/* twin, second: as in shared_walks, or NULL. */
static kg_status walk(
    kg__euler_work *w, const kg_edge *twin, uint64_t *second, uint64_t *closed, bool again)
{
    kg__euler_cpu *s = w->state;
    int threads = s->threads;
    shared_walks all = {
        .w = w, .s = s, .shift = behind_splitter(w->first, 0), .twin = twin, .second = second};
    walk_list *own = NULL;
    kg_status status;

    *closed = 0;
    KG_TRY(kg__host_allocate(w->ctx, &own, (uint64_t)threads, sizeof *own, "lists of segments"));
    memset(own, 0, (size_t)threads * sizeof *own);
#pragma omp parallel num_threads(threads)
    {
        walk_list *mine = &own[kg__thread_index()];

        if (again)
            walk_second(&all, mine, s->pairs > w->m / 4);
        else if (twin)
            walk_first(&all, mine, threads > 1, true);
        else if (threads > 1)
            walk_first(&all, mine, true, false);
        else
            walk_first(&all, mine, false, false);
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
    return walk(w, NULL, NULL, closed, false);
}

kg_status kg__euler_walk_halves_cpu(
    kg__euler_work *w, const kg_edge *twin, uint64_t *second, uint64_t *closed)
{
    return walk(w, twin, second, closed, false);
}

kg_status kg__euler_walk_again_cpu(kg__euler_work *w)
{
    uint64_t closed;

    return walk(w, NULL, NULL, &closed, true);
}
