/* Checksums of the library's own files, and their sections. */
#ifndef KG_CHECKSUM_H
#define KG_CHECKSUM_H

#include "input.h"
#include "output.h"

enum {
    KG__SUM_ALIGN = 64,      /* bytes are padded with zeros to a multiple of this */
    KG__SUM_PIECE = 1 << 20, /* bytes that are summed separately */
    KG__HEADER_MOST = 512
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

/* The beginning of the header of a file of sections. Its last 8 bytes are its checksum. */
typedef struct kg__sections_head {
    char magic[8];
    uint32_t version;
    uint32_t order; /* KG__SECTIONS_ORDER in the writer's byte order */
} kg__sections_head;

#define KG__SECTIONS_ORDER 0x01020304u

/* The checksum of a header of at most KG__HEADER_MOST bytes, taken with 0 in its last 8. */
uint64_t kg__sum_header(const void *header, size_t bytes);

/* The functions below fail with KG_FORMAT and a text for the user. noun: what the file is of, such
 * as "hierarchy". */

/* Fails because the file is damaged. */
kg_status kg__sections_damaged(const kg__input *input, const char *noun, const char *what);

/* Checks the byte order, the version and the checksum of a header. */
kg_status kg__sections_check_head(
    const kg__input *input, const char *noun, const void *header, size_t bytes, uint32_t version);

/* Checks that a header is the one that its counts imply, and that the file has as many bytes as
 * they say. */
kg_status kg__sections_check_implied(const kg__input *input, const char *noun, const void *header,
    const void *implied, size_t bytes, uint64_t size);

/* Maps a file, or reads all of it if it cannot be mapped. what: for a failure to allocate. map,
 * copy: [inout] NULL at first; one of them is then the file. Release both, also after a failure, by
 * kg__mapping_destroy() and kg__free(). */
kg_status kg__sections_hold(const kg__input *input, const char *what, void **map, void **copy);

/* Checks the checksums and the padding of all sections. name: [count] of the sections; file: [in]
 * all of it, as long as the sections say. */
kg_status kg__sections_check(const kg__input *input, const char *noun, const kg__section *section,
    const char *const *name, int count, const unsigned char *file);

#endif
