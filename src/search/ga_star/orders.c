/*
 * Pancakes and TopSpin: the fronts of their searches. Their moves and heuristics are in
 * problem_tmpl.h.
 *
 * A search of a TopSpin begins with neighbours that are apart. If that is hard it begins again with
 * a pattern database, and later with a larger one. The context caches the last one. For pancakes
 * the gaps prune more than such databases (Helmert 2010).
 */
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

/* The databases in the order of use: the states of a search that come before, and the most
 * patterns. None follows the last one. */
static const struct {
    uint64_t easy, patterns;
} database[] = {{1 << 17, 1 << 22}, {1 << 23, 1 << 25}, {0, 0}};

/* The database that a context keeps. */
typedef struct cached_ring {
    kg__cached cached;
    kg__ring_table ring;
    unsigned built; /* how many databases of this ring have been built; the last one is cached */
} cached_ring;

static void destroy_ring(kg_context *ctx, kg__cached *cached)
{
    kg__ring_free(ctx, &((cached_ring *)cached)->ring);
    kg__free(ctx, cached);
}

/* The task searches with the database that is cached. */
static void use_database(kg__ga_task *task, const cached_ring *k)
{
    task->problem.ring = k->ring.distance;
    task->problem.ring_patterns = k->ring.patterns;
    task->problem.ring_tokens = k->ring.tokens;
    task->easy = k->ring.tokens < k->ring.places ? database[k->built].easy : 0;
}

static kg_status improve(kg_context *ctx, kg__ga_task *task, const kg__patience *patience)
{
    const kg__ga_problem *p = &task->problem;
    cached_ring *k = (cached_ring *)kg__find_cached(ctx, destroy_ring);
    kg__ring_table ring = {0};
    kg_status status;

    task->easy = 0;
    if (!k) {
        KG_TRY(kg__host_allocate(ctx, &k, 1, sizeof *k, "a pattern database"));
        *k = (cached_ring){.cached = {.destroy = destroy_ring}};
        kg__cache(ctx, &k->cached);
    }
    if (k->ring.places != p->items || k->ring.window != p->turnstile)
        k->built = 0;
    KG_TRY(
        kg__ring_build(ctx, &ring, p->items, p->turnstile, database[k->built].patterns, patience));
    kg__ring_free(ctx, &k->ring);
    k->ring = ring;
    k->built++;
    use_database(task, k);
    ring.distance = NULL;
out:
    kg__ring_free(ctx, &ring);
    return status;
}

/* Takes the database that the context keeps, if it is this ring's. */
static void begin_databases(kg_context *ctx, kg__ga_task *task)
{
    const cached_ring *k = (const cached_ring *)kg__find_cached(ctx, destroy_ring);
    const kg__ga_problem *p = &task->problem;

    task->improve = improve;
    task->easy = database[0].easy;
    if (k && k->built && k->ring.places == p->items && k->ring.window == p->turnstile)
        use_database(task, k);
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
    begin_databases(context, &task);
    status = kg__ga_run(answer, context, &task, options);
out:
    return status;
}
