/*
 * Multiplying matrices of type T.
 * Included by: multiply_cpu.c, once per type through scan/each_type.h, which defines T, K, FLOAT,
 *     SIGNED and NAMED() and undefines them.
 * Expects: PANEL, STRIP, ROWS, GRAIN, WIDE; fused_f32() and those of the other types; with AVX2,
 *     WITH_FMA, wide_f32, FUSED_f32() and those of double.
 * Leaves nothing defined.
 */
/* Numbers in a line of a panel. */
enum { NAMED(LINE) = PANEL / sizeof(T) };

/* The type of sums. Sums of integers wrap. */
#if FLOAT
#define TERM T
#else
#define TERM K
#if SIGNED
#define LONG __int128
#else
#define LONG unsigned __int128
#endif
#endif

/* Copies columns from .. from + LINE - 1 of b to a panel, with zeros for columns past the last
 * one. */
static void NAMED(pack)(T *panel, const kg__product *p, uint64_t from)
{
    const uint64_t count = p->m - from < NAMED(LINE) ? p->m - from : NAMED(LINE);
    const T *b = (const T *)p->b + from;

    for (uint64_t k = 0; k < p->inner; k++)
        for (uint64_t j = 0; j < NAMED(LINE); j++)
            panel[k * NAMED(LINE) + j] = j < count ? b[k * p->b_pitch + j] : 0;
}

/* Stores the sums of a line in the product. */
static inline void NAMED(put)(T *result, TERM *sum, uint64_t count)
{
#if FLOAT
    for (int j = 0; j < NAMED(LINE); j++)
        sum[j] = sum[j] == sum[j] ? sum[j] : (T)NAN; /* processors have different NaNs */
#endif
    memcpy(result, sum, count * sizeof(T));
}

/* Multiplies `rows` rows of a by a panel, and stores its first `count` columns. rows is a
 * constant. */
static inline __attribute__((always_inline)) void NAMED(multiply_rows)(
    const kg__product *p, uint64_t row, uint64_t column, const T *panel, int rows)
{
    const uint64_t left = p->m - column, count = left < NAMED(LINE) ? left : NAMED(LINE);
    const T *a = (const T *)p->a + row * p->a_pitch;
    T *result = (T *)p->result + row * p->result_pitch + column;
    TERM sum[ROWS][NAMED(LINE)] = {{0}};

    for (uint64_t k = 0; k < p->inner; k++)
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < NAMED(LINE); j++)
                sum[i][j] = NAMED(fused)(sum[i][j], (TERM)a[(uint64_t)i * p->a_pitch + k],
                    (TERM)panel[k * NAMED(LINE) + (uint64_t)j]);
    for (int i = 0; i < rows; i++)
        NAMED(put)(result + (uint64_t)i * p->result_pitch, sum[i], count);
}

/* Computes the rows first .. last - 1 of the product. */
static void NAMED(strip)(const kg__product *p, uint64_t first, uint64_t last, const T *panels)
{
    for (uint64_t j = 0; j < p->m; j += NAMED(LINE)) {
        uint64_t i = first;

        for (; i + ROWS <= last; i += ROWS)
            NAMED(multiply_rows)(p, i, j, panels + j * p->inner, ROWS);
        for (; i < last; i++)
            NAMED(multiply_rows)(p, i, j, panels + j * p->inner, 1);
    }
}

#if FLOAT && defined(WITH_FMA)

/* multiply_rows() with vectors. */
static inline WITH_FMA __attribute__((always_inline)) void NAMED(multiply_rows_fma)(
    const kg__product *p, uint64_t row, uint64_t column, const T *panel, int rows)
{
    const uint64_t left = p->m - column, count = left < NAMED(LINE) ? left : NAMED(LINE);
    const T *a = (const T *)p->a + row * p->a_pitch;
    T *result = (T *)p->result + row * p->result_pitch + column;
    enum { VECTORS = PANEL / WIDE, LANES = WIDE / sizeof(T) };
    NAMED(wide) sum[ROWS][VECTORS] = {{{0}}};
    T line[NAMED(LINE)];

    for (uint64_t k = 0; k < p->inner; k++)
#pragma GCC unroll 4
        for (int i = 0; i < rows; i++)
#pragma GCC unroll 2
            for (int v = 0; v < VECTORS; v++)
                sum[i][v] = NAMED(FUSED)(sum[i][v], a[(uint64_t)i * p->a_pitch + k],
                    panel + k * NAMED(LINE) + v * LANES);
    for (int i = 0; i < rows; i++) {
        memcpy(line, sum[i], PANEL);
        NAMED(put)(result + (uint64_t)i * p->result_pitch, line, count);
    }
}

/* strip() with vectors. */
static WITH_FMA void NAMED(strip_fma)(
    const kg__product *p, uint64_t first, uint64_t last, const T *panels)
{
    for (uint64_t j = 0; j < p->m; j += NAMED(LINE)) {
        uint64_t i = first;

        for (; i + ROWS <= last; i += ROWS)
            NAMED(multiply_rows_fma)(p, i, j, panels + j * p->inner, ROWS);
        for (; i < last; i++)
            NAMED(multiply_rows_fma)(p, i, j, panels + j * p->inner, 1);
    }
}

#endif

#if !FLOAT

/* Returns the largest absolute value of the numbers. */
static uint64_t NAMED(largest)(uint64_t rows, uint64_t columns, const T *value, uint64_t pitch)
{
    uint64_t largest = 0;

    for (uint64_t i = 0; i < rows; i++)
        for (uint64_t j = 0; j < columns; j++) {
            const T one = value[i * pitch + j];
            const uint64_t size =
                one < (T)1 && SIGNED ? (uint64_t)0 - (uint64_t)one : (uint64_t)one;

            largest = size > largest ? size : largest;
        }
    return largest;
}

/* Whether a number of the product, summed in 128 bits, does not fit. A product of two numbers
 * always fits 128 bits. */
static bool NAMED(passes)(const kg__product *p, int threads)
{
    const T *a = p->a, *b = p->b;
    bool passed = false;

    KG_PARALLEL_FOR(threads, reduction(|| : passed))
    for (uint64_t i = 0; i < p->n; i++)
        for (uint64_t j = 0; j < p->m; j++) {
            LONG sum = 0;

            for (uint64_t k = 0; k < p->inner; k++) {
                const LONG product = (LONG)a[i * p->a_pitch + k] * (LONG)b[k * p->b_pitch + j];

                passed |= __builtin_add_overflow(sum, product, &sum);
            }
            passed |= sum != (T)sum;
        }
    return passed;
}

#endif

static kg_status NAMED(multiply)(kg_context *ctx, const kg__product *p)
{
    const uint64_t n = p->n, inner = p->inner;
    const uint64_t panels = (p->m + NAMED(LINE) - 1) / NAMED(LINE);
    const uint64_t strips = (n + STRIP - 1) / STRIP;
    int threads = kg__threads(ctx, n * p->m, 1 + GRAIN / inner);
    void (*strip)(const kg__product *, uint64_t, uint64_t, const T *) = NAMED(strip);
    T *packed = NULL;
    kg_status status;

#if FLOAT && defined(WITH_FMA)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        strip = NAMED(strip_fma);
#endif
#if !FLOAT
    {
        uint64_t most, ends = NAMED(largest)(n, inner, p->a, p->a_pitch);
        const uint64_t other = NAMED(largest)(inner, p->m, p->b, p->b_pitch);

        if ((__builtin_mul_overflow(ends, other, &most) ||
                __builtin_mul_overflow(most, inner, &most) || most > INT64_MAX) &&
            NAMED(passes)(p, threads))
            return KG_OVERFLOW;
    }
#endif
    KG_TRY(kg__host_allocate(ctx, &packed, panels * inner, PANEL, "panels of a matrix"));
    KG_PARALLEL(threads)
    {
#pragma omp for
        for (uint64_t k = 0; k < panels; k++)
            NAMED(pack)(packed + k * NAMED(LINE) * inner, p, k * NAMED(LINE));
#pragma omp for
        for (uint64_t s = 0; s < strips; s++)
            strip(p, s * STRIP, n - s * STRIP < STRIP ? n : (s + 1) * STRIP, packed);
    }
out:
    kg__free(ctx, packed);
    return status;
}
#undef TERM
#undef LONG
