/* Tests of readers and writers: what its parts share. */
#ifndef IO_H
#define IO_H

#include "csr/files/read.h"
#include "csr/files/write.h"
#include <konig/konig.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int io_failures;

/* A failed check counts and says where; the run goes on. */
#define CHECK(condition, ...)                                                                      \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            io_failures++;                                                                         \
            fprintf(stderr, "%s:%d: ", __FILE__, __LINE__);                                        \
            fprintf(stderr, __VA_ARGS__);                                                          \
            fputc('\n', stderr);                                                                   \
        }                                                                                          \
    } while (0)

enum { THREAD_COUNTS = 4, BLOCK_SIZES = 6 };
extern const int thread_counts[THREAD_COUNTS];
extern const size_t block_sizes[BLOCK_SIZES];

kg_context *io_context(int threads);

/* Reads a graph from bytes in memory, as a file of that name, in blocks of that size. */
kg_status io_read(kg_graph **graph, kg_context *ctx, const char *bytes, size_t size,
    const char *name, kg_format format, int names, size_t block);

/* The same with all options. */
kg_status io_read_options(kg_graph **graph, kg_context *ctx, const char *bytes, size_t size,
    const char *name, const kg_read_options *options, size_t block);

/* Checks that a graph, read from a text, is not written in a format: the message says why, and no
 * file is left. */
void io_check_refusal(kg_context *ctx, const char *content, kg_format format, const char *message);

/* A graph as "a:b,c;b:;c:a=0.5;": with the value behind = where it has values; of an
 * undirected graph the half-edges, of a bidirected one with both sides: "a:+b-". To be freed. */
char *io_describe(kg_graph *graph);

/* A path in this run's own directory, which io_main removes: it must be empty by then. */
const char *io_path(const char *name);
bool io_directory_is_empty(void);
char *io_load(const char *path, size_t *size);
void io_save(const char *path, const char *bytes, size_t size);

void io_damaged(void);
void io_columns(void);
void io_counts(void);
void io_csv(void);
void io_packed(void);
void io_labels(void);
void io_trips(void);
void io_names(void);
void io_foreign(void);
void io_listed(void);
void io_marked(void);
void io_gfa(void);
void io_unitigs(void);
void io_kmers(void);
void io_kcsr(void);
void io_faults(void);
void io_outputs(void);
void io_maps(void);
void io_map_arrays(void);
void io_numbers(void);
void io_matrices(void);
void io_npy(void);
void io_sparse(void);
void io_dot(void);
void io_puzzles(void);
void io_hierarchies(void);
void io_hierarchy_bases(void);
void io_grid_indexes(void);
void io_tours(void);
void io_walk_pictures(void);

#endif
