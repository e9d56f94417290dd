/*
 * Walks along streets whose lengths depend on the direction, against brute force over small towns.
 */
#include "streets_oracle.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TOWNS = 2400, SMALL_TOWNS = 100 };

/* kind: 0: two-way streets alone; 1: beside one-way ones. */
static void write_town(char *text, uint64_t *state, int kind, bool part)
{
    const int n = 2 + (int)below(state, CROSSINGS - 1);
    const int m = n + (int)below(state, part ? STREETS - CROSSINGS + 1 : SIDES - CROSSINGS + 1);
    const int apart = 1 + (int)below(state, 40);

    text += sprintf(text, "source,target,length,length_back,oneway,need\n");
    for (int e = 0; e < m; e++) {
        const bool one_way = kind && below(state, 3) == 0;
        const int u = e < n ? e : (int)below(state, (uint64_t)n);
        const int v = e < n ? (e + 1) % n : (int)below(state, (uint64_t)n);
        const int length = 20 + (int)below(state, 20);

        text += sprintf(text, "c%d,c%d,%d,%d,%s,%d\n", u, v, length,
            length - 20 + (int)below(state, (uint64_t)apart), one_way ? "yes" : "no",
            !part || below(state, 3) == 0);
    }
}

typedef struct tally {
    uint64_t walks, optimal;
    double excess, most, gap;
} tally;

static void try_walk(check *c, kg_context *ctx, kg_streets *streets, const town *t, uint64_t *state,
    bool open, tally *sum)
{
    kg_streets_route_options options = {.open = open, .both_sides = t->both_sides};
    int start, end, shortest;
    kg_streets_walk *walk = NULL;
    const kg_streets_figures *figures;
    walk_ends ends;

    oracle_draw_ends(&ends, &options, streets, state);
    start = ends.start;
    end = ends.end;
    if (!check_status(c, ctx, kg_streets_route(&walk, streets, &options), KG_OK))
        return;
    for (int e = 0; e < t->streets && !open && start == FREE; e++)
        start = t->lane[e].required ? t->lane[e].from : FREE; /* a closed walk passes it */
    shortest = oracle_shortest(t, start, open ? end : start);
    figures = kg_streets_measure(walk);
    if (figures->length < shortest - 1e-6 || figures->required + figures->bound > shortest + 1e-6)
        check_fail(c, ctx, "the walk has %g, at least %g and %g; the shortest one %d",
            figures->length, figures->required, figures->bound, shortest);
    c->compared++;
    if (shortest) {
        sum->walks++;
        sum->optimal += figures->length < shortest + 1e-6;
        sum->excess += figures->length / shortest - 1;
        sum->most = fmax(sum->most, figures->length / shortest - 1);
        sum->gap += 1 - (figures->required + figures->bound) / shortest;
    }
    kg_streets_walk_destroy(walk);
}

/* part: a part of the streets is required, in some towns both sides of them. */
static void try_towns(check *c, bool part)
{
    kg_context *ctx = c->context[0];
    const int towns = check_is_small() ? SMALL_TOWNS : TOWNS;
    char text[64 * (STREETS + 1)];
    tally sum = {0};

    for (int i = 0; i < towns; i++) {
        uint64_t state = c->seed + 7000 + (uint64_t)i;
        kg_streets *streets;
        town t;

        write_town(text, &state, i % 2, part);
        streets = oracle_read(c, ctx, text);
        if (!streets)
            continue;
        oracle_take(&t, streets, part && below(&state, 3) == 0);
        if (t.bits <= SIDES)
            for (int open = 0; open < 2; open++)
                try_walk(c, ctx, streets, &t, &state, open, &sum);
        kg_streets_destroy(streets);
    }
    if (getenv("CHECK_EXCESS"))
        printf("%llu walks, %s: %.2f %% are the shortest; %.4f %% longer in the mean, %.1f %% at "
               "most; the bound is %.3f %% below in the mean\n",
            (unsigned long long)sum.walks, part ? "a part" : "all",
            100.0 * (double)sum.optimal / (double)sum.walks, 100 * sum.excess / (double)sum.walks,
            100 * sum.most, 100 * sum.gap / (double)sum.walks);
    if (sum.excess > 0.001 * (double)sum.walks || sum.gap > 0.01 * (double)sum.walks)
        check_fail(c, ctx, "walks are %.2f %% longer than the shortest, bounds %.2f %% below",
            100 * sum.excess / (double)sum.walks, 100 * sum.gap / (double)sum.walks);
}

static void windy(check *c)
{
    try_towns(c, false);
}

static void rural(check *c)
{
    try_towns(c, true);
}

/* ---- tables ---------------------------------------------------------------------------------- */

static void tables(check *c)
{
    static const struct {
        const char *table;
        double length, back;
        const char *message;
    } cases[] = {{"source,target,length,length_back\na,b,3,5\n", 3, 5, NULL},
        {"source,target,cost,reverse_cost\na,b,3,5\n", 3, 5, NULL},
        {"source,target,length,length_back\na,b,3,3\n", 3, -1, NULL},
        {"lon1,lat1,lon2,lat2,length,length_back\n0,0,0,1,3,5\n0,1,1,1,1,0\n", 4, 5,
            NULL}, /* one street */
        {"lon1,lat1,lon2,lat2,length_back\n0,0,0,1,5\n", 0, 0,
            "<bytes>:2:9: expected a column `length` beside"},
        {"source,target,length,length_back\na,b,3,1e999\n", 0, 0, "<bytes>:2:7: expected a"},
        {"source,target,length,length_back\na,b,3,x\n", 0, 0, "<bytes>:2:7: expected a number"}};

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const kg_streets_options options = {.keep_parts = 1, .shown = "<bytes>"};
        kg_context *ctx = c->context[0];
        kg_streets *streets = NULL;
        const kg_streets_map *map;
        const kg_status status =
            kg_streets_read_memory(&streets, ctx, cases[i].table, strlen(cases[i].table), &options);

        check_say(c, "%s", cases[i].table);
        if (!check_status(c, ctx, status, cases[i].message ? KG_FORMAT : KG_OK))
            continue;
        c->compared++;
        if (cases[i].message) {
            if (!strstr(kg_context_message(ctx), cases[i].message))
                check_fail(
                    c, ctx, "'%s', expected '%s'", kg_context_message(ctx), cases[i].message);
            continue;
        }
        map = kg_streets_look(streets);
        if (map->length[0] != cases[i].length ||
            (map->length_back ? map->length_back[0] : -1) != cases[i].back)
            check_fail(c, ctx, "the street has %g and %g, expected %g and %g", map->length[0],
                map->length_back ? map->length_back[0] : -1, cases[i].length, cases[i].back);
        kg_streets_destroy(streets);
    }
}

/* ---- failures -------------------------------------------------------------------------------- */

static kg_status walk_once(kg_context *ctx, const char *table)
{
    kg_streets *streets = NULL;
    kg_streets_walk *walk = NULL;
    kg_status status = kg_streets_read_memory(&streets, ctx, table, strlen(table), NULL);

    if (status == KG_OK)
        status = kg_streets_route(&walk, streets, NULL);
    kg_streets_walk_destroy(walk);
    kg_streets_destroy(streets);
    return status;
}

static void faults(check *c)
{
    static const char table[] =
        "source,target,length,length_back\na,b,1,2\nb,c,3,4\nc,a,6,5\na,c,2,9\nd,a,3,0\n";
    kg_context *ctx = c->context[0];

    CHECK_ALLOCATIONS(c, ctx, walk_once(ctx, table));
}

const check_case check_streets_windy_cases[] = {{"streets.windy", windy},
    {"streets.windy-rural", rural}, {"streets.windy-tables", tables},
    {"streets.windy-faults", faults}, {NULL}};
