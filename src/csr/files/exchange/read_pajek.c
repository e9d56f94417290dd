/*
 * Reading Pajek's networks.
 *
 * In:  a section *Vertices n, in which a line is the number of a vertex, from 1 on, and its label;
 *     below it sections *Arcs and *Edges with lines "u v [weight]", *Arcslist and *Edgeslist with
 *     lines "u v w ...", and *Matrix with n lines of n numbers. Lines that begin with % are
 *     comments. Labels with blanks stand in quotes; entities in them such as &#34;, a quote, are
 *     decoded. A vertex may have up to three coordinates x, y, z after its label, and then a shape;
 *     names and values of attributes end lines of vertices and edges.
 * Out: the graph, as nodes.h and node_list.c say: arcs make it directed, and edges undirected. All
 *     vertices from 1 to n exist. An entry of a matrix that is not 0 is an arc.
 * Method: line by line.
 * Work: O(text). Memory: the text, and node_list.c.
 * Source: A. Mrvar, V. Batagelj, Pajek: Reference Manual, Ljubljana.
 */
#include "../../../io/number.h"
#include "../read.h"
#include "node_list.h"
#include "whole_text.h"

typedef enum section { NONE, VERTICES, ARCS, EDGES, ARCSLIST, EDGESLIST, MATRIX, SECTIONS } section;

typedef struct pajek {
    kg__whole text;
    kg__node_list list;
    uint64_t n, rows; /* rows: how many of the matrix so far */
    bool counted;     /* the number of vertices is known */
    bool kinds[2];    /* there are undirected edges; there are arcs */
    bool said[2];     /* there are sections for these */
} pajek;

/* ---- lines ----------------------------------------------------------------------------------- */

/* Reads the number of a vertex at *at. */
static kg_status read_vertex(const pajek *k, const char **at, kg__line line, kg_vertex *v)
{
    uint64_t number;
    const char *p = kg__skip_blank(*at), *q = kg__parse_label(p, &number);

    if (p >= line.end)
        return kg__whole_fail(&k->text, line.end, "the line ends here, expected a vertex");
    if (!q || (q < line.end && !kg__is_blank(*q)) || number < 1 || number > k->n)
        return kg__whole_fail(&k->text, p, "expected the number of a vertex, from 1 to %llu",
            (unsigned long long)k->n);
    *v = (kg_vertex)(number - 1);
    *at = q;
    return KG_OK;
}

/* Keeps an attribute whose column is asked for. left: set if there is none. */
static kg_status keep(
    pajek *k, kg_element element, kg__line name, kg__line value, kg_column_type as, bool *left)
{
    bool kept;
    kg_status status;

    KG_TRY(
        kg__node_list_keep(&k->list, element, name.begin, kg__line_length(name), value, as, &kept));
    *left = *left || !kept;
out:
    return status;
}

/* Reads the coordinates of a vertex. */
static kg_status keep_place(pajek *k, const char **at, kg__line line, bool *left)
{
    static const char axes[] = "xyz";
    kg_status status = KG_OK;

    for (int i = 0; axes[i]; i++) {
        const char *next = *at;
        const kg__line word = kg__whole_word(&next, line);
        double number;

        if (!kg__whole_number(word, &number))
            break;
        *at = next;
        KG_TRY(keep(
            k, KG_ELEMENT_VERTEX, (kg__line){axes + i, axes + i + 1}, word, KG_COLUMN_REAL, left));
    }
out:
    return status;
}

/* Reads the rest of a line: coordinates, shapes, colours. what: how a warning calls the attributes
 * that are left out. */
static kg_status read_rest(
    pajek *k, kg_element element, const char *at, kg__line line, const char *what)
{
    static const char shape[] = "shape";
    kg__line name, value;
    bool quoted, left = kg__skip_blank(at) < line.end && !k->list.columns;
    uint64_t fields = 0;
    kg_status status = KG_OK;

    if (k->list.columns && element == KG_ELEMENT_VERTEX)
        KG_TRY(keep_place(k, &at, line, &left));
    for (const char *p = at; k->list.columns && kg__skip_blank(p) < line.end; fields++)
        KG_TRY(kg__whole_field(&k->text, &p, line, &value, &quoted));
    if (fields % 2 && element == KG_ELEMENT_VERTEX) { /* a shape, and pairs of names and values */
        KG_TRY(kg__whole_field(&k->text, &at, line, &value, &quoted));
        KG_TRY(keep(
            k, element, (kg__line){shape, shape + strlen(shape)}, value, KG_COLUMN_TEXT, &left));
    }
    left = left || (fields % 2 && element == KG_ELEMENT_EDGE); /* a name without a value */
    for (fields /= 2; fields; fields--) {
        KG_TRY(kg__whole_field(&k->text, &at, line, &name, &quoted));
        KG_TRY(kg__whole_field(&k->text, &at, line, &value, &quoted));
        value.end =
            value.begin + kg__decode_entities((char *)value.begin, kg__line_length(value), false);
        KG_TRY(keep(k, element, name, value, quoted ? KG_COLUMN_TEXT : KG_COLUMN_INTEGER, &left));
    }
    if (left)
        KG_TRY(kg__node_list_other(&k->list, what, strlen(what)));
out:
    return status;
}

static kg_status read_label(pajek *k, kg__line line)
{
    const char *at = line.begin;
    kg_vertex v;
    kg__line label;
    bool quoted;
    kg_status status;

    KG_TRY(read_vertex(k, &at, line, &v));
    KG_TRY(kg__whole_field(&k->text, &at, line, &label, &quoted));
    label.end =
        label.begin + kg__decode_entities((char *)label.begin, kg__line_length(label), false);
    if (quoted || label.begin < label.end)
        KG_TRY(kg__node_list_label(&k->list, v, label.begin, kg__line_length(label)));
    KG_TRY(read_rest(k, KG_ELEMENT_VERTEX, at, line, "layout"));
    KG_TRY(kg__node_list_keep_node(&k->list, v));
out:
    return status;
}

/* Adds an undirected edge or an arc. */
static kg_status put(
    pajek *k, bool arc, kg__line line, kg_vertex u, kg_vertex v, const kg__edge_says *says)
{
    k->kinds[arc] = true;
    if (k->kinds[!arc] && k->list.m)
        return kg__whole_fail(&k->text, line.begin,
            "%s in a file whose first edge is %s: konig reads no graphs with edges of both kinds",
            arc ? "an arc" : "an undirected edge", arc ? "undirected" : "an arc");
    return kg__node_list_edge(&k->list, u, v, says);
}

static kg_status read_edge(pajek *k, bool arc, kg__line line)
{
    const char *at = line.begin, *p;
    kg__edge_says says = {0};
    kg_vertex u = 0, v = 0;
    double weight;
    kg_status status;

    KG_TRY(read_vertex(k, &at, line, &u));
    KG_TRY(read_vertex(k, &at, line, &v));
    p = kg__skip_blank(at);
    at = p < line.end ? kg__parse_double(p, &weight) : NULL;
    if (at && (at == line.end || kg__is_blank(*at)))
        kg__edge_say(&k->list, &says, KG__RANK_WEIGHT, NULL, 0, weight);
    else
        at = p;
    KG_TRY(read_rest(k, KG_ELEMENT_EDGE, at, line, "style"));
    KG_TRY(put(k, arc, line, u, v, &says));
out:
    return status;
}

static kg_status read_targets(pajek *k, bool arc, kg__line line)
{
    const char *at = line.begin;
    kg_vertex u = 0, v = 0;
    kg_status status;

    KG_TRY(read_vertex(k, &at, line, &u));
    while (kg__skip_blank(at) < line.end) {
        KG_TRY(read_vertex(k, &at, line, &v));
        KG_TRY(put(k, arc, line, u, v, NULL));
    }
out:
    return status;
}

static kg_status read_row(pajek *k, kg__line line)
{
    const char *p = line.begin;
    kg_status status = KG_OK;

    if (k->rows == k->n)
        return kg__whole_fail(
            &k->text, p, "a row too many, expected %llu in the matrix", (unsigned long long)k->n);
    for (uint64_t v = 0; v < k->n; v++) {
        kg__edge_says says = {0};
        const char *q;
        double number;

        p = kg__skip_blank(p);
        q = p < line.end ? kg__parse_double(p, &number) : NULL;
        if (!q || (q < line.end && !kg__is_blank(*q)))
            return kg__whole_fail(&k->text, p < line.end ? p : line.end,
                "expected %llu numbers in a row of the matrix", (unsigned long long)k->n);
        p = q;
        kg__edge_say(&k->list, &says, KG__RANK_WEIGHT, NULL, 0, number);
        if (number != 0)
            KG_TRY(put(k, true, line, (kg_vertex)k->rows, (kg_vertex)v, &says));
    }
    if (kg__skip_blank(p) < line.end)
        return kg__whole_fail(&k->text, kg__skip_blank(p), "expected the end of the line");
    k->rows++;
out:
    return status;
}

/* ---- sections -------------------------------------------------------------------------------- */

static kg_status read_count(pajek *k, kg__line line, const char *at)
{
    const char *p = kg__skip_blank(at), *q = kg__parse_label(p, &k->n);

    if (k->counted)
        return kg__whole_fail(
            &k->text, line.begin, "a second section *Vertices, expected one in a file");
    if (p >= line.end || !q || (q < line.end && !kg__is_blank(*q)))
        return kg__whole_fail(
            &k->text, p < line.end ? p : line.end, "expected the number of vertices");
    k->counted = true;
    return kg__node_list_count_up(&k->list, 1, k->n, (uint64_t)(p - k->text.text));
}

/* The section that a line begins. *Network alone begins none. */
static kg_status begin_section(pajek *k, kg__line line, section *now)
{
    static const char *const words[SECTIONS] = {[NONE] = "*network ",
        [VERTICES] = "*vertices ",
        [ARCS] = "*arcs ",
        [EDGES] = "*edges ",
        [ARCSLIST] = "*arcslist ",
        [EDGESLIST] = "*edgeslist ",
        [MATRIX] = "*matrix "};
    kg__line word = {line.begin, line.begin};

    while (word.end < line.end && !kg__is_blank(*word.end) && *word.end != ':')
        word.end++;
    for (int i = 0; i < SECTIONS; i++) {
        if (!kg__line_is_one_of(word, words[i]))
            continue;
        if (i > VERTICES && !k->counted)
            return kg__whole_fail(
                &k->text, line.begin, "expected a section *Vertices before this one");
        *now = (section)i;
        if (i > VERTICES)
            k->said[i != EDGES && i != EDGESLIST] = true;
        return i == VERTICES ? read_count(k, line, word.end) : KG_OK;
    }
    return kg__whole_fail(&k->text, line.begin,
        "expected *Vertices, *Arcs, *Edges, *Arcslist, *Edgeslist or *Matrix");
}

static kg_status read_file(void *reader)
{
    pajek *k = reader;
    section now = NONE;
    kg__line line;
    kg_status status = KG_OK;

    while (kg__whole_next_line(&k->text, "%", &line))
        KG_TRY(*line.begin == '*' ? begin_section(k, line, &now)
               : now == VERTICES  ? read_label(k, line)
               : now == ARCS      ? read_edge(k, true, line)
               : now == EDGES     ? read_edge(k, false, line)
               : now == ARCSLIST  ? read_targets(k, true, line)
               : now == EDGESLIST ? read_targets(k, false, line)
               : now == MATRIX    ? read_row(k, line)
                                  : kg__whole_fail(&k->text, line.begin,
                                        "expected a section *Vertices before all lines"));
    if (!k->counted)
        return kg__whole_fail(
            &k->text, k->text.end, "the text ends here, expected a section *Vertices");
    if (now == MATRIX && k->rows < k->n)
        return kg__whole_fail(&k->text, k->text.end, "the matrix ends here, expected %llu rows",
            (unsigned long long)k->n);
    k->list.directed = k->list.m ? k->kinds[true] : k->said[true] || !k->said[false];
out:
    return status;
}

kg_status kg__read_pajek(kg_graph **graph, const kg__input *input, const kg__record *record,
    const kg_read_options *options, size_t block_bytes)
{
    pajek k = {
        {.input = input, .shown = "Pajek"}, kg__node_list_empty(input, record, "Pajek", false)};

    (void)block_bytes;
    return kg__whole_read_list(graph, &k.text, &k.list, options, read_file, &k);
}
