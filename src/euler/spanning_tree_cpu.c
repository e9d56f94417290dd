/*
 * Stages 4 and 5 on the CPU: the links of the minimum spanning forest of the circuits.
 *
 * in   tags, root, label bits of stage 3; row[n+1]
 * out  chosen bits; trees; the first edge that edge 0 is not connected with, where there is one
 *
 * Kruskal: links stand in slot order, which is the order of their weights, so one pass over the
 * slots with union-find chooses them. Most slots need not be looked at. A circuit's smallest link
 * is at its label - 1 or later (that many of its edges stand before no slot of its own), so while
 * all circuits with labels up to the slot in hand are in one tree, nothing happens until the next
 * label - 1: the pass jumps there. Here e is a link's second edge, so that link e - 1 joins e - 1
 * and e. Fifteen circuits among 42 million edges cost microseconds.
 *
 * O(m) at worst, and union-find: path halving, the smaller label is the root.
 */
#include "euler_cpu.h"

static inline kg_edge find(kg_edge *root, kg_edge x)
{
    while (root[x] != x) {
        root[x] = root[root[x]];
        x = root[x];
    }
    return x;
}

/* The first label at or after edge e, or m. */
static uint64_t next_label(const uint64_t *label, uint64_t e, uint64_t m)
{
    uint64_t i = e >> 6, word;

    if (e >= m)
        return m;
    word = label[i] >> (e & 63) << (e & 63);
    while (!word) {
        if (++i > (m - 1) >> 6)
            return m;
        word = label[i];
    }
    return i * 64 + (unsigned)__builtin_ctzll(word);
}

/* The vertex whose row holds edge e, searched for from v on, which is not after it. */
static uint64_t vertex_of(const kg_edge *row, uint64_t v, uint64_t n, uint64_t e)
{
    uint64_t step = 1, low, high;

    while (v + step < n && row[v + step] <= e) {
        v += step;
        step *= 2;
    }
    low = v;
    high = v + step < n ? v + step : n;
    while (high - low > 1) { /* row[low] <= e < row[high] */
        uint64_t middle = (low + high) / 2;

        if (row[middle] <= e)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* The smallest edges that are in different trees. */
static void find_stray(kg__euler_work *w, kg__euler_cpu *s)
{
    uint64_t e = w->virtual_edge == 0;
    kg_edge tree = find(s->root, s->word[e].tag);

    w->witness.edge[0] = (kg_edge)e;
    for (; e < w->m; e++)
        if (e != w->virtual_edge && find(s->root, s->word[e].tag) != tree)
            break;
    w->witness.edge[1] = (kg_edge)e;
}

/* Puts two trees together if they are two. */
static inline bool unite(kg_edge *root, kg_edge a, kg_edge b)
{
    a = find(root, a);
    b = find(root, b);
    if (a == b)
        return false;
    if (a < b)
        root[b] = a;
    else
        root[a] = b;
    return true;
}

decl_euler_stage(kg__euler_spanning_tree_cpu)
{
    kg__euler_cpu *s = w->state;
    const kg_edge *row = w->row;
    uint64_t m = w->m, v = 0, e = 0, label = 0; /* the next circuit that is not met yet */

    w->trees = 0;
    for (; e < m; e++) {
        if (w->trees <= 1)
            e = label;
        if (e == m)
            break;
        if (e == label) {
            w->trees++;
            label = next_label(s->label, e + 1, m);
        }
        if (row[v + 1] <= e)
            v = vertex_of(row, v, w->n, e);
        if (row[v] < e && unite(s->root, s->word[e - 1].tag, s->word[e].tag)) {
            s->chosen[e >> 6] |= UINT64_C(1) << (e & 63); /* link e - 1 */
            w->trees--;
        }
    }
    if (w->trees > 1)
        find_stray(w, s);
    return KG_OK;
}
