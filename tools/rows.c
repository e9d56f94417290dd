/*
 * Rows of text from all threads, written in order.
 *
 * A chunk of rows lies in buffer chunk % buffers from when a thread takes it until it is written.
 * The thread that completes the chunk that is next to be written writes it and all behind it that
 * are ready, while the others go on. So nobody waits for a turn unless all buffers are taken: on a
 * busy machine the thread whose turn it is may not be running.
 *
 * Only one thread writes at a time, since the system lets only one write to a file: two that write
 * to different parts of one take longer than one that writes both. Writing usually takes longer
 * than formatting. A thread that finds no free buffer sleeps, so that the writer keeps its
 * processor; it sleeps far less long than the writer needs for the full buffers.
 */
#include "common.h"
#include <stdlib.h>
#include <time.h>

enum {
    ROWS = 1 << 16,   /* rows of a chunk: some 700 KB, beside which handing it over costs nothing */
    BUFFERS = 4,      /* for each thread */
    MOST_THREADS = 8, /* formatting 1 GB/s each, which no file takes */
    SLEEP_NS = 100000 /* the buffers of two threads hold 6 MB, which take ten times as long */
};

struct buffer {
    struct text text;
    bool ready;
};

struct queue {
    struct buffer *buffer; /* [buffers] */
    uint64_t buffers, chunks, taken, written;
    bool writing;
};

/* Takes the next chunk to format. Fails where no chunk is left, or no buffer is free. */
static bool take_chunk(struct queue *queue, uint64_t *chunk)
{
    bool got;

#pragma omp critical(queue)
    {
        *chunk = queue->taken;
        got = *chunk < queue->chunks && *chunk < queue->written + queue->buffers;
        queue->taken += got;
    }
    return got;
}

/* Puts a chunk down, formatted or written, and returns the one that the caller is to write now. */
static struct buffer *put_down(struct queue *queue, struct buffer *buffer, bool formatted)
{
#pragma omp critical(queue)
    {
        buffer->ready = formatted;
        if (!formatted) {
            queue->written++;
            queue->writing = false;
        }
        buffer = &queue->buffer[queue->written % queue->buffers];
        if (queue->writing || !buffer->ready)
            buffer = NULL;
        else
            queue->writing = true;
    }
    return buffer;
}

kg_status tool_rows(
    struct tool *tool, kg_output *output, uint64_t count, tool_rows_fn *format, const void *user)
{
    return tool_rows_from(tool, output, 0, count, format, user);
}

kg_status tool_rows_from(struct tool *tool, kg_output *output, uint64_t begin, uint64_t count,
    tool_rows_fn *format, const void *user)
{
    struct queue queue = {.chunks = (count + ROWS - 1) / ROWS};
    int threads = queue.chunks > 1 ? kg_context_threads(tool->ctx) : 1;
    kg_status status = KG_OK; /* of whoever writes */

    if (threads > MOST_THREADS)
        threads = MOST_THREADS;
    if ((uint64_t)threads > queue.chunks)
        threads = queue.chunks ? (int)queue.chunks : 1;
    queue.buffers = BUFFERS * (uint64_t)threads;
    queue.buffer = calloc(queue.buffers, sizeof *queue.buffer);
    if (!queue.buffer)
        return KG_MEMORY;
#pragma omp parallel num_threads(threads)
    for (uint64_t chunk = 0; chunk < queue.chunks;) {
        uint64_t first, last;
        struct buffer *buffer;

        if (!take_chunk(&queue, &chunk)) {
            nanosleep(&(struct timespec){.tv_nsec = SLEEP_NS}, NULL);
            continue;
        }
        first = chunk * ROWS;
        last = count - first < ROWS ? count : first + ROWS;
        buffer = &queue.buffer[chunk % queue.buffers];
        format(&buffer->text, user, begin + first, begin + last);
        for (buffer = put_down(&queue, buffer, true); buffer;
             buffer = put_down(&queue, buffer, false)) {
            if (tool->options.progress)
                tool->options.progress(
                    tool->options.progress_user, "writing", queue.written * ROWS, count);
            if (status == KG_OK)
                status = text_flush(&buffer->text, output);
            buffer->text.used = 0;
        }
    }
    for (uint64_t i = 0; i < queue.buffers; i++)
        free(queue.buffer[i].text.bytes);
    free(queue.buffer);
    return status;
}
