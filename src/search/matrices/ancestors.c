/*
 * The part of a hierarchy that a matrix of distances needs.
 *
 * In:  vertices, and the side of the arcs that lead up from them.
 * Out: all places that are reached by going up, with their arcs, renumbered without gaps in the
 *      order of places. So one pass over the arcs goes down or up all levels.
 * Method: one pass over a bitmap of places, from the lowest level up, marks the heads of the arcs
 *      of marked places.
 * Work: O(n / 64 + ancestors + arcs). Memory: n / 4 bytes while it works; afterwards 12 bytes an
 *      ancestor, and 8 an arc for integers or 12 for doubles.
 *
 * D. Delling, A. Goldberg, R. Werneck, "Faster batched shortest paths in road networks", ATMOS
 * 2011.
 */
#include "../../base/bits.h"
#include "distance_matrix.h"
#include <math.h>
#include <string.h>

/* Bits, and the number of marks before each word of them. */
typedef struct marks {
    uint64_t *bits, words;
    uint32_t *before; /* [words + 1] */
} marks;

static uint32_t index_of(const marks *k, kg_vertex place)
{
    const uint64_t lower = (UINT64_C(1) << place % 64) - 1;

    return k->before[place / 64] + (uint32_t)__builtin_popcountll(k->bits[place / 64] & lower);
}

static void mark_heads(marks *k, const kg_hierarchy *h, int side, kg_vertex place)
{
    for (uint32_t i = h->row[side][place]; i < h->row[side][place + 1]; i++)
        kg__mark(k->bits, h->arc[side][i].head);
}

static kg_status mark_ancestors(marks *k, const kg_hierarchy *h, int side, const kg_vertex *vertex,
    uint64_t count, bool with_core)
{
    const kg_vertex core = h->level[1];
    bool in_core = false;
    kg_status status;

    k->words = kg__words(h->graph->n);
    KG_TRY(kg__bitmap_create(h->ctx, &k->bits, h->graph->n, "ancestors"));
    KG_TRY(kg__host_allocate(h->ctx, &k->before, k->words + 1, sizeof *k->before, "ancestors"));
    for (uint64_t i = 0; i < count; i++)
        kg__mark(k->bits, h->place[vertex[i]]);
    for (uint64_t w = k->words; w-- > 0;)
        for (uint64_t done = 0, left; (left = k->bits[w] & ~done);) {
            const unsigned bit = 63 - (unsigned)__builtin_clzll(left);
            const kg_vertex place = (kg_vertex)(w * 64 + bit);

            done |= UINT64_C(1) << bit;
            in_core |= place < core;
            if (place >= core)
                mark_heads(k, h, side, place);
        }
    for (kg_vertex p = 0; p < core && in_core && with_core; p++)
        kg__mark(k->bits, p);
    k->before[0] = 0;
    for (uint64_t w = 0; w < k->words; w++)
        k->before[w + 1] = k->before[w] + (uint32_t)__builtin_popcountll(k->bits[w]);
out:
    return status;
}

static uint64_t arcs_of(const kg_hierarchy *h, int side, kg_vertex place, bool with_core)
{
    return place < h->level[1] && !with_core ? 0 : h->row[side][place + 1] - h->row[side][place];
}

static void list_places(kg__ancestors *a, const kg_hierarchy *h, const marks *k)
{
    uint64_t count = 0;
    uint32_t at = 1;

    for (uint64_t w = 0; w < k->words; w++)
        for (uint64_t left = k->bits[w]; left; left &= left - 1)
            a->place[count++] = (kg_vertex)(w * 64 + (unsigned)__builtin_ctzll(left));
    while (a->cores < count && a->place[a->cores] < h->level[1])
        a->cores++;
    for (uint64_t i = a->cores; i < count; i++) {
        if (i > a->cores && a->place[i] < h->level[at + 1])
            continue;
        while (a->place[i] >= h->level[at + 1])
            at++;
        a->level[a->levels++] = (uint32_t)i;
    }
    a->level[a->levels] = (uint32_t)count;
}

kg_status kg__ancestors_find(kg__ancestors *a, const kg_hierarchy *h, int side,
    const kg_vertex *vertex, uint64_t count, bool with_core)
{
    kg_context *ctx = h->ctx;
    marks k = {0};
    kg_status status;

    *a = (kg__ancestors){.given = count};
    KG_TRY(mark_ancestors(&k, h, side, vertex, count, with_core));
    a->count = k.before[k.words];
    KG_TRY(kg__host_allocate(ctx, &a->place, a->count, sizeof *a->place, "ancestors"));
    KG_TRY(kg__host_allocate(
        ctx, &a->level, (uint64_t)h->levels + 1, sizeof *a->level, "levels of ancestors"));
    list_places(a, h, &k);
    KG_TRY(kg__host_allocate(ctx, &a->row, a->count + 1, sizeof *a->row, "ancestors"));
    a->row[0] = 0;
    for (uint64_t i = 0; i < a->count; i++)
        a->row[i + 1] = a->row[i] + (uint32_t)arcs_of(h, side, a->place[i], with_core);
    a->arcs = a->row[a->count];
    KG_TRY(kg__host_allocate(ctx, &a->head, a->arcs, sizeof *a->head, "arcs of ancestors"));
    KG_TRY(kg__host_allocate(ctx, &a->real, a->arcs, sizeof *a->real, "arcs of ancestors"));
    for (uint64_t i = 0; i < a->count; i++) {
        const kg__arc *arc = h->arc[side] + h->row[side][a->place[i]];

        for (uint32_t to = a->row[i]; to < a->row[i + 1]; to++, arc++) {
            a->head[to] = index_of(&k, arc->head);
            a->real[to] = arc->length;
        }
    }
    KG_TRY(kg__host_allocate(ctx, &a->own, count, sizeof *a->own, "ancestors"));
    for (uint64_t i = 0; i < count; i++)
        a->own[i] = index_of(&k, h->place[vertex[i]]);
out:
    kg__free_all(ctx, k.bits, k.before);
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
    for (uint64_t i = 0; i < a->arcs; i++)
        a->whole[i] = a->real[i] < UINT32_MAX ? (uint32_t)a->real[i] : UINT32_MAX;
    kg__free(ctx, a->real);
    a->real = NULL;
out:
    return status;
}

/* ---- their order ----------------------------------------------------------------------------- */

/* Numbers the ancestors by depth-first search up from each of the vertices: an ancestor comes right
 * after those above it that had no number. next: [count] 1 + the next arc to follow, or 0; stack:
 * [count]. number: [out] [count] */
static void number_by_depth(
    const kg__ancestors *a, uint32_t *number, uint32_t *next, uint32_t *stack)
{
    uint64_t count = 0;

    memset(next, 0, a->count * sizeof *next);
    for (uint64_t k = 0; k < a->given; k++) {
        uint64_t depth = 0;

        if (!next[a->own[k]])
            stack[depth++] = a->own[k];
        while (depth) {
            const uint32_t p = stack[depth - 1];
            uint32_t i = next[p] ? next[p] - 1 : a->row[p];

            while (i < a->row[p + 1] && next[a->head[i]])
                i++;
            next[p] = i + 1;
            if (i < a->row[p + 1])
                stack[depth++] = a->head[i];
            else
                number[stack[--depth]] = (uint32_t)count++;
        }
    }
}

kg_status kg__ancestors_regroup(kg_context *ctx, kg__ancestors *a, uint32_t *number)
{
    kg__ancestors made = {0};
    uint32_t *from = NULL, to = 0;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &from, a->count, sizeof *from, "ancestors"));
    KG_TRY(kg__host_allocate(ctx, &made.row, a->count + 1, sizeof *made.row, "ancestors"));
    KG_TRY(kg__host_allocate(ctx, &made.head, a->arcs, sizeof *made.head, "arcs of ancestors"));
    KG_TRY(kg__host_allocate(ctx, &made.real, a->arcs, sizeof *made.real, "arcs of ancestors"));
    number_by_depth(a, number, made.row, from);
    for (uint64_t p = 0; p < a->count; p++)
        from[number[p]] = (uint32_t)p;
    made.row[0] = 0;
    for (uint64_t p = 0; p < a->count; p++) {
        for (uint32_t i = a->row[from[p]]; i < a->row[from[p] + 1]; i++, to++) {
            made.head[to] = number[a->head[i]];
            made.real[to] = a->real[i];
        }
        made.row[p + 1] = to;
    }
    for (uint64_t k = 0; k < a->given; k++)
        a->own[k] = number[a->own[k]];
    kg__free_all(ctx, a->row, a->head, a->real);
    a->row = made.row;
    a->head = made.head;
    a->real = made.real;
    made = (kg__ancestors){0};
out:
    kg__free_all(ctx, from, made.row, made.head, made.real);
    return status;
}

/* ---- a bound --------------------------------------------------------------------------------- */

/* The greatest distance of the vertices from the highest place, by arcs between levels only. */
static double greatest_from_top(const kg__ancestors *a, double *length)
{
    double greatest = 0;

    if (a->cores || !a->count || a->place[0] != 0)
        return INFINITY;
    length[0] = 0;
    for (uint64_t p = 1; p < a->count; p++) {
        length[p] = INFINITY;
        for (uint32_t i = a->row[p]; i < a->row[p + 1]; i++)
            length[p] = fmin(length[p], length[a->head[i]] + a->real[i]);
    }
    for (uint64_t i = 0; i < a->given; i++)
        greatest = fmax(greatest, length[a->own[i]]);
    return greatest;
}

/* The greatest length of any way up from the vertices. A way within the core has fewer arcs than
 * the core has vertices. */
static double greatest_way(const kg__ancestors *a, double *length)
{
    double greatest = 0, most = 0;

    for (uint32_t i = 0; i < a->row[a->cores]; i++)
        most = fmax(most, a->real[i]);
    for (uint64_t p = 0; p < a->count; p++) {
        length[p] = p < a->cores ? most * (double)a->cores : 0;
        for (uint32_t i = a->row[p]; i < a->row[p + 1] && p >= a->cores; i++)
            length[p] = fmax(length[p], length[a->head[i]] + a->real[i]);
    }
    for (uint64_t i = 0; i < a->given; i++)
        greatest = fmax(greatest, length[a->own[i]]);
    return greatest;
}

kg_status kg__ancestors_bound(
    double *bound, kg_context *ctx, const kg__ancestors *up, const kg__ancestors *down)
{
    const uint64_t count = up->count > down->count ? up->count : down->count;
    double *length = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &length, count, sizeof *length, "ancestors"));
    *bound = fmin(greatest_from_top(up, length) + greatest_from_top(down, length),
        greatest_way(up, length) + greatest_way(down, length));
out:
    kg__free(ctx, length);
    return status;
}
