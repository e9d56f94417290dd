/*
 * What all of konig is built on: backends, failures, memory, progress, timing, threads. base knows
 * no module above it.
 */
#ifndef KG_BASE_H
#define KG_BASE_H

#include "backend.h"
#include <konig/context.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef _OPENMP
#include <omp.h>
#endif

/* ---- backends -------------------------------------------------------------------------------- */

/* Memory of a backend. Sizes in bytes. Copies are complete when the call returns. */
#define decl_memory_allocate(name) kg_status name(kg_context *ctx, void **block, size_t bytes)
#define decl_memory_resize(name)                                                                   \
    kg_status name(kg_context *ctx, void **block, size_t old_bytes, size_t bytes)
#define decl_memory_free(name) void name(kg_context *ctx, void *block, size_t bytes)
#define decl_memory_copy(name)                                                                     \
    kg_status name(kg_context *ctx, void *to, const void *from, size_t bytes)
#define decl_memory_clear(name) kg_status name(kg_context *ctx, void *block, int byte, size_t bytes)
/* Waits until all work that the device was given is done. */
#define decl_memory_synchronise(name) kg_status name(kg_context *ctx)
/* Bytes that could still be allocated. */
#define decl_memory_available(name) kg_status name(kg_context *ctx, size_t *bytes)
/* Notes, in the order of the device's work, when stage number `stage` begins or ends. */
#define decl_memory_stamp(name) kg_status name(kg_context *ctx, size_t stage, bool end)
/* How long that stage took on the device. Both stamps are set. */
#define decl_memory_elapsed(name) kg_status name(kg_context *ctx, size_t stage, double *ms)
/* KG_ARGUMENT unless so many bytes from an address on lie on the device in force. what: whose they
 * are, for the text. */
#define decl_memory_owns(name)                                                                     \
    kg_status name(kg_context *ctx, const void *address, size_t bytes, const char *what)
/* Orders the device's own stream and a caller's, without waiting for either: what the first was
 * given so far comes before what the other is given from now on. */
#define decl_memory_order(name) kg_status name(kg_context *ctx, void *stream, bool caller_first)
/* Waits for all streams of the device, those of others included. */
#define decl_memory_settle(name) kg_status name(kg_context *ctx)
/* The stream on which the device works. */
#define decl_memory_stream(name) void *name(const kg_context *ctx)
/* Gives back the host memory that is kept for transfers: ctx->pinned is 0 then. The caller holds
 * the lock. */
#define decl_memory_trim(name) void name(kg_context *ctx)

typedef struct kg__memory_ops {
    decl_memory_allocate((*allocate));
    decl_memory_resize((*resize));
    decl_memory_free((*free));
    decl_memory_copy((*upload));   /* host to backend */
    decl_memory_copy((*download)); /* backend to host */
    decl_memory_copy((*copy));     /* within the backend */
    decl_memory_clear((*clear));
    decl_memory_synchronise((*synchronise));
    /* NULL where the backend's clock and memory are the host's. */
    decl_memory_available((*available));
    decl_memory_stamp((*stamp));
    decl_memory_elapsed((*elapsed));
    /* NULL where there is no device whose memory and streams a caller could have. */
    decl_memory_owns((*owns));
    decl_memory_order((*order));
    decl_memory_settle((*settle));
    decl_memory_stream((*stream));
    decl_memory_trim((*trim));
} kg__memory_ops;

/* The memory functions of the backend in force. */
const kg__memory_ops *kg__memory(const kg_context *ctx);
kg__backend kg__context_backend(const kg_context *ctx);

/* How many bytes may still be allocated on the device in force, within the memory limit. One part
 * in `spared` of the free memory is left alone; 0: none of it. */
kg_status kg__device_left(kg_context *ctx, uint64_t *bytes, unsigned spared);

/* KG_UNSUPPORTED unless the context was made for a device that has memory of its own. */
kg_status kg__need_device(kg_context *ctx);

/* For what lies on the device in force and is lent to a caller. kg__lend(): it is complete for what
 * the caller's stream is given from now on, or, ordered false, when this returns. kg__take_back():
 * what the stream was given so far comes before what the device is given from now on; ordered false
 * where the stream is unknown: this waits for all of the device. */
kg_status kg__lend(kg_context *ctx, void *stream, bool ordered);
kg_status kg__take_back(kg_context *ctx, void *stream, bool ordered);

/* What one item of some work costs. The device "auto" chooses a backend by this. Each room keeps
 * the costs of its work beside that work, with the measurement. */
typedef struct kg__cost {
    /* Nanoseconds: for one thread of the CPU; for a device, copying there and back included. */
    double ns[KG__BACKENDS];
    double bytes; /* device memory that an item takes; 0: unknown */
} kg__cost;

/* Where the device is "auto": puts the backend in force that finishes `size` items first. It stays
 * in force until kg__end_choice(), which the same public call makes at its end. parts: so many
 * threads at most can share the work. */
void kg__choose(kg_context *ctx, const kg__cost *cost, uint64_t size, uint64_t parts);
/* How many items the CPU does in the time in which a device would be ready; UINT64_MAX where there
 * is nothing to choose. */
uint64_t kg__worth_a_start(const kg_context *ctx, const kg__cost *cost);
/* Whether a device is open, so that choosing it costs no start. */
bool kg__device_is_open(const kg_context *ctx);
/* So many items of work will come. Where kg__choose() would choose a device for them, that device
 * begins to open in a thread of its own. */
void kg__expect(kg_context *ctx, const kg__cost *cost, uint64_t size);
/* Whether work that failed on the device, for lack of memory say, is to be done again on the CPU.
 * If so, the CPU is in force when this returns. */
bool kg__choose_other(kg_context *ctx, kg_status status);
/* Puts the backend in force whose memory an object lies in, until kg__end_choice(). */
void kg__choose_again(kg_context *ctx, kg__backend backend);
void kg__end_choice(kg_context *ctx);

/* ---- failures -------------------------------------------------------------------------------- */

/* For the body of a function with `kg_status status` and a label `out:` that frees what it made. */
#define KG_TRY(call)                                                                               \
    do {                                                                                           \
        status = (call);                                                                           \
        if (status != KG_OK)                                                                       \
            goto out;                                                                              \
    } while (0)

/* Makes the context's device the calling thread's, from where alone its memory can be reached. */
void kg__enter(kg_context *ctx);

/* Every public call that can fail begins with this: it forgets the last call's failure, and enters
 * the context's device. */
void kg__begin(kg_context *ctx);

/* A name as messages show it, at most 63 bytes, in memory of the block that this stands in. */
#define KG__SHOW(text, length) kg_text_show((char[64]){0}, 64, text, length)

/* Records a failure, unless one is recorded already, and returns status. Any thread may call. */
kg_status kg__fail(kg_context *ctx, kg_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* For the first lines of a public call: fails where a pointer that the call needs is NULL. ctx:
 * NULL where the missing pointer is the context itself, or the object that has the context. */
#define KG_NEED(ctx, pointer)                                                                      \
    do {                                                                                           \
        if (!(pointer))                                                                            \
            return kg__fail_null(ctx, #pointer);                                                   \
    } while (0)

/* The same for a call that makes an object: it needs `result`, to which it sets NULL first, and
 * then `given`, the context or an object that has it. */
#define KG_NEED_RESULT(ctx, result, given)                                                         \
    do {                                                                                           \
        KG_NEED(ctx, result);                                                                      \
        *(result) = NULL;                                                                          \
        KG_NEED(NULL, given);                                                                      \
    } while (0)

/* An object's context; NULL where the object is NULL. */
#define KG__CONTEXT(object) ((object) ? (object)->ctx : NULL)

kg_status kg__fail_null(kg_context *ctx, const char *what);

/* Sets the call's warning. Only the calling thread may do this. */
void kg__warn(kg_context *ctx, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Defines the public function name() of an object, `of`, which returns `value`; `none` where the
 * object is NULL. */
#define KG__GETTER(result, name, type, of, value, none)                                            \
    result name(const type *of)                                                                    \
    {                                                                                              \
        return of ? value : none;                                                                  \
    }

/* ---- failure injection (tests) --------------------------------------------------------------- */

typedef enum kg__fault {
    KG__FAULT_ALLOCATE,
    KG__FAULT_READ,
    KG__FAULT_WRITE,
    KG__FAULT_DEVICE, /* a call of the device's driver, a launch */
    KG__FAULTS
} kg__fault;

/* Makes the k-th call of that kind from now on fail, once; 0: none. To make an allocation fail
 * while a context is being created, use kg__context_create(). */
void kg__fault_set(kg_context *ctx, kg__fault kind, uint64_t k);

/* Whether this call is the one to fail. Called by each allocation, read and write. Any thread. */
bool kg__fault_hit(kg_context *ctx, kg__fault kind);

kg_status kg__context_create(
    kg_context **context, const kg_context_options *options, uint64_t fail_allocation);

/* ---- memory ---------------------------------------------------------------------------------- */

/* count * size, or SIZE_MAX where that does not fit: an allocation of SIZE_MAX always fails. */
static inline size_t kg__bytes(uint64_t count, size_t size)
{
    size_t bytes;
    return __builtin_mul_overflow(count, size, &bytes) ? SIZE_MAX : bytes;
}

/*
 * An array of count elements in the backend's memory, uninitialised, aligned to 64 bytes, on huge
 * pages where it is large. *array is set to NULL on failure. what: for the message, "row offsets"
 * say. Not to be called in a loop, nor from several threads of one context at once.
 */
kg_status kg__allocate(kg_context *ctx, void *array, uint64_t count, size_t size, const char *what);

/* The same in host memory, whatever the backend. Any thread may call this and the next three. */
kg_status kg__host_allocate(
    kg_context *ctx, void *array, uint64_t count, size_t size, const char *what);
/* Grows or shrinks, keeping the contents; *array may be NULL before. Unchanged on failure. */
kg_status kg__host_resize(
    kg_context *ctx, void *array, uint64_t count, size_t size, const char *what);
/* Makes room for `count` elements of an array that grows by doubling. *array: NULL where *room is
 * 0. Both are as they were on failure. */
kg_status kg__host_grow(
    kg_context *ctx, void *array, uint64_t *room, uint64_t count, size_t size, const char *what);
/* Frees either kind. NULL is legal. */
void kg__free(kg_context *ctx, void *array);
/* Frees `count` arrays, in their order. */
void kg__free_list(kg_context *ctx, void *const *array, size_t count);
/* Frees all arrays that are named after ctx: the last line of a function that owns several. All of
 * them are read before the first is freed, so that the struct they stand in may be the last. */
#define kg__free_all(ctx, ...)                                                                     \
    do {                                                                                           \
        void *const kg__freed[] = {__VA_ARGS__};                                                   \
        kg__free_list(ctx, kg__freed, sizeof kg__freed / sizeof *kg__freed);                       \
    } while (0)

/* Copies within host memory by all threads. */
void kg__host_copy(kg_context *ctx, void *to, const void *from, size_t bytes);
/* Writes a byte of each huge page of memory whose content does not count, by all threads: whoever
 * touches a new page first clears it, and the others wait. */
void kg__host_touch(kg_context *ctx, void *array, size_t bytes);

/* Counts host memory that a device keeps for transfers, for as long as there is room for it within
 * the limit. False: there is none now. */
bool kg__pin(kg_context *ctx, size_t bytes);
void kg__unpin(kg_context *ctx);

/*
 * One block in the backend's memory that a pipeline carves its arrays from. The same layout
 * function is called twice: on an arena without base to size it, then to carve.
 *
 *     | array | pad to 64 | array | pad to 64 | ...
 */
typedef struct kg__arena {
    unsigned char *base; /* NULL while sizing */
    size_t used;         /* SIZE_MAX once a size did not fit */
} kg__arena;

void *kg__arena_carve(kg__arena *arena, uint64_t count, size_t size);

/* The block for arena->used bytes, and the arena rewound for carving. Free with kg__free(base). */
kg_status kg__arena_allocate(kg_context *ctx, kg__arena *arena, const char *what);

/*
 * A large block that is freed stays with the context, so that a later call that needs such a block
 * does not fault its pages in again. This function gives these blocks back to the system. So does
 * an allocation with which the context would hold an eighth more than its peak, or more than its
 * limit.
 */
void kg__release_spares(kg_context *ctx);

/* How many bytes of host memory may still be allocated: what the system says is available, or less
 * where a control group of the process allows less. Where neither is known, a number too large to
 * matter. root: stands before /proc and /sys; "" except in tests. */
uint64_t kg__host_available(const char *root);

/* ---- progress, timing ------------------------------------------------------------------------ */

/* From the calling thread only (thread 0 of a parallel region). Cheap: looks at the clock first.
 * Returns what kg__cancelled() returns. A caller that cannot pass the status on at once calls
 * kg__cancelled() later. */
kg_status kg__progress(kg_context *ctx, const char *what, uint64_t done, uint64_t total);

/* Fails with KG_CANCELLED once the progress function has asked for this call to end; all
 * allocations and reads fail so from then on. Any thread. */
kg_status kg__cancelled(kg_context *ctx);

/* When work is to stop before it is done. All zero: never. */
typedef struct kg__patience {
    double seconds, end;      /* end: by kg__now(); 0: none */
    const volatile int *stop; /* stop when it is not 0; may be NULL */
} kg__patience;

/* From now on; seconds 0: no limit. */
kg__patience kg__patience_from(double seconds, const volatile int *stop);
/* Any thread. */
bool kg__patience_ends(const kg__patience *patience);
/* Once it has ended: "interrupted", or "stopped after 10 s". text: [size] */
void kg__patience_tell(const kg__patience *patience, char *text, size_t size);

/* Ends the stage that is running, if any, and begins another. stage: static text; NULL: the
 * caller's stage goes on, if there is one. */
void kg__stage(kg_context *ctx, const char *stage);

/* Seconds on a steady clock. */
double kg__now(void);

/* ---- threads --------------------------------------------------------------------------------- */

/* How many threads to use for so many items of work: one for little work, and never more than the
 * system lets the process start. grain: how many items make one more thread worth while. Every
 * parallel region must have this as its num_threads(), because OpenMP ends the process where it
 * cannot start a thread. */
int kg__threads(const kg_context *ctx, uint64_t items, uint64_t grain);

/* Begin a parallel region and a parallel loop. threads: how many run it. OpenMP's other clauses may
 * follow. In a build without OpenMP the calling thread does the work, and the macro is a statement:
 * put braces around it under an `if`. */
#ifdef _OPENMP
#define KG__PRAGMA(...)           _Pragma(#__VA_ARGS__)
#define KG_PARALLEL(threads, ...) KG__PRAGMA(omp parallel num_threads(threads) __VA_ARGS__)
#define KG_PARALLEL_FOR(threads, ...) KG__PRAGMA(omp parallel for num_threads(threads) __VA_ARGS__)
#else
#define KG_PARALLEL(threads, ...)     (void)(threads);
#define KG_PARALLEL_FOR(threads, ...) (void)(threads);
#endif

static inline int kg__thread_index(void)
{
#ifdef _OPENMP
    return omp_get_thread_num();
#else
    return 0;
#endif
}

/* Threads in the parallel region that the caller is in. */
static inline int kg__thread_count(void)
{
#ifdef _OPENMP
    return omp_get_num_threads();
#else
    return 1;
#endif
}

/* Where part `index` of `parts` equal parts of [0, count) begins. */
static inline uint64_t kg__part(uint64_t count, int index, int parts)
{
    return (uint64_t)((unsigned __int128)count * (unsigned)index / (unsigned)parts);
}

#endif
