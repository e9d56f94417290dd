/*
 * Multigraphs in compressed sparse rows: directed, undirected or bidirected. Loops and parallel
 * edges are kept.
 *
 * The edges of a directed graph are numbered 0..m-1 row by row, and within a row in the order in
 * which they were given. The edges of an undirected or bidirected graph are numbered 0..m-1 in the
 * order in which they were given. Edge e of such a graph has two half-edges: 2e at the end that was
 * given first, 2e+1 at the other.
 *
 * In a bidirected graph each half-edge lies on one of two sides of its vertex, minus and plus. A
 * walk that comes in on one side goes out on the other. A directed graph is the case in which edges
 * leave on the plus side and enter on the minus side. The usual case is the k-mers of a genome,
 * each of which is read in two directions. A vertex may be one-sided, as all are in an undirected
 * graph: a walk continues by any other half-edge. Statements below about undirected graphs also
 * hold for bidirected ones, unless these are named.
 *
 * A graph does not change, except its names. Data that is "made on first use" stays with it.
 *
 * Glossary
 * - n, m: the numbers of vertices and of edges.
 * - row: a vertex' out-edges; row[v] is the id of the first, row[n] is m. col: the target of each
 *   edge. In an undirected graph: a vertex' half-edges, in increasing order, and row[n] is 2m; an
 *   entry of a row leads to the other end of its edge, and a loop has two entries.
 * - value: a number on each edge; a graph with values is a sparse matrix.
 * - name: what a file calls a vertex. A label is a name that is a number. If labels are 0, 1, 2,
 *   ... vertices have no names, and their ids are shown instead.
 */
#ifndef KONIG_GRAPH_H
#define KONIG_GRAPH_H

#include <konig/context.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct kg_graph kg_graph;
typedef struct kg_builder kg_builder;

typedef enum kg_kind { KG_DIRECTED = 0, KG_UNDIRECTED = 1, KG_BIDIRECTED = 2 } kg_kind;

/* The side of a vertex of a bidirected graph. */
typedef enum kg_side { KG_MINUS = 0, KG_PLUS = 1 } kg_side;

/* ---- making one ------------------------------------------------------------------------------ */

/*
 * Builds a graph from an edge list by a stable counting sort: O(n + m).
 *
 * graph    [out] destroy with kg_graph_destroy().
 * context  [in] must outlive the graph.
 * n        [in] vertices, 0..KG_NO_VERTEX.
 * m        [in] edges, 0..KG_NO_EDGE - 2.
 * source   [in] [m] vertices, each < n; may be NULL if m is 0.
 * target   [in] [m] vertices, each < n; may be NULL if m is 0.
 * value    [in] [m] any numbers, or NULL: a graph without values.
 * Returns KG_OK, KG_ARGUMENT (a vertex out of range; the message names the edge), KG_OVERFLOW (n or
 * m past the limit), KG_MEMORY.
 */
kg_status kg_graph_build(kg_graph **graph, kg_context *context, uint64_t n, uint64_t m,
    const kg_vertex *source, const kg_vertex *target, const double *value);

/*
 * Copies a graph that already is in compressed sparse rows, and checks it: O(n + m).
 *
 * graph    [out] destroy with kg_graph_destroy().
 * context  [in] must outlive the graph.
 * n        [in] vertices, 0..KG_NO_VERTEX.
 * row      [in] [n+1] with row[0] = 0, never decreasing, row[n] = m <= KG_NO_EDGE - 2.
 * col      [in] [row[n]] vertices, each < n; may be NULL if row[n] is 0.
 * value    [in] [row[n]] any numbers, or NULL.
 * Returns as kg_graph_build().
 */
kg_status kg_graph_build_csr(kg_graph **graph, kg_context *context, uint64_t n, const kg_edge *row,
    const kg_vertex *col, const double *value);

/*
 * Makes a graph from arrays that stay the caller's, and checks them: O(n + m), without a copy.
 *
 * graph    [out] destroy with kg_graph_destroy(), which leaves the arrays alone.
 * context  [in] must outlive the graph.
 * n        [in] vertices, 0..KG_NO_VERTEX.
 * row, col, value  [in] as for kg_graph_build_csr(). They must outlive the graph and must not
 *          change before its end: they are checked only once.
 * Returns as kg_graph_build_csr().
 */
kg_status kg_graph_borrow_csr(kg_graph **graph, kg_context *context, uint64_t n, const kg_edge *row,
    const kg_vertex *col, const double *value);

/*
 * Builds an undirected graph. O(n + m).
 *
 * n    [in] vertices, 0..KG_NO_VERTEX.
 * m    [in] edges, 0..(KG_NO_EDGE - 2) / 2.
 * end  [in] [2m] vertices, each < n: edge e joins end[2e] and end[2e+1]. May be NULL if m is 0.
 * value  [in] [m] any numbers, or NULL.
 * The other arguments and the statuses are those of kg_graph_build().
 */
kg_status kg_graph_build_undirected(kg_graph **graph, kg_context *context, uint64_t n, uint64_t m,
    const kg_vertex *end, const double *value);

/*
 * Builds a bidirected graph. O(n + m).
 *
 * end        [in] as for kg_graph_build_undirected().
 * side       [in] a bit for each half-edge, 2m of them: bit h is 1 << h % 64 in side[h / 64], and
 *            set if half-edge h lies on the plus side of end[h]. May be NULL if m is 0.
 * one_sided  [in] a bit for each vertex, n of them, set if it is one-sided: then the bits of its
 *            half-edges in side are ignored. NULL: no vertex is.
 * The other arguments and the statuses are those of kg_graph_build_undirected().
 */
kg_status kg_graph_build_bidirected(kg_graph **graph, kg_context *context, uint64_t n, uint64_t m,
    const kg_vertex *end, const uint64_t *side, const uint64_t *one_sided, const double *value);

/*
 * The graph without its directions or sides: each edge becomes an undirected one with the same ends
 * and id.
 *
 * undirected  [out] a graph of its own, with the same vertices, names and values. Destroy with
 *             kg_graph_destroy().
 * graph       [in] of any kind; the result of an undirected one is a copy.
 * Returns KG_OK, KG_ARGUMENT, KG_OVERFLOW (too many edges), KG_MEMORY. O(n + m).
 */
kg_status kg_graph_undirected(kg_graph **undirected, kg_graph *graph);

/* Frees the graph and everything that it lent. NULL is legal. */
void kg_graph_destroy(kg_graph *graph);

/*
 * Makes a builder. Edges are added one by one or row by row, in any order of vertices. Vertices
 * exist from 0 to the largest that was named. Amortised O(1) an edge.
 *
 * builder  [out] destroy with kg_builder_destroy().
 * context  [in] must outlive the builder.
 * Returns KG_OK, KG_ARGUMENT, KG_MEMORY.
 */
kg_status kg_builder_create(kg_builder **builder, kg_context *context);
/* Frees the builder; graphs that it built stay. NULL is legal. */
void kg_builder_destroy(kg_builder *builder);

/* Sets the kind of graph that kg_builder_finish() builds; at first it is directed. kind: any.
 * Returns KG_OK, KG_ARGUMENT. */
kg_status kg_builder_set_kind(kg_builder *builder, kg_kind kind);

/* Makes sure that vertices 0..n-1 exist. Returns KG_OK, KG_OVERFLOW (n passes KG_NO_VERTEX). */
kg_status kg_builder_add_vertices(kg_builder *builder, uint64_t n);

/*
 * Adds an edge, with or without a value. A graph has values if any edge was added with one; edges
 * without one then have 1.
 *
 * source, target  [in] 0..KG_NO_VERTEX - 1.
 * value           [in] any number.
 * Returns KG_OK, KG_ARGUMENT (a vertex out of range), KG_OVERFLOW (too many edges), KG_MEMORY.
 * After a failure the builder is unchanged.
 */
kg_status kg_builder_add_edge(kg_builder *builder, kg_vertex source, kg_vertex target);
kg_status kg_builder_add_edge_value(
    kg_builder *builder, kg_vertex source, kg_vertex target, double value);

/*
 * Adds count edges source -> target[i], in that order.
 *
 * source  [in] 0..KG_NO_VERTEX - 1; it then exists, even if count is 0.
 * count   [in] 0 is legal.
 * target  [in] [count] vertices, as source; may be NULL if count is 0.
 * value   [in] [count] any numbers, or NULL.
 * Returns as kg_builder_add_edge().
 */
kg_status kg_builder_add_row(kg_builder *builder, kg_vertex source, size_t count,
    const kg_vertex *target, const double *value);

/*
 * Adds an edge of a bidirected graph, between a side of one vertex and a side of another vertex or
 * the same. Edges that are added in other ways leave their source on the plus side and enter their
 * target on the minus side.
 *
 * value  [in] the edge's value; NULL: none.
 * Returns as kg_builder_add_edge(); KG_ARGUMENT also if the builder's kind is another.
 */
kg_status kg_builder_add_bidirected(kg_builder *builder, kg_vertex first, kg_side first_side,
    kg_vertex second, kg_side second_side, const double *value);

/* Makes a vertex of a bidirected graph one-sided: the sides of its edges there are ignored. The
 * vertex then exists. Returns KG_OK, KG_ARGUMENT (the builder's kind is another; out of range),
 * KG_MEMORY. */
kg_status kg_builder_set_one_sided(kg_builder *builder, kg_vertex vertex);

/* Builds the graph of all added edges. graph: [out] destroy with kg_graph_destroy(). The builder
 * keeps its edges and may grow further. O(n + m). Returns as kg_graph_build(). */
kg_status kg_builder_finish(kg_graph **graph, const kg_builder *builder);

/* ---- looking at one -------------------------------------------------------------------------- */

/* n, m and the kind. O(1). */
kg_vertex kg_graph_vertices(const kg_graph *graph);
kg_edge kg_graph_edges(const kg_graph *graph);
kg_kind kg_graph_kind(const kg_graph *graph);

/*
 * The arrays, in host memory. O(1).
 *
 * row  [out] [n+1], lent; may be NULL.
 * col  [out] [row[n]], lent; may be NULL.
 * Returns KG_OK, KG_ARGUMENT.
 */
kg_status kg_graph_csr(kg_graph *graph, const kg_edge **row, const kg_vertex **col);

/* [m], lent, or NULL if the graph has no values. O(1). */
const double *kg_graph_values(const kg_graph *graph);

/* The source of every edge; together with col this is the edge list. In an undirected graph, the
 * vertex of each entry's row. source: [out] [row[n]], lent, made on first use in O(n + m). Returns
 * KG_OK, KG_ARGUMENT, KG_MEMORY. */
kg_status kg_graph_sources(kg_graph *graph, const kg_vertex **source);

/* The edge list: edge e goes from end[2e] to end[2e+1], or joins them. end: [out] [2m], lent, made
 * on first use in O(n + m). Returns KG_OK, KG_ARGUMENT, KG_MEMORY. */
kg_status kg_graph_ends(kg_graph *graph, const kg_vertex **end);

/* Which half-edge each entry of a row is: half[i] is 2e or 2e+1 of edge e. half: [out] [2m], lent;
 * NULL in a directed graph, whose entries are the edges. Returns KG_OK, KG_ARGUMENT. */
kg_status kg_graph_halves(kg_graph *graph, const kg_edge **half);

/* The sides of half-edges and the one-sided vertices of a bidirected graph, as bits: see
 * kg_graph_build_bidirected(). The bits of one-sided vertices' half-edges are clear. side: [out]
 * [2m] bits, lent; NULL in a graph of another kind. one_sided: [out] [n] bits, lent; NULL if there
 * is no such vertex. Either may be NULL. Returns KG_OK, KG_ARGUMENT. */
kg_status kg_graph_sides(kg_graph *graph, const uint64_t **side, const uint64_t **one_sided);

/*
 * The letters of an edge of a graph that was read from unitigs, as in the file. They stay with that
 * graph. They are mapped if the file is a regular one that is not packed: then the rules for .kcsr
 * at kg_graph_read() hold. Graphs derived from it have no letters. O(1), with length O(length).
 *
 * length  [out] how many, at least k; 0 if there are none. May be NULL.
 * k       [out] of the words, whose vertices have k - 1 letters. May be NULL.
 * Returns the letters, lent and not terminated, or NULL.
 */
const char *kg_graph_unitig(const kg_graph *graph, kg_edge edge, uint64_t *length, uint64_t *k);

/*
 * How many words of k letters of the unitigs are equal to an earlier word, or to its reverse
 * complement. In proper unitigs each word occurs once. If some words repeat, the fewest trails
 * spell words more than once, and other strings may hold all words in fewer letters.
 *
 * repeated  [out] 0 for a graph that was not read from unitigs.
 * Returns KG_OK, KG_ARGUMENT, KG_MEMORY, KG_CANCELLED. In threads. Twice through the letters if 5
 * bytes a word (10 if k is larger than 32) are at most 256 MiB, or the most that the context held
 * before, or a quarter of the file; more often in less memory, and if a limit requires it.
 */
kg_status kg_graph_count_repeated_words(kg_graph *graph, uint64_t *repeated);

/* Degrees; in an undirected graph both are the degree, and a loop counts twice. In a bidirected
 * graph they are the numbers of half-edges on the plus and on the minus side; at a one-sided vertex
 * both are the degree. out_degree, in_degree: [out] [n] each, lent, made on first use in O(n + m);
 * either may be NULL. Returns KG_OK, KG_ARGUMENT, KG_MEMORY. */
kg_status kg_graph_degrees(kg_graph *graph, const kg_edge **out_degree, const kg_edge **in_degree);

/*
 * How many edges are parallel to an earlier edge: they have the same ends, in a directed graph in
 * the same order, in a bidirected one on the same sides. O(n + m).
 *
 * parallel  [out]
 * Returns KG_OK, KG_ARGUMENT, KG_MEMORY.
 */
kg_status kg_graph_count_parallel(kg_graph *graph, uint64_t *parallel);

/* 1 if the vertices have names, or labels that are not 0, 1, 2, ...; otherwise 0: a vertex' name is
 * its id. */
int kg_graph_has_names(const kg_graph *graph);

/*
 * The name of a vertex. O(1).
 *
 * vertex  [in] any number.
 * buffer  [out] [size] receives a name that is a number.
 * size    [in] 24 bytes suffice for any number.
 * length  [out] the name's length in bytes; 0 if there is no such vertex or the buffer is too
 *         small. May be NULL.
 * Returns the name, lent or in buffer, not terminated.
 */
const char *kg_graph_name(
    const kg_graph *graph, kg_vertex vertex, char *buffer, size_t size, size_t *length);

/*
 * The vertex with a name, the first of several.
 *
 * name    [in] [length] need not be terminated.
 * length  [in] bytes.
 * vertex  [out] KG_NO_VERTEX if there is none.
 * Returns KG_OK, or KG_ARGUMENT if there is none: the message has the name. O(n) for names, O(log
 * n) for labels, O(1) without either.
 */
kg_status kg_graph_find_vertex(
    const kg_graph *graph, const char *name, size_t length, kg_vertex *vertex);

/*
 * The vertices of many names, as kg_graph_find_vertex() finds them one by one, but in O(n + count)
 * if names are text.
 *
 * name    [in] [count] need not be terminated; may be NULL if count is 0, as the two below.
 * length  [in] [count] bytes of each.
 * vertex  [out] [count] KG_NO_VERTEX if there is none.
 * Returns KG_OK, KG_ARGUMENT if some name has no vertex: the message has the first one; KG_MEMORY.
 */
kg_status kg_graph_find_vertices(const kg_graph *graph, uint64_t count, const char *const *name,
    const size_t *length, kg_vertex *vertex);

/*
 * Two vertices that have one name: text formats distinguish vertices by their names, and
 * kg_graph_write() rejects such a graph in them. O(n) and the bytes of the names; O(1) for labels,
 * and for names that are known to differ.
 *
 * pair  [out] [2] pair[1]: the first vertex whose name an earlier one has; pair[0]: that earlier
 *       vertex. KG_NO_VERTEX twice if all names differ.
 * Returns KG_OK, KG_ARGUMENT, KG_MEMORY.
 */
kg_status kg_graph_find_equal_names(const kg_graph *graph, kg_vertex *pair);

/*
 * Replaces the names of the vertices. O(n) and the bytes of the names.
 *
 * name    [in] [n] texts, which are copied and need not be terminated; may be NULL if n is 0.
 * length  [in] [n] bytes of each; may be NULL if n is 0. Names need not differ, and may be
 *         empty.
 * Returns KG_OK, KG_ARGUMENT, KG_MEMORY.
 */
kg_status kg_graph_set_names(kg_graph *graph, const char *const *name, const size_t *length);

/* 1 if two graphs have the same kind, vertices, names, edges in the same order, sides and values,
 * or are both NULL. Otherwise 0, also if one of them cannot be copied from a device to host memory.
 * O(n + m). */
int kg_graph_equal(kg_graph *a, kg_graph *b);

/* ---- deriving from one ----------------------------------------------------------------------- */

/*
 * The graph with every edge reversed, rows in edge-id order. For a matrix in CSR this gives its
 * CSC.
 *
 * reverse   [out] a graph of its own, with the same names, and the values of the edges. Destroy
 *           with kg_graph_destroy().
 * original  [out] [m], lent by *reverse: the edge of graph that became edge e. May be NULL.
 * graph     [in] directed.
 * Returns KG_OK, KG_ARGUMENT, KG_UNSUPPORTED (the graph has no directions), KG_MEMORY. O(n + m).
 */
kg_status kg_graph_reverse(kg_graph **reverse, const kg_edge **original, kg_graph *graph);

/*
 * The graph with the reverse edges that it lacks: the smallest symmetric one that contains it. A
 * reverse edge has the value of its edge. As many edges of one value then lead from u to v as from
 * v to u, namely the larger of the two numbers before. An edge whose reverse already exists gets no
 * other, a loop is its own reverse, and a symmetric graph stays unchanged. Two values are the same
 * if they compare equal, or are both not a number. O(n + m), with values also a sort; some 40 bytes
 * an edge, 70 with values, including the result.
 *
 * symmetric  [out] a graph of its own, with the same vertices and names. A row has the edges of
 *            graph in their order, followed by the new ones, by target, then by value. For an
 *            undirected graph: each edge in both directions, a loop once.
 * Returns KG_OK, KG_OVERFLOW (more edges than there are ids), KG_UNSUPPORTED (the graph is
 * bidirected), KG_MEMORY.
 */
kg_status kg_graph_symmetrise(kg_graph **symmetric, kg_graph *graph);

/* The value of the edge that remains of several. */
typedef enum kg_keep {
    KG_KEEP_FIRST = 0, /* that of the first, in the order of their ids */
    KG_KEEP_LEAST = 1,
    KG_KEEP_SUM = 2
} kg_keep;

/* parallel and loops, if none of the three is set. */
typedef struct kg_simplify_options {
    int parallel; /* of edges between the same vertices, of a directed graph in one direction, the
                   * first stays */
    int loops;    /* none stays */
    int mirrors;  /* of an undirected graph: an edge a b and an edge b a are one, and so are two of
                   * each: what is listed in both directions counts once */
    kg_keep keep;
} kg_simplify_options;

#define KG_SIMPLIFY_OPTIONS_INIT KG_ZERO

/*
 * The graph without loops, or without repeated edges. m log(largest degree), on one thread.
 *
 * simple   [out] a graph of its own, with the same vertices and names; the remaining edges are in
 *          their order.
 * options  [in] may be NULL: the defaults.
 * Returns KG_OK; KG_ARGUMENT (mirrors of a directed graph); KG_UNSUPPORTED (the graph is
 * bidirected); KG_MEMORY.
 */
kg_status kg_graph_simplify(kg_graph **simple, kg_graph *graph, const kg_simplify_options *options);

/*
 * The subgraph that a set of vertices induces: these vertices, and all edges between them, in their
 * order, with their names, values and kind. A vertex without a name has its id in graph as its
 * name. O(n + m), and 8 bytes a vertex, 8 or 16 an edge that is kept, and the memory of
 * kg_graph_ends().
 *
 * subgraph  [out] a graph of its own, whose vertices are in the order of their ids in graph.
 *           Destroy with kg_graph_destroy().
 * vertex    [in] [count] vertices of graph, in any order; repetitions count once. May be NULL if
 *           count is 0: then the subgraph is empty.
 * Returns KG_OK, KG_ARGUMENT (a vertex out of range; the message names its place), KG_MEMORY,
 * KG_CANCELLED.
 */
kg_status kg_graph_subgraph(
    kg_graph **subgraph, kg_graph *graph, const kg_vertex *vertex, uint64_t count);

/* Along edges of either direction, from source to target, or from target to source. */
typedef enum kg_direction {
    KG_DIRECTION_EITHER = 0,
    KG_DIRECTION_OUT = 1,
    KG_DIRECTION_IN = 2
} kg_direction;

/*
 * The vertices within a number of edges of one vertex, by a breadth-first search: O(n + m). If
 * edges are followed against their direction, the reverse graph is in memory during the call.
 *
 * centre     [in] 0..n-1, the first in the list.
 * hops       [in] edges; 0: only the centre.
 * direction  [in] of edges to follow; without effect in an undirected graph.
 * vertex     [out] room for n; nearer vertices come first.
 * count      [out] how many there are.
 * Returns KG_OK, KG_ARGUMENT, KG_MEMORY.
 */
kg_status kg_graph_neighbourhood(kg_graph *graph, kg_vertex centre, uint64_t hops,
    kg_direction direction, kg_vertex *vertex, uint64_t *count);

/*
 * Weak components: direction is ignored.
 *
 * graph      [in]
 * component  [out] [n], lent, made on first use: numbered 0, 1, ... by their smallest vertex. May
 *            be NULL.
 * count      [out] their number. May be NULL.
 * Returns KG_OK, KG_ARGUMENT, KG_MEMORY. O(n + m) times an inverse of Ackermann's function.
 */
kg_status kg_graph_components(kg_graph *graph, const kg_vertex **component, uint64_t *count);

/*
 * Strong components: sets of vertices that can all be reached from each other. Serial, on the host.
 *
 * graph      [in] in an undirected graph they are the weak components.
 * component  [out] [n], the caller's: numbered 0, 1, ... by their smallest vertex. May be NULL if n
 *            is 0.
 * count      [out] their number. May be NULL.
 * Returns KG_OK, KG_ARGUMENT, KG_UNSUPPORTED (the graph is bidirected), KG_MEMORY, KG_CANCELLED.
 * O(n + m); 16 bytes and an edge id a vertex.
 */
kg_status kg_graph_strong_components(kg_graph *graph, kg_vertex *component, uint64_t *count);

/*
 * The minimum spanning forest of the graph without its directions. An edge's weight is its value;
 * edges of equal weight are ordered by their ids, as are all edges of a graph without values. So
 * the forest is unique: the same on every device. -0.0 equals 0.0. With values the sort and O(m log
 * m) on one thread, and 24 bytes an edge.
 *
 * graph  [in]
 * edge   [out] [*count], increasing, lent, made on first use. May be NULL.
 * count  [out] n less the number of weak components. May be NULL.
 * Returns KG_OK; KG_FORMAT (a value is not a number); KG_ARGUMENT; KG_MEMORY.
 */
kg_status kg_graph_spanning_tree(kg_graph *graph, const kg_edge **edge, uint64_t *count);

/* ---- files ----------------------------------------------------------------------------------- */

typedef enum kg_format {
    KG_FORMAT_AUTO = 0,
    KG_FORMAT_ADJACENCY = 1, /* a -> b, c; undirected: a -- b, c */
    KG_FORMAT_EDGES = 2,     /* a b [value] */
    KG_FORMAT_KCSR = 3,      /* binary */
    KG_FORMAT_DOT = 4,       /* digraph { a -> b }, graph { a -- b } */
    KG_FORMAT_MTX = 5,       /* Matrix Market: lines i j [value] below a header */
    KG_FORMAT_DIMACS = 6,    /* lines a u v w, or e u v, below a line p */
    KG_FORMAT_CSV = 7,       /* a table with commas, tabs, semicolons or bars, and a header */
    KG_FORMAT_METIS = 8,     /* a line for each vertex with its neighbours, below a header */
    KG_FORMAT_GFA = 9,       /* segments and links, whose graph is bidirected */
    KG_FORMAT_UNITIGS = 10,  /* FASTA of unitigs, of words of k letters; read only */
    KG_FORMAT_COUNTED = 11,  /* n and m, then edges; n and a matrix; neighbours; read only */
    KG_FORMAT_GML = 12,      /* graph [ node [ id 1 ] edge [ source 1 target 1 ] ] */
    KG_FORMAT_PAJEK = 13,    /* *Vertices n, then *Arcs or *Edges with lines u v [value] */
    KG_FORMAT_LGL = 14,      /* # vertex, and below it neighbours with values; read only */
    KG_FORMAT_DL = 15,       /* UCINET: dl n=5, then edges, neighbours or a matrix; read only */
    KG_FORMAT_GRAPH6 = 16,   /* and sparse6 and digraph6, of nauty */
    KG_FORMAT_TGF = 17,      /* lines id label, #, lines id id label; read only */
    KG_FORMAT_GDF = 18,      /* tables below nodedef> and edgedef>; read only */
    KG_FORMAT_MATRIX = 19,   /* a table: a row of numbers for each vertex; read only */
    KG_FORMAT_JSON = 20,     /* node-link, as NetworkX and D3 have it; Cytoscape's is read */
    KG_FORMAT_GRAPHML = 21,  /* XML, which takes libexpat, as the next */
    KG_FORMAT_GEXF = 22      /* of Gephi; read only */
} kg_format;

/* "auto", "adjacency", "edges", "kcsr", "dot", "mtx", "dimacs", "csv", "metis", "gfa", "unitigs",
 * "counted", "gml", "pajek", "lgl", "dl", "graph6", "tgf", "gdf", "matrix", "json", "graphml",
 * "gexf" and back. NULL for another format, KG_ARGUMENT for another name; then *format stays. Any
 * thread. */
const char *kg_format_name(kg_format format);
kg_status kg_format_parse(kg_format *format, const char *name);

typedef struct kg_read_options {
    kg_format format;    /* AUTO: recognised by content first, by extension second */
    int force_names;     /* labels are names even if they look like integers */
    int trust;           /* .kcsr only: skip checksum and range checks of the arrays */
    const char *shown;   /* how messages call the file; NULL: its path */
    int ids;             /* numbers in text are ids: all from 0 to the largest are vertices */
    int both_directions; /* each edge of the file becomes two: there and back, in this order */
    int undirected;      /* the graph is undirected, whatever the file says */
    const char *columns; /* of a table: "from,to" or "from,to,value", names of columns or numbers
                          * from 1 on; NULL: names in use, or the first three. Makes AUTO a table */
    uint64_t k;          /* of unitigs: the letters of a word, 2 or more. Makes AUTO unitigs, in
                          * FASTA or as the segments of GFA */
    int unnamed;         /* of unitigs: vertices have no names, which take k + 7 bytes each */
    uint64_t skip_lines; /* of a text file: how many of its first lines to skip */
    int lengths;         /* kg_context_warning() mentions a table with numbers, but no values */
    int parallel;        /* of GFA: equal links, and the two forms of a link, are edges of their
                          * own; 0: they are one edge */
    int spelled;         /* the names of vertices will be read as letters: a segment of GFA whose
                          * sequence is not its name is an error, which names k */
    const char *keep;    /* "A,B": columns of edges and vertices that stay with the graph, in
                          * formats that have any; "*": all that it does not hold otherwise; NULL:
                          * none. See columns.h */
} kg_read_options;

#define KG_READ_OPTIONS_INIT KG_ZERO

/*
 * Reads a graph. Numbers in adjacency and edge lists are labels: the vertices are those that the
 * file names, in increasing order, unless options or the file ("# vertices N") say that they are
 * ids. In Matrix Market, DIMACS and METIS all vertices from 1 to the number in the header exist,
 * and have these numbers as names; the counts in the header are checked. Symmetric matrices, DIMACS
 * edge and col, METIS, LGL, graph6 and sparse6 are undirected graphs. A file in which some edges
 * have a direction and others have none is KG_FORMAT.
 *
 * kg_context_warning() mentions a file in which no record has an edge, and one that might be METIS
 * as well as an edge list. It mentions an edge list in which some lines lack a value or all have
 * columns after it, whose first record may be the numbers of vertices and edges, or that a comment
 * calls undirected. It also mentions links of GFA that are one link, and attributes of vertices and
 * edges that are left out: `keep` keeps them, in 4 bytes a value and each different text once. No
 * column that it names may be unknown.
 *
 * graph    [out] destroy with kg_graph_destroy().
 * context  [in] must outlive the graph.
 * path     [in] "-" is standard input.
 * options  [in] may be NULL: the defaults.
 * Returns KG_OK, KG_CANNOT_OPEN, KG_IO, KG_FORMAT ("file:line:column: what is wrong, what was
 * expected", or which format the file has that konig does not read, and what to do), KG_OVERFLOW
 * (past the limit of edge ids; the message names the build option), KG_MEMORY, KG_ARGUMENT,
 * KG_UNSUPPORTED (`keep` of a format without columns; XML, in a build without libexpat).
 *
 * The graph of a regular .kcsr file lies in the file, mapped: the file must not change while the
 * graph exists. If it becomes shorter, or its disk fails, the system sends SIGBUS to the thread
 * that reads there; konig itself handles no signals. A program that wants to report this calls
 * kg_graph_mapped_file() in its handler. A program that wants a graph of its own reads the file
 * through a pipe.
 */
kg_status kg_graph_read(
    kg_graph **graph, kg_context *context, const char *path, const kg_read_options *options);

/*
 * Reads a graph from memory, as a file with this content from a pipe.
 *
 * bytes    [in] [size] which are not needed after the call; may be NULL if size is 0.
 * size     [in] bytes.
 * options  [in] may be NULL: the defaults. `shown`, "memory" by default, counts as the name.
 * Returns as kg_graph_read(), without KG_CANNOT_OPEN and KG_IO.
 */
kg_status kg_graph_read_memory(kg_graph **graph, kg_context *context, const void *bytes,
    size_t size, const kg_read_options *options);

/*
 * Reads a graph from a stream of the C library, from its current place to its end, as from a pipe.
 * Bytes that were pushed back by ungetc(), or that lie in the stream's buffer, are read too. The
 * stream is not closed, and is at its end afterwards. Messages count lines from the first place.
 * All calls whose names end in _read_file do this.
 *
 * file     [in] open for reading bytes; no other thread may use it during the call.
 * options  [in] may be NULL: the defaults. `shown`, "stream" by default, counts as the name.
 * Returns as kg_graph_read(), without KG_CANNOT_OPEN. KG_IO: reading failed, or had failed before.
 */
kg_status kg_graph_read_file(
    kg_graph **graph, kg_context *context, FILE *file, const kg_read_options *options);

typedef struct kg_kmers_options {
    uint64_t k;         /* the letters of a word, 2 to 127 */
    int single_strand;  /* sequences are read in one direction, so the graph is directed */
    int distinct;       /* each word is one edge, however often it occurs */
    const char *shown;  /* how messages call a single file; NULL: its path */
    uint64_t min_count; /* words that occur less often are left out; 0: none */
} kg_kmers_options;

#define KG_KMERS_OPTIONS_INIT KG_ZERO

/* Counts of what kg_graph_read_kmers() has read. */
typedef struct kg_kmers_counts {
    uint64_t sequences, letters; /* letters: of all kinds */
    uint64_t others;             /* letters that are not A, C, G or T: they split sequences */
    uint64_t pieces;             /* stretches of A, C, G and T */
    uint64_t short_pieces;       /* pieces of fewer than k letters, which have no word */
    uint64_t words;              /* of k letters, each as often as it occurs */
} kg_kmers_counts;

/*
 * Reads FASTA, or FASTQ of four lines a record, as the de Bruijn graph of its words of k letters
 * (k-mers). Each word is an edge from its first k - 1 letters to its last k - 1 letters. These are
 * the names of the vertices, in capitals and in alphabetical order. A walk of all edges spells a
 * sequence that has the same words.
 *
 * A word and its reverse complement are one, unless the options say that sequences have a single
 * strand: the graph is bidirected, and a vertex has the lesser of its word and the reverse
 * complement of it as its name. The plus side is at the end of the name: an edge that begins with
 * the name leaves the vertex there, and an edge that ends with it enters on the minus side. With
 * the reverse complement of the name it is the other side. A vertex whose word is its own reverse
 * complement is one-sided.
 *
 * The edges of a bidirected graph, and of each row of a directed graph, are in the order in which
 * their words first occur. kg_context_warning() mentions letters other than A, C, G and T, which
 * split sequences, and pieces that are too short to have a word.
 *
 * graph    [out] destroy with kg_graph_destroy().
 * counts   [out] 0 on failure. May be NULL.
 * context  [in] must outlive the graph.
 * path     [in] "-" is standard input. May be packed.
 * options  [in]
 * Returns as kg_graph_read(). O(letters) and a sort, with k > 33 one more for each 16 letters; as
 * many again with `distinct` or `min_count`, for which words are counted on the context's device.
 */
kg_status kg_graph_read_kmers(kg_graph **graph, kg_kmers_counts *counts, kg_context *context,
    const char *path, const kg_kmers_options *options);

/* Does the same for several files, as if they were one: path[files]. */
kg_status kg_graph_read_kmers_files(kg_graph **graph, kg_kmers_counts *counts, kg_context *context,
    const char *const *path, uint64_t files, const kg_kmers_options *options);

/* The name of the file whose mapping contains an address, such as si_addr of a SIGBUS, or NULL if
 * no graph's mapping does. Results from this graph must then not be trusted. Async-signal-safe. */
const char *kg_graph_mapped_file(const void *address);

/*
 * Writes a graph. A file is written under a temporary name beside it
 * and renamed when complete: under the final name there is the old content or the new.
 * format AUTO: by the extension (.kcsr, .dot, .gv, .mtx, .gr, .col, .dimacs, .csv, .tsv, .graph,
 * .metis, .gfa, .gml, .net, .g6, .s6, .d6, .json, .graphml, .edges, .el, .txt: edges; else
 * adjacency).
 * Text begins with a comment that names its format if kg_graph_read() would otherwise mistake it
 * for another format under this name, or from a pipe.
 *
 * graph   [in]
 * path    [in] "-" is standard output.
 * format  [in] a kg_format.
 * Returns KG_OK, KG_CANNOT_CREATE, KG_IO, KG_MEMORY, KG_ARGUMENT (no such format), KG_UNSUPPORTED
 * (a name, values, columns or isolated vertices that the format cannot carry; or two vertices with
 * the same name, which only .kcsr can carry).
 */
kg_status kg_graph_write(kg_graph *graph, const char *path, kg_format format);

/* ---- generators ------------------------------------------------------------------------------ */

typedef enum kg_generator {
    KG_GENERATE_RANDOM = 0,    /* vertices, max_degree: configuration model, in = out in 1..K */
    KG_GENERATE_BANDED = 1,    /* vertices, max_degree: next vertices with free in-quota */
    KG_GENERATE_TRIANGLES = 2, /* vertices, edges: random triangles, then random 2-cycles */
    KG_GENERATE_DEBRUIJN = 3,  /* alphabet, length: edges are the words of that length */
    KG_GENERATE_TORUS = 4,     /* width, height: symmetric, each vertex its four neighbours */
    KG_GENERATE_COMPLETE = 5,  /* vertices: each ordered pair of two of them once */
    KG_GENERATE_HYPERCUBE = 6, /* dimension: undirected, words of bits that differ in one */
    KG_GENERATE_GRID_ROADS = 7 /* width, height: undirected, streets with lengths in metres */
} kg_generator;

typedef struct kg_generate_options {
    kg_generator kind;
    uint64_t vertices, edges, max_degree;
    uint64_t alphabet, length;
    uint64_t width, height;
    uint64_t seed; /* any */
    int path;      /* one unbalanced pair: an Euler path instead of a circuit; directed only */
    int relabel;   /* permute the vertices at random */
    uint64_t dimension;
} kg_generate_options;

#define KG_GENERATE_OPTIONS_INIT KG_ZERO

/*
 * Makes a graph: the same one for the same options on every machine and thread count. O(n + m).
 * The directed kinds are balanced. A hypercube has 2^dimension vertices, of dimension 0 to 31, and
 * has an Euler circuit if the dimension is even. Grid-roads is connected, and looks like a city: a
 * grid of width times height crossings, of which some one in twenty is missing, with dead ends and
 * streets that vary. Its vertices are the crossings that exist, line by line; about half of them
 * have an odd degree. Values are whole numbers of metres from 60 to 250, none less than the
 * distance between the columns, or lines, of the two crossings.
 *
 * graph    [out] destroy with kg_graph_destroy().
 * options  [in] Options that a kind does not use are ignored, except path.
 * Returns KG_OK, KG_ARGUMENT (the message names the option and its range), KG_OVERFLOW, KG_MEMORY.
 */
kg_status kg_graph_generate(
    kg_graph **graph, kg_context *context, const kg_generate_options *options);

#ifdef __cplusplus
}
#endif
#endif
