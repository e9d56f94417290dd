/*
 * The kinds of generated graphs (generate.c defines them), made on the CPU. O(n + m) work. Memory
 * beside the graph: random 4 bytes an edge, banded 8 a vertex, triangles 8 an edge and the memory
 * of the build, the others none. Banded runs on one thread, because each choice depends on those
 * before.
 */
#include "../csr_ops.h"
#include "generate.h"

enum { GRAIN = 1 << 15 };

/* Gives each vertex a random out-degree in 1..K, which sets the graph's rows and number of
 * edges. */
static kg_status choose_degrees(kg_graph *graph, const kg_generate_options *o)
{
    uint64_t key = kg__random_key(o->seed, KG__STREAM_DEGREES), total = 0;
    kg_edge *row;
    kg_status status;

    KG_TRY(kg__graph_allocate_rows(graph, o->vertices));
    row = graph->row;
    KG_PARALLEL_FOR(kg__threads(graph->ctx, o->vertices, GRAIN))
    for (uint64_t v = 0; v < o->vertices; v++)
        row[v + 1] = (kg_edge)(1 + kg__random_below(key, v, o->max_degree));
    KG_TRY(kg__row_offsets_cpu(graph->ctx, graph->n, row, &total));
    KG_TRY(kg__graph_allocate_edges(graph, total, false));
out:
    return status;
}

static kg_status make_random(kg_graph *graph, const kg_generate_options *o)
{
    kg_context *ctx = graph->ctx;
    kg_vertex *src = NULL;
    kg_status status;

    KG_TRY(choose_degrees(graph, o));
    KG_TRY(kg__host_allocate(ctx, &src, graph->m, sizeof *src, "edge sources"));
    KG_TRY(kg__csr_sources_cpu(graph, src));
    KG_TRY(kg__shuffle_cpu(
        ctx, kg__random_key(o->seed, KG__STREAM_SHUFFLE), graph->m, src, graph->col));
out:
    kg__free(ctx, src);
    return status;
}

/* The first vertex from v on that lacks in-edges, or n. Halves the path to it. */
static kg_vertex next_lacking(kg_vertex *next, kg_vertex v)
{
    while (next[v] != v)
        v = next[v] = next[next[v]];
    return v;
}

static kg_status make_banded(kg_graph *graph, const kg_generate_options *o)
{
    kg_context *ctx = graph->ctx;
    kg_vertex *next = NULL; /* [n+1] itself, or a vertex nearer to the next that lacks in-edges */
    uint32_t *lacks = NULL; /* [n] the number of in-edges that are missing */
    kg_vertex n;
    kg_status status;

    KG_TRY(choose_degrees(graph, o));
    n = graph->n;
    KG_TRY(kg__host_allocate(ctx, &next, (uint64_t)n + 1, sizeof *next, "vertices in line"));
    KG_TRY(kg__host_allocate(ctx, &lacks, n, sizeof *lacks, "in-degrees"));
    for (kg_vertex v = 0; v < n; v++) {
        next[v] = v;
        lacks[v] = (uint32_t)(graph->row[(uint64_t)v + 1] - graph->row[v]);
    }
    next[n] = n;
    for (kg_vertex v = 0; v < n; v++) {
        kg_vertex u = v;

        for (uint64_t e = graph->row[v]; e < graph->row[(uint64_t)v + 1]; e++) {
            u = next_lacking(next, u + 1);
            if (u == n)
                u = next_lacking(next, 0);
            graph->col[e] = u;
            if (--lacks[u] == 0)
                next[u] = u + 1;
        }
        if (v % 65536 == 0)
            KG_TRY(kg__progress(ctx, "generating", v, n));
    }
out:
    kg__free_all(ctx, next, lacks);
    return status;
}

static kg_status make_triangles(kg_graph *graph, const kg_generate_options *o)
{
    kg_context *ctx = graph->ctx;
    uint64_t key = kg__random_key(o->seed, KG__STREAM_EDGES);
    uint64_t n = o->vertices, m = o->edges, triangles = n - 2, cycles = (m - 3 * triangles) / 2;
    int threads = kg__threads(ctx, m, GRAIN);
    kg_vertex(*edge)[2] = NULL; /* [m] source, target */
    kg__edge_piece piece;
    kg_status status;

    KG_TRY(kg__graph_allocate_rows(graph, n));
    KG_TRY(kg__graph_allocate_edges(graph, m, false));
    KG_TRY(kg__host_allocate(ctx, &edge, m, sizeof *edge, "a list of edges"));
    KG_PARALLEL_FOR(threads)
    for (uint64_t t = 0; t < triangles; t++) {
        kg_vertex a, b, i = (kg_vertex)(t + 2);

        kg__choose_two(key, t, i, &a, &b);
        edge[3 * t][0] = edge[3 * t + 2][1] = a;
        edge[3 * t + 1][0] = edge[3 * t][1] = i;
        edge[3 * t + 2][0] = edge[3 * t + 1][1] = b;
    }
    KG_PARALLEL_FOR(threads)
    for (uint64_t c = 0; c < cycles; c++) {
        uint64_t e = 3 * triangles + 2 * c;

        kg__choose_two(key, triangles + c, n, &edge[e][0], &edge[e][1]);
        edge[e + 1][0] = edge[e][1];
        edge[e + 1][1] = edge[e][0];
    }
    if ((m - 3 * triangles) % 2)
        edge[m - 1][0] = edge[m - 1][1] =
            (kg_vertex)kg__random_below(key, 2 * (triangles + cycles), n);
    piece = (kg__edge_piece){&edge[0][0], &edge[0][1], 2, NULL, 0, m};
    KG_TRY(kg__csr_build_cpu(graph, &piece, 1));
out:
    kg__free(ctx, edge);
    return status;
}

static kg_status make_debruijn(kg_graph *graph, const kg_generate_options *o)
{
    uint64_t n, m;
    int threads;
    kg_status status;

    kg__debruijn_size(o, &n, &m);
    KG_TRY(kg__graph_allocate_rows(graph, n));
    KG_TRY(kg__graph_allocate_edges(graph, m, false));
    threads = kg__threads(graph->ctx, m, GRAIN);
    KG_PARALLEL_FOR(threads)
    for (uint64_t v = 0; v < n; v++) {
        uint64_t e = v * o->alphabet, to = e % n;

        graph->row[v] = (kg_edge)e;
        for (; e < (v + 1) * o->alphabet; e++) {
            graph->col[e] = (kg_vertex)to;
            to = to + 1 == n ? 0 : to + 1;
        }
    }
    graph->row[n] = graph->m;
out:
    return status;
}

static const char letter[] = "0123456789abcdefghijklmnopqrstuvwxyz";

uint64_t kg__word_letters(const kg_generate_options *o)
{
    return o->kind == KG_GENERATE_DEBRUIJN && o->alphabet > 0 && o->alphabet < sizeof letter
               ? o->length - 1
               : 0;
}

void kg__put_word(char *text, uint32_t word, uint64_t letters, uint32_t alphabet)
{
    for (uint64_t i = letters; i-- > 0; word /= alphabet)
        text[i] = letter[word % alphabet];
}

kg_status kg__generate_words_cpu(
    kg_graph *graph, const kg_generate_options *o, const kg_vertex *old)
{
    const uint64_t letters = kg__word_letters(o);
    kg_context *ctx = graph->ctx;
    kg__names *names;
    kg_status status = KG_OK;

    if (!letters)
        return KG_OK;
    KG_TRY(kg__names_create(&graph->names, ctx));
    names = graph->names;
    names->differ = true;
    KG_TRY(kg__host_allocate(
        ctx, &names->begin, (uint64_t)graph->n + 1, sizeof *names->begin, "vertex names"));
    KG_TRY(kg__host_allocate(ctx, &names->text, graph->n, letters, "vertex names"));
    KG_PARALLEL_FOR(kg__threads(ctx, graph->n, GRAIN))
    for (uint64_t v = 0; v < graph->n; v++) {
        names->begin[v] = v * letters;
        kg__put_word(
            names->text + v * letters, old ? old[v] : (uint32_t)v, letters, (uint32_t)o->alphabet);
    }
    names->begin[graph->n] = graph->n * letters;
out:
    return status;
}

static kg_status make_torus(kg_graph *graph, const kg_generate_options *o)
{
    uint64_t w = o->width, h = o->height, n = w * h;
    kg_status status;

    KG_TRY(kg__graph_allocate_rows(graph, n));
    KG_TRY(kg__graph_allocate_edges(graph, 4 * n, false));
    KG_PARALLEL_FOR(kg__threads(graph->ctx, n, GRAIN))
    for (uint64_t v = 0; v < n; v++) {
        kg__beside(v, w, h, graph->col + 4 * v);
        graph->row[v] = (kg_edge)(4 * v);
    }
    graph->row[n] = graph->m;
out:
    return status;
}

static kg_status make_complete(kg_graph *graph, const kg_generate_options *o)
{
    uint64_t n = o->vertices, degree = n - 1;
    kg_status status;

    KG_TRY(kg__graph_allocate_edges(graph, n * degree, false)); /* first: these may be too many */
    KG_TRY(kg__graph_allocate_rows(graph, n));
    KG_PARALLEL_FOR(kg__threads(graph->ctx, n * degree, GRAIN))
    for (uint64_t v = 0; v < n; v++) {
        graph->row[v] = (kg_edge)(v * degree);
        for (uint64_t k = 0; k < degree; k++)
            graph->col[v * degree + k] = kg__other_vertex(v, k);
    }
    graph->row[n] = graph->m;
out:
    return status;
}

decl_csr_generate(kg__csr_generate_cpu)
{
    switch (options->kind) {
    case KG_GENERATE_BANDED:
        return make_banded(graph, options);
    case KG_GENERATE_TRIANGLES:
        return make_triangles(graph, options);
    case KG_GENERATE_DEBRUIJN:
        return make_debruijn(graph, options);
    case KG_GENERATE_TORUS:
        return make_torus(graph, options);
    case KG_GENERATE_COMPLETE:
        return make_complete(graph, options);
    case KG_GENERATE_RANDOM:
    case KG_GENERATE_HYPERCUBE: /* not here: kg__generate_undirected() makes these two */
    case KG_GENERATE_GRID_ROADS:
        break;
    }
    return make_random(graph, options);
}
