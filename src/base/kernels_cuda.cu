/*
 * Recorded launches of kernels: two events each. The events are read when many are waiting, or when
 * a caller asks.
 */
#include "cuda.cuh"
#include <stdlib.h>
#include <string.h>

enum {
    PENDING = 512, /* launches whose events are not read yet; reading waits for the device */
    WARP = 32
};

typedef struct recorder {
    kg__attachment attachment;
    const void **kernel; /* [ctx->kernels] their addresses */
    cudaEvent_t event[PENDING][2];
    size_t row[PENDING], pending;
    bool begun;
} recorder;

static void destroy(kg__attachment *attachment)
{
    recorder *r = (recorder *)attachment;

    for (int i = 0; i < PENDING; i++)
        for (int end = 0; end < 2; end++)
            if (r->event[i][end])
                cudaEventDestroy(r->event[i][end]);
    free(r->kernel);
    free(r);
}

static void read_kernels(kg_context *ctx)
{
    recorder *r = (recorder *)kg__cuda_attached(ctx, destroy);

    for (size_t i = 0; i < r->pending; i++) {
        float ms = 0;

        if (cudaEventSynchronize(r->event[i][1]) == cudaSuccess &&
            cudaEventElapsedTime(&ms, r->event[i][0], r->event[i][1]) == cudaSuccess)
            ctx->kernel[r->row[i]].ms += ms;
    }
    r->pending = 0;
}

/* NULL: out of memory. */
static recorder *find_recorder(kg_context *ctx)
{
    recorder *r = (recorder *)kg__cuda_attached(ctx, destroy);

    if (r)
        return r;
    r = (recorder *)calloc(1, sizeof *r);
    if (!r)
        return NULL;
    r->attachment.destroy = destroy;
    kg__cuda_attach(ctx, &r->attachment);
    ctx->read_kernels = read_kernels;
    return r;
}

static bool note(kg_context *ctx, cudaEvent_t *event)
{
    return (*event || cudaEventCreate(event) == cudaSuccess) &&
           cudaEventRecord(*event, kg__stream(ctx)) == cudaSuccess;
}

extern "C" void kg__record_begin(kg_context *ctx)
{
    recorder *r = find_recorder(ctx);

    if (!r)
        return;
    if (r->pending == PENDING)
        read_kernels(ctx);
    r->begun = note(ctx, &r->event[r->pending][0]);
}

static bool is_shape(const unsigned shape[3], dim3 other)
{
    return shape[0] == other.x && shape[1] == other.y && shape[2] == other.z;
}

/* Fills in the registers, the shared memory and the occupancy of a kernel in the row's shape. */
static void describe(const kg_context *ctx, kg_kernel *row, const void *kernel)
{
    const unsigned threads = row->block[0] * row->block[1] * row->block[2];
    cudaFuncAttributes attributes;
    int blocks = 0, most = 0;

    if (cudaFuncGetAttributes(&attributes, kernel) == cudaSuccess) {
        row->registers = (unsigned)attributes.numRegs;
        row->static_shared = attributes.sharedSizeBytes;
    }
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        &blocks, kernel, (int)threads, row->dynamic_shared);
    cudaDeviceGetAttribute(&most, cudaDevAttrMaxThreadsPerMultiProcessor, kg__cuda_of(ctx)->device);
    if (most > 0)
        row->occupancy = (double)blocks * ((threads + WARP - 1) / WARP * WARP) / most;
    cudaGetLastError();
}

/* Appends a row. Returns whether there was memory for it. */
static bool add_row(kg_context *ctx, recorder *r, const kg_kernel *row, const void *kernel)
{
    const size_t rows = ctx->kernels + 1;
    kg_kernel *shown = (kg_kernel *)realloc(ctx->kernel, rows * sizeof *shown);
    const void **address;

    if (!shown)
        return false;
    ctx->kernel = shown;
    address = (const void **)realloc(r->kernel, rows * sizeof *address);
    if (!address)
        return false;
    r->kernel = address;
    shown[ctx->kernels] = *row;
    address[ctx->kernels++] = kernel;
    return true;
}

extern "C" void kg__record_end(
    kg_context *ctx, const char *name, const void *kernel, dim3 grid, dim3 block, size_t shared)
{
    recorder *r = find_recorder(ctx);
    kg_kernel row = {};
    size_t at = 0;

    if (!r || !r->begun || !note(ctx, &r->event[r->pending][1]))
        return;
    if (!kernel)
        grid = block = dim3(0, 0, 0);
    while (at < ctx->kernels &&
           !(r->kernel[at] == kernel && is_shape(ctx->kernel[at].grid, grid) &&
               is_shape(ctx->kernel[at].block, block) && ctx->kernel[at].dynamic_shared == shared &&
               strcmp(ctx->kernel[at].name, name) == 0))
        at++;
    if (at == ctx->kernels) {
        row.name = name;
        row.grid[0] = grid.x, row.grid[1] = grid.y, row.grid[2] = grid.z;
        row.block[0] = block.x, row.block[1] = block.y, row.block[2] = block.z;
        row.dynamic_shared = shared;
        if (kernel)
            describe(ctx, &row, kernel);
        if (!add_row(ctx, r, &row, kernel))
            return;
    }
    ctx->kernel[at].launches++;
    r->row[r->pending++] = at;
    r->begun = false;
}
