/*
 * Letters of DNA as numbers, and words of them.
 *
 * A letter is A, C, G or T, small or capital: 0, 1, 2 or 3. So 3 minus a letter is its complement.
 * A packed word has two bits a letter, the first one highest, so that words of one length stand in
 * alphabetical order.
 */
#ifndef KG_LETTERS_H
#define KG_LETTERS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { KG__NO_LETTER = 0x80 };

/* The number of each byte, or KG__NO_LETTER. */
extern const unsigned char kg__letter[256];

/* The number of a byte that is a letter. */
static inline unsigned kg__letter_number(char letter)
{
    return ((unsigned char)letter >> 1 ^ (unsigned char)letter >> 2) & 3u;
}

/* Packs eight letters. The numbers of each two become four bits, and a product brings these to its
 * top: the first, which are the lowest, move up 60 places, and each of the others 20 places less.
 * The four products do not overlap. */
static inline uint64_t kg__letters_pack_eight(const char *p)
{
    uint64_t x;

    memcpy(&x, p, sizeof x);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    x = __builtin_bswap64(x);
#endif
    x = (x >> 1 ^ x >> 2) & UINT64_C(0x0303030303030303);
    x = (x << 2 | x >> 8) & UINT64_C(0x000f000f000f000f);
    return x * UINT64_C(0x1000010000100001) >> 48;
}

/* Packs up to 32 letters. Letters after whole eights come from the last eight, if there are
 * eight. */
static inline uint64_t kg__letters_pack(const char *p, uint64_t count)
{
    const uint64_t rest = count % 8;
    const char *const end = p + count;
    uint64_t packed = 0;

    for (; p + 8 <= end; p += 8)
        packed = packed << 16 | kg__letters_pack_eight(p);
    if (count > 8)
        return packed << 2 * rest |
               (kg__letters_pack_eight(end - 8) & ((UINT64_C(1) << 2 * rest) - 1));
    for (; p < end; p++)
        packed = packed << 2 | kg__letter_number(*p);
    return packed;
}

/* Packs 25 to 32 letters. */
static inline uint64_t kg__letters_pack_long(const char *p, uint64_t count)
{
    const uint64_t rest = count - 24;
    const uint64_t packed = kg__letters_pack_eight(p) << 32 | kg__letters_pack_eight(p + 8) << 16 |
                            kg__letters_pack_eight(p + 16);
    const uint64_t last = kg__letters_pack_eight(p + count - 8);

    return packed << 2 * rest | (last & ((UINT64_C(1) << 2 * rest) - 1));
}

/* The reverse complement of 1 to 32 letters. */
static inline uint64_t kg__letters_complement(uint64_t packed, uint64_t count)
{
    uint64_t x = ~packed;

    x = (x >> 2 & UINT64_C(0x3333333333333333)) | (x & UINT64_C(0x3333333333333333)) << 2;
    x = (x >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f)) | (x & UINT64_C(0x0f0f0f0f0f0f0f0f)) << 4;
    return __builtin_bswap64(x) >> (64 - 2 * count);
}

/* Letters from..to-1, at most 32, of a word, or of its reverse complement if it is turned. */
static inline uint64_t kg__letters_part(
    const char *word, uint64_t letters, bool turned, uint64_t from, uint64_t to)
{
    if (turned)
        return kg__letters_complement(
            kg__letters_pack(word + (letters - to), to - from), to - from);
    return kg__letters_pack(word + from, to - from);
}

/* Compares a word with its reverse complement from letter `from` on: less than 0 if the word is
 * less, 0 if they are the same, else more. */
static inline int kg__letters_compare(const char *word, uint64_t letters, uint64_t from)
{
    for (uint64_t to; from < letters; from = to) {
        uint64_t a, b;

        to = letters - from < 32 ? letters : from + 32;
        a = kg__letters_part(word, letters, false, from, to);
        b = kg__letters_part(word, letters, true, from, to);
        if (a != b)
            return a < b ? -1 : 1;
    }
    return 0;
}

/* Writes up to 32 packed letters, in capitals. */
static inline void kg__letters_write(char *to, uint64_t packed, unsigned count)
{
    while (count-- > 0)
        *to++ = "ACGT"[packed >> 2 * count & 3];
}

#endif
