/* Contexts: making one, the choice of the device, its message, injected failures. */
#include "context.h"
#include "cuda.h"
#include "output.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_OF(x)  #x
#define VALUE_OF(x) TEXT_OF(x)

const char *kg_version(void)
{
    return VALUE_OF(KG_VERSION_MAJOR) "." VALUE_OF(KG_VERSION_MINOR) "." VALUE_OF(KG_VERSION_PATCH);
}

void kg_backends(char *text, size_t size)
{
    char cuda[256] = "not built";

#ifdef KG__WITH_CUDA
    kg__cuda_describe(cuda, sizeof cuda);
#endif
#ifdef _OPENMP
    snprintf(text, size, "cpu: OpenMP\ncuda: %s", cuda);
#else
    snprintf(text, size, "cpu: one thread (built without OpenMP)\ncuda: %s", cuda);
#endif
}

kg_status kg__context_create(
    kg_context **context, const kg_context_options *options, uint64_t fail_allocation)
{
    static const kg_context_options defaults = KG_CONTEXT_OPTIONS_INIT;
    kg_context *ctx;
    kg_status status;

    if (!context)
        return KG_ARGUMENT;
    *context = NULL;
    if (!options)
        options = &defaults;
    ctx = fail_allocation == 1 ? NULL : calloc(1, sizeof *ctx);
    if (!ctx)
        return KG_MEMORY;
    pthread_mutex_init(&ctx->lock, NULL);
    ctx->memory.limit = ctx->device_memory.limit = options->memory_limit;
    ctx->progress = options->progress;
    ctx->progress_user = options->progress_user;
    *context = ctx;
    KG_TRY(kg__choose_threads(ctx, options->threads));
    KG_TRY(kg__choose_by_name(ctx, options->device));
out:
    return status;
}

kg_status kg_context_create(kg_context **context, const kg_context_options *options)
{
    return kg__context_create(context, options, 0);
}

void kg_context_destroy(kg_context *context)
{
    if (!context)
        return;
    kg__output_discard(context);
    kg__release_spares(context);
#ifdef KG__WITH_CUDA
    kg__cuda_close(context->cuda);
#endif
    pthread_mutex_destroy(&context->lock);
    free(context->blocks.slot);
    free(context);
}

const char *kg_context_message(const kg_context *context)
{
    return context ? context->message : "";
}

const char *kg_context_warning(const kg_context *context)
{
    return context->warning;
}

const char *kg_context_device(const kg_context *context)
{
    return context->device;
}

kg_memory_use kg_context_memory(const kg_context *context)
{
    return context->memory;
}

kg_memory_use kg_context_device_memory(const kg_context *context)
{
    return context->device_memory;
}

kg__backend kg__context_backend(const kg_context *ctx)
{
    return ctx->backend;
}

const char *kg_context_choice(const kg_context *context)
{
    return context->choice;
}

void kg__begin(kg_context *ctx)
{
    ctx->message[0] = ctx->warning[0] = '\0';
#ifdef KG__WITH_CUDA
    kg__cuda_enter(ctx->cuda);
#endif
}

/* line: [MESSAGE_BYTES]; it is one line, whatever a name in it held. */
static void print_line(char *line, const char *format, va_list list)
{
    vsnprintf(line, MESSAGE_BYTES, format, list);
    for (char *c = line; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 127)
            *c = '?';
}

kg_status kg__fail(kg_context *ctx, kg_status status, const char *format, ...)
{
    pthread_mutex_lock(&ctx->lock);
    if (!ctx->message[0]) {
        va_list list;

        va_start(list, format);
        print_line(ctx->message, format, list);
        va_end(list);
    }
    pthread_mutex_unlock(&ctx->lock);
    return status;
}

void kg__warn(kg_context *ctx, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    print_line(ctx->warning, format, list);
    va_end(list);
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
