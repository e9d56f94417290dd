/* Checksums of the library's own files. */
#ifndef KG_CHECKSUM_H
#define KG_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

enum {
    KG__SUM_ALIGN = 64,     /* bytes are padded with zeros to a multiple of this */
    KG__SUM_PIECE = 1 << 20 /* bytes that are summed separately */
};

/* The sum of a piece of up to KG__SUM_PIECE bytes, a multiple of KG__SUM_ALIGN. */
uint64_t kg__sum_piece(const void *piece, size_t bytes);

/* Adds a piece's sum to that of the pieces before it. For the first piece, `sum` is the number of
 * bytes. */
static inline uint64_t kg__sum_join(uint64_t sum, uint64_t piece)
{
    sum = (sum ^ piece) * 0x9e3779b97f4a7c15;
    return sum ^ (sum >> 29);
}

/* The sum of all pieces of an array, whose last piece is padded with zeros; 0 for no bytes. */
uint64_t kg__sum_bytes(const void *array, uint64_t bytes);

#endif
