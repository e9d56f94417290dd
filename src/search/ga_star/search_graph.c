/* The search of a graph with a guide: its front, and the check of its path. */
#include "guide.h"
#include <string.h>

kg_status kg__guide_verify(kg_context *ctx, const kg__ga_task *task, const kg_ga_star *answer)
{
    const kg_guide *guide = task->of;
    const kg_vertex *end;
    uint64_t at = task->problem.start.word[0];
    double sum = 0;
    kg_status status;

    KG_TRY(kg_graph_ends(guide->graph, &end));
    for (uint64_t i = 0; i < answer->length; i++) {
        const uint64_t e = answer->move[i];
        const bool turned = guide->graph->half && end[2 * e] != at;

        if (end[2 * e + turned] != at)
            return kg__fail(ctx, KG_NO_SOLUTION,
                "edge %llu, number %llu of the path, does not begin where the path is",
                (unsigned long long)e, (unsigned long long)i);
        at = end[2 * e + !turned];
        sum += guide->toll ? guide->graph->value[e] : 1;
    }
    if (at != task->problem.target.word[0])
        return kg__fail(ctx, KG_NO_SOLUTION, "the path does not lead to the goal");
    if (kg__guide_units(guide, sum) != (double)answer->cost)
        return kg__fail(ctx, KG_NO_SOLUTION, "the path is %g long, and not %g", sum,
            kg__guide_length(guide, answer->cost));
out:
    return status;
}

kg_status kg_ga_star_graph(kg_ga_star **answer, kg_guide *guide, kg_vertex from, kg_vertex to,
    const kg_ga_star_options *options)
{
    kg_context *ctx = KG__CONTEXT(guide);
    kg__ga_task task = {.verify = kg__guide_verify, .of = guide};
    kg__ga_problem *p = &task.problem;
    kg_status status;

    KG_NEED_RESULT(ctx, answer, guide);
    KG_TRY(kg__begin_graph(guide->graph));
    if (from >= guide->graph->n || to >= guide->graph->n)
        return kg__fail(ctx, KG_ARGUMENT, "vertex %u: there are %u vertices",
            from >= guide->graph->n ? from : to, guide->graph->n);
    *p = (kg__ga_problem){.kind = KG__GA_GRAPH,
        .words = 1,
        .moves = guide->widest > KG__GA_PART ? KG__GA_PART + 1
                 : guide->widest             ? (unsigned)guide->widest
                                             : 1,
        .finite = true,
        .start = {{from, 0}},
        .target = {{to, 0}},
        .row = guide->graph->row,
        .col = guide->graph->col,
        .toll = guide->toll,
        .mark = guide->mark,
        .marks = guide->marks,
        .both = guide->graph->half,
        .place = guide->place,
        .scale = guide->scale,
        .guide = guide};
    if (guide->marks)
        memcpy(p->goal_mark, guide->mark + (uint64_t)to * guide->marks,
            guide->marks * sizeof *p->goal_mark);
    if (guide->place)
        memcpy(p->goal_place, guide->place + 2 * (uint64_t)to, sizeof p->goal_place);
    guide->reverse = guide->graph;
    if (!guide->graph->half && options && options->canonical)
        KG_TRY(kg__paths_reverse(&guide->reverse, guide->graph));
    status = kg__ga_run(answer, ctx, &task, options);
out:
    return status;
}
