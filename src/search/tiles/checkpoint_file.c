/*
 * Reading and writing checkpoints.
 *
 * In:  a file in the layout of checkpoint.h, and the puzzles that it must have.
 * Out: the positions and solutions in memory.
 * Method: nothing is allocated before the header and the size of the file agree. Then the checksums
 *     are compared, and the counts. Positions are checked when a search goes on from them.
 * Work: O(the file's length).
 */
#include "../../io/mapping.h"
#include "checkpoint.h"
#include <string.h>

static const char NOUN[] = "checkpoint", what[] = "a checkpoint"; /* in messages */
static const char *const part_name[KG__CHECKPOINT_PARTS] = {
    "puzzles", "layers", "positions", "partitions"};

kg_status kg__checkpoint_damaged(const kg_tiles_checkpoint *c, const char *why)
{
    const kg__input input = {.ctx = c->ctx, .shown = c->path};

    return kg__sections_damaged(&input, NOUN, why);
}

/* Lays out the sections that the counts imply, without their checksums. Returns the file's size. */
static uint64_t lay_out(kg__checkpoint_header *h)
{
    h->section[KG__CHECKPOINT_PUZZLE_PART].bytes = h->puzzles * sizeof(kg__checkpoint_puzzle);
    h->section[KG__CHECKPOINT_LAYER_PART].bytes = h->layers * sizeof(kg__checkpoint_layer);
    h->section[KG__CHECKPOINT_POSITION_PART].bytes = h->positions * sizeof(kg__deep_position);
    h->section[KG__CHECKPOINT_TEXT_PART].bytes = h->text;
    return kg__sections_lay_out(h->section, KG__CHECKPOINT_PARTS, sizeof *h);
}

/* ---- writing --------------------------------------------------------------------------------- */

kg_status kg__checkpoint_write(kg_tiles_checkpoint *c)
{
    const void *bytes[KG__CHECKPOINT_PARTS] = {c->puzzle, c->layer, c->position, c->partition};
    kg__checkpoint_header h = {.version = KG__CHECKPOINT_VERSION,
        .order = KG__SECTIONS_ORDER,
        .puzzles = c->puzzles,
        .layers = c->layers,
        .positions = c->positions,
        .text = c->partition ? (uint32_t)strlen(c->partition) : 0,
        .canonical = c->canonical,
        .defaults = c->defaults};
    kg_output *output = NULL;
    kg_status status;

    memcpy(h.magic, KG__CHECKPOINT_MAGIC, sizeof h.magic);
    lay_out(&h);
    kg__sections_sum(h.section, KG__CHECKPOINT_PARTS, bytes);
    h.sum = kg__sum_header(&h, sizeof h);
    KG_TRY(kg__output_open_whole(&output, c->ctx, c->path));
    KG_TRY(kg__output_write(output, &h, sizeof h));
    KG_TRY(kg__sections_write(output, h.section, KG__CHECKPOINT_PARTS, bytes));
    KG_TRY(kg__output_close(output));
    c->changed = false;
out:
    c->written = kg__now();
    kg_output_destroy(output);
    return status;
}

kg_status kg__checkpoint_write_if(kg_tiles_checkpoint *c, bool now)
{
    now |= kg__now() >= c->written + c->seconds;
    return c->changed && now ? kg__checkpoint_write(c) : KG_OK;
}

/* ---- reading --------------------------------------------------------------------------------- */

static kg_status check_header(const kg__input *input, const kg__checkpoint_header *h)
{
    kg__checkpoint_header implied = *h;
    uint64_t size;
    kg_status status;

    KG_TRY(kg__sections_check_head(input, NOUN, h, sizeof *h, KG__CHECKPOINT_VERSION));
    if (h->puzzles > UINT32_MAX || h->layers > UINT32_MAX || h->positions > UINT32_MAX ||
        h->canonical > 1 || (h->text == 0) != (h->defaults != 0))
        return kg__sections_damaged(input, NOUN, "the header contradicts itself");
    memset(implied.zero, 0, sizeof implied.zero);
    implied.none = 0;
    size = lay_out(&implied);
    KG_TRY(kg__sections_check_implied(input, NOUN, h, &implied, sizeof *h, size));
out:
    return status;
}

/* Checks that the file has the puzzles of the checkpoint. file: [puzzles] */
static kg_status check_puzzles(
    const kg_tiles_checkpoint *c, const kg__checkpoint_header *h, const kg__checkpoint_puzzle *file)
{
    uint64_t layers = 0, positions = 0, i = 0;

    while (i < h->puzzles && i < c->puzzles && kg__checkpoint_is_same(&file[i], &c->puzzle[i]))
        i++;
    if (i < h->puzzles || i < c->puzzles)
        return kg__fail(c->ctx, KG_FORMAT,
            "%s: this is the checkpoint of %llu other puzzles: number %llu is another one or "
            "missing; name another file, or give the same puzzles in the same order",
            c->path, (unsigned long long)h->puzzles, (unsigned long long)i + 1);
    for (i = 0; i < h->puzzles; i++) {
        layers += file[i].layers;
        positions += file[i].positions;
        if (file[i].solved > 1 || (file[i].positions && !file[i].layers))
            return kg__checkpoint_damaged(c, "a puzzle contradicts itself");
    }
    return layers == h->layers && positions == h->positions
               ? KG_OK
               : kg__checkpoint_damaged(c, "the counts of its puzzles contradict the header");
}

/* Copies what the file has. */
static kg_status take(
    kg_tiles_checkpoint *c, const kg__checkpoint_header *h, const unsigned char *file)
{
    kg_status status;

    KG_TRY(check_puzzles(c, h,
        (const kg__checkpoint_puzzle *)(file + h->section[KG__CHECKPOINT_PUZZLE_PART].offset)));
    KG_TRY(kg__host_grow(c->ctx, &c->layer, &c->layer_room, h->layers, sizeof *c->layer, what));
    KG_TRY(kg__host_grow(
        c->ctx, &c->position, &c->position_room, h->positions, sizeof *c->position, what));
    if (h->text) {
        KG_TRY(kg__host_allocate(c->ctx, &c->partition, (uint64_t)h->text + 1, 1, what));
        memcpy(c->partition, file + h->section[KG__CHECKPOINT_TEXT_PART].offset, h->text);
        c->partition[h->text] = '\0';
    }
    memcpy(c->puzzle, file + h->section[KG__CHECKPOINT_PUZZLE_PART].offset,
        h->puzzles * sizeof *c->puzzle);
    if (h->layers)
        memcpy(c->layer, file + h->section[KG__CHECKPOINT_LAYER_PART].offset,
            h->layers * sizeof *c->layer);
    if (h->positions)
        memcpy(c->position, file + h->section[KG__CHECKPOINT_POSITION_PART].offset,
            h->positions * sizeof *c->position);
    c->layers = h->layers;
    c->positions = h->positions;
    c->canonical = h->canonical;
    c->defaults = h->defaults;
    c->begun = true;
out:
    return status;
}

static kg_status read_input(void *result, const kg__input *input, const void *options)
{
    kg_tiles_checkpoint *c = result;
    kg__checkpoint_header h = {.version = 0};
    const size_t count = input->size < sizeof h ? (size_t)input->size : sizeof h;
    void *map = NULL, *copy = NULL;
    kg_status status;

    (void)options;
    KG_TRY(kg__input_read(input, &h, 0, count));
    if (memcmp(h.magic, KG__CHECKPOINT_MAGIC, sizeof h.magic) != 0)
        return kg__fail(c->ctx, KG_FORMAT,
            "%s: not a checkpoint of sliding puzzles; name another file, or remove it to begin "
            "anew",
            input->shown);
    if (count < sizeof h)
        return kg__sections_damaged(input, NOUN, "it ends within its header");
    KG_TRY(check_header(input, &h));
    KG_TRY(kg__sections_hold(input, what, &map, &copy));
    KG_TRY(kg__sections_check(
        input, NOUN, h.section, part_name, KG__CHECKPOINT_PARTS, map ? map : copy));
    KG_TRY(take(c, &h, map ? map : copy));
out:
    kg__mapping_destroy(map);
    kg__free(c->ctx, copy);
    return status;
}

kg_status kg__checkpoint_read(kg_tiles_checkpoint *c, const kg__source *source)
{
    return kg__input_read_from(c->ctx, source, NULL, read_input, c, NULL);
}
