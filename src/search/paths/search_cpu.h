/* The searches on the CPU. */
#ifndef KG_PATHS_SEARCH_CPU_H
#define KG_PATHS_SEARCH_CPU_H

#include "paths_ops.h"

/* The radius: the distance up to which the search must know distances once all goals are reached.
 * The distances of goals must be final. */
double kg__paths_radius(const kg__paths_work *w);

/* The search by a bucket queue. *done: [out] false if the queue does not suit the lengths, or if
 * the search gave up because it looked at edges again and again. */
kg_status kg__paths_buckets(kg__paths_work *w, bool *done);

/* The search by a radix heap, which suits any lengths. Serial. */
kg_status kg__paths_heap(kg__paths_work *w);

#endif
