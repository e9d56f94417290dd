/*
 * States at some number of moves, each once.
 */
#include "levels.h"
#include <stdlib.h>

/* The last move counts most in canonical order, and so it does in a path as a number. */
static int compare(const void *a, const void *b)
{
    const kg__tiles_key *x = a, *y = b;

    if (x->state != y->state)
        return x->state < y->state ? -1 : 1;
    return x->path < y->path ? -1 : x->path > y->path;
}

void kg__tiles_drop_known(kg__tiles_level *l, const kg__tiles_level *known)
{
    uint64_t kept = 0, at = 0;

    qsort(l->key, l->count, sizeof *l->key, compare);
    for (uint64_t i = 0; i < l->count; i++) {
        const kg__tiles_key k = l->key[i];

        while (at < known->count && known->key[at].state < k.state)
            at++;
        if ((at < known->count && known->key[at].state == k.state) ||
            (kept && l->key[kept - 1].state == k.state))
            continue;
        l->key[kept++] = k;
    }
    l->count = kept;
}
