#include "walks_oracle.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

void walks_random(walks *w, uint64_t n, uint64_t m, bool closed, uint64_t *state)
{
    kg_vertex at = 0;

    *w = (walks){.n = n, .m = m};
    for (uint64_t e = 0; e < m; e++) {
        w->source[e] = at;
        at = (kg_vertex)(check_random(state) % n);
        if (e + 1 == m)
            at = closed ? 0 : 1;
        w->target[e] = at;
    }
    for (uint64_t e = m; e-- > 1;) { /* in another order, but for edge 0 */
        const uint64_t other = 1 + check_random(state) % e;
        const kg_vertex s = w->source[e], t = w->target[e];

        w->source[e] = w->source[other];
        w->target[e] = w->target[other];
        w->source[other] = s;
        w->target[other] = t;
    }
}

static void search(walks *w, uint8_t *walk, uint64_t length, uint64_t used, kg_vertex at)
{
    if (length == w->m) {
        w->walk = realloc(w->walk, (w->count + 1) * sizeof *w->walk);
        memcpy(w->walk[w->count++], walk, WALKS_EDGES);
        return;
    }
    for (uint64_t e = 0; e < w->m; e++)
        if (!(used >> e & 1) && w->source[e] == at) {
            walk[length] = (uint8_t)e;
            search(w, walk, length + 1, used | (uint64_t)1 << e, w->target[e]);
        }
}

void walks_enumerate(walks *w, kg_vertex start, uint64_t first)
{
    uint8_t walk[WALKS_EDGES] = {(uint8_t)first};

    if (first < w->m)
        search(w, walk, 1, (uint64_t)1 << first, w->target[first]);
    else
        search(w, walk, 0, 0, start);
    w->seen = calloc(w->count + 1, sizeof *w->seen);
}

void walks_free(walks *w)
{
    free(w->walk);
    free(w->seen);
}

bool walks_see(walks *w, const kg_edge *walk)
{
    uint8_t key[WALKS_EDGES] = {0};
    uint64_t low = 0, high = w->count;

    for (uint64_t i = 0; i < w->m; i++)
        key[i] = (uint8_t)walk[i];
    while (low < high) {
        const uint64_t middle = (low + high) / 2;

        if (memcmp(w->walk[middle], key, WALKS_EDGES) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == w->count || memcmp(w->walk[low], key, WALKS_EDGES) != 0)
        return false;
    w->seen[low]++;
    return true;
}

void walks_compare(check *c, const kg_context *ctx, const walks *w)
{
    const double cells = (double)w->count, freedom = cells - 1;
    double samples = 0, square = 0, z;

    c->compared++;
    for (uint64_t i = 0; i < w->count; i++)
        samples += (double)w->seen[i];
    for (uint64_t i = 0; i < w->count; i++)
        square += pow((double)w->seen[i] - samples / cells, 2) / (samples / cells);
    if (w->count == 1)
        return;
    /* by E. Wilson and M. Hilferty the cube root is nearly normal */
    z = (cbrt(square / freedom) - 1 + 2 / (9 * freedom)) / sqrt(2 / (9 * freedom));
    if (!(z < 3.09))
        check_fail(c, ctx, "%llu walks, %.0f draws: chi-square %.1f, %.1f deviations too much",
            (unsigned long long)w->count, samples, square, z);
}
