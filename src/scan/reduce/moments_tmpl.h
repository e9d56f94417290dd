/*
 * Products and sums of squared distances of numbers of type T.
 * Included by: the .c file of this name without _tmpl, once per type through each_type.h, which
 *     defines T, FLOAT, SIGNED and NAMED() and undefines them.
 * Expects: CHUNK, SIDE_BY_SIDE, NORMAL, and the types product, spread and centre.
 * Leaves nothing defined.
 */
#if FLOAT

static void NAMED(multiply)(product *to, size_t count, const T *value)
{
    int exponent;

    for (size_t i = 0; i < count; i++) {
        const double x = (double)value[i], size = fabs(x);

        to->negative ^= signbit(x) != 0;
        to->nan |= isnan(x);
        to->infinite |= isinf(size);
        to->zero |= size == 0;
        if (isfinite(x) && size > 0) {
            to->fraction *= frexp(size, &exponent);
            to->exponent += exponent;
        }
        if (i % NORMAL == NORMAL - 1) {
            to->fraction = frexp(to->fraction, &exponent);
            to->exponent += exponent;
        }
    }
}

#else

static void NAMED(multiply)(product *to, size_t count, const T *value)
{
    for (size_t i = 0; i < count; i++) {
        const bool negative = SIGNED && (uint64_t)value[i] >> 63;
        const uint64_t size = negative ? (uint64_t)0 - (uint64_t)value[i] : (uint64_t)value[i];

        to->negative ^= negative;
        to->zero |= size == 0;
        to->passes |= size && __builtin_mul_overflow(to->whole, size, &to->whole);
    }
}

#endif

static void NAMED(products)(int threads, product *chunk, uint64_t n, const void *from)
{
    const T *value = from;

    KG_PARALLEL_FOR(threads)
    for (uint64_t c = 0; c < (n + CHUNK - 1) / CHUNK; c++) {
        const uint64_t begin = c * CHUNK;

        chunk[c] = (product){.whole = 1, .fraction = 1};
        NAMED(multiply)(&chunk[c], n - begin < CHUNK ? n - begin : CHUNK, value + begin);
    }
}

/* A number's distance, scaled. For integers it is exact before it is rounded. */
static inline double NAMED(distance)(T x, centre from)
{
#if FLOAT
    return (double)x * from.scale - from.at.real * from.scale;
#elif SIGNED
    const int64_t middle = from.at.integer;

    return x < middle ? -(double)((uint64_t)middle - (uint64_t)x)
                      : (double)((uint64_t)x - (uint64_t)middle);
#else
    const uint64_t middle = from.at.whole;

    return x < middle ? -(double)(middle - x) : (double)(x - middle);
#endif
}

static spread NAMED(sum_piece_spread)(size_t count, const T *value, centre from)
{
    double sum[SIDE_BY_SIDE] = {0}, squares[SIDE_BY_SIDE] = {0};
    size_t i = 0;

    for (; i + SIDE_BY_SIDE <= count; i += SIDE_BY_SIDE)
        for (int k = 0; k < SIDE_BY_SIDE; k++) {
            const double d = NAMED(distance)(value[i + (size_t)k], from);

            sum[k] += d;
            squares[k] += d * d;
        }
    for (; i < count; i++) {
        const double d = NAMED(distance)(value[i], from);

        sum[i % SIDE_BY_SIDE] += d;
        squares[i % SIDE_BY_SIDE] += d * d;
    }
    for (int lanes = SIDE_BY_SIDE / 2; lanes; lanes /= 2)
        for (int k = 0; k < lanes; k++) {
            sum[k] = sum[2 * k] + sum[2 * k + 1];
            squares[k] = squares[2 * k] + squares[2 * k + 1];
        }
    return (spread){sum[0], squares[0]};
}

static void NAMED(spreads)(int threads, spread *piece, uint64_t n, const void *host, centre from)
{
    const T *value = host;

    KG_PARALLEL_FOR(threads)
    for (uint64_t p = 0; p < (n + KG__PIECE - 1) / KG__PIECE; p++) {
        const uint64_t begin = p * KG__PIECE;

        piece[p] = NAMED(sum_piece_spread)(
            n - begin < KG__PIECE ? n - begin : KG__PIECE, value + begin, from);
    }
}
