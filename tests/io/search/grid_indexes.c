/* Damaged files of grid indexes: every bit, every length, and contents that lie with right sums. */
#include "io.h"
#include "search/grid_index/index_file.h"
#include <stddef.h>
#include <unistd.h>

static const char *const maps[] = {"......\n.##.#.\n.#....\n...#..\n", "..#\n.#.\n", "#\n"};

/* The status of reading the bytes, and what is held afterwards. */
static void expect_damage(kg_grid *grid, kg_context *ctx, const char *bytes, size_t size,
    const char *damage, size_t where, const char *message)
{
    const uint64_t before = kg_context_memory(ctx).current;
    kg_grid_index *index = NULL;
    const kg_status status = kg_grid_index_read_memory(&index, grid, bytes, size);

    CHECK(status == KG_FORMAT && strstr(kg_context_message(ctx), message), "%s at %zu: %s '%s'",
        damage, where, kg_status_string(status), kg_context_message(ctx));
    kg_grid_index_destroy(index);
    CHECK(kg_context_memory(ctx).current == before, "%s at %zu leaks", damage, where);
}

static void check_every_bit(kg_grid *grid, kg_context *ctx, char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        for (int bit = 0; bit < 8; bit++) {
            bytes[i] = (char)(bytes[i] ^ 1 << bit);
            expect_damage(grid, ctx, bytes, size, "a flipped bit", i, "");
            bytes[i] = (char)(bytes[i] ^ 1 << bit);
        }
    for (size_t i = 0; i < size; i++)
        expect_damage(
            grid, ctx, bytes, i, "cut", i, i < sizeof(kg__index_header) ? "" : "its header says");
}

/* Makes the sums right again. */
static void seal(char *bytes)
{
    kg__index_header h;

    memcpy(&h, bytes, sizeof h);
    for (int k = 0; k < KG__INDEX_PARTS; k++)
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
        -1, offsetof(kg__index_header, member), value, width, message                              \
    }
#define RANGE "out of range"

static const lie lies[] = {
    IN_HEADER(version, 0, 4, "of version 0, expected 1"),
    IN_HEADER(version, 2, 4, "of version 2, expected 1"),
    IN_HEADER(order, 0x04030201, 4, "other byte order"),
    IN_HEADER(width, 70000, 4, "contradicts itself"), IN_HEADER(height, 5, 4, "contradicts itself"),
    IN_HEADER(corners, 1 << 20, 4, "contradicts itself"),
    IN_HEADER(hubs, 1 << 19, 4, "contradicts itself"),
    IN_HEADER(entries, UINT64_MAX, 8, "contradicts itself"),
    IN_HEADER(zero[3], 1, 8, "contradicts itself"), IN_HEADER(grid, 5, 8, "index of another map"),
    IN_HEADER(diagonal, 1, 4, "rules for diagonal steps or corners differ"),
    IN_HEADER(corner_rule, 1, 4, "rules for diagonal steps or corners differ"),
    {KG__INDEX_RECORD_PART, 0, 1, 4, RANGE},        /* the first label begins later */
    {KG__INDEX_RECORD_PART, 12, 1 << 30, 4, RANGE}, /* and the second after the end */
    {KG__INDEX_RECORD_PART, 4, 6, 2, RANGE},        /* a line to the right leaves the map */
    {KG__INDEX_RECORD_PART, 6, 4, 2, RANGE},        /* one down and right */
    {KG__INDEX_RECORD_PART, 8, 4, 2, RANGE},        /* one down */
    {KG__INDEX_RECORD_PART, 10, 1, 2, RANGE},       /* one down and left */
    {KG__INDEX_HUB_PART, 0, 24, 4, RANGE},          /* no cell */
    {KG__INDEX_LABEL_PART, 5, 0xffffff, 3, RANGE},  /* no hub */
    {KG__INDEX_VIA_PART, 0, 24, 4, RANGE},          /* no cell */
};

static void check_lies(kg_grid *grid, kg_context *ctx, const char *bytes, size_t size)
{
    char *copy = malloc(size);

    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        const lie *l = &lies[i];
        kg__index_header h;

        memcpy(copy, bytes, size);
        memcpy(&h, bytes, sizeof h);
        memcpy(
            copy + (l->part < 0 ? 0 : h.section[l->part].offset) + l->place, &l->value, l->width);
        if (l->part >= 0)
            seal(copy);
        memcpy(&h, copy, sizeof h);
        h.sum = kg__sum_header(&h, sizeof h);
        memcpy(copy, &h, sizeof h);
        expect_damage(grid, ctx, copy, size, "lie", i, l->message);
    }
    free(copy);
}

/* Corners that are other cells: no path may come of them, and no search may fail otherwise. */
static void check_misleading(kg_grid *grid, kg_context *ctx, const char *bytes, size_t size)
{
    const uint32_t width = kg_grid_width(grid), cells = width * kg_grid_height(grid);
    const kg_grid_options walls = {.walls = 1};
    char *copy = malloc(size);
    kg__index_header header;
    kg_grid_index *index;
    uint64_t refused = 0;

    memcpy(copy, bytes, size);
    memcpy(&header, bytes, sizeof header);
    for (uint64_t i = 0; i < header.entries; i++) {
        const size_t at = header.section[KG__INDEX_VIA_PART].offset + i * sizeof(uint32_t);
        uint32_t via;

        memcpy(&via, copy + at, sizeof via);
        via = (via + 1) % cells;
        memcpy(copy + at, &via, sizeof via);
    }
    seal(copy);
    CHECK(kg_grid_index_read_memory(&index, grid, copy, size) == KG_OK, "%s",
        kg_context_message(ctx));
    for (uint32_t i = 0; i < cells && index; i++)
        for (uint32_t j = 0; j < cells; j++) {
            const kg_grid_query query = {{i % width, i / width}, {j % width, j / width}};
            kg_grid_search *search = NULL;
            const kg_status status = kg_grid_index_find(&search, index, 1, &query, &walls);

            CHECK(status == KG_OK || status == KG_NO_SOLUTION || status == KG_FORMAT, "%s",
                kg_context_message(ctx));
            if (status == KG_FORMAT) {
                CHECK(strstr(kg_context_message(ctx), "contradict each other"), "%s",
                    kg_context_message(ctx));
                refused++;
            }
            kg_grid_search_destroy(search);
        }
    CHECK(refused > 0, "paths through other cells");
    kg_grid_index_destroy(index);
    free(copy);
}

static void check_map(kg_context *ctx, const char *text, bool lies_too)
{
    const char *path = io_path("small.kgi");
    const kg_grid_read_options options = {.format = KG_GRID_DRAWING};
    const kg_grid_read_options others = {
        .format = KG_GRID_DRAWING, .rules.corners = KG_GRID_CORNERS_ALLOW};
    kg_grid *grid = NULL, *other = NULL;
    kg_grid_index *index = NULL;
    size_t size;
    char *bytes;

    CHECK(kg_grid_read_memory(&grid, ctx, text, strlen(text), &options) == KG_OK, "%s",
        kg_context_message(ctx));
    CHECK(kg_grid_read_memory(&other, ctx, text, strlen(text), &others) == KG_OK, "%s",
        kg_context_message(ctx));
    CHECK(kg_grid_index_build(&index, grid, NULL) == KG_OK, "%s", kg_context_message(ctx));
    CHECK(kg_grid_index_write(index, path) == KG_OK, "%s", kg_context_message(ctx));
    kg_grid_index_destroy(index);
    CHECK(kg_grid_index_read(&index, grid, path) == KG_OK, "%s", kg_context_message(ctx));
    kg_grid_index_destroy(index);
    bytes = io_load(path, &size);
    unlink(path);
    check_every_bit(grid, ctx, bytes, size);
    expect_damage(other, ctx, bytes, size, "another map", 0, "another map");
    if (lies_too) {
        check_lies(grid, ctx, bytes, size);
        check_misleading(grid, ctx, bytes, size);
    }
    free(bytes);
    kg_grid_destroy(other);
    kg_grid_destroy(grid);
}

void io_grid_indexes(void)
{
    kg_context *ctx = io_context(2);

    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
        check_map(ctx, maps[i], i == 0);
    kg_context_destroy(ctx);
}
