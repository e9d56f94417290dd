/*
 * Writing numbers as text.
 *
 * In: a matrix. Out: its text, one row per line, numbers separated by a blank or, for CSV, a comma.
 * Method: threads format pieces of equal count. Each round of pieces is written in order. Work:
 *     O(the text). Memory: the text of some pieces per thread.
 * Deterministic: the bytes do not depend on the number of threads.
 */
#include "../io/number.h"
#include "../scan/array_ops.h"
#include "matrix.h"

/* A thread has several pieces in each round, so that a slow piece delays the others little. */
enum { PIECE = 1 << 13, ROUND_PIECES = 4, NUMBER = KG__NUMBER_BYTES + 1 };

char *kg__matrix_put_number(char *to, kg_type type, const void *array, uint64_t i)
{
    const kg_number one = kg__number_at(type, array, i);

    if (kg__is_real(type))
        return kg__print_double(to, one.real);
    if (kg__is_signed(type) && one.integer < 0) {
        *to++ = '-';
        return kg__print_label(to, 0 - one.whole);
    }
    return kg__print_label(to, one.whole);
}

/* Formats the numbers first..last-1; returns the text's end. */
static char *format_piece(
    char *to, const kg_matrix *matrix, char separator, uint64_t first, uint64_t last)
{
    uint64_t column = first % matrix->columns;

    for (uint64_t i = first; i < last; i++) {
        to = kg__matrix_put_number(to, matrix->type, matrix->data, i);
        column = column + 1 == matrix->columns ? 0 : column + 1;
        *to++ = column ? separator : '\n';
    }
    return to;
}

kg_status kg__matrix_write_text(kg_output *output, const kg_matrix *matrix, char separator)
{
    kg_context *ctx = matrix->ctx;
    uint64_t all = matrix->rows * matrix->columns, pieces = (all + PIECE - 1) / PIECE;
    int threads = kg__threads(ctx, pieces, 1), most = threads * ROUND_PIECES;
    char *text = NULL;
    size_t *length = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &text, (uint64_t)most, (size_t)PIECE * NUMBER, "text to write"));
    KG_TRY(kg__host_allocate(ctx, &length, (uint64_t)most, sizeof *length, "lengths of text"));
    for (uint64_t first = 0; first < pieces; first += (uint64_t)most) {
        int count = pieces - first < (uint64_t)most ? (int)(pieces - first) : most;

        KG_PARALLEL_FOR(threads, schedule(dynamic, 1))
        for (int i = 0; i < count; i++) {
            uint64_t from = (first + (uint64_t)i) * PIECE;
            char *begin = text + (size_t)i * PIECE * NUMBER;

            length[i] = (size_t)(format_piece(begin, matrix, separator, from,
                                     all - from < PIECE ? all : from + PIECE) -
                                 begin);
        }
        for (int i = 0; i < count; i++)
            KG_TRY(kg__output_write(output, text + (size_t)i * PIECE * NUMBER, length[i]));
        KG_TRY(kg__progress(ctx, "writing", first, pieces));
    }
out:
    kg__free_all(ctx, length, text);
    return status;
}
