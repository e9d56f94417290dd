/*
 * Maps as PNG pictures, with a legend below.
 *
 * One pixel stands for several cells if the map is larger than MOST_PIXELS; several pixels stand
 * for a cell if it is small. Colours come from a palette: heavier cells are darker, explored cells
 * are tinted, pixels that cover walls in part are grey. The picture is made row by row: memory is a
 * row of pixels, the legend and the paths' bits.
 */
#include "../../io/legend.h"
#include "../../io/png.h"
#include "draw.h"
#include <stdio.h>
#include <string.h>

enum { MOST_PIXELS = 4096, WANTED_PIXELS = 640, MOST_ZOOM = 32, SHADES = 9, LEGEND_SCALE = 480 };

/* The palette: the ground, the same explored, the marks on it, the legend's paper. */
enum {
    WALL,
    PART,
    GROUND,
    WATER,
    TREES,
    SHADE,
    GROUNDS = SHADE + SHADES,
    COVER = 2 * GROUNDS,
    PAPER = COVER + KG__OVERS,
    COLOURS
};

/* Okabe and Ito's sky blue, bluish green (a pale one for trees), blue, and reddish purple: people
 * with red-green blindness can tell them apart. Weights go from yellow to brown in lightness steps
 * of 7 to 10 in 100, beginning at the white of weight 1. */
static const uint8_t ground[][3] = {{40, 40, 48}, {128, 128, 136}, {255, 255, 255}, {86, 180, 233},
    {115, 195, 165}, {255, 232, 140}, {253, 206, 84}, {250, 180, 60}, {240, 152, 48},
    {224, 126, 38}, {200, 102, 30}, {172, 80, 24}, {140, 60, 18}, {108, 40, 14}};
static const uint8_t tint[3] = {170, 150, 240};
static const uint8_t cover[KG__OVERS][3] = {[KG__OVER_PATH] = {0, 114, 178},
    [KG__OVER_START] = {0, 158, 115},
    [KG__OVER_GOAL] = {204, 121, 167}};

typedef struct drawing {
    kg__picture picture;
    kg__legend legend;
    uint32_t zoom, width; /* width: in pixels */
} drawing;

static void fill_palette(uint8_t palette[][3])
{
    for (int i = 0; i < GROUNDS; i++)
        for (int c = 0; c < 3; c++) {
            palette[i][c] = ground[i][c];
            palette[GROUNDS + i][c] = (uint8_t)((ground[i][c] + tint[c]) / 2);
        }
    memcpy(palette + COVER, cover, sizeof cover);
    memset(palette + PAPER, 255, sizeof palette[PAPER]);
}

/* The shade of a weight above 1, from 0. */
static uint32_t shade_of(uint32_t weight, uint32_t most)
{
    return most <= SHADES + 1 ? weight - 2
                              : (uint32_t)(((uint64_t)(weight - 1) * SHADES - 1) / (most - 1));
}

static int colour_of(const kg__place *place, uint32_t most)
{
    int colour = place->wall == KG__WALL_ALL    ? WALL
                 : place->wall == KG__WALL_PART ? PART
                 : place->weight > 1            ? SHADE + (int)shade_of(place->weight, most)
                                                : GROUND + place->terrain;

    return place->over ? COVER + place->over : place->explored ? GROUNDS + colour : colour;
}

/* point: the pixels of the row before. */
static void fill_row(const void *user, uint32_t row, uint8_t *point)
{
    const drawing *d = user;
    const kg__picture *p = &d->picture;

    if (row >= p->rows * d->zoom) {
        kg__legend_row(&d->legend, row - p->rows * d->zoom, point, d->width);
        return;
    }
    if (row % d->zoom)
        return;
    memset(point, PAPER, d->width);
    for (uint32_t column = 0; column < p->columns; column++) {
        kg__place place = kg__picture_at(p, column, row / d->zoom);

        memset(point + (size_t)column * d->zoom, colour_of(&place, p->grid->most), d->zoom);
    }
}

static void name_shades(kg__legend *legend, uint32_t most)
{
    for (uint32_t shade = 0, low = 2, high; shade < SHADES && low <= most;
         shade++, low = high + 1) {
        char name[KG__LEGEND_NAME];

        for (high = low; high < most && shade_of(high + 1, most) == shade_of(low, most);)
            high++;
        snprintf(name, sizeof name, low == high ? "weight %u" : "weight %u-%u", low, high);
        kg__legend_add(legend, (uint8_t)(SHADE + shade_of(low, most)), name);
    }
}

/* The legend lists only the items that this picture has. */
static void make_legend(drawing *d)
{
    const kg_grid *grid = d->picture.grid;
    kg__legend *l = &d->legend;

    *l = (kg__legend){.paper = PAPER, .ink = WALL};
    kg__legend_add(l, WALL, "wall");
    if (d->picture.across > 1)
        kg__legend_add(l, PART, "wall in part");
    kg__legend_add(l, GROUND, "free");
    if (kg__picture_has(grid, 1))
        kg__legend_add(l, WATER, "water");
    if (kg__picture_has(grid, 2))
        kg__legend_add(l, TREES, "trees");
    name_shades(l, grid->most);
    if (d->picture.search && d->picture.i != KG_GRID_ALL)
        kg__legend_add(l, GROUNDS + GROUND, "explored");
    kg__legend_add(l, COVER + KG__OVER_PATH, "path");
    kg__legend_add(l, COVER + KG__OVER_START, "start");
    kg__legend_add(l, COVER + KG__OVER_GOAL, "goal");
}

kg_status kg_grid_draw_png(
    const kg_grid *grid, const kg_grid_search *search, uint64_t i, const char *path)
{
    kg_context *ctx = KG__CONTEXT(grid);
    uint32_t side, block, zoom;
    drawing d = {0};
    kg__png png = {.zoom = 1, .colours = COLOURS, .row = fill_row, .user = &d};
    kg_status status;

    KG_NEED(NULL, grid);
    KG_NEED(ctx, path);
    kg__begin(ctx);
    side = grid->width > grid->height ? grid->width : grid->height;
    block = (side + MOST_PIXELS - 1) / MOST_PIXELS;
    zoom = side < WANTED_PIXELS ? WANTED_PIXELS / side : 1;
    d.zoom = zoom < MOST_ZOOM ? zoom : MOST_ZOOM;
    fill_palette(png.palette);
    KG_TRY(kg__picture_create(&d.picture, grid, search, i, block, block));
    d.width = d.picture.columns * d.zoom;
    make_legend(&d);
    kg__legend_lay_out(&d.legend, &d.width, 1 + d.width / LEGEND_SCALE);
    png.width = d.width;
    png.height = d.picture.rows * d.zoom + d.legend.height;
    KG_TRY(kg__png_write(ctx, path, &png));
out:
    kg__picture_destroy(&d.picture);
    return status;
}
