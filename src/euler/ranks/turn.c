/*
 * Turns circuits of a bidirected graph over ranks, as euler_ops.h says of decl_euler_turn: circuits
 * that will be joined then pass the vertex where they meet in one direction.
 *
 * in   the chosen links, labels, directions
 * out  directions: changed at the slots of circuits that are turned
 *
 * The circuits that are turned depend on the order in which links join them. So every rank gets all
 * chosen links, one less than there are circuits, and follows Kruskal's order by itself: 8 edge ids
 * a circuit, O(circuits log circuits), serial.
 */
#include "../turns.h"
#include "ranks.h"

static const char what[] = "circuits that are turned";

/* A chosen link: the labels of the circuits at the slot before and at the slot. */
typedef struct link {
    kg_edge circuit[2];
    kg_edge opposite; /* the circuits are passed in opposite directions */
} link;

/* Bits of this rank's slots, in host memory. */
typedef struct bits {
    const uint64_t *chosen, *label, *leave, *sided; /* bits [slots] */
    uint64_t *copy;                                 /* of the bits on a device; freed at the end */
} bits;

typedef struct turns {
    kg__ranks *r;
    const kg__ranks_ops *ops;
    bits own;
    uint64_t links, circuits;
    link *link;        /* [links] in order of slots */
    kg_edge *label;    /* [circuits] in their order */
    kg__turns circuit; /* by number */
} turns;

static kg_status look_at(bits *own, const kg__ranks *r)
{
    enum { ARRAYS = 3 };
    const uint64_t *const from[ARRAYS] = {r->chosen, r->label, r->leave};
    const uint64_t words = kg__words(r->count);
    kg_context *ctx = r->w->ctx;
    kg_status status = KG_OK;

    *own = (bits){r->chosen, r->label, r->leave, r->sided, NULL};
    if (kg__context_backend(ctx) == KG__CPU)
        goto out;
    KG_TRY(kg__host_allocate(ctx, &own->copy, words, ARRAYS * sizeof *own->copy, what));
    for (unsigned i = 0; i < ARRAYS; i++)
        KG_TRY(kg__memory(ctx)->download(
            ctx, own->copy + i * words, from[i], words * sizeof *own->copy));
    own->chosen = own->copy;
    own->label = own->copy + words;
    own->leave = own->copy + 2 * words;
out:
    return status;
}

/* Lists the slots of this rank's part whose bits are set. The caller frees slot. */
static kg_status list_bits(
    const kg__ranks *r, const uint64_t *bit, uint64_t **slot, uint64_t *count)
{
    uint64_t found = 0;
    kg_status status;

    for (uint64_t i = 0; i < r->count; i++)
        found += kg__bitmap_has(bit, i);
    KG_TRY(kg__host_allocate(r->w->ctx, slot, found, sizeof **slot, what));
    found = 0;
    for (uint64_t i = 0; i < r->count; i++)
        if (kg__bitmap_has(bit, i))
            (*slot)[found++] = i;
    *count = found;
out:
    return status;
}

/* Lists the links of this rank. The caller frees mine. */
static kg_status find_links(const turns *t, link **mine, uint64_t *count)
{
    kg__ranks *r = t->r;
    kg_context *ctx = r->w->ctx;
    uint64_t *last = NULL, *slot = NULL, before;
    kg_edge *label = NULL;
    kg_status status;

    KG_TRY(list_bits(r, t->own.chosen, &slot, count));
    KG_TRY(kg__host_allocate(ctx, mine, *count, sizeof **mine, what));
    KG_TRY(kg__host_allocate(ctx, &label, *count, 2 * sizeof *label, what));
    KG_TRY(t->ops->labels(r, slot, *count, label));
    KG_TRY(kg__host_allocate(ctx, &last, r->ranks, sizeof *last, what));
    KG_TRY(kg__ranks_gather(
        ctx, r->count ? kg__bitmap_has(t->own.leave, r->count - 1) : UINT64_MAX, last));
    before = kg__last_before(last, r->rank);
    for (uint64_t k = 0; k < *count; k++) {
        const uint64_t i = slot[k];
        const bool other = i ? kg__bitmap_has(t->own.leave, i - 1) : before;

        (*mine)[k] = (link){{label[2 * k], label[2 * k + 1]},
            kg__bitmap_has(t->own.sided, i) && other != kg__bitmap_has(t->own.leave, i)};
    }
out:
    kg__free_all(ctx, last, slot, label);
    return status;
}

static kg_status gather(turns *t)
{
    kg__ranks *r = t->r;
    kg_context *ctx = r->w->ctx;
    link *mine = NULL;
    uint64_t *slot = NULL, count = 0;
    kg_edge *label = NULL;
    kg_status status;

    KG_TRY(look_at(&t->own, r));
    KG_TRY(find_links(t, &mine, &count));
    KG_TRY(kg__ranks_gather_all(ctx, mine, count, sizeof *mine, &t->link, &t->links, NULL, what));
    KG_TRY(list_bits(r, t->own.label, &slot, &count));
    KG_TRY(kg__host_allocate(ctx, &label, count, sizeof *label, what));
    for (uint64_t k = 0; k < count; k++)
        label[k] = (kg_edge)(r->lo + slot[k]);
    KG_TRY(kg__ranks_gather_all(
        ctx, label, count, sizeof *label, &t->label, &t->circuits, NULL, what));
out:
    kg__free_all(ctx, mine, slot, label);
    return status;
}

static kg_edge number_of(const kg_edge *sorted, uint64_t circuits, kg_edge label)
{
    return (kg_edge)KG__LAST_WHERE(i, 0, circuits, sorted[i] <= label);
}

/* Joins the circuits, then marks those that are turned. */
static void join_all(turns *t)
{
    kg__turns *all = &t->circuit;

    for (uint64_t i = 0; i < t->links; i++) {
        const link *at = &t->link[i];

        kg__turns_join(all, number_of(t->label, t->circuits, at->circuit[0]),
            number_of(t->label, t->circuits, at->circuit[1]), at->opposite != 0);
    }
    for (uint64_t c = 0; c < t->circuits; c++) { /* a root is turned against nothing */
        bool against;

        all->parent[c] = kg__turns_root(all, (kg_edge)c, &against);
        all->turned[c / 64] &= ~(UINT64_C(1) << c % 64);
        all->turned[c / 64] |= (uint64_t)against << c % 64;
    }
}

kg_status kg__ranks_turn(kg__ranks *r, const kg__ranks_ops *ops)
{
    kg_context *ctx = r->w->ctx;
    turns t = {.r = r, .ops = ops};
    kg_status status;

    KG_TRY(gather(&t));
    KG_TRY(kg__turns_create(&t.circuit, ctx, t.circuits));
    join_all(&t);
    KG_TRY(ops->turn(r, t.label, t.circuit.turned, t.circuits));
out:
    kg__free_all(ctx, t.own.copy, t.link, t.label);
    kg__turns_free(&t.circuit, ctx);
    return status;
}

/* ---- on the CPU ------------------------------------------------------------------------------ */

decl_ranks_labels(kg__ranks_labels_cpu)
{
    kg_context *ctx = r->w->ctx;
    uint64_t *last = NULL;
    kg_edge before;
    kg_status status;

    /* The walker of each rank's last slot. Its number may need a whole word. */
    KG_TRY(kg__host_allocate(ctx, &last, r->ranks, sizeof *last, what));
    KG_TRY(kg__ranks_gather(ctx, r->count ? r->walker[r->count - 1] : UINT64_MAX, last));
    before = (kg_edge)kg__last_before(last, r->rank);
    for (uint64_t k = 0; k < count; k++) {
        label[2 * k] = slot[k] ? r->walker[slot[k] - 1] : before;
        label[2 * k + 1] = r->walker[slot[k]];
    }
    KG_TRY(kg__mail_ask(
        &r->mail, &(kg__question){NULL, 1, 1, kg__chase_tell, &r->chase}, label, 2 * count, label));
out:
    kg__free(ctx, last);
    return status;
}

typedef struct told {
    const kg__ranks *r;
    const kg_edge *label;
    const uint64_t *turned;
    uint64_t circuits;
} told;

static kg_status tell_turned(void *of, const kg_edge *walker, uint64_t count, kg_edge *is_turned)
{
    const told *t = of;

    for (uint64_t i = 0; i < count; i++) {
        const kg_edge label = t->r->chase.value[walker[i] / t->r->ranks];

        is_turned[i] = kg__bitmap_has(t->turned, number_of(t->label, t->circuits, label));
    }
    return KG_OK;
}

decl_ranks_turn(kg__ranks_turn_cpu)
{
    told t = {r, label, turned, circuits};
    kg_edge *is_turned = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(r->w->ctx, &is_turned, r->count, sizeof *is_turned, what));
    KG_TRY(kg__mail_ask(
        &r->mail, &(kg__question){NULL, 1, 1, tell_turned, &t}, r->walker, r->count, is_turned));
    for (uint64_t i = 0; i < r->count; i++)
        r->leave[i / 64] ^= (uint64_t)is_turned[i] << i % 64;
out:
    kg__free(r->w->ctx, is_turned);
    return status;
}
