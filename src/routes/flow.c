/*
 * Minimum-cost flows by shortest paths.
 *
 * In:  a network, as kg__flow in join.h.
 * Out: its amounts and potentials, which the caller frees; the cost, proven to be the least. Arcs
 *     whose flow is between 0 and their limit form a forest.
 * Method: arcs of cost 0 with a limit start half full. These are streets that may be turned round:
 *     half and half, they are balanced. A residual arc's reduced cost, its cost with the potentials
 *     of its ends, is never below 0. Dijkstra's algorithm on reduced costs finds the nearest nodes
 *     that lack flow, and lowers the potentials of all nodes that are nearer. Then the shortest
 *     paths consist of arcs of reduced cost 0, and flow is sent along them.
 *     Streets have small surpluses everywhere, so most paths are short. First, each node with a
 *     surplus searches for the nearest node that lacks flow, among few nodes. Then all that still
 *     have a surplus search together, up to the half of the nodes that lack flow which is nearest,
 *     and flow is sent along paths of layers, as in the algorithm of Dinic; and so on. A path alone
 *     would search the same streets again and again; a search of all alone would have hundreds of
 *     rounds. Last, flow is sent round cycles of arcs that are neither empty nor full.
 * Sums: let all costs together be less than C. The potentials of nodes that can be reached from
 *     each other then differ by at most a few C. Others drift apart, at most by MOST_LOWERED.
 * Work: rounds of O(arcs log nodes), at most one for each unit of flow; about 30 for a town of
 *     200,000 crossings. Memory: 56 bytes an arc and 52 a node, and 16 for each entry of a heap.
 *     Serial. Deterministic.
 * Source: J. Edmonds and R. Karp, "Theoretical improvements in algorithmic efficiency for network
 *     flow problems", J. ACM 19 (1972); E. Dinic, "Algorithm for solution of a problem of maximum
 *     flow in networks with power estimation", Soviet Math. Doklady 11 (1970).
 */
#include "../base/heap.h"
#include "join.h"

enum { MOST = INT32_MAX / 2 /* nodes and arcs, so that ids of residual arcs have 32 bits */ };

enum {
    NEAR = 128 /* nodes that a search from one node may scan; with 16 all takes a quarter longer */
};

enum { TICK = 1 << 14 /* nodes scanned between two reports of progress */ };

#define MOST_LOWERED (INT64_C(1) << 60)

#define FAR  INT64_MAX  /* the distance of a node that was not reached */
#define DEAD UINT32_MAX /* the depth of a node from which no path leads back to a surplus */

/* A residual arc. */
typedef struct way {
    uint32_t to, mate; /* mate: the way back */
    int64_t room;      /* how much may flow */
    int64_t cost;
} way;

typedef struct flow_node {
    int64_t potential, surplus, distance;
    uint32_t begin;  /* of its ways */
    uint32_t depth;  /* number of arcs from the surplus */
    uint32_t cursor; /* the way that is tried next, or belongs to the path */
    uint32_t next;   /* the next node of the path */
} flow_node;

typedef struct entry {
    int64_t distance;
    uint32_t node;
} entry;

typedef struct search {
    kg_context *ctx;
    kg__flow *flow;
    flow_node *node; /* [nodes + 1] */
    way *way;        /* [2 * arcs] by node */
    uint32_t *queue; /* [nodes] nodes whose distance is final, the nearest first */
    entry *heap;     /* other nodes that were reached; an entry whose node came nearer is skipped */
    uint64_t queued, heaped, room;
    uint64_t scanned; /* since the last report of progress */
    uint64_t sent, total;
    int64_t lowered; /* by rounds of all */
} search;

static inline bool is_nearer(entry a, entry b)
{
    return a.distance < b.distance;
}

/* ---- the network ----------------------------------------------------------------------------- */

static void build(search *s)
{
    const kg__flow *f = s->flow;
    flow_node *node = s->node;
    uint32_t sum = 0;

    for (uint64_t v = 0; v < f->nodes; v++)
        node[v] = (flow_node){.surplus = f->supply[v], .distance = FAR};
    node[f->nodes].begin = 0;
    for (uint64_t h = 0; h < 2 * f->arcs; h++)
        node[f->node[h]].begin++;
    for (uint64_t v = 0; v <= f->nodes; v++)
        node[v].begin = sum += node[v].begin;
    for (uint64_t a = f->arcs; a-- > 0;) {
        const uint32_t from = f->node[2 * a], to = f->node[2 * a + 1];
        const uint32_t back = --node[to].begin, there = --node[from].begin;
        const int64_t cost = a < f->priced ? f->cost[a] : 0;
        const int64_t most = f->most ? f->most[a] : INT64_MAX;
        const int64_t amount = cost || most == INT64_MAX ? 0 : most / 2;

        s->way[there] = (way){to, back, most - amount, cost};
        s->way[back] = (way){from, there, amount, -cost};
        node[from].surplus -= amount;
        node[to].surplus += amount;
    }
    for (uint64_t v = 0; v < f->nodes; v++)
        s->total += node[v].surplus > 0 ? (uint64_t)node[v].surplus : 0;
}

/* In the order in which build() placed the ways, reversed. */
static void read_flow(search *s)
{
    kg__flow *f = s->flow;
    flow_node *node = s->node;

    for (uint64_t v = 0; v < f->nodes; v++) {
        f->potential[v] = node[v].potential;
        node[v].cursor = node[v].begin;
    }
    for (uint64_t a = 0; a < f->arcs; a++) {
        node[f->node[2 * a]].cursor++;
        f->amount[a] = s->way[node[f->node[2 * a + 1]].cursor++].room;
    }
}

/* ---- paths ----------------------------------------------------------------------------------- */

static kg_status reach(search *s, uint32_t v, int64_t distance)
{
    const entry reached = {distance, v};
    kg_status status = KG_OK;

    if (s->heaped == s->room)
        KG_TRY(kg__host_grow(
            s->ctx, &s->heap, &s->room, s->heaped + 1, sizeof *s->heap, "a queue of nodes"));
    KG__HEAP_ADD(s->heap, s->heaped, reached, is_nearer);
    s->heaped++;
out:
    return status;
}

/* Takes the nearest node from the heap to the queue. Returns whether there was one. */
static bool take_nearest(search *s)
{
    while (s->heaped) {
        const entry first = s->heap[0];

        s->heaped--;
        if (s->heaped)
            KG__HEAP_SINK(s->heap, s->heaped, 0, s->heap[s->heaped], is_nearer);
        if (s->node[first.node].distance != first.distance)
            continue;
        s->queue[s->queued++] = first.node;
        return true;
    }
    return false;
}

static kg_status scan(search *s, uint32_t u)
{
    flow_node *node = s->node;
    const int64_t distance = node[u].distance, potential = node[u].potential;
    kg_status status = KG_OK;

    for (uint32_t i = node[u].begin; i < node[u + 1].begin; i++) {
        const way *w = s->way + i;
        const uint32_t v = w->to;
        int64_t to;

        if (!w->room)
            continue;
        to = distance + (w->cost + potential - node[v].potential);
        if (to >= node[v].distance)
            continue;
        node[v].distance = to;
        node[v].depth = node[u].depth + 1;
        node[v].cursor = node[v].begin;
        if (to > distance)
            KG_TRY(reach(s, v, to));
        else
            s->queue[s->queued++] = v;
    }
out:
    return status;
}

static void begin_at(search *s, uint32_t v)
{
    s->node[v].distance = 0;
    s->node[v].depth = 0;
    s->queue[s->queued++] = v;
}

/* Searches from the nodes in the queue until `want` nodes that lack flow are in it, too, or `most`
 * nodes have been scanned. found: [out] the number of such nodes. */
static kg_status find_nearest(search *s, uint64_t want, uint64_t most, uint64_t *found)
{
    kg_status status = KG_OK;

    *found = 0;
    for (uint64_t scanned = 0, seen = 0; scanned < most; scanned++) {
        if (scanned == s->queued && !take_nearest(s))
            break;
        for (; seen < s->queued; seen++)
            *found += s->node[s->queue[seen]].surplus < 0;
        if (*found >= want)
            break;
        KG_TRY(scan(s, s->queue[scanned]));
        if (++s->scanned < TICK)
            continue;
        s->scanned = 0;
        KG_TRY(kg__progress(s->ctx, "looking for the flow", s->sent, s->total));
    }
out:
    return status;
}

/* Lowers the potentials of the nodes in the queue, so that arcs of shortest paths cost nothing. */
static int64_t lower(search *s)
{
    flow_node *node = s->node;
    const int64_t farthest = node[s->queue[s->queued - 1]].distance;

    for (uint64_t i = 0; i < s->queued && node[s->queue[i]].distance < farthest; i++)
        node[s->queue[i]].potential -= farthest - node[s->queue[i]].distance;
    return farthest;
}

/* Sends flow along a path that begins with a surplus. */
static void send(search *s, uint32_t from, uint32_t to)
{
    flow_node *node = s->node;
    int64_t amount =
        node[from].surplus < -node[to].surplus ? node[from].surplus : -node[to].surplus;

    for (uint32_t v = to; v != from; v = s->way[node[v].cursor].to) {
        const way *w = s->way + s->way[node[v].cursor].mate;

        amount = w->room < amount ? w->room : amount;
    }
    for (uint32_t v = to; v != from; v = s->way[node[v].cursor].to) {
        way *back = s->way + node[v].cursor;

        back->room += amount;
        s->way[back->mate].room -= amount;
    }
    node[from].surplus -= amount;
    node[to].surplus += amount;
    s->sent += (uint64_t)amount;
}

/* Sends flow to a node that lacks it, along arcs of reduced cost 0 from each layer to the next. The
 * search goes back from the node. */
static void send_to(search *s, uint32_t to)
{
    flow_node *node = s->node;

    for (uint32_t v = to; node[to].surplus < 0;) {
        const way *w = s->way + node[v].cursor;

        if (!node[v].depth && node[v].surplus > 0) {
            send(s, v, to);
            v = to;
        } else if (!node[v].depth || node[v].cursor == node[v + 1].begin) {
            if (v == to)
                return;
            node[v].depth = DEAD;
            v = node[v].next;
            node[v].cursor++;
        } else if (node[w->to].distance != FAR && node[w->to].depth == node[v].depth - 1 &&
                   s->way[w->mate].room &&
                   node[w->to].potential - w->cost - node[v].potential == 0) {
            node[w->to].next = v;
            v = w->to;
        } else {
            node[v].cursor++;
        }
    }
}

static void forget(search *s)
{
    for (uint64_t i = 0; i < s->queued; i++)
        s->node[s->queue[i]].distance = FAR;
    for (uint64_t i = 0; i < s->heaped; i++)
        s->node[s->heap[i].node].distance = FAR;
    s->queued = s->heaped = 0;
}

/* ---- the flow -------------------------------------------------------------------------------- */

/* Each node with a surplus sends it to the nearest nodes, as long as they are near. */
static kg_status send_near(search *s)
{
    uint64_t found;
    kg_status status = KG_OK;

    for (uint64_t v = 0; v < s->flow->nodes; v++)
        while (s->node[v].surplus > 0) {
            begin_at(s, (uint32_t)v);
            KG_TRY(find_nearest(s, 1, NEAR, &found));
            if (found) {
                lower(s);
                for (uint64_t i = 0; i < s->queued; i++)
                    if (s->node[s->queue[i]].surplus < 0)
                        send_to(s, s->queue[i]);
            }
            forget(s);
            if (!found)
                break;
        }
out:
    return status;
}

/* All nodes with a surplus send it to the nearer half of those that lack flow. */
static kg_status send_far(search *s)
{
    uint64_t found, lacking = 0;
    kg_status status;

    for (uint64_t v = 0; v < s->flow->nodes; v++) {
        lacking += s->node[v].surplus < 0;
        if (s->node[v].surplus > 0)
            begin_at(s, (uint32_t)v);
    }
    KG_TRY(find_nearest(s, (lacking + 1) / 2, UINT64_MAX, &found));
    if (!found)
        return kg__fail(s->ctx, KG_INTERNAL, "no flow balances the network");
    s->lowered += lower(s);
    if (s->lowered > MOST_LOWERED)
        return kg__fail(s->ctx, KG_OVERFLOW, "the lengths are too large for a flow");
    for (uint64_t i = 0; i < s->queued; i++)
        if (s->node[s->queue[i]].surplus < 0)
            send_to(s, s->queue[i]);
    forget(s);
out:
    return status;
}

/* ---- cycles ---------------------------------------------------------------------------------- */

/* Sends flow round the cycle of a path's ways from v on, or against them, until an arc is empty or
 * full. It takes the direction in which that is less, because arcs may have no limit. */
static void send_round(search *s, uint32_t v)
{
    flow_node *node = s->node;
    int64_t there = INT64_MAX, back = INT64_MAX, amount;
    uint32_t u = v;

    do {
        const way *w = s->way + node[u].cursor;

        there = w->room < there ? w->room : there;
        back = s->way[w->mate].room < back ? s->way[w->mate].room : back;
        u = w->to;
    } while (u != v);
    amount = back < there ? -back : there;
    do {
        way *w = s->way + node[u].cursor;

        w->room -= amount;
        s->way[w->mate].room += amount;
        u = w->to;
    } while (u != v);
}

/* Sends flow round cycles of arcs that are neither empty nor full, until there are none. Such arcs
 * have a reduced cost of 0, so the cost stays. A node's depth is 0 at first, then 1 on the path,
 * and then 2. */
static void break_cycles(search *s)
{
    enum { NEW, ON_PATH, DONE };
    flow_node *node = s->node;

    for (uint64_t v = 0; v < s->flow->nodes; v++) {
        node[v].depth = NEW;
        node[v].cursor = node[v].begin;
    }
    for (uint64_t first = 0; first < s->flow->nodes; first++) {
        uint32_t v = (uint32_t)first;

        if (node[v].depth != NEW)
            continue;
        node[v].depth = ON_PATH;
        node[v].next = v;
        for (;;) {
            const way *w = s->way + node[v].cursor;

            if (node[v].cursor == node[v + 1].begin) {
                node[v].depth = DONE;
                if (node[v].next == v)
                    break;
                v = node[v].next;
                node[v].cursor++;
            } else if (!w->room || !s->way[w->mate].room || node[w->to].depth == DONE ||
                       w->mate == node[node[v].next].cursor) {
                node[v].cursor++;
            } else if (node[w->to].depth == ON_PATH) {
                const uint32_t closes = w->to;

                send_round(s, closes);
                for (; v != closes; v = node[v].next) {
                    node[v].depth = NEW;
                    node[v].cursor = node[v].begin;
                }
            } else {
                node[w->to].depth = ON_PATH;
                node[w->to].next = v;
                v = w->to;
            }
        }
    }
}

/* ---- the whole ------------------------------------------------------------------------------- */

kg_status kg__flow_check_size(kg_context *ctx, uint64_t nodes, uint64_t arcs)
{
    if (nodes <= MOST && arcs <= MOST)
        return KG_OK;
    return kg__fail(ctx, KG_OVERFLOW, "the flow has %llu nodes and %llu arcs: at most %d may be",
        (unsigned long long)nodes, (unsigned long long)arcs, MOST);
}

static kg_status find(search *s)
{
    const kg__flow *f = s->flow;
    kg_context *ctx = s->ctx;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &s->node, f->nodes + 1, sizeof *s->node, "the flow"));
    KG_TRY(kg__host_allocate(ctx, &s->way, f->arcs, 2 * sizeof *s->way, "the flow"));
    KG_TRY(kg__host_allocate(ctx, &s->queue, f->nodes, sizeof *s->queue, "the flow"));
    KG_TRY(kg__progress(ctx, "looking for the flow", 0, 0));
    build(s);
    KG_TRY(send_near(s));
    while (s->sent < s->total)
        KG_TRY(send_far(s));
    break_cycles(s);
    read_flow(s);
out:
    kg__free_all(ctx, s->node, s->way, s->queue, s->heap);
    return status;
}

kg_status kg__flow_find(kg_context *ctx, kg__flow *flow, __int128 *cost)
{
    search s = {.ctx = ctx, .flow = flow};
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &flow->amount, flow->arcs, sizeof *flow->amount, "the flow"));
    KG_TRY(kg__host_allocate(
        ctx, &flow->potential, flow->nodes, sizeof *flow->potential, "the flow's dual"));
    KG_TRY(find(&s));
    kg__stage(ctx, "checking the flow");
    KG_TRY(kg__check_flow(ctx, flow, cost));
out:
    return status;
}
