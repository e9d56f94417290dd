/*
 * The search of sliding puzzles on the CPU: memory, threads, growth of the table.
 *
 * Each thread works on a queue of its own, last in first out, which keeps the queue short. A shared
 * counter hands out the units of the table in which threads look for parents. A child is entered
 * into the table not when it is made but when it is extracted, together with a whole batch of
 * others. So the cache misses of a batch overlap, and a state costs one.
 *
 * Memory: 8 bytes an entry, 16 on wide boards, at most 7 of 8 entries filled.
 */
#include "tiles_cpu.h"
#include <stdio.h>
#include <string.h>

/* Makes room in a queue for `more` states. Any thread. */
static kg_status kg__tiles_reserve(
    kg__tiles_work *w, kg__tiles_worker *q, size_t more, size_t bytes)
{
    size_t room = (q->count + more + BATCH + QUEUE_STEP - 1) / QUEUE_STEP * QUEUE_STEP;
    kg_status status = KG_OK;

    if (q->count + more + BATCH <= q->room)
        return KG_OK;
    KG_TRY(kg__host_resize(w->ctx, &q->open, room, bytes, "a queue"));
    q->room = room;
out:
    return status;
}

/* Grants a thread its next share of the entries that may still be filled, or the rest of them,
 * perhaps nothing. A thread without work must not ask: it would keep entries from threads that have
 * work. */
static void kg__tiles_ask(kg__tiles_cpu *s, kg__tiles_worker *q)
{
    int64_t left = __atomic_fetch_sub(&s->grant, SHARE, __ATOMIC_RELAXED);

    q->grant += left >= SHARE ? SHARE : left > 0 ? left : 0;
}

/* Reports progress, and stops the search if patience has ended. Any thread. */
static kg_status kg__tiles_report(kg__tiles_work *w, kg__tiles_cpu *s)
{
    int64_t left = __atomic_load_n(&s->grant, __ATOMIC_RELAXED);

    if (kg__patience_ends(&w->patience))
        __atomic_store_n(&s->stop, 1, __ATOMIC_RELAXED);
    if (kg__thread_index() != 0)
        return KG_OK;
    return kg__progress(w->ctx, w->shown, s->most - (uint64_t)(left > 0 ? left : 0), 0);
}

#define STATE   uint64_t
#define WORDS   1
#define FLAGS   4
#define W(name) name##_narrow
#define P(name) kg__tiles_##name##_narrow
#include "tiles_cpu_tmpl.h"

#define STATE   unsigned __int128
#define WORDS   2
#define FLAGS   8
#define W(name) name##_wide
#define P(name) kg__tiles_##name##_wide
#include "tiles_cpu_tmpl.h"

/* ---- memory ---------------------------------------------------------------------------------- */

decl_tiles_finish(kg__tiles_finish_cpu)
{
    kg__tiles_cpu *s = w->state;

    if (!s)
        return;
    for (int i = 0; i < s->workers && s->worker; i++)
        kg__free(w->ctx, s->worker[i].open);
    kg__free_all(w->ctx, s->worker, s->word, s);
    w->state = NULL;
}

/* Sets the size of the table, whose memory is allocated, and clears all except its first `kept`
 * regions. */
static void set_regions(kg__tiles_work *w, uint64_t regions, uint64_t kept)
{
    kg__tiles_cpu *s = w->state;

    s->regions = regions;
    w->entries = regions * (REGION_BYTES / 8) / (kg__tiles_is_wide(w->problem) ? 2 : 1);
    KG_PARALLEL_FOR(kg__threads(w->ctx, regions - kept, 64))
    for (uint64_t r = kept; r < regions; r++)
        memset(s->word + r * (REGION_BYTES / 8), 0, REGION_BYTES);
}

static void queue_start(kg__tiles_work *w, kg__tiles_worker *q)
{
    const kg__tiles *p = w->problem;

    if (kg__tiles_is_wide(p))
        ((unsigned __int128 *)q->open)[0] =
            kg__tiles_pack_wide(kg__tiles_join_wide(p, p->start), KG__TILES_ROOT);
    else
        ((uint64_t *)q->open)[0] =
            kg__tiles_pack_narrow(kg__tiles_join_narrow(p, p->start), KG__TILES_ROOT);
    q->count = 1;
}

/* The number of bytes that the search may take in all. */
static uint64_t memory_budget(kg_context *ctx)
{
    kg_memory_use use = kg_context_memory(ctx);

    return use.limit ? use.limit - use.current : kg__host_available("") / 8 * 7;
}

decl_tiles_prepare(kg__tiles_prepare_cpu)
{
    uint64_t budget = memory_budget(w->ctx), queues = budget / (8 * QUEUE_BYTES);
    int threads = kg_context_threads_asked(w->ctx);
    kg__tiles_cpu *s;
    kg_status status;

    KG_TRY(kg__host_allocate(w->ctx, &w->state, 1, sizeof *s, "state of the search"));
    s = w->state;
    *s = (kg__tiles_cpu){.workers = queues < 1                   ? 1
                                    : queues < (uint64_t)threads ? (int)queues
                                                                 : threads};
    KG_TRY(
        kg__host_allocate(w->ctx, &s->worker, (uint64_t)s->workers, sizeof *s->worker, "queues"));
    memset(s->worker, 0, (size_t)s->workers * sizeof *s->worker);
    KG_TRY(kg__tiles_reserve(w, &s->worker[0], 1, sizeof(unsigned __int128)));
    KG_TRY(kg__host_allocate(w->ctx, &s->word, FIRST_REGIONS, REGION_BYTES, "the table"));
    queues = (uint64_t)s->workers * (QUEUE_BYTES + sizeof *s->worker) + sizeof *s;
    s->most_bytes = budget < queues ? 0 : budget - queues;
    set_regions(w, FIRST_REGIONS, 0);
    queue_start(w, &s->worker[0]);
out:
    return status;
}

/*
 * Doubles the table, or enlarges it as far as memory allows. In the larger table a state belongs to
 * the same region or a later one, so regions are moved from the last to the first. Regions [begin,
 * end) move at once if all of them go to places at or after `end`.
 */
decl_tiles_grow(kg__tiles_grow_cpu)
{
    kg__tiles_cpu *s = w->state;
    bool wide = kg__tiles_is_wide(w->problem), moved = true;
    uint64_t old = s->regions, regions = s->most_bytes / REGION_BYTES, unit, *held = NULL;
    int threads = kg__threads(w->ctx, old, 16);
    kg_status status;

    if (regions > 2 * old)
        regions = 2 * old;
    if (regions <= old + old / 16)
        return KG_FULL;
    KG_TRY(kg__host_allocate(
        w->ctx, &held, (uint64_t)threads, REGION_BYTES, "regions of the table that are moved"));
    KG_TRY(kg__host_resize(w->ctx, &s->word, regions, REGION_BYTES, "the table"));
    set_regions(w, regions, old);
    for (uint64_t end = old, begin; end > 0; end = begin) {
        begin = (end * old + regions - 1) / regions;
        begin = begin == end ? end - 1 : begin;
        KG_PARALLEL_FOR(threads, reduction(&& : moved) if (end - begin > 16))
        for (uint64_t r = begin; r < end; r++) {
            uint64_t *mine = held + (uint64_t)kg__thread_index() * (REGION_BYTES / 8);

            moved = (wide ? move_region_wide(s, r, mine) : move_region_narrow(s, r, mine)) && moved;
        }
    }
    if (!moved)
        KG_TRY(kg__fail(w->ctx, KG_INTERNAL, "a region of the table overflowed"));
    unit = s->unit / (REGION_BYTES / UNIT_BYTES) * regions / old;
    s->unit = unit * (REGION_BYTES / UNIT_BYTES);
out:
    kg__free(w->ctx, held);
    return status;
}

/* ---- rounds ---------------------------------------------------------------------------------- */

/* Adds up the threads' counts. Returns the first failure. */
static kg_status collect(kg__tiles_work *w)
{
    kg__tiles_cpu *s = w->state;
    kg_status status = KG_OK;

    w->done = kg__tiles_units(s) <= s->unit;
    for (int i = 0; i < s->workers; i++) {
        kg__tiles_worker *q = &s->worker[i];

        w->count->rounds += q->rounds;
        w->count->expanded += q->expanded;
        w->count->generated += q->generated;
        w->count->duplicates += q->duplicates;
        w->states += q->expanded;
        q->rounds = q->expanded = q->generated = q->duplicates = 0;
        q->grant = 0;
        w->done = w->done && q->count == 0;
        status = status == KG_OK ? q->status : status;
    }
    return status;
}

decl_tiles_rounds(kg__tiles_rounds_cpu)
{
    kg__tiles_cpu *s = w->state;
    bool wide = kg__tiles_is_wide(w->problem);
    kg_status status;

    do {
        uint64_t full = w->entries / 8 * 7, most = w->max_states < full ? w->max_states : full;

        s->most = most;
        s->grant = most > w->states ? (int64_t)(most - w->states) : 0;
        if (s->grant == 0)
            return KG_OK;
        s->stop = 0;
        KG_PARALLEL(kg__threads(w->ctx, w->states, STATES_GRAIN))
        /* OpenMP may give fewer threads than asked for: each queue still gets one of them. */
        for (int i = kg__thread_index(); i < s->workers; i += kg__thread_count())
            wide ? work_wide(w, s, &s->worker[i]) : work_narrow(w, s, &s->worker[i]);
        KG_TRY(collect(w));
    } while (!w->done && !s->stop);
    if (w->done)
        s->unit = 0;
out:
    return status;
}

decl_tiles_trace(kg__tiles_trace_cpu)
{
    const kg__tiles *p = w->problem;

    for (trace->steps = 0;; trace->steps++) {
        trace->last = kg__tiles_is_wide(p) ? look_up_wide(w->state, p, cells)
                                           : look_up_narrow(w->state, p, cells);
        if (trace->last >= KG__TILES_ROOT || trace->steps == most ||
            trace->steps == KG__TILES_STEPS)
            return KG_OK;
        trace->move[trace->steps] = (uint8_t)trace->last;
        kg_tiles_slide(cells, p->width, p->height, 3 - trace->last);
    }
}
