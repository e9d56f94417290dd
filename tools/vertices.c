#include "vertices.h"
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
