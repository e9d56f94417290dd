/* Outputs for other rooms: as the public calls, but an earlier failure's message is kept. */
#ifndef KG_OUTPUT_H
#define KG_OUTPUT_H

#include "../base/base.h"
#include <konig/output.h>
#include <limits.h>

kg_status kg__output_open(kg_output **output, kg_context *ctx, const char *path);
kg_status kg__output_write(kg_output *output, const void *bytes, size_t count);
kg_status kg__output_close(kg_output *output);

/* For a file that is replaced again and again, and must be there, whole, after any crash. It gets
 * its final name when it is closed, even after kg_output_hold(), and its bytes are on the disk
 * before. KG_CANNOT_CREATE also if an old file could only be written over. */
kg_status kg__output_open_whole(kg_output **output, kg_context *ctx, const char *path);

/* A file that other ranks open to write parts of it. */
typedef struct kg__shared_file {
    uint64_t file;            /* its inode, the same for all ranks that reach its disk */
    char name[PATH_MAX + 32]; /* the temporary name; "": there is no file to open */
} kg__shared_file;

/*
 * For an output that several processes or contexts write (comm/output.c). Its bytes are kept in
 * memory until they are put or passed on.
 *
 * place   NULL: a file gets a temporary name at once, so that others can open it. Otherwise that
 *         file, to which nothing has been written so far
 * finish  replaces the work of kg__output_close(): writes all kept bytes, and calls
 *         kg__output_complete()
 */
kg_status kg__output_open_shared(kg_output **output, kg_context *ctx, const char *path,
    const kg__shared_file *place, kg_status (*finish)(kg_output *output));

/* Closes a file, as kg__output_close() does for an output that is not shared. */
kg_status kg__output_complete(kg_output *output);

kg_context *kg__output_context(const kg_output *output);

/* The file for others to open. */
void kg__output_place(const kg_output *output, kg__shared_file *place);
/* Whether parts of the file can be written from here. Otherwise the rank that made it must write it
 * from beginning to end. */
bool kg__output_is_placed(const kg_output *output);

/* The number of kept bytes. */
uint64_t kg__output_kept(const kg_output *output);
/* Writes the kept bytes at an offset of the file. */
kg_status kg__output_put(kg_output *output, uint64_t at);
/* Passes on the next kept bytes, at most `room`: copies them to `to` or, if that is NULL, writes
 * them. *count: how many. */
kg_status kg__output_pass(kg_output *output, void *to, size_t room, size_t *count);
/* Writes bytes at once, after the bytes written before. */
kg_status kg__output_through(kg_output *output, const void *bytes, size_t count);

/* The offset of the next bytes of all ranks; for the code that puts them. */
uint64_t *kg__output_at(kg_output *output);

#endif
