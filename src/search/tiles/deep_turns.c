/*
 * Iterative deepening on sliding puzzles with a checkpoint: an iteration in turns, after each of
 * which the search knows where it would go on.
 *
 * A turn on the CPU ends after some seconds, wherever the threads are. A turn on a GPU takes a
 * batch of roots. It is lost if the search is stopped within it, so batches are made to last a few
 * seconds each. Where a GPU goes on after the CPU, the CPU first finishes the roots that it
 * has begun.
 *
 * Turns do not change how many states an iteration expands, unless its first solution ends it.
 */
#include "checkpoint.h"
#include <string.h>

static bool is_done(const kg__deep_work *w)
{
    return (w->next == w->roots && !w->positions) || (w->found && !w->all);
}

/* Makes the next batch take about as long as the time between two writes. */
static void adapt(kg__deep_work *w, double seconds)
{
    const double wanted = w->checkpoint->seconds;

    if (seconds < wanted / 2 && w->batch < w->roots)
        w->batch *= 2;
    if (seconds > 2 * wanted && w->batch > 1)
        w->batch /= 2;
}

/* whole: [out] whether the search can go on from where the turn has ended */
static kg_status take_turn(kg__deep_work *w, bool *whole)
{
    const kg__backend backend = w->positions ? KG__CPU : kg__context_backend(w->ctx);
    const double begin = kg__now(), end = begin + w->checkpoint->seconds;
    kg__deep_work turn = *w;
    kg_status status;

    turn.found = false;
    if (backend != KG__CPU) {
        turn.root += w->next;
        turn.roots = w->batch < w->roots - w->next ? w->batch : w->roots - w->next;
    } else {
        if (kg__context_backend(w->ctx) != KG__CPU)
            turn.roots = w->next;
        if (turn.patience.end <= 0 || end < turn.patience.end)
            turn.patience.end = end;
    }
    status = kg__deep_search(backend, &turn);
    *whole = backend == KG__CPU || (status == KG_OK && !turn.stopped);
    w->states = turn.states;
    if (turn.found && (!w->found || kg__deep_before(turn.move, w->move, w->bound)))
        memcpy(w->move, turn.move, w->bound);
    w->found |= turn.found;
    if (backend == KG__CPU) {
        w->next = turn.next;
        w->positions = turn.positions;
    } else if (*whole) {
        w->next += turn.roots;
        adapt(w, kg__now() - begin);
    } else {
        w->stopped = turn.stopped;
    }
    return status;
}

/* Keeps where the search stands, and writes the file if it is time or the search ends, also if the
 * call is cancelled. whole: whether the search can go on from there */
static kg_status save(const kg__deep_work *w, const kg_tiles *answer, bool whole, bool ends)
{
    const char *cancelled = kg__cancelled_set(w->ctx, NULL);
    kg_status status = KG_OK;

    if (whole)
        KG_TRY(kg__checkpoint_keep(w, answer));
    KG_TRY(kg__checkpoint_write_if(w->checkpoint, ends));
out:
    kg__cancelled_set(w->ctx, cancelled);
    return status;
}

kg_status kg__deep_take_turns(kg__deep_work *w, const kg_tiles *answer)
{
    const double begin = kg__now() - w->count->ms / 1e3;
    bool whole = true;
    kg_status status = KG_OK, kept = KG_OK;

    if (!w->batch)
        w->batch = KG__DEEP_FIRST_ROOTS;
    while (!is_done(w) && status == KG_OK && kept == KG_OK) {
        w->stopped |= w->states >= w->max_states || kg__patience_ends(&w->patience);
        if (w->stopped)
            break;
        status = take_turn(w, &whole);
        w->count->ms = 1e3 * (kg__now() - begin);
        kept = save(w, answer, whole, status != KG_OK);
    }
    if (kept == KG_OK && w->stopped)
        kept = kg__checkpoint_write_if(w->checkpoint, true);
    return status == KG_OK ? kept : status;
}
