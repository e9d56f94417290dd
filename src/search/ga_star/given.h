/* A user's functions as a problem of 128 bits, for the CPU only. */
#ifndef KG_GA_GIVEN_H
#define KG_GA_GIVEN_H

#include "problem.h"

static inline kg_ga_star_state kg__ga_split(unsigned __int128 key)
{
    return (kg_ga_star_state){{(uint64_t)key, (uint64_t)(key >> 64)}};
}

static inline unsigned __int128 kg__ga_join(const kg_ga_star_state *state)
{
    return (unsigned __int128)state->word[1] << 64 | state->word[0];
}

static inline uint32_t kg__ga_measure_given_wide(const kg__ga_problem *p, unsigned __int128 key)
{
    const kg_ga_star_state state = kg__ga_split(key);

    return p->given->estimate ? p->given->estimate(p->given->user, &state) : 0;
}

static inline uint32_t kg__ga_bound_given_wide(const kg__ga_problem *p, uint32_t measure)
{
    (void)p;
    return measure;
}

static inline bool kg__ga_goal_given_wide(const kg__ga_problem *p, unsigned __int128 key)
{
    const kg_ga_star_state state = kg__ga_split(key);

    return p->given->is_goal(p->given->user, &state);
}

static inline bool kg__ga_step_given_wide(const kg__ga_problem *p, unsigned __int128 from,
    uint32_t measure, unsigned move, unsigned __int128 *to, uint32_t *to_measure, uint32_t *cost)
{
    const kg_ga_star_state state = kg__ga_split(from);
    kg_ga_star_state next = {{0, 0}};

    (void)measure;
    if (!p->given->step(p->given->user, &state, move, &next, cost))
        return false;
    *to = kg__ga_join(&next);
    *to_measure = kg__ga_measure_given_wide(p, *to);
    return true;
}

#endif
