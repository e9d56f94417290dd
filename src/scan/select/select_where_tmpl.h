/*
 * Flags of numbers of type T for which conditions hold.
 * Included by: the .c file of this name without _tmpl, once per type through each_type.h, which
 *     defines T, FLOAT, SIGNED and NAMED() and undefines them.
 * Expects: CHUNK.
 * Leaves nothing defined.
 */
#define TEST_LOOP(is)                                                                              \
    for (size_t i = 0; i < count; i++)                                                             \
        flag[i] = (uint8_t)(flag[i] & (value[i] is b));                                            \
    break

/* Clears the flags of the numbers for which one condition does not hold. */
static void NAMED(test)(uint8_t *flag, size_t count, const T *value, const kg_condition *condition)
{
#if FLOAT
    const double b = condition->than.real;
#else
    const T b = (T)condition->than.whole;
#endif

    switch (condition->how) {
    case KG_LESS:
        TEST_LOOP(<);
    case KG_LESS_EQUAL:
        TEST_LOOP(<=);
    case KG_GREATER:
        TEST_LOOP(>);
    case KG_GREATER_EQUAL:
        TEST_LOOP(>=);
    case KG_EQUAL:
        TEST_LOOP(==);
    case KG_NOT_EQUAL:
        TEST_LOOP(!=);
    }
}
#undef TEST_LOOP

static void NAMED(set_flags)(int threads, uint8_t *flag, uint64_t n, const void *from,
    uint64_t conditions, const kg_condition *condition)
{
    const uint64_t chunks = (n + CHUNK - 1) / CHUNK;
    const T *value = from;

    KG_PARALLEL_FOR(threads)
    for (uint64_t k = 0; k < chunks; k++) {
        const uint64_t begin = k * CHUNK;
        const size_t count = n - begin < CHUNK ? n - begin : CHUNK;
        uint8_t holds[CHUNK];

        memset(flag + begin, 0, count);
        for (uint64_t c = 0; c < conditions;) {
            memset(holds, 1, count);
            do
                NAMED(test)(holds, count, value + begin, &condition[c]);
            while (++c < conditions && !condition[c].alternative);
            for (size_t i = 0; i < count; i++)
                flag[begin + i] |= holds[i];
        }
    }
}
