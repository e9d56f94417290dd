/* What the two files of stage 5 on the CPU share. */
#ifndef KG_SPANNING_CPU_H
#define KG_SPANNING_CPU_H

#include "euler_cpu.h"

/* Chooses the link of e - 1 and e. */
void kg__spanning_choose(kg__euler_cpu *s, uint64_t e);

/* The smallest label of the tree that edge e is in. */
kg_edge kg__spanning_tree_of(kg__euler_cpu *s, kg_edge e);

/* Makes one tree of those of two edges. False: they are one. */
bool kg__spanning_unite(kg__euler_cpu *s, kg_edge e, kg_edge f);

/* Joins the trees that the free links of few circuits have left. False: some are left, and nothing
 * has been chosen. */
bool kg__spanning_join_few(kg__euler_work *w);

#endif
