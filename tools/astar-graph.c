/* astar graph: the shortest path between two vertices of a graph, or many pairs of them. */
#include "answers.h"
#include "astar-guide.h"
#include "astar-pairs.h"
#include "astar.h"
#include "labels.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum format { WALK, LINES, EDGES, COST, JSON_LINES };

/* Pairs that the index answers together. */
enum { PATHS_TOGETHER = 1024, LENGTHS_TOGETHER = 1 << 16 };

struct routes {
    struct tool tool;
    struct answers answers;
    const char *path; /* the graph */
    kg_read_options read;
    const char *from, *to, *pairs_path, *index_path;
    enum format format;
    bool format_given;
    kg_distances_options find;

    kg_graph *graph;
    kg_hierarchy *index; /* or NULL */
    struct guide guide;
    kg_distances *plain; /* of the last pair that is too long for estimates */
    struct pair *pair;   /* [pairs] */
    uint64_t pairs, unreachable;
    kg_vertex *end; /* [2 * LENGTHS_TOGETHER] of pairs whose lengths the index finds; or NULL */
    double *length; /* [LENGTHS_TOGETHER] */
    struct text document; /* of --json with --pairs: its list */
};

static const struct option options[] = {
    OPTION("from", "VERTEX", TEXT_IN(struct routes, from), "where the path begins"),
    OPTION("to", "VERTEX", TEXT_IN(struct routes, to), "where it ends"),
    OPTION("pairs", "FILE", TEXT_IN(struct routes, pairs_path),
        "answer each line of FILE: two vertices, separated by a tab or a blank; - is standard "
        "input",
        .without = "from,to", .says = "--pairs goes with neither --from nor --to"),
    OPTION("format", "NAME",
        WORD_IN(struct routes, format, WALK, "walk, lines, edges, cost or json-lines"),
        "print the path as % (default: walk)", .without = "json",
        .says = "--json goes without --format"),
    OPTION("unit", NULL, SETS(struct routes, find.unit, 1),
        "the length of each edge is 1, whatever its value"),
    OPTION("index", "FILE", TEXT_IN(struct routes, index_path),
        "search by the index of the graph that csr index wrote", .without = "landmarks,coordinates",
        .says = "--index goes with neither --landmarks nor --coordinates"),
    OPTION("landmarks", "N",
        NUMBER_IN(struct routes, guide.options.landmarks, 1, KG_GUIDE_LANDMARKS),
        "A* with the distances of N landmarks, 1 to 16, which are computed first"),
    OPTION("coordinates", "FILE", TEXT_IN(struct routes, guide.coordinates_path),
        "A* with straight lines between coordinates: FILE has lines `vertex x y', or is a DIMACS "
        ".co file"),
    OPTION("queues", "N", NUMBER_IN(struct routes, guide.queues, 1, KG_GA_STAR_QUEUES),
        "A* with N priority queues (default: konig chooses)", .needs = "landmarks,coordinates",
        .says = "--queues is of searches by estimates: give --landmarks or --coordinates"),
    OPTION("no-verify", NULL, SETS(struct routes, find.skip_verify, 1), "do not check the paths"),
    OPTION("input-format", "FORMAT", FORMAT_IN(struct routes, read.format, GRAPH_FORMATS),
        "read % (default: recognised)"),
    {0}};

static const char about[] =
    "astar graph: the shortest path between two vertices of a graph, or many pairs of them.";

static const char doc[] =
    "GRAPH is a file, or standard input, in any format that csr reads. The value of an edge is its "
    "length, at least 0. Without values it is 1.\n\n"
    "Examples:\n"
    "  astar graph --from a --to b roads.txt\n"
    "  astar graph --from 12 --to 40 --format cost city.kcsr\n"
    "  astar graph --pairs trips.txt roads.gr\n"
    "  astar graph --pairs trips.txt --index roads.index roads.gr\n"
    "  astar graph --from 1 --to 9 --coordinates roads.co roads.gr\n\n"
    "Pairs are answered in their order. Consecutive pairs that begin at one vertex are one search, "
    "unless --index, --landmarks or --coordinates is given. If there are several shortest paths, "
    "the same one is found on every device.\n\n"
    "Exit status: 0 found, 1 there is no path (of some pair), 64 usage, 65 bad input, 66 cannot "
    "open, 69 no such device, 70 self-check failed, 71 out of memory, 73 cannot create, 74 input "
    "or output failed.";

static bool is_guided(const struct routes *r)
{
    return r->guide.options.landmarks || r->guide.coordinates_path;
}

static void take_argument(struct command_line *line, char *argument)
{
    take_path(line, &((struct routes *)line->input)->path, "graph", argument);
}

static void check(struct command_line *line)
{
    struct routes *r = line->input;

    r->path = parse_input(line, &r->tool, r->path, "GRAPH");
    r->format_given = option_given(line, "format");
    if (!r->pairs_path && (!r->from || !r->to))
        usage_error(line, "which path? --from and --to are needed, or --pairs");
    if (is_dash(r->guide.coordinates_path) && (is_dash(r->path) || is_dash(r->pairs_path)))
        usage_error(line, "--coordinates - and another -: standard input can be read once");
    if (is_dash(r->pairs_path) && is_dash(r->path))
        usage_error(line, "--pairs - and the graph -: standard input can be read once");
    if (is_dash(r->index_path) && (is_dash(r->path) || is_dash(r->pairs_path)))
        usage_error(line, "--index - and another -: standard input can be read once");
}

/* ---- pairs ----------------------------------------------------------------------------------- */

static kg_status find_end(struct routes *r, const char *option, const char *name, kg_vertex *v)
{
    return tool_blame(&r->tool, option, kg_graph_find_vertex(r->graph, name, strlen(name), v));
}

/* ---- answers --------------------------------------------------------------------------------- */

/* A path, or none. With an index and --format cost it is its length alone. */
struct route {
    struct pair pair;
    bool found;
    double cost;
    const kg_edge *edge;   /* [count] */
    const kg_vertex *step; /* [count + 1] */
    uint64_t count;
};

static void put_members(struct text *text, const struct routes *r, const struct route *route)
{
    json_name(text, "from", r->graph, route->pair.from);
    json_name(text, "to", r->graph, route->pair.to);
    json_string(text, "status", route->found ? "found" : "unreachable");
    if (!route->found)
        return;
    json_double(text, "cost", route->cost);
    json_number(text, "steps", route->count);
    json_open(text, "path", '[');
    for (uint64_t i = 0; i <= route->count; i++)
        json_name(text, NULL, r->graph, route->step[i]);
    json_close(text, ']');
    json_open(text, "edge_ids", '[');
    for (uint64_t i = 0; i < route->count; i++)
        json_number(text, NULL, route->edge[i]);
    json_close(text, ']');
}

static void put_walk(struct text *text, const struct routes *r, const struct route *route)
{
    const char *between = r->format == LINES                         ? "\n"
                          : kg_graph_kind(r->graph) == KG_UNDIRECTED ? " -- "
                                                                     : " -> ";

    text_names(text, r->graph, route->step, route->count, between);
    text_name(text, r->graph, route->step[route->count]);
    text_string(text, "\n");
}

/* A line of the table that pairs have by default: from, to, cost, steps. */
static void put_row(struct text *text, const struct routes *r, const struct route *route)
{
    text_field(text, r->graph, route->pair.from);
    text_string(text, "\t");
    text_field(text, r->graph, route->pair.to);
    text_string(text, "\t");
    if (!route->found) {
        text_string(text, "unreachable\t-\n");
        return;
    }
    text_real(text, route->cost);
    text_format(text, "\t%" PRIu64 "\n", route->count);
}

static void put_route(struct text *text, const struct routes *r, const struct route *route)
{
    if (r->format == JSON_LINES) {
        json_open(text, NULL, '{');
        put_members(text, r, route);
        json_close(text, '}');
        text_string(text, "\n");
    } else if (r->pairs_path && !r->format_given) {
        put_row(text, r, route);
    } else if (!route->found) {
        text_string(text, r->pairs_path ? "unreachable\n" : "");
    } else if (r->format == COST) {
        text_real(text, route->cost);
        text_string(text, "\n");
    } else if (r->format == EDGES) {
        text_edges(text, route->edge, route->count, r->pairs_path ? " " : "\n");
        if (r->pairs_path)
            text_string(text, "\n");
    } else {
        put_walk(text, r, route);
        if (r->pairs_path && r->format == LINES)
            text_string(text, "\n");
    }
}

static void say_no(struct routes *r, const struct route *route)
{
    if (!r->tool.quiet)
        tool_say(&r->tool, "no path from %s to %s", NAME_SHOWN(r->graph, route->pair.from),
            NAME_SHOWN(r->graph, route->pair.to));
}

/* Asks an answer of the search, or if that is NULL the index or a search by estimates. A path that
 * is too long for estimates takes a search without. */
static kg_status ask(struct routes *r, kg_distances *distances, struct route *route)
{
    const struct pair *pair = &route->pair;
    kg_status status;

    if (!distances && r->guide.guide) {
        status = guide_find(&r->guide, pair->from, pair->to, r->find.skip_verify, &route->cost,
            &route->edge, &route->step, &route->count);
        if (status != KG_OVERFLOW)
            return status;
        r->find.goal = &pair->to;
        r->find.goals = 1;
        kg_distances_destroy(r->plain);
        TRY(kg_graph_distances(&r->plain, r->graph, &pair->from, 1, &r->find));
        distances = r->plain;
    }
    if (!distances)
        return kg_hierarchy_path(r->index, pair->from, pair->to, &route->cost, &route->edge,
            &route->step, &route->count);
    status = kg_distances_path(distances, pair->to, &route->edge, &route->step, &route->count);
    if (status == KG_OK)
        route->cost = kg_distances_lengths(distances)[pair->to];
out:
    return status;
}

/* Asks the index for the lengths of pairs first .. last-1. */
static kg_status ask_lengths(struct routes *r, uint64_t first, uint64_t last)
{
    kg_vertex *to = r->end + LENGTHS_TOGETHER;

    for (uint64_t i = first; i < last; i++) {
        r->end[i - first] = r->pair[i].from;
        to[i - first] = r->pair[i].to;
    }
    return kg_hierarchy_distances(r->index, r->end, to, last - first, r->length);
}

/* Prints the answers of pairs first .. last-1. distances: NULL, or the search from the vertex at
 * which all of them begin. */
static kg_status put_answers(
    struct routes *r, kg_distances *distances, uint64_t first, uint64_t last)
{
    kg_status status = r->length ? ask_lengths(r, first, last) : KG_OK;

    if (status != KG_OK)
        return status;
    for (uint64_t i = first; i < last; i++) {
        struct route route = {.pair = r->pair[i]};

        if (r->length) {
            route.cost = r->length[i - first];
            status = isinf(route.cost) ? KG_NO_SOLUTION : KG_OK;
        } else {
            status = ask(r, distances, &route);
        }
        if (status != KG_OK && status != KG_NO_SOLUTION)
            return status;
        route.found = status == KG_OK;
        r->unreachable += !route.found;
        if (r->tool.json) {
            if (r->pairs_path)
                json_open(&r->document, NULL, '{');
            put_members(&r->document, r, &route);
            if (r->pairs_path)
                json_close(&r->document, '}');
        }
        if (!r->tool.json || r->tool.output)
            put_route(&r->answers.text, r, &route);
        if (!route.found && !r->pairs_path)
            say_no(r, &route);
    }
    return answers_show(&r->answers);
}

static kg_status search(struct routes *r)
{
    kg_distances *distances = NULL;
    kg_vertex *goal = calloc(r->pairs + 1, sizeof *goal);
    kg_status status = goal ? KG_OK : KG_MEMORY;

    TRY(status);
    for (uint64_t first = 0, last; first < r->pairs; first = last) {
        for (last = first; last < r->pairs && r->pair[last].from == r->pair[first].from; last++)
            goal[last - first] = r->pair[last].to;
        r->find.goal = goal;
        r->find.goals = last - first;
        kg_distances_destroy(distances);
        status = kg_graph_distances(&distances, r->graph, &r->pair[first].from, 1, &r->find);
        if (status == KG_FORMAT)
            status =
                tool_fail(&r->tool, status, "%s: %s", r->path, kg_context_message(r->tool.ctx));
        TRY(status);
        TRY(put_answers(r, distances, first, last));
    }
out:
    kg_distances_destroy(distances);
    free(goal);
    return status;
}

/* Answers the pairs by the index or by estimates. */
static kg_status look_up(struct routes *r)
{
    const bool by_lengths = r->index && r->format == COST && !r->tool.json;
    const uint64_t together = by_lengths ? LENGTHS_TOGETHER : r->index ? PATHS_TOGETHER : 1;
    kg_status status = KG_OK;

    if (by_lengths) {
        r->end = malloc(2 * together * sizeof *r->end);
        r->length = malloc(together * sizeof *r->length);
        if (!r->end || !r->length)
            return KG_MEMORY;
    }
    for (uint64_t first = 0; first < r->pairs && status == KG_OK; first += together)
        status =
            put_answers(r, NULL, first, r->pairs - first < together ? r->pairs : first + together);
    return status;
}

/* Reads the index, which must be of the lengths that are asked for. */
static kg_status read_index(struct routes *r)
{
    kg_hierarchy_counts counts;
    kg_status status;

    TRY(kg_hierarchy_read(&r->index, r->graph, r->index_path));
    TRY(kg_hierarchy_count(r->index, &counts));
    if (counts.unit != r->find.unit)
        status = tool_fail(&r->tool, KG_ARGUMENT, "%s: an index made %s --unit, which must be %s",
            r->index_path, counts.unit ? "with" : "without", counts.unit ? "given" : "left out");
out:
    return status;
}

static kg_status print_document(struct routes *r)
{
    if (r->pairs_path) {
        json_close(&r->document, ']');
        json_number(&r->document, "unreachable", r->unreachable);
    }
    return tool_print_json(&r->tool, &r->document);
}

static kg_status run(struct routes *r)
{
    struct pairs file = {.tool = &r->tool, .path = r->pairs_path};
    kg_status status;

    r->answers.tool = &r->tool;
    TRY(tool_begin_reading(&r->tool));
    r->read.lengths = 1;
    TRY(tool_read(&r->tool, &r->graph, r->path, &r->read));
    if (r->index_path)
        TRY(read_index(r));
    file.graph = r->graph;
    r->guide.tool = &r->tool;
    r->guide.graph = r->graph;
    r->guide.graph_path = r->path;
    r->guide.options.unit = r->find.unit;
    if (is_guided(r))
        TRY(guide_make(&r->guide));
    if (r->pairs_path) {
        status = pairs_read(&file);
        r->pair = file.pair;
        r->pairs = file.count;
        TRY(status);
    } else {
        r->pair = calloc(1, sizeof *r->pair);
        status = r->pair ? KG_OK : KG_MEMORY;
        TRY(status);
        r->pairs = 1;
        TRY(find_end(r, "--from", r->from, &r->pair->from));
        TRY(find_end(r, "--to", r->to, &r->pair->to));
    }
    if (r->tool.json) {
        json_open(&r->document, NULL, '{');
        json_number(&r->document, "vertices", kg_graph_vertices(r->graph));
        json_number(&r->document, "edges", kg_graph_edges(r->graph));
        if (r->pairs_path) {
            json_number(&r->document, "pairs", r->pairs);
            json_open(&r->document, "answers", '[');
        }
    }
    TRY(r->index || r->guide.guide ? look_up(r) : search(r));
    TRY(answers_end(&r->answers));
    if (r->tool.json)
        TRY(print_document(r));
    if (r->pairs_path && r->unreachable && !r->tool.quiet)
        tool_say(
            &r->tool, "%" PRIu64 " of %" PRIu64 " pairs have no path", r->unreachable, r->pairs);
    status = r->unreachable ? KG_NO_SOLUTION : KG_OK;
out:
    free(r->answers.text.bytes);
    free(r->document.bytes);
    free(r->pair);
    free(r->end);
    free(r->length);
    guide_end(&r->guide);
    kg_distances_destroy(r->plain);
    kg_hierarchy_destroy(r->index);
    kg_graph_destroy(r->graph);
    return status;
}

static int run_command(int argc, char **argv)
{
    static const struct command_rules rules = {take_argument, check};
    struct routes r = {
        .tool.name = argv[0], .read = KG_READ_OPTIONS_INIT, .find = KG_DISTANCES_OPTIONS_INIT};

    tool_parse(&r.tool, &astar_graph_command.shown, &rules, argc, argv, &r);
    return tool_end(&r.tool, run(&r));
}

const struct astar_command astar_graph_command = {
    .shown = {"graph", "a shortest path in a graph, or many", "GRAPH",
        TABLES_OF({options}, TABLE_AT(reading_options, struct routes, read),
            READS_LINKS(struct routes, read)),
        doc, about},
    .run = run_command};
