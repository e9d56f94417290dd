/*
 * Graphs of arrays on a GPU: no data goes to the host. kg_euler_walk_device() lends a walk there.
 *
 * For contexts that were made for a GPU by its name, "cuda" or "cuda:N". With any other context,
 * also with "auto", the calls return KG_UNSUPPORTED.
 *
 * Streams. A context works on a stream of its own. Each of these calls takes the caller's stream
 * and orders the two by an event, without waiting: the caller's earlier work runs before konig's
 * work on the arrays, and the caller's later work runs after it. Graphs are checked as they are
 * built, so calls that build return when their work is done.
 *
 * Lending. Lent arrays are freed with their object. The caller's work on them may not be done by
 * then: kg_graph_return_device() and kg_euler_return_device(), one for each call that lent, say on
 * which stream this work is. If such a call is missing, destroying the object waits for the whole
 * device.
 *
 * Other calls on a graph that was built here work as usual: those that need its arrays in host
 * memory copy them there once.
 */
#ifndef KONIG_DEVICE_H
#define KONIG_DEVICE_H

#include <konig/graph.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum kg_integer {
    KG_INTEGER_U32 = 0, /* uint32_t */
    KG_INTEGER_I32 = 1, /* int32_t */
    KG_INTEGER_U64 = 2, /* uint64_t */
    KG_INTEGER_I64 = 3  /* int64_t */
} kg_integer;

/* Integers in the memory of the context's device, as cudaMalloc() or any pool gives it. */
typedef struct kg_device_array {
    const void *address; /* aligned to a number; may be NULL if count is 0 */
    uint64_t count;
    kg_integer type;
    uint64_t step; /* from one number to the next, in numbers; 0: 1 */
} kg_device_array;

typedef struct kg_device_options {
    void *stream;  /* the caller's, a cudaStream_t of the context's device; NULL: the default one */
    int no_stream; /* there is none: given arrays are complete, and lent arrays are complete on
                    * return; returning them waits for the whole device, because they may still be
                    * in use */
    int borrow;    /* of rows: arrays that fit unchanged stay the caller's, see below */
} kg_device_options;

#define KG_DEVICE_OPTIONS_INIT KG_ZERO

/* In place of a number of vertices: one more than the largest vertex of the edges. */
#define KG_VERTICES_NAMED UINT64_MAX

/*
 * A directed graph from compressed sparse rows, checked on the device: O(n + m).
 *
 * graph    [out] destroy with kg_graph_destroy().
 * context  [in] must outlive the graph.
 * row      [in] n + 1 numbers, the first 0, never decreasing, the last m <= KG_NO_EDGE - 2.
 * col      [in] m numbers, each < n.
 * options  [in] may be NULL: the defaults. With borrow, an array of step 1 whose numbers have as
 *          many bits as kg_edge (row) or kg_vertex (col) is not copied. It must stay unchanged
 *          until kg_graph_destroy() has returned, which waits for konig's work on it. Other arrays
 *          are copied, and not needed after the call.
 * Returns KG_OK; KG_ARGUMENT (an array is not memory of this device, or a number is not allowed:
 * the message names the array and the first place); KG_OVERFLOW (n or m past the limit);
 * KG_UNSUPPORTED (the context has no such device); KG_MEMORY, KG_DEVICE.
 */
kg_status kg_graph_build_csr_device(kg_graph **graph, kg_context *context,
    const kg_device_array *row, const kg_device_array *col, const kg_device_options *options);

/*
 * A directed graph from an edge list, by a stable sort on the device: O(n + m).
 *
 * n               [in] vertices, 0..KG_NO_VERTEX, or KG_VERTICES_NAMED.
 * source, target  [in] m numbers each, < n; not needed after the call.
 * The other arguments and the statuses are those of kg_graph_build_csr_device(). Nothing is
 * borrowed.
 */
kg_status kg_graph_build_edges_device(kg_graph **graph, kg_context *context, uint64_t n,
    const kg_device_array *source, const kg_device_array *target, const kg_device_options *options);

/*
 * Lends the rows on the device, to which any graph of the context is copied on first use.
 *
 * graph    [in] of any kind.
 * row      [out] [n+1]; may be NULL.
 * col      [out] [row[n]]; may be NULL.
 * options  [in] may be NULL: the defaults.
 * Returns KG_OK, KG_ARGUMENT, KG_UNSUPPORTED, KG_MEMORY, KG_DEVICE.
 */
kg_status kg_graph_csr_device(
    kg_graph *graph, const kg_edge **row, const kg_vertex **col, const kg_device_options *options);

/* Gives back the arrays of one call of kg_graph_csr_device(): only earlier work of the stream still
 * uses them. options: as there. Returns KG_OK, KG_ARGUMENT (nothing is lent), KG_DEVICE. */
kg_status kg_graph_return_device(kg_graph *graph, const kg_device_options *options);

#ifdef __cplusplus
}
#endif
#endif
