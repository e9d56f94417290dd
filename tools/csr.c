/* csr: look at graphs, convert, derive and generate them. This file is the command line. */
#include "csr.h"
#include "command.h"
#include "document.h"
#include "ranks.h"
#include <string.h>

const struct option csr_write_options[] = {
    OPTION("output-format", "FORMAT", FORMAT_IN(struct csr, to, GRAPH_FORMATS_OUT),
        "write % (default: by FILE's extension)", .old = "to"),
    {0}};

const struct option csr_line_options[] = {
    OPTION("json-lines", NULL, SETS(struct csr, json_lines, true), "a JSON object a line"), {0}};

const struct option csr_unit_options[] = {
    OPTION("unit", NULL, SETS(struct csr, distances.unit, true),
        "the length of each edge is 1, whatever its value"),
    {0}};

static const struct command *const commands[] = {
    &csr_info_command.shown,
    &csr_convert_command.shown,
    &csr_reverse_command.shown,
    &csr_symmetrise_command.shown,
    &csr_simplify_command.shown,
    &csr_subgraph_command.shown,
    &csr_edges_command.shown,
    &csr_degrees_command.shown,
    &csr_components_command.shown,
    &csr_spanning_tree_command.shown,
    &csr_distances_command.shown,
    &csr_index_command.shown,
    &csr_matrix_command.shown,
    &csr_circuit_graph_command.shown,
    &csr_eulerise_command.shown,
    &csr_route_command.shown,
    &csr_plot_command.shown,
    &csr_shuffle_command.shown,
    &csr_unitigs_command.shown,
    &csr_dot_command.shown,
    &csr_generate_command.shown,
};

static void take_argument(struct command_line *line, char *argument)
{
    struct csr *csr = line->input;

    if (csr->command->argument)
        csr->command->argument(line, argument);
    else
        take_path(line, &csr->path, line->command->args, argument);
}

static void check(struct command_line *line)
{
    struct csr *csr = line->input;

    if (!csr->command->argument)
        csr->path = parse_input(line, &csr->tool, csr->path, line->command->args);
    if (csr->command->check)
        csr->command->check(line);
    if (csr->tool.output && !csr->to && has_options(line->command, csr_write_options))
        check_extension(line, "-o", csr->tool.output,
            ".adj .edges .el .txt .kcsr .dot .gv .mtx .gr .col .csv .tsv .graph .metis .gml "
            ".net .g6 .s6 .d6 .graphml .json .gfa ",
            true, ", or --output-format FORMAT");
    if (csr->json_lines && document_wanted(&csr->tool))
        usage_error(line, "--json and --json-lines both write to standard output: give -o FILE for "
                          "the lines, or one of them alone");
    if (csr->command->answer)
        document_refuse(line, &csr->tool, csr->command->answer);
}

static kg_status work(void *self)
{
    struct csr *csr = self;

    return csr->command->run(csr);
}

static int run_command(const struct command *shown, int argc, char **argv)
{
    static const struct command_rules rules = {take_argument, check};
    struct csr csr = {.tool.name = argv[0],
        .command = (const struct csr_command *)shown,
        .read = KG_READ_OPTIONS_INIT,
        .generate = KG_GENERATE_OPTIONS_INIT,
        .dot.draw = KG_DRAW_OPTIONS_INIT};
    kg_status refused;

    tool_parse(&csr.tool, shown, &rules, argc, argv, &csr);
    if (ranks_offered(shown))
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
        commands, sizeof commands / sizeof *commands, NULL, run_command};

    return tool_run(&csr, argc, argv);
}
