/* A list of tags that a reader fills, one text after the other. */
#ifndef KG_TAG_LIST_H
#define KG_TAG_LIST_H

#include "../../base/base.h"
#include "osm.h"

/* All zeros but ctx: empty. */
typedef struct kg__tag_list {
    kg_context *ctx;
    char *text;
    uint64_t *offset; /* [texts] where each begins in text */
    const char **pair;
    uint64_t texts, text_bytes, text_room, offset_room, pair_room;
} kg__tag_list;

void kg__tag_list_clear(kg__tag_list *list);
/* Adds a key, or the value of the key before. */
kg_status kg__tag_list_add(kg__tag_list *list, const char *text, size_t length);
/* The tags, lent until the next call. */
kg_status kg__tag_list_look(kg__tag_list *list, kg__tags *tags);
void kg__tag_list_free(kg__tag_list *list);

#endif
