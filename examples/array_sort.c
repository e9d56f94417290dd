/* Sorts numbers, and says where each of them stood. */
#include <konig/konig.h>
#include <stdio.h>

int main(void)
{
    static const double value[] = {2.5, -1, 7, 0.5};
    kg_context_options options = KG_CONTEXT_OPTIONS_INIT;
    kg_context *context = NULL;
    double sorted[4];
    uint64_t position[4];
    kg_status status;

    options.device = "cpu"; /* whose memory the arrays of this program are in */
    if ((status = kg_context_create(&context, &options)) ||
        (status = kg_array_sort(sorted, position, context, KG_F64, 4, value, KG_ASCENDING))) {
        fprintf(stderr, "%s: %s\n", kg_status_string(status), kg_context_message(context));
    } else {
        for (int i = 0; i < 4; i++)
            printf("%g was at %u\n", sorted[i], (unsigned)position[i]);
    }
    kg_context_destroy(context);
    return status != KG_OK;
}
