/*
 * Writing GML.
 *
 * In:  a graph whose names are UTF-8. Out: a node for each vertex, in order, and an edge for each
 *     edge: row by row, each row in order, or the edges of an undirected graph in order. Texts are
 *     ASCII; other characters, & and " become entities.
 * Method, work and memory: write_pieces.c.
 */
#include "../../../base/ascii.h"
#include "../../../base/utf8.h"
#include "../../../io/text_block.h"
#include "../text/write_columns.h"
#include <math.h>
#include <stdio.h>

/* Puts what stands between the quotes of a text. */
static kg_status put_text(kg__piece *p, const char *name, size_t length)
{
    kg_status status;

    KG_TRY(kg__piece_room(p, 10 * length + 3 * KG__NUMBER_BYTES));
    for (size_t i = 0; i < length;) {
        uint32_t code = 0;

        i += kg__utf8(name + i, length - i, &code);
        if (code == '"') {
            kg__put(p, "&quot;", 6);
        } else if (code == '&') {
            kg__put(p, "&amp;", 5);
        } else if (code < ' ' || code > '~') {
            kg__put(p, "&#", 2);
            p->used = (size_t)(kg__print_label(p->text + p->used, code) - p->text);
            kg__put(p, ";", 1);
        } else {
            p->text[p->used++] = (char)code;
        }
    }
out:
    return status;
}

/* Puts a number as readers of GML expect it: INF, NAN, or with a point before an exponent. */
static void put_number(kg__piece *p, double value)
{
    char *begin = p->text + p->used + 1, *exponent;

    kg__put_value(p, ' ', value);
    p->text[p->used] = '\0';
    for (char *c = begin; !isfinite(value) && *c; c++)
        *c = (char)(*c - (*c == '-' ? 0 : 'a' - 'A'));
    exponent = memchr(begin, 'e', (size_t)(p->text + p->used - begin));
    if (exponent && !memchr(begin, '.', (size_t)(exponent - begin))) {
        memmove(exponent + 2, exponent, (size_t)(p->text + p->used - exponent));
        memcpy(exponent, ".0", 2);
        p->used += 2;
    }
}

/* Whether a number is one that all readers take for a real one: 0.5, -1.0e-9. */
static bool is_real(const char *text, size_t length)
{
    return kg__is_json_number(text, length) && memchr(text, '.', length);
}

/* Puts a value of a column after a blank. A boolean is text. */
static kg_status put_value(kg__piece *p, kg__column_text value)
{
    const bool is_bare = value.type == KG_COLUMN_INTEGER ||
                         (value.type == KG_COLUMN_REAL && is_real(value.text, value.length));
    double number;
    char copy[KG__NUMBER_BYTES + 1];
    kg_status status;

    KG_TRY(kg__piece_room(p, value.length + 2 * KG__NUMBER_BYTES));
    if (is_bare) {
        kg__put(p, " ", 1);
        kg__put(p, value.text, value.length);
        return KG_OK;
    }
    if (value.type == KG_COLUMN_REAL && value.length < sizeof copy) {
        memcpy(copy, value.text, value.length);
        copy[value.length] = '\0';
        if (kg__parse_double(copy, &number) == copy + value.length) {
            put_number(p, number);
            return KG_OK;
        }
    }
    kg__put(p, " \"", 2);
    KG_TRY(put_text(p, value.text, value.length));
    KG_TRY(kg__piece_room(p, KG__NUMBER_BYTES));
    kg__put(p, "\"", 1);
out:
    return status;
}

/* Puts the values that an edge or a vertex has, and leaves room for punctuation. */
static kg_status put_columns(const kg_graph *graph, kg__piece *p, kg_element element, uint64_t id)
{
    const uint64_t columns = kg_graph_columns(graph, element);
    kg_status status = KG_OK;

    for (uint64_t c = 0; c < columns; c++) {
        const kg__column_text name = kg__column_name(graph, element, c),
                              value = kg__column_value(graph, element, c, id);

        if (!value.text)
            continue;
        KG_TRY(kg__piece_room(p, name.length + KG__NUMBER_BYTES));
        kg__put(p, " ", 1);
        kg__put(p, name.text, name.length);
        KG_TRY(put_value(p, value));
    }
    KG_TRY(kg__piece_room(p, KG__NUMBER_BYTES));
out:
    return status;
}

/* Fails if the name of a column is no key of GML, or one that nodes or edges have. */
static kg_status check_keys(const kg_graph *graph, kg_element element, const char *taken)
{
    const uint64_t columns = kg_graph_columns(graph, element);

    for (uint64_t c = 0; c < columns; c++) {
        const kg__column_text name = kg__column_name(graph, element, c);
        bool is_key = name.length && kg__is_letter(name.text[0]);

        for (size_t i = 0; i < name.length; i++)
            is_key = is_key && (kg__is_letter(name.text[i]) || kg__is_digit(name.text[i]) ||
                                   name.text[i] == '_');
        if (!is_key)
            return kg__fail(graph->ctx, KG_UNSUPPORTED,
                "GML cannot hold a column '%s': its keys are letters and digits",
                KG__SHOW(name.text, name.length));
    }
    return kg__check_columns(graph, element, "GML", taken, kg__holds_all);
}

static kg_status put_node(const kg__text_writer *w, kg__piece *p, kg_vertex v)
{
    const char *name;
    size_t length;
    kg_status status;

    KG_TRY(kg__piece_room(p, 2 * KG__NUMBER_BYTES));
    kg__put(p, "  node [ id ", 12);
    p->used = (size_t)(kg__print_label(p->text + p->used, v) - p->text);
    kg__put(p, " label \"", 8);
    name = kg__name_text(w->graph, v, &length);
    KG_TRY(name ? put_text(p, name, length) : kg__put_name(p, w->graph, v));
    kg__put(p, "\"", 1);
    KG_TRY(put_columns(w->graph, p, KG_ELEMENT_VERTEX, v));
    kg__put(p, " ]\n", 3);
out:
    return status;
}

static kg_status put_edge(
    const kg__text_writer *w, kg__piece *p, uint64_t e, kg_vertex u, kg_vertex v)
{
    const double *value = w->graph->value;
    kg_status status;

    KG_TRY(kg__piece_room(p, 5 * KG__NUMBER_BYTES));
    kg__put(p, "  edge [ source ", 16);
    p->used = (size_t)(kg__print_label(p->text + p->used, u) - p->text);
    kg__put(p, " target ", 8);
    p->used = (size_t)(kg__print_label(p->text + p->used, v) - p->text);
    if (value) {
        kg__put(p, " weight", 7);
        put_number(p, value[e]);
    }
    KG_TRY(put_columns(w->graph, p, KG_ELEMENT_EDGE, e));
    kg__put(p, " ]\n", 3);
out:
    return status;
}

kg_status kg__write_gml(kg_output *output, kg_graph *graph, const char *path)
{
    kg__text_writer w = {.graph = graph,
        .output = output,
        .put_vertex = put_node,
        .put_edge = put_edge,
        .vertices = true};
    uint64_t parallel;
    char head[64];
    int length;
    kg_status status;

    (void)path;
    KG_TRY(kg__check_utf8(graph, "GML"));
    KG_TRY(check_keys(graph, KG_ELEMENT_VERTEX, "id label "));
    KG_TRY(check_keys(
        graph, KG_ELEMENT_EDGE, graph->value ? "source target weight " : "source target "));
    KG_TRY(kg__count_parallel(graph, &parallel));
    length = snprintf(head, sizeof head, "graph [\n  directed %d\n%s", !graph->half,
        parallel ? "  multigraph 1\n" : ""); /* for NetworkX */
    KG_TRY(kg__output_write(output, head, (size_t)length));
    KG_TRY(kg__write_items(&w));
    KG_TRY(kg__output_write(output, "]\n", 2));
out:
    return status;
}
