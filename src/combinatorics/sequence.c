/* Look-and-say, and the masses of cyclic peptides: the fronts, and the parts that use the array
 * primitives. */
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

/* Bytes below which the free memory is not checked. */
enum { LITTLE = 1 << 20 };

kg_status kg__say_rounds(
    kg_context *ctx, char **digits, uint64_t *length, const char *seed, uint64_t rounds)
{
    char *now = NULL, *next = NULL;
    uint64_t count = strlen(seed), *start = NULL;
    kg_status status;

    KG_TRY(kg__allocate(ctx, &now, count, 1, "digits of a round"));
    KG_TRY(kg__memory(ctx)->upload(ctx, now, seed, count));
    if (strcmp(seed, "22") == 0) /* stays the same */
        rounds = 0;
    for (uint64_t round = 0; round < rounds && count; round++) {
        uint64_t grown;

        KG_TRY(kg__progress(ctx, "looking and saying", round, rounds));
        KG_TRY(kg__combinatorics(ctx)->say_length(ctx, &grown, &start, count, now));
        KG_TRY(kg__allocate(ctx, &next, grown, 1, "digits of a round"));
        KG_TRY(kg__combinatorics(ctx)->say(ctx, next, start, count, now));
        kg__free_all(ctx, now, start);
        now = next;
        next = NULL;
        start = NULL;
        count = grown;
    }
    *digits = now;
    *length = count;
    now = NULL;
out:
    kg__free_all(ctx, start, next, now);
    return status;
}

/* Fails if the last two rounds do not fit in the device's memory, or the digits not in the
 * host's. */
static kg_status check_room(kg_context *ctx, uint64_t digits, uint64_t before, uint64_t rounds)
{
    const kg_memory_use use = kg_context_memory(ctx);
    const uint64_t both = digits > UINT64_MAX - before ? UINT64_MAX : digits + before;
    const bool cpu = kg__context_backend(ctx) == KG__CPU;
    uint64_t bytes = cpu ? both : digits, left;
    kg_status status = KG_OK;

    if (both < LITTLE)
        return KG_OK;
    left = kg__host_available("");
    if (use.limit && use.limit - use.current < left)
        left = use.limit - use.current;
    if (!cpu && bytes <= left) {
        bytes = both;
        KG_TRY(kg__device_left(ctx, &left, 0));
    }
    if (bytes > left)
        status = kg__fail(ctx, KG_MEMORY,
            "out of memory: the %llu digits after %llu rounds need %.1f MiB; %.1f MiB are free",
            (unsigned long long)digits, (unsigned long long)rounds, (double)bytes / 0x1p20,
            (double)left / 0x1p20);
out:
    return status;
}

/* Makes the rounds on the device, and copies the digits to the host at the end. */
kg_status kg_array_look_and_say(
    char **digits, uint64_t *length, kg_context *context, const char *seed, uint64_t rounds)
{
    char *made = NULL, *host = NULL;
    uint64_t after, before;
    kg_status status;

    KG_NEED(NULL, context);
    KG_TRY(kg__array_begin(context, KG_U64));
    KG_TRY(kg__require(context, seed, "seed"));
    KG_TRY(kg__require(context, length, "length"));
    if (strspn(seed, "0123456789") != strlen(seed))
        return kg__fail(
            context, KG_ARGUMENT, "seed '%s': expected digits", KG__SHOW(seed, strlen(seed)));
    status = kg__say_lengths(context, &after, &before, seed, rounds);
    if (status == KG_OVERFLOW)
        return kg__fail(context, status,
            "after %llu rounds there are 2^64 digits or more: no 64-bit number holds the length",
            (unsigned long long)rounds);
    KG_TRY(status);
    if (digits) {
        KG_TRY(check_room(context, after, before, rounds));
        KG_TRY(kg__say_rounds(context, &made, &after, seed, rounds));
        if (kg__context_backend(context) == KG__CPU) {
            host = made;
            made = NULL;
        } else {
            KG_TRY(kg__host_allocate(context, &host, after, 1, "digits"));
            KG_TRY(kg__memory(context)->download(context, host, made, after));
        }
        *digits = host;
        host = NULL;
    }
    *length = after;
out:
    kg__free_all(context, host, made);
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
