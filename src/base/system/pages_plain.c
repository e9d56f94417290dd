/* Large blocks on systems without huge pages and without a way to move pages. */
#include "pages.h"
#include <string.h>
#include <sys/mman.h>

void kg__pages_ask_for_huge(void *block, size_t bytes)
{
    (void)block;
    (void)bytes;
}

bool kg__pages_give(void *to, void *from, size_t bytes)
{
    (void)to;
    munmap(from, bytes);
    return true;
}

void *kg__pages_grow(void *block, size_t old_bytes, size_t bytes)
{
    void *place = kg__pages_map(bytes);

    if (!place)
        return NULL;
    memcpy(place, block, old_bytes);
    munmap(block, old_bytes);
    return place;
}
