/* A context: what it may use, how far work is, how long it took, and what went wrong. */
#include <konig/konig.h>
#include <stdio.h>

static int show(void *user, const char *what, uint64_t done, uint64_t total)
{
    (void)user;
    fprintf(stderr, "%s %llu of %llu\n", what, (unsigned long long)done, (unsigned long long)total);
    return 0; /* another number would end the call that is at work */
}

int main(void)
{
    kg_context_options options = KG_CONTEXT_OPTIONS_INIT;
    kg_generate_options torus = KG_GENERATE_OPTIONS_INIT;
    kg_context *context = NULL;
    kg_graph *graph = NULL;
    kg_euler *euler = NULL;
    kg_status status;

    options.device = "cpu";
    options.threads = 1;
    options.memory_limit = 1 << 24;
    options.progress = show;
    if ((status = kg_context_create(&context, &options)) != KG_OK)
        goto out;
    printf("%s, %d thread\n", kg_context_device(context), kg_context_threads(context));

    torus.kind = KG_GENERATE_TORUS;
    torus.width = torus.height = 1 << 15; /* more than the limit lets it hold */
    status = kg_graph_generate(&graph, context, &torus);
    printf("%s\n", kg_status_string(status));
    torus.width = torus.height = 100;
    if ((status = kg_graph_generate(&graph, context, &torus)) ||
        (status = kg_euler_find(&euler, graph, NULL)))
        goto out;
    for (size_t i = 0; i < kg_context_stages(context); i++)
        printf("%s\n", kg_context_timing(context)[i].stage);
out:
    if (status != KG_OK)
        fprintf(stderr, "%s: %s\n", kg_status_string(status), kg_context_message(context));
    kg_euler_destroy(euler);
    kg_graph_destroy(graph);
    kg_context_destroy(context);
    return status != KG_OK;
}
