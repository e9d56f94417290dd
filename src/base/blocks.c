/* The blocks that a context holds, found by their address. All calls but the one that doubles the
 * table take constant time, whatever the order in which blocks come and go. */
#include "blocks.h"
#include <stdlib.h>

enum { FIRST_SLOTS = 64 };

/* The slot where the search for an address begins. Blocks are aligned to 64 bytes at least;
 * multiplying by 2^64 over the golden ratio spreads what is left of the address. */
static size_t first_slot(const kg__block_table *blocks, const void *base)
{
    return (size_t)((((uint64_t)(uintptr_t)base >> 6) * 0x9e3779b97f4a7c15) >> 32) &
           (blocks->slots - 1);
}

static size_t next_slot(const kg__block_table *blocks, size_t slot)
{
    return (slot + 1) & (blocks->slots - 1);
}

void kg__blocks_add(kg__block_table *blocks, kg__block block)
{
    size_t at = first_slot(blocks, block.base);

    while (blocks->slot[at].base)
        at = next_slot(blocks, at);
    blocks->slot[at] = block;
    blocks->count++;
}

bool kg__blocks_reserve(kg__block_table *blocks)
{
    kg__block_table grown = {NULL, 0, blocks->slots ? 2 * blocks->slots : FIRST_SLOTS};

    if (2 * (blocks->count + 1) <= blocks->slots)
        return true;
    grown.slot = calloc(grown.slots, sizeof *grown.slot);
    if (!grown.slot)
        return false;
    for (size_t i = 0; i < blocks->slots; i++)
        if (blocks->slot[i].base)
            kg__blocks_add(&grown, blocks->slot[i]);
    free(blocks->slot);
    *blocks = grown;
    return true;
}

const kg__block *kg__blocks_find(const kg__block_table *blocks, const void *base)
{
    size_t at;

    if (!blocks->slots)
        return NULL;
    for (at = first_slot(blocks, base); blocks->slot[at].base; at = next_slot(blocks, at))
        if (blocks->slot[at].base == base)
            return &blocks->slot[at];
    return NULL;
}

/* Moves blocks that were pushed past the gap back into it, so that no search ends too early. */
void kg__blocks_remove(kg__block_table *blocks, const kg__block *block)
{
    const size_t mask = blocks->slots - 1;
    size_t gap = (size_t)(block - blocks->slot);

    for (size_t at = next_slot(blocks, gap); blocks->slot[at].base; at = next_slot(blocks, at)) {
        const size_t first = first_slot(blocks, blocks->slot[at].base);

        if (((at - first) & mask) >= ((at - gap) & mask)) {
            blocks->slot[gap] = blocks->slot[at];
            gap = at;
        }
    }
    blocks->slot[gap] = (kg__block){NULL, 0, KG__CPU};
    blocks->count--;
}
