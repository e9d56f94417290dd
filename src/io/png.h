/* Pictures of few colours as PNG files. */
#ifndef KG_PNG_H
#define KG_PNG_H

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

#endif
