/*
 * The rings of a permutation on one device: the least number of each, or the order along it. By
 * pointer doubling.
 *
 * in   before[count], a number for each item
 * out  see ranks_cuda.cuh
 *
 * Each block of 2^SHIFT items has one splitter. A thread walks from each splitter to the next, and
 * records for each item the splitter that it came from and the distance. Doubling over the
 * splitters gives the minima of their rings, or their places. A ring without a splitter is usually
 * short: each of its items walks round it by itself.
 *
 * O(count) dependent reads, log(count) rounds over the splitters. Deterministic: minima and sums.
 */
#include "../cuda/euler_cuda.cuh"
#include "ranks_cuda.cuh"

enum { SHIFT = 6 };

static const char what[] = "segments of circuits";

typedef struct rings {
    const kg_edge *before;
    uint64_t count;
    kg_edge blocks;    /* each of blocks 0 .. blocks - 1 has a splitter; one may lie past the end */
    kg_edge *to[2];    /* [blocks + 1] the next splitter; the last item is the end */
    kg_edge *value[2]; /* [blocks + 1] */
    kg_edge *segment;  /* [count] KG_NO_EDGE: its ring has no splitter */
    kg_edge *offset;   /* [count] or NULL */
    kg__counter *broken;
} rings;

/* Thread b owns splitter b, and the items up to the next one. */
template <bool sums> static __global__ void k_rings_walk(rings s, const kg_edge *value)
{
    const uint64_t b = kg__item();
    kg_edge e, own = sums ? 0 : KG_NO_EDGE;

    if (b > s.blocks)
        return;
    s.to[0][b] = (kg_edge)b;
    s.value[0][b] = own;
    e = kg__splitter((kg_edge)b, SHIFT);
    if (b == s.blocks || e >= s.count)
        return;
    do {
        s.segment[e] = (kg_edge)b;
        if (sums) {
            s.offset[e] = own;
            own += value[e];
        } else {
            own = value[e] < own ? value[e] : own;
        }
        e = s.before[e];
    } while (!kg__d_is_splitter(e, SHIFT));
    s.to[0][b] = sums && e == 0 ? s.blocks : e >> SHIFT;
    s.value[0][b] = own;
}

/* Thread i owns item i if its ring has no splitter: finds the least number of the ring. */
static __global__ void k_rings_short(rings s, kg_edge *least, const kg_edge *value)
{
    const uint64_t i = kg__item();
    kg_edge own, e;

    if (i >= s.count || s.segment[i] != KG_NO_EDGE)
        return;
    own = value[i];
    for (e = s.before[i]; e != i; e = s.before[e])
        own = value[e] < own ? value[e] : own;
    least[i] = own;
}

/* Thread i owns item i of a ring with splitters. */
static __global__ void k_rings_least(rings s, kg_edge *least)
{
    const uint64_t i = kg__item();

    if (i < s.count && s.segment[i] != KG_NO_EDGE)
        least[i] = s.value[0][s.segment[i]];
}

/* Thread i owns item i. */
static __global__ void k_rings_order(rings s, uint64_t total, kg_edge *at)
{
    const uint64_t i = kg__item();

    if (i >= s.count)
        return;
    if (s.segment[i] == KG_NO_EDGE) {
        atomicAdd(s.broken, (kg__counter)1);
    } else {
        const uint64_t left = s.value[0][s.segment[i]]; /* from its splitter to the end */
        const uint64_t passed = total - left + s.offset[i];

        at[i] = (kg_edge)(passed ? total - passed : 0);
    }
    if (i == 0 && s.value[0][0] != total)
        atomicAdd(s.broken, (kg__counter)1);
}

static void free_rings(rings *s, kg_context *ctx)
{
    for (int i = 0; i < 2; i++) {
        kg__free(ctx, s->to[i]);
        kg__free(ctx, s->value[i]);
    }
    kg__free(ctx, s->segment);
    kg__free(ctx, s->offset);
    kg__free(ctx, s->broken);
}

/* Walks from splitters, and doubles. The caller frees s, after a failure too. */
static kg_status go_round(rings *s, kg_context *ctx, const kg_edge *value, bool sums)
{
    const uint64_t splitters = (uint64_t)s->blocks + 1;
    kg_status status;

    for (int i = 0; i < 2; i++) {
        KG_TRY(kg__allocate(ctx, &s->to[i], splitters, sizeof *s->to[i], what));
        KG_TRY(kg__allocate(ctx, &s->value[i], splitters, sizeof *s->value[i], what));
    }
    KG_TRY(kg__allocate(ctx, &s->segment, s->count, sizeof *s->segment, what));
    KG_TRY(kg__allocate(ctx, &s->broken, 1, sizeof *s->broken, what));
    KG_TRY(kg__memory(ctx)->clear(ctx, s->broken, 0, sizeof *s->broken));
    KG_TRY(kg__memory(ctx)->clear(ctx, s->segment, 0xff, s->count * sizeof *s->segment));
    if (sums) {
        KG_TRY(kg__allocate(ctx, &s->offset, s->count, sizeof *s->offset, what));
        KG_TRY(KG_LAUNCH(ctx, k_rings_walk<true>, splitters, *s, value));
    } else {
        KG_TRY(KG_LAUNCH(ctx, k_rings_walk<false>, splitters, *s, value));
    }
    KG_TRY(kg__euler_double(ctx, s->to, s->value, splitters, sums));
out:
    return status;
}

static rings begin(uint64_t count, const kg_edge *before)
{
    rings s = {};

    s.before = before;
    s.count = count;
    s.blocks = (kg_edge)((count >> SHIFT) + 1);
    return s;
}

kg_status kg__rings_least(kg_context *ctx, uint64_t count, const kg_edge *before, kg_edge *value)
{
    rings s = begin(count, before);
    kg_edge *least = NULL;
    kg_status status;

    KG_TRY(go_round(&s, ctx, value, false));
    KG_TRY(kg__allocate(ctx, &least, count, sizeof *least, what));
    KG_TRY(KG_LAUNCH(ctx, k_rings_short, count, s, least, value));
    KG_TRY(KG_LAUNCH(ctx, k_rings_least, count, s, least));
    KG_TRY(kg__memory(ctx)->copy(ctx, value, least, count * sizeof *value));
out:
    kg__free(ctx, least);
    free_rings(&s, ctx);
    return status;
}

kg_status kg__rings_order(kg_context *ctx, uint64_t count, const kg_edge *before,
    const kg_edge *value, uint64_t total, kg_edge *at)
{
    rings s = begin(count, before);
    kg__counter broken;
    kg_status status;

    KG_TRY(go_round(&s, ctx, value, true));
    KG_TRY(KG_LAUNCH(ctx, k_rings_order, count, s, total, at));
    KG_TRY(kg__cuda_fetch(ctx, &broken, s.broken, sizeof broken));
    if (broken)
        status = kg__fail(ctx, KG_INTERNAL, "the joined circuit has only a part of %llu segments",
            (unsigned long long)count);
out:
    free_rings(&s, ctx);
    return status;
}
