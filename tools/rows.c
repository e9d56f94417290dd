/*
 * Rows of text from all threads, written in order.
 *
 * A chunk of rows lies in slot chunk % slots from when a thread takes it until it is written. The
 * thread that completes the chunk that is next to be written writes it and all behind it that are
 * ready, while the others go on. So nobody waits for a turn unless all slots are taken: on a busy
 * machine the thread whose turn it is may not be running.
 *
 * Only one thread writes at a time, since the system lets only one write to a file: two that write
 * to different parts of one take longer than one that writes both. Writing usually takes longer
 * than formatting. A thread that finds no free slot sleeps, so that the writer keeps its processor;
 * it sleeps far less long than the writer needs for the full slots.
 */
#include "common.h"
#include <stdlib.h>
#include <time.h>

enum {
    ROWS = 1 << 16,   /* rows of a chunk: some 700 KB, beside which handing it over costs nothing */
    SLOTS = 4,        /* for each thread */
    MOST_THREADS = 8, /* formatting 1 GB/s each, which no file takes */
    SLEEP_NS = 100000 /* the slots of two threads hold 6 MB, which take ten times as long */
};

struct slot {
    struct text text;
    bool ready;
};

struct queue {
    struct slot *slot; /* [slots] */
    uint64_t slots, chunks, taken, written;
    bool writing;
};

/* Takes the next chunk to format. Fails where no chunk is left, or no slot is free. */
static bool take_chunk(struct queue *queue, uint64_t *chunk)
{
    bool got;

#pragma omp critical(queue)
    {
        *chunk = queue->taken;
        got = *chunk < queue->chunks && *chunk < queue->written + queue->slots;
        queue->taken += got;
    }
    return got;
}

/* Puts a chunk down, formatted or written, and returns the one that the caller is to write now. */
static struct slot *put_down(struct queue *queue, struct slot *slot, bool formatted)
{
#pragma omp critical(queue)
    {
        slot->ready = formatted;
        if (!formatted) {
            queue->written++;
            queue->writing = false;
        }
        slot = &queue->slot[queue->written % queue->slots];
        if (queue->writing || !slot->ready)
            slot = NULL;
        else
            queue->writing = true;
    }
    return slot;
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
    queue.slots = SLOTS * (uint64_t)threads;
    queue.slot = calloc(queue.slots, sizeof *queue.slot);
    if (!queue.slot)
        return KG_MEMORY;
#pragma omp parallel num_threads(threads)
    for (uint64_t chunk = 0; chunk < queue.chunks;) {
        uint64_t first, last;
        struct slot *slot;

        if (!take_chunk(&queue, &chunk)) {
            nanosleep(&(struct timespec){.tv_nsec = SLEEP_NS}, NULL);
            continue;
        }
        first = chunk * ROWS;
        last = count - first < ROWS ? count : first + ROWS;
        slot = &queue.slot[chunk % queue.slots];
        format(&slot->text, user, begin + first, begin + last);
        for (slot = put_down(&queue, slot, true); slot; slot = put_down(&queue, slot, false)) {
            if (tool->options.progress)
                tool->options.progress(
                    tool->options.progress_user, "writing", queue.written * ROWS, count);
            if (status == KG_OK)
                status = text_flush(&slot->text, output);
            slot->text.used = 0;
        }
    }
    for (uint64_t i = 0; i < queue.slots; i++)
        free(queue.slot[i].text.bytes);
    free(queue.slot);
    return status;
}
