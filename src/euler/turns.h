/*
 * Finds the circuits of a bidirected graph that must be turned, so that any two that are joined
 * pass the vertex where they meet in one direction. It is a union-find in which each circuit knows
 * whether it is turned against its parent.
 */
#ifndef KG_TURNS_H
#define KG_TURNS_H

#include "../csr/csr.h"

typedef struct kg__turns {
    kg_edge *parent;  /* [circuits] */
    uint64_t *turned; /* bits [circuits] against the parent; clear for a root */
} kg__turns;

/* Each circuit is its own root. The caller frees t with kg__turns_free(), after a failure too. */
static inline kg_status kg__turns_create(kg__turns *t, kg_context *ctx, uint64_t circuits)
{
    static const char what[] = "circuits that are turned";
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &t->parent, circuits, sizeof *t->parent, what));
    KG_TRY(kg__bitmap_create(ctx, &t->turned, circuits, what));
    for (uint64_t c = 0; c < circuits; c++)
        t->parent[c] = (kg_edge)c;
out:
    return status;
}

static inline void kg__turns_free(kg__turns *t, kg_context *ctx)
{
    kg__free_all(ctx, t->parent, t->turned);
}

/* Returns the root of circuit c. *against: whether c is turned against the root. */
static inline kg_edge kg__turns_root(kg__turns *t, kg_edge c, bool *against)
{
    *against = false;
    while (t->parent[c] != c) {
        const kg_edge up = t->parent[c];

        if (t->parent[up] != up) { /* point past it from here on */
            t->turned[c / 64] ^= (uint64_t)kg__bitmap_has(t->turned, up) << c % 64;
            t->parent[c] = t->parent[up];
        }
        *against ^= kg__bitmap_has(t->turned, c);
        c = t->parent[c];
    }
    return c;
}

/* Joins two circuits, unless they are joined already. opposite: exactly one of them must turn. */
static inline void kg__turns_join(kg__turns *t, kg_edge a, kg_edge b, bool opposite)
{
    bool against[2];
    const kg_edge root = kg__turns_root(t, a, &against[0]),
                  other = kg__turns_root(t, b, &against[1]);

    if (root == other)
        return;
    t->parent[other] = root;
    t->turned[other / 64] |= (uint64_t)(against[0] ^ against[1] ^ opposite) << other % 64;
}

#endif
