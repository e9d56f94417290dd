/*
 * Route inspection of a connected undirected graph.
 *
 * In:  the graph, its weights, the ends of the walk.
 * Out: times[m], 0 or 1; the ends.
 * Method: with the repeats each vertex has an even degree, except the ends of an open walk. So the
 *     repeats are a join of the vertices of odd degree; a given end changes between odd and even.
 *     Ends that are not given are odd vertices that need no repeats. If such an end were even, the
 *     repeats that lead from it to an odd vertex could be left out.
 */
#include "route.h"
#include <string.h>

static void toggle(bool *odd, kg_vertex v)
{
    odd[v] = !odd[v];
}

/* Sets the ends from the options and the join. */
static void set_ends(kg__inspection *at, const kg__join *join)
{
    const kg_eulerise_options *options = &at->options;
    unsigned used = 0;

    at->closed = !options->open || (join->open && join->left[0] == KG_NO_VERTEX);
    if (at->closed)
        return;
    at->start = options->has_start ? options->start : join->left[used++];
    at->last = options->has_end ? options->end : join->left[used];
    at->closed = at->start == at->last;
}

kg_status kg__inspect_undirected(kg__inspection *at)
{
    kg_graph *graph = at->graph;
    kg_context *ctx = graph->ctx;
    const kg_eulerise_options *options = &at->options;
    const uint64_t n = graph->n, m = kg__edges(graph);
    kg__join join = {.ctx = ctx,
        .n = n,
        .m = m,
        .end = at->end,
        .weight = at->weights.weight,
        .quick = options->heuristic};
    uint64_t odd = 0;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &join.odd, n, sizeof *join.odd, "odd vertices"));
    KG_TRY(kg__host_allocate(ctx, &join.chosen, m, sizeof *join.chosen, "repeats"));
    for (uint64_t v = 0; v < n; v++) {
        join.odd[v] = (graph->row[v + 1] - graph->row[v]) & 1;
        at->unbalanced += join.odd[v];
    }
    if (options->has_start)
        toggle(join.odd, options->start);
    if (options->has_end)
        toggle(join.odd, options->end);
    for (uint64_t v = 0; v < n; v++)
        odd += join.odd[v];
    if (options->open && odd)
        join.open = !options->has_start + !options->has_end;
    at->bound = 0;
    if (odd) {
        KG_TRY(kg__join_find(&join));
        for (uint64_t e = 0; e < m; e++)
            at->times[e] = join.chosen[e];
        at->bound = join.bound;
        set_ends(at, &join);
    } else {
        at->closed = !options->open || !(options->has_start && options->has_end) ||
                     options->start == options->end;
        at->start = options->start;
        at->last = options->end;
    }
out:
    kg__free_all(ctx, join.odd, join.chosen);
    return status;
}
