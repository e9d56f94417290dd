/* Graphs made from a caller's arrays on a device, and a graph's arrays lent to a caller there. */
#include "csr_ops.h"

static const kg_device_options defaults = KG_DEVICE_OPTIONS_INIT;

/* Checks that it is an array on the context's device. Its numbers are not checked. */
static kg_status check_array(kg_context *ctx, const kg_device_array *array, const char *what)
{
    const size_t size = array->type < KG_INTEGER_U64 ? 4 : 8;
    const uint64_t step = array->step ? array->step : 1;
    uint64_t numbers;
    size_t bytes;

    if (array->type < KG_INTEGER_U32 || array->type > KG_INTEGER_I64)
        return kg__fail(
            ctx, KG_ARGUMENT, "%s has type %d: expected 0 to 3", what, (int)array->type);
    if (!array->count)
        return KG_OK;
    if (!array->address)
        return kg__fail(ctx, KG_ARGUMENT, "%s has %llu numbers, but no address", what,
            (unsigned long long)array->count);
    if ((uintptr_t)array->address % size)
        return kg__fail(
            ctx, KG_ARGUMENT, "%s is not aligned to its numbers of %d bytes", what, (int)size);
    if (__builtin_mul_overflow(array->count - 1, step, &numbers) ||
        (bytes = kg__bytes(numbers, size)) > SIZE_MAX / 2)
        return kg__fail(ctx, KG_ARGUMENT, "%s would not fit the address space", what);
    return kg__memory(ctx)->owns(ctx, array->address, bytes + size, what);
}

/* Makes konig's later work wait for the earlier work of the caller's stream. */
static kg_status follow(kg_context *ctx, const kg_device_options *options)
{
    return options->no_stream ? KG_OK : kg__memory(ctx)->order(ctx, options->stream, true);
}

/* Checks the two arrays and makes an empty graph. n: as far as it is known. */
static kg_status begin(kg_graph **graph, kg_context *ctx, uint64_t n, const kg_device_array *one,
    const char *one_name, const kg_device_array *other, const char *other_name,
    const kg_device_options *options)
{
    kg_status status;

    kg__begin(ctx);
    KG_TRY(kg__need_device(ctx));
    KG_TRY(kg__check_counts(ctx, n, other->count));
    KG_TRY(check_array(ctx, one, one_name));
    KG_TRY(check_array(ctx, other, other_name));
    KG_TRY(follow(ctx, options));
    KG_TRY(kg__graph_create(graph, ctx));
    (*graph)->n = (kg_vertex)n;
    (*graph)->m = (kg_edge)other->count;
out:
    return status;
}

/* Ends a call that builds: *graph is the graph, or NULL after a failure. */
static kg_status end(kg_graph **graph, kg_graph *g, kg_status status)
{
    if (status == KG_OK)
        *graph = g;
    else
        kg_graph_destroy(g);
    return status;
}

kg_status kg_graph_build_csr_device(kg_graph **graph, kg_context *context,
    const kg_device_array *row, const kg_device_array *col, const kg_device_options *options)
{
    kg_graph *g = NULL;
    kg_status status;

    KG_NEED_RESULT(context, graph, context);
    KG_NEED(context, row);
    KG_NEED(context, col);
    if (!options)
        options = &defaults;
    KG_TRY(begin(&g, context, row->count ? row->count - 1 : 0, row, "row", col, "col", options));
    if (!row->count) {
        status = kg__fail(
            context, KG_ARGUMENT, "row is empty: expected n + 1 numbers, of which the first is 0");
        goto out;
    }
    KG_TRY(kg__csr(context)->take_rows(g, row, col, options->borrow != 0));
out:
    return end(graph, g, status);
}

kg_status kg_graph_build_edges_device(kg_graph **graph, kg_context *context, uint64_t n,
    const kg_device_array *source, const kg_device_array *target, const kg_device_options *options)
{
    kg_graph *g = NULL;
    kg_status status;

    KG_NEED_RESULT(context, graph, context);
    KG_NEED(context, source);
    KG_NEED(context, target);
    if (!options)
        options = &defaults;
    KG_TRY(begin(
        &g, context, n == KG_VERTICES_NAMED ? 0 : n, source, "source", target, "target", options));
    if (source->count != target->count) {
        status = kg__fail(context, KG_ARGUMENT, "source has %llu numbers, but target %llu",
            (unsigned long long)source->count, (unsigned long long)target->count);
        goto out;
    }
    KG_TRY(kg__csr(context)->take_list(g, n, source, target));
out:
    return end(graph, g, status);
}

kg_status kg_graph_csr_device(
    kg_graph *graph, const kg_edge **row, const kg_vertex **col, const kg_device_options *options)
{
    const kg_edge *d_row;
    const kg_vertex *d_col;
    kg_status status;

    if (row)
        *row = NULL;
    if (col)
        *col = NULL;
    KG_NEED(NULL, graph);
    if (!options)
        options = &defaults;
    kg__begin(graph->ctx);
    KG_TRY(kg__need_device(graph->ctx));
    KG_TRY(kg__graph_resident(graph, &d_row, &d_col));
    kg__stage(graph->ctx, NULL);
    KG_TRY(kg__lend(graph->ctx, options->stream, !options->no_stream));
    graph->loans++;
    if (row)
        *row = d_row;
    if (col)
        *col = d_col;
out:
    return status;
}

kg_status kg_graph_return_device(kg_graph *graph, const kg_device_options *options)
{
    kg_status status;

    KG_NEED(NULL, graph);
    if (!options)
        options = &defaults;
    kg__begin(graph->ctx);
    if (!graph->loans)
        return kg__fail(graph->ctx, KG_ARGUMENT, "the graph's arrays are not lent");
    KG_TRY(kg__take_back(graph->ctx, options->stream, !options->no_stream));
    graph->loans--;
out:
    return status;
}
