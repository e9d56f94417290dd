/* Outputs as other modules use them: as the public calls, but an earlier failure's text is kept. */
#ifndef KG_OUTPUT_H
#define KG_OUTPUT_H

#include "../base/base.h"
#include <konig/output.h>
#include <limits.h>

kg_status kg__output_open(kg_output **output, kg_context *ctx, const char *path);
kg_status kg__output_write(kg_output *output, const void *bytes, size_t count);
kg_status kg__output_close(kg_output *output);

/* The file that others open to write parts of it. */
typedef struct kg__shared_file {
    uint64_t file;            /* its inode, which is the same for all who reach its disk */
    char name[PATH_MAX + 32]; /* the temporary one; "": there is none to open */
} kg__shared_file;

/*
 * For an output that several processes or contexts write (comm/output.c). What is written to it is
 * kept in memory, until it is put or passed on.
 *
 * place   NULL: a file gets a temporary name at once, so that others can open it. Else that file,
 *         in which nothing has been written so far
 * finish  what kg__output_close() does instead: writes all that is kept, and calls
 *         kg__output_complete()
 */
kg_status kg__output_open_shared(kg_output **output, kg_context *ctx, const char *path,
    const kg__shared_file *place, kg_status (*finish)(kg_output *output));

/* What kg__output_close() does with an output of one. */
kg_status kg__output_complete(kg_output *output);

kg_context *kg__output_context(const kg_output *output);

/* The file for others to open. */
void kg__output_place(const kg_output *output, kg__shared_file *place);
/* Whether parts of the file can be put from here. Otherwise it is to be written from its beginning
 * to its end by whoever has made it. */
bool kg__output_is_placed(const kg_output *output);

/* How many bytes are kept. */
uint64_t kg__output_kept(const kg_output *output);
/* Puts them at an offset of the file. */
kg_status kg__output_put(kg_output *output, uint64_t at);
/* Hands the next of them on, at most `room`: copies them to `to`, or where that is NULL writes
 * them. Returns how many in *count. */
kg_status kg__output_pass(kg_output *output, void *to, size_t room, size_t *count);
/* Writes bytes at once, behind those written before. */
kg_status kg__output_through(kg_output *output, const void *bytes, size_t count);

/* Where the next bytes of all belong; for whoever puts them. */
uint64_t *kg__output_at(kg_output *output);

#endif
