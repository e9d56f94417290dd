/*
 * Degrees and parallel edges of a graph that lies over ranks.
 *
 * in   rows, targets and sources of each rank
 * out  degrees of the vertices that a rank asks for; how many edges have the same ends as another
 *
 * The home of a vertex knows its out-degree, because the row begins there and the beginning of the
 * next row is known. The home also counts the in-degree: each edge's target is sent to its home.
 * Ranks then ask for ranges of vertices.
 *
 * A rank counts the parallel edges in its own part of each row. Only its first row and its last row
 * may continue on other ranks. The distinct targets of these two rows go to the rank `target modulo
 * ranks`, which counts those that come twice. They come in the order of sources, because edges lie
 * over ranks in this order.
 *
 * O((n + m) / ranks) for each rank, if no rank is the home of many more vertices. Parallel edges
 * also take 4 bytes a vertex on each rank. 4 bytes an edge are sent, and 12 for each vertex asked
 * for.
 */
#include "../../comm/mail.h"
#include "part.h"
#include <string.h>

/* EDGES: edges that are sent at a time. VERTICES: vertices that all ranks together ask for at a
 * time, so that one rank can be asked for all of them. */
enum { EDGES = 1 << 18, VERTICES = 1 << 20 };

/* ---- ranges of vertices ---------------------------------------------------------------------- */

kg_status kg__part_check_vertices(const kg_part *part, uint64_t first, uint64_t count)
{
    const uint64_t n = part->shape.n;

    if (first <= n && count <= n - first)
        return KG_OK;
    return kg__fail(part->shape.ctx, KG_ARGUMENT,
        "%llu vertices from %llu on: there are %llu vertices", (unsigned long long)count,
        (unsigned long long)first, (unsigned long long)n);
}

kg_status kg__part_tell(kg__mail *mail, const kg__question *question, uint64_t first,
    uint64_t count, kg__part_keep_fn *keep, void *to)
{
    kg_context *ctx = mail->ctx;
    const uint64_t slice = VERTICES / mail->ranks;
    uint64_t most = count;
    kg_edge *key = NULL, *answer = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(
        ctx, &key, count < slice ? count : slice, sizeof *key, "vertices to ask for"));
    KG_TRY(kg__host_allocate(ctx, &answer, count < slice ? count : slice,
        question->answer_words * sizeof *answer, "what is told of vertices"));
    KG_TRY(kg__comm_reduce(ctx, &most, 1, KG__COMM_MAX));
    for (uint64_t at = 0; at < most; at += slice) {
        const uint64_t left = at < count ? count - at : 0, asks = left < slice ? left : slice;

        for (uint64_t i = 0; i < asks; i++)
            key[i] = (kg_edge)(first + at + i);
        KG_TRY(kg__mail_ask(mail, question, key, asks, answer));
        keep(to, at, asks, answer);
    }
out:
    kg__free_all(ctx, key, answer);
    return status;
}

/* ---- degrees --------------------------------------------------------------------------------- */

typedef struct degrees {
    kg_part *part;
    kg__mail mail;
    kg_edge *in; /* [homes] */
} degrees;

/* Counts the in-degrees of the vertices whose home is this rank. */
static kg_status count_targets(degrees *d)
{
    const kg_part *part = d->part;
    kg__mail *mail = &d->mail;
    const uint64_t home = part->vertex[mail->rank];
    const uint64_t own = part->bound[mail->rank + 1] - part->bound[mail->rank];
    const uint64_t most = (part->shape.m + (uint64_t)mail->ranks - 1) / mail->ranks;
    kg_status status = KG_OK;

    for (uint64_t from = 0; from < most; from += EDGES) {
        const uint64_t to = from + EDGES < own ? from + EDGES : own;

        kg__mail_begin(mail);
        for (uint64_t e = from; e < to; e++)
            mail->sends[kg__owner(part->vertex, mail->ranks, part->col[e])]++;
        KG_TRY(kg__mail_pack(mail, 1));
        for (uint64_t e = from; e < to; e++)
            *kg__mail_item(mail, kg__owner(part->vertex, mail->ranks, part->col[e]), 1) =
                part->col[e];
        KG_TRY(kg__mail_send(mail, 1));
        for (uint64_t i = 0; i < mail->received; i++)
            d->in[mail->in[i] - home]++;
    }
out:
    return status;
}

static kg_status tell_degrees(void *of, const kg_edge *vertex, uint64_t count, kg_edge *degree)
{
    const degrees *d = of;
    const uint64_t home = d->part->vertex[d->mail.rank];

    for (uint64_t i = 0; i < count; i++) {
        const uint64_t v = vertex[i] - home;

        degree[2 * i] = d->part->row[v + 1] - d->part->row[v];
        degree[2 * i + 1] = d->in[v];
    }
    return KG_OK;
}

static void keep_degrees(void *to, uint64_t at, uint64_t count, const kg_edge *degree)
{
    kg_edge *const *array = to;

    for (unsigned k = 0; k < 2; k++)
        for (uint64_t i = 0; array[k] && i < count; i++)
            array[k][at + i] = degree[2 * i + k];
}

static kg_status find_degrees(
    kg_part *part, uint64_t first, uint64_t count, kg_edge *out_degree, kg_edge *in_degree)
{
    kg_context *ctx = part->shape.ctx;
    degrees d = {.part = part, .mail.ctx = ctx};
    const int rank = kg__comm_rank(ctx);
    const uint64_t homes = part->vertex[rank + 1] - part->vertex[rank];
    kg_status status;

    KG_TRY(kg__part_check_vertices(part, first, count));
    KG_TRY(kg__mail_create_host(&d.mail, ctx));
    KG_TRY(kg__host_allocate(ctx, &d.in, homes, sizeof *d.in, "degrees"));
    if (homes)
        memset(d.in, 0, homes * sizeof *d.in);
    KG_TRY(count_targets(&d));
    KG_TRY(kg__part_tell(&d.mail, &(kg__question){part->vertex, 1, 2, tell_degrees, &d}, first,
        count, keep_degrees, (kg_edge *[]){out_degree, in_degree}));
out:
    kg__free(ctx, d.in);
    kg__mail_free(&d.mail);
    return status;
}

kg_status kg_part_degrees(
    kg_part *part, uint64_t first, uint64_t count, kg_edge *out_degree, kg_edge *in_degree)
{
    kg_context *ctx;
    kg_status status;

    KG_NEED(NULL, part);
    ctx = part->shape.ctx;
    kg__begin(ctx);
    kg__stage(ctx, "degrees");
    status = kg__comm_stop(ctx, find_degrees(part, first, count, out_degree, in_degree), NULL);
    kg__stage(ctx, NULL);
    return status;
}

/* ---- parallel edges -------------------------------------------------------------------------- */

/* Whether the target has already come with this source. Records that it has. */
static bool has_come(kg_vertex *seen, kg_vertex source, kg_vertex target)
{
    const bool came = seen[target] == source;

    seen[target] = source;
    return came;
}

static void forget(kg_vertex *seen, uint64_t n)
{
    for (uint64_t v = 0; v < n; v++)
        seen[v] = KG_NO_VERTEX;
}

/* How many of the rank's edges lie in its first row, or in its last. */
static uint64_t count_open(const kg_part *part, uint64_t own)
{
    const kg_vertex *source = part->source;
    uint64_t first = 0, last = own; /* the range of the other edges */

    while (first < own && source[first] == source[0])
        first++;
    while (last > first && source[last - 1] == source[own - 1])
        last--;
    return first + own - last;
}

static kg_status count_parallel(kg_part *part, uint64_t *parallel)
{
    kg_context *ctx = part->shape.ctx;
    kg__mail mail = {.ctx = ctx};
    const kg_vertex *source = part->source, *col = part->col;
    const int rank = kg__comm_rank(ctx);
    const uint64_t n = part->shape.n, own = part->bound[rank + 1] - part->bound[rank];
    kg_vertex *seen = NULL; /* [n] the last source with this target */
    kg_edge *open = NULL;
    uint64_t sends = 0, found = 0;
    kg_status status;

    KG_TRY(kg__mail_create_host(&mail, ctx));
    KG_TRY(kg__host_allocate(ctx, &seen, n, sizeof *seen, "parallel edges"));
    KG_TRY(kg__host_allocate(
        ctx, &open, count_open(part, own), 2 * sizeof *open, "rows that go on elsewhere"));
    forget(seen, n);
    for (uint64_t e = 0; e < own; e++) {
        if (has_come(seen, source[e], col[e])) {
            found++;
        } else if (source[e] == source[0] || source[e] == source[own - 1]) {
            open[2 * sends] = col[e];
            open[2 * sends++ + 1] = source[e];
        }
    }
    KG_TRY(kg__mail_post(&mail, open, sends, 2, NULL));
    forget(seen, n);
    for (uint64_t i = 0; i < mail.received; i++)
        found += has_come(seen, (kg_vertex)mail.in[2 * i + 1], (kg_vertex)mail.in[2 * i]);
    KG_TRY(kg__comm_reduce(ctx, &found, 1, KG__COMM_SUM));
    *parallel = found;
out:
    kg__free_all(ctx, seen, open);
    kg__mail_free(&mail);
    return status;
}

kg_status kg_part_count_parallel(kg_part *part, uint64_t *parallel)
{
    kg_context *ctx;
    kg_status status;

    KG_NEED(NULL, part);
    ctx = part->shape.ctx;
    kg__begin(ctx);
    kg__stage(ctx, "parallel edges");
    status = parallel ? count_parallel(part, parallel) : kg__fail_null(ctx, "parallel");
    status = kg__comm_stop(ctx, status, NULL);
    kg__stage(ctx, NULL);
    return status;
}

int kg_part_left_values(const kg_part *part)
{
    return part && part->left_values;
}
