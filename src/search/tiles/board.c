/* Boards of sliding puzzles: what a move does. */
#include <konig/tiles.h>

int kg_tiles_slide(uint8_t *cells, unsigned width, unsigned height, unsigned move)
{
    unsigned blank = 0, to;

    if (!cells)
        return 0;
    while (blank < width * height && cells[blank])
        blank++;
    if (blank == width * height || move > KG_TILES_DOWN || (move == KG_TILES_UP && blank < width) ||
        (move == KG_TILES_LEFT && blank % width == 0) ||
        (move == KG_TILES_RIGHT && blank % width == width - 1) ||
        (move == KG_TILES_DOWN && blank / width == height - 1))
        return 0;
    to = move == KG_TILES_UP      ? blank - width
         : move == KG_TILES_LEFT  ? blank - 1
         : move == KG_TILES_RIGHT ? blank + 1
                                  : blank + width;
    cells[blank] = cells[to];
    cells[to] = 0;
    return 1;
}
