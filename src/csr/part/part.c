/*
 * Parts of a graph, from edges on any ranks.
 *
 * in   each rank's edges, in any order of sources
 * out  rows and targets of the rank's share of all edges
 *
 * Vertices are cut into one block a rank. Edges go to the rank that has their source's block. That
 * rank receives them in order and sorts them by source, stably. It then has a range of all edges by
 * edge id, after those of the ranks before it. These ranges are cut again into equal shares of
 * edges.
 *
 * O(n / ranks + edges that come) for each rank; 8 bytes an edge are sent, then 4, and 4 a vertex.
 */
#include "part.h"
#include "../../comm/mail.h"
#include "../csr_ops.h"
#include <string.h>

static const char what[] = "parts of a graph";

typedef struct work {
    kg_part *part;
    kg__mail mail;
    uint64_t *block; /* [ranks + 1] the vertices of each rank's block */
    uint64_t base;   /* the first edge of this rank's block */
    uint64_t edges;  /* number of edges of the block */
    kg_edge *begin;  /* [block's vertices + 1] where each row begins in the block's edges; later in
                      * all edges */
    kg_vertex *col;  /* [edges] */
} work;

/* An edge in a message: its source and its target. */
enum { WORDS = 2 * sizeof(kg_vertex) / sizeof(kg_edge) };

static kg_status check_ends(
    kg_context *ctx, uint64_t n, uint64_t count, const kg_vertex *source, const kg_vertex *target)
{
    for (uint64_t e = 0; e < count; e++)
        if (source[e] >= n || target[e] >= n)
            return kg__fail(ctx, KG_ARGUMENT,
                "rank %d, edge %llu from %u to %u: there are %llu "
                "vertices",
                kg__comm_rank(ctx), (unsigned long long)e, source[e], target[e],
                (unsigned long long)n);
    return KG_OK;
}

/* Sends each edge to its source's block. */
static kg_status send_edges(work *w, const kg__edge_piece *piece, size_t pieces)
{
    kg__mail *mail = &w->mail;
    kg_status status;

    kg__mail_begin(mail);
    for (size_t k = 0; k < pieces; k++)
        for (uint64_t e = 0; e < piece[k].count; e++)
            mail->sends[kg__owner(
                w->block, mail->ranks, piece[k].source[piece[k].stride * e] - piece[k].first)]++;
    KG_TRY(kg__mail_pack(mail, WORDS));
    for (size_t k = 0; k < pieces; k++)
        for (uint64_t e = 0; e < piece[k].count; e++) {
            const kg_vertex source = piece[k].source[piece[k].stride * e] - piece[k].first;
            const unsigned owner = kg__owner(w->block, mail->ranks, source);
            kg_vertex *item = (kg_vertex *)kg__mail_item(mail, owner, WORDS);

            item[0] = source;
            item[1] = piece[k].target[piece[k].stride * e] - piece[k].first;
        }
    KG_TRY(kg__mail_send(mail, WORDS));
out:
    return status;
}

/* Sorts the received edges by source, by a stable counting sort. */
static kg_status sort_edges(work *w)
{
    kg_context *ctx = w->mail.ctx;
    const uint64_t first = w->block[w->mail.rank];
    const uint64_t vertices = w->block[w->mail.rank + 1] - first;
    const kg_vertex *in = (const kg_vertex *)w->mail.in;
    kg_status status;

    w->edges = w->mail.received;
    KG_TRY(kg__host_allocate(ctx, &w->begin, vertices + 2, sizeof *w->begin, what));
    KG_TRY(kg__host_allocate(ctx, &w->col, w->edges, sizeof *w->col, what));
    memset(w->begin, 0, (vertices + 2) * sizeof *w->begin);
    for (uint64_t e = 0; e < w->edges; e++)
        w->begin[in[2 * e] - first + 2]++;
    for (uint64_t v = 0; v < vertices; v++)
        w->begin[v + 2] += w->begin[v + 1];
    for (uint64_t e = 0; e < w->edges; e++)
        w->col[w->begin[in[2 * e] - first + 1]++] = in[2 * e + 1];
out:
    return status;
}

/* Finds the bounds of shares, and the vertices of which each rank is the home. */
static kg_status cut(work *w, uint64_t *counts)
{
    kg_part *part = w->part;
    kg_context *ctx = w->mail.ctx;
    const unsigned rank = w->mail.rank, ranks = w->mail.ranks;
    const uint64_t vertices = w->block[rank + 1] - w->block[rank];
    uint64_t v = 0;
    kg_status status;

    KG_TRY(kg__ranks_gather(ctx, w->edges, counts));
    for (unsigned p = 0; p < rank; p++)
        w->base += counts[p];
    for (uint64_t i = 0; i <= vertices; i++)
        w->begin[i] += (kg_edge)w->base;
    for (unsigned p = 0; p <= ranks; p++) {
        while (v < vertices && w->begin[v] < part->bound[p])
            v++;
        part->vertex[p] = v < vertices ? w->block[rank] + v : part->shape.n;
    }
    KG_TRY(kg__comm_reduce(ctx, part->vertex, ranks, KG__COMM_MIN));
    part->vertex[ranks] = part->shape.n;
out:
    return status;
}

/* The number of elements of [begin, end) that lie in [from, to). */
static uint64_t overlap(uint64_t begin, uint64_t end, uint64_t from, uint64_t to)
{
    begin = begin < from ? from : begin;
    end = end < to ? end : to;
    return begin < end ? end - begin : 0;
}

/* Moves a range of numbered items from `first` on, which lie on all ranks, to the ranks that own
 * them by `bound`. */
static kg_status move(work *w, const void *from, uint64_t first, uint64_t count, void *to,
    const uint64_t *bound, size_t size)
{
    kg__mail *mail = &w->mail;
    kg_status status;

    for (unsigned p = 0; p < mail->ranks; p++)
        mail->sends[p] = overlap(first, first + count, bound[p], bound[p + 1]);
    KG_TRY(kg__comm_counts(mail->ctx, mail->sends, mail->receives));
    KG_TRY(kg__comm_exchange_host(mail->ctx, from, mail->sends, to, mail->receives, size));
out:
    return status;
}

/* Finds the beginning of the row after this rank's homes. */
static kg_status find_next(const work *w, uint64_t homes, kg_edge *next, uint64_t *starts)
{
    const kg_part *part = w->part;
    unsigned p = w->mail.rank + 1;
    kg_status status;

    KG_TRY(kg__ranks_gather(w->mail.ctx, homes ? part->row[0] : UINT64_MAX, starts));
    while (p < w->mail.ranks && starts[p] == UINT64_MAX)
        p++;
    *next = p < w->mail.ranks ? (kg_edge)starts[p] : part->shape.m;
out:
    return status;
}

void kg__part_fill_sources(kg_part *part)
{
    const int rank = kg__comm_rank(part->shape.ctx);
    const uint64_t lo = part->bound[rank], count = part->bound[rank + 1] - lo;
    uint64_t v = part->vertex[rank], row = 0;

    for (uint64_t i = 0; i < count; i++) {
        while (v < part->vertex[rank + 1] && part->row[row] <= lo + i) {
            v++;
            row++;
        }
        part->source[i] = (kg_vertex)(v - 1); /* the last vertex whose row begins here or before */
    }
}

static kg_status share(work *w, uint64_t *counts)
{
    kg_part *part = w->part;
    const unsigned rank = w->mail.rank;
    const uint64_t homes = part->vertex[rank + 1] - part->vertex[rank];
    kg_status status;

    KG_TRY(kg__part_allocate(part));
    KG_TRY(move(w, w->begin, w->block[rank], w->block[rank + 1] - w->block[rank], part->row,
        part->vertex, sizeof *part->row));
    KG_TRY(move(w, w->col, w->base, w->edges, part->col, part->bound, sizeof *part->col));
    KG_TRY(find_next(w, homes, &part->row[homes], counts));
    kg__part_fill_sources(part);
out:
    return status;
}

kg_status kg__part_size(kg_part *part, uint64_t n, uint64_t m)
{
    kg_context *ctx = part->shape.ctx;
    const unsigned ranks = (unsigned)kg__comm_ranks(ctx);
    kg_status status;

    KG_TRY(kg__check_counts(ctx, n, m));
    part->shape.n = (kg_vertex)n;
    part->shape.m = (kg_edge)m;
    KG_TRY(kg__host_allocate(ctx, &part->bound, ranks + 1, sizeof *part->bound, what));
    KG_TRY(kg__host_allocate(ctx, &part->vertex, ranks + 1, sizeof *part->vertex, what));
    for (unsigned p = 0; p <= ranks; p++)
        part->bound[p] = kg__share(m, p, ranks);
out:
    return status;
}

kg_status kg__part_allocate(kg_part *part)
{
    kg_context *ctx = part->shape.ctx;
    const int rank = kg__comm_rank(ctx);
    const uint64_t homes = part->vertex[rank + 1] - part->vertex[rank];
    const uint64_t own = part->bound[rank + 1] - part->bound[rank];
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &part->row, homes + 1, sizeof *part->row, what));
    KG_TRY(kg__host_allocate(ctx, &part->col, own, sizeof *part->col, what));
    KG_TRY(kg__host_allocate(ctx, &part->source, own, sizeof *part->source, what));
out:
    return status;
}

kg_status kg__part_build(kg_part *part, uint64_t n, const kg__edge_piece *piece, size_t pieces)
{
    kg_context *ctx = part->shape.ctx;
    work w = {.part = part};
    uint64_t *counts = NULL, m = 0;
    kg_status status;

    for (size_t k = 0; k < pieces; k++)
        m += piece[k].count;
    KG_TRY(kg__mail_create_host(&w.mail, ctx));
    KG_TRY(kg__comm_reduce(ctx, &m, 1, KG__COMM_SUM));
    KG_TRY(kg__part_size(part, n, m));
    KG_TRY(kg__host_allocate(ctx, &counts, w.mail.ranks, sizeof *counts, what));
    KG_TRY(kg__host_allocate(ctx, &w.block, w.mail.ranks + 1, sizeof *w.block, what));
    for (unsigned p = 0; p <= w.mail.ranks; p++)
        w.block[p] = kg__share(n, p, w.mail.ranks);
    KG_TRY(send_edges(&w, piece, pieces));
    KG_TRY(sort_edges(&w));
    kg__mail_empty(&w.mail);
    KG_TRY(cut(&w, counts));
    KG_TRY(share(&w, counts));
out:
    kg__free_all(ctx, counts, w.block, w.begin, w.col);
    if (w.mail.ctx)
        kg__mail_free(&w.mail);
    return status;
}

kg_status kg__part_create(kg_part **part, kg_context *ctx)
{
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, part, 1, sizeof **part, what));
    **part = (kg_part){.shape = {.ctx = ctx}};
out:
    return status;
}

kg_status kg__part_end(kg_part **part, kg_part *made, kg_context *ctx, kg_status status)
{
    status = kg__comm_stop(ctx, status, NULL);
    if (status == KG_OK)
        *part = made;
    else
        kg_part_destroy(made);
    return status;
}

kg_status kg_part_build(kg_part **part, kg_context *context, uint64_t n, uint64_t count,
    const kg_vertex *source, const kg_vertex *target)
{
    const kg__edge_piece piece = {source, target, 1, NULL, 0, count, 0};
    kg_part *p = NULL;
    kg_status status;

    KG_NEED_RESULT(context, part, context);
    kg__begin(context);
    if (count && (!source || !target)) {
        status = kg__fail_null(context, source ? "target" : "source");
        goto out;
    }
    KG_TRY(kg__part_create(&p, context));
    KG_TRY(check_ends(context, n, count, source, target));
    KG_TRY(kg__part_build(p, n, &piece, 1));
out:
    return kg__part_end(part, p, context, status);
}

void kg_part_destroy(kg_part *part)
{
    kg_context *ctx = KG__CONTEXT(part ? &part->shape : NULL);

    if (!part)
        return;
    if (part->lender && part->shape.names) /* the names lie in the file */
        part->shape.names->label = part->shape.names->begin = NULL, part->shape.names->text = NULL;
    kg__names_release(part->shape.names, ctx);
    if (part->lender)
        part->give_back(ctx, part->lender);
    kg__free_all(
        ctx, part->bound, part->vertex, part->row, part->col, part->source, part->words.old, part);
}

KG__GETTER(uint64_t, kg_part_vertices, kg_part, part, part->shape.n, 0)
KG__GETTER(uint64_t, kg_part_edges, kg_part, part, part->shape.m, 0)

kg_status kg_part_own(const kg_part *part, uint64_t *first, uint64_t *count,
    const kg_vertex **source, const kg_vertex **target)
{
    const int rank = part ? kg__comm_rank(part->shape.ctx) : 0;

    KG_NEED(NULL, first);
    KG_NEED(NULL, count);
    *first = *count = 0;
    if (source)
        *source = NULL;
    if (target)
        *target = NULL;
    KG_NEED(NULL, part);
    *first = part->bound[rank];
    *count = part->bound[rank + 1] - *first;
    if (source)
        *source = part->source;
    if (target)
        *target = part->col;
    return KG_OK;
}

kg_graph *kg_part_shape(kg_part *part)
{
    return part ? &part->shape : NULL;
}

/* ---- the ends of edges ----------------------------------------------------------------------- */

static kg_status tell_ends(void *of, const kg_edge *edge, uint64_t count, kg_edge *ends)
{
    const kg_part *part = of;
    const uint64_t lo = part->bound[kg__comm_rank(part->shape.ctx)];

    for (uint64_t i = 0; i < count; i++) {
        ends[2 * i] = part->source[edge[i] - lo];
        ends[2 * i + 1] = part->col[edge[i] - lo];
    }
    return KG_OK;
}

static kg_status ask_ends(kg_part *part, uint64_t count, const kg_edge *edge, kg_vertex *ends)
{
    kg_context *ctx = part->shape.ctx;
    kg__mail mail = {.ctx = ctx};
    kg_edge *answer = NULL;
    kg_status status;

    for (uint64_t i = 0; i < count; i++)
        if (edge[i] >= part->shape.m)
            return kg__fail(ctx, KG_ARGUMENT, "edge %llu: there are %llu edges",
                (unsigned long long)edge[i], (unsigned long long)part->shape.m);
    KG_TRY(kg__mail_create_host(&mail, ctx));
    KG_TRY(kg__host_allocate(ctx, &answer, count, 2 * sizeof *answer, "ends of edges"));
    KG_TRY(kg__mail_ask(
        &mail, &(kg__question){part->bound, 1, 2, tell_ends, part}, edge, count, answer));
    for (uint64_t i = 0; i < 2 * count; i++)
        ends[i] = (kg_vertex)answer[i];
out:
    kg__free(ctx, answer);
    kg__mail_free(&mail);
    return status;
}

kg_status kg_part_ends(kg_part *part, uint64_t count, const kg_edge *edge, kg_vertex *ends)
{
    kg_context *ctx;

    KG_NEED(NULL, part);
    ctx = part->shape.ctx;
    kg__begin(ctx);
    if (count && (!edge || !ends))
        return kg__comm_stop(ctx, kg__fail_null(ctx, edge ? "ends" : "edge"), NULL);
    return kg__comm_stop(ctx, ask_ends(part, count, edge, ends), NULL);
}
