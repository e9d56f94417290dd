/* The order of the remaining circuit, by the ways of walkers, for stage 7 over ranks on CUDA. */
#ifndef KG_RANKS_ORDER_CUDA_CUH
#define KG_RANKS_ORDER_CUDA_CUH

#include "ranks_cuda.cuh"

/* The places of slots in the circuit: by the steps of their walkers, and by the order of
 * walkers. */
typedef struct kg__ordering {
    const kg__place *place;
    const kg_edge *at;    /* [walkers of all ranks; cuts] */
    const uint64_t *base; /* [ranks] */
    const kg__cut_table *table;
    uint64_t m, lo, count, walkers;
    unsigned ranks, cuts;
    kg_edge virtual_edge;
    const kg_edge *edge;   /* [count] of each slot; NULL: edges are numbered by slots, or */
    const kg_edge *half;   /* [2 * count] of a graph that is not directed, which has */
    const uint64_t *leave; /* bits [count], */
    uint64_t halves;       /* and this many half-edges that are not virtual */
    bool turned;           /* the walk goes against the circuit */
} kg__ordering;

/* Finds the piece of a walker's way that contains a step: changes walker and offset to it. */
static __device__ void kg__d_find_piece(const kg__ordering *o, uint64_t *walker, uint64_t *offset)
{
    unsigned low = 0, high = o->cuts;

    while (low < high) { /* cuts below are before this step */
        const unsigned middle = (low + high) / 2;
        const kg_edge w = o->table->walker[middle];

        if (w < *walker || (w == *walker && o->table->offset[middle] < *offset))
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0 || o->table->walker[low - 1] != *walker)
        return;
    *offset -= (uint64_t)o->table->offset[low - 1] + 1;
    *walker = o->walkers + low - 1;
}

/* Returns after how many steps, backwards, the circuit comes to step `offset` of a walker of
 * all. */
static __device__ __forceinline__ uint64_t kg__d_steps(
    const kg__ordering *o, uint64_t walker, uint64_t offset)
{
    uint64_t steps;

    if (o->cuts) {
        const uint32_t bit = kg__cut_bit((kg_edge)walker);

        if (o->table->flag[bit / 32] >> bit % 32 & 1)
            kg__d_find_piece(o, &walker, &offset);
    }
    steps = o->at[walker] + offset;
    return steps < o->m ? steps : steps - o->m;
}

/* Returns the place in the walk of the slot that the circuit comes to after `steps` steps. begin:
 * steps to the first entry. */
static __device__ __forceinline__ uint64_t kg__d_ahead(
    const kg__ordering *o, uint64_t steps, uint64_t begin)
{
    const uint64_t ahead = begin + o->m - steps;

    return ahead < o->m ? ahead : ahead - o->m;
}

/* Returns the edge of a slot if edges are in the order of slots. KG_NO_EDGE: the virtual one. */
static __device__ __forceinline__ kg_edge kg__d_edge_of(const kg__ordering *o, uint64_t slot)
{
    return slot == o->virtual_edge ? KG_NO_EDGE : (kg_edge)(slot - (slot > o->virtual_edge));
}

/* Returns after how many steps, backwards, the circuit comes to slot i. */
static __device__ __forceinline__ uint64_t kg__d_steps_to(const kg__ordering *o, uint64_t i)
{
    const kg__place at = o->place[i];

    return kg__d_steps(o, o->base[at.walker % o->ranks] + at.walker / o->ranks, at.next);
}

/* Returns the place in the walk of slot i of this rank. begin: steps to the first entry. */
static __device__ __forceinline__ uint64_t kg__d_place_of(
    const kg__ordering *o, uint64_t i, uint64_t begin)
{
    const uint64_t ahead = kg__d_ahead(o, kg__d_steps_to(o, i), begin);

    return o->turned && ahead ? o->m - ahead : ahead;
}

/* Returns the entry of the walk for slot i of this rank. */
static __device__ __forceinline__ kg_edge kg__d_entry_of(const kg__ordering *o, uint64_t i)
{
    if (o->half) {
        const kg_edge h = o->half[2 * i + kg__d_has(o->leave, i)];

        return h >= o->halves ? KG_NO_EDGE : h ^ (kg_edge)o->turned;
    }
    if (o->edge)
        return o->edge[i];
    return kg__d_edge_of(o, o->lo + i);
}

/* Stage 7 if GPUs reach each other's memory. walk: [out] this rank's share. bound: [ranks + 1] on
 * the device, where each share begins. */
kg_status kg__walk_write_cuda(kg__ranks *r, kg_edge *walk, const uint64_t *bound,
    const kg__ordering *o, uint64_t begin, uint64_t skip);

#endif
