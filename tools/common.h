/* What the tools share: common options, the context, failures, progress, statistics. */
#ifndef KG_TOOLS_COMMON_H
#define KG_TOOLS_COMMON_H

#include "json.h"
#include "options.h"
#include "terminal.h"
#include <string.h>

/* For a function with `kg_status status` and a label `out:`. */
#define TRY(call)                                                                                  \
    do {                                                                                           \
        status = (call);                                                                           \
        if (status != KG_OK)                                                                       \
            goto out;                                                                              \
    } while (0)

enum { OUTPUTS = 16 }; /* of one command, at most */

struct tool {
    const char *name; /* that messages begin with */
    kg_context_options options;
    const char *output;               /* the last -o; NULL: standard output */
    const char *all_outputs[OUTPUTS]; /* each -o, for a command that writes several files */
    unsigned outputs;                 /* how often -o was given */
    uint64_t seed;
    bool json, quiet, verbose, timing;
    bool kernels; /* --timing=kernels */

    /* tools/ranks.h, tools/batch.h: --ranks; 0: not given. The GPU of this rank among those of
     * --device, from 1 on; 0: it has none. The rank's comms, and whether the context has joined; a
     * mute rank says and writes nothing. */
    int ranks, gpu;
    kg_comm *host, *comm;
    bool joined, mute;
    bool shares_memory; /* options.memory_limit is this rank's part of --memory-limit */

    kg_context *ctx;
    char message[512]; /* of a failure that the tool itself found */
    bool unsaid;       /* a message could not be written to stderr */
    struct progress progress;
    double began;
    const char *work; /* the stage that goes on when an output is closed */
    uint64_t edges;   /* of the graph at work, for the statistics */
};

/* The formats of graphs that are read, and that are written. */
#define GRAPH_FORMATS                                                                              \
    "adjacency, edges, kcsr, dot, mtx, dimacs, csv, metis, gfa, unitigs, counted, "                \
    "gml, pajek, lgl, dl, graph6, tgf, gdf, matrix, json, graphml or gexf"
#define GRAPH_FORMATS_OUT                                                                          \
    "adjacency, edges, kcsr, dot, mtx, dimacs, csv, metis, gfa, gml, pajek, graph6, json or "      \
    "graphml"

/* A kg_format, of the words; "auto" is one, which --help does not list. */
#define FORMAT_IN(type, member, list) DOES_INTO(option_format, type, member), .words = list
option_fn option_format;

/* A number of seconds, more than 0: see REAL_IN(). */
#define SECONDS_IN(type, member)                                                                   \
    REAL_IN(type, member, value_seconds, "a number from 0.001 to 1000000000")

/* What --help does. */
option_fn option_help;

/* How a graph is to be read, of a kg_read_options: its format; how lines, names and directions are
 * read; of unitigs; of GFA; which columns are kept. */
extern const struct option reading_format_options[], reading_options[], reading_word_options[],
    reading_link_options[], reading_keep_options[];
#define READS_GRAPH(type, member)                                                                  \
    TABLE_AT(reading_format_options, type, member), TABLE_AT(reading_options, type, member)
#define READS_WORDS(type, member) TABLE_AT(reading_word_options, type, member)
#define READS_LINKS(type, member) TABLE_AT(reading_link_options, type, member)
#define READS_KEPT(type, member)  TABLE_AT(reading_keep_options, type, member)
option_fn option_columns, option_keep;

/* Takes an argument as the one path that there may be; what: "graph". */
void take_path(struct command_line *line, const char **path, const char *what, char *argument);

/* The file to read, at the end of the line. Without one it is standard input, unless that is a
 * terminal or /dev/null: then a usage error says that `what` is missing. */
const char *parse_input(
    struct command_line *line, const struct tool *tool, const char *path, const char *what);

/* The extension of a file's name, with its dot, and its length: what stands behind the last dot,
 * but for a dot that the name begins with, and before an ending that says how the file is packed.
 * NULL where there is none. */
const char *extension_of(const char *path, int *length);
/* Whether path has one of the extensions, in small letters, each with its dot and a blank behind
 * it; any_case: capital letters do as well. */
bool has_extension(const char *path, const char *extensions, bool any_case);
/* A path that an option has given is to have one of them, or none. Else a usage error lists them;
 * `instead` is what else may be done. */
void check_extension(struct command_line *line, const char *option, const char *path,
    const char *extensions, bool any_case, const char *instead);

/* What --version prints. */
void tool_print_version(const char *name);

/* Prepares the process and parses the command line. input: the command's struct, which begins with
 * the tool. */
void tool_parse(struct tool *tool, const struct command *command, const struct command_rules *rules,
    int argc, char **argv, void *input);

/* Seconds on a steady clock. */
double tool_now(void);

/* Makes the context. Time that has no other stage counts as "read" from then on. */
kg_status tool_begin(struct tool *tool);

/* Begins a stage of the tool's own for --timing. Returns the one before. */
const char *tool_stage(struct tool *tool, const char *stage);
/* The same once all is read: the stage has the command's name. */
void tool_work(struct tool *tool);

/* The same where tool_read() is next: a GPU that --device names starts while the file is read. */
kg_status tool_begin_reading(struct tool *tool);

/* Reads a graph. Says what the library warns of, and under --verbose what it is. A device that
 * cannot be had is what fails, whatever the file is. */
kg_status tool_read(
    struct tool *tool, kg_graph **graph, const char *path, const kg_read_options *options);
/* Over ranks: reads the rank's part. KG_UNSUPPORTED: the graph is none that ranks read in parts. */
kg_status tool_read_part(
    struct tool *tool, kg_part **part, const char *path, const kg_read_options *options);
/* The bytes of a regular file; 0: it is none. */
uint64_t tool_file_bytes(const char *path);

/* Whether the program leaves what it holds to the system, which frees it faster than it could
 * itself. Not after a failure, not of one of several ranks, and not where leaks are looked for. */
bool tool_leaves(const struct tool *tool, kg_status status);

/* Records a failure's text and returns status. */
kg_status tool_fail(struct tool *tool, kg_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Where a call of the library refused what options gave it, puts their names before its message. */
kg_status tool_blame(struct tool *tool, const char *blamed, kg_status status);

/* A line on stderr that is no failure. */
void tool_say(struct tool *tool, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* To be called before something is written to path, NULL or - for standard output: so that progress
 * and results do not mix on a terminal. binary: what it is, where it is not text: KG_ARGUMENT if a
 * terminal would get it. */
kg_status tool_prints(struct tool *tool, const char *path, const char *binary);

/* An output whose time counts as the stage "write". path NULL: standard output. */
kg_status tool_open(struct tool *tool, kg_output **output, const char *path);
kg_status tool_close(struct tool *tool, kg_output *output);
/* The same of an output that all ranks write. tool_close() of it is collective, too. */
kg_status tool_share(struct tool *tool, kg_output **output, const char *path);

/* Writes rows 0..count-1: all threads format chunks of rows, which are written in order. */
typedef void tool_rows_fn(struct text *text, const void *user, uint64_t first, uint64_t last);
kg_status tool_rows(
    struct tool *tool, kg_output *output, uint64_t count, tool_rows_fn *format, const void *user);

/* The same of rows begin .. begin + count - 1. */
kg_status tool_rows_from(struct tool *tool, kg_output *output, uint64_t begin, uint64_t count,
    tool_rows_fn *format, const void *user);

/* Whether a path, which may be NULL, is -: standard input or output. */
static inline bool is_dash(const char *path)
{
    return path && strcmp(path, "-") == 0;
}

/* A bit of a bitmap as kg_graph_sides() lends it; 0 where that is NULL. */
static inline unsigned bit_of(const uint64_t *word, uint64_t i)
{
    return word ? (unsigned)(word[i / 64] >> i % 64 & 1) : 0;
}

/* Writes a graph to -o. */
kg_status tool_write_graph(struct tool *tool, kg_graph *graph, kg_format format);

/* Under --json: the statistics, as members of the object that text is in. */
void tool_statistics_json(struct tool *tool, struct text *text);
/* Ends the JSON document in text and prints it. */
kg_status tool_print_json(struct tool *tool, struct text *text);

/* Prints what failed, if anything did, and the table of --timing; destroys the context, which must
 * hold nothing any more. Returns the exit status. */
int tool_end(struct tool *tool, kg_status status);
/* The same for one of several ranks of the process, which is not the one that ends the program. */
int tool_finish(struct tool *tool, kg_status status);

#endif
