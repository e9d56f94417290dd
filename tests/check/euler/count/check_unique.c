/*
 * Whether an Euler walk is the only one, against a search that tries all of small graphs; and what
 * lacks a partner, by its definition.
 */
#include "check.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_EDGES = 6, MOST_VERTICES = 5, ROUNDS = 400, SMALL_ROUNDS = 60 };

typedef unsigned long long wide;

/* Edge e joins end[2e] and end[2e+1]; side: of half-edges, 0 where the vertex has but one. */
typedef struct sample {
    kg_kind kind;
    uint64_t n, m;
    kg_vertex end[2 * MOST_EDGES];
    unsigned side[2 * MOST_EDGES];
    bool one_sided[MOST_VERTICES];
} sample;

/* The places that walks leave and come to, step by step. */
typedef struct places {
    unsigned char at[2 * MOST_EDGES];
} places;

typedef struct search {
    const sample *s;
    bool used[MOST_EDGES];
    places now, first; /* the walk so far; the first one that was found */
    unsigned kinds;    /* of walks that were found: 0, 1 or 2 for more */
} search;

/* A walk over few vertices, so that it has one. */
static sample make_sample(kg_kind kind, uint64_t *state)
{
    sample s = {.kind = kind,
        .n = 1 + check_random(state) % MOST_VERTICES,
        .m = 1 + check_random(state) % MOST_EDGES};
    kg_vertex v = (kg_vertex)(check_random(state) % s.n);
    unsigned side = (unsigned)(check_random(state) & 1);

    for (uint64_t i = 0; i < s.n; i++)
        s.one_sided[i] = kind == KG_BIDIRECTED && check_random(state) % 8 == 0;
    for (uint64_t e = 0; e < s.m; e++) {
        const unsigned turned = kind == KG_DIRECTED ? 0 : (unsigned)(check_random(state) & 1);

        s.end[2 * e + turned] = v;
        s.side[2 * e + turned] = side;
        v = (kg_vertex)(check_random(state) % s.n);
        side = (unsigned)(check_random(state) & 1);
        s.end[2 * e + !turned] = v;
        s.side[2 * e + !turned] = side;
        side = s.one_sided[v] ? (unsigned)(check_random(state) & 1) : !side;
    }
    for (uint64_t h = 0; h < 2 * s.m; h++)
        s.side[h] = kind == KG_BIDIRECTED && !s.one_sided[s.end[h]] ? s.side[h] : 0;
    return s;
}

static unsigned char place(const sample *s, uint64_t half)
{
    return (unsigned char)(2 * s->end[half] + s->side[half]);
}

/* Whether half-edge `out` may follow one that comes in by half-edge `in`. */
static bool follows(const sample *s, uint64_t in, uint64_t out)
{
    if (s->end[in] != s->end[out])
        return false;
    return s->kind != KG_BIDIRECTED || s->one_sided[s->end[in]] || s->side[in] != s->side[out];
}

static places turn(const places *all, uint64_t m)
{
    places turned = {{0}};

    for (uint64_t i = 0; i < 2 * m; i++)
        turned.at[i] = all->at[2 * m - 1 - i];
    return turned;
}

/* The least of what counts as the same walk. */
static places least(const sample *s, const places *all, bool circuit)
{
    places ways[2] = {*all, turn(all, s->m)}, best = *all;

    for (unsigned way = 0; way < (s->kind == KG_DIRECTED ? 1 : 2); way++)
        for (uint64_t by = 0; by < (circuit ? s->m : 1); by++) {
            places moved = {{0}};

            for (uint64_t i = 0; i < 2 * s->m; i++)
                moved.at[i] = ways[way].at[(i + 2 * by) % (2 * s->m)];
            if (memcmp(&moved, &best, sizeof best) < 0)
                best = moved;
        }
    return best;
}

/* Goes on from half-edge `in`, by which step `depth` - 1 came. */
static void go(search *all, uint64_t depth, uint64_t in, uint64_t from)
{
    const sample *s = all->s;

    if (depth == s->m) {
        const bool circuit = follows(s, in, from);
        const places found = least(s, &all->now, circuit);

        if (!all->kinds)
            all->first = found;
        if (!all->kinds || memcmp(&all->first, &found, sizeof found) != 0)
            all->kinds++;
        return;
    }
    for (uint64_t h = 0; h < 2 * s->m && all->kinds < 2; h++) {
        if (all->used[h / 2] || (s->kind == KG_DIRECTED && h & 1) || (depth && !follows(s, in, h)))
            continue;
        all->used[h / 2] = true;
        all->now.at[2 * depth] = place(s, h);
        all->now.at[2 * depth + 1] = place(s, h ^ 1);
        go(all, depth + 1, h ^ 1, depth ? from : h);
        all->used[h / 2] = false;
    }
}

static kg_status build(kg_graph **graph, kg_context *ctx, const sample *s)
{
    uint64_t sides = 0, ones = 0;
    kg_vertex from[MOST_EDGES], to[MOST_EDGES];

    for (uint64_t h = 0; h < 2 * MOST_EDGES; h++)
        sides |= (uint64_t)s->side[h] << h;
    for (uint64_t v = 0; v < MOST_VERTICES; v++)
        ones |= (uint64_t)s->one_sided[v] << v;
    for (uint64_t e = 0; e < s->m; e++) {
        from[e] = s->end[2 * e];
        to[e] = s->end[2 * e + 1];
    }
    if (s->kind == KG_DIRECTED)
        return kg_graph_build(graph, ctx, s->n, s->m, from, to, NULL);
    if (s->kind == KG_UNDIRECTED)
        return kg_graph_build_undirected(graph, ctx, s->n, s->m, s->end, NULL);
    return kg_graph_build_bidirected(graph, ctx, s->n, s->m, s->end, &sides, &ones, NULL);
}

static void check_missing(check *c, kg_context *ctx, kg_graph *graph, const sample *s)
{
    uint64_t missing, balanced, expected = 0;

    for (uint64_t v = 0; v < s->n; v++) {
        int64_t sum = 0, degree = 0;

        for (uint64_t h = 0; h < 2 * s->m; h++)
            if (s->end[h] == v) {
                degree++;
                sum += s->kind == KG_DIRECTED ? (h & 1 ? -1 : 1) : s->side[h] ? 1 : -1;
            }
        if (s->kind == KG_UNDIRECTED || s->one_sided[v])
            sum = degree & 1;
        expected += (uint64_t)llabs(sum);
    }
    if (!check_status(c, ctx, kg_euler_missing(graph, &missing, &balanced), KG_OK))
        return;
    check_number(c, ctx, "missing", missing, expected);
    check_number(c, ctx, "balanced", balanced, !expected);
}

/* Returns what was said, or -1. */
static int check_sample(check *c, kg_context *ctx, const sample *s, bool several)
{
    kg_graph *graph = NULL;
    kg_euler *euler = NULL;
    kg_euler_unique only = KG_EULER_PERHAPS;
    kg_status status;

    KG_TRY(build(&graph, ctx, s));
    KG_TRY(kg_euler_find(&euler, graph, NULL));
    KG_TRY(kg_euler_is_unique(&only, euler, graph));
    if (only != KG_EULER_PERHAPS && (only == KG_EULER_SEVERAL) != several)
        check_fail(c, ctx, "a walk of kind %d and %llu edges is %s", (int)s->kind, (wide)s->m,
            several ? "one of several" : "the only one");
    check_missing(c, ctx, graph, s);
out:
    if (status != KG_OK)
        check_fail(c, ctx, "%s", kg_context_message(ctx));
    kg_euler_destroy(euler);
    kg_graph_destroy(graph);
    return status == KG_OK ? (int)only : -1;
}

static void test_unique(check *c)
{
    const unsigned rounds = check_is_small() ? SMALL_ROUNDS : ROUNDS;
    uint64_t state = c->seed, said[3][3] = {{0}};

    for (unsigned round = 0; round < rounds; round++)
        for (int kind = KG_DIRECTED; kind <= KG_BIDIRECTED; kind++) {
            const sample s = make_sample((kg_kind)kind, &state);
            kg_context *ctx = c->context[round % (unsigned)c->contexts];
            search all = {.s = &s};
            int only;

            go(&all, 0, 0, 0);
            only = check_sample(c, ctx, &s, all.kinds > 1);
            if (only >= 0)
                said[kind][only]++;
        }
    for (int kind = KG_DIRECTED; kind <= KG_BIDIRECTED; kind++)
        if (!said[kind][KG_EULER_ONLY] || !said[kind][KG_EULER_SEVERAL] ||
            (kind == KG_DIRECTED && said[kind][KG_EULER_PERHAPS] > rounds / 3))
            check_fail(c, c->context[0],
                "kind %d: the only one %llu times, several %llu, perhaps %llu", kind,
                (wide)said[kind][KG_EULER_ONLY], (wide)said[kind][KG_EULER_SEVERAL],
                (wide)said[kind][KG_EULER_PERHAPS]);
}

static kg_status ask(kg_euler *euler, kg_graph *graph)
{
    kg_euler_unique only;
    uint64_t missing, balanced;
    kg_status status;

    KG_TRY(kg_euler_is_unique(&only, euler, graph));
    KG_TRY(kg_euler_missing(graph, &missing, &balanced));
out:
    return status;
}

static void test_unique_failures(check *c)
{
    static const kg_vertex end[] = {0, 1, 1, 2, 2, 3};
    kg_context *ctx = c->context[c->contexts - 1];
    kg_graph *graph = NULL;
    kg_euler *euler = NULL;

    if (check_status(c, ctx, kg_graph_build_undirected(&graph, ctx, 4, 3, end, NULL), KG_OK) &&
        check_status(c, ctx, kg_euler_find(&euler, graph, NULL), KG_OK)) {
        ask(euler, graph); /* what is made on first use stays */
        CHECK_ALLOCATIONS(c, ctx, ask(euler, graph));
    }
    kg_euler_destroy(euler);
    kg_graph_destroy(graph);
}

const check_case check_unique_cases[] = {
    {"unique.random", test_unique, NULL, 0},
    {"unique.failures", test_unique_failures, NULL, 0},
    {NULL, NULL, NULL, 0},
};
