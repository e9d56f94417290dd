/*
 * The peer LEMON for routes, called bare: MaxWeightedPerfectMatching on the gadget of Edmonds and
 * Johnson for the whole graph, NetworkSimplex on the whole directed graph. On a thread with a stack
 * of its own: the matching overflows the usual one.
 */
#include "routes.h"
#include <cstddef>
#include <cstdint>
#include <lemon/matching.h>
#include <lemon/network_simplex.h>
#include <lemon/smart_graph.h>
#include <new>
#include <pthread.h>
#include <vector>

namespace
{

struct task {
    const bench_streets *streets;
    double length, ms;
};

/* Two nodes for each edge, one at either end, and a clique of cost 0 at each vertex: its nodes
 * match in pairs but for those of edges in the join, an odd number where the degree is odd. */
void match(task *t)
{
    typedef lemon::SmartGraph graph;
    const bench_streets *s = t->streets;
    graph g;
    graph::EdgeMap<std::int64_t> weight(g);
    std::vector<std::vector<graph::Node>> at(s->n);

    for (std::uint64_t e = 0; e < s->m; e++) {
        const graph::Node a = g.addNode(), b = g.addNode();

        weight[g.addEdge(a, b)] = -(std::int64_t)s->length[e];
        at[s->end[2 * e]].push_back(a);
        at[s->end[2 * e + 1]].push_back(b);
    }
    for (std::uint64_t v = 0; v < s->n; v++)
        for (std::size_t i = 0; i < at[v].size(); i++)
            for (std::size_t j = i + 1; j < at[v].size(); j++)
                weight[g.addEdge(at[v][i], at[v][j])] = 0;

    lemon::MaxWeightedPerfectMatching<graph, graph::EdgeMap<std::int64_t>> matching(g, weight);

    if (matching.run())
        t->length = -(double)matching.matchingWeight();
}

void flow(task *t)
{
    typedef lemon::SmartDigraph graph;
    const bench_streets *s = t->streets;
    graph g;
    graph::ArcMap<std::int64_t> cost(g);
    graph::NodeMap<std::int64_t> supply(g, 0);

    for (std::uint64_t v = 0; v < s->n; v++)
        g.addNode();
    for (std::uint64_t e = 0; e < s->m; e++) {
        const graph::Node u = g.nodeFromId((int)s->end[2 * e]);
        const graph::Node v = g.nodeFromId((int)s->end[2 * e + 1]);

        cost[g.addArc(u, v)] = (std::int64_t)s->length[e];
        supply[u]--;
        supply[v]++;
    }

    lemon::NetworkSimplex<graph, std::int64_t, std::int64_t> solver(g);

    solver.supplyMap(supply).costMap(cost);
    if (solver.run() == solver.OPTIMAL)
        t->length = solver.totalCost<double>();
}

void *run(void *user)
{
    task *t = static_cast<task *>(user);
    const double begin = bench_processor_ms();

    try {
        t->streets->directed ? flow(t) : match(t);
    } catch (const std::bad_alloc &) {
        t->length = -1;
    }
    t->ms = bench_processor_ms() - begin;
    return NULL;
}

} // namespace

double bench_lemon_routes(const bench_streets *streets, double *length)
{
    task t = {streets, -1, -1};
    pthread_attr_t attributes;
    pthread_t thread;

    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, (std::size_t)1 << 31);
    if (pthread_create(&thread, &attributes, run, &t) != 0)
        return -1;
    pthread_join(thread, NULL);
    pthread_attr_destroy(&attributes);
    *length = t.length;
    return t.length < 0 ? -1 : t.ms;
}
