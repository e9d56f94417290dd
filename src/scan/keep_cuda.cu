/*
 * The numbers that a comparison keeps, on the GPU.
 *
 * In: value[n]. Out: kept[count]; count, in host memory.
 *
 * Method: CUB's selection by decoupled look-back.
 *
 * Work: one read of the numbers, one write of what is kept. Memory: a few numbers a tile.
 *
 * Deterministic: the order is the input's.
 */
#include "typed.cuh"
#include <cub/device/device_select.cuh>

/* What may be found of a number beside another; of NaN beside anything NEITHER. */
enum { LESS = 1, EQUAL = 2, GREATER = 4, NEITHER = 8, ANY = 15 };

/* Which of these a comparison is true for. */
static int findings(kg_compare how)
{
    switch (how) {
    case KG_LESS:
        return LESS;
    case KG_LESS_EQUAL:
        return LESS | EQUAL;
    case KG_GREATER:
        return GREATER;
    case KG_GREATER_EQUAL:
        return GREATER | EQUAL;
    case KG_EQUAL:
        return EQUAL;
    default:
        return ANY ^ EQUAL;
    }
}

/* Without a branch. */
template <typename T> struct is_kept {
    T than;
    bool less, equal, greater, neither;

    __device__ __forceinline__ bool operator()(T a) const
    {
        const bool below = a<than, above = a> than, same = a == than;

        return (below & less) | (same & equal) | (above & greater) |
               (!(below | same | above) & neither);
    }
};

template <typename T>
static kg_status keep(
    kg_context *ctx, void *kept, uint64_t *count, uint64_t n, const void *value, T than, int found)
{
    const is_kept<T> test = {than, (found & LESS) != 0, (found & EQUAL) != 0,
        (found & GREATER) != 0, (found & NEITHER) != 0};
    uint64_t *d_count = NULL;
    kg_status status;

    KG_TRY(kg__allocate(ctx, &d_count, 1, sizeof *d_count, "a count"));
    KG_TRY_CUB(ctx, cub::DeviceSelect::If, (const T *)value, (T *)kept, d_count, (int64_t)n, test,
        kg__stream(ctx));
    KG_TRY(kg__cuda_fetch(ctx, count, d_count, sizeof *count));
out:
    kg__free(ctx, d_count);
    return status;
}

/* A double that is no float lies between two: what equals the nearer of them is beside it as that
 * is. */
static float narrow(double than, int *findings)
{
    const float near = (float)than;

    if ((double)near < than || (double)near > than) {
        const int found = (double)near < than ? LESS : GREATER;

        *findings = (*findings & ~EQUAL) | (*findings & found ? EQUAL : 0);
    }
    return near;
}

decl_array_keep(kg__array_keep_cuda)
{
    int found = findings(how) ^ (invert ? ANY : 0);

    switch (type) {
    case KG_U64:
        return keep<uint64_t>(ctx, kept, count, n, value, than.whole, found);
    case KG_I64:
        return keep<int64_t>(ctx, kept, count, n, value, than.integer, found);
    case KG_F64:
        return keep<double>(ctx, kept, count, n, value, than.real, found);
    default: {
        const float near = narrow(than.real, &found);

        return keep<float>(ctx, kept, count, n, value, near, found);
    }
    }
}
