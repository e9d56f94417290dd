/*
 * Stage 7 on the CPU: the one circuit, in order.
 *
 * in   segments and pool of the first walk, chosen bits; or, where there were many circuits,
 *      word[m].next after the swips
 * out  walk[m] from w->first on, without the virtual edge
 *
 * Many circuits: walk again, now one cycle. Then, in both cases, segments are cut into pieces:
 * before w->first, and with few circuits before every slot whose predecessor the swips changed.
 * Each piece's first edge leads to the piece through root[], so the piece after one is found by the
 * edge that came after it, swipped. Following the pieces gives each its place; copying them is
 * memory speed.
 *
 * O(m) work; a record a piece, of which there are at most m / CHUNK, plus one a start, plus two a
 * circuit. Nothing in the result depends on where segments were cut.
 */
#include "euler_cpu.h"
#include <assert.h>
#include <string.h>

typedef struct piece {
    uint64_t from; /* in the pool */
    uint64_t to;   /* in the walk */
    uint32_t length;
    kg_edge after; /* the edge that follows it */
} piece;

typedef struct pieces {
    piece *at;
    size_t count, room;
} pieces;

static kg_status add_piece(
    kg_context *ctx, pieces *list, uint64_t from, uint32_t length, kg_edge after)
{
    kg_status status = KG_OK;

    if (list->count == list->room) {
        size_t room = list->room + list->room / 2 + 64;

        KG_TRY(kg__host_resize(ctx, &list->at, room, sizeof *list->at, "pieces of the walk"));
        list->room = room;
    }
    list->at[list->count++] = (piece){from, 0, length, after};
out:
    return status;
}

static inline bool is_cut(const kg__euler_work *w, const kg__euler_cpu *s, kg_edge e)
{
    return e == w->first || (s->few && kg__is_swipped(s->chosen, e));
}

/* Marks in s->segment.done which segments hold a cut other than at their start. */
static void mark_cut_segments(const kg__euler_work *w, kg__euler_cpu *s)
{
    kg__segment *at = s->segment.at;

    for (size_t i = 0; i < s->segment.count; i++) {
        s->root[at[i].start] = (kg_edge)i;
        at[i].done = 0;
    }
    at[s->root[s->word[w->first].tag]].done = 1;
    if (!s->few)
        return;
    for (uint64_t i = 0; i <= (uint64_t)w->m >> 6; i++)
        for (uint64_t bits = s->chosen[i]; bits; bits &= bits - 1) {
            uint64_t e = i * 64 + (unsigned)__builtin_ctzll(bits); /* link e - 1 */

            at[s->root[s->word[e - 1].tag]].done = 1;
            at[s->root[s->word[e].tag]].done = 1;
        }
}

/* Cuts segments into pieces; afterwards root[e] is the piece that begins with edge e. */
static kg_status cut(const kg__euler_work *w, kg__euler_cpu *s, pieces *list)
{
    kg_status status = KG_OK;

    mark_cut_segments(w, s);
    for (size_t i = 0; i < s->segment.count; i++) {
        const kg__segment *segment = &s->segment.at[i];
        const kg_edge *edge = s->pool + segment->place;
        uint32_t begin = 0;

        if (segment->done)
            for (uint32_t k = 1; k < segment->length; k++)
                if (is_cut(w, s, edge[k])) {
                    KG_TRY(add_piece(w->ctx, list, segment->place + begin, k - begin, edge[k]));
                    begin = k;
                }
        KG_TRY(
            add_piece(w->ctx, list, segment->place + begin, segment->length - begin, segment->end));
    }
    for (size_t i = 0; i < list->count; i++)
        s->root[s->pool[list->at[i].from]] = (kg_edge)i;
out:
    return status;
}

/* Gives each piece its place by following them from the first edge on. */
static void place(const kg__euler_work *w, const kg__euler_cpu *s, pieces *list)
{
    size_t first = s->root[w->first], i = first;
    uint64_t to = 0;

    do {
        piece *p = &list->at[i];

        p->to = to;
        to += p->length;
        i = s->root[s->few ? kg__swip(s->chosen, p->after) : p->after];
    } while (i != first && to < w->m);
    assert(i == first && to == w->m);
}

/* The virtual edge comes first in its piece, and no other is that edge. */
static void copy_piece(const kg__euler_work *w, const kg__euler_cpu *s, const piece *p)
{
    const kg_edge *from = s->pool + p->from;
    kg_edge skip = w->virtual_edge;

    if (skip == KG_NO_EDGE) {
        memcpy(w->walk + p->to, from, p->length * sizeof *from);
        return;
    }
    for (uint32_t k = p->to == 0; k < p->length; k++)
        w->walk[p->to + k - 1] = from[k] - (from[k] > skip);
}

decl_euler_stage(kg__euler_walk_cpu)
{
    kg__euler_cpu *s = w->state;
    pieces list = {NULL, 0, 0};
    uint64_t closed;
    kg_status status = KG_OK;

    if (!s->few) {
        KG_TRY(kg__euler_walk_cycles_cpu(w, &closed));
        s->few = false;
    }
    KG_TRY(cut(w, s, &list));
    place(w, s, &list);
    /* root lies where the walk goes, and is not needed any more. */
#pragma omp parallel for num_threads(s->threads) schedule(dynamic, 16)
    for (size_t i = 0; i < list.count; i++)
        copy_piece(w, s, &list.at[i]);
out:
    kg__free(w->ctx, list.at);
    return status;
}
