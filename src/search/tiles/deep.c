/*
 * Iterative deepening on sliding puzzles: iterations, the answer.
 *
 * The search takes no memory for states that it has met. So it never ends because memory is full,
 * and expands a state again on every path to it that the bound allows.
 */
#include "deep.h"
#include "checkpoint.h"
#include "deep_ops.h"
#include "partitions.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MANY_ROOTS = 1 << 12, LONG = KG__DEEP_LONG };

/* Makes more roots, and the machine of longer detours, if the iteration before took so long that
 * this pays. */
static kg_status prepare(kg__deep_work *w, kg__tiles_level *levels, uint64_t before)
{
    static const struct {
        uint64_t expanded;
        unsigned length;
    } pays[] = {{0, KG__DEEP_SHORT}, {LONG, 8}, {16 * LONG, 10}, {256 * LONG, 12}};
    unsigned length = 0;
    kg_status status;

    KG_TRY(kg__deep_make_roots(w, levels, before < LONG ? KG__DEEP_FIRST_ROOTS : MANY_ROOTS));
    for (size_t i = 0; i < sizeof pays / sizeof *pays && before >= pays[i].expanded; i++)
        length = pays[i].length;
    if (w->detours.length < length)
        KG_TRY(kg__detours_make(w->ctx, &w->detours, w->problem, length));
out:
    return status;
}

/* Makes the roots and the machine of the iterations that are done in a checkpoint. */
static kg_status prepare_again(kg__deep_work *w, kg__tiles_level *levels, const kg_tiles *answer)
{
    kg_status status = KG_OK;

    for (uint64_t i = 0; i < answer->layers && w->resumes; i++) {
        w->bound = answer->layer[i].f;
        KG_TRY(prepare(w, levels, i ? answer->layer[i - 1].expanded : 0));
    }
out:
    return status;
}

static kg_status iterate(kg__deep_work *w, kg_tiles *answer)
{
    double begin = kg__now();
    kg_status status;

    KG_TRY(kg__tiles_begin_layer(answer));
    w->count = &answer->layer[answer->layers - 1];
    w->count->rounds = w->roots;
    snprintf(w->shown, sizeof w->shown, "states, %u or more moves", answer->bound);
    w->next = w->positions = 0;
    if (w->resumes)
        KG_TRY(kg__checkpoint_resume(w));
    begin -= w->count->ms / 1e3;
    KG_TRY(w->checkpoint ? kg__deep_take_turns(w, answer)
                         : kg__deep_search(kg__context_backend(w->ctx), w));
    if (w->stopped && !(w->found && !w->all))
        status = kg__patience_ends(&w->patience)
                     ? kg__tiles_fail_stopped(w->ctx, &w->patience, w->states, w->bound)
                     : kg__tiles_fail_most(w->ctx, w->states, w->bound);
out:
    if (w->count)
        w->count->ms = 1e3 * (kg__now() - begin);
    return status;
}

/* The states expanded by the iteration, or the search by layers, before this one. */
static uint64_t expanded_before(const kg_tiles *answer)
{
    return answer->layers ? answer->layer[answer->layers - 1].expanded : 0;
}

/* Whether the search may still turn to larger databases. */
static bool may_enlarge(const kg__deep_work *w)
{
    return w->enlarges && !w->patterns->largest;
}

/* Begins at the start with these databases. levels: [in, out] of the search before, or empty */
static kg_status take(
    kg__deep_work *w, kg__tiles_level *levels, kg_tiles_patterns *patterns, kg_tiles *answer)
{
    kg_status status;

    w->patterns = patterns;
    w->tables = &patterns->tables;
    KG_TRY(kg__tiles_patterns_build(patterns, &answer->patience));
    kg__stage(w->ctx, "search");
    kg__free_all(w->ctx, w->root, levels[0].key, levels[1].key);
    w->root = NULL;
    levels[0].key = levels[1].key = NULL;
    levels[1].count = w->depth = 0;
    KG_TRY(kg__deep_first_root(w, levels, &answer->bound));
out:
    return status;
}

/* Turns to larger databases if searches have taken as long as building them takes. So no puzzle
 * takes more than twice the time of the better choice. The search goes on from the bound that is
 * proven. */
static kg_status enlarge(kg__deep_work *w, kg__tiles_level *levels, kg_tiles *answer)
{
    kg_tiles_patterns *p = w->patterns;
    kg_status status = KG_OK;

    if (!may_enlarge(w) || p->seconds < p->patience_seconds)
        return KG_OK;
    KG_TRY(kg__tiles_patterns_enlarge(p, &answer->patience));
    if (p->larger) {
        w->enlarges = false;
        KG_TRY(take(w, levels, p->larger, answer));
    }
    kg__stage(w->ctx, "search");
out:
    return status;
}

/* An iteration that stops early enough to turn to larger databases. turns: [out] whether it has */
static kg_status iterate_a_while(kg__deep_work *w, kg_tiles *answer, bool *turns)
{
    kg_tiles_patterns *p = w->patterns;
    const double begin = kg__now(), end = begin + p->patience_seconds - p->seconds;
    kg_status status;

    w->patience = answer->patience;
    if (may_enlarge(w) && (w->patience.end <= 0 || end < w->patience.end))
        w->patience.end = end;
    w->stopped = false;
    status = iterate(w, answer);
    p->seconds += kg__now() - begin;
    *turns = status == KG_LIMIT && may_enlarge(w) && w->states < w->max_states &&
             !kg__patience_ends(&answer->patience);
    if (*turns) {
        kg__forgive(w->ctx);
        w->found = false;
        status = KG_OK;
    }
    return status;
}

/* Searches with one bound after another. */
static kg_status deepen_bound(kg__deep_work *w, kg__tiles_level *levels, kg_tiles *answer)
{
    bool turns = false;
    kg_status status;

    for (;; answer->bound += turns ? 0 : 2) {
        const uint64_t before = expanded_before(answer);

        KG_TRY(enlarge(w, levels, answer));
        w->bound = answer->bound;
        if (!w->bound)
            break;
        if (w->bound > KG__DEEP_MOVES) {
            status = kg__fail(w->ctx, KG_LIMIT,
                "no solution shorter than %u moves exists, and this search finds none that is "
                "longer than %d",
                w->bound, KG__DEEP_MOVES);
            goto out;
        }
        KG_TRY(prepare(w, levels, before));
        KG_TRY(iterate_a_while(w, answer, &turns));
        if (w->found)
            break;
    }
out:
    return status;
}

/* Solves the puzzles that follow, too, if that can be done at once. Returns whether the answer is
 * known. */
static bool solve_together(kg_tiles *answer, kg_tiles_patterns *p, const kg__tiles *problem,
    const kg_tiles_options *options, kg_status *status)
{
    if (answer->layers || options->max_states || p->ctx != answer->ctx)
        return false;
    if (!p->tried && options->others && options->following &&
        kg__context_backend(p->ctx) != KG__CPU)
        *status =
            kg__deep_solve_together(p->ctx, p, problem, answer->bound, options, &answer->patience);
    p->tried -= p->tried > 0;
    return *status == KG_OK && kg__deep_recall(answer, p, problem, options->canonical);
}

kg_status kg__deep_solve(
    kg_tiles *answer, const kg__tiles *problem, const kg_tiles_options *options)
{
    kg_tiles_patterns *p = options->patterns;
    const bool enlarges = options->heuristic == KG_TILES_AUTO;
    const bool enlarged = enlarges && p->larger && p->larger->built;
    kg__deep_work w = {.ctx = answer->ctx,
        .problem = problem,
        .all = options->canonical,
        .patience = answer->patience,
        .max_states = options->max_states ? options->max_states : UINT64_MAX,
        .checkpoint = options->checkpoint,
        .enlarges = enlarges && !enlarged,
        .states = answer->statistics.total.expanded};
    kg__tiles_level levels[2] = {{NULL, 0}};
    bool known = false;
    kg_status status;

    if (w.checkpoint)
        KG_TRY(kg__checkpoint_begin(&w, answer, p, &known));
    if (known)
        goto out;
    status = take(&w, levels, enlarged ? p->larger : p, answer);
    known = status == KG_OK && !w.resumes &&
            solve_together(answer, w.patterns, problem, options, &status);
    if (status == KG_OK && !known)
        status = prepare_again(&w, levels, answer);
    if (status == KG_OK && !known)
        status = deepen_bound(&w, levels, answer);
    if (status == KG_LIMIT) /* if it has no message yet */
        kg__tiles_fail_stopped(w.ctx, &answer->patience, w.states, answer->bound);
    if (status != KG_OK)
        goto out;
    if (!known) {
        KG_TRY(kg__host_allocate(w.ctx, &answer->move, w.bound, 1, "the moves"));
        memcpy(answer->move, w.move, w.bound);
        answer->length = w.bound;
    }
    if (w.checkpoint)
        KG_TRY(kg__checkpoint_solve(&w, answer));
out:
    kg__tiles_sum_up(answer, 0);
    kg__free_all(w.ctx, w.root, w.position, w.detours.next, levels[0].key, levels[1].key);
    return status;
}
