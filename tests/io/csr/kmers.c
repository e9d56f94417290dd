/* FASTA and FASTQ as the graph of their words. tests/cli/genomes.py counts words on its own; here
 * are cases that were worked out by hand, and failures. */
#include "io.h"

static const struct {
    const char *what;
    kg_kmers_options options;
    const char *content, *graph;
    kg_kmers_counts counts;
    const char *warning;
} good[] = {
    {"both strands", {.k = 3}, ">a\nACTTG\n", /* CT, TT, TG are AG, AA, CA turned */
        "bidirected AA:+AG-,-CA+;AC:+AG+;AG:+AC+,-AA+;CA:+AA-;", {1, 5, 0, 1, 0, 3}, ""},
    {"a single strand, lines, small letters and comments", {.k = 3, .single_strand = 1},
        "; a comment\n\n>a x >\nac\nTt\r\nG\n>b\n", "AC:CT;CT:TT;TG:;TT:TG;", {2, 5, 0, 1, 0, 3},
        ""},
    {"words that are there twice", {.k = 2, .single_strand = 1}, ">a\nACAC\n", "A:C,C;C:A;",
        {1, 4, 0, 1, 0, 3}, ""},
    {"the same, once", {.k = 2, .single_strand = 1, .distinct = 1}, ">a\nACAC\n", "A:C;C:A;",
        {1, 4, 0, 1, 0, 3}, ""},
    {"a word and its reverse complement, once", {.k = 3, .distinct = 1},
        ">a\nACC\n>b\nGGT\n>c\nACC\n", "bidirected AC:+CC-;CC:-AC+;", {3, 9, 0, 3, 0, 3}, ""},
    {"an end that is its own reverse complement", {.k = 3}, ">a\nTACT\n", /* TA AC CT */
        "bidirected AC:-TA.,+AG+;AG:+AC+;TA:.AC-;", {1, 4, 0, 1, 0, 2}, ""},
    {"a word that is its own reverse complement", {.k = 2, .distinct = 1}, ">a\nATAT\n",
        "bidirected A:+A+,+A+,-A-,-A-;", {1, 4, 0, 1, 0, 3}, ""},
    {"other letters", {.k = 3, .single_strand = 1}, ">a\nNNACGNAC\nNRTTTT*\n",
        "AC:CG;CG:;TT:TT,TT;", {1, 15, 6, 3, 1, 3},
        "f: 6 letters other than A, C, G, T split 1 sequences into 3 pieces, of which 1 are "
        "shorter "
        "than k = 3 and left out"},
    {"no word", {.k = 5}, ">a\nACGT\n>b\nA\n", "bidirected ", {2, 5, 0, 2, 2, 0},
        "f: 2 of 2 sequences are shorter than k = 5 and left out"},
    {"nothing", {.k = 5}, "", "bidirected ", {0}, ""},
    {"words that are there twice or more", {.k = 3, .single_strand = 1, .min_count = 2},
        ">a\nAACC\n>b\nAACG\n>c\nACG\n", "AA:AC,AC;AC:CG,CG;CG:;", {3, 11, 0, 3, 0, 5}, ""},
    {"the same on both strands, once", {.k = 3, .distinct = 1, .min_count = 2},
        ">a\nACCA\n>b\nGGT\n", "bidirected AC:+CC-;CC:-AC+;", {2, 7, 0, 2, 0, 3}, ""},
    {"no word often enough", {.k = 3, .min_count = 3}, ">a\nACCAGGT\n", "bidirected ",
        {1, 7, 0, 1, 0, 5}, ""},
    {"FASTQ", {.k = 3, .single_strand = 1},
        "@a x\nACTTG\n+a x\n@+I!~\n\n@b\nacg \r\n+\r\n@@@\r\n@c\n\n+\n\n@d\nNAC\n+\n+@@",
        "AC:CT,CG;CG:;CT:TT;TG:;TT:TG;", {4, 11, 1, 3, 1, 4},
        "f: 1 letters other than A, C, G, T split 4 sequences into 3 pieces, of which 1 are "
        "shorter "
        "than k = 3 and left out"},
};

static const struct {
    const char *what, *content, *message;
} bad[] = {
    {"no FASTA", "ACGT\n", "f:1:1: expected a line that begins with '>' (read as FASTA)"},
    {"FASTQ in several lines", "@a\nACGT\nAC\n+\nIIII\nII\n",
        "f:3:1: expected a line that begins with '+' below one line of letters"},
    {"a line behind a record of FASTQ", "@a\nA\n+\nI\n@b\nA\n+\n@\nxx\n@c\nA\n+\nI\n",
        "f:9:1: expected a line that begins with '@' (read as FASTQ)"},
    {"too few qualities", "@a\nACGT\n+\n@@@\n@b\nAC\n+\n+@\n",
        "f:4:1: 3 qualities, expected 4, one for each letter (read as FASTQ)"},
    {"too many qualities, before another error", "@a\nAC\n+\n@@@\n@b\nA C\n+\n+@\n",
        "f:4:1: 3 qualities, expected 2"},
    {"no qualities", "@a\nACGT\n+", "f:3:2: 0 qualities, expected 4"},
    {"a quality that is none", "@a\nACGT\n+\nII\200I\n",
        "f:4:3: a byte 128 in qualities, expected characters from '!' to '~' (read as FASTQ)"},
    {"a blank in letters", "@a\nAC GT\n+\nIIIII\n", "f:2:3: a blank in a sequence"},
    {"a cut", "\n@a\nACGT\n+\nIIII\n@b\nACGT\n", "f:6:1: the file ends in a record"},
    {"letters that begin with a plus", "@a\nA\n+\n@\n@b\n+A\n+\nI\n",
        "f:8:1: 1 qualities, expected 2"},
};

static kg_status read_words(kg_graph **graph, kg_kmers_counts *counts, kg_context *ctx,
    const char *text, const kg_kmers_options *options, size_t block)
{
    const kg__input input = {
        .ctx = ctx, .shown = "f", .fd = -1, .bytes = text, .size = strlen(text)};

    kg__begin(ctx);
    *graph = NULL;
    return kg__read_kmers(graph, counts, &input, options, block);
}

static void check_good(kg_context *ctx, size_t i, size_t block)
{
    kg_kmers_counts counts;
    kg_graph *graph;
    kg_status status = read_words(&graph, &counts, ctx, good[i].content, &good[i].options, block);

    CHECK(status == KG_OK, "%s: %s", good[i].what, kg_context_message(ctx));
    if (status == KG_OK) {
        char *text = io_describe(graph);

        CHECK(strcmp(text, good[i].graph) == 0, "%s, block %zu: %s, expected %s", good[i].what,
            block, text, good[i].graph);
        CHECK(memcmp(&counts, &good[i].counts, sizeof counts) == 0, "%s: counts", good[i].what);
        free(text);
    }
    kg_graph_destroy(graph);
    CHECK(kg_context_memory(ctx).current == 0, "%s leaks", good[i].what);
}

/* The calls that users have: files, and what they refuse. */
static void check_front(kg_context *ctx)
{
    kg_kmers_options options = {.k = 3};
    kg_kmers_counts counts;
    kg_graph *graph;

    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        options = good[i].options;
        options.shown = "f";
        io_save(io_path("f"), good[i].content, strlen(good[i].content));
        CHECK(kg_graph_read_kmers(&graph, NULL, ctx, io_path("f"), &options) == KG_OK &&
                  strcmp(kg_context_warning(ctx), good[i].warning) == 0,
            "%s: '%s'", good[i].what, kg_context_warning(ctx));
        kg_graph_destroy(graph);
        remove(io_path("f"));
    }
    for (int i = 0; i < 3; i++) {
        options.k = i == 0 ? 0 : i == 1 ? 1 : 128;
        CHECK(kg_graph_read_kmers(&graph, &counts, ctx, "f", &options) == KG_ARGUMENT &&
                  strstr(kg_context_message(ctx), ", expected 2 to 127") && !graph,
            "k %d: %s", (int)options.k, kg_context_message(ctx));
    }
    options.k = 3;
    CHECK(kg_graph_read_kmers(&graph, &counts, ctx, io_path("f"), &options) == KG_CANNOT_OPEN,
        "no file: %s", kg_context_message(ctx));
    CHECK(kg_graph_read_kmers_files(&graph, &counts, ctx, NULL, 1, &options) == KG_ARGUMENT &&
              kg_graph_read_kmers_files(&graph, &counts, ctx, &(const char *){"f"}, 0, &options) ==
                  KG_ARGUMENT,
        "no files: %s", kg_context_message(ctx));
}

/* Two files are as one: words are counted in both. */
static void check_files(kg_context *ctx)
{
    const kg_kmers_options options = {.k = 3, .min_count = 2, .single_strand = 1};
    char path[2][64];
    const char *const list[] = {path[0], path[1]};
    kg_kmers_counts counts;
    kg_graph *graph;
    char *text;

    snprintf(path[0], sizeof path[0], "%s", io_path("a.fa"));
    snprintf(path[1], sizeof path[1], "%s", io_path("b.fq"));
    io_save(path[0], ">a\nACGN\n", 8);
    io_save(path[1], "@b\nACGT\n+\n++++\n", 15);
    CHECK(kg_graph_read_kmers_files(&graph, &counts, ctx, list, 2, &options) == KG_OK, "files: %s",
        kg_context_message(ctx));
    CHECK(strncmp(kg_context_warning(ctx), "2 files: 1 letters other", 24) == 0, "%s",
        kg_context_warning(ctx));
    text = io_describe(graph);
    CHECK(strcmp(text, "AC:CG,CG;CG:;") == 0 && counts.words == 3 && counts.sequences == 2,
        "files: %s", text);
    free(text);
    kg_graph_destroy(graph);
    io_save(path[1], "@b\n", 3);
    CHECK(kg_graph_read_kmers_files(&graph, &counts, ctx, list, 2, &options) == KG_FORMAT &&
              strstr(kg_context_message(ctx), "b.fq:1:1: the file ends") && !graph,
        "the second file: %s", kg_context_message(ctx));
    CHECK(kg_context_memory(ctx).current == 0, "files leak");
    remove(path[0]);
    remove(path[1]);
}

static void check_bad(kg_context *ctx, size_t i, size_t block)
{
    const kg_kmers_options options = {.k = 3};
    kg_kmers_counts counts;
    kg_graph *graph;

    CHECK(read_words(&graph, &counts, ctx, bad[i].content, &options, block) == KG_FORMAT &&
              strncmp(kg_context_message(ctx), bad[i].message, strlen(bad[i].message)) == 0,
        "%s, block %zu: %s", bad[i].what, block, kg_context_message(ctx));
    CHECK(!graph && kg_context_memory(ctx).current == 0, "%s leaks", bad[i].what);
}

static void check_faults(kg_context *ctx, size_t i)
{
    kg_kmers_counts counts;
    kg_graph *graph;
    kg_status status = KG_MEMORY;
    uint64_t k = 1;

    for (; k < 200 && status != KG_OK; k++) {
        kg__fault_set(ctx, KG__FAULT_ALLOCATE, k);
        status = read_words(&graph, &counts, ctx, good[i].content, &good[i].options, 100);
        kg__fault_set(ctx, KG__FAULT_ALLOCATE, 0);
        CHECK(status == KG_OK || (status == KG_MEMORY && !graph), "%s, failure %u: %s",
            good[i].what, (unsigned)k, kg_status_string(status));
        kg_graph_destroy(graph);
        CHECK(kg_context_memory(ctx).current == 0, "failure %u leaks", (unsigned)k);
    }
    CHECK(status == KG_OK && k > 10, "%u failures", (unsigned)k);
}

/* Five unitigs, of which the last one is a ring of one word. tests/cli/unitigs.py makes unitigs on
 * its own. */
static void check_unitigs(kg_context *ctx)
{
    kg_kmers_options options = {.k = 4, .min_count = 1};
    const char *const path = io_path("u.fa");
    static const uint64_t rows[] = {0, 0, 2, 3, 3, 4, 5, 7, 8, 9, 10};
    static const uint64_t links[] = {5, 7, 6, 6, 1, 2, 4, 1, 9, 8};
    kg_kmers_counts counts;
    kg_unitigs *unitigs = NULL;
    kg_status status = KG_MEMORY;
    uint64_t k = 1;

    io_save(path, ">a\nACCATT\n>b\nAATGA\n>c\nCCCCCC\n>d\nATTGG\n", 38);
    for (; k < 200 && status != KG_OK; k++) {
        kg__fault_set(ctx, KG__FAULT_ALLOCATE, k);
        status = kg_unitigs_read(&unitigs, &counts, ctx, &path, 1, &options);
        kg__fault_set(ctx, KG__FAULT_ALLOCATE, 0);
        CHECK(status == KG_OK || (status == KG_MEMORY && !unitigs && !counts.words),
            "unitigs, failure %u: %s", (unsigned)k, kg_status_string(status));
        CHECK(status == KG_OK || kg_context_memory(ctx).current == 0, "failure %u leaks",
            (unsigned)k);
    }
    CHECK(status == KG_OK && k > 20 && kg_unitigs_count(unitigs) == 5 && counts.words == 10,
        "%u unitigs", (unsigned)kg_unitigs_count(unitigs));
    if (status == KG_OK) {
        const uint64_t *begin, *row, *link = kg_unitigs_links(unitigs, &row);
        const char *letters = kg_unitigs_letters(unitigs, &begin);

        CHECK(begin[5] == 22 && memcmp(letters, "ACCAATGAATGGCATTGGCCCC", 22) == 0, "%.*s",
            (int)begin[5], letters);
        CHECK(memcmp(row, rows, sizeof rows) == 0 && memcmp(link, links, sizeof links) == 0,
            "links of unitigs");
        CHECK(kg_unitigs_occurrences(unitigs)[3] == 4, "occurrences");
    }
    kg_unitigs_destroy(unitigs);
    CHECK(kg_context_memory(ctx).current == 0, "unitigs leak");
    options.single_strand = 1;
    CHECK(kg_unitigs_read(&unitigs, NULL, ctx, &path, 1, &options) == KG_UNSUPPORTED && !unitigs,
        "a single strand: %s", kg_context_message(ctx));
    CHECK(kg_unitigs_count(NULL) == 0 && !kg_unitigs_letters(NULL, NULL) &&
              !kg_unitigs_links(NULL, NULL) && !kg_unitigs_occurrences(NULL),
        "NULL");
    remove(path);
}

void io_kmers(void)
{
    for (int t = 0; t < THREAD_COUNTS; t++) {
        kg_context *ctx = io_context(thread_counts[t]);

        for (size_t i = 0; i < sizeof good / sizeof *good; i++)
            for (int b = 0; b < BLOCK_SIZES; b++)
                check_good(ctx, i, block_sizes[b]);
        for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
            for (int b = 0; b < BLOCK_SIZES; b++)
                check_bad(ctx, i, block_sizes[b]);
        check_front(ctx);
        check_files(ctx);
        check_unitigs(ctx);
        for (size_t i = 0; i < sizeof good / sizeof *good; i++)
            check_faults(ctx, i);
        kg_context_destroy(ctx);
    }
}
