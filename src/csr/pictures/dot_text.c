/*
 * DOT as text that grows: strings, numbers, and text inside quotes.
 */
#include "../../base/utf8.h"
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

/* The bytes of the character at p if XML can carry it, otherwise 0. XML carries UTF-8 except
 * control characters, U+FFFE and U+FFFF. */
static size_t xml_character(const char *p, size_t left)
{
    uint32_t code;
    const size_t length = kg__utf8(p, left, &code);

    return code < ' ' || code == 0x7f || code == 0xfffe || code == 0xffff ? 0 : length;
}

/* U+FFFD stands for a character that cannot be shown. */
static const char unknown[] = "\xef\xbf\xbd";

/* Escapes a text for Graphviz to draw: & would begin an entity, and characters that XML cannot
 * carry become U+FFFD. */
static char *escape_drawn(char *to, const char *p, size_t length)
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
                "a name or label of %llu bytes, '%s', is too long for a picture, which takes "
                "up to %d; DOT carries it",
                (unsigned long long)length, kg_text_show((char[24]){0}, 24, string, length),
                DRAWN_BYTES);
        return true;
    }
    if (!kg__dot_make_room(text, 5 * length + 1))
        return true;
    to = begin = text->bytes + text->used;
    if (drawn)
        to = escape_drawn(to, string, length);
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
