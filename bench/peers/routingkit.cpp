/* The peer RoutingKit: contraction hierarchies, queries, pinned targets, basic customization. */
#include "routingkit.h"

#ifdef HAVE_ROUTINGKIT
#include <new>
#include <routingkit/constants.h>
#include <routingkit/contraction_hierarchy.h>
#include <routingkit/customizable_contraction_hierarchy.h>
#include <vector>

struct bench_routingkit {
    RoutingKit::ContractionHierarchy index;
    RoutingKit::ContractionHierarchyQuery query;
};

namespace
{

std::vector<unsigned> list(const uint32_t *from, uint32_t count)
{
    return std::vector<unsigned>(from, from + count);
}

uint32_t distance(unsigned length)
{
    return length == RoutingKit::inf_weight ? UINT32_MAX : length;
}

} // namespace

double bench_routingkit_build(bench_routingkit **made, const bench_roads *r)
{
    const double begin = bench_now();

    *made = new (std::nothrow) bench_routingkit;
    if (!*made)
        return -1;
    (*made)->index = RoutingKit::ContractionHierarchy::build(
        r->n, list(r->tail, r->arcs), list(r->head, r->arcs), list(r->length, r->arcs));
    const double end = bench_now();

    (*made)->query.reset((*made)->index);
    return end - begin;
}

double bench_routingkit_pairs(bench_routingkit *made, const uint32_t *from, const uint32_t *to,
    uint32_t count, uint32_t *length)
{
    const double begin = bench_now();

    for (uint32_t i = 0; i < count; i++)
        length[i] = distance(
            made->query.reset().add_source(from[i]).add_target(to[i]).run().get_distance());
    return bench_now() - begin;
}

double bench_routingkit_matrix(bench_routingkit *made, const uint32_t *source, uint32_t sources,
    const uint32_t *target, uint32_t targets, uint32_t *entry)
{
    const double begin = bench_now();

    made->query.reset().pin_targets(list(target, targets));
    for (uint32_t i = 0; i < sources; i++) {
        uint32_t *const row = entry + (uint64_t)i * targets;

        made->query.reset_source()
            .add_source(source[i])
            .run_to_pinned_targets()
            .get_distances_to_targets(row);
        for (uint32_t k = 0; k < targets; k++)
            row[k] = distance(row[k]);
    }
    return bench_now() - begin;
}

void bench_routingkit_destroy(bench_routingkit *made)
{
    delete made;
}

double bench_routingkit_customize(const bench_roads *r, int threads)
{
    const RoutingKit::CustomizableContractionHierarchy base(
        list(r->order, r->n), list(r->tail, r->arcs), list(r->head, r->arcs));
    RoutingKit::CustomizableContractionHierarchyParallelization team(base);
    RoutingKit::CustomizableContractionHierarchyMetric metric(base, list(r->length, r->arcs));
    const double begin = bench_now();

    if (threads > 1)
        team.customize(metric, (unsigned)threads);
    else
        metric.customize();
    return bench_now() - begin;
}

#else

double bench_routingkit_build(bench_routingkit **made, const bench_roads *)
{
    *made = nullptr;
    return -1;
}

double bench_routingkit_pairs(
    bench_routingkit *, const uint32_t *, const uint32_t *, uint32_t, uint32_t *)
{
    return -1;
}

double bench_routingkit_matrix(
    bench_routingkit *, const uint32_t *, uint32_t, const uint32_t *, uint32_t, uint32_t *)
{
    return -1;
}

void bench_routingkit_destroy(bench_routingkit *)
{
}

double bench_routingkit_customize(const bench_roads *, int)
{
    return -1;
}
#endif
