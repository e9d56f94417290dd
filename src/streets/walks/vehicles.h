/* Rounds of several vehicles: the data that the stages of their search pass on. */
#ifndef KG_VEHICLES_H
#define KG_VEHICLES_H

#include "../streets.h"

/* Which paths: from a crossing; to it; or in any direction, at the least length of both. */
typedef enum kg__street_way { KG__WAYS_OUT, KG__WAYS_HOME, KG__WAYS_EITHER } kg__street_way;

typedef struct kg__street_reached {
    double distance;
    kg_vertex at;
} kg__street_reached;

/* Shortest paths along streets, from or to a crossing. */
typedef struct kg__street_ways {
    const kg_streets *streets;
    kg__street_way way;
    uint64_t *row;    /* [crossings + 1] where each crossing's half-streets begin in half */
    uint64_t *half;   /* half-streets that paths may use from their crossing */
    double *distance; /* [crossings] */
    kg_edge *by;      /* [crossings] the last half-street of a path; of paths to a crossing the one
                         by which the path leaves; KG_NO_EDGE: none */
    kg__street_reached *heap; /* [2 * streets + 1] */
} kg__street_ways;

kg_status kg__street_ways_create(
    kg__street_ways *ways, const kg_streets *streets, kg__street_way way);
/* Finds the paths of a crossing to all others, or only the one to `to`, unless that is
 * KG_NO_VERTEX. */
void kg__street_ways_find(kg__street_ways *ways, kg_vertex from, kg_vertex to);
void kg__street_ways_destroy(kg__street_ways *ways, kg_context *ctx);

/* A stretch of the walk that a vehicle walks as a whole. The crossings at its ends are numbered as
 * places. [2]: as in the walk, turned round. */
typedef struct kg__service {
    uint64_t step, steps; /* of the walk */
    uint32_t end[2];      /* places where it begins and ends */
    double length[2];
    bool turns; /* it may be turned round */
} kg__service;

/* A service in the direction in which it is walked: 2 * service + turned. */
typedef struct kg__rounds {
    kg_context *ctx;
    uint64_t places;
    double *distance; /* [places * places] */
    uint32_t depot;   /* a place */
    bool symmetric;   /* no length depends on the direction, and each service may be turned */
    uint64_t services, rounds;
    kg__service *service; /* [services] */
    uint32_t *walked;     /* [rounds * services] the services of each round, in order */
    uint64_t *size;       /* [rounds] the number of services of each round */
    double *length;       /* [rounds] */
    uint64_t work;        /* how many more changes may be examined */
} kg__rounds;

/* Makes rounds of a walk (vehicles_stretches.c). step: [first[rounds]] the steps that cover
 * streets. first: [rounds + 1] the first of each round. Without services: they would be too few. */
kg_status kg__rounds_create(kg__rounds *rounds, const kg_streets_walk *walk,
    const kg__streets_tour *tour, const uint64_t *step, const uint64_t *first, kg_vertex depot);
void kg__rounds_destroy(kg__rounds *rounds);

enum { KG__NO_SERVICE = UINT32_MAX }; /* the depot, before the first and after the last */

static inline uint32_t *kg__round(const kg__rounds *r, uint64_t round)
{
    return r->walked + round * r->services;
}

static inline uint32_t kg__service_from(const kg__rounds *r, uint32_t code)
{
    return code == KG__NO_SERVICE ? r->depot : r->service[code / 2].end[code & 1];
}

static inline uint32_t kg__service_to(const kg__rounds *r, uint32_t code)
{
    return code == KG__NO_SERVICE ? r->depot : r->service[code / 2].end[!(code & 1)];
}

static inline double kg__service_length(const kg__rounds *r, uint32_t code)
{
    return r->service[code / 2].length[code & 1];
}

/* The length of the path from the end of a service to the beginning of another. */
static inline double kg__service_link(const kg__rounds *r, uint32_t a, uint32_t b)
{
    return r->distance[kg__service_to(r, a) * r->places + kg__service_from(r, b)];
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

/* Exchanges the services of two rounds from service i of one and service j of the other on. */
void kg__round_exchange_ends(
    kg__rounds *rounds, uint64_t one, uint64_t i, uint64_t other, uint64_t j);
/* Turns the services from i to j, both included, and their order. */
void kg__round_turn(kg__rounds *rounds, uint64_t round, uint64_t i, uint64_t j);

/* The length of a round, from its services. */
double kg__round_measure(const kg__rounds *rounds, uint64_t round);

/* The longest round, and the length of all (vehicles_kept.c). */
uint64_t kg__rounds_longest(const kg__rounds *rounds);
double kg__rounds_sum(const kg__rounds *rounds);

/* The best rounds so far. */
typedef struct kg__rounds_kept {
    uint32_t *walked;
    uint64_t *size;
    double *length;
    double longest, sum;
} kg__rounds_kept;

void kg__rounds_keep(kg__rounds_kept *kept, const kg__rounds *rounds);
void kg__rounds_restore(kg__rounds *rounds, const kg__rounds_kept *kept);

/* Simulated annealing (vehicles_anneal.c). */
kg_status kg__rounds_anneal(kg__rounds *rounds, kg__rounds_kept *best);

/* Raises a bound of the longest round (vehicles_bound.c). longest: of some rounds. */
kg_status kg__rounds_bound(
    const kg__streets_tour *tour, kg_vertex depot, double longest, double *bound);

/* Improves rounds (vehicles_search.c). */
kg_status kg__rounds_improve(kg__rounds *rounds);

#endif
