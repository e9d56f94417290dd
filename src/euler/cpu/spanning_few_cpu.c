/*
 * Stage 5 on the CPU if circuits are few: the forest's links that are not free.
 *
 * in   few_label, few_link, chosen bits: the labels and the free links; segments; row[n+1]
 * out  few_link, chosen bits: the other links, too
 *
 * Borůvka's rounds over the trees. By the cut property a tree's first link to another tree is in
 * the forest. Every tree except the largest looks for its first link. This is often the link behind
 * the tree's first label. Otherwise the tree's next edge may be far away, if the tree is small. So
 * a small tree is walked, and a large one is searched slot by slot. Finding the circuit of a slot
 * takes a dependent read for each step to the next start of a segment. The reads of consecutive
 * slots are made side by side.
 *
 * The search gives up if it takes too long: the graph is not connected, or its circuits do not meet
 * for a long way. O(sqrt(m)) edges of each small tree are walked, and LOOKS slots looked at in all.
 * looked at in all.
 */
#include "spanning_cpu.h"

/* LOOKS: the most slots that are looked at, in all. FIRST: slots behind a tree's label, looked at
 * first. ROW: later slots that are looked at together. LOOK_STEPS: edges that are walked in the
 * time of one look, if many looks are made. */
enum { LOOKS = 1 << 12, FIRST = 2, ROW = KG__STARTS_MOST - 1, LOOK_STEPS = 128 };

typedef struct joining {
    kg__euler_work *w;
    kg__euler_cpu *s;
    uint64_t looks;     /* left to be made */
    uint64_t size[FEW]; /* edges of each circuit, in the order of labels */
} joining;

/* Sets each label's parent: itself, or the circuit that its free link leads to. */
static void start_trees(const kg__euler_work *w, kg__euler_cpu *s)
{
    kg_edge label[FEW], edge[FEW], in[FEW];
    uint32_t steps[FEW];
    unsigned count = 0;

    for (uint64_t k = 0; k < w->circuits; k++) {
        const kg_edge c = s->few_label[k];

        s->root[c] = c;
        if (kg__bitmap_has(s->chosen, c)) {
            label[count] = c;
            edge[count++] = c - 1;
        }
    }
    kg__segments_find_starts(s, edge, steps, in, count);
    for (unsigned i = 0; i < count; i++)
        s->root[label[i]] = kg__euler_circuit_of(s, edge[i]);
}

static unsigned number_of(const joining *j, kg_edge label)
{
    unsigned k = 0;

    while (j->s->few_label[k] != label)
        k++;
    return k;
}

static void measure_circuits(joining *j)
{
    const kg__segments *all = &j->s->segment;

    for (size_t i = 0; i < all->count; i++)
        j->size[number_of(j, all->at[i].least)] += all->at[i].length;
}

static bool opens_row(const kg__euler_work *w, uint64_t e)
{
    return w->row[kg__euler_vertex_of(w->row, 0, w->n, e)] == e;
}

/* Returns the first of `count` links from slot `from` on that leads from the tree to another, or
 * m. */
static uint64_t look(joining *j, kg_edge tree, uint64_t from, unsigned count)
{
    const uint64_t m = j->w->m, end = from + count < m ? from + count : m;
    kg_edge edge[ROW + 1], in[ROW + 1];
    uint32_t steps[ROW + 1];

    if (from >= end || end - from > j->looks)
        return m;
    j->looks -= end - from;
    for (uint64_t e = from - 1; e < end; e++)
        edge[e - (from - 1)] = (kg_edge)e;
    kg__segments_find_starts(j->s, edge, steps, in, (unsigned)(end - from) + 1);
    for (uint64_t e = from; e < end; e++) {
        const bool left = kg__spanning_tree_of(j->s, edge[e - from]) == tree;
        const bool right = kg__spanning_tree_of(j->s, edge[e - from + 1]) == tree;

        if (left != right && !opens_row(j->w, e))
            return e;
    }
    return m;
}

/* Returns whether link e, between an edge of the tree and edge `other`, leads to another tree. */
static bool leads_out(joining *j, kg_edge tree, uint64_t e, uint64_t other)
{
    if (e == 0 || e == j->w->m || opens_row(j->w, e) || !j->looks)
        return false;
    j->looks--;
    return kg__spanning_tree_of(j->s, (kg_edge)other) != tree;
}

/* Walks the circuits of the tree. Returns its first link to another tree; m: there is none, or the
 * search took too long. */
static uint64_t walk(joining *j, kg_edge tree)
{
    uint64_t best = j->w->m;

    for (uint64_t k = 0; k < j->w->circuits; k++) {
        const kg_edge label = j->s->few_label[k];
        kg_edge e = label;

        if (kg__spanning_tree_of(j->s, label) != tree)
            continue;
        do {
            if (e < best && leads_out(j, tree, e, (uint64_t)e - 1))
                best = e;
            if ((uint64_t)e + 1 < best && leads_out(j, tree, (uint64_t)e + 1, (uint64_t)e + 1))
                best = (uint64_t)e + 1;
            e = kg__euler_next(j->s, e);
        } while (e != label);
    }
    return j->looks ? best : j->w->m;
}

static uint64_t find_link(joining *j, kg_edge tree, uint64_t size)
{
    const uint64_t m = j->w->m;
    uint64_t from = (uint64_t)tree + 1, link = look(j, tree, from, FIRST);

    if (link < m)
        return link;
    if (size <= LOOK_STEPS * (m / (size + 1)) && !j->s->left) /* edges are m / size apart */
        return walk(j, tree);
    for (from += FIRST; link == m && from < m && j->looks >= ROW; from += ROW)
        link = look(j, tree, from, ROW);
    return link;
}

/* One round. Returns how many trees it has joined. */
static uint64_t join_trees(joining *j)
{
    kg__euler_cpu *s = j->s;
    const uint64_t circuits = j->w->circuits;
    uint64_t size[FEW] = {0}, joined = 0;
    unsigned largest = 0;

    for (unsigned k = 0; k < circuits; k++)
        size[number_of(j, kg__spanning_tree_of(s, s->few_label[k]))] += j->size[k];
    for (unsigned k = 1; k < circuits; k++)
        largest = size[k] > size[largest] ? k : largest;
    for (unsigned k = 0; k < circuits; k++) {
        const kg_edge tree = s->few_label[k];
        uint64_t link;

        if (s->root[tree] != tree || kg__spanning_tree_of(s, s->few_label[largest]) == tree)
            continue;
        link = find_link(j, tree, size[k]);
        if (link == j->w->m)
            continue;
        kg__spanning_unite(s, (kg_edge)(link - 1), (kg_edge)link);
        kg__spanning_choose(s, link);
        joined++;
    }
    return joined;
}

bool kg__spanning_join_few(kg__euler_work *w)
{
    kg__euler_cpu *s = w->state;
    joining j = {.w = w, .s = s, .looks = LOOKS};
    const unsigned free_links = s->links;
    uint64_t trees = w->trees, joined;

    start_trees(w, s);
    measure_circuits(&j);
    do {
        joined = join_trees(&j);
        trees -= joined;
    } while (trees > 1 && joined);
    while (trees > 1 && s->links > free_links) {
        const kg_edge e = s->few_link[--s->links];

        s->chosen[e >> 6] &= ~(UINT64_C(1) << (e & 63));
    }
    return trees == 1;
}
