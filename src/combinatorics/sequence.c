/* Look-and-say, and the masses of cyclic peptides: the fronts, and the parts that the array
 * primitives do. */
#include "../scan/array_ops.h"
#include "../scan/front.h"
#include "combinatorics_ops.h"
#include <konig/sequence.h>
#include <string.h>

void kg_array_free(kg_context *context, void *array)
{
    if (context)
        kg__free(context, array);
}

/* After so many rounds no seed but 22, which says itself, has a length of 64 bits: after 24 rounds
 * all is made of Conway's elements, whose lengths grow 1.3036 times a round (Conway 1987, "The
 * weird and wonderful chemistry of audioactive decay"), and 166 rounds more make 2^64 digits of the
 * slowest short seed, 1. */
enum { MOST_ROUNDS = 200 };

/* Does the rounds on the device. At the end the digits are brought to the host where the caller
 * wants them. */
kg_status kg_array_look_and_say(
    char **digits, uint64_t *length, kg_context *context, const char *seed, uint64_t rounds)
{
    char *now = NULL, *next = NULL, *host = NULL;
    uint64_t count, *start = NULL;
    kg_status status;

    KG_NEED(NULL, context);
    KG_TRY(kg__array_begin(context, KG_U64));
    KG_TRY(kg__require(context, seed, "seed"));
    KG_TRY(kg__require(context, length, "length"));
    count = strlen(seed);
    if (strspn(seed, "0123456789") != count)
        return kg__fail(context, KG_ARGUMENT, "seed '%s': expected digits", seed);
    if (strcmp(seed, "22") == 0)
        rounds = 0;
    if (count && rounds > MOST_ROUNDS)
        return kg__fail(context, KG_OVERFLOW,
            "after %llu rounds there are more than 2^64 digits: expected at most %d",
            (unsigned long long)rounds, MOST_ROUNDS);
    KG_TRY(kg__allocate(context, &now, count, 1, "digits of a round"));
    KG_TRY(kg__memory(context)->upload(context, now, seed, count));
    for (uint64_t round = 0; round < rounds && count; round++) {
        uint64_t grown;

        KG_TRY(kg__progress(context, "looking and saying", round, rounds));
        KG_TRY(kg__combinatorics(context)->say_length(context, &grown, &start, count, now));
        if (digits || round + 1 < rounds) {
            KG_TRY(kg__allocate(context, &next, grown, 1, "digits of a round"));
            KG_TRY(kg__combinatorics(context)->say(context, next, start, count, now));
            kg__free(context, now);
            now = next;
            next = NULL;
        }
        kg__free(context, start);
        start = NULL;
        count = grown;
    }
    if (digits) {
        KG_TRY(kg__host_allocate(context, &host, count, 1, "digits"));
        KG_TRY(kg__memory(context)->download(context, host, now, count));
        *digits = host;
    }
    *length = count;
    host = NULL;
out:
    kg__free(context, host);
    kg__free(context, start);
    kg__free(context, next);
    kg__free(context, now);
    return status;
}

uint64_t kg_array_cyclospectrum_size(uint64_t n)
{
    uint64_t size;

    if (n == 0)
        return 2;
    return __builtin_mul_overflow(n, n - 1, &size) || size > UINT64_MAX - 2 ? UINT64_MAX : size + 2;
}

kg_status kg_array_cyclospectrum(
    uint64_t *spectrum, kg_context *context, uint64_t n, const uint64_t *mass)
{
    const kg__memory_ops *memory;
    uint64_t *prefix = NULL, total, size = kg_array_cyclospectrum_size(n);
    kg_status status;

    KG_NEED(NULL, context);
    memory = kg__memory(context);
    KG_TRY(kg__array_begin(context, KG_U64));
    KG_TRY(kg__require(context, spectrum, "spectrum"));
    KG_TRY(kg__require(context, mass || !n, "mass"));
    if (size > SIZE_MAX / sizeof *spectrum)
        return kg__fail(context, KG_OVERFLOW, "the spectrum of %llu masses passes 64 bits",
            (unsigned long long)n);
    KG_TRY(kg__allocate(context, &prefix, 2 * n + 1, sizeof *prefix, "running sums of masses"));
    KG_TRY(memory->copy(context, prefix, mass, n * sizeof *mass));
    KG_TRY(memory->copy(context, prefix + n, mass, n * sizeof *mass));
    KG_TRY(memory->clear(context, prefix + 2 * n, 0, sizeof *prefix));
    KG_TRY(kg__array(context)->scan_u64(context, prefix, &total, 2 * n + 1, prefix, false));
    KG_TRY(kg__combinatorics(context)->pieces(context, spectrum, n, prefix));
    KG_TRY(kg__array(context)->sort_u64_u64(context, spectrum, NULL, size, spectrum, NULL));
out:
    kg__free(context, prefix);
    return status == KG_OVERFLOW ? kg__fail(context, status, "twice the whole mass passes 64 bits")
                                 : status;
}
