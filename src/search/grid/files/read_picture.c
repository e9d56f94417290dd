/*
 * Reading a grid map from a picture.
 *
 * In: a PNG picture of any kind; or a PBM or PGM picture, as text (P1, P2) or binary (P4, P5). A
 *     cell is a pixel. It is free if its brightness, from 0 to 255, is at least the threshold;
 *     with `invert`, if it is less.
 * Out: the map. Row 0 is the top.
 *
 * A PBM or PGM picture must be long enough for the size that it claims before memory is taken.
 * Memory: the map, and a row of pixels or, of an interlaced PNG picture, all pixels.
 */
#include "../../../io/png.h"
#include "read_map.h"
#include <inttypes.h>
#include <string.h>

enum { THRESHOLD = 128, BRIGHTEST = 255 };

typedef struct picture {
    kg_grid **grid;
    kg_context *ctx;
    kg_grid_format format;
    const kg_grid_read_options *options;
} picture;

static kg_status begin_map(void *user, uint32_t width, uint32_t height)
{
    const picture *p = user;
    kg_status status;

    KG_TRY(kg__grid_create(p->grid, p->ctx, width, height, p->format, &p->options->rules));
    (*p->grid)->assumes = !p->options->invert;
out:
    return status;
}

/* Sets a cell of the brightness value / most. */
static void set_cell(const picture *p, uint32_t x, uint32_t y, uint64_t value, uint64_t most)
{
    const uint64_t threshold = p->options->threshold ? p->options->threshold : THRESHOLD;

    if ((value * BRIGHTEST >= threshold * most) == !p->options->invert)
        kg__map_free(*p->grid, 0, x, y);
}

static kg_status end_row(const picture *p, uint32_t y)
{
    return y & 255 ? KG_OK : kg__progress(p->ctx, "reading", y, (*p->grid)->height);
}

/* ---- PNG ------------------------------------------------------------------------------------- */

/* pixel: [width] red, green, blue, opacity. The weights are those of ITU-R BT.709, in units of
 * 1/10000. */
static kg_status read_row(void *user, uint32_t y, const uint8_t (*pixel)[4])
{
    const picture *p = user;
    const uint32_t width = (*p->grid)->width;

    for (uint32_t x = 0; x < width; x++) {
        const uint64_t light = 2126 * pixel[x][0] + 7152 * pixel[x][1] + 722 * pixel[x][2];
        const uint64_t opacity = pixel[x][3];
        const uint64_t white = UINT64_C(10000) * BRIGHTEST;

        set_cell(p, x, y, light * opacity + white * (BRIGHTEST - opacity), white * BRIGHTEST);
    }
    return end_row(p, y);
}

kg_status kg__map_read_png(
    kg_grid **grid, const kg__input *input, const kg_grid_read_options *options)
{
    picture p = {grid, input->ctx, KG_GRID_PNG, options};

    return kg__png_read(input, &(kg__png_reader){begin_map, read_row, &p});
}

/* ---- PBM and PGM ----------------------------------------------------------------------------- */

/* The bytes of a file one after the other. */
typedef struct cursor {
    const kg__input *input;
    uint64_t at, begin, end; /* the next byte; the bytes in the buffer */
    uint8_t buffer[1 << 13];
} cursor;

static kg_status fail_byte(const cursor *c, const char *what)
{
    return kg__fail(
        c->input->ctx, KG_FORMAT, "%s: byte %" PRIu64 ": %s", c->input->shown, c->at, what);
}

/* Gets the next byte, and does not go on. *byte: -1 at the end of the file. */
static kg_status peek(cursor *c, int *byte)
{
    const uint64_t rest = c->input->size - c->at;
    kg_status status = KG_OK;

    *byte = -1;
    if (!rest)
        return KG_OK;
    if (c->at == c->end) {
        const size_t count = rest < sizeof c->buffer ? (size_t)rest : sizeof c->buffer;

        KG_TRY(kg__input_read(c->input, c->buffer, c->at, count));
        c->begin = c->at;
        c->end = c->at + count;
    }
    *byte = c->buffer[c->at - c->begin];
out:
    return status;
}

static bool is_space(int byte)
{
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

/* Skips white space and comments, which go from # to the end of the line. */
static kg_status skip_space(cursor *c, int *byte)
{
    bool comment = false;
    kg_status status;

    for (;; c->at++) {
        KG_TRY(peek(c, byte));
        if (*byte == '#')
            comment = true;
        else if (*byte == '\n')
            comment = false;
        else if (*byte < 0 || (!comment && !is_space(*byte)))
            break;
    }
out:
    return status;
}

/* what: for the message. */
static kg_status read_number(cursor *c, uint32_t *number, uint32_t most, const char *what)
{
    uint64_t value = 0;
    int byte;
    kg_status status;

    KG_TRY(skip_space(c, &byte));
    if (byte < '0' || byte > '9')
        return fail_byte(c, what);
    while (byte >= '0' && byte <= '9') {
        value = 10 * value + (uint64_t)(byte - '0');
        if (value > most)
            return fail_byte(c, what);
        c->at++;
        KG_TRY(peek(c, &byte));
    }
    *number = (uint32_t)value;
out:
    return status;
}

/* A PBM or PGM picture. kind: the digit of its magic. most: the greatest value of a pixel. */
typedef struct pnm {
    cursor from;
    char kind;
    uint32_t width, height, most;
} pnm;

static kg_status read_head(pnm *p)
{
    cursor *c = &p->from;
    uint64_t row, need;
    int byte;
    kg_status status;

    KG_TRY(peek(c, &byte));
    if (byte == 'P') {
        c->at++;
        KG_TRY(peek(c, &byte));
    }
    if (c->at != 1 || (byte != '1' && byte != '2' && byte != '4' && byte != '5'))
        return fail_byte(c, "expected P1, P2, P4 or P5, as PBM and PGM pictures begin");
    p->kind = (char)byte;
    c->at++;
    KG_TRY(read_number(c, &p->width, UINT32_MAX, "expected a width"));
    KG_TRY(read_number(c, &p->height, UINT32_MAX, "expected a height"));
    p->most = 1;
    if (p->kind == '2' || p->kind == '5')
        KG_TRY(read_number(c, &p->most, UINT16_MAX, "expected the value of white, 1 to 65535"));
    if (!p->width || !p->height || !p->most)
        return fail_byte(
            c, p->most ? "a map without cells" : "expected the value of white, 1 to 65535");
    KG_TRY(peek(c, &byte));
    if (!is_space(byte))
        return fail_byte(c, "expected white space behind the header");
    c->at++;
    row = p->kind == '4'   ? ((uint64_t)p->width + 7) / 8
          : p->kind == '5' ? (uint64_t)p->width * (p->most > 255 ? 2 : 1)
                           : p->width;
    if (__builtin_mul_overflow(row, (uint64_t)p->height, &need) || need > c->input->size - c->at)
        return kg__fail(c->input->ctx, KG_FORMAT,
            "%s: byte %" PRIu64 ": a picture of %u x %u cells is longer than this file",
            c->input->shown, c->at, p->width, p->height);
out:
    return status;
}

/* The value of the next pixel, in column x: 0 is black. */
static kg_status read_pixel(pnm *p, uint32_t x, uint32_t *value)
{
    cursor *c = &p->from;
    int byte, low;
    kg_status status;

    if (p->kind == '2') {
        KG_TRY(read_number(c, value, p->most, "expected a value, at most that of white"));
        goto out;
    }
    if (p->kind == '1') {
        KG_TRY(skip_space(c, &byte));
        if (byte != '0' && byte != '1')
            return fail_byte(c, "expected 0 or 1");
        *value = byte == '0';
    } else {
        KG_TRY(peek(c, &byte));
        *value = p->kind == '4' ? !(byte >> (7 - x % 8) & 1) : (uint32_t)byte;
    }
    c->at += p->kind != '4' || x % 8 == 7 || x + 1 == p->width;
    if (p->kind == '5' && p->most > 255) {
        KG_TRY(peek(c, &low));
        c->at++;
        *value = 256 * *value + (uint32_t)low;
    }
    if (*value > p->most) {
        c->at--;
        return fail_byte(c, "expected a value, at most that of white");
    }
out:
    return status;
}

kg_status kg__map_read_pnm(
    kg_grid **grid, const kg__input *input, const kg_grid_read_options *options)
{
    picture map = {grid, input->ctx, KG_GRID_PNM, options};
    pnm p = {.from.input = input};
    uint32_t value = 0;
    int byte;
    kg_status status;

    KG_TRY(read_head(&p));
    KG_TRY(begin_map(&map, p.width, p.height));
    for (uint32_t y = 0; y < p.height; y++) {
        for (uint32_t x = 0; x < p.width; x++) {
            KG_TRY(read_pixel(&p, x, &value));
            set_cell(&map, x, y, value, p.most);
        }
        KG_TRY(end_row(&map, y));
    }
    if (p.kind == '1' || p.kind == '2')
        KG_TRY(skip_space(&p.from, &byte));
    if (p.from.at != input->size)
        status = fail_byte(&p.from, "expected the end of the file behind the picture");
out:
    return status;
}
