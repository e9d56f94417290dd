/*
 * The checksum reads words of 64 bits into eight lanes, word i into lane i mod 8:
 *     lane = rotate(lane, 23) ^ word, times an odd constant
 * Each step is a permutation of the lane, so a change in a single word always changes the sum. The
 * eight multiplications are independent, so that a core sums faster than memory delivers.
 */
#include "checksum.h"
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
