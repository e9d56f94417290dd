/*
 * The tree of shortest paths on CUDA.
 *
 * In:   distance[n] on the device, where the search left it; the rows and lengths of the graph.
 * Out:  entry[n], parent[n]: see paths_ops.h.
 * How:  if the edges into a vertex are in its own row, and rows are short, one thread per vertex
 *       takes the first one that fits. Otherwise blocks take shares of rows and edges
 *       (csr_cuda.cuh): each entry that fits is offered to the vertex that it leads to, by an
 *       atomic minimum. A second pass finds the parents of the smallest ones.
 * Cost: O(n + m); 4 bytes and an edge id a vertex.
 *
 * Deterministic.
 */
#include "../../csr/csr_cuda.cuh"
extern "C" {
#include "paths_ops.h"
}

enum { SHORT = 64 }; /* entries of a row that one thread looks through */

typedef struct tree {
    uint64_t n, m;
    const kg_edge *row;
    const kg_vertex *col, *split;
    const void *length;
    kg__length_type type;
    bool pull;
    const double *distance; /* [n] */
    kg_edge *entry;         /* [n] */
    kg_vertex *parent;      /* [n] */
} tree;

static __device__ __forceinline__ double length_at(const tree *t, uint64_t i)
{
    return t->type == KG__LENGTH_ONE     ? 1
           : t->type == KG__LENGTH_FLOAT ? (double)__ldg(&((const float *)t->length)[i])
                                         : __ldg(&((const double *)t->length)[i]);
}

static __device__ void offer(kg_edge *best, kg_edge i)
{
    if (kg__atomic_load(best) <= i)
        return;
#if KG_EDGE_BITS == 64
    atomicMin((unsigned long long *)best, (unsigned long long)i);
#else
    atomicMin(best, i);
#endif
}

/* Thread v owns entry[v] and parent[v]. */
static __global__ void k_paths_pull(tree t)
{
    const uint64_t v = kg__item();
    const double far = v < t.n ? t.distance[v] : INFINITY;
    const uint64_t end = far < INFINITY ? t.row[v + 1] : 0;
    kg_edge entry = KG_NO_EDGE;
    kg_vertex parent = KG_NO_VERTEX;

    for (uint64_t i = far < INFINITY ? t.row[v] : 0; i < end && entry == KG_NO_EDGE; i++) {
        const kg_vertex other = t.col[i];
        const double near = t.distance[other];

        if (near < far && near + length_at(&t, i) == far) {
            entry = (kg_edge)i;
            parent = other;
        }
    }
    if (v >= t.n)
        return;
    t.entry[v] = entry;
    t.parent[v] = parent;
}

/* Thread v owns entry[v] and parent[v]. */
static __global__ void k_paths_no_tree(tree t)
{
    const uint64_t v = kg__item();

    if (v >= t.n)
        return;
    t.entry[v] = KG_NO_EDGE;
    t.parent[v] = KG_NO_VERTEX;
}

/* Block b owns the entries of share b. */
static __global__ void __launch_bounds__(KG__BLOCK) k_paths_offer(tree t)
{
    __shared__ __align__(16) kg_vertex s_row[KG__SHARE];
    kg_edge first;
    const unsigned count = kg__csr_share(s_row, &first, t.split, t.n, t.m, t.row);

    for (unsigned k = threadIdx.x; k < count; k += KG__BLOCK) {
        const uint64_t i = (uint64_t)first + k;
        const kg_vertex own = s_row[k], other = t.col[i];
        const double near = t.distance[t.pull ? other : own];
        const double far = t.distance[t.pull ? own : other];

        if (near < far && near + length_at(&t, i) == far)
            offer(&t.entry[t.pull ? own : other], (kg_edge)i);
    }
}

/* Block b owns the entries of share b, and so the parent of a vertex whose entry is one of them. */
static __global__ void __launch_bounds__(KG__BLOCK) k_paths_parents(tree t)
{
    __shared__ __align__(16) kg_vertex s_row[KG__SHARE];
    kg_edge first;
    const unsigned count = kg__csr_share(s_row, &first, t.split, t.n, t.m, t.row);

    for (unsigned k = threadIdx.x; k < count; k += KG__BLOCK) {
        const uint64_t i = (uint64_t)first + k;
        const kg_vertex own = s_row[k], other = t.col[i];
        const kg_vertex v = t.pull ? own : other;

        if (t.entry[v] == i)
            t.parent[v] = t.pull ? other : own;
    }
}

/* Offers the edges by shares of rows and edges. */
static kg_status offer_all(kg_context *ctx, tree t)
{
    kg_vertex *split = NULL;
    kg_status status;

    KG_TRY(KG_LAUNCH(ctx, k_paths_no_tree, t.n, t));
    if (t.m) {
        KG_TRY(kg__csr_split(ctx, &split, t.n, t.m, t.row));
        t.split = split;
        KG_TRY(KG_LAUNCH(ctx, k_paths_offer, kg__csr_shares(t.n, t.m) * KG__BLOCK, t));
        KG_TRY(KG_LAUNCH(ctx, k_paths_parents, kg__csr_shares(t.n, t.m) * KG__BLOCK, t));
    }
out:
    kg__free(ctx, split);
    return status;
}

decl_paths_tree(kg__paths_tree_cuda)
{
    kg_context *ctx = w->ctx;
    kg__arena arena = {};
    tree t = {};
    kg_status status;

    t.n = w->graph->n;
    t.m = w->graph->m;
    t.type = w->lengths->type;
    t.pull = w->pull;
    t.distance = (const double *)w->state;
    KG_TRY(kg__graph_resident(w->graph, &t.row, &t.col));
    KG_TRY(kg__lengths_resident(w->lengths, w->graph, &t.length));
    kg__stage(ctx, "tree");
    for (int pass = 0; pass < 2; pass++) {
        if (pass)
            KG_TRY(kg__arena_allocate(ctx, &arena, "a tree of paths"));
        t.entry = (kg_edge *)kg__arena_carve(&arena, t.n, sizeof *t.entry);
        t.parent = (kg_vertex *)kg__arena_carve(&arena, t.n, sizeof *t.parent);
    }
    if (t.pull && w->lengths->widest <= SHORT)
        KG_TRY(KG_LAUNCH(ctx, k_paths_pull, t.n, t));
    else
        KG_TRY(offer_all(ctx, t));
    kg__stage(ctx, "download");
    KG_TRY(kg__memory(ctx)->download(ctx, w->entry, t.entry, t.n * sizeof *t.entry));
    KG_TRY(kg__memory(ctx)->download(ctx, w->parent, t.parent, t.n * sizeof *t.parent));
out:
    kg__free(ctx, arena.base);
    return status;
}
