/* Damaged files of hierarchies: every bit, every length, and contents that lie with right sums. */
#include "io.h"
#include "search/hierarchy/hierarchy_file.h"
#include <math.h>
#include <stddef.h>
#include <unistd.h>

static const char *const graphs[] = {"0 1 3\n1 2 1\n2 0 3\n2 3 2\n3 4 5\n4 0 1\n",
    "# format edges undirected\n0 1 3\n1 2 1\n2 3 3\n0 4 2\n1 5 5\n2 6 1\n4 5 1\n5 6 2\n", ""};

/* The status of reading the bytes, and what is held afterwards. */
static void expect_damage(kg_graph *graph, kg_context *ctx, const char *bytes, size_t size,
    const char *damage, size_t where, const char *message)
{
    const uint64_t before = kg_context_memory(ctx).current;
    kg_hierarchy *h = NULL;
    const kg_status status = kg_hierarchy_read_memory(&h, graph, bytes, size);

    CHECK(status == KG_FORMAT && strstr(kg_context_message(ctx), message), "%s at %zu: %s '%s'",
        damage, where, kg_status_string(status), kg_context_message(ctx));
    kg_hierarchy_destroy(h);
    CHECK(kg_context_memory(ctx).current == before, "%s at %zu leaks", damage, where);
}

static void check_every_bit(kg_graph *graph, kg_context *ctx, char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        for (int bit = 0; bit < 8; bit++) {
            bytes[i] = (char)(bytes[i] ^ 1 << bit);
            expect_damage(graph, ctx, bytes, size, "a flipped bit", i, "");
            bytes[i] = (char)(bytes[i] ^ 1 << bit);
        }
    for (size_t i = 0; i < size; i++)
        expect_damage(graph, ctx, bytes, i, "cut", i,
            i < sizeof(kg__hierarchy_header) ? "" : "its header says");
}

/* Makes the sums right again. */
static void seal(char *bytes)
{
    kg__hierarchy_header h;

    memcpy(&h, bytes, sizeof h);
    for (int k = 0; k < KG__HIERARCHY_PARTS; k++)
        h.section[k].sum = kg__sum_bytes(bytes + h.section[k].offset, h.section[k].bytes);
    h.sum = kg__sum_header(&h, sizeof h);
    memcpy(bytes, &h, sizeof h);
}

typedef struct lie {
    int part;       /* whose element is written over; -1: the header */
    size_t place;   /* its first byte in there */
    uint64_t value; /* [width] bytes of it */
    size_t width;
    const char *message;
} lie;

#define IN_HEADER(member, value, width, message)                                                   \
    {                                                                                              \
        -1, offsetof(kg__hierarchy_header, member), value, width, message                          \
    }
#define RANGE "out of range"

/* What all hierarchies of some vertices have. */
static const lie lies[] = {
    IN_HEADER(version, 1, 4, "of version 1, expected 2"),
    IN_HEADER(version, 3, 4, "of version 3, expected 2"),
    IN_HEADER(order, 0x04030201, 4, "other byte order"),
    IN_HEADER(n, UINT32_MAX, 8, "contradicts itself"),
    IN_HEADER(n, 4, 8, "contradicts itself"),
    IN_HEADER(levels, 0, 4, "contradicts itself"),
    IN_HEADER(levels, 1000, 4, "contradicts itself"),
    IN_HEADER(flags, 8, 4, "contradicts itself"),
    IN_HEADER(arcs[0], UINT64_MAX, 8, "contradicts itself"),
    IN_HEADER(labelled, 1 << 20, 8, "contradicts itself"),
    IN_HEADER(unit_of_labels, 0, 8, "contradicts itself"),
    IN_HEADER(unit_of_labels, 0x7ff0000000000000, 8, "contradicts itself"), /* infinite */
    IN_HEADER(unit_of_labels, 0x7ff8000000000000, 8, "contradicts itself"), /* no number */
    IN_HEADER(zero[3], 1, 8, "contradicts itself"),
    IN_HEADER(graph, 5, 8, "hierarchy of another graph"),
    {KG__VERTEX_PART, 0, 1 << 30, 4, RANGE},
    {KG__LEVEL_PART, 0, 1, 4, RANGE},
    {KG__LEVEL_PART, 4, 1 << 30, 4, RANGE},
    {KG__ROW_PART, 0, 1, 4, RANGE},
    {KG__ROW_PART, 4, 1 << 30, 4, RANGE},
    {KG__ARC_PART, 0, 4, 4, RANGE},       /* head: of a lower level */
    {KG__ARC_PART, 0, 1 << 30, 4, RANGE}, /* head: no place */
    {KG__ARC_PART, 4, 1 << 30, 4, RANGE}, /* via: no edge */
    {KG__ARC_PART, 4, KG__SHORTCUT, 4, RANGE},
    {KG__ARC_PART, 15, 0x80, 1, RANGE}, /* length: below 0 */
    {KG__ARC_PART, 14, 0x7ff0, 2, RANGE},
    {KG__LABEL_ROW_PART, 4, 1 << 30, 4, RANGE},
    {KG__LABEL_PART, 0, 1 << 30, 4, RANGE},
};

static void check_lies(kg_graph *graph, kg_context *ctx, const char *bytes, size_t size)
{
    char *copy = malloc(size);

    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        const lie *l = &lies[i];
        kg__hierarchy_header h;

        memcpy(copy, bytes, size);
        memcpy(&h, bytes, sizeof h);
        memcpy(
            copy + (l->part < 0 ? 0 : h.section[l->part].offset) + l->place, &l->value, l->width);
        if (l->part >= 0)
            seal(copy);
        memcpy(&h, copy, sizeof h);
        h.sum = kg__sum_header(&h, sizeof h);
        memcpy(copy, &h, sizeof h);
        expect_damage(graph, ctx, copy, size, "lie", i, l->message);
    }
    free(copy);
}

/* Arcs that stand for other edges of the graph: no path may come of them. */
static void check_misleading(kg_graph *graph, kg_context *ctx, const char *bytes, size_t size)
{
    char *copy = malloc(size);
    kg__hierarchy_header header;
    kg_hierarchy *h;
    uint64_t count, refused = 0;

    memcpy(copy, bytes, size);
    memcpy(&header, bytes, sizeof header);
    for (uint64_t i = 0; i < header.arcs[0]; i++) {
        const size_t at = header.section[KG__ARC_PART].offset + i * sizeof(kg__arc) + 4;
        uint32_t via;

        memcpy(&via, copy + at, sizeof via);
        via = via & KG__SHORTCUT ? via : (via + 1) % (uint32_t)header.m;
        memcpy(copy + at, &via, sizeof via);
    }
    seal(copy);
    CHECK(kg_hierarchy_read_memory(&h, graph, copy, size) == KG_OK, "%s", kg_context_message(ctx));
    for (kg_vertex u = 0; u < header.n && h; u++)
        for (kg_vertex v = 0; v < header.n; v++)
            if (kg_hierarchy_path(h, u, v, NULL, NULL, NULL, &count) == KG_FORMAT) {
                CHECK(strstr(kg_context_message(ctx), "contradicts itself"), "%s",
                    kg_context_message(ctx));
                refused++;
            }
    CHECK(refused > 0, "paths along other edges");
    kg_hierarchy_destroy(h);
    free(copy);
}

static void check_graph(kg_context *ctx, const char *text)
{
    const char *path = io_path("small.index");
    kg_graph *graph = NULL;
    kg_hierarchy *h = NULL;
    size_t size;
    char *bytes;

    CHECK(io_read(&graph, ctx, text, strlen(text), "g", KG_FORMAT_EDGES, 0, 1) == KG_OK, "%s",
        kg_context_message(ctx));
    CHECK(kg_hierarchy_build(&h, graph, NULL) == KG_OK, "%s", kg_context_message(ctx));
    CHECK(kg_hierarchy_write(h, path) == KG_OK, "%s", kg_context_message(ctx));
    kg_hierarchy_destroy(h);
    CHECK(kg_hierarchy_read(&h, graph, path) == KG_OK, "%s", kg_context_message(ctx));
    kg_hierarchy_destroy(h);
    bytes = io_load(path, &size);
    unlink(path);
    check_every_bit(graph, ctx, bytes, size);
    if (*text) {
        check_lies(graph, ctx, bytes, size);
        check_misleading(graph, ctx, bytes, size);
    }
    free(bytes);
    kg_graph_destroy(graph);
}

void io_hierarchies(void)
{
    kg_context *ctx = io_context(2);

    for (size_t i = 0; i < sizeof graphs / sizeof *graphs; i++)
        check_graph(ctx, graphs[i]);
    kg_context_destroy(ctx);
}
