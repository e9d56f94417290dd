/*
 * Interning names.
 *
 * In:  names in each worker's text.
 * Out: for each worker, ids in the order in which names first appear to it, and its names as one
 *     text.
 * Method: each worker has an open-addressing table of its own. An entry holds a name of up to 24
 *     bytes itself, so that a lookup touches one cache line; lookups wait in a ring while that line
 *     is being loaded. The top bits of the hash give the entry, so that entries keep their order
 *     when the table grows, and moving them does not cost a cache miss each.
 * Work: O(text). Memory: 64 to 128 bytes per name for the table, 8 for the list, and the name's
 *     text.
 * Deterministic: ids do not depend on the hash. merge.c turns several workers' ids into the file's.
 *     Memory is allocated when a table or list doubles.
 */
#include "names.h"
#include "text.h"

enum { FIRST_BITS = 10, FIRST_TEXT = 1 << 12 };

const unsigned char kg__name_mask[2 * KG__NAME_INLINE] = {255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255};

/* ---- one table ------------------------------------------------------------------------------- */

kg_status kg__interner_create(kg__interner *names, kg_context *ctx)
{
    kg_status status;

    names->bits = FIRST_BITS;
    names->begin_room = 1 << FIRST_BITS;
    names->text_room = FIRST_TEXT;
    KG_TRY(kg__host_allocate(
        ctx, &names->entry, 1 << FIRST_BITS, sizeof *names->entry, "table of names"));
    memset(names->entry, 0, sizeof *names->entry << FIRST_BITS);
    KG_TRY(kg__host_allocate(
        ctx, &names->begin, names->begin_room, sizeof *names->begin, "list of names"));
    names->begin[0] = 0;
    KG_TRY(kg__host_allocate(ctx, &names->text, names->text_room, 1, "text of names"));
out:
    return status;
}

void kg__interner_destroy(kg__interner *names, kg_context *ctx)
{
    kg__free_all(ctx, names->entry, names->begin, names->text);
}

/* The entry of a name, or the free one for it. */
static kg__name_entry *find_entry(const kg__interner *names, const kg__name_lookup *asked)
{
    uint64_t mask = ((uint64_t)1 << names->bits) - 1;
    uint64_t i = asked->hash >> (64 - names->bits);

    for (;; i = (i + 1) & mask) {
        kg__name_entry *entry = &names->entry[i];

        if (entry->length == 0)
            return entry;
        if (entry->length != asked->length || entry->key[0] != asked->key[0] ||
            entry->key[1] != asked->key[1])
            continue;
        if (asked->length <= KG__NAME_INLINE
                ? entry->key[2] == asked->key[2]
                : memcmp(names->text + entry->key[2], asked->name, asked->length) == 0)
            return entry;
    }
}

static kg_status grow_table(kg__interner *names, kg_context *ctx)
{
    uint64_t old = (uint64_t)1 << names->bits;
    kg__interner grown = *names;
    kg_status status;

    grown.bits++;
    KG_TRY(kg__host_allocate(ctx, &grown.entry, 2 * old, sizeof *grown.entry, "table of names"));
    memset(grown.entry, 0, 2 * old * sizeof *grown.entry);
    for (uint64_t k = 0; k < old; k++) {
        const kg__name_entry *entry = &names->entry[k];
        uint64_t i;

        if (entry->length == 0)
            continue;
        i = kg__name_hash(entry->key, entry->length) >> (64 - grown.bits);
        while (grown.entry[i].length)
            i = (i + 1) & (2 * old - 1);
        grown.entry[i] = *entry;
    }
    kg__free(ctx, names->entry);
    names->entry = grown.entry;
    names->bits = grown.bits;
out:
    return status;
}

/* Fills a free entry with a new name. */
static kg_status add_name(
    kg__interner *names, kg_context *ctx, kg__name_entry *entry, const kg__name_lookup *asked)
{
    uint64_t begin = names->begin[names->count];
    kg_status status = KG_OK;

    if (names->count == KG__VERTICES_MAX)
        return kg__fail(ctx, KG_OVERFLOW, "more than %llu different names",
            (unsigned long long)KG__VERTICES_MAX);
    KG_TRY(kg__host_grow(ctx, &names->begin, &names->begin_room, names->count + 2,
        sizeof *names->begin, "list of names"));
    KG_TRY(kg__host_grow(
        ctx, &names->text, &names->text_room, begin + asked->length, 1, "text of names"));
    memcpy(names->text + begin, asked->name, asked->length);
    memcpy(entry->key, asked->key, sizeof entry->key);
    if (asked->length > KG__NAME_INLINE)
        entry->key[2] = begin;
    entry->length = asked->length;
    entry->id = (uint32_t)names->count++;
    names->begin[names->count] = begin + asked->length;
    if (2 * names->count > (uint64_t)1 << names->bits)
        KG_TRY(grow_table(names, ctx));
out:
    return status;
}

void kg__names_answer(kg__worker *w)
{
    kg__interner *names = &w->names;
    const kg__name_lookup *asked = &names->ring[names->answered++ % KG__NAME_RING];
    kg__name_entry *entry;
    kg_vertex id;

    if (names->status != KG_OK)
        return;
    entry = find_entry(names, asked);
    id = entry->length ? entry->id : (kg_vertex)names->count;
    if (!entry->length)
        names->status = add_name(names, w->load->input->ctx, entry, asked);
    if (asked->source) {
        names->source = id;
        return;
    }
    if (names->status == KG_OK)
        names->status =
            kg__text_put_edge(w, false, w->load->valued, names->source, id, asked->value);
}
