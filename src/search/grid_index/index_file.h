/* The layout of a grid index's file, which docs/formats.md describes. */
#ifndef KG_INDEX_FILE_H
#define KG_INDEX_FILE_H

#include "../../io/checksum.h"
#include "grid_index.h"

#define KG__INDEX_MAGIC "\x89KGRI\r\n\x1a"

enum { KG__INDEX_VERSION = 1 };

/* The sections: record[cells + 1], hub[hubs], label[entries], via[entries]. */
enum {
    KG__INDEX_RECORD_PART,
    KG__INDEX_HUB_PART,
    KG__INDEX_LABEL_PART,
    KG__INDEX_VIA_PART,
    KG__INDEX_PARTS
};

typedef struct kg__index_header {
    char magic[8];
    uint32_t version;
    uint32_t order; /* KG__SECTIONS_ORDER in the writer's byte order */
    uint32_t width, height;
    uint32_t diagonal, corner_rule; /* of the map's rules, as their enumerations' numbers */
    uint32_t corners, hubs;
    uint64_t entries;
    uint64_t grid; /* the map's checksum */
    kg__section section[KG__INDEX_PARTS];
    uint64_t zero[12];
    uint64_t sum; /* the checksum of this header, computed with sum = 0 */
} kg__index_header;

_Static_assert(sizeof(kg__index_record) == 12, "the records are part of the format");
_Static_assert(sizeof(kg__index_header) == 256, "the header is part of the format");
_Static_assert(sizeof(kg__index_header) <= KG__HEADER_MOST, "see kg__sum_header()");

/* The checksum of a map's cells. A terrain without cells counts like one that the map lacks. */
uint64_t kg__grid_index_sum(const kg_grid *grid);

#endif
