/*
 * In:  the labels of the hubs so far.
 * Out: the next hubs: corners that lie on many of the shortest paths which no hub covers yet.
 * Method: a round samples trees of uncovered shortest paths, from cells taken by chance. A corner
 *     weighs as much as the cells that paths reach from it without a turn; a cell is shared by all
 *     such corners. The corner through which most weight is reached becomes a hub, and its subtrees
 *     are removed. The round ends once half of the sample is removed: the samples of later rounds
 *     see the labels of these hubs. Once trees find too few uncovered corners for their work, all
 *     other corners follow, by their scores in the last sample.
 * Threads: threads share the trees of a batch. The same hubs for any number of threads.
 *
 * D. Delling, A. Goldberg, T. Pajor, R. Werneck, "Robust distance queries on massive networks",
 * ESA 2014. Their sample keeps its size; ours is made anew.
 */
#include "order.h"
#include "../../base/heap.h"
#include "../../base/random.h"
#include <string.h>

/* TOGETHER: trees that are made before the sample is looked at. SAMPLE: corners that the sample
 * reaches, and WORK: those that trees may visit for it, in multiples of the map's corners, or of
 * about LEAST if it has fewer. BEGIN: corners that are visited in the time that it takes to begin a
 * tree. CELL: the weight of a cell. */
enum { TOGETHER = 16, SAMPLE = 8, WORK = 12, LEAST = 4096, BEGIN = 16, CELL = 256 };

/* Shares the weight of each cell among the corners from which paths come to it. */
static kg_status weigh(kg__hub_order *o)
{
    const kg__ground *g = o->hubs->ground;
    kg__sight_line *line = NULL;
    uint64_t room = 0;
    kg_status status = KG_OK;

    for (uint32_t c = 0; c < g->corners; c++)
        o->weight_of[c] = CELL;
    for (uint64_t c = 0; c < g->cells; c++) {
        uint64_t lines = 0;

        if (g->around[c])
            KG_TRY(kg__sight_to(&o->hubs->sight, (uint32_t)c, &line, &lines, &room));
        for (uint64_t i = 0; i < lines; i++)
            o->weight_of[line[i].corner] += CELL / lines;
    }
    for (uint32_t c = 0; c < g->corners; c++)
        o->whole += o->weight_of[c];
out:
    kg__free(g->ctx, line);
    return status;
}

kg_status kg__order_make(kg__hub_order *o, kg__hubs *hubs)
{
    const kg__ground *g = hubs->ground;
    kg_context *ctx = g->ctx;
    kg_status status;

    *o = (kg__hub_order){.hubs = hubs};
    KG_TRY(kg__host_allocate(ctx, &o->first, g->corners, sizeof *o->first, "trees"));
    KG_TRY(kg__host_allocate(ctx, &o->score, g->corners, sizeof *o->score, "trees"));
    KG_TRY(kg__host_allocate(ctx, &o->heap, g->corners, sizeof *o->heap, "hubs"));
    KG_TRY(kg__host_allocate(ctx, &o->weight_of, g->corners, sizeof *o->weight_of, "trees"));
    KG_TRY(weigh(o));
out:
    return status;
}

void kg__order_free(kg__hub_order *o)
{
    if (o->hubs)
        kg__free_all(o->hubs->ground->ctx, o->node, o->first, o->score, o->heap, o->weight_of);
}

/* Adds a tree. branch: [count] */
static kg_status add_tree(kg__hub_order *o, const kg__branch *branch, uint64_t count)
{
    const uint64_t begin = o->nodes;
    kg__order_node *node, *sorted;
    uint64_t top = 0;
    kg_status status = KG_OK;

    if (begin + 2 * count > o->node_room)
        KG_TRY(kg__host_grow(o->hubs->ground->ctx, &o->node, &o->node_room, begin + 2 * count,
            sizeof *o->node, "trees"));
    sorted = o->node + begin;
    node = sorted + count; /* in the order of the branches, parents first */
    for (uint64_t i = 0; i < count; i++)
        node[i] = (kg__order_node){
            branch[i].corner, branch[i].parent, 1, 0, o->weight_of[branch[i].corner]};
    for (uint64_t i = count; i-- > 0;)
        if (node[i].parent != KG__NO_CELL) {
            node[node[i].parent].nodes += node[i].nodes;
            node[node[i].parent].weight += node[i].weight;
        }
    for (uint64_t i = 0; i < count; i++) { /* `next` is where the next child will be */
        const uint32_t parent = node[i].parent;
        uint64_t at = top;

        if (parent == KG__NO_CELL) {
            top += node[i].nodes;
            o->weight += node[i].weight;
        } else {
            at = node[parent].next;
            node[parent].next += node[i].nodes;
        }
        node[i].next = (uint32_t)at + 1;
        sorted[at] = node[i];
        if (parent != KG__NO_CELL)
            sorted[at].parent = (uint32_t)(begin + node[parent].parent);
        node[i].parent = (uint32_t)at; /* from here on, where it is in `sorted` */
        sorted[at].next = o->first[node[i].corner];
        o->first[node[i].corner] = (uint32_t)(begin + at);
        o->score[node[i].corner] += node[i].weight;
    }
    o->nodes += count;
out:
    return status;
}

/* A free cell by chance. */
static uint32_t next_root(kg__hub_order *o)
{
    const kg__ground *g = o->hubs->ground;
    uint64_t cell;

    do
        cell = kg__random_below(g->cells, o->sampled++, g->cells);
    while (!g->around[cell]);
    return (uint32_t)cell;
}

typedef struct piece {
    int thread;
    uint64_t first, count;
    kg_status status;
} piece;

/* Makes and adds TOGETHER trees. work: [inout] grows by the corners that they reach. */
static kg_status add_trees(kg__hub_order *o, kg__tree *tree, int threads, uint64_t *work)
{
    uint32_t root[TOGETHER];
    piece made[TOGETHER];
    kg_status status = KG_OK;

    for (int i = 0; i < TOGETHER; i++)
        root[i] = next_root(o);
    for (int t = 0; t < threads; t++)
        tree[t].count = 0;
    KG_PARALLEL_FOR(threads, schedule(dynamic))
    for (int i = 0; i < TOGETHER; i++) {
        kg__tree *t = &tree[kg__thread_index()];
        const uint64_t before = t->count;
        const kg_status one = kg__tree_from(t, root[i], o->hubs->count);

        made[i] = (piece){kg__thread_index(), before, t->count - before, one};
    }
    for (int i = 0; i < TOGETHER; i++) {
        KG_TRY(made[i].status);
        KG_TRY(add_tree(o, tree[made[i].thread].branch + made[i].first, made[i].count));
        *work += made[i].count + BEGIN;
    }
out:
    return status;
}

/* Removes a node's subtree from its tree. */
static void remove_subtree(kg__hub_order *o, uint32_t at)
{
    const uint64_t weight = o->node[at].weight;

    for (uint32_t up = o->node[at].parent; up != KG__NO_CELL; up = o->node[up].parent) {
        o->node[up].weight -= weight;
        o->score[o->node[up].corner] -= weight;
    }
    o->weight -= weight;
    for (uint32_t i = at; i < at + o->node[at].nodes; i++) {
        o->score[o->node[i].corner] -= o->node[i].weight;
        o->node[i].weight = 0;
    }
}

static bool comes_before(kg__hub_rank a, kg__hub_rank b)
{
    return a.score != b.score ? a.score > b.score : a.corner < b.corner;
}

/* Makes a hub of the corner of the greatest score, until the rest of the sample weighs no more than
 * `rest`, and also of corners without a score if `all`. */
static void pick(kg__hub_order *o, uint64_t rest, bool all)
{
    const kg__ground *g = o->hubs->ground;
    uint64_t count = 0;

    for (uint32_t c = 0; c < g->corners; c++)
        if (o->hubs->rank[c] == KG__NO_CELL && (all || o->score[c])) {
            const kg__hub_rank entry = {o->score[c], c};

            KG__HEAP_ADD(o->heap, count, entry, comes_before);
            count++;
        }
    while (count && (all || o->weight > rest)) {
        kg__hub_rank top = o->heap[0];

        if (top.score != o->score[top.corner]) {
            top.score = o->score[top.corner];
            KG__HEAP_SINK(o->heap, count, 0, top, comes_before);
            continue;
        }
        o->hubs->rank[top.corner] = o->hubs->count;
        o->hubs->hub[o->hubs->count++] = top.corner;
        for (uint32_t i = o->first[top.corner]; i != KG__NO_CELL; i = o->node[i].next)
            if (o->node[i].weight)
                remove_subtree(o, i);
        top = o->heap[--count];
        KG__HEAP_SINK(o->heap, count, 0, top, comes_before);
    }
}

kg_status kg__order_choose(kg__hub_order *o, kg__tree *tree, int threads)
{
    const kg__ground *g = o->hubs->ground;
    const uint64_t times = g->corners < LEAST ? LEAST / g->corners : 1;
    const uint64_t sample = SAMPLE * times * o->whole;
    uint64_t work = 0;
    kg_status status = KG_OK;

    o->nodes = o->weight = 0;
    memset(o->first, 0xff, g->corners * sizeof *o->first);
    memset(o->score, 0, g->corners * sizeof *o->score);
    while (o->weight < sample && work < WORK * times * g->corners) {
        KG_TRY(add_trees(o, tree, threads, &work));
        KG_TRY(kg__cancelled(g->ctx));
    }
    pick(o, o->weight / 2, o->weight < sample);
out:
    return status;
}
