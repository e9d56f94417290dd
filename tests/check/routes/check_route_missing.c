/* Route inspection where LEMON is not built: a refusal that says what to install; a directed graph
 * needs no LEMON. */
#include "check.h"
#include <string.h>

static void check_missing(check *c)
{
    static const kg_vertex from[] = {0, 0, 1, 2}, to[] = {1, 1, 2, 0};

    for (int k = 0; k < c->contexts; k++) {
        kg_context *ctx = c->context[k];
        kg_graph *graph = NULL, *directed = NULL;
        kg_route *route = NULL;

        check_status(c, ctx, kg_graph_build(&directed, ctx, 3, 4, from, to, NULL), KG_OK);
        if (check_status(c, ctx, kg_euler_eulerise(&route, directed, NULL), KG_OK))
            check_number(c, ctx, "repeats", kg_route_measure(route)->repeats, 2);
        kg_route_destroy(route);
        kg_graph_destroy(directed);
        check_status(c, ctx, kg_graph_build_undirected(&graph, ctx, 0, 0, NULL, NULL), KG_OK);
        check_status(c, ctx, kg_euler_eulerise(&route, graph, NULL), KG_MISSING);
        if (!strstr(kg_context_message(ctx), "liblemon-dev"))
            check_fail(c, ctx, "the message is '%s'", kg_context_message(ctx));
        kg_graph_destroy(graph);
    }
}

const check_case check_route_cases[] = {
    {"route.missing", check_missing, NULL, 0},
    {NULL, NULL, NULL, 0},
};

const check_case check_certificate_cases[] = {{NULL, NULL, NULL, 0}};
const check_case check_route_mixed_cases[] = {{NULL, NULL, NULL, 0}};
const check_case check_streets_route_cases[] = {{NULL, NULL, NULL, 0}};
const check_case check_streets_turns_cases[] = {{NULL, NULL, NULL, 0}};
const check_case check_streets_vehicles_cases[] = {{NULL, NULL, NULL, 0}};
const check_case check_streets_windy_cases[] = {{NULL, NULL, NULL, 0}};
