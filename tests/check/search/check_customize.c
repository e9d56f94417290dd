/*
 * Hierarchies that are made by new lengths from a base, beside those that are made anew: graphs of
 * eight shapes with many kinds of lengths; the same bytes from every context. And the cuts by which
 * the base orders vertices, against all sets of vertices.
 */
#include "edge_list.h"
#include "search/hierarchy/hierarchy_base.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SHAPES = 8, LENGTHS = 7, ENDS = 8 };

/* ---- instances ------------------------------------------------------------------------------- */

typedef struct instance {
    uint64_t n, m;
    bool undirected;
    kg_vertex *end; /* [2m] in order of their sources */
    double *value;  /* [m] */
} instance;

static double make_length(uint64_t kind, uint64_t *state)
{
    const double part = (double)(check_random(state) >> 11) * 0x1p-53;

    switch (kind) {
    case 1:
        return (double)(check_random(state) % 3); /* 0 among them */
    case 2:
        return check_random(state) % 2 ? -0.0 : 0;
    case 3:
        return (double)(check_random(state) % 1000000007) * 1024;
    case 4:
        return (double)(check_random(state) % 64) / 16;
    case 5:
        return (double)(1 + check_random(state) % 1000) / 100; /* decimals */
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

static void add_grid(instance *x, uint64_t *state)
{
    const uint64_t side = (uint64_t)sqrt((double)x->n);

    for (uint64_t v = 0; v < side * side; v++) {
        const uint64_t left = v - 1, above = v - side;

        if (v % side && check_random(state) % 8)
            add(x, left, v);
        if (v % side && check_random(state) % 2)
            add(x, v, left);
        if (v >= side && check_random(state) % 8)
            add(x, above, v);
        if (v >= side && check_random(state) % 2)
            add(x, v, above);
    }
}

static void add_shape(instance *x, uint64_t shape, uint64_t *state)
{
    const uint64_t n = x->n;

    if (shape == 2)
        add_grid(x, state);
    for (uint64_t v = 0; v + 1 < n && shape == 0; v++) /* a path */
        add(x, v, v + 1);
    for (uint64_t v = 1; v < n && shape == 1; v++) { /* a star */
        add(x, 0, v);
        add(x, v, 0);
    }
    for (uint64_t v = 0; v < n && shape == 3; v++) /* a circle with parallel edges */
        for (int k = 0; k < 2; k++)
            add(x, v, (v + 1) % n);
    for (uint64_t u = 0; u < n && u < 30 && shape == 4; u++) /* each to each, loops too */
        for (uint64_t v = 0; v < n && v < 30; v++)
            add(x, u, v);
    for (uint64_t i = 0; i < 2 * n && shape == 5; i++) /* two parts */
        add(x, check_random(state) % (n / 2 + 1), check_random(state) % (n / 2 + 1));
    for (uint64_t v = 1; v < n && shape == 6; v++) /* a tree */
        add(x, v, check_random(state) % v);
    for (uint64_t i = 0; i < 2 * n && shape == 7; i++)
        add(x, check_random(state) % n, check_random(state) % n);
}

static int by_source(const void *a, const void *b)
{
    const kg_vertex *x = a, *y = b;

    return x[0] != y[0] ? (x[0] < y[0] ? -1 : 1) : (x[1] > y[1]) - (x[1] < y[1]);
}

/* A graph with edges of no length yet. */
static instance make_instance(uint64_t shape, uint64_t n, bool undirected, uint64_t seed)
{
    uint64_t state = seed * 100 + shape;
    instance x = {.n = n, .undirected = undirected};

    x.end = check_array(2 * (4 * n + 900 + 1), sizeof *x.end);
    if (n)
        add_shape(&x, shape, &state);
    qsort(x.end, x.m, 2 * sizeof *x.end, by_source);
    x.value = check_array(x.m + 1, sizeof *x.value);
    memset(x.value, 0, x.m * sizeof *x.value);
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

/* ---- comparing ------------------------------------------------------------------------------- */

typedef kg_status writer(void *object, const char *path);

static kg_status write_base(void *object, const char *path)
{
    return kg_hierarchy_base_write(object, path);
}

static kg_status write_hierarchy(void *object, const char *path)
{
    return kg_hierarchy_write(object, path);
}

/* The bytes of an object's file. */
static unsigned char *write_down(
    check *c, kg_context *ctx, void *object, writer *write, size_t *size)
{
    char path[] = "/tmp/check-customize-XXXXXX";
    const int fd = mkstemp(path);
    unsigned char *bytes = NULL;
    FILE *file;

    *size = 0;
    if (fd < 0 || !check_status(c, ctx, write(object, path), KG_OK))
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

/* Compares the bytes of an object's file with those of the first context. Returns its own bytes, to
 * be freed. */
static unsigned char *check_bytes(check *c, kg_context *ctx, void *object, writer *write,
    unsigned char **first, size_t *first_size, size_t *size)
{
    unsigned char *bytes = write_down(c, ctx, object, write, size);

    if (!*first) {
        *first = check_array(*size, 1);
        *first_size = *size;
        memcpy(*first, bytes, *size);
    }
    check_number(c, ctx, "bytes", *size, *first_size);
    if (*size == *first_size)
        check_equal(c, ctx, "file", bytes, *first, *size, 1);
    return bytes;
}

/* Whether a length is that of the hierarchy made anew, or as near to it as the header says. */
static bool is_length(bool exact, double got, double expected, uint64_t n)
{
    return got == expected || (!exact && fabs(got - expected) <= expected * 0x1p-51 * (double)n);
}

static void check_path(check *c, kg_context *ctx, const instance *x, kg_hierarchy *h,
    kg_hierarchy *fresh, kg_vertex from, kg_vertex to)
{
    kg_hierarchy_counts counts;
    const kg_edge *edge;
    const kg_vertex *step;
    double expected, length, again, sum = 0;
    uint64_t count, wrong = 0;
    const kg_status status = kg_hierarchy_distance(fresh, from, to, &expected);

    check_status(c, ctx, kg_hierarchy_count(fresh, &counts), KG_OK);
    check_status(c, ctx, kg_hierarchy_distance(h, from, to, &length), status);
    if (!is_length(counts.exact, length, expected, x->n))
        check_fail(c, ctx, "%u to %u: %.17g, not %.17g", from, to, length, expected);
    if (!check_status(c, ctx, kg_hierarchy_path(h, from, to, &again, &edge, &step, &count), status))
        return;
    check_equal(c, ctx, "length again", &again, &length, 1, sizeof length);
    if (status != KG_OK)
        return;
    check_number(c, ctx, "first vertex", step[0], from);
    check_number(c, ctx, "last vertex", step[count], to);
    for (uint64_t i = 0; i < count; i++) {
        const kg_vertex a = x->end[2 * edge[i]], b = x->end[2 * edge[i] + 1];

        wrong += !((a == step[i] && b == step[i + 1]) ||
                   (x->undirected && b == step[i] && a == step[i + 1]));
        sum += x->value[edge[i]];
    }
    check_number(c, ctx, "wrong steps", wrong, 0);
    check_equal(c, ctx, "length of the path", &length, &sum, 1, sizeof sum);
}

static void check_tree(check *c, kg_context *ctx, const instance *x, kg_hierarchy *h,
    kg_hierarchy *fresh, const kg_vertex *end)
{
    const kg_distances_options options = {.towards = end[0] % 2};
    kg_distances *tree = NULL, *other = NULL;

    if (check_status(c, ctx, kg_hierarchy_tree(&tree, h, end, 2, &options), KG_OK) &&
        check_status(c, ctx, kg_hierarchy_tree(&other, fresh, end, 2, &options), KG_OK)) {
        check_equal(c, ctx, "distances", kg_distances_lengths(tree), kg_distances_lengths(other),
            x->n, sizeof(double));
        check_equal(c, ctx, "edges", kg_distances_edges(tree), kg_distances_edges(other), x->n,
            sizeof(kg_edge));
    }
    kg_distances_destroy(tree);
    kg_distances_destroy(other);
}

static void check_matrix(
    check *c, kg_context *ctx, kg_hierarchy *h, kg_hierarchy *fresh, const kg_vertex *end)
{
    const kg_hierarchy_matrix_options options = {.verify = 1};
    double entry[2][ENDS * ENDS] = {{0}};
    kg_type type[2] = {KG_U8, KG_U8};

    for (int k = 0; k < 2; k++) {
        kg_distance_matrix *m = NULL;

        check_status(
            c, ctx, kg_hierarchy_matrix(&m, k ? fresh : h, end, ENDS, end, ENDS, &options), KG_OK);
        type[k] = kg_distance_matrix_type(m);
        check_status(c, ctx, kg_distance_matrix_rows(m, 0, ENDS, entry[k]), KG_OK);
        kg_distance_matrix_destroy(m);
    }
    check_number(c, ctx, "type", type[0], type[1]);
    check_equal(c, ctx, "matrix", entry[0], entry[1], ENDS * ENDS, sizeof **entry);
}

/* Compares one set of lengths. first: the file of the first context. */
static void compare(check *c, kg_context *ctx, const instance *x, const kg_hierarchy_base *base,
    uint64_t seed, unsigned char **first, size_t *first_size)
{
    const kg_hierarchy_customize_options labels = {.labels = 1};
    uint64_t state = seed;
    kg_graph *graph = NULL;
    kg_hierarchy *h = NULL, *fresh = NULL, *read = NULL;
    unsigned char *bytes = NULL;
    kg_vertex end[ENDS];
    size_t size;

    if (!check_status(c, ctx, build(&graph, ctx, x), KG_OK) ||
        !check_status(
            c, ctx, kg_hierarchy_customize(&h, base, graph, seed % 3 ? NULL : &labels), KG_OK) ||
        !check_status(c, ctx, kg_hierarchy_build(&fresh, graph, NULL), KG_OK))
        goto out;
    bytes = check_bytes(c, ctx, h, write_hierarchy, first, first_size, &size);
    if (seed % 2 &&
        check_status(c, ctx, kg_hierarchy_read_memory(&read, graph, bytes, size), KG_OK)) {
        kg_hierarchy_destroy(h);
        h = read;
    }
    if (!x->n)
        goto out;
    for (int i = 0; i < ENDS; i++)
        end[i] = (kg_vertex)(check_random(&state) % x->n);
    for (int i = 0; i < ENDS; i++)
        for (int k = 0; k < ENDS; k++)
            check_path(c, ctx, x, h, fresh, end[i], end[k]);
    check_tree(c, ctx, x, h, fresh, end);
    check_matrix(c, ctx, h, fresh, end);
out:
    free(bytes);
    kg_hierarchy_destroy(h);
    kg_hierarchy_destroy(fresh);
    kg_graph_destroy(graph);
}

/* Gives a graph `count` sets of lengths, in all contexts; first in one of the CPU. */
static void compare_all(check *c, instance *x, uint64_t count, uint64_t seed)
{
    unsigned char *first = NULL, **first_of = check_array(count, sizeof *first_of);
    size_t first_size = 0, size, *size_of = check_array(count, sizeof *size_of);
    const kg_context_options serial = {.device = "cpu", .threads = 1};
    kg_context *cpu = NULL;

    memset(first_of, 0, count * sizeof *first_of);
    check_status(c, NULL, kg_context_create(&cpu, &serial), KG_OK);
    for (int k = strcmp(c->backend, "cpu") == 0 ? 0 : -1; k < c->contexts; k++) {
        kg_context *ctx = k < 0 ? cpu : c->context[k];
        kg_graph *graph = NULL;
        kg_hierarchy_base *base = NULL, *read = NULL;
        unsigned char *bytes = NULL;

        memset(x->value, 0, x->m * sizeof *x->value);
        if (!check_status(c, ctx, build(&graph, ctx, x), KG_OK) ||
            !check_status(c, ctx, kg_hierarchy_base_build(&base, graph), KG_OK))
            goto out;
        bytes = check_bytes(c, ctx, base, write_base, &first, &first_size, &size);
        if (k % 2 &&
            check_status(c, ctx, kg_hierarchy_base_read_memory(&read, graph, bytes, size), KG_OK)) {
            kg_hierarchy_base_destroy(base);
            base = read;
        }
        for (uint64_t i = 0; i < count; i++) {
            uint64_t state = seed * 1000 + i;

            for (uint64_t e = 0; e < x->m; e++)
                x->value[e] = make_length((seed + i) % LENGTHS, &state);
            check_say(c, "lengths %llu", (unsigned long long)i);
            compare(c, ctx, x, base, seed + i, &first_of[i], &size_of[i]);
        }
    out:
        free(bytes);
        kg_hierarchy_base_destroy(base);
        kg_graph_destroy(graph);
    }
    for (uint64_t i = 0; i < count; i++)
        free(first_of[i]);
    free(first_of);
    free(size_of);
    free(first);
    kg_context_destroy(cpu);
}

static void test_small(check *c)
{
    const uint64_t count = check_is_small() ? 2 * SHAPES : 4 * SHAPES;

    for (uint64_t i = 0; i < count; i++) {
        uint64_t state = c->seed + i;
        const uint64_t n = i < 3 ? i : i == SHAPES ? 2 : 1 + check_random(&state) % 200;
        instance x = make_instance(i % SHAPES, n, i / SHAPES % 2, c->seed + i);

        compare_all(c, &x, check_is_small() ? 3 : LENGTHS, i);
        free_instance(&x);
    }
}

/* So many vertices that threads share the levels and the rounds of cuts. */
static void test_large(check *c)
{
    static const uint64_t shape[] = {2, 7, 0, 6};
    const uint64_t n = check_is_small() ? 1200 : 3600;

    for (uint64_t i = 0; i < sizeof shape / sizeof *shape; i++) {
        instance x = make_instance(shape[i], shape[i] == 7 ? n / 6 : n, i % 2, c->seed);

        compare_all(c, &x, 3, i);
        free_instance(&x);
    }
}

/* One base for two contexts: it keeps memory of its own context only. */
static void test_shared(check *c)
{
    kg_context *const pair[] = {c->context[0], c->context[c->contexts - 1]};
    instance x = make_instance(2, 150, false, c->seed);
    kg_hierarchy_base *base = NULL;
    kg_graph *graph = NULL;
    unsigned char *first = NULL;
    size_t first_size, size;

    check_say(c, "a shared base");
    for (uint64_t e = 0; e < x.m; e++)
        x.value[e] = (double)(e % 7) / 10;
    check_status(c, pair[0], build(&graph, pair[0], &x), KG_OK);
    check_status(c, pair[0], kg_hierarchy_base_build(&base, graph), KG_OK);
    kg_graph_destroy(graph);
    for (int k = 0; k < 6; k++) {
        kg_context *const ctx = pair[k % 2];
        const uint64_t held = check_held(ctx);
        kg_hierarchy *h = NULL;

        check_status(c, ctx, build(&graph, ctx, &x), KG_OK);
        if (check_status(c, ctx, kg_hierarchy_customize(&h, base, graph, NULL), KG_OK))
            free(check_bytes(c, ctx, h, write_hierarchy, &first, &first_size, &size));
        kg_hierarchy_destroy(h);
        kg_graph_destroy(graph);
        if (k > 0)
            check_number(c, ctx, "bytes held", check_held(ctx), held);
    }
    kg_hierarchy_base_destroy(base);
    free(first);
    free_instance(&x);
}

/* ---- cuts ------------------------------------------------------------------------------------ */

/* Returns whether paths from the first ranks to the last lead around a set of vertices. */
static bool passes(const kg__cutter *g, uint32_t share, uint32_t set)
{
    uint32_t reached = 0, before;

    for (uint32_t v = 0; v < g->count; v++)
        if (g->rank[v] < share)
            reached |= 1u << v;
    reached &= ~set;
    do {
        before = reached;
        for (uint32_t v = 0; v < g->count; v++)
            for (uint32_t i = g->row[v]; i < g->row[v + 1]; i++)
                if (reached >> v & 1)
                    reached |= 1u << g->col[i] & ~set;
    } while (reached != before);
    for (uint32_t v = 0; v < g->count; v++)
        if (g->rank[v] >= g->count - share && reached >> v & 1)
            return true;
    return false;
}

static uint32_t ones(uint32_t set)
{
    uint32_t count = 0;

    for (; set; set &= set - 1)
        count++;
    return count;
}

static void fill(kg__cutter *g, uint32_t n, uint64_t *state)
{
    const uint64_t in = 2 + check_random(state) % 5;
    bool edge[16][16] = {{false}};
    uint32_t used = 0;

    for (uint32_t u = 0; u < n; u++)
        for (uint32_t v = 0; v < u; v++)
            edge[u][v] = edge[v][u] = check_random(state) % in == 0;
    for (uint32_t u = 0; u < n; u++) {
        g->row[u] = used;
        for (uint32_t v = 0; v < n; v++)
            if (edge[u][v])
                g->col[used++] = v;
    }
    g->row[n] = used;
    for (uint32_t v = 0; v < n; v++) { /* a random order */
        const uint32_t at = (uint32_t)(check_random(state) % (v + 1));

        g->rank[v] = v;
        for (uint32_t u = 0; u < v; u++)
            g->rank[v] = g->rank[u] == at ? at : g->rank[v];
        for (uint32_t u = 0; u < v; u++)
            g->rank[u] = g->rank[u] == at ? v : g->rank[u];
    }
}

static void test_cuts(check *c)
{
    const uint64_t count = check_is_small() ? 30 : 200;
    kg_context *ctx = c->context[0];
    kg__cutter g = {.ctx = ctx};
    uint64_t state = c->seed;

    check_say(c, "cuts");
    for (uint64_t i = 0; i < count; i++) {
        const uint32_t n = (uint32_t)(4 + check_random(&state) % 8), share = n / 4;
        uint32_t least = UINT32_MAX, set = 0, crossing = 0;

        check_status(c, ctx, kg__cutter_grow(&g, n, (uint64_t)n * n), KG_OK);
        fill(&g, n, &state);
        for (uint32_t k = 0; k < 1u << n; k++)
            if (ones(k) < least && !passes(&g, share, k))
                least = ones(k);
        check_number(c, ctx, "separators", kg__cut(&g, share, UINT32_MAX), least);
        for (uint32_t v = 0; v < n; v++) {
            set |= g.part[v] == KG__SEPARATOR ? 1u << v : 0;
            for (uint32_t k = g.row[v]; k < g.row[v + 1]; k++)
                crossing += g.part[v] == KG__PART_A && g.part[g.col[k]] == KG__PART_B;
        }
        check_number(c, ctx, "in the set", ones(set), least);
        check_number(c, ctx, "edges across", crossing, 0);
        check_number(c, ctx, "ways around", passes(&g, share, set), 0);
        if (least)
            check_number(c, ctx, "given up", kg__cut(&g, share, least - 1), UINT32_MAX);
    }
    kg__cutter_release(&g);
}

/* ---- sizes, refusals, failures --------------------------------------------------------------- */

/* Roads have a small base, and random graphs are refused soon. */
static void test_sizes(check *c)
{
    const kg_generate_options roads = {
        .kind = KG_GENERATE_GRID_ROADS, .width = 100, .height = 100, .seed = 1};
    const kg_generate_options mesh = {
        .kind = KG_GENERATE_RANDOM, .vertices = 20000, .max_degree = 12, .seed = 1};
    kg_context *ctx = c->context[c->contexts - 1];
    kg_hierarchy_base_counts counts;
    kg_hierarchy_base *base = NULL;
    kg_graph *graph = NULL;

    check_say(c, "sizes");
    check_status(c, ctx, kg_graph_generate(&graph, ctx, &roads), KG_OK);
    check_status(c, ctx, kg_hierarchy_base_build(&base, graph), KG_OK);
    check_status(c, ctx, kg_hierarchy_base_count(base, &counts), KG_OK);
    if (counts.arcs > 5 * (uint64_t)kg_graph_vertices(graph))
        check_fail(c, ctx, "%llu arcs", (unsigned long long)counts.arcs);
    kg_hierarchy_base_destroy(base);
    kg_graph_destroy(graph);
    check_status(c, ctx, kg_graph_generate(&graph, ctx, &mesh), KG_OK);
    check_status(c, ctx, kg_hierarchy_base_build(&base, graph), KG_UNSUPPORTED);
    if (!strstr(kg_context_message(ctx), "no small sets of vertices that separate it"))
        check_fail(c, ctx, "the text is '%s'", kg_context_message(ctx));
    check_number(c, ctx, "a base", base != NULL, 0);
    kg_graph_destroy(graph);
}

static void expect(check *c, kg_status got, kg_status status, const char *text)
{
    kg_context *ctx = c->context[0];

    check_status(c, ctx, got, status);
    if (!strstr(kg_context_message(ctx), text))
        check_fail(c, ctx, "the text is '%s', not '%s'", kg_context_message(ctx), text);
}

static void test_refused(check *c)
{
    static const kg_vertex end[] = {0, 1, 1, 2}, other[] = {0, 1, 0, 2};
    static const double bad[][2] = {{1, -0.5}, {NAN, 1}, {1, INFINITY}};
    static const char *const text[] = {"edge 1 has the value -0.5", "edge 0 has", "edge 1 has"};
    static const uint64_t plus[] = {3};
    const kg_hierarchy_customize_options unit = {.unit = 1};
    kg_context *ctx = c->context[0];
    kg_hierarchy_base *base = NULL, *none;
    kg_hierarchy *h = NULL;
    kg_graph *graph = NULL;
    double length;

    check_say(c, "refusals");
    check_status(c, ctx, kg_graph_build_undirected(&graph, ctx, 3, 2, end, NULL), KG_OK);
    check_status(c, ctx, kg_hierarchy_base_build(&base, graph), KG_OK);
    expect(c, kg_hierarchy_customize(&h, NULL, graph, NULL), KG_ARGUMENT, "base is NULL");
    kg_graph_destroy(graph);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        check_status(c, ctx, kg_graph_build_undirected(&graph, ctx, 3, 2, end, bad[i]), KG_OK);
        expect(c, kg_hierarchy_customize(&h, base, graph, NULL), KG_FORMAT, text[i]);
        check_number(c, ctx, "an answer", h != NULL, 0);
        check_status(c, ctx, kg_hierarchy_customize(&h, base, graph, &unit), KG_OK);
        check_status(c, ctx, kg_hierarchy_distance(h, 0, 2, &length), KG_OK);
        check_number(c, ctx, "length", (uint64_t)length, 2);
        kg_hierarchy_destroy(h);
        kg_graph_destroy(graph);
    }
    check_status(c, ctx, kg_graph_build_undirected(&graph, ctx, 3, 2, other, NULL), KG_OK);
    expect(c, kg_hierarchy_customize(&h, base, graph, NULL), KG_ARGUMENT, "of another graph");
    kg_graph_destroy(graph);
    check_status(c, ctx, kg_graph_build_undirected(&graph, ctx, 3, 1, end, NULL), KG_OK);
    expect(c, kg_hierarchy_customize(&h, base, graph, NULL), KG_ARGUMENT, "3 vertices and 2 edges");
    kg_graph_destroy(graph);
    check_status(
        c, ctx, kg_graph_build_bidirected(&graph, ctx, 3, 2, end, plus, NULL, NULL), KG_OK);
    expect(c, kg_hierarchy_base_build(&none, graph), KG_UNSUPPORTED, "bidirected");
    kg_graph_destroy(graph);
    kg_hierarchy_base_destroy(base);
}

static kg_status do_all(kg_context *ctx, const instance *x)
{
    const kg_hierarchy_customize_options labels = {.labels = 1};
    kg_graph *graph = NULL;
    kg_hierarchy_base *base = NULL;
    kg_hierarchy *h = NULL;
    kg_status status;

    KG_TRY(build(&graph, ctx, x));
    KG_TRY(kg_hierarchy_base_build(&base, graph));
    KG_TRY(kg_hierarchy_customize(&h, base, graph, &labels));
out:
    kg_hierarchy_destroy(h);
    kg_hierarchy_base_destroy(base);
    kg_graph_destroy(graph);
    return status;
}

static void test_failures(check *c)
{
    instance x = make_instance(2, 81, false, c->seed);

    check_say(c, "failures");
    for (int by = 1; by <= 10; by += 9) { /* whole numbers, then decimals */
        for (uint64_t e = 0; e < x.m; e++)
            x.value[e] = (double)(e % 7) / by;
        CHECK_ALLOCATIONS(c, c->context[0], do_all(c->context[0], &x));
    }
    free_instance(&x);
}

const check_case check_customize_cases[] = {
    {"customize.small", test_small, NULL, 0},
    {"customize.large", test_large, NULL, 0},
    {"customize.shared", test_shared, NULL, 0},
    {"customize.cuts", test_cuts, NULL, 0},
    {"customize.sizes", test_sizes, NULL, 0},
    {"customize.refused", test_refused, NULL, 0},
    {"customize.failures", test_failures, NULL, 0},
    {NULL, NULL, NULL, 0},
};
