/*
 * The blocks of a context, found by their address: a hash table with linear probing, at most half
 * full. The size is not stored in the block itself, because the block may lie on a device.
 */
#ifndef KG_BLOCKS_H
#define KG_BLOCKS_H

#include "base.h"

typedef struct kg__block {
    void *base; /* NULL: the entry is free */
    size_t bytes;
    kg__backend backend; /* the backend in whose memory it lies */
} kg__block;

typedef struct kg__block_table {
    kg__block *entry; /* [entries], of which `count` hold a block */
    size_t count, entries;
} kg__block_table;

/* Makes room for one more block. False: out of memory; the table is as it was. */
bool kg__blocks_reserve(kg__block_table *blocks);

/* Enters a block that is not in the table. There is room for it. */
void kg__blocks_add(kg__block_table *blocks, kg__block block);

/* The block at that address, or NULL. Valid until the table changes. */
const kg__block *kg__blocks_find(const kg__block_table *blocks, const void *base);

/* Removes a block that kg__blocks_find() has found. */
void kg__blocks_remove(kg__block_table *blocks, const kg__block *block);

#endif
