/*
 * How many Euler walks a directed graph has: the front.
 *
 * In:  the graph.
 * Out: the numbers, or their logarithms.
 * Method: a vertex with one edge in and one out is removed: both edges become one, which is
 *     parallel to no other. Then the BEST theorem. A path becomes a circuit by an edge from its end
 *     to its start. With T arborescences, out-degrees d and multiplicities m of edges, the number
 *     of walks is T times the product of all (d - 1)!. Paths with the same vertices differ in the
 *     order of parallel edges, so the number of sequences is that of walks divided by the product
 *     of all m!. A cycle of vertices that repeats itself equals some of its rotations, and
 *     Burnside's lemma counts such cycles. The number of sequences of circuits is a sum over all
 *     common divisors c of the m: phi(c) / c times the walks of the graph with multiplicities
 *     m / c, divided by the product of all (m / c)!. That graph has T / c^(n-1) arborescences.
 * Work, memory: eliminate.c, count_gmp.c.
 * Deterministic: serial, except count_gmp.c, whose numbers are exact.
 */
#include "count.h"
#include "../../comm/comm.h"
#include <math.h>
#include <string.h>

/* A sum, with the part that rounding took from it. */
typedef struct sum {
    double sum, lost, size; /* size: the sum of the absolute values */
} sum;

static void add(sum *s, double x)
{
    const double next = s->sum + x;

    s->lost += fabs(s->sum) >= fabs(x) ? s->sum - next + x : x - next + s->sum;
    s->sum = next;
    s->size += fabs(x);
}

/* ---- the graph ------------------------------------------------------------------------------- */

static void multiples_free(kg__multiples *g, kg_context *ctx)
{
    kg__free_all(ctx, g->degree, g->begin, g->to, g->times, g->parallel);
}

/* Numbers the vertices that stay: the root, and all with several out-edges. Returns how many edges
 * lead out of them. */
static uint64_t number_vertices(kg__multiples *g, kg_vertex *number, const kg_graph *graph,
    const kg_edge *out, const kg_euler_count *count)
{
    kg_vertex root = count->end;
    uint64_t edges = 0;

    for (kg_vertex v = 0; v < graph->n && !g->path; v++)
        root = out[v] > out[root] ? v : root;
    for (kg_vertex v = 0; v < graph->n; v++) {
        const bool stays = out[v] > 1 || (v == root && graph->m);

        number[v] = stays ? g->n++ : KG_NO_VERTEX;
        edges += stays ? out[v] : 0;
    }
    g->root = graph->m ? number[root] : 0;
    return edges;
}

/* Lists the row of v, which stays. Only edges to vertices that also stay can be parallel. */
static void list_row(
    kg__multiples *g, const kg_graph *graph, const kg_vertex *number, kg_vertex v, uint64_t *place)
{
    const uint64_t first = g->begin[number[v]];
    uint64_t used = first;

    for (int through = 0; through < 2; through++) {
        for (kg_edge e = graph->row[v]; e < graph->row[v + 1]; e++) {
            kg_vertex w = graph->col[e];

            if ((number[w] == KG_NO_VERTEX) != through)
                continue;
            while (number[w] == KG_NO_VERTEX)
                w = graph->col[graph->row[w]];
            w = number[w];
            if (place[w] <= first) {
                g->to[used] = w;
                g->times[used] = 0;
                place[w] = ++used;
            }
            g->times[place[w] - 1]++;
        }
        for (uint64_t i = first; !through && i < used; i++)
            if (g->times[i] > 1)
                g->parallel[g->parallels++] = g->times[i];
    }
    g->begin[number[v] + 1] = used;
}

/* place: [n] zeros; it becomes the places of arcs to vertices that stay. */
static kg_status list_multiples(kg__multiples *g, kg_graph *graph, kg_vertex *number,
    uint64_t *place, const kg_euler_count *count)
{
    kg_context *ctx = graph->ctx;
    const kg_edge *out, *in;
    uint64_t edges, single = 0;
    kg_status status;

    KG_TRY(kg_graph_degrees(graph, &out, &in));
    edges = number_vertices(g, number, graph, out, count);
    KG_TRY(kg__host_allocate(ctx, &g->degree, g->n, sizeof *g->degree, "degrees"));
    KG_TRY(kg__host_allocate(ctx, &g->begin, (uint64_t)g->n + 1, sizeof *g->begin, "rows"));
    KG_TRY(kg__host_allocate(ctx, &g->to, edges, sizeof *g->to, "targets"));
    KG_TRY(kg__host_allocate(ctx, &g->times, edges, sizeof *g->times, "multiplicities"));
    KG_TRY(kg__host_allocate(ctx, &g->parallel, edges / 2, sizeof *g->parallel, "multiplicities"));
    g->begin[0] = 0;
    for (kg_vertex v = 0; v < graph->n; v++)
        if (number[v] != KG_NO_VERTEX) {
            g->degree[number[v]] = out[v] + (g->path && v == count->end ? (uint64_t)1 : 0);
            list_row(g, graph, number, v, place);
        }
    for (uint64_t i = 0; i < g->parallels; i++) {
        g->common = kg__common_divisor(g->common, g->parallel[i]);
        single += g->parallel[i];
    }
    if (g->path || single < graph->m || graph->m == 0)
        g->common = 1;
out:
    return status;
}

static kg_status find_multiples(kg__multiples *g, kg_graph *graph, const kg_euler_count *count)
{
    kg_context *ctx = graph->ctx;
    kg_vertex *number = NULL;
    uint64_t *place = NULL;
    kg_status status;

    *g = (kg__multiples){.path = count->kind == KG_EULER_PATH};
    KG_TRY(kg__host_allocate(ctx, &number, graph->n, sizeof *number, "numbers of vertices"));
    KG_TRY(kg__host_allocate(ctx, &place, graph->n, sizeof *place, "places of edges"));
    memset(place, 0, graph->n * sizeof *place);
    status = list_multiples(g, graph, number, place, count);
out:
    kg__free_all(ctx, number, place);
    return status;
}

/* ---- logarithms ------------------------------------------------------------------------------ */

/* Not lgamma(), which writes a variable that all threads share. */
static double log_factorial(uint64_t number)
{
    int sign;

    return lgamma_r((double)number + 1, &sign);
}

/* Adds the terms of divisor c of all multiplicities to walks and sequences. Natural logarithms. */
static void add_divisor(sum *walks, sum *all, const kg__multiples *g, uint64_t c, double trees)
{
    sum sequences = {0};

    *walks = (sum){0};
    add(walks, trees - ((double)g->n - 1) * log((double)c));
    for (kg_vertex v = 0; v < g->n; v++)
        add(walks, log_factorial(g->degree[v] / c - 1));
    add(&sequences, walks->sum + walks->lost);
    for (uint64_t i = 0; i < g->parallels; i++)
        add(&sequences, -log_factorial(g->parallel[i] / c));
    add(&sequences, log((double)kg__totient(c) / (double)c));
    sequences.sum += sequences.lost;
    if (c == 1) {
        *all = sequences;
        return;
    }
    all->sum = fmax(all->sum, sequences.sum) + log1p(exp(-fabs(all->sum - sequences.sum)));
    all->size = fmax(all->size, sequences.size);
}

static kg_status find_logarithms(
    kg_euler_count *count, double *work, kg_context *ctx, const kg__multiples *g, kg_vertex *order)
{
    double *pivot = NULL, error;
    sum trees = {0}, walks, sequences, other;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &pivot, g->n, sizeof *pivot, "pivots"));
    KG_TRY(kg__eliminate(pivot, &error, work, ctx, g, order));
    for (uint64_t i = 0; i + 1 < g->n; i++)
        add(&trees, log(pivot[i]));
    add_divisor(&walks, &sequences, g, 1, trees.sum + trees.lost);
    for (uint64_t c = 2; c <= g->common; c++)
        if (g->common % c == 0)
            add_divisor(&other, &sequences, g, c, trees.sum + trees.lost);
    error += (trees.size + sequences.size + walks.size) * 16 * 0x1p-53;
    count->log10_walks = fmax(0, (walks.sum + walks.lost) * M_LOG10E);
    count->log10_sequences = fmax(0, sequences.sum * M_LOG10E);
    count->error = error * M_LOG10E;
    count->unique = count->log10_sequences + count->error < log10(1.5);
out:
    kg__free(ctx, pivot);
    return status;
}

/* ---- the calls ------------------------------------------------------------------------------- */

static kg_status find_kind(kg_euler_count *count, kg_graph *graph)
{
    const kg_euler_options options = {.skip_verify = 1};
    const kg_edge *out, *in;
    kg_euler *euler = NULL;
    kg_status status;

    KG_TRY(kg_euler_find(&euler, graph, &options));
    count->kind = kg_euler_found(euler);
    if (count->kind == KG_EULER_CIRCUIT)
        goto out;
    KG_TRY(kg_graph_degrees(graph, &out, &in));
    for (kg_vertex v = 0; v < graph->n; v++)
        if (out[v] > in[v])
            count->start = v;
        else if (in[v] > out[v])
            count->end = v;
out:
    kg_euler_destroy(euler);
    return status;
}

/* Stores 1 for walks and for sequences: one walk needs no elimination for its digits. */
static kg_status count_one(kg_euler_count *count, kg_context *ctx)
{
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &count->walks, 2, 1, "a number"));
    KG_TRY(kg__host_allocate(ctx, &count->sequences, 2, 1, "a number"));
    memcpy(count->walks, "1", 2);
    memcpy(count->sequences, "1", 2);
    count->exact = 1;
out:
    return status;
}

static kg_status find_count(kg_euler_count *count, kg_graph *graph)
{
    kg_context *ctx = graph->ctx;
    kg__multiples g = {0};
    kg_vertex *order = NULL;
    double work;
    kg_status status;

    KG_TRY(find_kind(count, graph));
    KG_TRY(find_multiples(&g, graph, count));
    kg__stage(ctx, "count");
    KG_TRY(kg__host_allocate(ctx, &order, g.n, sizeof *order, "an order of vertices"));
    KG_TRY(find_logarithms(count, &work, ctx, &g, order));
    if (count->log10_walks + count->error < log10(1.5)) {
        KG_TRY(count_one(count, ctx));
        goto out;
    }
    if (g.n > KG__EXACT_VERTICES || count->log10_walks > KG__EXACT_DIGITS)
        goto out;
    status = kg__count_exactly(count, ctx, &g, order, work);
    if (status == KG_MISSING) {
        kg__warn(ctx, "konig was built without GMP (libgmp-dev in Debian), which gives all digits");
        status = KG_OK;
    }
out:
    kg__stage(ctx, NULL);
    multiples_free(&g, ctx);
    kg__free(ctx, order);
    return status;
}

kg_status kg_euler_count_circuits(kg_euler_count *count, kg_graph *graph)
{
    kg_status status;

    KG_NEED(KG__CONTEXT(graph), count);
    *count = (kg_euler_count){0};
    KG_NEED(NULL, graph);
    KG_TRY(kg__begin_graph(graph));
    KG_TRY(kg__need_directed(graph, "has Euler walks that no way is known to count in a time that "
                                    "is a polynomial of its size"));
    status = kg__comm_stop(graph->ctx, find_count(count, graph), NULL);
    if (status != KG_OK) {
        kg_euler_count_clear(count, graph->ctx);
        *count = (kg_euler_count){0};
    }
out:
    return status;
}

void kg_euler_count_clear(kg_euler_count *count, kg_context *context)
{
    if (!count || !context)
        return;
    kg__free_all(context, count->walks, count->sequences);
    count->walks = count->sequences = NULL;
}
