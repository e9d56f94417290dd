/* An Euler circuit that three threads find together: each has a context that has joined the others,
 * and gets a third of the walk. */
#include <konig/konig.h>
#include <pthread.h>
#include <stdio.h>

enum { RANKS = 3 };

struct rank {
    kg_comm *comm;
    uint64_t first, count; /* its share of the walk */
    int failed;
};

static void *work(void *argument)
{
    struct rank *rank = argument;
    kg_generate_options torus = KG_GENERATE_OPTIONS_INIT;
    kg_context_options one_thread = KG_CONTEXT_OPTIONS_INIT;
    kg_context *context = NULL;
    kg_graph *graph = NULL;
    kg_euler *euler = NULL;
    kg_status status;

    one_thread.device = "cpu";
    one_thread.threads = 1;
    torus.kind = KG_GENERATE_TORUS;
    torus.width = 100;
    torus.height = 50;
    status = kg_context_create(&context, &one_thread);
    if (status == KG_OK)
        status = kg_context_join(context, rank->comm);
    if (status == KG_OK)
        status = kg_graph_generate(&graph, context, &torus);
    /* All ranks have a graph, or none goes on. */
    status = kg_context_agree(context, status, NULL);
    if (status == KG_OK)
        status = kg_euler_find(&euler, graph, NULL);
    if (status == KG_OK)
        status = kg_euler_share(euler, &rank->first, &rank->count);
    rank->failed = status != KG_OK;
    if (rank->failed && kg_comm_speaks(rank->comm)) /* all ranks know why; one says it */
        fprintf(stderr, "%s: %s\n", kg_status_string(status), kg_context_message(context));
    kg_euler_destroy(euler);
    kg_graph_destroy(graph);
    kg_comm_destroy(rank->comm);
    kg_context_destroy(context);
    return NULL;
}

int main(void)
{
    struct rank rank[RANKS] = {{0}};
    pthread_t thread[RANKS];
    kg_comm *comm[RANKS];
    int failed = 0;

    if (kg_comm_threads(comm, RANKS) != KG_OK)
        return 1;
    for (int r = 0; r < RANKS; r++) {
        rank[r].comm = comm[r];
        if (pthread_create(&thread[r], NULL, work, &rank[r]) != 0)
            return 1;
    }
    for (int r = 0; r < RANKS; r++) {
        pthread_join(thread[r], NULL);
        failed |= rank[r].failed;
        printf("rank %d has edges %llu to %llu of the circuit\n", r,
            (unsigned long long)rank[r].first,
            (unsigned long long)(rank[r].first + rank[r].count - 1));
    }
    return failed;
}
