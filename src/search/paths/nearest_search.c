/*
 * The nearest sources of all vertices: the search.
 *
 * In:  the rows and lengths of a graph, sources, how many each vertex gets.
 * Out: source and length of each vertex, in order; KG_NO_VERTEX and INFINITY behind the last.
 * Method: Dijkstra's algorithm with a label for each pair of vertex and source. Labels are taken
 *     by length and then source, from a radix heap whose bucket 0 is a binary heap. A vertex keeps
 *     the first label of each source, until its row is full. A source that a vertex does not keep
 *     is not needed behind it either: as many others come before it there. A label is put into the
 *     heap only if its vertex could keep it.
 * Work: O(K m log C) for K columns, where C is the largest distance divided by the smallest.
 *     Memory: 16 bytes a label in the heap, at most K labels an entry of a row; 4 bytes a vertex.
 *     Serial.
 */
#include "../../base/heap.h"
#include "nearest.h"
#include "radix_heap.h"

enum { TICK = 1 << 18 };

typedef struct search {
    kg_nearest *near;
    const kg__lengths *lengths;
    double limit;
    uint32_t *count; /* [n] labels that a vertex keeps */
    kg__radix_heap heap;
} search;

static inline bool comes_before(kg__radix_entry a, kg__radix_entry b)
{
    return a.source < b.source;
}

/* Returns whether a vertex could keep one more label of this source. */
static bool has_use_for(const search *s, kg_vertex vertex, kg_vertex source)
{
    const kg_vertex *kept = s->near->source + vertex * s->near->columns;

    if (s->count[vertex] == s->near->columns)
        return false;
    for (uint32_t i = 0; i < s->count[vertex]; i++)
        if (kept[i] == source)
            return false;
    return true;
}

static kg_status push(search *s, kg__radix_entry e)
{
    kg__radix_heap *h = &s->heap;
    kg_status status;

    KG_TRY(kg__radix_push(s->near->ctx, h, e));
    if (e.key == h->last)
        KG__HEAP_ADD(h->entry[0], h->count[0] - 1, e, comes_before);
out:
    return status;
}

/* Takes the first label. *any: [out] whether there is one. */
static kg_status pop(search *s, kg__radix_entry *first, bool *any)
{
    kg__radix_heap *h = &s->heap;
    const bool refilled = !h->count[0];
    kg__radix_entry e;
    kg_status status;

    KG_TRY(kg__radix_refill(s->near->ctx, h, any));
    if (!*any)
        return KG_OK;
    for (uint64_t i = h->count[0] / 2; i-- > 0 && refilled;) {
        e = h->entry[0][i];
        KG__HEAP_SINK(h->entry[0], h->count[0], i, e, comes_before);
    }
    *first = h->entry[0][0];
    e = h->entry[0][--h->count[0]];
    KG__HEAP_SINK(h->entry[0], h->count[0], 0, e, comes_before);
out:
    return status;
}

/* Puts labels behind one that a vertex keeps into the heap. */
static kg_status look_at_row(search *s, kg_vertex vertex, kg_vertex source, double length)
{
    const kg_graph *along = s->near->along;
    kg_status status = KG_OK;

    for (uint64_t i = along->row[vertex]; i < along->row[(uint64_t)vertex + 1]; i++) {
        const double there = length + kg__length(s->lengths, i);
        const kg_vertex v = along->col[i];

        if (there <= s->limit && has_use_for(s, v, source))
            KG_TRY(push(s, (kg__radix_entry){kg__bits_of(there), v, source}));
    }
out:
    return status;
}

static kg_status take_all(search *s)
{
    kg_nearest *near = s->near;
    kg__radix_entry e;
    bool any = true;
    kg_status status = KG_OK;

    for (uint64_t taken = 1; any; taken++) {
        KG_TRY(pop(s, &e, &any));
        if (any && has_use_for(s, e.vertex, e.source)) {
            const uint64_t to = e.vertex * near->columns + s->count[e.vertex]++;

            near->source[to] = e.source;
            memcpy(&near->length[to], &e.key, sizeof e.key);
            KG_TRY(look_at_row(s, e.vertex, e.source, near->length[to]));
        }
        if (taken % TICK == 0)
            KG_TRY(kg__progress(near->ctx, "searching", taken, 0));
    }
out:
    return status;
}

kg_status kg__nearest_search(kg_nearest *near, const kg__lengths *lengths, const kg_vertex *once,
    uint64_t sources, double limit)
{
    const uint64_t n = near->along->n;
    search s = {.near = near, .lengths = lengths, .limit = limit};
    kg_status status;

    KG_TRY(kg__host_allocate(near->ctx, &s.count, n, sizeof *s.count, "counts of labels"));
    for (uint64_t v = 0; v < n; v++)
        s.count[v] = 0;
    for (uint64_t i = 0; i < n * near->columns; i++) {
        near->source[i] = KG_NO_VERTEX;
        near->length[i] = INFINITY;
    }
    for (uint64_t i = 0; i < sources; i++)
        KG_TRY(push(&s, (kg__radix_entry){0, once[i], once[i]}));
    KG_TRY(take_all(&s));
out:
    kg__radix_release(near->ctx, &s.heap);
    kg__free(near->ctx, s.count);
    return status;
}
