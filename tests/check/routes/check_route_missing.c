/* Route inspection where LEMON is not built: a refusal that says what to install. */
#include "check.h"
#include <string.h>

static void check_missing(check *c)
{
    for (int k = 0; k < c->contexts; k++) {
        kg_context *ctx = c->context[k];
        kg_graph *graph = NULL;
        kg_route *route = NULL;

        check_status(c, ctx, kg_graph_build(&graph, ctx, 0, 0, NULL, NULL, NULL), KG_OK);
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
