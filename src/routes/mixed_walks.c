/*
 * Walks of a graph with one-way edges whose ends are given: flows and joins.
 *
 * In:  a closed walk's edges: the graph's, and one more if the walk is open.
 * Out: net[m] of a good walk, and bounds. inspect_mixed.c explains the method.
 */
#include "mixed.h"
#include <string.h>

__int128 kg__mixed_cost(const kg__mixed *x, const int64_t *net)
{
    __int128 sum = 0;

    for (uint64_t e = 0; e < x->m; e++)
        sum += (__int128)x->length[e] * (int64_t)(kg__mixed_times(x, e, net[e]) - 1);
    return sum;
}

/* ---- flows ----------------------------------------------------------------------------------- */

/* Arc e repeats edge e from its first end. Arc m + i repeats the i-th two-way edge from its other
 * end, and arc m + two_way + i takes it back. */
void kg__mixed_arcs(kg__mixed *x)
{
    const kg_vertex *end = x->street_end;
    uint64_t i = 0;

    for (uint64_t e = 0; e < x->m; e++) {
        x->node[2 * e] = end[2 * e];
        x->node[2 * e + 1] = end[2 * e + 1];
        x->cost[e] = x->length[e];
        x->most[e] = e == x->streets ? 0 : INT64_MAX;
        if (kg__is_one_way(x, e))
            continue;
        for (uint64_t k = 0; k < 2; k++) {
            x->node[2 * (x->m + k * x->two_way + i)] = end[2 * e + 1];
            x->node[2 * (x->m + k * x->two_way + i) + 1] = end[2 * e];
            x->most[x->m + k * x->two_way + i] = INT64_MAX;
        }
        x->cost[x->m + i] = x->length[e];
        x->end[2 * i] = end[2 * e];
        x->end[2 * i + 1] = end[2 * e + 1];
        x->weight[i++] = x->length[e];
    }
}

/* Adds nodes n and n + 1 for the start and the end that are not given. The walk leaves the one and
 * arrives at the other by at most one unit. Their arcs are after all arcs that take edges back. */
void kg__mixed_add_ends(kg__mixed *x)
{
    const kg_eulerise_options *options = &x->at->options;
    uint64_t a = x->m + 2 * x->two_way;
    const uint64_t first = a;

    for (uint64_t v = 0; v < x->n; v++) {
        if (!options->has_start || options->start == v) {
            x->node[2 * a] = (uint32_t)x->n;
            x->node[2 * a++ + 1] = (uint32_t)v;
        }
        if (!options->has_end || options->end == v) {
            x->node[2 * a] = (uint32_t)v;
            x->node[2 * a++ + 1] = (uint32_t)x->n + 1;
        }
    }
    x->node[2 * a] = (uint32_t)x->n + 1;
    x->node[2 * a++ + 1] = (uint32_t)x->n;
    for (uint64_t i = first; i < a; i++)
        x->most[i] = 1;
    x->extra = a - first;
}

static void read_ends(kg__mixed *x)
{
    for (uint64_t a = x->flow.arcs - x->extra; a < x->flow.arcs; a++) {
        if (!x->flow.amount[a])
            continue;
        if (x->node[2 * a] == x->n)
            x->first = x->node[2 * a + 1];
        else if (x->node[2 * a + 1] == x->n + 1)
            x->last = x->node[2 * a];
    }
}

enum { REDUCED_BITS = 52 /* of the sum that a join may have */ };

/* Takes the potentials of the bound's flow off the lengths: a closed walk costs the same as
 * before. The edge that closes an open walk is in each walk once. */
static void reduce(kg__mixed *x)
{
    const int64_t *p = x->flow.potential, most = (INT64_C(1) << REDUCED_BITS) / (int64_t)x->m;

    x->reduced_sum = 0;
    for (uint64_t e = 0; e < x->m; e++) {
        const int64_t fall = p[x->street_end[2 * e]] - p[x->street_end[2 * e + 1]];
        const int64_t more = kg__is_one_way(x, e) || fall < 0 ? fall : -fall;

        x->reduced_sum += more;
        x->reduced[e] = x->length[e] + more < most ? x->length[e] + more : most;
    }
}

/*
 * Adds the cheapest flow to net[], so that vertices are balanced. An edge may be taken back `back`
 * times, or 1 + chosen[] times if `times` is 2, which counts two units at once. back 0: not at all.
 */
kg_status kg__mixed_balance(kg__mixed *x, int64_t times, int64_t back, __int128 *cost)
{
    kg_context *ctx = x->at->graph->ctx;
    const kg_vertex *end = x->street_end;
    kg__flow *f = &x->flow;
    uint64_t i = 0;
    kg_status status;

    memset(x->supply, 0, (x->n + 2) * sizeof *x->supply);
    for (uint64_t e = 0; e < x->m; e++) {
        x->supply[end[2 * e]] -= x->net[e];
        x->supply[end[2 * e + 1]] += x->net[e];
        if (kg__is_one_way(x, e))
            continue;
        x->most[x->m + x->two_way + i] = x->way && x->way[i] ? 0
                                         : times == 2        ? 1 + x->chosen[e]
                                                             : back;
        i++;
    }
    for (uint64_t v = 0; v < x->n; v++)
        x->supply[v] /= times;
    *f = (kg__flow){.nodes = x->n + 2,
        .arcs = x->m + (back || x->extra ? 2 : 1) * x->two_way + x->extra,
        .priced = x->m + x->two_way,
        .node = x->node,
        .cost = x->cost,
        .most = x->most,
        .supply = x->supply};
    kg__stage(ctx, "flow");
    KG_TRY(kg__flow_find(ctx, f, cost));
    read_ends(x);
    if (back == 2)
        reduce(x);
    i = 0;
    for (uint64_t e = 0; e < x->m; e++) {
        x->net[e] += times * f->amount[e];
        if (kg__is_one_way(x, e))
            continue;
        x->net[e] -= times * f->amount[x->m + i];
        if (back)
            x->net[e] -= times * f->amount[x->m + x->two_way + i];
        i++;
    }
out:
    kg__free_all(ctx, f->amount, f->potential);
    return status;
}

/* Balances for the directions in which edges are walked, as long as that helps. */
kg_status kg__mixed_improve(kg__mixed *x)
{
    __int128 cost = kg__mixed_cost(x, x->net), unused;
    kg_status status = KG_OK;

    for (int i = 0; i < KG__IMPROVEMENTS; i++) {
        __int128 less;

        for (uint64_t e = 0; e < x->m; e++)
            x->net[e] = x->net[e] < 0 ? -1 : 1;
        KG_TRY(kg__mixed_balance(x, 1, 0, &unused));
        less = kg__mixed_cost(x, x->net);
        if (less == cost)
            break;
        cost = less;
    }
out:
    return status;
}

/* ---- joins ----------------------------------------------------------------------------------- */

/* The cheapest join of the vertices in odd[] among m edges. left: [out] the ends that are not
 * given; NULL if both are. */
kg_status kg__mixed_join(kg__mixed *x, uint64_t m, const kg_vertex *end, const int64_t *weight,
    bool *chosen, __int128 *cost, kg_vertex *left)
{
    const kg_eulerise_options *options = &x->at->options;
    kg__join join = {.ctx = x->at->graph->ctx,
        .open = left ? !options->has_start + !options->has_end : 0,
        .n = x->n,
        .m = m,
        .end = end,
        .weight = weight,
        .odd = x->odd,
        .chosen = chosen};
    bool any = false;
    kg_status status = KG_OK;

    for (uint64_t v = 0; v < x->n; v++)
        any |= x->odd[v];
    memset(chosen, 0, m * sizeof *chosen);
    if (any)
        KG_TRY(kg__join_find(&join));
    *cost = join.bound;
    for (unsigned i = 0; left && i < join.open; i++)
        left[i] = any ? join.left[i] : KG_NO_VERTEX;
out:
    return status;
}

static void toggle(bool *odd, const kg_vertex end[2])
{
    odd[end[0]] = !odd[end[0]];
    odd[end[1]] = !odd[end[1]];
}

/* Walks circuits of copies of two-way edges: copies[i], 0 to 2, of the i-th. Adds them to net[].
 * edge: [two_way] their ids. */
static void walk_circuits(kg__mixed *x, unsigned char *copies, const kg_edge *edge)
{
    memset(x->row, 0, (x->n + 1) * sizeof *x->row);
    for (uint64_t h = 0; h < 2 * x->two_way; h++)
        x->row[x->end[h]] += copies[h / 2];
    for (uint64_t v = 1; v <= x->n; v++)
        x->row[v] += x->row[v - 1];
    for (uint64_t h = 2 * x->two_way; h-- > 0;)
        for (unsigned k = 0; k < copies[h / 2]; k++)
            x->half[--x->row[x->end[h]]] = (kg_edge)h;
    memcpy(x->cursor, x->row, x->n * sizeof *x->cursor);
    for (uint64_t first = 0; first < x->n; first++)
        for (kg_vertex v = (kg_vertex)first; x->cursor[v] < x->row[(uint64_t)v + 1];) {
            const kg_edge h = x->half[x->cursor[v]++];

            if (!copies[h / 2])
                continue;
            copies[h / 2]--;
            x->net[edge[h / 2]] += h & 1 ? -1 : 1;
            v = x->end[h ^ 1];
        }
}

/* ---- the walks ------------------------------------------------------------------------------- */

void kg__mixed_keep(kg__mixed *x, bool first)
{
    if (first || kg__mixed_cost(x, x->net) < kg__mixed_cost(x, x->best))
        memcpy(x->best, x->net, x->m * sizeof *x->best);
}

/* Makes odd[] from the first m edges. Returns the number of odd vertices. */
uint64_t kg__mixed_odd(kg__mixed *x, uint64_t m)
{
    uint64_t count = 0;

    memset(x->odd, 0, x->n * sizeof *x->odd);
    for (uint64_t e = 0; e < m; e++)
        toggle(x->odd, x->street_end + 2 * e);
    for (uint64_t v = 0; v < x->n; v++)
        count += x->odd[v];
    return count;
}

/* The bound by what the potentials of the first walk's flow leave of the lengths. */
kg_status kg__mixed_bound(kg__mixed *x, __int128 *bound)
{
    kg_status status;

    kg__mixed_odd(x, x->m);
    KG_TRY(kg__mixed_join(x, x->streets, x->street_end, x->reduced, x->chosen, bound, NULL));
    *bound += x->reduced_sum;
out:
    return status;
}

/* The first walk, from the flow of the bound. */
kg_status kg__mixed_halves(kg__mixed *x, __int128 *bound, bool *first)
{
    kg_context *ctx = x->at->graph->ctx;
    unsigned char *copies = NULL;
    kg_edge *edge = NULL;
    uint64_t i = 0;
    __int128 unused;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &copies, x->two_way, sizeof *copies, "two-way edges"));
    KG_TRY(kg__host_allocate(ctx, &edge, x->two_way, sizeof *edge, "two-way edges"));
    for (uint64_t e = 0; e < x->m; e++)
        x->net[e] = 1;
    KG_TRY(kg__mixed_balance(x, 1, 2, bound));
    memset(x->odd, 0, x->n * sizeof *x->odd);
    for (uint64_t e = 0; e < x->m; e++) {
        if (kg__is_one_way(x, e))
            continue;
        copies[i] = x->net[e] == 0;
        if (copies[i])
            toggle(x->odd, x->end + 2 * i);
        edge[i++] = (kg_edge)e;
    }
    KG_TRY(kg__mixed_join(x, x->two_way, x->end, x->weight, x->picked, &unused, NULL));
    for (i = 0; i < x->two_way; i++)
        copies[i] = (unsigned char)(copies[i] + x->picked[i]);
    walk_circuits(x, copies, edge);
    KG_TRY(kg__mixed_improve(x));
    kg__mixed_keep(x, *first);
    *first = false;
out:
    kg__free_all(ctx, copies, edge);
    return status;
}

/* The second walk, from the join of the other bound. */
kg_status kg__mixed_double(kg__mixed *x, __int128 *bound)
{
    __int128 unused;
    kg_status status;

    kg__mixed_odd(x, x->m);
    KG_TRY(kg__mixed_join(x, x->streets, x->street_end, x->length, x->chosen, bound, NULL));
    for (uint64_t e = 0; e < x->m; e++)
        x->net[e] = 1 + (e < x->streets && x->chosen[e]);
    KG_TRY(kg__mixed_balance(x, 2, 1, &unused));
    KG_TRY(kg__mixed_improve(x));
    kg__mixed_keep(x, false);
out:
    return status;
}
