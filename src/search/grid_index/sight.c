/* The lines between the corners of a map. */
#include "sight.h"
#include <string.h>

/* Looks from a cell to the next one in a direction, which must have been looked at before. */
static void find_next(kg__sight *s, uint64_t cell, unsigned direction)
{
    const kg__ground *g = s->ground;
    const uint64_t beside = cell + (uint64_t)g->step[direction];
    uint16_t *next = &s->next[cell][direction];

    *next = 0;
    if (!(g->legal[g->around[cell]] & kg__direction_bit(direction)))
        return;
    if (g->corner_of[beside] != KG__NO_CELL)
        *next = 1;
    else if (s->next[beside][direction])
        *next = (uint16_t)(s->next[beside][direction] + 1);
}

/* The same for the next cell at which lines bend. */
static void find_bend(kg__sight *s, uint64_t cell, unsigned direction)
{
    const kg__ground *g = s->ground;
    const uint64_t beside = cell + (uint64_t)g->step[direction];
    uint16_t *bend = &s->bend[cell][direction / 2];

    *bend = 0;
    if (!(g->legal[g->around[cell]] & kg__direction_bit(direction)))
        return;
    if (s->next[beside][(direction + 1) & 7] || s->next[beside][(direction + 7) & 7])
        *bend = 1;
    else if (s->bend[beside][direction / 2])
        *bend = (uint16_t)(s->bend[beside][direction / 2] + 1);
}

typedef struct view {
    const kg__sight *sight;
    kg__sight_line **line;
    uint64_t *count, *room;
} view;

static kg_status add(const view *v, const kg__sight_line *line)
{
    kg_status status = KG_OK;

    if (*v->count == *v->room)
        KG_TRY(kg__host_grow(v->sight->ground->ctx, v->line, v->room, *v->count + 1,
            sizeof **v->line, "lines between corners"));
    (*v->line)[(*v->count)++] = *line;
out:
    return status;
}

/* Extends a line from its end, a cell, to the next corner in direction `last`. Returns whether
 * there is one; cell: [inout] */
static bool extend(const kg__sight *s, uint64_t *cell, unsigned d, kg__sight_line *line)
{
    const uint16_t steps = s->next[*cell][d];

    if (!steps)
        return false;
    *(d & 1 ? &line->diagonal : &line->straight) += steps;
    *cell += steps * (uint64_t)s->ground->step[d];
    line->corner = s->ground->corner_of[*cell];
    return true;
}

/* Adds the next corner in a direction from a cell. line: leads to the cell. */
static kg_status add_next(const view *v, uint64_t cell, unsigned d, kg__sight_line line)
{
    line.last = (uint8_t)d;
    return extend(v->sight, &cell, d, &line) ? add(v, &line) : KG_OK;
}

/* Adds all corners in a direction from a cell at which a path that comes so may turn. */
static kg_status add_all(const view *v, uint64_t cell, unsigned d, kg__sight_line line)
{
    const kg__ground *g = v->sight->ground;
    kg_status status = KG_OK;

    while (extend(v->sight, &cell, d, &line))
        if (g->turn[g->around[cell]] & kg__direction_bit(d + 4))
            KG_TRY(add(v, &line));
out:
    return status;
}

kg_status kg__sight_from(const kg__sight *sight, uint32_t cell, unsigned d, kg__sight_line **line,
    uint64_t *count, uint64_t *room)
{
    const view v = {sight, line, count, room};
    const kg__ground *g = sight->ground;
    kg__sight_line l = {.first = (uint8_t)d};
    uint64_t at = cell;
    kg_status status;

    KG_TRY(add_next(&v, at, d, l));
    while ((d & 1) && sight->next[at][d] != 1 && (g->legal[g->around[at]] & kg__direction_bit(d))) {
        at += (uint64_t)g->step[d];
        l.diagonal++;
        KG_TRY(add_next(&v, at, (d + 1) & 7, l));
        KG_TRY(add_next(&v, at, (d + 7) & 7, l));
    }
out:
    return status;
}

kg_status kg__sight_to(
    const kg__sight *sight, uint32_t cell, kg__sight_line **line, uint64_t *count, uint64_t *room)
{
    const view v = {sight, line, count, room};
    const kg__ground *g = sight->ground;
    kg_status status = KG_OK;

    for (unsigned d = 0; d < 8; d++) { /* against the lines */
        kg__sight_line l = {.first = (d + 4) & 7, .last = (d + 4) & 7};
        uint64_t at = cell;

        KG_TRY(add_all(&v, at, d, l));
        for (uint16_t steps; !(d & 1) && (steps = sight->bend[at][d / 2]) != 0;) {
            at += steps * (uint64_t)g->step[d];
            l.straight += steps;
            for (unsigned side = 1; side < 8; side += 6) {
                l.first = (d + side + 4) & 7;
                KG_TRY(add_all(&v, at, (d + side) & 7, l));
            }
        }
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
    KG_TRY(kg__host_allocate(g->ctx, &s->bend, g->cells, sizeof *s->bend, "lines of a map"));
    for (uint64_t c = g->cells; c-- > 0;) /* directions 0 to 3 lead to later cells */
        for (unsigned d = 0; d < 4; d++)
            find_next(s, c, d);
    for (uint64_t c = 0; c < g->cells; c++)
        for (unsigned d = 4; d < 8; d++)
            find_next(s, c, d);
    for (uint64_t c = 0; c < g->cells; c++)
        for (unsigned d = 4; d < 8; d += 2)
            find_bend(s, c, d);
    for (uint64_t c = g->cells; c-- > 0;)
        for (unsigned d = 0; d < 4; d += 2)
            find_bend(s, c, d);
    KG_TRY(kg__host_allocate(
        g->ctx, &s->row, 8 * (uint64_t)g->corners + 1, sizeof *s->row, "lines between corners"));
    for (uint64_t i = 0; i < 8 * (uint64_t)g->corners; i++) {
        s->row[i] = lines;
        KG_TRY(kg__sight_from(s, g->corner[i / 8], i % 8, &s->line, &lines, &s->room));
    }
    s->row[8 * (uint64_t)g->corners] = lines;
out:
    return status;
}

void kg__sight_free(kg__sight *s)
{
    if (s->ground)
        kg__free_all(s->ground->ctx, s->next, s->bend, s->row, s->line);
}
