/*
 * Distance fields as PNG pictures, with a legend below.
 *
 * in   a field, with its nearest sources or its flow
 * out  a picture: walls dark, cells that no path reaches light grey, sources white with a dark rim
 *
 * Costs go from yellow, near, to blue, far, in SHADES steps of equal width up to the greatest cost.
 * Lightness falls all the way, so that the picture can be read without colours. One pixel stands
 * for several cells, or several for a cell, as in the pictures of maps (grid/draw_png.c).
 */
#include "../../io/legend.h"
#include "../../io/png.h"
#include "fields.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_PIXELS = 4096,
    WANTED_PIXELS = 640,
    MOST_ZOOM = 32,
    LEGEND_SCALE = 480,
    SHADES = 224,
    MARKS = 5,         /* costs in the legend */
    MARK_RADIUS = 3,   /* pixels about a source's own, if those of a cell are fewer */
    MOST_MARKS = 1000, /* with more sources only their own pixels are drawn */
    HUES = 12
};

/* The palette. */
enum { WALL, PART, BEYOND, PAPER, SOURCE, SHADE, COLOURS = SHADE + SHADES };

static const uint8_t plain[SHADE][3] = {
    {40, 40, 48}, {128, 128, 136}, {214, 214, 214}, {255, 255, 255}, {255, 255, 255}};
static const uint8_t ramp[][3] = {
    {252, 240, 120}, {253, 180, 70}, {236, 112, 84}, {190, 62, 118}, {124, 40, 158}, {58, 46, 170}};
/* The first 8 are those of the flow, round the compass in the order of the moves. */
static const uint8_t hue[HUES][3] = {{120, 94, 240}, {86, 180, 233}, {0, 158, 115}, {213, 60, 140},
    {150, 200, 60}, {220, 40, 40}, {230, 125, 20}, {245, 215, 66}, {0, 90, 160}, {165, 120, 80},
    {250, 170, 200}, {20, 100, 60}};

typedef struct drawing {
    const kg_grid_fields *fields;
    kg_grid_layer layer;
    const kg_grid_cell *source; /* [sources] of the field */
    uint64_t sources;
    const double *cost;
    const uint32_t *nearest;
    const uint8_t *flow;
    double most;                   /* the greatest cost that is finite */
    uint32_t block, columns, rows; /* cells of a place, in each direction; places */
    uint32_t zoom, width;          /* pixels of a place; of the picture */
    kg__legend legend;
} drawing;

/* The colour of the cell that a place shows. */
static uint8_t colour_of(const drawing *d, uint64_t cell)
{
    const double cost = d->cost[cell];
    double share;

    if (isinf(cost))
        return BEYOND;
    if (cost == 0)
        return SOURCE;
    if (d->layer == KG_GRID_NEAREST)
        return (uint8_t)(SHADE + d->nearest[cell] % HUES);
    if (d->layer == KG_GRID_FLOW)
        return (uint8_t)(SHADE + d->flow[cell] - 1);
    share = cost / d->most * SHADES;
    return (uint8_t)(SHADE + (share < SHADES - 1 ? (int)share : SHADES - 1));
}

static uint8_t colour_at(const drawing *d, uint32_t column, uint32_t row)
{
    const kg_grid *grid = d->fields->grid;
    const uint64_t x_end = (uint64_t)(column + 1) * d->block,
                   y_end = (uint64_t)(row + 1) * d->block;
    uint64_t walls = 0, cells = 0, best = UINT64_MAX;

    for (uint64_t y = y_end - d->block; y < y_end && y < grid->height; y++)
        for (uint64_t x = x_end - d->block; x < x_end && x < grid->width; x++) {
            const uint64_t up = grid->format == KG_GRID_COURSE ? grid->height - 1 - y : y;
            const uint64_t cell = up * grid->width + x;

            cells++;
            if (kg_grid_terrain(grid, (kg_grid_cell){(uint32_t)x, (uint32_t)up}) < 0)
                walls++;
            else if (best == UINT64_MAX || d->cost[cell] < d->cost[best])
                best = cell;
        }
    if (walls)
        return walls < cells ? PART : WALL;
    return colour_of(d, best);
}

/* The row of the picture, in places, that has row y of the map. */
static uint32_t place_of_row(const drawing *d, uint32_t y)
{
    const kg_grid *grid = d->fields->grid;

    return (grid->format == KG_GRID_COURSE ? grid->height - 1 - y : y) / d->block;
}

/* Marks the sources of small cells by squares with a rim, as far as they lie in a row of pixels. */
static void mark_sources(const drawing *d, uint32_t row, uint8_t *point)
{
    const int64_t radius = MARK_RADIUS;

    for (uint64_t i = 0; i < d->sources; i++) {
        const int64_t x = (int64_t)(d->source[i].x / d->block) * d->zoom + d->zoom / 2;
        const int64_t y = (int64_t)place_of_row(d, d->source[i].y) * d->zoom + d->zoom / 2;
        const int64_t dy = (int64_t)row - y;

        if (dy < -radius || dy > radius)
            continue;
        for (int64_t dx = -radius; dx <= radius; dx++)
            if (x + dx >= 0 && x + dx < (int64_t)d->columns * d->zoom)
                point[x + dx] = llabs(dx) == radius || llabs(dy) == radius ? WALL : SOURCE;
    }
}

/* Fills a row of pixels. A source of a large cell has a rim. */
static void fill_row(const void *user, uint32_t row, uint8_t *point)
{
    const drawing *d = user;
    const uint32_t rim = d->zoom / 8, in = row % d->zoom;

    if (row >= d->rows * d->zoom) {
        kg__legend_row(&d->legend, row - d->rows * d->zoom, point, d->width);
        return;
    }
    memset(point, PAPER, d->width);
    for (uint32_t column = 0; column < d->columns; column++) {
        const uint8_t colour = colour_at(d, column, row / d->zoom);
        uint8_t *place = point + (size_t)column * d->zoom;

        memset(place, colour == SOURCE && rim ? WALL : colour, d->zoom);
        if (colour == SOURCE && in >= rim && in < d->zoom - rim)
            memset(place + rim, SOURCE, d->zoom - 2 * rim);
    }
    if (d->zoom <= 2 * MARK_RADIUS && d->sources <= MOST_MARKS)
        mark_sources(d, row, point);
}

static void fill_palette(uint8_t palette[][3], kg_grid_layer layer)
{
    const int steps = (int)(sizeof ramp / sizeof *ramp) - 1;

    memcpy(palette, plain, sizeof plain);
    for (int i = 0; i < SHADES; i++) {
        const int at = i * steps / SHADES, part = i * steps - at * SHADES;

        for (int c = 0; c < 3; c++)
            palette[SHADE + i][c] =
                layer == KG_GRID_COSTS
                    ? (uint8_t)((ramp[at][c] * (SHADES - part) + ramp[at + 1][c] * part) / SHADES)
                    : hue[i % HUES][c];
    }
}

static void make_legend(drawing *d)
{
    static const char *const up[] = {"up left", "up", "up right"};
    static const char *const down[] = {"down left", "down", "down right"};
    const bool turned = d->fields->grid->format == KG_GRID_COURSE;
    kg__legend *l = &d->legend;

    *l = (kg__legend){.paper = PAPER, .ink = WALL};
    kg__legend_add(l, WALL, "wall");
    if (d->block > 1)
        kg__legend_add(l, PART, "wall in part");
    kg__legend_add(l, BEYOND, "not reached");
    kg__legend_add(l, SOURCE, "source");
    for (int i = 0; i < MARKS && d->layer == KG_GRID_COSTS && d->most > 0; i++) {
        char name[KG__LEGEND_NAME];

        snprintf(name, sizeof name, "%.4g", d->most * i / (MARKS - 1));
        kg__legend_add(l, (uint8_t)(SHADE + (SHADES - 1) * i / (MARKS - 1)), name);
    }
    for (int i = 0; i < 8 && d->layer == KG_GRID_FLOW; i++)
        kg__legend_add(l, (uint8_t)(SHADE + i),
            i == 3   ? "left"
            : i == 4 ? "right"
                     : ((i < 3) != turned ? up : down)[i < 3 ? i : i - 5]);
    for (int i = 0; d->layer == KG_GRID_NEAREST && i < HUES && (uint64_t)i < d->fields->sources;
         i++) {
        char name[KG__LEGEND_NAME];

        snprintf(name, sizeof name, "%d", i);
        kg__legend_add(l, (uint8_t)(SHADE + i), name);
    }
}

static void size_picture(drawing *d)
{
    const kg_grid *grid = d->fields->grid;
    const uint32_t side = grid->width > grid->height ? grid->width : grid->height;
    const uint32_t zoom = side < WANTED_PIXELS ? WANTED_PIXELS / side : 1;

    d->block = (side + MOST_PIXELS - 1) / MOST_PIXELS;
    d->zoom = zoom < MOST_ZOOM ? zoom : MOST_ZOOM;
    d->columns = (grid->width + d->block - 1) / d->block;
    d->rows = (grid->height + d->block - 1) / d->block;
    d->width = d->columns * d->zoom;
}

kg_status kg_grid_fields_draw_png(
    const kg_grid_fields *fields, uint64_t i, kg_grid_layer layer, const char *path)
{
    kg_context *ctx = fields ? fields->grid->ctx : NULL;
    drawing d = {.fields = fields, .layer = layer};
    kg__png png = {.zoom = 1, .colours = COLOURS, .row = fill_row, .user = &d};
    uint64_t cells;

    KG_NEED(NULL, fields);
    KG_NEED(ctx, path);
    kg__begin(ctx);
    if (i >= fields->count)
        return kg__fail(ctx, KG_ARGUMENT, "field %llu, counted from 0: there are %llu",
            (unsigned long long)i, (unsigned long long)fields->count);
    if ((unsigned)layer > KG_GRID_FLOW || (layer == KG_GRID_FLOW && !fields->flow) ||
        (layer == KG_GRID_NEAREST && !fields->nearest))
        return kg__fail(ctx, KG_ARGUMENT, "layer %d: the fields have no such layer", (int)layer);
    cells = (uint64_t)fields->grid->width * fields->grid->height;
    d.cost = fields->cost + i * cells;
    d.source = fields->nearest ? fields->source : fields->source + i;
    d.sources = fields->nearest ? fields->sources : 1;
    d.nearest = fields->nearest;
    d.flow = fields->flow ? fields->flow + i * cells : NULL;
    for (uint64_t k = 0; k < cells; k++)
        d.most = !isinf(d.cost[k]) && d.cost[k] > d.most ? d.cost[k] : d.most;
    size_picture(&d);
    fill_palette(png.palette, layer);
    make_legend(&d);
    kg__legend_lay_out(&d.legend, &d.width, 1 + d.width / LEGEND_SCALE);
    png.width = d.width;
    png.height = d.rows * d.zoom + d.legend.height;
    return kg__png_write(ctx, path, &png);
}
