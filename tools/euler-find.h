/* The euler-find tool: what its command line asks for, and the printing of the answer. */
#ifndef KG_TOOLS_EULER_FIND_H
#define KG_TOOLS_EULER_FIND_H

#include "common.h"

enum walk_format { WALK, LINES, EDGES, JSON, SPELL, FASTA, GFA, STEPS_CSV };

struct euler {
    struct tool tool;
    const char *path, *start;
    enum walk_format format;
    bool format_given;
    kg_read_options read;
    kg_euler_options find;
    const char *dot, *picture; /* files to draw the answer to, or NULL */
};

/* Writes the walk where and as it was asked for, and under --json the summary. Collective over
 * ranks. part: NULL, or the graph is its shape. */
kg_status write_answer(struct euler *euler, kg_graph *graph, kg_part *part, kg_euler *found);

/* Says why there is no answer: on stderr as a line, on stdout as JSON where that is asked for. end:
 * of the witness' two edges, if it has them. */
kg_status report_no(
    struct euler *euler, kg_graph *graph, const kg_euler_witness *why, const kg_vertex end[4]);

/* Whether no rank needs all of the graph for what is asked. */
bool wants_part(const struct euler *euler);

/* Finds and writes the answer over ranks, of which each reads a part of the file. KG_UNSUPPORTED:
 * the graph is none that ranks read in parts. */
kg_status find_in_part(struct euler *euler);

#endif
