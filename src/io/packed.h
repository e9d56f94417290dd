/* Packed files: gzip, blocked gzip (BGZF) and zstd. Read they are told by their first bytes,
 * written they are asked for by their names. */
#ifndef KG_PACKED_H
#define KG_PACKED_H

#include "../base/base.h"

/*
 * A way of packing. What is written is blocks that can be unpacked apart from each other, so all
 * threads do; what is read may be so.
 */
typedef struct kg__packing {
    const char *name;    /* for messages */
    const char *endings; /* of file names, each with a blank behind it */
    const char *unpack_command;
    unsigned char magic[4];
    size_t magic_bytes;
    const char *library; /* that konig was built without: nothing below is there then; else NULL */

    size_t block;    /* bytes that are packed as one */
    size_t most;     /* bytes that such a block is, packed, at most */
    const char *end; /* [end_bytes] what stands behind the last block */
    size_t end_bytes;

    /* to: [most]. Returns the bytes of the packed block; 0: no memory. */
    size_t (*pack)(char *to, size_t most, const char *bytes, size_t count);

    /* How many of the bytes at packed one block takes, and how many it holds. False where it does
     * not say so, or says more than it can hold. */
    bool (*measure)(const char *packed, uint64_t count, uint64_t *taken, uint64_t *held);
    /* Unpacks such a block. KG_OK; without a text KG_FORMAT: it is damaged, and KG_MEMORY. */
    kg_status (*unpack_block)(char *to, uint64_t held, const char *packed, uint64_t taken);
    /* Unpacks what cannot be measured. text: [out] a block of the context. bad: [out] with
     * KG_FORMAT, where in packed the damage begins. */
    kg_status (*unpack)(kg_context *ctx, char **text, uint64_t *size, const char *packed,
        uint64_t count, uint64_t *bad);
} kg__packing;

extern const kg__packing kg__gzip, kg__zstd;

/* The packing that a name asks for, or NULL. */
const kg__packing *kg__packing_by_name(const char *path);
/* The length of a name without the ending of a packing. */
size_t kg__packed_stem(const char *path);

/* The packing whose magic a file begins with, or NULL. */
const kg__packing *kg__packing_by_magic(const char *head, size_t count);

/* text: [out] [*size] a block of the context. shown: how messages call the file. KG_FORMAT:
 * damaged; KG_UNSUPPORTED: the library is not there; KG_MEMORY. */
kg_status kg__unpack(kg_context *ctx, char **text, uint64_t *size, const kg__packing *packing,
    const char *shown, const char *packed, uint64_t count);

/* Packs what is written. */
typedef struct kg__packer kg__packer;
typedef kg_status kg__packer_sink(void *user, const char *bytes, size_t count);

/* KG_UNSUPPORTED where the library is not there. */
kg_status kg__packer_create(kg__packer **packer, kg_context *ctx, const kg__packing *packing,
    kg__packer_sink *sink, void *user);
kg_status kg__packer_write(kg__packer *packer, const char *bytes, size_t count);
/* Writes what is left, and the end. */
kg_status kg__packer_finish(kg__packer *packer);
void kg__packer_destroy(kg__packer *packer);

#endif
