/*
 * Weak components of a graph that lies over ranks.
 *
 * in   the edges of each rank
 * out  the components of the vertices that a rank asks for, numbered by smallest vertex, and the
 *      number of components
 *
 * Each rank makes a forest of its own edges over all vertices (forest.h). Then forests are merged
 * in pairs: in round k rank r receives the parents from rank r + 2^k, and joins each vertex with
 * its parent there. After log2(ranks) rounds rank 0 has the forest of the whole graph, numbers its
 * trees, and answers.
 *
 * O(n + m / ranks) for each rank, and O(n log ranks) for rank 0; 4 bytes a vertex on each, which
 * hold the forest. A rank sends 4 bytes a vertex once, in slices. Then 8 bytes go to and fro for
 * each vertex that is asked for. The result is defined by the graph alone.
 */
#include "../../comm/mail.h"
#include "../forest.h"
#include "part.h"

enum { SLICE = 1 << 18 }; /* vertices that are sent at a time: 1 MiB */

static const char what[] = "components";

typedef struct work {
    kg_part *part;
    kg__mail mail;
    kg_vertex *parent; /* [n] in the end, on rank 0, the components */
} work;

static void join_edges(work *w)
{
    const kg_part *part = w->part;
    const unsigned rank = w->mail.rank;
    const uint64_t m = part->bound[rank + 1] - part->bound[rank];
    const int threads = kg__threads(w->mail.ctx, m, KG__FOREST_GRAIN);
    const kg_vertex *source = part->source, *col = part->col;
    kg_vertex *parent = w->parent;

    KG_PARALLEL_FOR(threads, schedule(dynamic, KG__FOREST_BLOCK))
    for (uint64_t e = 0; e < m; e++) {
        kg_vertex a = kg__forest_root(parent, source[e]), b = kg__forest_root(parent, col[e]);

        if (e + KG__FOREST_AHEAD < m)
            kg__forest_fetch(parent, col[e + KG__FOREST_AHEAD], col[e + KG__FOREST_AHEAD / 2]);
        kg__forest_join(parent, &a, b);
    }
}

/* Joins the vertices from `first` on with their parents in another forest. */
static void join_slice(work *w, uint64_t first, uint64_t count, const kg_vertex *theirs)
{
    const int threads = kg__threads(w->mail.ctx, count, KG__FOREST_GRAIN);
    kg_vertex *parent = w->parent;

    KG_PARALLEL_FOR(threads, schedule(dynamic, KG__FOREST_BLOCK))
    for (uint64_t i = 0; i < count; i++) {
        kg_vertex a, b;

        if (theirs[i] == first + i)
            continue;
        a = kg__forest_root(parent, (kg_vertex)(first + i));
        b = kg__forest_root(parent, theirs[i]);
        kg__forest_join(parent, &a, b);
    }
}

/* Rank r merges the forest of rank r + step into its own if r is a multiple of 2 * step. */
static kg_status merge(work *w, unsigned step, kg_vertex *theirs)
{
    kg__mail *mail = &w->mail;
    const uint64_t n = w->part->shape.n;
    const bool gives = mail->rank % (2 * step) == step;
    const bool takes = mail->rank % (2 * step) == 0 && mail->rank + step < mail->ranks;
    kg_status status = KG_OK;

    for (uint64_t first = 0; first < n; first += SLICE) {
        const uint64_t count = n - first < SLICE ? n - first : SLICE;

        for (unsigned p = 0; p < mail->ranks; p++) {
            mail->sends[p] = gives && p == mail->rank - step ? count : 0;
            mail->receives[p] = takes && p == mail->rank + step ? count : 0;
        }
        KG_TRY(kg__comm_exchange_host(
            mail->ctx, w->parent + first, mail->sends, theirs, mail->receives, sizeof *theirs));
        if (takes)
            join_slice(w, first, count, theirs);
        kg__progress(mail->ctx, what, first + count, n);
    }
out:
    return status;
}

/* Leaves the whole graph's components on rank 0, and nothing elsewhere. components: [out] on all
 * ranks. */
static kg_status find(work *w, uint64_t *components)
{
    kg_context *ctx = w->mail.ctx;
    const uint64_t n = w->part->shape.n;
    kg_vertex *theirs = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &w->parent, n, sizeof *w->parent, what));
    KG_TRY(kg__host_allocate(ctx, &theirs, n < SLICE ? n : SLICE, sizeof *theirs, what));
    for (uint64_t v = 0; v < n; v++)
        w->parent[v] = (kg_vertex)v;
    join_edges(w);
    for (unsigned step = 1; step < w->mail.ranks; step *= 2)
        KG_TRY(merge(w, step, theirs));
    *components = 0;
    if (w->mail.rank == 0) {
        *components = kg__forest_number(w->parent, n);
    } else {
        kg__free(ctx, w->parent);
        w->parent = NULL;
    }
    KG_TRY(kg__comm_reduce(ctx, components, 1, KG__COMM_MAX));
    KG_TRY(kg__cancelled(ctx));
out:
    kg__free(ctx, theirs);
    return status;
}

static kg_status tell(void *of, const kg_edge *vertex, uint64_t count, kg_edge *answer)
{
    const work *w = of;

    for (uint64_t i = 0; i < count; i++)
        answer[i] = w->parent[vertex[i]];
    return KG_OK;
}

static void keep(void *to, uint64_t at, uint64_t count, const kg_edge *answer)
{
    kg_vertex *component = to;

    for (uint64_t i = 0; i < count; i++)
        component[at + i] = (kg_vertex)answer[i];
}

static kg_status find_and_tell(
    kg_part *part, uint64_t first, uint64_t count, kg_vertex *component, uint64_t *components)
{
    kg_context *ctx = part->shape.ctx;
    work w = {.part = part, .mail.ctx = ctx};
    uint64_t *bound = NULL, found;
    kg_status status;

    KG_TRY(kg__part_check_vertices(part, first, count));
    KG_TRY(kg__mail_create_host(&w.mail, ctx));
    KG_TRY(kg__host_allocate(ctx, &bound, w.mail.ranks + 1, sizeof *bound, what));
    bound[0] = 0; /* rank 0 owns all vertices */
    for (unsigned p = 1; p <= w.mail.ranks; p++)
        bound[p] = part->shape.n;
    KG_TRY(find(&w, &found));
    KG_TRY(kg__part_tell(
        &w.mail, &(kg__question){bound, 1, 1, tell, &w}, first, count, keep, component));
    if (components)
        *components = found;
out:
    kg__free_all(ctx, bound, w.parent);
    kg__mail_free(&w.mail);
    return status;
}

kg_status kg_part_components(
    kg_part *part, uint64_t first, uint64_t count, kg_vertex *component, uint64_t *components)
{
    kg_context *ctx;
    kg_status status;

    KG_NEED(NULL, part);
    ctx = part->shape.ctx;
    kg__begin(ctx);
    kg__stage(ctx, what);
    if (count && !component)
        status = kg__fail_null(ctx, "component");
    else
        status = find_and_tell(part, first, count, component, components);
    status = kg__comm_stop(ctx, status, NULL);
    kg__stage(ctx, NULL);
    return status;
}
