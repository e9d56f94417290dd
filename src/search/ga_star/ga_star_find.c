/* GA*: the common part of all public calls, and the call that takes a user's functions. */
#include "ga_star_ops.h"

kg_status kg__ga_check_options(kg_context *ctx, const kg_ga_star_options *options)
{
    if (!(options->seconds >= 0))
        return kg__fail(
            ctx, KG_ARGUMENT, "%g seconds: expected 0, no limit, or more", options->seconds);
    if (options->weight != 0 && !(options->weight >= 1 && options->weight <= 1000))
        return kg__fail(
            ctx, KG_ARGUMENT, "weight %g: expected 1 to 1000, or 0 for 1", options->weight);
    if (options->queues > KG_GA_STAR_QUEUES)
        return kg__fail(ctx, KG_ARGUMENT, "%u queues: expected 1 to %d, or 0 for konig's choice",
            options->queues, KG_GA_STAR_QUEUES);
    if (options->canonical && options->weight > 1)
        return kg__fail(ctx, KG_ARGUMENT,
            "weight %g: the canonical way is one of the cheapest, so its weight is 1",
            options->weight);
    return KG_OK;
}

/* Makes the moves of an answer again, by the problem's functions. */
static kg_status make_again(kg_context *ctx, const kg__ga_problem *p, const kg_ga_star *answer)
{
    kg_ga_star_state at = p->start;
    uint64_t sum = 0;

    for (uint64_t i = 0; i < answer->length; i++) {
        const kg_ga_star_state from = at;
        uint32_t cost;

        if (!kg__ga_step(p, &from, answer->move[i], &at, &cost))
            return kg__fail(ctx, KG_NO_SOLUTION, "move %llu, number %u, cannot be made",
                (unsigned long long)i, answer->move[i]);
        sum += cost;
    }
    if (!kg__ga_is_goal(p, &at))
        return kg__fail(ctx, KG_NO_SOLUTION, "the moves lead to no goal");
    if (sum != answer->cost)
        return kg__fail(ctx, KG_NO_SOLUTION, "the moves cost %llu, and not %llu",
            (unsigned long long)sum, (unsigned long long)answer->cost);
    return KG_OK;
}

/* Reports that patience has ended between two searches. */
static kg_status fail_patience(const kg_ga_star *answer)
{
    char why[48];

    kg__patience_tell(&answer->patience, why, sizeof why);
    return kg__fail(answer->ctx, KG_LIMIT,
        "%s at %llu states: no solution cheaper than %llu exists", why,
        (unsigned long long)answer->statistics.states, (unsigned long long)answer->bound);
}

/* Searches, and begins again with a better estimate if that is hard. */
static kg_status solve(kg_ga_star *answer, kg__ga_task *task, const kg_ga_star_options *options)
{
    const uint64_t most = options->max_states ? options->max_states : UINT64_MAX;
    kg_ga_star_options part = *options;

    for (;;) {
        const bool last = !task->easy || task->easy >= most;
        kg_status status;

        part.max_states = last ? options->max_states : task->easy;
        status = kg__ga_solve(answer, &task->problem, &part);
        if (last || status != KG_LIMIT || answer->elsewhere != KG__CPU ||
            kg__patience_ends(&answer->patience))
            return status;
        kg__forgive(answer->ctx);
        kg__stage(answer->ctx, "tables");
        status = task->improve(answer->ctx, task, &answer->patience);
        if (status == KG_LIMIT)
            return fail_patience(answer);
        if (status != KG_OK && status != KG_MEMORY)
            return status;
        kg__forgive(answer->ctx);
    }
}

static kg_status find(kg_ga_star *answer, kg__ga_task *task, const kg_ga_star_options *options)
{
    kg_context *ctx = answer->ctx;
    kg_status status;

    if (task->unsolvable)
        return kg__fail(ctx, KG_NO_SOLUTION,
            "unsolvable (parity): no turns of %u tokens lead from here to the sorted ring",
            task->problem.turnstile);
    KG_TRY(solve(answer, task, options));
    if (!options->skip_verify && !task->verify) {
        kg__stage(ctx, "verify");
        status = make_again(ctx, &task->problem, answer);
    }
    for (uint64_t i = 0; i < answer->length && task->name; i++)
        answer->move[i] = task->name(task, &answer->way[i], answer->move[i]);
    if (!options->skip_verify && task->verify) {
        kg__stage(ctx, "verify");
        status = task->verify(ctx, task, answer);
    }
    if (status == KG_NO_SOLUTION)
        status = KG_INTERNAL;
out:
    return status;
}

/* Searches from the beginning, on the current backend. */
static kg_status find_again(
    kg_ga_star *answer, kg__ga_task *task, const kg_ga_star_options *options)
{
    kg__free_all(answer->ctx, answer->move, answer->way);
    *answer = (kg_ga_star){.ctx = answer->ctx, .chosen = true, .patience = answer->patience};
    return find(answer, task, options);
}

kg_status kg__ga_run(
    kg_ga_star **answer, kg_context *ctx, kg__ga_task *task, const kg_ga_star_options *options)
{
    kg_ga_star *a = NULL;
    kg_status status;

    options = options ? options : &(const kg_ga_star_options)KG_GA_STAR_OPTIONS_INIT;
    KG_TRY(kg__ga_check_options(ctx, options));
    KG_TRY(kg__host_allocate(ctx, &a, 1, sizeof *a, "the solution's record"));
    *a = (kg_ga_star){.ctx = ctx, .patience = kg__patience_from(options->seconds, options->stop)};
    status = find(a, task, options);
    if (a->elsewhere != KG__CPU) {
        kg__choose_again(ctx, a->elsewhere);
        status = find_again(a, task, options);
    }
    if (kg__choose_other(ctx, status))
        status = find_again(a, task, options);
out:
    kg__stage(ctx, NULL);
    kg__end_choice(ctx);
    if (status >= KG_OK || status == KG_FULL)
        *answer = a;
    else
        kg_ga_star_destroy(a);
    return status;
}

kg_status kg_ga_star_find(kg_ga_star **answer, kg_context *context,
    const kg_ga_star_problem *problem, const kg_ga_star_state *start,
    const kg_ga_star_options *options)
{
    kg__ga_task task = {.problem = {.kind = KG__GA_GIVEN, .words = 2, .given = problem}};

    KG_NEED_RESULT(context, answer, context);
    KG_NEED(context, problem);
    KG_NEED(context, start);
    kg__begin(context);
    KG_NEED(context, problem->step);
    KG_NEED(context, problem->is_goal);
    if (problem->user_bytes)
        KG_NEED(context, problem->user);
    if (problem->moves < 1 || problem->moves > 65536)
        return kg__fail(context, KG_ARGUMENT, "%u moves: expected 1 to 65536", problem->moves);
    if (options && options->canonical && !problem->back)
        return kg__fail(context, KG_ARGUMENT,
            "a canonical way needs the problem's function `back`, which is NULL");
    task.problem.moves = problem->moves;
    task.problem.start = *start;
    return kg__ga_run(answer, context, &task, options);
}

void kg_ga_star_destroy(kg_ga_star *answer)
{
    if (!answer)
        return;
    kg__free_all(answer->ctx, answer->move, answer->way, answer);
}

KG__GETTER(uint64_t, kg_ga_star_cost, kg_ga_star, answer, answer->cost, 0)
KG__GETTER(uint64_t, kg_ga_star_bound, kg_ga_star, answer, answer->bound, 0)
KG__GETTER(size_t, kg_ga_star_length, kg_ga_star, answer, answer->length, 0)
KG__GETTER(const uint32_t *, kg_ga_star_moves, kg_ga_star, answer, answer->move, NULL)
KG__GETTER(
    const kg_ga_star_statistics *, kg_ga_star_work, kg_ga_star, answer, &answer->statistics, NULL)
