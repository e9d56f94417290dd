/*
 * The bits of a pattern database: the moves between blocks, and the table of backends.
 */
#include "patterns_ops.h"

static const kg__patterns_ops row[KG__BACKENDS] = KG__TABLE(KG__PATTERNS_FUNCTIONS);

static const char what[] = "a pattern database";

enum { GRAIN = 1 << 10 };

/* Lists the blocks that one move leads to, and so those that one move comes from. If there is no
 * memory for the lists yet, only counts them. count: [in] moves of the blocks before. Returns that
 * number with this block's. */
static uint32_t list_moves(kg__pattern_shape *s, uint32_t count, uint32_t set, uint32_t region)
{
    const unsigned items = s->view.items;
    unsigned index = 0;

    for (uint32_t left = set; left; left &= left - 1, index++) {
        const unsigned place = (unsigned)__builtin_ctz(left);
        const uint32_t rest = set & ~(1u << place);

        for (uint32_t to = s->board.near[place] & region; to; to &= to - 1) {
            const unsigned blank = (unsigned)__builtin_ctz(to);
            const unsigned there = kg__pattern_ones(rest & ((1u << blank) - 1));

            if (s->moves.from) {
                s->moves.from[count] = kg__pattern_block(&s->view, rest | 1u << blank, place);
                s->moves.turn[count] = (uint16_t)(there * items + index);
            }
            count++;
        }
    }
    return count;
}

/* Lists or counts the moves of a set's blocks. */
static void list_set(kg__pattern_shape *s, uint32_t index, uint32_t set)
{
    const uint32_t board = (uint32_t)((UINT64_C(1) << s->board.places) - 1);
    uint32_t block = s->set[index].first;

    for (uint32_t free = ~set & board, region; free; free &= ~region, block++) {
        const uint32_t before = s->moves.from ? s->moves.row[block] : 0;
        uint32_t count;

        region = kg__pattern_flood(&s->board, free, free & -free);
        count = list_moves(s, before, set, region);
        if (!s->moves.from)
            s->moves.row[block + 1] = count;
        s->moves.odd[block] = kg__pattern_ones(set & s->board.colour) & 1;
    }
}

/* set: [in] the places of each set */
static void list_all(kg_context *ctx, kg__pattern_shape *s, const uint32_t *set)
{
    KG_PARALLEL_FOR(kg__threads(ctx, s->sets, GRAIN))
    for (uint32_t i = 0; i < s->sets; i++)
        list_set(s, i, set[i]);
}

/* Makes the lists of moves unless they are there. */
static kg_status need_moves(kg_context *ctx, kg__pattern_shape *s)
{
    kg__pattern_moves *m = &s->moves;
    uint32_t *set = NULL;
    kg_status status = KG_OK;

    if (m->turn)
        return KG_OK;
    KG_TRY(kg__host_allocate(ctx, &set, s->sets, sizeof *set, what));
    set[0] = (1u << s->view.items) - 1;
    for (uint32_t i = 1; i < s->sets; i++)
        set[i] = kg__pattern_next_set(set[i - 1]);
    KG_TRY(kg__host_allocate(ctx, &m->row, s->blocks + UINT64_C(1), sizeof *m->row, what));
    KG_TRY(kg__host_allocate(ctx, &m->odd, s->blocks, 1, what));
    m->row[0] = 0;
    list_all(ctx, s, set);
    for (uint32_t i = 0; i < s->blocks; i++)
        m->row[i + 1] += m->row[i];
    KG_TRY(kg__host_allocate(ctx, &m->from, m->row[s->blocks], sizeof *m->from, what));
    KG_TRY(kg__host_allocate(ctx, &m->turn, m->row[s->blocks], sizeof *m->turn, what));
    list_all(ctx, s, set);
out:
    kg__free(ctx, set);
    if (status != KG_OK) {
        kg__free_all(ctx, m->row, m->from, m->turn, m->odd);
        *m = (kg__pattern_moves){NULL};
    }
    return status;
}

kg_status kg__pattern_build(kg_context *ctx, kg__pattern *p, const kg__patience *patience)
{
    kg__pattern_work w = {
        .ctx = ctx, .pattern = p, .moves = &p->shape->moves, .patience = patience};
    kg_status status;

    KG_TRY(need_moves(ctx, p->shape));
    KG_TRY(kg__host_allocate(ctx, &p->bit, (uint64_t)p->shape->blocks * p->view.words, 8, what));
    p->view.bit = p->bit;
    KG_TRY(row[kg__context_backend(ctx)].build(&w));
    kg__pattern_set_deepest(p);
out:
    return status;
}
