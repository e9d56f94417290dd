/*
 * Declarations shared by the stages over ranks on CUDA.
 *
 * The chase goes through slots. In stage 2 of a graph that is not directed it goes through places
 * instead, two a slot; "slot" then means a place here.
 *
 * Each rank follows next[] with some thousands of walkers at once, a thread each. A slot holds a
 * kg__place: first the slot where a walk goes on from there; once a walker has come, its number and
 * the number of its steps. Both lie side by side, so that a step reads and writes one place in
 * memory. A walker that comes to the beginning of another ends there. If it comes to its own
 * beginning, it is a circuit. Its thread then begins anew at a slot that no walker has visited. A
 * thread ends when its walker leaves the rank, or no slot is left. Walkers that leave continue
 * elsewhere in the next round. Walkers are numbered k * ranks + rank; k counts those of a rank, in
 * no order. This changes no result, because only minima and sums along circuits are taken from
 * them.
 */
#ifndef KG_RANKS_CUDA_CUH
#define KG_RANKS_CUDA_CUH

#include "../../comm/mail_cuda.cuh"
#include "../../csr/csr_cuda.cuh"
#include "../cuda/euler_cuda.cuh"
extern "C" {
#include "ranks.h"
}

typedef struct alignas(2 * sizeof(kg_edge)) kg__place {
    kg_edge walker; /* the walker that came; KG_NO_EDGE: none has come */
    kg_edge next;   /* where to go on; once a walker has come: after how many steps */
} kg__place;

/* Counters of kernels. */
typedef struct kg__ranks_tally {
    kg__counter walkers; /* walkers that have begun */
    kg__counter leaving; /* walkers that go on elsewhere */
    kg__counter claimed; /* groups of slots that were searched for a beginning */
    kg__counter listed, other;
    kg__counter least;
} kg__ranks_tally;

/*
 * The circuits of pred, over all ranks, split into segments: see split_cuda.cu. A segment begins at
 * the splitter of its block, or at the label of a circuit that has no splitter. All ranks have the
 * same split.
 */
typedef struct kg__split {
    const kg_edge *const *pred; /* [ranks] each rank's slots */
    const uint64_t *bound;      /* [ranks + 1] */
    uint64_t blocks, segments;  /* segments: blocks + circuits without a splitter */
    uint64_t first;             /* this rank has walked blocks first .. first + pool.fixed - 1 */
    kg_edge *alone;             /* [segments - blocks] their labels, in order */
    kg_edge *before;            /* [segments] the segment that leads to the beginning of each */
    kg_edge *length;            /* [segments] slots */
    kg_edge *least;             /* [segments] the label of its circuit */
    unsigned ranks, shift;
    kg__euler_pool pool; /* the slots of these blocks, then of circuits without a splitter */
} kg__split;

struct kg__ranks_device {
    uint64_t *bound, *vertex; /* [ranks + 1] copies of the host's */
    uint64_t *places;         /* [ranks + 1] of a graph that is not directed */
    kg_edge virtual_edge;     /* the slot of a path's virtual edge; KG_NO_EDGE: none */
    kg__place *place;         /* [count]; in stage 2 of a graph that is not directed [2 * count] */
    kg_edge *before;          /* [walkers] the walker that came to the slot where it began, */
    kg_edge *steps, *least;   /* [walkers] its steps and its least slot; then least is the label */
    uint64_t walkers, room;   /* room: of these three */
    bool reach;               /* the ranks' kernels reach each other's memory */
    kg__split split;          /* if they do and the circuits of slots are few; otherwise it has no
                                 segments before stage 7 */
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

/* The first sets the tally to zero, and its `least` to UINT64_MAX. The second copies it to the
 * host. */
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

/* Copies an array of the host to the device. to: [out] its address; the caller frees it. */
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

/* Copies one edge id to the host. */
static inline kg_status kg__fetch_edge(kg_context *ctx, const kg_edge *from, kg_edge *to)
{
    return kg__cuda_fetch(ctx, to, from, sizeof *to);
}

/* GROUP: walkers search for slots to begin at in groups of this many slots. There are at most as
 * many numbers for walkers as slots and groups. EACH: at first there is room for a walker for each
 * this many slots. Doubled twice, the room is enough if all circuits have two slots. */
enum { KG__CHASE_GROUP = 32, KG__CHASE_EACH = 7 };

static inline uint64_t kg__groups_of(uint64_t slots)
{
    return (slots + KG__CHASE_GROUP - 1) / KG__CHASE_GROUP;
}

/* The groups to search, in an order in which neighbours are far apart. */
typedef struct kg__slot_groups {
    const kg_edge *list; /* [count] NULL: all */
    uint64_t count;
    uint64_t stride; /* the step from one group to the next; prime to count */
    kg_edge *room[2];
} kg__slot_groups;

/* Returns the first slot of group number i of those to search. */
static __device__ __forceinline__ uint64_t kg__d_group_begin(const kg__slot_groups *g, uint64_t i)
{
    const uint64_t place = i * g->stride % g->count;

    return (g->list ? g->list[place] : place) * KG__CHASE_GROUP;
}

kg__slot_groups kg__groups_all(uint64_t slots);
/* Lists the groups in which slots are left, once all groups have been searched. */
kg_status kg__groups_left(kg__ranks *r, uint64_t slots, kg__slot_groups *groups);
void kg__groups_free(kg_context *ctx, kg__slot_groups *groups);

/* The range of a chase: slots, or places. */
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

/* Splits the circuits of pred and finds their labels, as bits. It does so for a directed graph if
 * GPUs reach each other's memory and there are at most KG__FEW circuits. Otherwise the split has no
 * segments, and the bits do not matter. */
kg_status kg__split_make_cuda(kg__ranks *r);
void kg__split_free_cuda(kg__ranks *r);
/* of[segments]: a number for each segment. to[count]: [out] that of each slot of this rank. */
kg_status kg__split_spread_cuda(kg__ranks *r, const kg_edge *of, kg_edge *to);

/* Finds the labels, as bits, if GPUs reach each other's memory and all circuits are short. */
kg_status kg__short_label_cuda(kg__ranks *r, bool *found);

/* Sorts by insertion. */
void kg__ranks_sort_numbers(uint64_t *number, uint64_t count);

/* Lists the bits that are set, in order: `lo` + the number of each. at: [out, most] in host memory.
 * found: [out] how many there are. If there are more than `most`, they are not listed. */
kg_status kg__ranks_list_bits_cuda(
    kg__ranks *r, const uint64_t *bits, unsigned most, uint64_t *at, uint64_t *found);

/* Walks from every slot. next[] is in r->device->place, whose walkers are KG_NO_EDGE. If GPUs reach
 * each other's memory, walkers step from rank to rank; otherwise they are sent. */
kg_status kg__chase_cuda(kg__ranks *r, const kg__span *span);
kg_status kg__chase_reach_cuda(kg__ranks *r, const kg__span *span);

/* The same for slots, by pred. Allocates place[] if it does not exist yet. */
kg_status kg__chase_slots_cuda(kg__ranks *r);

/* If GPUs reach each other's memory: sends `own`, such as addresses, to all ranks once this rank's
 * work is done. all: [ranks] on the device; the caller frees it. */
kg_status kg__ranks_meet_cuda(kg__ranks *r, const void *own, size_t size, void *all);

/* After a chase: finds the labels of all circuits, as bits, and least[] of walkers. shift: 1 for
 * places, otherwise 0. A bit is that of place >> shift; with shift 1 it is set only for labels that
 * are odd. */
kg_status kg__chase_label_cuda(kg__ranks *r, const kg__span *span, unsigned shift);

/* The numbers that a rank answers with: number[i / ranks] for walker i, or one for each slot of a
 * sorted list. `first` is added to each. */
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

/* before: [out] the value at `number`, on the device, of the nearest rank before this one that has
 * slots; KG_NO_EDGE: there is none. */
kg_status kg__last_before_cuda(kg__ranks *r, const kg_edge *number, kg_edge *before);

/* For a directed graph, with up to HOMES_MOST ranks: sorts the slots by the homes of their targets;
 * see homes_cuda.cu. crosses: [ranks] on the device, whether the row of the last vertex at home on
 * each rank spans several ranks. begin: [2 * ranks + 1] out, in host memory: where each class
 * begins. vertex, slot: [count] out */
enum { KG__HOMES_MOST = 512 };
kg_status kg__ranks_sort_homes_cuda(
    kg__ranks *r, const uint64_t *crosses, uint64_t *begin, kg_vertex *vertex, kg_edge *slot);

/* Copies the walker of each slot. walker: [count] */
kg_status kg__ranks_walkers_cuda(kg__ranks *r, kg_edge *walker);

/* Makes room for more walkers than there was room for. The entries stay. */
kg_status kg__chase_make_room_cuda(kg__ranks *r, uint64_t walkers);
/* The first frees all of it; the second only before and steps. */
void kg__chase_forget_cuda(kg__ranks *r);
void kg__chase_forget_ways_cuda(kg__ranks *r);

/* Returns the room for `more` walkers besides `walkers`, in a chase through `slots` slots. */
static inline uint64_t kg__chase_room(
    const kg__ranks *r, uint64_t slots, uint64_t walkers, uint64_t more)
{
    const uint64_t most = slots + kg__groups_of(slots);
    const uint64_t first = slots / KG__CHASE_EACH, twice = 2 * r->device->room;
    uint64_t room = first > twice ? first : twice;

    room = room > walkers + more ? room : walkers + more;
    return room < most ? room : most;
}

/* Where the ways of walkers are cut, in the order of walkers and steps: after the step at
 * offset. */
enum { KG__CUT_FLAGS = 1 << 16 };
typedef struct kg__cut_table {
    uint32_t flag[KG__CUT_FLAGS / 32]; /* bits: usually clear for a walker without a cut */
    kg_edge walker[KG__CUTS], offset[KG__CUTS];
} kg__cut_table;

static inline __host__ __device__ uint32_t kg__cut_bit(kg_edge walker)
{
    return ((uint32_t)walker * 2654435769u) >> 16;
}

/* Returns whether the ways of stage 3 are cut, instead of another chase. Ways of places are not. */
static inline bool kg__ranks_few(const kg__ranks *r)
{
    return !r->graph->half && r->w->circuits <= KG__FEW;
}

/* The walkers of all ranks, numbered from 0; those of rank p from base[p] on. For each the walker
 * before it, and the steps of that one, with room for KG__CUTS more. base: [ranks]. The caller
 * frees all three. */
typedef struct kg__walkers {
    uint64_t count;
    uint64_t *base;
    kg_edge *before, *steps;
} kg__walkers;
kg_status kg__chase_gather_cuda(kg__ranks *r, kg__walkers *all);

/* Cuts and joins the ways. table: on the device; count: of cuts. */
kg_status kg__ranks_cut_cuda(kg__ranks *r, const uint64_t *base, uint64_t walkers, kg_edge *before,
    kg_edge *steps, kg__cut_table *table, unsigned *count);

/*
 * The rings of a permutation before[count], on one device: count > 0.
 *
 * least: replaces value[] of each item by the least of its ring.
 * order: for a permutation that is one ring. An item's value is the length of the piece before it;
 * all together are `total`. at: [out] the distance from item 0 to each item. KG_INTERNAL: it is not
 * one ring, or not so long.
 */
kg_status kg__rings_least(kg_context *ctx, uint64_t count, const kg_edge *before, kg_edge *value);
kg_status kg__rings_order(kg_context *ctx, uint64_t count, const kg_edge *before,
    const kg_edge *value, uint64_t total, kg_edge *at);

#endif
