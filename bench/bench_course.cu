/*
 * The exercises of the course in kernels (docs/kernels.md) by konig and by CUB or cuBLAS, on as
 * many numbers of the same type, measured by the course's own clock. bench/course.py calls it.
 *
 *     bench_course EXERCISE [SIZE]      histogram, minimum, product, scan, sum, top or transpose
 *
 * Every answer is compared with the CPU's. The exit status is that of the course's programs.
 */
#include "../examples/kernels/course.cuh"
#include <cub/cub.cuh>
#include <cuda/functional>
#include <cuda/std/functional>
#include <konig/konig.h>
#include <string.h>
#include <string>

enum { TOP = 32 };

static kg_context *ctx;

static void konig(kg_status status)
{
    if (status != KG_OK) {
        fprintf(stderr, "konig: %s\n", kg_context_message(ctx));
        exit(1);
    }
    CUDA(cudaStreamSynchronize((cudaStream_t)kg_context_stream(ctx)));
}

/* Calls of CUB with room that is made once. */
struct cub_room {
    void *room = NULL;
    size_t bytes = 0;

    template <typename Call> void run(Call call)
    {
        if (!room) {
            CUDA(call(room, bytes));
            CUDA(cudaMalloc(&room, bytes + 1));
        }
        CUDA(call(room, bytes));
    }
    ~cub_room()
    {
        cudaFree(room);
    }
};

static std::vector<unsigned> numbers(size_t n, unsigned below)
{
    std::vector<unsigned> made(n);

    for (size_t i = 0; i < n; i++)
        made[i] = below ? (unsigned)course_random(i) % below : (unsigned)course_random(i);
    return made;
}

static int minimum(size_t n)
{
    exercise one("minimum", 4.0 * (double)n, "GB/s");
    const std::vector<unsigned> value = numbers(n, 0);
    const unsigned expected = *std::min_element(value.begin(), value.end());
    on_gpu<unsigned> d_value(value), d_least(1);
    kg_number least;
    cub_room room;

    one.way(
        "konig", [&] { konig(kg_array_argmin(NULL, &least, ctx, KG_U32, n, d_value)); },
        [&] { return least.whole == expected; });
    one.way(
        "CUB",
        [&] {
            room.run([&](void *at, size_t &bytes) {
                return cub::DeviceReduce::Min(at, bytes, d_value.at, d_least.at, (int64_t)n);
            });
        },
        [&] { return d_least.read()[0] == expected; });
    return one.status();
}

static int sum(size_t n)
{
    exercise one("sum", 4.0 * (double)n, "GB/s");
    const std::vector<unsigned> value = numbers(n, 0);
    uint64_t expected = 0;
    on_gpu<unsigned> d_value(value);
    on_gpu<uint64_t> d_sum(1);
    kg_number all;
    cub_room room;

    for (unsigned number : value)
        expected += number;
    one.way(
        "konig", [&] { konig(kg_array_sum(&all, NULL, ctx, KG_U32, n, d_value)); },
        [&] { return all.whole == expected; });
    one.way(
        "CUB",
        [&] {
            room.run([&](void *at, size_t &bytes) {
                return cub::DeviceReduce::Reduce(at, bytes, d_value.at, d_sum.at, (int64_t)n,
                    ::cuda::std::plus<uint64_t>(), (uint64_t)0);
            });
        },
        [&] { return d_sum.read()[0] == expected; });
    return one.status();
}

static int scan(size_t n)
{
    exercise one("scan", 8.0 * (double)n, "GB/s");
    const std::vector<unsigned> value = numbers(n, 10);
    std::vector<unsigned> expected(n);
    unsigned all = 0;
    on_gpu<unsigned> d_value(value), d_sum(n);
    cub_room room;
    auto right = [&] { return d_sum.read() == expected; };

    for (size_t i = 0; i < n; i++)
        expected[i] = all += value[i];
    one.forget = [&] { d_sum.fill(0xff); };
    one.way(
        "konig",
        [&] {
            konig(kg_array_scan(
                d_sum, NULL, ctx, KG_U32, n, d_value, KG_SCAN_SUM, KG_SCAN_INCLUSIVE));
        },
        right);
    one.way(
        "CUB",
        [&] {
            room.run([&](void *at, size_t &bytes) {
                return cub::DeviceScan::InclusiveSum(at, bytes, d_value.at, d_sum.at, (int64_t)n);
            });
        },
        right);
    return one.status();
}

static int histogram(size_t n)
{
    enum { BINS = 256 };
    exercise one("histogram", (double)n, "GB/s");
    std::vector<uint8_t> value(n);
    std::vector<uint64_t> expected(BINS), times(BINS);
    on_gpu<unsigned long long> d_times(BINS);
    cub_room room;

    for (size_t i = 0; i < n; i++) {
        const uint64_t two = course_random(i);

        value[i] = (uint8_t)((two & 0xff) * (two >> 8 & 0xff) >> 8);
        expected[value[i]]++;
    }
    on_gpu<uint8_t> d_value(value);
    one.way(
        "konig",
        [&] {
            konig(kg_array_histogram(times.data(), NULL, ctx, KG_U8, n, d_value, BINS, 0, BINS));
        },
        [&] { return times == expected; });
    one.way(
        "CUB",
        [&] {
            room.run([&](void *at, size_t &bytes) {
                return cub::DeviceHistogram::HistogramEven(
                    at, bytes, d_value.at, d_times.at, BINS + 1, 0, (int)BINS, (int64_t)n);
            });
        },
        [&] {
            const std::vector<unsigned long long> got = d_times.read();
            return std::equal(got.begin(), got.end(), expected.begin());
        });
    return one.status();
}

static int top(size_t n)
{
    exercise one("top", 4.0 * (double)n, "GB/s");
    const std::vector<unsigned> value = numbers(n, 0);
    const size_t kept = std::min<size_t>(n, TOP);
    std::vector<unsigned> expected(kept);
    on_gpu<unsigned> d_value(value), d_sorted(n);
    cub_room room;
    auto right = [&] {
        std::vector<unsigned> got(kept);

        CUDA(cudaMemcpy(got.data(), d_sorted.at, kept * sizeof(unsigned), cudaMemcpyDeviceToHost));
        return got == expected;
    };

    std::partial_sort_copy(
        value.begin(), value.end(), expected.begin(), expected.end(), std::greater<unsigned>());
    one.forget = [&] { d_sorted.fill(0xff); };
    one.way(
        "konig",
        [&] {
            konig(kg_array_top(d_sorted, NULL, ctx, KG_U32, n, d_value, kept, KG_TOP_GREATEST));
        },
        right);
    one.way(
        "CUB, which sorts",
        [&] {
            room.run([&](void *at, size_t &bytes) {
                return cub::DeviceRadixSort::SortKeysDescending(
                    at, bytes, d_value.at, d_sorted.at, (int64_t)n);
            });
        },
        right);
    return one.status();
}

static int transpose(size_t n)
{
    exercise one("transpose", 8.0 * (double)n * (double)n, "GB/s");
    std::vector<float> in(n * n), expected(n * n);

    for (size_t y = 0; y < n; y++)
        for (size_t x = 0; x < n; x++)
            expected[x * n + y] = in[y * n + x] = (float)(course_random(y * n + x) & 0xffff);
    on_gpu<float> d_in(in), d_out(n * n);
    one.forget = [&] { d_out.fill(0xff); };
    one.way(
        "konig", [&] { konig(kg_array_transpose(d_out, 0, ctx, KG_F32, n, n, d_in, 0)); },
        [&] { return d_out.read() == expected; });
    return one.status();
}

static int product(size_t n)
{
    exercise one("product", 2.0 * (double)n * (double)n * (double)n, "GFLOP/s");
    std::vector<float> a(n * n), b(n * n), expected(n * n);

    /* As in the course: eight numbers of each row of A are not 0. */
    for (size_t y = 0; y < n; y++)
        for (size_t k = 0; k < 8; k++)
            a[y * n + course_random(y * 8 + k) % n] = (float)(k + 1);
    for (size_t i = 0; i < n * n; i++)
        b[i] = (float)(course_random(i) % 16);
    for (size_t y = 0; y < n; y++)
        for (size_t k = 0; k < n; k++)
            if (a[y * n + k] != 0)
                for (size_t x = 0; x < n; x++)
                    expected[y * n + x] += a[y * n + k] * b[k * n + x];
    on_gpu<float> d_a(a), d_b(b), d_c(n * n);
    auto multiply = [&](kg_multiply_way way) {
        return kg_array_multiply(d_c, 0, ctx, KG_F32, n, n, n, d_a, 0, d_b, 0, way);
    };
    auto right = [&] { return d_c.read() == expected; };

    one.forget = [&] { d_c.fill(0xff); };
    one.way(
        "konig", [&] { konig(multiply(KG_MULTIPLY_REPRODUCIBLE)); }, right);
    if (multiply(KG_MULTIPLY_BLAS) != KG_UNSUPPORTED)
        one.way(
            "cuBLAS", [&] { konig(multiply(KG_MULTIPLY_BLAS)); }, right);
    return one.status();
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        int (*run)(size_t n);
        size_t usual;
    } exercises[] = {{"histogram", histogram, 1 << 20}, {"minimum", minimum, 1 << 20},
        {"product", product, 512}, {"scan", scan, 1 << 20}, {"sum", sum, 1 << 20},
        {"top", top, 1 << 20}, {"transpose", transpose, 1024}};
    int status = 64;

    for (const auto &one : exercises)
        if (argc > 1 && strcmp(argv[1], one.name) == 0) {
            const size_t n = course_size(argc - 1, argv + 1, one.usual, (size_t)1 << 32);

            kg_context_options options = KG_CONTEXT_OPTIONS_INIT;

            options.device = "cuda";
            konig(kg_context_create(&ctx, &options));
            status = one.run(n);
            kg_context_destroy(ctx);
        }
    if (status == 64)
        fprintf(stderr, "usage: %s EXERCISE [SIZE]\n", argv[0]);
    return status;
}
