/*
 * Iterative deepening on sliding puzzles: the roots of a search.
 *
 * The roots are all states at some number of moves from the start, each once: there are more of
 * them the longer the search takes, so that all threads have work. Their number depends on the
 * counts of the iterations alone.
 */
#include "deep_ops.h"
#include "partitions.h"

static const kg__deep_ops row[KG__BACKENDS] = KG__TABLE(KG__DEEP_FUNCTIONS);

/* The children of the roots, in next. l: [out] their keys. */
static void list_children(kg__deep_work *w, kg__deep_root *next, kg__tiles_level *l)
{
    const kg__tiles *p = w->problem;

    l->count = 0;
    for (uint64_t i = 0; i < w->roots; i++) {
        const kg__deep_root *r = &w->root[i];
        const unsigned blank = r->node.blank;

        for (unsigned m = 0; m < p->moves[blank][r->last]; m++) {
            const unsigned move = p->move[blank][r->last][m];
            kg__deep_root *child = &next[l->count];
            const kg__deep_change change = kg__deep_look(w->tables, &r->node, p->cell[blank][move]);

            *child = *r;
            kg__deep_move(w->tables, &child->node, p->cell[blank][move], &change);
            child->last = (uint8_t)move;
            child->path |= (uint64_t)move << 2 * w->depth;
            l->key[l->count] =
                (kg__tiles_key){kg__tiles_join_wide(p, child->node.tile), child->path, l->count};
            l->count++;
        }
    }
}

/* Goes one move further from the start. levels: the last two. */
static kg_status deepen(kg__deep_work *w, kg__tiles_level *levels)
{
    kg__deep_root *next = NULL, *kept = NULL;
    kg__tiles_level l = {NULL, 0};
    kg_status status;

    KG_TRY(kg__host_allocate(w->ctx, &next, 4 * w->roots, sizeof *next, "roots of the search"));
    KG_TRY(kg__host_allocate(w->ctx, &l.key, 4 * w->roots, sizeof *l.key, "roots of the search"));
    list_children(w, next, &l);
    kg__tiles_drop_known(&l, &levels[(w->depth + 1) % 2]);
    KG_TRY(kg__host_allocate(w->ctx, &kept, l.count, sizeof *kept, "roots of the search"));
    for (uint64_t i = 0; i < l.count; i++)
        kept[i] = next[l.key[i].from];
    kg__free(w->ctx, w->root);
    w->root = kept;
    w->roots = l.count;
    w->depth++;
    kg__free(w->ctx, levels[w->depth % 2].key);
    levels[w->depth % 2] = l;
    l.key = NULL;
out:
    kg__free_all(w->ctx, next, l.key);
    return status;
}

kg_status kg__deep_make_roots(kg__deep_work *w, kg__tiles_level *levels, uint64_t roots)
{
    kg_status status = KG_OK;

    while (w->roots < roots && w->depth + 1 < w->bound && w->depth < KG__DEEP_ROOTS)
        KG_TRY(deepen(w, levels));
out:
    return status;
}

kg_status kg__deep_first_root(kg__deep_work *w, kg__tiles_level *levels, unsigned *bound)
{
    const kg__tiles *p = w->problem;
    kg_status status;

    KG_TRY(kg__host_allocate(w->ctx, &w->root, 1, sizeof *w->root, "roots of the search"));
    KG_TRY(
        kg__host_allocate(w->ctx, &levels[0].key, 1, sizeof(kg__tiles_key), "roots of the search"));
    w->roots = 1;
    w->root[0].last = KG__TILES_ROOT;
    w->root[0].path = 0;
    kg__tiles_patterns_start(w->patterns, &w->root[0].node, p->start);
    levels[0].key[0] = (kg__tiles_key){kg__tiles_join_wide(p, p->start), 0, 0};
    levels[0].count = 1;
    if (*bound < kg__deep_bound(w->tables, &w->root[0].node))
        *bound = kg__deep_bound(w->tables, &w->root[0].node);
out:
    return status;
}

kg_status kg__deep_search(kg__backend backend, kg__deep_work *w)
{
    return row[backend].search(w);
}
