/*
 * Shortest tours on the GPU by dynamic programming over sets (Held-Karp).
 *
 * In: a kg__tour of m inner cities. Out: the first of its shortest orders, and its length.
 *
 * Method: rest(set, j) is the length of the shortest path from j, which is not in set, through all
 * of set to the end: the least of distance[j][i] + rest(set - i, i) over i in set. As j is never in
 * set, there are half as many numbers as sets times cities; each is written once and read once. A
 * set is cut into a high part and LOW bits. A team is a warp, or a block if there are few high
 * parts. It does all sets of one high part, those with fewer low bits first. A launch does all high
 * parts of equally many bits. So the subsets of a set that lack one city are done before it. A
 * thread holds the paths through all i in registers and goes through the j. The numbers of one j
 * and one high part are in the order in which the threads process them, by the number of bits of
 * their low part, so that warps read and write whole lines. One warp reads the order off; the
 * smallest city wins ties.
 *
 * Work: 2^m m^2 additions at most. Memory: m 2^(m-1) numbers.
 *
 * Deterministic: each number is the least of the same sums as on any device; the first city wins
 * ties.
 *
 * Source: Held and Karp, "A dynamic programming approach to sequencing problems", 1962.
 */
#include "tour_cuda.cuh"
extern "C" {
#include "../scan/array_ops.h"
}

/* LOW: the low bits of a set, over which one team loops; with 10 of them most rounds of a warp are
 * full. WAYS: the most cities; each takes a register, and no device has memory for more. GROUP: the
 * number of cities that are handled at once. */
enum { LOW = 10, WAYS = 32, GROUP = 4 };
template <typename T> constexpr int BLOCKS = sizeof(T) == 4 ? 4 : 2; /* a multiprocessor */

/* Removes bit i from a set: the bits above it move down by one. */
static __device__ __forceinline__ uint32_t drop_bit(uint32_t set, unsigned i)
{
    return (set >> i >> 1) << i | (set & ((1u << i) - 1));
}

/* The sets of `low` bits in the order in which they are done, and the place of each in it. The
 * places are also given for the sets of one bit less. */
typedef struct tour_sets {
    uint16_t set[1 << LOW], place[1 << LOW], less_place[1 << LOW >> 1];
    unsigned begin[LOW + 2]; /* [i] the first one of the sets with i bits */
} tour_sets;

/* The index of the first number of city i and the sets with a high part. */
static __device__ __forceinline__ uint64_t begin_of(
    unsigned m, unsigned low_bits, unsigned i, uint32_t high)
{
    return ((uint64_t)i << (m - 1)) + (i < low_bits
                                              ? (uint64_t)high << low_bits >> 1
                                              : (uint64_t)drop_bit(high, i - low_bits) << low_bits);
}

/* The place of a set in the numbers of city i. place: of its low part in the order of low parts. */
static __device__ __forceinline__ unsigned place_of(
    unsigned low_bits, unsigned i, uint32_t low, unsigned place, const tour_sets &sets)
{
    return i < low_bits ? sets.less_place[drop_bit(low, i)] : place;
}

/* Distances from one city to GROUP others; they are loaded together. */
template <typename T> struct alignas(16) tour_group {
    T to[GROUP];
};

/* Fills the row of one set, whose low part is sets.set[place]. begin: [m] of its high part,
 * volatile so that it stays in shared memory. from: each row's groups, zeros after the last. */
template <typename T>
static __device__ __forceinline__ void fill_set(T *rest, unsigned m, unsigned low_bits,
    uint32_t high, unsigned place, const volatile uint64_t *begin, const tour_sets &sets,
    const tour_group<T> (&from)[WAYS][WAYS / GROUP], const T *last)
{
    const uint32_t low = sets.set[place], set = high << low_bits | low;
    T way[WAYS];

#pragma unroll
    for (unsigned i = 0; i < WAYS; i++) {
        way[i] = kg__tour_none<T>();
        if (set >> i & 1)
            way[i] = rest[begin[i] + place_of(low_bits, i, low, place, sets)];
    }
    for (unsigned j = 0; j < m; j++) {
        T least[GROUP]; /* GROUP minima, so that fewer comparisons wait for each other */

        if (set >> j & 1)
            continue;
#pragma unroll
        for (unsigned k = 0; k < GROUP; k++)
            least[k] = kg__tour_none<T>();
#pragma unroll
        for (unsigned g = 0; g < WAYS; g += 2 * GROUP)
            if (g < m) {
                const tour_group<T> one = from[j][g / GROUP], two = from[j][g / GROUP + 1];

#pragma unroll
                for (unsigned k = 0; k < GROUP; k++) {
                    least[k] = kg__tour_least(one.to[k], way[g + k], least[k]);
                    least[k] = kg__tour_least(two.to[k], way[g + GROUP + k], least[k]);
                }
            }
#pragma unroll
        for (unsigned k = 1; k < GROUP; k++)
            least[0] = least[k] < least[0] ? least[k] : least[0];
        rest[begin[j] + place_of(low_bits, j, low, place, sets)] = set ? least[0] : last[j];
    }
}

/* Team t, of one warp or of the whole block, owns the sets whose high part is high[t]. */
template <typename T>
static __global__ void __launch_bounds__(KG__BLOCK, BLOCKS<T>)
    k_tour_layer(T *rest, unsigned m, unsigned low_bits, const T *table, unsigned team,
        uint64_t count, const uint32_t *high, const tour_sets *sets)
{
    __shared__ tour_group<T> s_from[WAYS][WAYS / GROUP];
    __shared__ tour_sets s_sets;
    __shared__ uint64_t s_begin[KG__BLOCK / 32][WAYS];
    const uint64_t index = kg__item() / team;
    const unsigned member = threadIdx.x % team;
    const uint32_t own = index < count ? high[index] : 0;
    uint64_t *begin = s_begin[threadIdx.x / team];

    for (unsigned c = threadIdx.x; c < WAYS * WAYS; c += KG__BLOCK) {
        const unsigned j = c / WAYS, i = c % WAYS;

        s_from[j][i / GROUP].to[i % GROUP] = j < m && i < m ? table[(2 + j) * m + i] : (T)0;
    }
    if (member < m)
        begin[member] = begin_of(m, low_bits, member, own);
    for (unsigned c = threadIdx.x; c < sizeof s_sets / sizeof(unsigned); c += KG__BLOCK)
        ((unsigned *)&s_sets)[c] = ((const unsigned *)sets)[c];
    __syncthreads();
    for (unsigned bits = 0; index < count && bits <= low_bits; bits++) {
        const unsigned end = s_sets.begin[bits + 1];

        for (unsigned x = s_sets.begin[bits] + member; x < end; x += team)
            fill_set(rest, m, low_bits, own, x, begin, s_sets, s_from, table + m);
        if (team == 32) /* the next sets read the results of these */
            __syncwarp();
        else
            __syncthreads();
    }
}

template <typename T> struct tour_answer {
    T cost;
    uint32_t order[WAYS];
};

/* The first warp; lane i stands for city i. */
template <typename T>
static __global__ void k_tour_order(tour_answer<T> *answer, unsigned m, unsigned low_bits,
    const T *rest, const T *table, const tour_sets *sets)
{
    const unsigned lane = threadIdx.x;
    const T *step = table;
    uint32_t left = (uint32_t)(((uint64_t)1 << m) - 1);

    if (lane >= WAYS)
        return;
    for (unsigned place = 0; place < m; place++) {
        const uint32_t high = (uint32_t)((uint64_t)left >> low_bits);
        const uint32_t low = left & ((1u << low_bits) - 1);
        unsigned city = lane;
        T sum = kg__tour_none<T>();

        if (left >> lane & 1)
            sum = step[lane] + rest[begin_of(m, low_bits, lane, high) +
                                    place_of(low_bits, lane, low, sets->place[low], *sets)];
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

/* set: [out] [2^bits], the numbers below 2^bits, sorted by the number of set bits, then by size. */
static kg_status list_sets(kg_context *ctx, uint32_t **set, unsigned bits)
{
    const uint64_t n = (uint64_t)1 << bits;
    uint32_t *count = NULL;
    kg_status status;

    KG_TRY(kg__allocate(ctx, set, n, sizeof **set, "sets by size"));
    KG_TRY(kg__allocate(ctx, &count, n, sizeof *count, "sizes of sets"));
    KG_TRY(KG_LAUNCH(ctx, k_tour_count_bits, n, count, n));
    KG_TRY(kg__array_sort_u32_u32_cuda(ctx, NULL, *set, n, count, NULL));
out:
    kg__free(ctx, count);
    return status;
}

/* The same for the low parts, with the place of each set in that order. */
static kg_status upload_sets(kg_context *ctx, tour_sets **d_sets, unsigned bits)
{
    tour_sets *sets = NULL;
    unsigned at = 0, less = 0;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &sets, 1, sizeof *sets, "sets by size"));
    for (unsigned count = 0; count <= bits; count++) {
        sets->begin[count] = at;
        for (unsigned set = 0; set < 1u << bits; set++)
            if ((unsigned)__builtin_popcount(set) == count) {
                sets->set[at] = (uint16_t)set;
                sets->place[set] = (uint16_t)at++;
                if (set < 1u << bits >> 1)
                    sets->less_place[set] = (uint16_t)less++;
            }
    }
    sets->begin[bits + 1] = at;
    KG_TRY(kg__allocate(ctx, d_sets, 1, sizeof *sets, "sets by size"));
    KG_TRY(kg__memory(ctx)->upload(ctx, *d_sets, sets, sizeof *sets));
out:
    kg__free(ctx, sets);
    return status;
}

template <typename T, typename F>
static kg_status held_karp(kg_context *ctx, uint32_t *order, kg_number *cost, const kg__tour *tour)
{
    const unsigned m = tour->inner, low = m < LOW ? m : (unsigned)LOW, high = m - low;
    uint32_t *high_set = NULL;
    tour_sets *sets = NULL;
    T *table = NULL, *rest = NULL;
    const uint64_t all =
        (uint64_t)kg__cuda_of(ctx)->processors * BLOCKS<T> * KG__BLOCK; /* threads */
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
    KG_TRY(upload_sets(ctx, &sets, low));
    KG_TRY(list_sets(ctx, &high_set, high));
    for (unsigned bits = 0; bits <= high; bits++) {
        const unsigned team = count * 32 < all ? (unsigned)KG__BLOCK : 32;

        KG_TRY(KG_LAUNCH(ctx, k_tour_layer<T>, count * team, rest, m, low, table, team, count,
            high_set + begin, sets));
        begin += count;
        count = count * (high - bits) / (bits + 1);
    }
    KG_TRY(KG_LAUNCH(ctx, k_tour_order<T>, 1, d_answer, m, low, rest, table, sets));
    KG_TRY(kg__cuda_fetch(ctx, &answer, d_answer, sizeof answer));
    for (unsigned i = 0; i < m; i++)
        order[i] = answer.order[i];
    *cost = kg__tour_number(answer.cost);
out:
    kg__free_all(ctx, high_set, sets, d_answer, table, rest);
    return status;
}

decl_combinatorics_held_karp_bytes(kg__combinatorics_held_karp_bytes_cuda)
{
    return ((uint64_t)tour->inner << tour->inner) / 2 *
           (tour->narrow ? sizeof(int32_t) : sizeof(int64_t));
}

decl_combinatorics_held_karp(kg__combinatorics_held_karp_cuda)
{
    return tour->real     ? held_karp<double, double>(ctx, order, cost, tour)
           : tour->narrow ? held_karp<int32_t, int64_t>(ctx, order, cost, tour)
                          : held_karp<int64_t, int64_t>(ctx, order, cost, tour);
}
