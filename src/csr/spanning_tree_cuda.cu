/*
 * The minimum spanning forest of a graph on CUDA.
 *
 * In:   row[n+1], col[m] on the device, key[m] on the host or NULL.
 * Out:  tree[n], its first *count entries: edge ids, increasing.
 * How:  With keys, edges are renumbered first, in the order of the keys. From then on an edge's
 *       weight is its number. Borůvka's rounds: each tree takes the smallest edge that leaves it,
 *       and becomes a child of the tree at the other end. Of two trees that take the same edge the
 *       smaller stays a root.
 * Cost: O(n + m) work a round, log n rounds at most. After each round the host asks whether it was
 *       the last. Memory: 5 bytes an edge, two vertices and an edge id a vertex; with keys also 5
 *       bytes and an edge id an edge, and during their sort two keys and an edge id.
 *
 * The result is unique.
 *
 * After Boruvka 1926.
 */
#include "csr_cuda.cuh"

/* The data of the rounds. */
typedef struct forest {
    kg_context *ctx;
    uint64_t n, m;
    const kg_vertex *col;
    kg_vertex *src;   /* [m] */
    kg_edge *order;   /* [m] the id of the edge of each number; NULL: they are the same */
    kg_vertex *moved; /* [m] sources or targets in that order */
    uint8_t *in_tree; /* [m] by id */
    kg_vertex *root;  /* [n] the root of each vertex' tree */
    kg_vertex *far;   /* [n] for a root: the root to which its best edge leads */
    kg_edge *best;    /* [n] for a root: the smallest edge out of the tree, or KG_NO_EDGE; at last
                       * the forest's edges */
    uint8_t *chosen;  /* [m] */
    unsigned *joined; /* not 0 if a round joined trees */
} forest;

/* Thread v owns root[v]. */
static __global__ void k_csr_plant(kg_vertex *root, uint64_t n)
{
    const uint64_t v = kg__item();

    if (v < n)
        root[v] = (kg_vertex)v;
}

static __device__ void offer(kg_edge *best, kg_edge e)
{
    /* All threads offer edges to the same few trees, so a thread first reads the best edge in the
     * first-level cache. A stale value there may be too large, but never too small. */
    if (__ldca(best) <= e || kg__atomic_load(best) <= e)
        return;
#if KG_EDGE_BITS == 64
    atomicMin((unsigned long long *)best, (unsigned long long)e);
#else
    atomicMin(best, e);
#endif
}

/* Thread e owns edge e, and offers it to the trees at its ends. */
static __global__ void k_csr_offer(const forest f)
{
    const uint64_t e = kg__item();
    kg_vertex a, b;

    if (e >= f.m)
        return;
    a = f.root[f.src[e]];
    b = f.root[f.col[e]];
    if (a == b)
        return;
    offer(&f.best[a], (kg_edge)e);
    offer(&f.best[b], (kg_edge)e);
}

/* A thread owns far of KG__EACH trees. */
static __global__ void k_csr_look_across(const forest f)
{
    KG__FOR_EACH (c, f.n) {
        const kg_edge e = f.best[c];
        const kg_vertex a = e == KG_NO_EDGE ? 0 : f.root[f.src[e]];

        if (e != KG_NO_EDGE)
            f.far[c] = a == c ? f.root[f.col[e]] : a;
    }
}

/* A thread owns KG__EACH roots and, if they become children, their best edges. */
static __global__ void k_csr_hang(const forest f)
{
    KG__FOR_EACH (c, f.n) {
        const kg_edge e = f.best[c];

        if (e == KG_NO_EDGE || (f.best[f.far[c]] == e && c < f.far[c]))
            continue;
        f.root[c] = f.far[c];
        f.chosen[e] = 1;
        if (!kg__atomic_load(f.joined))
            atomicExch(f.joined, 1u);
    }
}

/* Thread i owns edge number i, and with it the edge's flag. */
static __global__ void k_csr_flag_by_id(const forest f)
{
    const uint64_t i = kg__item();

    if (i < f.m)
        f.in_tree[f.order[i]] = f.chosen[i];
}

/* The forest's arrays in one block; without one, its size. */
static void lay_out(forest *f, kg__arena *arena, bool ordered)
{
    if (ordered) {
        f->order = (kg_edge *)kg__arena_carve(arena, f->m, sizeof *f->order);
        f->moved = (kg_vertex *)kg__arena_carve(arena, f->m, sizeof *f->moved);
        f->in_tree = (uint8_t *)kg__arena_carve(arena, f->m, sizeof *f->in_tree);
    }
    f->src = (kg_vertex *)kg__arena_carve(arena, f->m, sizeof *f->src);
    f->root = (kg_vertex *)kg__arena_carve(arena, f->n, sizeof *f->root);
    f->far = (kg_vertex *)kg__arena_carve(arena, f->n, sizeof *f->far);
    f->best = (kg_edge *)kg__arena_carve(arena, f->n, sizeof *f->best);
    f->chosen = (uint8_t *)kg__arena_carve(arena, f->m, sizeof *f->chosen);
    f->joined = (unsigned *)kg__arena_carve(arena, 1, sizeof *f->joined);
}

/* Renumbers the edges in the order of their keys. */
static kg_status put_in_order(forest *f, const uint64_t *key)
{
    kg_context *ctx = f->ctx;
    kg_vertex *src = f->src;
    uint64_t *d_key = NULL;
    kg_status status;

    KG_TRY(kg__allocate(ctx, &d_key, f->m, sizeof *d_key, "the order of weights"));
    KG_TRY(kg__memory(ctx)->upload(ctx, d_key, key, f->m * sizeof *d_key));
    KG_TRY(kg__csr_sort_keys(ctx, d_key, f->order, f->m, d_key, NULL));
    KG_TRY(KG_LAUNCH(ctx, k_csr_gather<kg_vertex>, f->m, f->moved, src, f->order, f->m));
    /* The sources have moved out of their array, which now takes the targets. */
    KG_TRY(KG_LAUNCH(ctx, k_csr_gather<kg_vertex>, f->m, src, f->col, f->order, f->m));
    f->src = f->moved;
    f->col = src;
out:
    kg__free(ctx, d_key);
    return status;
}

static kg_status grow(forest *f, const kg_edge *row, const uint64_t *key)
{
    const kg__memory_ops *memory = kg__memory(f->ctx);
    unsigned joined = 0;
    kg_status status;

    KG_TRY(kg__csr_expand(f->ctx, f->n, f->m, row, f->src));
    if (key)
        KG_TRY(put_in_order(f, key));
    KG_TRY(KG_LAUNCH(f->ctx, k_csr_plant, f->n, f->root, f->n));
    KG_TRY(memory->clear(f->ctx, f->chosen, 0, f->m));
    do {
        KG_TRY(memory->clear(f->ctx, f->best, 0xff, f->n * sizeof *f->best));
        KG_TRY(memory->clear(f->ctx, f->joined, 0, sizeof joined));
        KG_TRY(KG_LAUNCH(f->ctx, k_csr_offer, f->m, *f));
        KG_TRY(KG_LAUNCH_EACH(f->ctx, k_csr_look_across, f->n, *f));
        KG_TRY(KG_LAUNCH_EACH(f->ctx, k_csr_hang, f->n, *f));
        KG_TRY(KG_LAUNCH(f->ctx, k_csr_climb, f->n, f->root, f->n));
        KG_TRY(kg__cuda_fetch(f->ctx, &joined, f->joined, sizeof joined));
    } while (joined);
    if (key)
        KG_TRY(KG_LAUNCH(f->ctx, k_csr_flag_by_id, f->m, *f));
out:
    return status;
}

decl_csr_spanning_tree(kg__csr_spanning_tree_cuda)
{
    forest f = {};
    const kg_edge *row;
    kg__arena arena = {NULL, 0};
    kg_status status = KG_OK;

    *count = 0;
    if (!graph->m)
        return KG_OK;
    f.ctx = graph->ctx;
    f.n = graph->n;
    f.m = graph->m;
    KG_TRY(kg__graph_resident(graph, &row, &f.col));
    lay_out(&f, &arena, key != NULL);
    KG_TRY(kg__arena_allocate(f.ctx, &arena, "a spanning forest"));
    lay_out(&f, &arena, key != NULL);
    kg__stage(f.ctx, "spanning tree");
    KG_TRY(grow(&f, row, key));
    KG_TRY(kg__csr_compact(f.ctx, f.best, count, f.m, NULL, key ? f.in_tree : f.chosen));
    kg__stage(f.ctx, "download");
    KG_TRY(kg__memory(f.ctx)->download(f.ctx, tree, f.best, *count * sizeof *tree));
out:
    kg__stage(f.ctx, NULL);
    kg__free(f.ctx, arena.base);
    return status;
}
