/* The rows of the second table of array primitives. */
#include "array_ops.h"

#define SLOT(slot, backend) .slot = kg__array_##slot##_##backend

/* clang-format off */
#define TYPED(backend)                                                                             \
    SLOT(keys, backend), SLOT(unkey, backend), SLOT(compare, backend), SLOT(heads, backend),       \
    SLOT(lengths, backend), SLOT(prefix, backend), SLOT(sum, backend), SLOT(extreme, backend),     \
    SLOT(histogram, backend), SLOT(digits, backend), SLOT(collect, backend), SLOT(gather, backend)
/* clang-format on */

static const kg_array_ops cpu = {TYPED(cpu), SLOT(permutations, cpu), SLOT(held_karp_bytes, cpu),
    SLOT(held_karp, cpu), SLOT(brute_force, cpu), SLOT(say_length, cpu), SLOT(say, cpu),
    SLOT(pieces, cpu), SLOT(transpose, cpu), SLOT(multiply, cpu), SLOT(multiply_blas, cpu),
    SLOT(match, cpu)};

#ifdef KG__WITH_CUDA

/* What CUDA has not yet refuses: a slot that comes goes from here, and is SLOT(slot, cuda) below. */
static kg_status refuse(kg_context *ctx)
{
    return kg__fail(ctx, KG_UNSUPPORTED, "device %s cannot do this yet: --device cpu can",
        kg_context_device(ctx));
}

#pragma GCC diagnostic ignored "-Wunused-parameter"
#define REFUSE(slot)                                                                               \
    static decl_array_##slot(slot##_none)                                                          \
    {                                                                                              \
        return refuse(ctx);                                                                        \
    }
REFUSE(keys)
REFUSE(unkey)
REFUSE(compare)
REFUSE(heads)
REFUSE(lengths)
REFUSE(prefix)
REFUSE(sum)
REFUSE(extreme)
REFUSE(histogram)
REFUSE(digits)
REFUSE(collect)
REFUSE(gather)

static const kg_array_ops cuda = {
    .keys = keys_none,
    .unkey = unkey_none,
    .compare = compare_none,
    .heads = heads_none,
    .lengths = lengths_none,
    .prefix = prefix_none,
    .sum = sum_none,
    .extreme = extreme_none,
    .histogram = histogram_none,
    .digits = digits_none,
    .collect = collect_none,
    .gather = gather_none,
    SLOT(permutations, cuda),
    SLOT(held_karp_bytes, cuda),
    SLOT(held_karp, cuda),
    SLOT(brute_force, cuda),
    SLOT(say_length, cuda),
    SLOT(say, cuda),
    SLOT(pieces, cuda),
    SLOT(transpose, cuda),
    SLOT(multiply, cuda),
    SLOT(multiply_blas, cuda),
    SLOT(match, cuda),
};

#endif

const kg_array_ops *kg__array(const kg_context *ctx)
{
    static const kg_array_ops *const row[KG__BACKENDS] = {
        [KG__CPU] = &cpu,
#ifdef KG__WITH_CUDA
        [KG__CUDA] = &cuda,
#endif
    };

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
    return KG_OK;
}
