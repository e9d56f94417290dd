/*
 * Reading GraphML.
 *
 * In:  an element graph with elements node and edge, also in graphs that lie in nodes; their
 *     attributes are elements data, whose keys the file declares. Elements have no prefix.
 * Out: the graph, as nodes.h and node_list.c say; directed if the graph's edgedefault or the edges
 *     say so. A label is a node's attribute `label`, else `name`.
 * Method: the elements one by one, by a parser of XML.
 * Work: O(text). Memory: node_list.c, and the keys.
 * Source: U. Brandes et al., GraphML Primer, 2002.
 */
#include "../read.h"
#include "node_list.h"
#include "whole_text.h"
#include "xml.h"
#include <string.h>

/* The declaration of an attribute. */
typedef struct key {
    uint32_t name; /* the number of its name */
    unsigned rank;
    bool label, weak;      /* weak: a label if there is no other */
    bool given;            /* edges have it by default */
    double number;         /* the default */
    bool of[KG__ELEMENTS]; /* edges have it; nodes have it */
    kg_column_type type;   /* as kg__columns_say() takes it */
    uint32_t fallback;     /* the number of the default among the names, or KG__NO_TEXT */
} key;

typedef struct graphml {
    kg__xml xml;
    kg__node_list list;
    kg__texts ids, names; /* of the keys */
    key *key;             /* [ids.count] */
    uint64_t key_room;
    unsigned graphs; /* the number of open ones */
    bool done;       /* a graph has ended */
    kg_vertex node;  /* the open one, or KG_NO_VERTEX */
    bool labelled;   /* it has a label */
    bool in_edge;    /* an edge is open */
    kg__edge_says says;
    uint32_t open;   /* the key of the open data or default, or KG__NO_TEXT */
    bool is_default; /* a default is open */
    bool nested;     /* elements are in it */
    unsigned inside; /* the number of elements that are open in it */
} graphml;

/* The elements that a key is for. If it is for all, files that use it tell of which. */
static void read_elements(key *k, const char **attributes)
{
    const char *of = kg__xml_attribute(attributes, "for"),
               *type = kg__xml_attribute(attributes, "attr.type");

    k->of[KG_ELEMENT_EDGE] = !of || strcmp(of, "edge") == 0 || strcmp(of, "all") == 0;
    k->of[KG_ELEMENT_VERTEX] = !of || strcmp(of, "node") == 0 || strcmp(of, "all") == 0;
    k->type = !type || strcmp(type, "string") == 0                        ? KG_COLUMN_TEXT
              : strcmp(type, "double") == 0 || strcmp(type, "float") == 0 ? KG_COLUMN_REAL
              : strcmp(type, "boolean") == 0                              ? KG_COLUMN_BOOLEAN
                                                                          : KG_COLUMN_INTEGER;
}

static kg_status begin_key(graphml *g, const char **attributes)
{
    const char *id, *name = kg__xml_attribute(attributes, "attr.name");
    uint32_t number, column;
    kg_status status;

    KG_TRY(kg__xml_need(&g->xml, attributes, "id", "key", &id));
    KG_TRY(kg__intern(&g->ids, id, strlen(id), &number));
    name = name ? name : id;
    KG_TRY(kg__host_grow(g->list.ctx, &g->key, &g->key_room, g->ids.count, sizeof *g->key, "keys"));
    g->key[number] = (key){.rank = kg__edge_rank(name, strlen(name)),
        .label = strcmp(name, "label") == 0,
        .weak = strcmp(name, "name") == 0,
        .fallback = KG__NO_TEXT};
    read_elements(&g->key[number], attributes);
    KG_TRY(kg__intern(&g->names, name, strlen(name), &g->key[number].name));
    for (int i = 0; i < KG__ELEMENTS; i++)
        if (g->list.columns && g->key[number].of[i] && !g->key[number].of[!i])
            KG_TRY(kg__columns_find(g->list.columns, (kg_element)i, name, strlen(name), &column));
    g->open = number;
out:
    return status;
}

static kg_status begin_graph(graphml *g, const char **attributes)
{
    const char *kind = kg__xml_attribute(attributes, "edgedefault");

    if (g->done)
        return kg__xml_fail(&g->xml, "a second graph, expected one in a file");
    if (g->graphs++)
        return KG_OK;
    if (kind && strcmp(kind, "directed") != 0 && strcmp(kind, "undirected") != 0)
        return kg__xml_fail(&g->xml, "edgedefault '%s', expected directed or undirected",
            KG__SHOW(kind, strlen(kind)));
    g->list.directed = kind && *kind == 'd';
    return KG_OK;
}

/* Notes the defaults of a node or an edge; its own attributes replace them. */
static kg_status note_defaults(graphml *g, kg_element element)
{
    kg_status status = KG_OK;

    for (uint32_t i = 0; g->list.columns && i < g->ids.count; i++) {
        const key *k = &g->key[i];
        size_t length, bytes;
        const char *name = kg__text_of(&g->names, k->name, &length), *text;
        bool kept;

        if (k->fallback == KG__NO_TEXT || !k->of[element])
            continue;
        text = kg__text_of(&g->names, k->fallback, &bytes);
        KG_TRY(kg__node_list_keep(
            &g->list, element, name, length, (kg__line){text, text + bytes}, k->type, &kept));
    }
out:
    return status;
}

static kg_status begin_node(graphml *g, const char **attributes)
{
    const char *id;
    bool again;
    kg_status status;

    KG_TRY(kg__xml_need(&g->xml, attributes, "id", "node", &id));
    KG_TRY(kg__node_list_declare(&g->list, id, strlen(id), &g->node, &again));
    g->labelled = false;
    if (again)
        return kg__xml_fail(&g->xml, "a second node with the id '%s'", KG__SHOW(id, strlen(id)));
    KG_TRY(note_defaults(g, KG_ELEMENT_VERTEX));
    KG_TRY(kg__node_list_keep_node(&g->list, g->node));
out:
    return status;
}

static kg_status begin_edge(graphml *g, const char **attributes)
{
    static const char *const ends[] = {"source", "target"};
    const char *way = kg__xml_attribute(attributes, "directed"), *id;
    const bool directed = way && (strcmp(way, "true") == 0 || strcmp(way, "1") == 0);
    kg_status status;

    for (int i = 0; i < 2; i++) {
        KG_TRY(kg__xml_need(&g->xml, attributes, ends[i], "edge", &id));
        KG_TRY(kg__node_list_end(&g->list, i, id, strlen(id), g->xml.at));
    }
    if (way)
        KG_TRY(kg__node_list_direct(&g->list, directed, g->xml.at));
    g->in_edge = true;
    g->node = KG_NO_VERTEX;
    g->says = (kg__edge_says){0};
    KG_TRY(note_defaults(g, KG_ELEMENT_EDGE));
out:
    return status;
}

static kg_status begin_data(graphml *g, const char **attributes)
{
    const char *id;
    uint32_t before = g->ids.count;
    kg_status status;

    KG_TRY(kg__xml_need(&g->xml, attributes, "key", "element data", &id));
    KG_TRY(kg__intern(&g->ids, id, strlen(id), &g->open));
    if (g->ids.count > before)
        return kg__xml_fail(&g->xml, "the file declares no key '%s'", KG__SHOW(id, strlen(id)));
    g->is_default = g->nested = false;
    g->xml.collects = true;
    g->xml.used = 0;
out:
    return status;
}

static kg_status begin(kg__xml *x, const char *name, const char **attributes)
{
    graphml *g = (graphml *)x;

    if (x->collects) {
        g->inside++;
        g->nested = true;
        return KG_OK;
    }
    if (strcmp(name, "key") == 0 && !g->graphs)
        return begin_key(g, attributes);
    if (strcmp(name, "default") == 0 && g->open != KG__NO_TEXT) {
        x->collects = g->is_default = true;
        x->used = 0;
        return KG_OK;
    }
    if (strcmp(name, "graph") == 0)
        return begin_graph(g, attributes);
    if (!g->graphs)
        return KG_OK;
    return strcmp(name, "node") == 0   ? begin_node(g, attributes)
           : strcmp(name, "edge") == 0 ? begin_edge(g, attributes)
           : strcmp(name, "data") == 0 ? begin_data(g, attributes)
           : strcmp(name, "hyperedge") == 0
               ? kg__xml_fail(x, "an edge of many vertices, expected edges of two")
               : KG_OK;
}

/* The text; of a type other than text, without blanks around it. */
static kg__line text_of(const kg__xml *x, kg_column_type type)
{
    const char *text = x->used ? x->text : "";
    kg__line line = {text, text + x->used};

    if (type == KG_COLUMN_TEXT)
        return line;
    while (line.begin < line.end && strchr(" \t\r\n", *line.begin))
        line.begin++;
    while (line.end > line.begin && strchr(" \t\r\n", line.end[-1]))
        line.end--;
    return line;
}

/* Reads the text as a number. */
static bool read_number(const kg__xml *x, double *number)
{
    return kg__whole_number(text_of(x, KG_COLUMN_REAL), number);
}

/* Keeps the text of an element data, if it is asked for. */
static kg_status keep_data(graphml *g, const key *k, const char *name, size_t length, bool *kept)
{
    kg__line text;
    kg_status status = KG_OK;

    *kept = false;
    if (!g->list.columns || g->nested)
        return KG_OK;
    text = text_of(&g->xml, k->type);
    if (k->type != KG_COLUMN_TEXT && text.begin == text.end)
        return KG_OK;
    KG_TRY(kg__node_list_keep(&g->list, g->in_edge ? KG_ELEMENT_EDGE : KG_ELEMENT_VERTEX, name,
        length, text, k->type, kept));
    if (!g->in_edge)
        KG_TRY(kg__node_list_keep_node(&g->list, g->node));
out:
    return status;
}

/* Ends an element data of a node or an edge. */
static kg_status end_data(graphml *g)
{
    const key *k = &g->key[g->open];
    size_t length;
    const char *name = kg__text_of(&g->names, k->name, &length);
    bool kept;
    double number;
    kg_status status;

    if (g->node == KG_NO_VERTEX && !g->in_edge)
        return KG_OK; /* of the graph */
    KG_TRY(keep_data(g, k, name, length, &kept));
    if (g->in_edge && k->rank != KG__RANK_NONE) {
        if (read_number(&g->xml, &number)) {
            kg__edge_say(&g->list, &g->says, k->rank, name, length, number);
            return KG_OK;
        }
        if (k->rank == KG__RANK_WEIGHT)
            return kg__xml_fail(
                &g->xml, "a weight that is no number of the range of a double ends here");
    }
    if (!g->in_edge && (k->label || (k->weak && !g->labelled))) {
        g->labelled = k->label;
        return kg__node_list_label(
            &g->list, g->node, g->xml.used ? g->xml.text : "", (size_t)g->xml.used);
    }
    if ((k->weak && !g->in_edge) || kept)
        return KG_OK;
    KG_TRY(kg__node_list_other(&g->list, name, length));
out:
    return status;
}

/* Ends the default of a key. */
static kg_status end_default(graphml *g)
{
    key *k = &g->key[g->open];
    const kg__line text = text_of(&g->xml, k->type);
    kg_status status = KG_OK;

    k->given = read_number(&g->xml, &k->number);
    if (g->list.columns)
        KG_TRY(kg__intern(&g->names, text.begin, kg__line_length(text), &k->fallback));
out:
    return status;
}

static kg_status end_edge(graphml *g)
{
    for (uint32_t i = 0; i < g->ids.count; i++) { /* there are few keys */
        const key *k = &g->key[i];
        size_t length;
        const char *name = kg__text_of(&g->names, k->name, &length);

        if (k->given && k->rank != KG__RANK_NONE && !g->says.set[k->rank])
            kg__edge_say(&g->list, &g->says, k->rank, name, length, k->number);
    }
    g->in_edge = false;
    return kg__node_list_add(&g->list, &g->says);
}

static kg_status end(kg__xml *x, const char *name)
{
    graphml *g = (graphml *)x;
    kg_status status = KG_OK;

    if (x->collects && g->inside) {
        g->inside--;
        return KG_OK;
    }
    if (x->collects) {
        x->collects = false;
        return g->is_default ? end_default(g) : end_data(g);
    }
    if (strcmp(name, "key") == 0)
        g->open = KG__NO_TEXT;
    else if (strcmp(name, "graph") == 0)
        g->done = --g->graphs == 0;
    else if (strcmp(name, "node") == 0)
        g->node = KG_NO_VERTEX;
    else if (strcmp(name, "edge") == 0 && g->in_edge)
        status = end_edge(g);
    return status;
}

kg_status kg__read_graphml(kg_graph **graph, const kg__input *input, const kg__record *record,
    const kg_read_options *options, size_t block_bytes)
{
    graphml g = {.xml = {.input = input,
                     .start = record->start,
                     .shown = "GraphML",
                     .begin = begin,
                     .end = end},
        .list = kg__node_list_empty(input, record, "GraphML", false),
        .ids.ctx = input->ctx,
        .names.ctx = input->ctx,
        .node = KG_NO_VERTEX,
        .open = KG__NO_TEXT};
    kg_status status;

    (void)block_bytes;
    g.list.strict = true;
    KG_TRY(kg__node_list_options(&g.list, options));
    KG_TRY(kg__xml_parse(&g.xml));
    if (!g.done) {
        g.xml.at = input->size;
        KG_TRY(kg__xml_fail(&g.xml, "the file ends here, expected an element graph"));
    }
    KG_TRY(kg__node_list_build(graph, &g.list, options));
out:
    kg__node_list_free(&g.list);
    kg__texts_destroy(&g.ids);
    kg__texts_destroy(&g.names);
    kg__free_all(input->ctx, g.key, g.xml.text);
    return status;
}
