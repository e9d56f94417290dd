/* An output file that appears complete or not at all. */
#ifndef KONIG_OUTPUT_H
#define KONIG_OUTPUT_H

#include <konig/context.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct kg_output kg_output;

/*
 * Opens an output. path "-" is standard output. An existing file that is not a regular one, a
 * device or a pipe, is written directly. So is a descriptor of this process by its name
 * (/dev/stdout, /dev/fd/3), at its place in the file, and appending if it appends. Any other file
 * is written without a name, or under a temporary one (.konig.N) in the same directory. It has the
 * mode of the file that it replaces, if there is one, and takes its final name in
 * kg_output_close(). A symbolic link stays: the file that it leads to is made or replaced.
 * KG_CANNOT_CREATE if another user has put the link into a sticky directory that all may write to.
 * A file that may be written, but not replaced, because its directory takes no new files say, is
 * overwritten from its beginning, at the first byte that is not buffered: a later failure leaves a
 * part of it. kg_output_close() and kg_output_release() then set kg_context_warning(). A file that
 * konig has mapped at the time is rejected.
 *
 * output   [out] destroy with kg_output_destroy().
 * context  [in] must outlive the output.
 * path     [in] copied.
 * Returns KG_OK, KG_CANNOT_CREATE (the message gives the system's reason), KG_MEMORY.
 */
kg_status kg_output_open(kg_output **output, kg_context *context, const char *path);

/*
 * Appends bytes, through a buffer if they are few.
 *
 * output  [in]
 * bytes   [in] [count]; may be NULL if count is 0.
 * count   [in] 0 is legal.
 * Returns KG_OK or KG_IO; for an output that ranks share (konig/comm.h) also KG_MEMORY. After a
 * failure every further call fails in the same way.
 */
kg_status kg_output_write(kg_output *output, const void *bytes, size_t count);

/* Writes the buffered bytes and gives the file its final name. Returns KG_OK, KG_IO or
 * KG_CANNOT_CREATE; unless KG_OK, nothing is left behind and the old file stays. Call this once,
 * after the last kg_output_write(). */
kg_status kg_output_close(kg_output *output);

/*
 * Keeps the first bytes of what has been written, and drops the others, also after a write has
 * failed. The output can then be written to again, or closed: so a file of records has the complete
 * ones if the disk is full.
 *
 * output  [in] a file, not packed, which kg_output_open() has opened.
 * size    [in] at most the number of bytes written before a failure.
 * head    [in] [count] replaces the first bytes, a header with the number of records say. NULL if
 *         count is 0.
 * count   [in] at most size.
 * Returns KG_OK; KG_ARGUMENT (count > size); KG_UNSUPPORTED (the output is packed, standard output,
 * a device or a pipe: nothing has changed); KG_IO (the file has fewer bytes, or a write failed).
 */
kg_status kg_output_keep(kg_output *output, uint64_t size, const void *head, size_t count);

/* Frees the output. One that was not closed is abandoned: its temporary file is removed. NULL is
 * legal. */
void kg_output_destroy(kg_output *output);

/*
 * For a program that writes several files, or also prints. After kg_output_hold(), outputs of the
 * context that are closed, also by other calls that write files, do not get their final names until
 * kg_output_release(). That call first does everything that may fail for all of them, and then
 * gives the names in the order in which the outputs were closed. Returns KG_OK, or
 * KG_CANNOT_CREATE: then no output has its name, except that outputs before one whose renaming the
 * system refused have theirs. The others are removed. kg_context_destroy() removes outputs that
 * were not released.
 */
void kg_output_hold(kg_context *context);
kg_status kg_output_release(kg_context *context);

/*
 * Removes the temporary files of this process' outputs: for a signal handler that ends the process
 * afterwards. konig itself handles no signals. If a process dies without this call, temporary files
 * that have names stay until the next output to that directory. Async-signal-safe.
 */
void kg_output_remove_temporaries(void);

#ifdef __cplusplus
}
#endif
#endif
