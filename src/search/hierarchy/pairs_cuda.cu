/*
 * The distances of many pairs on CUDA.
 *
 * In:   pairs of vertices; the arcs and labels of a hierarchy.
 * Out:  the length of the shortest path of each pair, on the host: see hierarchy_ops.h.
 * How:  the labels of both ends have the highest vertex of a shortest path in common. A warp takes
 *       a pair. It copies the hubs of the second end to shared memory, and looks up those of the
 *       first by binary search. The labels are those of all vertices, which stay on the device, or
 *       those of the ends of a piece of the pairs: see vertex_labels_cuda.cuh. If a label is too
 *       large, the CPU searches for that pair afterwards, as it does for all pairs of a hierarchy
 *       without labels.
 * Cost: a pair of roads reads some 550 hubs of 4 bytes. Both ends have some 70 of them in common,
 *       and each of those takes two more reads of 8 bytes. Pairs take 8 bytes to the device and 8
 *       back. Labels of the ends of a piece are allocated after their size is known, so the host
 *       waits for each piece.
 *
 * Deterministic: a distance is the least of exact sums, in whatever order.
 *
 * I. Abraham et al., "A hub-based labeling algorithm" (see label.c).
 */
#include "vertex_labels_cuda.cuh"

/* WARPS: of a block; 8 blocks fill a processor. ROOM: hubs of the second end that are looked up at
 * once; on roads of a million crossings none of 40,000 labels had more than 436. PIECE: pairs of a
 * launch. MADE: the same if the labels of their ends are made, which take some 440 MB on roads.
 * SPARED: 1 / SPARED of the free memory is left to others. */
enum { LANES = 32, WARPS = 8, BLOCKS = 8, ROOM = 512, PIECE = 1 << 22, MADE = 1 << 16, SPARED = 4 };

static const unsigned ALL_LANES = 0xffffffff;

/* The label of one end of a pair. */
typedef struct label {
    const kg_vertex *hub;
    const uint64_t *units;
    unsigned count;
} label;

static __device__ __forceinline__ label label_of(const kg__vertex_labels &l, uint64_t i)
{
    const uint64_t first = l.row[i];

    return {l.hub + first, l.units + first, (unsigned)(l.row[i + 1] - first)};
}

/* Copies hubs to shared memory, followed by KG_NO_VERTEX up to a power of 2, which it returns. */
static __device__ __forceinline__ unsigned copy(
    kg_vertex *s_hub, const kg_vertex *hub, unsigned count)
{
    const unsigned size = count > 1 ? 1u << (32 - __clz((int)count - 1)) : 1;

#pragma unroll 4
    for (unsigned i = threadIdx.x % LANES; i < size; i += LANES)
        s_hub[i] = i < count ? hub[i] : KG_NO_VERTEX;
    __syncwarp();
    return size;
}

/* The index of the last of `size` hubs that is at most `hub`; or 0. */
static __device__ __forceinline__ unsigned find(
    const kg_vertex *s_hub, unsigned size, kg_vertex hub)
{
    unsigned at = 0;

    for (unsigned step = size / 2; step; step /= 2)
        at += s_hub[at + step] <= hub ? step : 0;
    return at;
}

/* The least sum by a hub that both labels have, or KG__FAR. Each lane returns its own. */
static __device__ __forceinline__ uint64_t meet(const label &a, const label &b, kg_vertex *s_hub)
{
    uint64_t best = KG__FAR;

    for (unsigned base = 0; base < b.count; base += ROOM) {
        const unsigned size =
            copy(s_hub, b.hub + base, b.count - base < ROOM ? b.count - base : ROOM);

        for (unsigned k = threadIdx.x % LANES; k < a.count; k += LANES) {
            const kg_vertex hub = a.hub[k];
            const unsigned at = find(s_hub, size, hub);

            if (s_hub[at] == hub) {
                const uint64_t sum = a.units[k] + b.units[base + at];

                best = sum < best ? sum : best;
            }
        }
        __syncwarp();
    }
    return best;
}

/* Warp p owns pair p. from, to: the indices of its ends' labels; NULL: p. length: [pairs] NAN for
 * pairs whose labels are too large. */
static __global__ void __launch_bounds__(WARPS *LANES, BLOCKS)
    k_hierarchy_pairs(kg__vertex_labels starts, kg__vertex_labels ends, const kg_vertex *from,
        const kg_vertex *to, uint64_t pairs, double unit, double *length)
{
    __shared__ kg_vertex s_hub[WARPS][ROOM];
    const uint64_t p = kg__item() / LANES;
    uint64_t best;
    label a, b;

    if (p >= pairs)
        return;
    a = label_of(starts, from ? from[p] : p);
    b = label_of(ends, to ? to[p] : p);
    best = meet(a, b, s_hub[threadIdx.x / LANES]);
    for (unsigned step = LANES / 2; step; step /= 2) {
        const uint64_t other = __shfl_xor_sync(ALL_LANES, best, step);

        best = other < best ? other : best;
    }
    if (threadIdx.x % LANES == 0)
        length[p] = !a.count || !b.count ? NAN : best < KG__FAR ? (double)best * unit : INFINITY;
}

/* ---- the host's part ------------------------------------------------------------------------- */

/* The pairs of a launch on the device. */
typedef struct piece {
    uint64_t room; /* pairs of the largest piece */
    kg_vertex *from, *to;
    double *length;
    kg__vertex_labels kept[2], made[2]; /* of all vertices, by side; of the pairs, by end */
    bool are_kept;
} piece;

/* Chooses the size of a piece so that the labels of its ends fit, however large they are. */
static kg_status choose_room(const kg__vertex_pairs *p, piece *w)
{
    const uint64_t each =
        2 * (KG__MOST_ENTRIES * KG__ENTRY_BYTES + sizeof *w->made->row + sizeof *w->length);
    uint64_t left, most = w->are_kept ? PIECE : MADE;
    kg_status status = KG_OK;

    if (!w->are_kept) {
        KG_TRY(kg__device_left(p->h->ctx, &left, SPARED));
        most = left / each < most ? left / each : most;
        most = most ? most : 1;
    }
    w->room = p->count < most ? p->count : most;
out:
    return status;
}

static kg_status search(kg_hierarchy *h, piece *w, uint64_t pairs)
{
    kg_context *ctx = h->ctx;
    const int other = kg__other_side(h, 0);
    const unsigned blocks = (unsigned)((pairs + WARPS - 1) / WARPS);
    kg_status status = KG_OK;

    if (!w->are_kept) {
        KG_TRY(kg__vertex_labels_make(h, 0, w->from, pairs, &w->made[0]));
        KG_TRY(kg__vertex_labels_make(h, other, w->to, pairs, &w->made[1]));
    }
    kg__stage(ctx, "search");
    KG_TRY(KG_LAUNCH_SHAPED(ctx, k_hierarchy_pairs, blocks, WARPS * LANES, 0,
        w->are_kept ? w->kept[0] : w->made[0], w->are_kept ? w->kept[other] : w->made[1],
        w->are_kept ? w->from : NULL, w->are_kept ? w->to : NULL, pairs, h->unit_of_labels,
        w->length));
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
    piece w = {};
    kg_status status;

    if (!kg__has_vertex_labels(p->h))
        return kg__hierarchy_pairs_cpu(p);
    KG_TRY(kg__vertex_labels_keep(p->h, p->count, w.kept, &w.are_kept));
    KG_TRY(choose_room(p, &w));
    KG_TRY(kg__allocate(ctx, &w.from, w.room, sizeof *w.from, "pairs"));
    KG_TRY(kg__allocate(ctx, &w.to, w.room, sizeof *w.to, "pairs"));
    KG_TRY(kg__allocate(ctx, &w.length, w.room, sizeof *w.length, "distances"));
    for (uint64_t at = 0; at < p->count; at += w.room) {
        const uint64_t some = p->count - at < w.room ? p->count - at : w.room;

        kg__stage(ctx, "upload");
        KG_TRY(memory->upload(ctx, w.from, p->from + at, some * sizeof *w.from));
        KG_TRY(memory->upload(ctx, w.to, p->to + at, some * sizeof *w.to));
        KG_TRY(search(p->h, &w, some));
        kg__stage(ctx, "download");
        KG_TRY(memory->download(ctx, p->length + at, w.length, some * sizeof *w.length));
        KG_TRY(kg__progress(ctx, "finding distances", at + some, p->count));
    }
    KG_TRY(search_rest(p));
out:
    kg__vertex_labels_free(ctx, &w.made[0]);
    kg__vertex_labels_free(ctx, &w.made[1]);
    kg__free_all(ctx, w.from, w.to, w.length);
    return status;
}
