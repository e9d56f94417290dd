/*
 * Sums, extremes, histograms and the greatest of numbers of type T.
 * Included by: the .c file of this name without _tmpl, once per type through each_type.h, which
 *     defines T, K, FLOAT, SIGNED and NAMED() and undefines them.
 * Expects: GRAIN, CHUNK, BLOCK, GROUP, MINIMA, SIDE_BY_SIDE and PART; WIDE and WITH_AVX2 where
 *     there is AVX2.
 * Leaves nothing defined.
 */
#if FLOAT

/* Adds a part of a piece to its lanes, SIDE_BY_SIDE of them at a time. */
static void NAMED(sum_lanes)(double *lane, const T *value)
{
    for (int first = 0; first < KG__LANES; first += SIDE_BY_SIDE) {
        double now[SIDE_BY_SIDE];

        memcpy(now, lane + first, sizeof now);
        for (int i = first; i < PART; i += KG__LANES)
            for (int k = 0; k < SIDE_BY_SIDE; k++)
                now[k] += value[i + k];
        memcpy(lane + first, now, sizeof now);
    }
}

#ifdef WITH_AVX2
/* Sums a whole piece. The registers hold all lanes, four in each; then neighbours are joined. */
WITH_AVX2 static double NAMED(sum_whole_piece)(const T *value)
{
    enum { FOUR = 4, VECTORS = KG__LANES / FOUR };
    __m256d lane[VECTORS] = {0};
    __m128d eight[VECTORS / 2], all;

    for (int i = 0; i < KG__PIECE; i += KG__LANES)
        for (int v = 0; v < VECTORS; v++) {
            const void *four = value + i + FOUR * v;

            lane[v] = _mm256_add_pd(lane[v], sizeof(T) == sizeof(float)
                                                 ? _mm256_cvtps_pd(_mm_loadu_ps(four))
                                                 : _mm256_loadu_pd(four));
        }
    for (int v = 0; v < VECTORS / 2; v++) {
        const __m256d pairs = _mm256_hadd_pd(lane[2 * v], lane[2 * v + 1]);

        eight[v] = _mm_add_pd(_mm256_castpd256_pd128(pairs), _mm256_extractf128_pd(pairs, 1));
    }
    all = _mm_hadd_pd(_mm_hadd_pd(eight[0], eight[1]), _mm_hadd_pd(eight[2], eight[3]));
    return _mm_cvtsd_f64(_mm_hadd_pd(all, all));
}
#endif

static double NAMED(sum_piece)(size_t count, const T *value)
{
    double lane[KG__LANES] = {0};
    size_t i = 0;

#ifdef WITH_AVX2
    if (count == KG__PIECE && __builtin_cpu_supports("avx2"))
        return NAMED(sum_whole_piece)(value);
#endif
    for (; i + PART <= count; i += PART)
        NAMED(sum_lanes)(lane, value + i);
    for (; i < count; i++)
        lane[i % KG__LANES] += value[i];
    for (int lanes = KG__LANES / 2; lanes; lanes /= 2)
        for (int k = 0; k < lanes; k++)
            lane[k] = lane[2 * k] + lane[2 * k + 1];
    return lane[0];
}

static void NAMED(sum)(int threads, kg__sum *sum, uint64_t n, const void *from)
{
    const uint64_t chunks = (n + CHUNK - 1) / CHUNK;
    const T *value = from;
    kg__chain chain = {0};
    kg__groups all = {0};

    KG_PARALLEL(threads)
    for (uint64_t c = (uint64_t)kg__thread_index(); c < chunks; c += (uint64_t)kg__thread_count()) {
        size_t begin = c * CHUNK, end = n - begin < CHUNK ? n : begin + CHUNK, pieces = 0;
        double piece[CHUNK / KG__PIECE];

        for (size_t i = begin; i < end; i += KG__PIECE)
            piece[pieces++] =
                NAMED(sum_piece)(end - i < KG__PIECE ? end - i : KG__PIECE, value + i);
        kg__chain_enter(&chain, c);
        for (size_t p = 0; p < pieces; p++)
            kg__add_piece(&all, piece[p]);
        kg__chain_leave(&chain, c, 0);
    }
    sum->real = kg__sum_groups(&all);
}

#else

/* Sums the halves of numbers that are few enough for the sums to fit. The least number of the type
 * is subtracted from each signed number first, so that both halves of the difference are unsigned.
 * Instead of their lower halves, the whole differences are summed modulo 2^64, which is one
 * operation less and gives the same result. The sum of a chunk of 8- or 16-bit integers fits 32
 * bits, of which a vector has more. */
static inline __attribute__((always_inline)) void NAMED(sum_halves)(
    size_t count, const T *value, uint64_t *low, uint64_t *high)
{
    uint64_t whole = 0, above = 0;
    uint32_t narrow = 0;

#pragma GCC unroll 4
    for (size_t i = 0; i < count; i++) {
        const K x = NAMED(kg__ordered_bits)(value[i]);

        if (sizeof x < 4) {
            narrow += (uint32_t)x;
        } else {
            whole += x;
            above += (uint64_t)x >> 32;
        }
    }
    whole += narrow;
    *low = whole - (above << 32);
    *high = above;
}

#ifdef WITH_AVX2
WITH_AVX2 static void NAMED(sum_halves_avx2)(
    size_t count, const T *value, uint64_t *low, uint64_t *high)
{
    NAMED(sum_halves)(count, value, low, high);
}
#endif

static void NAMED(sum_halves_of_chunk)(size_t count, const T *value, uint64_t *low, uint64_t *high)
{
#ifdef WITH_AVX2
    if (__builtin_cpu_supports("avx2")) {
        NAMED(sum_halves_avx2)(count, value, low, high);
        return;
    }
#endif
    NAMED(sum_halves)(count, value, low, high);
}

static void NAMED(sum)(int threads, kg__sum *sum, uint64_t n, const void *from)
{
    const uint64_t least = SIGNED ? (uint64_t)1 << (8 * sizeof(T) - 1) : 0;
    const T *value = from;

    KG_PARALLEL(threads)
    {
        int index = kg__thread_index(), team = kg__thread_count();
        uint64_t begin = kg__part(n, index, team), end = kg__part(n, index + 1, team);
        __int128 all = 0;

        for (uint64_t c = begin; c < end; c += CHUNK) {
            const size_t count = end - c < CHUNK ? end - c : CHUNK;
            uint64_t low, high;

            NAMED(sum_halves_of_chunk)(count, value + c, &low, &high);
            all += (__int128)high * ((__int128)1 << 32) + low - (__int128)count * least;
        }
#pragma omp critical
        sum->whole += all;
    }
}

#endif

/* A vector of keys. */
typedef K NAMED(wide) __attribute__((vector_size(WIDE)));

/* Loads the keys of the numbers from value on. */
static inline __attribute__((always_inline)) void NAMED(wide_keys)(
    NAMED(wide) * key, const T *value)
{
    memcpy(key, value, sizeof *key);
#if FLOAT
    {
        const K sign = (K)1 << (8 * sizeof(K) - 1);
        const T infinity = (T)__builtin_inf();
        NAMED(wide) nan;
        K most;

        memcpy(&most, &infinity, sizeof most);
        nan = (NAMED(wide))((*key & ~sign) > most);
        *key = (*key ^ (-(*key >> (8 * sizeof(K) - 1)) | sign)) | nan;
    }
#elif SIGNED
    *key ^= (K)((K)1 << (8 * sizeof(K) - 1));
#endif
}

/* Returns the least key of a block, where a key is a number's ordered bits xor flip. MINIMA vectors
 * are compared side by side, so that no comparison waits for the one before it. */
static inline __attribute__((always_inline)) K NAMED(least)(size_t count, const T *value, K flip)
{
    enum { LANES = WIDE / sizeof(K) };
    NAMED(wide) best[MINIMA];
    K least = (K)-1;
    size_t i = 0;

    for (int w = 0; w < MINIMA; w++)
        best[w] = (NAMED(wide)){0} - 1;
    for (; i + MINIMA * LANES <= count; i += MINIMA * LANES)
        for (int w = 0; w < MINIMA; w++) {
            NAMED(wide) key, less;

            NAMED(wide_keys)(&key, value + i + w * LANES);
            key ^= flip;
            less = (NAMED(wide))(key < best[w]);
            best[w] = (key & less) | (best[w] & ~less);
        }
    for (int w = 0; w < MINIMA; w++)
        for (int k = 0; k < LANES; k++)
            least = best[w][k] < least ? best[w][k] : least;
    for (; i < count; i++) {
        K key = NAMED(kg__ordered_bits)(value[i]) ^ flip;

        least = key < least ? key : least;
    }
    return least;
}

#ifdef WITH_AVX2
WITH_AVX2 static K NAMED(least_avx2)(size_t count, const T *value, K flip)
{
    return NAMED(least)(count, value, flip);
}
#endif

static K NAMED(least_of_block)(size_t count, const T *value, K flip)
{
#ifdef WITH_AVX2
    if (__builtin_cpu_supports("avx2"))
        return NAMED(least_avx2)(count, value, flip);
#endif
    return NAMED(least)(count, value, flip);
}

/* Whether a block may have a number that comes before `bound`, or with max after it; `bound` itself
 * does not count. If bound is a float, it is no NaN. One comparison a number: nearly all blocks
 * have none. */
static inline __attribute__((always_inline)) bool NAMED(passes)(
    size_t count, const T *value, T bound, bool max)
{
    K some = 0;

#if FLOAT
    if (!max && bound == 0 && !signbit(bound)) { /* -0, smaller numbers, and perhaps NaN */
#pragma GCC unroll 4
        for (size_t i = 0; i < count; i++) {
            K bits;

            memcpy(&bits, &value[i], sizeof bits);
            some |= bits;
        }
        return some >> (8 * sizeof(K) - 1);
    }
    if (max && bound == 0 && signbit(bound))
        return true;
    if (max) /* or NaN */
#pragma GCC unroll 4
        for (size_t i = 0; i < count; i++)
            some |= value[i] <= bound ? 0 : (K)-1;
#else
    if (max)
#pragma GCC unroll 4
        for (size_t i = 0; i < count; i++)
            some = (K)(some | (value[i] > bound ? (K)-1 : 0));
#endif
    else
#pragma GCC unroll 4
        for (size_t i = 0; i < count; i++)
            some = (K)(some | (value[i] < bound ? (K)-1 : 0));
    return some;
}

#ifdef WITH_AVX2
WITH_AVX2 static bool NAMED(passes_avx2)(size_t count, const T *value, T bound, bool max)
{
    return NAMED(passes)(count, value, bound, max);
}
#endif

static bool NAMED(block_passes)(size_t count, const T *value, T bound, bool max)
{
#if FLOAT
    if (isnan(bound)) /* all other numbers come before NaN, and none after */
        return !max;
#endif
#ifdef WITH_AVX2
    if (__builtin_cpu_supports("avx2"))
        return NAMED(passes_avx2)(count, value, bound, max);
#endif
    return NAMED(passes)(count, value, bound, max);
}

static uint64_t NAMED(argmin)(int threads, uint64_t n, const void *from, bool max)
{
    const K flip = max ? (K)-1 : 0;
    const T *value = from;
    K best = (K)-1;
    uint64_t block = 0;

    KG_PARALLEL(threads)
    {
        int index = kg__thread_index(), team = kg__thread_count();
        uint64_t blocks = (n + BLOCK - 1) / BLOCK, own_block = UINT64_MAX;
        uint64_t end = kg__part(blocks, index + 1, team);
        K own = (K)-1;
        T bound = 0;

        for (uint64_t b = kg__part(blocks, index, team); b < end; b++) {
            const size_t count = n - b * BLOCK < BLOCK ? n - b * BLOCK : BLOCK;
            K least;

            if (own_block != UINT64_MAX &&
                !NAMED(block_passes)(count, value + b * BLOCK, bound, max))
                continue;
            least = NAMED(least_of_block)(count, value + b * BLOCK, flip);
            if (least < own || own_block == UINT64_MAX) {
                own = least;
                own_block = b;
                bound = NAMED(kg__from_ordered_bits)(own ^ flip);
            }
        }
#pragma omp critical
        if (own < best || (own == best && own_block < block)) {
            best = own;
            block = own_block;
        }
    }
    for (uint64_t i = block * BLOCK;; i++)
        if ((NAMED(kg__ordered_bits)(value[i]) ^ flip) == best)
            return i;
}

/* Counts numbers that lie inside the range. Guesses each bin and corrects the guess. */
static void NAMED(guess_bins)(uint64_t *times, size_t count, const double *inside, int64_t bins,
    const double *edge, double scale)
{
    for (size_t i = 0; i < count; i++) {
        int64_t bin = (int64_t)((inside[i] - edge[0]) * scale);

        bin = bin < bins ? bin : bins - 1;
        while (inside[i] < edge[bin])
            bin--;
        while (bin + 1 < bins && inside[i] >= edge[bin + 1])
            bin++;
        times[bin]++;
    }
}

/* The same by a search among the edges, if guesses are useless. */
static void NAMED(search_bins)(uint64_t *times, size_t count, const double *inside, int64_t bins,
    const double *edge, double scale)
{
    (void)scale;
    for (size_t i = 0; i < count; i++)
        times[kg__bin_search(edge, (uint64_t)bins, inside[i])]++;
}

/* First collects the numbers inside the range, piece by piece. This takes no branch, which the
 * processor would often predict wrongly. */
static uint64_t NAMED(histogram)(
    int threads, uint64_t *table, uint64_t n, const void *from, uint64_t bins, const double *edge)
{
    const double low = edge[0], high = edge[bins];
    const bool guess = kg__bin_doubt(bins, low, high, __DBL_EPSILON__ / 2, __DBL_MIN__,
                           __DBL_MAX__) < KG__DOUBTFUL;
    const double scale = guess ? (double)bins / (high - low) : 1;
    const T *value = from;
    uint64_t all = 0;

    KG_PARALLEL(threads, reduction(+ : all))
    {
        int index = kg__thread_index(), team = kg__thread_count();
        uint64_t end = kg__part(n, index + 1, team), *own = table + (uint64_t)index * bins;

        for (uint64_t begin = kg__part(n, index, team); begin < end; begin += KG__PIECE) {
            uint64_t stop = end - begin < KG__PIECE ? end : begin + KG__PIECE;
            double inside[KG__PIECE];
            size_t count = 0;

            for (uint64_t i = begin; i < stop; i++) {
                inside[count] = (double)value[i];
                count += (size_t)((inside[count] >= low) & (inside[count] <= high));
            }
            (guess ? NAMED(guess_bins) : NAMED(search_bins))(
                own, count, inside, (int64_t)bins, edge, scale);
            all += count;
        }
    }
    return all;
}

static void NAMED(digit_histogram)(int threads, uint64_t *table, uint64_t n, const void *from,
    bool least, uint64_t known, unsigned shift, unsigned bits)
{
    const K flip = least ? (K)-1 : 0, mask = (K)(((uint64_t)1 << bits) - 1);
    const bool all = shift + bits == 8 * sizeof(K);
    const unsigned above = all ? 0 : shift + bits;
    const K agree = (K)((K)known >> above);
    const T *value = from;

    KG_PARALLEL(threads)
    {
        int index = kg__thread_index(), team = kg__thread_count();
        uint64_t end = kg__part(n, index + 1, team);
        uint64_t *own = table + ((uint64_t)index << bits);

        for (uint64_t i = kg__part(n, index, team); i < end; i++) {
            K key = NAMED(kg__ordered_bits)(value[i]) ^ flip;

            if (all || key >> above == agree)
                own[key >> shift & mask]++;
        }
    }
}

/* Whether some numbers may have keys of at least `low`; with least, keys are complemented. */
static bool NAMED(some_reach)(size_t count, const T *value, bool least, K low)
{
    const K flip = least ? (K)-1 : 0;
    const T bound = NAMED(kg__from_ordered_bits)((K)(low - 1) ^ flip);

#if FLOAT
    if (isnan(bound))
        return true;
#endif
    return low == 0 || NAMED(block_passes)(count, value, bound, !least);
}

/* Few groups have a number that reaches the limit. The others are passed over after one comparison
 * for each number. */
static uint64_t NAMED(collect)(int threads, uint64_t *key, uint64_t *position, uint64_t room,
    uint64_t n, const void *from, bool least, uint64_t limit)
{
    const uint64_t chunks = (n + CHUNK - 1) / CHUNK;
    const K flip = least ? (K)-1 : 0, low = (K)limit;
    const T *value = from;
    kg__chain chain = {0};

    KG_PARALLEL(threads)
    for (uint64_t c = (uint64_t)kg__thread_index(); c < chunks; c += (uint64_t)kg__thread_count()) {
        const uint64_t begin = c * CHUNK, end = n - begin < CHUNK ? n : begin + CHUNK;
        uint64_t found = 0, to;
        uint32_t group[CHUNK / GROUP], groups = 0;

        for (uint64_t g = begin; g < end; g += GROUP) {
            const size_t count = end - g < GROUP ? end - g : GROUP;

            if (!NAMED(some_reach)(count, value + g, least, low))
                continue;
            group[groups++] = (uint32_t)(g - begin);
            for (size_t i = 0; i < count; i++)
                found += (NAMED(kg__ordered_bits)(value[g + i]) ^ flip) >= low;
        }
        to = kg__chain_enter(&chain, c);
        kg__chain_leave(&chain, c, to + found);
        for (uint32_t g = 0; g < groups && to < room; g++)
            for (uint64_t i = begin + group[g], k = 0; k < GROUP && i < end && to < room;
                 i++, k++) {
                const K one = NAMED(kg__ordered_bits)(value[i]) ^ flip;

                if (one < low)
                    continue;
                key[to] = ~(uint64_t)one;
                position[to++] = i;
            }
    }
    return chain.sum;
}
