/*
 * Strong components: two vertices are in one if edges lead from each to the other.
 *
 * In:  row[n+1], col[m].
 * Out: component[n], numbered by smallest vertex; their number.
 * How: R. Tarjan, "Depth-first search and linear graph algorithms", SIAM J. Comput. 1 (1972): a
 *      depth-first search numbers vertices as it meets them, and each records the least number that
 *      its descendants reach. If that is its own number, it and the vertices met since are a
 *      component. The search keeps its path in arrays, so that a long path does not exhaust the
 *      program's stack. On the host and serial, whatever the backend: each step depends on the one
 *      before it.
 * Work: O(n + m). Memory: 16 bytes and an edge id a vertex.
 */
#include "csr.h"

enum { TICK = 1 << 18 }; /* vertices met between two checks whether the caller wants to stop */

typedef struct search {
    const kg_edge *row;
    const kg_vertex *col;
    kg_vertex *component; /* [n] KG_NO_VERTEX: not known yet */
    kg_vertex *least;     /* [n] 0: not met yet; otherwise the least number reached, from 1 on */
    kg_vertex *way;       /* [n] the path from the root to the current vertex */
    kg_vertex *open;      /* [n] met, and not in a component yet, in the order of their numbers */
    kg_edge *next;        /* [n] the next edge of each vertex on the path */
    uint64_t ways, opens, met, components;
} search;

static void meet(search *s, kg_vertex v)
{
    s->least[v] = (kg_vertex)++s->met;
    s->next[v] = s->row[v];
    s->way[s->ways++] = v;
    s->open[s->opens++] = v;
}

/* Closes the component of vertex v, which was the first of it to be met. */
static void close_component(search *s, kg_vertex v)
{
    kg_vertex u;

    do {
        u = s->open[--s->opens];
        s->component[u] = (kg_vertex)s->components;
    } while (u != v);
    s->components++;
}

/* Searches all vertices that the root leads to. number: [n] the number of each open vertex. */
static kg_status search_from(const kg_graph *graph, search *s, kg_vertex *number, kg_vertex root)
{
    kg_status status = KG_OK;

    meet(s, root);
    number[root] = s->least[root];
    while (s->ways) {
        const kg_vertex v = s->way[s->ways - 1];

        if (s->next[v] < s->row[v + 1]) {
            const kg_vertex u = s->col[s->next[v]++];

            if (!s->least[u]) {
                meet(s, u);
                number[u] = s->least[u];
                if (s->met % TICK == 0)
                    KG_TRY(kg__progress(graph->ctx, "looking for components", s->met, graph->n));
            } else if (s->component[u] == KG_NO_VERTEX && number[u] < s->least[v]) {
                s->least[v] = number[u];
            }
            continue;
        }
        if (s->least[v] == number[v])
            close_component(s, v);
        s->ways--;
        if (s->ways && s->least[v] < s->least[s->way[s->ways - 1]])
            s->least[s->way[s->ways - 1]] = s->least[v];
    }
out:
    return status;
}

/* Numbers the components by their smallest vertex. order: [n] scratch. */
static void renumber(search *s, kg_vertex *order, uint64_t n)
{
    kg_vertex count = 0;

    for (uint64_t c = 0; c < s->components; c++)
        order[c] = KG_NO_VERTEX;
    for (uint64_t v = 0; v < n; v++) {
        kg_vertex *c = &order[s->component[v]];

        if (*c == KG_NO_VERTEX)
            *c = count++;
        s->component[v] = *c;
    }
}

kg_status kg_graph_strong_components(kg_graph *graph, kg_vertex *component, uint64_t *count)
{
    kg_context *ctx = KG__CONTEXT(graph);
    search s = {.component = component};
    kg_vertex *number = NULL;
    uint64_t n;
    kg_status status;

    KG_NEED(NULL, graph);
    if (graph->n)
        KG_NEED(ctx, component);
    KG_TRY(kg__begin_graph(graph));
    KG_TRY(kg__need_no_sides(graph, "has no directions that strong components could follow"));
    n = graph->n;
    s.row = graph->row;
    s.col = graph->col;
    KG_TRY(kg__host_allocate(ctx, &s.least, n, sizeof *s.least, "strong components"));
    KG_TRY(kg__host_allocate(ctx, &s.way, n, sizeof *s.way, "strong components"));
    KG_TRY(kg__host_allocate(ctx, &s.open, n, sizeof *s.open, "strong components"));
    KG_TRY(kg__host_allocate(ctx, &s.next, n, sizeof *s.next, "strong components"));
    KG_TRY(kg__host_allocate(ctx, &number, n, sizeof *number, "strong components"));
    for (uint64_t v = 0; v < n; v++) {
        component[v] = KG_NO_VERTEX;
        s.least[v] = 0;
    }
    for (uint64_t v = 0; v < n; v++)
        if (!s.least[v])
            KG_TRY(search_from(graph, &s, number, (kg_vertex)v));
    renumber(&s, number, n);
    if (count)
        *count = s.components;
out:
    kg__free_all(ctx, s.least, s.way, s.open, s.next, number);
    return status;
}
