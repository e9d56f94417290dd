/*
 * Pattern databases: the numbers of sets, regions and orders.
 */
#include "patterns.h"
#include <string.h>

static const char what[] = "a pattern database";

/* ---- ranks ----------------------------------------------------------------------------------- */

static uint32_t choose(unsigned n, unsigned k)
{
    uint64_t ways = 1;

    for (unsigned i = 1; i <= k; i++)
        ways = ways * (n - k + i) / i;
    return k > n ? 0 : (uint32_t)ways;
}

/* The sum of choose(place, number of the place among those of the set), where numbers count from
 * `before` + 1 on. A set's rank is that sum with before = 0. */
static uint32_t part_of_rank(uint32_t set, unsigned place, unsigned before)
{
    uint32_t rank = 0;

    for (; set; set >>= 1, place++)
        if (set & 1)
            rank += choose(place, ++before);
    return rank;
}

static void make_ranks(kg__pattern_shape *s)
{
    for (uint32_t set = 0; set < 1u << KG__PATTERN_LOW; set++)
        s->low[set] = part_of_rank(set, 0, 0);
    for (unsigned before = 0; before <= KG__PATTERN_ITEMS; before++)
        for (uint32_t set = 0; set < 1u << KG__PATTERN_HIGH; set++)
            s->high[(before << KG__PATTERN_HIGH) + set] =
                before + kg__pattern_ones(set) > KG__PATTERN_ITEMS
                    ? 0
                    : part_of_rank(set, KG__PATTERN_LOW, before);
}

/* ---- orders ---------------------------------------------------------------------------------- */

uint32_t kg__pattern_rank_of_order(const uint8_t *sequence, unsigned items)
{
    uint32_t left = (1u << items) - 1, rank = 0;

    for (unsigned i = 0; i < items; i++) {
        rank = rank * (items - i) + kg__pattern_ones(left & ((1u << sequence[i]) - 1));
        left &= ~(1u << sequence[i]);
    }
    return rank;
}

/* The sequence of a rank. */
static void find_order(uint8_t *sequence, uint32_t rank, unsigned items)
{
    for (unsigned i = items; i-- > 0;) {
        sequence[i] = (uint8_t)(rank % (items - i));
        rank /= items - i;
        for (unsigned j = i + 1; j < items; j++)
            sequence[j] = (uint8_t)(sequence[j] + (sequence[j] >= sequence[i]));
    }
}

/* The ranks of all orders after the items at index i and i + 1 are swapped. */
static void swap_neighbours(uint16_t *to, const kg__pattern_view *v, unsigned i)
{
    for (uint32_t order = 0; order < v->orders; order++) {
        uint8_t sequence[KG__PATTERN_ITEMS] = {0}, item;

        find_order(sequence, order, v->items);
        item = sequence[i];
        sequence[i] = sequence[i + 1];
        sequence[i + 1] = item;
        to[order] = (uint16_t)kg__pattern_rank_of_order(sequence, v->items);
    }
}

/* An item goes to another index by swaps of neighbours. */
static void make_turns(kg__pattern_shape *s)
{
    const kg__pattern_view *v = &s->view;
    const unsigned items = v->items;
#define TURN(from, to) (s->turn + (uint64_t)((from)*items + (to)) * v->orders)

    for (unsigned i = 0; i < items; i++) {
        for (uint32_t order = 0; order < v->orders; order++)
            TURN(i, i)[order] = (uint16_t)order;
        if (i + 1 < items)
            swap_neighbours(TURN(i, i + 1), v, i);
    }
    for (unsigned from = 0; from < items; from++) {
        for (unsigned to = from + 2; to < items; to++)
            for (uint32_t order = 0; order < v->orders; order++)
                TURN(from, to)[order] = TURN(to - 1, to)[TURN(from, to - 1)[order]];
        for (unsigned to = from; to-- > 0;)
            for (uint32_t order = 0; order < v->orders; order++)
                TURN(from, to)[order] = TURN(to, to + 1)[TURN(from, to + 1)[order]];
    }
#undef TURN
}

/* ---- sets ------------------------------------------------------------------------------------ */

uint32_t kg__pattern_flood(const kg__pattern_board *board, uint32_t free, uint32_t region)
{
    for (uint32_t seen = 0; seen != region;) {
        uint32_t more = region & ~seen;

        seen = region;
        for (; more; more &= more - 1)
            region |= board->near[__builtin_ctz(more)] & free;
    }
    return region;
}

/* Numbers the regions of a set in the order of their first places. Returns how many there are. */
static unsigned find_regions(kg__pattern_set *s, const kg__pattern_board *board, uint32_t set)
{
    uint32_t free = ~set & (uint32_t)((UINT64_C(1) << board->places) - 1);
    unsigned regions = 0;

    memset(s, 0, sizeof *s);
    while (free) {
        uint32_t region = kg__pattern_flood(board, free, free & -free);

        free &= ~region;
        for (; region; region &= region - 1) {
            const unsigned place = (unsigned)__builtin_ctz(region);

            s->region[place / 10] |= (regions & 7) << 3 * (place % 10);
        }
        regions++;
    }
    return regions;
}

static kg_status make_sets(kg_context *ctx, kg__pattern_shape *s)
{
    uint32_t set = (1u << s->view.items) - 1;

    for (uint32_t i = 0; i < s->sets; i++) {
        const unsigned regions = find_regions(&s->set[i], &s->board, set);

        if (regions > KG__PATTERN_REGIONS)
            return kg__fail(ctx, KG_UNSUPPORTED,
                "%u items divide the board into %u regions: a pattern database takes at most %d",
                s->view.items, regions, KG__PATTERN_REGIONS);
        s->set[i].first = s->blocks;
        s->blocks += regions;
        set = kg__pattern_next_set(set);
    }
    return KG_OK;
}

/* ---- calls ----------------------------------------------------------------------------------- */

static uint32_t factorial(unsigned n)
{
    return n < 2 ? 1 : n * factorial(n - 1);
}

kg_status kg__pattern_shape_make(
    kg_context *ctx, kg__pattern_shape *s, const kg__pattern_board *board, unsigned items)
{
    const uint32_t orders = factorial(items);
    kg_status status;

    memset(s, 0, sizeof *s);
    s->board = *board;
    s->sets = choose(board->places, items);
    s->view = (kg__pattern_view){
        .items = items, .orders = orders, .words = (orders + 63) / 64, .colour = board->colour};
    KG_TRY(kg__host_allocate(ctx, &s->low, 1u << KG__PATTERN_LOW, sizeof *s->low, what));
    KG_TRY(kg__host_allocate(
        ctx, &s->high, (KG__PATTERN_ITEMS + 1) << KG__PATTERN_HIGH, sizeof *s->high, what));
    KG_TRY(kg__host_allocate(ctx, &s->turn, items * items * orders, sizeof *s->turn, what));
    KG_TRY(kg__host_allocate(ctx, &s->set, s->sets, sizeof *s->set, what));
    make_ranks(s);
    make_turns(s);
    KG_TRY(make_sets(ctx, s));
    s->view.low = s->low;
    s->view.high = s->high;
    s->view.turn = s->turn;
    s->view.set = s->set;
out:
    return status;
}

void kg__pattern_shape_free(kg_context *ctx, kg__pattern_shape *s)
{
    kg__free_all(ctx, s->low, s->high, s->turn, s->set, s->resident);
    kg__free_all(ctx, s->moves.row, s->moves.from, s->moves.turn, s->moves.odd);
}

/* Carves the arrays of a view, and copies them unless the arena only adds up sizes. */
static kg_status copy_arrays(
    kg_context *ctx, const kg__pattern_shape *s, kg__arena *arena, kg__pattern_view *v)
{
    const uint64_t turns = (uint64_t)v->items * v->items * v->orders;
    const struct {
        const void **to;
        const void *from;
        uint64_t bytes;
    } array[] = {{(const void **)&v->low, s->low, sizeof *s->low << KG__PATTERN_LOW},
        {(const void **)&v->high, s->high,
            (KG__PATTERN_ITEMS + 1) * sizeof *s->high << KG__PATTERN_HIGH},
        {(const void **)&v->set, s->set, s->sets * sizeof *s->set},
        {(const void **)&v->turn, s->turn, turns * sizeof *s->turn}};
    const bool copies = arena->base != NULL;
    kg_status status = KG_OK;

    for (size_t i = 0; i < sizeof array / sizeof *array; i++) {
        void *to = kg__arena_carve(arena, array[i].bytes, 1);

        *array[i].to = to;
        if (copies)
            KG_TRY(kg__memory(ctx)->upload(ctx, to, array[i].from, array[i].bytes));
    }
out:
    return status;
}

kg_status kg__pattern_shape_resident(kg_context *ctx, kg__pattern_shape *s)
{
    kg__arena arena = {NULL, 0};
    kg_status status = KG_OK;

    if (s->resident)
        return KG_OK;
    s->resident_view = s->view;
    KG_TRY(copy_arrays(ctx, s, &arena, &s->resident_view));
    KG_TRY(kg__arena_allocate(ctx, &arena, what));
    KG_TRY(copy_arrays(ctx, s, &arena, &s->resident_view));
    s->resident = arena.base;
    arena.base = NULL;
out:
    kg__free(ctx, arena.base);
    return status;
}
