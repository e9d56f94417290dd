/*
 * Euler circuits and paths: a walk that uses every edge of a multigraph exactly once. Where there
 * is none, trails: the fewest walks that do so together.
 *
 * kg_euler_find() looks for one. Where there is none it returns KG_NO_SOLUTION and an answer
 * without a walk, of which kg_euler_why() has the witness and kg_context_message() the same in
 * words.
 *
 * In an undirected graph a walk takes an edge in either direction, and so it does in a bidirected
 * one, where what comes to a vertex on one side leaves it on the other (konig/graph.h). The entries
 * of their walks are half-edges: 2e where edge e is walked from the end that was named first, 2e +
 * 1 where it is walked from the other.
 *
 * Glossary
 * - balanced: every vertex has as many in-edges as out-edges; of an undirected graph an even
 *   degree, of a bidirected one as many half-edges on its plus side as on its minus side.
 * - initial circuits: at each vertex the i-th in-edge is followed by the i-th out-edge, which
 *   partitions the edges of a balanced graph into circuits. They are then joined into one.
 * - label of a circuit: its smallest edge id.
 * - slot: the place of an edge in its row. Two circuits meet where neighbouring slots of a row are
 *   theirs.
 * - link: a pair of such slots. Circuits joined by links are the circuit graph.
 * - swip: the exchange of the edges that follow at a link, which makes one circuit of two.
 */
#ifndef KONIG_EULER_H
#define KONIG_EULER_H

#include <konig/device.h>
#include <konig/graph.h>
#include <konig/part.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct kg_euler kg_euler;

typedef enum kg_euler_kind {
    KG_EULER_ANY = 0,     /* a circuit if there is one, else a path */
    KG_EULER_CIRCUIT = 1, /* ends where it begins */
    KG_EULER_PATH = 2,    /* ends elsewhere: exactly one vertex has one out-edge too many */
    KG_EULER_TRAILS = 3 /* the fewest walks that together use every edge once: any graph has them */
} kg_euler_kind;

typedef struct kg_euler_options {
    kg_euler_kind kind;
    int has_start;   /* the walk is to begin with the first out-edge of vertex `start`; 0: a circuit
                        begins with edge 0, a path with any edge of its first vertex, though always
                        the same */
    kg_vertex start; /* 0..n-1, a vertex that has out-edges; 0 unless has_start is set, which it
                        must not be for trails */
    int skip_verify; /* leave out stage 8, the independent check of the answer */
    int random;      /* draw the walk uniformly at random, see below; not for trails */
    uint64_t seed;   /* of the random walk; 0 unless random is set */
} kg_euler_options;

#define KG_EULER_OPTIONS_INIT KG_ZERO

/*
 * Finds an Euler circuit or path in O(n + m) work.
 *
 * euler    [out] the answer, with KG_NO_SOLUTION the witness; else NULL. Destroy with
 *          kg_euler_destroy().
 * graph    [in] must outlive *euler. Isolated vertices are ignored. A graph without edges has the
 *          empty circuit.
 * options  [in] may be NULL: the defaults.
 * Returns KG_OK; KG_NO_SOLUTION (there is none: kg_euler_why() and the message say why);
 * KG_ARGUMENT (no such kind; the start is no vertex, has no out-edge, is not where the path must
 * start, or is given without has_start); KG_UNSUPPORTED (a random walk of a graph that is not
 * directed); KG_MEMORY; KG_OVERFLOW; KG_INTERNAL (the verification failed: a bug).
 *
 * A path that was given its start begins with another out-edge of it only where no Euler path
 * begins with the first. Looking for that takes a pass over the walk on the host.
 *
 * A random walk is one of all that there are, each with the same chance but for 2^-32 of it. Edges
 * count as different even where they are parallel; so sequences of vertices have equal chances,
 * too, as far as begin and end are given. What "all" are:
 * - a path: all Euler paths;
 * - a circuit with has_start: all walks round that begin at `start`, with any of its edges;
 * - a circuit without: all Euler circuits as cycles, in which no edge is the first; it is told from
 *   edge 0 on.
 * It is drawn on the host by one thread, in O(n + m) and besides in as many steps as a random walk
 * takes on average to a vertex and back, which is near m on random graphs and m^2 on a long band.
 * Source: D. Kandel, Y. Matias, R. Unger, P. Winkler, "Shuffling biological sequences", Discrete
 * Applied Mathematics 71, 1996, with D. Wilson's arborescences. For undirected and bidirected
 * graphs no such method is known: KG_UNSUPPORTED.
 *
 * In a joined context (konig/comm.h) this call is collective: each rank has the same graph, whole,
 * and works on a part of it, and each gets its share of the walk. What the pipeline needs besides
 * the graph is cut into parts, too, but for trails, whose circuit rank 0 puts together to cut it,
 * and for a path from a given start that does not begin with that one's first edge. Of ranks on
 * GPUs each brings its part of the graph to its GPU, and keeps its share of the walk there, but
 * for trails. No ranks draw random walks: KG_UNSUPPORTED.
 *
 * The answer is a function of the graph and the options alone: not of backend, thread count or
 * ranks.
 */
kg_status kg_euler_find(kg_euler **euler, kg_graph *graph, const kg_euler_options *options);
void kg_euler_destroy(kg_euler *euler);

/*
 * The same for a graph that no rank has whole (konig/part.h), circuits and paths. Collective; each
 * rank gets its share of the walk, and needs about 45 bytes for each of its edges.
 *
 * part     [in] must outlive *euler
 * Returns as kg_euler_find(); KG_UNSUPPORTED (trails, a start, a random walk).
 */
kg_status kg_euler_find_part(kg_euler **euler, kg_part *part, const kg_euler_options *options);

/* Says that a walk of about so many edges will be asked for, once the graph is read. Where the
 * context's device is "auto", and a GPU would be chosen for that, a thread starts the GPU
 * meanwhile. */
void kg_euler_expect(kg_context *context, uint64_t edges);

/* KG_EULER_CIRCUIT, KG_EULER_PATH or, where they were asked for, KG_EULER_TRAILS; KG_EULER_ANY
 * where there is none. O(1). */
kg_euler_kind kg_euler_found(const kg_euler *euler);

/*
 * The walk.
 *
 * walk  [out] [m], in a joined context [count of kg_euler_share()], edge ids, or half-edges, in
 *       their order, host memory, lent; NULL on failure, and where there are none perhaps.
 * Returns KG_OK; KG_NO_SOLUTION (there is none); KG_MEMORY; KG_DEVICE. O(m) the first time where a
 * GPU found it, O(1) else.
 */
kg_status kg_euler_walk(kg_euler *euler, const kg_edge **walk);

/*
 * Which part of the walk kg_euler_walk() and kg_euler_walk_device() lend: all of it, but in a
 * joined context (konig/comm.h) entries m * r / P to m * (r + 1) / P - 1 on rank r of P. O(1).
 *
 * first, count  [out]
 * Returns KG_OK.
 */
kg_status kg_euler_share(const kg_euler *euler, uint64_t *first, uint64_t *count);

/*
 * Makes the walk whole on rank 0, which then lends all of it; the other ranks go on lending their
 * share. A second call does nothing. What kg_euler_walk() has lent before stays; what
 * kg_euler_walk_device() has lent must have been given back, and is gone on rank 0. Collective,
 * among the ranks that found the walk: no context may have left their comm or joined another. O(m)
 * on rank 0.
 *
 * Returns KG_OK; KG_NO_SOLUTION (there is no walk); KG_ARGUMENT (it is lent on some rank's GPU; it
 * was found by another number of ranks); KG_MEMORY; as konig/comm.h says.
 */
kg_status kg_euler_collect(kg_euler *euler);

/*
 * The walk in the memory of the GPU that found it, as konig/device.h has it. The caller may write
 * to it: then it is no longer what was found.
 *
 * euler    [in] with a walk.
 * walk     [out] [m], in a joined context [count of kg_euler_share()], edge ids, or half-edges,
 *          lent; NULL on failure, and where there are none perhaps.
 * options  [in] may be NULL: the defaults.
 * Returns KG_OK; KG_NO_SOLUTION (there is none); KG_UNSUPPORTED (it was found in host memory);
 * KG_ARGUMENT, KG_MEMORY, KG_DEVICE. O(1), but for trails, which are brought there in O(m).
 */
kg_status kg_euler_walk_device(kg_euler *euler, kg_edge **walk, const kg_device_options *options);

/* What one call of kg_euler_walk_device() lent is used by no work but what the stream was given so
 * far. Returns as kg_graph_return_device(). */
kg_status kg_euler_return_device(kg_euler *euler, const kg_device_options *options);

/*
 * The trails, which stand in the walk one behind the other. O(1).
 *
 * begin  [out] [count + 1] where each begins in the walk, and its length at last; lent. May be
 *        NULL.
 * count  [out] may be NULL. A circuit or path is one trail, the empty circuit none.
 * Returns KG_OK; KG_NO_SOLUTION (there is no walk).
 *
 * Their number is the least possible: the sum over all vertices of the difference of out- and
 * in-degree, or of plus and minus degree, or 1 for each odd degree of an undirected graph, halved,
 * and one for each component that has edges and no such vertex. The trails are in the order of
 * their smallest edges. One that could go on from its end to its beginning begins with its smallest
 * edge, walked, where edges have no direction, from the end that was named first. Another one,
 * where it can be walked from either end, begins at the end that is the smaller vertex, or else the
 * smaller half-edge.
 */
kg_status kg_euler_trails(const kg_euler *euler, const uint64_t **begin, uint64_t *count);

typedef enum kg_euler_unique {
    KG_EULER_PERHAPS = 0, /* not known */
    KG_EULER_ONLY = 1,    /* the only walk */
    KG_EULER_SEVERAL = 2  /* one of several */
} kg_euler_unique;

/*
 * Whether other Euler walks of the graph pass other vertices, or pass them in another order; where
 * a circuit begins does not count, and, where edges have no direction, which way it is walked. So
 * it says whether what a walk of words spells is the only sequence that has these words. It is not
 * known for graphs of unitigs, for trails, for circuits of edges each of which is there twice or at
 * a vertex of more than 64, and where all that could be walked backwards reads alike from both
 * ends.
 * O(n + m), on one thread.
 *
 * kg_euler_count_circuits() answers this for directed graphs as well, and always: from how many
 * sequences there are, for which it needs a determinant. They stay two: one looks at a walk of any
 * kind of graph, of any size, the other counts. Where this one knows, both say the same.
 *
 * unique  [out] KG_EULER_PERHAPS on failure.
 * graph   [in] whose answer *euler is.
 * Returns KG_OK; KG_NO_SOLUTION (there is no walk); KG_ARGUMENT (this rank has but a share of the
 * walk: kg_euler_collect() makes it whole on rank 0); KG_MEMORY.
 */
kg_status kg_euler_is_unique(kg_euler_unique *unique, kg_euler *euler, kg_graph *graph);

/*
 * Why trails cannot be fewer: there are missing / 2 + balanced of them. O(n + m).
 *
 * missing   [out] the sum over all vertices of the difference of out- and in-degree, or of plus and
 *           minus degree, or 1 for each odd degree where a vertex has no sides.
 * balanced  [out] components that have edges and no such vertex.
 * Returns KG_OK, KG_ARGUMENT, KG_MEMORY.
 */
kg_status kg_euler_missing(kg_graph *graph, uint64_t *missing, uint64_t *balanced);

/* How many initial circuits were joined; also where there is no walk, as far as that was counted.
 * */
uint64_t kg_euler_initial_circuits(const kg_euler *euler);

/* Why there is no answer. */
typedef enum kg_euler_reason {
    KG_EULER_EXISTS = 0,
    KG_EULER_UNBALANCED = 1,   /* in- and out-degrees differ where they must not */
    KG_EULER_DISCONNECTED = 2, /* two edges lie in different weak components */
    KG_EULER_IS_CIRCUIT = 3    /* a path was asked for, and every vertex is balanced */
} kg_euler_reason;

enum { KG_EULER_WITNESSES = 10 };

typedef struct kg_euler_witness {
    kg_euler_reason reason;
    uint64_t count;  /* UNBALANCED: vertices whose degrees differ */
    unsigned listed; /* of them listed here: the smallest ids */
    kg_vertex vertex[KG_EULER_WITNESSES];
    uint64_t out_degree[KG_EULER_WITNESSES]; /* or plus degree, or degree */
    uint64_t in_degree[KG_EULER_WITNESSES];  /* or minus degree, or degree */
    kg_edge edge[2];     /* DISCONNECTED: edge 0 and the smallest edge not connected with it */
    uint64_t components; /* DISCONNECTED: weak components that have edges */
} kg_euler_witness;

/* Where to look when kg_euler_find() says KG_NO_SOLUTION. Lent; never NULL for an answer. With a
 * walk the reason is KG_EULER_EXISTS. */
const kg_euler_witness *kg_euler_why(const kg_euler *euler);

/*
 * Checks a walk by definition: every edge once, each ends where the next begins, and as a circuit
 * the last ends where the first begins. Shares no code with the search. O(m).
 *
 * graph  [in]
 * walk   [in] [m] edge ids, any numbers; may be NULL where m is 0.
 * kind   [in] KG_EULER_CIRCUIT or KG_EULER_PATH.
 * Returns KG_OK, or KG_NO_SOLUTION with the first offence as the context's message; KG_ARGUMENT
 * (another kind); KG_MEMORY.
 */
kg_status kg_euler_verify(kg_graph *graph, const kg_edge *walk, kg_euler_kind kind);

/*
 * The same of trails, and that no fewer would do. O(n + m).
 *
 * graph  [in]
 * walk   [in] [m] edge ids, one trail behind the other; may be NULL where m is 0.
 * begin  [in] [count + 1] where each trail begins in the walk, any numbers.
 * Returns KG_OK, or KG_NO_SOLUTION with the first offence as the context's message; KG_ARGUMENT;
 * KG_MEMORY.
 */
kg_status kg_euler_verify_trails(
    kg_graph *graph, const kg_edge *walk, const uint64_t *begin, uint64_t count);

/*
 * The initial circuits. O(n + m).
 *
 * graph    [in]
 * circuit  [out] [m], the caller's, host memory: for each edge the label of its circuit. May be
 *          NULL where m is 0.
 * Returns KG_OK; KG_NO_SOLUTION (not every vertex is balanced); KG_MEMORY.
 */
kg_status kg_euler_circuits(kg_graph *graph, kg_edge *circuit);

/*
 * The circuit graph as a graph of its own: vertices are the initial circuits in order of their
 * labels, which are their names, and two circuits are joined by one edge from the smaller to the
 * larger where a row has them side by side. O(n + m) besides a sort.
 *
 * circuits  [out] destroy with kg_graph_destroy().
 * graph     [in]
 * Returns KG_OK; KG_NO_SOLUTION (not every vertex is balanced); KG_MEMORY; KG_OVERFLOW.
 */
kg_status kg_euler_circuit_graph(kg_graph **circuits, kg_graph *graph);

#ifdef __cplusplus
}
#endif
#endif
