/*
 * Reading GML.
 *
 * In:  a list of keys and values. A value is a number, a text in quotes, or a list in brackets. The
 *     key graph has a list with nodes and edges; a node has an id, a whole number, and perhaps a
 *     label; an edge has a source and a target, which are ids. A line that begins with # is a
 *     comment. Entities in texts stand for characters.
 * Out: the graph, as nodes.h and node_list.c say; undirected unless `directed 1` is in its list.
 * Method: one pass over the text, without recursion.
 * Work: O(text). Memory: the text, and node_list.c.
 * Source: M. Himsolt, GML: A portable Graph File Format, University of Passau, 1997.
 */
#include "../../../base/ascii.h"
#include "../../../io/number.h"
#include "../read.h"
#include "node_list.h"
#include "whole_text.h"

typedef struct gml {
    kg__whole text;
    kg__node_list list;
} gml;

/* A value: its text, without quotes. */
typedef struct value {
    const char *begin, *end;
    bool quoted;
} value;

/* ---- tokens ---------------------------------------------------------------------------------- */

static void skip_blank(kg__whole *w)
{
    for (;; w->p++) {
        if (*w->p == '#')
            w->p = kg__whole_line_end(w, w->p);
        if (!kg__is_blank(*w->p) && *w->p != '\n')
            return;
    }
}

static bool is_key(char c)
{
    return kg__is_letter(c) || kg__is_digit(c) || c == '_';
}

static bool key_is(kg__line key, const char *word)
{
    return kg__line_is(key, word);
}

/* The next key, or an empty one at the end of its list or of the text. */
static kg_status next_key(kg__whole *w, bool inside, kg__line *key)
{
    skip_blank(w);
    *key = (kg__line){w->p, w->p};
    if (*w->p == (inside ? ']' : '\0'))
        return KG_OK;
    if (!kg__is_letter(*w->p) && *w->p != '_')
        return kg__whole_fail(w, w->p,
            *w->p ? "expected a key%s" : "the text ends here, expected a key%s",
            inside ? ", or ] at the end of its list" : "");
    while (is_key(*w->p))
        w->p++;
    key->end = w->p;
    return KG_OK;
}

/* Reads a number or a text. Entities are decoded in place. */
static kg_status read_value(kg__whole *w, value *v)
{
    skip_blank(w);
    *v = (value){w->p, w->p, *w->p == '"'};
    if (v->quoted) {
        const char *end = memchr(w->p + 1, '"', (size_t)(w->end - w->p) - 1);

        if (!end)
            return kg__whole_fail(w, w->p, "this quote does not end");
        v->begin++;
        v->end = v->begin + kg__decode_entities((char *)v->begin, (size_t)(end - v->begin), true);
        w->p = end + 1;
        return KG_OK;
    }
    while (*w->p && *w->p != '\n' && *w->p != '[' && *w->p != ']' && !kg__is_blank(*w->p))
        w->p++;
    v->end = w->p;
    if (v->end == v->begin)
        return kg__whole_fail(w, w->p, "expected a number or a text in quotes");
    return KG_OK;
}

/* Whether a value is a number. */
static bool is_number(const value *v, double *number)
{
    const char *p = v->begin + (*v->begin == '+'); /* a quote or another mark ends it */

    return v->begin < v->end && kg__parse_double(p, number) == v->end;
}

/* Skips a value, or a list with everything in it. */
static kg_status skip_value(kg__whole *w)
{
    const char *open = NULL;
    uint64_t depth = 0;
    double number;
    value v;
    kg_status status = KG_OK;

    do {
        kg__line key;

        skip_blank(w);
        if (*w->p == '[') {
            open = depth++ ? open : w->p;
            w->p++;
        } else {
            KG_TRY(read_value(w, &v));
            if (!v.quoted && !is_number(&v, &number))
                return kg__whole_fail(w, v.begin, "expected a number, a text in quotes, or [");
        }
        while (depth) {
            skip_blank(w);
            if (!*w->p)
                return kg__whole_fail(w, open, "this list does not end, expected ]");
            KG_TRY(next_key(w, true, &key));
            if (key.begin < key.end)
                break;
            w->p++;
            depth--;
        }
    } while (depth);
out:
    return status;
}

static kg_status take_value(gml *g, kg_element element, kg__line key, const value *v, bool *kept)
{
    kg_column_type bare;

    *kept = false;
    if (!g->list.columns)
        return KG_OK;
    bare = kg__column_type_of(v->begin, (size_t)(v->end - v->begin));
    return kg__node_list_keep(&g->list, element, key.begin, kg__line_length(key),
        (kg__line){v->begin, v->end},
        v->quoted                   ? KG_COLUMN_TEXT
        : bare == KG_COLUMN_INTEGER ? bare
                                    : KG_COLUMN_REAL,
        kept);
}

/* Reads a number, a text or a list. *kept: it is no list, and its column is asked for. */
static kg_status keep_value(gml *g, kg_element element, kg__line key, bool *kept)
{
    kg__whole *w = &g->text;
    double number;
    value v;
    kg_status status;

    *kept = false;
    if (!g->list.columns)
        return skip_value(w);
    skip_blank(w);
    if (*w->p == '[')
        return skip_value(w);
    KG_TRY(read_value(w, &v));
    if (!v.quoted && !is_number(&v, &number))
        return kg__whole_fail(w, v.begin, "expected a number, a text in quotes, or [");
    KG_TRY(take_value(g, element, key, &v, kept));
out:
    return status;
}

/* ---- nodes and edges ------------------------------------------------------------------------- */

/* Reads an id: without a plus sign and leading zeros. */
static kg_status read_id(kg__whole *w, kg__line *id)
{
    value v;
    kg_status status;

    KG_TRY(read_value(w, &v));
    if (!v.quoted) {
        const bool minus = *v.begin == '-';
        const char *p = v.begin + (minus || *v.begin == '+'), *q = p;

        while (kg__is_digit(*q))
            q++;
        if (q == v.end && q > p) {
            while (*p == '0' && p + 1 < q)
                p++;
            *id = (kg__line){minus && *p != '0' ? p - 1 : p, q};
            if (minus && *p != '0')
                *(char *)(p - 1) = '-';
            return KG_OK;
        }
    }
    return kg__whole_fail(w, v.begin, "expected a whole number");
out:
    return status;
}

static kg_status open_list(kg__whole *w)
{
    skip_blank(w);
    if (*w->p != '[')
        return kg__whole_fail(w, w->p, "expected [");
    w->p++;
    return KG_OK;
}

static kg_status read_node(gml *g)
{
    kg__whole *w = &g->text;
    const char *at = w->p;
    kg__line key, id = {NULL, NULL};
    value label = {NULL, NULL, false};
    kg_vertex node;
    bool again, kept;
    kg_status status;

    KG_TRY(open_list(w));
    for (;;) {
        KG_TRY(next_key(w, true, &key));
        if (key.begin == key.end)
            break;
        if (key_is(key, "id")) {
            KG_TRY(read_id(w, &id));
        } else if (key_is(key, "label")) {
            KG_TRY(read_value(w, &label));
            KG_TRY(take_value(g, KG_ELEMENT_VERTEX, key, &label, &kept));
        } else {
            KG_TRY(keep_value(g, KG_ELEMENT_VERTEX, key, &kept));
            if (!kept)
                KG_TRY(kg__node_list_other(&g->list, key.begin, kg__line_length(key)));
        }
    }
    w->p++;
    if (!id.begin)
        return kg__whole_fail(w, at, "this node has no id");
    KG_TRY(kg__node_list_declare(&g->list, id.begin, kg__line_length(id), &node, &again));
    if (again)
        return kg__whole_fail(
            w, id.begin, "a second node with the id %s", KG__SHOW(id.begin, kg__line_length(id)));
    if (label.begin)
        KG_TRY(kg__node_list_label(&g->list, node, label.begin, (size_t)(label.end - label.begin)));
    KG_TRY(kg__node_list_keep_node(&g->list, node));
out:
    return status;
}

/* Reads an attribute of an edge. */
static kg_status read_attribute(gml *g, kg__line key, kg__edge_says *says)
{
    kg__whole *w = &g->text;
    const unsigned rank = kg__edge_rank(key.begin, kg__line_length(key));
    bool kept = false;
    double number;
    value v;
    kg_status status = KG_OK;

    skip_blank(w);
    if (rank != KG__RANK_NONE && *w->p != '[') {
        KG_TRY(read_value(w, &v));
        KG_TRY(take_value(g, KG_ELEMENT_EDGE, key, &v, &kept));
        if (is_number(&v, &number)) {
            kg__edge_say(&g->list, says, rank, key.begin, kg__line_length(key), number);
            return KG_OK;
        }
        if (rank == KG__RANK_WEIGHT || !v.quoted)
            return kg__whole_fail(w, v.begin, "expected a number of the range of a double");
    } else {
        KG_TRY(keep_value(g, KG_ELEMENT_EDGE, key, &kept));
    }
    if (!kept)
        KG_TRY(kg__node_list_other(&g->list, key.begin, kg__line_length(key)));
out:
    return status;
}

static kg_status read_edge(gml *g)
{
    kg__whole *w = &g->text;
    const char *at = w->p;
    kg__line key, end[2] = {{NULL, NULL}, {NULL, NULL}};
    kg__edge_says says = {0};
    kg_status status;

    KG_TRY(open_list(w));
    for (;;) {
        KG_TRY(next_key(w, true, &key));
        if (key.begin == key.end)
            break;
        if (key_is(key, "source") || key_is(key, "target"))
            KG_TRY(read_id(w, &end[key_is(key, "target")]));
        else
            KG_TRY(read_attribute(g, key, &says));
    }
    w->p++;
    if (!end[0].begin || !end[1].begin)
        return kg__whole_fail(w, at, "this edge has no %s", end[0].begin ? "target" : "source");
    for (int i = 0; i < 2; i++)
        KG_TRY(kg__node_list_end(&g->list, i, end[i].begin, kg__line_length(end[i]),
            (uint64_t)(end[i].begin - w->text)));
    KG_TRY(kg__node_list_add(&g->list, &says));
out:
    return status;
}

/* ---- the file -------------------------------------------------------------------------------- */

static kg_status read_directed(gml *g)
{
    value v;
    kg_status status;

    KG_TRY(read_value(&g->text, &v));
    if (v.end - v.begin != 1 || (*v.begin != '0' && *v.begin != '1'))
        return kg__whole_fail(&g->text, v.begin, "expected 0 or 1");
    g->list.directed = *v.begin == '1';
out:
    return status;
}

static kg_status read_list(gml *g)
{
    kg__whole *w = &g->text;
    kg__line key;
    kg_status status;

    KG_TRY(open_list(w));
    for (;;) {
        KG_TRY(next_key(w, true, &key));
        if (key.begin == key.end)
            break;
        KG_TRY(key_is(key, "node")       ? read_node(g)
               : key_is(key, "edge")     ? read_edge(g)
               : key_is(key, "directed") ? read_directed(g)
                                         : skip_value(w));
    }
    w->p++;
out:
    return status;
}

static kg_status read_file(void *reader)
{
    gml *g = reader;
    kg__whole *w = &g->text;
    bool found = false;
    kg__line key;
    kg_status status;

    for (;;) {
        KG_TRY(next_key(w, false, &key));
        if (key.begin == key.end)
            break;
        if (key_is(key, "graph") && found)
            return kg__whole_fail(w, key.begin, "a second graph, expected one in a file");
        found = found || key_is(key, "graph");
        KG_TRY(key_is(key, "graph") ? read_list(g) : skip_value(w));
    }
    if (!found)
        return kg__whole_fail(w, w->end, "the text ends here, expected graph [");
out:
    return status;
}

kg_status kg__read_gml(kg_graph **graph, const kg__input *input, const kg__record *record,
    const kg_read_options *options, size_t block_bytes)
{
    gml g = {{.input = input, .shown = "GML"}, kg__node_list_empty(input, record, "GML", false)};

    (void)block_bytes;
    g.list.strict = true;
    return kg__whole_read_list(graph, &g.text, &g.list, options, read_file, &g);
}
