/* The table of a backend's functions for building pattern databases. */
#ifndef KG_PATTERNS_OPS_H
#define KG_PATTERNS_OPS_H

#include "patterns.h"

typedef struct kg__pattern_work {
    kg_context *ctx;
    kg__pattern *pattern;
    const kg__pattern_moves *moves; /* the shape's */
    const kg__patience *patience;   /* may be NULL */
} kg__pattern_work;

/* Called after each level. */
static inline bool kg__pattern_stops(const kg__pattern_work *w)
{
    return w->patience && kg__patience_ends(w->patience);
}

/* Fills the pattern's bit[] and count[]. KG_MEMORY; KG_CANCELLED by progress; KG_LIMIT, without a
 * message, if patience ends. */
#define decl_patterns_build(name) kg_status name(kg__pattern_work *w)

#define KG__PATTERNS_FUNCTIONS(X) X(patterns, build)

typedef struct kg__patterns_ops {
    KG__PATTERNS_FUNCTIONS(KG__POINTER)
} kg__patterns_ops;

KG__PATTERNS_FUNCTIONS(KG__PROTOTYPES)

#endif
