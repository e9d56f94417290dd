/* Rounds of several vehicles: the data that the stages of their search pass on. */
#ifndef KG_VEHICLES_H
#define KG_VEHICLES_H

#include "../streets.h"

/* Shortest paths along streets. */
typedef struct kg__street_ways {
    const kg_streets *streets;
    uint64_t *row;    /* [crossings + 1] where each crossing's half-streets begin in half */
    uint64_t *half;   /* half-streets that may be walked from their crossing */
    uint64_t rows;    /* the number of rows of the matrices */
    double *distance; /* [rows * crossings] from a row's crossing to each */
    kg_edge *by;      /* [rows * crossings] the last half-street of that path */
} kg__street_ways;

/* Finds the paths from each crossing, or from a single one; backwards: to that one. Then `by` is
 * the half-street by which the path leaves each crossing. */
kg_status kg__street_ways_create(
    kg__street_ways *ways, const kg_streets *streets, bool all, kg_vertex one, bool backwards);
void kg__street_ways_destroy(kg__street_ways *ways, kg_context *ctx);

/* A side of a street that must be covered. */
typedef struct kg__service {
    uint64_t street;
    unsigned char first, ways; /* the first direction in which it may be walked, and how many there
                                  are */
} kg__service;

/* A service in the direction in which it is walked: 2 * service + backwards. */
typedef struct kg__rounds {
    kg_context *ctx;
    const kg_streets *streets;
    const kg__street_ways *ways; /* of all crossings */
    kg_vertex depot;
    bool symmetric; /* no length depends on the direction, and each service may be turned */
    uint64_t services, rounds;
    kg__service *service; /* [services] */
    uint32_t *walked;     /* [rounds * services] the services of each round, in order */
    uint64_t *size;       /* [rounds] the number of services of each round */
    double *length;       /* [rounds] */
    uint64_t work;        /* how many more changes may be examined */
} kg__rounds;

enum { KG__NO_SERVICE = UINT32_MAX }; /* the depot, before the first and after the last */

static inline uint32_t *kg__round(const kg__rounds *r, uint64_t round)
{
    return r->walked + round * r->services;
}

static inline kg_vertex kg__service_from(const kg__rounds *r, uint32_t code)
{
    return code == KG__NO_SERVICE ? r->depot
                                  : r->streets->end[2 * r->service[code / 2].street + (code & 1)];
}

static inline kg_vertex kg__service_to(const kg__rounds *r, uint32_t code)
{
    return code == KG__NO_SERVICE ? r->depot
                                  : r->streets->end[2 * r->service[code / 2].street + !(code & 1)];
}

static inline double kg__service_length(const kg__rounds *r, uint32_t code)
{
    return kg__length(r->streets, r->service[code / 2].street, code & 1);
}

/* The length of the path from the end of a service to the beginning of another. */
static inline double kg__service_link(const kg__rounds *r, uint32_t a, uint32_t b)
{
    return r->ways->distance[(uint64_t)kg__service_to(r, a) * r->streets->map.crossings +
                             kg__service_from(r, b)];
}

/* Service i of a round, or the depot. */
static inline uint32_t kg__service_at(const kg__rounds *r, uint64_t round, int64_t i)
{
    return i < 0 || (uint64_t)i >= r->size[round] ? KG__NO_SERVICE : kg__round(r, round)[i];
}

/* Changes of rounds (vehicles_moves.c). Each makes the first change that it finds to be better by
 * more than `slack`, and returns whether it did. A change between the longest round and another is
 * better if the longer of the two becomes shorter. */
bool kg__rounds_move_within(kg__rounds *rounds, uint64_t round, double slack);
bool kg__rounds_turn_within(kg__rounds *rounds, uint64_t round, double slack);
bool kg__rounds_move(kg__rounds *rounds, uint64_t from, uint64_t to, double slack);
bool kg__rounds_swap(kg__rounds *rounds, uint64_t one, uint64_t other, double slack);
bool kg__rounds_swap_ends(kg__rounds *rounds, uint64_t one, uint64_t other, double slack);

/* Removes services from i on from a round, or inserts them before service i. Its length stays. */
void kg__round_take(kg__rounds *rounds, uint64_t round, uint64_t i, unsigned count);
void kg__round_put(
    kg__rounds *rounds, uint64_t round, uint64_t i, const uint32_t *code, unsigned count);

/* The length of a round, from its services. */
double kg__round_measure(const kg__rounds *rounds, uint64_t round);

/* Improves rounds (vehicles_search.c). */
kg_status kg__rounds_improve(kg__rounds *rounds);

#endif
