/* The peer LEMON: DiEulerIt over a StaticDigraph, its most compact graph. */
#include "../bench.h"
#include <lemon/euler.h>
#include <lemon/static_graph.h>
#include <new>
#include <utility>
#include <vector>

typedef lemon::StaticDigraph digraph;

namespace
{

struct loaded {
    digraph graph;
    int start;
};

void *load(const bench_graph *graph)
{
    try {
        std::vector<std::pair<int, int>> arcs(graph->m);
        loaded *made = new loaded;

        for (uint64_t e = 0; e < graph->m; e++)
            arcs[e] = std::make_pair((int)graph->src[e], (int)graph->col[e]);
        made->graph.build((int)graph->n, arcs.begin(), arcs.end());
        made->start = (int)graph->src[0];
        return made;
    } catch (const std::bad_alloc &) {
        return NULL;
    }
}

/* Arcs were given in the order of edge ids, which sorts them by source: their ids are the same. */
double circuit(void *made, kg_edge *walk)
{
    const loaded *l = static_cast<loaded *>(made);
    double begin = bench_now();

    try {
        lemon::DiEulerIt<digraph> at(l->graph, digraph::node(l->start));

        for (int i = 0; i < l->graph.arcNum(); i++, ++at) {
            if (at == lemon::INVALID)
                return -1;
            walk[i] = (kg_edge)digraph::id(digraph::Arc(at));
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
