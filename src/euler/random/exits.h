/*
 * An Euler circuit drawn uniformly at random, for code of the host and of the device.
 *
 * In:  of each vertex v of a balanced, connected graph its exits, exit[row[v]] .. exit[row[v+1]-1],
 *      which are edges; those of the root begin with the circuit's first edge.
 * Out: the edges of the circuit one after the other, by kg__exits_take().
 * Method: after D. Kandel, Y. Matias, R. Unger and P. Winkler, "Shuffling biological sequences"
 *     (1996), by the BEST theorem. A circuit with a given first edge is an arborescence, together
 *     with an order of the other exits of each vertex. The arborescence holds the exit by which
 *     each vertex except the root is left for the last time. It is drawn by D. Wilson's method
 *     (1996): from each vertex in turn, a random walk, without its loops, to a vertex that is
 *     joined to the root already. Then exit[row[v]] is the exit that v keeps for the last time, and
 *     the root's is the first edge. The other exits are drawn when the circuit comes by, without
 *     replacement, which is a shuffle.
 * Work: O(edges), and on average the sum over all vertices of (share of the edges that leave it) x
 *     (steps of a random walk from there to the root and back).
 * Deterministic: random number i is kg__random(key, i). The steps of Wilson's walks take them one
 *     by one, and then each call of kg__exits_take() takes one.
 */
#ifndef KG_EXITS_H
#define KG_EXITS_H

#include "../../base/random.h"
#include <konig/graph.h>

typedef struct kg__exits {
    const kg_edge *row; /* [n+1] */
    kg_edge *exit;      /* [edges] */
    /* [n] how many exits are left besides the kept one; KG_NO_EDGE: the vertex is not joined to the
     * root yet. */
    kg_edge *left;
    kg_edge *last; /* [n] the exit by which the random walk left the vertex for the last time */
    uint64_t key, drawn;
} kg__exits;

/* Called before the first branch: only the root, and vertices without exits, are joined. */
KG__INLINE void kg__exits_begin(kg__exits *x, kg_vertex n, kg_vertex root)
{
    for (kg_vertex v = 0; v < n; v++)
        x->left[v] = x->row[v] < x->row[v + 1] ? KG_NO_EDGE : 0;
    x->left[root] = x->row[root + 1] - x->row[root] - 1;
    x->drawn = 0;
}

/* A random walk of at most `steps` steps from u to a vertex that is joined to the root. Returns
 * where it ends. target: where an edge leads to; NULL: each exit is the vertex that it leads to. */
KG__INLINE kg_vertex kg__exits_wander(
    kg__exits *x, const kg_vertex *target, kg_vertex u, uint64_t steps)
{
    for (; x->left[u] == KG_NO_EDGE && steps > 0; steps--) {
        const kg_edge begin = x->row[u];
        const kg_edge at =
            begin + (kg_edge)kg__random_below(x->key, x->drawn++, x->row[u + 1] - begin);

        x->last[u] = at;
        u = target ? target[x->exit[at]] : (kg_vertex)x->exit[at];
    }
    return u;
}

/* Walks from v, and makes the exit that the walk took last from each vertex its last exit (Wilson's
 * algorithm). */
KG__INLINE void kg__exits_join(kg__exits *x, const kg_vertex *target, kg_vertex v)
{
    while (x->left[v] == KG_NO_EDGE) {
        const kg_edge begin = x->row[v], kept = x->exit[x->last[v]];

        x->exit[x->last[v]] = x->exit[begin];
        x->exit[begin] = kept;
        x->left[v] = x->row[v + 1] - begin - 1;
        v = target ? target[kept] : (kg_vertex)kept;
    }
}

/* Draws all branches of the arborescence. */
KG__INLINE void kg__exits_arborescence(kg__exits *x, const kg_vertex *target, kg_vertex n)
{
    for (kg_vertex v = 0; v < n; v++) {
        kg__exits_wander(x, target, v, UINT64_MAX);
        kg__exits_join(x, target, v);
    }
}

/* Returns the exit by which the circuit leaves u: one of those left, and at the end the kept
 * one. */
KG__INLINE kg_edge kg__exits_take(kg__exits *x, kg_vertex u)
{
    const kg_edge left = x->left[u];
    kg_edge *exit = x->exit + x->row[u];
    const kg_edge at = (kg_edge)kg__random_below(x->key, x->drawn++, left) + (left > 0);
    const kg_edge taken = exit[at];

    exit[at] = exit[left];
    x->left[u] = left - (left > 0);
    return taken;
}

#endif
