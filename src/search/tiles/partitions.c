/*
 * The pattern databases of a target: which tiles are in which pattern.
 */
#include "partitions.h"
#include "tiles_ops.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SMALL = 16 /* cells of a board whose patterns may have all items that a database takes */ };

/* Partitions of the 24-puzzle with the blank first: the pattern of each goal place. Of the 1,093
 * partitions into four connected patterns of 6, mirror images not counted, these four and their
 * mirror images together prune most: chosen one after the other on 20,700 states that a search with
 * Korf and Felner's partition expanded. */
enum { SIXES = 4, SIXES_OF_A_GPU = 2 };

static const uint8_t sixes[SIXES][25] = {
    {9, 0, 0, 0, 3, 0, 0, 0, 3, 3, 2, 1, 1, 1, 3, 2, 1, 1, 1, 3, 2, 2, 2, 2, 3},
    {9, 0, 0, 0, 1, 0, 0, 1, 1, 1, 0, 2, 1, 1, 3, 2, 2, 2, 3, 3, 2, 2, 3, 3, 3},
    {9, 0, 0, 3, 3, 0, 0, 0, 0, 3, 1, 1, 1, 2, 3, 1, 2, 2, 2, 3, 1, 1, 2, 2, 3},
    {9, 0, 0, 1, 1, 0, 0, 0, 1, 1, 0, 2, 2, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3}};

/* Likewise, partitions into three connected patterns of 8. The second one keeps together what the
 * first one and its mirror image divide. */
enum { EIGHTS = 2 };

static const uint8_t eights[EIGHTS][25] = {
    {9, 0, 0, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 1, 2, 2, 2, 1, 1, 2, 2, 2, 2, 2},
    {9, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 2, 2, 2, 1, 1, 2, 2, 2, 1, 1, 1, 2, 2}};

/* The database of a pattern of 8 has 2,166,627 blocks of 8! bits. Building one takes as many bytes
 * again, and a search takes less than SPARE_BYTES. */
static const uint64_t eight_bytes = UINT64_C(2166627) * 5040, spare_bytes = UINT64_C(2) << 30;

/* The time in which an H100 builds two partitions into patterns of 8. */
static const double eights_seconds = 25;

/* ---- partitions ------------------------------------------------------------------------------ */

/* The pattern of each place: strips of two columns, down the first, up the second, and so on, are
 * cut into equal parts. Returns the number of patterns. */
static unsigned cut_strips(uint8_t *pattern, unsigned width, unsigned height, unsigned blank)
{
    const unsigned cells = width * height, most = cells <= SMALL ? 8 : 6;
    const unsigned patterns = (cells - 1 + most - 1) / most;
    unsigned n = 0;

    for (unsigned x = 0; x < width; x += 2)
        for (unsigned i = 0; i < height; i++)
            for (unsigned dx = 0; dx < 2 && x + dx < width; dx++) {
                const unsigned y = x / 2 % 2 ? height - 1 - i : i;
                const unsigned place = y * width + x + dx;
                const unsigned part = n++ * patterns / cells;

                if (place != blank)
                    pattern[place] = (uint8_t)part;
            }
    return patterns;
}

static kg_status fail_partition(kg_context *ctx, const char *text, const char *wrong)
{
    return kg__fail(ctx, KG_ARGUMENT,
        "partition '%.200s': %s; expected all tiles once in lists of at most %d, as in "
        "1,2,3,4/5,6,7,8, and a + between partitions",
        text, wrong, KG__PATTERN_ITEMS);
}

/* Reads a partition up to its end or a +. at: [in, out] in the text; pattern: [out] by tile. */
static kg_status read_partition(kg_context *ctx, uint8_t *pattern, unsigned *patterns,
    unsigned cells, const char *text, const char **at)
{
    unsigned items = 0, seen = 0;

    memset(pattern, UINT8_MAX, KG_TILES_CELLS);
    for (*patterns = 0;; ++*at) {
        char *end;
        const unsigned long tile = strtoul(*at, &end, 10);

        if (end == *at || **at < '0' || **at > '9' || (*end && !strchr(",/+", *end)))
            return fail_partition(ctx, text, "a number is missing");
        if (tile < 1 || tile >= cells || pattern[tile] != UINT8_MAX)
            return fail_partition(ctx, text,
                tile < cells && tile ? "a tile is there twice" : "there is no such tile");
        if (++items > KG__PATTERN_ITEMS)
            return fail_partition(ctx, text, "a list is too long");
        pattern[tile] = (uint8_t)*patterns;
        seen++;
        *at = end;
        if (**at != ',') {
            items = 0;
            ++*patterns;
        }
        if (!**at || **at == '+')
            break;
    }
    return seen == cells - 1 ? KG_OK : fail_partition(ctx, text, "a tile is missing");
}

/* ---- databases ------------------------------------------------------------------------------- */

static void make_board(kg__pattern_board *b, unsigned width, unsigned height)
{
    memset(b, 0, sizeof *b);
    b->places = width * height;
    for (unsigned i = 0; i < b->places; i++) {
        const unsigned x = i % width, y = i / width;

        b->near[i] |= x ? 1u << (i - 1) : 0;
        b->near[i] |= x + 1 < width ? 1u << (i + 1) : 0;
        b->near[i] |= y ? 1u << (i - width) : 0;
        b->near[i] |= y + 1 < height ? 1u << (i + width) : 0;
        b->colour |= (x + y) % 2 ? 1u << i : 0;
    }
}

/* The cell that the main diagonal of a square board mirrors. */
static uint8_t mirror(unsigned width, unsigned cell)
{
    return (uint8_t)(cell % width * width + cell / width);
}

/* Reads a database from a folder, or builds it and writes it there. The file's name has the sides,
 * the blank's goal and the goals of the items. */
static kg_status keep(kg_tiles_patterns *p, unsigned i, const uint8_t *places)
{
    kg__pattern *d = &p->database[i];
    char *path = NULL;
    const size_t room = strlen(p->folder) + 80;
    size_t used;
    kg_status status;

    KG_TRY(kg__host_allocate(p->ctx, &path, room, 1, "a file's name"));
    used = (size_t)snprintf(
        path, room, "%s/tiles-%ux%u-%u-", p->folder, p->width, p->height, d->blank);
    for (unsigned k = 0; k < d->view.items; k++)
        used += (size_t)snprintf(path + used, room - used, k ? ".%u" : "%u", places[k]);
    snprintf(path + used, room - used, ".kpat");
    if (access(path, F_OK) == 0) {
        KG_TRY(kg__pattern_read(p->ctx, d, path));
        goto out;
    }
    KG_TRY(kg__pattern_build(p->ctx, d, p->patience));
    KG_TRY(kg__pattern_write(p->ctx, d, path));
out:
    kg__free(p->ctx, path);
    return status;
}

static kg_status need_shape(kg_tiles_patterns *p, unsigned items)
{
    kg__pattern_board board;

    if (p->shape[items].sets)
        return KG_OK;
    make_board(&board, p->width, p->height);
    return kg__pattern_shape_make(p->ctx, &p->shape[items], &board, items);
}

/* The database of some goal places in rising order, which is read or built unless there is one.
 * index: [out] */
static kg_status need(
    kg_tiles_patterns *p, uint8_t *index, const uint8_t *places, unsigned items, unsigned blank)
{
    uint32_t set = 0;
    kg_status status = KG_OK;

    for (unsigned i = 0; i < items; i++)
        set |= 1u << places[i];
    for (*index = 0; *index < p->databases; ++*index)
        if (p->database[*index].goal.set == set)
            return KG_OK;
    KG_TRY(need_shape(p, items));
    kg__pattern_make(&p->database[p->databases++], &p->shape[items], places, blank);
    KG_TRY(p->folder ? keep(p, *index, places)
                     : kg__pattern_build(p->ctx, &p->database[*index], p->patience));
out:
    return status;
}

/* A state has 8 bits for a bound. */
static kg_status check_depths(const kg_tiles_patterns *p, unsigned partition)
{
    unsigned most = 0;

    for (unsigned i = p->first[partition]; i < p->first[partition + 1]; i++)
        most += p->database[p->base[i]].deepest;
    if (most > KG__DEEP_MOVES)
        return kg__fail(p->ctx, KG_UNSUPPORTED,
            "the patterns need up to %u moves in all: pattern databases take at most %d", most,
            KG__DEEP_MOVES);
    return KG_OK;
}

static kg_status check_room(const kg_tiles_patterns *p, unsigned patterns)
{
    if (p->tables.partitions == KG__DEEP_PARTITIONS ||
        p->tables.patterns + patterns > KG__DEEP_PATTERNS)
        return kg__fail(p->ctx, KG_UNSUPPORTED,
            "pattern databases take at most %d partitions of %d lists in all, mirrored ones "
            "counted",
            KG__DEEP_PARTITIONS, KG__DEEP_PATTERNS);
    return KG_OK;
}

/* Sets where the databases of a partition see a cell. */
static void see(kg__deep_tables *t, unsigned partition, unsigned cell, unsigned place)
{
    t->place[partition][cell] = (uint8_t)place;
    t->spot[partition][cell] = (uint8_t)kg__pattern_spot(place);
}

/* Adds a partition. pattern: [in] by tile */
static kg_status add_partition(kg_tiles_patterns *p, const uint8_t *pattern, unsigned patterns)
{
    const unsigned cells = p->width * p->height, partition = p->tables.partitions;
    uint8_t goal[KG_TILES_CELLS], places[KG__PATTERN_ITEMS];
    kg_status status;

    KG_TRY(check_room(p, patterns));
    p->tables.partitions++;
    kg__tiles_invert(goal, p->target, cells);
    for (unsigned c = 0; c < cells; c++)
        see(&p->tables, partition, c, c);
    for (unsigned i = 0; i < patterns; i++) {
        const unsigned at = p->tables.patterns++;
        unsigned items = 0;

        for (unsigned c = 0; c < cells; c++)
            if (c != goal[0] && pattern[p->target[c]] == i) {
                p->tile[at][items] = p->target[c];
                p->tables.of[partition][p->target[c]] = (uint8_t)at;
                places[items++] = (uint8_t)c;
            }
        KG_TRY(need(p, &p->base[at], places, items, goal[0]));
        p->tables.view[at] = p->database[p->base[at]].view;
    }
    p->first[partition + 1] = p->tables.patterns;
    KG_TRY(check_depths(p, partition));
out:
    return status;
}

/* Adds the mirror image of a partition. */
static kg_status add_mirrored(kg_tiles_patterns *p, unsigned of)
{
    const unsigned cells = p->width * p->height, partition = p->tables.partitions;
    const unsigned first = p->first[of], patterns = p->first[of + 1] - first;
    uint8_t goal[KG_TILES_CELLS];
    kg_status status;

    KG_TRY(check_room(p, patterns));
    p->tables.partitions++;
    kg__tiles_invert(goal, p->target, cells);
    for (unsigned c = 0; c < cells; c++)
        see(&p->tables, partition, c, mirror(p->width, c));
    for (unsigned i = first; i < first + patterns; i++) {
        const unsigned at = p->tables.patterns++;

        p->base[at] = p->base[i];
        p->tables.view[at] = p->tables.view[i];
        for (unsigned k = 0; k < p->tables.view[i].items; k++) {
            p->tile[at][k] = p->target[mirror(p->width, goal[p->tile[i][k]])];
            p->tables.of[partition][p->tile[at][k]] = (uint8_t)at;
        }
    }
    p->first[partition + 1] = p->tables.patterns;
out:
    return status;
}

unsigned kg__tiles_patterns_sixes(const kg_context *ctx)
{
    return kg__context_backend(ctx) == KG__CPU ? SIXES : SIXES_OF_A_GPU;
}

/* Adds the partitions of the text, or the default ones. count: [out] how many */
static kg_status add_partitions(kg_tiles_patterns *p, unsigned *count)
{
    const unsigned cells = p->width * p->height;
    const char *at = p->partition;
    uint8_t pattern[KG_TILES_CELLS], goal[KG_TILES_CELLS], by_place[KG_TILES_CELLS];
    const unsigned most = kg__tiles_patterns_sixes(p->ctx);
    unsigned patterns = 4, blank;
    bool more;
    kg_status status;

    kg__tiles_invert(goal, p->target, cells);
    blank = goal[0];
    *count = 0;
    do {
        const bool known = p->width == 5 && p->height == 5 && (blank == 0 || blank == 24);

        if (at)
            KG_TRY(read_partition(p->ctx, pattern, &patterns, cells, p->partition, &at));
        else if (!known)
            patterns = cut_strips(by_place, p->width, p->height, blank);
        for (unsigned c = 0; !at && c < cells; c++)
            pattern[p->target[c]] = known ? sixes[*count][blank ? 24 - c : c] : by_place[c];
        KG_TRY(add_partition(p, pattern, patterns));
        ++*count;
        more = at ? *at++ == '+' : known && *count < most;
    } while (more);
out:
    return status;
}

/* Finds what is wrong with the text. */
static kg_status check_partitions(const kg_tiles_patterns *p)
{
    const char *at = p->partition;
    uint8_t pattern[KG_TILES_CELLS];
    unsigned patterns;
    kg_status status = KG_OK;

    if (at)
        do
            KG_TRY(read_partition(
                p->ctx, pattern, &patterns, p->width * p->height, p->partition, &at));
        while (*at++ == '+');
out:
    return status;
}

static void free_databases(kg_tiles_patterns *p)
{
    for (unsigned i = 0; i < p->databases; i++)
        kg__pattern_free(p->ctx, &p->database[i]);
    for (unsigned i = 0; i <= KG__PATTERN_ITEMS; i++)
        kg__pattern_shape_free(p->ctx, &p->shape[i]);
    memset(p->shape, 0, sizeof p->shape);
    p->databases = 0;
    p->tables = (kg__deep_tables){.partitions = 0};
}

kg_status kg__tiles_patterns_build(kg_tiles_patterns *p, const kg__patience *patience)
{
    uint8_t goal[KG_TILES_CELLS];
    unsigned count;
    kg_status status = KG_OK;

    if (p->built)
        return KG_OK;
    p->patience = patience;
    kg__stage(p->ctx, "tables");
    kg__tiles_invert(goal, p->target, p->width * p->height);
    KG_TRY(add_partitions(p, &count));
    if (p->width == p->height && mirror(p->width, goal[0]) == goal[0])
        for (unsigned i = 0; i < count; i++)
            KG_TRY(add_mirrored(p, i));
    p->built = true;
out:
    p->patience = NULL;
    if (status != KG_OK)
        free_databases(p);
    return status;
}

/* ---- larger databases ------------------------------------------------------------------------ */

/* How many partitions into patterns of 8 fit. */
static unsigned count_eights(const kg_tiles_patterns *p)
{
    const uint64_t host = kg__host_available("");
    size_t device;
    unsigned count = EIGHTS;

    if (p->partition || p->width != 5 || p->height != 5 || (p->target[0] && p->target[24]) ||
        kg__context_backend(p->ctx) == KG__CPU ||
        kg__memory(p->ctx)->available(p->ctx, &device) != KG_OK)
        return 0;
    while (count && ((3 * count + 1) * eight_bytes + spare_bytes > device ||
                        3 * count * eight_bytes + spare_bytes > host))
        count--;
    return count;
}

/* Writes partitions as an option has them. text: [out] [3 * 25 * count] */
static void put_eights(char *text, const kg_tiles_patterns *p, unsigned count)
{
    for (unsigned i = 0; i < 3 * count; i++)
        for (unsigned c = 0, items = 0; c < 25; c++)
            if (eights[i / 3][p->target[0] ? 24 - c : c] == i % 3)
                text += sprintf(text, "%s%u",
                    items++ ? ","
                    : !i    ? ""
                    : i % 3 ? "/"
                            : "+",
                    p->target[c]);
}

kg_status kg__tiles_patterns_make_larger(kg_tiles_patterns *p, unsigned count)
{
    kg_tiles_puzzle puzzle = {p->width, p->height, {0}, {0}};
    char text[3 * KG_TILES_CELLS * EIGHTS];

    memcpy(puzzle.target, p->target, sizeof puzzle.target);
    put_eights(text, p, count);
    return kg__tiles_patterns_make(
        &p->larger, p->ctx, &puzzle, &(kg_tiles_patterns_options){.partition = text});
}

kg_status kg__tiles_patterns_enlarge(kg_tiles_patterns *p, const kg__patience *patience)
{
    const unsigned count = p->larger ? 0 : count_eights(p);
    kg_status status = KG_OK;

    if (count)
        KG_TRY(kg__tiles_patterns_make_larger(p, count));
    if (p->larger)
        KG_TRY(kg__tiles_patterns_build(p->larger, patience));
out:
    if (status == KG_MEMORY) {
        kg__forgive(p->ctx);
        kg_tiles_patterns_destroy(p->larger);
        p->larger = NULL;
        status = KG_OK;
    }
    p->largest = !p->larger;
    return status;
}

static kg_status copy_text(kg_context *ctx, char **copy, const char *text)
{
    kg_status status = KG_OK;

    if (text) {
        KG_TRY(kg__host_allocate(ctx, copy, strlen(text) + 1, 1, "pattern databases"));
        strcpy(*copy, text);
    }
out:
    return status;
}

kg_status kg__tiles_patterns_make(kg_tiles_patterns **patterns, kg_context *ctx,
    const kg_tiles_puzzle *puzzle, const kg_tiles_patterns_options *options)
{
    kg_tiles_patterns *p = NULL;
    kg_status status;

    KG_TRY(kg__tiles_check_board(ctx, puzzle, puzzle->target, "target"));
    KG_TRY(kg__host_allocate(ctx, &p, 1, sizeof *p, "pattern databases"));
    memset(p, 0, sizeof *p);
    p->ctx = ctx;
    p->patience_seconds = eights_seconds;
    p->width = puzzle->width;
    p->height = puzzle->height;
    memcpy(p->target, puzzle->target, puzzle->width * puzzle->height);
    KG_TRY(copy_text(ctx, &p->partition, options->partition));
    KG_TRY(copy_text(ctx, &p->folder, options->folder));
    KG_TRY(check_partitions(p));
    *patterns = p;
    p = NULL;
out:
    kg_tiles_patterns_destroy(p);
    return status;
}

kg_status kg_tiles_patterns_create(kg_tiles_patterns **patterns, kg_context *context,
    const kg_tiles_puzzle *puzzle, const kg_tiles_patterns_options *options)
{
    kg_tiles_patterns *p = NULL;
    kg_status status;

    KG_NEED_RESULT(context, patterns, context);
    KG_NEED(context, puzzle);
    kg__begin(context);
    options = options ? options : &(const kg_tiles_patterns_options)KG_TILES_PATTERNS_OPTIONS_INIT;
    KG_TRY(kg__tiles_patterns_make(&p, context, puzzle, options));
    if (!options->later)
        KG_TRY(kg__tiles_patterns_build(p, NULL));
    *patterns = p;
    p = NULL;
out:
    kg__stage(context, NULL);
    kg_tiles_patterns_destroy(p);
    return status;
}

void kg_tiles_patterns_destroy(kg_tiles_patterns *patterns)
{
    if (!patterns)
        return;
    kg_tiles_patterns_destroy(patterns->larger);
    while (patterns->knowns)
        kg__tiles_free(patterns->known[--patterns->knowns].answer);
    free_databases(patterns);
    kg__free_all(patterns->ctx, patterns->partition, patterns->folder, patterns->known, patterns);
}

/* ---- searches -------------------------------------------------------------------------------- */

kg_status kg__tiles_patterns_check(
    kg_context *ctx, const kg_tiles_patterns *p, const kg_tiles_puzzle *puzzle)
{
    if (!p)
        return kg__fail(ctx, KG_ARGUMENT, "the heuristic needs pattern databases");
    if (p->width != puzzle->width || p->height != puzzle->height ||
        memcmp(p->target, puzzle->target, p->width * p->height) != 0)
        return kg__fail(ctx, KG_ARGUMENT,
            "the pattern databases are those of another target, of %u x %u cells", p->width,
            p->height);
    return KG_OK;
}

void kg__tiles_patterns_start(const kg_tiles_patterns *p, kg__deep_node *n, const uint8_t *cells)
{
    const kg__deep_tables *t = &p->tables;
    uint8_t cell[KG_TILES_CELLS];

    memset(n, 0, sizeof *n);
    memcpy(n->tile, cells, p->width * p->height);
    kg__tiles_invert(cell, cells, p->width * p->height);
    n->blank = cell[0];
    for (unsigned i = 0; i < t->partitions; i++)
        for (unsigned pattern = p->first[i]; pattern < p->first[i + 1]; pattern++) {
            const kg__pattern *d = &p->database[p->base[pattern]];
            uint8_t place[KG__PATTERN_ITEMS];
            unsigned distance;

            for (unsigned item = 0; item < d->view.items; item++)
                place[item] = t->place[i][cell[p->tile[pattern][item]]];
            n->at[pattern] = kg__pattern_find(d, place);
            distance = kg__pattern_distance(d, n->at[pattern], t->place[i][n->blank]);
            n->h += (uint64_t)distance << 8 * i;
            n->bits |= (distance >> 1 & 1) << pattern;
        }
}
