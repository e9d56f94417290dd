/*
 * Trees by a hierarchy: up from the sources, and once down all levels.
 *
 * In:  sources, and the options of kg_graph_distances().
 * Out: the answer of that call, which makes the tree of the distances and checks both.
 * Why it is right: a shortest path goes up to its highest vertex and then down, arc by arc. The
 *     search up finds the distances by upward arcs, and all distances within the core. Going down,
 *     the distances of a level are known before the next level needs them.
 *
 * D. Delling, A. Goldberg, A. Nowatzyk, R. Werneck, "PHAST: hardware-accelerated shortest path
 * trees", IPDPS 2011.
 */
#include "hierarchy_ops.h"

static kg_status sweep(kg__paths_work *w, void *with)
{
    kg_hierarchy *h = with;
    const bool towards = w->along != w->graph;
    const int up = towards ? kg__other_side(h, 0) : 0;
    kg__sweep s = {.w = w, .h = h, .side = towards ? 0 : kg__other_side(h, 0)};
    kg_status status;

    kg__stage(w->ctx, "climb");
    KG_TRY(kg__hierarchy_climb(h, up, w->source, w->sources, &s.start, &s.length, &s.starts));
    KG_TRY(kg__hierarchy(w->ctx)->sweep(&s));
out:
    return status;
}

kg_status kg_hierarchy_tree(kg_distances **distances, kg_hierarchy *hierarchy,
    const kg_vertex *source, uint64_t sources, const kg_distances_options *options)
{
    kg_context *ctx = KG__CONTEXT(hierarchy);
    const bool unit = options && options->unit;

    KG_NEED_RESULT(ctx, distances, hierarchy);
    kg__begin(ctx);
    if (unit != hierarchy->unit)
        return kg__fail(ctx, KG_ARGUMENT, "the hierarchy is %s",
            unit ? "not of lengths of 1: make it with unit" : "of lengths of 1: unit is needed");
    return kg__distances_by(distances, hierarchy->graph, source, sources, options,
        hierarchy->exact ? sweep : NULL, hierarchy);
}
