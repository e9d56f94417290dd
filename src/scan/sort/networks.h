/*
 * Networks that sort rows of vectors: expressions, separated by commas. The place of use defines:
 *     EXCHANGE(i, j): lane by lane, the smaller key of rows i and j goes to row i, the other to j;
 *     FOLD(i, j): the same with row j read backwards within each group of lanes;
 *     MERGE_LANES(i): sorts each group of lanes in row i, whose halves are sorted.
 *
 * Source of those of 8 and 16 rows: Knuth, volume 3, 5.3.4 (the latter is M. W. Green's of 60
 * comparators).
 */
#ifndef KG_SCAN_SORT_NETWORKS_H
#define KG_SCAN_SORT_NETWORKS_H

/* Sort each column of rows. */
#define COLUMNS2 EXCHANGE(0, 1)
#define COLUMNS4 EXCHANGE(0, 1), EXCHANGE(2, 3), EXCHANGE(0, 2), EXCHANGE(1, 3), EXCHANGE(1, 2)
#define COLUMNS8                                                                                   \
    EXCHANGE(0, 2), EXCHANGE(1, 3), EXCHANGE(4, 6), EXCHANGE(5, 7), EXCHANGE(0, 4),                \
        EXCHANGE(1, 5), EXCHANGE(2, 6), EXCHANGE(3, 7), EXCHANGE(0, 1), EXCHANGE(2, 3),            \
        EXCHANGE(4, 5), EXCHANGE(6, 7), EXCHANGE(2, 4), EXCHANGE(3, 5), EXCHANGE(1, 4),            \
        EXCHANGE(3, 6), EXCHANGE(1, 2), EXCHANGE(3, 4), EXCHANGE(5, 6)
#define COLUMNS16                                                                                  \
    EXCHANGE(0, 1), EXCHANGE(2, 3), EXCHANGE(4, 5), EXCHANGE(6, 7), EXCHANGE(8, 9),                \
        EXCHANGE(10, 11), EXCHANGE(12, 13), EXCHANGE(14, 15), EXCHANGE(0, 2), EXCHANGE(1, 3),      \
        EXCHANGE(4, 6), EXCHANGE(5, 7), EXCHANGE(8, 10), EXCHANGE(9, 11), EXCHANGE(12, 14),        \
        EXCHANGE(13, 15), EXCHANGE(0, 4), EXCHANGE(1, 5), EXCHANGE(2, 6), EXCHANGE(3, 7),          \
        EXCHANGE(8, 12), EXCHANGE(9, 13), EXCHANGE(10, 14), EXCHANGE(11, 15), EXCHANGE(0, 8),      \
        EXCHANGE(1, 9), EXCHANGE(2, 10), EXCHANGE(3, 11), EXCHANGE(4, 12), EXCHANGE(5, 13),        \
        EXCHANGE(6, 14), EXCHANGE(7, 15), EXCHANGE(5, 10), EXCHANGE(6, 9), EXCHANGE(3, 12),        \
        EXCHANGE(13, 14), EXCHANGE(4, 8), EXCHANGE(7, 11), EXCHANGE(1, 2), EXCHANGE(1, 4),         \
        EXCHANGE(7, 13), EXCHANGE(2, 8), EXCHANGE(11, 14), EXCHANGE(2, 4), EXCHANGE(5, 6),         \
        EXCHANGE(9, 10), EXCHANGE(11, 13), EXCHANGE(3, 8), EXCHANGE(7, 12), EXCHANGE(6, 8),        \
        EXCHANGE(10, 12), EXCHANGE(3, 5), EXCHANGE(7, 9), EXCHANGE(3, 4), EXCHANGE(5, 6),          \
        EXCHANGE(7, 8), EXCHANGE(9, 10), EXCHANGE(11, 12), EXCHANGE(6, 7), EXCHANGE(8, 9)

/* Sort each group of lanes. A group is one sequence over all rows, and its halves are sorted: see
 * lanes_tmpl.h. */
#define MERGE1(a) MERGE_LANES(a)
#define MERGE2(a) FOLD(a, (a) + 1), MERGE1(a), MERGE1((a) + 1)
#define MERGE4(a) FOLD(a, (a) + 3), FOLD((a) + 1, (a) + 2), MERGE2(a), MERGE2((a) + 2)
#define MERGE8(a)                                                                                  \
    FOLD(a, (a) + 7), FOLD((a) + 1, (a) + 6), FOLD((a) + 2, (a) + 5), FOLD((a) + 3, (a) + 4),      \
        MERGE4(a), MERGE4((a) + 4)
#define MERGE16(a)                                                                                 \
    FOLD(a, (a) + 15), FOLD((a) + 1, (a) + 14), FOLD((a) + 2, (a) + 13), FOLD((a) + 3, (a) + 12),  \
        FOLD((a) + 4, (a) + 11), FOLD((a) + 5, (a) + 10), FOLD((a) + 6, (a) + 9),                  \
        FOLD((a) + 7, (a) + 8), MERGE8(a), MERGE8((a) + 8)

/* Sort rows that are bitonic, lane by lane: afterwards each key of a row is at most any key of the
 * next row. */
#define BITONIC1(a) (void)0
#define BITONIC2(a) EXCHANGE(a, (a) + 1)
#define BITONIC4(a) EXCHANGE(a, (a) + 2), EXCHANGE((a) + 1, (a) + 3), BITONIC2(a), BITONIC2((a) + 2)
#define BITONIC8(a)                                                                                \
    EXCHANGE(a, (a) + 4), EXCHANGE((a) + 1, (a) + 5), EXCHANGE((a) + 2, (a) + 6),                  \
        EXCHANGE((a) + 3, (a) + 7), BITONIC4(a), BITONIC4((a) + 4)
#define BITONIC16(a)                                                                               \
    EXCHANGE(a, (a) + 8), EXCHANGE((a) + 1, (a) + 9), EXCHANGE((a) + 2, (a) + 10),                 \
        EXCHANGE((a) + 3, (a) + 11), EXCHANGE((a) + 4, (a) + 12), EXCHANGE((a) + 5, (a) + 13),     \
        EXCHANGE((a) + 6, (a) + 14), EXCHANGE((a) + 7, (a) + 15), BITONIC8(a), BITONIC8((a) + 8)

/* DO(i) for each of the rows. */
#define EACH1(DO, a)  DO(a)
#define EACH2(DO, a)  DO(a), DO((a) + 1)
#define EACH4(DO, a)  EACH2(DO, a), EACH2(DO, (a) + 2)
#define EACH8(DO, a)  EACH4(DO, a), EACH4(DO, (a) + 4)
#define EACH16(DO, a) EACH8(DO, a), EACH8(DO, (a) + 8)

#endif
