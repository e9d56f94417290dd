/*
 * Reading FASTA.
 *
 * In:  records: a line ">" and any text, and lines of letters.
 * Out: where the sequence of each record lies, in the file's text.
 * Method: the file is read into memory and cut at records; threads check the letters, and move
 *     those of a record together where they stand in several lines.
 * Work: O(bytes). Memory: the file, and 16 bytes a record.
 * Deterministic: all, and which error is told, the first in the file.
 */
#include "fasta.h"
#include "letters.h"
#include <stdio.h>

enum { PARTS = 8, GRAIN = 1 << 14 };

/* clang-format off */
#define NONE  KG__NO_LETTER
#define EIGHT NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE
const unsigned char kg__letter[256] = {
    EIGHT, EIGHT, EIGHT, EIGHT, EIGHT, EIGHT, EIGHT, EIGHT,
    NONE, 0, NONE, 1, NONE, NONE, NONE, 2, /* @ to G */
    EIGHT,
    NONE, NONE, NONE, NONE, 3, NONE, NONE, NONE, /* P to W */
    EIGHT,
    NONE, 0, NONE, 1, NONE, NONE, NONE, 2,
    EIGHT,
    NONE, NONE, NONE, NONE, 3, NONE, NONE, NONE,
    EIGHT, EIGHT, EIGHT, EIGHT, EIGHT, EIGHT, EIGHT, EIGHT, EIGHT, EIGHT, EIGHT, EIGHT, EIGHT,
    EIGHT, EIGHT, EIGHT, EIGHT,
};
/* clang-format on */

/* Some of the records. */
typedef struct piece {
    uint64_t from, to; /* in the file */
    uint64_t first;    /* record */
    uint64_t count;
    uint64_t error_at; /* valid with an error */
    char error[200];   /* "" if there is none */
} piece;

typedef struct reader {
    kg__fasta *all;
    const kg__fasta_rules *rules;
    piece *parts;
    int count, threads;
} reader;

/* Where the first record at or behind `at` begins. */
static uint64_t find_record(const kg__fasta *all, uint64_t at)
{
    const char *text = all->text, *found;

    if (at >= all->bytes || (text[at] == '>' && at && text[at - 1] == '\n'))
        return at < all->bytes ? at : all->bytes;
    found = memmem(text + at, all->bytes - at, "\n>", 2);
    return found ? (uint64_t)(found + 1 - text) : all->bytes;
}

/* Cuts the file, from the first record on, into parts, and counts their records. */
static kg_status cut(reader *r, kg_context *ctx, uint64_t first, size_t block_bytes)
{
    kg__fasta *all = r->all;
    const uint64_t bytes = all->bytes - first, most = (uint64_t)r->threads * PARTS;
    const uint64_t blocks = bytes / block_bytes + 1;
    kg_status status;

    r->count = (int)(blocks < most ? blocks : most);
    KG_TRY(kg__host_allocate(ctx, &r->parts, r->count, sizeof *r->parts, "parts of a file"));
    for (int i = 0; i < r->count; i++)
        r->parts[i] =
            (piece){.from = i ? find_record(all, first + kg__part(bytes, i, r->count)) : first};
    for (int i = 0; i < r->count; i++)
        r->parts[i].to = i + 1 < r->count ? r->parts[i + 1].from : all->bytes;
#pragma omp parallel for num_threads(r->threads) schedule(dynamic, 1)
    for (int i = 0; i < r->count; i++) {
        const piece *p = &r->parts[i];
        uint64_t count = 0;

        for (uint64_t at = p->from; at < p->to; at = find_record(all, at + 1))
            count++;
        r->parts[i].count = count;
    }
    for (int i = 0; i < r->count; i++) {
        r->parts[i].first = all->count;
        all->count += r->parts[i].count;
    }
out:
    return status;
}

/* Whether a line is of letters alone; else *bad is the first that is none. */
static bool is_letters(const char *p, const char *end, const char **bad)
{
    unsigned char any = 0;

    for (const char *q = p; q < end; q++)
        any |= kg__letter[(unsigned char)*q];
    if (!(any & KG__NO_LETTER))
        return true;
    for (*bad = p; kg__letter[(unsigned char)**bad] != KG__NO_LETTER;)
        ++*bad;
    return false;
}

/* Takes the letters of the line [p, end) behind those before. False with an error. */
static bool take_line(const reader *r, piece *part, const char *p, const char *end, uint64_t record)
{
    const kg__fasta *all = r->all;
    char *to = all->text + all->begin[record] + all->length[record];
    const char *bad;

    while (end > p && kg__is_blank(end[-1]))
        end--;
    if (r->rules->letters && !is_letters(p, end, &bad)) {
        part->error_at = (uint64_t)(bad - all->text);
        if (*bad > ' ' && *bad < 127)
            snprintf(part->error, sizeof part->error,
                "'%c' in %s, expected letters A, C, G, T (read as %s)", *bad, r->rules->what,
                r->rules->format);
        else
            snprintf(part->error, sizeof part->error,
                "a byte %d in %s, expected letters A, C, G, T (read as %s)", (unsigned char)*bad,
                r->rules->what, r->rules->format);
        return false;
    }
    for (bad = p; !r->rules->letters && bad < end; bad++)
        if ((unsigned char)*bad <= ' ') {
            part->error_at = (uint64_t)(bad - all->text);
            snprintf(part->error, sizeof part->error,
                "a blank in %s, expected letters up to the end of the line (read as %s)",
                r->rules->what, r->rules->format);
            return false;
        }
    if (to != p)
        memmove(to, p, (size_t)(end - p));
    all->length[record] += (uint64_t)(end - p);
    return true;
}

/* Reads the records of a part, up to the first error. */
static void read_part(const reader *r, piece *part)
{
    const kg__fasta *all = r->all;
    uint64_t record = part->first;

    for (uint64_t at = part->from, next; at < part->to; at = next, record++) {
        const char *p = all->text + at, *end;

        next = find_record(all, at + 1);
        end = kg__line_end(p, all->text + next);
        all->begin[record] = (uint64_t)(end - all->text) + (end < all->text + next);
        all->length[record] = 0;
        for (p = end + 1; p < all->text + next; p = end + 1) {
            end = kg__line_end(p, all->text + next);
            if (!take_line(r, part, p, end, record))
                return;
        }
        if (all->length[record] < r->rules->least) {
            part->error_at = at;
            snprintf(part->error, sizeof part->error,
                "%s of %llu letters, expected at least k = %llu (read as %s)", r->rules->what,
                (unsigned long long)all->length[record], (unsigned long long)r->rules->least,
                r->rules->format);
            return;
        }
    }
}

kg_status kg__fasta_read(kg__fasta *fasta, const kg__input *input, const kg__record *record,
    const kg__fasta_rules *rules, size_t block_bytes)
{
    kg_context *ctx = input->ctx;
    reader r = {.all = fasta, .rules = rules, .threads = kg__threads(ctx, input->size, GRAIN)};
    char error[100];
    kg_status status;

    *fasta = (kg__fasta){.bytes = input->size};
    if (record->begin && *record->begin != '>') {
        snprintf(error, sizeof error, "expected a line that begins with '>' (read as %s)",
            rules->format);
        return kg__input_fail(input, record->start, record->at, error);
    }
    KG_TRY(kg__host_allocate(ctx, &fasta->text, fasta->bytes, 1, "the sequences"));
    KG_TRY(kg__input_read(input, fasta->text, 0, fasta->bytes));
    KG_TRY(cut(&r, ctx, record->begin ? record->at : fasta->bytes, block_bytes));
    KG_TRY(kg__host_allocate(
        ctx, &fasta->begin, fasta->count, sizeof *fasta->begin, "list of sequences"));
    KG_TRY(kg__host_allocate(
        ctx, &fasta->length, fasta->count, sizeof *fasta->length, "list of sequences"));
#pragma omp parallel for num_threads(r.threads) schedule(dynamic, 1)
    for (int i = 0; i < r.count; i++)
        read_part(&r, &r.parts[i]);
    for (int i = 0; i < r.count && status == KG_OK; i++)
        if (*r.parts[i].error)
            status = kg__input_fail(input, record->start, r.parts[i].error_at, r.parts[i].error);
out:
    kg__free(ctx, r.parts);
    return status;
}

void kg__fasta_free(kg__fasta *fasta, kg_context *ctx)
{
    kg__free(ctx, fasta->text);
    kg__free(ctx, fasta->begin);
    kg__free(ctx, fasta->length);
    *fasta = (kg__fasta){0};
}

const char *kg__fasta_title(const kg__fasta *fasta, uint64_t i, uint64_t *length)
{
    const char *end = fasta->text + fasta->begin[i], *p;

    if (end > fasta->text && end[-1] == '\n')
        end--;
    for (p = end; p > fasta->text && p[-1] != '\n';)
        p--;
    while (end > p && kg__is_blank(end[-1]))
        end--;
    p += p < end && *p == '>';
    *length = (uint64_t)(end - p);
    return p;
}
