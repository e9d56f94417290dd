/*
 * Reading FASTQ.
 *
 * In:  records of four lines: "@" and any text, the letters, "+" and any text, and a quality for
 *     each letter, a character from '!' to '~'. Blank lines may stand between records. Letters in
 *     several lines are an error, since a line of qualities may begin with '@' or '+'.
 * Out: where the letters of each record lie, in the file's text. Qualities are not kept.
 * Method: the text, which is mapped if the file is not compressed, is cut into parts where a record
 *     seems to begin: at a line that begins with '@' two lines before one that begins with '+'.
 *     Threads go through the parts twice, to count records and to list them. If a part does not end
 *     where the next one begins, the cut was wrong, and one thread goes through the whole file.
 * Work: O(bytes). Memory: the file, and 16 bytes a record.
 * Deterministic: all, and which error is reported, the first in the file.
 */
#include "../../../io/pieces.h"
#include "fasta.h"
#include <stdio.h>
#include <string.h>

/* SEEN: lines that are examined to find where a record begins. */
enum { PARTS = 8, GRAIN = 1 << 14, SEEN = 16 };

typedef struct part {
    uint64_t from, to; /* in the file */
    uint64_t end;      /* where its last record ends */
    uint64_t first, count;
    uint64_t error_at; /* valid with an error */
    char error[160];
} part;

/* The next line without blanks at its end. *at moves past it. False at the end of the text. */
static bool next_line(const char **at, const char *last, kg__line *line)
{
    const char *end;

    if (*at >= last)
        return false;
    end = kg__line_end(*at, last);
    *line = (kg__line){*at, end};
    *at = end < last ? end + 1 : last;
    while (line->end > line->begin && kg__is_blank(line->end[-1]))
        line->end--;
    return true;
}

/* Where a record begins, soon after `at`; all->bytes if none is found. */
static uint64_t find_record(const kg__fasta *all, uint64_t at)
{
    const char *const last = all->text + all->bytes;
    const char *p = kg__line_end(all->text + at, last), *before[2] = {last, last};

    for (int i = 0; i < SEEN && p < last; i++) {
        p++;
        if (p < last && *p == '+' && before[1] < last && *before[1] == '@')
            return (uint64_t)(before[1] - all->text);
        before[1] = before[0];
        before[0] = p;
        p = kg__line_end(p, last);
    }
    return all->bytes;
}

static void fail(const kg__fasta *all, part *t, const char *at, const char *error)
{
    t->error_at = (uint64_t)(at - all->text);
    snprintf(t->error, sizeof t->error, "%s (read as FASTQ)", error);
}

/* Whether all letters are greater than a blank. */
static bool check_letters(const kg__fasta *all, part *t, kg__line line)
{
    bool blank = false;

    for (const char *p = line.begin; p < line.end; p++)
        blank |= (unsigned char)*p <= ' ';
    if (!blank)
        return true;
    while ((unsigned char)*line.begin > ' ')
        line.begin++;
    fail(all, t, line.begin, "a blank in a sequence, expected letters up to the end of the line");
    return false;
}

static bool check_qualities(const kg__fasta *all, part *t, kg__line line, size_t letters)
{
    const size_t count = kg__line_length(line);
    unsigned char most = 0;
    char error[120];

    if (count != letters) {
        snprintf(error, sizeof error, "%zu qualities, expected %zu, one for each letter", count,
            letters);
        fail(all, t, line.begin, error);
        return false;
    }
    for (const char *p = line.begin; p < line.end; p++) {
        const unsigned char number = (unsigned char)(*p - '!');

        most = number > most ? number : most;
    }
    if (most <= '~' - '!')
        return true;
    while (*line.begin >= '!' && *line.begin <= '~')
        line.begin++;
    snprintf(error, sizeof error, "a byte %d in qualities, expected characters from '!' to '~'",
        (unsigned char)*line.begin);
    fail(all, t, line.begin, error);
    return false;
}

/* Takes the record that begins with a line; *at moves past it. False with an error. */
static bool take_record(
    const kg__fasta *all, part *t, kg__line title, const char **at, kg__line *letters)
{
    const char *const last = all->text + all->bytes;
    kg__line plus, qualities;

    if (*title.begin != '@') {
        fail(all, t, title.begin, "expected a line that begins with '@'");
        return false;
    }
    if (!next_line(at, last, letters) || !next_line(at, last, &plus)) {
        fail(all, t, title.begin,
            "the file ends in a record, expected four lines: title, letters, +, qualities");
        return false;
    }
    if (*plus.begin != '+') {
        fail(all, t, plus.begin,
            "expected a line that begins with '+' below one line of letters; `seqtk seq -l 0 FILE' "
            "makes it one");
        return false;
    }
    if (!next_line(at, last, &qualities))
        qualities = (kg__line){last, last};
    return check_letters(all, t, *letters) &&
           check_qualities(all, t, qualities, kg__line_length(*letters));
}

/* Counts the records that begin in a part, or lists them, up to the first error. */
static void look_through(const kg__fasta *all, part *t, bool list)
{
    const char *at = all->text + t->from, *const end = all->text + t->to;
    uint64_t count = 0;
    kg__line line, letters;

    while (next_line(&at, end, &line)) {
        if (line.begin == line.end)
            continue;
        if (!take_record(all, t, line, &at, &letters))
            break;
        if (list) {
            all->begin[t->first + count] = (uint64_t)(letters.begin - all->text);
            all->length[t->first + count] = kg__line_length(letters);
        }
        count++;
    }
    t->end = (uint64_t)(at - all->text);
    t->count = count;
}

/* Whether the parts before the first error end where the next ones begin. */
static bool is_joined(const part *parts, int count)
{
    for (int i = 0; i < count && !*parts[i].error; i++)
        if (parts[i].end != parts[i].to)
            return false;
    return true;
}

/* Cuts the text from `first` on. */
static void cut(const kg__fasta *all, part *parts, int count, uint64_t first)
{
    for (int i = count; i-- > 0;) {
        const uint64_t to = i + 1 < count ? parts[i + 1].from : all->bytes;
        uint64_t from = first;

        if (i)
            from = find_record(all, first + kg__part(all->bytes - first, i, count));
        parts[i] = (part){.from = from < to ? from : to, .to = to};
    }
}

kg_status kg__fastq_read(
    kg__fasta *all, const kg__input *input, const kg__record *record, size_t block_bytes)
{
    kg_context *ctx = input->ctx;
    const int threads = kg__threads(ctx, input->size, GRAIN);
    const uint64_t blocks = input->size / block_bytes + 1, most = (uint64_t)threads * PARTS;
    int count = (int)(blocks < most ? blocks : most);
    static const kg__expected expected = {"FASTA or FASTQ", {{"FASTQ", NULL}}};
    part *parts = NULL;
    kg_status status;

    *all = (kg__fasta){0};
    KG_TRY(kg__foreign_refuse(input, &expected));
    KG_TRY(kg__fasta_load(all, input));
    KG_TRY(kg__host_allocate(ctx, &parts, count, sizeof *parts, "parts of a file"));
    for (;; count = 1) {
        cut(all, parts, count, record->at);
        KG_PARALLEL_FOR(threads, schedule(dynamic, 1))
        for (int i = 0; i < count; i++)
            look_through(all, &parts[i], false);
        if (is_joined(parts, count))
            break;
    }
    for (int i = 0; i < count; i++) {
        if (*parts[i].error)
            KG_TRY(kg__input_fail(input, record->start, parts[i].error_at, parts[i].error));
        parts[i].first = all->count;
        all->count += parts[i].count;
    }
    KG_TRY(
        kg__host_allocate(ctx, &all->begin, all->count, sizeof *all->begin, "list of sequences"));
    KG_TRY(
        kg__host_allocate(ctx, &all->length, all->count, sizeof *all->length, "list of sequences"));
    KG_PARALLEL_FOR(threads, schedule(dynamic, 1))
    for (int i = 0; i < count; i++)
        look_through(all, &parts[i], true);
out:
    kg__free(ctx, parts);
    return status;
}
