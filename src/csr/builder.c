/* A graph that grows edge by edge: a list that doubles, built when it is finished. */
#include "csr.h"

struct kg_builder {
    kg_context *ctx;
    kg_kind kind;
    uint64_t n, m, room;
    kg_vertex *pair; /* [2 * room] source, target, ... */
    double *value;   /* [room] or NULL: no edge has one yet */
};

kg_status kg_builder_create(kg_builder **builder, kg_context *context)
{
    kg_status status;

    KG_NEED(context, builder);
    *builder = NULL;
    KG_NEED(NULL, context);
    kg__begin(context);
    KG_TRY(kg__host_allocate(context, builder, 1, sizeof **builder, "a graph builder"));
    **builder = (kg_builder){.ctx = context};
out:
    return status;
}

void kg_builder_destroy(kg_builder *builder)
{
    if (!builder)
        return;
    kg__free(builder->ctx, builder->pair);
    kg__free(builder->ctx, builder->value);
    kg__free(builder->ctx, builder);
}

kg_status kg_builder_add_vertices(kg_builder *builder, uint64_t n)
{
    KG_NEED(NULL, builder);
    kg__begin(builder->ctx);
    if (n > KG__VERTICES_MAX)
        return kg__fail(builder->ctx, KG_OVERFLOW, "%llu vertices: at most %llu are possible",
            (unsigned long long)n, (unsigned long long)KG__VERTICES_MAX);
    if (builder->n < n)
        builder->n = n;
    return KG_OK;
}

kg_status kg_builder_set_kind(kg_builder *builder, kg_kind kind)
{
    KG_NEED(NULL, builder);
    kg__begin(builder->ctx);
    if (kind != KG_DIRECTED && kind != KG_UNDIRECTED)
        return kg__fail(builder->ctx, KG_ARGUMENT,
            "kind %d: expected directed (0) or undirected (1)", (int)kind);
    builder->kind = kind;
    return KG_OK;
}

/* Makes room for count more edges, and for their values if they or earlier ones have any. */
static kg_status make_room(kg_builder *b, uint64_t count, bool valued)
{
    uint64_t room = b->room;
    kg_status status = KG_OK;

    if (count > KG__EDGES_MAX - b->m)
        return kg__fail(b->ctx, KG_OVERFLOW,
            "more than %llu edges: this konig has edge ids of %d bits%s",
            (unsigned long long)KG__EDGES_MAX, KG_EDGE_BITS,
            KG_EDGE_BITS == 32 ? "; build it with -Dedge_bits=64" : "");
    KG_TRY(kg__host_grow(
        b->ctx, &b->pair, &room, b->m + count, 2 * sizeof *b->pair, "a list of edges"));
    if (b->value && room > b->room)
        KG_TRY(kg__host_resize(b->ctx, &b->value, room, sizeof *b->value, "edge values"));
    b->room = room;
    if (valued && !b->value) {
        KG_TRY(kg__host_resize(b->ctx, &b->value, b->room, sizeof *b->value, "edge values"));
        for (uint64_t e = 0; e < b->m; e++)
            b->value[e] = 1;
    }
out:
    return status;
}

kg_status kg_builder_add_row(kg_builder *builder, kg_vertex source, size_t count,
    const kg_vertex *target, const double *value)
{
    kg_builder *b = builder;
    kg_vertex largest = source;
    kg_status status;

    KG_NEED(NULL, builder);
    if (count)
        KG_NEED(builder->ctx, target);
    kg__begin(b->ctx);
    for (size_t i = 0; i < count; i++)
        largest = target[i] > largest ? target[i] : largest;
    if (largest == KG_NO_VERTEX)
        return kg__fail(b->ctx, KG_ARGUMENT, "vertex %u: expected 0 to %u", largest, largest - 1);
    KG_TRY(make_room(b, count, value && count));
    for (size_t i = 0; i < count; i++) {
        b->pair[2 * b->m] = source;
        b->pair[2 * b->m + 1] = target[i];
        if (b->value)
            b->value[b->m] = value ? value[i] : 1;
        b->m++;
    }
    if (b->n <= largest)
        b->n = (uint64_t)largest + 1;
out:
    return status;
}

kg_status kg_builder_add_edge(kg_builder *builder, kg_vertex source, kg_vertex target)
{
    return kg_builder_add_row(builder, source, 1, &target, NULL);
}

kg_status kg_builder_add_edge_value(
    kg_builder *builder, kg_vertex source, kg_vertex target, double value)
{
    return kg_builder_add_row(builder, source, 1, &target, &value);
}

kg_status kg_builder_finish(kg_graph **graph, const kg_builder *builder)
{
    kg__edge_run run;

    KG_NEED(KG__CONTEXT(builder), graph);
    *graph = NULL;
    KG_NEED(NULL, builder);
    run = (kg__edge_run){builder->pair, builder->value, builder->m};
    kg__begin(builder->ctx);
    return (builder->kind == KG_UNDIRECTED ? kg__csr_build_undirected : kg__csr_build_runs)(
        graph, builder->ctx, builder->n, &run, 1);
}
