/* Numbers in text: parsing and printing, the same in every locale. */
#ifndef KG_NUMBER_H
#define KG_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { KG__NUMBER_BYTES = 32 }; /* the longest text of a number */

/* The largest label: UINT64_MAX means "none". */
#define KG__LABEL_MAX (UINT64_MAX - 1)

/* The part of kg__parse_label() for more than eight digits: p is at the ninth digit, and *label
 * holds the first eight. */
const char *kg__parse_long_label(const char *p, uint64_t *label);

/*
 * Reads an integer of at most KG__LABEL_MAX, in decimal, without a sign or a leading zero. Returns
 * the place after its last digit, or NULL if there is no such integer at p. Eight bytes at p must
 * be readable.
 *
 * Eight digits at once: an addition that carries into the top bit finds the first byte that is not
 * a digit; then pairs, fours and eights of digits are joined by multiplication.
 */
static inline const char *kg__parse_label(const char *p, uint64_t *label)
{
    uint64_t word, other, digits;

    memcpy(&word, p, sizeof word);
    if (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)
        word = __builtin_bswap64(word);
    word ^= 0x3030303030303030;
    other = (word | (word + 0x7676767676767676)) & 0x8080808080808080;
    digits = other ? (unsigned)__builtin_ctzll(other) / 8 : 8;
    if (digits == 0 || (digits > 1 && *p == '0'))
        return NULL;
    word <<= 64 - 8 * digits;
    word = word * 10 + (word >> 8);
    word = ((word & 0x000000ff000000ff) * 0x000f424000000064 +
               ((word >> 16) & 0x000000ff000000ff) * 0x0000271000000001) >>
           32;
    *label = (uint32_t)word;
    return digits == 8 ? kg__parse_long_label(p + 8, label) : p + digits;
}

/* Reads a double as strtod does in the C locale, correctly rounded; of hexadecimal 0x10 only the 0.
 * Returns the place after it, or NULL if there is none at p or it is out of range. The text must
 * not end inside the number. */
const char *kg__parse_double(const char *p, double *value);

/* Prints a number without terminator, [KG__NUMBER_BYTES]; returns its end. The double is the
 * shortest decimal that reads back as the same. */
char *kg__print_label(char *to, uint64_t label);
char *kg__print_double(char *to, double value);

#endif
