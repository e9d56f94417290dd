/*
 * Networks that sort rows of vectors v[]. Expect where they are used: v, VECTOR, MIN(a, b) and
 * MAX(a, b), which compare two vectors lane by lane.
 *
 * Source of those of 8 and 16 rows: Knuth, volume 3, 5.3.4 (the latter is M. W. Green's of 60
 * comparators).
 */
#ifndef KG_SCAN_SORT_NETWORKS_H
#define KG_SCAN_SORT_NETWORKS_H

/* The smaller key of each lane goes to row i, the other to row j. */
#define CE(i, j)                                                                                   \
    {                                                                                              \
        const VECTOR low_ = MIN(v[i], v[j]);                                                       \
        v[j] = MAX(v[i], v[j]);                                                                    \
        v[i] = low_;                                                                               \
    }

/* Sort each column of 1, 2, 4, 8 or 16 rows. */
#define COLUMNS1
#define COLUMNS2 CE(0, 1)
#define COLUMNS4 CE(0, 1) CE(2, 3) CE(0, 2) CE(1, 3) CE(1, 2)
#define COLUMNS8                                                                                   \
    CE(0, 2)                                                                                       \
    CE(1, 3) CE(4, 6) CE(5, 7) CE(0, 4) CE(1, 5) CE(2, 6) CE(3, 7) CE(0, 1) CE(2, 3) CE(4, 5)      \
        CE(6, 7) CE(2, 4) CE(3, 5) CE(1, 4) CE(3, 6) CE(1, 2) CE(3, 4) CE(5, 6)
#define COLUMNS16                                                                                  \
    CE(0, 1)                                                                                       \
    CE(2, 3) CE(4, 5) CE(6, 7) CE(8, 9) CE(10, 11) CE(12, 13) CE(14, 15) CE(0, 2) CE(1, 3)         \
        CE(4, 6) CE(5, 7) CE(8, 10) CE(9, 11) CE(12, 14) CE(13, 15) CE(0, 4) CE(1, 5) CE(2, 6)     \
            CE(3, 7) CE(8, 12) CE(9, 13) CE(10, 14) CE(11, 15) CE(0, 8) CE(1, 9) CE(2, 10)         \
                CE(3, 11) CE(4, 12) CE(5, 13) CE(6, 14) CE(7, 15) CE(5, 10) CE(6, 9) CE(3, 12)     \
                    CE(13, 14) CE(4, 8) CE(7, 11) CE(1, 2) CE(1, 4) CE(7, 13) CE(2, 8) CE(11, 14)  \
                        CE(2, 4) CE(5, 6) CE(9, 10) CE(11, 13) CE(3, 8) CE(7, 12) CE(6, 8)         \
                            CE(10, 12) CE(3, 5) CE(7, 9) CE(3, 4) CE(5, 6) CE(7, 8) CE(9, 10)      \
                                CE(11, 12) CE(6, 7) CE(8, 9)

/* The same for rows whose groups of lanes are in order of size in each half of a group, the halves
 * side by side: see sort_lanes_tmpl.h. The last row is read backwards. Expects too: group,
 * MIRROR(v), MERGE_LANES(v). */
#define FOLD(i, j)                                                                                 \
    {                                                                                              \
        const VECTOR far_ = MIRROR(v[j]);                                                          \
        v[j] = MAX(v[i], far_);                                                                    \
        v[i] = MIN(v[i], far_);                                                                    \
    }
#define MERGE1(a) v[a] = MERGE_LANES(v[a]);
#define MERGE2(a) FOLD(a, (a) + 1) MERGE1(a) MERGE1((a) + 1)
#define MERGE4(a) FOLD(a, (a) + 3) FOLD((a) + 1, (a) + 2) MERGE2(a) MERGE2((a) + 2)
#define MERGE8(a)                                                                                  \
    FOLD(a, (a) + 7)                                                                               \
    FOLD((a) + 1, (a) + 6) FOLD((a) + 2, (a) + 5) FOLD((a) + 3, (a) + 4) MERGE4(a) MERGE4((a) + 4)
#define MERGE16(a)                                                                                 \
    FOLD(a, (a) + 15)                                                                              \
    FOLD((a) + 1, (a) + 14) FOLD((a) + 2, (a) + 13) FOLD((a) + 3, (a) + 12)                        \
        FOLD((a) + 4, (a) + 11) FOLD((a) + 5, (a) + 10) FOLD((a) + 6, (a) + 9)                     \
            FOLD((a) + 7, (a) + 8) MERGE8(a) MERGE8((a) + 8)

/* Make of a bitonic sequence of rows, lane by lane, one row after another: each key of a row is at
 * most any of the next row. */
#define BITONIC1(a)
#define BITONIC2(a) CE(a, (a) + 1)
#define BITONIC4(a) CE(a, (a) + 2) CE((a) + 1, (a) + 3) BITONIC2(a) BITONIC2((a) + 2)
#define BITONIC8(a)                                                                                \
    CE(a, (a) + 4)                                                                                 \
    CE((a) + 1, (a) + 5) CE((a) + 2, (a) + 6) CE((a) + 3, (a) + 7) BITONIC4(a) BITONIC4((a) + 4)
#define BITONIC16(a)                                                                               \
    CE(a, (a) + 8)                                                                                 \
    CE((a) + 1, (a) + 9) CE((a) + 2, (a) + 10) CE((a) + 3, (a) + 11) CE((a) + 4, (a) + 12)         \
        CE((a) + 5, (a) + 13) CE((a) + 6, (a) + 14) CE((a) + 7, (a) + 15) BITONIC8(a)              \
            BITONIC8((a) + 8)

/* DO(i) for each of the rows. */
#define EACH1(DO, a)  DO(a)
#define EACH2(DO, a)  DO(a) DO((a) + 1)
#define EACH4(DO, a)  EACH2(DO, a) EACH2(DO, (a) + 2)
#define EACH8(DO, a)  EACH4(DO, a) EACH4(DO, (a) + 4)
#define EACH16(DO, a) EACH8(DO, a) EACH8(DO, (a) + 8)

#endif
