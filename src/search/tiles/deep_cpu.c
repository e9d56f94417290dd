/*
 * Iterative deepening on the CPU: each thread takes roots, and searches below a few of them at
 * once, depth first. While the entries of one search's children are fetched, the thread goes on
 * with another. A search that is stopped tells the position of each walk, where another goes on.
 *
 * Memory: some 0.4 MB a thread. Deterministic: whether there is a solution, and the canonical one.
 */
/* Parts of a step are inlined into functions that are compiled twice. */
#define KG__INLINE static inline __attribute__((always_inline))
#include "deep_ops.h"
#include <string.h>

enum {
    UNHEARD = 1 << 14,     /* states between two looks at the clock */
    STATES_GRAIN = 1 << 16 /* states so far from which on one more thread pays */
};

/* Marks a function that counts ones, and finds the lowest, by instructions for it. */
#ifdef __x86_64__
#define NEWER __attribute__((target("bmi,bmi2,popcnt")))
#endif

/* A search below a root. */
typedef struct walk {
    uint64_t root;
    unsigned depth;
    bool goes_on;
    bool counted; /* the state has been, before another search stopped here */
    kg__deep_children children;
    kg__deep_step way[KG__DEEP_MOVES + 1];
} walk;

typedef struct digger {
    kg__deep_work *w;
    uint64_t *taken; /* positions and roots that threads have begun */
    walk walk[KG__DEEP_WALKS];
    kg__deep_position halted[KG__DEEP_WALKS]; /* [halts] */
    unsigned halts;
    uint8_t best[KG__DEEP_MOVES];
    bool found;
    uint64_t expanded, generated, unheard;
} digger;

static void keep(digger *d, const walk *k)
{
    const kg__deep_work *w = d->w;
    uint8_t move[KG__DEEP_MOVES];

    kg__deep_path(move, &w->root[k->root], k->way, w->depth, w->bound);
    if (!d->found || kg__deep_before(move, d->best, w->bound))
        memcpy(d->best, move, w->bound);
    d->found = true;
    if (!w->all)
        __atomic_store_n(&d->w->found, true, __ATOMIC_RELAXED);
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

/* Whether one solution is enough, and a thread has found one. */
static bool is_over(const kg__deep_work *w)
{
    return !w->all && __atomic_load_n(&w->found, __ATOMIC_RELAXED);
}

/* Keeps where each walk stands. */
static void halt(digger *d)
{
    for (unsigned i = 0; i < KG__DEEP_WALKS; i++) {
        const walk *k = &d->walk[i];
        kg__deep_position *at = &d->halted[d->halts];

        if (!k->goes_on)
            continue;
        *at = (kg__deep_position){.root = (uint32_t)k->root, .depth = k->depth};
        for (unsigned j = 0; j < k->depth; j++)
            at->move[j] = k->way[j + 1].last;
        d->halts++;
    }
}

/* Begins the next position or root within the bound. Returns false if there is none. */
static bool begin(digger *d, walk *k)
{
    const kg__deep_work *w = d->w;
    const kg__deep_view view = {w->problem, w->tables, w->detours.next};
    const unsigned most = w->bound - w->depth;

    while (!__atomic_load_n(&w->stopped, __ATOMIC_RELAXED)) {
        const uint64_t i = __atomic_fetch_add(d->taken, 1, __ATOMIC_RELAXED);
        const kg__deep_position *position = i < w->positions ? &w->position[i] : NULL;

        if (!position && w->next + i - w->positions >= w->roots)
            return false;
        k->root = position ? position->root : w->next + i - w->positions;
        if (kg__deep_bound(w->tables, &w->root[k->root].node) > most)
            continue;
        kg__deep_begin(&view, k->way, &w->root[k->root]);
        k->depth = position ? position->depth : 0;
        k->counted = position != NULL;
        for (unsigned at = 0; at < k->depth; at++)
            kg__deep_follow_move(
                &view, &k->way[at], &k->way[at + 1], position->move[at], most - at - 1);
        return true;
    }
    return false;
}

/* Searches until no root is left, or all must stop. */
KG__INLINE void dig(digger *d)
{
    kg__deep_work *w = d->w;
    const kg__deep_view view = {w->problem, w->tables, w->detours.next};
    const unsigned most = w->bound - w->depth;
    unsigned walks = 0;

    for (unsigned i = 0; i < KG__DEEP_WALKS; i++)
        walks += d->walk[i].goes_on = begin(d, &d->walk[i]);
    while (walks && !is_over(w)) {
        unsigned generated[KG__DEEP_WALKS];

        for (unsigned i = 0; i < KG__DEEP_WALKS; i++) {
            walk *k = &d->walk[i];

            if (!k->goes_on)
                continue;
            d->expanded += !k->counted;
            d->unheard += !k->counted;
            k->counted = false;
            if (k->depth == most)
                keep(d, k);
            k->children.open = generated[i] = 0;
            k->children.wanted = 0;
            if (k->depth < most)
                generated[i] =
                    kg__deep_list(&view, &k->way[k->depth], &k->children, most - k->depth - 1);
        }
        if (d->unheard >= UNHEARD && report(d)) {
            halt(d);
            return;
        }
        for (unsigned i = 0; i < KG__DEEP_WALKS; i++)
            if (d->walk[i].goes_on)
                kg__deep_find_words(&view, &d->walk[i].children);
        for (unsigned i = 0; i < KG__DEEP_WALKS; i++) {
            walk *k = &d->walk[i];

            if (k->goes_on)
                kg__deep_drop(&view, &k->way[k->depth], &k->children);
        }
        for (unsigned i = 0; i < KG__DEEP_WALKS; i++)
            if (d->walk[i].goes_on)
                kg__deep_find_words(&view, &d->walk[i].children);
        for (unsigned i = 0; i < KG__DEEP_WALKS; i++) {
            walk *k = &d->walk[i];

            if (!k->goes_on)
                continue;
            d->generated += generated[i];
            kg__deep_settle(&k->way[k->depth], &k->children);
            if (!kg__deep_next(&view, k->way, &k->depth))
                walks -= !(k->goes_on = begin(d, k));
        }
    }
}

static void dig_plainly(digger *d)
{
    dig(d);
}

#ifdef NEWER
NEWER static void dig_newer(digger *d)
{
    dig(d);
}
#endif

static void (*choose(void))(digger *d)
{
#ifdef NEWER
    if (__builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi2"))
        return dig_newer;
#endif
    return dig_plainly;
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
    for (int i = 0; i < workers; i++) {
        memcpy(w->position + w->positions, worker[i].halted,
            worker[i].halts * sizeof *worker[i].halted);
        w->positions += worker[i].halts;
    }
}

decl_deep_search(kg__deep_search_cpu)
{
    const int workers = kg__threads(w->ctx, w->states, STATES_GRAIN);
    void (*const search)(digger * d) = choose();
    uint64_t taken = 0;
    digger *worker = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(w->ctx, &worker, (uint64_t)workers, sizeof *worker, "the search"));
    for (int i = 0; i < workers; i++) {
        worker[i].w = w;
        worker[i].taken = &taken;
        worker[i].found = false;
        worker[i].halts = 0;
        worker[i].expanded = worker[i].generated = worker[i].unheard = 0;
    }
    KG_PARALLEL(workers)
    search(&worker[kg__thread_index()]);
    collect(w, worker, workers);
    halt_all(w, worker, workers, taken);
    KG_TRY(kg__cancelled(w->ctx));
out:
    kg__free(w->ctx, worker);
    return status;
}
