/*
 * The context: the device, the number of threads, the memory limit, and the message of the last
 * failure. Every other object is made with a context, and is destroyed before it.
 *
 * Threads. A context starts threads of its own, and is used from one thread at a time. The context
 * and all objects made with it count as one thing: if several threads share it, the caller must
 * guard it. Different threads may use it one after the other. Two contexts share nothing, so each
 * thread can have its own. Do not pass an object of one context to a call on another. Calls that
 * need no context (kg_version(), kg_status_string(), kg_factorial() and the like) may be made from
 * any thread. kg_graph_mapped_file() and kg_output_remove_temporaries() may be called in a signal
 * handler. konig handles no signals and keeps no other state, except the lists of the process'
 * temporary and mapped files.
 *
 * After fork() the child may use the parent's objects on the CPU, with one thread if the parent had
 * started threads. No call may be running during fork(). CUDA does not work in the child of a
 * process that had started a GPU: a call on a GPU fails, and "auto" uses the CPU.
 *
 * Glossary: the device does the work, the CPU or a GPU; host memory is the CPU's, as malloc() gives
 * it; a stage is a part of a call that is timed separately.
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
 * The function that every program calls first has another name in libkonig64, so that a program
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
 * Called during work, from the thread that called the library, at most some ten times a second.
 * what: for example "reading", lent for the call. done of total units. total 0: unknown; then, if
 * done is not 0, `what` begins with the unit.
 *
 * Returns 0 to continue. After any other number the running call ends soon, at the latest when the
 * function is called the next time. The call frees what it made, leaves no file behind and returns
 * KG_CANCELLED, or its answer if it already had one. The context can be used again.
 */
typedef int kg_progress_fn(void *user, const char *what, uint64_t done, uint64_t total);

typedef struct kg_context_options {
    const char *device;    /* "auto", "cpu", "cuda" or "cuda:N"; NULL: $KONIG_DEVICE, or "auto" */
    int threads;           /* CPU threads, 1..1024; 0: as many as OpenMP offers */
    uint64_t memory_limit; /* most bytes of host memory, and also of device memory, that the context
                            * may hold at once; 0: no limit */
    kg_progress_fn *progress; /* may be NULL: no reports */
    void *progress_user;      /* its first argument */
    int start_aside;          /* a thread starts the GPU that `device` names, which is used after
                               * kg_context_ready(); until then the CPU works */
} kg_context_options;

#define KG_CONTEXT_OPTIONS_INIT KG_ZERO

/*
 * Makes a context.
 *
 * context  [out] set on success, and also on failure if memory allows: then only
 *          kg_context_message() and kg_context_destroy() take it.
 * options  [in] may be NULL: the defaults. Not needed after the call.
 * Returns KG_OK; KG_ARGUMENT (unknown device name, threads not in 0..1024); KG_DEVICE (a device
 * that was asked for by name is not available); KG_MEMORY.
 */
kg_status kg_context_create(kg_context **context, const kg_context_options *options);

/*
 * Waits for the device that a thread starts because of start_aside, and puts it in force. A GPU
 * takes some 0.3 s to start, in which a file can be read: call kg_graph_read() before this, and the
 * work for the device after it.
 *
 * context  [in] any context: without start_aside nothing is done.
 * Returns KG_OK, and leaves message and warning unchanged, or a failure of kg_context_create()
 * without start_aside.
 */
kg_status kg_context_ready(kg_context *context);

/* The stream of the context's GPU, a cudaStream_t, which does all of its work in order. NULL: the
 * device is the CPU, or "auto". */
void *kg_context_stream(const kg_context *context);

/* Orders a caller's stream before the context: the stream's earlier work runs before the context's
 * later work. The call does not wait. stream: a cudaStream_t of the context's device, or NULL for
 * the default one. Returns KG_OK; KG_UNSUPPORTED (the device is the CPU, or "auto"); KG_DEVICE. */
kg_status kg_context_follow(kg_context *context, void *stream);

/* Waits until the context's work is done. If whole_device is not 0, also waits for all other
 * streams of its GPU. On the CPU work is done when a call returns. Returns KG_OK; KG_ARGUMENT
 * (context is NULL); KG_DEVICE. */
kg_status kg_context_wait(kg_context *context, int whole_device);

/*
 * Allocates memory of the context's device for the calls of array.h: on a GPU the GPU's, otherwise
 * host memory, also for "auto".
 *
 * memory   [out] [bytes] not initialised, aligned to 64 bytes; free with kg_context_free().
 * context  [in] must outlive the memory, which counts towards its limit.
 * bytes    [in] any number; 0 is legal.
 * Returns KG_OK, KG_ARGUMENT (a NULL), KG_MEMORY. O(1) on a GPU.
 */
kg_status kg_context_allocate(void **memory, kg_context *context, uint64_t bytes);
/* Frees the memory after the context's earlier work. The caller's own streams must be done with it,
 * or be ordered before the context by kg_context_follow(). NULL is legal. */
void kg_context_free(kg_context *context, void *memory);

/*
 * Copies from host memory to memory of the context's device, and back. The copy is complete when
 * the call returns.
 *
 * context       [in]
 * memory, host  [in] or [out] [bytes] which must not overlap; may be NULL if bytes is 0.
 * Returns KG_OK, KG_ARGUMENT (a NULL), KG_DEVICE. O(bytes).
 */
kg_status kg_context_upload(kg_context *context, void *memory, const void *host, uint64_t bytes);
kg_status kg_context_download(kg_context *context, void *host, const void *memory, uint64_t bytes);

/* Whether memory lies on the context's GPU: KG_OK if both its ends do; KG_ARGUMENT if not, and the
 * message says where it lies and calls it `what`; KG_UNSUPPORTED (the device is the CPU, or
 * "auto"); KG_DEVICE. Managed memory of CUDA counts. O(1). */
kg_status kg_context_owns(
    kg_context *context, const void *memory, uint64_t bytes, const char *what);

/* Frees the context. Everything made with it must be destroyed first. NULL is legal. */
void kg_context_destroy(kg_context *context);

/* Why the last call that can fail did not return KG_OK: one line without a newline, "" if it did.
 * Lent: valid until the next call that takes the context or an object of it. NULL is legal
 * (creation ran out of memory). If a call got NULL for an object and no context, there is no
 * message. */
const char *kg_context_message(const kg_context *context);

/* The warning of the last call that succeeded, such as one about an ambiguous file: one line
 * without a newline, "" if there is none; semicolons separate several warnings. Lent: as the
 * message. */
const char *kg_context_warning(const kg_context *context);

/*
 * A text as konig's messages show it: on one line, and harmless in a terminal. Control characters
 * and characters that change the direction of writing become \x1b or \u202e, bytes that are not
 * UTF-8 \xff. A text that is too long is cut between two characters and ends in "...".
 *
 * shown   [out] [size] terminated.
 * size    [in] at least 4.
 * text    [in] [length] need not be terminated.
 * Returns shown, or "" if it is NULL or too small. Any thread.
 */
const char *kg_text_show(char *shown, size_t size, const char *text, size_t length);

/* The name of the device in force: "cpu", or "cuda:0". If it is chosen for each call ("auto"), the
 * device of the last call that chose. Lent. */
const char *kg_context_device(const kg_context *context);

/* Why the last call that chose a device chose this one; "" if no call did. If the device is "auto",
 * a caller's arrays lie in host memory, and only work on graphs, maps and puzzles goes to a GPU.
 * Lent. */
const char *kg_context_choice(const kg_context *context);

/* The threads of CPU work, started by the first call that has work for several. They are fewer than
 * were asked for if the system does not let the process start that many. */
int kg_context_threads(const kg_context *context);
/* Threads that were asked for, or that OpenMP offered. */
int kg_context_threads_asked(const kg_context *context);

/* The backends of this library, with the driver and devices that were found, or why a backend is
 * not available: one line a backend, such as "cuda: not built". text: [size], always terminated;
 * 512 bytes suffice. */
void kg_backends(char *text, size_t size);

/* How many devices a backend has, which can be asked for by number: 2 for "cuda" if there are
 * cuda:0 and cuda:1. 0: none, or no such backend. */
int kg_device_count(const char *backend);

/* "0.2.0". Static storage. */
const char *kg_version(void);

/* Bytes of host memory that the context holds now, and the most that it ever held. */
typedef struct kg_memory_use {
    uint64_t current;
    uint64_t peak;
    uint64_t limit; /* 0: none */
} kg_memory_use;

kg_memory_use kg_context_memory(const kg_context *context);

/* The same for the device's own memory: zeros if the device is the CPU. */
kg_memory_use kg_context_device_memory(const kg_context *context);

/* One timed stage of the calls made since the last kg_context_clear_timing(). */
typedef struct kg_timing {
    const char *stage; /* static text */
    double ms;
} kg_timing;

/* How many stages ran, at most 256; and the stages, [that many], in the order in which they first
 * ran, lent until the next call that takes the context. A stage that ran several times has one row
 * with the sum. The 256th row, "more stages", has the sum of all further stages. */
size_t kg_context_stages(const kg_context *context);
const kg_timing *kg_context_timing(const kg_context *context);
/* Clears the stages, and the kernels below. */
void kg_context_clear_timing(kg_context *context);

/* Begins a stage of the caller: work between calls, and work of calls that has no stage of its own,
 * count as this stage. stage: static text; NULL ends the caller's stage, which must be done before
 * kg_context_timing() is called. Returns the caller's previous stage, or NULL. On a GPU its clock
 * measures the time. */
const char *kg_context_begin_stage(kg_context *context, const char *stage);

/* While join is not 0, no stage begins, and all work counts as the running stage. For work that
 * several contexts share, of which a single context shows little. */
void kg_context_join_stages(kg_context *context, int join);

/* Launches of one kernel in one shape. A call of CUB is one launch without a shape: all zero. */
typedef struct kg_kernel {
    const char *name; /* static text */
    unsigned grid[3], block[3];
    unsigned registers;                   /* of a thread */
    size_t static_shared, dynamic_shared; /* bytes of a block */
    double occupancy; /* the part of a multiprocessor's warps that run at once, from 0 to 1 */
    uint64_t launches;
    double ms; /* of all launches together */
} kg_kernel;

/* Sets whether launches are recorded from now on; at first they are not. Recording makes each
 * launch slower. */
void kg_context_record_kernels(kg_context *context, int record);
/* The launches recorded since the last kg_context_clear_timing(), [*count], in the order in which
 * the kernels were first launched, lent until the next call that takes the context. Waits for the
 * device. count: [out] 0 on the CPU. */
const kg_kernel *kg_context_kernels(kg_context *context, size_t *count);

#ifdef __cplusplus
}
#endif
#endif
