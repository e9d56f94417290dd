/*
 * The bins of a histogram: where they begin, and how a number's bin is found. All backends use
 * these functions. Each backend computes guesses in its own way, if guessing pays.
 *
 * The bin of x is the last one whose lower edge is no more than x. A guess of it is (x - low) *
 * (bins / (high - low)). Let u be half a unit in the last place of the type in which the guess is
 * computed, M the greater of |low| and |high|, and D the range, high - low. If the low end is
 * rounded to the type, a guess is off by at most u * bins * (4 + M / D), and an edge by at most u *
 * bins * (3 + M / D). This holds if the range, the scale and the width of a bin are all normal
 * numbers of the type.
 */
#ifndef KG_BINS_H
#define KG_BINS_H

#include "../../base/bisect.h"
#include <stdbool.h>
#include <stdint.h>

/* A guess that may be wrong by this many bins or more is not used. */
#define KG__DOUBTFUL 0.125

/* Kernels use these as well. */
#ifdef __CUDACC__
#define KG__BINS_FN static __host__ __device__ inline
#else
#define KG__BINS_FN static inline
#endif

/* Edge i by the formula of konig/array.h; i is at most bins. */
KG__BINS_FN double kg__bin_edge(uint64_t i, uint64_t bins, double low, double high)
{
    const double share = (double)i / (double)bins, range = high - low;
    double edge = low + range * share;

    if (range > __DBL_MAX__)
        edge = 2 * (low / 2 + (high / 2 - low / 2) * share);
    return i == 0 ? low : i == bins || edge > high ? high : edge;
}

/* Finds, by bisection, the last bin whose lower edge is no more than x. x lies within the range. */
KG__BINS_FN uint64_t kg__bin_search(const double *edge, uint64_t bins, double x)
{
    return KG__LAST_WHERE(i, 0, bins, x >= edge[i]);
}

/* The most bins by which a guess in a type may differ from the edges, or 1 if guesses are useless.
 * half_place is the u of the file's head; least and most are the type's least normal and its
 * greatest number. */
KG__BINS_FN double kg__bin_doubt(
    uint64_t bins, double low, double high, double half_place, double least, double most)
{
    const double range = high - low, width = range / (double)bins,
                 share = (double)bins * half_place;
    const double far = -low > high ? -low : high; /* low < high, so this is the greater amount */
    double doubt = 1;

    if (width > 4 * least / half_place && far < most / 4 && share < KG__DOUBTFUL / 64)
        doubt = share * (16 + 8 * far / range);
    return doubt < 1 ? doubt : 1;
}

#endif
