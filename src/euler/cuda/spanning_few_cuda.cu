/*
 * Stage 5 on CUDA if circuits are few: finds the forest's other links in the walk of stage 3.
 *
 * in   labels and free links, as bits; the pool and least[] of stage 3; pred[m], source[m]
 * out  chosen bits; the number of trees
 *
 * Borůvka's rounds over the trees. By the cut property a tree's first link to another tree is in
 * the forest. It is often the link after the tree's first label, so in the first round a warp reads
 * the links from there on. It finds the circuit of an edge by walking to the next splitter. If no
 * link leads out, the tree's next link may be far away. So in later rounds each edge of the pool
 * offers its link to its tree, and the warp goes on at the least of these. Edges of circuits
 * without a splitter, which the pool does not have, are walked. The largest tree does not search:
 * the others do.
 *
 * A round makes as many dependent reads as there are edges to a splitter; every round except the
 * first also reads the pool in order. The search gives up after some rounds, if circuits do not
 * meet for a long way, or if a tree has no link out. Deterministic: the forest is unique, and so
 * are minima.
 */
#include "euler_cuda.cuh"

/* ROUNDS: the most rounds. FIRST, LATER: consecutive edges that a warp reads in the first round and
 * in later ones. A round takes as long as the longest of their walks. */
enum { ROUNDS = 16, FIRST = 4, LATER = 32 };

/* Thread i owns word i of the label bits. list: room for all labels; in no order. */
static __global__ void k_euler_list_labels(
    kg_edge *list, kg__euler_tally *tally, const uint32_t *label, uint64_t words)
{
    uint64_t i = kg__item();
    uint32_t word = i < words ? label[i] : 0;

    while (word) {
        list[atomicAdd(&tally->listed, 1ull)] = (kg_edge)(i * 32 + __ffs(word) - 1);
        word &= word - 1;
    }
}

/* The arrays that give the circuit of an edge. */
typedef struct finder {
    const kg_edge *pred, *least;
    const uint32_t *label;
    unsigned shift;
} finder;

static __device__ unsigned circuit_of(const kg__euler_few *few, const finder *f, kg_edge e)
{
    while (!kg__d_bit(f->label, e) && !kg__d_is_splitter(e, f->shift))
        e = f->pred[e];
    return kg__d_find(few->at, few->circuits, kg__d_bit(f->label, e) ? e : f->least[e >> f->shift]);
}

/* One block; thread i owns circuit i. Numbers the circuits, and sets the first values of their
 * entries. tree: the circuit that the free link leads to, or the circuit itself. */
static __global__ void k_few_begin(
    kg__euler_few *few, const kg_edge *list, unsigned circuits, const uint32_t *chosen, finder f)
{
    const unsigned i = threadIdx.x;
    const kg_edge mine = i < circuits ? list[i] : 0;
    unsigned place = 0;

    for (unsigned j = 0; i < circuits && j < circuits; j++)
        place += list[j] < mine;
    if (i == 0) {
        few->circuits = circuits;
        few->largest = 0;
    }
    if (i < circuits)
        few->at[place] = mine;
    few->size[i] = 0;
    few->bound[i] = few->best[i] = 0; /* not searched yet */
    few->link[i] = KG_NO_EDGE;
    __syncthreads();
    if (i < circuits)
        few->tree[i] = kg__d_bit(chosen, few->at[i]) ? circuit_of(few, &f, few->at[i] - 1) : i;
}

/* Thread b owns segment b. circuit: [out] the number of the segment's circuit. */
static __global__ void k_few_number(kg__euler_few *few, kg_edge *circuit, const kg_edge *least,
    const kg_edge *length, uint64_t segments)
{
    __shared__ unsigned long long s_size[KG__FEW];
    const uint64_t b = kg__item();

    s_size[threadIdx.x] = 0;
    __syncthreads();
    if (b < segments && length[b]) {
        circuit[b] = kg__d_find(few->at, few->circuits, least[b]);
        atomicAdd(&s_size[circuit[b]], (unsigned long long)length[b]);
    }
    __syncthreads();
    if (s_size[threadIdx.x])
        atomicAdd(&few->size[threadIdx.x], s_size[threadIdx.x]);
}

static __device__ unsigned root_of(const unsigned *tree, unsigned i)
{
    while (tree[i] != i)
        i = tree[i];
    return i;
}

/* One block; thread i owns circuit i. Chooses the links of the trees and joins the trees.
 * tally->trees: 0 if a tree has no link at all. */
static __global__ void k_few_join(kg__euler_few *few, uint32_t *chosen, kg__euler_tally *tally)
{
    __shared__ unsigned s_tree[KG__FEW], s_other[KG__FEW];
    __shared__ unsigned long long s_size[KG__FEW];
    __shared__ kg_edge s_link[KG__FEW], s_bound[KG__FEW];
    const unsigned i = threadIdx.x, circuits = few->circuits;
    const bool is_tree = i < circuits && few->tree[i] == i;
    const int stuck = __syncthreads_or(is_tree && i != few->largest && few->best[i] == KG_NO_EDGE);
    unsigned root;
    int trees;

    s_tree[i] = i < circuits ? few->tree[i] : i;
    s_link[i] = is_tree ? few->link[i] : KG_NO_EDGE;
    s_other[i] = s_link[i] != KG_NO_EDGE ? few->other[i] : i;
    s_size[i] = 0;
    s_bound[i] = KG_NO_EDGE;
    if (s_link[i] != KG_NO_EDGE)
        atomicOr(&chosen[s_link[i] >> 5], 1u << (s_link[i] & 31));
    __syncthreads();
    for (unsigned j = 0; i == 0 && j < circuits; j++) {
        const unsigned a = root_of(s_tree, j), b = root_of(s_tree, s_other[j]);

        s_tree[a > b ? a : b] = a > b ? b : a;
    }
    __syncthreads();
    root = root_of(s_tree, i);
    trees = __syncthreads_count(i < circuits && root == i);
    if (i < circuits)
        atomicAdd(&s_size[root], few->size[i]);
    if (is_tree)
        kg__atomic_min(&s_bound[root], few->bound[i]);
    __syncthreads();
    few->tree[i] = root;
    few->bound[i] = s_bound[i];
    few->best[i] = s_bound[i] ? KG_NO_EDGE : few->at[i] + 1;
    few->link[i] = KG_NO_EDGE;
    if (i)
        return;
    for (unsigned j = 1; j < circuits; j++)
        root = s_size[j] > s_size[root] ? j : root;
    few->largest = root;
    tally->trees = stuck ? 0 : (unsigned long long)trees;
}

/* Offers the tree of circuit c the link at its edge e: the link before e, or else the one after. */
static __device__ void offer(
    kg__euler_few *few, unsigned c, kg_edge e, const kg_vertex *source, uint64_t m)
{
    const unsigned t = few->tree[c];
    const kg_edge bound = few->bound[t];
    uint64_t link = e;

    if (t == few->largest || kg__atomic_load(&few->best[t]) <= e)
        return;
    if (link < bound || !kg__d_shares_row(source, link))
        link++;
    if (link < bound || link >= m || (link > e && !kg__d_shares_row(source, link)))
        return;
    kg__atomic_min(&few->best[t], (kg_edge)link);
}

/* Thread c also owns circuit c, if the pool does not have it. circuit: of each segment. */
static __global__ void k_few_offer(kg__euler_few *few, const kg_edge *circuit, kg__euler_pool pool,
    finder f, const kg_vertex *source, uint64_t m)
{
    const uint64_t c = kg__item();

    kg__d_each(
        kg__d_pool_end(&pool), [&](uint64_t i) { return kg__d_recorded(&pool, i); },
        [&](kg_edge e, uint64_t i) {
            offer(few, (unsigned)circuit[pool.owner[i / KG__CHUNK].segment], e, source, m);
        });
    if (c < few->circuits && few->size[c] == 0) {
        kg_edge e = few->at[c];

        do {
            offer(few, (unsigned)c, e, source, m);
            e = f.pred[e];
        } while (e != few->at[c]);
    }
}

/* A warp owns a tree, and reads `edges` edges, beginning with the one before its best link. */
static __global__ void k_few_look(
    kg__euler_few *few, unsigned edges, finder f, const kg_vertex *source, uint64_t m)
{
    const unsigned t = (unsigned)(kg__item() / 32), lane = threadIdx.x % 32;
    unsigned c, before, word;
    uint64_t e, end;

    if (t >= few->circuits || few->tree[t] != t || t == few->largest || few->best[t] == KG_NO_EDGE)
        return;
    e = (uint64_t)few->best[t] - 1 + lane;
    end = (uint64_t)few->best[t] - 1 + edges;
    end = end < m ? end : m;
    c = e < end ? few->tree[circuit_of(few, &f, (kg_edge)e)] : t;
    before = __shfl_up_sync(0xffffffff, c, 1);
    word = __ballot_sync(0xffffffff,
        lane > 0 && e < end && (c == t) != (before == t) && kg__d_shares_row(source, e));
    if (!word && lane == 0)
        few->bound[t] = (kg_edge)end;
    if (word && lane == (unsigned)__ffs((int)word) - 1) {
        few->link[t] = (kg_edge)e;
        few->other[t] = c == t ? before : c;
        few->bound[t] = (kg_edge)e + 1;
    }
}

kg_status kg__euler_join_few(kg__euler_work *w, kg__euler_tally *tally)
{
    kg__euler_cuda *s = kg__euler_state(w);
    const finder f = {s->pred, s->least, s->label, s->shift};
    const unsigned circuits = (unsigned)tally->circuits;
    const uint64_t words = ((uint64_t)w->m + 31) >> 5;
    kg_context *ctx = w->ctx;
    kg_status status;

    static_assert((int)KG__FEW == (int)KG__BLOCK, "one block");
    KG_TRY(KG_LAUNCH(ctx, k_euler_list_labels, words, s->other, s->tally, s->label, words));
    KG_TRY(KG_LAUNCH(ctx, k_few_begin, KG__FEW, s->few, s->other, circuits, s->chosen, f));
    KG_TRY(KG_LAUNCH(
        ctx, k_few_number, s->blocks, s->few, s->to[1], s->least, s->pool.length, s->blocks));
    KG_TRY(KG_LAUNCH(ctx, k_few_join, KG__FEW, s->few, s->chosen, s->tally));
    for (unsigned round = 0; round == 0 || (tally->trees > 1 && round < ROUNDS); round++) {
        if (round)
            KG_TRY(KG_LAUNCH_SHAPED(ctx, k_few_offer, kg__full_grid(ctx), KG__BLOCK, 0, s->few,
                s->to[1], s->pool, f, s->source, w->m));
        KG_TRY(KG_LAUNCH(ctx, k_few_look, 32 * (uint64_t)circuits, s->few, round ? LATER : FIRST, f,
            s->source, w->m));
        KG_TRY(KG_LAUNCH(ctx, k_few_join, KG__FEW, s->few, s->chosen, s->tally));
        KG_TRY(kg__cuda_fetch(ctx, tally, s->tally, sizeof *tally));
    }
out:
    return status;
}
