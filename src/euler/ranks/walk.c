/*
 * Stages 6 and 7 over ranks.
 *
 * in   pred[], chosen links
 * out  the rank's share of the walk
 *
 * Along a run of chosen links, slots a..b, pred'[s] = pred[s + 1] and pred'[b] = pred[a]. A rank
 * needs the first pred of the next rank, and pred[a] if its first run began before its slots. Then
 * the remaining circuit is followed once more, now with a count of steps. Each slot is sent to the
 * rank that has its place in the walk.
 *
 * O(slots). A message of three words for each step from rank to rank, and two for each slot.
 */
#include "ranks.h"
#include <string.h>

/* ---- swips ----------------------------------------------------------------------------------- */

static kg__ranks_edge look(const kg__ranks *r)
{
    kg__ranks_edge edge = {.some = r->count > 0};
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

kg_status kg__ranks_edges(
    kg__ranks *r, kg__ranks_edge mine, bool *linked, kg_edge *first, kg_edge *begin)
{
    kg_context *ctx = r->w->ctx;
    kg__ranks_edge *all = NULL;
    unsigned before = r->rank, behind = r->rank + 1;
    kg_status status;

    *linked = false;
    *first = *begin = 0;
    KG_TRY(kg__host_allocate(ctx, &all, r->ranks, sizeof *all, "swips"));
    KG_TRY(kg__comm_gather(ctx, &mine, sizeof mine, all, NULL));
    if (mine.goes_on) {
        do
            before--;
        while (!all[before].some || all[before].all_linked);
        *begin = (kg_edge)all[before].last;
    }
    while (behind < r->ranks && !all[behind].some)
        behind++;
    if (behind < r->ranks) {
        *linked = all[behind].goes_on;
        *first = (kg_edge)all[behind].first;
    }
out:
    kg__free(ctx, all);
    return status;
}

decl_ranks_swips(kg__ranks_swips_cpu)
{
    kg_edge first, begin; /* pred of the slot after the last; of the first slot of the run */
    bool linked;
    kg_status status;

    kg__stage(r->w->ctx, "6 swips");
    KG_TRY(kg__ranks_edges(r, look(r), &linked, &first, &begin));
    for (uint64_t i = 0; i < r->count; i++) {
        const bool last = i + 1 == r->count;

        if (!kg__bitmap_has(r->chosen, i))
            begin = r->pred[i];
        if (!last && kg__bitmap_has(r->chosen, i + 1))
            r->pred[i] = r->pred[i + 1];
        else if (last && linked)
            r->pred[i] = first;
        else
            r->pred[i] = begin;
    }
out:
    return status;
}

/* ---- the walk -------------------------------------------------------------------------------- */

/* Returns the entry of the walk for slot i of this rank. */
static kg_edge entry_of(const kg__ranks *r, uint64_t i, bool turned)
{
    kg_edge h;

    if (!r->graph->half)
        return r->edge ? r->edge[i] : (kg_edge)(r->first_edge + i);
    h = r->half[2 * i + kg__bitmap_has(r->leave, i)];
    return h >= r->graph->m ? KG_NO_EDGE : turned ? h ^ 1 : h;
}

/* Sends each slot to its place. to[count]: the places; slots at the first `skip` places are left
 * out. bound: of the shares. */
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

/* to[i]: first the number of steps, backwards; then the place in the walk. */
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

void kg__ranks_shares(const kg__ranks *r, uint64_t skip, uint64_t *bound)
{
    for (unsigned p = 0; p <= r->ranks; p++)
        bound[p] = kg__share(r->m - skip, p, r->ranks);
}

decl_ranks_walk(kg__ranks_walk_cpu)
{
    kg_context *ctx = r->w->ctx;
    kg__chase chase = {
        .mail = &r->mail, .bound = r->bound, .next = r->pred, .walker = r->walker, .offset = r->up};
    uint64_t *bound = NULL;
    kg_status status;

    kg__stage(ctx, "7 walk");
    kg__chase_free(&r->chase); /* its circuits have been joined */
    r->chase = (kg__chase){0};
    kg__mail_empty(&r->mail);
    KG_TRY(kg__host_allocate(ctx, &bound, r->ranks + 1, sizeof *bound, "the walk"));
    KG_TRY(order(r, &chase, bound, first, turned));
    kg__ranks_shares(r, skip, bound);
    KG_TRY(kg__host_allocate(
        ctx, walk, bound[r->rank + 1] - bound[r->rank], sizeof **walk, "the walk"));
    kg__chase_free(&chase);
    chase = (kg__chase){.offset = r->up};
    KG_TRY(place(r, *walk, chase.offset, bound, turned, skip));
out:
    kg__chase_free(&chase);
    kg__free(ctx, bound);
    return status;
}
