/*
 * The trees of free links over ranks on CUDA, if stage 3 has split the circuits.
 *
 * in   the split; labels and free links, as bits
 * out  the number of each segment's tree
 *
 * All ranks gather all labels, at most KG__FEW, and look up the circuit that each free link leads
 * to. It has a smaller label. So one pass upwards over the labels numbers the trees.
 *
 * O(segments log(labels)), and as many steps as a segment is long.
 */
#include "forest_cuda.cuh"
#include "split_cuda.cuh"

static const char what[] = "trees";

/* The labels of all ranks. */
typedef struct labels {
    uint64_t at[KG__FEW]; /* [count] in order */
    bool free[KG__FEW];   /* [count] whether the label is joined by a free link */
    unsigned count;
    uint64_t slot[KG__FEW + 1];   /* [asked] slots whose circuits are looked up */
    kg_edge circuit[KG__FEW + 1]; /* [asked] the labels of these circuits */
    unsigned asked;
    kg_edge tree[KG__FEW]; /* [count] */
} labels;

/* Fills at, free, and the slot before each label that is joined by a free link. */
static kg_status gather_labels(labels *all, kg__ranks *r)
{
    kg_context *ctx = r->w->ctx;
    uint64_t mine[KG__FEW], chosen[KG__FEW], found, links;
    kg_status status;

    KG_TRY(kg__ranks_list_bits_cuda(r, r->label, KG__FEW, mine, &found));
    KG_TRY(kg__ranks_list_bits_cuda(r, r->chosen, KG__FEW, chosen, &links));
    for (uint64_t i = 0, j = 0; i < found; i++) { /* packs a label and its bit */
        const bool free = j < links && chosen[j] == mine[i];

        j += free;
        mine[i] = 2 * mine[i] + free;
    }
    KG_TRY(kg__comm_gather(ctx, mine, found * sizeof *mine, all->at, NULL));
    all->count = (unsigned)r->w->circuits;
    for (unsigned i = 0; i < all->count; i++) {
        all->free[i] = all->at[i] & 1;
        all->at[i] /= 2;
        if (all->free[i])
            all->slot[all->asked++] = all->at[i] - 1;
    }
out:
    return status;
}

/* Thread i owns slot i. */
static __global__ void k_few_look_up(
    kg_edge *circuit, const uint64_t *slot, uint64_t count, kg__split split)
{
    const uint64_t i = kg__item();
    uint64_t offset;

    if (i < count)
        circuit[i] = split.least[kg__d_locate(&split, (kg_edge)slot[i], &offset)];
}

static kg_status look_up(labels *all, kg__ranks *r)
{
    kg_context *ctx = r->w->ctx;
    kg_edge *circuit = NULL;
    uint64_t *slot = NULL;
    kg_status status = KG_OK;

    if (!all->asked)
        goto out;
    KG_TRY(kg__bring_cuda(ctx, &slot, all->slot, all->asked, sizeof *slot, what));
    KG_TRY(kg__allocate(ctx, &circuit, all->asked, sizeof *circuit, what));
    KG_TRY(KG_LAUNCH(ctx, k_few_look_up, all->asked, circuit, slot, all->asked, r->device->split));
    KG_TRY(kg__memory(ctx)->download(ctx, all->circuit, circuit, all->asked * sizeof *circuit));
out:
    kg__free(ctx, slot);
    kg__free(ctx, circuit);
    return status;
}

static unsigned number_of(const labels *all, kg_edge label)
{
    unsigned i = 0;

    while (all->at[i] != label)
        i++;
    return i;
}

/* Fills tree, and root and first of this rank. */
static kg_status number_trees(labels *all, kg__forest *f)
{
    kg__ranks *r = f->r;
    kg_context *ctx = r->w->ctx;
    kg_edge root[KG__FEW], trees = 0;
    uint64_t mine = 0;
    kg_status status;

    for (unsigned i = 0, asked = 0; i < all->count; i++) {
        if (all->free[i]) {
            all->tree[i] = all->tree[number_of(all, all->circuit[asked++])];
            continue;
        }
        if (all->at[i] < r->lo)
            f->first++;
        else if (all->at[i] < r->lo + r->count)
            root[mine++] = (kg_edge)all->at[i];
        all->tree[i] = trees++;
    }
    KG_TRY(kg__bring_cuda(ctx, &f->root, root, mine, sizeof *root, what));
out:
    return status;
}

/* Thread j owns segment j. tree: [count] the tree of each label. */
static __global__ void k_few_trees(kg_edge *of, const kg_edge *least, uint64_t segments,
    const uint64_t *label, uint64_t count, const kg_edge *tree)
{
    const uint64_t j = kg__item();

    if (j < segments)
        of[j] = tree[kg__d_find(label, count, least[j])];
}

static kg_status tell_segments(const labels *all, kg__forest *f)
{
    const kg__split *s = &f->r->device->split;
    kg_context *ctx = f->r->w->ctx;
    uint64_t *label = NULL;
    kg_edge *tree = NULL;
    kg_status status;

    KG_TRY(kg__bring_cuda(ctx, &label, all->at, all->count, sizeof *label, what));
    KG_TRY(kg__bring_cuda(ctx, &tree, all->tree, all->count, sizeof *tree, what));
    KG_TRY(kg__allocate(ctx, &f->of_all, s->segments, sizeof *f->of_all, what));
    KG_TRY(KG_LAUNCH(
        ctx, k_few_trees, s->segments, f->of_all, s->least, s->segments, label, all->count, tree));
out:
    kg__free(ctx, label);
    kg__free(ctx, tree);
    return status;
}

kg_status kg__forest_of_split(kg__forest *f)
{
    kg__ranks *r = f->r;
    kg_context *ctx = r->w->ctx;
    labels *all = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &all, 1, sizeof *all, what));
    *all = {};
    KG_TRY(gather_labels(all, r));
    if (r->lo) /* also the slot before this rank's first, for `before` */
        all->slot[all->asked++] = r->lo - 1;
    KG_TRY(look_up(all, r));
    KG_TRY(number_trees(all, f));
    if (r->lo)
        f->before = all->tree[number_of(all, all->circuit[all->asked - 1])];
    KG_TRY(tell_segments(all, f));
out:
    kg__free(ctx, all);
    return status;
}
