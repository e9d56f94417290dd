/*
 * Reading and writing indexes of maps.
 *
 * In:  a file in the layout of index_file.h, and the map that it was made for.
 * Out: an index in the mapped file, or in a block if the input is not a regular file.
 * Method: nothing is allocated or mapped before the header and the size of the file agree. Then the
 *     checksums are compared, and everything that queries rely on is checked: labels lie within the
 *     file, hubs and corners are cells, lines stay on the map. Whether labels agree with each other
 *     is found out when a path goes through them (query.c).
 * Work: O(cells + entries).
 */
#include "index_file.h"
#include <string.h>

static const char NOUN[] = "grid index"; /* in messages */
static const char *const part_name[KG__INDEX_PARTS] = {"cells", "hubs", "labels", "corners"};

uint64_t kg__grid_index_sum(const kg_grid *grid)
{
    const uint64_t words = ((uint64_t)grid->height + 2) * grid->words;
    uint64_t sum = kg__sum_join(grid->width, grid->height);

    for (int t = 0; t < KG__TERRAINS; t++) {
        const uint64_t *row = grid->plane[t].row;
        uint64_t any = 0;

        for (uint64_t i = 0; row && i < words; i++)
            any |= row[i];
        sum = kg__sum_join(sum, any ? kg__sum_bytes(row, words * sizeof *row) : 0);
    }
    return sum;
}

/* The header of a map's index, without what depends on the labels. */
static kg__index_header header_of(const kg_grid *grid)
{
    kg__index_header h = {.version = KG__INDEX_VERSION,
        .order = KG__SECTIONS_ORDER,
        .width = grid->width,
        .height = grid->height,
        .diagonal = grid->rules.diagonal,
        .corner_rule = grid->rules.corners,
        .grid = kg__grid_index_sum(grid)};

    memcpy(h.magic, KG__INDEX_MAGIC, sizeof h.magic);
    return h;
}

/* Lays out the sections that the counts imply, without their checksums. size: [out] of the file. */
static void lay_out(kg__index_header *h, uint64_t *size)
{
    h->section[KG__INDEX_RECORD_PART].bytes =
        ((uint64_t)h->width * h->height + 1) * sizeof(kg__index_record);
    h->section[KG__INDEX_HUB_PART].bytes = (uint64_t)h->hubs * sizeof(uint32_t);
    h->section[KG__INDEX_LABEL_PART].bytes = h->entries * sizeof(uint64_t);
    h->section[KG__INDEX_VIA_PART].bytes = h->entries * sizeof(uint32_t);
    *size = kg__sections_lay_out(h->section, KG__INDEX_PARTS, sizeof *h);
}

/* ---- writing --------------------------------------------------------------------------------- */

static kg_status write_to(kg_output *output, const kg_grid_index *index)
{
    const void *bytes[KG__INDEX_PARTS] = {index->record, index->hub, index->label, index->via};
    kg__index_header h = header_of(index->grid);
    uint64_t size;
    kg_status status;

    h.corners = index->corners;
    h.hubs = index->hubs;
    h.entries = index->entries;
    lay_out(&h, &size);
    kg__sections_sum(h.section, KG__INDEX_PARTS, bytes);
    h.sum = kg__sum_header(&h, sizeof h);
    KG_TRY(kg__output_write(output, &h, sizeof h));
    KG_TRY(kg__sections_write(output, h.section, KG__INDEX_PARTS, bytes));
out:
    return status;
}

kg_status kg_grid_index_write(const kg_grid_index *index, const char *path)
{
    kg_context *ctx = KG__CONTEXT(index);
    kg_output *output = NULL;
    kg_status status;

    KG_NEED(NULL, index);
    KG_NEED(ctx, path);
    kg__begin(ctx);
    kg__stage(ctx, "write");
    KG_TRY(kg__output_open(&output, ctx, path));
    KG_TRY(write_to(output, index));
    KG_TRY(kg__output_close(output));
out:
    kg_output_destroy(output);
    kg__stage(ctx, NULL);
    return status;
}

/* ---- reading --------------------------------------------------------------------------------- */

typedef struct reader {
    kg_context *ctx;
    const kg__input *input;
    kg__index_header header;
} reader;

static kg_status damaged(const reader *r, const char *what)
{
    return kg__sections_damaged(r->input, NOUN, what);
}

static kg_status check_header(reader *r)
{
    const kg__index_header *h = &r->header;
    kg__index_header implied = *h;
    uint64_t size;
    kg_status status;

    KG_TRY(kg__sections_check_head(r->input, NOUN, h, sizeof *h, KG__INDEX_VERSION));
    if (h->width > KG__INDEX_SIDE || h->height > KG__INDEX_SIDE || h->hubs > h->corners ||
        h->corners > KG__HUBS_MOST || h->entries > UINT32_MAX)
        return damaged(r, "the header contradicts itself");
    memset(implied.zero, 0, sizeof implied.zero);
    lay_out(&implied, &size);
    KG_TRY(kg__sections_check_implied(r->input, NOUN, h, &implied, sizeof *h, size));
out:
    return status;
}

static kg_status check_grid(const reader *r, const kg_grid *grid)
{
    const kg__index_header expected = header_of(grid), *h = &r->header;
    const char *what = h->width != expected.width || h->height != expected.height
                           ? "the sizes differ"
                       : h->grid != expected.grid ? "cells differ"
                       : h->diagonal != expected.diagonal || h->corner_rule != expected.corner_rule
                           ? "the rules for diagonal steps or corners differ"
                           : NULL;

    if (!what)
        return KG_OK;
    return kg__fail(r->ctx, KG_FORMAT,
        "%s: this is the index of another map, of %u x %u cells, and this map has %u x %u: %s; "
        "make an index of this map",
        r->input->shown, h->width, h->height, grid->width, grid->height, what);
}

/* Returns whether the lines of a cell stay on the map. */
static bool is_on_map(const kg_grid *grid, uint64_t cell, const kg__index_record *record)
{
    const uint64_t right = grid->width - 1 - cell % grid->width, left = cell % grid->width;
    const uint64_t below = grid->height - 1 - cell / grid->width;

    return record->run[0] <= right && record->run[1] <= right && record->run[1] <= below &&
           record->run[2] <= below && record->run[3] <= left && record->run[3] <= below;
}

static bool is_legal(const kg_grid_index *index)
{
    const kg__index_record *record = index->record;
    bool bad = record[0].first != 0 || record[index->cells].first != index->entries;

    for (uint64_t c = 0; c < index->cells; c++)
        bad |= record[c].first > record[c + 1].first || !is_on_map(index->grid, c, &record[c]);
    for (uint32_t h = 0; h < index->hubs; h++)
        bad |= index->hub[h] >= index->cells;
    for (uint64_t i = 0; i < index->entries; i++)
        bad |= kg__label_hub(index->label[i]) >= index->hubs || index->via[i] >= index->cells;
    return !bad;
}

/* Points the arrays of an index into the file, and checks them. */
static kg_status take(const reader *r, kg_grid_index *index, unsigned char *file)
{
    const kg__index_header *h = &r->header;
    kg_status status;

    KG_TRY(kg__sections_check(r->input, NOUN, h->section, part_name, KG__INDEX_PARTS, file));
    index->corners = h->corners;
    index->hubs = h->hubs;
    index->entries = h->entries;
    index->record = (kg__index_record *)(file + h->section[KG__INDEX_RECORD_PART].offset);
    index->hub = (uint32_t *)(file + h->section[KG__INDEX_HUB_PART].offset);
    index->label = (uint64_t *)(file + h->section[KG__INDEX_LABEL_PART].offset);
    index->via = (uint32_t *)(file + h->section[KG__INDEX_VIA_PART].offset);
    if (!is_legal(index))
        status = damaged(r, "what it says of the map is out of range");
out:
    return status;
}

static kg_status read_input(void *result, const kg__input *input, const void *options)
{
    kg_grid_index **index = result, *made = NULL;
    kg_grid *grid = (kg_grid *)options;
    reader r = {.ctx = input->ctx, .input = input};
    const size_t count = input->size < sizeof r.header ? (size_t)input->size : sizeof r.header;
    kg_status status;

    KG_TRY(kg__input_read(input, &r.header, 0, count));
    if (count < sizeof r.header.magic ||
        memcmp(r.header.magic, KG__INDEX_MAGIC, sizeof r.header.magic) != 0)
        return kg__fail(
            r.ctx, KG_FORMAT, "%s: not a grid index; astar index makes one", input->shown);
    if (count < sizeof r.header)
        return damaged(&r, "it ends within its header");
    KG_TRY(check_header(&r));
    KG_TRY(check_grid(&r, grid));
    KG_TRY(kg__grid_index_create(&made, grid));
    KG_TRY(kg__sections_hold(input, "a grid index", &made->map, &made->copy));
    KG_TRY(take(&r, made, made->map ? made->map : made->copy));
    *index = made;
    made = NULL;
out:
    kg_grid_index_destroy(made);
    return status;
}

static kg_status read_from(kg_grid_index **index, kg_grid *grid, const kg__source *source)
{
    kg_context *ctx = KG__CONTEXT(grid);
    kg_status status;

    KG_NEED_RESULT(ctx, index, grid);
    kg__begin(ctx);
    kg__stage(ctx, "read");
    KG_TRY(kg__grid_index_check(grid));
    KG_TRY(kg__input_read_from(ctx, source, NULL, read_input, index, grid));
out:
    kg__stage(ctx, NULL);
    return status;
}

KG__READ_CALLS(kg_grid_index_read, read_from, kg_grid_index, kg_grid)
