/*
 * Reading FASTA.
 *
 * In:  records: a line ">" and any text, and lines of letters.
 * Out: where the sequence of each record lies, in the file's text.
 * Method: the file is read into memory and cut at records. Threads check the letters, and move the
 *     lines of a sequence together if it has several.
 * Work: O(bytes). Memory: the file, and 16 bytes a record.
 * Deterministic: all, and the reported error is the first in the file.
 */
#include "fasta.h"
#include "../../../io/mapping.h"
#include "../../../io/pieces.h"
#include "letters.h"
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

enum { PARTS = 8, GRAIN = 1 << 14, CHUNK = 1 << 22, LETTERS = 16 };

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

/* Where the first record at or after `at` begins. */
static uint64_t find_record(const kg__fasta *all, uint64_t at)
{
    const char *text = all->text, *found;

    if (at >= all->bytes || (text[at] == '>' && at && text[at - 1] == '\n'))
        return at < all->bytes ? at : all->bytes;
    found = memmem(text + at, all->bytes - at, "\n>", 2);
    return found ? (uint64_t)(found + 1 - text) : all->bytes;
}

/* How many records begin at [from, to), from > 0. */
static uint64_t count_records(const kg__fasta *all, uint64_t from, uint64_t to)
{
    const char *p = all->text + from, *const end = all->text + to;
    uint64_t count = 0;

    for (; p < end && (p = memchr(p, '>', (size_t)(end - p))); p++)
        count += p[-1] == '\n';
    return count;
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
    KG_PARALLEL_FOR(r->threads, schedule(dynamic, 1))
    for (int i = 0; i < r->count; i++) {
        const piece *p = &r->parts[i];

        r->parts[i].count = p->from < p->to ? 1 + count_records(all, p->from + 1, p->to) : 0;
    }
    for (int i = 0; i < r->count; i++) {
        r->parts[i].first = all->count;
        all->count += r->parts[i].count;
    }
out:
    return status;
}

/* Bytes that are examined together. */
typedef unsigned char block __attribute__((vector_size(LETTERS)));

/* Sets all bits of the bytes that are letters. */
static inline block find_letters(const char *p)
{
    block x;

    memcpy(&x, p, sizeof x);
    x &= 0xdf; /* capitals */
    return (block)(x == 'A') | (block)(x == 'C') | (block)(x == 'G') | (block)(x == 'T');
}

/* Whether a line has only letters; else *bad is the first other byte. The last block of a line
 * overlaps the one before it. */
static bool is_letters(const char *p, const char *end, const char **bad)
{
    if (end - p >= LETTERS) {
        block all = find_letters(end - LETTERS);
        uint64_t half[2];

        for (const char *q = p; end - q > LETTERS; q += LETTERS)
            all &= find_letters(q);
        memcpy(half, &all, sizeof half);
        if ((half[0] & half[1]) == UINT64_MAX)
            return true;
    }
    for (*bad = p; *bad < end && kg__letter[(unsigned char)**bad] != KG__NO_LETTER;)
        ++*bad;
    return *bad == end;
}

/* Appends the letters of the line [p, end) to the record. False with an error. */
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

/* Overwrites a letter right after the sequence, which moving lines may leave there. */
static void end_sequence(const kg__fasta *all, uint64_t record)
{
    const uint64_t end = all->begin[record] + all->length[record];

    if (end < all->bytes && kg__letter[(unsigned char)all->text[end]] != KG__NO_LETTER)
        all->text[end] = '\n';
}

/* Reads the records of a part, up to the first error. */
static void read_part(const reader *r, piece *part)
{
    const kg__fasta *all = r->all;
    uint64_t record = part->first;

    for (const char *p = all->text + part->from, *const last = all->text + part->to, *end; p < last;
         record++) {
        const uint64_t at = (uint64_t)(p - all->text);

        end = kg__line_end(p, last);
        p = end < last ? end + 1 : last;
        all->begin[record] = (uint64_t)(p - all->text);
        all->length[record] = 0;
        while (p < last && *p != '>') {
            end = kg__line_end(p, last);
            if (!take_line(r, part, p, end, record))
                return;
            p = end < last ? end + 1 : last;
        }
        end_sequence(all, record);
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

/* Maps the file privately, because the lines of a sequence are moved together in its pages. */
static bool map_file(kg__fasta *fasta, const kg__input *input)
{
    void *map;

    kg__mapping_create(&map, input);
    if (map && mprotect(map, input->size, PROT_READ | PROT_WRITE) != 0) {
        kg__mapping_destroy(map);
        map = NULL;
    }
    fasta->text = map;
    fasta->is_mapped = map != NULL;
    return fasta->is_mapped;
}

kg_status kg__fasta_load(kg__fasta *fasta, const kg__input *input)
{
    const uint64_t bytes = input->size;
    const int threads = kg__threads(input->ctx, bytes, CHUNK), chunks = (int)(bytes / CHUNK + 1);
    kg_status status, failed = KG_OK;

    *fasta = (kg__fasta){.bytes = bytes};
    if (!input->bytes && bytes && map_file(fasta, input))
        return KG_OK;
    KG_TRY(kg__host_allocate(input->ctx, &fasta->text, bytes, 1, "the sequences"));
    KG_PARALLEL_FOR(threads, schedule(dynamic, 1))
    for (int i = 0; i < chunks; i++) {
        const uint64_t from = kg__part(bytes, i, chunks), to = kg__part(bytes, i + 1, chunks);
        const kg_status one = kg__input_read(input, fasta->text + from, from, to - from);

        if (one != KG_OK)
            __atomic_store_n(&failed, one, __ATOMIC_RELAXED);
    }
    status = failed;
out:
    return status;
}

kg_status kg__fasta_read(kg__fasta *fasta, const kg__input *input, const kg__record *record,
    const kg__fasta_rules *rules, size_t block_bytes)
{
    kg_context *ctx = input->ctx;
    reader r = {.all = fasta, .rules = rules, .threads = kg__threads(ctx, input->size, GRAIN)};
    static const kg__expected expected = {
        "FASTA", {{"FASTA", NULL}, {"FASTQ", "csr generate kmers makes a graph of reads"}}};
    char error[100];
    kg_status status;

    *fasta = (kg__fasta){0};
    if (record->begin && *record->begin != '>') {
        KG_TRY(kg__foreign_refuse(input, &expected));
        snprintf(error, sizeof error, "expected a line that begins with '>' (read as %s)",
            rules->format);
        return kg__input_fail(input, record->start, record->at, error);
    }
    KG_TRY(kg__fasta_load(fasta, input));
    KG_TRY(cut(&r, ctx, record->begin ? record->at : fasta->bytes, block_bytes));
    KG_TRY(kg__host_allocate(
        ctx, &fasta->begin, fasta->count, sizeof *fasta->begin, "list of sequences"));
    KG_TRY(kg__host_allocate(
        ctx, &fasta->length, fasta->count, sizeof *fasta->length, "list of sequences"));
    KG_PARALLEL_FOR(r.threads, schedule(dynamic, 1))
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
    if (fasta->is_mapped)
        kg__mapping_destroy(fasta->text);
    else
        kg__free(ctx, fasta->text);
    kg__free_all(ctx, fasta->begin, fasta->length);
    *fasta = (kg__fasta){0};
}

const char *kg__fasta_title(const kg__fasta *fasta, uint64_t i, uint64_t *length)
{
    const char *end = fasta->text + fasta->begin[i], *p;

    if (end > fasta->text && end[-1] == '\n')
        end--;
    for (p = end; p > fasta->text && p[-1] != '\n';)
        p--;
    if (p == fasta->text)
        p += kg__byte_order_mark(p, (size_t)(end - p));
    while (end > p && kg__is_blank(end[-1]))
        end--;
    p += p < end && (*p == '>' || *p == '@');
    *length = (uint64_t)(end - p);
    return p;
}
