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

/* Up to 8 bytes and zeros, as they are in memory. */
static inline uint64_t load(const char *bytes, size_t length)
{
    uint64_t word = 0;
    uint32_t first, last;

    if (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ || length < 4) {
        for (size_t i = 0; i < length; i++)
            ((char *)&word)[i] = bytes[i];
        return word;
    }
    memcpy(&first, bytes, sizeof first); /* two loads that may overlap */
    memcpy(&last, bytes + length - sizeof last, sizeof last);
    return first | (uint64_t)last << (8 * (length - sizeof last));
}

kg__text_lookup kg__text_ask(const kg__texts *texts, const char *bytes, size_t length)
{
    kg__text_lookup ask = {.bytes = bytes, .length = length};

    if (length > KG__NAME_INLINE) {
        kg__name_digest(ask.key, bytes, (uint32_t)length);
    } else {
        for (size_t i = 0, left = length; left; i++, left -= left < 8 ? left : 8)
            ask.key[i] = load(bytes + 8 * i, left < 8 ? left : 8);
    }
    ask.hash = kg__name_hash(ask.key, (uint32_t)length);
    if (texts->bits)
        __builtin_prefetch(&texts->entry[ask.hash >> (64 - texts->bits)]);
    return ask;
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

/* Whether an entry has the text that is asked for. */
static bool has_text(
    const kg__texts *texts, const kg__name_entry *entry, const kg__text_lookup *asked)
{
    return entry->length == asked->length && entry->key[0] == asked->key[0] &&
           entry->key[1] == asked->key[1] && entry->key[2] == asked->key[2] &&
           (asked->length <= KG__NAME_INLINE || memcmp(texts->bytes + texts->begin[entry->id - 1],
                                                    asked->bytes, asked->length) == 0);
}

kg_status kg__text_add(kg__texts *texts, const char *bytes, size_t length, uint32_t *id)
{
    const uint64_t used = texts->count ? texts->begin[texts->count] : 0;
    kg_status status = KG_OK;

    if (length >= UINT32_MAX || texts->count >= UINT32_MAX - 1)
        return kg__fail(texts->ctx, KG_OVERFLOW, "%s",
            length >= UINT32_MAX ? "a text past 4 GiB" : "more than 4 billion texts");
    KG_TRY(kg__host_grow(
        texts->ctx, &texts->bytes, &texts->bytes_room, used + length + 1, 1, "names"));
    KG_TRY(kg__host_grow(texts->ctx, &texts->begin, &texts->begin_room, (uint64_t)texts->count + 2,
        sizeof *texts->begin, "names"));
    memcpy(texts->bytes + used, bytes, length);
    texts->begin[texts->count] = used;
    texts->begin[texts->count + 1] = used + length;
    *id = texts->count++;
out:
    return status;
}

kg_status kg__text_answer(kg__texts *texts, const kg__text_lookup *asked, uint32_t *id)
{
    const char *bytes = asked->length <= KG__NAME_INLINE ? (const char *)asked->key : asked->bytes;
    uint64_t at;
    kg_status status = KG_OK;

    if (!texts->bits || 4 * (uint64_t)texts->count >= (uint64_t)3 << texts->bits)
        KG_TRY(widen(texts));
    for (at = asked->hash >> (64 - texts->bits); texts->entry[at].id;
         at = (at + 1) & (((uint64_t)1 << texts->bits) - 1)) {
        if (has_text(texts, &texts->entry[at], asked)) {
            *id = texts->entry[at].id - 1;
            return KG_OK;
        }
    }
    KG_TRY(kg__text_add(texts, bytes, asked->length, id));
    texts->entry[at] = (kg__name_entry){
        {asked->key[0], asked->key[1], asked->key[2]}, (uint32_t)asked->length, *id + 1};
out:
    return status;
}

kg_status kg__intern(kg__texts *texts, const char *bytes, size_t length, uint32_t *id)
{
    const kg__text_lookup asked = kg__text_ask(texts, bytes, length);

    return kg__text_answer(texts, &asked, id);
}

void kg__texts_destroy(kg__texts *texts)
{
    kg__free_all(texts->ctx, texts->bytes, texts->begin, texts->entry);
}
