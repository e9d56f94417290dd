/*
 * Networks: making them of cities, their k-d tree, nearest nodes.
 *
 * In: cities. Out: weights, lists of near nodes, the nearest node of another part.
 *
 * Places in the plane, or on the unit sphere in space, are halved at the median of the wider side
 * until few are left. A search goes into the nearer half first, and leaves out boxes no point of
 * which can be better than what is found; the bound by which it does is a little lower than the
 * distance to the box, so that no rounding leaves out a node wrongly. Matrices have no such tree:
 * rows are searched from end to end.
 *
 * Work: O(n log n) to make; O(log n) a search where places lie evenly; O(n) for a matrix, O(n^2) to
 * make. Deterministic at any number of threads: each search is one thread's.
 * Source: Bentley, "K-d trees for semidynamic point sets", 1990.
 */
#include "network.h"
#include "../matrix/matrix.h"
#include <string.h>

/* GRAIN: searches that are worth one more thread. */
enum { GRAIN = 2048, CHUNK = 256, TILE = 64 };

/* The most bits of the sum of all weights of a tour. */
enum { SUM_BITS = 58 };

/* ---- the tree -------------------------------------------------------------------------------- */

static bool is_less(
    const double *place, const uint32_t *city, unsigned axis, uint32_t a, uint32_t b)
{
    const double x = place[3 * (uint64_t)city[a] + axis], y = place[3 * (uint64_t)city[b] + axis];

    return x < y || (x == y && city[a] < city[b]);
}

static void swap_cities(uint32_t *city, uint32_t a, uint32_t b)
{
    const uint32_t was = city[a];

    city[a] = city[b];
    city[b] = was;
}

/* Puts the least of city[low..high-1] by an axis before middle, the others behind (quickselect). */
static void halve(const double *place, uint32_t *city, unsigned axis, uint32_t low, uint32_t high,
    uint32_t middle)
{
    while (high - low > 1) {
        uint32_t end = low;

        swap_cities(city, low + (high - low) / 2, high - 1);
        for (uint32_t i = low; i + 1 < high; i++)
            if (is_less(place, city, axis, i, high - 1))
                swap_cities(city, i, end++);
        swap_cities(city, end, high - 1);
        if (middle == end)
            return;
        if (middle < end)
            high = end;
        else
            low = end + 1;
    }
}

/* place: of cities, [n][3]. */
static void make_boxes(
    kg__network *w, const double *place, uint64_t index, uint32_t low, uint32_t high)
{
    kg__box *box = &w->box[index];
    const uint32_t middle = low + (high - low) / 2;
    unsigned axis = 0;

    for (unsigned k = 0; k < 3; k++) {
        box->low[k] = INFINITY;
        box->high[k] = -INFINITY;
        for (uint32_t i = low; i < high; i++) {
            box->low[k] = fmin(box->low[k], place[3 * (uint64_t)w->city[i] + k]);
            box->high[k] = fmax(box->high[k], place[3 * (uint64_t)w->city[i] + k]);
        }
        if (box->high[k] - box->low[k] > box->high[axis] - box->low[axis])
            axis = k;
    }
    if (high - low <= KG__LEAF)
        return;
    halve(place, w->city, axis, low, high, middle);
    make_boxes(w, place, 2 * index + 1, low, middle);
    make_boxes(w, place, 2 * index + 2, middle, high);
}

/* Where a city lies in the plane or on the unit sphere. */
static void find_place(double *place, kg_cities_rule rule, const double *point)
{
    const double unit = rule == KG_CITIES_SPHERE ? KG__DEGREE : 1;

    if (rule != KG_CITIES_SPHERE && rule != KG_CITIES_GEO) {
        place[0] = point[0];
        place[1] = point[1];
        place[2] = 0;
        return;
    }
    place[0] = cos(point[0] * unit) * cos(point[1] * unit);
    place[1] = cos(point[0] * unit) * sin(point[1] * unit);
    place[2] = sin(point[0] * unit);
}

static kg_status make_tree(kg__network *w)
{
    const uint32_t n = w->n;
    const double *from = w->cities->point;
    uint64_t boxes = 1, leaf = n;
    double *place = NULL;
    kg_status status;

    for (; leaf > KG__LEAF; leaf -= leaf / 2)
        boxes = 2 * boxes + 1;
    KG_TRY(kg__host_allocate(w->ctx, &place, 3 * (uint64_t)n, sizeof *place, "places"));
    KG_TRY(kg__host_allocate(w->ctx, &w->place, 3 * (uint64_t)n, sizeof *place, "places"));
    KG_TRY(kg__host_allocate(w->ctx, &w->point, 2 * (uint64_t)n, sizeof *place, "coordinates"));
    KG_TRY(kg__host_allocate(w->ctx, &w->box, boxes, sizeof *w->box, "boxes of places"));
    for (uint64_t i = 0; i < n; i++)
        find_place(place + 3 * i, w->rule, from + 2 * i);
    make_boxes(w, place, 0, 0, n);
    for (uint64_t i = 0; i < n; i++) {
        memcpy(w->place + 3 * i, place + 3 * (uint64_t)w->city[i], 3 * sizeof *place);
        memcpy(w->point + 2 * i, from + 2 * (uint64_t)w->city[i], 2 * sizeof *place);
    }
out:
    kg__free(w->ctx, place);
    return status;
}

/* No weight between a place and one in the box is less. */
static int64_t lower_weight(const kg__network *w, const double *place, const kg__box *box)
{
    const double less = 1 - 1e-12;
    double gap[3], straight;

    for (unsigned k = 0; k < 3; k++)
        gap[k] = fmax(0, fmax(box->low[k] - place[k], place[k] - box->high[k]));
    switch (w->rule) {
    case KG_CITIES_PLANE:
        return (int64_t)(hypot(gap[0], gap[1]) * less * w->scale);
    case KG_CITIES_MAN_2D:
        return (int64_t)((gap[0] + gap[1]) * less + 0.5);
    case KG_CITIES_MAX_2D:
        return (int64_t)(fmax(gap[0], gap[1]) * less + 0.5);
    default:
        break;
    }
    straight = sqrt(gap[0] * gap[0] + gap[1] * gap[1] + gap[2] * gap[2]);
    switch (w->rule) {
    case KG_CITIES_EUC_2D:
        return (int64_t)(straight * less + 0.5);
    case KG_CITIES_CEIL_2D:
        return (int64_t)ceil(straight * less);
    case KG_CITIES_ATT:
        return (int64_t)ceil(straight / sqrt(10) * less);
    /* The way over the sphere is longer than the straight one; how exact its sine and cosine are
     * decides what is taken off. */
    case KG_CITIES_SPHERE:
        return (int64_t)(fmax(0, KG__EARTH_KM * (straight * (1 - 1e-7) - 1e-15)) * w->scale);
    case KG_CITIES_GEO:
        return (int64_t)(fmax(0, KG__TSPLIB_KM * (straight * (1 - 1e-7) - 1e-7)) + 1);
    default:
        return INT64_MIN;
    }
}

/* Which half of a box to look into first: among equals, as where all places are the same, the one
 * with the node itself, or all nodes would find the same few. */
static unsigned nearer_half(const int64_t *bound, uint32_t node, uint32_t middle)
{
    return bound[0] == bound[1] ? node >= middle : bound[1] < bound[0];
}

/* ---- making ---------------------------------------------------------------------------------- */

static kg_status fail_large(const kg__network *w, const char *what)
{
    return kg__fail(w->ctx, KG_OVERFLOW, "sums of %u such distances pass %s", w->n, what);
}

/* longest: no distance is larger in size. Sets the scale. */
static kg_status set_scale(kg__network *w, double longest)
{
    int exponent, bits;

    if (!isfinite(longest * (w->n + 1.0)))
        return fail_large(w, "what doubles hold");
    frexp(longest, &exponent);
    frexp(w->n + 2.0, &bits);
    exponent = longest > 0 ? SUM_BITS - bits - exponent : 0;
    w->scale = ldexp(1, exponent > 1000 ? 1000 : exponent);
    w->largest = (int64_t)(longest * w->scale) + 1;
    return KG_OK;
}

static kg_status check_largest(kg__network *w)
{
    if (!w->real && (uint64_t)w->largest > ((uint64_t)1 << SUM_BITS) / (w->n + 2))
        return fail_large(w, "58 bits");
    w->far = 8 * w->largest + 8;
    return KG_OK;
}

/* Whether some weight differs from the one of the way back. Tiles, since rows and columns of a
 * large matrix do not fit the cache together. */
static bool is_directed(const kg__network *w)
{
    const uint64_t n = w->n;

    for (uint64_t top = 0; top < n; top += TILE)
        for (uint64_t left = 0; left <= top; left += TILE)
            for (uint64_t i = top; i < n && i < top + TILE; i++)
                for (uint64_t j = left; j < i && j < left + TILE; j++)
                    if (w->table[i * n + j] != w->table[j * n + i])
                        return true;
    return false;
}

static kg_status use_matrix(kg__network *w)
{
    const kg_matrix *matrix = w->cities->matrix;
    const uint64_t n = w->n;
    const double *real = matrix->data;
    const int64_t *integer = matrix->data;
    double longest = 0;
    uint64_t largest = 0;
    kg_status status = KG_OK;

    for (uint64_t i = 0; i < n * n; i++) {
        if (i % (n + 1) == 0) /* the distance from a city to itself is in no tour */
            continue;
        if (w->real && !isfinite(real[i]))
            return kg__fail(w->ctx, KG_ARGUMENT,
                "the distance from city %llu to %llu is not finite",
                (unsigned long long)(i / n) + 1, (unsigned long long)(i % n) + 1);
        if (w->real) {
            longest = fmax(longest, fabs(real[i]));
        } else {
            uint64_t size = integer[i] < 0 ? 0 - (uint64_t)integer[i] : (uint64_t)integer[i];

            largest = size > largest ? size : largest;
        }
    }
    w->table = integer;
    w->largest = largest > INT64_MAX ? INT64_MAX : (int64_t)largest;
    if (w->real) {
        KG_TRY(set_scale(w, longest));
        KG_TRY(kg__host_allocate(w->ctx, &w->own_table, n * n, sizeof *w->own_table, "weights"));
        for (uint64_t i = 0; i < n * n; i++)
            w->own_table[i] = i % (n + 1) ? (int64_t)floor(real[i] * w->scale) : 0;
        w->table = w->own_table;
    }
    w->directed = is_directed(w);
out:
    return status;
}

static kg_status use_points(kg__network *w)
{
    const kg__box *all;
    double corner[2][2], longest = 0;
    kg_status status;

    KG_TRY(make_tree(w));
    all = &w->box[0];
    for (unsigned k = 0; k < 2; k++) {
        corner[0][k] = all->low[k];
        corner[1][k] = all->high[k];
    }
    longest = w->rule == KG_CITIES_SPHERE ? 3.15 * KG__EARTH_KM
              : w->rule == KG_CITIES_GEO  ? 3.15 * KG__TSPLIB_KM
                                          : kg__distance(w->rule, corner[0], corner[1]);
    if (w->real)
        return set_scale(w, longest);
    if (!(longest <= 0x1p60))
        return fail_large(w, "58 bits");
    w->largest = (int64_t)longest + 1;
out:
    return status;
}

kg_status kg__network_make(kg__network *w, const kg_cities *cities, bool open, uint32_t start,
    uint32_t end, kg_context *ctx)
{
    const uint32_t n = (uint32_t)cities->n;
    kg_status status;

    *w = (kg__network){.ctx = ctx,
        .cities = cities,
        .rule = cities->rule,
        .n = n,
        .nodes = n + open,
        .joint = open ? n : KG__NODE_NONE,
        .start = KG__NODE_NONE,
        .end = KG__NODE_NONE,
        .real = kg_cities_type(cities) == KG_F64};
    KG_TRY(kg__host_allocate(ctx, &w->city, n, sizeof *w->city, "cities"));
    for (uint32_t i = 0; i < n; i++)
        w->city[i] = i;
    KG_TRY(cities->rule == KG_CITIES_MATRIX ? use_matrix(w) : use_points(w));
    KG_TRY(check_largest(w));
    for (uint32_t i = 0; open && i < n; i++) {
        if (w->city[i] == start)
            w->start = i;
        if (w->city[i] == end)
            w->end = i;
    }
out:
    return status;
}

void kg__network_finish(kg__network *w)
{
    kg__free(w->ctx, w->own_table);
    kg__free(w->ctx, w->city);
    kg__free(w->ctx, w->point);
    kg__free(w->ctx, w->place);
    kg__free(w->ctx, w->box);
    *w = (kg__network){0};
}

int64_t kg__network_joint(const kg__network *w, uint32_t from, uint32_t to)
{
    const uint32_t city = from == w->joint ? to : from;
    const bool asked = w->directed ? city == (from == w->joint ? w->start : w->end)
                                   : city == w->start || city == w->end;

    return asked ? -w->far : 0;
}

/* ---- near nodes ------------------------------------------------------------------------------ */

typedef struct near_list {
    const kg__network *network;
    uint32_t from, width, found;
    bool back;
    uint32_t *node;           /* [width], nearest first */
    int64_t weight[KG__NEAR]; /* of each */
} near_list;

static void note_near(near_list *l, uint32_t node)
{
    const int64_t weight = l->back ? kg__network_weight(l->network, node, l->from)
                                   : kg__network_weight(l->network, l->from, node);
    uint32_t i = l->found;

    if (node == l->from || (l->found == l->width && weight >= l->weight[l->width - 1]))
        return;
    if (l->found < l->width)
        l->found++;
    else
        i--;
    for (; i && l->weight[i - 1] > weight; i--) {
        l->weight[i] = l->weight[i - 1];
        l->node[i] = l->node[i - 1];
    }
    l->weight[i] = weight;
    l->node[i] = node;
}

static void visit_near(near_list *l, uint64_t index, uint32_t low, uint32_t high)
{
    const kg__network *w = l->network;
    const double *place = w->place + 3 * (uint64_t)l->from;
    const uint32_t middle = low + (high - low) / 2;
    int64_t bound[2];

    if (high - low <= KG__LEAF) {
        for (uint32_t i = low; i < high; i++)
            note_near(l, i);
        return;
    }
    for (unsigned k = 0; k < 2; k++)
        bound[k] = lower_weight(w, place, &w->box[2 * index + 1 + k]);
    for (unsigned k = 0; k < 2; k++) {
        const unsigned half = k ^ nearer_half(bound, l->from, middle);

        if (l->found < l->width || bound[half] < l->weight[l->width - 1])
            visit_near(l, 2 * index + 1 + half, half ? middle : low, half ? high : middle);
    }
}

kg_status kg__network_near(uint32_t *near, const kg__network *w, uint32_t width, bool back)
{
    const int threads = kg__threads(w->ctx, w->n, GRAIN);

    (void)threads;
#pragma omp parallel for num_threads(threads) schedule(dynamic, CHUNK)
    for (uint32_t i = 0; i < w->n; i++) {
        near_list list = {.network = w,
            .from = i,
            .width = width,
            .back = back,
            .node = near + (uint64_t)i * width};

        if (!w->table)
            visit_near(&list, 0, 0, w->n);
        for (uint32_t j = 0; w->table && j < w->n; j++)
            note_near(&list, j);
    }
    return kg__progress(w->ctx, "near cities", w->n, w->n);
}

/* ---- nodes of other parts -------------------------------------------------------------------- */

static void refresh(
    kg__network *w, const kg__search *s, uint64_t index, uint32_t low, uint32_t high)
{
    kg__box *box = &w->box[index];
    const uint32_t middle = low + (high - low) / 2;

    box->price = INT64_MAX;
    box->part = KG__NODE_NONE;
    box->mixed = false;
    if (high - low <= KG__LEAF) {
        for (uint32_t i = low; i < high; i++) {
            if (s->part[i] == KG__NODE_NONE)
                continue;
            box->mixed = box->mixed || (box->part != KG__NODE_NONE && box->part != s->part[i]);
            box->part = s->part[i];
            if (box->price > (s->price ? s->price[i] : 0))
                box->price = s->price ? s->price[i] : 0;
        }
        return;
    }
    refresh(w, s, 2 * index + 1, low, middle);
    refresh(w, s, 2 * index + 2, middle, high);
    for (unsigned k = 0; k < 2; k++) {
        const kg__box *half = &w->box[2 * index + 1 + k];

        if (half->part == KG__NODE_NONE)
            continue;
        box->mixed =
            box->mixed || half->mixed || (box->part != KG__NODE_NONE && box->part != half->part);
        box->part = half->part;
        box->price = half->price < box->price ? half->price : box->price;
    }
}

void kg__network_refresh(kg__network *w, const kg__search *s)
{
    if (!w->table)
        refresh(w, s, 0, 0, w->n);
}

typedef struct foreign_query {
    const kg__network *network;
    const kg__search *search;
    uint32_t from, but, found;
    int64_t least;
} foreign_query;

static void note_foreign(foreign_query *q, uint32_t node)
{
    const kg__search *s = q->search;
    int64_t sum;

    if (s->part[node] == KG__NODE_NONE || s->part[node] == s->part[q->from] || node == q->but)
        return;
    sum = s->unit * kg__network_weight(q->network, q->from, node) + (s->price ? s->price[node] : 0);
    if (sum < q->least) {
        q->least = sum;
        q->found = node;
    }
}

static void visit_foreign(foreign_query *q, uint64_t index, uint32_t low, uint32_t high)
{
    const kg__network *w = q->network;
    const kg__search *s = q->search;
    const uint32_t middle = low + (high - low) / 2;
    int64_t bound[2];

    if (high - low <= KG__LEAF) {
        for (uint32_t i = low; i < high; i++)
            note_foreign(q, i);
        return;
    }
    for (unsigned k = 0; k < 2; k++) {
        const kg__box *half = &w->box[2 * index + 1 + k];

        bound[k] =
            half->part == KG__NODE_NONE || (!half->mixed && half->part == s->part[q->from])
                ? INT64_MAX
                : s->unit * lower_weight(w, w->place + 3 * (uint64_t)q->from, half) + half->price;
    }
    for (unsigned k = 0; k < 2; k++) {
        const unsigned half = k ^ nearer_half(bound, q->from, middle);

        if (bound[half] < q->least)
            visit_foreign(q, 2 * index + 1 + half, half ? middle : low, half ? high : middle);
    }
}

uint32_t kg__network_foreign(
    const kg__network *w, const kg__search *search, uint32_t from, uint32_t but, int64_t *least)
{
    foreign_query query = {w, search, from, but, KG__NODE_NONE, *least};

    if (!w->table)
        visit_foreign(&query, 0, 0, w->n);
    for (uint32_t j = 0; w->table && j < w->n; j++)
        note_foreign(&query, j);
    *least = query.least;
    return query.found;
}
