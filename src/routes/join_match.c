/*
 * The cheapest join of a core, as a minimum-cost perfect matching.
 *
 * In:  a core; how many of its odd vertices may be even after all.
 * Out: chosen[e] for each remaining edge of the core, and a bound such that no join of it is
 *     cheaper.
 * Method: the gadget has two nodes for each edge, one at either end. They are joined by an edge of
 *     the edge's weight, which is matched if the edge is in the join. The nodes at a vertex are
 *     joined to each other by edges of cost 0, so the nodes whose edges are not in the join match
 *     in pairs. So at each vertex the number of edges in the join is the number of its nodes, or
 *     less by an even number. If this has the wrong parity, the vertex gets one more node.
 *     A vertex of many edges would have too many pairs: its nodes are dealt to groups, which edges
 *     of cost 0 join to a tree, as if the vertex were several.
 *     An open end is a node that is joined to all nodes of the last group of each odd vertex. The
 *     vertex that it matches is even after all, because one node less is left there.
 * Work: the matching's. Memory: the gadget has about 2m nodes and 3.5m edges if most degrees are 3
 *     or 4, in 50 bytes a node, beside LEMON's, which is estimated and counted.
 * Source: the gadget is that of J. Edmonds and E. Johnson, "Matching, Euler tours and the Chinese
 *     postman", Math. Programming 5 (1973), with two nodes an edge; groups are ours.
 */
#include "join.h"
#include <string.h>

/* The most nodes of one group: with 5 a clique has as many edges as two groups and the edge between
 * them. */
enum { GROUP = 5 };

/* The memory that LEMON was seen to take, rounded up: 506 bytes a node for a gadget of 2.8 million
 * nodes and 5.0 million edges, 480 for 278,118 and 494,916. */
enum { NODE_BYTES = 400, EDGE_BYTES = 100 };

/* LEMON expands blossoms by recursion as deep as they are nested, at most half the nodes. */
enum { STACK_BYTES = 1 << 20, STACK_NODE_BYTES = 512 };

typedef struct gadget {
    kg__core *core;
    unsigned open;
    uint32_t *node_of; /* [2m] the node of each half-edge of the core */
    uint32_t *node;    /* [2 * edges] NULL while counting */
    int64_t *cost;     /* [priced] */
    uint64_t nodes, edges, priced;
    uint64_t ends;    /* the first node of an open end */
    uint64_t *member; /* [most edges of a vertex + 1] working memory */
    kg__matching matching;
    int stop;
    kg__lemon_status status;
} gadget;

static void join_nodes(gadget *g, uint64_t a, uint64_t b)
{
    if (g->node) {
        g->node[2 * g->edges] = (uint32_t)a;
        g->node[2 * g->edges + 1] = (uint32_t)b;
    }
    g->edges++;
}

/* Returns whether vertex v needs one node more than it has edges. */
static bool needs_node(const kg__core *core, kg_vertex v)
{
    return core->odd[v] != (core->degree[v] & 1);
}

/* Joins the nodes of a group to each other. */
static void add_group(gadget *g, const uint64_t *member, uint64_t members)
{
    for (uint64_t i = 0; i < members; i++)
        for (uint64_t j = i + 1; j < members; j++)
            join_nodes(g, member[i], member[j]);
}

/* Deals the nodes of a vertex to groups of a tree. Each group except the last has one more node,
 * which is joined to a node of a group above. */
static void add_vertex(gadget *g, kg_vertex v)
{
    const kg__core *core = g->core;
    uint64_t *member = g->member, members = 0;

    for (kg_edge half = core->first[v]; half != KG_NO_EDGE; half = core->next[half])
        member[members++] = g->node_of[half];
    if (needs_node(core, v))
        member[members++] = g->nodes++;
    while (members > GROUP) {
        uint64_t above = 0;

        for (uint64_t i = 0; i < members; i += GROUP - 1) {
            const uint64_t count = members - i < GROUP - 1 ? members - i : GROUP - 1;
            uint64_t group[GROUP];

            if (count == 1) { /* a single node moves up itself */
                member[above++] = member[i];
                continue;
            }
            memcpy(group, member + i, count * sizeof *group);
            group[count] = g->nodes;
            add_group(g, group, count + 1);
            join_nodes(g, g->nodes, g->nodes + 1);
            member[above++] = g->nodes + 1;
            g->nodes += 2;
        }
        members = above;
    }
    add_group(g, member, members);
    for (uint64_t i = 0; i < members && core->odd[v]; i++)
        for (uint64_t k = 0; k < g->open; k++)
            join_nodes(g, g->ends + k, member[i]);
}

/* Counts nodes and edges, or lists the edges if there is room for them. */
static void build(gadget *g)
{
    const kg__core *core = g->core;

    g->nodes = g->edges = g->priced = 0;
    for (uint64_t e = 0; e < core->m; e++) {
        if (core->end[2 * e] == KG_NO_VERTEX)
            continue;
        if (g->node) {
            g->node_of[2 * e] = (uint32_t)g->nodes;
            g->node_of[2 * e + 1] = (uint32_t)g->nodes + 1;
            g->cost[g->priced] = core->weight[e];
        }
        join_nodes(g, g->nodes, g->nodes + 1);
        g->nodes += 2;
        g->priced++;
    }
    g->ends = g->nodes;
    g->nodes += g->open;
    for (uint64_t v = 0; v < core->n; v++)
        add_vertex(g, (kg_vertex)v);
}

static kg_status allocate(gadget *g)
{
    kg_context *ctx = g->core->ctx;
    kg__matching *m = &g->matching;
    const uint64_t half = g->nodes / 2;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &g->node, g->edges, 2 * sizeof *g->node, "the gadget"));
    KG_TRY(kg__host_allocate(ctx, &g->cost, g->priced, sizeof *g->cost, "the gadget"));
    KG_TRY(kg__host_allocate(ctx, &m->mate, g->nodes, sizeof *m->mate, "the matching"));
    KG_TRY(kg__host_allocate(ctx, &m->potential, g->nodes, sizeof *m->potential, "its dual"));
    KG_TRY(kg__host_allocate(ctx, &m->order, g->nodes, sizeof *m->order, "its dual"));
    KG_TRY(kg__host_allocate(ctx, &m->begin, half, sizeof *m->begin, "its dual"));
    KG_TRY(kg__host_allocate(ctx, &m->end, half, sizeof *m->end, "its dual"));
    KG_TRY(kg__host_allocate(ctx, &m->value, half, sizeof *m->value, "its dual"));
out:
    return status;
}

static void work(void *user)
{
    gadget *g = user;

    g->status = kg__match(&g->matching);
}

/* LEMON allocates its own memory: the expected amount is counted by a block that is never used. */
static kg_status solve(gadget *g)
{
    kg_context *ctx = g->core->ctx;
    kg__matching *m = &g->matching;
    void *counted = NULL;
    kg_status status;

    m->nodes = g->nodes;
    m->edges = g->edges;
    m->priced = g->priced;
    m->node = g->node;
    m->cost = g->cost;
    m->stop = &g->stop;
    KG_TRY(kg__host_allocate(
        ctx, &counted, g->nodes * NODE_BYTES + g->edges * EDGE_BYTES, 1, "the matching by LEMON"));
    KG_TRY(kg__run_aside(ctx, "matching odd vertices", STACK_BYTES + STACK_NODE_BYTES * g->nodes,
        work, g, &g->stop));
    KG_TRY(kg__lemon_failed(ctx, g->status, "the matching"));
out:
    kg__free(ctx, counted);
    return status;
}

/* Reads the join, and the vertices of the open ends, from the matching. */
static void read_join(gadget *g, kg_vertex *left)
{
    const kg__core *core = g->core;
    uint64_t at = 0;

    for (uint64_t e = 0; e < core->m; e++)
        if (core->end[2 * e] != KG_NO_VERTEX)
            core->chosen[e] = g->matching.mate[g->node_of[2 * e]] == at++;
    for (unsigned k = 0; k < g->open; k++)
        left[k] = KG_NO_VERTEX;
    if (!g->open)
        return;
    /* The vertex of an open end is the one at which the parity of the join's edges differs. */
    for (uint64_t v = 0, found = 0; v < core->n && found < g->open; v++) {
        bool odd = core->odd[v];

        for (kg_edge half = core->first[v]; half != KG_NO_EDGE; half = core->next[half])
            odd ^= core->chosen[half / 2];
        if (odd)
            left[found++] = (kg_vertex)v;
    }
}

kg_status kg__core_match(kg__core *core, unsigned open, kg_vertex *left, __int128 *bound)
{
    kg_context *ctx = core->ctx;
    gadget g = {.core = core, .open = open};
    uint64_t most = 0;
    kg_status status;

    for (uint64_t v = 0; v < core->n; v++)
        most = core->degree[v] > most ? core->degree[v] : most;
    KG_TRY(kg__host_allocate(ctx, &g.member, most + 1, sizeof *g.member, "the gadget"));
    KG_TRY(kg__host_allocate(ctx, &g.node_of, core->m, 2 * sizeof *g.node_of, "the gadget"));
    build(&g);
    if (g.nodes > KG__LEMON_MOST || g.edges > KG__LEMON_MOST)
        KG_TRY(kg__fail(ctx, KG_OVERFLOW,
            "the matching would have %llu nodes and %llu edges: LEMON takes at most %d",
            (unsigned long long)g.nodes, (unsigned long long)g.edges, KG__LEMON_MOST));
    KG_TRY(allocate(&g));
    build(&g);
    *bound = 0;
    if (g.nodes) {
        KG_TRY(solve(&g));
        kg__stage(ctx, "checking the matching");
        KG_TRY(kg__check_matching(ctx, &g.matching, bound));
    }
    read_join(&g, left);
out:
    kg__free_all(ctx, g.member, g.node_of, g.node, g.cost, g.matching.mate, g.matching.potential,
        g.matching.order, g.matching.begin, g.matching.end, g.matching.value);
    return status;
}
