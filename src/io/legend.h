/* The legend of a picture: squares of colour with names in letters of 5 x 7 points. */
#ifndef KG_LEGEND_H
#define KG_LEGEND_H

#include <stdint.h>

enum { KG__LEGEND_ENTRIES = 24, KG__LEGEND_NAME = 24 };

typedef struct kg__legend {
    uint8_t paper, ink; /* colours */
    struct kg__legend_entry {
        uint8_t colour;
        char name[KG__LEGEND_NAME];
        uint32_t x, y, length; /* in points */
    } entry[KG__LEGEND_ENTRIES];
    uint32_t entries;
    uint32_t scale, height; /* pixels of a point; of the whole legend */
} kg__legend;

/* Appends an entry; name: small letters a to z, digits, - . + and blanks. */
void kg__legend_add(kg__legend *legend, uint8_t colour, const char *name);

/* Places the entries in lines, for a picture of that width in pixels. The width grows if an entry
 * is wider. */
void kg__legend_lay_out(kg__legend *legend, uint32_t *width, uint32_t scale);

/* Fills a row of pixels. */
void kg__legend_row(const kg__legend *legend, uint32_t row, uint8_t *point, uint32_t width);

#endif
