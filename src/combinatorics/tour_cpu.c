/*
 * Shortest tours on the CPU: Held-Karp (the loops are in tour_cpu_tmpl.h), and every permutation in
 * turn.
 *
 * In: a kg__tour. Out: the first of its shortest orders, or that order's number.
 *
 * Held-Karp: rest[set][j] is the length of the shortest path from j through all of set to the end.
 * It is the least of distance[j][i] + rest[set - i][i] over i in set; for each i the terms of all j
 * are added in one vector loop. Sets are bit masks, cut into a high and a low part. One thread does
 * all sets of one high part, in increasing order, and high parts with fewer bits come first. So the
 * subsets of a set are done before it. The order is read off from the beginning; the smallest city
 * wins ties.
 *
 * Brute force: each thread goes through the permutations of its part by number. It keeps the
 * lengths of their beginnings, as only two or three places change from one permutation to the next.
 *
 * Work: 2^m m^2 additions, m 2^m numbers of memory; or e m! additions. Deterministic: the first
 * order wins ties.
 *
 * Source: Held and Karp, "A dynamic programming approach to sequencing problems", 1962.
 */
#include "combinatorics_ops.h"
#include "permutation.h"
#include <string.h>

/* LOW_BITS: the bits of a set's low part; GRAIN: permutations from which on one more thread pays;
 * OFTEN: permutations between checks for a stop, some 0.1 ms. */
enum { LOW_BITS = 12, GRAIN = 1 << 14, OFTEN = 1 << 14 };

/* Returns whether work must end before it is done, and then sets *stopped. Any thread. */
static bool ends_early(const kg__tour *tour, int *stopped)
{
    if (kg__patience_ends(tour->patience))
        __atomic_store_n(stopped, 1, __ATOMIC_RELAXED);
    return __atomic_load_n(stopped, __ATOMIC_RELAXED);
}

static kg_status fail_stopped(kg_context *ctx, const kg__tour *tour)
{
    char why[64];

    kg__patience_tell(tour->patience, why, sizeof why);
    return kg__fail(
        ctx, KG_LIMIT, "%s: there is no shortest tour of %u cities yet", why, tour->inner);
}

#define T           int32_t
#define FROM        int64_t
#define MOST        INT32_MAX
#define MEMBER      integer
#define NAMED(stem) stem##_i32
#include "tour_cpu_tmpl.h"

#define T           int64_t
#define FROM        int64_t
#define MOST        INT64_MAX
#define MEMBER      integer
#define NAMED(stem) stem##_i64
#include "tour_cpu_tmpl.h"

#define T           double
#define FROM        double
#define MOST        __builtin_inf()
#define MEMBER      real
#define NAMED(stem) stem##_f64
#include "tour_cpu_tmpl.h"

decl_combinatorics_held_karp_bytes(kg__combinatorics_held_karp_bytes_cpu)
{
    return ((uint64_t)tour->inner << tour->inner) *
           (tour->narrow ? sizeof(int32_t) : sizeof(int64_t));
}

decl_combinatorics_held_karp(kg__combinatorics_held_karp_cpu)
{
    return (tour->real     ? held_karp_f64
            : tour->narrow ? held_karp_i32
                           : held_karp_i64)(ctx, order, cost, tour);
}

decl_combinatorics_brute_force(kg__combinatorics_brute_force_cpu)
{
    return (tour->real     ? brute_force_f64
            : tour->narrow ? brute_force_i32
                           : brute_force_i64)(ctx, number, cost, tour);
}
