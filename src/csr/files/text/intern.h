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
/* Adds a text without looking whether it is there. One table uses this call or the others. */
kg_status kg__text_add(kg__texts *texts, const char *bytes, size_t length, uint32_t *id);
void kg__texts_destroy(kg__texts *texts);

/* A lookup whose entry is being fetched from memory. Many of them under way at once hide the
 * latency of memory. */
typedef struct kg__text_lookup {
    uint64_t key[3], hash;
    const char *bytes;
    size_t length;
} kg__text_lookup;

/* Begins a lookup. bytes: must stay until the answer if they are more than KG__NAME_INLINE. */
kg__text_lookup kg__text_ask(const kg__texts *texts, const char *bytes, size_t length);
/* Ends it, as kg__intern(). */
kg_status kg__text_answer(kg__texts *texts, const kg__text_lookup *asked, uint32_t *id);

/* The text of a number. length: [out] its bytes. */
static inline const char *kg__text_of(const kg__texts *texts, uint32_t id, size_t *length)
{
    *length = (size_t)(texts->begin[id + 1] - texts->begin[id]);
    return texts->bytes + texts->begin[id];
}

#endif
