/*
 * Checkpoints of searches: the calls, and what a search takes from them and keeps in them.
 *
 * Memory holds the whole file. A search changes its puzzle there, and the file is written anew.
 */
#include "checkpoint.h"
#include "partitions.h"
#include <errno.h>
#include <string.h>
#include <unistd.h>

static const char what[] = "a checkpoint";

/* ---- calls ----------------------------------------------------------------------------------- */

static kg__checkpoint_puzzle entry_of(const kg_tiles_puzzle *puzzle)
{
    kg__checkpoint_puzzle e = {.width = (uint8_t)puzzle->width, .height = (uint8_t)puzzle->height};
    const unsigned cells = puzzle->width * puzzle->height;

    memcpy(e.start, puzzle->start, cells);
    memcpy(e.target, puzzle->target, cells);
    return e;
}

static kg_status make(
    kg_tiles_checkpoint *c, const char *path, const kg_tiles_puzzle *puzzles, size_t count)
{
    kg_status status;

    KG_TRY(kg__host_allocate(c->ctx, &c->path, strlen(path) + 1, 1, what));
    strcpy(c->path, path);
    KG_TRY(kg__host_allocate(c->ctx, &c->puzzle, count, sizeof *c->puzzle, what));
    for (size_t i = 0; i < count; i++) {
        KG_TRY(kg__tiles_check_board(c->ctx, &puzzles[i], puzzles[i].start, "start"));
        KG_TRY(kg__tiles_check_board(c->ctx, &puzzles[i], puzzles[i].target, "target"));
        c->puzzle[c->puzzles++] = entry_of(&puzzles[i]);
    }
    if (access(path, F_OK) == 0 || errno != ENOENT)
        KG_TRY(kg__checkpoint_read(c, KG__PATH(path)));
out:
    return status;
}

kg_status kg_tiles_checkpoint_create(kg_tiles_checkpoint **checkpoint, kg_context *context,
    const char *path, const kg_tiles_puzzle *puzzles, size_t count)
{
    kg_tiles_checkpoint *c = NULL;
    kg_status status;

    KG_NEED_RESULT(context, checkpoint, context);
    KG_NEED(context, path);
    KG_NEED(context, puzzles);
    kg__begin(context);
    if (!count || count > UINT32_MAX)
        return kg__fail(
            context, KG_ARGUMENT, "a checkpoint of %zu puzzles: expected 1 to 4294967295", count);
    if (strcmp(path, "-") == 0)
        return kg__fail(
            context, KG_ARGUMENT, "a checkpoint is a file, which '-' is not: expected its name");
    KG_TRY(kg__host_allocate(context, &c, 1, sizeof *c, what));
    memset(c, 0, sizeof *c);
    c->ctx = context;
    c->seconds = KG__CHECKPOINT_SECONDS;
    c->written = kg__now();
    KG_TRY(make(c, path, puzzles, count));
    *checkpoint = c;
    c = NULL;
out:
    kg_tiles_checkpoint_destroy(c);
    return status;
}

kg_status kg_tiles_checkpoint_write(kg_tiles_checkpoint *checkpoint)
{
    KG_NEED(NULL, checkpoint);
    kg__begin(checkpoint->ctx);
    return kg__checkpoint_write_if(checkpoint, true);
}

void kg_tiles_checkpoint_destroy(kg_tiles_checkpoint *checkpoint)
{
    if (checkpoint)
        kg__free_all(checkpoint->ctx, checkpoint->path, checkpoint->partition, checkpoint->puzzle,
            checkpoint->layer, checkpoint->position, checkpoint);
}

/* ---- what a search takes --------------------------------------------------------------------- */

/* Finds an entry. layer, position: [out] the indices of its first ones */
static kg__checkpoint_puzzle *find_parts(
    const kg_tiles_checkpoint *c, uint64_t entry, uint64_t *layer, uint64_t *position)
{
    *layer = *position = 0;
    for (uint64_t i = 0; i < entry; i++) {
        *layer += c->puzzle[i].layers;
        *position += c->puzzle[i].positions;
    }
    return &c->puzzle[entry];
}

/* The number of default partitions, which depends on the backend if there is a 24-puzzle. */
static uint32_t count_defaults(const kg_tiles_checkpoint *c, const kg_tiles_patterns *p)
{
    for (uint64_t i = 0; i < c->puzzles; i++)
        if (c->puzzle[i].width == 5 && c->puzzle[i].height == 5)
            return kg__tiles_patterns_sixes(p->ctx);
    return 1;
}

/* Writes the file of a new checkpoint, so that a failure comes before the search. */
static kg_status found(
    kg_tiles_checkpoint *c, const char *partition, uint32_t defaults, bool canonical)
{
    kg_status status;

    kg__free(c->ctx, c->partition);
    c->partition = NULL;
    c->begun = false;
    if (partition) {
        KG_TRY(kg__host_allocate(c->ctx, &c->partition, strlen(partition) + 1, 1, what));
        strcpy(c->partition, partition);
    }
    c->canonical = canonical;
    c->defaults = defaults;
    KG_TRY(kg__checkpoint_write(c));
    c->begun = true;
out:
    return status;
}

/* Checks that the searches are those of the checkpoint. One without layers takes any: if there is
 * no memory on a GPU, say, the CPU begins anew, with its own partitions. */
static kg_status check_searches(
    kg_tiles_checkpoint *c, const kg_tiles_patterns *patterns, bool canonical)
{
    const char *partition = patterns->partition;
    const uint32_t defaults = partition ? 0 : count_defaults(c, patterns);
    const bool others = c->defaults != defaults ||
                        (partition && (!c->partition || strcmp(partition, c->partition) != 0));

    if (!c->begun || (!c->layers && (others || c->canonical != canonical)))
        return found(c, partition, defaults, canonical);
    if (c->canonical != canonical)
        return kg__fail(c->ctx, KG_FORMAT,
            "%s: the searches of this checkpoint %s canonical solutions: ask for the same, or name "
            "another file",
            c->path, c->canonical ? "find" : "do not find");
    if (others)
        return kg__fail(c->ctx, KG_FORMAT,
            "%s: the searches of this checkpoint have other pattern databases, %s%.200s%s: take "
            "these, or name another file",
            c->path, c->partition ? "pattern:" : "", c->partition ? c->partition : "the default",
            c->partition || !defaults ? "" : " ones of another device");
    return KG_OK;
}

/* Takes the layers of an entry, except the last one if the search is in it, of which it only takes
 * the bound. first: of the layers */
static kg_status take_layers(kg__deep_work *w, kg_tiles *answer, uint64_t first, uint64_t count)
{
    kg_status status = KG_OK;

    for (uint64_t i = 0; i < count; i++) {
        const kg__checkpoint_layer *layer = &w->checkpoint->layer[first + i];

        if (layer->f > KG__DEEP_MOVES || (i && layer->f != answer->bound + 2))
            return kg__checkpoint_damaged(w->checkpoint, "a puzzle contradicts itself");
        answer->bound = (unsigned)layer->f;
        w->states += layer->expanded;
        if (i + w->resumes == count)
            break;
        KG_TRY(kg__tiles_begin_layer(answer));
        answer->layer[i] = (kg_tiles_layer){.f = answer->bound,
            .rounds = layer->roots,
            .expanded = layer->expanded,
            .generated = layer->generated,
            .ms = layer->ms};
    }
out:
    return status;
}

/* Checks the solution of an entry, or the best one so far. */
static kg_status check_solution(const kg_tiles_checkpoint *c, const kg__checkpoint_puzzle *e)
{
    kg_tiles_puzzle puzzle = {e->width, e->height, {0}, {0}};

    memcpy(puzzle.start, e->start, sizeof e->start);
    memcpy(puzzle.target, e->target, sizeof e->target);
    if (kg_tiles_verify(c->ctx, &puzzle, e->move, e->length) == KG_OK)
        return KG_OK;
    kg__forgive(c->ctx);
    return kg__checkpoint_damaged(c, "a solution is wrong");
}

/* Takes the solution of an entry. */
static kg_status take_solution(
    const kg_tiles_checkpoint *c, kg_tiles *answer, const kg__checkpoint_puzzle *e)
{
    kg_status status;

    KG_TRY(check_solution(c, e));
    KG_TRY(kg__host_allocate(c->ctx, &answer->move, e->length, 1, "the moves"));
    memcpy(answer->move, e->move, e->length);
    answer->bound = answer->length = e->length;
out:
    return status;
}

kg_status kg__checkpoint_begin(
    kg__deep_work *w, kg_tiles *answer, const kg_tiles_patterns *patterns, bool *solved)
{
    kg_tiles_checkpoint *c = w->checkpoint;
    kg__checkpoint_puzzle wanted = {.width = w->problem->width, .height = w->problem->height};
    const kg__checkpoint_puzzle *e;
    uint64_t layer, position;
    kg_status status;

    if (c->ctx != w->ctx)
        return kg__fail(w->ctx, KG_ARGUMENT, "the checkpoint belongs to another context");
    memcpy(wanted.start, w->problem->start, w->problem->cells);
    memcpy(wanted.target, w->problem->target, w->problem->cells);
    while (w->entry < c->puzzles && !kg__checkpoint_is_same(&c->puzzle[w->entry], &wanted))
        w->entry++;
    if (w->entry == c->puzzles)
        return kg__fail(w->ctx, KG_ARGUMENT, "%s: the checkpoint is of other puzzles", c->path);
    KG_TRY(check_searches(c, patterns, w->all));
    e = find_parts(c, w->entry, &layer, &position);
    *solved = e->solved;
    w->resumes = !e->solved && e->layers;
    KG_TRY(take_layers(w, answer, layer, e->layers));
    if (e->solved)
        KG_TRY(take_solution(c, answer, e));
    KG_TRY(kg__host_allocate(c->ctx, &w->position,
        e->positions + KG__DEEP_WALKS * (uint64_t)kg_context_threads(c->ctx), sizeof *w->position,
        what));
out:
    return status;
}

/* Returns whether a search can have been at a position. */
static bool is_legal(const kg__deep_work *w, const kg__deep_position *position)
{
    const kg__deep_view view = {w->problem, w->tables, w->detours.next};
    const unsigned most = w->bound - w->depth;
    kg__deep_step step[2];

    if (position->root >= w->next || position->depth > most)
        return false;
    kg__deep_begin(&view, step, &w->root[position->root]);
    for (unsigned i = 0; i < position->depth; i++)
        if (!kg__deep_follow_move(
                &view, &step[i % 2], &step[(i + 1) % 2], position->move[i], most - i - 1))
            return false;
    return true;
}

kg_status kg__checkpoint_resume(kg__deep_work *w)
{
    const kg_tiles_checkpoint *c = w->checkpoint;
    uint64_t layer, position;
    const kg__checkpoint_puzzle *e = find_parts(c, w->entry, &layer, &position);
    const kg__checkpoint_layer *last = &c->layer[layer + e->layers - 1];
    kg_status status = KG_OK;

    if (last->f != w->bound || last->roots != w->roots || e->next > w->roots ||
        (e->length && e->length != w->bound))
        return kg__checkpoint_damaged(c, "a search cannot be where it says");
    if (e->length)
        KG_TRY(check_solution(c, e));
    w->resumes = false;
    w->count->expanded = last->expanded;
    w->count->generated = last->generated;
    w->count->ms = last->ms;
    w->next = e->next;
    w->positions = e->positions;
    w->found = e->length > 0;
    memcpy(w->move, e->move, e->length);
    for (uint64_t i = 0; i < e->positions; i++) {
        w->position[i] = c->position[position + i];
        if (!is_legal(w, &w->position[i]))
            return kg__checkpoint_damaged(c, "a thread cannot be where it says");
    }
out:
    return status;
}

/* ---- what a search keeps --------------------------------------------------------------------- */

/* Moves the elements of an array behind an entry's, which has `after` of them instead of `before`.
 * There is room. */
static void shift(
    void *array, uint64_t *count, size_t size, uint64_t at, uint64_t before, uint64_t after)
{
    const uint64_t behind = *count - at - before;

    if (behind)
        memmove((char *)array + (at + after) * size, (char *)array + (at + before) * size,
            behind * size);
    *count += after - before;
}

/* Keeps layers, positions and the best solution of an entry. */
static kg_status keep(const kg__deep_work *w, const kg_tiles *answer, uint64_t positions,
    const uint8_t *move, unsigned length)
{
    kg_tiles_checkpoint *c = w->checkpoint;
    uint64_t layer, position;
    kg__checkpoint_puzzle *e = find_parts(c, w->entry, &layer, &position);
    kg_status status;

    KG_TRY(kg__host_grow(c->ctx, &c->layer, &c->layer_room, c->layers - e->layers + answer->layers,
        sizeof *c->layer, what));
    KG_TRY(kg__host_grow(c->ctx, &c->position, &c->position_room,
        c->positions - e->positions + positions, sizeof *c->position, what));
    shift(c->layer, &c->layers, sizeof *c->layer, layer, e->layers, answer->layers);
    shift(c->position, &c->positions, sizeof *c->position, position, e->positions, positions);
    e->layers = (uint32_t)answer->layers;
    e->positions = (uint32_t)positions;
    for (uint64_t i = 0; i < answer->layers; i++)
        c->layer[layer + i] = (kg__checkpoint_layer){answer->layer[i].f, answer->layer[i].rounds,
            answer->layer[i].expanded, answer->layer[i].generated, answer->layer[i].ms};
    if (positions)
        memcpy(&c->position[position], w->position, positions * sizeof *c->position);
    e->next = (uint32_t)w->next;
    e->length = (uint8_t)length;
    if (length)
        memcpy(e->move, move, length);
    c->changed = true;
out:
    return status;
}

kg_status kg__checkpoint_keep(const kg__deep_work *w, const kg_tiles *answer)
{
    return keep(w, answer, w->positions, w->move, w->found ? w->bound : 0);
}

kg_status kg__checkpoint_solve(const kg__deep_work *w, const kg_tiles *answer)
{
    kg_tiles_checkpoint *c = w->checkpoint;
    uint64_t solved = 0;
    kg_status status;

    KG_TRY(keep(w, answer, 0, answer->move, answer->length));
    c->puzzle[w->entry].solved = 1;
    for (uint64_t i = 0; i < c->puzzles; i++)
        solved += c->puzzle[i].solved;
    KG_TRY(kg__checkpoint_write_if(c, solved == c->puzzles));
out:
    return status;
}
