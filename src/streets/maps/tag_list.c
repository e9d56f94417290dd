/* The list of tags that a reader fills. */
#include "tag_list.h"
#include <string.h>

void kg__tag_list_clear(kg__tag_list *l)
{
    l->texts = l->text_bytes = 0;
}

kg_status kg__tag_list_add(kg__tag_list *l, const char *text, size_t length)
{
    const uint64_t begin = l->text_bytes;
    kg_status status;

    KG_TRY(kg__host_grow(l->ctx, &l->text, &l->text_room, begin + length + 1, 1, "tags"));
    KG_TRY(kg__host_grow(
        l->ctx, &l->offset, &l->offset_room, l->texts + 1, sizeof *l->offset, "tags"));
    if (length)
        memcpy(l->text + begin, text, length);
    l->text[begin + length] = '\0';
    l->offset[l->texts++] = begin;
    l->text_bytes += length + 1;
out:
    return status;
}

kg_status kg__tag_list_look(kg__tag_list *l, kg__tags *tags)
{
    kg_status status;

    KG_TRY(kg__host_grow(l->ctx, &l->pair, &l->pair_room, l->texts + 1, sizeof *l->pair, "tags"));
    for (uint64_t i = 0; i < l->texts; i++)
        l->pair[i] = l->text + l->offset[i];
    *tags = (kg__tags){l->pair, (size_t)(l->texts / 2)};
out:
    return status;
}

void kg__tag_list_free(kg__tag_list *l)
{
    kg__free_all(l->ctx, l->text, l->offset, l->pair);
}
