/*
 * Gives each circuit of an undirected graph a direction, on the CPU.
 *
 * in   half[2m]: half-edges in pairs, a pair a slot; place i of half[] belongs to slot i / 2
 * out  the results of stage 3 for the m slots, and the half-edge by which each is left, as one of:
 *      - left[] of the pool, and leave[w->first]; without next[]
 *      - leave[m], and next[m], the slot that a walk then comes to
 *      - second[], bits of slots, and twin[2m] in the memory of half[], if it may be overwritten
 *
 * The walks of halves_cpu.c visit each slot once, in whatever direction they come. Following their
 * segments from end to end gives each circuit's smallest slot. The circuit must leave it by its
 * second place, which gives the direction of each segment. Segments that go the other way are
 * turned round in the pool, which then has the form that stage 3 would give it. If circuits are
 * few, the later stages need only the pool and left[].
 *
 * If half[] must remain, two passes of 2m random reads or writes make place[] and walk. Otherwise
 * twin[], the place of the other half of each place's edge, takes the memory of half[]. This costs
 * one more pass of 2m reads, and 8 bytes an edge before the pipeline's pool is allocated. With
 * twins, the bits of second[] alone turn a circuit (turn_cpu.c), and next[m] is computed from them
 * if the circuits are walked again. O(m) work. No result depends on where segments are cut.
 */
#include "euler_cpu.h"

/* AHEAD: the prefetch distance of random reads and writes. PART: the places that one thread takes
 * at a time. */
enum { AHEAD = 32, PART = 1 << 16, ROWS_GRAIN = 1 << 18 };

/* place[h]: the place of half-edge h. One thread computes them from the vertices: their cursors
 * take less memory than the target of random writes, and so cause fewer cache misses. cursor: [n],
 * or NULL. */
static void find_places(
    const kg__euler_work *w, const kg_edge *half, kg_edge *place, kg_edge *cursor, int threads)
{
    const uint64_t last = 2 * (uint64_t)w->m - 1;

    for (uint64_t v = 0; cursor && v < w->n; v++)
        cursor[v] = 2 * w->row[v];
    for (uint64_t h = 0; cursor && h <= last; h++) {
        __builtin_prefetch(&cursor[w->end[h + AHEAD < last ? h + AHEAD : last]], 1);
        place[h] = cursor[w->end[h]]++;
    }
    if (cursor)
        return;
    KG_PARALLEL_FOR(threads, schedule(static))
    for (uint64_t i = 0; i <= last; i++) {
        __builtin_prefetch(&place[half[i + AHEAD < last ? i + AHEAD : last]], 1);
        place[half[i]] = (kg_edge)i;
    }
}

/* twin[i], in the memory of half: the place of the other half of place i's edge. */
static void look_up_twins(kg_edge *half, const kg_edge *place, uint64_t places, int threads)
{
    KG_PARALLEL_FOR(threads, schedule(static))
    for (uint64_t part = 0; part < places; part += PART) {
        const uint64_t end = part + PART < places ? part + PART : places;

        for (uint64_t i = part; i < end; i++) {
            if (i + AHEAD < end)
                __builtin_prefetch(&place[half[i + AHEAD] ^ 1]);
            half[i] = place[half[i] ^ 1];
        }
    }
}

/* Replaces half[] by the twins. */
static kg_status find_twins(kg__euler_work *w, kg_edge *half, int threads)
{
    const uint64_t places = 2 * (uint64_t)w->m;
    kg_edge *place = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(w->ctx, &place, places, sizeof *place, "places of half-edges"));
    find_places(w, half, place, NULL, threads);
    look_up_twins(half, place, places, threads);
out:
    kg__free(w->ctx, place);
    return status;
}

/* Returns the place by which a segment's last slot is left. */
static kg_edge last_place(const kg__euler_cpu *s, const kg__segment *segment)
{
    return s->pool[segment->place + segment->length - 1];
}

/*
 * Goes on from segment *k, walked forwards or not, to the next. of[slot]: the segment that begins
 * or ends there. A segment that is walked backwards is left by the place at which it began.
 */
static void step(const kg__euler_cpu *s, const kg_edge *of, size_t *k, bool *forwards)
{
    const kg__segment *at = &s->segment.at[*k];
    const kg__halves *all = &s->halves;
    const kg_edge by = at->start ^ 1; /* backwards */
    kg_edge in;

    if (*forwards)
        in = at->end ^ 1;
    else
        in = s->left ? all->place[all->half[by] ^ 1] : s->twin[by];

    *k = of[in >> 1];
    *forwards = in == (s->segment.at[*k].start ^ 1);
}

/* Returns the first slot of a segment, walked forwards or not. */
static kg_edge first_slot(const kg__euler_cpu *s, const kg__segment *segment, bool forwards)
{
    return (forwards ? segment->start : last_place(s, segment)) >> 1;
}

/*
 * Gives the circuit of segment i its direction. Sets in each of its segments whether it must be
 * turned round and, as slots, its end and the smallest slot of the circuit. Its start remains a
 * place.
 */
static void turn_circuit(const kg__euler_cpu *s, const kg_edge *of, size_t i)
{
    kg__segment *at = s->segment.at;
    kg_edge least = KG_NO_EDGE, behind = KG_NO_EDGE; /* the slot that a turned segment leads to */
    bool forwards = true, right;
    size_t k = i;

    do { /* the least place has the least slot, which is left by no other place */
        kg_edge left = forwards ? at[k].least : at[k].least ^ 1;

        least = left < least ? left : least;
        step(s, of, &k, &forwards);
    } while (k != i);
    right = least & 1; /* these steps go the right way */
    do {
        const size_t before = k;
        const bool was_forwards = forwards;

        step(s, of, &k, &forwards); /* reads the end of `before` */
        at[before].end = right ? first_slot(s, &at[k], forwards) : behind;
        behind = first_slot(s, &at[before], !was_forwards);
        at[before].turned = was_forwards != right;
        at[before].least = least >> 1;
        at[before].done = 1;
    } while (k != i);
    if (!right)
        at[i].end = behind;
}

/* Turns the segments that are not whole circuits. Returns the number of circuits they make. */
static uint64_t turn_segments(kg__euler_cpu *s)
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
            turn_circuit(s, of, i);
            kg__set_bit(s->label, at[i].least, false);
            circuits++;
        }
    KG_PARALLEL_FOR(s->threads, schedule(dynamic, 16))
    for (size_t i = 0; i < count; i++) {
        if (at[i].whole)
            continue;
        kg__euler_name_slots(s, at[i].place, at[i].length, at[i].turned);
        at[i].start = s->pool[at[i].place];
        kg__set_bit(s->start, at[i].start, s->threads > 1);
        s->root[at[i].start] = at[i].least;
    }
    return circuits;
}

/* ---- the half-edge that leaves each slot ----------------------------------------------------- */

/* Returns the half-edge by which a slot is left. All segments are recorded. */
static kg_edge find_left(const kg__euler_cpu *s, kg_edge slot)
{
    const kg__segment *at = s->segment.at;
    kg_edge start = slot, in;
    uint32_t steps;

    kg__segments_find_starts(s, &start, &steps, &in, 1);
    while (at->start != start)
        at++;
    if (steps == 0)
        return s->left[at->place];
    return s->halves.half[2 * (uint64_t)slot + !kg__comes_backwards(s, at, in)];
}

/* Computes leave[m], and next[m] in the memory of left. */
static void spread(const kg__euler_work *w, kg__euler_cpu *s, kg_edge *leave)
{
    const kg_edge *place = s->halves.place;
    const uint64_t m = w->m;

    KG_PARALLEL_FOR(s->threads, schedule(dynamic, 16))
    for (uint64_t first = 0; first < s->pool_used; first += CHUNK) {
        const kg_edge *slot = s->pool + first, *left = s->left + first;

        for (unsigned k = 0; k < CHUNK && slot[k] != KG_NO_EDGE; k++)
            leave[slot[k]] = left[k];
    }
    s->next = s->left;
    s->left = NULL;
    KG_PARALLEL_FOR(s->threads, schedule(static))
    for (uint64_t i = 0; i < m; i++) {
        __builtin_prefetch(&place[leave[i + AHEAD < m ? i + AHEAD : i] ^ 1]);
        s->next[i] = place[leave[i] ^ 1] >> 1;
    }
}

static kg_status find_circuits(kg__euler_work *w)
{
    kg__euler_cpu *s = w->state;
    uint64_t closed;
    kg_status status;

    kg__euler_clear_bits_cpu(w, s->visited);
    kg__euler_clear_bits_cpu(w, s->label);
    kg__euler_clear_bits_cpu(w, s->start);
    KG_TRY(kg__euler_walk_halves_cpu(w, &closed));
    w->circuits = closed + turn_segments(s);
    s->walked = true;
out:
    return status;
}

/* Overwrites half[]. */
static kg_status orient_by_twins(kg__euler_work *w, kg_edge *half)
{
    const uint64_t words = ((uint64_t)w->m >> 6) + 1;
    kg__euler_cpu *s;
    kg_status status;

    KG_TRY(find_twins(w, half, kg__threads(w->ctx, w->m, GRAIN)));
    if (!w->walk)
        KG_TRY(kg__host_allocate(w->ctx, &w->walk, w->m, sizeof *w->walk, "the circuit"));
    KG_TRY(kg__euler_prepare_with_cpu(w, half));
    s = w->state;
    s->twin = s->next;
    kg__euler_touch_cpu(w);
    KG_TRY(
        kg__host_allocate(w->ctx, &s->second, words, sizeof *s->second, "directions of circuits"));
    kg__euler_clear_bits_cpu(w, s->second);
    KG_TRY(find_circuits(w));
out:
    return status;
}

static kg_status orient_by_places(kg__euler_work *w, const kg_edge *half, kg_edge *leave)
{
    kg__euler_cpu *s;
    kg_status status;

    KG_TRY(kg__euler_prepare_cpu(w));
    s = w->state;
    kg__euler_touch_cpu(w);
    s->left = s->next;
    s->halves.half = half;
    find_places(w, half, s->halves.place, s->threads == 1 && w->n <= s->pool_room ? s->left : NULL,
        s->threads);
    KG_TRY(find_circuits(w));
    if (w->circuits <= FEW)
        leave[w->first] = find_left(s, w->first);
    else
        spread(w, s, leave);
out:
    return status;
}

decl_euler_orient(kg__euler_orient_cpu)
{
    return spare ? orient_by_twins(w, spare) : orient_by_places(w, half, leave);
}

decl_euler_leaves_by(kg__euler_leaves_by_cpu)
{
    const kg__euler_cpu *s = w->state;

    *same = leave ? leave[w->first] == half : kg__bitmap_has(s->second, w->first) == is_second;
    return KG_OK;
}

decl_euler_pair_rows(kg__euler_pair_rows_cpu)
{
    uint64_t count = 0;

    KG_PARALLEL_FOR(kg__threads(ctx, n, ROWS_GRAIN), reduction(+ : count))
    for (uint64_t v = 0; v < n; v++) {
        slot_row[v] = row[v] / 2;
        count += (row[v] ^ row[v + 1]) & 1;
    }
    slot_row[n] = row[n] / 2;
    *odd = count;
    return KG_OK;
}

/* Returns the half-edge by which a slot is left. by: the leaving half-edges of all slots, or both
 * half-edges of each. With left[] the walk holds half-edges already. */
static kg_edge left_by(const kg__euler_cpu *s, const kg_edge *by, bool both, kg_edge slot)
{
    if (s->left)
        return slot;
    return both ? by[2 * (uint64_t)slot + kg__bitmap_has(s->second, slot)] : by[slot];
}

decl_euler_name_halves(kg__euler_name_halves_cpu)
{
    const kg__euler_cpu *s = w->state;
    const uint64_t m = w->m;
    const bool both = !leave;
    const kg_edge *by = leave ? leave : half;
    kg_edge *walk = w->walk;

    if (!turned && s->left)
        return KG_OK;
    if (!turned) {
        KG_PARALLEL_FOR(s->threads, schedule(static))
        for (uint64_t first = 0; first < m; first += PART) {
            const uint64_t end = m - first < PART ? m : first + PART;

            for (uint64_t i = first; i < end; i++) {
                __builtin_prefetch(&by[(uint64_t)walk[i + AHEAD < end ? i + AHEAD : i] << both]);
                walk[i] = left_by(s, by, both, walk[i]);
            }
        }
        return KG_OK;
    }
    walk[0] = left_by(s, by, both, walk[0]) ^ 1;
    KG_PARALLEL_FOR(s->threads, schedule(static))
    for (uint64_t first = 1; first <= m / 2; first += PART) {
        const uint64_t end = m / 2 + 1 - first < PART ? m / 2 + 1 : first + PART;

        for (uint64_t i = first; i < end; i++) {
            const uint64_t far = i + AHEAD < end ? i + AHEAD : i;
            kg_edge behind;

            __builtin_prefetch(&by[(uint64_t)walk[far] << both]);
            __builtin_prefetch(&by[(uint64_t)walk[m - far] << both]);
            behind = left_by(s, by, both, walk[m - i]) ^ 1;
            walk[m - i] = left_by(s, by, both, walk[i]) ^ 1;
            walk[i] = behind;
        }
    }
    return KG_OK;
}
