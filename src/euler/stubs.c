/*
 * The stubs of a graph: where the fewest trails that together use every edge once begin and end.
 *
 * in   the graph's degrees and components
 * out  the stubs, two for each trail, on a ring
 *
 * A vertex with s out-edges more than in-edges begins s trails, one with s in-edges more ends s;
 * of an undirected graph each vertex of odd degree is the end of one; of a bidirected graph a
 * vertex with s half-edges more on one side is the end of s. No trails can do with fewer, and a
 * component without such a vertex needs one closed trail: its first vertex with an edge gets both
 * of its stubs.
 *
 * The stubs stand on a ring, component after component, in each by vertex; those of a directed
 * graph alternate, a beginning and an end. Virtual edge i joins stub 2i + 1 with stub 2i + 2, the
 * last with the first. So every vertex is balanced, and the ring joins all components: one Euler
 * circuit goes round all of it, and cut at the virtual edges it is the fewest trails.
 *
 * Departure: the design joins neighbouring stubs of one component, which makes as many trails; then
 * each component has a circuit of its own, and what finds one would have to find many.
 *
 * O(n) besides degrees and components. Host memory.
 */
#include "euler_ops.h"
#include <string.h>

enum { GRAIN = 1 << 18, AHEAD = 32, MANY = INT8_MAX };

/* Of the components: where they are on the ring. */
typedef struct components {
    const kg_vertex *of; /* [n] */
    uint64_t count;
    uint64_t *next;  /* [2 * count] the next stub that begins a trail, and that ends one, which
                        only a directed graph tells apart */
    int8_t *surplus; /* [n] see note_surplus() */
    bool *balanced;  /* [count] no vertex of it lacks a partner, and its trail has no stubs yet */
} components;

uint64_t kg__euler_lacks(const kg_graph *graph, kg_vertex v)
{
    int64_t surplus = 0;

    if (!graph->side || kg__is_one_sided(graph, v))
        return (graph->row[v + 1] - graph->row[v]) & 1;
    for (kg_edge i = graph->row[v]; i < graph->row[v + 1]; i++) {
        __builtin_prefetch(&graph->side[graph->half[graph->m - i > AHEAD ? i + AHEAD : i] / 64]);
        surplus += kg__bitmap_has(graph->side, graph->half[i]) ? 1 : -1;
    }
    return (uint64_t)(surplus < 0 ? -surplus : surplus);
}

/* How many edges more go out than in; but of an undirected or bidirected graph how many half-edges
 * have no partner. */
static int64_t surplus_of(const kg_graph *graph, kg_vertex v)
{
    if (graph->half)
        return (int64_t)kg__euler_lacks(graph, v);
    return (int64_t)graph->out_degree[v] - (int64_t)graph->in_degree[v];
}

static bool has_edges(const kg_graph *graph, kg_vertex v)
{
    return graph->row[v] < graph->row[v + 1];
}

/* surplus_of() for each vertex, or MANY. */
static void note_surplus(components *all, const kg_graph *graph)
{
    const int threads = kg__threads(graph->ctx, (uint64_t)graph->n + graph->m, GRAIN);

    (void)threads;
#pragma omp parallel for num_threads(threads)
    for (kg_vertex v = 0; v < graph->n; v++) {
        const int64_t surplus = surplus_of(graph, v);

        all->surplus[v] = surplus > -MANY && surplus < MANY ? (int8_t)surplus : MANY;
    }
}

static int64_t noted_surplus(const components *all, const kg_graph *graph, kg_vertex v)
{
    return all->surplus[v] == MANY ? surplus_of(graph, v) : all->surplus[v];
}

/* Gives each component its part of the ring. Returns how many stubs there are. */
static uint64_t lay_ring(components *all, const kg_graph *graph)
{
    const unsigned each = graph->half ? 1 : 2; /* stubs for one of a vertex' surplus */
    uint64_t used = 0;

    memset(all->next, 0, 2 * all->count * sizeof *all->next);
    memset(all->balanced, 0, all->count * sizeof *all->balanced);
    for (kg_vertex v = 0; v < graph->n; v++) {
        const int64_t surplus = noted_surplus(all, graph, v);

        if (surplus > 0)
            all->next[2 * (uint64_t)all->of[v]] += each * (uint64_t)surplus;
        if (has_edges(graph, v))
            all->balanced[all->of[v]] = true; /* so far: it has edges */
    }
    for (uint64_t c = 0; c < all->count; c++) {
        const uint64_t stubs = all->next[2 * c];

        all->next[2 * c] = used;
        all->next[2 * c + 1] = used + 1;
        all->balanced[c] = all->balanced[c] && !stubs;
        used += all->balanced[c] ? 2 : stubs;
    }
    return used;
}

static void add_stub(kg__stubs *stubs, kg_vertex v, uint64_t place, bool in_row)
{
    stubs->vertex[place] = v;
    if (!in_row)
        return;
    stubs->at[stubs->listed] = v;
    stubs->place[stubs->listed++] = (kg_edge)place;
}

/* In order of vertex. */
static void place_stubs(kg__stubs *stubs, components *all, const kg_graph *graph)
{
    const bool directed = !graph->half;

    for (kg_vertex v = 0; v < graph->n; v++) {
        uint64_t *next = all->next + 2 * (uint64_t)all->of[v];
        int64_t surplus = noted_surplus(all, graph, v);

        if (all->balanced[all->of[v]] && has_edges(graph, v)) {
            add_stub(stubs, v, next[0], !directed);
            add_stub(stubs, v, next[0] + 1, true);
            all->balanced[all->of[v]] = false;
        }
        for (; surplus > 0; surplus--, next[0] += directed ? 2 : 1)
            add_stub(stubs, v, next[0], !directed);
        for (; surplus < 0; surplus++, next[1] += 2)
            add_stub(stubs, v, next[1], true);
    }
}

kg_status kg__stubs_find(kg__stubs *stubs, kg_graph *graph)
{
    kg_context *ctx = graph->ctx;
    components all = {0};
    kg_status status;

    *stubs = (kg__stubs){.owned = true};
    if (!graph->half)
        KG_TRY(kg_graph_degrees(graph, NULL, NULL));
    KG_TRY(kg_graph_components(graph, &all.of, &all.count));
    KG_TRY(kg__host_allocate(ctx, &all.next, 2 * all.count, sizeof *all.next, "components"));
    KG_TRY(kg__host_allocate(ctx, &all.balanced, all.count, sizeof *all.balanced, "components"));
    KG_TRY(kg__host_allocate(ctx, &all.surplus, graph->n, sizeof *all.surplus, "components"));
    note_surplus(&all, graph);
    stubs->count = lay_ring(&all, graph);
    KG_TRY(kg__host_allocate(
        ctx, &stubs->vertex, stubs->count, sizeof *stubs->vertex, "the ends of trails"));
    KG_TRY(
        kg__host_allocate(ctx, &stubs->at, stubs->count, sizeof *stubs->at, "the ends of trails"));
    KG_TRY(kg__host_allocate(
        ctx, &stubs->place, stubs->count, sizeof *stubs->place, "the ends of trails"));
    place_stubs(stubs, &all, graph);
out:
    kg__free(ctx, all.next);
    kg__free(ctx, all.balanced);
    kg__free(ctx, all.surplus);
    return status;
}

void kg__stubs_forget(kg__stubs *stubs, kg_context *ctx)
{
    if (!stubs->owned)
        return;
    kg__free(ctx, stubs->vertex);
    kg__free(ctx, stubs->at);
    kg__free(ctx, stubs->place);
    stubs->vertex = stubs->at = NULL;
    stubs->place = NULL;
}

void kg__stubs_free(kg__stubs *stubs, kg_context *ctx)
{
    kg__stubs_forget(stubs, ctx);
    *stubs = (kg__stubs){0};
}

uint64_t kg__stubs_before(const kg__stubs *stubs, uint64_t v)
{
    uint64_t low = 0, high = stubs->listed;

    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;

        if (stubs->at[middle] < v)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
