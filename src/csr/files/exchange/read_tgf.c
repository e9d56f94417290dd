/*
 * Reading TGF, the Trivial Graph Format.
 *
 * In:  a line "id [label]" for each node, a line "#", and a line "id id [label]" for each edge.
 * Out: a directed graph, as nodes.h and node_list.c say. If the label of an edge is a number, it is
 *     the edge's value.
 * Work: O(text). Memory: the text, and node_list.c.
 */
#include "../read.h"
#include "node_list.h"
#include "whole_text.h"

typedef struct tgf {
    kg__whole text;
    kg__node_list list;
} tgf;

static kg_status read_node(kg__whole *w, kg__node_list *list, kg__line line)
{
    const char *at = line.begin;
    kg__line id = kg__whole_word(&at, line);
    kg_vertex node;
    bool again;
    kg_status status;

    KG_TRY(kg__node_list_declare(list, id.begin, kg__line_length(id), &node, &again));
    if (again)
        return kg__whole_fail(
            w, id.begin, "a second node '%s'", KG__SHOW(id.begin, kg__line_length(id)));
    at = kg__skip_blank(at);
    if (at < line.end)
        KG_TRY(kg__node_list_label(list, node, at, (size_t)(line.end - at)));
out:
    return status;
}

static kg_status read_edge(kg__whole *w, kg__node_list *list, kg__line line)
{
    const char *at = line.begin;
    kg__edge_says says = {0};
    double number;
    kg__line label;
    kg_status status;

    for (int i = 0; i < 2; i++) {
        kg__line id = kg__whole_word(&at, line);

        if (id.begin == id.end)
            return kg__whole_fail(w, id.begin, "the line ends here, expected the id of a node");
        KG_TRY(kg__node_list_end(
            list, i, id.begin, kg__line_length(id), (uint64_t)(id.begin - w->text)));
    }
    at = kg__skip_blank(at);
    label = (kg__line){at < line.end ? at : line.end, line.end};
    if (kg__whole_number(label, &number))
        kg__edge_say(list, &says, KG__RANK_WEIGHT, NULL, 0, number);
    else if (label.begin < label.end)
        KG_TRY(kg__node_list_other(list, "label of an edge", 16));
    KG_TRY(kg__node_list_add(list, &says));
out:
    return status;
}

static kg_status read_file(void *reader)
{
    tgf *t = reader;
    bool edges = false;
    kg__line line;
    kg_status status = KG_OK;

    while (kg__whole_next_line(&t->text, "", &line)) {
        if (!edges && *line.begin == '#' && kg__line_length(line) == 1)
            edges = true;
        else
            KG_TRY((edges ? read_edge : read_node)(&t->text, &t->list, line));
    }
    if (!edges && t->list.ids.count)
        KG_TRY(kg__whole_fail(
            &t->text, t->text.end, "the text ends here, expected a line # and edges below it"));
out:
    return status;
}

kg_status kg__read_tgf(kg_graph **graph, const kg__input *input, const kg__record *record,
    const kg_read_options *options, size_t block_bytes)
{
    tgf t = {{.input = input, .shown = "TGF"}, kg__node_list_empty(input, record, "TGF", true)};

    (void)block_bytes;
    t.list.strict = true;
    return kg__whole_read_list(graph, &t.text, &t.list, options, read_file, &t);
}
