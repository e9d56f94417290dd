/*
 * The bits of a pattern database on the CPU: breadth first, a level after the other.
 *
 * in   the moves that lead to each block
 * out  bit 1 of the distance of every entry, and the number of entries at each distance
 *
 * A level is three bits an entry: seen, in this level, in the next. A thread makes the next level
 * of a block from those blocks that lead to it, so no two threads write the same word. A move that
 * keeps the order takes whole words. Any other move takes each entry of the level once. Blocks
 * without entries in the level are passed over.
 *
 * O(entries * items) plus O(levels * moves between blocks). Memory: three bits an entry besides the
 * result. Deterministic.
 */
#include "patterns_ops.h"
#include <string.h>

static const char what[] = "a pattern database";

enum { GRAIN = 64, MOST_WORDS = 630 /* of a block: 8! orders */ };

typedef struct level {
    uint64_t *seen, *now, *next; /* [blocks * words] */
    uint8_t *busy, *busy_next;   /* [blocks] whether the block has entries in the level */
    uint32_t *left;              /* [blocks] entries that are not seen */
} level;

/* Adds the entries that a move brings from block `from`. */
static void bring(uint64_t *got, const kg__pattern_view *v, const uint64_t *from, unsigned turn)
{
    const uint16_t *to = v->turn + (uint64_t)turn * v->orders;

    if (turn / v->items == turn % v->items) {
        for (uint32_t i = 0; i < v->words; i++)
            got[i] |= from[i];
        return;
    }
    for (uint32_t i = 0; i < v->words; i++)
        for (uint64_t word = from[i]; word; word &= word - 1) {
            const uint32_t order = to[64 * i + (unsigned)__builtin_ctzll(word)];

            got[order / 64] |= UINT64_C(1) << order % 64;
        }
}

/* Makes the next level of a block. Returns its number of entries. */
static uint32_t advance_block(const kg__pattern_work *w, level *l, uint32_t block, bool odd)
{
    const kg__pattern_view *v = &w->pattern->view;
    const kg__pattern_moves *m = w->moves;
    const uint64_t at = (uint64_t)block * v->words;
    uint64_t got[MOST_WORDS];
    uint32_t fresh = 0;
    bool any = false;

    for (uint32_t i = m->row[block]; i < m->row[block + 1] && l->left[block]; i++) {
        if (!l->busy[m->from[i]])
            continue;
        if (!any)
            memset(got, 0, v->words * sizeof *got);
        any = true;
        bring(got, v, l->now + (uint64_t)m->from[i] * v->words, m->turn[i]);
    }
    for (uint32_t i = 0; i < v->words && any; i++) {
        const uint64_t word = got[i] & ~l->seen[at + i];

        l->next[at + i] = word;
        l->seen[at + i] |= word;
        w->pattern->bit[at + i] |= odd ? word : 0;
        fresh += (uint32_t)__builtin_popcountll(word);
    }
    l->busy_next[block] = fresh > 0;
    l->left[block] -= fresh;
    return fresh;
}

static uint64_t advance(const kg__pattern_work *w, level *l, bool odd)
{
    const uint32_t blocks = w->pattern->shape->blocks;
    uint64_t fresh = 0;

    KG_PARALLEL_FOR(
        kg__threads(w->ctx, blocks, GRAIN), schedule(dynamic, GRAIN) reduction(+ : fresh))
    for (uint32_t block = 0; block < blocks; block++)
        fresh += advance_block(w, l, block, odd);
    return fresh;
}

static kg_status begin(kg__pattern_work *w, level *l)
{
    kg__pattern *p = w->pattern;
    const uint64_t words = (uint64_t)p->shape->blocks * p->view.words;
    const uint32_t goal = kg__pattern_block(&p->view, p->goal.set, p->blank);
    const uint64_t at = (uint64_t)goal * p->view.words + p->goal.order / 64;
    kg_status status;

    KG_TRY(kg__host_allocate(w->ctx, &l->seen, words, 8, what));
    KG_TRY(kg__host_allocate(w->ctx, &l->now, words, 8, what));
    KG_TRY(kg__host_allocate(w->ctx, &l->next, words, 8, what));
    KG_TRY(kg__host_allocate(w->ctx, &l->busy, p->shape->blocks, 1, what));
    KG_TRY(kg__host_allocate(w->ctx, &l->busy_next, p->shape->blocks, 1, what));
    KG_TRY(kg__host_allocate(w->ctx, &l->left, p->shape->blocks, sizeof *l->left, what));
    memset(p->bit, 0, words * 8);
    memset(l->seen, 0, words * 8);
    memset(l->busy, 0, p->shape->blocks);
    for (uint32_t i = 0; i < p->shape->blocks; i++)
        l->left[i] = p->view.orders;
    memset(l->now + (uint64_t)goal * p->view.words, 0, p->view.words * UINT64_C(8));
    l->now[at] = l->seen[at] = UINT64_C(1) << p->goal.order % 64;
    l->busy[goal] = 1;
    l->left[goal]--;
    p->count[0] = 1;
out:
    return status;
}

/* The next level becomes the current one. */
static void turn_over(level *l)
{
    uint64_t *now = l->now;
    uint8_t *busy = l->busy;

    l->now = l->next;
    l->next = now;
    l->busy = l->busy_next;
    l->busy_next = busy;
}

decl_patterns_build(kg__patterns_build_cpu)
{
    kg__pattern *p = w->pattern;
    const uint64_t all = (uint64_t)p->shape->blocks * p->view.orders;
    level l = {0};
    uint64_t done = 1, fresh;
    kg_status status;

    KG_TRY(begin(w, &l));
    for (unsigned depth = 1; depth < KG__PATTERN_DEPTHS; depth++) {
        fresh = advance(w, &l, depth >> 1 & 1);
        if (!fresh)
            break;
        p->count[depth] = fresh;
        done += fresh;
        KG_TRY(kg__progress(w->ctx, "entries of a pattern database", done, all));
        if (kg__pattern_stops(w)) {
            status = KG_LIMIT;
            goto out;
        }
        turn_over(&l);
    }
out:
    kg__free_all(w->ctx, l.seen, l.now, l.next, l.busy, l.busy_next, l.left);
    return status;
}
