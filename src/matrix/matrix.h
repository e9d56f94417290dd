/* The inside of a matrix, and its readers and writers. */
#ifndef KG_MATRIX_H
#define KG_MATRIX_H

#include "../io/output.h"
#include "../io/text_block.h"
#include <konig/matrix.h>

struct kg_matrix {
    kg_context *ctx;
    kg_type type;
    uint64_t rows, columns;
    bool table;    /* two dimensions even with one column; matters for .npy */
    void *data;    /* [rows][columns], host memory */
    bool borrowed; /* data is the caller's */
};

#define KG__NPY_MAGIC "\x93NUMPY"

/* Like the public calls, for inputs and outputs that are already open. The matrix does not depend
 * on block_bytes. */
kg_status kg__matrix_create(
    kg_matrix **matrix, kg_context *ctx, kg_type type, uint64_t rows, uint64_t columns);
kg_status kg__matrix_read_input(
    kg_matrix **matrix, const kg__input *input, bool ragged, size_t block_bytes);
kg_status kg__matrix_read_text(
    kg_matrix **matrix, const kg__input *input, bool ragged, size_t block_bytes);
/* Reads one column of a text, as the options say, including `finite`. */
kg_status kg__matrix_read_column(
    kg_matrix **matrix, const kg__input *input, const kg_matrix_options *options);
/* Replaces a matrix of a .npy by one of its columns. */
kg_status kg__matrix_take_column(kg_matrix **matrix, const kg__input *input, const char *column);
kg_status kg__matrix_read_npy(kg_matrix **matrix, const kg__input *input);
/* separator: between the numbers of a row. */
kg_status kg__matrix_write_text(kg_output *output, const kg_matrix *matrix, char separator);
kg_status kg__matrix_write_npy(kg_output *output, const kg_matrix *matrix);

/* Writes the i-th number of an array as text, at most KG__NUMBER_BYTES; returns its end. */
char *kg__matrix_put_number(char *to, kg_type type, const void *array, uint64_t i);

kg_status kg__matrix_is_npy(bool *npy, const kg__input *input);

/* Whether all numbers are finite. *first: the index of the first infinity or NaN. */
bool kg__matrix_is_finite(const kg_matrix *matrix, uint64_t *first);

/* Converts a number of the type `from` to a type of integers, if that type has exactly this number.
 * A double must have no more than 53 bits. */
bool kg__matrix_make_integer(kg_number *number, kg_type type, kg_type from);

/* Writes "expected an integer from A to B", for a type of integers. */
enum { KG__RANGE_BYTES = 96 };
void kg__matrix_show_range(char range[KG__RANGE_BYTES], kg_type type);

/* A copy whose numbers are of a type of integers. *first: the index of the first number that the
 * type does not have; then *converted is NULL. */
kg_status kg__matrix_convert(
    kg_matrix **converted, const kg_matrix *matrix, kg_type type, uint64_t *first);

/* Fails with KG_FORMAT about the i-th number of a matrix that was read. For a text, the message is
 * "file:line:column: error", and the text is read once more to find the place. Otherwise the
 * message gives the row and column. */
kg_status kg__matrix_fail_number(
    const kg__input *input, const kg_matrix *matrix, uint64_t i, const char *error);

#endif
