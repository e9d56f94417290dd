/* The internals of drawings in SVG: the elements of a file, and the pen that draws them. */
#ifndef KG_SVG_H
#define KG_SVG_H

#include "../../csr/files/exchange/xml.h"
#include "../drawing.h"
#include <string.h>

/* ---- elements -------------------------------------------------------------------------------- */

#define KG__NO_ELEMENT UINT32_MAX

enum { KG__SVG_DEPTH = 256 }; /* elements, and uses of elements, that are open at once */

typedef enum kg__svg_tag {
    KG__SVG_OTHER, /* not drawn, and neither are its children */
    KG__SVG_ROOT,
    KG__SVG_GROUP,
    KG__SVG_SYMBOL,
    KG__SVG_USE,
    KG__SVG_PATH,
    KG__SVG_RECT,
    KG__SVG_CIRCLE,
    KG__SVG_ELLIPSE,
    KG__SVG_LINE,
    KG__SVG_POLYLINE,
    KG__SVG_POLYGON,
    KG__SVG_TEXT,
    KG__SVG_IMAGE,
    KG__SVG_SHEET,
} kg__svg_tag;

typedef struct kg__svg_element {
    uint64_t at;          /* where it begins in the file */
    uint32_t next, child; /* or KG__NO_ELEMENT */
    uint32_t from, to;    /* its attributes */
    uint8_t tag, type;    /* type: its number among the names of tree.c */
} kg__svg_element;

typedef struct kg__svg_attribute {
    uint64_t value; /* where it begins in the text, followed by a zero */
    uint8_t name;   /* its number among the names of tree.c */
} kg__svg_attribute;

/* The properties on which lines depend. */
enum { KG__SVG_DISPLAY, KG__SVG_VISIBILITY, KG__SVG_STROKE, KG__SVG_TRANSFORM, KG__SVG_PROPERTIES };

/* A declared value, without blanks round it. No zero need be behind it. */
typedef struct kg__svg_value {
    const char *text; /* [length], or NULL: none is declared */
    size_t length;
    uint64_t rank; /* KG__SVG_ATTRIBUTE: of an attribute of the property's name, not of CSS */
} kg__svg_value;

#define KG__SVG_ATTRIBUTE 1

/* The same in a rule of a style sheet. */
typedef struct kg__css_value {
    uint64_t text; /* where it begins in the text */
    size_t length; /* 0: not declared */
    bool important;
} kg__css_value;

typedef struct kg__css_block {
    kg__css_value value[KG__SVG_PROPERTIES];
} kg__css_block;

typedef struct kg__css_rule {
    uint64_t parts;  /* where they begin in the text: "#id", ".class", a type or "*", each with a
                        zero behind it, then one more */
    uint64_t key_at; /* a part likewise, */
    const char *key; /* and where it is once all rules are read */
    uint32_t specificity, block;
} kg__css_rule;

/* The rules or properties of style sheets that are left out. */
typedef struct kg__css_left {
    uint64_t count, at; /* at: where in the file the first is */
    char first[64];
} kg__css_left;

typedef struct kg__svg {
    kg__xml xml;
    kg__svg_element *element; /* [elements] the root first */
    kg__svg_attribute *attribute;
    char *text;
    uint32_t *id; /* [ids] elements by their ids */
    uint64_t elements, attributes, text_bytes, ids;
    uint64_t element_room, attribute_room, text_room;
    kg__css_rule *rule;   /* [rules] by their keys */
    kg__css_block *block; /* [blocks] in the order of the file */
    uint64_t rules, blocks, rule_room, block_room;
    uint64_t compared; /* rules and classes so far */
    kg__css_left left_rules, left_properties;
    uint32_t open[KG__SVG_DEPTH], last[KG__SVG_DEPTH]; /* while reading: and their last children */
    unsigned depth;
    bool has_layers; /* some group is a layer of Inkscape */
} kg__svg;

/* Reads the elements of a file. svg: all zero except xml.input; the caller destroys it, after a
 * failure, too. */
kg_status kg__svg_read_tree(kg__svg *svg);
void kg__svg_destroy(kg__svg *svg);

/* The value of an attribute, or NULL. */
const char *kg__svg_get(const kg__svg *svg, const kg__svg_element *element, const char *name);
/* An element's name without a prefix, or "". */
const char *kg__svg_type(const kg__svg_element *element);
/* The properties of an element by the rules of CSS. */
kg_status kg__svg_style(
    kg__svg *svg, const kg__svg_element *element, kg__svg_value value[KG__SVG_PROPERTIES]);
/* Keeps a text with a zero behind it. begin: [out] where it is in svg->text. */
static inline kg_status kg__svg_keep(kg__svg *svg, const char *text, size_t length, uint64_t *begin)
{
    kg_status status;

    KG_TRY(kg__host_grow(svg->xml.input->ctx, &svg->text, &svg->text_room,
        svg->text_bytes + length + 1, 1, "attributes of SVG"));
    memcpy(svg->text + svg->text_bytes, text, length);
    svg->text[svg->text_bytes + length] = '\0';
    *begin = svg->text_bytes;
    svg->text_bytes += length + 1;
out:
    return status;
}
/* The first element with an id, or KG__NO_ELEMENT. */
uint32_t kg__svg_find(const kg__svg *svg, const char *id);
/* Whether a group is a layer of Inkscape. */
bool kg__svg_is_layer(const kg__svg *svg, const kg__svg_element *element);

/* Fails at an element. */
#define KG__SVG_FAIL(svg, element, ...)                                                            \
    ((svg)->xml.at = (element)->at, kg__xml_fail(&(svg)->xml, __VA_ARGS__))

/* ---- values ---------------------------------------------------------------------------------- */

/* x' = m[0] x + m[2] y + m[4], y' = m[1] x + m[3] y + m[5], as SVG's matrix(). */
typedef struct kg__svg_matrix {
    double m[6];
} kg__svg_matrix;

/* First `inner`, then `outer`. */
kg__svg_matrix kg__svg_multiply(const kg__svg_matrix *outer, const kg__svg_matrix *inner);

static inline const char *kg__svg_skip_white(const char *p)
{
    while (*p == ' ' || *p == '\t' || *p == '\n' || *p == '\r' || *p == '\f')
        p++;
    return p;
}

/* Reads a number after white space and at most one comma. Returns its end, or NULL if there is
 * none. */
const char *kg__svg_number(const char *p, double *number);
/* The size of the unit of a length in units of the user, or NAN: it is none. [length] */
double kg__svg_unit(const char *unit, size_t length);
/* Reads a length in units of the user, of which 96 are an inch. percent: the length of 100 %.
 * *length stays if there is no such attribute, or it is "auto". */
kg_status kg__svg_length(
    kg__svg *svg, const kg__svg_element *element, const char *name, double percent, double *length);
/* An element's transform, behind `matrix`. One of CSS that is not valid is left out and counted. */
kg_status kg__svg_transform(kg__svg *svg, const kg__svg_element *element,
    const kg__svg_value *value, kg__svg_matrix *matrix);
/* Reads the attribute viewBox into box: x, y, width, height. has: [out] whether there is one. */
kg_status kg__svg_view_box(kg__svg *svg, const kg__svg_element *element, double box[4], bool *has);
/* Puts a view box into a viewport, x, y, width, height, as preserveAspectRatio says. */
kg_status kg__svg_fit(kg__svg *svg, const kg__svg_element *element, const double port[4],
    const double box[4], kg__svg_matrix *matrix);
/* "#rrggbb", a colour's name in small letters, or "" if the text is neither. */
void kg__svg_colour(const char *text, size_t length, char colour[KG__COLOUR_BYTES]);

/* ---- drawing --------------------------------------------------------------------------------- */

/* A pen on the page, which is given places in the user's units. */
typedef struct kg__svg_pen {
    kg_drawing *drawing;
    kg__svg *svg;
    const kg__svg_element *element; /* for messages */
    kg__svg_matrix matrix;          /* from these units to the page */
    double flatness;                /* on the page */
    double first[2], at[2];         /* of the subpath */
    kg_vertex vertex;               /* at `at`, or KG_NO_VERTEX: it has none yet */
    bool drawn, longer;             /* the subpath has a segment; it has one longer than a dot */
} kg__svg_pen;

/* Begins a subpath. If the one before has no length, it becomes a dot. */
kg_status kg__svg_move(kg__svg_pen *pen, double x, double y);
kg_status kg__svg_line(kg__svg_pen *pen, double x, double y);
/* Curves of degree 2 and 3. place: x and y of the points after the first. */
kg_status kg__svg_quadratic(kg__svg_pen *pen, const double place[4]);
kg_status kg__svg_cubic(kg__svg_pen *pen, const double place[6]);
/* From the pen to `to` along center + axes (cos t, sin t), t from `from` on by `sweep`; axes: a
 * matrix by columns. */
kg_status kg__svg_ellipse(kg__svg_pen *pen, const double center[2], const double axes[4],
    double from, double sweep, const double to[2]);
kg_status kg__svg_close(kg__svg_pen *pen);
/* Ends the subpath. */
kg_status kg__svg_lift(kg__svg_pen *pen);

kg_status kg__svg_draw_path(kg__svg_pen *pen);
/* view: the lengths of 100 % across, down, and of other lengths. */
kg_status kg__svg_draw_shape(kg__svg_pen *pen, const double view[3]);

#endif
