/* The third to the fifth of the permutations of four things, and back from one to its number. */
#include <konig/konig.h>
#include <stdio.h>

int main(void)
{
    kg_context_options options = KG_CONTEXT_OPTIONS_INIT;
    kg_context *context = NULL;
    uint32_t order[3][4];
    uint64_t number;
    kg_status status;

    options.device = "cpu"; /* whose memory the arrays of this program are in */
    if ((status = kg_context_create(&context, &options)) ||
        (status = kg_array_permutations(order[0], context, 4, 2, 3)) ||
        (status = kg_array_permutation_number(&number, context, 4, order[2]))) {
        fprintf(stderr, "%s: %s\n", kg_status_string(status), kg_context_message(context));
    } else {
        for (int i = 0; i < 3; i++)
            printf("%u %u %u %u\n", order[i][0], order[i][1], order[i][2], order[i][3]);
        printf("the last is number %u of %u\n", (unsigned)number, (unsigned)kg_factorial(4));
    }
    kg_context_destroy(context);
    return status != KG_OK;
}
