/* Large blocks of host memory: whole pages from the system, past the heap. */
#ifndef KG_PAGES_H
#define KG_PAGES_H

#include <stdbool.h>
#include <stddef.h>

/* 2 MiB is the huge page of x86-64. */
enum { KG__HUGE_PAGE = 1 << 21 };

/* A block of that many bytes, a multiple of KG__HUGE_PAGE, to which it is aligned. NULL: there is
 * no memory. It is given back by munmap(). */
void *kg__pages_map(size_t bytes);

/* A wish: without huge pages a block is only slower. */
void kg__pages_ask_for_huge(void *block, size_t bytes);

/* Gives a part of a block all pages of another, whole huge ones, in place of its own: the system
 * need not clear them. False where it fails: then that part may have no pages. */
bool kg__pages_give(void *to, void *from, size_t bytes);

/* Makes a block larger: it may move. NULL: there is no memory, and the block is as it was. */
void *kg__pages_grow(void *block, size_t old_bytes, size_t bytes);

#endif
