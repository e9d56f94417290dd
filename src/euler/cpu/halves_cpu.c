/*
 * The circuits of an undirected graph, walked from many slots at once, on the CPU.
 *
 * in   half[2m], place[2m] (kg__halves), or twin[2m]
 * out  visited, label and start bits of slots; pool, segments; left, or second bits
 *
 * A walk that leaves a slot by place p, with half-edge h, comes in by the place of h ^ 1, which is
 * twin[p]. It leaves again by the other place of that slot. Reading half[p], and then the place of
 * h ^ 1, takes two dependent reads a step, which also give the half-edges of the answer. twin[]
 * saves the walk a read a step, but takes as many reads to make. It is made in the memory of
 * half[], if the caller allows it (orient_cpu.c). As in cycles_cpu.c each thread interleaves walks:
 * WALKERS for each read of a step.
 *
 * Every slot lies on two circuits of places, which are the same walk in both directions. A walk
 * visits slots in whatever direction it comes. If two walks meet, one follows the other, or they
 * came from both sides; then both segments end there.
 *
 * O(m) work. Where segments are cut, and their directions, depend on the timing of the walks.
 */
#include "cycles_cpu.h"
#include <string.h>

enum { AHEAD = 16 };

typedef struct walker {
    kg__walker walk;
    kg_edge in; /* the half-edge by which it comes to its next slot */
    bool lives;
} walker;

/* Turns round the half-edges of a walk: the edge from slot i to slot i + 1 now leads back. last:
 * the half-edge by which the new last slot is left. */
static void turn_halves(kg_edge *left, uint64_t count, kg_edge last)
{
    for (uint64_t i = 0; i < count / 2; i++) {
        const kg_edge was = left[i] ^ 1;

        left[i] = left[count - 2 - i] ^ 1;
        left[count - 2 - i] = was;
    }
    left[count - 1] = last;
}

void kg__euler_name_slots(kg__euler_cpu *s, uint64_t from, uint64_t count, bool turned)
{
    kg_edge *slot = s->pool + from;

    if (turned && s->left)
        turn_halves(s->left + from, count, s->halves.half[*slot ^ 1]);
    for (uint64_t i = 0; i < count; i++) {
        if (!s->left) {
            __builtin_prefetch(&s->second[slot[i + AHEAD < count ? i + AHEAD : i] >> 7], 1);
            if ((slot[i] & 1) != turned)
                kg__set_bit(s->second, slot[i] >> 1, s->threads > 1);
        }
        slot[i] >>= 1;
    }
    for (uint64_t i = 0, k = count - 1; turned && i < k; i++, k--) {
        const kg_edge was = slot[i];

        slot[i] = slot[k];
        slot[k] = was;
    }
}

/* The walk has come to a visited slot, which it would leave by place `end`, or to the end of its
 * chunk. False: out of memory. */
static bool end_segment(kg__walks *all, kg__walk_list *own, kg__walker *k, kg_edge end, bool shared)
{
    kg__euler_cpu *s = all->s;

    if (k->out == k->begin)
        return true; /* another walk visited its first slot */
    if (end != k->start)
        return kg__walk_record(all, own, k, end);
    kg__euler_name_slots(
        s, (uint64_t)(k->begin - s->pool), (uint64_t)(k->out - k->begin), !(k->least & 1));
    k->least >>= 1;
    k->start = *k->begin;
    kg__set_bit(s->start, k->start, shared);
    return kg__walk_close(all, own, k, shared);
}

/* Sends the walk to a slot that is not visited yet. False: no block of slots is left. */
static bool begin_segment(kg__walks *all, kg__walker *k)
{
    uint64_t slot;

    if (!kg__walk_find_start(all, k, &slot))
        return false;
    k->at = k->start = k->least = (kg_edge)(2 * slot + 1);
    return true;
}

/* The walk visits the slot that it has come to, begins anew, or stops because no slot is left.
 * False: out of memory. */
static inline __attribute__((always_inline)) bool visit(
    kg__walks *all, kg__walk_list *own, walker *at, bool shared, bool twins)
{
    kg__euler_cpu *s = all->s;
    kg__walker *k = &at->walk;

    while (at->lives) {
        const kg_edge p = k->at;
        kg_edge half;

        if (k->out == k->full) {
            if (!end_segment(all, own, k, p, shared))
                return false;
            kg__walk_take_chunk(all, k);
            k->start = k->least = p;
        }
        if (kg__set_bit(s->visited, p >> 1, shared)) {
            if (!end_segment(all, own, k, p, shared))
                return false;
            at->lives = begin_segment(all, k);
            continue;
        }
        k->least = p < k->least ? p : k->least;
        if (twins) {
            *k->out++ = p;
            k->at = s->twin[p] ^ 1;
            __builtin_prefetch(&s->twin[k->at]);
            __builtin_prefetch(&s->visited[k->at >> 7], 1);
            return true;
        }
        half = s->halves.half[p];
        s->left[k->out - s->pool] = half;
        *k->out++ = p;
        at->in = half ^ 1;
        __builtin_prefetch(&s->halves.place[half ^ 1]);
        return true;
    }
    return true;
}

static inline void come_in(const kg__euler_cpu *s, walker *at)
{
    const kg_edge p = s->halves.place[at->in] ^ 1;

    at->walk.at = p;
    __builtin_prefetch(&s->halves.half[p]);
    __builtin_prefetch(&s->visited[p >> 7], 1);
}

/* One half of a step of all walks: the walks of `out` visit the slots that they have come to, the
 * walks of `in` come to their next slots. False: no walk lives, or out of memory. */
static inline __attribute__((always_inline)) bool half_step(
    kg__walks *all, kg__walk_list *own, walker *out, walker *in, bool shared, bool twins)
{
    bool any = false;

    for (int i = 0; i < WALKERS; i++) {
        if (!visit(all, own, &out[i], shared, twins))
            return false;
        if (!twins && in[i].lives)
            come_in(all->s, &in[i]);
        any |= out[i].lives | in[i].lives;
    }
    return any;
}

static inline __attribute__((always_inline)) void walk(
    kg__walks *all, kg__walk_list *own, bool shared, bool twins)
{
    walker walks[2][WALKERS];
    int out = 0;

    memset(walks, 0, sizeof walks);
    for (int i = 0; i < WALKERS; i++) {
        walks[0][i].lives = begin_segment(all, &walks[0][i].walk);
        if (twins)
            continue;
        walks[1][i].lives = begin_segment(all, &walks[1][i].walk);
        if (!visit(all, own, &walks[1][i], shared, twins))
            return;
    }
    while (half_step(all, own, walks[out], walks[!out], shared, twins) &&
           !(shared && __atomic_load_n(&all->failed, __ATOMIC_RELAXED)))
        out ^= !twins;
}

void kg__walk_halves(kg__walks *all, kg__walk_list *own)
{
    const bool shared = all->s->threads > 1, twins = !all->s->left;

    if (shared && twins)
        walk(all, own, true, true);
    else if (shared)
        walk(all, own, true, false);
    else if (twins)
        walk(all, own, false, true);
    else
        walk(all, own, false, false);
}
