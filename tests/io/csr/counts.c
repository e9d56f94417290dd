/*
 * Formats with a header that counts vertices and edges. What they mean, what is broken, each file
 * cut at every byte, and headers that claim what the file does not back.
 */
#include "csr/files/detect.h"
#include "io.h"

#define T     KG_FORMAT_AUTO
#define METIS KG_FORMAT_METIS
#define MTX   "%%MatrixMarket matrix coordinate "

/* What reads. The last line ends in a field of one character, so that every cut is damage.
 * undirected: the graph is. */
static const struct {
    const char *what, *content, *graph;
    bool undirected;
} good[] = {
    {"a pattern", MTX "pattern general\n3 3 2\n1 2\n3 1\n", "1:2;2:;3:1;", false},
    {"capital letters", "%%matrixmarket MATRIX Coordinate Pattern GENERAL\n2 2 1\n1 2\n", "1:2;2:;",
        false},
    {"reals", MTX "real general\n2 2 3\n1 2 0.5\n2 1 -1e3\n2 2 7\n", "1:2=0.5;2:1=-1000,2=7;",
        false},
    {"integers", MTX "integer general\n2 2 2\n1 2 -5\n2 1 +8\n", "1:2=-5;2:1=8;", false},
    {"unsigned integers", MTX "unsigned-integer general\n2 2 1\n1 2 5\n", "1:2=5;2:;", false},
    {"double for real", MTX "double general\n2 2 1\n1 2 .5\n", "1:2=0.5;2:;", false},
    {"comments and blank lines",
        MTX "pattern general\n%%GraphBLAS type bool\n% 1 2 3\n\n \t\n  3\t3  2 \n\n1 2\n% 2 2\n\n"
            " 3   1\n",
        "1:2;2:;3:1;", false},
    {"carriage returns", MTX "real general\r\n2 2 1\r\n1 2 5\r\n", "1:2=5;2:;", false},
    {"blanks behind", MTX "pattern general \n2 2 2\n1 2 \t\n2\t1\n", "1:2;2:1;", false},
    {"parallel entries and a loop", MTX "pattern general\n2 2 4\n1 2\n2 2\n1 2\n1 1\n",
        "1:2,2,1;2:2;", false},
    {"names in labels", MTX "pattern general\n% labels from 0\n2 2 1\n1 2\n", "0:1;1:;", false},
    {"labels from another number", MTX "pattern general\n% a\n%  labels from 70\n2 2 1\n1 2\n",
        "70:71;71:;", false},
    {"labels from no number", MTX "pattern general\n% labels from x\n2 2 1\n1 2\n", "1:2;2:;",
        false},
    {"a symmetric pattern", MTX "pattern symmetric\n3 3 3\n2 1\n3 3\n3 1\n", "1:2,3;2:1;3:3,3,1;",
        true},
    {"symmetric integers", MTX "integer symmetric\n2 2 2\n2 1 4\n1 1 6\n", "1:2=4,1=6,1=6;2:1=4;",
        true},
    {"arcs", "c roads\np sp 3 3\na 1 2 5\na 2 3 0.5\nc x\na 3 3 4\n", "1:2=5;2:3=0.5;3:3=4;",
        false},
    {"arcs with blanks and carriage returns",
        "c\r\n\r\n p  sp\t2 2 \r\n a 1\t2  5 \r\n\r\na 2 1 4\r\n", "1:2=5;2:1=4;", false},
    {"parallel arcs and a vertex without", "p sp 4 3\na 2 1 5\na 2 1 4\na 2 1 5\n",
        "1:;2:1=5,1=4,1=5;3:;4:;", false},
    {"arcs without values", "c labels from 0\nc without values\np sp 2 1\na 1 2 1\n", "0:1;1:;",
        false},
    {"edges", "c\np edge 3 3\ne 1 2\ne 2 3\ne 1 2\n", "1:2,2;2:1,3,1;3:2;", true},
    {"edges of another name", "p edges 2 1\ne 2 1\n", "1:2;2:1;", true},
    {"a graph to colour", "c\np col 3 1\nn 1 5\nd 2\nv 1 0 0\nx MINDEG 1\nc e 1 2\ne 3 1\n",
        "1:3;2:;3:1;", true},
    {"METIS", "% c\n4 5\n2 3 4\n1 3\n1 2 4\n1 3\n", "1:2,3,4;2:1,3;3:1,2,4;4:1,3;", true},
    {"METIS with a format of three digits", "3 2 000\n2\n1 3\n2\n", "1:2;2:1,3;3:2;", true},
    {"weights of edges", "% format metis\n3 2 1\n2 7\n1 7 3 0.5\n2 0.5\n",
        "1:2=7;2:1=7,3=0.5;3:2=0.5;", true},
    {"weights of vertices and edges", "3 2 011\n5 2 7\n5 1 7 3 9\n6 2 9\n",
        "1:2=7;2:1=7,3=9;3:2=9;", true},
    {"two weights of vertices", "3 2 10 2\n1 5 2\n1 5 1 3\n2 6 2\n", "1:2;2:1,3;3:2;", true},
    {"sizes of vertices", "3 2 100\n9 2\n8 1 3\n7 2\n", "1:2;2:1,3;3:2;", true},
    {"vertices without edges, comments, blanks",
        "% format metis\n5 2\n\n 4\t3 \r\n% c\n2\n% d\n2\n\n", "1:;2:4,3;3:2;4:2;5:;", true},
    {"labels of METIS", "% format metis\n% labels from 0\n3 2\n2\n1 3\n2\n", "0:1;1:0,2;2:1;",
        true},
    {"parallel edges", "3 3\n2 2\n1 3 1\n2\n", "1:2,2;2:1,1,3;3:2;", true},
    {"lines in another order", "4 3 1\n4 1 2 2 3 3\n1 2\n1 3\n1 1\n",
        "1:4=1,2=2,3=3;2:1=2;3:1=3;4:1=1;", true},
    {"blank lines behind", "% format metis\n3 3\n2 3\n1 3\n1 2\n\n\n", "1:2,3;2:1,3;3:1,2;", true},
};

static const struct {
    const char *broken, *content, *message;
    kg_format format;
} damaged[] = {
    {"no banner", "3 3 2\n2 1\n3 1\n", "f:1:1: expected '%%MatrixMarket matrix coordinate",
        KG_FORMAT_MTX},
    {"a banner that goes on", "%%MatrixMarkets matrix coordinate pattern general\n1 1 0\n",
        "f:1:1: expected '%%Matr", KG_FORMAT_MTX},
    {"a banner that ends", "%%MatrixMarket matrix\n1 1 0\n",
        "f:1:22: the line ends here, expected coordinate", 0},
    {"another object", "%%MatrixMarket vector coordinate real general\n1 1 0\n",
        "f:1:16: 'vector', expected matrix (read as Matrix Market)", 0},
    {"a dense matrix", "%%MatrixMarket matrix array real general\n1 1\n1\n",
        "f:1:23: a Matrix Market file with 'array': a dense matrix", 0},
    {"another field", MTX "logical general\n1 1 0\n",
        "f:1:34: 'logical', expected pattern, integer or real", 0},
    {"complex values", MTX "complex general\n1 1 1\n1 1 1 0\n",
        "f:1:34: a Matrix Market file with 'complex'", 0},
    {"a skew-symmetric matrix", MTX "real skew-symmetric\n2 2 1\n2 1 5\n",
        "f:1:39: a Matrix Market file with 'skew-symmetric'", 0},
    {"a Hermitian matrix", MTX "pattern hermitian\n2 2 1\n2 1\n",
        "f:1:42: a Matrix Market file with 'hermitian'", 0},
    {"another symmetry", MTX "real none\n2 2 1\n2 1 5\n",
        "f:1:39: 'none', expected general or symmetric", 0},
    {"a rectangle", MTX "pattern general\n3 4 1\n1 1\n",
        "f:2:1: a matrix of 3 rows and 4 columns is no graph", 0},
    {"no size", MTX "pattern general\n% a\n", "f:3:1: the file ends here, expected a line 'rows",
        0},
    {"two numbers in the size", MTX "pattern general\n3 3\n1 1\n",
        "f:2:4: expected a line 'rows columns entries'", 0},
    {"four numbers in the size", MTX "pattern general\n3 3 1 5\n1 1\n",
        "f:2:7: expected the end of the line", 0},
    {"a size that is no number", MTX "pattern general\n3 3 1.5\n1 1\n", "f:2:5: expected a line",
        0},
    {"index 0", MTX "pattern general\n3 3 2\n1 2\n0 2\n",
        "f:4:1: vertex 0, but vertices count from 1 here, expected 1 to 3", 0},
    {"column 0", MTX "pattern general\n3 3 2\n1 2\n2 0\n", "f:4:3: vertex 0, but", 0},
    {"an index past the size", MTX "real general\n3 3 2\n1 2 5\n3 9999 3.4\n",
        "f:4:3: vertex 9999, but the header says 3 vertices", 0},
    {"an index of 80 bits", MTX "pattern general\n3 3 1\n1 999999999999999999999999\n",
        "f:3:3: vertex 999999999999999999999999, but", 0},
    {"a word as index", MTX "pattern general\n3 3 2\n1 zero\n2 2\n",
        "f:3:3: 'zero' is no vertex, expected a number from 1 to 3", 0},
    {"a negative index", MTX "pattern general\n3 3 1\n-1 2\n", "f:3:1: '-1' is no vertex", 0},
    {"a leading zero", MTX "pattern general\n3 3 1\n1 02\n", "f:3:3: '02' has a leading zero", 0},
    {"one index", MTX "pattern general\n3 3 2\n1 2\n3\n", "f:4:2: the line ends here", 0},
    {"one index and blanks", MTX "pattern general\n3 3 2\n1 2\n3 \n", "f:4:3: the line ends here",
        0},
    {"a value in a pattern", MTX "pattern general\n3 3 2\n1 2\n3 1 5\n",
        "f:4:5: expected the end of the line (read as Matrix Market)", 0},
    {"a value that is missing", MTX "real general\n3 3 2\n1 2 5\n3 1\n",
        "f:4:4: the line ends here, expected the edge's value", 0},
    {"a word as value", MTX "real general\n3 3 2\n1 2 5\n3 1 much\n", "f:4:5: expected a number",
        0},
    {"a real among integers", MTX "integer general\n3 3 2\n1 2 5\n3 1 1.5\n",
        "f:4:5: expected a whole number as value", 0},
    {"a second value", MTX "real general\n3 3 2\n1 2 5\n3 1 1 0\n",
        "f:4:7: expected the end of the line", 0},
    {"too few entries", MTX "pattern general\n% a\n3 3 3\n1 2\n3 1\n\n\n\n",
        "f:3:1: this line says 3 entries, but there are 2", 0},
    {"too many entries", MTX "pattern general\n3 3 1\n1 2\n3 1\n",
        "f:2:1: this line says 1 entries, but there are 2", 0},
    {"10^18 entries", MTX "pattern general\n9 9 1000000000000000000\n1 2\n",
        "f:2:1: this line says 1000000000000000000 entries, but only 4 bytes follow", 0},
    {"10^30 entries", MTX "pattern general\n9 9 1000000000000000000000000000000\n1 2\n",
        "but only 4 bytes follow", 0},
    {"10^18 vertices", MTX "pattern general\n1000000000000000000 1000000000000000000 1\n1 2\n",
        "f:2:1: 1000000000000000000 vertices are more than 1 entries can back", 0},
    {"4 billion vertices", MTX "pattern general\n4000000000 4000000000 1\n1 2\n",
        "4000000000 vertices are more than 1 entries can back, expected at most 1048592", 0},
    {"no line p", "c\na 1 2 3\n", "f:2:1: expected a line 'p sp n m'", KG_FORMAT_DIMACS},
    {"nothing but comments", "c\nc x\n", "f:3:1: the file ends here, expected a line 'p",
        KG_FORMAT_DIMACS},
    {"a problem that is none", "p xy 3 2\n1 2\n", "f:1:3: 'xy', expected sp, edge or col",
        KG_FORMAT_DIMACS},
    {"a problem of flow", "p max 3 2\na 1 2 3\n",
        "f:1:3: a DIMACS file with 'max': a problem of flow", 0},
    {"a line p that ends", "p sp 3\na 1 2 3\n", "f:1:7: expected the numbers of vertices and",
        KG_FORMAT_DIMACS},
    {"a line p that goes on", "p sp 3 1 4\na 1 2 3\n", "f:1:10: expected the end of the line", 0},
    {"a second line p", "p sp 3 1\na 1 2 3\np sp 3 1\n", "f:3:1: a second line 'p'", 0},
    {"an edge among arcs", "p sp 3 2\na 1 2 3\ne 1 2\n", "f:3:1: expected a line 'a u v w'", 0},
    {"an arc among edges", "p col 3 2\ne 1 2\na 1 2 3\n", "f:3:1: expected a line 'e u v [w]'", 0},
    {"a line without a letter", "p sp 3 2\na 1 2 3\n1 2 3\n", "f:3:1: expected a line 'a u v w'",
        0},
    {"an arc without a value", "p sp 3 2\na 1 2 3\na 1 2\n",
        "f:3:6: the line ends here, expected the edge's value", 0},
    {"text behind the value of an edge", "p edge 3 2\ne 1 2\ne 1 2 7 8\n",
        "f:3:9: expected the end of the line", 0},
    {"an arc from 0", "p sp 3 1\na 0 2 3\n", "f:2:3: vertex 0, but vertices count from 1", 0},
    {"an arc to a vertex past n", "p sp 3 1\na 1 4 3\n", "f:2:5: vertex 4, but the header says 3",
        0},
    {"an arc alone", "p sp 3 1\na\n", "f:2:1: expected a line 'a u v w'", 0},
    {"too few arcs", "p sp 3 2\na 1 2 3\n", "f:1:1: this line says 2 arcs, but there are 1", 0},
    {"half as many arcs", "p sp 3 4\na 1 2 3\na 1 2 3\n",
        "f:1:1: this line says 4 arcs, but there are 2", 0},
    {"too many edges", "c\np col 3 1\ne 1 2\ne 1 3\n",
        "f:2:1: this line says 1 edges, but there are 2", 0},
    {"10^18 arcs", "p sp 9 1000000000000000000\na 1 2 3\n",
        "f:1:1: this line says 1000000000000000000 arcs, but only 8 bytes follow", 0},
    {"10^18 vertices of edges", "p edge 1000000000000000000 1\ne 1 2\n",
        "f:1:1: 1000000000000000000 vertices are more than 1 edges can back", 0},
    {"METIS without a line", "% c\n", "f:2:1: the file ends here, expected a line 'n m'", METIS},
    {"a header of one number", "3\n2\n1 3\n2\n", "f:1:2: expected a line 'n m'", METIS},
    {"a header of words", "n m\n", "f:1:1: expected a line 'n m'", METIS},
    {"a format of other digits", "3 2 2\n2\n1 3\n2\n", "f:1:5: expected a format of three", METIS},
    {"five numbers", "3 2 1 1 1\n2\n1 3\n2\n", "f:1:9: expected the end of the line", METIS},
    {"too many weights", "3 2 10 1001\n2\n", "f:1:8: expected the number of weights", METIS},
    {"a neighbour 0", "3 2\n2\n1 0\n2\n", "f:3:3: vertex 0, but vertices count from 1", METIS},
    {"a neighbour past n", "3 2\n2\n1 4\n2\n", "f:3:3: vertex 4, but the header says 3", METIS},
    {"a word as neighbour", "3 2\n2\n1 x\n2\n", "f:3:3: 'x' is no vertex", METIS},
    {"a weight that is missing", "3 2 1\n2 7\n1 7 3\n2 9\n",
        "f:3:6: expected the weight of the edge to vertex 3", METIS},
    {"a weight of a vertex that is none", "3 2 10\n1 2\nx 1 3\n1 2\n",
        "f:3:1: expected the size or a weight of the vertex", METIS},
    {"a weight of a vertex that is missing", "3 2 10 2\n1 5 2\n1\n1 5 2\n",
        "f:3:2: expected the size or a weight", METIS},
    {"a line that lacks a neighbour", "% c\n4 3\n2 3 4\n1\n1\n% d\n\n",
        "f:3:1: vertex 1 has the neighbour 4, whose line lacks it", METIS},
    {"a line that has one too many", "4 3\n2 3\n1\n% c\n1 4\n\n",
        "f:5:1: vertex 3 has the neighbour 4", METIS},
    {"parallel edges in one line", "2 2\n2 2\n1\n", "f:2:1: vertex 1 has the neighbour 2", METIS},
    {"weights that differ", "3 2 1\n2 7\n1 8 3 9\n2 9\n",
        "f:2:1: vertex 1 has the neighbour 2 with a weight that is another there", METIS},
    {"a loop", "2 2\n2\n1 2\n", "f:3:1: vertex 2 is its own neighbour", METIS},
    {"a line too few", "4 2\n2\n1 3\n", "f:4:1: the file ends here, behind 2 lines of vertices",
        METIS},
    {"a line too many", "3 2\n2\n1 3\n2\n\n1\n", "f:6:1: a line too many: the header says 3",
        METIS},
    {"too few edges", "3 3\n2\n1 3\n2\n", "f:1:1: this line says 3 edges, but there are 2", METIS},
    {"too many edges of METIS", "3 1\n2\n1 3\n2\n",
        "f:1:1: this line says 1 edges, but there are 2", METIS},
    {"10^18 lines", "1000000000000000000 1\n2\n1\n",
        "f:1:1: this line says 1000000000000000000 vertices, each with a line, but only 4", METIS},
    {"10^18 edges", "2 1000000000000000000\n2\n1\n",
        "f:1:1: this line says 1000000000000000000 edges", METIS},
};

static kg_status read_both(kg_graph **graph, kg_context *ctx, const char *content, size_t size,
    kg_format format, size_t block, bool both)
{
    kg_read_options options = KG_READ_OPTIONS_INIT;

    options.format = format;
    options.both_directions = both;
    return io_read_options(graph, ctx, content, size, "f", &options, block);
}

static void check_good(kg_context *ctx, size_t i, size_t block)
{
    const size_t size = strlen(good[i].content);
    kg_graph *graph, *back;
    kg_edge edges = 0;
    kg_status status = read_both(&graph, ctx, good[i].content, size, T, block, false);

    CHECK(status == KG_OK && !*kg_context_warning(ctx), "%s, block %zu: %s '%s'", good[i].what,
        block, kg_context_message(ctx), kg_context_warning(ctx));
    if (status == KG_OK) {
        static const char kind[] = "undirected ";
        char *text = io_describe(graph), *shown = text;

        shown += strncmp(text, kind, sizeof kind - 1) == 0 ? sizeof kind - 1 : 0;
        edges = kg_graph_edges(graph);
        CHECK(good[i].undirected == (kg_graph_kind(graph) == KG_UNDIRECTED), "%s: the other kind",
            good[i].what);
        CHECK(strcmp(shown, good[i].graph) == 0, "%s, block %zu: %s, expected %s", good[i].what,
            block, text, good[i].graph);
        free(text);
    }
    kg_graph_destroy(graph);
    if (status == KG_OK && good[i].undirected) {
        status = read_both(&back, ctx, good[i].content, size, T, block, true);
        CHECK(status == KG_OK && kg_graph_kind(back) == KG_DIRECTED &&
                  kg_graph_edges(back) == 2 * edges,
            "%s, in both directions: %s", good[i].what, kg_context_message(ctx));
        kg_graph_destroy(back);
    }
    CHECK(kg_context_memory(ctx).current == 0, "%s leaks", good[i].what);
}

/* What is cut off anywhere but at the last line's end is an error. The format of so little of a
 * file may be unknown, so it is given. */
static void check_cuts(kg_context *ctx, size_t i)
{
    const size_t size = strlen(good[i].content);
    kg_read_options options = KG_READ_OPTIONS_INIT;
    size_t end = size; /* behind the last character that is no blank */
    kg_graph *graph;

    CHECK(io_read(&graph, ctx, good[i].content, size, "f", KG_FORMAT_AUTO, 0, 1) != KG_FORMAT,
        "%s: %s", good[i].what, kg_context_message(ctx));
    kg_graph_destroy(graph);
    while (strchr(" \r\n", good[i].content[end - 1]))
        end--;
    for (size_t cut = 0; cut < end; cut++) {
        kg__input input = {
            .ctx = ctx, .shown = "f", .fd = -1, .bytes = good[i].content, .size = size};
        kg__detected found;
        kg_status status;

        CHECK(kg__detect(&found, &input, "f") == KG_OK, "%s", kg_context_message(ctx));
        options.format = found.format;
        status = io_read_options(&graph, ctx, good[i].content, cut, "f", &options, 5);
        CHECK(status == KG_FORMAT && strncmp(kg_context_message(ctx), "f:", 2) == 0,
            "%s, cut at %zu: %s '%s'", good[i].what, cut, kg_status_string(status),
            kg_context_message(ctx));
        kg_graph_destroy(graph);
        CHECK(kg_context_memory(ctx).current == 0, "%s, cut at %zu: leak", good[i].what, cut);
    }
}

static void check_damaged(kg_context *ctx, size_t i, size_t block)
{
    kg_graph *graph;
    kg_status status = read_both(&graph, ctx, damaged[i].content, strlen(damaged[i].content),
        damaged[i].format, block, false);

    CHECK(status == KG_FORMAT && !graph && strstr(kg_context_message(ctx), damaged[i].message),
        "%s, block %zu: %s '%s', expected '%s'", damaged[i].broken, block, kg_status_string(status),
        kg_context_message(ctx), damaged[i].message);
    kg_graph_destroy(graph);
    CHECK(kg_context_memory(ctx).current == 0, "%s leaks", damaged[i].broken);
}

/* Damage, a lying header above all, is told within little memory. */
static void check_memory(void)
{
    kg_context_options options = KG_CONTEXT_OPTIONS_INIT;
    kg_context *ctx;

    options.device = "cpu";
    options.threads = 1;
    options.memory_limit = 1 << 20;
    CHECK(kg_context_create(&ctx, &options) == KG_OK, "%s", kg_context_message(ctx));
    for (size_t i = 0; i < sizeof damaged / sizeof *damaged; i++)
        check_damaged(ctx, i, KG__TEXT_BLOCK);
    kg_context_destroy(ctx);
}

/* Where each edge is counted twice, there is a warning. */
static void check_halves(kg_context *ctx)
{
    static const char text[] = "c\np edge 3 4\ne 1 2\ne 2 3\n";
    kg_graph *graph;

    CHECK(read_both(&graph, ctx, text, sizeof text - 1, T, 5, false) == KG_OK &&
              kg_graph_edges(graph) == 2 &&
              strstr(kg_context_warning(ctx), "f:2:1: the number of edges is twice that of the"),
        "edges counted twice: '%s' '%s'", kg_context_message(ctx), kg_context_warning(ctx));
    kg_graph_destroy(graph);
}

/* A zero byte anywhere in the lines is damage, wherever it stands. */
static void check_zeros(kg_context *ctx, size_t i)
{
    const size_t size = strlen(good[i].content);
    kg__input input = {.ctx = ctx, .shown = "f", .fd = -1, .bytes = good[i].content, .size = size};
    kg_read_options options = KG_READ_OPTIONS_INIT;
    kg__detected found;
    char *text = strdup(good[i].content);

    CHECK(kg__detect(&found, &input, "f") == KG_OK, "%s", kg_context_message(ctx));
    options.format = found.format;
    for (size_t at = size - 4; at + 1 < size; at++) {
        kg_graph *graph;
        kg_status status;

        text[at] = '\0';
        status = io_read_options(&graph, ctx, text, size, "f", &options, KG__TEXT_BLOCK);
        CHECK(status == KG_FORMAT, "%s, a zero at %zu: %s '%s'", good[i].what, at,
            kg_status_string(status), kg_context_message(ctx));
        kg_graph_destroy(graph);
        text[at] = good[i].content[at];
    }
    free(text);
}

void io_counts(void)
{
    for (int t = 0; t < THREAD_COUNTS; t++) {
        kg_context *ctx = io_context(thread_counts[t]);

        for (int b = 0; b < BLOCK_SIZES; b++) {
            for (size_t i = 0; i < sizeof good / sizeof *good; i++)
                check_good(ctx, i, block_sizes[b]);
            for (size_t i = 0; i < sizeof damaged / sizeof *damaged; i++)
                check_damaged(ctx, i, block_sizes[b]);
        }
        for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
            check_cuts(ctx, i);
            check_zeros(ctx, i);
        }
        check_halves(ctx);
        kg_context_destroy(ctx);
    }
    check_memory();
}
