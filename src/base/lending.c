/* Lends a caller arrays on a device, for work on the caller's own streams, and gives a caller
 * memory of the device. */
#include "context.h"

kg_status kg__need_device(kg_context *ctx)
{
    if (kg__memory(ctx)->order)
        return KG_OK;
    return kg__fail(ctx, KG_UNSUPPORTED,
        "arrays on a device need a context that was made for it, by the name cuda or cuda:N: the "
        "device of this one is %s",
        ctx->automatic ? "auto" : "cpu");
}

kg_status kg__lend(kg_context *ctx, void *stream, bool ordered)
{
    const kg__memory_ops *memory = kg__memory(ctx);
    kg_status status;

    KG_TRY(kg__need_device(ctx));
    KG_TRY(ordered ? memory->order(ctx, stream, false) : memory->synchronise(ctx));
out:
    return status;
}

kg_status kg__take_back(kg_context *ctx, void *stream, bool ordered)
{
    const kg__memory_ops *memory = kg__memory(ctx);
    kg_status status;

    KG_TRY(kg__need_device(ctx));
    KG_TRY(ordered ? memory->order(ctx, stream, true) : memory->settle(ctx));
out:
    return status;
}

kg_status kg_context_follow(kg_context *context, void *stream)
{
    KG_NEED(NULL, context);
    kg__begin(context);
    return kg__take_back(context, stream, true);
}

void *kg_context_stream(const kg_context *context)
{
    const kg__memory_ops *memory = context ? kg__memory(context) : NULL;

    return memory && memory->stream ? memory->stream(context) : NULL;
}

kg_status kg_context_wait(kg_context *context, int whole_device)
{
    const kg__memory_ops *memory;

    KG_NEED(NULL, context);
    kg__begin(context);
    memory = kg__memory(context);
    return whole_device && memory->settle ? memory->settle(context) : memory->synchronise(context);
}

kg_status kg_context_allocate(void **memory, kg_context *context, uint64_t bytes)
{
    KG_NEED_RESULT(context, memory, context);
    kg__begin(context);
    return kg__allocate(context, memory, bytes, 1, "memory for a caller");
}

void kg_context_free(kg_context *context, void *memory)
{
    if (context)
        kg__free(context, memory);
}

kg_status kg_context_upload(kg_context *context, void *memory, const void *host, uint64_t bytes)
{
    KG_NEED(NULL, context);
    kg__begin(context);
    if (!bytes)
        return KG_OK;
    KG_NEED(context, memory);
    KG_NEED(context, host);
    return kg__memory(context)->upload(context, memory, host, bytes);
}

kg_status kg_context_download(kg_context *context, void *host, const void *memory, uint64_t bytes)
{
    KG_NEED(NULL, context);
    kg__begin(context);
    if (!bytes)
        return KG_OK;
    KG_NEED(context, memory);
    KG_NEED(context, host);
    return kg__memory(context)->download(context, host, memory, bytes);
}

kg_status kg_context_owns(kg_context *context, const void *memory, uint64_t bytes, const char *what)
{
    kg_status status;

    KG_NEED(NULL, context);
    KG_NEED(context, what);
    kg__begin(context);
    KG_TRY(kg__need_device(context));
    KG_TRY(kg__memory(context)->owns(context, memory, bytes, what));
out:
    return status;
}
