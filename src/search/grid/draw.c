/*
 * Maps as text.
 *
 * in   a map, a search with its paths and explored cells
 * out  one line a row: # wall, . free or its weight, % swamp, ~ water, T trees, + explored, * path,
 *      S start, G goal. With colours, a weight on a path stays a digit, in the path's colour.
 *
 * A place of the picture stands for across * down cells. It is a wall if any of them is, so that no
 * wall is lost, however thin. A place through which a path leads shows the path. Memory: one bit a
 * cell for the paths, for their starts and for their goals.
 */
#include "draw.h"
#include "../../io/output.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static kg_status make_bits(kg__picture *p, int over)
{
    uint64_t words = ((uint64_t)p->grid->width * p->grid->height + 63) / 64;
    kg_status status = KG_OK;

    if (p->over[over])
        return KG_OK;
    KG_TRY(kg__host_allocate(
        p->grid->ctx, &p->over[over], words, sizeof *p->over[over], "a picture's paths"));
    memset(p->over[over], 0, words * sizeof *p->over[over]);
out:
    return status;
}

static kg_status mark(kg__picture *p, int over, const kg_grid_cell *cell, uint64_t count)
{
    kg_status status;

    KG_TRY(make_bits(p, over));
    for (uint64_t k = 0; k < count; k++) {
        uint64_t at = (uint64_t)cell[k].y * p->grid->width + cell[k].x;

        kg__mark(p->over[over], at);
    }
out:
    return status;
}

static kg_status mark_query(kg__picture *p, uint64_t i)
{
    kg_grid_cell start, goal;
    uint64_t count;
    const kg_grid_cell *path = kg_grid_search_path(p->search, i, &count);
    kg_status status;

    kg__grid_asked(p->search, i, &start, &goal);
    KG_TRY(mark(p, KG__OVER_START, &start, 1));
    KG_TRY(mark(p, KG__OVER_GOAL, &goal, 1));
    if (path)
        KG_TRY(mark(p, KG__OVER_PATH, path, count));
out:
    return status;
}

kg_status kg__picture_create(kg__picture *p, const kg_grid *grid, const kg_grid_search *search,
    uint64_t i, uint32_t across, uint32_t down)
{
    kg_grid_cell start = {0, 0}, goal = {0, 0};
    int given = kg_grid_given(grid, &start, &goal);
    kg_status status = KG_OK;

    *p = (kg__picture){.grid = grid,
        .search = search,
        .i = i,
        .across = across,
        .down = down,
        .columns = (grid->width + across - 1) / across,
        .rows = (grid->height + down - 1) / down};
    if (search)
        KG_TRY(kg__grid_check_query(search, grid, i));
    if (search && i == KG_GRID_ALL) {
        for (uint64_t k = 0; k < kg__grid_count(search); k++)
            KG_TRY(mark_query(p, k));
    } else if (search) {
        KG_TRY(mark_query(p, i));
    } else {
        if (given & KG_GRID_START)
            KG_TRY(mark(p, KG__OVER_START, &start, 1));
        if (given & KG_GRID_GOAL)
            KG_TRY(mark(p, KG__OVER_GOAL, &goal, 1));
    }
out:
    return status;
}

void kg__picture_destroy(kg__picture *p)
{
    for (int over = 0; over < KG__OVERS; over++)
        kg__free(p->grid->ctx, p->over[over]);
    memset(p->over, 0, sizeof p->over);
}

uint32_t kg__picture_most(const kg_grid *grid)
{
    return grid->real ? KG__NINTHS : grid->most;
}

/* The weight by which a cell is shaded. */
static uint32_t weight_of(const kg_grid *grid, kg_grid_cell cell)
{
    const bool is_real = grid->real && kg_grid_terrain(grid, cell) >= 0;
    const uint64_t units = is_real ? grid->real[kg__grid_at(grid, cell)] : 0;

    return units ? (uint32_t)ceil(KG__NINTHS * (double)units / (double)grid->real_most)
                 : kg_grid_weight(grid, cell);
}

/* Adds a cell to its place. */
static void add_cell(const kg__picture *p, kg__place *place, kg_grid_cell c, uint64_t *walls)
{
    uint64_t cell = (uint64_t)c.y * p->grid->width + c.x;
    int terrain = kg_grid_terrain(p->grid, c);
    uint32_t weight = weight_of(p->grid, c);

    for (int over = place->over + 1; over < KG__OVERS; over++)
        if (p->over[over] && kg__bitmap_has(p->over[over], cell))
            place->over = over;
    *walls += terrain < 0;
    place->swamp = place->swamp || (terrain == 0 && p->grid->swamp &&
                                       kg__grid_bit(p->grid, p->grid->swamp, c.x, c.y));
    place->terrain = terrain > place->terrain ? terrain : place->terrain;
    place->weight = weight > place->weight ? weight : place->weight;
    place->explored = place->explored || (p->search && p->i != KG_GRID_ALL &&
                                             kg_grid_search_explored(p->search, p->i, c));
}

kg__place kg__picture_at(const kg__picture *p, uint32_t column, uint32_t row)
{
    const kg_grid *g = p->grid;
    uint64_t x = (uint64_t)column * p->across, y = (uint64_t)row * p->down;
    uint64_t x_end = x + p->across < g->width ? x + p->across : g->width;
    uint64_t y_end = y + p->down < g->height ? y + p->down : g->height;
    uint64_t walls = 0;
    kg__place place = {0};

    for (uint64_t r = y; r < y_end; r++)
        for (uint64_t c = x; c < x_end; c++) {
            uint32_t up = (uint32_t)(g->format == KG_GRID_COURSE ? g->height - 1 - r : r);

            add_cell(p, &place, (kg_grid_cell){(uint32_t)c, up}, &walls);
        }
    place.wall = !walls                              ? KG__WALL_NONE
                 : walls < (x_end - x) * (y_end - y) ? KG__WALL_PART
                                                     : KG__WALL_ALL;
    return place;
}

bool kg__picture_has(const kg_grid *grid, int terrain)
{
    return grid && grid->plane[terrain].row;
}

/* ---- text ------------------------------------------------------------------------------------ */

/* A character and its colour on a terminal. */
struct sign {
    char c;
    const char *escape;
};

static struct sign sign_of(const kg__place *place, bool colour)
{
    static const struct sign over[] = {[KG__OVER_PATH] = {'*', "\033[0;1;33m"},
        [KG__OVER_START] = {'S', "\033[0;1;32m"},
        [KG__OVER_GOAL] = {'G', "\033[0;1;31m"}};
    static const struct sign terrain[] = {
        {'.', "\033[0m"}, {'~', "\033[0;34m"}, {'T', "\033[0;32m"}};
    uint32_t weight = place->weight < 9 ? place->weight : 9;

    if (place->over == KG__OVER_PATH && colour && !place->wall && weight > 1)
        return (struct sign){(char)('0' + weight), over[KG__OVER_PATH].escape};
    if (place->over)
        return over[place->over];
    if (place->wall)
        return (struct sign){'#', "\033[0;90m"};
    if (place->explored)
        return (struct sign){'+', "\033[0;36m"};
    if (weight > 1)
        return (struct sign){(char)('0' + weight), "\033[0;35m"};
    if (place->swamp && place->terrain == 0)
        return (struct sign){'%', "\033[0;33m"};
    return terrain[place->terrain];
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
    across = columns && columns < grid->width ? (grid->width + columns - 1) / columns : 1;
    kg__begin(grid->ctx);
    /* A character is about twice as high as it is wide. */
    KG_TRY(kg__picture_create(&picture, grid, search, i, across, across > 1 ? 2 * across : 1));
    for (uint32_t row = 0; row < picture.rows; row++) {
        const char *last = "";

        for (uint32_t column = 0; column < picture.columns; column++) {
            kg__place place = kg__picture_at(&picture, column, row);
            struct sign sign = sign_of(&place, colour);

            if (colour && strcmp(sign.escape, last) != 0)
                KG_TRY(kg__output_write(output, sign.escape, strlen(sign.escape)));
            KG_TRY(kg__output_write(output, &sign.c, 1));
            last = sign.escape;
        }
        KG_TRY(kg__output_write(output, colour ? "\033[0m\n" : "\n", colour ? 5 : 1));
    }
out:
    kg__picture_destroy(&picture);
    return status;
}

void kg_grid_draw_legend(const kg_grid *grid, char *text, size_t size)
{
    const uint32_t most = !grid ? 1 : kg__picture_most(grid) < 9 ? kg__picture_most(grid) : 9;
    char weights[48] = "";

    if (grid && grid->real)
        snprintf(weights, sizeof weights, ", 2 to 9 ninths of the greatest weight");
    else if (most == 2)
        snprintf(weights, sizeof weights, ", 2 its weight");
    else if (most > 2)
        snprintf(weights, sizeof weights, ", 2 to %u its weight%s", most,
            grid->most > 9 ? ", or more than 9" : "");
    if (!text)
        return;
    snprintf(text, size, "# wall, . free%s%s%s%s, + explored, * path, S start, G goal", weights,
        grid && grid->swamp ? ", % swamp" : "", kg__picture_has(grid, 1) ? ", ~ water" : "",
        kg__picture_has(grid, 2) ? ", T trees" : "");
}
