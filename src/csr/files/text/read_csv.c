/*
 * Reading a table of edges.
 *
 * In:  lines of fields with a separator between them, the first perhaps a header. A field that
 *     begins with a quote ends with one. It may hold separators, line ends and quotes, which are
 *     doubled (RFC 4180). Blanks around a field do not belong to it. Each line has as many fields
 *     as the first. Blank lines are skipped, and so are lines that begin with # before the first
 *     record.
 * Out: an edge for each line, in their order, as in an edge list. Labels are integers if both
 *     labels of the first edge are, without quotes; else names. An edge whose value is empty has
 *     the value 1, and a warning names the first. A column `type`, as in Gephi, says whether edges
 *     are undirected; all or none must be. In a directed graph, a column `oneway`, as in
 *     OpenStreetMap, and pgRouting's `reverse_cost`, which is negative or empty if an edge goes one
 *     way, say whether a line is an edge there, back, or both.
 * Method: text.c. A block's lines are parsed as if no field went over the end of a line. If one
 *     does, the file is parsed again as a single block.
 * Work and memory: as in text.c; the whole text if a field has a line end.
 * Source: Y. Shafranovich, Common Format and MIME Type for CSV Files, RFC 4180, 2005.
 */
#include "counts.h"
#include "csv.h"
#include <string.h>

/* A load, and the table that it reads. */
typedef struct table {
    kg__load load;
    kg__csv_columns columns;
    bool undirected; /* the first edge is, by its column `type` */
    bool two_ways;   /* a column says in which directions an edge goes */
    bool keeps;      /* the values are places of lines: see kg__csv_keep() */
} table;

/* The fields of a line that are read. */
typedef struct line {
    kg__csv_field from, to, value, type, oneway, backward;
} line;

/* The edges of a line: there and back. */
typedef struct ways {
    unsigned which; /* bits of kg__csv_ways */
    double value[2];
} ways;

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
        else if (i == c->oneway)
            l->oneway = field;
        else if (i == c->backward)
            l->backward = field;
        if (*p != '\n')
            continue;
        if (i + 1 == c->count)
            return p;
        *status = kg__text_error(w, i + 1 < c->count ? p : begin,
            "the line has %u fields, expected %u as in the first record", i + 1, c->count);
        return NULL;
    }
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
    if (kg__csv_number(f, c->separator, value) == f->end)
        return KG_OK;
    return kg__text_error(w, f->begin, "expected a number of the range of a double as value");
}

/* Gets the directions of a line that has a column of them. An undirected graph has one edge a
 * line. */
static kg_status take_ways(kg__worker *w, const table *t, const line *l, ways *e)
{
    const char *at,
        *wrong = kg__csv_find_ways(&t->columns, &l->oneway, &l->backward, e->value, &e->which, &at);

    if (wrong)
        return kg__text_error(w, at, "%s", wrong);
    if (t->load.undirected) {
        if (!(e->which & KG__CSV_FORWARD))
            e->value[0] = e->value[1];
        e->which = KG__CSV_FORWARD;
    }
    return KG_OK;
}

/* Whether a field of the column `type` says that the edge has no direction. An empty one does
 * not. */
static bool says_undirected(const kg__csv_field *type)
{
    return kg__csv_type(type) == KG__CSV_BOTH;
}

static kg_status check_type(kg__worker *w, const table *t, const line *l)
{
    const unsigned type = kg__csv_type(&l->type);

    if (type == KG__CSV_BACKWARD || (!type && l->type.begin < l->type.end))
        return kg__text_error(w, l->type.begin, "expected Directed or Undirected as type");
    if (says_undirected(&l->type) == t->undirected)
        return KG_OK;
    return kg__text_error(w, l->type.begin,
        "%s edge in a table whose first edge is %s: konig "
        "reads no graphs with edges of both kinds",
        t->undirected ? "a directed" : "an undirected", t->undirected ? "undirected" : "directed");
}

/* Reads a line's fields except its vertices. Returns its end, or NULL with status. */
static inline __attribute__((always_inline)) const char *take_line(
    kg__worker *w, const char *p, const table *t, line *l, ways *e, kg_status *status)
{
    const char *const begin = p;

    e->which = KG__CSV_FORWARD;
    p = read_line(w, p, &t->columns, l, status);
    if (p && t->columns.value != KG__CSV_NONE)
        *status = take_value(w, &t->columns, l, &e->value[0]);
    if (p && t->two_ways && *status == KG_OK)
        *status = take_ways(w, t, l, e);
    if (p && t->columns.type != KG__CSV_NONE && *status == KG_OK)
        *status = check_type(w, t, l);
    if (t->keeps) {
        w->rounded |= kg__may_be_rounded(e->value[0]) || kg__may_be_rounded(e->value[1]);
        e->value[0] = 2 * (double)kg__text_block_offset(&w->lines, begin);
        e->value[1] = e->value[0] + 1;
    }
    return *status == KG_OK ? p : NULL;
}

static kg_status fail_at_label(kg__worker *w, const kg__csv_field *f)
{
    if (f->begin == f->end)
        return kg__text_error(w, f->begin, "nothing stands here, expected a vertex");
    return kg__text_error(w, f->begin,
        "'%s' is not a vertex number of at most %llu, as those of the first edge are; with "
        "the option force_names labels are names",
        KG__SHOW(f->begin, (size_t)(f->end - f->begin)), (unsigned long long)KG__LABEL_MAX);
}

static inline bool take_label(const kg__csv_field *f, uint64_t *label)
{
    return kg__parse_label(f->begin, label) == f->end && f->begin < f->end;
}

/* Reads the labels, and the value, of the line at p if it has only these columns and neither quotes
 * nor blanks, like nearly every line. Returns its end; NULL for any other line. */
static inline const char *take_plain(
    const char *p, const char separator, const bool valued, uint64_t *a, uint64_t *b, double *value)
{
    p = kg__parse_label(p, a);
    p = p && *p == separator ? kg__parse_label(p + 1, b) : NULL;
    if (p && valued)
        p = *p == separator ? kg__parse_double(p + 1, value) : NULL;
    return p && *p == '\n' ? p : NULL;
}

/* The same for any line that is not blank. Returns its end, or NULL with status. */
static const char *take_labels(kg__worker *w, const char *p, const table *t, uint64_t *a,
    uint64_t *b, ways *e, kg_status *status)
{
    line l;

    p = take_line(w, p, t, &l, e, status);
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
                       (!valued || c->value == 2) && separator != ' ' && !t->keeps;
    uint64_t least = w->least, largest = w->largest;
    kg_status status = KG_OK;

    for (const char *p = w->lines.begin, *end; p < w->lines.end; p = end + 1) {
        uint64_t a, b;
        ways e = {KG__CSV_FORWARD, {0}};

        end = plain ? take_plain(p, separator, valued, &a, &b, &e.value[0]) : NULL;
        if (!end) {
            end = kg__skip_blank(p);
            if (*end == '\n')
                continue;
            end = take_labels(w, p, t, &a, &b, &e, &status);
            if (!end)
                return status;
        }
        largest = a > largest ? a : largest;
        largest = b > largest ? b : largest;
        least = a < least ? a : least;
        least = b < least ? b : least;
        if (!wide && largest >= KG_NO_VERTEX)
            return kg__text_wide_label(w, p, a > b ? a : b);
        if (e.which & KG__CSV_FORWARD)
            KG_TRY(kg__text_put_edge(w, wide, valued, a, b, e.value[0]));
        if (e.which & KG__CSV_BACKWARD)
            KG_TRY(kg__text_put_edge(w, wide, valued, b, a, e.value[1]));
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

static kg_status check_name(kg__worker *w, kg__csv_field *f)
{
    if (f->doubled)
        kg__csv_join_quotes(f);
    if (f->begin == f->end)
        return fail_at_label(w, f);
    if ((uint64_t)(f->end - f->begin) > UINT32_MAX)
        return kg__text_error(w, f->begin, "a name of more than 4 GiB");
    return KG_OK;
}

/* Looks the names of an edge up. */
static void take_names(
    kg__worker *w, const kg__csv_field *from, const kg__csv_field *to, double value)
{
    kg__names_ask(w, &w->names, from->begin, (size_t)(from->end - from->begin), true, value);
    kg__names_ask(w, &w->names, to->begin, (size_t)(to->end - to->begin), false, value);
}

static kg_status parse_names(kg__worker *w)
{
    const table *t = (const table *)w->load;
    kg_status status = KG_OK;

    for (const char *p = w->lines.begin; p < w->lines.end; p++) {
        ways e = {0};
        line l;

        if (*kg__skip_blank(p) == '\n') {
            p = kg__skip_blank(p);
            continue;
        }
        p = take_line(w, p, t, &l, &e, &status);
        if (!p)
            return status;
        KG_TRY(check_name(w, &l.from));
        KG_TRY(check_name(w, &l.to));
        if (e.which & KG__CSV_FORWARD)
            take_names(w, &l.from, &l.to, e.value[0]);
        if (e.which & KG__CSV_BACKWARD)
            take_names(w, &l.to, &l.from, e.value[1]);
    }
    return kg__names_settle(w, &w->names);
out:
    return status;
}

/* Ignores the column if the first edge's type is not a direction. */
static void check_types(table *t, const kg__csv_field *type)
{
    if (type->begin == type->end || kg__csv_type(type)) {
        t->undirected = says_undirected(type);
        return;
    }
    kg__warn(t->load.input->ctx,
        "%s: the column 'type' begins with '%s', which is neither directed nor undirected: it is "
        "left out",
        t->load.input->shown, KG__SHOW(type->begin, (size_t)(type->end - type->begin)));
    t->columns.type = KG__CSV_NONE;
}

/* Warns of the first column of numbers that is not read: it may have lengths. Columns whose names
 * end with id are ids. p: the first edge. */
static void warn_unused(const table *t, const kg__record *header, const char *p, const char *end)
{
    const kg__csv_columns *c = &t->columns;
    const char *names = header->begin;
    kg__csv_field name, field;
    double number;

    for (unsigned i = 0; kg__csv_step(&field, &p, end, c->separator) &&
                         kg__csv_step(&name, &names, header->end, c->separator);
         i++) {
        const size_t length = (size_t)(name.end - name.begin);

        if (i == c->from || i == c->to || i == c->type || i == c->oneway || i == c->backward ||
            field.quoted || field.begin == field.end ||
            kg__csv_number(&field, c->separator, &number) != field.end ||
            (length > 1 && kg__line_is((kg__line){name.end - 2, name.end}, "id")))
            continue;
        kg__warn(t->load.input->ctx,
            "%s: no column is called weight, value or length: each edge has the length 1, and the "
            "numbers of '%s' are left out",
            t->load.input->shown, KG__SHOW(name.begin, length));
        return;
    }
}

/* Examines the first edge, below the header, to find out what its labels are and which columns have
 * unusual contents. */
static kg_status look_at_first(table *t, const kg__record *header, const kg_read_options *options)
{
    kg__load *load = &t->load;
    kg__csv_columns *c = &t->columns;
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
        load->whole = true; /* to read over line ends; errors are reported later */
        if (read_line(&w, p, c, &l, &status)) {
            load->named = !(!l.from.quoted && kg__is_integer(l.from.begin, l.from.end) &&
                            !l.to.quoted && kg__is_integer(l.to.begin, l.to.end));
            if (c->type != KG__CSV_NONE)
                check_types(t, &l.type);
            if (!c->header && !options->columns && c->value != KG__CSV_NONE &&
                l.value.begin < l.value.end &&
                kg__csv_number(&l.value, c->separator, &value) != l.value.end)
                c->value = KG__CSV_NONE;
            if (c->header && c->value == KG__CSV_NONE && options->lengths)
                warn_unused(t, header, p, w.lines.end);
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

/* The record below a line that names the separator. */
static kg__record find_below(const kg__record *record)
{
    kg__record below = *record;
    const char *p = memchr(record->begin, '\n', (size_t)(record->end - record->begin));

    p = p ? p : record->end;
    while (p < record->end && (*p == '\n' || kg__is_blank(*p)))
        p++;
    below.at += (uint64_t)(p - record->begin);
    below.begin = p < record->end ? p : NULL;
    return below;
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
    kg__record first, below;
    char *text = NULL, separator;
    kg_status status;

    separator = record->begin ? kg__csv_named_separator(record->begin, record->end) : 0;
    if (separator) {
        below = find_below(record);
        record = &below;
        t.load.header = record->at - record->start;
    }
    KG_TRY(kg__record_complete(&first, &text, input, record));
    if (first.begin) {
        KG_TRY(kg__csv_find_columns(&t.columns, &t.load, &first, separator, options->columns));
        t.load.header = first.at - first.start;
        if (t.columns.header)
            KG_TRY(kg__header_line(&t.load, &first));
        KG_TRY(look_at_first(&t, &first, options));
        t.two_ways = t.columns.oneway != KG__CSV_NONE || t.columns.backward != KG__CSV_NONE;
    }
    t.load.undirected = t.undirected || options->undirected;
    t.keeps = options->keep && first.begin;
    if (t.keeps && !t.columns.header)
        KG_TRY(kg__fail(input->ctx, KG_FORMAT,
            "%s: this table has no header, so none of its columns can be kept by its name",
            input->shown));
    t.load.valued = (first.begin && t.columns.value != KG__CSV_NONE) || t.keeps;
    t.load.parse = t.load.named ? parse_names : parse_integers;
    KG_TRY(kg__text_load(graph, &t.load));
    if (t.keeps)
        KG_TRY(kg__csv_keep(*graph, input, &t.columns, &first, t.load.undirected, options->keep));
    if (first.begin && !t.columns.header && !options->columns && t.columns.count > 3)
        kg__warn(input->ctx,
            "%s: %u columns: the first three are taken for source, target and value, and the "
            "others are left out; the option columns says it otherwise",
            input->shown, t.columns.count);
    if (t.two_ways && !t.load.undirected)
        kg__warn(input->ctx,
            "%s: a line is two edges, there and back, unless its '%s' says that it is one-way",
            input->shown, t.columns.oneway != KG__CSV_NONE ? "oneway" : "reverse_cost");
out:
    kg__free(input->ctx, text);
    return status;
}
