/* The lines between the corners of a map. */
#include "sight.h"
#include <string.h>

/* Returns whether a path that comes to a cell in a direction may turn there. */
static bool may_turn(const kg__ground *g, uint64_t cell, unsigned direction)
{
    return g->turn[g->around[cell]] & kg__direction_bit(direction + 4);
}

/* Steps are counted from the next cell of the line, which is later in the order of cells for
 * directions 0 and 2, and earlier for 4 and 6. */
static void find_next(kg__sight *s, uint64_t cell, unsigned direction)
{
    const kg__ground *g = s->ground;
    const uint64_t beside = cell + (uint64_t)g->step[direction];
    uint16_t *next = &s->next[cell][direction / 2];

    if (!(g->legal[g->around[cell]] & kg__direction_bit(direction)))
        *next = 0;
    else if (may_turn(g, beside, direction))
        *next = 1;
    else
        *next = s->next[beside][direction / 2] ? (uint16_t)(s->next[beside][direction / 2] + 1) : 0;
}

typedef struct view {
    const kg__sight *sight;
    kg__sight_line **line;
    uint64_t *count, *room;
} view;

static kg_status add(const view *v, uint64_t cell, kg__sight_line line)
{
    kg_status status = KG_OK;

    if (*v->count == *v->room)
        KG_TRY(kg__host_grow(v->sight->ground->ctx, v->line, v->room, *v->count + 1,
            sizeof **v->line, "lines between corners"));
    line.corner = v->sight->ground->corner_of[cell];
    (*v->line)[(*v->count)++] = line;
out:
    return status;
}

/* Adds the corners on the straight line that goes on from a cell. line: leads to the cell. */
static kg_status look_straight(const view *v, uint64_t cell, kg__sight_line line, unsigned d)
{
    const kg__sight *s = v->sight;
    kg_status status = KG_OK;

    line.last = (uint8_t)d;
    for (unsigned steps; (steps = s->next[cell][d / 2]) != 0;) {
        line.straight = (uint16_t)(line.straight + steps);
        cell += steps * (uint64_t)s->ground->step[d];
        KG_TRY(add(v, cell, line));
    }
out:
    return status;
}

static kg_status look_diagonally(const view *v, uint64_t cell, unsigned d)
{
    const kg__ground *g = v->sight->ground;
    kg__sight_line line = {0, 0, 0, (uint8_t)d, (uint8_t)d};
    kg_status status = KG_OK;

    while (g->legal[g->around[cell]] & kg__direction_bit(d)) {
        cell += (uint64_t)g->step[d];
        line.diagonal++;
        if (may_turn(g, cell, d))
            KG_TRY(add(v, cell, line));
        KG_TRY(look_straight(v, cell, line, (d + 1) & 7));
        KG_TRY(look_straight(v, cell, line, (d + 7) & 7));
    }
out:
    return status;
}

kg_status kg__sight_lines(const kg__sight *sight, uint32_t cell, unsigned directions,
    kg__sight_line **line, uint64_t *count, uint64_t *room)
{
    const view v = {sight, line, count, room};
    kg_status status = KG_OK;

    for (unsigned d = 0; d < 8; d++) {
        if (!(directions & kg__direction_bit(d)))
            continue;
        if (d & 1)
            KG_TRY(look_diagonally(&v, cell, d));
        else
            KG_TRY(look_straight(&v, cell, (kg__sight_line){.first = (uint8_t)d}, d));
    }
out:
    return status;
}

kg_status kg__sight_make(kg__sight *s, const kg__ground *g)
{
    uint64_t lines = 0;
    kg_status status;

    *s = (kg__sight){.ground = g};
    KG_TRY(kg__host_allocate(g->ctx, &s->next, g->cells, sizeof *s->next, "lines of a map"));
    for (uint64_t c = g->cells; c-- > 0;)
        for (unsigned d = 0; d < 4; d += 2)
            find_next(s, c, d);
    for (uint64_t c = 0; c < g->cells; c++)
        for (unsigned d = 4; d < 8; d += 2)
            find_next(s, c, d);
    KG_TRY(kg__host_allocate(
        g->ctx, &s->row, (uint64_t)g->corners + 1, sizeof *s->row, "lines between corners"));
    for (uint32_t c = 0; c < g->corners; c++) {
        s->row[c] = lines;
        KG_TRY(kg__sight_lines(
            s, g->corner[c], g->turn[g->around[g->corner[c]]], &s->line, &lines, &s->room));
    }
    s->row[g->corners] = lines;
out:
    return status;
}

void kg__sight_free(kg__sight *s)
{
    if (s->ground)
        kg__free_all(s->ground->ctx, s->next, s->row, s->line);
}
