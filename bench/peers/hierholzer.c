/*
 * Hierholzer's algorithm (1873), iterative: walk until stuck, then go back to the last vertex that
 * has edges left and walk on from there. There are two versions.
 *
 * hierholzer_circuit() is a well tuned one. Each vertex has a record with a cursor and the end of
 * its row, so that no row is looked through twice. There is no recursion: the stack of edges grows
 * in walk[m] from the left, and finished edges fill the same array from the right. Memory is on
 * huge pages. An edge costs two cache misses: the vertex' record, then col[].
 *
 * hierholzer_ahead_circuit() goes further than any version that we know. The record also holds the
 * next target, and the target after it is fetched while the walk is elsewhere, so that the walk
 * waits for one miss an edge. Going back, which reads the stack, prefetches the records that it
 * will need.
 *
 * O(n + m) work; n records of 12 bytes and m vertices beside the answer (edge ids of 32 bits).
 */
#include "hierholzer.h"
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* Records prefetched this many pops ahead; 8 to 48 are equally fast, 0 is not. */
enum { AHEAD = 24, HUGE_PAGE = 1 << 21 };

typedef struct record {
    kg_edge next, end;
    kg_vertex target; /* col[next] where next < end */
} record;

struct hierholzer {
    record *vertex;   /* [n] */
    kg_vertex *stack; /* [m] the source of each edge that is on the stack */
};

static void *allocate_huge(size_t bytes)
{
    size_t whole = (bytes + HUGE_PAGE) / HUGE_PAGE * HUGE_PAGE;
    void *block = aligned_alloc(HUGE_PAGE, whole);

    if (block) {
        madvise(block, whole, MADV_HUGEPAGE);
        memset(block, 0, whole);
    }
    return block;
}

hierholzer *hierholzer_create(uint64_t n, uint64_t m)
{
    hierholzer *peer = calloc(1, sizeof *peer);

    if (!peer)
        return NULL;
    peer->vertex = allocate_huge(n * sizeof(record));
    peer->stack = allocate_huge(m * sizeof(kg_vertex));
    if (peer->vertex && peer->stack)
        return peer;
    hierholzer_destroy(peer);
    return NULL;
}

void hierholzer_destroy(hierholzer *peer)
{
    if (!peer)
        return;
    free(peer->vertex);
    free(peer->stack);
    free(peer);
}

int hierholzer_circuit(hierholzer *peer, uint64_t n, uint64_t m, const kg_edge *row,
    const kg_vertex *col, kg_vertex start, kg_edge *walk)
{
    record *vertex = peer->vertex;
    kg_vertex v = start;
    uint64_t top = 0, done = m; /* walk[0..top) is the stack, walk[done..m) the answer's end */

    for (uint64_t i = 0; i < n; i++)
        vertex[i] = (record){row[i], row[i + 1], 0};
    while (top < done) {
        record *at = &vertex[v];

        if (at->next < at->end) {
            walk[top] = at->next++;
            v = col[walk[top++]];
        } else if (top) {
            walk[--done] = walk[--top];
            v = top ? col[walk[top - 1]] : start;
        } else {
            return 1;
        }
    }
    return 0;
}

int hierholzer_ahead_circuit(hierholzer *peer, uint64_t n, uint64_t m, const kg_edge *row,
    const kg_vertex *col, kg_vertex start, kg_edge *walk)
{
    record *vertex = peer->vertex;
    kg_vertex *stack = peer->stack, v = start;
    uint64_t top = 0, done = m; /* walk[0..top) is the stack, walk[done..m) the answer's end */

    for (uint64_t i = 0; i < n; i++)
        vertex[i] = (record){row[i], row[i + 1], row[i] < row[i + 1] ? col[row[i]] : 0};
    while (top < done) {
        record *at = &vertex[v];

        if (at->next < at->end) {
            walk[top] = at->next++;
            stack[top++] = v;
            v = at->target;
            __builtin_prefetch(&vertex[v], 1);
            if (at->next < at->end)
                at->target = col[at->next];
        } else if (top) {
            v = stack[--top];
            walk[--done] = walk[top];
            if (top >= AHEAD)
                __builtin_prefetch(&vertex[stack[top - AHEAD]], 1);
        } else {
            return 1;
        }
    }
    return 0;
}
