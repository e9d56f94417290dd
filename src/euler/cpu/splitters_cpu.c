/*
 * Walks from splitter to splitter, which need no marks to know where they end: the first part of
 * the first walk of cycles_cpu.c, and the second walk.
 *
 * in   next[m]; the second walk: chosen bits
 * out  pool, segments; the first part: visited, label and start bits too
 *
 * Every 2048 edges contain one splitter, at a scattered place; w->first is one. Splitters are taken
 * in order, so walks that are active at the same time are near each other if the graph is local. In
 * a local graph the second walk keeps few walks active. Each makes a stride of steps without
 * checking for splitters; the edges that it visits after a splitter are dropped. O(m) work.
 */
#include "cycles_cpu.h"
#include <string.h>

/* Splitters that are taken at once. */
enum { SPLITTER_BLOCK = 4 };

/* Each block of edges has one splitter, at place block * -769 modulo the block's size. The factor
 * is nearly the golden ratio of the size, which spreads the places. It is computed by shifts and
 * additions, so that vector units without a multiplication find it as fast. The size is a
 * compromise. When no splitter is left, all threads wait for the longest walk, which is some 6
 * blocks long if there are 512, and waits for memory at each step. But each splitter costs as much
 * as some 10 edges. */
enum { SPLITTER_BITS = 11, SPLITTER_MASK = (1 << SPLITTER_BITS) - 1 };

/* Returns how far edge e is behind the splitter of its block, modulo the block's size. shift is
 * added to the places of all splitters, and chosen so that w->first is a splitter. */
static inline kg_edge behind_splitter(kg_edge e, kg_edge shift)
{
    kg_edge block = e >> SPLITTER_BITS;

    return (e + block + (block << 8) + (block << 9) - shift) & SPLITTER_MASK;
}

kg_edge kg__walk_splitters_of(kg_edge first)
{
    return behind_splitter(first, 0);
}

/* Finds the next splitter from which no walk has started. but_not: bits of edges to pass over. */
static bool next_splitter(kg__walks *all, kg__walker *k, const uint64_t *but_not, kg_edge *splitter)
{
    uint64_t m = all->w->m, splitters = ((m - 1) >> SPLITTER_BITS) + 1;

    for (;;) {
        while (k->scan < k->scan_end) {
            kg_edge block = (kg_edge)(k->scan++ << SPLITTER_BITS);
            uint64_t e = block + (-behind_splitter(block, all->shift) & SPLITTER_MASK);

            if (e < m && !(but_not && kg__bitmap_has(but_not, e))) {
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

/* ---- the first walk -------------------------------------------------------------------------- */

/* As walk_on() below, but records a circuit that is one segment as such. */
static int split_on(kg__walks *all, kg__walk_list *own, kg__walker *k, kg_edge *e)
{
    if (k->out != k->begin) {
        kg__set_bit(all->s->start, k->start, true);
        if (*e == k->start) {
            kg__set_bit(all->s->label, k->least, true);
            own->closed++;
        }
        if (!kg__walk_record(all, own, k, *e))
            return -1;
    }
    if (!behind_splitter(*e, all->shift) && !next_splitter(all, k, all->s->visited, e))
        return 0;
    if (k->out == k->full)
        kg__walk_take_chunk(all, k);
    k->begin = k->out;
    k->start = k->least = *e;
    return 1;
}

/* visited: bits [m]. shared: several threads set them. */
static inline __attribute__((always_inline)) void walk_split(
    kg__walks *all, kg__walk_list *own, kg__walker *walks, uint64_t *visited, bool shared)
{
    const kg_edge *next = all->s->next;
    int active = WALKERS;

    for (int i = 0; i < WALKERS; i++)
        walks[i].at = all->w->first; /* a splitter */
    while (active > 0)
        for (int i = 0; i < active; i++) {
            kg__walker *k = &walks[i];
            kg_edge e = k->at;

            if (__builtin_expect(!behind_splitter(e, all->shift) || k->out == k->full, 0)) {
                int more = split_on(all, own, k, &e);

                if (more < 0)
                    return;
                if (!more) {
                    const kg__walker last = walks[--active];

                    walks[active] = *k;
                    *k = last;
                    continue;
                }
            }
            kg__set_bit(visited, e, shared);
            *k->out++ = e;
            if (e < k->least)
                k->least = e;
            k->at = next[e];
            __builtin_prefetch(&next[k->at]);
            __builtin_prefetch(&visited[k->at >> 6], 1);
        }
    for (int i = 0; i < WALKERS; i++) {
        walks[i].scan = walks[i].scan_end = 0;
        if (walks[i].out != walks[i].full)
            *walks[i].out = KG_NO_EDGE; /* unless the second part continues the chunk */
    }
}

void kg__walk_from_splitters(kg__walks *all, kg__walk_list *own, kg__walker *walks, int t)
{
    const int team = kg__thread_count(), owns = all->owns < team ? all->owns : team;
    uint64_t words = ((uint64_t)all->w->m >> 6) + 1;
    uint64_t *visited = all->s->visited;

    if (owns == 0) {
        walk_split(all, own, walks, visited, false);
    } else {
        uint64_t *mine = all->own + (uint64_t)(t % owns) * words;

        if (t < owns)
            memset(mine, 0, words * sizeof *mine);
#pragma omp barrier
        if (team > owns)
            walk_split(all, own, walks, mine, true);
        else
            walk_split(all, own, walks, mine, false);
#pragma omp barrier
        for (int o = 0; o < owns; o++)
#pragma omp for schedule(static) nowait
            for (uint64_t i = 0; i < words; i++)
                visited[i] |= all->own[(uint64_t)o * words + i];
    }
#pragma omp barrier
#pragma omp single
    all->next_start = 0;
}

/* ---- the second walk ------------------------------------------------------------------------- */

/*
 * The walk has come to edge *e, a splitter, or to the end of its chunk. Leaves in *e the edge to
 * visit next. Returns 1: the walk goes on, 0: no splitter is left to start from, -1: out of memory.
 */
static int walk_on(kg__walks *all, kg__walk_list *own, kg__walker *k, kg_edge *e)
{
    if (k->out != k->begin && !kg__walk_record(all, own, k, *e))
        return -1;
    if (!behind_splitter(*e, all->shift) && !next_splitter(all, k, NULL, e))
        return 0;
    if (k->out == k->full)
        kg__walk_take_chunk(all, k);
    k->begin = k->out;
    k->start = *e;
    return 1;
}

/* Variables that each step of the interleaved walks reads and writes. They have a struct of their
 * own, so that the compiler can keep them in registers. */
typedef struct steps {
    kg_edge at[WALKERS]; /* the successor before the swips of the edge visited last */
    kg_edge *out[WALKERS], *full[WALKERS];
    int active;
} steps;

/* Walk i has come to edge e, a splitter or the end of its chunk. A walk without work gives its
 * place to the last. False: out of memory. */
static bool step_on(
    kg__walks *all, kg__walk_list *own, kg__walker *walks, steps *s, int i, kg_edge e)
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

/* kg__swip() without a branch. Other walks go on while this one waits for memory, and a wrongly
 * predicted branch would stop them all. */
static inline kg_edge swip_far(const uint64_t *chosen, kg_edge t)
{
    uint64_t window;
    unsigned ahead;

    memcpy(&window, (const unsigned char *)chosen + (t >> 3), sizeof window);
    window >>= t & 7;
    ahead = (unsigned)__builtin_ctzll(~(window >> 1));
    if (__builtin_expect(ahead >= 56, 0))
        return kg__swip(chosen, t);
    return t + (window & 1 ? (kg_edge)-1 : (kg_edge)ahead);
}

/* One step of walk i. False: out of memory. */
static inline bool step(kg__walks *all, kg__walk_list *own, kg__walker *walks, steps *s, int i)
{
    kg_edge e = swip_far(all->s->chosen, s->at[i]);

    if (__builtin_expect(!behind_splitter(e, all->shift) || s->out[i] == s->full[i], 0))
        return step_on(all, own, walks, s, i, e);
    *s->out[i]++ = e;
    s->at[i] = all->s->next[e];
    return true;
}

/*
 * Makes STRIDE steps of each walk, without looking for splitters on the way. Returns a bit for each
 * walk that passed one. `out` moves on only for the walks that passed none.
 */
static inline __attribute__((always_inline)) uint32_t stride(
    const kg_edge *next, const uint64_t *chosen, kg_edge shift, steps *s, bool near)
{
    const int count = near ? LOCAL_WALKERS : WALKERS;
    kg_edge at[WALKERS], *out[WALKERS];
    uint32_t met = 0;

    memcpy(at, s->at, (size_t)count * sizeof *at);
    memcpy(out, s->out, (size_t)count * sizeof *out);
    for (int k = 0; k < STRIDE; k++)
#pragma GCC unroll 4
        for (int i = 0; i < count; i++) {
            kg_edge e = near ? kg__swip(chosen, at[i]) : swip_far(chosen, at[i]);

            out[i][k] = e;
            at[i] = next[e];
            if (near)
                continue;
            __builtin_prefetch(&next[at[i]]);
            __builtin_prefetch(&chosen[at[i] >> 6]);
        }
    memcpy(s->at, at, (size_t)count * sizeof *at);
    for (int i = 0; i < count; i++) {
        kg_edge below = 0; /* its top bit: whether the walk passed a splitter */
        bool found;

        for (int k = 0; k < STRIDE; k++)
            below |= behind_splitter(out[i][k], shift) - 1;
        found = below >> (8 * sizeof below - 1);
        met |= (uint32_t)found << i;
        s->out[i] += found ? 0 : STRIDE;
    }
    return met;
}

static uint32_t stride_near(const kg_edge *next, const uint64_t *chosen, kg_edge shift, steps *s)
{
    return stride(next, chosen, shift, s, true);
}

static uint32_t stride_far(const kg_edge *next, const uint64_t *chosen, kg_edge shift, steps *s)
{
    return stride(next, chosen, shift, s, false);
}

KG__NEWER static uint32_t stride_near_newer(
    const kg_edge *next, const uint64_t *chosen, kg_edge shift, steps *s)
{
    return stride(next, chosen, shift, s, true);
}

KG__NEWER static uint32_t stride_far_newer(
    const kg_edge *next, const uint64_t *chosen, kg_edge shift, steps *s)
{
    return stride(next, chosen, shift, s, false);
}

/*
 * Walks stride by stride until a walk runs out of work. False: out of memory. The edges that a
 * stride recorded after a splitter belong to another segment and are dropped. The segment ends at
 * the splitter, and the walk goes on from the next splitter that is free.
 */
static bool walk_strides(kg__walks *all, kg__walk_list *own, kg__walker *walks, steps *s, bool near)
{
    uint32_t (*const go)(const kg_edge *, const uint64_t *, kg_edge, steps *) =
        kg__is_newer() ? near ? stride_near_newer : stride_far_newer
        : near         ? stride_near
                       : stride_far;
    const int count = near ? LOCAL_WALKERS : WALKERS;

    while (s->active == count) {
        uint32_t met = go(all->s->next, all->s->chosen, all->shift, s);

        for (int i = count - 1; i >= 0; i--) {
            int active = s->active;

            if (met >> i & 1) {
                while (behind_splitter(*s->out[i], all->shift))
                    s->out[i]++;
                if (!step_on(all, own, walks, s, i, *s->out[i]))
                    return false;
            }
            while (s->active == active && s->full[i] - s->out[i] < STRIDE)
                if (!step(all, own, walks, s, i))
                    return false;
        }
    }
    return true;
}

void kg__walk_second(kg__walks *all, kg__walk_list *own, kg__walker *walks, bool near)
{
    const kg_edge *next = all->s->next;
    const uint64_t *chosen = all->s->chosen;
    steps s;

    memset(&s, 0, sizeof s);
    for (int i = 0; i < (near ? LOCAL_WALKERS : WALKERS) && s.active == i; i++) {
        s.active++;
        if (!step_on(all, own, walks, &s, i, all->w->first))
            return;
    }
    if (!walk_strides(all, own, walks, &s, near))
        return;
    while (s.active > 0)
        for (int i = 0; i < s.active; i++) {
            if (!step(all, own, walks, &s, i))
                return;
            __builtin_prefetch(&next[s.at[i]]);
            __builtin_prefetch(&chosen[s.at[i] >> 6]);
        }
}
