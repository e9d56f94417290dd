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
    void *data; /* [rows][columns], host memory */
};

#define KG__NPY_MAGIC "\x93NUMPY"

/* As the public calls, from and to what is open already; any block_bytes gives the same matrix. */
kg_status kg__matrix_create(
    kg_matrix **matrix, kg_context *ctx, kg_type type, uint64_t rows, uint64_t columns);
kg_status kg__matrix_read_input(
    kg_matrix **matrix, const kg__input *input, bool ragged, size_t block_bytes);
kg_status kg__matrix_read_text(
    kg_matrix **matrix, const kg__input *input, bool ragged, size_t block_bytes);
kg_status kg__matrix_read_npy(kg_matrix **matrix, const kg__input *input);
kg_status kg__tour_read_input(kg_matrix **distance, const kg__input *input);
kg_status kg__matrix_write_text(kg_output *output, const kg_matrix *matrix);
kg_status kg__matrix_write_npy(kg_output *output, const kg_matrix *matrix);

#endif
