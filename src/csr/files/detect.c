/*
 * How a file's format is recognised: by a mark in its first line, else by its content, else by the
 * extension of its name. The table has these for each format.
 */
#include "detect.h"
#include "../../io/packed.h"
#include "text/csv.h"
#include "write.h"
#include <string.h>

enum { HEAD_BYTES = KG__HEAD_BYTES };

static bool is_metis(const kg__beginning *file)
{
    const kg__metis_fit fit = kg__metis(file);

    return fit == KG__METIS_YES || fit == KG__METIS_DAMAGED;
}

static bool may_be_metis(const kg__beginning *file)
{
    return kg__metis(file) != KG__METIS_NO;
}

static bool is_json_graph(const kg__beginning *file)
{
    return kg__json_has(file, "nodes links elements ");
}

static bool is_graphml(const kg__beginning *file)
{
    return kg__is_xml(file) && kg__line_has(kg__all_of(file), "<graphml");
}

static bool is_gexf(const kg__beginning *file)
{
    return kg__is_xml(file) && kg__line_has(kg__all_of(file), "<gexf");
}

const kg__format_row kg__formats[] = {
    [KG_FORMAT_ADJACENCY] = {.name = "adjacency", .extensions = ".adj ", .comments = "#"},
    [KG_FORMAT_EDGES] = {.name = "edges", .extensions = ".edges .el .ncol ", .comments = "#%"},
    [KG_FORMAT_KCSR] = {.name = "kcsr",
        .extensions = ".kcsr ",
        .magic = KG__KCSR_MAGIC,
        .named = true},
    [KG_FORMAT_DOT] = {.name = "dot", .extensions = ".dot .gv ", .comments = "#", .named = true},
    [KG_FORMAT_MTX] = {"mtx", ".mtx .mm ", "%",
        .begins = "%%matrixmarketA" KG__OR "%matrixmarketA"},
    [KG_FORMAT_DIMACS] = {"dimacs", ".gr .col .dimacs ", "c",
        .begins = "&c\np aux" KG__OR "&c\np asn I" KG__OR
                  "&c\np sp,edge,edges,col,max,min,cnf,tw,td,ds,vc,fvs,hs,ocr I I"},
    [KG_FORMAT_CSV] = {"csv", ".csv .tsv .tab ", "#", .recognise = kg__csv_has_header,
        .resemble = kg__csv_has_separators},
    [KG_FORMAT_METIS] = {"metis", ".graph .metis ", "%", .resemble = is_metis,
        .may_be = may_be_metis},
    [KG_FORMAT_GFA] = {"gfa", ".gfa ", "#", .recognise = kg__is_gfa, .named = true},
    [KG_FORMAT_UNITIGS] = {"unitigs", "", ";"}, /* which are FASTA, if k is given */
    [KG_FORMAT_COUNTED] = {"counted", "", "#%"},
    [KG_FORMAT_PAJEK] = {"pajek", ".net .paj ", "%", .begins = KG__BEGINS_PAJEK, .named = true},
    [KG_FORMAT_LGL] = {"lgl", ".lgl ", "", .recognise = kg__is_lgl, .named = true},
    [KG_FORMAT_DL] = {"dl", ".dl ", "", .begins = KG__BEGINS_DL, .named = true},
    [KG_FORMAT_GRAPH6] = {"graph6", ".g6 .s6 .d6 ", "", .begins = KG__BEGINS_GRAPH6, .named = true},
    [KG_FORMAT_TGF] = {"tgf", ".tgf ", "", .begins = KG__BEGINS_TGF, .named = true},
    [KG_FORMAT_GDF] = {"gdf", ".gdf ", "#", .begins = KG__BEGINS_GDF, .named = true},
    [KG_FORMAT_JSON] = {"json", ".json ", "", .recognise = is_json_graph},
    [KG_FORMAT_GRAPHML] = {"graphml", ".graphml ", "", .recognise = is_graphml, .named = true},
    [KG_FORMAT_GEXF] = {"gexf", ".gexf ", "", .recognise = is_gexf, .named = true},
    [KG_FORMAT_MATRIX] = {"matrix", "", "#%", .recognise = kg__is_matrix},
    [KG_FORMAT_GML] = {"gml", ".gml ", "#", .begins = KG__BEGINS_GML, .named = true},
};

enum { FORMATS = KG__FORMATS };

const char *kg_format_name(kg_format format)
{
    if (format == KG_FORMAT_AUTO)
        return "auto";
    return (unsigned)format < FORMATS ? kg__formats[format].name : NULL;
}

kg_status kg_format_parse(kg_format *format, const char *name)
{
    if (!format || !name)
        return KG_ARGUMENT;
    for (int i = KG_FORMAT_AUTO; i < FORMATS; i++) {
        if (strcmp(kg_format_name((kg_format)i), name) == 0) {
            *format = (kg_format)i;
            return KG_OK;
        }
    }
    return KG_ARGUMENT;
}

/* ---- telling a format ------------------------------------------------------------------------ */

/* Whether a line of the head, from the first record on, has an arrow. */
static bool has_arrow(const kg__record *record)
{
    for (const char *p = record->begin; p && p < record->end;) {
        const char *end = memchr(p, '\n', (size_t)(record->end - p));

        end = end ? end : record->end;
        p = kg__skip_blank(p);
        if (*p != '#' && *p != '%' && p < end &&
            (memmem(p, (size_t)(end - p), "->", 2) || kg__undirected_arrow(p, end)))
            return true;
        p = end + 1;
    }
    return false;
}

/* Skips blanks, line ends and DOT's comments. */
static const char *skip_dot_blank(const char *p, const char *end)
{
    while (p && p < end) {
        const char *close;

        if (kg__is_blank(*p) || *p == '\n')
            p++;
        else if (p[0] == '#' || (p[0] == '/' && p[1] == '/'))
            p = memchr(p, '\n', (size_t)(end - p));
        else if (p[0] != '/' || p[1] != '*')
            return p;
        else {
            close = memmem(p + 2, (size_t)(end - p - 2), "*/", 2);
            p = close ? close + 2 : NULL;
        }
    }
    return end;
}

/* Whether the text begins as DOT does: [strict] graph or digraph, [a name], an opening brace. */
static bool begins_dot(const kg__record *record)
{
    static const char *const words[] = {"strict", "digraph", "graph"};
    const char *end = record->end, *p = skip_dot_blank(record->begin, end);
    bool graph = false;

    for (unsigned i = 0; p && i < sizeof words / sizeof *words && !graph; i++) {
        size_t length = strlen(words[i]);
        kg__line rest = {p, end}, after = {p + length, p + length + 1};

        if (kg__line_begins(rest, words[i]) && !kg__line_is_letters(after, "0123456789_")) {
            p = skip_dot_blank(p + length, end);
            graph = i > 0;
        }
    }
    if (!graph)
        return false;
    if (*p == '"')
        while (++p < end && *p != '"')
            p += *p == '\\';
    while (p < end && *p != '{' && *p != '\n' && !kg__is_blank(*p))
        p++;
    return *skip_dot_blank(p, end) == '{';
}

static bool is_one_field(const kg__record *record)
{
    const char *p = record->begin;

    while (p < record->end && !kg__is_blank(*p) && *p != ',' && *p != '\n')
        p++;
    p = kg__skip_blank(p);
    return p >= record->end || *p == '\n';
}

/* The format of a path's extension, or AUTO. */
kg_format kg__format_by_extension(const char *path)
{
    for (int i = KG_FORMAT_AUTO + 1; i < FORMATS; i++)
        if (kg__extension_is(path, kg__formats[i].extensions))
            return (kg_format)i;
    return KG_FORMAT_AUTO;
}

/* The format whose magic the file begins with, or AUTO. If the file is shorter than a magic, it
 * must be the beginning of it. */
static kg_format by_magic(const kg__beginning *file)
{
    size_t count = (size_t)(file->end - file->begin);

    for (int i = KG_FORMAT_AUTO + 1; i < FORMATS; i++) {
        size_t length = kg__formats[i].magic ? strlen(kg__formats[i].magic) : 0;

        if (length && count && (count >= length || file->whole) &&
            memcmp(file->begin, kg__formats[i].magic, count < length ? count : length) == 0)
            return (kg_format)i;
    }
    return KG_FORMAT_AUTO;
}

/* The format whose structure the file has, or AUTO. */
static kg_format by_structure(const kg__beginning *file)
{
    for (int i = KG_FORMAT_AUTO + 1; i < FORMATS; i++)
        if ((kg__formats[i].begins && kg__pattern_begins(file, kg__formats[i].begins)) ||
            (kg__formats[i].recognise && kg__formats[i].recognise(file)))
            return (kg_format)i;
    return KG_FORMAT_AUTO;
}

/* The format that a file of text resembles, or AUTO. */
static kg_format by_resemblance(const kg__beginning *file, bool arrows)
{
    for (int i = KG_FORMAT_AUTO + 1; i < FORMATS && !arrows; i++)
        if (kg__formats[i].resemble && kg__formats[i].resemble(file))
            return (kg_format)i;
    return KG_FORMAT_AUTO;
}

/* Whether a comment before the first record says that edges have no direction. */
static bool says_undirected(const kg__beginning *file)
{
    const char *at = file->begin;
    kg__line line;

    while (kg__next_line(file, &at, "", &line) && (*line.begin == '#' || *line.begin == '%'))
        if (kg__line_begins(line, "# Undirected graph") || kg__line_begins(line, "% sym "))
            return true;
    return false;
}

/* "# format NAME", or "% format NAME", perhaps with words after it. */
void kg__format_by_mark(kg__detected *found, const kg__beginning *file)
{
    kg__line line = {file->begin, kg__line_end(file->begin, file->end)}, word;
    const char *p = line.begin + sizeof KG__MARK - 1;

    found->format = KG_FORMAT_AUTO;
    found->names = found->undirected = false;
    found->says_undirected = says_undirected(file);
    if (!kg__line_begins(line, KG__MARK) && !kg__line_begins(line, KG__MARK_METIS))
        return;
    word = kg__next_field(&p, line.end);
    for (int i = KG_FORMAT_AUTO + 1; i < FORMATS; i++)
        if (kg__formats[i].comments && kg__line_is(word, kg__formats[i].name))
            found->format = (kg_format)i;
    if (found->format == KG_FORMAT_AUTO)
        return;
    do {
        word = kg__next_field(&p, line.end);
        found->names = found->names || kg__line_is(word, "names");
        found->undirected = found->undirected || kg__line_is(word, "undirected");
    } while (word.begin < word.end);
}

/* Reads head: [HEAD_BYTES + KG__TEXT_PAD] the bytes from offset at on, and zeros after the last. */
kg_status kg__read_head(const kg__input *input, char *head, uint64_t at, size_t *count)
{
    uint64_t left = input->size - at;

    *count = left < HEAD_BYTES ? (size_t)left : HEAD_BYTES;
    memset(head + *count, 0, KG__TEXT_PAD);
    return kg__input_read(input, head, at, *count);
}

/* Finds the first record and makes the head begin there. comments: the marks of comments. */
kg_status kg__find_record(
    const kg__input *input, char *head, const char *comments, kg__record *record)
{
    bool comment = false;
    uint64_t at = 0;
    size_t count;
    kg_status status;

    *record = (kg__record){0};
    KG_TRY(kg__read_head(input, head, 0, &count));
    at = record->start = kg__byte_order_mark(head, count);
    for (; at < input->size; at += count) {
        const char *p = head, *end;

        KG_TRY(kg__read_head(input, head, at, &count));
        for (end = head + count; p < end; p++) {
            if (comment || strchr(comments, *p)) {
                p = memchr(p, '\n', (size_t)(end - p));
                comment = !p;
                if (!p)
                    break;
            } else if (!kg__is_blank(*p) && *p != '\n') {
                record->at = at + (uint64_t)(p - head);
                KG_TRY(kg__read_head(input, head, record->at, &count));
                record->begin = head;
                record->end = head + count;
                return KG_OK;
            }
        }
    }
out:
    return status;
}

/* Whether a line of the file has an arrow. Looks from the record on as far as needed. */
static kg_status find_arrow(
    const kg__input *input, char *head, const kg__record *record, bool *found)
{
    uint64_t at = record->at;
    size_t count = 0;
    kg_status status = KG_OK;

    for (*found = false; !*found && at<input->size; at += count> 1 ? count - 1 : 1) {
        kg__record piece = {.begin = head};

        KG_TRY(kg__read_head(input, head, at, &count));
        piece.end = head + count;
        *found = has_arrow(&piece);
    }
out:
    return status;
}

/* Tells the format of a file whose first record is a single word, if its name does not say it. */
static kg_status detect_words(
    const kg__input *input, char *head, const kg__record *record, kg__detected *found)
{
    bool cut = !memchr(head, '\n', (size_t)(record->end - head)) &&
               record->at + (uint64_t)(record->end - head) < input->size;
    bool arrow;
    kg_status status;

    KG_TRY(find_arrow(input, head, record, &arrow));
    found->format = arrow ? KG_FORMAT_ADJACENCY : KG_FORMAT_EDGES;
    found->words = !arrow && !cut;
    found->at = record->at;
out:
    return status;
}

/* Tells the format, or what the file is instead; head: [HEAD_BYTES + KG__TEXT_PAD]. */
kg_status kg__detect_head(kg__detected *found, const kg__input *input, const char *path, char *head)
{
    kg_format named = kg__format_by_extension(path);
    kg__beginning file;
    kg__record record;
    bool arrows;
    size_t count;
    kg_status status;

    *found = (kg__detected){0};
    KG_TRY(kg__read_head(input, head, 0, &count));
    file = (kg__beginning){head, head + count, count == input->size};
    file.begin += kg__byte_order_mark(head, count);
    kg__format_by_mark(found, &file);
    if (!found->format)
        found->format = by_magic(&file);
    if (!found->format)
        found->format = by_structure(&file);
    if (found->format)
        return KG_OK;
    arrows = has_arrow(&(kg__record){.begin = file.begin, .end = file.end});
    found->foreign = kg__foreign_by_content(&file, arrows);
    found->both =
        named != KG_FORMAT_EDGES && named != KG_FORMAT_METIS && kg__metis(&file) == KG__METIS_BOTH;
    if (found->foreign && found->foreign->binary)
        return KG_OK;
    KG_TRY(kg__find_record(input, head, "#%", &record));
    file =
        (kg__beginning){head, record.end, record.at + (uint64_t)(record.end - head) == input->size};
    if (named && kg__formats[named].may_be && record.begin && !kg__formats[named].may_be(&file))
        named = KG_FORMAT_AUTO;
    if (named && kg__formats[named].named)
        found->format = named;
    else if (begins_dot(&record))
        found->format = KG_FORMAT_DOT;
    if (found->format || found->foreign || !record.begin) {
        if (found->format)
            found->foreign = NULL;
        else if (!found->foreign)
            found->format = named ? named : KG_FORMAT_EDGES;
        return KG_OK;
    }
    arrows = has_arrow(&record);
    if (record.at >= HEAD_BYTES) { /* after long comments */
        found->format = by_structure(&file);
        if (!found->format)
            found->foreign = kg__foreign_by_content(&file, arrows);
    }
    if (!found->format && !found->foreign)
        found->format = by_resemblance(&file, arrows);
    if (found->format || found->foreign)
        return KG_OK;
    found->format = arrows ? KG_FORMAT_ADJACENCY : named;
    if (!found->format)
        found->foreign = kg__foreign_by_extension(path);
    if (found->foreign || found->format)
        return KG_OK;
    if (is_one_field(&record))
        return detect_words(input, head, &record, found);
    found->format = KG_FORMAT_EDGES;
out:
    return status;
}

kg_status kg__detect(kg__detected *found, const kg__input *input, const char *path)
{
    char *head = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(
        input->ctx, &head, HEAD_BYTES + KG__TEXT_PAD, 1, "beginning of the file"));
    KG_TRY(kg__detect_head(found, input, path, head));
out:
    kg__free(input->ctx, head);
    return status;
}
