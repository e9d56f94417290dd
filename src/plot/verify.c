/*
 * Verifies a plot: its strokes draw the given segments, and no other strokes are fewer.
 *
 * In:  the segments, the strokes, the labels.
 * Out: KG_OK, or KG_INTERNAL with the fault.
 * Checked: each segment is drawn once, a fixed one from its first end; each goes on where the one
 *     before ended; there are as many strokes as the labels prove to be the least. The labels may
 *     be any numbers from -1 to 1: orient.c says why they are a proof.
 * Work: O(m log m) at worst. Memory: 16 bytes a vertex, 1 a segment. Serial.
 */
#include "plot.h"
#include <string.h>

#define FAIL(...) kg__fail(ctx, KG_INTERNAL, "self-check: " __VA_ARGS__)

static kg_status check_strokes(const kg_plot *plot, const kg_segments *g, unsigned char *drawn)
{
    kg_context *ctx = plot->ctx;
    const uint64_t strokes = plot->figures.strokes;

    if (plot->begin[0] != 0 || plot->begin[strokes] != g->count)
        return FAIL("the strokes have another number of segments");
    for (uint64_t i = 0; i < strokes; i++) {
        if (plot->begin[i] >= plot->begin[i + 1])
            return FAIL("stroke %llu has no segments", (unsigned long long)i);
        for (uint64_t k = plot->begin[i]; k < plot->begin[i + 1]; k++) {
            const uint64_t half = plot->step[k], s = half / 2;

            if (s >= g->count || drawn[s])
                return FAIL("step %llu draws what is drawn", (unsigned long long)k);
            drawn[s] = 1;
            if (g->fixed && g->fixed[s] && half % 2)
                return FAIL("fixed segment %llu is drawn backwards", (unsigned long long)s);
            if (k > plot->begin[i] && g->end[plot->step[k - 1] ^ 1] != g->end[half])
                return FAIL("step %llu does not go on", (unsigned long long)k);
        }
    }
    return KG_OK;
}

static uint64_t root(uint64_t *parent, uint64_t v)
{
    while (parent[v] != v)
        v = parent[v] = parent[parent[v]];
    return v;
}

/* parent: [n], twice: [n] zeros: two times the least number of each component; degree: [n] zeros.
 */
static kg_status check_fewest(const kg_plot *plot, const kg__plotting *w, uint64_t *parent,
    int64_t *twice, unsigned char *odd)
{
    kg_context *ctx = plot->ctx;
    const kg_segments *g = w->given;
    uint64_t least = 0;

    for (uint64_t v = 0; v < g->vertices; v++) {
        parent[v] = v;
        if (w->label[v] < -1 || w->label[v] > 1)
            return FAIL("the label of vertex %llu is none", (unsigned long long)v);
    }
    for (uint64_t s = 0; s < g->count; s++) {
        const uint64_t u = root(parent, g->end[2 * s]), v = root(parent, g->end[2 * s + 1]);

        parent[u > v ? u : v] = u > v ? v : u;
        odd[g->end[2 * s]] ^= 1;
        odd[g->end[2 * s + 1]] ^= 1;
    }
    for (uint64_t s = 0; s < g->count; s++) {
        const int step = w->label[g->end[2 * s]] - w->label[g->end[2 * s + 1]];
        const bool fixed = g->fixed && g->fixed[s];

        twice[root(parent, g->end[2 * s])] += fixed || step < 0 ? step : -step;
    }
    for (uint64_t v = 0; v < g->vertices; v++)
        twice[root(parent, v)] += odd[v] && w->label[v] == 0;
    memset(odd, 0, g->vertices); /* from here on: the vertex has segments */
    for (uint64_t s = 0; s < g->count; s++)
        odd[root(parent, g->end[2 * s])] = 1;
    for (uint64_t v = 0; v < g->vertices; v++)
        if (odd[v])
            least += twice[v] <= 2 ? 1 : ((uint64_t)twice[v] + 1) / 2;
    if (least != plot->figures.strokes)
        return FAIL("%llu strokes, and %llu are proven to be the fewest",
            (unsigned long long)plot->figures.strokes, (unsigned long long)least);
    return KG_OK;
}

kg_status kg__plot_verify(const kg_plot *plot, const kg__plotting *w)
{
    kg_context *ctx = plot->ctx;
    const uint64_t n = w->given->vertices, m = w->given->count;
    unsigned char *drawn = NULL, *odd = NULL;
    uint64_t *parent = NULL;
    int64_t *twice = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &drawn, m, sizeof *drawn, "the check of a plot"));
    KG_TRY(kg__host_allocate(ctx, &odd, n, sizeof *odd, "the check of a plot"));
    KG_TRY(kg__host_allocate(ctx, &parent, n, sizeof *parent, "the check of a plot"));
    KG_TRY(kg__host_allocate(ctx, &twice, n, sizeof *twice, "the check of a plot"));
    memset(drawn, 0, m);
    memset(odd, 0, n);
    memset(twice, 0, n * sizeof *twice);
    KG_TRY(check_strokes(plot, w->given, drawn));
    KG_TRY(check_fewest(plot, w, parent, twice, odd));
out:
    kg__free_all(ctx, drawn, odd, parent, twice);
    return status;
}
