/*
 * Circuits of a bidirected graph over ranks are turned as euler_ops.h says of decl_euler_turn: so
 * that those which are to be joined pass the vertex where they meet in one direction.
 *
 * in   the chosen links, labels, directions
 * out  directions: those of the slots of circuits that are turned have changed
 *
 * Which circuits are turned depends on the order in which links join them. So every rank gets all
 * chosen links, one less than there are circuits, and follows Kruskal's order by itself: 8 edge ids
 * a circuit, O(circuits log circuits), serial.
 */
#include "ranks.h"
#include "turns.h"

static const char what[] = "circuits that are turned";

/* A chosen link: the labels of the slot before and of the slot; afterwards their numbers. */
typedef struct link {
    kg_edge circuit[2];
    kg_edge opposite; /* they are passed in opposite directions */
} link;

typedef struct turns {
    kg__ranks *r;
    uint64_t links, circuits;
    link *link;        /* [links] in order of slots */
    kg_edge *label;    /* [circuits] in their order */
    kg__turns circuit; /* by their numbers */
} turns;

/* The links of this rank. mine: to be freed. */
static kg_status find_links(const turns *t, link **mine, uint64_t *count)
{
    kg__ranks *r = t->r;
    kg_context *ctx = r->w->ctx;
    uint64_t *last = NULL, before, links = 0;
    kg_edge *key = NULL;
    kg_status status;

    for (uint64_t i = 0; i < r->count; i++)
        links += kg__bitmap_has(r->chosen, i);
    KG_TRY(kg__host_allocate(ctx, &last, r->ranks, sizeof *last, what));
    KG_TRY(kg__host_allocate(ctx, mine, links, sizeof **mine, what));
    KG_TRY(kg__host_allocate(ctx, &key, links, 2 * sizeof *key, what));
    /* The walker of the last slot, which may be as large as a word, and its direction. */
    KG_TRY(kg__ranks_gather(ctx, r->count ? r->walker[r->count - 1] : UINT64_MAX, last));
    before = kg__last_before(last, r->rank);
    for (uint64_t i = 0, k = 0; i < r->count; i++)
        if (kg__bitmap_has(r->chosen, i)) {
            key[k++] = i ? r->walker[i - 1] : (kg_edge)before;
            key[k++] = r->walker[i];
        }
    KG_TRY(kg__ranks_gather(
        ctx, r->count ? kg__bitmap_has(r->leave, r->count - 1) : UINT64_MAX, last));
    before = kg__last_before(last, r->rank);
    KG_TRY(kg__mail_ask(
        &r->mail, &(kg__question){NULL, 1, 1, kg__chase_tell, &r->chase}, key, 2 * links, key));
    for (uint64_t i = 0, k = 0; i < r->count; i++)
        if (kg__bitmap_has(r->chosen, i)) {
            const bool other = i ? kg__bitmap_has(r->leave, i - 1) : before;

            (*mine)[k] = (link){{key[2 * k], key[2 * k + 1]},
                kg__bitmap_has(r->sided, i) && other != kg__bitmap_has(r->leave, i)};
            k++;
        }
    *count = links;
out:
    kg__free(ctx, last);
    kg__free(ctx, key);
    return status;
}

static kg_status gather(turns *t)
{
    kg__ranks *r = t->r;
    kg_context *ctx = r->w->ctx;
    link *mine = NULL;
    kg_edge *label = NULL;
    uint64_t count = 0;
    kg_status status;

    KG_TRY(find_links(t, &mine, &count));
    KG_TRY(kg__ranks_gather_all(ctx, mine, count, sizeof *mine, &t->link, &t->links, NULL, what));
    count = 0;
    for (uint64_t i = 0; i < r->count; i++)
        count += kg__bitmap_has(r->label, i);
    KG_TRY(kg__host_allocate(ctx, &label, count, sizeof *label, what));
    count = 0;
    for (uint64_t i = 0; i < r->count; i++)
        if (kg__bitmap_has(r->label, i))
            label[count++] = (kg_edge)(r->lo + i);
    KG_TRY(kg__ranks_gather_all(
        ctx, label, count, sizeof *label, &t->label, &t->circuits, NULL, what));
out:
    kg__free(ctx, mine);
    kg__free(ctx, label);
    return status;
}

static kg_edge number_of(const turns *t, kg_edge label)
{
    uint64_t low = 0, high = t->circuits;

    while (high - low > 1) {
        const uint64_t middle = low + (high - low) / 2;

        if (t->label[middle] <= label)
            low = middle;
        else
            high = middle;
    }
    return (kg_edge)low;
}

static void join_all(turns *t)
{
    for (uint64_t i = 0; i < t->links; i++) {
        const link *at = &t->link[i];

        kg__turns_join(&t->circuit, number_of(t, at->circuit[0]), number_of(t, at->circuit[1]),
            at->opposite != 0);
    }
}

static kg_status tell_turned(void *of, const kg_edge *walker, uint64_t count, kg_edge *is_turned)
{
    turns *t = of;

    for (uint64_t i = 0; i < count; i++) {
        const kg_edge label = t->r->chase.value[walker[i] / t->r->ranks];
        bool against;

        kg__turns_root(&t->circuit, number_of(t, label), &against);
        is_turned[i] = against;
    }
    return KG_OK;
}

kg_status kg__ranks_turn(kg__ranks *r)
{
    kg_context *ctx = r->w->ctx;
    turns t = {.r = r};
    kg_edge *is_turned = NULL;
    kg_status status;

    KG_TRY(gather(&t));
    KG_TRY(kg__turns_create(&t.circuit, ctx, t.circuits));
    join_all(&t);
    KG_TRY(kg__host_allocate(ctx, &is_turned, r->count, sizeof *is_turned, what));
    KG_TRY(kg__mail_ask(
        &r->mail, &(kg__question){NULL, 1, 1, tell_turned, &t}, r->walker, r->count, is_turned));
    for (uint64_t i = 0; i < r->count; i++)
        r->leave[i / 64] ^= (uint64_t)is_turned[i] << i % 64;
out:
    kg__free(ctx, t.link);
    kg__free(ctx, t.label);
    kg__turns_free(&t.circuit, ctx);
    kg__free(ctx, is_turned);
    return status;
}
