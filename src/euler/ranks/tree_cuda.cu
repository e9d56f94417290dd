/*
 * Stages 3 (of directed graphs), 4 and 5 over ranks, on CUDA.
 *
 * in   pred[], rows
 * out  labels; the links of the minimum spanning forest of the circuits
 *
 * As on the CPU (tree.c): free links first. Then each label finds the root of its tree by asking,
 * twice as far each time. Walkers get it from their labels, and slots from their walkers. Then come
 * Borůvka's rounds (join_cuda.cu).
 *
 * O(slots) a round; 24 bytes for each tree, 8 more for each that is joined in a round.
 */
#include "forest_cuda.cuh"
#include <utility>

static const char what[] = "trees";

/* ---- stage 3 --------------------------------------------------------------------------------- */

/* Thread i owns slot i. */
static __global__ void k_ranks_place(kg__place *place, const kg_edge *pred, uint64_t count)
{
    const uint64_t i = kg__item();

    if (i < count) {
        place[i].walker = KG_NO_EDGE;
        place[i].next = pred[i];
    }
}

kg_status kg__chase_slots_cuda(kg__ranks *r)
{
    static const char of[] = "walkers";
    const kg__span slots = kg__span_of_slots(r);
    kg__ranks_device *d = r->device;
    kg_context *ctx = r->w->ctx;
    kg_status status = KG_OK;

    if (!d->place)
        KG_TRY(kg__allocate(ctx, &d->place, r->count, sizeof *d->place, of));
    KG_TRY(KG_LAUNCH_ANY(ctx, k_ranks_place, r->count, d->place, r->pred, r->count));
    KG_TRY(kg__chase_cuda(r, &slots));
out:
    return status;
}

/* Finds the walker that comes to each slot, and the labels. */
static kg_status follow_all(kg__ranks *r)
{
    const kg__span slots = kg__span_of_slots(r);
    kg_status status;

    KG_TRY(kg__chase_slots_cuda(r));
    KG_TRY(kg__chase_label_cuda(r, &slots, 0));
out:
    return status;
}

decl_ranks_partition(kg__ranks_partition_cuda)
{
    bool labelled;
    kg_status status;

    kg__stage(r->w->ctx, "3 partition");
    KG_TRY(kg__split_make_cuda(r));
    if (r->device->split.segments)
        goto out;
    KG_TRY(kg__short_label_cuda(r, &labelled));
    if (!labelled)
        KG_TRY(follow_all(r));
out:
    return status;
}

/* ---- the trees of free links ----------------------------------------------------------------- */

/* A thread owns words of bits at equal distances. */
static __global__ void k_ranks_free_links(uint64_t *chosen, kg__ranks_tally *tally,
    const uint64_t *label, const uint64_t *joined, uint64_t words)
{
    kg__counter labels = 0, roots = 0;

    for (uint64_t i = kg__item(); i < words; i += (uint64_t)gridDim.x * blockDim.x) {
        chosen[i] = label[i] & joined[i];
        labels += (unsigned)__popcll(label[i]);
        roots += (unsigned)__popcll(label[i] & ~joined[i]);
    }
    if (labels)
        atomicAdd(&tally->listed, labels);
    if (roots)
        atomicAdd(&tally->other, roots);
}

static kg_status take_free(kg__forest *f)
{
    enum { BLOCKS = 1024 };
    kg__ranks *r = f->r;
    const uint64_t words = kg__words(r->count);
    const unsigned blocks = kg__blocks(words);
    kg__ranks_tally tally;
    kg_status status;

    KG_TRY(kg__tally_clear(r));
    if (words)
        KG_TRY(KG_LAUNCH_SHAPED(r->w->ctx, k_ranks_free_links,
            blocks < BLOCKS ? blocks : (unsigned)BLOCKS, KG__BLOCK, 0, r->chosen, r->device->tally,
            r->label, r->joined, words));
    KG_TRY(kg__tally_fetch(r, &tally));
    f->labels = tally.listed;
    f->roots = tally.other;
out:
    return status;
}

/* Thread i owns slot i: whether it is a label and, if roots, whether it also opens its row. */
static __global__ void k_ranks_flag(
    uint8_t *flag, const uint64_t *label, const uint64_t *joined, uint64_t count, bool roots)
{
    const uint64_t i = kg__item();

    if (i < count)
        flag[i] = kg__d_has(label, i) && !(roots && kg__d_has(joined, i));
}

/* Thread i owns number i. */
static __global__ void k_ranks_add(kg_edge *number, uint64_t count, uint64_t more)
{
    const uint64_t i = kg__item();

    if (i < count)
        number[i] = (kg_edge)(number[i] + more);
}

/* Fills label and root. */
static kg_status list_labels(kg__forest *f)
{
    kg__ranks *r = f->r;
    kg_context *ctx = r->w->ctx;
    uint8_t *flag = NULL;
    uint64_t found;
    kg_status status;

    KG_TRY(kg__allocate(ctx, &flag, r->count, sizeof *flag, what));
    KG_TRY(kg__allocate(ctx, &f->label, f->labels, sizeof *f->label, what));
    KG_TRY(kg__allocate(ctx, &f->root, f->roots, sizeof *f->root, what));
    for (int roots = 0; roots < 2; roots++) {
        KG_TRY(KG_LAUNCH_ANY(
            ctx, k_ranks_flag, r->count, flag, r->label, r->joined, r->count, roots > 0));
        if (roots ? f->roots : f->labels)
            KG_TRY(kg__csr_compact(ctx, roots ? f->root : f->label, &found, r->count, NULL, flag));
    }
    KG_TRY(KG_LAUNCH_ANY(ctx, k_ranks_add, f->roots, f->root, f->roots, r->lo));
out:
    kg__free(ctx, flag);
    return status;
}

/* Thread j owns label j: it is a root, or asks for the label of the circuit at the slot before.
 * last: the walker of the slot before this rank's. */
static __global__ void k_ranks_first_up(kg_edge *up, kg_edge *key, const kg_edge *label,
    uint64_t labels, const uint64_t *chosen, const kg__place *place, uint64_t lo, kg_edge last)
{
    const uint64_t j = kg__item();

    if (j >= labels)
        return;
    up[j] = (kg_edge)(lo + label[j]);
    key[j] = !kg__d_has(chosen, label[j]) ? KG_NO_EDGE
             : label[j]                   ? place[label[j] - 1].walker
                                          : last;
}

/* Thread i owns number i of both arrays. */
static __global__ void k_ranks_differ(
    kg__ranks_tally *tally, const kg_edge *a, const kg_edge *b, uint64_t count)
{
    const uint64_t i = kg__item();

    if (i < count && a[i] != b[i] && !kg__atomic_load(&tally->other))
        atomicExch(&tally->other, (kg__counter)1);
}

kg_status kg__last_before_cuda(kg__ranks *r, const kg_edge *number, kg_edge *before)
{
    kg_context *ctx = r->w->ctx;
    uint64_t *all = NULL;
    kg_edge last = 0;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &all, r->ranks, sizeof *all, what));
    if (r->count)
        KG_TRY(kg__fetch_edge(ctx, number, &last));
    KG_TRY(kg__ranks_gather(ctx, r->count ? last : UINT64_MAX, all));
    *before = (kg_edge)kg__last_before(all, r->rank);
out:
    kg__free(ctx, all);
    return status;
}

/* Sets up[] of each label to the root of its tree. */
static kg_status find_roots(kg__forest *f)
{
    kg__ranks *r = f->r;
    kg__ranks_device *d = r->device;
    kg_context *ctx = r->w->ctx;
    kg__known labels = {};
    kg_edge *next = NULL, last;
    kg__ranks_tally tally;
    uint64_t more;
    kg_status status;

    KG_TRY(kg__allocate(ctx, &f->up, f->labels, sizeof *f->up, what));
    KG_TRY(kg__allocate(ctx, &next, f->labels, sizeof *next, what));
    KG_TRY(kg__last_before_cuda(r, r->count ? &d->place[r->count - 1].walker : NULL, &last));
    KG_TRY(KG_LAUNCH_ANY(ctx, k_ranks_first_up, f->labels, f->up, next, f->label, f->labels,
        r->chosen, d->place, r->lo, last));
    KG_TRY(kg__chase_ask_cuda(r, d->least, next, f->labels, f->up));
    labels.r = r;
    labels.slot = f->label;
    labels.slots = f->labels;
    labels.lo = r->lo;
    do {
        labels.number = f->up;
        KG_TRY(kg__ranks_ask_cuda(&labels, f->up, f->labels, next));
        KG_TRY(kg__tally_clear(r));
        KG_TRY(KG_LAUNCH_ANY(ctx, k_ranks_differ, f->labels, d->tally, f->up, next, f->labels));
        KG_TRY(kg__tally_fetch(r, &tally));
        more = tally.other;
        std::swap(f->up, next);
        KG_TRY(kg__comm_reduce(ctx, &more, 1, KG__COMM_OR));
    } while (more);
out:
    kg__free(ctx, next);
    return status;
}

/* Thread i owns slot i. */
static __global__ void k_ranks_walkers(kg_edge *walker, const kg__place *place, uint64_t count)
{
    const uint64_t i = kg__item();

    if (i < count)
        walker[i] = place[i].walker;
}

kg_status kg__ranks_walkers_cuda(kg__ranks *r, kg_edge *walker)
{
    return KG_LAUNCH_ANY(r->w->ctx, k_ranks_walkers, r->count, walker, r->device->place, r->count);
}

/* Numbers the trees: for labels, then for walkers. */
static kg_status number_walkers(kg__forest *f)
{
    kg__ranks *r = f->r;
    kg__ranks_device *d = r->device;
    kg_context *ctx = r->w->ctx;
    kg__known roots = {}, labels = {};
    uint64_t *all = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &all, r->ranks, sizeof *all, what));
    KG_TRY(kg__ranks_gather(ctx, f->roots, all));
    for (unsigned p = 0; p < r->rank; p++)
        f->first += all[p];
    roots.r = labels.r = r;
    roots.slot = f->root;
    roots.slots = f->roots;
    roots.first = f->first;
    KG_TRY(kg__ranks_ask_cuda(&roots, f->up, f->labels, f->up));
    labels.slot = f->label;
    labels.slots = f->labels;
    labels.lo = r->lo;
    labels.number = f->up;
    KG_TRY(kg__allocate(ctx, &f->of_walker, d->walkers, sizeof *f->of_walker, what));
    KG_TRY(kg__ranks_ask_cuda(&labels, d->least, d->walkers, f->of_walker));
out:
    kg__free(ctx, all);
    return status;
}

/* Gives every rank the trees of all walkers, if walkers are few. */
static kg_status gather_trees(kg__forest *f, const uint64_t *counts, uint64_t total)
{
    kg__ranks *r = f->r;
    kg__ranks_device *d = r->device;
    kg_context *ctx = r->w->ctx;
    uint64_t *base = NULL;
    kg_edge last;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &base, r->ranks, sizeof *base, what));
    base[0] = 0;
    for (unsigned p = 1; p < r->ranks; p++)
        base[p] = base[p - 1] + counts[p - 1];
    KG_TRY(kg__allocate(ctx, &f->base, r->ranks, sizeof *f->base, what));
    KG_TRY(kg__memory(ctx)->upload(ctx, f->base, base, r->ranks * sizeof *base));
    KG_TRY(kg__allocate(ctx, &f->of_all, total, sizeof *f->of_all, what));
    KG_TRY(kg__comm_gather_array(
        ctx, f->of_walker, d->walkers * sizeof *f->of_walker, f->of_all, NULL));
    KG_TRY(kg__last_before_cuda(r, r->count ? &d->place[r->count - 1].walker : NULL, &last));
    if (last != KG_NO_EDGE)
        KG_TRY(
            kg__fetch_edge(ctx, f->of_all + base[last % r->ranks] + last / r->ranks, &f->before));
out:
    kg__free(ctx, base);
    return status;
}

/* Otherwise each slot asks for its own tree. */
static kg_status number_slots(kg__forest *f)
{
    kg__ranks *r = f->r;
    kg_context *ctx = r->w->ctx;
    kg_status status;

    KG_TRY(kg__allocate(ctx, &f->tree, r->count, sizeof *f->tree, what));
    KG_TRY(kg__ranks_walkers_cuda(r, f->tree));
    KG_TRY(kg__chase_ask_cuda(r, f->of_walker, f->tree, r->count, f->tree));
    KG_TRY(kg__last_before_cuda(r, r->count ? f->tree + r->count - 1 : NULL, &f->before));
out:
    return status;
}

/* Gives each slot its tree, in either way. */
static kg_status tell_slots(kg__forest *f)
{
    kg__ranks *r = f->r;
    kg_context *ctx = r->w->ctx;
    uint64_t *counts = NULL, total = 0;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &counts, r->ranks, sizeof *counts, what));
    KG_TRY(kg__ranks_gather(ctx, r->device->walkers, counts));
    for (unsigned p = 0; p < r->ranks; p++)
        total += counts[p];
    KG_TRY(total <= r->m / r->ranks / 4 ? gather_trees(f, counts, total) : number_slots(f));
out:
    kg__free(ctx, counts);
    return status;
}

/* ---- all ------------------------------------------------------------------------------------- */

decl_ranks_tree(kg__ranks_tree_cuda)
{
    kg_context *ctx = r->w->ctx;
    uint64_t number[2]; /* circuits, trees */
    kg__forest f = {};
    kg_status status;

    kg__stage(ctx, "5 spanning tree");
    f.r = r;
    KG_TRY(take_free(&f));
    number[0] = f.labels;
    number[1] = f.roots;
    KG_TRY(kg__comm_reduce(ctx, number, 2, KG__COMM_SUM));
    r->w->circuits = number[0];
    r->w->trees = f.trees = number[1];
    if (f.trees == 1)
        goto out;
    if (r->device->split.segments) {
        KG_TRY(kg__forest_of_split(&f));
    } else {
        if (!r->device->place) /* stage 3 found only the labels */
            KG_TRY(follow_all(r));
        KG_TRY(list_labels(&f));
        KG_TRY(find_roots(&f));
        KG_TRY(number_walkers(&f));
        KG_TRY(tell_slots(&f));
    }
    KG_TRY(kg__forest_join(&f));
    if (r->w->trees > 1 && !r->graph->half)
        KG_TRY(kg__forest_apart(&f));
out:
    kg__free(ctx, f.label);
    kg__free(ctx, f.up);
    kg__free(ctx, f.root);
    kg__free(ctx, f.of_walker);
    kg__free(ctx, f.tree);
    kg__free(ctx, f.of_all);
    kg__free(ctx, f.base);
    kg__free(ctx, f.parent);
    kg__free(ctx, f.least);
    kg__free(ctx, f.far);
    return status;
}
