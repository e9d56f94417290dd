/*
 * The bits of a pattern database on CUDA: breadth first, a level after the other.
 *
 * As on the CPU (build_cpu.c), but a warp makes the next level of a block, in shared memory. A lane
 * takes a word of 32 entries. A level is a launch.
 *
 * An entry has two bits. A level holds only blocks of one colour, as every distance in a block has
 * the same parity. So a launch reads the level before from blocks of one colour, and writes those
 * of the other.
 *
 *     old  bit
 *      0    0   not seen
 *      0    1   in the last level of the block
 *      1    b   seen before; b is bit 1 of its distance
 *
 * Memory: two bits an entry, of which one stays on the device, and 6 bytes a move between blocks.
 * Deterministic.
 */
#include "../../base/cuda.cuh"

#define KG__INLINE static __host__ __device__ __forceinline__
extern "C" {
#include "patterns_ops.h"
}

static const char what[] = "a pattern database";

/* WORDS: of 32 bits, of a block of 8! entries. */
enum { LANES = 32, WARPS = 8, WORDS = 1260, PER_PROCESSOR = 4 };

typedef struct level {
    const uint32_t *row, *from; /* the moves, as in kg__pattern_moves */
    const uint16_t *move, *turn;
    const uint8_t *odd;  /* [blocks] likewise */
    uint32_t *old, *bit; /* [blocks * words] */
    uint8_t *busy;       /* [blocks] whether it has entries in its last level */
    uint32_t *left;      /* [blocks] entries that are not seen */
    unsigned long long *fresh;
    uint32_t blocks, words, orders, items;
    unsigned depth, colour; /* colour: whether blocks at an even distance are odd */
} level;

/* Adds the entries that a move brings from another block. Whole warps. */
static __device__ __forceinline__ void bring(
    uint32_t *s_got, const level *l, uint32_t from, unsigned turn, unsigned lane)
{
    const uint64_t at = (uint64_t)from * l->words;
    const uint16_t *to = l->turn + (uint64_t)turn * l->orders;
    const bool keeps = turn / l->items == turn % l->items;

    for (uint32_t i = lane; i < l->words; i += LANES) {
        uint32_t word = l->bit[at + i];

        if (word)
            word &= ~l->old[at + i];
        if (keeps) {
            s_got[i] |= word;
            continue;
        }
        for (; word; word &= word - 1) {
            const uint32_t order = to[32 * i + (unsigned)__ffs((int)word) - 1];

            atomicOr(&s_got[order / 32], 1u << order % 32);
        }
    }
    __syncwarp();
}

/* Makes the next level of a block; the last one, two moves before, becomes old. Returns the lane's
 * number of new entries. */
static __device__ __forceinline__ uint32_t advance(
    uint32_t *s_got, const level *l, uint32_t block, unsigned lane)
{
    const uint64_t at = (uint64_t)block * l->words;
    const uint32_t end = l->row[block + (l->left[block] > 0)];
    uint32_t fresh = 0;
    bool any = false;

    for (uint32_t i = l->row[block]; i < end; i++) {
        if (!l->busy[l->from[i]])
            continue;
        for (uint32_t k = lane; k < l->words && !any; k += LANES)
            s_got[k] = 0;
        __syncwarp();
        any = true;
        bring(s_got, l, l->from[i], l->move[i], lane);
    }
    for (uint32_t k = lane; k < l->words && (any || l->busy[block]); k += LANES) {
        const uint32_t old = l->old[at + k], bit = l->bit[at + k], seen = old | bit;
        const uint32_t word = any ? s_got[k] & ~seen : 0;

        l->old[at + k] = seen;
        l->bit[at + k] = word | (l->depth >> 1 & 1 ? bit & old : bit);
        fresh += (uint32_t)__popc(word);
    }
    return fresh;
}

/* Warp w makes blocks w, w + warps, ... */
static __global__ void __launch_bounds__(WARPS *LANES) k_patterns_advance(level l)
{
    __shared__ uint32_t s_got[WARPS][WORDS];
    const unsigned lane = threadIdx.x % LANES, warp = threadIdx.x / LANES;
    const uint32_t warps = gridDim.x * WARPS;
    unsigned long long all = 0;

    for (uint32_t block = blockIdx.x * WARPS + warp; block < l.blocks; block += warps) {
        uint32_t fresh;

        if ((l.odd[block] ^ l.colour ^ l.depth) & 1)
            continue;
        fresh = advance(s_got[warp], &l, block, lane);
        for (unsigned step = LANES / 2; step; step /= 2)
            fresh += __shfl_xor_sync(0xffffffff, fresh, step);
        if (lane == 0) {
            l.busy[block] = fresh > 0;
            l.left[block] -= fresh;
        }
        all += fresh;
        __syncwarp();
    }
    if (lane == 0 && all)
        atomicAdd(l.fresh, all);
}

/* Thread i owns block i. goal: the block of the first entry, whose order is `order`. */
static __global__ void k_patterns_begin(level l, uint32_t goal, uint32_t order)
{
    const uint64_t i = kg__item();

    if (i >= l.blocks)
        return;
    l.busy[i] = i == goal;
    l.left[i] = l.orders - (i == goal);
    if (i == goal) {
        const uint64_t at = i * l.words + order / 32;

        l.bit[at] = 1u << order % 32;
    }
}

static void lay_out(const kg__pattern_work *w, level *l, kg__arena *arena)
{
    const kg__pattern *p = w->pattern;
    const uint64_t moves = w->moves->row[p->shape->blocks],
                   words = (uint64_t)p->shape->blocks * l->words;

    l->old = (uint32_t *)kg__arena_carve(arena, words, 4);
    l->busy = (uint8_t *)kg__arena_carve(arena, p->shape->blocks, 1);
    l->odd = (const uint8_t *)kg__arena_carve(arena, p->shape->blocks, 1);
    l->left = (uint32_t *)kg__arena_carve(arena, p->shape->blocks, 4);
    l->row = (const uint32_t *)kg__arena_carve(arena, p->shape->blocks + UINT64_C(1), 4);
    l->from = (const uint32_t *)kg__arena_carve(arena, moves, 4);
    l->move = (const uint16_t *)kg__arena_carve(arena, moves, 2);
    l->turn = (const uint16_t *)kg__arena_carve(
        arena, (uint64_t)l->items * l->items * l->orders, sizeof *l->turn);
    l->fresh = (unsigned long long *)kg__arena_carve(arena, 1, sizeof *l->fresh);
}

static kg_status begin(kg__pattern_work *w, level *l)
{
    const kg__pattern *p = w->pattern;
    const kg__memory_ops *memory = kg__memory(w->ctx);
    const kg__pattern_moves *m = w->moves;
    const uint64_t moves = m->row[p->shape->blocks], bytes = kg__pattern_bytes(p);
    const uint32_t goal = kg__pattern_block(&p->view, p->goal.set, p->blank);
    kg_status status;

    KG_TRY(memory->upload(w->ctx, (void *)l->row, m->row, (p->shape->blocks + UINT64_C(1)) * 4));
    KG_TRY(memory->upload(w->ctx, (void *)l->from, m->from, moves * 4));
    KG_TRY(memory->upload(w->ctx, (void *)l->move, m->turn, moves * 2));
    KG_TRY(memory->upload(w->ctx, (void *)l->odd, m->odd, p->shape->blocks));
    KG_TRY(memory->upload(w->ctx, (void *)l->turn, p->view.turn,
        (uint64_t)l->items * l->items * l->orders * sizeof *l->turn));
    KG_TRY(memory->clear(w->ctx, l->old, 0, bytes));
    KG_TRY(memory->clear(w->ctx, l->bit, 0, bytes));
    KG_TRY(KG_LAUNCH(w->ctx, k_patterns_begin, p->shape->blocks, *l, goal, p->goal.order));
out:
    return status;
}

/* Makes the level of the next depth. fresh: [out] its entries */
static kg_status advance_all(kg__pattern_work *w, level *l, unsigned long long *fresh)
{
    const unsigned most = PER_PROCESSOR * (unsigned)kg__cuda_of(w->ctx)->processors;
    const unsigned blocks = (l->blocks + WARPS - 1) / WARPS;
    kg_status status;

    l->depth++;
    KG_TRY(kg__memory(w->ctx)->clear(w->ctx, l->fresh, 0, sizeof *l->fresh));
    KG_TRY(KG_LAUNCH_SHAPED(
        w->ctx, k_patterns_advance, blocks < most ? blocks : most, WARPS * LANES, 0, *l));
    KG_TRY(kg__cuda_fetch(w->ctx, fresh, l->fresh, sizeof *fresh));
out:
    return status;
}

decl_patterns_build(kg__patterns_build_cuda)
{
    kg__pattern *p = w->pattern;
    level l = {};
    kg__arena arena = {NULL, 0};
    unsigned long long fresh;
    kg_status status;

    l.blocks = p->shape->blocks;
    l.words = 2 * p->view.words;
    l.orders = p->view.orders;
    l.items = p->view.items;
    l.colour = p->view.odd;
    KG_TRY(kg__allocate(w->ctx, &p->resident, kg__pattern_bytes(p), 1, what));
    l.bit = (uint32_t *)p->resident;
    lay_out(w, &l, &arena);
    KG_TRY(kg__arena_allocate(w->ctx, &arena, what));
    lay_out(w, &l, &arena);
    KG_TRY(begin(w, &l));
    p->count[0] = 1;
    for (;;) {
        KG_TRY(advance_all(w, &l, &fresh));
        if (!fresh || l.depth == KG__PATTERN_DEPTHS)
            break;
        p->count[l.depth] = fresh;
        KG_TRY(kg__progress(w->ctx, "levels of a pattern database", l.depth, 0));
        if (kg__pattern_stops(w)) {
            status = KG_LIMIT;
            goto out;
        }
    }
    KG_TRY(advance_all(w, &l, &fresh)); /* the last level becomes old */
    KG_TRY(kg__memory(w->ctx)->download(w->ctx, p->bit, l.bit, kg__pattern_bytes(p)));
out:
    if (status != KG_OK) {
        kg__free(w->ctx, p->resident);
        p->resident = NULL;
    }
    kg__free(w->ctx, arena.base);
    return status;
}
