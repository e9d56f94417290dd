/*
 * Writing formats in which vertices are numbers from 1 on, below a header with their number:
 * Matrix Market, DIMACS.
 *
 * In:  a graph without names, or whose labels are consecutive: vertex v is number v + 1, and where
 *     the labels count from another number than 1, a comment "labels from K" says so.
 * Out: its text, rows in order and edges in order within.
 * Method, work and memory: write_pieces.c.
 */
#include "text_counts.h"
#include "write_pieces.h"
#include <stdio.h>

/* Fails where reading the file would not give the same vertices. shown: the format. */
static kg_status check_vertices(const kg_graph *graph, const char *shown)
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
    if (graph->n > kg__claim_limit(graph->m))
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
    KG_TRY(check_vertices(graph, "DIMACS"));
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
    KG_TRY(check_vertices(graph, "Matrix Market"));
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
