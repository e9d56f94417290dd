/* Solves a sliding puzzle in as few moves as there can be. */
#include <konig/konig.h>
#include <stdio.h>

int main(void)
{
    static const kg_tiles_puzzle puzzle = {
        3, 3, {1, 2, 5, 3, 4, 0, 6, 7, 8}, {0, 1, 2, 3, 4, 5, 6, 7, 8}};
    kg_context *context = NULL;
    kg_tiles *answer = NULL;
    kg_status status;

    if ((status = kg_context_create(&context, NULL)) ||
        (status = kg_tiles_find(&answer, context, &puzzle, NULL))) {
        fprintf(stderr, "%s: %s\n", kg_status_string(status), kg_context_message(context));
    } else {
        const uint8_t *move = kg_tiles_moves(answer);

        for (size_t i = 0; i < kg_tiles_length(answer); i++)
            putchar("ULRD"[move[i]]);
        printf(": no fewer than %u moves\n", kg_tiles_bound(answer));
    }
    kg_tiles_destroy(answer);
    kg_context_destroy(context);
    return status != KG_OK;
}
