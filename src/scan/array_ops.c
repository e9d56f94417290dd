/* The rows of the second table of array primitives. */
#include "array_ops.h"

#define ROW(backend)                                                                               \
    {                                                                                              \
        .keys = kg__array_keys_##backend, .unkey = kg__array_unkey_##backend,                      \
        .compare = kg__array_compare_##backend, .heads = kg__array_heads_##backend,                \
        .lengths = kg__array_lengths_##backend, .prefix = kg__array_prefix_##backend,              \
        .sum = kg__array_sum_##backend, .extreme = kg__array_extreme_##backend,                    \
        .histogram = kg__array_histogram_##backend, .digits = kg__array_digits_##backend,          \
        .collect = kg__array_collect_##backend, .gather = kg__array_gather_##backend,              \
        .permutations = kg__array_permutations_##backend,                                          \
        .held_karp = kg__array_held_karp_##backend,                                                \
        .brute_force = kg__array_brute_force_##backend,                                            \
        .say_length = kg__array_say_length_##backend, .say = kg__array_say_##backend,              \
        .pieces = kg__array_pieces_##backend, .transpose = kg__array_transpose_##backend,          \
        .multiply = kg__array_multiply_##backend,                                                  \
        .multiply_blas = kg__array_multiply_blas_##backend, .match = kg__array_match_##backend,    \
    }

const kg_array_ops *kg__array(const kg_context *ctx)
{
    static const kg_array_ops cpu = ROW(cpu);
    static const kg_array_ops *const row[KG__BACKENDS] = {[KG__CPU] = &cpu};

    return row[kg__context_backend(ctx)];
}

size_t kg_type_size(kg_type type)
{
    switch (type) {
    case KG_U64:
    case KG_I64:
    case KG_F64:
        return 8;
    case KG_F32:
        return 4;
    }
    return 0;
}

kg_status kg__array_begin(kg_context *ctx, kg_type type)
{
    kg__begin(ctx);
    if (!kg_type_size(type))
        return kg__fail(ctx, KG_ARGUMENT, "unknown type of numbers %d", (int)type);
    if (!kg__array(ctx))
        return kg__fail(ctx, KG_UNSUPPORTED, "device %s cannot do this yet: --device cpu can",
            kg_context_device(ctx));
    return KG_OK;
}
