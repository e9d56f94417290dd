/* The rows of the second table of array primitives. */
#include "array_ops.h"

#define SLOT(slot, backend) .slot = kg__array_##slot##_##backend

/* clang-format off */
#define ROW(backend)                                                                               \
    {                                                                                              \
        SLOT(keys, backend), SLOT(unkey, backend), SLOT(sort, backend), SLOT(keep, backend),       \
        SLOT(runs, backend), SLOT(lengths, backend), SLOT(prefix, backend), SLOT(sum, backend),    \
        SLOT(extreme, backend), SLOT(histogram, backend), SLOT(digits, backend),                   \
        SLOT(collect, backend), SLOT(top, backend), SLOT(gather, backend),                         \
        SLOT(permutations, backend),                                                               \
        SLOT(held_karp_bytes, backend), SLOT(held_karp, backend), SLOT(brute_force, backend),      \
        SLOT(say_length, backend), SLOT(say, backend), SLOT(pieces, backend),                      \
        SLOT(transpose, backend), SLOT(multiply, backend), SLOT(multiply_blas, backend),           \
        SLOT(match, backend),                                                                      \
    }
/* clang-format on */

static const kg_array_ops row[KG__BACKENDS] = {
    [KG__CPU] = ROW(cpu),
#ifdef KG__WITH_CUDA
    [KG__CUDA] = ROW(cuda),
#endif
};

const kg_array_ops *kg__array(const kg_context *ctx)
{
    return &row[kg__context_backend(ctx)];
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
    return KG_OK;
}
