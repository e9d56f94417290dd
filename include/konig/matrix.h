/*
 * Matrices of numbers: reading, writing, drawing, sorting rows, transposing, multiplying.
 *
 * Destroy a result that is a matrix with kg_matrix_destroy(). The matrices that a call takes belong
 * to one context, and may be the same one.
 *
 * Glossary: to map a matrix is to bring its numbers to the memory of the context's device, for a
 * GPU's programs and the calls of array.h.
 */
#ifndef KONIG_MATRIX_H
#define KONIG_MATRIX_H

#include <konig/array.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Numbers in rows, one after the other without gaps, in host memory. */
typedef struct kg_matrix kg_matrix;

/*
 * Makes a matrix whose numbers the caller will write.
 *
 * matrix         [out] destroy with kg_matrix_destroy().
 * context        [in] must outlive the matrix.
 * type           [in] a kg_type.
 * rows, columns  [in] 0 is legal.
 * Returns KG_OK, KG_ARGUMENT (unknown type), KG_MEMORY.
 */
kg_status kg_matrix_create(
    kg_matrix **matrix, kg_context *context, kg_type type, uint64_t rows, uint64_t columns);

/*
 * Makes a matrix of a caller's numbers, which are not copied.
 *
 * matrix         [out] destroy with kg_matrix_destroy(), which leaves the numbers alone.
 * context        [in] must outlive the matrix.
 * type           [in] a kg_type.
 * rows, columns  [in] 0 is legal.
 * numbers        [in] [rows][columns], host memory, aligned to a number, which must outlive the
 *                matrix; may be NULL if there are none. Only kg_matrix_unmap() writes to them.
 * Returns KG_OK, KG_ARGUMENT (a NULL, unknown type, more numbers than fit the address space),
 * KG_MEMORY. O(1).
 */
kg_status kg_matrix_borrow(kg_matrix **matrix, kg_context *context, kg_type type, uint64_t rows,
    uint64_t columns, void *numbers);
/* Frees the matrix. NULL is legal. */
void kg_matrix_destroy(kg_matrix *matrix);

/* The type of the numbers, and how many there are. O(1). */
kg_type kg_matrix_type(const kg_matrix *matrix);
uint64_t kg_matrix_rows(const kg_matrix *matrix);
uint64_t kg_matrix_columns(const kg_matrix *matrix);
/* [rows][columns] numbers of the type, host memory, lent; they may be read and written. */
void *kg_matrix_data(kg_matrix *matrix);

typedef enum kg_map {
    KG_MAP_COPY = 0,     /* the numbers are copied there */
    KG_MAP_OVERWRITE = 1 /* they will be written before they are read, so they are not copied */
} kg_map;

/*
 * The numbers in the memory of the context's device, for the calls that take arrays there. If the
 * device is the CPU, this is kg_matrix_data(), otherwise a copy of it.
 *
 * array   [out] [rows][columns], to be given back by kg_matrix_unmap(); NULL on failure.
 * matrix  [in]
 * how     [in] a kg_map.
 * Returns KG_OK, KG_MEMORY, KG_DEVICE. O(rows * columns) on a GPU, otherwise O(1).
 */
kg_status kg_matrix_map(void **array, kg_matrix *matrix, kg_map how);

/*
 * Gives back a mapped array.
 *
 * matrix  [in] the matrix that was mapped.
 * array   [in] the array of kg_matrix_map(); may be NULL.
 * rows    [in] how many first rows are copied back to the matrix, 0..rows of the matrix: 0 if the
 *         array was only read.
 * Returns KG_OK, KG_DEVICE; the array is invalid afterwards in either case.
 */
kg_status kg_matrix_unmap(kg_matrix *matrix, void *array, uint64_t rows);

/* Removes all rows except the first `rows`. More than there are is legal, and changes nothing. */
void kg_matrix_truncate(kg_matrix *matrix, uint64_t rows);

/* Whether the first line of a table in text names its columns. AUTO: it does if none of its fields
 * is a number. If only some are, the status is KG_FORMAT, and the caller must say YES or NO. */
typedef enum kg_header { KG_HEADER_AUTO = 0, KG_HEADER_YES = 1, KG_HEADER_NO = 2 } kg_header;

typedef struct kg_matrix_options {
    int ragged;         /* text: rows may differ in length; then the matrix has one column */
    const char *shown;  /* how messages call the file; NULL: its path */
    int finite;         /* infinities and NaN are KG_FORMAT, with the place of the first */
    const char *column; /* this column alone, by its name, or its number from 1 on; a name in double
                         * quotes is one even if it is digits. NULL: all numbers */
    kg_header header;   /* with column, of a text */
    int typed;          /* not 0: the numbers are converted to the type below */
    kg_type type;       /* one of integers */
    int wide;           /* not 0: integers of less than 64 bits become KG_I64 or KG_U64 */
} kg_matrix_options;

#define KG_MATRIX_OPTIONS_INIT KG_ZERO

/*
 * Reads numbers.
 *
 * A file that begins with the magic of .npy is read as .npy: version 1, 2 or 3, in C's or Fortran's
 * order, little- or big-endian, of one or two dimensions (one is a column), booleans, integers of 1
 * to 8 bytes, floats of 2, 4 or 8 bytes. Integers keep their type, booleans become KG_U8, and
 * floats of 2 bytes become KG_F32, exactly.
 *
 * Any other file is text, a row a line: numbers between white space, or one comma with or without
 * it. A comment begins with # and ends with the line. An empty field, as between two commas, is
 * KG_FORMAT.
 *
 * With options->column the text is a table as in RFC 4180. Fields are separated by commas or, if
 * the first line has none, by tabs, or else by semicolons, or else by blanks. A field may be in
 * double quotes. Lines that begin with # are comments. Each line has as many fields as the first.
 *
 * The numbers are KG_F64 if one of them has a point or an exponent, is -0, inf or nan; otherwise
 * KG_I64 if they fit; otherwise KG_U64.
 *
 * With options->typed the numbers, from either kind of file, are converted to options->type. A
 * number that is not an integer of that type is KG_FORMAT. 1e2 is an integer, but numbers with a
 * point or an exponent, and the other numbers in their file, keep only 53 bits.
 *
 * matrix   [out]
 * context  [in] must outlive the matrix.
 * path     [in] "-" is standard input.
 * options  [in] may be NULL: the defaults.
 * Returns KG_OK, KG_CANNOT_OPEN, KG_IO, KG_MEMORY, KG_FORMAT ("file:line:column: what is wrong";
 * rows of different lengths unless ragged is set; an empty field; a number that the type does not
 * have; a .npy whose shape does not fit its bytes), KG_OVERFLOW (an integer past 64 bits, or past
 * int64_t beside a negative one), KG_UNSUPPORTED (a valid .npy of another kind), KG_ARGUMENT (there
 * is no such column, or there are two; options->type is not one of integers).
 */
kg_status kg_matrix_read(
    kg_matrix **matrix, kg_context *context, const char *path, const kg_matrix_options *options);

/*
 * Reads numbers from memory, as from a file with this content.
 *
 * bytes    [in] [size] which are not needed after the call; may be NULL if size is 0.
 * size     [in] bytes.
 * options  [in] may be NULL: the defaults. Messages call the bytes `shown`, "memory" by default.
 * Returns as kg_matrix_read(), without KG_CANNOT_OPEN and KG_IO.
 */
kg_status kg_matrix_read_memory(kg_matrix **matrix, kg_context *context, const void *bytes,
    size_t size, const kg_matrix_options *options);

/* Reads numbers from a stream, from its current place to its end. The C library reads it, and it is
 * not closed, as in kg_graph_read_file(). Messages call it `shown`, "stream" by default.
 * Returns as kg_matrix_read(), without KG_CANNOT_OPEN. */
kg_status kg_matrix_read_file(
    kg_matrix **matrix, kg_context *context, FILE *file, const kg_matrix_options *options);

typedef enum kg_matrix_format {
    KG_MATRIX_TEXT = 0,
    KG_MATRIX_NPY = 1,
    KG_MATRIX_CSV = 2 /* text with commas between the numbers */
} kg_matrix_format;

/*
 * Writes numbers, as text or CSV, a row a line, or as .npy version 1. The .npy has two dimensions,
 * or one if columns is 1 and the matrix was neither read from a .npy of two nor made from such a
 * matrix.
 * Floats are the shortest decimals that read back as the same. A column of decimals without a point
 * reads back as integers of the same values.
 *
 * matrix  [in]
 * path    [in] "-" is standard output; a file appears when it is complete.
 * format  [in] a kg_matrix_format.
 * Returns KG_OK, KG_CANNOT_CREATE, KG_IO, KG_MEMORY.
 */
kg_status kg_matrix_write(kg_matrix *matrix, const char *path, kg_matrix_format format);

/*
 * The rows, sorted by the numbers in a column; rows with equal numbers keep their order.
 *
 * sorted  [out]
 * matrix  [in]
 * column  [in] 0..columns - 1.
 * order   [in] a kg_order.
 * Returns KG_OK, KG_ARGUMENT (there is no such column), KG_MEMORY, KG_DEVICE. The time of a sort of
 * the rows' positions, and O(rows * columns).
 */
kg_status kg_matrix_sort_rows(
    kg_matrix **sorted, kg_matrix *matrix, uint64_t column, kg_order order);

/*
 * The transposed matrix.
 *
 * transposed  [out]
 * matrix      [in]
 * Returns KG_OK, KG_MEMORY, KG_DEVICE. O(rows * columns), in tiles that fit the cache.
 */
kg_status kg_matrix_transpose(kg_matrix **transposed, kg_matrix *matrix);

typedef enum kg_multiply_way {
    KG_MULTIPLY_REPRODUCIBLE = 0, /* the same bits everywhere */
    KG_MULTIPLY_BLAS = 1          /* floats by a BLAS library, which adds in an order of its own */
} kg_multiply_way;

/*
 * The product of two matrices.
 *
 * Each number is a sum from the first product to the last. Each product is added by a fused
 * multiply-add (one rounding), so that the bits depend neither on the number of threads nor on the
 * device. Every NaN is the same one.
 *
 * Integers are exact; those of less than 64 bits are multiplied as KG_I64. The product of KG_U64
 * and KG_I64 is KG_I64 if that holds all its numbers, and KG_U64 otherwise. If the types differ and
 * one of them is a float, both matrices are multiplied as KG_F64; each integer must then be exactly
 * a double.
 *
 * product  [out]
 * a, b     [in] a has as many columns as b has rows; they may be the same.
 * way      [in] a kg_multiply_way. A BLAS library is libopenblas or libblas, on a GPU libcublas.
 * Returns KG_OK; KG_ARGUMENT (the columns of a are not the rows of b);
 * KG_OVERFLOW (a number of the product does not fit the type; an integer is not exactly a double; a
 * number of the product is infinite or NaN and none of a and b is); KG_MEMORY; KG_DEVICE;
 * KG_UNSUPPORTED (KG_MULTIPLY_BLAS, and there is none).
 * O(rows of a * columns of a * columns of b). Temporary memory: as much as b, and a copy of each
 * matrix that becomes KG_F64 or KG_I64. The host multiplies KG_U64 and KG_I64 if one has a negative
 * number and the other a number above INT64_MAX.
 */
kg_status kg_matrix_multiply(kg_matrix **product, kg_matrix *a, kg_matrix *b, kg_multiply_way way);

/* ---- matrices in the memory of the device ---------------------------------------------------- */

/*
 * Arrays as in array.h, taken as matrices whose rows may have gaps between them: number (i, j) is
 * array[i * pitch + j]. A pitch, which is also called a leading dimension or a stride, counts
 * numbers, and is at least the number of columns; 0 means the number of columns, without gaps. Gaps
 * are neither read nor written. cudaMallocPitch() gives such memory (divide its pitch by the bytes
 * of a number), and a part of a matrix is a matrix with the pitch of the whole.
 */

/*
 * Transposes.
 *
 * transposed        [out] [columns][rows]; must not overlap value.
 * transposed_pitch  [in] of transposed, at least rows, or 0.
 * context           [in]
 * type              [in] of both.
 * rows, columns     [in] of value; 0 is legal.
 * value             [in] [rows][columns]
 * value_pitch       [in] of value, at least columns, or 0.
 * Returns KG_OK, or KG_ARGUMENT: a pitch is too small.
 * O(rows * columns), one read and one write. Temporary memory: none.
 */
kg_status kg_array_transpose(void *transposed, uint64_t transposed_pitch, kg_context *context,
    kg_type type, uint64_t rows, uint64_t columns, const void *value, uint64_t value_pitch);

/*
 * Multiplies as kg_matrix_multiply() does, for numbers of one type.
 *
 * product        [out] [rows][columns]; must not overlap a or b.
 * product_pitch  [in] of product, at least columns, or 0.
 * context        [in]
 * type           [in] of all three: KG_U64, KG_I64, KG_F32 or KG_F64.
 * rows           [in] of a and product; 0 is legal.
 * inner          [in] columns of a and rows of b; 0 is legal: the numbers of product are 0.
 * columns        [in] of b and product; 0 is legal.
 * a              [in] [rows][inner]
 * a_pitch        [in] of a, at least inner, or 0.
 * b              [in] [inner][columns]
 * b_pitch        [in] of b, at least columns, or 0.
 * way            [in] a kg_multiply_way; for integers it makes no difference.
 * Returns KG_OK; KG_ARGUMENT (another type; a pitch is too small); KG_OVERFLOW (a number of the
 * product of integers does not fit its type, or one of its partial sums does not fit 128 bits;
 * floats follow IEEE 754); KG_UNSUPPORTED (KG_MULTIPLY_BLAS, and there is none).
 * O(rows * inner * columns). Temporary memory: on the CPU as much host memory as b.
 */
kg_status kg_array_multiply(void *product, uint64_t product_pitch, kg_context *context,
    kg_type type, uint64_t rows, uint64_t inner, uint64_t columns, const void *a, uint64_t a_pitch,
    const void *b, uint64_t b_pitch, kg_multiply_way way);

/* ---- pictures -------------------------------------------------------------------------------- */

/*
 * Draws a matrix of KG_F64 as a PNG picture of greys: the least number is white, the greatest
 * black. A scale is below if the numbers are finite.
 *
 * matrix  [in] 1..16384 rows and columns of KG_F64.
 * path    [in] "-" is standard output.
 * Returns KG_OK, KG_ARGUMENT (no numbers, or more than 16384 on a side), KG_UNSUPPORTED (built
 * without libpng), and as an output.
 */
kg_status kg_matrix_draw_png(kg_matrix *matrix, const char *path);

#ifdef __cplusplus
}
#endif
#endif
