/*
 * An undirected graph's circuits, each given a direction, on the CPU.
 *
 * in   half[2m]: half-edges in pairs, a pair a slot; place i of half[] belongs to slot i / 2
 * out  next[m]: the slot that a walk comes to from each slot; leave[m]: the half-edge by which it
 *      leaves it; and all that stage 3 finds
 *
 * twin[i] is the place of the other half of place i's edge: a walk that leaves a slot by place i
 * comes in by twin[i] and leaves again by twin[i] ^ 1, the other place of that slot. So every slot
 * lies on two circuits of places, which are the same walk in both directions. The first walk of
 * cycles_cpu.c visits each slot once, in whatever direction it comes. Where two walks meet, one
 * follows the other, or they came from both sides; at each end of a segment twin[] leads to the end
 * of another one. To follow the segments from end to end gives each circuit's smallest slot, which
 * is to be left by its second place, and with it the direction of each segment. Those that go the
 * other way are turned round in the pool, which then holds what stage 3 would have put there.
 *
 * Two passes of 2m reads or writes at random make twin[], and the walk makes m dependent reads.
 * O(m) work; 8 bytes an edge besides the pipeline's arrays. What is in no result: where segments
 * are cut.
 */
#include "euler_cpu.h"
#include <string.h>

/* AHEAD: the prefetch distance of what is reached at random. */
enum { AHEAD = 32, ROWS_GRAIN = 1 << 18 };

/* place[h]: the place of half-edge h. One thread gets them from the vertices, whose cursors take
 * less memory, and so fewer cache misses, than writing at random. */
static void find_places(
    const kg__euler_work *w, const kg__euler_cpu *s, const kg_edge *half, kg_edge *place)
{
    const uint64_t last = 2 * (uint64_t)w->m - 1;

    if (s->threads == 1 && w->end) {
        for (uint64_t v = 0; v < w->n; v++)
            s->cursor[v] = 2 * w->row[v];
        for (uint64_t h = 0; h <= last; h++) {
            __builtin_prefetch(&s->cursor[w->end[h + AHEAD < last ? h + AHEAD : last]], 1);
            place[h] = s->cursor[w->end[h]]++;
        }
        return;
    }
#pragma omp parallel for num_threads(s->threads) schedule(static)
    for (uint64_t i = 0; i <= last; i++) {
        __builtin_prefetch(&place[half[i + AHEAD < last ? i + AHEAD : last]], 1);
        place[half[i]] = (kg_edge)i;
    }
}

/* twin[i]: the place of the other half of place i's edge. */
static void find_twins(const kg__euler_cpu *s, const kg_edge *half, const kg_edge *place,
    kg_edge *twin, uint64_t places)
{
    const uint64_t last = places - 1;

    (void)s; /* without OpenMP */
#pragma omp parallel for num_threads(s->threads) schedule(static)
    for (uint64_t i = 0; i <= last; i++) {
        __builtin_prefetch(&place[half[i + AHEAD < last ? i + AHEAD : last] ^ 1]);
        twin[i] = place[half[i] ^ 1];
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

/* The first slot of a segment that is walked forwards or not. */
static kg_edge first_slot(const kg__euler_cpu *s, const kg__segment *segment, bool forwards)
{
    return (forwards ? segment->start : last_place(s, segment)) >> 1;
}

/*
 * Gives the circuit of segment i its direction: each of its segments says whether it is to be
 * turned round and, as slots, its end and the circuit's smallest. Its start remains a place.
 */
static void turn_circuit(const kg__euler_cpu *s, const kg_edge *twin, const kg_edge *of, size_t i)
{
    kg__segment *at = s->segment.at;
    kg_edge least = KG_NO_EDGE;
    bool forwards = true, right;
    size_t k = i;

    do { /* the least place has the least slot, as no other place of that slot is left by */
        kg_edge left = forwards ? at[k].least : at[k].least ^ 1;

        least = left < least ? left : least;
        step(s, twin, of, &k, &forwards);
    } while (k != i);
    right = least & 1; /* these steps go the right way */
    do {
        const size_t before = k;
        const bool was_forwards = forwards;

        step(s, twin, of, &k, &forwards);
        if (right)
            at[before].end = first_slot(s, &at[k], forwards);
        else
            at[k].end = first_slot(s, &at[before], !was_forwards);
        at[before].turned = was_forwards != right;
        at[before].least = least >> 1;
        at[before].done = 1;
    } while (k != i);
}

/* Turns the segments that are not whole circuits. Returns how many circuits they make. */
static uint64_t turn_segments(kg__euler_cpu *s, const kg_edge *twin, uint64_t *second)
{
    kg__segment *at = s->segment.at;
    const size_t count = s->segment.count;
    uint64_t circuits = 0;
    kg_edge *of = s->root; /* [m] the segment that begins or ends at a slot */

    for (size_t i = 0; i < count; i++)
        if (!at[i].whole)
            of[at[i].start >> 1] = of[last_place(s, &at[i]) >> 1] = (kg_edge)i;
    for (size_t i = 0; i < count; i++)
        if (!at[i].whole && !at[i].done) {
            turn_circuit(s, twin, of, i);
            kg__set_bit(s->label, at[i].least, false);
            circuits++;
        }
#pragma omp parallel for num_threads(s->threads) schedule(dynamic, 16)
    for (size_t i = 0; i < count; i++) {
        if (at[i].whole)
            continue;
        kg__euler_name_slots(
            s->pool + at[i].place, at[i].length, at[i].turned, second, s->threads > 1);
        at[i].start = s->pool[at[i].place];
        kg__set_bit(s->start, at[i].start, s->threads > 1);
        s->root[at[i].start] = at[i].least;
    }
    return circuits;
}

decl_euler_orient(kg__euler_orient_cpu)
{
    const uint64_t m = w->m, words = (m >> 6) + 1;
    kg__euler_cpu *s;
    kg_edge *place, *twin = NULL;
    uint64_t *second = NULL, closed;
    kg_status status;

    KG_TRY(kg__host_allocate(w->ctx, &twin, 2 * m, sizeof *twin, "ends of edges"));
    KG_TRY(kg__euler_prepare_cpu(w));
    s = w->state;
    place = s->next; /* next[m] and pool[m], which are not there yet */
    find_places(w, s, half, place);
    find_twins(s, half, place, twin, 2 * m);
    KG_TRY(kg__host_allocate(w->ctx, &second, words, sizeof *second, "directions of circuits"));
    memset(second, 0, words * sizeof *second);
    memset(s->visited, 0, words * sizeof *s->visited);
    memset(s->label, 0, words * sizeof *s->label);
    memset(s->start, 0, words * sizeof *s->start);
    KG_TRY(kg__euler_walk_halves_cpu(w, twin, second, &closed));
    w->circuits = closed + turn_segments(s, twin, second);
    s->walked = true;
#pragma omp parallel for num_threads(s->threads) schedule(static)
    for (uint64_t i = 0; i < m; i++) {
        const uint64_t by = 2 * i + kg__bit(second, i);

        leave[i] = half[by];
        s->next[i] = twin[by] >> 1;
    }
out:
    kg__free(w->ctx, twin);
    kg__free(w->ctx, second);
    return status;
}

decl_euler_pair_rows(kg__euler_pair_rows_cpu)
{
    const int threads = kg__threads(ctx, n, ROWS_GRAIN);
    uint64_t count = 0;

    (void)threads;
#pragma omp parallel for num_threads(threads) reduction(+ : count)
    for (uint64_t v = 0; v < n; v++) {
        slot_row[v] = row[v] / 2;
        count += (row[v] ^ row[v + 1]) & 1;
    }
    slot_row[n] = row[n] / 2;
    *odd = count;
    return KG_OK;
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
