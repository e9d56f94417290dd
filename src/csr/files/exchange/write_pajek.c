/*
 * Writing Pajek's networks.
 *
 * In:  a graph whose names have no zero byte. Out: a line for each vertex with its name in quotes,
 *     and one for each edge, in order: arcs of a directed graph, edges of an undirected one.
 *     Quotes and control characters in names are entities such as &#34;, as in Pajek itself.
 * Method, work and memory: write_pieces.c.
 */
#include "../text/write_pieces.h"
#include <stdio.h>

static kg_status check_names(const kg_graph *graph)
{
    const char *name;
    size_t length;

    for (kg_vertex v = 0; v < graph->n && (name = kg__name_text(graph, v, &length)); v++)
        if (memchr(name, '\0', length))
            return kg__fail(graph->ctx, KG_UNSUPPORTED,
                "vertex %u is called '%s', with a zero byte, which Pajek cannot carry; .kcsr can",
                v, KG__NAME_SHOWN(graph, v));
    return KG_OK;
}

static kg_status put_vertex(const kg__text_writer *w, kg__piece *p, kg_vertex v)
{
    size_t length = 0;
    const char *name = kg__name_text(w->graph, v, &length);
    kg_status status;

    KG_TRY(kg__piece_room(p, 2 * KG__NUMBER_BYTES));
    p->used = (size_t)(kg__print_label(p->text + p->used, (uint64_t)v + 1) - p->text);
    kg__put(p, " \"", 2);
    if (!name) {
        KG_TRY(kg__put_name(p, w->graph, v));
    } else {
        KG_TRY(kg__piece_room(p, 5 * length + KG__NUMBER_BYTES));
        for (size_t i = 0; i < length; i++) {
            const unsigned char c = (unsigned char)name[i];
            const bool entity = c == '&' && i + 1 < length && name[i + 1] == '#';

            if (c < ' ' || c == '"' || entity) {
                kg__put(p, "&#", 2);
                p->used = (size_t)(kg__print_label(p->text + p->used, c) - p->text);
                kg__put(p, ";", 1);
            } else {
                kg__put(p, name + i, 1);
            }
        }
    }
    kg__put(p, "\"\n", 2);
    if (v + 1 == w->graph->n)
        kg__put(p, w->graph->half ? "*Edges\n" : "*Arcs\n", w->graph->half ? 7 : 6);
out:
    return status;
}

static kg_status put_edge(
    const kg__text_writer *w, kg__piece *p, uint64_t e, kg_vertex u, kg_vertex v)
{
    kg_status status;

    KG_TRY(kg__piece_room(p, 4 * KG__NUMBER_BYTES));
    p->used = (size_t)(kg__print_label(p->text + p->used, (uint64_t)u + 1) - p->text);
    kg__put(p, " ", 1);
    p->used = (size_t)(kg__print_label(p->text + p->used, (uint64_t)v + 1) - p->text);
    if (w->graph->value)
        kg__put_value(p, ' ', w->graph->value[e]);
    kg__put(p, "\n", 1);
out:
    return status;
}

kg_status kg__write_pajek(kg_output *output, kg_graph *graph, const char *path)
{
    kg__text_writer w = {.graph = graph,
        .output = output,
        .put_vertex = put_vertex,
        .put_edge = put_edge,
        .vertices = true};
    char head[64];
    int length;
    kg_status status;

    (void)path;
    KG_TRY(check_names(graph));
    length = snprintf(head, sizeof head, "*Vertices %u\n%s", graph->n,
        graph->n      ? ""
        : graph->half ? "*Edges\n"
                      : "*Arcs\n");
    KG_TRY(kg__output_write(output, head, (size_t)length));
    KG_TRY(kg__write_items(&w));
out:
    return status;
}
