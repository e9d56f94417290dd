/*
 * Jump point search on the CPU: A* on maps whose cells all weigh 1, with 8 moves.
 *
 * in   the map's bits by rows and by columns, a query whose goal can be reached
 * out  the goal's cost and a shortest path
 *
 * Method: D. Harabor, A. Grastien, "Online graph pruning for pathfinding on grid maps", 2011, and
 * "Improving jump point search", 2014. Of all shortest paths only those are looked at whose diagonal
 * steps come as early as they can. From a cell one goes straight on, or diagonally, until a wall ends
 * or begins beside the way so that there is something that only a turn here can reach; only such
 * cells are nodes. Straight ways are looked along 63 cells at a time: of three rows' bits (of the
 * columns', for the vertical) the first wall ahead and the first end of a wall beside are found by
 * counting zeros. A diagonal way looks along two straight ways at each cell, and what these find is
 * reached from where the diagonal began, so that the cell between is no node.
 * Departures: costs are whole numbers; a node reached at the same cost from several directions is
 * expanded for all of them; which directions are left to be looked at comes from a table of the 256
 * neighbourhoods; nodes lie in a hash table, which is not cleared between queries.
 * Work: in proportion to the cells looked along, over 63 for straight ways. Memory: 32 bytes a node,
 * at twice as many as there are nodes.
 * Deterministic: everything.
 */
#include "grid_cpu.h"
#include <string.h>

/* Directions: even ones straight, odd ones diagonal, each a turn of 45 degrees from the last. */
static const int turn_x[8] = {1, 1, 0, -1, -1, -1, 0, 1};
static const int turn_y[8] = {0, 1, 1, 1, 0, -1, -1, -1};

enum { ALL_DIRECTIONS = 0xff, STEP = 63, FIRST_NODES = 1 << 10 };

/* ---- which way to look ----------------------------------------------------------------------- */

static inline bool is_set(unsigned bits, unsigned direction)
{
    return bits >> (direction & 7) & 1;
}

static inline unsigned bit(unsigned direction)
{
    return 1u << (direction & 7);
}

/* The directions in which to go on from a cell reached in direction d; free: a bit for each
 * direction's neighbour. */
static unsigned go_on(unsigned d, unsigned free, bool cuts)
{
    unsigned on = bit(d);

    for (unsigned side = 1; side < 8; side += 6) { /* turns of +1 and -1 */
        unsigned one = d + side, two = d + 2 * side, three = d + 3 * side;

        if (d &
            1) { /* diagonal: both straight parts, and round the end of a wall beside the start */
            on |= bit(one);
            if (cuts && !is_set(free, three) && is_set(free, two))
                on |= bit(two);
        } else if (cuts) { /* past the end of a wall */
            if (!is_set(free, two) && is_set(free, one))
                on |= bit(one);
        } else if (!is_set(free, three) && is_set(free, two)) {
            on |= bit(two) | bit(one);
        }
    }
    return on;
}

/* The neighbours that are free, a bit for each direction. */
static unsigned free_around(const kg__walker *w, kg_grid_cell at)
{
    unsigned free = 0;

    for (unsigned d = 0; d < 8; d++)
        free |= (unsigned)kg__grid_bit(
                    w->work->grid, w->row, at.x + (uint32_t)turn_x[d], at.y + (uint32_t)turn_y[d])
                << d;
    return free;
}

/* ---- straight ahead -------------------------------------------------------------------------- */

/* 64 bits from bit `at` on. */
static inline uint64_t window(const uint64_t *line, size_t at)
{
    return line[at / 64] >> at % 64 | line[at / 64 + 1] << 1 << (63 - at % 64);
}

/*
 * How many steps it is from bit `at` of the line, towards higher bits or lower, to the first cell
 * that is a node: the goal, `goal` steps ahead (0: not ahead), or one at which a wall beside the way
 * ends. 0: there is none before a wall. words: from a line to the next. With cuts one turns at the
 * wall's last cell, without behind it.
 */
static uint32_t look_up(const uint64_t *line, size_t words, size_t at, bool cuts, uint32_t goal)
{
    for (uint32_t steps = 0;; steps += STEP, at += STEP) {
        uint64_t ahead = window(line, at + 1);
        uint64_t left = window(line - words, at + cuts), right = window(line + words, at + cuts);
        uint64_t ends = (~left & left >> 1) | (~right & right >> 1);
        uint64_t stops = (ends | ~ahead) << 1; /* the last has no next */
        uint32_t clear = stops ? (uint32_t)__builtin_ctzll(stops) - 1 : STEP;

        if (goal && goal <= steps + clear)
            return goal;
        if (stops)
            return ahead >> clear & 1 ? steps + clear + 1 : 0;
    }
}

static uint32_t look_down(const uint64_t *line, size_t words, size_t at, bool cuts, uint32_t goal)
{
    for (uint32_t steps = 0;; steps += STEP, at -= STEP) {
        size_t beside = at - cuts - 63;
        uint64_t ahead = window(line, at - 64);
        uint64_t left = window(line - words, beside), right = window(line + words, beside);
        uint64_t ends = (~left & left << 1) | (~right & right << 1);
        uint64_t stops = (ends | ~ahead) >> 1;
        uint32_t clear = stops ? (uint32_t)__builtin_clzll(stops) - 1 : STEP;

        if (goal && goal <= steps + clear)
            return goal;
        if (stops)
            return ahead << clear >> 63 ? steps + clear + 1 : 0;
    }
}

/* The same from a cell in a straight direction. */
static inline uint32_t look(const kg__walker *w, kg_grid_cell at, unsigned direction, bool cuts)
{
    const kg_grid *g = w->work->grid;
    const kg_grid_cell goal = w->query->goal;
    bool across = !(direction & 2), up = direction < 4;
    uint32_t from = across ? at.x : at.y, to = across ? goal.x : goal.y;
    uint32_t line = across ? at.y : at.x, goal_line = across ? goal.y : goal.x;
    size_t words = across ? g->words : g->column_words;
    const uint64_t *bits = (across ? w->row : w->column) + (size_t)(line + 1) * words;
    uint32_t ahead = line == goal_line && (to > from) == up ? kg__apart(from, to) : 0;

    return up ? look_up(bits, words, (size_t)from + KG__GRID_PAD, cuts, ahead)
              : look_down(bits, words, (size_t)from + KG__GRID_PAD, cuts, ahead);
}

/* ---- nodes ----------------------------------------------------------------------------------- */

static inline uint64_t slot_of(const kg__walker *w, uint64_t key)
{
    return key * 0x9e3779b97f4a7c15 >> 20 & (w->nodes - 1);
}

/* The node of a cell, or the place for it. Keys of other queries are as good as empty, but must not
 * cut a chain: a query's nodes are looked for up to the first slot that is not this query's. */
static inline kg__jump_node *find_node(const kg__walker *w, uint32_t cell)
{
    uint64_t key = w->query_number << 32 | cell, slot = slot_of(w, key);

    while (w->node[slot].key != key && w->node[slot].key >> 32 == w->query_number)
        slot = (slot + 1) & (w->nodes - 1);
    return &w->node[slot];
}

static kg_status grow_nodes(kg__walker *w)
{
    kg_context *ctx = w->work->grid->ctx;
    kg__jump_node *old = w->node;
    uint64_t count = w->nodes, more = count ? 2 * count : FIRST_NODES;
    kg_status status;

    KG_TRY(kg__room_for(w, more * sizeof *w->node));
    KG_TRY(kg__host_allocate(ctx, &w->node, more, sizeof *w->node, "jump points"));
    memset(w->node, 0, more * sizeof *w->node);
    w->nodes = more;
    for (uint64_t i = 0; i < count; i++)
        if (old[i].key >> 32 == w->query_number)
            *find_node(w, (uint32_t)old[i].key) = old[i];
    kg__free(ctx, old);
out:
    if (status != KG_OK)
        w->node = old;
    return status;
}

/* A cell was reached at cost g in a direction, from a parent. */
static kg_status reach(
    kg__walker *w, kg_grid_cell at, uint64_t g, unsigned direction, uint32_t parent)
{
    uint32_t cell = at.y * w->work->grid->width + at.x;
    kg__jump_node *node = find_node(w, cell);
    uint64_t f;
    kg_status status = KG_OK;

    if (node->key != (w->query_number << 32 | cell)) {
        if (++w->answer->states == w->states_most)
            return KG_LIMIT;
        if (w->answer->states > w->nodes / 2) {
            KG_TRY(grow_nodes(w));
            node = find_node(w, cell);
        }
        *node = (kg__jump_node){.key = w->query_number << 32 | cell, .g = UINT64_MAX};
    }
    if (g > node->g || (g == node->g && is_set(node->arrived, direction)))
        return KG_OK;
    w->answer->generated++;
    if (g < node->g) {
        node->g = g;
        node->parent = parent;
        node->arrived = node->left = 0;
    }
    node->arrived |= (uint8_t)bit(direction);
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

static kg_status go_straight(
    kg__walker *w, kg_grid_cell at, uint64_t g, unsigned direction, uint32_t parent, bool cuts)
{
    uint32_t steps = look(w, at, direction, cuts);

    if (!steps)
        return KG_OK;
    at.x += steps * (uint32_t)turn_x[direction];
    at.y += steps * (uint32_t)turn_y[direction];
    return reach(w, at, g + steps * w->work->scale.straight, direction, parent);
}

static kg_status go_diagonally(
    kg__walker *w, kg_grid_cell at, uint64_t g, unsigned direction, uint32_t parent, bool cuts)
{
    const kg_grid *grid = w->work->grid;
    const kg_grid_cell goal = w->query->goal;
    const uint32_t dx = (uint32_t)turn_x[direction], dy = (uint32_t)turn_y[direction];
    kg_status status = KG_OK;

    for (;;) {
        bool beside_x = kg__grid_bit(grid, w->row, at.x + dx, at.y);
        bool beside_y = kg__grid_bit(grid, w->row, at.x, at.y + dy);

        if (!kg__grid_bit(grid, w->row, at.x + dx, at.y + dy) || (!cuts && !(beside_x && beside_y)))
            break;
        /* With cuts a wall beside this step may end beside the next. */
        at.x += dx;
        at.y += dy;
        g += w->work->scale.diagonal;
        if ((at.x == goal.x && at.y == goal.y) ||
            (cuts && ((!beside_x && kg__grid_bit(grid, w->row, at.x + dx, at.y - dy)) ||
                         (!beside_y && kg__grid_bit(grid, w->row, at.x - dx, at.y + dy)))))
            return reach(w, at, g, direction, parent);
        KG_TRY(go_straight(w, at, g, (direction + 1) & 7, parent, cuts));
        KG_TRY(go_straight(w, at, g, (direction - 1) & 7, parent, cuts));
    }
out:
    return status;
}

static kg_status expand(kg__walker *w, kg_grid_cell at, uint64_t g, unsigned on)
{
    bool cuts = w->work->grid->rules.corners == KG_GRID_CORNERS_ALLOW;
    uint32_t cell = at.y * w->work->grid->width + at.x;
    kg_status status = KG_OK;

    w->answer->expanded++;
    for (; on; on &= on - 1) {
        unsigned direction = (unsigned)__builtin_ctz(on);

        KG_TRY((direction & 1 ? go_diagonally : go_straight)(w, at, g, direction, cell, cuts));
    }
out:
    return status;
}

/* ---- the search ------------------------------------------------------------------------------ */

static kg_status prepare(kg__walker *w)
{
    bool cuts = w->work->grid->rules.corners == KG_GRID_CORNERS_ALLOW;

    for (unsigned free = 0; free < 256; free++)
        for (unsigned d = 0; d < 8; d++)
            w->go_on[free][d] = (uint8_t)go_on(d, free, cuts);
    return grow_nodes(w);
}

static kg_status search(kg__walker *w)
{
    kg__open_entry e;
    kg_status status;

    KG_TRY(reach(w, w->query->start, 0, 0, 0));
    while (kg__open_pop(&w->open, kg__most(w), &e)) {
        kg_grid_cell at = {e.x, e.y};
        kg__jump_node *node = find_node(w, e.y * w->work->grid->width + e.x);
        unsigned on = 0, free;

        if (node->g != e.g || e.g + kg__estimate_from(&w->estimate, e.x, e.y) > kg__most(w))
            continue;
        free = free_around(w, at);
        for (unsigned d = node->arrived; d; d &= d - 1)
            on |= w->go_on[free][__builtin_ctz(d)];
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

/* From a parent one goes diagonally first, then straight. */
static kg_status find_path(kg__walker *w)
{
    const uint32_t width = w->work->grid->width;
    kg_grid_cell at = w->query->goal;
    uint64_t count = 1, i;
    kg_status status;

    while (at.x != w->query->start.x || at.y != w->query->start.y) {
        uint32_t parent = find_node(w, at.y * width + at.x)->parent;
        uint32_t dx = kg__apart(at.x, parent % width), dy = kg__apart(at.y, parent / width);

        count += dx > dy ? dx : dy;
        at = (kg_grid_cell){parent % width, parent / width};
    }
    KG_TRY(kg__path_room(w, count));
    i = count;
    for (at = w->query->goal; i > 1;) {
        uint32_t parent = find_node(w, at.y * width + at.x)->parent;
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

/* The next query's keys differ. */
static void clear(kg__walker *w)
{
    (void)w;
}

const kg__walk_ops kg__walk_jump_cpu = {
    .prepare = prepare, .search = search, .path = find_path, .clear = clear};
