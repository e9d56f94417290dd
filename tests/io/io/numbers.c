/* Numbers in text, against the C library. */
#include "io.h"
#include "io/number.h"
#include <float.h>
#include <math.h>

/* The digits of a decimal from the first to the last that is not 0. */
static int find_digits(char digit[KG__NUMBER_BYTES + 1], const char *text)
{
    int count = 0;

    for (; *text && *text != 'e'; text++)
        if (*text >= (count ? '0' : '1') && *text <= '9')
            digit[count++] = *text;
    while (count && digit[count - 1] == '0')
        count--;
    digit[count] = '\0';
    return count;
}

/* With one digit less it is another double, and no decimal of as many digits is nearer. */
static void check_shortest(double value, const char *text)
{
    char digit[KG__NUMBER_BYTES + 1], nearest[KG__NUMBER_BYTES + 1], other[64];
    const int count = find_digits(digit, text);

    if (count < 2)
        return;
    snprintf(other, sizeof other, "%.*e", count - 2, value);
    CHECK(strtod(other, NULL) != value, "%.17g prints as %s, not %s", value, text, other);
    snprintf(other, sizeof other, "%.*e", count - 1, value);
    find_digits(nearest, other);
    CHECK(strtod(other, NULL) != value || strcmp(nearest, digit) == 0, "%.17g prints as %s, not %s",
        value, text, other);
}

static void check_trip(double value)
{
    char text[KG__NUMBER_BYTES + 1];
    char *end = kg__print_double(text, value);
    double back = -1;

    CHECK(end - text <= KG__NUMBER_BYTES, "%g prints to %d bytes", value, (int)(end - text));
    *end = '\0';
    CHECK(kg__parse_double(text, &back) == end && memcmp(&back, &value, sizeof back) == 0,
        "%.17g prints as %s, which reads as %.17g", value, text, back);
    CHECK(strtod(text, NULL) == value, "%.17g prints as %s", value, text);
    if (isfinite(value))
        check_shortest(value, text);
}

static void check_prints(double value, const char *expected)
{
    char text[KG__NUMBER_BYTES + 1];

    *kg__print_double(text, value) = '\0';
    CHECK(strcmp(text, expected) == 0, "%.17g prints as %s", value, text);
}

void io_numbers(void)
{
    static const char *const text[] = {"0", "-0", "0.0", "1", "+1", "-1.5", ".5", "5.", "1e5",
        "1E+5", "1e-5", "123456789012345678", "1234567890123456789", "12345678901234567890",
        "0.1234567890123456789", "9007199254740993", "9007199254740992.5", "1e22", "1e23", "1e27",
        "1e28", "1e-27", "1e-28", "1.7976931348623157e308", "5e-324", "2.2250738585072014e-308",
        "0.000000000000000000000000000000000001", "1e", "1e+", "inf", "-Infinity",
        "0000000000000000000000000000001", "100000000000000016777215", "1e-400",
        "18446744073709551616", "184467440737095516160.5"};
    uint64_t random = 1;
    char buffer[64];

    for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
        char *end;
        double expected = strtod(text[i], &end), value = 0;

        CHECK(kg__parse_double(text[i], &value) == end &&
                  memcmp(&value, &expected, sizeof value) == 0,
            "%s reads as %.17g", text[i], value);
    }
    for (int i = 0; i < 2; i++) {
        const char *hexadecimal = i ? "-0x1p3" : "0x10";
        double value = 1;

        CHECK(kg__parse_double(hexadecimal, &value) == hexadecimal + 1 + i && value == 0, "%s",
            hexadecimal);
    }
    for (int i = 0; i < 20000; i++) {
        double value;

        random = random * 6364136223846793005u + 1442695040888963407u;
        memcpy(&value, &random, sizeof value);
        if (isfinite(value))
            check_trip(value);
        value = (double)(random >> 40) / 1000;
        check_trip(value);
        check_trip(value / 3e6);
        check_trip(value / 1e9 + 8e6); /* two decimals with nine places read back */
        snprintf(buffer, sizeof buffer, "%llu.%llue%d", (unsigned long long)(random >> 50),
            (unsigned long long)(random & 0xfffffffffff), (int)(random >> 58) - 32);
        CHECK(kg__parse_double(buffer, &value) && value == strtod(buffer, NULL), "%s", buffer);
    }
    check_trip(0);
    check_trip(-0.0);
    check_trip(INFINITY);
    check_trip(0.1);
    for (int i = -1074; i < 1024; i++)
        for (int k = -1; k <= 1; k++)
            check_trip(ldexp(1, i) * (1 + k * DBL_EPSILON));
    check_prints(0x1.103b3e49374bdp+23, "8920479.143000001");
    check_prints(0x1p-24, "5.960464477539063e-08");
    check_prints(1. / 3, "0.3333333333333333");
    check_prints(-11. / 6, "-1.8333333333333333");
    check_prints(1e-5 / 3 * 10, "0.000033333333333333335");
    check_prints(1e-6 / 3, "3.333333333333333e-07");
    check_prints(1e15 + 1. / 3, "1000000000000000.4");
    check_prints(0x1p54, "18014398509481984");
    check_prints(1e17 / 3, "33333333333333332");
    check_prints(1e22, "1e+22");
    check_prints(1e300, "1e+300");
}
