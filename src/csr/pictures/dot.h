/* DOT as text, the pictures that Graphviz makes of it, and their look. */
#ifndef KG_DOT_H
#define KG_DOT_H

#include "../../io/output.h"
#include "../csr.h"
#include "../imbalance.h"
#include <konig/draw.h>

/* Text that grows, and is written to an output, if there is one, when it is long. */
typedef struct kg__dot_text {
    kg_context *ctx;
    kg_output *output; /* or NULL */
    char *bytes;
    uint64_t used, room;
    kg_status status; /* the first failure; later text is dropped */
} kg__dot_text;

/* Makes room for that many bytes after the text; writes the text first if it is long. False: it
 * failed. */
bool kg__dot_make_room(kg__dot_text *text, size_t bytes);

void kg__dot_put(kg__dot_text *text, const char *string);
void kg__dot_put_number(kg__dot_text *text, uint64_t number);
void kg__dot_put_real(kg__dot_text *text, double number);

/* Writes a text inside quotes. drawn: for Graphviz to draw, so that names look unchanged, with
 * U+FFFD for characters that cannot be drawn. False: the result contains U+FFFD, so that other
 * names may look the same. */
bool kg__dot_put_escaped(kg__dot_text *text, const char *string, size_t length, bool drawn);

/* The look of a drawn graph: the options, and data made from them. Arrays may be NULL. Arrays that
 * are not const belong to the look. */
typedef struct kg__look {
    kg_draw_options options;
    bool rendered;    /* by konig: names are shown unchanged, whatever they contain */
    bool equal_names; /* in a picture: two vertices may have one name */
    uint8_t *inside;  /* [n] whether a vertex is drawn; NULL: all are */
    kg_edge *place;   /* [m] in the walk, from 0 on */
    kg_edge *rank;    /* [m] number of the circuit, or of the component, from 0 on */
    uint8_t *in_tree; /* [m] */
    uint8_t *again;   /* [m] whether the walk used another edge with its ends before; NULL: never */
    bool values;      /* edges show their values */
    const kg_edge *out, *in; /* [n] degrees */
    const kg_vertex *component;
    uint64_t components;
    kg_vertex start, end; /* of the walk, or KG_NO_VERTEX */
    kg__imbalance imbalance;
    bool coloured_parts; /* an edge's rank is its component's */
} kg__look;

/* Writes a graph as DOT, followed by a zero. look NULL: only the graph. */
kg_status kg__dot_write(kg__dot_text *text, kg_graph *graph, const kg__look *look);

/* Writes a graph as a file in DOT. */
kg_status kg__write_dot(kg_output *output, kg_graph *graph);

/* Lays out and draws DOT, which ends in a zero. engine: "dot", say; format: "svg". */
kg_status kg__dot_render(kg_output *output, kg_context *ctx, const char *text, const char *engine,
    const char *format, unsigned seconds);

/* Fails with KG_MISSING if kg__dot_render() cannot work at all. */
kg_status kg__dot_available(kg_context *ctx);

#endif
