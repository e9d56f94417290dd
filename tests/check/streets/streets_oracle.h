/*
 * Brute force for walks along the streets of small towns: the shortest way through all pairs of a
 * crossing and a set of covered sides.
 */
#ifndef STREETS_ORACLE_H
#define STREETS_ORACLE_H

#include "check.h"
#include <konig/streets.h>

enum { CROSSINGS = 7, STREETS = 14, SIDES = 10, FREE = -1, FAR = 1 << 20 };

typedef struct lane {
    int from, to;
    int length[2]; /* from its first end, and from its second */
    bool one_way, required;
    int bit; /* of its first side that is to be covered */
} lane;

typedef struct town {
    int crossings, streets, required, bits;
    bool both_sides;
    lane lane[STREETS];
} town;

/* Draws a number below the limit. */
static inline uint64_t below(uint64_t *state, uint64_t limit)
{
    return check_random(state) % limit;
}

/* Reads a table whose column `need` says which streets are required. NULL: none is left that is, or
 * the check has failed. */
kg_streets *oracle_read(check *c, kg_context *ctx, const char *table);

/* The ends of a walk, drawn at random: crossings, or FREE. */
typedef struct walk_ends {
    int start, end;
    char from[32], to[32]; /* as the options call them */
} walk_ends;

void oracle_draw_ends(
    walk_ends *ends, kg_streets_route_options *options, const kg_streets *streets, uint64_t *state);

/* Whole lengths are expected. */
void oracle_take(town *town, const kg_streets *streets, bool both_sides);

/* Fills the table from a start; FREE: any. */
void oracle_fill(const town *town, int start);
/* The length of the shortest walk that covers exactly a set of sides and ends at a crossing; at
 * least FAR: there is none. */
int oracle_length(int covered, int end);
/* The shortest walk of all sides; start, end: FREE: any. */
int oracle_shortest(const town *town, int start, int end);

#endif
