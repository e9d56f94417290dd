/*
 * Euler walks and trails over ranks of threads: whatever one context says of a graph, any number of
 * ranks says, too, to the byte. What one context says is held against oracles elsewhere.
 */
#include "../euler_oracle.h"
#include "base/context.h"
#include "euler/ranks/ranks.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A graph, or how it is generated, and what is asked of it. */
typedef struct task {
    kg_kind kind;
    uint64_t n, m;
    kg_vertex *end; /* [2m]; NULL: generate */
    uint64_t *side, *one_sided;
    const kg_generate_options *generate;
    kg_euler_options options;
    bool parts; /* over ranks no rank has it whole */
} task;

/* An answer; of one rank its share of the walk. */
typedef struct answer {
    kg_status status;
    char message[256];
    kg_euler_kind found;
    uint64_t circuits, m, first, share, trails;
    kg_euler_witness why;
    kg_edge *walk;
    uint64_t *begin;
} answer;

static kg_status build(kg_graph **graph, kg_context *ctx, const task *p)
{
    if (p->generate)
        return kg_graph_generate(graph, ctx, p->generate);
    return oracle_build(graph, ctx, p->kind, p->n, p->m, p->end, p->side, p->one_sided);
}

static void *copy(const void *from, uint64_t count, size_t size)
{
    void *to = check_array(count + 1, size);

    if (count)
        memcpy(to, from, count * size);
    return to;
}

/* Each rank gives some edges of a graph that no rank has whole: the later ones more. */
static kg_status build_part(kg_part **part, kg_context *ctx, const task *p)
{
    const uint64_t rank = (uint64_t)kg__comm_rank(ctx), ranks = (uint64_t)kg__comm_ranks(ctx);
    const uint64_t from = p->m * rank * rank / (ranks * ranks);
    const uint64_t count = p->m * (rank + 1) * (rank + 1) / (ranks * ranks) - from;
    kg_vertex *source = check_array(count + 1, sizeof *source);
    kg_vertex *target = check_array(count + 1, sizeof *target);
    kg_status status;

    for (uint64_t e = 0; e < count; e++) {
        source[e] = p->end[2 * (from + e)];
        target[e] = p->end[2 * (from + e) + 1];
    }
    status = kg_part_build(part, ctx, p->n, count, source, target);
    free(source);
    free(target);
    return status;
}

/* A part against the whole graph, built on the rank by itself. */
static void compare_part(check *c, kg_context *ctx, const kg_part *part, const task *p)
{
    kg_graph *graph = NULL;
    const kg_vertex *source, *col, *own_source, *own_target;
    uint64_t first, count;

    if (build(&graph, ctx, p) == KG_OK && kg_graph_sources(graph, &source) == KG_OK &&
        kg_graph_csr(graph, NULL, &col) == KG_OK) {
        kg_part_own(part, &first, &count, &own_source, &own_target);
        check_number(c, ctx, "vertices", kg_part_vertices(part), p->n);
        check_number(c, ctx, "edges", kg_part_edges(part), p->m);
        check_equal(c, ctx, "sources", own_source, source + first, count, sizeof *source);
        check_equal(c, ctx, "targets", own_target, col + first, count, sizeof *col);
    }
    kg_graph_destroy(graph);
}

/* Of a walk that rank 0 has collected all is kept. */
static void solve(check *c, answer *a, kg_context *ctx, const task *p, bool parts)
{
    kg_graph *graph = NULL;
    kg_part *part = NULL;
    kg_euler *euler = NULL;
    const kg_edge *walk = NULL;
    const uint64_t *begin = NULL;

    *a = (answer){0};
    a->status = parts ? build_part(&part, ctx, p) : build(&graph, ctx, p);
    if (a->status != KG_OK)
        return;
    if (parts)
        compare_part(c, ctx, part, p);
    a->m = parts ? kg_part_edges(part) : kg_graph_edges(graph);
    a->status = parts ? kg_euler_find_part(&euler, part, &p->options)
                      : kg_euler_find(&euler, graph, &p->options);
    snprintf(a->message, sizeof a->message, "%s", kg_context_message(ctx));
    a->found = kg_euler_found(euler);
    a->circuits = kg_euler_initial_circuits(euler);
    if (euler)
        a->why = *kg_euler_why(euler);
    if (a->status == KG_OK) {
        kg_euler_share(euler, &a->first, &a->share);
        kg_euler_walk(euler, &walk);
        kg_euler_trails(euler, &begin, &a->trails);
        a->begin = copy(begin, a->trails + 1, sizeof *begin);
        a->walk = copy(walk, a->share, sizeof *walk);
        if (kg_euler_collect(euler) != KG_OK)
            a->status = KG_INTERNAL;
        kg_euler_share(euler, &a->first, &a->share);
        kg_euler_walk(euler, &walk);
        if (a->first == 0 && a->share == a->m) {
            free(a->walk);
            a->walk = copy(walk, a->m, sizeof *walk);
        }
    }
    kg_euler_destroy(euler);
    kg_part_destroy(part);
    kg_graph_destroy(graph);
}

static void forget(answer *a)
{
    free(a->walk);
    free(a->begin);
}

/* i: of the problem. */
static void compare(
    check *c, const kg_context *ctx, size_t i, const answer *got, const answer *expected)
{
    const kg_euler_witness *why = &got->why, *known = &expected->why;
    const bool listed = why->listed == known->listed &&
                        memcmp(why->vertex, known->vertex, sizeof why->vertex) == 0 &&
                        memcmp(why->out_degree, known->out_degree, sizeof why->out_degree) == 0 &&
                        memcmp(why->in_degree, known->in_degree, sizeof why->in_degree) == 0;
    bool same = got->status == expected->status && got->found == expected->found &&
                strcmp(got->message, expected->message) == 0 &&
                got->circuits == expected->circuits && got->trails == expected->trails &&
                why->reason == known->reason && why->count == known->count && listed &&
                why->edge[0] == known->edge[0] && why->edge[1] == known->edge[1] &&
                why->components == known->components;

    if (same && got->status == KG_OK)
        same = memcmp(got->begin, expected->begin, (got->trails + 1) * sizeof *got->begin) == 0 &&
               memcmp(got->walk, expected->walk + got->first, got->share * sizeof *got->walk) == 0;
    if (!same)
        check_say(c, "%d ranks, problem %zu", kg_comm_ranks(check_comm(ctx)), i);
    check_number(c, ctx, "whether it is as on one rank", same, true);
}

/* ---- ranks ----------------------------------------------------------------------------------- */

typedef struct given {
    const task *problem; /* [problems] */
    const answer *expected;
    size_t problems;
} given;

static void run(check *c, kg_context *ctx, void *argument)
{
    const given *g = argument;

    for (size_t i = 0; i < g->problems; i++) {
        answer got;

        solve(c, &got, ctx, &g->problem[i], g->problem[i].parts);
        compare(c, ctx, i, &got, &g->expected[i]);
        forget(&got);
    }
}

static void check_problems(check *c, const task *problem, size_t problems)
{
    answer *expected = check_array(problems, sizeof *expected);
    given g = {problem, expected, problems};

    for (size_t i = 0; i < problems; i++)
        solve(c, &expected[i], c->context[0], &problem[i], false);
    for (int at = 0, ranks; check_rank_counts(&at, &ranks);) {
        check_say(c, "%d ranks", ranks);
        check_ranks(c, ranks, 1, run, &g);
    }
    for (size_t i = 0; i < problems; i++)
        forget(&expected[i]);
    free(expected);
}

/* ---- random graphs --------------------------------------------------------------------------- */

/* A walk of m steps over n vertices of a problem from edge `from` on, closed or not. It passes each
 * vertex from one side to the other. */
static void make_walk(task *p, uint64_t from, uint64_t m, uint64_t first_vertex, uint64_t n,
    bool closed, uint64_t *state)
{
    const uint64_t begin = first_vertex + check_random(state) % n;
    const unsigned begin_side = check_random(state) & 1;
    uint64_t at = begin;
    unsigned side = begin_side;

    for (uint64_t e = from; e < from + m; e++) {
        const bool last = closed && e + 1 == from + m;
        const uint64_t to = last ? begin : first_vertex + check_random(state) % n;
        const unsigned to_side = last ? !begin_side : check_random(state) & 1;
        const unsigned turned = p->kind == KG_DIRECTED ? 0 : check_random(state) & 1;

        p->end[2 * e + turned] = (kg_vertex)at;
        p->end[2 * e + !turned] = (kg_vertex)to;
        p->side[e / 32] |= (uint64_t)side << (2 * e + turned) % 64;
        p->side[e / 32] |= (uint64_t)to_side << (2 * e + !turned) % 64;
        at = to;
        side = !to_side;
    }
}

static uint64_t half_side(const task *p, uint64_t h)
{
    return p->side[h / 64] >> h % 64 & 1;
}

/* Swaps two edges, with their sides. */
static void swap_edges(task *p, uint64_t a, uint64_t b)
{
    for (unsigned i = 0; i < 2; i++) {
        const uint64_t h = 2 * a + i, g = 2 * b + i, bit = half_side(p, h) ^ half_side(p, g);
        const kg_vertex was = p->end[h];

        p->end[h] = p->end[g];
        p->end[g] = was;
        p->side[h / 64] ^= bit << h % 64;
        if (h != g)
            p->side[g / 64] ^= bit << g % 64;
    }
}

/* Mostly a walk; sometimes two walks that do not meet, or a walk and any edges. */
static void make_random(task *p, kg_kind kind, uint64_t *state)
{
    const uint64_t n = 1 + check_random(state) % 12, m = check_random(state) % 40;
    const bool closed = check_random(state) % 3;
    const unsigned what = check_random(state) % 8;
    const uint64_t cut = what < 3 && n > 1 ? m / 2 : m, most = cut < m && what ? n / 2 : n;

    *p = (task){.kind = kind, .n = n + check_random(state) % 3, .m = m};
    p->end = check_array(2 * m + 1, sizeof *p->end);
    p->side = check_array(m / 32 + 1, sizeof *p->side);
    p->one_sided = check_array(1, sizeof *p->one_sided);
    memset(p->side, 0, (m / 32 + 1) * sizeof *p->side);
    p->one_sided[0] = check_random(state) & check_random(state);
    if (what == 7)
        for (uint64_t e = 0; e < m; e++)
            make_walk(p, e, 1, 0, n, false, state);
    else {
        make_walk(p, 0, cut, 0, most, closed, state);
        make_walk(
            p, cut, m - cut, n - (most < n ? n - most : n), most < n ? n - most : n, true, state);
    }
    for (uint64_t e = m; e > 1; e--)
        swap_edges(p, e - 1, check_random(state) % e);
    p->options.kind = (kg_euler_kind)(check_random(state) % 4);
    p->options.has_start = p->options.kind != KG_EULER_TRAILS && check_random(state) % 2;
    p->options.start = p->options.has_start ? (kg_vertex)(check_random(state) % n) : 0;
}

static void test_random(check *c, kg_kind kind, bool parts)
{
    const size_t problems = check_is_small() ? 10 : 60;
    task *problem = check_array(problems, sizeof *problem);
    uint64_t state = c->seed + (uint64_t)kind;

    for (size_t i = 0; i < problems; i++) {
        make_random(&problem[i], kind, &state);
        problem[i].parts = parts;
        if (parts)
            problem[i].options = (kg_euler_options){.kind = (kg_euler_kind)(i % 3)};
    }
    check_problems(c, problem, problems);
    for (size_t i = 0; i < problems; i++) {
        free(problem[i].end);
        free(problem[i].side);
        free(problem[i].one_sided);
    }
    free(problem);
}

static void test_directed(check *c)
{
    test_random(c, KG_DIRECTED, false);
}

static void test_undirected(check *c)
{
    test_random(c, KG_UNDIRECTED, false);
}

static void test_bidirected(check *c)
{
    test_random(c, KG_BIDIRECTED, false);
}

static void test_parts(check *c)
{
    test_random(c, KG_DIRECTED, true);
}

/* A path and circuits that it does not meet: which edges are the witness. */
static void test_islands(check *c)
{
    const size_t problems = check_is_small() ? 20 : 100;
    task *problem = check_array(problems, sizeof *problem);
    kg_vertex(*end)[2 * ISLAND_STEPS] = check_array(problems, sizeof *end);
    uint64_t state = c->seed;

    for (size_t i = 0; i < problems; i++) {
        problem[i] = (task){.kind = KG_DIRECTED, .n = ISLANDS, .parts = i % 2};
        problem[i].m = oracle_islands(end[i], &state);
        problem[i].end = end[i];
    }
    check_problems(c, problem, problems);
    free(end);
    free(problem);
}

/* ---- generated graphs ------------------------------------------------------------------------ */

static void test_generated(check *c)
{
    static const kg_generate_options undirected[] = {
        {.kind = KG_GENERATE_HYPERCUBE, .dimension = 10},
        {.kind = KG_GENERATE_HYPERCUBE, .dimension = 7},
        {.kind = KG_GENERATE_GRID_ROADS, .width = 90, .height = 70},
        {.kind = KG_GENERATE_COMPLETE, .vertices = 150}};
    static const kg_euler_kind kinds[] = {KG_EULER_ANY, KG_EULER_TRAILS};
    /* Some trees of free links, and slots enough to look through but a few of them for others; many
     * short circuits, of one tree of free links and of more. */
    static const kg_generate_options large[] = {
        {.kind = KG_GENERATE_RANDOM, .vertices = 60000, .max_degree = 7},
        {.kind = KG_GENERATE_RANDOM, .vertices = 60000, .max_degree = 7, .path = 1},
        {.kind = KG_GENERATE_RANDOM, .vertices = 50000, .max_degree = 7},
        {.kind = KG_GENERATE_DEBRUIJN, .alphabet = 4, .length = 7},
        {.kind = KG_GENERATE_TORUS, .width = 70, .height = 70, .relabel = 1},
        {.kind = KG_GENERATE_TORUS, .width = 70, .height = 70, .path = 1}};
    enum {
        MORE = sizeof undirected / sizeof *undirected,
        LARGE = sizeof large / sizeof *large,
        ALL = 3 * GENERATED + 2 * MORE + LARGE
    };
    kg_generate_options generate[ALL];
    task problem[ALL];
    size_t problems = 0;

    for (size_t g = 0; g < GENERATED; g++)
        for (int i = 0; i < 3; i++) { /* circuit, path, trails of a path with other numbers */
            if (oracle_generated[g].vertices > 2000 || oracle_generated[g].length > 10)
                continue; /* ranks wait for each other some hundred times */
            generate[problems] = oracle_generated[g];
            generate[problems].seed = c->seed;
            generate[problems].path = i > 0;
            generate[problems].relabel = i > 1;
            problem[problems] =
                (task){.generate = &generate[problems], .options = {.kind = kinds[i == 2]}};
            problems++;
        }
    for (size_t g = 0; g < 2 * MORE; g++) {
        generate[problems] = undirected[g / 2];
        problem[problems] =
            (task){.generate = &generate[problems], .options = {.kind = kinds[g % 2]}};
        problems++;
    }
    for (size_t g = 0; g < LARGE; g++) {
        generate[problems] = large[g];
        generate[problems].seed = c->seed + g;
        problem[problems] = (task){.generate = &generate[problems]};
        problems++;
    }
    check_problems(c, problem, problems);
}

/* ---- the check ------------------------------------------------------------------------------- */

/* What is done to a walk: an edge again, one that is none, two that change places, in this order
 * and at the ends of a share; or two that are neighbours. */
enum damage { NONE, AGAIN, NO_EDGE, SWAPPED, NEIGHBOURS, OTHER_KIND, DAMAGES };

/* BESIDE: neighbours that are damaged in a long share, one behind the other for ranks that look it
 * up in pieces of 2^16. RING: that gives two ranks such shares. */
enum { BESIDE = 1 << 16, RING = 300000 };

static void run_verify(check *c, kg_context *ctx, void *argument)
{
    const task *p = argument;
    const bool last = kg__comm_rank(ctx) + 1 == kg__comm_ranks(ctx);
    kg_graph *graph = NULL;
    kg_euler *euler = NULL;
    const kg_edge *walk = NULL;
    uint64_t first, share;

    build(&graph, ctx, p);
    check_number(c, ctx, "status", (uint64_t)kg_euler_find(&euler, graph, NULL), KG_OK);
    kg_euler_share(euler, &first, &share);
    kg_euler_walk(euler, &walk);
    for (int damage = NONE; damage < DAMAGES; damage++) {
        kg_edge *wrong = copy(walk, share, sizeof *wrong), *b_wrong;
        const kg_edge end = share ? wrong[share - 1] : 0;

        if (last && share > 1 && damage == AGAIN)
            wrong[share - 1] = wrong[0];
        if (last && share > 1 && damage == NO_EDGE)
            wrong[share - 1] = KG_NO_EDGE;
        if (last && share > 1 && damage == SWAPPED) {
            wrong[share - 1] = wrong[0];
            wrong[0] = end;
        }
        if (last && share > 1 && damage == NEIGHBOURS) {
            const uint64_t at = share > BESIDE + 1 ? BESIDE : share / 2;
            const kg_edge other = wrong[at];

            wrong[at] = wrong[at - 1];
            wrong[at - 1] = other;
        }
        b_wrong = check_upload(ctx, wrong, share, sizeof *wrong);
        kg__begin(ctx);
        check_number(c, ctx, "status",
            (uint64_t)kg__comm_stop(ctx,
                kg__ranks_row(ctx)->verify(
                    graph, NULL, b_wrong, damage == OTHER_KIND ? KG_EULER_PATH : KG_EULER_CIRCUIT),
                NULL),
            (uint64_t)(damage == NONE ? KG_OK : KG_NO_SOLUTION));
        if (damage == NEIGHBOURS && p->m > 3)
            check_number(c, ctx, "three places where it goes on wrongly",
                strstr(kg_context_message(ctx), "goes on wrongly 3 times") != NULL, 1);
        kg__free(ctx, b_wrong);
        free(wrong);
    }
    kg_euler_destroy(euler);
    kg_graph_destroy(graph);
}

/* A walk round a ring can be walked in one order alone. */
static void test_verify(check *c)
{
    static kg_vertex end[2 * RING];
    static uint64_t side[RING / 32 + 1], one_sided[RING / 64 + 1];

    for (int k = 0; k < 4; k++) {
        const uint64_t n = k < 3 ? 40 : RING;

        for (uint64_t e = 0; e < n; e++) {
            end[2 * e] = (kg_vertex)e;
            end[2 * e + 1] = (kg_vertex)((e + 1) % n);
            side[e / 32] |= UINT64_C(1) << 2 * e % 64; /* out on the plus side, in on the other */
        }
        for (int at = 0, ranks; check_rank_counts(&at, &ranks);) {
            task p = {.kind = (kg_kind)(k % 3),
                .n = n,
                .m = n,
                .end = end,
                .side = side,
                .one_sided = one_sided};

            check_say(c, "%d ranks, kind %d, %d edges", ranks, k % 3, (int)n);
            check_ranks(c, ranks, 1, run_verify, &p);
        }
    }
}

/* ---- failures -------------------------------------------------------------------------------- */

static kg_status find_once(kg_context *ctx, kg_graph *graph, const task *p)
{
    kg_euler *euler = NULL;
    kg_part *part = NULL;
    kg_status status;

    if (p->parts) {
        KG_TRY(build_part(&part, ctx, p));
        KG_TRY(kg_euler_find_part(&euler, part, &p->options));
    } else {
        KG_TRY(kg_euler_find(&euler, graph, &p->options));
    }
out:
    kg_euler_destroy(euler);
    kg_part_destroy(part);
    return status;
}

/* Each allocation of a rank fails in turn: all ranks say so, and the next call works. */
static void run_failures(check *c, kg_context *ctx, void *argument)
{
    const task *p = argument;
    const kg_comm *comm = check_comm(ctx);
    kg_graph *graph = NULL;
    kg_status status = build(&graph, ctx, p);

    check_number(c, ctx, "status of building", (uint64_t)status, KG_OK);
    for (int i = 0; i < 2; i++) { /* the first and the last */
        const int rank = i ? kg_comm_ranks(comm) - 1 : 0;
        uint64_t held = 0;

        for (uint64_t k = 0; k == 0 || status != KG_OK; k++) { /* once without a failure */
            if (k && rank == kg_comm_rank(comm))
                kg__fault_set(ctx, KG__FAULT_ALLOCATE, k);
            status = find_once(ctx, graph, p);
            if (k == 0 || status == KG_OK)
                check_number(c, ctx, "status", (uint64_t)status, KG_OK);
            else
                check_status(c, ctx, status, KG_MEMORY);
            kg__release_spares(ctx);
            if (k == 0) { /* what is made on first use stays */
                held = check_held(ctx);
                status = KG_MEMORY;
            }
            check_number(c, ctx, "bytes held", check_held(ctx), held);
        }
        kg__fault_set(ctx, KG__FAULT_ALLOCATE, 0);
    }
    kg_graph_destroy(graph);
}

static void test_failures(check *c)
{
    static kg_vertex end[] = {0, 1, 1, 2, 2, 0, 0, 3, 3, 4, 5, 5, 5, 1, 4, 0, 5, 2};
    static uint64_t side[] = {0x1659}, one_sided[] = {2};
    static kg_vertex path[] = {1, 2, 2, 1, 1, 5, 5, 5, 5, 0, 0, 4};

    static kg_vertex circuit[] = {0, 1, 1, 2, 2, 0, 0, 0, 1, 3, 3, 1};

    for (int k = 0; k < 5; k++)
        for (int at = 0, ranks; check_rank_counts(&at, &ranks);) {
            task p = {.kind = (kg_kind)k,
                .n = 6,
                .m = 9,
                .end = end,
                .side = side,
                .one_sided = one_sided,
                .options = {.kind = KG_EULER_TRAILS}};

            if (k == 3)
                p = (task){.n = 6, .m = 6, .end = path, .parts = true};
            if (k == 4)
                p = (task){.n = 4, .m = 6, .end = circuit};
            if (ranks > 3 && k)
                continue;
            check_say(c, "%d ranks, kind %d", ranks, k);
            check_ranks_apart(c, ranks, 1, false, run_failures, &p);
            if (strcmp(c->backend, "cpu") != 0)
                check_ranks_apart(c, ranks, 1, true, run_failures, &p);
        }
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* What a search takes besides the graph, as ranks.h says it. */
static void run_memory(check *c, kg_context *ctx, void *argument)
{
    const uint64_t slack = 1 << (check_is_small() ? 16 : 18);
    const task *p = argument;
    kg_graph *graph = NULL;
    kg_euler *euler = NULL;
    uint64_t first, share, before, bytes;

    check_number(c, ctx, "status", (uint64_t)build(&graph, ctx, p), KG_OK);
    bytes = (kg_graph_kind(graph) == KG_DIRECTED ? 45 : 60) * sizeof(kg_edge) / 4;
    before = ctx->memory.peak = ctx->memory.current;
    check_number(c, ctx, "status", (uint64_t)kg_euler_find(&euler, graph, NULL), KG_OK);
    kg_euler_share(euler, &first, &share);
    if (ctx->memory.peak - before > bytes * share + slack)
        check_fail(c, ctx, "%g bytes an edge, expected %llu at most",
            (double)(ctx->memory.peak - before) / (double)share, (unsigned long long)bytes);
    kg_euler_destroy(euler);
    kg_graph_destroy(graph);
}

static void test_memory(check *c)
{
    static const kg_generate_options
        graphs[] = {{.kind = KG_GENERATE_TORUS, .width = 256, .height = 256},
            {.kind = KG_GENERATE_HYPERCUBE, .dimension = 14},
            {.kind = KG_GENERATE_RANDOM, .vertices = 50000, .max_degree = 7},
            {.kind = KG_GENERATE_DEBRUIJN, .alphabet = 4, .length = 9}},
        small[] = {{.kind = KG_GENERATE_TORUS, .width = 128, .height = 128},
            {.kind = KG_GENERATE_HYPERCUBE, .dimension = 12},
            {.kind = KG_GENERATE_RANDOM, .vertices = 10000, .max_degree = 7},
            {.kind = KG_GENERATE_DEBRUIJN, .alphabet = 4, .length = 8}};

    for (size_t i = 0; i < 4 && strcmp(c->backend, "cpu") == 0; i++)
        for (int at = 0, ranks; check_rank_counts(&at, &ranks);)
            if (ranks > 1 && ranks <= 4) {
                task p = {.generate = check_is_small() ? &small[i] : &graphs[i]};

                check_say(c, "%d ranks, graph %zu", ranks, i);
                check_ranks(c, ranks, 1, run_memory, &p);
            }
    check_number(c, c->context[0], "done", 0, 0);
}

const check_case check_ranks_cases[] = {
    {"ranks.directed", test_directed, NULL, 0, true},
    {"ranks.undirected", test_undirected, NULL, 0, true},
    {"ranks.bidirected", test_bidirected, NULL, 0, true},
    {"ranks.parts", test_parts, NULL, 0, true},
    {"ranks.islands", test_islands, NULL, 0, true},
    {"ranks.generated", test_generated, NULL, 0, true},
    {"ranks.verify", test_verify, NULL, 0, true},
    {"ranks.memory", test_memory, NULL, 0, true},
    {"ranks.failures", test_failures, NULL, 0, true},
    {NULL, NULL, NULL, 0},
};
