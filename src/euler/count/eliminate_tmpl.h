/*
 * Elimination of the vertices of a weighted directed graph, for one kind of weights.
 * Included by: eliminate.c, once a kind.
 * Expects: NAME(x), a name for this kind; WEIGHT and RING, the types of weights and of the
 *     constants for their arithmetic; OF_COUNT(r, c), a count as a weight; SUM(r, a, b),
 *     PRODUCT(r, a, b) and RATIO(r, a, b); MOST_ARCS and count.h.
 * Leaves nothing defined.
 */

typedef struct NAME(arc) {
    kg_vertex to;
    WEIGHT weight;
} NAME(arc);

/* The rest of the graph. Each arc from u is in the list of u. u is also in the list of the vertices
 * from which arcs lead to arc->to; that list may contain vertices that are gone, too. */
typedef struct NAME(rest) {
    kg_context *ctx;
    NAME(arc) * *out;
    kg_vertex **in;
    uint64_t *outs, *out_room, *ins, *in_room; /* [n] */
    uint64_t arcs;
    bool *gone;      /* [n] */
    uint64_t *place; /* [n] 1 + the place of the arc to a vertex in the current list, or 0 */
} NAME(rest);

static kg_status NAME(add)(NAME(rest) * rest, kg_vertex u, kg_vertex v, WEIGHT weight)
{
    kg_status status;

    KG_TRY(kg__host_grow(rest->ctx, &rest->out[u], &rest->out_room[u], rest->outs[u] + 1,
        sizeof(NAME(arc)), "arcs"));
    KG_TRY(kg__host_grow(
        rest->ctx, &rest->in[v], &rest->in_room[v], rest->ins[v] + 1, sizeof(kg_vertex), "arcs"));
    rest->out[u][rest->outs[u]++] = (NAME(arc)){v, weight};
    rest->in[v][rest->ins[v]++] = u;
    if (++rest->arcs > MOST_ARCS)
        status = kg__fail(rest->ctx, KG_LIMIT,
            "the graph is too closely knit to count its Euler walks: more than 2^27 pairs of "
            "vertices would have to be kept");
out:
    return status;
}

/* Replaces the arcs from u by way of v by arcs that bypass v. total: of the weights of v's arcs */
static kg_status NAME(pass)(
    NAME(rest) * rest, const RING *ring, kg_vertex u, kg_vertex v, WEIGHT total)
{
    const uint64_t before = rest->outs[u];
    NAME(arc) *own = rest->out[u];
    uint64_t at = 0;
    WEIGHT share;
    kg_status status = KG_OK;

    (void)ring;
    while (own[at].to != v)
        at++;
    share = RATIO(ring, own[at].weight, total);
    own[at] = own[--rest->outs[u]];
    rest->arcs--;
    for (uint64_t i = 0; i + 1 < before; i++)
        rest->place[own[i].to] = i + 1;
    for (uint64_t i = 0; i < rest->outs[v] && status == KG_OK; i++) {
        const NAME(arc) *on = &rest->out[v][i];
        const uint64_t place = rest->place[on->to];

        if (on->to == u)
            continue; /* a loop */
        if (place)
            own[place - 1].weight =
                SUM(ring, own[place - 1].weight, PRODUCT(ring, share, on->weight));
        else
            status = NAME(add)(rest, u, on->to, PRODUCT(ring, share, on->weight));
        own = rest->out[u];
    }
    for (uint64_t i = 0; i + 1 < before; i++)
        rest->place[own[i].to] = 0;
    return status;
}

static kg_status NAME(remove)(WEIGHT *pivot, NAME(rest) * rest, const RING *ring, kg_vertex v)
{
    WEIGHT total = OF_COUNT(ring, 0);
    kg_status status = KG_OK;

    for (uint64_t i = 0; i < rest->outs[v]; i++)
        total = SUM(ring, total, rest->out[v][i].weight);
    *pivot = total;
    rest->gone[v] = true;
    for (uint64_t i = 0; i < rest->ins[v] && status == KG_OK; i++)
        if (!rest->gone[rest->in[v][i]])
            status = NAME(pass)(rest, ring, rest->in[v][i], v, total);
    rest->arcs -= rest->outs[v];
    kg__free_all(rest->ctx, rest->out[v], rest->in[v]);
    rest->out[v] = NULL;
    rest->in[v] = NULL;
    return status;
}

static kg_status NAME(begin)(
    NAME(rest) * rest, kg_context *ctx, const kg__multiples *graph, const RING *ring)
{
    const uint64_t n = graph->n;
    kg_status status;

    (void)ring;
    *rest = (NAME(rest)){.ctx = ctx};
    KG_TRY(kg__host_allocate(ctx, &rest->out, n, sizeof *rest->out, "arcs"));
    memset(rest->out, 0, n * sizeof *rest->out);
    KG_TRY(kg__host_allocate(ctx, &rest->in, n, sizeof *rest->in, "arcs"));
    memset(rest->in, 0, n * sizeof *rest->in);
    KG_TRY(kg__host_allocate(ctx, &rest->outs, 5 * n, sizeof *rest->outs, "lists of arcs"));
    memset(rest->outs, 0, 5 * n * sizeof *rest->outs);
    rest->out_room = rest->outs + n;
    rest->ins = rest->out_room + n;
    rest->in_room = rest->ins + n;
    rest->place = rest->in_room + n;
    KG_TRY(kg__host_allocate(ctx, &rest->gone, n, sizeof *rest->gone, "vertices"));
    memset(rest->gone, 0, n * sizeof *rest->gone);
    for (kg_vertex u = 0; u < n; u++)
        for (uint64_t i = graph->begin[u]; u != graph->root && i < graph->begin[u + 1]; i++)
            if (graph->to[i] != u)
                KG_TRY(NAME(add)(rest, u, graph->to[i], OF_COUNT(ring, graph->times[i])));
out:
    return status;
}

static void NAME(end)(NAME(rest) * rest, uint64_t n)
{
    for (uint64_t v = 0; v < n && rest->out && rest->in; v++) {
        kg__free_all(rest->ctx, rest->out[v], rest->in[v]);
    }
    kg__free_all(rest->ctx, rest->out, rest->in, rest->outs, rest->gone);
}

#undef NAME
#undef WEIGHT
#undef RING
#undef OF_COUNT
#undef SUM
#undef PRODUCT
#undef RATIO
