/*
 * Reading Matrix Market.
 *
 * In:  "%%MatrixMarket matrix coordinate FIELD SYMMETRY", comments %, a line "rows columns
 *     entries", and a line "i j" or "i j value" for each entry. FIELD: pattern, integer, real;
 *     SYMMETRY: general, symmetric.
 * Out: an edge i -> j for each entry, in the order of the lines; of a symmetric matrix the edges
 *     are undirected, one for each entry that is stored. Row i is vertex i.
 * Method: the header is read here, the entries by text.c.
 * Work and memory: as in text.c.
 * Source: R. Boisvert, R. Pozo, K. Remington, The Matrix Market Exchange Formats, NISTIR 5935,
 *     1996.
 */
#include "text_counts.h"
#include <string.h>

enum { BANNER_BYTES = 1024 }; /* the format's own limit for a line */

/* What the banner says. */
typedef struct banner {
    bool valued, whole, symmetric;
} banner;

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

/* What the banner's words may be. */
#define NO_DENSE  "a dense matrix, in which every entry is listed: write it as a sparse one"
#define NO_VALUES "edges have one real value"
#define NO_MIRROR                                                                                  \
    "an entry stands for two of different values, which no undirected edge has: write it as "      \
    "general"

static const kg__header_choice objects[] = {{"matrix", NULL}, {NULL, "matrix"}};
static const kg__header_choice layouts[] = {
    {"coordinate", NULL}, {"array", NO_DENSE}, {NULL, "coordinate"}};
static const kg__header_choice fields[] = {{"pattern", NULL}, {"integer", NULL},
    {"unsigned-integer", NULL}, {"real", NULL}, {"double", NULL}, {"complex", NO_VALUES},
    {NULL, "pattern, integer or real"}};
static const kg__header_choice symmetries[] = {{"general", NULL}, {"symmetric", NULL},
    {"skew-symmetric", NO_MIRROR}, {"hermitian", NO_MIRROR}, {NULL, "general or symmetric"}};

static kg_status read_banner(banner *b, const kg__load *load)
{
    static const char begins[] = "%%MatrixMarket";
    char text[BANNER_BYTES + KG__TEXT_PAD] = {0};
    uint64_t left = load->input->size - load->start;
    size_t count = left < BANNER_BYTES ? (size_t)left : BANNER_BYTES;
    kg__record line = {.start = load->start, .at = load->start, .begin = text};
    const char *at = text + sizeof begins - 1;
    int object, layout, field, symmetry;
    kg_status status;

    KG_TRY(kg__input_read(load->input, text, load->start, count));
    line.end = kg__line_end(text, text + count);
    if (!kg__line_begins((kg__line){text, line.end}, begins) ||
        (*at && *at != '\n' && *at != ' ' && *at != '\t' && *at != '\r'))
        return kg__header_fail(load, &line, text,
            "expected '%%%%MatrixMarket matrix coordinate ...' in the first line; a list of edges "
            "is the format edges");
    KG_TRY(kg__header_word(&object, load, &line, &at, objects));
    KG_TRY(kg__header_word(&layout, load, &line, &at, layouts));
    KG_TRY(kg__header_word(&field, load, &line, &at, fields));
    KG_TRY(kg__header_word(&symmetry, load, &line, &at, symmetries));
    *b = (banner){.valued = field > 0, .whole = field == 1 || field == 2, .symmetric = symmetry};
out:
    return status;
}

/* Reads the line "rows columns entries". */
static kg_status read_size(kg__counts *counts, const kg__load *load, const kg__record *record)
{
    uint64_t number[3] = {0};
    const char *p = record->begin;

    if (!p)
        return kg__input_fail(load->input, load->start, load->input->size,
            "the file ends here, expected a line 'rows columns entries' (read as Matrix Market)");
    for (int i = 0; i < 3; i++)
        if (!kg__header_number(&p, &number[i]))
            return kg__header_fail(
                load, record, p, "expected a line 'rows columns entries' of three numbers");
    if (*p != '\n' && *p != '\0')
        return kg__header_fail(
            load, record, p, "expected the end of the line behind rows, columns and entries");
    if (number[0] != number[1])
        return kg__header_fail(load, record, record->begin,
            "a matrix of %llu rows and %llu columns is no graph on one set of vertices, expected "
            "as many rows as columns",
            (unsigned long long)number[0], (unsigned long long)number[1]);
    *counts = (kg__counts){.n = number[0], .m = number[2], .at = record->at, .things = "entries"};
    return KG_OK;
}

/* How the file is to be parsed. counts: what load->counts becomes. first: [out] the label of the
 * first vertex. */
static kg_status prepare(kg__load *load, kg__counts *counts, uint64_t *first,
    const kg__input *input, const kg__record *record, const kg_read_options *options,
    size_t block_bytes)
{
    kg__counts_comments comments;
    banner b = {0};
    kg_status status;

    *load = (kg__load){.input = input,
        .block_bytes = block_bytes,
        .start = record->start,
        .shown = "Matrix Market",
        .both = options->both_directions,
        .ids = true,
        .counts = counts};
    KG_TRY(read_banner(&b, load));
    KG_TRY(read_size(counts, load, record));
    KG_TRY(kg__header_line(load, record));
    KG_TRY(kg__counts_check(load));
    load->undirected = b.symmetric || options->undirected;
    load->valued = b.valued;
    load->parse = b.whole ? parse_integers : b.valued ? parse_reals : parse_pattern;
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
    uint64_t first;
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
    uint64_t first;
    kg_status status;

    KG_TRY(prepare(&load, &counts, &first, input, record, options, block_bytes));
    if (load.undirected && !load.both)
        KG_TRY(kg__part_refuse(input, "edges are undirected"));
    KG_TRY(kg__text_load_part(part, &load));
    KG_TRY(kg__counts_name(&part->shape, input->ctx, first));
out:
    return status;
}
