/*
 * Rows of a matrix, for one type of lengths and one set of instructions.
 * Included by: rows_cpu.c, through lanes_each.h, once per type and set of instructions.
 * Expects: T, FAR, PLUS(), LENGTHS, NAMED() and WITH, as climb_tmpl.h does.
 * Leaves nothing defined.
 */

/* Goes down all levels. begun: ancestors that the climb has reached; it is cleared. */
WITH static void NAMED(go_down)(const kg__ancestors *down, T (*length)[KG__BATCH], uint64_t *begun)
{
    for (uint64_t p = 0; p < down->count; p++) {
        T least[KG__BATCH];

        if (kg__bitmap_has(begun, p))
            memcpy(least, length[p], sizeof least);
        else
            for (int k = 0; k < KG__BATCH; k++)
                least[k] = FAR;
        for (uint32_t i = down->row[p]; i < down->row[p + 1]; i++) {
            const T *from = length[down->head[i]], by = down->LENGTHS[i];

            for (int k = 0; k < KG__BATCH; k++) {
                const T sum = PLUS(from[k], by);

                least[k] = sum < least[k] ? sum : least[k];
            }
        }
        memcpy(length[p], least, sizeof least);
    }
    memset(begun, 0, kg__words(down->count) * sizeof *begun);
}

/* Stores the distances of targets from `count` sources, row by row, some columns at a time. */
WITH static void NAMED(store)(
    const kg__ancestors *down, T (*length)[KG__BATCH], uint64_t count, T *entry)
{
    for (uint64_t first = 0; first < down->given; first += TILE) {
        const uint64_t end = first + TILE < down->given ? first + TILE : down->given;

        for (uint64_t k = 0; k < count; k++)
            for (uint64_t t = first; t < end; t++)
                entry[k * down->given + t] = length[down->own[t]][k];
    }
}

WITH static void NAMED(make_rows)(
    const kg_distance_matrix *m, worker *w, uint64_t first, uint64_t count, void *entry)
{
    T(*const length)[KG__BATCH] = w->length;
    const T(*const climbed)[KG__BATCH] = w->climber.length;

    kg__climb(m, &w->climber, first, count);
    for (uint64_t i = 0; i < w->climber.count; i++) {
        const uint32_t from = w->climber.reached[i], to = m->meet[from];

        if (to == UINT32_MAX)
            continue;
        memcpy(length[to], climbed[from], sizeof *length);
        kg__mark(w->begun, to);
    }
    NAMED(go_down)(&m->down, length, w->begun);
    NAMED(store)(&m->down, length, count, entry);
}

#undef T
#undef FAR
#undef PLUS
#undef LENGTHS
#undef NAMED
