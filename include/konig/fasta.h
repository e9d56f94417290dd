/* Sequences of letters from files: FASTA, FASTQ, or one a line. */
#ifndef KONIG_FASTA_H
#define KONIG_FASTA_H

#include <konig/context.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct kg_fasta kg_fasta;

/*
 * Reads sequences. A file is FASTA if its first line, after blank lines and lines that begin with
 * ";", begins with ">": a title follows each ">", and the letters follow it in any number of lines,
 * without blanks. A file is FASTQ if it begins with a line that begins with "@", a line of letters,
 * and a line that begins with "+". It has four lines a record, and qualities are not kept. In any
 * other file each line is a sequence of any bytes, without a carriage return at its end. Compressed
 * files are read as for graphs. FASTA and FASTQ in a regular file stay mapped, as .kcsr does, until
 * *fasta is destroyed.
 *
 * fasta    [out] destroy with kg_fasta_destroy(); NULL on failure.
 * context  [in] must outlive *fasta.
 * path     [in] "-" is standard input.
 * Returns KG_OK, KG_CANNOT_OPEN, KG_IO, KG_FORMAT ("file:line:column: what is wrong", or what else
 * the file is), KG_UNSUPPORTED (packed in a way that this build lacks), KG_MEMORY. O(bytes).
 */
kg_status kg_fasta_read(kg_fasta **fasta, kg_context *context, const char *path);

/* The same from memory: bytes[size], which may be NULL if size is 0. */
kg_status kg_fasta_read_memory(
    kg_fasta **fasta, kg_context *context, const void *bytes, size_t size);

/* The same from a stream, from where it stands to its end; it is not closed. */
kg_status kg_fasta_read_file(kg_fasta **fasta, kg_context *context, FILE *file);
void kg_fasta_destroy(kg_fasta *fasta);

/* How many sequences. O(1). */
uint64_t kg_fasta_count(const kg_fasta *fasta);

/* All letters, lent, in host memory; begin: [out] [count + 1] where each sequence begins, and the
 * end of the last; lent; may be NULL. NULL for an argument of NULL. O(1). */
const char *kg_fasta_letters(const kg_fasta *fasta, const uint64_t **begin);

/* The title of sequence i, not terminated, without blanks at its end; lent. NULL if the file is
 * neither FASTA nor FASTQ, or if there is no such sequence. O(1) and the length of the title. */
const char *kg_fasta_title(const kg_fasta *fasta, uint64_t i, size_t *length);

#ifdef __cplusplus
}
#endif
#endif
