/* Reading a graph: the options that say how, the device that starts meanwhile. */
#include "common.h"
#include "values.h"
#include <inttypes.h>
#include <sys/stat.h>

/* Two or three words with commas between. */
static const char *parse_columns(struct command_line *state, const char *arg)
{
    int words = 1;
    bool empty = false;

    for (const char *p = arg; *p; p++) {
        words += *p == ',';
        empty = empty || (*p == ',' && (p == arg || p[1] == ',' || p[1] == '\0'));
    }
    if (words < 2 || words > 3 || empty)
        usage_error(state,
            "--columns '%s': expected the names or numbers of two or three columns, as in "
            "source,target or 1,2,4",
            arg);
    return arg;
}

/* The letters of a word of unitigs. */
static uint64_t parse_k(struct command_line *state, const char *arg)
{
    uint64_t k;

    if (!value_number(arg, UINT32_MAX, &k) || k < 2)
        usage_error(state, "--k '%s': expected a number from 2 to %u", arg, UINT32_MAX);
    return k;
}

error_t parse_reading(int key, char *arg, struct command_line *state, kg_read_options *read)
{
    switch (key) {
    case KEY_NAMES:
        read->force_names = 1;
        return 0;
    case KEY_COLUMNS:
        read->columns = parse_columns(state, arg);
        return 0;
    case KEY_SKIP_LINES:
        if (!value_number(arg, UINT64_MAX, &read->skip_lines))
            usage_error(state, "--skip-lines '%.40s': expected a number of lines", arg);
        return 0;
    case KEY_IDS:
        read->ids = 1;
        return 0;
    case KEY_BOTH:
        read->both_directions = 1;
        return 0;
    case KEY_UNDIRECTED:
        read->undirected = 1;
        return 0;
    case KEY_LINKS:
        read->parallel = 1;
        return 0;
    case 'k':
        read->k = parse_k(state, arg);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

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
