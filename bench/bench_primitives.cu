/*
 * How long the array primitives take on a GPU, beside direct calls of CUB on the same buffers in
 * the same run.
 *
 *     bench_primitives [LOG2]      arrays of 2^LOG2 numbers; 28 by default
 *
 * A time is the median of RUNS calls after one to warm up, by the host's clock. It includes
 * bringing a result's count or number to the host, for CUB as well. The last columns are konig's
 * time over CUB's, the rate of the bytes that the task must read and write, and that rate over a
 * copy's. Answers are compared with CUB's where both leave an array; where they differ the program
 * says so and fails.
 */
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cub/cub.cuh>
#include <cuda/functional>
#include <cuda/std/functional>
#include <thrust/iterator/counting_iterator.h>
extern "C" {
#include "scan/array_ops.h"
#include "scan/ordered_bits.h"
}
#include "base/cuda.cuh"
#include "base/random.h"
#include <konig/konig.h>

enum { RUNS = 7 };

static kg_context *ctx;
static cudaStream_t stream;
static void *room;      /* CUB's */
static uint64_t *small; /* results of CUB's on the device */
static size_t room_bytes;
static double copy_rate, times_taken[RUNS + 1];
static bool failed;

static void check_cuda(cudaError_t error, const char *what)
{
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
    exit(1);
}

static void check_status(kg_status status, const char *what)
{
    if (status == KG_OK)
        return;
    fprintf(stderr, "%s: %s\n", what, kg_context_message(ctx));
    exit(1);
}

static double median(void)
{
    std::sort(times_taken + 1, times_taken + RUNS + 1);
    return times_taken[1 + RUNS / 2];
}

/* Milliseconds of a statement. */
#define TAKE(statement)                                                                            \
    do {                                                                                           \
        for (int run = 0; run <= RUNS; run++) {                                                    \
            double begin = kg__now();                                                              \
            statement;                                                                             \
            check_cuda(cudaStreamSynchronize(stream), #statement);                                 \
            times_taken[run] = 1e3 * (kg__now() - begin);                                          \
        }                                                                                          \
    } while (0)
#define OURS(call)                                                                                 \
    TAKE(check_status(call, #call));                                                               \
    ours = median()
/* Milliseconds of CUB's primitive. Where it GIVES one number, that is brought to the host, too. */
#define CUB_IS(primitive, ...)    CUB_TAKES(0, primitive, __VA_ARGS__)
#define CUB_GIVES(primitive, ...) CUB_TAKES(sizeof(uint64_t), primitive, __VA_ARGS__)
#define CUB_TAKES(fetched, primitive, ...)                                                         \
    do {                                                                                           \
        size_t bytes = 0;                                                                          \
                                                                                                   \
        check_cuda(primitive(NULL, bytes, __VA_ARGS__), #primitive);                               \
        if (bytes > room_bytes) {                                                                  \
            fprintf(stderr, #primitive ": wants %zu bytes\n", bytes);                              \
            exit(1);                                                                               \
        }                                                                                          \
        TAKE(check_cuda(primitive(room, bytes, __VA_ARGS__), #primitive); check_cuda(              \
            cudaMemcpyAsync(kg__cuda_of(ctx)->small, small, fetched, cudaMemcpyDefault, stream),   \
            "fetch"));                                                                             \
        bare = median();                                                                           \
    } while (0)

static void row(const char *name, double ours, double bare, double bytes)
{
    const double rate = bytes / ours * 1e3;

    if (bare > 0)
        printf("%-28s %9.3f %9.3f %7.3f", name, ours, bare, ours / bare);
    else
        printf("%-28s %9.3f %9s %7s", name, ours, "-", "-");
    printf(" %8.0f %6.2f\n", rate * 1e-9, rate / copy_rate);
    fflush(stdout);
}

/* Thread i owns value[i]. */
template <typename T> static __global__ void k_fill(T *value, uint64_t n, uint64_t most, T factor)
{
    const uint64_t i = kg__item();

    if (i < n)
        value[i] = (T)(kg__random(0, i) % most) * factor;
}

template <typename T> static void fill(void *value, uint64_t n, uint64_t most, T factor)
{
    k_fill<T><<<kg__blocks(n), KG__BLOCK, 0, stream>>>((T *)value, n, most, factor);
    check_cuda(cudaStreamSynchronize(stream), "fill");
}

/* Thread i owns word i. */
static __global__ void k_differ(
    unsigned long long *differ, uint64_t words, const uint32_t *a, const uint32_t *b)
{
    const uint64_t i = kg__item();

    if (i < words && a[i] != b[i])
        atomicAdd(differ, 1ull);
}

static void compare(const char *name, const void *a, const void *b, uint64_t bytes)
{
    unsigned long long *d_differ = (unsigned long long *)room, differ = 0;

    check_cuda(cudaMemsetAsync(d_differ, 0, sizeof differ, stream), "clear");
    k_differ<<<kg__blocks(bytes / 4), KG__BLOCK, 0, stream>>>(
        d_differ, bytes / 4, (const uint32_t *)a, (const uint32_t *)b);
    check_cuda(
        cudaMemcpyAsync(&differ, d_differ, sizeof differ, cudaMemcpyDefault, stream), "copy");
    check_cuda(cudaStreamSynchronize(stream), "compare");
    if (differ) {
        printf("%s: %llu words differ from CUB's\n", name, differ);
        failed = true;
    }
}

/* The buffers: n numbers of 8 bytes each. */
typedef struct buffers {
    uint64_t n;
    char *in, *out, *other, *more;
} buffers;

static void bench_integers(const buffers *b)
{
    const uint64_t n = b->n;
    uint32_t *in4 = (uint32_t *)b->in, *out4 = (uint32_t *)b->out, *other4 = (uint32_t *)b->other;
    uint64_t *in8 = (uint64_t *)b->in, *out8 = (uint64_t *)b->out, *other8 = (uint64_t *)b->other;
    uint8_t *flag = (uint8_t *)b->more;
    kg_number total, least;
    uint64_t count;
    double ours, bare;

    fill<uint32_t>(in4, n, 16, 1);
    OURS(kg_array_scan(out4, &total, ctx, KG_U32, n, in4, KG_SCAN_SUM, KG_SCAN_INCLUSIVE));
    CUB_IS(cub::DeviceScan::InclusiveSum, in4, other4, n, stream);
    row("scan u32", ours, bare, 8.0 * n);
    compare("scan u32", out4, other4, 4 * n);
    OURS(kg_array_sum(&total, NULL, ctx, KG_U32, n, in4));
    CUB_GIVES(cub::DeviceReduce::Sum, in4, small, n, stream);
    row("reduce sum u32", ours, bare, 4.0 * n);
    OURS(kg_array_argmin(NULL, &least, ctx, KG_U32, n, in4));
    CUB_GIVES(cub::DeviceReduce::Min, in4, (uint32_t *)small, n, stream);
    row("reduce min u32", ours, bare, 4.0 * n);
    fill<uint8_t>(flag, n, 2, 1);
    OURS(kg_array_select_flagged(out4, &count, ctx, KG_U32, n, in4, flag));
    CUB_GIVES(cub::DeviceSelect::Flagged, in4, flag, other4, small, (int64_t)n, stream);
    row("compact u32, half", ours, bare, 7.0 * n);
    compare("compact u32, half", out4, other4, 4 * count);
    OURS(kg_array_select_positions(out4, &count, ctx, KG_U32, n, flag));
    CUB_GIVES(cub::DeviceSelect::Flagged, thrust::counting_iterator<uint32_t>(0), flag, other4,
        small, (int64_t)n, stream);
    row("positions u32, half", ours, bare, 3.0 * n);
    compare("positions u32, half", out4, other4, 4 * count);

    fill<uint64_t>(in8, n, 1 << 20, 1);
    OURS(kg_array_scan(out8, &total, ctx, KG_U64, n, in8, KG_SCAN_SUM, KG_SCAN_INCLUSIVE));
    CUB_IS(cub::DeviceScan::InclusiveSum, in8, other8, n, stream);
    row("scan u64", ours, bare, 16.0 * n);
    compare("scan u64", out8, other8, 8 * n);
    OURS(kg_array_sum(&total, NULL, ctx, KG_U64, n, in8));
    CUB_GIVES(cub::DeviceReduce::Sum, in8, small, n, stream);
    row("reduce sum u64", ours, bare, 8.0 * n);
    OURS(kg_array_select_flagged(out8, &count, ctx, KG_U64, n, in8, flag));
    CUB_GIVES(cub::DeviceSelect::Flagged, in8, flag, other8, small, (int64_t)n, stream);
    row("compact u64, half", ours, bare, 13.0 * n);

    fill<uint32_t>(in4, n, 1ull << 32, 1);
    OURS(kg_array_sort(out4, NULL, ctx, KG_U32, n, in4, KG_ASCENDING));
    CUB_IS(cub::DeviceRadixSort::SortKeys, in4, other4, n, 0, 32, stream);
    row("sort u32", ours, bare, 8.0 * n);
    compare("sort u32", out4, other4, 4 * n);
    OURS(kg__array(ctx)->sort_u32_u32(ctx, out4, out4 + n, n, in4, in4));
    CUB_IS(cub::DeviceRadixSort::SortPairs, in4, other4, in4, other4 + n, n, 0, 32, stream);
    row("sort pairs u32 u32", ours, bare, 16.0 * n);
    compare("sort pairs u32 u32", out4, other4, 8 * n);
    fill<uint64_t>(in8, n, UINT64_MAX, 1);
    OURS(kg_array_sort(out8, NULL, ctx, KG_U64, n, in8, KG_ASCENDING));
    CUB_IS(cub::DeviceRadixSort::SortKeys, in8, other8, n, 0, 64, stream);
    row("sort u64", ours, bare, 16.0 * n);
}

/* 262,144,000 integers of 1000 different values, or as many as the buffers hold. */
static void bench_distinct(const buffers *b)
{
    const uint64_t n = std::min<uint64_t>(262144000, b->n);
    uint32_t *in = (uint32_t *)b->in, *out = (uint32_t *)b->out, *other = (uint32_t *)b->other;
    uint64_t count;
    double ours, bare, sort;

    for (int far = 0; far < 2; far++) {
        fill<uint32_t>(in, n, 1000, far ? 4294967 : 1);
        OURS(kg_array_distinct(out, NULL, NULL, &count, ctx, KG_U32, n, in));
        CUB_IS(
            cub::DeviceRadixSort::SortKeys, in, (uint32_t *)b->more, n, 0, far ? 32 : 10, stream);
        sort = bare;
        CUB_GIVES(cub::DeviceSelect::Unique, (uint32_t *)b->more, other, small, (int64_t)n, stream);
        row(far ? "distinct, 1000 by sorting" : "distinct, 0..999 by bitmap", ours, sort + bare,
            4.0 * n);
        compare("distinct", out, other, 4 * count);
    }
}

typedef struct above {
    float than;
    __device__ bool operator()(float x) const
    {
        return x > than;
    }
} above;

static void bench_floats(const buffers *b)
{
    const uint64_t n = b->n;
    float *in = (float *)b->in, *out = (float *)b->out, *other = (float *)b->other;
    uint64_t *position = (uint64_t *)b->more, index, count, bins[256], digit[1 << KG__DIGIT_BITS];
    kg_number sum, half;
    double ours, bare;

    half.real = 0.5;
    fill<float>(in, n, 1 << 24, 0x1p-24f);
    OURS(kg__array(ctx)->ordered_bits(ctx, out, KG_F32, n, in, false));
    row("ordered bits f32", ours, 0, 8.0 * n);
    OURS(kg__array(ctx)->from_ordered_bits(ctx, other, KG_F32, n, out, false));
    row("from ordered bits f32", ours, 0, 8.0 * n);
    compare("ordered bits and back", in, other, 4 * n);
    OURS(kg_array_sum(&sum, NULL, ctx, KG_F32, n, in));
    CUB_GIVES(cub::DeviceReduce::Reduce, in, (double *)small, n, cuda::std::plus<>(), 0.0, stream);
    row("sum f32 in double", ours, bare, 4.0 * n);
    OURS(kg_array_argmin(&index, NULL, ctx, KG_F32, n, in));
    CUB_GIVES(
        cub::DeviceReduce::ArgMin, in, (float *)small, (int64_t *)small + 1, (int64_t)n, stream);
    row("argmin f32", ours, bare, 4.0 * n);
    OURS(kg_array_scan(out, NULL, ctx, KG_F32, n, in, KG_SCAN_SUM, KG_SCAN_INCLUSIVE));
    CUB_IS(cub::DeviceScan::InclusiveScanInit, in, other, cuda::std::plus<>(), 0.0, n, stream);
    row("scan sum f32 in double", ours, bare, 8.0 * n);
    OURS(kg_array_scan(out, NULL, ctx, KG_F32, n, in, KG_SCAN_MAX, KG_SCAN_INCLUSIVE));
    CUB_IS(cub::DeviceScan::InclusiveScan, in, other, cuda::maximum<float>(), n, stream);
    row("scan max f32", ours, bare, 8.0 * n);
    compare("scan max f32", out, other, 4 * n);
    OURS(kg_array_histogram(bins, NULL, ctx, KG_F32, n, in, 256, 0, 1));
    CUB_IS(cub::DeviceHistogram::HistogramEven, in, (unsigned *)small, 257, 0.0f, 1.0f, (int)n,
        stream);
    row("histogram f32, 256 bins", ours, bare, 4.0 * n);
    OURS(kg__array(ctx)->digit_histogram(ctx, digit, KG_F32, n, in, false, 0, 21, 11));
    row("digit histogram f32", ours, 0, 4.0 * n);
    OURS(kg__array(ctx)->collect(ctx, (uint64_t *)out, position, &count, n, KG_F32, n, in, false,
        kg__ordered_bits_f32(0.99999f)));
    row("collect f32, few", ours, 0, 4.0 * n);
    OURS(kg_array_top(out, NULL, ctx, KG_F32, n, in, 1000, KG_TOP_GREATEST));
    row("top 1000 f32", ours, 0, 4.0 * n);
    OURS(kg_array_select_if(out, &count, ctx, KG_F32, n, in, KG_GREATER, half));
    CUB_GIVES(cub::DeviceSelect::If, in, other, small, (int64_t)n, above{0.5f}, stream);
    row("compact f32, if > 0.5", ours, bare, 6.0 * n);
    compare("compact f32", out, other, 4 * count);
    OURS(kg_array_sort(out, NULL, ctx, KG_F32, n, in, KG_ASCENDING));
    CUB_IS(cub::DeviceRadixSort::SortKeys, in, other, n, 0, 32, stream);
    row("sort f32", ours, bare, 8.0 * n);
    compare("sort f32", out, other, 4 * n);
    OURS(kg_array_run_length_encode(out, position, &count, ctx, KG_F32, n, other));
    CUB_GIVES(cub::DeviceRunLengthEncode::Encode, other, in, (uint64_t *)(b->in + 4 * n), small,
        (int64_t)n, stream);
    row("runs f32, sorted", ours, bare, 4.0 * n + 12.0 * count);
    compare("runs f32", out, in, 4 * count);
}

static void bench_words(const buffers *b)
{
    const uint64_t n = b->n;
    int64_t *in = (int64_t *)b->in, *out = (int64_t *)b->out, *other = (int64_t *)b->other;
    uint64_t index, bins[256], digit[1 << KG__DIGIT_BITS];
    double ours, bare, *real = (double *)b->in;
    kg_number sum;

    fill<int64_t>(in, n, 1 << 20, -3);
    OURS(kg_array_sum(&sum, NULL, ctx, KG_I64, n, in));
    CUB_GIVES(cub::DeviceReduce::Sum, in, small, n, stream);
    row("sum i64", ours, bare, 8.0 * n);
    OURS(kg_array_argmax(&index, NULL, ctx, KG_I64, n, in));
    CUB_GIVES(
        cub::DeviceReduce::ArgMax, in, (int64_t *)small, (int64_t *)small + 1, (int64_t)n, stream);
    row("argmax i64", ours, bare, 8.0 * n);
    OURS(kg_array_scan(out, NULL, ctx, KG_I64, n, in, KG_SCAN_SUM, KG_SCAN_INCLUSIVE));
    CUB_IS(cub::DeviceScan::InclusiveSum, in, other, n, stream);
    row("scan sum i64", ours, bare, 16.0 * n);
    compare("scan sum i64", out, other, 8 * n);
    OURS(kg_array_histogram(bins, NULL, ctx, KG_I64, n, in, 200, -4e6, 0));
    CUB_IS(cub::DeviceHistogram::HistogramEven, in, (unsigned *)small, 201, (int64_t)-4000000,
        (int64_t)0, (int)n, stream);
    row("histogram i64, 200 bins", ours, bare, 8.0 * n);
    OURS(kg__array(ctx)->digit_histogram(ctx, digit, KG_I64, n, in, false, 1ull << 63, 10, 11));
    row("digit histogram i64", ours, 0, 8.0 * n);
    OURS(kg__array(ctx)->gather(ctx, out, n, 8, in, 8, NULL));
    row("gather 8 bytes, as they are", ours, 0, 16.0 * n);
    fill<double>(real, n, 1ull << 53, 0x1p-53);
    OURS(kg_array_sum(&sum, NULL, ctx, KG_F64, n, real));
    CUB_GIVES(cub::DeviceReduce::Sum, real, (double *)small, n, stream);
    row("sum f64", ours, bare, 8.0 * n);
    OURS(kg_array_scan(out, NULL, ctx, KG_F64, n, real, KG_SCAN_SUM, KG_SCAN_INCLUSIVE));
    CUB_IS(cub::DeviceScan::InclusiveSum, real, (double *)other, n, stream);
    row("scan sum f64", ours, bare, 16.0 * n);
    OURS(kg_array_histogram(bins, NULL, ctx, KG_F64, n, real, 256, 0, 1));
    CUB_IS(cub::DeviceHistogram::HistogramEven, real, (unsigned *)small, 257, 0.0, 1.0, (int)n,
        stream);
    row("histogram f64, 256 bins", ours, bare, 8.0 * n);
    OURS(kg_array_top(out, NULL, ctx, KG_F64, n, real, 1000, KG_TOP_GREATEST));
    row("top 1000 f64", ours, 0, 8.0 * n);
}

int main(int argc, char **argv)
{
    const int log = argc > 1 ? atoi(argv[1]) : 28;
    kg_context_options options = KG_CONTEXT_OPTIONS_INIT;
    buffers b;

    options.device = "cuda";
    if (log < 10 || log > 30) {
        fputs("usage: bench_primitives [10..30]\n", stderr);
        return 64;
    }
    check_status(kg_context_create(&ctx, &options), "a context");
    stream = kg__stream(ctx);
    b.n = (uint64_t)1 << log;
    room_bytes = (size_t)b.n * 9 + (1 << 20);
    check_cuda(cudaMalloc(&b.in, 8 * b.n), "memory");
    check_cuda(cudaMalloc(&b.out, 8 * b.n), "memory");
    check_cuda(cudaMalloc(&b.other, 8 * b.n), "memory");
    check_cuda(cudaMalloc(&b.more, 8 * b.n), "memory");
    check_cuda(cudaMalloc(&small, 1 << 16), "memory");
    check_cuda(cudaMalloc(&room, room_bytes), "memory");
    TAKE(check_cuda(
        cudaMemcpyAsync(b.out, b.in, 4 * b.n, cudaMemcpyDeviceToDevice, stream), "copy"));
    copy_rate = 8.0 * b.n / median() * 1e3;
    printf(
        "2^%d numbers; a copy of 4-byte ones reads and writes %.0f GB/s\n", log, copy_rate * 1e-9);
    printf("%-28s %9s %9s %7s %8s %6s\n", "", "ms", "CUB ms", "ratio", "GB/s", "copy");
    bench_integers(&b);
    bench_distinct(&b);
    bench_floats(&b);
    bench_words(&b);
    kg_context_destroy(ctx);
    return failed;
}
