/*
 * What the stages over ranks share on CUDA.
 *
 * The chase, of slots; or in stage 2 of a graph that is not directed of its places, two a slot,
 * which are then what is said of slots here.
 *
 * Each rank follows next[] with some thousands of walkers at once, a thread each. What a
 * slot holds, kg__place, is first where a walk goes on from there and then, once a walker has come,
 * which one it was and after how many steps: both lie side by side, so that a step looks at one
 * place of the memory. A walker that comes to where another one began ends there, or is a circuit
 * if that was itself, and its thread begins anew at a slot that nobody has come to; a thread ends
 * when its walker leaves the rank, or no slot is left. Those that leave go on elsewhere in the next
 * round. Walkers are numbered k * ranks + rank; k counts those of a rank, in no order, which
 * changes no result: all that is taken from them are minima and sums along circuits.
 */
#ifndef KG_RANKS_CUDA_CUH
#define KG_RANKS_CUDA_CUH

#include "../comm/mail_cuda.cuh"
#include "../csr/csr_cuda.cuh"
#include "euler_cuda.cuh"
extern "C" {
#include "ranks.h"
}

typedef struct alignas(2 * sizeof(kg_edge)) kg__place {
    kg_edge walker; /* which one came; KG_NO_EDGE: none has come */
    kg_edge next;   /* where to go on; then: after how many steps it came */
} kg__place;

/* Numbers that kernels count. */
typedef struct kg__ranks_tally {
    kg__counter walkers; /* that have begun */
    kg__counter leaving; /* walkers that go on elsewhere */
    kg__counter claimed; /* groups of slots that were looked at for a beginning */
    kg__counter listed, other;
    kg__counter least;
} kg__ranks_tally;

/*
 * The circuits of pred, over all ranks, split into segments: see ranks_split_cuda.cu. A segment
 * begins at the splitter of its block, or at the label of a circuit that has no splitter. All ranks
 * have the same.
 */
typedef struct kg__split {
    const kg_edge *const *pred; /* [ranks] each rank's slots */
    const uint64_t *bound;      /* [ranks + 1] */
    uint64_t blocks, segments;  /* segments: blocks + circuits without a splitter */
    uint64_t first;             /* this rank has walked blocks first .. first + pool.fixed - 1 */
    kg_edge *alone;             /* [segments - blocks] their labels, in order */
    kg_edge *before;            /* [segments] which segment leads to the beginning of each */
    kg_edge *length;            /* [segments] slots */
    kg_edge *least;             /* [segments] the label of its circuit */
    unsigned ranks, shift;
    kg__euler_pool pool; /* the slots of these, then of circuits without a splitter */
} kg__split;

struct kg__ranks_device {
    uint64_t *bound, *vertex; /* [ranks + 1] as those of the host */
    uint64_t *places;         /* [ranks + 1] of a graph that is not directed */
    kg_edge virtual_edge;     /* the slot of a path's, if it is in the graph; else KG_NO_EDGE */
    kg__place *place;         /* [count]; in stage 2 of a graph that is not directed [2 * count] */
    kg_edge *before;          /* [walkers] which one came to the slot where it began, */
    kg_edge *steps, *least;   /* [walkers] its steps and its least slot; then least is the label */
    uint64_t walkers, room;   /* room: of these three */
    bool reach;               /* the ranks' kernels reach each other's memory */
    kg__split split;          /* then, if the circuits of slots are few; else it has no segments,
                                 before stage 7 */
    kg__ranks_tally *tally;
};

static __device__ __forceinline__ bool kg__d_has(const uint64_t *bits, uint64_t i)
{
    return bits[i / 64] >> i % 64 & 1;
}

static __device__ __forceinline__ void kg__d_mark(uint64_t *bits, uint64_t i)
{
    atomicOr((kg__counter *)&bits[i / 64], (kg__counter)1 << i % 64);
}

/* Sets the tally to zero, but least to UINT64_MAX; brings it to the host. */
static inline kg_status kg__tally_clear(kg__ranks *r)
{
    kg__ranks_tally *tally = r->device->tally;
    kg_context *ctx = r->w->ctx;
    kg_status status;

    KG_TRY(kg__memory(ctx)->clear(ctx, tally, 0, sizeof *tally));
    KG_TRY(kg__memory(ctx)->clear(ctx, &tally->least, 0xff, sizeof tally->least));
out:
    return status;
}

static inline kg_status kg__tally_fetch(kg__ranks *r, kg__ranks_tally *tally)
{
    return kg__cuda_fetch(r->w->ctx, tally, r->device->tally, sizeof *tally);
}

/* A copy of an array of the host. to: [out] its address, to be freed. */
static inline kg_status kg__bring_cuda(
    kg_context *ctx, void *to, const void *from, uint64_t count, size_t size, const char *what)
{
    void **array = (void **)to;
    kg_status status;

    KG_TRY(kg__allocate(ctx, array, count, size, what));
    KG_TRY(kg__memory(ctx)->upload(ctx, *array, from, count * size));
out:
    return status;
}

/* Brings one edge id to the host. */
static inline kg_status kg__fetch_edge(kg_context *ctx, const kg_edge *from, kg_edge *to)
{
    return kg__cuda_fetch(ctx, to, from, sizeof *to);
}

/* Slots in which walkers may begin are looked for in groups of so many. There are at most so many
 * numbers for walkers as slots and groups; EACH: slots for which there is room for a walker at
 * first. Doubled twice, that is room where all circuits are of two slots. */
enum { KG__CHASE_GROUP = 32, KG__CHASE_EACH = 7 };

static inline uint64_t kg__groups_of(uint64_t slots)
{
    return (slots + KG__CHASE_GROUP - 1) / KG__CHASE_GROUP;
}

/* The groups to look at, in an order in which neighbours are far apart. */
typedef struct kg__groups {
    const kg_edge *list; /* [count] NULL: all */
    uint64_t count;
    uint64_t stride; /* one in so many after the other; prime to count */
    kg_edge *room[2];
} kg__groups;

/* Slot of group number i of those to look at. */
static __device__ __forceinline__ uint64_t kg__d_group_begin(const kg__groups *g, uint64_t i)
{
    const uint64_t place = i * g->stride % g->count;

    return (g->list ? g->list[place] : place) * KG__CHASE_GROUP;
}

kg__groups kg__groups_all(uint64_t slots);
/* Lists the groups in which slots are left, once all have been looked at. */
kg_status kg__groups_left(kg__ranks *r, uint64_t slots, kg__groups *groups);
void kg__groups_free(kg_context *ctx, kg__groups *groups);

/* What a chase goes through: slots, or places. */
typedef struct kg__span {
    const uint64_t *d_bound; /* [ranks + 1] */
    uint64_t total;          /* of all ranks */
    uint64_t lo, count;      /* this rank's */
} kg__span;

static inline kg__span kg__span_of(const kg__ranks *r, const uint64_t *bound, uint64_t *d_bound)
{
    return {d_bound, bound[r->ranks], bound[r->rank], bound[r->rank + 1] - bound[r->rank]};
}

static inline kg__span kg__span_of_slots(const kg__ranks *r)
{
    return kg__span_of(r, r->bound, r->device->bound);
}

/* Splits the circuits of pred, and finds their labels, as bits: of a directed graph, if GPUs reach
 * each other's memory and the circuits are at most KG__FEW. Else the split has no segments, and the
 * bits do not matter. */
kg_status kg__split_make_cuda(kg__ranks *r);
void kg__split_free_cuda(kg__ranks *r);
/* of[segments]; to[count]: of each slot of this rank. */
kg_status kg__split_spread_cuda(kg__ranks *r, const kg_edge *of, kg_edge *to);

/* Finds the labels, as bits: if GPUs reach each other's memory and all circuits are short. */
kg_status kg__short_label_cuda(kg__ranks *r, bool *found);

/* By insertion. */
void kg__ranks_sort_numbers(uint64_t *number, uint64_t count);

/* The bits that are set, in order: `lo` + the number of each. at: [out, most] in host memory.
 * found: [out] how many there are; beyond `most` they are not listed. */
kg_status kg__ranks_list_bits_cuda(
    kg__ranks *r, const uint64_t *bits, unsigned most, uint64_t *at, uint64_t *found);

/* Walks from every slot, next[] being in r->device->place, whose walkers are KG_NO_EDGE. Where GPUs
 * reach each other's memory, walkers step from rank to rank; else they are sent there. */
kg_status kg__chase_cuda(kg__ranks *r, const kg__span *span);
kg_status kg__chase_reach_cuda(kg__ranks *r, const kg__span *span);

/* The same of the slots, by pred; where there is no place[] yet, it is allocated. */
kg_status kg__chase_slots_cuda(kg__ranks *r);

/* Where GPUs reach each other's memory: tells all ranks what this one has, such as addresses, once
 * its work is done. all: [ranks] on the device, to be freed. */
kg_status kg__ranks_meet_cuda(kg__ranks *r, const void *own, size_t size, void *all);

/* After a chase: the labels of all circuits, as bits, and least[] of walkers. shift: of places 1,
 * else 0; a bit is that of place >> shift, and with 1 set for labels alone that are odd. */
kg_status kg__chase_label_cuda(kg__ranks *r, const kg__span *span, unsigned shift);

/* The numbers with which a rank answers questions: number[i / ranks] for walker i, or one for each
 * slot of a sorted list. `first` is added to each. */
typedef struct kg__known {
    kg__ranks *r;
    const kg_edge *slot; /* [slots], from lo on; NULL: keys are walkers */
    uint64_t slots, lo;
    const kg_edge *number; /* NULL: the place in the list */
    uint64_t first;
} kg__known;

/* Asks for the number of each key: of a slot, or of a walker. The second function asks for
 * number[], which each rank has for its own walkers. */
kg_status kg__ranks_ask_cuda(kg__known *k, const kg_edge *key, uint64_t count, kg_edge *answer);
kg_status kg__chase_ask_cuda(
    kg__ranks *r, const kg_edge *number, const kg_edge *walker, uint64_t count, kg_edge *answer);

/* before: [out] what the nearest rank before this one that has slots holds at `number`, on the
 * device; KG_NO_EDGE: there is none. */
kg_status kg__last_before_cuda(kg__ranks *r, const kg_edge *number, kg_edge *before);

/* Of a directed graph, up to so many ranks: the slots in the order of the homes of their targets;
 * see ranks_homes_cuda.cu. crosses: [ranks] on the device, whether the last vertex at home on each
 * has a row of several ranks. begin: [2 * ranks + 1] out, in host memory: where each class begins.
 * vertex, slot: [count] out */
enum { KG__HOMES_MOST = 512 };
kg_status kg__ranks_sort_homes_cuda(
    kg__ranks *r, const uint64_t *crosses, uint64_t *begin, kg_vertex *vertex, kg_edge *slot);

/* The walker of each slot. walker: [count] */
kg_status kg__ranks_walkers_cuda(kg__ranks *r, kg_edge *walker);

/* Makes room for so many walkers, more than there was room for: what is there stays. */
kg_status kg__chase_make_room_cuda(kg__ranks *r, uint64_t walkers);
/* Frees it; or before and steps alone. */
void kg__chase_forget_cuda(kg__ranks *r);
void kg__chase_forget_ways_cuda(kg__ranks *r);

/* Room for `more` walkers besides those that there are, of a chase through so many slots. */
static inline uint64_t kg__chase_room(
    const kg__ranks *r, uint64_t slots, uint64_t walkers, uint64_t more)
{
    const uint64_t most = slots + kg__groups_of(slots);
    const uint64_t first = slots / KG__CHASE_EACH, twice = 2 * r->device->room;
    uint64_t room = first > twice ? first : twice;

    room = room > walkers + more ? room : walkers + more;
    return room < most ? room : most;
}

/* Where the ways of walkers are cut, in the order of walkers and steps: behind that step. */
enum { KG__CUT_FLAGS = 1 << 16 };
typedef struct kg__cut_table {
    uint32_t flag[KG__CUT_FLAGS / 32]; /* bits: that of a walker without a cut is clear as a rule */
    kg_edge walker[KG__CUTS], offset[KG__CUTS];
} kg__cut_table;

static inline __host__ __device__ uint32_t kg__cut_bit(kg_edge walker)
{
    return ((uint32_t)walker * 2654435769u) >> 16;
}

/* Whether the ways of stage 3 are cut, instead of another chase. Those of places are not. */
static inline bool kg__ranks_few(const kg__ranks *r)
{
    return !r->graph->half && r->w->circuits <= KG__FEW;
}

/* The walkers of all ranks, numbered from 0, those of rank p from base[p] on: the one before each,
 * and its steps, with room for KG__CUTS more. All three to be freed; base: [ranks] */
typedef struct kg__walkers {
    uint64_t count;
    uint64_t *base;
    kg_edge *before, *steps;
} kg__walkers;
kg_status kg__chase_gather_cuda(kg__ranks *r, kg__walkers *all);

/* Cuts and joins them. table: on the device; count: of cuts. */
kg_status kg__ranks_cut_cuda(kg__ranks *r, const uint64_t *base, uint64_t walkers, kg_edge *before,
    kg_edge *steps, kg__cut_table *table, unsigned *count);

/*
 * The rings of a permutation before[count], on one device: count > 0.
 *
 * least: value[] of each becomes the least of its ring.
 * order: of a permutation that is one ring. at: how much lies from item 0 to each item, where an
 * item's value is the length of what comes before it, and all make up `total`. KG_INTERNAL: it is
 * not one ring, or not so long.
 */
kg_status kg__rings_least(kg_context *ctx, uint64_t count, const kg_edge *before, kg_edge *value);
kg_status kg__rings_order(kg_context *ctx, uint64_t count, const kg_edge *before,
    const kg_edge *value, uint64_t total, kg_edge *at);

#endif
