/*
 * Pattern databases: one of them, and distances of single patterns.
 */
#include "patterns.h"
#include "../../io/mapping.h"
#include <string.h>

void kg__pattern_make(kg__pattern *p, kg__pattern_shape *shape, const uint8_t *goal, unsigned blank)
{
    uint32_t all = 0;

    memset(p, 0, sizeof *p);
    p->shape = shape;
    p->view = shape->view;
    p->blank = blank;
    p->goal = kg__pattern_find(p, goal);
    for (unsigned i = 0; i < p->view.items; i++)
        all |= 1u << goal[i];
    p->view.odd = kg__pattern_ones(all & p->view.colour) & 1;
}

void kg__pattern_set_deepest(kg__pattern *p)
{
    for (p->deepest = KG__PATTERN_DEPTHS - 1; p->deepest && !p->count[p->deepest];)
        p->deepest--;
}

void kg__pattern_free(kg_context *ctx, kg__pattern *p)
{
    kg__mapping_destroy(p->map);
    kg__free_all(ctx, p->bit, p->resident);
}

kg_status kg__pattern_resident(kg_context *ctx, kg__pattern *p, kg__pattern_view *v)
{
    kg_status status;

    KG_TRY(kg__pattern_shape_resident(ctx, p->shape));
    if (!p->resident) {
        KG_TRY(kg__allocate(ctx, &p->resident, kg__pattern_bytes(p), 1, "a pattern database"));
        status = kg__memory(ctx)->upload(ctx, p->resident, p->view.bit, kg__pattern_bytes(p));
        if (status != KG_OK) {
            kg__free(ctx, p->resident);
            p->resident = NULL;
            goto out;
        }
    }
    *v = p->shape->resident_view;
    v->bit = p->resident;
    v->odd = p->view.odd;
out:
    return status;
}

kg__pattern_at kg__pattern_find(const kg__pattern *p, const uint8_t *place)
{
    uint8_t item[KG__PATTERN_PLACES], sequence[KG__PATTERN_ITEMS];
    kg__pattern_at at = {0};
    unsigned n = 0;

    for (unsigned i = 0; i < p->view.items; i++) {
        at.set |= 1u << place[i];
        item[place[i]] = (uint8_t)i;
    }
    for (uint32_t left = at.set; left; left &= left - 1)
        sequence[n++] = item[__builtin_ctz(left)];
    at.order = kg__pattern_rank_of_order(sequence, n);
    return at;
}

/* Makes a move that lowers the distance. Returns whether there is one. */
static bool descend(const kg__pattern *p, kg__pattern_at *at, unsigned *blank)
{
    const kg__pattern_view *v = &p->view;
    const uint32_t all = (uint32_t)((UINT64_C(1) << p->shape->board.places) - 1);
    const uint32_t region = kg__pattern_flood(&p->shape->board, ~at->set & all, 1u << *blank);
    const unsigned bit = kg__pattern_bit(v, kg__pattern_block(v, at->set, *blank), at->order);
    const unsigned parity = kg__pattern_parity(v, at->set);

    for (uint32_t left = at->set; left; left &= left - 1) {
        const unsigned place = (unsigned)__builtin_ctz(left);

        for (uint32_t to = p->shape->board.near[place] & region; to; to &= to - 1) {
            const kg__pattern_at next =
                kg__pattern_step(v, *at, place, (unsigned)__builtin_ctz(to));
            const uint32_t block = kg__pattern_block(v, next.set, place);

            if ((bit ^ kg__pattern_bit(v, block, next.order)) == parity)
                continue; /* it rises */
            *at = next;
            *blank = place;
            return true;
        }
    }
    return false;
}

unsigned kg__pattern_distance(const kg__pattern *p, kg__pattern_at at, unsigned blank)
{
    const uint32_t goal = kg__pattern_block(&p->view, p->goal.set, p->blank);
    unsigned distance = 0;

    while (distance < KG__PATTERN_DEPTHS &&
           (at.order != p->goal.order || kg__pattern_block(&p->view, at.set, blank) != goal) &&
           descend(p, &at, &blank))
        distance++;
    return distance;
}
