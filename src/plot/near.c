/*
 * Nearest points of the plane that have not been removed.
 *
 * In: places. Out: points.
 * Method: a k-d tree: each node halves its points by the wider side of their box. A search goes
 *     into the nearer child first, and leaves out boxes that are empty or not near enough. (A grid
 *     of cells would do if points were spread evenly, but drawings have dense corners.)
 * Work: O(n log n) to make, O(log n) a search if places are spread evenly. Memory: 9 bytes a point
 * and 9 a leaf's. Deterministic. Source: Bentley, "K-d trees for semidynamic point sets", 1990.
 */
#include "plot.h"
#include <string.h>

enum { LEAF = 8 }; /* the most points of a leaf */

typedef struct range {
    uint32_t node, from, to;
    unsigned depth; /* levels below */
} range;

static range child(range r, unsigned which)
{
    const uint32_t middle = r.from + (r.to - r.from) / 2;

    return (range){2 * r.node + which, which ? middle : r.from, which ? r.to : middle, r.depth - 1};
}

/* Puts the points of a range into two halves along an axis: Hoare's selection, with the middle of
 * three as its pivot. */
static void halve(kg__near *near, range r, unsigned axis)
{
    int64_t low = r.from, high = (int64_t)r.to - 1;
    const int64_t middle = r.from + (r.to - r.from) / 2;

    while (low < high) {
        const double a = near->place[2 * (uint64_t)near->at[low] + axis];
        const double b = near->place[2 * (uint64_t)near->at[(low + high) / 2] + axis];
        const double c = near->place[2 * (uint64_t)near->at[high] + axis];
        const double pivot = a < b ? (b < c ? b : a < c ? c : a) : (a < c ? a : b < c ? c : b);
        int64_t i = low, j = high;

        while (i <= j) {
            while (near->place[2 * (uint64_t)near->at[i] + axis] < pivot)
                i++;
            while (near->place[2 * (uint64_t)near->at[j] + axis] > pivot)
                j--;
            if (i <= j) {
                const uint32_t point = near->at[i];

                near->at[i++] = near->at[j];
                near->at[j--] = point;
            }
        }
        if (middle <= j)
            high = j;
        else if (middle >= i)
            low = i;
        else
            return;
    }
}

static void build(kg__near *near, range r)
{
    double *box = near->box + 4 * (uint64_t)r.node;

    near->left[r.node] = r.to - r.from;
    memset(box, 0, 4 * sizeof *box);
    for (uint32_t i = r.from; i < r.to; i++)
        for (unsigned axis = 0; axis < 2; axis++) {
            const double x = near->place[2 * (uint64_t)near->at[i] + axis];

            box[axis] = i == r.from || x < box[axis] ? x : box[axis];
            box[2 + axis] = i == r.from || x > box[2 + axis] ? x : box[2 + axis];
        }
    if (r.depth == 0)
        return;
    halve(near, r, box[3] - box[1] > box[2] - box[0]);
    build(near, child(r, 0));
    build(near, child(r, 1));
}

kg_status kg__near_create(kg__near *near, kg_context *ctx, const double *place, uint64_t count)
{
    static const char what[] = "a tree of points";
    kg_status status;

    *near = (kg__near){.ctx = ctx, .place = place, .count = (uint32_t)count};
    if (count >= UINT32_MAX)
        KG_TRY(kg__fail(ctx, KG_OVERFLOW, "%llu ends of strokes: too many to put in an order",
            (unsigned long long)count));
    while ((uint64_t)LEAF << near->depth < count)
        near->depth++;
    KG_TRY(kg__host_allocate(ctx, &near->at, count, sizeof *near->at, what));
    KG_TRY(kg__host_allocate(ctx, &near->where, count, sizeof *near->where, what));
    KG_TRY(kg__host_allocate(ctx, &near->gone, count, sizeof *near->gone, what));
    KG_TRY(
        kg__host_allocate(ctx, &near->left, UINT64_C(2) << near->depth, sizeof *near->left, what));
    KG_TRY(kg__host_allocate(
        ctx, &near->box, UINT64_C(2) << near->depth, 4 * sizeof *near->box, what));
    for (uint32_t i = 0; i < near->count; i++) {
        near->at[i] = i;
        near->gone[i] = 0;
    }
    build(near, (range){1, 0, near->count, near->depth});
    for (uint32_t i = 0; i < near->count; i++)
        near->where[near->at[i]] = i;
out:
    return status;
}

void kg__near_destroy(kg__near *near)
{
    kg__free_all(near->ctx, near->at, near->where, near->gone, near->left, near->box);
}

/* Counts a point as removed, or as returned, in the nodes above it. */
static void count_point(kg__near *near, uint32_t point, bool gone)
{
    range r = {1, 0, near->count, near->depth};

    if (near->gone[point] == gone)
        return;
    near->gone[point] = gone;
    near->left[1] += gone ? -1u : 1u;
    while (r.depth) {
        r = child(r, near->where[point] >= child(r, 1).from);
        near->left[r.node] += gone ? -1u : 1u;
    }
}

void kg__near_remove(kg__near *near, uint32_t point)
{
    count_point(near, point, true);
}

void kg__near_return(kg__near *near, uint32_t point)
{
    count_point(near, point, false);
}

typedef struct search {
    const kg__near *near;
    const double *place;
    unsigned wanted, count;
    uint32_t *found;              /* [wanted] */
    double square[KG__NEAR_MOST]; /* [wanted] of the distance */
} search;

static double square_to_box(const search *s, uint32_t node)
{
    const double *box = s->near->box + 4 * (uint64_t)node;
    double sum = 0;

    for (unsigned axis = 0; axis < 2; axis++) {
        const double x = s->place[axis];
        const double gap = x < box[axis]       ? box[axis] - x
                           : x > box[2 + axis] ? x - box[2 + axis]
                                               : 0;

        sum += gap * gap;
    }
    return sum;
}

static void offer(search *s, uint32_t point)
{
    const double x = s->near->place[2 * (uint64_t)point] - s->place[0];
    const double y = s->near->place[2 * (uint64_t)point + 1] - s->place[1];
    const double square = x * x + y * y;
    unsigned i = s->count;

    while (
        i && (square < s->square[i - 1] || (square == s->square[i - 1] && point < s->found[i - 1])))
        i--;
    if (i == s->wanted)
        return;
    s->count += s->count < s->wanted;
    for (unsigned k = s->count - 1; k > i; k--) {
        s->square[k] = s->square[k - 1];
        s->found[k] = s->found[k - 1];
    }
    s->square[i] = square;
    s->found[i] = point;
}

static void look(search *s, range r, double square)
{
    const kg__near *near = s->near;

    if (!near->left[r.node] || (s->count == s->wanted && square > s->square[s->wanted - 1]))
        return;
    if (r.depth == 0) {
        for (uint32_t i = r.from; i < r.to; i++)
            if (!near->gone[near->at[i]])
                offer(s, near->at[i]);
        return;
    }
    const double one = square_to_box(s, 2 * r.node), other = square_to_box(s, 2 * r.node + 1);
    const unsigned nearer = other < one;

    look(s, child(r, nearer), nearer ? other : one);
    look(s, child(r, !nearer), nearer ? one : other);
}

unsigned kg__near_find(
    const kg__near *near, const double place[2], unsigned wanted, uint32_t *found)
{
    search s = {.near = near, .place = place, .wanted = wanted, .found = found};

    if (near->count)
        look(&s, (range){1, 0, near->count, near->depth}, 0);
    return s.count;
}
