/* Checkpoints of sliding puzzles: searches that are stopped and go on, against ones that are not,
 * and against breadth-first searches on plain arrays. */
#include "search/tiles/checkpoint.h"
#include "search/tiles/partitions.h"
#include "tiles_oracle.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef unsigned long long wide;

static const char EIGHT[] = "1/2/3/4/5/6/7/8";
static const char FIVE[] = "1/2/3/4/5";
static const char FIFTEEN[] = "1,2,5/6,9,10/3,4,7/8,11,12/13,14,15";
static const char TWENTY_FOUR[] = "1,2,5/6,7,12/10,11,16/3,4,8/9,13,14/15,20,21/18,19,24/17,22,23";

static const kg_tiles_puzzle hardest = {
    3, 3, {8, 6, 7, 2, 5, 4, 3, 0, 1}, {1, 2, 3, 4, 5, 6, 7, 8, 0}};                /* 31 moves */
static const kg_tiles_puzzle easy = {3, 2, {4, 5, 0, 1, 2, 3}, {1, 2, 3, 4, 5, 0}}; /* 21 moves */

/* A folder for the file of a case. */
typedef struct place {
    char folder[32], path[48];
} place;

static place make_place(check *c)
{
    place p = {.folder = "/tmp/konig-checkpoint-XXXXXX"};

    if (!mkdtemp(p.folder))
        check_fail(c, c->context[0], "no folder %s", p.folder);
    snprintf(p.path, sizeof p.path, "%s/file", p.folder);
    return p;
}

static void remove_place(check *c, const place *p)
{
    remove(p->path);
    check_say(c, "nothing else in the folder");
    check_number(c, c->context[0], "rmdir", (uint64_t)rmdir(p->folder), 0);
}

/* A puzzle of a side, some steps from its target. */
static kg_tiles_puzzle wander(unsigned side, unsigned steps, uint64_t *state)
{
    kg_tiles_puzzle puzzle = {.width = side, .height = side};

    board_in_order(puzzle.target, CELLS);
    memcpy(puzzle.start, puzzle.target, CELLS);
    board_wander(&puzzle, puzzle.start, steps, state);
    return puzzle;
}

/* How a search is stopped: after `states` more of them, or after `seconds`; 0: never. */
typedef struct limit {
    uint64_t states;
    double seconds, pause; /* pause: seconds of a turn, if not negative */
    const volatile int *stop;
} limit;

/* Opens a checkpoint, and searches. */
static kg_status go_on(kg_tiles **answer, kg_context *ctx, const char *path,
    const kg_tiles_puzzle *puzzle, size_t count, size_t which, kg_tiles_options *options,
    const limit *l)
{
    kg_status status;

    *answer = NULL;
    status = kg_tiles_checkpoint_create(&options->checkpoint, ctx, path, puzzle, count);
    if (status == KG_OK) {
        if (l->pause >= 0)
            options->checkpoint->seconds = l->pause;
        options->max_states = l->states;
        options->seconds = l->seconds;
        options->stop = l->stop;
        status = kg_tiles_find(answer, ctx, &puzzle[which], options);
    }
    kg_tiles_checkpoint_destroy(options->checkpoint);
    options->checkpoint = NULL;
    return status;
}

static void check_same(check *c, kg_context *ctx, const kg_tiles *got, const kg_tiles *expected)
{
    const kg_tiles_statistics *a = kg_tiles_work(got), *b = kg_tiles_work(expected);

    check_number(c, ctx, "length", kg_tiles_length(got), kg_tiles_length(expected));
    check_number(c, ctx, "bound", kg_tiles_bound(got), kg_tiles_bound(expected));
    check_equal(c, ctx, "moves", kg_tiles_moves(got), kg_tiles_moves(expected),
        kg_tiles_length(expected), 1);
    check_number(c, ctx, "expanded", a->total.expanded, b->total.expanded);
    check_number(c, ctx, "generated", a->total.generated, b->total.generated);
    if (check_number(c, ctx, "layers", a->layers, b->layers))
        for (size_t i = 0; i < a->layers; i++) {
            check_number(c, ctx, "f", a->layer[i].f, b->layer[i].f);
            check_number(c, ctx, "roots", a->layer[i].rounds, b->layer[i].rounds);
            check_number(c, ctx, "expanded", a->layer[i].expanded, b->layer[i].expanded);
        }
}

static kg_status make_patterns(kg_tiles_patterns **p, kg_context *ctx,
    const kg_tiles_puzzle *puzzle, const char *partition, int later)
{
    return kg_tiles_patterns_create(
        p, ctx, puzzle, &(kg_tiles_patterns_options){.partition = partition, .later = later});
}

/* ---- searches that are stopped --------------------------------------------------------------- */

/* The contexts of a case in turn, and one on the CPU, where a search on CUDA may go on. */
typedef struct turns {
    kg_context *context[CHECK_THREADS + 1];
    kg_tiles_patterns *patterns[CHECK_THREADS + 1];
    int count;
} turns;

static turns begin_turns(check *c, const kg_tiles_puzzle *puzzle, const char *partition)
{
    turns t = {.count = c->contexts + 1};

    memcpy(t.context, c->context, (size_t)c->contexts * sizeof *t.context);
    check_status(c, c->context[0],
        kg_context_create(
            &t.context[c->contexts], &(kg_context_options){.device = "cpu", .threads = 3}),
        KG_OK);
    for (int k = 0; k < t.count; k++)
        check_status(c, t.context[k],
            make_patterns(&t.patterns[k], t.context[k], puzzle, partition, 0), KG_OK);
    return t;
}

static void end_turns(const turns *t)
{
    for (int k = 0; k < t->count; k++)
        kg_tiles_patterns_destroy(t->patterns[k]);
    kg_context_destroy(t->context[t->count - 1]);
}

/* A search that is stopped after some states each time, or by the clock, and goes on in any of the
 * contexts. Without a limit only its own turns stop it. */
static void check_stopped(check *c, const turns *t, const kg_tiles_puzzle *puzzle,
    const kg_tiles *expected, limit l, int only, const place *file, uint64_t *state)
{
    const uint64_t step = l.states;
    uint64_t stops = 0, bound = 0;
    kg_tiles *answer = NULL;
    kg_status status;

    do {
        const int k = only >= 0 ? only : (int)(check_random(state) % (uint64_t)t->count);
        kg_tiles_options options = {
            .heuristic = KG_TILES_PATTERN, .canonical = 1, .patterns = t->patterns[k]};

        kg_tiles_destroy(answer);
        if (step)
            l.states += check_random(state) % step;
        l.seconds *= 1.2;
        status = go_on(&answer, t->context[k], file->path, puzzle, 1, 0, &options, &l);
        if (status != KG_LIMIT) {
            if (check_status(c, t->context[k], status, KG_OK))
                check_same(c, t->context[k], answer, expected);
            break;
        }
        check_number(c, t->context[k], "the bound grows", kg_tiles_bound(answer) >= bound, 1);
        bound = kg_tiles_bound(answer);
        stops++;
    } while (stops < 100000);
    kg_tiles_destroy(answer);
    if (kg_tiles_work(expected)->total.expanded > 500000 && (step || l.seconds > 0))
        check_number(c, t->context[0], "it was stopped", stops > 0, 1);
    remove(file->path);
}

static void check_puzzle(
    check *c, const kg_tiles_puzzle *puzzle, const char *partition, uint64_t step)
{
    const turns t = begin_turns(c, puzzle, partition);
    const kg_tiles_options options = {
        .heuristic = KG_TILES_PATTERN, .canonical = 1, .patterns = t.patterns[0]};
    const place file = make_place(c);
    kg_tiles *expected = NULL;
    uint64_t state = c->seed;

    if (check_status(
            c, c->context[0], kg_tiles_find(&expected, c->context[0], puzzle, &options), KG_OK)) {
        for (int only = -1; only < t.count; only++) {
            check_say(
                c, "%u x %u, stopped by states, context %d", puzzle->width, puzzle->height, only);
            check_stopped(
                c, &t, puzzle, expected, (limit){.states = step, .pause = -1}, only, &file, &state);
            check_say(
                c, "%u x %u, stopped by time, context %d", puzzle->width, puzzle->height, only);
            check_stopped(c, &t, puzzle, expected, (limit){.seconds = 1e-4, .pause = -1}, only,
                &file, &state);
            check_say(c, "%u x %u, many turns, context %d", puzzle->width, puzzle->height, only);
            check_stopped(c, &t, puzzle, expected, (limit){.pause = 0}, only, &file, &state);
            check_say(c, "%u x %u, many turns and stops, context %d", puzzle->width, puzzle->height,
                only);
            check_stopped(
                c, &t, puzzle, expected, (limit){.states = step, .pause = 0}, only, &file, &state);
        }
    }
    kg_tiles_destroy(expected);
    end_turns(&t);
    remove_place(c, &file);
}

static void test_stopped(check *c)
{
    uint64_t state = c->seed;
    kg_tiles_puzzle fifteen = wander(4, check_is_small() ? 30 : 90, &state);
    kg_tiles_puzzle twenty_four = wander(5, check_is_small() ? 30 : 70, &state);

    check_puzzle(c, &hardest, EIGHT, 100000);
    check_puzzle(c, &fifteen, FIFTEEN, check_is_small() ? 5000 : 100000);
    check_puzzle(c, &twenty_four, TWENTY_FOUR, check_is_small() ? 5000 : 100000);
}

/* The canonical solution of a search with stops, by its definition. */
static void test_canonical(check *c)
{
    const place file = make_place(c);
    uint8_t *distance = board_distances(&hardest, hardest.start), path[FAR];
    uint64_t state = c->seed;

    board_canonical(path, &hardest, distance);
    for (int k = 0; k < c->contexts; k++) {
        kg_tiles_options options = {.heuristic = KG_TILES_PATTERN, .canonical = 1};
        limit l = {.pause = 0};
        kg_tiles *answer = NULL;
        kg_status status;

        check_status(c, c->context[k],
            make_patterns(&options.patterns, c->context[k], &hardest, EIGHT, 0), KG_OK);
        do {
            kg_tiles_destroy(answer);
            l.states += 1 + check_random(&state) % 30000;
            status = go_on(&answer, c->context[k], file.path, &hardest, 1, 0, &options, &l);
        } while (status == KG_LIMIT);
        if (check_status(c, c->context[k], status, KG_OK) &&
            check_number(c, c->context[k], "length", kg_tiles_length(answer), 31))
            check_equal(c, c->context[k], "canonical", kg_tiles_moves(answer), path, 31, 1);
        kg_tiles_destroy(answer);
        kg_tiles_patterns_destroy(options.patterns);
        remove(file.path);
    }
    free(distance);
    remove_place(c, &file);
}

/* Searches that end at the first solution. On one thread of the CPU they count the same states. */
static void test_first(check *c)
{
    const place file = make_place(c);

    for (int k = 0; k < c->contexts; k++) {
        kg_context *ctx = c->context[k];
        kg_tiles_options options = {.heuristic = KG_TILES_PATTERN};
        limit l = {.pause = -1};
        kg_tiles *answer = NULL, *expected = NULL;
        kg_status status;

        check_say(c, "context %d", k);
        check_status(c, ctx, make_patterns(&options.patterns, ctx, &hardest, EIGHT, 0), KG_OK);
        check_status(c, ctx, kg_tiles_find(&expected, ctx, &hardest, &options), KG_OK);
        do {
            kg_tiles_destroy(answer);
            l.states += 7000;
            status = go_on(&answer, ctx, file.path, &hardest, 1, 0, &options, &l);
        } while (status == KG_LIMIT);
        if (check_status(c, ctx, status, KG_OK) && check_is_serial(ctx))
            check_same(c, ctx, answer, expected);
        check_number(c, ctx, "length", kg_tiles_length(answer), 31);
        kg_tiles_destroy(answer);
        kg_tiles_destroy(expected);
        kg_tiles_patterns_destroy(options.patterns);
        remove(file.path);
    }
    remove_place(c, &file);
}

static int cancel(void *user, const char *what, uint64_t done, uint64_t total)
{
    int *left = user;

    (void)what, (void)done, (void)total;
    return *left > 0 && --*left == 0;
}

/* The states that a checkpoint of the hardest puzzle has counted. */
static uint64_t count_states(check *c, kg_context *ctx, const char *path)
{
    kg_tiles_checkpoint *cp = NULL;
    uint64_t states = 0;

    if (check_status(c, ctx, kg_tiles_checkpoint_create(&cp, ctx, path, &hardest, 1), KG_OK))
        for (uint64_t i = 0; i < cp->layers; i++)
            states += cp->layer[i].expanded;
    kg_tiles_checkpoint_destroy(cp);
    return states;
}

/* A progress function that cancels searches: they give no answer, but write their position. On the
 * CPU no state is lost. */
static void test_cancelled(check *c)
{
    const place file = make_place(c);
    uint64_t states = 0, before;
    int left = 0, cancels = 0;
    const kg_context_options how = {
        .device = c->backend, .threads = 3, .progress = cancel, .progress_user = &left};
    kg_tiles_options options = {.heuristic = KG_TILES_PATTERN, .canonical = 1};
    const limit l = {.pause = -1};
    kg_context *ctx = NULL;
    kg_tiles *answer = NULL, *expected = NULL;
    kg_status status;

    if (!check_status(c, c->context[0], kg_context_create(&ctx, &how), KG_OK))
        return;
    check_status(c, ctx, make_patterns(&options.patterns, ctx, &hardest, EIGHT, 0), KG_OK);
    check_status(c, ctx, kg_tiles_find(&expected, ctx, &hardest, &options), KG_OK);
    do {
        usleep(110000); /* progress is shown ten times a second */
        left = 1;
        status = go_on(&answer, ctx, file.path, &hardest, 1, 0, &options, &l);
        cancels += status == KG_CANCELLED;
        if (status != KG_CANCELLED)
            break;
        check_number(c, ctx, "an answer", answer != NULL, 0);
        before = states;
        states = count_states(c, ctx, file.path);
        if (strcmp(c->backend, "cpu") == 0)
            check_number(c, ctx, "more states", states >= before + 16384, 1);
    } while (cancels < 5);
    left = 0;
    if (status == KG_CANCELLED)
        status = go_on(&answer, ctx, file.path, &hardest, 1, 0, &options, &l);
    if (check_status(c, ctx, status, KG_OK))
        check_same(c, ctx, answer, expected);
    check_number(c, ctx, "cancelled", cancels > 0, 1);
    kg_tiles_destroy(answer);
    kg_tiles_destroy(expected);
    kg_tiles_patterns_destroy(options.patterns);
    kg_context_destroy(ctx);
    remove_place(c, &file);
}

/* ---- several puzzles ------------------------------------------------------------------------- */

enum { LIST = 6 };

/* Puzzles of two targets, of which one is solved already, and one is there twice. */
static void make_list(kg_tiles_puzzle *puzzle, uint64_t *state)
{
    for (size_t i = 0; i < LIST; i++)
        puzzle[i] = wander(i == 2 ? 2 : 3, 80, state);
    memcpy(puzzle[1].start, puzzle[1].target, CELLS);
    puzzle[4] = puzzle[3];
}

/* Searches all puzzles, the last one first. later: the databases are not built before. Returns how
 * many are solved. */
static int search_list(check *c, kg_context *ctx, const kg_tiles_puzzle *puzzle,
    kg_tiles *const *expected, const char *path, const limit *l, int later)
{
    int solved = 0;

    for (size_t i = LIST; i-- > 0;) {
        kg_tiles_options options = {.heuristic = KG_TILES_PATTERN, .canonical = 1};
        kg_tiles *answer = NULL;
        kg_status status;

        check_say(c, "puzzle %zu, %llu states", i, (wide)l->states);
        check_status(c, ctx, make_patterns(&options.patterns, ctx, &puzzle[i], NULL, later), KG_OK);
        status = go_on(&answer, ctx, path, puzzle, LIST, i, &options, l);
        if (status != KG_LIMIT && check_status(c, ctx, status, KG_OK)) {
            check_same(c, ctx, answer, expected[i]);
            solved++;
        }
        if (later)
            check_number(c, ctx, "databases are built", options.patterns->built, 0);
        kg_tiles_destroy(answer);
        kg_tiles_patterns_destroy(options.patterns);
    }
    return solved;
}

/* All puzzles are stopped at the same number of states, then at more, and so on. At last a call
 * takes all solutions from the file. */
static void test_list(check *c)
{
    const place file = make_place(c);
    kg_tiles_puzzle puzzle[LIST];
    uint64_t state = c->seed;

    make_list(puzzle, &state);
    for (int k = 0; k < c->contexts; k++) {
        kg_context *ctx = c->context[k];
        kg_tiles *expected[LIST] = {NULL};
        limit l = {.states = 1, .pause = 0};

        for (size_t i = 0; i < LIST; i++) {
            kg_tiles_options options = {.heuristic = KG_TILES_PATTERN, .canonical = 1};

            check_status(c, ctx, make_patterns(&options.patterns, ctx, &puzzle[i], NULL, 0), KG_OK);
            check_status(c, ctx, kg_tiles_find(&expected[i], ctx, &puzzle[i], &options), KG_OK);
            kg_tiles_patterns_destroy(options.patterns);
        }
        while (search_list(c, ctx, puzzle, expected, file.path, &l, 0) < LIST && l.states < 1 << 30)
            l.states *= 4;
        l.states = 0;
        check_number(c, ctx, "taken from the file",
            (uint64_t)search_list(c, ctx, puzzle, expected, file.path, &l, 1), LIST);
        for (size_t i = 0; i < LIST; i++)
            kg_tiles_destroy(expected[i]);
        remove(file.path);
    }
    remove_place(c, &file);
}

/* ---- files ----------------------------------------------------------------------------------- */

/* Searches for some states. states: 0: to the end */
static kg_status search_puzzle(kg_context *ctx, const char *path, const kg_tiles_puzzle *puzzle,
    const char *partition, int canonical, uint64_t states)
{
    kg_tiles_options options = {.heuristic = KG_TILES_PATTERN, .canonical = canonical};
    kg_tiles *answer = NULL;
    kg_status status = make_patterns(&options.patterns, ctx, puzzle, partition, 1);

    if (status == KG_OK)
        status = go_on(
            &answer, ctx, path, puzzle, 1, 0, &options, &(limit){.states = states, .pause = -1});
    kg_tiles_destroy(answer);
    kg_tiles_patterns_destroy(options.patterns);
    return status;
}

static kg_status search_some(
    kg_context *ctx, const char *path, const char *partition, int canonical, uint64_t states)
{
    return search_puzzle(ctx, path, &hardest, partition, canonical, states);
}

static unsigned char *slurp(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    unsigned char *bytes = check_array(1 << 16, 1);

    *size = file ? fread(bytes, 1, 1 << 16, file) : 0;
    if (file)
        fclose(file);
    return bytes;
}

static void put(const char *path, const unsigned char *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");

    if (file) {
        fwrite(bytes, 1, size, file);
        fclose(file);
    }
}

/* Any byte that is wrong is found, and so is a file that is cut or longer. */
static void check_damage(check *c, kg_context *ctx, const char *path)
{
    const size_t step = check_is_small() ? 7 : 1;
    size_t size;
    unsigned char *bytes = slurp(path, &size);

    for (size_t i = 0; i < size; i += i < 200 ? 1 : step) {
        bytes[i] ^= 4;
        put(path, bytes, size);
        bytes[i] ^= 4;
        check_say(c, "byte %zu of %zu", i, size);
        check_status(c, ctx, search_some(ctx, path, EIGHT, 1, 1), KG_FORMAT);
    }
    for (size_t cut = 0; cut < size; cut += cut < 200 ? 1 : 61) {
        put(path, bytes, cut);
        check_say(c, "%zu of %zu bytes", cut, size);
        check_status(c, ctx, search_some(ctx, path, EIGHT, 1, 1), KG_FORMAT);
    }
    bytes[size] = 0;
    put(path, bytes, size + 1);
    check_say(c, "a byte more");
    check_status(c, ctx, search_some(ctx, path, EIGHT, 1, 1), KG_FORMAT);
    put(path, bytes, size);
    free(bytes);
}

enum { CONTENTS = 11 };

/* Makes a checkpoint say what cannot be. */
static void spoil(kg_tiles_checkpoint *cp, int what)
{
    kg__checkpoint_puzzle *e = &cp->puzzle[0];
    kg__checkpoint_layer *last = &cp->layer[e->layers - 1];

    last->f += what == 1 ? 2 : 0;
    last->roots += what == 2;
    e->next = what == 3 ? (uint32_t)last->roots + 1 : e->next;
    e->length = what == 4 ? 7 : e->length;
    cp->position[0].root = what == 5 ? e->next : cp->position[0].root;
    cp->position[0].move[0] = what == 6 ? 4 : cp->position[0].move[0];
    cp->position[0].depth = what == 7 ? 1000 : cp->position[0].depth;
    if (what == 8) { /* the blank cannot go up so often */
        e->length = (uint8_t)last->f;
        memset(e->move, 0, e->length);
    }
    cp->defaults = what == 9;
    if (what == 10)
        cp->partition[0] = '\0';
    cp->changed = true;
}

/* A file whose checksums are right, but what it says is not. */
static void check_contents(check *c, kg_context *ctx, const char *path)
{
    size_t size;
    unsigned char *bytes = slurp(path, &size);

    for (int i = 0; i < CONTENTS; i++) {
        kg_tiles_checkpoint *cp = NULL;

        put(path, bytes, size);
        check_say(c, "contents %d", i);
        check_status(c, ctx, kg_tiles_checkpoint_create(&cp, ctx, path, &hardest, 1), KG_OK);
        if (check_number(c, ctx, "has positions",
                cp && cp->puzzle[0].layers > 1 && cp->puzzle[0].positions > 0, 1)) {
            spoil(cp, i);
            check_status(c, ctx, kg_tiles_checkpoint_write(cp), KG_OK);
            check_status(c, ctx, search_some(ctx, path, EIGHT, 1, 0), i ? KG_FORMAT : KG_OK);
        }
        kg_tiles_checkpoint_destroy(cp);
    }
    free(bytes);
}

/* Nothing in the file of a search without layers depends on the databases, so it takes any. */
static void check_empty(check *c, kg_context *ctx, const char *path)
{
    kg_tiles_puzzle solved = easy;

    memcpy(solved.start, solved.target, CELLS);
    remove(path);
    check_say(c, "no layers");
    for (int i = 0; i < 3; i++)
        check_status(
            c, ctx, search_puzzle(ctx, path, &solved, i == 1 ? FIVE : NULL, i == 0, 0), KG_OK);
    remove(path);
}

static void test_files(check *c)
{
    const place file = make_place(c);
    kg_context *ctx = NULL;
    kg_tiles_puzzle two[2] = {hardest, hardest}, other = hardest;
    kg_tiles_checkpoint *cp = NULL;

    /* On the CPU a search that is stopped has positions. */
    if (!check_status(c, c->context[0],
            kg_context_create(&ctx, &(kg_context_options){.device = "cpu", .threads = 1}), KG_OK))
        return;
    check_status(c, ctx, search_some(ctx, file.path, EIGHT, 1, 60000), KG_LIMIT);
    check_damage(c, ctx, file.path);
    check_say(c, "another partition");
    check_status(c, ctx, search_some(ctx, file.path, "1,2,3,4/5,6,7,8", 1, 0), KG_FORMAT);
    check_status(c, ctx, search_some(ctx, file.path, NULL, 1, 0), KG_FORMAT);
    check_say(c, "not canonical");
    check_status(c, ctx, search_some(ctx, file.path, EIGHT, 0, 0), KG_FORMAT);
    check_say(c, "other puzzles");
    check_status(c, ctx, kg_tiles_checkpoint_create(&cp, ctx, file.path, two, 2), KG_FORMAT);
    other.start[0] = 6;
    other.start[1] = 8;
    check_status(c, ctx, kg_tiles_checkpoint_create(&cp, ctx, file.path, &other, 1), KG_FORMAT);
    check_contents(c, ctx, file.path);
    check_empty(c, ctx, file.path);
    check_say(c, "the default partition");
    check_status(c, ctx, search_some(ctx, file.path, NULL, 1, 0), KG_OK);
    check_status(c, ctx, search_some(ctx, file.path, EIGHT, 1, 0), KG_FORMAT);
    check_status(c, ctx, search_some(ctx, file.path, NULL, 1, 0), KG_OK);
    remove(file.path);
    kg_context_destroy(ctx);
    remove_place(c, &file);
}

/* ---- failures -------------------------------------------------------------------------------- */

/* Searches for some states, and then to the end. */
static kg_status search_twice(kg_context *ctx, const char *path, kg_tiles_patterns *patterns)
{
    kg_tiles_options options = {
        .heuristic = KG_TILES_PATTERN, .canonical = 1, .patterns = patterns};
    kg_status status = KG_LIMIT;

    remove(path);
    for (int i = 0; i < 2 && status == KG_LIMIT; i++) {
        kg_tiles *answer;

        status = go_on(
            &answer, ctx, path, &easy, 1, 0, &options, &(limit){.states = i == 0, .pause = -1});
        kg_tiles_destroy(answer);
    }
    return status;
}

static void test_failures(check *c)
{
    const place file = make_place(c);

    for (int k = 0; k < c->contexts; k++) {
        kg_context *ctx = c->context[k];
        kg_tiles_patterns *patterns = NULL;

        check_status(c, ctx, make_patterns(&patterns, ctx, &easy, FIVE, 0), KG_OK);
        check_status(c, ctx, search_twice(ctx, file.path, patterns), KG_OK);
        CHECK_ALLOCATIONS(c, ctx, search_twice(ctx, file.path, patterns));
        kg_tiles_patterns_destroy(patterns);
    }
    remove(file.path);
    remove_place(c, &file);
}

/* Each write, or read, fails in turn. The search tells it, and the old file stays. */
static void check_fault_of_files(check *c, kg_context *ctx, const char *path, kg__fault kind)
{
    size_t size, after;
    unsigned char *bytes, *now;
    kg_status status = KG_IO;

    remove(path);
    check_status(c, ctx, search_puzzle(ctx, path, &easy, FIVE, 1, 1), KG_LIMIT);
    bytes = slurp(path, &size);
    for (uint64_t k = 1; status != KG_OK && k < 1000; k++) {
        check_say(c, "%s %llu", kind == KG__FAULT_WRITE ? "write" : "read", (wide)k);
        kg__fault_set(ctx, kind, k);
        status = search_puzzle(ctx, path, &easy, FIVE, 1, 0);
        kg__fault_set(ctx, kind, 0);
        if (status == KG_OK)
            break;
        check_status(c, ctx, status, KG_IO);
        now = slurp(path, &after);
        if (check_number(c, ctx, "size", after, size))
            check_equal(c, ctx, "the old file", now, bytes, size, 1);
        free(now);
    }
    check_status(c, ctx, status, KG_OK);
    free(bytes);
}

static void test_faults(check *c)
{
    const place file = make_place(c);

    for (int k = 0; k < c->contexts; k++) {
        check_fault_of_files(c, c->context[k], file.path, KG__FAULT_WRITE);
        check_fault_of_files(c, c->context[k], file.path, KG__FAULT_READ);
    }
    remove(file.path);
    remove_place(c, &file);
}

/* A file that cannot be made, before the databases are built, and one that outputs that are held
 * do not hold. */
static void test_outputs(check *c)
{
    const place file = make_place(c);
    kg_context *ctx = NULL;

    check_status(c, c->context[0],
        kg_context_create(&ctx, &(kg_context_options){.device = c->backend}), KG_OK);
    check_say(c, "no such folder");
    check_status(c, ctx, search_some(ctx, "/tmp/konig-checkpoint-none/at-all", EIGHT, 1, 0),
        KG_CANNOT_CREATE);
    check_say(c, "a folder");
    check_status(c, ctx, search_some(ctx, file.folder, EIGHT, 1, 0), KG_CANNOT_OPEN);
    kg_output_hold(ctx);
    check_say(c, "outputs are held");
    check_status(c, ctx, search_some(ctx, file.path, EIGHT, 1, 1), KG_LIMIT);
    check_number(c, ctx, "the file is there", (uint64_t)access(file.path, F_OK), 0);
    check_status(c, ctx, kg_output_release(ctx), KG_OK);
    kg_context_destroy(ctx);
    remove(file.path);
    remove_place(c, &file);
}

static void test_arguments(check *c)
{
    const place file = make_place(c);
    kg_context *ctx = c->context[0], *another = c->context[c->contexts - 1];
    kg_tiles_puzzle board = hardest;
    kg_tiles_checkpoint *cp = NULL;
    kg_tiles_options options = {.heuristic = KG_TILES_PATTERN};
    kg_tiles *answer;

    board.start[0] = board.start[1];
    check_status(c, ctx, kg_tiles_checkpoint_create(&cp, ctx, NULL, &hardest, 1), KG_ARGUMENT);
    check_status(c, ctx, kg_tiles_checkpoint_create(&cp, ctx, "-", &hardest, 1), KG_ARGUMENT);
    check_status(c, ctx, kg_tiles_checkpoint_create(&cp, ctx, file.path, NULL, 1), KG_ARGUMENT);
    check_status(c, ctx, kg_tiles_checkpoint_create(&cp, ctx, file.path, &hardest, 0), KG_ARGUMENT);
    check_status(c, ctx, kg_tiles_checkpoint_create(&cp, ctx, file.path, &board, 1), KG_ARGUMENT);
    check_number(c, ctx, "none", cp == NULL, 1);
    check_status(c, ctx, kg_tiles_checkpoint_create(&cp, ctx, file.path, &hardest, 1), KG_OK);
    check_status(c, ctx, make_patterns(&options.patterns, ctx, &hardest, EIGHT, 1), KG_OK);
    options.checkpoint = cp;
    check_say(c, "a puzzle that is not in it");
    board = hardest;
    memcpy(board.start, (const uint8_t[]){8, 6, 7, 2, 5, 4, 3, 1, 0}, 9);
    check_status(c, ctx, kg_tiles_find(&answer, ctx, &board, &options), KG_ARGUMENT);
    check_say(c, "another context");
    if (another != ctx)
        check_status(c, another, kg_tiles_find(&answer, another, &hardest, &options), KG_ARGUMENT);
    check_say(c, "other heuristics");
    for (int h = 0; h < 4; h++) {
        options.heuristic = (kg_tiles_heuristic)h;
        if (h != KG_TILES_PATTERN)
            check_status(c, ctx, kg_tiles_find(&answer, ctx, &hardest, &options), KG_ARGUMENT);
    }
    check_status(c, ctx, kg_ga_star_tiles(&answer, ctx, &hardest, &options, 1, 0), KG_ARGUMENT);
    check_status(c, ctx, kg_tiles_checkpoint_write(cp), KG_OK);
    check_number(c, ctx, "no search, no file", (uint64_t)access(file.path, F_OK) != 0, 1);
    kg_tiles_patterns_destroy(options.patterns);
    kg_tiles_checkpoint_destroy(cp);
    kg_tiles_checkpoint_destroy(NULL);
    remove_place(c, &file);
}

const check_case check_checkpoints_cases[] = {
    {"checkpoints.stopped", test_stopped, NULL, 0},
    {"checkpoints.canonical", test_canonical, NULL, 0},
    {"checkpoints.first", test_first, NULL, 0},
    {"checkpoints.cancelled", test_cancelled, NULL, 0},
    {"checkpoints.list", test_list, NULL, 0},
    {"checkpoints.files", test_files, NULL, 0},
    {"checkpoints.failures", test_failures, NULL, 0},
    {"checkpoints.faults", test_faults, NULL, 0},
    {"checkpoints.outputs", test_outputs, NULL, 0},
    {"checkpoints.arguments", test_arguments, NULL, 0},
    {NULL, NULL, NULL, 0},
};
