/* The text of strokes: numbers the same in every locale, and pieces that threads format. */
#include "strokes.h"
#include <float.h>
#include <math.h>
#include <stdio.h>

/* A thread has several pieces a round, so that a slow one delays little. */
enum { PIECE_STROKES = 1 << 12, ROUND_PIECES = 4 };

void kg__stroke_number(kg__piece *p, uint64_t number)
{
    char text[KG__NUMBER_BYTES];
    const int length = snprintf(text, sizeof text, "%llu", (unsigned long long)number);

    kg__stroke_bytes(p, text, (size_t)length);
}

/* Prints a finite number; the point may be any characters of the locale. */
static void print_digits(char text[48], double number, int digits)
{
    char *to = text;
    bool point = false;

    snprintf(text, 48, "%.*g", digits, number);
    for (const char *from = text; *from; from++) {
        const bool known = (*from >= '0' && *from <= '9') || strchr("+-e", *from);

        if (known)
            *to++ = *from;
        else if (!point)
            *to++ = '.';
        point = point || !known;
    }
    *to = '\0';
}

void kg__stroke_digits(kg__piece *p, double number, int digits)
{
    char text[48];

    print_digits(text, number, digits);
    kg__stroke_string(p, text);
}

void kg__stroke_real(kg__piece *p, double number)
{
    int digits = fabs(number) < DBL_MIN ? 1 : DBL_DIG; /* that surely do not change it */
    char text[48];
    double back;

    do
        print_digits(text, number, digits);
    while (digits++ < DBL_DECIMAL_DIG && !(kg__parse_double(text, &back) && back == number));
    kg__stroke_string(p, text);
}

void kg__stroke_decimals(kg__piece *p, double number, int decimals)
{
    char digits[32];
    double scale = 1;
    long long whole;
    int length;

    for (int i = 0; i < decimals; i++)
        scale *= 10;
    if (!(fabs(number) * scale < 1e15)) { /* it has no such digits */
        kg__stroke_real(p, number);
        return;
    }
    whole = llround(fabs(number) * scale);
    while (decimals && whole % 10 == 0) {
        whole /= 10;
        decimals--;
    }
    length = snprintf(digits, sizeof digits, "%0*lld", decimals + 1, whole);
    kg__stroke_string(p, number < 0 && whole ? "-" : "");
    kg__stroke_bytes(p, digits, (size_t)(length - decimals));
    kg__stroke_string(p, decimals ? "." : "");
    kg__stroke_bytes(p, digits + length - decimals, (size_t)decimals);
}

/* ---- pieces ---------------------------------------------------------------------------------- */

kg_status kg__strokes_flush(kg_output *output, kg__piece *p)
{
    const size_t used = (size_t)p->used;

    p->used = 0;
    return p->status == KG_OK ? kg__output_write(output, p->text, used) : p->status;
}

kg_status kg__strokes_rows(kg_output *output, const kg__strokes *s, kg__strokes_put *put)
{
    kg_context *ctx = s->ctx;
    const uint64_t pieces = (s->count + PIECE_STROKES - 1) / PIECE_STROKES;
    const int threads = kg__threads(ctx, pieces, 1), most = threads * ROUND_PIECES;
    kg__piece *round = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &round, most, sizeof *round, "pieces of text"));
    for (int i = 0; i < most; i++)
        round[i] = (kg__piece){.ctx = ctx};
    for (uint64_t first = 0; first < pieces; first += most) {
        const int count = pieces - first < (uint64_t)most ? (int)(pieces - first) : most;

        KG_PARALLEL_FOR(threads, schedule(dynamic, 1))
        for (int i = 0; i < count; i++) {
            const uint64_t from = (first + i) * PIECE_STROKES;
            kg__piece own = round[i]; /* side by side they would share cache lines */

            put(&own, s, from, s->count - from < PIECE_STROKES ? s->count : from + PIECE_STROKES);
            round[i] = own;
        }
        for (int i = 0; i < count; i++)
            KG_TRY(kg__strokes_flush(output, &round[i]));
        KG_TRY(kg__progress(ctx, "writing", first, pieces));
    }
out:
    for (int i = 0; round && i < most; i++)
        kg__free(ctx, round[i].text);
    kg__free(ctx, round);
    return status;
}
