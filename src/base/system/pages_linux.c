/* Large blocks on Linux, which has huge pages and can move page tables instead of bytes. */
#include "pages.h"
#include <errno.h>
#include <string.h>
#include <sys/mman.h>

void kg__pages_ask_for_huge(void *block, size_t bytes)
{
    madvise(block, bytes, MADV_HUGEPAGE);
}

bool kg__pages_give(void *to, void *from, size_t bytes)
{
    /* One page at a time: a block that was made this way lies in several mappings, and one call
     * moves only part of one mapping. */
    for (size_t at = 0; at < bytes; at += KG__HUGE_PAGE)
        if (mremap((unsigned char *)from + at, KG__HUGE_PAGE, KG__HUGE_PAGE,
                MREMAP_MAYMOVE | MREMAP_FIXED, (unsigned char *)to + at) == MAP_FAILED) {
            munmap((unsigned char *)from + at, bytes - at);
            return false;
        }
    return true;
}

/* Moves the page tables to an aligned address. NULL: out of memory. */
static void *move(void *block, size_t old_bytes, size_t bytes)
{
    void *place = kg__pages_map(bytes);

    if (place &&
        mremap(block, old_bytes, old_bytes, MREMAP_MAYMOVE | MREMAP_FIXED, place) == MAP_FAILED) {
        munmap(place, bytes);
        place = NULL;
    }
    return place;
}

static void *copy(void *block, size_t old_bytes, size_t bytes)
{
    void *place = kg__pages_map(bytes);

    if (place) {
        memcpy(place, block, old_bytes);
        munmap(block, old_bytes);
    }
    return place;
}

void *kg__pages_grow(void *block, size_t old_bytes, size_t bytes)
{
    /* Growing in place keeps the alignment. EFAULT: the block lies in several mappings. */
    void *grown = mremap(block, old_bytes, bytes, 0);

    if (grown == MAP_FAILED)
        grown = errno == EFAULT ? copy(block, old_bytes, bytes) : move(block, old_bytes, bytes);
    if (grown)
        kg__pages_ask_for_huge(grown, bytes);
    return grown;
}
