/* The sheet that maps are drawn on: x to the east and y to the south, in whole units, from 0 on. */
#ifndef KG_SHEET_H
#define KG_SHEET_H

#include "writer.h"

typedef struct kg__sheet {
    const kg_streets *streets;
    double unit;           /* metres */
    double across, down;   /* units in 10^-7 degrees */
    int32_t middle;        /* the longitude relative to which others are counted */
    int64_t west, north;   /* of the streets' corner: relative to `middle`, and the latitude */
    int64_t width, height; /* in units, margins included */
    int64_t margin;
} kg__sheet;

/* Finds the sheet of all streets. unit: metres; 0: as small as 2^16 units allow along the longer
 * side, at least 0.1 m. margin: in units. */
void kg__sheet_find(kg__sheet *sheet, const kg_streets *streets, double unit, int64_t margin);
/* Where a place of the streets lies. */
void kg__sheet_at(const kg__sheet *sheet, const int32_t place[2], int64_t at[2]);
/* Puts two numbers after a letter or a blank, as in paths of SVG. */
void kg__sheet_put_pair(kg__writer *writer, char before, int64_t x, int64_t y);
/* Puts a street as data of a path of SVG: "M", its first point, "l", and the offset from each
 * point to the next one. */
void kg__sheet_put_street(kg__writer *writer, const kg__sheet *sheet, uint64_t street);

/* The length of a scale: the longest of 1, 2 or 5 times a power of 10 that is at most so many
 * metres long. */
double kg__sheet_scale(double metres);

#endif
