/*
 * Reading GDF, the format of GUESS, which Gephi reads, too.
 *
 * In:  a line "nodedef>" with names of columns and their types between commas, and a line for each
 *     node; then a line "edgedef>" and a line for each edge. A field may stand in quotes of either
 *     kind. The first column of nodes is their name, the first two of edges are the names of the
 *     ends. konig also reads `label` of nodes, and `directed`, a boolean, and values of edges.
 * Out: the graph, as nodes.h and node_list.c say; undirected, unless its edges have `directed`
 *     true. Nodes that only edges name exist, too.
 * Work: O(text). Memory: the text, and node_list.c.
 * Source: E. Adar, GUESS: A Language and Interface for Graph Exploration, CHI 2006.
 */
#include "../read.h"
#include "node_list.h"
#include "whole_text.h"

enum { MOST_COLUMNS = 4096 };

/* The meaning of a column; from LABEL on, it may be kept. */
typedef enum column { NAME, FROM, TO, DIRECTED, LABEL, VALUE, OTHER } column;

typedef struct gdf {
    kg__whole text;
    kg__node_list list;
    bool edges; /* edgedef> has been read */
    unsigned columns;
    struct {
        column is;
        unsigned rank; /* of a value */
        kg__line name;
        kg_column_type type; /* as kg__columns_say() takes it */
    } column[MOST_COLUMNS];
} gdf;

/* Reads the field at *at, and moves *at to the next; after the last one, past the end of the
 * line. */
static kg_status next_field(const gdf *g, const char **at, kg__line line, kg__line *field)
{
    const char *p = *at < line.end ? kg__skip_blank(*at) : line.end, *end = line.end;
    const char quote = p < line.end && (*p == '"' || *p == '\'') ? *p : 0;
    char *to;

    if (!quote) {
        const char *comma = p < end ? memchr(p, ',', (size_t)(end - p)) : NULL;

        end = comma ? comma : end;
        *at = end + 1;
        while (end > p && kg__is_blank(end[-1]))
            end--;
        *field = (kg__line){p, end};
        return KG_OK;
    }
    to = (char *)p + 1;
    *field = (kg__line){to, to};
    for (p++; p < end && (*p != quote || (p + 1 < end && p[1] == quote)); p++) {
        p += *p == quote || (*p == '\\' && p + 1 < end && p[1] == quote);
        *to++ = *p;
    }
    if (p == end)
        return kg__whole_fail(&g->text, field->begin - 1, "this quote does not end");
    field->end = to;
    p++;
    while (p < end && kg__is_blank(*p))
        p++;
    if (p < end && *p != ',')
        return kg__whole_fail(&g->text, p, "expected a comma behind the field in quotes");
    *at = p + 1;
    return KG_OK;
}

static column column_of(kg__line name, bool edges, unsigned i, unsigned *rank)
{
    *rank = kg__edge_rank(name.begin, kg__line_length(name));
    if (!edges)
        return i == 0 ? NAME : kg__line_is(name, "label") ? LABEL : OTHER;
    return i == 0                          ? FROM
           : i == 1                        ? TO
           : kg__line_is(name, "directed") ? DIRECTED
           : *rank != KG__RANK_NONE        ? VALUE
                                           : OTHER;
}

static kg_column_type type_of(kg__line type)
{
    return kg__line_begins(type, "varchar")                            ? KG_COLUMN_TEXT
           : kg__line_is(type, "double") || kg__line_is(type, "float") ? KG_COLUMN_REAL
           : kg__line_is(type, "boolean")                              ? KG_COLUMN_BOOLEAN
                                                                       : KG_COLUMN_INTEGER;
}

/* Keeps a field of a node or an edge, if its column is asked for. *kept: it is. */
static kg_status keep(gdf *g, unsigned i, kg__line field, bool *kept)
{
    return kg__node_list_keep(&g->list, g->edges ? KG_ELEMENT_EDGE : KG_ELEMENT_VERTEX,
        g->column[i].name.begin, kg__line_length(g->column[i].name), field, g->column[i].type,
        kept);
}

/* Notes that a column exists. */
static kg_status note_column(gdf *g, unsigned i)
{
    uint32_t number;

    return g->list.columns && g->column[i].is >= LABEL
               ? kg__columns_find(g->list.columns, g->edges ? KG_ELEMENT_EDGE : KG_ELEMENT_VERTEX,
                     g->column[i].name.begin, kg__line_length(g->column[i].name), &number)
               : KG_OK;
}

/* Reads "nodedef>name TYPE, name TYPE ..."; at: after the >. */
static kg_status read_columns(gdf *g, const char *at, kg__line line)
{
    kg_status status;

    for (g->columns = 0; at <= line.end; g->columns++) {
        kg__line field, type = {line.end, line.end};

        if (g->columns == MOST_COLUMNS)
            return kg__whole_fail(&g->text, at, "more than %d columns", MOST_COLUMNS);
        KG_TRY(next_field(g, &at, line, &field));
        for (const char *p = field.begin; p < field.end; p++)
            if (kg__is_blank(*p)) {
                type = (kg__line){kg__skip_blank(p), field.end};
                field.end = p;
            }
        if (field.begin == field.end)
            return kg__whole_fail(&g->text, field.begin, "expected the name of a column");
        g->column[g->columns].name = field;
        g->column[g->columns].is =
            column_of(field, g->edges, g->columns, &g->column[g->columns].rank);
        g->column[g->columns].type = type_of(type);
        KG_TRY(note_column(g, g->columns));
    }
    if (g->edges && g->columns < 2)
        return kg__whole_fail(&g->text, line.end, "expected two columns of ends of edges");
out:
    return status;
}

static kg_status read_node(gdf *g, kg__line line)
{
    const char *at = line.begin;
    kg_vertex node = KG_NO_VERTEX;
    kg_status status = KG_OK;

    for (unsigned i = 0; at <= line.end; i++) {
        kg__line field;
        bool again, kept;

        if (i == g->columns)
            return kg__whole_fail(&g->text, at, "expected the end of the line behind %u fields", i);
        KG_TRY(next_field(g, &at, line, &field));
        if (g->column[i].is == NAME) {
            KG_TRY(kg__node_list_declare(
                &g->list, field.begin, kg__line_length(field), &node, &again));
            if (again)
                return kg__whole_fail(&g->text, field.begin, "a second node '%s'",
                    KG__SHOW(field.begin, kg__line_length(field)));
            continue;
        }
        if (field.begin == field.end)
            continue;
        KG_TRY(keep(g, i, field, &kept));
        if (g->column[i].is == LABEL) {
            KG_TRY(kg__node_list_label(&g->list, node, field.begin, kg__line_length(field)));
        } else if (!kept) {
            KG_TRY(kg__node_list_other(
                &g->list, g->column[i].name.begin, kg__line_length(g->column[i].name)));
        }
    }
    KG_TRY(kg__node_list_keep_node(&g->list, node));
out:
    return status;
}

static kg_status take_direction(gdf *g, kg__line field)
{
    const bool directed = kg__line_is_one_of(field, "true 1 yes ");

    if (!directed && !kg__line_is_one_of(field, "false 0 no "))
        return kg__whole_fail(&g->text, field.begin, "expected true or false as direction");
    return kg__node_list_direct(&g->list, directed, (uint64_t)(field.begin - g->text.text));
}

static kg_status read_edge(gdf *g, kg__line line)
{
    const char *at = line.begin;
    kg__edge_says says = {0};
    unsigned i = 0;
    kg_status status = KG_OK;

    for (; at <= line.end; i++) {
        kg__line field;
        bool kept = false;
        double number;

        if (i == g->columns)
            return kg__whole_fail(&g->text, at, "expected the end of the line behind %u fields", i);
        KG_TRY(next_field(g, &at, line, &field));
        if (g->column[i].is == FROM || g->column[i].is == TO) {
            KG_TRY(kg__node_list_end(&g->list, (int)i, field.begin, kg__line_length(field), 0));
            continue;
        }
        if (field.begin == field.end)
            continue;
        if (g->column[i].is >= LABEL)
            KG_TRY(keep(g, i, field, &kept));
        if (g->column[i].is == DIRECTED) {
            KG_TRY(take_direction(g, field));
        } else if (g->column[i].is == VALUE && kg__whole_number(field, &number)) {
            kg__edge_say(&g->list, &says, g->column[i].rank, g->column[i].name.begin,
                kg__line_length(g->column[i].name), number);
        } else if (g->column[i].is == VALUE && g->column[i].rank == KG__RANK_WEIGHT) {
            return kg__whole_fail(
                &g->text, field.begin, "expected a number of the range of a double as weight");
        } else if (!kept) {
            KG_TRY(kg__node_list_other(
                &g->list, g->column[i].name.begin, kg__line_length(g->column[i].name)));
        }
    }
    if (i < 2)
        return kg__whole_fail(&g->text, line.end, "the line ends here, expected two vertices");
    KG_TRY(kg__node_list_add(&g->list, &says));
out:
    return status;
}

static kg_status read_file(void *reader)
{
    gdf *g = reader;
    bool nodes = false;
    kg__line line;
    kg_status status = KG_OK;

    while (kg__whole_next_line(&g->text, "#", &line)) {
        const bool node = kg__line_begins(line, "nodedef>");

        if (node || kg__line_begins(line, "edgedef>")) {
            if (node ? nodes || g->edges : g->edges)
                return kg__whole_fail(&g->text, line.begin, "%s a second time",
                    node ? "nodedef> behind edgedef>, or" : "edgedef>");
            nodes = true;
            g->edges = !node;
            KG_TRY(read_columns(g, line.begin + 8, line));
        } else if (!nodes) {
            return kg__whole_fail(&g->text, line.begin, "expected a line nodedef>");
        } else {
            KG_TRY(g->edges ? read_edge(g, line) : read_node(g, line));
        }
    }
    if (!nodes)
        return kg__whole_fail(
            &g->text, g->text.end, "the text ends here, expected a line nodedef>");
out:
    return status;
}

kg_status kg__read_gdf(kg_graph **graph, const kg__input *input, const kg__record *record,
    const kg_read_options *options, size_t block_bytes)
{
    gdf *g = NULL;
    kg_status status;

    (void)block_bytes;
    KG_TRY(kg__host_allocate(input->ctx, &g, 1, sizeof *g, "columns of GDF"));
    g->edges = false;
    g->columns = 0;
    g->text = (kg__whole){.input = input, .shown = "GDF"};
    g->list = kg__node_list_empty(input, record, "GDF", false);
    KG_TRY(kg__whole_read_list(graph, &g->text, &g->list, options, read_file, g));
out:
    kg__free(input->ctx, g);
    return status;
}
