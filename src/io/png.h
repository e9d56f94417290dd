/* PNG files: pictures of few colours are written, and pictures of any kind are read. */
#ifndef KG_PNG_H
#define KG_PNG_H

#include "input.h"
#include "output.h"

typedef struct kg__png {
    uint32_t width, height, zoom; /* width and height in points of zoom x zoom pixels */
    uint32_t colours;             /* 1 to 256 */
    uint8_t palette[256][3];      /* [colours] red, green, blue */
    /* Fills point[width] with the colours of a row. */
    void (*row)(const void *user, uint32_t row, uint8_t *point);
    const void *user;
} kg__png;

/* KG_UNSUPPORTED if konig is built without libpng. Memory: a row of pixels and libpng's own memory,
 * all from the context. */
kg_status kg__png_write(kg_context *ctx, const char *path, const kg__png *picture);

/* Gets a picture: first its size, then its rows from the top. A failure of one of the two functions
 * ends the reading. */
typedef struct kg__png_reader {
    kg_status (*begin)(void *user, uint32_t width, uint32_t height);
    /* pixel: [width] red, green, blue, opacity, from 0 to 255. */
    kg_status (*row)(void *user, uint32_t y, const uint8_t (*pixel)[4]);
    void *user;
} kg__png_reader;

/* KG_FORMAT ("file: byte: ..."); KG_UNSUPPORTED if konig is built without libpng. Memory: a row of
 * pixels, or all of an interlaced picture, and libpng's own memory, all from the context. A picture
 * whose rows the file cannot hold, however they are packed, is refused first. */
kg_status kg__png_read(const kg__input *input, const kg__png_reader *reader);

#endif
