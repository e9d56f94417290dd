/*
 * The host's part of transfers to and from a device: the count of pinned memory, copies by all
 * threads, and pages that are touched before they are written.
 */
#include "base.h"
#include "context.h"
#include "system/pages.h"
#include <string.h>

enum { COPY_GRAIN = 1 << 18 };

bool kg__pin(kg_context *ctx, size_t bytes)
{
    bool may;

    pthread_mutex_lock(&ctx->lock);
    may = !ctx->memory.limit || ctx->memory.current + bytes <= ctx->memory.limit;
    if (may)
        ctx->pinned = bytes;
    if (ctx->memory.peak < ctx->memory.current + ctx->pinned)
        ctx->memory.peak = ctx->memory.current + ctx->pinned;
    pthread_mutex_unlock(&ctx->lock);
    return may;
}

void kg__unpin(kg_context *ctx)
{
    pthread_mutex_lock(&ctx->lock);
    ctx->pinned = 0;
    pthread_mutex_unlock(&ctx->lock);
}

void kg__host_copy(kg_context *ctx, void *to, const void *from, size_t bytes)
{
    const int parts = kg__threads(ctx, bytes, COPY_GRAIN);

    KG_PARALLEL_FOR(parts, schedule(static, 1))
    for (int i = 0; i < parts; i++) {
        const size_t begin = (size_t)kg__part(bytes, i, parts) & ~(size_t)63;
        const size_t end =
            i + 1 < parts ? (size_t)kg__part(bytes, i + 1, parts) & ~(size_t)63 : bytes;

        memcpy((unsigned char *)to + begin, (const unsigned char *)from + begin, end - begin);
    }
}

void kg__host_touch(kg_context *ctx, void *array, size_t bytes)
{
    unsigned char *const byte = array;
    const size_t first = -(uintptr_t)array % KG__HUGE_PAGE;
    const uint64_t pages = bytes > first ? (bytes - first - 1) / KG__HUGE_PAGE + 1 : 0;

    KG_PARALLEL_FOR(kg__threads(ctx, pages, 2), schedule(static))
    for (uint64_t i = 0; i < pages; i++)
        __atomic_store_n(&byte[first + i * KG__HUGE_PAGE], 0, __ATOMIC_RELAXED);
}
