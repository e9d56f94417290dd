/* The layout of a pattern database's file, which docs/formats.md describes. */
#ifndef KG_PATTERN_FILE_H
#define KG_PATTERN_FILE_H

#include "patterns.h"

#define KG__PATTERN_MAGIC "\x89KPAT\r\n\x1a"
#define KG__PATTERN_ORDER 0x01020304u

enum { KG__PATTERN_VERSION = 1 };

typedef struct kg__pattern_header {
    char magic[8];
    uint32_t version;
    uint32_t order; /* KG__PATTERN_ORDER in the writer's byte order */
    uint32_t places, items, blank, blocks;
    uint32_t goal_set, goal_order;
    uint32_t near[26]; /* the neighbours of each place, as bits; the last is 0 */
    uint64_t count[KG__PATTERN_DEPTHS];
    uint64_t zero[4];
    uint64_t sum_of_bits;
    uint64_t sum; /* the checksum of this header, computed with sum = 0 */
} kg__pattern_header;

_Static_assert(sizeof(kg__pattern_header) == 2240, "the header is part of the format");

#endif
