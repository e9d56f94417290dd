/*
 * Reads sliding puzzles in one pass over the lines. docs/formats.md has the formats. The first line
 * with tiles shows which of three the file has:
 *
 *     a whole board, perhaps after a number that names it: a batch, each line a start
 *     a whole board with the blank as _: pairs, whose lines are start and target in turn
 *     fewer tiles: rows of a board, ended by a blank line, but not by a line with only a comment
 *
 * A line of the tiles 0 to 3 is a whole board of 2x2 if no other row follows, or if the next line
 * has these tiles, too.
 */
#include "read_puzzle.h"
#include "../../foreign/foreign.h"
#include "../../io/number.h"
#include "tiles.h"
#include <string.h>

enum { FIELDS = KG_TILES_CELLS + 1, WIDEST_ROW = 8, NO_TILE = 1000 };

struct kg_tiles_set {
    kg_context *ctx;
    kg_tiles_puzzle *puzzle; /* [room] */
    kg_tiles_origin *origin; /* [origin_room] */
    uint64_t count, room, origin_room;
};

typedef struct reader {
    kg_tiles_set *set;
    kg_tiles_read_options options;
    kg__lines lines;

    unsigned value[FIELDS]; /* of the current line */
    const char *place[FIELDS];
    unsigned fields;
    bool underscore;  /* whether a field of the line is _ */
    bool underscored; /* the same for the first row of a board */

    enum { UNKNOWN, BATCH, PAIRS, ROWS } kind;
    kg_tiles_puzzle now;   /* the current puzzle */
    kg_tiles_origin about; /* its origin */
    unsigned rows;         /* number of its rows that were read */
    bool has_start;
} reader;

/* ---- lines ----------------------------------------------------------------------------------- */

/* Reads a number or _. Returns the text after it, or NULL if there is neither. */
static const char *read_field(reader *r, const char *p)
{
    unsigned value = 0;

    r->place[r->fields] = p;
    if (*p == '_') {
        r->underscore = true;
        p++;
    } else {
        for (; (unsigned char)(*p - '0') < 10; p++)
            value = value < NO_TILE ? 10 * value + (unsigned)(*p - '0') : value;
        if (p == r->place[r->fields])
            return NULL;
    }
    r->value[r->fields++] = value;
    return p;
}

static const char *skip_blanks(const char *p)
{
    return p + strspn(p, " \t");
}

/* Reads the fields of a line. They are separated by blanks, or by one comma with or without blanks.
 * A # ends them. */
static kg_status read_fields(reader *r)
{
    const kg__lines *lines = &r->lines;
    const char *p = skip_blanks(lines->line), *end = lines->line + lines->length;

    r->fields = 0;
    r->underscore = false;
    while (p < end && *p != '#') {
        const char *next = r->fields < FIELDS ? read_field(r, p) : NULL;

        if (!next && r->fields == FIELDS)
            return kg__lines_fail(
                lines, p, "expected the line to end: a board has %d cells at most", KG_TILES_CELLS);
        if (!next)
            return kg__lines_fail(
                lines, p, "expected the number of a tile, or 0 or _ for the blank");
        p = skip_blanks(next);
        if (p < end && *p == ',') {
            p = skip_blanks(p + 1);
            if (p == end)
                return kg__lines_fail(
                    lines, p, "the line ends here, expected a tile behind the comma");
        } else if (p < end && p == next && *p != '#') {
            return kg__lines_fail(lines, p, "expected a blank or a comma behind a tile");
        }
    }
    return KG_OK;
}

/* ---- boards ---------------------------------------------------------------------------------- */

/* Copies the fields from number `first` on to cells[at ...]. */
static kg_status put_fields(reader *r, unsigned first, uint8_t *cells, unsigned at)
{
    for (unsigned i = first; i < r->fields; i++) {
        if (r->value[i] >= KG_TILES_CELLS)
            return kg__lines_fail(&r->lines, r->place[i],
                "no board has so large a tile: expected 0 to %d", KG_TILES_CELLS - 1);
        cells[at] = (uint8_t)r->value[i];
        for (unsigned c = 0; c < at; c++)
            if (cells[c] == cells[at])
                return kg__lines_fail(&r->lines, r->place[i], "%u is there twice", cells[at]);
        at++;
    }
    return KG_OK;
}

/* Checks that a board holds 0 to n - 1. put_fields() has checked that they differ. */
static kg_status check_tiles(reader *r, const uint8_t *cells)
{
    unsigned n = r->now.width * r->now.height;

    for (unsigned c = 0; c < n; c++)
        if (cells[c] >= n)
            return kg__lines_fail(&r->lines, r->lines.line,
                "a board of %u cells with tile %u: expected 0 to %u", n, cells[c], n - 1);
    return KG_OK;
}

/* Sets the target to the tiles in order. Returns whether the start can reach it. */
static bool set_goal(reader *r, kg_tiles_goal goal)
{
    unsigned n = r->now.width * r->now.height;

    for (unsigned c = 0; c < n; c++)
        r->now.target[c] = (uint8_t)((c + (goal == KG_TILES_BLANK_LAST)) % n);
    r->about.goal = goal;
    return kg__tiles_is_solvable(&r->now);
}

static void set_target(reader *r)
{
    r->about.goal = KG_TILES_GIVEN;
    if (r->options.target)
        memcpy(r->now.target, r->options.target, r->options.target_cells);
    else if (r->options.goal != KG_TILES_EITHER)
        set_goal(r, r->options.goal);
    else if (!set_goal(r, KG_TILES_BLANK_FIRST) && !set_goal(r, KG_TILES_BLANK_LAST)) {
        set_goal(r, KG_TILES_BLANK_FIRST);
        r->about.goal = KG_TILES_EITHER;
    }
}

/* Appends the complete puzzle to the set. */
static kg_status add_puzzle(reader *r)
{
    kg_tiles_set *set = r->set;
    kg_status status;

    KG_TRY(kg__host_grow(
        set->ctx, &set->puzzle, &set->room, set->count + 1, sizeof *set->puzzle, "puzzles"));
    KG_TRY(kg__host_grow(
        set->ctx, &set->origin, &set->origin_room, set->count + 1, sizeof *set->origin, "puzzles"));
    set->puzzle[set->count] = r->now;
    set->origin[set->count++] = r->about;
    r->about = (kg_tiles_origin){.goal = KG_TILES_GIVEN};
out:
    return status;
}

static kg_status add_start(reader *r)
{
    unsigned n = r->now.width * r->now.height;
    kg_status status;

    KG_TRY(check_tiles(r, r->now.start));
    if (r->options.target && r->options.target_cells != n)
        return kg__lines_fail(&r->lines, r->lines.line,
            "a board of %u cells, but the target has %zu", n, r->options.target_cells);
    set_target(r);
    KG_TRY(add_puzzle(r));
out:
    return status;
}

/* Reads a line with a whole board. first: the field of its first cell. */
static kg_status take_board(reader *r, unsigned first)
{
    uint8_t *cells = r->has_start ? r->now.target : r->now.start;
    kg_status status;

    r->about.has_label = first > 0;
    if (first && !kg__parse_label(r->place[0], &r->about.label))
        return kg__lines_fail(
            &r->lines, r->place[0], "expected the puzzle's number, which has 64 bits");
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

/* Returns whether the only row so far is a whole board of 2x2. It was read as a row, because four
 * tiles may also be a row of a wider board. */
static bool is_small_board(const reader *r)
{
    return r->rows == 1 && r->now.width == 4 && !r->options.width && r->now.start[0] < 4 &&
           r->now.start[1] < 4 && r->now.start[2] < 4 && r->now.start[3] < 4;
}

/* Ends a board of 2x2 with the row so far, or makes it the start of a pair. */
static kg_status take_small_board(reader *r, bool pair)
{
    r->rows = 0;
    r->now.width = r->now.height = 2;
    r->has_start = pair;
    return pair ? KG_OK : add_start(r);
}

/* Ends a board with the rows so far. */
static kg_status end_rows(reader *r)
{
    kg_status status;

    if (r->rows == 0)
        return KG_OK;
    if (is_small_board(r))
        return take_small_board(r, false);
    if (r->rows < 2 || (r->options.height && r->rows != r->options.height))
        return kg__lines_fail(&r->lines, r->lines.line,
            "the board ends after %u row%s, expected %u%s", r->rows, r->rows == 1 ? "" : "s",
            r->options.height ? r->options.height : 2, r->options.height ? "" : " at least");
    r->now.height = r->rows;
    r->rows = 0;
    KG_TRY(add_start(r));
out:
    return status;
}

static kg_status take_row(reader *r)
{
    kg_status status;

    if (r->rows == 0) {
        r->now.width = r->options.width ? r->options.width : r->fields;
        r->underscored = r->underscore;
    }
    if (r->fields != r->now.width)
        return kg__lines_fail(
            &r->lines, r->lines.line, "a row of %u, expected %u", r->fields, r->now.width);
    if (r->fields < 2)
        return kg__lines_fail(&r->lines, r->lines.line, "a row of 1, expected 2 at least");
    if (r->now.width * (r->rows + 1) > KG_TILES_CELLS)
        return kg__lines_fail(
            &r->lines, r->lines.line, "a board of more than %d cells", KG_TILES_CELLS);
    KG_TRY(put_fields(r, 0, r->now.start, r->rows * r->now.width));
    r->rows++;
    if (r->rows == r->options.height)
        KG_TRY(end_rows(r));
out:
    return status;
}

/* ---- the file -------------------------------------------------------------------------------- */

/* Recognises the format of the file by the first line with tiles. */
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
        return kg__lines_fail(&r->lines, r->lines.line,
            "%u tiles in a line, expected a row of %u or all %u of the board", r->fields,
            r->options.width, n);
    else
        return kg__lines_fail(&r->lines, r->lines.line,
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
    if (r->kind == ROWS && !r->fields) /* a line with only a comment is not a blank line */
        return *skip_blanks(r->lines.line) ? KG_OK : end_rows(r);
    if (r->kind == ROWS && r->fields == 4 && is_small_board(r) && r->value[0] < 4 &&
        r->value[1] < 4 && r->value[2] < 4 && r->value[3] < 4) {
        r->kind = r->underscored ? PAIRS : BATCH;
        KG_TRY(take_small_board(r, r->underscored));
    }
    if (r->kind == ROWS)
        return take_row(r);
    n = r->now.width * r->now.height;
    if (r->fields == 0 || r->fields == n || (r->fields == n + 1 && r->kind == BATCH))
        return r->fields ? take_board(r, r->fields - n) : KG_OK;
    status =
        kg__lines_fail(&r->lines, r->lines.line, "%u tiles in a line, expected %u", r->fields, n);
out:
    return status;
}

static kg_status read_all(reader *r)
{
    const char *shown = r->lines.input->shown;
    kg_status status;

    for (;;) {
        KG_TRY(kg__lines_next(&r->lines));
        if (!r->lines.line)
            break;
        KG_TRY(read_fields(r));
        KG_TRY(take_line(r));
    }
    KG_TRY(end_rows(r));
    if (r->has_start)
        return kg__lines_fail(
            &r->lines, NULL, "the file ends here, expected the target of the start before");
    if (!r->set->count)
        status = kg__fail(r->set->ctx, KG_FORMAT, "%s: no puzzle, expected one", shown);
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
    if ((unsigned)options->goal > KG_TILES_BLANK_LAST)
        return kg__fail(ctx, KG_ARGUMENT, "goal %d: expected 0 to 2", (int)options->goal);
    return KG_OK;
}

kg_status kg__tiles_read_input(
    kg_tiles_set **set, const kg__input *input, const kg_tiles_read_options *options)
{
    static const kg__expected expected = {"boards, the numbers of their tiles, row by row"};
    reader r = {.options = *options, .about.goal = KG_TILES_GIVEN};
    kg_status status;

    *set = NULL;
    KG_TRY(check_options(input->ctx, options));
    KG_TRY(kg__host_allocate(input->ctx, &r.set, 1, sizeof *r.set, "puzzles"));
    *r.set = (kg_tiles_set){.ctx = input->ctx};
    r.now.width = options->width;
    r.now.height = options->height;
    KG_TRY(kg__foreign_refuse(input, &expected));
    kg__lines_open(&r.lines, input);
    status = read_all(&r);
    kg__lines_close(&r.lines);
out:
    if (status == KG_OK)
        *set = r.set;
    else
        kg_tiles_set_destroy(r.set);
    return status;
}

static kg_status read_set(void *set, const kg__input *input, const void *options)
{
    return kg__tiles_read_input(set, input, options);
}

static kg_status read_from(kg_tiles_set **set, kg_context *context, const kg__source *source,
    const kg_tiles_read_options *options)
{
    KG_NEED_RESULT(context, set, context);
    kg__begin(context);
    options = options ? options : &(const kg_tiles_read_options)KG_TILES_READ_OPTIONS_INIT;
    return kg__input_read_from(context, source, options->shown, read_set, set, options);
}

KG__READ_CALLS_WITH(kg_tiles_read, read_from, kg_tiles_set, kg_context, kg_tiles_read_options)

void kg_tiles_set_destroy(kg_tiles_set *set)
{
    if (!set)
        return;
    kg__free_all(set->ctx, set->puzzle, set->origin, set);
}

KG__GETTER(size_t, kg_tiles_set_count, kg_tiles_set, set, set->count, 0)
KG__GETTER(const kg_tiles_puzzle *, kg_tiles_set_puzzles, kg_tiles_set, set, set->puzzle, NULL)
KG__GETTER(const kg_tiles_origin *, kg_tiles_set_origins, kg_tiles_set, set, set->origin, NULL)
