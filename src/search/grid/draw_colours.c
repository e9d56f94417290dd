/*
 * The colours of maps, and their legend.
 *
 * Heavier cells are darker, explored cells are tinted, places that cover walls in part are grey. A
 * path is blue, and darker on heavier cells.
 */
#include "draw.h"
#include <stdio.h>
#include <string.h>

enum { WANTED_PIXELS = 640, MOST_ZOOM = 32 };

/* Okabe and Ito's sky blue, bluish green (a pale one for trees), blue, and reddish purple: people
 * with red-green blindness can tell them apart. Swamp is a pale brown. Weights go from yellow to
 * brown in lightness steps of 7 to 10 in 100, beginning at the white of weight 1. */
static const uint8_t ground[KG__PAINTS][3] = {{40, 40, 48}, {128, 128, 136}, {255, 255, 255},
    {86, 180, 233}, {115, 195, 165}, {203, 182, 128}, {255, 232, 140}, {253, 206, 84},
    {250, 180, 60}, {240, 152, 48}, {224, 126, 38}, {200, 102, 30}, {172, 80, 24}, {140, 60, 18},
    {108, 40, 14}};
static const uint8_t tint[3] = {170, 150, 240}, path[3] = {0, 114, 178};

/* A path's lightness on the heaviest cells, as a share of that on weight 1. */
enum { PATH_LEAST = 40, PATH_ALL = 100 };

void kg__picture_palette(uint8_t palette[KG__PALETTE][3])
{
    static const uint8_t others[][3] = {{0, 158, 115}, {204, 121, 167}, {255, 255, 255}};

    for (int i = 0; i < KG__PAINTS; i++) {
        const int shade = i < KG__PAINT_SHADE ? 0 : i - KG__PAINT_SHADE + 1;
        const int part = PATH_ALL - (PATH_ALL - PATH_LEAST) * shade / KG__SHADES;

        for (int c = 0; c < 3; c++) {
            palette[i][c] = ground[i][c];
            palette[KG__PAINT_EXPLORED + i][c] = (uint8_t)((ground[i][c] + tint[c]) / 2);
            palette[KG__PAINT_PATH + i][c] = (uint8_t)(path[c] * part / PATH_ALL);
        }
    }
    memcpy(palette + KG__PAINT_START, others, sizeof others);
}

/* The shade of a weight above 1, from 0. */
static uint32_t shade_of(uint32_t weight, uint32_t most)
{
    return most <= KG__SHADES + 1
               ? weight - 2
               : (uint32_t)(((uint64_t)(weight - 1) * KG__SHADES - 1) / (most - 1));
}

static int paint_of(const kg__picture *p, const kg__place *place)
{
    if (place->wall)
        return place->wall == KG__WALL_ALL ? KG__PAINT_WALL : KG__PAINT_PART;
    if (place->weight > 1)
        return KG__PAINT_SHADE + (int)shade_of(place->weight, kg__picture_most(p->grid));
    return place->swamp && !place->terrain ? KG__PAINT_SWAMP : KG__PAINT_GROUND + place->terrain;
}

int kg__picture_ground(const kg__picture *p, const kg__place *place)
{
    return paint_of(p, place) + (place->explored ? KG__PAINT_EXPLORED : 0);
}

int kg__picture_mark(const kg__picture *p, const kg__place *place)
{
    return place->over == KG__OVER_START  ? KG__PAINT_START
           : place->over == KG__OVER_GOAL ? KG__PAINT_GOAL
                                          : KG__PAINT_PATH + paint_of(p, place);
}

static void name_shades(kg__legend *legend, uint32_t most, const char *what)
{
    for (uint32_t shade = 0, low = 2, high; shade < KG__SHADES && low <= most;
         shade++, low = high + 1) {
        char name[KG__LEGEND_NAME];

        for (high = low; high < most && shade_of(high + 1, most) == shade_of(low, most);)
            high++;
        if (low == high)
            snprintf(name, sizeof name, "%s %u", what, low);
        else
            snprintf(name, sizeof name, "%s %u-%u", what, low, high);
        kg__legend_add(legend, (uint8_t)(KG__PAINT_SHADE + shade_of(low, most)), name);
    }
}

void kg__picture_legend(const kg__picture *p, kg__legend *l)
{
    *l = (kg__legend){.paper = KG__PAINT_PAPER, .ink = KG__PAINT_WALL};
    kg__legend_add(
        l, KG__PAINT_WALL, p->grid->format == KG_GRID_MOVINGAI ? "out of bounds" : "wall");
    if (p->across > 1)
        kg__legend_add(l, KG__PAINT_PART, "wall in part");
    kg__legend_add(l, KG__PAINT_GROUND, "free");
    if (p->grid->swamp)
        kg__legend_add(l, KG__PAINT_SWAMP, "swamp");
    if (kg__picture_has(p->grid, 1))
        kg__legend_add(l, KG__PAINT_WATER, "water");
    if (kg__picture_has(p->grid, 2))
        kg__legend_add(l, KG__PAINT_TREES, "trees");
    name_shades(l, kg__picture_most(p->grid), p->grid->real ? "ninths" : "weight");
    if (p->search && p->i != KG_GRID_ALL)
        kg__legend_add(l, KG__PAINT_EXPLORED + KG__PAINT_GROUND, "explored");
    kg__legend_add(l, KG__PAINT_PATH, "path");
    kg__legend_add(l, KG__PAINT_START, "start");
    kg__legend_add(l, KG__PAINT_GOAL, "goal");
}

uint32_t kg__picture_zoom(const kg_grid *grid)
{
    const uint32_t side = grid->width > grid->height ? grid->width : grid->height;
    const uint32_t zoom = side < WANTED_PIXELS ? WANTED_PIXELS / side : 1;

    return zoom < MOST_ZOOM ? zoom : MOST_ZOOM;
}
