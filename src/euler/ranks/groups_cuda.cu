/*
 * The beginnings of the walkers of a chase, on CUDA.
 *
 * Walkers search for slots to begin at in groups. The groups are taken in an order in which
 * neighbours are far apart, so that a walk along neighbouring slots does not meet a walk that has
 * just begun. If a walker has begun in a group, the rest of the group waits until all groups have
 * been searched. Then the groups that have slots left are listed.
 */
#include "ranks_cuda.cuh"

static const char what[] = "walkers";

/* Thread i owns group i of those searched: lists it if slots are left in it, in no order. */
static __global__ void k_chase_list(kg_edge *list, kg__ranks_tally *tally, kg__slot_groups groups,
    const kg__place *place, uint64_t slots)
{
    const uint64_t i = kg__item();
    uint64_t group, end;

    if (i >= groups.count)
        return;
    group = groups.list ? groups.list[i] : i;
    end = (group + 1) * KG__CHASE_GROUP < slots ? (group + 1) * KG__CHASE_GROUP : slots;
    for (uint64_t at = group * KG__CHASE_GROUP; at < end; at++)
        if (place[at].walker == KG_NO_EDGE) {
            list[atomicAdd(&tally->listed, (kg__counter)1)] = (kg_edge)group;
            break;
        }
}

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
    while (b) {
        const uint64_t rest = a % b;

        a = b;
        b = rest;
    }
    return a;
}

/* Returns a stride near the golden section of the groups. */
static uint64_t find_stride(uint64_t groups)
{
    uint64_t stride = (uint64_t)(0.618033988749895 * (double)groups) | 1;

    while (common_divisor(stride, groups) != 1)
        stride += 2;
    return stride;
}

kg__slot_groups kg__groups_all(uint64_t slots)
{
    kg__slot_groups all = {};

    all.count = kg__groups_of(slots);
    all.stride = all.count ? find_stride(all.count) : 1;
    return all;
}

kg_status kg__groups_left(kg__ranks *r, uint64_t slots, kg__slot_groups *groups)
{
    kg_context *ctx = r->w->ctx;
    kg__ranks_tally *tally = r->device->tally, found;
    kg_edge *to;
    kg_status status;

    for (int i = 0; i < 2; i++)
        if (!groups->room[i])
            KG_TRY(kg__allocate(ctx, &groups->room[i], groups->count, sizeof **groups->room, what));
    to = groups->room[groups->list == groups->room[0]];
    KG_TRY(kg__memory(ctx)->clear(ctx, &tally->listed, 0, sizeof tally->listed));
    KG_TRY(
        KG_LAUNCH(ctx, k_chase_list, groups->count, to, tally, *groups, r->device->place, slots));
    KG_TRY(kg__tally_fetch(r, &found));
    groups->list = to;
    groups->count = found.listed;
    groups->stride = found.listed ? find_stride(found.listed) : 1;
out:
    return status;
}

void kg__groups_free(kg_context *ctx, kg__slot_groups *groups)
{
    kg__free(ctx, groups->room[0]);
    kg__free(ctx, groups->room[1]);
}
