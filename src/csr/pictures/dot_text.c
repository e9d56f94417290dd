/*
 * DOT as text that grows: strings, numbers, and what stands inside of quotes.
 */
#include "../../io/number.h"
#include "dot.h"
#include <stdio.h>
#include <string.h>

enum { FLUSH_BYTES = 1 << 18 };

/* The longest text in a picture: Graphviz takes seconds for one of 16 KiB. */
enum { DRAWN_BYTES = 4096 };

bool kg__dot_make_room(kg__dot_text *text, size_t bytes)
{
    if (text->status == KG_OK && text->output && text->used >= FLUSH_BYTES) {
        text->status = kg__output_write(text->output, text->bytes, text->used);
        text->used = 0;
    }
    if (text->status == KG_OK)
        text->status =
            kg__host_grow(text->ctx, &text->bytes, &text->room, text->used + bytes, 1, "DOT text");
    return text->status == KG_OK;
}

void kg__dot_put(kg__dot_text *text, const char *string)
{
    const size_t length = strlen(string);

    if (!kg__dot_make_room(text, length))
        return;
    memcpy(text->bytes + text->used, string, length);
    text->used += length;
}

void kg__dot_put_number(kg__dot_text *text, uint64_t number)
{
    if (kg__dot_make_room(text, KG__NUMBER_BYTES))
        text->used = (size_t)(kg__print_label(text->bytes + text->used, number) - text->bytes);
}

void kg__dot_put_real(kg__dot_text *text, double number)
{
    if (kg__dot_make_room(text, KG__NUMBER_BYTES))
        text->used = (size_t)(kg__print_double(text->bytes + text->used, number) - text->bytes);
}

/* The bytes of the character at p that XML can carry, 0 where there is none: UTF-8 without overlong
 * forms, surrogates and what is past U+10FFFF, and no control character, U+FFFE or U+FFFF. */
static size_t xml_character(const unsigned char *p, size_t left)
{
    static const uint32_t least[] = {0, ' ', 0x80, 0x800, 0x10000};
    size_t length = p[0] < 0x80             ? 1
                    : (p[0] & 0xe0) == 0xc0 ? 2
                    : (p[0] & 0xf0) == 0xe0 ? 3
                    : (p[0] & 0xf8) == 0xf0 ? 4
                                            : 0;
    uint32_t code = length > 1 ? p[0] & (0x7fu >> length) : p[0];

    if (!length || length > left)
        return 0;
    for (size_t i = 1; i < length; i++) {
        if ((p[i] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (p[i] & 0x3f);
    }
    return code < least[length] || code == 0x7f || (code >= 0xd800 && code < 0xe000) ||
                   code == 0xfffe || code == 0xffff || code > 0x10ffff
               ? 0
               : length;
}

/* U+FFFD, the sign for what cannot be shown. */
static const char unknown[] = "\xef\xbf\xbd";

/* Escapes a text that Graphviz draws: & would begin an entity, and what XML has no place for
 * becomes U+FFFD. */
static char *escape_drawn(char *to, const unsigned char *p, size_t length)
{
    for (size_t i = 0, bytes; i < length; i += bytes ? bytes : 1) {
        bytes = xml_character(p + i, length - i);
        if (p[i] == '\n')
            to = stpcpy(to, "\\n");
        else if (p[i] == '&')
            to = stpcpy(to, "&amp;");
        else if (!bytes)
            to = stpcpy(to, unknown);
        else if (p[i] == '\\' || p[i] == '"')
            to += sprintf(to, "\\%c", p[i]);
        else
            to = (char *)memcpy(to, p + i, bytes) + bytes;
    }
    return to;
}

bool kg__dot_put_escaped(kg__dot_text *text, const char *string, size_t length, bool drawn)
{
    char *to, *begin;

    if (drawn && length > DRAWN_BYTES) {
        if (text->status == KG_OK)
            text->status = kg__fail(text->ctx, KG_LIMIT,
                "a name or label of %llu bytes, '%.20s...', is too long for a picture, which takes "
                "up to %d; -T dot writes it",
                (unsigned long long)length, string, DRAWN_BYTES);
        return true;
    }
    if (!kg__dot_make_room(text, 5 * length + 1))
        return true;
    to = begin = text->bytes + text->used;
    if (drawn)
        to = escape_drawn(to, (const unsigned char *)string, length);
    for (size_t i = 0; i < length && !drawn; i++) {
        char c = string[i];

        if (c == '\n') {
            to = stpcpy(to, "\\n");
        } else {
            if (c == '\\' || c == '"')
                *to++ = '\\';
            *to++ = c;
        }
    }
    *to = '\0';
    text->used = (size_t)(to - text->bytes);
    return !strstr(begin, unknown);
}
