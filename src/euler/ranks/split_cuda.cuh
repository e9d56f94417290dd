/* Looking up slots in a split, which ranks_cuda.cuh describes. */
#ifndef KG_RANKS_SPLIT_CUDA_CUH
#define KG_RANKS_SPLIT_CUDA_CUH

#include "ranks_cuda.cuh"

/* Returns the number, among all segments, of a segment in this rank's pool. */
static __device__ __forceinline__ kg_edge kg__d_segment(const kg__split *s, kg_edge own)
{
    return (kg_edge)(own < s->pool.fixed ? s->first + own : s->blocks + own - s->pool.fixed);
}

/* Returns pred of a slot of any rank. */
static __device__ __forceinline__ kg_edge kg__d_pred(const kg__split *s, kg_edge slot)
{
    const unsigned p = kg__d_owner(s->bound, s->ranks, slot);

    return s->pred[p][slot - s->bound[p]];
}

/* Returns the segment that begins at a slot. KG_NO_EDGE: none. */
static __device__ __forceinline__ kg_edge kg__d_begins(const kg__split *s, kg_edge slot)
{
    const uint64_t count = s->segments - s->blocks;
    uint64_t at;

    if (kg__d_is_splitter(slot, s->shift))
        return slot >> s->shift;
    if (!count)
        return KG_NO_EDGE;
    at = kg__d_find(s->alone, count, slot);
    return s->alone[at] == slot ? (kg_edge)(s->blocks + at) : KG_NO_EDGE;
}

/* Returns the segment of a slot. offset: [out] how many of its slots come before. Takes as many
 * steps as there are to the next segment. */
static __device__ kg_edge kg__d_locate(const kg__split *s, kg_edge slot, uint64_t *offset)
{
    uint64_t steps = 0;
    kg_edge segment = kg__d_begins(s, slot);

    if (segment == KG_NO_EDGE) {
        do {
            slot = kg__d_pred(s, slot);
            segment = kg__d_begins(s, slot);
            steps++;
        } while (segment == KG_NO_EDGE);
        segment = s->before[segment];
        steps = s->length[segment] - steps;
    }
    *offset = steps;
    return segment;
}

/* For looking up the slots of a rank. Each lies in a segment of the split or, if there is no split,
 * on the way of a walker. */
typedef struct kg__ways {
    kg__split split;
    const kg__place *place; /* [count] of this rank's slots, from lo on */
    const uint64_t *base;   /* [ranks] where the walkers of each rank begin among all */
    uint64_t lo;
    unsigned ranks;
} kg__ways;

static inline kg__ways kg__ways_of(const kg__ranks *r, const uint64_t *base)
{
    return {r->device->split, r->device->place, base, r->lo, r->ranks};
}

/* Returns the segment, or the walker, of a slot of this rank. offset: [out] its slots that come
 * before. */
static __device__ __forceinline__ kg_edge kg__d_way(
    const kg__ways *w, uint64_t slot, uint64_t *offset)
{
    kg__place at;

    if (w->split.segments)
        return kg__d_locate(&w->split, (kg_edge)slot, offset);
    at = w->place[slot - w->lo];
    *offset = at.next;
    return (kg_edge)(w->base[at.walker % w->ranks] + at.walker / w->ranks);
}

/* Finds the slots that no rank's pool has. all: [out] their number on all ranks. If it is at most
 * `most`, missing: [out, mine] those of this rank; the caller frees it. */
kg_status kg__split_missing_cuda(kg__ranks *r, uint64_t most, const kg__split *s, kg_edge **missing,
    uint64_t *mine, uint64_t *all);

#endif
