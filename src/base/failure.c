/* Failures and warnings: a context's messages, cancelled calls, and failures that tests inject. */
#include "context.h"
#include <stdio.h>
#include <string.h>

KG__GETTER(const char *, kg_context_message, kg_context, context, context->message, "")
KG__GETTER(const char *, kg_context_warning, kg_context, context, context->warning, "")

/* line: [size]. The text stays one line, whatever names it contains. */
static void print_line(char *line, size_t size, const char *format, va_list list)
{
    char text[2 * MESSAGE_BYTES];

    vsnprintf(text, sizeof text, format, list);
    kg_text_show(line, size, text, strlen(text));
}

kg_status kg__fail(kg_context *ctx, kg_status status, const char *format, ...)
{
    pthread_mutex_lock(&ctx->lock);
    if (!ctx->message[0]) {
        va_list list;

        va_start(list, format);
        print_line(ctx->message, MESSAGE_BYTES, format, list);
        va_end(list);
    }
    pthread_mutex_unlock(&ctx->lock);
    return status;
}

kg_status kg__cancelled(kg_context *ctx)
{
    const char *what = __atomic_load_n(&ctx->cancelled, __ATOMIC_ACQUIRE);

    return what ? kg__fail(ctx, KG_CANCELLED, "cancelled while %s", what) : KG_OK;
}

const char *kg__cancelled_set(kg_context *ctx, const char *cancelled)
{
    return __atomic_exchange_n(&ctx->cancelled, cancelled, __ATOMIC_ACQ_REL);
}

void kg__warn(kg_context *ctx, const char *format, ...)
{
    size_t used = strlen(ctx->warning);
    va_list list;

    if (used && used + 6 < MESSAGE_BYTES) { /* append to the earlier warning */
        memcpy(ctx->warning + used, "; ", 3);
        used += 2;
    }
    va_start(list, format);
    print_line(ctx->warning + used, MESSAGE_BYTES - used, format, list);
    va_end(list);
}

void kg__forgive(kg_context *ctx)
{
    ctx->message[0] = '\0';
}

void kg__fault_set(kg_context *ctx, kg__fault kind, uint64_t k)
{
    __atomic_store_n(&ctx->fault[kind], k, __ATOMIC_RELAXED);
}

bool kg__fault_hit(kg_context *ctx, kg__fault kind)
{
    uint64_t left = __atomic_load_n(&ctx->fault[kind], __ATOMIC_RELAXED);

    while (left)
        if (__atomic_compare_exchange_n(
                &ctx->fault[kind], &left, left - 1, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
            return left == 1;
    return false;
}
