/*
 * Euler circuits, paths and trails over ranks: the order of the stages, and the parts of the answer
 * that are combined on one rank or on each.
 *
 * Each rank has the whole graph, and works on its part (ranks.h). Each rank by itself computes
 * degrees and components of the whole graph, for the ends of trails and for stage 1 of a graph that
 * is not directed. Only rank 0 cuts trails, and moves the beginning of a path.
 */
#include "ranks.h"

static const kg__ranks_ops table[KG__BACKENDS] = KG__TABLE(KG__RANKS_FUNCTIONS);

const kg__ranks_ops *kg__ranks_row(const kg_context *ctx)
{
    return &table[kg__context_backend(ctx)];
}

static const kg__ranks_ops *ops_of(const kg__ranks *r)
{
    return kg__ranks_row(r->w->ctx);
}

void kg__ranks_free(kg__ranks *r)
{
    void *const array[] = {r->bound, r->places, r->vertex, r->row, r->own_col, r->edge, r->half,
        r->twin, r->leave, r->sided, r->joined, r->pred, r->walker, r->up, r->label, r->chosen};

    for (size_t i = 0; i < sizeof array / sizeof *array; i++)
        kg__free(r->w->ctx, array[i]);
    if (r->device)
        ops_of(r)->finish(r);
    kg__chase_free(&r->chase);
    kg__mail_free(&r->mail);
    *r = (kg__ranks){.w = r->w, .graph = r->graph};
}

/* Frees r once all ranks are here, because their GPUs may read each other's memory. */
static kg_status end(kg__ranks *r, kg_status status)
{
    const kg_status all = kg__comm_stop(r->w->ctx, status < KG_OK ? status : KG_OK, NULL);

    kg__ranks_free(r);
    return all == KG_OK ? status : all;
}

/* ---- directed -------------------------------------------------------------------------------- */

/* Stages 3 to 7 of a balanced graph. */
static kg_status solve(kg__ranks *r, kg_edge **walk, uint64_t skip)
{
    kg_status status;

    KG_TRY(ops_of(r)->partition(r));
    KG_TRY(ops_of(r)->tree(r));
    if (r->w->trees > 1)
        return KG_NO_SOLUTION;
    KG_TRY(ops_of(r)->swips(r));
    KG_TRY(ops_of(r)->walk(r, walk, r->w->first, false, skip));
out:
    return status;
}

/* Stage 2 of a graph with the virtual edge of its path. */
static kg_status pair_path(kg__ranks *r)
{
    kg__euler_work *w = r->w;
    kg_status status;

    w->first = w->virtual_edge;
    KG_TRY(ops_of(r)->pair(r));
    if (w->witness.count)
        status = kg__fail(w->ctx, KG_INTERNAL, "the virtual edge did not balance the graph");
out:
    return status;
}

/* Makes a path: adds the virtual edge to the part, as the last in the row of its end. */
static kg_status make_path(kg__ranks *r, kg_vertex start, kg_vertex end)
{
    kg_vertex ends[2] = {start, end};
    kg_edge place = 1;
    const kg__stubs stubs = {
        .count = 2, .vertex = ends, .listed = 1, .at = ends + 1, .place = &place};
    kg_status status;

    kg__ranks_free(r);
    KG_TRY(kg__graph_row(r->graph, (uint64_t)end + 1, &r->w->virtual_edge));
    KG_TRY(ops_of(r)->part(r, &stubs));
    KG_TRY(pair_path(r));
out:
    return status;
}

/* Makes a path begin with a given edge, if one can (first_edge.c). */
static kg_status begin_with(kg_graph *graph, kg_edge *walk, kg_edge first)
{
    kg_context *ctx = graph->ctx;
    const unsigned rank = (unsigned)kg__comm_rank(ctx), ranks = (unsigned)kg__comm_ranks(ctx);
    const uint64_t m = graph->m, from = kg__share(m, rank, ranks);
    uint64_t other;
    kg_edge *whole = NULL, begins = first;
    kg_status status;

    if (from == 0 && kg__share(m, rank + 1, ranks) > 0)
        KG_TRY(kg__memory(ctx)->download(ctx, &begins, walk, sizeof begins));
    other = begins != first;
    KG_TRY(kg__comm_reduce(ctx, &other, 1, KG__COMM_OR));
    if (!other)
        goto out;
    KG_TRY(kg__ranks_collect(ctx, &whole, walk, m));
    if (rank == 0)
        KG_TRY(kg__euler_begin_with(graph, whole, first));
    KG_TRY(kg__ranks_deal(ctx, walk, whole, m));
out:
    kg__free(ctx, whole);
    return status;
}

static kg_status find_directed(
    kg__ranks *r, const kg_euler_options *options, kg_euler_kind *found, kg_edge **walk)
{
    static const kg__stubs none = {0};
    kg__euler_work *w = r->w;
    kg_graph *graph = r->graph;
    kg_vertex start, end;
    kg_edge first = 0;
    kg_status status;

    if (options->has_start)
        KG_TRY(kg__graph_row(graph, options->start, &first));
    w->first = first;
    KG_TRY(ops_of(r)->part(r, &none));
    KG_TRY(ops_of(r)->pair(r));
    KG_TRY(kg__euler_choose_kind(w, graph, options, found, &start, &end));
    if (*found == KG_EULER_PATH)
        KG_TRY(make_path(r, start, end));
    if (graph->m)
        KG_TRY(solve(r, walk, *found == KG_EULER_PATH));
    if (*found == KG_EULER_PATH && options->has_start)
        KG_TRY(begin_with(graph, *walk, first));
out:
    return status;
}

static kg_status find_in_part(kg__ranks *r, const kg_part *part, const kg_euler_options *options,
    kg_euler_kind *found, kg_edge **walk)
{
    kg_vertex ends[2]; /* start, end */
    kg_status status;

    r->w->first = 0;
    KG_TRY(ops_of(r)->take(r, part, NULL));
    KG_TRY(ops_of(r)->pair(r));
    KG_TRY(kg__euler_choose_kind(r->w, r->graph, options, found, &ends[0], &ends[1]));
    if (*found == KG_EULER_PATH) {
        kg__ranks_free(r);
        KG_TRY(ops_of(r)->take(r, part, ends));
        KG_TRY(pair_path(r));
    }
    if (part->shape.m)
        KG_TRY(solve(r, walk, *found == KG_EULER_PATH));
out:
    return status;
}

/* ---- undirected and bidirected --------------------------------------------------------------- */

/* Finds the first slot of the walk. *turned: the walk must go the other way round, because its slot
 * is entered by half-edge `first`. */
static kg_status find_first(kg__ranks *r, kg_edge first, uint64_t *slot, bool *turned)
{
    uint64_t at[3] = {0};
    kg_status status;

    KG_TRY(ops_of(r)->find_half(r, first, at));
    KG_TRY(kg__comm_reduce(r->w->ctx, at, 3, KG__COMM_SUM));
    *turned = !at[2];
    *slot = at[*turned];
out:
    return status;
}

/* Stages 2 to 7. first: the first half-edge of the walk. */
static kg_status solve_undirected(
    kg__ranks *r, const kg__stubs *stubs, kg_edge first, kg_edge **walk, uint64_t skip)
{
    uint64_t slot;
    bool turned;
    kg_status status;

    KG_TRY(ops_of(r)->part(r, stubs));
    KG_TRY(ops_of(r)->orient(r));
    KG_TRY(ops_of(r)->tree(r));
    if (r->w->trees > 1)
        return KG_NO_SOLUTION;
    if (r->graph->side)
        KG_TRY(kg__ranks_turn(r, ops_of(r)));
    KG_TRY(ops_of(r)->follow(r));
    KG_TRY(find_first(r, first, &slot, &turned));
    KG_TRY(ops_of(r)->swips(r));
    KG_TRY(ops_of(r)->walk(r, walk, slot, turned, skip));
out:
    return status;
}

static kg_status find_undirected(
    kg__ranks *r, const kg_euler_options *options, kg_euler_kind *found, kg_edge **walk)
{
    kg_vertex vertex[2];
    kg_edge place[2] = {0, 1};
    kg__stubs ends = {.vertex = vertex, .at = vertex, .place = place};
    kg_edge first;
    kg_status status;

    KG_TRY(kg__euler_choose_undirected(&ends, &first, found, r->w, r->graph, options));
    if (r->graph->m == 0)
        goto out;
    status = solve_undirected(r, &ends, first, walk, ends.count / 2);
    if (status == KG_NO_SOLUTION)
        status = kg__euler_find_apart(r->w, r->graph);
out:
    return status;
}

/* ---- all ------------------------------------------------------------------------------------- */

kg_status kg__ranks_find(kg__euler_work *w, kg_graph *graph, const kg_euler_options *options,
    kg_euler_kind *found, kg_edge **walk)
{
    kg__ranks r = {.w = w, .graph = graph};

    return end(&r, graph->half ? find_undirected(&r, options, found, walk)
                               : find_directed(&r, options, found, walk));
}

kg_status kg__ranks_find_part(kg__euler_work *w, kg_part *part, const kg_euler_options *options,
    kg_euler_kind *found, kg_edge **walk)
{
    kg__ranks r = {.w = w, .graph = &part->shape};

    return end(&r, find_in_part(&r, part, options, found, walk));
}

/* Copies a rank's share of the circuit to host memory. */
static kg_status bring_share(const kg__ranks *r, kg_edge **share)
{
    kg_context *ctx = r->w->ctx;
    const uint64_t count =
        kg__share(r->m, r->rank + 1, r->ranks) - kg__share(r->m, r->rank, r->ranks);
    kg_edge *host = NULL;
    kg_status status = KG_OK;

    if (kg__context_backend(ctx) == KG__CPU)
        goto out;
    kg__stage(ctx, "download");
    KG_TRY(kg__host_allocate(ctx, &host, count, sizeof *host, "the walk"));
    KG_TRY(kg__memory(ctx)->download(ctx, host, *share, count * sizeof *host));
    kg__free(ctx, *share);
    *share = host;
    host = NULL;
out:
    kg__free(ctx, host);
    return status;
}

/* Finds the circuit of the graph and its virtual edges, in rank 0's host memory. */
static kg_status go_round(kg_edge **around, kg__ranks *r, const kg__stubs *stubs)
{
    kg_graph *graph = r->graph;
    kg_edge *share = NULL;
    kg_status status;

    KG_TRY(kg__trails_check_counts(graph, stubs));
    if (graph->half) {
        KG_TRY(solve_undirected(r, stubs, graph->m, &share, 0));
    } else {
        KG_TRY(ops_of(r)->part(r, stubs));
        KG_TRY(ops_of(r)->pair(r));
        r->w->first = (kg_edge)(graph->row[stubs->at[0] + 1] +
                                kg__stubs_before(stubs, (uint64_t)stubs->at[0] + 1) - 1);
        KG_TRY(solve(r, &share, 0));
    }
    r->w->m = (kg_edge)r->m;
    KG_TRY(bring_share(r, &share));
    KG_TRY(kg__ranks_collect_host(r->w->ctx, around, share, r->m));
out:
    kg__free(r->w->ctx, share);
    return status;
}

/* Sends the trails that rank 0 has cut to the other ranks. */
static kg_status deal_trails(kg__trails *trails, const kg_graph *graph)
{
    kg_context *ctx = graph->ctx;
    const unsigned rank = (unsigned)kg__comm_rank(ctx), ranks = (unsigned)kg__comm_ranks(ctx);
    const uint64_t m = kg__edges(graph);
    uint64_t *begin = NULL, begins;
    kg_edge *share = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &share, kg__share(m, rank + 1, ranks) - kg__share(m, rank, ranks),
        sizeof *share, "the trails"));
    KG_TRY(kg__ranks_deal_host(ctx, share, trails->walk, m));
    KG_TRY(kg__ranks_gather_all(ctx, trails->begin, rank ? 0 : trails->count + 1, sizeof *begin,
        &begin, &begins, NULL, "where trails begin"));
    if (rank) {
        trails->walk = share;
        trails->begin = begin;
        share = NULL;
        begin = NULL;
    }
out:
    kg__free_all(ctx, share, begin);
    return status;
}

kg_status kg__ranks_find_trails(kg__trails *trails, kg__euler_work *w, kg_graph *graph)
{
    kg__ranks r = {.w = w, .graph = graph};
    kg__stubs stubs = {0};
    kg_edge *around = NULL;
    kg_status status = KG_OK;

    if (graph->m == 0)
        goto out;
    kg__stage(w->ctx, "1 check");
    KG_TRY(kg__stubs_find(&stubs, graph));
    trails->count = stubs.count / 2;
    KG_TRY(go_round(&around, &r, &stubs));
    kg__stage(w->ctx, "cut");
    if (kg__comm_rank(w->ctx) == 0)
        KG_TRY(kg__trails_cut(trails, graph, around, w->m));
    KG_TRY(deal_trails(trails, graph));
out:
    kg__free(w->ctx, around);
    kg__stubs_free(&stubs, w->ctx);
    return end(&r, status);
}
