/* Cases of the number of Euler walks: published numbers, and enumeration. */
#include "../walks_oracle.h"
#include "csr/csr.h"
#include <konig/count.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Whether the count is what it should be. digits: of both numbers, or NULL for those of walks
 * alone. Without GMP there are none, and a warning. */
static void compare(check *c, const kg_context *ctx, const kg_euler_count *count, const char *all,
    const char *sequences)
{
    const double expected = log10(strtod(all, NULL));

    c->compared++;
    if (isfinite(expected) && !(fabs(count->log10_walks - expected) <= count->error + 1e-12))
        check_fail(c, ctx, "log10 %.17g, error %g, expected %.17g", count->log10_walks,
            count->error, expected);
    if (!count->exact) {
        check_number(c, ctx, "a warning", strstr(kg_context_warning(ctx), "GMP") != NULL, 1);
        return;
    }
    if (strcmp(count->walks, all) != 0)
        check_fail(c, ctx, "%s walks, expected %s", count->walks, all);
    if (sequences && strcmp(count->sequences, sequences) != 0)
        check_fail(c, ctx, "%s sequences, expected %s", count->sequences, sequences);
    if (sequences)
        check_number(c, ctx, "unique", count->unique, strcmp(sequences, "1") == 0);
}

/* ---- published numbers ----------------------------------------------------------------------- */

static void test_published(check *c)
{
    static const struct {
        kg_generate_options options;
        const char *walks;
    } known[] = {
        {{.kind = KG_GENERATE_DEBRUIJN, .alphabet = 2, .length = 5}, "2048"},
        {{.kind = KG_GENERATE_DEBRUIJN, .alphabet = 2, .length = 6}, "67108864"},
        {{.kind = KG_GENERATE_DEBRUIJN, .alphabet = 3, .length = 3}, "373248"},
        {{.kind = KG_GENERATE_DEBRUIJN, .alphabet = 4, .length = 2}, "20736"},
        {{.kind = KG_GENERATE_COMPLETE, .vertices = 2}, "1"},
        {{.kind = KG_GENERATE_COMPLETE, .vertices = 3}, "3"},
        {{.kind = KG_GENERATE_COMPLETE, .vertices = 4}, "256"},
        {{.kind = KG_GENERATE_COMPLETE, .vertices = 5}, "972000"},
        {{.kind = KG_GENERATE_COMPLETE, .vertices = 6}, "247669456896"},
    };

    for (unsigned i = 0; i < sizeof known / sizeof *known; i++)
        for (int k = 0; k < c->contexts; k++) {
            kg_context *ctx = c->context[k];
            kg_graph *graph = NULL;
            kg_euler_count count;

            check_say(c, "%s walks", known[i].walks);
            check_status(c, ctx, kg_graph_generate(&graph, ctx, &known[i].options), KG_OK);
            check_status(c, ctx, kg_euler_count_circuits(&count, graph), KG_OK);
            compare(c, ctx, &count, known[i].walks, known[i].walks);
            kg_euler_count_clear(&count, ctx);
            kg_graph_destroy(graph);
        }
}

/* Twice a number in decimal, in its place. */
static void double_digits(char *digits)
{
    const size_t length = strlen(digits);
    int carry = 0;

    for (size_t i = length; i-- > 0;) {
        const int twice = 2 * (digits[i] - '0') + carry;

        digits[i] = (char)('0' + twice % 10);
        carry = twice / 10;
    }
    if (carry) {
        memmove(digits + 1, digits, length + 1);
        digits[0] = (char)('0' + carry);
    }
}

/* Binary de Bruijn graphs of k-letter words have 2^(2^(k-1) - k) circuits. */
static void test_powers(check *c)
{
    for (unsigned length = 7; length <= (check_is_small() ? 8 : 13); length++) {
        const unsigned power = (1u << (length - 1)) - length;
        const kg_generate_options options = {
            .kind = KG_GENERATE_DEBRUIJN, .alphabet = 2, .length = length};
        kg_context *ctx = c->context[length % (unsigned)c->contexts];
        kg_graph *graph = NULL;
        kg_euler_count count;
        char digits[2000] = "1";

        check_say(c, "2^%u walks", power);
        for (unsigned i = 0; i < power && length < 11; i++)
            double_digits(digits);
        check_status(c, ctx, kg_graph_generate(&graph, ctx, &options), KG_OK);
        check_status(c, ctx, kg_euler_count_circuits(&count, graph), KG_OK);
        if (length < 11)
            compare(c, ctx, &count, digits, digits);
        else
            check_number(c, ctx, "exact", count.exact, 0);
        c->compared++;
        if (!(fabs(count.log10_walks - power * log10(2)) <= count.error + 1e-12 * power) ||
            count.error > 1e-4)
            check_fail(c, ctx, "log10 %.17g, error %g", count.log10_walks, count.error);
        kg_euler_count_clear(&count, ctx);
        kg_graph_destroy(graph);
    }
}

/* The Euler circuits of complete graphs without directions, each in both, are those of all their
 * balanced orientations. (OEIS A007082 times powers of factorials.) */
static void test_orientations(check *c)
{
    static const struct {
        unsigned n;
        double circuits;
    } known[] = {{3, 2}, {5, 264}, {7, 129976320}};

    for (unsigned i = 0; i < (check_is_small() ? 2 : 3); i++) {
        const unsigned n = known[i].n, m = n * (n - 1) / 2;
        kg_context *ctx = c->context[0];
        double sum = 0;

        for (uint64_t ways = 0; ways < (uint64_t)1 << m; ways++) {
            kg_vertex source[21], target[21];
            int surplus[7] = {0};
            unsigned e = 0;
            bool balanced = true;

            for (kg_vertex a = 0; a < n; a++)
                for (kg_vertex b = a + 1; b < n; b++, e++) {
                    source[e] = ways >> e & 1 ? b : a;
                    target[e] = ways >> e & 1 ? a : b;
                    surplus[source[e]]++;
                    surplus[target[e]]--;
                }
            for (unsigned v = 0; v < n; v++)
                balanced = balanced && surplus[v] == 0;
            if (balanced) {
                kg_graph *graph = NULL;
                kg_euler_count count;

                check_status(
                    c, ctx, kg_graph_build(&graph, ctx, n, m, source, target, NULL), KG_OK);
                check_status(c, ctx, kg_euler_count_circuits(&count, graph), KG_OK);
                sum += rint(pow(10, count.log10_walks));
                kg_euler_count_clear(&count, ctx);
                kg_graph_destroy(graph);
            }
        }
        check_say(c, "complete graph of %u vertices", n);
        check_number(c, ctx, "circuits", (uint64_t)sum, (uint64_t)known[i].circuits);
    }
}

/* ---- determinants ---------------------------------------------------------------------------- */

static uint64_t product_modulo(uint64_t a, uint64_t b, uint64_t q)
{
    return a * b % q; /* q < 2^32 */
}

static uint64_t power_modulo(uint64_t a, uint64_t exponent, uint64_t q)
{
    uint64_t power = 1;

    for (; exponent; exponent >>= 1, a = product_modulo(a, a, q))
        if (exponent & 1)
            power = product_modulo(power, a, q);
    return power;
}

/* The determinant modulo a prime q, by elimination as in schools. a: [n * n], which it changes. */
static uint64_t determinant(uint64_t *a, uint64_t n, uint64_t q)
{
    uint64_t result = 1;

    for (uint64_t c = 0; c < n; c++) {
        uint64_t row = c;

        while (row < n && !a[row * n + c])
            row++;
        if (row == n)
            return 0;
        for (uint64_t j = 0; row != c && j < n; j++) {
            const uint64_t was = a[row * n + j];

            a[row * n + j] = a[c * n + j];
            a[c * n + j] = was;
        }
        result = product_modulo(row != c ? q - result : result, a[c * n + c], q);
        for (row = c + 1; row < n; row++) {
            const uint64_t factor =
                product_modulo(a[row * n + c], power_modulo(a[c * n + c], q - 2, q), q);

            for (uint64_t j = c; factor && j < n; j++)
                a[row * n + j] = (a[row * n + j] + q - product_modulo(factor, a[c * n + j], q)) % q;
        }
    }
    return result;
}

/* How many circuits there are modulo a prime: the BEST theorem, with vertex 0 as the root. */
static uint64_t circuits_modulo(kg_graph *graph, uint64_t q)
{
    const uint64_t n = kg_graph_vertices(graph);
    uint64_t *a = check_array((n - 1) * (n - 1), sizeof *a), result;
    const kg_edge *row;
    const kg_vertex *col;

    kg_graph_csr(graph, &row, &col);
    for (uint64_t i = 0; i < (n - 1) * (n - 1); i++)
        a[i] = 0;
    for (uint64_t u = 1; u < n; u++)
        for (kg_edge e = row[u]; e < row[u + 1]; e++) {
            uint64_t *own = a + (u - 1) * (n - 1);

            own[u - 1] = (own[u - 1] + 1) % q;
            if (col[e])
                own[col[e] - 1] = (own[col[e] - 1] + q - 1) % q;
        }
    result = determinant(a, n - 1, q);
    free(a);
    for (uint64_t u = 0; u < n; u++)
        for (uint64_t d = 2; d < row[u + 1] - row[u]; d++)
            result = product_modulo(result, d, q);
    return result;
}

/* Graphs closely knit, whose digits are compared modulo some primes. */
static void test_determinants(check *c)
{
    static const uint64_t primes[] = {4294967291, 2147483647, 1000000007};
    static const kg_generate_options known[] = {
        {.kind = KG_GENERATE_COMPLETE, .vertices = 40},
        {.kind = KG_GENERATE_RANDOM, .vertices = 40, .max_degree = 60, .seed = 3},
        {.kind = KG_GENERATE_RANDOM, .vertices = 120, .max_degree = 30, .seed = 1},
        {.kind = KG_GENERATE_RANDOM, .vertices = 200, .max_degree = 20, .seed = 2},
    };

    for (unsigned i = 0; i < sizeof known / sizeof *known; i++)
        for (int k = 0; k < (check_is_small() ? 1 : c->contexts); k++) {
            kg_context *ctx = c->context[k];
            kg_graph *graph = NULL;
            kg_euler_count count;

            check_say(c, "graph %u", i);
            check_status(c, ctx, kg_graph_generate(&graph, ctx, &known[i]), KG_OK);
            check_status(c, ctx, kg_euler_count_circuits(&count, graph), KG_OK);
            for (unsigned q = 0; count.exact && q < 3; q++) {
                uint64_t rest = 0;

                for (const char *digit = count.walks; *digit; digit++)
                    rest = (10 * rest + (uint64_t)(*digit - '0')) % primes[q];
                check_number(
                    c, ctx, "the number modulo a prime", rest, circuits_modulo(graph, primes[q]));
            }
            c->compared++;
            kg_euler_count_clear(&count, ctx);
            kg_graph_destroy(graph);
        }
}

/* What kg_euler_is_unique() says, where it knows. */
static void compare_unique(check *c, kg_context *ctx, kg_graph *graph, int unique)
{
    kg_euler_unique said;
    kg_euler *euler = NULL;

    check_status(c, ctx, kg_euler_find(&euler, graph, NULL), KG_OK);
    check_status(c, ctx, kg_euler_is_unique(&said, euler, graph), KG_OK);
    if (said != KG_EULER_PERHAPS)
        check_number(
            c, ctx, "unique by a look at the walk", said == KG_EULER_ONLY, (uint64_t)unique);
    kg_euler_destroy(euler);
}

/* ---- enumeration ----------------------------------------------------------------------------- */

/* The vertices of a walk; of a circuit from where on they are least. */
static void vertices_of(uint8_t *to, const walks *w, const uint8_t *walk, bool closed)
{
    memset(to, 0, WALKS_EDGES);
    for (uint64_t shift = 0; shift < (closed ? w->m : 1); shift++) {
        uint8_t own[WALKS_EDGES] = {0};

        for (uint64_t i = 0; i < w->m; i++)
            own[i] = (uint8_t)w->target[walk[(i + shift) % w->m]];
        if (shift == 0 || memcmp(own, to, WALKS_EDGES) < 0)
            memcpy(to, own, WALKS_EDGES);
    }
}

static int compare_keys(const void *a, const void *b)
{
    return memcmp(a, b, WALKS_EDGES);
}

static uint64_t count_sequences(const walks *w, bool closed)
{
    uint8_t(*key)[WALKS_EDGES] = check_array(w->count, sizeof *key);
    uint64_t count = 0;

    for (uint64_t i = 0; i < w->count; i++)
        vertices_of(key[i], w, w->walk[i], closed);
    qsort(key, w->count, sizeof *key, compare_keys);
    for (uint64_t i = 0; i < w->count; i++)
        count += i == 0 || memcmp(key[i], key[i - 1], WALKS_EDGES) != 0;
    free(key);
    return count;
}

static void test_enumerated(check *c)
{
    uint64_t state = c->seed;

    for (unsigned g = 0; g < (check_is_small() ? 20 : 300); g++) {
        const bool closed = g % 3 > 0;
        kg_context *ctx = c->context[g % (unsigned)c->contexts];
        kg_graph *graph = NULL;
        kg_euler_count count;
        char digits[2][24];
        walks w;

        walks_random(&w, 1 + (g + !closed) % 4 + !closed, 2 + g % 8, closed, &state);
        if (g % 5 == 0 && w.m < 6) { /* each edge twice or three times */
            const uint64_t times = 2 + g % 2, m = w.m;

            for (uint64_t e = m; closed && e < times * m; e++) {
                w.source[e] = w.source[e - m];
                w.target[e] = w.target[e - m];
            }
            w.m = closed && times * m <= 10 ? times * m : m;
        }
        walks_enumerate(&w, 0, closed ? 0 : WALKS_EDGES);
        snprintf(digits[0], sizeof digits[0], "%llu", (unsigned long long)w.count);
        snprintf(
            digits[1], sizeof digits[1], "%llu", (unsigned long long)count_sequences(&w, closed));
        check_say(c, "graph %u of %llu edges", g, (unsigned long long)w.m);
        check_status(
            c, ctx, kg_graph_build(&graph, ctx, w.n + 1, w.m, w.source, w.target, NULL), KG_OK);
        check_status(c, ctx, kg_euler_count_circuits(&count, graph), KG_OK);
        check_number(c, ctx, "kind", count.kind, closed ? KG_EULER_CIRCUIT : KG_EULER_PATH);
        check_number(c, ctx, "end", count.end, !closed);
        compare(c, ctx, &count, digits[0], digits[1]);
        compare_unique(c, ctx, graph, count.unique);
        c->compared++;
        if (!(fabs(count.log10_sequences - log10(strtod(digits[1], NULL))) <= count.error + 1e-12))
            check_fail(
                c, ctx, "sequences: log10 %.17g, expected of %s", count.log10_sequences, digits[1]);
        kg_euler_count_clear(&count, ctx);
        kg_graph_destroy(graph);
        walks_free(&w);
    }
}

/* Edges are chains of 500 edges: walks are as many as before, and none has the vertices of another.
 * Only where chains meet does konig count vertices. */
static void test_chains(check *c)
{
    enum { LONG = 500 };
    uint64_t state = c->seed;

    for (unsigned g = 0; g < (check_is_small() ? 10 : 60); g++) {
        const bool closed = g % 2 > 0;
        kg_context *ctx = c->context[g % (unsigned)c->contexts];
        kg_vertex source[WALKS_EDGES * LONG], target[WALKS_EDGES * LONG], inner;
        kg_graph *graph = NULL;
        kg_euler_count count;
        char digits[24];
        uint64_t m = 0;
        walks w;

        walks_random(&w, 1 + g % 4 + !closed, 2 + g % 8, closed, &state);
        walks_enumerate(&w, 0, closed ? 0 : WALKS_EDGES);
        inner = (kg_vertex)w.n + 1;
        for (uint64_t e = 0; e < w.m; e++)
            for (unsigned i = 0; i < LONG; i++, m++) {
                source[m] = i ? inner++ : w.source[e];
                target[m] = i + 1 < LONG ? inner : w.target[e];
            }
        snprintf(digits, sizeof digits, "%llu", (unsigned long long)w.count);
        check_say(c, "graph %u of %llu chains", g, (unsigned long long)w.m);
        check_status(c, ctx, kg_graph_build(&graph, ctx, inner, m, source, target, NULL), KG_OK);
        check_status(c, ctx, kg_euler_count_circuits(&count, graph), KG_OK);
        compare(c, ctx, &count, digits, digits);
        check_number(c, ctx, "exact", count.exact, kg_context_warning(ctx)[0] == '\0');
        kg_euler_count_clear(&count, ctx);
        kg_graph_destroy(graph);
        walks_free(&w);
    }
}

static kg_status run_count(kg_context *ctx, kg_graph *graph)
{
    kg_euler_count count;
    kg_status status = kg_euler_count_circuits(&count, graph);

    kg_euler_count_clear(&count, ctx);
    return status;
}

static void test_refused(check *c)
{
    static const kg_vertex source[] = {0, 1, 0}, target[] = {1, 0, 1}, end[] = {0, 1, 1, 0};
    const kg_generate_options options = {.kind = KG_GENERATE_COMPLETE, .vertices = 40};

    for (int k = 0; k < c->contexts; k++) {
        kg_context *ctx = c->context[k];
        kg_graph *none = NULL, *undirected = NULL, *empty = NULL, *complete = NULL;
        const kg_edge *out, *in;
        kg_euler_count count;

        check_status(c, ctx, kg_graph_build(&none, ctx, 3, 3, source, source, NULL), KG_OK);
        check_status(c, ctx, kg_graph_build_undirected(&undirected, ctx, 2, 2, end, NULL), KG_OK);
        check_status(c, ctx, kg_graph_build(&empty, ctx, 3, 0, source, target, NULL), KG_OK);
        check_status(c, ctx, kg_graph_generate(&complete, ctx, &options), KG_OK);
        check_status(c, ctx, kg_euler_count_circuits(&count, none), KG_NO_SOLUTION);
        check_number(c, ctx, "kind", count.kind, KG_EULER_ANY);
        check_status(c, ctx, kg_euler_count_circuits(&count, undirected), KG_UNSUPPORTED);
        check_status(c, ctx, kg_euler_count_circuits(NULL, empty), KG_ARGUMENT);
        check_status(c, ctx, kg_euler_count_circuits(&count, empty), KG_OK);
        compare(c, ctx, &count, "1", "1");
        kg_euler_count_clear(&count, ctx);
        check_status(c, ctx, kg_graph_degrees(complete, &out, &in), KG_OK); /* which it keeps */
        CHECK_ALLOCATIONS(c, ctx, run_count(ctx, complete));
        kg_graph_destroy(none);
        kg_graph_destroy(undirected);
        kg_graph_destroy(empty);
        kg_graph_destroy(complete);
    }
}

const check_case check_count_cases[] = {
    {"count.published", test_published, NULL, 0},
    {"count.powers", test_powers, NULL, 0},
    {"count.orientations", test_orientations, NULL, 0},
    {"count.determinants", test_determinants, NULL, 0},
    {"count.enumerated", test_enumerated, NULL, 0},
    {"count.chains", test_chains, NULL, 0},
    {"count.refused", test_refused, NULL, 0},
    {NULL, NULL, NULL, 0},
};
