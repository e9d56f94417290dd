/*
 * A text is read in one block by one thread, and in tiny blocks by three threads. Both must give
 * the same status and message, or the same graph. A graph that can be written must read back as the
 * same graph, through each text format, without naming the format. The first byte chooses the
 * format, whether labels are names, and the size of the blocks.
 */
#include "fuzz.h"
#include <stdio.h>
#include <unistd.h>

static void die(const char *why)
{
    fprintf(stderr, "%s\n", why);
    abort();
}

/* The value of an entry of a row. */
static const double *value_of(const kg_graph *graph, kg_edge entry)
{
    return &graph->value[graph->half ? graph->half[entry] / 2 : entry];
}

/* Whether b has the names, edges and values of a, in whatever order of vertices. */
static bool are_same_by_name(kg_graph *a, kg_graph *b)
{
    for (kg_vertex v = 0; v < a->n; v++) {
        char buffer[24];
        size_t length;
        const char *name = kg_graph_name(a, v, buffer, sizeof buffer, &length);
        kg_vertex w;

        if (kg_graph_find_vertex(b, name, length, &w) != KG_OK ||
            a->row[v + 1] - a->row[v] != b->row[w + 1] - b->row[w])
            return false;
        for (kg_edge e = a->row[v], f = b->row[w]; e < a->row[v + 1]; e++, f++) {
            kg_vertex target;

            name = kg_graph_name(a, a->col[e], buffer, sizeof buffer, &length);
            if (kg_graph_find_vertex(b, name, length, &target) != KG_OK || target != b->col[f] ||
                (a->value && memcmp(value_of(a, e), value_of(b, f), sizeof *a->value) != 0))
                return false;
        }
    }
    return true;
}

enum { MOST_NAMED = 2000 }; /* vertices of which names are looked up one by one */

/* Writes the graph, under a name that says nothing or the wrong thing, and reads it back without
 * naming the format: it is the same, though an edge list or a table may number names anew. */
static void round_trip(kg_context *ctx, kg_graph *graph, kg_format format, bool misled)
{
    const bool undirected = graph->half && format == KG_FORMAT_METIS; /* it numbers edges anew */
    bool renumbers =
        graph->names && graph->names->text &&
        (format == KG_FORMAT_EDGES || format == KG_FORMAT_CSV || format == KG_FORMAT_JSON);
    kg_graph *back = NULL;
    char path[64];
    kg_status status;

    snprintf(path, sizeof path, "/tmp/konig-fuzz-%ld%s", (long)getpid(),
        !misled                     ? ""
        : format == KG_FORMAT_EDGES ? ".adj"
                                    : ".edges");
    status = kg_graph_write(graph, path, format);
    if (status == KG_UNSUPPORTED)
        return;
    if (status != KG_OK)
        die(kg_context_message(ctx));
    if (kg_graph_read(&back, ctx, path, NULL) != KG_OK)
        die(kg_context_message(ctx));
    unlink(path);
    if (kg_graph_edges(back) != kg_graph_edges(graph) || !back->value != !graph->value)
        die("other edges");
    if (kg_graph_vertices(back) != kg_graph_vertices(graph))
        die("other vertices");
    if (back->kind != graph->kind)
        die("another kind");
    if (!renumbers && !undirected && !kg_graph_equal(back, graph))
        die("another graph");
    if (renumbers && graph->n < MOST_NAMED && !are_same_by_name(graph, back))
        die("another graph of these names");
    kg_graph_destroy(back);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const kg_format formats[] = {
        KG_FORMAT_AUTO, KG_FORMAT_ADJACENCY, KG_FORMAT_EDGES, KG_FORMAT_AUTO};
    kg_context *one = fuzz_context(1), *three = fuzz_context(3);
    kg_graph *graph, *other;
    kg_status status, other_status;
    kg_format format;
    int names;
    size_t block;

    if (size == 0)
        return 0;
    format = formats[data[0] & 3];
    names = data[0] >> 2 & 1;
    block = 1u + (data[0] >> 3);
    status = fuzz_read(&graph, one, data + 1, size - 1, format, names, KG__TEXT_BLOCK);
    other_status = fuzz_read(&other, three, data + 1, size - 1, format, names, block);
    if (status != other_status)
        die("another status");
    if (strcmp(kg_context_message(one), kg_context_message(three)) != 0)
        die("another message");
    if (status == KG_OK) {
        if (!kg_graph_equal(graph, other))
            die("threads make another graph");
        round_trip(one, graph, KG_FORMAT_ADJACENCY, block & 1);
        round_trip(three, other, KG_FORMAT_EDGES, block & 1);
        round_trip(one, graph, KG_FORMAT_MTX, block & 1);
        round_trip(three, other, KG_FORMAT_DIMACS, block & 1);
        round_trip(three, other, KG_FORMAT_CSV, block & 1);
        round_trip(one, graph, KG_FORMAT_METIS, block & 1);
        round_trip(three, other, KG_FORMAT_GFA, block & 1);
        round_trip(one, graph, KG_FORMAT_GML, block & 1);
        round_trip(three, other, KG_FORMAT_PAJEK, block & 1);
        round_trip(one, graph, KG_FORMAT_JSON, block & 1);
        kg__begin(one);
        kg__begin(three);
    }
    kg_graph_destroy(graph);
    kg_graph_destroy(other);
    fuzz_settle(one, status);
    fuzz_settle(three, other_status);
    return 0;
}
