/* Unitigs: the compacted de Bruijn graph of sequences. */
#ifndef KONIG_UNITIGS_H
#define KONIG_UNITIGS_H

#include <konig/graph.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct kg_unitigs kg_unitigs;

/*
 * Reads sequences, as kg_graph_read_kmers_files() does, and makes the unitigs of their k-mers. A
 * k-mer and its reverse complement are one. Two k-mers are joined if k - 1 letters at the end of
 * one are the first ones of the other, in one of their two directions each, and if no other k-mer
 * ends or begins with these letters. If k - 1 letters are their own reverse complement, they join
 * no k-mers. A k-mer that is its own reverse complement is not joined either. A unitig is a longest
 * sequence of joined k-mers, and each k-mer is in exactly one unitig.
 *
 * A unitig is written in the direction in which it is alphabetically less. If its last k-mer is
 * joined to its first, it is a ring, and begins with the least of its k-mers. Unitigs stand in
 * alphabetical order. They depend neither on the order of sequences nor on the number of threads.
 *
 * unitigs  [out] destroy with kg_unitigs_destroy(); NULL on failure.
 * counts   [out] of the sequences; may be NULL.
 * context  [in] must outlive *unitigs.
 * path     [in] [files] "-" is standard input. May be compressed.
 * options  [in] k and min_count; each k-mer counts once, and single_strand must be 0.
 * Returns as kg_graph_read_kmers_files(); KG_UNSUPPORTED with single_strand. The sorts of that
 * call, and O(distinct k-mers).
 */
kg_status kg_unitigs_read(kg_unitigs **unitigs, kg_kmers_counts *counts, kg_context *context,
    const char *const *path, uint64_t files, const kg_kmers_options *options);
void kg_unitigs_destroy(kg_unitigs *unitigs);

/* The number of unitigs. O(1). */
uint64_t kg_unitigs_count(const kg_unitigs *unitigs);

/* All letters, capitals, lent; begin: [out] [count + 1] where each unitig begins, and the end of
 * the last; lent; may be NULL. NULL for an argument of NULL. O(1). */
const char *kg_unitigs_letters(const kg_unitigs *unitigs, const uint64_t **begin);

/* The number of occurrences of the k-mers of each unitig, in all: [count], lent. O(1). */
const uint64_t *kg_unitigs_occurrences(const kg_unitigs *unitigs);

/*
 * The links: which unitigs begin with the k - 1 letters with which another one ends. Unitig u has
 * two ends: 2 u before its first letter, and 2 u + 1 after its last. links[row[e]..row[e + 1]) are
 * the ends that follow if u is left at end e, in increasing order. Each is the end at which the
 * other unitig is entered: 2 v if it is read as it is, 2 v + 1 if it is read as its reverse
 * complement. A link from end e to end f is also one from f to e.
 *
 * row  [out] [2 count + 1]; lent; may be NULL.
 * Lent. NULL for an argument of NULL. O(1).
 */
const uint64_t *kg_unitigs_links(const kg_unitigs *unitigs, const uint64_t **row);

#ifdef __cplusplus
}
#endif
#endif
