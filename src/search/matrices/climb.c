/*
 * The way up a hierarchy from a batch of sources.
 *
 * In:  up to KG__BATCH sources; their ancestors.
 * Out: the ancestors that are reached, and the distances from each source by upward arcs; within
 *      the core all distances.
 * Method: ancestors are processed from the lowest level up, so an ancestor's distances are final
 *      when its arcs are followed. A bitmap of two levels finds the next one. The core, which has
 *      arcs both ways, is processed in rounds until nothing changes.
 * Work: O(the arcs of what is reached), in lanes. Memory: 64 bytes an ancestor for integers, 128
 *      for doubles.
 *
 * Deterministic: a distance is the least of the same sums, in whatever order.
 */
#include "../../base/bits.h"
#include "distance_matrix.h"
#include "lanes.h"
#include <math.h>
#include <string.h>

/* ---- the ancestors that wait ----------------------------------------------------------------- */

static inline void mark(kg__climber *c, uint64_t i)
{
    kg__mark(c->bits, i);
    kg__mark(c->summary, i / 64);
}

/* Takes the waiting ancestor of the lowest level. Ancestors in the core keep their marks.
 * UINT64_MAX: none is left. */
static uint64_t next(kg__climber *c, const kg__ancestors *up)
{
    for (; c->words; c->words--)
        while (c->summary[c->words - 1]) {
            uint64_t *summary = &c->summary[c->words - 1];
            const unsigned high = 63 - (unsigned)__builtin_clzll(*summary);
            const uint64_t w = (c->words - 1) * 64 + high;

            if (c->bits[w]) {
                const unsigned bit = 63 - (unsigned)__builtin_clzll(c->bits[w]);

                if (w * 64 + bit >= up->cores) {
                    c->bits[w] ^= UINT64_C(1) << bit;
                    return w * 64 + bit;
                }
            }
            *summary ^= UINT64_C(1) << high;
        }
    return UINT64_MAX;
}

/* ---- the climb ------------------------------------------------------------------------------- */

#define TEMPLATE "climb_tmpl.h"
#include "lanes_each.h"
#undef TEMPLATE

void kg__climb(const kg_distance_matrix *m, kg__climber *c, uint64_t first, uint64_t count)
{
    const bool is_whole = m->type == KG_U32;

    c->words = kg__words(kg__words(m->up.count));
#ifdef KG__WITH_AVX2
    if (__builtin_cpu_supports("avx2")) {
        (is_whole ? climb_u32_avx2 : climb_f64_avx2)(m, c, first, count);
        return;
    }
#endif
    (is_whole ? climb_u32 : climb_f64)(m, c, first, count);
}

kg_status kg__climber_create(kg__climber *c, const kg_distance_matrix *m)
{
    const uint64_t words = kg__words(m->up.count);
    kg_status status;

    *c = (kg__climber){0};
    KG_TRY(kg__host_allocate(m->ctx, &c->length, m->up.count, KG__BATCH * kg_type_size(m->type),
        "distances of ancestors"));
    KG_TRY(kg__bitmap_create(m->ctx, &c->bits, m->up.count, "ancestors"));
    KG_TRY(kg__bitmap_create(m->ctx, &c->summary, words, "ancestors"));
    KG_TRY(kg__host_allocate(m->ctx, &c->reached, m->up.count, sizeof *c->reached, "ancestors"));
out:
    return status;
}

void kg__climber_release(kg_context *ctx, kg__climber *c)
{
    kg__free_all(ctx, c->length, c->bits, c->summary, c->reached);
    *c = (kg__climber){0};
}
