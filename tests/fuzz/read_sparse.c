/* A sparse matrix, read in one block by one thread, and in small blocks by three threads. Both must
 * give the same status and message, or the same matrix; transposed twice it is the same again, and
 * so it is when it is built of its arrays with all lines turned round. The first byte chooses the
 * size of the blocks and the order, the second the type. */
#include "fuzz.h"
#include "sparse/sparse.h"

static kg_status read_it(kg_sparse **sparse, kg_context *ctx, const uint8_t *data, size_t size,
    const kg_sparse_options *options, size_t block)
{
    kg__input input = {.ctx = ctx, .shown = "f", .fd = -1, .size = size};
    kg_status status;

    kg__begin(ctx);
    *sparse = NULL;
    KG_TRY(kg__host_allocate(ctx, &input.owned, size, 1, "fuzz input"));
    if (size)
        memcpy(input.owned, data, size);
    input.bytes = input.owned;
    status = kg__sparse_read_input(sparse, &input, options, block);
    kg__input_close(&input);
out:
    return status;
}

static void require(bool holds)
{
    if (!holds)
        abort();
}

static void require_equal(const kg_sparse *a, const kg_sparse *b)
{
    const uint64_t lines = kg__sparse_lines(a), entries = kg__sparse_count(a);

    require(a->type == b->type && a->order == b->order && a->rows == b->rows &&
            a->columns == b->columns && entries == kg__sparse_count(b) &&
            memcmp(a->offset, b->offset, (lines + 1) * sizeof *a->offset) == 0);
    if (entries)
        require(memcmp(a->index, b->index, entries * sizeof *a->index) == 0 &&
                memcmp(a->value, b->value, entries * kg_type_size(a->type)) == 0);
}

/* What each matrix that was read is. */
static void require_sorted(const kg_sparse *s)
{
    require(s->offset[0] == 0);
    for (uint64_t i = 0; i < kg__sparse_lines(s); i++)
        for (uint64_t e = s->offset[i]; e < s->offset[i + 1]; e++)
            require(s->index[e] < kg__sparse_across(s) &&
                    (e == s->offset[i] || s->index[e - 1] < s->index[e]));
}

/* Turns the entries of each line round. */
static void turn_round(kg_sparse *s)
{
    const size_t size = kg_type_size(s->type);

    for (uint64_t i = 0; i < kg__sparse_lines(s); i++)
        for (uint64_t a = s->offset[i], b = s->offset[i + 1]; b - a > 1; a++) {
            const kg_vertex index = s->index[a];
            char value[8], *at = (char *)s->value + a * size, *other;

            b--;
            other = (char *)s->value + b * size;
            s->index[a] = s->index[b];
            s->index[b] = index;
            memcpy(value, at, size);
            memcpy(at, other, size);
            memcpy(other, value, size);
            if (b == a + 1)
                break;
        }
}

static void try_calls(kg_sparse *sparse, kg_context *ctx)
{
    kg_sparse *once, *twice;

    require_sorted(sparse);
    require(kg_sparse_transpose(&once, sparse) == KG_OK);
    require_sorted(once);
    require(kg_sparse_transpose(&twice, once) == KG_OK);
    require_equal(sparse, twice);
    kg_sparse_destroy(once);
    turn_round(twice);
    require(kg_sparse_build(&once, ctx, twice->type, twice->order, twice->rows, twice->columns,
                twice->offset, twice->index, twice->value) == KG_OK);
    require_equal(sparse, once);
    kg_sparse_destroy(once);
    kg_sparse_destroy(twice);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    kg_context *one = fuzz_context(1), *three = fuzz_context(3);
    kg_sparse_options options = KG_SPARSE_OPTIONS_INIT;
    kg_sparse *sparse, *other;
    kg_status status, other_status;

    if (size < 2)
        return 0;
    options.order = data[0] & 1 ? KG_CSC : KG_CSR;
    options.typed = data[1] & 1;
    options.type = (kg_type)(data[1] / 2 % (KG_I32 + 1));
    status = read_it(&sparse, one, data + 2, size - 2, &options, KG__TEXT_BLOCK);
    other_status = read_it(&other, three, data + 2, size - 2, &options, 1u + (data[0] >> 1));
    require(
        status == other_status && strcmp(kg_context_message(one), kg_context_message(three)) == 0);
    if (status == KG_OK) {
        require_equal(sparse, other);
        try_calls(sparse, one);
    }
    kg_sparse_destroy(sparse);
    kg_sparse_destroy(other);
    fuzz_settle(one, status == KG_UNSUPPORTED ? KG_FORMAT : status);
    fuzz_settle(three, status == KG_UNSUPPORTED ? KG_FORMAT : status);
    return 0;
}
