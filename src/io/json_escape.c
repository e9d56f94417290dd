/*
 * Escapes in JSON's strings.
 *
 * Source: T. Bray, The JavaScript Object Notation (JSON) Data Interchange Format, RFC 8259, 2017.
 */
#include "json_escape.h"
#include <stdbool.h>
#include <string.h>

/* Reads four hexadecimal digits. */
static bool read_unit(const char *p, uint32_t *unit)
{
    *unit = 0;
    for (int i = 0; i < 4; i++) {
        const char c = p[i];
        const int digit = c >= '0' && c <= '9'   ? c - '0'
                          : c >= 'a' && c <= 'f' ? c - 'a' + 10
                          : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                                 : -1;

        if (digit < 0)
            return false;
        *unit = *unit << 4 | (unsigned)digit;
    }
    return true;
}

const char *kg__json_escape(const char *p, uint32_t *code)
{
    static const char letters[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    const char *letter = *p ? strchr(letters, *p) : NULL;
    uint32_t low;

    if (letter) {
        *code = (unsigned char)meant[letter - letters];
        return p + 1;
    }
    if (*p != 'u' || !read_unit(p + 1, code))
        return NULL;
    p += 5;
    if (*code >= 0xd800 && *code < 0xdc00 && p[0] == '\\' && p[1] == 'u' &&
        read_unit(p + 2, &low) && low >= 0xdc00 && low < 0xe000) {
        *code = 0x10000 + ((*code - 0xd800) << 10) + (low - 0xdc00);
        p += 6;
    }
    return p;
}
