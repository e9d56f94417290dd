/* See distances_oracle.h. */
#include "distances_oracle.h"
#include "edge_list.h"
#include <math.h>
#include <stdlib.h>

/* ---- instances ------------------------------------------------------------------------------- */

static double make_length(uint64_t kind, uint64_t *state)
{
    const double part = (double)(check_random(state) >> 11) * 0x1p-53;

    switch (kind) {
    case 1:
        return (double)(check_random(state) % 4); /* 0 among them */
    case 2:
        return part;
    case 3:
        return check_random(state) % 2 ? 1e18 : part; /* sums that do not change */
    case 4:
        return exp(60 * part - 30); /* too unlike for buckets */
    case 5:
        return 0;
    case 6:
        return (double)(check_random(state) % 1000000007) + (double)(1 << 24);
    default:
        return (double)(1 + check_random(state) % 9);
    }
}

instance paths_instance(uint64_t number, uint64_t seed, uint64_t n, uint64_t m)
{
    uint64_t state = seed * 100000 + number;
    const uint64_t kind = number % KINDS;
    instance x = {.n = n, .m = n ? m : 0, .undirected = number / KINDS & 1};

    x.end = check_array(2 * x.m + 1, sizeof *x.end);
    x.value = kind ? check_array(x.m + 1, sizeof *x.value) : NULL;
    for (uint64_t h = 0; h < 2 * x.m; h++)
        x.end[h] = (kg_vertex)(check_random(&state) % n);
    for (uint64_t e = 0; e < x.m && kind; e++)
        x.value[e] = make_length(kind, &state);
    x.sources = n ? check_random(&state) % MOST_SOURCES + (number % 5 > 0) : 0;
    x.sources = x.sources > MOST_SOURCES ? MOST_SOURCES : x.sources;
    for (uint64_t i = 0; i < MOST_SOURCES && n; i++) {
        x.source[i] = (kg_vertex)(check_random(&state) % n);
        x.goal[i] = (kg_vertex)(check_random(&state) % n);
    }
    x.options.towards = check_random(&state) % 4 == 0;
    x.options.unit = check_random(&state) % 8 == 0;
    x.options.goals = n && check_random(&state) % 3 == 0 ? 1 + check_random(&state) % 3 : 0;
    x.options.has_limit = check_random(&state) % 5 == 0;
    x.options.limit = (double)(check_random(&state) % 8);
    return x;
}

void paths_free_instance(instance *x)
{
    free(x->end);
    free(x->value);
}

kg_status paths_build(kg_graph **graph, kg_context *ctx, const instance *x)
{
    return edge_list_build(graph, ctx, x->n, x->m, x->undirected, x->end, x->value);
}

/* ---- the oracle ------------------------------------------------------------------------------ */

double paths_length_of(const oracle *o, uint64_t e)
{
    return o->value ? o->value[e] : 1;
}

/* Calls f for each way in which edges may be walked. */
static bool each_way(oracle *o, bool (*f)(oracle *o, kg_vertex u, kg_vertex v, uint64_t e))
{
    bool any = false;

    for (uint64_t e = 0; e < o->m; e++) {
        if (o->both || !o->back)
            any |= f(o, o->end[2 * e], o->end[2 * e + 1], e);
        if (o->both || o->back)
            any |= f(o, o->end[2 * e + 1], o->end[2 * e], e);
    }
    return any;
}

static bool shorten(oracle *o, kg_vertex u, kg_vertex v, uint64_t e)
{
    if (!(o->distance[u] + paths_length_of(o, e) < o->distance[v]))
        return false;
    o->distance[v] = o->distance[u] + paths_length_of(o, e);
    return true;
}

static bool is_tight(const oracle *o, kg_vertex u, kg_vertex v, uint64_t e)
{
    return o->distance[u] < INFINITY && o->distance[u] + paths_length_of(o, e) == o->distance[v];
}

/* Whether an edge leads on from a vertex with fewer level edges behind it than v will have. */
static bool take_nearer(oracle *o, kg_vertex u, kg_vertex v, uint64_t e)
{
    if (o->rounds[v] != 0 && is_tight(o, u, v, e) && o->distance[u] < o->distance[v] &&
        e < o->edge[v]) {
        o->edge[v] = (kg_edge)e;
        o->parent[v] = u;
    }
    return false;
}

static bool count_level(oracle *o, kg_vertex u, kg_vertex v, uint64_t e)
{
    if (!is_tight(o, u, v, e) || o->rounds[u] == UINT64_MAX || o->rounds[u] + 1 >= o->rounds[v])
        return false;
    o->rounds[v] = o->rounds[u] + 1;
    return true;
}

static bool take_level(oracle *o, kg_vertex u, kg_vertex v, uint64_t e)
{
    if (o->rounds[v] && is_tight(o, u, v, e) && o->distance[u] == o->distance[v] &&
        o->rounds[u] + 1 == o->rounds[v] && e < o->edge[v]) {
        o->edge[v] = (kg_edge)e;
        o->parent[v] = u;
    }
    return false;
}

oracle paths_solve(kg_graph *graph, const instance *x)
{
    oracle o = {.n = x->n,
        .m = x->m,
        .both = x->undirected,
        .back = x->options.towards,
        .value = x->options.unit ? NULL : kg_graph_values(graph)};
    double radius = x->options.has_limit ? x->options.limit : INFINITY, far = 0;

    o.distance = check_array(x->n + 1, sizeof *o.distance);
    o.edge = check_array(x->n + 1, sizeof *o.edge);
    o.parent = check_array(x->n + 1, sizeof *o.parent);
    o.nearest = check_array(x->n + 1, sizeof *o.nearest);
    o.rounds = check_array(x->n + 1, sizeof *o.rounds);
    if (kg_graph_ends(graph, &o.end) != KG_OK)
        abort();
    for (uint64_t v = 0; v < x->n; v++) {
        o.distance[v] = INFINITY;
        o.edge[v] = KG_NO_EDGE;
        o.parent[v] = o.nearest[v] = KG_NO_VERTEX;
        o.rounds[v] = UINT64_MAX;
    }
    for (uint64_t i = 0; i < x->sources; i++)
        o.distance[x->source[i]] = 0;
    while (each_way(&o, shorten))
        ;
    for (uint64_t i = 0; i < x->options.goals; i++)
        far = o.distance[x->goal[i]] > far ? o.distance[x->goal[i]] : far;
    if (x->options.goals && far < radius)
        radius = far;
    for (uint64_t v = 0; v < x->n; v++)
        if (o.distance[v] > radius)
            o.distance[v] = INFINITY;
    for (uint64_t i = 0; i < x->sources; i++)
        o.rounds[x->source[i]] = 0;
    each_way(&o, take_nearer);
    for (uint64_t v = 0; v < x->n; v++)
        if (o.edge[v] != KG_NO_EDGE)
            o.rounds[v] = 0;
    while (each_way(&o, count_level))
        ;
    each_way(&o, take_level);
    for (uint64_t v = 0; v < x->n; v++) {
        uint64_t u = v, steps = 0;

        if (o.distance[v] == INFINITY)
            continue;
        while (o.parent[u] != KG_NO_VERTEX && steps++ <= x->n)
            u = o.parent[u];
        o.nearest[v] = (kg_vertex)u;
    }
    return o;
}

void paths_free_oracle(oracle *o)
{
    free(o->distance);
    free(o->edge);
    free(o->parent);
    free(o->nearest);
    free(o->rounds);
}
