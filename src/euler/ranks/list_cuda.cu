/*
 * Lists the few set bits among many, on CUDA. O(words); the host sorts the list.
 */
#include "ranks_cuda.cuh"

/* Thread i owns word i of the bits: lists its set bits, in no order. */
static __global__ void k_ranks_list_bits(uint64_t *at, kg__ranks_tally *tally, const uint64_t *bits,
    uint64_t words, uint64_t lo, unsigned most)
{
    const uint64_t i = kg__item();
    uint64_t word = i < words ? bits[i] : 0;
    kg__counter next = word ? atomicAdd(&tally->listed, (kg__counter)__popcll(word)) : 0;

    for (; word && next < most; word &= word - 1)
        at[next++] = lo + 64 * i + (unsigned)__ffsll((long long)word) - 1;
}

void kg__ranks_sort_numbers(uint64_t *number, uint64_t count)
{
    for (uint64_t i = 1; i < count; i++) {
        const uint64_t mine = number[i];
        uint64_t j = i;

        for (; j > 0 && number[j - 1] > mine; j--)
            number[j] = number[j - 1];
        number[j] = mine;
    }
}

kg_status kg__ranks_list_bits_cuda(
    kg__ranks *r, const uint64_t *bits, unsigned most, uint64_t *at, uint64_t *found)
{
    kg_context *ctx = r->w->ctx;
    const uint64_t words = kg__words(r->count);
    uint64_t *d_at = NULL;
    kg__ranks_tally tally;
    kg_status status;

    KG_TRY(kg__allocate(ctx, &d_at, most, sizeof *d_at, "a list of bits"));
    KG_TRY(kg__tally_clear(r));
    KG_TRY(KG_LAUNCH_ANY(
        ctx, k_ranks_list_bits, words, d_at, r->device->tally, bits, words, r->lo, most));
    KG_TRY(kg__tally_fetch(r, &tally));
    *found = tally.listed;
    if (*found > most)
        goto out;
    KG_TRY(kg__memory(ctx)->download(ctx, at, d_at, *found * sizeof *at));
    kg__ranks_sort_numbers(at, *found);
out:
    kg__free(ctx, d_at);
    return status;
}
