/* PNG files as pixels. libpng allocates from the context, and reads through kg__input. */
#include "png.h"
#include <inttypes.h>
#include <png.h>

/* DEFLATE packs at most this many bytes in one. */
enum { DEFLATE_MOST = 1032, SIDE_MOST = PNG_UINT_31_MAX };

/* Passed to libpng's callbacks: where bytes come from, and why reading stopped. */
typedef struct stream {
    const kg__input *input;
    uint64_t at;
    uint8_t (*pixel)[4]; /* [held][width] */
    kg_status status;
} stream;

static void fail_png(png_structp png, png_const_charp text)
{
    stream *from = png_get_error_ptr(png);

    if (from->status == KG_OK) /* the first failure counts */
        from->status = kg__fail(from->input->ctx, KG_FORMAT,
            "%s: byte %" PRIu64 ": a damaged PNG picture: %s", from->input->shown, from->at, text);
    png_longjmp(png, 1);
}

static void say_nothing(png_structp png, png_const_charp text)
{
    (void)png;
    (void)text;
}

static void read_bytes(png_structp png, png_bytep bytes, size_t count)
{
    stream *from = png_get_io_ptr(png);

    if (count > from->input->size - from->at)
        png_error(png, "the file ends here");
    from->status = kg__input_read(from->input, bytes, from->at, count);
    if (from->status != KG_OK)
        png_error(png, "reading failed");
    from->at += count;
}

static png_voidp allocate(png_structp png, png_alloc_size_t bytes)
{
    stream *from = png_get_mem_ptr(png);
    void *block;
    kg_status status = kg__host_allocate(from->input->ctx, &block, bytes, 1, "a PNG picture");

    if (from->status == KG_OK)
        from->status = status;
    return block;
}

static void release(png_structp png, png_voidp block)
{
    kg__free(((stream *)png_get_mem_ptr(png))->input->ctx, block);
}

/* Makes libpng give red, green, blue and opacity in 8 bits each. */
static void set_form(png_structp png)
{
    png_set_expand(png);
    png_set_scale_16(png);
    png_set_gray_to_rgb(png);
    png_set_add_alpha(png, 255, PNG_FILLER_AFTER);
}

static kg_status begin(png_structp png, png_infop info, stream *from, const kg__png_reader *reader)
{
    const uint32_t width = png_get_image_width(png, info);
    const uint32_t height = png_get_image_height(png, info);
    const bool interlaced = png_get_interlace_type(png, info) != PNG_INTERLACE_NONE;
    const uint64_t bytes = (uint64_t)png_get_rowbytes(png, info) * height;
    kg_status status;

    if (bytes / DEFLATE_MOST > from->input->size)
        return kg__fail(from->input->ctx, KG_FORMAT,
            "%s: byte %" PRIu64 ": a picture of %u x %u cells is longer than this file",
            from->input->shown, from->at, width, height);
    KG_TRY(reader->begin(reader->user, width, height));
    KG_TRY(kg__host_allocate(from->input->ctx, &from->pixel,
        (uint64_t)width * (interlaced ? height : 1), sizeof *from->pixel, "pixels"));
out:
    return status;
}

/* libpng leaves this function by longjmp, so the caller owns what must be freed. */
static void read_picture(
    png_structp png, png_infop info, stream *from, const kg__png_reader *reader)
{
    uint32_t width, height;
    int passes;

    if (setjmp(png_jmpbuf(png)))
        return;
    png_set_user_limits(png, SIDE_MOST, SIDE_MOST);
    png_read_info(png, info);
    width = png_get_image_width(png, info);
    height = png_get_image_height(png, info);
    from->status = begin(png, info, from, reader);
    if (from->status != KG_OK)
        return;
    set_form(png);
    passes = png_set_interlace_handling(png);
    png_read_update_info(png, info);
    for (int pass = 1; pass <= passes; pass++)
        for (uint32_t y = 0; y < height; y++) {
            uint8_t(*row)[4] = from->pixel + (passes > 1 ? (uint64_t)y * width : 0);

            png_read_row(png, (png_bytep)row, NULL);
            if (pass < passes)
                continue;
            from->status = reader->row(reader->user, y, (const uint8_t(*)[4])row);
            if (from->status != KG_OK)
                return;
        }
    png_read_end(png, NULL);
}

kg_status kg__png_read(const kg__input *input, const kg__png_reader *reader)
{
    stream from = {.input = input};
    png_structp png = png_create_read_struct_2(
        PNG_LIBPNG_VER_STRING, &from, fail_png, say_nothing, &from, allocate, release);
    png_infop info = png ? png_create_info_struct(png) : NULL;

    if (info) {
        png_set_read_fn(png, &from, read_bytes);
        read_picture(png, info, &from, reader);
    } else if (from.status == KG_OK) {
        from.status = kg__fail(input->ctx, KG_INTERNAL, "libpng cannot read pictures here");
    }
    png_destroy_read_struct(&png, &info, NULL);
    kg__free(input->ctx, from.pixel);
    return from.status;
}
