/*
 * Stage 6 on the CPU: the successor changes at the chosen links, so that one circuit is left.
 *
 * in   word[m].next, chosen bits
 * out  many circuits: word[m].next changed, tags cleared for the second walk
 *      few: nothing; stage 7 cuts the first walk's segments at the swips instead
 *
 * With t the old successor of e, the new one is t-1 inside a run of links and the run's other end
 * at its first slot: the formula of the stage read from the other side. O(m), in edge order.
 */
#include "euler_cpu.h"

decl_euler_stage(kg__euler_swips_cpu)
{
    const kg__euler_cpu *s = w->state;

    if (s->few)
        return KG_OK;
#pragma omp parallel for num_threads(s->threads) schedule(static)
    for (uint64_t e = 0; e < w->m; e++)
        s->word[e] = (kg__word){kg__swip(s->chosen, s->word[e].next), KG_NO_EDGE};
    return KG_OK;
}
