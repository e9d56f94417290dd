/*
 * Reading Matrix Market.
 *
 * In:  "%%MatrixMarket matrix coordinate FIELD SYMMETRY", comments %, a line "rows columns
 *     entries", and a line "i j" or "i j value" for each entry. FIELD: pattern, integer, real;
 *     SYMMETRY: general, symmetric.
 * Out: an edge i -> j for each entry, in the order of the lines. The edges of a symmetric matrix
 *     are undirected, one for each stored entry. Row i is vertex i.
 * Method: mtx_header.c reads the header, text.c the entries.
 * Work and memory: as in text.c.
 */
#include "mtx_header.h"

static inline __attribute__((always_inline)) kg_status parse_entries(
    kg__worker *w, const bool valued, const bool whole)
{
    const uint64_t n = w->load->counts->n;
    kg_status status = KG_OK;

    for (const char *p = w->lines.begin; p < w->lines.end; p++) {
        uint64_t a, b;
        double value = 0;

        if (!kg__is_digit(*p)) {
            p = kg__skip_blank(p);
            if (*p == '%')
                p = kg__text_comment(w, p);
            if (*p == '\n')
                continue;
        }
        p = kg__parse_positions(w, p, n, &a, &b, &status);
        if (!p)
            return status;
        if (valued)
            p = kg__parse_last_value(w, p, whole, &value, &status);
        else if (*p != '\n')
            p = kg__expect_line_end(w, p, &status);
        if (!p)
            return status;
        KG_TRY(kg__text_put_edge(w, false, valued, a, b, value));
    }
out:
    return status;
}

static kg_status parse_pattern(kg__worker *w)
{
    return parse_entries(w, false, false);
}

static kg_status parse_integers(kg__worker *w)
{
    return parse_entries(w, true, true);
}

static kg_status parse_reals(kg__worker *w)
{
    return parse_entries(w, true, false);
}

/* The words that the banner may have. */
#define NO_VALUES "edges have one real value"
#define NO_MIRROR                                                                                  \
    "an entry stands for two of different values, which no undirected edge has: write it as "      \
    "general"

static const kg__header_choice fields[] = {{"pattern", NULL}, {"integer", NULL},
    {"unsigned-integer", NULL}, {"real", NULL}, {"double", NULL}, {"complex", NO_VALUES},
    {NULL, "pattern, integer or real"}};
static const kg__header_choice symmetries[] = {{"general", NULL}, {"symmetric", NULL},
    {"skew-symmetric", NO_MIRROR}, {"hermitian", NO_MIRROR}, {NULL, "general or symmetric"}};
static const kg__mtx_choices choices = {
    fields, symmetries, "; a list of edges is the format edges"};

/* Finds out how the file must be parsed. counts: [out] load->counts. first: [out] the label of the
 * first vertex. */
static kg_status prepare(kg__load *load, kg__counts *counts, uint64_t *first,
    const kg__input *input, const kg__record *record, const kg_read_options *options,
    size_t block_bytes)
{
    kg__counts_comments comments;
    kg__mtx_header header;
    bool whole;
    kg_status status;

    *load = (kg__load){.input = input,
        .block_bytes = block_bytes,
        .start = record->start,
        .shown = "Matrix Market",
        .both = options->both_directions,
        .ids = true,
        .counts = counts};
    KG_TRY(kg__mtx_read_header(&header, load, record, &choices));
    if (header.rows != header.columns)
        return kg__header_fail(load, record, record->begin,
            "a matrix of %llu rows and %llu columns is no graph on one set of vertices, expected "
            "as many rows as columns",
            (unsigned long long)header.rows, (unsigned long long)header.columns);
    *counts =
        (kg__counts){.n = header.rows, .m = header.entries, .at = record->at, .things = "entries"};
    KG_TRY(kg__header_line(load, record));
    KG_TRY(kg__counts_check(load));
    whole = header.field == KG__MTX_INTEGER || header.field == KG__MTX_UNSIGNED;
    load->undirected = header.symmetry || options->undirected;
    load->valued = header.field != KG__MTX_PATTERN;
    load->parse = whole ? parse_integers : load->valued ? parse_reals : parse_pattern;
    KG_TRY(kg__counts_find_comments(&comments, load, record, "%"));
    *first = comments.first;
out:
    return status;
}

kg_status kg__read_mtx(kg_graph **graph, const kg__input *input, const kg__record *record,
    const kg_read_options *options, size_t block_bytes)
{
    kg__counts counts;
    kg__load load;
    uint64_t first = 1;
    kg_status status;

    KG_TRY(prepare(&load, &counts, &first, input, record, options, block_bytes));
    KG_TRY(kg__counts_load(graph, &load, first));
out:
    return status;
}

kg_status kg__read_mtx_part(kg_part *part, const kg__input *input, const kg__record *record,
    const kg_read_options *options, size_t block_bytes)
{
    kg__counts counts;
    kg__load load;
    uint64_t first = 1;
    kg_status status;

    KG_TRY(prepare(&load, &counts, &first, input, record, options, block_bytes));
    if (load.undirected && !load.both)
        KG_TRY(kg__part_refuse(input, "edges are undirected"));
    KG_TRY(kg__text_load_part(part, &load));
    KG_TRY(kg__counts_name(&part->shape, input->ctx, first));
out:
    return status;
}
