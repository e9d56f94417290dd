/* Matrices of numbers: reading, writing, sorting rows, transposing, multiplying. */
#ifndef KONIG_MATRIX_H
#define KONIG_MATRIX_H

#include <konig/array.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Numbers in rows, one after the other without gaps, in host memory. */
typedef struct kg_matrix kg_matrix;

/* An uninitialised matrix. Destroy with kg_matrix_destroy(), which takes NULL. KG_ARGUMENT for an
 * unknown type, KG_MEMORY. */
kg_status kg_matrix_create(
    kg_matrix **matrix, kg_context *context, kg_type type, uint64_t rows, uint64_t columns);
void kg_matrix_destroy(kg_matrix *matrix);

kg_type kg_matrix_type(const kg_matrix *matrix);
uint64_t kg_matrix_rows(const kg_matrix *matrix);
uint64_t kg_matrix_columns(const kg_matrix *matrix);
/* [rows][columns], host memory, lent. */
void *kg_matrix_data(kg_matrix *matrix);

/*
 * The numbers in the memory of the context's device, for the calls that take arrays there. Where
 * the device is the CPU that is kg_matrix_data(), else a copy of it.
 *
 * array  [out] [rows][columns], to be given back by kg_matrix_unmap(); NULL on failure.
 * copy   0: the numbers will be written before they are read, so they need not be brought there.
 * Returns KG_OK, KG_MEMORY, KG_DEVICE.
 */
kg_status kg_matrix_map(void **array, kg_matrix *matrix, int copy);

/* Gives it back, and brings the first rows back to the matrix: 0 where the array was only read.
 * NULL is legal. Returns KG_OK, KG_DEVICE; the array is gone in either case. */
kg_status kg_matrix_unmap(kg_matrix *matrix, void *array, uint64_t rows);

/* Forgets all rows but the first ones; rows is no more than there are. */
void kg_matrix_truncate(kg_matrix *matrix, uint64_t rows);

typedef struct kg_matrix_options {
    int ragged;        /* text: rows may differ in length; then the matrix has one column */
    const char *shown; /* how messages call the file; NULL: its path */
    int finite;        /* infinities and NaN are KG_FORMAT, with where the first one stands */
} kg_matrix_options;

#define KG_MATRIX_OPTIONS_INIT                                                                     \
    {                                                                                              \
        0, NULL, 0                                                                                 \
    }

/*
 * Reads numbers. path "-" is standard input.
 *
 * A file that begins with the magic of .npy is one: version 1, 2 or 3, in C's or Fortran's order,
 * little- or big-endian, of one or two dimensions (one is a column), booleans, integers of 1 to 8
 * bytes, floats of 2, 4 or 8 bytes. What is narrower than 64 bits and no float becomes KG_I64, and
 * floats of 2 bytes become KG_F32, exactly. No file becomes KG_U32.
 *
 * Anything else is text: numbers between white space, a row a line; from # on a line is a comment.
 * The numbers are KG_F64 if one of them has a point or an exponent, is -0, inf or nan; else KG_I64
 * if they fit; else KG_U64.
 *
 * Returns KG_OK, KG_CANNOT_OPEN, KG_IO, KG_MEMORY, KG_FORMAT ("file:line:column: what is wrong";
 * rows of different lengths unless ragged is set; a .npy whose shape is not that of its bytes),
 * KG_OVERFLOW (an integer past 64 bits, or past int64_t beside a negative one), KG_UNSUPPORTED (a
 * proper .npy of another kind).
 */
kg_status kg_matrix_read(
    kg_matrix **matrix, kg_context *context, const char *path, const kg_matrix_options *options);

/*
 * Writes numbers, as text, a row a line, or as .npy version 1: of one dimension where columns is 1
 * and the matrix was neither read from a .npy of two nor made of one that was, of two otherwise.
 * path "-" is standard output; a file appears when it is complete.
 * Floats are the shortest decimals that read back as the same; a column of them without a point
 * reads back as integers of the same values.
 */
kg_status kg_matrix_write(kg_matrix *matrix, const char *path, int npy);

/*
 * The rows by increasing or decreasing number in a column, counted from 0; of equal ones in their
 * order. Destroy the result. KG_ARGUMENT where there is no such column.
 */
kg_status kg_matrix_sort_rows(
    kg_matrix **sorted, kg_matrix *matrix, uint64_t column, int descending);

/* The transposed matrix; destroy it. O(rows * columns), in tiles that the cache holds. */
kg_status kg_matrix_transpose(kg_matrix **transposed, kg_matrix *matrix);

/*
 * The product of two matrices of one type; destroy it.
 *
 * Each number is a sum from the first product to the last, each by a fused multiply-add (one
 * rounding), so that the bits depend neither on the number of threads nor on the device; every NaN
 * is the same one. Integers are exact.
 *
 * blas  a BLAS library is used for floats where the system has one (libopenblas, libblas; on a GPU
 *       libcublas); its order of additions is its own.
 * Returns KG_OK; KG_ARGUMENT (types differ, or are KG_U32; the columns of a are not the rows of b);
 * KG_OVERFLOW (a sum of integers passes 64 bits; a number of the product is infinite or NaN though
 * none of a and b is); KG_MEMORY; KG_DEVICE; KG_UNSUPPORTED (blas, and there is none).
 * Temporary memory: as much as b.
 */
kg_status kg_matrix_multiply(kg_matrix **product, kg_matrix *a, kg_matrix *b, int blas);

#ifdef __cplusplus
}
#endif
#endif
