/*
 * The data of the Euler pipeline, and the table of functions that each backend provides.
 *
 * m: number of edges. A slot is an edge id seen as an out-edge. The stages, with the results that
 * every backend must give, bit for bit:
 *
 *     1 check          out-degree = in-degree at each vertex, or the vertices that differ
 *     2 predecessors   pred[m]: the k-th out-slot of v is preceded by v's k-th in-edge in id order
 *     3 partition      circuit[m]: the smallest edge id of each edge's cycle of pred
 *     4 circuit graph  links: slots s with s, s+1 in one row and circuit[s] != circuit[s+1]
 *     5 spanning tree  the links of the minimum spanning forest of the circuits, weight = slot id
 *     6 swips          along each maximal run of chosen links in a row, slots a..b:
 *                      pred'[s] = pred[s+1] for s in a..b-1, pred'[b] = pred[a]
 *     7 walk           walk[m]: the one cycle of pred' in order
 *     8 verify         shares no code with 2 to 7
 *
 * A backend may hold pred or its inverse, and may keep anything else between stages.
 */
#ifndef KG_EULER_OPS_H
#define KG_EULER_OPS_H

#include "../csr/csr.h"
#include <konig/euler.h>

struct kg__batch;

typedef struct kg__euler_work {
    kg_context *ctx;
    kg_vertex n;
    kg_edge m;            /* includes the virtual edge of a path */
    const kg_edge *row;   /* [n+1] */
    const kg_vertex *col; /* [m] */
    /* [2m] the vertex of each half-edge, in host memory: of an undirected graph whose slots are the
     * pairs of entries of its own rows. Otherwise NULL. */
    const kg_vertex *end;
    kg_edge virtual_edge; /* its slot, or KG_NO_EDGE */
    kg_edge first;        /* the first edge of the walk: the virtual edge if there is one */
    kg_edge *walk;        /* [m] out of stage 7; a backend may use its memory before. NULL for an
                           * undirected graph if stage 2 must allocate it */

    kg_euler_witness witness; /* out of stage 1: count, vertices, degrees; of stage 5: edges */
    uint64_t circuits;        /* out of stage 3 */
    uint64_t trees;           /* out of stage 5: 1 if all edges are connected */

    void *state; /* belongs to the backend */
} kg__euler_work;

#define decl_euler_stage(name) kg_status name(kg__euler_work *w)
/* Allocates the arrays for w->m edges. */
#define decl_euler_prepare(name)      decl_euler_stage(name)
#define decl_euler_predecessors(name) decl_euler_stage(name)
/* Runs after stage 2, which has computed the in-degrees. */
#define decl_euler_check(name)     decl_euler_stage(name)
#define decl_euler_partition(name) decl_euler_stage(name)
/* Stages 4 and 5 together. A link is a slot, so stage 4 stores nothing: the search for the tree
 * finds the links itself. */
#define decl_euler_spanning_tree(name) decl_euler_stage(name)
#define decl_euler_swips(name)         decl_euler_stage(name)
/* Fills w->walk without the virtual edge. The ids are those of the graph without it. */
#define decl_euler_walk(name) decl_euler_stage(name)
/* Frees the memory of prepare and of the stages. */
#define decl_euler_finish(name) void name(kg__euler_work *w)
/* circuit: [m] labels, after stage 3. */
#define decl_euler_circuits(name) kg_status name(kg__euler_work *w, kg_edge *circuit)
/* The graph with one more edge at the end of the row of source. new_row: [n+1], new_col: [m+1]. */
#define decl_euler_insert_edge(name)                                                               \
    kg_status name(kg_context *ctx, kg_edge *new_row, kg_vertex *new_col, const kg_graph *graph,   \
        kg_vertex source, kg_vertex target)
/*
 * Replaces stages 2 and 1 for an undirected or bidirected graph. Slot s of w->row is a pair of
 * half-edges of one vertex, half[2s] and half[2s+1]: a walk comes in on one and goes out on the
 * other. Each circuit of these pairs gets a direction: its smallest slot is left by the second
 * half-edge. The result is that of stage 2 for the m slots, with each edge numbered by the slot
 * that it leaves. leave[s], [m]: the half-edge by which slot s is left. Only name_halves reads
 * leave, except for leave[w->first]. half: [2m], unchanged until finish. Both arrays are in the
 * backend's memory.
 *
 * spare: `half` itself if the caller can fill it again, otherwise NULL. The backend overwrites it
 * until finish and keeps the directions itself; leave is then NULL.
 */
#define decl_euler_orient(name)                                                                    \
    kg_status name(kg__euler_work *w, const kg_edge *half, kg_edge *spare, kg_edge *leave)
/* *same: whether the walk leaves slot w->first by half-edge `half`. is_second: `half` is the second
 * of the slot. leave: as orient left it, or NULL. */
#define decl_euler_leaves_by(name)                                                                 \
    kg_status name(                                                                                \
        const kg__euler_work *w, const kg_edge *leave, kg_edge half, bool is_second, bool *same)
/*
 * Runs after orient, for a bidirected graph: turns circuits so that any two that will be joined
 * pass the vertex where they meet in one direction. Circuits are joined at neighbouring slots
 * (x, y), (z, w) of a vertex, which become (x, w) and (z, y). If both pass from minus to plus, the
 * walk comes in by x and goes on by w. If they pass in opposite directions, the walk would have to
 * turn back, so one circuit is turned. The links of stage 5 are taken in order of slots. At each
 * link, the circuits joined to that of the second slot are turned to agree with the first slot's.
 * The result is that of orient, including leave[s] if there is one.
 * row[n+1], half[2m]: the slots, in host memory; the function may change them. In a slot of a
 * vertex with two sides the minus half comes first. resident: half in the backend's memory.
 */
#define decl_euler_turn(name)                                                                      \
    kg_status name(kg__euler_work *w, const kg_graph *graph, const kg_edge *row, kg_edge *half,    \
        kg_edge *resident, kg_edge *leave)
/* For an undirected graph: slot_row[v] = row[v] / 2, [n+1], and the number of rows of odd length.
 * Both arrays are in the backend's memory. If no row is odd, slot_row holds the rows of slots. */
#define decl_euler_pair_rows(name)                                                                 \
    kg_status name(                                                                                \
        kg_context *ctx, kg_edge *slot_row, const kg_edge *row, uint64_t n, uint64_t *odd)
/* Replaces each slot in the walk by the half-edge by which it is left. turned: the walk goes the
 * other way round from the same edge. leave: as orient left it, or NULL. half: [2m] the half-edges
 * of slots as they were before stage 2, if leave is NULL. */
#define decl_euler_name_halves(name)                                                               \
    kg_status name(kg__euler_work *w, const kg_edge *half, const kg_edge *leave, bool turned)
/* walk: half-edges if the graph is undirected. */
#define decl_euler_verify(name)                                                                    \
    kg_status name(kg_graph *graph, const kg_edge *walk, kg_euler_kind kind, bool *right)

/* Draws all items of a batch (batch.h), whose arrays are all in host memory. */
#define decl_euler_batch(name) kg_status name(kg_context *ctx, const struct kg__batch *batch)

#define KG__EULER_FUNCTIONS(X)                                                                     \
    X(euler, prepare)                                                                              \
    X(euler, predecessors)                                                                         \
    X(euler, check)                                                                                \
    X(euler, partition)                                                                            \
    X(euler, spanning_tree)                                                                        \
    X(euler, swips)                                                                                \
    X(euler, walk)                                                                                 \
    X(euler, finish)                                                                               \
    X(euler, circuits)                                                                             \
    X(euler, insert_edge)                                                                          \
    X(euler, verify)                                                                               \
    X(euler, orient)                                                                               \
    X(euler, leaves_by)                                                                            \
    X(euler, turn)                                                                                 \
    X(euler, pair_rows)                                                                            \
    X(euler, name_halves)                                                                          \
    X(euler, batch)

typedef struct kg__euler_ops {
    KG__EULER_FUNCTIONS(KG__POINTER)
} kg__euler_ops;

KG__EULER_FUNCTIONS(KG__PROTOTYPES)

/* Stages 3 to 7 on a balanced graph in which each slot has a predecessor. KG_NO_SOLUTION: the graph
 * is not connected. */
kg_status kg__euler_solve(kg__euler_work *w);

/* Returns how many half-edges of vertex v have no partner. Not for directed graphs. O(degree) for a
 * bidirected graph. */
uint64_t kg__euler_lacks(const kg_graph *graph, kg_vertex v);

/* The ends of the fewest trails (stubs.c), in host memory. On the ring, whose length is even,
 * virtual edges join stub 2i + 1 with stub 2i + 2. */
typedef struct kg__stubs {
    uint64_t count;    /* two for each trail */
    kg_vertex *vertex; /* [count] by place on the ring */
    /* The stubs that add an edge to a row, in order of vertex. In a directed graph these are the
     * ends of trails, which the virtual edges leave; otherwise all stubs. */
    uint64_t listed;
    kg_vertex *at;  /* [listed] */
    kg_edge *place; /* [listed] on the ring */
    bool owned;     /* the arrays belong to the context */
} kg__stubs;

/* The caller frees the stubs with kg__stubs_free(), after a failure too. */
kg_status kg__stubs_find(kg__stubs *stubs, kg_graph *graph);
void kg__stubs_free(kg__stubs *stubs, kg_context *ctx);
/* Frees everything except the counts. */
void kg__stubs_forget(kg__stubs *stubs, kg_context *ctx);

/* Returns the half-edge of the j-th listed stub, in a graph of m half-edges. The half-edges of
 * virtual edges are numbered after all others; stubs 2i + 1 and 2i + 2 are one edge. Once the stubs
 * are forgotten, the result is the same virtual half-edge for each stub. */
static inline kg_edge kg__stubs_half(const kg__stubs *stubs, uint64_t m, uint64_t j)
{
    return (kg_edge)(m + (stubs->place ? (stubs->place[j] + 1) % stubs->count : 0));
}

/* Returns how many listed stubs are at vertices before v. */
uint64_t kg__stubs_before(const kg__stubs *stubs, uint64_t v);

/* Stages 2 to 7 of an undirected graph that has edges. w->row holds the rows of its slots, or is
 * NULL. Gives w->walk, [(graph->m + stubs->count) / 2] half-edges, beginning with half-edge
 * `first`. Virtual edge i, between stubs 2i - 1 and 2i, has half-edges graph->m + 2i and graph->m +
 * 2i + 1. Forgets the stubs. */
kg_status kg__euler_solve_undirected(
    kg__euler_work *w, kg_graph *graph, kg__stubs *stubs, kg_edge first);

/* Numbers the bits that are set, from 0. before: [words] how many are set before each word. */
static inline void kg__count_bits(kg_edge *before, const uint64_t *bits, uint64_t words)
{
    kg_edge count = 0;

    for (uint64_t word = 0; word < words; word++) {
        before[word] = count;
        count += kg__count_ones(bits[word]);
    }
}

/* Returns how many bits are set before bit i: its number, if it is set. */
static inline kg_edge kg__number_of_bit(const kg_edge *before, const uint64_t *bits, uint64_t i)
{
    const uint64_t below = bits[i / 64] & ((UINT64_C(1) << i % 64) - 1);

    return before[i / 64] + kg__count_ones(below);
}

/* After stage 3: the label of the circuit of each edge, or slot, in host memory. */
kg_status kg__euler_host_circuits(kg__euler_work *w, kg_edge *circuit);

/* The fewest trails of a graph, in host memory. */
typedef struct kg__trails {
    kg_edge *walk;   /* [edges] one trail after the other: edges, or half-edges */
    uint64_t *begin; /* [count + 1] where each trail begins in walk */
    uint64_t count;
} kg__trails;

/* kg_euler_find() for KG_EULER_TRAILS. The function owns w->walk. */
kg_status kg__euler_find_trails(kg__trails *trails, kg__euler_work *w, kg_graph *graph);

/* KG_OVERFLOW: the graph has too many edges together with its virtual ones. */
kg_status kg__trails_check_counts(const kg_graph *graph, const kg__stubs *stubs);

/* Cuts a circuit of a graph with virtual edges into trails. around[m], in host memory, begins with
 * a virtual edge; virtual edges are numbered from graph->m on. trails->count is known. */
kg_status kg__trails_cut(
    kg__trails *trails, const kg_graph *graph, const kg_edge *around, uint64_t m);

/* Counts for kg_euler_missing(). */
kg_status kg__euler_count_missing(kg_graph *graph, uint64_t *missing, uint64_t *balanced);

/* Checks that walk[edges], in host memory, is `count` trails, and that no fewer would suffice. If
 * not, the first offence is the context's message. */
kg_status kg__euler_verify_trails(
    kg_graph *graph, const kg_edge *walk, const uint64_t *begin, uint64_t count, bool *right);

/* Runs after stage 1 of a directed graph, whose witness says which vertices are unbalanced.
 * Chooses circuit or path, and the ends of a path. KG_NO_SOLUTION: neither exists. */
kg_status kg__euler_choose_kind(kg__euler_work *w, const kg_graph *graph,
    const kg_euler_options *options, kg_euler_kind *found, kg_vertex *start, kg_vertex *end);

/* Stage 1 of an undirected graph on the host, and the same choice. ends: the ends of a path as
 * stubs, with room for two. first: the first half-edge of the walk. */
kg_status kg__euler_choose_undirected(kg__stubs *ends, kg_edge *first, kg_euler_kind *found,
    kg__euler_work *w, kg_graph *graph, const kg_euler_options *options);

/* Finds the witness of an undirected graph with w->trees components: two edges. Returns
 * KG_NO_SOLUTION. */
kg_status kg__euler_find_apart(kg__euler_work *w, kg_graph *graph);

/* kg_euler_find() for an undirected graph: fills w, including the walk, and *found. The first *skip
 * entries of the walk are not part of the answer. */
kg_status kg__euler_find_undirected(kg__euler_work *w, kg_graph *graph,
    const kg_euler_options *options, kg_euler_kind *found, uint64_t *skip);

/* Returns the row of the table that the context uses. */
const kg__euler_ops *kg__euler(const kg_context *ctx);

/* Makes an Euler path, walk[m] in the backend's memory, begin with edge `first` of its first
 * vertex, if one can. */
kg_status kg__euler_begin_with(kg_graph *graph, kg_edge *walk, kg_edge first);

/* Checks that the graph and the options allow a random walk. */
kg_status kg__euler_check_random(const kg_graph *graph, const kg_euler_options *options);

/* Replaces a walk of a directed graph that has edges by one drawn uniformly at random. walk[m] is
 * in the backend's memory. given: the walk is a circuit, and its first edge, the first of its row,
 * stays first. Otherwise its first and its last vertex stay. */
kg_status kg__euler_draw(kg_graph *graph, kg_edge *walk, uint64_t seed, bool given);

#endif
