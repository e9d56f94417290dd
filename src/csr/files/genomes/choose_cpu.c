/*
 * Words of k letters, chosen by their number of occurrences, on the CPU.
 *
 * In:  stretches (stretches.h).
 * Out: the places of the words that occur often enough, each word at all its places or only at its
 *     first one; and how often each of them occurs.
 * Method: words.c sorts the words, so that the places of equal ones are neighbours.
 * Work: O(letters), and the sorts of words.c.
 * Memory: a bit a word, and the memory of ranking: with edge ids of 32 bits 16 bytes a word, and 4
 *     a distinct word.
 * Deterministic: all; the first place of a word is the first one in the files.
 */
#include "genomes_ops.h"
#include "words.h"

enum { GRAIN = 1 << 14 };

/* Lists the number of occurrences of each word that is kept, by place. */
static kg_status list_times(kg_edge **times, const kg__stretches *s, const uint64_t *keep,
    const kg__word_list *ranked, const kg_vertex *rank)
{
    const uint64_t places = kg__words(kg__stretches_words(s));
    uint64_t kept = 0;
    kg_status status;

    for (uint64_t i = 0; i < places; i++)
        kept += (unsigned)__builtin_popcountll(keep[i]);
    KG_TRY(kg__host_allocate(s->ctx, times, kept, sizeof **times, "counts of words"));
    kept = 0;
    for (uint64_t i = 0; i < places; i++)
        for (uint64_t bits = keep[i]; bits; bits &= bits - 1) {
            const kg_vertex v = rank[64 * i + (unsigned)__builtin_ctzll(bits)];

            (*times)[kept++] = ranked->row[v + 1] - ranked->row[v];
        }
out:
    return status;
}

decl_genomes_choose(kg__genomes_choose_cpu)
{
    kg_context *ctx = s->ctx;
    const uint64_t count = kg__stretches_words(s);
    const kg__rolled rolled = {s, s->k};
    kg__word_list ranked = {0};
    kg_vertex *rank = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &rank, count, sizeof *rank, "ranks of words"));
    KG_TRY(kg__words_rank(&ranked, rank, ctx, s->k, count, kg__rolled_pack, &rolled, false));
    KG_TRY(kg__bitmap_create(ctx, keep, count, "words to keep"));
    KG_PARALLEL_FOR(kg__threads(ctx, ranked.n, GRAIN), schedule(static))
    for (uint64_t v = 0; v < ranked.n; v++) {
        const uint64_t from = ranked.row[v], to = ranked.row[v + 1];

        if (to - from < least)
            continue;
        for (uint64_t i = from; i < (distinct ? from + 1 : to); i++)
            kg__mark_shared(*keep, ranked.place[i]);
    }
    if (times)
        KG_TRY(list_times(times, s, *keep, &ranked, rank));
out:
    kg__free(ctx, rank);
    kg__words_free(&ranked, ctx);
    return status;
}
