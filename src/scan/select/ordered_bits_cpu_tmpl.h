/*
 * Numbers of type T as ordered bits of type K, and comparing them.
 * Included by: the .c file of this name without _tmpl, once per type through each_type.h, which
 *     defines T, K and NAMED() and undefines them.
 * Expects: WITH_AVX2, where there is AVX2.
 * Leaves nothing defined.
 */
static inline __attribute__((always_inline)) void NAMED(order)(
    K *key, uint64_t n, const T *value, K flip)
{
    for (uint64_t i = 0; i < n; i++)
        key[i] = NAMED(kg__ordered_bits)(value[i]) ^ flip;
}

static inline __attribute__((always_inline)) void NAMED(disorder)(
    T *value, uint64_t n, const K *key, K flip)
{
    for (uint64_t i = 0; i < n; i++)
        value[i] = NAMED(kg__from_ordered_bits)(key[i] ^ flip);
}

static void NAMED(order_part)(K *key, uint64_t n, const T *value, K flip)
{
    NAMED(order)(key, n, value, flip);
}

static void NAMED(disorder_part)(T *value, uint64_t n, const K *key, K flip)
{
    NAMED(disorder)(value, n, key, flip);
}

#ifdef WITH_AVX2
WITH_AVX2 static void NAMED(order_part_avx2)(K *key, uint64_t n, const T *value, K flip)
{
    NAMED(order)(key, n, value, flip);
}

WITH_AVX2 static void NAMED(disorder_part_avx2)(T *value, uint64_t n, const K *key, K flip)
{
    NAMED(disorder)(value, n, key, flip);
}
#endif

static void NAMED(ordered_bits)(
    int threads, void *to, uint64_t n, const void *from, bool descending)
{
    const K flip = descending ? (K)-1 : 0;
    const T *value = from;
    K *key = to;
    void (*part)(K *, uint64_t, const T *, K) = NAMED(order_part);

#ifdef WITH_AVX2
    if (__builtin_cpu_supports("avx2"))
        part = NAMED(order_part_avx2);
#endif
    KG_PARALLEL(threads)
    {
        const uint64_t begin = kg__part(n, kg__thread_index(), kg__thread_count());
        const uint64_t end = kg__part(n, kg__thread_index() + 1, kg__thread_count());

        part(key + begin, end - begin, value + begin, flip);
    }
}

static void NAMED(from_ordered_bits)(
    int threads, void *to, uint64_t n, const void *from, bool descending)
{
    const K flip = descending ? (K)-1 : 0;
    const K *key = from;
    T *value = to;
    void (*part)(T *, uint64_t, const K *, K) = NAMED(disorder_part);

#ifdef WITH_AVX2
    if (__builtin_cpu_supports("avx2"))
        part = NAMED(disorder_part_avx2);
#endif
    KG_PARALLEL(threads)
    {
        const uint64_t begin = kg__part(n, kg__thread_index(), kg__thread_count());
        const uint64_t end = kg__part(n, kg__thread_index() + 1, kg__thread_count());

        part(value + begin, end - begin, key + begin, flip);
    }
}

#define COMPARE_LOOP(is)                                                                           \
    KG_PARALLEL_FOR(threads)                                                                       \
    for (uint64_t i = 0; i < n; i++)                                                               \
        flag[i] = (uint8_t)((value[i] is b) != invert);                                            \
    break

static void NAMED(compare)(int threads, uint8_t *flag, uint64_t n, const void *from, kg_compare how,
    kg_number than, bool invert)
{
    const T *value = from;
#if FLOAT
    const double b = than.real;
#else
    const T b = (T)than.whole;
#endif

    switch (how) {
    case KG_LESS:
        COMPARE_LOOP(<);
    case KG_LESS_EQUAL:
        COMPARE_LOOP(<=);
    case KG_GREATER:
        COMPARE_LOOP(>);
    case KG_GREATER_EQUAL:
        COMPARE_LOOP(>=);
    case KG_EQUAL:
        COMPARE_LOOP(==);
    case KG_NOT_EQUAL:
        COMPARE_LOOP(!=);
    }
}
#undef COMPARE_LOOP

static void NAMED(run_starts)(int threads, uint8_t *flag, uint64_t n, const void *from)
{
    const T *value = from;

    KG_PARALLEL_FOR(threads)
    for (uint64_t i = 1; i < n; i++)
        flag[i] = NAMED(kg__ordered_bits)(value[i]) != NAMED(kg__ordered_bits)(value[i - 1]);
    flag[0] = 1;
}
