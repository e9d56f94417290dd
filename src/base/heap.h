/*
 * Binary heaps: heap[0] comes before all other entries, and the parent of heap[i] is
 * heap[(i - 1) / 2]. comes_before(a, b): a function or a macro of two entries.
 */
#ifndef KG_HEAP_H
#define KG_HEAP_H

#include <stdint.h>

/* Adds an entry to the `count` others. There is room for it. */
#define KG__HEAP_ADD(heap, count, entry, comes_before)                                             \
    do {                                                                                           \
        uint64_t kg__at = (count);                                                                 \
        for (; kg__at && comes_before(entry, (heap)[(kg__at - 1) / 2]); kg__at = (kg__at - 1) / 2) \
            (heap)[kg__at] = (heap)[(kg__at - 1) / 2];                                             \
        (heap)[kg__at] = (entry);                                                                  \
    } while (0)

/* Puts an entry in the free place `at` of `count`, or lower. To remove the first of `count`
 * entries: count - 1, at 0, the last entry. */
#define KG__HEAP_SINK(heap, count, at, entry, comes_before)                                        \
    do {                                                                                           \
        uint64_t kg__at = (at);                                                                    \
        for (uint64_t child; (child = 2 * kg__at + 1) < (count); kg__at = child) {                 \
            child += child + 1 < (count) && comes_before((heap)[child + 1], (heap)[child]);        \
            if (!comes_before((heap)[child], entry))                                               \
                break;                                                                             \
            (heap)[kg__at] = (heap)[child];                                                        \
        }                                                                                          \
        (heap)[kg__at] = (entry);                                                                  \
    } while (0)

#endif
