/*
 * The base of hierarchies: an order of a graph's vertices, and arcs for any lengths of its edges.
 *
 *     vertex[n], place[n], level[levels+1]  as in hierarchy.h; there is no core
 *     row[n+1], head[arcs]      the arcs of each place to higher places, in the order of the heads.
 *                               They are chordal: of two heads of a place one has an arc to the
 *                               other. An arc stands for both directions.
 *     below_row[n+1], below[arcs]  the arcs whose head a place is, in the order of their tails
 *     entry_row[n+1], entry[..]  the entries of the graph's rows that begin or end at a place and
 *                               have their other end above it, in the order of the entries
 */
#ifndef KG_HIERARCHY_BASE_H
#define KG_HIERARCHY_BASE_H

#include "hierarchy.h"

typedef struct kg__below {
    kg_vertex tail;
    uint32_t arc;
} kg__below;

/* Set in the arc of an entry that leads from the head to the place. */
#define KG__DOWN UINT32_C(0x80000000)

/* An entry of a row of the graph, and the arc on which it lies. */
typedef struct kg__base_entry {
    uint32_t entry, arc;
} kg__base_entry;

enum { KG__BASE_RESIDENTS = 9 };

struct kg_hierarchy_base {
    kg_context *ctx;
    uint64_t n, m; /* m: the number of edges */
    uint64_t sum;  /* the checksum of the graph without its values */
    uint32_t levels;
    uint64_t triangles; /* pairs of arcs of a place */
    kg_vertex *vertex, *place, *level;
    uint32_t *row;
    kg_vertex *head;
    uint32_t *below_row;
    kg__below *below;
    uint32_t *entry_row;
    kg__base_entry *entry;
    void *map, *copy; /* the memory of vertex, level, row and head, as in a hierarchy */
    void *resident[KG__BASE_RESIDENTS]; /* arrays in device memory, or NULL */
};

/* The neighbours of each vertex in either direction, each once, without loops. */
typedef struct kg__neighbours {
    uint64_t n;
    uint64_t *row;  /* [n + 1] */
    kg_vertex *col; /* [row[n]] rising in each row */
} kg__neighbours;

/* The most arcs that a base may have. */
uint64_t kg__base_most(uint64_t n);

/* Fails because a base would have more arcs. */
kg_status kg__base_too_large(kg_context *ctx, uint64_t n);

/* Orders vertices by nested dissection. order: [out] [n] the lowest vertex first. */
kg_status kg__dissect(kg_context *ctx, const kg__neighbours *neighbours, kg_vertex *order);

/* Makes vertex, place, level, row and head of the order. */
kg_status kg__base_complete(
    kg_hierarchy_base *base, const kg__neighbours *neighbours, const kg_vertex *order);

/* Makes below and entry from the other arrays. *is_whole: [out] whether each edge has an arc. */
kg_status kg__base_derive(kg_hierarchy_base *base, const kg_graph *graph, bool *is_whole);

/* ---- separators ------------------------------------------------------------------------------ */

/* A connected graph, with the memory to find its separators. A thread has one. */
typedef struct kg__cutter {
    kg_context *ctx;
    uint64_t room[2]; /* of vertices, of entries of col */
    uint32_t count;   /* of vertices */
    uint32_t *row, *col;
    uint32_t *rank; /* [count] along an axis */
    uint32_t share; /* of the first and of the last */
    uint32_t round;
    unsigned char *part; /* [count] of the last cut: see below */
    uint32_t *before;    /* [count] the vertex before a vertex in its path, or UINT32_MAX */
    unsigned char *used; /* [count] whether a path leads through a vertex */
    uint32_t *seen;      /* [2 * count] the last round that entered a half of a vertex */
    uint32_t *at;        /* [2 * count] how many of its neighbours have been tried */
    uint32_t *queue;     /* [2 * count] */
} kg__cutter;

/* Parts of a cut graph. */
enum { KG__PART_A, KG__PART_B, KG__SEPARATOR };

/* Makes room for a graph. */
kg_status kg__cutter_grow(kg__cutter *c, uint64_t count, uint64_t entries);
void kg__cutter_release(kg__cutter *c);

/* Finds the fewest vertices that separate the first `share` ranks from the last, both of which may
 * be among them. most: gives up if there are more. Returns the number, and part; or UINT32_MAX. */
uint32_t kg__cut(kg__cutter *c, uint32_t share, uint32_t most);

#endif
