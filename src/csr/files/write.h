/* The writers: each has a row in the table of formats. */
#ifndef KG_WRITE_H
#define KG_WRITE_H

#include "../../io/output.h"
#include "../csr.h"

/* A .kcsr file's first bytes: a carriage return and an end-of-file mark show what a transfer as
 * text would do to it. */
#define KG__KCSR_MAGIC "\x89KCSR\r\n\x1a"

/* The tag of a header of GFA that says that each link is an edge, even if others equal it. */
#define KG__GFA_PARALLEL "kp:i:1"

/* path: the name under which the file may be read later; it decides only about a mark. */
kg_status kg__write_edges(kg_output *output, kg_graph *graph, const char *path);
kg_status kg__write_adjacency(kg_output *output, kg_graph *graph, const char *path);
kg_status kg__write_mtx(kg_output *output, kg_graph *graph, const char *path);
kg_status kg__write_dimacs(kg_output *output, kg_graph *graph, const char *path);
kg_status kg__write_gfa(kg_output *output, kg_graph *graph, const char *path);
kg_status kg__write_gml(kg_output *output, kg_graph *graph, const char *path);
kg_status kg__write_pajek(kg_output *output, kg_graph *graph, const char *path);
kg_status kg__write_graph6(kg_output *output, kg_graph *graph, const char *path);
kg_status kg__write_json(kg_output *output, kg_graph *graph, const char *path);
kg_status kg__write_graphml(kg_output *output, kg_graph *graph, const char *path);
kg_status kg__write_metis(kg_output *output, kg_graph *graph, const char *path);
/* path: its extension chooses commas or tabs. */
kg_status kg__write_csv(kg_output *output, kg_graph *graph, const char *path);
kg_status kg__write_kcsr(kg_output *output, kg_graph *graph);

#endif
