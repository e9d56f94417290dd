/*
 * Style sheets of SVG: the rules that set a property on which lines depend.
 *
 * In:  the text of an element <style>. Out: a rule for each selector: its parts, its specificity,
 *     its declarations.
 * Selectors are types, classes, ids and *, one or more of them without blanks between, in lists.
 * Other selectors are left out and counted if their declarations matter, and so are @import, @media
 * and the like.
 * Work: O(text). Memory: 32 bytes a selector, 64 a block, and their texts.
 * Source: CSS Syntax Module Level 3; Selectors Level 3, W3C.
 */
#include "../../base/ascii.h"
#include "../../base/utf8.h"
#include "css.h"
#include <stdlib.h>
#include <string.h>

enum {
    SPECIFICITY_BITS = 10 /* of ids, of classes, and of types */
};

/* ---- tokens ---------------------------------------------------------------------------------- */

/* Returns the place after one character, escaped character or string. */
static char *step(char *p)
{
    const char quote = *p;

    if (quote == '\\')
        return p + 1 + (p[1] != '\0');
    p++;
    if (quote != '"' && quote != '\'')
        return p;
    while (*p && *p != quote && *p != '\n')
        p += 1 + (*p == '\\' && p[1]);
    return p + (*p != '\0');
}

/* Finds the first of some characters outside brackets and strings, or the end. */
static char *scan(char *p, const char *stops)
{
    unsigned depth = 0;

    while (*p && (depth || !strchr(stops, *p))) {
        if (strchr("([{", *p))
            depth++;
        else if (strchr(")]}", *p) && depth)
            depth--;
        p = step(p);
    }
    return p;
}

void kg__css_blank_comments(char *p)
{
    while (*p) {
        if (p[0] != '/' || p[1] != '*') {
            p = step(p);
            continue;
        }
        while (*p && (p[0] != '*' || p[1] != '/'))
            *p++ = ' ';
        for (int i = 0; i < 2 && *p; i++)
            *p++ = ' ';
    }
}

const char *kg__css_trim(const char *begin, const char *end, size_t *length)
{
    begin = kg__svg_skip_white(begin);
    while (end > begin && kg__svg_skip_white(end - 1) != end - 1)
        end--;
    *length = end > begin ? (size_t)(end - begin) : 0;
    return begin;
}

/* ---- declarations ---------------------------------------------------------------------------- */

/* Those that are read, and others that move or shape what is drawn. */
static const char *const properties[] = {"display", "visibility", "stroke", "transform",
    "transform-origin", "transform-box", "translate", "rotate", "scale", "d", "x", "y", "cx", "cy",
    "r", "rx", "ry", "width", "height"};

enum { PROPERTIES = sizeof properties / sizeof *properties };

const char *kg__css_property(unsigned property)
{
    return properties[property];
}

static unsigned property_of(const char *name, size_t length)
{
    unsigned i = 0;

    while (i < PROPERTIES &&
           (strlen(properties[i]) != length || !kg__same_letters(properties[i], name, length)))
        i++;
    return i;
}

/* Takes "!important" from a value's end. */
static bool take_important(kg__css_declaration *d)
{
    static const char word[] = "important";
    const size_t length = sizeof word - 1;
    size_t left;

    if (d->length <= length || !kg__same_letters(d->value + d->length - length, word, length))
        return false;
    kg__css_trim(d->value, d->value + d->length - length, &left);
    if (!left || d->value[left - 1] != '!')
        return false;
    d->value = kg__css_trim(d->value, d->value + left - 1, &d->length);
    return true;
}

char *kg__css_next(char *p, kg__css_declaration *d)
{
    char *end = scan(p, ";"), *colon = memchr(p, ':', (size_t)(end - p));
    size_t length;

    *d = (kg__css_declaration){.property = KG__CSS_NONE};
    if (colon) {
        unsigned property;

        d->name = kg__css_trim(p, colon, &length);
        property = property_of(d->name, length);
        d->value = kg__css_trim(colon + 1, end, &d->length);
        d->important = take_important(d);
        if (d->length && property < PROPERTIES)
            d->property = property;
    }
    return end + (*end != '\0');
}

static void leave(kg__css_left *left, uint64_t at, const char *text, size_t length)
{
    if (!left->count++) {
        left->at = at;
        kg_text_show(left->first, sizeof left->first, text, length);
    }
}

static void leave_rule(kg__svg *s, const char *begin, size_t length)
{
    leave(&s->left_rules, kg__xml_place(&s->xml, (uint64_t)(begin - s->xml.text)), begin, length);
}

void kg__css_leave_property(kg__svg *s, unsigned property, uint64_t at)
{
    leave(&s->left_properties, at, properties[property], strlen(properties[property]));
}

/* ---- selectors ------------------------------------------------------------------------------- */

static bool in_name(char c)
{
    return kg__is_letter(c) || kg__is_digit(c) || c == '-' || c == '_' || (unsigned char)c >= 0x80;
}

static int hex_digit(char c)
{
    c = kg__lower(c);
    return kg__is_digit(c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Reads the escaped character behind a backslash. */
static const char *read_escape(const char *p, const char *end, char **to)
{
    const bool is_number = hex_digit(*p) >= 0;
    uint32_t code = 0;

    if (!is_number) {
        *(*to)++ = *p;
        return p + 1;
    }
    for (int i = 0; i < 6 && p < end && hex_digit(*p) >= 0; i++)
        code = code << 4 | (uint32_t)hex_digit(*p++);
    if (!code || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
        code = 0xfffd;
    *to = kg__print_utf8(*to, code);
    return p + (p < end && kg__svg_skip_white(p) != p);
}

/* Reads a name, puts it at *to, and a zero behind it. Returns its end, or NULL: there is none. */
static const char *read_name(const char *p, const char *end, char **to)
{
    const char *begin = p;

    if (p < end && (kg__is_digit(*p) || (*p == '-' && kg__is_digit(p[1]))))
        return NULL;
    while (p < end) {
        if (in_name(*p))
            *(*to)++ = *p++;
        else if (*p == '\\' && p + 1 < end && p[1] != '\n')
            p = read_escape(p + 1, end, to);
        else
            break;
    }
    *(*to)++ = '\0';
    return p > begin ? p : NULL;
}

/* Reads a selector into rule, and its parts into the text at *to. Returns whether it is one of
 * those that are read. */
static bool read_selector(
    const kg__svg *s, const char *p, const char *end, char **to, kg__css_rule *rule)
{
    unsigned count[3] = {0}, best = 0; /* ids, classes, types */

    rule->parts = rule->key_at = (uint64_t)(*to - s->text);
    for (const char *begin = p; p < end;) {
        char *part = *to;
        const unsigned kind = *p == '#' ? 0 : *p == '.' ? 1 : 2;

        if (kind == 2 && p > begin)
            return false;
        if (kind < 2)
            *(*to)++ = *p++;
        if (kind == 2 && *p == '*') {
            memcpy(*to, "*", 2);
            *to += 2;
            p++;
            best = 3;
            continue;
        }
        p = read_name(p, end, to);
        if (!p || (kind == 2 && strchr("#.*", *part)))
            return false; /* an escaped mark begins no type of SVG */
        if (part == s->text + rule->parts || kind < best) {
            best = kind;
            rule->key_at = (uint64_t)(part - s->text);
        }
        count[kind] += count[kind] < (1u << SPECIFICITY_BITS) - 1;
    }
    *(*to)++ = '\0';
    rule->specificity = (count[0] << SPECIFICITY_BITS | count[1]) << SPECIFICITY_BITS | count[2];
    return true;
}

/* ---- rules ----------------------------------------------------------------------------------- */

static kg_status keep_value(kg__svg *s, const kg__css_declaration *d, kg__css_value *value)
{
    kg_status status = KG_OK;

    if (value->length && value->important && !d->important)
        return KG_OK;
    KG_TRY(kg__svg_keep(s, d->value, d->length, &value->text));
    value->length = d->length;
    value->important = d->important;
out:
    return status;
}

/* Adds the rules of a list of selectors. */
static kg_status add_rules(kg__svg *s, char *list, uint32_t block)
{
    kg_context *ctx = s->xml.input->ctx;
    kg_status status = KG_OK;

    for (char *p = list, *end;; p = end + 1) {
        kg__css_rule rule = {.block = block};
        size_t length;
        const char *selector;
        char *to;

        end = scan(p, ",");
        selector = kg__css_trim(p, end, &length);
        /* an escape of two bytes is a character of three at most */
        KG_TRY(kg__host_grow(
            ctx, &s->text, &s->text_room, s->text_bytes + 2 * length + 4, 1, "attributes of SVG"));
        to = s->text + s->text_bytes;
        if (length && read_selector(s, selector, selector + length, &to, &rule)) {
            KG_TRY(kg__host_grow(
                ctx, &s->rule, &s->rule_room, s->rules + 1, sizeof *s->rule, "rules of SVG"));
            s->rule[s->rules++] = rule;
            s->text_bytes = (uint64_t)(to - s->text);
        } else {
            leave_rule(s, selector, length);
        }
        if (!*end)
            break;
    }
out:
    return status;
}

/* list: the selectors; p: the declarations. Both end with a zero. */
static kg_status read_rule(kg__svg *s, char *list, char *p)
{
    kg__css_block block = {0};
    bool matters = false;
    kg_status status = KG_OK;

    while (*p) {
        kg__css_declaration d;

        p = kg__css_next(p, &d);
        if (d.property < KG__SVG_PROPERTIES) {
            KG_TRY(keep_value(s, &d, &block.value[d.property]));
            matters = true;
        } else if (d.property != KG__CSS_NONE) {
            kg__css_leave_property(
                s, d.property, kg__xml_place(&s->xml, (uint64_t)(d.name - s->xml.text)));
        }
    }
    if (!matters)
        return KG_OK;
    if (s->blocks == UINT32_MAX - 2)
        return kg__fail(s->xml.input->ctx, KG_OVERFLOW, "%s: too many rules", s->xml.input->shown);
    KG_TRY(kg__host_grow(s->xml.input->ctx, &s->block, &s->block_room, s->blocks + 1,
        sizeof *s->block, "rules of SVG"));
    s->block[s->blocks++] = block;
    KG_TRY(add_rules(s, list, (uint32_t)s->blocks - 1));
out:
    return status;
}

/* Whether lines do not depend on an at-rule: fonts, animations, encodings. */
static bool is_harmless(const char *p)
{
    static const char *const harmless[] = {"@charset", "@counter-style", "@font", "@keyframes",
        "@-webkit-keyframes", "@namespace", "@page", "@property"};

    for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
        if (kg__begins_with(p, harmless[i]))
            return true;
    return false;
}

kg_status kg__css_read(kg__svg *s)
{
    char *p = s->xml.used ? s->xml.text : NULL;
    kg_status status = KG_OK;

    if (!p)
        return KG_OK;
    kg__css_blank_comments(p);
    for (;;) {
        char *head, *brace, *block;

        p += kg__svg_skip_white(p) - p;
        if (!*p)
            break;
        if (strncmp(p, "<!--", 4) == 0 || strncmp(p, "-->", 3) == 0) {
            p += *p == '<' ? 4 : 3;
            continue;
        }
        head = p;
        brace = scan(p, *p == '@' ? "{;" : "{");
        block = *brace == '{' ? brace + 1 : brace;
        p = *brace == '{' ? scan(block, "}") : brace;
        if (*head == '@' || *brace != '{') {
            size_t length;
            const char *shown = kg__css_trim(head, brace, &length);

            if (!is_harmless(head))
                leave_rule(s, shown, length);
            p += *p != '\0';
            continue;
        }
        *brace = '\0';
        if (*p)
            *p++ = '\0';
        KG_TRY(read_rule(s, head, block));
    }
out:
    return status;
}

/* ---- rules by their keys --------------------------------------------------------------------- */

static int compare(const void *a, const void *b)
{
    const kg__css_rule *p = a, *q = b;

    return strcmp(p->key, q->key);
}

void kg__css_sort(kg__svg *s)
{
    for (uint64_t i = 0; i < s->rules; i++)
        s->rule[i].key = s->text + s->rule[i].key_at;
    if (s->rules)
        qsort(s->rule, s->rules, sizeof *s->rule, compare);
}
