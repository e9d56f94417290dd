/*
 * Turns circuits of a bidirected graph, on the CPU, so that circuits that will be joined pass the
 * vertex where they meet in one direction.
 *
 * in   the results of orient: twins, directions, the pool, segments, labels
 * out  the same, with some circuits walked the other way round
 *
 * Stage 5 comes first, because the links that it chooses do not depend on directions. A union-find
 * over circuits goes through the links in order. It keeps for each circuit whether it is turned
 * against its parent; in a forest, directions that agree always exist. A slot that is left by its
 * other place leads to the slot before it. So the bits of second[] turn a circuit. If circuits are
 * few, their segments in the pool are turned too.
 *
 * O(m) work, with a pass over all slots if circuits are many. Memory: a number and a bit for each
 * circuit, and 1/16 of a number for each slot.
 */
#include "../turns.h"
#include "euler_cpu.h"

typedef struct turns {
    const kg_graph *graph;
    kg__euler_work *w;
    kg__euler_cpu *s;
    kg_edge *before;   /* [m / 64 + 1] labels before each word of bits */
    kg__turns circuit; /* by number, in order of labels; at the end, `turned` is final */
} turns;

static kg_edge number_of(const turns *t, kg_edge label)
{
    return kg__number_of_bit(t->before, t->s->label, label);
}

static kg_status number_circuits(turns *t)
{
    kg_context *ctx = t->w->ctx;
    const uint64_t words = ((uint64_t)t->w->m >> 6) + 1;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &t->before, words, sizeof *t->before, "circuits"));
    KG_TRY(kg__turns_create(&t->circuit, ctx, t->w->circuits));
    kg__count_bits(t->before, t->s->label, words);
out:
    return status;
}

/* Joins the circuits of slots e - 1 and e. */
static void join(turns *t, kg_edge e, bool two_sided)
{
    const kg_edge a = number_of(t, kg__euler_circuit_of(t->s, e - 1));
    const kg_edge b = number_of(t, kg__euler_circuit_of(t->s, e));

    kg__turns_join(&t->circuit, a, b,
        two_sided && kg__bitmap_has(t->s->second, e - 1) != kg__bitmap_has(t->s->second, e));
}

/* Goes through the chosen links. Returns whether any circuit must be turned. */
static bool join_all(turns *t, const kg_edge *row)
{
    const uint64_t words = ((uint64_t)t->w->m >> 6) + 1, circuits = t->w->circuits;
    uint64_t *const turned = t->circuit.turned;
    uint64_t v = 0, any = 0;
    bool against;

    for (uint64_t i = 0; i < words; i++)
        for (uint64_t bits = t->s->chosen[i]; bits; bits &= bits - 1) {
            const uint64_t e = 64 * i + (unsigned)__builtin_ctzll(bits);

            if (t->graph->one_sided)
                v = kg__euler_vertex_of(row, v, t->graph->n, e);
            join(t, (kg_edge)e, !kg__is_one_sided(t->graph, (kg_vertex)v));
        }
    for (uint64_t c = 0; c < circuits; c++) { /* a root is turned against nothing */
        t->circuit.parent[c] = kg__turns_root(&t->circuit, (kg_edge)c, &against);
        turned[c / 64] &= ~(UINT64_C(1) << c % 64);
        turned[c / 64] |= (uint64_t)against << c % 64;
        any |= against;
    }
    return any;
}

/* ---- many circuits --------------------------------------------------------------------------- */

/* Returns bits of the slots from 64 * word on that are turned. */
static uint64_t find_turned(const turns *t, uint64_t word)
{
    const uint64_t m = t->w->m, from = 64 * word, count = m - from < 64 ? m - from : 64;
    uint64_t bits = 0;

    for (uint64_t i = 0; i < count; i++)
        bits |=
            (uint64_t)kg__bitmap_has(t->s->start, kg__euler_circuit_of(t->s, (kg_edge)(from + i)))
            << i;
    return bits;
}

/* All slots are labelled. The start bits are not needed any more and hold the turned labels. */
static void turn_slots(turns *t)
{
    kg__euler_cpu *s = t->s;
    const uint64_t m = t->w->m, words = (m >> 6) + 1;

    for (uint64_t i = 0, c = 0; i < words; i++) {
        s->start[i] = 0;
        for (uint64_t bits = s->label[i]; bits; bits &= bits - 1)
            if (kg__bitmap_has(t->circuit.turned, c++))
                s->start[i] |= bits & -bits;
    }
    KG_PARALLEL_FOR(s->threads, schedule(static))
    for (uint64_t i = 0; i < kg__words(m); i++)
        s->second[i] ^= find_turned(t, i);
}

/* ---- few circuits ---------------------------------------------------------------------------- */

/* The end of the segment is known. */
static void turn_segment(turns *t, kg__segment *at)
{
    kg__euler_cpu *s = t->s;
    kg_edge *slot = s->pool + at->place;
    const uint64_t length = at->length;

    s->start[*slot >> 6] &= ~(UINT64_C(1) << (*slot & 63));
    for (uint64_t i = 0; i < length / 2; i++) {
        const kg_edge was = slot[i];

        slot[i] = slot[length - 1 - i];
        slot[length - 1 - i] = was;
    }
    for (uint64_t i = 0; i < length; i++)
        s->second[slot[i] >> 6] ^= UINT64_C(1) << (slot[i] & 63);
    at->start = *slot;
    s->root[at->start] = at->least;
    kg__set_bit(s->start, at->start, false);
}

/* All segments are recorded, and `least` is the label of each one's circuit. A segment that leads
 * to a turned one will lead to the last slot of that one. */
static void turn_segments(turns *t)
{
    kg__euler_cpu *s = t->s;
    kg__segment *at = s->segment.at;
    const size_t count = s->segment.count;

    for (size_t i = 0; i < count; i++)
        s->root[at[i].start] = (kg_edge)i;
    for (size_t i = 0; i < count; i++)
        at[i].end = s->root[at[i].end];
    for (size_t i = 0; i < count; i++)
        s->root[at[i].start] = at[i].least;
    for (size_t i = 0; i < count; i++) {
        const size_t to = at[i].end;

        if (kg__bitmap_has(t->circuit.turned, number_of(t, at[i].least)))
            at[to].start = s->pool[at[i].place + at[i].length - 1];
        else
            at[i].end = at[to].start;
    }
    for (size_t i = 0; i < count; i++)
        if (kg__bitmap_has(t->circuit.turned, number_of(t, at[i].least))) {
            at[i].end = at[i].start;
            turn_segment(t, &at[i]);
        }
}

decl_euler_turn(kg__euler_turn_cpu)
{
    kg__euler_cpu *s = w->state;
    turns t = {.graph = graph, .w = w, .s = s};
    kg_status status;

    (void)half; /* overwritten: there is no leave */
    (void)resident;
    (void)leave;
    KG_TRY(kg__euler_partition_cpu(w));
    kg__stage(w->ctx, "5 spanning tree");
    KG_TRY(kg__euler_spanning_tree_cpu(w));
    s->spanned = true;
    if (w->trees > 1 || w->circuits == 1)
        goto out;
    kg__stage(w->ctx, "turn circuits");
    KG_TRY(number_circuits(&t));
    if (!s->few && !s->labelled)
        kg__euler_label_cpu(w);
    if (!join_all(&t, row))
        goto out;
    if (s->few)
        turn_segments(&t);
    else
        turn_slots(&t);
out:
    kg__free(w->ctx, t.before);
    kg__turns_free(&t.circuit, w->ctx);
    return status;
}
