/* The tools' own number formatter and UTF-8 check, against the C library and the standard's table;
 * text in messages. */
#include "../../tools/text.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

static void check_number(uint64_t number)
{
    struct text text = {0};
    char expected[24];

    snprintf(expected, sizeof expected, "%" PRIu64, number);
    text_number(&text, number);
    if (text.used != strlen(expected) || memcmp(text.bytes, expected, text.used) != 0) {
        fprintf(stderr, "%s came out as %.*s\n", expected, (int)text.used, text.bytes);
        failures++;
    }
    free(text.bytes);
}

static void check_numbers(void)
{
    uint64_t power = 1, state = 1;

    for (int digits = 0; digits < 20; digits++, power *= 10)
        for (uint64_t factor = 1; factor < 10 && (digits < 19 || factor == 1); factor++) {
            check_number(factor * power - 1);
            check_number(factor * power);
            check_number(factor * power + 1);
        }
    check_number(UINT64_MAX);
    for (uint64_t i = 0; i < 10000; i++) {
        check_number(i);
        check_number(i * 10000 + i);
        state = state * 6364136223846793005u + 1442695040888963407u;
        check_number(state >> (state >> 58));
    }
}

static void check_utf8(const char *bytes, size_t expected)
{
    size_t length = utf8_length(bytes, strlen(bytes));

    if (length != expected) {
        fprintf(stderr, "utf8_length(\"%s\") is %zu, expected %zu\n", bytes, length, expected);
        failures++;
    }
}

static void check_shown(size_t size, const char *text, size_t length, const char *expected)
{
    char shown[64];

    if (strcmp(kg_text_show(shown, size, text, length), expected) != 0) {
        fprintf(stderr, "shown as '%s', expected '%s'\n", shown, expected);
        failures++;
    }
}

#define SHOWN(size, text, expected) check_shown(size, text, sizeof text - 1, expected)

static void check_messages(void)
{
    SHOWN(64, "", "");
    SHOWN(64, "K\xc3\xb6nig \xe2\x86\x92 \\", "K\xc3\xb6nig \xe2\x86\x92 \\");
    SHOWN(64, "a\0\n\033[2J\177", "a\\x00\\x0a\\x1b[2J\\x7f");
    SHOWN(64, "\xc2\x9b|\x9b|\xff", "\\u009b|\\x9b|\\xff");
    SHOWN(64, "\xe2\x80\xae|\xe2\x81\xa6|\xe2\x80\x8f|\xe2\x80\xa8",
        "\\u202e|\\u2066|\\u200f|\\u2028");
    SHOWN(8, "1234567", "1234567");
    SHOWN(8, "12345678", "1234...");
    SHOWN(8, "123\xc3\xb6\xc3\xb6", "123\xc3\xb6\xc3\xb6");
    SHOWN(8, "123\xc3\xb6\xc3\xb6z", "123...");
    SHOWN(8, "12\033[0m", "12...");
    SHOWN(3, "1", "");
}

int main(void)
{
    check_messages();
    check_numbers();
    check_utf8("", 0);
    check_utf8("a", 1);
    check_utf8("\xc3\xa9z", 2);
    check_utf8("\xe2\x82\xac", 3);
    check_utf8("\xf0\x9f\x98\x80", 4);
    check_utf8("\xf4\x8f\xbf\xbf", 4);
    check_utf8("\x80", 0);             /* a continuation alone */
    check_utf8("\xc0\xaf", 0);         /* overlong */
    check_utf8("\xe0\x80\xaf", 0);     /* overlong */
    check_utf8("\xf0\x80\x80\xaf", 0); /* overlong */
    check_utf8("\xed\xa0\x80", 0);     /* a surrogate */
    check_utf8("\xf4\x90\x80\x80", 0); /* past the last */
    check_utf8("\xe2\x82", 0);         /* cut short */
    check_utf8("\xc3(", 0);
    check_utf8("\xff", 0);
    return failures > 0;
}
