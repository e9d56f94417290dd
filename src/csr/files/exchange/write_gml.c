/*
 * Writing GML.
 *
 * In:  a graph whose names are UTF-8. Out: a node for each vertex, in order, and an edge for each
 *     edge: row by row, each row in order, or the edges of an undirected graph in order. Texts are
 *     ASCII; other characters, & and " become entities.
 * Method, work and memory: write_pieces.c.
 */
#include "../../../base/utf8.h"
#include "../text/write_pieces.h"
#include <math.h>
#include <stdio.h>

/* Puts a vertex' name, as text in quotes. */
static kg_status put_text(kg__piece *p, const kg_graph *graph, kg_vertex v)
{
    size_t length;
    const char *name = kg__name_text(graph, v, &length);
    kg_status status;

    if (!name)
        return kg__put_name(p, graph, v);
    KG_TRY(kg__piece_room(p, 10 * length + 3 * KG__NUMBER_BYTES));
    for (size_t i = 0; i < length;) {
        uint32_t code = 0;

        i += kg__utf8(name + i, length - i, &code);
        if (code == '"') {
            kg__put(p, "&quot;", 6);
        } else if (code == '&') {
            kg__put(p, "&amp;", 5);
        } else if (code < ' ' || code > '~') {
            kg__put(p, "&#", 2);
            p->used = (size_t)(kg__print_label(p->text + p->used, code) - p->text);
            kg__put(p, ";", 1);
        } else {
            p->text[p->used++] = (char)code;
        }
    }
out:
    return status;
}

static kg_status put_node(const kg__text_writer *w, kg__piece *p, kg_vertex v)
{
    kg_status status;

    KG_TRY(kg__piece_room(p, 2 * KG__NUMBER_BYTES));
    kg__put(p, "  node [ id ", 12);
    p->used = (size_t)(kg__print_label(p->text + p->used, v) - p->text);
    kg__put(p, " label \"", 8);
    KG_TRY(put_text(p, w->graph, v));
    kg__put(p, "\" ]\n", 4);
out:
    return status;
}

/* Puts a number as readers of GML expect it: INF, NAN, or with a point before an exponent. */
static void put_weight(kg__piece *p, double value)
{
    char *begin = p->text + p->used + sizeof " weight", *exponent;

    kg__put(p, " weight", 7);
    kg__put_value(p, ' ', value);
    p->text[p->used] = '\0';
    for (char *c = begin; !isfinite(value) && *c; c++)
        *c = (char)(*c - (*c == '-' ? 0 : 'a' - 'A'));
    exponent = memchr(begin, 'e', (size_t)(p->text + p->used - begin));
    if (exponent && !memchr(begin, '.', (size_t)(exponent - begin))) {
        memmove(exponent + 2, exponent, (size_t)(p->text + p->used - exponent));
        memcpy(exponent, ".0", 2);
        p->used += 2;
    }
}

static kg_status put_edge(
    const kg__text_writer *w, kg__piece *p, uint64_t e, kg_vertex u, kg_vertex v)
{
    const double *value = w->graph->value;
    kg_status status;

    KG_TRY(kg__piece_room(p, 5 * KG__NUMBER_BYTES));
    kg__put(p, "  edge [ source ", 16);
    p->used = (size_t)(kg__print_label(p->text + p->used, u) - p->text);
    kg__put(p, " target ", 8);
    p->used = (size_t)(kg__print_label(p->text + p->used, v) - p->text);
    if (value)
        put_weight(p, value[e]);
    kg__put(p, " ]\n", 3);
out:
    return status;
}

kg_status kg__write_gml(kg_output *output, kg_graph *graph, const char *path)
{
    kg__text_writer w = {.graph = graph,
        .output = output,
        .put_vertex = put_node,
        .put_edge = put_edge,
        .vertices = true};
    uint64_t parallel;
    char head[64];
    int length;
    kg_status status;

    (void)path;
    KG_TRY(kg__check_utf8(graph, "GML"));
    KG_TRY(kg__count_parallel(graph, &parallel));
    length = snprintf(head, sizeof head, "graph [\n  directed %d\n%s", !graph->half,
        parallel ? "  multigraph 1\n" : ""); /* for NetworkX */
    KG_TRY(kg__output_write(output, head, (size_t)length));
    KG_TRY(kg__write_items(&w));
    KG_TRY(kg__output_write(output, "]\n", 2));
out:
    return status;
}
