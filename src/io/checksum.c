/*
 * The checksum reads words of 64 bits into eight lanes, word i into lane i mod 8:
 *     lane = rotate(lane, 23) ^ word, times an odd constant
 * Each step is a permutation of the lane, so a change in a single word always changes the sum. The
 * eight multiplications are independent, so that a core sums faster than memory delivers.
 */
#include "checksum.h"
#include "mapping.h"
#include <string.h>

enum { LANES = 8 };

uint64_t kg__sum_piece(const void *piece, size_t bytes)
{
    const unsigned char *p = piece;
    uint64_t lane[LANES], sum = bytes;

    for (int k = 0; k < LANES; k++)
        lane[k] = 0x8bb84b93962eacc9 + (uint64_t)k;
    for (size_t i = 0; i < bytes; i += sizeof lane) {
        uint64_t word[LANES];

        memcpy(word, p + i, sizeof word);
        for (int k = 0; k < LANES; k++)
            lane[k] = ((lane[k] << 23 | lane[k] >> 41) ^ word[k]) * 0x2d358dccaa6c78a5;
    }
    for (int k = 0; k < LANES; k++)
        sum = kg__sum_join(sum, lane[k]);
    return sum;
}

uint64_t kg__sum_bytes(const void *array, uint64_t bytes)
{
    const unsigned char *p = array;
    uint64_t sum = bytes;

    for (uint64_t from = 0; from < bytes; from += KG__SUM_PIECE) {
        const uint64_t left = bytes - from;
        const size_t whole =
            left < KG__SUM_PIECE ? left / KG__SUM_ALIGN * KG__SUM_ALIGN : KG__SUM_PIECE;
        unsigned char end[KG__SUM_ALIGN] = {0};

        if (whole)
            sum = kg__sum_join(sum, kg__sum_piece(p + from, whole));
        if (left < KG__SUM_PIECE && left > whole) {
            memcpy(end, p + from + whole, (size_t)left - whole);
            sum = kg__sum_join(sum, kg__sum_piece(end, sizeof end));
        }
    }
    return sum;
}

/* ---- sections -------------------------------------------------------------------------------- */

uint64_t kg__sections_lay_out(kg__section *section, int count, uint64_t begin)
{
    for (int k = 0; k < count; k++) {
        section[k].offset = begin;
        begin += (section[k].bytes + KG__SUM_ALIGN - 1) / KG__SUM_ALIGN * KG__SUM_ALIGN;
    }
    return begin;
}

void kg__sections_sum(kg__section *section, int count, const void *const *data)
{
    for (int k = 0; k < count; k++)
        section[k].sum = kg__sum_bytes(data[k], section[k].bytes);
}

kg_status kg__sections_write(
    kg_output *output, const kg__section *section, int count, const void *const *data)
{
    static const unsigned char zeros[KG__SUM_ALIGN];
    kg_status status = KG_OK;

    for (int k = 0; k < count; k++) {
        KG_TRY(kg__output_write(output, data[k], section[k].bytes));
        KG_TRY(kg__output_write(output, zeros, -section[k].bytes % KG__SUM_ALIGN));
    }
out:
    return status;
}

static bool is_padded(const unsigned char *file, const kg__section *section)
{
    const unsigned char *end = file + section->offset + section->bytes;
    unsigned char any = 0;

    for (uint64_t i = 0; i < -section->bytes % KG__SUM_ALIGN; i++)
        any |= end[i];
    return !any;
}

/* ---- reading a file of sections -------------------------------------------------------------- */

uint64_t kg__sum_header(const void *header, size_t bytes)
{
    unsigned char copy[KG__HEADER_MOST] = {0};

    memcpy(copy, header, bytes - sizeof(uint64_t));
    return kg__sum_bytes(copy, bytes);
}

kg_status kg__sections_damaged(const kg__input *input, const char *noun, const char *what)
{
    return kg__fail(
        input->ctx, KG_FORMAT, "%s: damaged file of a %s: %s", input->shown, noun, what);
}

kg_status kg__sections_check_head(
    const kg__input *input, const char *noun, const void *header, size_t bytes, uint32_t version)
{
    kg__sections_head head;
    uint64_t sum;

    memcpy(&head, header, sizeof head);
    memcpy(&sum, (const unsigned char *)header + bytes - sizeof sum, sizeof sum);
    if (head.order != KG__SECTIONS_ORDER)
        return kg__fail(input->ctx, KG_FORMAT,
            "%s: this %s was written on a machine of other byte order, or is damaged", input->shown,
            noun);
    if (head.version != version)
        return kg__fail(input->ctx, KG_FORMAT, "%s: a %s of version %u, expected %u", input->shown,
            noun, head.version, version);
    if (sum != kg__sum_header(header, bytes))
        return kg__sections_damaged(input, noun, "the header's checksum differs");
    return KG_OK;
}

kg_status kg__sections_check_implied(const kg__input *input, const char *noun, const void *header,
    const void *implied, size_t bytes, uint64_t size)
{
    if (memcmp(implied, header, bytes) != 0)
        return kg__sections_damaged(input, noun, "the header contradicts itself");
    if (size != input->size)
        return kg__fail(input->ctx, KG_FORMAT,
            "%s: damaged file of a %s: it has %llu bytes, its header says %llu", input->shown, noun,
            (unsigned long long)input->size, (unsigned long long)size);
    return KG_OK;
}

kg_status kg__sections_hold(const kg__input *input, const char *what, void **map, void **copy)
{
    kg_status status = KG_OK;

    if (!input->bytes)
        kg__mapping_create(map, input);
    if (*map)
        return KG_OK;
    KG_TRY(kg__host_allocate(input->ctx, copy, input->size, 1, what));
    KG_TRY(kg__input_read(input, *copy, 0, input->size));
out:
    return status;
}

kg_status kg__sections_check(const kg__input *input, const char *noun, const kg__section *section,
    const char *const *name, int count, const unsigned char *file)
{
    for (int k = 0; k < count; k++)
        if (kg__sum_bytes(file + section[k].offset, section[k].bytes) != section[k].sum ||
            !is_padded(file, &section[k]))
            return kg__fail(input->ctx, KG_FORMAT,
                "%s: damaged file of a %s: the checksum of the %s differs", input->shown, noun,
                name[k]);
    return KG_OK;
}
