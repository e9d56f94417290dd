/*
 * Indexes of roads, beside RoutingKit on the same processors: building, distances of random pairs,
 * a matrix, and new lengths. Both get the same graph with whole lengths. RoutingKit has one thread,
 * but for new lengths; its matrix is that of pinned targets. Each figure is the least of some runs
 * that take turns, but building, which runs once. Distances are compared. The program exits with 1
 * if one differs. Without RoutingKit its columns are empty.
 *
 * usage: bench_roads [--side N] [--one-way] [--pairs N] [--size N] [--threads N] [--repeat K]
 * --side     the roads have N x N crossings (300)
 * --one-way  another grid: 15 percent of the streets are missing, and a fifth have one direction
 * --size     the matrix has N x N entries (1000)
 */
#include "bench.h"
#include "peers/routingkit.h"
#include "search/hierarchy/hierarchy_base.h"
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIGURES = 4, ONE_WAY = 5, MISSING = 15, MOST = 1 << 20 };
static const char *const title[FIGURES] = {"index", "pairs", "matrix", "new lengths"};

typedef struct settings {
    uint64_t side, pairs, size;
    int threads, repeats, one_way;
} settings;

typedef struct roads {
    kg_context *ctx;
    kg_graph *graph;
    bench_roads arcs; /* its arrays are of `memory` */
    uint32_t *memory;
} roads;

static int failures;

/* ---- the graphs ------------------------------------------------------------------------------ */

static uint32_t draw(uint64_t *state, uint32_t below)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((*state >> 32) * below >> 32);
}

/* Adds the street between two crossings, or leaves it out. */
static kg_status add_street(kg_builder *builder, uint64_t *state, kg_vertex a, kg_vertex b)
{
    const double length = 60 + draw(state, 191);
    const int way = draw(state, ONE_WAY) == 0 ? (int)draw(state, 2) : 2;
    kg_status status = KG_OK;

    if (draw(state, 100) < MISSING)
        return KG_OK;
    if (way != 0)
        status = kg_builder_add_edge_value(builder, a, b, length);
    if (way != 1 && status == KG_OK)
        status = kg_builder_add_edge_value(builder, b, a, length);
    return status;
}

/* A grid of side x side crossings. MISSING percent of the streets do not exist, and one in ONE_WAY
 * of the others has one direction. */
static kg_status make_one_way(kg_graph **graph, kg_context *ctx, uint64_t side)
{
    kg_builder *builder = NULL;
    uint64_t state = 1;
    kg_status status = kg_builder_create(&builder, ctx);

    if (status == KG_OK)
        status = kg_builder_add_vertices(builder, side * side);
    for (uint64_t i = 0; i < side * side && status == KG_OK; i++) {
        if (i % side + 1 < side)
            status = add_street(builder, &state, (kg_vertex)i, (kg_vertex)(i + 1));
        if (i / side + 1 < side && status == KG_OK)
            status = add_street(builder, &state, (kg_vertex)i, (kg_vertex)(i + side));
    }
    if (status == KG_OK)
        status = kg_builder_finish(graph, builder);
    kg_builder_destroy(builder);
    return status;
}

/* The arcs as RoutingKit takes them. */
static int list_arcs(roads *r)
{
    const double *value = kg_graph_values(r->graph);
    const kg_vertex *tail, *head;
    const kg_edge *row, *half;
    const uint64_t n = kg_graph_vertices(r->graph);
    uint64_t arcs;
    uint32_t *length;

    if (kg_graph_csr(r->graph, &row, &head) != KG_OK ||
        kg_graph_sources(r->graph, &tail) != KG_OK || kg_graph_halves(r->graph, &half) != KG_OK)
        return 0;
    arcs = row[n];
    r->memory = length = malloc((arcs + n) * sizeof *length);
    if (!length)
        return 0;
    for (uint64_t i = 0; i < arcs; i++)
        length[i] = (uint32_t)value[half ? half[i] / 2 : i];
    r->arcs = (bench_roads){.n = (uint32_t)n,
        .arcs = (uint32_t)arcs,
        .tail = tail,
        .head = head,
        .length = length,
        .order = length + arcs};
    return 1;
}

static int open_roads(roads *r, const settings *s)
{
    const kg_context_options options = {.device = "cpu", .threads = s->threads};
    const kg_generate_options plain = {
        .kind = KG_GENERATE_GRID_ROADS, .width = s->side, .height = s->side, .seed = 1};
    kg_status status;

    *r = (roads){0};
    status = kg_context_create(&r->ctx, &options);
    if (status == KG_OK)
        status = s->one_way ? make_one_way(&r->graph, r->ctx, s->side)
                            : kg_graph_generate(&r->graph, r->ctx, &plain);
    return status == KG_OK && list_arcs(r);
}

/* ---- konig and RoutingKit -------------------------------------------------------------------- */

typedef struct queries {
    uint32_t *from, *to;   /* [most of pairs and size] */
    double *distance;      /* [pairs] */
    uint32_t *own, *other; /* [most of pairs and size x size] */
} queries;

static void compare(const char *what, const uint32_t *own, const uint32_t *other, uint64_t count)
{
    if (memcmp(own, other, count * sizeof *own) == 0)
        return;
    fprintf(stderr, "bench_roads: %s: RoutingKit has other distances\n", what);
    failures++;
}

static double own_pairs(kg_hierarchy *index, const settings *s, queries *q)
{
    const double begin = bench_now();

    if (kg_hierarchy_distances(index, q->from, q->to, s->pairs, q->distance) != KG_OK)
        failures++;
    const double end = bench_now();

    for (uint64_t i = 0; i < s->pairs; i++)
        q->own[i] = q->distance[i] < UINT32_MAX ? (uint32_t)q->distance[i] : UINT32_MAX;
    return end - begin;
}

static kg_status make_rows(
    kg_hierarchy *index, const settings *s, const queries *q, void *entry, kg_type *type)
{
    const kg_hierarchy_matrix_options options = {.skip_verify = 1};
    kg_distance_matrix *m = NULL;
    kg_status status = kg_hierarchy_matrix(&m, index, q->from, s->size, q->to, s->size, &options);

    if (status == KG_OK) {
        *type = kg_distance_matrix_type(m);
        status = kg_distance_matrix_rows(m, 0, s->size, entry);
    }
    kg_distance_matrix_destroy(m);
    return status;
}

static double own_matrix(kg_hierarchy *index, const settings *s, queries *q)
{
    const double begin = bench_now();
    kg_type type = KG_F64;

    if (make_rows(index, s, q, q->own, &type) != KG_OK || type != KG_U32)
        failures++;
    return bench_now() - begin;
}

static double own_lengths(const roads *r, const kg_hierarchy_base *base)
{
    const double begin = bench_now();
    kg_hierarchy *index = NULL;

    if (kg_hierarchy_customize(&index, base, r->graph, NULL) != KG_OK)
        failures++;
    kg_hierarchy_destroy(index);
    return bench_now() - begin;
}

static double least(double a, double b)
{
    return b < 0 || a < b ? a : b;
}

/* Fills a row of the table: konig and RoutingKit take turns. */
static void run(const settings *s, const roads *r, double own[FIGURES], double other[FIGURES])
{
    const uint64_t ends = s->pairs > s->size ? s->pairs : s->size;
    const uint64_t entries = s->pairs > s->size * s->size ? s->pairs : s->size * s->size;
    queries q = {malloc(ends * sizeof *q.from), malloc(ends * sizeof *q.to),
        malloc(s->pairs * sizeof *q.distance), malloc(entries * sizeof *q.own),
        malloc(entries * sizeof *q.other)};
    kg_hierarchy_base *base = NULL;
    kg_hierarchy *index = NULL;
    bench_routingkit *peer = NULL;
    uint64_t state = 7;

    if (!q.from || !q.to || !q.distance || !q.own || !q.other ||
        kg_hierarchy_base_build(&base, r->graph) != KG_OK) {
        failures++;
        goto out;
    }
    for (uint64_t i = 0; i < ends; i++) {
        q.from[i] = draw(&state, r->arcs.n);
        q.to[i] = draw(&state, r->arcs.n);
    }
    for (uint32_t p = 0; p < r->arcs.n; p++)
        r->memory[r->arcs.arcs + p] = base->vertex[r->arcs.n - 1 - p];
    own[0] = bench_now();
    if (kg_hierarchy_build(&index, r->graph, NULL) != KG_OK) {
        failures++;
        goto out;
    }
    own[0] = bench_now() - own[0];
    other[0] = bench_routingkit_build(&peer, &r->arcs);
    for (int i = 0; i < s->repeats; i++) {
        own[1] = least(own_pairs(index, s, &q), i ? own[1] : -1);
        if (peer) {
            other[1] =
                least(bench_routingkit_pairs(peer, q.from, q.to, (uint32_t)s->pairs, q.other),
                    i ? other[1] : -1);
            compare("pairs", q.own, q.other, s->pairs);
        }
        own[2] = least(own_matrix(index, s, &q), i ? own[2] : -1);
        if (peer) {
            other[2] = least(bench_routingkit_matrix(
                                 peer, q.from, (uint32_t)s->size, q.to, (uint32_t)s->size, q.other),
                i ? other[2] : -1);
            compare("matrix", q.own, q.other, s->size * s->size);
        }
        own[3] = least(own_lengths(r, base), i ? own[3] : -1);
        if (peer)
            other[3] = least(bench_routingkit_customize(&r->arcs, s->threads), i ? other[3] : -1);
    }
out:
    bench_routingkit_destroy(peer);
    kg_hierarchy_destroy(index);
    kg_hierarchy_base_destroy(base);
    free(q.from);
    free(q.to);
    free(q.distance);
    free(q.own);
    free(q.other);
}

static int usage(void)
{
    fputs("usage: bench_roads [--side N] [--one-way] [--pairs N] [--size N] [--threads N]\n"
          "                   [--repeat K]\n",
        stderr);
    return 2;
}

int main(int argc, char **argv)
{
    static const struct option options[] = {{"side", 1, NULL, 's'}, {"one-way", 0, NULL, 'o'},
        {"pairs", 1, NULL, 'p'}, {"size", 1, NULL, 'm'}, {"threads", 1, NULL, 't'},
        {"repeat", 1, NULL, 'r'}, {0}};
    settings s = {.side = 300, .pairs = 10000, .size = 1000, .threads = 1, .repeats = 3};
    double own[FIGURES] = {0}, other[FIGURES] = {-1, -1, -1, -1};
    roads r;

    for (int c; (c = getopt_long(argc, argv, "", options, NULL)) >= 0;) {
        if (c == 's')
            s.side = strtoull(optarg, NULL, 10);
        else if (c == 'o')
            s.one_way = 1;
        else if (c == 'p')
            s.pairs = strtoull(optarg, NULL, 10);
        else if (c == 'm')
            s.size = strtoull(optarg, NULL, 10);
        else if (c == 't')
            s.threads = atoi(optarg);
        else if (c == 'r')
            s.repeats = atoi(optarg);
        else
            return usage();
    }
    if (s.side < 2 || s.pairs < 1 || s.pairs > MOST || s.size < 1 || s.repeats < 1 ||
        s.threads < 1 || optind < argc)
        return usage();
    if (!open_roads(&r, &s)) {
        fprintf(stderr, "bench_roads: no roads: %s\n", kg_context_message(r.ctx));
        failures++;
    } else {
        run(&s, &r, own, other);
        printf("%u crossings, %u arcs, %d threads; %llu pairs, a matrix of %llu x %llu\n\n"
               "| | konig ms | RoutingKit ms | times as fast |\n|---|---|---|---|\n",
            r.arcs.n, r.arcs.arcs, s.threads, (unsigned long long)s.pairs,
            (unsigned long long)s.size, (unsigned long long)s.size);
        for (int i = 0; i < FIGURES; i++)
            if (other[i] >= 0)
                printf(
                    "| %s | %.1f | %.1f | %.2f |\n", title[i], own[i], other[i], other[i] / own[i]);
            else
                printf("| %s | %.1f | | |\n", title[i], own[i]);
    }
    free(r.memory);
    kg_graph_destroy(r.graph);
    kg_context_destroy(r.ctx);
    return failures > 0;
}
