/*
 * Euler circuits and paths of directed multigraphs.
 *
 * After B. Awerbuch, A. Israeli, Y. Shiloach, "Finding Euler circuits in logarithmic parallel
 * time", STOC 1984, in the words of A. Mahmood and S. Rangwala's GPU-Euler. Pairing the in- and
 * out-edges of every vertex gives circuits. Circuits that meet at a vertex are linked. Along a
 * spanning tree of the links the pairing is changed so that one circuit is left.
 *
 * Departures: every stage is defined by its result (euler_ops.h), the tree is the minimum spanning
 * forest by slot, and a swip is a rotation along a run of chosen links. So the answer does not
 * depend on the order of work.
 *
 * A path becomes a circuit by a virtual edge from its end to its start, the last in the end's row.
 * The walk starts with that edge, which is then left out.
 *
 * O(n + m) work. The pipeline calls its backend's table and never reads the arrays itself.
 */
#include "answer.h"
#include "ranks/ranks.h"

/* The cost of an edge of a graph in host memory. Measured on random graphs of 41,949,941 edges, an
 * H200 and the 16 threads of its host (docs/benchmarks-gpu.md): CUDA took 5 ms for stages 2 to 7,
 * beside 28 ms to upload, 38 ms to download, and the check. */
static const kg__cost edge_cost = {.ns = {[KG__CPU] = 30, [KG__CUDA] = 1.8}, .bytes = 40};

/* Returns whether the context is one of several ranks. */
static bool is_joined(const kg_context *ctx)
{
    return kg__comm_ranks(ctx) > 1;
}

/* Returns whether the backend's arrays are in host memory. */
static bool shares_memory(const kg_context *ctx)
{
    return kg__context_backend(ctx) == KG__CPU;
}

/* Stages 2 and 1. Stage 2 counts the in-edges that stage 1 compares, so it runs first. */
static kg_status pair_and_check(kg__euler_work *w)
{
    const kg__euler_ops *ops = kg__euler(w->ctx);
    kg_status status;

    KG_TRY(ops->prepare(w));
    kg__stage(w->ctx, "2 predecessors");
    KG_TRY(ops->predecessors(w));
    kg__stage(w->ctx, "1 check");
    KG_TRY(ops->check(w));
out:
    return status;
}

static kg_status check_options(const kg_graph *graph, const kg_euler_options *options)
{
    const kg_vertex start = options->start;
    kg_edge begin, end;
    kg_status status;

    if (options->kind < KG_EULER_ANY || options->kind > KG_EULER_TRAILS)
        return kg__fail(graph->ctx, KG_ARGUMENT, "kind %d: expected 0 to 3", (int)options->kind);
    if (options->has_start && options->kind == KG_EULER_TRAILS)
        return kg__fail(graph->ctx, KG_ARGUMENT, "trails begin where they must, not at a start");
    if (!options->has_start && start)
        return kg__fail(graph->ctx, KG_ARGUMENT, "start is %u, but has_start is not set", start);
    if (!options->has_start)
        return KG_OK;
    if (start >= graph->n)
        return kg__fail(
            graph->ctx, KG_ARGUMENT, "start vertex %u: the graph has %u vertices", start, graph->n);
    KG_TRY(kg__graph_row(graph, start, &begin));
    KG_TRY(kg__graph_row(graph, (uint64_t)start + 1, &end));
    if (begin < end)
        return KG_OK;
    return kg__fail(graph->ctx, KG_ARGUMENT, "start vertex %s has no %s",
        KG__NAME_SHOWN(graph, start), graph->half ? "edge" : "out-edge");
out:
    return status;
}

/* Chooses circuit or path. For a path, makes the graph with the virtual edge. */
static kg_status choose_kind(kg__euler_work *w, kg_euler *e, const kg_graph *graph,
    const kg_euler_options *options, kg_edge **row, kg_vertex **col)
{
    kg_vertex start, end;
    kg_status status;

    KG_TRY(kg__euler_choose_kind(w, graph, options, &e->found, &start, &end));
    if (e->found == KG_EULER_CIRCUIT)
        goto out;
    KG_TRY(
        kg__allocate(w->ctx, row, (uint64_t)w->n + 1, sizeof **row, "rows with the virtual edge"));
    KG_TRY(
        kg__allocate(w->ctx, col, (uint64_t)w->m + 1, sizeof **col, "edges with the virtual edge"));
    KG_TRY(kg__graph_row(graph, (uint64_t)end + 1, &w->first));
    w->virtual_edge = w->first;
    KG_TRY(kg__euler(w->ctx)->insert_edge(w->ctx, *row, *col, graph, end, start));
    w->row = *row;
    w->col = *col;
    w->m++;
    KG_TRY(pair_and_check(w));
    if (w->witness.count)
        status = kg__fail(w->ctx, KG_INTERNAL, "the virtual edge did not balance the graph");
out:
    return status;
}

/* After a failure the context's message is that of the verification: what is wrong with the walk.
 * Only the CPU checks sides. */
static kg_status verify(kg_graph *graph, const kg_edge *walk, kg_euler_kind kind)
{
    const bool here = shares_memory(graph->ctx) || !graph->side;
    const size_t bytes = (size_t)kg__edges(graph) * sizeof *walk;
    kg_edge *host = NULL;
    bool right;
    kg_status status;

    if (here) {
        KG_TRY(kg__euler(graph->ctx)->verify(graph, walk, kind, &right));
    } else {
        KG_TRY(kg__host_allocate(graph->ctx, &host, bytes, 1, "the walk"));
        KG_TRY(kg__memory(graph->ctx)->download(graph->ctx, host, walk, bytes));
        KG_TRY(kg__euler_verify_cpu(graph, host, kind, &right));
    }
    if (!right)
        status = KG_NO_SOLUTION;
out:
    kg__free(graph->ctx, host);
    return status;
}

static void work_on(kg__euler_work *w, const kg_graph *graph)
{
    *w = (kg__euler_work){
        .ctx = graph->ctx, .n = graph->n, .m = graph->m, .virtual_edge = KG_NO_EDGE};
}

/* Stages 1 to 7 of a directed graph. */
static kg_status find_directed(
    kg__euler_work *w, kg_euler *e, kg_graph *graph, const kg_euler_options *options)
{
    kg_edge *row = NULL, begin = 0;
    kg_vertex *col = NULL;
    kg_status status;

    KG_TRY(kg__graph_resident(graph, &w->row, &w->col));
    if (options->has_start)
        KG_TRY(kg__graph_row(graph, options->start, &begin));
    w->first = begin;
    if (w->m > 0)
        KG_TRY(pair_and_check(w));
    KG_TRY(choose_kind(w, e, graph, options, &row, &col));
    if (w->m > 0)
        KG_TRY(kg__euler_solve(w));
    if (e->found == KG_EULER_PATH && options->has_start && !options->random)
        KG_TRY(kg__euler_begin_with(graph, e->walk, begin));
out:
    kg__free_all(w->ctx, row, col);
    return status;
}

/* Finds a circuit or path. */
static kg_status find_walk(
    kg__euler_work *w, kg_euler *e, kg_graph *graph, const kg_euler_options *options)
{
    kg_status status;

    work_on(w, graph);
    if (!is_joined(w->ctx)) {
        KG_TRY(kg__allocate(w->ctx, &e->walk, e->m + 1, sizeof *e->walk, "the walk"));
        w->walk = e->walk;
    }
    if (is_joined(w->ctx))
        KG_TRY(kg__ranks_find(w, graph, options, &e->found, &e->walk));
    else if (graph->half)
        KG_TRY(kg__euler_find_undirected(w, graph, options, &e->found, &e->skip));
    else
        KG_TRY(find_directed(w, e, graph, options));
    if (options->random && e->m) {
        kg__stage(w->ctx, "draw");
        KG_TRY(kg__graph_bring(graph));
        KG_TRY(kg__euler_draw(
            graph, e->walk, options->seed, e->found == KG_EULER_CIRCUIT && !options->has_start));
    }
    if (!options->skip_verify) {
        kg__stage(w->ctx, "8 verify");
        KG_TRY(kg__progress(w->ctx, "verifying", 0, 0));
        if (is_joined(w->ctx))
            KG_TRY(kg__ranks_row(w->ctx)->verify(graph, NULL, e->walk, e->found));
        else
            KG_TRY(verify(graph, e->walk + e->skip, e->found));
    }
out:
    return status;
}

static kg_status find_trails(
    kg__euler_work *w, kg_euler *e, kg_graph *graph, const kg_euler_options *options)
{
    kg__trails trails = {0};
    bool right = true;
    kg_status status;

    KG_TRY(kg__graph_bring(graph));
    work_on(w, graph);
    status = (is_joined(w->ctx) ? kg__ranks_find_trails : kg__euler_find_trails)(&trails, w, graph);
    e->host_walk = trails.walk;
    e->begin = trails.begin ? trails.begin : e->whole;
    e->trails = trails.count;
    KG_TRY(status);
    e->found = KG_EULER_TRAILS;
    if (!options->skip_verify && kg__comm_rank(w->ctx) == 0) { /* rank 0 has all trails */
        kg__stage(w->ctx, "8 verify");
        KG_TRY(kg__progress(w->ctx, "verifying", 0, 0));
        KG_TRY(kg__euler_verify_trails(graph, e->host_walk, e->begin, e->trails, &right));
    }
out:
    return status == KG_OK && !right ? KG_NO_SOLUTION : status;
}

static kg_status find(kg_euler *e, kg_graph *graph, const kg_euler_options *options)
{
    kg__euler_work w = {.ctx = graph->ctx};
    kg_status status;

    if (options->kind == KG_EULER_TRAILS)
        status = find_trails(&w, e, graph, options);
    else
        status = find_walk(&w, e, graph, options);
    if (status == KG_NO_SOLUTION &&
        (options->kind == KG_EULER_TRAILS || w.witness.reason == KG_EULER_EXISTS))
        status = KG_INTERNAL; /* the verification failed */
    kg__stage(w.ctx, NULL);
    kg__euler_take(e, &w);
    kg__euler(w.ctx)->finish(&w);
    return status;
}

/* Rejects options that are not supported with ranks. */
static kg_status check_joined(kg_context *ctx, const kg_euler_options *options)
{
    return is_joined(ctx) && options->random
               ? kg__fail(ctx, KG_UNSUPPORTED, "random walks are not drawn over ranks")
               : KG_OK;
}

kg_status kg_euler_find(kg_euler **euler, kg_graph *graph, const kg_euler_options *options)
{
    kg_euler *e = NULL;
    kg_status status;

    KG_NEED_RESULT(KG__CONTEXT(graph), euler, graph);
    kg__begin(graph->ctx);
    options = options ? options : &(const kg_euler_options)KG_EULER_OPTIONS_INIT;
    KG_TRY(check_options(graph, options));
    KG_TRY(kg__euler_check_random(graph, options));
    KG_TRY(check_joined(graph->ctx, options));
    KG_TRY(kg__host_allocate(graph->ctx, &e, 1, sizeof *e, "the Euler walk's record"));
    *e = (kg_euler){.ctx = graph->ctx};
    kg__choose(graph->ctx, &edge_cost, graph->m, UINT64_MAX);
    do {
        kg__euler_clear(e);
        *e = (kg_euler){
            .ctx = graph->ctx, .backend = kg__context_backend(graph->ctx), .m = kg__edges(graph)};
        status = find(e, graph, options);
    } while (kg__choose_other(graph->ctx, status));
out:
    kg__end_choice(graph->ctx);
    if (status == KG_NO_SOLUTION)
        kg__euler_tell_why(e, graph, options->kind);
    status = kg__comm_stop(graph->ctx, status, NULL);
    if (status == KG_OK || status == KG_NO_SOLUTION)
        *euler = e;
    else
        kg_euler_destroy(e);
    return status;
}

void kg_euler_expect(kg_context *context, uint64_t edges)
{
    if (context)
        kg__expect(context, &edge_cost, edges);
}

kg_status kg_euler_verify(kg_graph *graph, const kg_edge *walk, kg_euler_kind kind)
{
    kg_edge *copy = NULL;
    uint64_t m;
    kg_status status;

    KG_NEED(NULL, graph);
    if (graph->m)
        KG_NEED(graph->ctx, walk);
    kg__begin(graph->ctx);
    if (kind != KG_EULER_CIRCUIT && kind != KG_EULER_PATH)
        return kg__fail(
            graph->ctx, KG_ARGUMENT, "kind %d: expected circuit (1) or path (2)", (int)kind);
    if (shares_memory(graph->ctx))
        return verify(graph, walk, kind);
    m = kg__edges(graph);
    KG_TRY(kg__allocate(graph->ctx, &copy, m, sizeof *copy, "the walk"));
    KG_TRY(kg__memory(graph->ctx)->upload(graph->ctx, copy, walk, m * sizeof *copy));
    KG_TRY(verify(graph, copy, kind));
out:
    kg__free(graph->ctx, copy);
    return status;
}

kg_status kg_euler_verify_trails(
    kg_graph *graph, const kg_edge *walk, const uint64_t *begin, uint64_t count)
{
    bool right;
    kg_status status;

    KG_NEED(NULL, graph);
    if (graph->m)
        KG_NEED(graph->ctx, walk);
    KG_NEED(graph->ctx, begin);
    KG_TRY(kg__begin_graph(graph));
    KG_TRY(kg__euler_verify_trails(graph, walk, begin, count, &right));
    if (!right)
        status = KG_NO_SOLUTION;
out:
    return status;
}

kg_status kg_euler_circuits(kg_graph *graph, kg_edge *circuit)
{
    const kg__euler_ops *ops;
    kg__euler_work w = {0};
    kg_status status = KG_OK;

    KG_NEED(NULL, graph);
    if (graph->m)
        KG_NEED(graph->ctx, circuit);
    ops = kg__euler(graph->ctx);
    w.ctx = graph->ctx;
    kg__begin(graph->ctx);
    KG_TRY(kg__need_directed(graph, "has no initial circuits that are lent yet"));
    if (graph->m == 0)
        goto out;
    work_on(&w, graph);
    KG_TRY(kg__graph_resident(graph, &w.row, &w.col));
    KG_TRY(kg__allocate(w.ctx, &w.walk, w.m, sizeof *w.walk, "circuits"));
    KG_TRY(pair_and_check(&w));
    if (w.witness.count) {
        status = kg__fail(w.ctx, KG_NO_SOLUTION,
            "%llu vertices have different in- and out-degrees, vertex %u first: only "
            "a balanced graph splits into circuits",
            (unsigned long long)w.witness.count, w.witness.vertex[0]);
        goto out;
    }
    kg__stage(w.ctx, "3 partition");
    KG_TRY(ops->partition(&w));
    KG_TRY(kg__euler_host_circuits(&w, circuit));
out:
    kg__stage(w.ctx, NULL);
    ops->finish(&w);
    kg__free(w.ctx, w.walk);
    return status;
}
