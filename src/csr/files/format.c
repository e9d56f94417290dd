/*
 * The formats of graph files, a row each, and how a file's format is told: by its content, else by
 * its name's extension.
 */
#include "read.h"
#include "write.h"
#include <ctype.h>
#include <string.h>
#include <strings.h>

enum { HEAD_BYTES = 1 << 16 }; /* as far as content is looked at from the first record on */

typedef struct format_row {
    const char *name;
    const char *extensions; /* each with its dot, and one blank behind it */
    const char *comments;   /* which marks begin a comment line; NULL: not a text format */
    const char *magic;      /* what the file begins with, or NULL */
    bool (*recognise)(const kg__record *record); /* whether the content says so; may be NULL */
    kg_status (*read)(kg_graph **graph, const kg__input *input, const kg__record *record,
        const kg_read_options *options, size_t block_bytes);
    kg_status (*write)(kg_output *output, kg_graph *graph);
} format_row;

static bool has_arrow(const kg__record *record);
static bool begins_dot(const kg__record *record);

static const format_row formats[] = {
    [KG_FORMAT_ADJACENCY] = {"adjacency", ".adj ", "#", NULL, has_arrow, kg__read_adjacency,
        kg__write_adjacency},
    [KG_FORMAT_EDGES] = {"edges", ".edges .el ", "#%", NULL, NULL, kg__read_edges, kg__write_edges},
    [KG_FORMAT_KCSR] = {"kcsr", ".kcsr ", NULL, KG__KCSR_MAGIC, NULL, kg__read_kcsr,
        kg__write_kcsr},
    [KG_FORMAT_DOT] = {"dot", ".dot .gv ", "#", NULL, begins_dot, kg__read_dot, kg__write_dot},
};

enum { FORMATS = sizeof formats / sizeof *formats };

const char *kg_format_name(kg_format format)
{
    if (format == KG_FORMAT_AUTO)
        return "auto";
    return (unsigned)format < FORMATS ? formats[format].name : NULL;
}

kg_status kg_format_parse(kg_format *format, const char *name)
{
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
        if (*p != '#' && *p != '%' && p < end && memmem(p, (size_t)(end - p), "->", 2))
            return true;
        p = end + 1;
    }
    return false;
}

/* Behind blanks, line ends and comments as DOT has them. */
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

        if (strncasecmp(p, words[i], length) == 0 && !isalnum((unsigned char)p[length])) {
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
static kg_format by_extension(const char *path)
{
    const char *dot = strrchr(path, '.');
    char wanted[16];

    if (!dot || strchr(dot, '/') || strlen(dot) + 2 > sizeof wanted)
        return KG_FORMAT_AUTO;
    stpcpy(stpcpy(wanted, dot), " ");
    for (int i = KG_FORMAT_AUTO + 1; i < FORMATS; i++)
        if (strcasestr(formats[i].extensions, wanted))
            return (kg_format)i;
    return KG_FORMAT_AUTO;
}

/* The format that the file's first bytes name, or AUTO. */
static kg_format by_magic(const char *head)
{
    for (int i = KG_FORMAT_AUTO + 1; i < FORMATS; i++)
        if (formats[i].magic && strncmp(head, formats[i].magic, strlen(formats[i].magic)) == 0)
            return (kg_format)i;
    return KG_FORMAT_AUTO;
}

static kg_format by_content(const kg__record *record, const char *path)
{
    kg_format format = by_extension(path);

    if (format == KG_FORMAT_DOT)
        return format; /* broken, it might look like something else */
    for (int i = FORMATS - 1; i > KG_FORMAT_AUTO; i--) /* DOT has arrows, too */
        if (formats[i].recognise && formats[i].recognise(record))
            return (kg_format)i;
    if (formats[format].comments)
        return format;
    return record->begin && is_one_field(record) ? KG_FORMAT_ADJACENCY : KG_FORMAT_EDGES;
}

/* Reads head: [HEAD_BYTES + KG__TEXT_PAD], what there is from offset at on and zeros behind it. */
static kg_status read_head(const kg__input *input, char *head, uint64_t at, size_t *count)
{
    uint64_t left = input->size - at;

    *count = left < HEAD_BYTES ? (size_t)left : HEAD_BYTES;
    memset(head + *count, 0, KG__TEXT_PAD);
    return kg__input_read(input, head, at, *count);
}

/* Finds the first record and leaves the head from there on. comments: the marks of comments. */
static kg_status find_record(
    const kg__input *input, char *head, const char *comments, kg__record *record)
{
    bool comment = false;
    uint64_t at = 0;
    size_t count;
    kg_status status;

    *record = (kg__record){0};
    KG_TRY(read_head(input, head, 0, &count));
    if (count >= 3 && memcmp(head, "\xef\xbb\xbf", 3) == 0)
        at = record->start = 3;
    for (; at < input->size; at += count) {
        const char *p = head, *end;

        KG_TRY(read_head(input, head, at, &count));
        for (end = head + count; p < end; p++) {
            if (comment || strchr(comments, *p)) {
                p = memchr(p, '\n', (size_t)(end - p));
                comment = !p;
                if (!p)
                    break;
            } else if (!kg__is_blank(*p) && *p != '\n') {
                KG_TRY(read_head(input, head, at + (uint64_t)(p - head), &count));
                record->begin = head;
                record->end = head + count;
                return KG_OK;
            }
        }
    }
out:
    return status;
}

/* ---- the fronts ------------------------------------------------------------------------------ */

kg_status kg__graph_read_input(kg_graph **graph, const kg__input *input, const char *path,
    const kg_read_options *options, size_t block_bytes)
{
    kg_format format = options->format;
    kg__record record = {0};
    char *head = NULL;
    size_t count;
    kg_status status;

    KG_TRY(kg__host_allocate(
        input->ctx, &head, HEAD_BYTES + KG__TEXT_PAD, 1, "beginning of the file"));
    KG_TRY(read_head(input, head, 0, &count));
    if (format == KG_FORMAT_AUTO)
        format = by_magic(head);
    if (format == KG_FORMAT_AUTO) {
        KG_TRY(find_record(input, head, "#%", &record));
        format = by_content(&record, path);
    }
    if (formats[format].comments)
        KG_TRY(find_record(input, head, formats[format].comments, &record));
    KG_TRY(formats[format].read(graph, input, &record, options, block_bytes));
out:
    kg__free(input->ctx, head);
    return status;
}

kg_status kg_graph_read(
    kg_graph **graph, kg_context *context, const char *path, const kg_read_options *options)
{
    static const kg_read_options defaults = KG_READ_OPTIONS_INIT;
    kg__input input;
    kg_status status;

    kg__begin(context);
    *graph = NULL;
    if (!options)
        options = &defaults;
    if ((unsigned)options->format >= FORMATS)
        return kg__fail(context, KG_ARGUMENT, "unknown format %d", (int)options->format);
    kg__stage(context, "read");
    KG_TRY(kg__input_open(&input, context, path, options->shown));
    status = kg__graph_read_input(graph, &input, path, options, KG__TEXT_BLOCK);
    kg__input_close(&input);
out:
    kg__stage(context, NULL);
    return status;
}

/* The format to write under a name. */
static kg_format for_writing(const char *path)
{
    size_t length = strlen(path);
    kg_format format = by_extension(path);

    if (format != KG_FORMAT_AUTO)
        return format;
    return length >= 4 && strcasecmp(path + length - 4, ".txt") == 0 ? KG_FORMAT_EDGES
                                                                     : KG_FORMAT_ADJACENCY;
}

kg_status kg_graph_write(kg_graph *graph, const char *path, kg_format format)
{
    kg_output *output = NULL;
    kg_status status;

    kg__begin(graph->ctx);
    if ((unsigned)format >= FORMATS)
        return kg__fail(graph->ctx, KG_ARGUMENT, "unknown format %d", (int)format);
    if (format == KG_FORMAT_AUTO)
        format = for_writing(path);
    kg__stage(graph->ctx, "write");
    KG_TRY(kg__output_open(&output, graph->ctx, path));
    KG_TRY(formats[format].write(output, graph));
    KG_TRY(kg__output_close(output));
out:
    kg_output_destroy(output);
    kg__stage(graph->ctx, NULL);
    return status;
}
