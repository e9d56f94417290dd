/*
 * Reading UCINET's DL.
 *
 * In:  the word DL, n=N, perhaps format=FORMAT, then perhaps `labels:` and N labels, or `labels
 *     embedded`, then `data:` and data in that format: edgelist1 has a line "u v [value]" for each
 *     edge, nodelist1 a line "u v w ..." for a vertex and its neighbours, fullmatrix N rows of N
 *     numbers. Vertices are numbers from 1 to N, or labels. Labels stand between blanks, commas or
 *     line ends, perhaps in quotes.
 * Out: a directed graph, as nodes.h and node_list.c say. An entry of a matrix that is not 0 is an
 *     edge; entries are values unless all of them are 0 or 1.
 * Method: token by token.
 * Work: O(text). Memory: the text, and node_list.c.
 * Source: S. Borgatti, M. Everett, L. Freeman, UCINET 6: A guide to its DL format, 2002.
 */
#include "../../../base/ascii.h"
#include "../../../io/number.h"
#include "../read.h"
#include "node_list.h"
#include "whole_text.h"

typedef enum form { FULLMATRIX, EDGELIST, NODELIST } form;

typedef struct dl {
    kg__whole text;
    kg__node_list list;
    form form;
    uint64_t n;
    bool embedded; /* the data has labels */
    bool valued;
    uint32_t labels; /* known so far */
} dl;

/* A token: a word, a number, or a text in quotes. */
typedef struct token {
    const char *begin, *end;
    bool quoted, starts_line;
} token;

static bool is_separator(char c)
{
    return kg__is_blank(c) || c == '\n' || c == ',';
}

/* The next token, which is empty at the end of the text. = and : end a word; : belongs to it. */
static kg_status next(dl *d, bool header, token *t)
{
    kg__whole *w = &d->text;

    t->starts_line = w->p == w->text + w->start;
    for (; is_separator(*w->p) || (header && *w->p == '='); w->p++)
        t->starts_line = t->starts_line || *w->p == '\n';
    t->quoted = *w->p == '"';
    t->begin = t->end = w->p;
    if (t->quoted) {
        t->begin++;
        t->end = memchr(t->begin, '"', (size_t)(w->end - t->begin));
        if (!t->end)
            return kg__whole_fail(w, w->p, "this quote does not end");
        w->p = t->end + 1;
        return KG_OK;
    }
    while (*w->p && !is_separator(*w->p) && !(header && *w->p == '='))
        if (*w->p++ == ':' && header)
            break;
    t->end = w->p;
    return KG_OK;
}

static bool is(const token *t, const char *word)
{
    return !t->quoted && kg__line_is((kg__line){t->begin, t->end}, word);
}

static size_t length_of(const token *t)
{
    return (size_t)(t->end - t->begin);
}

/* ---- the header ------------------------------------------------------------------------------ */

static kg_status read_n(dl *d)
{
    const char *q;
    token t;
    kg_status status;

    KG_TRY(next(d, true, &t));
    q = kg__parse_label(t.begin, &d->n);
    if (!q || q != t.end)
        return kg__whole_fail(&d->text, t.begin, "expected the number of vertices");
    KG_TRY(kg__node_list_count_up(&d->list, 1, d->n, (uint64_t)(t.begin - d->text.text)));
out:
    return status;
}

static kg_status read_form(dl *d)
{
    static const char *const forms[] = {
        [FULLMATRIX] = "fullmatrix", [EDGELIST] = "edgelist1", [NODELIST] = "nodelist1"};
    token t;
    kg_status status;

    KG_TRY(next(d, true, &t));
    for (int i = 0; i < 3; i++)
        if (is(&t, forms[i])) {
            d->form = (form)i;
            return KG_OK;
        }
    return kg__whole_fail(
        &d->text, t.begin, "expected the format fullmatrix, edgelist1 or nodelist1");
out:
    return status;
}

static kg_status add_label(dl *d, const token *t)
{
    const uint32_t before = d->list.labels.count;
    kg_status status;

    if (d->labels == d->n)
        return kg__whole_fail(
            &d->text, t->begin, "a label too many, expected %llu", (unsigned long long)d->n);
    KG_TRY(kg__intern(&d->list.labels, t->begin, length_of(t), &d->list.label[d->labels]));
    if (d->list.labels.count == before)
        return kg__whole_fail(
            &d->text, t->begin, "a second label '%s'", KG__SHOW(t->begin, length_of(t)));
    d->labels++;
out:
    return status;
}

/* Reads the header, up to `data:`. */
static kg_status read_header(dl *d)
{
    bool labels = false, counted = false;
    token t;
    kg_status status;

    KG_TRY(next(d, true, &t));
    if (!is(&t, "dl"))
        return kg__whole_fail(&d->text, t.begin, "expected the word DL");
    for (;;) {
        KG_TRY(next(d, true, &t));
        if (t.begin == t.end && !t.quoted)
            return kg__whole_fail(&d->text, t.begin, "the text ends here, expected data:");
        if (is(&t, "data:"))
            break;
        if (labels && counted && d->labels < d->n) {
            KG_TRY(add_label(d, &t));
            continue;
        }
        if (is(&t, "n") && !counted) {
            counted = true;
            KG_TRY(read_n(d));
        } else if (is(&t, "format")) {
            KG_TRY(read_form(d));
        } else if (is(&t, "labels:") && counted) {
            labels = true;
        } else if (is(&t, "labels")) {
            KG_TRY(next(d, true, &t));
            d->embedded = is(&t, "embedded") || is(&t, "embedded:");
            if (!d->embedded)
                return kg__whole_fail(&d->text, t.begin, "expected labels: or labels embedded");
        } else {
            return kg__whole_fail(&d->text, t.begin,
                counted ? "expected format, labels: or data:"
                        : "expected n=, the number of vertices");
        }
    }
    if (!counted)
        return kg__whole_fail(
            &d->text, t.begin, "expected n=, the number of vertices, before data:");
    if (labels && d->labels < d->n)
        return kg__whole_fail(
            &d->text, t.begin, "the labels end here, expected %llu", (unsigned long long)d->n);
out:
    return status;
}

/* ---- the data -------------------------------------------------------------------------------- */

/* The vertex that a token names: a number, or a label. A label may be new if labels are
 * embedded. */
static kg_status find_vertex(dl *d, const token *t, kg_vertex *v)
{
    uint64_t number;
    uint32_t label;
    const char *q = t->quoted ? NULL : kg__parse_label(t->begin, &number);
    kg_status status;

    if (t->begin == t->end)
        return kg__whole_fail(&d->text, t->begin, "the line ends here, expected a vertex");
    if (!d->embedded && q == t->end && number >= 1 && number <= d->n) {
        *v = (kg_vertex)(number - 1);
        return KG_OK;
    }
    KG_TRY(kg__intern(&d->list.labels, t->begin, length_of(t), &label));
    if (label < d->labels) { /* label i is that of vertex i */
        *v = label;
        return KG_OK;
    }
    if (!d->embedded || d->labels == d->n)
        return kg__whole_fail(&d->text, t->begin,
            d->embedded ? "'%s' is one label more than there are vertices"
                        : "'%s' is neither the number of a vertex nor a label",
            KG__SHOW(t->begin, length_of(t)));
    d->list.label[ *v = d->labels++] = label;
out:
    return status;
}

/* Whether the line ends before another token. */
static bool line_ends(const dl *d)
{
    const char *p = d->text.p;

    while (kg__is_blank(*p) || *p == ',')
        p++;
    return *p == '\n' || *p == '\0';
}

static bool text_ends(dl *d)
{
    while (is_separator(*d->text.p))
        d->text.p++;
    return !*d->text.p;
}

static kg_status read_number(dl *d, double *number)
{
    token t;
    kg_status status;

    KG_TRY(next(d, false, &t));
    if (t.quoted || !kg__whole_number((kg__line){t.begin, t.end}, number))
        return kg__whole_fail(&d->text, t.begin,
            *t.begin ? "expected a number of the range of a double"
                     : "the text ends here, expected a number");
out:
    return status;
}

static kg_status read_edge(dl *d)
{
    kg__edge_says says = {0};
    kg_vertex node[2];
    double value;
    token t;
    kg_status status;

    for (int i = 0; i < 2; i++) {
        if (i && line_ends(d))
            return kg__whole_fail(&d->text, d->text.p, "the line ends here, expected a vertex");
        KG_TRY(next(d, false, &t));
        KG_TRY(find_vertex(d, &t, &node[i]));
    }
    if (!line_ends(d)) {
        KG_TRY(read_number(d, &value));
        kg__edge_say(&d->list, &says, KG__RANK_WEIGHT, NULL, 0, value);
        d->valued = true;
    }
    if (!line_ends(d))
        return kg__whole_fail(&d->text, d->text.p, "expected the end of the line");
    KG_TRY(kg__node_list_edge(&d->list, node[0], node[1], &says));
out:
    return status;
}

static kg_status read_neighbours(dl *d)
{
    kg_vertex source, target;
    token t;
    kg_status status;

    KG_TRY(next(d, false, &t));
    KG_TRY(find_vertex(d, &t, &source));
    while (!line_ends(d)) {
        KG_TRY(next(d, false, &t));
        KG_TRY(find_vertex(d, &t, &target));
        KG_TRY(kg__node_list_edge(&d->list, source, target, NULL));
    }
out:
    return status;
}

/* Reads rows of numbers, which may go over line ends. Embedded labels stand above the columns and
 * before each row. */
static kg_status read_matrix(dl *d)
{
    token t;
    kg_status status = KG_OK;

    for (uint64_t i = 0; d->embedded && i < d->n; i++) {
        KG_TRY(next(d, false, &t));
        if (t.begin == t.end)
            return kg__whole_fail(&d->text, t.begin, "the text ends here, expected a label");
        KG_TRY(add_label(d, &t));
    }
    for (uint64_t u = 0; u < d->n; u++) {
        kg_vertex row = (kg_vertex)u;

        if (d->embedded) {
            KG_TRY(next(d, false, &t));
            KG_TRY(find_vertex(d, &t, &row));
        }
        for (uint64_t v = 0; v < d->n; v++) {
            kg__edge_says says = {0};
            double number;

            KG_TRY(read_number(d, &number));
            d->valued = d->valued || (number != 0 && number != 1);
            kg__edge_say(&d->list, &says, KG__RANK_WEIGHT, NULL, 0, number);
            if (number != 0)
                KG_TRY(kg__node_list_edge(&d->list, row, (kg_vertex)v, &says));
        }
    }
    if (!text_ends(d))
        return kg__whole_fail(
            &d->text, d->text.p, "expected the end of the text behind the matrix");
out:
    return status;
}

static kg_status read_data(dl *d)
{
    kg_status status = KG_OK;

    if (d->form == FULLMATRIX)
        KG_TRY(read_matrix(d));
    while (!text_ends(d))
        KG_TRY(d->form == EDGELIST ? read_edge(d) : read_neighbours(d));
    if (!d->valued) {
        kg__free(d->list.ctx, d->list.numbers[KG__RANK_WEIGHT].number);
        d->list.numbers[KG__RANK_WEIGHT].number = NULL;
    }
out:
    return status;
}

static kg_status read_file(void *reader)
{
    kg_status status;

    KG_TRY(read_header(reader));
    KG_TRY(read_data(reader));
out:
    return status;
}

kg_status kg__read_dl(kg_graph **graph, const kg__input *input, const kg__record *record,
    const kg_read_options *options, size_t block_bytes)
{
    dl d = {{.input = input, .shown = "UCINET DL"},
        kg__node_list_empty(input, record, "UCINET DL", true)};

    (void)block_bytes;
    return kg__whole_read_list(graph, &d.text, &d.list, options, read_file, &d);
}
