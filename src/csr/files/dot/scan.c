/*
 * The tokens of DOT, as Graphviz defines them.
 *
 * An atom is a name, a number, a text in quotes, or HTML in angle brackets; texts in quotes are
 * joined by +. In quotes \" is a quote and a backslash before a line's end joins the lines; any
 * other backslash stays. The value of HTML is the text between its brackets.
 *
 * Departures from Graphviz: a text such as 1a is an error, but Graphviz splits it into 1 and a with
 * a warning. Line numbers are those of the file, whatever a # line says.
 */
#include "scan.h"
#include "../../../base/ascii.h"
#include "../text/names.h"
#include <stdio.h>
#include <string.h>

/* ---- messages -------------------------------------------------------------------------------- */

kg_status kg__dot_fail(const kg__dot_scanner *s, const char *place, const char *format, ...)
{
    unsigned long long line = 1, column = 1;
    char what[256];
    va_list arguments;

    for (const char *p = s->text; p < place; p++, column++)
        if (*p == '\n') {
            line++;
            column = 0;
        }
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    return kg__fail(
        s->input->ctx, KG_FORMAT, "%s:%llu:%llu: %s", s->input->shown, line, column, what);
}

kg_status kg__dot_unexpected(const kg__dot_scanner *s, const char *expected)
{
    if (s->kind == KG__DOT_END)
        return kg__dot_fail(s, s->at, "not DOT: the text ends, expected %s", expected);
    return kg__dot_fail(
        s, s->at, "not DOT: '%s', expected %s", KG__SHOW(s->at, (size_t)(s->p - s->at)), expected);
}

/* ---- tokens ---------------------------------------------------------------------------------- */

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (unsigned char)c >= 128;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Skips blanks and comments. */
static kg_status skip_blank(kg__dot_scanner *s)
{
    for (;;) {
        const char *p = s->p;

        if (*p == ' ' || *p == '\t' || *p == '\n' || *p == '\r') {
            s->p++;
        } else if (*p == '#' || (p[0] == '/' && p[1] == '/')) {
            s->p += strcspn(p, "\n");
        } else if (p[0] == '/' && p[1] == '*') {
            s->p = strstr(p + 2, "*/");
            if (!s->p)
                return kg__dot_fail(s, p, "not DOT: a comment without end, expected */");
            s->p += 2;
        } else {
            return KG_OK;
        }
    }
}

/* Adds bytes to an atom that differs from its text in the file. */
static kg_status add(kg__dot_scanner *s, const char *bytes, size_t count)
{
    kg_status status;

    if (!count)
        return KG_OK;
    KG_TRY(kg__host_grow(s->input->ctx, &s->scratch, &s->room, s->length + count, 1, "a DOT text"));
    memcpy(s->scratch + s->length, bytes, count);
    s->length += count;
    s->bytes = s->scratch;
out:
    return status;
}

/* Scans a text in quotes, and those joined to it. */
static kg_status scan_quoted(kg__dot_scanner *s)
{
    const char *open = s->p++;
    kg_status status = KG_OK;

    for (;;) {
        size_t plain = strcspn(s->p, "\"\\");
        const char *mark = s->p + plain;

        if (*mark == '\0')
            return kg__dot_fail(s, open, "not DOT: a text without end, expected a closing quote");
        KG_TRY(add(s, s->p, plain));
        s->p = mark + 1;
        if (*mark == '"')
            break;
        if (*s->p == '"' || *s->p == '\\') {
            KG_TRY(add(s, *s->p == '"' ? "\"" : "\\\\", *s->p == '"' ? 1 : 2));
            s->p++;
        } else if (*s->p == '\n') {
            s->p++;
        } else {
            KG_TRY(add(s, "\\", 1));
        }
    }
out:
    return status;
}

static kg_status scan_html(kg__dot_scanner *s)
{
    const char *open = s->p++;
    kg_status status;

    for (int depth = 1; depth;) {
        const char *mark = s->p + strcspn(s->p, "<>");

        if (*mark == '\0')
            return kg__dot_fail(s, open, "not DOT: HTML without end, expected as many > as <");
        if (*mark == '<' && strncmp(mark, "<!--", 4) == 0) {
            mark = strstr(mark + 4, "-->");
            if (!mark)
                return kg__dot_fail(s, open, "not DOT: HTML without end, expected -->");
            mark += 2;
        } else {
            depth += *mark == '<' ? 1 : -1;
        }
        KG_TRY(add(s, s->p, (size_t)(mark - s->p) + (depth > 0)));
        s->p = mark + 1;
    }
    status = KG_OK;
out:
    return status;
}

static kg_status scan_string(kg__dot_scanner *s)
{
    kg_status status;

    s->kind = KG__DOT_ATOM;
    s->length = 0;
    s->bytes = "";
    for (;;) {
        const char *behind;

        KG_TRY(*s->p == '"' ? scan_quoted(s) : scan_html(s));
        behind = s->p;
        KG_TRY(skip_blank(s));
        if (*s->p != '+') {
            s->p = behind;
            break;
        }
        s->p++;
        KG_TRY(skip_blank(s));
        if (*s->p != '"' && *s->p != '<')
            return kg__dot_fail(s, s->p, "not DOT: expected a text in quotes behind +");
    }
out:
    return status;
}

static void scan_name(kg__dot_scanner *s)
{
    static const char *const words[] = {"strict", "graph", "digraph", "subgraph", "node", "edge"};

    while (is_letter(*s->p) || is_digit(*s->p))
        s->p++;
    s->bytes = s->at;
    s->length = (size_t)(s->p - s->at);
    s->kind = KG__DOT_ATOM;
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == s->length && kg__begins_with(s->at, words[i]))
            s->kind = KG__DOT_STRICT + (int)i;
}

/* An optional minus, digits, and a point with or without digits after it; at least one digit. */
static kg_status scan_number(kg__dot_scanner *s)
{
    s->p += *s->p == '-';
    while (is_digit(*s->p))
        s->p++;
    s->p += *s->p == '.';
    while (is_digit(*s->p))
        s->p++;
    s->bytes = s->at;
    s->length = (size_t)(s->p - s->at);
    s->kind = KG__DOT_ATOM;
    if (is_letter(*s->p) || *s->p == '.') {
        while (is_letter(*s->p) || is_digit(*s->p) || *s->p == '.')
            s->p++;
        return kg__dot_unexpected(s, "a name or a number, or quotes round what is neither");
    }
    return KG_OK;
}

static bool begins_number(const char *p)
{
    p += *p == '-';
    p += *p == '.';
    return is_digit(*p);
}

kg_status kg__dot_next(kg__dot_scanner *s)
{
    kg_status status;

    KG_TRY(skip_blank(s));
    s->at = s->p;
    if (is_letter(*s->p)) {
        scan_name(s);
    } else if (begins_number(s->p)) {
        KG_TRY(scan_number(s));
    } else if (*s->p == '"' || *s->p == '<') {
        KG_TRY(scan_string(s));
    } else if (s->p[0] == '-' && (s->p[1] == '>' || s->p[1] == '-')) {
        s->kind = s->p[1] == '>' ? KG__DOT_ARROW : KG__DOT_LINE;
        s->p += 2;
    } else {
        s->kind = (unsigned char)*s->p;
        s->p += *s->p != '\0';
    }
out:
    return status;
}

/* ---- tables ---------------------------------------------------------------------------------- */

enum { FIRST_BITS = 6 };

struct kg__dot_entry {
    uint32_t key[3];
    uint32_t used;
    uint64_t value;
};

static uint64_t map_place(const kg__dot_map *map, const uint32_t key[3])
{
    uint64_t hash = kg__name_mix((uint64_t)key[0] << 32 | key[1], 0x9fb21c651e98df25) ^ key[2];
    uint64_t at = kg__name_mix(hash, 0x8bb84b93962eacc9) >> (64 - map->bits);

    while (map->cell[at].used && memcmp(map->cell[at].key, key, sizeof map->cell[at].key) != 0)
        at = (at + 1) & (((uint64_t)1 << map->bits) - 1);
    return at;
}

static kg_status widen_map(kg__dot_map *map)
{
    kg__dot_map wide = {map->ctx, NULL, map->count, map->bits ? map->bits + 1 : FIRST_BITS};
    kg_status status;

    KG_TRY(kg__host_allocate(map->ctx, &wide.cell, (uint64_t)1 << wide.bits, sizeof *wide.cell,
        "a table of DOT's edges"));
    memset(wide.cell, 0, sizeof *wide.cell << wide.bits);
    for (uint64_t i = 0; map->bits && i >> map->bits == 0; i++)
        if (map->cell[i].used)
            wide.cell[map_place(&wide, map->cell[i].key)] = map->cell[i];
    kg__free(map->ctx, map->cell);
    *map = wide;
out:
    return status;
}

kg_status kg__dot_map_find(kg__dot_map *map, uint32_t a, uint32_t b, uint32_t c, uint64_t **value)
{
    const uint32_t key[3] = {a, b, c};
    struct kg__dot_entry *entry;
    kg_status status = KG_OK;

    if (!map->bits || map->count >= (uint64_t)1 << (map->bits - 1))
        KG_TRY(widen_map(map));
    entry = &map->cell[map_place(map, key)];
    if (!entry->used) {
        *entry = (struct kg__dot_entry){{a, b, c}, 1, UINT64_MAX};
        map->count++;
    }
    *value = &entry->value;
out:
    return status;
}

void kg__dot_map_destroy(kg__dot_map *map)
{
    kg__free(map->ctx, map->cell);
}
