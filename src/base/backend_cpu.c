/*
 * The CPU backend: host memory. Small blocks come from the heap. Blocks of HUGE_BLOCK bytes or more
 * come from mmap: they are aligned to huge pages, the system is asked to use these, and a block
 * grows by moving page tables, not bytes.
 */
#include "descriptor.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* 2 MiB is the huge page of x86-64. A block takes whole huge pages, so a smaller one would waste
 * most of what it takes. */
enum { HUGE_PAGE = 1 << 21, HUGE_BLOCK = 2 * HUGE_PAGE, ALIGNMENT = 64 };

static size_t round_up(size_t bytes, size_t to)
{
    return (bytes + to - 1) / to * to;
}

static void *map_huge(size_t bytes)
{
    size_t wanted = round_up(bytes, HUGE_PAGE);
    unsigned char *base = mmap(NULL, wanted + HUGE_PAGE, PROT_READ | PROT_WRITE,
        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    size_t head;

    if (base == MAP_FAILED)
        return NULL;
    head = (HUGE_PAGE - (uintptr_t)base % HUGE_PAGE) % HUGE_PAGE;
    if (head)
        munmap(base, head);
    if (head != HUGE_PAGE)
        munmap(base + head + wanted, HUGE_PAGE - head);
    madvise(base + head, wanted, MADV_HUGEPAGE); /* a wish: without it the block is only slower */
    return base + head;
}

static decl_memory_allocate(memory_allocate)
{
    (void)ctx;
    *block = bytes >= HUGE_BLOCK ? map_huge(bytes)
                                 : aligned_alloc(ALIGNMENT, round_up(bytes, ALIGNMENT));
    return *block ? KG_OK : KG_MEMORY;
}

static decl_memory_free(memory_free)
{
    (void)ctx;
    if (bytes >= HUGE_BLOCK)
        munmap(block, round_up(bytes, HUGE_PAGE));
    else
        free(block);
}

static decl_memory_resize(memory_resize)
{
    void *moved;

    if (old_bytes >= HUGE_BLOCK && bytes >= HUGE_BLOCK) {
        size_t old_room = round_up(old_bytes, HUGE_PAGE), room = round_up(bytes, HUGE_PAGE);

        if (room <= old_room) {
            if (room < old_room)
                munmap((unsigned char *)*block + room, old_room - room);
            return KG_OK;
        }
        /* Growing in place keeps the alignment; else move the page tables to an aligned place. */
        moved = mremap(*block, old_room, room, 0);
        if (moved == MAP_FAILED) {
            void *place = map_huge(bytes);

            if (!place)
                return KG_MEMORY;
            moved = mremap(*block, old_room, old_room, MREMAP_MAYMOVE | MREMAP_FIXED, place);
            if (moved == MAP_FAILED) {
                munmap(place, room);
                return KG_MEMORY;
            }
        }
        madvise(moved, room, MADV_HUGEPAGE);
        *block = moved;
        return KG_OK;
    }
    if (memory_allocate(ctx, &moved, bytes) != KG_OK)
        return KG_MEMORY;
    memcpy(moved, *block, old_bytes < bytes ? old_bytes : bytes);
    memory_free(ctx, *block, old_bytes);
    *block = moved;
    return KG_OK;
}

static decl_memory_copy(memory_copy)
{
    (void)ctx;
    if (bytes && to != from)
        memmove(to, from, bytes);
    return KG_OK;
}

static decl_memory_clear(memory_clear)
{
    (void)ctx;
    if (bytes)
        memset(block, byte, bytes);
    return KG_OK;
}

static decl_memory_synchronise(memory_synchronise)
{
    (void)ctx;
    return KG_OK;
}

static const kg__memory_ops memory = {
    .allocate = memory_allocate,
    .resize = memory_resize,
    .free = memory_free,
    .upload = memory_copy,
    .download = memory_copy,
    .copy = memory_copy,
    .clear = memory_clear,
    .synchronise = memory_synchronise,
};

static void describe(char *text, size_t size)
{
#ifdef _OPENMP
    snprintf(text, size, "OpenMP");
#else
    snprintf(text, size, "one thread (built without OpenMP)");
#endif
}

const kg__descriptor kg__backend_cpu = {
    .name = "cpu",
    .title = "the CPU",
    .describe = describe,
    .memory = &memory,
};
