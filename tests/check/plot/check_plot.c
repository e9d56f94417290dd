/*
 * Plots against brute force: the fewest trails of small drawings by trying all ways to cut their
 * segments into trails; that each segment is drawn once, in its direction; pen-up lengths added up
 * anew; drawings whose best order, or straightest strokes, are known.
 */
#include "check.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 9, VERTICES = 6, SMALL = 1500, MIXED = 500 };

static uint64_t below(uint64_t *state, uint64_t limit)
{
    return check_random(state) % limit;
}

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

typedef struct drawing {
    kg_segments segments;
    kg_vertex *end;
    unsigned char *fixed;
    double *place;
} drawing;

/* fixed: so many of ten segments. */
static drawing make_random(uint64_t *seed, uint64_t n, uint64_t m, unsigned fixed)
{
    drawing d = {.end = check_array(2 * m, sizeof *d.end),
        .fixed = check_array(m, 1),
        .place = check_array(2 * n, sizeof *d.place)};

    for (uint64_t h = 0; h < 2 * m; h++)
        d.end[h] = (kg_vertex)below(seed, n);
    for (uint64_t s = 0; s < m; s++)
        d.fixed[s] = below(seed, 10) < fixed;
    for (uint64_t i = 0; i < 2 * n; i++)
        d.place[i] = (double)below(seed, 1000) / 8 - 50;
    d.segments =
        (kg_segments){.count = m, .vertices = n, .end = d.end, .fixed = d.fixed, .place = d.place};
    return d;
}

static void destroy(drawing *d)
{
    free(d->end);
    free(d->fixed);
    free(d->place);
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

/* ---- files ----------------------------------------------------------------------------------- */

static kg_status read_text(kg_context *ctx, const char *text, double tolerance, uint64_t *vertices,
    uint64_t *count, uint64_t *fixed)
{
    kg_drawing *read = NULL;
    const kg_status status = kg_drawing_read_memory(
        &read, ctx, text, strlen(text), &(kg_drawing_options){.tolerance = tolerance});
    const kg_segments *g = kg_drawing_segments(read);

    *vertices = g ? g->vertices : 0;
    *count = g ? g->count : 0;
    *fixed = 0;
    for (uint64_t s = 0; g && g->fixed && s < g->count; s++)
        *fixed += g->fixed[s];
    kg_drawing_destroy(read);
    return status;
}

static void check_files(check *c)
{
    static const struct {
        const char *text;
        double tolerance;
        kg_status status;
        uint64_t vertices, count, fixed;
        const char *message; /* of a refusal: how it begins */
    } cases[] = {
        {"", 0, KG_OK, 0, 0, 0, NULL},
        {"0 0 1 1\n1 1 2 0\n", 0, KG_OK, 3, 2, 0, NULL},
        {"x1,y1,x2,y2\n0,0,1,1,fixed\n1,1,-0,0;free\n", 0, KG_OK, 2, 2, 1, NULL},
        {"# a comment\n0 0 1 1 # and one\n\n1.05 1 2 0", 0.1, KG_OK, 3, 2, 0, NULL},
        {"0 0 1 1\n1.05 1 2 0", 0.01, KG_OK, 4, 2, 0, NULL},
        {"0 0 10 0\n10.9 0 20 0\n10.5 0 30 0\n", 1, KG_OK, 4, 3, 0, NULL},
        {"a b\nb c 7\n", 0, KG_FORMAT, 0, 0, 0, "memory:2:5: a length: expected none"},
        {"a b 1\nb c\n", 0, KG_FORMAT, 0, 0, 0, "memory:2:4: expected a length"},
        {"source,target,weight,type\na,b,1,Directed\nb,\"c d\",2,Undirected\n", 0, KG_OK, 3, 2, 1,
            NULL},
        {"a b one-way\nb a two-way\n", 0, KG_OK, 2, 2, 1, NULL},
        {"a b free free\n", 0, KG_FORMAT, 0, 0, 0, "memory:1:10: expected a length and fixed"},
        {"a b 1 2\n", 0, KG_FORMAT, 0, 0, 0, "memory:1:7: expected a length and fixed"},
        {"a\n", 0, KG_FORMAT, 0, 0, 0, "memory:1:2: expected two vertices"},
        {"a \"\"\n", 0, KG_FORMAT, 0, 0, 0, "memory:1:4: a name is empty"},
        {"a \"b\n", 0, KG_FORMAT, 0, 0, 0, "memory:1:3: a quote that does not end"},
        {"a \"b \"\"c\"\"\"\n", 0, KG_FORMAT, 0, 0, 0, "memory:1:7: expected a separator"},
        {"name x\nx y\n", 0, KG_OK, 3, 2, 0, NULL},
        {"a b -1\n", 0, KG_FORMAT, 0, 0, 0, "memory:1:5: expected a length"},
        {"0 0 1 1\n0 0 1\n", 0, KG_FORMAT, 0, 0, 0, "memory:2:6: expected a coordinate"},
        {"0 0 1 1\n0 0 1 1e200\n", 0, KG_FORMAT, 0, 0, 0, "memory:2:7: expected a coordinate"},
        {"0 0 1 1\n0 nan 1 2\n", 0, KG_FORMAT, 0, 0, 0, "memory:2:3: expected a coordinate"},
        {"0 0 1 1 2\n", 0, KG_FORMAT, 0, 0, 0, "memory:1:9: expected x1 y1 x2 y2"},
        {"0 0 1 1 fixed 2\n", 0, KG_FORMAT, 0, 0, 0, "memory:1:15: expected x1 y1 x2 y2"},
        {"0 0 1 1 fixed 2 3\n", 0, KG_FORMAT, 0, 0, 0, "memory:1:17: more fields"},
        {"0 0 1 1\n", -1, KG_ARGUMENT, 0, 0, 0, "tolerance is -1"},
    };
    kg_context *ctx = c->context[0];

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint64_t vertices, count, fixed;

        check_say(c, "text %d", (int)i);
        check_status(c, ctx,
            read_text(ctx, cases[i].text, cases[i].tolerance, &vertices, &count, &fixed),
            cases[i].status);
        check_number(c, ctx, "vertices", vertices, cases[i].vertices);
        check_number(c, ctx, "segments", count, cases[i].count);
        check_number(c, ctx, "fixed", fixed, cases[i].fixed);
        if (cases[i].message &&
            strncmp(kg_context_message(ctx), cases[i].message, strlen(cases[i].message)) != 0)
            check_fail(c, ctx, "%s", kg_context_message(ctx));
    }
}

/* Ends within the tolerance: the groups are those of a plain search of all pairs, and the same
 * whatever the order of the segments. */
static void check_tolerance(check *c)
{
    enum { SEGMENTS = 60 };
    kg_context *ctx = c->context[0];
    uint64_t seed = c->seed;

    for (int i = 0; i < 60; i++) {
        const uint64_t span = 4 + (uint64_t)i % 60;
        double place[2 * SEGMENTS][2];
        int group[2 * SEGMENTS];
        char text[2][SEGMENTS * 128] = {"", ""};
        uint64_t groups = 0, vertices[2], count, fixed;
        bool changed = true;

        for (int p = 0; p < 2 * SEGMENTS; p++) {
            group[p] = p;
            for (int k = 0; k < 2; k++)
                place[p][k] = ((double)(check_random(&seed) % (100 * span)) - 200) / 100;
        }
        for (int s = 0; s < 2 * SEGMENTS; s++) {
            const int at = s < SEGMENTS ? s : 2 * SEGMENTS - 1 - s;
            char *to = text[s / SEGMENTS];

            sprintf(to + strlen(to), "%.17g %.17g %.17g %.17g\n", place[2 * at][0],
                place[2 * at][1], place[2 * at + 1][0], place[2 * at + 1][1]);
        }
        while (changed) {
            changed = false;
            for (int p = 0; p < 2 * SEGMENTS; p++)
                for (int q = 0; q < 2 * SEGMENTS; q++)
                    if (group[p] < group[q] &&
                        hypot(place[p][0] - place[q][0], place[p][1] - place[q][1]) <= 0.777) {
                        group[q] = group[p];
                        changed = true;
                    }
        }
        for (int p = 0; p < 2 * SEGMENTS; p++)
            groups += group[p] == p;
        check_say(c, "%d ends over %d", 2 * SEGMENTS, (int)span);
        for (int k = 0; k < 2; k++) {
            check_status(
                c, ctx, read_text(ctx, text[k], 0.777, &vertices[k], &count, &fixed), KG_OK);
            check_number(c, ctx, "vertices", vertices[k], groups);
        }
    }
}

/* Pieces by hand: two fixed lines that cross at no double's place, an end that almost touches, and
 * a segment that is shorter than the tolerance. */
static void check_split(check *c)
{
    static const kg_vertex end[] = {0, 1, 2, 3, 4, 5, 6, 6};
    static const double place[] = {0, 0, 3, 1, 0, 1, 1, -1, 2, 2, 2, 0.7, 9, 9};
    static const double length[] = {6, 3, 1, 5};
    static const unsigned char fixed[] = {1, 1, 0, 0};
    const kg_segments g = {
        .count = 4, .vertices = 7, .end = end, .fixed = fixed, .length = length, .place = place};
    kg_context *ctx = c->context[0];

    for (int near = 0; near < 2; near++) {
        const kg_drawing_options options = {.split = 1, .tolerance = near ? 0.1 : 0};
        const uint64_t pieces = near ? 7 : 6;
        const kg_segments *made;
        kg_drawing *d = NULL;
        double sum = 0;

        check_say(c, "tolerance %g", options.tolerance);
        if (!check_status(c, ctx, kg_drawing_build(&d, ctx, &g, &options), KG_OK))
            return;
        made = kg_drawing_segments(d);
        check_number(c, ctx, "pieces", made->count, pieces);
        check_number(c, ctx, "vertices", made->vertices, 8);
        for (uint64_t s = 0; s < made->count && made->count == pieces; s++) {
            check_number(c, ctx, "fixed", made->fixed[s], s < pieces - 2);
            sum += made->length[s];
        }
        if (fabs(sum - 15) > 1e-12 || made->length[0] >= 6 || made->length[pieces - 1] != 5)
            check_fail(c, ctx, "lengths make %g", sum);
        if (made->place[2 * made->end[1]] != 3.0 / 7 ||
            made->place[2 * made->end[1] + 1] != 1.0 / 7)
            check_fail(c, ctx, "lines cross at another place");
        kg_drawing_destroy(d);
    }
    check_status(c, ctx,
        kg_drawing_build(&(kg_drawing *){NULL}, ctx,
            &(kg_segments){.count = 1, .vertices = 2, .end = end}, NULL),
        KG_ARGUMENT);
}

/* Segments that are there twice, by all pairs. */
static void check_distinct(check *c)
{
    uint64_t seed = c->seed;
    kg_context *ctx = c->context[0];

    for (int i = 0; i < (check_is_small() ? 20 : 200); i++) {
        const uint64_t n = 1 + below(&seed, 9), m = below(&seed, 40);
        drawing d = make_random(&seed, n, m, (unsigned)below(&seed, 8));
        uint32_t *layer = check_array(m, sizeof *layer);
        uint64_t *kept = check_array(m, sizeof *kept), count = 0;
        const kg_segments *made;
        kg_drawing *tidy = NULL;

        for (uint64_t s = 0; s < m; s++)
            layer[s] = (uint32_t)below(&seed, 2);
        d.segments.layer = layer;
        for (uint64_t s = 0; s < m; s++) {
            bool again = false;

            for (uint64_t t = 0; t < m && !again; t++) {
                const kg_vertex *a = d.end + 2 * s, *b = d.end + 2 * t;
                const bool same = memcmp(d.place + 2 * a[0], d.place + 2 * b[0], 16) == 0 &&
                                  memcmp(d.place + 2 * a[1], d.place + 2 * b[1], 16) == 0;
                const bool turned = memcmp(d.place + 2 * a[0], d.place + 2 * b[1], 16) == 0 &&
                                    memcmp(d.place + 2 * a[1], d.place + 2 * b[0], 16) == 0;

                if (t == s || layer[s] != layer[t])
                    continue;
                if (d.fixed[s])
                    again = t < s && d.fixed[t] && same;
                else
                    again = (same || turned) && (d.fixed[t] || t < s);
            }
            if (!again)
                kept[count++] = s;
        }
        check_say(c, "drawing %d", i);
        check_status(c, ctx,
            kg_drawing_build(&tidy, ctx, &d.segments, &(kg_drawing_options){.distinct = 1}), KG_OK);
        made = kg_drawing_segments(tidy);
        check_number(c, ctx, "segments", made->count, count);
        for (uint64_t k = 0; k < count && made->count == count; k++) {
            const double *a = made->place + 2 * made->end[2 * k],
                         *b = d.place + 2 * d.end[2 * kept[k]];

            if (a[0] != b[0] || a[1] != b[1] || made->layer[k] != layer[kept[k]] ||
                (made->fixed && made->fixed[k] != d.fixed[kept[k]]))
                check_fail(c, ctx, "segment %d is another", (int)k);
        }
        kg_drawing_destroy(tidy);
        free(layer);
        free(kept);
        destroy(&d);
    }
}

/* The distance of a place from a segment. */
static double from_segment(const double *p, const double *a, const double *b)
{
    const double x = b[0] - a[0], y = b[1] - a[1], square = x * x + y * y;
    double t = square > 0 ? ((p[0] - a[0]) * x + (p[1] - a[1]) * y) / square : 0;

    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return hypot(p[0] - a[0] - t * x, p[1] - a[1] - t * y);
}

/* A wavy line, closed or open, in pieces of any order and direction: every point is near what is
 * left, whose ends are among the points, in their order, and straight parts become one. */
static void check_straighten(check *c)
{
    enum { POINTS = 400 };
    uint64_t seed = c->seed;
    kg_context *ctx = c->context[0];

    for (int i = 0; i < (check_is_small() ? 8 : 60); i++) {
        const bool closed = i & 1;
        const double length = i % 3 ? 0.02 * (1 + i % 7) : 1e-9;
        drawing d = make_random(&seed, POINTS, POINTS, 0);
        const kg_segments *made;
        kg_drawing *tidy = NULL;
        kg_plot *plot = NULL;
        const uint64_t *begin = NULL;
        const kg_edge *step = NULL;
        uint64_t strokes = 0, first = 0;

        for (int k = 0; k < POINTS; k++) { /* straight parts of ten points, or waves */
            const double t = i % 3 ? k : k / 10 * 10, turn = 2 * M_PI * t / POINTS;
            const double next = 2 * M_PI * (t + 10) / POINTS, part = i % 3 ? 0 : k % 10 / 10.0;

            d.place[2 * k] = 9 * (cos(turn) * (1 - part) + cos(next) * part);
            d.place[2 * k + 1] = 9 * (sin(turn) * (1 - part) + sin(next) * part);
            d.end[2 * k] = (kg_vertex)k;
            d.end[2 * k + 1] = (kg_vertex)((k + 1) % POINTS);
        }
        d.segments.count = closed ? POINTS : POINTS - 1;
        for (uint64_t k = d.segments.count; k > 1; k--) {
            const uint64_t other = below(&seed, k), turned = below(&seed, 2);
            kg_vertex pair[2] = {d.end[2 * k - 2], d.end[2 * k - 1]};

            memcpy(d.end + 2 * k - 2, d.end + 2 * other, sizeof pair);
            d.end[2 * other + turned] = pair[0];
            d.end[2 * other + !turned] = pair[1];
        }
        check_say(c, "line %d, length %g", i, length);
        check_status(c, ctx,
            kg_drawing_build(&tidy, ctx, &d.segments, &(kg_drawing_options){.straighten = length}),
            KG_OK);
        made = kg_drawing_segments(tidy);
        check_status(
            c, ctx, kg_plot_find(&plot, ctx, made, &(kg_plot_options){.keep_order = 1}), KG_OK);
        check_status(c, ctx, kg_plot_strokes(plot, &begin, &step, &strokes), KG_OK);
        check_number(c, ctx, "strokes", strokes, 1);
        if (i % 3 == 0) /* a closed line may begin within a straight part */
        {
            if (made->count < POINTS / 10 || made->count > POINTS / 10 + 1)
                check_fail(c, ctx, "%d segments are left", (int)made->count);
        } else if (made->count > POINTS / 2)
            check_fail(c, ctx, "%d segments are left", (int)made->count);
        for (int k = 0; k < POINTS; k++) {
            double least = INFINITY;

            for (uint64_t s = 0; s < made->count; s++)
                least =
                    fmin(least, from_segment(d.place + 2 * k, made->place + 2 * made->end[2 * s],
                                    made->place + 2 * made->end[2 * s + 1]));
            if (least > length * (1 + 1e-9) + 1e-12)
                check_fail(c, ctx, "point %d is %g away", k, least);
        }
        for (uint64_t v = 0; v < made->vertices; v++) {
            first = 0;
            while (first < POINTS && memcmp(d.place + 2 * first, made->place + 2 * v, 16) != 0)
                first++;
            if (first == POINTS)
                check_fail(c, ctx, "vertex %d is at a new place", (int)v);
        }
        kg_plot_destroy(plot);
        kg_drawing_destroy(tidy);
        destroy(&d);
    }
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

static kg_status read_and_plot(kg_context *ctx, const char *text, int straight)
{
    kg_drawing *read = NULL;
    kg_plot *plot = NULL;
    kg_graph *graph = NULL;
    kg_status status;

    KG_TRY(kg_drawing_read_memory(&read, ctx, text, strlen(text),
        &(kg_drawing_options){.split = straight,
            .tolerance = straight ? 0.01 : 0,
            .distinct = straight,
            .straighten = straight ? 0.01 : 0}));
    KG_TRY(kg_plot_find(
        &plot, ctx, kg_drawing_segments(read), &(kg_plot_options){.straight = straight}));
    KG_TRY(kg_drawing_graph(&graph, read));
out:
    kg_graph_destroy(graph);
    kg_plot_destroy(plot);
    kg_drawing_destroy(read);
    return status;
}

static void check_allocations(check *c)
{
    static const char svg[] =
        "<svg viewBox=\"0 0 9 9\"><symbol id=\"s\"><path d=\"M0 0a1 2 3 0 1 4 4c1 0 2 3 0 2z\"/>"
        "</symbol><use href=\"#s\"/><rect width=\"5\" height=\"3\" rx=\"1\"/></svg>";
    kg_context *ctx = c->context[0];

    CHECK_ALLOCATIONS(c, ctx, read_and_plot(ctx, "a b\nb c fixed\nc a\nb d\nd e\ne b\n", 0));
    CHECK_ALLOCATIONS(c, ctx,
        read_and_plot(
            ctx, "0 0 1 1\n1 1 2 0 fixed\n2 0 0 0\n2 0 3 0\n3 0 3 1\n3 1 2 0\n1 -1 1 .5\n", 1));
    CHECK_ALLOCATIONS(
        c, ctx, read_and_plot(ctx, "x1,y1,x2,y2,layer\n0,0,1,1,a\n1,1,2,0,b\n2,0,0,0,a\n", 1));
    if (read_and_plot(ctx, svg, 0) != KG_UNSUPPORTED) /* libexpat's own memory does not count */
        CHECK_ALLOCATIONS(c, ctx, read_and_plot(ctx, svg, 1));
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

/* Short segments at random, most of which cross another. */
static void bench_split(check *c)
{
    enum { SEGMENTS = 100000 };
    uint64_t seed = c->seed;
    drawing d = make_random(&seed, 2 * SEGMENTS, SEGMENTS, 0);

    for (kg_vertex h = 0; h < 2 * SEGMENTS; h++) {
        d.end[h] = h;
        for (int axis = 0; axis < 2; axis++)
            d.place[2 * h + axis] = (double)below(&seed, h & 1 ? 4000 : 1000000) / 1000 +
                                    (h & 1 ? d.place[2 * h - 2 + axis] - 2 : 0);
    }
    for (check_clock clock = {0};
         check_again(c, &clock, c->context[0], "split", SEGMENTS, 8 * SEGMENTS);) {
        kg_drawing *split = NULL;

        check_status(c, c->context[0],
            kg_drawing_build(&split, c->context[0], &d.segments, &(kg_drawing_options){.split = 1}),
            KG_OK);
        kg_drawing_destroy(split);
    }
    destroy(&d);
}

const check_case check_plot_cases[] = {
    {"plot.fewest", check_fewest, bench_plot, 0},
    {"plot.mixed", check_mixed, NULL, 0},
    {"plot.order", check_order, NULL, 0},
    {"plot.layers", check_layers, NULL, 0},
    {"plot.scattered", check_scattered, NULL, 0},
    {"plot.straight", check_straight, NULL, 0},
    {"plot.files", check_files, NULL, 0},
    {"plot.tolerance", check_tolerance, NULL, 0},
    {"plot.split", check_split, bench_split, 0},
    {"plot.distinct", check_distinct, NULL, 0},
    {"plot.straighten", check_straighten, NULL, 0},
    {"plot.refused", check_refused, NULL, 0},
    {"plot.allocations", check_allocations, NULL, 0},
    {NULL, NULL, NULL, 0},
};
