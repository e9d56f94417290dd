/* The internals of a drawing. */
#ifndef KG_DRAWING_H
#define KG_DRAWING_H

#include "../csr/files/text/intern.h"
#include "../io/lines.h"
#include "../io/number.h"
#include "plot.h"

enum { KG__COLOUR_BYTES = sizeof((kg_drawing_layer *)0)->colour };

/* Arrays grow; x_room is how many elements fit. */
struct kg_drawing {
    kg_context *ctx;
    kg_segments segments; /* lends the arrays below */
    kg_vertex *end;
    unsigned char *fixed;
    bool any_fixed;
    double *length; /* [lengths] of all segments, or of none */
    uint64_t lengths;
    double *place;
    uint64_t *name; /* [vertices + 1] where names begin in text; NULL: there are none */
    char *text;
    uint64_t *hash;   /* [vertices] */
    kg_vertex *entry; /* [entries] a vertex + 1 each, or 0, at its hash or later; a power of 2 */
    uint64_t entries;
    uint32_t *layer;          /* [segments.count] NULL if there are no layers */
    kg_drawing_layer *layers; /* [layer_count] their names one after the other in layer_text */
    kg__texts layer_names;    /* of the layers that are found by names */
    char *layer_text;
    uint64_t layer_count, layer_bytes, layer_room, layers_room, layer_text_room;
    double page[2]; /* 0: there is none */
    uint64_t end_room, fixed_room, length_room, place_room, name_room, text_room, hash_room;
};

/* The vertex of a place; a new one if there is none. */
kg_status kg__drawing_find_place(kg_drawing *drawing, const double place[2], kg_vertex *v);
/* Adds a segment. */
kg_status kg__drawing_add(kg_drawing *drawing, const kg_vertex end[2], unsigned char fixed);
/* Makes a layer; or finds it by its name, and makes it if there is none. colour: of
 * [KG__COLOUR_BYTES] at most. A drawing's layers are all made in one of these ways. */
kg_status kg__drawing_add_layer(
    kg_drawing *drawing, const char *name, size_t length, const char *colour, uint32_t *layer);
kg_status kg__drawing_find_layer(
    kg_drawing *drawing, const char *name, size_t length, const char *colour, uint32_t *layer);
/* Puts the segments from `first` on into a layer. */
kg_status kg__drawing_set_layer(kg_drawing *drawing, uint64_t first, uint32_t layer);
/* Merges vertices that steps of at most the tolerance, which is not 0, connect. The table of places
 * is not valid afterwards. */
kg_status kg__drawing_merge(kg_drawing *drawing, double tolerance);
/* Splits segments between places where they meet, and merges if the tolerance is not 0. The table
 * of places is not valid afterwards. */
kg_status kg__drawing_split(kg_drawing *drawing, double tolerance);
/* Removes duplicates of segments between places. */
kg_status kg__drawing_distinct(kg_drawing *drawing);
/* Removes inner places of runs of segments. A removed place is at most the length, which is not 0,
 * from the segment that replaces the run. The table of places is not valid afterwards. */
kg_status kg__drawing_straighten(kg_drawing *drawing, double length);
/* Draws free segments again if that costs less than lifting the pen once. */
kg_status kg__drawing_retrace(kg_drawing *drawing, double cost);
/* Splits, merges, tidies and repeats segments between places as the options say. */
kg_status kg__drawing_join(kg_drawing *drawing, const kg_drawing_options *options);
/* Lends the drawing's arrays. */
void kg__drawing_lend(kg_drawing *drawing);
/* Whether these options are legal for a drawing. */
kg_status kg__drawing_check(kg_context *ctx, const kg_drawing_options *options);
/* The vertex of a name; a new one if there is none. */
kg_status kg__drawing_find_name(kg_drawing *drawing, const char *name, size_t length, kg_vertex *v);
/* The vertex of a name; KG_NO_VERTEX: there is none. hash: [out] of the name. */
kg_vertex kg__drawing_look_up(
    const kg_drawing *drawing, const char *name, size_t length, uint64_t *hash);

#endif
