/* An index of a map as an object: made empty, counted, destroyed. */
#include "grid_index.h"
#include "../../io/mapping.h"

kg_status kg__grid_index_check(const kg_grid *g)
{
    if (g->rules.moves != 8)
        return kg__fail(g->ctx, KG_UNSUPPORTED,
            "an index is of a map with 8 moves, and this one has %d", g->rules.moves);
    if (g->rules.corners == KG_GRID_CORNERS_ONE)
        return kg__fail(g->ctx, KG_UNSUPPORTED,
            "an index is of a map whose corners are all allowed or all forbidden, and this one "
            "wants one free cell beside a diagonal step");
    if (g->weight)
        return kg__fail(g->ctx, KG_UNSUPPORTED,
            "an index is of a map without weights, and this one has weights from %u to %u",
            g->least, g->most);
    if (g->real)
        return kg__grid_need_whole(g, "an index");
    if (g->width > KG__INDEX_SIDE || g->height > KG__INDEX_SIDE)
        return kg__fail(g->ctx, KG_UNSUPPORTED,
            "an index is of a map of at most %d x %d cells, and this one has %u x %u",
            KG__INDEX_SIDE, KG__INDEX_SIDE, g->width, g->height);
    return KG_OK;
}

kg_status kg__grid_index_create(kg_grid_index **index, kg_grid *grid)
{
    kg_status status;

    KG_TRY(kg__host_allocate(grid->ctx, index, 1, sizeof **index, "an index"));
    **index = (kg_grid_index){.ctx = grid->ctx,
        .grid = grid,
        .cells = (uint64_t)grid->width * grid->height,
        .scale = kg__grid_scale_of(grid)};
out:
    return status;
}

uint64_t kg__grid_index_bytes(uint64_t cells, uint64_t hubs, uint64_t entries)
{
    return (cells + 1) * sizeof(kg__index_record) + hubs * sizeof(uint32_t) +
           entries * (sizeof(uint64_t) + sizeof(uint32_t));
}

kg_status kg_grid_index_count(const kg_grid_index *index, kg_grid_index_counts *counts)
{
    KG_NEED(NULL, index);
    KG_NEED(index->ctx, counts);
    *counts = (kg_grid_index_counts){.corners = index->corners,
        .entries = index->entries,
        .bytes = kg__grid_index_bytes(index->cells, index->hubs, index->entries)};
    return KG_OK;
}

void kg_grid_index_destroy(kg_grid_index *index)
{
    if (!index)
        return;
    if (index->map || index->copy) {
        kg__mapping_destroy(index->map);
        kg__free(index->ctx, index->copy);
    } else {
        kg__free_all(index->ctx, index->record, index->hub, index->label, index->via);
    }
    kg__free(index->ctx, index);
}
