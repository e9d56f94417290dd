/* Labels of edges: the lines of a file. */
#ifndef KG_TOOLS_LABELS_H
#define KG_TOOLS_LABELS_H

#include "common.h"

struct label_list {
    char *text;
    const char **begin; /* [m] each edge's label in text; empty: none */
};

/* Reads a whole file, or standard input if the path is "-", and drops a byte order mark. text:
 * [out] [*length + 1], ends with a zero; to be freed, on failure too. */
kg_status text_read(struct tool *tool, char **text, size_t *length, const char *path);

/* Reads a file of m lines. labels: to be freed, on failure too. */
kg_status labels_read(struct tool *tool, struct label_list *labels, const char *path, uint64_t m);

/* The second half of it: labels->text is [length + 1], and becomes the labels. path: for
 * messages. */
kg_status labels_split(
    struct tool *tool, struct label_list *labels, const char *path, size_t length, uint64_t m);

void labels_free(struct label_list *labels);

#endif
