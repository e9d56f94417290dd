/*
 * The distances of many pairs on CUDA.
 *
 * In:   pairs of vertices; the arcs and labels of a hierarchy, on the device from the first call
 *       on.
 * Out:  the length of the shortest path of each pair, on the host: see hierarchy_ops.h.
 * How:  a warp takes a pair. It goes up from both ends to the places that have labels. Arcs lead to
 *       lower places, so the highest numbers go first and no place is visited twice. The labels
 *       reached from the first end enter a table of hubs in shared memory, which those reached from
 *       the other end look up. Lanes share the places of a climb, and the entries of a label. If a
 *       climb or the hubs do not fit, the CPU searches for that pair afterwards, as it does for all
 *       pairs of a hierarchy without labels.
 * Cost: two climbs of some 7 places on roads, whose arcs are loads that depend on each other, and
 *       some 20 labels of 200 entries, 8 bytes each. Pairs take 8 bytes to the device and 8 back.
 *
 * Deterministic: a distance is the least of exact sums, in whatever order.
 *
 * I. Abraham et al., "A hub-based labeling algorithm" (see label.c).
 */
#include "hierarchy_cuda.cuh"

/* WARPS: of a block, so that 5 blocks fill the shared memory of a processor of an H100, and 20 of
 * its warps hide the loads of each other. REACHED: places of a climb; on roads of a million
 * crossings none of 20,000 had more than 59. SLOTS: hubs of a pair's first end; at most 402 there.
 * PROBES: slots that a hub may be in. PIECE: pairs of one launch. */
enum {
    LANES = 32,
    WARPS = 4,
    BLOCKS = 5,
    REACHED = 96,
    SLOT_BITS = 10,
    SLOTS = 1 << SLOT_BITS,
    PROBES = 128,
    PIECE = 1 << 22
};

static const unsigned ALL_LANES = 0xffffffff;

/* A slot has the hub in its upper bits, and the units of its distance below. */
enum { UNIT_BITS = 48, MOST_HUBS = 1 << (64 - UNIT_BITS) };
static const unsigned long long EMPTY = ~0ull, UNITS = (1ull << UNIT_BITS) - 1;

/* The arrays of a hierarchy on the device, by the end of a pair from which they are used. */
typedef struct up {
    const uint32_t *row[2], *label_row[2];
    const kg__arc *arc[2];
    const kg__label *label[2];
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
    climb climb[2];
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
static __device__ __forceinline__ unsigned go_up(const up &u, int end, kg_vertex from, climb *c)
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
        last = u.row[end][left + 1];
        for (uint32_t base = u.row[end][left]; base < last; base += LANES) {
            const uint32_t some = last - base < LANES ? last - base : LANES;
            const bool is_there = own_lane() < some;
            const kg_vertex head = is_there ? u.arc[end][base + own_lane()].head : 0;
            const double length = is_there ? here + u.arc[end][base + own_lane()].length : 0;

            for (uint32_t k = 0; k < some && count <= REACHED; k++)
                count = reach(
                    c, count, __shfl_sync(ALL_LANES, head, k), __shfl_sync(ALL_LANES, length, k));
        }
    }
}

/* The shortest path whose highest place both climbs have reached. Each lane returns its own. */
static __device__ __forceinline__ double meet_below(
    const climb *a, unsigned count, const climb *b, unsigned other)
{
    double best = INFINITY;

    for (unsigned i = own_lane(); i < count; i += LANES)
        for (unsigned k = 0; k < other; k++)
            if (a->place[i] == b->place[k])
                best = fmin(best, a->length[i] + b->length[k]);
    return best;
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

/* The distance of a hub that was entered; otherwise KG__FAR. */
static __device__ __forceinline__ unsigned long long look_up(
    const unsigned long long *slot, kg_vertex hub)
{
    unsigned at = slot_of(hub);

    for (int i = 0; i < PROBES && slot[at] != EMPTY; i++, at = (at + 1) % SLOTS)
        if (slot[at] >> UNIT_BITS == hub)
            return slot[at] & UNITS;
    return KG__FAR;
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
        for (uint32_t k = u.label_row[0][place] + own_lane(); k < u.label_row[0][place + 1];
             k += LANES)
            fits &= enter(slot, u.label[0][k].hub, here + u.label[0][k].units);
    }
    return !__any_sync(ALL_LANES, !fits);
}

/* The shortest path by a hub that was entered. Each lane returns its own. */
static __device__ __forceinline__ double meet_labels(
    const up &u, const climb *c, unsigned count, const unsigned long long *slot)
{
    unsigned long long best = KG__FAR;

    for (unsigned i = 0; i < count; i++) {
        const kg_vertex place = c->place[i];
        const unsigned long long here = units_of(u, c, i);

        if (place >= u.labelled)
            continue;
#pragma unroll 4
        for (uint32_t k = u.label_row[1][place] + own_lane(); k < u.label_row[1][place + 1];
             k += LANES) {
            const unsigned long long to =
                here + u.label[1][k].units + look_up(slot, u.label[1][k].hub);

            best = to < best ? to : best;
        }
    }
    return best < KG__FAR ? (double)best * u.unit : INFINITY;
}

/* Warp p owns pair p. length: [pairs] NAN for pairs without room. */
static __global__ void __launch_bounds__(WARPS *LANES, BLOCKS) k_hierarchy_pairs(
    up u, const kg_vertex *from, const kg_vertex *to, uint64_t pairs, double *length)
{
    __shared__ room s_room[WARPS];
    room *r = &s_room[threadIdx.x / LANES];
    const uint64_t p = kg__item() / LANES;
    unsigned count[2];
    double best = NAN;

    if (p >= pairs)
        return;
    for (unsigned i = own_lane(); i < SLOTS; i += LANES)
        r->slot[i] = EMPTY;
    __syncwarp();
    count[0] = go_up(u, 0, u.place[from[p]], &r->climb[0]);
    count[1] = go_up(u, 1, u.place[to[p]], &r->climb[1]);
    if (count[0] <= REACHED && count[1] <= REACHED &&
        enter_labels(u, &r->climb[0], count[0], r->slot)) {
        __syncwarp();
        best = fmin(meet_below(&r->climb[0], count[0], &r->climb[1], count[1]),
            meet_labels(u, &r->climb[1], count[1], r->slot));
        best = -greatest(-best);
    }
    if (own_lane() == 0)
        length[p] = best;
}

/* ---- the host's part ------------------------------------------------------------------------- */

/* Whether the device can search by the labels. A file may claim more than kg_hierarchy_build()
 * makes. */
static bool has_labels(const kg_hierarchy *h)
{
    return h->labelled && h->labelled <= MOST_HUBS && h->exact && !h->level[1];
}

static kg_status make_resident(kg_hierarchy *h, up *u)
{
    kg_context *ctx = h->ctx;
    const uint64_t n = h->graph->n;
    void **on = h->resident;
    kg_status status = KG_OK;

    kg__stage(ctx, "upload");
    for (int k = 0; k < h->sides; k++) {
        const uint32_t *row = h->row[k], *label_row = h->label_row[k];

        KG_TRY(kg__send(ctx, &on[KG__ON_ROWS + k], row, n + 1, sizeof *row));
        KG_TRY(kg__send(ctx, &on[KG__ON_ARCS + k], h->arc[k], row[n], sizeof(kg__arc)));
        KG_TRY(kg__send(
            ctx, &on[KG__ON_LABEL_ROWS + k], label_row, h->labelled + 1ull, sizeof *label_row));
        KG_TRY(kg__send(
            ctx, &on[KG__ON_LABELS + k], h->label[k], label_row[h->labelled], sizeof(kg__label)));
    }
    KG_TRY(kg__send(ctx, &on[KG__ON_PLACES], h->place, n, sizeof(kg_vertex)));
    for (int end = 0; end < 2; end++) {
        const int k = end ? kg__other_side(h, 0) : 0;

        u->row[end] = (const uint32_t *)on[KG__ON_ROWS + k];
        u->arc[end] = (const kg__arc *)on[KG__ON_ARCS + k];
        u->label_row[end] = (const uint32_t *)on[KG__ON_LABEL_ROWS + k];
        u->label[end] = (const kg__label *)on[KG__ON_LABELS + k];
    }
    u->place = (const kg_vertex *)on[KG__ON_PLACES];
    u->labelled = h->labelled;
    u->unit = h->unit_of_labels;
out:
    return status;
}

/* Searches again, on the CPU, for the pairs that did not fit: their length is NAN. */
static kg_status search_rest(const kg__vertex_pairs *p)
{
    kg_context *ctx = p->h->ctx;
    kg__vertex_pairs rest = {.h = p->h};
    kg_vertex *from = NULL, *to = NULL;
    double *length = NULL;
    uint64_t k = 0;
    kg_status status;

    for (uint64_t i = 0; i < p->count; i++)
        rest.count += p->length[i] != p->length[i];
    if (!rest.count)
        return KG_OK;
    KG_TRY(kg__host_allocate(ctx, &from, rest.count, sizeof *from, "pairs"));
    KG_TRY(kg__host_allocate(ctx, &to, rest.count, sizeof *to, "pairs"));
    KG_TRY(kg__host_allocate(ctx, &length, rest.count, sizeof *length, "distances"));
    for (uint64_t i = 0; i < p->count; i++)
        if (p->length[i] != p->length[i]) {
            from[k] = p->from[i];
            to[k++] = p->to[i];
        }
    rest.from = from;
    rest.to = to;
    rest.length = length;
    KG_TRY(kg__hierarchy_pairs_cpu(&rest));
    k = 0;
    for (uint64_t i = 0; i < p->count; i++)
        if (p->length[i] != p->length[i])
            p->length[i] = length[k++];
out:
    kg__free_all(ctx, from, to, length);
    return status;
}

decl_hierarchy_pairs(kg__hierarchy_pairs_cuda)
{
    kg_context *ctx = p->h->ctx;
    const kg__memory_ops *memory = kg__memory(ctx);
    const uint64_t piece = p->count < PIECE ? p->count : PIECE;
    kg_vertex *from = NULL, *to = NULL;
    double *length = NULL;
    up u = {};
    kg_status status;

    if (!has_labels(p->h))
        return kg__hierarchy_pairs_cpu(p);
    KG_TRY(make_resident(p->h, &u));
    KG_TRY(kg__allocate(ctx, &from, piece, sizeof *from, "pairs"));
    KG_TRY(kg__allocate(ctx, &to, piece, sizeof *to, "pairs"));
    KG_TRY(kg__allocate(ctx, &length, piece, sizeof *length, "distances"));
    for (uint64_t at = 0; at < p->count; at += piece) {
        const uint64_t some = p->count - at < piece ? p->count - at : piece;

        kg__stage(ctx, "upload");
        KG_TRY(memory->upload(ctx, from, p->from + at, some * sizeof *from));
        KG_TRY(memory->upload(ctx, to, p->to + at, some * sizeof *to));
        kg__stage(ctx, "search");
        KG_TRY(KG_LAUNCH_SHAPED(ctx, k_hierarchy_pairs, (unsigned)((some + WARPS - 1) / WARPS),
            WARPS * LANES, 0, u, from, to, some, length));
        kg__stage(ctx, "download");
        KG_TRY(memory->download(ctx, p->length + at, length, some * sizeof *length));
        KG_TRY(kg__progress(ctx, "finding distances", at + some, p->count));
    }
    KG_TRY(search_rest(p));
out:
    kg__free_all(ctx, from, to, length);
    return status;
}
