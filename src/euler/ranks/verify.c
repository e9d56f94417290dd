/*
 * Stage 8 over ranks: checks a circuit or path by its definition.
 *
 * in   each rank's share of a graph's edges, and of the walk
 * out  whether the walk uses every edge once, and each edge ends where the next begins
 *
 * A rank asks for the ends of the edges in its share of the walk. The rank that has an edge
 * answers, and so sees whether it is asked once for each edge. Shares no code with stages 2 to 7
 * except the mail.
 *
 * O(edges of the rank). For each edge, one word in the question and two in the answer, three with
 * sides.
 */
#include "ranks.h"
#include <string.h>

/* The words of an answer about an entry of the walk. */
enum { FROM, TO, SIDES };
enum { LEAVES_PLUS = 1, COMES_PLUS = 2, ONE_SIDED = 4 }; /* of SIDES; the last of vertex FROM */

typedef struct known {
    const kg_graph *graph;
    unsigned words;
    uint64_t lo, count;               /* edges of this rank */
    const kg_vertex *source, *target; /* [count] of a directed graph's edges */
    uint64_t *seen;                   /* bits [count] */
    uint64_t twice;                   /* questions for edges that were asked for before */
} known;

static uint64_t edge_of(const known *k, kg_edge entry)
{
    return k->graph->half ? entry / 2 : entry;
}

static kg_status tell_ends(void *of, const kg_edge *entry, uint64_t count, kg_edge *answer)
{
    enum { AHEAD = 32 }; /* the prefetch distance */
    known *k = of;
    const kg_graph *graph = k->graph;

    for (uint64_t i = 0; i < count; i++) {
        const kg_edge soon = entry[i + AHEAD < count ? i + AHEAD : i];
        const uint64_t e = edge_of(k, entry[i]) - k->lo;
        kg_edge *to = answer + k->words * i;

        __builtin_prefetch(&k->seen[(edge_of(k, soon) - k->lo) / 64], 1);
        if (graph->half) {
            __builtin_prefetch(&graph->end[soon]);
        } else {
            __builtin_prefetch(&k->source[soon - k->lo]);
            __builtin_prefetch(&k->target[soon - k->lo]);
        }
        k->twice += kg__bitmap_has(k->seen, e);
        kg__mark(k->seen, e);
        to[FROM] = graph->half ? graph->end[entry[i]] : k->source[e];
        to[TO] = graph->half ? graph->end[entry[i] ^ 1] : k->target[e];
        if (k->words > SIDES)
            to[SIDES] = (kg_edge)(LEAVES_PLUS * kg__bitmap_has(graph->side, entry[i]) +
                                  COMES_PLUS * kg__bitmap_has(graph->side, entry[i] ^ 1) +
                                  ONE_SIDED * kg__is_one_sided(graph, graph->end[entry[i]]));
    }
    return KG_OK;
}

/* Returns whether an entry may follow another one. */
static bool follows(const known *k, const kg_edge *entry, const kg_edge *next)
{
    if (entry[TO] != next[FROM])
        return false;
    return k->words <= SIDES || next[SIDES] & ONE_SIDED ||
           !(entry[SIDES] & COMES_PLUS) != !(next[SIDES] & LEAVES_PLUS);
}

/* Finds the sources of this rank's edges. */
static kg_status find_sources(known *k, kg_vertex **source)
{
    const kg_graph *graph = k->graph;
    uint64_t low;
    kg_status status;

    KG_TRY(kg__host_allocate(graph->ctx, source, k->count, sizeof **source, "sources of edges"));
    low = KG__LAST_WHERE(v, 0, graph->n, graph->row[v] <= k->lo);
    for (uint64_t i = 0; i < k->count; i++) {
        while (graph->row[low + 1] <= k->lo + i)
            low++;
        (*source)[i] = (kg_vertex)low;
    }
    k->source = *source;
out:
    return status;
}

/* Counts the entries whose successor may not follow them, and the last entry if it does not end as
 * the kind says. answer: for this rank's share. */
static kg_status count_breaks(
    const known *k, const kg_edge *answer, uint64_t count, kg_euler_kind kind, uint64_t *breaks)
{
    typedef struct end_of_share {
        uint64_t some;
        kg_edge first[SIDES + 1];
    } end_of_share;
    kg_context *ctx = k->graph->ctx;
    const unsigned rank = (unsigned)kg__comm_rank(ctx), ranks = (unsigned)kg__comm_ranks(ctx);
    end_of_share mine = {.some = count > 0}, *all = NULL;
    unsigned next = rank + 1;
    bool wanted = true;
    kg_status status;

    if (count)
        memcpy(mine.first, answer, k->words * sizeof *answer);
    KG_TRY(kg__host_allocate(ctx, &all, ranks, sizeof *all, "ends of shares"));
    KG_TRY(kg__comm_gather(ctx, &mine, sizeof mine, all, NULL));
    *breaks = 0;
    for (uint64_t i = 1; i < count; i++)
        *breaks += !follows(k, answer + k->words * (i - 1), answer + k->words * i);
    if (!count)
        goto out;
    while (next < ranks && !all[next].some)
        next++;
    if (next == ranks) { /* this is the end of the walk */
        wanted = kind == KG_EULER_CIRCUIT;
        for (next = 0; !all[next].some; next++)
            continue;
    }
    *breaks += follows(k, answer + k->words * (count - 1), all[next].first) != wanted;
out:
    kg__free(ctx, all);
    return status;
}

decl_ranks_verify(kg__ranks_verify_cpu)
{
    kg_context *ctx = graph->ctx;
    const unsigned rank = (unsigned)kg__comm_rank(ctx), ranks = (unsigned)kg__comm_ranks(ctx);
    const uint64_t m = kg__edges(graph), share = graph->half ? 2 : 1;
    known k = {.graph = graph,
        .words = graph->side ? SIDES + 1 : SIDES,
        .lo = kg__share(m, rank, ranks),
        .count = kg__share(m, rank + 1, ranks) - kg__share(m, rank, ranks)};
    uint64_t *bound = NULL, wrong[3] = {0}; /* entries that are no edges; edges again; breaks */
    kg_vertex *source = NULL;
    kg_edge *answer = NULL;
    kg__mail mail = {.ctx = ctx};
    kg_status status;

    KG_TRY(kg__mail_create(&mail, ctx));
    KG_TRY(kg__host_allocate(ctx, &bound, ranks + 1, sizeof *bound, "parts of ranks"));
    for (unsigned p = 0; p <= ranks; p++)
        bound[p] = share * kg__share(m, p, ranks);
    KG_TRY(kg__bitmap_create(ctx, &k.seen, k.count, "edges that were walked"));
    if (part) {
        k.source = part->source;
        k.target = part->col;
    } else if (!graph->half) {
        KG_TRY(find_sources(&k, &source));
        k.target = graph->col + k.lo;
    }
    for (uint64_t i = 0; i < k.count; i++)
        wrong[0] += walk[i] >= share * m;
    KG_TRY(kg__comm_reduce(ctx, wrong, 1, KG__COMM_SUM));
    if (wrong[0])
        goto out;
    KG_TRY(kg__host_allocate(ctx, &answer, k.count, k.words * sizeof *answer, "ends of edges"));
    KG_TRY(kg__mail_ask(
        &mail, &(kg__question){bound, 1, k.words, tell_ends, &k}, walk, k.count, answer));
    wrong[1] = k.twice;
    KG_TRY(count_breaks(&k, answer, k.count, kind, &wrong[2]));
    KG_TRY(kg__comm_reduce(ctx, wrong, 3, KG__COMM_SUM));
out:
    if (status == KG_OK && (wrong[0] || wrong[1] || wrong[2]))
        status = kg__fail(ctx, KG_NO_SOLUTION,
            "the walk has %llu entries that are no edges, %llu edges again, and goes on wrongly "
            "%llu times",
            (unsigned long long)wrong[0], (unsigned long long)wrong[1],
            (unsigned long long)wrong[2]);
    kg__free_all(ctx, bound, source, answer, k.seen);
    kg__mail_free(&mail);
    return status;
}
