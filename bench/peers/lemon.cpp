/* The peer LEMON: DiEulerIt over a StaticDigraph, its most compact graph; of an undirected graph
 * EulerIt over a SmartGraph. */
#include "../bench.h"
#include <cstddef>
#include <cstdint>
#include <lemon/euler.h>
#include <lemon/smart_graph.h>
#include <lemon/static_graph.h>
#include <new>
#include <utility>
#include <vector>

typedef lemon::StaticDigraph digraph;

namespace
{

struct loaded {
    digraph graph;
    lemon::SmartGraph undirected;
    bool is_directed;
    int start;
};

void *load(const bench_graph *graph)
{
    try {
        std::vector<std::pair<int, int>> arcs(graph->m);
        loaded *made = new loaded;

        made->is_directed = graph->row;
        made->start = (int)graph->src[0];
        if (!graph->row) {
            made->undirected.reserveNode((int)graph->n);
            made->undirected.reserveEdge((int)graph->m);
            for (uint64_t v = 0; v < graph->n; v++)
                made->undirected.addNode();
            for (uint64_t e = 0; e < graph->m; e++)
                made->undirected.addEdge(lemon::SmartGraph::nodeFromId((int)graph->src[e]),
                    lemon::SmartGraph::nodeFromId((int)graph->col[e]));
            return made;
        }
        for (uint64_t e = 0; e < graph->m; e++)
            arcs[e] = std::make_pair((int)graph->src[e], (int)graph->col[e]);
        made->graph.build((int)graph->n, arcs.begin(), arcs.end());
        return made;
    } catch (const std::bad_alloc &) {
        return NULL;
    }
}

/* Fails where the walk ends before all edges are on it. */
template <typename Iterator, typename Id> bool write(kg_edge *walk, int count, Iterator &at, Id id)
{
    int i = 0;

    for (; i < count && at != lemon::INVALID; i++, ++at)
        walk[i] = (kg_edge)id(at);
    return i == count;
}

/* Arcs were given in the order of edge ids, which sorts them by source: their ids are the same. */
double circuit(void *made, kg_edge *walk)
{
    const loaded *l = static_cast<loaded *>(made);
    const lemon::SmartGraph &g = l->undirected;
    double begin = bench_now();

    try {
        if (l->is_directed) {
            lemon::DiEulerIt<digraph> at(l->graph, digraph::node(l->start));

            if (!write(
                    walk, l->graph.arcNum(), at, [](digraph::Arc arc) { return digraph::id(arc); }))
                return -1;
        } else {
            lemon::EulerIt<lemon::SmartGraph> at(g, lemon::SmartGraph::nodeFromId(l->start));

            if (!write(walk, g.edgeNum(), at,
                    [](lemon::SmartGraph::Edge e) { return lemon::SmartGraph::id(e); }))
                return -1;
        }
    } catch (const std::bad_alloc &) {
        return -1;
    }
    return bench_now() - begin;
}

void unload(void *made)
{
    delete static_cast<loaded *>(made);
}

} // namespace

const bench_peer bench_lemon = {"LEMON", 50000000, load, circuit, unload};
