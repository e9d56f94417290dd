/*
 * Stage 7 over ranks on CUDA if few links are chosen: cuts and joins the walkers' ways of stage 3,
 * instead of another chase.
 *
 * in   the walkers of all ranks, each with the one before it and that one's steps; chosen links.
 *      If the circuits are split, "walker" means a segment here
 * out  pieces of their ways, each with the piece before it and that one's steps
 *
 * pred' differs from pred only at the slots of chosen links. So a way is cut behind each of these
 * slots. The piece behind a cut is a new item, number `walkers` + i for cut i in the order of
 * walkers and steps; it may be empty. In a run of links, slots a..b, the piece behind slot t is now
 * behind slot t - 1, and the piece behind a is behind b. Every rank has all cuts, and does the
 * same.
 *
 * O(walkers log(cuts)).
 */
#include "split_cuda.cuh"
#include <string.h>

static const char what[] = "cuts";

/* Thread i owns slot i of those that are cut: the walker that came, and after how many steps, if
 * the slot is this rank's. */
static __global__ void k_ranks_look_up(
    uint64_t *found, const uint64_t *slot, unsigned cuts, kg__ways ways, uint64_t count)
{
    const uint64_t i = kg__item();
    uint64_t offset = 0;

    if (i >= cuts)
        return;
    found[2 * i] = slot[i] - ways.lo < count ? kg__d_way(&ways, slot[i], &offset) : 0;
    found[2 * i + 1] = offset;
}

/* Thread j owns walker j. If the walker before j is cut, the piece behind its last cut precedes
 * j. */
static __global__ void k_ranks_behind_cuts(
    kg_edge *before, kg_edge *steps, uint64_t walkers, const kg__cut_table *table, unsigned cuts)
{
    const uint64_t j = kg__item();
    uint64_t i;

    if (j >= walkers)
        return;
    i = kg__d_find(table->walker, cuts, before[j]);
    if (table->walker[i] != before[j])
        return;
    before[j] = (kg_edge)(walkers + i);
    steps[j] -= table->offset[i] + 1;
}

/* The cuts, on the host. */
typedef struct cuts {
    uint64_t link[KG__CUTS]; /* [links] of all ranks, in order: the second slot of each */
    unsigned links, count;
    uint64_t slot[KG__CUTS]; /* [count] slots of links, in order */
    bool linked[KG__CUTS];   /* [count] whether linked with the slot before */
    uint64_t found[2 * KG__CUTS];
    unsigned order[KG__CUTS]; /* [count] by walker and steps */
    unsigned place[KG__CUTS]; /* the inverse */
    kg_edge before[KG__CUTS]; /* [count] the piece before the one behind each cut, by place, */
    kg_edge steps[KG__CUTS];  /* and that one's steps */
    kg__cut_table table;
} cuts;

/* Fills link, with those of all ranks. */
static kg_status gather_links(cuts *c, kg__ranks *r)
{
    kg_context *ctx = r->w->ctx;
    uint64_t mine[KG__CUTS], found, all;
    kg_status status;

    KG_TRY(kg__ranks_list_bits_cuda(r, r->chosen, KG__CUTS, mine, &found));
    c->links = (unsigned)(r->w->circuits - 1);
    all = found;
    KG_TRY(kg__comm_reduce(ctx, &all, 1, KG__COMM_SUM));
    if (all != c->links) {
        status = kg__fail(
            ctx, KG_INTERNAL, "%llu links join %u circuits", (unsigned long long)all, c->links + 1);
        goto out;
    }
    KG_TRY(kg__comm_gather(ctx, mine, found * sizeof *mine, c->link, NULL));
out:
    return status;
}

/* Fills slot and linked. */
static void list_slots(cuts *c)
{
    for (unsigned i = 0; i < c->links; i++) {
        if (!c->count || c->slot[c->count - 1] != c->link[i] - 1) {
            c->linked[c->count] = false;
            c->slot[c->count++] = c->link[i] - 1;
        }
        c->linked[c->count] = true;
        c->slot[c->count++] = c->link[i];
    }
}

static kg_status look_up(cuts *c, kg__ranks *r, const uint64_t *base)
{
    kg_context *ctx = r->w->ctx;
    uint64_t *slot = NULL, *found = NULL;
    kg_status status;

    KG_TRY(kg__allocate(ctx, &slot, c->count, sizeof *slot, what));
    KG_TRY(kg__allocate(ctx, &found, c->count, 2 * sizeof *found, what));
    KG_TRY(kg__memory(ctx)->upload(ctx, slot, c->slot, c->count * sizeof *slot));
    KG_TRY(KG_LAUNCH(
        ctx, k_ranks_look_up, c->count, found, slot, c->count, kg__ways_of(r, base), r->count));
    KG_TRY(kg__memory(ctx)->download(ctx, c->found, found, c->count * 2 * sizeof *found));
    KG_TRY(kg__comm_reduce(ctx, c->found, 2 * c->count, KG__COMM_SUM));
out:
    kg__free(ctx, slot);
    kg__free(ctx, found);
    return status;
}

static bool comes_first(const cuts *c, unsigned a, unsigned b)
{
    const uint64_t *x = &c->found[2 * a], *y = &c->found[2 * b];

    return x[0] != y[0] ? x[0] < y[0] : x[1] < y[1];
}

/* Fills order, place and table. */
static void sort_cuts(cuts *c)
{
    for (unsigned i = 0; i < c->count; i++) {
        unsigned j = i;

        for (; j > 0 && comes_first(c, i, c->order[j - 1]); j--)
            c->order[j] = c->order[j - 1];
        c->order[j] = i;
    }
    for (unsigned i = 0; i < c->count; i++) {
        const uint64_t *found = &c->found[2 * c->order[i]];
        const uint32_t bit = kg__cut_bit((kg_edge)found[0]);

        c->place[c->order[i]] = i;
        c->table.walker[i] = (kg_edge)found[0];
        c->table.offset[i] = (kg_edge)found[1];
        c->table.flag[bit / 32] |= 1u << bit % 32;
    }
}

/* Sets before and steps of the piece behind slot t, which is cut. The piece that ends with slot s
 * now precedes it. */
static void join(cuts *c, uint64_t walkers, unsigned t, unsigned s)
{
    const unsigned i = c->place[t], j = c->place[s];
    const bool second = j > 0 && c->table.walker[j - 1] == c->table.walker[j];

    c->before[i] = second ? (kg_edge)(walkers + j - 1) : c->table.walker[j];
    c->steps[i] = (kg_edge)(c->table.offset[j] + 1 - (second ? c->table.offset[j - 1] + 1 : 0));
}

static void join_all(cuts *c, uint64_t walkers)
{
    for (unsigned begin = 0, end; begin < c->count; begin = end) {
        for (end = begin + 1; end < c->count && c->linked[end]; end++)
            join(c, walkers, end, end - 1);
        join(c, walkers, begin, end - 1);
    }
}

kg_status kg__ranks_cut_cuda(kg__ranks *r, const uint64_t *base, uint64_t walkers, kg_edge *before,
    kg_edge *steps, kg__cut_table *table, unsigned *count)
{
    kg_context *ctx = r->w->ctx;
    const kg__memory_ops *memory = kg__memory(ctx);
    cuts *c = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &c, 1, sizeof *c, what));
    memset(c, 0, sizeof *c);
    KG_TRY(gather_links(c, r));
    list_slots(c);
    *count = c->count;
    if (!c->count)
        goto out;
    KG_TRY(look_up(c, r, base));
    sort_cuts(c);
    join_all(c, walkers);
    KG_TRY(memory->upload(ctx, table, &c->table, sizeof *table));
    KG_TRY(KG_LAUNCH(ctx, k_ranks_behind_cuts, walkers, before, steps, walkers, table, c->count));
    KG_TRY(memory->upload(ctx, before + walkers, c->before, c->count * sizeof *before));
    KG_TRY(memory->upload(ctx, steps + walkers, c->steps, c->count * sizeof *steps));
out:
    kg__free(ctx, c);
    return status;
}
