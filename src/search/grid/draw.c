/*
 * Maps as text.
 *
 * in   a map, a search with its paths and what it explored
 * out  a line a row: # wall, . free or its weight, + explored, * path, S start, G goal
 *
 * A place of the picture stands for across * down cells: it is a wall if most of them are, else
 * what covers the others. Memory: a bit a cell for the path.
 */
#include "draw.h"
#include "../../io/output.h"
#include <string.h>

kg_status kg__picture_create(kg__picture *p, const kg_grid *grid, const kg_grid_search *search,
    uint64_t i, uint32_t across, uint32_t down)
{
    uint64_t words = ((uint64_t)grid->width * grid->height + 63) / 64, count = 0;
    const kg_grid_cell *path = search ? kg_grid_search_path(search, i, &count) : NULL;
    kg_status status = KG_OK;

    *p = (kg__picture){.grid = grid,
        .search = search,
        .i = i,
        .start = {UINT32_MAX, 0},
        .goal = {UINT32_MAX, 0},
        .across = across,
        .down = down,
        .columns = (grid->width + across - 1) / across,
        .rows = (grid->height + down - 1) / down};
    kg_grid_given(grid, &p->start, &p->goal);
    if (search)
        kg__grid_asked(search, i, &p->start, &p->goal);
    if (!path)
        return KG_OK;
    KG_TRY(kg__host_allocate(grid->ctx, &p->path, words, sizeof *p->path, "a picture's path"));
    memset(p->path, 0, words * sizeof *p->path);
    for (uint64_t k = 0; k < count; k++) {
        uint64_t cell = (uint64_t)path[k].y * grid->width + path[k].x;

        p->path[cell / 64] |= UINT64_C(1) << cell % 64;
    }
out:
    return status;
}

void kg__picture_destroy(kg__picture *p)
{
    kg__free(p->grid->ctx, p->path);
    p->path = NULL;
}

static int seen_at(const kg__picture *p, kg_grid_cell c)
{
    uint64_t cell = (uint64_t)c.y * p->grid->width + c.x;

    if (c.x == p->goal.x && c.y == p->goal.y)
        return KG__SEEN_GOAL;
    if (c.x == p->start.x && c.y == p->start.y)
        return KG__SEEN_START;
    if (p->path && (p->path[cell / 64] >> cell % 64 & 1))
        return KG__SEEN_PATH;
    if (kg_grid_terrain(p->grid, c) < 0)
        return KG__SEEN_WALL;
    return p->search && kg_grid_search_explored(p->search, p->i, c) ? KG__SEEN_EXPLORED
                                                                    : KG__SEEN_FREE;
}

int kg__picture_at(const kg__picture *p, uint32_t column, uint32_t row, uint32_t *weight)
{
    const kg_grid *g = p->grid;
    uint64_t x = (uint64_t)column * p->across, y = (uint64_t)row * p->down;
    uint64_t x_end = x + p->across < g->width ? x + p->across : g->width;
    uint64_t y_end = y + p->down < g->height ? y + p->down : g->height;
    uint64_t walls = 0, cells = (x_end - x) * (y_end - y);
    int most = KG__SEEN_WALL;

    *weight = 0;
    for (uint64_t r = y; r < y_end; r++)
        for (uint64_t c = x; c < x_end; c++) {
            uint32_t up = (uint32_t)(g->format == KG_GRID_COURSE ? g->height - 1 - r : r);
            kg_grid_cell cell = {(uint32_t)c, up};
            int seen = seen_at(p, cell);
            uint32_t entry = kg_grid_weight(g, cell);

            walls += seen == KG__SEEN_WALL;
            most = seen > most ? seen : most;
            *weight = entry > *weight ? entry : *weight;
        }
    return most < KG__SEEN_PATH && 2 * walls > cells ? KG__SEEN_WALL : most;
}

/* A character, and with colour the escape before it where it differs from the last one's. */
static kg_status put_place(kg_output *output, int seen, int last, uint32_t weight, int colour)
{
    static const char *const escape[] = {
        "\033[0;90m", "\033[0m", "\033[0;36m", "\033[0;1;33m", "\033[0;1;32m", "\033[0;1;31m"};
    char c = "#.+*SG"[seen];
    kg_status status = KG_OK;

    if (seen == KG__SEEN_FREE && weight > 1)
        c = (char)('0' + (weight < 9 ? weight : 9));
    if (colour && seen != last)
        KG_TRY(kg__output_write(output, escape[seen], strlen(escape[seen])));
    KG_TRY(kg__output_write(output, &c, 1));
out:
    return status;
}

kg_status kg_grid_draw_text(const kg_grid *grid, const kg_grid_search *search, uint64_t i,
    const kg_grid_text_options *options, kg_output *output)
{
    static const kg_grid_text_options defaults = KG_GRID_TEXT_OPTIONS_INIT;
    const uint32_t columns = (options ? options : &defaults)->columns;
    const bool colour = (options ? options : &defaults)->colour;
    uint32_t across;
    kg__picture picture;
    kg_status status;

    KG_NEED(NULL, grid);
    KG_NEED(grid->ctx, output);
    across = columns ? (grid->width + columns - 1) / columns : 1;
    kg__begin(grid->ctx);
    /* A character is about twice as high as wide. */
    KG_TRY(kg__picture_create(&picture, grid, search, i, across, across > 1 ? 2 * across : 1));
    for (uint32_t row = 0; row < picture.rows; row++) {
        int last = -1;

        for (uint32_t column = 0; column < picture.columns; column++) {
            uint32_t weight;
            int seen = kg__picture_at(&picture, column, row, &weight);

            KG_TRY(put_place(output, seen, last, weight, colour));
            last = seen;
        }
        KG_TRY(kg__output_write(output, colour ? "\033[0m\n" : "\n", colour ? 5 : 1));
    }
out:
    kg__picture_destroy(&picture);
    return status;
}
