/*
 * Stage 3 on the CPU: finds the circuits that the pairing makes.
 *
 * in   next[m]
 * out  circuits; label bits, set at the smallest edge of each circuit; start bits, and root at each
 *      segment's start; segments and pool for the next stages
 *
 * In a symmetric graph with sorted rows, all circuits have two edges that are near each other. One
 * pass in edge order finds these, and single loops, by reading next[next[e]]. The walks of
 * cycles_cpu.c visit the other edges. Then the segments that are not whole cycles are followed from
 * each to the next, twice: once for the smallest edge, once to label. O(m) work.
 */
#include "euler_cpu.h"

/* Marks the smaller edge of each pair as its label, the larger as visited. If stage 2 has marked
 * the pairs, those that it did not see are walked with the rest. */
static void find_pairs(const kg__euler_work *w, kg__euler_cpu *s)
{
    const kg_edge *next = s->next;
    uint64_t m = w->m, words = (m >> 6) + 1;

    KG_PARALLEL_FOR(s->threads, schedule(static))
    for (uint64_t i = 0; i < words; i++) {
        uint64_t larger = 0, label = 0;

        for (uint64_t e = 64 * i; e < 64 * i + 64 && e < m; e++) {
            kg_edge f = next[e];

            if ((kg_edge)(f - e + NEAR - 1) < 2 * NEAR - 1 && next[f] == e) {
                larger |= (uint64_t)(f <= e) << (e & 63);
                label |= (uint64_t)(f >= e) << (e & 63);
            }
        }
        s->visited[i] = larger;
        s->label[i] = label;
    }
}

/* Marks the smaller edges as visited too. Returns how many there are. */
static uint64_t visit_pairs(kg__euler_cpu *s, uint64_t words)
{
    uint64_t pairs = 0;

    KG_PARALLEL_FOR(s->threads, schedule(static) reduction(+ : pairs))
    for (uint64_t i = 0; i < words; i++) {
        s->visited[i] |= s->label[i];
        pairs += (unsigned)__builtin_popcountll(s->label[i]);
    }
    return pairs;
}

/* Returns the label of the cycle of segments that contains segment i. */
static kg_edge label_cycle(kg__segment *at, const kg_edge *follow, size_t i)
{
    kg_edge label = at[i].least;
    size_t k;

    for (k = follow[i]; k != i; k = follow[k])
        if (at[k].least < label)
            label = at[k].least;
    do {
        at[k].done = 1;
        at[k].least = label;
        k = follow[k];
    } while (k != i);
    return label;
}

/* Labels the cycles of more than one segment, and counts them. */
static kg_status join_segments(kg__euler_work *w, uint64_t *cycles)
{
    kg__euler_cpu *s = w->state;
    kg__segment *at = s->segment.at;
    kg_edge *follow = NULL;
    kg_status status;

    *cycles = 0;
    KG_TRY(kg__segments_follow(w, &follow));
    for (size_t i = 0; i < s->segment.count; i++)
        if (!at[i].whole && !at[i].done) {
            kg__set_bit(s->label, label_cycle(at, follow, i), false);
            ++*cycles;
        }
    KG_PARALLEL_FOR(s->threads, schedule(static))
    for (size_t i = 0; i < s->segment.count; i++)
        s->root[at[i].start] = at[i].least;
out:
    kg__free(w->ctx, follow);
    return status;
}

decl_euler_partition(kg__euler_partition_cpu)
{
    kg__euler_cpu *s = w->state;
    const uint64_t words = ((uint64_t)w->m >> 6) + 1;
    uint64_t closed, cycles;
    kg_status status = KG_OK;

    if (s->walked)
        goto out;
    if (!s->paired)
        find_pairs(w, s);
    s->pairs = visit_pairs(s, words);
    if (s->pairs <= FEW) { /* few pairs are walked with the rest */
        s->pairs = 0;
        kg__euler_clear_bits_cpu(w, s->visited);
        kg__euler_clear_bits_cpu(w, s->label);
    }
    kg__euler_clear_bits_cpu(w, s->start);
    KG_TRY(kg__euler_walk_cycles_cpu(w, &closed));
    KG_TRY(join_segments(w, &cycles));
    w->circuits = s->pairs + closed + cycles;
out:
    s->few = w->circuits <= FEW;
    s->labelled = false;
    return status;
}

/* Labels the edges of one chunk of the pool. No segment crosses the ends of a chunk. */
static void label_chunk(kg__euler_cpu *s, const kg_edge *edge)
{
    enum { AHEAD = 24 };
    kg_edge label = KG_NO_EDGE;
    unsigned length = 0;

    while (length < CHUNK && edge[length] != KG_NO_EDGE)
        length++;
    for (unsigned k = 0; k < length; k++) {
        kg_edge e = edge[k];

        __builtin_prefetch(&s->root[edge[k + AHEAD < length ? k + AHEAD : k]], 1);
        if (kg__bitmap_has(s->start, e))
            label = kg__bitmap_has(s->label, e) ? e : s->root[e];
        else if (e != label)
            s->root[e] = label;
    }
}

void kg__euler_label_cpu(kg__euler_work *w)
{
    kg__euler_cpu *s = w->state;

    if (s->pairs) {
        KG_PARALLEL_FOR(s->threads, schedule(static))
        for (uint64_t e = 0; e < w->m; e++) {
            kg_edge f = s->next[e];

            if (f < e && kg__closes_pair(s->next, (kg_edge)e, f))
                s->root[e] = f;
        }
    }
    KG_PARALLEL_FOR(s->threads, schedule(dynamic, 16))
    for (uint64_t place = 0; place < s->pool_used; place += CHUNK)
        label_chunk(s, s->pool + place);
    s->labelled = true;
}

decl_euler_circuits(kg__euler_circuits_cpu)
{
    const kg__euler_cpu *s = w->state;

    kg__euler_label_cpu(w);
    KG_PARALLEL_FOR(s->threads, schedule(static))
    for (uint64_t e = 0; e < w->m; e++)
        circuit[e] = kg__bitmap_has(s->label, e) ? (kg_edge)e : s->root[e];
    return KG_OK;
}
