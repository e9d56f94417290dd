/*
 * Bidirected graphs: undirected graphs with bitmaps that say on which side of its vertex each
 * half-edge lies. A half-edge of a one-sided vertex has a clear bit, so that equal graphs have
 * equal bitmaps.
 */
#include "csr.h"
#include <string.h>

enum { GRAIN = 1 << 16 };

kg_status kg__bitmap_create(kg_context *ctx, uint64_t **word, uint64_t count, const char *what)
{
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, word, kg__words(count), sizeof **word, what));
    memset(*word, 0, kg__words(count) * sizeof **word);
out:
    return status;
}

static void clear_behind(uint64_t *word, uint64_t count)
{
    if (count % 64)
        word[count / 64] &= (UINT64_C(1) << count % 64) - 1;
}

/* Whether any bit is set. */
static bool has_bits(const uint64_t *word, uint64_t words)
{
    for (uint64_t i = 0; i < words; i++)
        if (word[i])
            return true;
    return false;
}

void kg__graph_take_sides(kg_graph *graph, uint64_t *side, uint64_t *one_sided)
{
    const uint64_t words = kg__words(graph->n);

    clear_behind(side, graph->m);
    if (one_sided) {
        clear_behind(one_sided, graph->n);
        for (uint64_t i = 0; i < words; i++)
            for (uint64_t bits = one_sided[i]; bits; bits &= bits - 1) {
                const uint64_t v = i * 64 + (unsigned)__builtin_ctzll(bits);

                for (kg_edge at = graph->row[v]; at < graph->row[v + 1]; at++)
                    side[graph->half[at] / 64] &= ~(UINT64_C(1) << graph->half[at] % 64);
            }
        if (!has_bits(one_sided, words)) {
            kg__free(graph->ctx, one_sided);
            one_sided = NULL;
        }
    }
    graph->side = side;
    graph->one_sided = one_sided;
    graph->kind = KG_BIDIRECTED;
}

/* The bits of the half-edges half[0..count-1]. */
static uint64_t gather_bits(const uint64_t *side, const kg_edge *half, uint64_t count)
{
    uint64_t word = 0;

    for (uint64_t i = 0; i < count; i++)
        word |= (uint64_t)kg__bitmap_has(side, half[i]) << i;
    return word;
}

kg_status kg__graph_make_row_sides(kg_graph *graph)
{
    const uint64_t words = kg__words(graph->m);
    uint64_t *made = NULL;
    kg_status status = KG_OK;

    if (graph->row_side)
        goto out;
    KG_TRY(kg__host_allocate(graph->ctx, &made, words, sizeof *made, "sides of half-edges"));
    KG_PARALLEL_FOR(kg__threads(graph->ctx, graph->m, GRAIN))
    for (uint64_t i = 0; i < words; i++)
        made[i] =
            gather_bits(graph->side, graph->half + 64 * i, i + 1 < words ? 64 : graph->m - 64 * i);
    graph->row_side = made;
out:
    return status;
}

void kg__graph_side_degrees(const kg_graph *graph, kg_edge *out, kg_edge *in)
{
    const uint64_t n = graph->n;

    KG_PARALLEL_FOR(kg__threads(graph->ctx, n + graph->m, GRAIN), schedule(dynamic, 4096))
    for (uint64_t v = 0; v < n; v++) {
        kg_edge plus;

        if (kg__is_one_sided(graph, (kg_vertex)v))
            continue;
        plus = (kg_edge)kg__plus_degree(graph, (kg_vertex)v);
        in[v] = out[v] - plus;
        out[v] = plus;
    }
}

kg_status kg_graph_sides(kg_graph *graph, const uint64_t **side, const uint64_t **one_sided)
{
    KG_NEED(NULL, graph);
    kg__begin(graph->ctx);
    if (side)
        *side = graph->side;
    if (one_sided)
        *one_sided = graph->one_sided;
    return KG_OK;
}
