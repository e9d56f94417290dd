/*
 * Iterative deepening on several sliding puzzles at once: their iterations are one search of the
 * backend. A puzzle leaves once one of its iterations has enough states to fill a GPU alone.
 *
 * The counts and the solution of each puzzle are those of a search that finds every solution. The
 * databases keep the answers until searches ask for them.
 */
#include "deep_ops.h"
#include "partitions.h"
#include <string.h>

static const char what[] = "puzzles that are searched at once";

enum { TOGETHER = 64 };

typedef struct member {
    kg__tiles problem;
    kg__deep_work work; /* its roots */
    kg__tiles_level level[2];
    kg_tiles *answer; /* NULL: it has left */
    bool done;
} member;

typedef struct team {
    kg__deep_work work; /* of all */
    kg__deep_outcome outcome[TOGETHER];
    unsigned members;
    member member[TOGETHER];
} team;

static bool goes_on(const member *m)
{
    return m->answer && !m->done;
}

static void leave(member *m)
{
    if (m->answer)
        kg__tiles_free(m->answer);
    m->answer = NULL;
}

/* Adds a puzzle whose bound is known, unless it is solved already. */
static kg_status join(team *t, kg_tiles_patterns *p, const kg__tiles *problem, unsigned bound)
{
    member *m = &t->member[t->members];
    kg_status status;

    m->problem = *problem;
    m->work = (kg__deep_work){
        .ctx = t->work.ctx, .problem = &m->problem, .patterns = p, .tables = t->work.tables};
    KG_TRY(kg__host_allocate(t->work.ctx, &m->answer, 1, sizeof *m->answer, what));
    *m->answer = (kg_tiles){.ctx = t->work.ctx, .bound = bound};
    t->members++;
    KG_TRY(kg__deep_first_root(&m->work, m->level, &m->answer->bound));
    if (!m->answer->bound || m->answer->bound > KG__DEEP_MOVES)
        leave(m);
out:
    return status;
}

/* Adds the puzzles that follow and have the same target and a solution. */
static kg_status join_following(
    team *t, kg_context *ctx, kg_tiles_patterns *p, const kg_tiles_options *options)
{
    kg_status status = KG_OK;

    for (uint64_t i = 0; i < options->others && t->members < TOGETHER; i++) {
        const kg_tiles_puzzle *puzzle = &options->following[i];
        kg__tiles problem;

        if (kg__tiles_patterns_check(ctx, p, puzzle) != KG_OK ||
            kg__tiles_check_board(ctx, puzzle, puzzle->start, "start") != KG_OK) {
            kg__forgive(ctx);
            continue;
        }
        if (!kg__tiles_is_solvable(puzzle))
            continue;
        kg__tiles_make(&problem, puzzle, true);
        KG_TRY(join(t, p, &problem, kg__tiles_heuristic(&problem, puzzle, true)));
    }
out:
    return status;
}

/* Makes the roots of all puzzles that go on. */
static kg_status gather(team *t)
{
    uint64_t roots = 0;
    kg_status status = KG_OK;

    for (unsigned i = 0; i < t->members; i++) {
        member *m = &t->member[i];

        if (!goes_on(m))
            continue;
        m->work.bound = m->answer->bound;
        KG_TRY(kg__deep_make_roots(&m->work, m->level, KG__DEEP_FIRST_ROOTS));
        roots += m->work.roots;
    }
    kg__free(t->work.ctx, t->work.root);
    t->work.root = NULL;
    t->work.roots = 0;
    KG_TRY(kg__host_allocate(t->work.ctx, &t->work.root, roots, sizeof *t->work.root, what));
    for (unsigned i = 0; i < t->members; i++) {
        const kg__deep_work *w = &t->member[i].work;

        for (uint64_t k = 0; goes_on(&t->member[i]) && k < w->roots; k++) {
            kg__deep_root *r = &t->work.root[t->work.roots++];

            *r = w->root[k];
            r->depth = (uint8_t)w->depth;
            r->bound = (uint8_t)w->bound;
            r->puzzle = i;
        }
    }
out:
    return status;
}

/* Takes the outcome of a puzzle's iteration. ms: its share of the time */
static kg_status account(member *m, const kg__deep_outcome *o, double ms)
{
    kg_tiles *a = m->answer;
    kg_tiles_layer *layer;
    kg_status status;

    KG_TRY(kg__tiles_begin_layer(a));
    layer = &a->layer[a->layers - 1];
    layer->rounds = m->work.roots;
    layer->expanded = o->expanded;
    layer->generated = o->generated;
    layer->ms = ms;
    m->done = o->found;
    if (o->found) {
        KG_TRY(kg__host_allocate(a->ctx, &a->move, a->bound, 1, "the moves"));
        memcpy(a->move, o->move, a->bound);
        a->length = a->bound;
        goto out;
    }
    a->bound += 2;
    if (o->expanded >= KG__DEEP_LONG || a->bound > KG__DEEP_MOVES)
        leave(m);
out:
    return status;
}

/* Iterates until every puzzle is solved or has left, or the search must stop. */
static kg_status iterate(team *t)
{
    kg_status status = KG_OK;

    for (;;) {
        const double begin = kg__now();
        unsigned active = 0;

        for (unsigned i = 0; i < t->members; i++)
            active += goes_on(&t->member[i]);
        if (!active || t->work.stopped)
            break;
        KG_TRY(gather(t));
        KG_TRY(kg__deep_search(kg__context_backend(t->work.ctx), &t->work));
        for (unsigned i = 0; i < t->members && !t->work.stopped; i++)
            if (goes_on(&t->member[i]))
                KG_TRY(account(&t->member[i], &t->outcome[i], 1e3 * (kg__now() - begin) / active));
    }
out:
    return status;
}

/* Hands the answers to the databases, and frees the rest. */
static kg_status finish(team *t, kg_tiles_patterns *p, bool all)
{
    kg_status status = KG_OK;

    for (unsigned i = 0; i < t->members; i++) {
        member *m = &t->member[i];

        kg__free_all(t->work.ctx, m->work.root, m->level[0].key, m->level[1].key);
        if (m->done && status == KG_OK)
            status = kg__host_grow(
                t->work.ctx, &p->known, &p->known_room, p->knowns + 1, sizeof *p->known, what);
        if (!m->done || status != KG_OK) {
            leave(m);
            continue;
        }
        p->known[p->knowns] = (kg__deep_known){.all = all, .answer = m->answer};
        memcpy(p->known[p->knowns++].start, m->problem.start, KG_TILES_CELLS);
    }
    kg__free_all(t->work.ctx, t->work.root, t->work.detours.next);
    return status;
}

kg_status kg__deep_solve_together(kg_context *ctx, kg_tiles_patterns *p, const kg__tiles *first,
    unsigned bound, const kg_tiles_options *options, const kg__patience *patience)
{
    team *t = NULL;
    kg_status status, finished;

    KG_TRY(kg__host_allocate(ctx, &t, 1, sizeof *t, what));
    memset(t, 0, sizeof *t);
    t->work = (kg__deep_work){.ctx = ctx,
        .problem = first,
        .patterns = p,
        .tables = &p->tables,
        .all = true,
        .patience = *patience,
        .max_states = UINT64_MAX,
        .count = &(kg_tiles_layer){.f = 0},
        .shown = "states",
        .outcome = t->outcome,
        .puzzles = TOGETHER};
    status = join(t, p, first, bound);
    if (status == KG_OK)
        status = join_following(t, ctx, p, options);
    if (status == KG_OK)
        status = kg__detours_make(ctx, &t->work.detours, first, KG__DEEP_SHORT);
    if (status == KG_OK)
        status = iterate(t);
    p->tried = t->members;
    finished = finish(t, p, options->canonical);
    status = status == KG_OK ? finished : status;
out:
    kg__free(ctx, t);
    return status;
}

bool kg__deep_recall(kg_tiles *answer, kg_tiles_patterns *p, const kg__tiles *problem, bool all)
{
    for (uint64_t i = 0; i < p->knowns; i++) {
        kg_tiles *known = p->known[i].answer;

        if (p->known[i].all != all || memcmp(p->known[i].start, problem->start, KG_TILES_CELLS))
            continue;
        answer->bound = known->bound;
        answer->length = known->length;
        answer->move = known->move;
        answer->layer = known->layer;
        answer->layers = known->layers;
        answer->layer_room = known->layer_room;
        kg__free(p->ctx, known);
        p->known[i] = p->known[--p->knowns];
        return true;
    }
    return false;
}
