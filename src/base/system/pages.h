/* Large blocks of host memory: whole pages from the system, not from the heap. */
#ifndef KG_PAGES_H
#define KG_PAGES_H

#include <stdbool.h>
#include <stddef.h>

/* 2 MiB is the huge page of x86-64. */
enum { KG__HUGE_PAGE = 1 << 21 };

/* A block of that many bytes, a multiple of KG__HUGE_PAGE, aligned to KG__HUGE_PAGE. NULL: out of
 * memory. munmap() frees it. */
void *kg__pages_map(size_t bytes);

/* A hint: without huge pages a block is only slower. */
void kg__pages_ask_for_huge(void *block, size_t bytes);

/* Replaces the pages of a part of a block by all pages of another block, which the system need not
 * clear. All are whole huge pages. False on failure: then that part may have no pages. */
bool kg__pages_give(void *to, void *from, size_t bytes);

/* Makes a block larger; it may move. NULL: out of memory, and the block is unchanged. */
void *kg__pages_grow(void *block, size_t old_bytes, size_t bytes);

#endif
