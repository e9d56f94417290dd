/*
 * Numbers as .npy files, the format of NumPy. A file has a magic, a version, the length of a
 * header, the header, and the numbers. The header is a Python dictionary of the type of element,
 * the order, and the shape.
 *
 * In: a file; out: a matrix, and the reverse. Threads read parts of the file straight to their
 *     places, and reverse the bytes of numbers that are stored in the other byte order. Floats of 2
 *     bytes are read to the end of the array and widened from its front, so that writing never
 *     overtakes reading. An array in Fortran's order is read as its transpose in C's order, and
 *     then transposed. Nothing is allocated before the file's length shows that it can hold the
 *     numbers.
 */
#include "../scan/array_ops.h"
#include "matrix.h"
#include "matrix_ops.h"
#include <stdio.h>
#include <string.h>

/* HEADER_MOST: bytes, far more than a header of two dimensions needs. PART: numbers read at
 * once. */
enum { HEADER_MOST = 1 << 16, HEADER_UNIT = 64, PART = 1 << 17, SHAPE = 2 };

typedef struct npy {
    char kind;  /* b, i, u, f */
    char order; /* <, >, | */
    unsigned bytes;
    bool fortran;
    int dimensions;
    uint64_t shape[SHAPE];
} npy;

static kg_status fail_format(const kg__input *input, const char *what)
{
    return kg__fail(input->ctx, KG_FORMAT, "%s: .npy header: %s", input->shown, what);
}

static kg_status fail_unsupported(const kg__input *input, const char *what)
{
    return kg__fail(input->ctx, KG_UNSUPPORTED, "%s: cannot read a .npy of %s", input->shown, what);
}

/* ---- the header ------------------------------------------------------------------------------ */

static const char *skip(const char *p)
{
    while (*p == ' ' || (*p >= '\t' && *p <= '\r'))
        p++;
    return p;
}

/* Returns the place after `word` if it stands at p, or NULL. */
static const char *expect(const char *p, const char *word)
{
    size_t length = strlen(word);

    p = skip(p);
    return strncmp(p, word, length) == 0 ? p + length : NULL;
}

/* The same for a word in quotes of either kind, and a colon. */
static const char *expect_key(const char *p, const char *word)
{
    const char quote[] = {*skip(p), '\0'};

    if (*quote != '\'' && *quote != '"')
        return NULL;
    p = expect(expect(p, quote), word);
    p = p ? expect(p, quote) : NULL;
    return p ? expect(p, ":") : NULL;
}

/* Parses '<f8' and the like. If the byte order is missing, or "=", it is the machine's; '?' is
 * '|b1'. A type of another form gets no kind. */
static const char *parse_type(const char *p, npy *header)
{
    const char *end;

    p = skip(p);
    if (*p == '[') /* a structure with fields */
        return strchr(p, ']') ? strchr(p, ']') + 1 : NULL;
    if (*p != '\'' && *p != '"')
        return NULL;
    end = strchr(p + 1, *p);
    if (!end)
        return NULL;
    header->order = *++p && strchr("<>|", *p) ? *p : '=';
    p += strchr("<>|=", *p) != NULL;
    if (end - p == 2 && kg__is_digit(p[1])) {
        header->kind = p[0];
        header->bytes = (unsigned)(p[1] - '0');
    } else if (end - p == 1 && *p == '?') {
        header->kind = 'b';
        header->bytes = 1;
    }
    if (header->order == '=')
        header->order = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? '<' : '>';
    return end + 1;
}

/* (), (3,), (3L,), (3, 4): dimensions past the second are only counted. */
static const char *parse_shape(const char *p, npy *header)
{
    p = expect(p, "(");
    header->dimensions = 0;
    while (p && !expect(p, ")")) {
        uint64_t number = 0;
        const char *begin = p = skip(p);

        for (; kg__is_digit(*p); p++)
            if (__builtin_mul_overflow(number, 10, &number) ||
                __builtin_add_overflow(number, (uint64_t)(*p - '0'), &number))
                return NULL;
        if (p == begin)
            return NULL;
        if (header->dimensions < SHAPE)
            header->shape[header->dimensions] = number;
        header->dimensions++;
        p += *p == 'L'; /* as Python 2 writes integers */
        if (!expect(p, ")"))
            p = expect(p, ",");
    }
    return p ? expect(p, ")") : NULL;
}

static kg_status parse_header(const kg__input *input, const char *p, npy *header)
{
    const char *next;
    bool typed = false, ordered = false;

    header->dimensions = -1;
    p = expect(p, "{");
    while (p && !expect(p, "}")) {
        if ((next = expect_key(p, "descr"))) {
            typed = true;
            p = parse_type(next, header);
        } else if ((next = expect_key(p, "fortran_order"))) {
            ordered = true;
            header->fortran = expect(next, "True") != NULL;
            p = expect(next, header->fortran ? "True" : "False");
        } else if ((next = expect_key(p, "shape"))) {
            p = parse_shape(next, header);
        } else {
            p = NULL;
        }
        if (p && !expect(p, "}"))
            p = expect(p, ",");
    }
    if (!p || *skip(expect(p, "}")))
        return fail_format(input, "expected {'descr': ..., 'fortran_order': ..., 'shape': ...}");
    if (header->dimensions < 0 || !typed || !ordered)
        return fail_format(input, header->dimensions < 0 ? "no shape"
                                  : !typed               ? "no descr"
                                                         : "no fortran_order");
    return KG_OK;
}

/* Reads the header; *at: the beginning of the numbers. */
static kg_status read_header(const kg__input *input, npy *header, uint64_t *at)
{
    unsigned char head[12];
    uint64_t length, begin;
    char *text = NULL;
    kg_status status;

    if (input->size < sizeof head)
        return fail_format(input, "the file ends in it");
    KG_TRY(kg__input_read(input, head, 0, sizeof head));
    if (head[6] < 1 || head[6] > 3)
        return fail_unsupported(input, "this version; 1, 2 and 3 can be");
    length = head[8] | (uint64_t)head[9] << 8;
    if (head[6] != 1)
        length |= (uint64_t)head[10] << 16 | (uint64_t)head[11] << 24;
    begin = head[6] == 1 ? 10 : 12;
    if (length > HEADER_MOST || length > input->size - begin)
        return fail_format(input, "longer than the file, or than 64 KiB");
    KG_TRY(kg__host_allocate(input->ctx, &text, length + 1, 1, "header of a file"));
    KG_TRY(kg__input_read(input, text, begin, length));
    text[length] = '\0';
    *at = begin + length;
    KG_TRY(parse_header(input, text, header));
out:
    kg__free(input->ctx, text);
    return status;
}

/* ---- the numbers ----------------------------------------------------------------------------- */

static kg_status find_type(const kg__input *input, const npy *header, kg_type *type)
{
    unsigned bytes = header->bytes;
    bool power = bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8;

    if (header->kind == 'f' && bytes > 1 && power)
        *type = bytes == 8 ? KG_F64 : KG_F32;
    else if (header->kind == 'i' && power)
        *type = bytes == 1 ? KG_I8 : bytes == 2 ? KG_I16 : bytes == 4 ? KG_I32 : KG_I64;
    else if ((header->kind == 'u' && power) || (header->kind == 'b' && bytes == 1))
        *type = bytes == 1 ? KG_U8 : bytes == 2 ? KG_U16 : bytes == 4 ? KG_U32 : KG_U64;
    else
        return fail_unsupported(
            input, "elements other than booleans, integers, floats of 2, 4 or 8 bytes");
    if (header->dimensions > SHAPE)
        return fail_unsupported(input, "more than two dimensions");
    return KG_OK;
}

/* Whether the bytes of the file's numbers have another order than this machine's. */
static bool is_reversed(const npy *header)
{
    const char order = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? '>' : '<';

    return header->order == order && header->bytes > 1;
}

/* Reverses the bytes of each of `count` numbers. */
static void reverse_bytes(char *number, uint64_t count, unsigned bytes)
{
    for (uint64_t i = 0; i < count; i++, number += bytes)
        for (unsigned b = 0; b < bytes / 2; b++) {
            const char one = number[b];

            number[b] = number[bytes - 1 - b];
            number[bytes - 1 - b] = one;
        }
}

/* A float of 2 bytes: 1 bit of sign, 5 of the exponent, 10 of the fraction. */
static float widen_half(uint16_t half)
{
    const uint32_t sign = (uint32_t)(half & 0x8000) << 16, exponent = half >> 10 & 31;
    const uint32_t fraction = half & 1023;
    uint32_t bits = sign | (exponent + 127 - 15) << 23 | fraction << 13;
    float number;

    if (exponent == 31) /* infinity, or NaN with its payload */
        bits = sign | 0xff << 23 | fraction << 13;
    memcpy(&number, &bits, sizeof number);
    if (exponent == 0) /* 0, or a denormal number, which is normal as a float */
        number = (float)fraction * (sign ? -0x1p-24f : 0x1p-24f);
    return number;
}

static void widen_halves(float *to, uint64_t count)
{
    const char *from = (const char *)(to + count) - 2 * count;

    for (uint64_t i = 0; i < count; i++) {
        uint16_t one;

        memcpy(&one, from + 2 * i, sizeof one);
        to[i] = widen_half(one);
    }
}

static kg_status read_part(
    const kg__input *input, kg_matrix *matrix, const npy *header, uint64_t at, uint64_t part)
{
    const size_t size = kg_type_size(matrix->type);
    uint64_t all = matrix->rows * matrix->columns, first = part * PART;
    uint64_t count = all - first < PART ? all - first : PART;
    char *to = (char *)matrix->data + first * size, *narrow = to + count * (size - header->bytes);
    kg_status status;

    KG_TRY(kg__input_read(input, narrow, at + first * header->bytes, count * header->bytes));
    if (is_reversed(header))
        reverse_bytes(narrow, count, header->bytes);
    if (header->bytes < size)
        widen_halves((float *)to, count);
out:
    return status;
}

static kg_status read_parts(
    const kg__input *input, kg_matrix *matrix, const npy *header, uint64_t at)
{
    uint64_t parts = (matrix->rows * matrix->columns + PART - 1) / PART;
    kg_status status = KG_OK;

    KG_PARALLEL_FOR(kg__threads(input->ctx, parts, 1), schedule(dynamic, 1))
    for (uint64_t part = 0; part < parts; part++) {
        kg_status one = read_part(input, matrix, header, at, part);

        if (one != KG_OK)
            __atomic_store_n(&status, one, __ATOMIC_RELAXED);
    }
    return status;
}

/* Transposes a matrix whose columns were read as rows. */
static kg_status turn(kg_matrix **matrix)
{
    kg_matrix *from = *matrix, *to = NULL;
    kg_status status;

    KG_TRY(kg__matrix_create(&to, from->ctx, from->type, from->columns, from->rows));
    KG_TRY(kg__matrix_transpose_cpu(
        from->ctx, &(kg__transposition){kg_type_size(from->type), from->rows, from->columns,
                       to->data, from->data, from->rows, from->columns}));
    *matrix = to;
    kg_matrix_destroy(from);
out:
    return status;
}

kg_status kg__matrix_is_npy(bool *is, const kg__input *input)
{
    char magic[sizeof KG__NPY_MAGIC - 1];
    kg_status status = KG_OK;

    *is = false;
    if (input->size >= sizeof magic) {
        KG_TRY(kg__input_read(input, magic, 0, sizeof magic));
        *is = memcmp(magic, KG__NPY_MAGIC, sizeof magic) == 0;
    }
out:
    return status;
}

kg_status kg__matrix_read_npy(kg_matrix **matrix, const kg__input *input)
{
    npy header = {0};
    uint64_t at = 0, rows, columns, bytes;
    kg_matrix *made = NULL;
    kg_type type = KG_F64;
    kg_status status;

    KG_TRY(read_header(input, &header, &at));
    KG_TRY(find_type(input, &header, &type));
    rows = header.dimensions > 0 ? header.shape[0] : 1;
    columns = header.dimensions > 1 ? header.shape[1] : 1;
    if (__builtin_mul_overflow(rows, columns, &bytes) ||
        __builtin_mul_overflow(bytes, header.bytes, &bytes) || bytes != input->size - at)
        return kg__fail(input->ctx, KG_FORMAT,
            "%s: the header says %llu x %llu numbers of %u bytes, but %llu bytes follow it",
            input->shown, (unsigned long long)rows, (unsigned long long)columns, header.bytes,
            (unsigned long long)(input->size - at));
    header.fortran = header.fortran && rows > 1 && columns > 1;
    KG_TRY(kg__matrix_create(
        &made, input->ctx, type, header.fortran ? columns : rows, header.fortran ? rows : columns));
    KG_TRY(read_parts(input, made, &header, at));
    if (header.fortran)
        KG_TRY(turn(&made));
    made->table = header.dimensions > 1;
    *matrix = made;
    made = NULL;
out:
    kg_matrix_destroy(made);
    return status;
}

/* ---- writing --------------------------------------------------------------------------------- */

kg_status kg__matrix_write_npy(kg_output *output, const kg_matrix *matrix)
{
    static const char *const types[] = {[KG_I8] = "|i1",
        [KG_U8] = "|u1",
        [KG_I16] = "<i2",
        [KG_U16] = "<u2",
        [KG_I32] = "<i4",
        [KG_U32] = "<u4",
        [KG_I64] = "<i8",
        [KG_U64] = "<u8",
        [KG_F32] = "<f4",
        [KG_F64] = "<f8"};
    const size_t size = kg_type_size(matrix->type);
    char head[2 * HEADER_UNIT + 1] = KG__NPY_MAGIC "\x01", shape[64];
    size_t used = 10, total;
    kg_status status;

    if (matrix->columns == 1 && !matrix->table)
        snprintf(shape, sizeof shape, "(%llu,)", (unsigned long long)matrix->rows);
    else
        snprintf(shape, sizeof shape, "(%llu, %llu)", (unsigned long long)matrix->rows,
            (unsigned long long)matrix->columns);
    used += (size_t)snprintf(head + used, sizeof head - used,
        "{'descr': '%s', 'fortran_order': False, 'shape': %s, }", types[matrix->type], shape);
    total = (used + HEADER_UNIT) / HEADER_UNIT * HEADER_UNIT;
    memset(head + used, ' ', total - used - 1);
    head[total - 1] = '\n';
    head[8] = (char)(total - 10);
    KG_TRY(kg__output_write(output, head, total));
    KG_TRY(kg__output_write(output, matrix->data, matrix->rows * matrix->columns * size));
out:
    return status;
}
