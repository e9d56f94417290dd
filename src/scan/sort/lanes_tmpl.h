/*
 * Sorting keys of type T in place by vectors of LANES keys.
 *
 * Method: quicksort. The pivot is the median of a sample. A partition goes through vectors from
 * both ends, and moves the lanes of each side together by one instruction. Networks sort up to
 * FEW_ROWS vectors of keys. After too many bad pivots, heapsort sorts the rest of a part.
 *
 * Work: O(n log n). Memory: some KiB of the stack.
 *
 * Deterministic: sorted keys have one order.
 *
 * Source: M. Blacher, J. Giesen, P. Sanders, J. Wassenberg, "Vectorized and performance-portable
 * Quicksort", arXiv:2205.05982 (2022).
 *
 * Included by: lanes_avx2.c and lanes_avx512.c, once per type of keys.
 * Expects: T; LEAST and MOST of it; ORDER, a suffix of intrinsics; VECTOR, LANES of it; UNROLL,
 *     AHEAD, FEW_ROWS and EACH_ROWS; TARGET, the attribute of functions that use the instructions;
 *     NAMED(); networks.h;
 *     LOAD(from), STORE(to, v), SET(one), MIN(a, b), MAX(a, b);
 *     LOAD_FIRST(from, count) and STORE_FIRST(to, v, count): the first `count` lanes, at most all;
 *     lanes that are not loaded are MOST;
 *     CROSS(v, x): lane i is lane i ^ x of v;
 *     SORTED(v, w, x): lane i is the greater of both if i & x, otherwise the lesser;
 *     SPLIT(v, pivot, low, room): writes keys up to the pivot to low, and the others up to
 *     low + room. It may write LANES keys at either place. Returns the end of the former.
 *     Undefines T, LEAST, MOST, ORDER and NAMED.
 * Leaves nothing defined.
 */

/* ---- few keys ---------------------------------------------------------------------------------
 *
 * Rows of vectors are sorted as one sequence, row by row. A network sorts each column. Then groups
 * of lanes, each of which is sorted, are merged two by two: the first of two sequences and the
 * reversed second are bitonic together. Half of the rows are compared with the other half read
 * backwards, then each half with itself in the same way, and last the lanes of each row.
 */

/* Sorts each group of lanes. Each group is bitonic. */
static inline __attribute__((always_inline)) TARGET VECTOR NAMED(sort_bitonic)(
    VECTOR v, const unsigned group)
{
#define STEP(x)                                                                                    \
    if (group > (x)) {                                                                             \
        const VECTOR other = CROSS(v, x);                                                          \
                                                                                                   \
        v = SORTED(v, other, x);                                                                   \
    }
    STEP(16)
    STEP(8)
    STEP(4)
    STEP(2)
    STEP(1)
#undef STEP
    return v;
}

/* Sorts each group of lanes. The halves of each group are sorted. */
static inline __attribute__((always_inline)) TARGET VECTOR NAMED(merge_lanes)(
    VECTOR v, const unsigned group)
{
    const VECTOR other = CROSS(v, group - 1);

    return NAMED(sort_bitonic)(SORTED(v, other, group / 2), group / 2);
}

static inline __attribute__((always_inline)) TARGET void NAMED(exchange)(VECTOR *a, VECTOR *b)
{
    const VECTOR low = MIN(*a, *b);

    *b = MAX(*a, *b);
    *a = low;
}

static inline __attribute__((always_inline)) TARGET void NAMED(fold)(
    VECTOR *a, VECTOR *b, const unsigned group)
{
    *b = CROSS(*b, group - 1);
    NAMED(exchange)(a, b);
}

#define EXCHANGE(i, j) NAMED(exchange)(v + (i), v + (j))
#define FOLD(i, j)     NAMED(fold)(v + (i), v + (j), group)
#define MERGE_LANES(i) v[i] = NAMED(merge_lanes)(v[i], group)
/* Keys from row i on. */
#define FROM(i)     (n > (i) * (size_t)LANES ? n - (i) * (size_t)LANES : 0)
#define FETCH(i)    v[i] = LOAD(key + (i) * (size_t)LANES)
#define FETCH_TO(i) v[i] = LOAD_FIRST(key + (i) * (size_t)LANES, FROM(i))
#define PUT(i)      STORE(key + (i) * (size_t)LANES, v[i])
#define PUT_TO(i)   STORE_FIRST(key + (i) * (size_t)LANES, v[i], FROM(i))

/* Sorts key[n]. The keys fill more than half of ROWS rows. */
#define SORT_ROWS(ROWS, HALF)                                                                      \
    static inline __attribute__((always_inline)) TARGET void NAMED(merge_##ROWS)(                  \
        VECTOR * v, const unsigned group)                                                          \
    {                                                                                              \
        MERGE##ROWS(0);                                                                            \
    }                                                                                              \
    static __attribute__((noinline)) TARGET void NAMED(sort_##ROWS)(T * key, size_t n)             \
    {                                                                                              \
        VECTOR v[ROWS];                                                                            \
                                                                                                   \
        EACH##HALF(FETCH, 0), EACH##HALF(FETCH_TO, HALF);                                          \
        COLUMNS##ROWS;                                                                             \
        NAMED(merge_##ROWS)(v, 2);                                                                 \
        NAMED(merge_##ROWS)(v, 4);                                                                 \
        if (LANES > 4)                                                                             \
            NAMED(merge_##ROWS)(v, 8);                                                             \
        if (LANES > 8)                                                                             \
            NAMED(merge_##ROWS)(v, 16);                                                            \
        if (LANES > 16)                                                                            \
            NAMED(merge_##ROWS)(v, 32);                                                            \
        EACH##HALF(PUT, 0), EACH##HALF(PUT_TO, HALF);                                              \
    }

SORT_ROWS(2, 1)
SORT_ROWS(4, 2)
SORT_ROWS(8, 4)
SORT_ROWS(16, 8)
#undef SORT_ROWS

/* Sorts ROWS rows that are bitonic together, and writes the first n keys. */
#define FINISH_ROWS(ROWS)                                                                          \
    static TARGET void NAMED(finish_##ROWS)(T * key, size_t n, const T *from)                      \
    {                                                                                              \
        VECTOR v[ROWS];                                                                            \
                                                                                                   \
        EACH##ROWS(FETCH, 0);                                                                      \
        BITONIC##ROWS(0);                                                                          \
        EACH##ROWS(SORT_ROW, 0);                                                                   \
        EACH##ROWS(PUT_TO, 0);                                                                     \
    }
#define SORT_ROW(i) v[i] = NAMED(sort_bitonic)(v[i], LANES)
#undef FETCH
#define FETCH(i) v[i] = LOAD(from + (i) * (size_t)LANES)
FINISH_ROWS(1)
FINISH_ROWS(2)
FINISH_ROWS(4)
FINISH_ROWS(8)
FINISH_ROWS(16)
#undef SORT_ROW
#undef FINISH_ROWS

/* The same for any power of two of rows up to FEW_ROWS / 2. Rows in `from` may change. */
static TARGET void NAMED(finish)(T *key, size_t n, T *from, unsigned rows)
{
    for (; rows > 16; rows /= 2) {
        const size_t half = rows / 2 * (size_t)LANES;

        for (size_t i = 0; i < half; i += LANES) {
            const VECTOR a = LOAD(from + i), b = LOAD(from + half + i);

            STORE(from + i, MIN(a, b));
            STORE(from + half + i, MAX(a, b));
        }
        if (n > half)
            NAMED(finish)(key + half, n - half, from + half, rows / 2);
        n = n < half ? n : half;
    }
    if (rows == 16)
        NAMED(finish_16)(key, n, from);
    else if (rows == 8)
        NAMED(finish_8)(key, n, from);
    else if (rows == 4)
        NAMED(finish_4)(key, n, from);
    else if (rows == 2)
        NAMED(finish_2)(key, n, from);
    else
        NAMED(finish_1)(key, n, from);
}

/* Merges the first `rows` rows with the rows after them, which are no more; both are sorted, n keys
 * together. Missing keys count as the greatest, so only the last of the first rows meet others. */
static TARGET void NAMED(merge_rows)(T *key, size_t n, unsigned rows)
{
    T high[FEW_ROWS / 2 * LANES], *const middle = key + rows * LANES;
    const size_t others = n - rows * LANES;
    unsigned more = 1;

    while (more * LANES < others)
        more *= 2;
    for (unsigned i = 0; i < more; i++) {
        T *const last = middle - (i + 1) * LANES;
        const VECTOR a = LOAD(last);
        const VECTOR b =
            LOAD_FIRST(middle + i * LANES, others > i * LANES ? others - i * LANES : 0);
        const VECTOR other = CROSS(b, LANES - 1);

        STORE(last, MIN(a, other));
        STORE(high + (more - 1 - i) * LANES, MAX(a, other));
    }
    NAMED(finish)(middle, others, high, more);
    NAMED(finish)(key, rows * LANES, key, rows);
}
#undef PUT_TO
#undef PUT
#undef FETCH_TO
#undef FETCH
#undef FROM
#undef MERGE_LANES
#undef FOLD
#undef EXCHANGE

static TARGET void NAMED(sort_one)(T *key, size_t n)
{
    VECTOR v = LOAD_FIRST(key, n);

    v = NAMED(merge_lanes)(v, 2);
    v = NAMED(merge_lanes)(v, 4);
    if (LANES > 4)
        v = NAMED(merge_lanes)(v, 8);
    if (LANES > 8)
        v = NAMED(merge_lanes)(v, 16);
    if (LANES > 16)
        v = NAMED(merge_lanes)(v, 32);
    STORE_FIRST(key, v, n);
}

/* Sorts up to FEW_ROWS rows. */
static TARGET void NAMED(sort_few)(T *key, size_t n)
{
    unsigned rows = 16;

    if (n <= LANES)
        NAMED(sort_one)(key, n);
    else if (n <= 2 * LANES)
        NAMED(sort_2)(key, n);
    else if (n <= 4 * LANES)
        NAMED(sort_4)(key, n);
    else if (n <= 8 * LANES)
        NAMED(sort_8)(key, n);
    else if (n <= 16 * LANES)
        NAMED(sort_16)(key, n);
    else {
        while (2 * rows * LANES < n)
            rows *= 2;
        NAMED(sort_few)(key, rows * LANES);
        NAMED(sort_few)(key + rows * LANES, n - rows * LANES);
        NAMED(merge_rows)(key, n, rows);
    }
}

/* ---- many keys --------------------------------------------------------------------------- */

/*
 * Moves keys up to the pivot before all others. Returns their number. n is at least 2 * UNROLL *
 * LANES.
 *
 * UNROLL vectors are put aside, and UNROLL are read before the vectors that were read earlier are
 * moved. So there is room for UNROLL vectors on both sides of the remaining keys, if the next
 * vectors are always read from the side that has less room. Reading ahead hides the time to choose
 * this side (10^5 keys of 32 bits take 2.5 ns a key by AVX2, and 3.1 without; by AVX-512 1.4 and
 * 1.5).
 */
static TARGET size_t NAMED(partition)(T *key, size_t n, T pivot)
{
    const VECTOR p = SET(pivot);
    const size_t step = UNROLL * (size_t)LANES;
    VECTOR first[UNROLL], v[UNROLL], next[UNROLL];
    T *begin = key + step, *end = key + n - step, *low = key;
    T rest[UNROLL * LANES];
    size_t left, room = n; /* low + room: the beginning of the keys above the pivot */

    for (unsigned i = 0; i < UNROLL; i++) {
        first[i] = LOAD(key + i * LANES);
        v[i] = LOAD(end + i * LANES);
    }
    while ((left = (size_t)(end - begin)) >= step) {
        /* All bits are set or none. A branch here could not be predicted. */
        const size_t from_high = 0 - (size_t)(begin - low > low + room - end);
        const T *from = begin + ((left - step) & from_high);

        for (unsigned i = 0; i < UNROLL; i++)
            next[i] = LOAD(from + i * LANES);
        for (unsigned i = 0; i < step; i += 64 / sizeof(T)) /* AHEAD bytes forward, or back */
            __builtin_prefetch((const void *)((uintptr_t)(from + i) +
                                              (((uintptr_t)AHEAD ^ from_high) - from_high)));
        begin += step & ~from_high;
        end -= step & from_high;
        for (unsigned i = 0; i < UNROLL; i++, room -= LANES)
            low = SPLIT(v[i], p, low, room);
        for (unsigned i = 0; i < UNROLL; i++)
            v[i] = next[i];
    }
    for (unsigned i = 0; i < UNROLL; i++) /* after the rest come keys that have been moved */
        STORE(rest + i * LANES, LOAD(begin + i * LANES));
    for (unsigned i = 0; i < UNROLL; i++, room -= LANES)
        low = SPLIT(v[i], p, low, room);
    for (size_t i = 0; i < left / LANES; i++, room -= LANES)
        low = SPLIT(LOAD(rest + i * LANES), p, low, room);
    for (size_t i = left / LANES * LANES; i < left; i++) { /* to both sides: there is room */
        *low = rest[i];
        low[--room] = rest[i];
        low += rest[i] <= pivot;
    }
    for (unsigned i = 0; i < UNROLL; i++, room -= LANES)
        low = SPLIT(first[i], p, low, room);
    return (size_t)(low - key);
}

/* Returns whether all keys are equal. */
static bool NAMED(are_equal)(const T *key, size_t n)
{
    return key[0] == key[n - 1] && memcmp(key, key + 1, (n - 1) * sizeof *key) == 0;
}

/*
 * Chooses a pivot from least to most - 1: the median of a sample. If the median is also the
 * greatest key there, many keys may be equal to it, and the pivot is one less. These keys are then
 * the least of their part, and the next pivot separates them. Returns how many different keys the
 * sample has.
 */
static TARGET unsigned NAMED(choose_pivot)(T *pivot, const T *key, size_t n, T least)
{
    T sample[4 * LANES];
    T different = 1; /* of type T, so that the compiler vectorises the loop */
    bool is_many;

    for (size_t i = 0; i < 4; i++)
        memcpy(sample + i * LANES, key + (n - LANES) / 8 * (2 * i + 1), LANES * sizeof *key);
    NAMED(sort_4)(sample, 4 * LANES);
    for (size_t i = 1; i < 4 * LANES; i++)
        different = (T)(different + (sample[i] != sample[i - 1]));
    *pivot = sample[2 * LANES];
    is_many = *pivot == sample[4 * LANES - 1] && *pivot > least;
    *pivot = (T)(*pivot - is_many);
    return (unsigned)different;
}

/* Lets key[i] sink to its place in a heap of n keys. */
static void NAMED(sink)(T *key, size_t n, size_t i)
{
    const T one = key[i];

    for (size_t child; (child = 2 * i + 1) < n; i = child) {
        child += child + 1 < n && key[child] < key[child + 1];
        if (key[child] <= one)
            break;
        key[i] = key[child];
    }
    key[i] = one;
}

static void NAMED(heap_sort)(T *key, size_t n)
{
    for (size_t i = n / 2; i-- > 0;)
        NAMED(sink)(key, n, i);
    while (n > 1) {
        const T most = key[0];

        key[0] = key[--n];
        key[n] = most;
        NAMED(sink)(key, n, 0);
    }
}

/* Returns whether the first of many keys repeats soon, as it does if keys have few values. */
static TARGET bool NAMED(first_repeats)(const T *key)
{
    T times = 0; /* of type T, so that the compiler vectorises the loop */

    for (size_t i = 1; i <= 4 * LANES; i++)
        times = (T)(times + (key[i] == key[0]));
    return times != 0;
}

/*
 * Sorts keys from least to most. bad: how many bad pivots are allowed. repeats: whether keys may
 * have few values. Networks gain nothing from few values, so partitions then go on with fewer keys.
 */
static void NAMED(sort_part)(T *key, size_t n, T least, T most, unsigned bad, bool repeats)
{
    while (n > (repeats ? 2 * UNROLL : FEW_ROWS) * (size_t)LANES && least < most) {
        T pivot;
        size_t low;
        unsigned different;

        if (!bad) {
            NAMED(heap_sort)(key, n);
            return;
        }
        different = NAMED(choose_pivot)(&pivot, key, n, least);
        if (n <= FEW_ROWS * LANES && different > n / (EACH_ROWS * LANES))
            break;
        if (different == 1 && NAMED(are_equal)(key, n))
            return;
        repeats = different < 4 * LANES;
        low = NAMED(partition)(key, n, pivot);
        bad -= low < n / 16 || n - low < n / 16;
        if (low < n - low) {
            NAMED(sort_part)(key, low, least, pivot, bad, repeats);
            key += low;
            n -= low;
            least = (T)(pivot + 1);
        } else {
            NAMED(sort_part)(key + low, n - low, (T)(pivot + 1), most, bad, repeats);
            n = low;
            most = pivot;
        }
    }
    if (n > 1 && least < most && !NAMED(are_equal)(key, n))
        NAMED(sort_few)(key, n);
}

void NAMED(kg__sort)(T *key, size_t n, unsigned bad)
{
    NAMED(sort_part)(key, n, LEAST, MOST, bad, n > 2 * UNROLL * LANES && NAMED(first_repeats)(key));
}

#undef T
#undef LEAST
#undef MOST
#undef ORDER
#undef NAMED
