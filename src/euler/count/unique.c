/*
 * Whether a graph has other Euler walks than the given one: walks that pass other vertices, or pass
 * them in another order. Edges from one vertex to another, on the same sides, count as one. For
 * unitigs, which may have other letters, the answer is not known.
 *
 * in   a graph, and an Euler circuit or path of it
 * out  whether it is the only one, apart from where a circuit begins and, if edges have no
 *      direction, from walking it the other way; or that this is not known
 *
 * If the walk passes a vertex in both directions, or comes twice to a vertex with only one side,
 * there is another walk: the one that takes the entries in between the other way round. It is the
 * same walk only if those entries, or all the rest, read alike from both ends. Such repeats are
 * compared one by one. If all of them are of this kind, the answer is that it is not known.
 *
 * Otherwise the walk gives the edges directions, which any other walk follows, or its reverse does.
 * For walks of directed graphs from a first edge to a last vertex: the last exits from all other
 * vertices are a tree into that vertex, and any order of the other exits is a walk (van
 * Aardenne-Ehrenfest and de Bruijn 1951). So there are other walks in two cases. The exits of a
 * vertex, except the last, lead to two vertices. Or one of them leads to a vertex from which the
 * tree does not come back, so that it can replace the last exit in the tree. (If there is another
 * tree, then one differs in a single vertex: among the vertices whose exits differ, one from which
 * the other tree leads past none of them.) A circuit begins with an edge that is like no other.
 *
 * O(n + m), except for repeats that read alike from both ends: at most 4 m edges of them are
 * compared. 26 bytes a vertex. Serial, on the host.
 */
#include "../answer.h"
#include "../euler_ops.h"
#include <string.h>

enum { LONG_ROW = 64 };
#define NONE KG_NO_VERTEX

typedef struct unique {
    const kg_graph *graph;
    const kg_edge *walk; /* [m] */
    const kg_vertex *end;
    uint64_t n, m;
    bool circuit;
    uint64_t cut;    /* where the circuit is cut; 0 for a path */
    uint64_t budget; /* edges that may still be compared */

    kg_edge *last;     /* [n] the last exit from a vertex, as a place in the walk, or KG_NO_EDGE */
    kg_vertex *size;   /* [n] of the tree behind the vertex */
    kg_vertex *at;     /* [n] its number in the tree, before those of all vertices behind it */
    kg_vertex *next;   /* [n] the next number behind it */
    uint64_t *earlier; /* [n] vertex and side that its other exits lead to, or UINT64_MAX */
} unique;

/* Returns entry i of the walk, counted from the cut, round the circuit. */
static kg_edge entry_of(const unique *u, uint64_t i)
{
    return u->walk[(u->cut + i) % u->m];
}

/* The half-edges of entry i: at the vertex that it leaves, and at the one that it comes to. */
static uint64_t leaves(const unique *u, uint64_t i)
{
    const kg_edge entry = entry_of(u, i);

    return u->graph->half ? entry : 2 * (uint64_t)entry;
}

static uint64_t arrives(const unique *u, uint64_t i)
{
    return leaves(u, i) ^ 1;
}

/* Returns vertex i of the walk, 0..m. */
static kg_vertex vertex_of(const unique *u, uint64_t i)
{
    return u->end[i < u->m ? leaves(u, i) : arrives(u, i - 1)];
}

/* Returns the vertex and side of a half-edge. */
static uint64_t place_of(const unique *u, uint64_t half)
{
    return (uint64_t)u->end[half] << 1 | (u->graph->side && kg__bitmap_has(u->graph->side, half));
}

/* ---- repeats that can be turned -------------------------------------------------------------- */

/* Returns whether `count` entries from `first` on are those before `last`, turned. */
static bool mirrors(unique *u, uint64_t first, uint64_t last, uint64_t count)
{
    for (; count > 0; count--, first++, last--) {
        if (u->budget == 0)
            return true; /* perhaps: callers conclude nothing from it */
        u->budget--;
        if (place_of(u, leaves(u, first)) != place_of(u, arrives(u, last - 1)) ||
            place_of(u, arrives(u, first)) != place_of(u, leaves(u, last - 1)))
            return false;
    }
    return true;
}

/* Returns whether turning entries first..last-1, which begin and end at one vertex, gives another
 * walk: neither the same walk nor its reverse. */
static bool turns(unique *u, uint64_t first, uint64_t last)
{
    const uint64_t rest = u->m - (last - first);

    if (mirrors(u, first, last, (last - first + 1) / 2))
        return false;
    if (u->circuit)
        return !mirrors(u, last, u->m + first, (rest + 1) / 2);
    return first != u->m - last || !mirrors(u, 0, u->m, first);
}

/* Searches for vertices that are passed in both directions. *any: there are some. Returns whether
 * one gives another walk. seen: [2n]. */
static bool find_turned(unique *u, kg_edge *seen, bool *any)
{
    const kg_graph *graph = u->graph;

    memset(seen, 0xff, 2 * u->n * sizeof *seen);
    for (uint64_t i = 0; i < u->m + !u->circuit; i++) {
        const kg_vertex v = vertex_of(u, i);
        const bool one = !graph->side || kg__is_one_sided(graph, v);
        const bool plus = !one && (i < u->m ? kg__bitmap_has(graph->side, leaves(u, i))
                                            : !kg__bitmap_has(graph->side, arrives(u, i - 1)));
        const kg_edge before = seen[2 * (uint64_t)v + (one ? 0 : !plus)];

        if (before != KG_NO_EDGE) {
            *any = true;
            if (turns(u, before, i))
                return true;
        }
        seen[2 * (uint64_t)v + plus] = (kg_edge)i;
    }
    return false;
}

/* ---- the tree of last exits ------------------------------------------------------------------ */

/* Returns whether the exit that is entry i is in the tree. root: NONE if there is no tree. */
static bool in_tree(const unique *u, kg_vertex root, uint64_t i)
{
    const kg_vertex v = vertex_of(u, i);

    return root != NONE && v != root && u->last[v] == i;
}

/* Records the exits. Returns false if two exits of a vertex differ. The exits in the tree and the
 * first edge of a circuit are not compared. */
static bool note_exits(unique *u, kg_vertex root)
{
    memset(u->last, 0xff, u->n * sizeof *u->last);
    memset(u->earlier, 0xff, u->n * sizeof *u->earlier);
    for (uint64_t i = 0; i < u->m; i++)
        u->last[vertex_of(u, i)] = (kg_edge)i;
    for (uint64_t i = 0; i < u->m; i++) {
        const kg_vertex v = vertex_of(u, i);
        const uint64_t to = place_of(u, arrives(u, i));

        if (in_tree(u, root, i) || (u->circuit && i == 0 && root != NONE))
            continue;
        if (u->earlier[v] != UINT64_MAX && u->earlier[v] != to)
            return false;
        u->earlier[v] = to;
    }
    return true;
}

/* Numbers the vertices, each before those from which the tree leads to it. In the walk, the last
 * exit from a vertex comes before the last exit from the vertex that it leads to. */
static void number_tree(unique *u, kg_vertex root)
{
    for (uint64_t v = 0; v < u->n; v++)
        u->size[v] = 1;
    for (uint64_t i = 0; i < u->m; i++)
        if (in_tree(u, root, i))
            u->size[vertex_of(u, i + 1)] += u->size[vertex_of(u, i)];
    u->at[root] = 0;
    u->next[root] = 1;
    for (uint64_t i = u->m; i-- > 0;) {
        const kg_vertex v = vertex_of(u, i), up = vertex_of(u, i + 1);

        if (!in_tree(u, root, i))
            continue;
        u->at[v] = u->next[up];
        u->next[up] += u->size[v];
        u->next[v] = u->at[v] + 1;
    }
}

/* Returns whether no exit could replace a vertex' last exit in the tree. */
static bool is_only_tree(const unique *u, kg_vertex root)
{
    for (uint64_t i = 0; i < u->m; i++) {
        const kg_vertex v = vertex_of(u, i), to = vertex_of(u, i + 1);

        if (in_tree(u, root, i) && u->earlier[v] != UINT64_MAX &&
            u->earlier[v] != place_of(u, arrives(u, i))) {
            const kg_vertex other = (kg_vertex)(u->earlier[v] >> 1);

            if (other == to || u->at[other] < u->at[v] || u->at[other] >= u->at[v] + u->size[v])
                return false;
        }
    }
    return true;
}

/* ---- the front ------------------------------------------------------------------------------- */

/* Returns the vertex and side that entry i of a row leads to. */
static uint64_t target_of(const unique *u, kg_edge i)
{
    return u->graph->half ? place_of(u, u->graph->half[i] ^ 1) : (uint64_t)u->graph->col[i] << 1;
}

/* Returns an edge that differs in its target, or in its side there, from all other edges of its
 * row; or KG_NO_EDGE. Long rows are not searched. A circuit may begin anywhere, but it has one
 * beginning with such an edge. */
static kg_edge find_single(const unique *u)
{
    const kg_graph *graph = u->graph;

    for (uint64_t v = 0; v < u->n; v++) {
        const kg_edge first = graph->row[v], last = graph->row[v + 1];

        for (kg_edge i = first; last - first <= LONG_ROW && i < last; i++) {
            unsigned equal = 0;

            for (kg_edge j = first; j < last; j++)
                equal += target_of(u, j) == target_of(u, i);
            if (equal == 1)
                return graph->half ? graph->half[i] / 2 : i;
        }
    }
    return KG_NO_EDGE;
}

static kg_euler_unique look(unique *u)
{
    const kg_edge single = u->circuit ? find_single(u) : KG_NO_EDGE;
    kg_vertex root;

    if (u->circuit && single == KG_NO_EDGE) /* another may differ only in where it begins */
        return note_exits(u, NONE) ? KG_EULER_ONLY : KG_EULER_PERHAPS;
    for (uint64_t i = 0; u->circuit && i < u->m; i++)
        if (leaves(u, i) / 2 == single) {
            u->cut = i;
            break;
        }
    root = vertex_of(u, u->m);
    if (!note_exits(u, root))
        return KG_EULER_SEVERAL;
    number_tree(u, root);
    return is_only_tree(u, root) ? KG_EULER_ONLY : KG_EULER_SEVERAL;
}

kg_status kg_euler_is_unique(kg_euler_unique *only, kg_euler *euler, kg_graph *graph)
{
    kg_context *ctx;
    unique u = {.graph = graph, .circuit = kg_euler_found(euler) == KG_EULER_CIRCUIT};
    kg_edge *seen = NULL;
    bool any = false;
    kg_status status;

    KG_NEED(KG__CONTEXT(euler), graph);
    ctx = graph->ctx;
    KG_NEED(ctx, only);
    *only = KG_EULER_PERHAPS;
    KG_NEED(ctx, euler);
    KG_TRY(kg_euler_walk(euler, &u.walk));
    KG_TRY(kg__begin_graph(graph));
    if (euler->share < euler->m)
        return kg__fail(ctx, KG_ARGUMENT, "this rank has only a share of the walk");
    u.n = graph->n;
    u.m = kg__edges(graph);
    u.budget = 4 * u.m;
    if (graph->unitigs || kg_euler_found(euler) == KG_EULER_TRAILS)
        goto out;
    if (u.m == 0) {
        *only = KG_EULER_ONLY;
        goto out;
    }
    KG_TRY(kg__graph_make_ends(graph));
    u.end = graph->end;
    if (graph->half) {
        KG_TRY(kg__host_allocate(ctx, &seen, 2 * u.n, sizeof *seen, "vertices of the walk"));
        if (find_turned(&u, seen, &any))
            *only = KG_EULER_SEVERAL;
        if (any)
            goto out;
        kg__free(ctx, seen);
        seen = NULL;
    }
    KG_TRY(kg__host_allocate(ctx, &u.last, u.n, sizeof *u.last, "vertices of the walk"));
    KG_TRY(kg__host_allocate(ctx, &u.size, u.n, sizeof *u.size, "vertices of the walk"));
    KG_TRY(kg__host_allocate(ctx, &u.at, u.n, sizeof *u.at, "vertices of the walk"));
    KG_TRY(kg__host_allocate(ctx, &u.next, u.n, sizeof *u.next, "vertices of the walk"));
    KG_TRY(kg__host_allocate(ctx, &u.earlier, u.n, sizeof *u.earlier, "vertices of the walk"));
    *only = look(&u);
out:
    kg__free_all(ctx, seen, u.last, u.size, u.at, u.next, u.earlier);
    return status;
}
