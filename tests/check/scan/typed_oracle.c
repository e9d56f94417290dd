/* The oracle's typed numbers: how they are loaded, stored and compared, and arrays of them. */
#include "typed_oracle.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* From so many numbers on inputs are thinned. */
enum { MANY = 5000 };

kg_type typed_type(const check *c)
{
    return (kg_type)c->now->width;
}

bool typed_is_real(kg_type type)
{
    return type == KG_F32 || type == KG_F64;
}

bool typed_is_unsigned(kg_type type)
{
    return type == KG_U8 || type == KG_U16 || type == KG_U32 || type == KG_U64;
}

bool typed_is_signed(kg_type type)
{
    return !typed_is_real(type) && !typed_is_unsigned(type);
}

uint64_t typed_most(kg_type type)
{
    return UINT64_MAX >> (64 - 8 * kg_type_size(type) + typed_is_signed(type));
}

kg_number typed_load(kg_type type, const void *array, uint64_t i)
{
    const size_t size = kg_type_size(type);
    kg_number one = {0};

    if (type == KG_F32) {
        one.real = (double)((const float *)array)[i];
        return one;
    }
    memcpy(&one, (const char *)array + i * size, size); /* little-endian */
    if (typed_is_signed(type) && one.whole > typed_most(type))
        one.whole -= 2 * (typed_most(type) + 1);
    return one;
}

void typed_store(kg_type type, void *array, uint64_t i, kg_number one)
{
    const size_t size = kg_type_size(type);

    if (type == KG_F32)
        ((float *)array)[i] = (float)one.real;
    else
        memcpy((char *)array + i * size, &one, size);
}

int typed_compare(kg_type type, kg_number a, kg_number b)
{
    if (typed_is_unsigned(type))
        return (a.whole > b.whole) - (a.whole < b.whole);
    if (typed_is_signed(type))
        return (a.integer > b.integer) - (a.integer < b.integer);
    if (isnan(a.real) || isnan(b.real))
        return !!isnan(a.real) - !!isnan(b.real);
    if (a.real != b.real)
        return a.real > b.real ? 1 : -1;
    return !!signbit(b.real) - !!signbit(a.real);
}

kg_number typed_plain_nan(kg_type type, kg_number one)
{
    if (typed_is_real(type) && isnan(one.real))
        one.real = __builtin_nan("");
    return one;
}

bool typed_next_input(check *c, check_input *at, void *value)
{
    const kg_type type = typed_type(c);
    uint64_t *word;

    do
        if (!check_next(at))
            return false;
    while (at->n > TYPED_MOST || (at->n > MANY && (at->pattern + at->n + (uint64_t)at->index) % 9));
    word = check_array(at->n, 8);
    check_fill(word, at->n, kg_type_size(type), at->pattern, c->seed + at->n);
    check_pack(value, word, at->n, kg_type_size(type));
    free(word);
    check_say(c, "%llu numbers, %s", (unsigned long long)at->n, check_pattern_name(at->pattern));
    return true;
}

void typed_fill_sums(kg_type type, uint64_t n, void *value, uint64_t seed)
{
    for (uint64_t i = 0; i < n; i++) {
        const int64_t x = (int64_t)check_random(&seed) >> 30;
        kg_number one = {.whole = type == KG_U32 ? (uint64_t)x & 1023 : (uint64_t)x >> 30};

        if (typed_is_signed(type))
            one.integer = x;
        else if (kg_type_size(type) < 4)
            one.whole = (uint64_t)x % 64 == 0;
        else if (typed_is_real(type))
            one.real = (double)x / 0x1p31;
        typed_store(type, value, i, one);
    }
}

void *typed_fetch(kg_context *ctx, const void *array, uint64_t n, size_t size)
{
    void *host = check_array(n, size);

    check_download(ctx, host, array, n, size);
    return host;
}

bool typed_equal(check *c, kg_context *ctx, const char *name, const void *array,
    const void *expected, uint64_t count, size_t size)
{
    void *got = typed_fetch(ctx, array, count, size);
    bool equal = check_equal(c, ctx, name, got, expected, count, size);

    free(got);
    return equal;
}
