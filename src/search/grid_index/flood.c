/*
 * In:  a cell, and the labels of the hubs so far.
 * Out: the cells around, with their distances and the last corner on the way to each.
 * Method: breadth first in buckets of cost 1. Each step costs at least 1, so all costs of a bucket
 *     are final when its turn comes. Paths are canonical (ground.h): they enter a cell about once.
 *     Several shortest paths may arrive at a cell; each goes on in the directions that it may take,
 *     and no direction is taken twice.
 * Work: O(cells reached * length of their labels).
 */
#include "flood.h"
#include <string.h>

enum { NEW, QUEUED, REACHED, COVERED }; /* states of a spot */

/* Cells whose labels are fetched into the cache while another is visited. */
enum { AHEAD = 4 };

#define FAR (UINT64_MAX >> 1)

kg_status kg__flood_make(kg__flood *f, const kg__ground *ground, const kg__labels *labels)
{
    kg_context *ctx = ground->ctx;
    kg_status status;

    *f = (kg__flood){.ground = ground, .labels = labels};
    KG_TRY(kg__host_allocate(ctx, &f->spot, ground->cells, sizeof *f->spot, "cells reached"));
    for (uint64_t c = 0; c < ground->cells; c++)
        f->spot[c] = (kg__spot){UINT64_MAX, 0, NEW};
    KG_TRY(kg__host_allocate(ctx, &f->reach, ground->corners, sizeof *f->reach, "hubs reached"));
    for (uint32_t h = 0; h < ground->corners; h++)
        f->reach[h] = FAR;
out:
    return status;
}

void kg__flood_free(kg__flood *f)
{
    if (!f->ground)
        return;
    kg__free_all(f->ground->ctx, f->spot, f->reach, f->touched, f->found, f->queue[0], f->queue[1],
        f->queue[2]);
}

/* Queues an arrival unless a cheaper one is known. */
static kg_status arrive(kg__flood *f, const kg__arrival *a)
{
    const uint64_t cost = kg__steps_cost(&f->ground->scale, a->straight, a->diagonal);
    const unsigned bucket = (unsigned)((cost >> f->ground->scale.bits) % KG__FLOOD_BUCKETS);
    kg__spot *spot = &f->spot[a->cell];
    kg_context *ctx = f->ground->ctx;
    kg_status status = KG_OK;

    if (cost > spot->least)
        return KG_OK;
    if (f->queued[bucket] == f->room[bucket])
        KG_TRY(kg__host_grow(ctx, &f->queue[bucket], &f->room[bucket], f->queued[bucket] + 1,
            sizeof *a, "cells to visit"));
    if (spot->state == NEW) {
        if (f->touches == f->touch_room)
            KG_TRY(kg__host_grow(ctx, &f->touched, &f->touch_room, f->touches + 1,
                sizeof *f->touched, "cells reached"));
        f->touched[f->touches++] = a->cell;
        spot->state = QUEUED;
    }
    spot->least = cost;
    f->queue[bucket][f->queued[bucket]++] = *a;
out:
    return status;
}

/* Returns whether the labels show a path to the cell that costs no more. If the cell is a hub, its
 * own entry does not count: paths may go on from it in directions that it does not serve. */
static bool is_covered(const kg__flood *f, uint32_t cell, uint64_t cost)
{
    const kg__label_list *of = &f->labels->of[cell];
    const kg__grid_scale scale = f->ground->scale;

    for (uint32_t i = 0; i < of->count; i++) {
        const uint64_t more = kg__label_cost(&scale, of->entry[i]);

        if (f->reach[kg__label_hub(of->entry[i])] + more <= cost && more)
            return true;
    }
    return false;
}

/* Takes an arrival's steps. */
static kg_status go_on(kg__flood *f, const kg__arrival *a, unsigned directions)
{
    const kg__ground *g = f->ground;
    const unsigned turn = g->turn[g->around[a->cell]];
    const bool begins = a->direction == KG__BEGIN;
    const bool may_turn = !begins && (turn & kg__direction_bit(a->direction + 4u));
    kg_status status = KG_OK;

    for (; directions; directions &= directions - 1) {
        const unsigned d = (unsigned)__builtin_ctz(directions);
        const bool turns = turn & kg__direction_bit(d);
        const kg__arrival next = {(uint32_t)(a->cell + g->step[d]),
            may_turn && turns ? a->cell : a->via, a->straight + !(d & 1), a->diagonal + (d & 1),
            (uint16_t)d, begins && a->via == a->cell ? turns : a->serves};

        KG_TRY(arrive(f, &next));
    }
out:
    return status;
}

/* Notes that a cell is reached or covered. */
static kg_status reach(kg__flood *f, const kg__arrival *a, uint64_t cost)
{
    kg__spot *spot = &f->spot[a->cell];
    kg_status status = KG_OK;

    spot->state = is_covered(f, a->cell, cost) ? COVERED : REACHED;
    if (spot->state == COVERED || !a->serves)
        return KG_OK;
    if (f->count == f->found_room)
        KG_TRY(kg__host_grow(f->ground->ctx, &f->found, &f->found_room, f->count + 1,
            sizeof *f->found, "cells found"));
    f->found[f->count++] = *a;
out:
    return status;
}

static kg_status visit(kg__flood *f, const kg__arrival *a)
{
    const kg__ground *g = f->ground;
    kg__spot *spot = &f->spot[a->cell];
    const uint64_t cost = kg__steps_cost(&g->scale, a->straight, a->diagonal);
    unsigned directions;
    kg_status status = KG_OK;

    if (cost > spot->least)
        return KG_OK;
    if (spot->state == QUEUED)
        KG_TRY(reach(f, a, cost));
    if (spot->state == COVERED)
        return KG_OK;
    directions = g->go_on[g->around[a->cell]][a->direction] & ~(unsigned)spot->left_by;
    spot->left_by |= (uint8_t)directions;
    KG_TRY(go_on(f, a, directions));
out:
    return status;
}

static void load_label(kg__flood *f, uint32_t cell, bool clear)
{
    const kg__label_list *of = &f->labels->of[cell];

    for (uint32_t i = 0; i < of->count; i++)
        f->reach[kg__label_hub(of->entry[i])] =
            clear ? FAR : kg__label_cost(&f->ground->scale, of->entry[i]);
}

/* Visits the cells of a bucket: first those of the paths that serve, so that a direction that both
 * may take is taken by one of these. */
static kg_status empty_bucket(kg__flood *f, unsigned bucket)
{
    kg_status status = KG_OK;

    for (unsigned serves = 2; serves-- > 0;)
        for (uint64_t i = 0; i < f->queued[bucket]; i++) {
            const kg__arrival a = f->queue[bucket][i];

            if (i + AHEAD < f->queued[bucket])
                __builtin_prefetch(f->labels->of[f->queue[bucket][i + AHEAD].cell].entry);
            if (a.serves == serves)
                KG_TRY(visit(f, &a));
        }
    f->queued[bucket] = 0;
out:
    return status;
}

kg_status kg__flood_from(kg__flood *f, uint32_t cell, bool is_hub)
{
    const kg__arrival first = {cell, is_hub ? cell : KG__NO_CELL, 0, 0, KG__BEGIN, 1};
    kg_status status;

    load_label(f, cell, false);
    KG_TRY(arrive(f, &first));
    for (unsigned bucket = 0, empty = 0; empty < KG__FLOOD_BUCKETS;
         bucket = (bucket + 1) % KG__FLOOD_BUCKETS) {
        empty = f->queued[bucket] ? 0 : empty + 1;
        KG_TRY(empty_bucket(f, bucket));
    }
out:
    load_label(f, cell, true);
    for (uint64_t i = 0; i < f->touches; i++)
        f->spot[f->touched[i]] = (kg__spot){UINT64_MAX, 0, NEW};
    f->touches = 0;
    for (unsigned b = 0; b < KG__FLOOD_BUCKETS; b++)
        f->queued[b] = 0;
    return status;
}
