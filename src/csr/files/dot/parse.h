/* Parsing DOT: a text becomes a list of nodes and a list of edges. */
#ifndef KG_DOT_PARSE_H
#define KG_DOT_PARSE_H

#include "list.h"

/* list: all zeros except ctx and texts.ctx. s: [out] the caller frees its scratch. text: the
 * input's bytes with a zero after them; start: where DOT begins in it. */
kg_status kg__dot_parse(
    kg__dot_list *list, kg__dot_scanner *s, const kg__input *input, const char *text, size_t start);

#endif
