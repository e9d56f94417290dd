/*
 * What kernels call, on the CPU, as far as konig's use it.
 *
 * A launch runs the kernel before it returns, on the thread of the host that launched it. The
 * threads of a block take turns: each that waits for others lets them go on. If all wait, the
 * program ends. Blocks run one after the other, unless the launch is cooperative.
 */
#ifndef EMULATOR_KERNEL_H
#define EMULATOR_KERNEL_H

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <type_traits>
#include <utility>

#define __global__
#define __device__
#define __host__
#define __forceinline__ inline
#define __noinline__    __attribute__((noinline))
#define __grid_constant__
#define __launch_bounds__(...)
#define __align__(n) alignas(n)
#ifndef __restrict__
#define __restrict__ __restrict
#endif

/* ---- types ---------------------------------------------------------------------------------- */

struct uint2 {
    unsigned x, y;
};
struct alignas(16) uint4 {
    unsigned x, y, z, w;
};
struct alignas(16) ulonglong2 {
    unsigned long long x, y;
};
struct alignas(16) double2 {
    double x, y;
};
struct dim3 {
    unsigned x, y, z;
    constexpr dim3(unsigned a = 1, unsigned b = 1, unsigned c = 1) : x(a), y(b), z(c)
    {
    }
};
static inline uint2 make_uint2(unsigned x, unsigned y)
{
    return {x, y};
}
static inline uint4 make_uint4(unsigned x, unsigned y, unsigned z, unsigned w)
{
    return {x, y, z, w};
}
static inline ulonglong2 make_ulonglong2(unsigned long long x, unsigned long long y)
{
    return {x, y};
}

/* ---- launches ------------------------------------------------------------------------------- */

namespace emulator
{

/* THREADS_MOST: of a block, and of all blocks that a multiprocessor has at once. SHARED_MOST: bytes
 * of dynamic shared memory. GAP: bytes in front of a shared variable and behind it. */
enum { WARP = 32, THREADS_MOST = 1024, SHARED_MOST = 228 << 10, GAP = 32 };

/* What the lanes of a warp have given each other. */
struct snapshot {
    unsigned present;
    uint64_t value[WARP][2];
};

/* rank: of the thread in its block. serial: of the block among all that this thread of the host has
 * run. */
struct lane {
    dim3 thread, block;
    unsigned rank;
    unsigned char *shared;
    uint64_t serial;
};

/* How they are reached is said because it is quick: without, it is by a call. */
extern __thread lane *self __attribute__((tls_model("initial-exec")));
extern __thread dim3 block_shape __attribute__((tls_model("initial-exec")));
extern __thread dim3 grid_shape __attribute__((tls_model("initial-exec")));

/* Waits for the lanes of the mask that have not ended. */
const snapshot *meet_warp(unsigned mask, uint64_t low, uint64_t high);
/* Waits for all threads of the block that have not ended. Returns the sum of what they gave. */
unsigned meet_block(unsigned value);
/* Waits for all threads of the grid, none of which may end before. */
void meet_grid(void);
uint64_t nanoseconds(void);

typedef void body_fn(void *with);
enum together_or_not { ONE_BY_ONE, TOGETHER };
void run_grid(
    dim3 blocks, dim3 threads, size_t shared, together_or_not how, body_fn *body, void *with);

template <typename Kernel, typename... Given>
void launch(dim3 blocks, dim3 threads, size_t shared, Kernel kernel, Given &&...given)
{
    auto call = [&] { kernel(given...); };

    run_grid(
        blocks, threads, shared, ONE_BY_ONE, [](void *with) { (*(decltype(call) *)with)(); },
        &call);
}

/* The emulator's nvcc replaces the address of a kernel by that of its entry. */
struct entry {
    const void *tag; /* &entry_tag */
    body_fn *call;   /* with what is an array of pointers to the arguments */
};
extern const char entry_tag;

template <auto kernel> struct entry_of;
template <typename... T, void (*kernel)(T...)> struct entry_of<kernel> {
    template <size_t... i> static void spread(void **given, std::index_sequence<i...>)
    {
        kernel(*(T *)given[i]...);
    }
    static void call(void *given)
    {
        spread((void **)given, std::index_sequence_for<T...>());
    }
    static constexpr entry value = {&entry_tag, call};
};

size_t place_shared(size_t bytes, size_t alignment);
void begin_shared(void *at, size_t bytes);

/* The block's own copy of a variable, which is spoilt before the block uses it. */
template <typename T> inline T &shared(size_t place)
{
    unsigned char *at = self->shared + place;

    if (*(const uint64_t *)(at - GAP) != self->serial)
        begin_shared(at, sizeof(T));
    return *(T *)at;
}

template <typename T, typename At> inline void load(T &to, At from, int number)
{
    to = __atomic_load_n((const T *)from + number, __ATOMIC_RELAXED);
}

template <int bits, typename At, typename T> inline void store(At to, T word)
{
    if constexpr (bits == 32)
        __atomic_store_n((uint32_t *)to, (uint32_t)word, __ATOMIC_RELAXED);
    else
        __atomic_store_n((uint64_t *)to, (uint64_t)word, __ATOMIC_RELAXED);
}

template <typename T> inline T value_of(const snapshot *seen, unsigned lane_)
{
    T value;

    memcpy(&value, seen->value[lane_ % WARP], sizeof value);
    return value;
}

template <typename T> inline const snapshot *meet_warp_with(unsigned mask, T value)
{
    uint64_t words[2] = {};

    static_assert(sizeof value <= sizeof words, "what lanes give each other");
    memcpy(words, &value, sizeof value);
    return meet_warp(mask, words[0], words[1]);
}

inline unsigned own_lane(void)
{
    return self->rank % WARP;
}

} // namespace emulator

#define threadIdx (::emulator::self->thread)
#define blockIdx  (::emulator::self->block)
#define blockDim  (::emulator::block_shape)
#define gridDim   (::emulator::grid_shape)
#define warpSize  32

/* ---- what lanes and threads do together ------------------------------------------------------ */

static inline void __syncthreads(void)
{
    ::emulator::meet_block(0);
}
static inline int __syncthreads_count(int yes)
{
    return (int)::emulator::meet_block(yes != 0);
}
static inline int __syncthreads_or(int yes)
{
    return ::emulator::meet_block(yes != 0) != 0;
}
static inline void __syncwarp(unsigned mask = 0xffffffff)
{
    ::emulator::meet_warp(mask, 0, 0);
}
/* A lane knows of no other one that it is at the same place. */
static inline unsigned __activemask(void)
{
    return 1u << ::emulator::own_lane();
}
template <typename T> static inline T __shfl_sync(unsigned mask, T value, int from, int width = 32)
{
    const unsigned own = ::emulator::own_lane();

    return ::emulator::value_of<T>(::emulator::meet_warp_with(mask, value),
        (own & ~(unsigned)(width - 1)) | ((unsigned)from & (unsigned)(width - 1)));
}
template <typename T>
static inline T __shfl_up_sync(unsigned mask, T value, unsigned by, int width = 32)
{
    const unsigned own = ::emulator::own_lane(), at = own % (unsigned)width;

    return ::emulator::value_of<T>(
        ::emulator::meet_warp_with(mask, value), at < by ? own : own - by);
}
template <typename T>
static inline T __shfl_down_sync(unsigned mask, T value, unsigned by, int width = 32)
{
    const unsigned own = ::emulator::own_lane(), at = own % (unsigned)width;

    return ::emulator::value_of<T>(
        ::emulator::meet_warp_with(mask, value), at + by < (unsigned)width ? own + by : own);
}
template <typename T>
static inline T __shfl_xor_sync(unsigned mask, T value, int with, int width = 32)
{
    (void)width;
    return ::emulator::value_of<T>(
        ::emulator::meet_warp_with(mask, value), ::emulator::own_lane() ^ (unsigned)with);
}
static inline unsigned __ballot_sync(unsigned mask, int yes)
{
    const uint32_t mine = yes != 0;
    const ::emulator::snapshot *seen = ::emulator::meet_warp(mask, mine, 0);
    unsigned ballot = 0;

    for (unsigned i = 0; i < 32; i++)
        if (seen->present >> i & 1 && (uint32_t)seen->value[i][0])
            ballot |= 1u << i;
    return ballot;
}
static inline int __any_sync(unsigned mask, int yes)
{
    return __ballot_sync(mask, yes) != 0;
}
template <typename T> static inline unsigned __match_any_sync(unsigned mask, T value)
{
    const ::emulator::snapshot *seen = ::emulator::meet_warp_with(mask, value);
    unsigned same = 0;

    for (unsigned i = 0; i < 32; i++)
        if (seen->present >> i & 1 && memcmp(seen->value[i], &value, sizeof value) == 0)
            same |= 1u << i;
    return same;
}
static inline unsigned __reduce_max_sync(unsigned mask, unsigned value)
{
    const ::emulator::snapshot *seen = ::emulator::meet_warp_with(mask, value);

    for (unsigned i = 0; i < 32; i++)
        if (seen->present >> i & 1 && (unsigned)seen->value[i][0] > value)
            value = (unsigned)seen->value[i][0];
    return value;
}

namespace emulator
{

/* The instruction mma.m16n8k16 of doubles. Each lane gets its row's numbers of a, and its column's
 * of b, from the lanes that have them. */
static inline void multiply_fragments(double &s0, double &s1, double &s2, double &s3, double a0,
    double a1, double a2, double a3, double a4, double a5, double a6, double a7, double b0,
    double b1, double b2, double b3)
{
    const double a[] = {a0, a1, a2, a3, a4, a5, a6, a7}, b[] = {b0, b1, b2, b3};
    double *const sum[] = {&s0, &s1, &s2, &s3};
    const int row = (int)own_lane() / 4 * 4, column = (int)own_lane() % 4 * 8;

    for (int k = 0; k < 16; k++) {
        double left[2], right[2];

        for (int i = 0; i < 2; i++) {
            left[i] = __shfl_sync(0xffffffff, a[k / 4 * 2 + i], row + k % 4);
            right[i] = __shfl_sync(0xffffffff, b[k / 4], column + 4 * i + k % 4);
        }
        for (int i = 0; i < 4; i++)
            *sum[i] = std::fma(left[i / 2], right[i % 2], *sum[i]);
    }
}

} // namespace emulator

/* ---- bits and numbers ------------------------------------------------------------------------ */

static inline int __popc(unsigned x)
{
    return __builtin_popcount(x);
}
static inline int __popcll(unsigned long long x)
{
    return __builtin_popcountll(x);
}
static inline unsigned long long __brevll(unsigned long long x)
{
    unsigned long long reversed = 0;

    for (int i = 0; i < 64; i++)
        reversed |= (x >> i & 1) << (63 - i);
    return reversed;
}
static inline int __ffs(int x)
{
    return __builtin_ffs(x);
}
static inline int __ffsll(long long x)
{
    return __builtin_ffsll(x);
}
static inline int __clz(int x)
{
    return x ? __builtin_clz((unsigned)x) : 32;
}
static inline int __clzll(long long x)
{
    return x ? __builtin_clzll((unsigned long long)x) : 64;
}
static inline unsigned __umulhi(unsigned a, unsigned b)
{
    return (unsigned)((uint64_t)a * b >> 32);
}
static inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b)
{
    return (unsigned long long)((unsigned __int128)a * b >> 64);
}
static inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned by)
{
    return (unsigned)(((uint64_t)high << 32 | low) >> (by & 31));
}
static inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned by)
{
    return (unsigned)(((uint64_t)high << 32 | low) << (by & 31) >> 32);
}
static inline unsigned __byte_perm(unsigned a, unsigned b, unsigned select)
{
    const uint64_t bytes = (uint64_t)b << 32 | a;
    unsigned result = 0;

    for (unsigned i = 0; i < 4; i++)
        result |= (unsigned)(bytes >> 8 * (select >> 4 * i & 7) & 0xff) << 8 * i;
    return result;
}
static inline float __fmaf_rn(float a, float b, float c)
{
    return std::fma(a, b, c);
}
static inline double __fma_rn(double a, double b, double c)
{
    return std::fma(a, b, c);
}
template <typename To, typename From> static inline To emulator_bits(From from)
{
    To to;

    static_assert(sizeof to == sizeof from, "the same bits");
    memcpy(&to, &from, sizeof to);
    return to;
}
static inline unsigned __float_as_uint(float x)
{
    return emulator_bits<unsigned>(x);
}
static inline long long __double_as_longlong(double x)
{
    return emulator_bits<long long>(x);
}
using std::isfinite;
using std::isinf;
using std::isnan;
using std::signbit;
static inline double __dmul_rn(double a, double b)
{
    return a * b;
}
static inline double __dadd_rn(double a, double b)
{
    return a + b;
}
static inline int __viaddmin_s32(int a, int b, int most)
{
    return a + b < most ? a + b : most;
}
static inline int __double2hiint(double x)
{
    return (int)(unsigned)((unsigned long long)__double_as_longlong(x) >> 32);
}
static inline int __double2loint(double x)
{
    return (int)(unsigned)__double_as_longlong(x);
}
static inline double __longlong_as_double(long long x)
{
    return emulator_bits<double>(x);
}
template <typename A, typename B> static inline auto min(A a, B b) -> std::common_type_t<A, B>
{
    return (std::common_type_t<A, B>)a < (std::common_type_t<A, B>)b ? a : b;
}
template <typename A, typename B> static inline auto max(A a, B b) -> std::common_type_t<A, B>
{
    return (std::common_type_t<A, B>)a > (std::common_type_t<A, B>)b ? a : b;
}

/* ---- memory ---------------------------------------------------------------------------------- */

template <typename T> static inline T __ldg(const T *at)
{
    return *at;
}
template <typename T> static inline T __ldcg(const T *at)
{
    return *at;
}
template <typename T> static inline T __ldca(const T *at)
{
    return *at;
}
template <typename T> static inline T __ldcs(const T *at)
{
    return *at;
}
template <typename T> static inline void __stcs(T *at, T value)
{
    *at = value;
}
static inline size_t __cvta_generic_to_global(const void *at)
{
    return (size_t)at;
}
static inline size_t __cvta_generic_to_shared(const void *at)
{
    return (size_t)at;
}
static inline void __threadfence(void)
{
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
static inline void __nanosleep(unsigned)
{
}

/* Changes *at to what change() makes of it. Returns what was there. */
template <typename T, typename Change> static inline T emulator_update(T *at, Change change)
{
    T old, next;

    __atomic_load(at, &old, __ATOMIC_RELAXED);
    do
        next = change(old);
    while (!__atomic_compare_exchange(at, &old, &next, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    return old;
}
template <typename T> using emulator_same = std::type_identity_t<T>;
template <typename T> static inline T atomicAdd(T *at, emulator_same<T> by)
{
    return emulator_update(at, [by](T old) { return (T)(old + by); });
}
template <typename T> static inline T atomicMin(T *at, emulator_same<T> with)
{
    return emulator_update(at, [with](T old) { return with < old ? with : old; });
}
template <typename T> static inline T atomicMax(T *at, emulator_same<T> with)
{
    return emulator_update(at, [with](T old) { return with > old ? with : old; });
}
template <typename T> static inline T atomicOr(T *at, emulator_same<T> with)
{
    return __atomic_fetch_or(at, with, __ATOMIC_RELAXED);
}
template <typename T> static inline T atomicAnd(T *at, emulator_same<T> with)
{
    return __atomic_fetch_and(at, with, __ATOMIC_RELAXED);
}
template <typename T> static inline T atomicXor(T *at, emulator_same<T> with)
{
    return __atomic_fetch_xor(at, with, __ATOMIC_RELAXED);
}
template <typename T> static inline T atomicExch(T *at, emulator_same<T> with)
{
    return emulator_update(at, [with](T) { return with; });
}
template <typename T>
static inline T atomicCAS(T *at, emulator_same<T> expected, emulator_same<T> with)
{
    __atomic_compare_exchange_n(at, &expected, with, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    return expected;
}
template <typename T> static inline T atomicExch_system(T *at, emulator_same<T> with)
{
    return atomicExch(at, with);
}
template <typename T>
static inline T atomicCAS_system(T *at, emulator_same<T> expected, emulator_same<T> with)
{
    return atomicCAS(at, expected, with);
}

#endif
