/*
 * Shuffles of a narrow sequence that keep pairs of letters. A narrow sequence has at most four
 * different letters and at most 255 in all, like short pieces of DNA. For code of the host and of
 * the device; narrow_cpu.c does the same for sixteen sequences at a time.
 *
 * Method: exits.h, but the exits of a letter are not listed. Instead a word of four bytes holds
 *     running sums: how many exits lead to each letter and those before it, in the order of their
 *     first appearance. So a random number below the total chooses a letter.
 * Deterministic: random number i is kg__random(key, i) for Wilson's walks. Step s of the shuffled
 *     sequence takes 24 bits of number NARROW_STEPS + s / 2: of its lower half if s is even, of its
 *     upper half if s is odd.
 */
#ifndef KG_NARROW_H
#define KG_NARROW_H

#include "../../base/random.h"
#include <stdbool.h>

enum { KG__NARROW_LETTERS = 4, KG__NARROW_LEAST = 3, KG__NARROW_LENGTH = 255 };
#define KG__NARROW_STEPS ((uint64_t)1 << 32)
#define KG__EACH_BYTE    0x01010101u

/* A sequence as counts. Letters are numbered by their first appearance. */
typedef struct kg__narrow {
    char name[KG__NARROW_LETTERS];
    uint32_t letters;                   /* number of different letters */
    uint32_t first, end;                /* letter */
    uint32_t count[KG__NARROW_LETTERS]; /* byte a: how many steps lead from the letter to a */
    uint32_t last[KG__NARROW_LETTERS];  /* where the last step leads */
} kg__narrow;

/* Turns counts into running sums. */
KG__INLINE uint32_t kg__narrow_sums(uint32_t count)
{
    return count * KG__EACH_BYTE;
}

/* Returns bytes of 1 for running sums greater than `at`, which is below 255. */
KG__INLINE uint32_t kg__narrow_above(uint32_t sums, uint32_t at)
{
    uint32_t above = 0;

    for (uint32_t shift = 0; shift < 32; shift += 8)
        above |= (uint32_t)((sums >> shift & 0xff) > at) << shift;
    return above;
}

/* Returns how many letters are not above. */
KG__INLINE uint32_t kg__narrow_letter(uint32_t above)
{
    return KG__NARROW_LETTERS - (above * KG__EACH_BYTE >> 24);
}

/* Draws the steps by which each letter is left for the last time, and subtracts them from the
 * counts, which become running sums. */
KG__INLINE void kg__narrow_arborescence(kg__narrow *s, uint64_t key)
{
    uint32_t joined = 1u << s->end, drawn = 0;

    for (uint32_t v = 0; v < KG__NARROW_LETTERS; v++)
        s->count[v] = kg__narrow_sums(s->count[v]);
    for (uint32_t v = 0; v < s->letters; v++) {
        uint32_t u = v;

        while (!(joined >> u & 1)) {
            const uint32_t sums = s->count[u];
            const uint32_t at = (uint32_t)kg__random_below(key, drawn++, sums >> 24);

            s->last[u] = kg__narrow_letter(kg__narrow_above(sums, at));
            u = s->last[u];
        }
        for (u = v; !(joined >> u & 1); u = s->last[u]) {
            joined |= 1u << u;
            s->count[u] -= KG__EACH_BYTE << 8 * s->last[u];
        }
    }
}

/* Counts the steps of a sequence. False: it is not narrow. */
KG__INLINE bool kg__narrow_count(kg__narrow *s, const char *from, uint64_t length)
{
    uint32_t before = 0;

    if (length < KG__NARROW_LEAST || length > KG__NARROW_LENGTH)
        return false;
    s->letters = 0;
    for (uint32_t v = 0; v < KG__NARROW_LETTERS; v++)
        s->count[v] = s->last[v] = 0;
    for (uint64_t i = 0; i < length; i++) {
        uint32_t a = 0;

        while (a < s->letters && s->name[a] != from[i])
            a++;
        if (a == KG__NARROW_LETTERS)
            return false;
        if (a == s->letters)
            s->name[s->letters++] = from[i];
        if (i)
            s->count[before] += 1u << 8 * a;
        before = a;
    }
    s->first = 0;
    s->end = before;
    return true;
}

/* to, from: [length]. False: the sequence is not narrow, and `to` is unchanged. */
KG__INLINE bool kg__narrow_shuffle(char *to, const char *from, uint64_t length, uint64_t key)
{
    kg__narrow s;
    uint32_t u;

    if (!kg__narrow_count(&s, from, length))
        return false;
    kg__narrow_arborescence(&s, key);
    to[0] = s.name[0];
    u = 0;
    for (uint64_t step = 0; step + 1 < length; step++) {
        const uint64_t number = kg__random(key, KG__NARROW_STEPS + step / 2);
        const uint32_t bits = (uint32_t)(step % 2 ? number >> 32 : number) >> 8;
        const uint32_t all = s.count[u] >> 24;
        const uint32_t above = kg__narrow_above(s.count[u], bits * all >> 24);

        s.count[u] -= above;
        u = all ? kg__narrow_letter(above) : s.last[u];
        to[step + 1] = s.name[u];
    }
    return true;
}

#endif
