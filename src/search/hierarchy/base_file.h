/* The layout of the file of a base of hierarchies, which docs/formats.md describes. */
#ifndef KG_BASE_FILE_H
#define KG_BASE_FILE_H

#include "../../io/checksum.h"
#include "hierarchy_base.h"

#define KG__BASE_MAGIC "\x89KHIB\r\n\x1a"

enum { KG__BASE_VERSION = 1 };

/* The sections: vertex[n], level[levels + 1], row[n + 1] and head[arcs]. */
enum { KG__BASE_VERTEX, KG__BASE_LEVEL, KG__BASE_ROW, KG__BASE_HEAD, KG__BASE_PARTS };

typedef struct kg__base_header {
    char magic[8];
    uint32_t version;
    uint32_t order; /* KG__SECTIONS_ORDER in the writer's byte order */
    uint64_t n, m;  /* m: the number of edges */
    uint64_t levels, arcs;
    uint64_t graph; /* the checksum of the graph without its values */
    kg__section section[KG__BASE_PARTS];
    uint64_t zero[4];
    uint64_t sum; /* the checksum of this header, computed with sum = 0 */
} kg__base_header;

_Static_assert(sizeof(kg__base_header) == 192, "the header is part of the format");
_Static_assert(sizeof(kg__base_header) <= KG__HEADER_MOST, "see kg__sum_header()");

#endif
