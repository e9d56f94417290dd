/* The oracle's typed numbers and their order, defined in another way than in the library. */
#ifndef TYPED_ORACLE_H
#define TYPED_ORACLE_H

#include "check.h"

/* Larger inputs are left out, since the oracles are slow. */
enum { TYPED_MOST = 140000 };

/* The case's width is its type. */
kg_type typed_type(const check *c);
bool typed_is_real(kg_type type);
bool typed_is_unsigned(kg_type type);
bool typed_is_signed(kg_type type);

/* The greatest number of a type of integers. */
uint64_t typed_most(kg_type type);

kg_number typed_load(kg_type type, const void *array, uint64_t i);
void typed_store(kg_type type, void *array, uint64_t i, kg_number one);

/* The order of array.h: -1, 0, 1. */
int typed_compare(kg_type type, kg_number a, kg_number b);

/* The number, or where it is any NaN the one that comes out. */
kg_number typed_plain_nan(kg_type type, kg_number one);

/* Inputs in turn; value: the caller's, of TYPED_MOST numbers. Floats have their bits at random, so
 * that all kinds of them come up. */
bool typed_next_input(check *c, check_input *at, void *value);

/* Numbers whose sums stay within the type, and differ in the last bits of floats by their order. */
void typed_fill_sums(kg_type type, uint64_t n, void *value, uint64_t seed);

/* A copy of an array of the backend's, to be freed with free(). */
void *typed_fetch(kg_context *ctx, const void *array, uint64_t n, size_t size);

/* Compares an array of the backend's with what is expected. */
bool typed_equal(check *c, kg_context *ctx, const char *name, const void *array,
    const void *expected, uint64_t count, size_t size);

/* Cases of one test for each type. */
#define TYPED_CASES(name, test)                                                                    \
    {"typed." name "_u32", test, NULL, KG_U32}, {"typed." name "_u64", test, NULL, KG_U64},        \
        {"typed." name "_i64", test, NULL, KG_I64}, {"typed." name "_f32", test, NULL, KG_F32},    \
        {"typed." name "_f64", test, NULL, KG_F64}, {"typed." name "_i8", test, NULL, KG_I8},      \
        {"typed." name "_u8", test, NULL, KG_U8}, {"typed." name "_i16", test, NULL, KG_I16},      \
        {"typed." name "_u16", test, NULL, KG_U16},                                                \
    {                                                                                              \
        "typed." name "_i32", test, NULL, KG_I32                                                   \
    }

#endif
