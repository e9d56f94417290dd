/*
 * The formats of other programs, one per row: how a format is recognised, and what the user can do
 * about it. If a list of edges looks like such a format, the message names --from. konig writes a
 * mark into a file if this table would otherwise take that file for another format (write_text.c).
 *
 * To add a format, add a row. Use BINARY with the bytes that the file begins with. Use TEXT with a
 * pattern (pattern.c) that no list of edges, names or numbers fits, GUESS or LIST if one may. The
 * first row that fits counts.
 */
#include "foreign.h"
#include "../base/ascii.h"
#include "../io/packed.h"
#include "../io/text_block.h"
#include <string.h>

enum { HEAD_BYTES = 1 << 12 }; /* read by all readers except those of graphs */

/* All conditions of a row must hold. A row without conditions is recognised by its extension
 * alone. */
typedef struct foreign_row {
    kg__foreign shown;
    const char *extensions; /* as in kg__extension_is(), or NULL */
    struct {
        size_t at, count;
        const char *bytes; /* [count] bytes at offset `at`; count 0: any */
    } magic[2];
    bool (*is)(const kg__beginning *file); /* or NULL */
    const char *has;                       /* text somewhere in the file, or NULL */
    const char *begins, *each;             /* patterns, or NULL */
    bool weak;                             /* an arrow in some line counts for more than this row */
    bool sure;                             /* no list of edges, names or numbers looks like it */
} foreign_row;

/* ---- formats that no pattern describes ------------------------------------------------------- */

static kg__line skip_white(const kg__beginning *file)
{
    kg__line text = kg__all_of(file);

    while (text.begin < text.end && (kg__is_blank(*text.begin) || *text.begin == '\n'))
        text.begin++;
    return text;
}

bool kg__is_xml(const kg__beginning *file)
{
    kg__line text = skip_white(file);
    const char *name_end;

    if (kg__line_begins(text, "<?xml") || kg__line_begins(text, "<!DOCTYPE") ||
        kg__line_begins(text, "<!--"))
        return true;
    if (kg__line_length(text) < 3 || *text.begin != '<' || !kg__is_letter(text.begin[1]))
        return false;
    for (name_end = text.begin + 1; name_end < text.end && !strchr(" \t\r\n/>", *name_end);)
        name_end++;
    for (const char *p = name_end; p < text.end && *p != '<'; p++)
        if (*p == '>') /* the tag ends: the line or the tag ends here, or an element ends later */
            return kg__line_has((kg__line){p, text.end}, "</") || p[-1] == '/';
    return false;
}

/* Its first tag may be all that is seen of it: paths are long. */
static bool is_svg(const kg__beginning *file)
{
    const kg__line text = skip_white(file);

    return kg__is_xml(file) || kg__line_begins(text, "<svg ") || kg__line_begins(text, "<svg\n") ||
           kg__line_begins(text, "<svg:svg ");
}

/* Returns the end of the value that begins at p with a bracket, or NULL if the text ends inside
 * it. */
static const char *skip_json(const char *p, const char *end)
{
    int depth = 0;

    for (; p < end; p++) {
        if (*p == '"') {
            for (p++; p < end && *p != '"'; p++)
                p += *p == '\\';
        } else if (*p == '{' || *p == '[') {
            depth++;
        } else if (*p == '}' || *p == ']') {
            if (--depth == 0)
                return p + 1;
        }
    }
    return NULL;
}

bool kg__is_json(const kg__beginning *file)
{
    kg__line text = skip_white(file), inside, line;
    const char *behind;

    if (text.begin == text.end || (*text.begin != '{' && *text.begin != '['))
        return false;
    inside = skip_white(&(kg__beginning){text.begin + 1, text.end, true});
    if (inside.begin == inside.end || *inside.begin == '\0' ||
        !strchr(*text.begin == '{' ? "\"}" : "{[\"]-0123456789tfn", *inside.begin))
        return false;
    behind = skip_json(text.begin, text.end);
    if (!behind)
        return true;
    return !kg__next_line(/* no more text in its last line */
        &(kg__beginning){behind, kg__line_end(behind, text.end), true}, &behind, "", &line);
}

bool kg__json_has(const kg__beginning *file, const char *names)
{
    const char *p = file->begin, *begin;
    int depth = 0;

    if (!kg__is_json(file))
        return false;
    for (; p < file->end; p++) {
        depth += (*p == '{' || *p == '[') - (*p == '}' || *p == ']');
        if (*p != '"')
            continue;
        for (begin = ++p; p < file->end && *p != '"'; p++)
            p += *p == '\\';
        if (depth == 1 && p < file->end && kg__line_is_one_of((kg__line){begin, p}, names) &&
            *kg__skip_blank(p + 1) == ':')
            return true;
    }
    return false;
}

static bool is_geojson(const kg__beginning *file)
{
    return kg__json_has(file, "features geometry geometries coordinates ");
}

/* Whether the text has two bytes a character and no byte order mark. */
static bool is_utf16(const kg__beginning *file)
{
    const char *p = file->begin;

    return file->end - p >= 4 &&
           ((!p[0] && p[1] && !p[2] && p[3]) || (p[0] && !p[1] && p[2] && !p[3]));
}

/* Whether all rows have one length and stand between walls, and the first is walls alone. Lists of
 * numbers do not look so: in them # begins a comment. */
static bool is_maze(const kg__beginning *file)
{
    const char *at = file->begin;
    size_t width = 0, rows = 0, inside = 0;
    kg__line line;

    for (; kg__next_line(file, &at, "", &line) && (at <= file->end || file->whole); rows++) {
        const size_t length = kg__line_length(line);

        if (length < 3 || (rows && length != width) || *line.begin != '#' || line.end[-1] != '#')
            return false;
        for (const char *p = line.begin; p < line.end; p++) {
            if (*p == '\0' || !strchr("#. SG123456789", *p) || (*p != '#' && !rows))
                return false;
            inside += *p != '#';
        }
        width = length;
    }
    return rows > 2 && inside;
}

static bool is_old_text(const kg__beginning *file)
{
    const kg__line text = kg__all_of(file);
    const char *end =
        text.begin < text.end ? memchr(text.begin, '\r', kg__line_length(text)) : NULL;

    return end && !kg__line_has(text, "\n") && end + 1 < text.end && end[1] != '\r';
}

/* Whether the line is a statement of DOT: an edge, with an ending that no name of konig's has. */
static bool is_statement(kg__line line, const char *none)
{
    (void)none;
    return (kg__line_has(line, "->") || kg__line_has(line, " -- ")) &&
           (line.end[-1] == ';' ||
               (line.end[-1] == ']' && kg__line_has(line, " [") && kg__line_has(line, "=")));
}

static bool is_inside_of_dot(const kg__beginning *file)
{
    return kg__is_each(file, is_statement, NULL);
}

/* ---- the table ------------------------------------------------------------------------------- */

/* clang-format off */

#define BYTES(place, text) {.at = place, .count = sizeof text - 1, .bytes = text}
#define BINARY(name, advice, text)                                                                 \
    {{name, advice, true}, .magic = {BYTES(0, text)}, .sure = true}
#define BINARY_AT(name, advice, text, place, more)                                                 \
    {{name, advice, true}, .magic = {BYTES(0, text), BYTES(place, more)}, .sure = true}
#define TEXT(name, advice, extensions, pattern)                                                    \
    {{name, advice, false}, extensions, .begins = pattern, .sure = true}
#define XML(name, extensions, element)                                                             \
    {{name, ITS_EDGES, false}, extensions, .is = kg__is_xml, .has = element, .sure = true}
#define GUESS(name, advice, extensions, pattern)                                                   \
    {{name, advice, false}, extensions, .begins = pattern}
#define LIST(name, advice, pattern) {{name, advice, false}, .each = pattern, .weak = true}
#define NAMED(name, advice, extensions) {{name, advice, false}, extensions}

#define NO_TEXT   "expected a graph as text, or .kcsr"
#define NO_GRAPH  "expected a graph"
#define AS_TEXT   "have its program write the edges as text"
#define ITS_EDGES "have a program that reads it write an edge list, as networkx.write_edgelist does"
#define UTF_32    "convert it, as in: iconv -f UTF-32 -t UTF-8 FILE"
#define UTF_16    "convert it, as in: iconv -f UTF-16 -t UTF-8 FILE"
#define UNPACK    "unpack it first, as in: "

static const foreign_row foreign[] = {
    BINARY("gzip", UNPACK "gunzip -c FILE", "\x1f\x8b"),
    {{"Excel (.xlsx)", "save the sheet as CSV", true}, .magic = {BYTES(0, "PK\3\4")},
        .has = "xl/", .sure = true},
    BINARY("a zip archive", UNPACK "unzip -p FILE", "PK\3\4"),
    BINARY("xz", UNPACK "xz -dc FILE", "\xfd\x37zXZ\0"),
    BINARY("zstd", UNPACK "zstd -dc FILE", "\x28\xb5\x2f\xfd"),
    BINARY_AT("bzip2", UNPACK "bzip2 -dc FILE", "BZh", 4, "1AY&SY"),
    BINARY("lz4", UNPACK "lz4 -dc FILE", "\x04\x22\x4d\x18"),
    BINARY("7z", UNPACK "7z x FILE", "7z\xbc\xaf\x27\x1c"),
    BINARY_AT("a tar archive", UNPACK "tar -xf FILE", "", 257, "ustar"),
    BINARY("a PNG picture", NO_TEXT, "\x89PNG\r\n\x1a\n"),
    BINARY("a JPEG picture", NO_TEXT, "\xff\xd8\xff"),
    BINARY("a GIF picture", NO_TEXT, "GIF87a"),
    BINARY("a GIF picture", NO_TEXT, "GIF89a"),
    BINARY_AT("a WebP picture", NO_TEXT, "RIFF", 8, "WEBP"),
    BINARY_AT("a BMP picture", NO_TEXT, "BM", 6, "\0\0\0\0"),
    BINARY("a TIFF picture", NO_TEXT, "II*\0"),
    BINARY("a TIFF picture", NO_TEXT, "MM\0*"),
    BINARY("a PDF document", NO_TEXT, "%PDF-"),
    BINARY("an ELF program", NO_TEXT, "\177ELF"),
    BINARY("HDF5", AS_TEXT, "\x89HDF\r\n\x1a\n"),
    BINARY("SQLite", AS_TEXT, "SQLite format 3\0"),
    BINARY("Parquet", "write it as CSV, as pandas does", "PAR1\x15"),
    BINARY("Excel (.xls)", "save the sheet as CSV", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"),
    BINARY("a shapefile", "write its lines as CSV, as ogr2ogr does", "\0\0\x27\x0a\0\0\0\0"),
    BINARY_AT("OSM PBF", "write its streets as a table, a line source,target,length each", "\0\0",
        4, "\x0a\x09OSMHeader"),
    BINARY("BAM", "write its reads as text, as samtools fasta does", "BAM\1"),
    BINARY("an array of NumPy", "write its rows as text first, as numpy.savetxt does", "\x93NUMPY"),
    BINARY("a graph in .kcsr", "csr convert writes it as text", "\x89KCSR\r\n\x1a"),
    BINARY("UTF-32", UTF_32, "\xff\xfe\0\0"),
    BINARY("UTF-32", UTF_32, "\0\0\xfe\xff"),
    BINARY("UTF-16", UTF_16, "\xff\xfe"),
    BINARY("UTF-16", UTF_16, "\xfe\xff"),
    {{"UTF-16", "convert it: iconv -f UTF-16LE -t UTF-8 FILE, or UTF-16BE", true}, .is = is_utf16,
        .sure = true},
    XML("GraphML", NULL, "<graphml"),
    XML("GEXF", NULL, "<gexf"),
    {{"SVG", ITS_EDGES, false}, ".svg ", .is = is_svg, .has = "<svg", .sure = true},
    XML("KML", ".kml ", "<kml"),
    XML("GPX", ".gpx ", "<gpx"),
    XML("OSM XML", ".osm ", "<osm"),
    {{"XML", AS_TEXT, false}, ".xml ", .is = kg__is_xml, .sure = true},
    {{"GeoJSON", "write its lines as CSV, as ogr2ogr does", false}, ".geojson ", .is = is_geojson,
        .sure = true},
    {{"JSON", "have jq, say, write the edges, a line `a b' each", false}, ".jsonl ",
        .is = kg__is_json, .sure = true},
    TEXT("Pajek", NO_GRAPH, NULL, KG__BEGINS_PAJEK),
    TEXT("GML", NO_GRAPH, NULL, KG__BEGINS_GML),
    TEXT("DGS", "its first edges are: sed -n 's/^ae [^ ]* //p' FILE", ".dgs ", "&#A\ndgs00D$"),
    TEXT("UCINET DL", NO_GRAPH, NULL, KG__BEGINS_DL),
    TEXT("Rutherford-Boeing", "have a program that reads it write its entries, a line each",
        ".rb .rua .rsa .hb ", "A\nI I I I\nLLL I I I\n(A"),
    TEXT("FASTQ", "csr generate kmers makes a graph of reads", ".fastq .fq ", KG__BEGINS_FASTQ),
    TEXT("FASTG", "its assembler writes GFA, too", ".fastg ", ">edgeA;$\nS"),
    TEXT("FASTA", "-k K reads it if its sequences are unitigs of words of K letters",
        ".fasta .fa .fna ", "&;A\n>A\nS$"),
    TEXT("SAM", "write its reads as text, as samtools fasta does", ".sam ",
        "@hd vn:A" KG__OR "@sq sn:A" KG__OR "@pg id:A"),
    TEXT("VCF", NO_GRAPH, ".vcf ", "##fileformat=vcfA"),
    TEXT("Mermaid", "an edge is a line `a -> b' here", ".mmd ",
        "&%A\ngraph,flowchart td,tb,bt,lr,rl$"),
    TEXT("GDF", NO_GRAPH, NULL, KG__BEGINS_GDF),
    TEXT("VNA", "its lines below *tie data are an edge list", ".vna ", "*node,*tie data"),
    TEXT("graph6", NO_GRAPH, NULL, KG__BEGINS_GRAPH6),
    TEXT("LEDA", ITS_EDGES, ".lgr .gw ", "leda.graphA"),
    TEXT("SteinLib's STP", "its edges are: sed -n 's/^[EA] //p' FILE", ".stp ", "33d32945 stp"),
    TEXT("PBBS", "have a program that reads it write its edges, a line each", NULL,
        "adjacencygraph,weightedadjacencygraph$"),
    TEXT("PBBS", "its lines below the first are an edge list", NULL,
        "edgearray,weightededgearray$"),
    GUESS("a bipartite graph of KONECT",
        "its columns number different vertices; to tell them apart: "
        "awk '!/^%/ { print \"l\" $1, \"r\" $2 }' FILE",
        NULL, "% bip"),
    TEXT("TSPLIB", "what lies below EDGE_DATA_SECTION may be an edge list",
        ".tsp .atsp .hcp .sop .vrp ", "name:,type:,comment:" KG__OR "name,type,comment :A"),
    TEXT("Graphviz' plain output", "its edges are: sed -n 's/^edge //p' FILE | cut -d' ' -f1,2",
        ".plain ", "graph N N N$\nnode,edge,stop"),
    GUESS("an adjacency list of NetworkX", "networkx.write_edgelist writes one of edges",
        ".adjlist .multiline_adjlist ",
        "# gmt" KG__OR "#A\n# gmt" KG__OR "&#A\nA I$\nA {},{'A"),
    GUESS("gSpan", "its edges are: sed -n 's/^e //p' FILE", ".gspan ",
        "&t #\nv I\n&v I\ne I I"),
    TEXT("a map of `astar pathfinding'", NO_GRAPH, NULL,
        "type W\nheight,width I$\nheight,width I$\nmap$" KG__OR
        "height,width I$\nheight,width I$\nmap$"),
    {{"a map of `astar pathfinding'", NO_GRAPH, false}, .is = is_maze, .sure = true},
    {{"G-code", NO_GRAPH, false}, ".gcode .gco .ngc ", .sure = true, .has = "Y",
        .begins = "&A\ng0,g1,g00,g01 xN,yN",
        .each = "gI,mI,tI,nI,fN,sI,xN,yN,zN" KG__OR ";A" KG__OR "(A"},
    TEXT("HPGL", NO_GRAPH, ".hpgl .plt ",
        "in;spA,in;puA,in;pdA,in;paA" KG__OR "in;_spI;A,pu;A,pd;A,pa;A,puI,pdI,paI"),
    TEXT("DXF", NO_GRAPH, ".dxf ", "0$\nsection$" KG__OR "999$\nA\n0$\nsection$"),
    TEXT("Matrix Market", NO_GRAPH, NULL, "%%matrixmarket" KG__OR "%matrixmarket matrix"),
    NAMED("SIF", "a line `a type b c' is `a -> b, c' here", ".sif "),
    NAMED("a hypergraph of hMETIS", "its lines are edges of many vertices", ".hgr "),
    NAMED("RDF", "write subject and object, a line each", ".nt .nq .ttl "),
    {{"the inside of a DOT graph", "put `digraph {' or `graph {' before it and `}' behind it",
        false}, .is = is_inside_of_dot},
    {{"a list with the arrows of Mermaid", "an edge is a line `a -> b' here", false},
        .each = KG__BETWEEN("-->") KG__OR KG__BETWEEN("->>") KG__OR KG__BETWEEN("-.->")},
    LIST("a list of pairs in brackets", "leave them out: tr -d '()' <FILE",
        "(K A)" KG__OR "( K A)"),
    LIST("a list `a b:weight'", "put a blank in the place of the colon", "I I:N"),
    {{"text with comments behind `//' or `;'", "begin them with #", false}, .weak = true,
        .begins = "&#A,%A\n//,;,;;"},
    {{"text whose lines end in a carriage return alone", "make them lines: tr '\\r' '\\n'", false},
        .is = is_old_text, .weak = true},
    {{"a list of Python packages", "expected lines `a b' or `a -> b'", false}, .weak = true,
        .begins = "&A\nA==A,A>=A,A~=A" KG__OR "&A\nA ==A,>=A,~=A",
        .each = "-A" KG__OR "A$" KG__OR "A ==,>=,<=,~=,!=,===,>,<" KG__OR "A==A,A>=A,A~=A"},
    LIST("a list with other arrows than `->'", "write edges as `a b' or `a -> b'",
        KG__BETWEEN("=>") KG__OR KG__BETWEEN("<-") KG__OR KG__BETWEEN("\xe2\x86\x92") KG__OR
        KG__BETWEEN("\xe2\x9f\xb6") KG__OR KG__BETWEEN("\xe2\x87\x92") KG__OR
        KG__BETWEEN("\xe2\x86\x90") KG__OR KG__BETWEEN("\xe2\x86\x94")),
    LIST("a list of undirected edges `a--b'", "put blanks round the dashes: `a -- b'",
        "Z--A$" KG__OR "Z-- A" KG__OR "A --Z" KG__OR "A -- A"),
    LIST("a list `a: b c'", "write `a -> b, c'", "Z:"),
};

/* clang-format on */

/* ---- the calls ------------------------------------------------------------------------------- */

static bool is_row(const foreign_row *row, const kg__beginning *file, bool arrows)
{
    const size_t count = (size_t)(file->end - file->begin);

    for (int i = 0; i < 2; i++)
        if (row->magic[i].count &&
            (count < row->magic[i].at + row->magic[i].count ||
                memcmp(file->begin + row->magic[i].at, row->magic[i].bytes, row->magic[i].count)))
            return false;
    return (row->magic[0].bytes || row->is || row->begins || row->each) && !(row->weak && arrows) &&
           (!row->is || row->is(file)) && (!row->has || kg__line_has(kg__all_of(file), row->has)) &&
           (!row->begins || kg__pattern_begins(file, row->begins)) &&
           (!row->each || kg__pattern_is_each(file, row->each));
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

/* Reads what a file begins with. head: [HEAD_BYTES + KG__TEXT_PAD] */
static kg_status read_head(const kg__input *input, char *head, kg__beginning *file)
{
    const size_t count = input->size < HEAD_BYTES ? (size_t)input->size : HEAD_BYTES;
    kg_status status;

    memset(head + count, 0, KG__TEXT_PAD);
    KG_TRY(kg__input_read(input, head, 0, count));
    *file = (kg__beginning){
        head + kg__byte_order_mark(head, count), head + count, count == input->size};
out:
    return status;
}

kg_status kg__foreign_is(const kg__input *input, const char *name, bool *is)
{
    char head[HEAD_BYTES + KG__TEXT_PAD];
    kg__beginning file;
    kg_status status;

    *is = false;
    KG_TRY(read_head(input, head, &file));
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign && !*is; i++)
        *is = strcmp(foreign[i].shown.name, name) == 0 && is_row(&foreign[i], &file, false);
out:
    return status;
}

kg_status kg__foreign_refuse(const kg__input *input, const kg__expected *expected)
{
    char head[HEAD_BYTES + KG__TEXT_PAD];
    const char *advice = NULL;
    kg__beginning file;
    kg_status status;

    KG_TRY(read_head(input, head, &file));
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++) {
        const kg__foreign *shown = &foreign[i].shown;

        if (!foreign[i].sure || !is_row(&foreign[i], &file, false))
            continue;
        if (strncmp(shown->advice, UNPACK, 6) == 0 || strstr(shown->advice, "iconv"))
            advice = shown->advice;
        for (int k = 0; expected->known[k].name; k++)
            if (strcmp(expected->known[k].name, shown->name) == 0) {
                advice = expected->known[k].advice;
                if (!advice)
                    goto out;
            }
        return kg__fail(input->ctx, KG_FORMAT, "%s: this is %s, expected %s%s%s", input->shown,
            shown->name, expected->what, advice ? "; " : "", advice ? advice : "");
    }
out:
    return status;
}
