/*
 * The bound of the assignment problem, for weights that differ by direction.
 *
 * In: a network that has a table. Out: a weight such that no tour is lighter.
 *
 * A tour gives each node a successor, and no two nodes the same one. The lightest such assignment,
 * which may consist of several cycles, is no heavier than a tour. Potentials
 * row[i] + column[j] <= weight(i, j) prove a lower bound: their sum is a bound at any time, and the
 * lightest assignment's weight at the end. They grow by shortest augmenting paths, one row after
 * the other.
 *
 * Work: O(n^3), in practice far less. Memory: O(n). Exact integers.
 * Source: Kuhn, "The Hungarian method for the assignment problem", 1955, in the form of Jonker and
 * Volgenant, 1987.
 */
#include "tour_stages.h"

typedef struct assignment {
    const kg__network *network;
    uint32_t m;
    int64_t *row, *column; /* [m] potentials */
    int64_t *slack;        /* [m] of each column, over the rows of the path tree */
    uint32_t *row_of;      /* [m] the row that is assigned to a column, or NONE */
    uint32_t *from;        /* [m] the previous column on the path */
    uint8_t *done;         /* [m] in the path tree */
} assignment;

/* A node cannot follow itself: such a step weighs `far`. */
static int64_t weight(const assignment *a, uint32_t i, uint32_t j)
{
    return i == j ? a->network->far : kg__network_weight(a->network, i, j);
}

/* Assigns a row, by the shortest path to a free column. */
static void assign(assignment *a, uint32_t row)
{
    uint32_t at = row, column = KG__NODE_NONE; /* the last column of the tree */
    int64_t length = 0;                        /* of the path so far */

    for (uint32_t j = 0; j < a->m; j++) {
        a->slack[j] = INT64_MAX;
        a->done[j] = 0;
    }
    for (;;) {
        uint32_t best = KG__NODE_NONE;

        for (uint32_t j = 0; j < a->m; j++) {
            int64_t now;

            if (a->done[j])
                continue;
            now = length + weight(a, at, j) - a->row[at] - a->column[j];
            if (now < a->slack[j]) {
                a->slack[j] = now;
                a->from[j] = column;
            }
            if (best == KG__NODE_NONE || a->slack[j] < a->slack[best])
                best = j;
        }
        length = a->slack[best];
        column = best;
        if (a->row_of[column] == KG__NODE_NONE)
            break;
        a->done[column] = 1;
        at = a->row_of[column];
    }
    for (uint32_t j = 0; j < a->m; j++)
        if (a->done[j]) {
            a->row[a->row_of[j]] += length - a->slack[j];
            a->column[j] -= length - a->slack[j];
        }
    a->row[row] += length;
    while (column != KG__NODE_NONE) {
        const uint32_t before = a->from[column];

        a->row_of[column] = before == KG__NODE_NONE ? row : a->row_of[before];
        column = before;
    }
}

/* The greatest possible potential of a row. */
static int64_t least_of_row(const assignment *a, uint32_t i)
{
    int64_t least = INT64_MAX;

    for (uint32_t j = 0; j < a->m; j++)
        if (weight(a, i, j) - a->column[j] < least)
            least = weight(a, i, j) - a->column[j];
    return least;
}

kg_status kg__assignment_bound(int64_t *bound, const kg__network *w, const kg__patience *patience)
{
    assignment a = {.network = w, .m = w->nodes};
    int64_t *memory = NULL;
    uint32_t *words = NULL;
    __int128 sum = 0;
    bool ends = false;
    kg_status status;

    KG_TRY(kg__host_allocate(w->ctx, &memory, 3 * (uint64_t)a.m, sizeof *memory, "potentials"));
    KG_TRY(kg__host_allocate(w->ctx, &words, 3 * (uint64_t)a.m, sizeof *words, "an assignment"));
    a.row = memory;
    a.column = memory + a.m;
    a.slack = memory + 2 * (uint64_t)a.m;
    a.row_of = words;
    a.from = words + a.m;
    a.done = (uint8_t *)(words + 2 * (uint64_t)a.m);
    for (uint32_t j = 0; j < a.m; j++) {
        a.row_of[j] = KG__NODE_NONE;
        a.column[j] = INT64_MAX;
    }
    for (uint32_t i = 0; i < a.m; i++)
        for (uint32_t j = 0; j < a.m; j++)
            if (weight(&a, i, j) < a.column[j])
                a.column[j] = weight(&a, i, j);
    for (uint32_t i = 0; i < a.m; i++) {
        a.row[i] = least_of_row(&a, i);
        if (ends)
            continue;
        KG_TRY(kg__progress(w->ctx, "lower bound", i, a.m));
        assign(&a, i);
        ends = kg__patience_ends(patience);
    }
    for (uint32_t i = 0; i < a.m; i++)
        sum += (__int128)a.row[i] + a.column[i];
    /* each mandatory edge at the joint weighs -far */
    sum += (__int128)w->far * ((w->start != KG__NODE_NONE) + (w->end != KG__NODE_NONE));
    *bound = (int64_t)sum;
out:
    kg__free_all(w->ctx, words, memory);
    return status;
}
