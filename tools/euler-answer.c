/* Prints the walk, or the trails, that euler-find found. */
#include "euler-answer.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 256 }; /* vertices of the walk that are looked up at once */

static kg_edge edge_of(const struct answer *answer, uint64_t step)
{
    return answer->halves ? entry_of(answer, step) / 2 : entry_of(answer, step);
}

uint64_t trail_of(const struct answer *answer, uint64_t i, unsigned share)
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
    return answer->halves ? entry_of(answer, step) ^ 1 : entry_of(answer, step);
}

/* Where trail t begins. */
static kg_vertex start_of(const struct answer *answer, uint64_t t)
{
    kg_edge first;

    if (answer->part)
        return answer->start;
    first = entry_of(answer, answer->begin[t]);
    return answer->halves ? answer->col[first]
                          : row_of_edge(answer->row, kg_graph_vertices(answer->graph), first);
}

char sign_of(const struct answer *answer, uint64_t t, uint64_t first)
{
    const bool begins = first == answer->begin[t] + t;
    const kg_edge half = begins ? entry_of(answer, first - t) : entry_of(answer, first - t - 1) ^ 1;

    if (bit_of(answer->one_sided, answer->col[half]))
        return 0;
    return bit_of(answer->side, half) == begins ? '+' : '-';
}

/* Asks for the block after this one, so that its cache misses pass while this one is printed. */
void look_up(
    const struct answer *answer, uint64_t t, uint64_t first, size_t count, kg_vertex *vertex)
{
    const uint64_t end = answer->first + answer->count;
    size_t i = 0;

    if (answer->part) {
        memcpy(vertex, answer->known + (first - answer->known_first), count * sizeof *vertex);
        return;
    }
    if (first == answer->begin[t] + t && count)
        vertex[i++] = start_of(answer, t);
    for (; i < count; i++) {
        uint64_t step = first + i - t - 1;

        if (end - step > BLOCK)
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

struct piece piece_at(
    const struct answer *answer, uint64_t first, uint64_t last, unsigned share, size_t most)
{
    uint64_t t = trail_of(answer, first, share), end = answer->begin[t + 1] + share * (t + 1);
    uint64_t stop = last < end ? last : end;
    size_t count = stop - first < most ? (size_t)(stop - first) : most;

    return (struct piece){t, count, first == answer->begin[t] + share * t, first + count == end};
}

void put_vertices(struct text *text, const void *user, uint64_t first, uint64_t last)
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

void look_up_names(
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
                json_name_of(text, NULL, names.name[i], names.length[i], vertex[i]);
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
    const kg_edge *edge = answer->walk + (first - answer->first);
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

/* The columns of each edge that were kept, in the order of the edge ids. */
static void put_kept_json(struct text *text, const void *user, uint64_t first, uint64_t last)
{
    const struct answer *answer = user;
    struct piece piece;

    for (; first < last; first += piece.count) {
        piece = piece_at(answer, first, last, 0, 1);
        if (first)
            text_put(text, ",", 1);
        if (piece.begins)
            text_string(text, answer->opens);
        json_kept(text, NULL, answer->graph, KG_ELEMENT_EDGE, edge_of(answer, first));
        if (piece.ends)
            text_string(text, answer->closes);
    }
}

static bool is_trails(const struct euler *euler)
{
    return euler->find.kind == KG_EULER_TRAILS;
}

static bool is_spelled(const struct euler *euler)
{
    return euler->format == SPELL || euler->format == FASTA;
}

/* The vertices of the walk, or of each trail, as a line or one a line; or their spelling. */
static kg_status write_vertices(struct euler *euler, kg_output *output, struct answer *answer)
{
    kg_status status = KG_OK;

    if (answer->length)
        TRY(is_spelled(euler) ? write_spelling(euler, output, answer)
                              : write_share(euler, output, answer));
    else if (euler->format != LINES && euler->format != FASTA && !is_trails(euler) &&
             !euler->tool.mute) /* the circuit of no edges */
        TRY(kg_output_write(output, "\n", 1));
out:
    return status;
}

static const char *kind_of(const kg_euler *found)
{
    static const char *const kind[] = {"", "circuit", "path", "trails"};

    return kind[kg_euler_found(found)];
}

static void put_certificate(struct text *text, const struct certificate *proof)
{
    json_number(text, "k", proof->k);
    json_number(text, "words", proof->words);
    json_number(text, "missing", proof->missing);
    json_number(text, "balanced_components", proof->balanced);
    json_number(text, "strings", proof->strings);
    json_number(text, "letters", proof->letters);
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
    if (kg_graph_columns(answer->graph, KG_ELEMENT_EDGE)) {
        json_open(&text, "kept", '[');
        TRY(text_flush(&text, output));
        TRY(tool_rows(&euler->tool, output, answer->length, put_kept_json, answer));
        json_close(&text, ']');
    }
    if (euler->tool.json && !euler->tool.output)
        tool_statistics_json(&euler->tool, &text);
    json_close(&text, '}');
    text_put(&text, "\n", 1);
    TRY(text_flush(&text, output));
out:
    free(text.bytes);
    return status;
}

/* What is known of a sequence or strings that were spelled. */
struct spelled {
    bool whole, certified; /* a circuit or path, not one of all by chance; trails of unitigs */
    bool counted;          /* words of unitigs that are equal to one before them: */
    uint64_t repeated;
    kg_euler_unique unique;   /* of a circuit or path */
    struct certificate proof; /* of trails */
};

static void put_unique(struct text *text, kg_euler_unique unique)
{
    if (unique == KG_EULER_PERHAPS)
        json_null(text, "unique");
    else
        json_bool(text, "unique", unique == KG_EULER_ONLY);
}

static kg_status print_summary(struct euler *euler, kg_euler *found, const struct answer *answer,
    const struct spelled *spelled)
{
    struct text text = {0};
    kg_status status;

    json_open(&text, NULL, '{');
    put_summary(&text, found, answer);
    if (spelled->certified)
        put_certificate(&text, &spelled->proof);
    if (spelled->counted)
        json_number(&text, "repeated_words", spelled->repeated);
    else if (spelled->certified)
        json_null(&text, "repeated_words");
    if (spelled->whole)
        put_unique(&text, spelled->unique);
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
    answer->titles = euler->format == FASTA;
    answer->between = lines ? "\n" : "";
    answer->opens = is_trails(euler) ? "[" : "";
    answer->closes = is_trails(euler) ? "]" : "";
}

static kg_status find_answer(
    const struct euler *euler, struct answer *answer, kg_graph *graph, kg_euler *found, bool shared)
{
    kg_status status;

    answer->graph = graph;
    answer->halves = kg_graph_kind(graph) != KG_DIRECTED;
    answer->length = kg_graph_edges(graph);
    TRY(take_share(euler, answer, found, shared));
    TRY(kg_euler_trails(found, &answer->begin, &answer->trails));
    answer->vertices = answer->length + answer->trails;
    if (kg_graph_kind(graph) == KG_BIDIRECTED)
        TRY(kg_graph_sides(graph, &answer->side, &answer->one_sided));
    if (answer->halves)
        TRY(kg_graph_ends(graph, &answer->col));
    else if (!answer->part)
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

static void say_spelled(struct euler *euler, const struct spelled *spelled)
{
    static const char *const unique[] = {
        "perhaps not the only sequence", "the only sequence", "one of several sequences"};
    const struct certificate *proof = &spelled->proof;

    if (spelled->whole && !euler->tool.quiet &&
        (euler->tool.verbose || spelled->unique == KG_EULER_SEVERAL))
        tool_say(&euler->tool, "%s with these words", unique[spelled->unique]);
    if (spelled->repeated && !euler->tool.quiet)
        tool_say(&euler->tool,
            "warning: %s: words that are equal to one before them, or its reverse complement, are "
            "spelled again: %" PRIu64 "; other strings may hold all words in fewer letters, so "
            "check -k, and that the file has unitigs",
            euler->path, spelled->repeated);
    if (spelled->certified && euler->tool.verbose)
        tool_say(&euler->tool,
            "%" PRIu64 " strings = %" PRIu64 " missing partners / 2 + %" PRIu64
            " balanced components; %" PRIu64 " letters = %" PRIu64 " words + %" PRIu64 " * %" PRIu64
            " strings%s",
            proof->strings, proof->missing, proof->balanced, proof->letters, proof->words,
            proof->k - 1, proof->strings,
            spelled->repeated   ? ""
            : !spelled->counted ? ": the fewest, if each word is there once"
                                : ": the fewest");
}

kg_status write_answer(struct euler *euler, kg_graph *graph, kg_part *part, kg_euler *found)
{
    struct tool *tool = &euler->tool;
    struct answer answer = {.part = part};
    const bool shared = is_shared(euler, graph);
    struct spelled spelled;
    uint64_t letters = 0;
    kg_output *output = NULL;
    kg_status status;

    TRY(find_answer(euler, &answer, graph, found, shared));
    if (!shared && !part && answer.count < answer.length)
        goto out; /* rank 0 writes all of it */
    lay_out(&answer, euler);
    answer.letters = &letters;
    spelled =
        (struct spelled){.whole = is_spelled(euler) && !is_trails(euler) && !euler->find.random,
            .certified = is_spelled(euler) && is_trails(euler) && has_letters(&answer),
            .counted = (is_spelled(euler) || euler->format == GFA) && has_letters(&answer) &&
                       !euler->find.skip_verify};
    if (is_spelled(euler) && !has_letters(&answer))
        TRY(check_spelling(euler, &answer));
    if (euler->format == GFA || euler->format == STEPS_CSV)
        TRY(kg_graph_ends(graph, &answer.ends));
    if (euler->format == GFA)
        TRY(check_gfa(euler, &answer));
    if (spelled.whole)
        TRY(kg_euler_is_unique(&spelled.unique, found, graph));
    if (spelled.counted)
        TRY(kg_graph_count_repeated_words(graph, &spelled.repeated));
    TRY((shared || part ? tool_share : tool_open)(tool, &output, tool->output));
    if (euler->format == EDGES)
        TRY(tool_rows_from(tool, output, answer.first, answer.count, put_edges, &answer));
    else if (euler->format == GFA)
        TRY(write_gfa(euler, output, &answer));
    else if (euler->format == STEPS_CSV)
        TRY(write_csv(euler, output, &answer));
    else if (euler->format == JSON)
        TRY(write_json(euler, output, found, &answer));
    else
        TRY(write_vertices(euler, output, &answer));
    if (spelled.certified)
        TRY(certify(euler, &spelled.proof, &answer));
    TRY(tool_close(tool, output));
    if (tool->json && tool->output && !tool->mute) /* only rank 0 knows where the walk begins */
        TRY(print_summary(euler, found, &answer, &spelled));
    if (tool->verbose)
        say_what(euler, found, &answer);
    say_spelled(euler, &spelled);
out:
    kg_output_destroy(output);
    return status;
}
