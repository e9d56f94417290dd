#include "vertices.h"
#include "labels.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

kg_status vertices_of(struct tool *tool, struct vertices *vertices, const kg_graph *graph,
    const char *option, const char *list)
{
    const char **name = NULL;
    size_t *length = NULL, names = 1;
    kg_status status = KG_MEMORY;

    for (const char *p = list; *p; p++)
        names += *p == ',';
    *vertices = (struct vertices){calloc(names, sizeof *vertices->vertex), 0};
    name = calloc(names, sizeof *name);
    length = calloc(names, sizeof *length);
    if (!vertices->vertex || !name || !length)
        goto out;
    for (const char *p = list;; p++) {
        length[vertices->count] = strcspn(p, ",");
        name[vertices->count] = p;
        p += length[vertices->count];
        if (!length[vertices->count++]) {
            status = tool_fail(tool, KG_ARGUMENT,
                "%s '%s': expected names with commas between, and none is empty", option,
                SHOW(list, strlen(list)));
            goto out;
        }
        if (!*p)
            break;
    }
    status = tool_blame(tool, option,
        kg_graph_find_vertices(graph, vertices->count, name, length, vertices->vertex));
out:
    free(name);
    free(length);
    return status;
}

/* ---- names in a file ------------------------------------------------------------------------- */

struct list {
    const char *path;
    char *text; /* that names lie in */
    const char **name;
    size_t *length;
    uint64_t *line; /* of each name in the file */
    uint64_t count;
};

static void free_list(struct list *list)
{
    free(list->text);
    free(list->name);
    free(list->length);
    free(list->line);
}

/* Room for that many names. */
static kg_status make_room(struct list *list, uint64_t count)
{
    list->name = calloc(count + 1, sizeof *list->name);
    list->length = calloc(count + 1, sizeof *list->length);
    list->line = calloc(count + 1, sizeof *list->line);
    return list->name && list->length && list->line ? KG_OK : KG_MEMORY;
}

static uint64_t count_of(const char *text, size_t length, char c)
{
    uint64_t count = 0;

    for (size_t i = 0; i < length; i++)
        count += text[i] == c;
    return count;
}

static int hexadecimal(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Takes the quotes off a name where it lies; see text_field() for what stands in them. *end: [in]
 * of the line, [out] of the name. False where something else stands there. */
static bool unquote(char *p, const char **end)
{
    static const char escaped[] = "\\\"tnr", plain[] = "\\\"\t\n\r";
    char *to = p;

    for (p++; p < *end && *p != '"'; p++) {
        const char *which;

        if (*p != '\\') {
            *to++ = *p;
            continue;
        }
        if (++p == *end || !*p)
            return false;
        which = strchr(escaped, *p);
        if (which) {
            *to++ = plain[which - escaped];
        } else if (*p == 'x' && *end - p > 2 && hexadecimal(p[1]) >= 0 && hexadecimal(p[2]) >= 0) {
            *to++ = (char)(hexadecimal(p[1]) * 16 + hexadecimal(p[2]));
            p += 2;
        } else {
            return false;
        }
    }
    if (p == *end || (p + 1 < *end && p[1] != '\t'))
        return false;
    *end = to;
    return true;
}

/* A name a line, up to its first tab: the lines that csr prints will do. */
static kg_status split_lines(struct tool *tool, struct list *list, size_t size)
{
    const char *end = list->text + size;
    uint64_t line = 0;
    kg_status status;

    TRY(make_room(list, count_of(list->text, size, '\n') + 1));
    for (char *p = list->text; p < end; line++) {
        const size_t left = (size_t)(end - p);
        char *stop = memchr(p, '\n', left), *next = stop ? stop + 1 : p + left;
        const size_t length = stop ? (size_t)(stop - p) : left;
        const char *last = p + length;

        if (last > p && last[-1] == '\r')
            last--;
        if (*p == '"' && last > p) {
            if (!unquote(p, &last))
                return tool_fail(tool, KG_FORMAT,
                    "%s:%llu:1: a name in quotes ends with a quote and then the line or a tab, and "
                    "has \\\\ \\\" \\t \\n \\r or \\x01 for what it cannot hold itself",
                    list->path, (unsigned long long)line + 1);
        } else {
            const char *tab = memchr(p, '\t', length);

            last = tab ? tab : last;
        }
        if (last > p) {
            list->name[list->count] = p;
            list->length[list->count] = (size_t)(last - p);
            list->line[list->count++] = line + 1;
        }
        p = next;
    }
out:
    return status;
}

kg_status vertices_from(
    struct tool *tool, struct vertices *vertices, const kg_graph *graph, const char *path)
{
    struct list list = {.path = path};
    size_t size;
    uint64_t i = 0;
    kg_status status;

    *vertices = (struct vertices){0};
    TRY(text_read(tool, &list.text, &size, path));
    TRY(split_lines(tool, &list, size));
    *vertices = (struct vertices){calloc(list.count + 1, sizeof *vertices->vertex), list.count};
    status = vertices->vertex ? kg_graph_find_vertices(
                                    graph, list.count, list.name, list.length, vertices->vertex)
                              : KG_MEMORY;
    if (status != KG_ARGUMENT)
        goto out;
    while (vertices->vertex[i] != KG_NO_VERTEX)
        i++;
    status = tool_fail(tool, KG_FORMAT, "%s:%llu:1: %s", path, (unsigned long long)list.line[i],
        kg_context_message(tool->ctx));
out:
    free_list(&list);
    return status;
}

/* ---- names that differ ----------------------------------------------------------------------- */

kg_status check_names_differ(
    struct tool *tool, const kg_graph *graph, const char *what, const char *instead)
{
    kg_vertex pair[2];
    kg_status status;

    TRY(kg_graph_find_equal_names(graph, pair));
    if (pair[0] != KG_NO_VERTEX)
        status = tool_fail(tool, KG_UNSUPPORTED,
            "vertices %" PRIu32 " and %" PRIu32 " are both called '%s', and %s tells vertices "
            "apart by their names; %s",
            pair[0], pair[1], NAME_SHOWN(graph, pair[0]), what, instead);
out:
    return status;
}
