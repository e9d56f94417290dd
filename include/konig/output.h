/* An output file that appears complete or not at all. */
#ifndef KONIG_OUTPUT_H
#define KONIG_OUTPUT_H

#include <konig/context.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct kg_output kg_output;

/*
 * Opens an output. path "-" is standard output. What exists and is no regular file, a device or a
 * pipe, is written to as it is; so is a descriptor of this process by its name (/dev/stdout,
 * /dev/fd/3), where that stands and appending where that appends. Any other file is written without
 * a name, or under a temporary one (.konig.N) in the same directory, with the mode of the file that
 * it replaces if there is one, and takes its final name in kg_output_close(). A symbolic link
 * stays: the file that it leads to is made or replaced; KG_CANNOT_CREATE if another user has put
 * the link into a sticky directory that all may write to. A file that may be written, but not
 * replaced, because its directory takes no new files say, is written over from its beginning, at
 * the first byte that is not buffered: what then fails leaves a part of it. kg_output_close() and
 * kg_output_release() tell of it by kg_context_warning(); a file that konig has mapped at the time
 * is refused.
 *
 * output   [out] destroy with kg_output_destroy().
 * context  [in] must outlive the output.
 * path     [in] copied.
 * Returns KG_OK, KG_CANNOT_CREATE (the text gives the system's reason), KG_MEMORY.
 */
kg_status kg_output_open(kg_output **output, kg_context *context, const char *path);

/*
 * Appends bytes, through a buffer where they are few.
 *
 * output  [in]
 * bytes   [in] [count]; may be NULL where count is 0.
 * count   [in] 0 is legal.
 * Returns KG_OK or KG_IO; of an output that ranks share (konig/comm.h) also KG_MEMORY. After a
 * failure every further call fails likewise.
 */
kg_status kg_output_write(kg_output *output, const void *bytes, size_t count);

/* Writes what is buffered and gives the file its final name. Returns KG_OK, KG_IO or
 * KG_CANNOT_CREATE; unless KG_OK, nothing is left behind and the old file stands. To be called
 * once, after the last kg_output_write(). */
kg_status kg_output_close(kg_output *output);

/* Frees the output. One that was not closed is abandoned: its temporary file is removed. NULL is
 * legal. */
void kg_output_destroy(kg_output *output);

/*
 * For a program that writes several files, or prints besides: from kg_output_hold() on, the outputs
 * of the context that are closed, by other calls too that write files, do not get their final names
 * until kg_output_release(). It first does for all of them what may fail, and then gives the names
 * in the order in which the outputs were closed. Returns KG_OK, or KG_CANNOT_CREATE: then no output
 * has its name, unless the system refused the renaming itself: then those before it have theirs.
 * The others are removed. kg_context_destroy() removes what was not released.
 */
void kg_output_hold(kg_context *context);
kg_status kg_output_release(kg_context *context);

/*
 * Removes the temporary files of this process' outputs: for a signal's handler that ends the
 * process afterwards. konig itself handles no signals. Where a process dies without this call,
 * temporary files that have names stay until the next output to that directory. Async-signal-safe.
 */
void kg_output_remove_temporaries(void);

#ifdef __cplusplus
}
#endif
#endif
