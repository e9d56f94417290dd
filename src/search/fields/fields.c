/* Distance fields of grid maps: the front. Checks the sources, chooses the backend, and owns the
 * arrays. */
#include "fields.h"
#include "fields_ops.h"
#include <inttypes.h>
#include <string.h>

/* The time per cell of a field. CPU: measured on 512 * 512 cells with weights 1..9 (bench_grid).
 * CUDA: that of one query over the whole device (grid_find.c), which does the same work. */
static const kg__cost cell_cost = {.ns = {[KG__CPU] = 27, [KG__CUDA] = 1.2}};

static kg_status check_sources(const kg_grid *g, uint64_t count, const kg_grid_cell *source)
{
    if (!count || count >= UINT32_MAX)
        return kg__fail(g->ctx, KG_ARGUMENT,
            "%" PRIu64 " sources of distance fields: expected 1 to %u", count, UINT32_MAX - 1);
    for (uint64_t i = 0; i < count; i++) {
        const kg_grid_cell c = source[i];

        if (c.x >= g->width || c.y >= g->height)
            return kg__fail(g->ctx, KG_ARGUMENT,
                "source %" PRIu64 " (%u,%u) is not on the map of %u x %u cells", i + 1, c.x, c.y,
                g->width, g->height);
        if (kg_grid_terrain(g, c) < 0)
            return kg__fail(
                g->ctx, KG_ARGUMENT, "source %" PRIu64 " (%u,%u) is a wall", i + 1, c.x, c.y);
    }
    return KG_OK;
}

static kg_status make(kg_grid_fields **fields, kg_grid *g, uint64_t count,
    const kg_grid_cell *source, const kg_grid_fields_options *options)
{
    const uint64_t cells = (uint64_t)g->width * g->height;
    kg_grid_fields *f = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(g->ctx, &f, 1, sizeof *f, "distance fields"));
    *f = (kg_grid_fields){
        .grid = g, .options = *options, .count = options->together ? 1 : count, .sources = count};
    KG_TRY(kg__host_allocate(g->ctx, &f->source, count, sizeof *f->source, "sources of fields"));
    memcpy(f->source, source, count * sizeof *source);
    KG_TRY(kg__host_allocate(
        g->ctx, &f->cost, f->count, kg__bytes(cells, sizeof *f->cost), "distance fields"));
    if (options->together)
        KG_TRY(kg__host_allocate(
            g->ctx, &f->nearest, cells, sizeof *f->nearest, "the nearest sources of cells"));
    if (options->flow)
        KG_TRY(kg__host_allocate(g->ctx, &f->flow, f->count, cells, "flow fields"));
    *fields = f;
    f = NULL;
out:
    kg_grid_fields_destroy(f);
    return status;
}

static kg__cost_parts cost_parts_of(const kg__grid_scale *scale)
{
    kg__cost_parts p = {.diagonal = scale->diagonal, .bits = scale->bits};
    uint64_t odd;

    if (!p.bits)
        return p;
    p.zeros = (unsigned)__builtin_ctzll(p.diagonal);
    odd = p.diagonal >> p.zeros;
    p.inverse = odd; /* right in 3 bits; each round of Newton's method doubles them */
    for (int i = 0; i < 5; i++)
        p.inverse *= 2 - odd * p.inverse;
    p.mask = (UINT64_C(1) << (p.bits - p.zeros)) - 1;
    return p;
}

static kg_status find(kg_grid_fields **fields, kg_grid *g, uint64_t count,
    const kg_grid_cell *source, const kg_grid_fields_options *options)
{
    kg__fields_work work = {.scale = kg__grid_scale_of(g),
        .each = options->together ? count : 1,
        .cells = (uint64_t)g->width * g->height,
        .margin = kg__grid_margin(g),
        .entering = g->weight && !options->towards};
    kg_status status;

    work.parts = cost_parts_of(&work.scale);
    KG_TRY(make(fields, g, count, source, options));
    work.fields = *fields;
    if (g->real && kg__context_backend(g->ctx) != KG__CPU)
        kg__warn(g->ctx, "the CPU measured, because a GPU does not search maps of real weights");
    KG_TRY(g->real ? kg__fields_find_cpu(&work) : kg__fields_backend(g->ctx)->find(&work));
out:
    kg__stage(g->ctx, NULL);
    if (status != KG_OK) {
        kg_grid_fields_destroy(*fields);
        *fields = NULL;
    }
    return status;
}

kg_status kg_grid_field(kg_grid_fields **fields, kg_grid *grid, uint64_t count,
    const kg_grid_cell *source, const kg_grid_fields_options *options)
{
    kg_context *ctx = KG__CONTEXT(grid);
    uint64_t parts;
    kg_status status;

    KG_NEED_RESULT(KG__CONTEXT(grid), fields, grid);
    if (count)
        KG_NEED(ctx, source);
    kg__begin(ctx);
    options = options ? options : &(const kg_grid_fields_options)KG_GRID_FIELDS_OPTIONS_INIT;
    KG_TRY(check_sources(grid, count, source));
    parts = options->together ? 1 : count;
    if (!grid->real)
        kg__choose(ctx, &cell_cost, parts * grid->width * grid->height, parts);
    do
        status = find(fields, grid, count, source, options);
    while (!grid->real && kg__choose_other(ctx, status));
    kg__end_choice(ctx);
out:
    return status;
}

void kg_grid_fields_destroy(kg_grid_fields *fields)
{
    if (fields)
        kg__free_all(
            fields->grid->ctx, fields->flow, fields->nearest, fields->cost, fields->source, fields);
}

KG__GETTER(uint64_t, kg_grid_fields_count, kg_grid_fields, fields, fields->count, 0)
KG__GETTER(const double *, kg_grid_fields_costs, kg_grid_fields, fields, fields->cost, NULL)
KG__GETTER(const uint32_t *, kg_grid_fields_nearest, kg_grid_fields, fields, fields->nearest, NULL)
KG__GETTER(const uint8_t *, kg_grid_fields_flow, kg_grid_fields, fields, fields->flow, NULL)
