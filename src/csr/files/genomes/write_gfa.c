/*
 * Writing GFA 1.
 *
 * In:  a bidirected graph. Out: a segment without a sequence for each vertex, in order, and a link
 *     without an overlap for each edge, in order. The header has the tag kp:i:1 if some edges are
 *     parallel: konig reads each link of such a file as an edge.
 * Method, work and memory: write_pieces.c.
 */
#include "../text/write_pieces.h"

/* Fails if reading the file would not give the same graph. */
static kg_status check(kg_graph *graph)
{
    const kg__names *names = graph->names;

    if (!graph->side)
        return kg__fail(graph->ctx, KG_UNSUPPORTED,
            "GFA carries bidirected graphs, and this is %s one", kg__kind_shown(graph->kind));
    if (graph->value)
        return kg__fail(
            graph->ctx, KG_UNSUPPORTED, "GFA has no values for the edges of a graph; .kcsr has");
    for (kg_vertex v = 0; graph->one_sided && v < graph->n; v++)
        if (kg__bitmap_has(graph->one_sided, v)) {
            return kg__fail(graph->ctx, KG_UNSUPPORTED,
                "vertex '%s' is one-sided, which GFA cannot say; .kcsr can",
                KG__NAME_SHOWN(graph, v));
        }
    for (kg_vertex v = 0; names && names->text && v < graph->n; v++) {
        bool bad = names->begin[v] == names->begin[v + 1];

        for (uint64_t i = names->begin[v]; i < names->begin[v + 1]; i++)
            bad = bad || (unsigned char)names->text[i] <= ' ';
        if (bad)
            return kg__fail(graph->ctx, KG_UNSUPPORTED,
                "vertex %u has an empty name, or one with blanks or control characters, which GFA "
                "cannot carry; .kcsr can",
                v);
    }
    return KG_OK;
}

static kg_status put_segment(const kg__text_writer *w, kg__piece *p, kg_vertex v)
{
    kg_status status;

    KG_TRY(kg__piece_room(p, 2));
    kg__put(p, "S\t", 2);
    KG_TRY(kg__put_name(p, w->graph, v));
    kg__put(p, "\t*\n", 3);
out:
    return status;
}

static kg_status put_link(
    const kg__text_writer *w, kg__piece *p, uint64_t e, kg_vertex u, kg_vertex v)
{
    const uint64_t *side = w->graph->side;
    kg_status status;

    KG_TRY(kg__piece_room(p, 2));
    kg__put(p, "L\t", 2);
    KG_TRY(kg__put_name(p, w->graph, u));
    kg__put(p, kg__bitmap_has(side, 2 * e) ? "\t+\t" : "\t-\t", 3);
    KG_TRY(kg__put_name(p, w->graph, v));
    kg__put(p, kg__bitmap_has(side, 2 * e + 1) ? "\t-\t*\n" : "\t+\t*\n", 5);
out:
    return status;
}

kg_status kg__write_gfa(kg_output *output, kg_graph *graph, const char *path)
{
    static const char header[] = "H\tVN:Z:1.0", tag[] = "\t" KG__GFA_PARALLEL;
    uint64_t parallel;
    kg__text_writer w = {.graph = graph,
        .output = output,
        .put_vertex = put_segment,
        .put_edge = put_link,
        .vertices = true};
    kg_status status;

    (void)path;
    KG_TRY(check(graph));
    KG_TRY(kg__count_parallel(graph, &parallel));
    KG_TRY(kg__output_write(output, header, sizeof header - 1));
    if (parallel)
        KG_TRY(kg__output_write(output, tag, sizeof tag - 1));
    KG_TRY(kg__output_write(output, "\n", 1));
    KG_TRY(kg__write_items(&w));
out:
    return status;
}
