/* Packed files: gzip, blocked gzip (BGZF) and zstd. A file to be read is recognised by its first
 * bytes. For a file to be written, the ending of its name says how to pack it. */
#ifndef KG_PACKED_H
#define KG_PACKED_H

#include "../base/base.h"

/*
 * A way of packing. konig writes blocks that can be unpacked independently, by all threads; a file
 * that is read may or may not consist of such blocks.
 */
typedef struct kg__packing {
    const char *name;    /* for messages */
    const char *endings; /* of file names, each followed by a blank */
    const char *unpack_command;
    unsigned char magic[4];
    size_t magic_bytes;
    const char *missing; /* the library that this build lacks, so all below is unset; or NULL */

    size_t block;    /* bytes that are packed as one */
    size_t most;     /* the most bytes that a packed block takes */
    const char *end; /* [end_bytes] written after the last block */
    size_t end_bytes;

    /* to: [most]. Returns the bytes of the packed block; 0: out of memory. */
    size_t (*pack)(char *to, size_t most, const char *bytes, size_t count);

    /* Finds how many of the bytes at `packed` one block takes, and how many it holds unpacked.
     * False if the block does not say so, or claims more than it can hold. */
    bool (*measure)(const char *packed, uint64_t count, uint64_t *taken, uint64_t *held);
    /* Unpacks such a block. Fails without a message: KG_FORMAT if it is damaged, or KG_MEMORY. */
    kg_status (*unpack_block)(char *to, uint64_t held, const char *packed, uint64_t taken);
    /* Unpacks a file whose blocks cannot be measured. text: [out] memory of the context. bad: [out]
     * only with KG_FORMAT: the beginning of the damage in `packed`. */
    kg_status (*unpack)(kg_context *ctx, char **text, uint64_t *size, const char *packed,
        uint64_t count, uint64_t *bad);
} kg__packing;

extern const kg__packing kg__gzip, kg__zstd;

/* The packing that a name asks for, or NULL. */
const kg__packing *kg__packing_by_name(const char *path);
/* Whether a path ends in one of these extensions, in either case. Each has its dot and is followed
 * by a blank. The ending of a packing at the end of the path is ignored. */
bool kg__extension_is(const char *path, const char *extensions);

/* The packing whose magic is at the beginning of a file, or NULL. */
const kg__packing *kg__packing_by_magic(const char *head, size_t count);

/* text: [out] [*size], memory of the context. shown: the file's name in messages. KG_FORMAT: it is
 * damaged; KG_UNSUPPORTED: the library is missing; KG_MEMORY. */
kg_status kg__unpack(kg_context *ctx, char **text, uint64_t *size, const kg__packing *packing,
    const char *shown, const char *packed, uint64_t count);

/* Packs bytes and writes them. */
typedef struct kg__packer kg__packer;
typedef kg_status kg__packer_sink(void *user, const char *bytes, size_t count);

/* KG_UNSUPPORTED if the library is missing. */
kg_status kg__packer_create(kg__packer **packer, kg_context *ctx, const kg__packing *packing,
    kg__packer_sink *sink, void *user);
kg_status kg__packer_write(kg__packer *packer, const char *bytes, size_t count);
/* Writes the remaining bytes, and the end. */
kg_status kg__packer_finish(kg__packer *packer);
void kg__packer_destroy(kg__packer *packer);

#endif
