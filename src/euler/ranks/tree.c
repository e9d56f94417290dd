/*
 * Stages 3 (of directed graphs), 4 and 5 over ranks.
 *
 * in   pred[], rows
 * out  labels; the links of the minimum spanning forest of the circuits
 *
 * If the slot of label c shares its row with the slot before, the circuit is joined there: that
 * link is in the forest (design: the free links), and it leads to a circuit with a smaller label.
 * If only one label opens its row, all circuits are joined, and no rank has asked another anything.
 * Otherwise these labels are trees, which all ranks number alike.
 *
 * A label finds its tree by following the links down: on its own rank first, then by asking. Each
 * round doubles the number of ranks that a chain has passed. The walkers of stage 3 get the tree
 * from their labels, and slots get it from their walkers. Then come Borůvka's rounds: the least
 * link that leaves each tree, by a minimum over all ranks.
 *
 * O(slots) a round, log2(trees) rounds. Every rank has 16 bytes for each tree, and 8 for each that
 * is joined in a round.
 */
#include "../../base/union_find.h"
#include "ranks.h"
#include <string.h>

decl_ranks_partition(kg__ranks_partition_cpu)
{
    kg_context *ctx = r->w->ctx;
    kg_status status;

    kg__stage(ctx, "3 partition");
    r->chase =
        (kg__chase){.mail = &r->mail, .bound = r->bound, .next = r->pred, .walker = r->walker};
    KG_TRY(kg__chase_run(&r->chase));
    KG_TRY(kg__chase_label(&r->chase, r->label, 0));
out:
    return status;
}

/* ---- the trees of free links ----------------------------------------------------------------- */

typedef struct forest {
    kg__ranks *r;
    uint64_t trees, first; /* of all ranks; of the ranks before this one */
    kg_edge *root;         /* [roots of this rank] */
    uint64_t roots;
    kg_edge *of_walker; /* [walkers] the tree of each walker */
    kg_edge *tree;      /* [count] the tree of each slot */
    kg_edge *parent;    /* [trees] */
    uint64_t *least;    /* [trees] the least link that leaves each tree */
    kg_edge *pairs;     /* trees that are joined in a round */
    uint64_t pairs_count, pairs_room;
    uint64_t before; /* the tree of the slot before this rank's; UINT64_MAX: there is none */
} forest;

/* Chooses the free links. Returns how many labels open their rows. */
static uint64_t take_free(kg__ranks *r)
{
    uint64_t roots = 0;

    for (uint64_t word = 0; word < kg__words(r->count); word++) {
        r->chosen[word] = r->label[word] & r->joined[word];
        roots += (unsigned)__builtin_popcountll(r->label[word] & ~r->joined[word]);
    }
    return roots;
}

static bool is_mine(const kg__ranks *r, kg_edge slot)
{
    return slot - r->lo < r->count;
}

/* Sets up[] of each label: the label of the circuit at the slot before, or the label itself. */
static kg_status find_up(forest *f)
{
    kg__ranks *r = f->r;
    kg_context *ctx = r->w->ctx;
    uint64_t *last = NULL, count = 0;
    kg_edge *key = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &last, r->ranks, sizeof *last, "labels"));
    KG_TRY(kg__ranks_gather(ctx, r->count ? r->walker[r->count - 1] : UINT64_MAX, last));
    for (uint64_t i = 0; i < r->count; i++)
        count += kg__bitmap_has(r->chosen, i);
    KG_TRY(kg__host_allocate(ctx, &key, count, sizeof *key, "labels"));
    count = 0;
    for (uint64_t i = 0; i < r->count; i++)
        if (kg__bitmap_has(r->chosen, i))
            key[count++] = i ? r->walker[i - 1] : (kg_edge)kg__last_before(last, r->rank);
    KG_TRY(kg__mail_ask(
        &r->mail, &(kg__question){NULL, 1, 1, kg__chase_tell, &r->chase}, key, count, key));
    count = 0;
    for (uint64_t i = 0; i < r->count; i++)
        if (kg__bitmap_has(r->label, i))
            r->up[i] = kg__bitmap_has(r->chosen, i) ? key[count++] : (kg_edge)(r->lo + i);
out:
    kg__free_all(ctx, last, key);
    return status;
}

/* Returns whether label i of this rank is joined with a label of another rank. */
static bool is_exit(const kg__ranks *r, uint64_t i)
{
    return !is_mine(r, r->up[i]);
}

/* Returns where label i of this rank leads to, as far as is known. Its up[] is a root or an
 * exit. */
static kg_edge leads_to(const kg__ranks *r, uint64_t i)
{
    return is_exit(r, i) ? r->up[i] : r->up[r->up[i] - r->lo];
}

static kg_status tell_up(void *of, const kg_edge *label, uint64_t count, kg_edge *up)
{
    const kg__ranks *r = of;

    for (uint64_t i = 0; i < count; i++)
        up[i] = leads_to(r, label[i] - r->lo);
    return KG_OK;
}

/* Sets up[] of each label to the root of its tree. */
static kg_status find_roots(forest *f)
{
    kg__ranks *r = f->r;
    kg_context *ctx = r->w->ctx;
    uint64_t *exits = NULL, count = 0, more;
    kg_edge *key = NULL, *up = NULL;
    kg_status status;

    for (uint64_t i = 0; i < r->count; i++) /* upwards: smaller labels are flattened already */
        if (kg__bitmap_has(r->label, i)) {
            const kg_edge to = r->up[i];

            if (is_mine(r, to) && !is_exit(r, to - r->lo))
                r->up[i] = r->up[to - r->lo];
            count += is_exit(r, i);
        }
    KG_TRY(kg__host_allocate(ctx, &exits, count, sizeof *exits, "labels"));
    KG_TRY(kg__host_allocate(ctx, &key, count, sizeof *key, "labels"));
    KG_TRY(kg__host_allocate(ctx, &up, count, sizeof *up, "labels"));
    count = 0;
    for (uint64_t i = 0; i < r->count; i++)
        if (kg__bitmap_has(r->label, i) && is_exit(r, i))
            exits[count++] = i;
    do {
        more = 0;
        for (uint64_t i = 0; i < count; i++)
            key[i] = r->up[exits[i]];
        KG_TRY(kg__mail_ask(&r->mail, &(kg__question){r->bound, 1, 1, tell_up, r}, key, count, up));
        for (uint64_t i = 0; i < count; i++) {
            more |= up[i] != key[i];
            r->up[exits[i]] = up[i];
        }
        KG_TRY(kg__comm_reduce(ctx, &more, 1, KG__COMM_OR));
    } while (more);
    for (uint64_t i = 0, e = 0; i < r->count; i++)
        if (kg__bitmap_has(r->label, i)) {
            if (e < count && exits[e] == i)
                e++;
            else
                r->up[i] = leads_to(r, i);
        }
out:
    kg__free_all(ctx, exits, key, up);
    return status;
}

/* ---- their numbers --------------------------------------------------------------------------- */

static kg_status number_roots(forest *f)
{
    kg__ranks *r = f->r;
    kg_context *ctx = r->w->ctx;
    uint64_t *roots = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &f->root, f->roots, sizeof *f->root, "trees"));
    KG_TRY(kg__host_allocate(ctx, &roots, r->ranks, sizeof *roots, "trees"));
    KG_TRY(kg__ranks_gather(ctx, f->roots, roots));
    for (unsigned p = 0; p < r->rank; p++)
        f->first += roots[p];
    f->roots = 0;
    for (uint64_t i = 0; i < r->count; i++)
        if (kg__bitmap_has(r->label, i) && !kg__bitmap_has(r->joined, i))
            f->root[f->roots++] = (kg_edge)(r->lo + i);
out:
    kg__free(ctx, roots);
    return status;
}

static kg_status tell_number(void *of, const kg_edge *root, uint64_t count, kg_edge *number)
{
    const forest *f = of;

    for (uint64_t i = 0; i < count; i++)
        number[i] = (kg_edge)(f->first + KG__LAST_WHERE(k, 0, f->roots, f->root[k] <= root[i]));
    return KG_OK;
}

static kg_status tell_tree(void *of, const kg_edge *label, uint64_t count, kg_edge *tree)
{
    const kg__ranks *r = of;

    for (uint64_t i = 0; i < count; i++)
        tree[i] = r->up[label[i] - r->lo];
    return KG_OK;
}

static kg_status tell_walkers_tree(void *of, const kg_edge *walker, uint64_t count, kg_edge *tree)
{
    const forest *f = of;

    for (uint64_t i = 0; i < count; i++)
        tree[i] = f->of_walker[walker[i] / f->r->ranks];
    return KG_OK;
}

/* Gives each slot its tree. If walkers are few, every rank gets the trees of all walkers; otherwise
 * each slot asks for its own. */
static kg_status tell_slots(forest *f)
{
    kg__ranks *r = f->r;
    kg_context *ctx = r->w->ctx;
    const kg__question question = {NULL, 1, 1, tell_walkers_tree, f};
    uint64_t *base = NULL, total = 0;
    kg_edge *of_all = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &base, r->ranks, sizeof *base, "trees"));
    KG_TRY(kg__ranks_gather(ctx, r->chase.walkers, base));
    for (unsigned p = 0; p < r->ranks; p++) {
        const uint64_t walkers = base[p];

        base[p] = total;
        total += walkers;
    }
    if (total > r->m / r->ranks / 4) {
        KG_TRY(kg__mail_ask(&r->mail, &question, r->walker, r->count, f->tree));
        goto out;
    }
    KG_TRY(kg__ranks_gather_all(
        ctx, f->of_walker, r->chase.walkers, sizeof *of_all, &of_all, &total, NULL, "trees"));
    for (uint64_t i = 0; i < r->count; i++)
        f->tree[i] = of_all[base[r->walker[i] % r->ranks] + r->walker[i] / r->ranks];
out:
    kg__free_all(ctx, base, of_all);
    return status;
}

/* Numbers the trees: in up[] of labels, then for walkers, then for slots. */
static kg_status number_slots(forest *f)
{
    kg__ranks *r = f->r;
    kg_context *ctx = r->w->ctx;
    kg_edge *key = NULL;
    uint64_t count = 0, *last = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &key, r->count, sizeof *key, "trees"));
    for (uint64_t i = 0; i < r->count; i++)
        if (kg__bitmap_has(r->label, i))
            key[count++] = r->up[i];
    KG_TRY(
        kg__mail_ask(&r->mail, &(kg__question){r->bound, 1, 1, tell_number, f}, key, count, key));
    count = 0;
    for (uint64_t i = 0; i < r->count; i++)
        if (kg__bitmap_has(r->label, i))
            r->up[i] = key[count++];
    KG_TRY(kg__host_allocate(ctx, &f->of_walker, r->chase.walkers, sizeof *f->of_walker, "trees"));
    KG_TRY(kg__mail_ask(&r->mail, &(kg__question){r->bound, 1, 1, tell_tree, r}, r->chase.value,
        r->chase.walkers, f->of_walker));
    KG_TRY(kg__host_allocate(ctx, &f->tree, r->count, sizeof *f->tree, "trees"));
    KG_TRY(tell_slots(f));
    KG_TRY(kg__host_allocate(ctx, &last, r->ranks, sizeof *last, "trees"));
    KG_TRY(kg__ranks_gather(ctx, r->count ? f->tree[r->count - 1] : UINT64_MAX, last));
    f->before = kg__last_before(last, r->rank);
out:
    kg__free_all(ctx, key, last);
    return status;
}

/* ---- rounds ---------------------------------------------------------------------------------- */

/* Finds the trees that the link before slot i may join. False: they are one. */
static bool apart(const forest *f, uint64_t i, kg_edge tree[2])
{
    if (!kg__bitmap_has(f->r->joined, i))
        return false;
    tree[0] = i ? f->tree[i - 1] : (kg_edge)f->before;
    tree[1] = f->tree[i];
    if (tree[0] == tree[1])
        return false;
    tree[0] = kg__sets_root(f->parent, tree[0]);
    tree[1] = kg__sets_root(f->parent, tree[1]);
    return tree[0] != tree[1];
}

static void find_least(forest *f)
{
    const kg__ranks *r = f->r;
    kg_edge tree[2];

    memset(f->least, 0xff, f->trees * sizeof *f->least);
    for (uint64_t i = 0; i < r->count; i++)
        if (apart(f, i, tree))
            for (int k = 0; k < 2; k++)
                if (r->lo + i < f->least[tree[k]])
                    f->least[tree[k]] = r->lo + i;
}

/* Chooses the links that are the least of a tree. */
static kg_status take_least(forest *f)
{
    kg__ranks *r = f->r;
    kg_edge tree[2];
    kg_status status = KG_OK;

    f->pairs_count = 0;
    for (uint64_t i = 0; i < r->count; i++) {
        if (!apart(f, i, tree) ||
            (f->least[tree[0]] != r->lo + i && f->least[tree[1]] != r->lo + i))
            continue;
        kg__mark(r->chosen, i);
        KG_TRY(kg__host_grow(r->w->ctx, &f->pairs, &f->pairs_room, f->pairs_count + 1,
            2 * sizeof *f->pairs, "trees"));
        f->pairs[2 * f->pairs_count] = tree[0];
        f->pairs[2 * f->pairs_count++ + 1] = tree[1];
    }
out:
    return status;
}

static kg_status join_trees(forest *f)
{
    kg__ranks *r = f->r;
    kg_context *ctx = r->w->ctx;
    uint64_t joined;
    kg_status status;

    do {
        kg_edge *all = NULL;

        find_least(f);
        KG_TRY(kg__comm_reduce(ctx, f->least, f->trees, KG__COMM_MIN));
        KG_TRY(take_least(f));
        KG_TRY(kg__ranks_gather_all(
            ctx, f->pairs, f->pairs_count, 2 * sizeof *f->pairs, &all, &joined, NULL, "trees"));
        for (uint64_t i = 0; i < joined; i++) {
            const kg_edge a = kg__sets_root(f->parent, all[2 * i]),
                          b = kg__sets_root(f->parent, all[2 * i + 1]);

            if (a != b) { /* the smaller number stays */
                kg__sets_join(f->parent, a, b);
                r->w->trees--;
            }
        }
        kg__free(ctx, all);
    } while (joined && r->w->trees > 1);
out:
    return status;
}

kg_status kg__ranks_apart(kg__ranks *r, uint64_t least)
{
    kg_euler_witness *no = &r->w->witness;
    kg_status status;

    KG_TRY(kg__comm_reduce(r->w->ctx, &least, 1, KG__COMM_MIN));
    no->reason = KG_EULER_DISCONNECTED;
    no->components = r->w->trees;
    no->edge[0] = 0;
    no->edge[1] = (kg_edge)(least - (least > r->w->virtual_edge)); /* its id without that edge */
out:
    return status;
}

/* Finds the least slot that is in another tree than the first one. */
static kg_status find_apart(forest *f)
{
    const kg__ranks *r = f->r;
    const uint64_t skip = r->w->virtual_edge, first = (uint64_t)(skip == 0) - r->lo;
    uint64_t tree = first < r->count ? kg__sets_root(f->parent, f->tree[first]) : UINT64_MAX, i = 0;
    kg_status status;

    KG_TRY(kg__comm_reduce(r->w->ctx, &tree, 1, KG__COMM_MIN));
    while (i < r->count && (r->lo + i == skip || kg__sets_root(f->parent, f->tree[i]) == tree))
        i++;
    KG_TRY(kg__ranks_apart(f->r, i < r->count ? r->lo + i : UINT64_MAX));
out:
    return status;
}

decl_ranks_tree(kg__ranks_tree_cpu)
{
    kg_context *ctx = r->w->ctx;
    uint64_t number[2] = {0, 0}; /* circuits, trees */
    forest f = {.r = r};
    kg_status status;

    kg__stage(ctx, "5 spanning tree");
    for (uint64_t word = 0; word < kg__words(r->count); word++)
        number[0] += (unsigned)__builtin_popcountll(r->label[word]);
    number[1] = f.roots = take_free(r);
    KG_TRY(kg__comm_reduce(ctx, number, 2, KG__COMM_SUM));
    r->w->circuits = number[0];
    r->w->trees = f.trees = number[1];
    if (f.trees == 1)
        goto out;
    KG_TRY(find_up(&f));
    KG_TRY(find_roots(&f));
    KG_TRY(number_roots(&f));
    KG_TRY(number_slots(&f));
    KG_TRY(kg__host_allocate(ctx, &f.parent, f.trees, sizeof *f.parent, "trees"));
    KG_TRY(kg__host_allocate(ctx, &f.least, f.trees, sizeof *f.least, "trees"));
    kg__sets_part(f.parent, f.trees);
    KG_TRY(join_trees(&f));
    if (r->w->trees > 1 && !r->graph->half)
        KG_TRY(find_apart(&f));
out:
    kg__free_all(ctx, f.root, f.of_walker, f.tree, f.parent, f.least, f.pairs);
    return status;
}
