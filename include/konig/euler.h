/*
 * Euler circuits and paths: a walk that uses every edge of a multigraph exactly once. If there is
 * none, trails: the fewest walks that together use every edge once.
 *
 * kg_euler_find() searches for a walk. If there is none, it returns KG_NO_SOLUTION and an answer
 * without a walk. kg_euler_why() then gives the witness, and kg_context_message() says the same in
 * words.
 *
 * In an undirected graph a walk takes an edge in either direction. So it does in a bidirected
 * graph, where a walk that comes to a vertex on one side leaves it on the other (konig/graph.h).
 * The entries of such walks are half-edges: 2e if edge e is walked from the end that was named
 * first, 2e + 1 if it is walked from the other.
 *
 * Glossary
 * - balanced: every vertex has as many in-edges as out-edges; in an undirected graph an even
 *   degree, in a bidirected graph as many half-edges on its plus side as on its minus side.
 * - initial circuits: at each vertex the i-th in-edge is followed by the i-th out-edge. This
 *   partitions the edges of a balanced graph into circuits, which are then joined into one.
 * - label of a circuit: its smallest edge id.
 * - slot: the place of an edge in its row. Two circuits meet if they have neighbouring slots of a
 *   row.
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
    KG_EULER_ANY = 0,     /* a circuit if there is one, otherwise a path */
    KG_EULER_CIRCUIT = 1, /* ends where it begins */
    KG_EULER_PATH = 2,    /* ends elsewhere: exactly one vertex has one out-edge too many */
    KG_EULER_TRAILS = 3 /* the fewest walks that together use every edge once: any graph has them */
} kg_euler_kind;

typedef struct kg_euler_options {
    kg_euler_kind kind;
    int has_start;   /* the walk begins with the first out-edge of vertex `start`; 0: a circuit
                        begins with edge 0, a path with any edge of its first vertex, though always
                        the same */
    kg_vertex start; /* 0..n-1, a vertex that has out-edges; 0 unless has_start is set. has_start
                        must not be set for trails */
    int skip_verify; /* leave out stage 8, the independent check of the answer */
    int random;      /* draw the walk uniformly at random, see below; not for trails */
    uint64_t seed;   /* of the random walk; 0 unless random is set */
} kg_euler_options;

#define KG_EULER_OPTIONS_INIT KG_ZERO

/*
 * Finds an Euler circuit or path in O(n + m) work.
 *
 * euler    [out] the answer, or the witness with KG_NO_SOLUTION; otherwise NULL. Destroy with
 *          kg_euler_destroy().
 * graph    [in] must outlive *euler. Isolated vertices are ignored. A graph without edges has the
 *          empty circuit.
 * options  [in] may be NULL: the defaults.
 * Returns KG_OK; KG_NO_SOLUTION (there is none: kg_euler_why() and the message say why);
 * KG_ARGUMENT (no such kind; the start is no vertex, has no out-edge, is not where the path must
 * start, or is given without has_start); KG_UNSUPPORTED (a random walk of a graph that is not
 * directed); KG_MEMORY; KG_OVERFLOW; KG_INTERNAL (the verification failed: a bug).
 *
 * If a start is given, a path begins with its first out-edge. It begins with another out-edge only
 * if no Euler path begins with the first. To find out takes a pass over the walk on the host.
 *
 * A random walk is drawn from all walks. Each has the same probability, up to a relative error of
 * 2^-32. Parallel edges count as different. So sequences of vertices have equal probabilities, too,
 * if their first and last vertex are given. "All walks" means:
 * - for a path: all Euler paths;
 * - for a circuit with has_start: all closed walks that begin at `start`, with any of its edges;
 * - for a circuit without has_start: all Euler circuits as cycles, in which no edge is the first;
 *   the answer is written from edge 0 on.
 * One thread draws the walk on the host, in O(n + m) and, besides, in as many steps as a random
 * walk takes on average to a vertex and back. This is near m on random graphs and m^2 on a long
 * band.
 * Source: D. Kandel, Y. Matias, R. Unger, P. Winkler, "Shuffling biological sequences", Discrete
 * Applied Mathematics 71, 1996, with D. Wilson's arborescences. For undirected and bidirected
 * graphs no such method is known: KG_UNSUPPORTED.
 *
 * In a joined context (konig/comm.h) this call is collective. Each rank has the same graph, whole,
 * works on a part of it, and gets its share of the walk. The other data of the pipeline is cut into
 * parts, too, with two exceptions. Rank 0 assembles the circuit of trails, to cut it, and a path
 * from a given start that does not begin with the first edge of this start. On GPUs, each rank
 * copies its part of the graph to its GPU, and keeps its share of the walk there, except for
 * trails. Random walks are not supported with ranks: KG_UNSUPPORTED.
 *
 * The answer depends only on the graph and the options: not on backend, thread count or ranks.
 */
kg_status kg_euler_find(kg_euler **euler, kg_graph *graph, const kg_euler_options *options);
void kg_euler_destroy(kg_euler *euler);

/*
 * The same for a graph of which each rank holds only a part (konig/part.h): circuits and paths.
 * Collective. Each rank gets its share of the walk, and needs about 45 bytes for each of its edges.
 *
 * part     [in] must outlive *euler
 * Returns as kg_euler_find(); KG_UNSUPPORTED (trails, a start, a random walk).
 */
kg_status kg_euler_find_part(kg_euler **euler, kg_part *part, const kg_euler_options *options);

/* Announces that a walk of about `edges` edges will be asked for once the graph is read. If the
 * context's device is "auto", and a GPU would be chosen for that, a thread starts the GPU
 * meanwhile. */
void kg_euler_expect(kg_context *context, uint64_t edges);

/* Returns KG_EULER_CIRCUIT, KG_EULER_PATH or, if trails were asked for, KG_EULER_TRAILS;
 * KG_EULER_ANY if there is no walk. O(1). */
kg_euler_kind kg_euler_found(const kg_euler *euler);

/*
 * The walk.
 *
 * walk  [out] [m], in a joined context [count of kg_euler_share()], edge ids, or half-edges, in
 *       their order, host memory, lent; NULL on failure, and possibly if it has no entries.
 * Returns KG_OK; KG_NO_SOLUTION (there is none); KG_MEMORY; KG_DEVICE. O(m) the first time if a GPU
 * found it, otherwise O(1).
 */
kg_status kg_euler_walk(kg_euler *euler, const kg_edge **walk);

/*
 * The part of the walk that kg_euler_walk() and kg_euler_walk_device() lend: all of it, except in a
 * joined context (konig/comm.h) entries m * r / P to m * (r + 1) / P - 1 on rank r of P. O(1).
 *
 * first, count  [out]
 * Returns KG_OK.
 */
kg_status kg_euler_share(const kg_euler *euler, uint64_t *first, uint64_t *count);

/*
 * Makes the walk whole on rank 0, which then lends all of it. The other ranks continue to lend
 * their share. A second call does nothing. Arrays that kg_euler_walk() has lent before stay. Arrays
 * that kg_euler_walk_device() has lent must have been given back, and are freed on rank 0.
 * Collective, among the ranks that found the walk: no context may have left their comm or joined
 * another. O(m) on rank 0.
 *
 * Returns KG_OK; KG_NO_SOLUTION (there is no walk); KG_ARGUMENT (it is lent on some rank's GPU; it
 * was found by another number of ranks); KG_MEMORY; as konig/comm.h says.
 */
kg_status kg_euler_collect(kg_euler *euler);

/*
 * The walk in the memory of the GPU that found it, under the rules of konig/device.h. The caller
 * may write to it; then it is no longer the answer.
 *
 * euler    [in] with a walk.
 * walk     [out] [m], in a joined context [count of kg_euler_share()], edge ids, or half-edges,
 *          lent; NULL on failure, and possibly if it has no entries.
 * options  [in] may be NULL: the defaults.
 * Returns KG_OK; KG_NO_SOLUTION (there is none); KG_UNSUPPORTED (it was found in host memory);
 * KG_ARGUMENT, KG_MEMORY, KG_DEVICE. O(1), except for trails, which are copied there in O(m).
 */
kg_status kg_euler_walk_device(kg_euler *euler, kg_edge **walk, const kg_device_options *options);

/* Ends one loan of kg_euler_walk_device(): only work that the stream has been given so far may
 * still use the walk. Returns as kg_graph_return_device(). */
kg_status kg_euler_return_device(kg_euler *euler, const kg_device_options *options);

/*
 * The trails, which are in the walk one after the other. O(1).
 *
 * begin  [out] [count + 1] where each begins in the walk, and finally the walk's length; lent. May
 *        be NULL.
 * count  [out] may be NULL. A circuit or path is one trail, the empty circuit none.
 * Returns KG_OK; KG_NO_SOLUTION (there is no walk).
 *
 * Their number is the least possible. It is half of a sum over all vertices, plus one for each
 * component that has edges and adds nothing to this sum. A vertex adds the difference of its out-
 * and in-degree, or of its plus and minus degree, or, in an undirected graph, 1 if its degree is
 * odd. The trails are in the order of their smallest edges. A trail that could go on from its end
 * to its beginning begins with its smallest edge. If edges have no direction, this edge is then
 * walked from the end that was named first. Any other trail that can be walked from either end
 * begins at the end with the smaller vertex or, if these are equal, with the smaller half-edge.
 */
kg_status kg_euler_trails(const kg_euler *euler, const uint64_t **begin, uint64_t *count);

typedef enum kg_euler_unique {
    KG_EULER_PERHAPS = 0, /* not known */
    KG_EULER_ONLY = 1,    /* the only walk */
    KG_EULER_SEVERAL = 2  /* one of several */
} kg_euler_unique;

/*
 * Whether other Euler walks of the graph pass other vertices, or pass them in another order. Where
 * a circuit begins does not count, nor, if edges have no direction, which way it is walked. So the
 * result says whether the sequence that a walk of words spells is the only one with these words.
 * The result is not known for graphs of unitigs, for trails, and for circuits in which each edge
 * exists twice or is at a vertex of more than 64 edges. Nor is it known if all that could be walked
 * backwards reads alike from both ends.
 * O(n + m), on one thread.
 *
 * kg_euler_count_circuits() always answers this for directed graphs, from the number of sequences,
 * for which it computes a determinant. The two calls remain separate: this one examines a walk of
 * any kind of graph, of any size, and the other counts. If this one knows the answer, both agree.
 *
 * unique  [out] KG_EULER_PERHAPS on failure.
 * graph   [in] the graph of which *euler is the answer.
 * Returns KG_OK; KG_NO_SOLUTION (there is no walk); KG_ARGUMENT (this rank has only a share of the
 * walk: kg_euler_collect() makes it whole on rank 0); KG_MEMORY.
 */
kg_status kg_euler_is_unique(kg_euler_unique *unique, kg_euler *euler, kg_graph *graph);

/*
 * Why trails cannot be fewer: there are missing / 2 + balanced of them. O(n + m).
 *
 * missing   [out] the sum over all vertices of the difference of out- and in-degree, or of plus and
 *           minus degree, or 1 for each odd degree if a vertex has no sides.
 * balanced  [out] components that have edges and add nothing to this sum.
 * Returns KG_OK, KG_ARGUMENT, KG_MEMORY.
 */
kg_status kg_euler_missing(kg_graph *graph, uint64_t *missing, uint64_t *balanced);

/* Returns how many initial circuits were joined. If there is no walk, the number that was counted
 * before the search ended. */
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
    unsigned listed; /* how many are listed here: those with the smallest ids */
    kg_vertex vertex[KG_EULER_WITNESSES];
    uint64_t out_degree[KG_EULER_WITNESSES]; /* or plus degree, or degree */
    uint64_t in_degree[KG_EULER_WITNESSES];  /* or minus degree, or degree */
    kg_edge edge[2];     /* DISCONNECTED: edge 0 and the smallest edge not connected with it */
    uint64_t components; /* DISCONNECTED: weak components that have edges */
} kg_euler_witness;

/* Returns the witness if kg_euler_find() returned KG_NO_SOLUTION. Lent; never NULL for an answer.
 * If there is a walk, the reason is KG_EULER_EXISTS. */
const kg_euler_witness *kg_euler_why(const kg_euler *euler);

typedef struct kg_euler_batch_options {
    kg_euler_kind kind; /* not trails */
    int undirected;     /* the edges have no directions: rows say which end is named first */
    int skip_verify;    /* leave out the independent check of the answers */
} kg_euler_batch_options;

#define KG_EULER_BATCH_OPTIONS_INIT KG_ZERO

/* The answer for one graph of a batch. */
typedef struct kg_euler_batch_answer {
    kg_euler_kind found;    /* KG_EULER_CIRCUIT or KG_EULER_PATH; KG_EULER_ANY: there is no walk */
    kg_euler_reason reason; /* why there is none, or KG_EULER_EXISTS */
    uint64_t witness; /* UNBALANCED: the smallest vertex whose degrees differ; DISCONNECTED: the
                         smallest edge that is not connected with edge 0; otherwise 0 */
} kg_euler_batch_answer;

/*
 * Finds Euler circuits or paths of many small graphs, all directed or all undirected. Each answer
 * is that of kg_euler_find() for this graph alone, after kg_graph_undirected() if it is undirected,
 * with the same kind and no start. A graph without a walk is an answer, not a failure. One CPU
 * thread does each graph, also if the context has a GPU.
 *
 * walk          [out] [row[N]], where N is first_vertex[count]: the walk of graph i from
 *               row[first_vertex[i]] on, as edges that are numbered from 0 for each graph, or as
 *               half-edges if it is undirected. Not defined for a graph without a walk. May be NULL
 *               if there are no edges. Host memory.
 * answer        [out] [count] may be NULL if count is 0.
 * context       [in]
 * count         [in] graphs; 0 is legal.
 * first_vertex  [in] [count + 1] where the vertices of each graph begin; first_vertex[0] is 0.
 * row           [in] [N + 1] where the out-edges of each vertex begin in target; row[0] is 0. If
 *               edges have no directions, each is in the row of one of its ends.
 * target        [in] [row[N]] the other ends, as vertices that are numbered from 0 for each graph.
 *               May be NULL if there are no edges.
 * options       [in] may be NULL: the defaults.
 * Returns KG_OK; KG_ARGUMENT (no such kind; offsets that do not rise; a target that is no vertex of
 * its graph: the message names the first such graph); KG_OVERFLOW (a graph is too large);
 * KG_MEMORY; KG_INTERNAL (the verification failed: a bug). After a failure walk and answer are not
 * defined.
 * Nearly O(n + m). Memory: 16 bytes for each edge and 8 for each vertex of the largest graph, for
 * each thread; with 64-bit edge ids 24 and 16. Undirected graphs need 16 or 32 bytes more for each
 * edge.
 */
kg_status kg_euler_batch(kg_edge *walk, kg_euler_batch_answer *answer, kg_context *context,
    uint64_t count, const uint64_t *first_vertex, const uint64_t *row, const kg_vertex *target,
    const kg_euler_batch_options *options);

/*
 * Checks a walk by definition: every edge once, each edge ends where the next begins, and the last
 * edge of a circuit ends where the first begins. Shares no code with the search. O(m).
 *
 * graph  [in]
 * walk   [in] [m] edge ids, any numbers; may be NULL if m is 0.
 * kind   [in] KG_EULER_CIRCUIT or KG_EULER_PATH.
 * Returns KG_OK, or KG_NO_SOLUTION with the first offence as the context's message; KG_ARGUMENT
 * (another kind); KG_MEMORY.
 */
kg_status kg_euler_verify(kg_graph *graph, const kg_edge *walk, kg_euler_kind kind);

/*
 * The same for trails. Also checks that fewer trails are not possible. O(n + m).
 *
 * graph  [in]
 * walk   [in] [m] edge ids, one trail after the other; may be NULL if m is 0.
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
 * circuit  [out] [m], the caller's, host memory: the label of each edge's circuit. May be NULL if m
 *          is 0.
 * Returns KG_OK; KG_NO_SOLUTION (not every vertex is balanced); KG_MEMORY.
 */
kg_status kg_euler_circuits(kg_graph *graph, kg_edge *circuit);

/*
 * The circuit graph as a graph of its own. Its vertices are the initial circuits in order of their
 * labels, which are their names. One edge joins two circuits, from the smaller to the larger, if
 * they are neighbours in a row. O(n + m) besides a sort.
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
