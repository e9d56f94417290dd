/* Files opened for reading: regular files are read where they are needed, anything else is in
 * memory. */
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

/* path "-" is standard input. shown may be NULL. KG_CANNOT_OPEN, KG_IO, KG_MEMORY. */
kg_status kg__input_open(kg__input *input, kg_context *ctx, const char *path, const char *shown);
/* Bytes of the caller, who keeps them until the input is closed; NULL where size is 0. */
kg__input kg__input_memory(kg_context *ctx, const void *bytes, size_t size, const char *shown);
void kg__input_close(kg__input *input);

/* Reads count bytes from offset at, all of them or it is KG_IO. Any thread. */
kg_status kg__input_read(const kg__input *input, void *to, uint64_t at, size_t count);

#endif
