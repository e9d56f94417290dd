/*
 * Puts the lengths of a graph's edges into the base of hierarchies on the CPU.
 *
 * In:  the arcs of a base, and a graph with lengths.
 * Out: a hierarchy, with the arcs that shortest paths need.
 * Method: an arc first has the length of its shortest edge. Then, level by level from the lowest,
 *     each arc is compared with the ways over the places below both of its ends: two arcs from such
 *     a place form a triangle with it. Now a shortest path leads up and then down. Then, level by
 *     level from the highest, each arc is compared with the ways over other places above its tail.
 *     An arc that is longer than one of these lies on no shortest path, and is left out.
 * Threads: a place and those below it are a tree. A tree with little of the work is a thread's
 *     task. On the way up it needs no others, and on the way down only those above it. Of the other
 *     places, the top, threads share those of a level. If there are few, they share the arcs of
 *     each. A thread changes only the arcs that it has, so the result does not depend on their
 *     number.
 * Work: O(triangles): for roads of a million vertices some 140 million.
 *
 * J. Dibbelt, B. Strasser, D. Wagner, "Customizable contraction hierarchies", JEA 2016.
 */
#include "../../base/bisect.h"
#include "hierarchy_base.h"
#include "hierarchy_ops.h"
#include <math.h>
#include <string.h>

/* WIDE: threads share the places of a level if it has at least this many for each thread. SPARSE: a
 * row is searched instead of read if it has more than this many heads for each one that is needed.
 * GRAIN: places that make one more thread worth its start. TASKS: least tasks for each thread, if
 * the top were nothing. */
enum { WIDE = 4, SPARSE = 8, GRAIN = 512, TASKS = 8 };

/* The arrays of side 1 are those of side 0 if both sides are the same. */
typedef struct work {
    const kg_hierarchy_base *b;
    kg_hierarchy *h;
    const kg_graph *graph;
    const kg__lengths *lengths;
    int sides;
    double *length[2];   /* [arcs] over places below */
    double *least[2];    /* [arcs] over any places */
    uint32_t *via[2];    /* [arcs] */
    unsigned char *kept; /* [arcs] bit s is set if the arc of side s is kept */
    uint32_t *at;        /* [threads][n] see below */
    uint32_t tasks;      /* including the top, which is task 0 */
    uint32_t *place;     /* [n] the places of each task, rising */
    uint32_t *task_row;  /* [tasks + 1] */
    uint32_t *top_level; /* [levels + 1] the first place of each level among the top's */
} work;

/* A function that does arcs first .. end-1 of a place. at: [n] the thread's memory for the arcs to
 * heads. */
typedef void row_function(const work *w, uint32_t *at, kg_vertex p, uint32_t first, uint32_t end);

/* ---- the lengths of edges -------------------------------------------------------------------- */

static void enter_row(const work *w, kg_vertex p)
{
    const kg_hierarchy_base *b = w->b;

    for (uint32_t i = b->row[p]; i < b->row[p + 1]; i++)
        for (int side = 0; side < w->sides; side++) {
            w->length[side][i] = INFINITY;
            w->via[side][i] = 0;
        }
    for (uint32_t k = b->entry_row[p]; k < b->entry_row[p + 1]; k++) {
        const uint32_t entry = b->entry[k].entry, i = b->entry[k].arc & ~KG__DOWN;
        const int side = b->entry[k].arc & KG__DOWN ? 1 : 0;
        const double length = kg__length(w->lengths, entry) + 0.0; /* no -0 */

        if (length < w->length[side][i]) {
            w->length[side][i] = length;
            w->via[side][i] = (uint32_t)(w->graph->half ? w->graph->half[entry] / 2 : entry);
        }
    }
}

/* Enters the lengths of edges. If those of both sides are the same, one side is left. */
static void enter(work *w)
{
    const uint64_t n = w->b->n, arcs = w->b->row[n];
    const int threads = kg__threads(w->h->ctx, n, GRAIN);
    bool differ = false;

    KG_PARALLEL_FOR(threads, schedule(static))
    for (uint64_t p = 0; p < n; p++)
        enter_row(w, (kg_vertex)p);
    if (w->sides == 1)
        return;
    KG_PARALLEL_FOR(threads, schedule(static) reduction(|| : differ))
    for (uint64_t i = 0; i < arcs; i++)
        differ = differ || w->length[0][i] != w->length[1][i];
    if (!differ)
        w->sides = 1;
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* Numbers the heads of a place. */
static void number(const work *w, uint32_t *at, kg_vertex p)
{
    const kg_hierarchy_base *b = w->b;

    for (uint32_t i = b->row[p]; i < b->row[p + 1]; i++)
        at[b->head[i]] = i;
}

static inline void shorten(const work *w, int side, uint32_t arc, double length, kg_vertex over)
{
    if (length < w->length[side][arc]) {
        w->length[side][arc] = length;
        w->via[side][arc] = KG__SHORTCUT | over;
    }
}

/* Compares the arcs of a place with the ways over places below, the lowest first. */
static void go_up(const work *w, uint32_t *at, kg_vertex p, uint32_t first, uint32_t end)
{
    const kg_hierarchy_base *b = w->b;
    const int down = w->sides - 1;
    const bool is_whole = first == b->row[p] && end == b->row[p + 1];
    const kg_vertex from = b->head[first], to = b->head[end - 1];

    number(w, at, p);
    for (uint32_t k = b->below_row[p + 1]; k-- > b->below_row[p];) {
        const kg_vertex over = b->below[k].tail;
        const uint32_t arc = b->below[k].arc;
        const double up = w->length[down][arc], back = w->length[0][arc];
        uint32_t i = b->row[over];

        if (!is_whole)
            i = KG__FIRST_WHERE(j, i, arc, b->head[j] >= from);
        if (down == 0) {
            for (; i < arc && b->head[i] <= to; i++)
                shorten(w, 0, at[b->head[i]], up + w->length[0][i], over);
            continue;
        }
        for (; i < arc && b->head[i] <= to; i++) {
            shorten(w, 0, at[b->head[i]], up + w->length[0][i], over);
            shorten(w, 1, at[b->head[i]], w->length[1][i] + back, over);
        }
    }
}

/* An arc of a place, j, that is compared with the arcs to higher heads. */
typedef struct pivot {
    const double *restrict length[2]; /* of all arcs, over places below */
    const double *restrict above[2];  /* of arcs of other places, over any places */
    double *restrict least[2];        /* of the arcs of this place */
    double own[2], best[2];           /* of j */
} pivot;

/* Shortens arcs i and j by each other and arc k, which leads from the head of j to that of i. down:
 * the number of the side of arcs to the place. */
static inline __attribute__((always_inline)) void compare(
    pivot *c, int down, uint32_t i, uint32_t k, bool has_i, bool has_j)
{
    for (int side = 0; side <= down; side++) {
        const double by_j = c->own[side] + c->above[side][k];
        const double by_i = c->length[side][i] + c->above[down - side][k];

        if (has_i)
            c->least[side][i] = by_j < c->least[side][i] ? by_j : c->least[side][i];
        if (has_j)
            c->best[side] = by_i < c->best[side] ? by_i : c->best[side];
    }
}

/* Notes which arcs are kept. */
static void choose(const work *w, uint32_t first, uint32_t end)
{
    for (uint32_t i = first; i < end; i++) {
        unsigned kept = 0;

        for (int side = 0; side < w->sides; side++)
            if (w->length[side][i] < INFINITY && !(w->least[side][i] < w->length[side][i]))
                kept |= 1u << side;
        w->kept[i] = (unsigned char)kept;
    }
}

/* Compares the arcs of a place with the ways over other places above. is_whole: all arcs are done;
 * this and `down` are constants. */
static inline __attribute__((always_inline)) void look(const work *w, int down, bool is_whole,
    const uint32_t *at, kg_vertex p, uint32_t first, uint32_t end)
{
    const kg_hierarchy_base *b = w->b;
    const uint32_t begin = b->row[p], last = b->row[p + 1];

    for (uint32_t j = begin; j < last; j++) {
        const bool has_j = is_whole || (j >= first && j < end);
        const uint32_t from = has_j ? begin : first, to = has_j || j < end ? j : end;
        const uint32_t over = b->head[j];
        uint32_t k = b->row[over], over_end = b->row[over + 1];
        pivot c;

        if (from >= to)
            continue;
        if (from > begin) {
            k = KG__FIRST_WHERE(l, k, over_end, b->head[l] >= b->head[from]);
            over_end = KG__FIRST_WHERE(l, k, over_end, b->head[l] > b->head[to - 1]);
        }
        for (int side = 0; side <= down; side++) {
            c.length[side] = w->length[side];
            c.above[side] = c.least[side] = w->least[side];
            c.own[side] = w->length[side][j];
            c.best[side] = has_j ? w->least[side][j] : 0;
        }
        if ((uint64_t)(to - from) * SPARSE < over_end - k) {
            for (uint32_t i = from; i < to; i++) {
                k = KG__FIRST_WHERE(l, k, over_end, b->head[l] >= b->head[i]);
                compare(&c, down, i, k, is_whole || (i >= first && i < end), has_j);
            }
            k = over_end;
        }
        for (; k < over_end && b->head[k] <= b->head[to - 1]; k++) {
            const uint32_t i = at[b->head[k]];

            /* The entry of a head that this place lacks is that of an earlier place. */
            if (i >= from && i < to && b->head[i] == b->head[k])
                compare(&c, down, i, k, is_whole || (i >= first && i < end), has_j);
        }
        for (int side = 0; side <= down && has_j; side++)
            w->least[side][j] = c.best[side];
    }
}

static void look_above(const work *w, uint32_t *at, kg_vertex p, uint32_t first, uint32_t end)
{
    const bool is_whole = first == w->b->row[p] && end == w->b->row[p + 1];

    number(w, at, p);
    for (int side = 0; side < w->sides; side++)
        memcpy(w->least[side] + first, w->length[side] + first, (end - first) * sizeof(double));
    if (!is_whole)
        look(w, w->sides - 1, false, at, p, first, end);
    else if (w->sides == 1)
        look(w, 0, true, at, p, first, end);
    else
        look(w, 1, true, at, p, first, end);
    choose(w, first, end);
}

/* Keeps the arcs that the kept shortcuts of a place stand for. Rounding may have made them longer
 * than another way. */
static void keep_halves(const work *w, uint32_t *at, kg_vertex p, uint32_t first, uint32_t end)
{
    const kg_hierarchy_base *b = w->b;
    const int down = w->sides - 1;

    (void)at;
    for (uint32_t i = first; i < end; i++)
        for (int side = 0; side < w->sides; side++) {
            const uint32_t via = w->via[side][i], over = via & ~KG__SHORTCUT;
            const kg_vertex head = b->head[i];
            uint32_t to_tail, to_head;

            if (!(w->kept[i] >> side & 1) || !(via & KG__SHORTCUT))
                continue;
            to_head = KG__FIRST_WHERE(k, b->row[over], b->row[over + 1], b->head[k] >= head);
            to_tail = KG__FIRST_WHERE(k, b->row[over], b->row[over + 1], b->head[k] >= p);
            __atomic_fetch_or(
                &w->kept[to_tail], (unsigned char)(1u << (side == 0 ? down : 0)), __ATOMIC_RELAXED);
            __atomic_fetch_or(
                &w->kept[to_head], (unsigned char)(1u << (side == 0 ? 0 : down)), __ATOMIC_RELAXED);
        }
}

/* ---- tasks ----------------------------------------------------------------------------------- */

/* Returns the lowest place above a place that has arcs. */
static kg_vertex above(const kg_hierarchy_base *b, uint64_t p)
{
    return b->head[b->row[p + 1] - 1];
}

/* Numbers the tasks. weight: [n] of each place and all below it. Places without arcs have no work,
 * and go to the top. */
static void divide(work *w, uint32_t *task, uint64_t *weight, int threads)
{
    const kg_hierarchy_base *b = w->b;
    uint64_t most = 0;

    memset(weight, 0, b->n * sizeof *weight);
    for (uint64_t p = b->n; p-- > 0;) {
        const uint64_t count = b->row[p + 1] - b->row[p];

        weight[p] += count * count;
        if (count)
            weight[above(b, p)] += weight[p];
        else
            most += weight[p];
    }
    most = threads == 1 ? UINT64_MAX : most / ((uint64_t)threads * TASKS);
    w->tasks = 1;
    for (uint64_t p = 0; p < b->n; p++)
        if (b->row[p] == b->row[p + 1] || weight[p] > most)
            task[p] = 0;
        else
            task[p] = task[above(b, p)] ? task[above(b, p)] : w->tasks++;
}

/* Makes place, task_row and top_level. */
static kg_status plan(work *w, int threads)
{
    const kg_hierarchy_base *b = w->b;
    kg_context *ctx = w->h->ctx;
    uint32_t *task = NULL, *row, at = 0;
    uint64_t *weight = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &task, b->n, sizeof *task, "tasks"));
    KG_TRY(kg__host_allocate(ctx, &weight, b->n, sizeof *weight, "tasks"));
    divide(w, task, weight, threads);
    KG_TRY(kg__host_allocate(ctx, &w->place, b->n, sizeof *w->place, "tasks"));
    KG_TRY(kg__host_allocate(ctx, &w->task_row, w->tasks + 1ULL, sizeof *row, "tasks"));
    KG_TRY(kg__host_allocate(ctx, &w->top_level, b->levels + 1ULL, sizeof *row, "tasks"));
    row = w->task_row;
    memset(row, 0, (w->tasks + 1ULL) * sizeof *row);
    for (uint64_t p = 0; p < b->n; p++)
        row[task[p] + 1]++;
    for (uint32_t t = 0; t < w->tasks; t++)
        row[t + 1] += row[t];
    for (uint64_t p = 0; p < b->n; p++)
        w->place[row[task[p]]++] = (uint32_t)p;
    memmove(row + 1, row, w->tasks * sizeof *row);
    row[0] = 0;
    for (uint32_t k = 0; k <= b->levels; k++) {
        while (at < row[1] && w->place[at] < b->level[k])
            at++;
        w->top_level[k] = at;
    }
out:
    kg__free_all(ctx, task, weight);
    return status;
}

/* One thread's part of the tasks. */
static void do_tasks(const work *w, uint32_t *at, row_function *function, bool up)
{
    const uint32_t *row = w->b->row;

#pragma omp for schedule(dynamic, 1)
    for (uint32_t t = 1; t < w->tasks; t++) {
        const uint32_t first = w->task_row[t], end = w->task_row[t + 1];

        for (uint32_t x = first; x < end; x++) {
            const kg_vertex p = w->place[up ? first + (end - 1 - x) : x];

            function(w, at, p, row[p], row[p + 1]);
        }
    }
}

/* One thread's part of a level of the top. */
static void do_level(const work *w, uint32_t *at, uint32_t k, row_function *function)
{
    const uint32_t first = w->top_level[k], end = w->top_level[k + 1];
    const uint32_t *row = w->b->row;
    const int t = kg__thread_index(), team = kg__thread_count();

    if (first == end)
        return;
    if (end - first >= WIDE * (uint64_t)team || team == 1) {
#pragma omp for schedule(guided, 4)
        for (uint32_t x = first; x < end; x++) {
            const kg_vertex p = w->place[x];

            if (row[p] < row[p + 1])
                function(w, at, p, row[p], row[p + 1]);
        }
        return;
    }
    for (uint32_t x = first; x < end; x++) {
        const kg_vertex p = w->place[x];
        const uint64_t count = row[p + 1] - row[p];
        const uint32_t from = row[p] + (uint32_t)kg__part(count, t, team);
        const uint32_t to = row[p] + (uint32_t)kg__part(count, t + 1, team);

        if (from < to)
            function(w, at, p, from, to);
    }
#pragma omp barrier
}

/* One thread's part of all places, the highest first. */
static void do_down(const work *w, uint32_t *at, row_function *function)
{
    for (uint32_t k = 1; k < w->b->levels; k++)
        do_level(w, at, k, function);
    do_tasks(w, at, function, false);
}

/* One thread's part of everything. */
static void do_levels(const work *w)
{
    const kg_hierarchy_base *b = w->b;
    uint32_t *at = w->at + (uint64_t)kg__thread_index() * b->n;

    memset(at, 0, b->n * sizeof *at);
    do_tasks(w, at, go_up, true);
    for (uint32_t k = b->levels; k-- > 1;)
        do_level(w, at, k, go_up);
    do_down(w, at, look_above);
    if (!w->h->exact)
        do_down(w, at, keep_halves);
}

static kg_status shorten_all(work *w)
{
    kg_context *ctx = w->h->ctx;
    const int threads = kg__threads(ctx, w->b->n, GRAIN);
    kg_status status;

    KG_TRY(plan(w, threads));
    KG_TRY(kg__host_allocate(
        ctx, &w->at, (uint64_t)threads * w->b->n, sizeof *w->at, "numbers of arcs"));
    KG_PARALLEL(threads)
    do_levels(w);
out:
    return status;
}

/* ---- the hierarchy --------------------------------------------------------------------------- */

/* Stores the kept arcs of one side. */
static kg_status store(const work *w, int side)
{
    const kg_hierarchy_base *b = w->b;
    kg_hierarchy *h = w->h;
    const uint64_t n = b->n;
    const int threads = kg__threads(h->ctx, n, GRAIN);
    uint32_t *row;
    kg_status status;

    KG_TRY(kg__host_allocate(h->ctx, &h->row[side], n + 1, sizeof *row, "rows of arcs"));
    row = h->row[side];
    row[0] = 0;
    KG_PARALLEL_FOR(threads, schedule(static))
    for (uint64_t p = 0; p < n; p++) {
        uint32_t count = 0;

        for (uint32_t i = b->row[p]; i < b->row[p + 1]; i++)
            count += w->kept[i] >> side & 1;
        row[p + 1] = count;
    }
    for (uint64_t p = 0; p < n; p++)
        row[p + 1] += row[p];
    KG_TRY(kg__host_allocate(h->ctx, &h->arc[side], row[n], sizeof(kg__arc), "arcs"));
    KG_PARALLEL_FOR(threads, schedule(static))
    for (uint64_t p = 0; p < n; p++) {
        kg__arc *to = h->arc[side] + row[p];

        for (uint32_t i = b->row[p]; i < b->row[p + 1]; i++)
            if (w->kept[i] >> side & 1)
                *to++ = (kg__arc){b->head[i], w->via[side][i], w->length[side][i]};
    }
out:
    return status;
}

kg_status kg__hierarchy_customize_cpu(kg__customization *c)
{
    kg_hierarchy *h = c->h;
    kg_context *ctx = h->ctx;
    const uint64_t arcs = c->base->row[c->base->n];
    work w = {.b = c->base, .h = h, .graph = h->graph, .lengths = c->lengths, .sides = h->sides};
    kg_status status;

    for (int side = 0; side < w.sides; side++) {
        KG_TRY(kg__host_allocate(ctx, &w.length[side], arcs, sizeof(double), "lengths of arcs"));
        KG_TRY(kg__host_allocate(ctx, &w.least[side], arcs, sizeof(double), "lengths of arcs"));
        KG_TRY(kg__host_allocate(ctx, &w.via[side], arcs, sizeof(uint32_t), "arcs"));
    }
    KG_TRY(kg__host_allocate(ctx, &w.kept, arcs, 1, "arcs"));
    enter(&w);
    KG_TRY(shorten_all(&w));
    h->sides = w.sides;
    for (int side = 0; side < h->sides; side++)
        KG_TRY(store(&w, side));
out:
    kg__free_all(ctx, w.length[0], w.length[1], w.least[0], w.least[1], w.via[0], w.via[1], w.kept,
        w.at, w.place, w.task_row, w.top_level);
    return status;
}
