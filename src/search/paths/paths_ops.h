/*
 * The search of distances: its data, and the table of what a backend does for it.
 *
 * Distances are defined by value (konig/distances.h), and every search below ends with just these,
 * in whatever order it works. A search keeps for each vertex the length of some path to it, and
 * ends when no edge can shorten one: d(v) <= d(u) + l for each edge from u to v of length l, where
 * + rounds. As l >= 0, this sum never falls when d(u) rises, and is never less than d(u). So, edge
 * by edge along any path, d of a vertex is at most that path's sum up to it: d is the least of the
 * sums of all paths, and one of them.
 */
#ifndef KG_PATHS_OPS_H
#define KG_PATHS_OPS_H

#include "lengths.h"
#include <math.h>

struct kg__paths_work;

/*
 * The vertices that a search has reached, where it keeps a list of them: a search that ends early
 * is to cost what it reaches, however large the graph is.
 */
typedef struct kg__reached {
    bool all;          /* there is no list: any vertex may have been reached */
    kg_vertex *vertex; /* [count] each once */
    uint64_t count, room;
} kg__reached;

/* How many vertices are to be looked at, and the i-th of them. */
static inline uint64_t kg__reached_count(const kg__reached *r, uint64_t n)
{
    return r->all ? n : r->count;
}

static inline uint64_t kg__reached_at(const kg__reached *r, uint64_t i)
{
    return r->all ? i : r->vertex[i];
}

/* Makes distance as the function `search` below does. */
typedef kg_status kg__paths_search(struct kg__paths_work *w, void *with);

typedef struct kg__paths_work {
    kg_context *ctx;
    kg_graph *graph;      /* whose tree is made */
    kg__lengths *lengths; /* its own */

    kg_graph *along; /* whose rows the search follows: graph, or its reverse */
    kg__lengths *along_lengths;
    bool pull; /* the edge into a vertex stands in its own row of graph: an undirected one, or paths
                  that go towards the sources */

    const kg_vertex *source, *goal;
    uint64_t sources, goals; /* goals 0: none were given */
    double limit;

    double *distance;  /* [n] on the host */
    kg_edge *entry;    /* [n] on the host */
    kg_vertex *parent; /* [n] on the host */
    bool is_clean;     /* these three say of all vertices that they were not reached */
    kg__reached *reached;

    kg__paths_search *search; /* instead of the function; or NULL */
    void *with;               /* what it gets */

    void *state; /* the backend's, from search to finish */
} kg__paths_work;

/* Notes that a vertex is reached, by one thread. Of a large part of all there is no list. */
kg_status kg__paths_note(kg__paths_work *w, kg_vertex v);

/* Both name their stages for --timing. */

/* Makes distance; INFINITY for what is farther than the limit, or than the farthest goal. n > 0. It
 * may keep a list of what it reached; then entry and parent are clean when it ends. */
#define decl_paths_search(name) kg_status name(kg__paths_work *w)

/* Makes entry, for each vertex the smallest entry of graph's rows whose edge is tight and not
 * level, else KG_NO_EDGE; and parent, the vertex at its other end, else KG_NO_VERTEX. */
#define decl_paths_tree(name) kg_status name(kg__paths_work *w)

/* Frees what the two took. */
#define decl_paths_finish(name) void name(kg__paths_work *w)

#define KG__PATHS_FUNCTIONS(X)                                                                     \
    X(paths, search)                                                                               \
    X(paths, tree)                                                                                 \
    X(paths, finish)

typedef struct kg__paths_ops {
    KG__PATHS_FUNCTIONS(KG__POINTER)
} kg__paths_ops;

KG__PATHS_FUNCTIONS(KG__PROTOTYPES)

/* The row in force. */
const kg__paths_ops *kg__paths(const kg_context *ctx);

#endif
