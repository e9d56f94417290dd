/* The answer of kg_graph_distances(), and the functions that make it. */
#ifndef KG_PATHS_DISTANCES_H
#define KG_PATHS_DISTANCES_H

#include "paths_ops.h"
#include <konig/distances.h>

/*
 * The arrays of an answer. If the search ended early, the graph keeps them when the answer is
 * destroyed, and the entries that the search wrote are reset. The next such search then need not
 * initialise arrays of n elements.
 */
typedef struct kg__arrays {
    kg__derived derived; /* kept with the graph */
    double *length;      /* [n] */
    kg_edge *edge;       /* [n] */
    kg_vertex *parent;   /* [n] */
    kg__reached reached; /* the vertices whose elements may have been written; all others are
                            unreached */
    bool is_kept;        /* by the graph */
    bool is_lent;        /* to an answer */
    bool is_orphan;      /* the graph is destroyed, and the answer frees the arrays */
} kg__arrays;

/* Lends arrays for an answer, kept or new ones, and takes them back. arrays: may be NULL. */
kg_status kg__arrays_lend(kg__arrays **arrays, kg_graph *graph, bool ends_early);
void kg__arrays_return(kg_context *ctx, kg__arrays *arrays);

struct kg_distances {
    kg_context *ctx;
    kg_graph *graph;
    bool towards;
    kg__arrays *arrays; /* own the next three */
    double *length;     /* [n] */
    kg_edge *edge;      /* [n] */
    kg_vertex *parent;  /* [n] */
    kg_vertex *nearest; /* [n], made on first use */
    uint64_t reached;
    kg_edge *path_edge; /* the last path that was asked for */
    kg_vertex *path_step;
    uint64_t path_room[2];
};

/* As kg_graph_distances(), but by `search`, which gets `with`; by the backend's own search if
 * `search` is NULL. */
kg_status kg__distances_by(kg_distances **distances, kg_graph *graph, const kg_vertex *source,
    uint64_t sources, const kg_distances_options *options, kg__paths_search *search, void *with);

/* Checks that vertices of an argument, named `what` in the message, are in the graph. */
kg_status kg__paths_check_vertices(
    const kg_graph *graph, const char *what, const kg_vertex *vertex, uint64_t count);

/* Checks the arguments of a search: KG_ARGUMENT, or KG_UNSUPPORTED for a bidirected graph. */
kg_status kg__paths_check_options(const kg_graph *graph, const kg_vertex *source, uint64_t sources,
    const kg_distances_options *o);

/* Lists each of `many` vertices, all below n, once, in order of its first place. to: [out] [count],
 * also on failure. */
kg_status kg__paths_distinct(kg_context *ctx, kg_vertex **to, uint64_t *count,
    const kg_vertex *from, uint64_t many, uint64_t n);

/* Completes entry and parent of the vertices whose tight edges are all level. */
kg_status kg__paths_level(kg__paths_work *w);

/*
 * Checks an answer by its definition, with code that shares nothing with the search: no edge can
 * shorten a distance, and the tree's edges add up to the distances and lead back to sources.
 * Returns KG_INTERNAL with a text that says what is wrong. source, options: those of the call.
 */
kg_status kg__verify_distances(const kg_distances *d, const kg_vertex *source, uint64_t sources,
    const kg_distances_options *options);

#endif
