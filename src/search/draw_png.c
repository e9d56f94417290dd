/*
 * Maps as PNG pictures.
 *
 * A pixel for several cells where the map is larger than MOST_PIXELS, several pixels for a cell where
 * it is small. Colours come from a palette: heavier cells are darker. Row by row: memory is a row of
 * pixels and the path's bits. libpng's memory is the context's, its output the library's.
 */
#include "../base/output.h"
#include "draw.h"
#include <png.h>

enum { MOST_PIXELS = 4096, WANTED_PIXELS = 640, MOST_ZOOM = 32, SHADES = 9 };

/* Palette: what is seen, then the shades of weights from 2 on. */
static const png_color palette[] = {{40, 40, 48}, {255, 255, 255}, {190, 215, 240}, {225, 60, 40},
    {20, 140, 60}, {150, 40, 160}, {240, 234, 220}, {228, 218, 194}, {216, 202, 168},
    {204, 186, 142}, {192, 170, 116}, {180, 154, 90}, {168, 138, 64}, {156, 122, 38},
    {144, 106, 12}};

enum { COLOURS = sizeof palette / sizeof *palette };

/* What libpng's calls back are given: where bytes go, and why it stopped. */
typedef struct sink {
    kg_context *ctx;
    kg_output *output;
    kg_status status;
} sink;

static void write_bytes(png_structp png, png_bytep bytes, size_t count)
{
    sink *to = png_get_io_ptr(png);

    to->status = kg__output_write(to->output, bytes, count);
    if (to->status != KG_OK)
        png_error(png, "writing failed");
}

static void flush_nothing(png_structp png)
{
    (void)png;
}

static png_voidp allocate(png_structp png, png_alloc_size_t bytes)
{
    sink *to = png_get_mem_ptr(png);
    void *block;
    kg_status status = kg__host_allocate(to->ctx, &block, bytes, 1, "a PNG picture");

    if (to->status == KG_OK) /* the first failure counts */
        to->status = status;
    return block;
}

static void release(png_structp png, png_voidp block)
{
    kg__free(((sink *)png_get_mem_ptr(png))->ctx, block);
}

static void say_nothing(png_structp png, png_const_charp text)
{
    (void)png;
    (void)text;
}

static void fail_png(png_structp png, png_const_charp text)
{
    sink *to = png_get_error_ptr(png);

    if (to->status == KG_OK)
        to->status = kg__fail(to->ctx, KG_INTERNAL, "libpng: %s", text);
    png_longjmp(png, 1);
}

static void fill_row(const kg__picture *p, uint32_t row, uint32_t zoom, png_bytep pixels)
{
    for (uint32_t column = 0; column < p->columns; column++) {
        uint32_t weight;
        int seen = kg__picture_at(p, column, row, &weight);
        uint32_t most = p->grid->most;
        uint32_t shade = most <= SHADES ? weight - 1 : (weight * SHADES + most - 1) / most;

        if (seen == KG__SEEN_FREE && weight > 1)
            seen = KG__SEEN_GOAL + (int)(shade < 1 ? 1 : shade);
        for (uint32_t z = 0; z < zoom; z++)
            *pixels++ = (png_byte)seen;
    }
}

/* libpng leaves by longjmp: what it must not lose lies in the caller's. */
static void write_picture(
    png_structp png, png_infop info, const kg__picture *p, uint32_t zoom, png_bytep pixels)
{
    if (setjmp(png_jmpbuf(png)))
        return;
    png_set_IHDR(png, info, p->columns * zoom, p->rows * zoom, 8, PNG_COLOR_TYPE_PALETTE,
        PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_PLTE(png, info, palette, COLOURS);
    png_write_info(png, info);
    for (uint32_t row = 0; row < p->rows; row++) {
        fill_row(p, row, zoom, pixels);
        for (uint32_t z = 0; z < zoom; z++)
            png_write_row(png, pixels);
    }
    png_write_end(png, info);
}

kg_status kg_grid_draw_png(
    const kg_grid *grid, const kg_grid_search *search, uint64_t i, const char *path)
{
    kg_context *ctx = grid->ctx;
    uint32_t side = grid->width > grid->height ? grid->width : grid->height;
    uint32_t block = (side + MOST_PIXELS - 1) / MOST_PIXELS;
    uint32_t zoom = side < WANTED_PIXELS ? WANTED_PIXELS / side : 1;
    png_structp png = NULL;
    png_infop info = NULL;
    png_bytep pixels = NULL;
    sink to = {.ctx = ctx};
    kg__picture picture;
    kg_status status;

    kg__begin(ctx);
    zoom = zoom < MOST_ZOOM ? zoom : MOST_ZOOM;
    KG_TRY(kg__picture_create(&picture, grid, search, i, block, block));
    KG_TRY(kg__host_allocate(ctx, &pixels, (uint64_t)picture.columns * zoom, 1, "a row of pixels"));
    KG_TRY(kg__output_open(&to.output, ctx, path));
    png = png_create_write_struct_2(
        PNG_LIBPNG_VER_STRING, &to, fail_png, say_nothing, &to, allocate, release);
    info = png ? png_create_info_struct(png) : NULL;
    if (info) {
        png_set_write_fn(png, &to, write_bytes, flush_nothing);
        write_picture(png, info, &picture, zoom, pixels);
    }
    KG_TRY(to.status);
    KG_TRY(kg__output_close(to.output));
out:
    png_destroy_write_struct(&png, &info);
    kg_output_destroy(to.output);
    kg__free(ctx, pixels);
    kg__picture_destroy(&picture);
    return status;
}
