/*
 * Stage 6 on the CPU: where the successor changes, so that one circuit is left.
 *
 * in   chosen bits, segments, next[m]
 * out  few circuits: the segments, cut before every slot whose predecessor changes; ends as changed
 *      many: nothing; the second walk looks at the chosen bits as it goes
 *
 * With t the old successor of an edge, the new one is t - 1 inside a run of links and the run's end
 * at its first slot: the stage's formula read from the other side, kg__swip(). A cut's place is
 * found by walking from it to the end of its segment: at most a chunk, for at most two cuts a
 * circuit.
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

/* Adds the cut before edge t, unless a segment starts there. before[i]: the segment that ends where
 * i starts; root[start]: which starts there. */
static void add_cut(
    const kg__euler_cpu *s, const size_t *before, kg_edge t, cut *list, size_t *cuts)
{
    uint32_t steps = 0;
    size_t i;

    for (; !kg__bit(s->start, t); t = s->next[t])
        steps++;
    if (steps == 0)
        return;
    i = before[s->root[t]];
    list[(*cuts)++] = (cut){i, s->segment.at[i].length - steps};
}

/* All cuts in order: both sides of each chosen link, and the walk's first edge. */
static size_t find_cuts(const kg__euler_work *w, kg__euler_cpu *s, size_t *before, cut *list)
{
    uint64_t words = ((uint64_t)w->m >> 6) + 1;
    size_t cuts = 0;

    for (size_t i = 0; i < s->segment.count; i++)
        s->root[s->segment.at[i].start] = (kg_edge)i;
    for (size_t i = 0; i < s->segment.count; i++)
        before[s->root[s->segment.at[i].end]] = i;
    add_cut(s, before, w->first, list, &cuts);
    for (uint64_t i = 0; i < words; i++)
        for (uint64_t bits = s->chosen[i]; bits; bits &= bits - 1) {
            uint64_t e = 64 * i + (unsigned)__builtin_ctzll(bits);

            add_cut(s, before, (kg_edge)(e - 1), list, &cuts);
            add_cut(s, before, (kg_edge)e, list, &cuts);
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
    size_t *before = NULL;
    cut list[2 * FEW + 1];
    size_t cuts;
    kg_status status = KG_OK;

    if (!s->few)
        goto out;
    KG_TRY(
        kg__host_allocate(w->ctx, &before, s->segment.count, sizeof *before, "order of segments"));
    cuts = find_cuts(w, s, before, list);
    KG_TRY(cut_segments(w->ctx, s, list, cuts));
out:
    kg__free(w->ctx, before);
    return status;
}
