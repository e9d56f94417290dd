/*
 * Stretches of letters in sequences, and the words in them.
 *
 * In:  FASTA or FASTQ, from one file or several.
 * Out: the stretches of letters A, C, G and T, file by file, that have words of k letters. Words
 *     can be left out, which splits stretches.
 * Method: a word and its reverse complement roll: they are shifted by a letter. If words have more
 *     than 64 letters, only the first 64 roll. They almost always tell which of the two is less.
 *     Otherwise the rest is packed from the text.
 * Work: O(letters) a pass. Memory: the files, and 16 bytes a stretch.
 * Deterministic: all.
 */
#include "stretches.h"
#include "../../../base/bisect.h"
#include "../detect.h"
#include <stdio.h>

enum { LEAST_K = 2, MOST_K = 127, GRAIN = 1 << 14, SHORT = 32, BLOCK = 1 << 12 };

kg_status kg__stretches_add(kg__stretches *s, const kg__input *input, size_t block_bytes)
{
    static const kg__fasta_rules rules = {"a sequence", "FASTA", false, 0};
    kg__record record;
    char *head = NULL;
    kg_status status;

    KG_TRY(
        kg__host_allocate(s->ctx, &head, KG__HEAD_BYTES + KG__TEXT_PAD, 1, "beginning of a file"));
    KG_TRY(kg__find_record(input, head, ";", &record));
    KG_TRY(kg__host_grow(s->ctx, &s->file, &s->room, s->files + 1, sizeof *s->file, "files"));
    s->bytes += input->size;
    s->threads = kg__threads(s->ctx, s->bytes, GRAIN);
    if (record.begin && *record.begin == '@')
        KG_TRY(kg__fastq_read(&s->file[s->files++], input, &record, block_bytes));
    else
        KG_TRY(kg__fasta_read(&s->file[s->files++], input, &record, &rules, block_bytes));
out:
    kg__free(s->ctx, head);
    return status;
}

/* Counts the stretches of a sequence and their words, and lists the stretches if there is a
 * list. */
static void find_stretches(kg__stretches *s, const unsigned char *p, const unsigned char *end)
{
    kg_kmers_counts *counts = &s->counts;

    counts->letters += (uint64_t)(end - p);
    while (p < end) {
        const unsigned char *from = p;
        uint64_t length;

        while (p < end && kg__letter[*p] != KG__NO_LETTER)
            p++;
        length = (uint64_t)(p - from);
        counts->pieces += length > 0;
        counts->short_pieces += length > 0 && length < s->k;
        if (length >= s->k) {
            if (s->list)
                s->list[s->count] = (kg__stretch){(const char *)from, counts->words};
            s->count++;
            counts->words += length - s->k + 1;
        }
        for (; p < end && kg__letter[*p] == KG__NO_LETTER; p++)
            counts->others++;
    }
}

static void find_all(kg__stretches *s)
{
    s->counts = (kg_kmers_counts){0};
    s->count = 0;
    for (uint64_t f = 0; f < s->files; f++) {
        const kg__fasta *all = &s->file[f];

        s->counts.sequences += all->count;
        for (uint64_t i = 0; i < all->count; i++) {
            const unsigned char *p = (const unsigned char *)all->text + all->begin[i];

            find_stretches(s, p, p + all->length[i]);
        }
    }
    if (s->list)
        s->list[s->count] = (kg__stretch){NULL, s->counts.words};
}

kg_status kg__stretches_list(kg__stretches *s, const char *shown)
{
    const kg_kmers_counts *counts = &s->counts;
    kg_status status;

    find_all(s);
    KG_TRY(kg__host_allocate(s->ctx, &s->list, s->count + 1, sizeof *s->list, "pieces"));
    find_all(s);
    if (counts->others)
        kg__warn(s->ctx,
            "%s: %llu letters other than A, C, G, T split %llu sequences into %llu pieces, of "
            "which "
            "%llu are shorter than k = %llu and left out",
            shown, (unsigned long long)counts->others, (unsigned long long)counts->sequences,
            (unsigned long long)counts->pieces, (unsigned long long)counts->short_pieces,
            (unsigned long long)s->k);
    else if (counts->short_pieces)
        kg__warn(s->ctx, "%s: %llu of %llu sequences are shorter than k = %llu and left out", shown,
            (unsigned long long)counts->short_pieces, (unsigned long long)counts->sequences,
            (unsigned long long)s->k);
out:
    return status;
}

/* Adds an input, and lists its stretches if it is the only one. */
static kg_status add_input(void *stretches, const kg__input *input, const void *is_only)
{
    kg_status status;

    KG_TRY(kg__stretches_add(stretches, input, KG__TEXT_BLOCK));
    if (is_only)
        status = kg__stretches_list(stretches, input->shown);
out:
    return status;
}

kg_status kg__stretches_read(
    kg__stretches *s, const char *const *path, uint64_t files, const kg_kmers_options *options)
{
    kg_context *ctx = s->ctx;
    const bool is_only = files == 1;
    char shown[40];
    kg_status status = KG_OK;

    KG_NEED(ctx, path);
    KG_NEED(ctx, options);
    if (files == 0)
        return kg__fail(ctx, KG_ARGUMENT, "files is 0, expected 1 or more");
    if (options->k < LEAST_K || options->k > MOST_K)
        return kg__fail(ctx, KG_ARGUMENT, "k is %llu, expected %d to %d",
            (unsigned long long)options->k, LEAST_K, MOST_K);
    s->k = options->k;
    s->both = !options->single_strand;
    kg__stage(ctx, "read");
    for (uint64_t f = 0; f < files; f++)
        KG_TRY(kg__input_read_from(ctx, KG__PATH(path[f]), is_only ? options->shown : NULL,
            add_input, s, is_only ? options : NULL));
    snprintf(shown, sizeof shown, "%llu files", (unsigned long long)files);
    if (!is_only)
        KG_TRY(kg__stretches_list(s, shown));
out:
    return status;
}

/* The end of the run from i on, at most `end`. in: a run of numbers that are in the set, else of
 * others. */
static uint64_t run_end(const uint64_t *set, uint64_t i, uint64_t end, bool in)
{
    while (i < end) {
        const uint64_t bits = (in ? ~set[i / 64] : set[i / 64]) >> i % 64;

        if (bits) {
            i += (unsigned)__builtin_ctzll(bits);
            return i < end ? i : end;
        }
        i += 64 - i % 64;
    }
    return end;
}

/* Counts the stretches of kept words, or lists them. Returns how many. */
static uint64_t split(const kg__stretches *s, const uint64_t *keep, kg__stretch *list)
{
    uint64_t count = 0, words = 0;

    for (uint64_t piece = 0; piece < s->count; piece++) {
        const uint64_t first = s->list[piece].first, last = s->list[piece + 1].first;

        for (uint64_t from = run_end(keep, first, last, false), to; from < last;
             from = run_end(keep, to, last, false)) {
            to = run_end(keep, from, last, true);
            if (list)
                list[count] = (kg__stretch){s->list[piece].begin + (from - first), words};
            count++;
            words += to - from;
        }
    }
    if (list)
        list[count] = (kg__stretch){NULL, words};
    return count;
}

kg_status kg__stretches_keep(kg__stretches *s, const uint64_t *keep)
{
    const uint64_t count = split(s, keep, NULL);
    kg__stretch *list = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(s->ctx, &list, count + 1, sizeof *list, "pieces"));
    split(s, keep, list);
    kg__free(s->ctx, s->list);
    s->list = list;
    s->count = count;
out:
    return status;
}

/* The first letter of a stretch, among those of all stretches. */
static uint64_t first_letter(const kg__stretches *s, uint64_t piece)
{
    return s->list[piece].first + (s->k - 1) * piece;
}

/* Packs numbers first..last-1. */
static void pack(const kg__stretches *s, uint64_t first, uint64_t last, uint64_t *packed)
{
    const uint64_t letters = kg__stretches_letters(s);
    uint64_t piece = KG__LAST_WHERE(p, 0, s->count, first_letter(s, p) <= 32 * first);

    for (uint64_t i = first; i < last; i++) {
        uint64_t at = 32 * i, filled = 0, number = 0;

        while (filled < 32 && at < letters) {
            const uint64_t end = first_letter(s, piece + 1);
            const uint64_t n = end - at < 32 - filled ? end - at : 32 - filled;

            number = number << n << n |
                     kg__letters_pack(s->list[piece].begin + (at - first_letter(s, piece)), n);
            filled += n;
            at += n;
            piece += at == end;
        }
        packed[i] = number << (32 - filled) << (32 - filled);
    }
}

void kg__stretches_pack(const kg__stretches *s, uint64_t *packed)
{
    const uint64_t count = kg__stretches_letters(s) / 32 + 2;

    KG_PARALLEL_FOR(s->threads)
    for (uint64_t first = 0; first < count; first += BLOCK)
        pack(s, first, count - first < BLOCK ? count : first + BLOCK, packed);
}

void kg__stretches_free(kg__stretches *s)
{
    while (s->files)
        kg__fasta_free(&s->file[--s->files], s->ctx);
    kg__free_all(s->ctx, s->file, s->list);
    *s = (kg__stretches){.ctx = s->ctx};
}

/* ---- words ----------------------------------------------------------------------------------- */

#define WINDOW uint64_t
#define ROLL   roll_short
#include "rolling_tmpl.h"
#define WINDOW unsigned __int128
#define ROLL   roll_long
#include "rolling_tmpl.h"

/* The first word of a stretch. */
static uint64_t first_word(const kg__rolled *r, uint64_t piece)
{
    return r->s->list[piece].first + (r->s->k - r->letters) * piece;
}

static void roll(const kg__rolled *r, uint64_t first, uint64_t last, uint64_t from, uint64_t to,
    uint64_t *key, signed char *order)
{
    uint64_t piece = KG__LAST_WHERE(p, 0, r->s->count, first_word(r, p) <= first);

    for (uint64_t i = first; i < last; piece++) {
        const uint64_t begin = first_word(r, piece), next = first_word(r, piece + 1);
        const uint64_t end = next < last ? next : last;

        (r->letters <= SHORT ? roll_short : roll_long)(r, r->s->list[piece].begin + (i - begin),
            end - i, from, to, key ? key + (i - first) : NULL, order ? order + (i - first) : NULL);
        i = end;
    }
}

void kg__rolled_pack(
    const void *rolled, uint64_t first, uint64_t last, uint64_t from, uint64_t to, uint64_t *key)
{
    roll(rolled, first, last, from, to, key, NULL);
}

void kg__rolled_compare(const kg__rolled *rolled, uint64_t first, uint64_t last, signed char *order)
{
    roll(rolled, first, last, 0, 1, NULL, order);
}
