/*
 * The labels of vertices on CUDA.
 *
 * In:   the arcs and labels of a hierarchy, on the device from the first call on; vertices.
 * Out:  row, hub and units: see vertex_labels_cuda.cuh.
 * How:  a warp takes a vertex. It goes up to the places that have labels. Arcs lead to lower
 *       places, so the highest numbers go first and no place is visited twice. The labels that it
 *       reaches are joined in a table of hubs in shared memory, which is then sorted. The lanes
 *       share the places of the climb, the entries of a label, and the slots of the table. One
 *       launch counts the entries of each vertex, and one writes them: the second does all again,
 *       and takes no memory between them.
 * Cost: twice a climb of some 6 places on roads, whose arcs are loads that depend on each other,
 *       and 10 labels of 200 entries. Some 280 entries of 12 bytes remain.
 *
 * Deterministic: a distance is the least of exact sums, in whatever order.
 *
 * I. Abraham et al., "A hub-based labeling algorithm" (see label.c).
 */
#include "vertex_labels_cuda.cuh"
extern "C" {
#include "../../scan/array_ops.h"
}

/* WARPS: of a block, so that 6 blocks fill the shared memory of a processor of an H100. REACHED:
 * places of a climb; on roads of a million crossings none of 20,000 had more than 59. SLOTS: hubs
 * of a vertex; at most 436 there. PROBES: slots that a hub may be in. SPARED: the part of the free
 * memory that labels of all vertices leave alone is 1 / SPARED. */
enum {
    LANES = 32,
    WARPS = 4,
    BLOCKS = 6,
    REACHED = 96,
    SLOT_BITS = 10,
    SLOTS = 1 << SLOT_BITS,
    PROBES = 128,
    SPARED = 4
};

static_assert((int)KG__MOST_ENTRIES == (int)REACHED + (int)SLOTS, "places and hubs");

static const unsigned ALL_LANES = 0xffffffff;

/* A slot has the hub in its upper bits, and the units of its distance below. */
enum { UNIT_BITS = 48, MOST_HUBS = 1 << (64 - UNIT_BITS) };
static const unsigned long long EMPTY = ~0ull, UNITS = (1ull << UNIT_BITS) - 1;

/* The arrays of one side of a hierarchy on the device. */
typedef struct up {
    const uint32_t *row, *label_row;
    const kg__arc *arc;
    const kg__label *label;
    const kg_vertex *place;
    uint32_t labelled;
    double unit;
} up;

/* The places that a climb has reached. Lane k owns entries k, k + 32, .. */
typedef struct climb {
    kg_vertex place[REACHED];
    double length[REACHED];
} climb;

/* The shared memory of a warp. */
typedef struct room {
    unsigned long long slot[SLOTS];
    climb climb;
} room;

static __device__ __forceinline__ unsigned own_lane(void)
{
    return threadIdx.x % LANES;
}

template <typename T> static __device__ __forceinline__ T greatest(T own)
{
    for (unsigned step = LANES / 2; step; step /= 2) {
        const T other = __shfl_xor_sync(ALL_LANES, own, step);

        own = other > own ? other : own;
    }
    return own;
}

/* Lowers the length of a place, which is appended if it is new. Returns how many there are now;
 * more than REACHED: there is no room. */
static __device__ __forceinline__ unsigned reach(
    climb *c, unsigned count, kg_vertex place, double length)
{
    bool is_old = false;

    for (unsigned i = own_lane(); i < count; i += LANES)
        if (c->place[i] == place) {
            is_old = true;
            c->length[i] = length < c->length[i] ? length : c->length[i];
        }
    if (__any_sync(ALL_LANES, is_old))
        return count;
    if (count < REACHED && count % LANES == own_lane()) {
        c->place[count] = place;
        c->length[count] = length;
    }
    return count + 1;
}

/* The next place to leave, + 1, in the upper half of the result, and its entry in the lower one; or
 * 0. All places from `left` on have been left, and those with labels are not. */
static __device__ __forceinline__ unsigned long long next_of(
    const climb *c, unsigned count, kg_vertex left, uint32_t labelled)
{
    unsigned long long own = 0;

    for (unsigned i = own_lane(); i < count; i += LANES) {
        const unsigned long long entry = (c->place[i] + 1ull) << 32 | i;

        if (c->place[i] < left && c->place[i] >= labelled && entry > own)
            own = entry;
    }
    return greatest(own);
}

/* Goes up from a place to those with labels. Returns how many were reached, or more than REACHED:
 * there is no room. */
static __device__ __forceinline__ unsigned go_up(const up &u, kg_vertex from, climb *c)
{
    unsigned count = reach(c, 0, from, 0);
    kg_vertex left = KG_NO_VERTEX;

    for (;;) {
        const unsigned long long next = next_of(c, count, left, u.labelled);
        uint32_t last;
        double here;

        __syncwarp();
        if (!next || count > REACHED)
            return count;
        left = (kg_vertex)(next >> 32) - 1;
        here = c->length[(uint32_t)next];
        last = u.row[left + 1];
        for (uint32_t base = u.row[left]; base < last; base += LANES) {
            const uint32_t some = last - base < LANES ? last - base : LANES;
            const bool is_there = own_lane() < some;
            const kg_vertex head = is_there ? u.arc[base + own_lane()].head : 0;
            const double length = is_there ? here + u.arc[base + own_lane()].length : 0;

            for (uint32_t k = 0; k < some && count <= REACHED; k++)
                count = reach(
                    c, count, __shfl_sync(ALL_LANES, head, k), __shfl_sync(ALL_LANES, length, k));
        }
    }
}

static __device__ __forceinline__ unsigned slot_of(kg_vertex hub)
{
    return hub * UINT32_C(0x9e3779b1) >> (32 - SLOT_BITS);
}

/* Enters the distance of a hub, or lowers it. Returns false if there is no room. */
static __device__ __forceinline__ bool enter(
    unsigned long long *slot, kg_vertex hub, unsigned long long units)
{
    const unsigned long long own = (unsigned long long)hub << UNIT_BITS | units;
    unsigned at = slot_of(hub);

    for (int i = 0; i < PROBES; i++, at = (at + 1) % SLOTS) {
        unsigned long long seen = kg__atomic_load_near(&slot[at]);

        if (seen == EMPTY)
            seen = atomicCAS(&slot[at], EMPTY, own);
        if (seen == EMPTY)
            return true;
        if (seen >> UNIT_BITS == hub) {
            if (own < seen)
                atomicMin(&slot[at], own);
            return true;
        }
    }
    return false;
}

/* The distance of entry i in units. */
static __device__ __forceinline__ unsigned long long units_of(const up &u, const climb *c, int i)
{
    return (unsigned long long)(c->length[i] / u.unit);
}

/* Enters the labels that were reached. Returns false if there is no room. */
static __device__ __forceinline__ bool enter_labels(
    const up &u, const climb *c, unsigned count, unsigned long long *slot)
{
    bool fits = true;

    for (unsigned i = 0; i < count; i++) {
        const kg_vertex place = c->place[i];
        const unsigned long long here = units_of(u, c, i);

        if (place >= u.labelled)
            continue;
        if (here > UNITS / 2)
            return false;
#pragma unroll 2
        for (uint32_t k = u.label_row[place] + own_lane(); k < u.label_row[place + 1]; k += LANES)
            fits &= enter(slot, u.label[k].hub, here + u.label[k].units);
    }
    return !__any_sync(ALL_LANES, !fits);
}

/* Moves the entered hubs to the front. Returns how many there are. */
static __device__ __forceinline__ unsigned gather(unsigned long long *slot)
{
    unsigned count = 0;

    for (unsigned i = own_lane(); i < SLOTS; i += LANES) {
        const unsigned long long own = slot[i];
        const unsigned there = __ballot_sync(ALL_LANES, own != EMPTY);

        __syncwarp();
        if (own != EMPTY)
            slot[count + __popc(there & ((1u << own_lane()) - 1))] = own;
        count += __popc(there);
    }
    __syncwarp();
    return count;
}

/* Sorts the first slots: a bitonic sort, whose size is a power of 2. */
static __device__ __forceinline__ void sort(unsigned long long *slot, unsigned count)
{
    unsigned size = 1;

    while (size < count)
        size *= 2;
    for (unsigned i = count + own_lane(); i < size; i += LANES)
        slot[i] = EMPTY;
    __syncwarp();
    for (unsigned run = 2; run <= size; run *= 2)
        for (unsigned step = run / 2; step; step /= 2) {
            for (unsigned i = own_lane(); i < size / 2; i += LANES) {
                const unsigned at = 2 * i - (i & (step - 1));
                const unsigned long long a = slot[at], b = slot[at + step];

                if ((a > b) == !(at & run)) {
                    slot[at] = b;
                    slot[at + step] = a;
                }
            }
            __syncwarp();
        }
}

/* How many places without labels a climb has reached that are below `end`. */
static __device__ __forceinline__ unsigned count_below(
    const climb *c, unsigned count, uint32_t labelled, kg_vertex end)
{
    unsigned below = 0;

    for (unsigned i = 0; i < count; i++)
        below += c->place[i] >= labelled && c->place[i] < end;
    return below;
}

/* Warp i owns the label of vertex[i], or of vertex i if vertex is NULL. hub: NULL: the number of
 * entries becomes row[i], 0 if there is no room. Otherwise the entries go to row[i] ..
 * row[i+1]-1. */
static __global__ void __launch_bounds__(WARPS *LANES, BLOCKS) k_vertex_labels(
    up u, const kg_vertex *vertex, uint64_t count, uint64_t *row, kg_vertex *hub, uint64_t *units)
{
    __shared__ room s_room[WARPS];
    room *r = &s_room[threadIdx.x / LANES];
    const uint64_t i = kg__item() / LANES;
    const climb *c = &r->climb;
    unsigned places, hubs = 0;

    if (i >= count || (hub && row[i] == row[i + 1]))
        return;
    for (unsigned k = own_lane(); k < SLOTS; k += LANES)
        r->slot[k] = EMPTY;
    __syncwarp();
    places = go_up(u, u.place[vertex ? vertex[i] : i], &r->climb);
    if (places > REACHED || !enter_labels(u, c, places, r->slot))
        places = 0;
    __syncwarp();
    if (places)
        hubs = gather(r->slot);
    if (!hub) {
        if (own_lane() == 0)
            row[i] = hubs + count_below(c, places, u.labelled, KG_NO_VERTEX);
        return;
    }
    sort(r->slot, hubs);
    for (unsigned k = own_lane(); k < hubs; k += LANES) {
        hub[row[i] + k] = (kg_vertex)(r->slot[k] >> UNIT_BITS);
        units[row[i] + k] = r->slot[k] & UNITS;
    }
    for (unsigned k = own_lane(); k < places; k += LANES)
        if (c->place[k] >= u.labelled) {
            const uint64_t at = row[i] + hubs + count_below(c, places, u.labelled, c->place[k]);

            hub[at] = c->place[k];
            units[at] = units_of(u, c, (int)k);
        }
}

/* ---- the host's part ------------------------------------------------------------------------- */

bool kg__has_vertex_labels(const kg_hierarchy *h)
{
    return h->labelled && h->labelled <= MOST_HUBS && h->exact && !h->level[1];
}

static kg_status make_resident(kg_hierarchy *h, int k, up *u)
{
    kg_context *ctx = h->ctx;
    const uint64_t n = h->graph->n;
    const uint32_t *row = h->row[k], *label_row = h->label_row[k];
    void **on = h->resident;
    kg_status status;

    kg__stage(ctx, "upload");
    KG_TRY(kg__send(ctx, &on[KG__ON_ROWS + k], row, n + 1, sizeof *row));
    KG_TRY(kg__send(ctx, &on[KG__ON_ARCS + k], h->arc[k], row[n], sizeof(kg__arc)));
    KG_TRY(kg__send(
        ctx, &on[KG__ON_LABEL_ROWS + k], label_row, h->labelled + 1ull, sizeof *label_row));
    KG_TRY(kg__send(
        ctx, &on[KG__ON_LABELS + k], h->label[k], label_row[h->labelled], sizeof(kg__label)));
    KG_TRY(kg__send(ctx, &on[KG__ON_PLACES], h->place, n, sizeof(kg_vertex)));
    u->row = (const uint32_t *)on[KG__ON_ROWS + k];
    u->arc = (const kg__arc *)on[KG__ON_ARCS + k];
    u->label_row = (const uint32_t *)on[KG__ON_LABEL_ROWS + k];
    u->label = (const kg__label *)on[KG__ON_LABELS + k];
    u->place = (const kg_vertex *)on[KG__ON_PLACES];
    u->labelled = h->labelled;
    u->unit = h->unit_of_labels;
    kg__stage(ctx, "labels");
out:
    return status;
}

static kg_status launch(
    kg_context *ctx, const up *u, const kg_vertex *vertex, uint64_t count, kg__vertex_labels *l)
{
    return KG_LAUNCH_SHAPED(ctx, k_vertex_labels, (unsigned)((count + WARPS - 1) / WARPS),
        WARPS * LANES, 0, *u, vertex, count, l->row, l->hub, l->units);
}

/* Makes row. */
static kg_status count_entries(
    kg_hierarchy *h, int k, const kg_vertex *vertex, uint64_t count, kg__vertex_labels *l)
{
    kg_context *ctx = h->ctx;
    up u = {};
    kg_status status;

    KG_TRY(make_resident(h, k, &u));
    KG_TRY(kg__allocate(ctx, &l->row, count + 1, sizeof *l->row, "labels"));
    KG_TRY(launch(ctx, &u, vertex, count, l));
    KG_TRY(kg__array_scan_u64_cuda(ctx, l->row, &l->entries, count, l->row, false));
    KG_TRY(kg__memory(ctx)->upload(ctx, l->row + count, &l->entries, sizeof l->entries));
out:
    return status;
}

/* Makes hub and units. */
static kg_status write_entries(
    kg_hierarchy *h, int k, const kg_vertex *vertex, uint64_t count, kg__vertex_labels *l)
{
    kg_context *ctx = h->ctx;
    up u = {};
    kg_status status = KG_OK;

    if (!l->entries)
        return KG_OK;
    KG_TRY(make_resident(h, k, &u));
    KG_TRY(kg__allocate(ctx, &l->hub, l->entries, sizeof *l->hub, "labels"));
    KG_TRY(kg__allocate(ctx, &l->units, l->entries, sizeof *l->units, "labels"));
    KG_TRY(launch(ctx, &u, vertex, count, l));
out:
    return status;
}

void kg__vertex_labels_free(kg_context *ctx, kg__vertex_labels *l)
{
    kg__free_all(ctx, l->row, l->hub, l->units);
    *l = {};
}

kg_status kg__vertex_labels_make(
    kg_hierarchy *h, int k, const kg_vertex *vertex, uint64_t count, kg__vertex_labels *l)
{
    kg_status status;

    kg__vertex_labels_free(h->ctx, l);
    KG_TRY(count_entries(h, k, vertex, count, l));
    KG_TRY(write_entries(h, k, vertex, count, l));
    h->labels_made += count;
out:
    return status;
}

/* ---- labels of all vertices ------------------------------------------------------------------ */

/* The labels of a side that are there; row is made if it is not. */
static kg_status count_kept(kg_hierarchy *h, int k, kg__vertex_labels *l)
{
    const uint64_t n = h->graph->n;
    void **on = h->resident;
    kg_status status = KG_OK;

    *l = {(uint64_t *)on[KG__ON_VERTEX_ROWS + k], (kg_vertex *)on[KG__ON_HUBS + k],
        (uint64_t *)on[KG__ON_UNITS + k], 0};
    if (l->row)
        return kg__cuda_fetch(h->ctx, &l->entries, l->row + n, sizeof l->entries);
    KG_TRY(count_entries(h, k, NULL, n, l));
    on[KG__ON_VERTEX_ROWS + k] = l->row;
out:
    if (status != KG_OK)
        kg__vertex_labels_free(h->ctx, l);
    return status;
}

static kg_status write_kept(kg_hierarchy *h, int k, kg__vertex_labels *l)
{
    kg_status status = KG_OK;

    if (l->hub)
        return KG_OK;
    KG_TRY(write_entries(h, k, NULL, h->graph->n, l));
    h->resident[KG__ON_HUBS + k] = l->hub;
    h->resident[KG__ON_UNITS + k] = l->units;
out:
    if (status != KG_OK)
        kg__free_all(h->ctx, l->hub, l->units);
    return status;
}

kg_status kg__vertex_labels_keep(
    kg_hierarchy *h, uint64_t pairs, kg__vertex_labels *labels, bool *are_kept)
{
    const uint64_t all = h->graph->n * (uint64_t)h->sides;
    const bool are_counted = h->resident[KG__ON_VERTEX_ROWS];
    uint64_t left, need = 0;
    kg_status status = KG_OK;

    *are_kept = false;
    if (!are_counted && h->labels_made + 2 * pairs < all)
        return KG_OK;
    KG_TRY(kg__device_left(h->ctx, &left, SPARED));
    if (!are_counted && left < all * (sizeof *labels->row + KG__ENTRY_BYTES))
        return KG_OK;
    for (int k = 0; k < h->sides; k++) {
        KG_TRY(count_kept(h, k, &labels[k]));
        need += labels[k].hub ? 0 : labels[k].entries * KG__ENTRY_BYTES;
    }
    KG_TRY(kg__device_left(h->ctx, &left, SPARED));
    if (need > left)
        return KG_OK;
    for (int k = 0; k < h->sides; k++)
        KG_TRY(write_kept(h, k, &labels[k]));
    *are_kept = true;
out:
    return status;
}
