/*
 * LEMON's NetworkSimplex behind a C interface, lemon.h. Only its templates are used, so nothing of
 * LEMON is linked.
 *
 * Memory: about 100 bytes an arc and 150 a node. Deterministic.
 * Source: P. Kovács, "Minimum-cost flow algorithms", Optim. Methods Softw. 30 (2015); LEMON 1.3.
 */
#define LEMON_ONLY_TEMPLATES
#include "lemon.h"
#include <cstdint>
#include <lemon/network_simplex.h>
#include <lemon/smart_graph.h>
#include <limits>
#include <new>
#include <utility>
#include <vector>

namespace
{

typedef lemon::SmartDigraph graph;
typedef lemon::NetworkSimplex<graph, std::int64_t, std::int64_t> solver;

/* Maps over the interface's arrays. */
struct supplies {
    typedef graph::Node Key;
    typedef std::int64_t Value;
    const kg__flow *flow;

    Value operator[](const Key &node) const
    {
        return flow->supply[graph::id(node)];
    }
};

struct costs {
    typedef graph::Arc Key;
    typedef std::int64_t Value;
    const kg__flow *flow;

    Value operator[](const Key &arc) const
    {
        const unsigned id = static_cast<unsigned>(graph::id(arc));

        return id < flow->priced ? flow->cost[id] : 0;
    }
};

struct limits {
    typedef graph::Arc Key;
    typedef std::int64_t Value;
    const kg__flow *flow;

    Value operator[](const Key &arc) const
    {
        return flow->most ? flow->most[graph::id(arc)] : std::numeric_limits<Value>::max();
    }
};

kg__lemon_status solve(kg__flow &flow)
{
    graph g;

    g.reserveNode(static_cast<int>(flow.nodes));
    g.reserveArc(static_cast<int>(flow.arcs));
    for (std::uint64_t v = 0; v < flow.nodes; v++)
        g.addNode();
    for (std::uint64_t a = 0; a < flow.arcs; a++)
        g.addArc(graph::nodeFromId(static_cast<int>(flow.node[2 * a])),
            graph::nodeFromId(static_cast<int>(flow.node[2 * a + 1])));

    solver s(g);

    s.supplyMap(supplies{&flow}).costMap(costs{&flow}).upperMap(limits{&flow});
    if (__atomic_load_n(flow.stop, __ATOMIC_RELAXED))
        return KG__LEMON_STOPPED;
    if (s.run() != solver::OPTIMAL)
        return KG__LEMON_NONE;
    if (__atomic_load_n(flow.stop, __ATOMIC_RELAXED))
        return KG__LEMON_STOPPED;
    for (std::uint64_t a = 0; a < flow.arcs; a++)
        flow.amount[a] = s.flow(graph::arcFromId(static_cast<int>(a)));
    for (std::uint64_t v = 0; v < flow.nodes; v++)
        flow.potential[v] = s.potential(graph::nodeFromId(static_cast<int>(v)));
    return KG__LEMON_OK;
}

} // namespace

kg__lemon_status kg__least_cost_flow(kg__flow *flow)
{
    try {
        return solve(*flow);
    } catch (const std::bad_alloc &) {
        return KG__LEMON_MEMORY;
    } catch (...) {
        return KG__LEMON_FAILED;
    }
}
