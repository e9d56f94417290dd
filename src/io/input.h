/* Files opened for reading. A regular file is read in parts, as they are needed. A packed file, and
 * anything that is not a regular file, is in memory. */
#ifndef KG_INPUT_H
#define KG_INPUT_H

#include "../base/base.h"
#include <stdio.h>

/* A file opened for reading: a regular file, or bytes in memory (the content of a pipe, say). */
typedef struct kg__input {
    kg_context *ctx;
    const char *shown; /* the name in messages */
    int fd;            /* or -1 */
    bool standard;     /* fd is standard input, which is not closed */
    const char *bytes; /* [size] the content, or NULL if it is in the file */
    char *owned;       /* bytes, if they are a block of the context */
    uint64_t size;
    uint64_t skipped, skipped_lines; /* of the file, before the part that is read */
} kg__input;

/* Makes `rest` the part of an input after its first `lines` lines. It borrows from the input and
 * must not be closed. KG_FORMAT: the input has fewer lines. */
kg_status kg__input_skip(kg__input *rest, const kg__input *input, uint64_t lines);

/* path "-" is standard input. shown may be NULL. A packed file is unpacked. KG_CANNOT_OPEN, KG_IO,
 * KG_MEMORY. KG_FORMAT: a packed file is damaged. KG_UNSUPPORTED: this build cannot unpack it. */
kg_status kg__input_open(kg__input *input, kg_context *ctx, const char *path, const char *shown);
void kg__input_close(kg__input *input);

/* The source that a public call reads: a file's name, bytes, or a stream of the C library. */
typedef struct kg__source {
    enum { KG__SOURCE_PATH, KG__SOURCE_MEMORY, KG__SOURCE_FILE } kind;
    const char *path;
    const void *bytes; /* [size] */
    size_t size;
    FILE *file;
} kg__source;

#define KG__PATH(name)        (&(kg__source){KG__SOURCE_PATH, .path = (name)})
#define KG__MEMORY(from, all) (&(kg__source){KG__SOURCE_MEMORY, .bytes = (from), .size = (all)})
#define KG__FILE(stream)      (&(kg__source){KG__SOURCE_FILE, .file = (stream)})

/* The source's name in messages: shown or, if it is NULL, its path, "memory" or "stream". */
const char *kg__source_name(const kg__source *source, const char *shown);

/* Reads an open input. result and options: passed by the caller of kg__input_read_from(). */
typedef kg_status kg__reader(void *result, const kg__input *input, const void *options);

/* Opens a source, lets `read` read it, and closes it: for a public call's front. The first failure
 * is the status; KG_ARGUMENT: the source is NULL. The C library reads a stream from its current
 * place to its end, including pushed-back and buffered bytes; the stream is not closed. */
kg_status kg__input_read_from(kg_context *ctx, const kg__source *source, const char *shown,
    kg__reader *read, void *result, const void *options);

/* Defines the three public calls of a reader, name(), name_memory() and name_file(), which pass
 * their source to from(type **, owner *, const kg__source *). owner: kg_context, or the type of the
 * object that the input belongs to. */
#define KG__READ_CALLS(name, from, type, owner)                                                    \
    kg_status name(type **made, owner *of, const char *path)                                       \
    {                                                                                              \
        return from(made, of, KG__PATH(path));                                                     \
    }                                                                                              \
    kg_status name##_memory(type **made, owner *of, const void *bytes, size_t size)                \
    {                                                                                              \
        return from(made, of, KG__MEMORY(bytes, size));                                            \
    }                                                                                              \
    kg_status name##_file(type **made, owner *of, FILE *file)                                      \
    {                                                                                              \
        return from(made, of, KG__FILE(file));                                                     \
    }

/* The same for calls that end with options, which are the last argument of `from`. */
#define KG__READ_CALLS_WITH(name, from, type, owner, options_type)                                 \
    kg_status name(type **made, owner *of, const char *path, const options_type *options)          \
    {                                                                                              \
        return from(made, of, KG__PATH(path), options);                                            \
    }                                                                                              \
    kg_status name##_memory(                                                                       \
        type **made, owner *of, const void *bytes, size_t size, const options_type *options)       \
    {                                                                                              \
        return from(made, of, KG__MEMORY(bytes, size), options);                                   \
    }                                                                                              \
    kg_status name##_file(type **made, owner *of, FILE *file, const options_type *options)         \
    {                                                                                              \
        return from(made, of, KG__FILE(file), options);                                            \
    }

/* Reads count bytes from offset `at`. KG_IO unless all of them could be read. Any thread. */
kg_status kg__input_read(const kg__input *input, void *to, uint64_t at, size_t count);

#endif
