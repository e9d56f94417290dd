/* Large blocks on Linux, which has huge pages, and moves page tables instead of bytes. */
#include "pages.h"
#include <sys/mman.h>

void kg__pages_ask_for_huge(void *block, size_t bytes)
{
    madvise(block, bytes, MADV_HUGEPAGE);
}

void *kg__pages_grow(void *block, size_t old_bytes, size_t bytes)
{
    /* Growing in place keeps the alignment; else move the page tables to an aligned place. */
    void *moved = mremap(block, old_bytes, bytes, 0);

    if (moved == MAP_FAILED) {
        void *place = kg__pages_map(bytes);

        if (!place)
            return NULL;
        moved = mremap(block, old_bytes, old_bytes, MREMAP_MAYMOVE | MREMAP_FIXED, place);
        if (moved == MAP_FAILED) {
            munmap(place, bytes);
            return NULL;
        }
    }
    kg__pages_ask_for_huge(moved, bytes);
    return moved;
}
