/*
 * Running sums and extremes of numbers of type T.
 * Included by: the .c file of this name without _tmpl, once per type through each_type.h, which
 *     defines T, K, FLOAT and NAMED() and undefines them.
 * Expects: CHUNK, SIDE_BY_SIDE and chain_cpu.h.
 * Leaves nothing defined.
 */
/* *last: on entry the least key before the chunk, on return the least key up to the chunk's end. A
 * key is a number's ordered bits xor flip. */
static void NAMED(scan_min_chunk)(
    T *result, K *last, size_t count, const T *value, K flip, bool exclusive)
{
    K now = *last;

    for (size_t i = 0; i < count; i++) {
        K before = now, key = NAMED(kg__ordered_bits)(value[i]) ^ flip;

        now = key < now ? key : now;
        result[i] = NAMED(kg__from_ordered_bits)((K)((exclusive ? before : now) ^ flip));
    }
    *last = now;
}

static K NAMED(min_of_chunk)(size_t count, const T *value, K flip)
{
    K least = (K)-1;

    for (size_t i = 0; i < count; i++) {
        K key = NAMED(kg__ordered_bits)(value[i]) ^ flip;

        least = key < least ? key : least;
    }
    return least;
}

/* Running minima; with max, running maxima, for which the keys are complemented. */
static void NAMED(scan_min)(
    int threads, void *to, uint64_t n, const void *from, bool max, bool exclusive)
{
    const uint64_t chunks = (n + CHUNK - 1) / CHUNK;
    const K flip = max ? (K)-1 : 0;
    const T *value = from;
    T *result = to;
    kg__chain chain = {.sum = (K)-1};

    KG_PARALLEL(threads)
    for (uint64_t c = (uint64_t)kg__thread_index(); c < chunks; c += (uint64_t)kg__thread_count()) {
        size_t begin = c * CHUNK, count = n - begin < CHUNK ? n - begin : CHUNK;
        K own = NAMED(min_of_chunk)(count, value + begin, flip);
        K last = (K)kg__chain_enter(&chain, c);

        kg__chain_leave(&chain, c, own < last ? own : last);
        NAMED(scan_min_chunk)(result + begin, &last, count, value + begin, flip, exclusive);
    }
#if FLOAT
    if (exclusive) /* the key of an empty minimum would read as NaN */
        result[0] = (T)(max ? -__builtin_inf() : __builtin_inf());
#endif
}

#if FLOAT

/* Returns whether some number is infinite or NaN. sum: of the numbers. If it is finite, no number
 * is. Otherwise the numbers are searched, because the sum may also have passed the range of a
 * double. */
static bool NAMED(has_special)(double sum, size_t count, const T *value)
{
    bool found = false;

    for (size_t i = 0; !isfinite(sum) && i < count; i++)
        found |= !isfinite(value[i]);
    return found;
}

/* before: [KG__RUNS], the sum of the runs before each run of a row. Returns the sum of all runs. */
static double NAMED(sum_row)(double *before, const T *value, bool *special)
{
    double all = 0;

    for (int r = 0; r < KG__RUNS; r += SIDE_BY_SIDE) {
        const T *v = value + (size_t)r * KG__RUN;
        double now[SIDE_BY_SIDE] = {0};

        for (size_t i = 0; i < KG__RUN; i++)
            for (int k = 0; k < SIDE_BY_SIDE; k++)
                now[k] += v[(size_t)k * KG__RUN + i];
        for (int k = 0; k < SIDE_BY_SIDE; k++) {
            before[r + k] = all;
            all += now[k];
            *special |= NAMED(has_special)(now[k], KG__RUN, v + (size_t)k * KG__RUN);
        }
    }
    return all;
}

/* Infinities and NaNs have an exponent of all ones. Adding one to it carries into the sign's
 * place. */
static inline __attribute__((always_inline)) bool NAMED(all_finite)(size_t count, const T *value)
{
    const K sign = (K)1 << (8 * sizeof(K) - 1), one = sign >> (sizeof(K) == 8 ? 11 : 8);
    K carried = 0;

    for (size_t i = 0; i < count; i++) {
        K bits;

        memcpy(&bits, &value[i], sizeof bits);
        carried |= (bits & ~sign) + one;
    }
    return !(carried & sign);
}

/* Scans `width` runs of `count` numbers, side by side; width is a constant. Returns whether all
 * results are finite. If not, every NaN among them becomes the one NaN that results have. */
static inline __attribute__((always_inline)) bool NAMED(scan_runs)(T *result, double rows,
    const double *runs, size_t count, const T *value, int width, bool exclusive)
{
    double base[SIDE_BY_SIDE], now[SIDE_BY_SIDE] = {0};
    const size_t all = (size_t)(width - 1) * KG__RUN + count;
    bool finite;

    for (int k = 0; k < width; k++)
        base[k] = rows + runs[k];
    for (size_t i = 0; i < count; i++)
        for (int k = 0; k < width; k++) {
            size_t at = (size_t)k * KG__RUN + i;
            double before = now[k];

            now[k] += value[at];
            result[at] = (T)(base[k] + (exclusive ? before : now[k]));
        }
    finite = NAMED(all_finite)(all, result);
    for (size_t i = 0; !finite && i < all; i++)
        if (isnan(result[i]))
            result[i] = NAMED(kg__from_ordered_bits)((K)-1);
    return finite;
}

/* Scans the last row of the array, a partial one. Returns whether all results are finite. */
static bool NAMED(scan_rest)(
    T *result, double rows, size_t count, const T *value, bool exclusive, bool *special)
{
    double runs = 0;
    bool finite = true;

    for (size_t i = 0; i < count; i += KG__RUN) {
        const size_t some = count - i < KG__RUN ? count - i : KG__RUN;
        double now = 0;

        for (size_t k = 0; k < some; k++)
            now += value[i + k];
        *special |= NAMED(has_special)(now, some, value + i);
        finite &= NAMED(scan_runs)(result + i, rows, &runs, some, value + i, 1, exclusive);
        runs += now;
    }
    return finite;
}

/* Returns whether a result is infinite or NaN and no number is. */
static bool NAMED(scan_sum)(int threads, void *to, uint64_t n, const void *from, bool exclusive)
{
    const uint64_t pages = (n + KG__PAGE - 1) / KG__PAGE;
    const T *value = from;
    T *result = to;
    kg__chain chain = {0};
    double before = 0; /* the sum of the pages before; owned by the thread whose turn it is */
    bool special = false, finite = true;

    KG_PARALLEL(threads, reduction(|| : special) reduction(&& : finite))
    for (uint64_t p = (uint64_t)kg__thread_index(); p < pages; p += (uint64_t)kg__thread_count()) {
        size_t begin = p * KG__PAGE, count = n - begin < KG__PAGE ? n - begin : KG__PAGE;
        size_t rows = count / KG__ROW, rest = rows * KG__ROW;
        double run[KG__ROWS][KG__RUNS], row[KG__ROWS + 1] = {0}, base;

        for (size_t r = 0; r < rows; r++)
            row[r + 1] = row[r] + NAMED(sum_row)(run[r], value + begin + r * KG__ROW, &special);
        kg__chain_enter(&chain, p);
        base = before;
        before += row[rows]; /* a partial page is the last one, so its sum is never read */
        kg__chain_leave(&chain, p, 0);
        for (size_t r = 0; r < rows; r++)
            for (size_t k = 0; k < KG__RUNS; k += SIDE_BY_SIDE) {
                size_t at = begin + r * KG__ROW + k * KG__RUN;

                finite &= NAMED(scan_runs)(result + at, base + row[r], run[r] + k, KG__RUN,
                    value + at, SIDE_BY_SIDE, exclusive);
            }
        finite &= NAMED(scan_rest)(result + begin + rest, base + row[rows], count - rest,
            value + begin + rest, exclusive, &special);
    }
    return !finite && !special;
}

#else

/* Returns whether a sum passes the type. The first chunk in which this happens starts from a right
 * sum and notices it. Later chunks start from wrong sums, and their results do not matter. */
static bool NAMED(scan_sum)(int threads, void *to, uint64_t n, const void *from, bool exclusive)
{
    const uint64_t chunks = (n + CHUNK - 1) / CHUNK;
    const T *value = from;
    T *result = to;
    kg__chain chain = {0};
    bool passed = false;

    KG_PARALLEL(threads, reduction(|| : passed))
    {
        const uint64_t team = (uint64_t)kg__thread_count();

        for (uint64_t c = (uint64_t)kg__thread_index(); c < chunks; c += team) {
            size_t begin = c * CHUNK, end = n - begin < CHUNK ? n : begin + CHUNK;
            uint64_t own = 0, all;
            T now;

            for (size_t i = begin; team > 1 && i < end; i++)
                own += (uint64_t)value[i];
            all = kg__chain_enter(&chain, c);
            if (team > 1)
                kg__chain_leave(&chain, c, all + own);
            now = (T)all;
            for (size_t i = begin; i < end; i++) {
                T before = now;

                passed |= __builtin_add_overflow(now, value[i], &now);
                result[i] = exclusive ? before : now;
            }
            if (team == 1)
                kg__chain_leave(&chain, c, (uint64_t)now);
        }
    }
    return passed;
}

#endif
