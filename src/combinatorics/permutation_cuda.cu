/*
 * Permutations by number on the GPU.
 *
 * In: n, and a range of numbers. Out: their permutations, one a row.
 *
 * Method: a number is split into a head, which places all elements except the last TAIL, and a tail
 * below TAIL!. The numbers of a block have one head or two, so two threads do the long divisions of
 * heads for all. Each thread makes the tail of its own number, by divisions by constants. Rows are
 * assembled in shared memory and written from there in order.
 *
 * Work: 4n bytes written for each; nothing is read. Memory: none.
 *
 * Deterministic: a permutation depends on its number alone.
 */
#include "../base/cuda.cuh"
extern "C" {
#include "combinatorics_ops.h"
}
#include <konig/permutation.h>

/* TAIL: the number of elements that a tail places; there are TAILS = TAIL! tails. A block works in
 * ROUNDS rounds; in each round a thread makes a row. */
enum { TAIL = 8, TAILS = 40320, ROUNDS = 4, CHUNK = ROUNDS * KG__BLOCK };

/* Numbers below KG__BLOCK * KG_PERMUTATION_MOST are divided by n by a multiplication and a
 * shift. */
enum { MAGIC_BITS = 18 };

/* Data shared by numbers with one head: the elements that the head places, and the remaining ones,
 * least first, one byte each. */
typedef struct permutation_head {
    uint64_t left;
    uint8_t element[KG_PERMUTATION_MOST];
} permutation_head;

/* Digit i of a head is the number of the n - i remaining elements that are smaller than element
 * i. */
static __device__ void place_head(permutation_head *head, unsigned n, uint64_t number)
{
    const int places = (int)n - TAIL;
    uint32_t left = (1u << n) - 1;

    for (int i = places - 1; i >= 0; i--) {
        head->element[i] = (uint8_t)(number % (n - (unsigned)i));
        number /= n - (unsigned)i;
    }
    for (int i = 0; i < places; i++) {
        uint32_t rest = left;

        for (unsigned skip = head->element[i]; skip; skip--)
            rest &= rest - 1;
        head->element[i] = (uint8_t)(__ffs((int)rest) - 1);
        left ^= rest & (0 - rest);
    }
    head->left = 0;
    for (unsigned at = 0; left; left &= left - 1, at += 8)
        head->left |= (uint64_t)(__ffs((int)left) - 1) << at;
}

/* Writes the elements of a tail, the last of them to row[n - 1]. */
static __device__ __forceinline__ void place_tail(
    uint32_t *row, unsigned n, uint64_t left, unsigned number)
{
    unsigned digit[TAIL];

#pragma unroll
    for (unsigned k = 0; k < TAIL; k++) {
        digit[k] = 8 * (number % (k + 1));
        number /= k + 1;
    }
#pragma unroll
    for (int k = TAIL - 1; k >= 0; k--)
        if (k < (int)n) {
            const uint64_t below = ((uint64_t)1 << digit[k]) - 1;

            row[n - 1 - (unsigned)k] = (uint32_t)(left >> digit[k]) & 0xff;
            left = (left & below) | (left >> 8 & ~below);
        }
}

/* Block b owns the rows from CHUNK * b on; in each round a thread makes one of them. */
static __global__ void k_permutation_write(
    uint32_t *permutation, unsigned n, uint64_t from, uint64_t count)
{
    __shared__ uint32_t s_row[KG__BLOCK * (KG_PERMUTATION_MOST | 1)];
    __shared__ permutation_head s_head[2];
    const unsigned pitch = n | 1, magic = (1u << MAGIC_BITS) / n + 1; /* odd: no bank conflicts */
    const uint64_t first = (uint64_t)blockIdx.x * CHUNK;
    const uint64_t head = (from + first) / TAILS;
    const unsigned tail = (unsigned)((from + first) % TAILS);

    if (threadIdx.x % 32 == 0 && threadIdx.x < 64)
        place_head(&s_head[threadIdx.x / 32], n, head + threadIdx.x / 32);
    __syncthreads();
    for (unsigned round = 0; round < ROUNDS; round++) {
        const uint64_t begin = first + round * KG__BLOCK;
        const unsigned rows = begin >= count              ? 0
                              : count - begin < KG__BLOCK ? (unsigned)(count - begin)
                                                          : (unsigned)KG__BLOCK;
        unsigned own = tail + round * KG__BLOCK + threadIdx.x;
        const permutation_head *h = &s_head[own >= TAILS];
        uint32_t *row = s_row + threadIdx.x * pitch;

        own -= own >= TAILS ? TAILS : 0;
        if (threadIdx.x < rows) {
            for (unsigned i = 0; i + TAIL < n; i++)
                row[i] = h->element[i];
            place_tail(row, n, h->left, own);
        }
        __syncthreads();
        for (unsigned j = threadIdx.x; j < rows * n; j += KG__BLOCK) {
            const unsigned r = j * magic >> MAGIC_BITS;

            permutation[begin * n + j] = s_row[r * pitch + j - r * n];
        }
        __syncthreads();
    }
}

decl_combinatorics_permutations(kg__combinatorics_permutations_cuda)
{
    const uint64_t blocks = (count + CHUNK - 1) / CHUNK;

    return KG_LAUNCH(ctx, k_permutation_write, blocks * KG__BLOCK, permutation, n, from, count);
}
