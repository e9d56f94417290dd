/* The rows of the table of array primitives. */
#include "scan_ops.h"

#define ROW(backend)                                                                               \
    {                                                                                              \
        .prefix_u32 = kg__scan_prefix_u32_##backend, .prefix_u64 = kg__scan_prefix_u64_##backend,  \
        .reduce_u32 = kg__scan_reduce_u32_##backend, .reduce_u64 = kg__scan_reduce_u64_##backend,  \
        .compact_u32 = kg__scan_compact_u32_##backend,                                             \
        .compact_u64 = kg__scan_compact_u64_##backend,                                             \
        .sort_u32_u32 = kg__scan_sort_u32_u32_##backend,                                           \
        .sort_u32_u64 = kg__scan_sort_u32_u64_##backend,                                           \
        .sort_u64_u32 = kg__scan_sort_u64_u32_##backend,                                           \
        .sort_u64_u64 = kg__scan_sort_u64_u64_##backend,                                           \
        .distinct_u32 = kg__scan_distinct_u32_##backend,                                           \
        .distinct_u64 = kg__scan_distinct_u64_##backend,                                           \
    }

static const kg_scan_ops row[KG__BACKENDS] = {
    [KG__CPU] = ROW(cpu),
#ifdef KG__WITH_CUDA
    [KG__CUDA] = ROW(cuda),
#endif
};

const kg_scan_ops *kg__scan(const kg_context *ctx)
{
    return &row[kg__context_backend(ctx)];
}

const kg_scan_ops *kg__scan_host(void)
{
    return &row[KG__CPU];
}
