/* What lies on a device and is lent to a caller, who works on streams of his own. */
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
