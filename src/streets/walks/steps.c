/*
 * The steps of a walk: an Euler walk along each street as often as the tour says.
 *
 * In:  a tour.
 * Out: the steps, which of them repeat, and the figures.
 * Work: O(crossings + steps). Memory: some 50 bytes a step besides the Euler walk's.
 */
#include "../../csr/csr.h"
#include "../streets.h"
#include <konig/euler.h>
#include <string.h>

typedef struct passes {
    uint64_t count;
    uint64_t *street; /* [count] 2 e, or 2 e + 1 from its second end */
    kg_vertex *end;   /* [2 * count] */
} passes;

static kg_status list_passes(passes *p, const kg__streets_tour *t)
{
    const uint64_t m = t->streets->map.streets;
    uint64_t i = 0;
    kg_status status;

    for (uint64_t e = 0; e < 2 * m; e++)
        p->count += t->times[e & 1][e / 2];
    KG_TRY(kg__host_allocate(t->ctx, &p->street, p->count, sizeof *p->street, "a walk"));
    KG_TRY(kg__host_allocate(t->ctx, &p->end, p->count, 2 * sizeof *p->end, "a walk"));
    for (uint64_t e = 0; e < 2 * m; e++)
        for (uint64_t k = 0; k < t->times[e & 1][e / 2]; k++) {
            p->street[i] = e;
            p->end[2 * i] = t->streets->end[e];
            p->end[2 * i + 1] = t->streets->end[e ^ 1];
            i++;
        }
out:
    return status;
}

/* Puts passes into the order of the edges of a directed graph: by their first ends, stable. */
static kg_status sort_passes(passes *p, const kg__streets_tour *t)
{
    const uint64_t n = t->streets->map.crossings;
    passes sorted = {.count = p->count};
    uint64_t *at = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(t->ctx, &at, n + 1, sizeof *at, "a walk"));
    KG_TRY(kg__host_allocate(t->ctx, &sorted.street, p->count, sizeof *p->street, "a walk"));
    KG_TRY(kg__host_allocate(t->ctx, &sorted.end, p->count, 2 * sizeof *p->end, "a walk"));
    memset(at, 0, (n + 1) * sizeof *at);
    for (uint64_t i = 0; i < p->count; i++)
        at[p->end[2 * i] + 1]++;
    for (uint64_t v = 0; v < n; v++)
        at[v + 1] += at[v];
    for (uint64_t i = 0; i < p->count; i++) { /* sources in a row, then targets */
        const uint64_t to = at[p->end[2 * i]]++;

        sorted.street[to] = p->street[i];
        sorted.end[to] = p->end[2 * i];
        sorted.end[p->count + to] = p->end[2 * i + 1];
    }
    kg__free_all(t->ctx, p->street, p->end);
    *p = sorted;
    sorted = (passes){0};
out:
    kg__free_all(t->ctx, at, sorted.street, sorted.end);
    return status;
}

static kg_status find_walk(kg_streets_walk *walk, const kg__streets_tour *t, passes *p)
{
    const kg_euler_options options = {.kind = t->closed ? KG_EULER_CIRCUIT : KG_EULER_PATH,
        .has_start = t->start != KG_NO_VERTEX,
        .start = t->start != KG_NO_VERTEX ? t->start : 0};
    const uint64_t n = t->streets->map.crossings;
    kg_graph *graph = NULL;
    kg_euler *euler = NULL;
    const kg_edge *found;
    kg_status status;

    if (p->count > ((uint64_t)KG_NO_EDGE - 2) / 2)
        KG_TRY(kg__fail(t->ctx, KG_OVERFLOW, "%llu steps of a walk: too many for edge ids",
            (unsigned long long)p->count));
    if (t->directed) {
        KG_TRY(sort_passes(p, t));
        KG_TRY(kg_graph_build(
            &graph, t->ctx, n, p->count, p->end, p->end ? p->end + p->count : NULL, NULL));
    } else {
        KG_TRY(kg_graph_build_undirected(&graph, t->ctx, n, p->count, p->end, NULL));
    }
    KG_TRY(kg_euler_find(&euler, graph, &options));
    KG_TRY(kg_euler_walk(euler, &found));
    KG_TRY(kg__host_allocate(t->ctx, &walk->step, p->count, sizeof *walk->step, "a walk"));
    KG_TRY(kg__host_allocate(t->ctx, &walk->begin, 2, sizeof *walk->begin, "a walk"));
    walk->count = walk->begin[1] = p->count;
    walk->begin[0] = 0;
    walk->rounds = 1;
    for (uint64_t i = 0; i < p->count; i++) {
        const uint64_t pass = p->street[t->directed ? found[i] : found[i] / 2];

        walk->step[i] = (kg_streets_step){
            pass / 2, (uint32_t)((pass & 1) ^ (t->directed ? 0 : found[i] & 1)), 0};
    }
out:
    kg_euler_destroy(euler);
    kg_graph_destroy(graph);
    return status == KG_NO_SOLUTION
               ? kg__fail(t->ctx, KG_INTERNAL, "self-check: the repeats make no walk")
               : status;
}

/* Marks the steps that repeat: those of a street after the ones that cover it. */
static kg_status mark_repeats(kg_streets_walk *walk, const kg__streets_tour *t)
{
    const uint64_t m = t->streets->map.streets;
    uint64_t *done = NULL; /* [2 * m] each direction separately if both sides are covered */
    kg_status status;

    KG_TRY(kg__host_allocate(t->ctx, &done, m, 2 * sizeof *done, "a walk"));
    memset(done, 0, m * 2 * sizeof *done);
    for (uint64_t i = 0; i < walk->count; i++) {
        kg_streets_step *step = &walk->step[i];
        const bool each_way = t->both_sides && !t->streets->one_way[step->street];
        const uint64_t covers = kg__tour_covers(t, step->street) >> each_way;

        step->repeat = done[2 * step->street + (each_way && step->backwards)]++ >= covers;
    }
out:
    kg__free(t->ctx, done);
    return status;
}

static void measure_turn(
    kg_streets_figures *f, const kg__bearings *bearings, uint64_t from, uint64_t to, bool inner)
{
    const kg_streets *s = bearings->streets;
    const bool back = kg__turn_is_back(s, from, to);

    f->turning += (double)kg__turn_cost(bearings, from, to) / 100;
    f->turns_back += inner && back;
    f->dead_ends += inner && back && bearings->ends[s->end[to]] < 2;
    f->sharp_turns += inner && !back && kg__turn_angle(bearings, from, to) >= KG__TURN_SHARP;
}

/* Measures a round. */
static void measure_steps(kg_streets_figures *f, const kg__streets_tour *t,
    const kg__bearings *bearings, const kg_streets_step *step, uint64_t count)
{
    const kg_streets *s = t->streets;
    double sum = 0;

    for (uint64_t i = 0; i < count; i++) {
        const double length = kg__length(s, step[i].street, step[i].backwards);
        const double least =
            step[i].repeat ? 0 : kg__tour_least(t, step[i].street, step[i].backwards);

        sum += length;
        f->required += least;
        f->repeated += length - least;
        f->repeats += step[i].repeat;
        if (i)
            measure_turn(f, bearings, kg__step_half(step + i - 1, true),
                kg__step_half(step + i, false), true);
    }
    f->length += sum;
    f->longest = sum > f->longest ? sum : f->longest;
    if (count && f->closed)
        measure_turn(
            f, bearings, kg__step_half(step + count - 1, true), kg__step_half(step, false), false);
}

static void measure(kg_streets_walk *walk, const kg__streets_tour *t, const kg__bearings *bearings)
{
    kg_streets_figures *f = &walk->figures;
    double part;

    f->bound = t->bound;
    f->closed = t->closed;
    f->start = f->end = KG_NO_VERTEX;
    for (uint64_t k = 0; k < walk->rounds; k++)
        measure_steps(
            f, t, bearings, walk->step + walk->begin[k], walk->begin[k + 1] - walk->begin[k]);
    part = (f->required + f->bound) / (double)walk->rounds;
    f->longest_bound = f->longest_bound > part ? f->longest_bound : part;
    if (!walk->count)
        return;
    f->start = t->streets->end[kg__step_half(walk->step, false)];
    f->end = t->streets->end[kg__step_half(walk->step + walk->count - 1, true)];
}

/* Orders the steps of each round. */
static kg_status turn_rounds(
    kg_streets_walk *walk, const kg__streets_tour *t, const kg__bearings *bearings)
{
    kg__streets_tour tour = *t;
    kg_status status = KG_OK;

    if (walk->rounds > 1)
        tour.start = t->streets->end[kg__step_half(walk->step, false)];
    for (uint64_t k = 0; k < walk->rounds; k++) {
        double bound = 0;

        KG_TRY(kg__tour_turn(walk->step + walk->begin[k], walk->begin[k + 1] - walk->begin[k],
            &tour, bearings, &bound));
        walk->figures.turning_bound += bound;
    }
out:
    return status;
}

kg_status kg__tour_walk(kg_streets_walk *walk, const kg__streets_tour *t)
{
    passes p = {0};
    kg__bearings bearings = {0};
    kg_status status;

    KG_TRY(list_passes(&p, t));
    KG_TRY(find_walk(walk, t, &p));
    KG_TRY(mark_repeats(walk, t));
    if (t->vehicles > 1)
        KG_TRY(kg__tour_share(walk, t));
    KG_TRY(kg__bearings_create(&bearings, t->streets));
    if (t->fewest_turns)
        KG_TRY(turn_rounds(walk, t, &bearings));
    KG_TRY(mark_repeats(walk, t));
    measure(walk, t, &bearings);
out:
    kg__bearings_destroy(&bearings);
    kg__free_all(t->ctx, p.street, p.end);
    return status;
}
