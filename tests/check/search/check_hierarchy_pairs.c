/*
 * The distances of many pairs by hierarchies that no roads have: climbs and labels that are too
 * large for the fast memory of a GPU, so that the CPU has to search. Other hierarchies are in
 * check_hierarchy.c.
 */
#include "edge_list.h"
#include "search/hierarchy/hierarchy.h"
#include <math.h>
#include <stdlib.h>

/* COMPLETE: vertices; a climb from the lowest one reaches all of them. ENDS: vertices of pairs. */
enum { COMPLETE = 98, ENDS = 24 };

/* From every end to every other, [ENDS * ENDS]. step: between the ends. */
static void make_pairs(kg_vertex *from, kg_vertex *to, kg_vertex step)
{
    for (kg_vertex i = 0; i < ENDS * ENDS; i++) {
        from[i] = i / ENDS * step;
        to[i] = i % ENDS * step;
    }
}

static void test_climbs(check *c)
{
    const kg_generate_options options = {.kind = KG_GENERATE_COMPLETE, .vertices = COMPLETE};
    kg_vertex from[ENDS * ENDS], to[ENDS * ENDS];
    double length[ENDS * ENDS];

    make_pairs(from, to, COMPLETE / ENDS);
    for (int k = 0; k < c->contexts; k++) {
        kg_context *ctx = c->context[k];
        kg_graph *graph = NULL;
        kg_hierarchy *h = NULL;
        uint64_t wrong = 0;

        check_say(c, "a complete graph");
        if (check_status(c, ctx, kg_graph_generate(&graph, ctx, &options), KG_OK) &&
            check_status(c, ctx, kg_hierarchy_build(&h, graph, NULL), KG_OK)) {
            check_number(c, ctx, "labels", h->labelled, COMPLETE);
            h->labelled = 1;
            check_status(c, ctx, kg_hierarchy_distances(h, from, to, ENDS * ENDS, length), KG_OK);
            for (int i = 0; i < ENDS * ENDS; i++)
                wrong += length[i] != (from[i] != to[i]);
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
