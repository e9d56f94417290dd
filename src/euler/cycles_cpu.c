/*
 * The cycles of a permutation of the edges, walked from many edges at once.
 *
 * in   word[m].next, a permutation; word[m].tag = KG_NO_EDGE
 * out  word[m].tag, pool, segments (every one that is not a whole cycle; whole ones too while there
 *      are few), label bits and root of the cycles that one segment closed
 *
 * One walk waits a memory latency at every edge. So each thread keeps WALKERS walks going in turns
 * and prefetches where each goes next: that many misses are in flight. A walk starts at an edge
 * that no walk has been to, tags each edge that it passes, and ends at the first edge that has a
 * tag: as the successor is a permutation, that edge is the start of a segment, another's or its
 * own. Then it starts again. Threads claim an edge by compare-and-swap of its tag; a thread alone
 * by a store.
 *
 * O(m) work; m + threads * WALKERS * CHUNK edges of pool. Which segments there are depends on the
 * walks' timing; the cycles, and all that is made of them, do not.
 * Allocates in the loop: a record a segment, in lists that grow by half.
 */
#include "euler_cpu.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* What the threads share. */
typedef struct shared_walks {
    kg__euler_work *w;
    kg__euler_cpu *s;
    uint64_t next_chunk; /* edges of the pool that are taken. Atomic, as the next three. */
    uint64_t next_block; /* blocks of edges that are taken */
    bool few;
    bool failed;
    size_t few_records;
} shared_walks;

/* What one thread owns. */
typedef struct walk_list {
    kg__segments segment;
    uint64_t closed;
    kg_status status;
} walk_list;

typedef struct walker {
    kg_edge at;           /* the edge to visit next */
    kg_edge start, least; /* of the segment that it walks */
    kg_edge *begin, *out; /* the segment in the pool so far */
    kg_edge *full;        /* the end of its chunk */
    uint64_t scan, scan_end;
} walker;

static inline void set_bit(uint64_t *bits, uint64_t i, bool shared)
{
    if (shared)
        __atomic_fetch_or(&bits[i >> 6], UINT64_C(1) << (i & 63), __ATOMIC_RELAXED);
    else
        bits[i >> 6] |= UINT64_C(1) << (i & 63);
}

static inline bool claim(kg__word *word, kg_edge tag, bool shared)
{
    kg_edge none = KG_NO_EDGE;

    if (__atomic_load_n(&word->tag, __ATOMIC_RELAXED) != KG_NO_EDGE)
        return false;
    if (shared)
        return __atomic_compare_exchange_n(
            &word->tag, &none, tag, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    word->tag = tag;
    return true;
}

static bool record(shared_walks *all, walk_list *own, const walker *k, kg_edge end)
{
    kg__segments *list = &own->segment;

    if (list->count == list->room) {
        size_t room = list->room ? list->room + list->room / 2 : 1024;

        own->status = kg__host_resize(all->w->ctx, &list->at, room, sizeof *list->at, "segments");
        if (own->status != KG_OK)
            return false;
        list->room = room;
    }
    list->at[list->count++] = (kg__segment){
        .place = (uint64_t)(k->begin - all->s->pool),
        .start = k->start,
        .end = end,
        .least = k->least,
        .length = (uint32_t)(k->out - k->begin) & INT32_MAX,
    };
    return true;
}

/* The walk has come to an edge that has a tag, or to the end of its chunk. */
static bool end_segment(shared_walks *all, walk_list *own, walker *k, kg_edge end, bool shared)
{
    kg_edge *root = all->s->root;

    if (k->out == k->begin)
        return true; /* another walk claimed its first edge */
    if (end != k->start)
        return record(all, own, k, end);
    root[k->start] = k->least;
    root[k->least] = k->least;
    set_bit(all->s->label, k->least, shared);
    own->closed++;
    if (!__atomic_load_n(&all->few, __ATOMIC_RELAXED))
        return true;
    if (own->segment.count > all->few_records)
        __atomic_store_n(&all->few, false, __ATOMIC_RELAXED);
    return record(all, own, k, end);
}

/* Sends the walk to an edge that has no tag yet. False where no block of edges is left. */
static bool begin_segment(shared_walks *all, walker *k)
{
    const kg__word *word = all->s->word;
    uint64_t m = all->w->m;

    for (;;) {
        for (uint64_t e = k->scan; e < k->scan_end; e++)
            if (__atomic_load_n(&word[e].tag, __ATOMIC_RELAXED) == KG_NO_EDGE) {
                k->scan = e + 1;
                k->at = k->start = k->least = (kg_edge)e;
                k->begin = k->out;
                return true;
            }
        k->scan = SCAN_BLOCK * __atomic_fetch_add(&all->next_block, 1, __ATOMIC_RELAXED);
        if (k->scan >= m)
            return false;
        k->scan_end = k->scan + SCAN_BLOCK < m ? k->scan + SCAN_BLOCK : m;
    }
}

static void take_chunk(shared_walks *all, walker *k)
{
    uint64_t place = __atomic_fetch_add(&all->next_chunk, CHUNK, __ATOMIC_RELAXED);

    assert(place + CHUNK <= all->s->pool_room);
    k->begin = k->out = all->s->pool + place;
    k->full = k->out + CHUNK;
}

static inline __attribute__((always_inline)) void walk_thread(
    shared_walks *all, walk_list *own, bool shared)
{
    kg__word *word = all->s->word;
    walker walks[WALKERS];
    int active = 0;

    memset(walks, 0, sizeof walks);
    for (int i = 0; i < WALKERS; i++)
        active += begin_segment(all, &walks[active]);
    while (active > 0) {
        for (int i = 0; i < active; i++) {
            walker *k = &walks[i];
            kg_edge e = k->at;

            if (k->out == k->full) {
                if (!end_segment(all, own, k, e, shared))
                    goto failed;
                take_chunk(all, k);
                k->start = k->least = e;
            }
            if (!claim(&word[e], k->start, shared)) {
                if (!end_segment(all, own, k, e, shared))
                    goto failed;
                if (!begin_segment(all, k))
                    *k = walks[--active];
                continue;
            }
            *k->out++ = e;
            if (e < k->least)
                k->least = e;
            k->at = word[e].next;
            __builtin_prefetch(&word[k->at], 1);
        }
        if (shared && __atomic_load_n(&all->failed, __ATOMIC_RELAXED))
            return;
    }
    return;
failed:
    __atomic_store_n(&all->failed, true, __ATOMIC_RELAXED);
}

/* One list of all threads' segments. */
static kg_status gather(shared_walks *all, walk_list *own, int threads)
{
    kg__segments *list = &all->s->segment;
    kg_context *ctx = all->w->ctx;
    kg_status status = KG_OK;
    size_t count = 0;

    for (int t = 0; t < threads; t++)
        count += own[t].segment.count;
    *list = own[0].segment;
    own[0].segment = (kg__segments){NULL, 0, 0};
    if (count > list->room) {
        KG_TRY(kg__host_resize(ctx, &list->at, count, sizeof *list->at, "segments"));
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

kg_status kg__euler_walk_cycles_cpu(kg__euler_work *w, uint64_t *closed)
{
    kg__euler_cpu *s = w->state;
    int threads = s->threads;
    shared_walks all = {.w = w,
        .s = s,
        .few = true,
        .few_records = w->m / FEW + (size_t)w->m / CHUNK + 4 * WALKERS};
    walk_list *own = NULL;
    kg_status status;

    *closed = 0;
    KG_TRY(kg__host_allocate(w->ctx, &own, (uint64_t)threads, sizeof *own, "lists of segments"));
    memset(own, 0, (size_t)threads * sizeof *own);
    if (threads == 1) {
        walk_thread(&all, &own[0], false);
    } else {
#pragma omp parallel num_threads(threads)
        walk_thread(&all, &own[kg__thread_index()], true);
    }
    for (int t = 0; t < threads; t++) {
        KG_TRY(own[t].status);
        *closed += own[t].closed;
    }
    s->few = all.few;
    kg__free(w->ctx, s->segment.at);
    s->segment = (kg__segments){NULL, 0, 0};
    KG_TRY(gather(&all, own, threads));
out:
    for (int t = 0; own && t < threads; t++)
        kg__free(w->ctx, own[t].segment.at);
    kg__free(w->ctx, own);
    return status;
}
