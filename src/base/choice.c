/*
 * The choice of a device: by name when a context is made, or for each call by the size of its work.
 *
 * A context whose device is "auto" works on the CPU, unless the cost of the work (kg__cost) says
 * that the first device of another backend finishes sooner. While that device is not open, the time
 * to open it counts too. It is opened for the first such work, or beforehand by a thread if the
 * work is foreseen.
 */
#include "context.h"
#include "descriptor.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEVICES = 1024 }; /* more than any machine has */

static void name_device(kg_context *ctx, kg__backend backend, unsigned long number)
{
    const kg__descriptor *descriptor = kg__descriptors[backend];

    if (descriptor->open)
        snprintf(ctx->device, sizeof ctx->device, "%s:%lu", descriptor->name, number);
    else
        snprintf(ctx->device, sizeof ctx->device, "%s", descriptor->name);
}

/* Opens device `number` of a backend whose devices have numbers, or takes it from the thread that
 * opens it. */
static kg_status open_device(kg_context *ctx, kg__backend backend, unsigned long number)
{
    kg_status status;

    name_device(ctx, backend, number);
    if (kg__opening_is(ctx, backend))
        status = kg__opening_end(ctx, &backend);
    else
        status = kg__descriptors[backend]->open(ctx, (int)number, &ctx->opened[backend]);
    ctx->backend = status == KG_OK ? backend : KG__CPU;
    return status;
}

/* The names that a device can have: ", cpu, cuda or cuda:N". */
static void list_names(char *text, size_t size)
{
    size_t used = 0;

    for (int i = 0; i < KG__BACKENDS && used < size; i++) {
        const char *name = kg__descriptors[i]->name;

        used += (size_t)snprintf(text + used, size - used,
            kg__descriptors[i]->open ? ", %s or %s:N" : ", %s", name, name);
    }
}

/* Finds the backend of "NAME", or of "NAME:..." if its devices have numbers. KG__BACKENDS: there is
 * none. */
static kg__backend find_backend(const char *asked)
{
    const size_t length = strcspn(asked, ":");
    int i = 0;

    for (; i < KG__BACKENDS; i++) {
        const char *name = kg__descriptors[i]->name;

        if (strlen(name) == length && strncmp(name, asked, length) == 0 &&
            (!asked[length] || kg__descriptors[i]->open))
            break;
    }
    return (kg__backend)i;
}

kg_status kg__choose_by_name(kg_context *ctx, const char *asked, bool aside)
{
    const char *name = asked ? asked : getenv("KONIG_DEVICE");
    const char *colon;
    unsigned long number = 0;
    char *end = NULL, names[256];
    kg__backend backend;

    name_device(ctx, KG__CPU, 0);
    ctx->automatic = !name || !*name || strcmp(name, "auto") == 0;
    if (ctx->automatic)
        return KG_OK;
    backend = find_backend(name);
    if (backend == KG__BACKENDS) {
        list_names(names, sizeof names);
        return kg__fail(ctx, KG_ARGUMENT, "unknown device '%s': expected auto%s", name, names);
    }
    if (!kg__descriptors[backend]->open)
        return KG_OK;
    colon = strchr(name, ':');
    if (colon)
        number = strtoul(colon + 1, &end, 10);
    if (colon && (colon[1] < '0' || colon[1] > '9' || *end || number >= DEVICES))
        return kg__fail(ctx, KG_ARGUMENT, "unknown device '%s': expected %s:N with N from 0 to %d",
            name, kg__descriptors[backend]->name, DEVICES - 1);
    if (aside)
        kg__opening_begin(ctx, backend, number);
    if (!ctx->opening)
        return open_device(ctx, backend, number);
    name_device(ctx, backend, number);
    ctx->opening_asked = true;
    return KG_OK;
}

/* Records the device's failure as the reason to stay on the CPU. */
static void give_up(kg_context *ctx)
{
    snprintf(ctx->choice, sizeof ctx->choice, "%s", ctx->message);
    kg__forgive(ctx);
}

/* Opens the backend's first device. This is tried only once; a failure is the reason to stay on the
 * CPU. */
static bool have_device(kg_context *ctx, kg__backend backend)
{
    char *refused = ctx->refused[backend];

    if (!ctx->opened[backend] && !*refused && open_device(ctx, backend, 0) != KG_OK) {
        give_up(ctx);
        snprintf(refused, sizeof ctx->refused[backend], "%s", ctx->choice);
    }
    if (*refused)
        snprintf(ctx->choice, sizeof ctx->choice, "%s", refused);
    return !*refused;
}

/* Whether that many bytes are free on the device, and within the limit. */
static bool have_room(kg_context *ctx, kg__backend backend, double bytes)
{
    uint64_t left;

    ctx->backend = backend;
    if (kg__device_left(ctx, &left, 0) != KG_OK) {
        give_up(ctx);
        return false;
    }
    if (bytes > (double)left)
        snprintf(ctx->choice, sizeof ctx->choice, "%s:0 has no room for %.1f MiB",
            kg__descriptors[backend]->name, bytes / 0x1p20);
    return bytes <= (double)left;
}

/* Milliseconds until a device of the backend is ready. */
static double ready_ms(const kg_context *ctx, kg__backend backend)
{
    const kg__descriptor *descriptor = kg__descriptors[backend];
    const double ms = ctx->opened[backend] ? 0 : descriptor->start_ms;
    const double left = kg__opening_is(ctx, backend) ? ms - kg__opening_ms(ctx) : ms;

    return left > descriptor->call_ms ? left : descriptor->call_ms;
}

/* The milliseconds that `size` items take on the CPU, shared by at most `parts` threads. */
static double cpu_ms(const kg_context *ctx, const kg__cost *cost, uint64_t size, uint64_t parts)
{
    const double threads = parts < (uint64_t)ctx->threads ? (double)parts : ctx->threads;

    return 1e-6 * cost->ns[KG__CPU] * (double)size / (threads > 0 ? threads : 1);
}

static double device_ms(
    const kg_context *ctx, const kg__cost *cost, uint64_t size, kg__backend backend)
{
    return 1e-6 * cost->ns[backend] * (double)size + ready_ms(ctx, backend);
}

void kg__expect(kg_context *ctx, const kg__cost *cost, uint64_t size)
{
    double least = cpu_ms(ctx, cost, size, UINT64_MAX);
    kg__backend best = KG__CPU;

    if (!ctx->automatic || ctx->opening)
        return;
    for (kg__backend i = KG__CPU + 1; i < KG__BACKENDS; i++)
        if (kg__descriptors[i]->memory && !ctx->opened[i] && !*ctx->refused[i] &&
            device_ms(ctx, cost, size, i) < least) {
            least = device_ms(ctx, cost, size, i);
            best = i;
        }
    if (best != KG__CPU)
        kg__opening_begin(ctx, best, 0);
}

void kg__choose(kg_context *ctx, const kg__cost *cost, uint64_t size, uint64_t parts)
{
    double least = cpu_ms(ctx, cost, size, parts);
    kg__backend best = KG__CPU;
    size_t used;

    if (!ctx->automatic)
        return;
    used = (size_t)snprintf(ctx->choice, sizeof ctx->choice, "expected %.3g ms on the CPU", least);
    for (kg__backend i = KG__CPU + 1; i < KG__BACKENDS && used < sizeof ctx->choice; i++) {
        const double ms = device_ms(ctx, cost, size, i);

        used += (size_t)snprintf(ctx->choice + used, sizeof ctx->choice - used, ", %.3g by %s", ms,
            kg__descriptors[i]->title);
        if (ms < least) {
            least = ms;
            best = i;
        }
    }
    if (best != KG__CPU &&
        !(have_device(ctx, best) && have_room(ctx, best, cost->bytes * (double)size)))
        best = KG__CPU;
    ctx->backend = best;
    name_device(ctx, best, 0);
}

uint64_t kg__worth_a_start(const kg_context *ctx, const kg__cost *cost)
{
    uint64_t least = UINT64_MAX;

    for (kg__backend i = KG__CPU + 1; ctx->automatic && i < KG__BACKENDS; i++) {
        const uint64_t items =
            (uint64_t)(1e6 * ready_ms(ctx, i) * ctx->threads / cost->ns[KG__CPU]);

        if (!*ctx->refused[i] && items < least)
            least = items;
    }
    return least;
}

bool kg__device_is_open(const kg_context *ctx)
{
    bool open = false;

    for (kg__backend i = KG__CPU + 1; i < KG__BACKENDS; i++)
        open = open || ctx->opened[i];
    return open;
}

bool kg__choose_other(kg_context *ctx, kg_status status)
{
    if (!ctx->automatic || ctx->backend == KG__CPU || (status != KG_MEMORY && status != KG_DEVICE))
        return false;
    ctx->backend = KG__CPU;
    name_device(ctx, KG__CPU, 0);
    give_up(ctx);
    return true;
}

void kg__choose_again(kg_context *ctx, kg__backend backend)
{
    if (ctx->automatic)
        ctx->backend = backend;
}

void kg__end_choice(kg_context *ctx)
{
    kg__choose_again(ctx, KG__CPU);
}
