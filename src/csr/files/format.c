/*
 * Reading and writing graph files: a table of the formats, one per row. A file in any other format
 * is an error.
 */
#include "../../io/packed.h"
#include "../pictures/dot.h"
#include "columns.h"
#include "detect.h"
#include "write.h"
#include <string.h>

/* These two formats need no mark, so their writers do not need the path. */
static kg_status write_kcsr(kg_output *output, kg_graph *graph, const char *path)
{
    (void)path;
    return kg__write_kcsr(output, graph);
}

static kg_status write_dot(kg_output *output, kg_graph *graph, const char *path)
{
    (void)path;
    return kg__write_dot(output, graph);
}

#define NO_SIDES                                                                                   \
    "has sides, which this format cannot carry; .gfa and .kcsr can, and the option undirected "    \
    "leaves "                                                                                      \
    "them out"

static const struct {
    bool sides; /* it has those of a bidirected graph, and the file says the graph's kind */
    bool keeps; /* it has columns, which its reader keeps */
    kg_status (*read)(kg_graph **graph, const kg__input *input, const kg__record *record,
        const kg_read_options *options, size_t block_bytes);
    kg_status (*write)(kg_output *output, kg_graph *graph, const char *path);
} calls[KG__FORMATS] = {
    [KG_FORMAT_ADJACENCY] = {.read = kg__read_adjacency, .write = kg__write_adjacency},
    [KG_FORMAT_EDGES] = {.read = kg__read_edges, .write = kg__write_edges},
    [KG_FORMAT_KCSR] = {.sides = true, .read = kg__read_kcsr, .write = write_kcsr},
    [KG_FORMAT_DOT] = {.keeps = true, .read = kg__read_dot, .write = write_dot},
    [KG_FORMAT_DIMACS] = {.read = kg__read_dimacs, .write = kg__write_dimacs},
    [KG_FORMAT_METIS] = {.read = kg__read_metis, .write = kg__write_metis},
    [KG_FORMAT_CSV] = {.keeps = true, .read = kg__read_csv, .write = kg__write_csv},
    [KG_FORMAT_GFA] = {.sides = true, .read = kg__read_gfa, .write = kg__write_gfa},
    [KG_FORMAT_UNITIGS] = {.sides = true, .read = kg__read_unitigs},
    [KG_FORMAT_MTX] = {.read = kg__read_mtx, .write = kg__write_mtx},
    [KG_FORMAT_COUNTED] = {.read = kg__read_counted},
    [KG_FORMAT_PAJEK] = {.keeps = true, .read = kg__read_pajek, .write = kg__write_pajek},
    [KG_FORMAT_LGL] = {.read = kg__read_lgl},
    [KG_FORMAT_DL] = {.read = kg__read_dl},
    [KG_FORMAT_GRAPH6] = {.read = kg__read_graph6, .write = kg__write_graph6},
    [KG_FORMAT_TGF] = {.read = kg__read_tgf},
    [KG_FORMAT_GDF] = {.keeps = true, .read = kg__read_gdf},
    [KG_FORMAT_MATRIX] = {.read = kg__read_matrix},
    [KG_FORMAT_JSON] = {.keeps = true, .read = kg__read_json, .write = kg__write_json},
    [KG_FORMAT_GRAPHML] = {.keeps = true, .read = kg__read_graphml, .write = kg__write_graphml},
    [KG_FORMAT_GEXF] = {.keeps = true, .read = kg__read_gexf},
    [KG_FORMAT_GML] = {.keeps = true, .read = kg__read_gml, .write = kg__write_gml},
};

/* If the file is not a graph, fails with what it is. */
static kg_status refuse(const kg__input *input, const kg__detected *found)
{
    if (found->foreign)
        return kg__fail(input->ctx, KG_FORMAT, "%s: this is %s, which konig does not read: %s%s",
            input->shown, found->foreign->name, found->foreign->advice,
            found->foreign->binary
                ? ""
                : "; if it is a list of edges all the same, give the format edges");
    if (found->words)
        return kg__input_fail(input, 0, found->at,
            "a single word, and no line of the file has an arrow: this is no graph as it stands; "
            "the format adjacency takes each line for a vertex without edges, as .adj does");
    return KG_OK;
}

kg_status kg__examine(
    kg__examined *e, const kg__input *input, const char *path, const kg_read_options *options)
{
    size_t count;
    kg_status status;

    *e = (kg__examined){.found = {.format = options->format}, .options = *options};
    KG_TRY(kg__host_allocate(
        input->ctx, &e->head, KG__HEAD_BYTES + KG__TEXT_PAD, 1, "beginning of the file"));
    if (options->columns)
        e->found.format = KG_FORMAT_CSV;
    if (options->k)
        e->found.format = KG_FORMAT_UNITIGS;
    if (e->found.format == KG_FORMAT_AUTO) {
        KG_TRY(kg__detect_head(&e->found, input, path, e->head));
        KG_TRY(refuse(input, &e->found));
    } else {
        kg__detected marked = {0};

        KG_TRY(kg__read_head(input, e->head, 0, &count));
        kg__format_by_mark(&marked, &(kg__beginning){e->head, e->head + count, false});
        if (marked.format == e->found.format)
            e->found = marked;
        e->found.says_undirected = marked.says_undirected;
    }
    e->options.force_names |= e->found.names;
    e->options.undirected |= e->found.undirected;
    if (kg__formats[e->found.format].comments)
        KG_TRY(kg__find_record(input, e->head, kg__formats[e->found.format].comments, &e->record));
out:
    return status;
}

static uint64_t label_of(const kg_graph *graph, uint64_t v)
{
    return graph->names ? kg__names_label(graph->names, (kg_vertex)v) : v;
}

/* Warns if the first record of an edge list, or of a table without a header, might be the numbers
 * of vertices and edges. Then no label but m itself exceeds n, and m records follow. */
static void warn_of_counts(const kg__examined *e, const kg__input *input, const kg_graph *graph)
{
    const char *at = e->record.begin, *end;
    const uint64_t edges = kg__edges(graph);
    uint64_t n, m;

    if ((e->found.format != KG_FORMAT_EDGES && e->found.format != KG_FORMAT_CSV) || e->found.both ||
        e->options.format != KG_FORMAT_AUTO || e->options.columns || !at ||
        e->options.both_directions || edges < 4 || graph->n < 3 ||
        (graph->names && graph->names->begin))
        return;
    end = kg__line_end(at, e->record.end);
    if (kg__field_number(kg__next_field(&at, end), &n) &&
        kg__field_number(kg__next_field(&at, end), &m) && m + 1 == edges &&
        !kg__line_length(kg__next_field(&at, end)) &&
        label_of(graph, graph->n - (m > n ? 2u : 1u)) == n)
        kg__warn(input->ctx,
            "%s: the first record fits the numbers of vertices and edges, and is read as an edge; "
            "the format counted reads it as these numbers, the format %s says that it is an edge",
            input->shown, kg_format_name(e->found.format));
}

void kg__examined_warn(const kg__examined *e, const kg__input *input, const kg_graph *graph,
    const kg_read_options *options)
{
    const kg_format format = e->found.format;
    const char *name = format == KG_FORMAT_EDGES ? "an edge list"
                       : format == KG_FORMAT_CSV ? "a table"
                                                 : "adjacency";

    if (input->size == 0)
        kg__warn(input->ctx, "%s is empty: a graph without vertices", input->shown);
    else if (e->found.both)
        kg__warn(input->ctx,
            "%s: read as an edge list, though it may be METIS as well; a name that ends in .metis "
            "or the format edges says which",
            input->shown);
    else if ((format == KG_FORMAT_EDGES || format == KG_FORMAT_ADJACENCY ||
                 format == KG_FORMAT_CSV) &&
             graph->m == 0 && (e->record.begin || graph->n == 0))
        kg__warn(input->ctx, "%s: no record has an edge; read as %s it has %llu vertices",
            input->shown, name, (unsigned long long)graph->n);
    else if (format == KG_FORMAT_EDGES && e->found.says_undirected && !e->options.undirected &&
             !e->options.both_directions)
        kg__warn(input->ctx,
            "%s: a comment says that the graph is undirected, but it is read as directed; "
            "the option undirected reads it as the comment says",
            input->shown);
    warn_of_counts(e, input, graph);
    if (options->undirected && kg__is_mirrored(graph))
        kg__warn(input->ctx,
            "%s: each edge is listed in both directions, and counts twice; simplifying with "
            "mirrors "
            "leaves one of them",
            input->shown);
}

/* ---- the fronts ------------------------------------------------------------------------------ */

/* Makes each edge two edges, one in each direction. */
static kg_status double_edges(kg_graph **graph)
{
    kg_graph *g = *graph, *made = NULL;
    kg_status status;

    KG_TRY(kg__need_no_sides(g, "has sides, which no edge there and back could keep"));
    KG_TRY(kg__graph_make_ends(g));
    KG_TRY(kg__csr_build_both(
        &made, g->ctx, g->n, &(kg__edge_run){g->end, g->value, kg__edges(g), 0}, 1));
    made->names = g->names;
    g->names = NULL;
    kg_graph_destroy(g);
    *graph = made;
out:
    return status;
}

/* The graph without its directions. */
static kg_status forget_directions(kg_graph **graph)
{
    kg_graph *made = NULL;
    kg_status status = KG_OK;

    if ((*graph)->kind == KG_UNDIRECTED)
        goto out;
    KG_TRY(kg_graph_undirected(&made, *graph));
    kg_graph_destroy(*graph);
    *graph = made;
out:
    return status;
}

kg_status kg__graph_read_input(kg_graph **graph, const kg__input *file, const char *path,
    const kg_read_options *options, size_t block_bytes)
{
    kg__examined e = {0};
    kg__input rest = *file;
    const kg__input *input = &rest;
    kg_status status;

    KG_TRY(kg__input_skip(&rest, file, options->skip_lines));
    KG_TRY(kg__examine(&e, input, path, options));
    if (options->skip_lines && (e.found.format == KG_FORMAT_KCSR || options->k))
        KG_TRY(kg__fail(input->ctx, KG_ARGUMENT, "%s: lines are skipped in text, and this is %s",
            input->shown, options->k ? "unitigs" : ".kcsr"));
    if (options->keep && !calls[e.found.format].keeps)
        KG_TRY(kg__fail(input->ctx, KG_UNSUPPORTED,
            "%s: no columns are kept of %s, but of csv, dot, gdf, gexf, gml, graphml, json and "
            "pajek",
            input->shown, kg_format_name(e.found.format)));
    KG_TRY(calls[e.found.format].read(graph, input, &e.record, &e.options, block_bytes));
    if (options->both_directions && calls[e.found.format].sides)
        KG_TRY(double_edges(graph));
    if (options->undirected && calls[e.found.format].sides)
        KG_TRY(forget_directions(graph));
    kg__examined_warn(&e, input, *graph, options);
out:
    if (status != KG_OK) {
        kg_graph_destroy(*graph);
        *graph = NULL;
    }
    kg__free(input->ctx, e.head);
    return status;
}

kg_status kg__check_read_options(kg_context *ctx, const kg_read_options *options)
{
    if ((unsigned)options->format >= KG__FORMATS)
        return kg__fail(ctx, KG_ARGUMENT, "unknown format %d", (int)options->format);
    if (options->force_names && options->ids)
        return kg__fail(ctx, KG_ARGUMENT, "labels are either names or ids, not both");
    if (options->both_directions && options->undirected)
        return kg__fail(ctx, KG_ARGUMENT,
            "the graph is either undirected or has each edge in both directions, not both");
    if (options->columns && options->format != KG_FORMAT_AUTO && options->format != KG_FORMAT_CSV)
        return kg__fail(ctx, KG_ARGUMENT, "columns are those of a table, not of %s",
            kg_format_name(options->format));
    if (options->k && (options->columns ||
                          (options->format != KG_FORMAT_AUTO && options->format != KG_FORMAT_GFA &&
                              options->format != KG_FORMAT_UNITIGS)))
        return kg__fail(ctx, KG_ARGUMENT, "k is that of unitigs, not of %s",
            options->columns ? "a table" : kg_format_name(options->format));
    return KG_OK;
}

/* The arguments of the public calls. The name decides if the content leaves the format open. */
typedef struct request {
    const char *path;
    const kg_read_options *options;
} request;

static kg_status read_graph(void *graph, const kg__input *input, const void *options)
{
    const request *asked = options;

    return kg__graph_read_input(graph, input, asked->path, asked->options, KG__TEXT_BLOCK);
}

static kg_status read_from(
    kg_graph **graph, kg_context *context, const kg__source *source, const kg_read_options *options)
{
    request asked;
    kg_status status;

    KG_NEED_RESULT(context, graph, context);
    kg__begin(context);
    options = options ? options : &(const kg_read_options)KG_READ_OPTIONS_INIT;
    KG_TRY(kg__check_read_options(context, options));
    kg__stage(context, "read");
    asked =
        (request){source->path ? source->path : kg__source_name(source, options->shown), options};
    status = kg__input_read_from(context, source, options->shown, read_graph, graph, &asked);
out:
    kg__stage(context, NULL);
    return status;
}

KG__READ_CALLS_WITH(kg_graph_read, read_from, kg_graph, kg_context, kg_read_options)

/* Text tells vertices apart by their names. */
static kg_status check_names_differ(const kg_graph *graph)
{
    kg_vertex pair[2];
    kg_status status;

    KG_TRY(kg__names_find_equal(graph->names, graph->ctx, graph->n, pair));
    if (pair[0] != KG_NO_VERTEX)
        status = kg__fail(graph->ctx, KG_UNSUPPORTED,
            "vertices %u and %u are both called '%s', and this format tells vertices apart by "
            "their names; .kcsr can carry both",
            pair[0], pair[1], KG__NAME_SHOWN(graph, pair[0]));
out:
    return status;
}

/* The format to write under a name. */
static kg_format for_writing(const char *path)
{
    kg_format format = kg__format_by_extension(path);

    if (format != KG_FORMAT_AUTO)
        return format;
    return kg__extension_is(path, ".txt ") ? KG_FORMAT_EDGES : KG_FORMAT_ADJACENCY;
}

kg_status kg_graph_write(kg_graph *graph, const char *path, kg_format format)
{
    kg_output *output = NULL;
    kg_status status;

    KG_NEED(NULL, graph);
    KG_NEED(graph->ctx, path);
    KG_TRY(kg__begin_graph(graph));
    if ((unsigned)format >= KG__FORMATS)
        return kg__fail(graph->ctx, KG_ARGUMENT, "unknown format %d", (int)format);
    if (format == KG_FORMAT_AUTO)
        format = for_writing(path);
    if (!calls[format].write)
        return kg__fail(graph->ctx, KG_UNSUPPORTED, "%s",
            format == KG_FORMAT_UNITIGS
                ? "unitigs are read and not written; .gfa and .kcsr carry bidirected graphs"
            : format == KG_FORMAT_COUNTED ? "files of courses are read and not written"
                                          : "this format is read and not written");
    if (!calls[format].sides)
        KG_TRY(kg__need_no_sides(graph, NO_SIDES));
    if (format != KG_FORMAT_CSV && format != KG_FORMAT_GRAPHML && format != KG_FORMAT_GML &&
        format != KG_FORMAT_JSON)
        KG_TRY(kg__columns_refuse(graph, kg_format_name(format)));
    KG_TRY(kg__graph_make_targets(graph));
    kg__stage(graph->ctx, "write");
    if (format != KG_FORMAT_KCSR)
        KG_TRY(check_names_differ(graph));
    KG_TRY(kg__output_open(&output, graph->ctx, path));
    KG_TRY(calls[format].write(output, graph, path));
    KG_TRY(kg__output_close(output));
out:
    kg_output_destroy(output);
    kg__stage(graph->ctx, NULL);
    return status;
}
