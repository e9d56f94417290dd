/*
 * check: every backend against a plain serial oracle, and the same cases as benchmarks.
 *
 * To add the cases of a module:
 *  1. Write <room>/check_<module>.c. A case is a function `void f(check *c)` that makes its inputs,
 *     works out the answer by the definition, in serial code that shares nothing with the library,
 *     and compares it with what each context in c->context gives (one a thread count, all on the
 *     backend under test). Inputs go to the backend by check_upload(), outputs come back by
 *     check_download(), the comparison is check_equal().
 *  2. End the file with `const check_case check_<module>_cases[] = {{...}, ..., {NULL}};`.
 *  3. Declare that array at the end of this header, list it in `modules` in check.c, and the file
 *     in meson.build.
 *
 * Names are "<module>.<what>", so that --filter picks a module or one thing. A case may have a
 * benchmark; it verifies the answer of its timed runs.
 */
#ifndef CHECK_H
#define CHECK_H

#include "base/base.h"
#include <konig/konig.h>

typedef struct check check;

typedef struct check_case {
    const char *name;
    void (*test)(check *c);
    void (*bench)(check *c); /* may be NULL */
    size_t width;            /* the case's own: bytes of an element, say */
    bool ranks;              /* it works by check_ranks(), so it can run under mpirun */
} check_case;

enum { CHECK_THREADS = 4 };

/* Whether the run is to be a short one, under a tool that checks every access say: --small. */
bool check_is_small(void);

struct check {
    const char *backend;
    uint64_t seed; /* of this run; --seed */
    int contexts;
    kg_context *context[CHECK_THREADS]; /* with 1, 2, 3, 7 threads; bench: 1, all; or --threads */
    const check_case *now;
    char what[160];    /* what check_say() said last */
    uint64_t compared; /* answers compared in this case */
    uint64_t failed;   /* failures in this case */
    double copy_rate;  /* bytes read and written a second by the backend's copy */
};

/* Says which input the following comparisons are about, for the text of a failure. */
void check_say(check *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Records a failure. Several threads may do so, and compare. */
void check_fail(check *c, const kg_context *ctx, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Whether the context works on the CPU by one thread. */
bool check_is_serial(const kg_context *ctx);

/* Compares. Each returns whether it was as expected. */
bool check_status(check *c, const kg_context *ctx, kg_status got, kg_status expected);
bool check_number(
    check *c, const kg_context *ctx, const char *name, uint64_t got, uint64_t expected);
/* Two arrays in host memory, count elements of 1, 2, 4 or 8 bytes each. */
bool check_equal(check *c, const kg_context *ctx, const char *name, const void *got,
    const void *expected, uint64_t count, size_t size);

/* Host memory; the test ends where there is none. Free with free(). */
void *check_array(uint64_t count, size_t size);

/* Memory of the context's backend: a copy of host (uninitialised where host is NULL), and back. */
void *check_upload(kg_context *ctx, const void *host, uint64_t count, size_t size);
void check_download(kg_context *ctx, void *host, const void *array, uint64_t count, size_t size);

/* ---- data ------------------------------------------------------------------------------------ */

typedef enum check_pattern {
    CHECK_RANDOM,   /* all bits */
    CHECK_SMALL,    /* below 16 */
    CHECK_CONSTANT, /* one random value */
    CHECK_SORTED,
    CHECK_REVERSED,
    CHECK_HIGH_BITS, /* differ in the lowest, one middle and the highest bits */
    CHECK_FEW,       /* 5 values with all bits */
    CHECK_RANGE,     /* a narrow range at a high place */
    CHECK_ONES,      /* every bit set */
    CHECK_PEAK,      /* zeros, and one that is not in their middle */
    CHECK_SPECIAL,   /* bits that are the ends of something as integers or floats; see check.c */
    CHECK_PATTERNS
} check_pattern;

/*
 *     for (check_input at = {0}; check_next(&at);)
 *
 * goes through sizes at which something begins or ends (nothing, words, blocks, chunks, more
 * threads) times all patterns; the largest sizes only with the most telling patterns, so that the
 * whole run takes seconds.
 */
typedef struct check_input {
    int index; /* of this input + 1 */
    uint64_t n;
    check_pattern pattern;
} check_input;

bool check_next(check_input *at);

const char *check_pattern_name(check_pattern pattern);

/* A stream of random numbers, the same for the same seed. */
uint64_t check_random(uint64_t *state);

/* value: [n] of the pattern; each fits size bytes. */
void check_fill(uint64_t *value, uint64_t n, size_t size, check_pattern pattern, uint64_t seed);

/* to: [n] of size bytes each, from numbers that fit. */
void check_pack(void *to, const uint64_t *from, uint64_t n, size_t size);

/* ---- injected failures ----------------------------------------------------------------------- */

/* Bytes that the context holds, the host's and the device's. */
uint64_t check_held(const kg_context *ctx);

/*
 * Makes the first, second, ... allocation of `call` fail until it succeeds, then the first, second,
 * ... call of the device's driver, and checks each time the status, that there is a text, and that
 * no memory is left behind.
 */
#define CHECK_ALLOCATIONS(c, ctx, call)                                                            \
    do {                                                                                           \
        CHECK_FAULTS(c, ctx, KG__FAULT_ALLOCATE, call);                                            \
        CHECK_FAULTS(c, ctx, KG__FAULT_DEVICE, call);                                              \
    } while (0)

#define CHECK_FAULTS(c, ctx, kind, call)                                                           \
    do {                                                                                           \
        uint64_t check_before = check_held(ctx);                                                   \
        for (uint64_t check_k = 1;; check_k++) {                                                   \
            kg__fault_set(ctx, kind, check_k);                                                     \
            if (!check_fault(c, ctx, #call, check_k, check_before, (call)))                        \
                break;                                                                             \
        }                                                                                          \
    } while (0)

/* Whether the call failed as it should, so that the next allocation is to be tried. */
bool check_fault(
    check *c, kg_context *ctx, const char *call, uint64_t k, uint64_t held, kg_status status);

/* Compares what the device has of a graph, if anything, with what the host has. In
 * csr/generate/check_generate.c. */
void check_resident(check *c, kg_graph *graph);

/* ---- ranks ----------------------------------------------------------------------------------- */

/*
 *     for (int at = 0, ranks; check_rank_counts(&at, &ranks);)
 *         check_ranks(c, ranks, threads, run, &given);
 *
 * runs run() on 1, 2, 3, 4 and 7 ranks, or as many as --ranks says: each in a thread, with a
 * context of so many threads that has joined the others. On CUDA each has a GPU of its own where
 * there are so many (they exchange by NCCL), and otherwise they share those that there are.
 *
 * `check --ranks mpi`, under mpirun, runs each rank in a process of its own. What run() is given is
 * then made by each of them, and what it puts there is not seen by others.
 */
typedef void check_rank_fn(check *c, kg_context *ctx, void *given);

bool check_rank_counts(int *at, int *ranks);
void check_ranks(check *c, int ranks, int threads, check_rank_fn *run, void *given);
/* apart: as if no GPU reached another one's memory; check_ranks() takes turns. */
void check_ranks_apart(
    check *c, int ranks, int threads, bool apart, check_rank_fn *run, void *given);

/* The end that the context of a rank has joined. */
kg_comm *check_comm(const kg_context *ctx);

/* For the runner: what --ranks says. false: that is none of 1 to 64 and mpi. MPI begins. */
bool check_ranks_asked(const char *text);
/* Whether ranks are processes, and which rank this is. */
bool check_ranks_mpi(int *rank);
void check_ranks_end(void);

/* ---- benchmarks ------------------------------------------------------------------------------ */

/*
 *     for (check_clock clock = {0}; check_again(c, &clock, ctx, "random", items, bytes);)
 *         status = call;
 *
 * runs the call once to warm up, then an odd number of times, and prints the median: items a second
 * and, by the bytes that the task itself must read and write, how near that comes to a copy.
 */
enum { CHECK_RUNS = 5 };

typedef struct check_clock {
    int runs;
    double begin;
    double seconds[CHECK_RUNS];
} check_clock;

bool check_again(check *c, check_clock *clock, const kg_context *ctx, const char *what,
    uint64_t items, uint64_t bytes);

/* ---- the modules' cases, each ending with a case without name -----------------------------------
 */

extern const check_case check_comm_cases[], check_comm_fault_cases[];
extern const check_case check_csr_cases[], check_device_cases[];
extern const check_case check_generate_cases[];
extern const check_case check_generate_undirected_cases[];
extern const check_case check_graph_cases[];
extern const check_case check_imbalance_cases[];
extern const check_case check_kmers_cases[];
extern const check_case check_subgraph_cases[];
extern const check_case check_bidirected_cases[];
extern const check_case check_simplify_cases[];
extern const check_case check_symmetrise_cases[];
extern const check_case check_fields_cases[], check_fields_calls_cases[];
extern const check_case check_grid_cases[];
extern const check_case check_grid_nearest_cases[];
extern const check_case check_grid_real_cases[];
extern const check_case check_grid_tasks_cases[];
extern const check_case check_base_cases[];
extern const check_case check_memory_cases[];
extern const check_case check_euler_cases[];
extern const check_case check_batch_cases[];
extern const check_case check_euler_batch_cases[];
extern const check_case check_count_cases[];
extern const check_case check_random_cases[];
extern const check_case check_trails_cases[];
extern const check_case check_undirected_cases[];
extern const check_case check_unique_cases[];
extern const check_case check_euler_calls_cases[], check_ranks_cases[], check_part_cases[],
    check_part_vertices_cases[];
extern const check_case check_ranks_calls_cases[];
extern const check_case check_route_cases[], check_route_mixed_cases[];
extern const check_case check_certificate_cases[], check_flow_cases[];
extern const check_case check_plot_cases[], check_plot_files_cases[];
extern const check_case check_drawing_cases[];
extern const check_case check_scan_cases[];
extern const check_case check_sort_cases[];
extern const check_case check_sort_lanes_cases[];
extern const check_case check_typed_cases[];
extern const check_case check_typed_filter_cases[];
extern const check_case check_typed_generate_cases[];
extern const check_case check_typed_histogram_cases[], check_typed_moments_cases[];
extern const check_case check_matrices_cases[];
extern const check_case check_problems_cases[];
extern const check_case check_heuristic_cases[];
extern const check_case check_same_matrices_cases[];
extern const check_case check_pitched_cases[];
extern const check_case check_sparse_cases[];
extern const check_case check_same_problems_cases[];
extern const check_case check_distances_cases[], check_distances_calls_cases[];
extern const check_case check_nearest_cases[];
extern const check_case check_checkpoints_cases[];
extern const check_case check_customize_cases[];
extern const check_case check_hierarchy_cases[], check_hierarchy_matrix_cases[];
extern const check_case check_hierarchy_threads_cases[], check_hierarchy_pairs_cases[];
extern const check_case check_grid_index_cases[];
extern const check_case check_streets_cases[], check_streets_graphml_cases[];
extern const check_case check_streets_route_cases[];
extern const check_case check_streets_turns_cases[], check_streets_vehicles_cases[];
extern const check_case check_streets_windy_cases[];
extern const check_case check_detours_cases[];
extern const check_case check_pattern_counts_cases[];
extern const check_case check_patterns_cases[];
extern const check_case check_rings_cases[];
extern const check_case check_tiles_cases[];
extern const check_case check_ga_star_cases[], check_ga_star_given_cases[];
extern const check_case check_ga_star_graph_cases[], check_ga_star_maps_cases[];
extern const check_case check_ga_star_source_cases[];
extern const check_case check_verify_cases[];
extern const check_case check_refused_cases[];

#endif
