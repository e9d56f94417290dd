/* Chooses circuit or path for a directed graph, from the result of stage 1. */
#include "euler_ops.h"

/* Returns whether exactly one vertex has an out-edge too many and one an in-edge too many. */
static bool is_path(const kg_euler_witness *no, kg_vertex *start, kg_vertex *end)
{
    if (no->count != 2)
        return false;
    for (int s = 0; s < 2; s++)
        if (no->out_degree[s] == no->in_degree[s] + 1 &&
            no->in_degree[1 - s] == no->out_degree[1 - s] + 1) {
            *start = no->vertex[s];
            *end = no->vertex[1 - s];
            return true;
        }
    return false;
}

static kg_status check_path_start(
    const kg_graph *graph, const kg_euler_options *options, kg_vertex start)
{
    const kg_vertex wanted = options->start;

    if (!options->has_start || wanted == start)
        return KG_OK;
    return kg__fail(graph->ctx, KG_ARGUMENT,
        "an Euler path of this graph cannot start at vertex %s: it must start at %s",
        KG__NAME_SHOWN(graph, wanted), KG__NAME_SHOWN(graph, start));
}

kg_status kg__euler_choose_kind(kg__euler_work *w, const kg_graph *graph,
    const kg_euler_options *options, kg_euler_kind *found, kg_vertex *start, kg_vertex *end)
{
    kg_status status = KG_OK;

    *found = KG_EULER_CIRCUIT;
    if (w->witness.count == 0 && options->kind == KG_EULER_PATH) {
        w->witness.reason = KG_EULER_IS_CIRCUIT;
        return KG_NO_SOLUTION;
    }
    if (w->witness.count == 0)
        return KG_OK;
    if (options->kind == KG_EULER_CIRCUIT || !is_path(&w->witness, start, end)) {
        w->witness.reason = KG_EULER_UNBALANCED;
        return KG_NO_SOLUTION;
    }
    KG_TRY(check_path_start(graph, options, *start));
    *found = KG_EULER_PATH;
out:
    return status;
}
