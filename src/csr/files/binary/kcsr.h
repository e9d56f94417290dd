/* The layout of a .kcsr file, which docs/formats.md describes. */
#ifndef KG_KCSR_H
#define KG_KCSR_H

#include "../../../io/checksum.h"
#include "../../../io/input.h"
#include "../../csr.h"

enum {
    KG__KCSR_VERSION = 1,
    KG__KCSR_ALIGN = KG__SUM_ALIGN,
    KG__KCSR_PIECE = KG__SUM_PIECE,
    KG__KCSR_VALUES = 1, /* flags */
    KG__KCSR_LABELS = 2,
    KG__KCSR_NAMES = 4,
    KG__KCSR_UNDIRECTED = 8, /* m counts half-edges; COL has end[m], and VALUE m / 2 entries */
    KG__KCSR_SIDES = 16,     /* with UNDIRECTED: COL has side[kg__words(m)] after end[m] */
    KG__KCSR_ONE_SIDED = 32, /* with SIDES: COL then has one_sided[kg__words(n)] */
    KG__KCSR_FLAGS = 64      /* all are below */
};

#define KG__KCSR_ORDER 0x01020304u

typedef enum kg__kcsr_part {
    KG__KCSR_ROW,
    KG__KCSR_COL,
    KG__KCSR_VALUE,
    KG__KCSR_LABEL,
    KG__KCSR_BEGIN,
    KG__KCSR_TEXT,
    KG__KCSR_PARTS
} kg__kcsr_part;

typedef struct kg__kcsr_section {
    uint64_t offset; /* in the file, a multiple of KG__KCSR_ALIGN */
    uint64_t bytes;  /* without the zeros after it up to the next multiple */
    uint64_t sum;    /* of the pieces of the section with those zeros, joined; 0 if bytes is 0 */
} kg__kcsr_section;

typedef struct kg__kcsr_header {
    char magic[8];
    uint32_t version;
    uint32_t order; /* KG__KCSR_ORDER in the writer's byte order */
    uint64_t n, m;
    uint32_t row_width; /* bytes of an entry of row: 4, or 8 if m needs it */
    uint32_t flags;
    kg__kcsr_section section[KG__KCSR_PARTS];
    uint64_t sum; /* the checksum of all bytes before it */
} kg__kcsr_header;

_Static_assert(sizeof(kg__kcsr_header) == 192, "the header is part of the format");

static inline uint64_t kg__kcsr_padded(uint64_t bytes)
{
    return (bytes + KG__KCSR_ALIGN - 1) / KG__KCSR_ALIGN * KG__KCSR_ALIGN;
}

/* Lays out the sections that n, m, flags, row_width and the text's length imply, without sums.
 * Returns false if they do not fit 63 bits. size: [out] of the file. */
bool kg__kcsr_layout(kg__kcsr_header *header, uint64_t text_bytes, uint64_t *size);

/* The header's own sum. */
uint64_t kg__kcsr_sum_header(const kg__kcsr_header *header);

/* ---- reading --------------------------------------------------------------------------------- */

typedef struct kg__kcsr_reader {
    kg_context *ctx;
    const kg__input *input;
    kg__kcsr_header header;
    const unsigned char *file; /* its bytes */
    void *map;                 /* or, if it is not mapped: */
    unsigned char *copy;       /* the bytes; NULL: the input has them in memory */
} kg__kcsr_reader;

/* Reads and checks the header, and maps the file. The caller closes it, after a failure too. */
kg_status kg__kcsr_open(kg__kcsr_reader *r, const kg__input *input, const kg_read_options *options);
void kg__kcsr_close(kg__kcsr_reader *r);

/* Checks a section's sum, and that its elements are legal. shared: collective; each rank checks its
 * share of the pieces. */
kg_status kg__kcsr_check(const kg__kcsr_reader *r, int part, bool shared);

static inline const void *kg__kcsr_section_of(const kg__kcsr_reader *r, int part)
{
    return r->file + r->header.section[part].offset;
}

#endif
