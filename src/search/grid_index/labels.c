/* The memory of lists while an index is built. */
#include "labels.h"
#include <string.h>

/* BLOCK: bytes of a block. LINK: those before its pieces. ENTRY: bytes of an entry and its note. */
enum { BLOCK = 1 << 22, LINK = 64, ENTRY = sizeof(uint64_t) + sizeof(uint32_t) };

/* 4, 6, 8, 12, 16, 24, ... entries. */
static uint64_t room_of(uint32_t size)
{
    return (size & 1 ? UINT64_C(6) : 4) << size / 2;
}

kg_status kg__labels_make(kg__labels *l, kg_context *ctx, uint64_t lists)
{
    kg_status status;

    *l = (kg__labels){.ctx = ctx};
    KG_TRY(kg__host_allocate(ctx, &l->of, lists, sizeof *l->of, "labels"));
    memset(l->of, 0, lists * sizeof *l->of);
out:
    return status;
}

void kg__labels_free(kg__labels *l)
{
    for (void *block = l->block, *before; block; block = before) {
        before = *(void **)block;
        kg__free(l->ctx, block);
    }
    kg__free(l->ctx, l->of);
}

/* A piece of that size. */
static kg_status get_piece(kg__labels *l, uint32_t size, uint64_t **piece)
{
    const uint64_t bytes = room_of(size) * ENTRY;
    unsigned char *block;
    kg_status status = KG_OK;

    *piece = l->free[size];
    if (*piece) {
        l->free[size] = *(void **)*piece;
        return KG_OK;
    }
    if (bytes > (uint64_t)(l->end - l->next)) {
        const uint64_t room = bytes > BLOCK ? bytes : BLOCK;

        KG_TRY(kg__host_allocate(l->ctx, &block, LINK + room, 1, "labels"));
        *(void **)block = l->block;
        l->block = block;
        l->next = block + LINK;
        l->end = l->next + room;
    }
    *piece = (uint64_t *)l->next;
    l->next += bytes;
out:
    return status;
}

uint32_t *kg__labels_notes(const kg__label_list *list)
{
    return (uint32_t *)(list->entry + room_of(list->size));
}

/* Moves a list to a larger piece. */
static kg_status grow(kg__labels *l, kg__label_list *list)
{
    kg__label_list larger = {NULL, list->count, list->entry ? list->size + 1 : 0};
    kg_status status;

    KG_TRY(get_piece(l, larger.size, &larger.entry));
    if (list->entry) {
        memcpy(larger.entry, list->entry, list->count * sizeof *list->entry);
        memcpy(kg__labels_notes(&larger), kg__labels_notes(list), list->count * sizeof(uint32_t));
        *(void **)list->entry = l->free[list->size];
        l->free[list->size] = list->entry;
    }
    *list = larger;
out:
    return status;
}

kg_status kg__labels_add(kg__labels *l, uint64_t list, uint64_t entry, uint32_t note)
{
    kg__label_list *to = &l->of[list];
    kg_status status = KG_OK;

    if (!to->entry || to->count == room_of(to->size))
        KG_TRY(grow(l, to));
    to->entry[to->count] = entry;
    kg__labels_notes(to)[to->count++] = note;
    l->entries++;
out:
    return status;
}
