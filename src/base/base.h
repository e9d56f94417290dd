/*
 * The base of all rooms: backends, failures, memory, progress, timing, threads. base knows no other
 * room.
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
/* Waits until the device has finished all its work. */
#define decl_memory_synchronise(name) kg_status name(kg_context *ctx)
/* The bytes that can still be allocated. */
#define decl_memory_available(name) kg_status name(kg_context *ctx, size_t *bytes)
/* Records, in the order of the device's work, when stage number `stage` begins or ends. */
#define decl_memory_stamp(name) kg_status name(kg_context *ctx, size_t stage, bool end)
/* How long that stage took on the device. Both stamps have been recorded. */
#define decl_memory_elapsed(name) kg_status name(kg_context *ctx, size_t stage, double *ms)
/* KG_ARGUMENT unless the `bytes` bytes at address lie on the device in force. what: the name of the
 * array, for the message. */
#define decl_memory_owns(name)                                                                     \
    kg_status name(kg_context *ctx, const void *address, size_t bytes, const char *what)
/* Orders the device's own stream and a caller's, without waiting for either. The earlier work of
 * the first stream runs before the later work of the other; caller_first says which is first. */
#define decl_memory_order(name) kg_status name(kg_context *ctx, void *stream, bool caller_first)
/* Waits for all streams of the device, including those of other libraries. */
#define decl_memory_settle(name) kg_status name(kg_context *ctx)
/* The stream on which the device works. */
#define decl_memory_stream(name) void *name(const kg_context *ctx)
/* Frees the host memory that is kept for transfers: ctx->pinned is 0 afterwards. The caller holds
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
    /* NULL if the backend's clock and memory are the host's. */
    decl_memory_available((*available));
    decl_memory_stamp((*stamp));
    decl_memory_elapsed((*elapsed));
    /* NULL if the backend has no memory and streams that a caller could use. */
    decl_memory_owns((*owns));
    decl_memory_order((*order));
    decl_memory_settle((*settle));
    decl_memory_stream((*stream));
    decl_memory_trim((*trim));
} kg__memory_ops;

/* The memory functions of the backend in force. */
const kg__memory_ops *kg__memory(const kg_context *ctx);
kg__backend kg__context_backend(const kg_context *ctx);

/* The bytes that can still be allocated on the device in force, within the memory limit. One part
 * in `spared` of the free memory is left alone; 0: none of it. */
kg_status kg__device_left(kg_context *ctx, uint64_t *bytes, unsigned spared);

/* KG_UNSUPPORTED unless the context's device has memory of its own. */
kg_status kg__need_device(kg_context *ctx);

/* Lend arrays on the device in force to a caller, and take them back. After kg__lend(), the arrays
 * are complete for later work of the caller's stream or, with ordered false, when the call returns.
 * After kg__take_back(), earlier work of the stream runs before later work of the device. With
 * ordered false the stream is unknown, and kg__take_back() waits for the whole device. */
kg_status kg__lend(kg_context *ctx, void *stream, bool ordered);
kg_status kg__take_back(kg_context *ctx, void *stream, bool ordered);

/* The cost of one item of some work, by which the device "auto" chooses a backend. Each room keeps
 * the costs of its work beside that work, with the measurement. */
typedef struct kg__cost {
    /* Nanoseconds: for one thread of the CPU; for a device, with copying there and back. */
    double ns[KG__BACKENDS];
    double bytes; /* device memory that an item takes; 0: unknown */
} kg__cost;

/* If the device is "auto": puts the backend in force that finishes `size` items first. It stays in
 * force until kg__end_choice(), which the same public call makes at its end. parts: the most
 * threads that can share the work. */
void kg__choose(kg_context *ctx, const kg__cost *cost, uint64_t size, uint64_t parts);
/* How many items the CPU does in the time in which a device would be ready; UINT64_MAX if there is
 * nothing to choose. */
uint64_t kg__worth_a_start(const kg_context *ctx, const kg__cost *cost);
/* Whether a device is open, so that choosing it costs no start. */
bool kg__device_is_open(const kg_context *ctx);
/* Announces `size` items of work. If kg__choose() would choose a device for them, that device
 * begins to open in a thread of its own. */
void kg__expect(kg_context *ctx, const kg__cost *cost, uint64_t size);
/* Whether work that failed on the device, for lack of memory say, must be done again on the CPU. If
 * so, the CPU is in force when this returns. */
bool kg__choose_other(kg_context *ctx, kg_status status);
/* Puts the backend in force that holds an object's memory, until kg__end_choice(). */
void kg__choose_again(kg_context *ctx, kg__backend backend);
void kg__end_choice(kg_context *ctx);

/* ---- failures -------------------------------------------------------------------------------- */

/* For a function with `kg_status status` and a label `out:`, after which it frees its memory. */
#define KG_TRY(call)                                                                               \
    do {                                                                                           \
        status = (call);                                                                           \
        if (status != KG_OK)                                                                       \
            goto out;                                                                              \
    } while (0)

/* Makes the context's device the calling thread's. Only then can the thread reach its memory. */
void kg__enter(kg_context *ctx);

/* Every public call that can fail begins with this. It clears the last call's failure, and enters
 * the context's device. */
void kg__begin(kg_context *ctx);

/* Clears the message of a failure that the caller has dealt with. */
void kg__forgive(kg_context *ctx);

/* A name as messages show it, at most 63 bytes. The memory lasts as long as the enclosing block. */
#define KG__SHOW(text, length) kg_text_show((char[64]){0}, 64, text, length)

/* Records a failure, unless one is recorded already, and returns status. Any thread may call. */
kg_status kg__fail(kg_context *ctx, kg_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* For the first lines of a public call: fails if a pointer that the call needs is NULL. ctx: NULL
 * if the missing pointer is the context itself, or the object that has the context. */
#define KG_NEED(ctx, pointer)                                                                      \
    do {                                                                                           \
        if (!(pointer))                                                                            \
            return kg__fail_null(ctx, #pointer);                                                   \
    } while (0)

/* The same for a call that makes an object. The call needs `result`, which is set to NULL first,
 * and then `given`, the context or an object that has it. */
#define KG_NEED_RESULT(ctx, result, given)                                                         \
    do {                                                                                           \
        KG_NEED(ctx, result);                                                                      \
        *(result) = NULL;                                                                          \
        KG_NEED(NULL, given);                                                                      \
    } while (0)

/* An object's context; NULL if the object is NULL. */
#define KG__CONTEXT(object) ((object) ? (object)->ctx : NULL)

kg_status kg__fail_null(kg_context *ctx, const char *what);

/* Sets the call's warning. Only the calling thread may do this. */
void kg__warn(kg_context *ctx, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Defines the public function name() of an object, `of`, which returns `value`, or `none` if the
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
    KG__FAULT_DEVICE, /* a call of the device's driver, or a launch */
    KG__FAULTS
} kg__fault;

/* Makes the k-th call of that kind from now on fail, once; 0: none. kg__context_create() can make
 * an allocation fail while a context is being created. */
void kg__fault_set(kg_context *ctx, kg__fault kind, uint64_t k);

/* Whether this call must fail. Each allocation, read and write asks. Any thread. */
bool kg__fault_hit(kg_context *ctx, kg__fault kind);

kg_status kg__context_create(
    kg_context **context, const kg_context_options *options, uint64_t fail_allocation);

/* ---- memory ---------------------------------------------------------------------------------- */

/* count * size, or SIZE_MAX on overflow: an allocation of SIZE_MAX always fails. */
static inline size_t kg__bytes(uint64_t count, size_t size)
{
    size_t bytes;
    return __builtin_mul_overflow(count, size, &bytes) ? SIZE_MAX : bytes;
}

/*
 * An array of `count` elements in the backend's memory: uninitialised, aligned to 64 bytes, on huge
 * pages if it is large. *array is set to NULL on failure. what: the array's name in messages, "row
 * offsets" say. Do not call this in a loop, or from several threads of one context at once.
 */
kg_status kg__allocate(kg_context *ctx, void *array, uint64_t count, size_t size, const char *what);

/* The same in host memory, whatever the backend. Any thread may call this and the next three. */
kg_status kg__host_allocate(
    kg_context *ctx, void *array, uint64_t count, size_t size, const char *what);
/* Grows or shrinks, keeping the contents; *array may be NULL before. Unchanged on failure. */
kg_status kg__host_resize(
    kg_context *ctx, void *array, uint64_t count, size_t size, const char *what);
/* Makes room for `count` elements of an array that grows by doubling. *array: NULL if *room is 0.
 * On failure both are unchanged. */
kg_status kg__host_grow(
    kg_context *ctx, void *array, uint64_t *room, uint64_t count, size_t size, const char *what);
/* Frees an array of either kind. NULL is legal. */
void kg__free(kg_context *ctx, void *array);
/* Frees `count` arrays, in their order. */
void kg__free_list(kg_context *ctx, void *const *array, size_t count);
/* Frees all arrays that are named after ctx: the last line of a function that owns several. All
 * pointers are read before the first array is freed, so the last one may be the struct that holds
 * them. */
#define kg__free_all(ctx, ...)                                                                     \
    do {                                                                                           \
        void *const kg__freed[] = {__VA_ARGS__};                                                   \
        kg__free_list(ctx, kg__freed, sizeof kg__freed / sizeof *kg__freed);                       \
    } while (0)

/* Copies within host memory, with all threads. */
void kg__host_copy(kg_context *ctx, void *to, const void *from, size_t bytes);
/* Writes a byte to each huge page of an array whose content does not matter, with all threads. The
 * first thread that touches a new page clears it, and the others wait. */
void kg__host_touch(kg_context *ctx, void *array, size_t bytes);

/* Counts host memory that a device keeps for transfers, if it fits the limit now. False: it does
 * not. */
bool kg__pin(kg_context *ctx, size_t bytes);
void kg__unpin(kg_context *ctx);

/*
 * One block in the backend's memory, from which a pipeline carves its arrays. The same layout
 * function is called twice: first on an arena without base, which only adds up the size, then to
 * carve.
 *
 *     | array | pad to 64 | array | pad to 64 | ...
 */
typedef struct kg__arena {
    unsigned char *base; /* NULL while sizing */
    size_t used;         /* SIZE_MAX once a size overflowed */
} kg__arena;

void *kg__arena_carve(kg__arena *arena, uint64_t count, size_t size);

/* Allocates arena->used bytes, and rewinds the arena for carving. Free with kg__free(base). */
kg_status kg__arena_allocate(kg_context *ctx, kg__arena *arena, const char *what);

/*
 * A large block that is freed stays with the context, so that a later call that needs such a block
 * does not fault its pages in again. This function gives these blocks back to the system. An
 * allocation also does so if the context would otherwise hold an eighth more than its peak, or more
 * than its limit.
 */
void kg__release_spares(kg_context *ctx);

/* The bytes of host memory that can still be allocated: the available memory of the system, or less
 * if a control group of the process allows less. If neither is known, a very large number. root:
 * stands before /proc and /sys; "" except in tests. */
uint64_t kg__host_available(const char *root);

/* ---- cached objects -------------------------------------------------------------------------- */

/* An object that a context keeps for a room until its end: tables, say, that later calls need
 * again. It is the first member of the room's struct. Its destroy function also identifies it. */
typedef struct kg__cached {
    struct kg__cached *next;
    void (*destroy)(kg_context *ctx, struct kg__cached *cached);
} kg__cached;

/* The context owns the object from now on. */
void kg__cache(kg_context *ctx, kg__cached *cached);
/* Returns the object that has this destroy function, or NULL. */
kg__cached *kg__find_cached(const kg_context *ctx, void (*destroy)(kg_context *, kg__cached *));
/* Destroys all of them. */
void kg__release_cached(kg_context *ctx);

/* ---- progress, timing ------------------------------------------------------------------------ */

/* From the calling thread only (thread 0 of a parallel region). Cheap: it looks at the clock first.
 * Returns the result of kg__cancelled(). A caller that cannot pass on the status at once calls
 * kg__cancelled() later. */
kg_status kg__progress(kg_context *ctx, const char *what, uint64_t done, uint64_t total);

/* Fails with KG_CANCELLED once the progress function has asked to end this call. From then on all
 * allocations and reads fail in the same way. Any thread. */
kg_status kg__cancelled(kg_context *ctx);
/* Sets what kg__cancelled() looks at, NULL for a call that is not cancelled, and returns the old
 * value. So a call that is cancelled can save what it has done. */
const char *kg__cancelled_set(kg_context *ctx, const char *cancelled);

/* When unfinished work must stop. All zero: never. */
typedef struct kg__patience {
    double seconds, end;      /* end: by kg__now(); 0: none */
    const volatile int *stop; /* stop if it is not 0; may be NULL */
} kg__patience;

/* Counts from now on; seconds 0: no limit. */
kg__patience kg__patience_from(double seconds, const volatile int *stop);
/* Whether the time is over, or *stop is set. Any thread. */
bool kg__patience_ends(const kg__patience *patience);
/* After the end: "interrupted", or "stopped after 10 s". text: [size] */
void kg__patience_tell(const kg__patience *patience, char *text, size_t size);

/* Ends the running stage, if any, and begins another. stage: static text; NULL: the caller's stage
 * goes on, if there is one. */
void kg__stage(kg_context *ctx, const char *stage);

/* Seconds on a steady clock. */
double kg__now(void);

/* ---- threads --------------------------------------------------------------------------------- */

/* How many threads to use for `items` items of work: one for little work, and never more than the
 * system lets the process start. grain: how many items make one more thread worthwhile. Every
 * parallel region must have this as its num_threads(), because OpenMP ends the process if it cannot
 * start a thread. */
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

/* The number of threads in the caller's parallel region. */
static inline int kg__thread_count(void)
{
#ifdef _OPENMP
    return omp_get_num_threads();
#else
    return 1;
#endif
}

/* The beginning of part `index`, if [0, count) is divided into `parts` equal parts. */
static inline uint64_t kg__part(uint64_t count, int index, int parts)
{
    return (uint64_t)((unsigned __int128)count * (unsigned)index / (unsigned)parts);
}

#endif
