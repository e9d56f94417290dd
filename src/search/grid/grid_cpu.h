/*
 * What the CPU's two grid searches share: the thread's memory, and the open list.
 *
 * The open list is buckets of f: bucket (f >> shift) % buckets is a stack, linked through a pool of
 * entries. Within a bucket the order is last in, first out, so a cell may be expanded before its
 * cost is final and again when it falls (label correcting). A bucket is no wider than an eighth of
 * the cheapest step, unless that would make too many, so that this is rare. Where the cheapest step
 * costs less than 16, a whole number, a bucket is one value of f and the order is that of A*, ties
 * broken towards the goal.
 */
#ifndef KG_GRID_CPU_H
#define KG_GRID_CPU_H

#include "grid.h"

enum { KG__NO_ENTRY = UINT32_MAX, KG__UNHEARD = 1 << 12 };

typedef struct kg__open_entry {
    uint64_t g;
    uint32_t x, y;
    uint32_t next;
} kg__open_entry;

typedef struct kg__open_list {
    uint32_t *head; /* [buckets] first entry, or KG__NO_ENTRY */
    uint64_t buckets;
    unsigned shift;
    uint64_t now, last;         /* buckets in use lie in now..last, before the remainder is taken */
    kg__open_entry *entry;      /* [room] */
    uint32_t room, used, spare; /* spare: a list of freed entries */
} kg__open_list;

/* Of a jump search: a cell at which one may turn. Nodes lie in tiles of 8 * 8 cells, which are
 * taken when one of their cells is first reached. */
typedef struct kg__jump_node {
    uint64_t g;
    uint32_t parent; /* cell */
    uint16_t query;  /* that it was last reached by; 0: none */
    uint8_t arrived; /* directions in which it was reached at cost g, a bit each */
    uint8_t left;    /* directions in which it was expanded at cost g */
} kg__jump_node;

/* A thread's memory, which its queries use one after the other. */
typedef struct kg__grid_walker {
    kg__grid_work *work;
    kg__open_list open;

    void *cost_block;
    void *g; /* [cells] of uint32_t or uint64_t: cost so far; all ones between queries */
    uint32_t *low, *high;     /* [height] expanded cells of a row lie in low..high-1 */
    uint32_t lowest, highest; /* and their rows in lowest..highest-1 */
    ptrdiff_t move_by[8];     /* how far move i leads in the array of costs */
    uint8_t legal[512];       /* kg__grid_legal() of each neighbourhood */

    uint32_t *tile; /* [tiles_across * (height + 7) / 8] number of each tile, 0: not taken */
    size_t tiles_across;
    kg__jump_node *node; /* [tile_room * 64]; tile 0 is nobody's */
    uint32_t tiles, tile_room;
    uint16_t query_stamp;  /* from 1 */
    uint8_t go_on[512][8]; /* directions to go on in, by kg__free_around() and that of arrival */

    kg_grid_cell *path; /* [path_room] of this query, from start to goal */
    uint64_t path_room, path_count;

    const kg_grid_query *query; /* this one */
    kg_grid_answer *answer;
    const kg__plane *plane; /* of its terrain */
    kg__estimate estimate;
    uint64_t states_most; /* at so many the query stops */
    uint64_t best;        /* the goal's cost so far; UINT64_MAX: none */
    unsigned unheard;     /* expansions since the last report; one is due at KG__UNHEARD */
    bool reports;         /* to the caller's progress, as the thread that called */
} kg__grid_walker;

/* Says how far the query is. KG_LIMIT: it is to stop. */
kg_status kg__walker_report(kg__grid_walker *w);

/* ---- the open list --------------------------------------------------------------------------- */

/* KG_LIMIT: the context's memory limit does not allow so many more bytes. */
kg_status kg__room_for(const kg__grid_walker *w, uint64_t bytes);

/* Makes room for one more entry, or returns KG_LIMIT. */
kg_status kg__open_grow(kg__grid_walker *w);

static inline kg_status kg__open_push(
    kg__grid_walker *w, uint64_t f, uint64_t g, uint32_t x, uint32_t y)
{
    kg__open_list *o = &w->open;
    uint64_t bucket = f >> o->shift;
    uint32_t *head = &o->head[bucket & (o->buckets - 1)], at = o->spare;

    if (at != KG__NO_ENTRY) {
        o->spare = o->entry[at].next;
    } else {
        if (o->used == o->room) {
            kg_status status = kg__open_grow(w);

            if (status != KG_OK)
                return status;
        }
        at = o->used++;
    }
    o->entry[at] = (kg__open_entry){g, x, y, *head};
    *head = at;
    o->last = bucket > o->last ? bucket : o->last;
    return KG_OK;
}

/* Takes an entry of the lowest bucket; false where there is none or all are of f above most. */
static inline bool kg__open_pop(kg__open_list *o, uint64_t most, kg__open_entry *entry)
{
    uint32_t *head;

    for (;; o->now++) {
        if (o->now > o->last || o->now << o->shift > most)
            return false;
        head = &o->head[o->now & (o->buckets - 1)];
        if (*head != KG__NO_ENTRY)
            break;
    }
    *entry = o->entry[*head];
    o->entry[*head].next = o->spare;
    o->spare = *head;
    *head = entry->next;
    return true;
}

/* ---- the searches ---------------------------------------------------------------------------- */

/* Each search: what it needs for the map, once; then for a query: the search, which sets w->best
 * and the answer's counts (KG_LIMIT: it was stopped, w->open.now tells how far), its path (if
 * w->best was reached), and the clearing for the next query. */
typedef struct kg__walk_ops {
    kg_status (*prepare)(kg__grid_walker *w);
    kg_status (*search)(kg__grid_walker *w);
    kg_status (*path)(kg__grid_walker *w);
    void (*clear)(kg__grid_walker *w);
    void (*explored)(
        const kg__grid_walker *w, uint64_t *bits); /* sets the bits of the cells reached */
} kg__walk_ops;

extern const kg__walk_ops kg__walk_plain_u32_cpu, kg__walk_plain_u64_cpu, kg__walk_jump_cpu;

/* The bits of cells x-1, x, x+1 of a row. */
static inline unsigned kg__three_bits(const uint64_t *row, uint32_t x)
{
    size_t at = (size_t)x + KG__GRID_PAD - 1;

    return (unsigned)(row[at / 64] >> at % 64 | row[at / 64 + 1] << 1 << (63 - at % 64)) & 7;
}

/* Which of the 9 cells around are free, as for kg__grid_legal(). */
static inline unsigned kg__free_around(const kg__grid_walker *w, kg_grid_cell at)
{
    const kg_grid *g = w->work->grid;
    const uint64_t *row = kg__grid_row(g, w->plane->row, at.y);

    return kg__three_bits(row - g->words, at.x) | kg__three_bits(row, at.x) << 3 |
           kg__three_bits(row + g->words, at.x) << 6;
}

/* Room for a path of count cells, to be filled in: w->path[0..count-1]. */
kg_status kg__path_room(kg__grid_walker *w, uint64_t count);

/* The f beyond which the search need not look: with canonical ties count. */
static inline uint64_t kg__most(const kg__grid_walker *w)
{
    return w->best - !w->work->options.canonical;
}

#endif
