/*
 * Queries of an index: costs from labels, and the corners of a path.
 *
 * In:  two cells.
 * Out: the steps of a shortest path between them, and its corners.
 * Method: the least sum over the hubs that both labels have. No path is shorter than straight lines
 *     over free cells, so if the sum equals theirs it is the answer. Otherwise the lines of direct
 *     cells are looked up. The corners of a path to a hub are found one after the other: the
 *     labels name the first, whose own label has the same hub.
 * Work: O(length of both labels); O(log of a label's length) for each corner.
 */
#include "grid_index.h"
#include <inttypes.h>

/* Queries whose records, or labels, are fetched into the cache while another is answered. */
enum { RECORDS_AHEAD = 8, LABELS_AHEAD = 4, GRAIN = 1024 };

#define FAR UINT64_MAX

/* Returns whether `steps` legal steps lead from a cell to another in a line, in a direction and
 * its opposite. number: of the end from which the line is in direction 0 to 3. */
static bool is_line(const kg_grid_index *index, uint32_t number, unsigned direction, uint32_t steps)
{
    return index->record[number].run[direction] >= steps;
}

bool kg__grid_index_direct(const kg_grid_index *index, kg_grid_cell from, kg_grid_cell to)
{
    const uint32_t dx = kg__apart(from.x, to.x), dy = kg__apart(from.y, to.y);
    const uint32_t diagonal = dx < dy ? dx : dy;
    const kg_grid_cell turn = {from.x < to.x ? from.x + diagonal : from.x - diagonal,
        from.y < to.y ? from.y + diagonal : from.y - diagonal};
    const uint32_t upper = kg__cell_number(index, from.y < to.y ? from : turn);
    const uint32_t first = kg__cell_number(index, turn.x < to.x || turn.y < to.y ? turn : to);

    return is_line(index, upper, (from.x < to.x) == (from.y < to.y) ? 1 : 3, diagonal) &&
           is_line(index, first, dx > dy ? 0 : 2, dx + dy - 2 * diagonal);
}

static uint64_t entry_cost(const kg_grid_index *index, uint32_t entry)
{
    return kg__label_cost(&index->scale, index->label[entry]);
}

/* The label entries of a path's hub at both cells. */
typedef struct meeting {
    uint64_t cost; /* FAR: no hub */
    uint32_t from, to;
} meeting;

static meeting meet(const kg_grid_index *index, uint32_t from, uint32_t to)
{
    const uint64_t *label = index->label;
    uint32_t i = index->record[from].first, j = index->record[to].first;
    const uint32_t end = index->record[from + 1].first, other_end = index->record[to + 1].first;
    meeting best = {FAR, 0, 0};

    while (i < end && j < other_end) {
        const uint64_t a = label[i], b = label[j];
        const uint32_t hub = kg__label_hub(a), other = kg__label_hub(b);

        if (hub == other) {
            /* The hubs cancel, and neither sum of steps overflows its bits. */
            const uint64_t cost =
                kg__steps_cost(&index->scale, kg__label_straight(a) + kg__label_straight(b),
                    kg__label_diagonal(a) + kg__label_diagonal(b));

            if (cost < best.cost)
                best = (meeting){cost, i, j};
        }
        i += hub <= other;
        j += other <= hub;
    }
    return best;
}

static kg_grid_distance octile(kg_grid_cell a, kg_grid_cell b)
{
    const uint32_t dx = kg__apart(a.x, b.x), dy = kg__apart(a.y, b.y);

    return dx < dy ? (kg_grid_distance){dy - dx, dx} : (kg_grid_distance){dx - dy, dy};
}

/* hub: [out] where the shortest path has a hub; its cost is FAR if the cells are direct, or not
 * connected. */
static kg_grid_distance distance_of(
    const kg_grid_index *index, const kg_grid_query *q, meeting *hub)
{
    const uint32_t from = kg__cell_number(index, q->start), to = kg__cell_number(index, q->goal);
    const kg_grid_distance least = octile(q->start, q->goal);
    const uint64_t bound = kg__steps_cost(&index->scale, least.straight, least.diagonal);

    *hub = meet(index, from, to);
    if (hub->cost != bound && kg__grid_index_direct(index, q->start, q->goal) &&
        (from != to || kg_grid_weight(index->grid, q->start))) {
        hub->cost = FAR;
        return least;
    }
    if (hub->cost == FAR)
        return (kg_grid_distance){KG_GRID_NO_PATH, KG_GRID_NO_PATH};
    return (kg_grid_distance){
        kg__label_straight(index->label[hub->from]) + kg__label_straight(index->label[hub->to]),
        kg__label_diagonal(index->label[hub->from]) + kg__label_diagonal(index->label[hub->to])};
}

static bool is_on_map(const kg_grid *grid, kg_grid_cell cell)
{
    return cell.x < grid->width && cell.y < grid->height;
}

static kg_status check_query(const kg_grid_index *index, uint64_t i, const kg_grid_query *q)
{
    const kg_grid *grid = index->grid;
    const bool is_start = !is_on_map(grid, q->start);
    const kg_grid_cell cell = is_start ? q->start : q->goal;

    if (!is_start && is_on_map(grid, q->goal))
        return KG_OK;
    return kg__fail(index->ctx, KG_ARGUMENT,
        "query %" PRIu64 ": the %s (%u,%u) is not on the map of %u x %u cells", i + 1,
        is_start ? "start" : "goal", cell.x, cell.y, grid->width, grid->height);
}

/* Fetches the labels of a query, or their records, into the cache. */
static void fetch(const kg_grid_index *index, const kg_grid_query *q, bool labels)
{
    const kg__index_record *from = &index->record[kg__cell_number(index, q->start)];
    const kg__index_record *to = &index->record[kg__cell_number(index, q->goal)];

    __builtin_prefetch(labels ? (const void *)&index->label[from->first] : from);
    __builtin_prefetch(labels ? (const void *)&index->label[to->first] : to);
}

kg_status kg_grid_index_distances(const kg_grid_index *index, uint64_t count,
    const kg_grid_query *query, kg_grid_distance *distance)
{
    kg_context *ctx = KG__CONTEXT(index);
    uint64_t missing = 0;
    int threads;
    kg_status status = KG_OK;

    KG_NEED(NULL, index);
    kg__begin(ctx);
    if (count)
        KG_NEED(ctx, query);
    if (count)
        KG_NEED(ctx, distance);
    for (uint64_t i = 0; i < count; i++)
        KG_TRY(check_query(index, i, &query[i]));
    threads = kg__threads(ctx, count, GRAIN);
    KG_PARALLEL_FOR(threads, reduction(+ : missing))
    for (uint64_t i = 0; i < count; i++) {
        meeting hub;

        if (i + RECORDS_AHEAD < count)
            fetch(index, &query[i + RECORDS_AHEAD], false);
        if (i + LABELS_AHEAD < count)
            fetch(index, &query[i + LABELS_AHEAD], true);
        distance[i] = distance_of(index, &query[i], &hub);
        missing += distance[i].straight == KG_GRID_NO_PATH;
    }
    status = missing ? KG_NO_SOLUTION : KG_OK;
out:
    return status;
}

/* ---- paths ----------------------------------------------------------------------------------- */

/* The entry of a hub in the label of a cell, or UINT32_MAX. */
static uint32_t find_hub(const kg_grid_index *index, uint32_t cell, uint32_t hub)
{
    uint32_t low = index->record[cell].first, high = index->record[cell + 1].first;

    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        const uint32_t found = kg__label_hub(index->label[middle]);

        if (found == hub)
            return middle;
        if (found < hub)
            low = middle + 1;
        else
            high = middle;
    }
    return UINT32_MAX;
}

/* Where the corners of a path are put: forwards from its start, or backwards from its goal. */
typedef struct corner_list {
    kg_grid_cell *cell;
    uint64_t room, at;
    bool backwards;
} corner_list;

static void put_corner(corner_list *c, kg_grid_cell cell)
{
    if (c->at < c->room)
        c->cell[c->at] = cell;
    c->at += c->backwards ? UINT64_MAX : 1;
}

kg_status kg__grid_index_contradicts(const kg_grid_index *index)
{
    return kg__fail(index->ctx, KG_FORMAT,
        "the index was read from a damaged file: the labels of its cells contradict each other");
}

/* Puts the corners from a cell, itself included, to the hub of one of its entries, which is left
 * out. Each is nearer to the hub than the one before, so the loop ends with any file. */
static kg_status follow(const kg_grid_index *index, uint32_t cell, uint32_t entry, corner_list *c)
{
    const uint32_t hub = kg__label_hub(index->label[entry]);
    uint64_t left = entry_cost(index, entry), before;

    while (left) {
        put_corner(c, kg__cell_at(index, cell));
        cell = index->via[entry];
        entry = find_hub(index, cell, hub);
        before = left;
        left = entry == UINT32_MAX ? before : entry_cost(index, entry);
        if (left >= before)
            return kg__grid_index_contradicts(index);
    }
    return KG_OK;
}

kg_status kg__grid_index_corners(const kg_grid_index *index, const kg_grid_query *query,
    kg_grid_distance *steps, kg_grid_cell *corner, uint64_t room, uint64_t *count)
{
    corner_list from = {corner, room, 0, false}, to = {NULL, 0, 0, false};
    meeting hub;
    kg_status status = KG_OK;

    *count = 0;
    *steps = distance_of(index, query, &hub);
    if (steps->straight == KG_GRID_NO_PATH)
        return KG_NO_SOLUTION;
    if (hub.cost == FAR) {
        put_corner(&from, query->start);
        if (steps->straight || steps->diagonal)
            put_corner(&from, query->goal);
    } else {
        const uint32_t goal = kg__cell_number(index, query->goal);

        KG_TRY(follow(index, kg__cell_number(index, query->start), hub.from, &from));
        put_corner(&from, kg__cell_at(index, index->hub[kg__label_hub(index->label[hub.from])]));
        KG_TRY(follow(index, goal, hub.to, &to)); /* only counts them */
        from.at += to.at;
        to = (corner_list){corner, room, from.at - 1, true};
        KG_TRY(follow(index, goal, hub.to, &to));
    }
    *count = from.at;
out:
    return status;
}

kg_status kg_grid_index_corners(const kg_grid_index *index, const kg_grid_query *query,
    kg_grid_distance *distance, kg_grid_cell *corner, uint64_t room, uint64_t *count)
{
    kg_context *ctx = KG__CONTEXT(index);
    kg_grid_distance steps;
    kg_status status;

    KG_NEED(NULL, index);
    KG_NEED(ctx, query);
    KG_NEED(ctx, count);
    if (room)
        KG_NEED(ctx, corner);
    kg__begin(ctx);
    *count = 0;
    KG_TRY(check_query(index, 0, query));
    status = kg__grid_index_corners(index, query, &steps, corner, room, count);
    if (distance)
        *distance = steps;
out:
    return status;
}

static int towards(uint32_t from, uint32_t to)
{
    return from < to ? 1 : from > to ? -1 : 0;
}

/* Step k, from 1 on, of the lines from one corner to another. straight_first: the straight line is
 * the first. */
static kg_grid_cell step_of(kg_grid_cell from, kg_grid_cell to, uint64_t k, bool straight_first)
{
    const uint32_t dx = kg__apart(from.x, to.x), dy = kg__apart(from.y, to.y);
    const uint32_t least = dx < dy ? dx : dy, most = dx < dy ? dy : dx;
    const uint64_t diagonal = straight_first ? (k > most - least ? k - (most - least) : 0)
                              : k < least    ? k
                                             : least;
    const uint64_t x = dx > dy ? k : diagonal, y = dx > dy ? diagonal : k;

    return (kg_grid_cell){(uint32_t)((int64_t)from.x + towards(from.x, to.x) * (int64_t)x),
        (uint32_t)((int64_t)from.y + towards(from.y, to.y) * (int64_t)y)};
}

/* Returns whether a diagonal and a straight line lead from one cell to the other. straight_first:
 * [out] whether the straight line must be the first. */
static bool has_lines(
    const kg_grid_index *index, kg_grid_cell from, kg_grid_cell to, bool *straight_first)
{
    if (!is_on_map(index->grid, from) || !is_on_map(index->grid, to))
        return false;
    *straight_first = !kg__grid_index_direct(index, from, to);
    return kg_grid_weight(index->grid, to) &&
           (!*straight_first || kg__grid_index_direct(index, to, from));
}

uint64_t kg__grid_index_cells(const kg_grid_index *index, const kg_grid_cell *corner,
    uint64_t corners, uint64_t first, kg_grid_cell *cell, uint64_t room, uint64_t *count)
{
    *count = 0;
    for (uint64_t i = 0; i < corners; i++) {
        const kg_grid_cell from = corner[i ? i - 1 : 0], to = corner[i];
        const uint32_t dx = kg__apart(from.x, to.x), dy = kg__apart(from.y, to.y);
        const uint64_t steps = i ? (dx > dy ? dx : dy) : 1; /* the start is a step of its own */
        const uint64_t begin = first > *count ? first - *count : 0;
        bool straight_first;

        if (!has_lines(index, from, to, &straight_first))
            return i;
        for (uint64_t k = begin; k < steps && *count + k - first < room; k++)
            cell[*count + k - first] = step_of(from, to, i ? k + 1 : 0, straight_first);
        *count += steps;
    }
    return corners;
}

kg_status kg_grid_index_cells(const kg_grid_index *index, const kg_grid_cell *corner,
    uint64_t corners, uint64_t first, kg_grid_cell *cell, uint64_t room, uint64_t *count)
{
    kg_context *ctx = KG__CONTEXT(index);
    uint64_t legal;

    KG_NEED(NULL, index);
    KG_NEED(ctx, count);
    if (corners)
        KG_NEED(ctx, corner);
    if (room)
        KG_NEED(ctx, cell);
    kg__begin(ctx);
    legal = kg__grid_index_cells(index, corner, corners, first, cell, room, count);
    if (legal == corners)
        return KG_OK;
    *count = 0;
    return kg__fail(ctx, KG_ARGUMENT,
        "corner %" PRIu64 ", (%u,%u): no diagonal and straight line over free cells lead to it",
        legal, corner[legal].x, corner[legal].y);
}
