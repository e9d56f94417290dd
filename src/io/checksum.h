/* Checksums of the library's own files, and their sections. */
#ifndef KG_CHECKSUM_H
#define KG_CHECKSUM_H

#include "output.h"

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

/* ---- sections -------------------------------------------------------------------------------- */

/* A section: an array behind the header of a file that may be mapped, padded with zeros. */
typedef struct kg__section {
    uint64_t offset; /* in the file, a multiple of KG__SUM_ALIGN */
    uint64_t bytes;  /* without the padding up to the next multiple */
    uint64_t sum;
} kg__section;

/* Sets the offsets by the bytes of all sections. begin: the bytes of the header. Returns the bytes
 * of the file. */
uint64_t kg__sections_lay_out(kg__section *section, int count, uint64_t begin);

/* Sets the checksums. data: [count] the arrays */
void kg__sections_sum(kg__section *section, int count, const void *const *data);

/* Writes the arrays and their padding, behind the header. */
kg_status kg__sections_write(
    kg_output *output, const kg__section *section, int count, const void *const *data);

/* Returns the number of the first section of a file whose checksum or padding is wrong, or count.
 * file: [in] all of it, as long as the sections say. */
int kg__sections_check(const kg__section *section, int count, const unsigned char *file);

#endif
