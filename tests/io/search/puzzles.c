/* Sliding puzzles: broken files, good files that only look broken, failures. */
#include "io.h"
#include "search/tiles/read_puzzle.h"
#include <unistd.h>

static const struct {
    const char *broken;
    unsigned width, height;
    const char *content;
    size_t size; /* 0: as far as its terminator */
    const char *message;
} damaged[] = {
    {"an empty file", 0, 0, "", 0, "f: no puzzle"},
    {"a byte order mark alone", 0, 0, "\xef\xbb\xbf", 0, "f: no puzzle"},
    {"a letter behind a byte order mark", 0, 0,
        "\xef\xbb\xbf"
        "1 x\n",
        0, "f:1:3: expected the number"},
    {"only comments", 0, 0, "# 1 2 3\n\n", 0, "f: no puzzle"},
    {"a letter", 0, 0, "1 2 3\n4 x 5\n", 0, "f:2:3: expected the number of a tile"},
    {"a negative number", 0, 0, "1 2 3\n4 -5 0\n", 0, "f:2:3: expected the number"},
    {"a letter behind a number", 0, 0, "1 2 3\n4 5x 0\n", 0, "f:2:4: expected a blank or"},
    {"two blanks as _", 0, 0, "1 2 3\n4 5 6\n_ 7 _\n", 0, "f:3:5: 0 is there twice"},
    {"__", 0, 0, "1 2 3\n4 5 __\n", 0, "f:2:6: expected a blank or"},
    {"a zero byte", 0, 0, "1 2 3\n4 \0 0\n", 12, "f:2:3: expected the number"},
    {"a tile twice in a row", 0, 0, "1 2 2\n", 0, "f:1:5: 2 is there twice"},
    {"a tile twice in two rows", 0, 0, "1 2 3\n4 5 1\n", 0, "f:2:5: 1 is there twice"},
    {"too large a tile", 0, 0, "1 2 3\n4 5 6\n7 0 9\n", 0, "tile 9: expected 0 to 8"},
    {"a tile of no board", 0, 0, "1 2 25\n", 0, "f:1:5: no board has so large a tile"},
    {"a number of many digits", 0, 0, "1 2 99999999999999999999\n", 0, "f:1:5: no board"},
    {"a board without blank", 0, 0, "1 2\n3 4\n", 0, "tile 4: expected 0 to 3"},
    {"one row", 0, 0, "0 1 2\n", 0, "the board ends after 1 row, expected 2 at least"},
    {"a short row", 0, 0, "1 2 3\n4 5\n", 0, "f:2:1: a row of 2, expected 3"},
    {"a long row", 0, 0, "1 2 3\n4 5 6 7\n", 0, "f:2:1: a row of 4, expected 3"},
    {"too many rows", 0, 0,
        "1 2 3 4 5\n6 7 8 9 10\n11 12 13 14 15\n16 17 18 19 20\n21 22 23 24 0\n"
        "25 26 27 28 29\n",
        0, "f:6:1: a board of more than 25 cells"},
    {"a row of one", 0, 0, "1\n2\n", 0, "f:1:1: 1 tiles in a line, expected a row of 2 to 8"},
    {"a later row of one", 0, 0, "1 2\n3 _\n\n_\n1\n", 0, "f:4:1: a row of 1, expected 2 at least"},
    {"eleven in a line", 0, 0, "0 1 2 3 4 5 6 7 8 9 10\n", 0, "f:1:1: 11 tiles in a line"},
    {"27 in a line", 0, 0, "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26",
        0, "f:1:69: expected the line to end"},
    {"a batch with a short line", 0, 0, "0 1 2 3 4 5 6 7 8\n0 1 2 3 4 5 6 7\n", 0,
        "f:2:1: 8 tiles in a line, expected 9"},
    {"a start without target", 0, 0, "1,2,3,4,5,6,7,_,8\n", 0, "expected the target of"},
    {"a target of another size", 0, 0, "1,2,3,4,5,6,7,_,8\n1,2,_,3\n", 0, "4 tiles in a line"},
    {"a comma last", 0, 0, "1,2,3\n4,5,\n", 0, "f:2:5: the line ends here"},
    {"two commas", 0, 0, "1,,2\n", 0, "f:1:3: expected the number"},
    {"a comma first", 0, 0, ",1,2\n", 0, "f:1:1: expected the number"},
    {"a batch with a tile twice", 0, 0, "0 1 2 3 4 5 6 7 8\n0 1 2 3 4 5 6 7 7\n", 0,
        "f:2:17: 7 is there twice"},
    {"a batch with too large a tile", 0, 0, "0 1 2 3 4 5 6 7 9\n", 0, "tile 9: expected 0 to 8"},
    {"a start with a tile twice", 0, 0, "1,2,3,4,5,6,7,_,7\n", 0, "f:1:17: 7 is there twice"},
    {"a start with too large a tile", 0, 0, "1,2,3,4,5,6,7,_,9\n", 0, "tile 9: expected 0 to 8"},
    {"a target with too large a tile", 0, 0, "1,2,3,4,5,6,7,_,8\n1,2,3,4,5,6,7,_,9\n", 0,
        "f:2:1: "},
    {"a start behind a number", 0, 0, "1,2,3,4,5,6,7,_,8\n5,1,2,3,4,5,6,7,_,8\n", 0,
        "f:2:1: 10 tiles in a line, expected 9"},
    {"a board that ends after a row", 0, 0, "1 2 3\n\n4 5 0\n", 0, "f:2:1: the board ends after 1"},
    {"a second board without blank", 2, 2, "0 1\n2 3\n1 2\n3 4\n", 0, "tile 4: expected 0 to 3"},
    {"a line of another length than told", 3, 3, "0 1 2 3\n", 0,
        "4 tiles in a line, expected a row of 3 or all 9"},
    {"fewer rows than told", 2, 3, "0 1\n2 3\n\n", 0, "after 2 rows, expected 3"},
    {"rows of another width than told", 4, 2, "0 1 2\n3 4 5\n", 0, "expected a row of 4 or all 8"},
};

/* Each puzzle as "WxH start>target;". */
static const struct {
    const char *odd;
    unsigned width, height;
    int goal;
    const char *content, *puzzles;
} good[] = {
    {"a target that can be reached, the blank first", 0, 0, 0, "1 0\n2 3\n",
        "2x2 1,0,2,3>0,1,2,3;"},
    {"a target that can be reached, the blank last", 0, 0, 0, "1 2\n3 0\n", "2x2 1,2,3,0>1,2,3,0;"},
    {"no target that can be reached", 3, 2, 0, "1 0 2 4 3 5\n", "3x2 1,0,2,4,3,5>0,1,2,3,4,5;"},
    {"both targets can be reached", 3, 2, 0, "1 2 3 4 5 0\n", "3x2 1,2,3,4,5,0>0,1,2,3,4,5;"},
    {"a target for each of a batch", 2, 2, 0, "1 2 3 0\n0 1 2 3\n",
        "2x2 1,2,3,0>1,2,3,0;2x2 0,1,2,3>0,1,2,3;"},
    {"rows", 0, 0, 1, "1 2\n3 0\n", "2x2 1,2,3,0>0,1,2,3;"},
    {"the blank last in the target", 0, 0, 2, "1 2\n3 0\n", "2x2 1,2,3,0>1,2,3,0;"},
    {"_, commas, tabs, no newline", 0, 0, 1, "1,\t2\r\n_ ,3", "2x2 1,2,0,3>0,1,2,3;"},
    {"a byte order mark", 0, 0, 1,
        "\xef\xbb\xbf"
        "1 2\n3 0\n",
        "2x2 1,2,3,0>0,1,2,3;"},
    {"a byte order mark, then a comment", 0, 0, 1, "\xef\xbb\xbf# one\n1 2\n3 0",
        "2x2 1,2,3,0>0,1,2,3;"},
    {"comments between rows and blank lines between boards", 0, 0, 1,
        "1 2\n# row\n  # 2\n3 0 #\n \t\n#\n0 1\n2 3\n", "2x2 1,2,3,0>0,1,2,3;2x2 0,1,2,3>0,1,2,3;"},
    {"boards between blank lines", 0, 0, 1, "# one\n\n1 2\n3 0\n\n\n0 1 2\n3 4 5 # two\n",
        "2x2 1,2,3,0>0,1,2,3;3x2 0,1,2,3,4,5>0,1,2,3,4,5;"},
    {"boards of a size that is told", 3, 2, 1, "0 1 2\n3 4 5\n5 4 3\n2 1 0\n",
        "3x2 0,1,2,3,4,5>0,1,2,3,4,5;3x2 5,4,3,2,1,0>0,1,2,3,4,5;"},
    {"a batch", 0, 0, 1, "0 1 2 3 4 5 6 7 8\n\n8 7 6 5 4 3 2 1 0\n",
        "3x3 0,1,2,3,4,5,6,7,8>0,1,2,3,4,5,6,7,8;3x3 8,7,6,5,4,3,2,1,0>0,1,2,3,4,5,6,7,8;"},
    {"a batch with numbers before the boards", 0, 0, 1, "100 0 1 2 3 4 5 6 7 8\n",
        "3x3 0,1,2,3,4,5,6,7,8>0,1,2,3,4,5,6,7,8;"},
    {"a batch that is not square", 3, 2, 1, "1 0 2 3 4 5\n7 0 1 2 3 4 5\n",
        "3x2 1,0,2,3,4,5>0,1,2,3,4,5;3x2 0,1,2,3,4,5>0,1,2,3,4,5;"},
    {"start and target", 0, 0, 1, "1,2,3,4,5,6,7,_,8\n1,2,3,4,5,6,7,8,_\n",
        "3x3 1,2,3,4,5,6,7,0,8>1,2,3,4,5,6,7,8,0;"},
    {"start and target twice, a rectangle", 2, 3, 1,
        "1 2 3 4 5 _\n_ 1 2 3 4 5\n_ 1 2 3 5 4\n"
        "5 1 2 3 _ 4\n",
        "2x3 1,2,3,4,5,0>0,1,2,3,4,5;2x3 0,1,2,3,5,4>5,1,2,3,0,4;"},
};

static kg_status read_bytes(kg_tiles_set **set, kg_context *ctx, const char *bytes, size_t size,
    const kg_tiles_read_options *options)
{
    kg__input input = {.ctx = ctx, .shown = "f", .fd = -1, .bytes = bytes, .size = size};

    kg__begin(ctx);
    return kg__tiles_read_input(set, &input, options);
}

static char *describe(const kg_tiles_set *set)
{
    const kg_tiles_puzzle *puzzle = kg_tiles_set_puzzles(set);
    char *text = NULL;
    size_t bytes, count = kg_tiles_set_count(set);
    FILE *file = open_memstream(&text, &bytes);

    for (size_t i = 0; i < count; i++, puzzle++) {
        unsigned n = puzzle->width * puzzle->height;

        fprintf(file, "%ux%u ", puzzle->width, puzzle->height);
        for (unsigned c = 0; c < 2 * n; c++)
            fprintf(file, "%u%s", c < n ? puzzle->start[c] : puzzle->target[c - n],
                c + 1 == n       ? ">"
                : c + 1 == 2 * n ? ";"
                                 : ",");
    }
    fclose(file);
    return text;
}

static void check_damaged(kg_context *ctx)
{
    for (size_t i = 0; i < sizeof damaged / sizeof *damaged; i++) {
        kg_tiles_read_options options = KG_TILES_READ_OPTIONS_INIT;
        size_t size = damaged[i].size ? damaged[i].size : strlen(damaged[i].content);
        kg_tiles_set *set;
        kg_status status;

        options.width = damaged[i].width;
        options.height = damaged[i].height;
        status = read_bytes(&set, ctx, damaged[i].content, size, &options);
        CHECK(status == KG_FORMAT && !set && strstr(kg_context_message(ctx), damaged[i].message),
            "%s: %s '%s', expected '%s'", damaged[i].broken, kg_status_string(status),
            kg_context_message(ctx), damaged[i].message);
        kg_tiles_set_destroy(set);
        CHECK(kg_context_memory(ctx).current == 0, "%s leaks", damaged[i].broken);
    }
}

static void check_good(kg_context *ctx)
{
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        kg_tiles_read_options options = KG_TILES_READ_OPTIONS_INIT;
        kg_tiles_set *set;
        kg_status status;

        options.width = good[i].width;
        options.height = good[i].height;
        options.goal = (kg_tiles_goal)good[i].goal;
        status = read_bytes(&set, ctx, good[i].content, strlen(good[i].content), &options);
        CHECK(status == KG_OK, "%s: %s", good[i].odd, kg_context_message(ctx));
        if (status == KG_OK) {
            char *text = describe(set);

            CHECK(strcmp(text, good[i].puzzles) == 0, "%s: %s, expected %s", good[i].odd, text,
                good[i].puzzles);
            free(text);
        }
        kg_tiles_set_destroy(set);
        CHECK(kg_context_memory(ctx).current == 0, "%s leaks", good[i].odd);
    }
}

static void check_options(kg_context *ctx)
{
    static const uint8_t target[] = {3, 2, 1, 0};
    kg_tiles_read_options options = KG_TILES_READ_OPTIONS_INIT;
    kg_tiles_set *set;
    char *text;

    options.target = target;
    options.target_cells = 4;
    CHECK(read_bytes(&set, ctx, "0 1\n2 3\n", 8, &options) == KG_OK, "a target");
    text = describe(set);
    CHECK(strcmp(text, "2x2 0,1,2,3>3,2,1,0;") == 0, "a target: %s", text);
    free(text);
    kg_tiles_set_destroy(set);
    CHECK(read_bytes(&set, ctx, "0 1 2\n3 4 5\n", 12, &options) == KG_FORMAT &&
              strstr(kg_context_message(ctx), "a board of 6 cells, but the target has 4"),
        "a target of another size: %s", kg_context_message(ctx));
    options.target_cells = 26;
    CHECK(read_bytes(&set, ctx, "0 1\n2 3\n", 8, &options) == KG_ARGUMENT, "a long target");
    options = (kg_tiles_read_options){.width = 5, .height = 6};
    CHECK(read_bytes(&set, ctx, "0 1\n2 3\n", 8, &options) == KG_ARGUMENT, "a large board");
    options = (kg_tiles_read_options){.width = 3};
    CHECK(read_bytes(&set, ctx, "0 1\n2 3\n", 8, &options) == KG_ARGUMENT, "one side");
}

/* The k-th allocation or read fails. */
static void check_faults(kg_context *ctx, const char *content, kg__fault kind, kg_status expected)
{
    const char *path = io_path("puzzles");
    kg_status status;
    kg_tiles_set *set;

    io_save(path, content, strlen(content));
    status = expected;
    for (uint64_t k = 1; status == expected; k++) {
        kg__fault_set(ctx, kind, k);
        status = kg_tiles_read(&set, ctx, path, NULL);
        kg__fault_set(ctx, kind, 0);
        CHECK(status == expected || (status == KG_OK && k > 1), "failure %d: %s", (int)k,
            kg_context_message(ctx));
        kg_tiles_set_destroy(set);
        CHECK(kg_context_memory(ctx).current == 0, "failure %d leaks", (int)k);
    }
    unlink(path);
}

void io_puzzles(void)
{
    static const char *const files[] = {"1 0 2 3 4 5 6 7 8\n1 2 0 3 4 5 6 7 8\n",
        "1,2,3,4,5,6,7,_,8\n1,2,3,4,5,6,7,8,_\n", "1 0\n2 3\n\n1 3\n2 0\n"};
    kg_context *ctx = io_context(1);
    kg_tiles_set *set;

    check_damaged(ctx);
    check_good(ctx);
    check_options(ctx);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        check_faults(ctx, files[i], KG__FAULT_ALLOCATE, KG_MEMORY);
        check_faults(ctx, files[i], KG__FAULT_READ, KG_IO);
    }
    CHECK(kg_tiles_read(&set, ctx, "/no/such/file", NULL) == KG_CANNOT_OPEN, "a missing file");
    kg_context_destroy(ctx);
}
