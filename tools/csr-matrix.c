/*
 * csr matrix: the distances from each of some vertices to each of others.
 *
 * Rows are computed in blocks, whose size follows from the time that they take. A block of numbers
 * is written by a thread of its own while the next one is computed, so memory is bounded and
 * neither waits unless it is the slower one. After a signal, or if the disk is full, the complete
 * blocks stay in the file.
 */
#include "csr.h"
#include "document.h"
#include "process.h"
#include "values.h"
#include "vertices.h"
#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* BLOCK_BYTES: the most that a block takes. FIRST_ROWS: of the first block. BRIEF: a block that
 * took less time, in seconds, is followed by one twice as long. HEAD: bytes of a .npy's header. */
enum { BLOCK_BYTES = 1 << 29, FIRST_ROWS = 64, HEAD = 128 };
static const double BRIEF = 0.25;

/* OWN: by the extension of -o. */
enum matrix_format { OWN, TEXT, CSV, NPY, RAW };

static const struct option vertex_options[] = {
    OPTION("sources", "LIST", TEXT_IN(struct csr, distances.sources),
        "distances from these vertices, a row each", .without = "sources-from"),
    OPTION("sources-from", "FILE", TEXT_IN(struct csr, distances.sources_from),
        "from those of FILE, a name a line up to a tab; - is standard input"),
    OPTION("targets", "LIST", TEXT_IN(struct csr, distances.targets),
        "distances to these vertices, a column each (default: the sources)",
        .without = "targets-from"),
    OPTION("targets-from", "FILE", TEXT_IN(struct csr, distances.targets_from), "to those of FILE"),
    {0}};

static const struct option matrix_options[] = {
    OPTION("index", "FILE", TEXT_IN(struct csr, distances.index),
        "use the index of the graph that csr index wrote (default: make one)"),
    OPTION("rounded", NULL, SETS(struct csr, distances.matrix.rounded, 1),
        "add lengths that are no multiples of a power of 2 in the order of the index, which "
        "differs in the last digits"),
    OPTION("doubles", NULL, SETS(struct csr, distances.matrix.doubles, 1),
        "write float64 even if all distances fit uint32"),
    OPTION("verify", "SHARE",
        REAL_IN(struct csr, distances.matrix.verify, value_share, "a number from 0 to 1"),
        "check this share of the rows by searches in the graph; 0: none (default: two rows)"),
    OPTION("output-format", "FORMAT",
        WORD_IN(struct csr, distances.format, TEXT, "text, csv, npy or raw"),
        "write % (default: by the extension of -o)"),
    {0}};

/* ---- the command line ------------------------------------------------------------------------ */

static bool is_binary(const struct csr *csr)
{
    return csr->distances.format == NPY || csr->distances.format == RAW;
}

static void choose_format(struct command_line *line, struct csr *csr)
{
    const char *path = csr->tool.output ? csr->tool.output : "-";
    int length;
    const char *extension = extension_of(path, &length);

    check_extension(line, "-o", path, ".npy .csv .txt .raw ", false,
        ", or --output-format text, csv, npy or raw");
    csr->distances.format = !extension            ? TEXT
                            : extension[1] == 'n' ? NPY
                            : extension[1] == 'c' ? CSV
                            : extension[1] == 'r' ? RAW
                                                  : TEXT;
}

static void check(struct command_line *line)
{
    struct csr *csr = line->input;
    struct csr_distances *asked = &csr->distances;
    const int inputs = is_dash(csr->path) + is_dash(asked->sources_from) +
                       is_dash(asked->targets_from) + is_dash(asked->index);

    if (!asked->sources && !asked->sources_from)
        usage_error(line, "from where? --sources or --sources-from is missing");
    if (inputs > 1)
        usage_error(line,
            "standard input can be read once, but %d of the graph, --sources-from, "
            "--targets-from and --index are -",
            inputs);
    asked->matrix.skip_verify = option_given(line, "verify") && asked->matrix.verify == 0;
    if (is_binary(csr))
        document_refuse(line, &csr->tool, "numbers in a binary format");
    if (asked->format == OWN)
        choose_format(line, csr);
}

/* ---- writing --------------------------------------------------------------------------------- */

/* A block of rows. */
struct block {
    uint64_t first, count;
    void *entry; /* [count][columns] */
};

struct writing {
    struct csr *csr;
    const kg_graph *graph;
    struct vertices source, target;
    kg_distance_matrix *matrix;
    kg_type type;
    size_t row; /* bytes of a row of numbers */

    kg_context *ctx; /* the output's own, since a thread may write while others compute */
    kg_output *output;
    struct document document; /* if one is written */
    bool quoted;
    const struct block *now; /* the block that is written */
    uint64_t done;           /* rows that have been written */
    kg_status status;
    pthread_t thread;
    bool has_thread;
};

static uint64_t head_of(const struct writing *w, uint64_t rows, char head[HEAD + 1])
{
    if (w->csr->distances.format != NPY)
        return 0;
    memset(head, ' ', HEAD);
    memcpy(head, "\x93NUMPY\x01\x00\x76\x00", 10);
    head[10 + snprintf(head + 10, HEAD - 10,
                  "{'descr': '%s', 'fortran_order': False, 'shape': (%" PRIu64 ", %" PRIu64 "), }",
                  w->type == KG_U32 ? "<u4" : "<f8", rows, w->target.count)] = ' ';
    head[HEAD - 1] = '\n';
    return HEAD;
}

static double entry_of(const struct writing *w, uint64_t i)
{
    const uint32_t *whole = w->now->entry;

    if (w->type == KG_F64)
        return ((const double *)w->now->entry)[i];
    return whole[i] == UINT32_MAX ? (double)INFINITY : (double)whole[i];
}

/* A name of CSV, in quotes if it needs them. */
static void put_csv_name(struct text *text, const kg_graph *graph, kg_vertex v)
{
    struct text name = {0};

    text_name(&name, graph, v);
    text_put(&name, "", 1); /* ends the string */
    if (!name.failed && strcspn(name.bytes, ",\"\r\n") < name.used - 1)
        text_quoted(text, name.bytes, name.used - 1);
    else if (!name.failed)
        text_put(text, name.bytes, name.used - 1);
    text->failed |= name.failed;
    free(name.bytes);
}

static void put_lines(struct text *text, const void *user, uint64_t first, uint64_t last)
{
    const struct writing *w = user;
    const uint64_t columns = w->target.count;
    const bool csv = w->csr->distances.format == CSV;

    for (uint64_t i = first; i < last; i++) {
        const kg_vertex v = w->source.vertex[w->now->first + i];

        if (csv)
            put_csv_name(text, w->graph, v);
        else if (w->quoted)
            text_field(text, w->graph, v);
        else
            text_name(text, w->graph, v);
        for (uint64_t t = 0; t < columns; t++) {
            text_string(text, csv ? "," : "\t");
            text_real(text, entry_of(w, i * columns + t));
        }
        text_string(text, "\n");
    }
}

static void put_lists(struct text *text, const void *user, uint64_t first, uint64_t last)
{
    const struct writing *w = user;
    const uint64_t columns = w->target.count;

    for (uint64_t i = first; i < last; i++) {
        if (w->now->first + i)
            text_put(text, ",", 1);
        json_open(text, NULL, '[');
        for (uint64_t t = 0; t < columns; t++) {
            const double entry = entry_of(w, i * columns + t);

            if (isinf(entry))
                json_null(text, NULL);
            else
                json_double(text, NULL, entry);
        }
        json_close(text, ']');
    }
}

static void put_head(struct text *text, const struct writing *w)
{
    csr_put_sizes(text, w->graph);
    json_string(text, "type", w->type == KG_U32 ? "uint32" : "float64");
    json_number(text, "rows", w->source.count);
    json_number(text, "columns", w->target.count);
}

static kg_status open_output(struct writing *w)
{
    struct tool *tool = &w->csr->tool;
    struct text text = {0};
    char head[HEAD + 1];
    kg_status status;

    tool->options.progress = NULL; /* its line is about rows */
    if (document_wanted(tool)) {
        TRY(document_open(&w->document));
        put_head(&w->document.text, w);
        json_open(&w->document.text, "distances", '[');
        return KG_OK;
    }
    TRY(tool_prints(tool, tool->output, is_binary(w->csr) ? "a matrix of numbers" : NULL));
    TRY(kg_context_create(&w->ctx, &(kg_context_options){.threads = 1, .device = "cpu"}));
    kg_output_hold(w->ctx);
    TRY(kg_output_open(&w->output, w->ctx, tool->output ? tool->output : "-"));
    if (w->csr->distances.format == CSV) {
        text_string(&text, "source");
        for (uint64_t t = 0; t < w->target.count; t++) {
            text_string(&text, ",");
            put_csv_name(&text, w->graph, w->target.vertex[t]);
        }
        text_string(&text, "\n");
        TRY(text_flush(&text, w->output));
    }
    TRY(kg_output_write(w->output, head, head_of(w, w->source.count, head)));
out:
    free(text.bytes);
    return status;
}

static void *write_numbers(void *writing)
{
    struct writing *w = writing;

    w->status = kg_output_write(w->output, w->now->entry, w->now->count * w->row);
    return NULL;
}

/* Waits for the block that is being written. */
static kg_status wait_block(struct writing *w)
{
    if (w->has_thread)
        pthread_join(w->thread, NULL);
    w->has_thread = false;
    if (w->now && w->status == KG_OK)
        w->done = w->now->first + w->now->count;
    w->now = NULL;
    return w->status;
}

/* Begins to write a block, which must stay until wait_block(). */
static kg_status write_block(struct writing *w, const struct block *block)
{
    struct tool *tool = &w->csr->tool;

    w->now = block;
    if (w->document.output)
        w->status = document_rows(&w->document, block->count, put_lists, w);
    else if (!is_binary(w->csr))
        w->status = tool_rows(tool, w->output, block->count, put_lines, w);
    else if (pthread_create(&w->thread, NULL, write_numbers, w) == 0)
        w->has_thread = true;
    else
        write_numbers(w);
    return w->has_thread ? KG_OK : wait_block(w);
}

/* Closes the output, which gets its name. */
static kg_status close_output(struct writing *w)
{
    struct tool *tool = &w->csr->tool;
    kg_status status;

    if (w->document.output) {
        json_close(&w->document.text, ']');
        return document_close(&w->document);
    }
    status = kg_output_close(w->output);
    kg_output_destroy(w->output); /* a file that waits for its name stays with the context */
    w->output = NULL;
    tool->progress.hushed = false;
    return status;
}

/* ---- the rows -------------------------------------------------------------------------------- */

/* Computes and writes all rows, unless a signal comes. */
static kg_status make_rows(struct writing *w)
{
    struct tool *tool = &w->csr->tool;
    const uint64_t rows = w->source.count;
    uint64_t most = BLOCK_BYTES / (w->row ? w->row : 1), count = FIRST_ROWS;
    struct block block[2] = {{0}};
    int turn = 0;
    kg_status status = KG_OK, written;

    if (tool->options.memory_limit && most > tool->options.memory_limit / 8 / (w->row + 1))
        most = tool->options.memory_limit / 8 / (w->row + 1);
    most = most < 1 ? 1 : most > rows ? rows : most;
    for (int i = 0; i < 2 && rows; i++) {
        block[i].entry = malloc(most * w->row + 1);
        status = block[i].entry ? KG_OK : KG_MEMORY;
        TRY(status);
    }
    process_defer_signals();
    for (uint64_t first = 0; first < rows && !process_signal(); turn ^= 1) {
        const double began = tool_now();
        struct block *b = &block[turn];

        count = count > most ? most : count;
        b->first = first;
        b->count = rows - first < count ? rows - first : count;
        tool_work(tool);
        TRY(kg_distance_matrix_rows(w->matrix, first, b->count, b->entry));
        if (tool_now() - began < BRIEF)
            count *= 2;
        tool_stage(tool, "write");
        TRY(wait_block(w));
        TRY(write_block(w, b));
        first += b->count;
    }
out:
    written = wait_block(w);
    process_defer_no_more();
    free(block[0].entry);
    free(block[1].entry);
    return status == KG_OK ? written : status;
}

/* Shortens the file to the rows that are complete. Returns whether it can be closed. A stream, or a
 * packed file, has such rows anyhow, but its header may say otherwise. */
static bool shorten(struct writing *w)
{
    const struct csr *csr = w->csr;
    char head[HEAD + 1];
    const uint64_t size = head_of(w, w->done, head);
    kg_status status;

    if (!w->done || w->document.output)
        return false;
    if (!is_binary(csr) || !csr->tool.output || is_dash(csr->tool.output))
        return true;
    status = kg_output_keep(w->output, size + w->done * w->row, head, size);
    return status == KG_OK || (status == KG_UNSUPPORTED && !size);
}

/* After a signal or a failure: keeps the rows that are complete, and says how many. */
static kg_status keep_rows(struct writing *w, kg_status status)
{
    struct tool *tool = &w->csr->tool;
    const char *path = tool->output ? tool->output : "standard output";
    char why[512];

    snprintf(why, sizeof why, "%s",
        status == KG_OK                         ? "interrupted"
        : w->ctx && *kg_context_message(w->ctx) ? kg_context_message(w->ctx)
        : *tool->message                        ? tool->message
        : *kg_context_message(tool->ctx)        ? kg_context_message(tool->ctx)
                                                : kg_status_string(status));
    status = status == KG_OK ? KG_LIMIT : status;
    if (!is_binary(w->csr) && status != KG_LIMIT)
        return tool_fail(tool, status, "%s", why);
    if (!shorten(w) || close_output(w) != KG_OK || kg_output_release(w->ctx) != KG_OK)
        return tool_fail(tool, status, "%s: no rows are kept", why);
    return tool_fail(tool, status, "%s: %s has the first %" PRIu64 " of %" PRIu64 " rows", why,
        path, w->done, w->source.count);
}

static kg_status print_json(struct writing *w)
{
    struct text text = {0};
    kg_status status;

    json_open(&text, NULL, '{');
    put_head(&text, w);
    status = tool_print_json(&w->csr->tool, &text);
    free(text.bytes);
    return status;
}

static kg_status write_matrix(struct writing *w)
{
    struct tool *tool = &w->csr->tool;
    kg_status status;

    w->row = w->target.count * kg_type_size(w->type);
    w->quoted = !is_binary(w->csr) && text_has_quoted(w->graph, kg_context_threads(tool->ctx));
    status = open_output(w);
    if (status != KG_OK)
        return w->ctx && *kg_context_message(w->ctx)
                   ? tool_fail(tool, status, "%s", kg_context_message(w->ctx))
                   : status;
    status = make_rows(w);
    if (status != KG_OK || w->done < w->source.count)
        return keep_rows(w, status);
    tool_stage(tool, "write");
    status = close_output(w);
    if (status == KG_OK && tool->json && w->ctx)
        status = print_json(w);
    if (status == KG_OK && w->ctx)
        status = kg_output_release(w->ctx);
    if (status != KG_OK && w->ctx && *kg_context_message(w->ctx))
        tool_fail(tool, status, "%s", kg_context_message(w->ctx));
    return status;
}

/* ---- the command ----------------------------------------------------------------------------- */

static kg_status find_vertices(struct csr *csr, struct writing *w)
{
    const struct csr_distances *asked = &csr->distances;
    struct tool *tool = &csr->tool;
    kg_status status;

    TRY(asked->sources ? vertices_of(tool, &w->source, w->graph, "--sources", asked->sources)
                       : vertices_from(tool, &w->source, w->graph, asked->sources_from));
    if (asked->targets) {
        TRY(vertices_of(tool, &w->target, w->graph, "--targets", asked->targets));
    } else if (asked->targets_from) {
        TRY(vertices_from(tool, &w->target, w->graph, asked->targets_from));
    } else {
        w->target.vertex = malloc((w->source.count + 1) * sizeof *w->target.vertex);
        status = w->target.vertex ? KG_OK : KG_MEMORY;
        TRY(status);
        memcpy(w->target.vertex, w->source.vertex, w->source.count * sizeof *w->target.vertex);
        w->target.count = w->source.count;
    }
out:
    return status;
}

/* Reads or makes the index. */
static kg_status have_index(struct csr *csr, kg_hierarchy **index, kg_graph *graph)
{
    const kg_hierarchy_options options = {.unit = csr->distances.unit};
    kg_hierarchy_counts counts;
    kg_status status;

    if (!csr->distances.index) {
        status = kg_hierarchy_build(index, graph, &options);
        if (status == KG_FORMAT)
            tool_fail(&csr->tool, status, "%s: %s", csr->path, kg_context_message(csr->tool.ctx));
        TRY(status);
        return csr_say_core(csr, *index, graph);
    }
    TRY(kg_hierarchy_read(index, graph, csr->distances.index));
    TRY(kg_hierarchy_count(*index, &counts));
    if (counts.unit != csr->distances.unit)
        status = tool_fail(&csr->tool, KG_ARGUMENT, "--index: the index was made with%s --unit",
            counts.unit ? "" : "out");
out:
    return status;
}

static kg_status run(struct csr *csr)
{
    struct writing w = {.csr = csr, .document.tool = &csr->tool};
    kg_graph *graph = NULL;
    kg_hierarchy *index = NULL;
    kg_status status;

    csr->read.lengths = 1;
    TRY(csr_begin(csr, &graph));
    w.graph = graph;
    TRY(find_vertices(csr, &w));
    TRY(have_index(csr, &index, graph));
    TRY(kg_hierarchy_matrix(&w.matrix, index, w.source.vertex, w.source.count, w.target.vertex,
        w.target.count, &csr->distances.matrix));
    w.type = kg_distance_matrix_type(w.matrix);
    if (kg_distance_matrix_searches(w.matrix) && !csr->tool.quiet)
        tool_say(&csr->tool, "the lengths are no multiples of a power of 2, so each row takes a "
                             "search in the graph; --rounded is faster");
    TRY(write_matrix(&w));
out:
    document_drop(&w.document);
    kg_output_destroy(w.output);
    kg_distance_matrix_destroy(w.matrix);
    free(w.source.vertex);
    free(w.target.vertex);
    kg_hierarchy_destroy(index);
    kg_graph_destroy(graph);
    kg_context_destroy(w.ctx);
    return status;
}

const struct csr_command csr_matrix_command = {
    .shown = {"matrix", "the distances from each of some vertices to each of others", "GRAPH",
        TABLES_OF(CSR_READS, {vertex_options}, {csr_unit_options}, {matrix_options}),
        "A row for each source: in text its name and the distances, between tabs; CSV has a header "
        "with the names of the targets. npy is NumPy's format; raw is the numbers alone. They are "
        "uint32 if all lengths are whole and no distance can reach 2^32 - 1, which then means that "
        "there is no path, and float64 otherwise, where inf means it.\n\n"
        "An interrupt (Ctrl-C) or SIGTERM ends the work after the block of rows that is computed; "
        "the rows before stay, and the exit status is 130 or 143. Binary files keep them also if "
        "the disk is full.\n\n"
        "Examples:\n"
        "  csr matrix --sources a,b --targets x,y,z graph.txt\n"
        "  csr matrix --sources-from depots.txt --targets-from shops.txt roads.kcsr -o M.npy\n"
        "  csr matrix --index roads.index --sources-from stops.txt roads.kcsr -o M.csv"},
    .check = check,
    .run = run};
