/*
 * Reading an edge list.
 *
 * In:  lines "a b" or "a b value", fields separated by blanks, tabs or a comma; lines that are
 *     empty or begin with # or % are skipped, except that "# vertices N" says that labels are ids
 *     below N.
 * Out: edges in the order of the lines. The first record decides for all whether labels are
 *     integers or names, and whether further columns follow the value: these are left out, with a
 *     warning. If any line has a value, edges of lines without one have 1, and a warning names the
 *     first such line.
 * Method: text.c; names are interned as in names.c.
 * Work and memory: as in text.c.
 */
#include "../../../io/number.h"
#include "../read.h"
#include "counts.h"

/* Skips a separator of two fields at p: returns its end, or NULL if there is none. */
static inline const char *skip_separator(const char *p)
{
    const char *q = kg__skip_blank(p);

    if (*q == ',')
        return kg__skip_blank(q + 1);
    return q == p ? NULL : q;
}

/* At the first character of a line, not a digit: where parsing begins, or the line's end. */
static const char *skip_to_record(kg__worker *w, const char *p)
{
    p = kg__skip_blank(p);
    return *p == '#' || *p == '%' ? kg__text_comment(w, p) : p;
}

/* Where a field ends. */
static const char *skip_field(const char *p)
{
    while (!kg__is_blank(*p) && *p != ',' && *p != '\n' && *p)
        p++;
    return p;
}

/* Reads the value at p, which `end`, a separator or the line's end must follow. Returns its end, or
 * NULL with status. */
static const char *parse_value(
    kg__worker *w, const char *p, char end, double *value, kg_status *status)
{
    const char *q = kg__parse_double(p, value);

    if (!q || (*q != end && *q != '\n' && *q != ',' && !kg__is_blank(*q))) {
        *status = kg__text_error(w, p,
            "expected a number of the range of a double as value; to leave values out, keep the "
            "first two columns of the file");
        return NULL;
    }
    if (!w->load->valued) { /* the first record had none */
        w->wants |= KG__VALUED;
        *status = KG_LIMIT;
        return NULL;
    }
    return q;
}

/* Skips the string whose quote is at p; NULL if the line ends first. */
static const char *skip_string(const char *p)
{
    const char quote = *p++;

    for (; *p != quote; p++) {
        if (*p == '\\')
            p++;
        if (*p == '\n' || *p == '\0')
            return NULL;
    }
    return p + 1;
}

/* Skips the dictionary, as Python prints it, whose brace is at p; NULL if the line ends first.
 * *weight: what follows its key 'weight', or NULL. */
static const char *skip_attributes(const char *p, const char **weight)
{
    static const char key[] = "weight";
    int depth = 0;

    *weight = NULL;
    do {
        const char *begin = p;

        if (*p == '\n' || *p == '\0')
            return NULL;
        if (*p != '\'' && *p != '"') {
            depth += *p == '{' || *p == '[' || *p == '(';
            depth -= *p == '}' || *p == ']' || *p == ')';
            p++;
            continue;
        }
        p = skip_string(p);
        if (!p)
            return NULL;
        if (depth == 1 && *kg__skip_blank(p) == ':' && (size_t)(p - begin) == sizeof key + 1 &&
            memcmp(begin + 1, key, sizeof key - 1) == 0)
            *weight = kg__skip_blank(kg__skip_blank(p) + 1);
    } while (depth > 0);
    return p;
}

/* Notes that the line that ends at p has no value. */
static void note_unvalued(kg__worker *w, const char *p)
{
    if (!w->load->valued || w->unvalued)
        return;
    w->unvalued = true;
    w->unvalued_at = kg__text_block_offset(&w->lines, p);
}

/* Reads the attributes that NetworkX writes, from their brace at p on: only 'weight' is used.
 * Returns the line's end, or NULL with status. */
static const char *parse_attributes(kg__worker *w, const char *p, double *value, kg_status *status)
{
    const char *weight, *q = skip_attributes(p, &weight);

    if (!q || *kg__skip_blank(q) != '\n') {
        *status = kg__text_error(w, q ? kg__skip_blank(q) : p,
            q ? "expected the end of the line behind the attributes"
              : "these attributes do not end in this line, expected '}'");
        return NULL;
    }
    if (weight && !parse_value(w, weight, '}', value, status))
        return NULL;
    if (!weight)
        note_unvalued(w, kg__skip_blank(q));
    return kg__skip_blank(q);
}

/* Skips the columns that are not read, from the end of the last one that is. columns: how many are.
 * Returns the line's end, or NULL with status. */
static const char *skip_columns(kg__worker *w, const char *p, unsigned columns, kg_status *status)
{
    const unsigned wanted = w->load->columns;

    for (; wanted && *kg__skip_blank(p) != '\n' && *kg__skip_blank(p) != '\0'; columns++)
        p = skip_field(skip_separator(p));
    p = kg__skip_blank(p);
    if (*p != '\n')
        *status = kg__text_error(w, p, "expected the end of the line");
    else if (wanted && columns != wanted)
        *status = kg__text_error(
            w, p, "the line has %u columns, expected %u as in the first record", columns, wanted);
    else
        return p;
    return NULL;
}

/* Reads the rest of a line after its second vertex. value: 1 if the line has none. Returns the
 * line's end, or NULL with status. */
static const char *parse_rest(kg__worker *w, const char *p, double *value, kg_status *status)
{
    const char *q = kg__skip_blank(p);

    *value = 1;
    if (*q == '\n') {
        note_unvalued(w, q);
        return w->load->columns ? skip_columns(w, p, 2, status) : q;
    }
    q = skip_separator(p);
    if (*q == '\n') {
        *status = kg__text_error(
            w, kg__skip_blank(p), "expected the end of the line, or a value behind the comma");
        return NULL;
    }
    if (*q == '{' && !w->load->columns)
        return parse_attributes(w, q, value, status);
    p = parse_value(w, q, '\n', value, status);
    return p ? skip_columns(w, p, 3, status) : NULL;
}

/* Reads the second vertex and a value after the first vertex of a line, which stands at p and ends
 * at q. Returns the next line, or NULL with status. */
static const char *parse_second(
    kg__worker *w, const char *p, const char *q, uint64_t *label, double *value, kg_status *status)
{
    const char *second = skip_separator(q);

    if (!second) {
        *status = kg__text_bad_vertex(w, *q == '\n' ? q : p);
        return NULL;
    }
    q = kg__parse_label(second, label);
    if (!q || (*q != '\n' && *q != ',' && !kg__is_blank(*q))) {
        *status = kg__text_bad_vertex(w, second);
        return NULL;
    }
    q = parse_rest(w, q, value, status);
    return q ? q + 1 : NULL;
}

static inline __attribute__((always_inline)) kg_status parse_integers(
    kg__worker *w, const bool wide, const bool valued)
{
    const char *p = w->lines.begin, *const end = w->lines.end;
    uint64_t least = w->least, largest = w->largest;
    kg_status status = KG_OK;

    while (p < end) {
        uint64_t a, b;
        double value = 0;
        const char *q = kg__parse_label(p, &a), *first = p, *r;

        if (!q) {
            p = skip_to_record(w, p);
            if (*p == '\n') {
                p++;
                continue;
            }
            first = p;
            q = kg__parse_label(p, &a);
            if (!q)
                return kg__text_bad_vertex(w, p);
        }
        r = !valued && (*q == ' ' || *q == '\t') ? kg__parse_label(q + 1, &b) : NULL;
        if (r && *r == '\n') { /* nearly every line */
            p = r + 1;
        } else {
            p = parse_second(w, p, q, &b, &value, &status);
            if (!p)
                return status;
        }
        largest = a > largest ? a : largest;
        largest = b > largest ? b : largest;
        least = a < least ? a : least;
        least = b < least ? b : least;
        if (!wide && largest >= KG_NO_VERTEX)
            return kg__text_wide_label(w, first, a > b ? a : b);
        KG_TRY(kg__text_put_edge(w, wide, valued, a, b, value));
    }
    w->least = least;
    w->largest = largest;
out:
    return status;
}

/* Has a separate loop for each frequent kind of load. */
static kg_status parse_integer_lines(kg__worker *w)
{
    if (w->load->wide)
        return parse_integers(w, true, w->load->valued);
    return w->load->valued ? parse_integers(w, false, true) : parse_integers(w, false, false);
}

static kg_status parse_names(kg__worker *w)
{
    kg_status status = KG_OK;

    for (const char *p = w->lines.begin; p < w->lines.end; p++) {
        const char *a, *a_end, *b, *b_end;
        double value = 0;

        a = skip_to_record(w, p);
        p = a;
        if (*p == '\n')
            continue;
        a_end = skip_field(a);
        b = skip_separator(a_end);
        if (a_end == a || !b)
            return kg__text_bad_vertex(w, a_end);
        b_end = skip_field(b);
        if (b_end == b || *b_end == '\0')
            return kg__text_bad_vertex(w, b_end);
        if ((uint64_t)(a_end - a) > UINT32_MAX || (uint64_t)(b_end - b) > UINT32_MAX)
            return kg__text_error(w, a, "a name of more than 4 GiB");
        p = parse_rest(w, b_end, &value, &status);
        if (!p)
            return status;
        kg__names_ask(w, &w->names, a, (size_t)(a_end - a), true, 0);
        kg__names_ask(w, &w->names, b, (size_t)(b_end - b), false, value);
    }
    return kg__names_settle(w, &w->names);
}

/* The number of columns of the line at p; attributes in braces do not count. */
static unsigned count_columns(const char *p)
{
    for (unsigned columns = 1;; columns++) {
        p = skip_separator(skip_field(p));
        if (!p || *p == '\n' || *p == '\0' || (columns == 2 && *p == '{'))
            return columns;
    }
}

/* Finds out how the file must be parsed. */
static kg_status prepare(kg__load *load, const kg__input *input, const kg__record *record,
    const kg_read_options *options, size_t block_bytes)
{
    kg__record first;
    char *line = NULL;
    kg_status status;

    *load = (kg__load){.input = input,
        .block_bytes = block_bytes,
        .start = record->start,
        .shown = "an edge list",
        .both = options->both_directions,
        .undirected = options->undirected,
        .ids = options->ids,
        .parse = parse_integer_lines};
    KG_TRY(kg__record_complete(&first, &line, input, record));
    if (first.begin) {
        const char *a_end = skip_field(first.begin), *b = skip_separator(a_end);
        const char *b_end = skip_field(b ? b : a_end);
        unsigned columns = count_columns(first.begin);

        if (*a_end != ',' && *b_end == ',' && b_end > b && !kg__is_blank(b_end[1]) && columns > 2 &&
            options->format == KG_FORMAT_AUTO)
            KG_TRY(kg__header_fail(load, &first, b_end,
                "a comma within a field, behind one that ends with a blank; the format counted "
                "reads a "
                "vertex and its neighbours with values, the format edges an edge with a value"));
        load->valued = columns > 2;
        load->columns = columns > 3 ? columns : 0;
        load->named = options->force_names ||
                      (!options->ids && (!kg__is_integer(first.begin, a_end) ||
                                            (b && b_end > b && !kg__is_integer(b, b_end))));
    }
    if (load->named)
        load->parse = parse_names;
out:
    kg__free(input->ctx, line);
    return status;
}

static void warn_of_columns(const kg__load *load)
{
    if (load->columns)
        kg__warn(load->input->ctx,
            "%s: %u columns: the first three are taken for source, target and value, and the "
            "others are left out",
            load->input->shown, load->columns);
}

kg_status kg__read_edges(kg_graph **graph, const kg__input *input, const kg__record *record,
    const kg_read_options *options, size_t block_bytes)
{
    kg__load load;
    kg_status status;

    KG_TRY(prepare(&load, input, record, options, block_bytes));
    KG_TRY(kg__text_load(graph, &load));
    warn_of_columns(&load);
out:
    return status;
}

kg_status kg__read_edges_part(kg_part *part, const kg__input *input, const kg__record *record,
    const kg_read_options *options, size_t block_bytes)
{
    kg__load load;
    kg_status status;

    KG_TRY(prepare(&load, input, record, options, block_bytes));
    if (load.named || load.undirected)
        KG_TRY(kg__part_refuse(input, load.named ? "vertices have names" : "edges are undirected"));
    KG_TRY(kg__text_load_part(part, &load));
    warn_of_columns(&load);
out:
    return status;
}
