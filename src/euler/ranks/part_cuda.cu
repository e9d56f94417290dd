/*
 * A rank's part of a graph on its GPU, with its virtual edges.
 *
 * in   the graph, whole in host memory; or on this GPU, if it is directed and has no trails; or the
 *      part of it that the rank has in host memory
 * out  the rows that begin in the rank's slots, the contents of these slots, `joined`
 *
 * If a graph is only in host memory, only the rank's part is copied to the GPU. The host assembles
 * it if rows have more virtual edges than that of a path. O(slots of the rank).
 */
#include "ranks_cuda.cuh"

static const char what[] = "parts of ranks";

/* Thread i owns row i: the slot that it begins with shares no row with the one before. */
static __global__ void k_ranks_unjoin(
    uint64_t *joined, const kg_edge *row, uint64_t homes, uint64_t lo, uint64_t slots)
{
    const uint64_t i = kg__item();

    if (i < homes && row[i] - lo < slots)
        atomicAnd(
            (kg__counter *)&joined[(row[i] - lo) / 64], ~((kg__counter)1 << (row[i] - lo) % 64));
}

/* end: the vertex whose row has a virtual edge, or n. */
static kg_status take_rows(kg__ranks *r, uint64_t end)
{
    const kg_graph *graph = r->graph;
    kg_context *ctx = r->w->ctx;
    const uint64_t first = r->vertex[r->rank], rows = r->homes + 1;
    const kg_edge *from = graph->resident_row ? graph->resident_row + first : NULL;
    kg_status status;

    KG_TRY(kg__allocate(ctx, &r->row, rows, sizeof *r->row, what));
    if (!from) {
        KG_TRY(kg__memory(ctx)->upload(ctx, r->row, graph->row + first, rows * sizeof *r->row));
        from = r->row;
    }
    KG_TRY(kg__euler_insert_row(ctx, r->row, from, rows, first, end));
out:
    return status;
}

/* Copies edges of the graph to slots of this rank. */
static kg_status bring(kg__ranks *r, uint64_t to, uint64_t edge, uint64_t count)
{
    const kg_graph *graph = r->graph;
    const kg__memory_ops *memory = kg__memory(r->w->ctx);
    const size_t bytes = count * sizeof *r->own_col;

    if (!count)
        return KG_OK;
    return graph->resident_col
               ? memory->copy(r->w->ctx, r->own_col + to, graph->resident_col + edge, bytes)
               : memory->upload(r->w->ctx, r->own_col + to, graph->col + edge, bytes);
}

/* from: the vertex that the virtual edge leads to. */
static kg_status take_targets(kg__ranks *r, kg_vertex from)
{
    const kg_graph *graph = r->graph;
    kg_context *ctx = r->w->ctx;
    const uint64_t at = r->device->virtual_edge, lo = r->lo, hi = lo + r->count;
    const bool here = at >= lo && at < hi && at != KG_NO_EDGE;
    const uint64_t before = here ? at - lo : r->count; /* slots of this rank */
    kg_status status = KG_OK;

    if (!here && graph->resident_col) {
        r->col = graph->resident_col + lo - (lo > at);
        goto out;
    }
    KG_TRY(kg__allocate(ctx, &r->own_col, r->count, sizeof *r->own_col, "edges of a rank"));
    r->col = r->own_col;
    KG_TRY(bring(r, 0, lo - (lo > at), before));
    if (here) {
        KG_TRY(kg__memory(ctx)->upload(ctx, r->own_col + before, &from, sizeof from));
        KG_TRY(bring(r, before + 1, at, r->count - before - 1));
    }
out:
    return status;
}

static kg_status make_bits(kg__ranks *r, uint64_t **bits, const char *of)
{
    const size_t bytes = kg__words(r->count) * sizeof **bits;
    kg_status status;

    KG_TRY(kg__allocate(r->w->ctx, bits, bytes, 1, of));
    KG_TRY(kg__memory(r->w->ctx)->clear(r->w->ctx, *bits, 0, bytes));
out:
    return status;
}

/* Takes the part that the host has assembled. */
static kg_status take_filled(kg__ranks *r, const kg__stubs *stubs)
{
    kg__ranks host = *r;
    kg_status status;

    KG_TRY(kg__ranks_fill(&host, stubs));
    KG_TRY(kg__bring_cuda(r->w->ctx, &r->row, host.row, r->homes + 1, sizeof *r->row, what));
    if (r->graph->half) {
        KG_TRY(kg__bring_cuda(r->w->ctx, &r->half, host.half, r->count, 2 * sizeof *r->half, what));
        r->sided = host.sided;
        host.sided = NULL;
        KG_TRY(make_bits(r, &r->leave, "directions of edges"));
    } else {
        KG_TRY(kg__bring_cuda(
            r->w->ctx, &r->own_col, host.own_col, r->count, sizeof *r->own_col, what));
        KG_TRY(kg__bring_cuda(r->w->ctx, &r->edge, host.edge, r->count, sizeof *r->edge, what));
        r->col = r->own_col;
    }
out:
    kg__free(r->w->ctx, host.row);
    kg__free(r->w->ctx, host.own_col);
    kg__free(r->w->ctx, host.edge);
    kg__free(r->w->ctx, host.half);
    kg__free(r->w->ctx, host.leave);
    kg__free(r->w->ctx, host.sided);
    return status;
}

static kg_status find_joined(kg__ranks *r)
{
    kg_context *ctx = r->w->ctx;
    const size_t bytes = kg__words(r->count) * sizeof *r->joined;
    kg_status status;

    KG_TRY(kg__allocate(ctx, &r->joined, bytes, 1, "rows"));
    KG_TRY(kg__memory(ctx)->clear(ctx, r->joined, 0xff, bytes));
    KG_TRY(
        KG_LAUNCH_ANY(ctx, k_ranks_unjoin, r->homes, r->joined, r->row, r->homes, r->lo, r->count));
out:
    return status;
}

static kg_status upload_bounds(kg__ranks *r)
{
    kg_context *ctx = r->w->ctx;
    kg__ranks_device *d = r->device;
    const size_t bytes = (r->ranks + 1) * sizeof *r->bound;
    kg_status status;

    KG_TRY(kg__allocate(ctx, &d->bound, bytes, 1, what));
    KG_TRY(kg__allocate(ctx, &d->vertex, bytes, 1, what));
    KG_TRY(kg__allocate(ctx, &d->tally, 1, sizeof *d->tally, what));
    KG_TRY(kg__memory(ctx)->upload(ctx, d->bound, r->bound, bytes));
    KG_TRY(kg__memory(ctx)->upload(ctx, d->vertex, r->vertex, bytes));
    if (r->graph->half)
        KG_TRY(kg__bring_cuda(
            r->w->ctx, &d->places, r->places, r->ranks + 1, sizeof *d->places, what));
out:
    return status;
}

decl_ranks_finish(kg__ranks_finish_cuda)
{
    kg__ranks_device *d = r->device;
    void *const array[] = {
        d->bound, d->vertex, d->places, d->place, d->before, d->steps, d->least, d->tally};

    for (size_t i = 0; i < sizeof array / sizeof *array; i++)
        kg__free(r->w->ctx, array[i]);
    kg__split_free_cuda(r);
    kg__free(r->w->ctx, d);
}

/* Makes r->device, except the fields that depend on the cut. */
static kg_status begin(kg__ranks *r, uint64_t virtual_edge)
{
    kg_context *ctx = r->w->ctx;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &r->device, 1, sizeof *r->device, what));
    *r->device = {};
    r->device->virtual_edge = (kg_edge)virtual_edge;
    KG_TRY(kg__comm_peers(ctx, &r->device->reach));
out:
    return status;
}

/* Allocates the arrays that the stages fill. The rows are known. */
static kg_status prepare(kg__ranks *r)
{
    kg_status status;

    KG_TRY(find_joined(r));
    KG_TRY(make_bits(r, &r->label, "circuits"));
    KG_TRY(make_bits(r, &r->chosen, "links"));
out:
    return status;
}

decl_ranks_part(kg__ranks_part_cuda)
{
    kg_status status;

    KG_TRY(begin(r, stubs->count ? r->w->virtual_edge : KG_NO_EDGE));
    KG_TRY(kg__ranks_cut(r, stubs));
    KG_TRY(upload_bounds(r));
    if (r->graph->half || (stubs->count && r->device->virtual_edge == KG_NO_EDGE)) {
        KG_TRY(take_filled(r, stubs));
    } else {
        KG_TRY(take_rows(r, stubs->count ? stubs->at[0] : r->graph->n));
        KG_TRY(take_targets(r, stubs->count ? stubs->vertex[0] : 0));
    }
    KG_TRY(prepare(r));
out:
    return status;
}

decl_ranks_take(kg__ranks_take_cuda)
{
    kg_context *ctx = r->w->ctx;
    kg__ranks host = {};
    kg_status status;

    KG_TRY(begin(r, KG_NO_EDGE));
    KG_TRY(kg__ranks_fill_part(r, part, ends));
    if (ends) /* all ranks find the edges of slots by it */
        r->device->virtual_edge = r->w->virtual_edge;
    host.row = r->row;
    host.own_col = r->own_col;
    host.edge = r->edge;
    r->row = r->edge = NULL;
    r->own_col = NULL;
    KG_TRY(upload_bounds(r));
    KG_TRY(kg__bring_cuda(r->w->ctx, &r->row, host.row, r->homes + 1, sizeof *r->row, what));
    KG_TRY(kg__bring_cuda(r->w->ctx, &r->own_col, r->col, r->count, sizeof *r->own_col, what));
    r->col = r->own_col;
    KG_TRY(prepare(r));
out:
    kg__free(ctx, host.row);
    kg__free(ctx, host.own_col);
    kg__free(ctx, host.edge);
    return status;
}
