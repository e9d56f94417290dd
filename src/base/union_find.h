/*
 * Sets that are joined two by two. parent[n] holds them as trees: a root is its own parent, and
 * smaller than all others of its set. For one thread; several use csr/forest.h.
 */
#ifndef KG_UNION_FIND_H
#define KG_UNION_FIND_H

#include <stdint.h>

#define KG__UNION_FIND(T, width)                                                                   \
    static inline void kg__sets_part_##width(T *parent, uint64_t n)                                \
    {                                                                                              \
        for (uint64_t v = 0; v < n; v++)                                                           \
            parent[v] = (T)v;                                                                      \
    }                                                                                              \
    static inline T kg__sets_root_##width(T *parent, T v)                                          \
    {                                                                                              \
        while (parent[v] != v)                                                                     \
            v = parent[v] = parent[parent[v]];                                                     \
        return v;                                                                                  \
    }                                                                                              \
    static inline T kg__sets_join_##width(T *parent, T a, T b)                                     \
    {                                                                                              \
        const T root = a < b ? a : b;                                                              \
                                                                                                   \
        parent[a < b ? b : a] = root;                                                              \
        return root;                                                                               \
    }
KG__UNION_FIND(uint32_t, u32)
KG__UNION_FIND(uint64_t, u64)
#undef KG__UNION_FIND

#define KG__SETS(name, parent)                                                                     \
    _Generic(*(parent), uint32_t : kg__sets_##name##_u32, uint64_t : kg__sets_##name##_u64)

/* Makes a set of each of the n elements. */
#define kg__sets_part(parent, n) KG__SETS(part, parent)(parent, n)
/* The root of the set of v. Halves the path to it. */
#define kg__sets_root(parent, v) KG__SETS(root, parent)(parent, v)
/* Joins the sets of two roots, which may be the same. Returns the smaller root, which becomes the
 * root of both. */
#define kg__sets_join(parent, a, b) KG__SETS(join, parent)(parent, a, b)

#endif
