/*
 * Iterative deepening on the CPU: each thread takes the next root, and searches below it depth
 * first. A search that is stopped tells the position of each thread, where another goes on.
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
    bool halted; /* at `at` */
    kg__deep_position at;
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
    if (states >= w->max_states || kg__patience_ends(&w->patience) ||
        kg__cancelled(w->ctx) != KG_OK)
        __atomic_store_n(&w->stopped, true, __ATOMIC_RELAXED);
    if (kg__thread_index() == 0)
        kg__progress(w->ctx, w->shown, states, 0);
    return __atomic_load_n(&w->stopped, __ATOMIC_RELAXED);
}

static void halt(digger *d, uint64_t root, unsigned depth)
{
    d->halted = true;
    d->at = (kg__deep_position){.root = (uint32_t)root, .depth = depth};
    for (unsigned i = 0; i < depth; i++)
        d->at.move[i] = d->way[i + 1].last;
}

/* Searches below a root. position: where to go on, or NULL */
static void dig(digger *d, uint64_t number, const kg__deep_position *position)
{
    kg__deep_work *w = d->w;
    const kg__deep_root *root = &w->root[number];
    const kg__deep_view view = {w->problem, w->tables, w->detours.next};
    const unsigned most = w->bound - w->depth;
    unsigned depth = position ? position->depth : 0;
    bool more = true;

    if (kg__deep_bound(w->tables, &root->node) > most)
        return;
    d->node = root->node;
    kg__deep_begin(&view, d->way, root);
    if (position) {
        kg__deep_return(&view, &d->node, d->way, position, most);
        more = kg__deep_next(&view, &d->node, d->way, &depth, most, &d->generated);
    }
    while (more) {
        d->expanded++;
        if (depth == most)
            keep(d, root);
        if (++d->unheard == UNHEARD && report(d)) {
            halt(d, number, depth);
            return;
        }
        if (!w->all && (depth == most ||
                           (d->unheard % 64 == 0 && __atomic_load_n(&w->found, __ATOMIC_RELAXED))))
            return;
        more = kg__deep_next(&view, &d->node, d->way, &depth, most, &d->generated);
    }
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

/* Sets where another search goes on. taken: how many positions and roots this one has begun */
static void halt_all(kg__deep_work *w, const digger *worker, int workers, uint64_t taken)
{
    const uint64_t left = taken < w->positions ? w->positions - taken : 0;

    w->next += taken - (w->positions - left);
    w->next = w->next < w->roots ? w->next : w->roots;
    if (!w->position)
        return;
    memmove(w->position, w->position + w->positions - left, left * sizeof *w->position);
    w->positions = left;
    for (int i = 0; i < workers; i++)
        if (worker[i].halted)
            w->position[w->positions++] = worker[i].at;
}

decl_deep_search(kg__deep_search_cpu)
{
    const int workers = kg__threads(w->ctx, w->states, STATES_GRAIN);
    uint64_t taken = 0;
    digger *worker = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(w->ctx, &worker, (uint64_t)workers, sizeof *worker, "the search"));
    for (int i = 0; i < workers; i++) {
        worker[i].w = w;
        worker[i].found = worker[i].halted = false;
        worker[i].expanded = worker[i].generated = worker[i].unheard = 0;
    }
    KG_PARALLEL(workers)
    for (;;) {
        digger *d = &worker[kg__thread_index()];
        uint64_t i;

        if (__atomic_load_n(&w->stopped, __ATOMIC_RELAXED) ||
            (!w->all && __atomic_load_n(&w->found, __ATOMIC_RELAXED)))
            break;
        i = __atomic_fetch_add(&taken, 1, __ATOMIC_RELAXED);
        if (i < w->positions)
            dig(d, w->position[i].root, &w->position[i]);
        else if (w->next + i - w->positions < w->roots)
            dig(d, w->next + i - w->positions, NULL);
        else
            break;
    }
    collect(w, worker, workers);
    halt_all(w, worker, workers, taken);
    KG_TRY(kg__cancelled(w->ctx));
out:
    kg__free(w->ctx, worker);
    return status;
}
