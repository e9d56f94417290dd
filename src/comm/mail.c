/* The mail between ranks: items, packed by rank; and arrays that are gathered from all ranks. */
#include "mail.h"
#include <string.h>

static const char what[] = "what ranks send each other";

kg_status kg__mail_create(kg__mail *mail, kg_context *ctx)
{
    kg_status status;

    *mail = (kg__mail){
        .ctx = ctx, .rank = (unsigned)kg__comm_rank(ctx), .ranks = (unsigned)kg__comm_ranks(ctx)};
    KG_TRY(kg__host_allocate(ctx, &mail->sends, mail->ranks, sizeof *mail->sends, what));
    KG_TRY(kg__host_allocate(ctx, &mail->receives, mail->ranks, sizeof *mail->receives, what));
    KG_TRY(kg__host_allocate(ctx, &mail->cursor, mail->ranks, sizeof *mail->cursor, what));
out:
    return status;
}

kg_status kg__mail_create_host(kg__mail *mail, kg_context *ctx)
{
    const kg_status status = kg__mail_create(mail, ctx);

    mail->host = true;
    return status;
}

kg_status kg__mail_allocate(const kg__mail *mail, void *array, uint64_t count, size_t size)
{
    return mail->host ? kg__host_allocate(mail->ctx, array, count, size, what)
                      : kg__allocate(mail->ctx, array, count, size, what);
}

kg_status kg__mail_exchange(const kg__mail *mail, const void *send, const uint64_t *send_counts,
    void *receive, const uint64_t *receive_counts, size_t size)
{
    return (mail->host ? kg__comm_exchange_host : kg__comm_exchange)(
        mail->ctx, send, send_counts, receive, receive_counts, size);
}

void kg__mail_empty(kg__mail *mail)
{
    kg__free_all(mail->ctx, mail->out, mail->in, mail->at);
    mail->out = mail->in = mail->at = NULL;
    mail->out_room = mail->in_room = mail->at_room = 0;
}

void kg__mail_free(kg__mail *mail)
{
    kg__free_all(mail->ctx, mail->sends, mail->receives, mail->cursor);
    kg__mail_empty(mail);
    kg__free(mail->ctx, mail->tally);
}

void kg__mail_begin(kg__mail *mail)
{
    memset(mail->sends, 0, mail->ranks * sizeof *mail->sends);
}

kg_status kg__mail_make_room(const kg__mail *mail, kg_edge **words, uint64_t *room, uint64_t count)
{
    kg_status status = KG_OK;

    if (count <= *room)
        return KG_OK;
    kg__free(mail->ctx, *words);
    *words = NULL;
    *room = 0;
    KG_TRY(kg__mail_allocate(mail, words, count, sizeof **words));
    *room = count;
out:
    return status;
}

static uint64_t sum(const uint64_t *count, unsigned ranks)
{
    uint64_t total = 0;

    for (unsigned p = 0; p < ranks; p++)
        total += count[p];
    return total;
}

void kg__mail_rewind(kg__mail *mail)
{
    uint64_t before = 0;

    for (unsigned p = 0; p < mail->ranks; p++) {
        mail->cursor[p] = before;
        before += mail->sends[p];
    }
}

kg_status kg__mail_pack(kg__mail *mail, unsigned words)
{
    kg__mail_rewind(mail);
    return kg__mail_make_room(
        mail, &mail->out, &mail->out_room, words * sum(mail->sends, mail->ranks));
}

kg_status kg__mail_send(kg__mail *mail, unsigned words)
{
    kg_context *ctx = mail->ctx;
    const uint64_t sends = sum(mail->sends, mail->ranks);
    kg_status status;

    for (unsigned p = 0; p < mail->ranks; p++)
        mail->cursor[p] = 2 * mail->sends[p] + (sends > 0 || mail->goes_on);
    KG_TRY(kg__comm_counts(ctx, mail->cursor, mail->receives));
    mail->sent = false;
    for (unsigned p = 0; p < mail->ranks; p++) {
        mail->sent |= mail->receives[p] & 1;
        mail->receives[p] /= 2;
    }
    mail->received = sum(mail->receives, mail->ranks);
    if (!mail->sent)
        goto out;
    KG_TRY(kg__mail_make_room(mail, &mail->in, &mail->in_room, words * mail->received));
    KG_TRY(kg__mail_exchange(
        mail, mail->out, mail->sends, mail->in, mail->receives, words * sizeof *mail->in));
out:
    return status;
}

kg_status kg__ranks_gather(kg_context *ctx, uint64_t mine, uint64_t *all)
{
    return kg__comm_gather(ctx, &mine, sizeof mine, all, NULL);
}

kg_status kg__ranks_gather_all(kg_context *ctx, const void *mine, uint64_t count, size_t size,
    void *all, uint64_t *total, uint64_t *before, const char *of)
{
    const unsigned rank = (unsigned)kg__comm_rank(ctx), ranks = (unsigned)kg__comm_ranks(ctx);
    uint64_t *counts = NULL;
    void *gathered = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &counts, ranks, sizeof *counts, what));
    KG_TRY(kg__ranks_gather(ctx, count, counts));
    *total = sum(counts, ranks);
    if (before)
        *before = sum(counts, rank);
    KG_TRY(kg__host_allocate(ctx, &gathered, *total, size, of));
    KG_TRY(kg__comm_gather(ctx, mine, count * size, gathered, NULL));
    *(void **)all = gathered;
    gathered = NULL;
out:
    kg__free_all(ctx, gathered, counts);
    return status;
}

static uint64_t share_of(uint64_t m, unsigned rank, unsigned ranks)
{
    return kg__share(m, rank + 1, ranks) - kg__share(m, rank, ranks);
}

typedef kg_status exchange_fn(kg_context *ctx, const void *send, const uint64_t *send_counts,
    void *receive, const uint64_t *receive_counts, size_t size);

/* Moves shares of a walk of m entries to rank 0, or from rank 0. */
static kg_status move_shares(kg_context *ctx, const kg_edge *from, kg_edge *to, uint64_t m,
    bool to_first, exchange_fn *exchange)
{
    const unsigned rank = (unsigned)kg__comm_rank(ctx), ranks = (unsigned)kg__comm_ranks(ctx);
    uint64_t *all = NULL, *first = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &all, ranks, sizeof *all, "the walk"));
    KG_TRY(kg__host_allocate(ctx, &first, ranks, sizeof *first, "the walk"));
    for (unsigned p = 0; p < ranks; p++) {
        all[p] = rank == 0 ? share_of(m, p, ranks) : 0;
        first[p] = p == 0 ? share_of(m, rank, ranks) : 0;
    }
    KG_TRY(exchange(ctx, from, to_first ? first : all, to, to_first ? all : first, sizeof *to));
out:
    kg__free_all(ctx, all, first);
    return status;
}

/* Allocates the result with allocate(). */
static kg_status collect(kg_context *ctx, kg_edge **whole, const kg_edge *share, uint64_t m,
    kg_status (*allocate)(kg_context *, void *, uint64_t, size_t, const char *),
    exchange_fn *exchange)
{
    kg_edge *all = NULL;
    kg_status status;

    KG_TRY(allocate(ctx, &all, kg__comm_rank(ctx) == 0 ? m : 0, sizeof *all, "the walk"));
    KG_TRY(move_shares(ctx, share, all, m, true, exchange));
    if (kg__comm_rank(ctx) == 0) {
        *whole = all;
        all = NULL;
    }
out:
    kg__free(ctx, all);
    return status;
}

kg_status kg__ranks_collect(kg_context *ctx, kg_edge **whole, const kg_edge *share, uint64_t m)
{
    return collect(ctx, whole, share, m, kg__allocate, kg__comm_exchange);
}

kg_status kg__ranks_deal(kg_context *ctx, kg_edge *share, const kg_edge *whole, uint64_t m)
{
    return move_shares(ctx, whole, share, m, false, kg__comm_exchange);
}

kg_status kg__ranks_collect_host(kg_context *ctx, kg_edge **whole, const kg_edge *share, uint64_t m)
{
    return collect(ctx, whole, share, m, kg__host_allocate, kg__comm_exchange_host);
}

kg_status kg__ranks_deal_host(kg_context *ctx, kg_edge *share, const kg_edge *whole, uint64_t m)
{
    return move_shares(ctx, whole, share, m, false, kg__comm_exchange_host);
}
