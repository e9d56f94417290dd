/*
 * Shortest tours on the GPU by trying every permutation.
 *
 * In: a kg__tour of m inner cities. Out: the number of its first shortest permutation, and its
 * length.
 *
 * Method: a prefix places all cities except the last K. A thread owns consecutive prefixes. It
 * keeps the length of the path to each place, so that from one prefix to the next it recomputes
 * only the last places that change. For each prefix it loads the distances among the remaining K
 * cities into registers and goes through their K! orders, as an unrolled tree: one addition at each
 * node, and at a leaf one more and a minimum. Only the least length of a prefix is kept. In the end
 * the permutations of the winning prefix are searched for the first one of that length.
 *
 * Work: each permutation is a leaf, which costs two additions of three numbers or fewer and a
 * minimum; paths that permutations share are added up once. No permutation is skipped. Memory: one
 * result a block.
 *
 * Deterministic: sums go from the start to the end; the least number wins ties.
 */
#include "tour_cuda.cuh"
#include <konig/permutation.h>

/* TAIL: the number of last cities whose orders are unrolled (K above); their 2 TAIL^2 numbers and
 * more must fit in the registers of a thread. RUN: prefixes of a thread in a launch. BLOCKS: blocks
 * of a multiprocessor. */
template <typename T> constexpr int TAIL = sizeof(T) == 4 ? 6 : 5;
enum { RUN = 256, BLOCKS = 8, MOST = KG_PERMUTATION_MOST };

/* A length, and the number of a prefix or a permutation. */
template <typename T> struct brute_best {
    T cost;
    uint64_t number;
};

template <typename T>
static __device__ __forceinline__ bool is_less(const brute_best<T> &a, const brute_best<T> &b)
{
    return a.cost < b.cost || (a.cost == b.cost && a.number < b.number);
}

/* The least length among a block's threads, for thread 0. */
template <typename T> static __device__ brute_best<T> block_least(brute_best<T> own)
{
    __shared__ brute_best<T> s_best[KG__BLOCK];

    __syncthreads();
    s_best[threadIdx.x] = own;
    for (unsigned far = KG__BLOCK / 2; far; far /= 2) {
        __syncthreads();
        if (threadIdx.x < far && is_less(s_best[threadIdx.x + far], s_best[threadIdx.x]))
            s_best[threadIdx.x] = s_best[threadIdx.x + far];
    }
    return s_best[0];
}

/* Goes through all orders of the cities in LEFT, except those before NEXT, which are done, after a
 * path of length sum to LAST. All is unrolled, so that the arrays stay in registers. */
template <typename T, int K, int LAST, int LEFT, int NEXT>
static __device__ __forceinline__ void visit(
    T &least, T sum, const T (&distance)[K][K], const T (&last)[K])
{
    if constexpr (LEFT == 0) {
        least = kg__tour_least(sum, last[LAST], least);
    } else if constexpr (NEXT < K) {
        if constexpr (LEFT >> NEXT & 1)
            visit<T, K, NEXT, LEFT ^ 1 << NEXT, 0>(
                least, sum + distance[LAST][NEXT], distance, last);
        visit<T, K, LAST, LEFT, NEXT + 1>(least, sum, distance, last);
    }
}

/* The same for each first city; sum: [K] the length of the path to it. */
template <typename T, int K, int FIRST>
static __device__ __forceinline__ void visit_all(
    T &least, const T (&sum)[K], const T (&distance)[K][K], const T (&last)[K])
{
    if constexpr (FIRST < K) {
        visit<T, K, FIRST, ((1 << K) - 1) ^ 1 << FIRST, 0>(least, sum[FIRST], distance, last);
        visit_all<T, K, FIRST + 1>(least, sum, distance, last);
    }
}

/* The current prefix of each thread: thread i owns column i of each array. */
template <typename T> struct brute_prefix {
    uint8_t city[MOST][KG__BLOCK];
    T sum[MOST - TAIL<T>][KG__BLOCK]; /* the length of the path to that city */
};

/* A tour's distances in shared memory. */
template <typename T> struct brute_table {
    T first[MOST], last[MOST], distance[MOST * MOST];
};

/* Puts `city` at a place, and then the least free cities up to the tail. */
template <typename T>
static __device__ __forceinline__ void place_from(brute_prefix<T> &p, const brute_table<T> &t,
    unsigned m, unsigned place, unsigned city, uint32_t &left)
{
    const unsigned x = threadIdx.x;

    for (;;) {
        p.city[place][x] = (uint8_t)city;
        p.sum[place][x] = place ? p.sum[place - 1][x] + t.distance[p.city[place - 1][x] * m + city]
                                : t.first[city];
        left ^= 1u << city;
        if (++place + TAIL<T> == m)
            break;
        city = (unsigned)__ffs((int)left) - 1;
    }
}

/* Places the cities of the prefix with a number. */
template <typename T>
static __device__ void begin_prefix(
    brute_prefix<T> &p, const brute_table<T> &t, unsigned m, uint64_t number, uint32_t &left)
{
    const unsigned x = threadIdx.x, places = m - TAIL<T>;

    for (unsigned i = places; i-- > 0; number /= m - i)
        p.city[i][x] = (uint8_t)(number % (m - i));
    left = (1u << m) - 1;
    for (unsigned i = 0; i < places; i++) {
        uint32_t rest = left;

        for (unsigned skip = p.city[i][x]; skip; skip--)
            rest &= rest - 1;
        p.city[i][x] = (uint8_t)(__ffs((int)rest) - 1);
        left ^= rest & (0 - rest);
        p.sum[i][x] = i ? p.sum[i - 1][x] + t.distance[p.city[i - 1][x] * m + p.city[i][x]]
                        : t.first[p.city[i][x]];
    }
}

/* Goes to the next prefix, which must exist. */
template <typename T>
static __device__ __forceinline__ void next_prefix(
    brute_prefix<T> &p, const brute_table<T> &t, unsigned m, uint32_t &left)
{
    unsigned place = m - TAIL<T>;
    uint32_t greater;

    do {
        const unsigned city = p.city[--place][threadIdx.x];

        greater = left & (UINT32_MAX << city);
        left |= 1u << city;
    } while (!greater);
    place_from(p, t, m, place, (unsigned)__ffs((int)greater) - 1, left);
}

/* The least length of a prefix's permutations. */
template <typename T>
static __device__ __forceinline__ T try_tail(
    const brute_prefix<T> &p, const brute_table<T> &t, unsigned m, uint32_t left)
{
    constexpr int K = TAIL<T>;
    const unsigned x = threadIdx.x, place = m - K - 1;
    const T *from = t.distance + p.city[place][x] * m;
    T sum[K], distance[K][K], last[K], least = kg__tour_none<T>();
    unsigned city[K];

#pragma unroll
    for (int i = 0; i < K; i++, left &= left - 1) {
        city[i] = (unsigned)__ffs((int)left) - 1;
        sum[i] = p.sum[place][x] + from[city[i]];
        last[i] = t.last[city[i]];
    }
#pragma unroll
    for (int i = 0; i < K; i++)
#pragma unroll
        for (int j = 0; j < K; j++)
            distance[i][j] = i == j ? (T)0 : t.distance[city[i] * m + city[j]];
    visit_all<T, K, 0>(least, sum, distance, last);
    return least;
}

/* Thread i owns `run` prefixes from first + i * run on, below end. best: [blocks], uninitialised if
 * first is 0. */
template <typename T>
static __global__ void __launch_bounds__(KG__BLOCK) k_brute_prefixes(
    brute_best<T> *best, unsigned m, const T *table, uint64_t first, uint64_t end, uint64_t run)
{
    __shared__ brute_prefix<T> s_prefix;
    __shared__ brute_table<T> s_table;
    const uint64_t begin = first + kg__item() * run;
    brute_best<T> own = {kg__tour_none<T>(), UINT64_MAX};
    uint32_t left = 0;

    for (unsigned c = threadIdx.x; c < m; c += KG__BLOCK) {
        s_table.first[c] = table[c];
        s_table.last[c] = table[m + c];
    }
    for (unsigned c = threadIdx.x; c < m * m; c += KG__BLOCK)
        s_table.distance[c] = table[2 * m + c];
    __syncthreads();
    for (uint64_t number = begin; number < end && number < begin + run; number++) {
        T least;

        if (number == begin)
            begin_prefix(s_prefix, s_table, m, number, left);
        else
            next_prefix(s_prefix, s_table, m, left);
        least = try_tail(s_prefix, s_table, m, left);
        if (least < own.cost)
            own = {least, number};
    }
    own = block_least(own);
    if (threadIdx.x == 0 && (first == 0 || is_less(own, best[blockIdx.x])))
        best[blockIdx.x] = own;
}

/* The length of a permutation. */
template <typename T> static __device__ T length_of(unsigned m, const T *table, uint64_t number)
{
    uint8_t digit[MOST];
    uint32_t left = (1u << m) - 1;
    unsigned before = 0;
    T sum = 0;

    for (unsigned i = m; i-- > 0; number /= m - i)
        digit[i] = (uint8_t)(number % (m - i));
    for (unsigned i = 0; i < m; i++) {
        uint32_t rest = left;
        unsigned city;

        for (unsigned skip = digit[i]; skip; skip--)
            rest &= rest - 1;
        city = (unsigned)__ffs((int)rest) - 1;
        left ^= 1u << city;
        sum = i ? sum + table[(2 + before) * m + city] : table[city];
        before = city;
    }
    return sum + table[m + before];
}

/* One block: finds the best of best[count], then among the `tails` permutations of its prefix the
 * first of the least length, and stores it in best[0]. */
template <typename T>
static __global__ void k_brute_finish(
    brute_best<T> *best, uint64_t count, unsigned m, const T *table, uint64_t tails)
{
    __shared__ uint64_t s_prefix;
    brute_best<T> own = {kg__tour_none<T>(), UINT64_MAX};

    for (uint64_t i = threadIdx.x; i < count; i += KG__BLOCK)
        if (is_less(best[i], own))
            own = best[i];
    own = block_least(own);
    if (threadIdx.x == 0)
        s_prefix = count ? own.number : 0;
    __syncthreads();
    own = {kg__tour_none<T>(), UINT64_MAX};
    for (uint64_t i = threadIdx.x; i < tails; i += KG__BLOCK) {
        const brute_best<T> one = {length_of(m, table, s_prefix * tails + i), s_prefix * tails + i};

        if (is_less(one, own))
            own = one;
    }
    own = block_least(own);
    if (threadIdx.x == 0)
        best[0] = own;
}

template <typename T, typename F>
static kg_status brute_force(
    kg_context *ctx, uint64_t *number, kg_number *cost, const kg__tour *tour)
{
    const unsigned m = tour->inner, tail = m < (unsigned)TAIL<T> ? m : (unsigned)TAIL<T>;
    const uint64_t tails = kg_factorial(tail), prefixes = m > tail ? kg_factorial(m) / tails : 0;
    const uint64_t most = (uint64_t)kg__cuda_of(ctx)->processors * BLOCKS;
    const uint64_t needed = (prefixes + KG__BLOCK - 1) / KG__BLOCK;
    const uint64_t blocks = needed < most ? needed : most, threads = blocks * KG__BLOCK;
    brute_best<T> *d_best = NULL, best;
    T *table = NULL;
    kg_status status;

    KG_TRY((kg__tour_upload<T, F>(ctx, &table, tour)));
    KG_TRY(kg__allocate(ctx, &d_best, blocks ? blocks : 1, sizeof *d_best, "shortest tours"));
    for (uint64_t first = 0; first < prefixes;) {
        const uint64_t rest = (prefixes - first + threads - 1) / threads;
        const uint64_t run = rest < RUN ? rest : (uint64_t)RUN;

        KG_TRY(
            KG_LAUNCH(ctx, k_brute_prefixes<T>, threads, d_best, m, table, first, prefixes, run));
        first += threads * run;
        if (first < prefixes) /* a launch takes some milliseconds */
            KG_TRY(kg__memory(ctx)->synchronise(ctx));
        KG_TRY(kg__progress(ctx, "tours", first < prefixes ? first : prefixes, prefixes));
    }
    KG_TRY(KG_LAUNCH(ctx, k_brute_finish<T>, 1, d_best, blocks, m, table, tails));
    KG_TRY(kg__cuda_fetch(ctx, &best, d_best, sizeof best));
    *number = best.number;
    *cost = kg__tour_number(best.cost);
out:
    kg__free_all(ctx, d_best, table);
    return status;
}

decl_combinatorics_brute_force(kg__combinatorics_brute_force_cuda)
{
    return tour->real     ? brute_force<double, double>(ctx, number, cost, tour)
           : tour->narrow ? brute_force<int32_t, int64_t>(ctx, number, cost, tour)
                          : brute_force<int64_t, int64_t>(ctx, number, cost, tour);
}
