/*
 * The stable counting sort of an edge list by source.
 *
 * In:   pieces of the list, m edges in all, sources below n.
 * Out:  row[n+1], col[m], and if wanted value[m] and id[m], the place of each edge in the list.
 * How:  a list whose sources never decrease, such as a file written in this order, is copied, and
 *       the rows are filled on the way. At the first descent this stops. Then a counting sort by
 *       ranges of sources (buckets) is followed by one within each bucket, whose cursors fit a
 *       cache.
 * Cost: O(n + m) work. In order: no memory. Otherwise 8 bytes an edge, 8 more for its value, and an
 *       edge id more for its id.
 *
 * The result is defined by the list alone.
 */
#include "../base/bisect.h"
#include "csr_ops.h"
#include <assert.h>
#include <string.h>

/*
 * BLOCK: after this many edges a thread looks at the clock and at the findings of the other
 * threads. BUCKETS: with more, the scatter would write to more cache lines than L1 and L2 hold (1
 * to 2 K); with fewer, a bucket would not fit the cache of the second sort. BUCKET_EDGES: a bucket
 * that fits the first-level cache is not split further.
 */
enum { BLOCK = 1 << 15, BUCKETS = 512, BUCKET_EDGES = 1 << 12, GRAIN = 1 << 16 };

typedef struct pair {
    kg_vertex source, target;
} pair;

typedef struct job {
    kg_context *ctx;
    kg_vertex n;
    uint64_t m;
    const kg__edge_piece *piece;
    size_t pieces;
    kg_edge *row, *id;
    kg_vertex *col;
    double *value;
    int threads, shift;
    uint64_t buckets;
    bool unsorted;

    /* The list, sorted by buckets. */
    pair *by_bucket;
    double *bucket_value;
    kg_edge *bucket_id;
    uint64_t *cursor; /* [threads][buckets] */
} job;

/* The next edges of the list in [*from, to), at most a block of one piece. */
static bool next_span(const job *j, uint64_t *from, uint64_t to, kg__edge_piece *span)
{
    size_t last;
    uint64_t skip;

    if (*from >= to)
        return false;
    last = KG__LAST_WHERE(i, 0, j->pieces, j->piece[i].begin <= *from); /* it has edges */
    *span = j->piece[last];
    skip = *from - span->begin;
    span->source += skip * span->stride;
    if (span->target)
        span->target += skip * span->stride;
    if (span->value)
        span->value += skip;
    span->begin = *from;
    span->count -= skip;
    if (span->count > to - *from)
        span->count = to - *from;
    if (span->count > BLOCK)
        span->count = BLOCK;
    *from += span->count;
    return true;
}

/* The target of edge i of a span. */
static inline kg_vertex target_of(const kg__edge_piece *span, uint64_t i)
{
    const kg_vertex *half = span->source + i;

    if (span->target)
        return span->target[i * span->stride] - span->first;
    return half[(span->begin + i) & 1 ? -1 : 1] - span->first;
}

/* ---- a list in order ------------------------------------------------------------------------- */

/* The thread that sees the source change writes the row. In a list out of order two threads may do
 * so, hence the atomic store. */
static void set_row(const job *j, uint64_t v, uint64_t begin)
{
    __atomic_store_n(&j->row[v], (kg_edge)begin, __ATOMIC_RELAXED);
}

/* Copies edges [from, to) of the list until a source descends. */
static void copy_part(job *j, uint64_t from, uint64_t to, bool first_part)
{
    kg__edge_piece span;
    int64_t last = -1;
    uint64_t before = from - 1;

    if (from && next_span(j, &before, from, &span))
        last = span.source[0] - span.first;
    while (!__atomic_load_n(&j->unsorted, __ATOMIC_RELAXED) && next_span(j, &from, to, &span)) {
        for (uint64_t i = 0; i < span.count; i++) {
            int64_t source = span.source[i * span.stride] - span.first;

            if (source < last) {
                __atomic_store_n(&j->unsorted, true, __ATOMIC_RELAXED);
                return;
            }
            while (last < source)
                set_row(j, (uint64_t)++last, span.begin + i);
            j->col[span.begin + i] = target_of(&span, i);
        }
        if (j->value)
            memcpy(j->value + span.begin, span.value, span.count * sizeof *span.value);
        for (uint64_t i = 0; j->id && i < span.count; i++)
            j->id[span.begin + i] = (kg_edge)(span.begin + i);
        if (first_part)
            kg__progress(j->ctx, "building", (uint64_t)j->threads * from, j->m);
    }
    if (to == j->m)
        for (uint64_t v = (uint64_t)(last + 1); v <= j->n; v++)
            set_row(j, v, j->m);
}

static bool copy_sorted(job *j)
{
    KG_PARALLEL_FOR(j->threads, schedule(static, 1))
    for (int part = 0; part < j->threads; part++)
        copy_part(
            j, kg__part(j->m, part, j->threads), kg__part(j->m, part + 1, j->threads), part == 0);
    return !j->unsorted;
}

/* ---- a list in any order --------------------------------------------------------------------- */

static uint64_t bucket_of(const job *j, kg_vertex source)
{
    return (uint64_t)source >> j->shift; /* shift may be 32 */
}

static void count_part(const job *j, int part)
{
    uint64_t from = kg__part(j->m, part, j->threads), to = kg__part(j->m, part + 1, j->threads);
    uint64_t *count = j->cursor + (uint64_t)part * j->buckets;
    kg__edge_piece span;

    memset(count, 0, j->buckets * sizeof *count);
    while (next_span(j, &from, to, &span))
        for (uint64_t i = 0; i < span.count; i++)
            count[bucket_of(j, span.source[i * span.stride] - span.first)]++;
}

/* Turns the counts of each part into its write positions: by bucket, then by part. */
static void place_parts(const job *j)
{
    uint64_t sum = 0;

    for (uint64_t b = 0; b < j->buckets; b++)
        for (int part = 0; part < j->threads; part++) {
            uint64_t *cursor = &j->cursor[(uint64_t)part * j->buckets + b];
            uint64_t count = *cursor;

            *cursor = sum;
            sum += count;
        }
}

static void scatter_part(const job *j, int part)
{
    uint64_t from = kg__part(j->m, part, j->threads), to = kg__part(j->m, part + 1, j->threads);
    uint64_t *cursor = j->cursor + (uint64_t)part * j->buckets;
    kg__edge_piece span;

    while (next_span(j, &from, to, &span)) {
        for (uint64_t i = 0; i < span.count; i++) {
            pair edge = {span.source[i * span.stride] - span.first, target_of(&span, i)};
            uint64_t at = cursor[bucket_of(j, edge.source)]++;

            j->by_bucket[at] = edge;
            if (j->value)
                j->bucket_value[at] = span.value[i];
            if (j->id)
                j->bucket_id[at] = (kg_edge)(span.begin + i);
        }
        if (part == 0)
            kg__progress(j->ctx, "building", (uint64_t)j->threads * from, 2 * j->m);
    }
}

/* Sorts the edges [begin, end) of bucket b. The ends of the rows serve as cursors: a cursor starts
 * at the beginning of its row, and is at the end of the row when all edges are placed. */
static void sort_bucket(const job *j, uint64_t b, uint64_t begin, uint64_t end)
{
    uint64_t first = b << j->shift, vertices = (uint64_t)1 << j->shift, sum = begin;
    kg_edge *cursor = j->row + 1 + first;

    if (vertices > j->n - first)
        vertices = j->n - first;
    memset(cursor, 0, vertices * sizeof *cursor);
    for (uint64_t e = begin; e < end; e++)
        cursor[j->by_bucket[e].source - first]++;
    for (uint64_t v = 0; v < vertices; v++) {
        kg_edge degree = cursor[v];

        cursor[v] = (kg_edge)sum;
        sum += degree;
    }
    for (uint64_t e = begin; e < end; e++) {
        kg_edge at = cursor[j->by_bucket[e].source - first]++;

        j->col[at] = j->by_bucket[e].target;
        if (j->value)
            j->value[at] = j->bucket_value[e];
        if (j->id)
            j->id[at] = j->bucket_id[e];
    }
}

static void sort_buckets(const job *j)
{
    const uint64_t *end = j->cursor + (uint64_t)(j->threads - 1) * j->buckets;

    j->row[0] = 0;
    KG_PARALLEL_FOR(j->threads, schedule(dynamic, 4))
    for (uint64_t b = 0; b < j->buckets; b++) {
        sort_bucket(j, b, b ? end[b - 1] : 0, end[b]);
        if (kg__thread_index() == 0)
            kg__progress(j->ctx, "building", j->m + end[b], 2 * j->m);
    }
}

static kg_status sort_unsorted(job *j)
{
    uint64_t most = j->m / BUCKET_EDGES + 1;
    kg_status status;

    if (most > BUCKETS)
        most = BUCKETS;
    while (bucket_of(j, j->n - 1) >= most)
        j->shift++;
    j->buckets = bucket_of(j, j->n - 1) + 1;
    KG_TRY(kg__host_allocate(j->ctx, &j->cursor, (uint64_t)j->threads * j->buckets,
        sizeof *j->cursor, "a histogram of sources"));
    KG_TRY(kg__host_allocate(
        j->ctx, &j->by_bucket, j->m, sizeof *j->by_bucket, "edges by ranges of sources"));
    if (j->value)
        KG_TRY(kg__host_allocate(j->ctx, &j->bucket_value, j->m, sizeof *j->bucket_value,
            "values by ranges of sources"));
    if (j->id)
        KG_TRY(kg__host_allocate(
            j->ctx, &j->bucket_id, j->m, sizeof *j->bucket_id, "edge ids by ranges of sources"));
    KG_PARALLEL_FOR(j->threads, schedule(static, 1))
    for (int part = 0; part < j->threads; part++)
        count_part(j, part);
    place_parts(j);
    KG_PARALLEL_FOR(j->threads, schedule(static, 1))
    for (int part = 0; part < j->threads; part++)
        scatter_part(j, part);
    sort_buckets(j);
    KG_TRY(kg__cancelled(j->ctx));
out:
    kg__free_all(j->ctx, j->cursor, j->by_bucket, j->bucket_value, j->bucket_id);
    return status;
}

/* id: [out] [m] the place in the list of each edge, or NULL. */
static kg_status sort_list(
    kg_graph *graph, const kg__edge_piece *piece, size_t pieces, double *value, kg_edge *id)
{
    job j = {.ctx = graph->ctx,
        .n = graph->n,
        .m = graph->m,
        .piece = piece,
        .pieces = pieces,
        .row = graph->row,
        .id = id,
        .col = graph->col,
        .value = value,
        .threads = kg__threads(graph->ctx, graph->m, GRAIN)};

    assert(j.m == 0 || (j.n && pieces && piece[pieces - 1].begin + piece[pieces - 1].count == j.m));
    return copy_sorted(&j) ? kg__cancelled(j.ctx) : sort_unsorted(&j);
}

decl_csr_build(kg__csr_build_cpu)
{
    return sort_list(graph, piece, pieces, graph->value, graph->half);
}

decl_csr_reverse(kg__csr_reverse_cpu)
{
    const kg_edge *original = reverse->original;
    uint64_t m = graph->m;
    kg__edge_piece piece;
    kg_status status;

    KG_TRY(kg__graph_keep_sources(graph, kg__csr_sources_cpu));
    piece = (kg__edge_piece){graph->col, graph->src, 1, NULL, 0, m};
    KG_TRY(sort_list(reverse, &piece, 1, NULL, reverse->original));
    if (graph->value) {
        KG_PARALLEL_FOR(kg__threads(graph->ctx, m, GRAIN))
        for (uint64_t e = 0; e < m; e++)
            reverse->value[e] = graph->value[original[e]];
    }
out:
    return status;
}
