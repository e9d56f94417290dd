/*
 * Checks the nearest sources of all vertices by their definition. Shares no code with the search.
 *
 * In:  source[n][columns], length[n][columns]; the sources and options.
 * Out: KG_OK, or KG_INTERNAL with a text that says what is wrong at a vertex.
 *
 * Why it is a proof. A row is in order and has no source twice. Each of its labels has a path: it
 * is a source's own, or an edge leads to it from a label of the same source, and their lengths add
 * up. If that edge has the length 0, the label before it must have a path itself. And no label is
 * missing: an edge from a label leads to one of the same source that is not longer, or to a row
 * that is full of labels that come before it, or past the limit.
 * Work: O(m columns), twice if there are edges of the length 0. Memory: 8 bytes a vertex and 1 a
 *     label, 9 if there are edges of the length 0. Serial.
 */
#include "nearest.h"
#include <string.h>

typedef struct proof {
    const kg_nearest *near;
    const kg_graph *graph;
    double limit;
    bool unit;
    uint64_t *place; /* [n] the place of a source in the row that was opened last, if it has it */
    unsigned char *path; /* [n][columns] whether a label has a path */
    uint64_t *stack;     /* [n][columns] */
} proof;

static kg_status wrong(const proof *p, uint64_t vertex, const char *what)
{
    return kg__fail(
        p->near->ctx, KG_INTERNAL, "self-check: vertex %llu: %s", (unsigned long long)vertex, what);
}

static uint64_t count_of(const proof *p, uint64_t v)
{
    const kg_vertex *source = p->near->source + v * p->near->columns;
    uint64_t count = 0;

    while (count < p->near->columns && source[count] != KG_NO_VERTEX)
        count++;
    return count;
}

/* Notes the places of a row's sources. */
static void open_row(const proof *p, uint64_t v)
{
    for (uint64_t i = v * p->near->columns, end = i + count_of(p, v); i < end; i++)
        p->place[p->near->source[i]] = i;
}

/* Returns the place of a source in the opened row of v, or UINT64_MAX. */
static uint64_t place_of(const proof *p, uint64_t v, kg_vertex source)
{
    const uint64_t at = p->place[source], columns = p->near->columns;

    return at / columns == v && p->near->source[at] == source ? at : UINT64_MAX;
}

/* The length of entry i of the rows of `along`. */
static double length_of(const proof *p, uint64_t i)
{
    const kg_graph *along = p->near->along;

    return p->unit || !along->value ? 1 : along->value[along->half ? along->half[i] / 2 : i];
}

/* Checks a row by itself. */
static kg_status check_row(const proof *p, const uint64_t *given, uint64_t v)
{
    const kg_nearest *near = p->near;
    const uint64_t first = v * near->columns, count = count_of(p, v);

    for (uint64_t i = first; i < first + near->columns; i++) {
        const kg_vertex source = near->source[i];

        if (i >= first + count) {
            if (source != KG_NO_VERTEX || near->length[i] != INFINITY)
                return wrong(p, v, "its row goes on behind its end");
            continue;
        }
        if (source >= p->graph->n || !kg__bitmap_has(given, source))
            return wrong(p, v, "its row has a vertex that is no source");
        if (!(near->length[i] >= 0 && near->length[i] <= p->limit))
            return wrong(p, v, "its row has a length that is none, or past the limit");
        if (i > first &&
            (near->length[i] < near->length[i - 1] ||
                (near->length[i] == near->length[i - 1] && source <= near->source[i - 1])))
            return wrong(p, v, "its row is not in order");
        p->path[i] = source == v && near->length[i] == 0;
    }
    open_row(p, v);
    for (uint64_t i = first; i < first + count; i++)
        if (p->place[near->source[i]] != i)
            return wrong(p, v, "its row has a source twice");
    return KG_OK;
}

/* A source is in its own row, or the row is full of sources at no distance that come before it. */
static kg_status check_source(const proof *p, kg_vertex source)
{
    const kg_nearest *near = p->near;
    const uint64_t last = ((uint64_t)source + 1) * near->columns - 1;
    uint64_t at;

    open_row(p, source);
    at = place_of(p, source, source);
    if (at == UINT64_MAX ? near->length[last] != 0 || near->source[last] > source
                         : near->length[at] != 0)
        return wrong(p, source, "it is a source, and its row lacks it");
    return KG_OK;
}

/* Checks the edge of entry i from u, and notes the labels that it gives a path. */
static kg_status check_edge(const proof *p, uint64_t u, uint64_t i)
{
    const kg_nearest *near = p->near;
    const uint64_t columns = near->columns, v = near->along->col[i], last = (v + 1) * columns - 1;
    const double by = length_of(p, i);

    open_row(p, v);
    for (uint64_t from = u * columns, end = from + count_of(p, u); from < end; from++) {
        const kg_vertex source = near->source[from];
        const double sum = near->length[from] + by;
        const uint64_t to = place_of(p, v, source);

        if (to != UINT64_MAX) {
            if (sum < near->length[to])
                return wrong(p, v, "an edge to it makes a path shorter");
            if (sum == near->length[to] && near->length[from] < sum)
                p->path[to] = 1;
        } else if (sum <= p->limit &&
                   (sum < near->length[last] ||
                       (sum == near->length[last] && source < near->source[last]))) {
            return wrong(p, v, "a source that is nearer is missing");
        }
    }
    return KG_OK;
}

/* Follows edges of the length 0, or too short to change a sum, from labels that have a path. */
static void spread(const proof *p, uint64_t labels)
{
    const kg_graph *along = p->near->along;
    const uint64_t columns = p->near->columns;
    uint64_t count = 0;

    for (uint64_t at = 0; at < labels; at++)
        if (p->path[at])
            p->stack[count++] = at;
    while (count) {
        const uint64_t at = p->stack[--count], u = at / columns;

        for (uint64_t i = along->row[u]; i < along->row[u + 1]; i++) {
            uint64_t to;

            if (p->near->length[at] + length_of(p, i) != p->near->length[at])
                continue;
            open_row(p, along->col[i]);
            to = place_of(p, along->col[i], p->near->source[at]);
            if (to != UINT64_MAX && p->near->length[to] == p->near->length[at] && !p->path[to]) {
                p->path[to] = 1;
                p->stack[count++] = to;
            }
        }
    }
}

/* Returns the first label without a path, or `labels`. */
static uint64_t first_without(const proof *p, uint64_t labels)
{
    uint64_t at = 0;

    while (at < labels && (p->path[at] || p->near->source[at] == KG_NO_VERTEX))
        at++;
    return at;
}

kg_status kg__verify_nearest(const kg_nearest *near, const kg_vertex *once, uint64_t sources,
    const kg_distances_options *options)
{
    kg_context *ctx = near->ctx;
    const uint64_t n = near->graph->n, labels = n * near->columns;
    proof p = {.near = near,
        .graph = near->graph,
        .limit = options->has_limit ? options->limit : INFINITY,
        .unit = options->unit};
    uint64_t *given = NULL, without;
    kg_status status;

    KG_TRY(kg__bitmap_create(ctx, &given, n, "sources"));
    KG_TRY(kg__host_allocate(ctx, &p.place, n, sizeof *p.place, "the check of sources"));
    KG_TRY(kg__host_allocate(ctx, &p.path, labels, 1, "the check of sources"));
    memset(p.path, 0, labels);
    for (uint64_t i = 0; i < sources; i++)
        kg__mark(given, once[i]);
    for (uint64_t v = 0; v < n; v++)
        p.place[v] = UINT64_MAX;
    for (uint64_t v = 0; v < n; v++)
        KG_TRY(check_row(&p, given, v));
    for (uint64_t i = 0; i < sources; i++)
        KG_TRY(check_source(&p, once[i]));
    for (uint64_t u = 0; u < n; u++)
        for (uint64_t i = near->along->row[u]; i < near->along->row[u + 1]; i++)
            KG_TRY(check_edge(&p, u, i));
    without = first_without(&p, labels);
    if (without == labels)
        goto out;
    KG_TRY(kg__host_allocate(ctx, &p.stack, labels, sizeof *p.stack, "the check of sources"));
    spread(&p, labels);
    without = first_without(&p, labels);
    if (without < labels)
        KG_TRY(wrong(&p, without / near->columns, "no path leads to it from a source in its row"));
out:
    kg__free_all(ctx, given, p.place, p.path, p.stack);
    return status;
}
