/* The picture of a walk: the drawing calls to a canvas, in the order of the layers. All lengths are
 * in units of the sheet, ten of which are a pixel. */
#ifndef KG_PICTURE_H
#define KG_PICTURE_H

#include "sheet.h"

enum { KG__PIXEL = 10 };

typedef enum kg__anchor { KG__ANCHOR_START, KG__ANCHOR_MIDDLE, KG__ANCHOR_END } kg__anchor;

/* A text beside a place. */
typedef struct kg__caption {
    double at[2];
    double degrees; /* clockwise */
    double beside;  /* how far below the place its base line is, after the turn */
    double size;
    kg__anchor anchor;
    uint32_t colour;
    bool halo;        /* in the colour of the background */
    const char *text; /* terminated */
} kg__caption;

typedef struct kg__canvas kg__canvas;
struct kg__canvas {
    /* A line with round ends and joints through [points] of x, y; a dot of one point. */
    void (*line)(
        kg__canvas *canvas, const double *at, uint64_t points, double width, uint32_t colour);
    /* A polygon of [points] corners, filled. */
    void (*shape)(kg__canvas *canvas, const double *at, uint64_t points, uint32_t colour);
    void (*text)(kg__canvas *canvas, const kg__caption *caption);
};

/* Colours are 0xrrggbb. */
enum { KG__GROUND = 0xf3f1ea };

/* Finds a sheet on which numbers of steps can be read in most streets, at most so many pixels wide
 * and high. */
kg_status kg__picture_sheet(kg__sheet *sheet, const kg_streets_walk *walk, double most);
kg_status kg__picture_draw(kg__canvas *canvas, const kg__sheet *sheet, const kg_streets_walk *walk);

#endif
