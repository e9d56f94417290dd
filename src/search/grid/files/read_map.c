/*
 * Reading a grid map.
 *
 * In: one of the formats of kg_grid_format. This file reads those with a character a cell, and the
 *     course format.
 * Out: the map, with the start and goal that the file gives.
 *
 * The file of a MovingAI map must be long enough for the size that it claims before memory is
 * taken. This is not possible for the course format: a map of any size has a few lines. A drawing
 * is read twice, first for its size.
 * Memory: the map and a line of text.
 */
#include "read_map.h"
#include <inttypes.h>
#include <string.h>

enum { WALL = KG__TERRAINS, OTHER, SWAMP, CLASSES };

static void set_wall(kg_grid *g, uint64_t x, uint64_t y)
{
    kg__grid_row(g, g->plane[0].row, (uint32_t)y)[x / 64 + 1] &= ~(UINT64_C(1) << x % 64);
}

static kg_status fail_cell(const kg__lines *l, const char *place, const char *expected)
{
    unsigned char c = (unsigned char)*place;

    if (c > ' ' && c < 127)
        return kg__lines_fail(l, place, "'%c' is no cell, expected %s", c, expected);
    return kg__lines_fail(l, place, "byte %u is no cell, expected %s", c, expected);
}

/* Fills a table of what each character is read as: itself, unless the options make it a wall or a
 * free cell. fold: for letters in either case. */
static void fill_characters(char as[256], const kg_grid_read_options *options, char wall, bool fold)
{
    const char *chars[] = {options->wall_chars, options->free_chars};

    for (int c = 0; c < 256; c++)
        as[c] = (char)(fold && c >= 'a' && c <= 'z' ? c - ('a' - 'A') : c);
    for (int k = 0; k < 2; k++)
        for (const char *c = chars[k] ? chars[k] : ""; *c; c++) {
            bool letter = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z');

            as[(unsigned char)*c] = k ? '.' : wall;
            if (fold && letter)
                as[(unsigned char)(*c ^ ('a' - 'A'))] = k ? '.' : wall;
        }
}

/* ---- the course format ----------------------------------------------------------------------- */

static kg_status read_pair(
    kg__lines *l, kg_grid_cell *cell, const uint64_t *limit, const char *what)
{
    uint64_t number[2];
    kg_status status;

    KG_TRY(kg__lines_next_full(l));
    KG_TRY(kg__lines_numbers(l, number, 2, limit, what));
    *cell = (kg_grid_cell){(uint32_t)number[0], (uint32_t)number[1]};
out:
    return status;
}

/* Reads a count, and that many lines of obstacles. */
static kg_status read_obstacles(kg__lines *l, kg_grid *g, const uint64_t *limit)
{
    const uint64_t any = UINT64_MAX;
    kg_grid_cell cell;
    uint64_t count;
    kg_status status;

    KG_TRY(kg__lines_next_full(l));
    KG_TRY(kg__lines_numbers(l, &count, 1, &any, "how many obstacles follow"));
    for (; count; count--) {
        KG_TRY(read_pair(l, &cell, limit, "an obstacle as x,y"));
        set_wall(g, cell.x, cell.y);
    }
out:
    return status;
}

static kg_status read_weights(kg__lines *l, kg_grid *g, const uint64_t *limit)
{
    const uint64_t any = UINT64_MAX;
    uint64_t count, number[3];
    uint16_t *weight;
    kg_status status;

    KG_TRY(kg__lines_next_full(l));
    if (!l->line)
        return KG_OK;
    KG_TRY(kg__lines_numbers(l, &count, 1, &any, "how many weights follow"));
    for (; count; count--) {
        KG_TRY(kg__lines_next_full(l));
        KG_TRY(kg__lines_numbers(l, number, 3, limit, "a weight as x,y,weight"));
        if (!number[2])
            return kg__lines_fail(l, NULL, "a weight of 0, expected 1 to %d", KG__WEIGHT_MAX);
        if (!g->weight) {
            KG_TRY(kg__grid_add_weights(g));
            memset(g->weight, 0, (size_t)g->width * g->height * sizeof *g->weight);
        }
        weight = &g->weight[number[1] * g->width + number[0]];
        if (*weight && *weight != number[2])
            return kg__lines_fail(l, NULL, "the cell %llu,%llu has the weight %u already",
                (unsigned long long)number[0], (unsigned long long)number[1], *weight);
        *weight = (uint16_t)number[2];
    }
    for (size_t i = 0; g->weight && i < (size_t)g->width * g->height; i++)
        if (!g->weight[i]) /* no line names this cell */
            g->weight[i] = 1;
    KG_TRY(kg__lines_next_full(l));
    if (l->line)
        status = kg__lines_fail(l, NULL, "expected the end of the file behind the weights");
out:
    return status;
}

static kg_status read_course(kg_grid **grid, kg__lines *l, const kg_grid_rules *rules)
{
    const uint64_t any[2] = {UINT64_MAX, UINT64_MAX};
    uint64_t size[2], limit[3] = {0, 0, KG__WEIGHT_MAX};
    kg_grid *g;
    kg_status status;

    KG_TRY(kg__lines_numbers(l, size, 2, any, "the map's size as width,height"));
    if (!size[0] || !size[1])
        return kg__lines_fail(l, NULL, "a map without cells");
    KG_TRY(kg__grid_create(grid, l->input->ctx, size[0], size[1], KG_GRID_COURSE, rules));
    g = *grid;
    limit[0] = size[0] - 1;
    limit[1] = size[1] - 1;
    for (uint32_t y = 0; y < g->height; y++) {
        uint64_t *row = kg__grid_row(g, g->plane[0].row, y);

        memset(row + 1, 0xff, g->width / 64 * sizeof *row);
        if (g->width % 64)
            row[g->width / 64 + 1] = (UINT64_C(1) << g->width % 64) - 1;
    }
    KG_TRY(read_pair(l, &g->given.start, limit, "the start as x,y"));
    KG_TRY(read_pair(l, &g->given.goal, limit, "the goal as x,y"));
    g->has_start = g->has_goal = true;
    KG_TRY(read_obstacles(l, g, limit));
    KG_TRY(read_weights(l, g, limit));
out:
    return status;
}

/* ---- MovingAI -------------------------------------------------------------------------------- */

static bool is_word(const char *line, const char *word)
{
    return strncmp(line, word, strlen(word)) == 0;
}

/* "height N" or "width N". */
static kg_status read_side(const kg__lines *l, const char *name, uint64_t *side)
{
    const uint64_t any = UINT64_MAX;
    size_t length = strlen(name);
    kg__lines rest = *l;

    if (strncmp(l->line, name, length) != 0 || (l->line[length] != ' ' && l->line[length] != '\t'))
        return KG_OK;
    if (*side)
        return kg__lines_fail(l, NULL, "a second %s", name);
    memset(rest.line, ' ', length); /* leaves only the number, in its column */
    return kg__lines_numbers(&rest, side, 1, &any, name);
}

static kg_status read_header(kg__lines *l, uint64_t *width, uint64_t *height)
{
    kg_status status = KG_OK;

    *width = *height = 0;
    for (;;) {
        uint64_t before = !!*width + !!*height;

        if (!l->line)
            return kg__lines_fail(l, NULL, "the file ends here, expected height, width, map");
        if (is_word(l->line, "map"))
            break;
        KG_TRY(read_side(l, "height", height));
        KG_TRY(read_side(l, "width", width));
        if (!!*width + !!*height == (int)before &&
            !is_word(l->line + strspn(l->line, " \t"), "type"))
            return kg__lines_fail(l, NULL, "expected height N, width N, both not 0, or map");
        KG_TRY(kg__lines_next_full(l));
    }
    if (!*width || !*height)
        return kg__lines_fail(l, NULL, "the map's %s is missing", *width ? "height" : "width");
    if (*width > l->input->size || *height > l->input->size / *width)
        return kg__lines_fail(l, NULL,
            "a map of %" PRIu64 " x %" PRIu64 " cells is longer than this file", *width, *height);
out:
    return status;
}

/* Counts cells of terrains that konig does not distinguish, and keeps the place of the first. */
static void note_other(const kg__lines *l, kg_grid *g, const char *cells, uint64_t bits)
{
    if (!g->others) {
        const char *first = cells + __builtin_ctzll(bits);

        g->other = *first;
        g->other_line = l->number;
        g->other_column = (uint64_t)(first - l->line) + 1;
    }
    g->others += (uint64_t)__builtin_popcountll(bits);
}

/* as: what each character is read as, in capital letters. */
static kg_status read_terrain_row(const kg__lines *l, kg_grid *g, uint32_t y, const char *as)
{
    /* Letters that the description of the format lacks are OTHER. */
    static const uint8_t terrain_of[256] = {['.'] = 1,
        ['G'] = 1,
        ['S'] = SWAMP + 1,
        ['B'] = 1,
        ['W'] = 2,
        ['T'] = 3,
        ['@'] = WALL + 1,
        ['O'] = WALL + 1,
        ['A'] = OTHER + 1,
        ['C' ... 'F'] = OTHER + 1,
        ['H' ... 'N'] = OTHER + 1,
        ['P' ... 'R'] = OTHER + 1,
        ['U' ... 'V'] = OTHER + 1,
        ['X' ... 'Z'] = OTHER + 1};
    kg_status status = KG_OK;

    if (l->length != g->width)
        return kg__lines_fail(l, l->line + (l->length < g->width ? l->length : g->width),
            "a row of %zu cells, expected %u", l->length, g->width);
    for (uint32_t x = 0; x < g->width; x += 64) {
        uint32_t count = g->width - x < 64 ? g->width - x : 64;
        uint64_t bits[CLASSES + 1] = {0};

        for (uint32_t i = 0; i < count; i++)
            bits[terrain_of[(unsigned char)as[(unsigned char)l->line[x + i]]]] |= UINT64_C(1) << i;
        if (bits[0])
            return fail_cell(l, l->line + x + __builtin_ctzll(bits[0]), ". @ or a letter");
        if (bits[OTHER + 1])
            note_other(l, g, l->line + x, bits[OTHER + 1]);
        if (bits[SWAMP + 1]) {
            KG_TRY(kg__grid_add_bits(g, &g->swamp));
            kg__grid_row(g, g->swamp, y)[x / 64 + 1] = bits[SWAMP + 1];
        }
        bits[1] |= bits[OTHER + 1] | bits[SWAMP + 1];
        for (int t = 0; t < KG__TERRAINS; t++) {
            if (!bits[t + 1])
                continue;
            KG_TRY(kg__grid_add_terrain(g, t));
            kg__grid_row(g, g->plane[t].row, y)[x / 64 + 1] = bits[t + 1];
        }
    }
out:
    return status;
}

static kg_status read_movingai(kg_grid **grid, kg__lines *l, const kg_grid_read_options *options)
{
    uint64_t width, height;
    char as[256];
    kg_status status;

    fill_characters(as, options, '@', true);
    KG_TRY(read_header(l, &width, &height));
    KG_TRY(kg__grid_create(grid, l->input->ctx, width, height, KG_GRID_MOVINGAI, &options->rules));
    for (uint32_t y = 0; y < height; y++) {
        KG_TRY(kg__lines_next(l));
        if (!l->line)
            return kg__lines_fail(
                l, NULL, "the file ends here, expected %" PRIu64 " more rows", height - y);
        KG_TRY(read_terrain_row(l, *grid, y, as));
        if (!(y & 255))
            KG_TRY(kg__progress(l->input->ctx, "reading", y, height));
    }
    KG_TRY(kg__lines_next_full(l));
    if (l->line)
        status = kg__lines_fail(l, NULL, "expected the end of the file behind the map's rows");
out:
    return status;
}

/* ---- drawings -------------------------------------------------------------------------------- */

static kg_status read_drawn_row(const kg__lines *l, kg_grid *g, uint32_t y, const char *as)
{
    kg_status status = KG_OK;

    for (size_t x = 0; x < l->length; x++) {
        char c = as[(unsigned char)l->line[x]];
        bool *has = c == 'S' ? &g->has_start : &g->has_goal;
        kg_grid_cell *cell = c == 'S' ? &g->given.start : &g->given.goal;

        if (c == '#')
            continue;
        kg__map_free(g, 0, x, y);
        if (c >= '1' && c <= '9') {
            if (c > '1')
                KG_TRY(kg__grid_add_weights(g));
            if (g->weight)
                g->weight[(size_t)y * g->width + x] = (uint16_t)(c - '0');
        } else if (c == 'S' || c == 'G') {
            if (*has)
                return kg__lines_fail(l, l->line + x, "a second '%c'", c);
            *has = true;
            *cell = (kg_grid_cell){(uint32_t)x, y};
        } else if (c != '.' && c != ' ') {
            return fail_cell(l, l->line + x, "# . blank 1 to 9 S or G");
        }
    }
    /* Trailing blanks may be omitted. */
    for (uint64_t x = l->length; x < g->width && as[' '] != '#'; x++)
        kg__map_free(g, 0, x, y);
out:
    return status;
}

static kg_status read_drawing(kg_grid **grid, kg__lines *l, const kg_grid_read_options *options)
{
    const kg__input *input = l->input;
    uint64_t width = 0, height = 0;
    char as[256];
    kg_status status;

    fill_characters(as, options, '#', false);
    kg__lines_close(l);
    kg__lines_open(l, input);
    for (;;) {
        KG_TRY(kg__lines_next(l));
        if (!l->line)
            break;
        width = l->length > width ? l->length : width;
        height = l->length ? l->number : height;
    }
    if (!width)
        return kg__lines_fail(l, NULL, "a map without cells");
    KG_TRY(kg__grid_create(grid, input->ctx, width, height, KG_GRID_DRAWING, &options->rules));
    kg__lines_close(l);
    kg__lines_open(l, input);
    for (uint32_t y = 0; y < height; y++) {
        KG_TRY(kg__lines_next(l));
        KG_TRY(read_drawn_row(l, *grid, y, as));
        if (!(y & 255))
            KG_TRY(kg__progress(input->ctx, "reading", y, height));
    }
out:
    return status;
}

/* ---- any ------------------------------------------------------------------------------------- */

/* Reads a format of lines. */
static kg_status read_lines(kg_grid **grid, const kg__input *input, kg_grid_format format,
    const kg_grid_read_options *options)
{
    kg__lines l;
    kg_status status;

    kg__lines_open(&l, input);
    KG_TRY(kg__lines_next_full(&l));
    if (!l.line)
        status = kg__lines_fail(&l, NULL, "a map without cells");
    else if (format == KG_GRID_COURSE)
        status = read_course(grid, &l, &options->rules);
    else if (format == KG_GRID_MOVINGAI)
        status = read_movingai(grid, &l, options);
    else
        status = read_drawing(grid, &l, options);
out:
    kg__lines_close(&l);
    return status;
}

/* Refuses options that the format of a file gives no use. */
static kg_status check_use(
    const kg__input *input, kg_grid_format format, const kg_grid_read_options *options)
{
    if (options->invert && format != KG_GRID_AUTO && format < KG_GRID_NUMBERS)
        return kg__fail(input->ctx, KG_ARGUMENT,
            "%s: a map in the format %s says which cells are walls, so they cannot be inverted",
            input->shown, kg_grid_format_name(format));
    if (options->zero_free && format != KG_GRID_NUMBERS && format != KG_GRID_NPY)
        return kg__fail(input->ctx, KG_ARGUMENT,
            "%s: cells of 0 are for maps of numbers, and this map has the format %s", input->shown,
            kg_grid_format_name(format));
    if (options->threshold && format != KG_GRID_AUTO && format < KG_GRID_PNG)
        return kg__fail(input->ctx, KG_ARGUMENT,
            "%s: a threshold is for pictures, and this map has the format %s", input->shown,
            kg_grid_format_name(format));
    return KG_OK;
}

kg_status kg__map_read_input(
    kg_grid **grid, const kg__input *input, const kg_grid_read_options *options)
{
    static kg_status (*const readers[])(kg_grid **, const kg__input *,
        const kg_grid_read_options *) = {[KG_GRID_NUMBERS] = kg__map_read_numbers,
        [KG_GRID_NPY] = kg__map_read_npy,
        [KG_GRID_PNG] = kg__map_read_png,
        [KG_GRID_PNM] = kg__map_read_pnm};
    kg_grid_format format;
    kg_status status;

    *grid = NULL;
    kg__stage(input->ctx, "read");
    KG_TRY(kg__map_recognise(&format, input, options));
    KG_TRY(check_use(input, format, options));
    KG_TRY(readers[format] ? readers[format](grid, input, options)
                           : read_lines(grid, input, format, options));
    KG_TRY(kg__grid_finish(*grid));
out:
    kg__stage(input->ctx, NULL);
    if (status != KG_OK) {
        kg_grid_destroy(*grid);
        *grid = NULL;
    }
    return status;
}

static kg_status read_map(void *grid, const kg__input *input, const void *options)
{
    return kg__map_read_input(grid, input, options);
}

static kg_status check_characters(kg_context *ctx, const kg_grid_read_options *options)
{
    const char *wall = options->wall_chars ? options->wall_chars : "";
    const char *open = options->free_chars ? options->free_chars : "";

    if ((options->wall_chars || options->free_chars) && options->format != KG_GRID_AUTO &&
        options->format != KG_GRID_DRAWING && options->format != KG_GRID_MOVINGAI)
        return kg__fail(ctx, KG_ARGUMENT,
            "characters of walls and free cells: the format %s has none, expected movingai or "
            "drawing",
            kg_grid_format_name(options->format));
    for (int k = 0; k < 2; k++)
        for (const char *c = k ? open : wall; *c; c++)
            if (*c < ' ' || *c > '~')
                return kg__fail(ctx, KG_ARGUMENT,
                    "byte %u as a wall or a free cell: expected printable characters of ASCII",
                    (unsigned char)*c);
    for (const char *c = wall; *c; c++)
        if (strchr(open, *c))
            return kg__fail(ctx, KG_ARGUMENT, "'%c' is both a wall and a free cell", *c);
    return KG_OK;
}

static kg_status check_options(kg_context *ctx, const kg_grid_read_options *options)
{
    if ((unsigned)options->format > KG_GRID_PNM)
        return kg__fail(ctx, KG_ARGUMENT, "format %d: expected 0 to %d", (int)options->format,
            (int)KG_GRID_PNM);
    if (options->threshold > 255)
        return kg__fail(
            ctx, KG_ARGUMENT, "a threshold of %u: expected 1 to 255", options->threshold);
    if (options->zero_free && options->invert)
        return kg__fail(ctx, KG_ARGUMENT,
            "cells of 0 are free in an inverted map: they cannot cost nothing, too");
    return check_characters(ctx, options);
}

static kg_status read_from(kg_grid **grid, kg_context *context, const kg__source *source,
    const kg_grid_read_options *options)
{
    kg_status status;

    KG_NEED_RESULT(context, grid, context);
    kg__begin(context);
    options = options ? options : &(const kg_grid_read_options)KG_GRID_READ_OPTIONS_INIT;
    KG_TRY(check_options(context, options));
    status = kg__input_read_from(context, source, NULL, read_map, grid, options);
out:
    return status;
}

KG__READ_CALLS_WITH(kg_grid_read, read_from, kg_grid, kg_context, kg_grid_read_options)
