/*
 * Generated graphs that are undirected from the start. All backends use this code.
 *
 * hypercube   vertices 0 .. 2^D-1, with an edge between any two that differ in one bit. Edges are
 *             in the order of their smaller end, then of the bit.
 * grid-roads  like the streets of a city. Crossings lie in W columns and H lines. A district is 16
 *             times 16 of them. In each district another share of the optional streets exists, 10
 *             to 60 in a hundred. Half of the districts have a park: a rectangle of 2 to 8 times 2
 *             to 8 crossings that do not exist. Vertices are the crossings that exist, line by
 *             line. A crossing's edge to the right comes first, then its edge down. Values are
 *             lengths in metres. The distance between two columns, or two lines, is 60 to 200 along
 *             their whole length. A street between them is up to a quarter longer.
 *
 * Connected by construction. Each crossing but the first has a street to the left or up, if there
 * is a crossing. One of the two crossings always exists: a park touches neither the first nor the
 * last line and column of its district, and no crossing has a park both on its left and above it.
 * So each crossing leads to the first.
 *
 * Each choice has its own number from kg__random(), so the lines can be made in any order. Work:
 * O(n + m). Memory beside the graph: grid-roads a byte a crossing and 24 bytes a line.
 */
#include "../csr_ops.h"
#include "generate.h"

enum {
    GRAIN = 1 << 15,
    DISTRICT = 16,
    THERE = 1, /* bits of a crossing's byte: it exists, and so do the streets to the left, up */
    LEFT = 2,
    UP = 4
};

/* Gives a shell the arrays of an undirected graph, uninitialised. */
static kg_status allocate_undirected(kg_graph *graph, uint64_t n, uint64_t m, bool valued)
{
    kg_context *ctx = graph->ctx;
    kg_status status;

    if (m > KG__EDGES_MAX / 2)
        return kg__fail(ctx, KG_OVERFLOW,
            "%llu undirected edges: this konig has edge ids of %d bits, for at most %llu%s",
            (unsigned long long)m, KG_EDGE_BITS, (unsigned long long)KG__EDGES_MAX / 2,
            KG_EDGE_BITS == 32 ? "; build it with -Dedge_bits=64" : "");
    graph->kind = KG_UNDIRECTED;
    KG_TRY(kg__graph_allocate_edges(graph, 2 * m, false)); /* first: these may be too many */
    KG_TRY(kg__graph_allocate_rows(graph, n));
    KG_TRY(kg__host_allocate(ctx, &graph->half, 2 * m, sizeof *graph->half, "half-edges"));
    KG_TRY(kg__host_allocate(ctx, &graph->end, 2 * m, sizeof *graph->end, "ends of edges"));
    if (valued)
        KG_TRY(kg__host_allocate(ctx, &graph->value, m, sizeof *graph->value, "edge values"));
out:
    return status;
}

/* Entry i of vertex v's row leads along edge e. v is the second end of e if `second`, else the
 * first. */
static void put_entry(kg_graph *graph, uint64_t i, uint64_t v, uint64_t to, uint64_t e, bool second)
{
    graph->col[i] = (kg_vertex)to;
    graph->half[i] = (kg_edge)(2 * e + second);
    graph->end[2 * e + second] = (kg_vertex)v;
}

/* ---- hypercube ------------------------------------------------------------------------------- */

/* The number of edges whose smaller end is below v: a vertex has one for each bit that is 0. */
static uint64_t edges_below(uint64_t v, uint64_t dimension)
{
    uint64_t ones = 0, above = 0; /* in the numbers below v; in v to the left of the bit */

    for (uint64_t bit = dimension; bit-- > 0;)
        if (v >> bit & 1) {
            ones += (above << bit) + (bit << bit) / 2;
            above++;
        }
    return dimension * v - ones;
}

static kg_status make_hypercube(kg_graph *graph, const kg_generate_options *o)
{
    const uint64_t dimension = o->dimension, n = (uint64_t)1 << dimension;
    const int threads = kg__threads(graph->ctx, n * dimension, GRAIN);
    kg_edge *first;
    kg_status status;

    KG_TRY(allocate_undirected(graph, n, n / 2 * dimension, false));
    first = graph->row; /* each vertex' first edge, until the rows are filled */
    KG_PARALLEL_FOR(threads)
    for (uint64_t v = 0; v < n; v++)
        first[v] = (kg_edge)edges_below(v, dimension);
    KG_PARALLEL_FOR(threads)
    for (uint64_t v = 0; v < n; v++) {
        uint64_t i = v * dimension, e = first[v];

        for (uint64_t bit = dimension; bit-- > 0;) { /* smaller vertices, increasing */
            const uint64_t u = v - ((uint64_t)1 << bit), lower = ((uint64_t)1 << bit) - 1;

            if (v >> bit & 1)
                put_entry(graph, i++, v, u,
                    first[u] + bit - (uint64_t)__builtin_popcountll(u & lower), true);
        }
        for (uint64_t bit = 0; bit < dimension; bit++)
            if (!(v >> bit & 1))
                put_entry(graph, i++, v, v + ((uint64_t)1 << bit), e++, false);
    }
    KG_PARALLEL_FOR(threads)
    for (uint64_t v = 0; v <= n; v++)
        graph->row[v] = (kg_edge)(v * dimension);
out:
    return status;
}

/* ---- grid-roads ------------------------------------------------------------------------------ */

typedef struct line {
    uint64_t vertex, edge; /* the first of the line */
    uint64_t up;           /* streets to the line above */
} line;

typedef struct roads {
    uint64_t w, h;
    uint64_t districts, streets, columns, lines, lengths; /* keys of random numbers */
    unsigned char *crossing;                              /* [w * h] */
    line *line;                                           /* [h + 1] */
} roads;

/* A district, with its park in the district's own coordinates. */
typedef struct district {
    uint64_t share; /* the percentage of optional streets that exist */
    uint64_t park_x, park_y, park_w, park_h;
} district;

static district look_up(const roads *r, uint64_t x, uint64_t y)
{
    const uint64_t key = kg__random(r->districts, (y / DISTRICT) << 32 | x / DISTRICT);
    district d = {.share = 10 + kg__random_below(key, 0, 51)};

    if (kg__random_below(key, 1, 2)) {
        d.park_w = 2 + kg__random_below(key, 2, 7);
        d.park_h = 2 + kg__random_below(key, 3, 7);
        d.park_x = 1 + kg__random_below(key, 4, DISTRICT - 1 - d.park_w);
        d.park_y = 1 + kg__random_below(key, 5, DISTRICT - 1 - d.park_h);
    }
    return d;
}

/* x, y: the district's own coordinates. */
static bool in_park(const district *d, uint64_t x, uint64_t y)
{
    return x - d->park_x < d->park_w && y - d->park_y < d->park_h; /* if less, it wraps round */
}

/* Chooses which streets crossing x, y has to the left and up. */
static unsigned char choose_streets(const roads *r, const district *d, uint64_t x, uint64_t y)
{
    const uint64_t random = kg__random(r->streets, y << 32 | x);
    const uint64_t own_x = x % DISTRICT, own_y = y % DISTRICT;
    const bool left = x && !(own_x && in_park(d, own_x - 1, own_y));
    const bool up = y && !(own_y && in_park(d, own_x, own_y - 1));
    unsigned char streets = left && (!up || random & 1) ? LEFT : up ? UP : 0;

    if (in_park(d, own_x, own_y))
        return 0;
    if ((random >> 32) * 100 >> 32 < d->share)
        streets = (unsigned char)((left ? LEFT : 0) | (up ? UP : 0));
    if (left && !own_y) /* the first line and column of a district are avenues */
        streets |= LEFT;
    if (up && !own_x)
        streets |= UP;
    return streets | THERE;
}

/* Fills line y of the crossings, and the line's counts in r->line. */
static void choose_line(roads *r, uint64_t y)
{
    unsigned char *crossing = r->crossing + y * r->w;
    line count = {0};
    district d = {0};

    for (uint64_t x = 0; x < r->w; x++) {
        if (x % DISTRICT == 0)
            d = look_up(r, x, y);
        crossing[x] = choose_streets(r, &d, x, y);
        count.vertex += (crossing[x] & THERE) != 0;
        count.edge += (crossing[x] & LEFT) != 0;
        count.up += (crossing[x] & UP) != 0;
    }
    r->line[y] = count;
}

/* Turns counts into the first vertex and edge of each line. Line h is past the last. */
static void number_lines(roads *r)
{
    uint64_t vertex = 0, edge = 0;

    r->line[r->h] = (line){0};
    for (uint64_t y = 0; y <= r->h; y++) {
        const line count = r->line[y];

        r->line[y].vertex = vertex;
        r->line[y].edge = edge;
        vertex += count.vertex;
        edge += count.edge + (y < r->h ? r->line[y + 1].up : 0); /* a street down belongs to the
                                                                    upper line */
    }
}

/* The length of the street that ends in crossing x, y and comes from the left, or from above. */
static double street_length(const roads *r, uint64_t x, uint64_t y, bool above)
{
    const uint64_t straight =
        60 + (above ? kg__random_below(r->lines, y, 141) : kg__random_below(r->columns, x, 141));

    return (double)(straight +
                    kg__random_below(r->lengths, (y << 32 | x) * 2 + above, straight / 4 + 1));
}

/* Fills the rows and the edges of line y's vertices. */
static void build_line(kg_graph *graph, const roads *r, uint64_t y)
{
    const unsigned char *here = r->crossing + y * r->w;
    const unsigned char *above = y ? here - r->w : NULL;
    const unsigned char *below = y + 1 < r->h ? here + r->w : NULL;
    uint64_t v = r->line[y].vertex, e = r->line[y].edge, i = 2 * e - r->line[y].up;
    uint64_t up = y ? r->line[y - 1].vertex : 0, up_edge = y ? r->line[y - 1].edge : 0;
    uint64_t down = r->line[y + 1].vertex, left_edge = 0;

    for (uint64_t x = 0; x < r->w; x++) {
        const uint64_t own = e;

        if (here[x] & THERE) {
            graph->row[v] = (kg_edge)i;
            if (here[x] & UP)
                put_entry(graph, i++, v, up,
                    up_edge + (x + 1 < r->w && above[x + 1] & LEFT ? 1 : 0), true);
            if (here[x] & LEFT)
                put_entry(graph, i++, v, v - 1, left_edge, true);
            if (x + 1 < r->w && here[x + 1] & LEFT) {
                graph->value[e] = street_length(r, x + 1, y, false);
                put_entry(graph, i++, v, v + 1, e++, false);
            }
            if (below && below[x] & UP) {
                graph->value[e] = street_length(r, x, y + 1, true);
                put_entry(graph, i++, v, down, e++, false);
            }
            v++;
        }
        left_edge = own;
        if (above) {
            up += above[x] & THERE;
            up_edge += (x + 1 < r->w && above[x + 1] & LEFT ? 1u : 0u) + (here[x] & UP ? 1u : 0u);
        }
        if (below)
            down += below[x] & THERE;
    }
}

static kg_status make_grid_roads(kg_graph *graph, const kg_generate_options *o)
{
    kg_context *ctx = graph->ctx;
    const uint64_t key = kg__random_key(o->seed, KG__STREAM_EDGES);
    roads r = {o->width, o->height, kg__random(key, 0), kg__random(key, 1), kg__random(key, 2),
        kg__random(key, 3), kg__random(key, 4), NULL, NULL};
    const int threads = kg__threads(ctx, r.w * r.h, GRAIN);
    kg_status status;

    if (r.w * r.h > KG__VERTICES_MAX)
        return kg__fail(ctx, KG_OVERFLOW, "%llu crossings: at most %llu are possible",
            (unsigned long long)(r.w * r.h), (unsigned long long)KG__VERTICES_MAX);
    KG_TRY(kg__host_allocate(ctx, &r.crossing, r.w * r.h, 1, "crossings"));
    KG_TRY(kg__host_allocate(ctx, &r.line, r.h + 1, sizeof *r.line, "lines of crossings"));
    KG_PARALLEL_FOR(threads)
    for (uint64_t y = 0; y < r.h; y++)
        choose_line(&r, y);
    number_lines(&r);
    KG_TRY(allocate_undirected(graph, r.line[r.h].vertex, r.line[r.h].edge, r.line[r.h].edge != 0));
    KG_PARALLEL_FOR(threads)
    for (uint64_t y = 0; y < r.h; y++)
        build_line(graph, &r, y);
    graph->row[graph->n] = graph->m;
out:
    kg__free_all(ctx, r.crossing, r.line);
    return status;
}

/* ---- both ------------------------------------------------------------------------------------ */

/* Permutes the vertices at random. Edges keep their order and their first ends. */
static kg_status relabel(kg_graph **graph, uint64_t key)
{
    kg_graph *old = *graph;
    kg_context *ctx = old->ctx;
    const kg__edge_run run = {old->end, old->value, kg__edges(old), 0};
    kg_vertex *name = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &name, old->n, sizeof *name, "a permutation of vertices"));
    KG_TRY(kg__shuffle_cpu(ctx, key, old->n, NULL, name));
    KG_PARALLEL_FOR(kg__threads(ctx, old->m, GRAIN))
    for (uint64_t h = 0; h < old->m; h++)
        old->end[h] = name[old->end[h]];
    KG_TRY(kg__csr_build_undirected(graph, ctx, old->n, &run, 1));
    kg_graph_destroy(old);
out:
    if (status != KG_OK)
        *graph = old;
    kg__free(ctx, name);
    return status;
}

kg_status kg__generate_undirected(
    kg_graph **graph, kg_context *ctx, const kg_generate_options *options)
{
    kg_graph *g = NULL;
    kg_status status;

    KG_TRY(kg__graph_create(&g, ctx));
    if (options->kind == KG_GENERATE_HYPERCUBE)
        KG_TRY(make_hypercube(g, options));
    else
        KG_TRY(make_grid_roads(g, options));
    if (options->relabel)
        KG_TRY(relabel(&g, kg__random_key(options->seed, KG__STREAM_RELABEL)));
    *graph = g;
    g = NULL;
out:
    kg_graph_destroy(g);
    return status;
}
