/*
 * FASTA of unitigs. The oracle takes words as strings: it writes the reverse complement of each,
 * keeps the lesser, sorts them, and looks every one up by name.
 */
#include "io.h"

/* What reads: the graph is as io_describe() has it. */
static const struct {
    const char *what;
    unsigned k;
    const char *content, *graph;
} good[] = {
    {"an end that is its own reverse complement", 3, ">a\nACT\n>b\nTAC\n",
        "bidirected AC:+AG+,-TA.;AG:+AC+;TA:.AC-;"},
    {"lines, small letters and comments", 3, "; a comment\n\n>a x >\nac\nT\r\n>b\nCC \n\nC",
        "bidirected AC:+AG+;AG:+AC+;CC:+CC-,-CC+;"},
    {"segments of GFA", 3,
        "# any\nH\tVN:Z:1.0\nS\ta\tACT\tLN:i:3\r\nL\ta\t+\tb\t-\t2M\nS\tb\tTAC\nP\tp\ta+\t*",
        "bidirected AC:+AG+,-TA.;AG:+AC+;TA:.AC-;"},
    {"both directions of a word", 4, ">1\nACCA\n>2\nTGGT\n",
        "bidirected ACC:+CCA-,+CCA-;CCA:-ACC+,-ACC+;"},
};

static const struct {
    const char *broken;
    unsigned k;
    const char *content, *message;
} damaged[] = {
    {"an unknown letter", 3, ">a\nACGT\n>b N\nACNGT\n", "f:4:3: 'N' in a unitig, expected"},
    {"one in a later line", 3, ">a\nACGT\nAC\nAx\n>b\nN\n", "f:4:2: 'x' in a unitig"},
    {"RNA", 3, ">a\nACGU\n", "f:2:4: 'U' in a unitig"},
    {"a blank among letters", 3, ">a\nAC GT\n", "f:2:3: a byte 32 in a unitig"},
    {"a byte of another alphabet", 3, ">a\nAC\xc3\xa4\n", "f:2:3: a byte 195 in a unitig"},
    {"a unitig too short", 5, ">a\nACGTA\n>b\nACG\n\nT\n>c\nAC\n",
        "f:3:1: a unitig of 4 letters, "
        "expected at least k = 5"},
    {"no letters", 2, ">a\n>b\nACGT\n", "f:1:1: a unitig of 0 letters"},
    {"a file that ends in a header", 2, ">a\nACGT\n>b", "f:3:1: a unitig of 0 letters"},
    {"a segment without letters", 3, "S\ta\tACGT\nS\tb\t*\n", "f:2:5: '*' stands for the sequence"},
    {"an unknown letter of a segment", 3, "S\ta\tACGN\n", "f:1:8: 'N' in a unitig"},
    {"a segment too short", 5, "H\tVN:Z:1.0\nS\ta\tACGT\tLN:i:4\n",
        "f:2:5: a unitig of 4 letters, expected at least k = 5 (read as GFA of unitigs)"},
    {"another overlap", 3, "S\ta\tACGT\nL\ta\t+\ta\t+\t3M\n", "f:2:11: an overlap other than 2M"},
    {"an overlap of something else", 3, "S\ta\tACGT\nL\ta\t+\ta\t+\t2I\n", "f:2:11: an overlap"},
    {"no header", 2, "ACGT\n>a\nACGT\n", "f:1:1: expected a line that begins with '>' (read as"},
};

static kg_status read_k(
    kg_graph **graph, kg_context *ctx, const char *text, size_t size, uint64_t k, size_t block)
{
    kg_read_options options = KG_READ_OPTIONS_INIT;

    options.k = k;
    return io_read_options(graph, ctx, text, size, "f", &options, block);
}

static void check_damaged(kg_context *ctx, size_t i, size_t block)
{
    kg_graph *graph;
    kg_status status =
        read_k(&graph, ctx, damaged[i].content, strlen(damaged[i].content), damaged[i].k, block);

    CHECK(status == KG_FORMAT && !graph && strstr(kg_context_message(ctx), damaged[i].message),
        "%s, block %zu: %s '%s'", damaged[i].broken, block, kg_status_string(status),
        kg_context_message(ctx));
    kg_graph_destroy(graph);
    CHECK(kg_context_memory(ctx).current == 0, "%s leaks", damaged[i].broken);
}

static void check_good(kg_context *ctx, size_t i, size_t block)
{
    kg_graph *graph;
    kg_status status =
        read_k(&graph, ctx, good[i].content, strlen(good[i].content), good[i].k, block);

    CHECK(status == KG_OK && !*kg_context_warning(ctx), "%s: %s", good[i].what,
        kg_context_message(ctx));
    if (status == KG_OK) {
        char *text = io_describe(graph);

        CHECK(strcmp(text, good[i].graph) == 0, "%s, block %zu: %s, expected %s", good[i].what,
            block, text, good[i].graph);
        free(text);
    }
    kg_graph_destroy(graph);
    CHECK(kg_context_memory(ctx).current == 0, "%s leaks", good[i].what);
}

/* ---- the oracle ------------------------------------------------------------------------------ */

enum { MOST_LETTERS = 300 };

static unsigned next(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

/* A word of n letters from text, in capital letters, or its reverse complement. */
static void take_word(char *word, const char *text, size_t n, bool turned)
{
    static const char letters[] = "ACGTacgt", others[] = "TGCATGCA", same[] = "ACGTACGT";

    for (size_t i = 0; i < n; i++) {
        const size_t at = (size_t)(strchr(letters, text[turned ? n - 1 - i : i]) - letters);

        word[i] = turned ? others[at] : same[at];
    }
    word[n] = '\0';
}

typedef struct sample {
    unsigned m, k;
    char (*unitig)[MOST_LETTERS];
    char (*word)[MOST_LETTERS]; /* [2m] what each end is called */
    int *order;                 /* [2m] less than 0: the unitig has the word as it is called */
    char *text;
    size_t size;
} sample;

/* Unitigs over few letters, so that words meet again, in lines of random lengths; those of some
 * samples begin alike, so that a sort must look at the letters behind. */
static sample make_sample(unsigned m, unsigned k, unsigned seed)
{
    sample s = {.m = m, .k = k};
    FILE *file = open_memstream(&s.text, &s.size);
    const char *const letters = seed & 1 ? "ACGTacgt" : "ATAT";
    const bool alike = k > 20 && seed % 3 == 0;

    s.unitig = malloc((m + 1) * sizeof *s.unitig);
    s.word = malloc((2 * m + 1) * sizeof *s.word);
    s.order = malloc((2 * m + 1) * sizeof *s.order);
    for (unsigned e = 0; e < m; e++) {
        const unsigned n = k + next(&seed) % 40;
        char word[MOST_LETTERS];

        for (unsigned i = 0; i < n; i++)
            s.unitig[e][i] = letters[next(&seed) % strlen(letters)];
        s.unitig[e][n] = '\0';
        s.unitig[e][n] = '\0';
        if (e && next(&seed) % 3 == 0) { /* an end that another unitig has */
            take_word(word, s.unitig[e - 1], k - 1, next(&seed) & 1);
            memcpy(s.unitig[e], word, k - 1);
        }
        if (next(&seed) % 5 == 0 && k % 2) { /* a word that is its own reverse complement */
            take_word(word, s.unitig[e], k - 1, true);
            memcpy(s.unitig[e] + (k - 1) / 2, word + (k - 1) / 2, (k - 1) / 2);
        }
        if (alike)
            memset(s.unitig[e], 'A', 14);
        fprintf(file, ">%u LN:i:%u >x%s", e, n, seed & 4 ? "\r\n" : "\n");
        for (unsigned i = 0; i < n;) {
            unsigned length = next(&seed) % 4 == 0 ? 1 + next(&seed) % n : n;

            length = length < n - i ? length : n - i;
            fprintf(file, "%.*s%s", (int)length, &s.unitig[e][i], seed & 8 ? " \n\n" : "\n");
            i += length;
        }
        for (unsigned end = 0; end < 2; end++) {
            const char *at = s.unitig[e] + (end ? n - (k - 1) : 0);
            char forward[MOST_LETTERS], turned[MOST_LETTERS];

            take_word(forward, at, k - 1, false);
            take_word(turned, at, k - 1, true);
            s.order[2 * e + end] = strcmp(forward, turned);
            strcpy(s.word[2 * e + end], s.order[2 * e + end] <= 0 ? forward : turned);
        }
    }
    fclose(file);
    return s;
}

static void free_sample(sample *s)
{
    free(s->unitig);
    free(s->word);
    free(s->order);
    free(s->text);
}

static void check_graph(kg_graph *graph, const sample *s)
{
    const uint64_t *side, *one;
    const kg_vertex *end;
    unsigned wrong = 0;
    char last[MOST_LETTERS] = "";

    CHECK(kg_graph_kind(graph) == KG_BIDIRECTED && kg_graph_edges(graph) == s->m &&
              kg_graph_ends(graph, &end) == KG_OK && kg_graph_sides(graph, &side, &one) == KG_OK,
        "%u unitigs, k %u: another graph", s->m, s->k);
    for (kg_vertex v = 0; v < kg_graph_vertices(graph); v++) { /* names increase: all differ */
        size_t length;
        const char *name = kg_graph_name(graph, v, NULL, 0, &length);

        wrong += length != s->k - 1 || strncmp(last, name, length) >= 0;
        memcpy(last, name, length);
    }
    CHECK(wrong == 0, "%u unitigs, k %u: %u names", s->m, s->k, wrong);
    for (unsigned h = 0; h < 2 * s->m && !wrong; h++) {
        const kg_vertex v = end[h];
        const bool is_one = one && (one[v / 64] >> v % 64 & 1);
        const bool plus = side[h / 64] >> h % 64 & 1;
        size_t length;
        const char *name = kg_graph_name(graph, v, NULL, 0, &length);

        wrong += memcmp(name, s->word[h], length) != 0 || is_one != (s->order[h] == 0) ||
                 plus != (s->order[h] && (s->order[h] < 0) == (h % 2 == 0));
    }
    CHECK(wrong == 0, "%u unitigs, k %u: %u ends", s->m, s->k, wrong);
    for (unsigned e = 0; e < s->m; e++) {
        uint64_t length, k;
        const char *letters = kg_graph_unitig(graph, e, &length, &k);

        wrong += k != s->k || length != strlen(s->unitig[e]) ||
                 memcmp(letters, s->unitig[e], length) != 0;
    }
    CHECK(wrong == 0, "%u unitigs, k %u: %u sequences", s->m, s->k, wrong);
    CHECK(!kg_graph_unitig(graph, s->m, NULL, NULL), "a unitig more");
}

static int compare_words(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* How many words are equal to one before them, or its reverse complement. */
static uint64_t count_repeats(const sample *s)
{
    char(*word)[MOST_LETTERS] = malloc(40 * (s->m + 1) * sizeof *word);
    uint64_t count = 0, repeated = 0;

    for (unsigned e = 0; e < s->m; e++)
        for (const char *at = s->unitig[e]; strlen(at) >= s->k; at++) {
            char turned[MOST_LETTERS];

            take_word(word[count], at, s->k, false);
            take_word(turned, at, s->k, true);
            if (strcmp(turned, word[count]) < 0)
                strcpy(word[count], turned);
            count++;
        }
    qsort(word, count, sizeof *word, compare_words);
    for (uint64_t i = 1; i < count; i++)
        repeated += strcmp(word[i], word[i - 1]) == 0;
    free(word);
    return repeated;
}

/* All at once, and in slices. */
static void check_repeats(kg_graph *graph, const sample *s, uint64_t expected)
{
    static const uint64_t bytes[] = {1 << 20, 5000};
    uint64_t repeated = 0;

    for (unsigned i = 0; i < sizeof bytes / sizeof *bytes; i++)
        CHECK(kg__count_repeats(graph, bytes[i], &repeated) == KG_OK && repeated == expected,
            "%u unitigs, k %u: %u words are repeated, expected %u", s->m, s->k, (unsigned)repeated,
            (unsigned)expected);
}

static void check_random(kg_context **ctx)
{
    static const unsigned words[] = {2, 3, 4, 5, 16, 31, 32, 33, 34, 49, 50, 63, 64, 127, 200};

    for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
        for (unsigned seed = 1; seed < 9; seed++) {
            sample s = make_sample(seed < 4 ? seed : 60 * seed, words[i], seed * 977 + i);
            const uint64_t repeated = seed < 5 ? count_repeats(&s) : 0;

            for (int t = 0; t < THREAD_COUNTS; t++)
                for (int b = 0; b < BLOCK_SIZES; b += 2) {
                    kg_graph *graph;
                    kg_status status = read_k(&graph, ctx[t], s.text, s.size, s.k, block_sizes[b]);

                    CHECK(status == KG_OK, "%s", kg_context_message(ctx[t]));
                    if (status == KG_OK)
                        check_graph(graph, &s);
                    if (status == KG_OK && seed < 5 && !b)
                        check_repeats(graph, &s, repeated);
                    kg_graph_destroy(graph);
                    CHECK(kg_context_memory(ctx[t]).current == 0, "leak");
                }
            free_sample(&s);
        }
}

/* The k-th allocation or read fails. */
static void check_faults(kg_context *ctx, kg__fault kind)
{
    sample s = make_sample(5, 35, 3);
    kg_graph *graph;
    kg_status status = KG_MEMORY;
    uint64_t k = 1;

    for (; k < 200 && status != KG_OK; k++) {
        kg__fault_set(ctx, kind, k);
        status = read_k(&graph, ctx, s.text, s.size, s.k, 100);
        kg__fault_set(ctx, kind, 0);
        CHECK(status == KG_OK || (status == KG_MEMORY && !graph), "failure %u: %s", (unsigned)k,
            kg_status_string(status));
        kg_graph_destroy(graph);
        CHECK(kg_context_memory(ctx).current == 0, "failure %u leaks", (unsigned)k);
    }
    CHECK(status == KG_OK && (k > 10 || kind != KG__FAULT_ALLOCATE), "%u failures", (unsigned)k);
    free_sample(&s);
}

/* The k-th allocation fails while words are counted. */
static void check_counting_faults(kg_context *ctx, unsigned words)
{
    sample s = make_sample(60, words, 2);
    kg_status status = KG_MEMORY;
    uint64_t held, repeated, k = 1;
    kg_graph *graph;

    CHECK(read_k(&graph, ctx, s.text, s.size, s.k, 100) == KG_OK, "%s", kg_context_message(ctx));
    held = kg_context_memory(ctx).current;
    for (; k < 50 && status != KG_OK; k++) {
        kg__fault_set(ctx, KG__FAULT_ALLOCATE, k);
        status = kg__count_repeats(graph, 1000, &repeated);
        kg__fault_set(ctx, KG__FAULT_ALLOCATE, 0);
        CHECK(status == KG_OK || status == KG_MEMORY, "failure %u: %s", (unsigned)k,
            kg_status_string(status));
        CHECK(kg_context_memory(ctx).current == held, "failure %u leaks", (unsigned)k);
    }
    CHECK(status == KG_OK || k == 50, "%u failures", (unsigned)k);
    kg_graph_destroy(graph);
    free_sample(&s);
}

/* Options that do not go with unitigs, and what they are not. */
static void check_options(kg_context *ctx)
{
    static const char text[] = ">a\nACGTT\n";
    kg_read_options options = KG_READ_OPTIONS_INIT;
    kg_graph *graph;
    uint64_t k;

    CHECK(io_read_options(&graph, ctx, text, sizeof text - 1, "f", &options, 9) == KG_FORMAT &&
              strstr(kg_context_message(ctx), "FASTA, which konig does not read: -k K reads it if"),
        "%s", kg_context_message(ctx));
    options.format = KG_FORMAT_UNITIGS;
    CHECK(io_read_options(&graph, ctx, text, sizeof text - 1, "f", &options, 9) == KG_ARGUMENT,
        "without k");
    options.k = 1;
    CHECK(io_read_options(&graph, ctx, text, sizeof text - 1, "f", &options, 9) == KG_ARGUMENT,
        "k of 1");
    options.k = 3;
    options.ids = 1;
    CHECK(io_read_options(&graph, ctx, text, sizeof text - 1, "f", &options, 9) == KG_ARGUMENT,
        "ids");
    options.ids = 0;
    options.both_directions = 1;
    CHECK(io_read_options(&graph, ctx, text, sizeof text - 1, "f", &options, 9) == KG_UNSUPPORTED,
        "both directions");
    options.both_directions = 0;
    options.undirected = 1;
    CHECK(io_read_options(&graph, ctx, text, sizeof text - 1, "f", &options, 9) == KG_OK &&
              kg_graph_kind(graph) == KG_UNDIRECTED && !kg_graph_unitig(graph, 0, NULL, &k) &&
              k == 0,
        "undirected: %s", kg_context_message(ctx));
    kg_graph_destroy(graph);
    options.format = KG_FORMAT_EDGES;
    CHECK(kg_graph_read(&graph, ctx, "-", &options) == KG_ARGUMENT &&
              strstr(kg_context_message(ctx), "k is that of unitigs, not of edges"),
        "%s", kg_context_message(ctx));
    CHECK(read_k(&graph, ctx, "", 0, 5, 9) == KG_OK && kg_graph_kind(graph) == KG_BIDIRECTED &&
              kg_graph_vertices(graph) == 0 && kg_graph_edges(graph) == 0,
        "empty: %s", kg_context_message(ctx));
    CHECK(kg_graph_count_repeated_words(graph, &k) == KG_OK && k == 0, "empty: %u", (unsigned)k);
    CHECK(kg_graph_write(graph, io_path("x"), KG_FORMAT_UNITIGS) == KG_UNSUPPORTED &&
              strstr(kg_context_message(ctx), "unitigs are read and not written"),
        "%s", kg_context_message(ctx));
    kg_graph_destroy(graph);
}

void io_unitigs(void)
{
    kg_context *ctx[THREAD_COUNTS];

    for (int t = 0; t < THREAD_COUNTS; t++) {
        ctx[t] = io_context(thread_counts[t]);
        for (int b = 0; b < BLOCK_SIZES; b++) {
            for (size_t i = 0; i < sizeof good / sizeof *good; i++)
                check_good(ctx[t], i, block_sizes[b]);
            for (size_t i = 0; i < sizeof damaged / sizeof *damaged; i++)
                check_damaged(ctx[t], i, block_sizes[b]);
        }
        check_options(ctx[t]);
        check_faults(ctx[t], KG__FAULT_ALLOCATE);
        check_counting_faults(ctx[t], 5);
        check_counting_faults(ctx[t], 40);
    }
    check_random(ctx);
    for (int t = 0; t < THREAD_COUNTS; t++)
        kg_context_destroy(ctx[t]);
}
