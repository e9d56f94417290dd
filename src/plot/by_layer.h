/* The segments of one layer after the other. */
#ifndef KG_BY_LAYER_H
#define KG_BY_LAYER_H

#include "plot.h"

typedef struct kg__layered {
    uint32_t layer;
    uint64_t segment;
} kg__layered;

typedef struct kg__layers {
    kg_context *ctx;
    const kg_segments *given;
    kg__layered *order; /* [count] by layer, then by segment */
    kg_vertex *number;  /* [vertices] in the part, or KG_NO_VERTEX */
    kg_vertex *end;     /* of the part, as the next three */
    unsigned char *fixed;
    double *length, *place;
    uint64_t first; /* the part begins there in `order` */
    kg_segments part;
} kg__layers;

/* Whether there is more than one layer. */
bool kg__layers_differ(const kg_segments *segments);
/* The caller ends it, after a failure too. */
kg_status kg__layers_begin(kg__layers *layers, kg_context *ctx, const kg_segments *segments);
/* Makes the next layer the part. Returns false if there is none. */
bool kg__layers_next(kg__layers *layers);
/* Appends the strokes of the part to those of earlier layers. all: step and begin have room. */
void kg__layers_append(kg_plot *all, const kg_plot *one, const kg__layers *layers);
void kg__layers_end(kg__layers *layers);

#endif
