/*
 * Stage 8 over ranks on CUDA: a circuit or path of a directed graph is checked by its definition.
 *
 * in   each rank's share of a graph's edges, and of the walk
 * out  whether the walk uses every edge once, and each ends where the next begins
 *
 * As on the CPU (ranks_verify.c). A rank finds the source of one of its edges in the graph's rows.
 * Shares no code with stages 2 to 7 but the mail.
 *
 * O(edges of the rank, each with a search in rows). A word there and two back for each edge.
 */
#include "ranks_cuda.cuh"

static const char what[] = "ends of edges";

enum { FROM, TO, ENDS };

typedef struct verdict {
    kg__counter none, twice, breaks; /* entries that are no edges; edges again; breaks */
} verdict;

/* This rank's edges, in device memory. */
typedef struct known {
    kg_graph *graph;
    uint64_t lo, count;   /* edges */
    uint64_t first, rows; /* the vertices with these edges */
    kg_edge *own_row;
    kg_vertex *own_col;
    const kg_edge *row;   /* [rows + 1] */
    const kg_vertex *col; /* [count] */
    uint32_t *seen;       /* bits [count] */
    verdict *d_verdict;
} known;

/* The last vertex whose row begins at an edge or before it. */
static kg_status vertex_of(const kg_graph *graph, uint64_t edge, uint64_t *vertex)
{
    uint64_t low = 0, high = graph->n;
    kg_edge begin;
    kg_status status = KG_OK;

    while (high - low > 1) {
        const uint64_t middle = low + (high - low) / 2;

        KG_TRY(kg__graph_row(graph, middle, &begin));
        if (begin <= edge)
            low = middle;
        else
            high = middle;
    }
    *vertex = low;
out:
    return status;
}

static kg_status take(known *k)
{
    kg_graph *graph = k->graph;
    kg_context *ctx = graph->ctx;
    const size_t bytes = (k->count / 32 + 1) * sizeof *k->seen;
    kg_status status;

    KG_TRY(kg__allocate(ctx, &k->seen, bytes, 1, "edges that were walked"));
    KG_TRY(kg__memory(ctx)->clear(ctx, k->seen, 0, bytes));
    KG_TRY(kg__allocate(ctx, &k->d_verdict, 1, sizeof *k->d_verdict, "the verdict"));
    KG_TRY(kg__memory(ctx)->clear(ctx, k->d_verdict, 0, sizeof *k->d_verdict));
    if (!k->count)
        goto out;
    KG_TRY(vertex_of(graph, k->lo, &k->first));
    KG_TRY(vertex_of(graph, k->lo + k->count - 1, &k->rows));
    k->rows += 1 - k->first;
    if (graph->resident_row) {
        k->row = graph->resident_row + k->first;
        k->col = graph->resident_col + k->lo;
        goto out;
    }
    KG_TRY(kg__allocate(ctx, &k->own_row, k->rows + 1, sizeof *k->own_row, what));
    KG_TRY(kg__allocate(ctx, &k->own_col, k->count, sizeof *k->own_col, what));
    KG_TRY(kg__memory(ctx)->upload(
        ctx, k->own_row, graph->row + k->first, (k->rows + 1) * sizeof *k->own_row));
    KG_TRY(kg__memory(ctx)->upload(
        ctx, k->own_col, graph->col + k->lo, k->count * sizeof *k->own_col));
    k->row = k->own_row;
    k->col = k->own_col;
out:
    return status;
}

/* Thread i owns question i. */
static __global__ void k_ranks_tell_ends(
    kg_edge *answer, const kg_edge *edge, uint64_t count, known k)
{
    const uint64_t i = kg__item();
    uint64_t e;

    if (i >= count)
        return;
    e = edge[i] - k.lo;
    if (atomicOr(&k.seen[e / 32], 1u << e % 32) >> e % 32 & 1)
        atomicAdd(&k.d_verdict->twice, (kg__counter)1);
    answer[ENDS * i + FROM] = (kg_edge)(k.first + kg__d_find(k.row, k.rows, edge[i]));
    answer[ENDS * i + TO] = k.col[e];
}

static kg_status tell_ends(void *of, const kg_edge *edge, uint64_t count, kg_edge *answer)
{
    const known *k = (const known *)of;

    return KG_LAUNCH_ANY(k->graph->ctx, k_ranks_tell_ends, count, answer, edge, count, *k);
}

/* Thread i owns entry i of the walk. */
static __global__ void k_ranks_look(verdict *found, const kg_edge *walk, uint64_t count, uint64_t m)
{
    const uint64_t i = kg__item();

    if (i < count && walk[i] >= m)
        atomicAdd(&found->none, (kg__counter)1);
}

/* Thread i owns the step behind entry i, but for the last. */
static __global__ void k_ranks_breaks(verdict *found, const kg_edge *answer, uint64_t count)
{
    const uint64_t i = kg__item();

    if (i + 1 < count && answer[ENDS * i + TO] != answer[ENDS * (i + 1) + FROM])
        atomicAdd(&found->breaks, (kg__counter)1);
}

/* Whether this rank's share goes on wrongly where it ends. */
static kg_status look_behind(
    const known *k, const kg_edge *answer, uint64_t count, kg_euler_kind kind, bool *wrong)
{
    kg_context *ctx = k->graph->ctx;
    const unsigned rank = (unsigned)kg__comm_rank(ctx), ranks = (unsigned)kg__comm_ranks(ctx);
    kg_edge ends[ENDS] = {0};
    uint64_t *from = NULL;
    unsigned next = rank + 1;
    bool wanted = true;
    kg_status status;

    *wrong = false;
    KG_TRY(kg__host_allocate(ctx, &from, ranks, sizeof *from, what));
    if (count)
        KG_TRY(kg__fetch_edge(ctx, answer + FROM, &ends[FROM]));
    KG_TRY(kg__ranks_gather(ctx, count ? ends[FROM] : UINT64_MAX, from));
    if (!count)
        goto out;
    KG_TRY(kg__fetch_edge(ctx, answer + ENDS * (count - 1) + TO, &ends[TO]));
    while (next < ranks && from[next] == UINT64_MAX)
        next++;
    if (next == ranks) { /* this is the end of the walk */
        wanted = kind == KG_EULER_CIRCUIT;
        for (next = 0; from[next] == UINT64_MAX; next++)
            continue;
    }
    *wrong = (from[next] == ends[TO]) != wanted;
out:
    kg__free(ctx, from);
    return status;
}

static kg_status fetch_verdict(const known *k, verdict *found)
{
    return kg__cuda_fetch(k->graph->ctx, found, k->d_verdict, sizeof *found);
}

/* Counts what is wrong on this rank, unless entries are no edges on some. */
static kg_status count_wrong(
    known *k, kg__mail *mail, const kg_edge *walk, kg_euler_kind kind, verdict *found)
{
    kg_context *ctx = k->graph->ctx;
    const size_t bytes = (mail->ranks + 1) * sizeof(uint64_t);
    const uint64_t m = k->graph->m;
    uint64_t *bound = NULL, *d_bound = NULL, none;
    kg_edge *answer = NULL;
    kg__question question = {NULL, 1, ENDS, tell_ends, k};
    bool wrong;
    kg_status status;

    KG_TRY(KG_LAUNCH_ANY(ctx, k_ranks_look, k->count, k->d_verdict, walk, k->count, m));
    KG_TRY(fetch_verdict(k, found));
    none = found->none;
    KG_TRY(kg__comm_reduce(ctx, &none, 1, KG__COMM_SUM));
    if (none)
        goto out;
    KG_TRY(kg__host_allocate(ctx, &bound, bytes, 1, what));
    for (unsigned p = 0; p <= mail->ranks; p++)
        bound[p] = kg__share(m, p, mail->ranks);
    KG_TRY(kg__allocate(ctx, &d_bound, bytes, 1, what));
    KG_TRY(kg__memory(ctx)->upload(ctx, d_bound, bound, bytes));
    KG_TRY(kg__allocate(ctx, &answer, k->count, ENDS * sizeof *answer, what));
    question.bound = d_bound;
    KG_TRY(kg__mail_ask(mail, &question, walk, k->count, answer));
    KG_TRY(KG_LAUNCH_ANY(ctx, k_ranks_breaks, k->count, k->d_verdict, answer, k->count));
    KG_TRY(look_behind(k, answer, k->count, kind, &wrong));
    KG_TRY(fetch_verdict(k, found));
    found->breaks += wrong;
out:
    kg__free(ctx, bound);
    kg__free(ctx, d_bound);
    kg__free(ctx, answer);
    return status;
}

/* part: NULL; the graph is directed. */
decl_ranks_verify(kg__ranks_verify_cuda)
{
    kg_context *ctx = graph->ctx;
    const unsigned rank = (unsigned)kg__comm_rank(ctx), ranks = (unsigned)kg__comm_ranks(ctx);
    known k = {};
    verdict found = {};
    uint64_t wrong[3];
    kg__mail mail = {};
    kg_status status;

    (void)part;
    k.graph = graph;
    k.lo = kg__share(graph->m, rank, ranks);
    k.count = kg__share(graph->m, rank + 1, ranks) - k.lo;
    mail.ctx = ctx;
    KG_TRY(kg__mail_create(&mail, ctx));
    KG_TRY(take(&k));
    KG_TRY(count_wrong(&k, &mail, walk, kind, &found));
    wrong[0] = found.none;
    wrong[1] = found.twice;
    wrong[2] = found.breaks;
    KG_TRY(kg__comm_reduce(ctx, wrong, 3, KG__COMM_SUM));
    if (wrong[0] || wrong[1] || wrong[2])
        status = kg__fail(ctx, KG_NO_SOLUTION,
            "the walk has %llu entries that are no edges, %llu edges again, and goes on wrongly "
            "%llu times",
            (unsigned long long)wrong[0], (unsigned long long)wrong[1],
            (unsigned long long)wrong[2]);
out:
    kg__free(ctx, k.own_row);
    kg__free(ctx, k.own_col);
    kg__free(ctx, k.seen);
    kg__free(ctx, k.d_verdict);
    kg__mail_free(&mail);
    return status;
}
