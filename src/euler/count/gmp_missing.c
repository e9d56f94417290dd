/* Replaces count_gmp.c in a build without GMP. */
#include "count.h"

kg_status kg__count_exactly(kg_euler_count *count, kg_context *ctx, const kg__multiples *graph,
    const kg_vertex *order, double work)
{
    (void)count;
    (void)ctx;
    (void)graph;
    (void)order;
    (void)work;
    return KG_MISSING;
}
