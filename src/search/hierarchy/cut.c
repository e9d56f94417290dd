/*
 * Least vertex separators.
 *
 * In:  a graph, and the ranks of its vertices along an axis. The first are sources and the last
 *      are targets.
 * Out: the fewest vertices that every path from a source to a target meets.
 * Method: as many paths as possible are found that have no vertex in common; as many vertices then
 *     separate. A vertex has two halves: paths come in at the first and go out at the second. Only
 *     one path leads from the first half to the second; another may come back along it, and the
 *     first one then goes another way. Rounds of depth-first searches enter each half once, and try
 *     neighbours of high rank first. The last round finds no path, and reaches one side of the cut.
 * Work: O(edges) a round; 8 rounds on roads as a mean, and 20 at most.
 *
 * L. Ford, D. Fulkerson, "Maximal flow through a network", Canadian J. of Mathematics 8, 1956; A.
 * Pothen, C.-J. Fan, "Computing the block triangular form of a sparse matrix", ACM TOMS 16, 1990
 * (rounds).
 */
#include "../../base/heap.h"
#include "hierarchy_base.h"
#include <string.h>

/* SHORT: vertices of the longest row that insertion sorts. */
enum { SHORT = 32 };

#define NONE UINT32_MAX

/* Half 2v is where paths come into v, and half 2v + 1 where they go out. */
#define IN(v)  (2 * (v))
#define OUT(v) (2 * (v) + 1)

kg_status kg__cutter_grow(kg__cutter *c, uint64_t count, uint64_t entries)
{
    void *const array[] = {
        &c->row, &c->rank, &c->part, &c->before, &c->used, &c->seen, &c->at, &c->queue};
    static const unsigned size[] = {4, 4, 1, 4, 1, 8, 8, 8};
    kg_status status = KG_OK;

    c->count = (uint32_t)count;
    if (count > c->room[0]) {
        const uint64_t room = count + count / 2;

        c->room[0] = 0;
        kg__free_all(
            c->ctx, c->row, c->rank, c->part, c->before, c->used, c->seen, c->at, c->queue);
        c->row = c->rank = c->before = c->seen = c->at = c->queue = NULL;
        c->part = c->used = NULL;
        for (size_t i = 0; i < sizeof size / sizeof *size; i++)
            KG_TRY(kg__host_allocate(c->ctx, array[i], room + 1, size[i], "an order of vertices"));
        c->room[0] = room;
    }
    if (entries > c->room[1])
        KG_TRY(kg__host_grow(
            c->ctx, &c->col, &c->room[1], entries, sizeof *c->col, "an order of vertices"));
out:
    return status;
}

void kg__cutter_release(kg__cutter *c)
{
    kg__free_all(
        c->ctx, c->row, c->rank, c->part, c->before, c->used, c->seen, c->at, c->queue, c->col);
}

/* Sorts vertices by falling rank: the last of those that are left comes to the end. */
static void sort_long(const uint32_t *rank, uint32_t *vertex, uint32_t count)
{
#define COMES_LATER(a, b) (rank[a] < rank[b])
    for (uint32_t i = count / 2; i-- > 0;) {
        const uint32_t v = vertex[i];

        KG__HEAP_SINK(vertex, count, i, v, COMES_LATER);
    }
    for (uint32_t left = count; left-- > 1;) {
        const uint32_t v = vertex[left];

        vertex[left] = vertex[0];
        KG__HEAP_SINK(vertex, left, 0, v, COMES_LATER);
    }
#undef COMES_LATER
}

static void sort_short(const uint32_t *rank, uint32_t *vertex, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        const uint32_t v = vertex[i];
        uint32_t at = i;

        for (; at > 0 && rank[vertex[at - 1]] < rank[v]; at--)
            vertex[at] = vertex[at - 1];
        vertex[at] = v;
    }
}

/* Sorts each row by falling rank. */
static void sort_rows(kg__cutter *c)
{
    for (uint32_t v = 0; v < c->count; v++) {
        const uint32_t count = c->row[v + 1] - c->row[v];

        (count > SHORT ? sort_long : sort_short)(c->rank, c->col + c->row[v], count);
    }
}

/* Returns whether paths begin at a vertex: at a source with a neighbour that is none. Rows are
 * sorted. */
static inline bool begins(const kg__cutter *c, uint32_t v)
{
    return c->rank[v] < c->share && c->row[v] < c->row[v + 1] &&
           c->rank[c->col[c->row[v]]] >= c->share;
}

/* Returns whether a path may end at a half. */
static inline bool ends(const kg__cutter *c, uint32_t half)
{
    return half % 2 && c->rank[half / 2] >= c->count - c->share;
}

/* The next half to which a path may go on from a half, among those that have not been entered in
 * this round; NONE if there is no more. */
static inline uint32_t onward(kg__cutter *c, uint32_t half)
{
    const uint32_t v = half / 2, degree = c->row[v + 1] - c->row[v];

    if (half % 2 == 0) {
        const uint32_t to = !c->used[v] ? OUT(v) : c->before[v] == NONE ? NONE : OUT(c->before[v]);

        return to != NONE && c->seen[to] != c->round ? to : NONE;
    }
    for (uint32_t *at = &c->at[half]; *at < degree; ++*at) {
        const uint32_t to = c->col[c->row[v] + *at];

        /* A path need not go back to the sources, unless along another path. */
        if (c->seen[IN(to)] != c->round && (c->rank[to] >= c->share || c->used[to]))
            return IN(to);
    }
    return c->used[v] && c->seen[IN(v)] != c->round ? IN(v) : NONE;
}

/* Adds the path of `length` halves in queue to the paths. */
static void add_path(kg__cutter *c, uint32_t length)
{
    c->before[c->queue[0] / 2] = NONE;
    for (uint32_t i = 0; i + 1 < length; i++) {
        const uint32_t from = c->queue[i], to = c->queue[i + 1];

        if (from / 2 == to / 2)
            c->used[from / 2] = from % 2 == 0;
        else if (from % 2)
            c->before[to / 2] = from / 2;
    }
}

static void enter(kg__cutter *c, uint32_t half, uint32_t *length)
{
    c->seen[half] = c->round;
    c->at[half] = 0;
    c->queue[(*length)++] = half;
}

/* Looks for a path from a source by halves that have not been entered in this round. */
static bool find_path(kg__cutter *c, uint32_t source)
{
    uint32_t length = 0;

    if (c->seen[IN(source)] == c->round)
        return false;
    enter(c, IN(source), &length);
    while (length) {
        const uint32_t half = c->queue[length - 1];
        uint32_t to;

        if (ends(c, half)) {
            add_path(c, length);
            return true;
        }
        to = onward(c, half);
        if (to == NONE)
            length--;
        else
            enter(c, to, &length);
    }
    return false;
}

/* Divides the vertices by the halves that were entered last. Sources at which no path begins have
 * only sources as neighbours. */
static void divide(kg__cutter *c)
{
    for (uint32_t v = 0; v < c->count; v++)
        c->part[v] = c->seen[OUT(v)] == c->round || (c->rank[v] < c->share && !begins(c, v))
                         ? KG__PART_A
                     : c->seen[IN(v)] == c->round ? KG__SEPARATOR
                                                  : KG__PART_B;
}

uint32_t kg__cut(kg__cutter *c, uint32_t share, uint32_t most)
{
    uint32_t count = 0;
    bool any = true;

    c->share = share;
    c->round = 0;
    sort_rows(c);
    memset(c->used, 0, c->count);
    memset(c->seen, 0, 2 * (size_t)c->count * sizeof *c->seen);
    while (any) {
        any = false;
        c->round++;
        for (uint32_t v = 0; v < c->count; v++)
            if (begins(c, v) && find_path(c, v)) {
                any = true;
                if (++count > most)
                    return UINT32_MAX;
            }
    }
    divide(c);
    return count;
}
