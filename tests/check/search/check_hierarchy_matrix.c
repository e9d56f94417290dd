/*
 * Matrices of distances by a hierarchy, against Dijkstra's algorithm by its definition: graphs of
 * five shapes with four kinds of lengths; the same bytes from every context.
 */
#include "edge_list.h"
#include "search/matrices/distance_matrix.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SHAPES = 5, LENGTHS = 4, SOURCES = 71, TARGETS = 39, MANY = 1500 };

/* ---- instances ------------------------------------------------------------------------------- */

typedef struct instance {
    uint64_t n, m;
    kg_vertex *end; /* [2m] in order of their sources */
    double *value;  /* [m] or NULL */
    bool exact;
    kg_vertex source[SOURCES], target[TARGETS];
} instance;

static double make_length(uint64_t kind, uint64_t *state)
{
    switch (kind) {
    case 1:
        return (double)(check_random(state) % 1000);
    case 2:
        return (double)(1 + check_random(state) % 1000) / 100; /* decimals */
    default:
        return (double)(check_random(state) >> 11) * 0x1p-53;
    }
}

static void add(instance *x, uint64_t u, uint64_t v)
{
    x->end[2 * x->m] = (kg_vertex)u;
    x->end[2 * x->m++ + 1] = (kg_vertex)v;
}

static void add_both(instance *x, uint64_t u, uint64_t v)
{
    add(x, u, v);
    add(x, v, u);
}

/* 0: a grid, 1: one with a sixth of the streets missing and a fourth one way, 2: random, 3: few
 * vertices have most edges, 4: a tree and vertices without edges. */
static void add_shape(instance *x, uint64_t shape, uint64_t *state)
{
    const uint64_t n = x->n, side = (uint64_t)sqrt((double)n);

    for (uint64_t v = 0; v < side * side && shape < 2; v++)
        for (int k = 0; k < 2; k++) {
            const uint64_t by = k ? side : 1, chance = shape ? check_random(state) % 12 : 11;

            if ((k ? v < side : v % side == 0) || chance < 2)
                continue;
            if (chance < 5)
                add(x, chance % 2 ? v : v - by, chance % 2 ? v - by : v);
            else
                add_both(x, v - by, v);
        }
    for (uint64_t i = 0; i < 3 * n && shape == 2; i++)
        add(x, check_random(state) % n, check_random(state) % n);
    for (uint64_t v = 1; v < n && shape == 3; v++)
        for (int k = 0; k < 2; k++) { /* an end of an earlier edge, or any vertex */
            const uint64_t at = x->m && check_random(state) % 8
                                    ? x->end[check_random(state) % (2 * x->m)]
                                    : check_random(state) % v;

            add_both(x, v, at);
        }
    for (uint64_t v = 1; v < n * 7 / 8 && shape == 4; v++)
        add_both(x, v, check_random(state) % v);
}

static int by_source(const void *a, const void *b)
{
    const kg_vertex *x = a, *y = b;

    return x[0] != y[0] ? (x[0] < y[0] ? -1 : 1) : (x[1] > y[1]) - (x[1] < y[1]);
}

static instance make_instance(uint64_t shape, uint64_t lengths, uint64_t n, uint64_t seed)
{
    uint64_t state = seed * 1000 + shape * LENGTHS + lengths;
    instance x = {.n = n, .exact = lengths < 2};

    x.end = check_array(2 * (4 * n + 1), sizeof *x.end);
    add_shape(&x, shape, &state);
    qsort(x.end, x.m, 2 * sizeof *x.end, by_source);
    x.value = lengths ? check_array(x.m + 1, sizeof *x.value) : NULL;
    for (uint64_t e = 0; e < x.m && lengths; e++)
        x.value[e] = make_length(lengths, &state);
    for (int i = 0; i < SOURCES; i++)
        x.source[i] = (kg_vertex)(check_random(&state) % n);
    for (int i = 0; i < TARGETS; i++)
        x.target[i] = (kg_vertex)(check_random(&state) % n);
    return x;
}

static void free_instance(instance *x)
{
    free(x->end);
    free(x->value);
}

static kg_status build(kg_graph **graph, kg_context *ctx, const instance *x)
{
    return edge_list_build(graph, ctx, x->n, x->m, false, x->end, x->value);
}

/* ---- the oracle ------------------------------------------------------------------------------ */

/* Dijkstra's algorithm without a queue. */
static void solve(const instance *x, kg_vertex source, double *distance)
{
    unsigned char *done = check_array(x->n, 1);
    uint64_t *first = check_array(x->n + 1, sizeof *first);

    memset(done, 0, x->n);
    memset(first, 0, (x->n + 1) * sizeof *first);
    for (uint64_t e = 0; e < x->m; e++)
        first[x->end[2 * e] + 1]++;
    for (uint64_t v = 0; v < x->n; v++) {
        first[v + 1] += first[v];
        distance[v] = INFINITY;
    }
    distance[source] = 0;
    for (;;) {
        uint64_t at = x->n;

        for (uint64_t v = 0; v < x->n; v++)
            if (!done[v] && distance[v] < INFINITY && (at == x->n || distance[v] < distance[at]))
                at = v;
        if (at == x->n)
            break;
        done[at] = 1;
        for (uint64_t e = first[at]; e < first[at + 1]; e++) {
            const double sum = distance[at] + (x->value ? x->value[e] : 1);

            if (sum < distance[x->end[2 * e + 1]])
                distance[x->end[2 * e + 1]] = sum;
        }
    }
    free(done);
    free(first);
}

/* [SOURCES][TARGETS] */
static double *solve_all(const instance *x)
{
    double *entry = check_array(SOURCES * TARGETS, sizeof *entry);
    double *distance = check_array(x->n, sizeof *distance);

    for (int i = 0; i < SOURCES; i++) {
        solve(x, x->source[i], distance);
        for (int k = 0; k < TARGETS; k++)
            entry[i * TARGETS + k] = distance[x->target[k]];
    }
    free(distance);
    return entry;
}

/* ---- comparing ------------------------------------------------------------------------------- */

/* All rows, in blocks of uneven size, as doubles. type: [out] */
static kg_status make_all(kg_hierarchy *h, const instance *x,
    const kg_hierarchy_matrix_options *options, double *entry, kg_type *type)
{
    static const uint64_t begin[] = {0, 1, 1, 34, SOURCES};
    uint32_t *whole = check_array(SOURCES * TARGETS, sizeof *whole);
    kg_distance_matrix *m = NULL;
    kg_status status;

    KG_TRY(kg_hierarchy_matrix(&m, h, x->source, SOURCES, x->target, TARGETS, options));
    *type = kg_distance_matrix_type(m);
    for (int i = 0; i < 4; i++)
        KG_TRY(kg_distance_matrix_rows(m, begin[i], begin[i + 1] - begin[i],
            *type == KG_U32 ? (void *)(whole + begin[i] * TARGETS)
                            : (void *)(entry + begin[i] * TARGETS)));
    for (int i = 0; i < SOURCES * TARGETS && *type == KG_U32; i++)
        entry[i] = whole[i] == UINT32_MAX ? (double)INFINITY : whole[i];
out:
    kg_distance_matrix_destroy(m);
    free(whole);
    return status;
}

static void check_near(
    check *c, kg_context *ctx, const instance *x, const double *got, const double *distance)
{
    for (int i = 0; i < SOURCES * TARGETS; i++)
        if (!(fabs(got[i] - distance[i]) <= distance[i] * 0x1p-51 * (double)x->n) &&
            got[i] != distance[i])
            check_fail(c, ctx, "entry %d: %.17g, not %.17g", i, got[i], distance[i]);
}

static void compare(check *c, const instance *x)
{
    const kg_hierarchy_matrix_options checked = {.verify = 1}, doubles = {.doubles = 1},
                                      rounded = {.rounded = 1};
    double *distance = solve_all(x), *got = check_array(SOURCES * TARGETS, sizeof *got);
    double *first = check_array(SOURCES * TARGETS, sizeof *first);

    for (int k = 0; k < c->contexts; k++) {
        kg_context *ctx = c->context[k];
        kg_graph *graph = NULL;
        kg_hierarchy *h = NULL;
        kg_type type = KG_U8;

        if (!check_status(c, ctx, build(&graph, ctx, x), KG_OK) ||
            !check_status(c, ctx, kg_hierarchy_build(&h, graph, NULL), KG_OK))
            goto out;
        check_status(c, ctx, make_all(h, x, k ? NULL : &checked, got, &type), KG_OK);
        check_number(c, ctx, "type", type, x->exact ? KG_U32 : KG_F64);
        check_equal(c, ctx, "distances", got, distance, SOURCES * TARGETS, sizeof *got);
        check_status(c, ctx, make_all(h, x, x->exact ? &doubles : &rounded, got, &type), KG_OK);
        check_number(c, ctx, "type", type, KG_F64);
        if (!k)
            memcpy(first, got, SOURCES * TARGETS * sizeof *got);
        check_equal(c, ctx, "doubles", got, first, SOURCES * TARGETS, sizeof *got);
        check_near(c, ctx, x, got, distance);
    out:
        kg_hierarchy_destroy(h);
        kg_graph_destroy(graph);
    }
    free(distance);
    free(got);
    free(first);
}

static void test_graphs(check *c)
{
    const uint64_t n = check_is_small() ? 81 : 225;

    for (uint64_t shape = 0; shape < SHAPES; shape++)
        for (uint64_t lengths = 0; lengths < LENGTHS; lengths++) {
            instance x = make_instance(shape, lengths, n, c->seed);

            check_say(c, "shape %llu, lengths %llu", (unsigned long long)shape,
                (unsigned long long)lengths);
            compare(c, &x);
            free_instance(&x);
        }
}

/* A graph whose hierarchy keeps a core. */
static void test_core(check *c)
{
    const kg_generate_options options = {
        .kind = KG_GENERATE_RANDOM, .vertices = 1500, .max_degree = 16, .seed = c->seed};
    kg_vertex end[2 * 40];
    uint32_t entry[40 * 40];

    check_say(c, "a core");
    for (int k = 0; k < (check_is_small() ? 1 : c->contexts); k++) {
        kg_context *ctx = c->context[k];
        uint64_t state = c->seed;
        kg_graph *graph = NULL;
        kg_hierarchy *h = NULL;
        kg_distance_matrix *m = NULL;
        kg_hierarchy_counts counts;

        check_status(c, ctx, kg_graph_generate(&graph, ctx, &options), KG_OK);
        check_status(c, ctx, kg_hierarchy_build(&h, graph, NULL), KG_OK);
        check_status(c, ctx, kg_hierarchy_count(h, &counts), KG_OK);
        if (!counts.core)
            check_fail(c, ctx, "no core");
        for (int i = 0; i < 80; i++)
            end[i] = (kg_vertex)(check_random(&state) % kg_graph_vertices(graph));
        check_status(c, ctx, kg_hierarchy_matrix(&m, h, end, 40, end + 40, 40, NULL), KG_OK);
        check_number(c, ctx, "type", kg_distance_matrix_type(m), KG_U32);
        check_status(c, ctx, kg_distance_matrix_rows(m, 0, 40, entry), KG_OK);
        for (int i = 0; i < 40; i++) {
            kg_distances *d = NULL;

            check_status(c, ctx, kg_graph_distances(&d, graph, &end[i], 1, NULL), KG_OK);
            for (int t = 0; t < 40; t++) {
                const double distance = kg_distances_lengths(d)[end[40 + t]];

                check_number(c, ctx, "distance", entry[40 * i + t],
                    distance < INFINITY ? (uint64_t)distance : UINT32_MAX);
            }
            kg_distances_destroy(d);
        }
        kg_distance_matrix_destroy(m);
        kg_hierarchy_destroy(h);
        kg_graph_destroy(graph);
    }
}

/* ---- ancestors ------------------------------------------------------------------------------- */

static void same_ancestors(
    check *c, const kg_context *ctx, const kg__ancestors *got, const kg__ancestors *expected)
{
    const kg__ancestors *a = got, *b = expected;

    if (!check_number(c, ctx, "ancestors", a->count, b->count) ||
        !check_number(c, ctx, "arcs", a->arcs, b->arcs) ||
        !check_number(c, ctx, "levels", a->levels, b->levels))
        return;
    check_number(c, ctx, "cores", a->cores, b->cores);
    check_equal(c, ctx, "place", a->place, b->place, a->count, sizeof *a->place);
    check_equal(c, ctx, "row", a->row, b->row, a->count + 1, sizeof *a->row);
    check_equal(c, ctx, "head", a->head, b->head, a->arcs, sizeof *a->head);
    check_equal(c, ctx, "real", a->real, b->real, a->arcs, sizeof *a->real);
    check_equal(c, ctx, "own", a->own, b->own, a->given, sizeof *a->own);
    check_equal(c, ctx, "level", a->level, b->level, a->levels + 1, sizeof *a->level);
}

/* Checks that each ancestor of the targets comes after those above it, and that none is missing or
 * needless: places reached by a search from the targets. */
static void check_order(check *c, const kg_context *ctx, const kg_distance_matrix *m)
{
    const kg__ancestors *a = &m->down;
    const int side = kg__other_side(m->h, 0);
    const uint64_t n = kg_graph_vertices(m->h->graph);
    kg_vertex *place = check_array(a->count, sizeof *place), *queue = check_array(n, sizeof *queue);
    unsigned char *seen = check_array(n, 1);
    uint64_t wrong = 0, count = 0;

    for (uint64_t i = 0; i < a->count; i++)
        place[m->number[i]] = a->place[i];
    memset(seen, 0, n);
    for (uint64_t k = 0; k < a->given; k++) {
        const kg_vertex own = m->h->place[m->target[k]];

        wrong += place[a->own[k]] != own;
        if (!seen[own])
            queue[count++] = own;
        seen[own] = 1;
    }
    for (uint64_t i = 0; i < count; i++)
        for (uint32_t e = m->h->row[side][queue[i]];
             e < m->h->row[side][queue[i] + 1] && queue[i] >= m->h->level[1]; e++) {
            const kg_vertex head = m->h->arc[side][e].head;

            if (!seen[head])
                queue[count++] = head;
            seen[head] = 1;
        }
    for (uint64_t p = 0; p < a->count; p++) {
        wrong += !seen[place[p]];
        for (uint32_t i = a->row[p]; i < a->row[p + 1]; i++)
            wrong += a->head[i] >= p ||
                     place[a->head[i]] !=
                         m->h->arc[side][m->h->row[side][place[p]] + i - a->row[p]].head;
    }
    check_number(c, ctx, "ancestors", a->count, count);
    check_number(c, ctx, "ancestors or arcs that are wrong", wrong, 0);
    free(place);
    free(queue);
    free(seen);
}

typedef struct made {
    kg_graph *graph;
    kg_hierarchy *h;
    kg_distance_matrix *m;
} made;

static void destroy_made(made *x)
{
    kg_distance_matrix_destroy(x->m);
    kg_hierarchy_destroy(x->h);
    kg_graph_destroy(x->graph);
}

/* The same ancestors for each number of threads: of roads, and of a graph with a core. */
static void test_threads(check *c)
{
    const kg_generate_options kinds[] = {
        {.kind = KG_GENERATE_GRID_ROADS, .width = 64, .height = 64, .seed = c->seed},
        {.kind = KG_GENERATE_RANDOM, .vertices = 1100, .max_degree = 16, .seed = c->seed}};
    const kg_hierarchy_matrix_options doubles = {.doubles = 1};
    kg_vertex *end = check_array(2 * MANY, sizeof *end);

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        made first = {0};

        check_say(c, "%s", i ? "a core" : "roads");
        for (int k = 0; k < c->contexts; k++) {
            kg_context *ctx = c->context[k];
            uint64_t state = c->seed;
            made x = {0};

            check_status(c, ctx, kg_graph_generate(&x.graph, ctx, &kinds[i]), KG_OK);
            check_status(c, ctx, kg_hierarchy_build(&x.h, x.graph, NULL), KG_OK);
            for (int e = 0; e < 2 * MANY; e++)
                end[e] = (kg_vertex)(check_random(&state) % kg_graph_vertices(x.graph));
            if (!check_status(c, ctx,
                    kg_hierarchy_matrix(&x.m, x.h, end, MANY, end + MANY, MANY, &doubles), KG_OK)) {
                destroy_made(&x);
                continue;
            }
            check_order(c, ctx, x.m);
            if (!first.m) {
                check_number(c, ctx, "a core", x.m->up.cores > 0, i);
                first = x;
                continue;
            }
            same_ancestors(c, ctx, &x.m->up, &first.m->up);
            same_ancestors(c, ctx, &x.m->down, &first.m->down);
            check_equal(c, ctx, "meet", x.m->meet, first.m->meet, x.m->up.count, sizeof *x.m->meet);
            destroy_made(&x);
        }
        destroy_made(&first);
    }
    free(end);
}

/* ---- types, refusals, failures --------------------------------------------------------------- */

/* The type of a matrix of the path 0 - 1 - 2, whose edges are that long, and entry 0, 2. */
static kg_type type_of(check *c, kg_context *ctx, double length, double *entry)
{
    static const kg_vertex end[] = {0, 1, 1, 2}, source[] = {0}, target[] = {2};
    const double value[] = {length, length};
    kg_graph *graph = NULL;
    kg_hierarchy *h = NULL;
    kg_distance_matrix *m = NULL;
    kg_type type;
    uint32_t whole;

    check_status(c, ctx, kg_graph_build_undirected(&graph, ctx, 3, 2, end, value), KG_OK);
    check_status(c, ctx, kg_hierarchy_build(&h, graph, NULL), KG_OK);
    check_status(c, ctx, kg_hierarchy_matrix(&m, h, source, 1, target, 1, NULL), KG_OK);
    type = kg_distance_matrix_type(m);
    check_status(c, ctx,
        kg_distance_matrix_rows(m, 0, 1, type == KG_U32 ? (void *)&whole : (void *)entry), KG_OK);
    *entry = type == KG_U32 ? whole : *entry;
    kg_distance_matrix_destroy(m);
    kg_hierarchy_destroy(h);
    kg_graph_destroy(graph);
    return type;
}

static void test_types(check *c)
{
    static const struct {
        double length;
        kg_type type;
    } of[] = {
        {0, KG_U32}, {7, KG_U32}, {0.5, KG_F64}, {1e9, KG_U32}, {3e9, KG_F64}, {1e15, KG_F64}};

    check_say(c, "types");
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        double entry = -1;

        check_number(
            c, c->context[0], "type", type_of(c, c->context[0], of[i].length, &entry), of[i].type);
        if (entry != 2 * of[i].length)
            check_fail(c, c->context[0], "%g is not twice %g", entry, of[i].length);
    }
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
    const kg_hierarchy_matrix_options none = {.verify = -1}, all = {.verify = 1};
    instance x = make_instance(0, 1, 81, c->seed);
    kg_context *ctx = c->context[0];
    kg_graph *graph = NULL;
    kg_hierarchy *h = NULL;
    kg_distance_matrix *m = NULL;
    kg_vertex bad[] = {3, 81};
    double entry[SOURCES * TARGETS];

    check_say(c, "refusals");
    check_status(c, ctx, build(&graph, ctx, &x), KG_OK);
    check_status(c, ctx, kg_hierarchy_build(&h, graph, NULL), KG_OK);
    expect(c, kg_hierarchy_matrix(&m, h, bad, 2, bad, 1, NULL), KG_ARGUMENT,
        "source[1] is 81, which is not below the 81 vertices");
    expect(c, kg_hierarchy_matrix(&m, h, bad, 1, bad, 2, NULL), KG_ARGUMENT, "target[1] is 81");
    expect(c, kg_hierarchy_matrix(&m, h, bad, 1, bad, 1, &none), KG_ARGUMENT, "verify is -1");
    expect(c, kg_hierarchy_matrix(&m, h, bad, UINT64_C(1) << 40, bad, UINT64_C(1) << 40, NULL),
        KG_OVERFLOW, "a matrix of 1099511627776 x");
    expect(c, kg_hierarchy_matrix(&m, h, NULL, 1, bad, 1, NULL), KG_ARGUMENT, "source is NULL");
    check_number(c, ctx, "an answer", m != NULL, 0);
    check_status(c, ctx, kg_hierarchy_matrix(&m, h, NULL, 0, NULL, 0, NULL), KG_OK);
    check_status(c, ctx, kg_distance_matrix_rows(m, 0, 0, NULL), KG_OK);
    expect(c, kg_distance_matrix_rows(m, 0, 1, entry), KG_ARGUMENT, "rows 0 to 1 of a matrix");
    kg_distance_matrix_destroy(m);
    check_status(
        c, ctx, kg_hierarchy_matrix(&m, h, x.source, SOURCES, x.target, TARGETS, &all), KG_OK);
    for (uint64_t i = 0; i < m->up.arcs; i++)
        m->up.whole[i]++;
    expect(c, kg_distance_matrix_rows(m, 0, SOURCES, entry), KG_INTERNAL, "but the matrix has");
    kg_distance_matrix_destroy(m);
    kg_hierarchy_destroy(h);
    kg_graph_destroy(graph);
    free_instance(&x);
}

static kg_status do_all(kg_context *ctx, const instance *x)
{
    uint32_t *entry = check_array(SOURCES * TARGETS, sizeof *entry);
    kg_graph *graph = NULL;
    kg_hierarchy *h = NULL;
    kg_distance_matrix *m = NULL;
    kg_status status;

    KG_TRY(build(&graph, ctx, x));
    KG_TRY(kg_hierarchy_build(&h, graph, NULL));
    KG_TRY(kg_hierarchy_matrix(&m, h, x->source, SOURCES, x->target, TARGETS, NULL));
    KG_TRY(kg_distance_matrix_rows(m, 0, SOURCES, entry));
out:
    kg_distance_matrix_destroy(m);
    kg_hierarchy_destroy(h);
    kg_graph_destroy(graph);
    free(entry);
    return status;
}

static void test_failures(check *c)
{
    instance x = make_instance(1, 1, 25, c->seed);

    check_say(c, "failures");
    CHECK_ALLOCATIONS(c, c->context[0], do_all(c->context[0], &x));
    free_instance(&x);
}

const check_case check_hierarchy_matrix_cases[] = {
    {"hierarchy_matrix.graphs", test_graphs, NULL, 0},
    {"hierarchy_matrix.core", test_core, NULL, 0},
    {"hierarchy_matrix.threads", test_threads, NULL, 0},
    {"hierarchy_matrix.types", test_types, NULL, 0},
    {"hierarchy_matrix.refused", test_refused, NULL, 0},
    {"hierarchy_matrix.failures", test_failures, NULL, 0},
    {NULL, NULL, NULL, 0},
};
