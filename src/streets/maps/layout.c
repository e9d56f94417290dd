/*
 * From ways to segments: which of them stay, and how long each is.
 *
 * In:  the nodes and ways of a file; the area.
 * Out: the segments with both ends within the area, of the largest strongly connected part unless
 *     all parts must stay; chains.c makes streets of them.
 * Method: a way is cut where a node is missing. A length that the file gives for a way is shared
 *     out in proportion to the lengths of its segments.
 * Work: O(refs). Memory: some 60 bytes a segment.
 */
#include "../../csr/csr.h"
#include "../streets.h"
#include <string.h>

typedef struct layout {
    kg_streets *s;
    const kg__gathered *g;
    const kg__area *area;
    kg__street_segment *segment; /* [segments] */
    uint64_t segments, room;
} layout;

/* ---- segments -------------------------------------------------------------------------------- */

static bool is_outside(const layout *l, kg_vertex v)
{
    return l->g->has_places && !kg__area_has(l->area, l->g->place + 2 * (uint64_t)v);
}

static double measure(const layout *l, kg_vertex u, kg_vertex v)
{
    return l->g->has_places
               ? kg__geodesic(l->g->place + 2 * (uint64_t)u, l->g->place + 2 * (uint64_t)v)
               : 1;
}

/* The length of a whole way along its geometry. */
static double measure_way(const layout *l, const kg__streets_way *way)
{
    const kg_vertex *ref = l->g->ref + way->first;
    double sum = 0;

    for (uint64_t i = 0; i + 1 < way->count; i++)
        if (ref[i] != KG_NO_VERTEX && ref[i + 1] != KG_NO_VERTEX)
            sum += measure(l, ref[i], ref[i + 1]);
    return sum;
}

static kg_status add_segments(layout *l, uint64_t w)
{
    const kg__streets_way *way = &l->g->way[w];
    const kg_vertex *ref = l->g->ref + way->first;
    const double all = way->length >= 0 ? measure_way(l, way) : 0;
    kg_status status = KG_OK;

    for (uint64_t i = 0; i + 1 < way->count; i++) {
        const kg_vertex u = ref[i], v = ref[i + 1];
        double length, back;

        /* A segment from a node to itself is left out, unless it is a row of a table. */
        if (u == KG_NO_VERTEX || v == KG_NO_VERTEX || (u == v && !l->g->named[u]))
            continue;
        if (is_outside(l, u) || is_outside(l, v)) {
            l->s->counts.outside++;
            continue;
        }
        length = measure(l, u, v);
        if (way->length >= 0)
            length =
                all > 0 ? way->length * (length / all) : way->length / (double)(way->count - 1);
        back = way->back >= 0 && way->length > 0 ? way->back * (length / way->length)
               : way->back >= 0                  ? way->back / (double)(way->count - 1)
                                                 : length;
        KG_TRY(kg__host_grow(l->s->ctx, &l->segment, &l->room, l->segments + 1, sizeof *l->segment,
            "segments of streets"));
        l->segment[l->segments++] = (kg__street_segment){{u, v}, w, length, back};
    }
out:
    return status;
}

/* ---- the largest part ------------------------------------------------------------------------ */

/* part: [nodes] the strong part of each node. */
static kg_status find_parts(layout *l, kg_vertex *part, uint64_t *parts)
{
    kg_context *ctx = l->s->ctx;
    kg_vertex *end = NULL;
    uint64_t arcs = 0, i = 0;
    kg_graph *graph = NULL;
    kg_status status;

    for (uint64_t e = 0; e < l->segments; e++)
        arcs += 1 + !l->g->way[l->segment[e].way].one_way;
    if (arcs > (uint64_t)KG_NO_EDGE - 2)
        KG_TRY(kg__fail(ctx, KG_OVERFLOW, "%s: more streets than there are ids", l->g->shown));
    KG_TRY(kg__host_allocate(ctx, &end, arcs, 2 * sizeof *end, "ways along streets"));
    for (uint64_t e = 0; e < l->segments; e++) {
        const kg__street_segment *segment = &l->segment[e];

        end[i] = segment->end[0];
        end[arcs + i++] = segment->end[1];
        if (l->g->way[segment->way].one_way)
            continue;
        end[i] = segment->end[1];
        end[arcs + i++] = segment->end[0];
    }
    KG_TRY(kg_graph_build(&graph, ctx, l->g->nodes, arcs, end, end ? end + arcs : NULL, NULL));
    KG_TRY(kg_graph_strong_components(graph, part, parts));
out:
    kg_graph_destroy(graph);
    kg__free(ctx, end);
    return status;
}

/* Keeps only the part with the longest streets, or all parts. */
static kg_status keep_largest(layout *l)
{
    kg_context *ctx = l->s->ctx;
    kg_streets_counts *counts = &l->s->counts;
    kg_vertex *part = NULL, best = 0;
    double *length = NULL;
    bool *used = NULL;
    uint64_t parts, left = 0;
    kg_status status;

    kg__stage(ctx, "parts");
    KG_TRY(kg__host_allocate(ctx, &part, l->g->nodes, sizeof *part, "parts of streets"));
    KG_TRY(find_parts(l, part, &parts));
    KG_TRY(kg__host_allocate(ctx, &length, parts, sizeof *length, "parts of streets"));
    KG_TRY(kg__host_allocate(ctx, &used, parts, sizeof *used, "parts of streets"));
    for (uint64_t p = 0; p < parts; p++)
        length[p] = used[p] = 0;
    for (uint64_t e = 0; e < l->segments; e++) {
        const kg_vertex p = part[l->segment[e].end[0]], q = part[l->segment[e].end[1]];

        length[p] += p == q ? l->segment[e].length : 0;
        used[p] = used[q] = true;
    }
    for (kg_vertex p = 0; p < parts; p++) {
        counts->parts += used[p];
        best = length[p] > length[best] ? p : best;
    }
    for (uint64_t e = 0; e < l->segments && !l->g->options->keep_parts; e++) {
        const kg__street_segment segment = l->segment[e];

        if (part[segment.end[0]] == best && part[segment.end[1]] == best) {
            l->segment[left++] = segment;
        } else {
            counts->left_segments++;
            counts->left_length += segment.length;
        }
    }
    if (!l->g->options->keep_parts)
        l->segments = left;
out:
    kg__free_all(ctx, part, length, used);
    return status;
}

/* ---- the whole ------------------------------------------------------------------------------- */

static void count(kg_streets *s)
{
    kg_streets_counts *counts = &s->counts;

    counts->crossings = s->map.crossings;
    counts->streets = s->map.streets;
    for (uint64_t e = 0; e < s->map.streets; e++) {
        counts->one_way += s->one_way[e];
        counts->required += s->required[e];
        counts->length += s->length[e];
    }
}

kg_status kg__streets_lay_out(kg_streets *s, kg__gathered *g, const kg__area *area)
{
    layout l = {.s = s, .g = g, .area = area};
    kg_status status = KG_OK;

    s->counts = g->counts;
    if ((area->options->has_box || area->rings) && !g->has_places)
        KG_TRY(kg__fail(s->ctx, KG_ARGUMENT,
            "%s: the streets have no coordinates by which to look for those in an area", g->shown));
    KG_TRY(kg__keep_check(g));
    kg__stage(s->ctx, "segments");
    for (uint64_t w = 0; w < g->ways; w++)
        KG_TRY(add_segments(&l, w));
    if (g->several) {
        s->counts.doubles = l.segments;
        KG_TRY(kg__streets_drop_doubles(g, l.segment, &l.segments));
        s->counts.doubles -= l.segments;
    }
    for (uint64_t e = 0; e < l.segments; e++)
        s->counts.zero += l.segment[e].length == 0;
    KG_TRY(keep_largest(&l));
    kg__stage(s->ctx, "chains");
    KG_TRY(kg__streets_chain(s, g, l.segment, l.segments));
    count(s);
    if (!s->counts.streets)
        KG_TRY(kg__fail(s->ctx, KG_NO_SOLUTION, "%s: no street of the network is %s", g->shown,
            s->counts.outside ? "in the area"
            : g->several      ? "in the files"
                              : "in the file"));
    if (!s->counts.required)
        KG_TRY(kg__fail(s->ctx, KG_NO_SOLUTION, "%s: no street that is left has %s", g->shown,
            KG__SHOW(g->options->need, strlen(g->options->need))));
out:
    kg__free(s->ctx, l.segment);
    return status;
}
