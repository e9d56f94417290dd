/*
 * Walks with few turns against brute force: the cheapest of all orders of a small town's steps, by
 * dynamic programming over sets of steps; and larger towns.
 */
#include "check.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TOWNS = 2500, SMALL_TOWNS = 100, CROSSINGS = 6, STREETS = 9, STEPS = 11 };

static uint64_t below(uint64_t *state, uint64_t limit)
{
    return check_random(state) % limit;
}

/* kind: 0: two-way streets alone; 1: one-way ones; 2: both. Some towns are grids. */
static void write_town(char *text, uint64_t *state, int kind)
{
    const int n = 2 + (int)below(state, CROSSINGS - 1);
    const int m = n + (int)below(state, STREETS - CROSSINGS + 1);
    const bool grid = below(state, 2);
    double place[CROSSINGS][2];

    for (int v = 0; v < n; v++)
        for (int i = 0; i < 2; i++)
            place[v][i] = grid ? 1e-3 * (i ? v % 2 : v / 2) : 1e-6 * (double)below(state, 3000);
    text += sprintf(text, "source,target,lon1,lat1,lon2,lat2,oneway\n");
    for (int e = 0; e < m; e++) {
        const bool one_way = kind == 1 || (kind == 2 && below(state, 2));
        const int u = e < n ? e : (int)below(state, (uint64_t)n);
        const int v = e < n ? (e + 1) % n : (int)below(state, (uint64_t)n);

        text += sprintf(text, "c%d,c%d,%.6f,%.6f,%.6f,%.6f,%s\n", u, v, place[u][0], place[u][1],
            place[v][0], place[v][1], one_way ? "yes" : "no");
    }
}

/* ---- brute force ----------------------------------------------------------------------------- */

/* A step, at whose two ends the street has these directions, as seen from the crossing. */
typedef struct move {
    kg_vertex from, to;
    uint64_t street;
    double leave, arrive; /* degrees; NAN: unknown */
} move;

static double find_bearing(const kg_streets_map *map, uint64_t street, bool last)
{
    const int32_t *a = map->point + 2 * (last ? map->line[street + 1] - 1 : map->line[street]);
    const int32_t *b = map->point + 2 * (last ? map->line[street] : map->line[street + 1] - 1);

    if (a[0] == b[0] && a[1] == b[1])
        return NAN;
    return atan2((b[0] - a[0]) * cos(a[1] * acos(-1.0) / 180e7), b[1] - a[1]) * 180 / acos(-1.0);
}

static move make_move(const kg_streets_map *map, const kg_streets_step *step, bool turned)
{
    const bool back = step->backwards ^ turned;
    const uint64_t e = step->street;

    return (move){map->end[2 * e + back], map->end[2 * e + !back], e, find_bearing(map, e, back),
        find_bearing(map, e, !back)};
}

static double price(const move *a, const move *b)
{
    double angle;

    if (a->street == b->street && a->to == b->from && a->from == b->to && a->from != a->to)
        return 1000;
    if (isnan(a->arrive) || isnan(b->leave))
        return 0;
    angle = fabs(180 - fabs(remainder(a->arrive - b->leave, 360)));
    return angle >= 120 ? angle + 180 : angle;
}

static double cost[1 << STEPS][2 * STEPS];

/* The cheapest order of all steps. An open walk begins and ends where the given one does. */
static double find_cheapest(const kg_streets_map *map, const kg_streets_step *step, unsigned count,
    const kg_streets_figures *figures, bool directed)
{
    const unsigned ways = directed ? 1 : 2, all = (1u << count) - 1;
    double best = INFINITY;
    move moves[2 * STEPS];

    for (unsigned i = 0; i < 2 * count; i++)
        moves[i] = make_move(map, &step[i / 2], i & 1);
    for (unsigned set = 1; set <= all; set++)
        for (unsigned b = 0; b < 2 * count; b++) {
            const unsigned rest = set ^ 1u << b / 2;

            cost[set][b] = INFINITY;
            if (!(set >> b / 2 & 1) || (b & 1) >= ways)
                continue;
            /* A closed walk may begin with the first step. */
            if (!rest && (figures->closed ? b == 0 : moves[b].from == figures->start))
                cost[set][b] = 0;
            for (unsigned a = 0; a < 2 * count && rest; a++)
                if ((rest >> a / 2 & 1) && (a & 1) < ways && moves[a].to == moves[b].from)
                    cost[set][b] = fmin(cost[set][b], cost[rest][a] + price(&moves[a], &moves[b]));
        }
    for (unsigned b = 0; b < 2 * count; b++) {
        if (figures->closed && moves[b].to == moves[0].from)
            best = fmin(best, cost[all][b] + price(&moves[b], &moves[0]));
        if (!figures->closed && moves[b].to == figures->end)
            best = fmin(best, cost[all][b]);
    }
    return best;
}

/* ---- small towns ----------------------------------------------------------------------------- */

typedef struct tally {
    uint64_t walks, optimal, exact;
    double excess, most;
} tally;

static void try_walk(check *c, kg_context *ctx, kg_streets *streets,
    const kg_streets_route_options *options, tally *sum)
{
    const kg_streets_map *map = kg_streets_look(streets);
    const bool directed = kg_streets_count(streets)->one_way || options->both_sides;
    kg_streets_walk *walk = NULL;
    const kg_streets_figures *figures;
    const kg_streets_step *step;
    double best, tolerance;
    uint64_t count;

    if (!check_status(c, ctx, kg_streets_route(&walk, streets, options), KG_OK))
        return;
    kg_streets_walk_steps(walk, &step, &count);
    figures = kg_streets_measure(walk);
    if (count <= STEPS) {
        best = find_cheapest(map, step, (unsigned)count, figures, directed);
        tolerance = 0.02 * (double)count;
        if (figures->turning < best - tolerance || figures->turning_bound > best + tolerance)
            check_fail(c, ctx, "the turns cost %g, at least %g; the cheapest ones %g",
                figures->turning, figures->turning_bound, best);
        c->compared++;
        sum->walks++;
        sum->optimal += figures->turning <= best + tolerance;
        sum->exact += figures->turning <= figures->turning_bound + tolerance;
        if (best > 1) {
            sum->excess += fmax(0, figures->turning / best - 1);
            sum->most = fmax(sum->most, figures->turning / best - 1);
        }
    }
    kg_streets_walk_destroy(walk);
}

static void turns(check *c)
{
    kg_context *ctx = c->context[0];
    const int towns = check_is_small() ? SMALL_TOWNS : TOWNS;
    char text[96 * (STREETS + 1)];
    tally sum = {0};

    for (int i = 0; i < towns; i++) {
        uint64_t state = c->seed + 1000 + (uint64_t)i;
        kg_streets *streets = NULL;

        write_town(text, &state, i % 3);
        check_say(c, "%s", text);
        if (!check_status(
                c, ctx, kg_streets_read_memory(&streets, ctx, text, strlen(text), NULL), KG_OK))
            return;
        for (int kind = 0; kind < 4; kind++)
            try_walk(c, ctx, streets,
                &(kg_streets_route_options){
                    .fewest_turns = 1, .open = kind & 1, .both_sides = kind >> 1},
                &sum);
        kg_streets_destroy(streets);
    }
    if (getenv("CHECK_EXCESS"))
        printf("%llu walks: %.2f %% turn least, %.2f %% as their bound; %.4f %% more in the mean, "
               "%.1f %% at most\n",
            (unsigned long long)sum.walks, 100.0 * (double)sum.optimal / (double)sum.walks,
            100.0 * (double)sum.exact / (double)sum.walks, 100 * sum.excess / (double)sum.walks,
            100 * sum.most);
    if (100 * sum.optimal < 99 * sum.walks || sum.excess > 0.001 * (double)sum.walks)
        check_fail(c, ctx, "%llu of %llu walks turn least, and %.2f %% more in the mean",
            (unsigned long long)sum.optimal, (unsigned long long)sum.walks,
            100 * sum.excess / (double)sum.walks);
}

const check_case check_streets_turns_cases[] = {{"streets.turns", turns}, {NULL}};
