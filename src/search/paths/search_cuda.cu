/*
 * Distances on CUDA.
 *
 * In:  the rows and lengths of a graph on the device; sources, goals, limit.
 * Out: distance[n] on the device and on the host.
 * How: near and far. Vertices whose distance fell below a threshold are near; they are expanded
 *      round by round, all at once. Vertices that fell to the threshold or more wait in the far
 *      pile. When no vertex is near, the threshold rises to the least distance of the pile plus
 *      `width`, and the pile is split. With lengths of 1 all vertices are near: a breadth-first
 *      search.
 *      A distance is lowered by an atomic minimum of its bits, which sort like the numbers.
 *      A vertex is in a queue at most once: a mark keeps the round, or the split, of its last
 *      insertion.
 *      A warp takes up to 32 vertices, but few enough that no warp is idle. Its lanes share all of
 *      their entries evenly.
 * Cost: some 32 bytes a vertex. All rounds are one cooperative kernel, with one barrier a round and
 *      two a split. The kernel returns to the host after ROUNDS of them, for the progress function.
 *
 * The result is defined by the graph alone, although the rounds are not.
 *
 * After A. Davidson, S. Baxter, M. Garland, J. Owens, "Work-efficient parallel GPU methods for
 * single-source shortest paths", IPDPS 2014, which does not order the pile further, either.
 */
#include "../../csr/csr_cuda.cuh"
extern "C" {
#include "paths_ops.h"
}
#include <cooperative_groups.h>

/* WORKERS, RESIDENT: a round of few vertices takes as long as its barrier, which takes longer with
 * more blocks. WATCHED: each thread watches at most this many goals, and sees when they are
 * reached. With more goals the search goes on to its end. */
enum { WORKERS = 1024, RESIDENT = 1, ROUNDS = 4096, LANES = 32, WATCHED = 4096 };

/* The first threshold's step, in mean lengths divided by the mean degree. Later the step doubles if
 * the rounds expand on average fewer than one vertex for FEW threads, as such rounds would take no
 * longer with more. It halves if they expand more than one vertex a thread. A simulation of the
 * rounds: on random graphs steps of 8, 32 and 64 expand each vertex 1.2, 2.5 and 3 times; on grids
 * of roads 1.03 times at 8 or 32, 1.6 at 1024, with 40 % fewer rounds than at 8. */
static const double WIDTH = 8;
enum { FEW = 16 };

static const unsigned ALL_LANES = 0xffffffff;
static const unsigned long long NOTHING = ~0ull;

/* Counters that all blocks share. Each is cleared while no block reads it. */
typedef struct tally {
    unsigned near[3]; /* [round % 3] entries of the queue of a round */
    unsigned far[2];
    unsigned long long least[3]; /* [split % 3] the least distance in the pile */
} tally;

/* The state between two rounds. Each thread has its own copy. */
typedef struct run {
    unsigned long long threshold; /* bits of a distance */
    uint64_t reached;             /* the goals before this one are final */
    unsigned count;               /* of vertices to expand */
    unsigned side, pile;          /* the current one of two queues, and of two piles */
    unsigned round, splits;
    uint64_t expanded; /* vertices since the pile was split; `rounds`: the rounds since then */
    unsigned rounds;
    double width; /* of the step from one threshold to the next */
    bool done;
} run;

/* The data of the kernel; all pointers are to device memory. */
typedef struct search {
    uint64_t n, goals; /* goals: those that the kernel watches */
    const kg_edge *row;
    const kg_vertex *col;
    const void *length;
    const kg_vertex *goal;
    double limit;
    unsigned long long *distance; /* [n] bits */
    kg_vertex *near[2], *far[2];  /* [n] each */
    unsigned *near_mark;          /* [n] 1 + the round for which the vertex was last queued */
    unsigned *far_mark;           /* [n] 1 + the split until which the vertex is in the pile */
    tally *tallies;
    run *last;
} search;

static __device__ __forceinline__ double length_at(const float *length, uint64_t i)
{
    return (double)__ldg(&length[i]);
}

static __device__ __forceinline__ double length_at(const double *length, uint64_t i)
{
    return __ldg(&length[i]);
}

/* Each length is 1. */
static __device__ __forceinline__ double length_at(const uint8_t *, uint64_t)
{
    return 1;
}

static __device__ __forceinline__ unsigned long long bits_of(double distance)
{
    return (unsigned long long)__double_as_longlong(distance);
}

static __device__ __forceinline__ double distance_of(unsigned long long bits)
{
    return __longlong_as_double((long long)bits);
}

/* A queue, and the number of vertices in it. */
typedef struct list {
    kg_vertex *vertex;
    unsigned *count;
} list;

/* For a whole warp: appends each lane's vertex to one list, to the other, or to neither. Lane 0
 * reserves space in the one list and lane 1 in the other, both at once. */
static __device__ __forceinline__ void append(
    list one, bool to_one, list other, bool to_other, kg_vertex v)
{
    const unsigned lane = threadIdx.x % LANES, before = (1u << lane) - 1;
    const unsigned ones = __ballot_sync(ALL_LANES, to_one);
    const unsigned others = __ballot_sync(ALL_LANES, to_other);
    const unsigned more = (unsigned)__popc(lane ? others : ones);
    unsigned at = 0;

    if (lane < 2 && more)
        at = atomicAdd(lane ? other.count : one.count, more);
    if (ones | others) {
        const unsigned at_one = __shfl_sync(ALL_LANES, at, 0);
        const unsigned at_other = __shfl_sync(ALL_LANES, at, 1);

        if (to_one)
            one.vertex[at_one + (unsigned)__popc(ones & before)] = v;
        if (to_other)
            other.vertex[at_other + (unsigned)__popc(others & before)] = v;
    }
}

/* Offers a path to vertex v. Returns whether it is shorter than all before. look: reads the
 * distance first, which takes longer but saves atomic operations. */
static __device__ __forceinline__ bool lower(
    unsigned long long *distance, unsigned long long to, bool look)
{
    return (!look || to < kg__atomic_load(distance)) && to < atomicMin(distance, to);
}

/* Warp w owns vertices w * each, ... of the queue, in a grid-stride loop. */
template <typename L> static __device__ void expand(const search *s, const run *r)
{
    const unsigned lane = threadIdx.x % LANES;
    const uint64_t warps = (uint64_t)gridDim.x * blockDim.x / LANES;
    const uint64_t share = (r->count + warps - 1) / warps;
    const uint64_t each = share < LANES ? share : LANES;
    const bool look = r->count > warps;
    const kg_vertex *queue = s->near[r->side];
    const list near = {s->near[r->side ^ 1], &s->tallies->near[(r->round + 1) % 3]};
    const list far = {s->far[r->pile], &s->tallies->far[r->pile]};

    for (uint64_t first = kg__item() / LANES * each; first < r->count; first += warps * each) {
        const bool own = lane < each && first + lane < r->count;
        const kg_vertex u = own ? __ldcg(&queue[first + lane]) : 0;
        const unsigned long long here = own ? kg__atomic_load(&s->distance[u]) : 0;
        const uint64_t begin = own ? __ldg(&s->row[u]) : 0;
        const uint64_t degree = own ? __ldg(&s->row[(uint64_t)u + 1]) - begin : 0;
        uint64_t end = degree, total; /* end: the end of this lane's entries among the warp's */

        for (unsigned step = 1; step < LANES; step *= 2) {
            const uint64_t before = __shfl_up_sync(ALL_LANES, end, step);

            end += lane >= step ? before : 0;
        }
        total = __shfl_sync(ALL_LANES, end, LANES - 1);
        for (uint64_t k = lane; k - lane < total; k += LANES) {
            unsigned owner = 0;
            unsigned long long there = NOTHING;
            bool to_near = false, to_far = false;
            kg_vertex v = 0;
            uint64_t i;

            for (unsigned step = LANES / 2; step; step /= 2)
                if (__shfl_sync(ALL_LANES, end, owner + step - 1) <= k)
                    owner += step;
            i = __shfl_sync(ALL_LANES, begin + degree - end, owner) + k;
            there = __shfl_sync(ALL_LANES, here, owner);
            if (k < total) {
                const double sum = distance_of(there) + length_at((const L *)s->length, i);

                v = __ldg(&s->col[i]);
                there = bits_of(sum);
                if (sum <= s->limit && lower(&s->distance[v], there, look)) {
                    to_near = there < r->threshold &&
                              atomicExch(&s->near_mark[v], r->round + 1) != r->round + 1;
                    to_far = there >= r->threshold &&
                             atomicExch(&s->far_mark[v], r->splits + 1) != r->splits + 1;
                }
            }
            append(near, to_near, far, to_far, v);
        }
    }
}

/* Warp w owns entries 32 w, ... of the pile, in a grid-stride loop. Entries that are nearer than
 * the threshold have already been expanded. */
static __device__ void find_least(const search *s, const run *r, unsigned count)
{
    const unsigned lane = threadIdx.x % LANES;
    unsigned long long least = NOTHING;

    for (uint64_t i = kg__item(); i < count; i += (uint64_t)gridDim.x * blockDim.x) {
        const unsigned long long d = kg__atomic_load(&s->distance[__ldcg(&s->far[r->pile][i])]);

        if (d >= r->threshold && d < least)
            least = d;
    }
    for (unsigned step = LANES / 2; step; step /= 2) {
        const unsigned long long other = __shfl_xor_sync(ALL_LANES, least, step);

        least = other < least ? other : least;
    }
    if (lane == 0 && least != NOTHING)
        atomicMin(&s->tallies->least[r->splits % 3], least);
}

/* Owners as in find_least(). Splits the pile at a new threshold. r: the state before the split. */
static __device__ void split(
    const search *s, const run *r, unsigned count, unsigned long long threshold)
{
    const uint64_t step = (uint64_t)gridDim.x * blockDim.x;
    const list near = {s->near[r->side], &s->tallies->near[r->round % 3]};
    const list far = {s->far[r->pile ^ 1], &s->tallies->far[r->pile ^ 1]};

    for (uint64_t i = kg__item(); i - threadIdx.x % LANES < count; i += step) {
        const kg_vertex v = i < count ? __ldcg(&s->far[r->pile][i]) : 0;
        const unsigned long long d = i < count ? kg__atomic_load(&s->distance[v]) : 0;
        const bool waits = d >= r->threshold && i < count;

        if (waits && d >= threshold)
            s->far_mark[v] = r->splits + 2;
        append(near, waits && d < threshold, far, waits && d >= threshold, v);
    }
}

/* Widens or narrows the step according to the vertices that the rounds since the last split
 * expanded. */
static __device__ void adapt(run *r)
{
    const uint64_t threads = (uint64_t)gridDim.x * blockDim.x, rounds = r->rounds;

    if (r->expanded * FEW < threads * rounds)
        r->width *= 2;
    else if (r->expanded > threads * rounds)
        r->width /= 2;
    r->expanded = r->rounds = 0;
}

/* Raises the threshold when no vertex is near. Returns false if the search has ended. */
static __device__ bool go_farther(const search *s, run *r)
{
    const cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    const unsigned count = __ldcg(&s->tallies->far[r->pile]);
    unsigned long long least, threshold;

    if (!count)
        return false;
    if (kg__item() == 0) {
        s->tallies->far[r->pile ^ 1] = 0;
        s->tallies->least[(r->splits + 1) % 3] = NOTHING;
    }
    find_least(s, r, count);
    grid.sync();
    least = __ldcg(&s->tallies->least[r->splits % 3]);
    while (r->reached < s->goals && kg__atomic_load(&s->distance[s->goal[r->reached]]) < least)
        r->reached++;
    if (least == NOTHING || (s->goals && r->reached == s->goals))
        return false;
    adapt(r);
    threshold = bits_of(distance_of(least) + r->width);
    threshold = threshold > least ? threshold : least + 1;
    split(s, r, count, threshold);
    grid.sync();
    r->threshold = threshold;
    r->pile ^= 1;
    r->splits++;
    r->count = __ldcg(&s->tallies->near[r->round % 3]);
    return true;
}

template <typename L>
static __global__ void __launch_bounds__(WORKERS, RESIDENT) k_paths_rounds(search s, run begin)
{
    const cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    run r = begin;

    for (unsigned rounds = 0; rounds < ROUNDS && !r.done; rounds++) {
        if (!r.count) {
            r.done = !go_farther(&s, &r);
            continue;
        }
        if (kg__item() == 0)
            s.tallies->near[(r.round + 2) % 3] = 0;
        expand<L>(&s, &r);
        grid.sync();
        r.expanded += r.count;
        r.rounds++;
        r.round++;
        r.side ^= 1;
        r.count = __ldcg(&s.tallies->near[r.round % 3]);
    }
    if (kg__item() == 0)
        *s.last = r;
}

/* Thread v owns distance[v] and its marks. */
static __global__ void k_paths_begin(search s)
{
    const uint64_t v = kg__item();

    if (v >= s.n)
        return;
    s.distance[v] = bits_of(INFINITY);
    s.near_mark[v] = s.far_mark[v] = 0;
}

/* Thread i owns source i; no two sources are equal. */
static __global__ void k_paths_start(search s, const kg_vertex *source, uint64_t sources)
{
    const uint64_t i = kg__item();

    if (i == 0) {
        *s.tallies = tally{{(unsigned)sources, 0, 0}, {0, 0}, {NOTHING, NOTHING, NOTHING}};
    }
    if (i < sources) {
        s.distance[source[i]] = 0;
        s.near[0][i] = source[i];
    }
}

/* Thread v owns distance[v], which becomes INFINITY if it is beyond the radius. */
static __global__ void k_paths_end(search s, double radius)
{
    const uint64_t v = kg__item();

    if (v < s.n && distance_of(s.distance[v]) > radius)
        s.distance[v] = bits_of(INFINITY);
}

/* Thread i owns far[i], the distance of goal i. */
static __global__ void k_paths_gather(double *far, search s, uint64_t goals)
{
    const uint64_t i = kg__item();

    if (i < goals)
        far[i] = distance_of(s.distance[s.goal[i]]);
}

/* ---- the host's part ------------------------------------------------------------------------- */

static void lay_out(search *s, kg__arena *arena)
{
    for (int i = 0; i < 2; i++) {
        s->near[i] = (kg_vertex *)kg__arena_carve(arena, s->n, sizeof(kg_vertex));
        s->far[i] = (kg_vertex *)kg__arena_carve(arena, s->n, sizeof(kg_vertex));
    }
    s->near_mark = (unsigned *)kg__arena_carve(arena, s->n, sizeof(unsigned));
    s->far_mark = (unsigned *)kg__arena_carve(arena, s->n, sizeof(unsigned));
    s->tallies = (tally *)kg__arena_carve(arena, 1, sizeof(tally));
    s->last = (run *)kg__arena_carve(arena, 1, sizeof(run));
}

static const void *kernel_of(kg__length_type type)
{
    return type == KG__LENGTH_ONE     ? (const void *)k_paths_rounds<uint8_t>
           : type == KG__LENGTH_FLOAT ? (const void *)k_paths_rounds<float>
                                      : (const void *)k_paths_rounds<double>;
}

/* The first step of the threshold. */
static double width_of(const kg__paths_work *w)
{
    const kg__lengths *lengths = w->along_lengths;
    const double width = WIDTH * lengths->mean * ((double)w->along->n / ((double)w->along->m + 1));

    if (lengths->type == KG__LENGTH_ONE || lengths->most == 0)
        return INFINITY;
    return width > 0 ? width : lengths->most;
}

static kg_status do_rounds(kg__paths_work *w, search *s)
{
    const void *kernel = kernel_of(w->along_lengths->type);
    run r = {};
    void *arguments[] = {s, &r};
    int blocks = 0;
    kg_status status;

    r.count = (unsigned)w->sources;
    r.width = width_of(w);
    memcpy(&r.threshold, &r.width, sizeof r.threshold);
    KG_TRY(KG_CUDA(
        w->ctx, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, WORKERS, 0)));
    blocks = (blocks < RESIDENT ? blocks : RESIDENT) * kg__cuda_of(w->ctx)->processors;
    while (!r.done) {
        KG_TRY(KG_LAUNCH_COOPERATIVE(
            w->ctx, "k_paths_rounds", kernel, (unsigned)blocks, WORKERS, arguments));
        KG_TRY(kg__cuda_fetch(w->ctx, &r, s->last, sizeof r));
        KG_TRY(kg__progress(w->ctx, "searching", 0, 0));
    }
out:
    return status;
}

/* The distance up to which distances are known. */
static kg_status find_radius(kg__paths_work *w, const search *s, double *radius)
{
    double *d_far = NULL, *far = NULL, most = 0;
    kg_status status = KG_OK;

    *radius = w->limit;
    if (!w->goals)
        return KG_OK;
    KG_TRY(kg__allocate(w->ctx, &d_far, w->goals, sizeof *d_far, "distances of goals"));
    KG_TRY(kg__host_allocate(w->ctx, &far, w->goals, sizeof *far, "distances of goals"));
    KG_TRY(KG_LAUNCH(w->ctx, k_paths_gather, w->goals, d_far, *s, w->goals));
    KG_TRY(kg__memory(w->ctx)->download(w->ctx, far, d_far, w->goals * sizeof *far));
    for (uint64_t i = 0; i < w->goals; i++)
        most = far[i] > most ? far[i] : most;
    *radius = most < w->limit ? most : w->limit;
out:
    kg__free_all(w->ctx, d_far, far);
    return status;
}

/* Copies vertices to the device. Without vertices, *to stays as it is. */
static kg_status send(
    kg_context *ctx, kg_vertex **to, const kg_vertex *from, uint64_t count, const char *what)
{
    kg_status status = KG_OK;

    if (!count)
        return KG_OK;
    KG_TRY(kg__allocate(ctx, to, count, sizeof **to, what));
    KG_TRY(kg__memory(ctx)->upload(ctx, *to, from, count * sizeof **to));
out:
    return status;
}

decl_paths_search(kg__paths_search_cuda)
{
    kg_context *ctx = w->ctx;
    search s = {};
    kg__arena arena = {};
    kg_vertex *source = NULL, *goal = NULL;
    double radius;
    kg_status status;

    s.n = w->along->n;
    s.goals = w->goals <= WATCHED ? w->goals : 0;
    s.limit = w->limit;
    KG_TRY(kg__graph_resident(w->along, &s.row, &s.col));
    KG_TRY(kg__lengths_resident(w->along_lengths, w->along, &s.length));
    kg__stage(ctx, "search");
    KG_TRY(kg__allocate(ctx, &s.distance, s.n, sizeof *s.distance, "distances"));
    w->state = s.distance;
    lay_out(&s, &arena);
    KG_TRY(kg__arena_allocate(ctx, &arena, "queues of vertices"));
    lay_out(&s, &arena);
    KG_TRY(send(ctx, &source, w->source, w->sources, "sources"));
    KG_TRY(send(ctx, &goal, w->goal, w->goals, "goals"));
    s.goal = goal;
    KG_TRY(KG_LAUNCH(ctx, k_paths_begin, s.n, s));
    KG_TRY(KG_LAUNCH(ctx, k_paths_start, w->sources + 1, s, source, w->sources));
    KG_TRY(do_rounds(w, &s));
    KG_TRY(find_radius(w, &s, &radius));
    KG_TRY(KG_LAUNCH(ctx, k_paths_end, s.n, s, radius));
    kg__stage(ctx, "download");
    KG_TRY(kg__memory(ctx)->download(ctx, w->distance, s.distance, s.n * sizeof *w->distance));
out:
    kg__free_all(ctx, arena.base, source, goal);
    return status;
}

decl_paths_finish(kg__paths_finish_cuda)
{
    kg__free(w->ctx, w->state);
    w->state = NULL;
}
