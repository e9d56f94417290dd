/* Writing text in pieces that threads format. */
#ifndef KG_WRITE_PIECES_H
#define KG_WRITE_PIECES_H

#include "../../../io/number.h"
#include "../write.h"
#include <string.h>

/* Text that grows. */
typedef struct kg__piece {
    kg_context *ctx;
    char *text;
    uint64_t used, room;
    kg_status status;
} kg__piece;

/* How a format writes its items. The functions run in any thread, except write(). */
typedef struct kg__text_writer kg__text_writer;
struct kg__text_writer {
    kg_graph *graph;
    kg_output *output;
    /* Puts a vertex, before its edges; or NULL. */
    kg_status (*put_vertex)(const kg__text_writer *w, kg__piece *p, kg_vertex v);
    /* Puts edge e from u to v, or between them. There is room for two numbers and some
     * punctuation. */
    kg_status (*put_edge)(
        const kg__text_writer *w, kg__piece *p, uint64_t e, kg_vertex u, kg_vertex v);
    /* Takes the text, in order; NULL: it goes to the output. */
    kg_status (*write)(kg__text_writer *w, const char *text, size_t count);
    bool rows;     /* an undirected graph is written row by row, too, and e is the entry of a row */
    bool vertices; /* all vertices come first, then the edges; put_vertex is not NULL */
};

kg_status kg__piece_room(kg__piece *p, size_t bytes);

static inline void kg__put(kg__piece *p, const char *text, size_t length)
{
    memcpy(p->text + p->used, text, length);
    p->used += length;
}

/* Puts a value after a separator; there is room for it. */
static inline void kg__put_value(kg__piece *p, char separator, double value)
{
    p->text[p->used++] = separator;
    p->used = (size_t)(kg__print_double(p->text + p->used, value) - p->text);
}

/* The name of a vertex; NULL: names are numbers. length: [out] its bytes. */
static inline const char *kg__name_text(const kg_graph *graph, kg_vertex v, size_t *length)
{
    const kg__names *names = graph->names;

    if (!names || !names->text)
        return NULL;
    *length = (size_t)(names->begin[v + 1] - names->begin[v]);
    return names->text + names->begin[v];
}

/* Puts a vertex' name, and leaves room for a value and punctuation. */
kg_status kg__put_name(kg__piece *p, const kg_graph *graph, kg_vertex v);

/* Fails if a vertex without edges would be lost in a format, where each line is an edge. */
kg_status kg__check_isolated(kg_graph *graph, const char *shown);

/* Fails if a name is not UTF-8, or has a zero byte. */
kg_status kg__check_utf8(const kg_graph *graph, const char *shown);

/* Writes each vertex and edge. If the graph is undirected, writes only the edges, unless w->rows or
 * w->vertices. */
kg_status kg__write_items(kg__text_writer *w);

#endif
