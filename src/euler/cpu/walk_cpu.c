/*
 * Stage 7 on the CPU: the one circuit, in order.
 *
 * in   few circuits: the first walk's segments as stage 6 cut them; many: next[m] and chosen bits
 * out  walk[m] from w->first on, without the virtual edge
 *
 * Many circuits: walk again, now one cycle. In both cases a segment starts with w->first, each ends
 * with the edge that follows it; following them gives each its place, and copying them is memory
 * speed. O(m) work; nothing in the result depends on where segments were cut.
 */
#include "euler_cpu.h"
#include <string.h>

/* Gives each segment its place. */
static kg_status place_segments(kg__euler_work *w, kg__euler_cpu *s)
{
    kg__segment *at = s->segment.at;
    kg_edge *follow = NULL;
    uint64_t to = 0;
    size_t first, i;
    kg_status status;

    KG_TRY(kg__segments_follow(w, &follow));
    first = i = s->root[w->first];
    do {
        at[i].to = (kg_edge)to;
        to += at[i].length;
        i = follow[i];
    } while (i != first && to < w->m);
    if (i != first || to != w->m)
        status = kg__fail(w->ctx, KG_INTERNAL, "the swips did not leave one circuit");
out:
    kg__free(w->ctx, follow);
    return status;
}

/* The virtual edge comes first in its segment, and no other is that edge. */
static void copy_segment(
    const kg__euler_work *w, const kg__euler_cpu *s, const kg__segment *segment)
{
    const kg_edge *from = (s->left ? s->left : s->pool) + segment->place;
    kg_edge skip = w->virtual_edge;

    if (skip == KG_NO_EDGE) {
        memcpy(w->walk + segment->to, from, segment->length * sizeof *from);
        return;
    }
    for (uint32_t k = segment->to == 0; k < segment->length; k++)
        w->walk[segment->to + k - 1] = from[k] - (from[k] > skip);
}

decl_euler_walk(kg__euler_walk_cpu)
{
    kg__euler_cpu *s = w->state;
    kg_status status = KG_OK;

    if (!s->few)
        KG_TRY(kg__euler_walk_again_cpu(w));
    KG_TRY(place_segments(w, s));
    /* root is in the memory of the walk, and not needed any more. */
    KG_PARALLEL_FOR(s->threads, schedule(dynamic, 16))
    for (size_t i = 0; i < s->segment.count; i++)
        copy_segment(w, s, &s->segment.at[i]);
out:
    return status;
}
