/*
 * The distances of many pairs by hierarchies that no roads have: climbs and labels that are too
 * large for the fast memory of a GPU, so that the CPU has to search; and the labels that a GPU
 * makes, and keeps if there is room. Other hierarchies are in check_hierarchy.c.
 */
#include "base/context.h"
#include "edge_list.h"
#include "search/hierarchy/hierarchy.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* CHAIN: places, each of which reaches all above it. ENDS: vertices of pairs. FEW: pairs whose
 * labels a device does not keep. */
enum { CHAIN = 200, ENDS = 24, FEW = 40 };

/* From every end to every other, [ENDS * ENDS]. step: between the ends. */
static void make_pairs(kg_vertex *from, kg_vertex *to, kg_vertex step)
{
    for (kg_vertex i = 0; i < ENDS * ENDS; i++) {
        from[i] = i / ENDS * step;
        to[i] = i % ENDS * step;
    }
}

/* Makes a chain: an arc of length 1 from each place to the one before. One place has a label. */
static kg_status chain(kg_hierarchy *h)
{
    kg_status status;

    kg__free(h->ctx, h->arc[0]);
    h->arc[0] = NULL;
    KG_TRY(kg__host_allocate(h->ctx, &h->arc[0], CHAIN, sizeof(kg__arc), "arcs"));
    for (kg_vertex p = 1; p < CHAIN; p++) {
        h->arc[0][p - 1] = (kg__arc){.head = p - 1, .length = 1};
        h->row[0][p + 1] = p;
    }
    h->labelled = 1;
out:
    h->arc[1] = h->arc[0];
    return status;
}

static void test_climbs(check *c)
{
    kg_vertex from[ENDS * ENDS], to[ENDS * ENDS];
    double length[ENDS * ENDS];

    check_say(c, "a chain");
    make_pairs(from, to, CHAIN / ENDS);
    for (int k = 0; k < c->contexts; k++) {
        kg_context *ctx = c->context[k];
        kg_graph *graph = NULL;
        kg_hierarchy *h = NULL;
        uint64_t wrong = 0;

        if (check_status(c, ctx, edge_list_build(&graph, ctx, CHAIN, 0, true, from, NULL), KG_OK) &&
            check_status(c, ctx, kg_hierarchy_build(&h, graph, NULL), KG_OK) &&
            check_status(c, ctx, chain(h), KG_OK) &&
            check_status(c, ctx, kg_hierarchy_distances(h, from, to, ENDS * ENDS, length), KG_OK)) {
            for (int i = 0; i < ENDS * ENDS; i++)
                wrong += h->vertex[from[i]] != from[i] ||
                         length[i] != fabs((double)from[i] - (double)to[i]);
            check_number(c, ctx, "wrong distances", wrong, 0);
        }
        kg_hierarchy_destroy(h);
        kg_graph_destroy(graph);
    }
}

static uint32_t units(kg_vertex place, kg_vertex hub)
{
    uint64_t state = place * UINT64_C(1000003) + hub;

    return place == hub ? 0 : (uint32_t)(check_random(&state) % 1000000);
}

/* Gives each of the first places a label of all other places. */
static kg_status forge(kg_hierarchy *h, kg_vertex hubs)
{
    kg_status status;

    for (kg_vertex p = 0; p < hubs; p++)
        h->label_row[0][p + 1] = (p < ENDS ? p + 1 : ENDS) * hubs;
    kg__free(h->ctx, h->label[0]);
    h->label[0] = NULL;
    KG_TRY(kg__host_allocate(
        h->ctx, &h->label[0], (uint64_t)ENDS * hubs, sizeof(kg__label), "labels"));
    for (kg_vertex i = 0; i < ENDS * hubs; i++)
        h->label[0][i] = (kg__label){i % hubs, units(i / hubs, i % hubs)};
out:
    h->label[1] = h->label[0];
    return status;
}

/* The least sum over all hubs. */
static double sum_by_hubs(kg_vertex a, kg_vertex b, kg_vertex hubs)
{
    double best = INFINITY;

    for (kg_vertex hub = 0; hub < hubs; hub++)
        best = fmin(best, (double)units(a, hub) + units(b, hub));
    return best;
}

/* The vertices of a hierarchy without arcs are at the places of their numbers. */
static void check_labels(check *c, kg_context *ctx, kg_vertex hubs)
{
    kg_vertex from[ENDS * ENDS], to[ENDS * ENDS];
    double length[ENDS * ENDS];
    kg_graph *graph = NULL;
    kg_hierarchy *h = NULL;
    uint64_t wrong = 0;

    make_pairs(from, to, 1);
    if (check_status(c, ctx, edge_list_build(&graph, ctx, hubs, 0, true, from, NULL), KG_OK) &&
        check_status(c, ctx, kg_hierarchy_build(&h, graph, NULL), KG_OK) &&
        check_status(c, ctx, forge(h, hubs), KG_OK) &&
        check_status(c, ctx, kg_hierarchy_distances(h, from, to, ENDS * ENDS, length), KG_OK)) {
        for (int i = 0; i < ENDS * ENDS; i++)
            wrong +=
                h->vertex[from[i]] != from[i] || length[i] != sum_by_hubs(from[i], to[i], hubs);
        check_number(c, ctx, "wrong distances", wrong, 0);
    }
    kg_hierarchy_destroy(h);
    kg_graph_destroy(graph);
}

static void test_labels(check *c)
{
    static const kg_vertex hubs[] = {31, 700, 1000, 1024, 1500};

    for (size_t i = 0; i < sizeof hubs / sizeof *hubs; i++) {
        check_say(c, "labels of %u hubs", hubs[i]);
        for (int k = 0; k < c->contexts; k++)
            check_labels(c, c->context[k], hubs[i]);
    }
}

/* ---- the labels that a device makes ---------------------------------------------------------- */

/* A square grid of streets, each of which takes its own time in each of four directions. */
typedef struct town {
    kg_vertex side;
    double by[4]; /* to the right, left, down, up */
    bool undirected;
} town;

static const town towns[] = {{20, {2, 2, 3, 3}, true}, {20, {2, 5, 3, 1}, false}};

static double distance_in(const town *t, kg_vertex from, kg_vertex to)
{
    const int right = (int)(to % t->side) - (int)(from % t->side);
    const int down = (int)(to / t->side) - (int)(from / t->side);

    return fabs((double)right) * t->by[right < 0] + fabs((double)down) * t->by[2 + (down < 0)];
}

/* Appends a street, in one direction or in both. */
static uint64_t pave(
    const town *t, kg_vertex a, kg_vertex b, int way, kg_vertex *end, double *value, uint64_t m)
{
    for (int back = 0; back < (t->undirected ? 1 : 2); back++, m++) {
        end[2 * m] = back ? b : a;
        end[2 * m + 1] = back ? a : b;
        value[m] = t->by[way + back];
    }
    return m;
}

/* A hierarchy of the town, the upper fourth of whose places have labels. */
static kg_status settle(kg_graph **graph, kg_hierarchy **h, kg_context *ctx, const town *t)
{
    const uint64_t n = (uint64_t)t->side * t->side;
    kg_vertex *end = check_array(8 * n, sizeof *end);
    double *value = check_array(4 * n, sizeof *value);
    uint64_t m = 0;
    kg_status status;

    for (kg_vertex v = 0; v < n; v++) {
        if (v % t->side + 1 < t->side)
            m = pave(t, v, v + 1, 0, end, value, m);
        if (v + t->side < n)
            m = pave(t, v, v + t->side, 2, end, value, m);
    }
    KG_TRY(edge_list_build(graph, ctx, n, m, t->undirected, end, value));
    KG_TRY(kg_hierarchy_build(h, *graph, NULL));
    (*h)->labelled = (uint32_t)n / 4;
out:
    free(end);
    free(value);
    return status;
}

/* Finds the distances of pairs at random, and counts those that are wrong. */
static kg_status ask(kg_hierarchy *h, const town *t, uint64_t pairs, uint64_t *wrong)
{
    const uint64_t n = (uint64_t)t->side * t->side;
    kg_vertex *end = check_array(2 * pairs, sizeof *end);
    double *length = check_array(pairs, sizeof *length);
    uint64_t state = pairs;
    kg_status status;

    *wrong = 0;
    for (uint64_t i = 0; i < 2 * pairs; i++)
        end[i] = (kg_vertex)(check_random(&state) % n);
    KG_TRY(kg_hierarchy_distances(h, end, end + pairs, pairs, length));
    for (uint64_t i = 0; i < pairs; i++)
        *wrong += length[i] != distance_in(t, end[i], end[pairs + i]);
out:
    free(end);
    free(length);
    return status;
}

/* made: labels that a device should have made and not kept, in all calls until now. */
static void check_calls(check *c, kg_hierarchy *h, const town *t, uint64_t pairs, uint64_t made)
{
    uint64_t wrong = 0;

    check_status(c, h->ctx, ask(h, t, pairs, &wrong), KG_OK);
    check_number(c, h->ctx, "wrong distances", wrong, 0);
    check_number(
        c, h->ctx, "labels made", h->labels_made, strcmp(c->backend, "cpu") == 0 ? 0 : made);
}

/* Three calls: few pairs, whose ends alone get labels; enough pairs for the labels of all vertices;
 * and again. */
static void test_kept(check *c)
{
    for (size_t i = 0; i < sizeof towns / sizeof *towns; i++) {
        check_say(c, "town %zu", i);
        for (int k = 0; k < c->contexts; k++) {
            kg_graph *graph = NULL;
            kg_hierarchy *h = NULL;

            if (check_status(
                    c, c->context[k], settle(&graph, &h, c->context[k], &towns[i]), KG_OK)) {
                check_number(c, c->context[k], "sides", (uint64_t)h->sides, i + 1);
                check_calls(c, h, &towns[i], FEW, 2 * FEW);
                check_calls(c, h, &towns[i], FEW, 4 * FEW);
                check_calls(c, h, &towns[i], 1000, 4 * FEW);
                check_calls(c, h, &towns[i], FEW, 4 * FEW);
            }
            kg_hierarchy_destroy(h);
            kg_graph_destroy(graph);
        }
    }
}

/* Memory without room for the labels of all vertices, or even for their number. Then there is
 * room. */
static void test_memory(check *c)
{
    static const uint64_t left[] = {6000, 64000};
    const town *t = &towns[0];

    for (int k = 0; k < c->contexts; k++) {
        kg_context *ctx = c->context[k];
        const uint64_t limit = ctx->device_memory.limit;
        kg_graph *graph = NULL;
        kg_hierarchy *h = NULL;
        uint64_t made = 2 * FEW;

        if (check_status(c, ctx, settle(&graph, &h, ctx, t), KG_OK)) {
            check_calls(c, h, t, FEW, made);
            for (size_t i = 0; i < sizeof left / sizeof *left; i++) {
                check_say(c, "%llu bytes", (unsigned long long)left[i]);
                ctx->device_memory.limit = ctx->device_memory.current + left[i];
                check_calls(c, h, t, 200, made += 400);
            }
            ctx->device_memory.limit = limit;
            check_calls(c, h, t, 200, made);
        }
        kg_hierarchy_destroy(h);
        kg_graph_destroy(graph);
    }
}

static kg_status do_all(kg_context *ctx, const town *t)
{
    kg_graph *graph = NULL;
    kg_hierarchy *h = NULL;
    uint64_t wrong;
    kg_status status;

    KG_TRY(settle(&graph, &h, ctx, t));
    KG_TRY(ask(h, t, 3, &wrong));
    KG_TRY(ask(h, t, 30, &wrong));
out:
    kg_hierarchy_destroy(h);
    kg_graph_destroy(graph);
    return status;
}

static void test_failures(check *c)
{
    const town small = {5, {2, 5, 3, 1}, false};

    check_say(c, "failures");
    CHECK_ALLOCATIONS(c, c->context[0], do_all(c->context[0], &small));
}

const check_case check_hierarchy_pairs_cases[] = {
    {"hierarchy_pairs.climbs", test_climbs, NULL, 0},
    {"hierarchy_pairs.labels", test_labels, NULL, 0},
    {"hierarchy_pairs.kept", test_kept, NULL, 0},
    {"hierarchy_pairs.memory", test_memory, NULL, 0},
    {"hierarchy_pairs.failures", test_failures, NULL, 0},
    {NULL, NULL, NULL, 0},
};
