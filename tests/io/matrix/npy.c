/* Files of .npy: headers, good and bad; every type of number in both orders of bytes and of rows;
 * all floats of 2 bytes; shapes that must come back. */
#include "io.h"
#include "matrix/matrix.h"
#include <math.h>
#include <unistd.h>

/* Headers, each before 24 bytes of zeros. */
static const struct {
    const char *header;
    kg_status status;
    const char *message; /* or of a good one the shape and type */
} headers[] = {
    {"{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }", KG_OK, "f64 3x1"},
    {"{'descr': '<i8', 'fortran_order': False, 'shape': (1, 3), }  \n", KG_OK, "i64 1x3"},
    {"{'shape':(3,1),'fortran_order':True,'descr':'<u8'}", KG_OK, "u64 3x1"},
    {"{'descr': '<i4', 'fortran_order': False, 'shape': (3, 2), }", KG_OK, "i32 3x2"},
    {"{'descr': '<f8', 'fortran_order': False, 'shape': (4,), }", KG_FORMAT, "24 bytes follow"},
    {"{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }", KG_FORMAT, "24 bytes follow"},
    {"{'descr': '<f8', 'fortran_order': False, 'shape': (), }", KG_FORMAT, "1 x 1 numbers"},
    {"{'descr': '<f8', 'fortran_order': False, 'shape': (4294967296, 4294967296), }", KG_FORMAT,
        "24 bytes follow"},
    {"{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999999999999,), }", KG_FORMAT,
        "expected {'descr'"},
    {"{'descr': '<f8', 'fortran_order': False, 'shape': (3,) ", KG_FORMAT, "expected {'descr'"},
    {"{'descr': '<f8', 'fortran_order': Maybe, 'shape': (3,), }", KG_FORMAT, "expected {'descr'"},
    {"{'descr': '<f8', 'fortran_order': False, }", KG_FORMAT, "no shape"},
    {"{'descr': '<f8', 'shape': (3,), }", KG_FORMAT, "no fortran_order"},
    {"{'fortran_order': False, 'shape': (3,), }", KG_FORMAT, "no descr"},
    {"{\"descr\": \"<f8\", \"fortran_order\": False, \"shape\": (3,), }", KG_OK, "f64 3x1"},
    {"{\t'descr' : 'f8', 'fortran_order':\tFalse, 'shape': (3L,)\t}", KG_OK, "f64 3x1"},
    {"{'descr': '=i8', 'fortran_order': False, 'shape': (3,)}", KG_OK, "i64 3x1"},
    {"{'descr': '?', 'fortran_order': False, 'shape': (24,)}", KG_OK, "u8 24x1"},
    {"{'descr': '<f8\", 'fortran_order': False, 'shape': (3,)}", KG_FORMAT, "expected {'descr'"},
    {"{'descr': '', 'fortran_order': False, 'shape': (3,)}", KG_UNSUPPORTED, "elements"},
    {"{'descr': '<f8', 'fortran_order': False, 'shape': (-3,), }", KG_FORMAT, "expected {'descr'"},
    {"{'descr': '>f8', 'fortran_order': False, 'shape': (3,), }", KG_OK, "f64 3x1"},
    {"{'descr': '<f2', 'fortran_order': False, 'shape': (12,), }", KG_OK, "f32 12x1"},
    {"{'descr': '>f2', 'fortran_order': True, 'shape': (2, 6), }", KG_OK, "f32 2x6"},
    {"{'descr': '<i2', 'fortran_order': True, 'shape': (3, 4), }", KG_OK, "i16 3x4"},
    {"{'descr': '<f1', 'fortran_order': False, 'shape': (24,), }", KG_UNSUPPORTED, "elements"},
    {"{'descr': '<f3', 'fortran_order': False, 'shape': (8,), }", KG_UNSUPPORTED, "elements"},
    {"{'descr': '<c8', 'fortran_order': False, 'shape': (3,), }", KG_UNSUPPORTED, "elements"},
    {"{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (3,), }", KG_UNSUPPORTED,
        "elements"},
    {"{'descr': '<f8', 'fortran_order': False, 'shape': (1, 1, 3), }", KG_UNSUPPORTED, "two dim"},
};

/* A file of a version with a header and the bytes of its numbers, to be freed. */
static char *make_file(
    int version, const char *header, const void *numbers, size_t bytes, size_t *size)
{
    const size_t length = strlen(header), begin = version == 1 ? 10 : 12;
    char *file = calloc(1, begin + length + bytes);

    memcpy(file, KG__NPY_MAGIC, 6);
    file[6] = (char)version;
    file[8] = (char)length;
    memcpy(file + begin, header, length);
    memcpy(file + begin + length, numbers, bytes);
    *size = begin + length + bytes;
    return file;
}

static kg_status read_file(kg_matrix **matrix, kg_context *ctx, char *file, size_t size)
{
    kg__input input = {.ctx = ctx, .shown = "f", .fd = -1, .size = size, .bytes = file};

    kg__begin(ctx);
    *matrix = NULL;
    return kg__matrix_read_input(matrix, &input, true, KG__TEXT_BLOCK);
}

static void check_headers(kg_context *ctx)
{
    static const char *const types[] = {
        "u32", "u64", "i64", "f32", "f64", "i8", "u8", "i16", "u16", "i32"};
    static const char zeros[24];

    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        for (int version = 1; version <= 4; version++) {
            const kg_status expected = version == 4 ? KG_UNSUPPORTED : headers[i].status;
            const char *message = version == 4 ? "this version" : headers[i].message;
            char text[64] = "";
            kg_matrix *matrix;
            size_t size;
            char *file = make_file(version, headers[i].header, zeros, sizeof zeros, &size);
            kg_status status = read_file(&matrix, ctx, file, size);

            if (matrix)
                snprintf(text, sizeof text, "%s %llux%llu", types[kg_matrix_type(matrix)],
                    (unsigned long long)kg_matrix_rows(matrix),
                    (unsigned long long)kg_matrix_columns(matrix));
            CHECK(status == expected &&
                      strstr(status == KG_OK ? text : kg_context_message(ctx), message),
                "%s, version %d: %s '%s' %s", headers[i].header, version, kg_status_string(status),
                kg_context_message(ctx), text);
            kg_matrix_destroy(matrix);
            free(file);
        }
}

/* The number that a file is to have at a place, which every type holds exactly. */
static int number_of(uint64_t row, uint64_t column)
{
    return (int)((row * 5 + column * 3 + 1) % 128);
}

/* Its bytes in a type and an order. */
static void put_number(char *to, int number, char kind, unsigned bytes, bool big)
{
    const uint64_t whole = (uint64_t)number;
    const double wide = number;
    const float narrow = (float)number;
    char own[8];
    uint16_t half = 0;

    for (unsigned e = 0; number >> e; e++) /* 2^e * (1 + fraction), by its definition */
        half = (uint16_t)((e + 15) << 10 | ((number - (1 << e)) << 10 >> e));
    memcpy(own, &whole, sizeof own);
    if (kind == 'f')
        memcpy(own,
            bytes == 8   ? (const void *)&wide
            : bytes == 4 ? (const void *)&narrow
                         : &half,
            bytes);
    for (unsigned b = 0; b < bytes; b++)
        to[b] = own[big ? bytes - 1 - b : b];
}

static double number_at(kg_matrix *matrix, uint64_t i)
{
    const void *data = kg_matrix_data(matrix);

    switch (kg_matrix_type(matrix)) {
    case KG_I8:
        return (double)((const int8_t *)data)[i];
    case KG_U8:
        return (double)((const uint8_t *)data)[i];
    case KG_I16:
        return (double)((const int16_t *)data)[i];
    case KG_U16:
        return (double)((const uint16_t *)data)[i];
    case KG_I32:
        return (double)((const int32_t *)data)[i];
    case KG_U32:
        return (double)((const uint32_t *)data)[i];
    case KG_U64:
        return (double)((const uint64_t *)data)[i];
    case KG_I64:
        return (double)((const int64_t *)data)[i];
    case KG_F32:
        return (double)((const float *)data)[i];
    case KG_F64:
        return ((const double *)data)[i];
    }
    return 0;
}

/* A file of rows x columns numbers in Fortran's order or C's, against number_of(). */
static void check_numbers(
    kg_context *ctx, const char *type, bool big, bool fortran, uint64_t rows, uint64_t columns)
{
    const unsigned bytes = (unsigned)(type[1] - '0');
    char *numbers = malloc(rows * columns * bytes), header[96], *file;
    uint64_t wrong = 0;
    kg_matrix *matrix;
    size_t size;
    kg_status status;

    for (uint64_t i = 0; i < rows * columns; i++)
        put_number(numbers + i * bytes,
            fortran ? number_of(i % rows, i / rows) : number_of(i / columns, i % columns), type[0],
            bytes, big);
    snprintf(header, sizeof header, "{'descr': '%c%s', 'fortran_order': %s, 'shape': (%d, %d)}",
        big ? '>' : '<', type, fortran ? "True" : "False", (int)rows, (int)columns);
    file = make_file(1, header, numbers, rows * columns * bytes, &size);
    status = read_file(&matrix, ctx, file, size);
    CHECK(status == KG_OK, "%s: %s", header, kg_context_message(ctx));
    for (uint64_t i = 0; matrix && i < rows * columns; i++)
        wrong += number_at(matrix, i) != number_of(i / columns, i % columns);
    CHECK(!wrong, "%s: %d numbers differ", header, (int)wrong);
    CHECK(
        !matrix || kg_type_size(kg_matrix_type(matrix)) == (bytes == 2 && *type == 'f' ? 4 : bytes),
        "%s: another type", header);
    kg_matrix_destroy(matrix);
    free(file);
    free(numbers);
}

/* Each float of 2 bytes is read as the number that its fields mean. */
static void check_halves(kg_context *ctx)
{
    static uint16_t half[1 << 16];
    const char *header = "{'descr': '<f2', 'fortran_order': False, 'shape': (65536,)}";
    kg_matrix *matrix;
    const float *got;
    size_t size;
    char *file;

    for (unsigned i = 0; i < 1 << 16; i++)
        half[i] = (uint16_t)i;
    file = make_file(3, header, half, sizeof half, &size);
    CHECK(read_file(&matrix, ctx, file, size) == KG_OK, "%s", kg_context_message(ctx));
    got = kg_matrix_data(matrix);
    for (int i = 0; i < 1 << 16; i++) {
        const int exponent = i >> 10 & 31, fraction = i & 1023;
        const double size_of = exponent == 31  ? (fraction ? NAN : INFINITY)
                               : exponent == 0 ? ldexp(fraction, -24)
                                               : ldexp(1024 + fraction, exponent - 25);

        CHECK((isnan(size_of) ? isnan(got[i]) : (double)got[i] == (i >> 15 ? -size_of : size_of)) &&
                  !signbit(got[i]) == !(i >> 15),
            "%#x reads as %g", (unsigned)i, (double)got[i]);
    }
    kg_matrix_destroy(matrix);
    free(file);
}

/* Shapes are written as they were read, also by what makes a matrix of another. */
static void check_shapes(kg_context *ctx)
{
    static const struct {
        const char *read, *written, *turned;
    } shape[] = {{"(1, 1)", "(1, 1)", "(1, 1)"}, {"(1,)", "(1,)", "(1,)"},
        {"(3,)", "(3,)", "(1, 3)"}, {"(3, 1)", "(3, 1)", "(1, 3)"}, {"(1, 3)", "(1, 3)", "(3, 1)"},
        {"(0, 1)", "(0, 1)", "(1, 0)"}};
    const char *path = io_path("shape.npy");
    const double numbers[3] = {1, 2, 3};

    for (size_t i = 0; i < sizeof shape / sizeof *shape; i++)
        for (int way = 0; way < 3; way++) { /* as it is, sorted by rows, transposed */
            const char *expected = way == 2 ? shape[i].turned : shape[i].written;
            kg_matrix *matrix, *made = NULL;
            char header[96], *file, *back;
            size_t size;

            snprintf(header, sizeof header, "{'descr': '<f8', 'fortran_order': False, 'shape': %s}",
                shape[i].read);
            file = make_file(1, header, numbers,
                strchr(shape[i].read, '3')   ? 24
                : strchr(shape[i].read, '0') ? 0
                                             : 8,
                &size);
            CHECK(read_file(&matrix, ctx, file, size) == KG_OK, "%s", kg_context_message(ctx));
            if (way)
                CHECK((way == 1 ? kg_matrix_sort_rows(&made, matrix, 0, KG_ASCENDING)
                                : kg_matrix_transpose(&made, matrix)) == KG_OK,
                    "%s", kg_context_message(ctx));
            CHECK(kg_matrix_write(made ? made : matrix, path, KG_MATRIX_NPY) == KG_OK, "%s",
                kg_context_message(ctx));
            back = io_load(path, &size);
            CHECK(memmem(back, size, expected, strlen(expected)), "%s, way %d: %.60s",
                shape[i].read, way, back + 10);
            free(back);
            free(file);
            kg_matrix_destroy(made);
            kg_matrix_destroy(matrix);
            unlink(path);
        }
}

/* Unsigned integers of 32 bits, as .npy and as text, read back as they come, as 64-bit integers,
 * and as signed ones of 32 bits, of which two are none. */
static void check_narrow(kg_context *ctx)
{
    static const uint32_t number[6] = {0, 1, 4294967295, 7, 2147483648, 42};
    const char *path = io_path("narrow");

    for (int npy = 0; npy < 2; npy++) {
        kg_matrix_options options = KG_MATRIX_OPTIONS_INIT;
        kg_matrix *matrix = NULL, *back = NULL;
        char *bytes;
        size_t size;

        CHECK(kg_matrix_create(&matrix, ctx, KG_U32, 2, 3) == KG_OK, "%s", kg_context_message(ctx));
        memcpy(kg_matrix_data(matrix), number, sizeof number);
        CHECK(kg_matrix_write(matrix, path, npy) == KG_OK, "%s", kg_context_message(ctx));
        bytes = io_load(path, &size);
        if (npy)
            CHECK(memmem(bytes, size, "'<u4'", 5) && size > sizeof number &&
                      memcmp(bytes + size - sizeof number, number, sizeof number) == 0,
                "the bytes of numbers");
        else
            CHECK(size == 31 && memcmp(bytes, "0 1 4294967295\n7 2147483648 42\n", 31) == 0,
                "'%.*s'", (int)size, bytes);
        for (options.wide = 0; options.wide < 2; options.wide++) {
            const kg_type type = !npy ? KG_I64 : options.wide ? KG_U64 : KG_U32;

            CHECK(
                kg_matrix_read(&back, ctx, path, &options) == KG_OK, "%s", kg_context_message(ctx));
            CHECK(kg_matrix_type(back) == type && kg_matrix_columns(back) == 3, "another matrix");
            for (uint64_t i = 0; i < 6; i++)
                CHECK(number_at(back, i) == number[i], "number %d", (int)i);
            kg_matrix_destroy(back);
        }
        options.typed = 1;
        options.type = KG_I32;
        CHECK(kg_matrix_read(&back, ctx, path, &options) == KG_FORMAT &&
                  strstr(kg_context_message(ctx), npy ? "row 1, column 3: expected an integer from "
                                                        "-2147483648 to 2147483647"
                                                      : "narrow:1:5: expected an integer from "),
            "%s", kg_context_message(ctx));
        options.type = KG_F32;
        CHECK(kg_matrix_read(&back, ctx, path, &options) == KG_ARGUMENT && !back, "a float");
        kg_matrix_destroy(matrix);
        free(bytes);
        unlink(path);
    }
}

/* Reading by columns, with every allocation failed once. */
static void check_memory(kg_context *ctx)
{
    const char *header = "{'descr': '<f8', 'fortran_order': True, 'shape': (3, 2)}";
    const double numbers[6] = {0};
    kg_status status;
    size_t size;
    char *file = make_file(1, header, numbers, sizeof numbers, &size);

    for (uint64_t k = 1;; k++) {
        kg_matrix *matrix;

        kg__fault_set(ctx, KG__FAULT_ALLOCATE, k);
        status = read_file(&matrix, ctx, file, size);
        kg__fault_set(ctx, KG__FAULT_ALLOCATE, 0);
        kg_matrix_destroy(matrix);
        CHECK(kg_context_memory(ctx).current == 0, "failure %d leaks", (int)k);
        if (status != KG_MEMORY)
            break;
    }
    CHECK(status == KG_OK, "%s", kg_context_message(ctx));
    free(file);
}

void io_npy(void)
{
    static const char *const types[] = {
        "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4", "f8"};

    for (int t = 0; t < THREAD_COUNTS; t++) {
        kg_context *ctx = io_context(thread_counts[t]);

        check_headers(ctx);
        for (size_t i = 0; i < sizeof types / sizeof *types; i++)
            for (int way = 0; way < 4; way++) {
                check_numbers(ctx, types[i], way % 2, way / 2, 3, 4);
                check_numbers(ctx, types[i], way % 2, way / 2, 1, 7);
                check_numbers(ctx, types[i], way % 2, way / 2, 7, 1);
                check_numbers(ctx, types[i], way % 2, way / 2, 1001, 263); /* several parts */
            }
        check_halves(ctx);
        check_shapes(ctx);
        check_narrow(ctx);
        check_memory(ctx);
        kg_context_destroy(ctx);
    }
}
