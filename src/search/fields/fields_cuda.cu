/*
 * Distance fields on a GPU: those of a call together, as many at once as memory holds.
 *
 * in   a map, the sources of each field
 * out  the arrays of the fields
 *
 * Method: the tiles of all fields are in one list. Each round works on the tiles that were woken
 * for a cost not far above the lowest, as the search of one query does (grid_wide_cuda.cu). The
 * nearest sources are found in the same way once the costs are final: a cell takes the smallest of
 * those of its predecessors on shortest paths. Then a thread a cell checks the definition, finds
 * the flow, and writes the cost as a double.
 * The rounds end when no tile is awake, however many they are. The host asks after every ROUNDS
 * rounds. Maps of several terrains are searched one terrain after the other.
 * Memory: 4 or 8 bytes a cell, 28 a tile, and the answer, for each field at once.
 * Deterministic: everything; costs and nearest sources are the only solution.
 */
#include "fields_kernels.cuh"

/* TILES_AHEAD: as measured for one query (grid_wide_cuda.cu). Many fields fill the device with
 * fewer tiles of each, and then need fewer turns: a count for 512 * 512 cells with weights 1..9
 * gave 88 turns a tile from a corner and 72 from the middle, and 73 and 69 with 2 tiles ahead. */
enum { ROUNDS = 16, TILES_AHEAD = 16, MANY_FIELDS = 64, MANY_AHEAD = 2 };

/* The fields at once. */
template <typename T> struct batch {
    kg__fields_work *work;
    wide<T> q;
    fields_answer a;
    uint64_t first, count;  /* fields */
    bool has[KG__TERRAINS]; /* terrains that have a source */
};

template <typename T> static void lay_out(batch<T> *b, kg__arena *arena, uint64_t fields)
{
    const kg_grid_fields *f = b->work->fields;
    const uint64_t tiles = fields * b->q.tiles, cells = fields * b->a.cells;
    wide<T> *q = &b->q;

    q->cost = (T *)kg__arena_carve(arena, cells, sizeof(T));
    q->woken = (uint32_t *)kg__arena_carve(arena, tiles, sizeof(uint32_t));
    q->list[0] = (uint32_t *)kg__arena_carve(arena, tiles, sizeof(uint32_t));
    q->list[1] = (uint32_t *)kg__arena_carve(arena, tiles, sizeof(uint32_t));
    q->wait[0] = (unsigned long long *)kg__arena_carve(arena, tiles, sizeof *q->wait[0]);
    q->wait[1] = (unsigned long long *)kg__arena_carve(arena, tiles, sizeof *q->wait[1]);
    q->now = (state *)kg__arena_carve(arena, 1, sizeof(state));
    b->a.wrong = (unsigned long long *)kg__arena_carve(arena, 1, sizeof *b->a.wrong);
    b->a.source = (uint32_t *)kg__arena_carve(arena, fields * b->a.each, sizeof *b->a.source);
    b->a.cost = (double *)kg__arena_carve(arena, cells, sizeof *b->a.cost);
    b->a.nearest =
        f->nearest ? (uint32_t *)kg__arena_carve(arena, cells, sizeof *b->a.nearest) : NULL;
    b->a.flow = f->flow ? (uint8_t *)kg__arena_carve(arena, cells, 1) : NULL;
}

/* Works on tiles until none is awake. numbers: on the nearest sources. */
template <typename T> static kg_status spread(batch<T> *b, bool numbers)
{
    kg_context *ctx = b->work->fields->grid->ctx;
    const wide<T> *q = &b->q;
    const uint64_t tiles = b->count * q->tiles, blocks = kg__cuda_of(ctx)->processors * 8;
    const uint64_t threads = (tiles < blocks ? tiles : blocks) * KG__BLOCK;
    void (*const kernel[2][2])(wide<T>, fields_answer, unsigned) = {
        {k_fields_round<T, false>, k_fields_round<T, true>},
        {k_fields_nearest<T, false>, k_fields_nearest<T, true>}};
    void (*const run)(wide<T>, fields_answer, unsigned) = kernel[numbers][b->a.leaving];
    const char *const name = numbers ? "k_fields_nearest" : "k_fields_round";
    unsigned round = 1;
    state now;
    kg_status status;

    KG_TRY(kg__memory(ctx)->clear(ctx, q->woken, 0, tiles * sizeof *q->woken));
    for (int i = 0; i < 2; i++)
        KG_TRY(kg__memory(ctx)->clear(ctx, q->wait[i], 0xff, tiles * sizeof *q->wait[i]));
    KG_TRY(KG_LAUNCH(ctx, k_fields_clear<T>, 1, *q));
    KG_TRY(KG_LAUNCH(ctx, k_fields_begin<T>, b->a.sources, *q, b->a, numbers));
    do {
        for (int i = 0; i < ROUNDS; i++, round++)
            KG_TRY(KG_LAUNCH_NAMED(
                ctx, name, run, kg__blocks(threads), KG__BLOCK, 0, *q, b->a, round));
        KG_TRY(kg__cuda_fetch(ctx, &now, q->now, sizeof now));
        KG_TRY(kg__cancelled(ctx));
    } while (now.tiles[round % 3]);
out:
    return status;
}

/* Brings the answers to the host, once they are checked. */
template <typename T> static kg_status finish(batch<T> *b)
{
    kg_grid_fields *f = b->work->fields;
    kg_context *ctx = f->grid->ctx;
    const uint64_t count = b->count * b->a.cells, at = b->first * b->a.cells;
    unsigned long long wrong;
    kg_status status;

    KG_TRY(kg__memory(ctx)->clear(ctx, b->a.wrong, 0xff, sizeof wrong));
    KG_TRY(KG_LAUNCH(ctx, k_fields_finish<T>, count, b->q, b->a, count));
    KG_TRY(kg__cuda_fetch(ctx, &wrong, b->a.wrong, sizeof wrong));
    if (wrong != UINT64_MAX && !f->options.skip_verify)
        return kg__field_is_wrong(b->work, b->first + wrong / b->a.cells, wrong % b->a.cells);
    KG_TRY(kg__memory(ctx)->download(ctx, f->cost + at, b->a.cost, count * sizeof *f->cost));
    if (f->nearest)
        KG_TRY(
            kg__memory(ctx)->download(ctx, f->nearest, b->a.nearest, count * sizeof *f->nearest));
    if (f->flow)
        KG_TRY(kg__memory(ctx)->download(ctx, f->flow + at, b->a.flow, count));
out:
    return status;
}

/* Finds fields first .. first + count - 1. cell: [sources] */
template <typename T> static kg_status find_batch(batch<T> *b, const uint32_t *cell)
{
    kg_context *ctx = b->work->fields->grid->ctx;
    const uint64_t cells = b->count * b->a.cells;
    kg_status status;

    b->a.sources = (uint32_t)(b->count * b->a.each);
    KG_TRY(kg__memory(ctx)->upload(
        ctx, (void *)b->a.source, cell + b->first * b->a.each, b->a.sources * sizeof *cell));
    KG_TRY(kg__memory(ctx)->clear(ctx, b->q.cost, 0xff, cells * sizeof(T)));
    if (b->a.nearest)
        KG_TRY(kg__memory(ctx)->clear(ctx, b->a.nearest, 0xff, cells * sizeof *b->a.nearest));
    for (int numbers = 0; numbers <= (b->a.nearest != NULL); numbers++)
        for (int t = 0; t < KG__TERRAINS; t++) {
            if (!b->has[t])
                continue;
            b->q.row = b->q.map.row[t];
            KG_TRY(spread(b, numbers));
        }
    KG_TRY(finish(b));
out:
    return status;
}

/* As many fields at once as memory holds, at least one. */
template <typename T> static kg_status choose_count(batch<T> *b, uint64_t *most)
{
    const uint64_t aligned = 12 * 64; /* the padding that the arena may add to its arrays */
    kg__arena one = {NULL, 0};
    uint64_t bytes;
    kg_status status;

    lay_out(b, &one, 1);
    KG_TRY(kg__device_left(b->work->fields->grid->ctx, &bytes, 8));
    *most = bytes < one.used + aligned ? 1 : (bytes - aligned) / one.used;
    if (*most > UINT32_MAX / b->q.tiles)
        *most = UINT32_MAX / b->q.tiles;
    if (*most > b->work->fields->count)
        *most = b->work->fields->count;
out:
    return status;
}

template <typename T>
static kg_status find_all(kg__fields_work *w, const kg__grid_map *map, const uint32_t *cell)
{
    kg_grid_fields *f = w->fields;
    kg_context *ctx = f->grid->ctx;
    kg__arena arena = {NULL, 0};
    void *block = NULL;
    batch<T> b = {};
    uint64_t most;
    kg_status status;

    b.work = w;
    b.q.map = *map;
    b.q.ahead = w->scale.straight * f->grid->least * TILE *
                (f->count < MANY_FIELDS ? TILES_AHEAD : MANY_AHEAD);
    b.q.across = (map->width + TILE - 1) / TILE;
    b.q.tiles = b.q.across * ((map->height + TILE - 1) / TILE);
    b.a.cells = w->cells;
    b.a.each = (uint32_t)w->each;
    b.a.parts = w->parts;
    b.a.leaving = map->weight && f->options.towards;
    for (uint64_t i = 0; i < f->sources; i++)
        b.has[kg_grid_terrain(f->grid, f->source[i])] = true;
    KG_TRY(choose_count(&b, &most));
    lay_out(&b, &arena, most);
    KG_TRY(kg__arena_allocate(ctx, &arena, "distance fields"));
    block = arena.base;
    lay_out(&b, &arena, most);
    for (b.first = 0; b.first < f->count; b.first += b.count) {
        b.count = f->count - b.first < most ? f->count - b.first : most;
        KG_TRY(find_batch(&b, cell));
        KG_TRY(kg__progress(ctx, "measuring", b.first + b.count, f->count));
    }
out:
    kg__free(ctx, block);
    return status;
}

decl_fields_find(kg__fields_find_cuda)
{
    kg_grid *g = w->fields->grid;
    kg__grid_work narrow = {};
    kg__grid_map map;
    void *d_table = NULL;
    uint32_t *cell = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(g->ctx, &cell, w->fields->sources, sizeof *cell, "sources of fields"));
    for (uint64_t i = 0; i < w->fields->sources; i++)
        cell[i] = w->fields->source[i].y * g->width + w->fields->source[i].x;
    KG_TRY(kg__grid_map_cuda(&map, g, &w->scale, &d_table));
    narrow.grid = g;
    narrow.scale = w->scale;
    KG_TRY(kg__grid_narrow(&narrow) ? find_all<uint32_t>(w, &map, cell)
                                    : find_all<uint64_t>(w, &map, cell));
out:
    kg__free_all(g->ctx, d_table, cell);
    return status;
}
