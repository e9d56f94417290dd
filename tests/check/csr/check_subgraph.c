/*
 * Cases of csr: parts of graphs. Random multigraphs of all kinds, with and without values and
 * names, against definitions that share nothing with the library: a subgraph's edges are those of
 * the edge list whose ends are both in the set; distances come from going through all edges until
 * none gets shorter; a name is looked for in all vertices.
 */
#include "check.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CASES = 120, MOST_VERTICES = 60, MOST_EDGES = 200 };

/* What a random graph is made of. */
typedef struct example {
    uint64_t n, m;
    kg_vertex end[2 * MOST_EDGES];
    double value[MOST_EDGES];
    char text[MOST_VERTICES][16];                         /* names */
    uint64_t side[2 * MOST_EDGES / 64 + 1], one_sided[1]; /* bits */
    bool undirected, bidirected, valued, named;
} example;

/* Names repeat, some are empty, and the first are prefixes of others. */
static example make_example(uint64_t number, uint64_t seed)
{
    uint64_t state = seed * 1000 + number;
    example x = {.n = number % 7 == 0 ? number / 7 % 3 : 1 + check_random(&state) % MOST_VERTICES,
        .undirected = number & 1,
        .bidirected = number % 5 == 3,
        .valued = number & 2,
        .named = number & 4};

    x.m = x.n ? check_random(&state) % MOST_EDGES : 0;
    for (uint64_t h = 0; h < 2 * x.m; h++)
        x.end[h] = (kg_vertex)(check_random(&state) % x.n);
    for (uint64_t e = 0; e < x.m; e++)
        x.value[e] = (double)(check_random(&state) % 1000) / 8;
    for (uint64_t i = 0; i < sizeof x.side / sizeof *x.side; i++)
        x.side[i] = check_random(&state);
    x.one_sided[0] = number % 2 ? check_random(&state) & check_random(&state) : 0;
    x.undirected = x.undirected || x.bidirected; /* for all that does not ask for sides */
    for (uint64_t v = 0; v < x.n; v++)
        if (v % 9 != 8)
            snprintf(x.text[v], sizeof x.text[v], "%.*s%llu", (int)(v % 3), "xx",
                (unsigned long long)(v % 50));
    return x;
}

static kg_status try_to_build(kg_graph **graph, kg_context *ctx, const example *x)
{
    const double *value = x->valued ? x->value : NULL;
    const char *name[MOST_VERTICES];
    size_t length[MOST_VERTICES];
    kg_vertex source[MOST_EDGES], target[MOST_EDGES];
    kg_status status;

    for (uint64_t e = 0; e < x->m; e++) {
        source[e] = x->end[2 * e];
        target[e] = x->end[2 * e + 1];
    }
    for (uint64_t v = 0; v < x->n; v++) {
        name[v] = x->text[v];
        length[v] = strlen(name[v]);
    }
    status = x->bidirected ? kg_graph_build_bidirected(
                                 graph, ctx, x->n, x->m, x->end, x->side, x->one_sided, value)
             : x->undirected ? kg_graph_build_undirected(graph, ctx, x->n, x->m, x->end, value)
                             : kg_graph_build(graph, ctx, x->n, x->m, source, target, value);
    if (status == KG_OK && x->named)
        status = kg_graph_set_names(*graph, name, length);
    return status;
}

static kg_graph *build(check *c, kg_context *ctx, const example *x)
{
    kg_graph *graph;

    check_status(c, ctx, try_to_build(&graph, ctx, x), KG_OK);
    return graph;
}

/* Each vertex of the graph with that chance in eight, in random order, some of them twice. */
static uint64_t choose(uint64_t *state, uint64_t n, unsigned chance, kg_vertex *vertex)
{
    uint64_t count = 0;

    for (uint64_t v = 0; v < n; v++)
        for (int twice = 0; twice < 2; twice++)
            if (check_random(state) % 8 < (twice ? 1 : chance)) {
                const uint64_t at = check_random(state) % (count + 1);

                vertex[count++] = vertex[at];
                vertex[at] = (kg_vertex)v;
            }
    return count;
}

static bool same_name(const kg_graph *a, kg_vertex v, const kg_graph *b, kg_vertex u)
{
    char buffer[2][24];
    size_t length[2];
    const char *one = kg_graph_name(a, v, buffer[0], 24, &length[0]);
    const char *other = kg_graph_name(b, u, buffer[1], 24, &length[1]);

    return length[0] == length[1] && memcmp(one, other, length[0]) == 0;
}

static bool has_bit(const uint64_t *word, uint64_t i)
{
    return word && word[i / 64] >> i % 64 & 1;
}

/* Compares a subgraph with its definition. */
static void check_part(
    check *c, kg_graph *graph, kg_graph *part, const kg_vertex *vertex, uint64_t count)
{
    const kg_vertex n = kg_graph_vertices(graph);
    const double *value = kg_graph_values(graph), *own = kg_graph_values(part);
    const kg_context *ctx = c->context[0];
    kg_vertex number[MOST_VERTICES], keeps = 0;
    const kg_vertex *end, *part_end;
    const uint64_t *side, *part_side, *one, *part_one;
    uint64_t kept = 0, wrong = 0;

    check_status(c, ctx, kg_graph_sides(graph, &side, &one), KG_OK);
    check_status(c, ctx, kg_graph_sides(part, &part_side, &part_one), KG_OK);
    check_number(c, ctx, "sides", part_side != NULL, side != NULL);
    for (kg_vertex v = 0; v < n; v++) {
        bool inside = false;

        for (uint64_t i = 0; i < count; i++)
            inside = inside || vertex[i] == v;
        number[v] = inside ? keeps++ : KG_NO_VERTEX;
        wrong += inside && !same_name(graph, v, part, number[v]);
        wrong += inside && has_bit(one, v) != has_bit(part_one, number[v]);
    }
    check_number(c, ctx, "wrong names or vertices of one side", wrong, 0);
    check_number(c, ctx, "kind", kg_graph_kind(part), kg_graph_kind(graph));
    check_number(c, ctx, "vertices", kg_graph_vertices(part), keeps);
    check_status(c, ctx, kg_graph_ends(graph, &end), KG_OK);
    check_status(c, ctx, kg_graph_ends(part, &part_end), KG_OK);
    for (uint64_t e = 0; e < kg_graph_edges(graph); e++) {
        const kg_vertex from = number[end[2 * e]], to = number[end[2 * e + 1]];

        if (from == KG_NO_VERTEX || to == KG_NO_VERTEX)
            continue;
        for (uint64_t i = 0; i < 2 && kept < kg_graph_edges(part); i++)
            wrong += has_bit(side, 2 * e + i) != has_bit(part_side, 2 * kept + i);
        if (kept < kg_graph_edges(part))
            wrong += part_end[2 * kept] != from || part_end[2 * kept + 1] != to ||
                     (value && (!own || own[kept] != value[e]));
        kept++;
    }
    check_number(c, ctx, "edges", kg_graph_edges(part), kept);
    check_number(c, ctx, "wrong edges", wrong, 0);
    check_number(c, ctx, "values of their own", own && !value, 0);
}

static void test_subgraph(check *c)
{
    for (uint64_t i = 0; i < CASES; i++) {
        const example x = make_example(i, c->seed);
        uint64_t state = i;
        kg_vertex vertex[2 * MOST_VERTICES];
        const uint64_t count = choose(&state, x.n, (unsigned)(i / 8 % 9), vertex);
        kg_graph *first = NULL;

        check_say(c, "graph %llu", (unsigned long long)i);
        for (int k = 0; k < c->contexts; k++) {
            kg_graph *graph = build(c, c->context[k], &x), *part, *less;
            kg_vertex some[2 * MOST_VERTICES];
            uint64_t again = i;

            check_status(c, c->context[k], kg_graph_subgraph(&part, graph, vertex, count), KG_OK);
            check_part(c, graph, part, vertex, count);
            if (kg_graph_vertices(part)) { /* a part of the part, whose names may have gaps */
                const uint64_t less_count = choose(&again, kg_graph_vertices(part), 4, some);

                check_status(
                    c, c->context[k], kg_graph_subgraph(&less, part, some, less_count), KG_OK);
                check_part(c, part, less, some, less_count);
                kg_graph_destroy(less);
            }
            if (first)
                check_number(c, c->context[k], "equal", kg_graph_equal(first, part), 1);
            kg_graph_destroy(graph);
            if (k)
                kg_graph_destroy(part);
            else
                first = part;
        }
        kg_graph_destroy(first);
    }
}

/* ---- neighbourhoods -------------------------------------------------------------------------- */

static bool shorten(uint64_t *distance, kg_vertex from, kg_vertex to)
{
    if (distance[from] == UINT64_MAX || distance[to] <= distance[from] + 1)
        return false;
    distance[to] = distance[from] + 1;
    return true;
}

static void find_distances(
    const example *x, kg_vertex centre, kg_direction direction, uint64_t *distance)
{
    bool shorter = true;

    memset(distance, 0xff, x->n * sizeof *distance);
    distance[centre] = 0;
    while (shorter) {
        shorter = false;
        for (uint64_t e = 0; e < x->m; e++) {
            const kg_vertex a = x->end[2 * e], b = x->end[2 * e + 1];

            if (x->undirected || direction != KG_DIRECTION_IN)
                shorter = shorten(distance, a, b) || shorter;
            if (x->undirected || direction != KG_DIRECTION_OUT)
                shorter = shorten(distance, b, a) || shorter;
        }
    }
}

static void test_neighbourhood(check *c)
{
    for (uint64_t i = 0; i < 4 * CASES; i++) {
        example x = make_example(i / 4 + 1, c->seed);
        kg_context *ctx = c->context[i % (uint64_t)c->contexts];
        uint64_t state = i, distance[MOST_VERTICES], count, expected = 0, hops, wrong = 0;
        const kg_direction direction = (kg_direction)(i % 3);
        kg_vertex vertex[MOST_VERTICES], centre;
        kg_graph *graph;

        if (!x.n)
            continue;
        x.m = x.m < 2 * x.n ? x.m : 2 * x.n; /* not all within two hops */
        graph = build(c, ctx, &x);
        centre = (kg_vertex)(check_random(&state) % x.n);
        hops = i % 5 == 4 ? UINT64_MAX : check_random(&state) % 5;
        check_say(c, "graph %llu, vertex %u, %llu hops, direction %d",
            (unsigned long long)(i / 4 + 1), centre, (unsigned long long)hops, (int)direction);
        find_distances(&x, centre, direction, distance);
        check_status(
            c, ctx, kg_graph_neighbourhood(graph, centre, hops, direction, vertex, &count), KG_OK);
        for (uint64_t v = 0; v < x.n; v++)
            expected += distance[v] <= hops && distance[v] != UINT64_MAX;
        check_number(c, ctx, "vertices", count, expected);
        for (uint64_t k = 0; k < count; k++) { /* that many, none twice, none too far: all */
            wrong += distance[vertex[k]] > hops || distance[vertex[k]] == UINT64_MAX ||
                     (k && distance[vertex[k]] < distance[vertex[k - 1]]);
            for (uint64_t l = 0; l < k; l++)
                wrong += vertex[k] == vertex[l];
        }
        check_number(c, ctx, "wrong vertices", wrong, 0);
        kg_graph_destroy(graph);
    }
}

/* ---- names ----------------------------------------------------------------------------------- */

/* A list of names, with some that no vertex has, against all vertices one by one. */
static void check_names(check *c, kg_context *ctx, kg_graph *graph, uint64_t state)
{
    enum { MOST = 100 };
    char text[MOST][24], quoted[32], buffer[24];
    const char *name[MOST];
    size_t length[MOST], own;
    kg_vertex got[MOST], expected[MOST];
    const uint64_t count = check_random(&state) % MOST;
    uint64_t missing = 0;

    for (uint64_t i = 0; i < count; i++) {
        snprintf(text[i], sizeof text[i], "%.*s%llu", (int)(check_random(&state) % 3), "xx",
            (unsigned long long)(check_random(&state) % 60));
        if (check_random(&state) % 20 == 0)
            text[i][0] = '\0';
        name[i] = text[i];
        length[i] = strlen(text[i]);
        expected[i] = KG_NO_VERTEX;
        for (kg_vertex v = kg_graph_vertices(graph); v-- > 0;) {
            const char *its = kg_graph_name(graph, v, buffer, sizeof buffer, &own);

            if (own == length[i] && memcmp(its, name[i], own) == 0)
                expected[i] = v;
        }
        missing += expected[i] == KG_NO_VERTEX;
    }
    check_status(c, ctx, kg_graph_find_vertices(graph, count, name, length, got),
        missing ? KG_ARGUMENT : KG_OK);
    check_equal(c, ctx, "vertices", got, expected, count, sizeof *got);
    for (uint64_t i = 0; i < count && missing; i++)
        if (expected[i] == KG_NO_VERTEX) {
            snprintf(quoted, sizeof quoted, "'%s'", name[i]);
            if (!strstr(kg_context_message(ctx), quoted))
                check_fail(c, ctx, "the text is '%s'", kg_context_message(ctx));
            break;
        }
}

static void test_names(check *c)
{
    for (uint64_t i = 0; i < CASES; i++) {
        const example x = make_example(i, c->seed);
        kg_context *ctx = c->context[i % (uint64_t)c->contexts];
        kg_graph *graph = build(c, ctx, &x), *part;
        kg_vertex vertex[2 * MOST_VERTICES];
        uint64_t state = i;
        const uint64_t count = choose(&state, x.n, 6, vertex);

        check_say(c, "graph %llu", (unsigned long long)i);
        check_status(c, ctx, kg_graph_subgraph(&part, graph, vertex, count), KG_OK);
        check_names(c, ctx, graph, i);
        check_names(c, ctx, part, i + 1000); /* numbers with gaps */
        kg_graph_destroy(part);
        kg_graph_destroy(graph);
    }
}

/* ---- failures -------------------------------------------------------------------------------- */

static void test_refused(check *c)
{
    static const kg_vertex vertex[] = {1, 0, 3};
    const example x = {.n = 3};
    kg_context *ctx = c->context[0];
    kg_graph *graph = build(c, ctx, &x), *part = graph;
    kg_vertex found[3];
    uint64_t count = 9;

    check_say(c, "refusals");
    check_status(c, ctx, kg_graph_subgraph(&part, graph, vertex, 3), KG_ARGUMENT);
    check_number(c, ctx, "a graph", part != NULL, 0);
    if (!strstr(kg_context_message(ctx), "vertex[2] is 3, which is not below the 3 vertices"))
        check_fail(c, ctx, "the text is '%s'", kg_context_message(ctx));
    check_status(c, ctx, kg_graph_subgraph(&part, graph, NULL, 1), KG_ARGUMENT);
    check_status(c, ctx, kg_graph_subgraph(NULL, graph, vertex, 2), KG_ARGUMENT);
    check_status(c, ctx, kg_graph_subgraph(&part, NULL, vertex, 2), KG_ARGUMENT);
    check_status(c, ctx, kg_graph_subgraph(&part, graph, NULL, 0), KG_OK);
    check_number(c, ctx, "vertices", kg_graph_vertices(part), 0);
    kg_graph_destroy(part);
    check_status(c, ctx, kg_graph_neighbourhood(graph, 3, 1, KG_DIRECTION_EITHER, found, &count),
        KG_ARGUMENT);
    check_number(c, ctx, "vertices", count, 0);
    check_status(
        c, ctx, kg_graph_neighbourhood(graph, 1, 1, (kg_direction)3, found, &count), KG_ARGUMENT);
    check_status(
        c, ctx, kg_graph_neighbourhood(graph, 1, 1, KG_DIRECTION_OUT, NULL, &count), KG_ARGUMENT);
    check_status(c, ctx, kg_graph_find_vertices(graph, 1, NULL, NULL, found), KG_ARGUMENT);
    check_status(c, ctx, kg_graph_find_vertices(graph, 0, NULL, NULL, NULL), KG_OK);
    kg_graph_destroy(graph);
}

/* All that may fail, from the graph on, which keeps what is made on first use. */
static kg_status all_calls(kg_context *ctx, const example *x)
{
    const char *name[] = {x->text[0], x->text[1], x->text[0]};
    const size_t length[] = {strlen(name[0]), strlen(name[1]), strlen(name[2])};
    kg_graph *graph = NULL, *part = NULL;
    kg_vertex vertex[MOST_VERTICES], found[3];
    uint64_t count;
    kg_status status;

    KG_TRY(try_to_build(&graph, ctx, x));
    KG_TRY(kg_graph_neighbourhood(graph, 0, 3, KG_DIRECTION_EITHER, vertex, &count));
    KG_TRY(kg_graph_subgraph(&part, graph, vertex, count));
    if (x->named && x->n > 1)
        KG_TRY(kg_graph_find_vertices(graph, 3, name, length, found));
out:
    kg_graph_destroy(part);
    kg_graph_destroy(graph);
    return status;
}

static void test_allocations(check *c)
{
    for (uint64_t i = 1; i < 17; i++) {
        const example x = make_example(i, c->seed);
        kg_context *ctx = c->context[i % (uint64_t)c->contexts];

        if (!x.n)
            continue;
        check_say(c, "graph %llu", (unsigned long long)i);
        CHECK_ALLOCATIONS(c, ctx, all_calls(ctx, &x));
    }
}

const check_case check_subgraph_cases[] = {
    {"csr.subgraph", test_subgraph, NULL, 0},
    {"csr.neighbourhood", test_neighbourhood, NULL, 0},
    {"csr.find-vertices", test_names, NULL, 0},
    {"csr.subgraph-refused", test_refused, NULL, 0},
    {"csr.subgraph-allocations", test_allocations, NULL, 0},
    {NULL, NULL, NULL, 0},
};
