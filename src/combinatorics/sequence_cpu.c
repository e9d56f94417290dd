/*
 * Look-and-say, and sums of pieces, on the CPU.
 *
 * Look-and-say. In: digits[n], n > 0. Out: the number of digits that say them, or those digits. A
 * run belongs to the chunk in which it begins. Chunks follow each other as chain_cpu.h says: a
 * thread counts the digits that say its chunk, learns from the chunk before where they begin, and
 * writes them. Work: two reads of the digits, the second one from cache, and one write.
 *
 * Sums of pieces. In: prefix sums prefix[2n+1] of a ring of masses. Out: the sums of all pieces of
 * the ring, 0 and the whole, in no order. Work: one difference for each sum.
 *
 * Deterministic: the answer depends on the input alone.
 */
#include "../io/number.h"
#include "../scan/chain_cpu.h"
#include "combinatorics_ops.h"

enum { CHUNK = CHAIN_BYTES / 2, GRAIN = 1 << 16 };

/* The end of the run that begins at i. */
static inline uint64_t end_of_run(uint64_t i, uint64_t n, const char *digits)
{
    const char digit = digits[i++];

    while (i < n && digits[i] == digit)
        i++;
    return i;
}

/* The beginning of the first run that begins in [i, end), or end. */
static inline uint64_t first_run(uint64_t i, uint64_t end, const char *digits)
{
    return i > 0 && digits[i] == digits[i - 1] ? end_of_run(i, end, digits) : i;
}

static inline uint64_t say_run(char *to, uint64_t times, char digit)
{
    char number[KG__NUMBER_BYTES];
    char *end;

    if (times < 10) { /* the common case */
        if (to) {
            to[0] = (char)('0' + times);
            to[1] = digit;
        }
        return 2;
    }
    end = kg__print_label(number, times);
    *end++ = digit;
    if (to)
        memcpy(to, number, (size_t)(end - number));
    return (uint64_t)(end - number);
}

/* Writes the digits that say the runs which begin in a chunk, and returns their number. to: NULL to
 * only count them. */
static uint64_t say_chunk(char *to, uint64_t chunk, uint64_t n, const char *digits)
{
    uint64_t begin = chunk * CHUNK, end = n - begin < CHUNK ? n : begin + CHUNK, said = 0;

    for (uint64_t i = first_run(begin, end, digits), stop; i < end; i = stop) {
        stop = end_of_run(i, n, digits);
        said += say_run(to ? to + said : NULL, stop - i, digits[i]);
    }
    return said;
}

decl_combinatorics_say_length(kg__combinatorics_say_length_cpu)
{
    const uint64_t chunks = (n + CHUNK - 1) / CHUNK;
    uint64_t all = 0;

    (void)start; /* not needed: a thread counts its digits again, which are in its cache */
    KG_PARALLEL_FOR(kg__threads(ctx, n, GRAIN), reduction(+ : all))
    for (uint64_t c = 0; c < chunks; c++)
        all += say_chunk(NULL, c, n, digits);
    *length = all;
    return KG_OK;
}

decl_combinatorics_say(kg__combinatorics_say_cpu)
{
    const uint64_t chunks = (n + CHUNK - 1) / CHUNK;
    kg__chain chain = {0, 0};

    (void)start;
    KG_PARALLEL(kg__threads(ctx, n, GRAIN))
    for (uint64_t c = (uint64_t)kg__thread_index(); c < chunks; c += (uint64_t)kg__thread_count()) {
        uint64_t own = say_chunk(NULL, c, n, digits), from = kg__chain_enter(&chain, c);

        kg__chain_leave(&chain, c, from + own);
        say_chunk(said + from, c, n, digits);
    }
    return KG_OK;
}

decl_combinatorics_pieces(kg__combinatorics_pieces_cpu)
{
    sum[0] = 0;
    sum[1] = prefix[n];
    KG_PARALLEL_FOR(kg__threads(ctx, n, 1 + GRAIN / (n + 1)))
    for (uint64_t i = 0; i < n; i++)
        for (uint64_t length = 1; length < n; length++)
            sum[2 + i * (n - 1) + length - 1] = prefix[i + length] - prefix[i];
    return KG_OK;
}
