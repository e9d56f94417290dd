/*
 * The CPU backend: host memory. Small blocks come from the heap. Blocks of HUGE_BLOCK bytes or more
 * come from mmap and are aligned to huge pages, which the system is asked to use. On Linux such a
 * block grows by moving page tables, not bytes.
 */
#include "descriptor.h"
#include "system/pages.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* A block takes whole huge pages, so a smaller block would waste most of its last one. */
enum { HUGE_BLOCK = 2 * KG__HUGE_PAGE, ALIGNMENT = 64 };

static size_t round_up(size_t bytes, size_t to)
{
    return (bytes + to - 1) / to * to;
}

static decl_memory_allocate(memory_allocate)
{
    (void)ctx;
    const size_t room = round_up(bytes, bytes >= HUGE_BLOCK ? KG__HUGE_PAGE : ALIGNMENT);

    *block = bytes >= HUGE_BLOCK ? kg__pages_map(room) : aligned_alloc(ALIGNMENT, room);
    if (*block && bytes >= HUGE_BLOCK)
        kg__pages_ask_for_huge(*block, room);
    return *block ? KG_OK : KG_MEMORY;
}

static decl_memory_free(memory_free)
{
    (void)ctx;
    if (bytes >= HUGE_BLOCK)
        munmap(block, round_up(bytes, KG__HUGE_PAGE));
    else
        free(block);
}

static decl_memory_resize(memory_resize)
{
    void *moved;

    if (old_bytes >= HUGE_BLOCK && bytes >= HUGE_BLOCK) {
        size_t old_room = round_up(old_bytes, KG__HUGE_PAGE), room = round_up(bytes, KG__HUGE_PAGE);

        if (room <= old_room) {
            if (room < old_room)
                munmap((unsigned char *)*block + room, old_room - room);
            return KG_OK;
        }
        moved = kg__pages_grow(*block, old_room, room);
        if (moved)
            *block = moved;
        return moved ? KG_OK : KG_MEMORY;
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
