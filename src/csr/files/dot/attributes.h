/* Attributes of DOT's nodes and edges. */
#ifndef KG_DOT_ATTRIBUTES_H
#define KG_DOT_ATTRIBUTES_H

#include "keep.h"
#include "scan.h"

/* A number that an attribute gives. */
typedef struct kg__dot_given {
    bool set;
    double number;
    const char *bad; /* where the attribute is, if it is not a number */
} kg__dot_given;

/* The attributes in a list that konig uses. */
typedef struct kg__dot_attributes {
    uint32_t label, key; /* texts by their numbers, or KG__NO_TEXT */
    kg__dot_given value, weight;
    uint64_t begin;            /* of a list: where those begin that are kept */
    kg__dot_defaults defaults; /* of a scope: those that are kept */
} kg__dot_attributes;

static inline kg__dot_attributes kg__dot_no_attributes(void)
{
    return (kg__dot_attributes){
        .label = KG__NO_TEXT, .key = KG__NO_TEXT, .defaults = {KG__NO_TEXT, KG__NO_TEXT}};
}

/* Reads "name = value". The token is the name. keep: NULL for an attribute of a graph. */
kg_status kg__dot_read_attribute(
    kg__dot_scanner *s, kg__texts *texts, kg__dot_keeper *keep, kg__dot_attributes *says);

/* Reads any number of lists in brackets, those of an element. */
kg_status kg__dot_read_attributes(kg__dot_scanner *s, kg__texts *texts, kg__dot_keeper *keep,
    kg_element element, kg__dot_attributes *says);

#endif
