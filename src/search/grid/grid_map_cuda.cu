/* A grid map on the GPU: its bits and weights are copied once and stay until the map is
 * destroyed. */
#include "grid_cuda.cuh"
#include <string.h>

kg_status kg__grid_upload_once(
    kg_context *ctx, void **d_array, const void *array, uint64_t count, size_t size)
{
    kg_status status = KG_OK;

    if (*d_array || !array)
        return KG_OK;
    KG_TRY(kg__allocate(ctx, d_array, count, size, "a grid map"));
    status = kg__memory(ctx)->upload(ctx, *d_array, array, count * size);
    if (status != KG_OK) {
        kg__free(ctx, *d_array);
        *d_array = NULL;
    }
out:
    return status;
}

kg_status kg__grid_map_cuda(
    kg__grid_map *map, kg_grid *g, const kg__grid_scale *scale, void **d_table)
{
    const uint64_t rows = ((uint64_t)g->height + 2) * g->words + 1;
    uint8_t legal[512];
    kg_status status = KG_OK;

    memset(map, 0, sizeof *map);
    for (int t = 0; t < KG__TERRAINS; t++) {
        KG_TRY(kg__grid_upload_once(
            g->ctx, &g->plane[t].d_row, g->plane[t].row, rows, sizeof(uint64_t)));
        map->row[t] = (const uint64_t *)g->plane[t].d_row;
    }
    KG_TRY(kg__grid_upload_once(
        g->ctx, &g->d_weight, g->weight, (uint64_t)g->width * g->height, sizeof *g->weight));
    if (d_table) {
        for (unsigned free = 0; free < 512; free++)
            legal[free] = kg__grid_legal(&g->rules, free);
        KG_TRY(kg__grid_upload_once(g->ctx, d_table, legal, sizeof legal, 1));
        map->table = (const uint8_t *)*d_table;
    }
    map->weight = (const uint16_t *)g->d_weight;
    map->width = g->width;
    map->height = g->height;
    map->inverse = UINT32_MAX / g->width;
    map->words = (uint32_t)g->words;
    map->column_words = (uint32_t)g->column_words;
    map->straight = scale->straight;
    map->diagonal = scale->diagonal;
    map->four = g->rules.moves == 4;
    map->cuts = g->rules.corners == KG_GRID_CORNERS_ALLOW;
    map->one = g->rules.corners == KG_GRID_CORNERS_ONE;
out:
    return status;
}
