/* The layout of a hierarchy's file, which docs/formats.md describes. */
#ifndef KG_HIERARCHY_FILE_H
#define KG_HIERARCHY_FILE_H

#include "../../io/checksum.h"
#include "hierarchy.h"

#define KG__HIERARCHY_MAGIC "\x89KHIE\r\n\x1a"

enum {
    KG__HIERARCHY_VERSION = 2,
    KG__HIERARCHY_TWO_SIDES = 1, /* flags */
    KG__HIERARCHY_UNIT = 2,
    KG__HIERARCHY_EXACT = 4,
    KG__HIERARCHY_FLAGS = 8 /* greater than all flags together */
};

/* The sections: vertex[n], level[levels + 1], and for each side row[n + 1], arc[arcs],
 * label_row[labelled + 1] and label[labels]. The sections of side 1 are empty if both sides are the
 * same. */
enum {
    KG__VERTEX_PART,
    KG__LEVEL_PART,
    KG__ROW_PART, /* and the next three, for each side */
    KG__ARC_PART,
    KG__LABEL_ROW_PART,
    KG__LABEL_PART,
    KG__SIDE_PARTS = 4,
    KG__HIERARCHY_PARTS = KG__ROW_PART + 2 * KG__SIDE_PARTS
};

typedef struct kg__hierarchy_header {
    char magic[8];
    uint32_t version;
    uint32_t order; /* KG__SECTIONS_ORDER in the writer's byte order */
    uint64_t n, m;  /* m: the number of edges */
    uint32_t levels, flags;
    uint64_t arcs[2];
    uint64_t graph; /* the graph's checksum */
    uint64_t labelled, labels[2];
    kg__section section[KG__HIERARCHY_PARTS];
    double unit_of_labels; /* 1 if there are no labels */
    uint64_t zero[5];
    uint64_t sum; /* the checksum of this header, computed with sum = 0 */
} kg__hierarchy_header;

_Static_assert(sizeof(kg__arc) == 16, "the arcs are part of the format");
_Static_assert(sizeof(kg__label) == 8, "the labels are part of the format");
_Static_assert(sizeof(kg__hierarchy_header) == 384, "the header is part of the format");
_Static_assert(sizeof(kg__hierarchy_header) <= KG__HEADER_MOST, "see kg__sum_header()");

/* The checksum of the parts of a graph that a hierarchy depends on, the same for both widths of
 * edge ids. */
uint64_t kg__hierarchy_sum_graph(const kg_graph *graph, bool unit);

/* Returns whether the entries begin with 0, never fall, and end with `last`. */
static inline bool kg__rises(const uint32_t *word, uint64_t count, uint64_t last)
{
    bool falls = word[0] != 0 || word[count - 1] != last;

    for (uint64_t i = 1; i < count; i++)
        falls |= word[i - 1] > word[i];
    return !falls;
}

#endif
