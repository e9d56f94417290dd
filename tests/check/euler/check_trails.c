/*
 * The fewest trails of graphs of all kinds: by their definition, against a search through all ways
 * to walk small graphs, and the same in every context. Circuits and paths of bidirected graphs,
 * too.
 */
#include "euler_oracle.h"
#include <stdlib.h>
#include <string.h>

typedef unsigned long long wide;

/* A graph as an edge list, edges numbered as the library numbers them. */
typedef struct plain {
    uint64_t n, m;
    const kg_vertex *end; /* [2m] */
    kg_kind kind;
    const uint64_t *side, *one_sided; /* of a bidirected one: bits of half-edges, of vertices */
} plain;

static const char *const kind_name[] = {"directed", "undirected", "bidirected"};
static const kg_kind kinds[] = {KG_DIRECTED, KG_UNDIRECTED, KG_BIDIRECTED};

enum { FEW = 9 }; /* edges of a graph that is searched */

static bool is_one_sided(const plain *p, uint64_t v)
{
    return p->kind != KG_BIDIRECTED || p->one_sided[v / 64] >> v % 64 & 1;
}

/* The side of half-edge h; 0 where there are no sides. */
static unsigned side_of(const plain *p, uint64_t h)
{
    return is_one_sided(p, p->end[h]) ? 0 : (unsigned)(p->side[h / 64] >> h % 64 & 1);
}

/* Whether a walk that came to vertex v by a side may leave it by half-edge h. */
static bool may_leave(const plain *p, uint64_t v, unsigned side, uint64_t h)
{
    return p->end[h] == v && (is_one_sided(p, v) || side_of(p, h) != side);
}

/* The fewest trails, by trying all: least[used * places + place] for each set of edges walked and
 * each vertex and side to which the last walk came. */
static uint64_t search_fewest(const plain *p)
{
    const size_t sets = (size_t)1 << p->m, places = 2 * p->n;
    unsigned *least = check_array(sets * places + 1, sizeof *least);
    unsigned best = (unsigned)p->m;

    memset(least, 0xff, sets * places * sizeof *least);
    for (size_t used = 0; used < sets; used++)
        for (size_t at = 0; at < places; at++) {
            const unsigned so_far = used ? least[used * places + at] : 0;

            if (so_far == UINT32_MAX)
                continue;
            for (uint64_t h = 0; h < 2 * p->m; h += p->kind == KG_DIRECTED ? 2 : 1) {
                const size_t set = used | (size_t)1 << h / 2;
                unsigned *then = &least[set * places + 2 * p->end[h ^ 1] + side_of(p, h ^ 1)];
                const unsigned trails = so_far + (!used || !may_leave(p, at / 2, at % 2, h));

                if (set != used && trails < *then)
                    *then = trails;
            }
        }
    for (size_t at = 0; p->m && at < places; at++)
        if (least[(sets - 1) * places + at] < best)
            best = least[(sets - 1) * places + at];
    free(least);
    return best;
}

/* The fewest by counting. lacking, pieces: [out] half-edges without a partner, components that have
 * edges; may be NULL. */
static uint64_t count_fewest(const plain *p, uint64_t *lacking_out, uint64_t *pieces)
{
    int64_t *surplus = check_array(p->n + 1, sizeof *surplus);
    uint64_t *component = check_array(p->n + 1, sizeof *component);
    bool *touched = check_array(p->n + 1, sizeof *touched), changed = true;
    uint64_t lacking = 0, whole = 0;

    memset(surplus, 0, p->n * sizeof *surplus);
    memset(touched, 0, p->n * sizeof *touched);
    for (uint64_t v = 0; v < p->n; v++)
        component[v] = v;
    for (uint64_t h = 0; h < 2 * p->m; h++)
        surplus[p->end[h]] += p->kind == KG_DIRECTED                        ? (h % 2 ? -1 : 1)
                              : is_one_sided(p, p->end[h]) || side_of(p, h) ? 1
                                                                            : -1;
    while (changed) {
        changed = false;
        for (uint64_t h = 0; h < 2 * p->m; h++) {
            const uint64_t other = component[component[p->end[h ^ 1]]];

            if (other < component[p->end[h]]) {
                component[p->end[h]] = other;
                changed = true;
            }
        }
    }
    for (uint64_t v = 0; v < p->n; v++) {
        const uint64_t lacks =
            (uint64_t)(p->kind != KG_DIRECTED && is_one_sided(p, v) ? surplus[v] % 2
                                                                    : llabs(surplus[v]));

        lacking += lacks;
        touched[component[v]] = touched[component[v]] || lacks;
    }
    for (uint64_t h = 0; h < 2 * p->m; h++)
        if (!touched[component[p->end[h]]]) {
            touched[component[p->end[h]]] = true;
            whole++;
        }
    if (lacking_out)
        *lacking_out = lacking;
    if (pieces) {
        *pieces = 0;
        for (uint64_t v = 0; v < p->n; v++)
            *pieces += touched[v] && component[v] == v;
    }
    free(surplus);
    free(component);
    free(touched);
    return lacking / 2 + whole;
}

/* Where an entry of the walk begins (side 0) or ends (1). */
static kg_vertex end_of(const plain *p, kg_edge entry, unsigned side)
{
    return p->end[p->kind == KG_DIRECTED ? 2 * (uint64_t)entry + side : entry ^ side];
}

/* Whether an entry may follow another one. */
static bool may_follow(const plain *p, kg_edge entry, kg_edge next)
{
    if (p->kind == KG_DIRECTED)
        return end_of(p, entry, 1) == end_of(p, next, 0);
    return may_leave(p, p->end[entry ^ 1], side_of(p, entry ^ 1), next);
}

/* A trail, entries [begin, stop): goes on from edge to edge, and begins where the contract says. */
static bool is_trail(const plain *p, const kg_edge *walk, uint64_t begin, uint64_t stop)
{
    const unsigned share = p->kind == KG_DIRECTED ? 1 : 2;
    const kg_edge first = walk[begin], last = walk[stop - 1];
    const kg_vertex from = end_of(p, first, 0), to = end_of(p, last, 1);
    const bool closed = may_follow(p, last, first);

    for (uint64_t i = begin + 1; i < stop; i++)
        if (!may_follow(p, walk[i - 1], walk[i]) || (closed && walk[i] / share < first / share))
            return false;
    if (p->kind == KG_DIRECTED)
        return true;
    return closed ? !(first & 1) : from < to || (from == to && first < (last ^ 1));
}

static void check_walk(check *c, kg_context *ctx, const plain *p, const kg_edge *walk,
    const uint64_t *begin, uint64_t count)
{
    const unsigned share = p->kind == KG_DIRECTED ? 1 : 2;
    bool *seen = check_array(p->m + 1, sizeof *seen);
    uint64_t wrong = 0, before = 0;

    memset(seen, 0, p->m * sizeof *seen);
    check_number(c, ctx, "begins", begin[0], 0);
    check_number(c, ctx, "ends", begin[count], p->m);
    for (uint64_t t = 0; t < count; t++) {
        uint64_t least = p->m;

        for (uint64_t i = begin[t]; i < begin[t + 1]; i++) {
            const uint64_t e = walk[i] / share;

            wrong += e >= p->m || seen[e];
            if (e >= p->m)
                break;
            seen[e] = true;
            if (e < least)
                least = e;
        }
        wrong += begin[t] >= begin[t + 1] || (t && least <= before) ||
                 !is_trail(p, walk, begin[t], begin[t + 1]);
        before = least;
    }
    check_number(c, ctx, "offences", wrong, 0);
    free(seen);
}

/* What the library's own verification must refuse. */
static void check_refusals(check *c, kg_graph *graph, const kg_edge *walk, const uint64_t *begin,
    uint64_t count, uint64_t m)
{
    kg_context *ctx = graph->ctx;
    kg_edge *copy = check_array(m + 1, sizeof *copy);
    uint64_t *cut = check_array(count + 2, sizeof *cut);

    memcpy(copy, walk, m * sizeof *copy);
    memcpy(cut, begin, (count + 1) * sizeof *cut);
    check_status(c, ctx, kg_euler_verify_trails(graph, walk, begin, count), KG_OK);
    copy[m - 1] = m > 1 ? copy[0] : copy[0] + 2; /* one edge twice, or one that is none */
    check_status(c, ctx, kg_euler_verify_trails(graph, copy, begin, count), KG_NO_SOLUTION);
    if (begin[1] > 1) { /* one too many */
        memmove(cut + 2, cut + 1, count * sizeof *cut);
        cut[1] = 1;
        check_status(c, ctx, kg_euler_verify_trails(graph, walk, cut, count + 1), KG_NO_SOLUTION);
    }
    if (count > 1) { /* one too few */
        memcpy(cut, begin + 1, count * sizeof *cut);
        cut[0] = 0;
        check_status(c, ctx, kg_euler_verify_trails(graph, walk, cut, count - 1), KG_NO_SOLUTION);
        cut[0] = 1;
        check_status(c, ctx, kg_euler_verify_trails(graph, walk, cut, count - 1), KG_NO_SOLUTION);
    }
    free(copy);
    free(cut);
}

static kg_status build(kg_graph **graph, kg_context *ctx, const plain *p)
{
    return oracle_build(graph, ctx, p->kind, p->n, p->m, p->end, p->side, p->one_sided);
}

/* Whether a bidirected graph has a circuit or path, by counting; and that it is one. */
static void check_circuit(check *c, kg_graph *graph, const plain *p)
{
    kg_context *ctx = graph->ctx;
    uint64_t lacking, pieces;
    kg_euler *euler = NULL;
    const kg_edge *walk;
    kg_status status = kg_euler_find(&euler, graph, NULL);

    count_fewest(p, &lacking, &pieces);
    if (check_status(c, ctx, status, lacking <= 2 && pieces <= 1 ? KG_OK : KG_NO_SOLUTION) &&
        status == KG_OK && p->m) {
        const kg_edge *w = NULL;
        uint64_t wrong = 0, seen = 0;

        check_number(
            c, ctx, "found", kg_euler_found(euler), lacking ? KG_EULER_PATH : KG_EULER_CIRCUIT);
        check_status(c, ctx, kg_euler_walk(euler, &walk), KG_OK);
        w = walk;
        for (uint64_t i = 0; i < p->m; i++) {
            wrong += i + 1 < p->m && !may_follow(p, w[i], w[i + 1]);
            seen |= UINT64_C(1) << w[i] / 2;
        }
        check_number(c, ctx, "steps that do not go on", wrong, 0);
        check_number(c, ctx, "all edges", seen, (UINT64_C(1) << p->m) - 1);
        check_status(c, ctx, kg_euler_verify(graph, walk, kg_euler_found(euler)), KG_OK);
        check_number(c, ctx, "closed", may_follow(p, w[p->m - 1], w[0]), !lacking);
        if (!lacking)
            check_number(c, ctx, "begins with", w[0], 0);
    }
    kg_euler_destroy(euler);
}

/* An edge list as a graph in every context. fewest: what is known, or UINT64_MAX. */
static void check_trails(check *c, const plain *given, uint64_t fewest)
{
    const kg_euler_options options = {.kind = KG_EULER_TRAILS};
    kg_edge *first = check_array(given->m + 1, sizeof *first);

    if (fewest == UINT64_MAX)
        fewest =
            given->m <= FEW && given->n ? search_fewest(given) : count_fewest(given, NULL, NULL);
    for (int k = 0; k < c->contexts; k++) {
        kg_context *ctx = c->context[k];
        kg_graph *graph = NULL;
        kg_euler *euler = NULL;
        const kg_edge *walk;
        const uint64_t *begin;
        uint64_t count;
        plain p = *given;

        if (check_status(c, ctx, build(&graph, ctx, given), KG_OK) &&
            check_status(c, ctx, kg_graph_ends(graph, &p.end), KG_OK) &&
            check_status(c, ctx, kg_euler_find(&euler, graph, &options), KG_OK)) {
            check_number(c, ctx, "found", kg_euler_found(euler), KG_EULER_TRAILS);
            check_status(c, ctx, kg_euler_walk(euler, &walk), KG_OK);
            check_status(c, ctx, kg_euler_trails(euler, &begin, &count), KG_OK);
            check_number(c, ctx, "trails", count, fewest);
            check_walk(c, ctx, &p, walk, begin, count);
            if (k == 0 && p.m)
                memcpy(first, walk, p.m * sizeof *first);
            check_equal(c, ctx, "the same walk", walk, first, p.m, sizeof *walk);
            if (p.m)
                check_refusals(c, graph, walk, begin, count, p.m);
            if (p.kind == KG_BIDIRECTED && p.m < 64)
                check_circuit(c, graph, &p);
        }
        kg_euler_destroy(euler);
        kg_graph_destroy(graph);
    }
    free(first);
}

/* ---- graphs by hand -------------------------------------------------------------------------- */

static void test_by_hand(check *c)
{
    static const struct {
        uint64_t n;
        const char *edges; /* two digits an edge */
        uint64_t directed, undirected;
    } graphs[] = {
        {0, "", 0, 0},
        {3, "", 0, 0},
        {4, "01 01 02 02 03 13 23", 5, 2},                /* Koenigsberg */
        {9, "01 12 34 45 67 78 03 36 14 47 25 58", 4, 2}, /* a window of four panes */
        {3, "00 11 22", 3, 3},                            /* three loops apart */
        {8, "01 02 03 04 05 06 07", 7, 4},                /* a star with 7 leaves */
        {8, "10 02 30 04 50 06 70", 4, 4},
        {4, "23 31 12", 1, 1},
        {6, "01 10 23 32 45", 3, 3},
        {2, "01", 1, 1},
        {2, "01 01 01", 3, 1},
        {5, "01 12 20 30 04", 1, 1},
        {4, "00 01 11 12 22 23 33", 1, 1},
    };
    kg_vertex end[64];

    for (size_t g = 0; g < sizeof graphs / sizeof *graphs; g++) {
        uint64_t count = 0;

        for (const char *text = graphs[g].edges; *text; text++)
            if (*text != ' ')
                end[count++] = (kg_vertex)(*text - '0');
        for (int k = 0; k < 2; k++) {
            const plain p = {graphs[g].n, count / 2, end, kinds[k], NULL, NULL};

            check_say(c, "%s graph %s", kind_name[k], graphs[g].edges);
            check_trails(c, &p, k ? graphs[g].undirected : graphs[g].directed);
        }
    }
}

/* ---- random graphs --------------------------------------------------------------------------- */

static void test_random(check *c)
{
    const int graphs = check_is_small() ? 60 : 500;
    uint64_t state = c->seed;
    kg_vertex end[64];

    for (int g = 0; g < graphs; g++) {
        const uint64_t n = 1 + check_random(&state) % 8;
        const uint64_t m = check_random(&state) % (g % 4 ? FEW + 1 : 32);

        for (uint64_t h = 0; h < 2 * m; h++)
            end[h] = (kg_vertex)(check_random(&state) % n);
        for (int k = 0; k < 3; k++) {
            const uint64_t side = check_random(&state);
            const uint64_t one_sided = check_random(&state) & check_random(&state);
            const plain p = {n, m, end, kinds[k], &side, &one_sided};

            check_say(c, "random %s graph %d", kind_name[k], g);
            check_trails(c, &p, UINT64_MAX);
        }
    }
}

/* A closed walk over vertices that have sides, less some of its edges. */
static void test_sides(check *c)
{
    const int graphs = check_is_small() ? 100 : 1000;
    uint64_t state = c->seed;
    kg_vertex end[64];

    for (int g = 0; g < graphs; g++) {
        const uint64_t n = 1 + check_random(&state) % 6, m = 1 + check_random(&state) % 24;
        const kg_vertex start = (kg_vertex)(check_random(&state) % n);
        const bool start_back = check_random(&state) & 1;
        const uint64_t one_sided = check_random(&state) & check_random(&state);
        uint64_t side = 0;
        const plain p = {n, m - (g % 3 == 2 && m > 1), end, KG_BIDIRECTED, &side, &one_sided};
        kg_vertex at = start;
        bool back = start_back; /* the walk passes the vertex from plus to minus */

        for (uint64_t e = 0; e < m; e++) {
            const kg_vertex to = e + 1 < m ? (kg_vertex)(check_random(&state) % n) : start;
            const bool to_back = e + 1 < m ? check_random(&state) & 1 : start_back;
            const unsigned turned = check_random(&state) & 1;

            end[2 * e + turned] = at;
            end[2 * e + 1 - turned] = to;
            side |= (uint64_t)!back << (2 * e + turned);
            side |= (uint64_t)to_back << (2 * e + 1 - turned);
            at = to;
            back = to_back;
        }
        check_say(c, "walk %d with sides", g);
        check_trails(c, &p, g % 3 == 2 ? UINT64_MAX : 1);
    }
}

/* Large enough for all threads: many short trails, few long ones. */
static void test_large(check *c)
{
    const uint64_t m = check_is_small() ? 3000 : 200000;
    static const uint64_t share[] = {1000, 2, 1}; /* edges a vertex */
    kg_vertex *end = check_array(2 * m, sizeof *end);
    uint64_t *side = check_array(m / 32 + 1, sizeof *side);
    uint64_t *one_sided = check_array(m / 64 + 1, sizeof *one_sided);
    uint64_t state = c->seed;

    for (size_t g = 0; g < 3; g++) {
        const uint64_t n = m / share[g];

        for (uint64_t h = 0; h < 2 * m; h++)
            end[h] = (kg_vertex)(check_random(&state) % n);
        for (uint64_t i = 0; i <= m / 32; i++)
            side[i] = check_random(&state);
        for (uint64_t i = 0; i <= m / 64; i++)
            one_sided[i] = check_random(&state) & check_random(&state);
        for (int k = 0; k < 3; k++) {
            const plain p = {n, m, end, kinds[k], side, one_sided};

            check_say(c, "%s, %llu edges, %llu vertices", kind_name[k], (wide)m, (wide)n);
            check_trails(c, &p, UINT64_MAX);
        }
    }
    free(side);
    free(one_sided);
    free(end);
}

/* ---- failures, arguments --------------------------------------------------------------------- */

static kg_status find_once(kg_graph *graph)
{
    const kg_euler_options options = {.kind = KG_EULER_TRAILS};
    kg_euler *euler = NULL;
    kg_status status = kg_euler_find(&euler, graph, &options);

    kg_euler_destroy(euler);
    return status;
}

static void test_failures(check *c)
{
    static const kg_vertex end[] = {0, 1, 1, 2, 2, 0, 0, 3, 3, 4, 5, 5, 4, 1};
    const kg_euler_options start = {.kind = KG_EULER_TRAILS, .has_start = 1};
    const kg_edge edge = 0;
    kg_context *ctx = c->context[c->contexts - 1];

    for (int k = 0; k < 3; k++) {
        const uint64_t side = 0x1659, one_sided = 2;
        const plain p = {6, 7, end, kinds[k], &side, &one_sided};
        kg_graph *graph = NULL;
        kg_euler *euler = NULL;

        if (!check_status(c, ctx, build(&graph, ctx, &p), KG_OK))
            return;
        find_once(graph); /* what is made on first use stays */
        CHECK_ALLOCATIONS(c, ctx, find_once(graph));
        check_status(c, ctx, kg_euler_find(&euler, graph, &start), KG_ARGUMENT);
        check_status(c, ctx, kg_euler_find(&euler, graph, NULL), KG_NO_SOLUTION);
        check_status(c, ctx, kg_euler_trails(euler, NULL, NULL), KG_NO_SOLUTION);
        check_status(c, ctx, kg_euler_verify_trails(graph, &edge, NULL, 0), KG_ARGUMENT);
        kg_euler_destroy(euler);
        kg_graph_destroy(graph);
    }
}

const check_case check_trails_cases[] = {
    {"trails.by_hand", test_by_hand, NULL, 0},
    {"trails.random", test_random, NULL, 0},
    {"trails.sides", test_sides, NULL, 0},
    {"trails.large", test_large, NULL, 0},
    {"trails.failures", test_failures, NULL, 0},
    {NULL, NULL, NULL, 0},
};
