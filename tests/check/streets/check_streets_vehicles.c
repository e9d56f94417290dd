/*
 * Rounds of several vehicles against brute force: the best way to share out the sides of a small
 * town's streets, by dynamic programming over sets of them; and by definition, over larger towns.
 */
#include "streets_oracle.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TOWNS = 2400, SMALL_TOWNS = 60, VEHICLES = 3 };

/* kind: 0: two-way streets alone; 1: one-way ones; 2: both. */
static void write_town(char *text, uint64_t *state, int kind, bool part)
{
    const int n = 2 + (int)below(state, CROSSINGS - 1);
    const int m = n + (int)below(state, part ? STREETS - CROSSINGS + 1 : SIDES - CROSSINGS + 1);

    const bool windy = below(state, 4) == 0;

    text += sprintf(text, "source,target,length,length_back,oneway,need\n");
    for (int e = 0; e < m; e++) {
        const bool one_way = kind == 1 || (kind == 2 && below(state, 2));
        const int u = e < n ? e : (int)below(state, (uint64_t)n);
        const int v = e < n ? (e + 1) % n : (int)below(state, (uint64_t)n);

        const int length = 1 + (int)below(state, 20);

        text += sprintf(text, "c%d,c%d,%d,%d,%s,%d\n", u, v, length,
            windy ? 1 + (int)below(state, 20) : length, one_way ? "yes" : "no",
            !part || below(state, 2));
    }
}

/* ---- brute force ----------------------------------------------------------------------------- */

/* The set in which the first side of a one-way street stands for its second, which is like it. */
static int first_sides(const town *t, int set)
{
    for (int e = 0; e < t->streets && t->both_sides; e++) {
        const lane *l = &t->lane[e];

        if (l->required && l->one_way && (set >> l->bit & 3) == 2)
            set ^= 3 << l->bit;
    }
    return set;
}

/* The least longest of so many rounds from a crossing. */
static int find_best(const town *t, int depot, int vehicles)
{
    static int round[1 << SIDES], best[2][1 << SIDES];
    const int all = (1 << t->bits) - 1;

    oracle_fill(t, depot);
    for (int set = all; set >= 0; set--) { /* a round may cover more */
        round[set] = oracle_length(set, depot);
        for (int i = 0; i < t->bits; i++)
            if (!(set >> i & 1) && round[set | 1 << i] < round[set])
                round[set] = round[set | 1 << i];
    }
    for (int set = 0; set <= all; set++)
        round[set] = round[first_sides(t, set)];
    memcpy(best[0], round, sizeof round);
    for (int k = 1; k < vehicles; k++) {
        int *now = best[k & 1], *before = best[!(k & 1)];

        for (int set = 0; set <= all; set++) {
            now[set] = before[set];
            for (int part = set; part; part = (part - 1) & set) {
                const int rest = before[set ^ part];
                const int longest = round[part] > rest ? round[part] : rest;

                now[set] = longest < now[set] ? longest : now[set];
            }
        }
    }
    return best[(vehicles - 1) & 1][all];
}

/* ---- small towns ----------------------------------------------------------------------------- */

typedef struct tally {
    uint64_t walks, optimal;
    double excess, most, gap;
} tally;

/* Each round is a walk from the depot, and all of them cover what is to be covered. */
static void check_rounds(check *c, kg_context *ctx, const kg_streets *streets,
    const kg_streets_walk *walk, kg_vertex depot, uint64_t vehicles)
{
    const kg_streets_map *map = kg_streets_look(streets);
    bool *covered = check_array(map->streets, 1);
    const kg_streets_step *step;
    const uint64_t *begin;
    uint64_t count, rounds;
    double longest = 0;

    memset(covered, 0, map->streets);
    kg_streets_walk_steps(walk, &step, &count);
    kg_streets_walk_rounds(walk, &begin, &rounds);
    check_number(c, ctx, "rounds", rounds, vehicles);
    for (uint64_t k = 0; k < rounds; k++) {
        kg_vertex at = depot;
        double length = 0;

        for (uint64_t i = begin[k]; i < begin[k + 1]; i++) {
            const uint64_t e = step[i].street;

            if (map->end[2 * e + step[i].backwards] != at || (map->one_way[e] && step[i].backwards))
                check_fail(c, ctx, "step %llu is wrong", (unsigned long long)i);
            at = map->end[2 * e + !step[i].backwards];
            length += (step[i].backwards && map->length_back ? map->length_back : map->length)[e];
            covered[e] = true;
        }
        longest = fmax(longest, length);
        check_number(c, ctx, "the end of a round", at, depot);
    }
    for (uint64_t e = 0; e < map->streets; e++)
        if (map->required[e] && !covered[e])
            check_fail(c, ctx, "street %llu is not covered", (unsigned long long)e);
    check_number(c, ctx, "steps", begin[rounds], count);
    if (fabs(longest - kg_streets_measure(walk)->longest) > 1e-6 * longest)
        check_fail(
            c, ctx, "the longest round has %g, not %g", longest, kg_streets_measure(walk)->longest);
    free(covered);
}

static void try_rounds(
    check *c, kg_context *ctx, kg_streets *streets, const town *t, int depot, tally *sum)
{
    char start[32];
    kg_streets_route_options options = {.start = start, .both_sides = t->both_sides};

    snprintf(start, sizeof start, "%lld", (long long)kg_streets_look(streets)->crossing_id[depot]);
    for (int vehicles = 2; vehicles <= VEHICLES; vehicles++) {
        const int best = find_best(t, depot, vehicles);
        kg_streets_walk *walk = NULL;
        const kg_streets_figures *figures;

        options.vehicles = (uint64_t)vehicles;
        options.fewest_turns = vehicles == 2;
        if (!check_status(c, ctx, kg_streets_route(&walk, streets, &options), KG_OK))
            return;
        check_rounds(c, ctx, streets, walk, (kg_vertex)depot, options.vehicles);
        figures = kg_streets_measure(walk);
        if (figures->longest < best - 1e-6 || figures->longest_bound > best + 1e-6)
            check_fail(c, ctx, "the longest of %d rounds has %g, at least %g; the best has %d",
                vehicles, figures->longest, figures->longest_bound, best);
        c->compared++;
        sum->walks++;
        sum->optimal += figures->longest < best + 1e-6;
        sum->excess += figures->longest / best - 1;
        sum->gap += 1 - figures->longest_bound / best;
        sum->most = fmax(sum->most, figures->longest / best - 1);
        kg_streets_walk_destroy(walk);
    }
}

static void small(check *c)
{
    kg_context *ctx = c->context[0];
    const int towns = check_is_small() ? SMALL_TOWNS : TOWNS;
    char text[64 * (STREETS + 1)];
    tally sum = {0};

    for (int i = 0; i < towns; i++) {
        uint64_t state = c->seed + 5000 + (uint64_t)i;
        const bool part = i / 3 & 1;
        kg_streets *streets;
        town t;

        write_town(text, &state, i % 3, part);
        streets = oracle_read(c, ctx, text);
        if (!streets)
            continue;
        oracle_take(&t, streets, below(&state, 4) == 0);
        if (t.bits <= SIDES)
            try_rounds(c, ctx, streets, &t, (int)below(&state, (uint64_t)t.crossings), &sum);
        kg_streets_destroy(streets);
    }
    if (getenv("CHECK_EXCESS"))
        printf(
            "%llu rounds: %.2f %% are the best; %.3f %% longer in the mean, %.1f %% at most; the "
            "bound is %.1f %% below in the mean\n",
            (unsigned long long)sum.walks, 100.0 * (double)sum.optimal / (double)sum.walks,
            100 * sum.excess / (double)sum.walks, 100 * sum.most,
            100 * sum.gap / (double)sum.walks);
    if (sum.excess > 0.01 * (double)sum.walks)
        check_fail(c, ctx, "the longest rounds are %.2f %% longer than the best",
            100 * sum.excess / (double)sum.walks);
}

/* ---- larger towns ---------------------------------------------------------------------------- */

/* A grid of crossings, above and below the size to which single streets are exchanged. The larger
 * one takes long, so few contexts try it. */
static void larger(check *c)
{
    for (int side = check_is_small() ? 6 : 12; side <= 48; side += side < 48 ? 48 - side : 1) {
        uint64_t state = c->seed;
        char *text = check_array((uint64_t)(side * side * 2) + 2, 64), *to = text;
        const kg_streets_step *first = NULL;
        uint64_t steps = 0;
        const int contexts = side < 48 ? c->contexts : check_is_small() ? 1 : 2;
        kg_streets *streets[CHECK_THREADS] = {NULL};
        kg_streets_walk *walk[CHECK_THREADS] = {NULL};

        to += snprintf(to, 64, "source,target,length,oneway\n");
        for (int x = 0; x < side; x++)
            for (int y = 0; y < side; y++)
                for (int way = 0; way < 2; way++)
                    to += sprintf(to, "c%d_%d,c%d_%d,%d,%s\n", x, y, x + !way, y + way,
                        1 + (int)below(&state, 99), below(&state, 9) ? "no" : "yes");
        for (int k = 0; k < contexts && k < c->contexts; k++) {
            const kg_streets_route_options options = {
                .start = "c1_1", .vehicles = 4, .fewest_turns = side < 48};
            kg_context *ctx = c->context[k];
            const kg_streets_step *step;
            kg_vertex depot;
            uint64_t count;

            check_status(
                c, ctx, kg_streets_read_memory(&streets[k], ctx, text, strlen(text), NULL), KG_OK);
            check_status(c, ctx, kg_streets_find(streets[k], "c1_1", &depot), KG_OK);
            if (!check_status(c, ctx, kg_streets_route(&walk[k], streets[k], &options), KG_OK))
                continue;
            check_rounds(c, ctx, streets[k], walk[k], depot, 4);
            kg_streets_walk_steps(walk[k], &step, &count);
            first = first ? first : step;
            steps = steps ? steps : count;
            if (check_number(c, ctx, "steps", count, steps))
                check_equal(c, ctx, "half a step", step, first, 2 * count, 8);
        }
        for (int k = 0; k < contexts && k < c->contexts; k++) {
            kg_streets_walk_destroy(walk[k]);
            kg_streets_destroy(streets[k]);
        }
        free(text);
    }
}

/* ---- failures -------------------------------------------------------------------------------- */

static kg_status share(kg_streets *streets)
{
    const kg_streets_route_options options = {.vehicles = 2, .fewest_turns = 1};
    kg_streets_walk *walk = NULL;
    kg_status status = kg_streets_route(&walk, streets, &options);

    for (int format = KG_STREETS_GPX; status == KG_OK && format <= KG_STREETS_CSV; format++)
        status = kg_streets_write(walk, "/dev/null", (kg_streets_format)format);
    kg_streets_walk_destroy(walk);
    return status;
}

static void faults(check *c)
{
    static const char table[] =
        "lon1,lat1,lon2,lat2\n0,0,0,1\n0,1,1,1\n1,1,1,0\n1,0,0,0\n0,0,1,1\n";
    static const struct {
        kg_streets_route_options options;
        const char *message;
    } refused[] = {{{.vehicles = 65536}, "expected at most 65535"},
        {{.vehicles = 2, .open = 1}, "2 vehicles come back to their start"},
        {{.vehicles = 3, .end = "0"}, "3 vehicles come back to their start"}};
    kg_context *ctx = c->context[0];
    kg_streets *streets = NULL;
    kg_streets_walk *walk = NULL;

    check_status(
        c, ctx, kg_streets_read_memory(&streets, ctx, table, sizeof table - 1, NULL), KG_OK);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        check_status(c, ctx, kg_streets_route(&walk, streets, &refused[i].options), KG_ARGUMENT);
        if (!strstr(kg_context_message(ctx), refused[i].message))
            check_fail(c, ctx, "'%s', expected '%s'", kg_context_message(ctx), refused[i].message);
    }
    CHECK_ALLOCATIONS(c, ctx, share(streets));
    kg_streets_destroy(streets);
}

const check_case check_streets_vehicles_cases[] = {{"streets.vehicles", small},
    {"streets.rounds", larger}, {"streets.rounds-faults", faults}, {NULL}};
