/* Tables of edges: headers, quotes, columns; what is broken; each file cut at every byte. */
#include "csr/files/detect.h"
#include "io.h"

#define A KG_FORMAT_AUTO
#define C KG_FORMAT_CSV

/* What reads. columns: what the user asks for, or NULL. */
static const struct {
    const char *what, *name, *columns, *content, *graph, *warning;
    kg_format format;
} good[] = {
    {"a header", "f", NULL, "source,target\na,b\nb,a\n", "a:b;b:a;", NULL, A},
    {"values and other columns", "f", NULL, "id,target,weight,source\n1,b,0.5,a\n2,a,-2,b\n",
        "a:b=0.5;b:a=-2;", NULL, A},
    {"capital letters", "f", NULL, "Source,Target,Value\n1,2,3\n", "1:2=3;2:;", NULL, A},
    {"weight before value", "f", NULL, "from,to,value,weight\n1,2,3,4\n", "1:2=4;2:;", NULL, A},
    {"tabs", "f", NULL, "from\tto\n1\t2\n2\t1\n", "1:2;2:1;", NULL, A},
    {"tabs and blanks in names", "f", NULL, "from\tto\nNew York\tLos Angeles\n",
        "New York:Los Angeles;Los Angeles:;", NULL, A},
    {"semicolons", "f", NULL, "src;dst;weight\na;b;0,5\nb;a;1.5\n", "a:b=0.5;b:a=1.5;", NULL, A},
    {"bars", "f", NULL, "src | dst\na | b\n", "a:b;b:;", NULL, A},
    {"blanks", "f", NULL, "From To  weight\n1 2 3\n2  1\t4 \n", "1:2=3;2:1=4;", NULL, A},
    {"SNAP's", "f", NULL, "node_1,node_2\n0,1\n1,2\n", "0:1;1:2;2:;", NULL, A},
    {"comments before the header", "f", NULL, "# made by x\n# a,b\nsource,target\n#a,b\n",
        "#a:b;b:;", NULL, A},
    {"Gephi's", "f", NULL,
        "Source,Target,Type,Id,Label,timeset,Weight\n1,2,Directed,0,,,1.0\n2,1,Directed,1,,,2.5\n",
        "1:2=1;2:1=2.5;", NULL, A},
    {"Gephi's, undirected", "f", NULL,
        "Source,Target,Type,Id,Label,timeset,Weight\n1,2,Undirected,0,,,1.0\n",
        "undirected 1:2=1;2:1=1;", NULL, A},
    {"types of other kinds", "f", NULL, "source,target,type\na,b,friend\nb,a,foe\n", "a:b;b:a;",
        "neither directed nor undirected", A},
    {"a separator by name", "f", NULL, "sep=;\nsource;target;weight\na;b;0,5\n", "a:b=0.5;b:;",
        NULL, A},
    {"a separator by name, no header", "f", NULL, "sep=,\n\n1,2\n", "1:2;2:;", NULL, A},
    {"one-way and two-way", "f", NULL,
        "from,to,oneway,km\n1,2,yes,5\n2,3,False,6\n3,1,-1,7\n1,4,,8\n",
        "1:2=5,3=7,4=8;2:3=6;3:2=6;4:1=8;", "there and back", A},
    {"one-way and two-way, by names", "f", NULL, "u,v,oneway\na,b,TRUE\nb,\"c\",no\n",
        "a:b;b:c;c:b;", "there and back", A},
    {"reverse costs", "f", NULL,
        "id,source,target,cost,reverse_cost\n1,1,2,5,9\n2,2,3,6,-1\n3,3,4,-1,7\n4,4,1,8,\n",
        "1:2=5;2:1=9,3=6;3:;4:3=7,1=8;", "there and back", A},
    {"R's row names", "f", NULL, "\"\",\"from\",\"to\"\n\"1\",1,2\n\"2\",2,1\n", "1:2;2:1;", NULL,
        A},
    {"quotes", "f", NULL, "source,target\n\"a,b\",\"say \"\"x\"\"\"\n\"say \"\"x\"\"\",\"a,b\"\n",
        "a,b:say \"x\";say \"x\":a,b;", NULL, A},
    {"blanks around quotes", "f", NULL, "source,target\n \"a\" ,\t\" b \" \r\n", "a: b ; b :;",
        NULL, A},
    {"a quote within", "f", NULL, "source,target\na\"b,5\" disk\n", "a\"b:5\" disk;5\" disk:;",
        NULL, A},
    {"line ends in quotes", "f", NULL, "source,target\na,\"b\nc\"\n\"b\nc\",\"\n\"\nd,a\n",
        "a:b\nc;b\nc:\n;\n:;d:a;", NULL, A},
    {"numbers in quotes are names", "f", NULL, "source,target\n\"1\",\"07\"\n\"07\",x\n",
        "1:07;07:x;x:;", NULL, A},
    {"sparse labels", "f", NULL, "source,target,weight\n99999999999,5,1\n5,7,2\n",
        "5:7=2;7:;99999999999:5=1;", NULL, A},
    {"blank lines and carriage returns", "f", NULL, "source,target\r\n\r\n1,2\r\n \t\r\n2,1\r\n",
        "1:2;2:1;", NULL, A},
    {"no end of the last line", "f", NULL, "source,target\n1,2\n2,1", "1:2;2:1;", NULL, A},
    {"a header alone", "f", NULL, "source,target\n", "", "no record has an edge; read as a table",
        A},
    {"nothing at all", "f.csv", NULL, "", "", "f.csv is empty", A},
    {"a value that is missing", "f", NULL, "source,target,weight\n1,2,3\n2,1,\n", "1:2=3;2:1=1;",
        "f:3:5: no value stands here", A},
    {"numbers without a header", "f.csv", NULL, "1,2\n2,1\n", "1:2;2:1;", NULL, A},
    {"numbers and semicolons", "f", NULL, "1;2;0,5\n2;1;3,0\n", "1:2=0.5;2:1=3;", NULL, A},
    {"a third column of text", "f.csv", NULL, "1,2,x\n2,1,y\n", "1:2;2:1;", NULL, A},
    {"columns behind the third", "f.tsv", NULL, "1\t2\t3\t4\n2\t1\t5\t6\n", "1:2=3;2:1=5;",
        "4 columns: the first three", A},
    {"columns by name", "f", "a,c", "a,b,c\nx,1,y\ny,2,x\n", "x:y;y:x;", NULL, A},
    {"columns by name with values", "f", "c,a,b", "a,b,c\nx,1,y\ny,2,x\n", "y:x=1;x:y=2;", NULL, A},
    {"columns by number", "f", "1,2", "a,b\nb,c\n", "a:b;b:c;c:;", NULL, A},
    {"columns by number with values", "f", "3,1,2", "2 0.5 1\n1 4 2\n", "1:2=0.5;2:1=4;", NULL, A},
    {"columns by number below a header", "f", "2,1", "source,target\n1,2\n", "1:;2:1;", NULL, A},
    {"columns instead of those in use", "f", "target,source", "source,target\n1,2\n", "1:;2:1;",
        NULL, C},
};

static const struct {
    const char *broken, *name, *columns, *content, *message;
} damaged[] = {
    {"an unknown header", "f.csv", NULL, "a,b,weight\nx,y,1\n",
        "f.csv:1:1: it is not known which columns are the ends of an edge; the columns are 'a', "
        "'b', "
        "'weight': name two"},
    {"the advice", "f.csv", NULL, "a,b\nx,y\n",
        "as in the option columns NAME,NAME; where this line is an edge"},
    {"one column", "f.csv", NULL, "a\nb\n", "f.csv:1:1: a table of one column has no edges"},
    {"semicolons without a header", "f", NULL, "a;b\nb;c\n",
        "f:1:1: it is not known which columns"},
    {"a column that is not there", "f", "a,z", "a,b\nx,y\n",
        "f:1:1: there is no column z, which the option columns names; the columns are 'a', 'b'"},
    {"a column past the last", "f", "1,3", "a,b\nx,y\n",
        "f:1:1: there is no column 3; the columns"},
    {"column 0", "f", "0,1", "a,b\nx,y\n", "f:1:1: there is no column 0"},
    {"one column twice", "f", "b,b", "a,b\nx,y\n",
        "f:1:1: the option columns names one column twice"},
    {"a field too few", "f", NULL, "source,target,weight\na,b,1\nb,a\n",
        "f:3:4: the line has 2 fields, expected 3 as in the first record (read as a table)"},
    {"a field too many", "f", NULL, "source,target\na,b\nb,a,1\n", "f:3:1: the line has 3 fields"},
    {"an empty vertex", "f", NULL, "source,target\na,b\n,a\n",
        "f:3:1: nothing stands here, expected"},
    {"an empty target", "f", NULL, "source,target\na,b\nb,\"\"\n", "f:3:4: nothing stands here"},
    {"an empty target of numbers", "f", NULL, "source,target\n1,2\n2,\n",
        "f:3:3: nothing stands here"},
    {"a name among numbers", "f", NULL, "source,target\n1,2\n2,x\n",
        "f:3:3: 'x' is not a vertex number of at most 18446744073709551614, as those of the first"},
    {"a word as value", "f", NULL, "source,target,weight\n1,2,3\n1,2,much\n",
        "f:3:5: expected a number"},
    {"two numbers as value", "f", NULL, "source,target,weight\n1,2,3 4\n",
        "f:2:5: expected a number"},
    {"a decimal comma between commas", "f", NULL, "source,target,weight\n1,2,0,5\n",
        "f:2:1: the line has 4 fields, expected 3"},
    {"a quote without end", "f", NULL, "source,target\na,b\nb,\"a\nc,d\n",
        "f:3:3: this quote does not end"},
    {"a quote without end in the header", "f.csv", NULL, "source,\"target\na,b\n",
        "f.csv:1:8: this quote does not end in the first line"},
    {"text behind a quote", "f", NULL, "source,target\n\"a\"b,c\n",
        "f:2:4: expected a separator behind"},
    {"an error behind a line end in quotes", "f", NULL,
        "source,target,weight\n\"a\nb\",c,1\nd,e,x\nf,g,y\n", "f:4:5: expected a number"},
    {"an error before a line end in quotes", "f", NULL,
        "source,target,weight\na,b,x\n\"a\nb\",c,1\n", "f:2:5: expected a number"},
    {"edges of both kinds", "f", NULL, "source,target,type\n1,2,Directed\n1,2,undirected\n",
        "f:3:5: an undirected edge in a table whose first edge is directed"},
    {"a type that is none, below one", "f", NULL,
        "source,target,type\n1,2,Directed\n1,2,\n2,1,no\n",
        "f:4:5: expected Directed or Undirected"},
    {"a oneway that is none", "f", NULL, "source,target,oneway\n1,2,yes\n1,2,perhaps\n",
        "f:3:5: expected yes, no or -1"},
    {"a reverse cost that is none", "f", NULL,
        "source,target,cost,reverse_cost\n1,2,1,1\n1,2,1,x\n", "f:3:7: expected a number"},
    {"an edge without a way", "f", NULL, "source,target,cost,reverse_cost\n1,2,-1,-1\n",
        "f:2:8: expected an edge that goes at least one way"},
};

static kg_status read_table(kg_graph **graph, kg_context *ctx, const char *content, size_t size,
    const char *name, const char *columns, kg_format format, size_t block)
{
    kg_read_options options = KG_READ_OPTIONS_INIT;

    options.columns = columns;
    options.format = format;
    return io_read_options(graph, ctx, content, size, name, &options, block);
}

static void check_good(kg_context *ctx, size_t i, size_t block)
{
    kg_graph *graph;
    kg_status status = read_table(&graph, ctx, good[i].content, strlen(good[i].content),
        good[i].name, good[i].columns, good[i].format, block);

    CHECK(status == KG_OK, "%s, block %zu: %s", good[i].what, block, kg_context_message(ctx));
    CHECK(good[i].warning ? strstr(kg_context_warning(ctx), good[i].warning) != NULL
                          : !*kg_context_warning(ctx),
        "%s: the warning is '%s'", good[i].what, kg_context_warning(ctx));
    if (status == KG_OK) {
        char *text = io_describe(graph);

        CHECK(strcmp(text, good[i].graph) == 0, "%s, block %zu: %s, expected %s", good[i].what,
            block, text, good[i].graph);
        free(text);
    }
    kg_graph_destroy(graph);
    CHECK(kg_context_memory(ctx).current == 0, "%s leaks", good[i].what);
}

static void check_damaged(kg_context *ctx, size_t i, size_t block)
{
    const char *content = damaged[i].content;
    kg_graph *graph;
    kg_status status = read_table(&graph, ctx, content, strlen(content), damaged[i].name,
        damaged[i].columns, KG_FORMAT_AUTO, block);

    CHECK(status == KG_FORMAT && !graph && strstr(kg_context_message(ctx), damaged[i].message),
        "%s, block %zu: %s '%s', expected '%s'", damaged[i].broken, block, kg_status_string(status),
        kg_context_message(ctx), damaged[i].message);
    kg_graph_destroy(graph);
    CHECK(kg_context_memory(ctx).current == 0, "%s leaks", damaged[i].broken);
}

/* A table has no mark of its end, so a cut one may read: but as a graph whose edges are the first
 * of the whole one, except in the line that is cut, or else it is an error with its place. */
static void check_cuts(kg_context *ctx, size_t i)
{
    const size_t size = strlen(good[i].content);

    for (size_t cut = 0; cut < size; cut++) {
        kg_graph *graph;
        kg_status status = read_table(
            &graph, ctx, good[i].content, cut, "f.csv", good[i].columns, KG_FORMAT_CSV, 5);
        size_t lines = 0;

        for (size_t k = 0; k < cut; k++)
            lines += good[i].content[k] == '\n';
        if (status == KG_OK)
            CHECK(kg_graph_edges(graph) <= 2 * lines + 2, "%s, cut at %zu: %u edges", good[i].what,
                cut, (unsigned)kg_graph_edges(graph));
        else
            CHECK(status == KG_FORMAT && strncmp(kg_context_message(ctx), "f.csv:", 6) == 0,
                "%s, cut at %zu: %s '%s'", good[i].what, cut, kg_status_string(status),
                kg_context_message(ctx));
        kg_graph_destroy(graph);
        CHECK(kg_context_memory(ctx).current == 0, "%s, cut at %zu: leak", good[i].what, cut);
    }
}

/* Columns belong to tables; the type says of which kind the graph is. */
static void check_options(kg_context *ctx)
{
    kg_read_options options = KG_READ_OPTIONS_INIT;
    kg_graph *graph;

    options.columns = "1,2";
    options.format = KG_FORMAT_EDGES;
    CHECK(kg_graph_read_memory(&graph, ctx, "1 2\n", 4, &options) == KG_ARGUMENT &&
              strstr(kg_context_message(ctx), "columns are those of a table, not of edges"),
        "%s", kg_context_message(ctx));
    CHECK(io_read(&graph, ctx, "source,target,type\n1,2,Undirected\n", 34, "f", A, 0, 5) == KG_OK &&
              kg_graph_kind(graph) == KG_UNDIRECTED && kg_graph_edges(graph) == 1,
        "%s", kg_context_message(ctx));
    kg_graph_destroy(graph);
    CHECK(io_read(&graph, ctx, "source,target,type\n1,2,Directed\n", 32, "f", A, 0, 5) == KG_OK &&
              kg_graph_kind(graph) == KG_DIRECTED,
        "%s", kg_context_message(ctx));
    kg_graph_destroy(graph);
}

void io_csv(void)
{
    for (int t = 0; t < THREAD_COUNTS; t++) {
        kg_context *ctx = io_context(thread_counts[t]);

        for (int b = 0; b < BLOCK_SIZES; b++) {
            for (size_t i = 0; i < sizeof good / sizeof *good; i++)
                check_good(ctx, i, block_sizes[b]);
            for (size_t i = 0; i < sizeof damaged / sizeof *damaged; i++)
                check_damaged(ctx, i, block_sizes[b]);
        }
        for (size_t i = 0; i < sizeof good / sizeof *good; i++)
            check_cuts(ctx, i);
        check_options(ctx);
        kg_context_destroy(ctx);
    }
}
