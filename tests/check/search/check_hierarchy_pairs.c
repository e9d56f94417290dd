/*
 * The distances of many pairs by hierarchies that no roads have: climbs and labels that are too
 * large for the fast memory of a GPU, so that the CPU has to search. Other hierarchies are in
 * check_hierarchy.c.
 */
#include "edge_list.h"
#include "search/hierarchy/hierarchy.h"
#include <math.h>
#include <stdlib.h>

/* CHAIN: places, each of which reaches all above it. ENDS: vertices of pairs. */
enum { CHAIN = 200, ENDS = 24 };

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

    return (uint32_t)(check_random(&state) % 1000000);
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
            wrong += h->vertex[from[i]] != from[i] ||
                     length[i] != (from[i] == to[i] ? 0 : sum_by_hubs(from[i], to[i], hubs));
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

const check_case check_hierarchy_pairs_cases[] = {
    {"hierarchy_pairs.climbs", test_climbs, NULL, 0},
    {"hierarchy_pairs.labels", test_labels, NULL, 0},
    {NULL, NULL, NULL, 0},
};
