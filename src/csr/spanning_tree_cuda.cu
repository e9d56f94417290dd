/*
 * The minimum spanning forest on CUDA, an edge's weight being its id.
 *
 * In:   row[n+1], col[m] on the device.
 * Out:  tree[n], the first *count of it: edge ids, increasing.
 * How:  Boruvka's rounds: each tree takes the smallest edge that leaves it, and hangs itself on the
 *       tree at the other end; of two that take the same edge the smaller stays a root.
 * Cost: O(n + m) work a round, log n rounds at most, after each of which the host asks whether it
 *       was the last. Memory: a byte an edge, two vertices and two edge ids a vertex.
 *
 * The result is unique.
 *
 * After Boruvka 1926.
 */
#include "csr_cuda.cuh"

/* What the rounds work on. */
typedef struct forest {
    kg_context *ctx;
    uint64_t n, m;
    const kg_edge *row;
    const kg_vertex *col;
    kg_vertex *split; /* [shares + 1] */
    kg_vertex *root;  /* [n] of each vertex' tree */
    kg_vertex *far;   /* [n] of roots: the root that the best edge leads to */
    kg_edge *best;    /* [n] of roots: the smallest edge out of the tree, or KG_NO_EDGE; at last
                         the forest's edges */
    uint8_t *chosen;  /* [m] */
    unsigned *joined; /* not 0 where a round joined trees */
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
    if (*(volatile kg_edge *)best <= e)
        return;
#if KG_EDGE_BITS == 64
    atomicMin((unsigned long long *)best, (unsigned long long)e);
#else
    atomicMin(best, e);
#endif
}

/* Block b owns the edges of share b, and offers them to the trees at their ends. */
static __global__ void __launch_bounds__(KG__BLOCK) k_csr_offer(const forest f)
{
    __shared__ __align__(16) kg_vertex s_row[KG__SHARE];
    kg_edge first;
    const unsigned count = kg__csr_share(s_row, &first, f.split, f.n, f.m, f.row);

    for (unsigned i = threadIdx.x; i < count; i += KG__BLOCK) {
        const kg_vertex a = f.root[s_row[i]], b = f.root[f.col[first + i]];

        if (a == b)
            continue;
        offer(&f.best[a], first + i);
        offer(&f.best[b], first + i);
    }
}

/* Thread c owns far[c]. */
static __global__ void k_csr_look_across(const forest f)
{
    const uint64_t c = kg__item();
    kg_vertex a;

    if (c >= f.n || f.best[c] == KG_NO_EDGE)
        return;
    a = f.root[kg__csr_lower_bound(f.row, f.n + 1, (uint64_t)f.best[c] + 1) - 1];
    f.far[c] = a == c ? f.root[f.col[f.best[c]]] : a;
}

/* Thread c owns root c and, where it is hung up, its best edge. */
static __global__ void k_csr_hang(const forest f)
{
    const uint64_t c = kg__item();
    kg_edge e;

    if (c >= f.n || (e = f.best[c]) == KG_NO_EDGE)
        return;
    if (f.best[f.far[c]] == e && c < f.far[c])
        return;
    f.root[c] = f.far[c];
    f.chosen[e] = 1;
    if (!*(volatile unsigned *)f.joined)
        atomicExch(f.joined, 1u);
}

/* Thread v owns root[v]: jumps until it is a root. */
static __global__ void k_csr_climb(kg_vertex *root, uint64_t n)
{
    const uint64_t v = kg__item();
    volatile kg_vertex *up = root;

    if (v < n)
        for (kg_vertex top; (top = up[up[v]]) != up[v];)
            up[v] = top;
}

/* The forest's arrays in one block; without one, its size. */
static void lay_out(forest *f, kg__arena *arena)
{
    f->root = (kg_vertex *)kg__arena_carve(arena, f->n, sizeof *f->root);
    f->far = (kg_vertex *)kg__arena_carve(arena, f->n, sizeof *f->far);
    f->best = (kg_edge *)kg__arena_carve(arena, f->n, sizeof *f->best);
    f->chosen = (uint8_t *)kg__arena_carve(arena, f->m, sizeof *f->chosen);
    f->joined = (unsigned *)kg__arena_carve(arena, 1, sizeof *f->joined);
}

static kg_status grow(forest *f)
{
    const kg__memory_ops *memory = kg__memory(f->ctx);
    unsigned joined = 0;
    kg_status status;

    KG_TRY(kg__csr_split(f->ctx, &f->split, f->n, f->m, f->row));
    KG_TRY(KG_LAUNCH(f->ctx, k_csr_plant, f->n, f->root, f->n));
    KG_TRY(memory->clear(f->ctx, f->chosen, 0, f->m));
    do {
        KG_TRY(memory->clear(f->ctx, f->best, 0xff, f->n * sizeof *f->best));
        KG_TRY(memory->clear(f->ctx, f->joined, 0, sizeof joined));
        KG_TRY(KG_LAUNCH(f->ctx, k_csr_offer, kg__csr_shares(f->n, f->m) * KG__BLOCK, *f));
        KG_TRY(KG_LAUNCH(f->ctx, k_csr_look_across, f->n, *f));
        KG_TRY(KG_LAUNCH(f->ctx, k_csr_hang, f->n, *f));
        KG_TRY(KG_LAUNCH(f->ctx, k_csr_climb, f->n, f->root, f->n));
        KG_TRY(kg__cuda_fetch(f->ctx, &joined, f->joined, sizeof joined));
    } while (joined);
out:
    return status;
}

decl_csr_spanning_tree(kg__csr_spanning_tree_cuda)
{
    forest f = {};
    kg__arena arena = {NULL, 0};
    kg_status status = KG_OK;

    *count = 0;
    if (!graph->m)
        return KG_OK;
    f.ctx = graph->ctx;
    f.n = graph->n;
    f.m = graph->m;
    KG_TRY(kg__graph_resident(graph, &f.row, &f.col));
    lay_out(&f, &arena);
    KG_TRY(kg__arena_allocate(f.ctx, &arena, "a spanning forest"));
    lay_out(&f, &arena);
    kg__stage(f.ctx, "spanning tree");
    KG_TRY(grow(&f));
    KG_TRY(kg__csr_compact(f.ctx, f.best, count, f.m, NULL, f.chosen));
    kg__stage(f.ctx, "download");
    KG_TRY(kg__memory(f.ctx)->download(f.ctx, tree, f.best, *count * sizeof *tree));
out:
    kg__stage(f.ctx, NULL);
    kg__free(f.ctx, arena.base);
    kg__free(f.ctx, f.split);
    return status;
}
