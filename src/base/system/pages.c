/* Maps large blocks, aligned to huge pages. */
#include "pages.h"
#include <stdint.h>
#include <sys/mman.h>

#ifndef MAP_NORESERVE
#define MAP_NORESERVE 0 /* only a hint, which some systems lack */
#endif

void *kg__pages_map(size_t bytes)
{
    unsigned char *base = mmap(NULL, bytes + KG__HUGE_PAGE, PROT_READ | PROT_WRITE,
        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    size_t head;

    if (base == MAP_FAILED)
        return NULL;
    head = (KG__HUGE_PAGE - (uintptr_t)base % KG__HUGE_PAGE) % KG__HUGE_PAGE;
    if (head)
        munmap(base, head);
    munmap(base + head + bytes, KG__HUGE_PAGE - head);
    return base + head;
}
