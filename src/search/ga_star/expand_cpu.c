/* GA* on the CPU: the work of a thread in a round, for every problem. */
#include "ga_star_cpu.h"
#include "given.h"

typedef uint32_t bound_fn(const kg__ga_problem *p, uint32_t measure);

/* ---- the table ------------------------------------------------------------------------------- */

/* Grants the worker a free node. The quota of the round ensures that there is room. */
static void grant(kg__ga_cpu *s, kg__ga_worker *worker)
{
    if (worker->next == worker->end) {
        worker->next = (uint32_t)__atomic_fetch_add(&s->used, KG__GA_SHARE, __ATOMIC_RELAXED);
        worker->end = worker->next + KG__GA_SHARE;
    }
}

/* Returns whether a node is the child's state. Its words were written before its number became
 * visible. */
static bool is_same(const kg__ga_cpu *s, const uint64_t *node, const kg__ga_child *child)
{
    return node[0] == child->low && (s->words == 1 || node[1] == child->high);
}

/* Gives a node a smaller g. Returns whether the g is smaller. */
static bool improve(const kg__ga_cpu *s, uint64_t *node, const kg__ga_child *child)
{
    uint64_t *record = node + s->words, old = __atomic_load_n(record, __ATOMIC_RELAXED);
    const uint64_t own = (uint64_t)child->g << 32 | child->parent;

    while (child->g < old >> 32)
        if (__atomic_compare_exchange_n(
                record, &old, own, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
            return true;
    return false;
}

/* Enters a child into the table. Returns whether to queue it: its state was unknown, or known at a
 * greater cost. */
static bool enter(kg__ga_cpu *s, kg__ga_worker *worker, const kg__ga_child *child, uint32_t *number)
{
    uint64_t place = kg__ga_place(s, child->hash);
    uint64_t *own = NULL;

    for (;; place = place + 1 < s->table_cells ? place + 1 : 0) {
        uint64_t seen = __atomic_load_n(&s->table[place], __ATOMIC_ACQUIRE), *node;

        if (!seen && !own) {
            grant(s, worker);
            own = kg__ga_node(s, worker->next);
            own[0] = child->low;
            if (s->words == 2)
                own[1] = child->high;
            __atomic_store_n(
                own + s->words, (uint64_t)child->g << 32 | child->parent, __ATOMIC_RELAXED);
        }
        if (!seen && __atomic_compare_exchange_n(&s->table[place], &seen,
                         kg__ga_table_cell(child->hash, worker->next), false, __ATOMIC_ACQ_REL,
                         __ATOMIC_ACQUIRE)) {
            *number = worker->next++;
            worker->count.states++;
            return true;
        }
        if (seen >> 32 != (uint32_t)child->hash)
            continue;
        *number = (uint32_t)seen - 1;
        node = kg__ga_node(s, *number);
        if (is_same(s, node, child)) {
            const bool better = improve(s, node, child);

            worker->count.improved += better;
            worker->count.duplicates += !better;
            return better;
        }
    }
}

/* ---- goals ----------------------------------------------------------------------------------- */

static inline uint32_t best_of(const kg__ga_cpu *s)
{
    return __atomic_load_n(&s->best, __ATOMIC_RELAXED);
}

static void note_goal(
    kg__ga_cpu *s, kg__ga_worker *worker, const kg__ga_child *child, uint32_t node)
{
    const kg__ga_goal goal = {child->g, node, {{child->low, child->high}}};
    uint32_t best = best_of(s);

    if (goal.g < worker->best.g ||
        (goal.g == worker->best.g && kg__ga_precedes(&goal.state, &worker->best.state)))
        worker->best = goal;
    while (goal.g < best && !__atomic_compare_exchange_n(
                                &s->best, &best, goal.g, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        ;
}

/* ---- children -------------------------------------------------------------------------------- */

/* Enters the waiting children, and posts those that must be queued. */
static void enter_children(const kg__ga_work *w, kg__ga_cpu *s, kg__ga_worker *worker)
{
    for (unsigned i = 0; i < worker->children && worker->status == KG_OK; i++) {
        const kg__ga_child *child = &worker->child[i];
        uint32_t node;

        if (!enter(s, worker, child, &node))
            continue;
        if (child->goal)
            note_goal(s, worker, child, node);
        else
            worker->status = kg__ga_add(w->ctx, &worker->mail[child->hash % s->filled],
                (kg__ga_entry){kg__ga_f(child->g, child->h, w->weight), child->g, node});
    }
    worker->children = 0;
}

static inline void add_child(
    const kg__ga_work *w, kg__ga_cpu *s, kg__ga_worker *worker, const kg__ga_child *child)
{
    worker->child[worker->children++] = *child;
    __builtin_prefetch(&s->table[kg__ga_place(s, child->hash)]);
    if (worker->children == KG__GA_BATCH)
        enter_children(w, s, worker);
}

/* ---- expansion ------------------------------------------------------------------------------- */

#define KEY       uint64_t
#define HIGH(key) 0
#define WORDS     1
#define W(name)   name##_narrow
#include "expand_cpu_tmpl.h"

#define KEY       unsigned __int128
#define HIGH(key) (uint64_t)((key) >> 64)
#define WORDS     2
#define W(name)   name##_wide
#include "expand_cpu_tmpl.h"

#define EXPAND(number, name, width, words)                                                         \
    case number:                                                                                   \
        for (unsigned i = 0; i < count; i++)                                                       \
            expand_##width(w, s, worker, entry[i], kg__ga_measure_##name##_##width,                \
                kg__ga_bound_##name##_##width, kg__ga_goal_##name##_##width,                       \
                kg__ga_step_##name##_##width);                                                     \
        break;

/* Extracts up to `most` states whose f is at most `limit`, as long as the quota lasts. */
static unsigned extract(
    kg__ga_cpu *s, kg__ga_queue *queue, kg__ga_entry *entry, unsigned most, uint32_t limit)
{
    const unsigned ask = queue->count < most ? (unsigned)queue->count : most;
    unsigned count = 0;
    int64_t left;

    if (!ask || kg__ga_least(queue) > limit)
        return 0;
    left = __atomic_fetch_sub(&s->quota, ask, __ATOMIC_RELAXED);
    left = left < 0 ? 0 : left < ask ? left : ask;
    for (; count < left && kg__ga_least(queue) <= limit; count++) {
        entry[count] = kg__ga_pop(queue);
        __builtin_prefetch(kg__ga_node(s, entry[count].node));
    }
    __atomic_fetch_add(&s->quota, ask - count, __ATOMIC_RELAXED);
    return count;
}

void kg__ga_work_cpu(
    const kg__ga_work *w, kg__ga_cpu *s, kg__ga_worker *worker, kg__ga_queue *queue)
{
    kg__ga_entry entry[KG__GA_BATCH];
    unsigned done = 0, count;

    do {
        count = extract(s, queue, entry, KG__GA_BATCH, s->limit);
        if (!count && done < s->few)
            count = extract(s, queue, entry, s->few - done, KG__GA_NO_QUEUE);
        switch (w->problem->kind) {
            KG__GA_ALL_KINDS(EXPAND)
        }
        done += count;
    } while (count && worker->status == KG_OK);
    enter_children(w, s, worker);
}
