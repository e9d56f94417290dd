/* Graph files that are broken, and good ones that only look broken. */
#include "io.h"
#include <unistd.h>

#define A KG_FORMAT_ADJACENCY
#define E KG_FORMAT_EDGES
#define T KG_FORMAT_AUTO

/* content[size], where size 0 means as far as its terminator. */
static const struct {
    const char *broken;
    kg_format format;
    int names;
    const char *content;
    size_t size;
    const char *message;
} damaged[] = {
    {"a letter among integers", T, 0, "0 1\n1 x\n", 0, "f:2:3: 'x' is not a vertex number"},
    {"the message names the option", T, 0, "0 1\n1 x\n", 0, "the option force_names"},
    {"a negative number", T, 0, "0 1\n1 -2\n", 0, "f:2:3: '-2' is not"},
    {"a plus sign", T, 0, "0 1\n+1 2\n", 0, "f:2:1: '+1' is not"},
    {"a leading zero", T, 0, "0 1\n2 007\n", 0, "f:2:3: '007' has a leading zero"},
    {"a leading zero of nine digits", T, 0, "0 1\n000000007 2\n", 0, "f:2:1: '000000007' has"},
    {"letters behind digits", T, 0, "0 1\n12a 3\n", 0, "f:2:1: '12a' is not"},
    {"letters behind digits at the end", T, 0, "0 1\n3 12a\n", 0, "f:2:3: '12a' is not"},
    {"2^64 - 1", T, 0, "0 1\n1 18446744073709551615\n", 0, "f:2:3: '18446744073709551615' is a"},
    {"more than 64 bits", T, 0, "0 1\n1 99999999999999999999\n", 0, "number past the limit"},
    {"one field in an edge list", T, 0, "0 1\n\n# c\n7\n", 0, "f:4:2: the line ends here"},
    {"one field at the end", T, 0, "0 1\n7", 0, "f:2:2: the line ends here, expected a vertex"},
    {"one field and blanks", T, 0, "0 1\r\n7 \r\n", 0, "the line ends here, expected a vertex"},
    {"two commas", T, 0, "0,1\n0,,1\n", 0, "f:2:3: nothing stands here, expected a vertex"},
    {"a comma first", T, 0, "0,1\n,1\n", 0, "f:2:1: nothing stands here"},
    {"a comma last", T, 0, "0,1\n0,1,\n", 0, "f:2:4: expected the end of the line"},
    {"a fourth column in the second record", T, 0, "0 1 2\n0 1 2 3\n", 0,
        "f:2:7: expected the end"},
    {"a fourth column missing", T, 0, "0 1 2 3\n0 1 2\n", 0,
        "f:2:6: the line has 3 columns, expected 4 as in the first record"},
    {"a fifth column", T, 0, "0 1 2 3\n0 1 2 3 4\n", 0, "f:2:10: the line has 5 columns"},
    {"no value before further columns", T, 0, "0,1,2,3\n0,1,,3\n", 0, "f:2:5: expected a number"},
    {"a name as third column", T, 0, "0 1 x\n", 0, "f:1:5: expected a number"},
    {"a name as third column later", T, 0, "0 1\n1 2 x\n", 0, "f:2:5: expected a number"},
    {"a comment behind the fields", T, 0, "0 1 # x\n", 0, "f:1:5: expected a number"},
    {"attributes without end", T, 0, "0 1 {}\n1 2 {'weight': 3\n", 0, "f:2:5: these attributes"},
    {"a string without end", T, 0, "0 1 {'a}\n", 0, "f:1:5: these attributes do not end"},
    {"text behind attributes", T, 0, "0 1 {} 5\n", 0, "f:1:8: expected the end of the line"},
    {"a weight that is no number", T, 0, "0 1 {'weight': 'x'}\n", 0, "f:1:16: expected a number"},
    {"a claim that is too small", T, 0, "0 1\n# vertices 1\n", 0,
        "f:2:1: '# vertices 1' says that all vertices are less than that, but there is a vertex 1"},
    {"a claim of none", T, 0, "# vertices 0\n0 1\n", 0, "f:1:1: '# vertices 0' says"},
    {"a claim that is too small for large labels", T, 0, "# vertices 9\n0 99999999999\n", 0,
        "f:1:1: '# vertices 9' says"},
    {"two claims: the greater counts", T, 0, "# vertices 3\n0 7\n# vertices 5\n", 0,
        "f:3:1: '# vertices 5' says"},
    {"a claim that nothing backs", T, 0, "# vertices 4000000000\n0 1\n", 0,
        "f:1:1: '# vertices 4000000000' is more than 1 records can back"},
    {"a word as value", T, 0, "0 1 2\n1 2 much\n", 0, "f:2:5: expected a number"},
    {"letters behind a value", T, 0, "0 1 2\n1 2 3x\n", 0, "f:2:5: expected a number"},
    {"a value out of range", T, 0, "0 1 2\n1 2 1e999\n", 0, "f:2:5: expected a number"},
    {"a zero byte among integers", T, 0, "0 1\n1\0002\n", 8, "f:2:2: a zero byte"},
    {"a zero byte among names", T, 0, "a b\na\0 b\n", 9, "f:2:2: a zero byte"},
    {"a zero byte in adjacency", T, 0, "a -> b\na -> c\0d\n", 16, "f:2:7: a zero byte"},
    {"one name in an edge list", E, 0, "a b\nc\n", 0, "f:2:2: the line ends here"},
    {"two first errors: the first counts", T, 0, "0 1\n1 x\n2 y\n3 z\n4 5\n6 z\n", 0, "f:2:3:"},
    {"a wide label first, then a letter", T, 0, "99999999999 1\n2 3\n4 y\n", 0, "f:3:3: 'y'"},
    {"half an arrow", T, 0, "a -> b\nc -\n", 0, "f:2:3: the line ends in an arrow"},
    {"half an arrow, integers", T, 0, "0 -> 1\n1 -\n", 0, "f:2:3: expected '->'"},
    {"a comma last in adjacency", T, 0, "a -> b,\n", 0, "f:1:8: the line ends here, expected"},
    {"a comma last, integers", T, 0, "0 -> 1,\n", 0, "f:1:8: the line ends here, expected"},
    {"a comma first in adjacency", T, 0, "a -> , b\n", 0, "f:1:6: nothing stands here"},
    {"an empty name between commas", T, 0, "a -> b, , c\n", 0, "f:1:9: nothing stands here"},
    {"no integer between commas", T, 0, "1 -> 2,,3\n", 0, "f:1:8: nothing stands here"},
    {"nothing before the arrow", T, 0, "a -> b\n-> c\n", 0, "f:2:1: nothing stands here"},
    {"two arrows side by side", T, 0, "a -> -> b\n", 0, "f:1:6: nothing stands here"},
    {"two arrows", T, 0, "a -> b -> c\n", 0, "f:1:8: a second '->'"},
    {"two arrows, integers", T, 0, "0 -> 1 -> 2\n", 0, "f:1:8: expected ','"},
    {"a comma before the arrow", T, 0, "a, b -> c\n", 0, "f:1:2: expected '->' before"},
    {"a list without arrow", A, 0, "a -> b\nc, d\n", 0, "f:2:2: expected '->' before"},
    {"two integers without arrow", T, 0, "0 -> 1\n2 3\n", 0, "f:2:3: expected '->' or the end"},
    {"two integers without comma", T, 0, "0 -> 1\n0 -> 1 2\n", 0, "f:2:8: expected ','"},
    {"a letter among integers of adjacency", T, 0, "0 -> 1\n1 -> b\n", 0, "f:2:6: 'b' is not"},
    {"past the limit in adjacency", A, 0, "0 -> 18446744073709551615\n", 0, "f:1:6: '184467"},
    {"a byte order mark does not shift columns", T, 0,
        "\xef\xbb\xbf"
        "0 1 x\n",
        0, "f:1:5:"},
};

static const struct {
    const char *odd;
    kg_format format;
    int names;
    const char *content;
    const char *graph;
} good[] = {
    {"an empty file", T, 0, "", ""},
    {"only comments", T, 0, "# a\n% b\n\n \t\r\n#", ""},
    {"no newline at the end", T, 0, "0 1\n1 2", "0:1;1:2;2:;"},
    {"carriage returns", T, 0, "0 1\r\n1 2\r\n", "0:1;1:2;2:;"},
    {"tabs, blanks, commas", T, 0, "0\t1\n 1  2 \n2,0\n2 , 1\n\t2\t,\t2\t\n", "0:1;1:2;2:0,1,2;"},
    {"comments of both kinds", T, 0, "# x\n0 1\n% 5 6\n  # 7 8\n1 0\n", "0:1;1:0;"},
    {"an arrow in a comment", T, 0, "0 1\n# 1 -> 2\n", "0:1;1:;"},
    {"loops and parallel edges", T, 0, "1 1\n0 1\n0 1\n1 1\n", "0:1,1;1:1,1;"},
    {"a gap among the labels", T, 0, "0 3\n", "0:3;3:;"},
    {"labels from 1", T, 0, "1 2\n2 1\n", "1:2;2:1;"},
    {"labels from 1, a vertex without edges", A, 0, "1 -> 2\n4\n", "1:2;2:;4:;"},
    {"isolated vertices by comment", T, 0, "# vertices 4\n0 1\n", "0:1;1:;2:;3:;"},
    {"only that comment", T, 0, "# vertices 2\n", "0:;1:;"},
    {"no claim at all", T, 0, "# vertices 9 or so\n0 1\n", "0:1;1:;"},
    {"a claim makes labels ids", T, 0, "1 3\n# vertices 5\n", "0:;1:3;2:;3:;4:;"},
    {"sparse labels", T, 0, "100000 5\n5 99999\n", "5:99999;99999:;100000:5;"},
    {"labels of 64 bits", T, 0, "18446744073709551614 4294967295\n",
        "4294967295:;18446744073709551614:4294967295;"},
    {"sparse labels with values", T, 0, "100000 5 1\n5 99999 2.5\n5 5 -3e-1\n",
        "5:99999=2.5,5=-0.3;99999:;100000:5=1;"},
    {"eight and nine digits", T, 0, "12345678 123456789\n12345679 1\n",
        "1:;12345678:123456789;12345679:1;123456789:;"},
    {"values", T, 0, "0 1 0.5\n1,0,-2\n1 1 1e3\r\n", "0:1=0.5;1:0=-2,1=1000;"},
    {"values from the second record on", T, 0, "0 1\n1 2 0.5\n", "0:1=1;1:2=0.5;2:;"},
    {"a record without value", T, 0, "0 1 0.5\n1 2\n", "0:1=0.5;1:2=1;2:;"},
    {"values of some names", T, 0, "a b\nb c 12.3e5\na c\n", "a:b=1,c=1;b:c=1.23e+06;c:;"},
    {"large labels, then a value", T, 0, "99999999999 1\n1 99999999999 4\n",
        "1:99999999999=4;99999999999:1=1;"},
    {"a column behind the value", T, 0, "0 1 2 3\n1 0 5 x\n", "0:1=2;1:0=5;"},
    {"many columns", T, 0, "a,b,2,,\"x\",3\nb,a,5,1,2,3\n", "a:b=2;b:a=5;"},
    {"empty attributes", T, 0, "0 1 {}\n1 0 {}\n", "0:1;1:0;"},
    {"attributes", T, 0, "0 1 {'weight': 3, 'a': {'weight': 7}}\n1 0 {'colour': 'red'} \n",
        "0:1=3;1:0=1;"},
    {"a weight in a string", T, 0, "a b {'a': \"'weight': 4\", \"weight\":2.5}\n", "a:b=2.5;b:;"},
    {"a brace in a string", T, 0, "a b {'a': '}\\'}', 'weight': 1e3}\n", "a:b=1000;b:;"},
    {"names", T, 0, "x y\nz x\ny z\n", "x:y;y:z;z:x;"},
    {"names with values", T, 0, "x y 1\nz x 2\n", "x:y=1;y:;z:x=2;"},
    {"names that begin as integers", T, 0, "1a 2\n2 007\n", "1a:2;2:007;007:;"},
    {"a leading zero in the first record", T, 0, "01 2\n", "01:2;2:;"},
    {"integers as names", T, 1, "7 5\n5 6\n", "7:5;5:6;6:;"},
    {"UTF-8", T, 0, "Kőnig Königsberg\n", "Kőnig:Königsberg;Königsberg:;"},
    {"a byte order mark", T, 0,
        "\xef\xbb\xbf"
        "0 1\n",
        "0:1;1:;"},
    {"long names", T, 0,
        "abcdefghijklmnopqrstuvwxyz abcdefghijklmnopqrstuvwxyZ\n"
        "abcdefghijklmnopqrstuvwxyZ abcdefghijklmnopqrstuvwx\n"
        "abcdefghijklmnopqrstuvwxyz abcdefghijklmnopqrstuvwxy\n",
        "abcdefghijklmnopqrstuvwxyz:abcdefghijklmnopqrstuvwxyZ,abcdefghijklmnopqrstuvwxy;"
        "abcdefghijklmnopqrstuvwxyZ:abcdefghijklmnopqrstuvwx;abcdefghijklmnopqrstuvwx:;"
        "abcdefghijklmnopqrstuvwxy:;"},
    {"adjacency", T, 0, "a -> b, c\nb->c,a\n", "a:b,c;b:c,a;c:;"},
    {"no targets, bare vertices", T, 0, "a ->\nb\na -> b\nc", "a:b;b:;c:;"},
    {"a bare vertex alone", A, 0, "a\n", "a:;"},
    {"bare integers", A, 0, "3\n1\n", "1:;3:;"},
    {"repeated lines", T, 0, "a -> b\nb -> a\na -> c\na -> b\n", "a:b,c,b;b:a;c:;"},
    {"names with blanks", T, 0, "New York -> Los Angeles, San Jose\r\n San Jose  ->New York \n",
        "New York:Los Angeles,San Jose;Los Angeles:;San Jose:New York;"},
    {"names with dashes", T, 0, "Cl- -> Na+, x-y, -\n", "Cl-:Na+,x-y,-;Na+:;x-y:;-:;"},
    {"integers of adjacency", T, 0, "0 -> 3, 1\n\n# c\n2->1,0\r\n3", "0:3,1;1:;2:1,0;3:;"},
    {"no integers in the first record", T, 0, "0 -> 1, x\n1 -> 0\n", "0:1,x;1:0;x:;"},
    {"sparse adjacency", T, 0, "100000 -> 7\n50000\n", "7:;50000:;100000:7;"},
    {"percent in adjacency", T, 0, "%a -> b\nb -> %a\n", "%a:b;b:%a;"},
    {"adjacency by demand", A, 0, "a b\n", "a b:;"},
};

static void check_damaged(kg_context *ctx, size_t i, size_t block)
{
    size_t size = damaged[i].size ? damaged[i].size : strlen(damaged[i].content);
    uint64_t before = kg_context_memory(ctx).current;
    kg_graph *graph;
    kg_status status = io_read(
        &graph, ctx, damaged[i].content, size, "f", damaged[i].format, damaged[i].names, block);

    CHECK(status == KG_FORMAT && !graph && strstr(kg_context_message(ctx), damaged[i].message),
        "%s, block %zu: %s '%s', expected '%s'", damaged[i].broken, block, kg_status_string(status),
        kg_context_message(ctx), damaged[i].message);
    kg_graph_destroy(graph);
    CHECK(kg_context_memory(ctx).current == before, "%s leaks", damaged[i].broken);
}

static void check_good(kg_context *ctx, size_t i, size_t block)
{
    kg_graph *graph;
    kg_status status = io_read(&graph, ctx, good[i].content, strlen(good[i].content), "f",
        good[i].format, good[i].names, block);

    CHECK(status == KG_OK, "%s, block %zu: %s", good[i].odd, block, kg_context_message(ctx));
    if (status == KG_OK) {
        char *text = io_describe(graph);

        CHECK(strcmp(text, good[i].graph) == 0, "%s, block %zu: %s, expected %s", good[i].odd,
            block, text, good[i].graph);
        free(text);
    }
    kg_graph_destroy(graph);
    CHECK(kg_context_memory(ctx).current == 0, "%s leaks", good[i].odd);
}

/* A first record longer than what is looked at to tell a format decides like any other. */
static void check_long_record(kg_context *ctx)
{
    enum { LONG = 200000 };
    static const struct {
        kg_format format;
        const char *begin;
        char filler;
        const char *end, *graph; /* graph: how the description of the graph ends */
    } records[] = {
        {E, "a", ' ', "b 4\nb a\n", "a:b=4;b:a=1;"},
        {E, "", 'x', " b 4\nc b\n", ":b=4;b:;c:b=1;"},
        {T, "a ", 'x', " 4 5\na b 6 7\n", "x:;b:;"},
        {E, "1 2", ' ', "4 5\n2 1 6 7\n", "1:2=4;2:1=6;"},
        {A, "7 -> 8", ' ', ", x\n", "7:8,x;8:;x:;"},
        {A, "7 -> 8", ' ', ", 9", "7:8,9;8:;9:;"},
    };
    char *text = malloc(LONG + 64);

    for (size_t i = 0; text && i < sizeof records / sizeof *records; i++) {
        size_t begin = strlen(records[i].begin), end = strlen(records[i].end);
        kg_graph *graph;

        memcpy(text, records[i].begin, begin);
        memset(text + begin, records[i].filler, LONG);
        memcpy(text + begin + LONG, records[i].end, end);
        CHECK(io_read(&graph, ctx, text, begin + LONG + end, "f", records[i].format, 0,
                  KG__TEXT_BLOCK) == KG_OK,
            "long record %zu: %.100s", i, kg_context_message(ctx));
        if (graph) {
            char *shown = io_describe(graph);
            size_t length = strlen(shown), wanted = strlen(records[i].graph);

            CHECK(length >= wanted && strcmp(shown + length - wanted, records[i].graph) == 0,
                "long record %zu: ... %s", i, length > 60 ? shown + length - 60 : shown);
            free(shown);
        }
        kg_graph_destroy(graph);
    }
    free(text);
}

/* Files that cannot be opened, and input from a pipe. */
static void check_paths(kg_context *ctx)
{
    kg_graph *graph;
    int ends[2], standard = dup(STDIN_FILENO);

    CHECK(kg_graph_read(&graph, ctx, "/no/such/file", NULL) == KG_CANNOT_OPEN &&
              strstr(kg_context_message(ctx), "No such file"),
        "missing file: %s", kg_context_message(ctx));
    CHECK(kg_graph_read(&graph, ctx, "/", NULL) == KG_CANNOT_OPEN &&
              strstr(kg_context_message(ctx), "is a directory"),
        "directory: %s", kg_context_message(ctx));
    if (pipe(ends) == 0 && write(ends[1], "0 -> 1\n", 7) == 7) {
        close(ends[1]);
        dup2(ends[0], STDIN_FILENO);
        close(ends[0]);
        CHECK(kg_graph_read(&graph, ctx, "-", NULL) == KG_OK && kg_graph_edges(graph) == 1,
            "pipe: %s", kg_context_message(ctx));
        kg_graph_destroy(graph);
        dup2(standard, STDIN_FILENO);
    }
    close(standard);
}

void io_damaged(void)
{
    for (int t = 0; t < THREAD_COUNTS; t++) {
        kg_context *ctx = io_context(thread_counts[t]);

        for (int b = 0; b < BLOCK_SIZES; b++) {
            for (size_t i = 0; i < sizeof damaged / sizeof *damaged; i++)
                check_damaged(ctx, i, block_sizes[b]);
            for (size_t i = 0; i < sizeof good / sizeof *good; i++)
                check_good(ctx, i, block_sizes[b]);
        }
        check_long_record(ctx);
        check_paths(ctx);
        kg_context_destroy(ctx);
    }
}
