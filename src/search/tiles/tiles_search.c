/*
 * GA* for problems whose moves cost one and change the heuristic by one: the loop over layers.
 *
 * After Y. Zhou and J. Zeng, "Massively parallel A* search on a GPU", AAAI 2015: every thread has a
 * queue of its own. In each round it extracts states from its queue. All threads look them up in
 * one hash table, and each thread expands its new states. Departures:
 *
 * - f takes only the values h(start), h(start) + 2, ... So a queue holds only states of one f,
 *   those of the current layer, in any order: every order finds a state with its least g first.
 * - Children that belong to the next layer are not stored, as their parents are in the table. The
 *   next layer begins with a pass over the table, which makes them: it repeats the moves that raise
 *   h of the states of the layer before. So a state takes one number, where a list of the children
 *   would take two.
 * - No thread searches the queues for the best target at the end. Each queue is empty before the
 *   next layer begins, so no later target can be nearer than the first.
 *
 * In: a puzzle's tables. Out: a shortest solution as moves in host memory, or a bound.
 *
 * Each state with f below the length is expanded once. States with f equal to the length are
 * expanded until the target is met, or all of them if the path must be canonical. The length
 * depends on the puzzle alone. So does the canonical path: going backwards from the target, it
 * takes the first predecessor, in the order of moves, that lies on an optimal path.
 */
#include "tiles_ops.h"
#include <stdio.h>
#include <string.h>

/* The time to expand a state, measured over all of Korf's 15-puzzles on an H200 and the 16 threads
 * of its host (docs/benchmarks-gpu.md). The number of states of a puzzle is not known in
 * advance. */
static const kg__cost state_cost = {.ns = {[KG__CPU] = 85, [KG__CUDA] = 0.35}};

static const kg__tiles_ops row[KG__BACKENDS] = KG__TABLE(KG__TILES_FUNCTIONS);

const kg__tiles_ops *kg__tiles_backend(const kg_context *ctx)
{
    return &row[kg__context_backend(ctx)];
}

/* The use of the memory that holds the table. */
static kg_memory_use memory_use(const kg_context *ctx)
{
    return kg__context_backend(ctx) == KG__CPU ? kg_context_memory(ctx)
                                               : kg_context_device_memory(ctx);
}

/* ---- the path -------------------------------------------------------------------------------- */

/*
 * Undoes moves from a board back to the start.
 *
 * there     [out] whether the start was reached, after exactly `distance` moves.
 * move      [out] [distance] the moves in the order from the start. May be NULL.
 * cells     [in] the board; [out] where the walk ended.
 * distance  [in]
 */
static kg_status walk_back(
    kg__tiles_work *w, bool *there, uint8_t *move, uint8_t *cells, unsigned distance)
{
    kg__tiles_trace trace;
    unsigned left = distance;
    kg_status status;

    do {
        KG_TRY(kg__tiles_backend(w->ctx)->trace(w, &trace, cells, left));
        for (unsigned i = 0; i < trace.steps && move; i++)
            move[left - 1 - i] = trace.move[i];
        left -= trace.steps;
    } while (left && trace.last < KG__TILES_ROOT);
    *there = trace.last == KG__TILES_ROOT && left == 0;
out:
    return status;
}

/* The last move of the canonical path to a board that is `distance` moves from the start. */
static kg_status first_move(
    kg__tiles_work *w, unsigned *first, const uint8_t *cells, unsigned distance)
{
    const kg__tiles *p = w->problem;
    uint8_t before[KG_TILES_CELLS];
    bool there = false;
    kg_status status = KG_OK;

    for (unsigned move = 0; move < KG__TILES_MOVES && !there; move++) {
        memcpy(before, cells, sizeof before);
        if (!kg_tiles_slide(before, p->width, p->height, 3 - move))
            continue;
        KG_TRY(walk_back(w, &there, NULL, before, distance - 1));
        *first = move;
    }
    if (!there)
        status = kg__fail(w->ctx, KG_INTERNAL, "no predecessor at distance %u", distance - 1);
out:
    return status;
}

/* Finds the moves of the answer, from the target backwards. */
static kg_status build_path(kg__tiles_work *w, kg_tiles *answer)
{
    const kg__tiles *p = w->problem;
    uint8_t cells[KG_TILES_CELLS];
    unsigned g = answer->bound, last = KG__TILES_ROOT;
    bool there;
    kg_status status;

    KG_TRY(kg__host_allocate(w->ctx, &answer->move, answer->bound, 1, "the moves"));
    memcpy(cells, p->target, sizeof cells);
    for (; w->finish_layer && g > 0; g--) {
        KG_TRY(first_move(w, &last, cells, g));
        answer->move[g - 1] = (uint8_t)last;
        kg_tiles_slide(cells, p->width, p->height, 3 - last);
    }
    KG_TRY(walk_back(w, &there, answer->move, cells, g));
    if (!there)
        status =
            kg__fail(w->ctx, KG_INTERNAL, "the path of %u moves misses the start", answer->bound);
    else
        answer->length = answer->bound;
out:
    return status;
}

/* ---- the layers ------------------------------------------------------------------------------ */

kg_status kg__tiles_begin_layer(kg_tiles *answer)
{
    kg_status status;

    KG_TRY(kg__host_grow(answer->ctx, &answer->layer, &answer->layer_room, answer->layers + 1,
        sizeof *answer->layer, "statistics"));
    answer->layer[answer->layers++] = (kg_tiles_layer){.f = answer->bound};
out:
    return status;
}

/* Called when the search has taken so long that a GPU may be worth its time to start. The remaining
 * work is unknown: the choice assumes ten times the work done so far, for this puzzle and for each
 * of the others that share the start. Returns KG_LIMIT to restart on a GPU. */
static kg_status choose_device(kg__tiles_work *w, kg_tiles *answer)
{
    answer->chosen = true;
    kg__choose(w->ctx, &state_cost, 10 * w->states * w->sharing, UINT64_MAX);
    answer->elsewhere = kg__context_backend(w->ctx);
    kg__choose_again(w->ctx, KG__CPU);
    return answer->elsewhere == KG__CPU ? KG_OK : KG_LIMIT;
}

kg_status kg__tiles_fail_stopped(
    kg_context *ctx, const kg__patience *patience, uint64_t states, unsigned bound)
{
    char why[48];

    kg__patience_tell(patience, why, sizeof why);
    return kg__fail(ctx, KG_LIMIT, "%s at %llu states: no solution shorter than %u moves exists",
        why, (unsigned long long)states, bound);
}

kg_status kg__tiles_fail_most(kg_context *ctx, uint64_t states, unsigned bound)
{
    return kg__fail(ctx, KG_LIMIT,
        "stopped at %llu states, the most allowed: no solution shorter than %u moves exists",
        (unsigned long long)states, bound);
}

/* Enlarges the table once it is as full as it should be, or reports why the search ends here. */
static kg_status make_room(kg__tiles_work *w, kg_tiles *answer, uint64_t max_states)
{
    unsigned bound = answer->bound;
    kg_status status;

    if (kg__patience_ends(&w->patience))
        return kg__tiles_fail_stopped(w->ctx, &w->patience, w->states, bound);
    if (w->max_states < max_states && w->states >= w->max_states) {
        w->max_states = max_states;
        return choose_device(w, answer);
    }
    if (w->states >= w->max_states)
        return kg__tiles_fail_most(w->ctx, w->states, bound);
    status = kg__tiles_backend(w->ctx)->grow(w);
    if (status == KG_FULL)
        kg__fail(w->ctx, KG_FULL,
            "stopped: the table is full at %llu states (%.1f MiB): no solution shorter than %u "
            "moves exists",
            (unsigned long long)w->states, (double)memory_use(w->ctx).current / 0x1p20, bound);
    return status;
}

/* Works through one layer. */
static kg_status search_layer(kg__tiles_work *w, kg_tiles *answer, uint64_t max_states)
{
    double begin = kg__now();
    kg_status status;

    KG_TRY(kg__tiles_begin_layer(answer));
    snprintf(w->shown, sizeof w->shown, "states, %u or more moves", answer->bound);
    w->count = &answer->layer[answer->layers - 1];
    w->done = false;
    do {
        KG_TRY(kg__tiles_backend(w->ctx)->rounds(w));
        if (!w->done && (!w->found || w->finish_layer))
            KG_TRY(make_room(w, answer, max_states));
    } while (!w->done && (!w->found || w->finish_layer));
out:
    if (w->count)
        w->count->ms = 1e3 * (kg__now() - begin);
    return status;
}

void kg__tiles_sum_up(kg_tiles *answer, uint64_t entries)
{
    kg_tiles_layer *total = &answer->statistics.total;

    *total = (kg_tiles_layer){.f = answer->bound};
    for (size_t i = 0; i < answer->layers; i++) {
        const kg_tiles_layer *layer = &answer->layer[i];

        total->rounds += layer->rounds;
        total->expanded += layer->expanded;
        total->generated += layer->generated;
        total->duplicates += layer->duplicates;
        total->ms += layer->ms;
    }
    answer->statistics.layer = answer->layer;
    answer->statistics.layers = answer->layers;
    answer->statistics.slots = entries;
    answer->statistics.peak_bytes = memory_use(answer->ctx).peak;
}

kg_status kg__tiles_solve(
    kg_tiles *answer, const kg__tiles *problem, const kg_tiles_options *options)
{
    const uint64_t max_states = options->max_states ? options->max_states : UINT64_MAX;
    const uint64_t worth = kg__worth_a_start(answer->ctx, &state_cost);
    const uint64_t sharing = kg__device_is_open(answer->ctx) ? 1 : 1 + options->others;
    const uint64_t few = answer->chosen || worth == UINT64_MAX ? max_states : 1 + worth / sharing;
    kg__tiles_work w = {.ctx = answer->ctx,
        .problem = problem,
        .finish_layer = options->canonical,
        .patience = answer->patience,
        .sharing = sharing,
        .max_states = few < max_states ? few : max_states};
    kg_status status;

    kg__stage(w.ctx, "search");
    KG_TRY(kg__tiles_backend(w.ctx)->prepare(&w));
    for (;; answer->bound += 2, w.layer++) {
        KG_TRY(search_layer(&w, answer, max_states));
        if (w.found)
            break;
        if (!w.count->expanded) {
            status = kg__fail(w.ctx, KG_INTERNAL, "layer %u is empty", answer->bound);
            goto out;
        }
    }
    kg__stage(w.ctx, "path");
    KG_TRY(build_path(&w, answer));
out:
    kg__tiles_sum_up(answer, w.entries);
    kg__tiles_backend(w.ctx)->finish(&w);
    return status;
}
