/* The array tool: its command line, and the commands. */
#ifndef KG_TOOLS_ARRAY_H
#define KG_TOOLS_ARRAY_H

#include "common.h"

/* What `reduce --op` can be; `scan` knows the first three. */
enum reduction { SUM, MIN, MAX, ARGMIN, ARGMAX, MEAN, REDUCTIONS };

struct array {
    struct tool tool;
    const struct array_command *command;
    const char *path[2]; /* "-" for standard input */
    int paths;
    bool npy, exclusive, descending, counts, indices, smallest;
    enum reduction op;
    const char *condition; /* of compact --if */
    uint64_t column;       /* of sort --stable-by, from 1; 0: none */
    uint64_t bins, k;
    bool ranged;      /* histogram has a range of its own */
    double low, high; /* which is this */

    kg_tour_options tour;
    const char *of; /* what permutations are of */
    uint64_t from, count;
    bool count_given;
    const char *seed_digits;
    uint64_t terms;
    bool length_only, blas;
    kg_som_options som;
    const char *map, *picture; /* of som --bmu and --u-matrix */
};

typedef kg_status array_run_fn(struct array *array);

array_run_fn array_scan, array_reduce, array_compact, array_sort, array_split, array_distinct,
    array_histogram, array_top, array_runs, array_tsp, array_permutations, array_look_and_say,
    array_cyclospectrum, array_transpose, array_multiply, array_som;

/* Reads a file; unless its rows matter as one column. */
kg_status array_read(struct array *array, kg_matrix **matrix, const char *path, bool rows);

/* The same, whose rows matter; nothing is near an infinity or NaN, so they are refused. */
kg_status array_read_finite(struct array *array, kg_matrix **matrix, const char *path);

/* Writes a matrix to -o, and under --json the summary. */
kg_status array_write(struct array *array, kg_matrix *matrix);

/* The i-th number of a matrix, rounded to double. */
double array_number(kg_matrix *matrix, uint64_t i);

/* How many numbers a matrix has. */
uint64_t array_count(const kg_matrix *matrix);

#endif
