/* Prints the walk that euler-find found. */
#include "euler-find.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 256 }; /* vertices of the walk that are looked up at once */

/* Vertex i of the walk is the start or where edge i - 1 leads. */
struct answer {
    kg_graph *graph;
    const kg_vertex *col; /* of an undirected graph the ends of its edges */
    bool undirected;
    const kg_edge *walk;       /* edges, or half-edges */
    uint64_t length, vertices; /* edges; one more, or 0 for the empty circuit */
    kg_vertex start;
    const char *after; /* behind each vertex or edge */
};

/* Where entry `step` of the walk leads, as a place in col. */
static uint64_t target(const struct answer *answer, uint64_t step)
{
    return answer->undirected ? answer->walk[step] ^ 1 : answer->walk[step];
}

/* Asks for the block after this one too, so that its cache misses pass while this one is printed.
 */
static void look_up(const struct answer *answer, uint64_t first, size_t count, kg_vertex *vertex)
{
    size_t i = 0;

    if (first == 0 && count)
        vertex[i++] = answer->start;
    for (; i < count; i++) {
        uint64_t step = first + i - 1;

        if (answer->length - step > BLOCK)
            __builtin_prefetch(&answer->col[target(answer, step + BLOCK)]);
        vertex[i] = answer->col[target(answer, step)];
    }
}

static void put_vertices(struct text *text, const void *user, uint64_t first, uint64_t last)
{
    const struct answer *answer = user;
    kg_vertex vertex[BLOCK];

    for (size_t count; first < last; first += count) {
        count = last - first < BLOCK ? last - first : BLOCK;
        look_up(answer, first, count, vertex);
        text_names(text, answer->graph, vertex, count, answer->after);
    }
}

/* The names of vertex first and those behind it. Returns how many: all before last, or NAMES. */
static size_t look_up_names(
    const struct answer *answer, uint64_t first, uint64_t last, struct names *names)
{
    size_t count = last - first < NAMES ? last - first : NAMES;
    kg_vertex vertex[NAMES];

    look_up(answer, first, count, vertex);
    names_look_up(names, answer->graph, vertex, count);
    return count;
}

/* Elements of an array, without the comma behind the last one of these rows. */
static void put_vertices_json(struct text *text, const void *user, uint64_t first, uint64_t last)
{
    struct answer quoted = *(const struct answer *)user;
    struct names names;

    if (first)
        text_put(text, ",", 1);
    if (kg_graph_has_names(quoted.graph)) {
        for (size_t count; first < last; first += count) {
            count = look_up_names(&quoted, first, last, &names);
            for (size_t i = 0; i < count; i++)
                json_bytes(text, NULL, names.name[i], names.length[i]);
        }
        return;
    }
    quoted.after = "\",\""; /* numbers need no escapes */
    text_put(text, "\"", 1);
    put_vertices(text, &quoted, first, last);
    if (!text->failed)
        text->used -= 2;
}

static void put_edges(struct text *text, const void *user, uint64_t first, uint64_t last)
{
    const struct answer *answer = user;

    kg_edge edge[BLOCK];

    if (!answer->undirected) {
        text_edges(text, answer->walk + first, last - first, answer->after);
        return;
    }
    for (size_t count; first < last; first += count) {
        count = last - first < BLOCK ? last - first : BLOCK;
        for (size_t i = 0; i < count; i++)
            edge[i] = answer->walk[first + i] / 2;
        text_edges(text, edge, count, answer->after);
    }
}

static void put_edges_json(struct text *text, const void *user, uint64_t first, uint64_t last)
{
    if (first)
        text_put(text, ",", 1);
    put_edges(text, user, first, last);
    if (!text->failed)
        text->used--;
}

/* Bytes of a name's first character, and of its last. */
static size_t first_character(const char *name, size_t length)
{
    size_t bytes = utf8_length(name, length);

    return bytes ? bytes : length > 0;
}

static size_t last_character(const char *name, size_t length)
{
    for (size_t bytes = 1; bytes <= 4 && bytes <= length; bytes++)
        if (utf8_length(name + length - bytes, bytes) == bytes)
            return bytes;
    return length > 0;
}

/* A vertex of a spelled walk adds the last character of its name. */
static void put_spelling(struct text *text, const void *user, uint64_t first, uint64_t last)
{
    struct names names;

    for (size_t count; first < last; first += count) {
        count = look_up_names(user, first, last, &names);
        for (size_t i = 0; i < count; i++) {
            size_t length = names.length[i];
            size_t letter = first + i ? last_character(names.name[i], length) : length;

            text_put(text, names.name[i] + length - letter, letter);
        }
    }
}

/* Whether names i and i + 1 overlap: name i without its first character is name i + 1 without its
 * last. */
static bool overlap(const struct names *names, size_t i)
{
    const char *const *name = &names->name[i];
    const size_t *length = &names->length[i];
    size_t first = first_character(name[0], length[0]), last = last_character(name[1], length[1]);

    return length[0] - first == length[1] - last &&
           memcmp(name[0] + first, name[1], length[0] - first) == 0;
}

static kg_status check_spelling(struct euler *euler, const struct answer *answer)
{
    enum { STEPS = NAMES - 1 };
    int threads = kg_context_threads(euler->tool.ctx);
    uint64_t bad = UINT64_MAX; /* the first step that does not overlap */
    struct text text = {0};
    kg_vertex vertex[2];

    (void)threads;
#pragma omp parallel for num_threads(threads) reduction(min : bad)
    for (uint64_t step = 0; step < answer->length; step += STEPS) {
        struct names names;
        size_t count = look_up_names(answer, step, answer->vertices, &names);

        for (size_t i = 0; i + 1 < count; i++)
            if (step + i < bad && !overlap(&names, i))
                bad = step + i;
    }
    if (bad == UINT64_MAX)
        return KG_OK;
    look_up(answer, bad, 2, vertex);
    text_name_shown(&text, answer->graph, vertex[0]);
    text_string(&text, " -> ");
    text_name_shown(&text, answer->graph, vertex[1]);
    tool_fail(&euler->tool, KG_FORMAT,
        "cannot spell %.*s: a name must begin with the one before it less its first character",
        (int)text.used, text.bytes);
    free(text.bytes);
    return KG_FORMAT;
}

/* The vertices of the walk, each followed by `after`, the last one by a line's end. */
static kg_status write_vertices(struct euler *euler, kg_output *output, const struct answer *answer)
{
    struct text text = {0};
    kg_status status = KG_OK;
    kg_vertex vertex;

    if (answer->length) {
        TRY(tool_rows(&euler->tool, output, answer->length, put_vertices, answer));
        look_up(answer, answer->length, 1, &vertex);
        text_name(&text, answer->graph, vertex);
    }
    if (answer->length || euler->format == WALK)
        text_put(&text, "\n", 1);
    TRY(text_flush(&text, output));
out:
    free(text.bytes);
    return status;
}

static kg_status write_spelling(struct euler *euler, kg_output *output, const struct answer *answer)
{
    kg_status status;

    TRY(tool_rows(&euler->tool, output, answer->vertices, put_spelling, answer));
    TRY(kg_output_write(output, "\n", 1));
out:
    return status;
}

static void put_summary(struct text *text, kg_euler *found, const struct answer *answer)
{
    json_string(text, "kind", kg_euler_found(found) == KG_EULER_PATH ? "path" : "circuit");
    json_number(text, "vertices", kg_graph_vertices(answer->graph));
    json_number(text, "edges", answer->length);
    if (answer->length)
        json_name(text, "start", answer->graph, answer->start);
    else
        json_null(text, "start");
    json_number(text, "initial_circuits", kg_euler_initial_circuits(found));
}

static kg_status write_json(
    struct euler *euler, kg_output *output, kg_euler *found, const struct answer *answer)
{
    struct text text = {0};
    kg_status status;

    json_open(&text, NULL, '{');
    put_summary(&text, found, answer);
    json_open(&text, "walk", '[');
    TRY(text_flush(&text, output));
    TRY(tool_rows(&euler->tool, output, answer->vertices, put_vertices_json, answer));
    json_close(&text, ']');
    json_open(&text, "edge_ids", '[');
    TRY(text_flush(&text, output));
    TRY(tool_rows(&euler->tool, output, answer->length, put_edges_json, answer));
    json_close(&text, ']');
    if (euler->tool.json && !euler->tool.output)
        tool_statistics_json(&euler->tool, &text);
    json_close(&text, '}');
    text_put(&text, "\n", 1);
    TRY(text_flush(&text, output));
out:
    free(text.bytes);
    return status;
}

static kg_status print_summary(struct euler *euler, kg_euler *found, const struct answer *answer)
{
    struct text text = {0};
    kg_status status;

    json_open(&text, NULL, '{');
    put_summary(&text, found, answer);
    status = tool_print_json(&euler->tool, &text);
    free(text.bytes);
    return status;
}

kg_status write_answer(struct euler *euler, kg_graph *graph, kg_euler *found)
{
    struct tool *tool = &euler->tool;
    static const char *const after[FORMATS] = {" -> ", "\n", "\n", ",", ""};
    uint64_t m = kg_graph_edges(graph);
    struct answer answer = {.graph = graph,
        .undirected = kg_graph_kind(graph) == KG_UNDIRECTED,
        .length = m,
        .vertices = m + (m > 0),
        .after = after[euler->format]};
    const kg_edge *row;
    kg_output *output = NULL;
    kg_status status;

    if (answer.undirected && euler->format == WALK)
        answer.after = " -- ";
    TRY(kg_euler_walk(found, &answer.walk));
    if (answer.undirected)
        TRY(kg_graph_ends(graph, &answer.col));
    else
        TRY(kg_graph_csr(graph, &row, &answer.col));
    if (answer.length && answer.undirected)
        answer.start = answer.col[answer.walk[0]];
    else if (answer.length)
        answer.start = row_of_edge(row, kg_graph_vertices(graph), answer.walk[0]);
    if (euler->format == SPELL)
        TRY(check_spelling(euler, &answer));
    TRY(tool_open(tool, &output, tool->output));
    if (euler->format == EDGES)
        TRY(tool_rows(tool, output, answer.length, put_edges, &answer));
    else if (euler->format == JSON)
        TRY(write_json(euler, output, found, &answer));
    else if (euler->format == SPELL)
        TRY(write_spelling(euler, output, &answer));
    else
        TRY(write_vertices(euler, output, &answer));
    TRY(tool_close(tool, output));
    if (tool->json && tool->output)
        TRY(print_summary(euler, found, &answer));
    if (tool->verbose)
        tool_say(tool, "%s of %" PRIu64 " edges, joined from %" PRIu64 " circuits",
            kg_euler_found(found) == KG_EULER_PATH ? "path" : "circuit", answer.length,
            kg_euler_initial_circuits(found));
out:
    kg_output_destroy(output);
    return status;
}
