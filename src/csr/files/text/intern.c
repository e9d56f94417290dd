/*
 * Texts by number, and numbers by text.
 *
 * In:  texts, of any bytes. Out: the number of each; equal texts have the same.
 * Method: a hash table at most three quarters full, with open addressing. An entry holds a text of
 *     up to 24 bytes itself, so that a lookup touches one cache line.
 * Work: O(length) each, expected. Memory: the text, and 50 to 100 bytes for each one that is new.
 */
#include "intern.h"
#include "names.h"
#include <string.h>

enum { FIRST_BITS = 6 };

/* The key of a text. Returns its hash. */
static uint64_t digest(uint64_t key[3], const char *bytes, size_t length)
{
    if (length <= KG__NAME_INLINE) {
        key[0] = key[1] = key[2] = 0;
        memcpy(key, bytes, length);
    } else {
        kg__name_digest(key, bytes, (uint32_t)length);
    }
    return kg__name_hash(key, (uint32_t)length);
}

static kg_status widen(kg__texts *texts)
{
    const unsigned bits = texts->bits ? texts->bits + 1 : FIRST_BITS;
    const uint64_t old = texts->bits ? (uint64_t)1 << texts->bits : 0;
    kg__name_entry *entry = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(
        texts->ctx, &entry, (uint64_t)1 << bits, sizeof *entry, "a table of names"));
    memset(entry, 0, sizeof *entry << bits);
    for (uint64_t i = 0; i < old; i++) {
        const kg__name_entry *moved = &texts->entry[i];
        uint64_t at;

        if (!moved->id)
            continue;
        at = kg__name_hash(moved->key, moved->length) >> (64 - bits);
        while (entry[at].id)
            at = (at + 1) & (((uint64_t)1 << bits) - 1);
        entry[at] = *moved;
    }
    kg__free(texts->ctx, texts->entry);
    texts->entry = entry;
    texts->bits = bits;
out:
    return status;
}

/* Whether an entry has the text of that key. */
static bool has_text(const kg__texts *texts, const kg__name_entry *entry, const uint64_t key[3],
    const char *bytes, size_t length)
{
    return entry->length == length && entry->key[0] == key[0] && entry->key[1] == key[1] &&
           entry->key[2] == key[2] &&
           (length <= KG__NAME_INLINE ||
               memcmp(texts->bytes + texts->begin[entry->id - 1], bytes, length) == 0);
}

kg_status kg__intern(kg__texts *texts, const char *bytes, size_t length, uint32_t *id)
{
    uint64_t at, key[3], used = texts->count ? texts->begin[texts->count] : 0;
    kg_status status = KG_OK;

    if (length >= UINT32_MAX || texts->count >= UINT32_MAX - 1)
        return kg__fail(texts->ctx, KG_OVERFLOW, "%s",
            length >= UINT32_MAX ? "a text past 4 GiB" : "more than 4 billion texts");
    if (!texts->bits || 4 * (uint64_t)texts->count >= (uint64_t)3 << texts->bits)
        KG_TRY(widen(texts));
    for (at = digest(key, bytes, length) >> (64 - texts->bits); texts->entry[at].id;
         at = (at + 1) & (((uint64_t)1 << texts->bits) - 1)) {
        if (has_text(texts, &texts->entry[at], key, bytes, length)) {
            *id = texts->entry[at].id - 1;
            return KG_OK;
        }
    }
    KG_TRY(kg__host_grow(
        texts->ctx, &texts->bytes, &texts->bytes_room, used + length + 1, 1, "names"));
    KG_TRY(kg__host_grow(texts->ctx, &texts->begin, &texts->begin_room, (uint64_t)texts->count + 2,
        sizeof *texts->begin, "names"));
    memcpy(texts->bytes + used, bytes, length);
    texts->begin[texts->count] = used;
    texts->begin[texts->count + 1] = used + length;
    *id = texts->count++;
    texts->entry[at] = (kg__name_entry){{key[0], key[1], key[2]}, (uint32_t)length, *id + 1};
out:
    return status;
}

void kg__texts_destroy(kg__texts *texts)
{
    kg__free_all(texts->ctx, texts->bytes, texts->begin, texts->entry);
}
