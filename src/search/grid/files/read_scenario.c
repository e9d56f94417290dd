/*
 * Reading a MovingAI scenario.
 *
 * In: lines "bucket map width height x y x y length", with fields separated by tabs or blanks (the
 *     map's name may contain blanks). A first line "version 1" is ignored. (0,0) is the upper left.
 * Out: the queries, and the lengths that the file gives.
 */
#include "../../../foreign/foreign.h"
#include "../../../io/number.h"
#include "read_map.h"
#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { NUMBERS = 6 };

/* The beginning of the field that ends at p; NULL if the line has none before p. */
static const char *field_before(const char *line, const char *p)
{
    while (p > line && (p[-1] == ' ' || p[-1] == '\t'))
        p--;
    if (p == line)
        return NULL;
    while (p > line && p[-1] != ' ' && p[-1] != '\t')
        p--;
    return p;
}

static kg_status read_query(
    const kg__lines *l, const kg_grid *grid, kg_grid_query *query, double *length)
{
    static const char expected[] =
        "bucket, map, width, height, start x, y, goal x, y, length, with tabs between them";
    const char *field[NUMBERS + 1], *p = l->line + l->length;
    uint64_t number[NUMBERS];

    for (int i = NUMBERS; i >= 0; i--) {
        p = field_before(l->line, p);
        if (!p)
            return kg__lines_fail(l, NULL, "expected %s", expected);
        field[i] = p;
    }
    for (int i = 0; i < NUMBERS; i++) {
        p = kg__parse_label(field[i], &number[i]);
        if (!p || (*p != ' ' && *p != '\t'))
            return kg__lines_fail(l, field[i], "expected a number: %s", expected);
    }
    p = kg__parse_double(field[NUMBERS], length);
    if (!p || (*p && *p != ' ' && *p != '\t') || !isfinite(*length))
        return kg__lines_fail(l, field[NUMBERS], "expected a length: %s", expected);
    if (number[0] != grid->width || number[1] != grid->height)
        return kg__lines_fail(l, field[0],
            "a query for a map of %" PRIu64 " x %" PRIu64 " cells, this one has %u x %u", number[0],
            number[1], grid->width, grid->height);
    for (int i = 2; i < NUMBERS; i++)
        if (number[i] >= number[i & 1])
            return kg__lines_fail(l, field[i], "%" PRIu64 " is not on the map", number[i]);
    *query = (kg_grid_query){
        {(uint32_t)number[2], (uint32_t)number[3]}, {(uint32_t)number[4], (uint32_t)number[5]}};
    return KG_OK;
}

kg_status kg__scenario_create(kg_scenario **scenario, kg_context *ctx)
{
    kg_scenario *s;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &s, 1, sizeof *s, "a scenario"));
    *s = (kg_scenario){.ctx = ctx};
    *scenario = s;
out:
    return status;
}

kg_status kg__scenario_add(kg_scenario *s, const kg_grid_query *query, double length)
{
    uint64_t room = s->room;
    kg_status status;

    KG_TRY(kg__host_grow(s->ctx, &s->query, &room, s->count + 1, sizeof *s->query, "queries"));
    if (room != s->room)
        KG_TRY(kg__host_resize(s->ctx, &s->length, room, sizeof *s->length, "known lengths"));
    s->room = room;
    s->query[s->count] = *query;
    s->length[s->count++] = length;
out:
    return status;
}

kg_status kg__scenario_read_input(
    kg_scenario **scenario, const kg_grid *grid, const kg__input *input)
{
    static const kg__expected expected = {"a MovingAI scenario"};
    kg_scenario *s = NULL;
    kg_grid_query query;
    double length;
    kg__lines l;
    kg_status status;

    *scenario = NULL;
    kg__lines_open(&l, input);
    KG_TRY(kg__foreign_refuse(input, &expected));
    KG_TRY(kg__scenario_create(&s, input->ctx));
    for (;;) {
        KG_TRY(kg__lines_next_full(&l));
        if (!l.line)
            break;
        if (l.number == 1 && strncmp(l.line, "version", 7) == 0)
            continue;
        KG_TRY(read_query(&l, grid, &query, &length));
        KG_TRY(kg__scenario_add(s, &query, length));
    }
    *scenario = s;
    s = NULL;
out:
    kg__lines_close(&l);
    kg_scenario_destroy(s);
    return status;
}

static kg_status read_scenario(void *scenario, const kg__input *input, const void *grid)
{
    return kg__scenario_read_input(scenario, grid, input);
}

static kg_status read_from(kg_scenario **scenario, const kg_grid *grid, const kg__source *source)
{
    KG_NEED_RESULT(KG__CONTEXT(grid), scenario, grid);
    kg__begin(grid->ctx);
    return kg__input_read_from(grid->ctx, source, NULL, read_scenario, scenario, grid);
}

KG__READ_CALLS(kg_scenario_read, read_from, kg_scenario, const kg_grid)

void kg_scenario_destroy(kg_scenario *scenario)
{
    if (!scenario)
        return;
    kg__free_all(scenario->ctx, scenario->query, scenario->length, scenario);
}

KG__GETTER(uint64_t, kg_scenario_count, kg_scenario, scenario, scenario->count, 0)
KG__GETTER(const kg_grid_query *, kg_scenario_queries, kg_scenario, scenario, scenario->query, NULL)
KG__GETTER(const double *, kg_scenario_lengths, kg_scenario, scenario, scenario->length, NULL)
