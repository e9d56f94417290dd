/* Files opened for reading: regular files are read where they are needed; packed ones and anything
 * else are in memory. */
#ifndef KG_INPUT_H
#define KG_INPUT_H

#include "../base/base.h"

/* A file opened for reading: a regular file, or bytes in memory (which a pipe is read into). */
typedef struct kg__input {
    kg_context *ctx;
    const char *shown; /* how messages call it */
    int fd;            /* or -1 */
    bool standard;     /* fd is standard input, and not ours to close */
    const char *bytes; /* [size] the content, or NULL where it lies in the file */
    char *owned;       /* bytes, where they are a block of the context */
    uint64_t size;
} kg__input;

/* path "-" is standard input. shown may be NULL. What is packed is unpacked. KG_CANNOT_OPEN, KG_IO,
 * KG_MEMORY; KG_FORMAT, KG_UNSUPPORTED: packed, and damaged or in a way that is not built in. */
kg_status kg__input_open(kg__input *input, kg_context *ctx, const char *path, const char *shown);
void kg__input_close(kg__input *input);

/* What reads an input that is open. result and options: whatever its caller handed over. */
typedef kg_status kg__reader(void *result, const kg__input *input, const void *options);

/* Opens a file, lets `read` read it, and closes it: for a public call's front. The first failure is
 * the status. path, shown: as for kg__input_open(). */
kg_status kg__input_read_all(kg_context *ctx, const char *path, const char *shown, kg__reader *read,
    void *result, const void *options);
/* The same with bytes of the caller; shown NULL: "memory". */
kg_status kg__input_read_memory(kg_context *ctx, const void *bytes, size_t size, const char *shown,
    kg__reader *read, void *result, const void *options);

/* Reads count bytes from offset at, all of them or it is KG_IO. Any thread. */
kg_status kg__input_read(const kg__input *input, void *to, uint64_t at, size_t count);

#endif
