/*
 * Choosing links and joining trees, for the two files of stage 5 on the CPU. The trees are those of
 * a union-find on the labels, in root[].
 */
#ifndef KG_SPANNING_CPU_H
#define KG_SPANNING_CPU_H

#include "euler_cpu.h"

/* Chooses the link of e - 1 and e. */
static inline void kg__spanning_choose(kg__euler_cpu *s, uint64_t e)
{
    kg__set_bit(s->chosen, e, false);
    if (s->few)
        s->few_link[s->links++] = (kg_edge)e;
}

/* Returns the parent of label c in its tree: c itself, or a smaller label. If root[c] is not known
 * yet, the parent is the circuit at the other end of the free link of c. */
static inline kg_edge kg__spanning_parent(kg__euler_cpu *s, kg_edge c)
{
    if (s->root[c] == KG_NO_EDGE)
        s->root[c] = kg__euler_circuit_of(s, c - 1);
    return s->root[c];
}

/* Returns the smallest label of the tree that contains edge e. */
static inline kg_edge kg__spanning_tree_of(kg__euler_cpu *s, kg_edge e)
{
    kg_edge c = kg__euler_circuit_of(s, e);

    for (kg_edge p = kg__spanning_parent(s, c); p != c; p = kg__spanning_parent(s, c)) {
        s->root[c] = kg__spanning_parent(s, p);
        c = s->root[c];
    }
    return c;
}

/* Unites the trees of two edges. False: they are one tree already. */
static inline bool kg__spanning_unite(kg__euler_cpu *s, kg_edge e, kg_edge f)
{
    kg_edge a = kg__spanning_tree_of(s, e), b = kg__spanning_tree_of(s, f);

    if (a < b)
        s->root[b] = a;
    else
        s->root[a] = b;
    return a != b;
}

/* Joins the trees that the free links of few circuits have left. False: several trees are left, and
 * no further link is chosen. */
bool kg__spanning_join_few(kg__euler_work *w);

#endif
