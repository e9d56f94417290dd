/* Problems by their kinds, on the host, which builds paths and checks answers. */
#include "ga_star_ops.h"
#include "given.h"

/* ---- predecessors, by moves that undo a move ------------------------------------------------- */

#define SELF_INVERSE(name, width, type)                                                            \
    static bool kg__ga_back_##name##_##width(                                                      \
        const kg__ga_problem *p, type to, unsigned i, type *from, uint32_t *cost)                  \
    {                                                                                              \
        uint32_t measure;                                                                          \
                                                                                                   \
        return kg__ga_step_##name##_##width(p, to, 0, i, from, &measure, cost);                    \
    }

/* A flip, a reversal and a move of the blank are each undone by another one. */
SELF_INVERSE(pancake, narrow, uint64_t)
SELF_INVERSE(pancake, wide, unsigned __int128)
SELF_INVERSE(topspin, narrow, uint64_t)
SELF_INVERSE(topspin, wide, unsigned __int128)

/* Move i leads back to predecessor i, and the opposite move undoes it. */
static bool kg__ga_back_tiles_narrow(
    const kg__ga_problem *p, uint64_t to, unsigned i, uint64_t *from, uint32_t *cost)
{
    uint32_t measure;

    return kg__ga_step_tiles_narrow(p, to, 0, 3 - i, from, &measure, cost);
}

static bool kg__ga_back_tiles_wide(const kg__ga_problem *p, unsigned __int128 to, unsigned i,
    unsigned __int128 *from, uint32_t *cost)
{
    uint32_t measure;

    return kg__ga_step_tiles_wide(p, to, 0, 3 - i, from, &measure, cost);
}

/* A step back is legal if the step is. It costs the weight of the cell that the step enters. */
static bool kg__ga_back_grid_narrow(
    const kg__ga_problem *p, uint64_t to, unsigned i, uint64_t *from, uint32_t *cost)
{
    uint32_t measure;

    if (!kg__ga_step_grid_narrow(p, to, 0, i, from, &measure, cost))
        return false;
    *cost = *cost / (p->cells[*from] & 0xffff) * (p->cells[to] & 0xffff);
    return true;
}

/* Never called: graph_way.c finds the way back through a graph. */
static bool kg__ga_back_graph_narrow(
    const kg__ga_problem *p, uint64_t to, unsigned i, uint64_t *from, uint32_t *cost)
{
    (void)p, (void)to, (void)i, (void)from, (void)cost;
    return false;
}

static bool kg__ga_back_given_wide(const kg__ga_problem *p, unsigned __int128 to, unsigned i,
    unsigned __int128 *from, uint32_t *cost)
{
    const kg_ga_star_state state = kg__ga_split(to);
    kg_ga_star_state before = {{0, 0}};

    if (!p->given->back(p->given->user, &state, i, &before, cost))
        return false;
    *from = kg__ga_join(&before);
    return true;
}

/* ---- by kind --------------------------------------------------------------------------------- */

typedef uint64_t narrow;
typedef unsigned __int128 wide;

uint32_t kg__ga_estimate(const kg__ga_problem *p, const kg_ga_star_state *state)
{
    const unsigned __int128 key = kg__ga_join(state);

#define CASE(kind, name, width, words)                                                             \
    case kind:                                                                                     \
        return kg__ga_bound_##name##_##width(p, kg__ga_measure_##name##_##width(p, (width)key));
    switch (p->kind) {
        KG__GA_ALL_KINDS(CASE)
    }
#undef CASE
    return 0;
}

bool kg__ga_is_goal(const kg__ga_problem *p, const kg_ga_star_state *state)
{
    const unsigned __int128 key = kg__ga_join(state);

#define CASE(kind, name, width, words)                                                             \
    case kind:                                                                                     \
        return kg__ga_goal_##name##_##width(p, (width)key);
    switch (p->kind) {
        KG__GA_ALL_KINDS(CASE)
    }
#undef CASE
    return false;
}

bool kg__ga_step(const kg__ga_problem *p, const kg_ga_star_state *from, unsigned move,
    kg_ga_star_state *to, uint32_t *cost)
{
    const unsigned __int128 key = kg__ga_join(from);
    uint32_t measure;
    bool is = false;

#define CASE(kind, name, type, words)                                                              \
    case kind: {                                                                                   \
        type next = 0;                                                                             \
                                                                                                   \
        is = kg__ga_step_##name##_##type(p, (type)key, 0, move, &next, &measure, cost);            \
        *to = kg__ga_split(next);                                                                  \
        break;                                                                                     \
    }
    switch (p->kind) {
        KG__GA_ALL_KINDS(CASE)
    }
#undef CASE
    return is;
}

bool kg__ga_back(const kg__ga_problem *p, const kg_ga_star_state *to, unsigned i,
    kg_ga_star_state *from, uint32_t *cost)
{
    const unsigned __int128 key = kg__ga_join(to);
    bool is = false;

#define CASE(kind, name, type, words)                                                              \
    case kind: {                                                                                   \
        type before = 0;                                                                           \
                                                                                                   \
        is = kg__ga_back_##name##_##type(p, (type)key, i, &before, cost);                          \
        *from = kg__ga_split(before);                                                              \
        break;                                                                                     \
    }
    switch (p->kind) {
        KG__GA_ALL_KINDS(CASE)
    }
#undef CASE
    return is;
}
