/*
 * Maps as PNG pictures, with a legend below.
 *
 * One pixel stands for several cells if the map is larger than MOST_PIXELS; several pixels stand
 * for a cell if it is small. A path leaves the rim of its cells free, so that the ground is
 * visible, if a cell has enough pixels. The picture is made row by row: memory is a row of pixels,
 * the legend and the paths' bits.
 */
#include "../../io/png.h"
#include "draw.h"
#include <string.h>

/* RIM: a path leaves 1/RIM of a cell's side free on each side. */
enum { MOST_PIXELS = 4096, RIM = 5, LEGEND_SCALE = 480 };

typedef struct drawing {
    kg__picture picture;
    kg__legend legend;
    uint32_t zoom, width; /* width: in pixels */
} drawing;

/* point: the pixels of the row before. */
static void fill_row(const void *user, uint32_t row, uint8_t *point)
{
    const drawing *d = user;
    const kg__picture *p = &d->picture;
    const uint32_t in = row % d->zoom, rim = d->zoom / RIM;
    const bool inner = in >= rim && in < d->zoom - rim;

    if (row >= p->rows * d->zoom) {
        kg__legend_row(&d->legend, row - p->rows * d->zoom, point, d->width);
        return;
    }
    if (in && in != rim && in != d->zoom - rim)
        return;
    memset(point, KG__PAINT_PAPER, d->width);
    for (uint32_t column = 0; column < p->columns; column++) {
        const kg__place place = kg__picture_at(p, column, row / d->zoom);
        const uint32_t free = place.over == KG__OVER_PATH ? rim : 0;
        uint8_t *to = point + (size_t)column * d->zoom;

        memset(to, kg__picture_ground(p, &place), d->zoom);
        if (place.over && (inner || !free))
            memset(to + free, kg__picture_mark(p, &place), d->zoom - 2 * free);
    }
}

kg_status kg_grid_draw_png(
    const kg_grid *grid, const kg_grid_search *search, uint64_t i, const char *path)
{
    kg_context *ctx = KG__CONTEXT(grid);
    uint32_t side, block;
    drawing d = {0};
    kg__png png = {.zoom = 1, .colours = KG__PALETTE, .row = fill_row, .user = &d};
    kg_status status;

    KG_NEED(NULL, grid);
    KG_NEED(ctx, path);
    kg__begin(ctx);
    side = grid->width > grid->height ? grid->width : grid->height;
    block = (side + MOST_PIXELS - 1) / MOST_PIXELS;
    d.zoom = kg__picture_zoom(grid);
    kg__picture_palette(png.palette);
    KG_TRY(kg__picture_create(&d.picture, grid, search, i, block, block));
    d.width = d.picture.columns * d.zoom;
    kg__picture_legend(&d.picture, &d.legend);
    kg__legend_lay_out(&d.legend, &d.width, 1 + d.width / LEGEND_SCALE);
    png.width = d.width;
    png.height = d.picture.rows * d.zoom + d.legend.height;
    KG_TRY(kg__png_write(ctx, path, &png));
out:
    kg__picture_destroy(&d.picture);
    return status;
}
