/* astar graph: the pairs of vertices that a file lists. */
#include "astar-pairs.h"
#include "labels.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Splits a line, [length], into two names. */
static bool split_line(const char *line, size_t length, const char **name, size_t *lengths)
{
    const char *between = memchr(line, '\t', length);

    if (!between)
        between = memchr(line, ' ', length);
    if (!between || between == line || between + 1 == line + length)
        return false;
    name[0] = line;
    lengths[0] = (size_t)(between - line);
    name[1] = between + 1;
    lengths[1] = length - lengths[0] - 1;
    return !memchr(name[1], *between, lengths[1]);
}

/* Reads the names of a file's pairs. line: [out] of each pair; all are to be freed. */
static kg_status split_pairs(struct pairs *r, const char *text, size_t size, const char **name,
    size_t *length, uint64_t *line)
{
    const char *p = text, *end = text + size;
    uint64_t number = 0;

    for (; p < end; number++) {
        const char *stop = memchr(p, '\n', (size_t)(end - p)), *next = stop ? stop + 1 : end;
        size_t bytes = (size_t)((stop ? stop : end) - p);

        if (bytes && p[bytes - 1] == '\r')
            bytes--;
        if (strspn(p, " \t") < bytes && *p != '#') {
            if (!split_line(p, bytes, name + 2 * r->count, length + 2 * r->count))
                return tool_fail(r->tool, KG_FORMAT,
                    "%s:%" PRIu64 ":1: expected two vertices with a tab between, or a blank",
                    r->path, number + 1);
            line[r->count++] = number + 1;
        }
        p = next;
    }
    return KG_OK;
}

kg_status pairs_read(struct pairs *r)
{
    char *text = NULL;
    const char **name = NULL;
    size_t *length = NULL, size, most = 1;
    uint64_t *line = NULL, i = 0;
    kg_vertex *vertex = NULL;
    kg_status status;

    TRY(text_read(r->tool, &text, &size, r->path));
    for (size_t k = 0; k < size; k++)
        most += text[k] == '\n';
    name = calloc(most, 2 * sizeof *name);
    length = calloc(most, 2 * sizeof *length);
    line = calloc(most, sizeof *line);
    vertex = calloc(most, 2 * sizeof *vertex);
    r->pair = calloc(most, sizeof *r->pair);
    status = name && length && line && vertex && r->pair ? KG_OK : KG_MEMORY;
    TRY(status);
    TRY(split_pairs(r, text, size, name, length, line));
    status = kg_graph_find_vertices(r->graph, 2 * r->count, name, length, vertex);
    if (status == KG_ARGUMENT) {
        while (vertex[i] != KG_NO_VERTEX)
            i++;
        status = tool_fail(r->tool, KG_FORMAT, "%s:%" PRIu64 ":%zu: %s", r->path, line[i / 2],
            i % 2 ? length[i - 1] + 2 : 1, kg_context_message(r->tool->ctx));
    }
    TRY(status);
    for (i = 0; i < r->count; i++)
        r->pair[i] = (struct pair){vertex[2 * i], vertex[2 * i + 1]};
out:
    free(text);
    free(name);
    free(length);
    free(line);
    free(vertex);
    return status;
}
