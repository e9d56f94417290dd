/*
 * Groups items of a few words by their receiving ranks, on CUDA.
 *
 * in   items, whose first word says which rank receives them
 * out  mail->sends, mail->out; if asked for, the place of each item there
 *
 * A block counts its items for each rank in shared memory, claims as many places of that rank at
 * once, and copies the items there. So the order of items has no meaning. Two reads of the first
 * words, one of all words, one write; an atomic operation for each rank and block.
 */
#include "mail_cuda.cuh"

/* RANKS_MOST: the most ranks for which a block has counters. EACH: items of a thread; a block
 * claims places for many items at once. */
enum { RANKS_MOST = 1024, EACH = 16 };

/* Loops over the items of a thread. The items of a block lie together. */
#define FOR_EACH(i, count)                                                                         \
    for (uint64_t i = (uint64_t)blockIdx.x * blockDim.x * EACH + threadIdx.x, i##_round = 0;       \
         i##_round < EACH && i < (count); i += blockDim.x, i##_round++)

typedef struct dealing {
    const kg_edge *item;
    uint64_t count;
    unsigned words, ranks;
    const uint64_t *bound;
} dealing;

/* The rank of item i; RANKS_MOST: none. */
static __device__ __forceinline__ unsigned whose(const dealing *d, uint64_t i)
{
    const kg_edge word = d->item[d->words * i];

    if (word == KG_NO_EDGE)
        return RANKS_MOST;
    return d->bound ? kg__d_owner(d->bound, d->ranks, word) : (unsigned)(word % d->ranks);
}

/* Called by all threads of a block: counts the block's items for each rank. */
static __device__ void count_block(unsigned *s_count, const dealing *d)
{
    for (unsigned p = threadIdx.x; p < d->ranks; p += blockDim.x)
        s_count[p] = 0;
    __syncthreads();
    FOR_EACH(i, d->count)
    {
        const unsigned p = whose(d, i);

        if (p < RANKS_MOST)
            atomicAdd(&s_count[p], 1u);
    }
    __syncthreads();
}

static __global__ void k_mail_count(unsigned long long *tally, dealing d)
{
    __shared__ unsigned s_count[RANKS_MOST];

    count_block(s_count, &d);
    for (unsigned p = threadIdx.x; p < d.ranks; p += blockDim.x)
        if (s_count[p])
            atomicAdd(&tally[p], (unsigned long long)s_count[p]);
}

/* next: the next free place of each rank. at: the place of each item; or NULL. */
static __global__ void k_mail_deal(kg_edge *out, unsigned long long *next, kg_edge *at, dealing d)
{
    __shared__ unsigned s_count[RANKS_MOST];
    __shared__ unsigned long long s_next[RANKS_MOST];

    count_block(s_count, &d);
    for (unsigned p = threadIdx.x; p < d.ranks; p += blockDim.x) {
        s_next[p] = s_count[p] ? atomicAdd(&next[p], (unsigned long long)s_count[p]) : 0;
        s_count[p] = 0;
    }
    __syncthreads();
    FOR_EACH(i, d.count)
    {
        const unsigned p = whose(&d, i);
        uint64_t to;

        if (at)
            at[i] = KG_NO_EDGE;
        if (p == RANKS_MOST)
            continue;
        to = s_next[p] + atomicAdd(&s_count[p], 1u);
        for (unsigned k = 0; k < d.words; k++)
            out[d.words * to + k] = d.item[d.words * i + k];
        if (at)
            at[i] = (kg_edge)to;
    }
}

/* Thread i owns answer i. */
static __global__ void k_mail_bring_back(
    kg_edge *answer, const kg_edge *out, const kg_edge *at, uint64_t count, unsigned words)
{
    const uint64_t i = kg__item();

    if (i >= count || at[i] == KG_NO_EDGE)
        return;
    for (unsigned k = 0; k < words; k++)
        answer[words * i + k] = out[(uint64_t)words * at[i] + k];
}

decl_mail_deal(kg__mail_deal_cuda)
{
    kg_context *ctx = mail->ctx;
    const kg__memory_ops *memory = kg__memory(ctx);
    const dealing d = {item, count, words, mail->ranks, bound};
    const size_t bytes = mail->ranks * sizeof *mail->tally;
    const uint64_t threads = (count + EACH - 1) / EACH;
    kg_status status;

    if (mail->ranks > RANKS_MOST)
        return kg__fail(
            ctx, KG_UNSUPPORTED, "%u ranks: GPUs exchange among %d", mail->ranks, RANKS_MOST);
    if (!mail->tally)
        KG_TRY(kg__allocate(ctx, &mail->tally, mail->ranks, sizeof *mail->tally, "ranks"));
    if (keep)
        KG_TRY(kg__mail_make_room(mail, &mail->at, &mail->at_room, count));
    KG_TRY(memory->clear(ctx, mail->tally, 0, bytes));
    if (count)
        KG_TRY(KG_LAUNCH(ctx, k_mail_count, threads, mail->tally, d));
    KG_TRY(memory->download(ctx, mail->sends, mail->tally, bytes));
    KG_TRY(kg__mail_pack(mail, words));
    KG_TRY(memory->upload(ctx, mail->tally, mail->cursor, bytes));
    if (count)
        KG_TRY(KG_LAUNCH(
            ctx, k_mail_deal, threads, mail->out, mail->tally, keep ? mail->at : NULL, d));
out:
    return status;
}

decl_mail_bring_back(kg__mail_bring_back_cuda)
{
    (void)key; /* mail->at has the place of each answer */
    return count ? KG_LAUNCH(mail->ctx, k_mail_bring_back, count, answer, mail->out, mail->at,
                       count, question->answer_words)
                 : KG_OK;
}
