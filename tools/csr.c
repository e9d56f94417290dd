/* csr: look at graphs, convert, derive and generate them. This file is the command line. */
#include "csr.h"
#include "command.h"
#include "document.h"
#include "ranks.h"
#include <stdio.h>
#include <string.h>

enum {
    KEY_FROM = KEY_TOOL,
    KEY_EDGE_ID_COLUMN,
    KEY_TO,
    KEY_SIZES,
    KEY_STRONG,
    KEY_COUNT,
    KEY_JSON_LINES,
    KEY_VERTICES, /* from here to the dimension in the order of csr_sizes */
    KEY_EDGES,
    KEY_MAX_DEGREE,
    KEY_ALPHABET,
    KEY_LENGTH,
    KEY_WIDTH,
    KEY_HEIGHT,
    KEY_DIMENSION,
    KEY_PATH,
    KEY_RELABEL
};

/* Options of every command that reads graphs. OPTIONS_IN adds --parallel, which means something
 * else in csr simplify. */
#define OPTIONS_READ                                                                               \
    {"from", KEY_FROM, "FORMAT", 0, "read " GRAPH_FORMATS " (default: recognised)", 0},            \
        {"input-format", KEY_FROM, "FORMAT", OPTION_HIDDEN, "as --from", 0},                       \
        {"names", KEY_NAMES, 0, 0, "vertices are names even where they look like numbers", 0},     \
        {"columns", KEY_COLUMNS, "LIST", 0, "of a table: source,target[,value], names or numbers", \
            0},                                                                                    \
        {"skip-lines", KEY_SKIP_LINES, "N", 0, "leave out the first N lines", 0},                  \
        {"k", 'k', "K", 0, "of unitigs, which are FASTA: the letters of a word", 0},               \
        {"ids", KEY_IDS, 0, 0, "numbers are ids: all from 0 to the largest are vertices", 0},      \
        {"both-directions", KEY_BOTH, 0, 0, "each edge is read as two, there and back", 0},        \
    {                                                                                              \
        "undirected", KEY_UNDIRECTED, 0, 0, "edges have no direction", 0                           \
    }
#define OPTIONS_IN                                                                                 \
    OPTIONS_READ,                                                                                  \
    {                                                                                              \
        "parallel", KEY_LINKS, 0, 0, "of GFA: equal links are edges of their own, not one", 0      \
    }
#define OPTION_TO                                                                                  \
    {"output-format", KEY_TO, "FORMAT", OPTION_HIDDEN, "as --to", 0},                              \
    {                                                                                              \
        "to", KEY_TO, "FORMAT", 0, "write " GRAPH_FORMATS_OUT " (default: by FILE's extension)", 0 \
    }
#define OPTION_EDGE_IDS                                                                            \
    {                                                                                              \
        "edge-ids", KEY_EDGE_ID_COLUMN, 0, 0, "begin each line with the edge's id", 0              \
    }

#define OPTION_JSON_LINES                                                                          \
    {                                                                                              \
        "json-lines", KEY_JSON_LINES, 0, 0, "a JSON object a line", 0                              \
    }

#define OPTION_UNIT                                                                                \
    {                                                                                              \
        "unit", KEY_UNIT, 0, 0, "the length of each edge is 1, whatever its value", 0              \
    }

static const struct argp_option options_info[] = {OPTIONS_IN,
    {"count-circuits", KEY_COUNT, 0, 0, "count the Euler circuits or paths; directed graphs", 0},
    OPTION_RANKS, {0}};
static const struct argp_option options_degrees[] = {
    OPTIONS_IN, OPTION_JSON_LINES, OPTION_RANKS, {0}};
static const struct argp_option options_graph[] = {OPTIONS_IN, OPTION_TO, {0}};
static const struct argp_option options_convert[] = {OPTIONS_IN, OPTION_TO, OPTION_RANKS, {0}};
static const struct argp_option options_simplify[] = {OPTIONS_READ,
    {"parallel", KEY_PARALLEL, 0, 0, "of edges between the same vertices one stays", 0},
    {"loops", KEY_LOOPS, 0, 0, "no loop stays", 0},
    {"mirrors", KEY_MIRRORS, 0, 0, "an edge a b and an edge b a are one; with --undirected", 0},
    {"keep", KEY_KEEP, "VALUE", 0, "of several values the first (default), least or sum", 0},
    OPTION_TO, {0}};
static const struct argp_option options_edges[] = {
    OPTIONS_IN, OPTION_EDGE_IDS, OPTION_JSON_LINES, {0}};
static const struct argp_option options_components[] = {OPTIONS_IN,
    {"sizes", KEY_SIZES, 0, 0, "a line for each component: its number, vertices, edges", 0},
    {"strong", KEY_STRONG, 0, 0, "strong components: edges lead from each vertex to each", 0},
    OPTION_JSON_LINES, OPTION_RANKS, {0}};
static const struct argp_option options_distances[] = {OPTIONS_IN,
    {"sources", KEY_SOURCES, "LIST", 0, "distances from these vertices, a column each", 0},
    {"targets", KEY_TARGETS, "LIST", 0,
        "distances to these vertices; with --sources a line for each of them alone", 0},
    {"nearest", KEY_NEAREST, 0, 0, "one column: to the nearest of them, and which that is", 0},
    {"tree", KEY_TREE, 0, 0, "behind the distances the tree: vertex and edge before each vertex",
        0},
    {"within", KEY_WITHIN, "LENGTH", 0, "leave out what is farther", 0}, OPTION_UNIT,
    {"index", KEY_INDEX, "FILE", 0, "search by the index of the graph that csr index wrote", 0},
    OPTION_JSON_LINES, {0}};
static const struct argp_option options_index[] = {OPTIONS_IN, OPTION_UNIT, {0}};
static const struct argp_option options_subgraph[] = {OPTIONS_IN,
    {"vertices", KEY_LIST, "LIST", 0, "the vertices of these names, with commas between", 0},
    {"vertices-from", KEY_LIST_FROM, "FILE", 0,
        "those of FILE, a name a line up to a tab; - is standard input", 0},
    {"component-of", KEY_COMPONENT_OF, "VERTEX", 0, "the weak component of VERTEX", 0},
    {"strong", KEY_STRONG, 0, 0, "with --component-of: the strong component", 0},
    {"neighbourhood", KEY_NEIGHBOURHOOD, "VERTEX", 0, "what is near VERTEX", 0},
    {"hops", KEY_HOPS, "N", 0, "with --neighbourhood: within N edges (default: 1)", 0},
    {"direction", KEY_DIRECTION, "NAME", 0,
        "with --neighbourhood: of the edges to follow, either (default), out or in", 0},
    OPTION_TO, {0}};
static const struct argp_option options_eulerise[] = {OPTIONS_IN,
    {"close", KEY_CLOSE, 0, 0, "the walk ends where it begins (the default)", 0},
    {"open", KEY_OPEN, 0, 0, "it may end elsewhere, where that is shortest", 0},
    {"start", KEY_START, "VERTEX", 0, "it begins at VERTEX; without --open it ends there", 0},
    {"end", KEY_END, "VERTEX", 0, "it ends at VERTEX, open", 0},
    {"heuristic", KEY_QUICK, 0, 0, "repeats found quickly, with a bound of the shortest", 0},
    {"mixed", KEY_MIXED, 0, 0,
        "GRAPH has a street a line, some one-way: a table, or from to [length] [one-way]", 0},
    OPTION_TO, {0}};
static const struct argp_option options_plot[] = {
    {"format", KEY_STROKES, "FORMAT", 0, "write lines, csv or svg (default: by FILE's extension)",
        0},
    {"tolerance", KEY_TOLERANCE, "LENGTH", 0, "ends linked by such steps are one (default: 0)", 0},
    {"split", KEY_SPLIT, 0, 0, "segments are split where they touch, cross or overlap", 0},
    {"places", KEY_PLACES, "FILE", 0, "of vertices with names: name,x,y a line", 0},
    {"columns", KEY_COLUMNS, "LIST", 0, "of a table: source,target[,length], names or numbers", 0},
    {"skip-lines", KEY_SKIP_LINES, "N", 0, "leave out the first N lines", 0},
    {"straight", KEY_STRAIGHT, 0, 0, "strokes go straight on where they can", 0},
    {"start", KEY_PEN, "PLACE", 0, "where the pen is at first (default: 0,0)", 0},
    {"seconds", KEY_PLOT_SECONDS, "SECONDS", 0, "for improving the order of strokes at most", 0},
    {"keep-order", KEY_KEEP_ORDER, 0, 0, "strokes stay in the order in which they are found", 0},
    {"travel", KEY_TRAVEL, 0, 0, "in SVG, for looking at: the ways of the lifted pen in red", 0},
    {0}};
static const struct argp_option options_shuffle[] = {
    {"k", 'k', "K", 0, "the counts of words of K letters stay (default: 2)", 0},
    {"copies", KEY_COPIES, "N", 0, "so many of each sequence (default: 1)", 0}, {0}};
static const struct argp_option options_dot[] = {OPTIONS_IN,
    {0, 'T', "KIND", 0, "draw dot, svg, png or pdf (default: by FILE's extension, else dot)", 0},
    {"layout", KEY_LAYOUT, "NAME", 0, "lay out by dot, neato or sfdp (default: by size)", 0},
    {"out", KEY_OUT, "N", 0, "colour vertices green that have N edges out", 0},
    {"in", KEY_IN, "N", 0, "and yellow that have N edges in, blue that have both", 0},
    {"clusters", KEY_CLUSTERS, 0, 0, "a box round each weak component", 0},
    {"euler", KEY_EULER, 0, 0, "number the edges along the Euler circuit or path", 0},
    {"circuits", KEY_CIRCUITS, 0, 0, "a colour for each circuit that the search starts from", 0},
    {"circuit-graph", KEY_CIRCUIT_GRAPH, 0, 0,
        "draw how the circuits touch, and the tree that joins them", 0},
    {"spanning-tree", KEY_SPANNING_TREE, 0, 0, "the spanning forest red, other edges pale", 0},
    {"no-wash", KEY_NO_WASH, 0, 0, "beside a tree: other edges grey, not pale", 0},
    {"edges", KEY_EDGE_IDS, 0, 0, "edges show their ids", 0},
    {"no-lengths", KEY_NO_LENGTHS, 0, 0, "edges do not show their values", 0},
    {"labels", KEY_LABELS, "FILE", 0, "edges show the lines of FILE, in order of their ids", 0},
    {"around", KEY_AROUND, "VERTEX", 0, "draw only what is near VERTEX", 0},
    {"radius", KEY_RADIUS, "N", 0, "with --around: within N edges, either way (default: 1)", 0},
    {"seconds", KEY_SECONDS, "N", 0, "for the layout at most; 0: no limit (default: 60)", 0},
    {"force", KEY_FORCE, 0, 0, "lay out what is too large for it all the same", 0}, {0}};
static const struct argp_option options_generate[] = {
    {"vertices", KEY_VERTICES, "N", 0, "of random, banded, triangles, complete", 0},
    {"max-degree", KEY_MAX_DEGREE, "K", 0, "of random, banded", 0},
    {"edges", KEY_EDGES, "M", 0, "of triangles", 0},
    {"alphabet", KEY_ALPHABET, "N", 0, "letters of debruijn", 0},
    {"length", KEY_LENGTH, "K", 0, "of the words of debruijn", 0},
    {"width", KEY_WIDTH, "N", 0, "of torus, grid-roads", 0},
    {"height", KEY_HEIGHT, "N", 0, "of torus, grid-roads", 0},
    {"dimension", KEY_DIMENSION, "D", 0, "of hypercube", 0},
    {"k", 'k', "K", 0, "of kmers: the letters of a word", 0},
    {"single-strand", KEY_SINGLE_STRAND, 0, 0, "of kmers: a word is not its reverse complement", 0},
    {"distinct", KEY_DISTINCT, 0, 0, "of kmers: each word once, however often it is there", 0},
    {"path", KEY_PATH, 0, 0, "one unbalanced pair: an Euler path, no circuit; of directed kinds",
        0},
    {"relabel", KEY_RELABEL, 0, 0, "permute the vertices at random", 0},
    {"undirected", KEY_UNDIRECTED, 0, 0, "leave out the directions of the edges", 0}, OPTION_TO,
    OPTION_RANKS, {0}};

struct csr_command {
    struct tool_command shown;
    csr_run_fn *run;
};

static const struct csr_command commands[] = {
    {{"info", "sizes, degrees, components, Euler or not", "GRAPH", options_info,
         "Examples:\n"
         "  csr info graph.txt\n"
         "  csr info --count-circuits graph.txt\n"
         "  csr info --json graph.kcsr\n"
         "  csr info graph.txt.gz"},
        csr_info},
    {{"convert", "read one format, write another", "GRAPH", options_convert,
         "Examples:\n"
         "  csr convert graph.txt -o graph.kcsr\n"
         "  csr convert --to edges graph.kcsr\n"
         "  csr convert --from edges --names words.txt -o words.adj"},
        csr_convert},
    {{"reverse", "turn every edge round", "GRAPH", options_graph,
         "Rows of the result stand in edge-id order of GRAPH; of a matrix in CSR it is the CSC.\n\n"
         "Examples:\n"
         "  csr reverse graph.txt\n"
         "  csr reverse matrix.edges -o transposed.edges"},
        csr_reverse},
    {{"symmetrise", "add the reverse edges that are missing", "GRAPH", options_graph,
         "An edge whose reverse exists already, with the same value, gets no other; loops stay as "
         "they are. For each edge there and back, whatever exists: --both-directions.\n\n"
         "Examples:\n"
         "  csr symmetrise graph.txt\n"
         "  csr symmetrise roads.edges -o streets.kcsr"},
        csr_symmetrise},
    {{"simplify", "leave out loops, and edges that are there more than once", "GRAPH",
         options_simplify,
         "Without --parallel, --loops and --mirrors: parallel edges and loops.\n\n"
         "Examples:\n"
         "  csr simplify graph.txt\n"
         "  csr simplify --undirected --mirrors streets.csv -o once.csv"},
        csr_simplify},
    {{"subgraph", "some vertices, and the edges between them", "GRAPH", options_subgraph,
         "Names, values and the order of the edges stay. FILE may hold the lines of csr degrees or "
         "csr components: what is behind a tab is left out.\n\n"
         "Examples:\n"
         "  csr subgraph --vertices a,b,c graph.txt\n"
         "  csr subgraph --component-of a graph.txt -o one.kcsr\n"
         "  csr subgraph --neighbourhood a --hops 2 --direction out graph.txt\n"
         "  csr degrees graph.txt | awk -F'\\t' '$2 > 9' | csr subgraph --vertices-from - "
         "graph.txt"},
        csr_subgraph},
    {{"edges", "one line an edge: source, target, value", "GRAPH", options_edges,
         "Fields are separated by tabs; lines stand in edge-id order. Behind each vertex of a "
         "bidirected graph stands the side.\n\n"
         "Examples:\n"
         "  csr edges graph.txt\n"
         "  csr edges --edge-ids graph.kcsr | head\n"
         "  csr edges --json-lines graph.txt | jq .target"},
        csr_edges},
    {{"degrees", "one line a vertex: name, out-degree, in-degree", "GRAPH", options_degrees,
         "Fields are separated by tabs. An undirected graph has one degree a vertex, a "
         "bidirected one those of the plus and of the minus side.\n\n"
         "Examples:\n"
         "  csr degrees graph.txt\n"
         "  csr degrees graph.txt | awk -F'\\t' '$2 != $3'    the unbalanced vertices"},
        csr_degrees},
    {{"components", "one line a vertex: name, weak component", "GRAPH", options_components,
         "Components are numbered from 0 by their smallest vertex; fields are separated by "
         "tabs.\n\n"
         "Examples:\n"
         "  csr components graph.txt\n"
         "  csr components --sizes graph.txt | sort -nrk2\n"
         "  csr components --strong graph.txt"},
        csr_components},
    {{"spanning-tree", "the edges of the minimum spanning forest", "GRAPH", options_edges,
         "Directions are ignored. An edge's weight is its value; edges of equal weight count in "
         "the "
         "order of their ids, so the forest is unique.\n\n"
         "Examples:\n"
         "  csr spanning-tree graph.txt\n"
         "  csr spanning-tree --edge-ids graph.txt | cut -f1"},
        csr_spanning_tree},
    {{"distances", "one line a vertex: name, distance from some vertices, or to some", "GRAPH",
         options_distances,
         "The value of an edge is its length, at least 0; 1 without values. inf: there is no path. "
         "LIST is names with commas between.\n\n"
         "Examples:\n"
         "  csr distances --sources a graph.txt\n"
         "  csr distances --sources depot,station --nearest roads.csv\n"
         "  csr distances --sources a,b --targets x,y,z roads.kcsr\n"
         "  csr distances --targets a --within 500 --json-lines roads.gr\n"
         "  csr distances --index roads.index --sources a roads.kcsr"},
        csr_distances},
    {{"index", "make an index of a graph, by which shortest paths are found in microseconds",
         "GRAPH", options_index,
         "The index is a contraction hierarchy, for csr distances --index and astar graph --index. "
         "It is of this graph alone: of other edges, or other values, it is refused.\n\n"
         "Examples:\n"
         "  csr index roads.kcsr -o roads.index\n"
         "  csr index --json roads.kcsr -o roads.index | jq .shortcuts\n"
         "  astar graph --index roads.index --pairs trips.txt roads.kcsr"},
        csr_index},
    {{"circuit-graph", "the circuits of the Euler search and how they touch", "GRAPH",
         options_graph,
         "Vertices are the circuits that pairing in- and out-edges in order gives, named by their "
         "smallest edge id; an edge joins two circuits that lie side by side in a row.\n\n"
         "Examples:\n"
         "  csr circuit-graph graph.txt\n"
         "  csr generate debruijn --alphabet 2 --length 6 | csr circuit-graph --names -"},
        csr_circuit_graph},
    {{"eulerise", "add the shortest repeats, so that one walk uses all edges", "GRAPH",
         options_eulerise,
         "The value of an edge is its length, 1 without values. No other repeats are shorter: that "
         "is proven before they are written. The table has a column repeats: the id of the edge "
         "that is repeated. euler-find finds the walk.\n\n"
         "Examples:\n"
         "  csr eulerise roads.txt | euler-find -\n"
         "  csr eulerise --mixed streets.csv | euler-find -\n"
         "  csr eulerise --json roads.txt\n"
         "  csr eulerise --start Depot --open roads.csv -o route.csv"},
        csr_eulerise},
    {{"plot", "the fewest strokes of a plotter's pen, in a short order", "DRAWING", options_plot,
         "DRAWING has a segment a line: x1 y1 x2 y2, or two vertices' names and a length, if any; "
         "behind it may stand fixed: it is drawn from its first end to its second. No strokes are "
         "fewer: that is proven before they are written.\n\n"
         "Examples:\n"
         "  csr plot lines.csv -o strokes.svg\n"
         "  csr plot --tolerance 0.05 --straight lines.csv -o strokes.csv\n"
         "  csr plot --split --straight drawing.csv -o strokes.svg\n"
         "  csr plot --json lines.csv | jq .pen_up"},
        csr_plot},
    {{"shuffle", "shuffle sequences, keeping the counts of words of k letters", "FILE",
         options_shuffle,
         "FILE is FASTA, or a sequence a line, of any letters. Each sequence that has the same "
         "words of K letters, as often, has the same chance; it begins and ends with the same K - "
         "1 letters. --seed says which is drawn.\n\n"
         "Examples:\n"
         "  csr shuffle genes.fa -o shuffled.fa\n"
         "  csr shuffle --k 3 --copies 100 --seed 7 genes.fa.gz\n"
         "  csr shuffle --k 1 words.txt"},
        csr_shuffle},
    {{"dot", "a picture: DOT, SVG, PNG, PDF", "GRAPH", options_dot,
         "What is asked for combines, but --circuit-graph draws another graph. DOT that is written "
         "reads back as the same graph.\n\n"
         "Examples:\n"
         "  csr dot graph.txt -o graph.svg\n"
         "  csr dot --euler graph.txt -o walk.png\n"
         "  csr dot --spanning-tree --clusters graph.txt -o tree.pdf\n"
         "  csr dot --around a --radius 3 large.kcsr -o near-a.svg"},
        csr_dot},
    {{"generate", "make a graph: " CSR_GENERATORS, "KIND [FILE]", options_generate,
         "KIND is " CSR_GENERATORS
         "; the first six have an Euler circuit where they are connected, a "
         "hypercube one of an even dimension. It and grid-roads are undirected. The same options "
         "and seed give the same graph everywhere. kmers reads FASTA from FILE, and makes the "
         "graph "
         "of its words of K letters, of both strands; without FILE's extension it is .kcsr.\n\n"
         "Examples:\n"
         "  csr generate random --vertices 1000 --max-degree 7 --seed 3 -o random.txt\n"
         "  csr generate debruijn --alphabet 10 --length 4 -o pins.kcsr\n"
         "  csr generate torus --width 64 --height 64 --relabel -o torus.edges\n"
         "  csr generate grid-roads --width 300 --height 200 --seed 1 -o city.kcsr\n"
         "  csr generate kmers -k 31 genome.fa | euler-find --format spell -"},
        csr_generate},
};

static uint64_t any_number(struct argp_state *state, const char *option, const char *arg)
{
    return parse_number(state, option, arg, UINT64_MAX);
}

static error_t parse_generate(int key, char *arg, struct argp_state *state)
{
    kg_generate_options *generate = &((struct csr *)state->input)->generate;

    uint64_t *const size[] = {&generate->vertices, &generate->edges, &generate->max_degree,
        &generate->alphabet, &generate->length, &generate->width, &generate->height,
        &generate->dimension};

    if (key >= KEY_VERTICES && key <= KEY_DIMENSION) {
        const int i = key - KEY_VERTICES;

        *size[i] = any_number(state, csr_sizes[i], arg);
        ((struct csr *)state->input)->sizes_given |= 1u << i;
        return 0;
    }
    switch (key) {
    case KEY_PATH:
        generate->path = 1;
        return 0;
    case KEY_RELABEL:
        generate->relabel = 1;
        return 0;
    default:
        return csr_parse_kmers(key, arg, state) == 0       ? 0
               : csr_parse_subgraph(key, arg, state) == 0  ? 0
               : csr_parse_eulerise(key, arg, state) == 0  ? 0
               : csr_parse_distances(key, arg, state) == 0 ? 0
               : csr_parse_plot(key, arg, state) == 0      ? 0
               : csr_parse_simplify(key, arg, state) == 0  ? 0
                                                           : csr_parse_dot(key, arg, state);
    }
}

static void parse_argument(struct argp_state *state, struct csr *csr, const char *arg)
{
    if (csr->path && csr->kmers.wanted && !csr->kmers.path) {
        csr->kmers.path = arg;
        return;
    }
    if (csr->path)
        argp_error(state, "one %s at a time: '%s' is too many", csr->command->shown.args, arg);
    if (csr->command->run == csr_generate && !csr_parse_generator(csr, arg))
        argp_error(state, "unknown kind '%s': expected " CSR_GENERATORS, arg);
    csr->path = arg;
}

/* The extension of -o says what is written, unless an option does. */
static void check_output(struct argp_state *state, const struct csr *csr)
{
    const struct argp_option *option = csr->command->shown.options;

    if (csr->command->run == csr_dot && csr->dot.draw.picture == KG_PICTURE_AUTO)
        check_extension(
            state, "-o", csr->tool.output, ".dot .gv .svg .png .pdf ", true, ", or -T KIND");
    while (option->name || option->key)
        if (option++->key == KEY_TO && csr->to == KG_FORMAT_AUTO)
            check_extension(state, "-o", csr->tool.output,
                ".adj .edges .el .txt .kcsr .dot .gv .mtx .gr .col .csv .tsv .graph .metis .gml "
                ".net .g6 .s6 .d6 .graphml .json .gfa ",
                true, ", or --to FORMAT");
}

/* Whether the answer is a graph in a format of its own. */
static bool writes_graph(const struct csr_command *command)
{
    const struct argp_option *option = command->shown.options;

    while ((option->name || option->key) && option->key != KEY_TO)
        option++;
    return option->key == KEY_TO;
}

static void check_together(struct argp_state *state, struct csr *csr)
{
    if (csr->command->run != csr_generate)
        csr->path = parse_input(state, &csr->tool, csr->path, csr->command->shown.args);
    else if (!csr->path)
        argp_error(state, "KIND is missing: " CSR_GENERATORS);
    if (csr->command->run == csr_generate && csr->path)
        (csr->kmers.wanted ? csr_check_kmers : csr_check_sizes)(state, csr);
    if (csr->command->run == csr_subgraph)
        csr_check_subgraph(state, csr);
    if (csr->command->run == csr_eulerise)
        csr_check_eulerise(state, csr);
    if (csr->command->run == csr_distances)
        csr_check_distances(state, csr);
    if (csr->command->run == csr_plot)
        csr_check_plot(state, csr);
    if (csr->tool.output)
        check_output(state, csr);
    if (csr->json_lines && document_wanted(&csr->tool))
        argp_error(state, "--json and --json-lines both write to standard output: give -o FILE for "
                          "the lines, or one of them alone");
    if (csr->json_lines && csr->edge_ids)
        argp_error(state, "--edge-ids goes without --json-lines: each object has its edge's id");
    if (writes_graph(csr->command) && csr->command->run != csr_eulerise)
        document_refuse(state, &csr->tool, "a graph");
    if (csr->command->run == csr_dot)
        document_refuse(state, &csr->tool, "a picture");
    if (csr->command->run == csr_index)
        document_refuse(state, &csr->tool, "an index");
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct csr *csr = state->input;

    if (csr->command->run == csr_shuffle && csr_parse_shuffle(key, arg, state) == 0)
        return 0;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &csr->tool;
        return 0;
    case KEY_FROM:
        csr->read.format = parse_format(state, "from", arg);
        return 0;
    case KEY_TO:
        csr->to = parse_format(state, "to", arg);
        return 0;
    case KEY_EDGE_ID_COLUMN:
        csr->edge_ids = true;
        return 0;
    case KEY_SIZES:
        csr->sizes = true;
        return 0;
    case KEY_JSON_LINES:
        csr->json_lines = true;
        return 0;
    case KEY_STRONG:
        csr->strong = true;
        return 0;
    case KEY_COUNT:
        csr->count_circuits = true;
        return 0;
    case KEY_RANKS:
        parse_ranks(state, &csr->tool, arg);
        return 0;
    case ARGP_KEY_ARG:
        parse_argument(state, csr, arg);
        return 0;
    case ARGP_KEY_END:
        check_together(state, csr);
        return 0;
    default:
        return parse_reading(key, arg, state, &csr->read) == 0 ? 0
                                                               : parse_generate(key, arg, state);
    }
}

static kg_status work(void *self)
{
    struct csr *csr = self;

    return csr->command->run(csr);
}

static int run_command(const struct tool_command *shown, int argc, char **argv)
{
    struct csr csr = {.command = (const struct csr_command *)shown,
        .read = KG_READ_OPTIONS_INIT,
        .generate = KG_GENERATE_OPTIONS_INIT,
        .dot.draw = KG_DRAW_OPTIONS_INIT};
    kg_status refused;

    tool_parse_command(shown, parse, argc, argv, &csr);
    if (ranks_offered(shown->options))
        return tool_on_ranks(&csr, sizeof csr, work);
    refused = ranks_refuse(&csr.tool);
    return tool_end(&csr.tool, refused == KG_OK ? work(&csr) : refused);
}

int main(int argc, char **argv)
{
    static const struct tool_commands csr = {"csr", "GRAPH",
        "Examples:\n"
        "  csr info graph.txt\n"
        "  csr convert graph.txt -o graph.kcsr\n"
        "  csr generate torus --width 8 --height 8 | csr info -\n\n",
        &commands->shown, sizeof commands / sizeof *commands, sizeof *commands, NULL, run_command};

    return tool_run(&csr, argc, argv);
}
