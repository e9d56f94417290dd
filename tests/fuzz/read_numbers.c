/* Numbers, as text or .npy, read in one block by one thread, and in small blocks by three threads.
 * Both must give the same status and message, or the same matrix. The first byte chooses whether
 * rows may differ in length, and the size of the blocks. */
#include "fuzz.h"
#include "matrix/matrix.h"

static kg_status read_it(kg_matrix **matrix, kg_context *ctx, const uint8_t *data, size_t size,
    bool ragged, size_t block)
{
    kg__input input = {.ctx = ctx, .shown = "f", .fd = -1, .size = size};
    kg_status status;

    kg__begin(ctx);
    *matrix = NULL;
    KG_TRY(kg__host_allocate(ctx, &input.owned, size, 1, "fuzz input"));
    if (size)
        memcpy(input.owned, data, size);
    input.bytes = input.owned;
    status = kg__matrix_read_input(matrix, &input, ragged, block);
    kg__input_close(&input);
out:
    return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    kg_context *one = fuzz_context(1), *three = fuzz_context(3);
    kg_matrix *matrix, *other;
    kg_status status, other_status;

    if (!size)
        return 0;
    status = read_it(&matrix, one, data + 1, size - 1, data[0] & 1, KG__TEXT_BLOCK);
    other_status = read_it(&other, three, data + 1, size - 1, data[0] & 1, 1u + (data[0] >> 1));
    if (status != other_status || strcmp(kg_context_message(one), kg_context_message(three)) != 0)
        abort();
    if (status == KG_OK &&
        (matrix->type != other->type || matrix->rows != other->rows ||
            matrix->columns != other->columns ||
            memcmp(matrix->data, other->data,
                matrix->rows * matrix->columns * kg_type_size(matrix->type)) != 0))
        abort();
    kg_matrix_destroy(matrix);
    kg_matrix_destroy(other);
    fuzz_settle(one, status == KG_UNSUPPORTED ? KG_FORMAT : status);
    fuzz_settle(three, status == KG_UNSUPPORTED ? KG_FORMAT : status);
    return 0;
}
