/*
 * The stubs of a graph: the ends of the fewest trails that together use every edge once.
 *
 * in   the graph's degrees and components
 * out  the stubs, two for each trail, on a ring
 *
 * In a directed graph, a vertex with s out-edges more than in-edges begins s trails, and one with s
 * in-edges more ends s trails. In an undirected graph, each vertex of odd degree is one end. In a
 * bidirected graph, a vertex with s half-edges more on one side is s ends. Fewer trails are not
 * possible. A component without such a vertex needs one closed trail: its first vertex with an edge
 * gets both stubs.
 *
 * The stubs stand on a ring, component after component, and by vertex within a component. In a
 * directed graph, beginnings and ends alternate. Virtual edge i joins stub 2i + 1 with stub 2i + 2,
 * the last with the first. So every vertex is balanced, and the ring joins all components. One
 * Euler circuit goes round all of it; cut at the virtual edges, it is the fewest trails.
 *
 * Departure: the design joins neighbouring stubs of one component, which gives as many trails. But
 * then each component has a circuit of its own, and the pipeline would have to find many circuits.
 *
 * The place of a stub depends on all stubs before it in its component. So one thread goes through
 * all vertices, but passes over those of the component that probably has most of them. All threads
 * then place the stubs of that component.
 *
 * O(n) work besides degrees and components. Host memory.
 */
#include "../base/bisect.h"
#include "euler_ops.h"
#include <string.h>

enum { GRAIN = 1 << 18, MANY = INT8_MAX };

/* The components, and their places on the ring. */
typedef struct components {
    const kg_vertex *of; /* [n] */
    uint64_t count;
    uint64_t *next;  /* [2 * count] the next stub that begins a trail, and the next that ends one;
                        only a directed graph has the second */
    int8_t *surplus; /* [n] see note_surplus() */
    bool *balanced;  /* [count] it has edges, and no vertex lacks a partner */
    kg_vertex large; /* the component that probably has most vertices, or KG_NO_VERTEX */
} components;

/* Vertices [first, last): the share of one thread. */
typedef struct part {
    uint64_t first, last;
    uint64_t seen;    /* components that begin before these vertices */
    uint64_t listed;  /* listed stubs before them */
    uint64_t next[2]; /* for the large component: how many stubs they have, then as above */
} part;

uint64_t kg__euler_lacks(const kg_graph *graph, kg_vertex v)
{
    const uint64_t degree = graph->row[v + 1] - graph->row[v];
    uint64_t plus;

    if (!graph->side || kg__is_one_sided(graph, v))
        return degree & 1;
    plus = kg__plus_degree(graph, v);
    return 2 * plus < degree ? degree - 2 * plus : 2 * plus - degree;
}

/* Returns how many more edges go out than in; for an undirected or bidirected graph, how many
 * half-edges have no partner. */
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

/* Stores surplus_of() of each vertex, or MANY. */
static void note_surplus(components *all, const kg_graph *graph)
{
    KG_PARALLEL_FOR(kg__threads(graph->ctx, (uint64_t)graph->n + graph->m, GRAIN))
    for (kg_vertex v = 0; v < graph->n; v++) {
        const int64_t surplus = surplus_of(graph, v);

        all->surplus[v] = surplus > -MANY && surplus < MANY ? (int8_t)surplus : MANY;
    }
}

static int64_t noted_surplus(const components *all, const kg_graph *graph, kg_vertex v)
{
    return all->surplus[v] == MANY ? surplus_of(graph, v) : all->surplus[v];
}

/* Returns the component that contains most vertices of a sample. */
static kg_vertex guess_large(const components *all, uint64_t n)
{
    enum { LOOKS = 32 };
    unsigned most = 0;
    kg_vertex large = KG_NO_VERTEX;

    for (unsigned i = 0; i < LOOKS && most < LOOKS / 2; i++) {
        unsigned found = 0;

        for (unsigned k = 0; k < LOOKS; k++)
            found += all->of[n * k / LOOKS] == all->of[n * i / LOOKS];
        if (found > most)
            large = all->of[n * i / LOOKS];
        most = found > most ? found : most;
    }
    return large;
}

/* Counts the stubs that a share's vertices have because of their surplus, by component. */
static void count_stubs(components *all, const kg_graph *graph, part *p)
{
    const unsigned each = graph->half ? 1 : 2; /* places on the ring for each */
    uint64_t begins = 0, ends = 0;

    for (uint64_t v = p->first; v < p->last; v++) {
        const kg_vertex c = all->of[v];
        const int64_t surplus = noted_surplus(all, graph, (kg_vertex)v);

        if (c == all->large) {
            begins += surplus > 0 ? (uint64_t)surplus : 0;
            ends += surplus < 0 ? (uint64_t)-surplus : 0;
        } else if (surplus > 0) {
            __atomic_fetch_add(
                &all->next[2 * (uint64_t)c], each * (uint64_t)surplus, __ATOMIC_RELAXED);
        }
        if (has_edges(graph, (kg_vertex)v) && !__atomic_load_n(&all->balanced[c], __ATOMIC_RELAXED))
            __atomic_store_n(&all->balanced[c], true, __ATOMIC_RELAXED); /* so far: it has edges */
    }
    p->next[0] = each * begins;
    p->next[1] = each * ends;
}

/* Gives each component its section of the ring. Returns the number of stubs. */
static uint64_t lay_ring(components *all, const kg_graph *graph, part *parts, int count)
{
    uint64_t used = 0;

    memset(all->next, 0, 2 * all->count * sizeof *all->next);
    memset(all->balanced, 0, all->count * sizeof *all->balanced);
    KG_PARALLEL_FOR(count, schedule(static))
    for (int i = 0; i < count; i++)
        count_stubs(all, graph, &parts[i]);
    for (int i = 0; all->large != KG_NO_VERTEX && i < count; i++)
        all->next[2 * (uint64_t)all->large] += parts[i].next[0];
    for (uint64_t c = 0; c < all->count; c++) {
        const uint64_t stubs = all->next[2 * c];

        all->next[2 * c] = used;
        all->next[2 * c + 1] = used + 1;
        all->balanced[c] = all->balanced[c] && !stubs;
        used += all->balanced[c] ? 2 : stubs;
    }
    return used;
}

/* Returns whether the stub is listed, as number i. */
static bool put_stub(kg__stubs *stubs, uint64_t i, kg_vertex v, uint64_t place, bool in_row)
{
    stubs->vertex[place] = v;
    if (in_row) {
        stubs->at[i] = v;
        stubs->place[i] = (kg_edge)place;
    }
    return in_row;
}

/* Places the stubs of a vertex, listed from number i on. is_only: it has both stubs of its
 * component. next: of its component. Returns the number after the last. */
static inline uint64_t put_stubs(kg__stubs *stubs, uint64_t i, kg_vertex v, int64_t surplus,
    bool is_only, uint64_t *next, bool directed)
{
    if (is_only) {
        i += put_stub(stubs, i, v, next[0], !directed);
        i += put_stub(stubs, i, v, next[0] + 1, true);
    }
    for (; surplus > 0; surplus--, next[0] += directed ? 2 : 1)
        i += put_stub(stubs, i, v, next[0], !directed);
    for (; surplus < 0; surplus++, next[1] += 2)
        i += put_stub(stubs, i, v, next[1], true);
    return i;
}

/* Returns how many of these stubs are listed. */
static uint64_t count_listed(int64_t surplus, bool is_only, bool directed)
{
    if (is_only)
        return directed ? 1 : 2;
    surplus = directed ? -surplus : surplus;
    return surplus > 0 ? (uint64_t)surplus : 0;
}

/* Places the stubs of a share's vertices: those in the large component, or all others. Returns the
 * state after them. */
static part place_part(
    kg__stubs *stubs, components *all, const kg_graph *graph, part p, bool of_large)
{
    const bool directed = !graph->half;

    for (uint64_t v = p.first; v < p.last; v++) {
        const kg_vertex c = all->of[v];
        const bool begins = c == p.seen; /* components are numbered by their first vertices */
        const bool is_only = begins && all->balanced[c];
        const int64_t surplus = noted_surplus(all, graph, (kg_vertex)v);

        p.seen += begins;
        if ((c == all->large) == of_large)
            p.listed = put_stubs(stubs, p.listed, (kg_vertex)v, surplus, is_only,
                of_large ? p.next : all->next + 2 * (uint64_t)c, directed);
        else
            p.listed += count_listed(surplus, is_only, directed);
    }
    return p;
}

/* Places all stubs, in order of vertex. */
static void place_stubs(
    kg__stubs *stubs, components *all, const kg_graph *graph, part *parts, int count)
{
    const bool has_large = all->large != KG_NO_VERTEX;
    part at = {0};

    if (has_large)
        memcpy(at.next, all->next + 2 * (uint64_t)all->large, sizeof at.next);
    for (int i = 0; i < count; i++) {
        const part own = parts[i];

        at.first = own.first;
        at.last = own.last;
        parts[i] = at;
        at = place_part(stubs, all, graph, at, false);
        at.next[0] += own.next[0];
        at.next[1] += own.next[1];
    }
    stubs->listed = at.listed;
    KG_PARALLEL_FOR(count, schedule(static) if (has_large))
    for (int i = 0; i < (has_large ? count : 0); i++)
        place_part(stubs, all, graph, parts[i], true);
}

kg_status kg__stubs_find(kg__stubs *stubs, kg_graph *graph)
{
    kg_context *ctx = graph->ctx;
    const int count = kg__threads(ctx, (uint64_t)graph->n + graph->m, GRAIN);
    components all = {.large = KG_NO_VERTEX};
    part *parts = NULL;
    kg_status status;

    *stubs = (kg__stubs){.owned = true};
    if (!graph->half)
        KG_TRY(kg_graph_degrees(graph, NULL, NULL));
    if (graph->side)
        KG_TRY(kg__graph_make_row_sides(graph));
    KG_TRY(kg_graph_components(graph, &all.of, &all.count));
    KG_TRY(kg__host_allocate(ctx, &all.next, 2 * all.count, sizeof *all.next, "components"));
    KG_TRY(kg__host_allocate(ctx, &all.balanced, all.count, sizeof *all.balanced, "components"));
    KG_TRY(kg__host_allocate(ctx, &all.surplus, graph->n, sizeof *all.surplus, "components"));
    KG_TRY(kg__host_allocate(ctx, &parts, (uint64_t)count, sizeof *parts, "components"));
    for (int i = 0; i < count; i++)
        parts[i] =
            (part){.first = kg__part(graph->n, i, count), .last = kg__part(graph->n, i + 1, count)};
    if (count > 1)
        all.large = guess_large(&all, graph->n);
    note_surplus(&all, graph);
    stubs->count = lay_ring(&all, graph, parts, count);
    KG_TRY(kg__host_allocate(
        ctx, &stubs->vertex, stubs->count, sizeof *stubs->vertex, "the ends of trails"));
    KG_TRY(
        kg__host_allocate(ctx, &stubs->at, stubs->count, sizeof *stubs->at, "the ends of trails"));
    KG_TRY(kg__host_allocate(
        ctx, &stubs->place, stubs->count, sizeof *stubs->place, "the ends of trails"));
    place_stubs(stubs, &all, graph, parts, count);
out:
    kg__free_all(ctx, all.next, all.balanced, all.surplus, parts);
    return status;
}

void kg__stubs_forget(kg__stubs *stubs, kg_context *ctx)
{
    if (!stubs->owned)
        return;
    kg__free_all(ctx, stubs->vertex, stubs->at, stubs->place);
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
    return KG__FIRST_WHERE(i, 0, stubs->listed, stubs->at[i] >= v);
}
