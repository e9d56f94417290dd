/*
 * The distances of many pairs on the CPU.
 *
 * In:  pairs of vertices.
 * Out: the length of the shortest path of each pair: see hierarchy_ops.h.
 * Method: pairs are sorted in pieces: by the part of the vertices in which they begin, and then by
 *      their ends. Vertices of near numbers are usually near each other, so a search finds much of
 *      its labels in the caches. Threads share a piece. A thread searches in a copy of the
 *      hierarchy, which has the same arrays and its own state of searches; the first one uses the
 *      hierarchy itself.
 * Work: a search a pair (search.c). Memory: 8 bytes for each pair of a piece.
 */
#include "hierarchy_ops.h"

/* PIECE: pairs that are sorted together. GROUP: pairs of a part of beginnings; with 4096 of them,
 * pairs of a million crossings take a fourth less time than unsorted. PARTS: of the ends. TOGETHER:
 * pairs that a thread takes at a time. */
enum { PIECE = 1 << 20, GROUP = 4096, PARTS = 4096, TOGETHER = 128 };

typedef struct work {
    const kg__vertex_pairs *p;
    uint64_t first, count;   /* the piece */
    uint32_t *order, *spare; /* [count] indices in the piece */
    kg_hierarchy *copy;      /* [threads] */
    int threads;
} work;

/* The hierarchy without its state of searches. */
static kg_hierarchy copy_of(const kg_hierarchy *h)
{
    kg_hierarchy copy = *h;

    copy.search = NULL;
    copy.path_edge = NULL;
    copy.path_step = NULL;
    copy.path_room[0] = copy.path_room[1] = 0;
    return copy;
}

/* Sorts indices by the part of the n vertices, of equally large ones, in which their vertex is. */
static void sort_by(const kg_vertex *vertex, uint64_t n, uint64_t parts, const uint32_t *from,
    uint32_t *to, uint64_t count)
{
    uint32_t at[PARTS + 1] = {0};

    for (uint64_t i = 0; i < count; i++)
        at[vertex[from[i]] * parts / n + 1]++;
    for (uint64_t k = 0; k < parts; k++)
        at[k + 1] += at[k];
    for (uint64_t i = 0; i < count; i++)
        to[at[vertex[from[i]] * parts / n]++] = from[i];
}

static void sort(work *w)
{
    const uint64_t n = w->p->h->graph->n;

    for (uint32_t i = 0; i < w->count; i++)
        w->order[i] = i;
    sort_by(w->p->to + w->first, n, PARTS, w->order, w->spare, w->count);
    sort_by(w->p->from + w->first, n, w->count / GROUP + 1, w->spare, w->order, w->count);
}

/* Searches for the pairs from `begin` on that a thread takes together. */
static kg_status search(const work *w, kg_hierarchy *h, uint64_t begin)
{
    const uint64_t end = w->count - begin < TOGETHER ? w->count : begin + TOGETHER;
    kg_status status = KG_OK;

    for (uint64_t k = begin; k < end; k++) {
        const uint64_t i = w->first + w->order[k];

        KG_TRY(kg__hierarchy_length(h, w->p->from[i], w->p->to[i], &w->p->length[i]));
    }
    KG_TRY(kg__cancelled(h->ctx));
out:
    return status;
}

static kg_status search_piece(work *w)
{
    kg_hierarchy *h = w->p->h;
    kg_status failed = KG_OK;

    sort(w);
    KG_PARALLEL_FOR(w->threads, schedule(dynamic, 1))
    for (uint64_t begin = 0; begin < w->count; begin += TOGETHER) {
        const int t = kg__thread_index();
        kg_status status;

        if (__atomic_load_n(&failed, __ATOMIC_RELAXED) != KG_OK)
            continue;
        if (t == 0)
            kg__progress(h->ctx, "finding distances", w->first + begin, w->p->count);
        status = search(w, t ? &w->copy[t] : h, begin);
        if (status != KG_OK)
            __atomic_store_n(&failed, status, __ATOMIC_RELAXED);
    }
    return failed;
}

kg_status kg__hierarchy_pairs_cpu(kg__vertex_pairs *p)
{
    kg_context *ctx = p->h->ctx;
    const uint64_t piece = p->count < PIECE ? p->count : PIECE;
    work w = {.p = p, .threads = kg__threads(ctx, piece, TOGETHER)};
    kg_status status;

    kg__stage(ctx, "search");
    KG_TRY(kg__host_allocate(ctx, &w.order, piece, sizeof *w.order, "pairs"));
    KG_TRY(kg__host_allocate(ctx, &w.spare, piece, sizeof *w.spare, "pairs"));
    KG_TRY(kg__host_allocate(ctx, &w.copy, (uint64_t)w.threads, sizeof *w.copy, "threads"));
    for (int t = 0; t < w.threads; t++)
        w.copy[t] = copy_of(p->h);
    for (; w.first < p->count; w.first += piece) {
        w.count = p->count - w.first < piece ? p->count - w.first : piece;
        KG_TRY(search_piece(&w));
    }
out:
    for (int t = 0; t < w.threads && w.copy; t++) {
        kg__search_destroy(ctx, w.copy[t].search);
        kg__free_all(ctx, w.copy[t].path_edge, w.copy[t].path_step);
    }
    kg__free_all(ctx, w.order, w.spare, w.copy);
    return status;
}
