/* Words of k letters in sequences: the pieces that have them, and words that roll along those. */
#ifndef KG_STRETCHES_H
#define KG_STRETCHES_H

#include "fasta.h"
#include "letters.h"

/* A run of at least k letters A, C, G, T. */
typedef struct kg__stretch {
    const char *begin;
    uint64_t first; /* its first word of k letters; its words end where the next stretch's begin */
} kg__stretch;

/* Stretches of the sequences of files. */
typedef struct kg__stretches {
    kg_context *ctx;
    uint64_t k;
    bool both;          /* a word and its reverse complement are one */
    unsigned hash_bits; /* for tests: by how many bits of keys a device sorts; 0: by enough */
    int threads;
    kg__fasta *file; /* [files] */
    uint64_t files, room;
    uint64_t bytes; /* of the files */
    kg_kmers_counts counts;
    kg__stretch *list; /* [count + 1] */
    uint64_t count;
} kg__stretches;

/* Reads the next file. */
kg_status kg__stretches_add(kg__stretches *s, const kg__input *input, size_t block_bytes);
/* Lists the stretches of all files, and warns of what is left out. shown: how the warning calls the
 * files. */
kg_status kg__stretches_list(kg__stretches *s, const char *shown);
/* Reads and lists files, as options say. Must be the first call for s. */
kg_status kg__stretches_read(
    kg__stretches *s, const char *const *path, uint64_t files, const kg_kmers_options *options);
/* Keeps the words of k letters that occur at least so often in all files, at all their places or
 * only at their first one. times: [out] the occurrences of each of them, by place; may be NULL.
 * Freed by the caller, also on failure. */
kg_status kg__stretches_choose(kg__stretches *s, uint64_t least, bool distinct, kg_edge **times);
/* Removes the words of k letters that are not in keep, a bitmap. */
kg_status kg__stretches_keep(kg__stretches *s, const uint64_t *keep);
void kg__stretches_free(kg__stretches *s);

/* How many words of k letters there are. */
static inline uint64_t kg__stretches_words(const kg__stretches *s)
{
    return s->list[s->count].first;
}

/* How many letters the stretches have. */
static inline uint64_t kg__stretches_letters(const kg__stretches *s)
{
    return kg__stretches_words(s) + (s->k - 1) * s->count;
}

/* Packs the letters of all stretches, one after the other: 32 letters a number, the first one
 * highest. packed: [out] [kg__stretches_letters() / 32 + 2], ends with zeros. */
void kg__stretches_pack(const kg__stretches *s, uint64_t *packed);

/* Words of one length, k letters or fewer, in stretches. They are numbered, stretch by stretch. */
typedef struct kg__rolled {
    const kg__stretches *s;
    uint64_t letters;
} kg__rolled;

/* For kg__words_rank(): packs the lesser of each word and its reverse complement, or, of a single
 * strand, the word itself. */
void kg__rolled_pack(
    const void *rolled, uint64_t first, uint64_t last, uint64_t from, uint64_t to, uint64_t *key);
/* How words first..last-1 compare with their reverse complements: order[last - first] is -1 for
 * less, 0 for the same, 1 for more. */
void kg__rolled_compare(
    const kg__rolled *rolled, uint64_t first, uint64_t last, signed char *order);

#endif
