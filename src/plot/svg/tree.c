/*
 * The elements of a file in SVG, with those of their attributes that konig uses.
 *
 * In:  the file. Out: a tree; elements by their ids.
 * Method: the elements one by one, by a parser of XML. The prefix "svg:" of names is ignored.
 * Work: O(text + ids log ids). Memory: 40 bytes an element, and the values of attributes.
 */
#include "../../base/ascii.h"
#include "../../base/bisect.h"
#include "css.h"
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    kg__svg_tag tag;
} tags[] = {{"svg", KG__SVG_ROOT}, {"g", KG__SVG_GROUP}, {"a", KG__SVG_GROUP},
    {"switch", KG__SVG_GROUP}, {"symbol", KG__SVG_SYMBOL}, {"use", KG__SVG_USE},
    {"path", KG__SVG_PATH}, {"rect", KG__SVG_RECT}, {"circle", KG__SVG_CIRCLE},
    {"ellipse", KG__SVG_ELLIPSE}, {"line", KG__SVG_LINE}, {"polyline", KG__SVG_POLYLINE},
    {"polygon", KG__SVG_POLYGON}, {"text", KG__SVG_TEXT}, {"image", KG__SVG_IMAGE},
    {"style", KG__SVG_SHEET}};

/* The attributes that are kept. */
static const char *const names[] = {"id", "d", "points", "x1", "y1", "x2", "y2", "x", "y", "width",
    "height", "rx", "ry", "cx", "cy", "r", "transform", "style", "stroke", "display", "visibility",
    "viewBox", "preserveAspectRatio", "href", "xlink:href", "inkscape:groupmode", "inkscape:label",
    "class", "type"};

enum { NAMES = sizeof names / sizeof *names };

static unsigned name_of(const char *name)
{
    unsigned i = 0;

    while (i < NAMES && strcmp(names[i], name) != 0)
        i++;
    return i;
}

static const char *without_prefix(const char *name)
{
    return strncmp(name, "svg:", 4) == 0 ? name + 4 : name;
}

/* ---- reading --------------------------------------------------------------------------------- */

/* Takes the comments from an attribute `style`, and counts what it declares in vain. */
static void look_at_style(kg__svg *s, char *p)
{
    kg__css_blank_comments(p);
    while (*p) {
        kg__css_declaration d;

        p = kg__css_next(p, &d);
        if (d.property >= KG__SVG_PROPERTIES && d.property != KG__CSS_NONE)
            kg__css_leave_property(s, d.property, s->xml.at);
    }
}

static kg_status keep_attributes(kg__svg *s, const char **attributes)
{
    kg_status status = KG_OK;

    for (; *attributes; attributes += 2) {
        const unsigned name = name_of(attributes[0]);
        kg__svg_attribute *attribute;

        if (name == NAMES)
            continue;
        KG_TRY(kg__host_grow(s->xml.input->ctx, &s->attribute, &s->attribute_room,
            s->attributes + 1, sizeof *s->attribute, "attributes of SVG"));
        attribute = &s->attribute[s->attributes++];
        attribute->name = (uint8_t)name;
        KG_TRY(kg__svg_keep(s, attributes[1], strlen(attributes[1]), &attribute->value));
        if (strcmp(names[name], "style") == 0)
            look_at_style(s, s->text + attribute->value);
    }
out:
    return status;
}

enum { TYPES = sizeof tags / sizeof *tags };

static unsigned type_of(const char *name)
{
    unsigned i = 0;

    name = without_prefix(name);
    while (i < TYPES && strcmp(tags[i].name, name) != 0)
        i++;
    return i;
}

const char *kg__svg_type(const kg__svg_element *e)
{
    return e->type < TYPES ? tags[e->type].name : "";
}

static kg_status begin(kg__xml *x, const char *name, const char **attributes)
{
    kg__svg *s = (kg__svg *)x;
    const uint32_t number = (uint32_t)s->elements;
    const unsigned type = type_of(name);
    const uint8_t tag = type < TYPES ? (uint8_t)tags[type].tag : KG__SVG_OTHER;
    kg__svg_element *e;
    kg_status status;

    if (s->depth == KG__SVG_DEPTH)
        return kg__xml_fail(x, "elements lie in %d others, expected fewer", KG__SVG_DEPTH);
    if (!s->depth && tag != KG__SVG_ROOT)
        return kg__xml_fail(x, "the root is <%s>, expected <svg>", KG__SHOW(name, strlen(name)));
    if (s->elements == KG__NO_ELEMENT - 1 || s->attributes > UINT32_MAX / 2)
        return kg__fail(x->input->ctx, KG_OVERFLOW, "%s: too many elements", x->input->shown);
    KG_TRY(kg__host_grow(x->input->ctx, &s->element, &s->element_room, s->elements + 1,
        sizeof *s->element, "elements of SVG"));
    e = &s->element[s->elements++];
    *e = (kg__svg_element){.at = x->at,
        .next = KG__NO_ELEMENT,
        .child = KG__NO_ELEMENT,
        .from = (uint32_t)s->attributes,
        .tag = tag,
        .type = (uint8_t)type};
    if (s->depth) {
        uint32_t *last = &s->last[s->depth - 1];

        if (*last == KG__NO_ELEMENT)
            s->element[s->open[s->depth - 1]].child = number;
        else
            s->element[*last].next = number;
        *last = number;
    }
    s->open[s->depth] = number;
    s->last[s->depth++] = KG__NO_ELEMENT;
    KG_TRY(keep_attributes(s, attributes));
    e->to = (uint32_t)s->attributes;
    s->has_layers = s->has_layers || kg__svg_is_layer(s, e);
    if (tag == KG__SVG_SHEET) {
        x->collects = true;
        x->used = 0;
    }
out:
    return status;
}

static kg_status end(kg__xml *x, const char *name)
{
    kg__svg *s = (kg__svg *)x;
    const kg__svg_element *e = &s->element[s->open[--s->depth]];
    const char *type = kg__svg_get(s, e, "type");

    (void)name;
    if (e->tag != KG__SVG_SHEET)
        return KG_OK;
    x->collects = false;
    return !type || !*type || kg__begins_with(type, "text/css") ? kg__css_read(s) : KG_OK;
}

/* ---- ids ------------------------------------------------------------------------------------- */

/* An element's number, to be sorted by its id. */
typedef struct named {
    const char *id;
    uint32_t element;
} named;

static int compare(const void *a, const void *b)
{
    const named *p = a, *q = b;
    const int order = strcmp(p->id, q->id);

    return order ? order : (p->element > q->element) - (p->element < q->element);
}

static kg_status sort_ids(kg__svg *s)
{
    kg_context *ctx = s->xml.input->ctx;
    uint64_t count = 0;
    named *sorted = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &sorted, s->elements, sizeof *sorted, "ids of SVG"));
    for (uint32_t i = 0; i < s->elements; i++) {
        const char *id = kg__svg_get(s, &s->element[i], "id");

        if (id)
            sorted[count++] = (named){id, i};
    }
    qsort(sorted, count, sizeof *sorted, compare);
    KG_TRY(kg__host_allocate(ctx, &s->id, count, sizeof *s->id, "ids of SVG"));
    for (uint64_t i = 0; i < count; i++)
        s->id[i] = sorted[i].element;
    s->ids = count;
out:
    kg__free(ctx, sorted);
    return status;
}

uint32_t kg__svg_find(const kg__svg *s, const char *id)
{
    const uint64_t i =
        KG__FIRST_WHERE(k, 0, s->ids, strcmp(kg__svg_get(s, &s->element[s->id[k]], "id"), id) >= 0);

    return i < s->ids && strcmp(kg__svg_get(s, &s->element[s->id[i]], "id"), id) == 0
               ? s->id[i]
               : KG__NO_ELEMENT;
}

/* ---- attributes ------------------------------------------------------------------------------ */

const char *kg__svg_get(const kg__svg *s, const kg__svg_element *e, const char *name)
{
    for (uint32_t i = e->from; i < e->to; i++)
        if (strcmp(names[s->attribute[i].name], name) == 0)
            return s->text + s->attribute[i].value;
    return NULL;
}

bool kg__svg_is_layer(const kg__svg *s, const kg__svg_element *e)
{
    const char *mode = kg__svg_get(s, e, "inkscape:groupmode");

    return e->tag == KG__SVG_GROUP && mode && strcmp(mode, "layer") == 0;
}

/* ---- the calls ------------------------------------------------------------------------------- */

kg_status kg__svg_read_tree(kg__svg *s)
{
    kg_status status;

    s->xml.shown = "SVG";
    s->xml.begin = begin;
    s->xml.end = end;
    s->xml.keeps_places = true;
    KG_TRY(kg__xml_parse(&s->xml));
    KG_TRY(sort_ids(s));
    kg__css_sort(s);
out:
    return status;
}

void kg__svg_destroy(kg__svg *s)
{
    kg__free_all(s->xml.input->ctx, s->element, s->attribute, s->text, s->id, s->rule, s->block,
        s->xml.text, s->xml.piece);
}
