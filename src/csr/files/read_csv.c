/*
 * Reading a table of edges.
 *
 * In:  lines of fields with a separator between them, the first perhaps a header. A field that
 *     begins with a quote ends with one, holds separators, line ends and, as two quotes, quotes
 *     (RFC 4180). Blanks around a field do not belong to it. Each line has as many fields as the
 *     first. Blank lines are skipped, and so are lines that begin with # before the first record.
 * Out: an edge for each line, in their order, as in an edge list. The first edge decides whether
 *     labels are integers (both are, without quotes) or names. An edge whose value is empty has the
 *     value 1, and a warning names the first. A column `type` as Gephi has it says whether the
 *     edges are undirected, which must be so of all or of none.
 * Method: text.c. A block's lines are parsed as if no field went over the end of a line. Where one
 *     does, the file is parsed again as a single block.
 * Work and memory: as in text.c; the whole text where a field has a line end.
 * Source: Y. Shafranovich, Common Format and MIME Type for CSV Files, RFC 4180, 2005.
 */
#include "csv.h"
#include "text_counts.h"
#include <string.h>

/* A load, and the table that it reads. */
typedef struct table {
    kg__load load;
    kg__csv_columns columns;
    bool undirected; /* what the column `type` says of the first edge */
} table;

/* The fields of a line that count. */
typedef struct line {
    kg__csv_field from, to, value, type;
} line;

static kg_status fail_at_fault(kg__worker *w, const kg__csv_field *field, kg__csv_fault fault)
{
    if (fault != KG__CSV_OPEN)
        return kg__text_error(w, field->end, "%s",
            fault == KG__CSV_BEHIND ? "expected a separator behind the quoted field"
                                    : "a zero byte, expected text");
    if (w->load->whole)
        return kg__text_error(w, field->begin - 1, "this quote does not end");
    w->wants |= KG__WHOLE;
    return KG_LIMIT;
}

/* Reads the line at p. Returns its end, or NULL with status. */
static inline __attribute__((always_inline)) const char *read_line(
    kg__worker *w, const char *p, const kg__csv_columns *c, line *l, kg_status *status)
{
    const bool across = w->load->whole;
    const char separator = c->separator, *const begin = p;

    for (unsigned i = 0;; i++, p++) {
        kg__csv_fault fault = KG__CSV_FINE;
        kg__csv_field field;

        p = kg__csv_next(p, w->lines.end, separator, across, &field, &fault);
        if (!p) {
            *status = fail_at_fault(w, &field, fault);
            return NULL;
        }
        if (i == c->from)
            l->from = field;
        else if (i == c->to)
            l->to = field;
        else if (i == c->value)
            l->value = field;
        else if (i == c->type)
            l->type = field;
        if (*p != '\n')
            continue;
        if (i + 1 == c->count)
            return p;
        *status = kg__text_error(w, i + 1 < c->count ? p : begin,
            "the line has %u fields, expected %u as in the first record", i + 1, c->count);
        return NULL;
    }
}

/* Makes one quote of two, in place: the text is the worker's own. */
static void join_quotes(kg__csv_field *field)
{
    char *to = (char *)field->begin;

    for (const char *p = field->begin; p < field->end; p++) {
        *to++ = *p;
        p += *p == '"';
    }
    field->end = to;
}

/* The number of a table whose fields are separated by semicolons may have a comma for a point. */
static const char *parse_number(const kg__csv_field *field, char separator, double *value)
{
    char copy[KG__TEXT_PAD] = {0};
    const size_t length = (size_t)(field->end - field->begin);
    const char *end;
    char *comma;

    if (separator != ';' || length >= sizeof copy || !memchr(field->begin, ',', length))
        return kg__parse_double(field->begin, value);
    memcpy(copy, field->begin, length);
    comma = memchr(copy, ',', length);
    *comma = '.';
    end = kg__parse_double(copy, value);
    return end ? field->begin + (end - copy) : NULL;
}

static kg_status take_value(kg__worker *w, const kg__csv_columns *c, const line *l, double *value)
{
    const kg__csv_field *f = &l->value;

    *value = 1;
    if (f->begin == f->end) {
        if (!w->unvalued)
            w->unvalued_at = kg__text_block_offset(&w->lines, f->begin);
        w->unvalued = true;
        return KG_OK;
    }
    if (parse_number(f, c->separator, value) == f->end)
        return KG_OK;
    return kg__text_error(w, f->begin, "expected a number of the range of a double as value");
}

static bool says_undirected(const kg__csv_field *type)
{
    return kg__line_is((kg__line){type->begin, type->end}, "undirected");
}

static kg_status check_type(kg__worker *w, const table *t, const line *l)
{
    if (says_undirected(&l->type) == t->undirected)
        return KG_OK;
    return kg__text_error(w, l->type.begin,
        "%s edge in a table whose first edge is %s: konig "
        "reads no graphs with edges of both kinds",
        t->undirected ? "a directed" : "an undirected", t->undirected ? "undirected" : "directed");
}

/* Reads a line's fields, but for its vertices. Returns its end, or NULL with status. */
static inline __attribute__((always_inline)) const char *take_line(
    kg__worker *w, const char *p, const table *t, line *l, double *value, kg_status *status)
{
    p = read_line(w, p, &t->columns, l, status);
    if (p && t->columns.value != KG__CSV_NONE)
        *status = take_value(w, &t->columns, l, value);
    if (p && t->columns.type != KG__CSV_NONE && *status == KG_OK)
        *status = check_type(w, t, l);
    return *status == KG_OK ? p : NULL;
}

static kg_status fail_at_label(kg__worker *w, const kg__csv_field *f)
{
    const int length = f->end - f->begin < 40 ? (int)(f->end - f->begin) : 40;

    if (f->begin == f->end)
        return kg__text_error(w, f->begin, "nothing stands here, expected a vertex");
    return kg__text_error(w, f->begin,
        "'%.*s' is not a vertex number of at most %llu, as those of the first edge are; with "
        "--names labels are names",
        length, f->begin, (unsigned long long)KG__LABEL_MAX);
}

static inline bool take_label(const kg__csv_field *f, uint64_t *label)
{
    return kg__parse_label(f->begin, label) == f->end && f->begin < f->end;
}

/* Reads the labels, and the value, of the line at p where the columns are these alone, without
 * quotes and blanks, as in nearly every line. Returns its end; NULL where the line is otherwise. */
static inline const char *take_plain(
    const char *p, const char separator, const bool valued, uint64_t *a, uint64_t *b, double *value)
{
    p = kg__parse_label(p, a);
    p = p && *p == separator ? kg__parse_label(p + 1, b) : NULL;
    if (p && valued)
        p = *p == separator ? kg__parse_double(p + 1, value) : NULL;
    return p && *p == '\n' ? p : NULL;
}

/* The same of any line that is not blank. Returns its end, or NULL with status. */
static const char *take_labels(kg__worker *w, const char *p, const table *t, uint64_t *a,
    uint64_t *b, double *value, kg_status *status)
{
    line l;

    p = take_line(w, p, t, &l, value, status);
    if (p && !take_label(&l.from, a))
        *status = fail_at_label(w, &l.from);
    else if (p && !take_label(&l.to, b))
        *status = fail_at_label(w, &l.to);
    return *status == KG_OK ? p : NULL;
}

static inline __attribute__((always_inline)) kg_status parse_labels(
    kg__worker *w, const bool wide, const bool valued)
{
    const table *t = (const table *)w->load;
    const kg__csv_columns *c = &t->columns;
    const char separator = c->separator;
    const bool plain = c->from == 0 && c->to == 1 && c->count == 2u + valued &&
                       (!valued || c->value == 2) && separator != ' ';
    uint64_t least = w->least, largest = w->largest;
    kg_status status = KG_OK;

    for (const char *p = w->lines.begin, *end; p < w->lines.end; p = end + 1) {
        uint64_t a, b;
        double value = 0;

        end = plain ? take_plain(p, separator, valued, &a, &b, &value) : NULL;
        if (!end) {
            end = kg__skip_blank(p);
            if (*end == '\n')
                continue;
            end = take_labels(w, p, t, &a, &b, &value, &status);
            if (!end)
                return status;
        }
        largest = a > largest ? a : largest;
        largest = b > largest ? b : largest;
        least = a < least ? a : least;
        least = b < least ? b : least;
        if (!wide && largest >= KG_NO_VERTEX)
            return kg__text_wide_label(w, p, a > b ? a : b);
        KG_TRY(kg__text_put_edge(w, wide, valued, a, b, value));
    }
    w->least = least;
    w->largest = largest;
out:
    return status;
}

static kg_status parse_integers(kg__worker *w)
{
    if (w->load->wide)
        return parse_labels(w, true, w->load->valued);
    return w->load->valued ? parse_labels(w, false, true) : parse_labels(w, false, false);
}

/* Looks a name up. */
static kg_status take_name(kg__worker *w, kg__csv_field *f, bool source, double value)
{
    if (f->doubled)
        join_quotes(f);
    if (f->begin == f->end)
        return fail_at_label(w, f);
    if ((uint64_t)(f->end - f->begin) > UINT32_MAX)
        return kg__text_error(w, f->begin, "a name of more than 4 GiB");
    kg__names_ask(w, &w->names, f->begin, (size_t)(f->end - f->begin), source, value);
    return KG_OK;
}

static kg_status parse_names(kg__worker *w)
{
    const table *t = (const table *)w->load;
    kg_status status = KG_OK;

    for (const char *p = w->lines.begin; p < w->lines.end; p++) {
        double value = 0;
        line l;

        if (*kg__skip_blank(p) == '\n') {
            p = kg__skip_blank(p);
            continue;
        }
        p = take_line(w, p, t, &l, &value, &status);
        if (!p)
            return status;
        KG_TRY(take_name(w, &l.from, true, value));
        KG_TRY(take_name(w, &l.to, false, value));
    }
    return kg__names_settle(w, &w->names);
out:
    return status;
}

/* Looks at the first edge, below the header: what its labels are, and which columns hold something
 * else than is usual there. */
static kg_status look_at_first(table *t, const kg_read_options *options)
{
    kg__load *load = &t->load;
    kg__csv_columns *c = &t->columns;
    const char separator = c->separator;
    kg__worker w = {.load = load};
    kg_status status = KG_OK;

    if (load->start + load->header == load->input->size)
        goto out;
    KG_TRY(kg__text_block_allocate(&w.lines, load->input->ctx, KG__TEXT_BLOCK));
    KG_TRY(
        kg__text_block_read(&w.lines, load->input, load->start + load->header, KG__TEXT_BLOCK, 0));
    for (const char *p = w.lines.begin; p < w.lines.end; p++) {
        double value;
        line l = {0};

        p = kg__skip_blank(p);
        if (*p == '\n')
            continue;
        load->whole = true; /* to read over line ends; what is wrong is said when all is read */
        if (read_line(&w, p, c, &l, &status)) {
            const bool known =
                kg__line_is_one_of((kg__line){l.type.begin, l.type.end}, "directed undirected ");

            load->named = !(!l.from.quoted && kg__is_integer(l.from.begin, l.from.end) &&
                            !l.to.quoted && kg__is_integer(l.to.begin, l.to.end));
            if (c->type != KG__CSV_NONE && (l.type.begin == l.type.end || known))
                t->undirected = says_undirected(&l.type);
            else
                c->type = KG__CSV_NONE;
            if (!c->header && !options->columns && c->value != KG__CSV_NONE &&
                l.value.begin < l.value.end &&
                parse_number(&l.value, separator, &value) != l.value.end)
                c->value = KG__CSV_NONE;
        }
        load->whole = false;
        status = KG_OK;
        break;
    }
out:
    load->named = (load->named && !options->ids) || options->force_names;
    kg__text_block_free(&w.lines, load->input->ctx);
    return status;
}

kg_status kg__read_csv(kg_graph **graph, const kg__input *input, const kg__record *record,
    const kg_read_options *options, size_t block_bytes)
{
    table t = {.load = {.input = input,
                   .block_bytes = block_bytes,
                   .start = record->start,
                   .shown = "a table",
                   .both = options->both_directions,
                   .ids = options->ids}};
    kg__record first;
    char *text = NULL;
    kg_status status;

    KG_TRY(kg__record_complete(&first, &text, input, record));
    if (first.begin) {
        KG_TRY(kg__csv_find_columns(&t.columns, &t.load, &first, options->columns));
        t.load.header = first.at - first.start;
        if (t.columns.header)
            KG_TRY(kg__header_line(&t.load, &first));
        KG_TRY(look_at_first(&t, options));
    }
    t.load.undirected = t.undirected || options->undirected;
    t.load.valued = first.begin && t.columns.value != KG__CSV_NONE;
    t.load.parse = t.load.named ? parse_names : parse_integers;
    KG_TRY(kg__text_load(graph, &t.load));
    if (first.begin && !t.columns.header && !options->columns && t.columns.count > 3)
        kg__warn(input->ctx,
            "%s: %u columns: the first three are taken for source, target and value, and the "
            "others are left out; --columns says it otherwise",
            input->shown, t.columns.count);
out:
    kg__free(input->ctx, text);
    return status;
}
