/* Code that the backends of GA* share: hashes, costs, heaps. It includes nothing: problem.h, or
 * source_types.cuh for NVRTC, must be included before. */
#ifndef KG_GA_STAR_SHARED_H
#define KG_GA_STAR_SHARED_H

enum {
    KG__GA_NODES = 1 << 12,
    KG__GA_EXTENTS = 20,
    KG__GA_STEPS = 256 /* of a trace */
};

#define KG__GA_NO_NODE  UINT32_MAX
#define KG__GA_DEAREST  (UINT32_MAX - 2) /* larger g and f are replaced by this */
#define KG__GA_NO_QUEUE UINT32_MAX       /* the least f if all queues are empty */

/* The states by which a node was reached, backwards. */
typedef struct kg__ga_trace {
    unsigned steps;
    uint32_t next;                        /* node to go on from, or KG__GA_NO_NODE */
    kg_ga_star_state state[KG__GA_STEPS]; /* [steps], the node itself first */
} kg__ga_trace;

/* A queued node with its g at that time. If the node's record has a smaller g by now, the entry is
 * out of date. */
typedef struct kg__ga_entry {
    uint32_t f, g, node;
} kg__ga_entry;

/* The hash of a key. Its high bits and its low bits are both evenly distributed. */
KG__INLINE uint64_t kg__ga_hash(uint64_t low, uint64_t high)
{
    uint64_t hash = low ^ high * UINT64_C(0xd6e8feb86659fd93);

    hash = (hash ^ hash >> 31) * UINT64_C(0x9e3779b97f4a7c15);
    hash = (hash ^ hash >> 32) * UINT64_C(0xbf58476d1ce4e5b9);
    return hash ^ hash >> 29;
}

/* f, rounded down. The least f is then at most weight times the cost of the cheapest path. */
KG__INLINE uint32_t kg__ga_f(uint32_t g, uint32_t h, uint32_t weight)
{
    uint64_t f = g + ((uint64_t)h * weight >> 16);

    return f < KG__GA_DEAREST ? (uint32_t)f : KG__GA_DEAREST;
}

/* Returns whether a path of cost g with an estimate of h is useless beside a goal of cost
 * `best`. */
KG__INLINE bool kg__ga_is_useless(uint32_t g, uint32_t h, uint32_t best, bool canonical)
{
    uint64_t f = (uint64_t)g + h;

    return h == KG__GA_NEVER || (canonical ? f > best : f >= best);
}

enum { KG__GA_LEFT_OUT = 1, KG__GA_GIVES_UP };

/* Decides about a path of cost g with an estimate of h. 0: keep it, as g + h is at most
 * KG__GA_DEAREST. A path beyond that is left out, as it is no better than any goal that is found.
 * The search gives up if g alone is beyond, as there may be infinitely many such paths, unless the
 * problem is finite. */
KG__INLINE unsigned kg__ga_too_dear(const kg__ga_problem *p, uint64_t g, uint32_t h)
{
    if (g > KG__GA_DEAREST)
        return p->finite ? KG__GA_LEFT_OUT : KG__GA_GIVES_UP;
    return h != KG__GA_NEVER && g + h > KG__GA_DEAREST ? KG__GA_LEFT_OUT : 0;
}

/* Returns whether an entry leaves a queue before another one. */
KG__INLINE bool kg__ga_comes_first(kg__ga_entry a, kg__ga_entry b)
{
    return a.f != b.f ? a.f < b.f : a.g > b.g;
}

/*
 * A binary heap; the parent of i is (i - 1) / 2. Entry i is heap[i * stride], so that heaps of
 * neighbouring threads can be interleaved.
 *
 * Adds an entry to `count` others. O(log count).
 */
KG__INLINE void kg__ga_heap_push(
    kg__ga_entry *heap, uint64_t stride, uint64_t count, kg__ga_entry entry)
{
    uint64_t at = count;

    for (; at > 0 && kg__ga_comes_first(entry, heap[(at - 1) / 2 * stride]); at = (at - 1) / 2)
        heap[at * stride] = heap[(at - 1) / 2 * stride];
    heap[at * stride] = entry;
}

/* Removes the first of `count` entries; the last one sinks from its place. O(log count). */
KG__INLINE kg__ga_entry kg__ga_heap_pop(kg__ga_entry *heap, uint64_t stride, uint64_t count)
{
    const kg__ga_entry first = heap[0], last = heap[(count - 1) * stride];
    uint64_t at = 0;

    for (uint64_t child; (child = 2 * at + 1) < count - 1; at = child) {
        if (child + 1 < count - 1 &&
            kg__ga_comes_first(heap[(child + 1) * stride], heap[child * stride]))
            child++;
        if (!kg__ga_comes_first(heap[child * stride], last))
            break;
        heap[at * stride] = heap[child * stride];
    }
    heap[at * stride] = last;
    return first;
}

/* Returns whether no queued state with an f of `least` or more can improve on a goal of cost
 * `best`. */
KG__INLINE_BOTH bool kg__ga_is_proven(uint32_t best, uint32_t least, bool canonical)
{
    return least == KG__GA_NO_QUEUE || (canonical ? best < least : best <= least);
}

#endif
