/*
 * A* as one writes it from a textbook: an array of nodes, and a binary heap of them. Each node
 * knows its place in the heap, so that its cost can be lowered there. The estimate is the octile
 * distance; ties are broken towards the goal. The array is not cleared between queries: a node of
 * an older query counts as new.
 */
#include "textbook_astar.h"
#include <math.h>
#include <stdlib.h>

enum { CLOSED = UINT32_MAX };

typedef struct node {
    double g, f;
    uint32_t parent;
    uint32_t place; /* in the heap, or CLOSED */
    uint32_t query; /* that it belongs to */
} node;

struct textbook {
    uint32_t width, height;
    const uint16_t *weight;
    int moves, cuts;
    double diagonal, least;
    node *node;     /* [width * height] */
    uint32_t *heap; /* [width * height] */
    uint32_t count, query;
};

textbook *textbook_create(
    uint32_t width, uint32_t height, const uint16_t *weight, int moves, double diagonal, int cuts)
{
    size_t cells = (size_t)width * height;
    textbook *t = calloc(1, sizeof *t);
    uint16_t least = UINT16_MAX;

    if (!t)
        return NULL;
    for (size_t i = 0; i < cells; i++)
        if (weight[i] && weight[i] < least)
            least = weight[i];
    *t = (textbook){.width = width,
        .height = height,
        .weight = weight,
        .moves = moves,
        .cuts = cuts,
        .diagonal = diagonal,
        .least = least};
    t->node = calloc(cells, sizeof *t->node);
    t->heap = malloc(cells * sizeof *t->heap);
    if (t->node && t->heap)
        return t;
    textbook_destroy(t);
    return NULL;
}

void textbook_destroy(textbook *t)
{
    if (!t)
        return;
    free(t->node);
    free(t->heap);
    free(t);
}

static int before(const node *a, const node *b)
{
    return a->f < b->f || (a->f == b->f && a->g > b->g);
}

static void put(textbook *t, uint32_t place, uint32_t cell)
{
    t->heap[place] = cell;
    t->node[cell].place = place;
}

static void sift_up(textbook *t, uint32_t place, uint32_t cell)
{
    while (place && before(&t->node[cell], &t->node[t->heap[(place - 1) / 2]])) {
        put(t, place, t->heap[(place - 1) / 2]);
        place = (place - 1) / 2;
    }
    put(t, place, cell);
}

static uint32_t take_first(textbook *t)
{
    uint32_t first = t->heap[0], last = t->heap[--t->count], place = 0;

    for (;;) {
        uint32_t child = 2 * place + 1;

        if (child >= t->count)
            break;
        if (child + 1 < t->count && before(&t->node[t->heap[child + 1]], &t->node[t->heap[child]]))
            child++;
        if (!before(&t->node[t->heap[child]], &t->node[last]))
            break;
        put(t, place, t->heap[child]);
        place = child;
    }
    if (t->count)
        put(t, place, last);
    t->node[first].place = CLOSED;
    return first;
}

static double estimate(const textbook *t, uint32_t cell, uint32_t goal)
{
    double dx = fabs((double)(cell % t->width) - (double)(goal % t->width));
    double dy = fabs((double)(cell / t->width) - (double)(goal / t->width));
    double most = dx > dy ? dx : dy, few = dx > dy ? dy : dx;

    return t->least * (t->moves == 4 ? dx + dy : most - few + few * t->diagonal);
}

static int is_free(const textbook *t, int64_t x, int64_t y)
{
    return x >= 0 && y >= 0 && x < t->width && y < t->height &&
           t->weight[y * (int64_t)t->width + x];
}

static void reach(textbook *t, uint32_t cell, uint32_t goal, uint32_t parent, double g)
{
    node *n = &t->node[cell];
    int fresh = n->query != t->query;

    if (!fresh && (n->place == CLOSED || g >= n->g))
        return;
    n->f = fresh ? g + estimate(t, cell, goal) : n->f - n->g + g;
    n->g = g;
    n->parent = parent;
    n->query = t->query;
    sift_up(t, fresh ? t->count++ : n->place, cell);
}

double textbook_find(textbook *t, uint32_t start, uint32_t goal)
{
    t->count = 0;
    t->query++;
    reach(t, start, goal, start, 0);
    while (t->count) {
        uint32_t cell = take_first(t);
        int64_t x = cell % t->width, y = cell / t->width;

        if (cell == goal)
            return t->node[cell].g;
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++) {
                uint32_t to = (uint32_t)((y + dy) * (int64_t)t->width + x + dx);

                if ((!dx && !dy) || !is_free(t, x + dx, y + dy) ||
                    (dx && dy &&
                        (t->moves == 4 ||
                            (!t->cuts && !(is_free(t, x + dx, y) && is_free(t, x, y + dy))))))
                    continue;
                reach(t, to, goal, cell,
                    t->node[cell].g + t->weight[to] * (dx && dy ? t->diagonal : 1));
            }
    }
    return -1;
}
