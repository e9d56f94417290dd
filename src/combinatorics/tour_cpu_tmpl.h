/*
 * Held and Karp's method and brute force on distances of type T.
 * Included by: tour_cpu.c, once a type.
 * Expects: T, the type of sums; FROM, the type of the tour's distances; MOST, more than any tour;
 *     MEMBER, the member of the cost for the length; NAMED(). The template undefines these.
 *     LOW_BITS, GRAIN, OFTEN, ends_early() and fail_stopped().
 * Leaves nothing defined.
 */
/* A tour's distances in T. `to` is the transposed table: to[i][j] is the distance from j to i. */
typedef struct NAMED(table) {
    T *first, *from, *to, *last;
} NAMED(table);

static kg_status NAMED(make_table)(NAMED(table) * table, kg_context *ctx, const kg__tour *tour)
{
    const unsigned m = tour->inner;
    const FROM *first = tour->first, *distance = tour->distance, *last = tour->last;
    kg_status status;

    KG_TRY(
        kg__host_allocate(ctx, &table->first, 2 * (m + (uint64_t)m * m), sizeof(T), "distances"));
    table->last = table->first + m;
    table->from = table->last + m;
    table->to = table->from + m * m;
    for (unsigned i = 0; i < m; i++) {
        table->first[i] = (T)first[i];
        table->last[i] = (T)last[i];
        for (unsigned j = 0; j < m; j++)
            table->from[i * m + j] = table->to[j * m + i] = (T)distance[i * m + j];
    }
out:
    return status;
}

/* Fills the row of one set: rest[j] for all j. The entries of j in the set itself are never
 * read. */
static void NAMED(fill_set)(T *rest, const NAMED(table) * table, unsigned m, uint64_t set)
{
    T *row = rest + set * m;

    for (unsigned j = 0; j < m; j++)
        row[j] = (T)MOST;
    for (uint64_t left = set; left; left &= left - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(left);
        const T *to = table->to + i * m, way = rest[(set ^ (uint64_t)1 << i) * m + i];

        for (unsigned j = 0; j < m; j++) {
            T sum = to[j] + way;

            row[j] = sum < row[j] ? sum : row[j];
        }
    }
}

static kg_status NAMED(fill)(
    kg_context *ctx, T *rest, const NAMED(table) * table, const kg__tour *tour)
{
    const unsigned m = tour->inner;
    const unsigned low = m < LOW_BITS ? m : LOW_BITS, high = m - low;
    const uint64_t lows = (uint64_t)1 << low, highs = (uint64_t)1 << high;
    int threads = kg__threads(ctx, highs, 4), stopped = 0;

    for (unsigned bits = 0; bits <= high; bits++) {
        KG_PARALLEL_FOR(threads, schedule(dynamic, 1))
        for (uint64_t h = 0; h < highs; h++) {
            if ((unsigned)__builtin_popcountll(h) != bits || ends_early(tour, &stopped))
                continue;
            for (uint64_t l = 0; l < lows; l++)
                if (h | l)
                    NAMED(fill_set)(rest, table, m, h << low | l);
                else
                    memcpy(rest, table->last, m * sizeof *rest);
        }
        if (stopped)
            return fail_stopped(ctx, tour);
        if (kg__progress(ctx, "tours", bits, high) != KG_OK)
            return KG_CANCELLED;
    }
    return KG_OK;
}

static kg_status NAMED(held_karp)(
    kg_context *ctx, uint32_t *order, kg_number *cost, const kg__tour *tour)
{
    const unsigned m = tour->inner;
    uint64_t left = ((uint64_t)1 << m) - 1;
    NAMED(table) table = {0};
    const T *step;
    T *rest = NULL;
    kg_status status;

    KG_TRY(NAMED(make_table)(&table, ctx, tour));
    KG_TRY(kg__host_allocate(
        ctx, &rest, ((uint64_t)1 << m) * m, sizeof *rest, "shortest ways through sets"));
    KG_TRY(NAMED(fill)(ctx, rest, &table, tour));
    step = table.first;
    for (unsigned place = 0; place < m; place++) {
        T least = (T)MOST;

        for (unsigned i = 0; i < m; i++) {
            T sum;

            if (!(left >> i & 1))
                continue;
            sum = step[i] + rest[(left ^ (uint64_t)1 << i) * m + i];
            if (sum < least) {
                least = sum;
                order[place] = i;
            }
        }
        if (place == 0)
            cost->MEMBER = least;
        left ^= (uint64_t)1 << order[place];
        step = table.from + order[place] * m;
    }
out:
    kg__free_all(ctx, rest, table.first);
    return status;
}

/* The length of the shortest one of permutations from..end-1, and its number. Thread 0 reports
 * progress. */
static T NAMED(shortest_of)(kg_context *ctx, uint64_t *number, const NAMED(table) * table,
    const kg__tour *tour, uint64_t from, uint64_t end, int *stopped)
{
    const unsigned m = tour->inner;
    uint32_t order[KG_PERMUTATION_MOST];
    T sum[KG_PERMUTATION_MOST], least = (T)MOST; /* sum[i]: from the start to order[i] */
    unsigned changed = 0;

    kg__permutation_unrank(order, m, from);
    for (uint64_t k = from; k < end; k++) {
        T all;

        if ((k - from) % OFTEN == 0) {
            if (kg__thread_index() == 0)
                kg__progress(ctx, "tours", k - from, end - from);
            if (ends_early(tour, stopped) || kg__cancelled(ctx) != KG_OK)
                break;
        }
        if (changed == 0)
            sum[changed++] = table->first[order[0]];
        for (; changed < m; changed++)
            sum[changed] = sum[changed - 1] + table->from[order[changed - 1] * m + order[changed]];
        all = sum[m - 1] + table->last[order[m - 1]];
        if (all < least) {
            least = all;
            *number = k;
        }
        changed = kg__permutation_next(order, m);
    }
    return least;
}

static kg_status NAMED(brute_force)(
    kg_context *ctx, uint64_t *number, kg_number *cost, const kg__tour *tour)
{
    const uint64_t all = kg_factorial(tour->inner);
    int threads = kg__threads(ctx, all, GRAIN), stopped = 0;
    NAMED(table) table = {0};
    T least = (T)MOST;
    kg_status status;

    *number = UINT64_MAX;
    KG_TRY(NAMED(make_table)(&table, ctx, tour));
    KG_PARALLEL(threads)
    {
        int index = kg__thread_index(), team = kg__thread_count();
        uint64_t own_number = UINT64_MAX;
        T own = NAMED(shortest_of)(ctx, &own_number, &table, tour, kg__part(all, index, team),
            kg__part(all, index + 1, team), &stopped);

#pragma omp critical
        if (own < least || (own == least && own_number < *number)) {
            least = own;
            *number = own_number;
        }
    }
    KG_TRY(kg__cancelled(ctx));
    if (stopped)
        status = fail_stopped(ctx, tour);
    cost->MEMBER = least;
out:
    kg__free(ctx, table.first);
    return status;
}

#undef T
#undef FROM
#undef MOST
#undef MEMBER
#undef NAMED
