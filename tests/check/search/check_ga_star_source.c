/*
 * GA* on a problem that is given as functions and, for a GPU, as their source, against relaxing all
 * moves until nothing changes; and what NVRTC makes of sources, for which no GPU is needed. What
 * needs NVRTC is left out, which standard error tells, where it is not there.
 */
#include "check.h"
#include "search/ga_star/ga_star_compile.h"
#include <stdio.h>
#include <string.h>

/* Text that is compiled here, and once more for a GPU. */
#define FOR_BOTH(...)                                                                              \
    __VA_ARGS__                                                                                    \
    static const char source[] = #__VA_ARGS__;

/* clang-format off */
FOR_BOTH(
    /* Places 0 to n - 1, from each of which three moves lead to others. */
    struct maze {
        uint32_t n;
        uint32_t goal; /* and all places behind it */
        uint32_t cost[600][3];
        uint32_t estimate[600];
    };

    static uint32_t place_of(const kg_ga_star_state *state)
    {
        return (uint32_t)(state->word[1] >> 32);
    }

    static int step(const void *user, const kg_ga_star_state *from, unsigned move,
        kg_ga_star_state *to, uint32_t *cost)
    {
        const struct maze *m = (const struct maze *)user;
        const uint64_t v = place_of(from);
        const uint64_t w = (move == 0 ? v + 1 : move == 1 ? 2 * v : v * v + 7) % m->n;

        if (move > 2)
            return 0;
        to->word[0] = w * UINT64_C(0x9e3779b97f4a7c15);
        to->word[1] = w << 32;
        *cost = m->cost[v][move];
        return *cost < UINT32_MAX;
    }

    static int is_goal(const void *user, const kg_ga_star_state *state)
    {
        return place_of(state) >= ((const struct maze *)user)->goal;
    }

    static uint32_t estimate(const void *user, const kg_ga_star_state *state)
    {
        return ((const struct maze *)user)->estimate[place_of(state)];
    }
)
/* clang-format on */

/* Predecessor i is place i / 3, where its move i % 3 leads here. */
static int back(const void *user, const kg_ga_star_state *to, unsigned i, kg_ga_star_state *from,
    uint32_t *cost)
{
    const struct maze *m = user;
    const uint64_t v = i / 3;
    kg_ga_star_state there;

    if (v >= m->n)
        return 0;
    *from = (kg_ga_star_state){{v * UINT64_C(0x9e3779b97f4a7c15), v << 32}};
    return step(user, from, i % 3, &there, cost) && place_of(&there) == place_of(to);
}

static const char *const broken = "int is_goal(const void *, const kg_ga_star_state *)\n"
                                  "{\n"
                                  "    return nowhere;\n"
                                  "}\n";

/* What the way from each place to the goal costs, by which the estimates are made: no more, and at
 * random, so that they are not consistent. Returns the cost from place 0. */
static uint32_t make_maze(struct maze *m, uint32_t n, uint64_t *state)
{
    uint32_t left[600];
    bool changed = true;

    m->n = n;
    m->goal = n - 1 - (uint32_t)(check_random(state) % n / 4);
    for (uint32_t v = 0; v < n; v++) {
        left[v] = v >= m->goal ? 0 : UINT32_MAX;
        for (int i = 0; i < 3; i++)
            m->cost[v][i] =
                check_random(state) % 5 ? 1 + (uint32_t)(check_random(state) % 100) : UINT32_MAX;
    }
    while (changed) {
        changed = false;
        for (uint32_t v = 0; v < n; v++)
            for (unsigned move = 0; move < 3; move++) {
                const kg_ga_star_state from = {{0, (uint64_t)v << 32}};
                kg_ga_star_state to;
                uint32_t cost;

                if (step(m, &from, move, &to, &cost) && left[place_of(&to)] < UINT32_MAX &&
                    left[place_of(&to)] + cost < left[v]) {
                    left[v] = left[place_of(&to)] + cost;
                    changed = true;
                }
            }
    }
    for (uint32_t v = 0; v < n; v++)
        m->estimate[v] = left[v] == UINT32_MAX
                             ? UINT32_MAX
                             : (uint32_t)(check_random(state) % (left[v] + (uint64_t)1));
    return left[0];
}

/* Whether the context's device can take sources. */
static bool takes_sources(check *c, kg_context *ctx, const kg_ga_star_problem *problem)
{
    const kg_ga_star_state start = {{0, 0}};
    kg_ga_star *answer = NULL;
    const kg_status status = kg_ga_star_find(&answer, ctx, problem, &start, NULL);
    const bool takes = status != KG_MISSING && status != KG_UNSUPPORTED;

    kg_ga_star_destroy(answer);
    if (!takes) {
        check_number(c, ctx, "says why", strstr(kg_context_message(ctx), "source") != NULL, 1);
        fprintf(stderr, "left out: %s\n", kg_context_message(ctx));
    }
    return takes;
}

static void check_maze(
    check *c, kg_context *ctx, const kg_ga_star_problem *problem, uint32_t expected)
{
    static const kg_ga_star_options options[] = {
        {0}, {.queues = 1}, {.queues = 7}, {.weight = 1.5}, {.weight = 3, .queues = 5}};
    const kg_ga_star_state start = {{0, 0}};

    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        kg_ga_star *answer = NULL;
        const kg_status status = kg_ga_star_find(&answer, ctx, problem, &start, &options[i]);

        if (check_status(c, ctx, status, expected == UINT32_MAX ? KG_NO_SOLUTION : KG_OK) &&
            status == KG_OK) {
            const uint64_t cost = kg_ga_star_cost(answer), bound = kg_ga_star_bound(answer);
            const double weight = options[i].weight > 0 ? options[i].weight : 1;

            check_number(c, ctx, "within the weight",
                bound <= expected && expected <= cost && (double)cost <= weight * (double)bound, 1);
        }
        kg_ga_star_destroy(answer);
    }
}

/* The canonical way is the one that functions alone give on the CPU. */
static void check_canonical(check *c, kg_context *ctx, const kg_ga_star_problem *problem)
{
    const kg_ga_star_options canonical = {.canonical = 1};
    const kg_context_options one = {.threads = 1, .device = "cpu"};
    const kg_ga_star_state start = {{0, 0}};
    kg_context *cpu = NULL;
    kg_ga_star *expected = NULL, *answer = NULL;

    if (check_status(c, ctx, kg_context_create(&cpu, &one), KG_OK)) {
        const kg_status status = kg_ga_star_find(&expected, cpu, problem, &start, &canonical);

        if (check_status(
                c, ctx, kg_ga_star_find(&answer, ctx, problem, &start, &canonical), status) &&
            check_number(c, ctx, "length of the canonical way", kg_ga_star_length(answer),
                kg_ga_star_length(expected)))
            check_equal(c, ctx, "canonical", kg_ga_star_moves(answer), kg_ga_star_moves(expected),
                kg_ga_star_length(answer), sizeof(uint32_t));
    }
    kg_ga_star_destroy(answer);
    kg_ga_star_destroy(expected);
    kg_context_destroy(cpu);
}

static void test_source(check *c)
{
    const kg_ga_star_state start = {{0, 0}};
    static struct maze maze;
    kg_ga_star_problem problem = {.moves = 3 * 600, /* as many as there may be predecessors */
        .step = step,
        .is_goal = is_goal,
        .estimate = estimate,
        .back = back,
        .user = &maze,
        .source = source,
        .user_bytes = sizeof maze};
    const bool on_gpu = strcmp(c->backend, "cpu") != 0;
    uint64_t state = c->seed;

    make_maze(&maze, 600, &state);
    if (on_gpu && !takes_sources(c, c->context[0], &problem))
        return;
    for (int i = 0; i < (check_is_small() ? 4 : 40); i++) {
        const uint32_t cost = make_maze(&maze, 2 + (uint32_t)(check_random(&state) % 599), &state);

        check_say(c, "maze %d of %u places", i, maze.n);
        problem.estimate = i % 4 ? estimate : NULL;
        for (int k = 0; k < c->contexts; k++) {
            check_maze(c, c->context[k], &problem, cost);
            check_canonical(c, c->context[k], &problem);
        }
    }
    if (on_gpu) {
        kg_ga_star *answer = NULL;

        problem.source = broken;
        check_status(c, c->context[0],
            kg_ga_star_find(&answer, c->context[0], &problem, &start, NULL), KG_ARGUMENT);
        kg_ga_star_destroy(answer);
    }
}

static kg_status compile(
    kg_context *ctx, const char *text, const char *library, unsigned capability)
{
    const kg_ga_star_problem problem = {.estimate = estimate, .source = text};
    kg__ga_code code;
    kg_status status;

    kg__begin(ctx);
    status = kg__ga_compile(&code, ctx, &problem, library, capability);
    if (status == KG_OK && (code.size < 1000 || memcmp(code.bytes, "\177ELF", 4) != 0))
        status = kg__fail(ctx, KG_INTERNAL, "%zu bytes that are no kernels", code.size);
    for (int i = 0; i < KG__GA_KERNELS && status == KG_OK; i++)
        if (!strstr(code.name[i], "k_ga_"))
            status = kg__fail(ctx, KG_INTERNAL, "a kernel '%s'", code.name[i]);
    kg__ga_free_code(ctx, &code);
    return status;
}

static void check_message(check *c, const kg_context *ctx, const char *text)
{
    if (!strstr(kg_context_message(ctx), text))
        check_fail(c, ctx, "'%s' lacks '%s'", kg_context_message(ctx), text);
}

static void test_compiles(check *c)
{
    kg_context *ctx = c->context[0];
    kg_status status;

    check_status(c, ctx, compile(ctx, source, "libnowhere.so", 90), KG_MISSING);
    check_message(c, ctx, "needs NVRTC, CUDA's compiler, and there is no libnowhere.so");
    status = compile(ctx, source, NULL, 90);
    if (status == KG_MISSING) {
        check_message(c, ctx, "there is no libnvrtc.so.13, libnvrtc.so.12 or libnvrtc.so");
        fprintf(stderr, "left out: %s\n", kg_context_message(ctx));
        return;
    }
    check_status(c, ctx, status, KG_OK);
    check_status(c, ctx, compile(ctx, broken, NULL, 90), KG_ARGUMENT);
    check_message(c, ctx, "the problem's source does not compile: source(3): error: ");
    check_status(c, ctx, compile(ctx, "", NULL, 90), KG_ARGUMENT);
    check_message(c, ctx, "has no \"");
    check_status(c, ctx, compile(ctx, source, NULL, 12), KG_UNSUPPORTED);
    check_message(c, ctx, "compute capability 1.2");
    CHECK_FAULTS(c, ctx, KG__FAULT_ALLOCATE, compile(ctx, source, NULL, 90));
}

const check_case check_ga_star_source_cases[] = {
    {"ga_star.source", test_source, NULL, 0},
    {"ga_star.source-compiles", test_compiles, NULL, 0},
    {NULL, NULL, NULL, 0},
};
