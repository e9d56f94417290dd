/*
 * LEMON's MaxWeightedPerfectMatching behind a C interface, lemon.h.
 *
 * Only its templates are used, so nothing of LEMON is linked. It maximises, so each weight is minus
 * the cost. It reads weights all the time, so the map of weights checks for a stop. It then throws
 * an exception through LEMON, whose destructors free its memory.
 *
 * Memory: about 500 bytes a node of the graph, by measurement. Deterministic.
 * Source: V. Kolmogorov's survey of the method, "Blossom V", Math. Prog. Comp. 1 (2009); LEMON 1.3.
 */
#define LEMON_ONLY_TEMPLATES
#include "lemon.h"
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lemon/matching.h>
#include <lemon/smart_graph.h>
#include <new>
#include <vector>

namespace
{

typedef lemon::SmartGraph graph;

struct stopped {
};

/* The map of weights. */
struct weights {
    typedef graph::Edge Key;
    typedef std::int64_t Value;
    const kg__matching *matching;

    Value operator[](const Key &edge) const
    {
        const unsigned id = static_cast<unsigned>(graph::id(edge));

        if (__atomic_load_n(matching->stop, __ATOMIC_RELAXED))
            throw stopped();
        return id < matching->priced ? -matching->cost[id] : 0;
    }
};

typedef lemon::MaxWeightedPerfectMatching<graph, weights> solver;

void load(graph &to, const kg__matching &from)
{
    to.reserveNode(static_cast<int>(from.nodes));
    to.reserveEdge(static_cast<int>(from.edges));
    for (std::uint64_t v = 0; v < from.nodes; v++)
        to.addNode();
    for (std::uint64_t e = 0; e < from.edges; e++)
        to.addEdge(graph::nodeFromId(static_cast<int>(from.node[2 * e])),
            graph::nodeFromId(static_cast<int>(from.node[2 * e + 1])));
}

/* Lists each outermost blossom node by node. A blossom within it begins in that list at its first
 * node. */
bool order_blossoms(kg__matching &to, const solver &from)
{
    const std::uint32_t none = UINT32_MAX;
    const int count = from.blossomNum();
    std::vector<int> by_size(static_cast<std::size_t>(count));
    std::vector<std::uint32_t> place(to.nodes, none);
    std::uint32_t placed = 0;
    std::uint64_t b = 0;

    if (static_cast<std::uint64_t>(count) > to.nodes / 2)
        return false;
    for (int i = 0; i < count; i++)
        by_size[static_cast<std::size_t>(i)] = i;
    std::stable_sort(by_size.begin(), by_size.end(),
        [&](int i, int j) { return from.blossomSize(i) > from.blossomSize(j); });
    for (int i : by_size) {
        solver::BlossomIt at(from, i);
        const auto first = static_cast<std::size_t>(graph::id(graph::Node(at)));

        if (place[first] == none)
            for (; at != lemon::INVALID; ++at) {
                const auto v = static_cast<std::size_t>(graph::id(graph::Node(at)));

                if (place[v] != none)
                    return false;
                to.order[placed] = static_cast<std::uint32_t>(v);
                place[v] = placed++;
            }
        to.begin[b] = place[first];
        to.end[b] = place[first] + static_cast<std::uint32_t>(from.blossomSize(i));
        to.value[b++] = from.blossomValue(i);
    }
    to.blossoms = b;
    for (std::uint64_t v = 0; v < to.nodes; v++)
        if (place[v] == none)
            to.order[placed++] = static_cast<std::uint32_t>(v);
    return true;
}

/* Sorts the blossoms as lemon.h says: by begin, then by end, falling. */
void sort_blossoms(kg__matching &to)
{
    struct blossom {
        std::uint32_t begin, end;
        std::int64_t value;
    };
    std::vector<blossom> sorted(to.blossoms);

    for (std::uint64_t b = 0; b < to.blossoms; b++)
        sorted[b] = {to.begin[b], to.end[b], to.value[b]};
    std::sort(sorted.begin(), sorted.end(), [](const blossom &a, const blossom &b) {
        return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
    });
    for (std::uint64_t b = 0; b < to.blossoms; b++) {
        to.begin[b] = sorted[b].begin;
        to.end[b] = sorted[b].end;
        to.value[b] = sorted[b].value;
    }
}

kg__lemon_status match(kg__matching &matching)
{
    graph g;

    load(g, matching);

    weights weight = {&matching};
    solver s(g, weight);

    if (!s.run())
        return KG__LEMON_NONE;
    for (std::uint64_t v = 0; v < matching.nodes; v++) {
        const graph::Node node = graph::nodeFromId(static_cast<int>(v));

        matching.mate[v] = static_cast<std::uint32_t>(graph::id(graph::Edge(s.matching(node))));
        matching.potential[v] = s.nodeValue(node);
    }
    if (!order_blossoms(matching, s))
        return KG__LEMON_FAILED;
    sort_blossoms(matching);
    return KG__LEMON_OK;
}

} // namespace

static_assert(solver::dualScale == KG__DUAL_SCALE, "the unit of the dual solution");

bool kg__lemon_built(void)
{
    return true;
}

kg__lemon_status kg__match(kg__matching *matching)
{
    try {
        return match(*matching);
    } catch (const stopped &) {
        return KG__LEMON_STOPPED;
    } catch (const std::bad_alloc &) {
        return KG__LEMON_MEMORY;
    } catch (...) {
        return KG__LEMON_FAILED;
    }
}
