/*
 * Declarations shared by the stages of the CPU backend.
 *
 * The backend holds next[m], the successor of each edge: the inverse of pred. Walks go segment by
 * segment, and the pool holds the edges of each segment in order. The backend keeps an edge's
 * circuit only if it needs it: at the first edge of each segment, and for all edges once they have
 * been labelled.
 */
#ifndef KG_EULER_CPU_H
#define KG_EULER_CPU_H

#include "../../base/bisect.h"
#include "../euler_ops.h"

typedef struct kg__segment {
    uint64_t place;     /* of its first edge in the pool */
    kg_edge start, end; /* its first edge; the edge after its last: another's start or its own */
    union {
        kg_edge least; /* stage 3: its smallest edge */
        kg_edge to;    /* stage 7: where in the walk it goes */
    };
    uint32_t length : 29;
    uint32_t whole : 1; /* a circuit of its own */
    uint32_t done : 1;
    uint32_t turned : 1; /* orient_cpu.c: it must be walked the other way round */
} kg__segment;

/* The greatest value of `length`. No segment has as many edges. */
#define KG__SEGMENT_MOST (UINT32_MAX >> 3)

typedef struct kg__segments {
    kg__segment *at;
    size_t count, room;
} kg__segments;

enum {
    /* How many walks one thread interleaves. Zen 4, 42M edges: 16 walks take 11.6 ns an edge, 32
     * take 11.5 ns, 64 take 13.2 ns. */
    WALKERS = 32,
    /* LOCAL_WALKERS: as WALKERS, if the next edge of a walk is near. STRIDE: the steps of each walk
     * before it looks for a splitter. 4 walks of 32 steps take 1.4 ns an edge, 4 of 16 2.0 ns, 8
     * of 32 1.5 ns, 4 of 1 2.5 ns. */
    LOCAL_WALKERS = 4,
    STRIDE = 32,
    /* Edges this near to each other are probably in the second-level cache together. */
    NEAR = 1 << 15,
    /* Edges of the pool that a walk takes at once; a segment is no longer. Not a multiple of a
     * page, or the walks of one thread would write to the same sets of the cache. */
    CHUNK = 4048,
    /* Edges that make one more thread worth its start. */
    GRAIN = 1 << 16,
    /* The most circuits that are joined by cutting the first walk at the swips. More are joined by
     * walking again: a cut costs up to a chunk of dependent cache misses. */
    FEW = 128,
    /* The most edges whose segments are searched for at a time: both sides of each link, and the
     * first edge. */
    KG__STARTS_MOST = 2 * FEW + 1
};

/* The half-edges of an undirected graph, in pairs: places i and i ^ 1 make slot i / 2. */
typedef struct kg__halves {
    const kg_edge *half; /* [2m] */
    kg_edge *place;      /* [2m] the place of each half-edge in half */
} kg__halves;

typedef struct kg__euler_cpu {
    void *workspace; /* holds next, pool, cursor and the bits */
    /* bits [m]: slots that are left by their second half. Only for an undirected graph with a
     * spare. */
    uint64_t *second;
    kg__halves halves; /* of an undirected graph without a spare */
    /* [pool_room] the half-edge by which each slot of the pool is left. Lies in the memory of next,
     * which then does not exist. Or NULL. */
    kg_edge *left;
    kg_edge *next; /* [m] */
    /* [2m] the place of the other half of each place's edge. Only for an undirected graph with a
     * spare. Lies in the memory of next, which the second walk computes from it. Or NULL. */
    kg_edge *twin;
    kg_edge *pool; /* [pool_room] edges in the order walked; before that, stage 2's lists */
    uint64_t pool_room, pool_used;
    kg_edge *cursor;   /* [n] stage 2: next free slot of each vertex */
    uint64_t *visited; /* bits [m] of stage 3, in the memory of chosen */
    uint64_t *chosen;  /* bits [m]: bit e if the link of e - 1 and e is chosen; 2 words more */
    uint64_t *label;   /* bits [m]: edges that are the smallest of their circuit */
    uint64_t *start;   /* bits [m]: edges that start a segment */
    kg_edge *root;     /* [m] = w->walk. At a start: its circuit's label. At a label: union-find */
    kg__segments segment;
    bool paired;    /* stage 2 has marked the pairs that it saw: nearly all */
    bool walked;    /* stage 2 has done the work of stage 3 */
    uint64_t pairs; /* circuits of one or two edges that no walk visits */
    bool few;       /* every segment is recorded, and there are at most FEW circuits: */
    kg_edge few_label[FEW], few_link[FEW]; /* stage 5: the labels in order, the chosen links */
    unsigned links;
    bool spanned;  /* stage 5 is done */
    bool labelled; /* root holds the label of every edge that is not a label */
    int threads;
} kg__euler_cpu;

/* Marks functions that are compiled twice. On processors of the last ten years, shifts by a
 * variable and vectors take fewer instructions. */
#ifdef __x86_64__
#define KG__NEWER __attribute__((target("avx2,bmi,bmi2")))
static inline bool kg__is_newer(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
}
#else
#define KG__NEWER
static inline bool kg__is_newer(void)
{
    return false;
}
#endif

/* Sets a bit and returns its old value. shared: other threads set bits too. */
static inline bool kg__set_bit(uint64_t *bits, uint64_t i, bool shared)
{
    uint64_t bit = UINT64_C(1) << (i & 63), old;

    if (shared) {
        old = __atomic_load_n(&bits[i >> 6], __ATOMIC_RELAXED);
        if (!(old & bit))
            old = __atomic_fetch_or(&bits[i >> 6], bit, __ATOMIC_RELAXED);
    } else {
        old = bits[i >> 6];
        bits[i >> 6] = old | bit;
    }
    return old & bit;
}

/* Returns a pointer to the edge that follows edge e, stored as a slot or as a place. */
static inline const kg_edge *kg__euler_step(const kg__euler_cpu *s, kg_edge e)
{
    return s->twin ? &s->twin[2 * (uint64_t)e + kg__bitmap_has(s->second, e)] : &s->next[e];
}

static inline kg_edge kg__euler_next(const kg__euler_cpu *s, kg_edge e)
{
    return *kg__euler_step(s, e) >> (s->twin != NULL);
}

/* Follows each of up to KG__STARTS_MOST edges to the next edge that starts a segment, which may be
 * the edge itself. edge: [count] in and out. steps: [count] the number of steps. With left[] it
 * goes from slot to slot in the direction of the second place, and in[count] is the place by which
 * it comes to the last slot, if it makes a step. */
void kg__segments_find_starts(
    const kg__euler_cpu *s, kg_edge *edge, uint32_t *steps, kg_edge *in, unsigned count);

/* Returns the label of the circuit that contains edge e. After stage 3. */
static inline kg_edge kg__euler_circuit_of(const kg__euler_cpu *s, kg_edge e)
{
    uint32_t steps;
    kg_edge in;

    if (kg__bitmap_has(s->label, e))
        return e;
    if (s->left && !s->labelled)
        kg__segments_find_starts(s, &e, &steps, &in, 1);
    while (!s->labelled && !kg__bitmap_has(s->start, e))
        e = kg__euler_next(s, e);
    return kg__bitmap_has(s->label, e) ? e : s->root[e];
}

/* Returns whether kg__segments_find_starts() went backwards: it came in by place `in`, by which
 * this segment leaves its first slot. */
static inline bool kg__comes_backwards(
    const kg__euler_cpu *s, const kg__segment *segment, kg_edge in)
{
    return s->left && s->halves.half[in] == s->left[segment->place];
}

/* Returns the vertex whose row holds edge e. The search begins at v, which is not after it. */
static inline uint64_t kg__euler_vertex_of(const kg_edge *row, uint64_t v, uint64_t n, uint64_t e)
{
    uint64_t step = 1, high;

    while (v + step < n && row[v + step] <= e) {
        v += step;
        step *= 2;
    }
    high = v + step < n ? v + step : n;
    return KG__LAST_WHERE(i, v, high, row[i] <= e);
}

/* Returns whether slot f is edge e, or shortly before it. */
static inline bool kg__is_shortly_before(kg_edge f, kg_edge e)
{
    return (kg_edge)(e - f) < NEAR;
}

/* Returns whether e and its successor f make a circuit of their own. Either f is e, a single loop,
 * or f is smaller than e by less than NEAR, and e follows f. */
static inline bool kg__closes_pair(const kg_edge *next, kg_edge e, kg_edge f)
{
    return kg__is_shortly_before(f, e) && next[f] == e;
}

/*
 * Returns the successor, after the swips, of the edge whose successor was slot t before them: t - 1
 * inside a run of chosen links, the last slot of the run if t is its first, otherwise t. O(length
 * of the run).
 */
static inline kg_edge kg__swip(const uint64_t *chosen, kg_edge t)
{
    uint64_t window;
    unsigned ahead;

    /* Bit i of the window: the link of t + i - 1 and t + i. At least 57 are valid. */
    __builtin_memcpy(&window, (const unsigned char *)chosen + (t >> 3), sizeof window);
    window >>= t & 7;
    /* These are branches rather than arithmetic: if the processor predicts them, the walk goes on
     * before the window has come from memory. */
    if (!(window & 3))
        return t;
    if (window & 1)
        return t - 1;
    ahead = (unsigned)__builtin_ctzll(~(window >> 1));
    if (__builtin_expect(ahead < 56, 1))
        return t + ahead;
    while (kg__bitmap_has(chosen, (uint64_t)t + 1))
        t++;
    return t;
}

/* Touches the memory of the pool and of the walk, so that the system provides it. Their contents
 * are lost. One thread touches each huge page: threads that write to one page at the same time, as
 * the walks do, would each clear it, and all but one in vain. */
void kg__euler_touch_cpu(const kg__euler_work *w);

/*
 * Walks all cycles of next[] whose edges are not in visited[] yet. Fills the pool, and the label
 * and start bits. A cycle that is one segment is counted in *closed and gets root[start].
 * s->segment gets the segments of all other cycles, and of these as well while they are few.
 */
kg_status kg__euler_walk_cycles_cpu(kg__euler_work *w, uint64_t *closed);

/*
 * Walks all circuits of an undirected graph, by s->halves if there is left[], otherwise by s->twin.
 * The visited bits, of slots, are clear. Fills the pool. If there is left[], left[i] becomes the
 * half-edge by which entry i of the pool is left.
 *
 * A circuit that is one segment is turned so that its smallest slot is left by its second place. It
 * is then recorded as in kg__euler_walk_cycles_cpu(). Without left[], second[] says which of its
 * slots are left by their second place. Any other segment, in s->segment, still consists of places.
 * The pool holds the places by which the walk left, and start and least are two of them. end is the
 * place by which the walk would have gone on.
 */
kg_status kg__euler_walk_halves_cpu(kg__euler_work *w, uint64_t *closed);

/* Replaces the `count` places in the pool, by which a walk left its slots, by these slots in the
 * order in which the circuit is walked. turned: the walk went the other way round. */
void kg__euler_name_slots(kg__euler_cpu *s, uint64_t from, uint64_t count, bool turned);

/* Walks the one cycle that next[] and the swips make: fills the pool and s->segment. */
kg_status kg__euler_walk_again_cpu(kg__euler_work *w);

/* Writes root[e] for every edge that is not a label. After stage 3. */
void kg__euler_label_cpu(kg__euler_work *w);

/* Clears the bits of m edges, with all threads. */
void kg__euler_clear_bits_cpu(const kg__euler_work *w, uint64_t *bits);

/* Prepares the stages. next: the array for next[m], or NULL to allocate one. */
kg_status kg__euler_prepare_with_cpu(kg__euler_work *w, kg_edge *next);

/* Appends to a list of segments, which grows by half. */
kg_status kg__segments_add(kg_context *ctx, kg__segments *list, kg__segment segment);

/* follow: [out] for each segment, the number of the segment that starts where it ends; the caller
 * frees it. root[start] of each segment becomes its number. */
kg_status kg__segments_follow(kg__euler_work *w, kg_edge **follow);

#endif
