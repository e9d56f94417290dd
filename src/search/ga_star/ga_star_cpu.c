/*
 * GA* on the CPU: memory, threads, growth.
 *
 * A round extracts as many states of the least f as it may. From every queue it also extracts some
 * states of larger f, so that all threads have work. With more queues, more of these are expanded
 * out of order. Unless the caller asks for a number, there are therefore as many queues as threads
 * that have work.
 *
 * Before a round one thread checks that there is memory for all states that the round may find, so
 * no thread has to stop within it.
 *
 * Memory: a node has 16 bytes, or 24 with a wide key; the table 8 bytes a cell, at most 5 of 8
 * cells filled; a queued state 12 bytes, up to twice that as queues grow.
 */
#include "ga_star_cpu.h"
#include <string.h>

enum {
    FEW = 16,            /* states of a worker in a round whose f need not be the least */
    ROUND = 512,         /* states that a worker extracts in a round, on average */
    GRAIN = 256,         /* queued states from which on one more thread, and queue, pays */
    PILE_BYTES = 4096,   /* bytes of a small pile while it grows */
    ROUNDS_UNHEARD = 64, /* rounds between two calls of the progress function */
    FIRST_CELLS = 1 << 13
};

decl_ga_finish(kg__ga_finish_cpu)
{
    kg__ga_cpu *s = w->state;

    if (!s)
        return;
    for (unsigned k = 0; k < s->queues && s->queue; k++)
        kg__ga_queue_free(w->ctx, &s->queue[k]);
    for (int i = 0; i < s->workers && s->worker; i++) {
        for (unsigned k = 0; k < s->queues && s->worker[i].mail; k++)
            kg__free(w->ctx, s->worker[i].mail[k].entry);
        kg__free(w->ctx, s->worker[i].mail);
    }
    kg__free_all(w->ctx, s->queue, s->worker);
    for (unsigned i = 0; i < s->extents; i++)
        kg__free(w->ctx, s->extent[i]);
    kg__free_all(w->ctx, s->table, s);
    w->state = NULL;
}

/* Adds an extent for `nodes` nodes: twice as many as the one before has, or fewer. */
static kg_status add_extent(kg__ga_work *w, uint64_t nodes)
{
    kg__ga_cpu *s = w->state;
    kg_status status;

    KG_TRY(
        kg__host_allocate(w->ctx, &s->extent[s->extents], nodes, 8 * (s->words + 1), "the states"));
    s->extents++;
    s->room += nodes;
out:
    return status;
}

static kg_status make_table(kg__ga_work *w, uint64_t cells)
{
    kg__ga_cpu *s = w->state;
    kg_status status;

    kg__free(w->ctx, s->table);
    s->table = NULL;
    KG_TRY(kg__host_allocate(w->ctx, &s->table, cells, sizeof *s->table, "the table"));
    s->table_cells = w->count.slots = cells;
    KG_PARALLEL_FOR(kg__threads(w->ctx, cells, 1 << 20))
    for (uint64_t part = 0; part < 64; part++) {
        const uint64_t begin = kg__part(cells, (int)part, 64);

        memset(s->table + begin, 0, 8 * (kg__part(cells, (int)part + 1, 64) - begin));
    }
out:
    return status;
}

/* Puts a node that the table lacks into it. Any thread may call it. */
static void put(kg__ga_cpu *s, uint32_t number)
{
    const uint64_t *node = kg__ga_node(s, number);
    const uint64_t hash = kg__ga_hash(node[0], s->words == 2 ? node[1] : 0);
    uint64_t place = kg__ga_place(s, hash), empty = 0;

    while (!__atomic_compare_exchange_n(&s->table[place], &empty, kg__ga_table_cell(hash, number),
        false, __ATOMIC_RELEASE, __ATOMIC_RELAXED)) {
        place = place + 1 < s->table_cells ? place + 1 : 0;
        empty = 0;
    }
}

/* Returns whether a node is granted to a worker that has not filled it. */
static bool is_free(const kg__ga_cpu *s, uint32_t node)
{
    for (int i = 0; i < s->workers; i++)
        if (node >= s->worker[i].next && node < s->worker[i].end)
            return true;
    return false;
}

/* Rebuilds the table with more cells. */
static kg_status grow_table(kg__ga_work *w, uint64_t cells)
{
    kg__ga_cpu *s = w->state;
    kg_status status;

    KG_TRY(make_table(w, cells));
    KG_PARALLEL_FOR(kg__threads(w->ctx, s->used, 1 << 14))
    for (uint64_t share = 0; share < s->used; share += KG__GA_SHARE) {
        const bool has_free = is_free(s, (uint32_t)share + KG__GA_SHARE - 1);

        for (uint32_t i = 0; i < KG__GA_SHARE && share + i < s->used; i++)
            if (!has_free || !is_free(s, (uint32_t)share + i))
                put(s, (uint32_t)share + i);
    }
out:
    return status;
}

/* The number of bytes that the context may hold during the search. */
static uint64_t memory_budget(kg_context *ctx)
{
    const kg_memory_use use = kg_context_memory(ctx);

    return use.limit ? use.limit : use.current + kg__host_available("") / 8 * 7;
}

decl_ga_prepare(kg__ga_prepare_cpu)
{
    const kg__ga_problem *p = w->problem;
    const uint64_t most = memory_budget(w->ctx);
    const int asked = kg_context_threads_asked(w->ctx);
    uint64_t workers = most / (8 * (sizeof(kg__ga_worker) + sizeof(kg__ga_queue))), queues, *node;
    kg__ga_cpu *s;
    kg_status status;

    workers = workers < 1 ? 1 : workers < (uint64_t)asked ? workers : (uint64_t)asked;
    queues = most / (8 * (workers * PILE_BYTES + sizeof(kg__ga_queue)));
    queues = queues < 1 ? 1 : queues;
    if (queues > (w->queues ? w->queues : workers))
        queues = w->queues ? w->queues : workers;
    workers = workers < queues ? workers : queues;
    KG_TRY(kg__host_allocate(w->ctx, &w->state, 1, sizeof *s, "state of the search"));
    s = w->state;
    *s = (kg__ga_cpu){.words = p->words,
        .workers = (int)workers,
        .queues = (unsigned)queues,
        .few = FEW * workers / queues ? (unsigned)(FEW * workers / queues) : 1,
        .most_bytes = most};
    s->best = KG__GA_NO_QUEUE;
    KG_TRY(kg__host_allocate(w->ctx, &s->queue, queues, sizeof *s->queue, "queues"));
    memset(s->queue, 0, queues * sizeof *s->queue);
    KG_TRY(kg__host_allocate(w->ctx, &s->worker, workers, sizeof *s->worker, "queues"));
    memset(s->worker, 0, workers * sizeof *s->worker);
    for (int i = 0; i < s->workers; i++) {
        s->worker[i].best.g = KG__GA_NO_QUEUE;
        KG_TRY(kg__host_allocate(
            w->ctx, &s->worker[i].mail, queues, sizeof *s->worker[i].mail, "queues"));
        memset(s->worker[i].mail, 0, queues * sizeof *s->worker[i].mail);
    }
    KG_TRY(add_extent(w, KG__GA_NODES));
    KG_TRY(make_table(w, FIRST_CELLS));
    s->used = KG__GA_SHARE;
    s->worker[0].end = KG__GA_SHARE;
    s->worker[0].next = 1;
    node = kg__ga_node(s, 0);
    node[0] = p->start.word[0];
    if (s->words == 2)
        node[1] = p->start.word[1];
    node[s->words] = KG__GA_NO_NODE;
    put(s, 0);
    w->count.states = 1;
    KG_TRY(kg__ga_push(w->ctx, &s->queue[0], (kg__ga_entry){w->least, 0, 0}));
    s->queued = 1;
out:
    return status;
}

/* ---- growth ---------------------------------------------------------------------------------- */

/* Bytes that may still be allocated, beside those that queues need for `more` more states. */
static uint64_t bytes_left(kg__ga_work *w, uint64_t more)
{
    kg__ga_cpu *s = w->state;
    uint64_t queued = 0, held = kg_context_memory(w->ctx).current;

    for (unsigned k = 0; k < s->queues; k++) {
        queued += kg__ga_queue_bytes(&s->queue[k]);
        for (int i = 0; i < s->workers; i++)
            queued += s->worker[i].mail[k].room * sizeof(kg__ga_entry);
    }
    held += 2 * (queued + more * sizeof(kg__ga_entry)) + (uint64_t)s->queues * PILE_BYTES;
    return held < s->most_bytes ? s->most_bytes - held : 0;
}

/* Makes room for `more` nodes, or for as many of them as memory allows. */
static kg_status make_room(kg__ga_work *w, uint64_t more)
{
    kg__ga_cpu *s = w->state;
    const uint64_t bytes = 8 * (s->words + 1), wanted = s->used + more;
    const uint64_t queued = more + w->queue_room;
    kg_status status = KG_OK;

    while (s->room < wanted && s->extents < KG__GA_EXTENTS) {
        const uint64_t whole = (uint64_t)KG__GA_NODES << s->extents;
        uint64_t nodes = bytes_left(w, queued) / 2 / bytes; /* the rest is for the table */

        nodes = nodes < whole ? nodes : whole;
        if (nodes < whole / 16 || s->room != (uint64_t)KG__GA_NODES * ((1u << s->extents) - 1))
            break;
        KG_TRY(add_extent(w, nodes));
    }
    if (s->table_cells / 8 * 5 < (wanted < s->room ? wanted : s->room)) {
        uint64_t cells = s->table_cells + bytes_left(w, queued) / sizeof *s->table;

        cells = cells < 2 * s->table_cells ? cells : 2 * s->table_cells;
        if (cells > s->table_cells + s->table_cells / 16)
            KG_TRY(grow_table(w, cells));
    }
out:
    return status;
}

/*
 * Sets how many states the next round may extract: none, and `full`, if memory does not allow even
 * one. Memory is checked again when the room found at the last check is used up.
 */
static kg_status plan(kg__ga_work *w)
{
    kg__ga_cpu *s = w->state;
    const uint64_t moves = w->problem->moves, workers = (uint64_t)s->workers;
    const uint64_t left = w->max_states - w->count.states;
    const uint64_t most = workers * ROUND > 2 * s->queues ? workers * ROUND : 2 * s->queues;
    uint64_t quota = most < s->queued ? most : s->queued, nodes;
    kg_status status = KG_OK;

    quota = quota > left / moves ? left / moves + 1 : quota;
    for (;; quota /= 2) {
        const uint64_t need = quota * moves + workers * KG__GA_SHARE;

        if (w->queue_room < quota * moves) {
            w->queue_room = 16 * most * moves;
            while (w->queue_room > quota * moves &&
                   bytes_left(w, w->queue_room) < bytes_left(w, 0) / 2) /* half is for nodes */
                w->queue_room /= 2;
            if (!bytes_left(w, w->queue_room))
                w->queue_room = 0;
        }
        if (s->room < s->used + need || s->table_cells / 8 * 5 < s->used + need)
            KG_TRY(make_room(w, need));
        nodes = s->room < s->table_cells / 8 * 5 ? s->room : s->table_cells / 8 * 5;
        if (quota == 0 || (w->queue_room >= quota * moves && nodes >= s->used + need))
            break;
    }
    w->full = quota == 0;
    s->quota = (int64_t)quota;
    w->queue_room -= quota * moves < w->queue_room ? quota * moves : w->queue_room;
out:
    return status;
}

/* ---- rounds ---------------------------------------------------------------------------------- */

/* Puts all workers' mail for queue k into it, on behalf of the worker that owns the queue. */
static void collect_mail(kg__ga_work *w, kg__ga_cpu *s, kg__ga_worker *worker, unsigned k)
{
    for (int i = 0; i < s->workers; i++) {
        kg__ga_pile *mail = &s->worker[i].mail[k];

        for (uint64_t e = 0; e < mail->count && worker->status == KG_OK; e++)
            worker->status = kg__ga_push(w->ctx, &s->queue[k], mail->entry[e]);
        mail->count = 0;
    }
}

/* Adds up the workers' counts. Returns the first failure. */
static kg_status sum_up(kg__ga_work *w)
{
    kg__ga_cpu *s = w->state;
    kg_status status = KG_OK;

    s->queued = 0;
    w->least = KG__GA_NO_QUEUE;
    for (int i = 0; i < s->workers; i++) {
        kg__ga_worker *worker = &s->worker[i];

        w->count.expanded += worker->count.expanded;
        w->count.generated += worker->count.generated;
        w->count.duplicates += worker->count.duplicates;
        w->count.improved += worker->count.improved;
        w->count.states += worker->count.states;
        worker->count = (kg_ga_star_statistics){0};
        w->too_dear = worker->too_dear > w->too_dear ? worker->too_dear : w->too_dear;
        if (worker->best.g < w->best.g ||
            (worker->best.g == w->best.g && w->best.node != KG__GA_NO_NODE &&
                kg__ga_precedes(&worker->best.state, &w->best.state)))
            w->best = worker->best;
        status = status == KG_OK ? worker->status : status;
    }
    for (unsigned k = 0; k < s->queues; k++) {
        const uint32_t least = kg__ga_least(&s->queue[k]);

        w->least = least < w->least ? least : w->least;
        s->queued += s->queue[k].count;
    }
    return status;
}

decl_ga_rounds(kg__ga_rounds_cpu)
{
    kg__ga_cpu *s = w->state;
    kg_status status = KG_OK;

    for (int round = 0;
         round < ROUNDS_UNHEARD && !kg__ga_ends(w) && w->too_dear < KG__GA_GIVES_UP &&
         w->count.states < w->max_states && !kg__patience_ends(&w->patience);
         round++) {
        int threads = kg__threads(w->ctx, s->queued, GRAIN);

        KG_TRY(plan(w));
        if (w->full)
            break;
        s->limit = w->least;
        w->count.rounds++;
        threads = threads < s->workers ? threads : s->workers;
        s->filled = w->queues ? s->queues : (unsigned)threads;
        KG_PARALLEL(threads)
        {
            kg__ga_worker *worker = &s->worker[kg__thread_index()];
            const unsigned step = (unsigned)kg__thread_count();

            for (unsigned k = (unsigned)kg__thread_index(); k < s->queues; k += step)
                kg__ga_work_cpu(w, s, worker, &s->queue[k]);
#pragma omp barrier
            for (unsigned k = (unsigned)kg__thread_index(); k < s->queues; k += step)
                collect_mail(w, s, worker, k);
        }
        KG_TRY(sum_up(w));
    }
out:
    return status;
}

/* ---- queries --------------------------------------------------------------------------------- */

static kg_ga_star_state state_of(const kg__ga_cpu *s, uint32_t number)
{
    const uint64_t *node = kg__ga_node(s, number);

    return (kg_ga_star_state){{node[0], s->words == 2 ? node[1] : 0}};
}

decl_ga_bound(kg__ga_bound_cpu)
{
    const kg__ga_cpu *s = w->state;

    *bound = KG__GA_NO_QUEUE;
    for (unsigned k = 0; k < s->queues; k++)
        for (unsigned i = 0; i <= KG__GA_BUCKETS; i++) {
            const kg__ga_pile *pile = kg__ga_pile_of(&s->queue[k], i);

            for (uint64_t e = 0; e < pile->count; e++) {
                const kg__ga_entry *entry = &pile->entry[e];
                const kg_ga_star_state state = state_of(s, entry->node);
                const uint32_t f = kg__ga_f(entry->g, kg__ga_estimate(w->problem, &state), 1 << 16);

                if (f < *bound && kg__ga_node(s, entry->node)[s->words] >> 32 == entry->g)
                    *bound = f;
            }
        }
    return KG_OK;
}

decl_ga_trace(kg__ga_trace_cpu)
{
    const kg__ga_cpu *s = w->state;

    for (trace->steps = 0; node != KG__GA_NO_NODE && trace->steps < KG__GA_STEPS; trace->steps++) {
        trace->state[trace->steps] = state_of(s, node);
        node = (uint32_t)kg__ga_node(s, node)[s->words];
    }
    trace->next = node;
    return KG_OK;
}

decl_ga_look_up(kg__ga_look_up_cpu)
{
    const kg__ga_cpu *s = w->state;
    const uint64_t hash = kg__ga_hash(state->word[0], state->word[1]);
    uint64_t seen;

    *g = KG__GA_NO_QUEUE;
    for (uint64_t place = kg__ga_place(s, hash); (seen = s->table[place]);
         place = place + 1 < s->table_cells ? place + 1 : 0) {
        const uint32_t number = (uint32_t)seen - 1;
        const kg_ga_star_state here = state_of(s, number);

        if (here.word[0] == state->word[0] && here.word[1] == state->word[1]) {
            *g = (uint32_t)(kg__ga_node(s, number)[s->words] >> 32);
            break;
        }
    }
    return KG_OK;
}
