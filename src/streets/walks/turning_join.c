/*
 * Joins circuits of passes to one at little cost.
 *
 * In:  pairs of ends at each crossing, by which passes form circuits.
 * Out: pairs by which all passes form one circuit.
 * Method: as in Kruskal's algorithm (Proc. AMS 7, 1956), the cheapest exchange between two pairs of
 *     different circuits comes first. An exchange changes the costs of others at its crossing, so
 *     these are listed anew; one whose cost has risen goes back to the heap. At a crossing of more
 *     than MOST pairs, only exchanges between neighbours in the list are examined, which suffice to
 *     join all circuits that meet there.
 * Work: O(passes log passes) at crossings of few pairs. Memory: 24 bytes an exchange.
 */
#include "../../base/heap.h"
#include "../../base/union_find.h"
#include "turning.h"

enum { MOST = 32 };

typedef struct exchange {
    int64_t cost; /* the increase */
    uint64_t pair[2];
} exchange;

typedef struct joining {
    kg__turning *t;
    uint64_t *circuit;   /* [passes] */
    uint64_t *root;      /* [circuits] sets of joined circuits */
    uint64_t circuits;   /* how many are left */
    kg_vertex *crossing; /* [passes] of each pair */
    exchange *heap;
    uint64_t count, room;
} joining;

static bool comes_before(exchange a, exchange b)
{
    return a.cost != b.cost         ? a.cost < b.cost
           : a.pair[0] != b.pair[0] ? a.pair[0] < b.pair[0]
                                    : a.pair[1] < b.pair[1];
}

static uint64_t circuit_of(joining *j, uint64_t pair)
{
    return kg__sets_root(j->root, j->circuit[j->t->list[2 * pair] / 2]);
}

/* The cost of the better exchange between two pairs. turned: [out] it joins the two first ends and
 * the two second ends, which only a walk without directions can. */
static int64_t cost_of(const kg__turning *t, uint64_t p, uint64_t q, bool *turned)
{
    const uint64_t *a = t->list + 2 * p, *b = t->list + 2 * q;
    const int64_t cross = kg__turning_cost(t, a[0], b[1]) + kg__turning_cost(t, b[0], a[1]);
    const int64_t turn = kg__turning_cost(t, a[0], b[0]) + kg__turning_cost(t, a[1], b[1]);

    *turned = !t->directed && turn < cross;
    return (*turned ? turn : cross) - kg__pair_cost(t, p) - kg__pair_cost(t, q);
}

static kg_status offer(joining *j, uint64_t p, uint64_t q)
{
    exchange e = {.pair = {p, q}};
    bool turned;
    kg_status status = KG_OK;

    if (circuit_of(j, p) == circuit_of(j, q))
        return KG_OK;
    e.cost = cost_of(j->t, p, q, &turned);
    KG_TRY(kg__host_grow(
        j->t->ctx, &j->heap, &j->room, j->count + 1, sizeof *j->heap, "joins of circuits"));
    KG__HEAP_ADD(j->heap, j->count, e, comes_before);
    j->count++;
out:
    return status;
}

/* Offers the exchanges of a pair with those from `from` on at its crossing. */
static kg_status offer_all(joining *j, uint64_t pair, uint64_t from)
{
    const uint64_t *row = j->t->row + j->crossing[pair];
    const bool many = row[1] - row[0] > MOST;
    kg_status status = KG_OK;

    for (uint64_t q = many ? pair + 1 : from; q < row[1] && !(many && q > pair + 1); q++)
        KG_TRY(offer(j, pair < q ? pair : q, pair < q ? q : pair));
out:
    return status;
}

static kg_status apply(joining *j, exchange e)
{
    kg__turning *t = j->t;
    const uint64_t p = e.pair[0], q = e.pair[1];
    const uint64_t a = t->list[2 * p], b = t->list[2 * p + 1];
    const uint64_t c = t->list[2 * q], d = t->list[2 * q + 1];
    bool turned;
    kg_status status;

    kg__sets_join(j->root, circuit_of(j, p), circuit_of(j, q));
    j->circuits--;
    cost_of(t, p, q, &turned);
    kg__pair_set(t, p, a, turned ? c : d);
    kg__pair_set(t, q, turned ? b : c, turned ? d : b);
    KG_TRY(offer_all(j, p, t->row[j->crossing[p]]));
    KG_TRY(offer_all(j, q, t->row[j->crossing[q]]));
out:
    return status;
}

static void find_circuits(joining *j)
{
    const kg__turning *t = j->t;

    for (uint64_t i = 0; i < t->passes; i++)
        j->circuit[i] = UINT64_MAX;
    for (uint64_t i = 0; i < t->passes; i++) {
        if (j->circuit[i] != UINT64_MAX)
            continue;
        for (uint64_t end = 2 * i; j->circuit[end / 2] == UINT64_MAX;
             end = kg__pair_mate(t, end ^ 1))
            j->circuit[end / 2] = j->circuits;
        j->circuits++;
    }
    for (kg_vertex v = 0; v < t->crossings; v++)
        for (uint64_t pair = t->row[v]; pair < t->row[v + 1]; pair++)
            j->crossing[pair] = v;
}

static kg_status join_all(joining *j)
{
    bool turned;
    kg_status status = KG_OK;

    for (uint64_t pair = 0; pair < j->t->passes; pair++)
        KG_TRY(offer_all(j, pair, pair + 1));
    while (j->circuits > 1 && j->count) {
        exchange e = j->heap[0];
        const exchange last = j->heap[--j->count];
        const int64_t before = e.cost;

        KG__HEAP_SINK(j->heap, j->count, 0, last, comes_before);
        if (circuit_of(j, e.pair[0]) == circuit_of(j, e.pair[1]))
            continue;
        e.cost = cost_of(j->t, e.pair[0], e.pair[1], &turned);
        if (e.cost > before)
            KG_TRY(offer(j, e.pair[0], e.pair[1]));
        else
            KG_TRY(apply(j, e));
    }
out:
    return status;
}

kg_status kg__turning_join(kg__turning *t)
{
    joining j = {.t = t};
    kg_status status;

    KG_TRY(kg__host_allocate(t->ctx, &j.circuit, t->passes, sizeof *j.circuit, "circuits"));
    KG_TRY(kg__host_allocate(t->ctx, &j.crossing, t->passes, sizeof *j.crossing, "circuits"));
    find_circuits(&j);
    KG_TRY(kg__host_allocate(t->ctx, &j.root, j.circuits, sizeof *j.root, "circuits"));
    kg__sets_part(j.root, j.circuits);
    KG_TRY(join_all(&j));
    if (j.circuits > 1)
        KG_TRY(kg__fail(t->ctx, KG_INTERNAL, "self-check: circuits of a walk do not meet"));
out:
    kg__free_all(t->ctx, j.circuit, j.crossing, j.root, j.heap);
    return status;
}
