/*
 * The choice of a device: by name when a context is made, or for each call by the size of its work.
 *
 * A context whose device is "auto" works on the CPU but where the table below says that the first
 * device of CUDA is done sooner, its start included while it has not been opened. It is opened when
 * the first such work comes.
 */
#include "context.h"
#include "cuda.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Opening the device and loading the kernels: 0.2 s of `euler-find --device cuda` on an H200. */
static const double start_ms = 200;
/* A call on an open one, whatever its size. */
static const double call_ms = 1;

/*
 * What an item costs, in nanoseconds: one thread of a CPU, and the device with the way there and
 * back. Bytes: what an item takes of the device's memory, where that can be told.
 *
 * Measured on an H200 and the 16 threads of its host (docs/benchmarks-gpu.md):
 * Euler: random graphs of 41,949,941 edges; CUDA, 5 ms of stages 2 to 7 beside 28 ms up, 38 ms down
 * and the check. Tiles: all of Korf's 15-puzzles. Grid, a cell of the map for each query:
 * MovingAI's maps, from 0.05 ns (Berlin_0_1024) to 5.7 (maze512-1-0) on the CPU, and a tenth of
 * that on CUDA; with weights, corner to corner over 8192 x 8192 cells and 1000 queries over 512 x
 * 512.
 */
static const struct cost {
    double cpu_ns, cuda_ns, bytes;
} costs[] = {
    [KG__WORK_EULER] = {30, 1.8, 40},
    [KG__WORK_TILES] = {85, 0.35, 0},
    [KG__WORK_GRID] = {1, 0.1, 0},
    [KG__WORK_GRID_WEIGHTED] = {20, 1.2, 0},
};

/* Opens device `number`. */
static kg_status open_cuda(kg_context *ctx, unsigned long number)
{
    kg_status status;

    snprintf(ctx->device, sizeof ctx->device, "cuda:%lu", number);
    ctx->backend = KG__CUDA;
    status = kg__cuda_open(ctx, (int)number);
    if (status != KG_OK)
        ctx->backend = KG__CPU;
    return status;
}

kg_status kg__choose_by_name(kg_context *ctx, const char *asked)
{
    const char *name = asked ? asked : getenv("KONIG_DEVICE");
    unsigned long number = 0;
    char *end = NULL;

    snprintf(ctx->device, sizeof ctx->device, "cpu");
    ctx->automatic = !name || !*name || strcmp(name, "auto") == 0;
    if (ctx->automatic || strcmp(name, "cpu") == 0)
        return KG_OK;
    if (strncmp(name, "cuda", 4) != 0 || (name[4] != '\0' && name[4] != ':'))
        return kg__fail(
            ctx, KG_ARGUMENT, "unknown device '%s': expected auto, cpu, cuda or cuda:N", name);
    if (name[4] == ':')
        number = strtoul(name + 5, &end, 10);
    if (name[4] == ':' && (name[5] < '0' || name[5] > '9' || *end || number > 1023))
        return kg__fail(
            ctx, KG_ARGUMENT, "unknown device '%s': expected cuda:N with N from 0 to 1023", name);
    return open_cuda(ctx, number);
}

/* The reason to stay on the CPU is the device's failure. */
static void give_up_cuda(kg_context *ctx)
{
    snprintf(ctx->choice, sizeof ctx->choice, "%s", ctx->message);
    ctx->message[0] = '\0';
}

/* Opens the first device, once; its failure is the reason to stay on the CPU. */
static bool have_cuda(kg_context *ctx)
{
    if (!ctx->cuda && !*ctx->refused && open_cuda(ctx, 0) != KG_OK) {
        give_up_cuda(ctx);
        snprintf(ctx->refused, sizeof ctx->refused, "%s", ctx->choice);
    }
    if (*ctx->refused)
        snprintf(ctx->choice, sizeof ctx->choice, "%s", ctx->refused);
    return !*ctx->refused;
}

/* Whether so many bytes are free on the device, and within the limit. */
static bool have_room(kg_context *ctx, double bytes)
{
    uint64_t left;

    ctx->backend = KG__CUDA;
    if (kg__device_left(ctx, &left, 0) != KG_OK) {
        give_up_cuda(ctx);
        return false;
    }
    if (bytes > (double)left)
        snprintf(
            ctx->choice, sizeof ctx->choice, "cuda:0 has no room for %.1f MiB", bytes / 0x1p20);
    return bytes <= (double)left;
}

void kg__choose(kg_context *ctx, kg__work work, uint64_t size, uint64_t parts)
{
    const struct cost *cost = &costs[work];
    const double threads = parts < (uint64_t)ctx->threads ? (double)parts : ctx->threads;
    const double cpu = 1e-6 * cost->cpu_ns * (double)size / (threads > 0 ? threads : 1);
    const double cuda = 1e-6 * cost->cuda_ns * (double)size + (ctx->cuda ? call_ms : start_ms);
    bool there;

    if (!ctx->automatic)
        return;
    snprintf(
        ctx->choice, sizeof ctx->choice, "expected %.3g ms on the CPU, %.3g by CUDA", cpu, cuda);
    there = cuda < cpu && have_cuda(ctx) && have_room(ctx, cost->bytes * (double)size);
    ctx->backend = there ? KG__CUDA : KG__CPU;
    snprintf(ctx->device, sizeof ctx->device, there ? "cuda:0" : "cpu");
}

uint64_t kg__worth_a_start(const kg_context *ctx, kg__work work)
{
    if (!ctx->automatic || *ctx->refused)
        return UINT64_MAX;
    return (uint64_t)(1e6 * (ctx->cuda ? call_ms : start_ms) * ctx->threads / costs[work].cpu_ns);
}

bool kg__choose_other(kg_context *ctx, kg_status status)
{
    if (!ctx->automatic || ctx->backend == KG__CPU || (status != KG_MEMORY && status != KG_DEVICE))
        return false;
    ctx->backend = KG__CPU;
    snprintf(ctx->device, sizeof ctx->device, "cpu");
    give_up_cuda(ctx);
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
