#include "streets_oracle.h"
#include <string.h>

static int distance[1 << SIDES][CROSSINGS];

kg_streets *oracle_read(check *c, kg_context *ctx, const char *table)
{
    const kg_streets_options options = {.need = "need=1"};
    kg_streets *streets = NULL;
    kg_status status = kg_streets_read_memory(&streets, ctx, table, strlen(table), &options);

    check_say(c, "%s", table);
    if (status != KG_NO_SOLUTION)
        check_status(c, ctx, status, KG_OK);
    return streets;
}

static int draw_end(
    char *name, size_t size, const char **option, const kg_streets *streets, uint64_t *state)
{
    const kg_streets_map *map = kg_streets_look(streets);
    int crossing;

    if (!below(state, 2))
        return FREE;
    crossing = (int)below(state, map->crossings);
    snprintf(name, size, "%lld", (long long)map->crossing_id[crossing]);
    *option = name;
    return crossing;
}

void oracle_draw_ends(
    walk_ends *ends, kg_streets_route_options *options, const kg_streets *streets, uint64_t *state)
{
    ends->start = draw_end(ends->from, sizeof ends->from, &options->start, streets, state);
    ends->end =
        options->open ? draw_end(ends->to, sizeof ends->to, &options->end, streets, state) : FREE;
}

void oracle_take(town *t, const kg_streets *streets, bool both_sides)
{
    const kg_streets_map *map = kg_streets_look(streets);

    *t = (town){
        .crossings = (int)map->crossings, .streets = (int)map->streets, .both_sides = both_sides};
    for (int e = 0; e < t->streets; e++) {
        t->lane[e] = (lane){(int)map->end[2 * e], (int)map->end[2 * e + 1],
            {(int)map->length[e], (int)(map->length_back ? map->length_back : map->length)[e]},
            map->one_way[e], map->required[e], t->bits};
        t->required += map->required[e];
        t->bits += map->required[e] * (1 + both_sides);
    }
}

/* The sides that are covered once a lane is gone along. */
static int cover(const town *t, const lane *l, int covered, bool back)
{
    if (!l->required)
        return covered;
    if (!t->both_sides)
        return covered | 1 << l->bit;
    if (l->one_way)
        return covered | (covered >> l->bit & 1 ? 2 : 1) << l->bit;
    return covered | (back ? 2 : 1) << l->bit;
}

/* Whether some distance with a set of sides has become less. */
static bool relax(const town *t, int covered)
{
    bool less = false;

    for (int e = 0; e < t->streets; e++)
        for (int back = 0; back <= !t->lane[e].one_way; back++) {
            const lane *l = &t->lane[e];
            const int from = back ? l->to : l->from, to = back ? l->from : l->to;
            int *at = &distance[cover(t, l, covered, back)][to];

            if (distance[covered][from] + l->length[back] < *at) {
                *at = distance[covered][from] + l->length[back];
                less = true;
            }
        }
    return less;
}

void oracle_fill(const town *t, int start)
{
    const int all = 1 << t->bits;

    for (int covered = 0; covered < all; covered++)
        for (int v = 0; v < t->crossings; v++)
            distance[covered][v] = covered == 0 && (start == FREE || start == v) ? 0 : FAR;
    for (int covered = 0; covered < all; covered++)
        while (relax(t, covered))
            ;
}

int oracle_length(int covered, int end)
{
    return distance[covered][end];
}

int oracle_shortest(const town *t, int start, int end)
{
    int best = FAR;

    oracle_fill(t, start);
    for (int v = 0; v < t->crossings; v++)
        if ((end == FREE || end == v) && oracle_length((1 << t->bits) - 1, v) < best)
            best = oracle_length((1 << t->bits) - 1, v);
    return best;
}
