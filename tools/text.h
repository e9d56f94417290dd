/* Text for output: a buffer that grows, fast numbers and names. */
#ifndef KG_TOOLS_TEXT_H
#define KG_TOOLS_TEXT_H

#include <konig/konig.h>
#include <stdbool.h>
#include <string.h>

/* All zero: empty. Running out of memory is remembered, and what is put from then on is dropped. */
struct text {
    char *bytes;
    size_t used, room;
    bool failed;
};

/* What text_reserve() calls where there is too little room. */
bool text_grow(struct text *text, size_t more);

/* Makes room for that many more bytes. Whoever gets true may write them at bytes + used. */
static inline bool text_reserve(struct text *text, size_t more)
{
    return text->room - text->used >= more ? !text->failed : text_grow(text, more);
}

static inline void text_put(struct text *text, const char *bytes, size_t length)
{
    if (!length || !text_reserve(text, length))
        return;
    memcpy(text->bytes + text->used, bytes, length);
    text->used += length;
}

void text_string(struct text *text, const char *string);
/* A field of CSV in double quotes, each of its own double quotes twice. */
void text_quoted(struct text *text, const char *bytes, size_t length);
void text_number(struct text *text, uint64_t number);
void text_real(
    struct text *text, double number); /* the shortest of 15 or 17 digits that is exact */
void text_format(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A name as messages show it, at most 63 bytes, in memory of the block that this stands in. */
#define SHOW(text, length) kg_text_show((char[64]){0}, 64, text, length)

/* The same of a vertex' name. */
#define NAME_SHOWN(graph, vertex) name_show((char[64]){0}, graph, vertex)
const char *name_show(char shown[64], const kg_graph *graph, kg_vertex vertex);

/* A vertex' name as it is, or as messages show it. */
void text_name(struct text *text, const kg_graph *graph, kg_vertex vertex);
void text_name_shown(struct text *text, const kg_graph *graph, kg_vertex vertex);

/* The names of up to NAMES vertices, looked up together so that their cache misses overlap. */
enum { NAME_BYTES = 24, NAMES = 128 }; /* NAME_BYTES: of a name that is a number */

struct names {
    const char *name[NAMES];
    size_t length[NAMES];
    char number[NAMES][NAME_BYTES];
};

void names_look_up(
    struct names *names, const kg_graph *graph, const kg_vertex *vertex, size_t count);

/* The names of any number of vertices, each with `after` behind it: at most 8 bytes. */
void text_names(struct text *text, const kg_graph *graph, const kg_vertex *vertex, size_t count,
    const char *after);

/* Any number of edge ids in the same way. */
void text_edges(struct text *text, const kg_edge *edge, size_t count, const char *after);

/* Names as fields between tabs: one with a control character, or that begins with a quote, stands
 * in quotes, with \\ \" \t \n \r and \xHH in it. Whether the graph has such a name, and one
 * field. */
bool text_has_quoted(const kg_graph *graph, int threads);
void text_field(struct text *text, const kg_graph *graph, kg_vertex vertex);

/* The columns of an edge that were kept: for each a tab and such a field, or an empty one. */
void text_kept(struct text *text, const kg_graph *graph, kg_edge edge);

/* Bytes of the UTF-8 character that text begins with: 1 to 4, or 0 where it is none. */
size_t utf8_length(const char *text, size_t length);

/* Writes and empties the buffer. KG_MEMORY if it had failed. */
kg_status text_flush(struct text *text, kg_output *output);

/* The row that an edge lies in: its source. */
kg_vertex row_of_edge(const kg_edge *row, kg_vertex n, kg_edge edge);

#endif
