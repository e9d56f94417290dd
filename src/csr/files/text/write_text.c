/*
 * Writing adjacency and edge lists.
 *
 * In:  a graph. Out: its text: row by row, each row in order, or the edges of an undirected graph
 *     in order. The adjacency of such a graph begins with the vertices without edges.
 * Method: write_pieces.c. The beginning of the text is given to the code that recognises formats.
 *     If that code takes it for another format, a mark in the first line says which one it is.
 * Work and memory: as in write_pieces.c.
 */
#include "../../../io/number.h"
#include "../../../io/pieces.h"
#include "../detect.h"
#include "write_pieces.h"
#include <stdio.h>
#include <string.h>

typedef struct writer {
    kg__text_writer base;
    kg_graph *graph;
    bool adjacency;   /* else an edge list */
    const char *path; /* of the file */
    char *head;       /* [HEAD_ROOM] text that waits until the mark is decided */
    size_t used;
    bool passed; /* the mark is decided, and the waiting text is written */
} writer;

/* More than detection examines, so that it sees that there is more. */
enum { HEAD_ROOM = 2 * KG__HEAD_BYTES };

/* ---- the mark -------------------------------------------------------------------------------- */

static bool is_integer_name(const kg__names *names, kg_vertex v)
{
    return kg__is_integer(names->text + names->begin[v], names->text + names->begin[v + 1]);
}

/* Whether the first label that is written would be taken for an integer although it is a name. */
static bool seems_integer(const kg_graph *graph)
{
    const kg__names *names = graph->names;
    kg_vertex v = 0;

    if (!names || !names->text || graph->n == 0)
        return false;
    if (graph->half) { /* the first one is not looked for */
        while (v < graph->n && !is_integer_name(names, v))
            v++;
        return v < graph->n;
    }
    while (v + 1 < graph->n && graph->m && graph->row[v + 1] == 0)
        v++; /* an edge list begins with the first vertex that has edges */
    return is_integer_name(names, 0) || is_integer_name(names, v);
}

/* Whether the text would be taken for another format under this name, or read with a warning. */
static kg_status seems_other(const writer *w, const char *path, bool *other)
{
    kg__input input = {.ctx = w->graph->ctx, .fd = -1, .bytes = w->head, .size = w->used};
    kg__detected found;
    kg_status status;

    KG_TRY(kg__detect(&found, &input, path));
    *other = *other || found.both ||
             found.format != (w->adjacency ? KG_FORMAT_ADJACENCY : KG_FORMAT_EDGES);
out:
    return status;
}

/* Writes the waiting text, after a mark if it needs one. */
static kg_status pass_head(writer *w)
{
    bool names = seems_integer(w->graph),
         other = w->graph->half && (!w->adjacency || w->graph->n == 0);
    char mark[64];
    int length;
    kg_status status = KG_OK;

    if (w->passed)
        return KG_OK;
    w->passed = true;
    if (w->used) {
        KG_TRY(seems_other(w, w->path, &other));
        KG_TRY(seems_other(w, "-", &other));
    }
    if (names || other) {
        length = snprintf(mark, sizeof mark, KG__MARK "%s%s%s\n",
            kg_format_name(w->adjacency ? KG_FORMAT_ADJACENCY : KG_FORMAT_EDGES),
            names ? " names" : "", w->graph->half ? " undirected" : "");
        KG_TRY(kg__output_write(w->base.output, mark, (size_t)length));
    }
    KG_TRY(kg__output_write(w->base.output, w->head, w->used));
out:
    return status;
}

static kg_status write_out(kg__text_writer *base, const char *text, size_t count)
{
    writer *w = (writer *)base;
    kg_context *ctx = w->graph->ctx;
    size_t some;
    kg_status status = KG_OK;

    if (!w->passed) {
        if (!w->head)
            KG_TRY(kg__host_allocate(ctx, &w->head, HEAD_ROOM, 1, "beginning of the text"));
        some = count < HEAD_ROOM - w->used ? count : HEAD_ROOM - w->used;
        memcpy(w->head + w->used, text, some);
        w->used += some;
        text += some;
        count -= some;
        if (w->used == HEAD_ROOM)
            KG_TRY(pass_head(w));
    }
    if (count)
        KG_TRY(kg__output_write(w->base.output, text, count));
out:
    return status;
}

/* ---- the text -------------------------------------------------------------------------------- */

static kg_status put_vertex(const kg__text_writer *base, kg__piece *p, kg_vertex v)
{
    const kg_graph *graph = base->graph;
    kg_status status;

    KG_TRY(kg__put_name(p, graph, v));
    kg__put(p, " ->\n", graph->row[v] == graph->row[v + 1] ? 4 : 3);
out:
    return status;
}

/* Whether edge e of an undirected graph begins at another vertex than the edge before it. */
static bool begins_line(const kg_graph *graph, uint64_t e)
{
    return e == 0 || graph->end[2 * e] != graph->end[2 * e - 2];
}

/* In adjacency u stands at the beginning of its row already, except in undirected graphs. */
static kg_status put_target(
    const kg__text_writer *base, kg__piece *p, uint64_t e, kg_vertex u, kg_vertex v)
{
    const kg_graph *graph = base->graph;
    const bool first = graph->half ? begins_line(graph, e) : e == graph->row[u];
    const bool last = !graph->half              ? e + 1 == graph->row[u + 1]
                      : 2 * (e + 1) == graph->m ? true
                                                : begins_line(graph, e + 1);
    kg_status status;

    if (graph->half && first)
        KG_TRY(kg__put_name(p, graph, u));
    if (graph->half && first)
        kg__put(p, " -- ", 4);
    else
        kg__put(p, first ? " " : ", ", first ? 1 : 2);
    KG_TRY(kg__put_name(p, graph, v));
    if (last)
        kg__put(p, "\n", 1);
out:
    return status;
}

static kg_status put_edge(
    const kg__text_writer *base, kg__piece *p, uint64_t e, kg_vertex u, kg_vertex v)
{
    const kg_graph *graph = base->graph;
    kg_status status;

    KG_TRY(kg__put_name(p, graph, u));
    kg__put(p, " ", 1);
    KG_TRY(kg__put_name(p, graph, v));
    if (graph->value)
        kg__put_value(p, ' ', graph->value[e]);
    kg__put(p, "\n", 1);
out:
    return status;
}

/* ---- what a format can carry ----------------------------------------------------------------- */

/* Whether reading gives a name back unchanged. */
static bool can_carry(const char *name, size_t length, bool adjacency, bool undirected)
{
    if (length == 0 || name[0] == '#' || (!adjacency && name[0] == '%') || kg__is_blank(name[0]) ||
        kg__is_blank(name[length - 1]) || kg__byte_order_mark(name, length))
        return false;
    if (undirected && adjacency && kg__undirected_arrow(name, name + length))
        return false;
    for (size_t i = 0; i < length; i++) {
        if (name[i] == ',' || name[i] == '\n' || name[i] == '\0')
            return false;
        if (adjacency ? name[i] == '-' && i + 1 < length && name[i + 1] == '>'
                      : kg__is_blank(name[i]))
            return false;
    }
    return true;
}

static kg_status check_names(const writer *w)
{
    const kg_graph *graph = w->graph;
    const char *name;
    size_t length;

    for (kg_vertex v = 0; v < graph->n && (name = kg__name_text(graph, v, &length)); v++)
        if (!can_carry(name, length, w->adjacency, graph->half != NULL))
            return kg__fail(graph->ctx, KG_UNSUPPORTED,
                "vertex %u is called '%s', which %s cannot carry; .kcsr can", v,
                KG__SHOW(name, length), w->adjacency ? "arrow adjacency" : "an edge list");
    return KG_OK;
}

kg_status kg__write_edges(kg_output *output, kg_graph *graph, const char *path)
{
    writer w = {
        .base = {.graph = graph, .output = output, .put_edge = put_edge, .write = write_out},
        .graph = graph,
        .path = path};
    char line[64];
    int length;
    kg_status status;

    if (graph->half)
        KG_TRY(kg__graph_make_ends(graph));
    KG_TRY(check_names(&w));
    if (graph->names) {
        KG_TRY(kg__check_isolated(graph, "an edge list"));
    } else {
        if (graph->n > kg__claim_limit(kg__edges(graph)))
            return kg__fail(graph->ctx, KG_UNSUPPORTED,
                "an edge list cannot carry %u vertices with only %llu edges; adjacency and .kcsr "
                "can",
                graph->n, (unsigned long long)kg__edges(graph));
        length = snprintf(line, sizeof line, "# vertices %u\n", graph->n);
        KG_TRY(write_out(&w.base, line, (size_t)length));
    }
    KG_TRY(kg__write_items(&w.base));
    KG_TRY(pass_head(&w));
out:
    kg__free(graph->ctx, w.head);
    return status;
}

/* Whether the names first appear in the order of the ids if the rows are written one by one. */
static bool names_in_order(const kg_graph *graph)
{
    kg_vertex next = 0;

    for (uint64_t h = 0; graph->half && h < graph->m; h++) {
        if (graph->end[h] > next)
            return false;
        next += graph->end[h] == next;
    }
    if (graph->half)
        return next == graph->n;

    for (kg_vertex v = 0; v < graph->n; v++) {
        if (v > next)
            return false;
        next += v == next;
        for (kg_edge e = graph->row[v]; e < graph->row[v + 1]; e++) {
            if (graph->col[e] > next)
                return false;
            next += graph->col[e] == next;
        }
    }
    return true;
}

/* Writes a line for each name, so that reading gives them the same ids. */
static kg_status write_order(writer *w)
{
    const kg_graph *graph = w->graph;
    kg__piece p = {.ctx = graph->ctx};
    kg_status status = KG_OK;

    for (kg_vertex v = 0; v < graph->n; v++) {
        p.used = 0;
        KG_TRY(kg__put_name(&p, graph, v));
        kg__put(&p, graph->half ? " --\n" : " ->\n", 4);
        KG_TRY(write_out(&w->base, p.text, p.used));
    }
out:
    kg__free(graph->ctx, p.text);
    return status;
}

/* Writes a line for each vertex without edges of an undirected graph whose vertices are numbers. */
static kg_status write_isolated(writer *w)
{
    const kg_graph *graph = w->graph;
    kg__piece p = {.ctx = graph->ctx};
    kg_status status = KG_OK;

    for (kg_vertex v = 0; v < graph->n; v++) {
        if (graph->row[v] < graph->row[v + 1])
            continue;
        p.used = 0;
        KG_TRY(kg__put_name(&p, graph, v));
        kg__put(&p, " --\n", 4);
        KG_TRY(write_out(&w->base, p.text, p.used));
    }
out:
    kg__free(graph->ctx, p.text);
    return status;
}

kg_status kg__write_adjacency(kg_output *output, kg_graph *graph, const char *path)
{
    writer w = {.base = {.graph = graph,
                    .output = output,
                    .put_vertex = put_vertex,
                    .put_edge = put_target,
                    .write = write_out},
        .graph = graph,
        .adjacency = true,
        .path = path};
    kg_status status;

    if (graph->value)
        return kg__fail(graph->ctx, KG_UNSUPPORTED,
            "arrow adjacency cannot carry the edges' values; an edge list and .kcsr can");
    if (graph->half)
        KG_TRY(kg__graph_make_ends(graph));
    KG_TRY(check_names(&w));
    if (graph->names && graph->names->text && !names_in_order(graph))
        KG_TRY(write_order(&w));
    else if (graph->half)
        KG_TRY(write_isolated(&w));
    KG_TRY(kg__write_items(&w.base));
    KG_TRY(pass_head(&w));
out:
    kg__free(graph->ctx, w.head);
    return status;
}
