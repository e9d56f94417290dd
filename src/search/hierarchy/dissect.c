/*
 * Nested dissection: an order of vertices in which few arcs complete a graph.
 *
 * In:  the neighbours of each vertex.
 * Out: an order, the lowest vertex first.
 * Method: a few vertices, which separate the graph into parts, come last; the parts are ordered in
 *     the same way. Coordinates would show where to cut, but graphs have none. The differences of
 *     distances from two vertices far apart serve instead: one pair gives a first coordinate, and
 *     a second pair at either end of the line between them another. Along each of the axes and
 *     diagonals the first and the last quarter of the vertices are separated by the fewest vertices
 *     (cut.c), and the cut with the fewest for its smaller part is taken. A small part
 *     is ordered by the least degree.
 * Threads: threads share the parts, in rounds. Which thread has a part does not matter.
 * Work: O(m) for each round of cuts and each round in them. There are log(n) rounds of cuts.
 *
 * A. George, "Nested dissection of a regular finite element mesh", SIAM J. Numer. Anal. 10, 1973;
 * A. Schild, C. Sommer, "On balanced separators in road networks", SEA 2015 (inertial flow).
 */
#include "hierarchy_base.h"
#include <math.h>
#include <string.h>

/* LEAF: vertices of the largest piece that is ordered by degree, at most 64. SHARE: a cut begins
 * with 1 / SHARE of the vertices on either side. AXES, FIELDS: numbers of axes and of distances. */
enum { LEAF = 48, SHARE = 4, AXES = 4, FIELDS = 4 };

#define NONE UINT32_MAX

typedef struct piece {
    uint64_t first;
    uint32_t count;
} piece;

typedef struct pieces {
    piece *piece;
    uint64_t count, room;
} pieces;

typedef struct worker {
    kg__cutter cutter;
    uint64_t room;
    uint32_t *distance[FIELDS]; /* [count] from the ends of the pairs */
    kg_vertex *vertex;          /* [count] those of the piece */
    unsigned char *best;        /* [count] the parts of the best cut */
    uint64_t *histogram;        /* [4 * count + 8] */
    pieces made;                /* for the next round */
    uint64_t arcs;              /* that separators have among themselves */
    kg_status status;
} worker;

typedef struct dissection {
    kg_context *ctx;
    const kg__neighbours *neighbours;
    kg_vertex *order;
    uint32_t *number; /* [n] of a vertex in its piece */
    uint64_t
        *holder;    /* [n] the first place of the piece of a vertex, UINT64_MAX if it is in none */
    worker *worker; /* [threads] */
    int threads;
} dissection;

/* ---- a piece --------------------------------------------------------------------------------- */

static kg_status grow(worker *w, uint64_t count, uint64_t entries)
{
    kg_context *ctx = w->cutter.ctx;
    kg_status status;

    KG_TRY(kg__cutter_grow(&w->cutter, count, entries));
    if (count <= w->room)
        return KG_OK;
    w->room = 0;
    for (int k = 0; k < FIELDS; k++) {
        kg__free(ctx, w->distance[k]);
        KG_TRY(kg__host_allocate(ctx, &w->distance[k], w->cutter.room[0], 4, "an order"));
    }
    kg__free_all(ctx, w->vertex, w->best, w->histogram);
    w->vertex = NULL;
    w->best = NULL;
    w->histogram = NULL;
    KG_TRY(kg__host_allocate(ctx, &w->vertex, w->cutter.room[0], sizeof *w->vertex, "an order"));
    KG_TRY(kg__host_allocate(ctx, &w->best, w->cutter.room[0], 1, "an order"));
    KG_TRY(kg__host_allocate(
        ctx, &w->histogram, 4 * w->cutter.room[0] + 8, sizeof *w->histogram, "an order"));
    w->room = w->cutter.room[0];
out:
    return status;
}

/* Makes the graph of a piece. */
static kg_status take(const dissection *d, worker *w, piece p)
{
    const kg__neighbours *all = d->neighbours;
    const kg_vertex *vertex = d->order + p.first;
    kg__cutter *c = &w->cutter;
    uint64_t entries = 0;
    uint32_t used = 0;
    kg_status status;

    for (uint32_t i = 0; i < p.count; i++) {
        d->number[vertex[i]] = i;
        entries += all->row[vertex[i] + 1] - all->row[vertex[i]];
    }
    KG_TRY(grow(w, p.count, entries));
    memcpy(w->vertex, vertex, p.count * sizeof *vertex);
    for (uint32_t i = 0; i < p.count; i++) {
        c->row[i] = used;
        for (uint64_t k = all->row[vertex[i]]; k < all->row[vertex[i] + 1]; k++)
            if (__atomic_load_n(&d->holder[all->col[k]], __ATOMIC_RELAXED) == p.first)
                c->col[used++] = d->number[all->col[k]];
    }
    c->row[p.count] = used;
out:
    return status;
}

static kg_status add_piece(const dissection *d, worker *w, uint64_t first, uint64_t count)
{
    kg_status status = KG_OK;

    if (count == 0)
        return KG_OK;
    if (w->made.count == w->made.room)
        KG_TRY(kg__host_grow(w->cutter.ctx, &w->made.piece, &w->made.room, w->made.count + 1,
            sizeof *w->made.piece, "an order of vertices"));
    for (uint64_t i = first; i < first + count; i++)
        __atomic_store_n(&d->holder[d->order[i]], first, __ATOMIC_RELAXED);
    w->made.piece[w->made.count++] = (piece){first, (uint32_t)count};
out:
    return status;
}

/* Visits what can be reached from a vertex, and notes distances from it. queue: what has been
 * visited, [tail] so far. Returns the new tail. */
static uint32_t visit(const worker *w, uint32_t from, uint32_t *distance, uint32_t tail)
{
    const kg__cutter *c = &w->cutter;
    uint32_t head = tail;

    distance[from] = 0;
    c->queue[tail++] = from;
    while (head < tail) {
        const uint32_t v = c->queue[head++];

        for (uint32_t i = c->row[v]; i < c->row[v + 1]; i++)
            if (distance[c->col[i]] == NONE) {
                distance[c->col[i]] = distance[v] + 1;
                c->queue[tail++] = c->col[i];
            }
    }
    return tail;
}

/* Distances from a vertex. Returns the last one reached; reached: [out] how many are reached. */
static uint32_t spread(worker *w, uint32_t from, uint32_t *distance, uint32_t *reached)
{
    memset(distance, 0xff, w->cutter.count * sizeof *distance);
    *reached = visit(w, from, distance, 0);
    return w->cutter.queue[*reached - 1];
}

/* Makes a piece of each component. */
static kg_status split(const dissection *d, worker *w, piece p)
{
    uint32_t *distance = w->distance[0], tail = 0;
    kg_status status = KG_OK;

    memset(distance, 0xff, p.count * sizeof *distance);
    for (uint32_t v = 0; v < p.count; v++) {
        const uint32_t first = tail;

        if (distance[v] != NONE)
            continue;
        tail = visit(w, v, distance, tail);
        for (uint32_t i = first; i < tail; i++)
            d->order[p.first + i] = w->vertex[w->cutter.queue[i]];
        KG_TRY(add_piece(d, w, p.first + first, tail - first));
    }
out:
    return status;
}

/* ---- a small piece --------------------------------------------------------------------------- */

/* Orders a piece by the least degree. Vertices above have been removed before, so only those of the
 * piece count. */
static void order_small(const dissection *d, worker *w, piece p)
{
    const kg__cutter *c = &w->cutter;
    uint64_t to[64], left = p.count == 64 ? UINT64_MAX : (UINT64_C(1) << p.count) - 1;
    uint32_t outside[64];

    for (uint32_t i = 0; i < p.count; i++) {
        const kg_vertex v = w->vertex[i];

        to[i] = 0;
        for (uint32_t k = c->row[i]; k < c->row[i + 1]; k++)
            to[i] |= UINT64_C(1) << c->col[k];
        outside[i] = (uint32_t)(d->neighbours->row[v + 1] - d->neighbours->row[v]) -
                     (c->row[i + 1] - c->row[i]);
    }
    for (uint64_t place = p.first; left; place++) {
        uint32_t best = 0, least = NONE;

        for (uint64_t rest = left; rest; rest &= rest - 1) {
            const uint32_t i = (uint32_t)__builtin_ctzll(rest);
            const uint32_t degree = kg__count_ones(to[i] & left) + outside[i];

            if (degree < least) {
                least = degree;
                best = i;
            }
        }
        left &= ~(UINT64_C(1) << best);
        d->order[place] = w->vertex[best];
        for (uint64_t rest = to[best] & left; rest; rest &= rest - 1) {
            const uint32_t i = (uint32_t)__builtin_ctzll(rest);

            to[i] = (to[i] | (to[best] & left)) & ~(UINT64_C(1) << i);
            outside[i] += outside[best];
        }
    }
}

/* ---- cuts ------------------------------------------------------------------------------------ */

/* The vertex that is farthest by `from`, among those about as far from either end of the first
 * pair. */
static uint32_t farthest(const worker *w, const uint32_t *from)
{
    int64_t most = INT64_MIN;
    uint32_t best = 0;

    for (uint32_t v = 0; v < w->cutter.count; v++) {
        const int64_t skew = (int64_t)w->distance[0][v] - w->distance[1][v];
        const int64_t far = (int64_t)from[v] - (skew < 0 ? -skew : skew);

        if (far > most) {
            most = far;
            best = v;
        }
    }
    return best;
}

/* Finds two pairs of vertices, and the distances from each. */
static void find_pairs(worker *w, uint32_t end)
{
    uint32_t *middle = w->distance[3], reached, corner;

    end = spread(w, end, w->distance[0], &reached);
    end = spread(w, end, w->distance[0], &reached);
    (void)spread(w, end, w->distance[1], &reached);
    for (uint32_t v = 0; v < w->cutter.count; v++)
        middle[v] = 0;
    corner = farthest(w, middle);
    (void)spread(w, corner, middle, &reached);
    corner = farthest(w, middle);
    (void)spread(w, corner, w->distance[2], &reached);
    corner = farthest(w, w->distance[2]);
    (void)spread(w, corner, w->distance[3], &reached);
}

/* The coordinate of a vertex along an axis, at least 0. */
static inline uint64_t coordinate(const worker *w, int axis, uint32_t v)
{
    const int64_t x = (int64_t)w->distance[0][v] - w->distance[1][v];
    const int64_t y = (int64_t)w->distance[2][v] - w->distance[3][v];
    const int64_t sum = axis == 0 ? x : axis == 1 ? y : axis == 2 ? x + y : x - y;

    return (uint64_t)(sum + 2 * (int64_t)w->cutter.count);
}

/* Ranks the vertices along an axis. */
static void rank(worker *w, int axis)
{
    kg__cutter *c = &w->cutter;
    const uint64_t count = c->count;
    uint64_t sum = 0;

    memset(w->histogram, 0, (4 * count + 2) * sizeof *w->histogram);
    for (uint32_t v = 0; v < count; v++)
        w->histogram[coordinate(w, axis, v)]++;
    for (uint64_t i = 0; i < 4 * count + 2; i++) {
        const uint64_t here = w->histogram[i];

        w->histogram[i] = sum;
        sum += here;
    }
    for (uint32_t v = 0; v < count; v++)
        c->rank[v] = (uint32_t)w->histogram[coordinate(w, axis, v)]++;
}

/* Finds the best cut. Returns the number of vertices that separate, and w->best; UINT32_MAX if
 * there are more than `most`. */
static uint32_t find_cut(worker *w, uint32_t most)
{
    kg__cutter *c = &w->cutter;
    uint32_t best = NONE;
    double least = INFINITY;

    for (int axis = 0; axis < AXES; axis++) {
        uint32_t part[3] = {0}, cut, limit = most;
        double cost;

        /* A cut of more cannot be better, however even the parts are. */
        if (least * c->count / 2 < limit)
            limit = (uint32_t)(least * c->count / 2);
        rank(w, axis);
        cut = kg__cut(c, c->count / SHARE, limit);
        if (cut == NONE)
            continue;
        for (uint32_t v = 0; v < c->count; v++)
            part[c->part[v]]++;
        cost = (double)cut / ((part[0] < part[1] ? part[0] : part[1]) + 0.5);
        if (cost < least) {
            least = cost;
            best = cut;
            memcpy(w->best, c->part, c->count);
        }
    }
    return best;
}

/* Cuts a connected piece. */
static kg_status cut(const dissection *d, worker *w, piece p, uint32_t end)
{
    const uint64_t limit = kg__base_most(d->neighbours->n);
    uint64_t at[3] = {p.first}, size[3] = {0};
    uint32_t separators;
    kg_status status;

    find_pairs(w, end);
    separators = find_cut(w, (uint32_t)fmin(sqrt(2.0 * (double)limit) + 1, p.count));
    if (separators == NONE)
        return kg__base_too_large(d->ctx, d->neighbours->n);
    w->arcs += (uint64_t)separators * (separators - 1) / 2;
    for (uint32_t v = 0; v < p.count; v++)
        size[w->best[v]]++;
    at[KG__PART_B] = at[KG__PART_A] + size[KG__PART_A];
    at[KG__SEPARATOR] = at[KG__PART_B] + size[KG__PART_B];
    for (uint32_t v = 0; v < p.count; v++) {
        if (w->best[v] == KG__SEPARATOR)
            __atomic_store_n(&d->holder[w->vertex[v]], UINT64_MAX, __ATOMIC_RELAXED);
        d->order[at[w->best[v]]++] = w->vertex[v];
    }
    KG_TRY(add_piece(d, w, p.first, size[KG__PART_A]));
    KG_TRY(add_piece(d, w, p.first + size[KG__PART_A], size[KG__PART_B]));
out:
    return status;
}

/* ---- rounds ---------------------------------------------------------------------------------- */

static kg_status divide(const dissection *d, worker *w, piece p)
{
    uint32_t reached, end;
    kg_status status;

    KG_TRY(take(d, w, p));
    if (p.count <= LEAF) {
        order_small(d, w, p);
        return KG_OK;
    }
    end = spread(w, 0, w->distance[0], &reached);
    status = reached < p.count ? split(d, w, p) : cut(d, w, p, end);
out:
    return status;
}

/* Divides all pieces, and makes a list of the new ones. */
static kg_status round_of(dissection *d, pieces *all, uint64_t *arcs)
{
    const int threads = d->threads;
    uint64_t count = 0;
    kg_status status = KG_OK;

    KG_PARALLEL_FOR(threads, schedule(dynamic, 1))
    for (uint64_t i = 0; i < all->count; i++) {
        worker *w = &d->worker[kg__thread_index()];

        if (w->status == KG_OK)
            w->status = divide(d, w, all->piece[i]);
    }
    for (int t = 0; t < threads; t++) {
        KG_TRY(d->worker[t].status);
        count += d->worker[t].made.count;
        *arcs += d->worker[t].arcs;
        d->worker[t].arcs = 0;
    }
    if (count > all->room)
        KG_TRY(kg__host_grow(
            d->ctx, &all->piece, &all->room, count, sizeof *all->piece, "an order of vertices"));
    all->count = 0;
    for (int t = 0; t < threads; t++) {
        pieces *made = &d->worker[t].made;

        if (made->count)
            memcpy(all->piece + all->count, made->piece, made->count * sizeof *made->piece);
        all->count += made->count;
        made->count = 0;
    }
    if (*arcs > kg__base_most(d->neighbours->n))
        return kg__base_too_large(d->ctx, d->neighbours->n);
out:
    return status;
}

kg_status kg__dissect(kg_context *ctx, const kg__neighbours *neighbours, kg_vertex *order)
{
    const uint64_t n = neighbours->n;
    dissection d = {.ctx = ctx,
        .neighbours = neighbours,
        .order = order,
        .threads = kg__threads(ctx, n, 4 * LEAF)};
    pieces all = {0};
    uint64_t arcs = 0;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &d.number, n, sizeof *d.number, "an order of vertices"));
    KG_TRY(kg__host_allocate(ctx, &d.holder, n, sizeof *d.holder, "an order of vertices"));
    KG_TRY(kg__host_allocate(
        ctx, &d.worker, (uint64_t)d.threads, sizeof *d.worker, "an order of vertices"));
    memset(d.worker, 0, (size_t)d.threads * sizeof *d.worker);
    for (int t = 0; t < d.threads; t++)
        d.worker[t].cutter.ctx = ctx;
    KG_TRY(kg__host_grow(ctx, &all.piece, &all.room, 1, sizeof *all.piece, "an order"));
    for (uint64_t v = 0; v < n; v++) {
        order[v] = (kg_vertex)v;
        d.holder[v] = 0;
    }
    if (n)
        all.piece[all.count++] = (piece){0, (uint32_t)n};
    while (all.count) {
        KG_TRY(round_of(&d, &all, &arcs));
        KG_TRY(kg__progress(ctx, "dissecting", n - all.count, n));
    }
out:
    for (int t = 0; t < d.threads && d.worker; t++) {
        worker *w = &d.worker[t];

        kg__cutter_release(&w->cutter);
        kg__free_all(ctx, w->distance[0], w->distance[1], w->distance[2], w->distance[3], w->vertex,
            w->best, w->histogram, w->made.piece);
    }
    kg__free_all(ctx, d.number, d.holder, d.worker, all.piece);
    return status;
}
