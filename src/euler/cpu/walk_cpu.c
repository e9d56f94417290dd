/*
 * Stage 7 on the CPU: the one circuit, in order.
 *
 * in   few circuits: the first walk's segments as stage 6 cut them; many: next[m] and chosen bits
 * out  walk[m] from w->first on, without the virtual edge
 *
 * If circuits are many, this stage walks again, now along one cycle. In both cases one segment
 * starts with w->first, and each segment's end is the edge that follows it. Following the segments
 * gives each its place in the walk. They are copied at the speed of memory. O(m) work. The result
 * does not depend on where segments were cut.
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

/* The virtual edge is the first of its segment, and occurs in no other. */
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
    /* root lies in the memory of the walk, and is not needed any more. */
    KG_PARALLEL_FOR(s->threads, schedule(dynamic, 16))
    for (size_t i = 0; i < s->segment.count; i++)
        copy_segment(w, s, &s->segment.at[i]);
out:
    return status;
}
