/*
 * Values as OSMnx writes them.
 *
 * Lists look as Python's repr() shows lists of texts and numbers; well-known text is that of
 * Shapely (OGC 06-103r4).
 */
#include "osmnx.h"
#include "../../base/ascii.h"
#include "../../base/utf8.h"
#include "../../io/number.h"
#include <stdint.h>
#include <string.h>

/* ---- lists ----------------------------------------------------------------------------------- */

/* A text being read, and where its joined form goes; NULL: nowhere. */
typedef struct joining {
    const char *p;
    char *to;
} joining;

static void put(joining *j, uint32_t code)
{
    if (j->to && code < 0x80)
        *j->to++ = (char)code;
    else if (j->to)
        j->to = kg__print_utf8(j->to, code);
}

static void put_byte(joining *j)
{
    if (j->to)
        *j->to++ = *j->p;
    j->p++;
}

/* Reads an escape after its backslash. */
static bool read_escape(joining *j)
{
    static const char letters[] = "\\'\"nrtxuU", codes[] = "\\'\"\n\r\t";
    const char *letter = *j->p ? strchr(letters, *j->p) : NULL;
    uint32_t code = 0;

    if (!letter)
        return false;
    j->p++;
    if (letter - letters < 6) {
        put(j, (unsigned char)codes[letter - letters]);
        return true;
    }
    for (int digits = *letter == 'x' ? 2 : *letter == 'u' ? 4 : 8; digits; digits--, j->p++) {
        static const char hexadecimal[] = "0123456789abcdef";
        const char *digit = *j->p ? strchr(hexadecimal, *j->p | ('A' <= *j->p ? 32 : 0)) : NULL;

        if (!digit)
            return false;
        code = code << 4 | (uint32_t)(digit - hexadecimal);
    }
    if (!code || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
        return false;
    put(j, code);
    return true;
}

static bool read_item(joining *j)
{
    const char quote = *j->p == '\'' || *j->p == '"' ? *j->p : '\0', *begin = j->p;

    if (!quote) {
        while (*j->p && !strchr(",[]{}()'\" ", *j->p))
            put_byte(j);
        return j->p > begin;
    }
    for (j->p++; *j->p && *j->p != quote;)
        if (*j->p != '\\')
            put_byte(j);
        else if (j->p++, !read_escape(j))
            return false;
    return *j->p++ == quote;
}

static bool read_list(joining *j)
{
    for (j->p++;; j->p += 2) {
        if (!read_item(j))
            return false;
        if (*j->p == ']')
            break;
        if (strncmp(j->p, ", ", 2) != 0)
            return false;
        put(j, ';');
        put(j, ' ');
    }
    return !j->p[1];
}

void kg__osmnx_join(char *text)
{
    joining check = {text, NULL}, join = {text, text};

    if (*text != '[' || !read_list(&check))
        return;
    read_list(&join); /* an item is never longer than its form in the list */
    *join.to = '\0';
}

/* ---- well-known text ------------------------------------------------------------------------- */

static const char *skip(const char *p)
{
    return p + strspn(p, " \t\r\n");
}

int kg__osmnx_point(const char **at, bool *begun, double point[2])
{
    static const char word[] = "LINESTRING";
    const char *p = skip(*at);
    double height;

    if (!*begun) {
        if (strlen(p) < sizeof word - 1 || !kg__same_letters(p, word, sizeof word - 1))
            return -1;
        p = skip(p + sizeof word - 1);
        p = skip(p + strspn(p, "ZMzm"));
    } else if (*p == ')') {
        *at = p + 1;
        return *skip(p + 1) ? -1 : 0;
    }
    if (*p != (*begun ? ',' : '('))
        return -1;
    *begun = true;
    for (int i = 0; i < 2; i++) {
        *at = p = skip(p + (i == 0));
        p = kg__parse_double(p, &point[i]);
        if (!p)
            return -1;
    }
    for (int i = 0; i < 2 && !strchr(",)", *(p = skip(p))); i++) {
        *at = p;
        p = kg__parse_double(p, &height);
        if (!p)
            return -1;
    }
    *at = p;
    return 1;
}
