/*
 * Matrices of distances: the front. Checks arguments, finds ancestors, chooses the type of entries,
 * has rows made and checks a part of them.
 *
 * Method: sums that are exact come from sweeps over ancestors (ancestors.c, climb.c and a backend's
 *     rows). If a hierarchy is not exact, sweeps would add in another order than distances.h says.
 *     Unless the caller accepts this, each row then comes from a search in the graph.
 * Check: a search in the graph, whose answer has a check of its own, repeats the rows that a hash
 *     of their number chooses.
 */
#include "../../base/random.h"
#include "distance_rows_ops.h"
#include <math.h>
#include <string.h>

/* An arc of an ancestor for one source, or an entry: 0.6 ns on one thread of a Xeon at 2.8 GHz. The
 * figure for CUDA is that of an H100, 10,000 x 10,000 and 100,000 x 100,000 entries to the host. */
static const kg__cost item_cost = {.ns = {[KG__CPU] = 0.6, [KG__CUDA] = 0.007}};

/* CHECKED: rows that are checked unless the caller says otherwise. */
enum { CHECKED = 2 };

/* ---- making one ------------------------------------------------------------------------------ */

static kg_status check_arguments(const kg_hierarchy *h, const kg_vertex *source, uint64_t sources,
    const kg_vertex *target, uint64_t targets, const kg_hierarchy_matrix_options *o)
{
    kg_context *ctx = h->ctx;
    uint64_t entries;
    kg_status status;

    if (!(o->verify >= 0 && o->verify <= 1))
        return kg__fail(
            ctx, KG_ARGUMENT, "verify is %g: expected a share of the rows from 0 to 1", o->verify);
    if (__builtin_mul_overflow(sources, targets, &entries) || entries > UINT64_MAX / 16)
        return kg__fail(ctx, KG_OVERFLOW, "a matrix of %llu x %llu distances",
            (unsigned long long)sources, (unsigned long long)targets);
    KG_TRY(kg__paths_check_vertices(h->graph, "source", source, sources));
    KG_TRY(kg__paths_check_vertices(h->graph, "target", target, targets));
out:
    return status;
}

static kg_status copy(
    kg_context *ctx, kg_vertex **to, const kg_vertex *from, uint64_t count, const char *what)
{
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, to, count, sizeof **to, what));
    if (count)
        memcpy(*to, from, count * sizeof **to);
out:
    return status;
}

/* Returns whether all lengths of the hierarchy are whole numbers. If it was read and has no labels,
 * only the graph can tell. */
static kg_status are_whole(bool *are, const kg_hierarchy *h)
{
    kg__lengths *lengths;
    kg_status status = KG_OK;

    *are = h->unit_of_labels >= 1;
    if (h->unit || h->labelled)
        return KG_OK;
    KG_TRY(kg__lengths_of(&lengths, h->graph));
    *are = lengths->lowest_bit >= 0;
out:
    return status;
}

/* Chooses the type, and gives the arcs their last form. */
static kg_status choose_type(kg_distance_matrix *m)
{
    double bound = INFINITY;
    bool whole = false;
    kg_status status = KG_OK;

    if (!m->options.doubles && m->h->exact)
        KG_TRY(are_whole(&whole, m->h));
    KG_TRY(kg__ancestors_regroup(m, whole ? &bound : NULL));
    if (!(bound < UINT32_MAX))
        return KG_OK;
    m->type = KG_U32;
    KG_TRY(kg__ancestors_narrow(m->ctx, &m->up));
    KG_TRY(kg__ancestors_narrow(m->ctx, &m->down));
out:
    return status;
}

/* Returns whether rows come from searches in the graph. */
static bool is_searched(const kg_distance_matrix *m)
{
    return !m->h->exact && !m->options.rounded;
}

kg_status kg_hierarchy_matrix(kg_distance_matrix **matrix, kg_hierarchy *hierarchy,
    const kg_vertex *source, uint64_t sources, const kg_vertex *target, uint64_t targets,
    const kg_hierarchy_matrix_options *options)
{
    kg_hierarchy *h = hierarchy;
    kg_context *ctx = KG__CONTEXT(h);
    kg_distance_matrix *m = NULL;
    kg_status status;

    KG_NEED_RESULT(ctx, matrix, hierarchy);
    if (sources)
        KG_NEED(ctx, source);
    if (targets)
        KG_NEED(ctx, target);
    options =
        options ? options : &(const kg_hierarchy_matrix_options)KG_HIERARCHY_MATRIX_OPTIONS_INIT;
    kg__begin(ctx);
    KG_TRY(check_arguments(h, source, sources, target, targets, options));
    kg__stage(ctx, "select");
    KG_TRY(kg__host_allocate(ctx, &m, 1, sizeof *m, "a matrix"));
    *m = (kg_distance_matrix){.ctx = ctx, .h = h, .options = *options, .type = KG_F64};
    m->up.given = sources;
    m->down.given = targets;
    KG_TRY(copy(ctx, &m->source, source, sources, "sources"));
    KG_TRY(copy(ctx, &m->target, target, targets, "targets"));
    if (!is_searched(m)) {
        KG_TRY(kg__ancestors_find(m));
        KG_TRY(choose_type(m));
    }
    *matrix = m;
    m = NULL;
out:
    kg_distance_matrix_destroy(m);
    kg__stage(ctx, NULL);
    return status;
}

void kg_distance_matrix_destroy(kg_distance_matrix *matrix)
{
    kg_distance_matrix *m = matrix;
    kg_context *ctx = KG__CONTEXT(m);

    if (!m)
        return;
    kg__ancestors_release(ctx, &m->up);
    kg__ancestors_release(ctx, &m->down);
    for (int i = 0; i < KG__MATRIX_RESIDENTS; i++)
        kg__free(ctx, m->resident[i]);
    kg__free_all(ctx, m->source, m->target, m->meet, m->number, m);
}

KG__GETTER(kg_type, kg_distance_matrix_type, kg_distance_matrix, matrix, matrix->type, KG_F64)
KG__GETTER(int, kg_distance_matrix_searches, kg_distance_matrix, matrix, is_searched(matrix), 0)

static const kg__distance_ops table[KG__BACKENDS] = KG__TABLE(KG__DISTANCE_FUNCTIONS);

/* The current backend's row of the table. */
static const kg__distance_ops *distances(const kg_context *ctx)
{
    return &table[kg__context_backend(ctx)];
}

/* ---- rows ------------------------------------------------------------------------------------ */

static kg_status search_row(kg_distances **d, const kg_distance_matrix *m, uint64_t row, bool check)
{
    const kg_distances_options options = {
        .goal = m->target, .goals = m->down.given, .unit = m->h->unit, .skip_verify = !check};

    return kg_graph_distances(d, m->h->graph, &m->source[row], 1, &options);
}

static bool is_checked(const kg_distance_matrix *m, uint64_t row)
{
    const uint64_t rows = m->up.given;

    if (m->options.skip_verify)
        return false;
    if (m->options.verify > 0)
        return kg__random_unit(rows, row) < m->options.verify;
    for (uint64_t i = 0; i < CHECKED; i++)
        if (row == kg__random_below(rows, i, rows))
            return true;
    return false;
}

static double entry_of(const kg_distance_matrix *m, const void *entry, uint64_t i)
{
    const uint32_t *whole = entry;

    if (m->type == KG_F64)
        return ((const double *)entry)[i];
    return whole[i] == UINT32_MAX ? (double)INFINITY : (double)whole[i];
}

/* Returns whether an entry is a distance, or near it if sums are rounded. */
static bool is_right(const kg_distance_matrix *m, double got, double distance)
{
    if (m->h->exact || isinf(got) || isinf(distance))
        return got == distance;
    return fabs(got - distance) <= distance * 0x1p-51 * m->h->graph->n;
}

/* Checks a row, which begins at entry `at`, by a search. */
static kg_status check_row(
    const kg_distance_matrix *m, uint64_t row, const void *entry, uint64_t at)
{
    kg_distances *d = NULL;
    kg_status status;

    KG_TRY(search_row(&d, m, row, true));
    for (uint64_t t = 0; t < m->down.given; t++) {
        const double got = entry_of(m, entry, at + t);
        const double distance = kg_distances_lengths(d)[m->target[t]];

        if (!is_right(m, got, distance)) {
            status = kg__fail(m->ctx, KG_INTERNAL,
                "the distance from vertex %u to vertex %u is %.17g, but the matrix has %.17g",
                m->source[row], m->target[t], distance, got);
            break;
        }
    }
out:
    kg_distances_destroy(d);
    return status;
}

/* Makes rows by searches in the graph. */
static kg_status search_rows(kg__rows *r)
{
    const kg_distance_matrix *m = r->m;
    double *entry = r->entry;
    kg_status status = KG_OK;

    for (uint64_t i = 0; i < r->count; i++) {
        kg_distances *d = NULL;

        KG_TRY(search_row(&d, m, r->first + i, is_checked(m, r->first + i)));
        for (uint64_t t = 0; t < m->down.given; t++)
            *entry++ = kg_distances_lengths(d)[m->target[t]];
        kg_distances_destroy(d);
        KG_TRY(kg__progress(m->ctx, "finding distances", r->first + i + 1, m->up.given));
    }
out:
    return status;
}

static kg_status sweep_rows(kg__rows *r)
{
    const kg_distance_matrix *m = r->m;
    kg_context *ctx = m->ctx;
    kg_status status;

    kg__choose(ctx, &item_cost, r->count * (m->down.arcs + m->down.given),
        (r->count + KG__BATCH - 1) / KG__BATCH);
    status = distances(ctx)->rows(r);
    if (kg__choose_other(ctx, status))
        status = distances(ctx)->rows(r);
    kg__end_choice(ctx);
    KG_TRY(status);
    kg__stage(ctx, "verify");
    for (uint64_t i = 0; i < r->count; i++)
        if (is_checked(m, r->first + i))
            KG_TRY(check_row(m, r->first + i, r->entry, i * m->down.given));
    KG_TRY(kg__progress(ctx, "finding distances", r->first + r->count, m->up.given));
out:
    return status;
}

kg_status kg_distance_matrix_rows(
    kg_distance_matrix *matrix, uint64_t first, uint64_t count, void *entry)
{
    kg_context *ctx = KG__CONTEXT(matrix);
    kg__rows r = {.m = matrix, .first = first, .count = count, .entry = entry};
    kg_status status;

    KG_NEED(NULL, matrix);
    if (count && matrix->down.given)
        KG_NEED(ctx, entry);
    kg__begin(ctx);
    if (first > matrix->up.given || count > matrix->up.given - first)
        return kg__fail(ctx, KG_ARGUMENT, "rows %llu to %llu of a matrix that has %llu",
            (unsigned long long)first, (unsigned long long)(first + count),
            (unsigned long long)matrix->up.given);
    if (!count || !matrix->down.given)
        return KG_OK;
    status = is_searched(matrix) ? search_rows(&r) : sweep_rows(&r);
    kg__stage(ctx, NULL);
    return status;
}
