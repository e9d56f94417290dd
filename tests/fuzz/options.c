/* Values of options. The first byte chooses the parser, the rest is the text. A value that a parser
 * accepts must be the one that another way of reading the text gives. */
#include "../../tools/values.h"
#include "fuzz.h"
#include <math.h>
#include <stdio.h>

#define EXPECT(condition) ((condition) ? (void)0 : abort())

/* Decimal digits to 128 bits, capped; -1: there are others. */
static __int128 digits(const char *text, size_t length)
{
    const __int128 cap = (__int128)1 << 100;
    __int128 number = 0;

    if (!length)
        return -1;
    for (size_t i = 0; i < length; i++) {
        if (!strchr("0123456789", text[i]))
            return -1;
        number = number < cap ? 10 * number + (text[i] - '0') : cap;
    }
    return number;
}

static void check_number(const char *text)
{
    const uint64_t most[] = {1024, UINT64_MAX};
    const __int128 truth = digits(text, strlen(text));
    uint64_t number = 0;

    for (int i = 0; i < 2; i++) {
        EXPECT(value_number(text, most[i], &number) == (truth >= 0 && truth <= most[i]));
        EXPECT(truth < 0 || truth > most[i] || number == truth);
    }
}

static void check_size(const char *text)
{
    size_t length = strlen(text);
    const char *suffix = length ? strchr("KMGT", text[length - 1]) : NULL;
    __int128 truth = digits(text, length - (suffix != NULL));
    uint64_t bytes = 0;

    for (long i = suffix ? suffix - "KMGT" : -1; i >= 0 && truth > 0 && truth <= UINT64_MAX; i--)
        truth *= 1024;
    EXPECT(value_size(text, &bytes) == (truth > 0 && truth <= UINT64_MAX));
    EXPECT(truth <= 0 || truth > UINT64_MAX || bytes == truth);
}

static void check_pair(const char *text)
{
    const char *comma = strchr(text, ',');
    __int128 x = comma ? digits(text, (size_t)(comma - text)) : -1;
    __int128 y = comma ? digits(comma + 1, strlen(comma + 1)) : -1;
    uint32_t first = 0, second = 0;
    bool good = x >= 0 && y >= 0 && x <= UINT32_MAX && y <= UINT32_MAX;

    EXPECT(value_pair(text, ',', &first, &second) == good);
    EXPECT(!good || (first == x && second == y));
}

static void check_range(const char *text)
{
    double low, high;
    char again[64];

    if (!value_range(text, &low, &high))
        return;
    EXPECT(isfinite(low) && isfinite(high) && low < high && strchr(text, ':'));
    EXPECT(low == strtod(text, NULL) && high == strtod(strchr(text, ':') + 1, NULL));
    snprintf(again, sizeof again, "%.17g:%.17g", low, high);
    EXPECT(value_range(again, &low, &high));
}

/* A condition on integers says what the same one on the nearest doubles says, of integers that are
 * not near the number. */
static void check_condition(const char *text)
{
    static const int64_t far[] = {INT64_MIN, -(1ll << 40), -9, -1, 0, 1, 9, 1ll << 40, INT64_MAX};
    static const char *const sign[] = {"<", "<=", ">", ">=", "=", "!="};
    const kg_type type[] = {KG_U32, KG_U64, KG_I64, KG_F32};
    kg_condition real, whole;
    const char *rest = text;
    kg_compare how;

    if (!value_condition(text, KG_F64, &real)) {
        for (int i = 0; i < 4; i++)
            EXPECT(!value_condition(text, type[i], &whole));
        return;
    }
    EXPECT(value_compare(&rest, &how) && how == real.how);
    EXPECT(rest > text && memmem(text, (size_t)(rest - text), sign[how], strlen(sign[how])));
    EXPECT(
        isnan(real.than.real) ? isnan(strtod(rest, NULL)) : strtod(rest, NULL) == real.than.real);
    EXPECT(value_condition(text, KG_F32, &whole) && whole.how == real.how);
    EXPECT(value_condition(text, KG_U32, &whole) && whole.than.whole <= UINT32_MAX);
    EXPECT(value_condition(text, KG_U64, &whole) && value_condition(text, KG_I64, &whole));
    for (size_t i = 0; i < sizeof far / sizeof *far; i++) {
        const int64_t x = far[i], than = whole.than.integer;
        const double y = (double)x, b = real.than.real;
        const bool truth[] = {y<b, y <= b, y> b, y >= b, y == b, y != b};
        const bool said[] = {x<than, x <= than, x> than, x >= than, x == than, x != than};

        if (!(fabs(y - b) <= fmax(fabs(y), 0x1p-1000) * 0x1p-50))
            EXPECT(truth[real.how] == said[whole.how]);
    }
}

static void check_fractions(const char *text)
{
    enum { MOST = 5 };
    double fraction[MOST];
    size_t count, commas = 0;

    if (!value_fractions(text, fraction, MOST, &count))
        return;
    for (const char *p = text; *p; p++)
        commas += *p == ',';
    EXPECT(count == commas + 1 && count <= MOST);
    for (size_t i = 0; i < count; i++) {
        EXPECT(fraction[i] >= 0 && fraction[i] <= 1 && fraction[i] == strtod(text, NULL));
        text += strcspn(text, ",") + 1;
    }
}

/* Cells stand between blanks, commas, or both. */
static void check_board(const char *text)
{
    uint8_t cell[KG_TILES_CELLS];
    uint32_t seen = 0;
    size_t count, commas = 0;

    if (!value_board(text, cell, &count))
        return;
    EXPECT(count > 0 && count <= KG_TILES_CELLS && strspn(text, "0123456789_, \t") == strlen(text));
    for (const char *p = text; *p; p++)
        commas += *p == ',';
    EXPECT(commas < count);
    for (size_t i = 0; i < count; i++) {
        text += strspn(text, " \t,");
        EXPECT(cell[i] < KG_TILES_CELLS && !(seen >> cell[i] & 1));
        EXPECT(*text == '_' ? cell[i] == 0 : cell[i] == strtoul(text, NULL, 10));
        seen |= 1u << cell[i];
        text += strcspn(text, " \t,");
    }
    EXPECT(text[strspn(text, " \t")] == '\0');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const check[])(const char *text) = {check_number, check_size, check_pair,
        check_range, check_condition, check_board, check_fractions};
    char *text;

    if (!size)
        return 0;
    text = malloc(size);
    if (!text)
        abort();
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    check[data[0] % (sizeof check / sizeof *check)](text);
    free(text);
    return 0;
}
