/*
 * Reading numbers from text.
 *
 * In:  numbers between white space, or one comma with or without it; comments from # to the line's
 *      end. Out: a matrix.
 * Method: all threads read the file twice, in blocks of lines (see io/text_block.h). The first pass
 *     counts the numbers of each block, so that the second one can parse each block straight to its
 *     place. A block is parsed as integers; if something in it is not an integer, the block is
 *     parsed again as doubles. In the end the numbers of all blocks are converted to one type.
 * Work: two passes over the text, of which counting costs a tenth. Memory: the numbers, and a block
 *     per thread.
 * Deterministic: the matrix, and which error is reported, do not depend on the number of threads.
 */
#include "number_text.h"
#include "table.h"
#include <stdio.h>

typedef struct block {
    uint64_t first;   /* its numbers are data[first .. first + count) */
    uint64_t count;   /* found by the first pass */
    uint64_t rows;    /* lines with numbers */
    uint64_t columns; /* numbers in the first of them */
    uint64_t begin;   /* its beginning in the file */
    uint64_t ragged;  /* start of the first row of another length; UINT64_MAX: none */
    uint64_t ragged_columns;
    unsigned kind;
    bool doubles; /* its data are doubles */
} block;

typedef struct reader {
    const kg__input *input;
    uint64_t start, blocks, next, stop; /* the last two are atomic */
    size_t block_bytes;
    bool ragged;
    block *block; /* [blocks] */
    uint64_t *data;
    struct worker *worker;
    int workers;
} reader;

typedef struct worker {
    reader *reader;
    kg__text_block lines;
    kg_status status;
    uint64_t error_at; /* valid if the text has an error */
    bool word;         /* the error is a word that is not a number */
    char error[160];
} worker;

typedef kg_status block_fn(worker *w, block *b);

/* ---- counting -------------------------------------------------------------------------------- */

static inline int separates(unsigned char c)
{
    return (c <= ' ') | (c == ',');
}

/* Counts the words that begin in [p, end), which has no comment. White space stands before p. */
static uint64_t count_words(const char *p, const char *end)
{
    const unsigned char *c = (const unsigned char *)p;
    uint64_t words = p < end && !separates(c[0]);

    for (size_t i = 1, bytes = (size_t)(end - p); i < bytes;) {
        size_t stop = bytes - i < 128 ? bytes : i + 128;
        uint8_t some = 0;

        for (; i < stop; i++)
            some = (uint8_t)(some + ((separates(c[i]) ^ 1) & separates(c[i - 1])));
        words += some;
    }
    return words;
}

static kg_status count_block(worker *w, block *b)
{
    const char *p = w->lines.begin, *const end = w->lines.end, *mark;

    b->count = 0;
    while ((mark = memchr(p, '#', (size_t)(end - p)))) {
        b->count += count_words(p, mark);
        p = memchr(mark, '\n', (size_t)(end - mark));
    }
    b->count += count_words(p, end);
    return KG_OK;
}

/* ---- parsing --------------------------------------------------------------------------------- */

static kg_status fail_here(worker *w, const char *place, const char *error)
{
    size_t length = 0;

    while (length < 64 && !separates((unsigned char)place[length]))
        length++;
    w->error_at = kg__text_block_offset(&w->lines, place);
    snprintf(w->error, sizeof w->error, "'%s' %s", KG__SHOW(place, length), error);
    return KG_FORMAT;
}

static kg_status fail_empty(worker *w, const char *place)
{
    w->error_at = kg__text_block_offset(&w->lines, place);
    snprintf(w->error, sizeof w->error, "%s", KG__EMPTY_FIELD);
    return KG_FORMAT;
}

/* Skips white space up to another character or the line's end. */
static inline const char *skip_blank(const char *p)
{
    while (kg__is_space(*p) && *p != '\n')
        p++;
    return p;
}

/* Parses a block's lines as doubles, or as integers. KG_LIMIT: the numbers are not of that type, or
 * do not fit it. */
static inline __attribute__((always_inline)) kg_status parse_lines(
    worker *w, block *b, bool doubles)
{
    uint64_t *to = w->reader->data + b->first, *const stop = to + b->count;

    b->rows = 0;
    b->ragged = UINT64_MAX;
    for (const char *p = w->lines.begin; p < w->lines.end; p++) {
        const uint64_t *row = to;
        const char *line = p;
        bool comma = false; /* after the number before */
        uint64_t word;

        for (;;) {
            p = skip_blank(p);
            if (*p == ',' && to > row && !comma) {
                comma = true;
                p = skip_blank(p + 1);
            }
            if (*p == '#' && !comma)
                p = memchr(p, '\n', (size_t)(w->lines.end - p));
            if (*p == '\n' && !comma)
                break;
            if (*p == '\n' || *p == '#' || *p == ',')
                return fail_empty(w, p);
            comma = false;
            line = p;
            p = doubles ? kg__parse_real(p, &word) : kg__parse_integer(p, &word, &b->kind);
            if (!p) {
                w->word = true;
                return fail_here(w, line, KG__NO_NUMBER);
            }
            if (!doubles && b->kind & KG__REAL)
                return KG_LIMIT;
            if (to == stop)
                return fail_here(
                    w, line, "was not there before: the file changes while it is read");
            *to++ = word;
        }
        if (to == row)
            continue;
        if (b->rows++ == 0) {
            b->columns = (uint64_t)(to - row);
            b->begin = kg__text_block_offset(&w->lines, line);
        } else if (b->columns != (uint64_t)(to - row) && b->ragged == UINT64_MAX) {
            b->ragged = kg__text_block_offset(&w->lines, line);
            b->ragged_columns = (uint64_t)(to - row);
        }
    }
    if (to != stop) {
        w->error_at = w->lines.at;
        snprintf(w->error, sizeof w->error, "the file changes while it is read");
        return KG_FORMAT;
    }
    if (b->kind & KG__LARGE && b->kind & KG__SIGNED)
        b->kind |= KG__HUGE_ONE;
    return !doubles && b->kind & KG__HUGE_ONE ? KG_LIMIT : KG_OK;
}

static kg_status parse_block(worker *w, block *b)
{
    kg_status status;

    b->kind = 0;
    b->doubles = false;
    status = parse_lines(w, b, false);
    if (status == KG_LIMIT) {
        b->doubles = true;
        status = parse_lines(w, b, true);
    }
    return status;
}

/* ---- in threads ------------------------------------------------------------------------------ */

static void run_worker(reader *r, worker *w, block_fn *work)
{
    uint64_t b;
    kg_status status = KG_OK;

    while ((b = __atomic_fetch_add(&r->next, 1, __ATOMIC_RELAXED)) <
           __atomic_load_n(&r->stop, __ATOMIC_RELAXED)) {
        KG_TRY(kg__text_block_read(&w->lines, r->input, r->start, r->block_bytes, b));
        KG_TRY(work(w, &r->block[b]));
        if (w == r->worker)
            KG_TRY(kg__progress(r->input->ctx, "reading", b, r->blocks));
    }
out:
    w->status = status;
    if (status != KG_OK) { /* blocks after this one no longer matter */
        uint64_t stop = __atomic_load_n(&r->stop, __ATOMIC_RELAXED);

        while (b < stop && !__atomic_compare_exchange_n(
                               &r->stop, &stop, b, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
            ;
    }
}

/* Fails with an error of the text. If the very first word is not a number, the first line may be
 * names of columns: then the message says which. */
static kg_status fail_at(const reader *r, const worker *w)
{
    char error[sizeof w->error + KG__TABLE_NAMES + 100], names[KG__TABLE_NAMES] = "";
    kg_status status = KG_OK;

    if (w->word)
        KG_TRY(kg__table_names(r->input, w->error_at, names));
    if (*names && r->ragged)
        snprintf(error, sizeof error,
            "%s; if this line names columns, the option column chooses one of them: %s", w->error,
            names);
    else
        snprintf(error, sizeof error, "%s%s", w->error,
            *names ? "; if this line names columns, take it away: rows have numbers alone" : "");
    status = kg__input_fail(r->input, r->start, w->error_at, error);
out:
    return status;
}

/* Runs all blocks; the first error of the file counts. */
static kg_status run_blocks(reader *r, block_fn *work)
{
    worker *first = NULL;

    r->next = 0;
    r->stop = r->blocks;
    KG_PARALLEL(r->workers)
    for (int i = kg__thread_index(); i < r->workers; i += kg__thread_count())
        run_worker(r, &r->worker[i], work);
    for (int i = 0; i < r->workers; i++) {
        worker *w = &r->worker[i];

        if (w->status != KG_OK && w->status != KG_FORMAT)
            return w->status;
        if (w->status == KG_FORMAT && (!first || w->error_at < first->error_at))
            first = w;
    }
    return first ? fail_at(r, first) : KG_OK;
}

static kg_status prepare(reader *r)
{
    kg_context *ctx = r->input->ctx;
    kg_status status;

    KG_TRY(kg__table_start(r->input, &r->start));
    r->blocks = (r->input->size - r->start + r->block_bytes - 1) / r->block_bytes;
    r->workers = kg__threads(ctx, r->blocks, 1);
    KG_TRY(kg__host_allocate(ctx, &r->block, r->blocks, sizeof *r->block, "blocks of text"));
    KG_TRY(kg__host_allocate(ctx, &r->worker, r->workers, sizeof *r->worker, "threads"));
    memset(r->worker, 0, (size_t)r->workers * sizeof *r->worker);
    for (int i = 0; i < r->workers; i++) {
        r->worker[i].reader = r;
        KG_TRY(kg__text_block_allocate(&r->worker[i].lines, ctx, r->block_bytes));
    }
out:
    return status;
}

/* ---- the whole ------------------------------------------------------------------------------- */

kg_status kg__number_type(const kg__input *input, unsigned kind, kg_type *type)
{
    *type = kind & KG__REAL ? KG_F64 : kind & KG__LARGE ? KG_U64 : KG_I64;
    if (*type != KG_F64 && (kind & KG__HUGE_ONE || (kind & KG__SIGNED && kind & KG__LARGE)))
        return kg__fail(input->ctx, KG_OVERFLOW,
            "%s: integers that 64 bits do not hold: past 18446744073709551615, or past "
            "9223372036854775807 beside negative ones; a point in one of them makes all doubles",
            input->shown);
    return KG_OK;
}

/* Converts all numbers to one type. */
static kg_status unite(reader *r, kg_type *type)
{
    unsigned kind = 0;
    uint64_t *data = r->data;

    for (uint64_t b = 0; b < r->blocks; b++)
        kind |= r->block[b].kind;
    if (kind & KG__REAL) {
        KG_PARALLEL_FOR(r->workers)
        for (uint64_t b = 0; b < r->blocks; b++)
            for (uint64_t i = 0; !r->block[b].doubles && i < r->block[b].count; i++) {
                uint64_t *at = data + r->block[b].first + i;
                double real = r->block[b].kind & KG__LARGE ? (double)*at : (double)(int64_t)*at;

                memcpy(at, &real, sizeof real);
            }
    }
    return kg__number_type(r->input, kind, type);
}

/* Finds the shape. Fails at the first row of another length, unless rows may differ. */
static kg_status find_shape(const reader *r, uint64_t *rows, uint64_t *columns)
{
    char error[96];

    *rows = *columns = 0;
    for (uint64_t b = 0; b < r->blocks; b++) {
        const block *now = &r->block[b];
        uint64_t at = now->ragged, count = now->ragged_columns;

        if (!now->rows)
            continue;
        if (!*rows)
            *columns = now->columns;
        if (now->columns != *columns) {
            at = now->begin;
            count = now->columns;
        }
        if (at != UINT64_MAX) {
            snprintf(error, sizeof error, "the row that ends here has length %llu, expected %llu",
                (unsigned long long)count, (unsigned long long)*columns);
            return kg__input_fail(r->input, r->start, at, error);
        }
        *rows += now->rows;
    }
    return KG_OK;
}

kg_status kg__matrix_read_text(
    kg_matrix **matrix, const kg__input *input, bool ragged, size_t block_bytes)
{
    kg_context *ctx = input->ctx;
    reader r = {.input = input, .ragged = ragged, .block_bytes = block_bytes};
    kg_matrix *made = NULL;
    uint64_t count = 0, rows = 0, columns = 1;
    kg_status status;

    KG_TRY(prepare(&r));
    KG_TRY(run_blocks(&r, count_block));
    for (uint64_t b = 0; b < r.blocks; b++) {
        r.block[b].first = count;
        count += r.block[b].count;
    }
    KG_TRY(kg__matrix_create(&made, ctx, KG_I64, count, 1));
    r.data = made->data;
    KG_TRY(run_blocks(&r, parse_block));
    KG_TRY(unite(&r, &made->type));
    if (!ragged)
        KG_TRY(find_shape(&r, &rows, &columns));
    made->rows = ragged ? count : rows;
    made->columns = columns;
    *matrix = made;
    made = NULL;
out:
    kg_matrix_destroy(made);
    for (int i = 0; r.worker && i < r.workers; i++)
        kg__text_block_free(&r.worker[i].lines, ctx);
    kg__free_all(ctx, r.worker, r.block);
    return status;
}

/* ---- the place of a number ------------------------------------------------------------------- */

/* The state of a search through a text, at some place. */
typedef struct place {
    uint64_t words;
    bool comment, word; /* the place is in a comment, in a word */
} place;

/* Reads on until word i begins, counted from 0. Returns how many bytes lie before it, or count if
 * it does not begin here. */
static size_t skip_words(place *at, uint64_t i, const char *bytes, size_t count)
{
    for (size_t b = 0; b < count; b++) {
        const bool word = !separates((unsigned char)bytes[b]) && bytes[b] != '#';

        at->comment = bytes[b] == '#' || (at->comment && bytes[b] != '\n');
        if (word && !at->word && !at->comment && at->words++ == i)
            return b;
        at->word = word && !at->comment;
    }
    return count;
}

kg_status kg__matrix_fail_number(
    const kg__input *input, const kg_matrix *matrix, uint64_t i, const char *error)
{
    char piece[4096];
    uint64_t start = 0, at = 0;
    place seen = {0, false, false};
    bool npy;
    kg_status status;

    KG_TRY(kg__matrix_is_npy(&npy, input));
    if (npy)
        return kg__fail(input->ctx, KG_FORMAT, "%s: row %llu, column %llu: %s", input->shown,
            (unsigned long long)(i / matrix->columns) + 1,
            (unsigned long long)(i % matrix->columns) + 1, error);
    KG_TRY(kg__table_start(input, &start));
    for (at = start; seen.words <= i && at < input->size;) {
        size_t count = input->size - at < sizeof piece ? (size_t)(input->size - at) : sizeof piece;

        KG_TRY(kg__input_read(input, piece, at, count));
        at += skip_words(&seen, i, piece, count);
    }
    status = kg__input_fail(input, start, at, error);
out:
    return status;
}
