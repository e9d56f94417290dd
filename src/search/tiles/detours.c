/*
 * Detours: the machine that knows them.
 *
 * Method: All sequences without detours are the nodes of a tree, a level for each length, from the
 *     blank on each cell. A sequence is a detour if another one from the same cell has led to the
 *     same arrangement, or if it is one without its first move. Only nodes on the way to a detour
 *     become states of the machine. Any other node stands for the longest end of its moves that is
 *     a state (A. Aho and M. Corasick, "Efficient string matching", CACM 18, 1975).
 */
#include "detours.h"
#include "levels.h"

/* Children of a node instead of a node. */
#define TRIED   (UINT32_MAX - 1) /* to be decided: a node or a detour */
#define LONGEST (UINT32_MAX - 2) /* no detour, and as long as a detour may be */

typedef struct node {
    uint32_t child[KG__TILES_MOVES]; /* by the next move */
    uint32_t suffix;                 /* the node without the first move; of a first node, itself */
    uint32_t state;                  /* of the machine */
    bool kept;                       /* whether a detour begins so */
} node;

typedef struct work {
    kg_context *ctx;
    const kg__tiles *problem;
    node *node; /* [nodes] */
    uint64_t nodes, room;
    kg__tiles_level level[2]; /* the last two; a key's state has the first cell as its flags */
    unsigned length;          /* of the last level */
} work;

static kg_status add_node(work *w, uint32_t suffix)
{
    kg_status status = KG_OK;

    if (w->nodes == w->room)
        KG_TRY(kg__host_grow(w->ctx, &w->node, &w->room, w->nodes + 1, sizeof *w->node, "detours"));
    w->node[w->nodes++] = (node){.suffix = suffix,
        .child = {KG__TILES_DETOUR, KG__TILES_DETOUR, KG__TILES_DETOUR, KG__TILES_DETOUR}};
out:
    return status;
}

/* ---- the tree -------------------------------------------------------------------------------- */

/* The blank on each cell, the other tiles in any one order. */
static kg_status begin(work *w)
{
    const unsigned cells = w->problem->cells;
    kg__tiles_level *l = &w->level[0];
    kg_status status;

    KG_TRY(kg__host_allocate(w->ctx, &l->key, cells, sizeof *l->key, "detours"));
    for (unsigned c = 0; c < cells; c++) {
        uint8_t tile[KG_TILES_CELLS];

        for (unsigned i = 0; i < cells; i++)
            tile[i] = (uint8_t)(i < c ? i + 1 : i == c ? 0 : i);
        l->key[c] = (kg__tiles_key){
            .state = kg__tiles_pack_wide(kg__tiles_join_wide(w->problem, tile), c), .from = c};
        KG_TRY(add_node(w, c));
    }
    l->count = cells;
out:
    return status;
}

/* Tries the moves after a sequence. l: [out] gets those that are no detours without their first
 * move. */
static void try_moves(work *w, kg__tiles_level *l, const kg__tiles_key *k)
{
    const kg__tiles *p = w->problem;
    const unsigned __int128 full = kg__tiles_unpack_wide(p, k->state);
    const unsigned blank = kg__tiles_blank_wide(full), moves = p->moves[blank][KG__TILES_ROOT];
    node *n = &w->node[k->from];

    for (unsigned i = 0; i < moves; i++) {
        const unsigned move = p->move[blank][KG__TILES_ROOT][i], cell = p->cell[blank][move];

        if (w->length && w->node[n->suffix].child[move] == KG__TILES_DETOUR)
            continue;
        n->child[move] = TRIED;
        l->key[l->count++] = (kg__tiles_key){
            .state = kg__tiles_pack_wide(
                kg__tiles_swap_wide(full, kg__tiles_tile_wide(full, cell), blank, cell),
                kg__tiles_flags_wide(k->state)),
            .path = k->path | (uint64_t)move << 2 * w->length,
            .from = k->from};
    }
}

/* Adds the nodes of a level. last: these are the longest sequences, and get none. */
static kg_status add_level(work *w, kg__tiles_level *l, bool last)
{
    kg_status status = KG_OK;

    for (uint64_t i = 0; i < l->count; i++) {
        kg__tiles_key *k = &l->key[i];
        const unsigned move = k->path >> 2 * w->length & 3;
        const node *n = &w->node[k->from];
        const unsigned blank = kg__tiles_blank_wide(kg__tiles_unpack_wide(w->problem, k->state));
        const uint32_t suffix = w->length ? w->node[n->suffix].child[move] : blank;

        w->node[k->from].child[move] = last ? LONGEST : (uint32_t)w->nodes;
        k->from = w->nodes;
        if (!last)
            KG_TRY(add_node(w, suffix));
    }
out:
    return status;
}

/* Goes one move further. */
static kg_status deepen(work *w, bool last)
{
    kg__tiles_level *now = &w->level[w->length % 2], *known = &w->level[(w->length + 1) % 2];
    const uint64_t nodes = w->nodes;
    kg__tiles_level l = {NULL, 0};
    kg_status status;

    KG_TRY(
        kg__host_allocate(w->ctx, &l.key, KG__TILES_MOVES * now->count, sizeof *l.key, "detours"));
    for (uint64_t i = 0; i < now->count; i++)
        try_moves(w, &l, &now->key[i]);
    kg__tiles_drop_known(&l, known);
    KG_TRY(add_level(w, &l, last));
    for (uint64_t i = nodes - now->count; i < nodes; i++)
        for (unsigned move = 0; move < KG__TILES_MOVES; move++)
            if (w->node[i].child[move] == TRIED) {
                w->node[i].child[move] = KG__TILES_DETOUR;
                w->node[i].kept = true;
            }
    kg__free(w->ctx, known->key);
    *known = l;
    l.key = NULL;
    w->length++;
out:
    kg__free(w->ctx, l.key);
    return status;
}

/* ---- the machine ----------------------------------------------------------------------------- */

/* Numbers the states. The first nodes are always states. */
static uint32_t number_states(work *w)
{
    uint32_t states = 0;

    for (uint64_t i = w->nodes; i-- > 0;)
        for (unsigned move = 0; move < KG__TILES_MOVES; move++) {
            const uint32_t child = w->node[i].child[move];

            if (child < LONGEST && w->node[child].kept)
                w->node[i].kept = true;
        }
    for (uint64_t i = 0; i < w->nodes; i++) {
        node *n = &w->node[i];

        n->kept = n->kept || i < w->problem->cells;
        n->state = n->kept ? states++ : w->node[n->suffix].state;
    }
    return states;
}

static void write_states(const work *w, uint32_t *next)
{
    for (uint64_t i = 0; i < w->nodes; i++) {
        const node *n = &w->node[i];

        for (unsigned move = 0; n->kept && move < KG__TILES_MOVES; move++) {
            uint32_t child = n->child[move];

            if (child == LONGEST)
                child = w->node[n->suffix].child[move];
            next[KG__TILES_MOVES * n->state + move] =
                child == KG__TILES_DETOUR ? KG__TILES_DETOUR : w->node[child].state;
        }
    }
}

kg_status kg__detours_make(kg_context *ctx, kg__detours *d, const kg__tiles *p, unsigned length)
{
    work w = {.ctx = ctx, .problem = p};
    kg_status status;

    kg__free(ctx, d->next);
    *d = (kg__detours){.next = NULL};
    KG_TRY(begin(&w));
    while (w.length < length)
        KG_TRY(deepen(&w, w.length + 1 == length));
    d->states = number_states(&w);
    KG_TRY(kg__host_allocate(
        ctx, &d->next, KG__TILES_MOVES * (uint64_t)d->states, sizeof *d->next, "detours"));
    write_states(&w, d->next);
    d->length = length;
out:
    kg__free_all(ctx, w.node, w.level[0].key, w.level[1].key);
    return status;
}
