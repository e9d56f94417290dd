/* A graph that grows edge by edge: a list that doubles, built when it is finished. */
#include "csr.h"
#include <string.h>

/* The sides of an edge that leaves its first end on the plus side and enters its second on the
 * minus side. */
enum { FORWARD = KG_PLUS | KG_MINUS << 1 };

struct kg_builder {
    kg_context *ctx;
    kg_kind kind;
    uint64_t n, m, room;
    kg_vertex *pair;      /* [2 * room] source, target, ... */
    double *value;        /* [room] or NULL: no edge has one yet */
    unsigned char *sides; /* [room] for a bidirected graph: bit 0 is set if the edge is on the plus
                           * side at its first end, bit 1 at its second. NULL: all are FORWARD */
    kg_vertex *one_sided; /* [ones] vertices, each perhaps many times */
    uint64_t ones, one_room;
};

kg_status kg_builder_create(kg_builder **builder, kg_context *context)
{
    kg_status status;

    KG_NEED_RESULT(context, builder, context);
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
    kg__free_all(
        builder->ctx, builder->pair, builder->value, builder->sides, builder->one_sided, builder);
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
    if (kind != KG_DIRECTED && kind != KG_UNDIRECTED && kind != KG_BIDIRECTED)
        return kg__fail(builder->ctx, KG_ARGUMENT,
            "kind %d: expected directed (0), undirected (1) or bidirected (2)", (int)kind);
    builder->kind = kind;
    return KG_OK;
}

/* Makes room for `count` more edges, and for their values if they or earlier edges have any. */
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
    if (b->sides && room > b->room)
        KG_TRY(kg__host_resize(b->ctx, &b->sides, room, 1, "sides of edges"));
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
        if (b->sides)
            b->sides[b->m] = FORWARD;
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

static kg_status check_bidirected(const kg_builder *b)
{
    return b->kind == KG_BIDIRECTED
               ? KG_OK
               : kg__fail(b->ctx, KG_ARGUMENT, "%s graph has no sides: set the kind first",
                     kg__kind_shown(b->kind));
}

kg_status kg_builder_add_bidirected(kg_builder *builder, kg_vertex first, kg_side first_side,
    kg_vertex second, kg_side second_side, const double *value)
{
    kg_builder *b = builder;
    kg_status status;

    KG_NEED(NULL, builder);
    kg__begin(b->ctx);
    KG_TRY(check_bidirected(b));
    if ((first_side != KG_MINUS && first_side != KG_PLUS) ||
        (second_side != KG_MINUS && second_side != KG_PLUS))
        return kg__fail(b->ctx, KG_ARGUMENT, "sides %d and %d: expected minus (0) or plus (1)",
            (int)first_side, (int)second_side);
    if (!b->sides) {
        KG_TRY(make_room(b, 1, false));
        KG_TRY(kg__host_resize(b->ctx, &b->sides, b->room, 1, "sides of edges"));
        memset(b->sides, FORWARD, b->m);
    }
    KG_TRY(kg_builder_add_row(b, first, 1, &second, value));
    b->sides[b->m - 1] = (unsigned char)(first_side | second_side << 1);
out:
    return status;
}

kg_status kg_builder_set_one_sided(kg_builder *builder, kg_vertex vertex)
{
    kg_builder *b = builder;
    kg_status status;

    KG_NEED(NULL, builder);
    kg__begin(b->ctx);
    KG_TRY(check_bidirected(b));
    if (vertex == KG_NO_VERTEX)
        return kg__fail(b->ctx, KG_ARGUMENT, "vertex %u: expected 0 to %u", vertex, vertex - 1);
    KG_TRY(kg__host_grow(b->ctx, &b->one_sided, &b->one_room, b->ones + 1, sizeof *b->one_sided,
        "one-sided vertices"));
    b->one_sided[b->ones++] = vertex;
    if (b->n <= vertex)
        b->n = (uint64_t)vertex + 1;
out:
    return status;
}

/* Gives the graph the sides of the builder's edges. */
static kg_status put_sides(kg_graph *graph, const kg_builder *b)
{
    uint64_t *side = NULL, *one_sided = NULL;
    kg_status status;

    KG_TRY(kg__bitmap_create(b->ctx, &side, 2 * b->m, "sides of half-edges"));
    if (b->ones)
        KG_TRY(kg__bitmap_create(b->ctx, &one_sided, b->n, "one-sided vertices"));
    for (uint64_t e = 0; e < b->m; e++)
        side[e / 32] |= (uint64_t)(b->sides ? b->sides[e] : FORWARD) << e % 32 * 2;
    for (uint64_t i = 0; i < b->ones; i++)
        kg__mark(one_sided, b->one_sided[i]);
    kg__graph_take_sides(graph, side, one_sided);
    side = one_sided = NULL;
out:
    kg__free_all(b->ctx, side, one_sided);
    return status;
}

kg_status kg_builder_finish(kg_graph **graph, const kg_builder *builder)
{
    kg__edge_run run;
    kg_status status;

    KG_NEED_RESULT(KG__CONTEXT(builder), graph, builder);
    run = (kg__edge_run){builder->pair, builder->value, builder->m};
    kg__begin(builder->ctx);
    KG_TRY((builder->kind == KG_DIRECTED ? kg__csr_build_runs : kg__csr_build_undirected)(
        graph, builder->ctx, builder->n, &run, 1));
    if (builder->kind == KG_BIDIRECTED)
        KG_TRY(put_sides(*graph, builder));
out:
    if (status != KG_OK) {
        kg_graph_destroy(*graph);
        *graph = NULL;
    }
    return status;
}
