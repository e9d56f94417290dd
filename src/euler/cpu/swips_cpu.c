/*
 * Stage 6 on the CPU: changes successors so that one circuit is left.
 *
 * in   chosen bits, segments, next[m]
 * out  few circuits: the segments, cut before every slot whose predecessor changes, with new ends
 *      many: nothing; the second walk reads the chosen bits as it goes
 *
 * If t is the old successor of an edge, the new one is t - 1 inside a run of links, and the run's
 * last slot if t is its first. This is the formula of the stage seen from the other side:
 * kg__swip(). The place of a cut is found by walking from the slot to the end of its segment: at
 * most a chunk. There are at most two cuts a circuit, and they are walked side by side.
 */
#include "euler_cpu.h"
#include <stdlib.h>

typedef struct cut {
    size_t segment;
    uint32_t offset; /* of the edge that begins the new segment */
} cut;

static int compare_cuts(const void *left, const void *right)
{
    const cut *a = left, *b = right;

    if (a->segment != b->segment)
        return a->segment < b->segment ? -1 : 1;
    return (a->offset > b->offset) - (a->offset < b->offset);
}

/* Lists all cuts in order: both sides of each chosen link, and the first edge of the walk, unless a
 * segment starts there. before[i]: the segment that ends where segment i starts. root[start]: the
 * segment that starts there. */
static size_t find_cuts(
    const kg__euler_work *w, const kg__euler_cpu *s, const kg_edge *before, cut *list)
{
    kg_edge edge[KG__STARTS_MOST], in[KG__STARTS_MOST];
    uint32_t steps[KG__STARTS_MOST];
    unsigned count = 0;
    size_t cuts = 0;

    edge[count++] = w->first;
    for (unsigned i = 0; i < s->links; i++) {
        edge[count++] = s->few_link[i] - 1;
        edge[count++] = s->few_link[i];
    }
    kg__segments_find_starts(s, edge, steps, in, count);
    for (unsigned k = 0; k < count; k++)
        if (steps[k]) {
            const size_t next = s->root[edge[k]], i = before[next];

            if (kg__comes_backwards(s, &s->segment.at[next], in[k]))
                list[cuts++] = (cut){next, steps[k]};
            else
                list[cuts++] = (cut){i, s->segment.at[i].length - steps[k]};
        }
    qsort(list, cuts, sizeof *list, compare_cuts);
    return cuts;
}

static kg_status cut_segments(kg_context *ctx, kg__euler_cpu *s, const cut *list, size_t cuts)
{
    kg__segments whole = s->segment;
    kg_status status = KG_OK;

    s->segment = (kg__segments){NULL, 0, 0};
    for (size_t i = 0, c = 0; i < whole.count; i++) {
        kg__segment left = whole.at[i];
        uint32_t from = 0;

        for (; c < cuts && list[c].segment == i; c++) {
            kg__segment piece = left;

            if (list[c].offset == from)
                continue; /* the same cut, from the next link */
            piece.length = (list[c].offset - from) & KG__SEGMENT_MOST;
            left.place += piece.length;
            left.length -= piece.length;
            left.start = s->pool[left.place];
            piece.end = kg__swip(s->chosen, left.start);
            from = list[c].offset;
            KG_TRY(kg__segments_add(ctx, &s->segment, piece));
        }
        left.end = kg__swip(s->chosen, left.end);
        KG_TRY(kg__segments_add(ctx, &s->segment, left));
    }
out:
    kg__free(ctx, whole.at);
    return status;
}

decl_euler_swips(kg__euler_swips_cpu)
{
    kg__euler_cpu *s = w->state;
    const size_t count = s->segment.count;
    kg_edge *follow = NULL, *before = NULL;
    cut list[KG__STARTS_MOST];
    size_t cuts;
    kg_status status = KG_OK;

    if (!s->few)
        goto out;
    KG_TRY(kg__segments_follow(w, &follow));
    KG_TRY(kg__host_allocate(w->ctx, &before, count, sizeof *before, "order of segments"));
    for (size_t i = 0; i < count; i++)
        before[follow[i]] = (kg_edge)i;
    cuts = find_cuts(w, s, before, list);
    KG_TRY(cut_segments(w->ctx, s, list, cuts));
out:
    kg__free_all(w->ctx, follow, before);
    return status;
}
