/* Distances from sources: the front. Checks arguments, runs the search's stages, keeps the
 * answer. */
#include "distances.h"

enum { GRAIN = 1 << 18, FEW = 8 };

/* A vertex or an entry of a row, with the tree and the check: 36 ns on one thread of a Xeon at 2.8
 * GHz on roads, 70 on a random graph, 1 M vertices each. The figure for CUDA is an estimate of the
 * copies to and from the device, and of the check, which runs on the CPU. */
static const kg__cost entry_cost = {.ns = {[KG__CPU] = 40, [KG__CUDA] = 10}, .bytes = 20};

kg_status kg__paths_check_vertices(
    const kg_graph *graph, const char *what, const kg_vertex *vertex, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++)
        if (vertex[i] >= graph->n)
            return kg__fail(graph->ctx, KG_ARGUMENT,
                "%s[%llu] is %u, which is not below the %u vertices", what, (unsigned long long)i,
                vertex[i], graph->n);
    return KG_OK;
}

kg_status kg__paths_check_options(
    const kg_graph *graph, const kg_vertex *source, uint64_t sources, const kg_distances_options *o)
{
    kg_context *ctx = graph->ctx;
    kg_status status;

    if (o->goals && !o->goal)
        return kg__fail(
            ctx, KG_ARGUMENT, "%llu goals, but goal is NULL", (unsigned long long)o->goals);
    if (o->has_limit && !(o->limit >= 0))
        return kg__fail(
            ctx, KG_ARGUMENT, "a limit of %g: expected a number of at least 0", o->limit);
    KG_TRY(kg__paths_check(graph));
    KG_TRY(kg__paths_check_vertices(graph, "source", source, sources));
    KG_TRY(kg__paths_check_vertices(graph, "goal", o->goal, o->goals));
out:
    return status;
}

static kg_status create(kg_distances **distances, kg_graph *graph, bool ends_early)
{
    kg_context *ctx = graph->ctx;
    kg_distances *d = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &d, 1, sizeof *d, "distances"));
    *d = (kg_distances){.ctx = ctx, .graph = graph};
    KG_TRY(kg__arrays_lend(&d->arrays, graph, ends_early));
    d->length = d->arrays->length;
    d->edge = d->arrays->edge;
    d->parent = d->arrays->parent;
    *distances = d;
    d = NULL;
out:
    kg_distances_destroy(d);
    return status;
}

static bool is_among(kg_vertex v, const kg_vertex *some, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++)
        if (some[i] == v)
            return true;
    return false;
}

kg_status kg__paths_distinct(kg_context *ctx, kg_vertex **to, uint64_t *count,
    const kg_vertex *from, uint64_t many, uint64_t n)
{
    uint64_t *met = NULL;
    kg_status status;

    *count = 0;
    KG_TRY(kg__host_allocate(ctx, to, many, sizeof **to, "sources"));
    for (uint64_t i = 0; i < many && many <= FEW; i++)
        if (!is_among(from[i], *to, *count))
            (*to)[(*count)++] = from[i];
    if (many <= FEW)
        return KG_OK;
    KG_TRY(kg__bitmap_create(ctx, &met, n, "sources"));
    for (uint64_t i = 0; i < many; i++)
        if (!kg__bitmap_has(met, from[i])) {
            kg__mark(met, from[i]);
            (*to)[(*count)++] = from[i];
        }
out:
    kg__free(ctx, met);
    return status;
}

/* Runs the stages of a backend. */
static kg_status run(kg__paths_work *w)
{
    const kg__paths_ops *ops = kg__paths(w->ctx);
    kg_status status;

    w->is_clean = !w->reached->all && !w->reached->count;
    w->reached->all = true;
    KG_TRY(w->search ? w->search(w, w->with) : ops->search(w));
    KG_TRY(ops->tree(w));
    for (uint64_t i = 0; i < w->sources; i++) {
        w->entry[w->source[i]] = KG_NO_EDGE;
        w->parent[w->source[i]] = KG_NO_VERTEX;
    }
    KG_TRY(kg__paths_level(w));
out:
    if (status != KG_OK)
        w->reached->all = true; /* the list may lack vertices that were written */
    ops->finish(w);
    kg__stage(w->ctx, NULL);
    return status;
}

/* Turns entries of rows into edge ids; counts the vertices that were reached. */
static void number_edges(kg_distances *d)
{
    const kg_graph *graph = d->graph;
    const kg__reached *list = &d->arrays->reached;
    const uint64_t count = kg__reached_count(list, graph->n);
    uint64_t reached = 0;

    KG_PARALLEL_FOR(kg__threads(d->ctx, count, GRAIN), reduction(+ : reached))
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t v = kg__reached_at(list, i);

        reached += d->length[v] < INFINITY;
        if (graph->half && d->edge[v] != KG_NO_EDGE)
            d->edge[v] = graph->half[d->edge[v]] / 2;
    }
    d->reached = reached;
}

static kg_status find(kg_distances *d, const kg_vertex *source, uint64_t sources,
    const kg_distances_options *options, kg__paths_search *search, void *with)
{
    kg_graph *graph = d->graph;
    kg_context *ctx = d->ctx;
    kg__lengths unit = kg__unit_lengths;
    kg_vertex *once = NULL;
    kg__paths_work w = {.ctx = ctx,
        .graph = graph,
        .along = graph,
        .pull = graph->half || options->towards,
        .goal = options->goal,
        .goals = options->goals,
        .limit = options->has_limit ? options->limit : INFINITY,
        .distance = d->length,
        .entry = d->edge,
        .parent = d->parent,
        .reached = &d->arrays->reached,
        .search = search,
        .with = with};
    kg_status status;

    d->towards = options->towards && !graph->half;
    kg__stage(ctx, "prepare");
    KG_TRY(kg__paths_distinct(ctx, &once, &w.sources, source, sources, graph->n));
    w.source = once;
    if (d->towards)
        KG_TRY(kg__paths_reverse(&w.along, graph));
    w.lengths = w.along_lengths = &unit;
    if (!options->unit) {
        KG_TRY(kg__lengths_of(&w.lengths, graph));
        KG_TRY(kg__lengths_of(&w.along_lengths, w.along));
    }
    kg__choose(ctx, &entry_cost, (uint64_t)graph->n + graph->m, 1 + graph->m / 65536);
    status = run(&w);
    if (kg__choose_other(ctx, status))
        status = run(&w);
    KG_TRY(status);
    number_edges(d);
    if (!options->skip_verify) {
        kg__stage(ctx, "verify");
        KG_TRY(kg__verify_distances(d, once, w.sources, options));
    }
out:
    kg__stage(ctx, NULL);
    kg__end_choice(ctx);
    kg__free(ctx, once);
    return status;
}

kg_status kg__distances_by(kg_distances **distances, kg_graph *graph, const kg_vertex *source,
    uint64_t sources, const kg_distances_options *options, kg__paths_search *search, void *with)
{
    kg_context *ctx = KG__CONTEXT(graph);
    kg_distances *d = NULL;
    kg_status status;

    KG_NEED_RESULT(ctx, distances, graph);
    if (sources)
        KG_NEED(ctx, source);
    options = options ? options : &(const kg_distances_options)KG_DISTANCES_OPTIONS_INIT;
    KG_TRY(kg__begin_graph(graph));
    KG_TRY(kg__paths_check_options(graph, source, sources, options));
    KG_TRY(create(
        &d, graph, (options->goals || options->has_limit) && (graph->half || !options->towards)));
    if (graph->n)
        KG_TRY(find(d, source, sources, options, search, with));
    *distances = d;
    d = NULL;
out:
    kg_distances_destroy(d);
    return status;
}

kg_status kg_graph_distances(kg_distances **distances, kg_graph *graph, const kg_vertex *source,
    uint64_t sources, const kg_distances_options *options)
{
    return kg__distances_by(distances, graph, source, sources, options, NULL, NULL);
}

kg_status kg_graph_path(kg_distances **path, kg_graph *graph, kg_vertex from, kg_vertex to,
    const kg_distances_options *options)
{
    kg_distances_options own = KG_DISTANCES_OPTIONS_INIT;
    kg_context *ctx = KG__CONTEXT(graph);
    kg_status status;

    KG_NEED_RESULT(ctx, path, graph);
    if (options)
        own = *options;
    kg__begin(ctx);
    if (own.goals || own.goal || own.towards)
        return kg__fail(
            ctx, KG_ARGUMENT, "a path has one goal, which is no option, and leads there");
    own.goal = &to;
    own.goals = 1;
    KG_TRY(kg_graph_distances(path, graph, &from, 1, &own));
    status = (*path)->length[to] < INFINITY ? KG_OK : KG_NO_SOLUTION;
out:
    return status;
}

void kg_distances_destroy(kg_distances *distances)
{
    kg_context *ctx = KG__CONTEXT(distances);

    if (!distances)
        return;
    kg__arrays_return(ctx, distances->arrays);
    kg__free_all(ctx, distances->nearest, distances->path_edge, distances->path_step, distances);
}

KG__GETTER(const double *, kg_distances_lengths, kg_distances, distances, distances->length, NULL)
KG__GETTER(const kg_edge *, kg_distances_edges, kg_distances, distances, distances->edge, NULL)
KG__GETTER(
    const kg_vertex *, kg_distances_parents, kg_distances, distances, distances->parent, NULL)
KG__GETTER(uint64_t, kg_distances_reached, kg_distances, distances, distances->reached, 0)
