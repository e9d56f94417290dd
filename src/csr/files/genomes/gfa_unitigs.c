/*
 * The sequences of a GFA file whose segments are unitigs.
 *
 * In:  lines whose fields stand between tabs: "S name sequence" with letters A, C, G, T, small or
 *     capital, at least k; "L a + b - overlap", whose overlap must be k - 1 letters if it is given.
 *     Nothing else is read from links, because the words at the ends of unitigs imply them. All
 *     other lines are skipped.
 * Out: where the sequence of each segment lies, in the file's text.
 * Method: the file is read into memory and cut at line ends into parts. Threads go through the
 *     parts twice: to count segments, and to list them.
 * Work: O(bytes). Memory: the file, and 16 bytes a segment.
 */
#include "fasta.h"
#include "letters.h"
#include <stdio.h>

enum { PARTS = 8, GRAIN = 1 << 14 };

typedef struct part {
    uint64_t from, to, first, count;
    uint64_t error_at; /* valid with an error */
    char error[160];
} part;

/* Takes the segment whose line is [p, end), as number i. */
static void take_segment(
    kg__fasta *all, part *t, const char *p, const char *end, uint64_t i, uint64_t k)
{
    const char *name_end = memchr(p + 2, '\t', (size_t)(end - p - 2));
    const char *from = name_end ? name_end + 1 : end, *to = from;

    while (to < end && kg__letter[(unsigned char)*to] != KG__NO_LETTER)
        to++;
    all->begin[i] = (uint64_t)(from - all->text);
    all->length[i] = (uint64_t)(to - from);
    t->error_at = (uint64_t)(to - all->text);
    if (to < end && (unsigned char)*to > ' ') {
        snprintf(t->error, sizeof t->error,
            *to == '*' ? "'%c' stands for the sequence, expected its letters A, C, G, T"
                       : "'%c' in a unitig, expected letters A, C, G, T",
            *to < 127 ? *to : '?');
    } else if (all->length[i] < k) {
        t->error_at = all->begin[i];
        snprintf(t->error, sizeof t->error, "a unitig of %llu letters, expected at least k = %llu",
            (unsigned long long)all->length[i], (unsigned long long)k);
    }
}

/* Checks the overlap of the link whose line is [p, end). */
static void check_link(const kg__fasta *all, part *t, const char *p, const char *end, uint64_t k)
{
    uint64_t overlap = 0;

    for (unsigned field = 0; p && field < 5; field++) {
        p = memchr(p, '\t', (size_t)(end - p));
        p = p ? p + 1 : NULL;
    }
    if (!p || p == end || !kg__is_digit(*p))
        return;
    t->error_at = (uint64_t)(p - all->text);
    while (p < end && kg__is_digit(*p) && overlap < k)
        overlap = 10 * overlap + (unsigned)(*p++ - '0');
    if (overlap != k - 1 || p == end || *p != 'M')
        snprintf(t->error, sizeof t->error,
            "an overlap other than %lluM, which is that of k = %llu", (unsigned long long)k - 1,
            (unsigned long long)k);
}

/* Counts the segments of a part, or lists them up to the first error. */
static void look_through(kg__fasta *all, part *t, uint64_t k, bool list)
{
    uint64_t count = 0;

    for (uint64_t at = t->from; at < t->to && !*t->error;) {
        const char *p = all->text + at, *end = kg__line_end(p, all->text + t->to);

        if (end - p > 2 && p[0] == 'S' && p[1] == '\t') {
            if (list)
                take_segment(all, t, p, end, t->first + count, k);
            count++;
        } else if (list && end - p > 2 && p[0] == 'L' && p[1] == '\t') {
            check_link(all, t, p, end, k);
        }
        at = (uint64_t)(end - all->text) + 1;
    }
    t->count = count;
}

kg_status kg__gfa_sequences(kg__fasta *all, const kg__input *input, const kg__record *record,
    uint64_t k, size_t block_bytes)
{
    kg_context *ctx = input->ctx;
    const uint64_t first = record->begin ? record->at : input->size, bytes = input->size - first;
    const int threads = kg__threads(ctx, input->size, GRAIN);
    const uint64_t blocks = bytes / block_bytes + 1, most = (uint64_t)threads * PARTS;
    const int count = (int)(blocks < most ? blocks : most);
    part *parts = NULL;
    kg_status status;

    KG_TRY(kg__fasta_load(all, input));
    KG_TRY(kg__host_allocate(ctx, &parts, count, sizeof *parts, "parts of a file"));
    memset(parts, 0, (size_t)count * sizeof *parts);
    for (int i = count; i-- > 0;) {
        const char *from = all->text + first + kg__part(bytes, i, count);

        if (i)
            from = kg__line_end(from, all->text + all->bytes);
        parts[i].from = (uint64_t)(from - all->text);
        parts[i].from += i && parts[i].from < all->bytes;
        parts[i].to = i + 1 < count ? parts[i + 1].from : all->bytes;
    }
    for (int list = 0; list < 2; list++) {
        KG_PARALLEL_FOR(threads, schedule(dynamic, 1))
        for (int i = 0; i < count; i++)
            look_through(all, &parts[i], k, list);
        for (int i = 0; !list && i < count; i++) {
            parts[i].first = all->count;
            all->count += parts[i].count;
        }
        if (list)
            break;
        KG_TRY(kg__host_allocate(
            ctx, &all->begin, all->count, sizeof *all->begin, "list of segments"));
        KG_TRY(kg__host_allocate(
            ctx, &all->length, all->count, sizeof *all->length, "list of segments"));
    }
    for (int i = 0; i < count && status == KG_OK; i++)
        if (*parts[i].error) {
            char error[200];

            snprintf(error, sizeof error, "%s (read as GFA of unitigs)", parts[i].error);
            status = kg__input_fail(input, record->start, parts[i].error_at, error);
        }
out:
    kg__free(ctx, parts);
    return status;
}
