/*
 * Stages 4 and 5 on the CPU: the links of the minimum spanning forest of the circuits.
 *
 * in   label bits, root of stage 3; row[n+1]
 * out  chosen bits; trees; the first edge that edge 0 is not connected with, where there is one
 *
 * The label of a circuit is its smallest edge, so the first link that can touch the circuit is slot
 * label - 1. Where the label does not open its row, this slot is a link. It is then the smallest
 * one of the circuit, and so in the forest by the cut property. Finding these free links takes one
 * look at each row. They leave a tree for each label that opens its row, often only one.
 *
 * Kruskal's algorithm does the rest: links in slot order with union-find. While all trees with
 * labels up to the current slot are one tree, no link can join two trees before the next label that
 * opens its row, so the pass jumps there.
 * Fifteen circuits among 42 million edges cost microseconds. Which circuit an edge is in is found
 * by walking to the next start of a segment; once that has been asked LAZY times, all edges are
 * labelled.
 *
 * O(n + m) at worst, and union-find: path halving, the smaller label is the root. Here e is a
 * link's second edge: the link joins e - 1 and e.
 */
#include "euler_cpu.h"
#include <string.h>

enum { LAZY = 512 };

/* Chooses the free links. Returns how many labels open their row. */
static uint64_t choose_free_links(const kg__euler_work *w, kg__euler_cpu *s)
{
    uint64_t words = ((uint64_t)w->m >> 6) + 1, trees = 0;

    memcpy(s->chosen, s->label, words * sizeof *s->chosen);
    memset(s->chosen + words, 0, 2 * sizeof *s->chosen);
#pragma omp parallel for num_threads(s->threads) schedule(static) reduction(+ : trees)
    for (uint64_t v = 0; v < w->n; v++) {
        uint64_t e = w->row[v], bit = UINT64_C(1) << (e & 63);

        if (__atomic_load_n(&s->chosen[e >> 6], __ATOMIC_RELAXED) & bit)
            trees += (__atomic_fetch_and(&s->chosen[e >> 6], ~bit, __ATOMIC_RELAXED) & bit) != 0;
    }
    return trees;
}

/* The first label at or after edge e that opens its row, or m. */
static uint64_t next_tree(const kg__euler_cpu *s, uint64_t e, uint64_t m)
{
    uint64_t i = e >> 6, word;

    if (e >= m)
        return m;
    word = (s->label[i] & ~s->chosen[i]) >> (e & 63) << (e & 63);
    while (!word) {
        if (++i > (m - 1) >> 6)
            return m;
        word = s->label[i] & ~s->chosen[i];
    }
    return i * 64 + (unsigned)__builtin_ctzll(word);
}

/* The parent of label c in its tree: c itself, or a smaller label. Where root[c] is not known yet,
 * it is the circuit at the other end of the free link of c. */
static inline kg_edge parent(kg__euler_cpu *s, kg_edge c)
{
    if (s->root[c] == KG_NO_EDGE)
        s->root[c] = kg__euler_circuit_of(s, c - 1);
    return s->root[c];
}

/* The smallest label of the tree that edge e is in. */
static kg_edge tree_of(kg__euler_cpu *s, kg_edge e)
{
    kg_edge c = kg__euler_circuit_of(s, e);

    for (kg_edge p = parent(s, c); p != c; p = parent(s, c)) {
        s->root[c] = parent(s, p);
        c = s->root[c];
    }
    return c;
}

static bool unite(kg__euler_cpu *s, kg_edge e, kg_edge f)
{
    kg_edge a = tree_of(s, e), b = tree_of(s, f);

    if (a < b)
        s->root[b] = a;
    else
        s->root[a] = b;
    return a != b;
}

static void start_trees(const kg__euler_work *w, kg__euler_cpu *s)
{
    uint64_t words = ((uint64_t)w->m >> 6) + 1;

    for (uint64_t i = 0; i < words; i++)
        for (uint64_t bits = s->label[i]; bits; bits &= bits - 1) {
            uint64_t c = 64 * i + (unsigned)__builtin_ctzll(bits);

            s->root[c] = kg__bit(s->chosen, c) ? KG_NO_EDGE : (kg_edge)c;
        }
}

/* Joins the trees that the free links left. Returns how many remain. */
static uint64_t join_trees(kg__euler_work *w, kg__euler_cpu *s)
{
    const kg_edge *row = w->row;
    uint64_t m = w->m, v = 0, trees = 0, tree = 0; /* tree: the next tree not met yet */
    int looks = s->few ? 0 : LAZY;

    start_trees(w, s);
    for (uint64_t e = 0; e < m; e++) {
        if (trees <= 1)
            e = tree;
        if (e == m)
            break;
        if (e == tree) {
            trees++;
            tree = next_tree(s, e + 1, m);
        }
        if (row[v + 1] <= e)
            v = kg__euler_vertex_of(row, v, w->n, e);
        if (row[v] == e || kg__bit(s->chosen, e))
            continue;
        if (!s->labelled && looks++ >= LAZY)
            kg__euler_label_cpu(w);
        if (unite(s, (kg_edge)(e - 1), (kg_edge)e)) {
            kg__set_bit(s->chosen, e, false);
            trees--;
        }
    }
    return trees;
}

/* The smallest edges that are in different trees. */
static void find_stray(kg__euler_work *w, kg__euler_cpu *s)
{
    uint64_t e = w->virtual_edge == 0;
    kg_edge tree = tree_of(s, (kg_edge)e);

    w->witness.edge[0] = (kg_edge)e;
    if (!s->labelled)
        kg__euler_label_cpu(w);
    while (e == w->virtual_edge || tree_of(s, (kg_edge)e) == tree)
        e++;
    w->witness.edge[1] = (kg_edge)e;
}

decl_euler_spanning_tree(kg__euler_spanning_tree_cpu)
{
    kg__euler_cpu *s = w->state;

    if (s->spanned)
        return KG_OK;
    w->trees = choose_free_links(w, s);
    if (w->trees > 1)
        w->trees = join_trees(w, s);
    if (w->trees > 1)
        find_stray(w, s);
    return KG_OK;
}
