/*
 * Reading an adjacency matrix.
 *
 * In:  a row of numbers for each vertex, between tabs, semicolons, commas, bars or blanks. A first
 *     row of labels may stand above, and a label before each row. The rows' labels must equal the
 *     columns', in the same order. Lines that begin with # or % are comments before the matrix,
 *     and anywhere if there are no labels.
 * Out: an edge from the vertex of its row to that of its column for each entry that is not 0, row
 *     by row. The entries are values if one of them is neither 0 nor 1. An undirected graph has the
 *     entries on the diagonal and above it; those below must be their mirror.
 * Work: O(text). Memory: the text, and node_list.c.
 */
#include "../detect.h"
#include "../text/csv.h"
#include "node_list.h"
#include "whole_text.h"

typedef struct matrix {
    kg__whole text;
    kg__node_list list;
    bool mirrored; /* the graph is undirected */
    char separator;
    bool valued, labelled; /* labelled: the rows have labels */
    kg__line header;       /* or empty */
    uint64_t n, rows;
} matrix;

static bool is_number(const kg__csv_field *field, char separator)
{
    double number;

    return !field->quoted && field->begin < field->end &&
           kg__csv_number(field, separator, &number) == field->end;
}

/* Whether there are as many rows as fields in each, at least three, and all fields are 0 or 1. */
static bool is_plain(const kg__beginning *file)
{
    const char *at = file->begin;
    uint64_t rows = 0, columns = 0;
    kg__line line;

    while (file->whole && kg__next_line(file, &at, "#%", &line)) {
        uint64_t fields = 0;

        for (const char *p = line.begin; p < line.end; fields++)
            if (!kg__line_is_one_of(kg__next_field(&p, line.end), "0 1 0.0 1.0 "))
                return false;
        if (columns && fields != columns)
            return false;
        columns = fields;
        rows++;
    }
    return rows == columns && rows > 2;
}

/* Whether the first row has labels after an empty field, and the second row begins with the first
 * of these labels, followed by numbers. */
static bool is_labelled(const kg__beginning *file)
{
    const char *at = file->begin, *p, *q;
    kg__csv_field label, field;
    kg__line first, second;
    unsigned columns[2] = {0, 0};
    char separator;

    if (!kg__next_line(file, &at, "#%", &first) || !kg__next_line(file, &at, "", &second) ||
        at > file->end)
        return false;
    separator = kg__csv_separator(first.begin, first.end);
    p = first.begin;
    q = second.begin;
    if (separator == ' ' || !kg__csv_step(&field, &p, file->end, separator) ||
        field.begin != field.end || !kg__csv_step(&label, &p, file->end, separator) ||
        !kg__csv_step(&field, &q, file->end, separator) || label.begin == label.end ||
        label.end - label.begin != field.end - field.begin ||
        memcmp(label.begin, field.begin, (size_t)(field.end - field.begin)) != 0)
        return false;
    for (columns[0] = 1; kg__csv_step(&field, &p, file->end, separator); columns[0]++)
        continue;
    for (; kg__csv_step(&field, &q, file->end, separator); columns[1]++)
        if (!is_number(&field, separator))
            return false;
    return columns[0] == columns[1];
}

bool kg__is_matrix(const kg__beginning *file)
{
    return is_plain(file) || is_labelled(file);
}

/* ---- the header ------------------------------------------------------------------------------ */

/* Reads the field at *at, and moves *at to the next; to NULL after the last. Quotes in it are still
 * double. */
static kg_status next_field(const matrix *m, const char **at, kg__csv_field *field)
{
    const char *begin = *at;

    return kg__csv_step(field, at, m->text.end, m->separator)
               ? KG_OK
               : kg__whole_fail(&m->text, begin, "this quote does not end, or not at a separator");
}

static kg_status count_fields(
    const matrix *m, kg__line line, unsigned *count, bool *numbers, kg__csv_field *first)
{
    kg_status status = KG_OK;

    *numbers = true;
    *count = 0;
    for (const char *p = line.begin; p; ++*count) {
        kg__csv_field field;

        KG_TRY(next_field(m, &p, &field));
        if (*count == 0)
            *first = field;
        *numbers = *numbers &&
                   (is_number(&field, m->separator) || (*count == 0 && field.begin == field.end));
    }
out:
    return status;
}

/* Names the vertices by the labels of the header, or by their numbers from 0 on. */
static kg_status name_nodes(matrix *m, unsigned skip)
{
    const char *p = m->header.begin;
    kg_vertex node;
    bool again;
    kg_status status = KG_OK;

    if (!p)
        return kg__node_list_count_up(&m->list, 0, m->n, 0);
    while (p) {
        kg__csv_field field;

        KG_TRY(next_field(m, &p, &field));
        if (skip) {
            skip--;
            continue;
        }
        if (field.doubled)
            kg__csv_join_quotes(&field);
        KG_TRY(kg__node_list_declare(
            &m->list, field.begin, (size_t)(field.end - field.begin), &node, &again));
        if (again)
            return kg__whole_fail(&m->text, field.begin, "a second column '%s'",
                KG__SHOW(field.begin, (size_t)(field.end - field.begin)));
    }
out:
    return status;
}

/* Looks at the first two rows to tell what the first one is and whether rows have labels. line:
 * [out] the first row of numbers. */
static kg_status begin_rows(matrix *m, kg__line *line)
{
    const char *begin = line->begin;
    kg__csv_field first[2];
    unsigned count[2];
    bool numbers[2];
    kg_status status;

    m->separator = kg__csv_separator(line->begin, line->end);
    KG_TRY(count_fields(m, *line, &count[0], &numbers[0], &first[0]));
    m->n = count[0];
    if (numbers[0] && first[0].begin < first[0].end)
        return name_nodes(m, 0);
    m->header = *line;
    if (!kg__whole_next_line(&m->text, "", line))
        return kg__whole_fail(
            &m->text, m->text.end, "the text ends here, expected a row of numbers");
    KG_TRY(count_fields(m, *line, &count[1], &numbers[1], &first[1]));
    m->labelled = count[1] == count[0] + 1 || first[0].begin == first[0].end ||
                  !is_number(&first[1], m->separator);
    m->n = count[1] - m->labelled;
    if (count[0] != m->n && count[0] != m->n + 1)
        return kg__whole_fail(&m->text, begin, "%u labels above a row of %llu numbers", count[0],
            (unsigned long long)m->n);
    KG_TRY(name_nodes(m, count[0] > m->n));
out:
    return status;
}

/* ---- the rows -------------------------------------------------------------------------------- */

static kg_status read_row(matrix *m, kg__line line)
{
    const char *p = line.begin;
    kg__csv_field field;
    kg_status status = KG_OK;

    if (m->rows == m->n)
        return kg__whole_fail(&m->text, p, "a row too many, expected %llu as there are columns",
            (unsigned long long)m->n);
    if (m->labelled) {
        const uint64_t *begin = m->list.ids.begin + m->rows;
        const size_t length = (size_t)(begin[1] - begin[0]);

        KG_TRY(next_field(m, &p, &field));
        if (field.doubled)
            kg__csv_join_quotes(&field);
        if ((size_t)(field.end - field.begin) != length ||
            memcmp(field.begin, m->list.ids.bytes + begin[0], length) != 0)
            return kg__whole_fail(&m->text, field.begin,
                "expected the label '%s', as in the header",
                KG__SHOW(m->list.ids.bytes + begin[0], length));
    }
    for (uint64_t v = 0; v < m->n; v++) {
        kg__edge_says says = {0};
        double number = 0;

        if (!p)
            return kg__whole_fail(&m->text, line.end, "the row ends here, expected %llu numbers",
                (unsigned long long)m->n);
        if ((*p == '0' || *p == '1') && p[1] == m->separator) { /* true of nearly every field */
            number = *p - '0';
            p += 2;
        } else {
            KG_TRY(next_field(m, &p, &field));
            if (field.begin < field.end &&
                kg__csv_number(&field, m->separator, &number) != field.end)
                return kg__whole_fail(
                    &m->text, field.begin, "expected a number of the range of a double");
        }
        if (number == 0)
            continue;
        m->valued = m->valued || number != 1;
        kg__edge_say(&m->list, &says, KG__RANK_WEIGHT, NULL, 0, number);
        KG_TRY(kg__node_list_edge(&m->list, (kg_vertex)m->rows, (kg_vertex)v, &says));
    }
    if (p)
        return kg__whole_fail(&m->text, p, "expected the end of the row behind %llu numbers",
            (unsigned long long)m->n);
    m->rows++;
out:
    return status;
}

static kg_status read_rows(matrix *m)
{
    kg__line line;
    kg_status status = KG_OK;

    if (!kg__whole_next_line(&m->text, "#%", &line))
        return KG_OK;
    KG_TRY(begin_rows(m, &line));
    do
        KG_TRY(read_row(m, line));
    while (kg__whole_next_line(&m->text, m->header.begin ? "" : "#%", &line));
    if (m->rows < m->n)
        return kg__whole_fail(&m->text, m->text.end,
            "the text ends behind %llu rows, expected %llu as there are columns",
            (unsigned long long)m->rows, (unsigned long long)m->n);
    if (!m->valued) {
        kg__free(m->list.ctx, m->list.numbers[KG__RANK_WEIGHT].number);
        m->list.numbers[KG__RANK_WEIGHT].number = NULL;
    }
out:
    return status;
}

/* Whether each entry has its mirror. The entries stand row by row; a counting sort orders them
 * column by column. */
static kg_status check_mirror(const matrix *m)
{
    const kg_vertex *pair = m->list.pair;
    const double *number = m->list.numbers[KG__RANK_WEIGHT].number;
    uint64_t *place = NULL, *order = NULL;
    bool same = true;
    kg_status status;

    KG_TRY(kg__host_allocate(m->list.ctx, &place, m->n + 1, sizeof *place, "columns"));
    KG_TRY(kg__host_allocate(m->list.ctx, &order, m->list.m, sizeof *order, "entries"));
    memset(place, 0, (m->n + 1) * sizeof *place);
    for (uint64_t e = 0; e < m->list.m; e++)
        place[pair[2 * e + 1] + 1]++;
    for (uint64_t v = 0; v < m->n; v++)
        place[v + 1] += place[v];
    for (uint64_t e = 0; e < m->list.m; e++)
        order[place[pair[2 * e + 1]]++] = e;
    for (uint64_t i = 0; i < m->list.m && same; i++)
        same = pair[2 * order[i]] == pair[2 * i + 1] && pair[2 * order[i] + 1] == pair[2 * i] &&
               (!number || number[order[i]] == number[i]);
    if (!same)
        KG_TRY(kg__fail(m->list.ctx, KG_FORMAT,
            "%s: the matrix is not symmetric, expected that of an undirected graph (read as %s)",
            m->list.input->shown, m->list.format));
out:
    kg__free_all(m->list.ctx, place, order);
    return status;
}

/* Keeps the entries on the diagonal and above it. */
static void fold(matrix *m)
{
    kg__edge_numbers *numbers = &m->list.numbers[KG__RANK_WEIGHT];
    uint64_t kept = 0;

    for (uint64_t e = 0; e < m->list.m; e++) {
        const kg_vertex *pair = m->list.pair + 2 * e;

        if (pair[0] > pair[1])
            continue;
        memmove(m->list.pair + 2 * kept, pair, 2 * sizeof *pair);
        if (numbers->number)
            numbers->number[kept] = numbers->number[e];
        kept++;
    }
    m->list.m = numbers->given = kept;
}

static kg_status read_file(void *reader)
{
    matrix *m = reader;
    kg_status status;

    m->text.text[m->text.input->size] = '\n'; /* fields end before a separator or this */
    KG_TRY(read_rows(m));
    if (m->mirrored) {
        KG_TRY(check_mirror(m));
        fold(m);
    }
out:
    return status;
}

kg_status kg__read_matrix(kg_graph **graph, const kg__input *input, const kg__record *record,
    const kg_read_options *options, size_t block_bytes)
{
    matrix m = {{.input = input, .shown = "a matrix"},
        kg__node_list_empty(input, record, "a matrix", true), .mirrored = options->undirected};

    (void)block_bytes;
    return kg__whole_read_list(graph, &m.text, &m.list, options, read_file, &m);
}
