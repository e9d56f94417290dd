/*
 * Plots against brute force: the fewest trails of small drawings by trying all ways to cut their
 * segments into trails; that each segment is drawn once, in its direction; pen-up lengths added up
 * anew; drawings whose best order, or straightest strokes, are known.
 */
#include "drawings.h"
#include <math.h>
#include <string.h>

enum { MOST = 9, VERTICES = 6, SMALL = 1500, MIXED = 500 };

/* ---- brute force ----------------------------------------------------------------------------- */

/* at[set]: at which vertices a trail of just these segments can end. Segment s may be walked from
 * its first end, and from its second unless it is fixed. */
static void find_trails(const kg_segments *g, unsigned char *at)
{
    for (unsigned set = 1; set < 1u << g->count; set++) {
        at[set] = 0;
        for (unsigned s = 0; s < g->count; s++) {
            const unsigned before = set & ~(1u << s);

            for (unsigned back = 0; set >> s & 1 && back < (g->fixed && g->fixed[s] ? 1 : 2);
                 back++)
                if (!before || at[before] >> g->end[2 * s + back] & 1)
                    at[set] |= (unsigned char)(1u << g->end[2 * s + !back]);
        }
    }
}

static uint64_t fewest(const kg_segments *g)
{
    static unsigned char at[1 << MOST], least[1 << MOST];

    find_trails(g, at);
    least[0] = 0;
    for (unsigned set = 1; set < 1u << g->count; set++) {
        const unsigned first = set & -set;

        least[set] = 255;
        for (unsigned part = set; part; part = (part - 1) & set)
            if (part & first && at[part] && least[set & ~part] + 1 < least[set])
                least[set] = (unsigned char)(least[set & ~part] + 1);
    }
    return least[(1u << g->count) - 1];
}

/* ---- what any answer must be ----------------------------------------------------------------- */

static double distance(const kg_segments *g, kg_vertex u, const double *place)
{
    return hypot(g->place[2 * u] - place[0], g->place[2 * u + 1] - place[1]);
}

/* Checks an answer, and returns how many strokes it has. */
static uint64_t check_answer(check *c, const kg_context *ctx, const kg_segments *g,
    const kg_plot *plot, const double start[2])
{
    const kg_plot_figures *f = kg_plot_measure(plot);
    const uint64_t *begin = NULL;
    const kg_edge *step = NULL;
    uint64_t strokes = 0;
    unsigned char *drawn = check_array(g->count, 1);
    const double *pen = start;
    double up = 0;

    memset(drawn, 0, g->count);
    check_status(c, ctx, kg_plot_strokes(plot, &begin, &step, &strokes), KG_OK);
    check_number(c, ctx, "steps", begin[strokes], g->count);
    check_number(c, ctx, "strokes", f->strokes, strokes);
    for (uint64_t i = 0; i < strokes; i++)
        for (uint64_t k = begin[i]; k < begin[i + 1]; k++) {
            const uint64_t s = step[k] / 2;

            if (drawn[s]++)
                check_fail(c, ctx, "segment %d is drawn again", (int)s);
            if (g->fixed && g->fixed[s] && step[k] & 1)
                check_fail(c, ctx, "fixed segment %d is drawn backwards", (int)s);
            if (k == begin[i] && g->place)
                up += distance(g, g->end[step[k]], pen);
            else if (k > begin[i] && g->end[step[k]] != g->end[step[k - 1] ^ 1])
                check_fail(c, ctx, "step %d does not go on", (int)k);
            pen = g->place ? g->place + 2 * g->end[step[k] ^ 1] : NULL;
        }
    if (fabs(up - f->pen_up) > 1e-9 * (1 + up) || f->pen_up > f->pen_up_found * (1 + 1e-9))
        check_fail(c, ctx, "pen-up %g, said to be %g, at first %g", up, f->pen_up, f->pen_up_found);
    free(drawn);
    return strokes;
}

/* Plots, checks the answer, and returns how many strokes it has; figures: may be NULL. */
static uint64_t plot_all(check *c, kg_context *ctx, const kg_segments *g,
    const kg_plot_options *options, kg_plot_figures *figures)
{
    const double nowhere[2] = {0, 0};
    kg_plot *plot = NULL;
    uint64_t strokes = 0;

    if (check_status(c, ctx, kg_plot_find(&plot, ctx, g, options), KG_OK)) {
        strokes = check_answer(c, ctx, g, plot, options ? options->start : nowhere);
        if (figures)
            *figures = *kg_plot_measure(plot);
    }
    kg_plot_destroy(plot);
    return strokes;
}

/* ---- cases ----------------------------------------------------------------------------------- */

static void check_fewest(check *c)
{
    uint64_t seed = c->seed;
    kg_context *ctx = c->context[0];

    for (int i = 0; i < (check_is_small() ? 50 : SMALL); i++) {
        const uint64_t n = 1 + below(&seed, VERTICES), m = below(&seed, MOST + 1);
        drawing d = make_random(&seed, n, m, (unsigned)below(&seed, 11));
        const uint64_t least = fewest(&d.segments);

        check_say(c, "drawing %d, %d vertices, %d segments", i, (int)n, (int)m);
        check_number(c, ctx, "strokes", plot_all(c, ctx, &d.segments, NULL, NULL), least);
        check_number(c, ctx, "straight strokes",
            plot_all(c, ctx, &d.segments, &(kg_plot_options){.straight = 1}, NULL), least);
        d.segments.place = NULL;
        check_number(
            c, ctx, "strokes without places", plot_all(c, ctx, &d.segments, NULL, NULL), least);
        destroy(&d);
    }
}

/* Larger mixed drawings, in which fixed segments must keep their directions; some vertices have
 * many segments. */
static void check_mixed(check *c)
{
    uint64_t seed = c->seed;

    for (int i = 0; i < (check_is_small() ? 10 : MIXED); i++) {
        const uint64_t n = 2 + below(&seed, i % 10 ? 60 : 5), m = below(&seed, 300);
        drawing d = make_random(&seed, n, m, 1 + (unsigned)below(&seed, 9));
        kg_context *ctx = c->context[i % c->contexts];
        const kg_plot_options options = {.straight = i & 1, .start = {-3, i}};

        check_say(c, "mixed drawing %d", i);
        plot_all(c, ctx, &d.segments, &options, NULL);
        destroy(&d);
    }
}

/* Parallel strokes in any order: the pen goes up and down them, one after the other. */
static void check_order(check *c)
{
    enum { COMB = 300 };
    uint64_t seed = c->seed;
    kg_vertex end[2 * COMB];
    double place[4 * COMB];
    kg_segments g = {.count = COMB, .vertices = 2 * COMB, .end = end, .place = place};
    kg_context *ctx = c->context[0];
    kg_plot_figures figures;

    for (kg_vertex i = 0; i < 2 * COMB; i++)
        end[i] = i;
    for (uint64_t i = COMB; i > 1; i--) { /* whole segments change places */
        const uint64_t other = below(&seed, i);

        for (int k = 0; k < 2; k++) {
            const kg_vertex kept = end[2 * (i - 1) + k];

            end[2 * (i - 1) + k] = end[2 * other + k];
            end[2 * other + k] = kept;
        }
    }
    for (int i = 0; i < COMB; i++) {
        place[4 * i] = place[4 * i + 2] = i;
        place[4 * i + 1] = 0;
        place[4 * i + 3] = 40;
    }
    check_say(c, "a comb");
    check_number(c, ctx, "strokes", plot_all(c, ctx, &g, NULL, &figures), COMB);
    if (figures.pen_up != COMB - 1)
        check_fail(c, ctx, "the pen travels %g, not %d", figures.pen_up, COMB - 1);
    plot_all(c, ctx, &g, &(kg_plot_options){.keep_order = 1}, &figures);
    if (figures.pen_up != figures.pen_up_found || figures.pen_up < 2 * COMB)
        check_fail(c, ctx, "the order that was to be kept takes %g", figures.pen_up);
}

/* How far the pen travels that always goes to the nearest end of single segments. */
static double go_to_nearest(const kg_segments *g)
{
    unsigned char *drawn = check_array(g->count, 1);
    double pen[2] = {0, 0}, travel = 0;

    memset(drawn, 0, g->count);
    for (uint64_t i = 0; i < g->count; i++) {
        uint64_t nearest = UINT64_MAX;

        for (uint64_t h = 0; h < 2 * g->count; h++)
            if (!drawn[h / 2] && !(g->fixed[h / 2] && h & 1) &&
                (nearest == UINT64_MAX ||
                    distance(g, g->end[h], pen) < distance(g, g->end[nearest], pen)))
                nearest = h;
        drawn[nearest / 2] = 1;
        travel += distance(g, g->end[nearest], pen);
        memcpy(pen, g->place + 2 * g->end[nearest ^ 1], sizeof pen);
    }
    free(drawn);
    return travel;
}

/* Random strokes of up to a length, so many of ten fixed: how much better than always the nearest
 * end. */
static void check_strokes(check *c, unsigned fixed, uint64_t length, double at_most)
{
    const uint64_t strokes = check_is_small() ? 300 : 1000;
    uint64_t seed = c->seed;
    kg_context *ctx = c->context[0];
    drawing d = make_random(&seed, 2 * strokes, strokes, fixed);
    kg_plot_figures figures;
    double nearest;

    for (uint64_t h = 0; h < 2 * strokes; h++) {
        d.end[h] = (kg_vertex)h;
        for (int axis = 0; axis < 2; axis++)
            d.place[2 * h + axis] = h & 1 ? d.place[2 * h - 2 + axis] + (double)below(&seed, length)
                                          : (double)below(&seed, 1u << 20);
    }
    nearest = go_to_nearest(&d.segments);
    check_say(c, "scattered strokes, %d of 10 fixed", (int)fixed);
    plot_all(c, ctx, &d.segments, NULL, &figures);
    if (figures.pen_up > at_most * nearest)
        check_fail(c, ctx, "the pen travels %g, to the nearest %g", figures.pen_up, nearest);
    destroy(&d);
}

static void check_scattered(check *c)
{
    check_strokes(c, 0, 1u << 20, 0.9);
    check_strokes(c, 10, 20000, 0.97);
}

/* Layers: the fewest strokes of each by brute force, one layer behind the other, for each of which
 * the pen starts anew. */
static void check_layers(check *c)
{
    enum { LAYERS = 3 };
    const kg_plot_options options = {.start = {3, -4}};
    uint64_t seed = c->seed;
    kg_context *ctx = c->context[0];

    for (int i = 0; i < (check_is_small() ? 30 : 300); i++) {
        const uint64_t n = 1 + below(&seed, VERTICES), m = below(&seed, 2 * MOST);
        drawing d = make_random(&seed, n, m, (unsigned)below(&seed, 4));
        uint32_t *layer = check_array(m, sizeof *layer), before = 0;
        uint64_t least = 0, strokes = 0, of_layer[LAYERS] = {0};
        const uint64_t *begin = NULL;
        const kg_edge *step = NULL;
        const double *pen = options.start;
        kg_plot *plot = NULL;
        double up = 0;

        for (uint64_t s = 0; s < m; s++) {
            layer[s] = (uint32_t)below(&seed, LAYERS);
            layer[s] = of_layer[layer[s]] < MOST ? layer[s] : 0;
            while (of_layer[layer[s]] == MOST)
                layer[s]++;
            of_layer[layer[s]]++;
        }
        for (uint32_t k = 0; k < LAYERS; k++) {
            drawing one = make_random(&seed, n, m, 0);

            one.segments.count = 0;
            for (uint64_t s = 0; s < m; s++)
                if (layer[s] == k) {
                    one.fixed[one.segments.count] = d.fixed[s];
                    memcpy(one.end + 2 * one.segments.count++, d.end + 2 * s, 2 * sizeof *d.end);
                }
            least += one.segments.count ? fewest(&one.segments) : 0;
            destroy(&one);
        }
        d.segments.layer = layer;
        check_say(c, "layers of drawing %d, %d segments", i, (int)m);
        check_status(c, ctx, kg_plot_find(&plot, ctx, &d.segments, &options), KG_OK);
        check_status(c, ctx, kg_plot_strokes(plot, &begin, &step, &strokes), KG_OK);
        check_number(c, ctx, "strokes", strokes, least);
        for (uint64_t k = 0; k < strokes; k++) {
            const uint32_t own = layer[step[begin[k]] / 2];

            if (k && own != before)
                pen = options.start;
            if (k && own < before)
                check_fail(c, ctx, "layer %d comes behind %d", (int)own, (int)before);
            before = own;
            up += distance(&d.segments, d.end[step[begin[k]]], pen);
            pen = d.place + 2 * d.end[step[begin[k + 1] - 1] ^ 1];
            for (uint64_t s = begin[k]; s < begin[k + 1]; s++) {
                if (layer[step[s] / 2] != own)
                    check_fail(c, ctx, "stroke %d has two layers", (int)k);
                if (s > begin[k] && d.end[step[s]] != d.end[step[s - 1] ^ 1])
                    check_fail(c, ctx, "step %d does not go on", (int)s);
                if (d.fixed[step[s] / 2] && step[s] & 1)
                    check_fail(c, ctx, "step %d is drawn backwards", (int)s);
                if (of_layer[own]-- == 0)
                    check_fail(c, ctx, "layer %d has more segments", (int)own);
            }
        }
        check_number(c, ctx, "left", of_layer[0] + of_layer[1] + of_layer[2], 0);
        if (fabs(up - kg_plot_measure(plot)->pen_up) > 1e-9 * (1 + up))
            check_fail(c, ctx, "pen-up %g, said to be %g", up, kg_plot_measure(plot)->pen_up);
        kg_plot_destroy(plot);
        free(layer);
        destroy(&d);
    }
}

/* Where closed strokes begin: with their first segment; anywhere, each place as often as others. */
static void check_seams(check *c)
{
    enum { SIDES = 8, SEEDS = 800 };
    uint64_t seed = c->seed;
    kg_context *ctx = c->context[0];
    kg_vertex end[2 * SIDES];
    double place[2 * SIDES];
    const kg_segments ring = {.count = SIDES, .vertices = SIDES, .end = end, .place = place};
    int from[SIDES] = {0};

    for (int i = 0; i < (check_is_small() ? 30 : 300); i++) {
        const uint64_t n = 2 + below(&seed, 40), m = below(&seed, 60);
        drawing d = make_random(&seed, n, m, (unsigned)below(&seed, 3));
        const kg_plot_options options = {
            .seam = i & 1 ? KG_SEAM_FIXED : KG_SEAM_RANDOM, .start = {i, 7}, .seed = 3};
        const uint64_t *begin = NULL;
        const kg_edge *step = NULL;
        uint64_t strokes = 0, least;
        kg_plot *plot = NULL;
        kg_plot_figures figures;

        check_say(c, "seams of drawing %d", i);
        least = plot_all(c, ctx, &d.segments, NULL, NULL);
        if (i & 1)
            check_number(
                c, ctx, "strokes", plot_all(c, ctx, &d.segments, &options, &figures), least);
        check_status(c, ctx, kg_plot_find(&plot, ctx, &d.segments, &options), KG_OK);
        check_status(c, ctx, kg_plot_strokes(plot, &begin, &step, &strokes), KG_OK);
        check_number(c, ctx, "strokes", strokes, least);
        for (uint64_t k = 0; k < strokes; k++)
            for (uint64_t s = begin[k] + 1; s < begin[k + 1]; s++) {
                if (d.end[step[s]] != d.end[step[s - 1] ^ 1])
                    check_fail(c, ctx, "step %d does not go on", (int)s);
                if (i & 1 && d.end[step[begin[k]]] == d.end[step[begin[k + 1] - 1] ^ 1] &&
                    step[s] / 2 < step[begin[k]] / 2)
                    check_fail(c, ctx, "stroke %d begins with another segment", (int)k);
            }
        kg_plot_destroy(plot);
        destroy(&d);
    }
    for (kg_vertex v = 0; v < SIDES; v++) {
        end[2 * v] = v;
        end[2 * v + 1] = (v + 1) % SIDES;
        place[2 * v] = cos(v);
        place[2 * v + 1] = sin(v);
    }
    for (uint64_t i = 0; i < SEEDS; i++) {
        const kg_plot_options options = {.seam = KG_SEAM_RANDOM, .seed = i};
        const uint64_t *begin = NULL;
        const kg_edge *step = NULL;
        uint64_t strokes = 0;
        kg_plot *plot = NULL;

        check_status(c, ctx, kg_plot_find(&plot, ctx, &ring, &options), KG_OK);
        check_status(c, ctx, kg_plot_strokes(plot, &begin, &step, &strokes), KG_OK);
        from[end[step[0]]]++;
        kg_plot_destroy(plot);
    }
    for (int v = 0; v < SIDES; v++)
        if (from[v] < SEEDS / SIDES * 2 / 3 || from[v] > SEEDS / SIDES * 4 / 3)
            check_fail(c, ctx, "%d of %d seams are at vertex %d", from[v], SEEDS, v);
}

/* Polygons in polygons: a tree of disks, whose places and sizes are known. */
typedef struct nest {
    drawing d;
    double disk[500][3];
    int outer[500], disks;
    kg_vertex first[501]; /* of the vertices of each; a line has two */
} nest;

static void add_polygon(nest *t, uint64_t *seed, int outer, double x, double y, double r, int sides)
{
    const int number = t->disks++;
    const double turn = (double)below(seed, 628) / 100;
    kg_vertex v = t->first[number];

    t->outer[number] = outer;
    t->disk[number][0] = x;
    t->disk[number][1] = y;
    t->disk[number][2] = r;
    for (int k = 0; k < sides; k++, v++) {
        t->d.place[2 * v] = x + r * cos(turn + 2 * M_PI * k / sides);
        t->d.place[2 * v + 1] = y + r * sin(turn + 2 * M_PI * k / sides);
        if (sides == 2 && k)
            continue;
        t->d.end[2 * t->d.segments.count] = v;
        t->d.end[2 * t->d.segments.count++ + 1] = k + 1 < sides ? v + 1 : t->first[number];
    }
    t->first[number + 1] = v;
}

/* Fills a square with disks, each with smaller ones in it. */
static void fill(nest *t, uint64_t *seed, int outer, double x, double y, double side, int depth)
{
    for (int i = 0; i < 9; i++) {
        const double u = x + side * (i % 3 - 1) / 3, v = y + side * (double)(i / 3 - 1) / 3;
        const double r = side / 6 * 0.95;
        const int sides = below(seed, 6) ? 5 + (int)below(seed, 9) : 2, number = t->disks;

        if (number == 500 || below(seed, 3) == 0)
            continue;
        add_polygon(t, seed, outer, u, v, r, sides);
        if (sides > 2 && depth)
            fill(t, seed, number, u, v, r * 1.1, depth - 1);
    }
}

/* Inner contours first: each stroke comes before the polygon that it lies in. */
static void check_inner_first(check *c)
{
    uint64_t seed = c->seed;
    kg_context *ctx = c->context[0];

    for (int i = 0; i < (check_is_small() ? 5 : 40); i++) {
        const kg_plot_options options = {.inner_first = 1, .start = {-3, 700}};
        nest *t = check_array(1, sizeof *t);
        int at[500];
        const uint64_t *begin = NULL;
        const kg_edge *step = NULL;
        uint64_t strokes = 0;
        kg_plot *plot = NULL;
        kg_plot_figures free_figures;

        memset(t, 0, sizeof *t);
        t->d = make_random(&seed, 500 * 14, 500 * 14, 0);
        t->d.segments.count = 0;
        fill(t, &seed, -1, 500, 500, 1000, i % 4);
        t->d.segments.vertices = t->first[t->disks];
        t->d.segments.fixed = NULL;
        check_say(c, "nest %d, %d strokes", i, t->disks);
        plot_all(c, ctx, &t->d.segments, &(kg_plot_options){.start = {-3, 700}}, &free_figures);
        check_status(c, ctx, kg_plot_find(&plot, ctx, &t->d.segments, &options), KG_OK);
        check_status(c, ctx, kg_plot_strokes(plot, &begin, &step, &strokes), KG_OK);
        check_number(c, ctx, "strokes", strokes, (uint64_t)t->disks);
        for (uint64_t k = 0; k < strokes; k++) {
            int number = 0;

            while (t->first[number + 1] <= t->d.end[step[begin[k]]])
                number++;
            at[number] = (int)k;
        }
        for (int k = 0; k < t->disks; k++)
            if (t->outer[k] >= 0 && at[k] > at[t->outer[k]])
                check_fail(c, ctx, "stroke %d comes behind %d, which it lies in", k, t->outer[k]);
        if (kg_plot_measure(plot)->pen_up > 2 * free_figures.pen_up + 1)
            check_fail(c, ctx, "the pen travels %g, in any order %g", kg_plot_measure(plot)->pen_up,
                free_figures.pen_up);
        kg_plot_destroy(plot);
        destroy(&t->d);
        free(t);
    }
}

/* Lines that cross: straight strokes never turn, and each line is one. */
static void check_straight(check *c)
{
    enum { LINES = 7, SIDE = LINES + 2 };
    kg_vertex end[4 * LINES * (LINES + 1)];
    double place[2 * SIDE * SIDE];
    kg_segments g = {.vertices = SIDE * SIDE, .end = end, .place = place};
    kg_context *ctx = c->context[0];
    kg_plot_figures figures;

    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            place[2 * (y * SIDE + x)] = x * 1.25 + y * 0.5;
            place[2 * (y * SIDE + x) + 1] = y;
        }
    for (kg_vertex line = 1; line <= LINES; line++)
        for (kg_vertex i = 0; i <= LINES; i++) {
            kg_vertex *across = end + 2 * g.count++, *down = end + 2 * g.count++;

            across[0] = line * SIDE + i;
            across[1] = line * SIDE + i + 1;
            down[0] = i * SIDE + line;
            down[1] = (i + 1) * SIDE + line;
        }
    check_say(c, "lines that cross");
    plot_all(c, ctx, &g, &(kg_plot_options){.straight = 1}, &figures);
    check_number(c, ctx, "strokes", figures.strokes, 2 * LINES);
    if (figures.turned > 1e-6)
        check_fail(c, ctx, "straight strokes turn by %g degrees", figures.turned);
    plot_all(c, ctx, &g, NULL, &figures);
    if (figures.turned < 90)
        check_fail(c, ctx, "strokes that need not be straight turn by %g", figures.turned);
}

static void check_refused(check *c)
{
    const kg_vertex end[] = {0, 1, 1, 2};
    const double place[] = {0, 0, 1, 1, 2, NAN}, length[] = {1, -1};
    kg_segments g = {.count = 2, .vertices = 3, .end = end};
    kg_context *ctx = c->context[0];
    kg_plot *plot = NULL;

    check_status(
        c, ctx, kg_plot_find(&plot, ctx, &g, &(kg_plot_options){.straight = 1}), KG_ARGUMENT);
    check_status(
        c, ctx, kg_plot_find(&plot, ctx, &g, &(kg_plot_options){.seconds = -1}), KG_ARGUMENT);
    check_status(
        c, ctx, kg_plot_find(&plot, ctx, &g, &(kg_plot_options){.seam = (kg_seam)3}), KG_ARGUMENT);
    check_status(c, ctx, kg_plot_find(&plot, ctx, &g, &(kg_plot_options){.start = {INFINITY, 0}}),
        KG_ARGUMENT);
    g.place = place;
    check_status(c, ctx, kg_plot_find(&plot, ctx, &g, NULL), KG_ARGUMENT);
    g.place = NULL;
    g.length = length;
    check_status(c, ctx, kg_plot_find(&plot, ctx, &g, NULL), KG_ARGUMENT);
    g.length = NULL;
    g.vertices = 2;
    check_status(c, ctx, kg_plot_find(&plot, ctx, &g, NULL), KG_ARGUMENT);
    g.count = UINT64_MAX / 4; /* where ids can be as large, a segment is what is wrong */
    check_status(
        c, ctx, kg_plot_find(&plot, ctx, &g, NULL), KG_EDGE_BITS == 32 ? KG_OVERFLOW : KG_ARGUMENT);
}

/* ---- how fast -------------------------------------------------------------------------------- */

/* Segments of a town: the edges of a grid, a tenth of them missing, so that many ends are odd. */
static void bench_plot(check *c)
{
    enum { SIDE = 250 };
    uint64_t seed = c->seed;
    drawing d = make_random(&seed, SIDE * SIDE, 2 * SIDE * SIDE, 0);

    for (int mixed = 0; mixed < 3; mixed++) {
        uint64_t count = 0;

        for (kg_vertex v = 0; v < SIDE * SIDE; v++) {
            d.place[2 * v] = v % SIDE;
            d.place[2 * v + 1] = v / SIDE;
            for (unsigned down = 0; down < 2; down++) {
                if (below(&seed, 10) == 0 || (down ? v / SIDE : v % SIDE) == SIDE - 1)
                    continue;
                d.fixed[count] = mixed && below(&seed, 3) < (unsigned)mixed;
                d.end[2 * count] = v;
                d.end[2 * count++ + 1] = v + (down ? SIDE : 1);
            }
        }
        d.segments.count = count;
        for (int ordered = 0; ordered < 3; ordered++)
            for (check_clock clock = {0}; check_again(c, &clock, c->context[0],
                     ordered == 0   ? "strokes"
                     : ordered == 1 ? "straight strokes"
                                    : "strokes in order",
                     count, 8 * count);) {
                kg_plot *plot = NULL;

                check_status(c, c->context[0],
                    kg_plot_find(&plot, c->context[0], &d.segments,
                        &(kg_plot_options){.keep_order = ordered < 2, .straight = ordered == 1}),
                    KG_OK);
                kg_plot_destroy(plot);
            }
    }
    destroy(&d);
}

const check_case check_plot_cases[] = {
    {"plot.fewest", check_fewest, bench_plot, 0},
    {"plot.mixed", check_mixed, NULL, 0},
    {"plot.order", check_order, NULL, 0},
    {"plot.layers", check_layers, NULL, 0},
    {"plot.seams", check_seams, NULL, 0},
    {"plot.inner-first", check_inner_first, NULL, 0},
    {"plot.scattered", check_scattered, NULL, 0},
    {"plot.straight", check_straight, NULL, 0},
    {"plot.refused", check_refused, NULL, 0},
    {NULL, NULL, NULL, 0},
};
