/* The searches on the CPU. */
#ifndef KG_PATHS_SEARCH_CPU_H
#define KG_PATHS_SEARCH_CPU_H

#include "paths_ops.h"

/* The radius: how far the search has to know distances once all goals are reached. distances of
 * goals are final. */
double kg__paths_radius(const kg__paths_work *w);

/* Whether the bucket queue suits the lengths, and its search. *done: [out] whether it came to an
 * end: it gives up where it looks at edges again and again. */
kg_status kg__paths_buckets(kg__paths_work *w, bool *done);

/* The search by a radix heap, which suits any lengths. Serial. */
kg_status kg__paths_heap(kg__paths_work *w);

#endif
