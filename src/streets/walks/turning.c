/*
 * The order of a walk's steps that turns least: the Chinese postman's problem with penalties for
 * turns, with given repeats.
 *
 * In:  a walk.
 * Out: the same steps in another order, some reversed if directions do not count; the bound.
 * Method: pairs of the least cost at each crossing (turning_pair.c), whose circuits are joined
 *     (turning_join.c) and improved (turning_order.c). A closed walk begins after the turn that
 *     costs most, at its start if one is given.
 * Work: O(steps log steps), and that of turning_order.c. Memory: 150 bytes a step.
 */
#include "turning.h"

/* Makes the pairs of the given walk. */
static kg_status begin(
    kg__turning *t, const kg_streets_step *steps, uint64_t count, const kg__streets_tour *tour)
{
    const kg_streets *s = tour->streets;
    const uint64_t n = t->crossings;
    kg_vertex end, at;
    kg_status status;

    KG_TRY(kg__host_allocate(t->ctx, &t->half, t->passes, 2 * sizeof *t->half, "turns"));
    KG_TRY(kg__host_allocate(t->ctx, &t->list, t->passes, 2 * sizeof *t->list, "turns"));
    KG_TRY(kg__host_allocate(t->ctx, &t->at, t->passes, 2 * sizeof *t->at, "turns"));
    KG_TRY(kg__host_allocate(t->ctx, &t->row, n + 2, sizeof *t->row, "turns"));
    for (uint64_t v = 0; v < n + 2; v++)
        t->row[v] = 0;
    for (uint64_t i = 0; i < t->passes; i++) {
        const kg_streets_step *step = &steps[i];

        t->half[2 * i] = i < count ? kg__step_half(step, false) : KG__NO_HALF;
        t->half[2 * i + 1] = i < count ? t->half[2 * i] ^ 1 : KG__NO_HALF;
    }
    end = s->end[t->half[2 * count - 1]];
    for (uint64_t i = 0; i < t->passes; i++)
        t->row[2 + (i < count ? s->end[t->half[2 * i]] : end)]++;
    for (uint64_t v = 0; v < n; v++)
        t->row[v + 2] += t->row[v + 1];
    for (uint64_t i = 0; i < t->passes; i++) { /* row[v + 1]: the next pair of v */
        at = i < count ? s->end[t->half[2 * i]] : end;
        kg__pair_set(t, t->row[at + 1]++, (i ? 2 * i : 2 * t->passes) - 1, 2 * i);
    }
out:
    return status;
}

/* The place in the order at which the walk begins. */
static uint64_t find_begin(
    const kg__turning *t, const kg__streets_tour *tour, const uint64_t *order, uint64_t steps)
{
    int64_t dearest = -1;
    uint64_t begin = 0;

    for (uint64_t i = 0; i < t->passes; i++) {
        const int64_t cost = kg__pair_cost(t, t->at[order[i]] / 2);

        if (steps < t->passes) {
            if (order[i] / 2 == steps)
                return i + 1;
        } else if (cost > dearest && (tour->start == KG_NO_VERTEX ||
                                         tour->streets->end[t->half[order[i]]] == tour->start)) {
            dearest = cost;
            begin = i;
        }
    }
    return begin;
}

/* Puts the steps in order. If the closing pass of an open walk is reversed, so is the walk. */
static void set_steps(kg_streets_step *step, uint64_t count, const kg__turning *t,
    const kg__streets_tour *tour, const uint64_t *order)
{
    const uint64_t n = t->passes, begin = find_begin(t, tour, order, count);
    const bool turned = count < n && (order[(begin + n - 1) % n] & 1);

    for (uint64_t i = 0; i < count; i++) {
        const uint64_t end = turned ? order[(begin + n - 2 - i) % n] ^ 1 : order[(begin + i) % n];

        step[i] = (kg_streets_step){t->half[end] / 2, (uint32_t)(t->half[end] & 1), 0};
    }
}

kg_status kg__tour_turn(kg_streets_step *step, uint64_t count, const kg__streets_tour *tour,
    const kg__bearings *bearings, double *bound)
{
    kg__turning t = {.ctx = tour->ctx,
        .bearings = bearings,
        .directed = tour->directed,
        .passes = count + !tour->closed,
        .crossings = tour->streets->map.crossings};
    uint64_t *order = NULL;
    kg_status status = KG_OK;

    *bound = 0;
    if (!count)
        return KG_OK;
    kg__stage(t.ctx, "turns");
    KG_TRY(begin(&t, step, count, tour));
    KG_TRY(kg__turning_pair(&t));
    KG_TRY(kg__turning_join(&t));
    KG_TRY(kg__host_allocate(t.ctx, &order, t.passes, sizeof *order, "turns"));
    KG_TRY(kg__turning_order(&t, order));
    set_steps(step, count, &t, tour, order);
    *bound = (double)t.bound / 100;
out:
    kg__stage(t.ctx, NULL);
    kg__free_all(t.ctx, t.half, t.row, t.list, t.at, order);
    return status;
}
