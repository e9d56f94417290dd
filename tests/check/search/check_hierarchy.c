/*
 * Contraction hierarchies, against Bellman-Ford rounds in the graph itself: lengths of paths, their
 * edges one by one, and trees, which are to be those of kg_graph_distances().
 */
#include "edge_list.h"
#include "search/hierarchy/hierarchy.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SHAPES = 8, LENGTHS = 7, PAIRS = 12, SOURCES = 3, CORE = 700 };

/* ---- instances ------------------------------------------------------------------------------- */

typedef struct instance {
    uint64_t n, m, room;
    bool undirected, exact;
    bool mirrored;  /* directed, with an edge as long the other way for each */
    kg_vertex *end; /* [2m] in order of their sources */
    double *value;  /* [m] or NULL */
} instance;

static double make_length(uint64_t kind, uint64_t *state)
{
    const double part = (double)(check_random(state) >> 11) * 0x1p-53;

    switch (kind) {
    case 1:
        return (double)(check_random(state) % 3); /* 0 among them */
    case 2:
        return 0;
    case 3:
        return (double)(check_random(state) % 1000000007) * 1024;
    case 4:
        return (double)(check_random(state) % 64) / 16; /* exact all the same */
    case 5:
        return part; /* inexact */
    case 6:
        return check_random(state) % 2 ? 1e18 : part;
    default:
        return (double)(1 + check_random(state) % 9);
    }
}

static void add(instance *x, uint64_t u, uint64_t v)
{
    x->end[2 * x->m] = (kg_vertex)u;
    x->end[2 * x->m++ + 1] = (kg_vertex)v;
}

static void add_shape(instance *x, uint64_t shape, uint64_t *state)
{
    const uint64_t n = x->n, side = (uint64_t)sqrt((double)n);

    for (uint64_t v = 0; v + 1 < n && shape == 0; v++) /* a path */
        add(x, v, v + 1);
    for (uint64_t v = 1; v < n && shape == 1; v++) { /* a star */
        add(x, 0, v);
        add(x, v, 0);
    }
    for (uint64_t v = 0; v < side * side && shape == 2; v++) { /* a grid, there and back */
        if (v % side)
            add(x, v - 1, v);
        if (v % side && check_random(state) % 2)
            add(x, v, v - 1);
        if (v >= side)
            add(x, v - side, v);
        if (v >= side && check_random(state) % 2)
            add(x, v, v - side);
    }
    for (uint64_t v = 0; v < n && shape == 3; v++) /* a circle, in which each edge is there twice */
        for (int k = 0; k < 2; k++)
            add(x, v, (v + 1) % n);
    for (uint64_t u = 0; u < n && n <= 40 && shape == 4; u++) /* each to each, loops too */
        for (uint64_t v = 0; v < n; v++)
            add(x, u, v);
    for (uint64_t i = 0; i < n * 2 && shape == 5; i++) /* two parts */
        add(x, check_random(state) % (n / 2 + 1), check_random(state) % (n / 2 + 1));
    for (uint64_t i = 0; i < n * (shape == 6 ? 2 : 4) && shape >= 6; i++)
        add(x, check_random(state) % n, check_random(state) % n);
}

static int by_source(const void *a, const void *b)
{
    const kg_vertex *x = a, *y = b;

    return x[0] != y[0] ? (x[0] < y[0] ? -1 : 1) : (x[1] > y[1]) - (x[1] < y[1]);
}

/* The length of edge e, of so many between its ends: whichever way it leads. */
static double mirrored_length(const instance *x, uint64_t e, uint64_t kind, uint64_t state)
{
    const kg_vertex u = x->end[2 * e], v = x->end[2 * e + 1];
    uint64_t parallel = 0;

    while (parallel < e && x->end[2 * (e - parallel - 1)] == u &&
           x->end[2 * (e - parallel - 1) + 1] == v)
        parallel++;
    state += (u < v ? u * x->n + v : v * x->n + u) * 1000 + parallel;
    return make_length(kind, &state);
}

static instance make_instance(uint64_t number, uint64_t seed, uint64_t n)
{
    uint64_t state = seed * 100000 + number;
    const uint64_t kind = number % LENGTHS;
    instance x = {.n = n, .undirected = number / LENGTHS & 1, .exact = kind < 5};

    x.mirrored = !x.undirected && number % 5 == 1;
    x.end = check_array(4 * (n * (n <= 40 ? n : 4) + 4 * n + 1), sizeof *x.end);
    if (n)
        add_shape(&x, number / (2 * LENGTHS) % SHAPES, &state);
    for (uint64_t e = 0, m = x.m; x.mirrored && e < m; e++)
        add(&x, x.end[2 * e + 1], x.end[2 * e]);
    qsort(x.end, x.m, 2 * sizeof *x.end, by_source);
    x.value = kind ? check_array(x.m + 1, sizeof *x.value) : NULL;
    for (uint64_t e = 0; e < x.m && kind; e++)
        x.value[e] = x.mirrored ? mirrored_length(&x, e, kind, state) : make_length(kind, &state);
    return x;
}

static void free_instance(instance *x)
{
    free(x->end);
    free(x->value);
}

static kg_status build(kg_graph **graph, kg_context *ctx, const instance *x)
{
    return edge_list_build(graph, ctx, x->n, x->m, x->undirected, x->end, x->value);
}

/* ---- the oracle ------------------------------------------------------------------------------ */

static double length_of(const instance *x, uint64_t e)
{
    return x->value ? x->value[e] : 1;
}

static bool shorten(double *distance, uint64_t u, uint64_t v, double length)
{
    if (!(distance[u] + length < distance[v]))
        return false;
    distance[v] = distance[u] + length;
    return true;
}

/* The least sums, each added from the source on. */
static double *solve(const instance *x, kg_vertex source)
{
    double *distance = check_array(x->n, sizeof *distance);
    bool any = true;

    for (uint64_t v = 0; v < x->n; v++)
        distance[v] = INFINITY;
    distance[source] = 0;
    while (any) {
        any = false;
        for (uint64_t e = 0; e < x->m; e++) {
            any |= shorten(distance, x->end[2 * e], x->end[2 * e + 1], length_of(x, e));
            if (x->undirected)
                any |= shorten(distance, x->end[2 * e + 1], x->end[2 * e], length_of(x, e));
        }
    }
    return distance;
}

/* ---- comparing ------------------------------------------------------------------------------- */

/* Whether a length is the distance, or as near to it as the header says. */
static bool is_length(const instance *x, double got, double distance, uint64_t edges)
{
    if (x->exact || distance == INFINITY)
        return got == distance;
    return got >= distance && got <= distance * (1 + 0x1p-51 * (double)edges);
}

static void check_path(check *c, kg_context *ctx, const instance *x, kg_hierarchy *h,
    kg_vertex from, kg_vertex to, double distance)
{
    const kg_status expected = distance < INFINITY ? KG_OK : KG_NO_SOLUTION;
    const kg_edge *edge;
    const kg_vertex *step;
    double length, again, sum = 0;
    uint64_t count, wrong = 0;

    check_status(c, ctx, kg_hierarchy_distance(h, from, to, &length), expected);
    if (!check_status(
            c, ctx, kg_hierarchy_path(h, from, to, &again, &edge, &step, &count), expected))
        return;
    check_equal(c, ctx, "length again", &again, &length, 1, sizeof length);
    if (!is_length(x, length, distance, x->n))
        check_fail(c, ctx, "%u to %u: %.17g, not %.17g", from, to, length, distance);
    if (expected != KG_OK)
        return;
    check_number(c, ctx, "first vertex", step[0], from);
    check_number(c, ctx, "last vertex", step[count], to);
    for (uint64_t i = 0; i < count; i++) {
        const kg_vertex a = x->end[2 * edge[i]], b = x->end[2 * edge[i] + 1];

        wrong += !((a == step[i] && b == step[i + 1]) ||
                   (x->undirected && b == step[i] && a == step[i + 1]));
        sum += length_of(x, edge[i]);
    }
    check_number(c, ctx, "wrong steps", wrong, 0);
    check_equal(c, ctx, "length of the path", &length, &sum, 1, sizeof sum);
}

/* Sets the number of places with labels, at most what they were. The device gets them anew. */
static void set_labelled(kg_hierarchy *h, uint32_t labelled)
{
    for (int i = 0; i < KG__RESIDENTS; i++) {
        kg__free(h->ctx, h->resident[i]);
        h->resident[i] = NULL;
    }
    h->labelled = labelled;
}

/* The distances of all vertices from one, as pairs: with labels of all places, of an upper part,
 * and so on down to none. */
static void check_pairs(check *c, kg_context *ctx, const instance *x, kg_hierarchy *h,
    kg_vertex from, const double *distance)
{
    const uint32_t labelled = h->labelled;
    kg_vertex *end = check_array(2 * x->n, sizeof *end);
    double *length = check_array(x->n, sizeof *length), one;
    uint64_t wrong;

    for (uint64_t v = 0; v < x->n; v++) {
        end[v] = from;
        end[x->n + v] = (kg_vertex)v;
    }
    for (uint32_t most = labelled;; most /= x->n > 100 ? 64 : 4) {
        set_labelled(h, most);
        if (!check_status(c, ctx, kg_hierarchy_distances(h, end, end + x->n, x->n, length), KG_OK))
            break;
        wrong = 0;
        for (uint64_t v = 0; v < x->n; v++) {
            if (!x->exact)
                kg_hierarchy_distance(h, from, (kg_vertex)v, &one);
            wrong += !is_length(x, length[v], distance[v], x->n) || (!x->exact && length[v] != one);
        }
        check_number(c, ctx, "wrong distances of pairs", wrong, 0);
        if (!most)
            break;
    }
    set_labelled(h, labelled);
    free(end);
    free(length);
}

/* The tree from some sources, with all that options can say, beside that of a search. */
static void check_tree(check *c, kg_context *ctx, const instance *x, kg_graph *graph,
    kg_hierarchy *h, uint64_t *state, const double *distance, kg_vertex first)
{
    kg_vertex source[SOURCES] = {first}, goal[SOURCES];
    kg_distances_options options = KG_DISTANCES_OPTIONS_INIT;
    kg_distances *tree, *plain;

    if (!check_status(c, ctx, kg_hierarchy_tree(&tree, h, source, 1, NULL), KG_OK))
        return;
    check_equal(c, ctx, "distances", kg_distances_lengths(tree), distance, x->n, sizeof *distance);
    kg_distances_destroy(tree);
    for (int i = 0; i < SOURCES; i++) {
        source[i] = (kg_vertex)(check_random(state) % x->n);
        goal[i] = (kg_vertex)(check_random(state) % x->n);
    }
    options.goal = goal;
    options.goals = check_random(state) % (SOURCES + 1);
    options.towards = check_random(state) % 2;
    options.has_limit = check_random(state) % 4 == 0;
    options.limit = (double)(check_random(state) % 16);
    if (!check_status(c, ctx, kg_hierarchy_tree(&tree, h, source, SOURCES, &options), KG_OK))
        return;
    check_status(c, ctx, kg_graph_distances(&plain, graph, source, SOURCES, &options), KG_OK);
    check_equal(c, ctx, "distances of several", kg_distances_lengths(tree),
        kg_distances_lengths(plain), x->n, sizeof(double));
    check_equal(c, ctx, "edges", kg_distances_edges(tree), kg_distances_edges(plain), x->n,
        sizeof(kg_edge));
    kg_distances_destroy(tree);
    kg_distances_destroy(plain);
}

/* The bytes of a hierarchy's file. */
static unsigned char *write_down(check *c, kg_context *ctx, kg_hierarchy *h, size_t *size)
{
    char path[] = "/tmp/check-hierarchy-XXXXXX";
    const int fd = mkstemp(path);
    unsigned char *bytes = NULL;
    FILE *file;

    *size = 0;
    if (fd < 0 || !check_status(c, ctx, kg_hierarchy_write(h, path), KG_OK))
        return NULL;
    close(fd);
    file = fopen(path, "rb");
    if (file && fseek(file, 0, SEEK_END) == 0) {
        *size = (size_t)ftell(file);
        rewind(file);
        bytes = check_array(*size, 1);
        *size = fread(bytes, 1, *size, file);
        fclose(file);
    }
    unlink(path);
    return bytes;
}

static void compare(check *c, const instance *x, bool is_written, uint64_t seed)
{
    unsigned char *first = NULL;
    size_t first_size = 0;

    for (int k = 0; k < c->contexts; k++) {
        kg_context *ctx = c->context[k];
        uint64_t state = seed;
        kg_graph *graph = NULL;
        kg_hierarchy *h = NULL, *again = NULL;
        unsigned char *bytes = NULL;
        kg_hierarchy_counts counts;
        size_t size = 0;

        if (!check_status(c, ctx, build(&graph, ctx, x), KG_OK) ||
            !check_status(c, ctx, kg_hierarchy_build(&h, graph, NULL), KG_OK))
            goto out;
        check_status(c, ctx, kg_hierarchy_count(h, &counts), KG_OK);
        if (x->mirrored)
            check_number(c, ctx, "sides", (uint64_t)h->sides, 1);
        if (x->m && x->n > 2)
            check_number(c, ctx, "exact", (uint64_t)counts.exact, x->exact || counts.exact);
        if (is_written) { /* the same bytes whatever the threads, and what was read works */
            bytes = write_down(c, ctx, h, &size);
            if (!first) {
                first = bytes;
                first_size = size;
            }
            check_number(c, ctx, "bytes", size, first_size);
            check_equal(c, ctx, "file", bytes, first, size, 1);
            if (check_status(c, ctx, kg_hierarchy_read_memory(&again, graph, bytes, size), KG_OK)) {
                kg_hierarchy_destroy(h);
                h = again;
            }
            if (bytes != first)
                free(bytes);
        }
        for (int i = 0; i < (k ? 1 : 3) && x->n; i++) {
            const kg_vertex from = (kg_vertex)(check_random(&state) % x->n);
            double *distance = solve(x, from);

            for (int pair = 0; pair < PAIRS; pair++) {
                const kg_vertex to = (kg_vertex)(check_random(&state) % x->n);

                check_path(c, ctx, x, h, from, to, distance[to]);
            }
            check_pairs(c, ctx, x, h, from, distance);
            check_tree(c, ctx, x, graph, h, &state, distance, from);
            free(distance);
        }
    out:
        kg_hierarchy_destroy(h);
        kg_graph_destroy(graph);
    }
    free(first);
}

static void test_small(check *c)
{
    const uint64_t count = check_is_small() ? 2 * LENGTHS * SHAPES : 448;

    for (uint64_t i = 0; i < count; i++) {
        uint64_t state = c->seed + i;
        instance x =
            make_instance(i, c->seed, i % 37 == 36 ? i / 37 % 3 : 1 + check_random(&state) % 40);

        check_say(c, "instance %llu", (unsigned long long)i);
        compare(c, &x, i % 8 == 0, i);
        free_instance(&x);
    }
}

/* So many that threads share the rounds, and the levels. */
static void test_large(check *c)
{
    static const uint64_t shape[] = {0, 1, 2, 6};
    const uint64_t n = check_is_small() ? 900 : 1500;

    for (uint64_t i = 0; i < sizeof shape / sizeof *shape; i++) {
        instance x = make_instance(2 * LENGTHS * shape[i] + (i % 2) * LENGTHS + 3, c->seed, n);

        check_say(c, "large instance %llu", (unsigned long long)i);
        compare(c, &x, true, i);
        free_instance(&x);
    }
}

/* A search takes the memory of what it reaches, and 8 bytes a place with labels, of which there are
 * 65536 at most. */
static void check_first_length(check *c, kg_context *ctx, kg_hierarchy *h)
{
    const uint64_t held = check_held(ctx);
    double length;

    check_status(c, ctx, kg_hierarchy_distance(h, 5, 500, &length), KG_OK);
    if (check_held(ctx) - held > 100000 + 8 * (uint64_t)kg_graph_vertices(h->graph))
        check_fail(c, ctx, "%llu bytes for a search", (unsigned long long)(check_held(ctx) - held));
}

/* The distances of all vertices from one: enough pairs for all threads. */
static void check_road_pairs(
    check *c, kg_context *ctx, kg_hierarchy *h, kg_vertex source, const double *distance)
{
    const uint64_t n = kg_graph_vertices(h->graph);
    kg_vertex *end = check_array(2 * n, sizeof *end);
    double *length = check_array(n, sizeof *length);

    for (uint64_t v = 0; v < n; v++) {
        end[v] = source;
        end[n + v] = (kg_vertex)v;
    }
    set_labelled(h, h->labelled / 8);
    check_status(c, ctx, kg_hierarchy_distances(h, end, end + n, n, length), KG_OK);
    check_equal(c, ctx, "distances of pairs", length, distance, n, sizeof *length);
    free(end);
    free(length);
}

/* Lengths by way of a core, from vertices in it and outside to all. CORE vertices have 16 edges
 * each to one another. Those outside have one to the core and one to the next of them. */
static void test_core(check *c)
{
    const kg_vertex out = CORE / 2, n = CORE + out, m = 16 * CORE + 2 * out;
    kg_context *ctx = c->context[0];
    kg_vertex *end = check_array(2 * (uint64_t)m, sizeof *end);
    double *value = check_array(m, sizeof *value);
    uint64_t state = c->seed;
    kg_graph *graph = NULL;
    kg_hierarchy *h = NULL;

    check_say(c, "a core");
    for (kg_vertex e = 0; e < m; e++) {
        const kg_vertex at = e < 16 * CORE ? e / 16 : CORE + (e - 16 * CORE) / 2;

        end[2 * e] = at;
        end[2 * e + 1] = at >= CORE && e % 2 ? CORE + (at - CORE + 1) % out
                                             : (kg_vertex)(check_random(&state) % CORE);
        value[e] = (double)(1 + check_random(&state) % 100);
    }
    check_status(c, ctx, edge_list_build(&graph, ctx, n, m, true, end, value), KG_OK);
    check_status(c, ctx, kg_hierarchy_build(&h, graph, NULL), KG_OK);
    check_number(c, ctx, "a core", h->level[1] > 0 && h->level[1] < n, 1);
    for (kg_vertex from = 0; from < n; from += 113) {
        kg_distances *d = NULL;
        uint64_t wrong = 0;
        double length;

        check_status(c, ctx, kg_graph_distances(&d, graph, &from, 1, NULL), KG_OK);
        for (kg_vertex to = 0; to < n; to++) {
            kg_hierarchy_distance(h, from, to, &length);
            wrong += length != kg_distances_lengths(d)[to];
        }
        check_number(c, ctx, "wrong lengths", wrong, 0);
        kg_distances_destroy(d);
    }
    kg_hierarchy_destroy(h);
    kg_graph_destroy(graph);
    free(end);
    free(value);
}

/* Roads, whose levels are long enough for all threads, beside the search. */
static void test_roads(check *c)
{
    const kg_generate_options options = {.kind = KG_GENERATE_GRID_ROADS,
        .width = check_is_small() ? 40 : 100,
        .height = check_is_small() ? 40 : 100,
        .seed = c->seed};

    check_say(c, "roads");
    for (int k = 0; k < c->contexts; k++) {
        kg_context *ctx = c->context[k];
        const kg_vertex source = 77;
        kg_graph *graph = NULL;
        kg_hierarchy *h = NULL;
        kg_distances *tree = NULL, *plain = NULL;
        kg_hierarchy_counts counts;

        check_status(c, ctx, kg_graph_generate(&graph, ctx, &options), KG_OK);
        check_status(c, ctx, kg_hierarchy_build(&h, graph, NULL), KG_OK);
        check_status(c, ctx, kg_hierarchy_count(h, &counts), KG_OK);
        check_number(c, ctx, "core", counts.core, 0);
        check_number(c, ctx, "exact", (uint64_t)counts.exact, 1);
        if (counts.arcs > 4 * (uint64_t)kg_graph_vertices(graph))
            check_fail(c, ctx, "%llu arcs", (unsigned long long)counts.arcs);
        check_first_length(c, ctx, h);
        check_status(c, ctx, kg_hierarchy_tree(&tree, h, &source, 1, NULL), KG_OK);
        check_status(c, ctx, kg_graph_distances(&plain, graph, &source, 1, NULL), KG_OK);
        check_equal(c, ctx, "distances", kg_distances_lengths(tree), kg_distances_lengths(plain),
            kg_graph_vertices(graph), sizeof(double));
        check_road_pairs(c, ctx, h, source, kg_distances_lengths(plain));
        check_equal(c, ctx, "parents", kg_distances_parents(tree), kg_distances_parents(plain),
            kg_graph_vertices(graph), sizeof(kg_vertex));
        kg_distances_destroy(tree);
        kg_distances_destroy(plain);
        kg_hierarchy_destroy(h);
        kg_graph_destroy(graph);
    }
}

/* ---- refusals -------------------------------------------------------------------------------- */

static void expect(check *c, kg_status got, kg_status status, const char *text)
{
    kg_context *ctx = c->context[0];

    check_status(c, ctx, got, status);
    if (!strstr(kg_context_message(ctx), text))
        check_fail(c, ctx, "the text is '%s', not '%s'", kg_context_message(ctx), text);
}

static void test_refused(check *c)
{
    static const kg_vertex end[] = {0, 1, 1, 2}, source = 1;
    static const double bad[] = {1, -0.5}, good[] = {1, 2}, large[] = {1e308, 1};
    static const uint64_t plus[] = {3};
    static const kg_vertex three[] = {2, 3};
    const kg_hierarchy_options unit = {.unit = 1};
    kg_distances_options options = KG_DISTANCES_OPTIONS_INIT;
    kg_context *ctx = c->context[0];
    kg_graph *graph;
    kg_hierarchy *h;
    kg_distances *d;
    double length, lengths[2];
    uint64_t count;

    check_say(c, "refusals");
    check_status(c, ctx, kg_graph_build_undirected(&graph, ctx, 3, 2, end, bad), KG_OK);
    expect(c, kg_hierarchy_build(&h, graph, NULL), KG_FORMAT, "edge 1 has the value -0.5");
    check_number(c, ctx, "an answer", h != NULL, 0);
    check_status(c, ctx, kg_hierarchy_build(&h, graph, &unit), KG_OK);
    expect(c, kg_hierarchy_tree(&d, h, &source, 1, NULL), KG_ARGUMENT, "unit is needed");
    options.unit = 1;
    check_status(c, ctx, kg_hierarchy_tree(&d, h, &source, 1, &options), KG_OK);
    kg_distances_destroy(d);
    expect(c, kg_hierarchy_distance(h, 0, 3, &length), KG_ARGUMENT, "vertex 3: there are 3");
    expect(c, kg_hierarchy_distances(h, end, three, 2, lengths), KG_ARGUMENT,
        "pair 1, vertex 3: there are 3");
    expect(c, kg_hierarchy_distances(h, three, end, 2, lengths), KG_ARGUMENT, "pair 1, vertex 3");
    expect(c, kg_hierarchy_distances(h, NULL, end, 1, lengths), KG_ARGUMENT, "from");
    expect(c, kg_hierarchy_distances(h, end, NULL, 1, lengths), KG_ARGUMENT, "to");
    expect(c, kg_hierarchy_distances(h, end, end, 1, NULL), KG_ARGUMENT, "length");
    expect(c, kg_hierarchy_distances(NULL, end, end, 1, lengths), KG_ARGUMENT, "");
    check_status(c, ctx, kg_hierarchy_distances(h, NULL, NULL, 0, NULL), KG_OK);
    expect(c, kg_hierarchy_path(h, 4, 0, NULL, NULL, NULL, &count), KG_ARGUMENT, "vertex 4");
    kg_hierarchy_destroy(h);
    kg_graph_destroy(graph);
    check_status(c, ctx, kg_graph_build_undirected(&graph, ctx, 3, 2, end, large), KG_OK);
    expect(c, kg_hierarchy_build(&h, graph, NULL), KG_OVERFLOW, "past the range of a double");
    kg_graph_destroy(graph);
    check_status(c, ctx, kg_graph_build_undirected(&graph, ctx, 3, 2, end, good), KG_OK);
    check_status(c, ctx, kg_hierarchy_build(&h, graph, NULL), KG_OK);
    expect(c, kg_hierarchy_tree(&d, h, &source, 1, &options), KG_ARGUMENT, "make it with unit");
    kg_hierarchy_destroy(h);
    kg_graph_destroy(graph);
    check_status(
        c, ctx, kg_graph_build_bidirected(&graph, ctx, 3, 2, end, plus, NULL, NULL), KG_OK);
    expect(c, kg_hierarchy_build(&h, graph, NULL), KG_UNSUPPORTED, "bidirected");
    kg_graph_destroy(graph);
}

/* ---- failures -------------------------------------------------------------------------------- */

static kg_status do_all(kg_context *ctx, const instance *x)
{
    static const kg_vertex end[] = {0, 7, 24, 3, 3, 12};
    const kg_vertex source = 0;
    kg_graph *graph = NULL;
    kg_hierarchy *h = NULL;
    kg_distances *d = NULL;
    double length[3];
    uint64_t count;
    kg_status status;

    KG_TRY(build(&graph, ctx, x));
    KG_TRY(kg_hierarchy_build(&h, graph, NULL));
    KG_TRY(kg_hierarchy_path(h, 0, (kg_vertex)x->n - 1, NULL, NULL, NULL, &count));
    KG_TRY(kg_hierarchy_distances(h, end, end + 3, 3, length));
    KG_TRY(kg_hierarchy_tree(&d, h, &source, 1, NULL));
out:
    kg_distances_destroy(d);
    kg_hierarchy_destroy(h);
    kg_graph_destroy(graph);
    return status;
}

static void test_failures(check *c)
{
    instance x = make_instance(2 * LENGTHS * 2 + LENGTHS + 3, c->seed, 25);
    kg_context *ctx = c->context[0];

    check_say(c, "failures");
    CHECK_ALLOCATIONS(c, ctx, do_all(ctx, &x));
    free_instance(&x);
}

/* ---- benchmarks ------------------------------------------------------------------------------ */

static void bench_roads(check *c)
{
    const kg_generate_options options = {
        .kind = KG_GENERATE_GRID_ROADS, .width = 1000, .height = 1000, .seed = 1};
    const uint64_t pairs = 100000;

    for (int k = 0; k < c->contexts; k++) {
        kg_context *ctx = c->context[k];
        const kg_distances_options quick = {.skip_verify = 1};
        uint64_t state = 1, n;
        kg_graph *graph = NULL;
        kg_hierarchy *h = NULL;
        kg_distances *d = NULL;
        const kg_vertex source = 4711;
        double length;

        if (kg_graph_generate(&graph, ctx, &options) != KG_OK)
            return;
        n = kg_graph_vertices(graph);
        for (check_clock clock = {0}; check_again(c, &clock, ctx, "contract", n, 0);) {
            kg_hierarchy_destroy(h);
            check_status(c, ctx, kg_hierarchy_build(&h, graph, NULL), KG_OK);
        }
        for (check_clock clock = {0}; check_again(c, &clock, ctx, "query", pairs, 0);)
            for (uint64_t i = 0; i < pairs; i++)
                kg_hierarchy_distance(h, (kg_vertex)(check_random(&state) % n),
                    (kg_vertex)(check_random(&state) % n), &length);
        for (check_clock clock = {0}; check_again(c, &clock, ctx, "tree", n, 0);) {
            kg_distances_destroy(d);
            check_status(c, ctx, kg_hierarchy_tree(&d, h, &source, 1, &quick), KG_OK);
        }
        kg_distances_destroy(d);
        kg_hierarchy_destroy(h);
        kg_graph_destroy(graph);
    }
}

const check_case check_hierarchy_cases[] = {
    {"hierarchy.small", test_small, NULL, 0},
    {"hierarchy.large", test_large, NULL, 0},
    {"hierarchy.core", test_core, NULL, 0},
    {"hierarchy.roads", test_roads, bench_roads, 0},
    {"hierarchy.refused", test_refused, NULL, 0},
    {"hierarchy.failures", test_failures, NULL, 0},
    {NULL, NULL, NULL, 0},
};
