/*
 * euler-find's answer as GFA 1: segments, links, and a path for each trail.
 *
 * Where the graph was read from unitigs these are the segments, named by their places in the file,
 * and the links are those along the trails, which overlap by k - 1 letters. Else vertices are the
 * segments, edges the links, and a path goes through vertices. In a directed graph all stand as
 * they are; one-sided vertices GFA cannot say. The header has the tag kp:i:1 if edges are parallel:
 * konig reads each link of such a file as an edge.
 */
#include "euler-answer.h"
#include "vertices.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- unitigs --------------------------------------------------------------------------------- */

static void put_unitig_segments(struct text *text, const void *user, uint64_t first, uint64_t last)
{
    const struct answer *answer = user;
    uint64_t length;

    for (; first < last; first++) {
        const char *letters = kg_graph_unitig(answer->graph, (kg_edge)first, &length, NULL);

        text_put(text, "S\t", 2);
        text_number(text, first);
        text_put(text, "\t", 1);
        if (!text_reserve(text, length))
            return;
        put_capitals(text->bytes + text->used, letters, length);
        text->used += length;
        text_put(text, "\n", 1);
    }
}

static void put_step(struct text *text, const struct answer *answer, uint64_t i, const char *sign)
{
    text_number(text, answer->walk[i] / 2);
    text_put(text, sign + (answer->walk[i] & 1) * strlen(sign) / 2, strlen(sign) / 2);
}

/* From entry i of the walk to the next, unless a trail ends there. */
static void put_unitig_links(struct text *text, const void *user, uint64_t first, uint64_t last)
{
    const struct answer *answer = user;
    uint64_t t = trail_of(answer, first, 0), k;

    kg_graph_unitig(answer->graph, 0, NULL, &k);
    for (; first < last; first++) {
        t += first == answer->begin[t + 1];
        if (first + 1 == answer->begin[t + 1])
            continue;
        text_put(text, "L\t", 2);
        put_step(text, answer, first, "\t+\t\t-\t");
        put_step(text, answer, first + 1, "\t+\t\t-\t");
        text_number(text, k - 1);
        text_put(text, "M\n", 2);
    }
}

static void put_path_begin(struct text *text, uint64_t t)
{
    text_put(text, "P\t", 2);
    text_number(text, t);
    text_put(text, "\t", 1);
}

static void put_unitig_paths(struct text *text, const void *user, uint64_t first, uint64_t last)
{
    const struct answer *answer = user;
    uint64_t t = trail_of(answer, first, 0);

    for (; first < last; first++) {
        t += first == answer->begin[t + 1];
        if (first == answer->begin[t])
            put_path_begin(text, t);
        put_step(text, answer, first, "+-");
        text_string(text, first + 1 == answer->begin[t + 1] ? "\t*\n" : ",");
    }
}

/* ---- vertices -------------------------------------------------------------------------------- */

static void put_vertex_segments(struct text *text, const void *user, uint64_t first, uint64_t last)
{
    const struct answer *answer = user;

    for (; first < last; first++) {
        text_put(text, "S\t", 2);
        text_name(text, answer->graph, (kg_vertex)first);
        text_put(text, "\t*\n", 3);
    }
}

static void put_edge_links(struct text *text, const void *user, uint64_t first, uint64_t last)
{
    const struct answer *answer = user;

    for (; first < last; first++) {
        const kg_vertex *end = answer->ends + 2 * first;
        const bool leaves = !answer->side || bit_of(answer->side, 2 * first);
        const bool enters = !answer->side || !bit_of(answer->side, 2 * first + 1);

        text_put(text, "L\t", 2);
        text_name(text, answer->graph, end[0]);
        text_string(text, leaves ? "\t+\t" : "\t-\t");
        text_name(text, answer->graph, end[1]);
        text_string(text, enters ? "\t+\t*\n" : "\t-\t*\n");
    }
}

static void put_vertex_paths(struct text *text, const void *user, uint64_t first, uint64_t last)
{
    const struct answer *answer = user;
    kg_vertex vertex[NAMES];
    struct piece piece;

    for (; first < last; first += piece.count) {
        piece = piece_at(answer, first, last, 1, NAMES);
        if (piece.begins)
            put_path_begin(text, piece.trail);
        look_up(answer, piece.trail, first, piece.count, vertex);
        for (size_t i = 0; i < piece.count; i++) {
            const char sign = answer->side ? sign_of(answer, piece.trail, first + i) : '+';

            text_name(text, answer->graph, vertex[i]);
            text_put(text, &sign, 1);
            if (!piece.ends || i + 1 < piece.count)
                text_put(text, ",", 1);
        }
        if (piece.ends)
            text_put(text, "\t*\n", 3);
    }
}

/* ---- both ------------------------------------------------------------------------------------ */

/* Whether a name can stand in a path: its segments are parted by commas. */
static bool fits_path(const char *name, size_t length)
{
    bool fits = length > 0;

    for (size_t i = 0; i < length; i++)
        fits = fits && (unsigned char)name[i] > ' ' && name[i] != ',';
    return fits;
}

kg_status check_gfa(struct euler *euler, const struct answer *answer)
{
    const uint64_t n = kg_graph_vertices(answer->graph);
    char buffer[24];
    size_t length;

    if (has_letters(answer))
        return KG_OK;
    if (kg_graph_kind(answer->graph) == KG_UNDIRECTED)
        return tool_fail(&euler->tool, KG_UNSUPPORTED,
            "GFA carries directed and bidirected graphs, and this is an undirected one");
    for (kg_vertex v = 0; v < n; v++) {
        const char *name = kg_graph_name(answer->graph, v, buffer, sizeof buffer, &length);

        if (bit_of(answer->one_sided, v))
            return tool_fail(&euler->tool, KG_UNSUPPORTED,
                "vertex '%s' is one-sided, which GFA cannot say", SHOW(name, length));
        if (!fits_path(name, length))
            return tool_fail(&euler->tool, KG_UNSUPPORTED,
                "vertex %" PRIu32 " has an empty name, or one with blanks, commas or control "
                "characters, which paths of GFA cannot carry",
                v);
    }
    return check_names_differ(
        &euler->tool, answer->graph, "GFA", "--format edges prints the ids of edges");
}

kg_status write_gfa(struct euler *euler, kg_output *output, const struct answer *answer)
{
    const char *header = "H\tVN:Z:1.0\n";
    struct tool *tool = &euler->tool;
    uint64_t parallel = 0;
    kg_status status;

    if (!has_letters(answer))
        TRY(kg_graph_count_parallel(answer->graph, &parallel));
    if (parallel)
        header = "H\tVN:Z:1.0\tkp:i:1\n";
    TRY(kg_output_write(output, header, strlen(header)));
    if (has_letters(answer)) {
        TRY(tool_rows(tool, output, answer->length, put_unitig_segments, answer));
        TRY(tool_rows(tool, output, answer->length, put_unitig_links, answer));
        TRY(tool_rows(tool, output, answer->length, put_unitig_paths, answer));
    } else {
        TRY(tool_rows(tool, output, kg_graph_vertices(answer->graph), put_vertex_segments, answer));
        TRY(tool_rows(tool, output, answer->length, put_edge_links, answer));
        TRY(tool_rows(tool, output, answer->vertices, put_vertex_paths, answer));
    }
out:
    return status;
}
