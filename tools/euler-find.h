/* The euler-find tool: what its command line asks for, and the printing of the answer. */
#ifndef KG_TOOLS_EULER_FIND_H
#define KG_TOOLS_EULER_FIND_H

#include "common.h"

enum format { WALK, LINES, EDGES, JSON, SPELL, FASTA, GFA, FORMATS };

struct euler {
    struct tool tool;
    const char *path, *start;
    enum format format;
    bool format_given;
    kg_read_options read;
    kg_euler_options find;
    const char *dot, *picture; /* files to draw the answer to, or NULL */
};

/* Writes the walk where and as it was asked for, and under --json the summary. */
kg_status write_answer(struct euler *euler, kg_graph *graph, kg_euler *found);

#endif
