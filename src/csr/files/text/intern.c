/*
 * Texts by number, and numbers by text.
 *
 * In:  texts, of any bytes. Out: the number of each; equal texts have the same.
 * Method: a hash table at most half full, with open addressing.
 * Work: O(length) each, expected. Memory: the text, and 16 to 24 bytes for each one that is new.
 */
#include "intern.h"
#include "names.h"
#include <string.h>

enum { FIRST_BITS = 6 };

static uint64_t hash_text(const char *bytes, size_t length)
{
    uint64_t key[3];

    kg__name_digest(key, bytes, (uint32_t)length);
    return kg__name_hash(key, (uint32_t)length);
}

static kg_status widen(kg__texts *texts)
{
    unsigned bits = texts->bits ? texts->bits + 1 : FIRST_BITS;
    uint32_t *entry = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(
        texts->ctx, &entry, (uint64_t)1 << bits, sizeof *entry, "a table of names"));
    memset(entry, 0, sizeof *entry << bits);
    for (uint32_t id = 0; id < texts->count; id++) {
        uint64_t at = hash_text(texts->bytes + texts->begin[id],
                          (size_t)(texts->begin[id + 1] - texts->begin[id])) >>
                      (64 - bits);

        while (entry[at])
            at = (at + 1) & (((uint64_t)1 << bits) - 1);
        entry[at] = id + 1;
    }
    kg__free(texts->ctx, texts->entry);
    texts->entry = entry;
    texts->bits = bits;
out:
    return status;
}

kg_status kg__intern(kg__texts *texts, const char *bytes, size_t length, uint32_t *id)
{
    uint64_t at, used = texts->count ? texts->begin[texts->count] : 0;
    kg_status status = KG_OK;

    if (length >= UINT32_MAX || texts->count >= UINT32_MAX - 1)
        return kg__fail(texts->ctx, KG_OVERFLOW, "%s",
            length >= UINT32_MAX ? "a text past 4 GiB" : "more than 4 billion texts");
    if (!texts->bits || texts->count >= (uint64_t)1 << (texts->bits - 1))
        KG_TRY(widen(texts));
    for (at = hash_text(bytes, length) >> (64 - texts->bits); texts->entry[at];
         at = (at + 1) & (((uint64_t)1 << texts->bits) - 1)) {
        *id = texts->entry[at] - 1;
        if (texts->begin[*id + 1] - texts->begin[*id] == length &&
            memcmp(texts->bytes + texts->begin[*id], bytes, length) == 0)
            return KG_OK;
    }
    KG_TRY(kg__host_grow(
        texts->ctx, &texts->bytes, &texts->bytes_room, used + length + 1, 1, "names"));
    KG_TRY(kg__host_grow(texts->ctx, &texts->begin, &texts->begin_room, (uint64_t)texts->count + 2,
        sizeof *texts->begin, "names"));
    memcpy(texts->bytes + used, bytes, length);
    texts->begin[texts->count] = used;
    texts->begin[texts->count + 1] = used + length;
    *id = texts->count++;
    texts->entry[at] = *id + 1;
out:
    return status;
}

void kg__texts_destroy(kg__texts *texts)
{
    kg__free_all(texts->ctx, texts->bytes, texts->begin, texts->entry);
}
