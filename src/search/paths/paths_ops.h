/*
 * The search of distances: its data, and the table of what a backend does for it.
 *
 * Distances are defined by value (konig/distances.h), and every search below ends with exactly
 * these, in whatever order it works. A search keeps for each vertex the length of some path to it.
 * It ends when no edge can shorten one: d(v) <= d(u) + l for each edge from u to v of length l,
 * where + rounds. As l >= 0, this sum never falls when d(u) rises, and it is never less than d(u).
 * Edge by edge along any path, d of a vertex is therefore at most that path's sum up to it. So d is
 * the least of the sums of all paths.
 */
#ifndef KG_PATHS_OPS_H
#define KG_PATHS_OPS_H

#include "lengths.h"
#include <math.h>

struct kg__paths_work;

/*
 * The vertices that a search has reached, if it keeps a list of them. With the list, a search that
 * ends early costs only the part that it reaches, however large the graph is.
 */
typedef struct kg__reached {
    bool all;          /* there is no list: any vertex may have been reached */
    kg_vertex *vertex; /* [count] each vertex once */
    uint64_t count, room;
} kg__reached;

/* The number of vertices to look at, and the i-th of them. */
static inline uint64_t kg__reached_count(const kg__reached *r, uint64_t n)
{
    return r->all ? n : r->count;
}

static inline uint64_t kg__reached_at(const kg__reached *r, uint64_t i)
{
    return r->all ? i : r->vertex[i];
}

/* Makes distance, like the function `search` below. */
typedef kg_status kg__paths_search(struct kg__paths_work *w, void *with);

typedef struct kg__paths_work {
    kg_context *ctx;
    kg_graph *graph;      /* the graph of the tree */
    kg__lengths *lengths; /* the lengths of graph */

    kg_graph *along; /* the graph whose rows the search follows: graph, or its reverse */
    kg__lengths *along_lengths;
    bool pull; /* the row of a vertex in graph has the edges into it: graph is undirected, or paths
                  lead towards the sources */

    const kg_vertex *source, *goal;
    uint64_t sources, goals; /* goals 0: none were given */
    double limit;

    double *distance;  /* [n] on the host */
    kg_edge *entry;    /* [n] on the host */
    kg_vertex *parent; /* [n] on the host */
    bool is_clean;     /* distance, entry and parent say of all vertices that they were not
                          reached */
    kg__reached *reached;

    kg__paths_search *search; /* replaces the backend's search; or NULL */
    void *with;               /* the argument of `search` */

    void *state; /* the backend's own, from search to finish */
} kg__paths_work;

/* Notes, on one thread, that a vertex is reached. Drops the list if it grows to a large part of all
 * vertices. */
kg_status kg__paths_note(kg__paths_work *w, kg_vertex v);

/* Both functions name their stages for --timing. */

/* Makes distance; INFINITY for vertices that are farther than the limit or the farthest goal.
 * n > 0. The function may keep a list of the vertices that it reached; entry and parent are then
 * reset when it ends. */
#define decl_paths_search(name) kg_status name(kg__paths_work *w)

/* Makes entry and parent. entry[v] is the smallest entry of graph's rows whose edge into v is tight
 * and not level, else KG_NO_EDGE. parent[v] is the vertex at its other end, else KG_NO_VERTEX. */
#define decl_paths_tree(name) kg_status name(kg__paths_work *w)

/* Frees the memory of the two functions. */
#define decl_paths_finish(name) void name(kg__paths_work *w)

#define KG__PATHS_FUNCTIONS(X)                                                                     \
    X(paths, search)                                                                               \
    X(paths, tree)                                                                                 \
    X(paths, finish)

typedef struct kg__paths_ops {
    KG__PATHS_FUNCTIONS(KG__POINTER)
} kg__paths_ops;

KG__PATHS_FUNCTIONS(KG__PROTOTYPES)

/* The current backend's row of the table. */
const kg__paths_ops *kg__paths(const kg_context *ctx);

#endif
