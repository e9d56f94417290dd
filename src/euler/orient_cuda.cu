/*
 * An undirected graph's circuits, each given a direction, on CUDA.
 *
 * in   half[2m]: half-edges in pairs, a pair a slot; row[n+1] of slots
 * out  pred[m]; source[m], the vertex of each slot; leave[m]: the half-edge by which it is left
 *
 * Places of half[] are what edges are in stage 3: a walk that leaves a slot by place i leaves the
 * next one by place twin[i] ^ 1, twin[i] being the place of the other half of the edge. This
 * permutation of 2m places has each circuit twice, once in each direction, and the stage labels
 * both with their smallest place, which is one of the two of their smallest slot. The direction
 * with the second of them, whose number is odd, is the circuit's. O(m) work, 2m dependent reads,
 * some 80 bytes an edge while places are walked. Deterministic: every result is a minimum.
 */
#include "euler_cuda.cuh"

/* Thread i owns the place of half-edge half[i]. */
static __global__ void k_euler_places(kg_edge *place, const kg_edge *half, uint64_t places)
{
    uint64_t i = kg__item();

    if (i < places)
        place[half[i]] = (kg_edge)i;
}

/* Thread h owns the twin of half-edge h's place. */
static __global__ void k_euler_twins(kg_edge *twin, const kg_edge *place, uint64_t places)
{
    uint64_t h = kg__item();

    if (h < places)
        twin[place[h]] = place[h ^ 1];
}

/* Thread i owns pred[i]. */
static __global__ void k_euler_steps(kg_edge *pred, const kg_edge *twin, uint64_t places)
{
    uint64_t i = kg__item();

    if (i < places)
        pred[i] = twin[i] ^ 1;
}

/* Thread s owns slot s. */
static __global__ void k_euler_orient(kg_edge *pred, kg_edge *leave, kg_vertex *source,
    const kg_edge *circuit, const kg_edge *twin, const kg_edge *half, const kg_edge *row,
    uint64_t n, uint64_t m)
{
    uint64_t s = kg__item(), by, low = 0, high = n;

    if (s >= m)
        return;
    by = 2 * s + (circuit[2 * s + 1] & 1);
    leave[s] = half[by];
    pred[s] = twin[by ^ 1] >> 1;
    while (high - low > 1) { /* row[low] <= s < row[high] */
        uint64_t middle = (low + high) / 2;

        if (row[middle] <= s)
            low = middle;
        else
            high = middle;
    }
    source[s] = (kg_vertex)low;
}

/* circuit: [2m] the label of each place's circuit. */
static kg_status label_places(kg__euler_work *w, const kg_edge *twin, kg_edge *circuit)
{
    kg__euler_work places = {};
    kg_status status;

    places.ctx = w->ctx;
    places.n = 1;
    places.m = 2 * w->m;
    KG_TRY(kg__euler_prepare_cuda(&places));
    KG_TRY(
        KG_LAUNCH(w->ctx, k_euler_steps, places.m, kg__euler_state(&places)->pred, twin, places.m));
    KG_TRY(kg__euler_partition_cuda(&places));
    KG_TRY(kg__euler_label(&places, circuit));
out:
    kg__euler_finish_cuda(&places);
    return status;
}

decl_euler_orient(kg__euler_orient_cuda)
{
    const uint64_t places = 2 * (uint64_t)w->m;
    kg__euler_cuda *s;
    kg_edge *twin = NULL, *circuit = NULL;
    kg_status status;

    KG_TRY(kg__allocate(w->ctx, &twin, places, sizeof *twin, "ends of edges"));
    KG_TRY(kg__allocate(w->ctx, &circuit, places, sizeof *circuit, "directions of circuits"));
    KG_TRY(KG_LAUNCH(w->ctx, k_euler_places, places, circuit, half, places));
    KG_TRY(KG_LAUNCH(w->ctx, k_euler_twins, places, twin, circuit, places));
    KG_TRY(label_places(w, twin, circuit));
    KG_TRY(kg__euler_prepare_cuda(w));
    s = kg__euler_state(w);
    KG_TRY(KG_LAUNCH(w->ctx, k_euler_orient, w->m, s->pred, leave, s->source, circuit, twin, half,
        w->row, w->n, w->m));
out:
    kg__free(w->ctx, twin);
    kg__free(w->ctx, circuit);
    return status;
}

/* Thread i owns entries i and m - i of the walk, or entry i where it is not turned. */
static __global__ void k_euler_name_halves(
    kg_edge *walk, const kg_edge *leave, uint64_t m, bool turned)
{
    uint64_t i = kg__item(), other = i ? m - i : 0;
    kg_edge here, there;

    if (i >= m || (turned && i > other))
        return;
    here = leave[walk[i]];
    if (!turned) {
        walk[i] = here;
        return;
    }
    there = leave[walk[other]];
    walk[i] = there ^ 1;
    walk[other] = here ^ 1;
}

decl_euler_name_halves(kg__euler_name_halves_cuda)
{
    return KG_LAUNCH(w->ctx, k_euler_name_halves, w->m, w->walk, leave, w->m, turned);
}
