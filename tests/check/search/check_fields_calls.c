/* Distance fields of maps: calls that are refused, the check of the answer, and failures. */
#include "check.h"
#include "search/fields/fields_cpu.h"
#include <math.h>
#include <string.h>

static void test_calls(check *c)
{
    static const uint16_t weight[] = {1, 0, 1, 1};
    static const kg_grid_cell good = {0, 0}, wall = {1, 0}, off = {4, 0}, below = {0, 1};
    kg_context *ctx = c->context[0];
    kg_grid *grid = NULL;
    kg_grid_fields *fields = NULL;

    check_say(c, "calls");
    check_status(c, ctx, kg_grid_build(&grid, ctx, 4, 1, weight, NULL), KG_OK);
    check_status(c, ctx, kg_grid_field(&fields, grid, 0, &good, NULL), KG_ARGUMENT);
    check_status(c, ctx, kg_grid_field(&fields, grid, 0, NULL, NULL), KG_ARGUMENT);
    check_status(c, ctx, kg_grid_field(&fields, grid, 1, NULL, NULL), KG_ARGUMENT);
    check_status(c, ctx, kg_grid_field(&fields, grid, 1, &off, NULL), KG_ARGUMENT);
    check_status(c, ctx, kg_grid_field(&fields, grid, 1, &below, NULL), KG_ARGUMENT);
    check_status(c, ctx, kg_grid_field(&fields, grid, 1, &wall, NULL), KG_ARGUMENT);
    if (!strstr(kg_context_message(ctx), "source 1 (1,0) is a wall") || fields)
        check_fail(c, ctx, "message: %s", kg_context_message(ctx));
    check_status(c, ctx, kg_grid_field(&fields, grid, 1, &good, NULL), KG_OK);
    check_number(c, ctx, "fields", kg_grid_fields_count(fields), 1);
    if (kg_grid_fields_flow(fields) || kg_grid_fields_nearest(fields))
        check_fail(c, ctx, "fields that were not asked for");
    check_status(
        c, ctx, kg_grid_fields_draw_png(fields, 1, KG_GRID_COSTS, "none.png"), KG_ARGUMENT);
    check_status(c, ctx, kg_grid_fields_draw_png(fields, 0, KG_GRID_FLOW, "none.png"), KG_ARGUMENT);
    check_status(
        c, ctx, kg_grid_fields_draw_png(fields, 0, KG_GRID_NEAREST, "none.png"), KG_ARGUMENT);
    check_status(
        c, ctx, kg_grid_fields_draw_png(fields, 0, (kg_grid_layer)9, "none.png"), KG_ARGUMENT);
    kg_grid_fields_destroy(fields);
    kg_grid_destroy(grid);
}

/* The CPU's check finds each way in which a field can be wrong. */
static void test_damaged(check *c)
{
    enum { WIDTH = 70, HEIGHT = 6, FIELD = WIDTH * HEIGHT, MARGIN = WIDTH + 1 };
    static const kg_grid_rules rules = {8, KG_GRID_DIAGONAL_1, KG_GRID_CORNERS_FORBID};
    static const kg_grid_cell source[] = {{2, 1}, {66, 3}};
    static const struct {
        const char *what;
        uint32_t cell;
        uint64_t cost;    /* in place of the right one; 0: the right one + 1 */
        uint32_t nearest; /* in place of the right one; 9: the right one */
    } damages[] = {
        {"one more", 3 * WIDTH + 40, 0, 9},
        {"much less", 3 * WIDTH + 40, 1, 9},
        {"not reached", 4 * WIDTH + 69, KG__NO_COST, 9},
        {"a wall that is reached", 5 * WIDTH + 64, 20, 9},
        {"the other source", 2 * WIDTH + 5, 0, 1},
        {"no source", 2 * WIDTH + 5, 0, UINT32_MAX},
        {"a source that costs something", 1 * WIDTH + 2, 1, 9},
    };
    kg_context *ctx = c->context[0];
    const kg_grid_fields_options options = {.together = 1};
    uint16_t weight[FIELD];
    uint64_t g[FIELD + 2 * MARGIN];
    kg_grid *grid = NULL;
    kg_grid_fields *fields = NULL;
    uint64_t state = c->seed;

    for (int i = 0; i < FIELD; i++)
        weight[i] = (uint16_t)(1 + check_random(&state) % 9);
    weight[5 * WIDTH + 64] = 0;
    check_status(c, ctx, kg_grid_build(&grid, ctx, WIDTH, HEIGHT, weight, &rules), KG_OK);
    check_status(c, ctx, kg_grid_field(&fields, grid, 2, source, &options), KG_OK);
    for (size_t d = 0; d <= sizeof damages / sizeof *damages; d++) {
        uint32_t nearest[FIELD];
        const kg__fields_work work = {.fields = fields,
            .scale = kg__grid_scale_of(grid),
            .each = 2,
            .cells = FIELD,
            .margin = MARGIN,
            .entering = true};
        const kg__field_walker walker = {.work = &work, .g = g + MARGIN, .nearest = nearest};
        const double *cost = kg_grid_fields_costs(fields);

        memset(g, 0xff, sizeof g);
        for (int i = 0; i < FIELD; i++)
            g[MARGIN + i] = isinf(cost[i]) ? KG__NO_COST : (uint64_t)cost[i];
        memcpy(nearest, kg_grid_fields_nearest(fields), sizeof nearest);
        check_say(c, "%s", d ? damages[d - 1].what : "a right field");
        if (d && damages[d - 1].nearest != 9)
            nearest[damages[d - 1].cell] = damages[d - 1].nearest;
        else if (d)
            g[MARGIN + damages[d - 1].cell] =
                damages[d - 1].cost ? damages[d - 1].cost : g[MARGIN + damages[d - 1].cell] + 1;
        kg__begin(ctx);
        check_status(c, ctx, kg__field_finish(&walker, 0, HEIGHT), d ? KG_INTERNAL : KG_OK);
    }
    kg_grid_fields_destroy(fields);
    kg_grid_destroy(grid);
}

/* The same of a real map, in which steps may cost nothing. */
static void test_damaged_real(check *c)
{
    enum { CELLS = 6, RIGHT = 9 };
    static const double weight[CELLS] = {0.5, 1.5, 0, 0, 2.5, 0.25};
    static const uint64_t quarters[CELLS] = {0, 6, 6, 6, 10, 0};
    static const uint32_t nearest[CELLS] = {0, 0, 0, 0, 1, 1};
    static const kg_grid_cell source[] = {{0, 0}, {5, 0}};
    static const struct {
        const char *what;
        uint32_t first, end; /* cells */
        uint64_t quarters;   /* in place of the right ones, or RIGHT */
        uint32_t nearest;    /* likewise */
    } damages[] = {
        {"a right field", 0, 0, RIGHT, RIGHT},
        {"more", 1, 2, 7, RIGHT},
        {"less", 1, 2, 5, RIGHT},
        {"less, as the two say of each other", 2, 4, 5, RIGHT},
        {"not reached", 4, 5, KG__NO_COST, RIGHT},
        {"a source that costs something", 5, 6, 1, RIGHT},
        {"the other source, as the two say of each other", 2, 4, RIGHT, 1},
        {"no source", 3, 4, RIGHT, UINT32_MAX},
    };
    kg_context *ctx = c->context[0];
    const kg_grid_fields_options options = {.together = 1, .flow = 1};
    kg_grid *grid = NULL;
    kg_grid_fields *fields = NULL;

    check_status(c, ctx, kg_grid_build_real(&grid, ctx, CELLS, 1, weight, KG_F64, NULL), KG_OK);
    check_status(c, ctx, kg_grid_field(&fields, grid, 2, source, &options), KG_OK);
    for (size_t d = 0; d < sizeof damages / sizeof *damages; d++) {
        const kg__fields_work work = {.fields = fields, .each = 2, .cells = CELLS};
        kg__exact exact[CELLS];
        uint32_t numbers[CELLS];
        kg__field_walker walker = {.work = &work, .exact = exact, .nearest = numbers};

        for (uint32_t i = 0; i < CELLS; i++) {
            const bool is_damaged = i >= damages[d].first && i < damages[d].end;

            exact[i].straight =
                is_damaged && damages[d].quarters != RIGHT ? damages[d].quarters : quarters[i];
            exact[i].diagonal = exact[i].straight == KG__NO_COST ? KG__NO_COST : 0;
            numbers[i] =
                is_damaged && damages[d].nearest != RIGHT ? damages[d].nearest : nearest[i];
        }
        check_say(c, "%s", damages[d].what);
        kg__begin(ctx);
        check_status(c, ctx, kg__field_prepare_check(&walker), KG_OK);
        check_status(c, ctx, kg__field_finish_real(&walker), d ? KG_INTERNAL : KG_OK);
        kg__free_all(ctx, walker.depth, walker.moves);
    }
    kg_grid_fields_destroy(fields);
    kg_grid_destroy(grid);
}

static kg_status build_and_field(kg_context *ctx, uint32_t width, uint32_t height,
    const uint16_t *weight, uint64_t count, const kg_grid_fields_options *options)
{
    static const kg_grid_cell source[] = {{0, 0}, {2, 0}, {0, 0}};
    kg_grid *grid = NULL;
    kg_grid_fields *fields = NULL;
    kg_status status = kg_grid_build(&grid, ctx, width, height, weight, NULL);

    if (status == KG_OK)
        status = kg_grid_field(&fields, grid, count, source, options);
    kg_grid_fields_destroy(fields);
    kg_grid_destroy(grid);
    return status;
}

static void test_faults(check *c)
{
    enum { WIDTH = 40, HEIGHT = 30 };
    uint16_t weight[WIDTH * HEIGHT];
    uint64_t state = c->seed;

    for (int heaviest = 1; heaviest < 10; heaviest += 8)
        for (int together = 0; together < 2; together++) {
            const kg_grid_fields_options options = {.together = together, .flow = 1};
            kg_context *ctx = c->context[0];

            for (int i = 0; i < WIDTH * HEIGHT; i++)
                weight[i] = (uint16_t)(1 + check_random(&state) % (uint64_t)heaviest);
            CHECK_ALLOCATIONS(c, ctx, build_and_field(ctx, WIDTH, HEIGHT, weight, 3, &options));
        }
}

const check_case check_fields_calls_cases[] = {
    {"fields.calls", test_calls, NULL, 0},
    {"fields.damaged", test_damaged, NULL, 0},
    {"fields.damaged-real", test_damaged_real, NULL, 0},
    {"fields.faults", test_faults, NULL, 0},
    {NULL},
};
