/* The commands of csr that read, write and derive graphs. */
#include "csr.h"
#include "ranks.h"
#include <stdlib.h>
#include <string.h>

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
        "ranks write .kcsr together, and no other format: give -o FILE.kcsr or --output-format "
        "kcsr");
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

static kg_status run_convert(struct csr *csr)
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

const struct csr_command csr_convert_command = {
    .shown = {"convert", "read one format, write another", "GRAPH",
        TABLES_OF(CSR_READS_KEPT, {csr_write_options}, {ranks_options}),
        "Examples:\n"
        "  csr convert graph.txt -o graph.kcsr\n"
        "  csr convert --output-format edges graph.kcsr\n"
        "  csr convert --input-format edges --names words.txt -o words.adj\n"
        "  csr convert --keep name,kind roads.graphml -o roads.csv"},
    .answer = "a graph",
    .run = run_convert};

static kg_status run_reverse(struct csr *csr)
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

const struct csr_command csr_reverse_command = {
    .shown = {"reverse", "turn every edge round", "GRAPH",
        TABLES_OF(CSR_READS, {csr_write_options}),
        "Rows of the result stand in edge-id order of GRAPH; of a matrix in CSR it is the CSC.\n\n"
        "Examples:\n"
        "  csr reverse graph.txt\n"
        "  csr reverse matrix.edges -o transposed.edges"},
    .answer = "a graph",
    .run = run_reverse};

static kg_status run_symmetrise(struct csr *csr)
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

const struct csr_command csr_symmetrise_command = {
    .shown = {"symmetrise", "add the reverse edges that are missing", "GRAPH",
        TABLES_OF(CSR_READS, {csr_write_options}),
        "An edge whose reverse exists already, with the same value, gets no other; loops stay as "
        "they are. For each edge there and back, whatever exists: --both-directions.\n\n"
        "Examples:\n"
        "  csr symmetrise graph.txt\n"
        "  csr symmetrise roads.edges -o streets.kcsr"},
    .answer = "a graph",
    .run = run_symmetrise};

static kg_status run_simplify(struct csr *csr)
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

static const struct option simplify_options[] = {
    OPTION("parallel", NULL, SETS(struct csr, simplify.parallel, 1),
        "of edges between the same vertices one stays"),
    OPTION("loops", NULL, SETS(struct csr, simplify.loops, 1), "no loop stays"),
    OPTION("mirrors", NULL, SETS(struct csr, simplify.mirrors, 1),
        "an edge a b and an edge b a are one; with --undirected"),
    OPTION("keep", "VALUE",
        WORD_IN(struct csr, simplify.keep, KG_KEEP_FIRST, "first, least or sum"),
        "of several values the % (default: first)"),
    {0}};

const struct csr_command csr_simplify_command = {
    .shown = {"simplify", "leave out loops, and edges that are there more than once", "GRAPH",
        TABLES_OF(CSR_READS_BUT_LINKS, {simplify_options}, {csr_write_options}),
        "Without --parallel, --loops and --mirrors: parallel edges and loops.\n\n"
        "Examples:\n"
        "  csr simplify graph.txt\n"
        "  csr simplify --undirected --mirrors streets.csv -o once.csv"},
    .answer = "a graph",
    .run = run_simplify};

static kg_status run_circuit_graph(struct csr *csr)
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

const struct csr_command csr_circuit_graph_command = {
    .shown = {"circuit-graph", "the circuits of the Euler search and how they touch", "GRAPH",
        TABLES_OF(CSR_READS, {csr_write_options}),
        "Vertices are the circuits that pairing in- and out-edges in order gives, named by their "
        "smallest edge id; an edge joins two circuits that lie side by side in a row.\n\n"
        "Examples:\n"
        "  csr circuit-graph graph.txt\n"
        "  csr generate debruijn --alphabet 2 --length 6 | csr circuit-graph --names -"},
    .answer = "a graph",
    .run = run_circuit_graph};

/* ---- generate -------------------------------------------------------------------------------- */

/* The options that set the size of each kind. */
static const char *const sizes_of[] = {
    [KG_GENERATE_RANDOM] = "--vertices, --max-degree",
    [KG_GENERATE_BANDED] = "--vertices, --max-degree",
    [KG_GENERATE_TRIANGLES] = "--vertices, --edges",
    [KG_GENERATE_DEBRUIJN] = "--alphabet, --length",
    [KG_GENERATE_TORUS] = "--width, --height",
    [KG_GENERATE_COMPLETE] = "--vertices",
    [KG_GENERATE_HYPERCUBE] = "--dimension",
    [KG_GENERATE_GRID_ROADS] = "--width, --height",
};

/* The sizes come from the command line, not from input. */
static kg_status blame_sizes(struct csr *csr, kg_status status)
{
    return tool_blame(
        &csr->tool, sizes_of[csr->generate.kind], status == KG_OVERFLOW ? KG_ARGUMENT : status);
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

static kg_status run_generate(struct csr *csr)
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

static const struct option generate_options[] = {
    OPTION("vertices", "N", NUMBER_IN(struct csr, generate.vertices, 0, UINT64_MAX),
        "of random, banded, triangles, complete"),
    OPTION("max-degree", "K", NUMBER_IN(struct csr, generate.max_degree, 0, UINT64_MAX),
        "of random, banded"),
    OPTION("edges", "M", NUMBER_IN(struct csr, generate.edges, 0, UINT64_MAX), "of triangles"),
    OPTION("alphabet", "N", NUMBER_IN(struct csr, generate.alphabet, 0, UINT64_MAX),
        "letters of debruijn"),
    OPTION("length", "K", NUMBER_IN(struct csr, generate.length, 0, UINT64_MAX),
        "of the words of debruijn"),
    OPTION(
        "width", "N", NUMBER_IN(struct csr, generate.width, 0, UINT64_MAX), "of torus, grid-roads"),
    OPTION("height", "N", NUMBER_IN(struct csr, generate.height, 0, UINT64_MAX),
        "of torus, grid-roads"),
    OPTION(
        "dimension", "D", NUMBER_IN(struct csr, generate.dimension, 0, UINT64_MAX), "of hypercube"),
    OPTION("k", "K", NUMBER_IN(struct csr, kmers.options.k, 2, UINT32_MAX),
        "of kmers: the letters of a word", .letter = 'k'),
    OPTION("single-strand", NULL, SETS(struct csr, kmers.options.single_strand, 1),
        "of kmers: a word is not its reverse complement"),
    OPTION("distinct", NULL, SETS(struct csr, kmers.options.distinct, 1),
        "of kmers: each word once, however often it is there"),
    OPTION("min-count", "N", NUMBER_IN(struct csr, kmers.options.min_count, 1, UINT64_MAX),
        "of kmers: leave out words that are there less often (default 1)"),
    OPTION("path", NULL, SETS(struct csr, generate.path, 1),
        "one unbalanced pair: an Euler path, no circuit; of directed kinds"),
    OPTION(
        "relabel", NULL, SETS(struct csr, generate.relabel, 1), "permute the vertices at random"),
    OPTION("undirected", NULL, SETS(struct csr, read.undirected, 1),
        "leave out the directions of the edges"),
    {0}};

static void take_kind(struct command_line *line, char *argument)
{
    struct csr *csr = line->input;
    const int kind = word_place(CSR_GENERATORS, argument);

    if (csr->path) {
        if (csr->kmers.wanted)
            csr_take_sequences(line, argument);
        else
            take_path(line, &csr->path, line->command->args, argument);
        return;
    }
    if (kind < 0)
        usage_error(line, "unknown kind '%s': expected " CSR_GENERATORS, argument);
    csr->generate.kind = (kg_generator)kind;
    csr->kmers.wanted = kind > KG_GENERATE_GRID_ROADS;
    csr->path = argument;
}

static void check_sizes(struct command_line *line, struct csr *csr)
{
    static const char *const options[] = {
        "vertices", "edges", "max-degree", "alphabet", "length", "width", "height", "dimension"};
    const char *sizes = sizes_of[csr->generate.kind];

    if (csr->kmers.options.k || csr->kmers.options.single_strand || csr->kmers.options.distinct ||
        csr->kmers.options.min_count)
        usage_error(line,
            "-k, --single-strand, --distinct and --min-count are for kmers, not for %s", csr->path);
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        const bool needed = strstr(sizes, options[i]), given = option_given(line, options[i]);

        if (needed && !given)
            usage_error(line, "--%s is missing: %s needs %s", options[i], csr->path, sizes);
        if (!needed && given)
            usage_error(
                line, "--%s does not go with %s, which takes %s", options[i], csr->path, sizes);
    }
}

static void check_generate(struct command_line *line)
{
    struct csr *csr = line->input;

    if (!csr->path)
        usage_error(line, "KIND is missing: " CSR_GENERATORS);
    (csr->kmers.wanted ? csr_check_kmers : check_sizes)(line, csr);
}

const struct csr_command csr_generate_command = {
    .shown = {"generate", "make a graph: " CSR_GENERATORS, "KIND [FILE...]",
        TABLES_OF({generate_options}, {csr_write_options}, {ranks_options}),
        "KIND is " CSR_GENERATORS
        "; the first six have an Euler circuit where they are connected, a "
        "hypercube one of an even dimension. It and grid-roads are undirected. The same options "
        "and seed give the same graph everywhere. kmers reads FASTA or FASTQ, and makes the "
        "graph of its words of K letters, of both strands; without -o it is .kcsr.\n\n"
        "Examples:\n"
        "  csr generate random --vertices 1000 --max-degree 7 --seed 3 -o random.txt\n"
        "  csr generate debruijn --alphabet 10 --length 4 -o pins.kcsr\n"
        "  csr generate torus --width 64 --height 64 --relabel -o torus.edges\n"
        "  csr generate grid-roads --width 300 --height 200 --seed 1 -o city.kcsr\n"
        "  csr generate kmers -k 31 genome.fa | euler-find --format spell -\n"
        "  csr generate kmers -k 31 --distinct --min-count 3 -o g.kcsr r_1.fq.gz r_2.fq.gz"},
    .answer = "a graph",
    .argument = take_kind,
    .check = check_generate,
    .run = run_generate};
