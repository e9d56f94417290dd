/*
 * Reading drawings in SVG.
 *
 * In:  a file. Out: segments in millimetres on its page, of which 96 units of the user are an inch;
 *     the page; layers.
 * Method: a tree of the elements, which is walked as it is drawn: groups, uses of elements, nested
 *     viewports. The outlines of all paths and shapes are drawn, whether they are stroked, filled
 *     or neither, unless they, or what they lie in, are hidden; style sheets count. Nothing is
 *     clipped.
 * Limits against files that make small text large: KG__SVG_DEPTH, DRAWN, and those of curves.c.
 * Work: O(text + segments). Memory: tree.c, and that of a drawing.
 * Source: Scalable Vector Graphics (SVG) 2, W3C Candidate Recommendation, 2018.
 */
#include "read_svg.h"
#include "../../base/ascii.h"
#include "svg.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { DRAWN = 1 << 22 }; /* elements, each as often as it is used */

static const double MILLIMETRE = 25.4 / 96; /* a unit in millimetres */
static const double FLATNESS = 0.02;        /* unless the caller gives one; plotters step 0.025 */
static const double LEAST_TOLERANCE = 1e-6; /* transforms round equal ends apart */

/* The properties that an element inherits from the elements around it. */
typedef struct state {
    kg__svg_matrix matrix;
    double view[3]; /* the lengths of 100 % across, down, and of other lengths */
    bool hidden;
    const char *stroke; /* [stroke_length] its colour */
    size_t stroke_length;
    uint32_t layer; /* the group that is the layer, or KG__NO_ELEMENT */
} state;

/* An element whose children are being drawn. */
typedef struct frame {
    uint32_t element, next; /* next: the child to draw, or KG__NO_ELEMENT */
    bool is_use;            /* its only child is the element that it uses */
    state state;
} frame;

typedef struct reading {
    kg__svg svg;
    kg__svg_pen pen;
    kg_layers layers;
    uint32_t *layer_of; /* [elements] the layer that a group is, or KG__NO_ELEMENT */
    uint32_t rest;      /* the layer of everything outside groups, likewise */
    uint64_t drawn;
    unsigned left_out; /* a bit for each tag that was not drawn */
    unsigned depth;
    frame frame[KG__SVG_DEPTH];
} reading;

/* ---- layers ---------------------------------------------------------------------------------- */

/* The text that names the layer of a group. */
static const char *name_of(const reading *r, uint32_t group)
{
    const kg__svg_element *e = &r->svg.element[group];
    const char *label = kg__svg_get(&r->svg, e, "inkscape:label");

    label = label ? label : kg__svg_get(&r->svg, e, "id");
    return label ? label : "";
}

/* Puts the segments from `first` on, drawn by an element in this state, into its layer. */
static kg_status put_in_layer(reading *r, const state *s, uint64_t first)
{
    kg_drawing *d = r->pen.drawing;
    char colour[KG__COLOUR_BYTES];
    uint32_t *layer = s->layer == KG__NO_ELEMENT ? &r->rest : &r->layer_of[s->layer], by_colour;
    kg_status status = KG_OK;

    if (d->segments.count == first)
        return KG_OK;
    kg__svg_colour(s->stroke, s->stroke_length, colour);
    if (r->layers == KG_LAYERS_COLOURS) {
        layer = &by_colour;
        KG_TRY(kg__drawing_find_layer(d, *colour ? colour : s->stroke,
            *colour ? strlen(colour) : s->stroke_length, colour, layer));
    } else if (*layer == KG__NO_ELEMENT) {
        const char *name = s->layer == KG__NO_ELEMENT ? "" : name_of(r, s->layer);

        KG_TRY(kg__drawing_add_layer(d, name, strlen(name), colour, layer));
    }
    KG_TRY(kg__drawing_set_layer(d, first, *layer));
out:
    return status;
}

static bool begins_layer(const reading *r, const kg__svg_element *e)
{
    if (r->layers == KG_LAYERS_NONE || r->layers == KG_LAYERS_COLOURS)
        return false;
    return r->svg.has_layers ? kg__svg_is_layer(&r->svg, e)
                             : r->layers == KG_LAYERS_GROUPS && r->depth == 1;
}

/* ---- elements -------------------------------------------------------------------------------- */

static bool is_word(const kg__svg_value *value, const char *word)
{
    return value->text && value->length == strlen(word) &&
           kg__same_letters(value->text, word, value->length);
}

/* Takes what an element says of itself and its children. drawn: [out] whether they are drawn. */
static kg_status take_style(reading *r, const kg__svg_element *e, state *s,
    kg__svg_value value[KG__SVG_PROPERTIES], bool *drawn)
{
    const kg__svg_value *visibility = &value[KG__SVG_VISIBILITY], *stroke = &value[KG__SVG_STROKE];
    kg_status status;

    KG_TRY(kg__svg_style(&r->svg, e, value));
    *drawn = !is_word(&value[KG__SVG_DISPLAY], "none");
    if (is_word(visibility, "visible"))
        s->hidden = false;
    else if (is_word(visibility, "hidden") || is_word(visibility, "collapse"))
        s->hidden = true;
    if (is_word(stroke, "initial")) {
        s->stroke = "none";
        s->stroke_length = 4;
    } else if (stroke->text && !is_word(stroke, "inherit") && !is_word(stroke, "unset")) {
        s->stroke = stroke->text;
        s->stroke_length = stroke->length;
    }
out:
    return status;
}

static kg_status push(reading *r, uint32_t element, uint32_t child, bool is_use, const state *s)
{
    if (r->depth == KG__SVG_DEPTH)
        return KG__SVG_FAIL(&r->svg, &r->svg.element[element],
            "elements and uses lie in %d others, expected fewer", KG__SVG_DEPTH);
    r->frame[r->depth++] =
        (frame){.element = element, .next = child, .is_use = is_use, .state = *s};
    return KG_OK;
}

static void set_view(state *s, double width, double height)
{
    s->view[0] = width;
    s->view[1] = height;
    s->view[2] = hypot(width, height) / M_SQRT2;
}

/* Enters a nested viewport. use: the element that uses it, or NULL. empty: [out] it has no size. */
static kg_status enter_viewport(
    reading *r, const kg__svg_element *e, const kg__svg_element *use, state *s, bool *empty)
{
    double port[4] = {0, 0, s->view[0], s->view[1]}, box[4];
    bool has_box;
    kg_status status;

    KG_TRY(kg__svg_length(&r->svg, e, "x", s->view[0], &port[0]));
    KG_TRY(kg__svg_length(&r->svg, e, "y", s->view[1], &port[1]));
    for (int i = 0; i < 2; i++) {
        const kg__svg_element *from = i ? use : e;

        if (!from)
            break;
        KG_TRY(kg__svg_length(&r->svg, from, "width", s->view[0], &port[2]));
        KG_TRY(kg__svg_length(&r->svg, from, "height", s->view[1], &port[3]));
    }
    KG_TRY(kg__svg_view_box(&r->svg, e, box, &has_box));
    *empty = !(port[2] > 0 && port[3] > 0) || (has_box && !(box[2] > 0 && box[3] > 0));
    if (*empty)
        return KG_OK;
    if (has_box) {
        KG_TRY(kg__svg_fit(&r->svg, e, port, box, &s->matrix));
        set_view(s, box[2], box[3]);
    } else {
        s->matrix =
            kg__svg_multiply(&s->matrix, &(const kg__svg_matrix){{1, 0, 0, 1, port[0], port[1]}});
        set_view(s, port[2], port[3]);
    }
out:
    return status;
}

/* Enters the element that another one uses. */
static kg_status enter_use(reading *r, uint32_t number, state *s)
{
    const kg__svg_element *e = &r->svg.element[number];
    const char *name = kg__svg_get(&r->svg, e, "href");
    double x = 0, y = 0;
    uint32_t target = KG__NO_ELEMENT;
    bool again;
    kg_status status;

    name = name ? name : kg__svg_get(&r->svg, e, "xlink:href");
    if (name && *name == '#')
        target = kg__svg_find(&r->svg, name + 1);
    if (target == KG__NO_ELEMENT) {
        r->left_out |= 1u << KG__SVG_USE;
        return KG_OK;
    }
    again = target == number;
    for (unsigned i = 0; i < r->depth; i++)
        again = again || r->frame[i].element == target;
    if (again)
        return KG__SVG_FAIL(&r->svg, e, "the use of '%s' draws itself, expected another element",
            KG__SHOW(name, strlen(name)));
    KG_TRY(kg__svg_length(&r->svg, e, "x", s->view[0], &x));
    KG_TRY(kg__svg_length(&r->svg, e, "y", s->view[1], &y));
    s->matrix = kg__svg_multiply(&s->matrix, &(const kg__svg_matrix){{1, 0, 0, 1, x, y}});
    KG_TRY(push(r, number, target, true, s));
out:
    return status;
}

static kg_status draw(reading *r, const kg__svg_element *e, const state *s)
{
    const uint64_t first = r->pen.drawing->segments.count;
    kg_status status;

    r->pen.element = e;
    r->pen.matrix = s->matrix;
    KG_TRY(kg__svg_move(&r->pen, 0, 0));
    KG_TRY(
        e->tag == KG__SVG_PATH ? kg__svg_draw_path(&r->pen) : kg__svg_draw_shape(&r->pen, s->view));
    KG_TRY(put_in_layer(r, s, first));
out:
    return status;
}

/* Draws an element, or enters it. outer: the state of its parent. */
static kg_status visit(reading *r, uint32_t number, const frame *outer)
{
    const kg__svg_element *e = &r->svg.element[number];
    state s = outer->state;
    kg__svg_value value[KG__SVG_PROPERTIES];
    bool empty = false, drawn;
    kg_status status;

    if (++r->drawn > DRAWN)
        KG_TRY(KG__SVG_FAIL(&r->svg, e, "uses draw more than %d elements, expected fewer", DRAWN));
    if (r->drawn % 1024 == 0)
        KG_TRY(kg__progress(r->pen.drawing->ctx, "drawing", e->at, r->svg.xml.input->size));
    if (e->tag == KG__SVG_OTHER || e->tag == KG__SVG_SHEET ||
        (e->tag == KG__SVG_SYMBOL && !outer->is_use))
        return KG_OK;
    KG_TRY(take_style(r, e, &s, value, &drawn));
    if (!drawn)
        return KG_OK;
    if (e->tag == KG__SVG_TEXT || e->tag == KG__SVG_IMAGE) {
        r->left_out |= 1u << e->tag;
        return KG_OK;
    }
    KG_TRY(kg__svg_transform(&r->svg, e, &value[KG__SVG_TRANSFORM], &s.matrix));
    if (e->tag == KG__SVG_USE) {
        KG_TRY(enter_use(r, number, &s));
    } else if (e->tag > KG__SVG_USE) {
        if (!s.hidden)
            KG_TRY(draw(r, e, &s));
    } else {
        if (begins_layer(r, e))
            s.layer = number;
        if (e->tag != KG__SVG_GROUP)
            KG_TRY(enter_viewport(
                r, e, outer->is_use ? &r->svg.element[outer->element] : NULL, &s, &empty));
        if (!empty)
            KG_TRY(push(r, number, e->child, false, &s));
    }
out:
    return status;
}

/* ---- the page -------------------------------------------------------------------------------- */

/* Whether a length is in units, and not in per cents of a missing one. */
static bool has_size(const reading *r, const char *name)
{
    const char *text = kg__svg_get(&r->svg, r->svg.element, name);

    return text && !strchr(text, '%') && strcmp(text, "auto") != 0;
}

/* Finds the page, and begins with the root. A missing side is as long as in the view box, at the
 * scale of the other side. */
static kg_status enter_root(reading *r)
{
    static const double none[4] = {0, 0, 300, 150}; /* as in browsers */
    const kg__svg_element *root = r->svg.element;
    const bool wide = has_size(r, "width"), high = has_size(r, "height");
    state s = {.stroke = "none", .stroke_length = 4, .layer = KG__NO_ELEMENT};
    double port[4], box[4];
    kg__svg_value value[KG__SVG_PROPERTIES];
    bool has_box, drawn;
    kg_status status;

    KG_TRY(kg__svg_view_box(&r->svg, root, box, &has_box));
    memcpy(port, has_box ? box : none, sizeof port);
    port[0] = port[1] = 0;
    if (wide)
        KG_TRY(kg__svg_length(&r->svg, root, "width", 0, &port[2]));
    if (high)
        KG_TRY(kg__svg_length(&r->svg, root, "height", 0, &port[3]));
    if (has_box && wide && !high)
        port[3] = port[2] * (box[3] / box[2]);
    if (has_box && high && !wide)
        port[2] = port[3] * (box[2] / box[3]);
    s.matrix = (kg__svg_matrix){{MILLIMETRE, 0, 0, MILLIMETRE, 0, 0}};
    KG_TRY(take_style(r, root, &s, value, &drawn));
    if (!drawn || !(port[2] > 0 && port[3] > 0))
        return KG_OK;
    if (has_box || (wide && high)) {
        r->pen.drawing->page[0] = port[2] * MILLIMETRE;
        r->pen.drawing->page[1] = port[3] * MILLIMETRE;
    }
    KG_TRY(kg__svg_transform(&r->svg, root, &value[KG__SVG_TRANSFORM], &s.matrix));
    if (has_box)
        KG_TRY(kg__svg_fit(&r->svg, root, port, box, &s.matrix));
    set_view(&s, has_box ? box[2] : port[2], has_box ? box[3] : port[3]);
    KG_TRY(push(r, 0, root->child, false, &s));
out:
    return status;
}

static kg_status draw_all(reading *r)
{
    kg_status status;

    KG_TRY(enter_root(r));
    while (r->depth) {
        frame *top = &r->frame[r->depth - 1];
        const uint32_t child = top->next;

        if (child == KG__NO_ELEMENT) {
            r->depth--;
            continue;
        }
        top->next = top->is_use ? KG__NO_ELEMENT : r->svg.element[child].next;
        KG_TRY(visit(r, child, top));
    }
out:
    return status;
}

/* ---- the call -------------------------------------------------------------------------------- */

static void warn_of_rest(const reading *r)
{
    static const struct {
        kg__svg_tag tag;
        const char *what;
    } rest[] = {{KG__SVG_TEXT, "texts (make paths of them)"}, {KG__SVG_IMAGE, "images"},
        {KG__SVG_USE, "uses of elements that are not in the file"}};
    char list[160] = "";
    size_t used = 0;

    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++)
        if (r->left_out >> rest[i].tag & 1)
            used += (size_t)snprintf(
                list + used, sizeof list - used, "%s%s", used ? ", " : "", rest[i].what);
    if (used)
        kg__warn(r->pen.drawing->ctx, "%s: left out: %s", r->svg.xml.input->shown, list);
}

/* what: what is left out of CSS, in the plural. why: behind the first. */
static kg_status warn_of_css(
    const reading *r, const kg__css_left *left, const char *what, const char *why)
{
    char text[256];

    if (!left->count)
        return KG_OK;
    snprintf(text, sizeof text, "%s of CSS left out: %llu, the first '%s', %s", what,
        (unsigned long long)left->count, left->first, why);
    return kg__input_warn(r->svg.xml.input, 0, left->at, text);
}

kg_status kg__svg_read(
    kg_drawing *drawing, const kg__input *input, const kg_drawing_options *options)
{
    kg_drawing_options join = *options;
    kg_context *ctx = drawing->ctx;
    reading *r = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &r, 1, sizeof *r, "a drawing in SVG"));
    memset(r, 0, sizeof *r);
    r->svg.xml.input = input;
    r->layers = options->layers;
    r->rest = KG__NO_ELEMENT;
    r->pen = (kg__svg_pen){.drawing = drawing,
        .svg = &r->svg,
        .vertex = KG_NO_VERTEX,
        .flatness = options->flatness > 0 ? options->flatness : FLATNESS};
    KG_TRY(kg__svg_read_tree(&r->svg));
    KG_TRY(kg__host_allocate(
        ctx, &r->layer_of, r->svg.elements, sizeof *r->layer_of, "layers of SVG"));
    memset(r->layer_of, 0xff, r->svg.elements * sizeof *r->layer_of); /* KG__NO_ELEMENT */
    KG_TRY(draw_all(r));
    warn_of_rest(r);
    KG_TRY(warn_of_css(
        r, &r->svg.left_rules, "selectors", "expected types, classes, ids, * and lists of them"));
    KG_TRY(warn_of_css(r, &r->svg.left_properties, "properties", "which may move or shape lines"));
    join.tolerance = fmax(join.tolerance, LEAST_TOLERANCE);
    KG_TRY(kg__drawing_join(drawing, &join));
out:
    if (r) {
        kg__free(ctx, r->layer_of);
        kg__svg_destroy(&r->svg);
    }
    kg__free(ctx, r);
    return status;
}
