/*
 * The part of a hierarchy that a matrix of distances needs.
 *
 * In:  vertices, and the sides of the arcs that lead up from them.
 * Out: all places that are reached by going up, with their arcs, renumbered without gaps in the
 *      order of places. So one pass over the arcs goes down or up all levels.
 * Method: one pass over a bitmap of places, from the lowest level up, marks the heads of the arcs
 *      of marked places. One thread does the sources and another the targets. The order of the
 *      ancestors and each bound are one thread's work, too. All threads copy arcs. Threads that
 *      share levels would wait at hundreds of barriers, which takes longer on a busy machine.
 * Work: O(n / 64 + ancestors + arcs). Memory: n / 2 bytes while it works; afterwards 12 bytes an
 *      ancestor, and 8 an arc for integers or 12 for doubles.
 *
 * Deterministic: the same arrays for each number of threads.
 *
 * D. Delling, A. Goldberg, R. Werneck, "Faster batched shortest paths in road networks", ATMOS
 * 2011.
 */
#include "../../base/bits.h"
#include "distance_matrix.h"
#include <math.h>
#include <string.h>

/* How many vertices (GIVEN) or ancestors (GRAIN) make one more thread worthwhile. */
enum { GIVEN = 64, GRAIN = 512 };

/* How many of some tasks are done at once. */
static uint64_t tasks_of(const kg_distance_matrix *m, uint64_t tasks)
{
    return m->up.given + m->down.given < GIVEN ? 1 : tasks;
}

/* The places that are reached along the arcs of a side. */
typedef struct marks {
    const kg_hierarchy *h;
    int side;
    bool with_core; /* if one place of the core is reached, all of it and its arcs belong to them */
    uint64_t *bits, words;
    uint32_t *before; /* [words + 1] the number of marks before each word */
} marks;

/* The number of marks before a place. */
static uint32_t index_of(const marks *k, kg_vertex place)
{
    const uint64_t lower = (UINT64_C(1) << place % 64) - 1;

    return k->before[place / 64] + (uint32_t)__builtin_popcountll(k->bits[place / 64] & lower);
}

static kg_status mark_given(marks *k, const kg_vertex *vertex, uint64_t count)
{
    const kg_hierarchy *h = k->h;
    kg_status status;

    k->words = kg__words(h->graph->n);
    KG_TRY(kg__bitmap_create(h->ctx, &k->bits, h->graph->n, "ancestors"));
    KG_TRY(kg__host_allocate(h->ctx, &k->before, k->words + 1, sizeof *k->before, "ancestors"));
    for (uint64_t i = 0; i < count; i++)
        kg__mark(k->bits, h->place[vertex[i]]);
out:
    return status;
}

static void mark_heads(marks *k, kg_vertex place)
{
    const uint32_t *row = k->h->row[k->side];

    for (uint32_t i = row[place]; i < row[place + 1]; i++)
        kg__mark(k->bits, k->h->arc[k->side][i].head);
}

/* Marks the ancestors of what is marked, and counts them. */
static void mark_ancestors(marks *k)
{
    const kg_vertex core = k->h->level[1];
    bool in_core = false;

    for (uint64_t w = k->words; w-- > 0;)
        for (uint64_t done = 0, left; (left = k->bits[w] & ~done);) {
            const unsigned bit = 63 - (unsigned)__builtin_clzll(left);
            const kg_vertex place = (kg_vertex)(w * 64 + bit);

            done |= UINT64_C(1) << bit;
            in_core |= place < core;
            if (place >= core)
                mark_heads(k, place);
        }
    for (kg_vertex p = 0; p < core && in_core && k->with_core; p++)
        kg__mark(k->bits, p);
    k->before[0] = 0;
    for (uint64_t w = 0; w < k->words; w++)
        k->before[w + 1] = k->before[w] + (uint32_t)__builtin_popcountll(k->bits[w]);
}

/* Turns the numbers of arcs in row[1], row[2], .. into offsets. */
static void sum_up(uint32_t *row, uint64_t count)
{
    row[0] = 0;
    for (uint64_t i = 0; i < count; i++)
        row[i + 1] += row[i];
}

static void list_places(kg__ancestors *a, const marks *k)
{
    const kg_vertex *level = k->h->level;
    uint64_t count = 0;
    uint32_t at = 1;

    for (uint64_t w = 0; w < k->words; w++)
        for (uint64_t left = k->bits[w]; left; left &= left - 1)
            a->place[count++] = (kg_vertex)(w * 64 + (unsigned)__builtin_ctzll(left));
    while (a->cores < count && a->place[a->cores] < level[1])
        a->cores++;
    for (uint64_t i = a->cores; i < count; i++) {
        if (i > a->cores && a->place[i] < level[at + 1])
            continue;
        while (a->place[i] >= level[at + 1])
            at++;
        a->level[a->levels++] = (uint32_t)i;
    }
    a->level[a->levels] = (uint32_t)count;
}

static void count_arcs(kg__ancestors *a, const marks *k)
{
    const uint32_t *row = k->h->row[k->side];

    KG_PARALLEL_FOR(kg__threads(k->h->ctx, a->count, GRAIN))
    for (uint64_t i = 0; i < a->count; i++)
        a->row[i + 1] = i < a->cores && !k->with_core ? 0 : row[a->place[i] + 1] - row[a->place[i]];
    sum_up(a->row, a->count);
    a->arcs = a->row[a->count];
}

static void copy_arcs(kg__ancestors *a, const marks *k)
{
    KG_PARALLEL_FOR(kg__threads(k->h->ctx, a->count, GRAIN), schedule(dynamic, GRAIN))
    for (uint64_t i = 0; i < a->count; i++) {
        const kg__arc *arc = k->h->arc[k->side] + k->h->row[k->side][a->place[i]];

        for (uint32_t to = a->row[i]; to < a->row[i + 1]; to++, arc++) {
            a->head[to] = index_of(k, arc->head);
            a->real[to] = arc->length;
        }
    }
}

/* Makes all arrays from the marks. */
static kg_status lay_out(kg__ancestors *a, const marks *k, const kg_vertex *vertex)
{
    kg_context *ctx = k->h->ctx;
    kg_status status;

    a->count = k->before[k->words];
    KG_TRY(kg__host_allocate(ctx, &a->place, a->count, sizeof *a->place, "ancestors"));
    KG_TRY(kg__host_allocate(
        ctx, &a->level, (uint64_t)k->h->levels + 1, sizeof *a->level, "levels of ancestors"));
    list_places(a, k);
    KG_TRY(kg__host_allocate(ctx, &a->row, a->count + 1, sizeof *a->row, "ancestors"));
    count_arcs(a, k);
    KG_TRY(kg__host_allocate(ctx, &a->head, a->arcs, sizeof *a->head, "arcs of ancestors"));
    KG_TRY(kg__host_allocate(ctx, &a->real, a->arcs, sizeof *a->real, "arcs of ancestors"));
    copy_arcs(a, k);
    KG_TRY(kg__host_allocate(ctx, &a->own, a->given, sizeof *a->own, "ancestors"));
    for (uint64_t i = 0; i < a->given; i++)
        a->own[i] = index_of(k, k->h->place[vertex[i]]);
out:
    return status;
}

/* Pairs the ancestors that sources and targets share. */
static kg_status join(kg_distance_matrix *m, const marks *down)
{
    kg_status status;

    KG_TRY(kg__host_allocate(m->ctx, &m->meet, m->up.count, sizeof *m->meet, "ancestors"));
    KG_PARALLEL_FOR(kg__threads(m->ctx, m->up.count, GRAIN))
    for (uint64_t i = 0; i < m->up.count; i++) {
        const kg_vertex place = m->up.place[i];

        m->meet[i] = kg__bitmap_has(down->bits, place) ? index_of(down, place) : UINT32_MAX;
    }
out:
    return status;
}

kg_status kg__ancestors_find(kg_distance_matrix *m)
{
    marks k[2] = {
        {.h = m->h, .side = 0, .with_core = true}, {.h = m->h, .side = kg__other_side(m->h, 0)}};
    kg_status status;

    KG_TRY(mark_given(&k[0], m->source, m->up.given));
    KG_TRY(mark_given(&k[1], m->target, m->down.given));
    KG_PARALLEL_FOR(kg__threads(m->ctx, tasks_of(m, 2), 1), schedule(static, 1))
    for (int i = 0; i < 2; i++)
        mark_ancestors(&k[i]);
    KG_TRY(lay_out(&m->up, &k[0], m->source));
    KG_TRY(lay_out(&m->down, &k[1], m->target));
    KG_TRY(join(m, &k[1]));
out:
    for (int i = 0; i < 2; i++)
        kg__free_all(m->ctx, k[i].bits, k[i].before);
    return status;
}

void kg__ancestors_release(kg_context *ctx, kg__ancestors *a)
{
    kg__free_all(ctx, a->place, a->row, a->head, a->real, a->whole, a->own, a->level);
    *a = (kg__ancestors){0};
}

kg_status kg__ancestors_narrow(kg_context *ctx, kg__ancestors *a)
{
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &a->whole, a->arcs, sizeof *a->whole, "arcs of ancestors"));
    KG_PARALLEL_FOR(kg__threads(ctx, a->count, GRAIN))
    for (uint64_t i = 0; i < a->arcs; i++)
        a->whole[i] = a->real[i] < UINT32_MAX ? (uint32_t)a->real[i] : UINT32_MAX;
    kg__free(ctx, a->real);
    a->real = NULL;
out:
    return status;
}

/* ---- the order of the targets' ancestors ----------------------------------------------------- */

/* Numbers the ancestors by the first of the vertices that reaches them, then in their order. An
 * ancestor above another is reached by all that reach the other. group: [count], the number of that
 * vertex among those that are different; row: [count + 1]; number: [out] [count] */
static void number_by_first(
    const kg__ancestors *a, uint32_t *group, uint32_t *row, uint32_t *number)
{
    uint32_t groups = 0;

    memset(group, 0xff, a->count * sizeof *group);
    for (uint64_t k = 0; k < a->given; k++)
        if (group[a->own[k]] == UINT32_MAX)
            group[a->own[k]] = groups++;
    for (uint64_t p = a->count; p-- > a->cores;)
        for (uint32_t i = a->row[p]; i < a->row[p + 1]; i++) {
            uint32_t *to = &group[a->head[i]];

            *to = group[p] < *to ? group[p] : *to;
        }
    memset(row, 0, (groups + UINT64_C(1)) * sizeof *row);
    for (uint64_t p = 0; p < a->count; p++)
        row[group[p] + 1]++;
    sum_up(row, groups);
    for (uint64_t p = 0; p < a->count; p++)
        number[p] = row[group[p]]++;
}

/* Makes row, head and real from those of `a`. from: [count] the old number of each new one */
static void move_arcs(kg_context *ctx, kg__ancestors *made, const kg__ancestors *a,
    const uint32_t *number, const uint32_t *from)
{
    KG_PARALLEL_FOR(kg__threads(ctx, a->count, GRAIN))
    for (uint64_t p = 0; p < a->count; p++)
        made->row[p + 1] = a->row[from[p] + 1] - a->row[from[p]];
    sum_up(made->row, a->count);
    KG_PARALLEL_FOR(kg__threads(ctx, a->count, GRAIN), schedule(dynamic, GRAIN))
    for (uint64_t p = 0; p < a->count; p++) {
        uint32_t to = made->row[p];

        for (uint32_t i = a->row[from[p]]; i < a->row[from[p] + 1]; i++, to++) {
            made->head[to] = number[a->head[i]];
            made->real[to] = a->real[i];
        }
    }
}

/* ---- a bound --------------------------------------------------------------------------------- */

/* Lengths of ways between an ancestor and those above it. */
typedef struct ways {
    double from_top; /* the shortest from the highest place, which is not in the core */
    double longest;  /* of all; those within the core count as long as they could be */
} ways;

/* The greatest lengths of the given vertices. A way within the core has fewer arcs than the core
 * has vertices. way: [count] */
static ways measure(const kg__ancestors *a, ways *way)
{
    ways greatest = {a->given ? 0 : INFINITY, 0};
    double most = 0;

    for (uint32_t i = 0; i < a->row[a->cores]; i++)
        most = fmax(most, a->real[i]);
    for (uint64_t p = 0; p < a->count; p++) {
        ways w = {
            a->place[p] || a->cores ? INFINITY : 0, p < a->cores ? most * (double)a->cores : 0};

        for (uint32_t i = a->row[p]; i < a->row[p + 1] && p >= a->cores; i++) {
            const double from_top = way[a->head[i]].from_top + a->real[i];
            const double longest = way[a->head[i]].longest + a->real[i];

            w.from_top = from_top < w.from_top ? from_top : w.from_top;
            w.longest = longest > w.longest ? longest : w.longest;
        }
        way[p] = w;
    }
    for (uint64_t i = 0; i < a->given; i++) {
        greatest.from_top = fmax(greatest.from_top, way[a->own[i]].from_top);
        greatest.longest = fmax(greatest.longest, way[a->own[i]].longest);
    }
    return greatest;
}

/* ---- both ------------------------------------------------------------------------------------ */

/* Numbers the ancestors of targets, and finds the bound. row, group: see number_by_first() */
static kg_status number_and_bound(
    kg_distance_matrix *m, uint32_t *group, uint32_t *row, double *bound)
{
    const int first = bound ? 0 : 2;
    ways *way[2] = {NULL}, greatest[2];
    kg_status status = KG_OK;

    if (bound) {
        KG_TRY(kg__host_allocate(m->ctx, &way[0], m->up.count, sizeof *way[0], "ancestors"));
        KG_TRY(kg__host_allocate(m->ctx, &way[1], m->down.count, sizeof *way[1], "ancestors"));
    }
    KG_PARALLEL_FOR(kg__threads(m->ctx, tasks_of(m, 3 - first), 1), schedule(static, 1))
    for (int i = first; i < 3; i++)
        if (i < 2)
            greatest[i] = measure(i ? &m->down : &m->up, way[i]);
        else
            number_by_first(&m->down, group, row, m->number);
    if (bound)
        *bound = fmin(
            greatest[0].from_top + greatest[1].from_top, greatest[0].longest + greatest[1].longest);
out:
    kg__free_all(m->ctx, way[0], way[1]);
    return status;
}

kg_status kg__ancestors_regroup(kg_distance_matrix *m, double *bound)
{
    kg_context *ctx = m->ctx;
    kg__ancestors *a = &m->down, made = {0};
    uint32_t *from = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &m->number, a->count, sizeof *m->number, "ancestors"));
    KG_TRY(kg__host_allocate(ctx, &from, a->count, sizeof *from, "ancestors"));
    KG_TRY(kg__host_allocate(ctx, &made.row, a->count + 1, sizeof *made.row, "ancestors"));
    KG_TRY(kg__host_allocate(ctx, &made.head, a->arcs, sizeof *made.head, "arcs of ancestors"));
    KG_TRY(kg__host_allocate(ctx, &made.real, a->arcs, sizeof *made.real, "arcs of ancestors"));
    KG_TRY(number_and_bound(m, from, made.row, bound));
    for (uint64_t p = 0; p < a->count; p++)
        from[m->number[p]] = (uint32_t)p;
    move_arcs(ctx, &made, a, m->number, from);
    for (uint64_t k = 0; k < a->given; k++)
        a->own[k] = m->number[a->own[k]];
    for (uint64_t i = 0; i < m->up.count; i++)
        m->meet[i] = m->meet[i] == UINT32_MAX ? UINT32_MAX : m->number[m->meet[i]];
    kg__free_all(ctx, a->row, a->head, a->real);
    a->row = made.row;
    a->head = made.head;
    a->real = made.real;
    made = (kg__ancestors){0};
out:
    kg__free_all(ctx, from, made.row, made.head, made.real);
    return status;
}
