/*
 * Sorting keys of type K with values of type V.
 * Included by: sort_cpu.c, once for each pair of types.
 * Expects: K, V, VECTORS and NAMED(), which it undefines; SMALL, LINE and the definitions above.
 * Leaves nothing defined.
 */
#define PASS   NAMED(pass)
#define ARRAYS NAMED(arrays)

/* A pass: moves n keys by one digit, and values, from one pair of arrays to another. */
typedef struct PASS {
    uint64_t n;
    const K *key;
    const V *value; /* NULL: positions, if to_value is not */
    K *to_key;      /* NULL: the keys are not wanted */
    V *to_value;    /* NULL: no values */
    digit_bits digit;
} PASS;

static void NAMED(insert)(
    K *sorted_key, V *sorted_value, size_t n, const K *key, const V *value, bool values)
{
    K k[SMALL];
    V v[SMALL];

    for (size_t i = 0; i < n; i++) {
        K one = key[i];
        size_t place = i;

        for (; place > 0 && k[place - 1] > one; place--) {
            k[place] = k[place - 1];
            v[place] = v[place - 1];
        }
        k[place] = one;
        v[place] = values && value ? value[i] : (V)i;
    }
    if (sorted_key)
        memcpy(sorted_key, k, n * sizeof *k);
    if (values)
        memcpy(sorted_value, v, n * sizeof *v);
}

/* The bits in which keys differ; 0 if they are sorted already. */
static uint64_t NAMED(look)(uint64_t n, const K *key, int threads)
{
    K differ = 0;
    uint64_t falls = 0;

    KG_PARALLEL_FOR(threads, reduction(| : differ) reduction(+ : falls))
    for (uint64_t i = 1; i < n; i++) {
        differ |= key[i] ^ key[0];
        falls += key[i] < key[i - 1];
    }
    return falls ? differ : 0;
}

/* Copies keys and values that are not in place already. Without values, writes positions. */
static void NAMED(copy)(
    K *to_key, V *to_value, uint64_t n, const K *key, const V *value, int threads)
{
    KG_PARALLEL(threads)
    {
        int index = kg__thread_index(), team = kg__thread_count();
        uint64_t begin = kg__part(n, index, team), end = kg__part(n, index + 1, team);

        if (to_key && to_key != key)
            memcpy(to_key + begin, key + begin, (end - begin) * sizeof *key);
        if (to_value && value && to_value != value)
            memcpy(to_value + begin, value + begin, (end - begin) * sizeof *value);
        if (to_value && !value)
            for (uint64_t i = begin; i < end; i++)
                to_value[i] = (V)i;
    }
}

static void NAMED(count)(const PASS *pass, uint64_t begin, uint64_t end, uint64_t *count)
{
    const size_t buckets = (size_t)1 << pass->digit.bits;
    const unsigned shift = pass->digit.shift;
    const K *key = pass->key;

    memset(count, 0, buckets * sizeof *count);
    for (uint64_t i = begin; i < end; i++)
        count[(size_t)(key[i] >> shift) & (buckets - 1)]++;
}

/* Writes the elements [from, to) of a line. */
static void NAMED(write_part)(const PASS *pass, const unsigned char *line, size_t value_line,
    uint64_t from, uint64_t to, size_t per_line)
{
    for (uint64_t i = from; i < to; i++) {
        if (pass->to_key)
            pass->to_key[i] = ((const K *)line)[i % per_line];
        if (pass->to_value)
            pass->to_value[i] = ((const V *)(line + value_line))[i % per_line];
    }
}

/*
 * Moves a part. The last three arguments are constants, so that each kind of move has its own loop.
 * A full line is not written before the next element of its digit comes. By then its last stores
 * have reached the cache, so that reading them back in wider pieces does not stall.
 */
static inline __attribute__((always_inline)) void NAMED(move)(const PASS *pass, uint64_t begin,
    uint64_t end, const digit_tables *tables, bool keys, bool values, bool positions)
{
    const size_t wider = sizeof(K) > sizeof(V) ? sizeof(K) : sizeof(V);
    const size_t per_line = LINE / (keys && values ? 2 * wider : keys ? sizeof(K) : sizeof(V));
    const size_t value_line = keys ? per_line * wider : 0; /* where values begin in a line */
    const size_t buckets = (size_t)1 << pass->digit.bits;
    const unsigned shift = pass->digit.shift;
    const uint64_t *first = tables->first;
    uint64_t *place = tables->place;
    unsigned char *lines = tables->line;

    for (uint64_t i = begin; i < end; i++) {
        K one = pass->key[i];
        size_t d = (size_t)(one >> shift) & (buckets - 1);
        uint64_t to = place[d]++;
        unsigned char *line = lines + d * LINE;

        if (to % per_line == 0 && to > first[d]) {
            if (to - first[d] >= per_line) {
                if (keys)
                    write_line(pass->to_key + (to - per_line), line, per_line * sizeof(K));
                if (values)
                    write_line(
                        pass->to_value + (to - per_line), line + value_line, per_line * sizeof(V));
            } else { /* its first places belong to another thread or digit */
                NAMED(write_part)(pass, line, value_line, first[d], to, per_line);
            }
        }
        if (keys)
            ((K *)line)[to % per_line] = one;
        if (values)
            ((V *)(line + value_line))[to % per_line] = positions ? (V)i : pass->value[i];
    }
    for (size_t d = 0; d < buckets; d++)
        if (place[d] > first[d]) {
            uint64_t from = (place[d] - 1) / per_line * per_line;
            unsigned char *line = lines + d * LINE;

            from = from < first[d] ? first[d] : from;
            NAMED(write_part)(pass, line, value_line, from, place[d], per_line);
        }
    finish_lines();
}

static void NAMED(move_part)(
    const PASS *pass, uint64_t begin, uint64_t end, const digit_tables *tables)
{
    if (!pass->to_value)
        NAMED(move)(pass, begin, end, tables, true, false, false);
    else if (!pass->to_key && pass->value)
        NAMED(move)(pass, begin, end, tables, false, true, false);
    else if (!pass->to_key)
        NAMED(move)(pass, begin, end, tables, false, true, true);
    else if (pass->value)
        NAMED(move)(pass, begin, end, tables, true, true, false);
    else
        NAMED(move)(pass, begin, end, tables, true, true, true);
}

/* One pass, all threads. */
static void NAMED(run_pass)(const PASS *pass, const pass_tables *all, int threads)
{
    const size_t buckets = (size_t)1 << pass->digit.bits;

    KG_PARALLEL(threads)
    {
        int index = kg__thread_index(), team = kg__thread_count();
        uint64_t begin = kg__part(pass->n, index, team), end = kg__part(pass->n, index + 1, team);
        digit_tables tables = {
            .place = all->counts + buckets * (size_t)index,
            .first = all->firsts + buckets * (size_t)index,
            .line = all->lines + LINE * buckets * (size_t)index,
        };

        NAMED(count)(pass, begin, end, tables.place);
#pragma omp barrier
#pragma omp single
        place_digits(all->counts, buckets, team);
        memcpy(tables.first, tables.place, buckets * sizeof *tables.first);
        NAMED(move_part)(pass, begin, end, &tables);
    }
}

/* The arrays of a sort by vector instructions: its result, and one that passes need. */
typedef struct ARRAYS {
    kg_context *ctx;
    uint64_t n;
    K *sorted, *spare; /* [n] each; spare may be NULL until it is needed */
} ARRAYS;

/* Sorts n keys alone, by vector instructions. at: their first place in the result; key: here, or at
 * the same place of the spare array, or elsewhere */
static kg_status NAMED(sort_alone)(ARRAYS *a, uint64_t at, uint64_t n, const K *key);

/* Sorts the buckets of at most `large` keys that the pass has made, and copies them to `sorted` if
 * they lie elsewhere. first: the beginning of each bucket. */
static void NAMED(sort_buckets)(
    const PASS *pass, K *sorted, const uint64_t *first, uint64_t large, int threads)
{
    const size_t buckets = (size_t)1 << pass->digit.bits;

    KG_PARALLEL_FOR(threads, schedule(dynamic))
    for (size_t d = 0; d < buckets; d++) {
        const uint64_t begin = first[d], keys = bucket_end(first, d, buckets, pass->n) - begin;

        if (keys > large)
            continue;
        VECTORS(pass->to_key + begin, keys);
        if (pass->to_key != sorted)
            memcpy(sorted + begin, pass->to_key + begin, keys * sizeof *sorted);
    }
}

/* As sort_alone(), for keys that differ in these bits. A bucket so large that other threads would
 * wait for the one that sorts it is sorted by all threads, in buckets of its own. */
static kg_status NAMED(by_vectors)(
    ARRAYS *a, uint64_t at, uint64_t n, const K *key, uint64_t differ, int threads)
{
    K *const sorted = a->sorted + at;
    PASS pass = {.n = n, .key = key, .to_key = sorted, .digit = highest_digit(differ, n)};
    const size_t buckets = (size_t)1 << pass.digit.bits;
    const uint64_t share = n / (2 * (unsigned)threads);
    const uint64_t large = share > KG__SORT_GRAIN ? share : KG__SORT_GRAIN;
    pass_tables tables = {0};
    kg_status status;

    if (threads == 1) {
        NAMED(copy)(sorted, NULL, n, key, NULL, 1);
        VECTORS(sorted, n);
        return KG_OK;
    }
    KG_TRY(allocate_tables(a->ctx, &tables, (size_t)threads << pass.digit.bits));
    if (sorted == key) {
        if (!a->spare)
            KG_TRY(
                kg__host_allocate(a->ctx, &a->spare, a->n, sizeof *key, "keys between two passes"));
        pass.to_key = a->spare + at;
    }
    NAMED(run_pass)(&pass, &tables, threads);
    NAMED(sort_buckets)(&pass, sorted, tables.firsts, large, threads);
    for (size_t d = 0; d < buckets; d++) {
        const uint64_t begin = tables.firsts[d],
                       keys = bucket_end(tables.firsts, d, buckets, n) - begin;

        if (keys > large)
            KG_TRY(NAMED(sort_alone)(a, at + begin, keys, pass.to_key + begin));
    }
out:
    free_tables(a->ctx, &tables);
    return status;
}

static kg_status NAMED(sort_alone)(ARRAYS *a, uint64_t at, uint64_t n, const K *key)
{
    const int threads = kg__threads(a->ctx, n, KG__SORT_GRAIN);
    const uint64_t differ = NAMED(look)(n, key, threads);

    if (differ)
        return NAMED(by_vectors)(a, at, n, key, differ, threads);
    NAMED(copy)(a->sorted + at, NULL, n, key, NULL, threads);
    return KG_OK;
}

decl_array_sort_pairs(NAMED(kg__array_sort), K, V)
{
    int threads = kg__threads(ctx, n, KG__SORT_GRAIN), passes;
    digit_bits digits[DIGITS];
    pass_tables tables = {0};
    K *spare_key = NULL, *other_key = NULL;
    V *spare_value = NULL;
    const bool vectors = sizeof(K) > 2 && !sorted_value && kg__sort_vectors(n, sizeof(K));
    uint64_t differ;
    PASS pass = {.n = n, .key = key, .value = value};
    ARRAYS alone = {ctx, n, sorted_key, NULL};
    kg_status status = KG_OK;

    if (n <= (vectors ? KG__SORT_TINY : SMALL)) {
        NAMED(insert)(sorted_key, sorted_value, (size_t)n, key, value, sorted_value != NULL);
        return KG_OK;
    }
    differ = NAMED(look)(n, key, threads);
    if (!differ) {
        NAMED(copy)(sorted_key, sorted_value, n, key, value, threads);
        return KG_OK;
    }
    if (vectors && kg__sort_suits_vectors(n, differ, threads)) {
        status = NAMED(by_vectors)(&alone, 0, n, key, differ, threads);
        goto out;
    }
    passes = choose_digits(digits, differ, n <= FEW ? FEW_BITS : DIGIT_BITS);
    KG_TRY(allocate_tables(ctx, &tables, (size_t)threads << digits[0].bits));
    if (passes > 1 || key == sorted_key)
        KG_TRY(kg__host_allocate(ctx, &spare_key, n, sizeof *key, "keys between two passes"));
    if (passes > 2 && !sorted_key)
        KG_TRY(kg__host_allocate(ctx, &other_key, n, sizeof *key, "keys between two passes"));
    if (sorted_value && (passes > 1 || value == sorted_value))
        KG_TRY(kg__host_allocate(ctx, &spare_value, n, sizeof *value, "values between two passes"));
    if (passes % 2 && key == sorted_key) { /* the first pass writes to sorted_key */
        NAMED(copy)(spare_key, NULL, n, key, NULL, threads);
        pass.key = spare_key;
    }
    if (passes % 2 && value && value == sorted_value) {
        NAMED(copy)(NULL, spare_value, n, NULL, value, threads);
        pass.value = spare_value;
    }
    for (int i = 0; i < passes; i++) {
        bool last = i == passes - 1, spare = (passes - i) % 2 == 0;

        pass.digit = digits[i];
        pass.to_key = spare ? spare_key : last || sorted_key ? sorted_key : other_key;
        pass.to_value = spare ? spare_value : sorted_value;
        NAMED(run_pass)(&pass, &tables, threads);
        pass.key = pass.to_key;
        pass.value = pass.to_value;
    }
out:
    kg__free_all(ctx, spare_value, other_key, spare_key, alone.spare);
    free_tables(ctx, &tables);
    return status;
}

#undef PASS
#undef ARRAYS
#undef K
#undef V
#undef VECTORS
#undef NAMED
