/*
 * Merging the vertices of a drawing that lie within a tolerance of each other.
 *
 * In:  segments between places, each place a vertex.
 * Out: the same, with one vertex for each group of vertices that steps of at most the tolerance
 *     connect. It has the place and the number of the first, so groups do not depend on the order
 *     of segments.
 * Method: vertices are sorted by their cells in a grid. Cells are small enough for all vertices of
 *     one to be near each other, and vertices that are near lie at most two cells apart. Groups are
 *     trees, whose roots are their first vertices.
 * Work: O(n log n), and for two close cells of different groups the product of their vertices.
 *     Memory: 28 bytes a vertex.
 */
#include "../base/bisect.h"
#include "../base/union_find.h"
#include "drawing.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double CELLS = 1.5; /* the tolerance in cells: their diagonal is less than it */
enum { REACH = 2 };              /* the most cells between two vertices that are near */

typedef struct point {
    double cell[2];
    kg_vertex v;
} point;

typedef struct merging {
    const double *place; /* [2 * n] */
    double tolerance;
    point *at; /* [n] by cell */
    uint64_t n;
    kg_vertex *parent; /* [n] a smaller one of the group, or itself */
} merging;

static int compare(const void *a, const void *b)
{
    const point *p = a, *q = b;

    for (int i = 0; i < 2; i++)
        if (p->cell[i] != q->cell[i])
            return p->cell[i] < q->cell[i] ? -1 : 1;
    return p->v < q->v ? -1 : p->v > q->v;
}

/* The cell of a coordinate. Larger numbers, whose neighbours are farther apart, are their own
 * cells. */
static double cell_of(double x, double tolerance)
{
    const double cell = floor(x / tolerance * CELLS);

    return fabs(cell) < 0x1p52 ? cell : x;
}

/* Joins the groups of two vertices if they are near. Returns whether they are of one group. */
static bool join(merging *g, kg_vertex u, kg_vertex v)
{
    const kg_vertex a = kg__sets_root(g->parent, u), b = kg__sets_root(g->parent, v);

    if (a != b &&
        kg__plot_distance(g->place + 2 * (uint64_t)u, g->place + 2 * (uint64_t)v) > g->tolerance)
        return false;
    kg__sets_join(g->parent, a, b);
    return true;
}

/* The end of the cell that begins at point i. */
static uint64_t end_of_cell(const merging *g, uint64_t i)
{
    const double *cell = g->at[i].cell;

    while (i < g->n && g->at[i].cell[0] == cell[0] && g->at[i].cell[1] == cell[1])
        i++;
    return i;
}

/* The first point that is in a cell or after it. */
static uint64_t lower_bound(const merging *g, double x, double y)
{
    return KG__FIRST_WHERE(
        i, 0, g->n, g->at[i].cell[0] > x || (g->at[i].cell[0] == x && g->at[i].cell[1] >= y));
}

/* Joins two cells if a pair is near. */
static void join_cells(merging *g, uint64_t a, uint64_t a_end, uint64_t b, uint64_t b_end)
{
    for (uint64_t i = a; i < a_end; i++)
        for (uint64_t j = b; j < b_end; j++)
            if (join(g, g->at[i].v, g->at[j].v))
                return;
}

static void join_all(merging *g)
{
    for (uint64_t a = 0, a_end; a < g->n; a = a_end) {
        const double x = g->at[a].cell[0], y = g->at[a].cell[1];

        a_end = end_of_cell(g, a);
        for (uint64_t i = a + 1; i < a_end; i++)
            join(g, g->at[a].v, g->at[i].v);
        for (int dx = 0; dx <= REACH; dx++) {
            uint64_t b = dx ? lower_bound(g, x + dx, y - REACH) : a_end;

            while (b < g->n && g->at[b].cell[0] == x + dx && g->at[b].cell[1] <= y + REACH) {
                const uint64_t b_end = end_of_cell(g, b);

                join_cells(g, a, a_end, b, b_end);
                b = b_end;
            }
        }
    }
}

kg_status kg__drawing_merge(kg_drawing *d, double tolerance)
{
    static const char what[] = "vertices within the tolerance";
    merging g = {.place = d->place, .tolerance = tolerance, .n = d->segments.vertices};
    kg_vertex count = 0;
    kg_status status;

    KG_TRY(kg__host_allocate(d->ctx, &g.at, g.n, sizeof *g.at, what));
    KG_TRY(kg__host_allocate(d->ctx, &g.parent, g.n, sizeof *g.parent, what));
    for (uint64_t v = 0; v < g.n; v++) {
        g.at[v].v = (kg_vertex)v;
        for (int i = 0; i < 2; i++)
            g.at[v].cell[i] = cell_of(d->place[2 * v + (uint64_t)i], tolerance);
    }
    qsort(g.at, g.n, sizeof *g.at, compare);
    kg__sets_part(g.parent, g.n);
    join_all(&g);
    for (uint64_t v = 0; v < g.n; v++) { /* a parent comes first: it has its new number */
        const kg_vertex parent = g.parent[v];

        if (parent == v) {
            memmove(d->place + 2 * (uint64_t)count, d->place + 2 * v, 2 * sizeof *d->place);
            g.parent[v] = count++;
        } else {
            g.parent[v] = g.parent[parent];
        }
    }
    for (uint64_t h = 0; h < 2 * d->segments.count; h++)
        d->end[h] = g.parent[d->end[h]];
    d->segments.vertices = count;
out:
    kg__free_all(d->ctx, g.at, g.parent);
    return status;
}
