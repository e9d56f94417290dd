/*
 * The turns of a walk, as one tells them to a walker.
 *
 * In:  the steps, the geometry and the names of streets.
 * Out: parts of the walk, one for each manoeuvre, for write_gpx.c, write_kml.c and write_html.c.
 *      Each vehicle's round starts anew.
 * Method: a part goes on along its street while that has the same name, or is the same way without
 *     a name, and either bends by less than 45 degrees or is the straightest way on. It also goes
 *     on where there is no other way, unless the name changes. Angles are those between the last
 *     two different points of a step and the first two of the next, in a plane that touches the
 *     Earth.
 * Work: O(steps times the streets at a crossing). Memory: 48 bytes a turn, 16 a street
 *     and 8 a crossing.
 */
#include "writer.h"
#include <math.h>
#include <string.h>

enum { SLIGHT = 20, PLAIN = 45, SHARP = 120, BACK = 170 };

typedef struct turning {
    const kg_streets_walk *walk;
    const kg_streets *streets;
    uint64_t *row; /* [crossings + 1] the half-streets that leave v are half[row[v]] .. */
    uint64_t *half;
} turning;

static kg_status list_halves(turning *t)
{
    const kg_streets *s = t->streets;
    const uint64_t n = s->map.crossings;
    kg_status status;

    KG_TRY(kg__host_allocate(s->ctx, &t->row, n + 2, sizeof *t->row, "turns"));
    KG_TRY(kg__host_allocate(s->ctx, &t->half, s->map.streets, 2 * sizeof *t->half, "turns"));
    memset(t->row, 0, (n + 2) * sizeof *t->row);
    for (uint64_t h = 0; h < 2 * s->map.streets; h++)
        t->row[s->end[h] + 2]++;
    for (uint64_t v = 0; v < n; v++)
        t->row[v + 2] += t->row[v + 1];
    for (uint64_t h = 0; h < 2 * s->map.streets; h++)
        t->half[t->row[s->end[h] + 1]++] = h;
out:
    return status;
}

/* ---- one crossing ---------------------------------------------------------------------------- */

/* The angle between the half-street that a walk comes along and the one that it takes, in degrees,
 * to the left if it is positive; 0 where one of them has no length. */
static double find_angle(const kg_streets *s, uint64_t from, uint64_t to)
{
    double back[2], out[2];

    kg__street_leaves(s, from, back);
    kg__street_leaves(s, to, out);
    if ((back[0] == 0 && back[1] == 0) || (out[0] == 0 && out[1] == 0))
        return 0;
    return atan2(back[1] * out[0] - back[0] * out[1], -back[0] * out[0] - back[1] * out[1]) * 180 /
           acos(-1.0);
}

/* What there is to see where a step begins. */
typedef struct junction {
    double angle;
    bool back, alone;         /* back along the same street; no other street is there */
    bool straightest;         /* no other way on turns less */
    bool same_name, same_way; /* as the step before */
} junction;

/* The way of a street at its beginning or its end along a step. */
static uint64_t way_at(const kg_streets *s, const kg_streets_step *step, bool end)
{
    const uint64_t *part = s->part + step->street;

    return s->way[(step->backwards ^ end) & 1 ? part[1] - 1 : part[0]];
}

static junction look_at(const turning *t, uint64_t step)
{
    const kg_streets *s = t->streets;
    const kg_streets_step *now = &t->walk->step[step];
    const uint64_t from = kg__step_half(now - 1, true), to = kg__step_half(now, false);
    const uint64_t before = way_at(s, now - 1, true), way = way_at(s, now, false);
    const char *name = s->text + s->way_name[way];
    junction j = {.angle = find_angle(s, from, to),
        .back = kg__turn_is_back(s, from, to),
        .alone = true,
        .straightest = true,
        .same_name = *name && strcmp(name, s->text + s->way_name[before]) == 0,
        .same_way = way == before};

    for (uint64_t i = t->row[s->end[to]]; i < t->row[s->end[to] + 1] && j.straightest; i++) {
        const uint64_t other = t->half[i];

        if (other == from || other == to)
            continue;
        j.alone = false;
        if (!(other & 1 && s->one_way[other / 2]))
            j.straightest = fabs(find_angle(s, from, other)) >= fabs(j.angle);
    }
    return j;
}

static const char *name_of(const kg_streets_walk *walk, uint64_t step)
{
    const kg_streets *s = walk->streets;

    return s->text + s->street_name[walk->step[step].street];
}

/* Whether a step goes on along the street of the step before, without a word. */
static bool goes_on(const turning *t, uint64_t step)
{
    const junction j = look_at(t, step);
    const bool unnamed = !*name_of(t->walk, step) && !*name_of(t->walk, step - 1);
    const double size = fabs(j.angle);

    if (j.back || size > BACK)
        return false;
    if (j.same_name || (unnamed && !j.same_way))
        return size < PLAIN || j.alone || (j.same_name && j.straightest);
    return unnamed && (size < SHARP || j.alone);
}

static const char *find_verb(const junction *j)
{
    static const char *const verbs[][2][2] = {
        {{"Turn slightly right onto", "Turn slightly left onto"},
            {"Turn slightly right to stay on", "Turn slightly left to stay on"}},
        {{"Turn right onto", "Turn left onto"}, {"Turn right to stay on", "Turn left to stay on"}},
        {{"Turn sharply right onto", "Turn sharply left onto"},
            {"Turn sharply right to stay on", "Turn sharply left to stay on"}}};
    const double size = fabs(j->angle);

    if (j->back || size > BACK)
        return "Turn back along";
    if (size < SLIGHT || j->alone)
        return "Continue onto";
    return verbs[size < PLAIN ? 0 : size < SHARP ? 1 : 2][j->same_name][j->angle > 0];
}

/* ---- the list -------------------------------------------------------------------------------- */

static void add_step(const turning *t, uint64_t step, kg__turn *turn)
{
    const kg_streets_step *now = &t->walk->step[step];

    turn->steps++;
    turn->length += kg__length(t->streets, now->street, now->backwards);
}

static kg__turn begin_turn(const turning *t, uint64_t round, uint64_t step)
{
    const junction j = step > t->walk->begin[round] ? look_at(t, step) : (junction){0};
    kg__turn turn = {.first = step, .round = round, .name = name_of(t->walk, step)};

    turn.verb = step > t->walk->begin[round] ? find_verb(&j) : "Start along";
    if (!*turn.name)
        turn.name = "an unnamed street";
    return turn;
}

kg_status kg__turns_find(kg__turn **turns, uint64_t *count, const kg_streets_walk *walk)
{
    kg_context *ctx = walk->streets->ctx;
    turning t = {.walk = walk, .streets = walk->streets};
    uint64_t room = 0;
    kg_status status;

    *count = 0;
    KG_TRY(list_halves(&t));
    for (uint64_t round = 0; round < walk->rounds; round++)
        for (uint64_t i = walk->begin[round]; i < walk->begin[round + 1]; i++) {
            if (i == walk->begin[round] || !goes_on(&t, i)) {
                KG_TRY(kg__host_grow(ctx, turns, &room, *count + 1, sizeof **turns, "turns"));
                (*turns)[(*count)++] = begin_turn(&t, round, i);
            }
            add_step(&t, i, &(*turns)[*count - 1]);
        }
out:
    kg__free_all(ctx, t.row, t.half);
    return status;
}
