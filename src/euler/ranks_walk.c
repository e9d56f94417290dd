/*
 * Stages 6 and 7 over ranks.
 *
 * in   pred[], chosen links
 * out  the rank's share of the walk
 *
 * Along a run of chosen links, slots a..b, pred'[s] = pred[s + 1] and pred'[b] = pred[a]: a rank
 * needs the first pred of the next rank, and pred[a] where its first run began before its slots.
 * Then the circuit that is left is followed once more, now with a count of steps, and each slot
 * told to the rank that has its place in the walk.
 *
 * O(slots). A message of three words for each step from rank to rank, and two for each slot.
 */
#include "ranks.h"
#include <string.h>

/* ---- swips ----------------------------------------------------------------------------------- */

/* What other ranks need to know of this one's slots. */
typedef struct edge_of_part {
    uint64_t some;       /* it has slots */
    uint64_t goes_on;    /* the first one is linked with the one before */
    uint64_t all_linked; /* and so are all others */
    uint64_t first;      /* pred of the first */
    uint64_t last;       /* pred of the first slot of the last run, unless all are linked */
} edge_of_part;

static edge_of_part look(const kg__ranks *r)
{
    edge_of_part edge = {.some = r->count > 0};
    uint64_t i = r->count;

    if (!r->count)
        return edge;
    edge.goes_on = kg__bitmap_has(r->chosen, 0);
    edge.first = r->pred[0];
    while (--i > 0 && kg__bitmap_has(r->chosen, i))
        continue;
    edge.all_linked = i == 0 && edge.goes_on;
    edge.last = r->pred[i];
    return edge;
}

kg_status kg__ranks_swips(kg__ranks *r)
{
    kg_context *ctx = r->w->ctx;
    edge_of_part mine = look(r), *all = NULL;
    unsigned before = r->rank, behind = r->rank + 1;
    kg_edge begin = 0; /* pred of the first slot of the run */
    kg_status status;

    kg__stage(ctx, "6 swips");
    KG_TRY(kg__host_allocate(ctx, &all, r->ranks, sizeof *all, "swips"));
    KG_TRY(kg__comm_gather(ctx, &mine, sizeof mine, all, NULL));
    if (mine.goes_on) {
        do
            before--;
        while (!all[before].some || all[before].all_linked);
        begin = (kg_edge)all[before].last;
    }
    while (behind < r->ranks && !all[behind].some)
        behind++;
    for (uint64_t i = 0; i < r->count; i++) {
        const bool last = i + 1 == r->count;

        if (!kg__bitmap_has(r->chosen, i))
            begin = r->pred[i];
        if (!last && kg__bitmap_has(r->chosen, i + 1))
            r->pred[i] = r->pred[i + 1];
        else if (last && behind < r->ranks && all[behind].goes_on)
            r->pred[i] = (kg_edge)all[behind].first;
        else
            r->pred[i] = begin;
    }
out:
    kg__free(ctx, all);
    return status;
}

/* ---- the walk -------------------------------------------------------------------------------- */

/* What the walk has for slot i of this rank. */
static kg_edge entry_of(const kg__ranks *r, uint64_t i, bool turned)
{
    kg_edge h;

    if (!r->graph->half)
        return r->edge ? r->edge[i] : (kg_edge)(r->first_edge + i);
    h = r->half[2 * i + kg__bitmap_has(r->leave, i)];
    return h >= r->graph->m ? KG_NO_EDGE : turned ? h ^ 1 : h;
}

/* Sends each slot to its place. to[count]: the places; those of slots that are left out are skipped
 * entries. bound: of the shares. */
static kg_status place(kg__ranks *r, kg_edge *walk, const kg_edge *to, const uint64_t *bound,
    bool turned, uint64_t skip)
{
    kg__mail *mail = &r->mail;
    kg_status status;

    kg__mail_begin(mail);
    for (uint64_t i = 0; i < r->count; i++)
        if (to[i] >= skip)
            mail->sends[kg__owner(bound, r->ranks, to[i] - skip)]++;
    KG_TRY(kg__mail_pack(mail, 2));
    for (uint64_t i = 0; i < r->count; i++)
        if (to[i] >= skip) {
            const uint64_t at = to[i] - skip;
            kg_edge *item = kg__mail_item(mail, kg__owner(bound, r->ranks, at), 2);

            item[0] = (kg_edge)at;
            item[1] = entry_of(r, i, turned);
        }
    KG_TRY(kg__mail_send(mail, 2));
    for (uint64_t i = 0; i < mail->received; i++)
        walk[mail->in[2 * i] - bound[r->rank]] = mail->in[2 * i + 1];
out:
    return status;
}

/* to[i]: first after how many steps, backwards, then where in the walk. */
static kg_status order(kg__ranks *r, kg__chase *chase, uint64_t *base, uint64_t first, bool turned)
{
    kg_context *ctx = r->w->ctx;
    kg_edge *at = NULL, *to = chase->offset;
    uint64_t begin = 0;
    kg_status status;

    KG_TRY(kg__chase_run(chase));
    KG_TRY(kg__chase_order(chase, &at, base));
    for (uint64_t i = 0; i < r->count; i++) {
        const kg_edge walker = chase->walker[i];
        const uint64_t steps = (uint64_t)at[base[walker % r->ranks] + walker / r->ranks] + to[i];

        to[i] = (kg_edge)(steps < r->m ? steps : steps - r->m);
    }
    if (first - r->lo < r->count)
        begin = to[first - r->lo];
    KG_TRY(kg__comm_reduce(ctx, &begin, 1, KG__COMM_SUM));
    for (uint64_t i = 0; i < r->count; i++) {
        const uint64_t ahead = (begin + r->m - to[i]) % r->m;

        to[i] = (kg_edge)(turned ? (r->m - ahead) % r->m : ahead);
    }
out:
    kg__free(ctx, at);
    return status;
}

kg_status kg__ranks_walk(kg__ranks *r, kg_edge **walk, uint64_t first, bool turned, uint64_t skip)
{
    kg_context *ctx = r->w->ctx;
    kg__chase chase = {
        .mail = &r->mail, .bound = r->bound, .next = r->pred, .walker = r->walker, .offset = r->up};
    uint64_t *bound = NULL;
    kg_status status;

    kg__stage(ctx, "7 walk");
    KG_TRY(kg__host_allocate(ctx, &bound, r->ranks + 1, sizeof *bound, "the walk"));
    KG_TRY(order(r, &chase, bound, first, turned));
    for (unsigned p = 0; p <= r->ranks; p++)
        bound[p] = kg__share(r->m - skip, p, r->ranks);
    KG_TRY(kg__host_allocate(
        ctx, walk, bound[r->rank + 1] - bound[r->rank], sizeof **walk, "the walk"));
    KG_TRY(place(r, *walk, chase.offset, bound, turned, skip));
out:
    kg__chase_free(&chase);
    kg__free(ctx, bound);
    return status;
}
