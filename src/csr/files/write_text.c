/*
 * Writing adjacency and edge lists.
 *
 * In:  a graph. Out: its text, rows in order and edges in order within; of an undirected graph the
 *     edges in order, adjacency first the vertices without any.
 * Method: vertices and edges form one sequence, each vertex before its edges, that is cut into
 *     pieces of equal count; threads format a round of pieces, which are then written in order. The
 *     beginning of the text is given to the code that recognises formats. Where that code takes it
 *     for another format, a mark in the first line says which one it is.
 * Work: O(n + m) and the text. Memory: the text of some pieces per thread.
 * Deterministic: the bytes do not depend on the number of threads. Memory is allocated where a
 *     piece's text outgrows its room.
 */
#include "../../io/number.h"
#include "detect.h"
#include "write.h"
#include <stdio.h>
#include <string.h>

/* A thread has some pieces a round, so that a slow one holds up little. */
enum { PIECE_ITEMS = 1 << 14, ROUND_PIECES = 8 };

/* Text that grows. */
typedef struct piece {
    kg_context *ctx;
    char *text;
    uint64_t used, room;
    kg_status status;
} piece;

typedef struct writer {
    kg_graph *graph;
    bool adjacency; /* else an edge list */
    kg_output *output;
    const char *path; /* that it is written to */
    char *head;       /* [HEAD_ROOM] what was written so far and waits for the mark */
    size_t used;
    bool passed; /* the mark has been decided on, and what waited is written */
} writer;

/* As much as detection looks at, and more, so that it sees that there is more. */
enum { HEAD_ROOM = 2 * KG__HEAD_BYTES };

static kg_status make_room(piece *p, size_t bytes)
{
    return kg__host_grow(p->ctx, &p->text, &p->room, p->used + bytes, 1, "text to write");
}

static void put(piece *p, const char *text, size_t length)
{
    memcpy(p->text + p->used, text, length);
    p->used += length;
}

/* ---- the mark -------------------------------------------------------------------------------- */

static bool is_integer_name(const kg__names *names, kg_vertex v)
{
    return kg__is_integer(names->text + names->begin[v], names->text + names->begin[v + 1]);
}

/* Whether the first label that is written would be taken for an integer, though it is a name. */
static bool seems_integer(const kg_graph *graph)
{
    const kg__names *names = graph->names;
    kg_vertex v = 0;

    if (!names || !names->text || graph->n == 0)
        return false;
    if (graph->half) { /* which is first is not looked for */
        while (v < graph->n && !is_integer_name(names, v))
            v++;
        return v < graph->n;
    }
    while (v + 1 < graph->n && graph->m && graph->row[v + 1] == 0)
        v++; /* an edge list begins with the first vertex that has edges */
    return is_integer_name(names, 0) || is_integer_name(names, v);
}

/* Whether the text would be taken for another format under this name, or only with a warning. */
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

/* Writes what waits, behind a mark where it needs one. */
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
        KG_TRY(kg__output_write(w->output, mark, (size_t)length));
    }
    KG_TRY(kg__output_write(w->output, w->head, w->used));
out:
    return status;
}

static kg_status write_out(writer *w, const char *text, size_t count)
{
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
        KG_TRY(kg__output_write(w->output, text, count));
out:
    return status;
}

/* ---- the text -------------------------------------------------------------------------------- */

/* Puts a vertex' name, and leaves room for a value and punctuation. */
static kg_status put_name(piece *p, const kg_graph *graph, kg_vertex v)
{
    const kg__names *names = graph->names;
    kg_status status = KG_OK;

    if (names && names->text) {
        size_t length = (size_t)(names->begin[v + 1] - names->begin[v]);

        KG_TRY(make_room(p, length + 2 * KG__NUMBER_BYTES));
        put(p, names->text + names->begin[v], length);
    } else {
        KG_TRY(make_room(p, 3 * KG__NUMBER_BYTES));
        p->used =
            (size_t)(kg__print_label(p->text + p->used, names ? kg__names_label(names, v) : v) -
                     p->text);
    }
out:
    return status;
}

/* The vertex to whose items the i-th belongs: v's first is the (v + row[v])-th. */
static kg_vertex vertex_of_item(const kg_graph *graph, uint64_t i)
{
    uint64_t low = 0, high = graph->n;

    while (high - low > 1) {
        uint64_t middle = low + (high - low) / 2;

        if (middle + graph->row[middle] <= i)
            low = middle;
        else
            high = middle;
    }
    return (kg_vertex)low;
}

static kg_status put_edge(const writer *w, piece *p, kg_vertex v, kg_edge e)
{
    const kg_graph *graph = w->graph;
    kg_status status;

    if (w->adjacency) {
        bool first = e == graph->row[v];

        put(p, first ? " " : ", ", first ? 1 : 2);
        KG_TRY(put_name(p, graph, graph->col[e]));
        if (e + 1 == graph->row[v + 1])
            put(p, "\n", 1);
        return KG_OK;
    }
    KG_TRY(put_name(p, graph, v));
    put(p, " ", 1);
    KG_TRY(put_name(p, graph, graph->col[e]));
    if (graph->value) {
        put(p, " ", 1);
        p->used = (size_t)(kg__print_double(p->text + p->used, graph->value[e]) - p->text);
    }
    put(p, "\n", 1);
out:
    return status;
}

/* Whether edge e of an undirected graph begins at another vertex than the edge before it. */
static bool begins_line(const kg_graph *graph, uint64_t e)
{
    return e == 0 || graph->end[2 * e] != graph->end[2 * e - 2];
}

/* Formats edges from..to-1 of an undirected graph. */
static kg_status format_undirected(const writer *w, piece *p, uint64_t from, uint64_t to)
{
    const kg_graph *graph = w->graph;
    kg_status status;

    p->used = 0;
    KG_TRY(make_room(p, 2 * KG__NUMBER_BYTES));
    for (uint64_t e = from; e < to; e++) {
        const bool first = begins_line(graph, e) || !w->adjacency;

        if (first)
            KG_TRY(put_name(p, graph, graph->end[2 * e]));
        if (w->adjacency)
            put(p, first ? " -- " : ", ", first ? 4 : 2);
        else
            put(p, " ", 1);
        KG_TRY(put_name(p, graph, graph->end[2 * e + 1]));
        if (!w->adjacency && graph->value) {
            put(p, " ", 1);
            p->used = (size_t)(kg__print_double(p->text + p->used, graph->value[e]) - p->text);
        }
        if (!w->adjacency || 2 * (e + 1) == graph->m || begins_line(graph, e + 1))
            put(p, "\n", 1);
    }
out:
    return status;
}

/* Formats items from..to-1. */
static kg_status format_items(const writer *w, piece *p, uint64_t from, uint64_t to)
{
    const kg_graph *graph = w->graph;
    kg_vertex v = vertex_of_item(graph, from);
    uint64_t i = from;
    kg_status status = KG_OK;

    p->used = 0;
    KG_TRY(make_room(p, 2 * KG__NUMBER_BYTES));
    for (; i < to; v++) {
        uint64_t first = v + (uint64_t)graph->row[v];

        if (i == first) {
            i++;
            if (w->adjacency) {
                KG_TRY(put_name(p, graph, v));
                put(p, " ->\n", graph->row[v] == graph->row[v + 1] ? 4 : 3);
            }
        }
        for (; i < to && i - first <= graph->row[v + 1] - graph->row[v]; i++)
            KG_TRY(put_edge(w, p, v, (kg_edge)(graph->row[v] + (i - first - 1))));
    }
out:
    return status;
}

/* Formats a round of pieces in threads, writes them in order, and so on. */
static kg_status write_items(writer *w)
{
    kg_context *ctx = w->graph->ctx;
    uint64_t items = w->graph->half ? w->graph->m / 2 : (uint64_t)w->graph->n + w->graph->m;
    uint64_t pieces = (items + PIECE_ITEMS - 1) / PIECE_ITEMS;
    int threads = kg__threads(ctx, pieces, 1), most = threads * ROUND_PIECES;
    piece *round = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &round, most, sizeof *round, "pieces of text"));
    for (int i = 0; i < most; i++)
        round[i] = (piece){.ctx = ctx};
    for (uint64_t first = 0; first < pieces; first += most) {
        int count = pieces - first < (uint64_t)most ? (int)(pieces - first) : most;

#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
        for (int i = 0; i < count; i++) {
            uint64_t from = (first + i) * PIECE_ITEMS;
            uint64_t to = items - from < PIECE_ITEMS ? items : from + PIECE_ITEMS;
            piece own = round[i]; /* beside each other they would share cache lines */

            own.status = w->graph->half ? format_undirected(w, &own, from, to)
                                        : format_items(w, &own, from, to);
            round[i] = own;
        }
        for (int i = 0; i < count; i++) {
            KG_TRY(round[i].status);
            KG_TRY(write_out(w, round[i].text, round[i].used));
        }
        KG_TRY(kg__progress(ctx, "writing", first, pieces));
    }
out:
    for (int i = 0; round && i < most; i++)
        kg__free(ctx, round[i].text);
    kg__free(ctx, round);
    return status;
}

/* ---- what a format can carry ----------------------------------------------------------------- */

/* Whether a name reads back as it is. */
static bool can_carry(const char *name, size_t length, bool adjacency, bool undirected)
{
    if (length == 0 || name[0] == '#' || (!adjacency && name[0] == '%') || kg__is_blank(name[0]) ||
        kg__is_blank(name[length - 1]) || memmem(name, length, "\xef\xbb\xbf", 3) == name)
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
    const kg__names *names = graph->names;

    for (kg_vertex v = 0; names && names->text && v < graph->n; v++) {
        const char *name = names->text + names->begin[v];
        size_t length = (size_t)(names->begin[v + 1] - names->begin[v]);

        if (!can_carry(name, length, w->adjacency, graph->half != NULL))
            return kg__fail(graph->ctx, KG_UNSUPPORTED,
                "vertex %u is called '%.*s', which %s cannot carry; .kcsr can", v,
                length < 60 ? (int)length : 60, name,
                w->adjacency ? "arrow adjacency" : "an edge list");
    }
    return KG_OK;
}

/* Fails if a vertex without edges would be lost: one with a name or label of its own. */
static kg_status check_isolated(kg_graph *graph)
{
    char number[24];
    size_t length;
    const char *name;
    unsigned char *seen = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(graph->ctx, &seen, graph->n, 1, "vertices seen"));
    for (kg_vertex v = 0; v < graph->n; v++)
        seen[v] = graph->row[v] != graph->row[v + 1];
    for (kg_edge e = 0; e < graph->m; e++)
        seen[graph->col[e]] = 1;
    for (kg_vertex v = 0; v < graph->n; v++) {
        if (seen[v])
            continue;
        name = kg_graph_name(graph, v, number, sizeof number, &length);
        KG_TRY(kg__fail(graph->ctx, KG_UNSUPPORTED,
            "vertex '%.*s' has no edges, which an edge list cannot say; adjacency and .kcsr can",
            length < 60 ? (int)length : 60, name));
    }
out:
    kg__free(graph->ctx, seen);
    return status;
}

kg_status kg__write_edges(kg_output *output, kg_graph *graph, const char *path)
{
    writer w = {.graph = graph, .output = output, .path = path};
    char line[64];
    int length;
    kg_status status;

    if (graph->half)
        KG_TRY(kg__graph_make_ends(graph));
    KG_TRY(check_names(&w));
    if (graph->names) {
        KG_TRY(check_isolated(graph));
    } else {
        if (graph->n > kg__claim_limit(kg__edges(graph)))
            return kg__fail(graph->ctx, KG_UNSUPPORTED,
                "an edge list cannot carry %u vertices with only %llu edges; adjacency and .kcsr "
                "can",
                graph->n, (unsigned long long)kg__edges(graph));
        length = snprintf(line, sizeof line, "# vertices %u\n", graph->n);
        KG_TRY(write_out(&w, line, (size_t)length));
    }
    KG_TRY(write_items(&w));
    KG_TRY(pass_head(&w));
out:
    kg__free(graph->ctx, w.head);
    return status;
}

/* Whether the names first appear in the order of the ids where the rows are written one by one. */
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

/* A line for each name, so that reading gives them the same ids. */
static kg_status write_order(writer *w)
{
    const kg_graph *graph = w->graph;
    piece p = {.ctx = graph->ctx};
    kg_status status = KG_OK;

    for (kg_vertex v = 0; v < graph->n; v++) {
        p.used = 0;
        KG_TRY(put_name(&p, graph, v));
        put(&p, graph->half ? " --\n" : " ->\n", 4);
        KG_TRY(write_out(w, p.text, p.used));
    }
out:
    kg__free(graph->ctx, p.text);
    return status;
}

/* A line for each vertex without edges, of an undirected graph whose vertices have no text names. */
static kg_status write_isolated(writer *w)
{
    const kg_graph *graph = w->graph;
    piece p = {.ctx = graph->ctx};
    kg_status status = KG_OK;

    for (kg_vertex v = 0; v < graph->n; v++) {
        if (graph->row[v] < graph->row[v + 1])
            continue;
        p.used = 0;
        KG_TRY(put_name(&p, graph, v));
        put(&p, " --\n", 4);
        KG_TRY(write_out(w, p.text, p.used));
    }
out:
    kg__free(graph->ctx, p.text);
    return status;
}

kg_status kg__write_adjacency(kg_output *output, kg_graph *graph, const char *path)
{
    writer w = {.graph = graph, .adjacency = true, .output = output, .path = path};
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
    KG_TRY(write_items(&w));
    KG_TRY(pass_head(&w));
out:
    kg__free(graph->ctx, w.head);
    return status;
}
