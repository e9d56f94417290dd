/* Reading a graph: the options that say how, the device that starts meanwhile. */
#include "common.h"
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

void option_format(struct command_line *line, const struct option *option, char *value)
{
    kg_format format;

    if ((word_place(option->words, value) < 0 && strcmp(value, "auto") != 0) ||
        kg_format_parse(&format, value) != KG_OK)
        refuse_value(line, value, "%s", option->words);
    memcpy((char *)line->to + option->at, &format, sizeof format);
}

/* Two or three words with commas between. */
void option_columns(struct command_line *line, const struct option *option, char *value)
{
    int words = 1;
    bool empty = false;

    for (const char *p = value; *p; p++) {
        words += *p == ',';
        empty = empty || (*p == ',' && (p == value || p[1] == ',' || p[1] == '\0'));
    }
    if (words < 2 || words > 3 || empty)
        refuse_value(line, value,
            "the names or numbers of two or three columns, as in source,target or 1,2,4");
    option_text(line, option, value);
}

void option_keep(struct command_line *line, const struct option *option, char *value)
{
    const size_t length = strlen(value);

    if (!length || *value == ',' || value[length - 1] == ',' || strstr(value, ",,"))
        refuse_value(line, value, "columns with a comma between two, as in highway,maxspeed");
    option_text(line, option, value);
}

const struct option reading_format_options[] = {
    OPTION("input-format", "FORMAT", FORMAT_IN(kg_read_options, format, GRAPH_FORMATS),
        "read % (default: recognised)", .old = "from"),
    {0}};

const struct option reading_options[] = {
    OPTION("names", NULL, SETS(kg_read_options, force_names, 1),
        "vertices are names even if they look like numbers"),
    OPTION("columns", "LIST", DOES_INTO(option_columns, kg_read_options, columns),
        "columns of a table: source,target[,value], as names or numbers"),
    OPTION("skip-lines", "N", NUMBER_IN(kg_read_options, skip_lines, 0, UINT64_MAX),
        "ignore the first N lines", .words = "a number of lines"),
    OPTION("ids", NULL, SETS(kg_read_options, ids, 1),
        "all numbers from 0 to the largest are vertices"),
    OPTION("both-directions", NULL, SETS(kg_read_options, both_directions, 1),
        "read each edge as two, one in each direction"),
    OPTION("undirected", NULL, SETS(kg_read_options, undirected, 1), "edges have no direction"),
    {0}};

const struct option reading_word_options[] = {
    OPTION("k", "K", NUMBER_IN(kg_read_options, k, 2, UINT32_MAX),
        "GRAPH is unitigs in FASTA: the length of a word (k-mer)", .letter = 'k'),
    {0}};

const struct option reading_link_options[] = {
    OPTION("parallel", NULL, SETS(kg_read_options, parallel, 1),
        "GFA: each of several equal links is an edge"),
    {0}};

const struct option reading_keep_options[] = {
    OPTION("keep", "COLUMNS", DOES_INTO(option_keep, kg_read_options, keep),
        "these columns of edges and vertices, A,B,C, are in the output, too; *: all"),
    {0}};

/* What --verbose says of the device is said before anything is read. */
kg_status tool_begin_reading(struct tool *tool)
{
    tool->options.start_aside = !tool->verbose;
    return tool_begin(tool);
}

/* After reading: the warning, and what has been read. */
static void say_read(struct tool *tool, const kg_graph *graph, const char *path)
{
    if (*kg_context_warning(tool->ctx) && !tool->quiet)
        tool_say(tool, "warning: %s", kg_context_warning(tool->ctx));
    tool->edges = kg_graph_edges(graph);
    tool_work(tool);
    if (tool->verbose)
        tool_say(tool, "%s: %" PRIu64 " vertices, %" PRIu64 " edges", path,
            (uint64_t)kg_graph_vertices(graph), tool->edges);
}

kg_status tool_read(
    struct tool *tool, kg_graph **graph, const char *path, const kg_read_options *read_options)
{
    kg_status status = kg_graph_read(graph, tool->ctx, path, read_options);
    kg_status ready = kg_context_ready(tool->ctx);

    if (ready != KG_OK || status != KG_OK)
        return ready != KG_OK ? ready : status;
    say_read(tool, *graph, path);
    return KG_OK;
}

kg_status tool_read_part(
    struct tool *tool, kg_part **part, const char *path, const kg_read_options *options)
{
    kg_status status = kg_part_read(part, tool->ctx, path, options);

    if (status == KG_OK)
        say_read(tool, kg_part_shape(*part), path);
    return status;
}

uint64_t tool_file_bytes(const char *path)
{
    struct stat file;

    return stat(path, &file) == 0 && S_ISREG(file.st_mode) ? (uint64_t)file.st_size : 0;
}

bool tool_leaves(const struct tool *tool, kg_status status)
{
#ifdef KG_LEAVES
    return status == KG_OK && !tool->host;
#else
    (void)tool;
    (void)status;
    return false;
#endif
}
