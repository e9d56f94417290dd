/* Matrices whose rows have gaps between them: the same numbers as without gaps, and gaps as they
 * were. */
#include "check.h"
#include <konig/matrix.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { GAP = 0xa5 };

/* A matrix in host memory, and the same with gaps; `all` bytes with them. */
typedef struct pitched {
    uint64_t rows, columns, pitch;
    size_t size, all;
    unsigned char *dense, *host;
} pitched;

static uint64_t width_of(const pitched *p)
{
    return p->pitch ? p->pitch : p->columns;
}

/* Puts the rows between gaps. */
static void spread(pitched *p)
{
    memset(p->host, GAP, p->all);
    for (uint64_t i = 0; i < p->rows; i++)
        memcpy(p->host + i * width_of(p) * p->size, p->dense + i * p->columns * p->size,
            p->columns * p->size);
}

static pitched make(size_t size, uint64_t rows, uint64_t columns, uint64_t pitch)
{
    pitched p = {rows, columns, pitch, size, 0, NULL, NULL};

    p.all = rows * width_of(&p) * size;
    p.dense = check_array(rows * columns, size);
    p.host = check_array(p.all, 1);
    return p;
}

static void destroy(pitched *p)
{
    free(p->dense);
    free(p->host);
}

static void fill(pitched *p, kg_type type, uint64_t seed)
{
    for (uint64_t i = 0; i < p->rows * p->columns; i++) {
        const uint64_t one = check_random(&seed) % 1000;
        const double real = (double)one / 7;
        const float narrow = (float)real;

        if (type == KG_F32)
            memcpy(p->dense + 4 * i, &narrow, 4);
        else if (type == KG_F64)
            memcpy(p->dense + 8 * i, &real, 8);
        else
            memcpy(p->dense + p->size * i, &one, p->size);
    }
    spread(p);
}

static void transpose_test(check *c)
{
    static const kg_type types[] = {KG_U8, KG_I16, KG_F32, KG_U64};
    static const uint64_t shapes[][4] = {{1, 1, 3, 0}, {5, 70, 71, 8}, {70, 5, 0, 70},
        {64, 64, 100, 65}, {129, 33, 64, 256}, {0, 4, 0, 0}, {4, 0, 2, 9}};

    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
        for (size_t k = 0; k < sizeof types / sizeof *types; k++) {
            const uint64_t rows = shapes[s][0], columns = shapes[s][1];
            const size_t size = kg_type_size(types[k]);
            pitched value = make(size, rows, columns, shapes[s][2]);
            pitched result = make(size, columns, rows, shapes[s][3]);

            check_say(c, "%d x %d of %d bytes", (int)rows, (int)columns, (int)size);
            fill(&value, types[k], c->seed);
            for (uint64_t i = 0; i < rows; i++)
                for (uint64_t j = 0; j < columns; j++)
                    memcpy(result.dense + (j * rows + i) * size,
                        value.dense + (i * columns + j) * size, size);
            spread(&result);
            for (int t = 0; t < c->contexts; t++) {
                kg_context *ctx = c->context[t];
                unsigned char *gaps = check_array(result.all, 1);
                void *from = check_upload(ctx, value.host, value.all, 1), *to;

                memset(gaps, GAP, result.all);
                to = check_upload(ctx, gaps, result.all, 1);
                check_status(c, ctx,
                    kg_array_transpose(
                        to, result.pitch, ctx, types[k], rows, columns, from, value.pitch),
                    KG_OK);
                check_download(ctx, gaps, to, result.all, 1);
                check_equal(c, ctx, "transposed", gaps, result.host, result.all, 1);
                kg__free(ctx, to);
                kg__free(ctx, from);
                free(gaps);
            }
            destroy(&result);
            destroy(&value);
        }
}

/* The product, each number a sum from the first product to the last. */
static void multiply_oracle(pitched *product, kg_type type, const pitched *a, const pitched *b)
{
    for (uint64_t i = 0; i < a->rows; i++)
        for (uint64_t j = 0; j < b->columns; j++) {
            uint64_t whole = 0;
            double real = 0;
            float narrow = 0;

            for (uint64_t k = 0; k < a->columns; k++) {
                const uint64_t x = i * a->columns + k, y = k * b->columns + j;

                if (type == KG_F32)
                    narrow = fmaf(((float *)a->dense)[x], ((float *)b->dense)[y], narrow);
                else if (type == KG_F64)
                    real = fma(((double *)a->dense)[x], ((double *)b->dense)[y], real);
                else
                    whole += ((uint64_t *)a->dense)[x] * ((uint64_t *)b->dense)[y];
            }
            memcpy(product->dense + (i * b->columns + j) * product->size,
                type == KG_F32   ? (void *)&narrow
                : type == KG_F64 ? (void *)&real
                                 : &whole,
                product->size);
        }
    spread(product);
}

static void multiply_test(check *c)
{
    static const uint64_t shapes[][6] = {{1, 1, 1, 0, 0, 0}, {3, 5, 2, 9, 2, 7},
        {65, 9, 130, 0, 131, 0}, {130, 70, 9, 128, 0, 16}, {17, 129, 33, 129, 64, 40},
        {4, 0, 3, 2, 0, 5}, {0, 3, 4, 0, 0, 0}, {3, 4, 0, 4, 1, 2}};
    const kg_type type = (kg_type)c->now->width;
    const size_t size = kg_type_size(type);

    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
        const uint64_t n = shapes[s][0], inner = shapes[s][1], m = shapes[s][2];
        pitched a = make(size, n, inner, shapes[s][3]), b = make(size, inner, m, shapes[s][4]);
        pitched product = make(size, n, m, shapes[s][5]);

        check_say(c, "%d x %d by %d x %d", (int)n, (int)inner, (int)inner, (int)m);
        fill(&a, type, c->seed);
        fill(&b, type, c->seed + 1);
        multiply_oracle(&product, type, &a, &b);
        for (int t = 0; t < c->contexts; t++) {
            kg_context *ctx = c->context[t];
            unsigned char *gaps = check_array(product.all, 1);
            void *x = check_upload(ctx, a.host, a.all, 1), *y = check_upload(ctx, b.host, b.all, 1);
            void *to;

            memset(gaps, GAP, product.all);
            to = check_upload(ctx, gaps, product.all, 1);
            check_status(c, ctx,
                kg_array_multiply(to, product.pitch, ctx, type, n, inner, m, x, a.pitch, y, b.pitch,
                    KG_MULTIPLY_REPRODUCIBLE),
                KG_OK);
            check_download(ctx, gaps, to, product.all, 1);
            check_equal(c, ctx, "product", gaps, product.host, product.all, 1);
            kg__free(ctx, to);
            kg__free(ctx, y);
            kg__free(ctx, x);
            free(gaps);
        }
        destroy(&product);
        destroy(&b);
        destroy(&a);
    }
}

/* A large number within the matrix makes a product that does not fit; in a gap it changes nothing.
 */
static void overflow_test(check *c)
{
    const uint64_t most = UINT64_MAX, half = UINT64_MAX / 2;
    const uint64_t a[2][3] = {{half, 1, most}, {2, 3, most}};

    for (int t = 0; t < c->contexts; t++) {
        kg_context *ctx = c->context[t];
        void *x = check_upload(ctx, a, 6, 8), *to = check_upload(ctx, NULL, 4, 8);
        const kg_multiply_way way = KG_MULTIPLY_REPRODUCIBLE;

        check_say(c, "overflow, wrong pitches and types");
        check_status(
            c, ctx, kg_array_multiply(to, 0, ctx, KG_U64, 1, 2, 2, x, 3, x, 3, way), KG_OVERFLOW);
        check_status(
            c, ctx, kg_array_multiply(to, 0, ctx, KG_U64, 1, 1, 2, x, 3, x, 3, way), KG_OVERFLOW);
        check_status(c, ctx,
            kg_array_multiply(
                to, 0, ctx, KG_U64, 1, 1, 1, (uint64_t *)x + 3, 3, (uint64_t *)x + 4, 3, way),
            KG_OK);
        check_status(
            c, ctx, kg_array_multiply(to, 1, ctx, KG_U64, 1, 1, 2, x, 3, x, 3, way), KG_ARGUMENT);
        check_status(
            c, ctx, kg_array_multiply(to, 0, ctx, KG_U64, 1, 2, 2, x, 1, x, 3, way), KG_ARGUMENT);
        check_status(
            c, ctx, kg_array_multiply(to, 0, ctx, KG_I32, 1, 1, 1, x, 0, x, 0, way), KG_ARGUMENT);
        check_status(
            c, ctx, kg_array_multiply(NULL, 0, ctx, KG_I64, 1, 1, 1, x, 0, x, 0, way), KG_ARGUMENT);
        check_status(c, ctx, kg_array_transpose(to, 1, ctx, KG_U64, 2, 2, x, 3), KG_ARGUMENT);
        check_status(c, ctx, kg_array_transpose(to, 2, ctx, KG_U64, 2, 2, x, 1), KG_ARGUMENT);
        check_status(c, ctx, kg_array_transpose(to, 0, ctx, KG_U64, 2, 2, NULL, 0), KG_ARGUMENT);
        kg__free(ctx, to);
        kg__free(ctx, x);
    }
}

const check_case check_pitched_cases[] = {
    {"pitched.transpose", transpose_test, NULL, 0},
    {"pitched.multiply_u64", multiply_test, NULL, KG_U64},
    {"pitched.multiply_i64", multiply_test, NULL, KG_I64},
    {"pitched.multiply_f32", multiply_test, NULL, KG_F32},
    {"pitched.multiply_f64", multiply_test, NULL, KG_F64},
    {"pitched.overflow", overflow_test, NULL, 0},
    {NULL},
};
