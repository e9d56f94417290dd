/* Grid maps and scenarios: broken files, good files that only look broken, pictures, and failures
 * of every read and allocation. */
#include "io.h"
#include "search/grid/files/read_map.h"
#include <unistd.h>

static const struct {
    const char *broken, *content;
    size_t size; /* 0: as far as its terminator */
    const char *message;
} damaged[] = {
    {"an empty file", "", 0, "f:0:1: a map without cells"},
    {"blank lines alone", "\n \n", 0, "a map without cells"},
    {"a letter in a drawing", "..\n.x\n", 0, "f:2:2: 'x' is no cell, expected # . blank"},
    {"a weight of 0 in a drawing", "..0\n", 0, "f:1:3: '0' is no cell"},
    {"two starts", "S.\n.S\n", 0, "f:2:2: a second 'S'"},
    {"two goals", "GG\n", 0, "f:1:2: a second 'G'"},
    {"a zero byte in a drawing", ".\0.\n", 4, "f:1:2: byte 0 is no cell"},
    {"a byte above 127", "..\n\xc3\xa9\n", 0, "f:2:1: byte 195 is no cell"},
    {"a tab in a drawing", ".\t.\n", 0, "f:1:2: byte 9 is no cell"},
    {"no rows", "type octile\nheight 2\nwidth 2\nmap\n", 0, "expected 2 more rows"},
    {"rows missing", "type octile\nheight 3\nwidth 2\nmap\n..\n..\n", 0, "expected 1 more rows"},
    {"a short row", "type octile\nheight 2\nwidth 3\nmap\n...\n..\n", 0,
        "f:6:3: a row of 2 cells, expected 3"},
    {"a long row", "type octile\nheight 2\nwidth 2\nmap\n..\n...\n", 0, "f:6:3: a row of 3"},
    {"a row more", "type octile\nheight 1\nwidth 2\nmap\n..\n..\n", 0, "f:6:1: expected the end"},
    {"a sign that is no terrain", "type octile\nheight 1\nwidth 2\nmap\n.#\n", 0,
        "f:5:2: '#' is no cell, expected . @ or a letter"},
    {"a digit in a MovingAI map", "type octile\nheight 1\nwidth 2\nmap\nV3\n", 0,
        "f:5:2: '3' is no cell"},
    {"a byte order mark alone", "\xef\xbb\xbf", 0, "f:0:1: a map without cells"},
    {"half a byte order mark", "\xef\xbb.\n", 0, "f:1:1: byte 239 is no cell"},
    {"a letter behind a byte order mark", "\xef\xbb\xbf.x\n", 0, "f:1:2: 'x' is no cell"},
    {"a second byte order mark", "\xef\xbb\xbf\xef\xbb\xbf.\n", 0, "f:1:1: byte 239 is no cell"},
    {"no width", "type octile\nheight 1\nmap\n.\n", 0, "f:3:1: the map's width is missing"},
    {"no height", "type octile\nwidth 1\nmap\n.\n", 0, "f:3:1: the map's height is missing"},
    {"width twice", "type octile\nwidth 1\nwidth 1\nmap\n.\n", 0, "f:3:1: a second width"},
    {"a width of 0", "type octile\nwidth 0\nheight 1\nmap\n.\n", 0, "both not 0"},
    {"a number behind the width", "type octile\nwidth 1 1\n", 0, "f:2:9: expected the end"},
    {"another keyword", "type octile\nwidths 1\n", 0, "f:2:1: expected height N, width N"},
    {"a width that nothing backs", "type octile\nheight 1\nwidth 999\nmap\n.\n", 0,
        "a map of 999 x 1 cells is longer than this file"},
    {"a map of no height", "3,0\n", 0, "f:1:1: a map without cells"},
    {"an obstacle's number alone", "3,3\n0,0\n1,1\n1\n1\n", 0, "f:5:2: expected an obstacle"},
    {"a word for the obstacles", "3,3\n0,0\n1,1\nnone\n", 0, "f:4:1: expected how many"},
    {"a word for the weights", "3,3\n0,0\n1,1\n0\nnone\n", 0, "f:5:1: expected how many weights"},
    {"too few weights", "3,3\n0,0\n1,1\n0\n2\n1,1,1\n", 0, "the file ends here, expected a weight"},
    {"no map", "type octile\nheight 1\nwidth 1\n", 0, "the file ends here, expected height"},
    {"height twice", "type octile\nheight 1\nheight 1\nmap\n.\n", 0, "f:3:1: a second height"},
    {"a size of 0", "type octile\nheight 0\nwidth 1\nmap\n.\n", 0, "both not 0"},
    {"a size in words", "type octile\nheight two\nwidth 1\nmap\n.\n", 0, "f:2:8: expected height"},
    {"a claim that nothing backs", "type octile\nheight 99999999\nwidth 99999999\nmap\n", 0,
        "is longer than this file"},
    {"a claim past 64 bits", "type octile\nheight 99999999999999999999\nwidth 9\nmap\n", 0,
        "f:2:8: expected height"},
    {"no start", "3,3\n", 0, "the file ends here, expected the start as x,y"},
    {"a start off the map", "3,3\n3,0\n", 0, "f:2:1: 3 is too large, at most 2"},
    {"a goal off the map", "3,3\n0,0\n0,7\n", 0, "f:3:3: 7 is too large, at most 2"},
    {"no obstacles", "3,3\n0,0\n1,1\n", 0, "the file ends here, expected how many obstacles"},
    {"too few obstacles", "3,3\n0,0\n1,1\n2\n1,0\n", 0, "the file ends here, expected an obstacle"},
    {"too many obstacles", "3,3\n0,0\n1,1\n1\n1,0\n2,0\n", 0,
        "f:6:2: expected the end of the line"},
    {"an obstacle off the map", "3,3\n0,0\n1,1\n1\n1,3\n", 0, "f:5:3: 3 is too large"},
    {"a point in place of a comma", "3,3\n0.0\n", 0, "f:2:2: expected the start"},
    {"a negative number", "3,3\n-1,0\n", 0, "f:2:1: expected the start"},
    {"a map of no width", "0,3\n", 0, "a map without cells"},
    {"two weights for a cell", "3,3\n0,0\n1,1\n0\n3\n1,1,2\n1,1,2\n1,1,3\n", 0,
        "f:8:1: the cell 1,1 has the weight 2 already"},
    {"a weight of 0", "3,3\n0,0\n1,1\n0\n1\n1,1,0\n", 0,
        "f:6:1: a weight of 0, expected 1 to 65535"},
    {"a weight past the limit", "3,3\n0,0\n1,1\n0\n1\n1,1,65536\n", 0, "f:6:5: 65536 is too large"},
    {"a weight without number", "3,3\n0,0\n1,1\n0\n1\n1,1\n", 0, "f:6:4: expected a weight"},
    {"something behind the weights", "3,3\n0,0\n1,1\n0\n0\n1,1\n", 0, "f:6:1: expected the end"},
};

/* The map as its cells' weights row by row, walls as 0; terrains other than ground as letters. */
static const struct {
    const char *odd, *content, *map;
} good[] = {
    {"one cell", ".", "1;"},
    {"rows of different lengths", "#\n###\n\n#.\n", "011;000;111;011;"},
    {"no newline at the end", "#.\n.#", "01;10;"},
    {"carriage returns", "#.\r\n.#\r\n", "01;10;"},
    {"blank lines at the end", ".#\n\n\n", "10;"},
    {"weights, start and goal", "S19\n#G \n", "119;011;"},
    {"a MovingAI map", "type octile\nheight 2\nwidth 4\nmap\n.GSB\nWT@O\n", "1111;wt00;"},
    {"width first, carriage returns", "type octile\r\nwidth 1\r\nheight 1\r\nmap\r\n.\r\n\r\n",
        "1;"},
    {"a MovingAI map in small letters", "type octile\nheight 2\nwidth 4\nmap\n.gsb\nwt@o\n",
        "1111;wt00;"},
    {"other terrain is ground", "type octile\nheight 1\nwidth 5\nmap\nT.VzW\n", "t111w;"},
    {"a drawing behind a byte order mark", "\xef\xbb\xbf.#\r\n#.", "10;01;"},
    {"a MovingAI map behind one", "\xef\xbb\xbftype octile\nheight 1\nwidth 1\nmap\n.", "1;"},
    {"the course format behind one, the last line cut",
        "\xef\xbb\xbf"
        "3,2\n0,0\n2,1\n1\n1,0\n1\n2,1,7",
        "101;117;"},
    {"the course format", "3,2\n0,0\n2,1\n1\n1,0\n1\n2,1,7\n", "101;117;"},
    {"blanks and no weights", " 3 , 2\r\n0, 0\n2,1\n\n1\n1,0\n", "101;111;"},
    {"a weight on an obstacle", "2,1\n0,0\n0,0\n1\n1,0\n1\n1,0,7\n", "10;"},
    {"an obstacle twice", "2,1\n0,0\n0,0\n2\n1,0\n1,0\n0\n", "10;"},
};

static kg_status read_map(kg_grid **grid, kg_context *ctx, const char *content, size_t size)
{
    static const kg_grid_read_options options = KG_GRID_READ_OPTIONS_INIT;
    kg__input input = {.ctx = ctx, .shown = "f", .fd = -1, .bytes = content, .size = size};

    kg__begin(ctx);
    return kg__map_read_input(grid, &input, &options);
}

static void describe(char *to, const kg_grid *grid)
{
    unsigned char all_terrain[64];
    uint16_t all_weight[64];
    size_t i = 0;

    kg_grid_cells(grid, all_weight, NULL);
    kg_grid_cells(grid, NULL, all_terrain);
    for (uint32_t y = 0; y < kg_grid_height(grid); y++) {
        for (uint32_t x = 0; x < kg_grid_width(grid); x++) {
            kg_grid_cell cell = {x, y};
            int terrain = kg_grid_terrain(grid, cell);

            CHECK(all_weight[i] == kg_grid_weight(grid, cell) &&
                      all_terrain[i] == (terrain > 0 ? terrain : 0),
                "cell %u,%u of all: %u, %u", x, y, all_weight[i], all_terrain[i]);
            i++;
            *to++ = terrain > 0 ? "wt"[terrain - 1] : (char)('0' + kg_grid_weight(grid, cell));
        }
        *to++ = ';';
    }
    *to = '\0';
}

static void check_tables(kg_context *ctx)
{
    kg_grid *grid;

    for (size_t i = 0; i < sizeof damaged / sizeof *damaged; i++) {
        size_t size = damaged[i].size ? damaged[i].size : strlen(damaged[i].content);
        kg_status status = read_map(&grid, ctx, damaged[i].content, size);

        CHECK(status == KG_FORMAT && !grid && strstr(kg_context_message(ctx), damaged[i].message),
            "%s: %s '%s', expected '%s'", damaged[i].broken, kg_status_string(status),
            kg_context_message(ctx), damaged[i].message);
        kg_grid_destroy(grid);
        CHECK(kg_context_memory(ctx).current == 0, "%s leaks", damaged[i].broken);
    }
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        char map[256] = "";

        CHECK(read_map(&grid, ctx, good[i].content, strlen(good[i].content)) == KG_OK, "%s: %s",
            good[i].odd, kg_context_message(ctx));
        if (grid)
            describe(map, grid);
        CHECK(strcmp(map, good[i].map) == 0, "%s: %s, expected %s", good[i].odd, map, good[i].map);
        kg_grid_destroy(grid);
        CHECK(kg_context_memory(ctx).current == 0, "%s leaks", good[i].odd);
    }
}

/* What a map says of letters that its format does not describe, and of its start and goal. */
static void check_answers(kg_context *ctx)
{
    static const char others[] = "type octile\nheight 2\nwidth 3\nmap\n.S@\nVqV\n";
    static const struct {
        const char *drawing;
        int given;
    } ends[] = {{"..\n", 0}, {"S.\n", KG_GRID_START}, {".G\n", KG_GRID_GOAL},
        {"SG\n", KG_GRID_START | KG_GRID_GOAL}};
    uint64_t line = 0, column = 0;
    char letter = 0;
    kg_grid *grid;

    CHECK(read_map(&grid, ctx, others, sizeof others - 1) == KG_OK, "%s", kg_context_message(ctx));
    CHECK(kg_grid_other_terrain(grid, &letter, &line, &column) == 3 && letter == 'V' && line == 6 &&
              column == 1,
        "other terrain: '%c' at %d:%d", letter, (int)line, (int)column);
    CHECK(kg_grid_other_terrain(grid, NULL, NULL, NULL) == 3, "other terrain, the count alone");
    kg_grid_destroy(grid);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        kg_grid_cell start = {7, 7}, goal = {8, 8};
        int given;

        CHECK(read_map(&grid, ctx, ends[i].drawing, strlen(ends[i].drawing)) == KG_OK, "%s",
            kg_context_message(ctx));
        CHECK(kg_grid_other_terrain(grid, &letter, &line, &column) == 0, "no other terrain");
        given = kg_grid_given(grid, &start, &goal);
        CHECK(given == ends[i].given && start.x == (given & KG_GRID_START ? 0 : 7) &&
                  goal.x == (given & KG_GRID_GOAL ? 1 : 8),
            "'%s': %d is given, %u, %u", ends[i].drawing, given, start.x, goal.x);
        kg_grid_destroy(grid);
    }
}

/* Pictures: a line may have any number of characters; the search must be of the map, and must have
 * the query. */
static void check_pictures(kg_context *ctx)
{
    static const uint16_t weight[] = {1, 0, 1, 1};
    static const kg_grid_query query = {{0, 0}, {1, 1}};
    static const kg_grid_rules rules = {8, KG_GRID_DIAGONAL_1, KG_GRID_CORNERS_ALLOW};
    static const struct {
        const char *what, *lines;
        int other; /* whether the map is not the search's */
        uint32_t columns;
        uint64_t i;
        kg_status status;
    } pictures[] = {
        {"query 0", "S#\n.G\n", 0, 0, 0, KG_OK},
        {"all queries", "S#\n.G\n", 0, 2, KG_GRID_ALL, KG_OK},
        {"the widest line", "S#\n.G\n", 0, UINT32_MAX, 0, KG_OK},
        {"a query that the search lacks", "", 0, 0, 1, KG_ARGUMENT},
        {"the search of another map", "", 1, 0, 0, KG_ARGUMENT},
    };
    kg_grid *grid[2] = {NULL, NULL};
    kg_grid_search *search = NULL;

    for (int g = 0; g < 2; g++)
        CHECK(kg_grid_build(&grid[g], ctx, 2, 2, weight, &rules) == KG_OK, "a map");
    CHECK(kg_grid_find(&search, grid[0], 1, &query, NULL) == KG_OK, "a search");
    for (size_t k = 0; k < sizeof pictures / sizeof *pictures; k++) {
        const kg_grid_text_options options = {.columns = pictures[k].columns};
        const kg_grid *map = grid[pictures[k].other];
        kg_output *output = NULL;
        kg_status status;
        size_t size = 0;
        char *text = NULL;

        CHECK(kg_output_open(&output, ctx, io_path("picture")) == KG_OK, "an output");
        status = kg_grid_draw_text(map, search, pictures[k].i, &options, output);
        CHECK(status == pictures[k].status, "%s: %s", pictures[k].what, kg_context_message(ctx));
        CHECK(kg_output_close(output) == KG_OK, "%s: closing", pictures[k].what);
        kg_output_destroy(output);
        text = io_load(io_path("picture"), &size);
        CHECK(size == strlen(pictures[k].lines) && memcmp(text, pictures[k].lines, size) == 0,
            "%s: '%.*s'", pictures[k].what, (int)size, text);
        free(text);
        unlink(io_path("picture"));
        if (status == KG_ARGUMENT)
            CHECK(kg_grid_draw_png(map, search, pictures[k].i, io_path("picture")) == KG_ARGUMENT,
                "%s as PNG", pictures[k].what);
    }
    kg_grid_search_destroy(search);
    kg_grid_destroy(grid[0]);
    kg_grid_destroy(grid[1]);
}

/* Lines longer than the first buffer, and a map of many such lines. */
static void check_long_lines(kg_context *ctx)
{
    enum { WIDTH = 700000, HEIGHT = 3, SIZE = (WIDTH + 1) * HEIGHT };
    char *content = malloc(SIZE);
    kg_grid *grid;

    memset(content, '.', SIZE);
    for (size_t y = 0; y < HEIGHT; y++) {
        content[y * (WIDTH + 1) + y] = '#';
        content[y * (WIDTH + 1) + WIDTH] = '\n';
    }
    CHECK(read_map(&grid, ctx, content, SIZE) == KG_OK && kg_grid_width(grid) == WIDTH &&
              kg_grid_height(grid) == HEIGHT,
        "long lines: %s", kg_context_message(ctx));
    for (uint32_t y = 0; grid && y < HEIGHT; y++)
        for (uint32_t x = 0; x < 5; x++)
            CHECK(kg_grid_weight(grid, (kg_grid_cell){x, y}) == (x != y), "cell %u,%u", x, y);
    kg_grid_destroy(grid);
    free(content);
}

/* ---- scenarios ------------------------------------------------------------------------------- */

static const struct {
    const char *what, *content;
    const char *message; /* NULL: it is right and has one query from 0,1 to 2,1 of length 2.5 */
} scenarios[] = {
    {"a scenario", "version 1\n0\tm.map\t3\t2\t0\t1\t2\t1\t2.5\n", NULL},
    {"no version, blanks, carriage return", "0 m.map 3 2 0 1 2 1 2.5\r\n\n", NULL},
    {"a byte order mark, the last line cut",
        "\xef\xbb\xbfversion 1\n0\tm.map\t3\t2\t0\t1\t2\t1\t2.5", NULL},
    {"a blank in the name", "version 1.0\n0\tmy map\t3\t2\t0\t1\t2\t1\t2.50\n", NULL},
    {"another map's size", "0\tm\t4\t2\t0\t1\t2\t1\t2.5\n", "f:1:5: a query for a map of 4 x 2"},
    {"a cell off the map", "0\tm\t3\t2\t0\t2\t2\t1\t2.5\n", "f:1:11: 2 is not on the map"},
    {"too few fields", "0\t3\t2\t0\t2\n", "f:1:1: expected bucket"},
    {"a word for a number", "0\tm\t3\t2\tx\t1\t2\t1\t2.5\n", "f:1:9: expected a number"},
    {"a word for the length", "0\tm\t3\t2\t0\t1\t2\t1\tfar\n", "f:1:17: expected a length"},
    {"a letter behind a number", "0\tm\t3x\t2\t0\t1\t2\t1\t2.5\n", "f:1:5: expected a number"},
    {"a letter behind the length", "0\tm\t3\t2\t0\t1\t2\t1\t2.5x\n", "f:1:17: expected a length"},
    {"a negative number", "0\tm\t3\t2\t-0\t1\t2\t1\t2.5\n", "f:1:9: expected a number"},
    {"a number past 64 bits", "0\tm\t3\t2\t99999999999999999999\t1\t2\t1\t2.5\n",
        "f:1:9: expected a number"},
    {"another map's height", "0\tm\t3\t3\t0\t1\t2\t1\t2.5\n", "f:1:5: a query for a map of 3 x 3"},
    {"a length that is none", "0\tm\t3\t2\t0\t1\t2\t1\tnan\n", "f:1:17: expected a length"},
    {"a length past doubles", "0\tm\t3\t2\t0\t1\t2\t1\t1e999\n", "f:1:17: expected a length"},
    {"a second version", "version 1\nversion 1\n", "f:2:1: expected bucket"},
    {"a length of infinity", "0\tm\t3\t2\t0\t1\t2\t1\tinf\n", "f:1:17: expected a length"},
};

static void check_scenarios(kg_context *ctx)
{
    kg_grid *grid;

    CHECK(read_map(&grid, ctx, "...\n...\n", 8) == KG_OK, "%s", kg_context_message(ctx));
    for (size_t i = 0; i < sizeof scenarios / sizeof *scenarios; i++) {
        kg__input input = {.ctx = ctx,
            .shown = "f",
            .fd = -1,
            .bytes = scenarios[i].content,
            .size = strlen(scenarios[i].content)};
        uint64_t held = kg_context_memory(ctx).current;
        kg_scenario *s;
        kg_status status;

        kg__begin(ctx);
        status = kg__scenario_read_input(&s, grid, &input);
        if (scenarios[i].message) {
            CHECK(
                status == KG_FORMAT && !s && strstr(kg_context_message(ctx), scenarios[i].message),
                "%s: %s", scenarios[i].what, kg_context_message(ctx));
        } else {
            CHECK(status == KG_OK && kg_scenario_count(s) == 1 &&
                      kg_scenario_queries(s)->start.y == 1 && kg_scenario_queries(s)->goal.x == 2 &&
                      kg_scenario_lengths(s)[0] == 2.5,
                "%s: %s", scenarios[i].what, kg_context_message(ctx));
        }
        kg_scenario_destroy(s);
        CHECK(kg_context_memory(ctx).current == held, "%s leaks", scenarios[i].what);
    }
    kg_grid_destroy(grid);
}

/* ---- failures -------------------------------------------------------------------------------- */

/* Reads a map and a scenario from files, searches, draws; the k-th call of a kind fails. */
static kg_status do_all(kg_context *ctx, const char *map, const char *scen, bool picture)
{
    kg_grid_options options = KG_GRID_OPTIONS_INIT;
    kg_grid *grid = NULL;
    kg_scenario *scenario = NULL;
    kg_grid_search *search = NULL;
    kg_output *output = NULL;
    kg_status status;

    options.keep_explored = picture;
    KG_TRY(kg_grid_read(&grid, ctx, map, NULL));
    KG_TRY(kg_scenario_read(&scenario, grid, scen));
    KG_TRY(kg_grid_find(
        &search, grid, kg_scenario_count(scenario), kg_scenario_queries(scenario), &options));
    if (picture)
        KG_TRY(kg_grid_draw_png(grid, search, 0, io_path("png")));
    KG_TRY(kg_output_open(&output, ctx, io_path("text")));
    KG_TRY(kg_grid_draw_text(
        grid, search, 0, &(kg_grid_text_options){.columns = 3, .colour = 1}, output));
    KG_TRY(kg_output_close(output));
out:
    kg_output_destroy(output);
    kg_grid_search_destroy(search);
    kg_scenario_destroy(scenario);
    kg_grid_destroy(grid);
    return status;
}

static void check_failures(kg_context *ctx, kg__fault kind, kg_status expected, bool picture)
{
    static const char map[] = "S.9\n.#.\n..G\n", scen[] = "0\tm\t3\t3\t0\t0\t2\t2\t4\n"
                                                          "0\tm\t3\t3\t1\t0\t1\t2\t4\n";
    char map_path[128], scen_path[128];
    int k = 1;
    kg_status status = KG_OK;

    strcpy(map_path, io_path("map"));
    strcpy(scen_path, io_path("scen"));
    io_save(map_path, map, strlen(map));
    io_save(scen_path, scen, strlen(scen));
    for (; k < 1000; k++) {
        kg__fault_set(ctx, kind, (uint64_t)k);
        status = do_all(ctx, map_path, scen_path, picture);
        kg__fault_set(ctx, kind, 0);
        CHECK(kg_context_memory(ctx).current == 0, "failure %d of kind %d leaks", k, (int)kind);
        if (status == KG_OK || status == KG_UNSUPPORTED)
            break;
        CHECK(status == expected && kg_context_message(ctx)[0], "failure %d of kind %d: %s '%s'", k,
            (int)kind, kg_status_string(status), kg_context_message(ctx));
    }
    CHECK((k > 1 || status == KG_UNSUPPORTED) && k < 1000, "%d failures of kind %d: %s", k,
        (int)kind, kg_status_string(status));
    unlink(map_path);
    unlink(scen_path);
    unlink(io_path("png"));
    unlink(io_path("text"));
    CHECK(io_directory_is_empty(), "a file is left");
}

/* Blank lines take each line to a place of its own in the file: so every reading of a line reads
 * the file, and fails at its k. The same with allocations, as lines are held whole. */
static void check_far_lines(kg_context *ctx)
{
    enum { FAR = 1 << 18, LINES = 8, SIZE = (LINES + 2) * (FAR + 64) };
    static const struct {
        const char *what, *line[LINES];
        bool scenario;
    } files[] = {
        {"the course format", {"3,3", "0,0", "2,2", "1", "1,1", "1", "1,2,5"}, false},
        {"MovingAI", {"type octile", "height 1", "width 5", "map\n.TVW@"}, false},
        {"a drawing", {"S.#.G"}, false},
        {"a scenario", {"0\tm\t1\t1\t0\t0\t0\t0\t0", "0\tm\t1\t1\t0\t0\t0\t0\t0"}, true},
    };
    static const struct {
        kg__fault kind;
        kg_status status;
    } faults[] = {{KG__FAULT_READ, KG_IO}, {KG__FAULT_ALLOCATE, KG_MEMORY}};
    char *content = malloc(SIZE);
    kg_grid *map = NULL;

    CHECK(read_map(&map, ctx, ".", 1) == KG_OK, "%s", kg_context_message(ctx));
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        for (int f = 0; f < 2; f++) {
            uint64_t held = kg_context_memory(ctx).current;
            size_t size = 0, lines = 0;
            kg_status status = faults[f].status;
            uint64_t k = 0;

            while (files[i].line[lines]) {
                memset(content + size, ' ', FAR);
                size += FAR;
                size += (size_t)sprintf(content + size, "\n%s\n", files[i].line[lines++]);
            }
            memset(content + size, '\n', FAR);
            size += FAR;
            while (status == faults[f].status && k < 1000) {
                kg__input input = {
                    .ctx = ctx, .shown = "f", .fd = -1, .bytes = content, .size = size};
                kg_grid_read_options options = KG_GRID_READ_OPTIONS_INIT;
                kg_scenario *scenario = NULL;
                kg_grid *grid = NULL;

                kg__begin(ctx);
                kg__fault_set(ctx, faults[f].kind, ++k);
                status = files[i].scenario ? kg__scenario_read_input(&scenario, map, &input)
                                           : kg__map_read_input(&grid, &input, &options);
                kg__fault_set(ctx, faults[f].kind, 0);
                CHECK((status == KG_OK) == (grid || scenario), "%s: an object", files[i].what);
                kg_scenario_destroy(scenario);
                kg_grid_destroy(grid);
                CHECK(kg_context_memory(ctx).current == held, "%s leaks", files[i].what);
            }
            CHECK(status == KG_OK && (f || k > lines), "%s: %d failures, then %s", files[i].what,
                (int)k, kg_context_message(ctx));
        }
    kg_grid_destroy(map);
    free(content);
}

void io_maps(void)
{
    for (int t = 0; t < THREAD_COUNTS; t++) {
        kg_context *ctx = io_context(thread_counts[t]);

        check_tables(ctx);
        check_scenarios(ctx);
        check_answers(ctx);
        check_pictures(ctx);
        if (t == 0)
            check_far_lines(ctx);
        check_long_lines(ctx);
        for (int picture = 0; picture < 2; picture++) {
            check_failures(ctx, KG__FAULT_ALLOCATE, KG_MEMORY, picture);
            check_failures(ctx, KG__FAULT_READ, KG_IO, picture);
            check_failures(ctx, KG__FAULT_WRITE, KG_IO, picture);
        }
        kg_context_destroy(ctx);
    }
}
