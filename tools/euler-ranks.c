/*
 * euler-find over ranks: graphs of which each rank reads a part, and answers of which each rank
 * writes its share. An answer in a format that is more than rows is rank 0's to write.
 */
#include "euler-answer.h"
#include <stdlib.h>

enum { ROUND = 1 << 19 }; /* edges whose ends a rank asks for at once: some 20 MB */

static uint64_t ranks_of(const struct euler *euler)
{
    return euler->tool.joined ? (uint64_t)kg_comm_ranks(euler->tool.host) : 1;
}

static bool is_rows(const struct euler *euler)
{
    return (euler->format == WALK || euler->format == LINES || euler->format == EDGES) &&
           !euler->dot && !euler->picture;
}

bool wants_part(const struct euler *euler)
{
    return ranks_of(euler) > 1 && is_rows(euler) && euler->find.kind != KG_EULER_TRAILS &&
           !euler->start && !euler->find.random && !euler->read.undirected;
}

/* So that each rank has some of it, the first one its beginning. */
bool is_shared(const struct euler *euler, const kg_graph *graph)
{
    return ranks_of(euler) > 1 && is_rows(euler) && kg_graph_edges(graph) >= ranks_of(euler);
}

kg_status take_share(const struct euler *euler, struct answer *answer, kg_euler *found, bool shared)
{
    kg_vertex end[2] = {0};
    kg_status status;

    if (!shared)
        TRY(kg_euler_collect(found));
    TRY(kg_euler_share(found, &answer->first, &answer->count));
    TRY(kg_euler_walk(found, &answer->walk));
    if (!shared && euler->tool.mute)
        answer->count = 0;
    if (answer->part)
        TRY(kg_part_ends(answer->part, answer->count > 0, answer->walk, end));
    answer->start = end[0];
out:
    return status;
}

/* Asks for the vertices of some of this rank's edges, and writes them. */
static kg_status write_round(
    struct euler *euler, kg_output *output, struct answer *answer, uint64_t from, uint64_t count)
{
    const bool begins = count && answer->first + from == 0;
    kg_vertex *vertex = NULL, *end = NULL;
    kg_status status;

    vertex = malloc(((size_t)count + 1) * sizeof *vertex);
    end = malloc((2 * (size_t)count + 1) * sizeof *end);
    if (!vertex || !end) {
        status = KG_MEMORY;
        goto out;
    }
    TRY(kg_part_ends(answer->part, count, answer->walk + from, end));
    if (begins)
        vertex[0] = end[0];
    for (uint64_t i = 0; i < count; i++)
        vertex[i + begins] = end[2 * i + 1];
    answer->known = vertex;
    answer->known_first = answer->first + from + !begins;
    TRY(tool_rows_from(
        &euler->tool, output, answer->known_first, count + begins, put_vertices, answer));
out:
    free(vertex);
    free(end);
    return status;
}

/* As many rounds on all ranks. */
static kg_status write_part(struct euler *euler, kg_output *output, struct answer *answer)
{
    const uint64_t ranks = ranks_of(euler);
    const uint64_t most =
        answer->length < ranks ? answer->length : (answer->length + ranks - 1) / ranks;
    kg_status status = KG_OK;

    for (uint64_t from = 0; from < most; from += ROUND) {
        const uint64_t left = from < answer->count ? answer->count - from : 0;

        TRY(write_round(euler, output, answer, from, left < ROUND ? left : ROUND));
    }
out:
    return status;
}

kg_status write_share(struct euler *euler, kg_output *output, struct answer *answer)
{
    const uint64_t last = answer->first + answer->count - 1;
    uint64_t t, begin;

    if (answer->part)
        return write_part(euler, output, answer);
    if (!answer->count)
        return KG_OK;
    t = trail_of(answer, answer->first, 0);
    begin = answer->first + t + (answer->begin[t] != answer->first);
    return tool_rows_from(&euler->tool, output, begin, last + trail_of(answer, last, 0) + 2 - begin,
        put_vertices, answer);
}

/* ---- parts ----------------------------------------------------------------------------------- */

static kg_status report_no_part(struct euler *euler, kg_part *part, const kg_euler_witness *why)
{
    kg_vertex end[4] = {0};
    kg_status status;

    if (why->reason == KG_EULER_DISCONNECTED)
        TRY(kg_part_ends(part, 2, why->edge, end));
    status = report_no(euler, kg_part_shape(part), why, end);
out:
    return status;
}

kg_status find_in_part(struct euler *euler)
{
    struct tool *tool = &euler->tool;
    kg_part *part = NULL;
    kg_euler *found = NULL;
    kg_status status;

    TRY(tool_read_part(tool, &part, euler->path, &euler->read));
    status = kg_euler_find_part(&found, part, &euler->find);
    if (status == KG_NO_SOLUTION)
        status = report_no_part(euler, part, kg_euler_why(found));
    if (status != KG_OK)
        goto out;
    TRY(write_answer(euler, kg_part_shape(part), part, found));
out:
    kg_euler_destroy(found);
    kg_part_destroy(part);
    return status;
}
