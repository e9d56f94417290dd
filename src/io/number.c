/*
 * Numbers in text.
 *
 * Doubles: up to 19 digits make an exact integer w. For |e| <= 27, w * 10^e is w * 2^e multiplied
 * or divided by 5^|e|, and 5^|e| fits 64 bits. Arithmetic in 128 bits therefore gives the product,
 * or the quotient with its remainder, exactly, so that rounding once gives the right double. The C
 * library parses all other numbers, in its C locale.
 */
#include "number.h"
#include <errno.h>
#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* MOST_PLACES: a small number with more decimals is printed with an exponent. FEW_PLACES: numbers
 * of decimals that are tried first. */
enum { EXACT_DIGITS = 19, EXACT_POWER = 27, MOST_PLACES = 15, FEW_PLACES = 6 };

const char *kg__parse_long_label(const char *p, uint64_t *label)
{
    uint64_t number = *label;

    for (; (unsigned char)(*p - '0') < 10; p++)
        if (__builtin_mul_overflow(number, 10, &number) ||
            __builtin_add_overflow(number, (uint64_t)(*p - '0'), &number))
            return NULL;
    *label = number;
    return number <= KG__LABEL_MAX ? p : NULL;
}

/* mantissa * 2^exponent, rounded to nearest, ties to even; sticky: the exact value is greater by
 * less than one unit of mantissa. mantissa has at least 55 bits and the result is a normal
 * number. */
static double round_bits(unsigned __int128 mantissa, bool sticky, int exponent)
{
    uint64_t high = (uint64_t)(mantissa >> 64);
    int bits = high ? 128 - __builtin_clzll(high) : 64 - __builtin_clzll((uint64_t)mantissa);
    int drop = bits - 53;
    unsigned __int128 rest = mantissa & (((unsigned __int128)1 << drop) - 1);
    unsigned __int128 half = (unsigned __int128)1 << (drop - 1);
    uint64_t kept = (uint64_t)(mantissa >> drop);

    if (rest > half || (rest == half && (sticky || (kept & 1))))
        kept++;
    return ldexp((double)kept, exponent + drop);
}

static const uint64_t power_of_5[EXACT_POWER + 1] = {1, 5, 25, 125, 625, 3125, 15625, 78125, 390625,
    1953125, 9765625, 48828125, 244140625, 1220703125, 6103515625, 30517578125, 152587890625,
    762939453125, 3814697265625, 19073486328125, 95367431640625, 476837158203125, 2384185791015625,
    11920928955078125, 59604644775390625, 298023223876953125, 1490116119384765625,
    7450580596923828125};

/* digits * 10^power for digits in 1..2^64-1 and |power| <= EXACT_POWER. */
static double scale_exactly(uint64_t digits, int power)
{
    int shift = __builtin_clzll(digits);
    unsigned __int128 wide;
    uint64_t five = power_of_5[abs(power)];

    if (power >= 0) {
        wide = (unsigned __int128)(digits << shift) * five;
        return round_bits(wide, false, power - shift);
    }
    wide = (unsigned __int128)(digits << shift) << 63;
    return round_bits(wide / five, wide % five != 0, power - shift - 63);
}

/* Parses by strtod in the C locale, or in the program's locale if there is no memory for the C
 * locale. */
static double parse_slowly(const char *p, char **end)
{
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    double value = c ? strtod_l(p, end, c) : strtod(p, end);

    if (c)
        freelocale(c);
    return value;
}

const char *kg__parse_double(const char *p, double *value)
{
    const char *start = p, *point = NULL;
    uint64_t digits = 0;
    long count = 0, power = 0; /* as many as the text is long */
    bool minus = *p == '-';
    char *end;

    if (*p == '-' || *p == '+')
        p++;
    for (;; p++) {
        unsigned char digit = (unsigned char)(*p - '0');

        if (digit < 10) {
            digits = digits * 10 + digit;
            count += digits || count; /* leading zeros do not count; past 2^64 digits may be 0 */
            power -= point != NULL;
        } else if (*p == '.' && !point) {
            point = p;
        } else {
            break;
        }
    }
    if (p - start > (minus || *start == '+') + (point != NULL)) {
        if ((*p | 32) == 'e') {
            const char *q = p + 1;
            bool down = *q == '-';
            int exponent = 0;

            if (*q == '-' || *q == '+')
                q++;
            if ((unsigned char)(*q - '0') < 10) {
                for (; (unsigned char)(*q - '0') < 10; q++)
                    exponent = exponent < 10000 ? exponent * 10 + (*q - '0') : exponent;
                power += down ? -exponent : exponent;
                p = q;
            }
        }
        if (count <= EXACT_DIGITS && digits == 0) {
            *value = minus ? -0.0 : 0.0;
            return p;
        }
        if (count <= EXACT_DIGITS && labs(power) <= EXACT_POWER) {
            double size = digits < (uint64_t)1 << 53 && power == 0
                              ? (double)digits
                              : scale_exactly(digits, (int)power);
            *value = minus ? -size : size;
            return p;
        }
    }
    if ((unsigned char)*start <= ' ') /* strtod would skip it */
        return NULL;
    errno = 0;
    *value = parse_slowly(start, &end);
    if (end == start || (errno == ERANGE && isinf(*value)))
        return NULL;
    return end;
}

char *kg__print_label(char *to, uint64_t label)
{
    static const char pairs[] =
        "00010203040506070809101112131415161718192021222324252627282930313233"
        "34353637383940414243444546474849505152535455565758596061626364656667"
        "68697071727374757677787980818283848586878889909192939495969798"
        "99";
    char digits[20];
    char *first = digits + sizeof digits;
    size_t count;

    for (; label >= 100; label /= 100)
        memcpy(first -= 2, pairs + 2 * (label % 100), 2);
    if (label >= 10)
        memcpy(first -= 2, pairs + 2 * label, 2);
    else
        *--first = (char)('0' + label);
    count = (size_t)(digits + sizeof digits - first);
    memcpy(to, first, count);
    return to + count;
}

/* Prints d.ddd times ten to the power, with `count` digits and a terminator. Writes an exponent if
 * there would otherwise be many zeros. */
static char *print_digits(char *to, const char *digit, int count, int power)
{
    const bool plain = power >= -5 && power <= 16;
    const int point = !plain ? 1 : power < 0 ? 0 : power + 1; /* digits before it */

    while (count > 1 && digit[count - 1] == '0')
        count--;
    if (point == 0)
        *to++ = '0';
    for (int i = 0; i < point; i++)
        *to++ = i < count ? digit[i] : '0';
    if (count > point)
        *to++ = '.';
    for (int i = power + 1; point == 0 && i < 0; i++)
        *to++ = '0';
    for (int i = point; i < count; i++)
        *to++ = digit[i];
    *to = '\0';
    return plain ? to : to + sprintf(to, "e%+03d", power);
}

/* Prints digits / 10^places with `places` decimals. */
static char *print_decimal(char *to, uint64_t digits, int places)
{
    uint64_t scale = 1, part;

    for (int i = 0; i < places; i++)
        scale *= 10;
    to = kg__print_label(to, digits / scale);
    if (!places)
        return to;
    part = digits % scale;
    *to = '.';
    for (int i = places; i > 0; i--, part /= 10)
        to[i] = (char)('0' + part % 10);
    return to + places + 1;
}

/* Prints digits * 10^power. */
static char *print_shortened(char *to, uint64_t digits, int power)
{
    char digit[20];
    const int count = (int)(kg__print_label(digit, digits) - digit);

    return print_digits(to, digit, count, count - 1 + power);
}

/* Whether a number reads back as a double from which it differs by error / unit of the double's
 * last bit. The doubles below a power of two are half as far away. */
static bool is_within(unsigned __int128 error, uint64_t unit, uint64_t mantissa, bool below)
{
    if (below && mantissa == (uint64_t)1 << 52)
        return 4 * error <= unit;
    return 2 * error < unit || (2 * error == unit && mantissa % 2 == 0);
}

/*
 * Finds the shortest decimal that reads back as a double, and the nearest of these: digits *
 * 10^power, without trailing zeros. 15, 16 and 17 digits are tried. size is mantissa * 2^exponent.
 * With that many places it is mantissa * 5^places * 2^(exponent + places), whose integer part is
 * the digits. Returns false if 5^places may not fit 64 bits for this size.
 */
static bool shorten(uint64_t *digits, int *power, double size)
{
    int exponent, tens, count = 15;
    uint64_t mantissa, most = 1000000000000000; /* 10^count */

    if (!(size >= 1e-10 && size < 1e15))
        return false;
    mantissa = (uint64_t)ldexp(frexp(size, &exponent), 53);
    tens = ((exponent - 1) * 78913) >> 18; /* the decimal exponent of the power of two below size */
    exponent -= 53;
    for (;;) {
        const int places = count - 1 - tens, shift = -(exponent + places);
        const uint64_t unit = power_of_5[places];
        const unsigned __int128 wide = (unsigned __int128)mantissa * unit;
        const unsigned __int128 half = (unsigned __int128)1 << (shift - 1);
        const unsigned __int128 rest = wide & (2 * half - 1);
        bool up;

        *digits = (uint64_t)(wide >> shift);
        *power = -places;
        if (*digits >= most) { /* size has one more digit before the point */
            tens++;
            continue;
        }
        up = rest > half || (rest == half && *digits % 2);
        *digits += up;
        if (count == 17 || is_within(up ? 2 * half - rest : rest, unit, mantissa, !up))
            break;
        *digits = up ? *digits - 1 : *digits + 1; /* farther away, perhaps on a sparser side */
        if (is_within(up ? rest : 2 * half - rest, unit, mantissa, up))
            break;
        count++;
        most *= 10;
    }
    while (*digits % 10 == 0) {
        *digits /= 10;
        ++*power;
    }
    return true;
}

char *kg__print_double(char *to, double value)
{
    char *end = to;
    const double size = fabs(value);
    double scale = 1;
    uint64_t digits;
    int power;

    if (signbit(value) && !isnan(value))
        *end++ = '-';
    if (isnan(value) || isinf(value)) {
        memcpy(end, isnan(value) ? "nan" : "inf", 3);
        return end + 3;
    }
    /* A decimal of up to 15 digits is an integer over a power of ten. Both are exact, so the
     * decimal reads back as their quotient. */
    for (int places = 0; places <= FEW_PLACES && size * scale < 1e15; places++, scale *= 10) {
        const uint64_t near = (uint64_t)(size * scale + 0.5);

        if ((double)near / scale == size)
            return print_decimal(end, near, places);
    }
    if (shorten(&digits, &power, size))
        return power >= -MOST_PLACES ? print_decimal(end, digits, -power)
                                     : print_shortened(end, digits, power);
    for (int precision = size < DBL_MIN ? 0 : 14; precision <= 16; precision++) {
        char text[48], digit[17], *exponent;
        double back;

        snprintf(text, sizeof text, "%.*e", precision, size); /* the point may be any character */
        exponent = strchr(text, 'e');
        digit[0] = text[0];
        memcpy(digit + 1, exponent - precision, (size_t)precision);
        to = print_digits(end, digit, precision + 1, atoi(exponent + 1));
        if (kg__parse_double(end, &back) && back == size)
            break;
    }
    return to;
}
