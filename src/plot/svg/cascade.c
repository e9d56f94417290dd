/*
 * The properties of an element of SVG: those of its attribute `style`, of the rules of style sheets
 * that select it, and of its own attributes.
 *
 * In:  an element. Out: for each property the declaration of the highest rank: important ones
 *     before others, then `style` before rules, rules by specificity and then by their order,
 *     attributes of the property's name last.
 * Method: rules are sorted by a key: one of their ids, else of their classes, else the type. Those
 *     with the keys of the element are compared with it.
 * Work: O(log rules) for each word of the element's class, and the rules with its keys; COMPARED
 *     bounds their sum.
 * Source: CSS Cascading and Inheritance Level 4, W3C.
 */
#include "../../base/bisect.h"
#include "css.h"
#include <string.h>

enum { COMPARED = 1 << 28 }; /* rules and classes of elements, of a file */

static const uint64_t IMPORTANT = UINT64_C(1) << 63, INLINE = UINT64_C(1) << 62;

/* ---- keys ------------------------------------------------------------------------------------ */

/* A key of an element: a mark, '#', '.' or none, and a word. */
typedef struct key {
    char mark;
    const char *word;
    size_t length;
} key;

static int compare_key(const char *text, const key *k)
{
    int order;

    if (k->mark) {
        if (*text != k->mark)
            return (unsigned char)*text < (unsigned char)k->mark ? -1 : 1;
        text++;
    }
    order = strncmp(text, k->word, k->length);
    return order ? order : text[k->length] != '\0';
}

/* The next word of a class, or false. */
static bool next_class(const char **p, key *k)
{
    *k = (key){'.', kg__svg_skip_white(*p), 0};
    k->length = strcspn(k->word, " \t\n\r\f");
    *p = k->word + k->length;
    return k->length > 0;
}

/* ---- selecting ------------------------------------------------------------------------------- */

typedef struct selecting {
    kg__svg *svg;
    const kg__svg_element *element;
    const char *id, *class, *type; /* "" without */
    kg__svg_value *value;          /* [KG__SVG_PROPERTIES] so far */
} selecting;

static bool has_class(selecting *c, const char *name)
{
    const char *p = c->class;
    key k;

    while (next_class(&p, &k)) {
        c->svg->compared++;
        if (strncmp(name, k.word, k.length) == 0 && !name[k.length])
            return true;
    }
    return false;
}

static bool selects(selecting *c, const kg__css_rule *rule)
{
    for (const char *p = c->svg->text + rule->parts; *p; p += strlen(p) + 1) {
        const bool fits = *p == '#'   ? strcmp(p + 1, c->id) == 0
                          : *p == '.' ? has_class(c, p + 1)
                                      : strcmp(p, "*") == 0 || strcmp(p, c->type) == 0;

        if (!fits || c->svg->compared > COMPARED)
            return false;
    }
    return true;
}

static void put(kg__svg_value *value, const char *text, size_t length, uint64_t rank)
{
    if (rank >= value->rank)
        *value = (kg__svg_value){text, length, rank};
}

/* Takes the declarations of the rules with a key that select the element. */
static void take_rules(selecting *c, const key *k)
{
    const kg__svg *s = c->svg;
    uint64_t i = KG__FIRST_WHERE(r, 0, s->rules, compare_key(s->rule[r].key, k) >= 0);

    for (c->svg->compared++; i < s->rules && compare_key(s->rule[i].key, k) == 0; i++) {
        const kg__css_rule *rule = &s->rule[i];
        const kg__css_value *from = s->block[rule->block].value;

        c->svg->compared++;
        if (c->svg->compared > COMPARED)
            break;
        if (!selects(c, rule))
            continue;
        for (int p = 0; p < KG__SVG_PROPERTIES; p++)
            if (from[p].length)
                put(&c->value[p], s->text + from[p].text, from[p].length,
                    (from[p].important ? IMPORTANT : 0) | (uint64_t)rule->specificity << 32 |
                        (rule->block + 2));
    }
}

/* ---- the call -------------------------------------------------------------------------------- */

kg_status kg__svg_style(
    kg__svg *s, const kg__svg_element *e, kg__svg_value value[KG__SVG_PROPERTIES])
{
    char *style = (char *)kg__svg_get(s, e, "style");
    const char *id = kg__svg_get(s, e, "id"), *p = kg__svg_get(s, e, "class");
    selecting c = {s, e, id ? id : "", p ? p : "", kg__svg_type(e), value};

    memset(value, 0, KG__SVG_PROPERTIES * sizeof *value);
    for (unsigned i = 0; i < KG__SVG_PROPERTIES; i++) {
        const char *text = kg__svg_get(s, e, kg__css_property(i));
        size_t length;

        if (text) {
            text = kg__css_trim(text, text + strlen(text), &length);
            put(&value[i], text, length, KG__SVG_ATTRIBUTE);
        }
    }
    if (s->rules) {
        key k;

        take_rules(&c, &(const key){'\0', "*", 1});
        take_rules(&c, &(const key){'\0', c.type, strlen(c.type)});
        for (p = c.class; c.svg->compared <= COMPARED && next_class(&p, &k);)
            take_rules(&c, &k);
        if (id)
            take_rules(&c, &(const key){'#', id, strlen(id)});
        if (s->compared > COMPARED)
            return KG__SVG_FAIL(
                s, e, "style sheets take more than %d comparisons, expected fewer", COMPARED);
    }
    while (style && *style) {
        kg__css_declaration d;

        style = kg__css_next(style, &d);
        if (d.property < KG__SVG_PROPERTIES)
            put(&value[d.property], d.value, d.length, (d.important ? IMPORTANT : 0) | INLINE);
    }
    return KG_OK;
}
