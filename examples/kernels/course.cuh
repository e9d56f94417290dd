/*
 * The programs of the course share this code: the size on the command line, arrays on the GPU, and
 * a table of the ways to solve an exercise. Each way runs once to be checked and RUNS times to be
 * measured, by the GPU's clock.
 *
 *     EXERCISE [SIZE]
 *
 * Exit status: 0 every way is right, 1 one is wrong or CUDA failed, 64 usage, 77 there is no GPU.
 */
#ifndef COURSE_CUH
#define COURSE_CUH

#include <algorithm>
#include <cuda_runtime.h>
#include <functional>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <vector>

#define CUDA(call) course_check(call, #call)

static inline void course_check(cudaError_t error, const char *what)
{
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
    exit(1);
}

/* The size that the command line gives, or the usual one. */
static inline size_t course_size(int argc, char **argv, size_t usual, size_t most)
{
    char *end = NULL;
    int devices = 0;
    unsigned long long size = argc > 1 ? strtoull(argv[1], &end, 10) : usual;

    if (argc > 2 || (end && (end == argv[1] || *end)) || size < 1 || size > most) {
        fprintf(stderr, "usage: %s [SIZE]   from 1 to %zu, %zu by default\n", argv[0], most, usual);
        exit(64);
    }
    if (cudaGetDeviceCount(&devices) != cudaSuccess || !devices) {
        fprintf(stderr, "%s: there is no GPU\n", argv[0]);
        exit(77);
    }
    return size;
}

/* Number i of a sequence that looks random: splitmix64 (Steele, Lea and Flood, 2014). */
static inline uint64_t course_random(uint64_t i)
{
    uint64_t z = (i + 1) * UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* n / by, rounded up: blocks for n threads. */
static inline unsigned course_ceil(size_t n, size_t by)
{
    return (unsigned)((n + by - 1) / by);
}

/* Blocks that fill the GPU several times over, for loops whose stride is the grid. */
static inline unsigned course_blocks(size_t n, unsigned threads)
{
    int processors;

    CUDA(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
    return (unsigned)std::min<size_t>(course_ceil(n, threads), (size_t)processors * 16);
}

/* Numbers on the GPU, freed at the end of the block. A kernel is given their address. */
template <typename T> struct on_gpu {
    T *at = NULL;
    size_t n;

    explicit on_gpu(size_t count) : n(count)
    {
        CUDA(cudaMalloc((void **)&at, std::max<size_t>(n, 1) * sizeof(T)));
    }
    explicit on_gpu(const std::vector<T> &host) : on_gpu(host.size())
    {
        CUDA(cudaMemcpy(at, host.data(), n * sizeof(T), cudaMemcpyHostToDevice));
    }
    on_gpu(const on_gpu &) = delete;
    ~on_gpu()
    {
        cudaFree(at);
    }
    void fill(int byte)
    {
        CUDA(cudaMemset(at, byte, n * sizeof(T)));
    }
    std::vector<T> read() const
    {
        std::vector<T> host(n);

        CUDA(cudaMemcpy(host.data(), at, n * sizeof(T), cudaMemcpyDeviceToHost));
        return host;
    }
    operator T *() const
    {
        return at;
    }
};

/* The ways of one exercise. `work` counts what must be done at least: bytes that are read and
 * written, or operations; `unit` is what 10^9 of them a second are called. */
struct exercise {
    enum { RUNS = 7 };
    const char *name;
    double work;
    const char *unit;
    bool wrong = false;
    std::function<void()> forget = [] {}; /* overwrites the last way's answer */

    exercise(const char *what, double much, const char *per_second)
        : name(what), work(much), unit(per_second)
    {
        printf("%-10s %-34s %-7s %10s %10s\n", "exercise", "way", "answer", "ms", unit);
    }

    /* launch() starts kernels on the default stream, and right() looks at what they left. */
    template <typename Launch, typename Right> void way(const char *how, Launch launch, Right right)
    {
        cudaEvent_t begin, end;
        std::vector<float> ms(RUNS);
        bool good;

        forget();
        launch();
        CUDA(cudaGetLastError());
        CUDA(cudaDeviceSynchronize());
        good = right();
        wrong = wrong || !good;
        CUDA(cudaEventCreate(&begin));
        CUDA(cudaEventCreate(&end));
        for (float &one : ms) {
            CUDA(cudaEventRecord(begin, 0));
            launch();
            CUDA(cudaEventRecord(end, 0));
            CUDA(cudaEventSynchronize(end));
            CUDA(cudaEventElapsedTime(&one, begin, end));
        }
        CUDA(cudaEventDestroy(begin));
        CUDA(cudaEventDestroy(end));
        std::sort(ms.begin(), ms.end());
        printf("%-10s %-34s %-7s %10.4f %10.1f\n", name, how, good ? "right" : "WRONG",
            ms[RUNS / 2], work / 1e6 / std::max(ms[RUNS / 2], 1e-6f));
    }

    int status() const
    {
        return wrong;
    }
};

#endif
