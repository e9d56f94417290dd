/*
 * The context's memory. Every block is counted against the limit and listed with its size, so that
 * freeing needs the address alone, whatever backend it lies on. Large host blocks lie on huge
 * pages: random access to hundreds of megabytes otherwise pays a page walk on every miss.
 */
#include "context.h"
#include "descriptor.h"
#include "system/pages.h"
#include <assert.h>
#include <string.h>

/* A freed block of that many bytes has huge pages to itself. It is worth keeping for a later
 * allocation, for which the system would have to clear new pages. */
enum { SPARE_BYTES = 1 << 22 };

/* The first size of an array that grows. */
enum { FIRST_BYTES = 1 << 10 };

static const kg__memory_ops *memory_of(kg__backend backend)
{
    return kg__descriptors[backend]->memory;
}

const kg__memory_ops *kg__memory(const kg_context *ctx)
{
    return memory_of(ctx->backend);
}

static kg_memory_use *use_of(kg_context *ctx, kg__backend backend)
{
    return backend == KG__CPU ? &ctx->memory : &ctx->device_memory;
}

kg_status kg__device_left(kg_context *ctx, uint64_t *bytes, unsigned spared)
{
    const kg_memory_use *use = use_of(ctx, ctx->backend);
    size_t left;
    kg_status status;

    KG_TRY(kg__memory(ctx)->available(ctx, &left));
    *bytes = left - (spared ? left / spared : 0);
    if (use->limit && use->limit - use->current < *bytes)
        *bytes = use->limit - use->current;
out:
    return status;
}

/* Fails with a message that says how much was needed. The caller holds the lock; this releases
 * it. */
static kg_status fail_memory(kg_context *ctx, uint64_t bytes, kg__backend backend, const char *what)
{
    const kg__memory_ops *memory = memory_of(backend);
    kg_memory_use use = *use_of(ctx, backend);
    size_t left;

    pthread_mutex_unlock(&ctx->lock);
    if (bytes == SIZE_MAX)
        return kg__fail(ctx, KG_MEMORY, "out of memory: %s would not fit the address space", what);
    if (use.limit && use.current + bytes > use.limit)
        return kg__fail(ctx, KG_MEMORY,
            "out of memory: %s needs %.1f MiB beside %.1f MiB in use, which makes "
            "%.1f MiB; the memory limit is %.1f MiB",
            what, (double)bytes / 0x1p20, (double)use.current / 0x1p20,
            (double)(use.current + bytes) / 0x1p20, (double)use.limit / 0x1p20);
    if (memory->available && memory->available(ctx, &left) == KG_OK)
        return kg__fail(ctx, KG_MEMORY,
            "out of memory on %s: %s needs %.1f MiB beside %.1f MiB in use; %.1f MiB are free",
            ctx->device, what, (double)bytes / 0x1p20, (double)use.current / 0x1p20,
            (double)left / 0x1p20);
    return kg__fail(ctx, KG_MEMORY, "out of memory: %s needs %.1f MiB beside %.1f MiB in use", what,
        (double)bytes / 0x1p20, (double)use.current / 0x1p20);
}

/* Frees the host memory that devices keep for transfers. The caller holds the lock. */
static void trim(kg_context *ctx)
{
    for (int i = 0; i < KG__BACKENDS && ctx->pinned; i++)
        if (ctx->opened[i])
            memory_of(i)->trim(ctx);
}

/* Whether that many more bytes are within the limit, and there is room to list a block. */
static bool may_allocate(kg_context *ctx, size_t bytes, kg__backend backend)
{
    const kg_memory_use *use = use_of(ctx, backend);

    if (kg__fault_hit(ctx, KG__FAULT_ALLOCATE) || bytes > SIZE_MAX / 2)
        return false;
    if (use->limit && use->current + bytes > use->limit)
        return false;
    if (use->limit && backend == KG__CPU && use->current + ctx->pinned + bytes > use->limit)
        trim(ctx);
    return kg__blocks_reserve(&ctx->blocks);
}

static void count_bytes(kg_context *ctx, kg__backend backend, uint64_t more, uint64_t less)
{
    kg_memory_use *use = use_of(ctx, backend);
    uint64_t held;

    use->current += more;
    use->current -= less;
    held = use->current + (backend == KG__CPU ? ctx->pinned : 0);
    if (use->peak < held)
        use->peak = held;
}

static size_t whole_pages(size_t bytes)
{
    return kg__bytes(bytes / KG__HUGE_PAGE + (bytes % KG__HUGE_PAGE > 0), KG__HUGE_PAGE);
}

/* Makes a spare block of the pages behind the first bytes of a block of whole pages. False if they
 * are few. */
static bool keep_tail(kg_context *ctx, const kg__block *block, size_t bytes)
{
    const size_t head = whole_pages(bytes), tail = whole_pages(block->bytes) - head;

    if (bytes < SPARE_BYTES || tail < SPARE_BYTES || ctx->spares == SPARES)
        return false;
    ctx->spare[ctx->spares++] = (kg__block){(unsigned char *)block->base + head, tail, KG__CPU};
    return true;
}

/* The caller holds the lock. */
static void release_spares(kg_context *ctx)
{
    while (ctx->spares) {
        kg__block *gone = &ctx->spare[--ctx->spares];

        memory_of(KG__CPU)->free(ctx, gone->base, gone->bytes);
    }
}

/* Called before that many bytes are taken from the system: gives the spare blocks back if the
 * context would otherwise hold too much. */
static void make_room(kg_context *ctx, size_t bytes)
{
    uint64_t held = ctx->memory.current + bytes, most = ctx->memory.peak + ctx->memory.peak / 8;

    for (size_t i = 0; i < ctx->spares; i++)
        held += ctx->spare[i].bytes;
    if (held > most || (ctx->memory.limit && held > ctx->memory.limit))
        release_spares(ctx);
}

void kg__release_spares(kg_context *ctx)
{
    pthread_mutex_lock(&ctx->lock);
    release_spares(ctx);
    pthread_mutex_unlock(&ctx->lock);
}

/* Takes the spare block that is nearest in size: the smallest that is large enough, or else the
 * largest. Its surplus is given back, or kept if it is large. */
static kg__block take_near(kg_context *ctx, size_t bytes)
{
    size_t best = 0;
    kg__block found;

    for (size_t i = 1; i < ctx->spares; i++) {
        const size_t size = ctx->spare[i].bytes, most = ctx->spare[best].bytes;

        if (size >= bytes ? most < bytes || size < most : size > most)
            best = i;
    }
    found = ctx->spare[best];
    ctx->spare[best] = ctx->spare[--ctx->spares];
    if (found.bytes > bytes) {
        if (!keep_tail(ctx, &found, bytes))
            memory_of(KG__CPU)->resize(ctx, &found.base, found.bytes, bytes);
        found.bytes = bytes;
    }
    return found;
}

/* Makes a block of the pages of spare blocks, as far as they go. False if there are none, or if the
 * system cannot move pages. */
static bool gather_spares(kg_context *ctx, kg__block *made)
{
    const kg__memory_ops *memory = memory_of(KG__CPU);
    const size_t all = whole_pages(made->bytes);
    kg__block part;

    if (made->bytes < SPARE_BYTES || !ctx->spares)
        return false;
    part = take_near(ctx, all);
    made->base = part.base;
    if (part.bytes < all && memory->allocate(ctx, &made->base, all) != KG_OK) {
        memory->free(ctx, part.base, part.bytes);
        return false;
    }
    for (size_t at = 0; part.bytes < all; part = take_near(ctx, all - at)) {
        if (!kg__pages_give((unsigned char *)made->base + at, part.base, part.bytes)) {
            memory->free(ctx, made->base, all);
            return false;
        }
        at += part.bytes;
        if (all - at < SPARE_BYTES || !ctx->spares)
            break;
    }
    make_room(ctx, made->bytes);
    return true;
}

static kg_status allocate(
    kg_context *ctx, void **block, size_t bytes, kg__backend backend, const char *what)
{
    kg__block made = {NULL, bytes, backend};

    *block = NULL;
    if (kg__cancelled(ctx) != KG_OK)
        return KG_CANCELLED;
    pthread_mutex_lock(&ctx->lock);
    if (!may_allocate(ctx, bytes, backend))
        return fail_memory(ctx, bytes, backend, what);
    if (backend != KG__CPU || !gather_spares(ctx, &made)) {
        if (backend == KG__CPU)
            make_room(ctx, bytes);
        if (memory_of(backend)->allocate(ctx, &made.base, bytes ? bytes : 1) != KG_OK)
            return fail_memory(ctx, bytes, backend, what);
    }
    *block = made.base;
    kg__blocks_add(&ctx->blocks, made);
    count_bytes(ctx, backend, bytes, 0);
    pthread_mutex_unlock(&ctx->lock);
    return KG_OK;
}

kg_status kg__allocate(kg_context *ctx, void *array, uint64_t count, size_t size, const char *what)
{
    return allocate(ctx, array, kg__bytes(count, size), ctx->backend, what);
}

kg_status kg__host_allocate(
    kg_context *ctx, void *array, uint64_t count, size_t size, const char *what)
{
    return allocate(ctx, array, kg__bytes(count, size), KG__CPU, what);
}

/* Finds a block of the context. The caller holds the lock. NULL: no block has this address, which
 * is a mistake in the program; debug builds stop here. */
static const kg__block *find_block(kg_context *ctx, const void *base)
{
    const kg__block *block = kg__blocks_find(&ctx->blocks, base);

    assert(block);
    return block;
}

kg_status kg__host_resize(
    kg_context *ctx, void *array, uint64_t count, size_t size, const char *what)
{
    void **block = array;
    size_t bytes = kg__bytes(count, size);
    const kg__block *listed;
    size_t old;

    if (!*block)
        return allocate(ctx, block, bytes, KG__CPU, what);
    if (kg__cancelled(ctx) != KG_OK)
        return KG_CANCELLED;
    pthread_mutex_lock(&ctx->lock);
    listed = find_block(ctx, *block);
    if (!listed) {
        pthread_mutex_unlock(&ctx->lock);
        return kg__fail(ctx, KG_INTERNAL, "%s are not where they were allocated", what);
    }
    old = listed->bytes;
    if (bytes > old && !may_allocate(ctx, bytes - old, KG__CPU))
        return fail_memory(ctx, bytes == SIZE_MAX ? bytes : bytes - old, KG__CPU, what);
    if (bytes > old)
        make_room(ctx, bytes - old);
    listed = find_block(ctx, *block); /* the table may have moved */
    if (!(bytes < old && keep_tail(ctx, listed, bytes)) &&
        memory_of(KG__CPU)->resize(ctx, block, old ? old : 1, bytes ? bytes : 1) != KG_OK)
        return fail_memory(ctx, bytes > old ? bytes - old : 0, KG__CPU, what);
    kg__blocks_remove(&ctx->blocks, listed);
    kg__blocks_add(&ctx->blocks, (kg__block){*block, bytes, KG__CPU});
    count_bytes(ctx, KG__CPU, bytes, old);
    pthread_mutex_unlock(&ctx->lock);
    return KG_OK;
}

kg_status kg__host_grow(
    kg_context *ctx, void *array, uint64_t *room, uint64_t count, size_t size, const char *what)
{
    uint64_t wanted = *room ? *room : size < FIRST_BYTES ? FIRST_BYTES / size : 1;
    kg_status status;

    if (count <= *room)
        return KG_OK;
    while (wanted < count)
        wanted = wanted > UINT64_MAX / 2 ? count : 2 * wanted;
    status = kg__host_resize(ctx, array, wanted, size, what);
    if (status == KG_OK)
        *room = wanted;
    return status;
}

void kg__free(kg_context *ctx, void *array)
{
    kg__block gone = {NULL, 0, KG__CPU};
    const kg__block *listed;
    bool keep = false;

    if (!array)
        return;
    pthread_mutex_lock(&ctx->lock);
    listed = find_block(ctx, array);
    if (listed) {
        gone = *listed;
        kg__blocks_remove(&ctx->blocks, listed);
        count_bytes(ctx, gone.backend, 0, gone.bytes);
        keep = gone.backend == KG__CPU && gone.bytes >= SPARE_BYTES && ctx->spares < SPARES;
    }
    if (keep) {
        gone.bytes = whole_pages(gone.bytes);
        ctx->spare[ctx->spares++] = gone;
    }
    pthread_mutex_unlock(&ctx->lock);
    if (listed && !keep)
        memory_of(gone.backend)->free(ctx, gone.base, gone.bytes ? gone.bytes : 1);
}

void kg__free_list(kg_context *ctx, void *const *array, size_t count)
{
    for (size_t i = 0; i < count; i++)
        kg__free(ctx, array[i]);
}

void *kg__arena_carve(kg__arena *arena, uint64_t count, size_t size)
{
    size_t bytes = kg__bytes(count, size);
    void *array = arena->base ? arena->base + arena->used : NULL;

    if (bytes >= SIZE_MAX / 2 - arena->used)
        arena->used = SIZE_MAX / 2;
    else
        arena->used += (bytes + 63) & ~(size_t)63;
    return array;
}

kg_status kg__arena_allocate(kg_context *ctx, kg__arena *arena, const char *what)
{
    size_t bytes = arena->used;

    *arena = (kg__arena){NULL, 0};
    return kg__allocate(ctx, &arena->base, bytes, 1, what);
}
