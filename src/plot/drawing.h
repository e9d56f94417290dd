/* A drawing from the inside. */
#ifndef KG_DRAWING_H
#define KG_DRAWING_H

#include "../io/lines.h"
#include "../io/number.h"
#include "plot.h"

/* Arrays grow; x_room is how many elements fit. */
struct kg_drawing {
    kg_context *ctx;
    kg_segments segments; /* what is lent of the rest */
    kg_vertex *end;
    unsigned char *fixed;
    bool any_fixed;
    double *length; /* [lengths]: of all segments or of none */
    uint64_t lengths;
    double *place;
    uint64_t *name; /* [vertices + 1] where names begin in text; NULL: there are none */
    char *text;
    uint64_t *hash;   /* [vertices] */
    kg_vertex *entry; /* [entries] a vertex + 1 each, or 0, from its hash on; a power of 2 */
    uint64_t entries;
    uint64_t end_room, fixed_room, length_room, place_room, name_room, text_room, hash_room;
};

/* The vertex of a place; a new one where there is none. */
kg_status kg__drawing_find_place(kg_drawing *drawing, const double place[2], kg_vertex *v);
/* Makes one vertex of those that steps of at most the tolerance, which is not 0, lead between. The
 * table of places is not valid afterwards. */
kg_status kg__drawing_merge(kg_drawing *drawing, double tolerance);
/* Splits segments between places where they meet, and merges if the tolerance is not 0. The table
 * of places is not valid afterwards. */
kg_status kg__drawing_split(kg_drawing *drawing, double tolerance);
/* Splits or merges segments between places as the options say. */
kg_status kg__drawing_join(kg_drawing *drawing, const kg_drawing_options *options);
/* Lends what the drawing has. */
void kg__drawing_lend(kg_drawing *drawing);
/* Whether a drawing may have these options. */
kg_status kg__drawing_check(kg_context *ctx, const kg_drawing_options *options);
/* The vertex of a name; a new one where there is none. */
kg_status kg__drawing_find_name(kg_drawing *drawing, const char *name, size_t length, kg_vertex *v);
/* The vertex of a name; KG_NO_VERTEX: there is none. hash: [out] of the name. */
kg_vertex kg__drawing_look_up(
    const kg_drawing *drawing, const char *name, size_t length, uint64_t *hash);

#endif
