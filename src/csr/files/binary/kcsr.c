/* The layout of .kcsr, which reading and writing share. */
#include "kcsr.h"

uint64_t kg__kcsr_sum_header(const kg__kcsr_header *header)
{
    kg__kcsr_header copy = *header;

    copy.sum = 0;
    return kg__sum_piece(&copy, sizeof copy);
}

bool kg__kcsr_layout(kg__kcsr_header *header, uint64_t text_bytes, uint64_t *size)
{
    const uint64_t n = header->n, m = header->m, limit = (uint64_t)1 << 57;
    const uint32_t flags = header->flags;
    uint64_t offset = sizeof *header;

    if ((flags & KG__KCSR_UNDIRECTED && m % 2) ||
        (flags & KG__KCSR_SIDES && !(flags & KG__KCSR_UNDIRECTED)) ||
        (flags & KG__KCSR_ONE_SIDED && !(flags & KG__KCSR_SIDES)))
        return false;
    if (n > KG__VERTICES_MAX || m > limit || text_bytes > limit)
        return false;
    header->section[KG__KCSR_ROW].bytes = (n + 1) * header->row_width;
    header->section[KG__KCSR_COL].bytes = m * sizeof(kg_vertex);
    if (flags & KG__KCSR_SIDES)
        header->section[KG__KCSR_COL].bytes += kg__words(m) * sizeof(uint64_t);
    if (flags & KG__KCSR_ONE_SIDED)
        header->section[KG__KCSR_COL].bytes += kg__words(n) * sizeof(uint64_t);
    header->section[KG__KCSR_VALUE].bytes = !(flags & KG__KCSR_VALUES)    ? 0
                                            : flags & KG__KCSR_UNDIRECTED ? m / 2 * sizeof(double)
                                                                          : m * sizeof(double);
    header->section[KG__KCSR_LABEL].bytes = flags & KG__KCSR_LABELS ? n * sizeof(uint64_t) : 0;
    header->section[KG__KCSR_BEGIN].bytes = flags & KG__KCSR_NAMES ? (n + 1) * sizeof(uint64_t) : 0;
    header->section[KG__KCSR_TEXT].bytes = flags & KG__KCSR_NAMES ? text_bytes : 0;
    for (int k = 0; k < KG__KCSR_PARTS; k++) {
        header->section[k].offset = offset;
        offset += kg__kcsr_padded(header->section[k].bytes);
    }
    *size = offset;
    return true;
}
