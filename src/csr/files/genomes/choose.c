/* Words of k letters, chosen by their number of occurrences: the front. */
#include "genomes_ops.h"
#include "words.h"

/* A word. The CPU takes 40 ns with k up to 32, and more with longer words; an H100 takes 0.4 to 0.5
 * ns, the copy of the results included. */
static const kg__cost word_cost = {.ns = {[KG__CPU] = 40, [KG__CUDA] = 0.5}};

enum { GRAIN = 1 << 14 };

static const kg__genomes_ops row[KG__BACKENDS] = KG__TABLE(KG__GENOMES_FUNCTIONS);

kg_status kg__stretches_choose(kg__stretches *s, uint64_t least, bool distinct, kg_edge **times)
{
    kg_context *ctx = s->ctx;
    const uint64_t count = kg__stretches_words(s);
    uint64_t *keep = NULL;
    kg_status status;

    if (times)
        *times = NULL;
    kg__stage(ctx, "count words");
    KG_TRY(kg__words_check(ctx, count));
    kg__choose(ctx, &word_cost, count, 1 + count / GRAIN);
    do {
        const kg__genomes_ops *ops = &row[count ? kg__context_backend(ctx) : KG__CPU];

        kg__free_all(ctx, keep, times ? *times : NULL); /* of a device that failed */
        keep = NULL;
        if (times)
            *times = NULL;
        status = ops->choose(s, least, distinct, &keep, times);
    } while (kg__choose_other(ctx, status));
    kg__end_choice(ctx);
    KG_TRY(status);
    KG_TRY(kg__stretches_keep(s, keep));
out:
    kg__free(ctx, keep);
    return status;
}
