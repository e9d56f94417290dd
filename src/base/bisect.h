/*
 * Binary search for the first or last index at which a condition holds. `i` is the name by which
 * the condition calls the index. Each search looks at no more than log2(to - from) + 1 indices.
 * These are expressions of the type of `to`.
 */
#ifndef KG_BISECT_H
#define KG_BISECT_H

/* The first index of [from, to) for which the condition holds, or `to`. If the condition holds for
 * an index, it holds for all later ones: with x[i] >= y, this is the lower bound of y. */
#define KG__FIRST_WHERE(i, from, to, condition)                                                    \
    ({                                                                                             \
        __typeof__((to) + 0) kg__low = (from), kg__high = (to);                                    \
        while (kg__low < kg__high) {                                                               \
            const __typeof__(kg__low) i = kg__low + (kg__high - kg__low) / 2;                      \
            if (condition)                                                                         \
                kg__high = i;                                                                      \
            else                                                                                   \
                kg__low = i + 1;                                                                   \
        }                                                                                          \
        kg__low;                                                                                   \
    })

/* The last index of [from, to) for which the condition holds. It holds for `from`, which is not
 * tested. If it holds for an index, it holds for all earlier ones. */
#define KG__LAST_WHERE(i, from, to, condition)                                                     \
    ({                                                                                             \
        __typeof__((to) + 0) kg__low = (from), kg__high = (to);                                    \
        while (kg__high - kg__low > 1) {                                                           \
            const __typeof__(kg__low) i = kg__low + (kg__high - kg__low) / 2;                      \
            if (condition)                                                                         \
                kg__low = i;                                                                       \
            else                                                                                   \
                kg__high = i;                                                                      \
        }                                                                                          \
        kg__low;                                                                                   \
    })

#endif
