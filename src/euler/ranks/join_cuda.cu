/*
 * Borůvka's rounds of stage 5 over ranks, on CUDA.
 *
 * in   the trees of free links, and the tree of each slot
 * out  the chosen links: the least that leaves each tree, until none leaves any
 *
 * Each rank searches the links between its own slots. The least link of a tree is a minimum over
 * all ranks. All ranks get the chosen links, and each hooks the trees by itself. A tree touches no
 * slot before its root. So if trees are few, the search begins at their roots, and seldom goes far.
 *
 * O(slots) a round if trees are many; log2(trees) rounds; 24 bytes for each tree, 8 more for each
 * that is joined in a round. Deterministic: weights are slots, so the forest is unique.
 */
#include "forest_cuda.cuh"
#include "split_cuda.cuh"

static const char what[] = "trees";

/* The most trees that are few. */
enum { FEW = 256 };

/* The data that the kernels of a round read. */
typedef struct links {
    const kg_edge *tree, *of_all, *parent;
    const uint64_t *joined;
    kg__ways ways;
    uint64_t lo, count;
    kg_edge before;
} links;

static __device__ __forceinline__ kg_edge tree_of(const links *l, uint64_t i)
{
    uint64_t offset;

    return l->tree ? l->tree[i] : l->of_all[kg__d_way(&l->ways, l->lo + i, &offset)];
}

/* Finds the trees that the link before slot i < count may join; parents are roots. False: one
 * tree. */
static __device__ bool apart(const links *l, uint64_t i, kg_edge *a, kg_edge *b)
{
    kg_edge x, y;

    if (!kg__d_has(l->joined, i))
        return false;
    x = i ? tree_of(l, i - 1) : l->before;
    y = tree_of(l, i);
    if (x == y)
        return false;
    *a = l->parent[x];
    *b = l->parent[y];
    return *a != *b;
}

/* Thread i owns the link before slot i: offers it to both trees. */
static __global__ void k_ranks_least(uint64_t *least, links l)
{
    const uint64_t i = kg__item();
    kg_edge a, b;

    if (i >= l.count || !apart(&l, i, &a, &b))
        return;
    kg__d_offer(&least[a], l.lo + i);
    kg__d_offer(&least[b], l.lo + i);
}

/* The same for the `window` slots after each slot in from[count], which may be any rank's. A thread
 * owns one of these slots. */
static __global__ void k_ranks_least_near(
    uint64_t *least, const uint64_t *from, uint64_t count, uint64_t window, links l)
{
    const uint64_t item = kg__item();
    kg_edge a, b;
    uint64_t i;

    if (item >= count * window)
        return;
    i = from[item / window] + item % window - l.lo;
    if (i >= l.count || !apart(&l, i, &a, &b))
        return;
    kg__d_offer(&least[a], l.lo + i);
    kg__d_offer(&least[b], l.lo + i);
}

/* Thread t owns tree t: takes its least link if that is this rank's. pair: lists such trees, each
 * with the tree that the link leads to, in no order. */
static __global__ void k_ranks_choose(uint64_t *chosen, kg_edge *pair, kg__ranks_tally *tally,
    const uint64_t *least, uint64_t trees, links l)
{
    const uint64_t t = kg__item();
    kg_edge a, b;
    uint64_t i, at;

    if (t >= trees || least[t] == UINT64_MAX)
        return;
    i = least[t] - l.lo;
    if (i >= l.count || !apart(&l, i, &a, &b))
        return;
    at = atomicAdd(&tally->listed, (kg__counter)1);
    kg__d_mark(chosen, i);
    pair[2 * at] = (kg_edge)t;
    pair[2 * at + 1] = a == t ? b : a;
}

/* Thread i owns pair i. */
static __global__ void k_ranks_far(kg_edge *far, const kg_edge *pair, uint64_t pairs)
{
    const uint64_t i = kg__item();

    if (i < pairs)
        far[pair[2 * i]] = pair[2 * i + 1];
}

/* Thread t owns tree t: makes the tree that its link leads to its parent. If two trees chose each
 * other, the smaller stays a root. */
static __global__ void k_ranks_hook(kg_edge *parent, const kg_edge *far, uint64_t trees)
{
    const uint64_t t = kg__item();

    if (t < trees && far[t] != KG_NO_EDGE && !(far[far[t]] == t && t < far[t]))
        parent[t] = far[t];
}

/* Thread t owns tree t. */
static __global__ void k_ranks_count_trees(
    kg__ranks_tally *tally, const kg_edge *parent, uint64_t trees)
{
    const uint64_t t = kg__item();

    if (t < trees && parent[t] == t)
        atomicAdd(&tally->listed, (kg__counter)1);
}

/* Thread t owns parent[t]. */
static __global__ void k_ranks_alone(kg_edge *parent, uint64_t trees)
{
    const uint64_t t = kg__item();

    if (t < trees)
        parent[t] = (kg_edge)t;
}

static links look_at(const kg__forest *f)
{
    const kg__ranks *r = f->r;
    links l = {};

    l.tree = f->tree;
    l.of_all = f->of_all;
    l.parent = f->parent;
    l.joined = r->joined;
    l.ways = kg__ways_of(r, f->base);
    l.lo = r->lo;
    l.count = r->count;
    l.before = f->before;
    return l;
}

/* ---- few trees ------------------------------------------------------------------------------- */

/* The trees, on the host. No link before the first slot of a tree touches it. So the search for its
 * links begins there, in steps; most trees have a link in the first step. */
typedef struct few {
    uint64_t root[FEW];  /* [trees] the first slot of each */
    kg_edge parent[FEW]; /* [trees] a copy of the device's, */
    uint64_t least[FEW]; /* [trees] and so is this */
    uint64_t from[FEW];  /* [searched] where the search goes on */
} few;

/* Lists the trees without a link among the slots searched so far: `searched` slots of each, from
 * the first slot of the trees that it has been joined with. Returns how many there are. */
static unsigned list_without(few *s, unsigned trees, uint64_t searched, uint64_t m)
{
    unsigned count = 0;

    for (unsigned t = 0; t < trees; t++) {
        uint64_t first = UINT64_MAX;

        if (s->parent[t] != t)
            continue;
        for (unsigned i = 0; i < trees; i++)
            if (s->parent[i] == t && s->root[i] < first)
                first = s->root[i];
        if (s->least[t] >= first + searched && first + searched < m)
            s->from[count++] = first + searched;
    }
    return count;
}

/* Fills root, with those of all ranks. */
static kg_status gather_roots(const kg__forest *f, few *s)
{
    kg_context *ctx = f->r->w->ctx;
    kg_edge mine[FEW], all[FEW];
    kg_status status;

    KG_TRY(kg__memory(ctx)->download(ctx, mine, f->root, f->roots * sizeof *mine));
    KG_TRY(kg__comm_gather(ctx, mine, f->roots * sizeof *mine, all, NULL));
    for (unsigned t = 0; t < f->trees; t++)
        s->root[t] = all[t];
out:
    return status;
}

/* Searches all links. A split is read once for the trees of all slots. */
static kg_status find_least_all(kg__forest *f)
{
    kg__ranks *r = f->r;
    kg_context *ctx = r->w->ctx;
    kg_status status;

    if (r->device->split.segments && !f->tree) {
        KG_TRY(kg__allocate(ctx, &f->tree, r->count, sizeof *f->tree, what));
        KG_TRY(kg__split_spread_cuda(r, f->of_all, f->tree));
    }
    KG_TRY(KG_LAUNCH_ANY(ctx, k_ranks_least, r->count, f->least, look_at(f)));
    KG_TRY(kg__comm_reduce_array(ctx, f->least, f->trees, KG__COMM_MIN));
out:
    return status;
}

static kg_status find_least_few(kg__forest *f)
{
    enum { WINDOW = 1 << 10, GROWTH = 32, LOOKED_UP = 1 << 16 };
    kg__ranks *r = f->r;
    kg_context *ctx = r->w->ctx;
    const kg__memory_ops *memory = kg__memory(ctx);
    const links l = look_at(f);
    const unsigned trees = (unsigned)f->trees;
    uint64_t *from = NULL, searched = 0;
    few *s = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &s, 1, sizeof *s, what));
    KG_TRY(kg__allocate(ctx, &from, trees, sizeof *from, what));
    KG_TRY(gather_roots(f, s));
    KG_TRY(memory->download(ctx, s->parent, f->parent, trees * sizeof *s->parent));
    for (unsigned t = 0; t < trees; t++)
        s->least[t] = UINT64_MAX;
    for (uint64_t window = WINDOW;; searched += window, window *= GROWTH) {
        const unsigned count = list_without(s, trees, searched, r->m);

        if (!count)
            break;
        /* All links are no more than these, or take less time than this many look-ups. */
        if (window > r->m / count || (l.ways.split.segments && !f->tree && window > LOOKED_UP)) {
            KG_TRY(find_least_all(f));
            break;
        }
        KG_TRY(memory->upload(ctx, from, s->from, count * sizeof *from));
        KG_TRY(
            KG_LAUNCH(ctx, k_ranks_least_near, count * window, f->least, from, count, window, l));
        KG_TRY(kg__comm_reduce_array(ctx, f->least, trees, KG__COMM_MIN));
        KG_TRY(memory->download(ctx, s->least, f->least, trees * sizeof *s->least));
    }
out:
    kg__free(ctx, from);
    kg__free(ctx, s);
    return status;
}

/* Finds the least link that leaves each tree. */
static kg_status find_least(kg__forest *f)
{
    kg_context *ctx = f->r->w->ctx;
    kg_status status;

    KG_TRY(kg__memory(ctx)->clear(ctx, f->least, 0xff, f->trees * sizeof *f->least));
    KG_TRY(f->trees <= FEW ? find_least_few(f) : find_least_all(f));
out:
    return status;
}

/* ---- all ------------------------------------------------------------------------------------- */

/* One round. joined: how many trees have been hooked. */
static kg_status join_once(kg__forest *f, kg_edge *pair, uint64_t *joined)
{
    kg__ranks *r = f->r;
    kg_context *ctx = r->w->ctx;
    kg_edge *all = NULL;
    uint64_t *counts = NULL;
    kg__ranks_tally tally;
    kg_status status;

    *joined = 0;
    KG_TRY(find_least(f));
    KG_TRY(kg__tally_clear(r));
    KG_TRY(KG_LAUNCH(ctx, k_ranks_choose, f->trees, r->chosen, pair, r->device->tally, f->least,
        f->trees, look_at(f)));
    KG_TRY(kg__tally_fetch(r, &tally));
    KG_TRY(kg__host_allocate(ctx, &counts, r->ranks, sizeof *counts, what));
    KG_TRY(kg__ranks_gather(ctx, tally.listed, counts));
    for (unsigned p = 0; p < r->ranks; p++)
        *joined += counts[p];
    if (!*joined)
        goto out;
    KG_TRY(kg__allocate(ctx, &all, *joined, 2 * sizeof *all, what));
    KG_TRY(kg__comm_gather_array(ctx, pair, tally.listed * 2 * sizeof *pair, all, NULL));
    KG_TRY(kg__memory(ctx)->clear(ctx, f->far, 0xff, f->trees * sizeof *f->far));
    KG_TRY(KG_LAUNCH(ctx, k_ranks_far, *joined, f->far, all, *joined));
    KG_TRY(KG_LAUNCH(ctx, k_ranks_hook, f->trees, f->parent, f->far, f->trees));
    KG_TRY(kg__euler_flatten(ctx, f->parent, NULL, f->trees, &r->device->tally->other));
out:
    kg__free(ctx, all);
    kg__free(ctx, counts);
    return status;
}

kg_status kg__forest_join(kg__forest *f)
{
    kg__ranks *r = f->r;
    kg_context *ctx = r->w->ctx;
    kg_edge *pair = NULL;
    kg__ranks_tally tally;
    uint64_t joined;
    kg_status status;

    KG_TRY(kg__allocate(ctx, &f->parent, f->trees, sizeof *f->parent, what));
    KG_TRY(kg__allocate(ctx, &f->least, f->trees, sizeof *f->least, what));
    KG_TRY(kg__allocate(ctx, &f->far, f->trees, sizeof *f->far, what));
    KG_TRY(kg__allocate(ctx, &pair, f->trees, 2 * sizeof *pair, what));
    KG_TRY(KG_LAUNCH(ctx, k_ranks_alone, f->trees, f->parent, f->trees));
    do {
        KG_TRY(join_once(f, pair, &joined));
        KG_TRY(kg__tally_clear(r));
        KG_TRY(
            KG_LAUNCH(ctx, k_ranks_count_trees, f->trees, r->device->tally, f->parent, f->trees));
        KG_TRY(kg__tally_fetch(r, &tally));
        r->w->trees = tally.listed;
    } while (joined && r->w->trees > 1);
out:
    kg__free(ctx, pair);
    return status;
}

/* ---- trees that remain ----------------------------------------------------------------------- */

/* Finds the tree of slot i. */
static __global__ void k_ranks_tree_of(kg__ranks_tally *tally, uint64_t i, links l)
{
    if (kg__item() == 0)
        tally->least = l.parent[tree_of(&l, i)];
}

/* Thread i owns slot i: offers it if it is in another tree, except slot `skip`. */
static __global__ void k_ranks_apart(kg__ranks_tally *tally, uint64_t tree, uint64_t skip, links l)
{
    const uint64_t i = kg__item();

    if (i < l.count && l.lo + i != skip && l.parent[tree_of(&l, i)] != tree)
        kg__d_offer(&tally->least, (kg__counter)(l.lo + i));
}

kg_status kg__forest_apart(kg__forest *f)
{
    kg__ranks *r = f->r;
    kg_context *ctx = r->w->ctx;
    const uint64_t skip = r->w->virtual_edge, first = (uint64_t)(skip == 0) - r->lo;
    const links l = look_at(f);
    kg__ranks_tally tally;
    uint64_t tree;
    kg_status status;

    KG_TRY(kg__tally_clear(r));
    if (first < r->count)
        KG_TRY(KG_LAUNCH(ctx, k_ranks_tree_of, 1, r->device->tally, first, l));
    KG_TRY(kg__tally_fetch(r, &tally));
    tree = tally.least;
    KG_TRY(kg__comm_reduce(ctx, &tree, 1, KG__COMM_MIN));
    KG_TRY(kg__tally_clear(r));
    KG_TRY(KG_LAUNCH_ANY(ctx, k_ranks_apart, r->count, r->device->tally, tree, skip, l));
    KG_TRY(kg__tally_fetch(r, &tally));
    KG_TRY(kg__ranks_apart(r, tally.least));
out:
    return status;
}
