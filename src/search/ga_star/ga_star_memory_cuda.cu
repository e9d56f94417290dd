/*
 * GA* on CUDA: memory that grows with the search, lists, nodes and the table, and the counts.
 */
#include "ga_star_cuda.cuh"

enum {
    SPARED = 32, /* the search leaves one part in this many of the free memory to others */
    FIRST_CELLS = 1 << 13
};

/* Puts all nodes into an empty table: thread i puts node i. */
static __global__ void k_ga_fill(kg__ga_search s, uint64_t used)
{
    const kg__ga_word *node;
    uint64_t hash, place;

    if (kg__item() >= used)
        return;
    node = node_of(&s, (uint32_t)kg__item());
    if (node[s.words] == UNUSED)
        return;
    hash = kg__ga_hash(node[0], s.words == 2 ? node[1] : 0);
    place = place_of(&s, hash);
    while (atomicCAS(&s.table[place], 0, cell_of(hash, (uint32_t)kg__item())))
        place = place + 1 < s.table_cells ? place + 1 : 0;
}

kg_status kg__ga_bytes_left(kg__ga_work *w, uint64_t needed, uint64_t *left)
{
    kg_status status;

    KG_TRY(kg__device_left(w->ctx, left, SPARED));
    if (*left < 2 * needed) {
        KG_TRY(KG_CUDA(w->ctx, cudaMemPoolTrimTo(kg__cuda_of(w->ctx)->pool, 0)));
        KG_TRY(kg__device_left(w->ctx, left, SPARED));
    }
out:
    return status;
}

kg_status kg__ga_grow_list(
    kg__ga_work *w, kg__ga_list *l, uint64_t states, uint64_t kept, size_t size)
{
    uint64_t room = 2 * l->room > states ? 2 * l->room : states, left;
    void *base = NULL;
    kg_status status = KG_OK;

    if (states <= l->room)
        return KG_OK;
    KG_TRY(kg__ga_bytes_left(w, room * size, &left));
    if (left < room * size)
        room = states;
    if (left < room * size)
        return KG_OK;
    KG_TRY(kg__allocate(w->ctx, &base, room, size, "queues"));
    if (kept) {
        status = kg__memory(w->ctx)->copy(w->ctx, base, l->base, kept * size);
        if (status != KG_OK)
            goto out;
    }
    kg__free(w->ctx, l->base);
    l->base = base;
    l->room = room;
    base = NULL;
out:
    kg__free(w->ctx, base);
    return status;
}

/* Makes room for `nodes` nodes, or for fewer if memory ends; then no more can follow. */
static kg_status grow_nodes(kg__ga_work *w, uint64_t nodes)
{
    kg__ga_cuda *s = (kg__ga_cuda *)w->state;
    const uint64_t bytes = 8 * (s->search.words + 1);
    kg_status status = KG_OK;

    while (s->room < nodes && s->extents < KG__GA_EXTENTS &&
           s->room == (uint64_t)KG__GA_NODES * ((1u << s->extents) - 1)) {
        const uint64_t whole = (uint64_t)KG__GA_NODES << s->extents;
        uint64_t more, left;

        KG_TRY(kg__ga_bytes_left(w, whole * bytes * 2, &left));
        more = left / 2 / bytes; /* the rest is for the table */
        more = more < whole ? more : whole;
        if (more < whole / 16)
            break;
        KG_TRY(kg__allocate(w->ctx, &s->extent[s->extents], more, bytes, "the states"));
        s->search.extent[s->extents] = (kg__ga_word *)s->extent[s->extents];
        s->extents++;
        s->room += more;
    }
out:
    return status;
}

/* Makes a table of `cells` cells that has all nodes. */
static kg_status make_table(kg__ga_work *w, uint64_t cells)
{
    kg__ga_cuda *s = (kg__ga_cuda *)w->state;
    kg_status status;

    kg__free(w->ctx, s->table);
    s->table = NULL;
    KG_TRY(kg__allocate(w->ctx, &s->table, cells, sizeof(kg__ga_word), "the table"));
    KG_TRY(kg__memory(w->ctx)->clear(w->ctx, s->table, 0, cells * sizeof(kg__ga_word)));
    s->search.table = (kg__ga_word *)s->table;
    s->search.table_cells = w->count.slots = cells;
    if (s->tally.used)
        KG_TRY(KG_LAUNCH(w->ctx, k_ga_fill, s->tally.used, s->search, s->tally.used));
out:
    return status;
}

static kg_status grow_table(kg__ga_work *w, uint64_t nodes)
{
    kg__ga_cuda *s = (kg__ga_cuda *)w->state;
    const uint64_t old = s->search.table_cells;
    uint64_t cells = 2 * old, left;
    kg_status status = KG_OK;

    if (nodes <= old / 8 * 5)
        return KG_OK;
    while (cells / 8 * 5 < nodes)
        cells *= 2;
    KG_TRY(kg__ga_bytes_left(w, cells * sizeof(kg__ga_word), &left));
    left = left / sizeof(kg__ga_word) + old; /* the old table is freed first */
    cells = cells < left ? cells : left;
    if (cells > old + old / 16)
        KG_TRY(make_table(w, cells));
out:
    return status;
}

kg_status kg__ga_grow_states(kg__ga_work *w, uint64_t nodes, bool *is)
{
    kg__ga_cuda *s = (kg__ga_cuda *)w->state;
    kg_status status;

    KG_TRY(grow_nodes(w, nodes));
    *is = s->room >= nodes;
    if (*is) {
        KG_TRY(grow_table(w, nodes));
        *is = s->search.table_cells / 8 * 5 >= nodes;
    }
out:
    return status;
}

kg_status kg__ga_begin_states(kg__ga_work *w)
{
    kg_status status;

    KG_TRY(grow_nodes(w, 1));
    KG_TRY(make_table(w, FIRST_CELLS));
out:
    return status;
}

/* ---- counts ---------------------------------------------------------------------------------- */

kg_status kg__ga_upload_tally(kg__ga_work *w)
{
    kg__ga_cuda *s = (kg__ga_cuda *)w->state;

    return kg__memory(w->ctx)->upload(w->ctx, s->search.tally, &s->tally, sizeof s->tally);
}

unsigned kg__ga_least_of(const kg__ga_cuda *s)
{
    if (s->search.queues)
        return s->tally.last.least;

    unsigned least = s->taken < s->input ? s->input_least : KG__GA_NO_QUEUE;

    if (s->tally.near && s->tally.near_least < least)
        least = s->tally.near_least;
    return s->tally.far && s->tally.far_least < least ? s->tally.far_least : least;
}

kg_status kg__ga_read_tally(kg__ga_work *w)
{
    kg__ga_cuda *s = (kg__ga_cuda *)w->state;
    kg__ga_tally *t = &s->tally;
    kg_status status;

    KG_TRY(kg__cuda_fetch(w->ctx, t, s->search.tally, sizeof *t));
    w->count.expanded += t->expanded;
    w->count.generated += t->generated;
    w->count.duplicates += t->duplicates;
    w->count.improved += t->improved;
    w->count.states += t->entered;
    w->count.rounds += t->rounds;
    t->rounds = t->arrived = 0;
    t->expanded = t->generated = t->duplicates = t->improved = t->entered = 0;
    w->too_dear = t->too_dear;
    if ((uint32_t)(t->best >> 32) < w->best.g) {
        w->best.g = (uint32_t)(t->best >> 32);
        w->best.node = (uint32_t)t->best;
        w->best.state = w->problem->target;
    }
    w->least = kg__ga_least_of(s);
out:
    return status;
}

/* ---- rounds of queues ------------------------------------------------------------------------ */
