/* Writes a file that appears when it is complete, and not at all where anything fails before. */
#include <konig/konig.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    static const char text[] = "all of it\n";
    kg_context *context = NULL;
    kg_output *output = NULL;
    kg_status status;

    if ((status = kg_context_create(&context, NULL)) ||
        (status = kg_output_open(&output, context, argc > 1 ? argv[1] : "-")) ||
        (status = kg_output_write(output, text, sizeof text - 1)) ||
        (status = kg_output_close(output)))
        fprintf(stderr, "%s: %s\n", kg_status_string(status), kg_context_message(context));
    kg_output_destroy(output);
    kg_context_destroy(context);
    return status != KG_OK;
}
