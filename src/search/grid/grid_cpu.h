/*
 * Code that the CPU's two grid searches share: the thread's memory, and the open list.
 *
 * The open list is buckets of f: bucket (f >> shift) % buckets is a stack, linked through a pool of
 * entries. Within a bucket the order is last in, first out, so a cell may be expanded before its
 * cost is final, and again when it falls (label correcting). To make this rare, a bucket is at most
 * an eighth of the cheapest step wide, unless that would make too many buckets. If the cheapest
 * step costs a whole number below 16, a bucket is one value of f. The order is then that of A*,
 * with ties broken towards the goal.
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
    uint64_t now, last;         /* the buckets from `now` to `last` are in use, modulo `buckets` */
    kg__open_entry *entry;      /* [room] */
    uint32_t room, used, spare; /* spare: a list of freed entries */
} kg__open_list;

/* A node of a jump search: a cell at which the path may turn. Nodes lie in tiles of 8 * 8 cells,
 * which are taken when one of their cells is first reached. */
typedef struct kg__jump_node {
    uint64_t g;
    uint32_t parent; /* cell */
    uint16_t query;  /* the query that last reached it; 0: none */
    uint8_t arrived; /* directions in which it was reached at cost g, one bit each */
    uint8_t left;    /* directions in which it was expanded at cost g */
} kg__jump_node;

/* A thread's memory, which its queries use one after the other. */
typedef struct kg__grid_walker {
    kg__grid_work *work;
    kg__open_list open;

    void *cost_block;
    void *g; /* [cells] of uint32_t, uint64_t or kg__exact: cost so far; all ones between queries */
    uint32_t *low, *high;     /* [height] expanded cells of a row lie in low..high-1 */
    uint32_t lowest, highest; /* these rows are in lowest..highest-1 */
    ptrdiff_t move_by[8];     /* offset of move i in the array of costs */
    uint8_t legal[512];       /* kg__grid_legal() of each neighbourhood */

    uint32_t *tile; /* [tiles_across * (height + 7) / 8] number of each tile, 0: not taken */
    size_t tiles_across;
    kg__jump_node *node; /* [tile_room * 64]; tile 0 is unused */
    uint32_t tiles, tile_room;
    uint16_t query_stamp;  /* from 1 */
    uint8_t go_on[512][8]; /* directions to go on in, by kg__free_around() and the direction of
                              arrival */

    kg_grid_cell *path; /* [path_room] of this query, from start to goal */
    uint64_t path_room, path_count;

    kg_grid_query *query; /* the current query */
    kg_grid_answer *answer;
    const kg__plane *plane; /* of the query's terrain */
    kg__estimate estimate;
    uint64_t states_most; /* the query stops at this many */
    uint64_t best;        /* the goal's cost so far; UINT64_MAX: none */
    unsigned unheard;     /* expansions since the last report; one is due at KG__UNHEARD */
    bool reports;         /* calls the progress function, as this is the calling thread */
} kg__grid_walker;

/* Reports the progress of the query. KG_LIMIT: the query must stop. */
kg_status kg__walker_report(kg__grid_walker *w);

/* ---- the open list --------------------------------------------------------------------------- */

/* Returns KG_LIMIT if the context's memory limit does not allow `bytes` more bytes. */
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

/* Takes an entry of the lowest bucket; false if there is none, or if f is above `most` in all
 * buckets. */
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

/* A search. prepare: once for the map. Then for each query: search, which sets w->best and the
 * answer's counts (KG_LIMIT: it was stopped, and w->open.now is the bucket it reached); path, if
 * w->best was reached; clear, for the next query. */
typedef struct kg__walk_ops {
    kg_status (*prepare)(kg__grid_walker *w);
    kg_status (*search)(kg__grid_walker *w);
    kg_status (*path)(kg__grid_walker *w);
    void (*clear)(kg__grid_walker *w);
    void (*explored)(
        const kg__grid_walker *w, uint64_t *bits); /* sets the bits of the cells reached */
} kg__walk_ops;

extern const kg__walk_ops kg__walk_plain_u32_cpu, kg__walk_plain_u64_cpu, kg__walk_jump_cpu,
    kg__walk_real_cpu;

/* The bits of cells x-1, x, x+1 of a row. */
static inline unsigned kg__three_bits(const uint64_t *row, uint32_t x)
{
    size_t at = (size_t)x + KG__GRID_PAD - 1;

    return (unsigned)(row[at / 64] >> at % 64 | row[at / 64 + 1] << 1 << (63 - at % 64)) & 7;
}

/* The free cells of the 9 around, as for kg__grid_legal(). */
static inline unsigned kg__free_around(const kg__grid_walker *w, kg_grid_cell at)
{
    const kg_grid *g = w->work->grid;
    const uint64_t *row = kg__grid_row(g, w->plane->row, at.y);

    return kg__three_bits(row - g->words, at.x) | kg__three_bits(row, at.x) << 3 |
           kg__three_bits(row + g->words, at.x) << 6;
}

/* ---- rows of cells reached, for the searches that keep a cost for each cell ------------------ */

/* Prepares the table of legal moves, and rows of which no cell is reached. */
kg_status kg__rows_prepare(kg__grid_walker *w);

/* Notes that a cell is expanded. */
static inline void kg__rows_touch(kg__grid_walker *w, kg_grid_cell at)
{
    w->low[at.y] = at.x < w->low[at.y] ? at.x : w->low[at.y];
    w->high[at.y] = at.x >= w->high[at.y] ? at.x + 1 : w->high[at.y];
    w->lowest = at.y < w->lowest ? at.y : w->lowest;
    w->highest = at.y >= w->highest ? at.y + 1 : w->highest;
}

/* Sets the costs, of `bytes` each, of all cells at or beside expanded ones to ones. */
void kg__rows_clear(kg__grid_walker *w, size_t bytes);

/* ---- the path -------------------------------------------------------------------------------- */

/* Reverses the path. */
void kg__path_turn(kg__grid_walker *w);

/* Makes room for a path of count cells, which the caller fills in: w->path[0..count-1]. */
kg_status kg__path_room(kg__grid_walker *w, uint64_t count);

/* The largest f that the search must look at: with canonical or several goals it includes ties. */
static inline uint64_t kg__most(const kg__grid_walker *w)
{
    return w->best - !(w->work->options.canonical || w->work->is_goal);
}

static inline bool kg__is_goal(const kg__grid_walker *w, uint32_t x, uint32_t y)
{
    const uint64_t *is_goal = w->work->is_goal;

    return (x == w->query->goal.x && y == w->query->goal.y) ||
           (is_goal && kg__bitmap_has(is_goal, (uint64_t)y * w->work->grid->width + x));
}

/* Once the cost of every goal is known that is as near as the nearest: makes the first of these the
 * query's goal. */
void kg__choose_goal(
    kg__grid_walker *w, bool (*is_less)(const kg__grid_walker *w, size_t a, size_t b));

#endif
