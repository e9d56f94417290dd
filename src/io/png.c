/* Pictures as PNG files. libpng allocates from the context, and writes through kg_output. */
#include "png.h"
#include <png.h>
#include <string.h>

/* Passed to libpng's callbacks: where bytes go, and why writing stopped. */
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

/* libpng leaves this function by longjmp, so the caller owns what must be freed. */
static void write_picture(
    png_structp png, png_infop info, const kg__png *p, png_byte *point, png_byte *pixel)
{
    png_color palette[256];

    if (setjmp(png_jmpbuf(png)))
        return;
    for (uint32_t i = 0; i < p->colours; i++)
        palette[i] = (png_color){p->palette[i][0], p->palette[i][1], p->palette[i][2]};
    png_set_IHDR(png, info, p->width * p->zoom, p->height * p->zoom, 8, PNG_COLOR_TYPE_PALETTE,
        PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_PLTE(png, info, palette, (int)p->colours);
    png_write_info(png, info);
    for (uint32_t row = 0; row < p->height; row++) {
        p->row(p->user, row, point);
        for (uint32_t i = 0; i < p->width; i++)
            memset(pixel + (size_t)i * p->zoom, point[i], p->zoom);
        for (uint32_t z = 0; z < p->zoom; z++)
            png_write_row(png, pixel);
    }
    png_write_end(png, info);
}

kg_status kg__png_write(kg_context *ctx, const char *path, const kg__png *picture)
{
    png_structp png = NULL;
    png_infop info = NULL;
    png_bytep point = NULL;
    sink to = {.ctx = ctx};
    kg_status status;

    KG_TRY(kg__host_allocate(
        ctx, &point, picture->width * (1 + (uint64_t)picture->zoom), 1, "a row of pixels"));
    KG_TRY(kg__output_open(&to.output, ctx, path));
    png = png_create_write_struct_2(
        PNG_LIBPNG_VER_STRING, &to, fail_png, say_nothing, &to, allocate, release);
    info = png ? png_create_info_struct(png) : NULL;
    if (info) {
        png_set_write_fn(png, &to, write_bytes, flush_nothing);
        write_picture(png, info, picture, point, point + picture->width);
    }
    KG_TRY(to.status);
    KG_TRY(kg__output_close(to.output));
out:
    png_destroy_write_struct(&png, &info);
    kg_output_destroy(to.output);
    kg__free(ctx, point);
    return status;
}
