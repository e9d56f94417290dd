/* Cases of the array primitives of typed numbers, against their definitions: progressions and
 * random numbers. */
#include "typed_oracle.h"
#include <stdlib.h>
#include <string.h>

/* ---- progressions ---------------------------------------------------------------------------- */

typedef struct progression {
    uint64_t rows, columns;
    int64_t down, across;
} progression;

static kg_number number_of(kg_type type, double real, int64_t integer)
{
    kg_number one = {.integer = integer};

    if (typed_is_real(type))
        one.real = real;
    return one;
}

/* Row by row, by adding to an integer and to what a double makes of the steps. */
static void progression_oracle(
    void *array, kg_type type, const progression *p, kg_number first, kg_number step)
{
    for (uint64_t i = 0; i < p->rows; i++)
        for (uint64_t j = 0; j < p->columns; j++) {
            const int64_t steps = (int64_t)i * p->down + (int64_t)j * p->across;
            kg_number one = first;

            if (typed_is_real(type)) {
                volatile double product = step.real * (double)steps;

                one.real += product;
            } else {
                one.integer += step.integer * steps;
            }
            typed_store(type, array, i * p->columns + j, one);
        }
}

static void progression_test(check *c)
{
    static const progression shapes[] = {{1, 1, 0, 0}, {1, 100, 7, 1}, {100, 1, 1, 9},
        {7, 15, 1, 1}, {15, 7, 1, -1}, {9, 11, 11, 1}, {9, 11, -11, -1}, {3, 40, 0, -2},
        {40, 3, 2, 0}, {0, 5, 1, 1}, {5, 0, 1, 1}};
    static const progression large[] = {{1, 50021, 0, 1}, {50021, 1, 1, 0}, {211, 239, 239, 1},
        {211, 239, 3, -1}, {239, 211, 0, 0}, {2, 33000, 1, 1}, {33000, 2, -1, 1}};
    const kg_type type = typed_type(c);
    const size_t size = kg_type_size(type), small = sizeof shapes / sizeof *shapes;
    const size_t all = small + (size > 2 ? sizeof large / sizeof *large : 0);
    void *expected = check_array(TYPED_MOST, 8);

    for (size_t s = 0; s < all; s++) {
        const progression p = s < small ? shapes[s] : large[s - small];
        const kg_number step = number_of(type, 0.1, s < small ? 1 : 2);
        const uint64_t n = p.rows * p.columns;
        /* the least number is 0 or more, so that it is one of every type */
        const int64_t lowest = (p.down < 0 ? (int64_t)p.rows * p.down : 0) +
                               (p.across < 0 ? (int64_t)p.columns * p.across : 0);
        const kg_number first =
            number_of(type, -1.5, typed_is_real(type) ? 0 : -lowest * step.integer);

        check_say(c, "%llu rows of %llu, %lld down, %lld across", (unsigned long long)p.rows,
            (unsigned long long)p.columns, (long long)p.down, (long long)p.across);
        progression_oracle(expected, type, &p, first, step);
        for (int t = 0; t < c->contexts; t++) {
            kg_context *ctx = c->context[t];
            void *array = check_upload(ctx, NULL, n, size);

            check_status(c, ctx,
                kg_array_progression(
                    array, ctx, type, p.rows, p.columns, first, step, p.down, p.across),
                KG_OK);
            typed_equal(c, ctx, "progression", array, expected, n, size);
            kg__free(ctx, array);
        }
    }
    free(expected);
}

/* Numbers up to the last one of the type, and one more. */
static void ends_test(check *c)
{
    const kg_type type = typed_type(c);
    const bool real = typed_is_real(type), is_signed = typed_is_signed(type);
    const int64_t most = real ? 0 : (int64_t)typed_most(type);
    const double greatest = type == KG_F32 ? 0x1.fffffep127 : 0x1.fffffffffffffp1023;
    const kg_number up = number_of(type, greatest, most), one = number_of(type, greatest, 1);
    const kg_number low = number_of(type, -greatest, is_signed ? -most - 1 : 0);
    uint64_t room[4];

    for (int t = 0; t < c->contexts; t++) {
        kg_context *ctx = c->context[t];
        void *array = check_upload(ctx, NULL, 2, 8);
        const kg_type f = type;

        check_say(c, "the ends of the type");
        check_status(c, ctx, kg_array_progression(array, ctx, f, 1, 2, up, one, 0, -1), KG_OK);
        check_status(c, ctx, kg_array_progression(array, ctx, f, 1, 2, low, one, 0, 1), KG_OK);
        check_status(c, ctx, kg_array_progression(array, ctx, f, 2, 1, up, one, 1, 0), KG_OVERFLOW);
        check_status(
            c, ctx, kg_array_progression(array, ctx, f, 1, 2, low, one, 0, -1), KG_OVERFLOW);
        check_status(
            c, ctx, kg_array_progression(array, ctx, f, 3, 1, low, one, INT64_MAX, 1), KG_OVERFLOW);
        check_status(c, ctx, kg_array_progression(array, ctx, f, UINT64_MAX, 2, low, one, 0, 0),
            KG_ARGUMENT);
        check_status(c, ctx, kg_array_progression(NULL, ctx, f, 1, 2, low, one, 0, 1), KG_ARGUMENT);
        check_status(c, ctx, kg_array_random(NULL, ctx, f, 1, low, low, 1), KG_ARGUMENT);
        check_status(c, ctx, kg_array_random(array, ctx, f, 2, up, low, 1), KG_ARGUMENT);
        check_status(c, ctx, kg_array_random(array, ctx, f, 2, up, up, 1), KG_OK);
        check_download(ctx, room, array, 2, kg_type_size(type));
        for (uint64_t i = 0; i < 2; i++)
            check_number(c, ctx, "the only choice",
                (uint64_t)typed_compare(type, typed_load(type, room, i), up), 0);
        if (real || kg_type_size(type) < 8) {
            const kg_number none = number_of(type, -greatest * 2, most + 1);

            check_status(
                c, ctx, kg_array_progression(array, ctx, f, 1, 1, none, one, 0, 0), KG_ARGUMENT);
            check_status(
                c, ctx, kg_array_progression(array, ctx, f, 1, 1, one, none, 0, 0), KG_ARGUMENT);
            check_status(c, ctx, kg_array_random(array, ctx, f, 1, low, none, 1), KG_ARGUMENT);
        }
        kg__free(ctx, array);
    }
}

/* ---- random numbers -------------------------------------------------------------------------- */

/* The published generator, one number after the other. */
static uint64_t splitmix(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

static kg_number random_oracle(kg_type type, uint64_t random, kg_number low, kg_number high)
{
    const uint64_t choices = high.whole - low.whole + 1;
    kg_number one = low;

    if (typed_is_real(type)) {
        volatile double part = (high.real - low.real) * ((double)(random >> 11) / 0x1p53);

        one.real = low.real + part;
    } else if (choices) { /* the high half of a product, by its four parts */
        const uint64_t a = random >> 32, b = random & UINT32_MAX, d = choices >> 32,
                       e = choices & UINT32_MAX;
        const uint64_t middle = (b * e >> 32) + (a * e & UINT32_MAX) + b * d;
        const bool carry = middle < b * d;

        one.whole += a * d + (a * e >> 32) + (middle >> 32) + ((uint64_t)carry << 32);
    } else {
        one.whole += random;
    }
    return one;
}

static void random_test(check *c)
{
    const kg_type type = typed_type(c);
    const size_t size = kg_type_size(type);
    const int64_t most = typed_is_real(type) ? 0 : (int64_t)typed_most(type);
    const kg_number low[] = {number_of(type, 0, 0), number_of(type, -3.7, 7),
        number_of(type, 1e-3, typed_is_signed(type) ? -most - 1 : 0)};
    const kg_number high[] = {
        number_of(type, 1, 1), number_of(type, 9.1, 99), number_of(type, 1e9, most)};
    const uint64_t counts[] = {0, 1, 1000, 70001};
    void *expected = check_array(TYPED_MOST, 8);

    for (int r = 0; r < 3; r++)
        for (int k = 0; k < 4; k++) {
            const uint64_t n = counts[k], seed = c->seed + (uint64_t)r;
            uint64_t before = seed - 0x9e3779b97f4a7c15;
            uint64_t state = splitmix(&before); /* the hash of the seed */

            check_say(c, "%llu random numbers, range %d", (unsigned long long)n, r);
            for (uint64_t i = 0; i < n; i++)
                typed_store(
                    type, expected, i, random_oracle(type, splitmix(&state), low[r], high[r]));
            for (int t = 0; t < c->contexts; t++) {
                kg_context *ctx = c->context[t];
                void *array = check_upload(ctx, NULL, n, size);

                check_status(
                    c, ctx, kg_array_random(array, ctx, type, n, low[r], high[r], seed), KG_OK);
                typed_equal(c, ctx, "random numbers", array, expected, n, size);
                kg__free(ctx, array);
            }
        }
    free(expected);
}

/* Throws of a die: each of its faces comes up, about as often as the others. */
static void dice_test(check *c)
{
    enum { THROWS = 60000 };
    const kg_number one = {.whole = 1}, six = {.whole = 6};
    uint8_t throw[THROWS];

    for (int t = 0; t < c->contexts; t++) {
        kg_context *ctx = c->context[t];
        void *array = check_upload(ctx, NULL, THROWS, 1);
        uint64_t times[6] = {0};

        check_status(c, ctx, kg_array_random(array, ctx, KG_U8, THROWS, one, six, 5), KG_OK);
        check_download(ctx, throw, array, THROWS, 1);
        for (int i = 0; i < THROWS; i++)
            if (throw[i] >= 1 && throw[i] <= 6)
                times[throw[i] - 1]++;
        for (int face = 0; face < 6; face++) /* 4 standard deviations are 365 */
            if (times[face] < THROWS / 6 - 365 || times[face] > THROWS / 6 + 365)
                check_fail(
                    c, ctx, "%d came up %llu times", face + 1, (unsigned long long)times[face]);
        kg__free(ctx, array);
    }
}

const check_case check_typed_generate_cases[] = {
    TYPED_CASES("progression", progression_test),
    TYPED_CASES("ends", ends_test),
    TYPED_CASES("random", random_test),
    {"typed.dice", dice_test, NULL, 0},
    {NULL},
};
