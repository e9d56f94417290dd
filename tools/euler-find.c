/* euler-find: an Euler circuit or path of a graph, or its fewest trails. */
#include "euler-find.h"
#include "ranks.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Of a file, about: what an edge takes in text with numbers of seven digits. */
enum { BYTES_OF_EDGE = 16 };

#define FORMAT_NAMES "walk, lines, edges, json, spell, fasta, gfa or csv"

static void take_picture(struct command_line *line, const struct option *option, char *value)
{
    int length;

    if (!extension_of(value, &length))
        usage_error(line, "--picture %s: expected a file that ends in .svg, .png or .pdf", value);
    check_extension(line, "--picture", value, ".svg .png .pdf ", true, "");
    option_text(line, option, value);
}

#define ONE_KIND "--circuit, --path and --trails exclude each other"

static const struct option options[] = {
    OPTION("circuit", NULL, SETS(struct euler, find.kind, KG_EULER_CIRCUIT),
        "find a circuit, which ends where it begins", .without = "path,trails", .says = ONE_KIND),
    OPTION("path", NULL, SETS(struct euler, find.kind, KG_EULER_PATH),
        "find a path, which ends elsewhere", .without = "trails", .says = ONE_KIND),
    OPTION("trails", NULL, SETS(struct euler, find.kind, KG_EULER_TRAILS),
        "find the fewest walks that together use every edge once"),
    OPTION("random", NULL, SETS(struct euler, find.random, 1),
        "draw a circuit or path at random, by --seed; directed graphs only", .without = "trails",
        .says = "--random has no place beside --trails: it draws a circuit or path"),
    OPTION("start", "VERTEX", TEXT_IN(struct euler, start), "begin at VERTEX", .without = "trails",
        .says = "--start has no place beside --trails, which begin where they must"),
    OPTION("format", "NAME", WORD_IN(struct euler, format, WALK, FORMAT_NAMES),
        "print as % (default: walk)"),
    OPTION("no-verify", NULL, SETS(struct euler, find.skip_verify, 1), "do not check the answer"),
    OPTION("dot", "FILE", TEXT_IN(struct euler, dot), "draw the walk to FILE as DOT, too"),
    OPTION("picture", "FILE", DOES_INTO(take_picture, struct euler, picture),
        "draw it to FILE, an .svg, .png or .pdf, too"),
    {0}};

static const char about[] = "Find an Euler circuit of a graph, a walk that uses every edge once, "
                            "otherwise an Euler path, otherwise say why there is neither; or find "
                            "the fewest trails that together use every edge once.";

static const char doc[] =
    "GRAPH is a file, or standard input: lines `a -> b, c', or `a -- b, c' if edges have no "
    "direction, or lines `a b', DOT, .kcsr, and more: see konig-formats(5).\n\n"
    "Examples:\n"
    "  euler-find graph.txt                    a circuit or path on one line\n"
    "  euler-find --path --start a graph.txt   a path that begins at a\n"
    "  euler-find --trails graph.txt           the fewest walks, a line each\n"
    "  euler-find --random --seed 7 graph.txt  one of all circuits, with equal chances\n"
    "  csr generate debruijn --alphabet 2 --length 4 | euler-find --format spell -\n"
    "                                          a binary de Bruijn sequence\n"
    "  euler-find --trails -k 31 --format fasta -o strings.fa unitigs.fa.gz\n"
    "                                          the fewest strings that hold all words of 31\n"
    "  euler-find --keep name --format csv streets.graphml\n"
    "                                          a row a step, with the names of the streets\n"
    "  euler-find --picture walk.svg graph.txt\n"
    "  euler-find --format edges --timing -o walk.txt graph.kcsr\n"
    "  mpirun -n 4 euler-find -o walk.txt graph.kcsr\n"
    "                                          on four processes\n"
    "  euler-find --device cuda:all -o walk.txt graph.kcsr\n"
    "                                          on all GPUs of the machine\n\n"
    "Exit status: 0 found, 1 there is none, 64 usage, 65 bad input, 66 cannot open, 69 no such "
    "device or no Graphviz, 70 self-check failed, 71 out of memory, 73 cannot create, 74 input or "
    "output failed.";

/* The JSON document on standard output holds the answer too, unless that goes to a file. */
static void check(struct command_line *line)
{
    struct euler *euler = line->input;
    const char *path = euler->tool.output, *name;
    int length;

    euler->path = parse_input(line, &euler->tool, euler->path, "GRAPH");
    euler->format_given = option_given(line, "format");
    if (euler->format == SPELL || euler->format == FASTA)
        euler->read.force_names = euler->read.spelled = 1;
    if (!euler->format_given && path && has_extension(path, ".gfa ", true))
        euler->format = GFA;
    if (euler->find.random)
        euler->find.seed = euler->tool.seed;
    euler->read.unnamed =
        euler->find.kind == KG_EULER_TRAILS && !euler->dot && !euler->picture &&
        (euler->format == SPELL || euler->format == FASTA || euler->format == GFA);
    if (euler->read.keep && euler->format != STEPS_CSV && euler->format != JSON &&
        (!euler->tool.json || euler->tool.output))
        usage_error(line, "--keep goes with --format csv or json: another walk has no columns");
    if (!euler->tool.json || euler->tool.output)
        return;
    name = word_at(FORMAT_NAMES, euler->format, &length);
    if (euler->format_given && euler->format != JSON)
        usage_error(line, "--json with --format %.*s needs -o FILE for the walk", length, name);
    euler->format = JSON;
}

static void take_argument(struct command_line *line, char *argument)
{
    take_path(line, &((struct euler *)line->input)->path, "graph", argument);
}

/* ---- the "no" -------------------------------------------------------------------------------- */

static void put_edge_shown(struct text *text, kg_graph *graph, const kg_vertex end[2], kg_edge edge)
{
    text_string(text, "edge ");
    text_number(text, edge);
    text_string(text, " (");
    text_name_shown(text, graph, end[0]);
    text_string(text, kg_graph_kind(graph) == KG_DIRECTED ? " -> " : " -- ");
    text_name_shown(text, graph, end[1]);
    text_string(text, ")");
}

static void put_unbalanced(struct text *text, const kg_euler_witness *why, const kg_graph *graph)
{
    static const char *const degrees[] = {[KG_DIRECTED] = " (out %" PRIu64 ", in %" PRIu64 ")",
        [KG_UNDIRECTED] = " (%" PRIu64 ")",
        [KG_BIDIRECTED] = " (plus %" PRIu64 ", minus %" PRIu64 ")"};
    const kg_kind kind = kg_graph_kind(graph);

    text_format(text, "%" PRIu64 " %s:", why->count,
        kind == KG_UNDIRECTED ? "vertices have odd degrees"
        : why->count == 1     ? "vertex is unbalanced"
                              : "vertices are unbalanced");
    for (unsigned i = 0; i < why->listed; i++) {
        text_string(text, i ? ", " : " ");
        text_name_shown(text, graph, why->vertex[i]);
        text_format(text, degrees[kind], why->out_degree[i], why->in_degree[i]);
    }
    if (why->count > why->listed)
        text_format(text, ", and %" PRIu64 " more", why->count - why->listed);
}

static void put_disconnected(
    struct text *text, const kg_euler_witness *why, kg_graph *graph, const kg_vertex end[4])
{
    put_edge_shown(text, graph, end, why->edge[0]);
    text_string(text, " and ");
    put_edge_shown(text, graph, end + 2, why->edge[1]);
    text_format(text, " are not connected: %" PRIu64 " components have edges", why->components);
}

static void put_unbalanced_json(
    struct text *text, const kg_euler_witness *why, const kg_graph *graph)
{
    const kg_kind kind = kg_graph_kind(graph);

    json_number(text, "unbalanced", why->count);
    json_open(text, "witness", '[');
    for (unsigned i = 0; i < why->listed; i++) {
        json_open(text, NULL, '{');
        json_name(text, "vertex", graph, why->vertex[i]);
        if (kind == KG_UNDIRECTED) {
            json_number(text, "degree", why->out_degree[i]);
        } else {
            json_number(text, kind == KG_DIRECTED ? "out" : "plus", why->out_degree[i]);
            json_number(text, kind == KG_DIRECTED ? "in" : "minus", why->in_degree[i]);
        }
        json_close(text, '}');
    }
    json_close(text, ']');
}

static void put_disconnected_json(
    struct text *text, const kg_euler_witness *why, kg_graph *graph, const kg_vertex end[4])
{
    json_number(text, "components", why->components);
    json_open(text, "witness", '[');
    for (int i = 0; i < 2; i++) {
        json_open(text, NULL, '{');
        json_number(text, "edge", why->edge[i]);
        json_name(text, "source", graph, end[2 * i]);
        json_name(text, "target", graph, end[2 * i + 1]);
        json_close(text, '}');
    }
    json_close(text, ']');
}

static kg_status print_no_json(struct euler *euler, struct text *text)
{
    kg_output *output = NULL;
    kg_status status;

    if (euler->tool.json)
        return tool_print_json(&euler->tool, text);
    json_close(text, '}');
    text_put(text, "\n", 1);
    TRY(tool_open(&euler->tool, &output, NULL));
    TRY(text_flush(text, output));
    TRY(tool_close(&euler->tool, output));
out:
    kg_output_destroy(output);
    return status;
}

kg_status report_no(
    struct euler *euler, kg_graph *graph, const kg_euler_witness *why, const kg_vertex end[4])
{
    static const char *const asked[] = {"circuit or path", "circuit", "path"};
    static const char *const reason[] = {"", "unbalanced", "disconnected", "balanced"};
    struct text line = {0}, json = {0};
    kg_status status;

    json_open(&json, NULL, '{');
    json_string(&json, "kind", "none");
    json_string(&json, "asked", asked[euler->find.kind]);
    json_string(&json, "reason", reason[why->reason]);
    if (why->reason == KG_EULER_UNBALANCED) {
        put_unbalanced(&line, why, graph);
        put_unbalanced_json(&json, why, graph);
    } else if (why->reason == KG_EULER_DISCONNECTED) {
        put_disconnected(&line, why, graph, end);
        put_disconnected_json(&json, why, graph, end);
    } else {
        text_format(&line,
            "every vertex %s, so that a walk of all edges ends where it begins: look for a "
            "circuit, by --circuit or without --path",
            kg_graph_kind(graph) == KG_UNDIRECTED ? "has an even degree" : "is balanced");
    }
    if (line.failed) {
        status = KG_MEMORY;
        goto out;
    }
    if (!euler->tool.quiet)
        tool_say(&euler->tool, "no Euler %s: %.*s%s", asked[euler->find.kind], (int)line.used,
            line.bytes,
            why->reason == KG_EULER_IS_CIRCUIT ? "" : "; --trails finds the fewest walks");
    if (euler->tool.json || euler->format == JSON)
        TRY(print_no_json(euler, &json));
    status = KG_NO_SOLUTION;
out:
    free(line.bytes);
    free(json.bytes);
    return status;
}

/* The ends of the witness' edges. */
static kg_status report_no_graph(struct euler *euler, kg_graph *graph, const kg_euler_witness *why)
{
    const kg_vertex *ends;
    kg_vertex end[4] = {0};
    kg_status status;

    if (why->reason == KG_EULER_DISCONNECTED) {
        TRY(kg_graph_ends(graph, &ends));
        for (int i = 0; i < 4; i++)
            end[i] = ends[2 * (uint64_t)why->edge[i / 2] + i % 2];
    }
    status = report_no(euler, graph, why, end);
out:
    return status;
}

/* Which trail each edge is in. group: [edges], to be freed. */
static kg_status number_trails(kg_edge **group, const kg_graph *graph, kg_euler *found)
{
    const unsigned share = kg_graph_kind(graph) == KG_DIRECTED ? 1 : 2;
    const kg_edge *walk;
    const uint64_t *begin;
    uint64_t trails;
    kg_status status;

    TRY(kg_euler_walk(found, &walk));
    TRY(kg_euler_trails(found, &begin, &trails));
    *group = malloc(((size_t)kg_graph_edges(graph) + 1) * sizeof **group);
    if (!*group)
        return KG_MEMORY;
    for (uint64_t t = 0; t < trails; t++)
        for (uint64_t i = begin[t]; i < begin[t + 1]; i++)
            (*group)[walk[i] / share] = (kg_edge)t;
out:
    return status;
}

/* Before the answer is printed: where a picture fails, nothing is. Where there is no walk, it shows
 * what is in the way. */
static kg_status draw_answer(struct euler *euler, kg_graph *graph, kg_euler *found)
{
    kg_draw_options draw = KG_DRAW_OPTIONS_INIT;
    kg_edge *group = NULL;
    kg_status status = KG_OK;

    if (euler->tool.mute || (!euler->dot && !euler->picture))
        return KG_OK;
    draw.unbalanced = kg_euler_found(found) == KG_EULER_ANY;
    if (kg_euler_found(found) == KG_EULER_TRAILS)
        TRY(number_trails(&group, graph, found));
    else if (!draw.unbalanced)
        TRY(kg_euler_walk(found, &draw.walk));
    draw.edge_group = group;
    if (euler->picture)
        TRY(kg_graph_draw(graph, euler->picture, &draw));
    draw.picture = KG_PICTURE_DOT;
    if (euler->dot)
        TRY(kg_graph_draw(graph, euler->dot, &draw));
out:
    free(group);
    return status;
}

static kg_status run(void *self)
{
    struct euler *euler = self;
    struct tool *tool = &euler->tool;
    kg_graph *graph = NULL;
    kg_euler *found = NULL;
    kg_status status;

    TRY(tool_begin_reading(tool));
    TRY(tool_ranks_read(tool, euler->path, "graph"));
    kg_euler_expect(tool->ctx, tool_file_bytes(euler->path) / BYTES_OF_EDGE);
    status = wants_part(euler) ? find_in_part(euler) : KG_UNSUPPORTED;
    if (status != KG_UNSUPPORTED)
        return status;
    TRY(tool_read(tool, &graph, euler->path, &euler->read));
    euler->find.has_start = euler->start != NULL;
    if (euler->start)
        TRY(tool_blame(tool, "--start",
            kg_graph_find_vertex(graph, euler->start, strlen(euler->start), &euler->find.start)));
    status = kg_euler_find(&found, graph, &euler->find);
    if (status == KG_NO_SOLUTION) {
        TRY(draw_answer(euler, graph, found));
        status = report_no_graph(euler, graph, kg_euler_why(found));
    }
    if (status != KG_OK)
        goto out;
    if (euler->dot || euler->picture)
        TRY(kg_euler_collect(found));
    TRY(draw_answer(euler, graph, found));
    TRY(write_answer(euler, graph, NULL, found));
out:
    if (tool_leaves(tool, status))
        return status;
    kg_euler_destroy(found);
    kg_graph_destroy(graph);
    return status;
}

static const struct command command = {.args = "GRAPH",
    .tables = TABLES_OF({options}, READS_GRAPH(struct euler, read), READS_WORDS(struct euler, read),
        READS_LINKS(struct euler, read), READS_KEPT(struct euler, read), {ranks_options}),
    .doc = doc,
    .about = about};

int main(int argc, char **argv)
{
    static const struct command_rules rules = {take_argument, check};
    struct euler euler = {
        .tool.name = "euler-find", .read = KG_READ_OPTIONS_INIT, .find = KG_EULER_OPTIONS_INIT};

    tool_parse(&euler.tool, &command, &rules, argc, argv, &euler);
    return tool_on_ranks(&euler, sizeof euler, run);
}
