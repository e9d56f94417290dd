/*
 * The parts of a sheet that have a text: a grid of cells.
 *
 * Memory: a bit a cell, 2 MB for the largest sheet.
 */
#include "taken.h"
#include "picture.h"
#include <string.h>

enum { CELL = 5 * KG__PIXEL, BITS = 64 };

kg_status kg__taken_create(kg__taken *t, const kg__sheet *sheet)
{
    kg_context *ctx = sheet->streets->ctx;
    uint64_t words;
    kg_status status;

    *t = (kg__taken){.ctx = ctx,
        .across = (uint64_t)sheet->width / CELL + 1,
        .down = (uint64_t)sheet->height / CELL + 1};
    words = t->across * t->down / BITS + 1;
    KG_TRY(kg__host_allocate(ctx, &t->bit, words, sizeof *t->bit, "texts of a picture"));
    memset(t->bit, 0, words * sizeof *t->bit);
out:
    return status;
}

void kg__taken_destroy(kg__taken *t)
{
    kg__free(t->ctx, t->bit);
}

/* The cell of a place along a side with so many. */
static uint64_t find_cell(double at, uint64_t cells)
{
    return at < 0 ? 0 : at / CELL >= (double)cells ? cells - 1 : (uint64_t)(at / CELL);
}

bool kg__take(kg__taken *t, const double middle[2], double width, double height)
{
    const uint64_t left = find_cell(middle[0] - width / 2, t->across);
    const uint64_t right = find_cell(middle[0] + width / 2, t->across);
    const uint64_t top = find_cell(middle[1] - height / 2, t->down);
    const uint64_t bottom = find_cell(middle[1] + height / 2, t->down);

    for (int marks = 0; marks < 2; marks++)
        for (uint64_t y = top; y <= bottom; y++)
            for (uint64_t x = left; x <= right; x++) {
                const uint64_t cell = y * t->across + x, bit = UINT64_C(1) << cell % BITS;

                if (marks)
                    t->bit[cell / BITS] |= bit;
                else if (t->bit[cell / BITS] & bit)
                    return false;
            }
    return true;
}
