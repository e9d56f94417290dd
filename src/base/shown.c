/* How text is shown in messages. */
#include "base.h"
#include "utf8.h"
#include <stdio.h>
#include <string.h>

/* Whether a character begins a line, changes a terminal, or changes the direction of writing. */
static bool is_control(uint32_t code)
{
    return code < ' ' || (code >= 0x7f && code < 0xa0) || code == 0x61c || code == 0x200e ||
           code == 0x200f || (code >= 0x2028 && code <= 0x202e) ||
           (code >= 0x2066 && code <= 0x2069);
}

const char *kg_text_show(char *shown, size_t size, const char *text, size_t length)
{
    size_t used = 0, cut = 0; /* cut: where "..." would fit */

    if (!shown || size < 4)
        return "";
    for (size_t i = 0, bytes; text && i < length; i += bytes) {
        char escape[8];
        const char *piece = text + i;
        uint32_t code;
        size_t put = bytes = kg__utf8(text + i, length - i, &code);

        if (!bytes || is_control(code)) {
            put = (size_t)snprintf(escape, sizeof escape, bytes > 1 ? "\\u%04x" : "\\x%02x",
                bytes ? code : (unsigned char)text[i]);
            piece = escape;
            bytes = bytes ? bytes : 1;
        }
        if (used + put >= size) {
            memcpy(shown + cut, "...", 4);
            return shown;
        }
        memcpy(shown + used, piece, put);
        used += put;
        if (used + 4 <= size)
            cut = used;
    }
    shown[used] = '\0';
    return shown;
}
