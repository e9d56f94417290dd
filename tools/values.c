/* What options mean, read from their text alone: numbers, sizes, pairs, ranges. */
#include "values.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The digits that text begins with, as a number; NULL if there are none or it does not fit. */
static const char *read_digits(const char *text, uint64_t *number)
{
    const char *p = text;

    *number = 0;
    for (; *p >= '0' && *p <= '9'; p++)
        if (__builtin_mul_overflow(*number, 10, number) ||
            __builtin_add_overflow(*number, (uint64_t)(*p - '0'), number))
            return NULL;
    return p > text ? p : NULL;
}

bool value_number(const char *text, uint64_t most, uint64_t *number)
{
    const char *end = read_digits(text, number);

    return end && !*end && *number <= most;
}

bool value_size(const char *text, uint64_t *bytes)
{
    static const char suffixes[] = "KMGT";
    const char *end = read_digits(text, bytes), *suffix;

    if (!end || !*bytes)
        return false;
    if (!*end)
        return true;
    suffix = strchr(suffixes, *end);
    return suffix && !end[1] &&
           !__builtin_mul_overflow(*bytes, UINT64_C(1) << 10 * (suffix - suffixes + 1), bytes);
}

bool value_pair(const char *text, char between, uint32_t *first, uint32_t *second)
{
    uint64_t number[2] = {0};
    const char *end = read_digits(text, &number[0]);

    if (!end || *end != between)
        return false;
    end = read_digits(end + 1, &number[1]);
    if (!end || *end || number[0] > UINT32_MAX || number[1] > UINT32_MAX)
        return false;
    *first = (uint32_t)number[0];
    *second = (uint32_t)number[1];
    return true;
}

/* A number that text begins with, without blanks before it; what is too great for a double is none,
 * what is too small for one of full precision is. NULL: there is none. */
static const char *read_real(const char *text, double *number)
{
    char *end;

    if ((unsigned char)*text <= ' ')
        return NULL;
    errno = 0;
    *number = strtod(text, &end);
    return end > text && !(errno == ERANGE && isinf(*number)) ? end : NULL;
}

/* Digits, maybe with a point among them. */
static bool is_decimal(const char *text, double least, double most, double *number)
{
    const char *end = text[strspn(text, "0123456789.")] ? NULL : read_real(text, number);

    return end && !*end && *number >= least && *number <= most;
}

bool value_seconds(const char *text, double *seconds)
{
    return is_decimal(text, 0.001, 1e9, seconds);
}

bool value_weight(const char *text, double *weight)
{
    return is_decimal(text, 1, 1000, weight);
}

bool value_real(const char *text, double *number)
{
    const char *end = text[strspn(text, "0123456789.eE+-")] ? NULL : read_real(text, number);

    return end && !*end && isfinite(*number);
}

bool value_length(const char *text, double *length)
{
    return value_real(text, length) && *length >= 0;
}

bool value_share(const char *text, double *number)
{
    return value_length(text, number) && *number <= 1;
}

bool value_reals(const char *text, double *number, size_t count)
{
    if (text[strspn(text, "0123456789.eE+-,")])
        return false;
    for (size_t i = 0; i < count; i++, text++) {
        text = read_real(text, &number[i]);
        if (!text || !isfinite(number[i]) || *text != (i + 1 < count ? ',' : '\0'))
            return false;
    }
    return true;
}

bool value_range(const char *text, double *low, double *high)
{
    const char *end = read_real(text, low);

    if (!end || *end != ':')
        return false;
    end = read_real(end + 1, high);
    return end && !*end && isfinite(*low) && isfinite(*high) && *low < *high;
}

bool value_fractions(const char *text, double *fraction, size_t most, size_t *count)
{
    for (*count = 0; *count < most; text++) {
        text += strspn(text, " ");
        if (text[strspn(text, "0123456789.eE+-, ")])
            return false;
        text = read_real(text, &fraction[*count]);
        if (!text || !(fraction[*count] >= 0 && fraction[*count] <= 1))
            return false;
        fraction[*count] += 0; /* -0 is 0 */
        ++*count;
        text += strspn(text, " ");
        if (*text != ',')
            return !*text;
    }
    return false;
}

/* The ends of each type of integers. */
static const struct {
    kg_type type;
    __int128 low, high;
} integers[] = {{KG_I8, INT8_MIN, INT8_MAX}, {KG_I16, INT16_MIN, INT16_MAX},
    {KG_I32, INT32_MIN, INT32_MAX}, {KG_I64, INT64_MIN, INT64_MAX}, {KG_U8, 0, UINT8_MAX},
    {KG_U16, 0, UINT16_MAX}, {KG_U32, 0, UINT32_MAX}, {KG_U64, 0, UINT64_MAX}};

enum { INTEGERS = sizeof integers / sizeof *integers };

bool value_compare(const char **text, kg_compare *how)
{
    static const struct {
        const char *sign;
        kg_compare how;
    } signs[] = {{"<=", KG_LESS_EQUAL}, {">=", KG_GREATER_EQUAL}, {"==", KG_EQUAL},
        {"!=", KG_NOT_EQUAL}, {"<", KG_LESS}, {">", KG_GREATER}, {"=", KG_EQUAL}};
    const char *p = *text + strspn(*text, " ");

    for (size_t s = 0; s < sizeof signs / sizeof *signs; s++)
        if (strncmp(p, signs[s].sign, strlen(signs[s].sign)) == 0) {
            *how = signs[s].how;
            p += strlen(signs[s].sign);
            *text = p + strspn(p, " ");
            return true;
        }
    return false;
}

/* A decimal number rounded down to an integer, which is -2^100 or 2^100 where it is farther from 0.
 * *whole: it was an integer. text: [-+] digits [. digits] [e [-+] digits] */
static __int128 round_down(const char *text, bool *whole)
{
    const __int128 most = (__int128)1 << 100;
    const bool minus = *text == '-';
    const char *p = text + (minus || *text == '+'), *e = p + strcspn(p, "eE");
    const char *point = memchr(p, '.', (size_t)(e - p));
    long long left = (point ? point : e) - p; /* digits before the point */
    __int128 size = 0;

    *whole = true;
    if (*e) {
        const long long exponent = strtoll(e + 1, NULL, 10);

        left += exponent > INT32_MAX ? INT32_MAX : exponent < INT32_MIN ? INT32_MIN : exponent;
    }
    for (; p < e; p++) {
        if (*p == '.')
            continue;
        if (left-- > 0)
            size = size < most ? 10 * size + (*p - '0') : most;
        else if (*p != '0')
            *whole = false;
    }
    for (; left > 0 && size && size < most; left--)
        size *= 10;
    size = size < most ? size : most;
    return minus ? -size - !*whole : size;
}

/* The condition on integers that says what one with any number does. low, high: the ends of their
 * type. */
static void make_integral(
    kg_condition *c, const char *text, double real, __int128 low, __int128 high)
{
    bool whole = false;
    const __int128 down = isnan(real)               ? 0
                          : isinf(real) && real > 0 ? high + 1
                          : isinf(real)             ? low - 1
                                                    : round_down(text, &whole);
    /* Whether the condition holds below the number, and above. */
    const bool below = c->how == KG_LESS || c->how == KG_LESS_EQUAL || c->how == KG_NOT_EQUAL;
    const bool above = c->how == KG_GREATER || c->how == KG_GREATER_EQUAL || c->how == KG_NOT_EQUAL;
    int always = -1;

    if (isnan(real))
        always = c->how == KG_NOT_EQUAL;
    else if (down < low)
        always = above;
    else if (down > high)
        always = below;
    else if (!whole && below == above)
        always = below;
    else if (!whole)
        c->how = below ? KG_LESS_EQUAL : KG_GREATER;
    c->than.whole = (uint64_t)down;
    if (always >= 0) {
        c->how = always ? KG_GREATER_EQUAL : KG_LESS;
        c->than.whole = (uint64_t)low;
    }
}

bool value_condition(const char *text, kg_type type, kg_condition *condition)
{
    const char *end;
    double real;

    *condition = (kg_condition){0};
    if (!value_compare(&text, &condition->how))
        return false;
    end = read_real(text, &real);
    if (!end || *end || strpbrk(text, "xXpP("))
        return false;
    condition->than.real = real;
    for (int i = 0; i < INTEGERS; i++)
        if (integers[i].type == type)
            make_integral(condition, text, real, integers[i].low, integers[i].high);
    return true;
}

bool value_board(const char *text, uint8_t *cell, size_t *count)
{
    uint32_t seen = 0;
    const char *p = text + strspn(text, " \t"), *end;

    *count = 0;
    for (;;) {
        uint64_t tile = 0;

        p = *p == '_' ? p + 1 : read_digits(p, &tile);
        if (!p || tile >= KG_TILES_CELLS || *count == KG_TILES_CELLS || seen >> tile & 1)
            return false;
        seen |= 1u << tile;
        cell[(*count)++] = (uint8_t)tile;
        end = p + strspn(p, " \t");
        if (*end == ',')
            end += 1 + strspn(end + 1, " \t");
        else if (!*end || end == p)
            return !*end;
        p = end;
    }
}
