/*
 * The climb of a batch, for one type of lengths and one set of instructions.
 * Included by: climb.c, through lanes_each.h, once per type and set of instructions.
 * Expects: T; FAR, the type's infinity; PLUS(a, b); LENGTHS, the member that has the arcs' lengths;
 *     NAMED(). Undefines them. WITH, attributes of the functions, stays.
 * Leaves nothing defined.
 */

/* Lowers the lanes at a head by those at the arc's beginning. Returns whether one became less. */
WITH static bool NAMED(lower)(T *restrict to, const T *restrict from, T length)
{
    T change = 0;

    for (int k = 0; k < KG__BATCH; k++) {
        const T by = PLUS(from[k], length), least = by < to[k] ? by : to[k];

        change = least < to[k] ? 1 : change;
        to[k] = least;
    }
    return change != 0;
}

/* Follows the arcs from an ancestor below the core. */
WITH static void NAMED(follow)(const kg__ancestors *up, kg__climber *c, uint64_t at)
{
    T(*const length)[KG__BATCH] = c->length;
    T from[KG__BATCH];

    memcpy(from, length[at], sizeof from);
    for (uint32_t i = up->row[at]; i < up->row[at + 1]; i++) {
        const uint32_t head = up->head[i];
        const T by = up->LENGTHS[i];
        T *to = length[head];

        if (head < up->cores) {
            if (NAMED(lower)(to, from, by))
                kg__mark(c->bits, head);
        } else if (kg__bitmap_has(c->bits, head)) {
            for (int k = 0; k < KG__BATCH; k++) {
                const T sum = PLUS(from[k], by);

                to[k] = sum < to[k] ? sum : to[k];
            }
        } else {
            for (int k = 0; k < KG__BATCH; k++)
                to[k] = PLUS(from[k], by);
            mark(c, head);
        }
    }
}

/* Within the core: rounds over its vertices that changed, until none does. */
WITH static void NAMED(settle)(const kg__ancestors *up, kg__climber *c)
{
    T(*const length)[KG__BATCH] = c->length;
    bool any = true;

    while (any) {
        any = false;
        for (uint64_t p = 0; p < up->cores; p++) {
            if (!kg__bitmap_has(c->bits, p))
                continue;
            c->bits[p / 64] &= ~(UINT64_C(1) << p % 64);
            any = true;
            for (uint32_t i = up->row[p]; i < up->row[p + 1]; i++)
                if (NAMED(lower)(length[up->head[i]], length[p], up->LENGTHS[i]))
                    kg__mark(c->bits, up->head[i]);
        }
    }
    for (uint64_t p = 0; p < up->cores; p++)
        c->reached[c->count++] = (uint32_t)p;
}

WITH static void NAMED(climb)(
    const kg_distance_matrix *m, kg__climber *c, uint64_t first, uint64_t count)
{
    const kg__ancestors *up = &m->up;
    T(*const length)[KG__BATCH] = c->length;

    c->count = 0;
    for (uint64_t p = 0; p < up->cores; p++)
        for (int k = 0; k < KG__BATCH; k++)
            length[p][k] = FAR;
    for (uint64_t i = 0; i < count; i++) {
        const uint32_t at = up->own[first + i];

        if (at >= up->cores && !kg__bitmap_has(c->bits, at))
            for (int k = 0; k < KG__BATCH; k++)
                length[at][k] = FAR;
        length[at][i] = 0;
        mark(c, at);
    }
    for (uint64_t at; (at = next(c, up)) != UINT64_MAX;) {
        c->reached[c->count++] = (uint32_t)at;
        NAMED(follow)(up, c, at);
    }
    NAMED(settle)(up, c);
}

#undef T
#undef FAR
#undef PLUS
#undef LENGTHS
#undef NAMED
