/*
 * Nearest nodes of a network: lists of near nodes, and the nearest node of another part.
 *
 * In: a network. Out: lists; a node.
 *
 * A search of the k-d tree goes into the nearer half first, and skips boxes without a point that
 * can be better than the best one found. The bound for this is a little lower than the distance to
 * the box, so that rounding never excludes a node wrongly. Rows of a matrix are searched from end
 * to end.
 *
 * Work: O(log n) a search if places are evenly spread; O(n) for a matrix. Deterministic at any
 * number of threads: one thread does each search. Source: Bentley, "K-d trees for semidynamic point
 * sets", 1990.
 */
#include "network.h"

/* GRAIN: searches from which on one more thread pays. */
enum { GRAIN = 512, CHUNK = 64 };

/* A lower bound of the weights between a place and the places in a box. */
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
    /* The great circle is longer than the straight line; the accuracy of sine and cosine decides
     * how much is subtracted. */
    case KG_CITIES_SPHERE:
        return (int64_t)(fmax(0, KG__EARTH_KM * (straight * (1 - 1e-7) - 1e-15)) * w->scale);
    case KG_CITIES_GEO:
        return (int64_t)(fmax(0, KG__TSPLIB_KM * (straight * (1 - 1e-7) - 1e-7)) + 1);
    default:
        return INT64_MIN;
    }
}

/* The half of a box to search first. If both bounds are equal, as when all places are the same, it
 * is the half with the node itself; otherwise all nodes would find the same few. */
static unsigned nearer_half(const int64_t *bound, uint32_t node, uint32_t middle)
{
    return bound[0] == bound[1] ? node >= middle : bound[1] < bound[0];
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
    KG_PARALLEL_FOR(kg__threads(w->ctx, w->n, GRAIN), schedule(dynamic, CHUNK))
    for (uint32_t i = 0; i < w->n; i++) {
        near_list list = {.network = w,
            .from = i,
            .width = width,
            .back = back,
            .node = near + (uint64_t)i * width};

        if (i % CHUNK == 0 && kg__thread_index() == 0)
            kg__progress(w->ctx, "near cities", i, w->n);
        if (kg__cancelled(w->ctx) != KG_OK)
            continue;
        if (!w->table)
            visit_near(&list, 0, 0, w->n);
        for (uint32_t j = 0; w->table && j < w->n; j++)
            note_near(&list, j);
    }
    return kg__progress(w->ctx, "near cities", w->n, w->n);
}

/* ---- nodes of other parts -------------------------------------------------------------------- */

static void refresh(
    kg__network *w, const kg__city_search *s, uint64_t index, uint32_t low, uint32_t high)
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

void kg__network_refresh(kg__network *w, const kg__city_search *s)
{
    if (!w->table)
        refresh(w, s, 0, 0, w->n);
}

typedef struct foreign_query {
    const kg__network *network;
    const kg__city_search *search;
    uint32_t from, but, found;
    int64_t least;
} foreign_query;

static void note_foreign(foreign_query *q, uint32_t node)
{
    const kg__city_search *s = q->search;
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
    const kg__city_search *s = q->search;
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

uint32_t kg__network_foreign(const kg__network *w, const kg__city_search *search, uint32_t from,
    uint32_t but, int64_t *least)
{
    foreign_query query = {w, search, from, but, KG__NODE_NONE, *least};

    if (!w->table)
        visit_foreign(&query, 0, 0, w->n);
    for (uint32_t j = 0; w->table && j < w->n; j++)
        note_foreign(&query, j);
    *least = query.least;
    return query.found;
}
