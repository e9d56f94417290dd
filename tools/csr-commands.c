/* The commands of csr that read, write and derive graphs. */
#include "csr.h"
#include "ranks.h"
#include <stdlib.h>
#include <string.h>

/* A kind's name, and the options that set its size. */
static const struct {
    const char *name, *sizes;
} generators[] = {
    [KG_GENERATE_RANDOM] = {"random", "--vertices, --max-degree"},
    [KG_GENERATE_BANDED] = {"banded", "--vertices, --max-degree"},
    [KG_GENERATE_TRIANGLES] = {"triangles", "--vertices, --edges"},
    [KG_GENERATE_DEBRUIJN] = {"debruijn", "--alphabet, --length"},
    [KG_GENERATE_TORUS] = {"torus", "--width, --height"},
    [KG_GENERATE_COMPLETE] = {"complete", "--vertices"},
    [KG_GENERATE_HYPERCUBE] = {"hypercube", "--dimension"},
    [KG_GENERATE_GRID_ROADS] = {"grid-roads", "--width, --height"},
};

bool csr_parse_generator(struct csr *csr, const char *name)
{
    csr->kmers.wanted = strcmp(name, "kmers") == 0;
    if (csr->kmers.wanted)
        return true;
    for (unsigned i = 0; i < sizeof generators / sizeof *generators; i++)
        if (strcmp(name, generators[i].name) == 0) {
            csr->generate.kind = (kg_generator)i;
            return true;
        }
    return false;
}

const char *const csr_sizes[CSR_SIZES] = {
    "vertices", "edges", "max-degree", "alphabet", "length", "width", "height", "dimension"};

void csr_check_sizes(struct command_line *state, struct csr *csr)
{
    const char *kind = generators[csr->generate.kind].name;
    const char *sizes = generators[csr->generate.kind].sizes;

    if (csr->read.k || csr->kmers.options.single_strand || csr->kmers.options.distinct)
        usage_error(state, "-k, --single-strand and --distinct are for kmers, not for %s", kind);
    for (int i = 0; i < CSR_SIZES; i++) {
        const char *at = strstr(sizes, csr_sizes[i]);
        const bool given = csr->sizes_given >> i & 1;

        if (at && !given)
            usage_error(state, "--%s is missing: %s needs %s", csr_sizes[i], kind, sizes);
        if (!at && given)
            usage_error(
                state, "--%s does not go with %s, which takes %s", csr_sizes[i], kind, sizes);
    }
}

kg_status csr_begin(struct csr *csr, kg_graph **graph)
{
    kg_status status;

    TRY(tool_begin_reading(&csr->tool));
    TRY(tool_read(&csr->tool, graph, csr->path, &csr->read));
out:
    return status;
}

kg_status csr_begin_shared(struct csr *csr, bool whole, kg_graph **graph, kg_part **part)
{
    struct tool *tool = &csr->tool;
    kg_status status;

    TRY(tool_begin_reading(tool));
    TRY(tool_ranks_read(tool, csr->path, "graph"));
    status = KG_UNSUPPORTED;
    if (tool->joined && !whole && !csr->read.undirected)
        status = tool_read_part(tool, part, csr->path, &csr->read);
    if (status == KG_OK)
        *graph = kg_part_shape(*part);
    else if (status == KG_UNSUPPORTED)
        status = tool->mute ? KG_OK : tool_read(tool, graph, csr->path, &csr->read);
out:
    return status;
}

void csr_end_shared(kg_graph *graph, kg_part *part)
{
    if (!part)
        kg_graph_destroy(graph);
    kg_part_destroy(part);
}

void csr_share(const struct csr *csr, uint64_t n, uint64_t *first, uint64_t *count)
{
    const uint64_t ranks = csr->tool.joined ? (uint64_t)kg_comm_ranks(csr->tool.host) : 1;
    const uint64_t rank = csr->tool.joined ? (uint64_t)kg_comm_rank(csr->tool.host) : 0;

    *first = n * rank / ranks;
    *count = n * (rank + 1) / ranks - *first;
}

const char *csr_kind_name(const kg_graph *graph)
{
    static const char *const names[] = {
        [KG_DIRECTED] = "directed", [KG_UNDIRECTED] = "undirected", [KG_BIDIRECTED] = "bidirected"};

    return names[kg_graph_kind(graph)];
}

void csr_put_sizes(struct text *text, const kg_graph *graph)
{
    json_string(text, "graph_kind", csr_kind_name(graph));
    json_number(text, "vertices", kg_graph_vertices(graph));
    json_number(text, "edges", kg_graph_edges(graph));
}

kg_status csr_summarise(struct csr *csr, const kg_graph *graph, const char *key, uint64_t count)
{
    struct text text = {0};
    kg_status status;

    if (!csr->tool.json)
        return KG_OK;
    json_open(&text, NULL, '{');
    csr_put_sizes(&text, graph);
    if (key)
        json_number(&text, key, count);
    status = tool_print_json(&csr->tool, &text);
    free(text.bytes);
    return status;
}

/* ---- graphs out ------------------------------------------------------------------------------ */

kg_status csr_write_graph(struct csr *csr, kg_graph *graph)
{
    kg_status status;

    if (!csr->to && !csr->tool.output && kg_graph_values(graph))
        csr->to = KG_FORMAT_EDGES; /* an adjacency list has no place for them */
    TRY(tool_write_graph(&csr->tool, graph, csr->to));
    TRY(csr_summarise(csr, graph, NULL, 0));
out:
    return status;
}

/* Over ranks: the one format that all of them write. */
static kg_status check_kcsr(struct csr *csr)
{
    if (csr->to == KG_FORMAT_KCSR ||
        (!csr->to && csr->tool.output && has_extension(csr->tool.output, ".kcsr ", true)))
        return tool_prints(&csr->tool, csr->tool.output, "the binary format kcsr");
    return tool_fail(&csr->tool, KG_ARGUMENT,
        "ranks write .kcsr together, and no other format: give -o FILE.kcsr or --to kcsr");
}

static kg_status write_part(struct csr *csr, kg_part *part)
{
    kg_status status;

    TRY(kg_part_write(part, csr->tool.output ? csr->tool.output : "-"));
    TRY(csr_summarise(csr, kg_part_shape(part), NULL, 0));
out:
    return status;
}

static kg_status convert_part(struct csr *csr)
{
    kg_part *part = NULL;
    kg_status status;

    TRY(check_kcsr(csr));
    TRY(tool_ranks_read(&csr->tool, csr->path, "graph"));
    TRY(tool_read_part(&csr->tool, &part, csr->path, &csr->read));
    TRY(write_part(csr, part));
out:
    kg_part_destroy(part);
    return status;
}

/* The sizes come from the command line, not from input. */
static kg_status blame_sizes(struct csr *csr, kg_status status)
{
    return tool_blame(&csr->tool, generators[csr->generate.kind].sizes,
        status == KG_OVERFLOW ? KG_ARGUMENT : status);
}

static kg_status generate_part(struct csr *csr)
{
    kg_part *part = NULL;
    kg_status status;

    if (csr->kmers.wanted || csr->read.undirected) {
        status = tool_fail(&csr->tool, KG_UNSUPPORTED, "ranks do not generate %s in parts",
            csr->kmers.wanted ? "kmers" : "undirected graphs");
        goto out;
    }
    TRY(check_kcsr(csr));
    TRY(blame_sizes(csr, kg_part_generate(&part, csr->tool.ctx, &csr->generate)));
    csr->tool.edges = kg_part_edges(part);
    TRY(write_part(csr, part));
out:
    kg_part_destroy(part);
    return status;
}

kg_status csr_convert(struct csr *csr)
{
    kg_graph *graph = NULL;
    kg_status status;

    TRY(tool_begin_reading(&csr->tool));
    if (csr->tool.joined)
        return convert_part(csr);
    TRY(tool_read(&csr->tool, &graph, csr->path, &csr->read));
    TRY(csr_write_graph(csr, graph));
out:
    kg_graph_destroy(graph);
    return status;
}

kg_status csr_reverse(struct csr *csr)
{
    kg_graph *graph = NULL, *reverse = NULL;
    kg_status status;

    TRY(csr_begin(csr, &graph));
    TRY(kg_graph_reverse(&reverse, NULL, graph));
    TRY(csr_write_graph(csr, reverse));
out:
    kg_graph_destroy(reverse);
    kg_graph_destroy(graph);
    return status;
}

kg_status csr_symmetrise(struct csr *csr)
{
    kg_graph *graph = NULL, *symmetric = NULL;
    kg_status status;

    TRY(csr_begin(csr, &graph));
    TRY(kg_graph_symmetrise(&symmetric, graph));
    TRY(csr_write_graph(csr, symmetric));
out:
    kg_graph_destroy(symmetric);
    kg_graph_destroy(graph);
    return status;
}

error_t csr_parse_simplify(int key, const char *arg, struct command_line *state)
{
    static const char *const names[] = {"first", "least", "sum"};
    kg_simplify_options *options = &((struct csr *)state->input)->simplify;

    switch (key) {
    case KEY_PARALLEL:
        options->parallel = 1;
        return 0;
    case KEY_LOOPS:
        options->loops = 1;
        return 0;
    case KEY_MIRRORS:
        options->mirrors = 1;
        return 0;
    case KEY_KEEP:
        for (int i = KG_KEEP_FIRST; i <= KG_KEEP_SUM; i++)
            if (strcmp(arg, names[i]) == 0) {
                options->keep = (kg_keep)i;
                return 0;
            }
        usage_error(state, "--keep '%.40s': expected first, least or sum", arg);
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

kg_status csr_simplify(struct csr *csr)
{
    kg_graph *graph = NULL, *simple = NULL;
    uint64_t gone;
    kg_status status;

    TRY(csr_begin(csr, &graph));
    TRY(kg_graph_simplify(&simple, graph, &csr->simplify));
    gone = kg_graph_edges(graph) - kg_graph_edges(simple);
    if (!csr->tool.quiet)
        tool_say(&csr->tool, "%llu of %llu edges %s left out", (unsigned long long)gone,
            (unsigned long long)kg_graph_edges(graph), gone == 1 ? "is" : "are");
    TRY(csr_write_graph(csr, simple));
out:
    kg_graph_destroy(simple);
    kg_graph_destroy(graph);
    return status;
}

kg_status csr_circuit_graph(struct csr *csr)
{
    kg_graph *graph = NULL, *circuits = NULL;
    kg_status status;

    TRY(csr_begin(csr, &graph));
    status = kg_euler_circuit_graph(&circuits, graph);
    if (status == KG_NO_SOLUTION && !csr->tool.quiet)
        tool_say(&csr->tool, "no circuits: some vertex has more edges out than in");
    if (status != KG_OK)
        goto out;
    TRY(csr_write_graph(csr, circuits));
out:
    kg_graph_destroy(circuits);
    kg_graph_destroy(graph);
    return status;
}

kg_status csr_generate(struct csr *csr)
{
    kg_graph *graph = NULL, *undirected = NULL;
    kg_status status;

    if (csr->kmers.wanted && !csr->tool.host)
        return csr_generate_kmers(csr);
    csr->generate.seed = csr->tool.seed;
    TRY(tool_begin(&csr->tool));
    tool_work(&csr->tool);
    if (csr->tool.joined)
        return generate_part(csr);
    TRY(blame_sizes(csr, kg_graph_generate(&graph, csr->tool.ctx, &csr->generate)));
    if (csr->read.undirected && kg_graph_kind(graph) == KG_DIRECTED)
        TRY(kg_graph_undirected(&undirected, graph));
    csr->tool.edges = kg_graph_edges(graph);
    TRY(csr_write_graph(csr, undirected ? undirected : graph));
out:
    kg_graph_destroy(undirected);
    kg_graph_destroy(graph);
    return status;
}
