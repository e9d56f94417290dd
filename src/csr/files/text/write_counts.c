/*
 * Writing formats in which vertices are numbers from 1 on, below a header with their number:
 * Matrix Market, DIMACS, METIS.
 *
 * In:  a graph without names, or whose labels are consecutive: vertex v is number v + 1. If the
 *     labels do not count from 1, a comment "labels from K" says so.
 * Out: its text: row by row, each row in order, or the edges of an undirected graph in order; METIS
 *     has rows.
 * Method, work and memory: write_pieces.c.
 */
#include "../detect.h"
#include "counts.h"
#include "write_pieces.h"
#include <stdio.h>

/* Fails if reading the file would not give the same vertices. shown: the format. lines: each vertex
 * has one. */
static kg_status check_vertices(const kg_graph *graph, const char *shown, bool lines)
{
    const kg__names *names = graph->names;

    if (names && names->text)
        return kg__fail(graph->ctx, KG_UNSUPPORTED,
            "%s cannot carry names: its vertices are the numbers from 1 on; csv and .kcsr can",
            shown);
    if (names && names->label)
        return kg__fail(graph->ctx, KG_UNSUPPORTED,
            "%s cannot carry these labels: its vertices are the numbers from 1 on, without gaps; "
            "an edge list and .kcsr can",
            shown);
    if (!lines && graph->n > kg__claim_limit(kg__edges(graph)))
        return kg__fail(graph->ctx, KG_UNSUPPORTED,
            "%s cannot carry %u vertices with only %llu edges; adjacency and .kcsr can", shown,
            graph->n, (unsigned long long)kg__edges(graph));
    return KG_OK;
}

/* Writes the comment that says what the labels count from, if that is not 1. */
static kg_status write_first_label(kg_output *output, const kg_graph *graph, const char *mark)
{
    const uint64_t first = graph->names ? graph->names->first : 0;
    char line[64];
    int length;

    if (first == 1 || graph->n == 0)
        return KG_OK;
    length = snprintf(line, sizeof line, "%s labels from %llu\n", mark, (unsigned long long)first);
    return kg__output_write(output, line, (size_t)length);
}

/* Puts "u v" and a value, if there are any. */
static kg_status put_pair(
    const kg__text_writer *w, kg__piece *p, uint64_t e, kg_vertex u, kg_vertex v)
{
    const kg_graph *graph = w->graph;
    kg_status status;

    KG_TRY(kg__piece_room(p, 4 * KG__NUMBER_BYTES));
    p->used = (size_t)(kg__print_label(p->text + p->used, (uint64_t)u + 1) - p->text);
    kg__put(p, " ", 1);
    p->used = (size_t)(kg__print_label(p->text + p->used, (uint64_t)v + 1) - p->text);
    if (graph->value)
        kg__put_value(p, ' ', graph->value[e]);
    kg__put(p, "\n", 1);
out:
    return status;
}

/* Puts "a u v value"; an arc of DIMACS has a value, and an edge, "e u v", has none. */
static kg_status put_arc(
    const kg__text_writer *w, kg__piece *p, uint64_t e, kg_vertex u, kg_vertex v)
{
    kg_status status;

    KG_TRY(kg__piece_room(p, 5 * KG__NUMBER_BYTES));
    kg__put(p, w->graph->half ? "e " : "a ", 2);
    KG_TRY(put_pair(w, p, e, u, v));
    if (!w->graph->half && !w->graph->value) {
        p->used--;
        kg__put(p, " 1\n", 3);
    }
out:
    return status;
}

kg_status kg__write_dimacs(kg_output *output, kg_graph *graph, const char *path)
{
    kg__text_writer w = {.graph = graph, .output = output, .put_edge = put_arc};
    static const char unvalued[] = "c without values\n";
    char line[64];
    int length;
    kg_status status;

    (void)path;
    KG_TRY(check_vertices(graph, "DIMACS", false));
    if (graph->half && graph->value)
        return kg__fail(graph->ctx, KG_UNSUPPORTED,
            "DIMACS has no values for the edges of an undirected graph; csv and .kcsr have");
    KG_TRY(write_first_label(output, graph, "c"));
    if (!graph->half && !graph->value)
        KG_TRY(kg__output_write(output, unvalued, sizeof unvalued - 1));
    length = snprintf(line, sizeof line, "p %s %u %llu\n", graph->half ? "edge" : "sp", graph->n,
        (unsigned long long)kg__edges(graph));
    KG_TRY(kg__output_write(output, line, (size_t)length));
    KG_TRY(kg__write_items(&w));
out:
    return status;
}

kg_status kg__write_mtx(kg_output *output, kg_graph *graph, const char *path)
{
    kg__text_writer w = {.graph = graph, .output = output, .put_edge = put_pair};
    char line[128];
    int length;
    kg_status status;

    (void)path;
    KG_TRY(check_vertices(graph, "Matrix Market", false));
    length = snprintf(line, sizeof line, "%%%%MatrixMarket matrix coordinate %s %s\n",
        graph->value ? "real" : "pattern", graph->half ? "symmetric" : "general");
    KG_TRY(kg__output_write(output, line, (size_t)length));
    KG_TRY(write_first_label(output, graph, "%"));
    length = snprintf(line, sizeof line, "%u %u %llu\n", graph->n, graph->n,
        (unsigned long long)kg__edges(graph));
    KG_TRY(kg__output_write(output, line, (size_t)length));
    KG_TRY(kg__write_items(&w));
out:
    return status;
}

/* ---- METIS ----------------------------------------------------------------------------------- */

/* Ends the line before that of vertex v; the header is the first. */
static kg_status put_line_end(const kg__text_writer *w, kg__piece *p, kg_vertex v)
{
    kg_status status;

    (void)w;
    (void)v;
    KG_TRY(kg__piece_room(p, 1));
    kg__put(p, "\n", 1);
out:
    return status;
}

/* Puts a neighbour, and its weight. */
static kg_status put_neighbour(
    const kg__text_writer *w, kg__piece *p, uint64_t e, kg_vertex u, kg_vertex v)
{
    const kg_graph *graph = w->graph;
    kg_status status;

    KG_TRY(kg__piece_room(p, 3 * KG__NUMBER_BYTES));
    if (e > graph->row[u])
        kg__put(p, " ", 1);
    p->used = (size_t)(kg__print_label(p->text + p->used, (uint64_t)v + 1) - p->text);
    if (graph->value)
        kg__put_value(p, ' ', graph->value[graph->half[e] / 2]);
out:
    return status;
}

/* Fails if METIS cannot express the graph. */
static kg_status check_metis(kg_graph *graph)
{
    const uint64_t m = kg__edges(graph);
    kg_status status = KG_OK;

    if (!graph->half)
        return kg__fail(graph->ctx, KG_UNSUPPORTED,
            "METIS carries undirected graphs, and this one is directed; the option undirected "
            "reads a graph "
            "without its directions");
    KG_TRY(kg__graph_make_ends(graph));
    for (uint64_t e = 0; e < m; e++) {
        const double value = graph->value ? graph->value[e] : 1;

        if (graph->end[2 * e] == graph->end[2 * e + 1])
            return kg__fail(graph->ctx, KG_UNSUPPORTED,
                "METIS cannot carry loops, and edge %llu is one; an edge list and .kcsr can",
                (unsigned long long)e);
        if (!(value >= 1 && value <= KG__WHOLE_MOST && value == (double)(uint64_t)value))
            return kg__fail(graph->ctx, KG_UNSUPPORTED,
                "METIS carries whole weights from 1 on, and that of edge %llu is %g; an edge list "
                "and .kcsr carry all",
                (unsigned long long)e, value);
    }
out:
    return status;
}

kg_status kg__write_metis(kg_output *output, kg_graph *graph, const char *path)
{
    kg__text_writer w = {.graph = graph,
        .output = output,
        .put_vertex = put_line_end,
        .put_edge = put_neighbour,
        .rows = true};
    static const char mark[] = "% format metis\n";
    char line[64];
    int length;
    kg_status status;

    (void)path;
    KG_TRY(check_vertices(graph, "METIS", true));
    KG_TRY(check_metis(graph));
    KG_TRY(kg__output_write(output, mark, sizeof mark - 1));
    KG_TRY(write_first_label(output, graph, "%"));
    length = snprintf(line, sizeof line, "%u %llu%s", graph->n,
        (unsigned long long)kg__edges(graph), graph->value ? " 001" : "");
    KG_TRY(kg__output_write(output, line, (size_t)length));
    KG_TRY(kg__write_items(&w));
    KG_TRY(kg__output_write(output, "\n", 1));
out:
    return status;
}
