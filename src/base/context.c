/* Contexts: making one, ending one, asking one about itself. */
#include "context.h"
#include "descriptor.h"
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
    size_t used = 0;

    for (int i = 0; i < KG__BACKENDS && (i == 0 || used < size); i++) {
        char what[480];

        kg__descriptors[i]->describe(what, sizeof what);
        used += (size_t)snprintf(
            text + used, size - used, "%s%s: %s", i ? "\n" : "", kg__descriptors[i]->name, what);
    }
}

int kg_device_count(const char *backend)
{
    for (int i = 0; backend && i < KG__BACKENDS; i++)
        if (kg__descriptors[i]->count && strcmp(kg__descriptors[i]->name, backend) == 0)
            return kg__descriptors[i]->count();
    return 0;
}

kg_status kg__context_create(
    kg_context **context, const kg_context_options *options, uint64_t fail_allocation)
{
    kg_context *ctx;
    kg_status status;

    if (!context)
        return KG_ARGUMENT;
    *context = NULL;
    options = options ? options : &(const kg_context_options)KG_CONTEXT_OPTIONS_INIT;
    ctx = fail_allocation == 1 ? NULL : calloc(1, sizeof *ctx);
    if (!ctx)
        return KG_MEMORY;
    pthread_mutex_init(&ctx->lock, NULL);
    ctx->memory.limit = ctx->device_memory.limit = options->memory_limit;
    ctx->progress = options->progress;
    ctx->progress_user = options->progress_user;
    *context = ctx;
    KG_TRY(kg__choose_threads(ctx, options->threads));
    kg__stage(ctx, "device");
    status = kg__choose_by_name(ctx, options->device, options->start_aside != 0);
    kg__stage(ctx, NULL);
    if (ctx->backend == KG__CPU) /* the CPU takes no time to start */
        ctx->timings = 0;
out:
    return status;
}

kg_status kg_context_create(kg_context **context, const kg_context_options *options)
{
    return kg__context_create(context, options, 0);
}

void kg__cache(kg_context *ctx, kg__cached *cached)
{
    cached->next = ctx->cached;
    ctx->cached = cached;
}

kg__cached *kg__find_cached(const kg_context *ctx, void (*destroy)(kg_context *, kg__cached *))
{
    kg__cached *cached = ctx->cached;

    while (cached && cached->destroy != destroy)
        cached = cached->next;
    return cached;
}

void kg__release_cached(kg_context *ctx)
{
    while (ctx->cached) {
        kg__cached *cached = ctx->cached;

        ctx->cached = cached->next;
        cached->destroy(ctx, cached);
    }
}

void kg_context_destroy(kg_context *context)
{
    kg__backend backend;

    if (!context)
        return;
    if (context->opening)
        kg__opening_end(context, &backend);
    if (context->let_go)
        context->let_go(context);
    kg__release_cached(context);
    free(context->kernel);
    kg__release_spares(context);
    for (int i = 0; i < KG__BACKENDS; i++)
        if (context->opened[i])
            kg__descriptors[i]->close(context->opened[i]);
    pthread_mutex_destroy(&context->lock);
    free(context->blocks.entry);
    free(context);
}

kg_status kg_context_ready(kg_context *context)
{
    kg_status status = KG_OK;
    kg__backend backend;

    KG_NEED(NULL, context);
    if (!context->opening_asked)
        return KG_OK;
    context->opening_asked = false;
    kg__stage(context, "device");
    status = kg__opening_end(context, &backend);
    kg__stage(context, NULL);
    if (status == KG_OK)
        context->backend = backend;
    return status;
}

KG__GETTER(const char *, kg_context_device, kg_context, context, context->device, "")

kg_memory_use kg_context_memory(const kg_context *context)
{
    static const kg_memory_use none;

    return context ? context->memory : none;
}

kg_memory_use kg_context_device_memory(const kg_context *context)
{
    static const kg_memory_use none;

    return context ? context->device_memory : none;
}

kg__backend kg__context_backend(const kg_context *ctx)
{
    return ctx ? ctx->backend : KG__CPU; /* a call without a context fails before it works */
}

KG__GETTER(const char *, kg_context_choice, kg_context, context, context->choice, "")

void kg__enter(kg_context *ctx)
{
    for (int i = 0; i < KG__BACKENDS; i++)
        if (ctx->opened[i])
            kg__descriptors[i]->enter(ctx->opened[i]);
}

void kg__begin(kg_context *ctx)
{
    ctx->message[0] = ctx->warning[0] = '\0';
    ctx->cancelled = NULL;
    ctx->begun++;
    kg__enter(ctx);
}

kg_status kg__fail_null(kg_context *ctx, const char *what)
{
    if (!ctx)
        return KG_ARGUMENT;
    kg__begin(ctx);
    return kg__fail(ctx, KG_ARGUMENT, "%s is NULL", what);
}
