/* Texts that are stored once and have numbers. */
#ifndef KG_INTERN_H
#define KG_INTERN_H

#include "../../../base/base.h"

/* Not the number of any text. */
#define KG__NO_TEXT UINT32_MAX

/* Texts, each stored once, numbered in the order of their arrival. All zeros but ctx: empty. */
typedef struct kg__texts {
    kg_context *ctx;
    char *bytes;
    uint64_t *begin;              /* [count + 1] in bytes */
    struct kg__name_entry *entry; /* [1 << bits] their ids are a text's number + 1, or 0 */
    uint64_t bytes_room, begin_room;
    uint32_t count;
    unsigned bits;
} kg__texts;

/* id: [out] the number of a text, which is copied if it is new. */
kg_status kg__intern(kg__texts *texts, const char *bytes, size_t length, uint32_t *id);
void kg__texts_destroy(kg__texts *texts);

/* The text of a number. length: [out] its bytes. */
static inline const char *kg__text_of(const kg__texts *texts, uint32_t id, size_t *length)
{
    *length = (size_t)(texts->begin[id + 1] - texts->begin[id]);
    return texts->bytes + texts->begin[id];
}

#endif
