/*
 * The connected components of a map.
 *
 * in   row      free cells as bits (grid.h)
 * out  rank     number of runs of free cells that begin before each word
 *      component[runs] the smallest run of the run's component
 *
 * Method: a run of free cells in a row is a vertex. The run of a cell is found by counting the bits
 * that begin a run, so no cell needs a label. Runs of adjacent rows are joined where they touch, by
 * union-find with the smaller run as the root. If diagonal steps need a free cell beside them,
 * they connect nothing that straight steps do not. Otherwise a row also touches the next one
 * shifted by a cell to either side.
 * Work and memory: O(words + runs); 4 bytes a word of 64 cells and 4 bytes a run.
 */
#include "../../base/union_find.h"
#include "grid.h"
#include <string.h>

/* The bits of word w at which runs of 1s begin. */
static inline uint64_t begins(const uint64_t *w)
{
    return *w & ~(*w << 1 | w[-1] >> 63);
}

/* The run of a free cell: bit `bit` of word w of the plane. */
static inline uint32_t run_of(const kg__plane *p, size_t w, unsigned bit)
{
    uint64_t upto = begins(p->row + w) << (63 - bit);

    return p->rank[w] + (uint32_t)__builtin_popcountll(upto) - 1;
}

/* Joins the runs of row y with the runs of row y + 1, shifted by `shift` cells, that touch them. */
static void join_rows(const kg_grid *g, kg__plane *p, uint32_t y, int shift)
{
    const uint64_t *row = kg__grid_row(g, p->row, y), *next = row + g->words;
    uint64_t carry = 0; /* the last bit of the word before */

    for (size_t i = 1; i + 1 < g->words; i++) {
        uint64_t moved = shift == 0  ? next[i]
                         : shift > 0 ? next[i] << 1 | next[i - 1] >> 63
                                     : next[i] >> 1 | next[i + 1] << 63;
        uint64_t both = row[i] & moved;

        /* If both runs continue, the pair of runs is the same as before. */
        for (uint64_t at = both & ~(both << 1 | carry); at; at &= at - 1) {
            unsigned bit = (unsigned)__builtin_ctzll(at);
            size_t there = (size_t)(next - p->row) * 64 + i * 64 + bit - (size_t)(int64_t)shift;

            kg__sets_join(p->component,
                kg__sets_root(p->component, run_of(p, (size_t)(row - p->row) + i, bit)),
                kg__sets_root(p->component, run_of(p, there / 64, (unsigned)(there % 64))));
        }
        carry = both >> 63;
    }
}

kg_status kg__grid_label(kg_grid *g, int terrain)
{
    kg__plane *p = &g->plane[terrain];
    size_t words = ((size_t)g->height + 2) * g->words;
    bool cuts = g->rules.moves == 8 && g->rules.corners == KG_GRID_CORNERS_ALLOW;
    uint64_t runs = 0;
    kg_status status = KG_OK;

    if (p->component)
        return KG_OK;
    kg__stage(g->ctx, "components");
    kg__free(g->ctx, p->rank);
    KG_TRY(kg__host_allocate(g->ctx, &p->rank, words, sizeof *p->rank, "a map's runs"));
    p->rank[0] = 0;
    p->cells = 0;
    for (size_t w = 1; w < words; w++) {
        p->rank[w] = (uint32_t)runs;
        runs += (unsigned)__builtin_popcountll(begins(p->row + w));
        p->cells += (unsigned)__builtin_popcountll(p->row[w]);
    }
    KG_TRY(
        kg__host_allocate(g->ctx, &p->component, runs, sizeof *p->component, "a map's components"));
    kg__sets_part(p->component, runs);
    for (uint32_t y = 0; y + 1 < g->height; y++) {
        join_rows(g, p, y, 0);
        if (cuts) {
            join_rows(g, p, y, 1);
            join_rows(g, p, y, -1);
        }
    }
    for (uint64_t r = 0; r < runs; r++) /* parents come before their children */
        p->component[r] = p->component[p->component[r]];
    p->runs = runs;
out:
    return status;
}

bool kg__grid_connected(const kg_grid *g, int terrain, kg_grid_cell a, kg_grid_cell b)
{
    const kg__plane *p = &g->plane[terrain];
    size_t wa = ((size_t)a.y + 1) * g->words + a.x / 64 + 1;
    size_t wb = ((size_t)b.y + 1) * g->words + b.x / 64 + 1;

    return p->component[run_of(p, wa, a.x % 64)] == p->component[run_of(p, wb, b.x % 64)];
}
