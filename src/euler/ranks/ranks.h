/*
 * The Euler pipeline over ranks: stages 2 to 8 of a joined context. The ranks exchange the same
 * messages on all backends. Each backend has its own stages, which the table at the end names.
 *
 * The m slots of all vertices' rows, including virtual edges, are cut into one part for each rank.
 * A cut may lie within a row, so a row may span several ranks. Rank r has the slots bound[r] ..
 * bound[r+1]-1, and is the home of the vertices whose rows begin there, vertex[r] ..
 * vertex[r+1]-1. All stages give the results of euler_ops.h, so the number of ranks changes no byte
 * of the answer.
 *
 * Departures from the pipeline of one rank: circuits are followed backwards, by pred, because its
 * swips touch only a rank's own slots and those next to them. A walk goes on as a message, so that
 * each rank reads and writes only its own slots.
 *
 * Memory of a rank on the CPU: four edge ids and five bits for each of its slots. In stage 2 also
 * the items that it sends and receives: two edge ids for each. With ids of 32 bits a rank takes at
 * most 45 bytes a slot of a directed graph. For other graphs stage 2 takes the most: eleven ids a
 * slot, and at most 60 bytes with the items sent at a time.
 *
 * Memory on CUDA, counted on some graphs, with the items sent at a time: for a directed graph a
 * little more than four ids a slot if the GPUs reach each other and the circuits are few or short,
 * otherwise up to nine. For other graphs twelve, or nineteen if walkers are sent. The data that all
 * ranks hold alike is small: open segments, one in some hundred slots; trees, while there are
 * several; the circuits of a bidirected graph.
 */
#ifndef KG_RANKS_H
#define KG_RANKS_H

#include "../../comm/mail.h"
#include "../../csr/part/part.h"
#include "../euler_ops.h"

/* ---- the chase ------------------------------------------------------------------------------- */

/*
 * Follows next[] from place to place until each place has been visited once. Each rank sends out
 * walkers from places of its own. A walker that comes to the beginning of another ends there. If it
 * comes to its own beginning, it is a circuit. Another walker then begins in its stead. Walkers are
 * numbered k * ranks + rank; k counts those of a rank, in the order of the places where they begin.
 */
typedef struct kg__chase {
    kg__mail *mail;
    const uint64_t *bound; /* [ranks + 1] of places */
    const kg_edge *next;   /* [bound[rank + 1] - bound[rank]] of this rank's places */
    kg_edge *walker;       /* [places] out: the walker that visited the place */
    kg_edge *offset;       /* [places] out: after how many steps; NULL: the least place is wanted */

    uint64_t lo, count; /* of this rank's places */
    uint64_t walkers, room;
    kg_edge *before; /* [walkers] the walker that came to the place where this one began */
    kg_edge *value;  /* [walkers] the least place or the number of steps of that walker */
    uint64_t fresh;  /* all places below have been visited */
    kg_edge *left;   /* walkers that go on elsewhere: place, walker, value */
    uint64_t leaving, left_room;
} kg__chase;

kg_status kg__chase_run(kg__chase *chase);
void kg__chase_free(kg__chase *chase);

/* After a chase for least places: each walker's value becomes the label of its circuit, the least
 * place. A rank asks the walker's rank for it, which answers by kg__chase_tell(). is_label: bits of
 * this rank's places >> shift. One is set for each label; with shift 1, only for each odd label. */
kg_status kg__chase_label(kg__chase *chase, uint64_t *is_label, unsigned shift);
kg_status kg__chase_tell(void *chase, const kg_edge *key, uint64_t count, kg_edge *label);

/* After a chase that counts, along one circuit: finds after how many steps from some place each
 * walker began. at: [walkers of all ranks], those of rank r from base[r] on; the caller frees it.
 * base: [ranks + 1] */
kg_status kg__chase_order(kg__chase *chase, kg_edge **at, uint64_t *base);

/* ---- the work -------------------------------------------------------------------------------- */

typedef struct kg__ranks_device kg__ranks_device;

/* Arrays are in the backend's memory, except bound, places, vertex and sided. */
typedef struct kg__ranks {
    kg__euler_work *w;
    kg_graph *graph;
    kg__mail mail;
    unsigned rank, ranks;

    /* The part. m: slots of all ranks. This rank has `count` of them from lo on. */
    uint64_t m, lo, count;
    uint64_t *bound;  /* [ranks + 1] */
    uint64_t *vertex; /* [ranks + 1] */
    uint64_t homes;   /* the number of vertices whose home is this rank */
    kg_edge *row;     /* [homes + 1] where the rows of these, and of the next, begin */
    /* In a directed graph: the target of each slot, and its edge. */
    const kg_vertex *col; /* [count] */
    kg_vertex *own_col;   /* the memory of col, if it has virtual edges */
    kg_edge *edge;        /* [count] then; KG_NO_EDGE: a virtual edge. Otherwise the edges are */
    uint64_t first_edge;  /* those from this one on */
    /* In other graphs: the two half-edges of each slot, and the places of the other halves of their
     * edges. The places of slot s are 2s and 2s + 1. */
    uint64_t *places; /* [ranks + 1] twice the bounds */
    kg_edge *half;    /* [2 * count] */
    kg_edge *twin;    /* [2 * count] */
    uint64_t *leave;  /* bits [count] the slot is left by its second half-edge */
    uint64_t *sided;  /* bits [count] its vertex has two sides */

    uint64_t *joined; /* bits [count] the slot and the one before share a row */
    kg_edge *pred;    /* [count] */
    kg_edge *walker;  /* [count] of stage 3 */
    kg_edge *up;      /* [count] for a label: a circuit that its circuit is joined with */
    uint64_t *label;  /* bits [count] the slot is the least of its circuit */
    uint64_t *chosen; /* bits [count] the link of the slot before and this one is chosen */
    kg__chase chase;  /* of stage 3 */

    kg__ranks_device *device; /* further data of a device; NULL on the CPU */
} kg__ranks;

/* Finds the rank's part: sets all fields from `mail` to `homes`. */
kg_status kg__ranks_cut(kg__ranks *r, const kg__stubs *stubs);
/* Then fills the part, of a graph in host memory: row, and either col, own_col and edge, or half,
 * leave and sided. The caller frees it, after a failure too. */
kg_status kg__ranks_fill(kg__ranks *r, const kg__stubs *stubs);
/* Both for a graph of which each rank holds only a part: sets all fields from `mail` to `edge`. */
kg_status kg__ranks_fill_part(kg__ranks *r, const kg_part *part, const kg_vertex *ends);
void kg__ranks_free(kg__ranks *r);
/* Allocates walker and up. */
kg_status kg__ranks_allocate_circuits(kg__ranks *r);

/* Combines the witness of all ranks from the unbalanced vertices that each has found. */
kg_status kg__ranks_witness(kg__ranks *r, const kg_euler_witness *mine);
/* Sets the witness of a directed graph whose edges are in several trees. least: the least slot of
 * this rank that is not in the tree of the first slot; UINT64_MAX: there is none. The virtual edge
 * does not count as a slot here. */
kg_status kg__ranks_apart(kg__ranks *r, uint64_t least);

/* The data on a rank's slots that ranks exchange for stage 6. */
typedef struct kg__ranks_edge {
    uint64_t some;       /* it has slots */
    uint64_t goes_on;    /* the first one is linked with the one before */
    uint64_t all_linked; /* and so are all others */
    uint64_t first;      /* pred of the first */
    uint64_t last;       /* pred of the first slot of the last run, unless all are linked */
} kg__ranks_edge;

/* Collective. mine: of this rank's slots. linked: [out] whether the next slot, on another rank, is
 * linked with this rank's last one. first: [out] pred of that slot, if linked. begin: [out] if
 * mine.goes_on, pred of the slot with which the run of this rank's first slot begins. */
kg_status kg__ranks_edges(
    kg__ranks *r, kg__ranks_edge mine, bool *linked, kg_edge *first, kg_edge *begin);

/* Finds where the shares of the walk begin, without `skip` entries. bound: [ranks + 1] */
void kg__ranks_shares(const kg__ranks *r, uint64_t skip, uint64_t *bound);

/* kg_euler_find() over ranks, for a circuit or path. walk: [out] this rank's share of it, in the
 * backend's memory; the caller frees it. */
kg_status kg__ranks_find(kg__euler_work *w, kg_graph *graph, const kg_euler_options *options,
    kg_euler_kind *found, kg_edge **walk);

/* The same for a graph of which each rank holds only a part. */
kg_status kg__ranks_find_part(kg__euler_work *w, kg_part *part, const kg_euler_options *options,
    kg_euler_kind *found, kg_edge **walk);

/* kg_euler_find() over ranks, for trails. Rank 0 cuts them and gets the whole walk. The other ranks
 * get their share, and the beginnings of all trails. */
kg_status kg__ranks_find_trails(kg__trails *trails, kg__euler_work *w, kg_graph *graph);

/* ---- the functions of a backend -------------------------------------------------------------- */

#define decl_ranks_stage(name) kg_status name(kg__ranks *r)
/* Makes the rank's part of a graph that each rank has whole, with its virtual edges: those of
 * trails, or the one of a path, w->virtual_edge. The graph is in host memory if it is not directed,
 * or has trails. */
#define decl_ranks_part(name) kg_status name(kg__ranks *r, const kg__stubs *stubs)
/* Makes the part of a graph of which each rank holds only a part. ends: of a path, which get a
 * virtual edge, w->virtual_edge; or NULL. */
#define decl_ranks_take(name)                                                                      \
    kg_status name(kg__ranks *r, const kg_part *part, const kg_vertex *ends)
/* Frees r->device. */
#define decl_ranks_finish(name) void name(kg__ranks *r)
/* Stage 2 of a directed graph: pred, and stage 1: the witness. */
#define decl_ranks_pair(name) decl_ranks_stage(name)
/* Stage 3 of a directed graph: label, and the circuit of each slot. */
#define decl_ranks_partition(name) decl_ranks_stage(name)
/* Stages 2 and 3 of a graph that is not directed. orient: twin, leave, label, and the circuit of
 * each slot. follow: pred, once the directions of the circuits are final. */
#define decl_ranks_orient(name) decl_ranks_stage(name)
#define decl_ranks_follow(name) decl_ranks_stage(name)
/* For a graph that is not directed, after orient. slot: slots of this rank's part in order, none of
 * which opens its row. label[2 * count], in host memory: the labels of the circuits at the slot
 * before slot[i] and at slot[i]. */
#define decl_ranks_labels(name)                                                                    \
    kg_status name(kg__ranks *r, const uint64_t *slot, uint64_t count, kg_edge *label)
/* Changes `leave` at the slots of circuits that are turned. label: [circuits] of all ranks, in
 * order; turned: bits [circuits]. Both are in host memory. */
#define decl_ranks_turn(name)                                                                      \
    kg_status name(kg__ranks *r, const kg_edge *label, const uint64_t *turned, uint64_t circuits)
/* For a graph that is not directed, after follow. at: [3] the slots of half-edge `first` and of its
 * other half; and whether the slot of `first` is left by it. 0 if another rank has them. */
#define decl_ranks_find_half(name) kg_status name(kg__ranks *r, kg_edge first, uint64_t *at)
/* Stages 4 and 5: chosen, w->circuits, w->trees; and the witness of a directed graph with several
 * trees. */
#define decl_ranks_tree(name) decl_ranks_stage(name)
/* Stage 6: changes pred, or the data that stage 7 follows. */
#define decl_ranks_swips(name) decl_ranks_stage(name)
/* Stage 7. first: a slot. turned: the walk goes the other way round from there. skip: entries at
 * its beginning that are left out. walk: [out] this rank's share of the rest, in which virtual
 * edges are KG_NO_EDGE; the caller frees it. */
#define decl_ranks_walk(name)                                                                      \
    kg_status name(kg__ranks *r, kg_edge **walk, uint64_t first, bool turned, uint64_t skip)
/* Stage 8 of a circuit or path. walk: this rank's share of it. part: NULL, or the graph is its
 * shape. KG_NO_SOLUTION: the walk is wrong. */
#define decl_ranks_verify(name)                                                                    \
    kg_status name(kg_graph *graph, const kg_part *part, const kg_edge *walk, kg_euler_kind kind)

#define KG__RANKS_FUNCTIONS(X)                                                                     \
    X(ranks, part)                                                                                 \
    X(ranks, take)                                                                                 \
    X(ranks, finish)                                                                               \
    X(ranks, pair)                                                                                 \
    X(ranks, partition)                                                                            \
    X(ranks, orient)                                                                               \
    X(ranks, follow)                                                                               \
    X(ranks, labels)                                                                               \
    X(ranks, turn)                                                                                 \
    X(ranks, find_half)                                                                            \
    X(ranks, tree)                                                                                 \
    X(ranks, swips)                                                                                \
    X(ranks, walk)                                                                                 \
    X(ranks, verify)

typedef struct kg__ranks_ops {
    KG__RANKS_FUNCTIONS(KG__POINTER)
} kg__ranks_ops;

KG__RANKS_FUNCTIONS(KG__PROTOTYPES)

/* After stage 5 of a bidirected graph: changes `leave` as decl_euler_turn in euler_ops.h says. */
kg_status kg__ranks_turn(kg__ranks *r, const kg__ranks_ops *ops);

/* Returns the row of the table that the context uses. */
const kg__ranks_ops *kg__ranks_row(const kg_context *ctx);

#endif
