/*
 * Segments that several files have.
 *
 * In:  the segments of all files.
 * Out: those without the segments that an earlier file has, too, in their order.
 * Method: segments are the same if they have the same ends, and their ways the same number, if they
 *     have any, and the same length, if the files give any. Nodes within an edge of GraphML are
 *     none of the graph: its segments are the same if they join the same places. All segments of a
 *     file stay that no earlier one has: a file may have two parallel streets.
 * Work: a sort. Memory: 56 bytes a segment.
 */
#include "../streets.h"
#include <stdlib.h>

typedef struct one {
    uint64_t end[2];
    double length[2]; /* of its way, from the lesser end and from the other; negative: none */
    int64_t way;      /* its number; 0: none */
    uint64_t index;   /* the segment's */
    uint32_t file;
    bool numbered;
} one;

#define ORDER(a, b) (((a) > (b)) - ((a) < (b)))

static int compare_streets(const one *a, const one *b)
{
    const int orders[] = {ORDER(a->end[0], b->end[0]), ORDER(a->end[1], b->end[1]),
        ORDER(a->numbered, b->numbered), ORDER(a->way, b->way), ORDER(a->length[0], b->length[0]),
        ORDER(a->length[1], b->length[1])};

    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
        if (orders[i])
            return orders[i];
    return 0;
}

static int compare(const void *a, const void *b)
{
    const int order = compare_streets(a, b);

    return order ? order : ORDER(((const one *)a)->index, ((const one *)b)->index);
}

static uint64_t find_end(const kg__gathered *g, kg_vertex v)
{
    const int32_t *place = g->place + 2 * (uint64_t)v;

    return g->kind == KG__GATHERED_GRAPHML ? (uint64_t)(uint32_t)place[0] << 32 | (uint32_t)place[1]
                                           : v;
}

static one describe(const kg__gathered *g, const kg__street_segment *segment, uint64_t index)
{
    const kg__streets_way *way = &g->way[segment->way];
    const uint64_t a = find_end(g, segment->end[0]), b = find_end(g, segment->end[1]);
    const double back = way->back < 0 ? way->length : way->back;
    one described = {.end = {a < b ? a : b, a < b ? b : a}, .index = index, .file = way->file};

    if (g->kind == KG__GATHERED_GRAPHML)
        return described;
    described.numbered = way->numbered;
    described.way = way->numbered ? way->id : 0;
    described.length[a > b] = way->length;
    described.length[a <= b] = back;
    return described;
}

kg_status kg__streets_drop_doubles(
    const kg__gathered *g, kg__street_segment *segment, uint64_t *segments)
{
    kg_context *ctx = g->ctx;
    one *all = NULL;
    bool *dropped = NULL;
    uint64_t first = 0, left = 0;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &all, *segments, sizeof *all, "segments of several files"));
    KG_TRY(kg__host_allocate(ctx, &dropped, *segments, sizeof *dropped, "segments"));
    for (uint64_t e = 0; e < *segments; e++)
        all[e] = describe(g, &segment[e], e);
    if (*segments)
        qsort(all, *segments, sizeof *all, compare);
    for (uint64_t i = 0; i < *segments; i++) {
        if (compare_streets(&all[first], &all[i]) != 0)
            first = i;
        dropped[all[i].index] = all[i].file != all[first].file;
    }
    for (uint64_t e = 0; e < *segments; e++)
        if (!dropped[e])
            segment[left++] = segment[e];
    *segments = left;
out:
    kg__free_all(ctx, all, dropped);
    return status;
}
