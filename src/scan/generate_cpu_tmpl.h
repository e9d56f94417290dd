/*
 * Progressions and random numbers of type T.
 * Included by: the .c file of this name without _tmpl, once per type through each_type.h, which
 *     defines T, FLOAT and NAMED() and undefines them.
 * Expects: PIECE.
 * Leaves nothing defined.
 */
#if FLOAT
#define MEMBER(stem) stem##_real
#else
#define MEMBER(stem) stem##_integer
#endif

static void NAMED(progression)(int threads, void *array, uint64_t rows, const kg__progression *made)
{
    const uint64_t n = rows * made->columns;
    T *number = array;

    KG_PARALLEL_FOR(threads)
    for (uint64_t begin = 0; begin < n; begin += PIECE) {
        const uint64_t end = n - begin < PIECE ? n : begin + PIECE;
        uint64_t row = begin / made->columns, column = begin % made->columns;

        for (uint64_t i = begin; i < end; row++, column = 0) {
            const uint64_t left = made->columns - column, room = end - i;
            const uint64_t count = left < room ? left : room;
            const uint64_t steps = (uint64_t)kg__steps_to(made, row, column);

            for (uint64_t k = 0; k < count; k++)
                number[i + k] =
                    (T)MEMBER(kg__progression)(made, (int64_t)(steps + k * (uint64_t)made->across));
            i += count;
        }
    }
}

static void NAMED(random)(int threads, void *array, uint64_t n, const kg__uniform *from)
{
    T *number = array;

    KG_PARALLEL_FOR(threads)
    for (uint64_t i = 0; i < n; i++)
        number[i] = (T)MEMBER(kg__uniform)(from, i);
}
#undef MEMBER
