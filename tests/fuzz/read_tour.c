/* Distances between cities, in every format that they can have. */
#include "combinatorics/read_tour.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    kg_context *ctx = fuzz_context(1);
    kg__input input = {.ctx = ctx, .shown = "f", .fd = -1, .size = size};
    kg_matrix *distance = NULL;
    kg_status status;

    kg__begin(ctx);
    if (kg__host_allocate(ctx, &input.owned, size, 1, "fuzz input") != KG_OK)
        return 0;
    if (size)
        memcpy(input.owned, data, size);
    input.bytes = input.owned;
    status = kg__tour_read_input(&distance, &input);
    if ((status == KG_OK) != (distance != NULL) ||
        (distance && distance->rows != distance->columns))
        abort();
    kg_matrix_destroy(distance);
    kg__input_close(&input);
    fuzz_settle(ctx, status == KG_UNSUPPORTED ? KG_FORMAT : status);
    return 0;
}
