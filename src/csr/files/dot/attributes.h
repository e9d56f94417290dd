/* Attributes of DOT's nodes and edges. */
#ifndef KG_DOT_ATTRIBUTES_H
#define KG_DOT_ATTRIBUTES_H

#include "../text/intern.h"
#include "scan.h"

/* A number that an attribute gives. */
typedef struct kg__dot_given {
    bool set;
    double number;
    const char *bad; /* the attribute's place, if it is no number */
} kg__dot_given;

/* What a list of attributes says, so far as konig heeds it. */
typedef struct kg__dot_attributes {
    uint32_t label, key; /* texts by their numbers, or KG__NO_TEXT */
    kg__dot_given value, weight;
} kg__dot_attributes;

static inline kg__dot_attributes kg__dot_no_attributes(void)
{
    return (kg__dot_attributes){.label = KG__NO_TEXT, .key = KG__NO_TEXT};
}

/* name = value, of which the token is the first; takes all three. */
kg_status kg__dot_read_attribute(kg__dot_scanner *s, kg__texts *texts, kg__dot_attributes *says);

/* Any number of lists in brackets. */
kg_status kg__dot_read_attributes(kg__dot_scanner *s, kg__texts *texts, kg__dot_attributes *says);

#endif
