/*
 * Reading DOT by libcgraph.
 *
 * In:  one graph or digraph; subgraphs are flattened, attributes but those below ignored.
 * Out: an edge for each edge of a digraph, and for each of a graph two arcs, there and back, one
 *     after the other; in each row in the order of the file. Values from the edges' `value`, or
 *     else `weight`, if any edge has one; 1 for those without.
 *     Vertices in the order of first appearance; but where all nodes are named by integers, in the
 *     order of these. A vertex is called by its label if it has one, else by its node's name; by
 *     the latter in any case if two labels are equal, for then they do not tell vertices apart. In
 *     a label \n, \l and \r are line ends, \N the node's name, and \ before another character is
 *     that character. Names that are increasing integers become labels, 0, 1, ... no names.
 * Method: the text is first looked through for what its scanner does not survive, then parsed
 *     whole, under the lock.
 * Work: O(text), sorting names besides. Memory: the text and up to 32 bytes a vertex and 24 an
 *     edge, and libcgraph's own, some 300 bytes a vertex and 200 an edge, which is not the
 *     context's.
 */
#include "../../io/number.h"
#include "../../scan/scan_ops.h"
#include "dot.h"
#include "graphviz.h"
#include "read.h"
#include <cgraph.h>
#include <stdlib.h>

/* ---- before it is parsed --------------------------------------------------------------------- */

static kg_status bad_text(
    const kg__input *input, const char *text, const char *place, const char *what)
{
    unsigned long long line = 1, column = 1;

    for (const char *p = text; p < place; p++, column++)
        if (*p == '\n') {
            line++;
            column = 0;
        }
    return kg__fail(input->ctx, KG_FORMAT, "%s:%llu:%llu: %s", input->shown, line, column, what);
}

/* Behind the end of what begins before p, NULL if it does not end. */
static const char *skip_string(const char *p)
{
    while (*p && *p != '"')
        p += *p == '\\' && p[1] ? 2 : 1;
    return *p ? p + 1 : NULL;
}

static const char *skip_to(const char *p, const char *mark)
{
    p = strstr(p, mark);
    return p ? p + strlen(mark) : NULL;
}

static const char *skip_html(const char *p)
{
    for (int depth = 1; depth; p++) {
        if (strncmp(p, "<!--", 4) == 0) {
            p = skip_to(p + 4, "-->");
            if (!p)
                return NULL;
            p--;
        } else if (*p == '\0') {
            return NULL;
        } else {
            depth += (*p == '<') - (*p == '>');
        }
    }
    return p;
}

/* Graphviz' scanner would begin the next text in the middle of what does not end in this one, and
 * takes a zero byte or @ for the end. */
static kg_status check_text(const kg__input *input, const char *text, const char *end)
{
    for (const char *p = text; p < end;) {
        const char *begin = p++;

        if (*begin == '\0')
            return bad_text(input, text, begin, "a zero byte, expected DOT");
        if (*begin == '@')
            return bad_text(input, text, begin, "'@' outside of a string, expected DOT");
        if (*begin == '"')
            p = skip_string(p);
        else if (*begin == '<')
            p = skip_html(p);
        else if (*begin == '/' && *p == '*')
            p = skip_to(p + 1, "*/");
        else if ((*begin == '/' && *p == '/') ||
                 (*begin == '#' && (begin == text || begin[-1] == '\n')))
            p = strchrnul(p, '\n');
        if (!p)
            return bad_text(input, text, begin, "this has no end");
    }
    return KG_OK;
}

/* ---- parsing --------------------------------------------------------------------------------- */

typedef struct source {
    const char *next, *end;
} source;

static int read_text(void *channel, char *buffer, int size)
{
    source *s = channel;
    size_t left = (size_t)(s->end - s->next), count = left < (size_t)size ? left : (size_t)size;

    memcpy(buffer, s->next, count);
    s->next += count;
    return (int)count;
}

/* "syntax error in line 2 near 'x'" with its place first. */
static kg_status syntax_error(const kg__input *input)
{
    const char *said = kg__graphviz_said(), *line = strstr(said, " in line ");
    char *rest = NULL;
    unsigned long number = line ? strtoul(line + 9, &rest, 10) : 0;

    if (!number)
        return kg__fail(input->ctx, KG_FORMAT, "%s: %s", input->shown, *said ? said : "no graph");
    return kg__fail(input->ctx, KG_FORMAT, "%s:%lu: not DOT%s", input->shown, number, rest);
}

/* Exactly one graph. The scanner keeps what is behind it, or behind an error, for the next call, so
 * that all of it has to be taken. */
static kg_status parse(Agraph_t **graph, const kg__input *input, const char *text, const char *end)
{
    Agiodisc_t io = {read_text, AgIoDisc.putstr, AgIoDisc.flush};
    Agdisc_t discipline = {&AgMemDisc, &AgIdDisc, &io};
    source s = {text, end};
    Agraph_t *more = NULL;
    kg_status status;

    /* As all that read DOT do, or a node without label would have an empty one if another has
     * one. */
    agattr(NULL, AGNODE, "label", "\\N");
    agreadline(1);
    *graph = agread(&s, &discipline);
    if (!*graph || *kg__graphviz_said()) {
        status = syntax_error(input);
    } else {
        more = agread(&s, &discipline);
        if (!more && !*kg__graphviz_said())
            return KG_OK;
        status = kg__fail(input->ctx, KG_FORMAT,
            "%s: something stands behind the graph, expected one graph", input->shown);
    }
    do {
        if (more)
            agclose(more);
        more = agread(&s, &discipline);
    } while (more);
    return status;
}

/* ---- names ----------------------------------------------------------------------------------- */

enum { FIRST_TEXT = 1 << 10 };

/* Names as text, one after the other. */
typedef struct name_list {
    kg_context *ctx;
    uint64_t *begin; /* [n + 1] */
    char *text;
    uint64_t used, room;
} name_list;

static kg_status add_bytes(name_list *names, const char *bytes, size_t count)
{
    uint64_t room = 2 * (names->used + count) + FIRST_TEXT;
    kg_status status = KG_OK;

    if (names->used + count > names->room || !names->text) {
        KG_TRY(kg__host_resize(names->ctx, &names->text, room, 1, "vertex names"));
        names->room = room;
    }
    memcpy(names->text + names->used, bytes, count);
    names->used += count;
out:
    return status;
}

static kg_status add_label(name_list *names, const char *label, const char *node)
{
    kg_status status = KG_OK;

    for (const char *p = label; *p; p++) {
        const char *stop = strchrnul(p, '\\');

        KG_TRY(add_bytes(names, p, (size_t)(stop - p)));
        if (!stop[0] || !stop[1])
            break; /* a backslash at the end is none */
        p = stop + 1;
        if (*p == 'N')
            KG_TRY(add_bytes(names, node, strlen(node)));
        else
            KG_TRY(add_bytes(names, *p == 'n' || *p == 'l' || *p == 'r' ? "\n" : p, 1));
    }
out:
    return status;
}

/* label NULL: names are those of the nodes. */
static kg_status list_names(name_list *names, Agnode_t *const *node, kg_vertex n, Agsym_t *label)
{
    kg_status status = KG_OK;

    names->used = 0;
    KG_TRY(add_bytes(names, "", 0));
    for (kg_vertex v = 0; v < n; v++) {
        names->begin[v] = names->used;
        if (label)
            KG_TRY(add_label(names, agxget(node[v], label), agnameof(node[v])));
        else
            KG_TRY(add_bytes(names, agnameof(node[v]), strlen(agnameof(node[v]))));
    }
    names->begin[n] = names->used;
out:
    return status;
}

static int compare_names(const void *a, const void *b, void *user)
{
    const name_list *names = user;
    kg_vertex v = *(const kg_vertex *)a, w = *(const kg_vertex *)b;
    size_t length_v = (size_t)(names->begin[v + 1] - names->begin[v]);
    size_t length_w = (size_t)(names->begin[w + 1] - names->begin[w]);
    int order = memcmp(names->text + names->begin[v], names->text + names->begin[w],
        length_v < length_w ? length_v : length_w);

    return order ? order : (length_v > length_w) - (length_v < length_w);
}

static kg_status are_distinct(bool *distinct, name_list *names, kg_vertex n)
{
    kg_vertex *order = NULL;
    kg_status status;

    *distinct = true;
    KG_TRY(kg__host_allocate(names->ctx, &order, n, sizeof *order, "order of names"));
    for (kg_vertex v = 0; v < n; v++)
        order[v] = v;
    qsort_r(order, n, sizeof *order, compare_names, names);
    for (kg_vertex v = 1; v < n && *distinct; v++)
        *distinct = compare_names(&order[v - 1], &order[v], names) != 0;
out:
    kg__free(names->ctx, order);
    return status;
}

/* The number that a name is; false if it is none. */
static bool is_label(const char *name, size_t length, uint64_t *number)
{
    char digits[KG__NUMBER_BYTES] = {0}; /* what is behind a name may be digits, too */

    if (length > 20)
        return false;
    memcpy(digits, name, length);
    return kg__parse_label(digits, number) == digits + length;
}

/* Gives the graph its names, unless they are its ids. */
static kg_status keep_names(kg_graph *graph, name_list *names, bool force)
{
    kg_vertex n = graph->n;
    kg__names *kept = NULL;
    uint64_t *label = NULL;
    bool integers = !force;
    kg_status status;

    KG_TRY(kg__host_allocate(graph->ctx, &label, n, sizeof *label, "vertex labels"));
    for (kg_vertex v = 0; v < n && integers; v++)
        integers = is_label(names->text + names->begin[v],
                       (size_t)(names->begin[v + 1] - names->begin[v]), &label[v]) &&
                   (v == 0 || label[v - 1] < label[v]);
    if (integers && (n == 0 || label[n - 1] == n - 1))
        goto out;
    KG_TRY(kg__names_create(&kept, graph->ctx));
    if (integers) {
        kept->label = label;
        label = NULL;
    } else {
        kept->begin = names->begin;
        kept->text = names->text;
        names->begin = NULL;
        names->text = NULL;
    }
    graph->names = kept;
out:
    kg__free(graph->ctx, label);
    return status;
}

static kg_status name_vertices(
    kg_graph *graph, Agraph_t *g, Agnode_t *const *node, const kg_read_options *options)
{
    name_list names = {.ctx = graph->ctx};
    Agsym_t *label = agattr(g, AGNODE, "label", NULL);
    bool distinct = false;
    kg_status status;

    KG_TRY(kg__host_allocate(
        graph->ctx, &names.begin, (uint64_t)graph->n + 1, sizeof *names.begin, "vertex names"));
    if (label) {
        KG_TRY(list_names(&names, node, graph->n, label));
        KG_TRY(are_distinct(&distinct, &names, graph->n));
    }
    if (!distinct)
        KG_TRY(list_names(&names, node, graph->n, NULL));
    KG_TRY(keep_names(graph, &names, options->force_names));
out:
    kg__free(graph->ctx, names.begin);
    kg__free(graph->ctx, names.text);
    return status;
}

/* ---- vertices and edges ---------------------------------------------------------------------- */

/* What libcgraph numbered from 1 on in the order of the file. */
static uint64_t index_of(void *object)
{
    return (uint64_t)AGSEQ(object) - 1;
}

/* node: [out] [n] in the order of vertices. vertex: [out] [n] of the i-th node of the file. */
static kg_status order_nodes(
    kg_context *ctx, Agraph_t *g, kg_vertex n, Agnode_t **node, kg_vertex *vertex)
{
    uint64_t *number = NULL;
    Agnode_t **file = NULL;
    bool integers = true;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &number, n, sizeof *number, "numbers of nodes"));
    KG_TRY(kg__host_allocate(ctx, &file, n, sizeof *file, "nodes"));
    for (Agnode_t *a = agfstnode(g); a; a = agnxtnode(g, a)) {
        integers = integers && is_label(agnameof(a), strlen(agnameof(a)), &number[index_of(a)]);
        file[index_of(a)] = a;
    }
    for (kg_vertex i = 0; i < n; i++)
        vertex[i] = i;
    if (integers && n)
        KG_TRY(kg__scan_host()->sort_u64_u32(ctx, NULL, vertex, n, number, NULL));
    for (kg_vertex v = 0; v < n; v++)
        node[v] = file[vertex[v]];
    for (kg_vertex v = 0; v < n; v++)
        vertex[index_of(node[v])] = v;
out:
    kg__free(ctx, number);
    kg__free(ctx, file);
    return status;
}

static kg_status read_value(const kg__input *input, Agedge_t *edge, Agsym_t *symbol, double *value)
{
    const char *text = agxget(edge, symbol), *end;

    *value = 1;
    if (!*text)
        return KG_OK;
    end = kg__parse_double(text, value);
    if (end && !*end)
        return KG_OK;
    return kg__fail(input->ctx, KG_FORMAT,
        "%s: edge '%s' to '%s' has the %s '%s', expected a number", input->shown,
        agnameof(agtail(edge)), agnameof(aghead(edge)), symbol->name, text);
}

/* pair: [out] [2 * m], value: [out] [m] or NULL: arcs in the order of the file. */
static kg_status list_arcs(const kg__input *input, Agraph_t *g, const kg_vertex *vertex,
    kg_vertex *pair, double *value, Agsym_t *symbol)
{
    int arcs = agisdirected(g) ? 1 : 2;
    kg_status status = KG_OK;

    for (Agnode_t *a = agfstnode(g); a; a = agnxtnode(g, a))
        for (Agedge_t *e = agfstout(g, a); e; e = agnxtout(g, e)) {
            uint64_t first = (uint64_t)arcs * index_of(e);

            for (int i = 0; i < arcs; i++) {
                pair[2 * (first + i) + i] = vertex[index_of(agtail(e))];
                pair[2 * (first + i) + 1 - i] = vertex[index_of(aghead(e))];
                if (value)
                    KG_TRY(read_value(input, e, symbol, &value[first + i]));
            }
        }
out:
    return status;
}

static kg_status convert(
    kg_graph **graph, const kg__input *input, Agraph_t *g, const kg_read_options *options)
{
    kg_context *ctx = input->ctx;
    kg_vertex n = (kg_vertex)agnnodes(g), *vertex = NULL, *pair = NULL;
    uint64_t m = (uint64_t)agnedges(g) * (agisdirected(g) ? 1 : 2);
    Agsym_t *symbol = agattr(g, AGEDGE, "value", NULL);
    Agnode_t **node = NULL;
    double *value = NULL;
    kg_graph *made = NULL;
    kg_status status;

    if (!symbol)
        symbol = agattr(g, AGEDGE, "weight", NULL);
    KG_TRY(kg__host_allocate(ctx, &node, n, sizeof *node, "nodes"));
    KG_TRY(kg__host_allocate(ctx, &vertex, n, sizeof *vertex, "vertices of nodes"));
    KG_TRY(order_nodes(ctx, g, n, node, vertex));
    KG_TRY(kg__host_allocate(ctx, &pair, m, 2 * sizeof *pair, "a list of edges"));
    if (symbol)
        KG_TRY(kg__host_allocate(ctx, &value, m, sizeof *value, "edge values"));
    KG_TRY(list_arcs(input, g, vertex, pair, value, symbol));
    KG_TRY(kg__csr_build_runs(&made, ctx, n, &(kg__edge_run){pair, value, m}, 1));
    KG_TRY(name_vertices(made, g, node, options));
    *graph = made;
    made = NULL;
out:
    kg_graph_destroy(made);
    kg__free(ctx, node);
    kg__free(ctx, vertex);
    kg__free(ctx, pair);
    kg__free(ctx, value);
    return status;
}

kg_status kg__read_dot(kg_graph **graph, const kg__input *input, const kg__record *record,
    const kg_read_options *options, size_t block_bytes)
{
    Agraph_t *g = NULL;
    char *text = NULL;
    kg_status status;

    (void)block_bytes;
    KG_TRY(kg__host_allocate(input->ctx, &text, input->size + 1, 1, "DOT text"));
    KG_TRY(kg__input_read(input, text, 0, input->size));
    text[input->size] = '\0';
    KG_TRY(check_text(input, text + record->start, text + input->size));
    kg__graphviz_begin();
    status = parse(&g, input, text + record->start, text + input->size);
    if (status == KG_OK)
        status = convert(graph, input, g, options);
    if (g)
        agclose(g);
    kg__graphviz_end();
out:
    kg__free(input->ctx, text);
    return status;
}
