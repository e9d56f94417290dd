/*
 * Maps as PNG pictures.
 *
 * A pixel for several cells where the map is larger than MOST_PIXELS, several pixels for a cell
 * where it is small. Colours come from a palette: heavier cells are darker. Row by row: memory is a
 * row of pixels and the path's bits.
 */
#include "../../io/png.h"
#include "draw.h"
#include <string.h>

enum { MOST_PIXELS = 4096, WANTED_PIXELS = 640, MOST_ZOOM = 32, SHADES = 9 };

/* Palette: what is seen, then the shades of weights from 2 on. */
static const uint8_t palette[][3] = {{40, 40, 48}, {255, 255, 255}, {190, 215, 240}, {225, 60, 40},
    {20, 140, 60}, {150, 40, 160}, {240, 234, 220}, {228, 218, 194}, {216, 202, 168},
    {204, 186, 142}, {192, 170, 116}, {180, 154, 90}, {168, 138, 64}, {156, 122, 38},
    {144, 106, 12}};

static void fill_row(const void *user, uint32_t row, uint8_t *point)
{
    const kg__picture *p = user;

    for (uint32_t column = 0; column < p->columns; column++) {
        uint32_t weight;
        int seen = kg__picture_at(p, column, row, &weight);
        uint32_t most = p->grid->most;
        uint32_t shade = most <= SHADES ? weight - 1 : (weight * SHADES + most - 1) / most;

        if (seen == KG__SEEN_FREE && weight > 1)
            seen = KG__SEEN_GOAL + (int)(shade < 1 ? 1 : shade);
        point[column] = (uint8_t)seen;
    }
}

kg_status kg_grid_draw_png(
    const kg_grid *grid, const kg_grid_search *search, uint64_t i, const char *path)
{
    kg_context *ctx = KG__CONTEXT(grid);
    uint32_t side, block, zoom;
    kg__picture picture;
    kg__png png = {.colours = sizeof palette / sizeof *palette, .row = fill_row, .user = &picture};
    kg_status status;

    KG_NEED(NULL, grid);
    KG_NEED(ctx, path);
    kg__begin(ctx);
    side = grid->width > grid->height ? grid->width : grid->height;
    block = (side + MOST_PIXELS - 1) / MOST_PIXELS;
    zoom = side < WANTED_PIXELS ? WANTED_PIXELS / side : 1;
    png.zoom = zoom < MOST_ZOOM ? zoom : MOST_ZOOM;
    memcpy(png.palette, palette, sizeof palette);
    KG_TRY(kg__picture_create(&picture, grid, search, i, block, block));
    png.width = picture.columns;
    png.height = picture.rows;
    KG_TRY(kg__png_write(ctx, path, &png));
out:
    kg__picture_destroy(&picture);
    return status;
}
