/*
 * Declarations shared by the stages of the CUDA backend.
 *
 * The backend holds pred[m]. Walks start at splitters: one in each block of 2^shift edges, at a
 * place given by a hash of the block's number. So a test for a splitter reads no memory. A walk
 * from one splitter to the next is a segment, numbered by its block. If the walk must begin with a
 * given edge, that edge is the splitter of one more segment, number `blocks`.
 */
#ifndef KG_EULER_CUDA_CUH
#define KG_EULER_CUDA_CUH

#include "../../base/cuda.cuh"
extern "C" {
#include "../euler_ops.h"
}

/* FEW: the most circuits that are joined by cutting the first walk. CUTS: the most cuts that their
 * links and the first edge make. */
enum { KG__FEW = 256, KG__CUTS = 2 * (KG__FEW - 1) + 1 };

/* Edges in a chunk. */
enum { KG__CHUNK = 32 };

typedef unsigned long long kg__counter;

typedef struct kg__chunk_owner {
    kg_edge segment, ordinal;
} kg__chunk_owner;

/*
 * Walked segments, in chunks of the pool. The first `fixed` segments begin in the chunk of their
 * own number. Threads take further chunks as they need them, so the order of these has no meaning.
 * With ranks, a rank's pool numbers the segments that the rank has walked, from 0 on.
 */
typedef struct kg__euler_pool {
    kg__chunk_owner *owner; /* [chunks] */
    kg_edge *edge;          /* [chunks][KG__CHUNK] */
    kg_edge *length;        /* [segments] edges; 0 if the pool does not have the segment */
    kg__counter *used;      /* chunks taken beyond the fixed ones */
    uint64_t chunks, fixed;
} kg__euler_pool;

/* The cuts that stage 7 makes in the walk of stage 3. Cut i is between slot[i] and start[i]; the
 * last cut is before `first`. */
typedef struct kg__euler_cuts {
    unsigned slots;
    kg_edge listed[KG__CUTS], slot[KG__CUTS], start[KG__CUTS];
} kg__euler_cuts;

/* Numbers that stages copy to the host in one transfer. */
typedef struct kg__euler_tally {
    kg__counter circuits, trees;
    kg__counter unbalanced, changed, listed;
    kg_edge apart; /* the smallest edge not connected with edge 0 */
} kg__euler_tally;

/*
 * The circuits and their trees, if circuits are few. Circuits are numbered in order of their
 * labels. A tree has the number of its lowest circuit; its entries are at that number.
 */
typedef struct kg__euler_few {
    unsigned circuits, largest;       /* largest: the tree with most edges in the pool */
    kg_edge at[KG__FEW];              /* labels */
    unsigned tree[KG__FEW];           /* the tree of each circuit */
    unsigned long long size[KG__FEW]; /* edges of each circuit in the pool */
    kg_edge bound[KG__FEW];           /* a tree has no link to other trees below this edge */
    kg_edge best[KG__FEW];            /* a tree's first link from bound on, to any tree */
    kg_edge link[KG__FEW];            /* its first link to another tree, KG_NO_EDGE: not known, */
    unsigned other[KG__FEW];          /* and that tree */
} kg__euler_few;

typedef struct kg__euler_cuda {
    void *workspace;   /* holds all arrays below */
    kg_vertex *source; /* [m] the source of each slot: the targets, sorted */
    kg_edge *pred;     /* [m] */
    void *scratch;     /* for the sort; best[m], far[m] of stage 5; the pool */
    size_t scratch_bytes;
    kg_edge *other; /* [m] the sort's input; circuits' trees; pred' of stage 6, or the pool's end */
    uint32_t *visited; /* bits [m] edges whose circuit has been found */
    uint32_t *window;  /* [WINDOWS] how many of each window's edges are visited, in stage 3 */
    uint32_t *label;   /* bits [m] edges that are the smallest of their circuit */
    uint32_t *chosen;  /* bits [m + 1]: bit e if the link of e - 1 and e is chosen */
    kg_edge *to[2];    /* [segments] the next segment; doubling alternates between the two */
    kg_edge *count[2]; /* [segments] its smallest edge, or its length */
    kg_edge *least;    /* [blocks + 1] the smallest edge of a splitter's circuit */
    kg_edge *next;     /* [blocks + 1] the next segment in stage 3 */
    kg_edge *before;   /* [blocks + 1] the inverse of next, if the pool has the segment */
    kg__euler_pool pool;
    bool recorded; /* the pool has the walk of stage 3, and few links are chosen */
    kg__euler_cuts *cuts;
    unsigned long long *cut; /* [blocks + 1] the first cut in a segment */
    kg__euler_few *few;
    kg__euler_tally *tally;
    kg_edge blocks;
    unsigned shift;
} kg__euler_cuda;

/* Returns whether edges e - 1 and e share a row. */
static __device__ __forceinline__ bool kg__d_shares_row(const kg_vertex *source, uint64_t e)
{
    return e > 0 && source[e] == source[e - 1];
}

static __device__ __forceinline__ bool kg__d_bit(const uint32_t *bits, kg_edge i)
{
    return bits[i >> 5] >> (i & 31) & 1;
}

/* Returns the splitter of a block. It may lie past the last edge. */
static __host__ __device__ __forceinline__ kg_edge kg__splitter(kg_edge block, unsigned shift)
{
    uint32_t hash = (uint32_t)block * 2654435769u;

    return (block << shift) + (hash >> (32 - shift));
}

static __device__ __forceinline__ bool kg__d_is_splitter(kg_edge e, unsigned shift)
{
    return e == kg__splitter(e >> shift, shift);
}

/* Returns the place of the last number in sorted[count] that is at most x, or 0 if none is. */
template <typename T, typename N, typename X>
static __device__ __forceinline__ N kg__d_find(const T *sorted, N count, X x)
{
    N low = 0, high = count;

    while (high - low > 1) {
        const N middle = low + (high - low) / 2;

        if (sorted[middle] <= x)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Returns how many numbers in sorted[count] are below x. */
template <typename T>
static __device__ __forceinline__ uint64_t kg__d_below(const T *sorted, uint64_t count, uint64_t x)
{
    uint64_t low = 0, high = count;

    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;

        if (sorted[middle] < x)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

template <typename T> static __device__ __forceinline__ void kg__atomic_min(T *at, T value)
{
    if constexpr (sizeof(T) == 8)
        atomicMin((kg__counter *)at, (kg__counter)value);
    else
        atomicMin(at, value);
}

/* Lowers a word to a value. If many threads offer values, most of them only read the word. */
template <typename T> static __device__ __forceinline__ void kg__d_offer(T *least, T value)
{
    if (kg__atomic_load(least) > value)
        kg__atomic_min(least, value);
}

static inline kg__euler_cuda *kg__euler_state(kg__euler_work *w)
{
    return (kg__euler_cuda *)w->state;
}

/* Adds one for each lane that calls this at the same time, by a single operation. Returns a number
 * of its own to each. */
static __device__ __forceinline__ kg__counter kg__d_draw(kg__counter *counter)
{
    const unsigned lanes = __activemask(), lane = threadIdx.x % 32;
    const unsigned first = (unsigned)__ffs((int)lanes) - 1;
    kg__counter number = 0;

    if (lane == first)
        number = atomicAdd(counter, (kg__counter)__popc(lanes));
    number = __shfl_sync(lanes, number, (int)first);
    return number + (unsigned)__popc(lanes & ((1u << lane) - 1));
}

/* Records a segment in the pool, 16 bytes at a time. */
enum { KG__HELD = 16 / sizeof(kg_edge) };
typedef struct alignas(16) kg__recorder {
    kg_edge held[KG__HELD];
    kg_edge *at; /* where the next 16 bytes are written; NULL: the pool has no chunk left */
} kg__recorder;

/* Writes the 16 bytes held. If fewer edges are held, the bytes after them are never read. */
static __device__ __forceinline__ void kg__record_held(kg__recorder *r)
{
#if KG_EDGE_BITS == 64
    *(ulonglong2 *)r->at = make_ulonglong2(r->held[0], r->held[1]);
#else
    *(uint4 *)r->at = make_uint4(r->held[0], r->held[1], r->held[2], r->held[3]);
#endif
    r->at += KG__HELD;
}

/* Records e as edge number n of a segment. bounded: the pool may run out of chunks, which the host
 * detects by `used`. The walk on one GPU needs fewer registers without these checks. */
template <bool bounded>
static __device__ __forceinline__ void kg__record(
    const kg__euler_pool *pool, kg__recorder *r, kg_edge segment, kg_edge n, kg_edge e)
{
    if (n % KG__CHUNK == 0) {
        const uint64_t chunk =
            n == 0 && segment < pool->fixed
                ? segment
                : pool->fixed + (bounded ? kg__d_draw(pool->used) : atomicAdd(pool->used, 1ull));

        r->at = NULL;
        if (!bounded || chunk < pool->chunks) {
            pool->owner[chunk] = {segment, n / KG__CHUNK};
            r->at = pool->edge + chunk * KG__CHUNK;
        }
    }
#pragma unroll
    for (int i = 0; i < KG__HELD; i++)
        r->held[i] = n % KG__HELD == i ? e : r->held[i];
    if (n % KG__HELD == KG__HELD - 1 && (!bounded || r->at))
        kg__record_held(r);
}

/* Called after the last of n edges. */
template <bool bounded>
static __device__ __forceinline__ void kg__record_end(kg__recorder *r, kg_edge n)
{
    if (n % KG__HELD && (!bounded || r->at))
        kg__record_held(r);
}

/* Returns the end of the pool's edges, if the pool has not run out of chunks. */
static __device__ __forceinline__ uint64_t kg__d_pool_end(const kg__euler_pool *pool)
{
    return (pool->fixed + *pool->used) * KG__CHUNK;
}

/* Returns edge i of the pool. KG_NO_EDGE: there is none. */
static __device__ __forceinline__ kg_edge kg__d_recorded(const kg__euler_pool *pool, uint64_t i)
{
    const uint64_t chunk = i / KG__CHUNK;
    kg__chunk_owner owner;

    if (i >= kg__d_pool_end(pool))
        return KG_NO_EDGE;
    owner = pool->owner[chunk];
    return owner.ordinal * KG__CHUNK + i % KG__CHUNK < pool->length[owner.segment] ? pool->edge[i]
                                                                                   : KG_NO_EDGE;
}

/* Calls act(edge(i), i) for each i < end for which edge(i) is not KG_NO_EDGE. All threads of a grid
 * of any size call it. Each thread waits for several i at a time. */
template <typename edges, typename acts>
static __device__ __forceinline__ void kg__d_each(uint64_t end, edges edge, acts act)
{
    enum { AHEAD = 4 };
    const uint64_t stride = (uint64_t)gridDim.x * blockDim.x;

    for (uint64_t i = kg__item(); i < end; i += AHEAD * stride) {
        kg_edge e[AHEAD];

        for (unsigned k = 0; k < AHEAD; k++)
            e[k] = i + k * stride < end ? edge(i + k * stride) : KG_NO_EDGE;
        for (unsigned k = 0; k < AHEAD; k++)
            if (e[k] != KG_NO_EDGE)
                act(e[k], i + k * stride);
    }
}

/* A launch for any number of items, including 0. */
#define KG_LAUNCH_ANY(ctx, kernel, items, ...)                                                     \
    ((items) != 0 ? KG_LAUNCH(ctx, kernel, items, __VA_ARGS__) : KG_OK)

/* Returns how many blocks of KG__BLOCK threads fill the device. */
static inline unsigned kg__full_grid(const kg_context *ctx)
{
    return (unsigned)kg__cuda_of(ctx)->processors * 8;
}

/*
 * Walks p[] from every splitter, and from `first` unless it is KG_NO_EDGE. Fills the pool and
 * to[0]. With `least`, for stage 3, it leaves out circuits that have been visited, fills next and
 * before, and puts each segment's smallest edge into count[0]. Without it, count[0] gets each
 * segment's length. mark: with `least`, also sets the visited bits.
 */
kg_status kg__euler_walk_segments(
    kg__euler_work *w, const kg_edge *p, kg_edge first, bool least, bool mark);

/* Writes the walk from the pool, to[0] and count[0]. All segments must be one list, which ends at
 * the last segment. */
kg_status kg__euler_write_walk(kg__euler_work *w, uint64_t segments);

/* Pointer doubling. Item i leads to item to[0][i]; an end leads to itself. value[0][i] becomes the
 * sum, or else the minimum, of the values from item i on. For a sum, an end has the value 0. The
 * second arrays, [count] each, are scratch, and may change places with the first. */
kg_status kg__euler_double(
    kg_context *ctx, kg_edge *to[2], kg_edge *value[2], uint64_t count, bool sums);

/* Computes pred' of `count` slots, all of them or those of a rank. linked: the slot after them is
 * linked with the last one; first is then its pred. begin: if the first slot is linked with the one
 * before it, pred of the slot with which their run begins. */
kg_status kg__euler_swip(kg_context *ctx, kg_edge *new_pred, const kg_edge *pred,
    const uint32_t *chosen, uint64_t count, bool linked, kg_edge first, kg_edge begin);

/* Stage 7 if the walk of stage 3 was recorded. */
kg_status kg__euler_cut_walk(kg__euler_work *w);
/* Stage 7 otherwise: walks all edges again. */
kg_status kg__euler_walk_again(kg__euler_work *w);

/* Stage 5 if circuits are few, after their free links: chooses the other links of the forest.
 * tally: the number of trees left. A number other than 1 means that the search has given up. */
kg_status kg__euler_join_few(kg__euler_work *w, kg__euler_tally *tally);

/* label: bits of `count` edges from lo on. Sets the bits of the segments' labels, least[], which is
 * KG_NO_EDGE for a block without a segment. */
kg_status kg__euler_set_labels(kg_context *ctx, uint32_t *label, const kg_edge *least,
    uint64_t segments, uint64_t lo, uint64_t count);

/* Replaces tree[count], the tree of each label, by its root. label: bits; NULL: all are labels.
 * counter: on the device. */
kg_status kg__euler_flatten(
    kg_context *ctx, kg_edge *tree, const uint32_t *label, uint64_t count, kg__counter *counter);

/* circuit[e], [m]: the smallest edge of each edge's circuit. After stage 3. */
kg_status kg__euler_label(kg__euler_work *w, kg_edge *circuit);

/* new_row[count]: the row offsets from vertex `first` on, with one more edge in the row of vertex
 * `source`. */
kg_status kg__euler_insert_row(kg_context *ctx, kg_edge *new_row, const kg_edge *row,
    uint64_t count, uint64_t first, uint64_t source);

/* Returns how many bits the numbers of `vertices` vertices need. */
static inline int kg__vertex_bits(uint64_t vertices)
{
    int bits = 1;

    while (bits < 32 && vertices - 1 >> bits)
        bits++;
    return bits;
}

/* Rows, and the edges that lead to them. */
typedef struct kg__pairs {
    const kg_edge *row;          /* [rows + 1] */
    const kg_vertex *target;     /* [edges] numbers of rows, sorted */
    uint64_t rows, slots, edges; /* slots: in these rows */
    uint64_t first, vertex;      /* the first slot; the first row's vertex */
} kg__pairs;

/* Stage 1: adds the vertices that are not balanced to the witness. counter: on the device. */
kg_status kg__euler_compare_degrees(
    kg_context *ctx, kg_euler_witness *no, kg__counter *counter, const kg__pairs *pairs);

/* Adds vertex v to the witness unless its degrees are equal. */
void kg__euler_add_witness(kg_euler_witness *no, uint64_t v, uint64_t out, uint64_t in);

/* Returns in *bytes the scratch memory for sorting m edges. */
kg_status kg__euler_sort_bytes(kg_context *ctx, size_t *bytes, kg_edge m, kg_vertex n);

#endif
