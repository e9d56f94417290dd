/* DOT as text, the pictures that Graphviz makes of it, and how these are to look. */
#ifndef KG_DOT_H
#define KG_DOT_H

#include "../../io/output.h"
#include "../csr.h"
#include "../imbalance.h"
#include <konig/draw.h>

/* Text that grows, and goes to an output, if there is one, when there is much of it. */
typedef struct kg__dot_text {
    kg_context *ctx;
    kg_output *output; /* or NULL */
    char *bytes;
    uint64_t used, room;
    kg_status status; /* the first failure; what is put after it is dropped */
} kg__dot_text;

/* Makes room for so many bytes behind the text, and writes it where there is much. False: it
 * failed. */
bool kg__dot_make_room(kg__dot_text *text, size_t bytes);

void kg__dot_put(kg__dot_text *text, const char *string);
void kg__dot_put_number(kg__dot_text *text, uint64_t number);
void kg__dot_put_real(kg__dot_text *text, double number);

/* A text inside of quotes. drawn: for Graphviz to draw, so that names are shown as they are, with
 * U+FFFD for what cannot be. False: U+FFFD is in it, so that other names may look the same. */
bool kg__dot_put_escaped(kg__dot_text *text, const char *string, size_t length, bool drawn);

/* What a drawn graph looks like: options with what was made from them. Arrays may be NULL; those
 * that are not const are the look's own. */
typedef struct kg__look {
    kg_draw_options options;
    bool rendered;           /* by us: names are shown as they are, whatever is in them */
    bool equal_names;        /* of a picture: two vertices may have one name */
    uint8_t *inside;         /* [n] whether a vertex is drawn; NULL: all are */
    kg_edge *place;          /* [m] in the walk, from 0 on */
    kg_edge *rank;           /* [m] number of the circuit, from 0 on, or of the component */
    uint8_t *in_tree;        /* [m] */
    uint8_t *again;          /* [m] whether the walk had an edge between the same vertices before;
                                NULL: no edge has */
    bool values;             /* edges say them */
    const kg_edge *out, *in; /* [n] degrees */
    const kg_vertex *component;
    uint64_t components;
    kg_vertex start, end; /* of the walk, or KG_NO_VERTEX */
    kg__imbalance imbalance;
    bool coloured_parts; /* an edge's rank is its component's */
} kg__look;

/* Writes a graph as DOT, with a zero behind it. look NULL: nothing but the graph. */
kg_status kg__dot_write(kg__dot_text *text, kg_graph *graph, const kg__look *look);

/* Writes a graph as a file in DOT. */
kg_status kg__write_dot(kg_output *output, kg_graph *graph);

/* Lays out and draws DOT, which ends in a zero. engine: "dot", say; format: "svg". */
kg_status kg__dot_render(kg_output *output, kg_context *ctx, const char *text, const char *engine,
    const char *format, unsigned seconds);

/* Fails with KG_MISSING where kg__dot_render() cannot work at all. */
kg_status kg__dot_available(kg_context *ctx);

#endif
