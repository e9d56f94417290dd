/*
 * Drawings: what files say, ends within a tolerance by all pairs, pieces by hand, lines that are
 * there twice by all pairs, points on the way by their distances, lines that are drawn again
 * beside all choices.
 */
#include "drawings.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

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
        {"x1,y1,x2,y2,length\n0,0,1,1,x\n", 0, KG_FORMAT, 0, 0, 0,
            "memory:2:9: expected a length, a number"},
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

/* The strokes of free segments, some of them twice: set has a bit for each that is. */
static unsigned count_strokes(const kg_segments *g, unsigned set)
{
    unsigned degree[16] = {0}, root[16], odd[16] = {0}, strokes = 0;

    for (unsigned v = 0; v < g->vertices; v++)
        root[v] = v;
    for (uint64_t s = 0; s < g->count; s++) {
        const unsigned a = root[g->end[2 * s]], b = root[g->end[2 * s + 1]];

        degree[g->end[2 * s]] += 1 + (set >> s & 1);
        degree[g->end[2 * s + 1]] += 1 + (set >> s & 1);
        for (unsigned v = 0; v < g->vertices; v++)
            root[v] = root[v] == a ? b : root[v];
    }
    for (unsigned v = 0; v < g->vertices; v++)
        odd[root[v]] += degree[v] % 2;
    for (unsigned v = 0; v < g->vertices; v++)
        if (degree[v] && root[v] == v)
            strokes += odd[v] ? odd[v] / 2 : 1;
    return strokes;
}

static double measure(const kg_segments *g, uint64_t s)
{
    const double *a = g->place + 2 * g->end[2 * s], *b = g->place + 2 * g->end[2 * s + 1];

    return hypot(a[0] - b[0], a[1] - b[1]);
}

/* Lines that are drawn again: what they cost beside all choices. */
static void check_retrace(check *c)
{
    enum { VERTICES = 7, MOST = 10 };
    const int drawings = check_is_small() ? 60 : 400;
    uint64_t seed = c->seed;
    kg_context *ctx = c->context[0];
    int best = 0;

    for (int i = 0; i < drawings; i++) {
        const uint64_t m = 1 + below(&seed, MOST);
        const double cost = i % 10 ? 1 + (double)below(&seed, 150) : 1e6;
        drawing d = make_random(&seed, VERTICES, m, 0);
        kg_drawing *plain = NULL, *made = NULL;
        const kg_segments *g, *twice;
        unsigned set = 0;
        double least = INFINITY, own = 0;

        check_say(c, "drawing %d, a lift costs %g", i, cost);
        check_status(c, ctx, kg_drawing_build(&plain, ctx, &d.segments, NULL), KG_OK);
        check_status(c, ctx,
            kg_drawing_build(&made, ctx, &d.segments, &(kg_drawing_options){.retrace = cost}),
            KG_OK);
        g = kg_drawing_segments(plain);
        twice = kg_drawing_segments(made);
        for (uint64_t k = m; k < twice->count; k++) {
            unsigned found = 0;

            for (unsigned s = 0; s < m && !found; s++)
                if (!(set >> s & 1) &&
                    memcmp(twice->end + 2 * k, g->end + 2 * s, 2 * sizeof *g->end) == 0)
                    found = 1u << s;
            if (!found)
                check_fail(c, ctx, "segment %d is no other once more", (int)k);
            set |= found;
        }
        for (unsigned any = 0; any < 1u << m; any++) {
            double sum = cost * count_strokes(g, any);

            for (unsigned s = 0; s < m; s++)
                sum += any >> s & 1 ? measure(g, s) : 0;
            least = fmin(least, sum);
            own = any == set ? sum : own;
            if (any == 0 && i % 10 == 0) { /* each part is one stroke */
                unsigned parts = 0;

                for (unsigned all = 0; all < 1u << m; all++)
                    parts =
                        all == 0 || count_strokes(g, all) < parts ? count_strokes(g, all) : parts;
                check_number(c, ctx, "strokes", count_strokes(g, set), parts);
            }
        }
        best += own <= least * (1 + 1e-9);
        if (own > cost * count_strokes(g, 0) * (1 + 1e-9))
            check_fail(c, ctx, "%g is more than without lines again", own);
        kg_drawing_destroy(plain);
        kg_drawing_destroy(made);
        destroy(&d);
    }
    if (best < drawings * 9 / 10)
        check_fail(c, ctx, "%d of %d drawings cost the least", best, drawings);
}

/* Fixed lines are not drawn again, nor is anything in their part, nor lines of another layer. */
static void check_retrace_parts(check *c)
{
    static const kg_vertex end[] = {0, 1, 0, 2, 0, 3, 4, 5, 4, 6, 4, 7};
    static const double place[] = {0, 0, 9, 0, 0, 9, -1, 0, 50, 0, 59, 0, 50, 9, 49, 0};
    static const unsigned char fixed[] = {0, 0, 0, 1, 0, 0};
    static const uint32_t layer[] = {5, 5, 2, 5, 5, 5};
    kg_segments g = {.count = 6, .vertices = 8, .end = end, .place = place};
    kg_context *ctx = c->context[0];

    for (int way = 0; way < 4; way++) {
        const kg_drawing_options options = {.retrace = 2};
        kg_drawing *d = NULL;

        g.fixed = way & 1 ? fixed : NULL;
        g.layer = way & 2 ? layer : NULL;
        check_status(c, ctx, kg_drawing_build(&d, ctx, &g, &options), KG_OK);
        check_number(c, ctx, "segments", kg_drawing_segments(d)->count,
            8 - (uint64_t)(way & 1) - (uint64_t)(way >> 1));
        kg_drawing_destroy(d);
    }
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
            .straighten = straight ? 0.01 : 0,
            .retrace = straight}));
    KG_TRY(kg_plot_find(&plot, ctx, kg_drawing_segments(read),
        &(kg_plot_options){.straight = straight, .inner_first = straight}));
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
        "<svg viewBox=\"0 0 9 9\"><style>rect.a,g>a{stroke:red}</style>"
        "<symbol id=\"s\"><path d=\"M0 0a1 2 3 0 1 4 4c1 0 2 3 0 2z\"/>"
        "</symbol><use href=\"#s\"/><rect class=\"a\" width=\"5\" height=\"3\" rx=\"1\"/></svg>";
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

const check_case check_drawing_cases[] = {
    {"plot.files", check_files, NULL, 0},
    {"plot.tolerance", check_tolerance, NULL, 0},
    {"plot.split", check_split, bench_split, 0},
    {"plot.distinct", check_distinct, NULL, 0},
    {"plot.straighten", check_straighten, NULL, 0},
    {"plot.retrace", check_retrace, NULL, 0},
    {"plot.retrace-parts", check_retrace_parts, NULL, 0},
    {"plot.allocations", check_allocations, NULL, 0},
    {NULL, NULL, NULL, 0},
};
