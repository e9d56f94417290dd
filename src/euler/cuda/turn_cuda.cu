/*
 * Turns circuits of a bidirected graph, on CUDA, so that circuits that will be joined pass the
 * vertex where they meet in one direction.
 *
 * in   slots: half[2m], at a vertex with two sides first the minus half, then the plus half; the
 *      direction in which each slot is passed, and the circuit that contains it
 * out  the results of orient, run again with the two halves exchanged in the smallest slot of each
 *      circuit that must be turned: orient takes the direction from them
 *
 * The host finds the circuits that are turned. It takes the links of stage 5 in Kruskal's order,
 * the order of slots. A union-find keeps for each circuit whether it is turned against its parent.
 * In a forest, directions that agree always exist.
 *
 * O(m) up to the inverse Ackermann function; this part is serial, with m labels and two bits a
 * slot.
 */
#include "euler_cuda.cuh"
extern "C" {
#include "../turns.h"
}

typedef struct turns {
    const kg_graph *graph;
    const kg_edge *row; /* [n+1] slots of vertices */
    kg_edge *half;      /* [2m] */
    const kg_edge *leave;
    /* [m] the parent of a slot is the label of its circuit; that of a label, one joined with it */
    kg__turns circuit;
} turns;

/* Returns whether slot s is passed from plus to minus. */
static bool goes_back(const turns *t, kg_edge s)
{
    return t->leave[s] != t->half[2 * (uint64_t)s + 1];
}

static void join_all(turns *t)
{
    const kg_graph *graph = t->graph;

    for (kg_vertex v = 0; v < graph->n; v++) {
        const bool two_sided = !kg__is_one_sided(graph, v);

        for (kg_edge s = t->row[v]; s + 1 < t->row[v + 1]; s++)
            kg__turns_join(
                &t->circuit, s, s + 1, two_sided && goes_back(t, s) != goes_back(t, s + 1));
    }
}

static void turn(kg_edge *half, kg_edge s)
{
    const kg_edge was = half[2 * (uint64_t)s];

    half[2 * (uint64_t)s] = half[2 * (uint64_t)s + 1];
    half[2 * (uint64_t)s + 1] = was;
}

/* Turns circuits by the halves of their smallest slots. leave: in host memory. */
static kg_status turn_circuits(kg__euler_work *w, const kg_graph *graph, const kg_edge *row,
    kg_edge *half, const kg_edge *leave)
{
    turns t = {.graph = graph, .row = row, .half = half, .leave = leave, .circuit = {}};
    kg_edge *circuit = NULL;
    uint64_t *label = NULL;
    bool against;
    kg_status status;

    KG_TRY(kg__host_allocate(w->ctx, &t.circuit.parent, w->m, sizeof *circuit, "circuits"));
    KG_TRY(kg__bitmap_create(w->ctx, &t.circuit.turned, w->m, "circuits that are turned"));
    KG_TRY(kg__bitmap_create(w->ctx, &label, w->m, "circuits"));
    KG_TRY(kg__allocate(w->ctx, &circuit, w->m, sizeof *circuit, "labels of circuits"));
    KG_TRY(kg__euler_circuits_cuda(w, circuit));
    KG_TRY(kg__memory(w->ctx)->download(w->ctx, t.circuit.parent, circuit, w->m * sizeof *circuit));
    for (kg_edge s = 0; s < w->m; s++)
        if (t.circuit.parent[s] == s)
            label[s / 64] |= UINT64_C(1) << s % 64;
    join_all(&t);
    for (kg_edge s = 0; s < w->m; s++)
        if (kg__bitmap_has(label, s)) {
            kg__turns_root(&t.circuit, s, &against);
            if (against)
                turn(half, s);
        }
out:
    kg__turns_free(&t.circuit, w->ctx);
    kg__free(w->ctx, label);
    kg__free(w->ctx, circuit);
    return status;
}

decl_euler_turn(kg__euler_turn_cuda)
{
    kg_context *ctx = w->ctx;
    const kg__memory_ops *memory = kg__memory(ctx);
    const size_t bytes = (size_t)w->m * sizeof *leave;
    kg_edge *host = NULL;
    kg_status status;

    kg__stage(ctx, "3 partition");
    KG_TRY(kg__euler_partition_cuda(w));
    KG_TRY(kg__host_allocate(ctx, &host, w->m, sizeof *host, "directions of edges"));
    KG_TRY(memory->download(ctx, host, leave, bytes));
    KG_TRY(turn_circuits(w, graph, row, half, host));
    KG_TRY(memory->upload(ctx, resident, half, 2 * bytes));
    kg__stage(ctx, "2 predecessors");
    KG_TRY(kg__euler_orient_cuda(w, resident, NULL, leave));
out:
    kg__free(ctx, host);
    return status;
}
