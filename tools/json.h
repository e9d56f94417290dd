/*
 * JSON, written into a text. A key of NULL writes a bare value, as in an array. Commas come by
 * themselves: each value looks whether the text is empty or ends in an opening bracket, a comma or
 * a newline, behind which another document begins.
 */
#ifndef KG_TOOLS_JSON_H
#define KG_TOOLS_JSON_H

#include "text.h"

void json_open(struct text *text, const char *key, char bracket);
void json_close(struct text *text, char bracket);
void json_number(struct text *text, const char *key, uint64_t number);
void json_integer(struct text *text, const char *key, int64_t number);
void json_real(struct text *text, const char *key, double number); /* three decimals */
/* As it is, to the last bit; nan, inf and -inf, for which JSON has no numbers, as strings. */
void json_double(struct text *text, const char *key, double number);
void json_bool(struct text *text, const char *key, bool value);
void json_null(struct text *text, const char *key);

/* Bytes that are not UTF-8 become U+FFFD. */
void json_bytes(struct text *text, const char *key, const char *bytes, size_t length);
void json_string(struct text *text, const char *key, const char *string);

/* The columns of an edge or a vertex that were kept, as an object; null: a value is missing. Puts
 * nothing if the graph has no such columns. */
void json_kept(
    struct text *text, const char *key, const kg_graph *graph, kg_element element, uint64_t id);

/* A vertex' name, looked up or given. Behind U+FFFD, which stands for several things, its id tells
 * names apart: "x\ufffd #5". */
void json_name(struct text *text, const char *key, const kg_graph *graph, kg_vertex vertex);
void json_name_of(
    struct text *text, const char *key, const char *name, size_t length, kg_vertex vertex);

#endif
