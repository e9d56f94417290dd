/*
 * Iterative deepening on the CPU: each thread takes the next root, and searches below it depth
 * first.
 *
 * Memory: some 50 KiB a thread. Deterministic: whether there is a solution, and the canonical one.
 */
#include "deep_ops.h"
#include <string.h>

enum {
    UNHEARD = 1 << 14,     /* states between two looks at the clock */
    STATES_GRAIN = 1 << 16 /* states so far from which on one more thread pays */
};

typedef struct digger {
    kg__deep_work *w;
    kg__deep_node node;
    kg__deep_step way[KG__DEEP_MOVES + 1];
    uint8_t best[KG__DEEP_MOVES];
    bool found;
    uint64_t expanded, generated, unheard;
} digger;

static void keep(digger *d, const kg__deep_root *root)
{
    kg__deep_work *w = d->w;
    uint8_t move[KG__DEEP_MOVES];

    kg__deep_path(move, root, d->way, w->depth, w->bound);
    if (!d->found || kg__deep_before(move, d->best, w->bound))
        memcpy(d->best, move, w->bound);
    d->found = true;
    if (!w->all)
        __atomic_store_n(&w->found, true, __ATOMIC_RELAXED);
}

/* Adds the counts to the shared ones. Returns whether the search must stop. */
static bool report(digger *d)
{
    kg__deep_work *w = d->w;
    const uint64_t states = __atomic_add_fetch(&w->states, d->unheard, __ATOMIC_RELAXED);

    d->unheard = 0;
    if (states >= w->max_states || kg__patience_ends(&w->patience))
        __atomic_store_n(&w->stopped, true, __ATOMIC_RELAXED);
    if (kg__thread_index() == 0)
        kg__progress(w->ctx, w->shown, states, 0);
    return __atomic_load_n(&w->stopped, __ATOMIC_RELAXED) || kg__cancelled(w->ctx) != KG_OK;
}

/* Searches below a root. */
static void dig(digger *d, const kg__deep_root *root)
{
    kg__deep_work *w = d->w;
    const kg__deep_view view = {w->problem, w->tables, w->detours.next};
    const unsigned most = w->bound - w->depth;
    unsigned depth = 0;

    if (kg__deep_bound(w->tables, &root->node) > most)
        return;
    d->node = root->node;
    kg__deep_begin(&view, d->way, root);
    do {
        d->expanded++;
        if (++d->unheard == UNHEARD && report(d))
            return;
        if (depth == most)
            keep(d, root);
        if (!w->all && (depth == most ||
                           (d->unheard % 64 == 0 && __atomic_load_n(&w->found, __ATOMIC_RELAXED))))
            return;
    } while (kg__deep_next(&view, &d->node, d->way, &depth, most, &d->generated));
}

/* The counts and the solution of all threads. */
static void collect(kg__deep_work *w, const digger *worker, int workers)
{
    bool any = false;

    for (int i = 0; i < workers; i++) {
        const digger *d = &worker[i];

        w->states += d->unheard;
        w->count->expanded += d->expanded;
        w->count->generated += d->generated;
        if (d->found && (!any || kg__deep_before(d->best, w->move, w->bound)))
            memcpy(w->move, d->best, w->bound);
        any = any || d->found;
    }
    w->found = any;
}

decl_deep_search(kg__deep_search_cpu)
{
    const int workers = kg__threads(w->ctx, w->states, STATES_GRAIN);
    uint64_t next = 0;
    digger *worker = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(w->ctx, &worker, (uint64_t)workers, sizeof *worker, "the search"));
    for (int i = 0; i < workers; i++) {
        worker[i].w = w;
        worker[i].found = false;
        worker[i].expanded = worker[i].generated = worker[i].unheard = 0;
    }
    KG_PARALLEL(workers)
    for (;;) {
        const uint64_t i = __atomic_fetch_add(&next, 1, __ATOMIC_RELAXED);
        digger *d = &worker[kg__thread_index()];

        if (i >= w->roots || __atomic_load_n(&w->stopped, __ATOMIC_RELAXED) ||
            (!w->all && __atomic_load_n(&w->found, __ATOMIC_RELAXED)))
            break;
        dig(d, &w->root[i]);
    }
    collect(w, worker, workers);
    KG_TRY(kg__cancelled(w->ctx));
out:
    kg__free(w->ctx, worker);
    return status;
}
