/*
 * Running sums of integers in one pass of CUB's scan, which learn on the way whether one passes its
 * type and what the total is: each sum is looked at when it is written, beside its number, which the
 * scan has just read, so that it comes from the cache. By a first carry all is known that matters;
 * what is behind it may be wrong.
 */
#ifndef KG_RUNNING_SUM_CUH
#define KG_RUNNING_SUM_CUH

#include "cub.cuh"
#include <cub/device/device_scan.cuh>
#include <iterator>

typedef struct kg__verdict {
    unsigned long long total; /* the last inclusive sum */
    unsigned passed;          /* not 0 where a sum has passed its type */
} kg__verdict;

/* Where CUB puts sums: an iterator over sum[n]. U: the unsigned integer of the numbers' width. */
template <typename U, bool SIGNED, bool INCLUSIVE> struct kg__sums {
    typedef std::random_access_iterator_tag iterator_category;
    typedef void value_type;
    typedef ptrdiff_t difference_type;
    typedef void pointer;

    U *sum;
    const U *value;
    kg__verdict *verdict;
    uint64_t last; /* the index of the last number */
    uint64_t at;

    /* One place; assigning to it writes the sum. */
    struct reference {
        kg__sums to;

        __device__ __forceinline__ const reference &operator=(U sum) const
        {
            const U value = to.value[to.at];
            const U before = INCLUSIVE ? sum - value : sum, all = before + value;
            const bool carry =
                SIGNED ? ((before ^ all) & (value ^ all)) >> (8 * sizeof(U) - 1) : all < value;

            to.sum[to.at] = sum;
            if (carry)
                atomicOr(&to.verdict->passed, 1u);
            if (to.at == to.last)
                to.verdict->total = all;
            return *this;
        }
    };

    __host__ __device__ __forceinline__ kg__sums operator+(ptrdiff_t step) const
    {
        kg__sums moved = *this;

        moved.at += step;
        return moved;
    }
    __device__ __forceinline__ reference operator[](ptrdiff_t step) const
    {
        return reference{*this + step};
    }
    __device__ __forceinline__ reference operator*() const
    {
        return reference{*this};
    }
};

/* sum: [n], may be value. total: may be NULL. KG_OVERFLOW without a text. */
template <typename U, bool SIGNED>
static kg_status kg__running_sum(
    kg_context *ctx, U *sum, uint64_t *total, uint64_t n, const U *value, bool inclusive)
{
    kg__verdict *d_verdict = NULL, verdict;
    kg_status status;

    KG_TRY(kg__allocate(ctx, &d_verdict, 1, sizeof *d_verdict, "a total"));
    KG_TRY(KG_CUDA(ctx, cudaMemsetAsync(d_verdict, 0, sizeof *d_verdict, kg__stream(ctx))));
    if (inclusive) {
        kg__sums<U, SIGNED, true> to = {sum, value, d_verdict, n - 1, 0};

        KG_TRY_CUB(ctx, cub::DeviceScan::InclusiveSum, value, to, n, kg__stream(ctx));
    } else {
        kg__sums<U, SIGNED, false> to = {sum, value, d_verdict, n - 1, 0};

        KG_TRY_CUB(ctx, cub::DeviceScan::ExclusiveSum, value, to, n, kg__stream(ctx));
    }
    KG_TRY(kg__cuda_fetch(ctx, &verdict, d_verdict, sizeof verdict));
    if (total)
        *total = verdict.total;
    status = verdict.passed ? KG_OVERFLOW : KG_OK;
out:
    kg__free(ctx, d_verdict);
    return status;
}

#endif
