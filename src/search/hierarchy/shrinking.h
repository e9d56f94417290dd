/* The graph that shrinks while vertices are contracted, and the search for paths that make
 * shortcuts unnecessary. */
#ifndef KG_HIERARCHY_SHRINKING_H
#define KG_HIERARCHY_SHRINKING_H

#include "../../base/random.h"
#include "hierarchy.h"

/* The arcs of a vertex to remaining vertices, in the pool: at most one to each. The arcs of a
 * contracted vertex stay as they were at its contraction. */
typedef struct kg__list {
    uint64_t first;
    uint32_t count, room;
} kg__list;

typedef struct kg__shrinking {
    kg_context *ctx;
    uint64_t n;
    int sides;         /* of each list: see hierarchy.h */
    kg__list *list[2]; /* [n] */
    kg__arc *pool;
    uint64_t used, room;
    int32_t *priority;     /* [n] the least is contracted first */
    uint32_t *depth;       /* [n] levels below a vertex */
    unsigned char *picked; /* [n] whether it is contracted in this round */
    bool is_patient;       /* whether counting searches as far as contracting */
    uint64_t batch;        /* the number of the batch of searches; lists change between batches */
} kg__shrinking;

typedef struct kg__shortcut {
    kg_vertex tail, head, between;
    double length;
} kg__shortcut;

typedef struct kg__shortcuts {
    kg__shortcut *shortcut;
    uint64_t count, room;
} kg__shortcuts;

/* Returns whether a goes before b. A hash of the id breaks ties: by the ids themselves the vertices
 * of a grid would have to go one after the other. No two hashes are equal. */
static inline bool kg__goes_before(const kg__shrinking *s, kg_vertex a, kg_vertex b)
{
    return s->priority[a] != s->priority[b] ? s->priority[a] < s->priority[b]
                                            : kg__random_mix(a) < kg__random_mix(b);
}

static inline const kg__arc *kg__arcs_of(const kg__shrinking *s, int side, kg_vertex v)
{
    return s->pool + s->list[side][v].first;
}

typedef struct kg__witness kg__witness; /* a thread's own memory */

kg_status kg__witness_create(kg__witness **witness, kg_context *ctx);
void kg__witness_destroy(kg_context *ctx, kg__witness *witness);

/* The most arcs of a vertex on either side; vertices of more are not contracted. */
enum { KG__GOALS = 1024 };

static inline bool kg__has_too_many(const kg__shrinking *s, kg_vertex v)
{
    return s->list[0][v].count > KG__GOALS || s->list[s->sides - 1][v].count > KG__GOALS;
}

/* Finds the shortcuts from the end of one arc into v that the contraction of v needs. to: [out]
 * they are appended; a path that replaces a shortcut leads through no picked vertex that goes
 * before v. If `to` is NULL, they are only counted, by shorter searches, as if v went next.
 * arc: the index in the list of arcs into v. In an undirected graph each pair of neighbours has one
 * shortcut, which the first of their arcs finds. count: [out] UINT32_MAX if v has too many arcs. */
kg_status kg__find_shortcuts(kg__witness *witness, const kg__shrinking *s, kg_vertex v,
    uint32_t arc, kg__shortcuts *to, uint64_t *count);

/* Contracts vertices until each remaining one would add too many arcs, or more arcs are left than
 * before. core: [n] [out] whether a vertex remains. */
kg_status kg__shrink(kg__shrinking *s, unsigned char *core);

#endif
