/* The blocks of a context, found by their address. All calls take constant time, in whatever order
 * blocks come and go, except the call that doubles the table. */
#include "blocks.h"
#include <stdlib.h>

enum { FIRST_ENTRIES = 64 };

/* The entry at which the search for an address begins. Blocks are aligned to 64 bytes at least.
 * Multiplying by 2^64 over the golden ratio spreads the other bits of the address. */
static size_t first_entry(const kg__block_table *blocks, const void *base)
{
    return (size_t)((((uint64_t)(uintptr_t)base >> 6) * 0x9e3779b97f4a7c15) >> 32) &
           (blocks->entries - 1);
}

static size_t next_entry(const kg__block_table *blocks, size_t entry)
{
    return (entry + 1) & (blocks->entries - 1);
}

void kg__blocks_add(kg__block_table *blocks, kg__block block)
{
    size_t at = first_entry(blocks, block.base);

    while (blocks->entry[at].base)
        at = next_entry(blocks, at);
    blocks->entry[at] = block;
    blocks->count++;
}

bool kg__blocks_reserve(kg__block_table *blocks)
{
    kg__block_table grown = {NULL, 0, blocks->entries ? 2 * blocks->entries : FIRST_ENTRIES};

    if (2 * (blocks->count + 1) <= blocks->entries)
        return true;
    grown.entry = calloc(grown.entries, sizeof *grown.entry);
    if (!grown.entry)
        return false;
    for (size_t i = 0; i < blocks->entries; i++)
        if (blocks->entry[i].base)
            kg__blocks_add(&grown, blocks->entry[i]);
    free(blocks->entry);
    *blocks = grown;
    return true;
}

const kg__block *kg__blocks_find(const kg__block_table *blocks, const void *base)
{
    size_t at;

    if (!blocks->entries)
        return NULL;
    for (at = first_entry(blocks, base); blocks->entry[at].base; at = next_entry(blocks, at))
        if (blocks->entry[at].base == base)
            return &blocks->entry[at];
    return NULL;
}

/* Moves blocks that were pushed past the gap back into it. Otherwise a search would end too
 * early. */
void kg__blocks_remove(kg__block_table *blocks, const kg__block *block)
{
    const size_t mask = blocks->entries - 1;
    size_t gap = (size_t)(block - blocks->entry);

    for (size_t at = next_entry(blocks, gap); blocks->entry[at].base; at = next_entry(blocks, at)) {
        const size_t first = first_entry(blocks, blocks->entry[at].base);

        if (((at - first) & mask) >= ((at - gap) & mask)) {
            blocks->entry[gap] = blocks->entry[at];
            gap = at;
        }
    }
    blocks->entry[gap] = (kg__block){NULL, 0, KG__CPU};
    blocks->count--;
}
