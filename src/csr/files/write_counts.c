/*
 * Writing formats in which vertices are numbers from 1 on, below a header with their number:
 * Matrix Market, DIMACS, METIS.
 *
 * In:  a graph without names, or whose labels are consecutive: vertex v is number v + 1, and where
 *     the labels count from another number than 1, a comment "labels from K" says so.
 * Out: its text, rows in order and edges in order within.
 * Method, work and memory: write_pieces.c.
 */
#include "detect.h"
#include "mirror.h"
#include "text_counts.h"
#include "write_pieces.h"
#include <stdio.h>

/* Fails where reading the file would not give the same vertices. shown: the format. lines: each
 * vertex has one. */
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
    if (!lines && graph->n > kg__claim_limit(graph->m))
        return kg__fail(graph->ctx, KG_UNSUPPORTED,
            "%s cannot carry %u vertices with only %llu edges; adjacency and .kcsr can", shown,
            graph->n, (unsigned long long)graph->m);
    return KG_OK;
}

/* Writes the comment that says what the labels count from, where that is not 1. */
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
static kg_status put_pair(const kg__text_writer *w, kg__piece *p, kg_vertex v, kg_edge e)
{
    const kg_graph *graph = w->graph;
    kg_status status;

    KG_TRY(kg__piece_room(p, 4 * KG__NUMBER_BYTES));
    p->used = (size_t)(kg__print_label(p->text + p->used, (uint64_t)v + 1) - p->text);
    kg__put(p, " ", 1);
    p->used = (size_t)(kg__print_label(p->text + p->used, (uint64_t)graph->col[e] + 1) - p->text);
    if (graph->value)
        kg__put_value(p, ' ', graph->value[e]);
    kg__put(p, "\n", 1);
out:
    return status;
}

/* Puts "a u v value"; an arc of DIMACS has a value. */
static kg_status put_arc(const kg__text_writer *w, kg__piece *p, kg_vertex v, kg_edge e)
{
    kg_status status;

    KG_TRY(kg__piece_room(p, 5 * KG__NUMBER_BYTES));
    kg__put(p, "a ", 2);
    KG_TRY(put_pair(w, p, v, e));
    if (!w->graph->value) {
        p->used--;
        kg__put(p, " 1\n", 3);
    }
out:
    return status;
}

kg_status kg__write_dimacs(kg_output *output, kg_graph *graph, const char *path)
{
    kg__text_writer w = {graph, output, NULL, put_arc, NULL};
    static const char unvalued[] = "c without values\n";
    char line[64];
    int length;
    kg_status status;

    (void)path;
    KG_TRY(check_vertices(graph, "DIMACS", false));
    KG_TRY(write_first_label(output, graph, "c"));
    if (!graph->value)
        KG_TRY(kg__output_write(output, unvalued, sizeof unvalued - 1));
    length = snprintf(line, sizeof line, "p sp %u %llu\n", graph->n, (unsigned long long)graph->m);
    KG_TRY(kg__output_write(output, line, (size_t)length));
    KG_TRY(kg__write_items(&w));
out:
    return status;
}

kg_status kg__write_mtx(kg_output *output, kg_graph *graph, const char *path)
{
    kg__text_writer w = {graph, output, NULL, put_pair, NULL};
    char line[128];
    int length;
    kg_status status;

    (void)path;
    KG_TRY(check_vertices(graph, "Matrix Market", false));
    length = snprintf(line, sizeof line, "%%%%MatrixMarket matrix coordinate %s general\n",
        graph->value ? "real" : "pattern");
    KG_TRY(kg__output_write(output, line, (size_t)length));
    KG_TRY(write_first_label(output, graph, "%"));
    length = snprintf(
        line, sizeof line, "%u %u %llu\n", graph->n, graph->n, (unsigned long long)graph->m);
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
static kg_status put_neighbour(const kg__text_writer *w, kg__piece *p, kg_vertex v, kg_edge e)
{
    const kg_graph *graph = w->graph;
    kg_status status;

    KG_TRY(kg__piece_room(p, 3 * KG__NUMBER_BYTES));
    if (e > graph->row[v])
        kg__put(p, " ", 1);
    p->used = (size_t)(kg__print_label(p->text + p->used, (uint64_t)graph->col[e] + 1) - p->text);
    if (graph->value)
        kg__put_value(p, ' ', graph->value[e]);
out:
    return status;
}

#define MOST_WEIGHT 9007199254740992.0 /* 2^53: up to there all whole numbers are doubles */

/* Fails where METIS has no such graph. */
static kg_status check_metis(kg_graph *graph)
{
    kg_context *ctx = graph->ctx;
    uint64_t *row = NULL;
    kg__unmatched u;
    kg_status status;

    for (kg_vertex v = 0; v < graph->n; v++)
        for (kg_edge e = graph->row[v]; e < graph->row[v + 1]; e++) {
            const double value = graph->value ? graph->value[e] : 1;

            if (graph->col[e] == v)
                return kg__fail(ctx, KG_UNSUPPORTED,
                    "METIS cannot carry loops, and edge %llu is one; an edge list and .kcsr can",
                    (unsigned long long)e);
            if (!(value >= 1 && value <= MOST_WEIGHT && value == (double)(uint64_t)value))
                return kg__fail(ctx, KG_UNSUPPORTED,
                    "METIS carries whole weights from 1 on, and that of edge %llu is %g; an edge "
                    "list and .kcsr carry all",
                    (unsigned long long)e, value);
        }
    KG_TRY(kg__host_allocate(ctx, &row, (uint64_t)graph->n + 1, sizeof *row, "rows"));
    for (uint64_t v = 0; v <= graph->n; v++)
        row[v] = graph->row[v];
    KG_TRY(kg__mirror_check(&u, ctx, graph->n, row, graph->col, graph->value));
    if (u.from != KG_NO_VERTEX)
        KG_TRY(kg__fail(ctx, KG_UNSUPPORTED,
            "METIS carries undirected graphs, and an edge from vertex %u to vertex %u has no "
            "reverse of the same value; csr symmetrise adds those that are missing",
            u.from, u.to));
out:
    kg__free(ctx, row);
    return status;
}

kg_status kg__write_metis(kg_output *output, kg_graph *graph, const char *path)
{
    kg__text_writer w = {graph, output, put_line_end, put_neighbour, NULL};
    static const char mark[] = "% format metis\n";
    char line[64];
    int length;
    kg_status status;

    (void)path;
    KG_TRY(check_vertices(graph, "METIS", true));
    KG_TRY(check_metis(graph));
    KG_TRY(kg__output_write(output, mark, sizeof mark - 1));
    KG_TRY(write_first_label(output, graph, "%"));
    length = snprintf(line, sizeof line, "%u %llu%s", graph->n, (unsigned long long)graph->m / 2,
        graph->value ? " 001" : "");
    KG_TRY(kg__output_write(output, line, (size_t)length));
    KG_TRY(kg__write_items(&w));
    KG_TRY(kg__output_write(output, "\n", 1));
out:
    return status;
}
