/*
 * Stages 4 and 5 on CUDA: the links of the minimum spanning forest of the circuits.
 *
 * in   label bits, least[] of the splitters, pred[m], source[m]
 * out  chosen bits; circuits; trees; the first edge, if any, that is not connected with edge 0
 *
 * First come the free links, as on the CPU. Slot label - 1 is the smallest that can touch a
 * circuit. So if the label does not open its row, this link is in the forest by the cut property.
 * It leads to a circuit with a smaller label, its parent. A tree is left for each label that opens
 * its row. If one tree is left, the stage is done without looking up any edge's circuit. If the
 * circuits are few, the recorded walk of stage 3 serves to join their trees: spanning_few_cuda.cu.
 * Otherwise all edges are labelled, and Borůvka's rounds go over the slots.
 *
 * O(m) work a round, log(trees) rounds at most. The host asks after each round whether it was the
 * last. Deterministic: weights are slots, so the forest is unique. A link is named by its second
 * edge.
 */
#include "euler_cuda.cuh"

/* Thread e owns bit e of chosen; a warp writes a word, a block counts. */
static __global__ void k_euler_free_links(uint32_t *chosen, kg__euler_tally *tally,
    const uint32_t *label, const kg_vertex *source, uint64_t m)
{
    uint64_t e = kg__item();
    bool is_label = e < m && kg__d_bit(label, (kg_edge)e);
    bool is_free = is_label && kg__d_shares_row(source, e);
    uint32_t word = __ballot_sync(0xffffffff, is_free);
    int labels = __syncthreads_count(is_label);
    int links = __syncthreads_count(is_free);

    if ((threadIdx.x & 31) == 0 && e < m + 32)
        chosen[e >> 5] = word;
    if (threadIdx.x == 0 && labels) {
        atomicAdd(&tally->circuits, (unsigned long long)labels);
        atomicAdd(&tally->trees, (unsigned long long)(labels - links));
    }
}

/* ---- any number of circuits ------------------------------------------------------------------ */

/* Thread e owns tree[e] if e is a label: the free link's other end, or e itself. */
static __global__ void k_euler_first_trees(kg_edge *tree, const kg_edge *circuit,
    const uint32_t *label, const kg_vertex *source, uint64_t m)
{
    uint64_t e = kg__item();

    if (e < m && kg__d_bit(label, (kg_edge)e))
        tree[e] = kg__d_shares_row(source, e) ? circuit[e - 1] : (kg_edge)e;
}

/* Thread e owns tree[e] if e is a label: one jump. label: NULL: all are labels. */
static __global__ void k_euler_jump(
    kg_edge *tree, kg__counter *changed, const uint32_t *label, uint64_t count)
{
    uint64_t e = kg__item();
    kg_edge up, over;

    if (e >= count || (label && !kg__d_bit(label, (kg_edge)e)))
        return;
    up = kg__atomic_load(&tree[e]);
    over = kg__atomic_load(&tree[up]);
    if (over == up)
        return;
    kg__atomic_store(&tree[e], over);
    if (!kg__atomic_load(changed))
        atomicExch(changed, 1ull);
}

/* Thread e owns link e: offers it to the trees at its ends. */
static __global__ void k_euler_offer(
    kg_edge *best, const kg_edge *tree, const kg_edge *circuit, const kg_vertex *source, uint64_t m)
{
    uint64_t e = kg__item();
    kg_edge a, b;

    if (e >= m || !kg__d_shares_row(source, e))
        return;
    a = tree[circuit[e - 1]];
    b = tree[circuit[e]];
    if (a == b)
        return;
    kg__d_offer(&best[a], (kg_edge)e);
    kg__d_offer(&best[b], (kg_edge)e);
}

/* Thread c owns far[c]: the tree at the other end of root c's best link. */
static __global__ void k_euler_other_end(kg_edge *far, const kg_edge *best, const kg_edge *tree,
    const kg_edge *circuit, const uint32_t *label, uint64_t m)
{
    uint64_t c = kg__item();
    kg_edge e, a;

    if (c >= m || !kg__d_bit(label, (kg_edge)c) || tree[c] != c || best[c] == KG_NO_EDGE)
        return;
    e = best[c];
    a = tree[circuit[e - 1]];
    far[c] = a == c ? tree[circuit[e]] : a;
}

/* Thread c owns root c: makes the other end's root its parent. If two roots chose each other, the
 * smaller stays a root. */
static __global__ void k_euler_hook(kg_edge *tree, uint32_t *chosen, kg__euler_tally *tally,
    const kg_edge *best, const kg_edge *far, const uint32_t *label, uint64_t m)
{
    uint64_t c = kg__item();

    if (c >= m || !kg__d_bit(label, (kg_edge)c) || tree[c] != c || best[c] == KG_NO_EDGE)
        return;
    atomicOr(&chosen[best[c] >> 5], 1u << (best[c] & 31));
    if (!kg__atomic_load(&tally->changed))
        atomicExch(&tally->changed, 1ull);
    if (best[far[c]] != best[c] || far[c] < c)
        tree[c] = far[c];
}

/* Thread e owns edge e: counts the trees, and looks for edges that are not connected with the first
 * edge. The virtual edge is passed over. */
static __global__ void k_euler_count_trees(kg__euler_tally *tally, const kg_edge *tree,
    const kg_edge *circuit, const uint32_t *label, uint64_t m, kg_edge virtual_edge)
{
    uint64_t e = kg__item();
    bool is_root = e < m && kg__d_bit(label, (kg_edge)e) && tree[e] == e;
    int roots = __syncthreads_count(is_root);

    if (threadIdx.x == 0 && roots)
        atomicAdd(&tally->trees, (unsigned long long)roots);
    if (e < m && e != virtual_edge && tree[circuit[e]] != tree[circuit[virtual_edge == 0]])
        kg__d_offer(&tally->apart, (kg_edge)e);
}

/* Prepares the tally for counting. */
static kg_status clear_tally(kg__euler_work *w)
{
    kg__euler_cuda *s = kg__euler_state(w);
    kg_status status;

    KG_TRY(kg__memory(w->ctx)->clear(w->ctx, s->tally, 0, sizeof *s->tally));
    KG_TRY(kg__memory(w->ctx)->clear(w->ctx, &s->tally->apart, 0xff, sizeof s->tally->apart));
out:
    return status;
}

kg_status kg__euler_flatten(
    kg_context *ctx, kg_edge *tree, const uint32_t *label, uint64_t count, kg__counter *counter)
{
    kg__counter changed;
    kg_status status;

    do {
        KG_TRY(kg__memory(ctx)->clear(ctx, counter, 0, sizeof *counter));
        KG_TRY(KG_LAUNCH(ctx, k_euler_jump, count, tree, counter, label, count));
        KG_TRY(kg__cuda_fetch(ctx, &changed, counter, sizeof changed));
    } while (changed);
out:
    return status;
}

static kg_status join_many(kg__euler_work *w, kg__euler_tally *tally)
{
    kg__euler_cuda *s = kg__euler_state(w);
    kg_context *ctx = w->ctx;
    kg_edge *circuit = w->walk, *tree = s->other, *best = (kg_edge *)s->scratch;
    kg_edge *far = best + w->m;
    kg_status status;

    KG_TRY(kg__euler_label(w, circuit));
    KG_TRY(KG_LAUNCH(ctx, k_euler_first_trees, w->m, tree, circuit, s->label, s->source, w->m));
    do {
        KG_TRY(kg__euler_flatten(ctx, tree, s->label, w->m, &s->tally->changed));
        KG_TRY(kg__memory(ctx)->clear(ctx, best, 0xff, (size_t)w->m * sizeof *best));
        KG_TRY(clear_tally(w));
        KG_TRY(KG_LAUNCH(ctx, k_euler_offer, w->m, best, tree, circuit, s->source, w->m));
        KG_TRY(KG_LAUNCH(ctx, k_euler_other_end, w->m, far, best, tree, circuit, s->label, w->m));
        KG_TRY(KG_LAUNCH(
            ctx, k_euler_hook, w->m, tree, s->chosen, s->tally, best, far, s->label, w->m));
        KG_TRY(kg__cuda_fetch(ctx, tally, s->tally, sizeof *tally));
    } while (tally->changed);
    KG_TRY(clear_tally(w));
    KG_TRY(KG_LAUNCH(
        ctx, k_euler_count_trees, w->m, s->tally, tree, circuit, s->label, w->m, w->virtual_edge));
    KG_TRY(kg__cuda_fetch(ctx, tally, s->tally, sizeof *tally));
out:
    return status;
}

decl_euler_spanning_tree(kg__euler_spanning_tree_cuda)
{
    kg__euler_cuda *s = kg__euler_state(w);
    kg__euler_tally tally;
    kg_status status;

    KG_TRY(clear_tally(w));
    KG_TRY(KG_LAUNCH(w->ctx, k_euler_free_links, ((uint64_t)w->m | 31) + 1, s->chosen, s->tally,
        s->label, s->source, w->m));
    KG_TRY(kg__cuda_fetch(w->ctx, &tally, s->tally, sizeof tally));
    w->circuits = tally.circuits;
    s->recorded = tally.circuits <= KG__FEW;
    if (tally.trees > 1 && s->recorded)
        KG_TRY(kg__euler_join_few(w, &tally));
    if (tally.trees != 1) {
        s->recorded = false; /* join_many() needs the pool's memory */
        KG_TRY(join_many(w, &tally));
    }
    w->trees = tally.trees;
    if (w->trees > 1) {
        w->witness.edge[0] = w->virtual_edge == 0;
        w->witness.edge[1] = tally.apart;
    }
out:
    return status;
}
