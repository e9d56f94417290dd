/* Grid maps as objects: creation and queries. */
#include "grid.h"
#include <string.h>

/* A cell's number fits 32 bits, and a side has room for the border. */
static const uint64_t cells_max = UINT32_MAX, side_max = 1 << 30;

/* Fills in the format's defaults for rules that are not given. */
static kg_status complete_rules(
    kg_context *ctx, kg_grid_rules *rules, const kg_grid_rules *asked, kg_grid_format format)
{
    *rules = asked ? *asked : (kg_grid_rules){0};
    if ((rules->moves && rules->moves != 4 && rules->moves != 8) ||
        (unsigned)rules->diagonal > KG_GRID_DIAGONAL_SQRT2 ||
        (unsigned)rules->corners > KG_GRID_CORNERS_ONE || (unsigned)rules->step > KG_GRID_STEP_MEAN)
        return kg__fail(ctx, KG_ARGUMENT,
            "rules with %d moves, diagonal %d, corners %d, step %d: expected 4 or 8, 1 or 2, 1 to "
            "3, 0 or 1",
            rules->moves, (int)rules->diagonal, (int)rules->corners, (int)rules->step);
    if (rules->cell_width == 0)
        rules->cell_width = 1;
    if (rules->cell_height == 0)
        rules->cell_height = 1;
    if (!rules->moves)
        rules->moves = 8;
    if (!rules->diagonal)
        rules->diagonal =
            format == KG_GRID_COURSE && rules->cell_width == 1 && rules->cell_height == 1
                ? KG_GRID_DIAGONAL_1
                : KG_GRID_DIAGONAL_SQRT2;
    if (!rules->corners)
        rules->corners = format == KG_GRID_COURSE ? KG_GRID_CORNERS_ALLOW : KG_GRID_CORNERS_FORBID;
    return KG_OK;
}

kg_status kg__grid_create(kg_grid **grid, kg_context *ctx, uint64_t width, uint64_t height,
    kg_grid_format format, const kg_grid_rules *rules)
{
    kg_grid *g = NULL;
    kg_status status;

    *grid = NULL;
    if (!width || !height)
        return kg__fail(ctx, KG_ARGUMENT, "a map of %llu x %llu cells has none",
            (unsigned long long)width, (unsigned long long)height);
    if (width > side_max || height > side_max || width > cells_max / height)
        return kg__fail(ctx, KG_OVERFLOW,
            "a map of %llu x %llu cells: at most %llu are possible, %llu in a row or column",
            (unsigned long long)width, (unsigned long long)height, (unsigned long long)cells_max,
            (unsigned long long)side_max);
    KG_TRY(kg__host_allocate(ctx, &g, 1, sizeof *g, "a grid map"));
    *g = (kg_grid){.ctx = ctx,
        .width = (uint32_t)width,
        .height = (uint32_t)height,
        .words = ((size_t)width + 63) / 64 + 2,
        .column_words = ((size_t)height + 63) / 64 + 2,
        .format = format,
        .least = 1,
        .most = 1};
    KG_TRY(complete_rules(ctx, &g->rules, rules, format));
    KG_TRY(kg__grid_set_steps(g));
    KG_TRY(kg__grid_add_terrain(g, 0));
    *grid = g;
    g = NULL;
out:
    kg_grid_destroy(g);
    return status;
}

kg_status kg__grid_add_bits(kg_grid *g, uint64_t **bits)
{
    size_t words = ((size_t)g->height + 2) * g->words + 1;
    kg_status status = KG_OK;

    if (*bits)
        return KG_OK;
    KG_TRY(kg__host_allocate(g->ctx, bits, words, sizeof **bits, "a map's cells"));
    memset(*bits, 0, words * sizeof **bits);
out:
    return status;
}

kg_status kg__grid_add_terrain(kg_grid *g, int terrain)
{
    return kg__grid_add_bits(g, &g->plane[terrain].row);
}

kg_status kg__grid_add_weights(kg_grid *g)
{
    size_t margin = kg__grid_margin(g), count = (size_t)g->width * g->height + 2 * margin;
    uint16_t *block;
    kg_status status = KG_OK;

    if (g->weight)
        return KG_OK;
    KG_TRY(kg__host_allocate(g->ctx, &block, count, sizeof *block, "a map's weights"));
    for (size_t i = 0; i < count; i++)
        block[i] = 1;
    g->weight = block + margin;
out:
    return status;
}

static void drop_weights(kg_grid *g)
{
    if (g->weight)
        kg__free(g->ctx, g->weight - kg__grid_margin(g));
    g->weight = NULL;
}

/* Makes the map a real one, with the unit 1/2 if steps cost means. */
static kg_status make_real(kg_grid *g)
{
    const size_t cells = (size_t)g->width * g->height;
    const bool is_mean = g->rules.step == KG_GRID_STEP_MEAN;
    const uint64_t parts = is_mean ? 2 : 1;
    kg_status status;

    if (cells * g->most > KG__EXACT_MOST / parts / kg__grid_side(g))
        return kg__fail(g->ctx, KG_OVERFLOW,
            "cells with sides of %llu units, and weights up to %u: costs might exceed 2^62 units",
            (unsigned long long)kg__grid_side(g), g->most);
    KG_TRY(kg__host_allocate(g->ctx, &g->real, cells, sizeof *g->real, "a map's weights"));
    for (size_t i = 0; i < cells; i++)
        g->real[i] = (g->weight ? g->weight[i] : 1) * parts;
    g->real_least = g->least * parts;
    g->real_most = g->most * parts;
    g->unit = is_mean ? (kg_grid_unit){2, 1, 0} : (kg_grid_unit){10, 0, 0};
    g->least = g->most = 1;
    drop_weights(g);
out:
    return status;
}

kg_status kg__grid_finish(kg_grid *g)
{
    uint32_t least = KG__WEIGHT_MAX + 1, most = 1;

    for (uint32_t y = 0; g->weight && y < g->height; y++)
        for (uint32_t x = 0; x < g->width; x++) {
            uint32_t weight = g->weight[(size_t)y * g->width + x];

            if (!kg__grid_bit(g, g->plane[0].row, x, y))
                continue;
            least = weight < least ? weight : least;
            most = weight > most ? weight : most;
        }
    g->least = least > KG__WEIGHT_MAX ? 1 : least;
    g->most = most;
    if (g->most == 1) /* only walls had other weights */
        drop_weights(g);
    return !g->real && (kg__grid_has_sides(g) || (g->weight && g->rules.step == KG_GRID_STEP_MEAN))
               ? make_real(g)
               : KG_OK;
}

kg_status kg_grid_build(kg_grid **grid, kg_context *context, uint32_t width, uint32_t height,
    const uint16_t *weight, const kg_grid_rules *rules)
{
    uint64_t cells = (uint64_t)width * height;
    bool weighted = false;
    kg_grid *g = NULL;
    kg_status status;

    KG_NEED_RESULT(context, grid, context);
    if (cells)
        KG_NEED(context, weight);
    kg__begin(context);
    KG_TRY(kg__grid_create(&g, context, width, height, KG_GRID_AUTO, rules));
    for (uint64_t i = 0; i < cells; i++) {
        weighted = weighted || weight[i] > 1;
        if (weight[i])
            kg__grid_row(g, g->plane[0].row, (uint32_t)(i / width))[i % width / 64 + 1] |=
                UINT64_C(1) << i % width % 64;
    }
    if (weighted) {
        KG_TRY(kg__grid_add_weights(g));
        memcpy(g->weight, weight, cells * sizeof *weight);
    }
    KG_TRY(kg__grid_finish(g));
    *grid = g;
    g = NULL;
out:
    kg_grid_destroy(g);
    return status;
}

void kg_grid_destroy(kg_grid *grid)
{
    if (!grid)
        return;
    for (int t = 0; t < KG__TERRAINS; t++) {
        kg__free_all(grid->ctx, grid->plane[t].row, grid->plane[t].stop[0], grid->plane[t].rank,
            grid->plane[t].component, grid->plane[t].d_row, grid->plane[t].d_stop);
    }
    kg__free_all(grid->ctx, grid->swamp, grid->d_weight, grid->real);
    drop_weights(grid);
    kg__free(grid->ctx, grid);
}

KG__GETTER(uint32_t, kg_grid_width, kg_grid, grid, grid->width, 0)
KG__GETTER(uint32_t, kg_grid_height, kg_grid, grid, grid->height, 0)
KG__GETTER(kg_grid_format, kg_grid_file_format, kg_grid, grid, grid->format, KG_GRID_AUTO)
KG__GETTER(int, kg_grid_assumes, kg_grid, grid, grid->assumes, 0)

const char *kg_grid_format_name(kg_grid_format format)
{
    static const char *const names[] = {
        "auto", "course", "movingai", "drawing", "numbers", "npy", "png", "pnm"};

    return (unsigned)format < sizeof names / sizeof *names ? names[format] : "unknown";
}

kg_grid_rules kg_grid_rules_in_force(const kg_grid *grid)
{
    static const kg_grid_rules none;

    return grid ? grid->rules : none;
}

kg_grid_unit kg_grid_unit_in_force(const kg_grid *grid)
{
    static const kg_grid_unit none;

    return grid ? grid->unit : none;
}

int kg_grid_terrain(const kg_grid *grid, kg_grid_cell cell)
{
    if (!grid || cell.x >= grid->width || cell.y >= grid->height)
        return -1;
    for (int t = 0; t < KG__TERRAINS; t++)
        if (grid->plane[t].row && kg__grid_bit(grid, grid->plane[t].row, cell.x, cell.y))
            return t;
    return -1;
}

uint32_t kg_grid_weight(const kg_grid *grid, kg_grid_cell cell)
{
    if (kg_grid_terrain(grid, cell) < 0)
        return 0;
    return grid->weight ? grid->weight[(size_t)cell.y * grid->width + cell.x] : 1;
}

void kg_grid_cells(const kg_grid *grid, uint16_t *weight, unsigned char *terrain)
{
    for (uint32_t y = 0; y < kg_grid_height(grid); y++)
        for (uint32_t x = 0; x < kg_grid_width(grid); x++) {
            size_t i = (size_t)y * grid->width + x;
            int kind = kg_grid_terrain(grid, (kg_grid_cell){x, y});

            if (weight)
                weight[i] = (uint16_t)kg_grid_weight(grid, (kg_grid_cell){x, y});
            if (terrain)
                terrain[i] = kind > 0 ? (unsigned char)kind : 0;
        }
}

uint64_t kg_grid_other_terrain(const kg_grid *grid, char *letter, uint64_t *line, uint64_t *column)
{
    if (!grid)
        return 0;
    if (grid->others && letter)
        *letter = grid->other;
    if (grid->others && line)
        *line = grid->other_line;
    if (grid->others && column)
        *column = grid->other_column;
    return grid->others;
}

int kg_grid_given(const kg_grid *grid, kg_grid_cell *start, kg_grid_cell *goal)
{
    if (!grid)
        return 0;
    if (start && grid->has_start)
        *start = grid->given.start;
    if (goal && grid->has_goal)
        *goal = grid->given.goal;
    return (grid->has_start ? KG_GRID_START : 0) | (grid->has_goal ? KG_GRID_GOAL : 0);
}
