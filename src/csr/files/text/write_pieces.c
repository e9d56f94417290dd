/*
 * Writing text in pieces.
 *
 * In:  a graph, and functions that put a vertex and an edge as text. Out: the text: row by row,
 *     each row in order; for an undirected graph the edges in order.
 * Method: vertices and edges form one sequence, each vertex before its edges, that is cut into
 *     pieces of equal count; threads format a round of pieces, which are then written in order.
 * Work: O(n + m) and the text. Memory: the text of some pieces per thread.
 * Deterministic: the bytes do not depend on the number of threads. Memory is allocated when a
 *     piece's text outgrows its room.
 */
#include "write_pieces.h"
#include "../../../base/bisect.h"
#include "../../../base/utf8.h"

/* A thread has several pieces a round, so that a slow one delays little. */
enum { PIECE_ITEMS = 1 << 14, ROUND_PIECES = 8 };

kg_status kg__piece_room(kg__piece *p, size_t bytes)
{
    return kg__host_grow(p->ctx, &p->text, &p->room, p->used + bytes, 1, "text to write");
}

kg_status kg__put_name(kg__piece *p, const kg_graph *graph, kg_vertex v)
{
    const kg__names *names = graph->names;
    size_t length;
    const char *name = kg__name_text(graph, v, &length);
    kg_status status = KG_OK;

    if (name) {
        KG_TRY(kg__piece_room(p, length + 2 * KG__NUMBER_BYTES));
        kg__put(p, name, length);
    } else {
        KG_TRY(kg__piece_room(p, 3 * KG__NUMBER_BYTES));
        p->used =
            (size_t)(kg__print_label(p->text + p->used, names ? kg__names_label(names, v) : v) -
                     p->text);
    }
out:
    return status;
}

/* The vertex to which item i belongs: v's first item is number v + row[v]. */
static kg_vertex vertex_of_item(const kg_graph *graph, uint64_t i)
{
    return (kg_vertex)KG__LAST_WHERE(v, 0, graph->n, (uint64_t)v + graph->row[v] <= i);
}

static kg_status put_entry(const kg__text_writer *w, kg__piece *p, kg_vertex v, uint64_t e)
{
    return w->put_edge(w, p, e, v, w->graph->col[e]);
}

/* Formats items from..to-1 as edges in order, after the vertices if these come first. */
static kg_status format_edges(const kg__text_writer *w, kg__piece *p, uint64_t from, uint64_t to)
{
    const kg_vertex *end = w->graph->end;
    const uint64_t n = w->vertices ? w->graph->n : 0;
    kg_status status;

    p->used = 0;
    KG_TRY(kg__piece_room(p, 2 * KG__NUMBER_BYTES));
    for (uint64_t i = from; i < to; i++)
        KG_TRY(i < n ? w->put_vertex(w, p, (kg_vertex)i)
                     : w->put_edge(w, p, i - n, end[2 * (i - n)], end[2 * (i - n) + 1]));
out:
    return status;
}

/* Formats items from..to-1. */
static kg_status format_items(const kg__text_writer *w, kg__piece *p, uint64_t from, uint64_t to)
{
    const kg_graph *graph = w->graph;
    kg_vertex v = vertex_of_item(graph, from);
    uint64_t i = from;
    kg_status status = KG_OK;

    p->used = 0;
    KG_TRY(kg__piece_room(p, 2 * KG__NUMBER_BYTES));
    for (; i < to; v++) {
        uint64_t first = v + (uint64_t)graph->row[v];

        if (i == first) {
            i++;
            if (w->put_vertex)
                KG_TRY(w->put_vertex(w, p, v));
        }
        for (; i < to && i - first <= graph->row[v + 1] - graph->row[v]; i++)
            KG_TRY(put_entry(w, p, v, graph->row[v] + (i - first - 1)));
    }
out:
    return status;
}

kg_status kg__write_items(kg__text_writer *w)
{
    kg_context *ctx = w->graph->ctx;
    const bool listed = w->vertices || (w->graph->half && !w->rows);
    uint64_t items = listed ? kg__edges(w->graph) + (w->vertices ? w->graph->n : 0)
                            : (uint64_t)w->graph->n + w->graph->m;
    uint64_t pieces = (items + PIECE_ITEMS - 1) / PIECE_ITEMS;
    int threads = kg__threads(ctx, pieces, 1), most = threads * ROUND_PIECES;
    kg__piece *round = NULL;
    kg_status status;

    if (listed)
        KG_TRY(kg__graph_make_ends(w->graph));
    KG_TRY(kg__host_allocate(ctx, &round, most, sizeof *round, "pieces of text"));
    for (int i = 0; i < most; i++)
        round[i] = (kg__piece){.ctx = ctx};
    for (uint64_t first = 0; first < pieces; first += most) {
        int count = pieces - first < (uint64_t)most ? (int)(pieces - first) : most;

        KG_PARALLEL_FOR(threads, schedule(dynamic, 1))
        for (int i = 0; i < count; i++) {
            uint64_t from = (first + i) * PIECE_ITEMS;
            uint64_t to = items - from < PIECE_ITEMS ? items : from + PIECE_ITEMS;
            kg__piece own = round[i]; /* side by side they would share cache lines */

            own.status = (listed ? format_edges : format_items)(w, &own, from, to);
            round[i] = own;
        }
        for (int i = 0; i < count; i++) {
            KG_TRY(round[i].status);
            KG_TRY(w->write ? w->write(w, round[i].text, round[i].used)
                            : kg__output_write(w->output, round[i].text, round[i].used));
        }
        KG_TRY(kg__progress(ctx, "writing", first, pieces));
    }
out:
    for (int i = 0; round && i < most; i++)
        kg__free(ctx, round[i].text);
    kg__free(ctx, round);
    return status;
}

kg_status kg__check_utf8(const kg_graph *graph, const char *shown)
{
    const kg__names *names = graph->names;

    for (kg_vertex v = 0; names && names->text && v < graph->n; v++)
        for (uint64_t i = names->begin[v], bytes; i < names->begin[v + 1]; i += bytes) {
            uint32_t code = 0;

            bytes = kg__utf8(names->text + i, names->begin[v + 1] - i, &code);
            if (!bytes || !code)
                return kg__fail(graph->ctx, KG_UNSUPPORTED,
                    "vertex %u is called '%s', which is not UTF-8%s, and %s cannot carry it; "
                    ".kcsr can",
                    v, KG__NAME_SHOWN(graph, v), bytes ? " without a zero byte" : "", shown);
        }
    return KG_OK;
}

kg_status kg__check_isolated(kg_graph *graph, const char *shown)
{
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
        KG_TRY(kg__fail(graph->ctx, KG_UNSUPPORTED,
            "vertex '%s' has no edges, which %s cannot say; adjacency and .kcsr can",
            KG__NAME_SHOWN(graph, v), shown));
    }
out:
    kg__free(graph->ctx, seen);
    return status;
}
