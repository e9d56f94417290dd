/* Damaged files of bases of hierarchies: every bit, every length, and contents that lie with right
 * sums. */
#include "io.h"
#include "search/hierarchy/base_file.h"
#include <stddef.h>
#include <unistd.h>

static const char *const graphs[] = {"0 1\n1 2\n2 0\n2 3\n3 4\n4 0\n4 1\n",
    "# format edges undirected\n0 1\n1 2\n2 3\n0 4\n1 5\n2 6\n4 5\n5 6\n", ""};

/* The status of reading the bytes, and what is held afterwards. */
static void expect_damage(kg_graph *graph, kg_context *ctx, const char *bytes, size_t size,
    const char *damage, size_t where, const char *message)
{
    const uint64_t before = kg_context_memory(ctx).current;
    kg_hierarchy_base *base = NULL;
    const kg_status status = kg_hierarchy_base_read_memory(&base, graph, bytes, size);

    CHECK(status == KG_FORMAT && strstr(kg_context_message(ctx), message), "%s at %zu: %s '%s'",
        damage, where, kg_status_string(status), kg_context_message(ctx));
    kg_hierarchy_base_destroy(base);
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
        expect_damage(
            graph, ctx, bytes, i, "cut", i, i < sizeof(kg__base_header) ? "" : "its header says");
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
        -1, offsetof(kg__base_header, member), value, width, message                               \
    }
#define RANGE "out of range"

/* Lies about any base that has vertices, and what the reader says of them. */
static const lie lies[] = {
    IN_HEADER(version, 2, 4, "of version 2, expected 1"),
    IN_HEADER(order, 0x04030201, 4, "other byte order"),
    IN_HEADER(n, UINT32_MAX, 8, "contradicts itself"), IN_HEADER(n, 4, 8, "contradicts itself"),
    IN_HEADER(m, 1, 8, "base of hierarchies of another graph"),
    IN_HEADER(levels, 0, 8, "contradicts itself"), IN_HEADER(levels, 1000, 8, "contradicts itself"),
    IN_HEADER(arcs, UINT64_MAX, 8, "contradicts itself"),
    IN_HEADER(zero[3], 1, 8, "contradicts itself"),
    IN_HEADER(graph, 5, 8, "base of hierarchies of another graph"),
    {KG__BASE_VERTEX, 0, 1 << 30, 4, RANGE}, {KG__BASE_LEVEL, 0, 1, 4, RANGE},
    {KG__BASE_LEVEL, 4, 1, 4, RANGE}, /* a core */
    {KG__BASE_LEVEL, 4, 1 << 30, 4, RANGE}, {KG__BASE_ROW, 0, 1, 4, RANGE},
    {KG__BASE_ROW, 4, 1 << 30, 4, RANGE}, {KG__BASE_HEAD, 0, 4, 4, RANGE}, /* of a lower level */
    {KG__BASE_HEAD, 0, 1 << 30, 4, RANGE},                                 /* no place */
};

/* Makes the sums right again. */
static void seal(char *bytes)
{
    kg__base_header h;

    memcpy(&h, bytes, sizeof h);
    for (int k = 0; k < KG__BASE_PARTS; k++)
        h.section[k].sum = kg__sum_bytes(bytes + h.section[k].offset, h.section[k].bytes);
    h.sum = kg__sum_header(&h, sizeof h);
    memcpy(bytes, &h, sizeof h);
}

static void check_lies(kg_graph *graph, kg_context *ctx, const char *bytes, size_t size)
{
    char *copy = malloc(size);

    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        const lie *l = &lies[i];
        kg__base_header h;

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

/* Every head of every arc is replaced by every place, with right sums: a base that is read all the
 * same still gives the lengths of paths. */
static void check_heads(kg_graph *graph, kg_context *ctx, const char *bytes, size_t size)
{
    char *copy = malloc(size);
    kg__base_header header;
    uint64_t refused = 0;

    memcpy(&header, bytes, sizeof header);
    for (uint64_t i = 0; i < header.arcs; i++)
        for (kg_vertex p = 0; p < header.n; p++) {
            kg_hierarchy_base *base = NULL;
            kg_hierarchy *h = NULL;
            double length;

            memcpy(copy, bytes, size);
            memcpy(copy + header.section[KG__BASE_HEAD].offset + i * sizeof p, &p, sizeof p);
            seal(copy);
            if (kg_hierarchy_base_read_memory(&base, graph, copy, size) != KG_OK) {
                refused++;
                continue;
            }
            CHECK(kg_hierarchy_customize(&h, base, graph, NULL) == KG_OK, "%s",
                kg_context_message(ctx));
            CHECK(kg_hierarchy_distance(h, 0, 2, &length) == KG_OK && length == 2, "length %g",
                length);
            kg_hierarchy_destroy(h);
            kg_hierarchy_base_destroy(base);
        }
    CHECK(refused > 0, "no head is refused");
    free(copy);
}

static void check_graph(kg_context *ctx, const char *text)
{
    const char *path = io_path("small.base");
    kg_graph *graph = NULL;
    kg_hierarchy_base *base = NULL;
    FILE *file;
    size_t size;
    char *bytes;

    CHECK(io_read(&graph, ctx, text, strlen(text), "g", KG_FORMAT_EDGES, 0, 1) == KG_OK, "%s",
        kg_context_message(ctx));
    CHECK(kg_hierarchy_base_build(&base, graph) == KG_OK, "%s", kg_context_message(ctx));
    CHECK(kg_hierarchy_base_write(base, path) == KG_OK, "%s", kg_context_message(ctx));
    kg_hierarchy_base_destroy(base);
    CHECK(kg_hierarchy_base_read(&base, graph, path) == KG_OK, "%s", kg_context_message(ctx));
    kg_hierarchy_base_destroy(base);
    file = fopen(path, "rb");
    CHECK(kg_hierarchy_base_read_file(&base, graph, file) == KG_OK, "%s", kg_context_message(ctx));
    kg_hierarchy_base_destroy(base);
    fclose(file);
    bytes = io_load(path, &size);
    unlink(path);
    check_every_bit(graph, ctx, bytes, size);
    if (*text) {
        check_lies(graph, ctx, bytes, size);
        check_heads(graph, ctx, bytes, size);
    }
    free(bytes);
    kg_graph_destroy(graph);
}

void io_hierarchy_bases(void)
{
    kg_context *ctx = io_context(2);

    for (size_t i = 0; i < sizeof graphs / sizeof *graphs; i++)
        check_graph(ctx, graphs[i]);
    kg_context_destroy(ctx);
}
