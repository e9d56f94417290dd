/*
 * Distances on the CPU by a queue of buckets.
 *
 * In:  the rows and lengths of a graph; distance[n], 0 at sources and else INFINITY.
 * Out: distance[n], final up to the limit, or to the farthest goal; or nothing, if the lengths turn
 *      out not to suit.
 * Method: delta-stepping. Bucket b holds the vertices of distances from b * width up to
 *     (b + 1) * width. Buckets are emptied in order; vertices that return to a bucket meanwhile are
 *     expanded again. If the width is the smallest length, these are Dial's buckets, and no vertex
 *     returns: for lengths of 1 this is a breadth-first search. Fewer than `most / width + 3`
 *     buckets are in use at a time; they form a ring. The vertices of a bucket are known in
 *     advance, so their rows are prefetched: one thread then has many cache misses under way.
 * Threads: threads share a long bucket. A thread lowers distances by compare-and-swap and notes the
 *     vertices that it brought nearer; they are put in buckets afterwards. One thread does a short
 *     bucket.
 * Work: O(n + m) if few edges are looked at twice. After LOOKS looks at each edge it gives up. 8
 *     bytes an entry.
 *
 * R. Dial, "Algorithm 360", CACM 12 (1969); U. Meyer, P. Sanders, "Delta-stepping: a parallelizable
 * shortest path algorithm", J. Algorithms 49 (2003). Unlike there, light and heavy edges are
 * relaxed together.
 */
#include "search_cpu.h"

enum {
    RING = 1024,     /* the most buckets */
    WIDE = 2,        /* width of a bucket for several threads, in mean lengths: of 1/2, 1, 2, 4 and
                        8 the fastest on random graphs */
    AHEAD = 16,      /* entries between the first fetch of a row and its use */
    TOGETHER = 4096, /* entries from which on it pays to wake other threads */
    LOOKS = 4,       /* looks at each edge after which the search gives up */
    CHUNK = 256,     /* entries that a thread takes at a time */
    TICK = 1 << 14   /* entries between two checks for cancellation */
};

/* A vertex, and a digest of its distance when the entry was made. If the distance has changed
 * since, the entry is stale. */
typedef struct entry {
    kg_vertex vertex;
    uint32_t digest;
} entry;

typedef struct bucket {
    entry *entry;
    uint64_t count, room;
} bucket;

/* A vertex that a thread brought nearer, to be put in a bucket. */
typedef struct note {
    entry entry;
    uint64_t bucket;
    bool is_first; /* the vertex was not reached before */
} note;

typedef struct notes {
    note *note;
    uint64_t count, room;
    uint64_t looks;
    kg_status status;
} notes;

typedef struct queue {
    kg__paths_work *w;
    bucket ring[RING];
    uint64_t used[RING / 64]; /* one bit a bucket: it has entries */
    uint64_t now;             /* the current bucket, counted from the first */
    double by_width;          /* 1 / width */
    uint64_t looks;           /* at edges, by all threads */
    notes *of_thread;         /* [threads] */
    int threads;
} queue;

static inline uint32_t digest_of(double distance)
{
    const uint64_t bits = kg__bits_of(distance);

    return (uint32_t)(bits ^ bits >> 32);
}

static inline uint64_t bucket_of(const queue *q, double distance)
{
    return (uint64_t)(distance * q->by_width);
}

static inline kg_status push(queue *q, uint64_t number, entry e)
{
    const uint64_t place = number & (RING - 1);
    bucket *b = &q->ring[place];
    kg_status status = KG_OK;

    if (b->count == b->room)
        KG_TRY(kg__host_grow(
            q->w->ctx, &b->entry, &b->room, b->count + 1, sizeof(entry), "a queue of vertices"));
    if (!b->count)
        kg__mark(q->used, place);
    b->entry[b->count++] = e;
out:
    return status;
}

/* Prefetches the row bounds of entry i + AHEAD, and the targets of entry i + AHEAD / 2. */
static inline void fetch_ahead(const queue *q, const entry *e, uint64_t i, uint64_t count)
{
    const kg_graph *graph = q->w->along;

    if (i + AHEAD < count) {
        const kg_vertex v = e[i + AHEAD].vertex;

        __builtin_prefetch(&graph->row[v]);
        __builtin_prefetch(&q->w->distance[v]);
    }
    if (i + AHEAD / 2 < count)
        __builtin_prefetch(&graph->col[graph->row[e[i + AHEAD / 2].vertex]]);
}

static inline double load(const double *from)
{
    double word;

    __atomic_load(from, &word, __ATOMIC_RELAXED);
    return word;
}

/* Lowers a distance that other threads may lower at the same time. Returns the distance before; the
 * call lowered it if that is greater than `to`. */
static inline double lower(double *distance, double to)
{
    double was = load(distance);

    while (to < was && !__atomic_compare_exchange(
                           distance, &was, &to, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        ;
    return was;
}

/* Adds the note if `before` is KG_OK, and else returns `before`. */
static inline kg_status add_note(kg_context *ctx, notes *own, note made, kg_status before)
{
    kg_status status = before;

    if (own->count == own->room && status == KG_OK)
        status = kg__host_grow(
            ctx, &own->note, &own->room, own->count + 1, sizeof(note), "a queue of vertices");
    if (status == KG_OK)
        own->note[own->count++] = made;
    return status;
}

#define LENGTH(i) 1.0
#define NAME(f)   f##_one
#include "buckets_cpu_tmpl.h"

#define LENGTH(i) ((double)((const float *)lengths)[i])
#define NAME(f)   f##_float
#include "buckets_cpu_tmpl.h"

#define LENGTH(i) (((const double *)lengths)[i])
#define NAME(f)   f##_double
#include "buckets_cpu_tmpl.h"

typedef struct kernels {
    kg_status (*serial)(queue *q, bucket *b, uint64_t *at);
    void (*shared)(queue *q, const entry *e, uint64_t count);
} kernels;

static const kernels kernels_of[] = {
    [KG__LENGTH_ONE] = {work_one, share_one},
    [KG__LENGTH_FLOAT] = {work_float, share_float},
    [KG__LENGTH_DOUBLE] = {work_double, share_double},
};

/* Puts the vertices that the threads noted in the buckets. */
static kg_status put_notes(queue *q)
{
    kg_status status = KG_OK;

    for (int t = 0; t < q->threads; t++) {
        notes *own = &q->of_thread[t];

        KG_TRY(own->status);
        for (uint64_t i = 0; i < own->count; i++) {
            if (own->note[i].is_first)
                KG_TRY(kg__paths_note(q->w, own->note[i].entry.vertex));
            KG_TRY(push(q, own->note[i].bucket, own->note[i].entry));
        }
        q->looks += own->looks;
        own->count = own->looks = 0;
    }
out:
    return status;
}

/* Returns whether the search has relaxed edges so often again that another method is faster. */
static bool gives_up(const queue *q)
{
    return q->looks > LOOKS * (uint64_t)q->w->along->m + TICK;
}

/* Works until the bucket stays empty, or the search gives up. */
static kg_status empty_bucket(queue *q, const kernels *k)
{
    const uint64_t place = q->now & (RING - 1);
    bucket *b = &q->ring[place];
    uint64_t at = 0;
    kg_status status = KG_OK;

    while (at < b->count && !gives_up(q)) {
        if (q->threads > 1 && b->count - at >= TOGETHER) {
            const uint64_t first = at;

            at = b->count;
            k->shared(q, b->entry + first, at - first);
            KG_TRY(put_notes(q));
        } else {
            KG_TRY(k->serial(q, b, &at));
        }
        KG_TRY(kg__progress(q->w->ctx, "searching", 0, 0));
    }
    b->count = 0;
    q->used[place / 64] &= ~(UINT64_C(1) << place % 64);
out:
    return status;
}

/* Goes on to the next bucket with entries; returns false if there is none. */
static bool next_bucket(queue *q)
{
    const uint64_t place = q->now & (RING - 1);
    uint64_t word = place / 64, bits = q->used[word] >> place % 64 << place % 64;

    for (int i = 0; i <= RING / 64; i++) {
        if (bits) {
            const uint64_t found = word * 64 + (uint64_t)__builtin_ctzll(bits);

            q->now += (found - place) & (RING - 1);
            return true;
        }
        word = (word + 1) % (RING / 64);
        bits = q->used[word];
    }
    return false;
}

/* The width of the buckets; 0 if the lengths do not suit. */
static double choose_width(const kg__lengths *l, int threads)
{
    const double narrowest = l->most / (RING - 4);
    double width = l->least;

    if (l->most == 0)
        return 1;
    if (narrowest > width) {
        width = narrowest;
        if (width > l->low)
            return 0;
    }
    return threads > 1 && l->type != KG__LENGTH_ONE && width < WIDE * l->mean ? WIDE * l->mean
                                                                              : width;
}

kg_status kg__paths_buckets(kg__paths_work *w, bool *done)
{
    const kernels *k = &kernels_of[w->along_lengths->type];
    queue *q = NULL;
    uint64_t reached = 0;
    const int threads = kg__threads(w->ctx, w->along->m, TOGETHER);
    const double width = choose_width(w->along_lengths, threads);
    kg_status status = KG_OK;

    *done = false;
    if (!isfinite(1 / width))
        return KG_OK;
    KG_TRY(kg__host_allocate(w->ctx, &q, 1, sizeof *q, "a queue of vertices"));
    memset(q, 0, sizeof *q);
    q->w = w;
    q->by_width = 1 / width;
    q->threads = threads;
    KG_TRY(kg__host_allocate(
        w->ctx, &q->of_thread, (uint64_t)threads, sizeof(notes), "a queue of vertices"));
    memset(q->of_thread, 0, (size_t)threads * sizeof(notes));
    for (uint64_t i = 0; i < w->sources; i++)
        KG_TRY(push(q, 0, (entry){w->source[i], digest_of(0)}));
    while (next_bucket(q) && !gives_up(q)) {
        while (reached < w->goals && w->distance[w->goal[reached]] < INFINITY &&
               bucket_of(q, w->distance[w->goal[reached]]) < q->now)
            reached++;
        if (w->goals && reached == w->goals)
            break;
        KG_TRY(empty_bucket(q, k));
    }
    *done = !gives_up(q);
out:
    for (int t = 0; q && q->of_thread && t < threads; t++)
        kg__free(w->ctx, q->of_thread[t].note);
    for (int i = 0; q && i < RING; i++)
        kg__free(w->ctx, q->ring[i].entry);
    if (q)
        kg__free(w->ctx, q->of_thread);
    kg__free(w->ctx, q);
    return status;
}
