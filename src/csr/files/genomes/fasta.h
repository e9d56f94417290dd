/* FASTA: sequences, each below a line that begins with ">"; and FASTQ. */
#ifndef KG_FASTA_H
#define KG_FASTA_H

#include "../read.h"

/* The sequences of a file. */
typedef struct kg__fasta {
    char *text; /* [bytes] the file, in which they lie */
    uint64_t bytes;
    bool is_mapped;           /* a regular file, mapped: changed pages are private */
    uint64_t *begin, *length; /* [count] each sequence, without line ends and blanks at its ends */
    uint64_t count;
} kg__fasta;

/* The rules for the sequences of a file. */
typedef struct kg__fasta_rules {
    const char *what;   /* "a unitig", for messages */
    const char *format; /* "unitigs": how the file is read, for messages */
    bool letters;       /* only A, C, G and T, small or capital */
    uint64_t least;     /* letters */
} kg__fasta_rules;

/*
 * Reads a file into memory, in threads. The letters of a sequence in several lines are moved
 * together. The byte after a sequence is never A, C, G or T. The other bytes between sequences mean
 * nothing, except the lines above them, each of which ends where its sequence begins. Fails with
 * the first error in the file.
 *
 * fasta   [out] freed by kg__fasta_free(), also on failure.
 * record  the first line that is neither blank nor a comment.
 */
kg_status kg__fasta_read(kg__fasta *fasta, const kg__input *input, const kg__record *record,
    const kg__fasta_rules *rules, size_t block_bytes);
/* The same for FASTQ (fastq.c), in which any letter is legal. */
kg_status kg__fastq_read(
    kg__fasta *fasta, const kg__input *input, const kg__record *record, size_t block_bytes);
/* The same for the segments of a GFA file, unitigs of words of k letters (gfa_unitigs.c). */
kg_status kg__gfa_sequences(kg__fasta *fasta, const kg__input *input, const kg__record *record,
    uint64_t k, size_t block_bytes);
/* Maps a file as fasta->text, or reads it in threads. */
kg_status kg__fasta_load(kg__fasta *fasta, const kg__input *input);
void kg__fasta_free(kg__fasta *fasta, kg_context *ctx);

/* The title of sequence i: the text after ">", or "@" in FASTQ. It is not terminated. */
const char *kg__fasta_title(const kg__fasta *fasta, uint64_t i, uint64_t *length);

#endif
