/* Graphs as other programs write them: what each is read as, what is damaged, and what cannot be
 * written. */
#include "io.h"
#include <unistd.h>

/* name: of the file; NULL: f, which says nothing about its format. warning: a part of it; NULL:
 * there is none. */
static const struct {
    const char *odd, *name, *content, *graph, *warning;
} good[] = {
    {"GML", NULL, "Creator \"me -> you\"\ngraph\n[\n  node [ id 1 ]\n]\n", "undirected 1:;"},
    {"GML on one line", NULL, "graph [ node [ id 1 ] edge [ source 1 target 1 ] ]\n",
        "undirected 1:1,1;"},
    {"GML with labels and weights", NULL,
        "graph [ directed 1 node [ id 5 label \"b\" ] node [ id 3 label \"a -> b\" ]\n"
        "edge [ source 5 target 3 weight 2.5 ] ]",
        "a -> b:;b:a -> b=2.5;"},
    {"GML whose edges come first", NULL,
        "graph [ edge [ source 2 target 1 ] node [ id 1 ] node [ id 2 ] ]", "undirected 1:2;2:1;"},
    {"GML with entities", NULL,
        "graph [ node [ id 0 label \"&quot;&amp;amp;&#228;&#x1F600;&nbsp;&\" ] ]",
        "undirected \"&amp;\xc3\xa4\xf0\x9f\x98\x80&nbsp;&:;"},
    {"GML with a text over lines", NULL, "graph [ node [ id 0 label \"a\nb\" ] ]",
        "undirected a\nb:;"},
    {"GML with equal labels", NULL, "graph [ node [ id 0 label \"a\" ] node [ id 2 label \"a\" ] ]",
        "undirected 0:;2:;"},
    {"GML with signs and zeros before ids", NULL,
        "graph [ node [ id +1 ] node [ id -02 ] edge [ source 01 target -2 ] ]",
        "undirected 1:-2;-2:1;"},
    {"GML with a comment", NULL, "# made by hand\ngraph [\n# node [\nnode [ id 1 ] ]\n",
        "undirected 1:;"},
    {"GML with attributes", NULL,
        "Version 1\ngraph [ comment \"x\" node [ id 1 graphics [ x 1.5 y [ z 2 ] ] ]\n"
        "edge [ source 1 target 1 color \"red\" value \"much\" ] ]",
        "undirected 1:1,1;",
        "f: 3 other attributes of vertices and edges, 'graphics' first, are left out"},
    {"GML with lengths", NULL,
        "graph [ directed 1 node [ id 1 ] edge [ source 1 target 1 cost 3 ]\n"
        "edge [ source 1 target 1 ] ]",
        "1:1=3,1=1;", "1 of 2 edges have no value, and get the value 1"},
    {"GML with a value and a weight", NULL,
        "graph [ directed 1 node [ id 1 ] edge [ source 1 target 1 value 3 weight 4 km 5 w 6 ] ]",
        "1:1=4;"},
    {"Pajek", NULL, "*Vertices 2\r\n1 \"a\"\r\n2 \"b\"\r\n*Arcs\r\n1 2 1\r\n", "a:b=1;b:;"},
    {"Pajek without labels", NULL, "% made by hand\n*network x\n*vertices 2\n*arcs\n1 2\n",
        "1:2;2:;"},
    {"Pajek with edges", NULL, "*Vertices 3\n2 x\n*Edges\n1 2\n3 1\n", "undirected 1:x,3;x:1;3:1;"},
    {"Pajek with lists", NULL, "*Vertices 3\n*Arcslist\n1 2 3\n3 1\n", "1:2,3;2:;3:1;"},
    {"Pajek with lists of edges", NULL, "*Vertices 3\n*Edgeslist\n1 2 3\n",
        "undirected 1:2,3;2:1;3:1;"},
    {"Pajek with a matrix", NULL, "*Vertices 2\n*Matrix\n0 2\n1 0\n", "1:2=2;2:1=1;"},
    {"Pajek with entities", NULL, "*Vertices 1\n1 \"&#34;\\&amp;&#10;\\\" 0.1 0.2 box\n*Edges\n",
        "undirected \"\\&amp;\n\\:;", "'layout', is left out"},
    {"Pajek with styles", NULL, "*Vertices 2\n*Arcs :1 \"likes\"\n1 2 1 c Blue\n2 1 p Dashed\n",
        "1:2=1;2:1=1;",
        "1 of 2 edges have no value, and get the value 1; f: 1 other attribute of vertices and "
        "edges, 'style', is left out"},
    {"Pajek without edges", NULL, "*Vertices 1\n1 \"a\"\n", "a:;"},
    {"LGL", NULL, "# a\nb 0.5\nc 2\n# b\nd 1\n", "undirected a:b=0.5,c=2;b:a=0.5,d=1;c:a=2;d:b=1;"},
    {"LGL by its name", "g.lgl", "# a\nb\nc\n", "undirected a:b,c;b:a;c:a;"},
    {"DL, edges", NULL, "dl n = 3\nformat = edgelist1\ndata:\n1 2\n2 3\n", "1:2;2:3;3:;"},
    {"DL, neighbours", NULL, "DL\nN=2 format=nodelist1\ndata:\n1 2\n", "1:2;2:;"},
    {"DL, labels", NULL, "dl n=3 format=nodelist1\nlabels:\na, \"b c\"\nd\ndata:\na d 2\n3 1\n",
        "a:d,b c;b c:;d:a;"},
    {"DL, embedded labels", NULL,
        "dl n=4, format=edgelist1\nlabels embedded:\ndata:\nx y 2\ny \"1\" 0.5\n",
        "x:y=2;y:1=0.5;1:;4:;"},
    {"DL, a matrix", NULL, "dl n=2\ndata:\n0 1\n1 1\n", "1:2;2:1,2;"},
    {"DL, a matrix of values with labels", NULL,
        "dl n=2 format = fullmatrix\nlabels embedded\ndata:\n a b\na 0 3\nb 1\n0\n",
        "a:b=3;b:a=1;"},
    {"graph6", NULL, ">>graph6<<DQc\n", "undirected 0:2,4;1:3;2:0;3:1,4;4:0,3;"},
    {"graph6 by its name", "g.g6", "DQc\n", "undirected 0:2,4;1:3;2:0;3:1,4;4:0,3;"},
    {"graph6 of nothing", "g.g6", "?\n", "undirected "},
    {"sparse6", NULL, ">>sparse6<<:Fa@x^\n", "undirected 0:1,2;1:0,2;2:0,1;3:;4:;5:6;6:5;"},
    {"digraph6", NULL, ">>digraph6<<&DI?AO?\n", "0:2,4;1:;2:;3:1,4;4:;"},
    {"TGF", NULL, "1 A\n2 B\n3 C\n#\n1 2\n2 3\n", "A:B;B:C;C:;"},
    {"TGF by its name", "g.tgf", "1\n2\n#\n1 2\n", "1:2;2:;"},
    {"TGF with labels of edges", NULL, "1 January\n2 March\n#\n1 2 a word\n2 1 3\n",
        "January:March=1;March:January=3;", "'label of an edge', is left out"},
    {"GDF", NULL,
        "nodedef>name VARCHAR,label VARCHAR\ns1,A\ns2,B\nedgedef>node1 VARCHAR,node2 VARCHAR\n"
        "s1,s2\n",
        "undirected A:B;B:A;"},
    {"GDF with quotes, directions and values", NULL,
        "nodedef> name VARCHAR, label VARCHAR, x DOUBLE\n'a,1',\"say \"\"b\"\"\"\ns2,,3\n"
        "edgedef>node1,node2,directed BOOLEAN,weight DOUBLE\ns2, 'a,1' ,true,2\nnew,s2,true,\n",
        "say \"b\":;s2:say \"b\"=2;new:s2=1;", "1 other attribute of vertices and edges, 'x'"},
    {"a matrix", NULL, "0 1 0\n1 0 1\n0 1 0\n", "0:1;1:0,2;2:1;"},
    {"a matrix with commas", "g.csv", "0,1,0,1\n1,0,1,0\n0,1,0,1\n1,0,1,0\n",
        "0:1,3;1:0,2;2:1,3;3:0,2;"},
    {"a matrix with labels", NULL, ",a,\"b,c\"\na,0,2.5\n\"b,c\",1,0\n", "a:b,c=2.5;b,c:a=1;"},
    {"DIMACS with weights of edges", NULL, "p edge 3 3\ne 1 2 5\ne 2 3\ne 3 1 -0.5\n",
        "undirected 1:2=5,3=-0.5;2:1=5,3=1;3:2=1,1=-0.5;",
        "f:3:6: no value stands here, though other lines have one"},
    {"DIMACS with a weight later", NULL, "p edge 2 2\ne 1 2\ne 2 1 7\n",
        "undirected 1:2=1,2=7;2:1=1,1=7;", "f:2:6: no value stands here"},
};

/* A format that is asked for. */
static const struct {
    kg_format format;
    int undirected, both;
    const char *content, *graph;
} asked[] = {
    {KG_FORMAT_MATRIX, 0, 0, "0;2,5\n0;1\n", "0:1=2.5;1:1=1;"},
    {KG_FORMAT_MATRIX, 0, 0, "# x\na b\na 0 1\nb  1 0\n", "a:b;b:a;"},
    {KG_FORMAT_MATRIX, 0, 0, "\"a\",\"b\"\n\"a\",0,1\n\"b\",0,1\n", "a:b;b:b;"},
    {KG_FORMAT_MATRIX, 0, 0, "x,y\n0,1\n,1\n", "x:y;y:y;"},
    {KG_FORMAT_MATRIX, 1, 0, "1 2 0\n2 0 0\n0 0 0\n", "undirected 0:0=1,0=1,1=2;1:0=2;2:;"},
    {KG_FORMAT_GRAPH6, 0, 1, "A_\n", "0:1;1:0;"},
    {KG_FORMAT_GML, 0, 1, "graph [ node [ id 0 ] node [ id 1 ] edge [ source 1 target 0 ] ]",
        "0:1;1:0;"},
    {KG_FORMAT_PAJEK, 1, 0, "*Vertices 2\n*Arcs\n2 1\n", "undirected 1:2;2:1;"},
};

static const struct {
    const char *broken;
    kg_format format;
    const char *content, *message;
} damaged[] = {
    {"nothing", KG_FORMAT_GML, "", "f:1:1: the text ends here, expected graph [ (read as GML)"},
    {"no list", KG_FORMAT_GML, "graph 5\n", "f:1:7: expected [ (read as GML)"},
    {"no end", KG_FORMAT_GML, "graph [\nnode [ id 1 ]\n",
        "f:3:1: the text ends here, expected a key"},
    {"no end of what is skipped", KG_FORMAT_GML, "graph [ x [ y [ z 1 ]\n",
        "f:1:11: this list does not end"},
    {"a text without end", KG_FORMAT_GML, "graph [ node [ id 1 label \"x ] ]\n",
        "f:1:27: this quote does not end"},
    {"a bracket too many", KG_FORMAT_GML, "graph [ ] ]", "f:1:11: expected a key"},
    {"a key that is none", KG_FORMAT_GML, "graph [ 5 5 ]", "f:1:9: expected a key"},
    {"no id", KG_FORMAT_GML, "graph [ node [ label \"x\" ] ]", "f:1:13: this node has no id"},
    {"an id that is none", KG_FORMAT_GML, "graph [ node [ id \"x\" ] ]",
        "f:1:20: expected a whole number"},
    {"a fraction as id", KG_FORMAT_GML, "graph [ node [ id 1.5 ] ]",
        "f:1:19: expected a whole number"},
    {"an id twice", KG_FORMAT_GML, "graph [ node [ id 1 ] node [ id 01 ] ]",
        "f:1:34: a second node with the id 1"},
    {"no target", KG_FORMAT_GML, "graph [ node [ id 1 ] edge [ source 1 ] ]",
        "f:1:27: this edge has no target"},
    {"no such node", KG_FORMAT_GML, "graph [ node [ id 1 ] edge [ source 1 target 2 ] ]",
        "f:1:46: there is no vertex '2' in the file (read as GML)"},
    {"a direction", KG_FORMAT_GML, "graph [ directed 2 ]", "f:1:18: expected 0 or 1"},
    {"a word as value", KG_FORMAT_GML, "graph [ x red ]",
        "f:1:11: expected a number, a text in quotes, or ["},
    {"no number", KG_FORMAT_GML, "graph [ node [ id 1 ] edge [ source 1 target 1 weight \"x\" ] ]",
        "expected a number of the range of a double"},
    {"two graphs", KG_FORMAT_GML, "graph [ ] graph [ ]", "f:1:11: a second graph"},
    {"several lengths", KG_FORMAT_GML,
        "graph [ node [ id 1 ] edge [ source 1 target 1 cost 1 len 2 ] ]",
        "f: edges have 'cost' and 'len', expected one of them as their value"},
    {"no vertices", KG_FORMAT_PAJEK, "1 2\n",
        "f:1:1: expected a section *Vertices before all lines"},
    {"no section", KG_FORMAT_PAJEK, "\n", "expected a section *Vertices (read as Pajek)"},
    {"a section before", KG_FORMAT_PAJEK, "*Arcs\n1 2\n*Vertices 2\n",
        "f:1:1: expected a section *Vertices before this one"},
    {"an unknown section", KG_FORMAT_PAJEK, "*Vertices 1\n*Partition x\n",
        "f:2:1: expected *Vertices, *Arcs"},
    {"no number of vertices", KG_FORMAT_PAJEK, "*Vertices\n",
        "f:1:10: expected the number of vertices"},
    {"a number that nothing backs", KG_FORMAT_PAJEK, "*Vertices 4000000000\n",
        "f:1:11: 4000000000 vertices are more than a file of 21 bytes can back"},
    {"a vertex too large", KG_FORMAT_PAJEK, "*Vertices 2\n*Arcs\n1 3\n",
        "f:3:3: expected the number of a vertex, from 1 to 2"},
    {"a vertex 0", KG_FORMAT_PAJEK, "*Vertices 2\n0 \"a\"\n",
        "f:2:1: expected the number of a vertex"},
    {"no second vertex", KG_FORMAT_PAJEK, "*Vertices 2\n*Arcs\n1\n",
        "f:3:2: the line ends here, expected a vertex"},
    {"a quote without end", KG_FORMAT_PAJEK, "*Vertices 1\n1 \"a\n",
        "f:2:3: this quote does not end"},
    {"both kinds", KG_FORMAT_PAJEK, "*Vertices 2\n*Edges\n1 2\n*Arcs\n2 1\n",
        "f:5:1: an arc in a file whose first edge is undirected"},
    {"a short row", KG_FORMAT_PAJEK, "*Vertices 2\n*Matrix\n0\n1 0\n",
        "f:3:2: expected 2 numbers in a row"},
    {"a long row", KG_FORMAT_PAJEK, "*Vertices 2\n*Matrix\n0 1 2\n1 0\n",
        "f:3:5: expected the end of the line"},
    {"a row missing", KG_FORMAT_PAJEK, "*Vertices 2\n*Matrix\n0 1\n",
        "the matrix ends here, expected 2 rows"},
    {"a row too many", KG_FORMAT_PAJEK, "*Vertices 1\n*Matrix\n0\n0\n", "f:4:1: a row too many"},
    {"two networks", KG_FORMAT_PAJEK, "*Vertices 1\n*Vertices 1\n",
        "f:2:1: a second section *Vertices"},
    {"a neighbour first", KG_FORMAT_LGL, "a\n",
        "f:1:1: expected a line '# vertex' before all others"},
    {"no vertex", KG_FORMAT_LGL, "#\n", "f:1:2: the line ends here, expected a vertex"},
    {"a word as weight", KG_FORMAT_LGL, "# a\nb x\n", "f:2:3: expected a number"},
    {"a third word", KG_FORMAT_LGL, "# a\nb 1 x\n", "f:2:5: expected the end of the line"},
    {"two vertices", KG_FORMAT_LGL, "# a b\n", "f:1:5: expected the end of the line"},
    {"no DL", KG_FORMAT_DL, "n=2\n", "f:1:1: expected the word DL"},
    {"no data", KG_FORMAT_DL, "dl n=2\n", "f:2:1: the text ends here, expected data:"},
    {"no n", KG_FORMAT_DL, "dl data:\n", "f:1:4: expected n=, the number of vertices"},
    {"a word as n", KG_FORMAT_DL, "dl n=x\n", "f:1:6: expected the number of vertices"},
    {"a number that nothing backs", KG_FORMAT_DL, "dl n=99999999\ndata:\n",
        "f:1:6: 99999999 vertices are more than"},
    {"another format", KG_FORMAT_DL, "dl n=2 format=blockmatrix\n",
        "f:1:15: expected the format fullmatrix"},
    {"a label too few", KG_FORMAT_DL, "dl n=2 labels: a data: 1 2\n",
        "f:1:18: the labels end here, expected 2"},
    {"a label twice", KG_FORMAT_DL, "dl n=2 labels: a a data:\n", "f:1:18: a second label 'a'"},
    {"an unknown label", KG_FORMAT_DL, "dl n=2 format=edgelist1 labels: a b data:\na c\n",
        "f:2:3: 'c' is neither the number of a vertex nor a label"},
    {"a label too many", KG_FORMAT_DL, "dl n=1 format=edgelist1 labels embedded data:\na c\n",
        "f:2:3: 'c' is one label more"},
    {"a vertex missing", KG_FORMAT_DL, "dl n=2 format=edgelist1 data:\n1\n2\n",
        "f:2:2: the line ends here, expected a vertex"},
    {"text behind an edge", KG_FORMAT_DL, "dl n=2 format=edgelist1 data:\n1 2 3 4\n",
        "f:2:6: expected the end of the line"},
    {"an entry missing", KG_FORMAT_DL, "dl n=2 data:\n1 2\n3\n",
        "f:4:1: the text ends here, expected a number"},
    {"an entry too many", KG_FORMAT_DL, "dl n=1 data:\n1 2\n",
        "f:2:3: expected the end of the text behind the matrix"},
    {"another character", KG_FORMAT_GRAPH6, "D Q\n", "f:1:2: expected a character from ? to ~"},
    {"a bit missing", KG_FORMAT_GRAPH6, "DQ\n", "f:1:2: 1 characters, expected 2 for 5 vertices"},
    {"no graph", KG_FORMAT_GRAPH6, "\n", "the text ends here, expected a graph"},
    {"no number", KG_FORMAT_GRAPH6, "~?\n",
        "f:1:3: the line ends here, expected the number of vertices"},
    {"vertices that nothing backs", KG_FORMAT_GRAPH6, ":~~??~~~~\n",
        "are more than the file can back"},
    {"two graphs", KG_FORMAT_GRAPH6, "A_\nA_\n", "f:2:1: a second graph, expected one in a file"},
    {"a node twice", KG_FORMAT_TGF, "1\n1\n#\n", "f:2:1: a second node '1'"},
    {"no such node", KG_FORMAT_TGF, "1\n#\n1 2\n",
        "f:3:3: there is no vertex '2' in the file (read as TGF)"},
    {"an end missing", KG_FORMAT_TGF, "1\n#\n1\n",
        "f:3:2: the line ends here, expected the id of a node"},
    {"no edges", KG_FORMAT_TGF, "1\n2\n", "f:3:1: the text ends here, expected a line #"},
    {"no nodes", KG_FORMAT_GDF, "a,b\n", "f:1:1: expected a line nodedef>"},
    {"no line", KG_FORMAT_GDF, "", "the text ends here, expected a line nodedef>"},
    {"nodes twice", KG_FORMAT_GDF, "nodedef>name\nnodedef>name\n",
        "f:2:1: nodedef> behind edgedef>, or a second time"},
    {"one column of edges", KG_FORMAT_GDF, "nodedef>name\nedgedef>a\n",
        "f:2:10: expected two columns"},
    {"a column without a name", KG_FORMAT_GDF, "nodedef>name,,x\n",
        "f:1:14: expected the name of a column"},
    {"a node twice", KG_FORMAT_GDF, "nodedef>name\na\na\n", "f:3:1: a second node 'a'"},
    {"a field too many", KG_FORMAT_GDF, "nodedef>name\na,b\n",
        "f:2:3: expected the end of the line behind 1 fields"},
    {"an end missing", KG_FORMAT_GDF, "nodedef>name\nedgedef>a,b\nx\n",
        "f:3:2: the line ends here, expected two vertices"},
    {"no direction", KG_FORMAT_GDF, "nodedef>name\nedgedef>a,b,directed\nx,y,maybe\n",
        "f:3:5: expected true or false"},
    {"both kinds", KG_FORMAT_GDF, "nodedef>name\nedgedef>a,b,directed\nx,y,true\nx,y,false\n",
        "f:4:5: an undirected edge in a file whose first edge is directed"},
    {"a word as weight", KG_FORMAT_GDF, "nodedef>name\nedgedef>a,b,weight\nx,y,z\n",
        "f:3:5: expected a number"},
    {"a quote without end", KG_FORMAT_GDF, "nodedef>name\n'a\n", "f:2:1: this quote does not end"},
    {"text behind a quote", KG_FORMAT_GDF, "nodedef>name\n'a'b\n", "f:2:4: expected a comma"},
    {"a short row", KG_FORMAT_MATRIX, "0 1\n1\n", "f:2:2: the row ends here, expected 2 numbers"},
    {"a long row", KG_FORMAT_MATRIX, "0,1\n1,0,1\n",
        "f:2:5: expected the end of the row behind 2 numbers"},
    {"a row too few", KG_FORMAT_MATRIX, "0,1\n", "the text ends behind 1 rows, expected 2"},
    {"a row too many", KG_FORMAT_MATRIX, "0\n1\n", "f:2:1: a row too many, expected 1"},
    {"a word", KG_FORMAT_MATRIX, "0,1\n1,x\n", "f:2:3: expected a number"},
    {"another label", KG_FORMAT_MATRIX, ",a,b\na,0,1\nc,0,1\n",
        "f:3:1: expected the label 'b', as in the header"},
    {"a label twice", KG_FORMAT_MATRIX, ",a,a\na,0,1\na,0,1\n", "f:1:4: a second column 'a'"},
    {"labels alone", KG_FORMAT_MATRIX, "a,b\n", "the text ends here, expected a row of numbers"},
    {"labels for fewer", KG_FORMAT_MATRIX, "a,b\n1,2,3,4\n", "f:1:1: 2 labels above a row of"},
    {"a quote without end", KG_FORMAT_MATRIX, "\"a,b\n1,2\n", "f:1:1: this quote does not end"},
    {"a word as weight", KG_FORMAT_DIMACS, "p edge 2 1\ne 1 2 x\n", "f:2:7: expected a number"},
    {"text behind a weight", KG_FORMAT_DIMACS, "p edge 2 1\ne 1 2 3 4\n",
        "f:2:9: expected the end of the line"},
};

static void check_read(kg_context *ctx, const char *odd, const char *content, const char *name,
    const kg_read_options *options, const char *expected, const char *warning)
{
    kg_graph *graph;
    kg_status status =
        io_read_options(&graph, ctx, content, strlen(content), name, options, KG__TEXT_BLOCK);
    char *text;

    CHECK(status == KG_OK, "%s: %s", odd, kg_context_message(ctx));
    if (status != KG_OK)
        return;
    CHECK(warning ? strstr(kg_context_warning(ctx), warning) != NULL : !*kg_context_warning(ctx),
        "%s: the warning is '%s'", odd, kg_context_warning(ctx));
    text = io_describe(graph);
    CHECK(strcmp(text, expected) == 0, "%s: %s, expected %s", odd, text, expected);
    free(text);
    kg_graph_destroy(graph);
}

static void check_good(kg_context *ctx)
{
    kg_read_options options = KG_READ_OPTIONS_INIT;

    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        check_read(ctx, good[i].odd, good[i].content, good[i].name ? good[i].name : "f", &options,
            good[i].graph, good[i].warning);
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        options = (kg_read_options){.format = asked[i].format,
            .undirected = asked[i].undirected,
            .both_directions = asked[i].both};
        check_read(ctx, asked[i].content, asked[i].content, "f", &options, asked[i].graph, NULL);
    }
}

static void check_damaged(kg_context *ctx)
{
    for (size_t i = 0; i < sizeof damaged / sizeof *damaged; i++) {
        kg_graph *graph;
        kg_status status = io_read(&graph, ctx, damaged[i].content, strlen(damaged[i].content), "f",
            damaged[i].format, 0, KG__TEXT_BLOCK);

        CHECK(status == KG_FORMAT && !graph && strstr(kg_context_message(ctx), damaged[i].message),
            "%s, %s: %s '%s'", kg_format_name(damaged[i].format), damaged[i].broken,
            kg_status_string(status), kg_context_message(ctx));
        kg_graph_destroy(graph);
        CHECK(kg_context_memory(ctx).current == 0, "%s leaks", damaged[i].broken);
    }
}

/* A zero byte, and an option that such formats do not have. */
static void check_options(kg_context *ctx)
{
    static const kg_format formats[] = {KG_FORMAT_GML, KG_FORMAT_PAJEK, KG_FORMAT_LGL, KG_FORMAT_DL,
        KG_FORMAT_GRAPH6, KG_FORMAT_TGF, KG_FORMAT_GDF, KG_FORMAT_MATRIX};

    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        kg_read_options options = {.format = formats[i], .ids = 1};
        kg_graph *graph;

        CHECK(io_read(&graph, ctx, "\n \0", 3, "f", formats[i], 0, 1) == KG_FORMAT &&
                  strstr(kg_context_message(ctx), "f:2:2: a zero byte, expected text (read as"),
            "%s: %s", kg_format_name(formats[i]), kg_context_message(ctx));
        if (formats[i] == KG_FORMAT_GRAPH6)
            continue;
        CHECK(io_read_options(&graph, ctx, "0", 1, "f", &options, 1) == KG_ARGUMENT &&
                  strstr(kg_context_message(ctx), "says itself what its vertices are"),
            "%s: %s", kg_format_name(formats[i]), kg_context_message(ctx));
    }
}

/* Random graphs through graph6, sparse6 and digraph6, in the order of edges that these keep. */
static void trip_graph6(kg_context *ctx, kg_vertex n, int kind, uint64_t seed)
{
    const bool loops = kind == 1, directed = kind == 2;
    kg_vertex *pair = calloc((size_t)n * n * 4 + 2, sizeof *pair);
    kg_graph *graph = NULL, *back = NULL;
    const char *path = io_path("g.g6");
    uint64_t m = 0;

    for (kg_vertex v = 0; v < n; v++)
        for (kg_vertex u = 0; u < (directed ? n : v + loops); u++)
            for (int twice = 0; twice <= loops; twice++) {
                seed = seed * 6364136223846793005u + 1442695040888963407u;
                if (seed >> 62)
                    continue;
                pair[2 * m] = directed ? v : u;
                pair[2 * m++ + 1] = directed ? u : v;
            }
    if (directed) {
        kg_vertex *source = calloc(m + 1, sizeof *source), *target = calloc(m + 1, sizeof *target);

        for (uint64_t e = 0; e < m; e++) {
            source[e] = pair[2 * e];
            target[e] = pair[2 * e + 1];
        }
        CHECK(kg_graph_build(&graph, ctx, n, m, source, target, NULL) == KG_OK, "build");
        free(source);
        free(target);
    } else {
        CHECK(kg_graph_build_undirected(&graph, ctx, n, m, pair, NULL) == KG_OK, "build");
    }
    CHECK(kg_graph_write(graph, path, KG_FORMAT_AUTO) == KG_OK &&
              kg_graph_read(&back, ctx, path, NULL) == KG_OK,
        "%s", kg_context_message(ctx));
    CHECK(kg_graph_equal(graph, back), "%u vertices of kind %d read back otherwise", n, kind);
    kg_graph_destroy(back);
    kg_graph_destroy(graph);
    unlink(path);
    free(pair);
}

static void check_refusals(kg_context *ctx)
{
    static const struct {
        kg_format format;
        const char *content, *message;
    } rows[] = {
        {KG_FORMAT_GRAPH6, "a -> b\n", "graph6 cannot carry names"},
        {KG_FORMAT_GRAPH6, "1 2\n2 3\n", "graph6 cannot carry names"},
        {KG_FORMAT_GRAPH6, "0 1 5\n", "graph6 has no values"},
        {KG_FORMAT_GRAPH6, "0 1\n0 1\n", "digraph6 cannot carry parallel edges, and 1 are"},
        {KG_FORMAT_GML, "a\xff -> b\n", "is not UTF-8, and GML cannot carry it"},
        {KG_FORMAT_LGL, "0 1\n", "this format is read and not written"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        io_check_refusal(ctx, rows[i].content, rows[i].format, rows[i].message);
}

void io_listed(void)
{
    kg_context *ctx = io_context(2);

    check_good(ctx);
    check_damaged(ctx);
    check_options(ctx);
    for (kg_vertex n = 0; n < 70; n += n < 20 ? 1 : 7)
        for (int kind = 0; kind < 3; kind++)
            trip_graph6(ctx, n, n == 1 && kind == 1 ? 0 : kind, n + 1);
    check_refusals(ctx);
    CHECK(kg_context_memory(ctx).current == 0, "leak");
    kg_context_destroy(ctx);
}
