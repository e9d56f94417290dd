/* The eighth number of the look-and-say sequence that begins with 1. */
#include <konig/konig.h>
#include <stdio.h>

int main(void)
{
    kg_context *context = NULL;
    char *digits = NULL;
    uint64_t length;
    kg_status status;

    if ((status = kg_context_create(&context, NULL)) ||
        (status = kg_array_look_and_say(&digits, &length, context, "1", 7)))
        fprintf(stderr, "%s: %s\n", kg_status_string(status), kg_context_message(context));
    else
        printf("%.*s\n", (int)length, digits); /* not terminated */
    kg_array_free(context, digits);
    kg_context_destroy(context);
    return status != KG_OK;
}
