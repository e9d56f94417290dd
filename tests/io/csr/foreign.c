/*
 * Files of other programs: each is refused by its name, and what only looks like one of them is
 * read. How formats are told: by a mark, by content, by extension.
 */
#include "csr/files/detect.h"
#include "io.h"
#include <unistd.h>

/* name: of the file; NULL: f. content[size], where size 0 means as far as its terminator. called:
 * what the message calls it, or the words of it that matter. */
static const struct {
    const char *called, *name, *content;
    size_t size;
} refused[] = {
    {"f:2:1: vertex 1 has the neighbour 6, whose line lacks it", NULL,
        "6 5\n2 3 4 5 6\n1\n1\n1\n1\n"}, /* it lacks the last line, which might be empty */
    {"g.metis:2:1: vertex 1 has the neighbour 3", "g.metis", "3 3\n2 3\n1 3\n"},
    {"XML", NULL, "\n <!-- a -> b -->\n<graph/>\n"},
    {"XML", NULL, "<edges>\n<edge from=\"a\" to=\"b\"/>\n</edges>\n"},
    {"JSON", NULL, "{\"nodes\": [1, 2], \"links\": [[1, 2]]}\n"},
    {"JSON", NULL, "[\n  [1, 2],\n  [2, 3]\n]\n"},
    {"JSON", NULL, "{\n\"a\": \"b -> c\"}"},
    {"JSON", NULL, "{\"a\": 1}\n{\"a\": 2}\n"},
    {"DGS", NULL, "DGS004\ng 0 0\nan a\nan b\nae ab a b\n"},
    {"Rutherford-Boeing", NULL,
        "A title                                          KEY\n"
        "             5             1             1             3\n"
        "rua                        2             2             2             0\n"
        "(3I6)           (11I3)          (5E15.8)\n     1     2     3\n  1  2\n  1.0  2.0\n"},
    {"DIMACS file with 'hs': sets", NULL, "p hs 3 2\n1 2\n1 2 3\n"},
    {"DIMACS file with 'max': a problem of flow", NULL, "p max 4 5\nn 1 s\nn 4 t\na 1 2 4\n"},
    {"DIMACS file with 'cnf': a formula", NULL, "c x\np cnf 3 2\n1 -3 0\n2 3 -1 0\n"},
    {"DIMACS file with 'aux'", NULL, "p aux sp co 2\nv 1 0 0\nv 2 1 1\n"},
    {"(read as DIMACS)", "g.gr", "1 2\n2 1\n"},
    {"(read as DIMACS)", "g.col", ""},
    {"(read as Matrix Market)", "g.mtx", "1 2\n2 1\n"},
    {"FASTQ", NULL, "@read 1\nACGT\n+\nIIII\n"},
    {"FASTA", NULL, ">seq 1 A->G\nACGT\nAC\n"},
    {"FASTA", NULL, ">a\nMKV*\n>b\nMK\n"},
    {"Mermaid", NULL, "graph TD\n  A --> B\n"},
    {"VNA", NULL, "*Node data\nID gender\na m\nb f\n*Tie data\nfrom to strength\na b 1\n"},
    {"VNA", NULL, "*tie data\nfrom to\na b\n"},
    {"LEDA", NULL, "LEDA.GRAPH\nvoid\nvoid\n-1\n2\n|{}|\n|{}|\n1\n1 2 0 |{}|\n"},
    {"SteinLib", NULL, "33D32945 STP File, STP Format Version 1.0\n\nSECTION Graph\nE 1 2 1\n"},
    {"PBBS", NULL, "AdjacencyGraph\n2\n2\n0\n1\n1\n0\n"},
    {"PBBS", NULL, "WeightedEdgeArray\n0 1 3\n1 0 4\n"},
    {"a bipartite graph of KONECT", NULL, "% bip unweighted\n% 3 2 2\n1 1\n1 2\n2 1\n"},
    {"TSPLIB", NULL, "NAME : x\nTYPE : HCP\nEDGE_DATA_SECTION\n1 2\n-1\nEOF\n"},
    {"TSPLIB", NULL, "NAME: x\nTYPE: TSP\n"},
    {"Graphviz' plain output", NULL,
        "graph 1 2.75 2.5\nnode a 1.3 2.2 0.75 0.5 a solid ellipse black lightgrey\nstop\n"},
    {"an adjacency list of NetworkX", NULL,
        "#/usr/bin/x.py\n# GMT Mon Nov 23 08:43:58 2026\n#\n0 1 2\n1 2 0\n2 0 1\n"},
    {"an adjacency list of NetworkX", NULL, "a 2\nb {}\nc {'weight': 3}\nb 0\nc 0\n"},
    {"gSpan", NULL, "t # 0\nv 0 1\nv 1 2\ne 0 1 3\n"},
    {"gSpan", NULL, "v 0 1\nv 1 2\ne 0 1\n"},
    {"SIF", "g.sif", "1 pp 2\n2 pp 3\n"},
    {"hMETIS", "g.hgr", "4 5\n1 2\n1 2 3\n"},
    {"RDF", "g.nt", "<a> <p> .\n<b> <p> .\n"},
    {"the inside of a DOT graph", NULL, "a -> b;\nb -> a;\n"},
    {"the inside of a DOT graph", NULL, "a -- b;\nb -- c [weight=2];\n"},
    {"the inside of a DOT graph", NULL, "a -> b [label=\"x\"]\nb -> c [label=\"y\"]\n"},
    {"the arrows of Mermaid", NULL, "A --> B\nB --> C\n"},
    {"the arrows of Mermaid", NULL, "A-->B\nB-->C\n"},
    {"the arrows of Mermaid", NULL, "A ->> B\nB ->> A\n"},
    {"pairs in brackets", NULL, "(0, 1)\n(1, 2)\n"},
    {"pairs in brackets", NULL, "   (1,2)        1\n   (2,1)        1\n"},
    {"a list `a b:weight'", NULL, "0 1:3\n1 2:4.5\n"},
    {"comments behind", NULL, "// nodes\n0 1\n1 2\n"},
    {"comments behind", NULL, "; made by x\n0 1\n1 2\n"},
    {"f:1:1: it is not known which columns are the ends of an edge; the columns are 'u', 'v'", NULL,
        "u v\n1 2\n2 3\n"},
    {"the columns are 'nodeA', 'nodeB', 'w'", NULL, "nodeA,nodeB,w\n1,2,3\n2,3,4\n"},
    {"the columns are 'V1', 'V2'", NULL, "\"V1\" \"V2\"\n\"1\" 1 2\n\"2\" 2 3\n"},
    {"the columns are 'New York', 'San Jose'", NULL,
        "\"New York\" \"San Jose\"\n\"San Jose\" \"New York\"\n"},
    {"f:1:1: expected '%%MatrixMarket", NULL,
        "%MatrixMarket matrix coordinate real general\n3 3 2\n1 2 1\n3 1 2\n"},
    {"DIMACS file with 'tw': a problem of PACE", NULL, "c x\np tw 4 3\n1 2\n2 3\n3 4\n"},
    {"UTF-16", NULL,
        "\xff\xfe"
        "a\0 \0b\0\n\0",
        10},
    {"UTF-16", NULL, "\xfe\xff\0a\0 \0b\0\n", 10},
    {"UTF-16", NULL, "1\0 \0002\0\n\0", 8},
    {"UTF-32", NULL, "\xff\xfe\0\0a\0\0\0 \0\0\0b\0\0\0", 16},
    {"gzip", NULL, "\x1f\x8b\x08\0\0\0\0\0\0\x03", 10},
    {"gzip", "g.kcsr", "\x1f\x8b\x08\0\0\0\0\0\0\x03", 10},
    {"gzip", "g.dot", "\x1f\x8b\x08\0\0\0\0\0\0\x03", 10},
    {"a zip archive", NULL, "PK\3\4\x14\0\0\0", 8},
    {"xz", NULL, "\xfd\x37zXZ\0\0\4", 8},
    {"zstd", NULL, "\x28\xb5\x2f\xfd\4\0", 6},
    {"bzip2", NULL, "BZh91AY&SY\0\0", 12},
    {"lz4", NULL, "\x04\x22\x4d\x18\x64\x40", 6},
    {"a PNG picture", NULL, "\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16},
    {"a PDF document", NULL, "%PDF-1.5\n%\xd0\xd4\n1 0 obj\n"},
    {"an ELF program", NULL, "\177ELF\2\1\1\0\0", 9},
    {"HDF5", NULL, "\x89HDF\r\n\x1a\n\0", 9},
    {"SQLite", NULL, "SQLite format 3\0\x10", 17},
    {"an array of NumPy", NULL, "\x93NUMPY\1\0v\0{'descr'", 18},
    {"SVG", NULL, "<?xml version=\"1.0\"?>\n<svg width=\"2\"><line x1=\"0\"/></svg>\n"},
    {"SVG", "g.svg", "a b\n"},
    {"KML", NULL, "<?xml version=\"1.0\"?>\n<kml xmlns=\"x\">\n"},
    {"GPX", NULL, "<gpx version=\"1.1\"></gpx>\n"},
    {"OSM XML", NULL, "<?xml version='1.0'?>\n<osm version=\"0.6\">\n"},
    {"GeoJSON", NULL, "{\"type\": \"FeatureCollection\",\n\"features\": []}\n"},
    {"GeoJSON", NULL, "{\"features\": [{\"type\": \"Feature\", \"id\": {\"nodes\": \"\\\"\"}}]}\n"},
    {"G-code", NULL, "; a square\nG21\nG90\nG0 X0 Y0\nG1 X10 F100\nM2\n"},
    {"HPGL", NULL, "IN;SP1;PU0,0;PD10,0;\n"},
    {"HPGL", NULL, "IN;\nSP1;\nPU0,0;\n"},
    {"DXF", NULL, "  0\r\nSECTION\r\n  2\r\nHEADER\r\n"},
    {"DXF", NULL, "999\nmade by hand\n0\nSECTION\n2\nENTITIES\n"},
    {"SAM", NULL, "@HD\tVN:1.6\tSO:unsorted\n@SQ\tSN:a\tLN:9\n"},
    {"VCF", NULL, "##fileformat=VCFv4.2\n#CHROM\tPOS\n"},
    {"a map of `astar pathfinding'", NULL, "type octile\nheight 1\nwidth 2\nmap\n..\n"},
    {"a map of `astar pathfinding'", NULL, "height 1\nwidth 2\nmap\n..\n"},
    {"a map of `astar pathfinding'", NULL, "#####\n#S.G#\n#####\n"},
    {"OSM PBF", NULL, "\0\0\0\x0d\x0a\x09OSMHeader\x18", 16},
    {"a shapefile", NULL, "\0\0\x27\x0a\0\0\0\0\0\0\0\0", 12},
    {"a GIF picture", NULL, "GIF89a\1\0\1\0", 10},
    {"a WebP picture", NULL, "RIFF\x24\0\0\0WEBPVP8 ", 16},
    {"a BMP picture", NULL, "BM\x46\0\0\0\0\0\0\0\x36", 11},
    {"a TIFF picture", NULL, "II*\0\x08\0", 6},
    {"Parquet", NULL, "PAR1\x15\x04", 6},
    {"Excel (.xlsx)", NULL, "PK\3\4\x14\0\0\0[Content_Types].xml..PK\3\4xl/workbook.xml", 46},
    {"Excel (.xls)", NULL, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0", 9},
    {"BAM", NULL, "BAM\1\0\0\0\0", 8},
    {"a carriage return alone", NULL, "0 1\r1 2\r2 0\r"},
    {"a list of Python packages", NULL, "numpy==1.26\nscipy >= 1.0\nnetworkx\n"},
    {"a list of Python packages", NULL, "scipy >= 1.0\nnumpy >= 1.2\n"},
    {"(read as a table)", NULL, "a;b\nb;c\n"},
    {"(read as a table)", NULL, "a; b\nb; c\n"},
    {"(read as a table)", NULL, "a;b;0,5\nb;c;1,5\n"},
    {"(read as a table)", NULL, "a|b\nb|c\n"},
    {"(read as a table)", "g.csv", "a,b\nb,a\n"},
    {"other arrows", NULL,
        "A\xe2\x86\x92"
        "B\nB\xe2\x86\x92"
        "C\n"},
    {"other arrows", NULL, "A \xe2\x86\x92 B\nB \xe2\x86\x92 C"},
    {"other arrows", NULL, "a => b\nb => c\n"},
    {"other arrows", NULL, "a <- b\n"},
    {"a list `a: b c'", NULL, "0: 1 2\n1: 2\n"},
    {"f:1:1: a single word", NULL, "ACG\nCGT\nGTA\n"},
    {"f:1:1: a single word", NULL, "a"},
    {"f:3:2: a single word", NULL, "# words\n\n a\n"},
    {"the format adjacency", NULL, "a\nb c\n"},
    {"m.txt:1:1: a single word", "m.txt", "3\n1\n"},
    {"damaged .kcsr", "g.kcsr", ""},
    {"damaged .kcsr", "g.kcsr", KG__KCSR_MAGIC, 7},
    {"damaged .kcsr", NULL, KG__KCSR_MAGIC, 7},
    {"damaged .kcsr", NULL, KG__KCSR_MAGIC, 1},
    {"damaged .kcsr", "g.edges", KG__KCSR_MAGIC, 8},
    {"not a .kcsr file: it begins otherwise", "g.kcsr", "0 1\n1 0\n"},
    {"f:2:3: a zero byte", NULL, "0 1\n# \0\n1 0\n", 12},
    {"f:1:4: a zero byte", NULL, "% a\0\n", 5},
    {"f:2:5: a zero byte", NULL, "a -> b\n # b\0b\n", 14},
    {"'x' is not a vertex number, expected digits alone; with the option force_names labels are "
     "names (read as an edge list)",
        NULL, "0 1\n1 x\n"},
    {"a second '->', expected ',' or the end of the line (read as adjacency)", NULL,
        "a -> b -> c\n"},
};

/* What looks like something else, but is a graph. graph NULL: what matters is that it has so many
 * edges. warning: a part of it; NULL: there is none. */
static const struct {
    const char *odd, *name, *content, *graph, *warning;
    unsigned edges;
} good[] = {
    {"pairs that no METIS has", NULL, "1 2\n2 1\n", NULL, NULL, 2},
    {"a ring that METIS has, too", NULL, "3 3\n2 3\n1 3\n1 2\n", NULL, "may be METIS as well", 4},
    {"the same, called an edge list", "g.edges", "3 3\n2 3\n1 3\n1 2\n", NULL,
        "the first record fits the numbers of vertices and edges", 4},
    {"counts before edges from 0 on", NULL, "4 5\n0 1\n1 2\n2 3\n3 0\n0 2\n", NULL,
        "f: the first record fits the numbers of vertices and edges, and is read as an edge", 6},
    {"counts before edges with values", NULL, "4 3\n1 2 .5\n2 3 1\n3 4 2\n", NULL,
        "the first record fits", 4},
    {"no counts: a larger label", NULL, "4 5\n0 1\n1 2\n2 3\n3 0\n0 6\n", NULL, NULL, 6},
    {"no counts: an edge more", NULL, "4 5\n0 1\n1 2\n2 3\n3 0\n0 2\n1 3\n", NULL, NULL, 7},
    {"SNAP's undirected graphs", NULL,
        "# Undirected graph: a.txt\n# Nodes: 3 Edges: 2\n# FromNodeId\tToNodeId\n1\t2\n2\t3\n",
        "1:2;2:3;3:;", "a comment says that the graph is undirected, but it is read as directed"},
    {"SNAP's directed graphs", NULL,
        "# Directed graph (each unordered pair of nodes is saved once): a.txt\n1\t2\n2\t3\n",
        "1:2;2:3;3:;"},
    {"KONECT's undirected graphs", NULL, "% sym unweighted\n1 2\n2 3\n", "1:2;2:3;3:;",
        "a comment says that the graph is undirected"},
    {"KONECT's directed graphs", NULL, "% asym posweighted\n% 2 3 3\n1 2 3\n", "1:2=3;2:;"},
    {"names like G-code", NULL, "G1 X1\nX1 G2\n", "G1:X1;X1:G2;G2:;"},
    {"names like G-code without Y", NULL, "G1 X1\nG1 X2\n", "G1:X1,X2;X1:;X2:;"},
    {"names like those of pictures", NULL, "BM GIF89a\nGIF89 BM\n", "BM:GIF89a;GIF89a:;GIF89:BM;"},
    {"names like those of a map", NULL, "height 2\nwidth 3\nmap x\n", NULL, NULL, 3},
    {"a frame of number signs", NULL, "#####\n# a #\n#####\n1 2\n", "1:2;2:;"},
    {"pairs of 0 and 1", NULL, "0 1\n1 0\n", "0:1;1:0;"},
    {"a comment in the middle", NULL, "1 2\n2 3\n#\n3 1\n", "1:2;2:3;3:1;"},
    {"words and a number that is none", NULL, "a b\n1 x\n", "a:b;b:;1:x;x:;"},
    {"edges between v and e", NULL, "v e\ne v\n", "v:e;e:v;"},
    {"a name of a colon", NULL, "a b:1\nb:1 a\n", "a:b:1;b:1:a;"},
    {"dashes before an arrow", NULL, "a- -> b\nb -> a-\n", "a-:b;b:a-;"},
    {"METIS by its name", "g.graph", "3 3\n2 3\n1 3\n1 2\n", "undirected 1:2,3;2:1,3;3:1,2;"},
    {"METIS by its lines", NULL, "4 5\n2 3 4\n1 3\n1 2 4\n1 3\n",
        "undirected 1:2,3,4;2:1,3;3:1,2,4;4:1,3;"},
    {"a mark of METIS", NULL, "% format metis\n3 3\n2 3\n1 3\n1 2\n",
        "undirected 1:2,3;2:1,3;3:1,2;"},
    {"METIS with a line without neighbours", NULL, "5 3 0\n2 4\n1 3\n2\n1\n\n",
        "undirected 1:2,4;2:1,3;3:2;4:1;5:;"},
    {"no METIS by that name", "g.graph", "0 1\n1 2\n2 0\n", "0:1;1:2;2:0;"},
    {"arrows by that name", "g.graph", "0 -> 1\n1 -> 0\n", "0:1;1:0;"},
    {"a star that is not mirrored", NULL, "3 2 1\n2 1 5\n1 2 5\n3 1 7\n", NULL, NULL, 4},
    {"names in brackets", NULL, "<init> main\nmain <init>\n", "<init>:main;main:<init>;"},
    {"arrows between brackets", NULL, "[1] -> [2]\n[2] -> [1]\n", "[1]:[2];[2]:[1];"},
    {"braces", NULL, "{a} {b}\n{b} {a}\n", "{a}:{b};{b}:{a};"},
    {"a star before a name", NULL, "*a b\nb *a\n", "*a:b;b:*a;"},
    {"Pajek's word before an arrow", NULL, "*arcs -> b\nb -> *arcs\n", "*arcs:b;b:*arcs;"},
    {"p and c", NULL, "c p\np c\n", "c:p;p:c;"},
    {"S in columns", NULL, "S\ta\t15\na\tS\t2\n", "S:a=15;a:S=2;"},
    {"a greater-than sign", NULL, ">a b\nb >a\n", ">a:b;b:>a;"},
    {"an at sign", NULL, "@a b\nb\t@a\n", "@a:b;b:@a;"},
    {"bars between numbers", NULL, "1|2\n2|3\n", "1:2;2:3;3:;"},
    {"bars and blanks", NULL, "1 | 2\n2 | 3\n", "1:2;2:3;3:;"},
    {"a header of blanks", NULL, "From To\n1 2\n", "1:2;2:;"},
    {"a semicolon in names", NULL, "x;a x;b\nx;b x;a\n", "x;a:x;b;x;b:x;a;"},
    {"a dash between", NULL, "a-b b-a\nb-a a-b\n", "a-b:b-a;b-a:a-b;"},
    {"a colon in one", NULL, "a: b\nb a:\n", "a::b;b:a:;"},
    {"arrows win over semicolons", NULL, "a;b -> c;d\nc;d -> a;b\n", "a;b:c;d;c;d:a;b;"},
    {"an arrow behind bare words", NULL, "a\nb\na -> b\n", "a:b;b:;"},
    {"words by extension", "w.adj", "a\nb\n", "a:;b:;", "no record has an edge; read as adjacency"},
    {"vertices without edges", NULL, "a ->\nb ->\n", "a:;b:;", "no record has an edge"},
    {"comments alone", NULL, "# nothing\n", "", "no record has an edge; read as an edge list"},
    {"nothing", NULL, "", "", "f is empty"},
    {"a number of vertices alone", NULL, "# vertices 2\n", "0:;1:;"},
    {"a mark", NULL, "# format edges\n*Vertices 2\n2 *Vertices\n", "*Vertices:2;2:*Vertices;"},
    {"a mark against the name", "g.adj", "\xef\xbb\xbf# format edges\r\na b\r\nb a\r\n",
        "a:b;b:a;"},
    {"a mark with names", NULL, "# format edges names\n1 07\n07 x\nx 1\n", "1:07;07:x;x:1;"},
    {"a mark of adjacency", NULL, "# format adjacency\na\n%b -> a\n", "a:;%b:a;"},
    {"a mark of nothing that is", NULL, "# format x\na b\nb a\n", "a:b;b:a;"},
    {"values on all lines", NULL, "0 1 2\n1 0 3\n", "0:1=2;1:0=3;"},
    {"a value that is missing", NULL, "0 1 2\n1 0\n0 0\n", "0:1=2,0=1;1:0=1;",
        "f:2:4: no value stands here, though other lines have one: such edges get the value 1"},
    {"values from the third line on", NULL, "# a\n0 1\n1 0 \n1 1 3\n", "0:1=1;1:0=1,1=3;",
        "f:2:4: no value stands here"},
    {"the same of names", NULL, "a b\nb a 3\n", "a:b=1;b:a=3;", "f:1:4: no value stands here"},
    {"attributes without a weight", NULL, "0 1 {'weight': 2}\n1 0 {}\n", "0:1=2;1:0=1;",
        "f:2:7: no value stands here"},
    {"attributes alone", NULL, "0 1 {}\n1 0 {'colour': 2}\n", "0:1;1:0;"},
    {"further columns", NULL, "0 1 2 3\n1 0 4 5\n", "0:1=2;1:0=4;",
        "f: 4 columns: the first three are taken for source, target and value"},
    {"undirected edges", NULL, "a -- b\nb -- c\n", "undirected a:b;b:a,c;c:b;"},
    {"the same, integers", NULL, "7 --\n1 -- 2, 2\n", "undirected 1:2,2;2:1,1;7:;"},
    {"a loop without direction", NULL, "a -- a", "undirected a:a,a;"},
    {"dashes in names", NULL, "a--b --c\n--c x\n", "a--b:--c;--c:x;x:;"},
    {"dashes in names of adjacency", NULL, "a--b\na--b -> c\n", "a--b:c;c:;"},
    {"dashes in undirected names", NULL, "a--b -- c--\n", "undirected a--b:c--;c--:a--b;"},
    {"a mark of undirected edges", NULL, "# format edges undirected\n1 0\n", "undirected 0:1;1:0;"},
    {"a mark of undirected names", NULL, "# format edges names undirected\n1 0 2\n",
        "undirected 1:0=2;0:1=2;"},
    {"the last line without its end", NULL, "a b", "a:b;b:;"},
    {"the same of arrows", NULL, "a -> b", "a:b;b:;"},
    {"the same of arrows and integers", NULL, "0 -> 1", "0:1;1:;"},
    {"the same, integers first", NULL, "1 -> x", "1:x;x:;"},
    {"the same of a word", "w.adj", "a", "a:;", "no record"},
    {"the same of an integer", "w.adj", "0", "0:;", "no record"},
    {"the same with a carriage return", "w.adj", "0 -> 1\r", "0:1;1:;"},
};

enum { GOOD = sizeof good / sizeof *good };

static void check_refused(kg_context *ctx, size_t i)
{
    size_t size = refused[i].size ? refused[i].size : strlen(refused[i].content);
    const char *name = refused[i].name ? refused[i].name : "f";
    kg_graph *graph;
    kg_status status = io_read(&graph, ctx, refused[i].content, size, name, KG_FORMAT_AUTO, 0, 16);

    CHECK(status == KG_FORMAT && !graph && strstr(kg_context_message(ctx), refused[i].called),
        "%s, row %zu: %s '%s'", refused[i].called, i, kg_status_string(status),
        kg_context_message(ctx));
    kg_graph_destroy(graph);
    CHECK(kg_context_memory(ctx).current == 0, "%s leaks", refused[i].called);
}

static void check_good(kg_context *ctx, size_t i)
{
    const char *name = good[i].name ? good[i].name : "f";
    kg_graph *graph;
    kg_status status =
        io_read(&graph, ctx, good[i].content, strlen(good[i].content), name, KG_FORMAT_AUTO, 0, 16);

    CHECK(status == KG_OK, "%s: %s", good[i].odd, kg_context_message(ctx));
    CHECK(good[i].warning ? strstr(kg_context_warning(ctx), good[i].warning) != NULL
                          : !*kg_context_warning(ctx),
        "%s: the warning is '%s'", good[i].odd, kg_context_warning(ctx));
    if (status == KG_OK && !good[i].graph) {
        CHECK(kg_graph_edges(graph) == good[i].edges, "%s: %u edges", good[i].odd,
            (unsigned)kg_graph_edges(graph));
    } else if (status == KG_OK) {
        char *text = io_describe(graph);

        CHECK(strcmp(text, good[i].graph) == 0, "%s: %s, expected %s", good[i].odd, text,
            good[i].graph);
        free(text);
    }
    kg_graph_destroy(graph);
}

/* A format that is asked for is read as such, whatever the content looks like. */
static void check_asked(kg_context *ctx)
{
    static const struct {
        kg_format format;
        const char *content, *graph;
    } asked[] = {
        {KG_FORMAT_EDGES, "%%MatrixMarket\n3 3 2\n1 2 1\n2 1 1\n", NULL},
        {KG_FORMAT_EDGES, "*Vertices 2\n2 *Vertices\n", "*Vertices:2;2:*Vertices;"},
        {KG_FORMAT_EDGES, "a->b c\nc a->b\n", "a->b:c;c:a->b;"},
        {KG_FORMAT_EDGES, "a; b\nb a;\n", "a;:b;b:a;;"},
        {KG_FORMAT_ADJACENCY, "ACG\nCGT\n", "ACG:;CGT:;"},
        {KG_FORMAT_ADJACENCY, "graph [\n", "graph [:;"},
    };

    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        kg_graph *graph;
        kg_status status = io_read(
            &graph, ctx, asked[i].content, strlen(asked[i].content), "f", asked[i].format, 0, 16);

        CHECK(status == KG_OK, "%s: %s", asked[i].content, kg_context_message(ctx));
        if (graph && asked[i].graph) {
            char *text = io_describe(graph);

            CHECK(strcmp(text, asked[i].graph) == 0, "%s: %s", asked[i].content, text);
            free(text);
        }
        kg_graph_destroy(graph);
    }
}

/* Behind so many comments, or bare words, that the first look does not see what matters. */
static void check_long(kg_context *ctx)
{
    enum { LINES = 40000 };
    static const struct {
        const char *line, *last, *called; /* called NULL: it is read, and has one edge */
    } rows[] = {
        {"% c\n", "2 1\n2\n1\n", NULL},
        {"% c\n", "*Vertices 2\n1\n2\n*arcs\n1 2\n", NULL},
        {"# c\n", "a;b\nb;c\n", "read as a table"},
        {"# c\n", "a -> b\n", NULL},
        {"abc\n", "a -> b\n", NULL},
        {"abc\n", "a b\n", "a single word"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t line = strlen(rows[i].line), last = strlen(rows[i].last);
        char *text = malloc(LINES * line + last);
        kg_graph *graph;
        kg_status status;

        for (size_t k = 0; k < LINES; k++)
            memcpy(text + k * line, rows[i].line, line);
        memcpy(text + LINES * line, rows[i].last, last);
        status =
            io_read(&graph, ctx, text, LINES * line + last, "f", KG_FORMAT_AUTO, 0, KG__TEXT_BLOCK);
        if (rows[i].called)
            CHECK(status == KG_FORMAT && strstr(kg_context_message(ctx), rows[i].called),
                "%s behind much: %s '%s'", rows[i].called, kg_status_string(status),
                kg_context_message(ctx));
        else
            CHECK(status == KG_OK && kg_graph_edges(graph) == 1, "%s behind much: %s", rows[i].last,
                kg_context_message(ctx));
        kg_graph_destroy(graph);
        free(text);
    }
}

/* A METIS file past what is looked at: a grid, whose lines have two to four numbers. */
static void check_long_metis(kg_context *ctx)
{
    enum { SIDE = 120 };
    char *text = NULL;
    size_t bytes;
    FILE *file = open_memstream(&text, &bytes);
    kg_graph *graph;

    fprintf(file, "%d %d\n", SIDE * SIDE, 2 * SIDE * (SIDE - 1));
    for (int v = 0; v < SIDE * SIDE; v++) {
        int x = v % SIDE, y = v / SIDE;

        fprintf(file, "%s", x ? "" : "");
        if (x)
            fprintf(file, "%d ", v);
        if (x + 1 < SIDE)
            fprintf(file, "%d ", v + 2);
        if (y)
            fprintf(file, "%d ", v + 1 - SIDE);
        if (y + 1 < SIDE)
            fprintf(file, "%d", v + 1 + SIDE);
        fprintf(file, "\n");
    }
    fclose(file);
    CHECK(bytes > KG__HEAD_BYTES, "only %zu bytes", bytes);
    CHECK(io_read(&graph, ctx, text, bytes, "f", KG_FORMAT_AUTO, 0, KG__TEXT_BLOCK) == KG_OK &&
              kg_graph_kind(graph) == KG_UNDIRECTED &&
              kg_graph_edges(graph) == 2 * SIDE * (SIDE - 1),
        "a long METIS file: %s", kg_context_message(ctx));
    kg_graph_destroy(graph);
    free(text);
}

/* A byte order mark, line ends as Windows has them, and none at the last line change nothing. */
static void check_dresses(kg_context *ctx)
{
    static const char *const contents[] = {"0 1\n1 2\n2 0\n", "a b 1.5\nb a 2\n",
        "a -> b, c\nb ->\n", "# c\n0 -> 1\n\n1 -> 0\n", "# format edges names\n1 2\n2 1\n",
        "digraph {\n a -> b;\n b -> a\n}\n", "# vertices 3\n0 1\n"};

    for (size_t i = 0; i < sizeof contents / sizeof *contents; i++) {
        kg_graph *plain, *dressed;

        CHECK(io_read(&plain, ctx, contents[i], strlen(contents[i]), "f", KG_FORMAT_AUTO, 0, 16) ==
                  KG_OK,
            "%s: %s", contents[i], kg_context_message(ctx));
        for (int dress = 1; plain && dress < 8; dress++) {
            char text[200] = "";
            size_t used = 0;

            if (dress & 1)
                used = (size_t)(stpcpy(text, "\xef\xbb\xbf") - text);
            for (const char *p = contents[i]; *p; p++) {
                if (*p == '\n' && dress & 2)
                    text[used++] = '\r';
                text[used++] = *p;
            }
            used -= dress & 4 ? 1 : 0;
            CHECK(io_read(&dressed, ctx, text, used, "f", KG_FORMAT_AUTO, 0, 16) == KG_OK &&
                      kg_graph_equal(plain, dressed),
                "%s, dress %d: %s", contents[i], dress, kg_context_message(ctx));
            kg_graph_destroy(dressed);
        }
        kg_graph_destroy(plain);
    }
}

/* Each edge there and back, in the order of the file, in every format. */
static void check_both(kg_context *ctx)
{
    static const char *const contents[][2] = {
        {"0 1 2\n1 0 3\n2 2 4\n", "0:1=2,1=3;1:0=2,0=3;2:2=4,2=4;"},
        {"a -> b, c\nc -> b\n", "a:b,c;b:a,c;c:a,b;"},
        {"digraph { a -> b; c -> b; b -> a }", "a:b,b;b:a,c,a;c:b;"},
    };
    kg_read_options options = KG_READ_OPTIONS_INIT;

    options.both_directions = 1;
    for (size_t i = 0; i < sizeof contents / sizeof *contents; i++) {
        const char *path = io_path("both.kcsr");
        kg_graph *graph, *stored = NULL;
        char *text;

        CHECK(io_read_options(
                  &graph, ctx, contents[i][0], strlen(contents[i][0]), "f", &options, 2) == KG_OK,
            "%s: %s", contents[i][0], kg_context_message(ctx));
        text = io_describe(graph);
        CHECK(strcmp(text, contents[i][1]) == 0, "%s in both directions: %s", contents[i][0], text);
        free(text);
        kg_graph_destroy(graph);
        CHECK(io_read(&graph, ctx, contents[i][0], strlen(contents[i][0]), "f", KG_FORMAT_AUTO, 0,
                  2) == KG_OK &&
                  kg_graph_write(graph, path, KG_FORMAT_AUTO) == KG_OK &&
                  kg_graph_read(&stored, ctx, path, &options) == KG_OK,
            "%s", kg_context_message(ctx));
        CHECK(kg_graph_edges(stored) == 2 * kg_graph_edges(graph) &&
                  kg_graph_has_names(stored) == kg_graph_has_names(graph),
            ".kcsr in both directions: %u edges", (unsigned)kg_graph_edges(stored));
        unlink(path);
        kg_graph_destroy(stored);
        kg_graph_destroy(graph);
    }
}

void io_foreign(void)
{
    kg_context *ctx = io_context(2);

    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        check_refused(ctx, i);
    for (size_t i = 0; i < GOOD; i++)
        check_good(ctx, i);
    check_asked(ctx);
    check_long(ctx);
    check_long_metis(ctx);
    check_dresses(ctx);
    check_both(ctx);
    CHECK(kg_context_memory(ctx).current == 0, "leak");
    kg_context_destroy(ctx);
}
