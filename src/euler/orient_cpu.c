/*
 * An undirected graph's circuits, each given a direction, on the CPU.
 *
 * in   half[2m]: half-edges in pairs, a pair a slot; place i of half[] belongs to slot i / 2
 * out  next[m]: the slot that a walk comes to from each slot; leave[m]: the half-edge by which it
 *      leaves it
 *
 * twin[i] is the place of the other half of place i's edge: a walk that leaves a slot by place i
 * comes in by twin[i] and leaves again by twin[i] ^ 1, the other place of that slot. So every slot
 * lies on two circuits of places, which are the same walk in both directions. The first walk of
 * cycles_cpu.c visits each slot once, in whatever direction it comes. Where two walks meet, one
 * follows the other, or they came from both sides; at each end of a segment twin[] leads to the end
 * of another one. To follow the segments from end to end gives each circuit's smallest slot, which
 * is to be left by its second place, and with it the direction of each segment.
 *
 * Two passes of 2m writes at random make twin[], and the walk makes m dependent reads. O(m) work;
 * 16 bytes an edge besides the pipeline's arrays. What is in no result: where segments are cut.
 */
#include "euler_cpu.h"
#include <string.h>

/* Prefetch distance of writes at random. */
enum { AHEAD = 32 };

/* place: [2m] to work in. */
static void find_twins(
    const kg__euler_cpu *s, const kg_edge *half, kg_edge *place, kg_edge *twin, uint64_t m)
{
    const uint64_t last = 2 * m - 1;

    (void)s; /* without OpenMP */
#pragma omp parallel for num_threads(s->threads) schedule(static)
    for (uint64_t i = 0; i <= last; i++) {
        __builtin_prefetch(&place[half[i + AHEAD < last ? i + AHEAD : last]], 1);
        place[half[i]] = (kg_edge)i;
    }
#pragma omp parallel for num_threads(s->threads) schedule(static)
    for (uint64_t h = 0; h <= last; h++) {
        __builtin_prefetch(&twin[place[h + AHEAD < last ? h + AHEAD : last]], 1);
        twin[place[h]] = place[h ^ 1];
    }
}

/* The place by which a segment's last slot is left. */
static kg_edge last_place(const kg__euler_cpu *s, const kg__segment *segment)
{
    return s->pool[segment->place + segment->length - 1];
}

/*
 * Goes on from segment *k, which is walked forwards or not, to the next. of[slot]: the segment that
 * begins or ends there. A segment that is walked backwards is left by the place at which it began.
 */
static void step(
    const kg__euler_cpu *s, const kg_edge *twin, const kg_edge *of, size_t *k, bool *forwards)
{
    const kg__segment *at = &s->segment.at[*k];
    const kg_edge in = twin[*forwards ? last_place(s, at) : at->start ^ 1];

    *k = of[in >> 1];
    *forwards = in == (s->segment.at[*k].start ^ 1);
}

/* Decides for each segment whether it is to be turned round, which is left in `least`. */
static void turn_segments(kg__euler_cpu *s, const kg_edge *twin, kg_edge *of)
{
    kg__segment *at = s->segment.at;
    const size_t count = s->segment.count;

    for (size_t i = 0; i < count; i++)
        of[at[i].start >> 1] = of[last_place(s, &at[i]) >> 1] = (kg_edge)i;
    for (size_t i = 0; i < count; i++) {
        kg_edge least = KG_NO_EDGE;
        bool forwards = true;
        size_t k = i;

        if (at[i].done)
            continue;
        do { /* the least place has the least slot, as no other place of that slot is left by */
            kg_edge left = forwards ? at[k].least : at[k].least ^ 1;

            least = left < least ? left : least;
            step(s, twin, of, &k, &forwards);
        } while (k != i);
        do {
            at[k].least = forwards == !(least & 1);
            at[k].done = 1;
            step(s, twin, of, &k, &forwards);
        } while (k != i);
    }
}

/* Sets the bits of the slots that are left by their second place. */
static void mark_segments(kg__euler_cpu *s)
{
#pragma omp parallel for num_threads(s->threads) schedule(dynamic, 16)
    for (size_t i = 0; i < s->segment.count; i++) {
        const kg__segment *at = &s->segment.at[i];

        for (const kg_edge *p = s->pool + at->place; p < s->pool + at->place + at->length; p++)
            if ((*p ^ at->least) & 1)
                kg__set_bit(s->label, *p >> 1, true);
    }
}

decl_euler_orient(kg__euler_orient_cpu)
{
    const uint64_t m = w->m, words = (m >> 6) + 1;
    kg__euler_cpu *s;
    kg_edge *place = NULL, *twin = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(w->ctx, &twin, 2 * m, sizeof *twin, "ends of edges"));
    KG_TRY(kg__host_allocate(w->ctx, &place, 2 * m, sizeof *place, "ends of edges"));
    KG_TRY(kg__euler_prepare_cpu(w));
    s = w->state;
    find_twins(s, half, place, twin, m);
    kg__free(w->ctx, place);
    place = NULL;
    memset(s->visited, 0, words * sizeof *s->visited);
    memset(s->label, 0, words * sizeof *s->label);
    KG_TRY(kg__euler_walk_halves_cpu(w, twin));
    turn_segments(s, twin, s->root);
    mark_segments(s);
#pragma omp parallel for num_threads(s->threads) schedule(static)
    for (uint64_t i = 0; i < m; i++) {
        const uint64_t by = 2 * i + kg__bit(s->label, i);

        leave[i] = half[by];
        s->next[i] = twin[by] >> 1;
    }
    s->paired = false;
out:
    kg__free(w->ctx, place);
    kg__free(w->ctx, twin);
    return status;
}

decl_euler_name_halves(kg__euler_name_halves_cpu)
{
    const kg__euler_cpu *s = w->state;
    const uint64_t m = w->m;
    kg_edge *walk = w->walk;

    (void)s; /* without OpenMP */
    if (!turned) {
#pragma omp parallel for num_threads(s->threads) schedule(static)
        for (uint64_t i = 0; i < m; i++)
            walk[i] = leave[walk[i]];
        return KG_OK;
    }
    walk[0] = leave[walk[0]] ^ 1;
#pragma omp parallel for num_threads(s->threads) schedule(static)
    for (uint64_t i = 1; i <= m / 2; i++) {
        const kg_edge behind = leave[walk[m - i]] ^ 1;

        walk[m - i] = leave[walk[i]] ^ 1;
        walk[i] = behind;
    }
    return KG_OK;
}
