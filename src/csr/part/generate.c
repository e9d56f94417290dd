/*
 * Generating a graph over ranks: the same graph as generate.c makes, with a range of edges on each
 * rank.
 *
 * in   the options of a kind whose edges are functions of their numbers, or of a random order that
 *      ranks can make together
 * out  the parts
 *
 * Each rank makes edges as two arrays, in the order of their numbers, which are then built like any
 * edges. For a random graph each rank chooses the degrees of a share of vertices. The heads are a
 * shuffle of the tails (shuffle_cpu.c): each goes to a random bucket. The rank that owns the bucket
 * receives them in order, as one rank would have them, and exchanges them.
 *
 * O((n + m) / ranks) for each rank; relabelling takes 4 bytes a vertex on every rank.
 */
#include "../generate/generate.h"
#include "../../comm/mail.h"
#include "part.h"
#include <string.h>

static const char what[] = "edges of a generated graph";

/* This rank's edges: `count` from `first` on, of m in all. */
typedef struct made {
    kg_context *ctx;
    unsigned rank, ranks;
    uint64_t n, m, first, count;
    kg_vertex *source, *target; /* [count] */
} made;

static kg_status make_room(made *g)
{
    kg_status status;

    KG_TRY(kg__host_allocate(g->ctx, &g->source, g->count, sizeof *g->source, what));
    KG_TRY(kg__host_allocate(g->ctx, &g->target, g->count, sizeof *g->target, what));
out:
    return status;
}

/* Takes this rank's share of n vertices and m edges that are functions of their numbers. */
static kg_status begin(made *g, uint64_t n, uint64_t m)
{
    kg_status status;

    KG_TRY(kg__check_counts(g->ctx, n, m));
    g->n = n;
    g->m = m;
    g->first = kg__share(m, g->rank, g->ranks);
    g->count = kg__share(m, g->rank + 1, g->ranks) - g->first;
    KG_TRY(make_room(g));
out:
    return status;
}

static kg_status make_torus(made *g, const kg_generate_options *o)
{
    kg_vertex beside[4];
    kg_status status;

    KG_TRY(begin(g, o->width * o->height, 4 * o->width * o->height));
    for (uint64_t i = 0; i < g->count; i++) {
        const uint64_t e = g->first + i;

        if (i == 0 || e % 4 == 0)
            kg__beside(e / 4, o->width, o->height, beside);
        g->source[i] = (kg_vertex)(e / 4);
        g->target[i] = beside[e % 4];
    }
out:
    return status;
}

static kg_status make_debruijn(made *g, const kg_generate_options *o)
{
    uint64_t n, m;
    kg_status status;

    kg__debruijn_size(o, &n, &m);
    KG_TRY(begin(g, n, m));
    for (uint64_t i = 0; i < g->count; i++) {
        g->source[i] = (kg_vertex)((g->first + i) / o->alphabet);
        g->target[i] = (kg_vertex)((g->first + i) % n);
    }
out:
    return status;
}

static kg_status make_complete(made *g, const kg_generate_options *o)
{
    const uint64_t degree = o->vertices - 1;
    kg_status status;

    KG_TRY(begin(g, o->vertices, o->vertices * degree));
    for (uint64_t i = 0; i < g->count; i++) {
        const uint64_t v = (g->first + i) / degree;

        g->source[i] = (kg_vertex)v;
        g->target[i] = kg__other_vertex(v, (g->first + i) % degree);
    }
out:
    return status;
}

static kg_status make_triangles(made *g, const kg_generate_options *o)
{
    const uint64_t key = kg__random_key(o->seed, KG__STREAM_EDGES), triangles = o->vertices - 2;
    const uint64_t cycles = (o->edges - 3 * triangles) / 2;
    kg_status status;

    KG_TRY(begin(g, o->vertices, o->edges));
    for (uint64_t i = 0; i < g->count; i++) {
        const uint64_t e = g->first + i, left = e - 3 * triangles;
        kg_vertex end[3];
        unsigned k = (unsigned)(e % 3), many = 3;

        if (e < 3 * triangles) {
            kg__choose_two(key, e / 3, e / 3 + 2, &end[0], &end[2]);
            end[1] = (kg_vertex)(e / 3 + 2);
        } else if (left / 2 < cycles) {
            kg__choose_two(key, triangles + left / 2, o->vertices, &end[0], &end[1]);
            k = left % 2;
            many = 2;
        } else { /* the odd one out */
            end[0] = (kg_vertex)kg__random_below(key, 2 * (triangles + cycles), o->vertices);
            k = 0;
            many = 1;
        }
        g->source[i] = end[k];
        g->target[i] = end[(k + 1) % many];
    }
out:
    return status;
}

/* ---- random ---------------------------------------------------------------------------------- */

/* Chooses the degrees of the rank's share of vertices, which give the sources of its edges. */
static kg_status choose_degrees(made *g, const kg_generate_options *o)
{
    const uint64_t key = kg__random_key(o->seed, KG__STREAM_DEGREES);
    const uint64_t from = kg__share(o->vertices, g->rank, g->ranks);
    const uint64_t to = kg__share(o->vertices, g->rank + 1, g->ranks);
    uint64_t *counts = NULL;
    kg_status status;

    g->n = o->vertices;
    for (uint64_t v = from; v < to; v++)
        g->count += 1 + kg__random_below(key, v, o->max_degree);
    KG_TRY(kg__host_allocate(g->ctx, &counts, g->ranks, sizeof *counts, what));
    KG_TRY(kg__ranks_gather(g->ctx, g->count, counts));
    for (unsigned p = 0; p < g->ranks; p++) {
        g->first += p < g->rank ? counts[p] : 0;
        g->m += counts[p];
    }
    KG_TRY(kg__check_counts(g->ctx, g->n, g->m));
    KG_TRY(make_room(g));
    for (uint64_t v = from, e = 0; v < to; v++)
        for (uint64_t k = 1 + kg__random_below(key, v, o->max_degree); k > 0; k--)
            g->source[e++] = (kg_vertex)v;
out:
    kg__free(g->ctx, counts);
    return status;
}

typedef struct shuffle {
    made *g;
    uint64_t key, buckets;
    int bits;
    uint64_t *many;             /* [buckets] elements of this rank */
    uint64_t *all;              /* [ranks][buckets] */
    uint64_t *begin;            /* [buckets + 1] of all elements */
    uint64_t *cursor;           /* [buckets] */
    kg_vertex *packed;          /* [count] by bucket */
    uint64_t *sends, *receives; /* [ranks] */
} shuffle;

/* The rank that owns a bucket. Each rank owns a range of buckets, by where they begin. */
static unsigned owner_of(const shuffle *s, uint64_t b)
{
    const made *g = s->g;

    return g->m ? (unsigned)((unsigned __int128)s->begin[b] * g->ranks / g->m) % g->ranks : 0;
}

/* Sends the elements to the ranks of their buckets. came: [out] the elements that this rank gets,
 * ordered by sender, then by bucket; to be freed. */
static kg_status scatter(shuffle *s, kg_vertex **came)
{
    made *g = s->g;
    uint64_t at = 0, received = 0;
    kg_status status;

    for (uint64_t i = 0; i < g->count; i++)
        s->many[kg__shuffle_bucket(s->key, s->bits, g->first + i)]++;
    KG_TRY(kg__comm_gather(g->ctx, s->many, s->buckets * sizeof *s->many, s->all, NULL));
    s->begin[0] = 0;
    for (uint64_t b = 0; b < s->buckets; b++) {
        s->begin[b + 1] = s->begin[b];
        for (unsigned p = 0; p < g->ranks; p++)
            s->begin[b + 1] += s->all[p * s->buckets + b];
        s->cursor[b] = at;
        at += s->many[b];
    }
    for (uint64_t i = 0; i < g->count; i++)
        s->packed[s->cursor[kg__shuffle_bucket(s->key, s->bits, g->first + i)]++] = g->source[i];
    memset(s->sends, 0, g->ranks * sizeof *s->sends);
    memset(s->receives, 0, g->ranks * sizeof *s->receives);
    for (uint64_t b = 0; b < s->buckets; b++) {
        s->sends[owner_of(s, b)] += s->many[b];
        for (unsigned p = 0; p < g->ranks && owner_of(s, b) == g->rank; p++)
            s->receives[p] += s->all[p * s->buckets + b];
    }
    for (unsigned p = 0; p < g->ranks; p++)
        received += s->receives[p];
    KG_TRY(kg__host_allocate(g->ctx, came, received, sizeof **came, what));
    KG_TRY(kg__comm_exchange_host(g->ctx, s->packed, s->sends, *came, s->receives, sizeof **came));
out:
    return status;
}

/* Sorts the received elements by buckets, and exchanges them. to: elements from begin[first] on. */
static void exchange(
    const shuffle *s, const kg_vertex *came, uint64_t first, uint64_t last, kg_vertex *to)
{
    const made *g = s->g;
    const uint64_t base = s->begin[first];

    for (uint64_t b = first; b < last; b++)
        s->cursor[b] = s->begin[b] - base;
    for (unsigned p = 0; p < g->ranks; p++)
        for (uint64_t b = first; b < last; b++)
            for (uint64_t k = 0; k < s->all[p * s->buckets + b]; k++)
                to[s->cursor[b]++] = *came++;
    for (uint64_t b = first; b < last; b++)
        for (uint64_t i = s->begin[b]; i < s->begin[b + 1]; i++) {
            const uint64_t j = kg__shuffle_with(s->key, s->begin[b], i);
            const kg_vertex held = to[i - base];

            to[i - base] = to[j - base];
            to[j - base] = held;
        }
}

/* Moves the shuffled elements from the ranks of their buckets to the ranks of their edges. */
static kg_status gather(shuffle *s, const kg_vertex *from, uint64_t begin, uint64_t end)
{
    made *g = s->g;
    uint64_t mine[2] = {begin, g->first}, *all = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(g->ctx, &all, g->ranks + 1, sizeof mine, what));
    KG_TRY(kg__comm_gather(g->ctx, mine, sizeof mine, all, NULL));
    all[2 * g->ranks] = all[2 * g->ranks + 1] = g->m;
    for (unsigned p = 0; p < g->ranks; p++) {
        const uint64_t *it = all + 2 * p;
        uint64_t low = begin > it[1] ? begin : it[1], high = end < it[3] ? end : it[3];

        s->sends[p] = low < high ? high - low : 0;
        low = it[0] > g->first ? it[0] : g->first;
        high = it[2] < g->first + g->count ? it[2] : g->first + g->count;
        s->receives[p] = low < high ? high - low : 0;
    }
    KG_TRY(kg__comm_exchange_host(g->ctx, from, s->sends, g->target, s->receives, sizeof *from));
out:
    kg__free(g->ctx, all);
    return status;
}

static kg_status shuffle_targets(shuffle *s)
{
    made *g = s->g;
    kg_vertex *came = NULL, *mine = NULL;
    uint64_t first = 0, last;
    kg_status status;

    KG_TRY(kg__host_allocate(g->ctx, &s->many, s->buckets, sizeof *s->many, what));
    KG_TRY(kg__host_allocate(g->ctx, &s->all, s->buckets, g->ranks * sizeof *s->all, what));
    KG_TRY(kg__host_allocate(g->ctx, &s->begin, s->buckets + 1, sizeof *s->begin, what));
    KG_TRY(kg__host_allocate(g->ctx, &s->cursor, s->buckets, sizeof *s->cursor, what));
    KG_TRY(kg__host_allocate(g->ctx, &s->packed, g->count, sizeof *s->packed, what));
    KG_TRY(kg__host_allocate(g->ctx, &s->sends, g->ranks, sizeof *s->sends, what));
    KG_TRY(kg__host_allocate(g->ctx, &s->receives, g->ranks, sizeof *s->receives, what));
    memset(s->many, 0, s->buckets * sizeof *s->many);
    KG_TRY(scatter(s, &came));
    kg__free(g->ctx, s->packed);
    s->packed = NULL;
    while (first < s->buckets && owner_of(s, first) < g->rank)
        first++;
    for (last = first; last < s->buckets && owner_of(s, last) == g->rank;)
        last++;
    KG_TRY(kg__host_allocate(g->ctx, &mine, s->begin[last] - s->begin[first], sizeof *mine, what));
    exchange(s, came, first, last, mine);
    KG_TRY(gather(s, mine, s->begin[first], s->begin[last]));
out:
    kg__free_all(g->ctx, came, mine);
    return status;
}

static kg_status make_random(made *g, const kg_generate_options *o)
{
    shuffle s = {.g = g, .key = kg__random_key(o->seed, KG__STREAM_SHUFFLE)};
    kg_status status;

    KG_TRY(choose_degrees(g, o));
    s.bits = kg__shuffle_bits(g->m);
    s.buckets = UINT64_C(1) << s.bits;
    status = shuffle_targets(&s);
    kg__free_all(g->ctx, s.many, s.all, s.begin, s.cursor, s.packed, s.sends, s.receives);
out:
    return status;
}

/* ---- all ------------------------------------------------------------------------------------- */

static kg_status make(made *g, const kg_generate_options *o)
{
    switch (o->kind) {
    case KG_GENERATE_RANDOM:
        return make_random(g, o);
    case KG_GENERATE_TRIANGLES:
        return make_triangles(g, o);
    case KG_GENERATE_DEBRUIJN:
        return make_debruijn(g, o);
    case KG_GENERATE_TORUS:
        return make_torus(g, o);
    case KG_GENERATE_COMPLETE:
        return make_complete(g, o);
    case KG_GENERATE_BANDED:
        return kg__fail(g->ctx, KG_UNSUPPORTED,
            "the edges of a banded graph depend on each other, so that ranks cannot share them");
    case KG_GENERATE_HYPERCUBE:
    case KG_GENERATE_GRID_ROADS:
        break;
    }
    return kg__fail(g->ctx, KG_UNSUPPORTED, "ranks generate directed graphs alone in parts");
}

static kg_status relabel(made *g, kg_part *part, const kg_generate_options *o)
{
    const uint64_t key = kg__random_key(o->seed, KG__STREAM_RELABEL);
    kg_vertex *old = NULL, *new = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(g->ctx, &old, g->n, sizeof *old, "a permutation of vertices"));
    KG_TRY(kg__host_allocate(g->ctx, &new, g->n, sizeof *new, "a permutation of vertices"));
    KG_TRY(kg__shuffle_cpu(g->ctx, key, g->n, NULL, old));
    for (uint64_t v = 0; v < g->n; v++)
        new[old[v]] = (kg_vertex)v;
    for (uint64_t i = 0; i < g->count; i++) {
        g->source[i] = new[g->source[i]];
        g->target[i] = new[g->target[i]];
    }
    if (part->words.letters) {
        part->words.old = old;
        old = NULL;
    }
out:
    kg__free_all(g->ctx, old, new);
    return status;
}

/* Removes the last edge that is not a loop: the last such edge of the greatest source. */
static kg_status make_path(made *g)
{
    uint64_t at = UINT64_MAX, place[2] = {0}, most;
    kg_status status;

    for (uint64_t i = 0; i < g->count; i++)
        if (g->source[i] != g->target[i] && (at == UINT64_MAX || g->source[i] >= g->source[at]))
            at = i;
    if (at != UINT64_MAX) {
        place[0] = g->source[at] + UINT64_C(1);
        place[1] = g->first + at + 1;
    }
    most = place[0];
    KG_TRY(kg__comm_reduce(g->ctx, &most, 1, KG__COMM_MAX));
    if (!most)
        KG_TRY(kg__fail(g->ctx, KG_ARGUMENT,
            "a path needs an edge between two vertices: all %llu edges are loops",
            (unsigned long long)g->m));
    if (place[0] != most)
        place[1] = 0;
    most = place[1];
    KG_TRY(kg__comm_reduce(g->ctx, &most, 1, KG__COMM_MAX));
    if (place[1] != most)
        goto out;
    g->count--;
    memmove(g->source + at, g->source + at + 1, (g->count - at) * sizeof *g->source);
    memmove(g->target + at, g->target + at + 1, (g->count - at) * sizeof *g->target);
out:
    return status;
}

static kg_status generate(kg_part *part, kg_context *ctx, const kg_generate_options *o)
{
    made g = {
        .ctx = ctx, .rank = (unsigned)kg__comm_rank(ctx), .ranks = (unsigned)kg__comm_ranks(ctx)};
    kg__edge_piece piece;
    kg_status status;

    KG_TRY(kg__check_generate_options(ctx, o));
    KG_TRY(make(&g, o));
    part->words.letters = kg__word_letters(o);
    part->words.alphabet = o->alphabet;
    if (o->relabel)
        KG_TRY(relabel(&g, part, o));
    if (o->path)
        KG_TRY(make_path(&g));
    piece = (kg__edge_piece){g.source, g.target, 1, NULL, 0, g.count, 0};
    KG_TRY(kg__part_build(part, g.n, &piece, 1));
out:
    kg__free_all(ctx, g.source, g.target);
    return status;
}

kg_status kg_part_generate(kg_part **part, kg_context *context, const kg_generate_options *options)
{
    kg_part *p = NULL;
    kg_status status;

    KG_NEED_RESULT(context, part, context);
    kg__begin(context);
    if (!options) {
        status = kg__fail_null(context, "options");
        goto out;
    }
    KG_TRY(kg__part_create(&p, context));
    KG_TRY(generate(p, context, options));
out:
    return kg__part_end(part, p, context, status);
}
