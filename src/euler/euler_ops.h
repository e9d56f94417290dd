/*
 * The Euler pipeline's data and the table of what a backend does for it.
 *
 * m edges; slots are edge ids seen as out-edges. The stages and the results that every backend must
 * give, to the bit:
 *
 *     1 check          out-degree = in-degree at each vertex, or the vertices where not
 *     2 predecessors   pred[m]: the k-th out-slot of v is preceded by v's k-th in-edge in id order
 *     3 partition      circuit[m]: the smallest edge id of each edge's cycle of pred
 *     4 circuit graph  links: slots s where s, s+1 share a row and circuit[s] != circuit[s+1]
 *     5 spanning tree  the links of the minimum spanning forest of the circuits, weight = slot id
 *     6 swips          along each maximal run of chosen links in a row, slots a..b:
 *                      pred'[s] = pred[s+1] for s in a..b-1, pred'[b] = pred[a]
 *     7 walk           walk[m]: the one cycle of pred' in order
 *     8 verify         shares no code with 2 to 7
 *
 * Whether a backend holds pred or its inverse, and what it keeps between stages, is its own affair.
 */
#ifndef KG_EULER_OPS_H
#define KG_EULER_OPS_H

#include "../csr/csr.h"
#include <konig/euler.h>

struct kg__batch;

typedef struct kg__euler_work {
    kg_context *ctx;
    kg_vertex n;
    kg_edge m;            /* a path's virtual edge included */
    const kg_edge *row;   /* [n+1] */
    const kg_vertex *col; /* [m] */
    /* [2m] of an undirected graph whose slots are pairs of its rows' entries as they stand: the
     * vertex of each half-edge, in host memory. Else NULL. */
    const kg_vertex *end;
    kg_edge virtual_edge; /* its slot, or KG_NO_EDGE */
    kg_edge first;        /* the walk begins with this edge; the virtual one where there is one */
    kg_edge *walk;        /* [m] out of stage 7; a backend may use its memory before. Of an
                           * undirected graph NULL where stage 2 is to allocate it */

    kg_euler_witness witness; /* out of stage 1: count, vertices, degrees; of stage 5: edges */
    uint64_t circuits;        /* out of stage 3 */
    uint64_t trees;           /* out of stage 5: 1 where all edges are connected */

    void *state; /* the backend's */
} kg__euler_work;

#define decl_euler_stage(name) kg_status name(kg__euler_work *w)
/* Takes the arrays for w->m edges. */
#define decl_euler_prepare(name)      decl_euler_stage(name)
#define decl_euler_predecessors(name) decl_euler_stage(name)
/* Follows stage 2, whose work gives the in-degrees. */
#define decl_euler_check(name)     decl_euler_stage(name)
#define decl_euler_partition(name) decl_euler_stage(name)
/* Stages 4 and 5 in one. A link is a slot, so stage 4 stores nothing: the search for the tree finds
 * the links itself. */
#define decl_euler_spanning_tree(name) decl_euler_stage(name)
#define decl_euler_swips(name)         decl_euler_stage(name)
/* Fills w->walk. The virtual edge is left out, and the ids are those that edges have without it. */
#define decl_euler_walk(name) decl_euler_stage(name)
/* Frees what prepare and the stages took. */
#define decl_euler_finish(name) void name(kg__euler_work *w)
/* circuit: [m] labels, after stage 3. */
#define decl_euler_circuits(name) kg_status name(kg__euler_work *w, kg_edge *circuit)
/* The graph with one more edge, last in the row of source. new_row: [n+1], new_col: [m+1]. */
#define decl_euler_insert_edge(name)                                                               \
    kg_status name(kg_context *ctx, kg_edge *new_row, kg_vertex *new_col, const kg_graph *graph,   \
        kg_vertex source, kg_vertex target)
/*
 * Of an undirected or bidirected graph, instead of stages 2 and 1. Slot s of w->row is a pair of
 * half-edges, half[2s] and half[2s+1], of one vertex: a walk that comes in on one goes out on the
 * other. Each circuit of these pairs gets a direction, in which its smallest slot is left by its
 * second half-edge. Leaves all as stage 2 does for the m slots, as if edges were numbered by the
 * slot that they leave, and leave[s], [m]: the half-edge by which slot s is left, which name_halves
 * alone looks at, but for that of w->first. half: [2m], which nobody changes up to the end. Both
 * arrays lie in the backend's memory. spare: `half` itself if the caller can fill it again, else
 * NULL. The backend uses it up until finish; it then keeps the directions itself, and leave is
 * NULL.
 */
#define decl_euler_orient(name)                                                                    \
    kg_status name(kg__euler_work *w, const kg_edge *half, kg_edge *spare, kg_edge *leave)
/* *same: whether the walk leaves slot w->first by half-edge `half`, which is the second of the slot
 * if is_second. leave: as orient left it, or NULL. */
#define decl_euler_leaves_by(name)                                                                 \
    kg_status name(                                                                                \
        const kg__euler_work *w, const kg_edge *leave, kg_edge half, bool is_second, bool *same)
/*
 * Of a bidirected graph, after orient: turns circuits so that those which are to be joined pass the
 * vertex where they meet in one direction. Two are joined at neighbouring slots (x, y), (z, w) of a
 * vertex, which become (x, w) and (z, y). Where both are passed from minus to plus the walk comes
 * in by x and goes on by w; where they are passed in opposite directions it would have to turn
 * back, so one is walked the other way round. The slots at which circuits are joined are the links
 * of stage 5, taken in order of slots: of each, the circuits that are joined with its second slot's
 * are turned as those of its first slot's need it. Leaves all as orient does, and leave[s]
 * if there is one.
 * row[n+1], half[2m]: the slots, of a vertex with two sides the minus half first, in host memory,
 * which may be changed; resident: half in the backend's memory.
 */
#define decl_euler_turn(name)                                                                      \
    kg_status name(kg__euler_work *w, const kg_graph *graph, const kg_edge *row, kg_edge *half,    \
        kg_edge *resident, kg_edge *leave)
/* Of an undirected graph: slot_row[v] = row[v] / 2, [n+1], and how many rows are of odd length.
 * Both arrays lie in the backend's memory. Where no row is, these are the rows of its slots. */
#define decl_euler_pair_rows(name)                                                                 \
    kg_status name(                                                                                \
        kg_context *ctx, kg_edge *slot_row, const kg_edge *row, uint64_t n, uint64_t *odd)
/* Slots in the walk become the half-edges by which they are left; turned: the walk goes the other
 * way round, from the same edge on. leave: as orient left it, or NULL. half: [2m] the half-edges of
 * slots as they were before stage 2, if leave is NULL. */
#define decl_euler_name_halves(name)                                                               \
    kg_status name(kg__euler_work *w, const kg_edge *half, const kg_edge *leave, bool turned)
/* walk: of an undirected graph, half-edges. */
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

/* Stages 3 to 7 on a balanced graph, all of whose slots have a predecessor. KG_NO_SOLUTION: it is
 * not connected. */
kg_status kg__euler_solve(kg__euler_work *w);

/* How many half-edges of vertex v have no partner. Not of a directed graph. O(its degree) of a
 * bidirected one. */
uint64_t kg__euler_lacks(const kg_graph *graph, kg_vertex v);

/* The ends of the fewest trails (stubs.c), in host memory. On the ring, whose length is even,
 * virtual edges join stub 2i + 1 with stub 2i + 2. */
typedef struct kg__stubs {
    uint64_t count;    /* two a trail */
    kg_vertex *vertex; /* [count] by place on the ring */
    /* Those that add to a row, in order of vertex: all, but of a directed graph only the ends of
     * trails, which the virtual edges leave. */
    uint64_t listed;
    kg_vertex *at;  /* [listed] */
    kg_edge *place; /* [listed] on the ring */
    bool owned;     /* the arrays are the context's */
} kg__stubs;

/* To be freed with kg__stubs_free(), after a failure too. */
kg_status kg__stubs_find(kg__stubs *stubs, kg_graph *graph);
void kg__stubs_free(kg__stubs *stubs, kg_context *ctx);
/* Frees all but the counts. */
void kg__stubs_forget(kg__stubs *stubs, kg_context *ctx);

/* The half-edge of the j-th stub of those listed, of a graph of m half-edges: the virtual edges'
 * are numbered behind all others, and stubs 2i + 1 and 2i + 2 are an edge. Once the stubs are
 * forgotten it is any of these. */
static inline kg_edge kg__stubs_half(const kg__stubs *stubs, uint64_t m, uint64_t j)
{
    return (kg_edge)(m + (stubs->place ? (stubs->place[j] + 1) % stubs->count : 0));
}

/* How many of those listed lie at vertices before v. */
uint64_t kg__stubs_before(const kg__stubs *stubs, uint64_t v);

/* Stages 2 to 7 of an undirected graph that has edges, of whose slots w->row is the rows where it
 * is not NULL: w->walk, [(graph->m + stubs->count) / 2], as half-edges. It begins with half-edge
 * `first`. Those of virtual edge i, between stubs 2i - 1 and 2i, are graph->m + 2i and graph->m +
 * 2i + 1. Forgets the stubs. */
kg_status kg__euler_solve_undirected(
    kg__euler_work *w, kg_graph *graph, kg__stubs *stubs, kg_edge first);

/* The numbers of bits that are set, from 0: how many are set before each word. before: [words] */
static inline void kg__count_bits(kg_edge *before, const uint64_t *bits, uint64_t words)
{
    kg_edge count = 0;

    for (uint64_t word = 0; word < words; word++) {
        before[word] = count;
        count += kg__count_ones(bits[word]);
    }
}

/* How many bits are set before bit i, which is its number if it is set. */
static inline kg_edge kg__number_of_bit(const kg_edge *before, const uint64_t *bits, uint64_t i)
{
    const uint64_t below = bits[i / 64] & ((UINT64_C(1) << i % 64) - 1);

    return before[i / 64] + kg__count_ones(below);
}

/* After stage 3: the label of each edge's circuit, or each slot's, in host memory. */
kg_status kg__euler_host_circuits(kg__euler_work *w, kg_edge *circuit);

/* The fewest trails of a graph, in host memory. */
typedef struct kg__trails {
    kg_edge *walk;   /* [edges] one trail behind the other: edges, or half-edges */
    uint64_t *begin; /* [count + 1] in walk */
    uint64_t count;
} kg__trails;

/* What kg_euler_find() does for KG_EULER_TRAILS. w->walk is its own. */
kg_status kg__euler_find_trails(kg__trails *trails, kg__euler_work *w, kg_graph *graph);

/* KG_OVERFLOW where a graph has too many edges together with its virtual ones. */
kg_status kg__trails_check_counts(const kg_graph *graph, const kg__stubs *stubs);

/* Cuts a circuit of a graph with its virtual edges, around[m] in host memory, which begins with a
 * virtual one. These are not below graph->m. trails->count is known. */
kg_status kg__trails_cut(
    kg__trails *trails, const kg_graph *graph, const kg_edge *around, uint64_t m);

/* What kg_euler_missing() counts. */
kg_status kg__euler_count_missing(kg_graph *graph, uint64_t *missing, uint64_t *balanced);

/* Whether walk[edges], in host memory, is that many trails, and no fewer would do; where not, the
 * first offence is the context's message. */
kg_status kg__euler_verify_trails(
    kg_graph *graph, const kg_edge *walk, const uint64_t *begin, uint64_t count, bool *right);

/* After stage 1 of a directed graph, whose witness says what is unbalanced: circuit or path; of a
 * path its ends. KG_NO_SOLUTION: neither. */
kg_status kg__euler_choose_kind(kg__euler_work *w, const kg_graph *graph,
    const kg_euler_options *options, kg_euler_kind *found, kg_vertex *start, kg_vertex *end);

/* Stage 1 of an undirected graph on the host, and the same. ends: of a path as stubs, with room for
 * two. first: the half-edge that the walk begins with. */
kg_status kg__euler_choose_undirected(kg__stubs *ends, kg_edge *first, kg_euler_kind *found,
    kg__euler_work *w, kg_graph *graph, const kg_euler_options *options);

/* The witness of an undirected graph with w->trees components: two edges. KG_NO_SOLUTION. */
kg_status kg__euler_find_apart(kg__euler_work *w, kg_graph *graph);

/* What kg_euler_find() does for an undirected graph: fills w, the walk included, of which the first
 * *skip entries are none of the answer, and *found. */
kg_status kg__euler_find_undirected(kg__euler_work *w, kg_graph *graph,
    const kg_euler_options *options, kg_euler_kind *found, uint64_t *skip);

/* The row in force. */
const kg__euler_ops *kg__euler(const kg_context *ctx);

/* Lets an Euler path, walk[m] in the backend's memory, begin with another edge of its first vertex,
 * where one can. */
kg_status kg__euler_begin_with(kg_graph *graph, kg_edge *walk, kg_edge first);

/* Whether what the options say of random walks can be done. */
kg_status kg__euler_check_random(const kg_graph *graph, const kg_euler_options *options);

/* Puts a walk drawn uniformly at random in place of a walk of a directed graph that has edges,
 * walk[m] in the backend's memory. given: it is a circuit, and its first edge, the first of its
 * row, stays the first; else its first vertex stays, and so does its last. */
kg_status kg__euler_draw(kg_graph *graph, kg_edge *walk, uint64_t seed, bool given);

#endif
