/* The weight of an edge, which is its value, as a sort key. */
#ifndef KG_WEIGHT_H
#define KG_WEIGHT_H

#include "../scan/array_ops.h"
#include "../scan/ordered_bits.h"

/* A stable sort of edge ids, and one that moves an edge id with each key of 64 bits. */
#if KG_EDGE_BITS == 64
#define kg__sort_keys_edges(scan) (scan)->sort_u64_u64
#define kg__sort_edges(scan)      (scan)->sort_u64_u64
#else
#define kg__sort_keys_edges(scan) (scan)->sort_u64_u32
#define kg__sort_edges(scan)      (scan)->sort_u32_u32
#endif

/* A weight's place in the order of weights: -0.0 has the place of 0.0, and every nan the last
 * place. */
static inline uint64_t kg__weight_key(double value)
{
    return kg__ordered_bits_f64(value == 0 ? 0 : value);
}

#endif
