/*
 * Verifies a walk by definition: each step begins where the one before ended, one-way streets are
 * walked in their direction, each required street is covered as asked for, the walk begins and ends
 * where it should, its length is the sum of its steps, and the costs of its turns are right. Shares
 * no code with the search for the walk.
 */
#include "../streets.h"
#include <math.h>
#include <string.h>

static kg_status fail(const kg__streets_tour *t, uint64_t step, const char *what)
{
    return kg__fail(t->ctx, KG_INTERNAL, "self-check: step %llu of the walk %s",
        (unsigned long long)step, what);
}

/* Checks a round. sum: [in, out] the length of the longest round so far, and of all. */
static kg_status check_steps(const kg_streets_walk *walk, const kg__streets_tour *t, uint64_t first,
    uint64_t last, uint64_t *passed, double sum[2])
{
    const kg_streets_map *map = &t->streets->map;
    kg_vertex at = walk->figures.start;
    double length = 0;

    for (uint64_t i = first; i < last; i++) {
        const uint64_t e = walk->step[i].street;

        if (e >= map->streets || walk->step[i].backwards > 1)
            return fail(t, i, "is no street");
        if (map->end[2 * e + walk->step[i].backwards] != at)
            return fail(t, i, "begins elsewhere than the one before ends");
        if (map->one_way[e] && walk->step[i].backwards)
            return fail(t, i, "goes against a one-way street");
        at = map->end[2 * e + 1 - walk->step[i].backwards];
        passed[2 * e + walk->step[i].backwards]++;
        length +=
            walk->step[i].backwards && map->length_back ? map->length_back[e] : map->length[e];
    }
    if (at != walk->figures.end || (!t->open && at != walk->figures.start))
        return fail(t, last, "is not the end of it");
    sum[0] = fmax(sum[0], length);
    sum[1] += length;
    return KG_OK;
}

/* The length that must be covered, each street in its shorter direction unless both are asked
 * for. */
static double find_required(const kg__streets_tour *t)
{
    const kg_streets_map *map = &t->streets->map;
    double sum = 0;

    for (uint64_t e = 0; e < map->streets; e++) {
        const double there = map->length[e], back = map->length_back ? map->length_back[e] : there;

        if (map->required[e])
            sum += !t->both_sides ? fmin(there, back) : map->one_way[e] ? 2 * there : there + back;
    }
    return sum;
}

static kg_status check_rounds(
    const kg_streets_walk *walk, const kg__streets_tour *t, uint64_t *passed)
{
    const kg_streets_figures *f = &walk->figures;
    double sum[2] = {0};
    kg_status status = KG_OK;

    if (fabs(find_required(t) - f->required) > 1e-9 * f->length)
        return kg__fail(t->ctx, KG_INTERNAL, "self-check: the required length is wrong");
    for (uint64_t k = 0; k < walk->rounds; k++) {
        if (walk->begin[0] != 0 || walk->begin[k] > walk->begin[k + 1] ||
            walk->begin[walk->rounds] != walk->count)
            return fail(t, walk->begin[k], "begins no round");
        KG_TRY(check_steps(walk, t, walk->begin[k], walk->begin[k + 1], passed, sum));
    }
    if (fabs(sum[0] - f->longest) > 1e-9 * sum[1] || fabs(sum[1] - f->length) > 1e-9 * sum[1] ||
        fabs(f->required + f->repeated - f->length) > 1e-9 * sum[1])
        return kg__fail(t->ctx, KG_INTERNAL, "self-check: the length of the walk is wrong");
    if (f->longest < f->longest_bound - 1e-9 * sum[1])
        return kg__fail(t->ctx, KG_INTERNAL, "self-check: the longest round is below its bound");
out:
    return status;
}

/* ---- turns ----------------------------------------------------------------------------------- */

/* A vector along a step, at its beginning or its end, in the direction of the walk. */
static void find_vector(
    const kg_streets_map *map, const kg_streets_step *step, bool at_end, double vector[2])
{
    const uint64_t first = map->line[step->street], last = map->line[step->street + 1] - 1;
    const bool from_last = step->backwards != at_end;
    const int32_t *corner = map->point + 2 * (from_last ? last : first);
    const double radians = acos(-1.0) / 1800000000, sign = at_end ? -1 : 1;

    vector[0] = vector[1] = 0;
    for (uint64_t k = first; k <= last && vector[0] == 0 && vector[1] == 0; k++) {
        const int32_t *point = map->point + 2 * (from_last ? first + last - k : k);
        const double west = remainder((double)corner[0] - point[0], 3600000000);

        vector[0] = -sign * west * cos(radians * corner[1]);
        vector[1] = sign * ((double)point[1] - corner[1]);
    }
}

/* The cost of a turn, in degrees. unsure: its angle is so near to sharp that rounding decides. */
static double price_turn(const kg_streets_map *map, const kg_streets_step *before,
    const kg_streets_step *behind, bool *unsure)
{
    const kg_vertex *end = map->end + 2 * before->street;
    double in[2], out[2], angle;

    *unsure = false;
    if (before->street == behind->street && before->backwards + behind->backwards == 1 &&
        end[0] != end[1])
        return 1000;
    if (!map->point)
        return 0;
    find_vector(map, before, true, in);
    find_vector(map, behind, false, out);
    if ((in[0] == 0 && in[1] == 0) || (out[0] == 0 && out[1] == 0))
        return 0;
    angle = fabs(atan2(in[0] * out[1] - in[1] * out[0], in[0] * out[0] + in[1] * out[1])) * 180 /
            acos(-1.0);
    *unsure = fabs(angle - 120) < 0.02;
    return angle >= 120 ? angle + 180 : angle;
}

static kg_status check_turns(const kg_streets_walk *walk, const kg__streets_tour *t)
{
    const kg_streets_map *map = &t->streets->map;
    const kg_streets_figures *f = &walk->figures;
    double sum = 0, tolerance = 0.02 * (double)walk->count;
    bool unsure;

    for (uint64_t k = 0; k < walk->rounds; k++) {
        const uint64_t first = walk->begin[k], last = walk->begin[k + 1];

        for (uint64_t i = f->closed ? first : first + 1; i < last; i++) {
            sum +=
                price_turn(map, &walk->step[i > first ? i - 1 : last - 1], &walk->step[i], &unsure);
            tolerance += unsure ? 180 : 0;
        }
    }
    if (fabs(sum - f->turning) > tolerance)
        return kg__fail(
            t->ctx, KG_INTERNAL, "self-check: the walk's turns cost %g, not %g", sum, f->turning);
    if (f->turning < f->turning_bound - 1e-6 * f->turning)
        return kg__fail(t->ctx, KG_INTERNAL, "self-check: the turns cost less than their bound");
    return KG_OK;
}

/* ---- the whole ------------------------------------------------------------------------------- */

kg_status kg__tour_verify(const kg_streets_walk *walk, const kg__streets_tour *t)
{
    const kg_streets_map *map = &t->streets->map;
    const kg_streets_figures *f = &walk->figures;
    uint64_t *passed = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(t->ctx, &passed, map->streets, 2 * sizeof *passed, "a check"));
    memset(passed, 0, map->streets * 2 * sizeof *passed);
    KG_TRY(check_rounds(walk, t, passed));
    for (uint64_t e = 0; e < map->streets && status == KG_OK; e++) {
        const uint64_t there = passed[2 * e], back = passed[2 * e + 1];

        if (map->required[e] &&
            (t->both_sides ? there < 1u + map->one_way[e] || (back < 1 && !map->one_way[e])
                           : there + back < 1))
            status = kg__fail(t->ctx, KG_INTERNAL, "self-check: street %llu is not covered",
                (unsigned long long)e);
    }
    if (status == KG_OK && (t->start != KG_NO_VERTEX) && t->start != f->start)
        status = kg__fail(t->ctx, KG_INTERNAL, "self-check: the walk begins elsewhere");
    if (status == KG_OK && t->open && t->end != KG_NO_VERTEX && t->end != f->end)
        status = kg__fail(t->ctx, KG_INTERNAL, "self-check: the walk ends elsewhere");
    if (status == KG_OK && f->bound > f->repeated + 1e-9 * f->length)
        status = kg__fail(t->ctx, KG_INTERNAL, "self-check: the walk is shorter than its bound");
    if (status == KG_OK)
        status = check_turns(walk, t);
out:
    kg__free(t->ctx, passed);
    return status;
}
