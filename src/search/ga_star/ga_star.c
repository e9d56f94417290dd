/*
 * GA*: the search of any problem, on any backend.
 *
 * After Y. Zhou and J. Zeng, "Massively parallel A* search on a GPU", AAAI 2015: every thread has
 * queues of its own. In each round it extracts states from them and makes their moves. All threads
 * look up the resulting states in one hash table, which keeps the least g of each state. States
 * that are new, or reached more cheaply, are pushed to a queue of any thread. The search ends when
 * the best goal is no worse than the least f of any queue. Departures:
 *
 * - The number of queues grows with the open list: if many queues share a short list, its states
 *   are not expanded in the order of f.
 * - On CUDA a search with the weight 1 has shared lists instead, unless queues are asked for:
 *   ga_star_cuda.cu.
 * - A state is looked up when it is generated, not when it is extracted, so nothing is queued
 *   twice with the same g.
 * - A state that cannot lead to a better goal than the best one so far is not stored.
 *
 * With a weight w, f is g + w h rounded down. Some queued state of a cheapest path always has its
 * least g, so its f is at most w times the cost of that path. So is the cost of the best goal when
 * the search ends. The heuristic must be admissible, and nothing more.
 *
 * In: a problem. Out: a path, as states and as moves, in host memory; or a bound.
 */
#include "guide.h"
#include <stdio.h>

/* The time to expand a state with its moves: of a 15-puzzle on one thread of a Xeon; on a GPU, the
 * figure that its kernels aim at. The number of states of a problem is not known in advance. */
static const kg__cost state_cost = {.ns = {[KG__CPU] = 450, [KG__CUDA] = 3}};

static const kg__ga_ops row[KG__BACKENDS] = KG__TABLE(KG__GA_FUNCTIONS);

/* The use of the memory that holds the nodes. */
static kg_memory_use memory_use(const kg__ga_work *w)
{
    return w->ops == &row[KG__CPU] ? kg_context_memory(w->ctx) : kg_context_device_memory(w->ctx);
}

/* ---- the path -------------------------------------------------------------------------------- */

static bool is_same(const kg_ga_star_state *a, const kg_ga_star_state *b)
{
    return a->word[0] == b->word[0] && a->word[1] == b->word[1];
}

static void turn_around(kg_ga_star *answer, uint64_t states)
{
    for (uint64_t i = 0; i < states / 2; i++) {
        const kg_ga_star_state held = answer->way[i];

        answer->way[i] = answer->way[states - 1 - i];
        answer->way[states - 1 - i] = held;
    }
}

/* Finds the move of each step, the cheapest one if several lead to the same state. Sets the cost,
 * which is less than the goal's g if a state on the path was later reached more cheaply. */
static kg_status find_moves(kg_ga_star *answer, const kg__ga_problem *p, uint64_t states)
{
    kg_status status;

    KG_TRY(kg__host_allocate(
        answer->ctx, &answer->move, states - 1, sizeof *answer->move, "the moves"));
    for (uint64_t i = 0; i + 1 < states; i++) {
        const kg_ga_star_state *to = &answer->way[i + 1];
        uint32_t least = UINT32_MAX;

        for (unsigned move = 0; move < p->moves; move++) {
            kg_ga_star_state next;
            uint32_t cost;

            if (kg__ga_step(p, &answer->way[i], move, &next, &cost) && cost < least &&
                is_same(&next, to)) {
                answer->move[i] = move;
                least = cost;
            }
        }
        if (least == UINT32_MAX)
            return kg__fail(answer->ctx, KG_INTERNAL, "no move leads to state %llu of the way",
                (unsigned long long)i + 1);
        answer->cost += least;
    }
    answer->length = states - 1;
out:
    return status;
}

static kg_status add_state(
    kg_ga_star *answer, uint64_t *states, uint64_t *room, const kg_ga_star_state *state)
{
    kg_status status;

    KG_TRY(kg__host_grow(
        answer->ctx, &answer->way, room, *states + 1, sizeof *answer->way, "the way"));
    answer->way[(*states)++] = *state;
out:
    return status;
}

/* Finds the path backwards by the records. */
static kg_status follow_records(
    kg__ga_work *w, kg_ga_star *answer, uint64_t *states, uint64_t *room)
{
    uint32_t node = w->best.node;
    kg__ga_trace trace;
    kg_status status = KG_OK;

    while (node != KG__GA_NO_NODE) {
        KG_TRY(w->ops->trace(w, &trace, node));
        for (unsigned i = 0; i < trace.steps; i++)
            KG_TRY(add_state(answer, states, room, &trace.state[i]));
        node = trace.next;
    }
out:
    return status;
}

/* The predecessor on the canonical path, and its g. */
static kg_status go_back(kg__ga_work *w, kg_ga_star_state *at, uint32_t *g)
{
    const kg_ga_star_state to = *at;
    bool free_of_charge = false;
    kg_status status;

    if (w->problem->kind == KG__GA_GRAPH)
        return kg__ga_graph_back(w, at, g);
    for (unsigned i = 0; i < w->problem->moves; i++) {
        uint32_t cost, before;

        if (!kg__ga_back(w->problem, &to, i, at, &cost) || cost > *g)
            continue;
        KG_TRY(w->ops->look_up(w, &before, at));
        if (before == *g - cost && cost > 0) {
            *g = before;
            return KG_OK;
        }
        free_of_charge = free_of_charge || cost == 0;
    }
    if (free_of_charge) /* such steps could form a circle */
        return kg__fail(w->ctx, KG_ARGUMENT,
            "a move costs nothing: a canonical way needs moves that cost 1 at least");
    status = kg__fail(w->ctx, KG_INTERNAL, "no predecessor at cost %u", *g);
out:
    return status;
}

static kg_status build_way(kg__ga_work *w, kg_ga_star *answer)
{
    kg_ga_star_state at = w->best.state;
    uint32_t g = w->best.g;
    uint64_t states = 0, room = 0;
    kg_status status;

    if (w->canonical) {
        KG_TRY(add_state(answer, &states, &room, &at));
        while (!is_same(&at, &w->problem->start)) {
            KG_TRY(go_back(w, &at, &g));
            KG_TRY(add_state(answer, &states, &room, &at));
        }
    } else {
        KG_TRY(follow_records(w, answer, &states, &room));
    }
    turn_around(answer, states);
    KG_TRY(w->problem->kind == KG__GA_GRAPH ? kg__ga_graph_edges(answer, w->problem, states)
                                            : find_moves(answer, w->problem, states));
out:
    return status;
}

/* ---- the search ------------------------------------------------------------------------------ */

/* Called when the search has taken so long that a GPU may be worth its time to start. The remaining
 * work is unknown; the choice assumes ten times the work done so far. KG_LIMIT: restart on a
 * GPU. */
static kg_status choose_device(kg__ga_work *w, kg_ga_star *answer)
{
    answer->chosen = true;
    kg__choose(w->ctx, &state_cost, 10 * w->count.states, UINT64_MAX);
    answer->elsewhere = kg__context_backend(w->ctx);
    kg__choose_again(w->ctx, KG__CPU);
    return answer->elsewhere == KG__CPU ? KG_OK : KG_LIMIT;
}

/* Updates the answer's bound. States left out because of the best goal cannot lead to a cheaper
 * one. */
static kg_status raise_bound(kg__ga_work *w, kg_ga_star *answer)
{
    uint32_t bound = w->least;
    kg_status status = KG_OK;

    if (w->weight != 1 << 16)
        KG_TRY(w->ops->bound(w, &bound));
    if (bound > w->best.g)
        bound = w->best.g;
    if (bound > answer->bound && bound != KG__GA_NO_QUEUE)
        answer->bound = bound;
out:
    return status;
}

/* A sum of costs as messages show it: on a map with sqrt(2) it is converted from units. */
static unsigned long long shown_cost(const kg__ga_work *w, uint64_t sum)
{
    return sum / (w->problem->kind == KG__GA_GRID ? w->problem->unit[0] : 1);
}

/* Reports why the search ends without a proven answer. */
static kg_status fail_stopped(kg__ga_work *w, kg_ga_star *answer, uint64_t max_states)
{
    const unsigned long long states = w->count.states, bound = shown_cost(w, answer->bound);
    char why[48];

    if (kg__patience_ends(&w->patience)) {
        kg__patience_tell(&w->patience, why, sizeof why);
        return kg__fail(w->ctx, KG_LIMIT, "%s at %llu states: no solution cheaper than %llu exists",
            why, states, bound);
    }
    if (w->full)
        return kg__fail(w->ctx, KG_FULL,
            "stopped: the table is full at %llu states (%.1f MiB): no solution cheaper than %llu "
            "exists",
            states, (double)memory_use(w).current / 0x1p20, bound);
    if (w->count.states >= max_states)
        return kg__fail(w->ctx, KG_LIMIT,
            "stopped at %llu states, the most allowed: no solution cheaper than %llu exists",
            states, bound);
    return KG_OK;
}

static kg_status fail_too_dear(kg__ga_work *w)
{
    return kg__fail(w->ctx, KG_OVERFLOW,
        "a way costs more than %llu, the most that a search can add up",
        shown_cost(w, KG__GA_DEAREST));
}

/* Searches until an answer is proven, or that there is none. */
static kg_status do_rounds(kg__ga_work *w, kg_ga_star *answer, uint64_t max_states)
{
    kg_status status = KG_OK;

    while (!kg__ga_ends(w)) {
        KG_TRY(w->ops->rounds(w));
        if (w->too_dear == KG__GA_GIVES_UP)
            return fail_too_dear(w);
        if (w->weight == 1 << 16)
            KG_TRY(raise_bound(w, answer));
        snprintf(
            w->shown, sizeof w->shown, "states, cost %llu or more", shown_cost(w, answer->bound));
        KG_TRY(kg__progress(w->ctx, w->shown, w->count.states, 0));
        if (kg__ga_ends(w))
            break;
        if (w->max_states < max_states && w->count.states >= w->max_states) {
            w->max_states = max_states;
            KG_TRY(choose_device(w, answer));
        }
        if (kg__patience_ends(&w->patience) || w->full || w->count.states >= max_states) {
            KG_TRY(raise_bound(w, answer));
            KG_TRY(fail_stopped(w, answer, max_states));
        }
    }
out:
    return status;
}

static kg_status conclude(kg__ga_work *w, kg_ga_star *answer)
{
    kg_status status;

    if (w->best.g == KG__GA_NO_QUEUE && w->too_dear)
        return fail_too_dear(w);
    if (w->best.g == KG__GA_NO_QUEUE) {
        answer->bound = 0;
        return kg__fail(w->ctx, KG_NO_SOLUTION,
            "no solution: all %llu states that can be reached were met, and none is a goal",
            (unsigned long long)w->count.states);
    }
    KG_TRY(raise_bound(w, answer));
    kg__stage(w->ctx, "path");
    KG_TRY(build_way(w, answer));
    if (w->weight == 1 << 16)
        answer->bound = w->best.g;
    if (answer->bound > answer->cost)
        status = kg__fail(w->ctx, KG_INTERNAL, "a way of cost %llu below the bound %llu",
            (unsigned long long)answer->cost, (unsigned long long)answer->bound);
out:
    return status;
}

kg_status kg__ga_solve(
    kg_ga_star *answer, const kg__ga_problem *problem, const kg_ga_star_options *options)
{
    const kg__backend backend = problem->kind == KG__GA_GIVEN && !problem->given->source
                                    ? KG__CPU
                                    : kg__context_backend(answer->ctx);
    const uint64_t max_states = options->max_states ? options->max_states : UINT64_MAX;
    const uint64_t few = answer->chosen || problem->kind == KG__GA_GIVEN
                             ? max_states
                             : kg__worth_a_start(answer->ctx, &state_cost);
    const double begin = kg__now();
    kg__ga_work w = {.ctx = answer->ctx,
        .ops = &row[backend],
        .problem = problem,
        .weight = options->weight > 0 ? (uint32_t)(options->weight * 65536) : 1 << 16,
        .canonical = options->canonical,
        .queues = options->queues,
        .patience = answer->patience,
        .max_states = few < max_states ? few : max_states,
        .least = kg__ga_estimate(problem, &problem->start),
        .best = {.g = KG__GA_NO_QUEUE, .node = KG__GA_NO_NODE}};
    kg_status status;

    if (kg__ga_is_goal(problem, &problem->start))
        return KG_OK;
    if (w.least == KG__GA_NEVER)
        return kg__fail(w.ctx, KG_NO_SOLUTION,
            "no solution: the estimate says that no way leads from the start to a goal");
    kg__stage(w.ctx, "search");
    answer->bound = answer->bound > w.least ? answer->bound : w.least;
    w.least = kg__ga_f(0, w.least, w.weight);
    KG_TRY(w.ops->prepare(&w));
    KG_TRY(do_rounds(&w, answer, max_states));
    KG_TRY(conclude(&w, answer));
out:
    w.count.ms = 1e3 * (kg__now() - begin);
    w.count.peak_bytes = memory_use(&w).peak;
    answer->statistics = w.count;
    w.ops->finish(&w);
    kg__free(w.ctx, w.level);
    return status;
}
