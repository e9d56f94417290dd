/*
 * The kinds of generated graphs (generate.c defines them), made on CUDA: the same bytes as
 * generate_cpu.c. The host makes banded graphs, because each choice depends on those before.
 *
 * In:   options. Out: row[n+1], col[m] on the device; the host's arrays, uninitialised.
 * Cost: O(n + m) work. Memory beside the graph: random 16 bytes an edge, triangles 24, others none.
 */
#include "../csr_cuda.cuh"
extern "C" {
#include "generate.h"
}

/* The graph's arrays on both sides. */
static kg_status allocate_graph(kg_graph *graph, uint64_t n, uint64_t m)
{
    kg_status status;

    KG_TRY(kg__graph_allocate_rows(graph, n));
    KG_TRY(kg__graph_allocate_edges(graph, m, false));
    KG_TRY(kg__graph_allocate_resident(graph));
out:
    return status;
}

/* Thread v owns row[v]: rows of equal length. */
static __global__ void k_csr_equal_rows(kg_edge *row, uint64_t n, uint64_t length)
{
    const uint64_t v = kg__item();

    if (v <= n)
        row[v] = (kg_edge)(v * length);
}

/* ---- random ---------------------------------------------------------------------------------- */

/* Thread v owns the degree of v, in row[v + 1]. */
static __global__ void k_csr_choose_degrees(
    kg_edge *row, uint64_t key, uint64_t n, uint64_t max_degree)
{
    const uint64_t v = kg__item();

    if (v < n)
        row[v + 1] = (kg_edge)(1 + kg__random_below(key, v, max_degree));
    if (v == 0)
        row[0] = 0;
}

static kg_status make_random(kg_graph *graph, const kg_generate_options *o)
{
    kg_context *ctx = graph->ctx;
    const uint64_t n = o->vertices, key = kg__random_key(o->seed, KG__STREAM_DEGREES);
    kg_edge *row = NULL;
    kg_vertex *src = NULL, *col = NULL;
    uint64_t m = 0;
    kg_status status;

    KG_TRY(kg__graph_allocate_rows(graph, n));
    KG_TRY(kg__allocate(ctx, &row, n + 1, sizeof *row, "row offsets"));
    KG_TRY(KG_LAUNCH(ctx, k_csr_choose_degrees, n, row, key, n, o->max_degree));
    status = kg__csr_prefix(ctx, row + 1, &m, n, row + 1, true);
    if (status == KG_OVERFLOW) { /* the next call says how many there would be */
        KG_TRY(KG_LAUNCH(ctx, k_csr_choose_degrees, n, row, key, n, o->max_degree));
        KG_TRY(kg__csr_reduce(ctx, &m, n, row + 1, KG__SUM));
    }
    KG_TRY(status);
    KG_TRY(kg__graph_allocate_edges(graph, m, false));
    KG_TRY(kg__allocate(ctx, &col, m, sizeof *col, "edge targets"));
    KG_TRY(kg__allocate(ctx, &src, m, sizeof *src, "edge sources"));
    KG_TRY(kg__csr_expand(ctx, n, m, row, src));
    KG_TRY(kg__shuffle_cuda(ctx, kg__random_key(o->seed, KG__STREAM_SHUFFLE), m, src, col));
    graph->resident_row = row;
    graph->resident_col = col;
    row = NULL;
    col = NULL;
out:
    kg__free_all(ctx, row, col, src);
    return status;
}

/* ---- triangles ------------------------------------------------------------------------------- */

/* Thread t owns triangle t, the cycle t - triangles, or the loop that is left over. */
static __global__ void k_csr_triangles(
    kg_vertex *source, kg_vertex *target, uint64_t key, uint64_t n, uint64_t m)
{
    const uint64_t t = kg__item(), triangles = n - 2, cycles = (m - 3 * triangles) / 2;
    const uint64_t e = t < triangles ? 3 * t : 3 * triangles + 2 * (t - triangles);
    kg_vertex a, b;

    if (e >= m)
        return;
    if (t < triangles) {
        const kg_vertex i = (kg_vertex)(t + 2);

        kg__choose_two(key, t, i, &a, &b);
        source[e] = target[e + 2] = a;
        source[e + 1] = target[e] = i;
        source[e + 2] = target[e + 1] = b;
    } else if (t < triangles + cycles) {
        kg__choose_two(key, t, n, &a, &b);
        source[e] = target[e + 1] = a;
        source[e + 1] = target[e] = b;
    } else {
        source[e] = target[e] = (kg_vertex)kg__random_below(key, 2 * t, n);
    }
}

static kg_status make_triangles(kg_graph *graph, const kg_generate_options *o)
{
    kg_context *ctx = graph->ctx;
    const uint64_t key = kg__random_key(o->seed, KG__STREAM_EDGES), n = o->vertices, m = o->edges;
    kg_vertex *source = NULL, *target = NULL;
    kg_status status;

    KG_TRY(allocate_graph(graph, n, m));
    KG_TRY(kg__allocate(ctx, &source, m, sizeof *source, "sources of an edge list"));
    KG_TRY(kg__allocate(ctx, &target, m, sizeof *target, "targets of an edge list"));
    KG_TRY(KG_LAUNCH(
        ctx, k_csr_triangles, n - 2 + (m - 3 * (n - 2) + 1) / 2, source, target, key, n, m));
    KG_TRY(kg__csr_build_list(graph, source, target));
out:
    kg__free_all(ctx, source, target);
    return status;
}

/* ---- de Bruijn, torus, complete -------------------------------------------------------------- */

/* Thread e owns edge e. */
static __global__ void k_csr_debruijn(kg_vertex *col, uint64_t n, uint64_t m)
{
    const uint64_t e = kg__item();

    if (e < m) /* a 64-bit division costs several 32-bit ones */
        col[e] = m >> 32 ? (kg_vertex)(e % n) : (kg_vertex)e % (kg_vertex)n;
}

static kg_status make_debruijn(kg_graph *graph, const kg_generate_options *o)
{
    uint64_t n, m;
    kg_status status;

    kg__debruijn_size(o, &n, &m);
    KG_TRY(allocate_graph(graph, n, m));
    KG_TRY(KG_LAUNCH(graph->ctx, k_csr_equal_rows, n + 1, graph->resident_row, n, o->alphabet));
    KG_TRY(KG_LAUNCH(graph->ctx, k_csr_debruijn, m, graph->resident_col, n, m));
out:
    return status;
}

/* Thread v owns row v. */
static __global__ void k_csr_torus(uint4 *col, uint64_t w, uint64_t h)
{
    const uint64_t v = kg__item();
    kg_vertex beside[4];

    if (v >= w * h)
        return;
    kg__beside(v, w, h, beside);
    col[v] = make_uint4(beside[0], beside[1], beside[2], beside[3]);
}

static kg_status make_torus(kg_graph *graph, const kg_generate_options *o)
{
    const uint64_t n = o->width * o->height;
    kg_status status;

    KG_TRY(allocate_graph(graph, n, 4 * n));
    KG_TRY(KG_LAUNCH(graph->ctx, k_csr_equal_rows, n + 1, graph->resident_row, n, 4));
    KG_TRY(
        KG_LAUNCH(graph->ctx, k_csr_torus, n, (uint4 *)graph->resident_col, o->width, o->height));
out:
    return status;
}

/* Thread e owns edge e. */
static __global__ void k_csr_complete(kg_vertex *col, uint64_t degree, uint64_t m)
{
    const uint64_t e = kg__item();

    if (e < m)
        col[e] = kg__other_vertex(e / degree, e % degree);
}

static kg_status make_complete(kg_graph *graph, const kg_generate_options *o)
{
    const uint64_t n = o->vertices, degree = n - 1, m = n * degree;
    kg_status status;

    KG_TRY(kg__graph_allocate_edges(graph, m, false)); /* first: these may be too many */
    KG_TRY(kg__graph_allocate_rows(graph, n));
    KG_TRY(kg__graph_allocate_resident(graph));
    KG_TRY(KG_LAUNCH(graph->ctx, k_csr_equal_rows, n + 1, graph->resident_row, n, degree));
    if (m)
        KG_TRY(KG_LAUNCH(graph->ctx, k_csr_complete, m, graph->resident_col, degree, m));
out:
    return status;
}

decl_csr_generate(kg__csr_generate_cuda)
{
    kg_status status;

    kg__stage(graph->ctx, "generate");
    switch (options->kind) {
    case KG_GENERATE_BANDED:
        status = kg__csr_generate_cpu(graph, options);
        break;
    case KG_GENERATE_TRIANGLES:
        status = make_triangles(graph, options);
        break;
    case KG_GENERATE_DEBRUIJN:
        status = make_debruijn(graph, options);
        break;
    case KG_GENERATE_TORUS:
        status = make_torus(graph, options);
        break;
    case KG_GENERATE_COMPLETE:
        status = make_complete(graph, options);
        break;
    default:
        status = make_random(graph, options);
        break;
    }
    kg__stage(graph->ctx, NULL);
    return status;
}
