/*
 * Reads sliding puzzles: docs/formats.md. One pass over the lines; what the first of them looks like
 * says what the file is:
 *
 *     whole boards, a line each, maybe behind a number that names it: a batch
 *     the same with the blank as _: start and target take turns
 *     anything shorter: rows of a board, which a blank line ends
 */
#include "read_puzzle.h"
#include <stdio.h>
#include <string.h>

enum { FIELDS = KG_TILES_CELLS + 1, WIDEST_ROW = 8 };

struct kg_tiles_set {
    kg_context *ctx;
    kg_tiles_puzzle *puzzle; /* [room] */
    size_t count, room;
};

typedef struct reader {
    kg_tiles_set *set;
    kg_tiles_read_options options;
    const char *p, *end, *line; /* where it reads; of the text; where the line begins */
    uint64_t number;            /* of the line, from 1 */

    uint64_t value[FIELDS]; /* of the line */
    const char *place[FIELDS];
    unsigned fields;
    bool underscore; /* among them */

    enum { UNKNOWN, BATCH, PAIRS, ROWS } kind;
    kg_tiles_puzzle now; /* being put together */
    unsigned rows;       /* that it has */
    bool has_start;
} reader;

static kg_status fail_at(reader *r, const char *place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static kg_status fail_at(reader *r, const char *place, const char *format, ...)
{
    char text[160];
    va_list list;

    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    return kg__fail(r->set->ctx, KG_FORMAT, "%s:%llu:%llu: %s", r->options.shown,
        (unsigned long long)r->number, (unsigned long long)(place - r->line + 1), text);
}

/* ---- lines ----------------------------------------------------------------------------------- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static void skip_blanks(reader *r)
{
    while (r->p < r->end && is_blank(*r->p))
        r->p++;
}

/* A number or _. */
static kg_status read_field(reader *r)
{
    const char *begin = r->p;
    uint64_t value = 0;

    if (r->fields == FIELDS)
        return fail_at(
            r, begin, "expected the line to end: a board has %d cells at most", KG_TILES_CELLS);
    for (; r->p < r->end && (unsigned char)(*r->p - '0') < 10; r->p++)
        value = value < 1000000 ? 10 * value + (uint64_t)(*r->p - '0') : value;
    if (r->p == begin && r->p < r->end && *r->p == '_') {
        r->underscore = true;
        r->p++;
    } else if (r->p == begin) {
        return fail_at(r, begin, "expected the number of a tile, or 0 or _ for the blank");
    }
    r->place[r->fields] = begin;
    r->value[r->fields++] = value;
    return KG_OK;
}

/* Fields between blanks, or one comma with or without blanks; a # ends them. */
static kg_status read_line(reader *r)
{
    kg_status status = KG_OK;

    r->line = r->p;
    r->number++;
    r->fields = 0;
    r->underscore = false;
    skip_blanks(r);
    while (r->p < r->end && *r->p != '\n' && *r->p != '#') {
        KG_TRY(read_field(r));
        if (r->p < r->end && *r->p != ',' && *r->p != '\n' && *r->p != '#' && !is_blank(*r->p))
            return fail_at(r, r->p, "expected a blank or a comma behind a tile");
        skip_blanks(r);
        if (r->p < r->end && *r->p == ',') {
            r->p++;
            skip_blanks(r);
            if (r->p == r->end || *r->p == '\n')
                return fail_at(r, r->p, "the line ends here, expected a tile behind the comma");
        }
    }
    while (r->p < r->end && *r->p++ != '\n')
        ;
out:
    return status;
}

/* ---- boards ---------------------------------------------------------------------------------- */

/* Puts fields from first on into cells[at ...]. */
static kg_status put_fields(reader *r, unsigned first, uint8_t *cells, unsigned at)
{
    for (unsigned i = first; i < r->fields; i++) {
        if (r->value[i] >= KG_TILES_CELLS)
            return fail_at(r, r->place[i], "no board has so large a tile: expected 0 to %d",
                KG_TILES_CELLS - 1);
        cells[at] = (uint8_t)r->value[i];
        for (unsigned c = 0; c < at; c++)
            if (cells[c] == cells[at])
                return fail_at(r, r->place[i], "%u is there twice", cells[at]);
        at++;
    }
    return KG_OK;
}

/* That a board holds 0 to n - 1; that all differ is known. */
static kg_status check_tiles(reader *r, const uint8_t *cells)
{
    unsigned n = r->now.width * r->now.height;

    for (unsigned c = 0; c < n; c++)
        if (cells[c] >= n)
            return fail_at(r, r->line, "a board of %u cells with tile %u: expected 0 to %u", n,
                cells[c], n - 1);
    return KG_OK;
}

static void set_target(reader *r)
{
    unsigned n = r->now.width * r->now.height;

    for (unsigned c = 0; c < n; c++)
        r->now.target[c] = r->options.target       ? r->options.target[c]
                           : r->options.blank_last ? (uint8_t)((c + 1) % n)
                                                   : (uint8_t)c;
}

/* The puzzle is complete. */
static kg_status add_puzzle(reader *r)
{
    kg_tiles_set *set = r->set;
    kg_status status = KG_OK;

    if (set->count == set->room) {
        set->room = 2 * set->room + 1;
        KG_TRY(kg__host_resize(set->ctx, &set->puzzle, set->room, sizeof *set->puzzle, "puzzles"));
    }
    set->puzzle[set->count++] = r->now;
out:
    return status;
}

static kg_status add_start(reader *r)
{
    unsigned n = r->now.width * r->now.height;
    kg_status status;

    KG_TRY(check_tiles(r, r->now.start));
    if (r->options.target && r->options.target_cells != n)
        return fail_at(
            r, r->line, "a board of %u cells, but the target has %zu", n, r->options.target_cells);
    set_target(r);
    KG_TRY(add_puzzle(r));
out:
    return status;
}

/* A line with a board; first: its first cell's field. */
static kg_status take_board(reader *r, unsigned first)
{
    uint8_t *cells = r->has_start ? r->now.target : r->now.start;
    kg_status status;

    KG_TRY(put_fields(r, first, cells, 0));
    if (r->kind == BATCH)
        return add_start(r);
    KG_TRY(check_tiles(r, cells));
    if (r->has_start)
        KG_TRY(add_puzzle(r));
    r->has_start = !r->has_start;
out:
    return status;
}

/* The rows so far are a board. */
static kg_status end_rows(reader *r)
{
    kg_status status;

    if (r->rows == 0)
        return KG_OK;
    if (r->rows < 2 || (r->options.height && r->rows != r->options.height))
        return fail_at(r, r->line, "the board ends after %u row%s, expected %u%s", r->rows,
            r->rows == 1 ? "" : "s", r->options.height ? r->options.height : 2,
            r->options.height ? "" : " at least");
    r->now.height = r->rows;
    r->rows = 0;
    KG_TRY(add_start(r));
out:
    return status;
}

static kg_status take_row(reader *r)
{
    kg_status status;

    if (r->rows == 0)
        r->now.width = r->options.width ? r->options.width : r->fields;
    if (r->fields != r->now.width)
        return fail_at(r, r->line, "a row of %u, expected %u", r->fields, r->now.width);
    if (r->now.width * (r->rows + 1) > KG_TILES_CELLS)
        return fail_at(r, r->line, "a board of more than %d cells", KG_TILES_CELLS);
    KG_TRY(put_fields(r, 0, r->now.start, r->rows * r->now.width));
    r->rows++;
    if (r->rows == r->options.height)
        KG_TRY(end_rows(r));
out:
    return status;
}

/* ---- the file -------------------------------------------------------------------------------- */

/* The first line says what the others are like. */
static kg_status tell_kind(reader *r)
{
    unsigned n = r->options.width * r->options.height;

    for (unsigned side = 3; side <= 5 && !r->options.width; side++)
        if (r->fields == side * side || r->fields == side * side + 1)
            n = side * side, r->now.width = r->now.height = side;
    if (n && (r->fields == n || (r->fields == n + 1 && !r->underscore)))
        r->kind = r->underscore ? PAIRS : BATCH;
    else if (r->options.width ? r->fields == r->options.width
                              : r->fields >= 2 && r->fields <= WIDEST_ROW)
        r->kind = ROWS;
    else if (r->options.width)
        return fail_at(r, r->line,
            "%u tiles in a line, expected a row of %u or all %u of the board", r->fields,
            r->options.width, n);
    else
        return fail_at(r, r->line,
            "%u tiles in a line, expected a row of 2 to %d or all 9, 16 or 25 of a square board; "
            "other boards need their size",
            r->fields, WIDEST_ROW);
    return KG_OK;
}

static kg_status take_line(reader *r)
{
    unsigned n;
    kg_status status = KG_OK;

    if (r->kind == UNKNOWN && r->fields)
        KG_TRY(tell_kind(r));
    if (r->kind == ROWS)
        return r->fields ? take_row(r) : end_rows(r);
    n = r->now.width * r->now.height;
    if (r->fields == 0 || r->fields == n || (r->fields == n + 1 && r->kind == BATCH))
        return r->fields ? take_board(r, r->fields - n) : KG_OK;
    status = fail_at(r, r->line, "%u tiles in a line, expected %u", r->fields, n);
out:
    return status;
}

static kg_status read_all(reader *r, const kg__input *input, char **owned)
{
    kg_status status = KG_OK;

    r->p = input->bytes;
    if (!r->p) {
        KG_TRY(kg__host_allocate(input->ctx, owned, input->size, 1, "the file"));
        KG_TRY(kg__input_read(input, *owned, 0, input->size));
        r->p = *owned;
    }
    r->line = r->p;
    r->end = r->p + input->size;
    while (r->p < r->end) {
        KG_TRY(read_line(r));
        KG_TRY(take_line(r));
    }
    KG_TRY(end_rows(r));
    if (r->has_start)
        return fail_at(r, r->line, "the file ends here, expected the target of the start before");
    if (!r->set->count)
        return kg__fail(input->ctx, KG_FORMAT, "%s: no puzzle, expected one", r->options.shown);
out:
    return status;
}

static kg_status check_options(kg_context *ctx, const kg_tiles_read_options *options)
{
    unsigned width = options->width, height = options->height;

    if ((width || height) && (width < 2 || height < 2 || width > KG_TILES_CELLS ||
                                 height > KG_TILES_CELLS || width * height > KG_TILES_CELLS))
        return kg__fail(ctx, KG_ARGUMENT,
            "a board of %u x %u: expected sides of at least 2 and at most %d cells", width, height,
            KG_TILES_CELLS);
    if (options->target && options->target_cells > KG_TILES_CELLS)
        return kg__fail(ctx, KG_ARGUMENT, "a target of %zu cells: expected at most %d",
            options->target_cells, KG_TILES_CELLS);
    return KG_OK;
}

kg_status kg__tiles_read_input(
    kg_tiles_set **set, const kg__input *input, const kg_tiles_read_options *options)
{
    reader r = {.options = *options};
    char *owned = NULL;
    kg_status status;

    *set = NULL;
    KG_TRY(check_options(input->ctx, options));
    KG_TRY(kg__host_allocate(input->ctx, &r.set, 1, sizeof *r.set, "puzzles"));
    *r.set = (kg_tiles_set){.ctx = input->ctx};
    r.options.shown = input->shown;
    r.now.width = options->width;
    r.now.height = options->height;
    status = read_all(&r, input, &owned);
out:
    kg__free(input->ctx, owned);
    if (status == KG_OK)
        *set = r.set;
    else
        kg_tiles_set_destroy(r.set);
    return status;
}

kg_status kg_tiles_read(
    kg_tiles_set **set, kg_context *context, const char *path, const kg_tiles_read_options *options)
{
    static const kg_tiles_read_options defaults = KG_TILES_READ_OPTIONS_INIT;
    kg__input input;
    kg_status status;

    *set = NULL;
    kg__begin(context);
    if (!options)
        options = &defaults;
    status = kg__input_open(&input, context, path, options->shown);
    if (status != KG_OK)
        return status;
    status = kg__tiles_read_input(set, &input, options);
    kg__input_close(&input);
    return status;
}

void kg_tiles_set_destroy(kg_tiles_set *set)
{
    if (!set)
        return;
    kg__free(set->ctx, set->puzzle);
    kg__free(set->ctx, set);
}

size_t kg_tiles_puzzles(const kg_tiles_set *set, const kg_tiles_puzzle **puzzle)
{
    *puzzle = set->puzzle;
    return set->count;
}
