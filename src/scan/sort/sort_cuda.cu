/*
 * Sorting of keys and of pairs on the GPU.
 *
 * In: key[n], value[n] or NULL for positions. Out: sorted_key[n] or NULL, sorted_value[n] or NULL,
 * each of which may be its input.
 *
 * Method: a look at the keys finds the bits in which they differ, and whether there is a fall; then
 * CUB's radix sort runs over those bits. If an output is also an input, or is filled with positions
 * first, each output and one spare array are CUB's two buffers. Otherwise CUB leaves the inputs
 * unchanged and has the spare arrays in its own memory.
 *
 * Work: O(n * b) for b bits that differ; sorted input costs the look and a copy. Memory: an array
 * of n keys and one of n values, and a second one of keys if sorted_key is NULL.
 *
 * Deterministic: the sort is stable.
 */
#include "look.cuh"
#include <cub/device/device_radix_sort.cuh>

/* Thread i owns value[i]. */
template <typename V> static __global__ void k_sort_positions(V *value, uint64_t n)
{
    const uint64_t i = kg__item();

    if (i < n)
        value[i] = (V)i;
}

/* Sorts keys by the bits [from, to), with values unless sorted_value is NULL; not in place. */
template <typename K, typename V>
static kg_status sort_apart(kg_context *ctx, K *sorted_key, V *sorted_value, uint64_t n,
    const K *key, const V *value, int from, int to)
{
    kg_status status;

    if (sorted_value)
        KG_TRY_CUB(ctx, cub::DeviceRadixSort::SortPairs, key, sorted_key, value, sorted_value, n,
            from, to, kg__stream(ctx));
    else
        KG_TRY_CUB(
            ctx, cub::DeviceRadixSort::SortKeys, key, sorted_key, n, from, to, kg__stream(ctx));
out:
    return status;
}

/* The same in place: the outputs hold the keys and values. */
template <typename K, typename V>
static kg_status sort_in_place(
    kg_context *ctx, K *sorted_key, V *sorted_value, uint64_t n, int from, int to)
{
    cub::DoubleBuffer<K> keys;
    cub::DoubleBuffer<V> values;
    K *spare_key = NULL;
    V *spare_value = NULL;
    kg_status status;

    KG_TRY(kg__allocate(ctx, &spare_key, n, sizeof(K), "keys between two passes"));
    keys = cub::DoubleBuffer<K>(sorted_key, spare_key);
    if (sorted_value) {
        KG_TRY(kg__allocate(ctx, &spare_value, n, sizeof(V), "values between two passes"));
        values = cub::DoubleBuffer<V>(sorted_value, spare_value);
        KG_TRY_CUB(
            ctx, cub::DeviceRadixSort::SortPairs, keys, values, n, from, to, kg__stream(ctx));
        KG_TRY(kg__sort_copy(ctx, sorted_value, n, values.Current()));
    } else {
        KG_TRY_CUB(ctx, cub::DeviceRadixSort::SortKeys, keys, n, from, to, kg__stream(ctx));
    }
    KG_TRY(kg__sort_copy(ctx, sorted_key, n, keys.Current()));
out:
    kg__free_all(ctx, spare_value, spare_key);
    return status;
}

template <typename K, typename V>
static kg_status sort(
    kg_context *ctx, K *sorted_key, V *sorted_value, uint64_t n, const K *key, const V *value)
{
    K *own_key = NULL;
    int from, to;
    kg_status status;

    KG_TRY(kg__sort_look(ctx, &from, &to, n, key));
    if (sorted_value && !value) {
        KG_TRY(KG_LAUNCH(ctx, k_sort_positions<V>, n, sorted_value, n));
        value = sorted_value;
    }
    if (to && !sorted_key) {
        KG_TRY(kg__allocate(ctx, &own_key, n, sizeof(K), "sorted keys"));
        sorted_key = own_key;
    }
    if (to && key != sorted_key && (!sorted_value || value != sorted_value)) {
        KG_TRY(sort_apart(ctx, sorted_key, sorted_value, n, key, value, from, to));
        goto out;
    }
    if (sorted_key)
        KG_TRY(kg__sort_copy(ctx, sorted_key, n, key));
    if (sorted_value)
        KG_TRY(kg__sort_copy(ctx, sorted_value, n, value));
    if (to)
        KG_TRY(sort_in_place(ctx, sorted_key, sorted_value, n, from, to));
out:
    kg__free(ctx, own_key);
    return status;
}

#define SORT(KS, VS, K, V)                                                                         \
    decl_array_sort_pairs(kg__array_sort_##KS##_##VS##_cuda, K, V)                                 \
    {                                                                                              \
        return sort(ctx, sorted_key, sorted_value, n, key, value);                                 \
    }

SORT(u8, u64, uint8_t, uint64_t)
SORT(u16, u64, uint16_t, uint64_t)
SORT(u32, u32, uint32_t, uint32_t)
SORT(u32, u64, uint32_t, uint64_t)
SORT(u64, u32, uint64_t, uint32_t)
SORT(u64, u64, uint64_t, uint64_t)
