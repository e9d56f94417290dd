/*
 * Stage 3 on the CPU: the circuits that the pairing makes.
 *
 * in   word[m].next
 * out  circuits; root[tag] = label for each segment's tag, root[label] = label, and the label bits,
 *      where a circuit's label is its smallest edge; segments and pool for stage 7
 *
 * cycles_cpu.c walks; what is left is to follow the segments that are not whole cycles from each to
 * the next, twice: once for the smallest edge, once to label. O(m) work.
 */
#include "euler_cpu.h"

/* The label of the cycle of segments that contains segment i. */
static kg_edge label_cycle(kg__euler_cpu *s, size_t i)
{
    kg__segment *at = s->segment.at;
    kg_edge label = at[i].least;
    size_t k;

    for (k = s->root[at[i].end]; k != i; k = s->root[at[k].end])
        if (at[k].least < label)
            label = at[k].least;
    do {
        size_t next = s->root[at[k].end];

        at[k].done = 1;
        at[k].least = label; /* root[start] still leads to the segment: others pass through it */
        k = next;
    } while (k != i);
    return label;
}

decl_euler_stage(kg__euler_partition_cpu)
{
    kg__euler_cpu *s = w->state;
    kg_status status;

    KG_TRY(kg__euler_walk_cycles_cpu(w, &w->circuits));
    for (size_t i = 0; i < s->segment.count; i++)
        if (s->segment.at[i].start != s->segment.at[i].end)
            s->root[s->segment.at[i].start] = (kg_edge)i;
        else
            s->segment.at[i].done = 1;
    for (size_t i = 0; i < s->segment.count; i++)
        if (!s->segment.at[i].done) {
            kg_edge label = label_cycle(s, i);

            s->label[label >> 6] |= UINT64_C(1) << (label & 63);
            w->circuits++;
        }
    for (size_t i = 0; i < s->segment.count; i++) {
        const kg__segment *segment = &s->segment.at[i];

        s->root[segment->start] = segment->least;
        s->root[segment->least] = segment->least;
    }
out:
    return status;
}

decl_euler_circuits(kg__euler_circuits_cpu)
{
    const kg__euler_cpu *s = w->state;

#pragma omp parallel for num_threads(s->threads) schedule(static)
    for (uint64_t e = 0; e < w->m; e++)
        circuit[e] = s->root[s->word[e].tag];
    return KG_OK;
}
