/*
 * Reading sparse matrices.
 *
 * In:  a file of Matrix Market in coordinates (see csr/files/text/mtx_header.c), or one of numbers.
 * Out: a matrix in CSR or CSC; for a symmetric or skew-symmetric one with both halves.
 * How: csr/files/text/text.c reads the entries as the edges of a graph, from row to column, or for
 *      CSC from column to row. The value of an edge holds the bytes of the entry's number. If a
 *      place has two entries, the file is read again to find them.
 * Work and memory: as in text.c; lines out of order are sorted by turning the matrix twice.
 */
#include "../csr/files/detect.h"
#include "../csr/files/text/mtx_header.h"
#include "../matrix/number_text.h"
#include "../scan/front.h"
#include "sparse.h"
#include <math.h>
#include <string.h>

/* How a file is read. A place is a row and a column, from 0 on. */
typedef struct reader {
    kg__load load; /* the first member: parsers receive only its address */
    kg__mtx_header header;
    kg_type type;
    kg_sparse_order order;
    bool whole;           /* the file has integers */
    bool seeks;           /* search for the entries of this place */
    uint64_t row, column; /* the place */
} reader;

/* ---- numbers --------------------------------------------------------------------------------- */

/* Converts a number of the type `from` to another type. False if that type has no such number. */
static bool convert(kg_number *number, kg_type type, kg_type from)
{
    if (!kg__is_real(type))
        return kg__matrix_make_integer(number, type, from);
    if (kg__is_unsigned(from))
        number->real = (double)number->whole;
    else if (kg__is_signed(from))
        number->real = (double)number->integer;
    return type == KG_F64 || !isfinite(number->real) || isfinite((float)number->real);
}

/* Changes the sign of a number. False if the type has no such number. */
static bool negate(kg_number *number, kg_type type)
{
    if (kg__is_real(type)) {
        number->real = -number->real;
        return true;
    }
    if (kg__is_signed(type) ? number->integer == kg__least_of(type).integer : number->whole > 0)
        return false;
    number->whole = 0 - number->whole;
    return true;
}

/* Writes which numbers a type has, for a number that it does not have. */
static void show_range(char range[KG__RANGE_BYTES], kg_type type)
{
    if (kg__is_real(type))
        strcpy(range, "expected a number of the range of a float");
    else
        kg__matrix_show_range(range, type);
}

static kg_status fail_number(kg__worker *w, const char *p, kg_type type, const char *what)
{
    char range[KG__RANGE_BYTES];

    show_range(range, type);
    return kg__text_error(w, p, "%s%s", what, range);
}

/* Reads the number that ends a line. Returns the line's end, or NULL with status. */
static const char *parse_number(kg__worker *w, const char *p, kg_number *number, kg_status *status)
{
    const reader *r = (const reader *)w->load;
    kg_type from = KG_I64;
    unsigned kind = 0;
    uint64_t word = 0;
    const char *end;

    p = kg__skip_blank(p);
    end = *p == '\n' ? NULL : kg__parse_integer(p, &word, &kind);
    if (end && kind & (KG__REAL | KG__HUGE_ONE)) {
        end = r->whole && !kg__is_whole(p) ? NULL : kg__parse_real(p, &word);
        from = KG_F64;
    } else if (kind & KG__LARGE) {
        from = KG_U64;
    }
    if (!end || (*end != '\n' && !kg__is_blank(*end))) {
        *status = kg__text_error(w, p,
            *p == '\n' ? "the line ends here, expected the entry's number"
            : r->whole ? "expected a whole number"
                       : "expected a number of the range of a double");
        return NULL;
    }
    number->whole = word;
    if (from == KG_F64)
        memcpy(&number->real, &word, sizeof word);
    if (!convert(number, r->type, from)) {
        *status = fail_number(w, p, r->type, "");
        return NULL;
    }
    return kg__expect_line_end(w, end, status);
}

/* ---- entries --------------------------------------------------------------------------------- */

/* Reads a number from 1 to `most` at p, and lowers it by 1. Returns the text after it, or NULL with
 * status. */
static const char *parse_place(kg__worker *w, const char *p, const char *what, uint64_t most,
    uint64_t *place, kg_status *status)
{
    const char *end;
    size_t length = 0;

    p = kg__skip_blank(p);
    end = kg__parse_label(p, place);
    if (end && (*end == '\n' || kg__is_blank(*end)) && *place && *place <= most) {
        --*place;
        return end;
    }
    while (p[length] != '\n' && p[length] && !kg__is_blank(p[length]))
        length++;
    *status = length ? kg__text_error(w, p, "'%s' is no %s, expected a number from 1 to %llu",
                           KG__SHOW(p, length), what, (unsigned long long)most)
                     : kg__text_error(w, p, "%s, expected a %s",
                           *p ? "the line ends here" : "a zero byte", what);
    return NULL;
}

/* A double whose first bytes are those of a number. */
static double bytes_of(kg_type type, kg_number number)
{
    double bytes = 0;

    switch (type) {
#define CASE(TYPE, T, member)                                                                      \
    case TYPE: {                                                                                   \
        const T one = (T)number.member;                                                            \
        memcpy(&bytes, &one, sizeof one);                                                          \
        break;                                                                                     \
    }
        KG__EACH_TYPE(CASE)
#undef CASE
    }
    return bytes;
}

/* Appends an entry, or fails if it is at the place that is searched for. p: its text. */
static kg_status put_entry(
    kg__worker *w, const char *p, uint64_t row, uint64_t column, kg_number number)
{
    const reader *r = (const reader *)w->load;
    const bool by_row = r->order == KG_CSR;
    kg_status status;

    if (r->seeks && row == r->row && column == r->column)
        return kg__text_error(w, p,
            "row %llu, column %llu has another entry below: expected one for each place",
            (unsigned long long)row + 1, (unsigned long long)column + 1);
    KG_TRY(kg__text_put_edge(
        w, false, true, by_row ? row : column, by_row ? column : row, bytes_of(r->type, number)));
    w->rounded = false; /* set by a check that took the bytes for a value */
out:
    return status;
}

/* Also adds the mirror image of an entry, if the matrix has a symmetry. */
static kg_status put_mirror(
    kg__worker *w, const char *p, uint64_t row, uint64_t column, kg_number number)
{
    const reader *r = (const reader *)w->load;

    if (r->header.symmetry != KG__MTX_SKEW)
        return row == column ? KG_OK : put_entry(w, p, column, row, number);
    if (row == column)
        return kg__text_error(
            w, p, "an entry on the diagonal, where a skew-symmetric matrix has none");
    if (!negate(&number, r->type))
        return fail_number(w, p, r->type, "the number with the other sign is an entry, too: ");
    return put_entry(w, p, column, row, number);
}

static kg_status parse_entries(kg__worker *w)
{
    const reader *r = (const reader *)w->load;
    kg_status status = KG_OK;

    for (const char *p = w->lines.begin; p < w->lines.end; p++) {
        const char *line = p = kg__skip_blank(p);
        kg_number number;
        uint64_t row, column;

        if (*p == '%')
            p = kg__text_comment(w, p);
        if (*p == '\n')
            continue;
        p = parse_place(w, p, "row", r->header.rows, &row, &status);
        p = p ? parse_place(w, p, "column", r->header.columns, &column, &status) : NULL;
        if (!p)
            return status;
        if (r->header.field == KG__MTX_PATTERN) {
            number = (kg_number){.whole = 1};
            if (kg__is_real(r->type))
                number.real = 1;
            p = kg__expect_line_end(w, p, &status);
        } else {
            p = parse_number(w, p, &number, &status);
        }
        if (!p)
            return status;
        KG_TRY(put_entry(w, line, row, column, number));
        if (r->header.symmetry != KG__MTX_GENERAL)
            KG_TRY(put_mirror(w, line, row, column, number));
    }
out:
    return status;
}

/* The finish of the load: fails if there are more or fewer entries than the header says. In a
 * symmetric matrix, entries off the diagonal count twice. */
static kg_status match_entries(kg__load *load, kg__text_run *run, size_t runs, uint64_t edges)
{
    const reader *r = (const reader *)load;
    uint64_t diagonal = 0;

    if (r->header.symmetry != KG__MTX_GENERAL) {
        for (size_t k = 0; k < runs; k++) {
            const uint32_t *pair = run[k].pair;

            for (size_t i = 0; i < run[k].count; i++)
                diagonal += pair[2 * i] == pair[2 * i + 1];
        }
        edges = diagonal + (edges - diagonal) / 2;
    }
    return edges == load->counts->m ? KG_OK : kg__counts_fail(load, edges);
}

/* ---- the file -------------------------------------------------------------------------------- */

#define NO_VALUES "entries are real numbers"

static const kg__header_choice fields[] = {{"pattern", NULL}, {"integer", NULL},
    {"unsigned-integer", NULL}, {"real", NULL}, {"double", NULL}, {"complex", NO_VALUES},
    {NULL, "pattern, integer, unsigned-integer, real or double"}};
static const kg__header_choice symmetries[] = {{"general", NULL}, {"symmetric", NULL},
    {"skew-symmetric", NULL}, {"hermitian", NO_VALUES},
    {NULL, "general, symmetric or skew-symmetric"}};
static const kg__mtx_choices choices = {fields, symmetries, ""};

/* Refuses rows and columns past the limits, or too many for the number of entries, so that a small
 * file cannot ask for much memory. */
static kg_status check_size(const reader *r, const kg__record *record)
{
    const kg__mtx_header *h = &r->header;
    const uint64_t most = h->rows > h->columns ? h->rows : h->columns;
    kg_status status;

    KG_TRY(kg__counts_check(&r->load));
    KG_TRY(kg__sparse_check(r->load.input->ctx, h->rows, h->columns, h->entries));
    if (most > kg__claim_limit(h->entries))
        return kg__header_fail(&r->load, record, record->begin,
            "%llu rows or columns are more than %llu entries can back, expected at most %llu",
            (unsigned long long)most, (unsigned long long)h->entries,
            (unsigned long long)kg__claim_limit(h->entries));
    if (h->symmetry != KG__MTX_GENERAL && h->rows != h->columns)
        return kg__header_fail(&r->load, record, record->begin,
            "a symmetric matrix has as many rows as columns, and not %llu and %llu",
            (unsigned long long)h->rows, (unsigned long long)h->columns);
out:
    return status;
}

/* Reads the head of the file, which says how to read the rest. */
static kg_status prepare(reader *r, kg__counts *counts, const kg_sparse_options *options)
{
    kg__record record;
    char *head = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(
        r->load.input->ctx, &head, KG__HEAD_BYTES + KG__TEXT_PAD, 1, "beginning of the file"));
    KG_TRY(kg__find_record(r->load.input, head, "%", &record));
    r->load.start = record.start;
    KG_TRY(kg__mtx_read_header(&r->header, &r->load, &record, &choices));
    *counts = (kg__counts){.m = r->header.entries, .at = record.at, .things = "entries"};
    KG_TRY(kg__header_line(&r->load, &record));
    KG_TRY(check_size(r, &record));
    counts->n = r->header.rows > r->header.columns ? r->header.rows : r->header.columns;
    r->whole = r->header.field == KG__MTX_INTEGER || r->header.field == KG__MTX_UNSIGNED;
    r->type = options->typed                        ? options->type
              : r->header.field == KG__MTX_UNSIGNED ? KG_U64
              : r->header.field <= KG__MTX_INTEGER  ? KG_I64
                                                    : KG_F64;
out:
    kg__free(r->load.input->ctx, head);
    return status;
}

/* Fails at the first entry of a place that has two entries. */
static kg_status fail_twice(reader *r, uint64_t line, kg_vertex index)
{
    kg_graph *graph = NULL;
    kg_status status;

    r->seeks = true;
    r->row = r->order == KG_CSR ? line : index;
    r->column = r->order == KG_CSR ? index : line;
    KG_TRY(kg__text_load(&graph, &r->load));
    status = kg__fail(r->load.input->ctx, KG_FORMAT, "%s: the file changes while it is read",
        r->load.input->shown);
out:
    kg_graph_destroy(graph);
    return status;
}

static kg_status read_market(kg_sparse **sparse, const kg__input *input,
    const kg_sparse_options *options, size_t block_bytes)
{
    kg_sparse *made = NULL;
    kg__counts counts = {0};
    reader r = {.load = {.input = input,
                    .block_bytes = block_bytes,
                    .shown = "Matrix Market",
                    .ids = true,
                    .valued = true,
                    .counts = &counts,
                    .parse = parse_entries,
                    .finish = match_entries},
        .order = options->order};
    kg_graph *graph = NULL;
    uint64_t line;
    kg_vertex index;
    kg_status status;

    KG_TRY(prepare(&r, &counts, options));
    KG_TRY(kg__text_load(&graph, &r.load));
    KG_TRY(kg__sparse_create(&made, input->ctx, r.type, r.order, r.header.rows, r.header.columns));
    KG_TRY(kg__sparse_take(made, graph));
    KG_TRY(kg__sparse_sort(&made, &line, &index));
    if (line != UINT64_MAX)
        KG_TRY(fail_twice(&r, line, index));
    *sparse = made;
    made = NULL;
out:
    kg_sparse_destroy(made);
    kg_graph_destroy(graph);
    return status;
}

/* ---- other files ----------------------------------------------------------------------------- */

/* Replaces the matrix that was read by one of another type. */
static kg_status change_type(kg_matrix **matrix, const kg__input *input, kg_type type)
{
    const kg_matrix *old = *matrix;
    char range[KG__RANGE_BYTES];
    kg_matrix *made = NULL;
    kg_status status;

    KG_TRY(kg__matrix_create(&made, input->ctx, type, old->rows, old->columns));
    for (uint64_t i = 0; i < old->rows * old->columns; i++) {
        kg_number one = kg__number_at(old->type, old->data, i);

        if (!convert(&one, type, old->type)) {
            show_range(range, type);
            KG_TRY(kg__matrix_fail_number(input, old, i, range));
        }
        kg__number_put(type, made->data, i, one);
    }
    kg_matrix_destroy(*matrix);
    *matrix = made;
    made = NULL;
out:
    kg_matrix_destroy(made);
    return status;
}

/* Reads a file that lists all numbers. */
static kg_status read_numbers(kg_sparse **sparse, const kg__input *input,
    const kg_sparse_options *options, size_t block_bytes)
{
    static const kg__expected expected = {"Matrix Market, numbers as text, or .npy",
        {{"an array of NumPy", NULL}, {"Parquet", "write it as CSV, as pandas does"},
            {"Excel (.xlsx)", "save the sheet as CSV"}, {"Excel (.xls)", "save the sheet as CSV"}}};
    kg_matrix *matrix = NULL;
    kg_sparse *made = NULL;
    kg_status status;

    KG_TRY(kg__foreign_refuse(input, &expected));
    KG_TRY(kg__matrix_read_input(&matrix, input, false, block_bytes));
    if (options->typed && options->type != matrix->type)
        KG_TRY(change_type(&matrix, input, options->type));
    KG_TRY(kg_sparse_build_dense(&made, matrix));
    if (options->order == KG_CSC)
        KG_TRY(kg__sparse_turn(sparse, made));
    else
        *sparse = made;
    made = options->order == KG_CSC ? made : NULL;
out:
    kg_sparse_destroy(made);
    kg_matrix_destroy(matrix);
    return status;
}

kg_status kg__sparse_read_input(kg_sparse **sparse, const kg__input *input,
    const kg_sparse_options *options, size_t block_bytes)
{
    char begin[4] = {0}; /* a byte order mark and a character */
    const size_t count = input->size < sizeof begin ? (size_t)input->size : sizeof begin;
    kg_status status;

    KG_TRY(kg__input_read(input, begin, 0, count));
    KG_TRY((begin[kg__byte_order_mark(begin, count)] == '%' ? read_market : read_numbers)(
        sparse, input, options, block_bytes));
out:
    return status;
}

/* ---- the fronts ------------------------------------------------------------------------------ */

static kg_status read_sparse(void *sparse, const kg__input *input, const void *options)
{
    return kg__sparse_read_input(sparse, input, options, KG__TEXT_BLOCK);
}

static kg_status read_from(kg_sparse **sparse, kg_context *context, const kg__source *source,
    const kg_sparse_options *options)
{
    kg_status status;

    KG_NEED(context, sparse);
    *sparse = NULL;
    options = options ? options : &(const kg_sparse_options)KG_SPARSE_OPTIONS_INIT;
    KG_TRY(kg__array_begin(context, options->typed ? options->type : KG_F64));
    KG_TRY(kg__sparse_check_order(context, options->order));
    kg__stage(context, "read");
    status = kg__input_read_from(context, source, options->shown, read_sparse, sparse, options);
    kg__stage(context, NULL);
out:
    return status;
}

KG__READ_CALLS_WITH(kg_sparse_read, read_from, kg_sparse, kg_context, kg_sparse_options)
