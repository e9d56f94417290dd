/*
 * Distances in graphs, against the Bellman-Ford rounds that their definition gives, and trees
 * against the definition of theirs.
 */
#include "check.h"
#include "search/paths/distances.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SMALL_VERTICES = 60, SMALL_EDGES = 200, KINDS = 8, MOST_SOURCES = 4 };

/* ---- instances ------------------------------------------------------------------------------- */

typedef struct instance {
    uint64_t n, m;
    bool undirected;
    kg_vertex *end; /* [2m] as they are given */
    double *value;  /* [m] or NULL */
    kg_vertex source[MOST_SOURCES], goal[MOST_SOURCES];
    uint64_t sources;
    kg_distances_options options;
} instance;

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

static instance make_instance(uint64_t number, uint64_t seed, uint64_t n, uint64_t m)
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

static void free_instance(instance *x)
{
    free(x->end);
    free(x->value);
}

static kg_status build(kg_graph **graph, kg_context *ctx, const instance *x)
{
    kg_builder *builder = NULL;
    kg_status status;

    if (x->undirected)
        return kg_graph_build_undirected(graph, ctx, x->n, x->m, x->end, x->value);
    *graph = NULL;
    KG_TRY(kg_builder_create(&builder, ctx));
    KG_TRY(kg_builder_add_vertices(builder, x->n));
    for (uint64_t e = 0; e < x->m; e++)
        KG_TRY(x->value ? kg_builder_add_edge_value(
                              builder, x->end[2 * e], x->end[2 * e + 1], x->value[e])
                        : kg_builder_add_edge(builder, x->end[2 * e], x->end[2 * e + 1]));
    KG_TRY(kg_builder_finish(graph, builder));
out:
    kg_builder_destroy(builder);
    return status;
}

/* ---- the oracle ------------------------------------------------------------------------------ */

typedef struct oracle {
    double *distance;   /* [n] */
    kg_edge *edge;      /* [n] */
    kg_vertex *parent;  /* [n] */
    kg_vertex *nearest; /* [n] */
    uint64_t *rounds;   /* [n] of level edges behind a vertex */
    uint64_t n, m;
    const kg_vertex *end;
    const double *value;
    bool both, back;
} oracle;

static double length_of(const oracle *o, uint64_t e)
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
    if (!(o->distance[u] + length_of(o, e) < o->distance[v]))
        return false;
    o->distance[v] = o->distance[u] + length_of(o, e);
    return true;
}

static bool is_tight(const oracle *o, kg_vertex u, kg_vertex v, uint64_t e)
{
    return o->distance[u] < INFINITY && o->distance[u] + length_of(o, e) == o->distance[v];
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

static oracle solve(kg_graph *graph, const instance *x)
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

static void free_oracle(oracle *o)
{
    free(o->distance);
    free(o->edge);
    free(o->parent);
    free(o->nearest);
    free(o->rounds);
}

/* ---- comparing ------------------------------------------------------------------------------- */

/* Walks the path to a vertex along the edge list: it must have the vertex' distance. */
static void check_path(check *c, kg_context *ctx, kg_distances *d, const oracle *o, kg_vertex to)
{
    const kg_edge *edge;
    const kg_vertex *step;
    uint64_t count, wrong = 0;
    double sum = 0;
    const kg_status status = kg_distances_path(d, to, &edge, &step, &count);

    if (o->distance[to] == INFINITY) {
        check_status(c, ctx, status, KG_NO_SOLUTION);
        return;
    }
    if (!check_status(c, ctx, status, KG_OK))
        return;
    check_number(c, ctx, "last vertex", step[o->back && !o->both ? 0 : count], to);
    check_number(c, ctx, "first vertex", step[o->back && !o->both ? count : 0], o->nearest[to]);
    for (uint64_t k = 0; k < count; k++) {
        const uint64_t i = o->back && !o->both ? count - 1 - k : k, e = edge[i];
        const kg_vertex a = o->end[2 * e], b = o->end[2 * e + 1];

        wrong +=
            !((a == step[i] && b == step[i + 1]) || (o->both && b == step[i] && a == step[i + 1]));
        sum += length_of(o, e);
    }
    check_number(c, ctx, "wrong steps", wrong, 0);
    check_equal(c, ctx, "length of the path", &sum, &o->distance[to], 1, sizeof sum);
}

static void compare(check *c, const instance *x)
{
    oracle o;

    for (int k = 0; k < c->contexts; k++) {
        kg_context *ctx = c->context[k];
        kg_distances_options options = x->options;
        kg_distances *d = NULL;
        kg_graph *graph = NULL;
        const kg_vertex *nearest;
        uint64_t reached = 0;

        options.goal = x->goal;
        if (!check_status(c, ctx, build(&graph, ctx, x), KG_OK))
            return;
        if (!k)
            o = solve(graph, x);
        if (kg_graph_ends(graph, &o.end) != KG_OK)
            abort();
        o.value = x->options.unit ? NULL : kg_graph_values(graph);
        if (check_status(
                c, ctx, kg_graph_distances(&d, graph, x->source, x->sources, &options), KG_OK)) {
            check_equal(
                c, ctx, "distances", kg_distances_lengths(d), o.distance, x->n, sizeof(double));
            check_equal(c, ctx, "edges", kg_distances_edges(d), o.edge, x->n, sizeof(kg_edge));
            check_equal(
                c, ctx, "parents", kg_distances_parents(d), o.parent, x->n, sizeof(kg_vertex));
            check_status(c, ctx, kg_distances_nearest(d, &nearest), KG_OK);
            check_equal(c, ctx, "nearest", nearest, o.nearest, x->n, sizeof(kg_vertex));
            for (uint64_t v = 0; v < x->n; v++)
                reached += o.distance[v] < INFINITY;
            check_number(c, ctx, "reached", kg_distances_reached(d), reached);
            for (uint64_t i = 0; i < MOST_SOURCES && x->n; i++)
                check_path(c, ctx, d, &o, x->goal[i]);
        }
        kg_distances_destroy(d);
        kg_graph_destroy(graph);
    }
    free_oracle(&o);
}

static void test_small(check *c)
{
    const uint64_t count = check_is_small() ? 48 : 1000;

    for (uint64_t i = 0; i < count; i++) {
        uint64_t state = c->seed + i;
        const uint64_t n = i % 41 == 40 ? i / 41 % 3 : 1 + check_random(&state) % SMALL_VERTICES;
        instance x = make_instance(i, c->seed, n, check_random(&state) % SMALL_EDGES);

        check_say(c, "instance %llu", (unsigned long long)i);
        compare(c, &x);
        free_instance(&x);
    }
}

/* So many that threads share the work. */
static void test_large(check *c)
{
    const uint64_t n = check_is_small() ? 2000 : 20000;

    for (uint64_t i = 0; i < 2 * KINDS; i++) {
        instance x = make_instance(i, c->seed, n, 4 * n);

        check_say(c, "large instance %llu", (unsigned long long)i);
        compare(c, &x);
        free_instance(&x);
    }
}

/* Short edges, a sixteenth of all, that a queue of buckets looks at again and again: vertices 1 to
 * k stand in it from the farthest to the nearest, and each comes nearer k times by the one before
 * it. And hubs, which have most edges. */
static void test_hostile(check *c)
{
    const uint64_t k = check_is_small() ? 50 : 1000, heavy = 40 * k;
    instance x = {.n = k + 2, .m = 2 * k + heavy, .sources = 1};
    uint64_t state = c->seed, e = 0;

    x.end = check_array(2 * x.m, sizeof *x.end);
    x.value = check_array(x.m, sizeof *x.value);
    for (uint64_t i = k; i >= 1; i--, e += 2) {
        x.end[2 * e] = 0;
        x.end[2 * e + 1] = (kg_vertex)i;
        x.value[e] = 3 * (double)i;
        x.end[2 * e + 2] = (kg_vertex)i;
        x.end[2 * e + 3] = (kg_vertex)i + 1;
        x.value[e + 1] = 1;
    }
    for (; e < x.m; e++) {
        x.end[2 * e] = (kg_vertex)(check_random(&state) % 3);
        x.end[2 * e + 1] = (kg_vertex)(check_random(&state) % x.n);
        x.value[e] = 1e4 * (double)k;
    }
    check_say(c, "hostile lengths");
    compare(c, &x);
    free_instance(&x);
}

/* ---- paths ----------------------------------------------------------------------------------- */

static void test_paths(check *c)
{
    for (uint64_t i = 0; i < (check_is_small() ? 16 : 200); i++) {
        instance x = make_instance(i, c->seed, 40, 90);
        kg_context *ctx = c->context[i % (uint64_t)c->contexts];
        kg_distances *d = NULL;
        kg_graph *graph;
        oracle o;
        kg_status status;

        memset(&x.options, 0, sizeof x.options);
        x.sources = x.options.goals = 1;
        check_say(c, "path %llu", (unsigned long long)i);
        check_status(c, ctx, build(&graph, ctx, &x), KG_OK);
        o = solve(graph, &x);
        status = kg_graph_path(&d, graph, x.source[0], x.goal[0], NULL);
        check_status(c, ctx, status, o.distance[x.goal[0]] < INFINITY ? KG_OK : KG_NO_SOLUTION);
        if (d)
            check_path(c, ctx, d, &o, x.goal[0]);
        kg_distances_destroy(d);
        kg_graph_destroy(graph);
        free_oracle(&o);
        free_instance(&x);
    }
}

/* Questions about one graph, of which up to three answers are there at a time: all that an answer
 * says of all vertices is right, whatever was asked before; the last ones outlive the graph. */
static void check_again_and_again(check *c, kg_context *ctx, instance *x, uint64_t seed)
{
    enum { ALIVE = 3, QUESTIONS = 24 };
    kg_distances *alive[ALIVE] = {NULL};
    kg_graph *graph;
    uint64_t state = seed;

    if (!check_status(c, ctx, build(&graph, ctx, x), KG_OK))
        return;
    for (int i = 0; i < QUESTIONS; i++) {
        kg_distances **d = &alive[check_random(&state) % ALIVE];
        oracle o;

        x->sources = 1 + check_random(&state) % MOST_SOURCES;
        x->options = (kg_distances_options){.goal = x->goal,
            .goals = check_random(&state) % 3,
            .has_limit = check_random(&state) % 2 == 0,
            .limit = (double)(check_random(&state) % 9),
            .towards = check_random(&state) % 4 == 0};
        for (int k = 0; k < MOST_SOURCES; k++) {
            x->source[k] = (kg_vertex)(check_random(&state) % x->n);
            x->goal[k] = (kg_vertex)((x->source[0] + check_random(&state) % 9) % x->n);
        }
        o = solve(graph, x);
        kg_distances_destroy(*d);
        if (check_status(
                c, ctx, kg_graph_distances(d, graph, x->source, x->sources, &x->options), KG_OK)) {
            check_equal(c, ctx, "distances again", kg_distances_lengths(*d), o.distance, x->n,
                sizeof(double));
            check_equal(
                c, ctx, "edges again", kg_distances_edges(*d), o.edge, x->n, sizeof(kg_edge));
            check_equal(c, ctx, "parents again", kg_distances_parents(*d), o.parent, x->n,
                sizeof(kg_vertex));
        }
        free_oracle(&o);
    }
    kg_graph_destroy(graph);
    for (int k = 0; k < ALIVE; k++)
        kg_distances_destroy(alive[k]);
}

/* A short path in a long graph takes no array a vertex long, once there was another one. */
static void check_short_path(check *c, kg_context *ctx)
{
    const uint64_t n = check_is_small() ? 5000 : 200000;
    kg_vertex *end = check_array(2 * n, sizeof *end);
    kg_distances *d = NULL;
    kg_graph *graph = NULL;

    for (uint64_t h = 0; h < 2 * n; h++)
        end[h] = (kg_vertex)((h + 1) / 2 % n);
    check_status(c, ctx, kg_graph_build_undirected(&graph, ctx, n, n, end, NULL), KG_OK);
    free(end);
    for (kg_vertex i = 0; i < 3 && graph; i++) {
        const uint64_t held = check_held(ctx);

        check_status(c, ctx, kg_graph_path(&d, graph, 1000 * i, 1000 * i + 7, NULL), KG_OK);
        check_number(c, ctx, "reached", kg_distances_reached(d), 15);
        if (i && check_held(ctx) - held >= n)
            check_fail(c, ctx, "%llu bytes for a path of 7 edges",
                (unsigned long long)(check_held(ctx) - held));
        kg_distances_destroy(d);
    }
    kg_graph_destroy(graph);
}

static void test_again(check *c)
{
    for (int k = 0; k < c->contexts; k++) {
        for (uint64_t i = 0; i < (check_is_small() ? KINDS : 8 * KINDS); i++) {
            instance x = make_instance(i, c->seed, 2 + 30 * (i % 4), 60 * (1 + i % 2));

            check_say(c, "again, instance %llu", (unsigned long long)i);
            check_again_and_again(c, c->context[k], &x, c->seed + i);
            free_instance(&x);
        }
        check_say(c, "short paths");
        if (strcmp(c->backend, "cpu") == 0)
            check_short_path(c, c->context[k]);
    }
}

/* ---- after a failure ------------------------------------------------------------------------- */

/* Asks two questions that differ in their sources, the first of which fails for the k-th
 * allocation: it must leave nothing behind that the second one sees. Returns whether it failed. */
static bool check_after_failure(check *c, kg_context *ctx, kg_graph *graph, const instance *first,
    const instance *then, const oracle *o, uint64_t k)
{
    kg_distances *d = NULL;
    kg_status status;

    kg__fault_set(ctx, KG__FAULT_ALLOCATE, k);
    status = kg_graph_distances(&d, graph, first->source, first->sources, &first->options);
    kg__fault_set(ctx, KG__FAULT_ALLOCATE, 0);
    if (status != KG_OK)
        check_status(c, ctx, status, KG_MEMORY);
    kg_distances_destroy(d);
    if (check_status(c, ctx,
            kg_graph_distances(&d, graph, then->source, then->sources, &then->options), KG_OK)) {
        check_equal(c, ctx, "distances after a failure", kg_distances_lengths(d), o->distance, o->n,
            sizeof(double));
        check_equal(
            c, ctx, "edges after a failure", kg_distances_edges(d), o->edge, o->n, sizeof(kg_edge));
        check_equal(c, ctx, "parents after a failure", kg_distances_parents(d), o->parent, o->n,
            sizeof(kg_vertex));
    }
    kg_distances_destroy(d);
    return status != KG_OK;
}

/* Each time a graph of which nothing was asked before. */
static void check_new_graphs(check *c, kg_context *ctx, instance *x)
{
    instance then = *x;
    bool failed = true;

    x->sources = then.sources = 1;
    x->options = (kg_distances_options){.goals = 1, .goal = x->goal};
    then.source[0] = x->source[1];
    then.options = (kg_distances_options){.has_limit = 1, .limit = 1e300};
    for (uint64_t k = 1; failed; k++) {
        kg_graph *graph = NULL;
        oracle o;

        if (!check_status(c, ctx, build(&graph, ctx, x), KG_OK))
            return;
        o = solve(graph, &then);
        failed = check_after_failure(c, ctx, graph, x, &then, &o, k);
        free_oracle(&o);
        kg_graph_destroy(graph);
    }
}

/* A fan of which a search meets more vertices at once than one thread works on, and nevertheless
 * few of all: vertex 0 has edges to WIDE others, each of these has two more, which it shares with
 * its neighbours, and a long path is behind. The limit is 2. */
static instance make_fan(void)
{
    enum { WIDE = 6000, N = 1 << 17 };
    instance x = {.n = N, .m = N - 1 + WIDE, .undirected = true, .sources = 1};
    kg_vertex *end;

    x.end = end = check_array(2 * x.m, sizeof *x.end);
    for (kg_vertex i = 1; i <= WIDE; i++, end += 6) {
        end[0] = 0;
        end[2] = end[4] = end[1] = i;
        end[3] = WIDE + i;
        end[5] = WIDE + i % WIDE + 1;
    }
    for (kg_vertex v = 2 * WIDE; v + 1 < N; v++, end += 2) {
        end[0] = v;
        end[1] = v + 1;
    }
    x.options = (kg_distances_options){.has_limit = 1, .limit = 2};
    return x;
}

static void check_fan(check *c, kg_context *ctx)
{
    instance x = make_fan(), other = x;
    kg_graph *graph = NULL;
    oracle o[2];
    bool failed = true;

    other.source[0] = 9000;
    if (check_status(c, ctx, build(&graph, ctx, &x), KG_OK)) {
        o[0] = solve(graph, &x);
        o[1] = solve(graph, &other);
        for (int i = 0; i < 3; i++) /* without a failure */
            check_after_failure(c, ctx, graph, &x, i % 2 ? &other : &x, &o[i % 2], 0);
        for (uint64_t k = 1; failed; k++)
            failed = check_after_failure(c, ctx, graph, &x, &other, &o[1], k);
        free_oracle(&o[0]);
        free_oracle(&o[1]);
    }
    kg_graph_destroy(graph);
    free_instance(&x);
}

static void test_after_failures(check *c)
{
    for (uint64_t i = 0; i < 2 * KINDS; i++) {
        instance x = make_instance(i, c->seed, 60, 90);

        check_say(c, "after a failure, instance %llu", (unsigned long long)i);
        check_new_graphs(c, c->context[i % (uint64_t)c->contexts], &x);
        free_instance(&x);
    }
    for (int k = 0; k < c->contexts && !check_is_small(); k++) {
        check_say(c, "after a failure, a fan");
        check_fan(c, c->context[k]);
    }
}

/* ---- refusals -------------------------------------------------------------------------------- */

static void expect(check *c, kg_graph *graph, const kg_vertex *source, uint64_t sources,
    const kg_distances_options *options, kg_status status, const char *text)
{
    kg_distances *d = (kg_distances *)graph; /* to see it become NULL */

    check_status(c, c->context[0], kg_graph_distances(&d, graph, source, sources, options), status);
    check_number(c, c->context[0], "an answer", d != NULL, 0);
    if (!strstr(kg_context_message(c->context[0]), text))
        check_fail(c, c->context[0], "the text is '%s', not '%s'",
            kg_context_message(c->context[0]), text);
}

static void test_refused(check *c)
{
    static const kg_vertex end[] = {0, 1, 1, 2}, source[] = {2, 3};
    static const double bad[][2] = {{1, -0.5}, {1, NAN}, {1, INFINITY}}, large[] = {1e308, 1};
    kg_context *ctx = c->context[0];
    kg_distances_options options = KG_DISTANCES_OPTIONS_INIT;
    kg_distances *d;
    kg_graph *graph;

    check_say(c, "refusals");
    for (int i = 0; i < 3; i++) {
        check_status(c, ctx, kg_graph_build_undirected(&graph, ctx, 3, 2, end, bad[i]), KG_OK);
        expect(c, graph, source, 1, NULL, KG_FORMAT, "edge 1 has the value ");
        options.unit = 1;
        check_status(c, ctx, kg_graph_distances(&d, graph, source, 1, &options), KG_OK);
        kg_distances_destroy(d);
        kg_graph_destroy(graph);
    }
    check_status(c, ctx, kg_graph_build_undirected(&graph, ctx, 3, 2, end, large), KG_OK);
    expect(c, graph, source, 1, NULL, KG_OVERFLOW, "past the range of a double");
    kg_graph_destroy(graph);
    check_status(
        c, ctx, kg_graph_build_bidirected(&graph, ctx, 3, 2, end, NULL, NULL, NULL), KG_ARGUMENT);
    check_status(c, ctx,
        kg_graph_build_bidirected(&graph, ctx, 3, 2, end, (const uint64_t[]){5}, NULL, NULL),
        KG_OK);
    expect(c, graph, source, 1, NULL, KG_UNSUPPORTED, "a bidirected graph has no shortest paths");
    kg_graph_destroy(graph);
    check_status(c, ctx, kg_graph_build_undirected(&graph, ctx, 3, 2, end, NULL), KG_OK);
    expect(c, graph, source, 2, NULL, KG_ARGUMENT, "source[1] is 3");
    expect(c, graph, NULL, 1, NULL, KG_ARGUMENT, "source");
    options.goals = 2;
    expect(c, graph, source, 1, &options, KG_ARGUMENT, "goal is NULL");
    options.goal = source;
    expect(c, graph, source, 1, &options, KG_ARGUMENT, "goal[1] is 3");
    options.goals = 0;
    options.has_limit = 1;
    options.limit = NAN;
    expect(c, graph, source, 1, &options, KG_ARGUMENT, "a limit of ");
    options.limit = -1;
    expect(c, graph, source, 1, &options, KG_ARGUMENT, "a limit of -1");
    options = (kg_distances_options){.towards = 1};
    check_status(c, ctx, kg_graph_path(&d, graph, 0, 1, &options), KG_ARGUMENT);
    check_status(c, ctx, kg_graph_path(&d, graph, 0, 3, NULL), KG_ARGUMENT);
    kg_graph_destroy(graph);
}

/* ---- the check of answers -------------------------------------------------------------------- */

/* Puts another vertex in place of each on the list: then the source is not there, or twice. */
static void check_damaged_list(check *c, kg_distances *d, const kg_distances_options *options)
{
    static const kg_vertex source[] = {0};
    kg__reached *list = &d->arrays->reached;

    check_say(c, "a damaged list");
    check_number(c, d->ctx, "that there is no list", list->all, 0);
    check_number(c, d->ctx, "the list", list->count, 5);
    for (uint64_t i = 0; i < list->count; i++) {
        const kg_vertex v = list->vertex[i];

        list->vertex[i] = v == 0 ? 1 : 0;
        kg__begin(d->ctx);
        check_status(c, d->ctx, kg__verify_distances(d, source, 1, options), KG_INTERNAL);
        list->vertex[i] = v;
    }
}

/* list: damages the list of what was reached as well, in a graph of which that is a small part. */
static void check_damage(check *c, bool list)
{
    /* 0 -1- 1 -0- 2 -0- 3 -2- 4, and 1 -0- 3 */
    static const kg_vertex end[] = {0, 1, 1, 2, 2, 3, 3, 4, 1, 3}, source[] = {0};
    static const double value[] = {1, 0, 0, 2, 0};
    const kg_distances_options options = {.has_limit = list, .limit = 100};
    static const struct {
        const char *what;
        kg_vertex vertex;
        double length;
        kg_edge edge;
        kg_vertex parent;
    } damage[] = {
        {"a distance too long", 4, 4, 3, 3},
        {"a distance too short", 4, 2, 3, 3},
        {"a distance that is none", 4, NAN, 3, 3},
        {"a source with a distance", 0, 1, KG_NO_EDGE, KG_NO_VERTEX},
        {"a source with an edge", 0, 0, 0, 1},
        {"a vertex that was not reached", 4, INFINITY, KG_NO_EDGE, KG_NO_VERTEX},
        {"an edge of others", 4, 3, 2, 3},
        {"no such edge", 4, 3, 5, 3},
        {"another end", 4, 3, 3, 2},
        {"no parent", 4, 3, 3, KG_NO_VERTEX},
        {"no edge", 4, 3, KG_NO_EDGE, KG_NO_VERTEX},
        {"an edge that is too long", 3, 1, 3, 4},
        {"a circle", 1, 1, 1, 2},
    };
    kg_context *ctx = c->context[0];
    kg_distances *d;
    kg_graph *graph;

    check_say(c, "damaged answers");
    check_status(
        c, ctx, kg_graph_build_undirected(&graph, ctx, list ? 24 : 5, 5, end, value), KG_OK);
    check_status(c, ctx, kg_graph_distances(&d, graph, source, 1, &options), KG_OK);
    check_status(c, ctx, kg__verify_distances(d, source, 1, &options), KG_OK);
    for (unsigned i = 0; i < sizeof damage / sizeof *damage; i++) {
        const kg_vertex v = damage[i].vertex, parent = d->parent[v];
        const double length = d->length[v];
        const kg_edge edge = d->edge[v];

        check_say(c, "%s%s", damage[i].what, list ? ", of a list" : "");
        d->length[v] = damage[i].length;
        d->edge[v] = damage[i].edge;
        d->parent[v] = damage[i].parent;
        kg__begin(ctx);
        check_status(c, ctx, kg__verify_distances(d, source, 1, &options), KG_INTERNAL);
        d->length[v] = length;
        d->edge[v] = edge;
        d->parent[v] = parent;
    }
    if (list && strcmp(c->backend, "cpu") == 0)
        check_damaged_list(c, d, &options);
    kg_distances_destroy(d);
    kg_graph_destroy(graph);
}

static void test_verify(check *c)
{
    check_damage(c, false);
    check_damage(c, true);
}

/* ---- failures -------------------------------------------------------------------------------- */

static kg_status all_calls(kg_context *ctx, const instance *x)
{
    kg_distances_options options = x->options;
    kg_distances *d = NULL;
    kg_graph *graph = NULL;
    const kg_vertex *nearest, *step;
    const kg_edge *edge;
    uint64_t count;
    kg_status status;

    options.goal = x->goal;
    KG_TRY(build(&graph, ctx, x));
    KG_TRY(kg_graph_distances(&d, graph, x->source, x->sources, &options));
    KG_TRY(kg_distances_nearest(d, &nearest));
    for (kg_vertex v = 0; v < x->n; v++) {
        status = kg_distances_path(d, v, &edge, &step, &count);
        if (status != KG_NO_SOLUTION)
            KG_TRY(status);
    }
    status = KG_OK;
out:
    kg_distances_destroy(d);
    kg_graph_destroy(graph);
    return status;
}

static void test_allocations(check *c)
{
    for (uint64_t i = 0; i < 2 * KINDS; i++) {
        instance x = make_instance(i, c->seed, 12, 40);
        kg_context *ctx = c->context[i % (uint64_t)c->contexts];

        check_say(c, "instance %llu", (unsigned long long)i);
        CHECK_ALLOCATIONS(c, ctx, all_calls(ctx, &x));
        free_instance(&x);
    }
}

/* ---- benchmarks ------------------------------------------------------------------------------ */

static void bench_graph(check *c, const kg_generate_options *options, const char *what)
{
    for (int k = 0; k < c->contexts; k++) {
        kg_context *ctx = c->context[k];
        kg_distances *d = NULL;
        kg_graph *graph;
        kg_vertex source;

        if (!check_status(c, ctx, kg_graph_generate(&graph, ctx, options), KG_OK))
            return;
        source = kg_graph_vertices(graph) / 2;
        for (check_clock clock = {0};
             check_again(c, &clock, ctx, what, kg_graph_edges(graph), 0);) {
            kg_distances_destroy(d);
            check_status(c, ctx, kg_graph_distances(&d, graph, &source, 1, NULL), KG_OK);
        }
        kg_distances_destroy(d);
        kg_graph_destroy(graph);
    }
}

static void bench_distances(check *c)
{
    bench_graph(c,
        &(kg_generate_options){.kind = KG_GENERATE_GRID_ROADS, .width = 1000, .height = 1000},
        "grid-roads");
    bench_graph(c,
        &(kg_generate_options){.kind = KG_GENERATE_RANDOM, .vertices = 1 << 20, .max_degree = 7},
        "random");
}

const check_case check_distances_cases[] = {
    {"distances.small", test_small, bench_distances, 0},
    {"distances.large", test_large, NULL, 0},
    {"distances.hostile", test_hostile, NULL, 0},
    {"distances.path", test_paths, NULL, 0},
    {"distances.again", test_again, NULL, 0},
    {"distances.after_failures", test_after_failures, NULL, 0},
    {"distances.refused", test_refused, NULL, 0},
    {"distances.verify", test_verify, NULL, 0},
    {"distances.allocations", test_allocations, NULL, 0},
    {NULL, NULL, NULL, 0},
};
