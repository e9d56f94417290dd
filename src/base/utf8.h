/* Reads and writes characters of UTF-8. */
#ifndef KG_UTF8_H
#define KG_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* Bytes of the character at p, 1 to 4, or 0 if it is not valid: overlong forms, surrogates and
 * numbers past U+10FFFF are not. left: bytes of text, 1 or more. code: [out] */
static inline size_t kg__utf8(const char *p, size_t left, uint32_t *code)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *c = (const unsigned char *)p;
    const size_t length = c[0] < 0x80             ? 1
                          : (c[0] & 0xe0) == 0xc0 ? 2
                          : (c[0] & 0xf0) == 0xe0 ? 3
                          : (c[0] & 0xf8) == 0xf0 ? 4
                                                  : 0;

    *code = length > 1 ? c[0] & (0x7fu >> length) : c[0];
    if (length > left)
        return 0;
    for (size_t i = 1; i < length; i++) {
        if ((c[i] & 0xc0) != 0x80)
            return 0;
        *code = *code << 6 | (c[i] & 0x3f);
    }
    return *code < least[length] || (*code >= 0xd800 && *code < 0xe000) || *code > 0x10ffff
               ? 0
               : length;
}

/* Writes a character of Unicode as UTF-8, [4]; returns its end. */
static inline char *kg__print_utf8(char *to, uint32_t code)
{
    static const unsigned char first[] = {0, 0xc0, 0xe0, 0xf0};
    const int more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;

    *to++ = (char)(first[more] | code >> 6 * more);
    for (int i = more - 1; i >= 0; i--)
        *to++ = (char)(0x80 | (code >> 6 * i & 0x3f));
    return to;
}

#endif
