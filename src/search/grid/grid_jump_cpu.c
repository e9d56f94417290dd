/*
 * Jump point search on the CPU: A* on maps whose cells all weigh 1, with 8 moves.
 *
 * in   the map's bits and its stops, a query whose goal can be reached
 * out  the goal's cost and a shortest path
 *
 * Method: D. Harabor, A. Grastien, "Online graph pruning for pathfinding on grid maps", 2011, and
 * "Improving jump point search", 2014. Of all shortest paths the search looks only at those whose
 * diagonal steps come as early as possible. From a cell it goes straight or diagonally until a wall
 * begins or ends beside the line, so that something can be reached only by a turn here. Only such
 * cells are nodes. Four bitmaps mark the stops of straight lines (grid_stops.c); counting zeros
 * scans 64 cells at a time. A diagonal line looks along two straight lines at each cell. Cells that
 * these find are reached from the beginning of the diagonal, so the cell between is not a node.
 * Departures: costs are whole numbers; a node reached at the same cost from several directions is
 * expanded for all of them; the remaining directions come from a table of the 512 neighbourhoods;
 * nodes are not cleared between queries.
 * Work: proportional to the scanned cells, divided by 64 for straight lines. Memory: 1 KiB for each
 * 8 * 8 cells that have a node.
 * Deterministic: everything.
 */
#include "grid_cpu.h"
#include "grid_moves.h"
#include <string.h>

enum { ALL_DIRECTIONS = 0xff, TILE = 8, FIRST_TILES = 64, MOST_FOUND = 64 };

/* ---- straight lines -------------------------------------------------------------------------- */

/* 64 bits from bit `at` on. */
static inline uint64_t window(const uint64_t *line, size_t at)
{
    return line[at / 64] >> at % 64 | line[at / 64 + 1] << 1 << (63 - at % 64);
}

/* The number of steps from a cell in a straight direction to the next stop, or to the goal if that
 * comes first. */
static inline uint32_t look(const kg__grid_walker *w, kg_grid_cell at, unsigned direction)
{
    const kg_grid *g = w->work->grid;
    const kg_grid_cell goal = w->query->goal;
    bool across = !(direction & 2), up = direction < 4;
    uint32_t from = across ? at.x : at.y, to = across ? goal.x : goal.y;
    uint32_t line = across ? at.y : at.x, goal_line = across ? goal.y : goal.x;
    const uint64_t *stop =
        w->plane->stop[direction / 2] + (size_t)(line + 1) * (across ? g->words : g->column_words);
    uint32_t ahead = line == goal_line && (to > from) == up ? kg__apart(from, to) : UINT32_MAX;
    size_t bit = (size_t)from + KG__GRID_PAD;
    uint32_t steps = 1;
    uint64_t stops;

    if (up) {
        for (; !(stops = window(stop, bit + steps)); steps += 64)
            ;
        steps += (uint32_t)__builtin_ctzll(stops);
    } else {
        for (; !(stops = window(stop, bit - steps - 63)); steps += 64)
            ;
        steps += (uint32_t)__builtin_clzll(stops);
    }
    return steps < ahead ? steps : ahead;
}

/* ---- nodes ----------------------------------------------------------------------------------- */

/* The node of a cell whose tile is taken. */
static inline kg__jump_node *node_of(const kg__grid_walker *w, kg_grid_cell at)
{
    uint32_t tile = w->tile[at.y / TILE * w->tiles_across + at.x / TILE];

    return &w->node[(size_t)tile * TILE * TILE + at.y % TILE * TILE + at.x % TILE];
}

static kg_status take_tile(kg__grid_walker *w, kg_grid_cell at)
{
    enum { TILE_NODES = TILE * TILE };
    kg_status status = KG_OK;

    if (w->tiles >= w->tile_room) {
        uint32_t room = w->tile_room ? 2 * w->tile_room : FIRST_TILES;
        size_t more = (size_t)(room - w->tile_room) * TILE_NODES;

        KG_TRY(kg__room_for(w, more * sizeof *w->node));
        KG_TRY(kg__host_resize(w->work->grid->ctx, &w->node, (uint64_t)room * TILE_NODES,
            sizeof *w->node, "jump points"));
        memset(w->node + (size_t)w->tile_room * TILE_NODES, 0, more * sizeof *w->node);
        w->tile_room = room;
    }
    w->tile[at.y / TILE * w->tiles_across + at.x / TILE] = w->tiles++;
out:
    return status;
}

/* Notes that a cell is reached at cost g in a direction, from a parent. */
static kg_status reach(
    kg__grid_walker *w, kg_grid_cell at, uint64_t g, unsigned direction, uint32_t parent)
{
    kg__jump_node *node;
    uint64_t f;
    kg_status status = KG_OK;

    if (!w->tile[at.y / TILE * w->tiles_across + at.x / TILE])
        KG_TRY(take_tile(w, at));
    node = node_of(w, at);
    if (node->query != w->query_stamp) {
        if (++w->answer->states == w->states_most)
            return KG_LIMIT;
        *node = (kg__jump_node){.g = UINT64_MAX, .query = w->query_stamp};
    }
    if (g > node->g || (g == node->g && node->arrived & kg__direction_bit(direction)))
        return KG_OK;
    w->answer->generated++;
    if (g < node->g) {
        node->g = g;
        node->parent = parent;
        node->arrived = node->left = 0;
    }
    node->arrived |= (uint8_t)kg__direction_bit(direction);
    if (at.x == w->query->goal.x && at.y == w->query->goal.y) {
        w->best = g;
        return KG_OK;
    }
    f = g + kg__estimate_from(&w->estimate, at.x, at.y);
    if (f <= kg__most(w))
        status = kg__open_push(w, f, g, at.x, at.y);
out:
    return status;
}

/* ---- jumps ----------------------------------------------------------------------------------- */

/* The cells that one expansion has found so far. They are looked up together, so that their cache
 * misses overlap. They are written without a branch, which no processor could predict. */
typedef struct found {
    unsigned count;
    uint32_t parent;
    struct {
        kg_grid_cell at;
        uint64_t g;
        unsigned direction;
    } cell[MOST_FOUND + 1];
} found;

static kg_status reach_all(kg__grid_walker *w, found *f)
{
    kg_status status = KG_OK;

    for (unsigned i = 0; i < f->count; i++)
        __builtin_prefetch(node_of(w, f->cell[i].at));
    for (unsigned i = 0; i < f->count; i++)
        KG_TRY(reach(w, f->cell[i].at, f->cell[i].g, f->cell[i].direction, f->parent));
    f->count = 0;
out:
    return status;
}

static inline void put_down(found *f, kg_grid_cell at, uint64_t g, unsigned direction, bool counts)
{
    f->cell[f->count].at = at;
    f->cell[f->count].g = g;
    f->cell[f->count].direction = direction;
    f->count += counts;
}

static inline void go_straight(
    const kg__grid_walker *w, kg_grid_cell at, uint64_t g, unsigned direction, found *f)
{
    uint32_t steps = look(w, at, direction);

    at.x += steps * (uint32_t)kg__turn_x[direction];
    at.y += steps * (uint32_t)kg__turn_y[direction];
    put_down(f, at, g + steps * w->work->scale.straight, direction,
        kg__grid_bit(w->work->grid, w->plane->row, at.x, at.y));
}

static inline kg_status go_diagonally(
    kg__grid_walker *w, kg_grid_cell at, uint64_t g, unsigned direction, found *f)
{
    const kg_grid *grid = w->work->grid;
    const kg_grid_cell goal = w->query->goal;
    const uint32_t dx = (uint32_t)kg__turn_x[direction], dy = (uint32_t)kg__turn_y[direction];
    const uint64_t *row = w->plane->row;
    const bool cuts = grid->rules.corners == KG_GRID_CORNERS_ALLOW;
    kg_status status = KG_OK;

    for (;;) {
        bool beside_x = kg__grid_bit(grid, row, at.x + dx, at.y);
        bool beside_y = kg__grid_bit(grid, row, at.x, at.y + dy);

        if (!(kg__grid_bit(grid, row, at.x + dx, at.y + dy) & (cuts | (beside_x & beside_y))))
            break;
        /* If corners may be cut, a wall beside this step may end beside the next one. */
        at.x += dx;
        at.y += dy;
        g += w->work->scale.diagonal;
        if ((at.x == goal.x && at.y == goal.y) ||
            (cuts && ((!beside_x && kg__grid_bit(grid, row, at.x + dx, at.y - dy)) ||
                         (!beside_y && kg__grid_bit(grid, row, at.x - dx, at.y + dy))))) {
            put_down(f, at, g, direction, true);
            break;
        }
        go_straight(w, at, g, (direction + 1) & 7, f);
        go_straight(w, at, g, (direction - 1) & 7, f);
        if (f->count + 4 > MOST_FOUND)
            KG_TRY(reach_all(w, f));
    }
out:
    return status;
}

static kg_status expand(kg__grid_walker *w, kg_grid_cell at, uint64_t g, unsigned on)
{
    found f; /* clearing its cells is not worth while */
    kg_status status = KG_OK;

    f.count = 0;
    f.parent = at.y * w->work->grid->width + at.x;

    w->answer->expanded++;
    for (; on; on &= on - 1) {
        unsigned direction = (unsigned)__builtin_ctz(on);

        if (direction & 1)
            KG_TRY(go_diagonally(w, at, g, direction, &f));
        else
            go_straight(w, at, g, direction, &f);
    }
    KG_TRY(reach_all(w, &f));
out:
    return status;
}

/* ---- the search ------------------------------------------------------------------------------ */

static kg_status prepare(kg__grid_walker *w)
{
    const kg_grid *grid = w->work->grid;
    size_t tiles;
    kg_status status;

    kg__grid_directions(&grid->rules, w->go_on);
    w->tiles_across = ((size_t)grid->width + TILE - 1) / TILE;
    tiles = w->tiles_across * (((size_t)grid->height + TILE - 1) / TILE);
    KG_TRY(kg__host_allocate(grid->ctx, &w->tile, tiles, sizeof *w->tile, "tiles of jump points"));
    memset(w->tile, 0, tiles * sizeof *w->tile);
    w->tiles = 1;
out:
    return status;
}

static kg_status search(kg__grid_walker *w)
{
    kg__open_entry e;
    kg_status status;

    if (!++w->query_stamp) { /* after 2^16 queries old stamps would match again */
        memset(w->node, 0, (size_t)w->tile_room * TILE * TILE * sizeof *w->node);
        w->query_stamp = 1;
    }
    KG_TRY(reach(w, w->query->start, 0, 0, 0));
    while (kg__open_pop(&w->open, kg__most(w), &e)) {
        kg_grid_cell at = {e.x, e.y};
        kg__jump_node *node = node_of(w, at);
        unsigned on = 0, around;

        if (++w->unheard >= KG__UNHEARD)
            KG_TRY(kg__walker_report(w));
        if (node->g != e.g || e.g + kg__estimate_from(&w->estimate, e.x, e.y) > kg__most(w))
            continue;
        around = kg__free_around(w, at);
        for (unsigned d = node->arrived; d; d &= d - 1)
            on |= w->go_on[around][__builtin_ctz(d)];
        if (e.g == 0)
            on = ALL_DIRECTIONS;
        on &= ~(unsigned)node->left;
        node->left |= (uint8_t)on;
        if (on)
            KG_TRY(expand(w, at, e.g, on));
    }
out:
    return status;
}

/* The path goes from a parent diagonally first, then straight. */
static kg_status find_path(kg__grid_walker *w)
{
    const uint32_t width = w->work->grid->width;
    kg_grid_cell at = w->query->goal;
    uint64_t count = 1, i;
    kg_status status;

    while (at.x != w->query->start.x || at.y != w->query->start.y) {
        uint32_t parent = node_of(w, at)->parent;
        uint32_t dx = kg__apart(at.x, parent % width), dy = kg__apart(at.y, parent / width);

        count += dx > dy ? dx : dy;
        at = (kg_grid_cell){parent % width, parent / width};
    }
    KG_TRY(kg__path_room(w, count));
    i = count;
    for (at = w->query->goal; i > 1;) {
        uint32_t parent = node_of(w, at)->parent;
        kg_grid_cell from = {parent % width, parent / width};

        while (at.x != from.x || at.y != from.y) {
            uint32_t dx = kg__apart(at.x, from.x), dy = kg__apart(at.y, from.y);

            w->path[--i] = at;
            at.x += dx >= dy ? (from.x > at.x) - (uint32_t)(from.x < at.x) : 0;
            at.y += dy >= dx ? (from.y > at.y) - (uint32_t)(from.y < at.y) : 0;
        }
    }
    w->path[0] = at;
out:
    return status;
}

/* Nothing to do: the next query has another stamp. */
static void clear(kg__grid_walker *w)
{
    (void)w;
}

const kg__walk_ops kg__walk_jump_cpu = {
    .prepare = prepare, .search = search, .path = find_path, .clear = clear};
