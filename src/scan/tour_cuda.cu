/*
 * Shortest tours on the GPU by dynamic programming over sets.
 *
 * In: a kg__tour of m inner cities. Out: the first of its shortest orders, and its length.
 *
 * Method: rest(set, j) is the length of the shortest way from j, which is not in set, through all of set
 * to the end: the least of distance[j][i] + rest(set - i, i) over i in set. It is kept at
 * rest[j][set without bit j], half of what rows over all sets and cities take; every number is written
 * once and read once. A set is cut into a high part and LOW bits. A block does all sets of one high part,
 * by how many low bits they have; a launch does all high parts of equally many bits. So a set's
 * subsets by one are there. A thread holds the ways through all i in registers and goes through the j.
 * The order is read off by one warp, the smallest city first among equals.
 *
 * Work: 2^m m^2 additions at most. Memory: m 2^(m-1) numbers.
 *
 * Deterministic: each number is the least of the same sums as on any device; ties go to the first city.
 *
 * Source: Held and Karp, "A dynamic programming approach to sequencing problems", 1962.
 */
#include "tour_cuda.cuh"
extern "C" {
#include "scan_ops.h"
}

/* LOW: bits of a set that one block goes through: their layers fill most of its warps. WAYS: the most
 * cities, a register each; no device has memory for more. GROUP: of them at once. */
enum { LOW = 10, WAYS = 32, GROUP = 4 };

/* A set without its place for city i. */
static __device__ __forceinline__ uint32_t squeeze(uint32_t set, unsigned i)
{
    return (set >> i >> 1) << i | (set & ((1u << i) - 1));
}

/* Fills the row of one set: rest[j][set] for all j outside. to: from row to column. */
template <typename T>
static __device__ __forceinline__ void fill_set(
    T *rest, unsigned m, uint32_t set, const T (&to)[WAYS][WAYS], const T *last)
{
    const uint64_t half = (uint64_t)1 << (m - 1);
    T way[WAYS];

#pragma unroll
    for (unsigned i = 0; i < WAYS; i++)
        way[i] = set >> i & 1 ? rest[i * half + squeeze(set, i)] : kg__tour_none<T>();
    for (unsigned j = 0; j < m; j++) {
        T least = kg__tour_none<T>();

        if (set >> j & 1)
            continue;
#pragma unroll
        for (unsigned g = 0; g < WAYS; g += GROUP)
            if (g < m) {
#pragma unroll
                for (unsigned i = g; i < g + GROUP; i++) {
                    const T sum = to[j][i] + way[i];

                    least = sum < least ? sum : least;
                }
            }
        rest[j * half + squeeze(set, j)] = set ? least : last[j];
    }
}

/* Block b owns the sets whose high part is high[b]; low_set: [2^low] by how many bits are set. */
template <typename T>
static __global__ void __launch_bounds__(KG__BLOCK) k_tour_layer(T *rest, unsigned m, unsigned low,
    const T *table, const uint32_t *high, const uint32_t *low_set)
{
    __shared__ alignas(16) T s_to[WAYS][WAYS];
    const uint32_t own = high[blockIdx.x] << low;

    for (unsigned c = threadIdx.x; c < WAYS * WAYS; c += KG__BLOCK) {
        const unsigned j = c / WAYS, i = c % WAYS;

        s_to[j][i] = j < m && i < m ? table[(2 + j) * m + i] : (T)0;
    }
    __syncthreads();
    for (unsigned bits = 0, begin = 0, count = 1; bits <= low; bits++) {
        for (unsigned x = begin + threadIdx.x; x < begin + count; x += KG__BLOCK)
            fill_set(rest, m, own | low_set[x], s_to, table + m);
        __syncthreads();
        begin += count;
        count = count * (low - bits) / (bits + 1);
    }
}

template <typename T> struct tour_answer {
    T cost;
    uint32_t order[WAYS];
};

/* The first warp; lane i speaks for city i. */
template <typename T>
static __global__ void k_tour_order(
    tour_answer<T> *answer, unsigned m, const T *rest, const T *table)
{
    const unsigned lane = threadIdx.x;
    const uint64_t half = (uint64_t)1 << (m - 1);
    const T *step = table;
    uint32_t left = (uint32_t)(((uint64_t)1 << m) - 1);

    if (lane >= WAYS)
        return;
    for (unsigned place = 0; place < m; place++) {
        unsigned city = lane;
        T sum = kg__tour_none<T>();

        if (left >> lane & 1)
            sum = step[lane] + rest[lane * half + squeeze(left, lane)];
        else
            city = WAYS;
        for (unsigned far = WAYS / 2; far; far /= 2) {
            const T other = __shfl_xor_sync(UINT32_MAX, sum, far);
            const unsigned who = __shfl_xor_sync(UINT32_MAX, city, far);

            if (other < sum || (other == sum && who < city)) {
                sum = other;
                city = who;
            }
        }
        if (lane == 0) {
            answer->order[place] = city;
            if (place == 0)
                answer->cost = sum;
        }
        left ^= 1u << city;
        step = table + (2 + city) * m;
    }
}

/* Thread i owns count[i]. */
static __global__ void k_tour_count_bits(uint32_t *count, uint64_t n)
{
    const uint64_t i = kg__item();

    if (i < n)
        count[i] = (uint32_t)__popc((unsigned)i);
}

/* set: [2^bits], the numbers below 2^bits by how many bits are set, then by size. */
static kg_status list_sets(kg_context *ctx, uint32_t **set, unsigned bits)
{
    const uint64_t n = (uint64_t)1 << bits;
    uint32_t *count = NULL;
    kg_status status;

    KG_TRY(kg__allocate(ctx, set, n, sizeof **set, "sets by size"));
    KG_TRY(kg__allocate(ctx, &count, n, sizeof *count, "sizes of sets"));
    KG_TRY(KG_LAUNCH(ctx, k_tour_count_bits, n, count, n));
    KG_TRY(kg__scan_sort_u32_u32_cuda(ctx, NULL, *set, n, count, NULL));
out:
    kg__free(ctx, count);
    return status;
}

template <typename T, typename F>
static kg_status held_karp(kg_context *ctx, uint32_t *order, kg_number *cost, const kg__tour *tour)
{
    const unsigned m = tour->inner, low = m < LOW ? m : (unsigned)LOW, high = m - low;
    uint32_t *low_set = NULL, *high_set = NULL;
    T *table = NULL, *rest = NULL;
    tour_answer<T> *d_answer = NULL, answer;
    uint64_t begin = 0, count = 1;
    kg_status status;

    if (m > WAYS)
        return kg__fail(ctx, KG_LIMIT, "%u cities in any order: Held-Karp on %s can do %d at most",
            m, kg_context_device(ctx), WAYS);
    KG_TRY(kg__allocate(
        ctx, &rest, m * ((uint64_t)1 << (m - 1)), sizeof *rest, "shortest ways through sets"));
    KG_TRY((kg__tour_upload<T, F>(ctx, &table, tour)));
    KG_TRY(kg__allocate(ctx, &d_answer, 1, sizeof *d_answer, "an order"));
    KG_TRY(list_sets(ctx, &low_set, low));
    KG_TRY(list_sets(ctx, &high_set, high));
    for (unsigned bits = 0; bits <= high; bits++) {
        KG_TRY(KG_LAUNCH(ctx, k_tour_layer<T>, count * KG__BLOCK, rest, m, low, table,
            high_set + begin, low_set));
        begin += count;
        count = count * (high - bits) / (bits + 1);
    }
    KG_TRY(KG_LAUNCH(ctx, k_tour_order<T>, 1, d_answer, m, rest, table));
    KG_TRY(kg__cuda_fetch(ctx, &answer, d_answer, sizeof answer));
    for (unsigned i = 0; i < m; i++)
        order[i] = answer.order[i];
    *cost = kg__tour_number(answer.cost);
out:
    kg__free(ctx, high_set);
    kg__free(ctx, low_set);
    kg__free(ctx, d_answer);
    kg__free(ctx, table);
    kg__free(ctx, rest);
    return status;
}

decl_array_held_karp_bytes(kg__array_held_karp_bytes_cuda)
{
    return ((uint64_t)tour->inner << tour->inner) / 2 *
           (tour->narrow ? sizeof(int32_t) : sizeof(int64_t));
}

decl_array_held_karp(kg__array_held_karp_cuda)
{
    return tour->real     ? held_karp<double, double>(ctx, order, cost, tour)
           : tour->narrow ? held_karp<int32_t, int64_t>(ctx, order, cost, tour)
                          : held_karp<int64_t, int64_t>(ctx, order, cost, tour);
}
