/*
 * Route inspection of a connected graph in which some edges are one-way.
 *
 * In:  the graph, which edges are one-way, the weights, the ends of the walk.
 * Out: times[m]; net[m], how often each edge is walked from its first end minus how often from its
 *     other; a bound. The problem is NP-hard: the walk found may not be the shortest, unless
 *     two-way edges are few.
 *
 * Bounds. A two-way edge could be walked half in one direction and half in the other: a
 *     minimum-cost flow finds a lower bound of the repeats' cost with that freedom. It repeats
 *     edges at a cost. It takes back two-way edges, each first walked from its first end, without
 *     cost: one unit makes an edge half and half, two units turn it round. The other bound is the
 *     cheapest join of the vertices of odd degree, because the walk is also a walk of the graph
 *     without directions. The third is such a join, too, once the potentials of the flow are taken
 *     off the lengths: all closed walks cost as much as before, and an edge at least what its
 *     cheaper direction costs then. If the ends of an open walk are not given, it is not found.
 *     All have proofs that certificate.c checks; the largest one counts.
 * Walks. 1. The edges that the flow leaves half and half, and the cheapest join of two-way edges
 *     that makes them even at each vertex, are walked along circuits. 2. Each edge of the cheapest
 *     join of all odd vertices is walked twice. Then a flow turns two-way edges round and repeats
 *     edges, two times at a time, so that none is left half and half. Both walks are improved as
 *     long as that helps: a flow finds the cheapest repeats for the directions in which a walk uses
 *     its edges. The better walk is taken. An edge that is walked equally often in both directions
 *     is walked once each way; any other edge is walked one way only. Last, branches look for a
 *     shorter walk (mixed_branch.c).
 * An open walk is closed by a one-way edge from its end to its start, which is walked once. If an
 *     end is not given, the bounds are those of all walks with the given ends: in the flow two
 *     nodes stand for the ends, in the join one or two vertices stay odd. The ends that either has
 *     chosen are tried, and then those that are best for the directions found.
 * Work: three joins and about ten flows; up to three times as much for an open walk. Memory: 110
 *     bytes an edge, beside those of a join or a flow.
 * Source: Edmonds and Johnson, "Matching, Euler tours and the Chinese postman", 1973; Frederickson,
 * "Approximation algorithms for some postman problems", 1979.
 */
#include "mixed.h"
#include <string.h>

static kg_status allocate(kg__mixed *x)
{
    static const char what[] = "a network of streets";
    kg_context *ctx = x->at->graph->ctx;
    const uint64_t arcs = x->m + 2 * x->two_way + (x->at->options.open ? 2 * x->n + 1 : 0);
    kg_status status;

    KG_TRY(kg__flow_check_size(ctx, x->n + 2, arcs));
    KG_TRY(kg__host_allocate(ctx, &x->street_end, x->m, 2 * sizeof *x->street_end, what));
    KG_TRY(kg__host_allocate(ctx, &x->length, x->m, sizeof *x->length, what));
    KG_TRY(kg__host_allocate(ctx, &x->node, arcs, 2 * sizeof *x->node, what));
    KG_TRY(kg__host_allocate(ctx, &x->cost, arcs, sizeof *x->cost, what));
    KG_TRY(kg__host_allocate(ctx, &x->most, arcs, sizeof *x->most, what));
    KG_TRY(kg__host_allocate(ctx, &x->supply, x->n + 2, sizeof *x->supply, what));
    KG_TRY(kg__host_allocate(ctx, &x->net, x->m, sizeof *x->net, what));
    KG_TRY(kg__host_allocate(ctx, &x->best, x->m, sizeof *x->best, what));
    KG_TRY(kg__host_allocate(ctx, &x->reduced, x->m, sizeof *x->reduced, what));
    KG_TRY(kg__host_allocate(ctx, &x->odd, x->n, sizeof *x->odd, what));
    KG_TRY(kg__host_allocate(ctx, &x->chosen, x->m, sizeof *x->chosen, what));
    KG_TRY(kg__host_allocate(ctx, &x->end, x->two_way, 2 * sizeof *x->end, what));
    KG_TRY(kg__host_allocate(ctx, &x->weight, x->two_way, sizeof *x->weight, what));
    KG_TRY(kg__host_allocate(ctx, &x->picked, x->two_way, sizeof *x->picked, what));
    KG_TRY(kg__host_allocate(ctx, &x->row, x->n + 1, sizeof *x->row, what));
    KG_TRY(kg__host_allocate(ctx, &x->cursor, x->n, sizeof *x->cursor, what));
    KG_TRY(kg__host_allocate(ctx, &x->half, x->two_way, 4 * sizeof *x->half, what));
out:
    return status;
}

/* ---- does a walk exist? ---------------------------------------------------------------------- */

/* may_start, may_end: as for kg__check_ways(). */
static kg_status check_ways(const kg__mixed *x, bool *may_start, bool *may_end)
{
    kg__inspection *at = x->at;
    kg_context *ctx = at->graph->ctx;
    kg__edge_run run[2] = {{at->end, NULL, x->streets, 0}, {NULL, NULL, 0, 0}};
    kg_vertex *back = NULL;
    kg_graph *ways = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &back, x->two_way, 2 * sizeof *back, "ways back"));
    for (uint64_t e = 0; e < x->streets; e++)
        if (!kg__is_one_way(x, e)) {
            back[2 * run[1].count] = at->end[2 * e + 1];
            back[2 * run[1].count++ + 1] = at->end[2 * e];
        }
    run[1].pair = back;
    KG_TRY(kg__csr_build_runs(&ways, ctx, x->n, run, 2));
    KG_TRY(kg__check_ways(at, ways, may_start, may_end));
out:
    kg_graph_destroy(ways);
    kg__free(ctx, back);
    return status;
}

/* ---- the ends -------------------------------------------------------------------------------- */

/* Closes the walk by an edge between two ends. */
static void close_between(kg__mixed *x, kg_vertex first, kg_vertex last)
{
    x->extra = 0;
    if (x->m > x->streets) {
        x->street_end[2 * x->streets] = last;
        x->street_end[2 * x->streets + 1] = first;
    }
    kg__mixed_arcs(x);
}

/* Returns whether the ends are given, or the walk is closed. */
static bool has_ends(const kg__mixed *x)
{
    const kg_eulerise_options *options = &x->at->options;

    return !options->open || (options->has_start && options->has_end);
}

/* Finds the best walk with two ends, and keeps it if it is better than the current one. bound:
 * [out] of walks with these ends. */
static kg_status walk_between(kg__mixed *x, kg_vertex first, kg_vertex last, __int128 *bound)
{
    const __int128 had = x->found ? kg__mixed_cost(x, x->best) : 0;
    bool none = !x->found;
    __int128 other;
    kg_status status;

    close_between(x, first, last);
    KG_TRY(kg__mixed_halves(x, bound, &none));
    if (kg__mixed_cost(x, x->best) > *bound && has_ends(x)) {
        KG_TRY(kg__mixed_bound(x, &other));
        *bound = other > *bound ? other : *bound;
    }
    if (kg__mixed_cost(x, x->best) > *bound) {
        KG_TRY(kg__mixed_double(x, &other));
        *bound = other > *bound ? other : *bound;
    }
    if (!x->found || kg__mixed_cost(x, x->best) < had) {
        x->at->start = first;
        x->at->last = last;
    }
    x->found = true;
out:
    return status;
}

/* Looks for better ends for the directions in which streets are walked, as long as that helps. */
static kg_status improve_ends(kg__mixed *x, kg_vertex some)
{
    __int128 unused;
    kg_status status = KG_OK;

    for (int i = 0; i < KG__IMPROVEMENTS; i++) {
        kg_vertex first, last;

        for (uint64_t e = 0; e < x->streets; e++)
            x->net[e] = x->best[e] < 0 ? -1 : 1;
        x->net[x->streets] = 0;
        x->first = x->last = KG_NO_VERTEX;
        kg__mixed_add_ends(x);
        KG_TRY(kg__mixed_balance(x, 1, 0, &unused));
        first = x->first == KG_NO_VERTEX ? some : x->first;
        last = x->last == KG_NO_VERTEX ? some : x->last;
        x->net[x->streets] = 1;
        close_between(x, first, last);
        KG_TRY(kg__mixed_improve(x));
        if (kg__mixed_cost(x, x->net) >= kg__mixed_cost(x, x->best))
            break;
        kg__mixed_keep(x, false);
        x->at->start = first;
        x->at->last = last;
    }
out:
    return status;
}

/* Finds walks whose ends are not all given, with the ends that make either bound least. */
static kg_status walk_open(kg__mixed *x, const bool *may_start, const bool *may_end)
{
    const kg_eulerise_options *options = &x->at->options;
    const kg_vertex some = options->has_start ? options->start
                           : options->has_end ? options->end
                                              : x->at->end[0];
    kg_vertex left[2] = {KG_NO_VERTEX, KG_NO_VERTEX}, pair[6];
    __int128 join_bound, unused;
    kg_status status;

    x->street_end[2 * x->streets] = x->street_end[2 * x->streets + 1] = some;
    kg__mixed_arcs(x);
    kg__mixed_add_ends(x);
    x->first = x->last = KG_NO_VERTEX;
    for (uint64_t e = 0; e < x->m; e++)
        x->net[e] = e < x->streets;
    KG_TRY(kg__mixed_balance(x, 1, 2, &x->at->bound));
    kg__mixed_odd(x, x->streets);
    if (options->has_start)
        x->odd[options->start] = !x->odd[options->start];
    if (options->has_end)
        x->odd[options->end] = !x->odd[options->end];
    KG_TRY(kg__mixed_join(x, x->streets, x->street_end, x->length, x->chosen, &join_bound, left));
    if (join_bound > x->at->bound)
        x->at->bound = join_bound;
    pair[0] = x->first == KG_NO_VERTEX ? some : x->first;
    pair[1] = x->last == KG_NO_VERTEX ? some : x->last;
    left[0] = left[0] == KG_NO_VERTEX ? some : left[0];
    left[1] = left[1] == KG_NO_VERTEX ? some : left[1];
    pair[2] = options->has_start ? some : left[0];
    pair[3] = options->has_start ? left[0] : options->has_end ? some : left[1];
    pair[4] = options->has_start || options->has_end ? pair[2] : pair[3];
    pair[5] = options->has_start || options->has_end ? pair[3] : pair[2];
    for (unsigned i = 0; i < 6; i += 2)
        if (may_start[pair[i]] && may_end[pair[i + 1]] &&
            !(i == 4 && pair[4] == pair[2] && pair[5] == pair[3]) &&
            !(i && pair[i] == pair[0] && pair[i + 1] == pair[1]) &&
            !(x->found && kg__mixed_cost(x, x->best) == x->at->bound))
            KG_TRY(walk_between(x, pair[i], pair[i + 1], &unused));
    if (!x->found)
        KG_TRY(kg__fail(x->at->graph->ctx, KG_INTERNAL, "no ends of the walk were found"));
    KG_TRY(improve_ends(x, some));
    kg__mixed_add_ends(x);
    KG_TRY(kg__mixed_branch(x, some));
out:
    return status;
}

static kg_status find_walk(kg__mixed *x, bool *may_start, bool *may_end)
{
    const kg_eulerise_options *options = &x->at->options;
    kg_status status;

    KG_TRY(check_ways(x, may_start, may_end));
    KG_TRY(allocate(x));
    memcpy(x->street_end, x->at->end, 2 * x->streets * sizeof *x->street_end);
    memcpy(x->length, x->at->weights.weight, x->streets * sizeof *x->length);
    if (options->open)
        x->length[x->streets] = 0;
    x->at->unbalanced = kg__mixed_odd(x, x->streets);
    if (has_ends(x)) {
        KG_TRY(walk_between(x, options->start, options->end, &x->at->bound));
        KG_TRY(kg__mixed_branch(x, 0));
    } else {
        KG_TRY(walk_open(x, may_start, may_end));
    }
out:
    return status;
}

kg_status kg__inspect_mixed(kg__inspection *at)
{
    kg_context *ctx = at->graph->ctx;
    kg__mixed x = {.at = at, .n = at->graph->n, .streets = kg__edges(at->graph)};
    bool *may_start = NULL, *may_end = NULL;
    kg_status status;

    x.m = x.streets + (at->options.open ? 1 : 0);
    for (uint64_t e = 0; e < x.streets; e++)
        x.two_way += !kg__is_one_way(&x, e);
    if (at->options.open) {
        KG_TRY(kg__host_allocate(ctx, &may_start, x.n, sizeof *may_start, "ends of a walk"));
        KG_TRY(kg__host_allocate(ctx, &may_end, x.n, sizeof *may_end, "ends of a walk"));
    }
    KG_TRY(find_walk(&x, may_start, may_end));
    for (uint64_t e = 0; e < x.streets; e++)
        at->times[e] = kg__mixed_times(&x, e, x.best[e]) - 1;
    at->net = x.best;
    x.best = NULL;
    at->closed = !at->options.open || at->start == at->last;
out:
    kg__free_all(ctx, may_start, may_end, x.street_end, x.length, x.node, x.cost, x.most, x.supply,
        x.net, x.best, x.reduced, x.odd, x.chosen, x.end, x.weight, x.picked, x.row, x.cursor,
        x.half);
    return status;
}
