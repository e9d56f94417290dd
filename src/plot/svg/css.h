/* CSS in SVG from the inside: declarations, and the rules of style sheets. */
#ifndef KG_CSS_H
#define KG_CSS_H

#include "svg.h"

#define KG__CSS_NONE UINT32_MAX

typedef struct kg__css_declaration {
    const char *name;
    const char *value; /* [length] without blanks round it, and without !important */
    size_t length;
    uint32_t property; /* see kg__css_property(), or KG__CSS_NONE: lines do not depend on it */
    bool important;
} kg__css_declaration;

/* Puts blanks over comments, so that all else keeps its place. */
void kg__css_blank_comments(char *text);
/* A text without the white space round it. */
const char *kg__css_trim(const char *begin, const char *end, size_t *length);
/* Reads a declaration. Returns where the next one begins. */
char *kg__css_next(char *text, kg__css_declaration *declaration);
/* The name of a property. Those from KG__SVG_PROPERTIES on are not read. */
const char *kg__css_property(unsigned property);
/* Counts a property that is not applied. at: where in the file it is declared. */
void kg__css_leave_property(kg__svg *svg, unsigned property, uint64_t at);

/* Reads the style sheet in xml.text, which it changes. */
kg_status kg__css_read(kg__svg *svg);
/* Sorts the rules by their keys, once all sheets are read. */
void kg__css_sort(kg__svg *svg);

#endif
