/*
 * The directions of free segments with which a drawing has the fewest strokes.
 *
 * In:  the segments, which components have fixed ones.
 * Out: forward[m] of these components; label[n], the proof.
 *
 * The least number. Strokes that draw each segment once give each a direction. The surplus of a
 * vertex is the number of segments that leave it minus the number that enter it. At least that many
 * strokes begin there. So a component takes at least the sum of its positive surpluses, which is
 * half the sum of all sizes, and one if that is 0. For given directions that many suffice (pair.c
 * joins the rest). The surpluses of all vertices have the parity of their degrees, whatever the
 * directions.
 * Method: free segments are first oriented along walks, which begin where segments are missing and
 *     end where there are too many. A path of free segments in their directions, from u to w, may
 *     be turned round: that takes 2 from the surplus of u and adds 2 to that of w. It helps if u
 *     has at least 2 and w less than 0, or u at least 1 and w at most -2. Such paths are found as
 *     by Dinic: the shortest ones of all vertices at once.
 * Why none is better when no path helps: let S be the vertices that surpluses of at least 2 can
 *     reach, T those that can reach surpluses of at most -2. In S no surplus is negative, in T none
 *     is positive, so they are disjoint; free segments between S and the rest lead into S, those
 *     between T and the rest out of T. The labels are 1 in S, -1 in T, 0 elsewhere. For any labels
 *     l and directions, the sum of all |surplus| is at least the sum of l(v) surplus(v), and one
 *     more for each odd vertex of label 0. The sum of l(v) surplus(v) is that of l(u) - l(v) over
 *     all segments from u to v, where a free one counts -|l(u) - l(v)| at least: a number that does
 *     not depend on directions, and that these directions attain. verify.c computes it.
 *     (A minimum-cost flow with costs only at its sources and sinks; sums of 0 do not help.)
 * Work: O(m) for the walks, O(m sqrt(m)) at worst for the paths; serial. Memory: 21 bytes a vertex.
 * Source: Dinic, 1970; Even and Tarjan, "Network flow and testing graph connectivity", 1975.
 */
#include "plot.h"
#include <string.h>

enum { UNKNOWN = 2 }; /* of forward[] */

enum { FAR = UINT32_MAX }; /* of a level: not reached */

typedef struct orient {
    kg__plotting *w;
    bool away;        /* paths are searched for in the directions of segments, or against them */
    uint32_t last;    /* the level of the nearest end */
    int64_t *surplus; /* [n] */
    kg_edge *cursor;  /* [n] where in its row to look next */
    kg_edge *left;    /* [n] free segments that have no direction yet */
    uint32_t *level;  /* [n] */
    kg_vertex *queue; /* [n] */
    kg_edge *path;    /* [n] */
} orient;

/* Whether a half belongs to a segment without a direction yet. Loops do not matter. */
static bool is_open(const kg__plotting *w, kg_edge half)
{
    return w->oriented[half / 2] && !kg__plot_is_fixed(w, half / 2) &&
           w->end[half] != w->end[half ^ 1];
}

/* ---- the walks ------------------------------------------------------------------------------- */

/* Orients a walk until it cannot go on, or, if `early`, until it comes to a surplus. */
static void walk(orient *o, kg_vertex v, bool early)
{
    kg__plotting *w = o->w;

    o->surplus[v]++;
    for (;;) {
        kg_edge half = KG_NO_EDGE;

        while (o->cursor[v] < w->row[(uint64_t)v + 1] && half == KG_NO_EDGE) {
            half = w->half[o->cursor[v]++];
            if (!is_open(w, half) || w->forward[half / 2] != UNKNOWN)
                half = KG_NO_EDGE;
        }
        if (half == KG_NO_EDGE)
            break;
        w->forward[half / 2] = !(half & 1);
        o->left[v]--;
        v = w->end[half ^ 1];
        o->left[v]--;
        if (early && o->surplus[v] > 0)
            break;
    }
    o->surplus[v]--;
}

static void begin(orient *o)
{
    kg__plotting *w = o->w;

    for (uint64_t v = 0; v < w->n; v++) {
        o->cursor[v] = w->row[v];
        o->surplus[v] = 0;
        o->left[v] = 0;
    }
    for (uint64_t s = 0; s < w->m; s++) {
        w->forward[s] = 1;
        if (is_open(w, (kg_edge)(2 * s))) {
            w->forward[s] = UNKNOWN;
            o->left[w->end[2 * s]]++;
            o->left[w->end[2 * s + 1]]++;
        } else if (kg__plot_is_fixed(w, s)) {
            o->surplus[w->end[2 * s]]++;
            o->surplus[w->end[2 * s + 1]]--;
        }
    }
    for (uint64_t v = 0; v < w->n; v++)
        while (o->surplus[v] < 0 && o->left[v])
            walk(o, (kg_vertex)v, true);
    for (uint64_t v = 0; v < w->n; v++)
        if (o->left[v] & 1)
            walk(o, (kg_vertex)v, false);
    for (uint64_t v = 0; v < w->n; v++)
        while (o->left[v])
            walk(o, (kg_vertex)v, false);
}

/* ---- the paths ------------------------------------------------------------------------------- */

/*
 * Both kinds of paths begin at a vertex with a surplus of at least 2 and end at one of less than 0,
 * if the second kind is seen from its other end with all signs reversed. So each search begins
 * where there are few vertices to begin from.
 */
static int64_t seen(const orient *o, kg_vertex v)
{
    return o->away ? o->surplus[v] : -o->surplus[v];
}

/* Whether the segment of a half at v may be turned round in a path that is searched for from v. */
static bool goes(const orient *o, kg_edge half)
{
    return is_open(o->w, half) && kg__plot_leaves(o->w, half) == o->away;
}

/* Makes the levels, from surpluses of at least 2 on; to_end: up to the first of less than 0.
 * Returns whether there is one. */
static bool spread(orient *o, bool to_end)
{
    const kg__plotting *w = o->w;
    uint32_t last = FAR;
    uint64_t count = 0;

    for (uint64_t v = 0; v < w->n; v++) {
        o->level[v] = FAR;
        if (seen(o, (kg_vertex)v) >= 2) {
            o->level[v] = 0;
            o->queue[count++] = (kg_vertex)v;
        }
    }
    for (uint64_t i = 0; i < count; i++) {
        const kg_vertex v = o->queue[i];

        if (o->level[v] >= last)
            break;
        o->cursor[v] = w->row[v];
        for (kg_edge k = w->row[v]; k < w->row[(uint64_t)v + 1]; k++) {
            const kg_vertex to = w->end[w->half[k] ^ 1];

            if (o->level[to] != FAR || !goes(o, w->half[k]))
                continue;
            o->level[to] = o->level[v] + 1;
            if (to_end && seen(o, to) < 0)
                last = o->level[to];
            o->queue[count++] = to;
        }
    }
    o->last = last;
    return last != FAR;
}

/* Turns a path along the levels round, from a vertex to one with a surplus of less than 0. */
static bool turn_path(orient *o, kg_vertex from)
{
    kg__plotting *w = o->w;
    uint64_t length = 0;
    kg_vertex v = from;

    for (;;) {
        if (o->cursor[v] < w->row[(uint64_t)v + 1]) {
            const kg_edge half = w->half[o->cursor[v]];
            const kg_vertex to = w->end[half ^ 1];

            if (o->level[to] != o->level[v] + 1 || !goes(o, half)) {
                o->cursor[v]++;
                continue;
            }
            o->path[length++] = half;
            v = to;
            if (seen(o, v) < 0)
                break;
            if (o->level[v] == o->last)
                o->cursor[v] = w->row[(uint64_t)v + 1];
        } else if (length) {
            v = w->end[o->path[--length]];
            o->cursor[v]++;
        } else {
            return false;
        }
    }
    while (length)
        w->forward[o->path[--length] / 2] ^= 1;
    o->surplus[from] -= o->away ? 2 : -2;
    o->surplus[v] += o->away ? 2 : -2;
    return true;
}

/* Turns paths round as long as there are any. turned: [out] set if there was one. */
static kg_status turn_paths(orient *o, bool away, bool *turned)
{
    kg_status status = KG_OK;

    o->away = away;
    while (spread(o, true)) {
        *turned = true;
        for (uint64_t v = 0; v < o->w->n; v++)
            while (o->level[v] == 0 && seen(o, (kg_vertex)v) >= 2 && turn_path(o, (kg_vertex)v))
                continue;
        KG_TRY(kg__progress(o->w->ctx, "choosing directions", 0, 0));
    }
out:
    return status;
}

static void set_labels(orient *o)
{
    kg__plotting *w = o->w;

    for (int away = 1; away >= 0; away--) {
        o->away = away;
        spread(o, false);
        for (uint64_t v = 0; v < w->n; v++)
            if (o->level[v] != FAR)
                w->label[v] = away ? 1 : -1;
    }
}

kg_status kg__plot_orient(kg__plotting *w)
{
    static const char what[] = "directions of segments";
    kg_context *ctx = w->ctx;
    orient o = {.w = w};
    bool turned;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &o.surplus, w->n, sizeof *o.surplus, what));
    KG_TRY(kg__host_allocate(ctx, &o.cursor, w->n, sizeof *o.cursor, what));
    KG_TRY(kg__host_allocate(ctx, &o.left, w->n, sizeof *o.left, what));
    KG_TRY(kg__host_allocate(ctx, &o.level, w->n, sizeof *o.level, what));
    KG_TRY(kg__host_allocate(ctx, &o.queue, w->n, sizeof *o.queue, what));
    KG_TRY(kg__host_allocate(ctx, &o.path, w->n, sizeof *o.path, what));
    begin(&o);
    do {
        turned = false;
        KG_TRY(turn_paths(&o, true, &turned));
        KG_TRY(turn_paths(&o, false, &turned));
    } while (turned);
    set_labels(&o);
out:
    kg__free_all(ctx, o.surplus, o.cursor, o.left, o.level, o.queue, o.path);
    return status;
}
