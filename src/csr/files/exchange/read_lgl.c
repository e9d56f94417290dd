/*
 * Reading LGL, the Large Graph Layout's format.
 *
 * In:  a line "# name" for a vertex, and below it a line "name" or "name weight" for each of its
 *     edges. Names have no blanks.
 * Out: an undirected graph, as node_list.c says. Vertices stand in the order in which they appear.
 * Work: O(text). Memory: the text, and node_list.c.
 * Source: A. T. Adai et al., LGL: Creating a Map of Protein Function with an Algorithm for
 *     Visualizing Very Large Biological Networks, J. Mol. Biol. 340, 2004.
 */
#include "../detect.h"
#include "node_list.h"
#include "whole_text.h"

bool kg__is_lgl(const kg__beginning *file)
{
    unsigned groups = 0, weights = 0;
    bool empty = false;
    const char *at = file->begin;
    kg__line line;

    while (kg__next_line(file, &at, "", &line)) {
        const char *p = line.begin;
        bool begins = *p == '#';
        kg__line first, second;

        if (at > file->end && !file->whole)
            break; /* the line is cut */
        if (begins && (p++, empty || p[0] != ' '))
            return false;
        groups += begins;
        empty = begins;
        first = kg__next_field(&p, line.end);
        second = kg__next_field(&p, line.end);
        if (!groups || !kg__line_length(first) || kg__line_is_number(first) || p < line.end)
            return false;
        if (kg__line_length(second) && (begins || !kg__line_is_number(second)))
            return false;
        weights += kg__line_length(second) > 0;
    }
    return groups > 1 && weights;
}

typedef struct lgl {
    kg__whole text;
    kg__node_list list;
    kg__line source; /* of the edges to come; NULL: no line has named it */
} lgl;

static kg_status read_line(lgl *l, kg__line line)
{
    kg__whole *w = &l->text;
    kg__node_list *list = &l->list;
    const bool begins = *line.begin == '#';
    const char *at = line.begin + begins;
    kg__edge_says says = {0};
    kg__line name, weight;
    double number;
    kg_status status;

    name = kg__whole_word(&at, line);
    weight = kg__whole_word(&at, line);
    if (name.begin == name.end)
        return kg__whole_fail(w, name.begin, "the line ends here, expected a vertex");
    if (begins) {
        KG_TRY(kg__node_list_mention(list, name.begin, kg__line_length(name)));
        l->source = name;
    } else {
        if (!l->source.begin)
            return kg__whole_fail(w, line.begin, "expected a line '# vertex' before all others");
        if (weight.begin < weight.end) {
            if (!kg__whole_number(weight, &number))
                return kg__whole_fail(
                    w, weight.begin, "expected a number of the range of a double as weight");
            kg__edge_say(list, &says, KG__RANK_WEIGHT, NULL, 0, number);
        }
        KG_TRY(kg__node_list_end(list, 0, l->source.begin, kg__line_length(l->source), 0));
        KG_TRY(kg__node_list_end(list, 1, name.begin, kg__line_length(name), 0));
        KG_TRY(kg__node_list_add(list, &says));
    }
    weight = begins ? weight : kg__whole_word(&at, line);
    if (weight.begin < weight.end)
        return kg__whole_fail(w, weight.begin, "expected the end of the line");
out:
    return status;
}

static kg_status read_file(void *reader)
{
    lgl *l = reader;
    kg__line line;
    kg_status status = KG_OK;

    while (kg__whole_next_line(&l->text, "", &line))
        KG_TRY(read_line(l, line));
out:
    return status;
}

kg_status kg__read_lgl(kg_graph **graph, const kg__input *input, const kg__record *record,
    const kg_read_options *options, size_t block_bytes)
{
    lgl l = {{.input = input, .shown = "LGL"}, kg__node_list_empty(input, record, "LGL", false),
        {NULL, NULL}};

    (void)block_bytes;
    return kg__whole_read_list(graph, &l.text, &l.list, options, read_file, &l);
}
