/*
 * The stops of the jump search on straight lines.
 *
 * in   row      free cells as bits (grid.h)
 * out  stop[4]  for each straight direction the cells that end a line in it: walls, and free cells
 *               at which a wall beside the line ends, so that a turn may be needed. Laid out like
 *               row for the two directions along rows, with x and y exchanged for the two along
 *               columns
 *
 * If corners may be cut, the turn is beside the last cell of the wall, otherwise beside the first
 * free cell after it. Everything outside the map counts as a wall and stops. 64 cells at a time.
 * Work and memory: O(words): four times the map's bits, and once more while this runs.
 */
#include "grid.h"
#include <string.h>

/* Transposes 64 x 64 bits in place by exchanging ever smaller squares. */
static void transpose(uint64_t block[64])
{
    uint64_t mask = UINT32_MAX;

    for (unsigned size = 32; size; size >>= 1, mask ^= mask << size)
        for (unsigned i = 0; i < 64; i = (i + size + 1) & ~size) {
            uint64_t swap = (block[i] >> size ^ block[i + size]) & mask;

            block[i] ^= swap << size;
            block[i + size] ^= swap;
        }
}

/* The map with x and y exchanged. */
static void transpose_map(const kg_grid *g, const kg__plane *p, uint64_t *column)
{
    for (uint32_t y = 0; y < g->height; y += 64)
        for (uint32_t x = 0; x < g->width; x += 64) {
            uint32_t rows = g->height - y < 64 ? g->height - y : 64;
            uint32_t columns = g->width - x < 64 ? g->width - x : 64;
            uint64_t block[64] = {0};

            for (uint32_t i = 0; i < rows; i++)
                block[i] = kg__grid_row(g, p->row, y + i)[x / 64 + 1];
            transpose(block);
            for (uint32_t i = 0; i < columns; i++)
                column[((size_t)x + i + 1) * g->column_words + y / 64 + 1] = block[i];
        }
}

/* The cells of word w at which a wall in the line `beside` w's line ends. The wall is at the cell
 * and not after it or, without cuts, before the cell and not at it. w: a word of the neighbouring
 * line. up: the line leads to higher bits. */
static inline uint64_t ends(const uint64_t *w, bool up, bool cuts)
{
    uint64_t higher = *w >> 1 | w[1] << 63, lower = *w << 1 | w[-1] >> 63;

    if (cuts)
        return ~*w & (up ? higher : lower);
    return *w & ~(up ? lower : higher);
}

/* Finds the stops of lines + 2 lines of `words` words each, laid out as in grid.h. The first and
 * last lines and words are walls. */
static void find_stops(
    const uint64_t *bits, uint64_t lines, size_t words, bool cuts, uint64_t *up, uint64_t *down)
{
    memset(up, 0xff, ((size_t)lines + 2) * words * sizeof *up);
    memset(down, 0xff, ((size_t)lines + 2) * words * sizeof *down);
    for (uint64_t line = 1; line <= lines; line++)
        for (size_t i = 1; i + 1 < words; i++) {
            size_t at = (size_t)line * words + i;

            up[at] = ~bits[at] | ends(bits + at - words, true, cuts) |
                     ends(bits + at + words, true, cuts);
            down[at] = ~bits[at] | ends(bits + at - words, false, cuts) |
                       ends(bits + at + words, false, cuts);
        }
}

kg_status kg__grid_find_stops(kg_grid *g, int terrain)
{
    kg__plane *p = &g->plane[terrain];
    bool cuts = g->rules.corners == KG_GRID_CORNERS_ALLOW;
    size_t across = ((size_t)g->height + 2) * g->words + 1;
    size_t along = ((size_t)g->width + 2) * g->column_words + 1;
    uint64_t *column = NULL, *block;
    kg_status status = KG_OK;

    if (p->stop[0])
        return KG_OK;
    kg__stage(g->ctx, "where jumps stop");
    KG_TRY(kg__host_allocate(g->ctx, &column, along, sizeof *column, "a map's columns"));
    KG_TRY(
        kg__host_allocate(g->ctx, &block, 2 * (across + along), sizeof *block, "where jumps stop"));
    memset(column, 0, along * sizeof *column);
    transpose_map(g, p, column);
    for (int i = 0; i < 4; i++) /* along rows up, columns up, rows down, columns down */
        p->stop[i] = block + (i & 1 ? 2 * across : 0) + (i & 2 ? (i & 1 ? along : across) : 0);
    find_stops(p->row, g->height, g->words, cuts, p->stop[0], p->stop[2]);
    find_stops(column, g->width, g->column_words, cuts, p->stop[1], p->stop[3]);
out:
    kg__free(g->ctx, column);
    return status;
}

/*
 * Returns whether jumps pay. Many short walls make short jumps, and a jump's node costs more than a
 * cell of the plain search. On small maps jumps still pay; on large ones, where both searches wait
 * for memory, they do not. Measured with random walls: with every fifth cell a wall (0.2 runs of
 * walls a cell) the plain search took as long at 512 * 512, and 0.7 times as long at 4000 * 4000.
 * With every tenth cell a wall (0.1) it took longer.
 */
static bool jumps_pay(const kg_grid *g)
{
    static const double runs_a_cell = 1.0 / 6;
    static const uint64_t small_map = 1 << 19;
    uint64_t runs = 0, cells = 0;

    for (int t = 0; t < KG__TERRAINS; t++) {
        runs += g->plane[t].runs;
        cells += g->plane[t].cells;
    }
    return (uint64_t)g->width * g->height <= small_map ||
           (double)runs <= runs_a_cell * (double)cells;
}

kg_status kg__grid_prepare_jumps(kg__grid_work *w)
{
    kg_status status = KG_OK;

    w->uniform = w->uniform && jumps_pay(w->grid);
    for (int t = 0; w->uniform && t < KG__TERRAINS; t++)
        if (w->grid->plane[t].component)
            KG_TRY(kg__grid_find_stops(w->grid, t));
    kg__stage(w->grid->ctx, "search");
out:
    return status;
}
