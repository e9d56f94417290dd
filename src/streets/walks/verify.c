/*
 * The check of a walk by definition: each step begins where the one before ended, one-way streets
 * are walked their way, each required street is covered as asked for, the walk begins and ends
 * where it should, and its length is the sum of its steps. Shares no code with what found it.
 */
#include "../streets.h"
#include <math.h>
#include <string.h>

static kg_status fail(const kg__streets_tour *t, uint64_t step, const char *what)
{
    return kg__fail(t->ctx, KG_INTERNAL, "self-check: step %llu of the walk %s",
        (unsigned long long)step, what);
}

static kg_status check_steps(
    const kg_streets_walk *walk, const kg__streets_tour *t, uint64_t *passed)
{
    const kg_streets_map *map = &t->streets->map;
    kg_vertex at = walk->figures.start;
    double length = 0;

    for (uint64_t i = 0; i < walk->count; i++) {
        const uint64_t e = walk->step[i].street;

        if (e >= map->streets || walk->step[i].backwards > 1)
            return fail(t, i, "is no street");
        if (map->end[2 * e + walk->step[i].backwards] != at)
            return fail(t, i, "begins elsewhere than the one before ends");
        if (map->one_way[e] && walk->step[i].backwards)
            return fail(t, i, "goes against a one-way street");
        at = map->end[2 * e + 1 - walk->step[i].backwards];
        passed[2 * e + walk->step[i].backwards]++;
        length += map->length[e];
    }
    if (at != walk->figures.end || (!t->open && at != walk->figures.start) ||
        fabs(length - walk->figures.length) > 1e-9 * length)
        return fail(t, walk->count, "is not the end of it, or its length is wrong");
    return KG_OK;
}

kg_status kg__tour_verify(const kg_streets_walk *walk, const kg__streets_tour *t)
{
    const kg_streets_map *map = &t->streets->map;
    const kg_streets_figures *f = &walk->figures;
    uint64_t *passed = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(t->ctx, &passed, map->streets, 2 * sizeof *passed, "a check"));
    memset(passed, 0, map->streets * 2 * sizeof *passed);
    KG_TRY(check_steps(walk, t, passed));
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
out:
    kg__free(t->ctx, passed);
    return status;
}
