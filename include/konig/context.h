/*
 * The context: which device works, with how many threads, within how much memory, and what went
 * wrong. Every other object is made with one, and is destroyed before it.
 *
 * Threads. A context starts threads of its own, and is used from one thread at a time: it and all
 * objects that were made with it count as one thing, which the caller guards where several threads
 * share it. It may be used by one thread after the other. Two contexts share nothing, so each
 * thread can have one; an object of one context is not given to a call on another. What needs no
 * context (kg_version(), kg_status_string(), kg_factorial() and the like) may be called from any
 * thread. kg_graph_mapped_file() and kg_output_remove_temporaries() may be called in a signal's
 * handler. Konig handles no signals and keeps no state besides, but for the temporary files of the
 * process.
 *
 * After fork() the child may use what the parent had made, on the CPU, with one thread where the
 * parent had started threads; no call may be at work during fork(). CUDA does not work in the child
 * of a process that had started a GPU: a call on one fails, and "auto" uses the CPU.
 *
 * Glossary: the device is what works, the CPU or a GPU; host memory is the CPU's, as malloc() gives
 * it; a stage is a part of a call whose time is taken by itself.
 */
#ifndef KONIG_CONTEXT_H
#define KONIG_CONTEXT_H

#include <konig/config.h>
#include <konig/status.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A vertex id, an edge id. Edge ids are 32 bits wide with libkonig and 64 with libkonig64, which is
 * konig built with -Dedge_bits=64. The largest values mean "none".
 *
 * What every program calls first has another name in libkonig64, so that a program which was
 * compiled for one width cannot be linked with the library of the other.
 */
typedef uint32_t kg_vertex;
#define KG_NO_VERTEX UINT32_MAX
#if KG_EDGE_BITS == 64
typedef uint64_t kg_edge;
#define KG_NO_EDGE        UINT64_MAX
#define KG_PRI_EDGE       "llu"
#define kg_context_create kg_context_create_64
#else
typedef uint32_t kg_edge;
#define KG_NO_EDGE  UINT32_MAX
#define KG_PRI_EDGE "u"
#endif

typedef struct kg_context kg_context;

/*
 * Called from the thread that called the library, at most some ten times a second, while work goes
 * on. what: "reading" say, lent for the call. done of total units (total 0: unknown; then what
 * begins with the unit, where done is not 0).
 *
 * Returns 0 for the work to go on. With any other number the call that is at work ends soon, at the
 * latest when the function is called the next time: it frees what it made, leaves no file behind
 * and returns KG_CANCELLED, or its answer where that was there already. The context can be used
 * again.
 */
typedef int kg_progress_fn(void *user, const char *what, uint64_t done, uint64_t total);

typedef struct kg_context_options {
    const char *device;    /* "auto", "cpu", "cuda" or "cuda:N"; NULL: $KONIG_DEVICE, else "auto" */
    int threads;           /* CPU threads, 1..1024; 0: as many as OpenMP offers */
    uint64_t memory_limit; /* bytes of the host's and of the device's memory, each, that the context
                              may hold at once; 0: no limit */
    kg_progress_fn *progress; /* may be NULL: nobody wants to know */
    void *progress_user;      /* its first argument */
    int start_aside;          /* a GPU that `device` names is started by a thread, and used once
                                 kg_context_ready() was called; until then the CPU works */
} kg_context_options;

#define KG_CONTEXT_OPTIONS_INIT KG_ZERO

/*
 * Makes a context.
 *
 * context  [out] on success, and on failure too where memory allows: then it only serves
 *          kg_context_message() and kg_context_destroy().
 * options  [in] may be NULL: the defaults. What it points to is not needed after the call.
 * Returns KG_OK; KG_ARGUMENT (unknown device name, threads not in 0..1024); KG_DEVICE (a device
 * that was asked for by name cannot be had); KG_MEMORY.
 */
kg_status kg_context_create(kg_context **context, const kg_context_options *options);

/*
 * Waits for the device that start_aside lets a thread start, and puts it in force. A GPU takes some
 * 0.3 s to start, in which a file can be read: kg_graph_read() comes before this call, what the
 * device is to do behind it.
 *
 * context  [in] of any kind: without start_aside there is nothing to do.
 * Returns KG_OK, and leaves message and warning as they are, or what kg_context_create() returns
 * without start_aside.
 */
kg_status kg_context_ready(kg_context *context);

/* The stream of the context's GPU, a cudaStream_t, on which all of its work is done in order. NULL:
 * the device is the CPU, or "auto". */
void *kg_context_stream(const kg_context *context);

/* Orders a caller's stream, a cudaStream_t of the context's device or NULL for the default one,
 * before the context: what it was given so far comes before what the context is given from now on.
 * Nothing waits. Returns KG_OK; KG_UNSUPPORTED (the device is the CPU, or "auto"); KG_DEVICE. */
kg_status kg_context_follow(kg_context *context, void *stream);

/* Waits until the work that the context was given is done. If whole_device is not 0, waits for all
 * other streams of its GPU, too. On the CPU work is done when a call returns. Returns KG_OK;
 * KG_ARGUMENT (context is NULL); KG_DEVICE. */
kg_status kg_context_wait(kg_context *context, int whole_device);

/*
 * Memory where the context works, as the calls of array.h take it: on a GPU the GPU's, otherwise
 * host memory, for "auto" too.
 *
 * memory   [out] [bytes] not initialised, aligned to 64 bytes; free with kg_context_free().
 * context  [in] must outlive the memory, which counts as its own.
 * bytes    [in] any number; 0 is legal.
 * Returns KG_OK, KG_ARGUMENT (a NULL), KG_MEMORY. O(1) on a GPU.
 */
kg_status kg_context_allocate(void **memory, kg_context *context, uint64_t bytes);
/* Frees it behind the work that the context was given. Work of the caller's own streams on it must
 * be done, or ordered before the context by kg_context_follow(). NULL is legal. */
void kg_context_free(kg_context *context, void *memory);

/*
 * Copies from host memory to memory where the context works, and back. The copy is complete when
 * the call returns.
 *
 * context       [in]
 * memory, host  [in] or [out] [bytes] which must not overlap; may be NULL where bytes is 0.
 * Returns KG_OK, KG_ARGUMENT (a NULL), KG_DEVICE. O(bytes).
 */
kg_status kg_context_upload(kg_context *context, void *memory, const void *host, uint64_t bytes);
kg_status kg_context_download(kg_context *context, void *host, const void *memory, uint64_t bytes);

/* Whether memory lies on the context's GPU: KG_OK if both its ends do; KG_ARGUMENT if not, and the
 * text says where it lies and calls it `what`; KG_UNSUPPORTED (the device is the CPU, or "auto");
 * KG_DEVICE. Managed memory of CUDA counts. O(1). */
kg_status kg_context_owns(
    kg_context *context, const void *memory, uint64_t bytes, const char *what);

/* Frees the context. Everything made with it must be destroyed before. NULL is legal. */
void kg_context_destroy(kg_context *context);

/* Why the last call that can fail did not return KG_OK: one line without a newline, "" where it
 * did. Lent: valid until the next call that takes the context or an object of it. NULL is legal
 * (creation ran out of memory). Where a call got NULL for an object and no context, there is no
 * message. */
const char *kg_context_message(const kg_context *context);

/* What the last call that succeeded would have its user know, a file that may have been meant
 * otherwise say: one line without a newline, "" if there is nothing; semicolons between several
 * things. Lent: as the message. */
const char *kg_context_warning(const kg_context *context);

/*
 * A text as konig's messages show it: on one line, and harmless in a terminal. Control characters
 * and those that turn the direction of writing become \x1b or \u202e, bytes that are not UTF-8
 * \xff. A text that is too long ends between two characters, and in "...".
 *
 * shown   [out] [size] terminated.
 * size    [in] at least 4.
 * text    [in] [length] need not be terminated.
 * Returns shown, or "" where that is NULL or too small. Any thread.
 */
const char *kg_text_show(char *shown, size_t size, const char *text, size_t length);

/* The name of the device in force: "cpu", or "cuda:0"; where it is chosen for each call ("auto"),
 * that of the last call which chose. Lent. */
const char *kg_context_device(const kg_context *context);

/* Why the last call that chose its device took that one, "" where none did. Arrays that a caller
 * hands to a context whose device is "auto" lie in host memory; only work on graphs, maps and
 * puzzles is given to a device. Lent. */
const char *kg_context_choice(const kg_context *context);

/* Threads that CPU work uses, which the first call that has work for several starts: fewer than
 * were asked for where the system does not let the process start so many. */
int kg_context_threads(const kg_context *context);
/* Threads that were asked for, or that OpenMP offered. */
int kg_context_threads_asked(const kg_context *context);

/* Which backends this library has, and which driver and devices were found or why a backend cannot
 * be had: one line a backend, such as "cuda: not built". text: [size], always terminated; 512 bytes
 * suffice. */
void kg_backends(char *text, size_t size);

/* How many devices of a backend there are, by whose numbers they can be asked for: 2 for "cuda"
 * where cuda:0 and cuda:1 can be had. 0: none, or no such backend. */
int kg_device_count(const char *backend);

/* "0.2.0". Static storage. */
const char *kg_version(void);

/* Host bytes that the context holds now, and the most that it ever held. */
typedef struct kg_memory_use {
    uint64_t current;
    uint64_t peak;
    uint64_t limit; /* 0: none */
} kg_memory_use;

kg_memory_use kg_context_memory(const kg_context *context);

/* The same of the device's own memory: zeros where the device is the CPU. */
kg_memory_use kg_context_device_memory(const kg_context *context);

/* One timed stage of the calls made since the last kg_context_clear_timing(). */
typedef struct kg_timing {
    const char *stage; /* static text */
    double ms;
} kg_timing;

/* How many stages ran, at most 256; and the stages, [that many], in the order in which they first
 * ran, lent until the next call that takes the context. A stage that ran several times has one row
 * with the sum. The 256th row, "more stages", holds what all further stages took together. */
size_t kg_context_stages(const kg_context *context);
const kg_timing *kg_context_timing(const kg_context *context);
/* Forgets them, and the kernels below. */
void kg_context_clear_timing(kg_context *context);

/* Begins a stage of the caller's own: work between calls and all work of calls that has no stage of
 * its own count as this stage. stage: static text; NULL ends the caller's stage, which must be done
 * before kg_context_timing() is called. Returns the stage that was the caller's before, or NULL.
 * On a GPU its clock tells the time. */
const char *kg_context_begin_stage(kg_context *context, const char *stage);

/* While join is not 0 no stage begins, and all work counts as the stage that runs: for work that
 * several contexts share, of which one alone tells little. */
void kg_context_join_stages(kg_context *context, int join);

/* Launches of one kernel in one shape. A call of CUB is one launch, of no shape: all zero. */
typedef struct kg_kernel {
    const char *name; /* static text */
    unsigned grid[3], block[3];
    unsigned registers;                   /* of a thread */
    size_t static_shared, dynamic_shared; /* bytes of a block */
    double occupancy; /* the part of a multiprocessor's warps that run at once, from 0 to 1 */
    uint64_t launches;
    double ms; /* of all launches together */
} kg_kernel;

/* Whether launches are recorded from now on; at first they are not. Recording makes each launch
 * slower. */
void kg_context_record_kernels(kg_context *context, int record);
/* The launches recorded since the last kg_context_clear_timing(), [*count], in the order in which
 * the kernels were first launched, lent until the next call that takes the context. Waits for the
 * device. count: [out] 0 on the CPU. */
const kg_kernel *kg_context_kernels(kg_context *context, size_t *count);

#ifdef __cplusplus
}
#endif
#endif
