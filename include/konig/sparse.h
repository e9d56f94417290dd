/*
 * Sparse matrices: the entries of each row (CSR) or of each column (CSC), one after the other.
 *
 * A sparse matrix has any number of rows and columns, and numbers of any kg_type. The arrays are
 * those of a graph: row i has the entries offset[i] to offset[i + 1] - 1, and entry e is in column
 * index[e] and has the number value[e]. There is one offset more than rows. In CSC rows and columns
 * change places. The indices of a row increase, so no place has two entries. A place without an
 * entry is 0; an entry may also be 0.
 *
 * A matrix has at most 2^32 - 1 rows and columns, and as many entries as a graph may have edges.
 * Its arrays are in host memory.
 *
 * Glossary: a line of a matrix is a row in CSR and a column in CSC.
 */
#ifndef KONIG_SPARSE_H
#define KONIG_SPARSE_H

#include <konig/graph.h>
#include <konig/matrix.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct kg_sparse kg_sparse;

typedef enum kg_sparse_order {
    KG_CSR = 0, /* the entries row by row */
    KG_CSC = 1  /* the entries column by column */
} kg_sparse_order;

/* ---- making them ----------------------------------------------------------------------------- */

/*
 * Makes a matrix in CSR without rows. kg_sparse_append() and kg_sparse_append_dense() add rows.
 *
 * sparse   [out] destroy with kg_sparse_destroy().
 * context  [in] must outlive the matrix.
 * type     [in] of the entries.
 * columns  [in] 0 is legal.
 * Returns KG_OK, KG_ARGUMENT (unknown type), KG_OVERFLOW (more columns than possible), KG_MEMORY.
 */
kg_status kg_sparse_create(kg_sparse **sparse, kg_context *context, kg_type type, uint64_t columns);
/* Frees the matrix. NULL is legal. */
void kg_sparse_destroy(kg_sparse *sparse);

/*
 * Appends a row.
 *
 * sparse  [in] in CSR. Pointers to its arrays are invalid afterwards.
 * count   [in] entries of the row; 0 is legal.
 * column  [in] [count], increasing, below the number of columns; may be NULL if count is 0.
 * value   [in] [count] numbers of the matrix' type; may be NULL if count is 0.
 * Returns KG_OK; KG_ARGUMENT (a matrix in CSC; a column that is too large or does not increase);
 * KG_OVERFLOW (more rows or entries than possible); KG_MEMORY. After a failure the matrix is
 * unchanged. O(count), on average over many rows.
 */
kg_status kg_sparse_append(
    kg_sparse *sparse, uint64_t count, const kg_vertex *column, const void *value);

/*
 * Appends a row with an entry for each number that is not 0. NaN is not 0; -0 is.
 *
 * sparse  [in] in CSR. Pointers to its arrays are invalid afterwards.
 * value   [in] [columns] numbers of the matrix' type; may be NULL if there is no column.
 * Returns as kg_sparse_append(). O(columns), on average over many rows.
 */
kg_status kg_sparse_append_dense(kg_sparse *sparse, const void *value);

/*
 * Makes a matrix from arrays, which are copied. The indices of a line may be in any order; the
 * matrix has them sorted.
 *
 * sparse         [out] destroy with kg_sparse_destroy().
 * context        [in] must outlive the matrix.
 * type           [in] of value.
 * order          [in] a kg_sparse_order: the order of the arrays.
 * rows, columns  [in] 0 is legal.
 * offset         [in] [lines + 1] from 0 on, never decreasing; the last is the number of entries.
 * index          [in] [entries] below columns in CSR, below rows in CSC. NULL if there are none.
 * value          [in] [entries]. NULL if there are none.
 * Returns KG_OK; KG_ARGUMENT (unknown type or order; offsets that do not begin with 0 or decrease;
 * an index that is too large; a place with two entries); KG_OVERFLOW (more rows, columns or entries
 * than possible); KG_MEMORY; KG_DEVICE. O(rows + columns + entries).
 */
kg_status kg_sparse_build(kg_sparse **sparse, kg_context *context, kg_type type,
    kg_sparse_order order, uint64_t rows, uint64_t columns, const kg_edge *offset,
    const kg_vertex *index, const void *value);

/*
 * Makes a matrix in CSR from the numbers of a matrix that are not 0. NaN is not 0; -0 is.
 *
 * sparse  [out] destroy with kg_sparse_destroy(), before the context of the matrix.
 * matrix  [in]
 * Returns KG_OK, KG_OVERFLOW (more rows, columns or entries than possible), KG_MEMORY.
 * O(rows * columns).
 */
kg_status kg_sparse_build_dense(kg_sparse **sparse, kg_matrix *matrix);

/* ---- what they are --------------------------------------------------------------------------- */

/* O(1). */
kg_type kg_sparse_type(const kg_sparse *sparse);
kg_sparse_order kg_sparse_get_order(const kg_sparse *sparse);
uint64_t kg_sparse_rows(const kg_sparse *sparse);
uint64_t kg_sparse_columns(const kg_sparse *sparse);
uint64_t kg_sparse_entries(const kg_sparse *sparse);

/* The arrays: offset [lines + 1], index [entries] and value [entries] numbers of the type. They are
 * lent until a row is appended or the matrix is destroyed; the values may be written to. O(1). */
const kg_edge *kg_sparse_offsets(const kg_sparse *sparse);
const kg_vertex *kg_sparse_indices(const kg_sparse *sparse);
void *kg_sparse_values(kg_sparse *sparse);

/* ---- changing them --------------------------------------------------------------------------- */

/*
 * The same matrix in a given order.
 *
 * converted  [out] destroy with kg_sparse_destroy().
 * sparse     [in]
 * order      [in] a kg_sparse_order.
 * Returns KG_OK, KG_ARGUMENT (unknown order), KG_MEMORY, KG_DEVICE. O(rows + columns + entries).
 * The context's device converts a matrix from the other order: the arrays of a matrix in CSC are
 * those of the transposed matrix in CSR. Temporary memory: as kg_graph_reverse() for a graph with
 * as many vertices as there are rows or columns, whichever are more, with values.
 */
kg_status kg_sparse_convert(kg_sparse **converted, kg_sparse *sparse, kg_sparse_order order);

/*
 * The transposed matrix, in the same order.
 *
 * transposed  [out] destroy with kg_sparse_destroy().
 * sparse      [in]
 * Returns KG_OK, KG_MEMORY, KG_DEVICE. Work and memory as kg_sparse_convert() to the other order.
 */
kg_status kg_sparse_transpose(kg_sparse **transposed, kg_sparse *sparse);

/*
 * The matrix with all its numbers; places without an entry are 0.
 *
 * matrix  [out] destroy with kg_matrix_destroy(), before the context of the sparse matrix.
 * sparse  [in]
 * Returns KG_OK, KG_MEMORY. O(rows * columns).
 */
kg_status kg_sparse_dense(kg_matrix **matrix, kg_sparse *sparse);

/* ---- files ----------------------------------------------------------------------------------- */

typedef struct kg_sparse_options {
    const char *shown; /* how messages call the file; NULL: its path */
    int typed;         /* not 0: the entries are converted to the type below */
    kg_type type;
    kg_sparse_order order;
} kg_sparse_options;

#define KG_SPARSE_OPTIONS_INIT KG_ZERO

/*
 * Reads a matrix. A file that begins with % is of Matrix Market (Boisvert, Pozo and Remington, "The
 * Matrix Market Exchange Formats", NISTIR 5935, 1996): "matrix coordinate", with the field pattern,
 * integer, unsigned-integer, real or double, and the symmetry general, symmetric or skew-symmetric.
 * In a symmetric or skew-symmetric matrix each entry off the diagonal becomes two entries. Numbers
 * may be infinite or NaN. Any other file is read as kg_matrix_read() reads it; the numbers that are
 * not 0 become entries of its type.
 *
 * Entries from Matrix Market are KG_F64 if the field is real or double, KG_U64 if it is
 * unsigned-integer, and KG_I64 if it is integer or pattern; those of a pattern are 1. With
 * options->typed the entries are of options->type, from either kind of file: the type must have an
 * integer exactly, and an integer that is written with a point or an exponent may have at most 53
 * bits; floats are rounded.
 *
 * sparse   [out] destroy with kg_sparse_destroy().
 * context  [in] must outlive the matrix.
 * path     [in] "-" is standard input.
 * options  [in] may be NULL: the defaults.
 * Returns KG_OK, KG_CANNOT_OPEN, KG_IO, KG_MEMORY, KG_DEVICE, KG_FORMAT ("file:line:column: what
 * is wrong": a number that the type does not have; in Matrix Market another kind of it, more or
 * fewer entries than the header says, a place with two entries, or more rows or columns than 2^20
 * and 16 an entry; in other files as kg_matrix_read()), KG_OVERFLOW (more rows, columns or entries
 * than possible; as kg_matrix_read()), KG_ARGUMENT (unknown type or order).
 * O(the text + rows + columns + entries), the text by all threads. Temporary memory: as
 * kg_graph_read() for a graph with values.
 */
kg_status kg_sparse_read(
    kg_sparse **sparse, kg_context *context, const char *path, const kg_sparse_options *options);

/* Reads a matrix from memory, as from a file with this content. bytes: [in] [size], not needed
 * after the call. Messages call the bytes `shown`, "memory" by default. Returns as
 * kg_sparse_read(), without KG_CANNOT_OPEN and KG_IO. */
kg_status kg_sparse_read_memory(kg_sparse **sparse, kg_context *context, const void *bytes,
    size_t size, const kg_sparse_options *options);

/* Reads a matrix from a stream, as kg_matrix_read_file() does. */
kg_status kg_sparse_read_file(
    kg_sparse **sparse, kg_context *context, FILE *file, const kg_sparse_options *options);

/*
 * Writes a matrix as Matrix Market, coordinate and general: the entries in the order of the matrix.
 * The field is real for floats, which are the shortest decimals that read back as the same;
 * unsigned-integer for KG_U64; integer otherwise.
 *
 * sparse  [in]
 * path    [in] "-" is standard output; a file appears when it is complete. It is packed if its name
 *         ends in .gz or .zst.
 * Returns KG_OK, KG_CANNOT_CREATE, KG_IO, KG_MEMORY, KG_UNSUPPORTED (rows or columns that
 * kg_sparse_read() does not read with these entries). O(the text), by all threads.
 */
kg_status kg_sparse_write(kg_sparse *sparse, const char *path);

#ifdef __cplusplus
}
#endif
#endif
