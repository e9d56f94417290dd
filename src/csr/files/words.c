/*
 * The ranks of words of letters.
 *
 * In:  words of one length, packed piece by piece by who has them.
 * Out: the rank of each, and what the distinct ones are.
 * Method: a sort of the first 32 letters gives ranks; each sort more is of the rank so far and 16
 *     letters.
 * Work: O(count) a sort. Memory: 8 bytes a word, the sort's 12, and 8 a distinct word and round.
 */
#include "words.h"
#include "../../scan/front.h"
#include "letters.h"

enum { FIRST_LETTERS = 32, MORE_LETTERS = 16, BLOCK = 1 << 10, GRAIN = 1 << 14 };

/* The letters of a round: from..to-1. */
static uint64_t from_of(unsigned round)
{
    return round ? FIRST_LETTERS + (uint64_t)(round - 1) * MORE_LETTERS : 0;
}

static uint64_t to_of(const kg__word_list *words, unsigned round)
{
    return from_of(round + 1) < words->letters ? from_of(round + 1) : words->letters;
}

static kg_status rank_round(kg__word_list *words, uint32_t *rank, kg_context *ctx, uint64_t count,
    kg__words_fn *pack, const void *user)
{
    const unsigned round = words->rounds;
    const uint64_t from = from_of(round), to = to_of(words, round);
    const int threads = kg__threads(ctx, count, GRAIN);
    uint64_t *key = NULL;
    kg_status status;

    (void)threads;
    KG_TRY(kg__host_allocate(ctx, &key, count, sizeof *key, "words"));
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint64_t first = 0; first < count; first += BLOCK) {
        const uint64_t last = count - first < BLOCK ? count : first + BLOCK;

        pack(user, first, last, from, to, key + first);
        for (uint64_t i = first; round && i < last; i++)
            key[i] |= (uint64_t)rank[i] << 32;
    }
    KG_TRY(kg__array_host()->distinct_u64(ctx, key, &words->n, rank, count, key));
    KG_TRY(kg__host_resize(ctx, &key, words->n, sizeof *key, "words"));
    words->table[words->rounds++] = key;
    key = NULL;
out:
    kg__free(ctx, key);
    return status;
}

kg_status kg__words_rank(kg__word_list *words, uint32_t *rank, kg_context *ctx, uint64_t letters,
    uint64_t count, kg__words_fn *pack, const void *user)
{
    unsigned rounds = 1;
    kg_status status;

    *words = (kg__word_list){.letters = letters};
    while (to_of(words, rounds - 1) < letters)
        rounds++;
    KG_TRY(kg__require_positions(ctx, count, sizeof *rank));
    KG_TRY(kg__host_allocate(ctx, &words->table, rounds, sizeof *words->table, "words"));
    while (count && words->rounds < rounds)
        KG_TRY(rank_round(words, rank, ctx, count, pack, user));
out:
    return status;
}

void kg__words_free(kg__word_list *words, kg_context *ctx)
{
    while (words->rounds)
        kg__free(ctx, words->table[--words->rounds]);
    kg__free(ctx, words->table);
    *words = (kg__word_list){0};
}

kg_status kg__words_name(const kg__word_list *words, kg_graph *graph)
{
    kg_context *ctx = graph->ctx;
    const uint64_t n = graph->n, letters = words->letters;
    const int threads = kg__threads(ctx, n, GRAIN);
    kg__names *names;
    kg_status status;

    (void)threads;
    KG_TRY(kg__names_create(&graph->names, ctx));
    names = graph->names;
    KG_TRY(kg__host_allocate(ctx, &names->text, n * letters, 1, "text of names"));
    KG_TRY(kg__host_allocate(ctx, &names->begin, n + 1, sizeof *names->begin, "list of names"));
#pragma omp parallel for num_threads(threads)
    for (uint64_t v = 0; v < n; v++) {
        uint64_t at = v;

        names->begin[v] = v * letters;
        for (unsigned round = words->rounds; round-- > 0;) {
            const uint64_t key = words->table[round][at];
            const uint64_t from = from_of(round), to = to_of(words, round);

            kg__letters_write(names->text + v * letters + from, key, (unsigned)(to - from));
            at = key >> 32;
        }
    }
    names->begin[n] = n * letters;
out:
    return status;
}
