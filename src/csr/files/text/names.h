/*
 * Interning: names become numbers in the order of their first appearance. Each thread interns the
 * names that it reads into a table of its own, without locks. The tables are merged at the end.
 */
#ifndef KG_TEXT_NAMES_H
#define KG_TEXT_NAMES_H

#include "../../csr.h"
#include <string.h>

struct kg__worker;
struct kg__load;

enum {
    KG__NAME_INLINE = 24, /* bytes of a name that its entry holds itself */
    KG__NAME_RING = 32    /* lookups under way at once: enough to hide the latency of memory */
};

/* 32 bytes: two in a cache line. */
typedef struct kg__name_entry {
    uint64_t key[3]; /* the name and zeros; for a longer one two hashes and where it begins */
    uint32_t length; /* 0: a free entry */
    uint32_t id;
} kg__name_entry;

/* A name whose entry is being fetched from memory. */
typedef struct kg__name_lookup {
    uint64_t key[3];
    uint64_t hash;
    const char *name;
    uint32_t length;
    bool source; /* the line's vertex: its targets follow */
    double value;
} kg__name_lookup;

typedef struct kg__interner {
    kg__name_entry *entry; /* [1 << bits] */
    unsigned bits;
    uint64_t count;
    uint64_t *begin; /* [count + 1] where each name begins in text */
    uint64_t begin_room;
    char *text;
    uint64_t text_room;
    kg_vertex source; /* of the edges to come */
    kg_status status; /* of a failed lookup */
    uint64_t asked, answered;
    kg__name_lookup ring[KG__NAME_RING];
} kg__interner;

/* The names that a block brought: a worker's from `first` on, up to its next block's first. */
typedef struct kg__names_block {
    int worker;
    kg_vertex first, end;
} kg__names_block;

extern const unsigned char kg__name_mask[2 * KG__NAME_INLINE];

/* Answers the oldest lookup: a source is remembered, a target makes an edge. */
void kg__names_answer(struct kg__worker *worker);

static inline uint64_t kg__name_mix(uint64_t a, uint64_t b)
{
    unsigned __int128 product = (unsigned __int128)a * b;

    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

/* The hash of an entry's key. */
static inline uint64_t kg__name_hash(const uint64_t key[3], uint32_t length)
{
    uint64_t third = length <= KG__NAME_INLINE ? key[2] : 0;

    return kg__name_mix(kg__name_mix(key[0] ^ 0x8bb84b93962eacc9, key[1] ^ 0x2d358dccaa6c78a5),
        third + length + 0x9e3779b97f4a7c15);
}

/* Two hashes of a name too long for its entry. */
static inline void kg__name_digest(uint64_t key[3], const char *name, uint32_t length)
{
    uint64_t a = length, b = ~(uint64_t)length;

    for (uint32_t i = 0; i < length; i += 8) {
        uint64_t word = 0;

        memcpy(&word, name + i, length - i < 8 ? length - i : 8);
        a = kg__name_mix(a ^ word, 0x9fb21c651e98df25);
        b = (b ^ word) * 0xd6e8feb86659fd93;
        b ^= b >> 32;
    }
    key[0] = a;
    key[1] = b;
    key[2] = 0;
}

/* Looks a name up, which is answered some lookups later. name: [length] in a worker's buffer,
 * length in 1..UINT32_MAX; bytes after it may be read. */
static inline void kg__names_ask(struct kg__worker *worker, kg__interner *names, const char *name,
    size_t length, bool source, double value)
{
    kg__name_lookup *ask;

    if (names->asked - names->answered == KG__NAME_RING)
        kg__names_answer(worker);
    ask = &names->ring[names->asked++ % KG__NAME_RING];
    if (length <= KG__NAME_INLINE) {
        uint64_t mask[3];

        memcpy(ask->key, name, sizeof ask->key);
        memcpy(mask, kg__name_mask + KG__NAME_INLINE - length, sizeof mask);
        ask->key[0] &= mask[0];
        ask->key[1] &= mask[1];
        ask->key[2] &= mask[2];
    } else {
        kg__name_digest(ask->key, name, (uint32_t)length);
    }
    ask->hash = kg__name_hash(ask->key, (uint32_t)length);
    ask->name = name;
    ask->length = (uint32_t)length;
    ask->source = source;
    ask->value = value;
    __builtin_prefetch(&names->entry[ask->hash >> (64 - names->bits)]);
}

/* Answers all lookups. Called before the text with the names is overwritten or freed. */
static inline kg_status kg__names_settle(struct kg__worker *worker, kg__interner *names)
{
    while (names->answered != names->asked)
        kg__names_answer(worker);
    return names->status;
}

/* Makes the names for the graph, and replaces ids in all edges by those of the whole file. */
kg_status kg__names_finish(kg__names **names, struct kg__load *load, uint64_t *count);

kg_status kg__interner_create(kg__interner *names, kg_context *ctx);
void kg__interner_destroy(kg__interner *names, kg_context *ctx);

#endif
