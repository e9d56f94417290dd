/*
 * The cycles of a permutation that lies over ranks: sparse ruling set with respawn.
 *
 * in   next[]: where a walk goes on from each place
 * out  the walker that came to each place; the number of its steps, or the least place on its way
 *
 * Each rank keeps as many walkers active as its share says (STRIDE). Walkers that leave their rank
 * continue together in the next round. A walker that ends is replaced by one at the rank's next
 * place that no walker has visited. So there are about STRIDE times as many rounds as ranks. On a
 * random permutation, a walker and its successors make ln(rounds) segments. A place can be entered
 * from one place only. So if a walker finds a visited place, another walker began there, and that
 * rank knows which one follows which.
 *
 * Every rank gathers the open segments and follows them by itself: they are few, and dependent on
 * each other. A circuit that its own walker has closed needs no other rank.
 *
 * O(places) work, a message of three words for each step from rank to rank.
 * Source: J. Sibeyn, "Better trade-offs for parallel list ranking", SPAA 1997.
 */
#include "ranks.h"
#include <string.h>

/* LEAST: walkers that are worth a round. INTERLEAVED: as WALKERS in euler_cpu.h. ALONE: steps of a
 * new walker before another begins next to it. So one walker closes a short circuit of neighbouring
 * places, like those of a torus. */
enum { STRIDE = 128, LEAST = 64, INTERLEAVED = 32, ALONE = 32, WORDS = 3 };

static const char what[] = "walkers";

typedef struct walker {
    kg_edge place, id, value; /* the place to visit next; its number; as chase->value */
} walker;

static void prefetch(const kg__chase *c, const walker *w)
{
    __builtin_prefetch(&c->walker[w->place - c->lo], 1);
    __builtin_prefetch(&c->next[w->place - c->lo]);
}

/* One step. *here: the walker is still on this rank. */
static kg_status step(kg__chase *c, walker *w, bool *here)
{
    const uint64_t i = w->place - c->lo;
    const kg_edge other = c->walker[i];
    kg_status status = KG_OK;

    *here = false;
    if (other != KG_NO_EDGE) {
        c->before[other / c->mail->ranks] = w->id;
        c->value[other / c->mail->ranks] = w->value;
        goto out;
    }
    c->walker[i] = w->id;
    if (c->offset)
        c->offset[i] = w->value++;
    else if (w->place < w->value)
        w->value = w->place;
    w->place = c->next[i];
    *here = w->place - c->lo < c->count;
    if (*here) {
        prefetch(c, w);
        goto out;
    }
    KG_TRY(kg__host_grow(
        c->mail->ctx, &c->left, &c->left_room, c->leaving + 1, WORDS * sizeof *c->left, what));
    memcpy(c->left + WORDS * c->leaving++, w, sizeof *w);
out:
    return status;
}

/* A new walker takes its first steps. *here: as above; also false if no place is left. */
static kg_status send_out(kg__chase *c, walker *w, bool *here)
{
    kg_context *ctx = c->mail->ctx;
    uint64_t room = c->room;
    kg_status status = KG_OK;

    *here = false;
    while (c->fresh < c->count && c->walker[c->fresh] != KG_NO_EDGE)
        c->fresh++;
    if (c->fresh == c->count)
        goto out;
    KG_TRY(kg__host_grow(ctx, &c->before, &room, c->walkers + 1, sizeof *c->before, what));
    KG_TRY(kg__host_grow(ctx, &c->value, &c->room, c->walkers + 1, sizeof *c->value, what));
    *w = (walker){.place = (kg_edge)(c->lo + c->fresh),
        .id = (kg_edge)(c->walkers++ * c->mail->ranks + c->mail->rank),
        .value = c->offset ? 0 : KG_NO_EDGE};
    *here = true;
    for (int steps = 0; *here && steps < ALONE; steps++)
        KG_TRY(step(c, w, here));
out:
    return status;
}

/* Moves the walkers that arrived, and new walkers until `share` will leave, as far as the rank's
 * places go. */
static kg_status walk(kg__chase *c, uint64_t share)
{
    walker at[INTERLEAVED];
    unsigned many = 0;
    bool here;
    kg_status status = KG_OK;

    for (uint64_t i = 0;
         i < c->mail->received || many || (c->leaving < share && c->fresh < c->count);) {
        for (; many < INTERLEAVED && i < c->mail->received; i++) {
            memcpy(&at[many], c->mail->in + WORDS * i, sizeof *at);
            prefetch(c, &at[many++]);
        }
        while (many < INTERLEAVED && i == c->mail->received && c->leaving + many < share &&
               c->fresh < c->count) {
            KG_TRY(send_out(c, &at[many], &here));
            many += here;
        }
        for (unsigned k = 0; k < many;) {
            KG_TRY(step(c, &at[k], &here));
            if (here)
                k++;
            else
                at[k] = at[--many];
        }
    }
out:
    return status;
}

kg_status kg__chase_run(kg__chase *c)
{
    kg_context *ctx = c->mail->ctx;
    const unsigned rank = c->mail->rank, ranks = c->mail->ranks;
    const uint64_t places = c->bound[ranks];
    uint64_t share;
    kg_status status = KG_OK;

    c->lo = c->bound[rank];
    c->count = c->bound[rank + 1] - c->lo;
    share = c->count / ((uint64_t)STRIDE * ranks);
    if (share < LEAST)
        share = LEAST;
    if (places > KG_NO_EDGE - ranks)
        return kg__fail(ctx, KG_OVERFLOW, "%llu edges are too many for %u ranks%s",
            (unsigned long long)places, ranks,
            KG_EDGE_BITS == 32 ? ": build it with -Dedge_bits=64" : "");
    memset(c->walker, 0xff, c->count * sizeof *c->walker); /* KG_NO_EDGE */
    c->mail->received = 0;
    do {
        KG_TRY(kg__progress(ctx, "walking", 0, 0));
        KG_TRY(walk(c, share));
        KG_TRY(kg__mail_post(c->mail, c->left, c->leaving, WORDS, c->bound));
        c->leaving = 0;
    } while (c->mail->sent);
out:
    return status;
}

void kg__chase_free(kg__chase *c)
{
    if (!c->mail)
        return;
    kg__free_all(c->mail->ctx, c->before, c->value, c->left);
}

/* ---- following the segments ------------------------------------------------------------------ */

/* The open segments of all ranks, on every rank. */
typedef struct open_segments {
    uint64_t total, first; /* of all ranks; of the ranks before this one */
    kg_edge *number;       /* [walkers] of this rank: the number of the segment among its own */
    kg_edge *before;       /* [total] the segment before each, as a number of all */
    kg_edge *value;        /* [total] the length or least place of the segment before */
} open_segments;

static bool is_open(const kg__chase *c, uint64_t k)
{
    return c->offset || c->before[k] != k * c->mail->ranks + c->mail->rank;
}

typedef struct numbering {
    const open_segments *segments;
    unsigned ranks;
} numbering;

static kg_status tell_number(void *of, const kg_edge *key, uint64_t count, kg_edge *number)
{
    const numbering *n = of;

    for (uint64_t i = 0; i < count; i++)
        number[i] = (kg_edge)(n->segments->first + n->segments->number[key[i] / n->ranks]);
    return KG_OK;
}

/* The caller frees it with free_open(), after a failure too. */
static kg_status gather_open(open_segments *all, kg__chase *c)
{
    kg_context *ctx = c->mail->ctx;
    const unsigned rank = c->mail->rank, ranks = c->mail->ranks;
    kg_edge *key = NULL, *value = NULL;
    uint64_t *counts = NULL, count = 0;
    kg_status status;

    *all = (open_segments){0};
    KG_TRY(kg__host_allocate(ctx, &all->number, c->walkers, sizeof *all->number, what));
    for (uint64_t k = 0; k < c->walkers; k++)
        if (is_open(c, k))
            all->number[k] = (kg_edge)count++;
    KG_TRY(kg__host_allocate(ctx, &counts, ranks, sizeof *counts, what));
    KG_TRY(kg__ranks_gather(ctx, count, counts));
    for (unsigned p = 0; p < rank; p++)
        all->first += counts[p];
    KG_TRY(kg__host_allocate(ctx, &key, count, sizeof *key, what));
    KG_TRY(kg__host_allocate(ctx, &value, count, sizeof *value, what));
    for (uint64_t k = 0, j = 0; k < c->walkers; k++)
        if (is_open(c, k)) {
            key[j] = c->before[k];
            value[j++] = c->value[k];
        }
    KG_TRY(kg__ranks_gather_all(
        ctx, value, count, sizeof *value, &all->value, &all->total, NULL, what));
    KG_TRY(kg__mail_ask(c->mail, &(kg__question){NULL, 1, 1, tell_number, &(numbering){all, ranks}},
        key, count, value));
    KG_TRY(kg__ranks_gather_all(
        ctx, value, count, sizeof *value, &all->before, &all->total, NULL, what));
out:
    kg__free_all(ctx, key, value, counts);
    return status;
}

static void free_open(open_segments *all, kg_context *ctx)
{
    kg__free_all(ctx, all->number, all->before, all->value);
}

/* Replaces the value of each segment by the least of its circuit. */
static kg_status spread_least(open_segments *all, kg_context *ctx)
{
    uint64_t *done = NULL;
    kg_status status;

    KG_TRY(kg__bitmap_create(ctx, &done, all->total, what));
    for (uint64_t i = 0; i < all->total; i++) {
        kg_edge least = all->value[i];

        if (kg__bitmap_has(done, i))
            continue;
        for (uint64_t j = all->before[i]; j != i; j = all->before[j])
            if (all->value[j] < least)
                least = all->value[j];
        for (uint64_t j = i; !kg__bitmap_has(done, j); j = all->before[j]) {
            kg__mark(done, j);
            all->value[j] = least;
        }
    }
out:
    kg__free(ctx, done);
    return status;
}

/* Sets the bit of a label if it is this rank's, and must be marked. */
static void mark_label(const kg__chase *c, uint64_t *is_label, unsigned shift, kg_edge label)
{
    if (label - c->lo < c->count && (!shift || label & 1))
        kg__mark(is_label, (label - c->lo) >> shift);
}

/* Marks the labels of closed circuits. They are sent to the ranks that have these slots. */
static kg_status mark_closed(kg__chase *c, uint64_t *is_label, unsigned shift)
{
    kg_context *ctx = c->mail->ctx;
    kg_edge *away = NULL;
    uint64_t count = 0, room = 0;
    kg_status status = KG_OK;

    for (uint64_t k = 0; k < c->walkers; k++) {
        if (is_open(c, k))
            continue;
        mark_label(c, is_label, shift, c->value[k]);
        if (c->value[k] - c->lo < c->count)
            continue;
        KG_TRY(kg__host_grow(ctx, &away, &room, count + 1, sizeof *away, what));
        away[count++] = c->value[k];
    }
    KG_TRY(kg__mail_post(c->mail, away, count, 1, c->bound));
    for (uint64_t i = 0; i < c->mail->received; i++)
        mark_label(c, is_label, shift, c->mail->in[i]);
out:
    kg__free(ctx, away);
    return status;
}

kg_status kg__chase_label(kg__chase *c, uint64_t *is_label, unsigned shift)
{
    kg_context *ctx = c->mail->ctx;
    open_segments all;
    kg_status status;

    KG_TRY(gather_open(&all, c));
    KG_TRY(spread_least(&all, ctx));
    for (uint64_t i = 0; i < all.total; i++)
        mark_label(c, is_label, shift, all.value[i]);
    for (uint64_t k = 0; k < c->walkers; k++)
        if (is_open(c, k))
            c->value[k] = all.value[all.first + all.number[k]];
    KG_TRY(mark_closed(c, is_label, shift));
out:
    free_open(&all, ctx);
    return status;
}

kg_status kg__chase_tell(void *chase, const kg_edge *key, uint64_t count, kg_edge *label)
{
    const kg__chase *c = chase;

    for (uint64_t i = 0; i < count; i++)
        label[i] = c->value[key[i] / c->mail->ranks];
    return KG_OK;
}

kg_status kg__chase_order(kg__chase *c, kg_edge **at, uint64_t *base)
{
    kg_context *ctx = c->mail->ctx;
    const unsigned ranks = c->mail->ranks;
    const uint64_t places = c->bound[ranks];
    open_segments all;
    uint64_t begin = 0, passed = 0, j = 0;
    kg_status status;

    KG_TRY(gather_open(&all, c));
    KG_TRY(kg__ranks_gather(ctx, c->walkers, base + 1));
    base[0] = 0;
    for (unsigned p = 0; p < ranks; p++)
        base[p + 1] += base[p];
    do { /* backwards: a segment's value is the length of the one before */
        const uint64_t length = all.value[j];

        all.value[j] = (kg_edge)begin;
        begin = (begin + places - length) % places;
        j = all.before[j];
        passed++;
    } while (j && passed < all.total);
    if (j || begin || passed < all.total) {
        status = kg__fail(ctx, KG_INTERNAL, "the joined circuit has %llu of %llu segments",
            (unsigned long long)passed, (unsigned long long)all.total);
        goto out;
    }
    *at = all.value;
    all.value = NULL;
out:
    free_open(&all, ctx);
    return status;
}
