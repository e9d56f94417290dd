/*
 * A problem of one's own for GA*: the bridge and the torch. Four people cross a bridge at night,
 * one or two at a time, and carry their only torch. Each needs so many minutes; two walk as fast as
 * the slower one. How soon can all be across?
 */
#include <konig/konig.h>
#include <stdio.h>

enum { PEOPLE = 4, ACROSS = (1 << PEOPLE) - 1, TORCH = 1 << PEOPLE };
static const uint32_t minutes[PEOPLE] = {1, 2, 5, 10};

/* A state: a bit for each person, and one for the torch, that is on the other side. Move number
 * a * PEOPLE + b: the people a and b cross, or a alone where both are the same. */
static int step(const void *user, const kg_ga_star_state *from, unsigned move, kg_ga_star_state *to,
    uint32_t *cost)
{
    const unsigned a = move / PEOPLE, b = move % PEOPLE;
    const uint64_t state = from->word[0], side = state & TORCH ? ACROSS : 0;

    (void)user;
    if (a > b || ((state ^ side) >> a & 1) || ((state ^ side) >> b & 1))
        return 0; /* the same pair once more, or somebody who is not where the torch is */
    to->word[0] = state ^ TORCH ^ (1u << a | 1u << b);
    to->word[1] = 0;
    *cost = minutes[a] > minutes[b] ? minutes[a] : minutes[b];
    return 1;
}

static int is_goal(const void *user, const kg_ga_star_state *state)
{
    (void)user;
    return (state->word[0] & ACROSS) == ACROSS;
}

/* The slowest of those who have still to cross: never more than what is left. */
static uint32_t estimate(const void *user, const kg_ga_star_state *state)
{
    uint32_t slowest = 0;

    (void)user;
    for (unsigned i = 0; i < PEOPLE; i++)
        if (!(state->word[0] >> i & 1) && minutes[i] > slowest)
            slowest = minutes[i];
    return slowest;
}

int main(void)
{
    const kg_ga_star_state start = {{0, 0}};
    kg_ga_star_problem problem = {0};
    kg_context *context = NULL;
    kg_ga_star *answer = NULL;
    kg_status status;

    problem.moves = PEOPLE * PEOPLE;
    problem.step = step;
    problem.is_goal = is_goal;
    problem.estimate = estimate;
    if ((status = kg_context_create(&context, NULL)) ||
        (status = kg_ga_star_find(&answer, context, &problem, &start, NULL)))
        fprintf(stderr, "%s: %s\n", kg_status_string(status), kg_context_message(context));
    else
        printf("%u minutes, in %u walks\n", (unsigned)kg_ga_star_cost(answer),
            (unsigned)kg_ga_star_length(answer));
    kg_ga_star_destroy(answer);
    kg_context_destroy(context);
    return status != KG_OK;
}
