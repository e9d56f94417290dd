/* Damaged .kcsr files: every bit, every length, and headers that lie with a right checksum. */
#include "csr/files/binary/kcsr.h"
#include "io.h"
#include <stddef.h>
#include <unistd.h>

static const char *const contents[] = {"", "0 1 0.5\n1 2 1\n2 0 3\n", "a -> b, c\nb -> a\n",
    "100000 -> 7, 8\n7 -> 8\n", "a -- b, c\nb -- b\n"};

/* The status of reading the bytes, once from memory and once from a file. */
static void expect_damage(kg_context *ctx, const char *bytes, size_t size, const char *damage,
    size_t where, const char *message)
{
    kg_graph *graph = NULL;
    kg_status status = io_read(&graph, ctx, bytes, size, "f", KG_FORMAT_KCSR, 0, 1);

    CHECK(status == KG_FORMAT && strstr(kg_context_message(ctx), message), "%s at %zu: %s '%s'",
        damage, where, kg_status_string(status), kg_context_message(ctx));
    kg_graph_destroy(graph);
    CHECK(kg_context_memory(ctx).current == 0, "%s at %zu leaks", damage, where);
}

static void check_every_bit(kg_context *ctx, char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        for (int bit = 0; bit < 8; bit++) {
            bytes[i] = (char)(bytes[i] ^ 1 << bit);
            expect_damage(ctx, bytes, size, "a flipped bit", i, "");
            bytes[i] = (char)(bytes[i] ^ 1 << bit);
        }
    }
    for (size_t i = 0; i < size; i++)
        expect_damage(
            ctx, bytes, i, "cut", i, i < sizeof(kg__kcsr_header) ? "ends within" : "says");
    bytes[size] = 0;
    expect_damage(ctx, bytes, size + 1, "a byte more", size, "says");
}

/* Makes the sums right again. */
static void seal(char *bytes)
{
    kg__kcsr_header h;

    memcpy(&h, bytes, sizeof h);
    for (int k = 0; k < KG__KCSR_PARTS; k++) {
        uint64_t padded = kg__kcsr_padded(h.section[k].bytes);

        h.section[k].sum = 0;
        if (padded)
            h.section[k].sum = kg__sum_join(
                h.section[k].bytes, kg__sum_piece(bytes + h.section[k].offset, padded));
    }
    h.sum = kg__kcsr_sum_header(&h);
    memcpy(bytes, &h, sizeof h);
}

/* Writes value over bytes at a place, seals, and expects the message. */
static void lie(kg_context *ctx, const char *bytes, size_t size, size_t place, uint64_t value,
    size_t width, const char *message)
{
    char *copy = malloc(size + 1);
    kg__kcsr_header h;

    memcpy(copy, bytes, size);
    memcpy(copy + place, &value, width);
    if (place >= sizeof h)
        seal(copy);
    memcpy(&h, copy, sizeof h);
    h.sum = kg__kcsr_sum_header(&h);
    memcpy(copy, &h, sizeof h);
    expect_damage(ctx, copy, size, "a lie", place, message);
    free(copy);
}

static void check_lies(kg_context *ctx, const char *bytes, size_t size)
{
    kg__kcsr_header h;
    size_t row, col, label, begin;

    memcpy(&h, bytes, sizeof h);
    row = h.section[KG__KCSR_ROW].offset;
    col = h.section[KG__KCSR_COL].offset;
    label = h.section[KG__KCSR_LABEL].offset;
    begin = h.section[KG__KCSR_BEGIN].offset;
    lie(ctx, bytes, size, offsetof(kg__kcsr_header, n), 4000000000, 8, "contradicts");
    lie(ctx, bytes, size, offsetof(kg__kcsr_header, m), UINT64_MAX, 8, "contradicts");
    lie(ctx, bytes, size, offsetof(kg__kcsr_header, flags), 64, 4, "contradicts");
    lie(ctx, bytes, size, offsetof(kg__kcsr_header, flags), 16, 4, "contradicts");
    lie(ctx, bytes, size, offsetof(kg__kcsr_header, flags), 40, 4, "contradicts");
    lie(ctx, bytes, size, offsetof(kg__kcsr_header, row_width), 8, 4, "contradicts");
    lie(ctx, bytes, size, offsetof(kg__kcsr_header, version), 2, 4, "version 2, expected 1");
    lie(ctx, bytes, size, offsetof(kg__kcsr_header, order), 0x04030201, 4, "byte order");
    lie(ctx, bytes, size, offsetof(kg__kcsr_header, section[KG__KCSR_TEXT].bytes), UINT64_MAX / 2,
        8, "contradicts");
    if (h.flags & KG__KCSR_NAMES)
        lie(ctx, bytes, size, offsetof(kg__kcsr_header, section[KG__KCSR_TEXT].bytes), 1 << 20, 8,
            "its header says");
    lie(ctx, bytes, size, row, 1, 4, "row offsets are out of range");
    lie(ctx, bytes, size, row + 4 * h.n, h.m + 1, 4, "row offsets are out of range");
    if (h.m) {
        lie(ctx, bytes, size, row + 4, h.m + 5, 4, "row offsets are out of range");
        lie(ctx, bytes, size, col, h.n, 4, "edge targets are out of range");
    }
    if (h.flags & KG__KCSR_UNDIRECTED && h.m)
        lie(ctx, bytes, size, col, 2, 4, "its rows are not those of its edges");
    if (h.flags & KG__KCSR_SIDES && h.m) {
        const size_t side = col + h.m * sizeof(kg_vertex), one = side + 8;

        lie(ctx, bytes, size, side + 7, 0x80, 1, "the sides of its edges are out of range");
        if (h.flags & KG__KCSR_ONE_SIDED) {
            lie(ctx, bytes, size, one, 0, 8, "the sides of its edges are out of range");
            lie(ctx, bytes, size, one + 7, 0x80, 1, "the sides of its edges are out of range");
            lie(ctx, bytes, size, one, 7, 1, "the sides of its edges are out of range");
        }
    }
    if (h.flags & KG__KCSR_LABELS)
        lie(ctx, bytes, size, label + 8, 1, 8, "vertex labels are out of range");
    if (h.flags & KG__KCSR_NAMES) {
        lie(ctx, bytes, size, begin + 8, 1 << 30, 8, "begins of names are out of range");
        lie(ctx, bytes, size, begin + 8 * h.n, 1, 8, "begins of names are out of range");
    }
}

/* A file of several pieces a section, with threads, mapped, and with trust. */
static void check_large(kg_context *ctx)
{
    kg_generate_options options = KG_GENERATE_OPTIONS_INIT;
    kg_read_options trust = KG_READ_OPTIONS_INIT;
    const char *path = io_path("large.kcsr");
    kg_graph *graph, *back = NULL;
    size_t size;
    char *bytes;

    options.vertices = 300000;
    options.max_degree = 5;
    CHECK(kg_graph_generate(&graph, ctx, &options) == KG_OK, "generate");
    CHECK(kg_graph_write(graph, path, KG_FORMAT_AUTO) == KG_OK, "%s", kg_context_message(ctx));
    CHECK(kg_graph_read(&back, ctx, path, NULL) == KG_OK && kg_graph_equal(graph, back), "%s",
        kg_context_message(ctx));
    kg_graph_destroy(back);
    bytes = io_load(path, &size);
    bytes[size / 2] = (char)(bytes[size / 2] ^ 4);
    io_save(path, bytes, size);
    CHECK(kg_graph_read(&back, ctx, path, NULL) == KG_FORMAT &&
              strstr(kg_context_message(ctx), "the checksum of the edge targets differs"),
        "%s", kg_context_message(ctx));
    trust.trust = 1;
    CHECK(kg_graph_read(&back, ctx, path, &trust) == KG_OK, "%s", kg_context_message(ctx));
    kg_graph_destroy(back);
    unlink(path);
    free(bytes);
    kg_graph_destroy(graph);
}

/* Writes the graph, which is destroyed, reads it, and damages the file. */
static void check_small(kg_context *ctx, kg_graph *graph)
{
    const char *path = io_path("small.kcsr");
    kg_graph *back = NULL;
    size_t size;
    char *bytes, *again;

    CHECK(kg_graph_write(graph, path, KG_FORMAT_KCSR) == KG_OK, "%s", kg_context_message(ctx));
    CHECK(kg_graph_read(&back, ctx, path, NULL) == KG_OK && kg_graph_equal(graph, back),
        "another graph: %s", kg_context_message(ctx));
    kg_graph_destroy(back);
    kg_graph_destroy(graph);
    bytes = io_load(path, &size);
    unlink(path);
    again = malloc(size + 1);
    memcpy(again, bytes, size);
    seal(again);
    CHECK(memcmp(again, bytes, size) == 0, "the checksums are not those documented");
    check_every_bit(ctx, again, size);
    check_lies(ctx, bytes, size);
    free(again);
    free(bytes);
}

/* The sides of three edges, with and without one-sided vertices and values. */
static void check_bidirected(kg_context *ctx)
{
    static const kg_vertex end[] = {0, 1, 1, 1, 2, 0};
    static const uint64_t side = 0x2d, one_sided = 4;
    static const double value[] = {1, 0.5, -3};
    kg_graph *graph;

    for (int i = 0; i < 4; i++) {
        CHECK(kg_graph_build_bidirected(&graph, ctx, 3, 3, end, &side, i & 1 ? &one_sided : NULL,
                  i & 2 ? value : NULL) == KG_OK,
            "%s", kg_context_message(ctx));
        check_small(ctx, graph);
    }
    CHECK(kg_graph_build_bidirected(&graph, ctx, 0, 0, NULL, NULL, NULL, NULL) == KG_OK, "empty");
    check_small(ctx, graph);
}

void io_kcsr(void)
{
    kg_context *ctx = io_context(2);

    for (size_t i = 0; i < sizeof contents / sizeof *contents; i++) {
        kg_graph *graph;

        CHECK(io_read(&graph, ctx, contents[i], strlen(contents[i]), "f", KG_FORMAT_AUTO, 0, 9) ==
                  KG_OK,
            "%s", kg_context_message(ctx));
        check_small(ctx, graph);
    }
    check_bidirected(ctx);
    check_large(ctx);
    CHECK(kg_context_memory(ctx).current == 0, "leak");
    kg_context_destroy(ctx);
}
