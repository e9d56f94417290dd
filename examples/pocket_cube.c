/*
 * The pocket cube, of 2 x 2 x 2 corners, solved in the fewest turns by GA*: on the CPU or, with
 * KONIG_DEVICE=cuda, on a GPU, for which the same text is compiled at run time.
 */
#include <konig/konig.h>
#include <stdio.h>

/* Text that is compiled here, and once more for a GPU. */
#define FOR_BOTH(...)                                                                              \
    __VA_ARGS__                                                                                    \
    static const char source[] = #__VA_ARGS__;

/*
 * A state: five bits for each of the eight places, which corner is there and how often it is
 * twisted. The faces up, right and front turn, so that the corner at place 6 stays where it is.
 * Move 3 * face + n turns a face n + 1 times. A turn brings the corner of place comes[face][i] to
 * place i.
 */
FOR_BOTH(
    static int step(const void *user, const kg_ga_star_state *from, unsigned move,
        kg_ga_star_state *to, uint32_t *cost) {
        const unsigned comes[3][8] = {
            {3, 0, 1, 2, 4, 5, 6, 7}, {4, 1, 2, 0, 7, 5, 6, 3}, {1, 5, 2, 3, 0, 4, 6, 7}};
        const unsigned twist[3][8] = {
            {0, 0, 0, 0, 0, 0, 0, 0}, {2, 0, 0, 1, 1, 0, 0, 2}, {1, 2, 0, 0, 2, 1, 0, 0}};

        (void)user;
        to->word[0] = from->word[0];
        to->word[1] = 0;
        for (unsigned turn = 0; turn <= move % 3; turn++) {
            const uint64_t old = to->word[0];

            to->word[0] = 0;
            for (unsigned i = 0; i < 8; i++) {
                const unsigned corner = (unsigned)(old >> 5 * comes[move / 3][i]) & 31;
                const unsigned twisted = ((corner & 3) + twist[move / 3][i]) % 3;

                to->word[0] |= (uint64_t)((corner & 28) | twisted) << 5 * i;
            }
        }
        *cost = 1;
        return 1;
    }

    static unsigned wrong_corners(const kg_ga_star_state *state) {
        unsigned wrong = 0;

        for (unsigned i = 0; i < 8; i++)
            wrong += (state->word[0] >> 5 * i & 31) != 4 * i;
        return wrong;
    }

    static int is_goal(const void *user, const kg_ga_star_state *state) {
        (void)user;
        return wrong_corners(state) == 0;
    }

    /* A turn moves four corners. */
    static uint32_t estimate(const void *user, const kg_ga_star_state *state) {
        (void)user;
        return (wrong_corners(state) + 3) / 4;
    })

int main(void)
{
    static const char face[] = "URF";
    static const unsigned scramble[] = {3, 8, 1, 5, 6, 0, 4, 7};
    kg_ga_star_state start = {{0, 0}};
    kg_ga_star_problem problem = {0};
    kg_context *context = NULL;
    kg_ga_star *answer = NULL;
    kg_status status;

    for (unsigned i = 0; i < 8; i++)
        start.word[0] |= (uint64_t)(4 * i) << 5 * i;
    for (size_t i = 0; i < sizeof scramble / sizeof *scramble; i++) {
        const kg_ga_star_state before = start;
        uint32_t cost;

        step(NULL, &before, scramble[i], &start, &cost);
    }
    problem.moves = 9;
    problem.step = step;
    problem.is_goal = is_goal;
    problem.estimate = estimate;
    problem.source = source;
    if ((status = kg_context_create(&context, NULL)) == KG_OK)
        status = kg_ga_star_find(&answer, context, &problem, &start, NULL);
    if (status == KG_MISSING || status == KG_UNSUPPORTED) { /* the CPU needs no source */
        fprintf(stderr, "%s\n", kg_context_message(context));
        problem.source = NULL;
        status = kg_ga_star_find(&answer, context, &problem, &start, NULL);
    }
    if (status) {
        fprintf(stderr, "%s: %s\n", kg_status_string(status), kg_context_message(context));
    } else {
        printf("%u turns\n", (unsigned)kg_ga_star_cost(answer));
        for (size_t i = 0; i < kg_ga_star_length(answer); i++) {
            const unsigned move = kg_ga_star_moves(answer)[i];

            fprintf(stderr, "%c%s ", face[move / 3], &"\0\0002\0'"[move % 3 * 2]);
        }
        fprintf(stderr, "on %s\n", problem.source ? kg_context_device(context) : "cpu");
    }
    kg_ga_star_destroy(answer);
    kg_context_destroy(context);
    return status != KG_OK;
}
