/*
 * Shuffled sequences, and random Euler walks of many small graphs: the front.
 *
 * In:  offsets, and the letters of sequences or the edges of graphs, in host memory.
 * Out: the walks or shuffled sequences, in host memory.
 * Method: graphs are checked before anything is drawn: vertices by their degrees, edges by union
 *     and find. Then the backend draws item by item (batch_cpu.c, batch.h).
 * Work: the checks take nearly O(edges); threads take graphs in turn.
 * Deterministic: an error names the first graph that is wrong.
 */
#include "../../base/union_find.h"
#include "../euler_ops.h"
#include "batch.h"
#include <konig/shuffle.h>
#include <string.h>

typedef unsigned long long wide;

enum { GRAIN = 4096 }; /* letters or edges that make one more thread worth its start */

/* ---- the checks ------------------------------------------------------------------------------ */

static kg_status check_batch(kg_context *ctx, kg__batch *b, const kg_shuffle_options *options)
{
    uint64_t all;

    b->copies = options->copies ? options->copies : 1;
    b->seed = options->seed;
    if (b->begin[0] != 0)
        return kg__fail(ctx, KG_ARGUMENT, "begin[0] is %llu: expected 0", (wide)b->begin[0]);
    for (uint64_t i = 0; i < b->count; i++) {
        const uint64_t length = b->begin[i + 1] - b->begin[i];

        if (b->begin[i + 1] < b->begin[i])
            return kg__fail(ctx, KG_ARGUMENT, "begin[%llu] is %llu, less than the one before",
                (wide)i + 1, (wide)b->begin[i + 1]);
        b->most = length > b->most ? length : b->most;
    }
    if (b->most > KG__EDGES_MAX / 8 || b->most > KG__VERTICES_MAX - 1)
        return kg__fail(ctx, KG_OVERFLOW, "one of %llu letters or edges: at most %llu",
            (wide)b->most, (wide)(KG__EDGES_MAX / 8));
    if (__builtin_mul_overflow(b->copies, b->begin[b->count] + b->count, &all))
        return kg__fail(ctx, KG_OVERFLOW, "%llu copies: too many", (wide)b->copies);
    return KG_OK;
}

/* The first offence of a graph. */
typedef struct fault {
    kg_status status;
    enum { NONE, VERTEX, DEGREES, CONNECTION } what;
    uint64_t where; /* an edge or a vertex */
} fault;

/* parent, surplus: [m + 1] */
static fault check_graph(const kg_vertex *source, const kg_vertex *target, uint64_t m,
    kg_vertex *parent, int64_t *surplus)
{
    uint64_t more = 0, less = 0, joined = 0, used = 0;

    kg__sets_part(parent, m + 1);
    memset(surplus, 0, (m + 1) * sizeof *surplus);
    for (uint64_t e = 0; e < m; e++) {
        kg_vertex a, b;

        if (source[e] > m || target[e] > m)
            return (fault){KG_ARGUMENT, VERTEX, e};
        surplus[source[e]]++;
        surplus[target[e]]--;
        a = kg__sets_root(parent, source[e]);
        b = kg__sets_root(parent, target[e]);
        joined += a != b;
        kg__sets_join(parent, a, b);
    }
    for (uint64_t v = 0; v <= m; v++) {
        more += surplus[v] == 1;
        less += surplus[v] == -1;
        if (surplus[v] > 1 || surplus[v] < -1 || more > 1 || less > 1)
            return (fault){KG_NO_SOLUTION, DEGREES, v};
        surplus[v] = 0;
    }
    for (uint64_t e = 0; e < m; e++) {
        used += !surplus[source[e]];
        surplus[source[e]] = 1;
        used += !surplus[target[e]];
        surplus[target[e]] = 1;
    }
    return (fault){used > joined + 1 ? KG_NO_SOLUTION : KG_OK, CONNECTION, 0};
}

static kg_status tell(kg_context *ctx, const kg__batch *b, uint64_t i, fault found)
{
    const uint64_t e = b->begin[i] + found.where, m = b->begin[i + 1] - b->begin[i];

    if (found.what == VERTEX)
        return kg__fail(ctx, KG_ARGUMENT,
            "graph %llu: edge %llu leads from vertex %u to %u: a graph of %llu edges has vertices "
            "0 to %llu",
            (wide)i, (wide)found.where, b->source[e], b->target[e], (wide)m, (wide)m);
    if (found.what == DEGREES)
        return kg__fail(ctx, KG_NO_SOLUTION,
            "graph %llu has no Euler circuit or path: the out- and in-degree of vertex %llu differ "
            "where they must not",
            (wide)i, (wide)found.where);
    return kg__fail(ctx, KG_NO_SOLUTION,
        "graph %llu has no Euler circuit or path: its edges are not connected", (wide)i);
}

static kg_status check_graphs(kg_context *ctx, const kg__batch *b)
{
    const int threads = kg__threads(ctx, b->begin[b->count], GRAIN);
    const uint64_t room = b->most + 1;
    kg_vertex *parent = NULL;
    int64_t *surplus = NULL;
    uint64_t first = UINT64_MAX;
    fault found = {KG_OK, NONE, 0};
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &parent, room * threads, sizeof *parent, "a check of graphs"));
    KG_TRY(kg__host_allocate(ctx, &surplus, room * threads, sizeof *surplus, "a check of graphs"));
    KG_PARALLEL_FOR(threads, schedule(dynamic, 64))
    for (uint64_t i = 0; i < b->count; i++) {
        const uint64_t own = room * (unsigned)kg__thread_index(), from = b->begin[i];
        const fault here = check_graph(b->source + from, b->target + from, b->begin[i + 1] - from,
            parent + own, surplus + own);

        if (here.status == KG_OK)
            continue;
#pragma omp critical(kg_batch_fault)
        if (i < first) {
            first = i;
            found = here;
        }
    }
    if (first < b->count)
        status = tell(ctx, b, first, found);
out:
    kg__free_all(ctx, parent, surplus);
    return status;
}

/* ---- the calls ------------------------------------------------------------------------------- */

static kg_status draw(kg_context *ctx, const kg__batch *b)
{
    kg_status status;

    kg__stage(ctx, "draw");
    status = b->most ? kg__euler(ctx)->batch(ctx, b) : KG_OK;
    kg__stage(ctx, NULL);
    return status;
}

kg_status kg_euler_shuffle(char *shuffled, kg_context *context, uint64_t count,
    const uint64_t *begin, const char *letters, const kg_shuffle_options *options)
{
    kg__batch b = {.count = count, .begin = begin, .letters = letters, .shuffled = shuffled};
    kg_status status;

    KG_NEED(NULL, context);
    KG_NEED(context, begin);
    kg__begin(context);
    options = options ? options : &(const kg_shuffle_options)KG_SHUFFLE_OPTIONS_INIT;
    KG_TRY(check_batch(context, &b, options));
    if (b.most) {
        KG_NEED(context, letters);
        KG_NEED(context, shuffled);
    }
    b.k = options->k ? options->k : 2;
    KG_TRY(draw(context, &b));
out:
    return status;
}

kg_status kg_euler_random_walks(kg_edge *walk, kg_context *context, uint64_t count,
    const uint64_t *begin, const kg_vertex *source, const kg_vertex *target,
    const kg_shuffle_options *options)
{
    kg__batch b = {
        .count = count, .begin = begin, .source = source, .target = target, .walk = walk};
    kg_status status;

    KG_NEED(NULL, context);
    KG_NEED(context, begin);
    kg__begin(context);
    options = options ? options : &(const kg_shuffle_options)KG_SHUFFLE_OPTIONS_INIT;
    if (options->k)
        return kg__fail(context, KG_ARGUMENT, "k is %llu: graphs have none", (wide)options->k);
    KG_TRY(check_batch(context, &b, options));
    if (b.most) {
        KG_NEED(context, source);
        KG_NEED(context, target);
        KG_NEED(context, walk);
    }
    KG_TRY(check_graphs(context, &b));
    KG_TRY(draw(context, &b));
out:
    return status;
}
