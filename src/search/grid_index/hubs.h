/*
 * The hubs so far and their distances, and the label of a cell from them.
 *
 * A path from a hub comes to a corner along a line after which it may turn there, and leaves it by
 * another line. So each corner has a list of the hubs from which an uncovered shortest path comes
 * so; and the label of a cell is found among the lists of the corners from which lines come.
 */
#ifndef KG_GRID_HUBS_H
#define KG_GRID_HUBS_H

#include "labels.h"
#include "sight.h"

#define KG__HUB_FAR (UINT64_MAX >> 1)

typedef struct kg__hubs {
    const kg__ground *ground;
    kg__sight sight;
    uint32_t *hub; /* [count] the corners that were chosen, in order */
    uint32_t count;
    uint32_t *rank;   /* [corners] the number of the hub; KG__NO_CELL: it is none yet */
    kg__labels label; /* of each corner, the hubs whose paths come to it; with each, the directions
                         in which paths may leave the corner */
    kg__labels aside; /* the same for paths that leave the hub where they may not be turned */
    kg__labels back;  /* of each hub's corner, its distances to earlier hubs */
} kg__hubs;

/* Free with kg__hubs_free(), also after a failure. KG_MEMORY. */
kg_status kg__hubs_make(kg__hubs *hubs, const kg__ground *ground);
void kg__hubs_free(kg__hubs *hubs);

/* A path from a cell to a hub. */
typedef struct kg__hub_way {
    uint64_t entry; /* of a label */
    uint32_t via;   /* the cell of its first corner */
    bool serves;    /* whether it may turn at the hub */
} kg__hub_way;

/* The paths from one cell to hubs. One thread uses it. */
typedef struct kg__hub_ways {
    const kg__hubs *hubs;
    uint64_t *cost;       /* [corners] of each hub; KG__HUB_FAR: no path */
    kg__hub_way *way;     /* [corners] */
    uint64_t *set;        /* [corners / 64 + 1] bits: the hubs whose cost is set */
    uint64_t *words;      /* [corners / 4096 + 1] bits: the words of set that are not 0 */
    kg__sight_line *line; /* [room] */
    uint64_t room;
    uint64_t *entry; /* [count] a label */
    uint32_t *via;   /* [count] likewise */
    uint64_t count, entry_room, via_room;
} kg__hub_ways;

/* Free with kg__hub_ways_free(), also after a failure. KG_MEMORY. */
kg_status kg__hub_ways_make(kg__hub_ways *ways, const kg__hubs *hubs);
void kg__hub_ways_free(kg__hub_ways *ways);

/* Puts the costs of paths from a cell to hubs 0 to limit - 1 into cost, until kg__hub_ways_clear().
 * all: also of paths that do not serve. KG_MEMORY. */
kg_status kg__hub_ways_load(kg__hub_ways *ways, uint32_t cell, uint32_t limit, bool all);
void kg__hub_ways_clear(kg__hub_ways *ways);

/*
 * Appends the label of a cell, with hubs 0 to limit - 1 alone, to entry and via. Paths serve that
 * no path over an earlier hub replaces.
 *
 * KG_MEMORY; KG_UNSUPPORTED (too many steps).
 */
kg_status kg__hub_ways_label(kg__hub_ways *ways, uint32_t cell, uint32_t limit);

/* Fails with KG_UNSUPPORTED if the steps do not fit into an entry. */
kg_status kg__hub_ways_check(kg_context *ctx, uint64_t straight, uint64_t diagonal);

#endif
