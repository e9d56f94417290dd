/*
 * Weak components as a forest, for several threads at once: parents are smaller than their
 * children, and a root is its own parent. A root is hooked under a smaller one by compare-and-swap.
 *
 * After Jayanti and Tarjan, "A randomized concurrent algorithm for disjoint set union", PODC 2016,
 * with the vertex ids as the order instead of a random one.
 */
#ifndef KG_CSR_FOREST_H
#define KG_CSR_FOREST_H

#include "csr.h"

/* KG__FOREST_AHEAD: how many edges before its use a parent is fetched; its own parent is fetched
 * half as many before. KG__FOREST_BLOCK: vertices, or edges, that a thread takes at a time. */
enum { KG__FOREST_AHEAD = 24, KG__FOREST_BLOCK = 1 << 12, KG__FOREST_GRAIN = 1 << 14 };

static inline kg_vertex kg__forest_load(const kg_vertex *word)
{
    return __atomic_load_n(word, __ATOMIC_RELAXED);
}

/* The root of v; halves the path to it. */
static inline kg_vertex kg__forest_root(kg_vertex *parent, kg_vertex v)
{
    for (;;) {
        kg_vertex up = kg__forest_load(&parent[v]), top = kg__forest_load(&parent[up]);

        if (up == top)
            return up;
        __atomic_store_n(&parent[v], top, __ATOMIC_RELAXED);
        v = top;
    }
}

/* Joins the trees of the roots *a and b, which other threads may also be joining. Returns whether
 * it had to. *a: the root of both. */
static inline bool kg__forest_join(kg_vertex *parent, kg_vertex *a, kg_vertex b)
{
    while (*a != b) {
        kg_vertex low = *a < b ? *a : b, high = *a < b ? b : *a, expected = high;

        *a = low;
        if (__atomic_compare_exchange_n(
                &parent[high], &expected, low, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
            return true;
        *a = kg__forest_root(parent, low);
        b = kg__forest_root(parent, high);
    }
    return false;
}

/* Fetches the data that kg__forest_root() will read: the parent of `far`, and the grandparent of
 * `near`, which was `far` in an earlier call. */
static inline void kg__forest_fetch(const kg_vertex *parent, kg_vertex far, kg_vertex near)
{
    __builtin_prefetch(&parent[far], 1);
    __builtin_prefetch(&parent[kg__forest_load(&parent[near])], 1);
}

/* Replaces parents by components, numbered by their smallest vertex. One pass suffices: a parent is
 * smaller, so it already has its number. Returns the number of components. */
static inline uint64_t kg__forest_number(kg_vertex *parent, uint64_t n)
{
    kg_vertex number = 0;

    for (uint64_t v = 0; v < n; v++)
        parent[v] = parent[v] == v ? number++ : parent[parent[v]];
    return number;
}

#endif
