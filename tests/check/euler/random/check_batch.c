/* Cases of batches: shuffled sequences, and walks of many small graphs. CHECK_DRAWS in the
 * environment: so many draws of each small graph or sequence, for a longer test of chances. */
#include "../walks_oracle.h"
#include <stdlib.h>
#include <string.h>

typedef unsigned long long wide;

static uint64_t draws_of(uint64_t cells)
{
    const char *asked = getenv("CHECK_DRAWS");

    return asked ? strtoull(asked, NULL, 10) : check_is_small() ? 30 : 100 * cells;
}

/* ---- what stays ------------------------------------------------------------------------------ */

static uint64_t word_length; /* of the words that are compared */

static int compare_words(const void *a, const void *b)
{
    return memcmp(*(const char *const *)a, *(const char *const *)b, word_length);
}

/* The words of k letters of a sequence, sorted. */
static const char **words_of(const char *letters, uint64_t length, uint64_t k)
{
    const uint64_t count = length >= k ? length - k + 1 : 0;
    const char **word = check_array(count + 1, sizeof *word);

    for (uint64_t i = 0; i < count; i++)
        word[i] = letters + i;
    word_length = k;
    qsort(word, count, sizeof *word, compare_words);
    return word;
}

static void check_kept(
    check *c, kg_context *ctx, const char *got, const char *from, uint64_t length, uint64_t k)
{
    const char **a = words_of(got, length, k), **b = words_of(from, length, k);
    const uint64_t ends = k - 1 < length ? k - 1 : length;
    bool same = memcmp(got, from, ends) == 0 &&
                memcmp(got + length - ends, from + length - ends, ends) == 0;

    c->compared++;
    for (uint64_t i = 0; i + k <= length; i++)
        same = same && memcmp(a[i], b[i], k) == 0;
    if (length < k)
        same = same && memcmp(got, from, length) == 0;
    if (!same)
        check_fail(c, ctx, "the words of %llu letters are others", (wide)k);
    free(a);
    free(b);
}

enum { SEQUENCES = 300, LONGEST = 400 };

/* Sequences of all kinds: of few letters and of many, without any, with long repeats. */
static void make_sequences(uint64_t *begin, char *letters, uint64_t *state)
{
    static const unsigned alphabets[] = {1, 2, 3, 4, 5, 20, 256};

    begin[0] = 0;
    for (unsigned i = 0; i < SEQUENCES; i++) {
        const uint64_t length =
            i < 20 ? i / 2 : check_random(state) % (i % 3 ? LONGEST : LONGEST / 10);
        const unsigned alphabet = alphabets[check_random(state) % 7];
        char *to = letters + begin[i];

        for (uint64_t at = 0; at < length; at++)
            to[at] = (char)("ACGTN"[check_random(state) % (alphabet < 5 ? alphabet : 5)] +
                            (alphabet > 5 ? check_random(state) % alphabet : 0));
        if (i % 7 == 0 && length > 20)
            memcpy(to + length / 2, to, length / 4);
        begin[i + 1] = begin[i] + length;
    }
}

static void test_kept(check *c)
{
    uint64_t state = c->seed, begin[SEQUENCES + 1];
    char *letters = check_array(SEQUENCES * LONGEST, 1);
    const unsigned most = check_is_small() ? 2 : 7;

    make_sequences(begin, letters, &state);
    for (unsigned k = 0; k <= most; k++)
        for (unsigned copies = 0; copies < 4; copies += 3) {
            const kg_shuffle_options options = {.k = k, .copies = copies, .seed = k};
            const uint64_t each = copies ? copies : 1, bytes = each * begin[SEQUENCES];
            char *expected = check_array(bytes, 1), *got = check_array(bytes, 1);

            check_say(c, "k %u, %u copies", k, copies);
            for (int n = 0; n < c->contexts; n++) {
                char *to = n ? got : expected;

                check_status(c, c->context[n],
                    kg_euler_shuffle(to, c->context[n], SEQUENCES, begin, letters, &options),
                    KG_OK);
                if (n)
                    check_equal(c, c->context[n], "shuffled", got, expected, bytes, 1);
            }
            for (uint64_t i = 0; i < each * SEQUENCES; i++) {
                const uint64_t s = i / each, length = begin[s + 1] - begin[s];

                check_say(c, "k %u, copy %llu of sequence %llu", k, (wide)(i % each), (wide)s);
                check_kept(c, c->context[0], expected + each * begin[s] + i % each * length,
                    letters + begin[s], length, k ? k : 2);
            }
            free(expected);
            free(got);
        }
    free(letters);
}

/* Short sequences of few letters may be shuffled many at a time. What stands among them, here every
 * eleventh sequence, which has many letters, does not change what becomes of them. */
static void test_among(check *c)
{
    enum { COUNT = 500, MOST = 255 };
    uint64_t state = c->seed, begin[COUNT + 1] = {0};
    char *letters = check_array(COUNT * MOST, 1), *other = check_array(COUNT * MOST, 1);
    char *got = check_array(COUNT * MOST, 1), *among = check_array(COUNT * MOST, 1);

    for (unsigned i = 0; i < COUNT; i++) {
        const uint64_t length = i < 100 ? 200 : i < 250 ? 3 + check_random(&state) % 253 : i % 256;

        begin[i + 1] = begin[i] + length;
        for (uint64_t at = begin[i]; at < begin[i + 1]; at++) {
            letters[at] = "ACGTacgu"[check_random(&state) % (1 + i % 4) + (i % 3 ? 0 : 4)];
            other[at] = i % 11 ? letters[at] : (char)check_random(&state);
        }
    }
    for (int n = 0; n < c->contexts; n++) {
        kg_context *ctx = c->context[n];

        check_status(c, ctx, kg_euler_shuffle(got, ctx, COUNT, begin, letters, NULL), KG_OK);
        check_status(c, ctx, kg_euler_shuffle(among, ctx, COUNT, begin, other, NULL), KG_OK);
        for (unsigned i = 0; i < COUNT; i++) {
            const uint64_t length = begin[i + 1] - begin[i];

            check_say(c, "sequence %u of %llu letters", i, (wide)length);
            check_kept(c, ctx, got + begin[i], letters + begin[i], length, 2);
            if (i % 11)
                check_equal(c, ctx, "shuffled", among + begin[i], got + begin[i], length, 1);
        }
    }
    free(letters);
    free(other);
    free(got);
    free(among);
}

/* A draw depends on what comes before it, and not on what comes behind: count, other copies. */
static void test_alone(check *c)
{
    static const char letters[] = "ACGTTGCAACGTACCAGTTTACGAGGACTTACGACCATTA";
    const uint64_t begin[] = {0, 20, 40};
    kg_shuffle_options options = {.copies = 5, .seed = 9};
    char many[200], few[20];

    for (int n = 0; n < c->contexts; n++) {
        kg_context *ctx = c->context[n];

        options.copies = 5;
        check_status(c, ctx, kg_euler_shuffle(many, ctx, 2, begin, letters, &options), KG_OK);
        options.copies = 0;
        check_status(c, ctx, kg_euler_shuffle(few, ctx, 1, begin, letters, &options), KG_OK);
        check_equal(c, ctx, "the first copy", few, many, 20, 1);
        CHECK_ALLOCATIONS(c, ctx, kg_euler_shuffle(many, ctx, 2, begin, letters, &options));
    }
}

/* ---- chances --------------------------------------------------------------------------------- */

/* All sequences with the words of one, by trying. */
typedef struct others {
    const char *from;
    uint64_t length, k, count, left[64];
    char (*found)[16];
} others;

static void extend(others *o, char *own, uint64_t at)
{
    if (at == o->length) {
        o->found = realloc(o->found, (o->count + 1) * sizeof *o->found);
        memcpy(o->found[o->count++], own, 16);
        return;
    }
    for (uint64_t i = 0; i + o->k <= o->length; i++) {
        uint64_t j = 0;

        if (!o->left[i] || memcmp(o->from + i, own + at + 1 - o->k, o->k - 1) != 0)
            continue;
        while (memcmp(o->from + j, o->from + i, o->k) != 0)
            j++; /* the first of equal words is the one whose count is kept */
        if (j < i)
            continue;
        o->left[i]--;
        own[at] = o->from[i + o->k - 1];
        extend(o, own, at + 1);
        o->left[i]++;
    }
}

static void find_others(others *o, const char *from, uint64_t length, uint64_t k)
{
    char own[16] = {0};

    *o = (others){.from = from, .length = length, .k = k};
    for (uint64_t i = 0; i + k <= length; i++) {
        uint64_t j = 0;

        while (memcmp(from + j, from + i, k) != 0)
            j++;
        o->left[j]++;
    }
    memcpy(own, from, k - 1);
    extend(o, own, k - 1);
}

static void test_sequences(check *c)
{
    static const struct {
        const char *letters;
        uint64_t k;
    } cases[] = {{"ACGACTACA", 2}, {"AABBAABBAB", 2}, {"ABCABDABEA", 2}, {"AAAABAAAB", 2},
        {"ABCDEF", 2}, {"ABABCABACB", 3}, {"AABABBBABAAB", 3}, {"ABCABC", 1}, {"AABBC", 1},
        {"ACCATTGACAT", 2}, {"ACGTACGTTGCA", 3}, {"AAAA", 2}, {"ABCDABCDBADC", 2}};

    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *from = cases[i].letters;
        const uint64_t length = strlen(from), begin[] = {0, length};
        kg_shuffle_options options = {.k = cases[i].k, .seed = 1};
        kg_context *ctx = c->context[i % (unsigned)c->contexts];
        others o;
        char *drawn;
        walks w = {0};

        find_others(&o, from, length, cases[i].k);
        w.count = o.count;
        w.seen = calloc(o.count, sizeof *w.seen);
        options.copies = draws_of(o.count);
        drawn = check_array(options.copies * length, 1);
        check_say(c, "%s, k %llu, %llu sequences", from, (wide)options.k, (wide)o.count);
        check_status(c, ctx, kg_euler_shuffle(drawn, ctx, 1, begin, from, &options), KG_OK);
        for (uint64_t copy = 0; copy < options.copies; copy++) {
            uint64_t j = 0;

            while (j < o.count && memcmp(o.found[j], drawn + copy * length, length) != 0)
                j++;
            if (j == o.count)
                check_fail(c, ctx, "no such sequence: %.*s", (int)length, drawn + copy * length);
            else
                w.seen[j]++;
        }
        if (!check_is_small())
            walks_compare(c, ctx, &w);
        free(drawn);
        free(o.found);
        walks_free(&w);
    }
}

static void test_graphs(check *c)
{
    uint64_t state = 17; /* not of --seed: one lot in a thousand is as uneven as is refused */

    for (unsigned g = 0; g < 20; g++) {
        kg_shuffle_options options = {.seed = g};
        kg_context *ctx = c->context[g % (unsigned)c->contexts];
        kg_edge *walk;
        walks w;

        walks_random(&w, 2 + g % 4, 4 + g / 3, g % 2, &state);
        walks_enumerate(&w, 0, g % 2 ? 0 : WALKS_EDGES);
        options.copies = draws_of(w.count);
        walk = check_array(options.copies * w.m, sizeof *walk);
        check_say(c, "graph %u, %llu walks", g, (wide)w.count);
        check_status(c, ctx,
            kg_euler_random_walks(
                walk, ctx, 1, (const uint64_t[]){0, w.m}, w.source, w.target, &options),
            KG_OK);
        for (uint64_t copy = 0; copy < options.copies; copy++)
            if (!walks_see(&w, walk + copy * w.m))
                check_fail(c, ctx, "copy %llu is no such walk", (wide)copy);
        if (!check_is_small())
            walks_compare(c, ctx, &w);
        free(walk);
        walks_free(&w);
    }
}

/* Many graphs in one call: the same everywhere, and each a walk. */
static void test_many(check *c)
{
    enum { GRAPHS = 200 };
    uint64_t state = c->seed, begin[GRAPHS + 1] = {0};
    kg_vertex *source = check_array(GRAPHS * WALKS_EDGES, sizeof *source);
    kg_vertex *target = check_array(GRAPHS * WALKS_EDGES, sizeof *target);
    kg_edge *expected = check_array(2 * GRAPHS * WALKS_EDGES, sizeof *expected);
    kg_edge *got = check_array(2 * GRAPHS * WALKS_EDGES, sizeof *got);
    const kg_shuffle_options options = {.copies = 2, .seed = c->seed};

    for (unsigned g = 0; g < GRAPHS; g++) {
        walks w;

        walks_random(&w, 2 + g % 2, g < 4 ? g / 2 : 2 + g % 12, g % 2, &state);
        if (w.m == 1)
            w.target[0] = g % 2;
        memcpy(source + begin[g], w.source, w.m * sizeof *source);
        memcpy(target + begin[g], w.target, w.m * sizeof *target);
        begin[g + 1] = begin[g] + w.m;
    }
    for (int n = 0; n < c->contexts; n++) {
        kg_context *ctx = c->context[n];
        kg_edge *to = n ? got : expected;

        check_status(
            c, ctx, kg_euler_random_walks(to, ctx, GRAPHS, begin, source, target, &options), KG_OK);
        check_equal(c, ctx, "walks", to, expected, 2 * begin[GRAPHS], sizeof *to);
        if (n == 0)
            CHECK_ALLOCATIONS(
                c, ctx, kg_euler_random_walks(got, ctx, GRAPHS, begin, source, target, &options));
    }
    for (uint64_t i = 0; i < 2 * GRAPHS; i++) {
        const uint64_t from = begin[i / 2], m = begin[i / 2 + 1] - from;
        const kg_edge *walk = expected + 2 * from + i % 2 * m;
        uint64_t used = 0;

        for (uint64_t j = 0; j < m; j++) {
            if (walk[j] >= m || used >> walk[j] & 1 ||
                (j && target[from + walk[j - 1]] != source[from + walk[j]]))
                check_fail(c, c->context[0], "graph %llu: no walk", (wide)(i / 2));
            used |= (uint64_t)1 << walk[j] % 64;
        }
    }
    free(source);
    free(target);
    free(expected);
    free(got);
}

static void test_refused(check *c)
{
    static const uint64_t begin[] = {0, 2, 4}, falls[] = {0, 2, 1}, late[] = {1, 2, 4};
    static const kg_vertex source[] = {0, 1, 0, 1}, target[] = {1, 0, 1, 0}, parts[] = {1, 0, 0, 1},
                           odd[] = {1, 0, 1, 1}, far[] = {1, 0, 1, 3}, out[] = {0, 1, 0, 0},
                           same[] = {1, 0, 1, 1};
    const kg_shuffle_options with_k = {.k = 2}, many = {.copies = UINT64_MAX};
    kg_edge walk[4];
    char shuffled[4];

    for (int n = 0; n < c->contexts; n++) {
        kg_context *ctx = c->context[n];

#define REFUSED(expected, offsets, from, to, options)                                              \
    check_status(c, ctx, kg_euler_random_walks(walk, ctx, 2, offsets, from, to, options), expected)
        REFUSED(KG_OK, begin, source, target, NULL);
        REFUSED(KG_ARGUMENT, begin, source, target, &with_k);
        REFUSED(KG_ARGUMENT, falls, source, target, NULL);
        REFUSED(KG_ARGUMENT, late, source, target, NULL);
        REFUSED(KG_ARGUMENT, begin, source, far, NULL);
        REFUSED(KG_OVERFLOW, begin, source, target, &many);
        REFUSED(KG_NO_SOLUTION, begin, source, parts, NULL); /* two loops */
        REFUSED(KG_OK, begin, source, odd, NULL);
        REFUSED(KG_NO_SOLUTION, begin, out, same, NULL); /* both edges from 0 to 1 */
        check_status(
            c, ctx, kg_euler_random_walks(NULL, ctx, 2, begin, source, target, NULL), KG_ARGUMENT);
        check_status(c, ctx, kg_euler_shuffle(shuffled, ctx, 2, begin, NULL, NULL), KG_ARGUMENT);
        check_status(c, ctx, kg_euler_shuffle(shuffled, ctx, 2, falls, "ACGT", NULL), KG_ARGUMENT);
        check_status(c, ctx, kg_euler_shuffle(NULL, ctx, 0, begin, NULL, NULL), KG_OK);
    }
}

static void bench_shuffle(check *c)
{
    enum { COUNT = 10000, LETTERS = 200 };
    uint64_t state = 1, *begin = check_array(COUNT + 1, sizeof *begin);
    char *letters = check_array(COUNT * LETTERS, 1), *got = check_array(COUNT * LETTERS, 1);

    for (uint64_t i = 0; i <= COUNT; i++)
        begin[i] = i * LETTERS;
    for (uint64_t i = 0; i < COUNT * LETTERS; i++)
        letters[i] = "ACGT"[check_random(&state) % 4];
    for (int n = 0; n < c->contexts; n++)
        for (check_clock clock = {0}; check_again(c, &clock, c->context[n], "10,000 of 200 letters",
                 COUNT * LETTERS, 2 * COUNT * LETTERS);)
            check_status(c, c->context[n],
                kg_euler_shuffle(got, c->context[n], COUNT, begin, letters, NULL), KG_OK);
    check_kept(c, c->context[0], got, letters, LETTERS, 2);
    free(begin);
    free(letters);
    free(got);
}

const check_case check_batch_cases[] = {
    {"euler.shuffle", test_kept, bench_shuffle, 0},
    {"euler.shuffle-among", test_among, NULL, 0},
    {"euler.shuffle-alone", test_alone, NULL, 0},
    {"euler.shuffle-uniform", test_sequences, NULL, 0},
    {"euler.batch-uniform", test_graphs, NULL, 0},
    {"euler.batch", test_many, NULL, 0},
    {"euler.batch-refused", test_refused, NULL, 0},
    {NULL, NULL, NULL, 0},
};
