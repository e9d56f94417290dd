/*
 * Random Euler walks of many small graphs at once, and their most frequent use: sequences shuffled
 * so that every word of k letters occurs as often as before.
 *
 * kg_euler_find() draws a random walk of one graph of any size; its header gives the probabilities.
 * Here one thread, of the CPU or of a GPU, does each graph or sequence. The result for the i-th
 * depends only on the options, on i and on that graph. It is the same on every device and with any
 * number of threads, and does not change if others are added after it.
 */
#ifndef KONIG_SHUFFLE_H
#define KONIG_SHUFFLE_H

#include <konig/graph.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct kg_shuffle_options {
    uint64_t k;      /* letters of the words whose counts stay; 0: 2. Only for sequences */
    uint64_t copies; /* how many are drawn of each, independent of each other; 0: 1 */
    uint64_t seed;
} kg_shuffle_options;

#define KG_SHUFFLE_OPTIONS_INIT KG_ZERO

/*
 * Shuffles sequences: draws one of all sequences that have the same words of k letters, each as
 * often, and begin with the same k - 1 letters. They then end with the same k - 1 letters, too.
 * Each has the same probability, up to a relative error of 2^-16, which takes billions of draws to
 * see. A sequence of at most k letters does not change, and neither does one without alternatives.
 * If k is 1, the sequence is one of all orders of its letters.
 *
 * shuffled  [out] [copies * begin[count]] the copies of sequence i, one after the other, from
 *           copies * begin[i] on. Host memory.
 * context   [in]
 * count     [in] sequences; 0 is legal.
 * begin     [in] [count + 1] where each begins in letters, and the end of the last; begin[0] is 0
 *           and none is less than the one before.
 * letters   [in] [begin[count]] any bytes; capital and small letters differ. May be NULL if there
 *           are none.
 * options   [in] may be NULL: the defaults.
 * Returns KG_OK; KG_ARGUMENT (offsets that do not rise); KG_OVERFLOW (a sequence, or all copies,
 * are too long for edge ids or for 64 bits); KG_MEMORY. O(letters), and the random walks in the
 * graph of a sequence's words, which kg_euler_find() describes. These are short if there are many
 * letters a word. Memory: 24 bytes a letter of the longest sequence for each thread.
 */
kg_status kg_euler_shuffle(char *shuffled, kg_context *context, uint64_t count,
    const uint64_t *begin, const char *letters, const kg_shuffle_options *options);

/*
 * Draws Euler walks of directed graphs. A graph gets a circuit if it has one, as a cycle of edges
 * written from edge 0 on; otherwise a path. Parallel edges count as different.
 *
 * walk     [out] [copies * begin[count]] edges of graph i, numbered from 0 for each graph, in their
 *          order; the copies one after the other, from copies * begin[i] on. Host memory.
 * context  [in]
 * count    [in] graphs; 0 is legal.
 * begin    [in] [count + 1] where the edges of each begin, as above.
 * source, target  [in] [begin[count]] the ends of each edge. The vertices of a graph of m edges
 *          have numbers from 0 to m. May be NULL if there are no edges.
 * options  [in] may be NULL: the defaults. k must be 0.
 * Returns KG_OK; KG_NO_SOLUTION (one of the graphs has no Euler walk: the message names the first
 * and says why); KG_ARGUMENT; KG_OVERFLOW; KG_MEMORY.
 */
kg_status kg_euler_random_walks(kg_edge *walk, kg_context *context, uint64_t count,
    const uint64_t *begin, const kg_vertex *source, const kg_vertex *target,
    const kg_shuffle_options *options);

#ifdef __cplusplus
}
#endif
#endif
