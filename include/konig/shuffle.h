/*
 * Random Euler walks of many small graphs at once, and what they are most used for: sequences
 * shuffled so that every word of k letters comes as often as before.
 *
 * kg_euler_find() draws a random walk of one graph of any size; its header says what the chances
 * are. Here each graph, or sequence, is the work of one thread, of the CPU or of a GPU. What is
 * drawn for the i-th depends on the options, on i and on that graph alone: it is the same on every
 * device and at any number of threads, and stays when others are added behind.
 */
#ifndef KONIG_SHUFFLE_H
#define KONIG_SHUFFLE_H

#include <konig/graph.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct kg_shuffle_options {
    uint64_t k;      /* letters of the words whose counts stay; 0: 2. Of sequences alone */
    uint64_t copies; /* how many are drawn of each, the one independent of the other; 0: 1 */
    uint64_t seed;
} kg_shuffle_options;

#define KG_SHUFFLE_OPTIONS_INIT KG_ZERO

/*
 * Shuffles sequences: draws one of all sequences that have the same words of k letters, each as
 * often, and begin with the same k - 1 letters. They then end with the same k - 1 letters, too.
 * All of them have the same chance but for 2^-16 of it, which takes billions of draws to see. A
 * sequence of at most k letters stays as it is, and so does one of which there is no other. With a
 * k of 1 all orders of its letters count.
 *
 * shuffled  [out] [copies * begin[count]] the copies of sequence i, one behind the other, from
 *           copies * begin[i] on. Host memory.
 * context   [in]
 * count     [in] sequences; 0 is legal.
 * begin     [in] [count + 1] where each begins in letters, and the end of the last; begin[0] is 0
 *           and none is less than the one before.
 * letters   [in] [begin[count]] any bytes; capital and small letters differ. May be NULL where
 *           there are none.
 * options   [in] may be NULL: the defaults.
 * Returns KG_OK; KG_ARGUMENT (offsets that do not rise); KG_OVERFLOW (a sequence, or all copies,
 * are too long for edge ids or for 64 bits); KG_MEMORY. O(letters) and the random walks in the
 * graph of a sequence's words that kg_euler_find() tells of, which are short where there are many
 * letters a word. Memory: 24 bytes a letter of the longest sequence for each thread.
 */
kg_status kg_euler_shuffle(char *shuffled, kg_context *context, uint64_t count,
    const uint64_t *begin, const char *letters, const kg_shuffle_options *options);

/*
 * Draws Euler walks of directed graphs: of each a circuit where there is one, as a cycle of edges
 * that is told from edge 0 on, else a path. Edges count as different even where they are parallel.
 *
 * walk     [out] [copies * begin[count]] edges of graph i, numbered from 0 for each graph, in their
 *          order; the copies one behind the other, from copies * begin[i] on. Host memory.
 * context  [in]
 * count    [in] graphs; 0 is legal.
 * begin    [in] [count + 1] where the edges of each begin, as above.
 * source, target  [in] [begin[count]] the ends of each edge. The vertices of a graph of m edges
 *          have numbers from 0 to m. May be NULL where there are no edges.
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
