/* Prints the walk, or the trails, that euler-find found. */
#include "euler-find.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 256 }; /* vertices of the walk that are looked up at once */

/* Trail t has the edges begin[t] to begin[t + 1] - 1 and one vertex more: of all vertices, one
 * trail's behind the other's, begin[t] + t to begin[t + 1] + t. A circuit or path is one trail. */
struct answer {
    kg_graph *graph;
    const kg_edge *row;
    const kg_vertex *col;             /* of a graph that is not directed the ends of its edges */
    bool halves;                      /* it is not: the walk is of half-edges */
    const uint64_t *side, *one_sided; /* of a bidirected graph, as bits */
    const kg_edge *walk;              /* edges, or half-edges */
    uint64_t length, vertices;        /* edges of all; and as many more as there are trails */
    const uint64_t *begin;            /* [trails + 1] */
    uint64_t trails;
    const char *after, *last;   /* behind each vertex or edge, and behind a trail's last */
    const char *between;        /* before each trail but the first */
    const char *opens, *closes; /* around each trail in JSON, where there are several */
};

static kg_edge edge_of(const struct answer *answer, uint64_t step)
{
    return answer->halves ? answer->walk[step] / 2 : answer->walk[step];
}

/* A trail of which vertex i, or edge i, is one. share: 1 of vertices, 0 of edges. */
static uint64_t trail_of(const struct answer *answer, uint64_t i, unsigned share)
{
    uint64_t low = 0, high = answer->trails;

    while (high - low > 1) {
        uint64_t middle = low + (high - low) / 2;

        if (answer->begin[middle] + share * middle <= i)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Where entry `step` of the walk leads, as a place in col. */
static uint64_t target(const struct answer *answer, uint64_t step)
{
    return answer->halves ? answer->walk[step] ^ 1 : answer->walk[step];
}

/* Where trail t begins. */
static kg_vertex start_of(const struct answer *answer, uint64_t t)
{
    kg_edge first = answer->walk[answer->begin[t]];

    return answer->halves ? answer->col[first]
                          : row_of_edge(answer->row, kg_graph_vertices(answer->graph), first);
}

/* In which direction vertex `first` of trail t is passed: '+' from its minus side to its plus side,
 * '-' back, 0 where it has but one side. */
static char sign_of(const struct answer *answer, uint64_t t, uint64_t first)
{
    const bool begins = first == answer->begin[t] + t;
    const kg_edge half = begins ? answer->walk[first - t] : answer->walk[first - t - 1] ^ 1;

    if (bit_of(answer->one_sided, answer->col[half]))
        return 0;
    return bit_of(answer->side, half) == begins ? '+' : '-';
}

/* Vertices of trail t. Asks for the block after this one too, so that its cache misses pass while
 * this one is printed. */
static void look_up(
    const struct answer *answer, uint64_t t, uint64_t first, size_t count, kg_vertex *vertex)
{
    size_t i = 0;

    if (first == answer->begin[t] + t && count)
        vertex[i++] = start_of(answer, t);
    for (; i < count; i++) {
        uint64_t step = first + i - t - 1;

        if (answer->length - step > BLOCK)
            __builtin_prefetch(&answer->col[target(answer, step + BLOCK)]);
        vertex[i] = answer->col[target(answer, step)];
    }
}

/* One vertex after the other, with its sign. */
static void put_signed(struct text *text, const struct answer *answer, uint64_t t, uint64_t first,
    const kg_vertex *vertex, size_t count, const char *after)
{
    for (size_t i = 0; i < count; i++) {
        const char sign = sign_of(answer, t, first + i);

        text_name(text, answer->graph, vertex[i]);
        text_put(text, &sign, sign != 0);
        if (i + 1 < count)
            text_string(text, after);
    }
}

/* A piece of rows [first, last): of no more than `most` of them, all of one trail. */
struct piece {
    uint64_t trail;
    size_t count;
    bool begins, ends; /* the trail */
};

static struct piece piece_at(
    const struct answer *answer, uint64_t first, uint64_t last, unsigned share, size_t most)
{
    uint64_t t = trail_of(answer, first, share), end = answer->begin[t + 1] + share * (t + 1);
    uint64_t stop = last < end ? last : end;
    size_t count = stop - first < most ? (size_t)(stop - first) : most;

    return (struct piece){t, count, first == answer->begin[t] + share * t, first + count == end};
}

static void put_vertices(struct text *text, const void *user, uint64_t first, uint64_t last)
{
    const struct answer *answer = user;
    kg_vertex vertex[BLOCK];
    struct piece piece;

    for (; first < last; first += piece.count) {
        piece = piece_at(answer, first, last, 1, BLOCK);
        if (piece.begins && piece.trail)
            text_string(text, answer->between);
        look_up(answer, piece.trail, first, piece.count, vertex);
        if (answer->side) {
            put_signed(text, answer, piece.trail, first, vertex, piece.count, answer->after);
            text_string(text, piece.ends ? answer->last : answer->after);
            continue;
        }
        text_names(text, answer->graph, vertex, piece.count - piece.ends, answer->after);
        if (piece.ends) {
            text_name(text, answer->graph, vertex[piece.count - 1]);
            text_string(text, answer->last);
        }
    }
}

/* The same with their names; count: at most NAMES. */
static void look_up_names(
    const struct answer *answer, uint64_t t, uint64_t first, size_t count, struct names *names)
{
    kg_vertex vertex[NAMES];

    look_up(answer, t, first, count, vertex);
    names_look_up(names, answer->graph, vertex, count);
}

/* Into the string that the text ends with. */
static void put_sign_within(struct text *text, char sign)
{
    const char end[] = {sign, '"'};

    if (!sign || text->failed)
        return;
    text->used--;
    text_put(text, end, sizeof end);
}

/* Elements of an array, those of each of several trails in an array of their own. */
static void put_vertices_json(struct text *text, const void *user, uint64_t first, uint64_t last)
{
    const struct answer *answer = user;
    kg_vertex vertex[NAMES];
    struct names names;
    struct piece piece;

    for (; first < last; first += piece.count) {
        piece = piece_at(answer, first, last, 1, NAMES);
        if (first)
            text_put(text, ",", 1);
        if (piece.begins)
            text_string(text, answer->opens);
        look_up(answer, piece.trail, first, piece.count, vertex);
        if (answer->side || kg_graph_has_names(answer->graph)) {
            names_look_up(&names, answer->graph, vertex, piece.count);
            for (size_t i = 0; i < piece.count; i++) {
                json_bytes(text, NULL, names.name[i], names.length[i]);
                if (answer->side)
                    put_sign_within(text, sign_of(answer, piece.trail, first + i));
            }
        } else { /* numbers need no escapes */
            text_put(text, "\"", 1);
            text_names(text, answer->graph, vertex, piece.count - 1, "\",\"");
            text_name(text, answer->graph, vertex[piece.count - 1]);
            text_put(text, "\"", 1);
        }
        if (piece.ends)
            text_string(text, answer->closes);
    }
}

/* Edge ids of one trail: each but the trail's last with what comes behind it. */
static void put_piece(
    struct text *text, const struct answer *answer, uint64_t first, size_t count, const char *after)
{
    const kg_edge *edge = answer->walk + first;
    kg_edge whole[BLOCK];

    if (answer->halves) {
        for (size_t i = 0; i < count; i++)
            whole[i] = edge[i] / 2;
        edge = whole;
    }
    text_edges(text, edge, count, after);
}

static void put_edges(struct text *text, const void *user, uint64_t first, uint64_t last)
{
    const struct answer *answer = user;
    struct piece piece;

    for (; first < last; first += piece.count) {
        piece = piece_at(answer, first, last, 0, BLOCK);
        if (piece.begins && piece.trail)
            text_string(text, answer->between);
        put_piece(text, answer, first, piece.count, answer->after);
    }
}

static void put_edges_json(struct text *text, const void *user, uint64_t first, uint64_t last)
{
    const struct answer *answer = user;
    struct piece piece;

    for (; first < last; first += piece.count) {
        piece = piece_at(answer, first, last, 0, BLOCK);
        if (first)
            text_put(text, ",", 1);
        if (piece.begins)
            text_string(text, answer->opens);
        put_piece(text, answer, first, piece.count - 1, ",");
        text_number(text, edge_of(answer, first + piece.count - 1));
        if (piece.ends)
            text_string(text, answer->closes);
    }
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
    const struct answer *answer = user;
    struct names names;
    struct piece piece;

    for (; first < last; first += piece.count) {
        piece = piece_at(answer, first, last, 1, NAMES);
        look_up_names(answer, piece.trail, first, piece.count, &names);
        for (size_t i = 0; i < piece.count; i++) {
            size_t length = names.length[i];
            size_t letter = piece.begins && !i ? length : last_character(names.name[i], length);

            text_put(text, names.name[i] + length - letter, letter);
        }
        if (piece.ends)
            text_put(text, "\n", 1);
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

/* The first of the steps [first, last) whose names do not overlap, or last. */
static uint64_t first_misspelled(const struct answer *answer, uint64_t first, uint64_t last)
{
    struct names names;
    struct piece piece;

    for (; first < last; first += piece.count) {
        piece = piece_at(answer, first, last, 0, NAMES - 1);
        look_up_names(answer, piece.trail, first + piece.trail, piece.count + 1, &names);
        for (size_t i = 0; i < piece.count; i++)
            if (!overlap(&names, i))
                return first + i;
    }
    return last;
}

static kg_status check_spelling(struct euler *euler, const struct answer *answer)
{
    enum { STEPS = 1 << 12 };
    int threads = kg_context_threads(euler->tool.ctx);
    uint64_t bad = UINT64_MAX; /* the first step that does not overlap */
    struct text text = {0};
    kg_vertex vertex[2];

    (void)threads;
#pragma omp parallel for num_threads(threads) reduction(min : bad)
    for (uint64_t step = 0; step < answer->length; step += STEPS) {
        uint64_t last = answer->length - step < STEPS ? answer->length : step + STEPS;
        uint64_t at = first_misspelled(answer, step, last);

        if (at < last && at < bad)
            bad = at;
    }
    if (bad == UINT64_MAX)
        return KG_OK;
    look_up(answer, trail_of(answer, bad, 0), bad + trail_of(answer, bad, 0), 2, vertex);
    text_name_shown(&text, answer->graph, vertex[0]);
    text_string(&text, " -> ");
    text_name_shown(&text, answer->graph, vertex[1]);
    tool_fail(&euler->tool, KG_FORMAT,
        "cannot spell %.*s: a name must begin with the one before it less its first character",
        (int)text.used, text.bytes);
    free(text.bytes);
    return KG_FORMAT;
}

static bool is_trails(const struct euler *euler)
{
    return euler->find.kind == KG_EULER_TRAILS;
}

/* The vertices of the walk, or of each trail, as a line or one a line; or their spelling. */
static kg_status write_vertices(struct euler *euler, kg_output *output, const struct answer *answer)
{
    kg_status status = KG_OK;

    if (answer->length)
        TRY(tool_rows(&euler->tool, output, answer->vertices,
            euler->format == SPELL ? put_spelling : put_vertices, answer));
    else if (euler->format != LINES && !is_trails(euler)) /* the circuit of no edges */
        TRY(kg_output_write(output, "\n", 1));
out:
    return status;
}

static const char *kind_of(const kg_euler *found)
{
    static const char *const kind[] = {"", "circuit", "path", "trails"};

    return kind[kg_euler_found(found)];
}

static void put_summary(struct text *text, kg_euler *found, const struct answer *answer)
{
    json_string(text, "kind", kind_of(found));
    json_number(text, "vertices", kg_graph_vertices(answer->graph));
    json_number(text, "edges", answer->length);
    if (kg_euler_found(found) == KG_EULER_TRAILS)
        json_number(text, "trails", answer->trails);
    else if (answer->length)
        json_name(text, "start", answer->graph, start_of(answer, 0));
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

/* What is printed around vertices and trails. */
static void lay_out(struct answer *answer, const struct euler *euler)
{
    const bool lines = euler->format == LINES || euler->format == EDGES;

    answer->after = lines ? "\n" : answer->halves ? " -- " : " -> ";
    answer->last = "\n";
    answer->between = lines ? "\n" : "";
    answer->opens = is_trails(euler) ? "[" : "";
    answer->closes = is_trails(euler) ? "]" : "";
}

static kg_status find_answer(struct answer *answer, kg_graph *graph, kg_euler *found)
{
    kg_status status;

    answer->graph = graph;
    answer->halves = kg_graph_kind(graph) != KG_DIRECTED;
    answer->length = kg_graph_edges(graph);
    TRY(kg_euler_walk(found, &answer->walk));
    TRY(kg_euler_trails(found, &answer->begin, &answer->trails));
    answer->vertices = answer->length + answer->trails;
    if (kg_graph_kind(graph) == KG_BIDIRECTED)
        TRY(kg_graph_sides(graph, &answer->side, &answer->one_sided));
    if (answer->halves)
        TRY(kg_graph_ends(graph, &answer->col));
    else
        TRY(kg_graph_csr(graph, &answer->row, &answer->col));
out:
    return status;
}

static void say_what(struct euler *euler, kg_euler *found, const struct answer *answer)
{
    const char *const plural = answer->trails == 1 ? "" : "s";

    if (is_trails(euler))
        tool_say(&euler->tool,
            "%" PRIu64 " trail%s of %" PRIu64 " edges, joined from %" PRIu64 " circuits",
            answer->trails, plural, answer->length, kg_euler_initial_circuits(found));
    else
        tool_say(&euler->tool, "%s of %" PRIu64 " edges, joined from %" PRIu64 " circuits",
            kind_of(found), answer->length, kg_euler_initial_circuits(found));
}

kg_status write_answer(struct euler *euler, kg_graph *graph, kg_euler *found)
{
    struct tool *tool = &euler->tool;
    struct answer answer = {0};
    kg_output *output = NULL;
    kg_status status;

    TRY(find_answer(&answer, graph, found));
    lay_out(&answer, euler);
    if (euler->format == SPELL && answer.side) {
        status = KG_UNSUPPORTED;
        tool_fail(tool, status, "--format spell: a bidirected graph has no words to spell yet");
        goto out;
    }
    if (euler->format == SPELL)
        TRY(check_spelling(euler, &answer));
    TRY(tool_open(tool, &output, tool->output));
    if (euler->format == EDGES)
        TRY(tool_rows(tool, output, answer.length, put_edges, &answer));
    else if (euler->format == JSON)
        TRY(write_json(euler, output, found, &answer));
    else
        TRY(write_vertices(euler, output, &answer));
    TRY(tool_close(tool, output));
    if (tool->json && tool->output)
        TRY(print_summary(euler, found, &answer));
    if (tool->verbose)
        say_what(euler, found, &answer);
out:
    kg_output_destroy(output);
    return status;
}
