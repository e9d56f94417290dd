/*
 * The formats of other programs, one per row: how it is recognised, and what the user can do about
 * it. Where a list of edges looks like one of them, the message names --from. konig puts a mark
 * into a file that it writes where this table would take that file for another format
 * (write_text.c).
 */
#include "foreign.h"
#include "../../io/packed.h"
#include <string.h>

typedef struct foreign_row {
    kg__foreign shown;
    const char *extensions; /* as in kg__extension_is(), or NULL */
    const char *magic;      /* [magic_bytes] that the file begins with, in either case of letters
                             * where it is text; or NULL */
    size_t magic_bytes;
    bool (*recognise)(const kg__beginning *file); /* or NULL */
    bool weak;                                    /* an arrow in some line counts for more */
} foreign_row;

/* A magic number; what has another mark; text that begins so; a format of text; a kind of list. */
#define MAGIC(name, advice, bytes)                                                                 \
    {                                                                                              \
        {name, advice, true}, NULL, bytes, sizeof bytes - 1                                        \
    }
#define MARK(name, advice, is)                                                                     \
    {                                                                                              \
        {name, advice, true}, NULL, NULL, 0, is                                                    \
    }
#define BEGINS(name, advice, extensions, bytes)                                                    \
    {                                                                                              \
        {name, advice, false}, extensions, bytes, sizeof bytes - 1                                 \
    }
#define TEXT(name, advice, extensions, is)                                                         \
    {                                                                                              \
        {name, advice, false}, extensions, NULL, 0, is                                             \
    }
#define LIST(name, advice, is)                                                                     \
    {                                                                                              \
        {name, advice, false}, NULL, NULL, 0, is, true                                             \
    }

#define NO_TEXT   "expected a graph as text, or .kcsr"
#define AS_TEXT   "have its program write the edges as text"
#define ITS_EDGES "have a program that reads it write an edge list, as networkx.write_edgelist does"

static const foreign_row foreign[] = {
    MAGIC("gzip", "gunzip it first, as in: gunzip -c FILE | csr info -", "\x1f\x8b"),
    MAGIC("a zip archive", "unzip it first, as in: unzip -p FILE | csr info -", "PK\3\4"),
    MAGIC("xz", "unpack it first, as in: xz -dc FILE | csr info -", "\xfd\x37zXZ\0"),
    MAGIC("zstd", "unpack it first, as in: zstd -dc FILE | csr info -", "\x28\xb5\x2f\xfd"),
    MARK("bzip2", "unpack it first, as in: bzip2 -dc FILE | csr info -", kg__is_bzip2),
    MAGIC("lz4", "unpack it first, as in: lz4 -dc FILE | csr info -", "\x04\x22\x4d\x18"),
    MAGIC("7z", "unpack it first, as in: 7z x FILE", "7z\xbc\xaf\x27\x1c"),
    MARK("a tar archive", "unpack it first, as in: tar -xf FILE", kg__is_tar),
    MAGIC("a PNG picture", NO_TEXT, "\x89PNG\r\n\x1a\n"),
    MAGIC("a JPEG picture", NO_TEXT, "\xff\xd8\xff"),
    MAGIC("a PDF document", NO_TEXT, "%PDF-"),
    MAGIC("an ELF program", NO_TEXT, "\177ELF"),
    MAGIC("HDF5", AS_TEXT, "\x89HDF\r\n\x1a\n"),
    MAGIC("SQLite", AS_TEXT, "SQLite format 3\0"),
    MAGIC("an array of NumPy", "write its rows as text first, as numpy.savetxt does", "\x93NUMPY"),
    MAGIC("UTF-32", "convert it, as in: iconv -f UTF-32 -t UTF-8 FILE", "\xff\xfe\0\0"),
    MAGIC("UTF-32", "convert it, as in: iconv -f UTF-32 -t UTF-8 FILE", "\0\0\xfe\xff"),
    MAGIC("UTF-16", "convert it, as in: iconv -f UTF-16 -t UTF-8 FILE", "\xff\xfe"),
    MAGIC("UTF-16", "convert it, as in: iconv -f UTF-16 -t UTF-8 FILE", "\xfe\xff"),
    MARK("UTF-16", "convert it: iconv -f UTF-16LE -t UTF-8 FILE, or UTF-16BE", kg__is_utf16),
    TEXT("GraphML", ITS_EDGES, ".graphml ", kg__is_graphml),
    TEXT("GEXF", ITS_EDGES, ".gexf ", kg__is_gexf),
    TEXT("XML", AS_TEXT, ".xml ", kg__is_xml),
    TEXT("JSON", "have jq, say, write the edges, a line `a b' each", ".json .jsonl ", kg__is_json),
    TEXT("Pajek", "its lines below *Arcs are an edge list", ".net .paj ", kg__is_pajek),
    TEXT("GML", ITS_EDGES, ".gml ", kg__is_gml),
    TEXT("LGL", "its `# a' and the lines below are a line `a -> b, c' here", ".lgl ", kg__is_lgl),
    TEXT("DGS", "its first edges are: sed -n 's/^ae [^ ]* //p' FILE", ".dgs ", kg__is_dgs),
    TEXT("UCINET DL", "its lines below `data:' may be an edge list", ".dl ", kg__is_ucinet),
    TEXT("Rutherford-Boeing", "have a program that reads it write its entries, a line each",
        ".rb .rua .rsa .hb ", kg__is_boeing),
    TEXT("FASTQ", "the edges between words of its reads are to be made first", ".fastq .fq ",
        kg__is_fastq),
    TEXT("FASTA", "-k K reads it if its sequences are unitigs of words of K letters",
        ".fasta .fa .fna ", kg__is_fasta),
    TEXT("Mermaid", "an edge is a line `a -> b' here", ".mmd ", kg__is_mermaid),
    BEGINS("GDF", "its lines below edgedef> are a table of edges", ".gdf ", "nodedef>"),
    BEGINS("VNA", "its lines below *tie data are an edge list", ".vna ", "*node data"),
    BEGINS("VNA", "its lines below *tie data are an edge list", NULL, "*tie data"),
    BEGINS("graph6", ITS_EDGES, ".g6 .s6 .d6 ", ">>graph6<<"),
    BEGINS("sparse6", ITS_EDGES, NULL, ">>sparse6<<"),
    BEGINS("digraph6", ITS_EDGES, NULL, ">>digraph6<<"),
    BEGINS("LEDA", ITS_EDGES, ".lgr .gw ", "LEDA.GRAPH"),
    BEGINS("SteinLib's STP", "its edges are: sed -n 's/^[EA] //p' FILE", ".stp ", "33D32945 STP"),
    BEGINS("PBBS", "have a program that reads it write its edges, a line each", NULL,
        "AdjacencyGraph\n"),
    BEGINS("PBBS", "have a program that reads it write its edges, a line each", NULL,
        "WeightedAdjacencyGraph\n"),
    BEGINS("PBBS", "its lines below the first are an edge list", NULL, "EdgeArray\n"),
    BEGINS("PBBS", "its lines below the first are an edge list", NULL, "WeightedEdgeArray\n"),
    BEGINS("a bipartite graph of KONECT",
        "its columns number different vertices; to tell them apart: "
        "awk '!/^%/ { print \"l\" $1, \"r\" $2 }' FILE",
        NULL, "% bip "),
    TEXT("TSPLIB", "what lies below EDGE_DATA_SECTION may be an edge list",
        ".tsp .atsp .hcp .sop .vrp ", kg__is_tsplib),
    TEXT("Graphviz' plain output", "its edges are: sed -n 's/^edge //p' FILE | cut -d' ' -f1,2",
        ".plain ", kg__is_plain),
    TEXT("an adjacency list of NetworkX", "networkx.write_edgelist writes one of edges",
        ".adjlist .multiline_adjlist ", kg__is_networkx),
    TEXT("TGF", "its lines below # are an edge list", ".tgf ", kg__is_tgf),
    TEXT("gSpan", "its edges are: sed -n 's/^e //p' FILE", ".gspan ", kg__is_gspan),
    TEXT("SIF", "a line `a type b c' is `a -> b, c' here", ".sif ", kg__is_none),
    TEXT("a hypergraph of hMETIS", "its lines are edges of many vertices", ".hgr ", kg__is_none),
    TEXT("RDF", "write subject and object, a line each", ".nt .nq .ttl ", kg__is_none),
    TEXT("the inside of a DOT graph", "put `digraph {' or `graph {' before it and `}' behind it",
        NULL, kg__is_inside_of_dot),
    TEXT("a list with the arrows of Mermaid", "an edge is a line `a -> b' here", NULL,
        kg__has_long_arrows),
    LIST("an adjacency matrix", "write its edges, a line `a b' each", kg__is_matrix),
    LIST("a list of pairs in brackets", "leave them out: tr -d '()' <FILE", kg__has_brackets),
    LIST("a list `a b:weight'", "put a blank in the place of the colon", kg__has_weights_behind),
    LIST("text with comments behind `//' or `;'", "begin them with #", kg__has_other_comments),
    LIST("text whose lines end in a carriage return alone", "make them lines: tr '\\r' '\\n'",
        kg__has_old_line_ends),
    LIST("a list of Python packages", "expected lines `a b' or `a -> b'", kg__is_requirements),
    LIST("a list with other arrows than `->'", "write edges as `a b' or `a -> b'",
        kg__has_other_arrows),
    LIST("a list of undirected edges `a--b'", "put blanks round the dashes: `a -- b'",
        kg__has_dashes),
    LIST("a list `a: b c'", "write `a -> b, c'", kg__has_colons),
};

static bool is_row(const foreign_row *row, const kg__beginning *file, bool arrows)
{
    if (row->magic && !row->shown.binary)
        return kg__line_begins((kg__line){file->begin, file->end}, row->magic);
    if (row->magic)
        return (size_t)(file->end - file->begin) >= row->magic_bytes &&
               memcmp(file->begin, row->magic, row->magic_bytes) == 0;
    return !(row->weak && arrows) && row->recognise(file);
}

const kg__foreign *kg__foreign_by_content(const kg__beginning *file, bool arrows)
{
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++)
        if (is_row(&foreign[i], file, arrows))
            return &foreign[i].shown;
    return NULL;
}

const kg__foreign *kg__foreign_by_extension(const char *path)
{
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++)
        if (foreign[i].extensions && kg__extension_is(path, foreign[i].extensions))
            return &foreign[i].shown;
    return NULL;
}
