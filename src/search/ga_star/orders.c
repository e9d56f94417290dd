/* Pancakes and TopSpin: the fronts of their searches. Their moves and heuristics are in
 * problem_tmpl.h. */
#include "orders.h"
#include "ga_star_ops.h"

/* The problem of sorting an order, read from number `first` on. */
static kg__ga_problem problem_of(
    unsigned kind, const kg_ga_star_order *order, unsigned least, unsigned first)
{
    const bool wide = order->count > KG__GA_NARROW_ITEMS;
    const unsigned bits = wide ? 5 : 4, n = order->count;
    unsigned __int128 start = 0, target = 0;

    for (unsigned i = n; i-- > 0;) {
        start = start << bits | (order->item[(first + i) % n] - least);
        target = target << bits | i;
    }
    return (kg__ga_problem){.kind = kind + wide,
        .words = wide ? 2 : 1,
        .start = {{(uint64_t)start, (uint64_t)(start >> 64)}},
        .target = {{(uint64_t)target, (uint64_t)(target >> 64)}},
        .items = n};
}

/* The order that a task sorts. */
typedef struct sorting {
    const kg_ga_star_order *order;
    unsigned least;
} sorting;

static kg_status verify(kg_context *ctx, const kg__ga_task *task, const kg_ga_star *answer)
{
    const sorting *s = task->of;

    return kg_ga_star_verify(ctx, s->order, task->problem.turnstile, answer->move, answer->length);
}

static uint32_t name_flip(const kg__ga_task *task, const kg_ga_star_state *from, uint32_t move)
{
    (void)task, (void)from;
    return move + 2;
}

kg_status kg_ga_star_pancake(kg_ga_star **answer, kg_context *context, const kg_ga_star_order *pile,
    const kg_ga_star_options *options)
{
    sorting s = {.order = pile};
    kg__ga_task task = {.name = name_flip, .verify = verify, .of = &s};
    kg_status status;

    KG_NEED_RESULT(context, answer, context);
    KG_NEED(context, pile);
    kg__begin(context);
    KG_TRY(kg__ga_check_pancake(context, pile, &s.least));
    task.problem = problem_of(KG__GA_PANCAKE, pile, s.least, 0);
    task.problem.moves = pile->count - 1;
    status = kg__ga_run(answer, context, &task, options);
out:
    return status;
}

/* ---- TopSpin --------------------------------------------------------------------------------- */

/*
 * Returns whether parity allows the tokens to be sorted. If the ring is odd, shifting it is an even
 * permutation, and so is reversing 4 i or 4 i + 1 tokens. If the ring is even and the turnstile
 * odd, a token stays on places of one parity as long as the ring is not shifted. Neighbours in the
 * goal must then be on places of different parity.
 */
static bool is_solvable(const kg_ga_star_order *ring, unsigned turnstile, unsigned least)
{
    const unsigned n = ring->count;
    unsigned odd = 0, mixed = 0;

    for (unsigned i = 0; i < n; i++)
        for (unsigned j = i + 1; j < n; j++)
            odd += ring->item[j] < ring->item[i];
    for (unsigned i = 0; i < n; i++)
        mixed += (ring->item[i] - least + i) % 2;
    if (n % 2 && turnstile % 4 < 2)
        return odd % 2 == 0;
    return n % 2 || turnstile % 2 == 0 || mixed == 0 || mixed == n;
}

/* Names a move by the first of the tokens to reverse. */
static uint32_t name_turn(const kg__ga_task *task, const kg_ga_star_state *from, uint32_t move)
{
    const sorting *s = task->of;
    const unsigned __int128 key = (unsigned __int128)from->word[1] << 64 | from->word[0];
    const unsigned bits = task->problem.words == 2 ? 5 : 4;

    return ((unsigned)(key >> bits * move) & ((1u << bits) - 1)) + s->least;
}

kg_status kg_ga_star_topspin(kg_ga_star **answer, kg_context *context, const kg_ga_star_order *ring,
    unsigned turnstile, const kg_ga_star_options *options)
{
    sorting s = {.order = ring};
    kg__ga_task task = {.name = name_turn, .verify = verify, .of = &s};
    unsigned first = 0;
    kg_status status;

    KG_NEED_RESULT(context, answer, context);
    KG_NEED(context, ring);
    kg__begin(context);
    KG_TRY(kg__ga_check_topspin(context, ring, turnstile, &s.least));
    while (ring->item[first] != s.least)
        first++;
    task.problem = problem_of(KG__GA_TOPSPIN, ring, s.least, first);
    task.problem.moves = ring->count;
    task.problem.turnstile = turnstile;
    task.unsolvable = !is_solvable(ring, turnstile, s.least);
    status = kg__ga_run(answer, context, &task, options);
out:
    return status;
}
