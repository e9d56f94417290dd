/*
 * The expansion of states whose keys have one width.
 * Included by: expand_cpu.c, twice.
 * Expects: KEY, the type; HIGH(), its upper 64 bits; WORDS; W(), which makes names. The template
 *     undefines them.
 * Leaves nothing defined.
 */
typedef uint32_t W(measure_fn)(const kg__ga_problem *p, KEY key);
typedef bool W(goal_fn)(const kg__ga_problem *p, KEY key);
typedef bool W(step_fn)(const kg__ga_problem *p, KEY from, uint32_t measure, unsigned move, KEY *to,
    uint32_t *to_measure, uint32_t *cost);

/* Makes the moves of a node, unless it is out of date or useless. The functions are constants, so
 * they are inlined. */
static inline __attribute__((always_inline)) void W(expand)(const kg__ga_work *w, kg__ga_cpu *s,
    kg__ga_worker *worker, kg__ga_entry entry, W(measure_fn) * measure, bound_fn *bound,
    W(goal_fn) * goal, W(step_fn) * step)
{
    const kg__ga_problem *p = w->problem;
    const uint64_t *node = kg__ga_node(s, entry.node);
    const KEY key =
        WORDS == 1 ? (KEY)node[0] : (KEY)((unsigned __int128)node[WORDS - 1] << 64 | node[0]);
    const uint32_t from = measure(p, key);

    if (__atomic_load_n(node + WORDS, __ATOMIC_RELAXED) >> 32 != entry.g ||
        kg__ga_is_useless(entry.g, bound(p, from), best_of(s), w->canonical))
        return;
    worker->count.expanded++;
    for (unsigned move = 0; move < p->moves; move++) {
        uint32_t its, cost, h;
        unsigned dear;
        uint64_t g;
        KEY to;

        if (!step(p, key, from, move, &to, &its, &cost))
            continue;
        worker->count.generated++;
        g = (uint64_t)entry.g + cost;
        h = bound(p, its);
        dear = kg__ga_too_dear(p, g, h);
        worker->too_dear = dear > worker->too_dear ? dear : worker->too_dear;
        if (!dear && !kg__ga_is_useless((uint32_t)g, h, best_of(s), w->canonical))
            add_child(w, s, worker,
                &(kg__ga_child){.low = (uint64_t)to,
                    .high = HIGH(to),
                    .hash = kg__ga_hash((uint64_t)to, HIGH(to)),
                    .g = (uint32_t)g,
                    .h = h,
                    .parent = entry.node,
                    .goal = goal(p, to)});
    }
}

#undef KEY
#undef HIGH
#undef WORDS
#undef W
