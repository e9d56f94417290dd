/* The backends of genomes: one row a backend. */
#ifndef KG_GENOMES_OPS_H
#define KG_GENOMES_OPS_H

#include "stretches.h"

/* The words of kg__stretches_choose(). There is at least one word, and their number fits kg_edge.
 * keep: [out] a bitmap of words. times: [out] as there. Freed by the caller, also on failure. */
#define decl_genomes_choose(name)                                                                  \
    kg_status name(                                                                                \
        const kg__stretches *s, uint64_t least, bool distinct, uint64_t **keep, kg_edge **times)

#define KG__GENOMES_FUNCTIONS(X) X(genomes, choose)

typedef struct kg__genomes_ops {
    KG__GENOMES_FUNCTIONS(KG__POINTER)
} kg__genomes_ops;

KG__GENOMES_FUNCTIONS(KG__PROTOTYPES)

#endif
