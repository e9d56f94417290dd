/*
 * The bits of a pattern database: the moves between blocks, and the table of backends.
 */
#include "patterns_ops.h"

static const kg__patterns_ops row[KG__BACKENDS] = KG__TABLE(KG__PATTERNS_FUNCTIONS);

static const char what[] = "a pattern database";

typedef struct moves {
    kg__pattern_work *w;
    uint32_t count;
} moves;

/* Lists the blocks that one move leads to, and so those that one move comes from. If there is no
 * memory for the lists yet, only counts them. */
static void list_moves(moves *m, uint32_t set, uint32_t region)
{
    const kg__pattern *p = m->w->pattern;
    const unsigned items = p->view.items;
    unsigned index = 0;

    for (uint32_t left = set; left; left &= left - 1, index++) {
        const unsigned place = (unsigned)__builtin_ctz(left);

        for (uint32_t to = p->shape->board.near[place] & region; to; to &= to - 1) {
            const unsigned blank = (unsigned)__builtin_ctz(to);
            const uint32_t rest = set & ~(1u << place);
            const unsigned there = kg__pattern_ones(rest & ((1u << blank) - 1));

            if (m->w->from) {
                m->w->from[m->count] = kg__pattern_block(&p->view, rest | 1u << blank, place);
                m->w->turn[m->count] = (uint16_t)(there * items + index);
            }
            m->count++;
        }
    }
}

/* The places of a set that are free and in one region. */
static uint32_t places_of(const kg__pattern *p, uint32_t set, const kg__pattern_set *s, unsigned r)
{
    uint32_t places = 0;

    for (unsigned i = 0; i < p->shape->board.places; i++)
        if (!(set >> i & 1) && kg__pattern_region(s, i) == r)
            places |= 1u << i;
    return places;
}

static void list_all(moves *m)
{
    const kg__pattern *p = m->w->pattern;
    uint32_t set = (1u << p->view.items) - 1;

    m->count = 0;
    for (uint32_t i = 0; i < p->shape->sets; i++) {
        const uint32_t first = p->shape->set[i].first;
        const uint32_t end = i + 1 < p->shape->sets ? p->shape->set[i + 1].first : p->shape->blocks;

        for (uint32_t block = first; block < end; block++) {
            m->w->row[block] = m->count;
            list_moves(m, set, places_of(p, set, &p->shape->set[i], block - first));
        }
        set = kg__pattern_next_set(set);
    }
    m->w->row[p->shape->blocks] = m->count;
}

kg_status kg__pattern_build(kg_context *ctx, kg__pattern *p, const kg__patience *patience)
{
    kg__pattern_work w = {.ctx = ctx, .pattern = p, .patience = patience};
    moves m = {.w = &w};
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &w.row, p->shape->blocks + UINT64_C(1), sizeof *w.row, what));
    list_all(&m);
    KG_TRY(kg__host_allocate(ctx, &w.from, m.count, sizeof *w.from, what));
    KG_TRY(kg__host_allocate(ctx, &w.turn, m.count, sizeof *w.turn, what));
    list_all(&m);
    KG_TRY(kg__host_allocate(ctx, &p->bit, (uint64_t)p->shape->blocks * p->view.words, 8, what));
    p->view.bit = p->bit;
    KG_TRY(row[kg__context_backend(ctx)].build(&w));
    kg__pattern_set_deepest(p);
out:
    kg__free_all(ctx, w.row, w.from, w.turn);
    return status;
}
