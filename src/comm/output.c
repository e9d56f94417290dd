/*
 * Outputs that all ranks write.
 *
 * Each rank keeps the bytes that it writes. Then the ranks exchange their numbers of bytes, and
 * each writes its bytes at their place in one temporary file. Rank 0 has made this file, and the
 * others have opened it by its name. For a pipe or a packed file, say, or if a rank has the file by
 * NFS, this is not possible. Then rank 0 writes its own bytes, and after them the bytes that the
 * others send, one rank after another.
 */
#include "output.h"
#include "mail.h"
#include <string.h>

enum { PASSED_BYTES = 1 << 24 };

static const char what[] = "output of other ranks";

/* Writes all bytes through rank 0. kept: [ranks] */
static kg_status pass_on(kg_output *o, const uint64_t *kept)
{
    kg_context *ctx = kg__output_context(o);
    const unsigned rank = (unsigned)kg__comm_rank(ctx), ranks = (unsigned)kg__comm_ranks(ctx);
    uint64_t *sends = NULL, *receives = NULL, most = 0;
    char *bytes = NULL;
    size_t count;
    kg_status status;

    for (unsigned p = 1; p < ranks; p++)
        most = kept[p] > most ? kept[p] : most;
    if (most > PASSED_BYTES)
        most = PASSED_BYTES;

    KG_TRY(kg__host_allocate(ctx, &sends, ranks, sizeof *sends, what));
    KG_TRY(kg__host_allocate(ctx, &receives, ranks, sizeof *receives, what));
    KG_TRY(kg__host_allocate(ctx, &bytes, most, 1, what));
    if (rank == 0)
        KG_TRY(kg__output_pass(o, NULL, SIZE_MAX, &count));
    for (unsigned p = 1; p < ranks; p++)
        for (uint64_t at = 0; at < kept[p]; at += PASSED_BYTES) {
            const uint64_t some = kept[p] - at < PASSED_BYTES ? kept[p] - at : PASSED_BYTES;

            memset(sends, 0, ranks * sizeof *sends);
            memset(receives, 0, ranks * sizeof *receives);
            if (rank == p) {
                KG_TRY(kg__output_pass(o, bytes, some, &count));
                sends[0] = some;
            }
            if (rank == 0)
                receives[p] = some;
            KG_TRY(kg__comm_exchange_host(ctx, bytes, sends, bytes, receives, 1));
            if (rank == 0)
                KG_TRY(kg__output_through(o, bytes, some));
        }
out:
    kg__free_all(ctx, sends, receives, bytes);
    return status;
}

kg_status kg__output_flush(kg_output *o)
{
    kg_context *ctx = kg__output_context(o);
    const int rank = kg__comm_rank(ctx), ranks = kg__comm_ranks(ctx);
    uint64_t *kept = NULL, before = 0, total = 0, *at = kg__output_at(o);
    uint64_t placed = kg__output_is_placed(o);
    kg_status status;

    if (ranks == 1)
        return KG_OK;
    KG_TRY(kg__host_allocate(ctx, &kept, ranks, sizeof *kept, what));
    KG_TRY(kg__ranks_gather(ctx, kg__output_kept(o), kept));
    KG_TRY(kg__comm_reduce(ctx, &placed, 1, KG__COMM_MIN));
    for (int p = 0; p < ranks; p++) {
        before += p < rank ? kept[p] : 0;
        total += kept[p];
    }
    KG_TRY(placed ? kg__output_put(o, *at + before) : pass_on(o, kept));
    *at += total;
out:
    kg__free(ctx, kept);
    return status;
}

/* Closes a rank's end. Rank 0 names the file after all others have written and closed theirs,
 * because some file systems report a full disk only then. */
static kg_status finish(kg_output *o)
{
    kg_context *ctx = kg__output_context(o);
    const bool names = kg__comm_rank(ctx) == 0;
    kg_status status = kg__output_flush(o);

    if (status == KG_OK && !names)
        status = kg__output_complete(o);
    KG_TRY(kg__comm_stop(ctx, status, NULL));
    if (names)
        status = kg__output_complete(o);
out:
    return kg__comm_stop(ctx, status, NULL);
}

kg_status kg__output_share(kg_output **output, kg_context *ctx, const char *path)
{
    const int rank = kg__comm_rank(ctx);
    kg__shared_file *place = NULL;
    kg_status status;

    *output = NULL;
    if (kg__comm_ranks(ctx) == 1)
        return kg__output_open(output, ctx, path);
    KG_TRY(kg__host_allocate(ctx, &place, 2, sizeof *place, what)); /* sent; received */
    if (rank == 0) {
        KG_TRY(kg__output_open_shared(output, ctx, path, NULL, finish));
        kg__output_place(*output, place);
    }
    KG_TRY(kg__comm_gather(ctx, place, rank ? 0 : sizeof *place, place + 1, NULL));
    if (rank)
        KG_TRY(kg__output_open_shared(output, ctx, path, place + 1, finish));
out:
    kg__free(ctx, place);
    if (status != KG_OK) {
        kg_output_destroy(*output);
        *output = NULL;
    }
    return status;
}

kg_status kg_output_share(kg_output **output, kg_context *context, const char *path)
{
    kg_output *made = NULL;
    kg_status status;

    KG_NEED_RESULT(context, output, context);
    kg__begin(context);
    status = path ? kg__output_share(&made, context, path) : kg__fail_null(context, "path");
    status = kg__comm_stop(context, status, NULL);
    if (status == KG_OK)
        *output = made;
    else
        kg_output_destroy(made);
    return status;
}
