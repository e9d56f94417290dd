/*
 * Stages 2 and 3 of an undirected or bidirected graph over ranks.
 *
 * in   half[]: the half-edges of the slots' places
 * out  twin[], the direction in which each slot is passed, the labels; then pred[]
 *
 * The rank that has slot e also keeps the places of the halves of edge e, and sends each to the
 * rank that has the other half. A walk that leaves a slot by place p comes to twin[p], and leaves
 * that slot by the other place. All places are followed: each circuit twice, once in each
 * direction. The smallest place, 2s or 2s + 1 of the smallest slot s, tells the direction. The one
 * with 2s + 1 is kept: its smallest slot is left by its second half-edge (orient_cpu.c).
 *
 * O(slots). Four words for each half-edge, and three for each step from rank to rank. There are
 * twice as many steps as in a directed graph.
 */
#include "ranks.h"

/* ---- twins ----------------------------------------------------------------------------------- */

/* Places are exchanged in this many rounds, so that the messages of a round take little memory
 * beside twin[]. */
enum { ROUNDS = 8 };

typedef struct ends {
    uint64_t lo;
    kg_edge *place; /* [2 * count] of the half-edges from 2 * lo on */
} ends;

static kg_status tell_twins(void *of, const kg_edge *half, uint64_t count, kg_edge *twin)
{
    const ends *known = of;

    for (uint64_t i = 0; i < count; i++)
        twin[i] = known->place[(half[i] ^ 1) - 2 * known->lo];
    return KG_OK;
}

/* Sends the places of some half-edges to the ranks that keep them. key: [2 * count] */
static kg_status send_places(
    kg__ranks *r, const ends *known, kg_edge *key, uint64_t from, uint64_t count)
{
    kg__mail *mail = &r->mail;
    kg_status status;

    for (uint64_t i = 0; i < count; i++) {
        key[2 * i] = r->half[from + i];
        key[2 * i + 1] = (kg_edge)(2 * r->lo + from + i);
    }
    KG_TRY(kg__mail_post(mail, key, count, 2, r->places));
    for (uint64_t i = 0; i < mail->received; i++)
        known->place[mail->in[2 * i] - 2 * known->lo] = mail->in[2 * i + 1];
out:
    return status;
}

static kg_status find_twins(kg__ranks *r)
{
    kg_context *ctx = r->w->ctx;
    const uint64_t places = 2 * r->count, most = places / ROUNDS + 1;
    ends known = {.lo = r->lo};
    const kg__question question = {r->places, 1, 1, tell_twins, &known};
    kg_edge *key = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &known.place, places, sizeof *known.place, "ends of edges"));
    KG_TRY(kg__host_allocate(ctx, &key, most, 2 * sizeof *key, "ends of edges"));
    KG_TRY(kg__host_allocate(ctx, &r->twin, places, sizeof *r->twin, "ends of edges"));
    for (unsigned k = 0; k < ROUNDS; k++) {
        const uint64_t from = kg__share(places, k, ROUNDS);

        KG_TRY(send_places(r, &known, key, from, kg__share(places, k + 1, ROUNDS) - from));
    }
    for (unsigned k = 0; k < ROUNDS; k++) {
        const uint64_t from = kg__share(places, k, ROUNDS);

        KG_TRY(kg__mail_ask(&r->mail, &question, r->half + from,
            kg__share(places, k + 1, ROUNDS) - from, r->twin + from));
    }
out:
    kg__mail_empty(&r->mail);
    kg__free_all(ctx, known.place, key);
    return status;
}

/* ---- directions ------------------------------------------------------------------------------ */

decl_ranks_orient(kg__ranks_orient_cpu)
{
    kg_context *ctx = r->w->ctx;
    const uint64_t places = 2 * r->count;
    kg_edge *next = NULL, *walker = NULL, *label = NULL;
    kg_status status;

    kg__stage(ctx, "2 predecessors");
    KG_TRY(find_twins(r));
    KG_TRY(kg__host_allocate(ctx, &next, places, sizeof *next, "directions of edges"));
    KG_TRY(kg__host_allocate(ctx, &walker, places, sizeof *walker, "directions of edges"));
    for (uint64_t i = 0; i < places; i++)
        next[i] = r->twin[i] ^ 1;
    r->chase = (kg__chase){.mail = &r->mail, .bound = r->places, .next = next, .walker = walker};
    KG_TRY(kg__chase_run(&r->chase));
    KG_TRY(kg__chase_label(&r->chase, r->label, 1));
    KG_TRY(kg__ranks_allocate_circuits(r));
    for (uint64_t i = 0; i < r->count; i++)
        r->walker[i] = walker[2 * i + 1];
    label = next; /* it has room for the labels, and is not needed any more */
    r->chase.next = NULL;
    KG_TRY(kg__mail_ask(&r->mail, &(kg__question){NULL, 1, 1, kg__chase_tell, &r->chase}, r->walker,
        r->count, label));
    for (uint64_t i = 0; i < r->count; i++)
        if (label[i] & 1)
            kg__mark(r->leave, i);
    for (uint64_t k = 0; k < r->chase.walkers; k++)
        r->chase.value[k] /= 2; /* the slot: the same for both directions */
out:
    r->chase.walker = NULL;
    kg__free_all(ctx, next, walker);
    return status;
}

/* A slot is entered by the twin of the place by which the slot before is left. */
decl_ranks_follow(kg__ranks_follow_cpu)
{
    kg_status status;

    KG_TRY(kg__host_allocate(r->w->ctx, &r->pred, r->count, sizeof *r->pred, "predecessors"));
    for (uint64_t i = 0; i < r->count; i++)
        r->pred[i] = r->twin[2 * i + !kg__bitmap_has(r->leave, i)] / 2;
    kg__free(r->w->ctx, r->twin);
    r->twin = NULL;
out:
    return status;
}

decl_ranks_find_half(kg__ranks_find_half_cpu)
{
    at[0] = at[1] = at[2] = 0;
    for (uint64_t i = 0; i < 2 * r->count; i++) {
        if (r->half[i] == first) {
            at[0] = r->lo + i / 2;
            at[2] = kg__bitmap_has(r->leave, i / 2) == (i & 1);
        }
        if (r->half[i] == (first ^ 1))
            at[1] = r->lo + i / 2;
    }
    return KG_OK;
}
