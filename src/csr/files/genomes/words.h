/* Words of letters (letters.h) as vertices: their ranks in alphabetical order, and their names. */
#ifndef KG_WORDS_H
#define KG_WORDS_H

#include "../../csr.h"

enum { KG__WORDS_TOP = 8 };

/* The distinct words of a list, n of them. Round 0 has the first letters of words. Each later round
 * has more letters, below the number of a word of the round before. The last one has whole
 * words. */
typedef struct kg__word_list {
    uint64_t letters, n;
    unsigned rounds;
    uint64_t **table; /* [rounds] increasing; NULL if names are not wanted */
    kg_edge *place;   /* [count] the places of words, in the order of words, then of places */
    kg_edge *row;     /* [n + 1] where each word begins in `place` */
} kg__word_list;

/* Letters from..to-1, at most 32, of words first..last-1 as numbers: key[last - first]. first is a
 * multiple of 64. Called in any thread, twice for each range, once perhaps with only the first
 * KG__WORDS_TOP letters. */
typedef void kg__words_fn(
    const void *user, uint64_t first, uint64_t last, uint64_t from, uint64_t to, uint64_t *key);

/* Fails if there are more words than edge ids. */
kg_status kg__words_check(kg_context *ctx, uint64_t count);

/*
 * Ranks words, by one sort, and one more for each 16 letters from the 33rd on.
 *
 * words    [out] freed by kg__words_free(), also on failure.
 * rank     [out] [count] the number of each among the distinct ones in alphabetical order.
 * letters  [in] of each word, at least 1.
 * named    [in] kg__words_name() will be called.
 */
kg_status kg__words_rank(kg__word_list *words, kg_vertex *rank, kg_context *ctx, uint64_t letters,
    uint64_t count, kg__words_fn *pack, const void *user, bool named);
void kg__words_free(kg__word_list *words, kg_context *ctx);

/* Names each vertex of a graph, which has as many as there are words, by its word. */
kg_status kg__words_name(const kg__word_list *words, kg_graph *graph);

#endif
