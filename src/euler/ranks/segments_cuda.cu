/*
 * The work after a chase on CUDA: the segments of the walkers, each from the beginning of one
 * walker to that of another, become circuits.
 *
 * in   for each walker, the walker that came to its beginning, with that one's steps and least slot
 * out  labels; or the segments of all ranks, on every rank
 *
 * As on the CPU (chase.c): a circuit that its own walker has closed needs no other rank. Every rank
 * gathers the open segments and follows them by itself.
 *
 * O(segments).
 */
#include "ranks_cuda.cuh"

static const char what[] = "walkers";

/* The walkers of this rank. */
typedef struct own_walkers {
    uint64_t count;
    const kg_edge *before, *least;
    unsigned rank, ranks;
} own_walkers;

/* The open segments of all ranks, on every rank. */
typedef struct open_segments {
    uint64_t count, first, total; /* of this rank; of the ranks before it; of all */
    kg_edge *walker;              /* [count] the number of the segment among this rank's walkers */
    kg_edge *number;              /* [walkers] the inverse */
    kg_edge *before;              /* [total] the segment before each, as a number of all */
    kg_edge *value;               /* [total] the least slot of the segment before */
    uint64_t *counts;             /* [ranks] in host memory */
} open_segments;

static void free_open(open_segments *s, kg_context *ctx)
{
    kg__free(ctx, s->walker);
    kg__free(ctx, s->number);
    kg__free(ctx, s->before);
    kg__free(ctx, s->value);
    kg__free(ctx, s->counts);
}

/* Thread k owns walker k: whether another walker came to its beginning. */
static __global__ void k_chase_open(
    uint8_t *open, const kg_edge *before, uint64_t walkers, unsigned rank, unsigned ranks)
{
    const uint64_t k = kg__item();

    if (k < walkers)
        open[k] = before[k] != k * ranks + rank;
}

/* Thread j owns segment j. */
static __global__ void k_chase_number(kg_edge *number, kg_edge *before, kg_edge *least,
    const kg_edge *walker, const kg_edge *of_before, const kg_edge *of_least, uint64_t count)
{
    const uint64_t j = kg__item();

    if (j >= count)
        return;
    number[walker[j]] = (kg_edge)j;
    before[j] = of_before[walker[j]];
    least[j] = of_least[walker[j]];
}

/* Thread i owns key i. */
static __global__ void k_ranks_tell(
    kg_edge *answer, const kg_edge *key, uint64_t count, kg__known k, unsigned ranks)
{
    const uint64_t i = kg__item();
    uint64_t at;

    if (i >= count)
        return;
    at = k.slot ? kg__d_find(k.slot, k.slots, key[i] - k.lo) : key[i] / ranks;
    answer[i] = (kg_edge)(k.first + (k.number ? k.number[at] : at));
}

static kg_status tell(void *of, const kg_edge *key, uint64_t count, kg_edge *answer)
{
    const kg__known *k = (const kg__known *)of;

    return KG_LAUNCH_ANY(k->r->w->ctx, k_ranks_tell, count, answer, key, count, *k, k->r->ranks);
}

static kg__question question_of(kg__known *k)
{
    return {k->slot ? k->r->device->bound : NULL, 1, 1, tell, k};
}

kg_status kg__ranks_ask_cuda(kg__known *k, const kg_edge *key, uint64_t count, kg_edge *answer)
{
    const kg__question question = question_of(k);

    return kg__mail_ask_in_rounds(&k->r->mail, &question, key, count, answer);
}

kg_status kg__chase_ask_cuda(
    kg__ranks *r, const kg_edge *number, const kg_edge *walker, uint64_t count, kg_edge *answer)
{
    kg__known walkers = {};

    walkers.r = r;
    walkers.number = number;
    return kg__ranks_ask_cuda(&walkers, walker, count, answer);
}

/* Finds the walkers that are open, and how many are open on all ranks. */
static kg_status find_open(open_segments *s, kg__ranks *r)
{
    kg__ranks_device *d = r->device;
    kg_context *ctx = r->w->ctx;
    uint8_t *open = NULL;
    kg_status status;

    KG_TRY(kg__allocate(ctx, &open, d->walkers, sizeof *open, what));
    KG_TRY(kg__allocate(ctx, &s->walker, d->walkers, sizeof *s->walker, what));
    KG_TRY(KG_LAUNCH_ANY(
        ctx, k_chase_open, d->walkers, open, d->before, d->walkers, r->rank, r->ranks));
    if (d->walkers)
        KG_TRY(kg__csr_compact(ctx, s->walker, &s->count, d->walkers, NULL, open));
    KG_TRY(kg__host_allocate(ctx, &s->counts, r->ranks, sizeof *s->counts, what));
    KG_TRY(kg__ranks_gather(ctx, s->count, s->counts));
    for (unsigned p = 0; p < r->ranks; p++) {
        s->first += p < r->rank ? s->counts[p] : 0;
        s->total += s->counts[p];
    }
out:
    kg__free(ctx, open);
    return status;
}

/* The caller frees s, after a failure too. */
static kg_status gather_open(open_segments *s, kg__ranks *r)
{
    kg__ranks_device *d = r->device;
    kg_context *ctx = r->w->ctx;
    kg__known numbers = {};
    kg__question question;
    kg_edge *before = NULL, *least = NULL;
    kg_status status;

    KG_TRY(find_open(s, r));
    KG_TRY(kg__allocate(ctx, &s->number, d->walkers, sizeof *s->number, what));
    KG_TRY(kg__allocate(ctx, &before, s->count, sizeof *before, what));
    KG_TRY(kg__allocate(ctx, &least, s->count, sizeof *least, what));
    KG_TRY(KG_LAUNCH_ANY(ctx, k_chase_number, s->count, s->number, before, least, s->walker,
        d->before, d->least, s->count));
    numbers.r = r;
    numbers.number = s->number;
    numbers.first = s->first;
    question = question_of(&numbers);
    KG_TRY(kg__mail_ask(&r->mail, &question, before, s->count, before));
    KG_TRY(kg__allocate(ctx, &s->before, s->total, sizeof *s->before, what));
    KG_TRY(kg__allocate(ctx, &s->value, s->total, sizeof *s->value, what));
    KG_TRY(kg__comm_gather_array(ctx, before, s->count * sizeof *before, s->before, NULL));
    KG_TRY(kg__comm_gather_array(ctx, least, s->count * sizeof *least, s->value, NULL));
out:
    kg__free(ctx, before);
    kg__free(ctx, least);
    return status;
}

/* Thread j owns segment j of this rank: gives its walker the least slot of the circuit. */
static __global__ void k_chase_set_least(
    kg_edge *least, const kg_edge *walker, const kg_edge *value, uint64_t count)
{
    const uint64_t j = kg__item();

    if (j < count)
        least[walker[j]] = value[j];
}

/* The labels to mark, as bits of this rank's places >> shift. With shift 1, only odd labels are
 * marked. */
typedef struct labels {
    uint64_t *bits, lo, count;
    unsigned shift;
} labels;

/* Marks a label if it is this rank's. Returns whether it is. */
static __device__ __forceinline__ bool mark_label(const labels *all, uint64_t label)
{
    const uint64_t at = label - all->lo;

    if (at < all->count && (!all->shift || label & 1))
        kg__d_mark(all->bits, at >> all->shift);
    return at < all->count;
}

/* Thread i owns label i. */
static __global__ void k_chase_mark(const kg_edge *label, uint64_t count, labels all)
{
    const uint64_t i = kg__item();

    if (i < count)
        mark_label(&all, label[i]);
}

/* Thread k owns walker k: if it is a circuit by itself, marks its label, or lists it for another
 * rank. */
static __global__ void k_chase_mark_closed(
    kg_edge *away, kg__ranks_tally *tally, own_walkers own, labels all)
{
    const uint64_t k = kg__item();

    if (k < own.count && own.before[k] == k * own.ranks + own.rank &&
        !mark_label(&all, own.least[k]))
        away[atomicAdd(&tally->listed, (kg__counter)1)] = own.least[k];
}

kg_status kg__chase_label_cuda(kg__ranks *r, const kg__span *span, unsigned shift)
{
    kg__ranks_device *d = r->device;
    kg_context *ctx = r->w->ctx;
    const own_walkers mine = {d->walkers, d->before, d->least, r->rank, r->ranks};
    const labels all = {r->label, span->lo, span->count, shift};
    open_segments s = {};
    kg__ranks_tally tally;
    kg_edge *away = NULL;
    kg_status status;

    KG_TRY(gather_open(&s, r));
    if (s.total)
        KG_TRY(kg__rings_least(ctx, s.total, s.before, s.value));
    KG_TRY(KG_LAUNCH_ANY(
        ctx, k_chase_set_least, s.count, d->least, s.walker, s.value + s.first, s.count));
    KG_TRY(KG_LAUNCH_ANY(ctx, k_chase_mark, s.total, s.value, s.total, all));
    KG_TRY(kg__tally_clear(r));
    KG_TRY(kg__allocate(ctx, &away, d->walkers, sizeof *away, what));
    KG_TRY(KG_LAUNCH_ANY(ctx, k_chase_mark_closed, d->walkers, away, d->tally, mine, all));
    KG_TRY(kg__tally_fetch(r, &tally));
    KG_TRY(kg__mail_post(&r->mail, away, tally.listed, 1, span->d_bound));
    KG_TRY(KG_LAUNCH_ANY(ctx, k_chase_mark, r->mail.received, r->mail.in, r->mail.received, all));
out:
    kg__free(ctx, away);
    free_open(&s, ctx);
    return status;
}

void kg__chase_forget_ways_cuda(kg__ranks *r)
{
    kg__free(r->w->ctx, r->device->before);
    kg__free(r->w->ctx, r->device->steps);
    r->device->before = r->device->steps = NULL;
}

void kg__chase_forget_cuda(kg__ranks *r)
{
    kg__chase_forget_ways_cuda(r);
    kg__free(r->w->ctx, r->device->least);
    r->device->least = NULL;
    r->device->room = 0;
}

/* Enlarges one array after the other, so that only one exists twice at a time. */
kg_status kg__chase_make_room_cuda(kg__ranks *r, uint64_t walkers)
{
    kg__ranks_device *d = r->device;
    kg_context *ctx = r->w->ctx;
    kg_edge **const array[] = {&d->before, &d->steps, &d->least};
    kg_edge *larger = NULL;
    kg_status status = KG_OK;

    for (size_t i = 0; i < sizeof array / sizeof *array; i++) {
        KG_TRY(kg__allocate(ctx, &larger, walkers, sizeof *larger, what));
        KG_TRY(kg__memory(ctx)->copy(ctx, larger, *array[i], d->room * sizeof *larger));
        kg__free(ctx, *array[i]);
        *array[i] = larger;
        larger = NULL;
    }
    d->room = walkers;
out:
    kg__free(ctx, larger);
    return status;
}

/* Thread k owns walker k: the walker before it, as a number among those of all ranks. */
static __global__ void k_chase_count_up(
    kg_edge *number, const kg_edge *before, uint64_t walkers, const uint64_t *base, unsigned ranks)
{
    const uint64_t k = kg__item();

    if (k < walkers)
        number[k] = (kg_edge)(base[before[k] % ranks] + before[k] / ranks);
}

kg_status kg__chase_gather_cuda(kg__ranks *r, kg__walkers *all)
{
    kg__ranks_device *d = r->device;
    kg_context *ctx = r->w->ctx;
    uint64_t *base = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &base, r->ranks, sizeof *base, what));
    KG_TRY(kg__ranks_gather(ctx, d->walkers, base));
    for (unsigned p = 0; p < r->ranks; p++) {
        const uint64_t walkers = base[p];

        base[p] = all->count;
        all->count += walkers;
    }
    KG_TRY(kg__allocate(ctx, &all->base, r->ranks, sizeof *all->base, what));
    KG_TRY(kg__memory(ctx)->upload(ctx, all->base, base, r->ranks * sizeof *base));
    KG_TRY(KG_LAUNCH_ANY(
        ctx, k_chase_count_up, d->walkers, d->before, d->before, d->walkers, all->base, r->ranks));
    KG_TRY(kg__allocate(ctx, &all->before, all->count + KG__CUTS, sizeof *all->before, what));
    KG_TRY(kg__allocate(ctx, &all->steps, all->count + KG__CUTS, sizeof *all->steps, what));
    KG_TRY(
        kg__comm_gather_array(ctx, d->before, d->walkers * sizeof *d->before, all->before, NULL));
    KG_TRY(kg__comm_gather_array(ctx, d->steps, d->walkers * sizeof *d->steps, all->steps, NULL));
out:
    kg__free(ctx, base);
    return status;
}
