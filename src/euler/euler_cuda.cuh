/*
 * What the stages of the CUDA backend share.
 *
 * It holds pred[m]. Walks start at splitters: one in each block of 2^shift edges, at a place that a
 * hash of the block's number gives, so that telling a splitter takes no look at memory. A walk from
 * one splitter to the next is a segment, numbered by its block; the walk's first edge, where it has
 * to be one, is the splitter of one more segment, number `blocks`.
 */
#ifndef KG_EULER_CUDA_CUH
#define KG_EULER_CUDA_CUH

#include "../base/cuda.cuh"
extern "C" {
#include "euler_ops.h"
}

/* Numbers that stages bring to the host in one copy. */
typedef struct kg__euler_tally {
    unsigned long long circuits, trees;
    unsigned long long unbalanced, changed, queries;
    kg_edge apart; /* the smallest edge not connected with edge 0 */
} kg__euler_tally;

typedef struct kg__euler_cuda {
    void *workspace;   /* which all below is carved from */
    kg_vertex *source; /* [m] the source of each slot: the targets, sorted */
    kg_edge *pred;     /* [m] */
    kg_edge *other;    /* [m] the sort's input; pred' of stage 6; circuits' trees */
    void *scratch;     /* of the sort; best[m], far[m] of stage 5 */
    size_t scratch_bytes;
    uint32_t *visited; /* bits [m] edges whose circuit has been found */
    uint32_t *label;   /* bits [m] edges that are the smallest of their circuit */
    uint32_t *chosen;  /* bits [m + 1]: bit e where the link of e - 1 and e is chosen */
    kg_edge *to[2];    /* [blocks + 2] the segment that follows; while doubling, in turns */
    kg_edge *count[2]; /* [blocks + 2] its smallest edge, or its length */
    kg_edge *least;    /* [blocks + 1] the smallest edge of a splitter's circuit */
    kg__euler_tally *tally;
    kg_edge blocks;
    unsigned shift;
} kg__euler_cuda;

static __device__ __forceinline__ bool kg__d_bit(const uint32_t *bits, kg_edge i)
{
    return bits[i >> 5] >> (i & 31) & 1;
}

/* The splitter of a block. It may lie past the last edge. */
static __device__ __forceinline__ kg_edge kg__splitter(kg_edge block, unsigned shift)
{
    uint32_t hash = (uint32_t)block * 2654435769u;

    return (block << shift) + (hash >> (32 - shift));
}

static __device__ __forceinline__ kg_edge kg__atomic_min(kg_edge *at, kg_edge value)
{
#if KG_EDGE_BITS == 64
    return atomicMin((unsigned long long *)at, (unsigned long long)value);
#else
    return atomicMin(at, value);
#endif
}

static inline kg__euler_cuda *kg__euler_state(kg__euler_work *w)
{
    return (kg__euler_cuda *)w->state;
}

/*
 * Walks p[] from every splitter, and from `first` unless it is KG_NO_EDGE: to[0] and, of stage 3
 * (mark), the smallest edge in count[0] and the visited bits, else the length in count[0].
 */
kg_status kg__euler_walk_segments(kg__euler_work *w, const kg_edge *p, kg_edge first, bool mark);

/* circuit[e], [m]: the smallest edge of each edge's circuit. After stage 3. */
kg_status kg__euler_label(kg__euler_work *w, kg_edge *circuit);

extern "C" {
decl_euler_stage(kg__euler_predecessors_cuda);
decl_euler_stage(kg__euler_check_cuda);
decl_euler_stage(kg__euler_partition_cuda);
decl_euler_stage(kg__euler_spanning_tree_cuda);
decl_euler_stage(kg__euler_swips_cuda);
decl_euler_stage(kg__euler_walk_cuda);
decl_euler_verify(kg__euler_verify_cuda);
}

/* Bytes that sorting m edges takes. */
kg_status kg__euler_sort_bytes(kg_context *ctx, size_t *bytes, kg_edge m, kg_vertex n);

#endif
