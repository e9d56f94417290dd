/* A word in random orders that keep its pairs of letters, and how many such orders there are. */
#include <konig/konig.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    static const char word[] = "mississippi";
    enum { LETTERS = sizeof word - 1, COPIES = 3 };
    const uint64_t begin[] = {0, LETTERS};
    const kg_shuffle_options options = {.copies = COPIES, .seed = 1};
    kg_vertex source[LETTERS], target[LETTERS];
    char shuffled[COPIES * LETTERS];
    kg_context *context = NULL;
    kg_graph *graph = NULL;
    kg_euler_count count = {0};
    kg_status status;

    for (int i = 0; i + 1 < LETTERS; i++) {
        source[i] = (kg_vertex)(word[i] - 'a');
        target[i] = (kg_vertex)(word[i + 1] - 'a');
    }
    if ((status = kg_context_create(&context, NULL)) ||
        (status = kg_euler_shuffle(shuffled, context, 1, begin, word, &options)) ||
        (status = kg_graph_build(&graph, context, 26, LETTERS - 1, source, target, NULL)) ||
        (status = kg_euler_count_circuits(&count, graph))) {
        fprintf(stderr, "%s: %s\n", kg_status_string(status), kg_context_message(context));
    } else {
        for (int copy = 0; copy < COPIES; copy++)
            printf("%.*s\n", (int)LETTERS, shuffled + copy * LETTERS);
        printf("one of 10^%.2f\n", count.log10_sequences);
    }
    kg_euler_count_clear(&count, context);
    kg_graph_destroy(graph);
    kg_context_destroy(context);
    return status != KG_OK;
}
