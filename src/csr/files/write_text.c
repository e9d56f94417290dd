/*
 * Writing adjacency and edge lists.
 *
 * In:  a graph. Out: its text, rows in order and edges in order within.
 * Method: vertices and edges form one sequence, each vertex before its edges, that is cut into
 *     pieces of equal count; threads format a round of pieces, which are then written in order.
 * Work: O(n + m) and the text. Memory: the text of some pieces a thread.
 * Deterministic: the bytes do not depend on the number of threads.
 * Memory is allocated where a piece's text outgrows its room.
 */
#include "../../io/number.h"
#include "text.h"
#include "write.h"
#include <stdio.h>
#include <string.h>

/* A thread has some pieces a round, so that a slow one holds up little. */
enum { PIECE_ITEMS = 1 << 14, ROUND_PIECES = 8 };

/* Text that grows. */
typedef struct piece {
    kg_context *ctx;
    char *text;
    size_t used, room;
    kg_status status;
} piece;

typedef struct writer {
    kg_graph *graph;
    bool adjacency; /* else an edge list */
} writer;

static kg_status make_room(piece *p, size_t bytes)
{
    size_t room = 2 * (p->used + bytes);
    kg_status status = KG_OK;

    if (p->used + bytes <= p->room)
        return KG_OK;
    KG_TRY(kg__host_resize(p->ctx, &p->text, room, 1, "text to write"));
    p->room = room;
out:
    return status;
}

static void put(piece *p, const char *text, size_t length)
{
    memcpy(p->text + p->used, text, length);
    p->used += length;
}

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
            (size_t)(kg__print_label(p->text + p->used, names ? names->label[v] : v) - p->text);
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
static kg_status write_items(const writer *w, kg_output *output)
{
    kg_context *ctx = w->graph->ctx;
    uint64_t items = (uint64_t)w->graph->n + w->graph->m;
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

            own.status = format_items(w, &own, from, to);
            round[i] = own;
        }
        for (int i = 0; i < count; i++) {
            KG_TRY(round[i].status);
            KG_TRY(kg__output_write(output, round[i].text, round[i].used));
        }
        kg__progress(ctx, "writing", first, pieces);
    }
out:
    for (int i = 0; round && i < most; i++)
        kg__free(ctx, round[i].text);
    kg__free(ctx, round);
    return status;
}

/* ---- what a format can carry ----------------------------------------------------------------- */

/* Whether a name reads back as it is. */
static bool can_carry(const char *name, size_t length, bool adjacency)
{
    if (length == 0 || name[0] == '#' || (!adjacency && name[0] == '%') || kg__is_blank(name[0]) ||
        kg__is_blank(name[length - 1]) || memmem(name, length, "\xef\xbb\xbf", 3) == name)
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

        if (!can_carry(name, length, w->adjacency))
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

kg_status kg__write_edges(kg_output *output, kg_graph *graph)
{
    writer w = {graph, false};
    char line[64];
    int length;
    kg_status status;

    KG_TRY(check_names(&w));
    if (graph->names) {
        KG_TRY(check_isolated(graph));
    } else {
        if (graph->n > kg__claim_limit(graph->m))
            return kg__fail(graph->ctx, KG_UNSUPPORTED,
                "an edge list cannot carry %u vertices with only %llu edges; adjacency and .kcsr "
                "can",
                graph->n, (unsigned long long)graph->m);
        length = snprintf(line, sizeof line, "# vertices %u\n", graph->n);
        KG_TRY(kg__output_write(output, line, (size_t)length));
    }
    KG_TRY(write_items(&w, output));
out:
    return status;
}

/* Whether the names first appear in the order of the ids where the rows are written one by one. */
static bool names_in_order(const kg_graph *graph)
{
    kg_vertex next = 0;

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
static kg_status write_order(kg_output *output, const kg_graph *graph)
{
    piece p = {.ctx = graph->ctx};
    kg_status status = KG_OK;

    for (kg_vertex v = 0; v < graph->n; v++) {
        p.used = 0;
        KG_TRY(put_name(&p, graph, v));
        put(&p, " ->\n", 4);
        KG_TRY(kg__output_write(output, p.text, p.used));
    }
out:
    kg__free(graph->ctx, p.text);
    return status;
}

kg_status kg__write_adjacency(kg_output *output, kg_graph *graph)
{
    writer w = {graph, true};
    kg_status status;

    if (graph->value)
        return kg__fail(graph->ctx, KG_UNSUPPORTED,
            "arrow adjacency cannot carry the edges' values; an edge list and .kcsr can");
    KG_TRY(check_names(&w));
    if (graph->names && graph->names->text && !names_in_order(graph))
        KG_TRY(write_order(output, graph));
    KG_TRY(write_items(&w, output));
out:
    return status;
}
