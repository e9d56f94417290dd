/* Grid maps from numbers and pictures, the characters of a drawing, and tables of queries: good
 * files, damaged files, and failures of every read and allocation. */
#include "io.h"
#include "search/grid/files/read_map.h"

#define NPY(head, data) "\x93NUMPY\x01\x00" head data, sizeof "\x93NUMPY\x01\x00" head data - 1

/* The length of a .npy's header, and the header. */
#define HEAD(descr, shape) "\x3a\x00{'descr': '" descr "', 'fortran_order': False, 'shape': " shape

static const struct file {
    const char *what, *content;
    size_t size; /* 0: as far as its terminator */
    kg_grid_read_options options;
    const char *cells; /* the weights row by row, walls as 0; NULL: it is damaged */
    const char *message;
    bool assumes;
} files[] = {
    {"numbers between commas", "1,0,2\n3,1,65535\n", 0, {0}, "1 0 2;3 1 65535;"},
    {"numbers between blanks", "1 0 2\r\n3 1 12\r\n", 0, {0}, "1 0 2;3 1 12;"},
    {"numbers between tabs, a blank line", "1\t0\n\n3\t1\n", 0, {0}, "1 0;3 1;"},
    {"numbers with points and exponents", "1.0 0.0\n2e3 1\n", 0, {0}, "1 0;2000 1;"},
    {"infinity is a wall", "1 inf\n2 1\n", 0, {0}, "1 0;2 1;"},
    {"a 0 in the second row alone", "1 1 1\n1 0 1\n", 0, {0}, "1 1 1;1 0 1;", NULL, true},
    {"rows of 0 and 1", "0110\n1111\n", 0, {0}, "0 1 1 0;1 1 1 1;", NULL, true},
    {"rows of 0 and 1, a mark, carriage returns",
        "\xef\xbb\xbf"
        "01\r\n\r\n10\r\n\r\n",
        0, {0}, "0 1;1 0;", NULL, true},
    {"rows of 0 and 1, inverted", "0110\n1111\n", 0, {.invert = 1}, "1 0 0 1;0 0 0 0;"},
    {"0 and 1 between commas, inverted", "0,1,0\n", 0, {.invert = 1}, "1 0 1;"},
    {"two columns, which the option says", "0,1\n1,1\n", 0, {.format = KG_GRID_NUMBERS}, "0 1;1 1;",
        NULL, true},
    {"one number", "7\n", 0, {.format = KG_GRID_NUMBERS}, "7;"},
    {"walls alone", "0,0,0\n", 0, {0}, "0 0 0;", NULL, true},
    {"1 and 1 is a drawing", "1 1\n", 0, {0}, "1 1 1;"},
    {"a drawing with points", "...\n1#1\n", 0, {0}, "1 1 1;1 0 1;"},
    {"rows of different lengths", "1,0,1\n1,0\n", 0, {0}, NULL,
        "f:2:3: the row that ends here has length 2, expected 3"},
    {"a word", "1,0,1\n1,x,1\n", 0, {0}, NULL, "f:2:3: "},
    {"a negative number", "1,0,1\n1,-1,1\n", 0, {0}, NULL, "f:2:3: expected a weight of at least"},
    {"a fraction", "1,0,1\n1,2.5,1\n", 0, {0}, "1 inf 1;1 2.5 1;"},
    {"a large weight", "1,0,1\n1,65536,1\n", 0, {0}, "1 inf 1;1 65536 1;"},
    {"fractions alone", "1.5 2.5\n3.5 inf\n", 0, {0}, "1.5 2.5;3.5 inf;"},
    {"a column of fractions is a drawing", "1.5\n2.5\n", 0, {0}, "1 1 5;2 1 5;"},
    {"0 as a free cell", "1,0,inf\n", 0, {.zero_free = 1}, "1 0 inf;"},
    {"0 as a free cell beside a fraction", "0.5,0,inf\n", 0, {.zero_free = 1}, "0.5 0 inf;"},
    {"no 0 that could be free", "3,4\n5,inf,\n", 0, {.zero_free = 1, .format = KG_GRID_NUMBERS},
        NULL, "f:2:7: an empty field"},
    {"weights that are rounded", "1e30,1\n1,0\n", 0, {0}, "1e+30 0;0 inf;"},
    {"not a number", "1 0 1\n1 nan 1\n", 0, {0}, NULL, "f:2:3: expected a weight of at least 0"},
    {"not a number, in the first row", "1 NaN 1\n1 0 1\n", 0, {0}, NULL,
        "f:1:3: expected a weight"},
    {"minus infinity", "1 0 1\n1 -inf 1\n", 0, {0}, NULL, "f:2:3: expected a weight of at least"},
    {"a fraction, inverted", "1,0,1\n1,0.5,1\n", 0, {.invert = 1}, NULL,
        "f:2:3: expected 0 or 1, because"},
    {"2, inverted", "1,0,1\n1,2,1\n", 0, {.invert = 1}, NULL, "f:2:3: expected 0 or 1, because"},
    {"a long row of 0 and 1", "01\n010\n", 0, {0}, NULL, "f:2:3: a row of 3 cells, expected 2"},
    {"a short row of 0 and 1", "01\n1\n", 0, {0}, NULL, "f:2:2: a row of 1 cells, expected 2"},
    {"2 in rows of 0 and 1", "01\n12\n", 0, {0}, NULL, "f:2:2: expected 0 or 1"},
    {"comments alone", "# no numbers\n", 0, {.format = KG_GRID_NUMBERS}, NULL,
        "f: a map without cells"},

    {"a .npy of bools", NPY(HEAD("|b1", "(2, 2)}\n"), "\1\0\1\1"), {0}, "1 0;1 1;", NULL, true},
    {"a .npy of bools, inverted", NPY(HEAD("|b1", "(2, 2)}\n"), "\1\0\1\1"), {.invert = 1},
        "0 1;0 0;"},
    {"a .npy of bytes", NPY(HEAD("|u1", "(1, 3)}\n"), "\0\1\xff"), {0}, "0 1 255;"},
    {"a .npy of big-endian integers", NPY(HEAD(">i2", "(2, 1)}\n"), "\1\0\0\3"), {0}, "256;3;"},
    {"a .npy of floats", NPY(HEAD("<f4", "(1, 3)}\n"), "\0\0\x80\x3f\0\0\0\x40\0\0\x80\x7f"), {0},
        "1 2 0;"},
    {"a .npy of doubles", NPY(HEAD("<f8", "(1, 2)}\n"), "\0\0\0\0\0\0\xf0\x3f\0\0\0\0\0\0\xf0\x7f"),
        {0}, "1 0;", NULL, true},
    {"a .npy with a fraction", NPY(HEAD("<f4", "(1, 2)}\n"), "\0\0\x80\x3f\0\0\0\x3f"), {0},
        "1 0.5;"},
    {"a .npy with NaN", NPY(HEAD("<f4", "(1, 2)}\n"), "\0\0\x80\x3f\0\0\xc0\x7f"), {0}, NULL,
        "f: row 1, column 2: expected a weight of at least 0"},
    {"a .npy with 0.1 as a float", NPY(HEAD("<f4", "(1, 2)}\n"), "\xcd\xcc\xcc\x3d\0\0\0\0"), {0},
        "0.1 inf;"},
    {"a .npy with a negative number", NPY(HEAD("|i1", "(2, 1)}\n"), "\1\xff"), {0}, NULL,
        "f: row 2, column 1: expected a weight of at least 0"},
    {"a .npy with a 2, inverted", NPY(HEAD("|u1", "(2, 1)}\n"), "\1\2"), {.invert = 1}, NULL,
        "f: row 2, column 1: expected 0 or 1"},
    {"a .npy of one dimension", NPY(HEAD("|u1", "(2, )}\n "), "\1\1"), {0}, NULL,
        "f: a .npy of less than two dimensions"},
    {"a .npy without cells", NPY(HEAD("|u1", "(0, 3)}\n"), ""), {0}, NULL,
        "f: a map without cells"},
    {"a .npy that nothing backs", NPY(HEAD("|u1", "(9, 9)}\n"), "\1"), {0}, NULL,
        "f: the header says 9 x 9 numbers"},
    {"a .npy that is none", "1 0 1\n", 0, {.format = KG_GRID_NPY}, NULL,
        "f: byte 0: expected a .npy"},

    {"a PBM", "P1\n3 2\n010\n1 1 0\n", 0, {0}, "1 0 1;0 0 1;", NULL, true},
    {"a PBM, inverted", "P1 # two\n# lines\n3 2 010110", 0, {.invert = 1}, "0 1 0;1 1 0;"},
    {"a binary PBM", "P4\n9 2\n\x80\x80\x00\x00", 15 - 4, {0},
        "0 1 1 1 1 1 1 1 0;1 1 1 1 1 1 1 1 1;", NULL, true},
    {"a PGM", "P2\n4 1\n10\n0 5 6 10\n", 0, {0}, "0 0 1 1;", NULL, true},
    {"a PGM with a threshold", "P2\n4 1\n10\n0 5 6 10\n", 0, {.threshold = 127}, "0 1 1 1;", NULL,
        true},
    {"a binary PGM", "P5 3 1 255\n\x7f\x80\xff", 14, {0}, "0 1 1;", NULL, true},
    {"a binary PGM of two bytes", "P5 2 1 65535\n\x7f\xff\x81\x00", 17, {0}, "0 1;", NULL, true},
    {"a PPM", "P3\n1 1\n255\n0 0 0\n", 0, {.format = KG_GRID_PNM}, NULL, "f: byte 1: expected P1"},
    {"a PNM that is none", "..\n", 0, {.format = KG_GRID_PNM}, NULL, "f: byte 0: expected P1"},
    {"a PBM without a size", "P1\n", 0, {0}, NULL, "f: byte 3: expected a width"},
    {"a PBM without a height", "P1\n3 x", 0, {0}, NULL, "f: byte 5: expected a height"},
    {"a PBM of no width", "P1\n0 3\n", 0, {0}, NULL, "f: byte 6: a map without cells"},
    {"a PGM with a white of 0", "P2\n1 1\n0\n0\n", 0, {0}, NULL, "f: byte 8: expected the value"},
    {"a PGM with a white past the limit", "P2\n1 1\n65536\n", 0, {0}, NULL, "f: byte 11: expected"},
    {"a PBM that nothing backs", "P4\n99999 99999\n\xff", 0, {0}, NULL,
        "f: byte 15: a picture of 99999 x 99999 cells is longer than this file"},
    {"a PGM past 64 bits", "P5\n4294967295 4294967295 65535\n\xff", 0, {0}, NULL,
        "is longer than this file"},
    {"a PBM that is cut", "P1\n2 2\n011\n", 0, {0}, NULL, "f: byte 11: expected 0 or 1"},
    {"a 2 in a PBM", "P1\n2 1\n0 2\n", 0, {0}, NULL, "f: byte 9: expected 0 or 1"},
    {"a PGM with a value above white", "P2\n2 1\n9\n0 10\n", 0, {0}, NULL,
        "f: byte 12: expected a"},
    {"a binary PGM with a value above white", "P5\n2 1\n9\n\1\n", 0, {0}, NULL,
        "f: byte 10: expected a value"},
    {"a PBM with a tail", "P4\n2 1\n\x80\x80", 9, {0}, NULL, "f: byte 8: expected the end"},
    {"a PNG that is none", "..\n", 0, {.format = KG_GRID_PNG}, NULL, "f: byte 0: a damaged PNG"},

    {"a drawing with its own characters", "Sx \nxo.\n..G\n", 0,
        {.wall_chars = "x ", .free_chars = "o"}, "1 0 0;0 1 1;1 1 1;"},
    {"missing cells are blanks", "x..\n\n.\n", 0, {.wall_chars = "x "}, "0 1 1;0 0 0;1 0 0;"},
    {"digits and S as walls", "1S0\n", 0, {.wall_chars = "1S", .free_chars = "0"}, "0 0 1;"},
    {"a wall that is free, none of a drawing's own", "#.#\n", 0, {.free_chars = "#"}, "1 1 1;"},
    {"a MovingAI map with trees as ground", "type octile\nheight 1\nwidth 5\nmap\n.Tt@#\n", 0,
        {.wall_chars = "#", .free_chars = "T"}, "1 1 1 0 0;"},
    {"a character that is not given", "x.y\n", 0, {.wall_chars = "x"}, NULL,
        "f:1:3: 'y' is no cell, expected # . blank"},
};

static kg_status read_map(kg_grid **grid, kg_context *ctx, const char *content, size_t size,
    const kg_grid_read_options *options)
{
    kg__input input = {.ctx = ctx, .shown = "f", .fd = -1, .bytes = content, .size = size};

    kg__begin(ctx);
    return kg__map_read_input(grid, &input, options);
}

static void describe(char *to, const kg_grid *grid)
{
    double real[64];

    if (kg_grid_unit_in_force(grid).base)
        kg_grid_real_cells(grid, real);
    for (uint32_t y = 0; y < kg_grid_height(grid); y++)
        for (uint32_t x = 0; x < kg_grid_width(grid); x++)
            to += sprintf(to, "%.9g%c",
                kg_grid_unit_in_force(grid).base
                    ? real[y * kg_grid_width(grid) + x]
                    : (double)kg_grid_weight(grid, (kg_grid_cell){x, y}),
                x + 1 < kg_grid_width(grid) ? ' ' : ';');
    *to = '\0';
}

static void check_files(kg_context *ctx)
{
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        const struct file *f = &files[i];
        char cells[256] = "";
        kg_grid *grid;
        kg_status status =
            read_map(&grid, ctx, f->content, f->size ? f->size : strlen(f->content), &f->options);

        if (f->cells) {
            if (grid)
                describe(cells, grid);
            CHECK(status == KG_OK && strcmp(cells, f->cells) == 0, "%s: '%s' %s", f->what, cells,
                kg_context_message(ctx));
            CHECK(kg_grid_assumes(grid) == f->assumes, "%s: whether it is assumed", f->what);
        } else {
            CHECK((status == KG_FORMAT && !grid && strstr(kg_context_message(ctx), f->message)) ||
                      (status == KG_UNSUPPORTED && f->options.format == KG_GRID_PNG),
                "%s: %s '%s'", f->what, kg_status_string(status), kg_context_message(ctx));
        }
        kg_grid_destroy(grid);
        CHECK(kg_context_memory(ctx).current == 0, "%s leaks", f->what);
    }
}

/* Options that the public call refuses. */
static void check_options(kg_context *ctx)
{
    static const struct {
        kg_grid_read_options options;
        const char *content, *message;
    } refused[] = {
        {{.format = (kg_grid_format)8}, ".", "format 8: expected 0 to 7"},
        {{.threshold = 256}, ".", "a threshold of 256: expected 1 to 255"},
        {{.wall_chars = "ab", .free_chars = "cb"}, ".", "'b' is both a wall and a free cell"},
        {{.wall_chars = "\n"}, ".", "byte 10 as a wall or a free cell"},
        {{.free_chars = "\xc3\xa9"}, ".", "byte 195 as a wall or a free cell"},
        {{.wall_chars = "x", .format = KG_GRID_NUMBERS}, ".", "the format numbers has none"},
        {{.threshold = 9}, "1,0,1\n",
            "a threshold is for pictures, and this map has the format num"},
        {{.zero_free = 1}, "S.G\n",
            "cells of 0 are for maps of numbers, and this map has the format d"},
        {{.zero_free = 1, .invert = 1}, "0,1,0\n", "cells of 0 are free in an inverted map"},
        {{.invert = 1}, "S.G\n", "a map in the format drawing says which cells are walls"},
        {{.invert = 1}, "2,1\n0,0\n1,0\n0\n", "a map in the format course says"},
    };

    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        kg_grid *grid;
        const char *content = refused[i].content;

        CHECK(kg_grid_read_memory(&grid, ctx, content, strlen(content), &refused[i].options) ==
                      KG_ARGUMENT &&
                  !grid && strstr(kg_context_message(ctx), refused[i].message),
            "'%s', expected '%s'", kg_context_message(ctx), refused[i].message);
    }
    for (int format = 0; format < 8; format++)
        CHECK(strcmp(kg_grid_format_name((kg_grid_format)format), "unknown") != 0, "%d", format);
}

/* ---- PNG ------------------------------------------------------------------------------------- */

enum { PNG_BYTES = 1 << 12 };

typedef struct bytes {
    size_t size;
    unsigned char at[PNG_BYTES];
} bytes;

static void put(bytes *b, const void *from, size_t size)
{
    memcpy(b->at + b->size, from, size);
    b->size += size;
}

static void put_u32(bytes *b, uint32_t number)
{
    const unsigned char big[4] = {(unsigned char)(number >> 24), (unsigned char)(number >> 16),
        (unsigned char)(number >> 8), (unsigned char)number};

    put(b, big, sizeof big);
}

static void put_chunk(bytes *b, const char *type, const bytes *data)
{
    const size_t begin = b->size + 4;
    uint32_t crc = UINT32_MAX;

    put_u32(b, (uint32_t)data->size);
    put(b, type, 4);
    put(b, data->at, data->size);
    for (size_t i = begin; i < b->size; i++) {
        crc ^= b->at[i];
        for (int k = 0; k < 8; k++)
            crc = crc >> 1 ^ (crc & 1 ? UINT32_C(0xedb88320) : 0);
    }
    put_u32(b, ~crc);
}

/* zlib's form of some data, which is stored as it is. */
static void put_stored(bytes *to, const bytes *data)
{
    const unsigned char head[] = {0x78, 1, 1, (unsigned char)data->size,
        (unsigned char)(data->size >> 8), (unsigned char)~data->size,
        (unsigned char)(~data->size >> 8)};
    uint32_t a = 1, b = 0;

    put(to, head, sizeof head);
    put(to, data->at, data->size);
    for (size_t i = 0; i < data->size; i++) {
        a = (a + data->at[i]) % 65521;
        b = (b + a) % 65521;
    }
    put_u32(to, b << 16 | a);
}

/* Makes a picture of a kind of PNG. sample: [height][width][channels], of 8 or 16 bits. */
static void make_png(bytes *png, unsigned kind, unsigned depth, bool interlaced, unsigned width,
    unsigned height, const unsigned *sample)
{
    static const unsigned channels[] = {1, 0, 3, 1, 2, 0, 4};
    static const unsigned pass[7][4] = {{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4},
        {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}};
    static const unsigned all[4] = {0, 0, 1, 1};
    static const unsigned char palette[] = {0, 0, 0, 255, 255, 255, 200, 30, 30};
    bytes head = {0}, raw = {0}, data = {0}, colours = {0}, none = {0};
    const unsigned count = channels[kind];
    const unsigned char form[5] = {(unsigned char)depth, (unsigned char)kind, 0, 0, interlaced};

    put(png, "\x89PNG\r\n\x1a\n", 8);
    put_u32(&head, width);
    put_u32(&head, height);
    put(&head, form, sizeof form);
    put_chunk(png, "IHDR", &head);
    if (kind == 3) {
        put(&colours, palette, sizeof palette);
        put_chunk(png, "PLTE", &colours);
    }
    for (unsigned k = 0; k < (interlaced ? 7 : 1); k++) {
        const unsigned *p = interlaced ? pass[k] : all;

        for (unsigned y = p[1]; y < height && p[0] < width; y += p[3]) {
            raw.at[raw.size++] = 0; /* no filter */
            for (unsigned x = p[0]; x < width; x += p[2])
                for (unsigned c = 0; c < count; c++) {
                    const unsigned value = sample[(y * width + x) * count + c];

                    if (depth == 16)
                        raw.at[raw.size++] = (unsigned char)(value >> 8);
                    raw.at[raw.size++] = (unsigned char)value;
                }
        }
    }
    put_stored(&data, &raw);
    put_chunk(png, "IDAT", &data);
    put_chunk(png, "IEND", &none);
}

static const struct png {
    const char *what;
    unsigned kind, depth, width, height;
    unsigned sample[24];
    const char *cells;
} pngs[] = {
    {"grey", 0, 8, 3, 2, {127, 128, 0, 255, 1, 200}, "0 1 0;1 0 1;"},
    {"grey of 16 bits", 0, 16, 2, 2, {0x7f00, 0x8080, 0, 65535}, "0 1;0 1;"},
    {"red, green, blue", 2, 8, 2, 2, {255, 0, 0, 0, 255, 0, 0, 0, 255, 200, 120, 0}, "0 1;0 1;"},
    {"a palette", 3, 8, 3, 2, {0, 1, 2, 2, 1, 0}, "0 1 0;0 1 0;"},
    {"grey and opacity", 4, 8, 2, 2, {0, 255, 0, 0, 0, 100, 255, 255}, "0 1;1 1;"},
    {"colours and opacity", 6, 8, 2, 1, {0, 0, 0, 128, 0, 0, 0, 127}, "0 1;"},
};

/* Each kind of picture, in rows and interlaced; a picture that ends after each of its bytes; one
 * bit that is wrong. */
static void check_pngs(kg_context *ctx)
{
    const kg_grid_read_options defaults = KG_GRID_READ_OPTIONS_INIT;

    for (size_t i = 0; i < 2 * (sizeof pngs / sizeof *pngs); i++) {
        const struct png *p = &pngs[i / 2];
        bytes png = {0};
        char cells[256] = "";
        kg_grid *grid;
        kg_status status;

        make_png(&png, p->kind, p->depth, i & 1, p->width, p->height, p->sample);
        status = read_map(&grid, ctx, (char *)png.at, png.size, &defaults);
        if (status == KG_UNSUPPORTED)
            return;
        if (grid)
            describe(cells, grid);
        CHECK(status == KG_OK && strcmp(cells, p->cells) == 0, "%s: '%s' %s", p->what, cells,
            kg_context_message(ctx));
        CHECK(kg_grid_assumes(grid) == 1, "%s: nothing is assumed", p->what);
        kg_grid_destroy(grid);
        for (size_t size = 8; size < png.size; size++) {
            status = read_map(&grid, ctx, (char *)png.at, size, &defaults);
            CHECK(status == KG_FORMAT && !grid &&
                      strstr(kg_context_message(ctx), "the file ends here"),
                "%s of %zu bytes: %s", p->what, size, kg_context_message(ctx));
        }
        png.at[png.size - 20] ^= 1; /* in the data, whose check is then wrong */
        CHECK(read_map(&grid, ctx, (char *)png.at, png.size, &defaults) == KG_FORMAT && !grid &&
                  strstr(kg_context_message(ctx), "a damaged PNG picture"),
            "%s with a wrong bit: %s", p->what, kg_context_message(ctx));
        CHECK(kg_context_memory(ctx).current == 0, "%s leaks", p->what);
    }
}

/* A picture that claims far more than its bytes can hold. */
static void check_bomb(kg_context *ctx)
{
    static const unsigned sample[1] = {0};
    const kg_grid_read_options defaults = KG_GRID_READ_OPTIONS_INIT;
    bytes png = {0}, head = {0}, whole = {0};
    kg_grid *grid;
    kg_status status;

    make_png(&png, 0, 8, false, 1, 1, sample);
    put(&whole, png.at, 8);
    put_u32(&head, 60000);
    put_u32(&head, 60000);
    put(&head, png.at + 24, 5);
    put_chunk(&whole, "IHDR", &head);
    put(&whole, png.at + 33, png.size - 33);
    status = read_map(&grid, ctx, (char *)whole.at, whole.size, &defaults);
    CHECK(status == KG_UNSUPPORTED ||
              (status == KG_FORMAT && !grid &&
                  strstr(kg_context_message(ctx),
                      "a picture of 60000 x 60000 cells is longer than this file")),
        "a bomb: %s", kg_context_message(ctx));
}

/* ---- queries --------------------------------------------------------------------------------- */

static const struct {
    const char *what, *content;
    const char *message; /* NULL: it is right and has one query from 0,1 to 2,0 */
} tables[] = {
    {"four numbers", "0,1,2,0\n", NULL},
    {"blanks", "  0 1 2  0 \r\n\n", NULL},
    {"semicolons, a comment, no end of the line", "# q\n0; 1; 2; 0", NULL},
    {"names", "start_x,start_y,goal_x,goal_y\n0,1,2,0\n", NULL},
    {"names in another order, among others", "id\tgoal y\tGoal X\tsy\tsx\n7\t0\t2\t1\t0\n", NULL},
    {"names in quotes", "\"x1\",\"y1\",\"x2\",\"y2\"\n\"0\",1,2,0\n", NULL},
    {"other names", "from x;from y;to x;to y\n0;1;2;0\n", NULL},
    {"three numbers", "0,1,2\n", "f:1:1: 3 fields, expected 4: start x"},
    {"five numbers", "0,1,2,0,1\n", "f:1:1: 5 fields, expected 4: start x"},
    {"a word", "0,1,2,0\n0,1,2,x\n", "f:2:7: expected goal y, a number"},
    {"a fraction", "0,1,2.5,0\n", "f:1:5: expected goal x, a number"},
    {"a negative number", "0,-1,2,0\n", "f:1:3: expected start y, a number"},
    {"no number", "0,,2,0\n", "f:1:3: expected start y, a number"},
    {"a number past 64 bits", "0,99999999999999999999,2,0\n", "f:1:3: expected start y"},
    {"a start off the map", "3,1,2,0\n", "f:1:1: start x is 3: the map has 3 columns"},
    {"a goal off the map", "0,1,2,2\n", "f:1:7: goal y is 2: the map has 2 rows"},
    {"a name that is missing", "sx,sy,gx\n0,1,2\n", "f:1:1: no column is called goal y"},
    {"a name twice", "sx,sy,gx,gy,x1\n0,1,2,0,0\n", "f:1:13: a second column of start x"},
    {"a field too few", "sx,sy,gx,gy,id\n0,1,2,0\n", "f:2:1: 4 fields, expected 5, as in"},
};

static void check_queries(kg_context *ctx)
{
    const kg_grid_read_options defaults = KG_GRID_READ_OPTIONS_INIT;
    kg_grid *grid;

    CHECK(read_map(&grid, ctx, "...\n...\n", 8, &defaults) == KG_OK, "a map");
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        const char *content = tables[i].content;
        uint64_t held = kg_context_memory(ctx).current;
        kg__input input = {
            .ctx = ctx, .shown = "f", .fd = -1, .bytes = content, .size = strlen(content)};
        kg_scenario *s;
        kg_status status;

        kg__begin(ctx);
        status = kg__scenario_read_table_input(&s, grid, &input);
        if (tables[i].message) {
            CHECK(status == KG_FORMAT && !s && strstr(kg_context_message(ctx), tables[i].message),
                "%s: %s", tables[i].what, kg_context_message(ctx));
        } else {
            const kg_grid_query *q = kg_scenario_queries(s);

            CHECK(status == KG_OK && kg_scenario_count(s) == 1 && q->start.x == 0 &&
                      q->start.y == 1 && q->goal.x == 2 && q->goal.y == 0 &&
                      kg_scenario_lengths(s)[0] == 0,
                "%s: %s", tables[i].what, kg_context_message(ctx));
        }
        kg_scenario_destroy(s);
        CHECK(kg_context_memory(ctx).current == held, "%s leaks", tables[i].what);
    }
    kg_grid_destroy(grid);
}

/* ---- failures -------------------------------------------------------------------------------- */

/* Reads each good map and a table, as files of memory, and draws; the k-th call of a kind fails. */
static kg_status do_all(kg_context *ctx, const char *content, size_t size,
    const kg_grid_read_options *options, const char *table)
{
    kg__input queries = {.ctx = ctx, .shown = "q", .fd = -1, .bytes = table, .size = strlen(table)};
    kg_scenario *scenario = NULL;
    kg_grid *grid = NULL;
    kg_status status;

    KG_TRY(read_map(&grid, ctx, content, size, options));
    KG_TRY(kg__scenario_read_table_input(&scenario, grid, &queries));
    KG_TRY(kg_grid_draw_svg(grid, NULL, 0, io_path("svg")));
out:
    kg_scenario_destroy(scenario);
    kg_grid_destroy(grid);
    return status;
}

static void check_failures(kg_context *ctx, kg__fault kind, kg_status expected)
{
    bytes png = {0};

    make_png(&png, 6, 8, true, 2, 1, pngs[5].sample);
    for (size_t i = 0; i <= sizeof files / sizeof *files; i++) {
        const bool is_png = i == sizeof files / sizeof *files;
        const struct file *f = is_png ? NULL : &files[i];
        const kg_grid_read_options options = is_png ? (kg_grid_read_options){0} : f->options;
        kg_status status = expected;
        int k = 0;

        if (f && !f->cells)
            continue;
        while (status == expected && k < 1000) {
            kg__fault_set(ctx, kind, (uint64_t)++k);
            status = is_png ? do_all(ctx, (char *)png.at, png.size, &options, "0,0,0,0\n")
                            : do_all(ctx, f->content, f->size ? f->size : strlen(f->content),
                                  &options, "0,0,0,0\n");
            kg__fault_set(ctx, kind, 0);
            CHECK(kg_context_memory(ctx).current == 0, "failure %d of kind %d leaks", k, (int)kind);
        }
        CHECK((status == KG_OK && k > 1) || (is_png && status == KG_UNSUPPORTED),
            "%s: %d failures of kind %d, then %s", f ? f->what : "PNG", k, (int)kind,
            kg_context_message(ctx));
    }
    remove(io_path("svg"));
    CHECK(io_directory_is_empty(), "a file is left");
}

void io_map_arrays(void)
{
    for (int t = 0; t < THREAD_COUNTS; t++) {
        kg_context *ctx = io_context(thread_counts[t]);

        check_files(ctx);
        check_options(ctx);
        check_pngs(ctx);
        check_bomb(ctx);
        check_queries(ctx);
        check_failures(ctx, KG__FAULT_ALLOCATE, KG_MEMORY);
        check_failures(ctx, KG__FAULT_READ, KG_IO);
        check_failures(ctx, KG__FAULT_WRITE, KG_IO);
        kg_context_destroy(ctx);
    }
}
