/* Parses one number in text, and finds the type that holds many of them. */
#ifndef KG_NUMBER_TEXT_H
#define KG_NUMBER_TEXT_H

#include "../io/number.h"
#include "matrix.h"

/* The kinds that occur among some numbers. KG__SIGNED: one is negative. KG__LARGE: one is past
 * int64_t. KG__REAL: one is not an integer. KG__HUGE_ONE: all are integers, but no type of integers
 * holds all of them. */
enum { KG__SIGNED = 1, KG__LARGE = 2, KG__REAL = 4, KG__HUGE_ONE = 8 };

#define KG__NO_NUMBER   "is not a number of the range of a double"
#define KG__EMPTY_FIELD "an empty field: expected a number before and behind each comma"

/* The type that holds integers of the kind, or doubles. Fails if no type of integers holds the
 * integers. */
kg_status kg__number_type(const kg__input *input, unsigned kind, kg_type *type);

static inline bool kg__is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static inline bool kg__ends_number(char c)
{
    return kg__is_space(c) || c == '#' || c == ',';
}

/* Parses an integer at p that kg__parse_label() does not take, because of leading zeros or more
 * than 64 bits. Returns its end, or NULL if there are no digits; *fits: whether it fits. */
static inline const char *kg__parse_odd_integer(const char *p, uint64_t *number, bool *fits)
{
    const char *begin = p;

    *number = 0;
    *fits = true;
    for (; kg__is_digit(*p); p++)
        *fits = *fits && !__builtin_mul_overflow(*number, 10, number) &&
                !__builtin_add_overflow(*number, (uint64_t)(*p - '0'), number);
    return p > begin ? p : NULL;
}

/* Parses a number at p that is more than plain digits. *kind: what it is. Returns its end, or NULL
 * if there is no number. */
static inline const char *kg__parse_odd(const char *p, uint64_t *word, unsigned *kind)
{
    const char *digits = p + (*p == '-' || *p == '+'), *end;
    bool minus = *p == '-', fits;
    uint64_t number;
    double real;

    end = kg__parse_odd_integer(digits, &number, &fits);
    if (end && kg__ends_number(*end) && !(minus && fits && number == 0)) {
        if (!fits || (minus && number > (uint64_t)1 << 63))
            *kind |= KG__HUGE_ONE;
        else if (minus)
            *kind |= KG__SIGNED;
        else if (number >> 63)
            *kind |= KG__LARGE;
        *word = minus ? (uint64_t)0 - number : number;
        return end;
    }
    end = kg__parse_double(p, &real);
    if (!end || !kg__ends_number(*end))
        return NULL;
    *kind |= KG__REAL;
    return end;
}

static inline const char *kg__parse_integer(const char *p, uint64_t *word, unsigned *kind)
{
    bool minus = *p == '-';
    uint64_t number;
    const char *end = kg__parse_label(p + minus, &number);

    if (!end || !kg__ends_number(*end) || number >> 63 || (minus && number == 0))
        return kg__parse_odd(p, word, kind);
    *kind |= minus; /* KG__SIGNED */
    *word = minus ? (uint64_t)0 - number : number;
    return end;
}

static inline const char *kg__parse_real(const char *p, uint64_t *word)
{
    double real;
    const char *end = kg__parse_double(p, &real);

    if (!end || !kg__ends_number(*end))
        return NULL;
    memcpy(word, &real, sizeof real);
    return end;
}

#endif
