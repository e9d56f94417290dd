/*
 * Sliding puzzles: the front of the search. It checks the puzzle, decides by parity whether there
 * is a solution, chooses the search, and has the answer verified.
 */
#include "partitions.h"
#include "tiles_ops.h"
#include <stdio.h>

/* States after which KG_TILES_AUTO turns to pattern databases: expanding them takes about as long
 * as building the databases. */
static const uint64_t few_states[KG__BACKENDS] = {
    [KG__CPU] = UINT64_C(1) << 23, [KG__CUDA] = UINT64_C(1) << 30};

/* ---- the puzzle ------------------------------------------------------------------------------ */

static kg_status fail_unsolvable(kg_context *ctx, const kg_tiles_puzzle *puzzle)
{
    unsigned n = puzzle->width * puzzle->height;
    char target[3 * KG_TILES_CELLS + 1];
    size_t used = 0;

    for (unsigned c = 0; c < n; c++)
        used += (size_t)snprintf(
            target + used, sizeof target - used, c ? " %u" : "%u", puzzle->target[c]);
    return kg__fail(ctx, KG_NO_SOLUTION,
        "unsolvable (parity): the target %s lies in that half of all arrangements which cannot be "
        "reached from here",
        target);
}

kg_status kg__tiles_check(kg_context *ctx, const kg_tiles_puzzle *puzzle)
{
    kg_status status = KG_OK;

    KG_TRY(kg__tiles_check_board(ctx, puzzle, puzzle->start, "start"));
    KG_TRY(kg__tiles_check_board(ctx, puzzle, puzzle->target, "target"));
    if (!kg__tiles_is_solvable(puzzle))
        status = fail_unsolvable(ctx, puzzle);
out:
    return status;
}

/* ---- calls ----------------------------------------------------------------------------------- */

/* Returns whether a search by layers ended only because it met many states, or memory was full. */
static bool may_go_on(kg_tiles *a, kg_status status, uint64_t few, uint64_t max_states)
{
    const uint64_t met = a->statistics.total.expanded;

    return a->elsewhere == KG__CPU && !kg__patience_ends(&a->patience) &&
           (status == KG_FULL || (status == KG_LIMIT && met >= few && met < max_states));
}

/* Forgets what a search has found. */
static void clear(kg_tiles *a)
{
    kg__free_all(a->ctx, a->move, a->layer);
    *a = (kg_tiles){.ctx = a->ctx, .chosen = a->chosen, .patience = a->patience};
}

/* Searches by layers while that meets few states, and then by iterative deepening. The databases
 * count the states of all searches, so that they are built when many puzzles need them together. If
 * there is no memory for them, the search by layers takes what there is. */
static kg_status find_by_both(
    kg_tiles *a, const kg__tiles *problem, const kg_tiles_options *options)
{
    const uint64_t most = few_states[kg__context_backend(a->ctx)];
    const uint64_t max_states = options->max_states ? options->max_states : UINT64_MAX;
    kg_tiles_patterns *p = options->patterns;
    const uint64_t few = p->built || p->spent >= most ? 0 : most - p->spent;
    const unsigned bound = a->bound;
    kg_tiles_options layers = *options;
    bool is_full;
    kg_status status = KG_LIMIT;

    if (p->too_large)
        return kg__tiles_solve(a, problem, options);
    if (few) {
        layers.max_states = few < max_states ? few : max_states;
        status = kg__tiles_solve(a, problem, &layers);
        p->spent += a->statistics.total.expanded;
        if (!may_go_on(a, status, few, max_states))
            return status;
        kg__forgive(a->ctx);
    }
    is_full = status == KG_FULL;
    status = kg__deep_solve(a, problem, options);
    if (status != KG_MEMORY || p->built)
        return status;
    kg__forgive(a->ctx);
    p->too_large = true;
    if (is_full)
        return kg__fail(a->ctx, KG_FULL,
            "stopped: the table is full at %llu states, and pattern databases do not fit: no "
            "solution shorter than %u moves exists",
            (unsigned long long)a->statistics.total.expanded, a->bound);
    clear(a);
    a->bound = bound;
    return kg__tiles_solve(a, problem, options);
}

static kg_status search(kg_tiles *a, const kg__tiles *problem, const kg_tiles_puzzle *puzzle,
    const kg_tiles_options *options)
{
    static const kg_tiles_patterns_options defaults = KG_TILES_PATTERNS_OPTIONS_INIT;
    kg_tiles_patterns *own = NULL;
    kg_tiles_options with = *options;
    kg_status status;

    if (options->heuristic == KG_TILES_PATTERN)
        return kg__deep_solve(a, problem, options);
    if (options->heuristic != KG_TILES_AUTO)
        return kg__tiles_solve(a, problem, options);
    if (!options->patterns) {
        KG_TRY(kg__tiles_patterns_make(&own, a->ctx, puzzle, &defaults));
        with.patterns = own;
    }
    status = find_by_both(a, problem, &with);
out:
    kg_tiles_patterns_destroy(own);
    return status;
}

static kg_status find(
    kg_tiles *answer, const kg_tiles_puzzle *puzzle, const kg_tiles_options *options)
{
    const bool conflicts = options->heuristic != KG_TILES_MANHATTAN;
    kg__tiles problem;
    kg_status status;

    KG_TRY(kg__tiles_check(answer->ctx, puzzle));
    if (options->heuristic == KG_TILES_PATTERN ||
        (options->heuristic == KG_TILES_AUTO && options->patterns))
        KG_TRY(kg__tiles_patterns_check(answer->ctx, options->patterns, puzzle));
    kg__tiles_make(&problem, puzzle, conflicts);
    answer->bound = kg__tiles_heuristic(&problem, puzzle, conflicts);
    KG_TRY(search(answer, &problem, puzzle, options));
    if (!options->skip_verify) {
        kg__stage(answer->ctx, "verify");
        status = kg_tiles_verify(answer->ctx, puzzle, answer->move, answer->length);
        if (status == KG_NO_SOLUTION)
            status = KG_INTERNAL;
    }
out:
    kg__stage(answer->ctx, NULL);
    return status;
}

/* Solves the puzzle from the beginning, on the current backend. */
static kg_status find_again(
    kg_tiles *answer, const kg_tiles_puzzle *puzzle, const kg_tiles_options *options)
{
    clear(answer);
    answer->chosen = true;
    return find(answer, puzzle, options);
}

kg_status kg_tiles_find(kg_tiles **answer, kg_context *context, const kg_tiles_puzzle *puzzle,
    const kg_tiles_options *options)
{
    kg_tiles *a = NULL;
    kg_status status;

    KG_NEED_RESULT(context, answer, context);
    KG_NEED(context, puzzle);
    kg__begin(context);
    options = options ? options : &(const kg_tiles_options)KG_TILES_OPTIONS_INIT;
    if ((unsigned)options->heuristic > KG_TILES_AUTO)
        return kg__fail(
            context, KG_ARGUMENT, "heuristic %d: expected 0 to 3", (int)options->heuristic);
    if (!(options->seconds >= 0))
        return kg__fail(
            context, KG_ARGUMENT, "%g seconds: expected 0, no limit, or more", options->seconds);
    if (options->checkpoint && options->heuristic != KG_TILES_PATTERN)
        return kg__fail(context, KG_ARGUMENT,
            "heuristic %d: only searches with pattern databases have checkpoints",
            (int)options->heuristic);
    KG_TRY(kg__host_allocate(context, &a, 1, sizeof *a, "the solution's record"));
    *a = (kg_tiles){.ctx = context, .patience = kg__patience_from(options->seconds, options->stop)};
    status = find(a, puzzle, options);
    if (a->elsewhere != KG__CPU) {
        kg__choose_again(context, a->elsewhere);
        status = find_again(a, puzzle, options);
    }
    if (kg__choose_other(context, status))
        status = find_again(a, puzzle, options);
out:
    kg__end_choice(context);
    if (status >= KG_OK || status == KG_FULL)
        *answer = a;
    else
        kg_tiles_destroy(a);
    return status;
}

void kg_tiles_destroy(kg_tiles *answer)
{
    if (answer)
        kg__tiles_free(answer);
}

KG__GETTER(size_t, kg_tiles_length, kg_tiles, answer, answer->length, 0)
KG__GETTER(const uint8_t *, kg_tiles_moves, kg_tiles, answer, answer->move, NULL)
KG__GETTER(unsigned, kg_tiles_bound, kg_tiles, answer, answer->bound, 0)
KG__GETTER(const kg_tiles_statistics *, kg_tiles_work, kg_tiles, answer, &answer->statistics, NULL)
