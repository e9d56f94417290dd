/* The JSON document on standard output with all that was asked for, which need not fit memory. */
#ifndef KG_TOOLS_DOCUMENT_H
#define KG_TOOLS_DOCUMENT_H

#include "common.h"

/* All zero but tool: nothing is written yet. Members go to the text, between two calls. */
struct document {
    struct tool *tool;
    struct text text;
    kg_output *output;
};

/* Whether standard output gets the whole answer as a document: --json without -o. */
bool document_wanted(const struct tool *tool);

/* A usage error where it would, for a command whose answer no document holds: `what` says it. */
void document_refuse(struct command_line *line, const struct tool *tool, const char *what);

kg_status document_open(struct document *document);

/* Members of a list that is open: row i begins with a comma unless i is 0. */
kg_status document_rows(
    struct document *document, uint64_t count, tool_rows_fn *format, const void *user);

/* A list as a member, from its opening bracket to its closing one. */
kg_status document_list(struct document *document, const char *key, uint64_t count,
    tool_rows_fn *format, const void *user);

/* Writes the statistics and the end, and closes. */
kg_status document_close(struct document *document);

/* Frees what it holds, written or not. */
void document_drop(struct document *document);

#endif
